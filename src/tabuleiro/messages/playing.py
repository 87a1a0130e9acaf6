"""Texts for playing, resuming, replaying and solving by typed lines."""

from __future__ import annotations

from tabuleiro.rules.texts import Text

# --- errors in what was asked for -------------------------------------------------------------------------
NO_SUCH_SIDE = Text(
    "There is no option {option}: the players of {game} are given by {options}; see `{path} --help` for all others.",
    "Não há a opção {option}: os jogadores de {game} indicam-se com {options}; veja as outras em `{path} --help`.",
)
NAME_THE_GAME = Text(
    "Name a game as well, because {option} goes with one: `{path} GAME {option} …`.",
    "Indique também um jogo, porque {option} serve com um: `{path} JOGO {option} …`.",
)
TWO_NAMES = Text(
    "--names needs two names with a comma between them, the first player's first, not {given!r}.",
    "--names precisa de dois nomes separados por uma vírgula, primeiro o do primeiro jogador, e não {given!r}.",
)
BAD_NAME = Text(
    "{given!r} cannot be a name: names have up to {most} characters, all of which can be read.",
    "{given!r} não pode ser um nome: os nomes têm até {most} caracteres, todos legíveis.",
)
FEN_OR_RECORD = Text(
    "Give either a position by --fen or a game by --record, not both.",
    "Dê uma posição com --fen ou um jogo com --record, não ambos.",
)
SET_OR_RECORD = Text(
    "--set cannot change the game of a record.",
    "--set não pode mudar o jogo de um registo.",
)
OR_HUMAN = Text("The word human stands for a person.", "A palavra human indica uma pessoa.")
PLY_NEEDS_RECORD = Text(
    "--ply goes with --record only: it says after how many moves of the record to go on.",
    "--ply só serve com --record: diz depois de quantas jogadas do registo se continua.",
)
ONE_RECORD = Text(
    "There are {count} games in {path}; --record goes on from a file of one.",
    "Há {count} jogos em {path}; --record continua a partir de um ficheiro com um só.",
)
RECORD_IS_OVER = Text(
    "The game in {path} is over ({reason}); say by --ply after how many of its {plies} moves to go on.",
    "O jogo em {path} terminou ({reason}); diga com --ply depois de quantas das suas {plies} jogadas se continua.",
)
START_IS_OVER = Text(
    "There is nothing to play: in this position the game is over ({reason}).",
    "Não há nada para jogar: nesta posição o jogo terminou ({reason}).",
)
NO_PACE = Text(
    "{option} must be a number of seconds from 0 to {most}, not {given!r}.",
    "{option} tem de ser um número de segundos de 0 a {most}, e não {given!r}.",
)
NOTHING_UNFINISHED = Text("There is no unfinished game to go on with.", "Não há nenhum jogo por acabar.")
IS_FINISHED = Text(
    "Match {id} is finished; `tabuleiro replay {id}` shows it again.",
    "O encontro {id} está terminado; `tabuleiro replay {id}` volta a mostrá-lo.",
)

# --- the questions before a game --------------------------------------------------------------------------
LIST_OF_GAMES = Text("Games:", "Jogos:")
LIST_OF_VARIANTS = Text("Variants of {game}:", "Variantes de {game}:")
LIST_OF_FORMATS = Text("How many games:", "Quantos jogos:")
WHICH_GAME = Text(
    "Which game? Its number or its name (Enter: 1): ",
    "Que jogo? O número ou o nome (Enter: 1): ",
)
WHICH_VARIANT = Text(
    "Which variant? Its number or its name (Enter: 1): ",
    "Que variante? O número ou o nome (Enter: 1): ",
)
WHICH_SWITCH = Text(
    "Change a switch? NAME=VALUE, or {list} to see them all (Enter: no more): ",
    "Mudar uma opção? NOME=VALOR, ou {list} para as ver todas (Enter: mais nenhuma): ",
)
SWITCHES_WORD = Text("switches", "opções")
NOW_PLAYING = Text("It is now {id}.", "Agora é {id}.")
WHO_PLAYS = Text(
    "Who plays {side}? human, or a level from 1 to {levels}, half levels too (Enter: {default}): ",
    "{side}: quem joga? humano, ou um nível de 1 a {levels}, meios níveis também (Enter: {default}): ",
)
HUMAN = Text("human", "humano")
WHICH_CLOCK = Text(
    "Clock? 10 or 10+5 in minutes and seconds, or 30/move (Enter: none): ",
    "Relógio? 10 ou 10+5 em minutos e segundos, ou 30/jogada (Enter: nenhum): ",
)
WHICH_FORMAT = Text(
    "Which one? Its number or its name (Enter: {default}): ",
    "Qual? O número ou o nome (Enter: {default}): ",
)
NO_SUCH_NUMBER = Text("The list goes from 1 to {last}.", "A lista vai de 1 a {last}.")

# --- a game -----------------------------------------------------------------------------------------------
SEATED = Text("{side} ({name})", "{side} ({name})")
TO_MOVE = Text("{who} to move.", "{who} a jogar.")
PLAYS = Text("{side}: {name}.", "{side}: {name}.")
GAME_OF_MATCH = Text("Game {number} of {games} ({format}).", "Jogo {number} de {games} ({format}).")
TIE_BREAK = Text(
    "The match is tied: one more game decides, {game}.", "O encontro está empatado: decide mais um jogo, {game}."
)
MAY_TYPE = Text(
    "Type a move, as in {example}; or rules, help, quit.",
    "Escreva uma jogada, como {example}; ou regras, ajuda, sair.",
)
MAY_SWAP = Text(
    "{who} may type {word} to take over the first move instead of answering it.",
    "{who}: pode escrever {word}, para ficar com a primeira jogada em vez de lhe responder.",
)
THINKS = Text("Thinking: {who} …", "A pensar: {who} …")
READYING = Text("Getting the computers ready …", "A preparar os computadores …")
HAS_PLAYED = Text("Played by {who}: {move}.", "{who}: {move}.")
HAS_CAPTURED = Text("Played by {who}: {move}, capturing {captured}.", "{who}: {move}, com captura: {captured}.")
CAPTURED_ON = Text("{piece} on {cell}", "{piece} em {cell}")
TAKEN_BACK = Text("Taken back: {moves}.", "Jogadas anuladas: {moves}.")
PLAYED_AGAIN = Text("Played again: {moves}.", "Jogadas refeitas: {moves}.")
EXCHANGED = Text(
    "Seats exchanged: {first} now, and {second}.",
    "Lugares trocados: agora {first} e {second}.",
)
OFFERS = Text("A draw is offered by {who}.", "Empate proposto por {who}.")
ANSWER_PROMPT = Text("{who}, do you accept the draw? yes or no: ", "{who}, aceita o empate? sim ou não: ")
ANSWER_FIRST = Text(
    "First the offer of a draw must be answered: yes or no.",
    "Primeiro há que responder à proposta de empate: sim ou não.",
)
DECLINES = Text("The draw is declined by {who}: the game goes on.", "Empate recusado por {who}: o jogo continua.")
ACCEPTS = Text("The draw is accepted by {who}.", "Empate aceite por {who}.")
RESIGNS = Text("The game is given up by {who}.", "{who}: desistência.")
FORFEITS = Text("The game is lost by {who}, who does not play on.", "{who}: derrota, por não continuar.")
ONE_TAKEN_BACK = Text("A move was taken back.", "Uma jogada foi anulada.")
SEVERAL_TAKEN_BACK = Text("{count} moves were taken back.", "Foram anuladas {count} jogadas.")
ASKS_TAKEBACK = Text("{who} asks to take the last move back.", "{who} pede para voltar atrás na última jogada.")
DECLINES_TAKEBACK = Text("{who} does not let the move be taken back.", "{who} não aceita que se volte atrás.")
WON = Text("Won by {who}: {reason}.", "Vitória: {who} – {reason}.")
DRAWN_GAME = Text("Drawn: {reason}.", "Empate: {reason}.")
TIME_IS_UP = Text(
    "The time of {who} is up; nothing is played any more.", "Esgotou-se o tempo: {who}; já não se joga mais nada."
)
PROMPT = Text("{who}: ", "{who}: ")
NOT_UNDERSTOOD = Text("The word {word} lists what can be typed.", "A palavra {word} mostra o que se pode escrever.")

CLOCKS = Text("Clock: {times}.", "Relógio: {times}.")
TIME_OF = Text("{side} {time}", "{side} {time}")
NO_CLOCK = Text("This game is played without a clock.", "Este jogo joga-se sem relógio.")

SCORE = Text("Match score: {score}.", "Resultado do encontro: {score}.")
NO_MATCH = Text("This is a single game, so there is no match score.", "É um só jogo; não há resultado de encontro.")
MATCH_WON = Text("The match is won by {name}.", "Vitória de {name} no encontro.")
MATCH_DRAWN = Text("The match is drawn.", "O encontro termina empatado.")

HINT = Text("Hint for {side}: {move}. {outlook}", "Dica ({side}): {move}. {outlook}")
OUTLOOK = Text(
    "The probability of a win for {side} is then {win}: {words}.",
    "A probabilidade de vitória é então de {win} ({side}): {words}.",
)
WINS_AT_ONCE = Text("It wins at once.", "Ganha já.")
CERTAIN_WIN = Text("It wins by force, in {plies} plies at most.", "Ganha à força, no máximo em {plies} lances.")
LIKELY_WIN = Text("It seems to win, in {plies} plies.", "Parece ganhar em {plies} lances.")
CERTAIN_LOSS = Text(
    "All moves lose; this one holds out for {plies} plies.", "Todas as jogadas perdem; esta resiste {plies} lances."
)
PROSPECTS = (
    (0.9, Text("all but won", "quase ganho")),
    (0.7, Text("a clear advantage", "clara vantagem")),
    (0.55, Text("a small advantage", "ligeira vantagem")),
    (0.45, Text("an even game", "jogo igual")),
    (0.3, Text("a small disadvantage", "ligeira desvantagem")),
    (0.1, Text("a clear disadvantage", "clara desvantagem")),
    (0.0, Text("all but lost", "quase perdido")),
)
"""The words for a probability of winning, each with the least probability it is used for."""

WORDS = {
    "help": Text("help", "ajuda"),
    "rules": Text("rules", "regras"),
    "moves": Text("moves", "jogadas"),
    "hint": Text("hint", "dica"),
    "undo": Text("undo", "anular"),
    "redo": Text("redo", "refazer"),
    "board": Text("board", "tabuleiro"),
    "flip": Text("flip", "virar"),
    "score": Text("score", "resultado"),
    "clock": Text("clock", "relógio"),
    "swap": Text("swap", "trocar"),
    "draw": Text("draw", "empate"),
    "yes": Text("yes", "sim"),
    "no": Text("no", "não"),
    "resign": Text("resign", "desistir"),
    "save": Text("save", "guardar"),
    "solution": Text("solution", "solução"),
    "next": Text("next", "seguinte"),
    "back": Text("back", "atrás"),
    "quit": Text("quit", "sair"),
}
"""The words that a person types; those of both languages are always understood, with accents or without."""

A_MOVE = Text("play this move", "faz esta jogada")
HELP = {
    "help": Text("this list", "esta lista"),
    "rules": Text("how the game is played", "como se joga"),
    "moves": Text(
        "the legal moves, or those from a cell: {word} {cell}", "as jogadas possíveis, ou as de uma casa: {word} {cell}"
    ),
    "hint": Text("what the engine would play", "o que o motor jogaria"),
    "undo": Text(
        "take your last move back, and the computer's answer",
        "anula a sua última jogada, e a resposta do computador",
    ),
    "redo": Text("play again what was taken back", "volta a fazer o que foi anulado"),
    "board": Text("draw the board again", "desenha de novo o tabuleiro"),
    "flip": Text("turn the board around", "vira o tabuleiro ao contrário"),
    "score": Text("the score of the match", "o resultado do encontro"),
    "clock": Text("the time that is left", "o tempo que resta"),
    "swap": Text("after the first move: exchange seats", "depois da primeira jogada: troca de lugares"),
    "draw": Text("offer a draw; the other answers yes or no", "propõe empate; o outro responde sim ou não"),
    "resign": Text("give the game up", "desiste do jogo"),
    "save": Text("write the record to a file: {word} FILE", "escreve o registo num ficheiro: {word} FICHEIRO"),
    "quit": Text("stop here; the game is kept", "para aqui; o jogo fica guardado"),
}

SAVED = Text("The record is in {path}", "O registo está em {path}")
SAVE_WHERE = Text("Say which file: save FILE", "Diga em que ficheiro: guardar FICHEIRO")
NOTHING_PLAYED = Text("Nothing was played.", "Não se jogou nada.")
IS_KEPT = Text(
    "The game is kept in {path}; go on with it by `tabuleiro resume {id}`.",
    "O jogo está guardado em {path}; para continuar: `tabuleiro resume {id}`.",
)
IS_KEPT_AND_OVER = Text(
    "Kept as number {id}; see it again by `tabuleiro replay {id}`.",
    "Guardado com o número {id}; para o rever: `tabuleiro replay {id}`.",
)

# --- kept games -------------------------------------------------------------------------------------------
NOTHING_KEPT = Text("No games are kept yet.", "Ainda não há jogos guardados.")
COLUMNS = (
    Text("no.", "n.º"),
    Text("when", "quando"),
    Text("game", "jogo"),
    Text("people", "pessoas"),
    Text("result", "resultado"),
)
AGAINST = Text("{first} - {second}", "{first} - {second}")
UNFINISHED = Text("unfinished, {moves}", "por acabar, {moves}")
NO_MOVES_YET = Text("no moves", "nenhuma jogada")
WON_BY = Text("{name} won: {reason}", "vitória de {name}: {reason}")
DRAWN = Text("drawn: {reason}", "empate: {reason}")
MATCH_WON_BY = Text("{name} won the match, {score}", "{name} venceu o encontro, {score}")
MATCH_DRAWN_AT = Text("match drawn, {score}", "encontro empatado, {score}")
UNREADABLE = Text("cannot be read: {why}", "não se consegue ler: {why}")
ONE_GAME_WRITTEN = Text("One game written to {path}", "Um jogo escrito em {path}")
GAMES_WRITTEN = Text("{count} games written to {path}", "{count} jogos escritos em {path}")
BAD_NUMBER = Text(
    "{given!r} is not the number of a kept game; `tabuleiro games-played` lists them.",
    "{given!r} não é o número de um jogo guardado; `tabuleiro games-played` mostra-os.",
)

# --- replaying a game -------------------------------------------------------------------------------------
START_OF_GAME = Text("The start", "O início")
PLY = Text("Move {ply} of {plies}, {who}: {number} {move}", "Jogada {ply} de {plies}, {who}: {number} {move}")
THEN_EXCHANGED = Text("Then seats were exchanged.", "Depois trocaram-se os lugares.")
STEP_PROMPT = Text(
    "Enter: on; back; a number of moves from 0 to {plies}; quit: ",
    "Enter: seguinte; atrás; um número de jogadas de 0 a {plies}; sair: ",
)
NO_STEP = Text(
    "Press Enter to go on, or type back, a number from 0 to {plies}, or quit.",
    "Prima Enter para continuar, ou escreva atrás, um número de 0 a {plies}, ou sair.",
)
GAME_NUMBER = Text("Game {number} of {count}", "Jogo {number} de {count}")
STOPS_HERE = Text("The game stops here, unfinished.", "O jogo para aqui, por acabar.")

# --- puzzles ----------------------------------------------------------------------------------------------
NO_PUZZLES = Text(
    "There are no puzzles of {game}; there are puzzles of {games}.",
    "Não há problemas de {game}; há problemas de {games}.",
)
PUZZLE = Text("Puzzle {number} of {count} ({id})", "Problema {number} de {count} ({id})")
FIND_THE_WIN = Text(
    "{side} to move wins within {plies} plies, whatever the other side does. Find the win.",
    "{side} a jogar: há vitória em {plies} lances no máximo, faça o outro lado o que fizer. Encontre-a.",
)
PROGRESS = Text("Solved so far: {solved} of {count}.", "Resolvidos até agora: {solved} de {count}.")
SOLVED_BEFORE = Text("This one was solved before.", "Este já foi resolvido.")
PUZZLE_MAY_TYPE = Text(
    "Type the move; or hint, solution, next, board, help, quit.",
    "Escreva a jogada; ou dica, solução, seguinte, tabuleiro, ajuda, sair.",
)
PUZZLE_PROMPT = Text("{side}: ", "{side}: ")
PUZZLE_HELP = {
    "help": Text("this list", "esta lista"),
    "rules": Text("how the game is played", "como se joga"),
    "moves": Text(
        "the legal moves, or those from a cell: {word} {cell}", "as jogadas possíveis, ou as de uma casa: {word} {cell}"
    ),
    "board": Text("draw the board again", "desenha de novo o tabuleiro"),
    "flip": Text("turn the board around", "vira o tabuleiro ao contrário"),
    "hint": Text("which piece wins", "que peça ganha"),
    "solution": Text(
        "show the whole win; it then does not count as solved", "mostra toda a vitória; já não conta como resolvido"
    ),
    "next": Text("leave this puzzle for the next one", "passa ao problema seguinte"),
    "quit": Text("stop here; what was solved is kept", "para aqui; o que foi resolvido fica guardado"),
}
WRONG = Text("{move} does not win. Try again.", "{move} não ganha. Tente outra vez.")
WRONG_BECAUSE = Text(
    "{move} does not win: {line} answers it. Try again.", "{move} não ganha: responde-se {line}. Tente outra vez."
)
RIGHT = Text("{move} is right. The answer is {reply}.", "{move} está certo. A resposta é {reply}.")
SOLVED = Text("{move} wins: solved.", "{move} ganha: resolvido.")
PUZZLE_HINT = Text("The piece on {cell} wins.", "Ganha a peça em {cell}.")
SOLUTION = Text("The win: {line}.", "A vitória: {line}.")
NO_MORE_PUZZLES = Text("These were all the puzzles of {game}.", "Eram todos os problemas de {game}.")
