"""Texts of the full screen around the games: the menu, a new game, kept games, replays, rules and puzzles."""

from __future__ import annotations

from tabuleiro.rules.texts import Text, same

# --- keys, as the last line of the screen names them ------------------------------------------------------
CLOSE = Text("back", "voltar")
CHOOSE = Text("choose", "escolher")
RULES = Text("rules", "regras")
FLIP = Text("flip", "virar")
VIEW = Text("view", "vista")
NEXT = Text("next", "seguinte")
PREVIOUS = Text("previous", "anterior")
SCROLL = Text("scroll", "deslocar")
FIELDS = Text("other field", "outro campo")
CHANGE = Text("change", "mudar")
LIST = Text("list", "lista")
START_KEY = Text("start", "começar")
LIGHT_OR_DARK = Text("light/dark", "claro/escuro")
KEPT_GAMES_KEY = Text("kept games", "jogos guardados")
PUZZLES_KEY = Text("puzzles", "problemas")
OTHER_LANGUAGE = Text("português", "English")
QUIT_KEY = Text("quit", "sair")
CONTINUE_KEY = Text("go on", "continuar")
OPEN = Text("go on / look", "continuar / ver")
REPLAY = Text("replay", "rever")
EXPORT = Text("write to file", "escrever em ficheiro")
DELETE = Text("delete", "apagar")
FILTER = Text("filter", "filtrar")
STEP = Text("step", "passo")
ENDS = Text("first/last", "primeira/última")
OTHER_RECORD = Text("other game", "outro jogo")
GO_ON = Text("play from here", "jogar daqui")
LESSON = Text("lesson", "lição")
HINT = Text("hint", "sugestão")
SOLUTION = Text("solution", "solução")
AGAIN = Text("again", "de novo")
BOARD = Text("board", "tabuleiro")

# --- waiting ----------------------------------------------------------------------------------------------
PREPARING = Text("Preparing {game}…", "A preparar {game}…")
FIRST_TIME = Text(
    "The first time that a game is played it is compiled, which may take some ten seconds.",
    "A primeira vez que se joga um jogo, ele é compilado, o que pode demorar uns dez segundos.",
)
OPENING = Text("Opening match {number}…", "A abrir o encontro {number}…")
GIVE_UP_WAITING = Text("Escape: do not wait", "Escape: não esperar")

# --- the menu ---------------------------------------------------------------------------------------------
MENU = Text("Tabuleiro: what would you like to do?", "Tabuleiro: que deseja fazer?")
QUIT = Text("Quit", "Sair")
CONTINUE = Text("Go on: {game}", "Continuar: {game}")
KEPT_GAMES = Text("Kept games", "Jogos guardados")
PUZZLES = Text("Puzzles", "Problemas")
LANGUAGE = Text("Idioma: Português", "Language: English")
"""The entry that changes the language names the other one."""
LIGHT = Text("Light colours", "Cores claras")
DARK = Text("Dark colours", "Cores escuras")
ABOUT_ENTRY = {
    "library": Text(
        "All games that were played here: go on with them, step through them, write them to files.",
        "Todos os jogos que aqui se jogaram: continuá-los, percorrê-los, escrevê-los em ficheiros.",
    ),
    "puzzles": Text(
        "Positions with one winning move. Find it; the computer defends as well as it can.",
        "Posições com uma só jogada vencedora. Encontre-a; o computador defende-se o melhor que pode.",
    ),
    "language": Text("Tudo em português de Portugal, já.", "Everything in English, at once."),
    "theme": Text("For bright or for dark rooms.", "Para salas claras ou escuras."),
    "quit": Text("Nothing is lost: every move is kept.", "Nada se perde: cada jogada fica guardada."),
}
PEOPLE = same("{first} – {second}")
MOVES_PLAYED = Text("{count} moves played", "{count} jogadas feitas")
ONE_MOVE_PLAYED = Text("one move played", "uma jogada feita")
NOTHING_PLAYED = Text("no move played yet", "ainda sem jogadas")
NOTHING_TO_CONTINUE = Text("No unfinished game is kept.", "Não está guardado nenhum jogo por acabar.")

# --- a new game -------------------------------------------------------------------------------------------
NEW_GAME = Text("New game: {game}", "Jogo novo: {game}")
FROM_POSITION = Text(
    "The game begins from the position that was on the board.",
    "O jogo começa na posição que estava no tabuleiro.",
)
START = Text("Start", "Começar")
VARIANT = Text("Variant", "Variante")
MOVES_FIRST = Text("{side} (first to move)", "{side} (jogam primeiro)")
A_PERSON = Text("a person", "uma pessoa")
COMPUTER = Text("computer, level {level}", "computador, nível {level}")
WEAKEST = Text("computer, level {level} (the weakest)", "computador, nível {level} (o mais fraco)")
RATED = Text(" - {rating} Elo", " - {rating} Elo")
STRONGEST = Text("computer, level {level} (the strongest)", "computador, nível {level} (o mais forte)")
A_PROGRAM = Text("another program (UCI)", "outro programa (UCI)")
THE_PROGRAM = Text("the program", "o programa")
COMMAND = Text("The command that starts the program", "O comando que arranca o programa")
NO_COMMAND = Text(
    "Type the command that starts the program, for example /usr/games/engine.",
    "Escreva o comando que arranca o programa, por exemplo /usr/games/engine.",
)
SIDES = Text("Sides", "Lados")
AS_CHOSEN = Text("as chosen above", "como escolhidos acima")
BY_LOT = Text("by lot", "por sorteio")
CLOCK = Text("Thinking time", "Tempo para pensar")
NO_CLOCK = Text("no clock", "sem relógio")
MINUTES = Text("{minutes} minutes for the game", "{minutes} minutos para o jogo")
MINUTES_AND_SECONDS = Text(
    "{minutes} minutes, {seconds} s more a move",
    "{minutes} minutos, mais {seconds} s por jogada",
)
SECONDS_A_MOVE = Text("{seconds} seconds a move", "{seconds} segundos por jogada")
OWN_CLOCK = Text("another time", "outro tempo")
CLOCK_TEXT = Text("10, 10+5 or 30/move", "10, 10+5 ou 30/jogada")
CLOCK_NOTE = Text(
    "10: minutes for the game; 10+5: and 5 seconds more after each move; 30/move: seconds for each move",
    "10: minutos para o jogo; 10+5: e mais 5 segundos depois de cada jogada; 30/jogada: segundos para cada jogada",
)
MATCH_FORMAT = Text("Match", "Encontro")
SECONDS = Text("Computers' seconds a move", "Segundos por jogada (computador)")
SECONDS_NOTE = Text("empty: as long as their level thinks", "vazio: o tempo que o nível pensa")
PACE = Text("Seconds between computers' moves", "Segundos entre jogadas de computadores")
BAD_SECONDS = Text(
    "{text!r} is no number of seconds from {least} to {most}.",
    "{text!r} não é um número de segundos de {least} a {most}.",
)
SWITCHES = Text("Switches of the rules ({count})", "Opções das regras ({count})")
ALLOWED = Text("may be {allowed}", "pode ser {allowed}")
SUMMARY = Text(
    "{first} ({first_side}) against {second} ({second_side})", "{first} ({first_side}) contra {second} ({second_side})"
)
SUMMARY_BY_LOT = Text("{first} against {second}, sides by lot", "{first} contra {second}, lados por sorteio")

# --- kept games -------------------------------------------------------------------------------------------
LIBRARY = Text("Kept games ({count})", "Jogos guardados ({count})")
ALL_GAMES = Text("all games", "todos os jogos")
ONLY = Text("Show", "Mostrar")
COLUMNS = {
    "number": Text("No.", "N.º"),
    "when": Text("When", "Quando"),
    "game": Text("Game", "Jogo"),
    "people": Text("Players", "Jogadores"),
    "result": Text("Result", "Resultado"),
}
UNFINISHED = Text("unfinished, {played}", "por acabar, {played}")
SHORT_UNFINISHED = Text("unfinished ({count})", "por acabar ({count})")
SHORT_WON = Text("{name} won", "venceu {name}")
BEGUN = Text("begun {when}", "começado em {when}")
WINNERS = Text("winners: {names}", "venceram: {names}")
DRAWN = Text("drawn", "empate")
NOTHING_KEPT = Text(
    "No games are kept yet. Every game that is played is kept automatically.",
    "Ainda não há jogos guardados. Cada jogo fica guardado automaticamente.",
)
REALLY_DELETE = Text(
    "Delete match {number} ({people})? It cannot be brought back.",
    "Apagar o encontro {number} ({people})? Não se pode recuperar.",
)
DELETED = Text("Match {number} is deleted.", "O encontro {number} foi apagado.")
WRITTEN = Text("Written: {path}", "Escrito: {path}")
CANNOT_WRITE = Text("{path} cannot be written: {why}.", "Não se pode escrever {path}: {why}.")
FILE_NAME = same("{game}-{number}.txt")
UNKNOWN_GAME = Text("{game} (not known here)", "{game} (aqui desconhecido)")

# --- replays ----------------------------------------------------------------------------------------------
REPLAY_OF = Text("Replay: {game}", "Rever: {game}")
RECORD_OF = Text("Replay {number} of {count}: {game}", "Rever {number} de {count}: {game}")
BEGINNING = Text("the beginning", "o início")
IS_OVER_HERE = Text(
    "The game is over in this position: step back, and play from there.",
    "Nesta posição o jogo já terminou: recue, e jogue a partir daí.",
)
UNFINISHED_RECORD = Text("The record ends here; the game does not.", "O registo acaba aqui; o jogo não.")
EVENTS = {
    "swap": Text("seats exchanged", "lugares trocados"),
    "resigns": Text("resigns", "desiste"),
    "draw agreed": Text("draw agreed", "empate por acordo"),
    "time": Text("time is up", "tempo esgotado"),
}
NO_RECORDS = Text("There is no record to look at.", "Não há registo para ver.")

# --- rules ------------------------------------------------------------------------------------------------
RULES_OF = Text("Rules: {game}", "Regras: {game}")
WHERE_TO = Text(
    "In round brackets: where the piece on {cell} may go.",
    "Entre parênteses: para onde pode ir a peça em {cell}.",
)
SETTINGS = Text("Switches of this variant", "Opções desta variante")

# --- puzzles ----------------------------------------------------------------------------------------------
CHOOSE_PUZZLES = Text("Puzzles: of which game?", "Problemas: de que jogo?")
SOLVED_COUNT = Text("{solved} of {count} solved", "{solved} de {count} resolvidos")
PUZZLE_OF = Text(
    "Puzzle {number} of {count}: {game} ({solved} solved)", "Problema {number} de {count}: {game} ({solved} resolvidos)"
)
FIND = Text(
    "{side} to move and win in {moves} moves: find the first.",
    "{side}: jogam e ganham em {moves} jogadas. Encontre a primeira.",
)
FIND_AT_ONCE = Text("{side} to move and win at once: find the move.", "{side}: jogam e ganham já. Encontre a jogada.")
FIND_NEXT = Text(
    "Right: {move}. The answer is {reply}. Now win in {moves} more moves.",
    "Certo: {move}. A resposta é {reply}. Agora ganhe em mais {moves} jogadas.",
)
FIND_LAST = Text(
    "Right: {move}. The answer is {reply}. Now win at once.",
    "Certo: {move}. A resposta é {reply}. Agora ganhe já.",
)
IS_SOLVED = Text("{move} wins. Well done!", "{move} ganha. Muito bem!")
IS_SOLVED_WITH_HELP = Text(
    "{move} wins. The solution had been shown, so this does not count as solved.",
    "{move} ganha. A solução já tinha sido mostrada, por isso não conta como resolvido.",
)
NEXT_PUZZLE = Text("n: the next puzzle", "n: o problema seguinte")
ALL_SOLVED = Text("All puzzles of this game are solved.", "Todos os problemas deste jogo estão resolvidos.")
WAS_SOLVED = Text("You have solved this one before.", "Este já foi resolvido.")
IS_WRONG = Text("{move} does not win in time. Try again.", "{move} não ganha a tempo. Tente outra vez.")
IS_REFUTED = Text(
    "{move} does not win in time: the answer is {line}. Try again.",
    "{move} não ganha a tempo: a resposta é {line}. Tente outra vez.",
)
LOOKING = Text("Looking at {move}…", "A ver {move}…")
HINT_IS = Text("Look at the piece on {cell}.", "Veja a peça em {cell}.")
HINT_MOVE = Text("Play {move}.", "Jogue {move}.")
SOLUTION_IS = Text(
    "The solution: {line}. Play it, or go to the next puzzle.",
    "A solução: {line}. Jogue-a, ou passe ao problema seguinte.",
)
NO_PUZZLES = Text("{game} has no puzzles.", "{game} não tem problemas.")
