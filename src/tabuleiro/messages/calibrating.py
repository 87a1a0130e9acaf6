"""Texts about calibrating the levels of a game."""

from __future__ import annotations

from tabuleiro.messages.arena import STANDINGS_COLUMNS
from tabuleiro.rules.texts import Text

STAGES = {
    "ladder": Text("The ladder of settings", "A escada de definições"),
    "trial": Text("The levels on trial", "Os níveis à experiência"),
    "levels": Text("The levels", "Os níveis"),
}
COLUMNS = {
    "player": Text("player", "jogador"),
    "rating": Text("Elo above random", "Elo acima do acaso"),
    "interval": STANDINGS_COLUMNS["interval"],
    "gap": Text("above the one before", "acima do anterior"),
    "gap-interval": STANDINGS_COLUMNS["interval"],
}
BETWEEN = Text("{low} to {high}", "{low} a {high}")
WRITTEN = Text(
    "The table of levels is in {file}. A game plays by it where its `calibration` gives it.",
    "A tabela dos níveis está em {file}. Um jogo joga por ela quando o seu `calibration` a dá.",
)
KEPT_IN = Text("All games are kept in {folder}.", "Todas as partidas estão guardadas em {folder}.")
TIME_WAS_UP = Text(
    "Time was up: about {games} games more are needed for what was asked. The same command goes on.",
    "O tempo acabou: faltam cerca de {games} partidas para o que se pediu. O mesmo comando continua.",
)
NO_LEVELS = Text(
    "{game} has no levels of its own to be measured again; leave out --again and --even to have them set.",
    "{game} não tem níveis próprios que se possam medir outra vez; sem --again nem --even, são definidos.",
)
COUNTED_ANEW = Text(
    "The games that these levels were measured by do not count: the engine plays otherwise now, or the last level looks at another number of positions.",
    "As partidas com que estes níveis foram medidos não contam: o motor joga agora de outra maneira, ou o último nível vê outro número de posições.",
)
