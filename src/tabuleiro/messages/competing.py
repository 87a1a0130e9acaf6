"""Texts about matches between computers."""

from __future__ import annotations

from tabuleiro.rules.texts import Text, same

# --- errors in what was asked for ---
NO_OPENING = Text(
    "No {plies} random moves of {game} were found that decide nothing: ask for fewer.",
    "Não se encontraram {plies} jogadas ao acaso de {game} que não decidam nada: peça menos.",
)
NO_FORMAT = Text("There is no format {format!r}; there are {formats}.", "Não há formato {format!r}; há {formats}.")
PLAYERS_NEEDED = (
    Text("At least two players are needed.", "São precisos pelo menos dois jogadores."),
    Text("A sequential test is between two players.", "Um teste sequencial é entre dois jogadores."),
)

# --- files of runs ---
CANNOT_KEEP = Text("Games cannot be kept in {file}: {why}.", "Não se podem guardar partidas em {file}: {why}.")
OTHER_RUN = Text(
    "{file} holds another run: {differences}. Choose another place with --save, or remove that file.",
    "{file} contém outra série: {differences}. Escolha outro lugar com --save, ou apague esse ficheiro.",
)
INSTEAD = Text("{name} {there} instead of {here}", "{name} {there} em vez de {here}")
NOTHING_INSTEAD = Text("no {name} instead of {here}", "nenhum {name} em vez de {here}")
NONE = Text("none", "nenhum")
ASKED_PLAYER = Text("player {number}", "jogador {number}")
ASKED = {
    "game": Text("game", "jogo"),
    "players": Text("players", "jogadores"),
    "format": same("--format"),
    "seconds": same("--seconds"),
    "nodes": same("--nodes"),
    "depth": same("--depth"),
    "clock": same("--clock"),
    "opening_plies": same("--opening-plies"),
    "balance": same("--balance"),
    "adjudicate": same("--adjudicate"),
    "most_plies": Text("games of at most so many plies:", "partidas de no máximo tantos lances:"),
    "seed": same("--seed"),
}
OTHER_KNOWLEDGE = Text(
    "The games in {file} were played by another search, or with other weights or levels of {game}, than there are now. Choose "
    "another place with --save, or remove that file.",
    "As partidas de {file} foram jogadas por outra pesquisa, ou com outros pesos ou níveis de {game}, do que os que há agora. "
    "Escolha outro lugar com --save, ou apague esse ficheiro.",
)
NO_RUN = Text("{file} is not the file of a run.", "{file} não é o ficheiro de uma série.")
BAD_LINE = Text(
    "Line {number} of {file} is not a game of a run. Remove that line to go on without it.",
    "A linha {number} de {file} não é uma partida de uma série. Apague essa linha para continuar sem ela.",
)
IN_USE = Text("Another process is playing the run in {file}.", "Outro processo está a jogar a série de {file}.")

# --- what can happen to players ---
HUNG = Text("it hung", "ficou pendurado")
DIED = Text("its process ended ({code})", "o seu processo terminou ({code})")
WORKER_DIED = Text(
    "A process that plays games ended before anybody was to move: {why}.",
    "Um processo que joga terminou antes de alguém ter a vez: {why}.",
)
PROCESS_DIED = Text(
    "A process that worked at this was ended from outside; was there too little memory? What is done is kept, and the same command goes on where it ended.",
    "Um processo que trabalhava nisto foi terminado de fora; faltou memória? O que está feito está guardado, e o mesmo comando continua onde parou.",
)
NO_RAY = Text(
    "Ray is not installed: pip install 'tabuleiro[ray]'.", "O Ray não está instalado: pip install 'tabuleiro[ray]'."
)
NO_PROCESSORS = Text("The Ray cluster has no free processor.", "O cluster do Ray não tem nenhum processador livre.")

# --- the command ---
TOO_MANY_PLAYERS = Text("No more than {most} players can take part.", "Não podem participar mais de {most} jogadores.")
TOO_MANY_GAMES = Text(
    "With --games {asked} these players would play {games} games, and a run has no more than {most}: ask for fewer.",
    "Com --games {asked} estes jogadores jogariam {games} partidas, e uma série não tem mais de {most}: peça menos.",
)
NO_CLOCK = Text(
    "--clock must be minutes for the game, with seconds added by each move or without, as in 1+0.5, not {given!r}.",
    "--clock tem de ser minutos para o jogo, com ou sem segundos a mais por jogada, como em 1+0.5, e não {given!r}.",
)
ONE_FILE = Text(
    "--save and --report are both {file}: the report would take the place of the games.",
    "--save e --report são ambos {file}: o relatório tomaria o lugar das partidas.",
)
NO_ELO = Text(
    "{option} must be a difference in Elo, such as 30 or -5, not {given!r}.",
    "{option} tem de ser uma diferença em Elo, como 30 ou -5, e não {given!r}.",
)
ELO_OF_A_TEST = Text(
    "{option} goes with --format sprt: no other format asks by how much a player is better.",
    "{option} usa-se com --format sprt: nenhum outro formato pergunta quanto um jogador é melhor.",
)
IN_PAIRS = Text(
    "{option} {asked}: games are played in pairs, with sides exchanged, so {games} are played.",
    "{option} {asked}: as partidas jogam-se aos pares, com os lados trocados, e por isso jogam-se {games}.",
)
GAMES = Text("games", "partidas")
SO_FAR = Text("{stage}: {done} of {total}", "{stage}: {done} de {total}")
KEPT_IN = Text("The games are kept in {file}.", "As partidas estão guardadas em {file}.")
REPORT_IN = Text("The report is in {file}.", "O relatório está em {file}.")
GO_ON = Text(
    "Interrupted; the same command goes on where it ended.", "Interrompido; o mesmo comando continua onde parou."
)
PLAYED_SO_FAR = Text("Played so far: {done} of {total} games.", "Jogadas até agora: {done} de {total} partidas.")
TESTED_SO_FAR = Text(
    "Played so far: {done} of at most {total} games.", "Jogadas até agora: {done} de no máximo {total} partidas."
)
ENDED_BY_GAMES = Text(
    "The test was ended by --games {games}; ask for more to go on.",
    "O teste foi acabado por --games {games}; peça mais para continuar.",
)
FORMATS = {
    "round-robin": Text("round-robin", "todos contra todos"),
    "gauntlet": Text("the first all others", "o primeiro com todos os outros"),
    "neighbours": Text("each the next", "cada um com o seguinte"),
    "sprt": Text("two, in a sequential test", "dois, num teste sequencial"),
}
FACTS = {
    "game": Text("game", "jogo"),
    "format": Text("who met whom", "quem jogou com quem"),
    "games": Text("games of each two", "partidas de cada dois"),
    "games_at_most": Text("games at most", "partidas no máximo"),
    "seconds": Text("seconds a move", "segundos por jogada"),
    "nodes": Text("nodes a move", "nós por jogada"),
    "depth": Text("depth", "profundidade"),
    "clock": Text("clock", "relógio"),
    "opening_plies": Text("random moves of an opening", "jogadas ao acaso de uma abertura"),
    "balance": Text("openings even to within", "aberturas equilibradas até"),
    "adjudicate": Text("ended once one side wins with", "acabadas quando um lado ganha com"),
    "seed": Text("seed", "semente"),
}
