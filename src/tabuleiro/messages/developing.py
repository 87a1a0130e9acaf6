"""Texts for people who write games: checks and measurements."""

from __future__ import annotations

from tabuleiro.rules.texts import Text

CHECKED = Text("{game}: {check}", "{game}: {check}")
ALL_WELL = Text(
    "All is well: {count} checks of {variants} passed.", "Tudo bem: {count} verificações de {variants} passaram."
)
FAILURES = Text(
    "{failures} of {count} checks of {variants} failed.",
    "Verificações falhadas: {failures} de {count}, de {variants}.",
)
COUNT_OF_VARIANTS = (Text("1 variant", "1 variante"), Text("{count} variants", "{count} variantes"))
MEASURING = Text("Measuring {game}", "A medir {game}")
BENCH_TITLE = Text(
    "Per second, one thread; starts: seconds of processor time to the first list of moves",
    "Por segundo, num só fio de execução; arranques: segundos de processador até à primeira lista de jogadas",
)
BENCH_COLUMNS = (
    Text("game", "jogo"),
    Text("cells", "casas"),
    Text("random games", "partidas ao acaso"),
    Text("their moves", "jogadas delas"),
    Text("perft nodes", "nós de perft"),
    Text("moves in Python", "jogadas em Python"),
    Text("cold start", "arranque a frio"),
    Text("warm start", "arranque a quente"),
)
ENGINE_TITLE = Text(
    "The alpha-beta search; signature: nodes of {positions} positions searched to depth {depth}",
    "A pesquisa alfa-beta; assinatura: nós de {positions} posições pesquisadas até à profundidade {depth}",
)
ENGINE_COLUMNS = (
    Text("game", "jogo"),
    Text("nodes a second", "nós por segundo"),
    Text("with two threads", "com dois fios de execução"),
    Text("seconds to depth {timed}", "segundos até à profundidade {timed}"),
    Text("signature", "assinatura"),
)
TIMES = Text("{ratio} times", "{ratio} vezes")
