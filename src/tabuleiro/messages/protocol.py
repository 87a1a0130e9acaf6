"""Texts about talking to other programs that play: errors, and what happened to an engine."""

from __future__ import annotations

from tabuleiro.rules.texts import Text

# --- engines from outside ---
NOT_STARTED = Text("The engine {command} cannot be started: {why}.", "O motor {command} não pode ser iniciado: {why}.")
NOT_A_COMMAND = Text(
    "{command!r} is not a command that starts an engine: write a program and its arguments, as in {example!r}.",
    "{command!r} não é um comando que inicie um motor: escreva um programa e os seus argumentos, como em {example!r}.",
)
ENDED = Text(
    "The engine {name} ended by itself instead of answering {command!r}{said}.",
    "O motor {name} terminou sozinho em vez de responder a {command!r}{said}.",
)
SILENT = Text(
    "The engine {name} did not answer {command!r} within {seconds} seconds{said}.",
    "O motor {name} não respondeu a {command!r} em {seconds} segundos{said}.",
)
LAST_SAID = Text("; the last that it said was {line!r}", "; a última coisa que disse foi {line!r}")
NO_MOVE = Text(
    "The engine {name} gave no move ({given!r}) though there are legal ones.",
    "O motor {name} não deu nenhuma jogada ({given!r}), embora haja jogadas possíveis.",
)
BAD_MOVE = Text(
    "The engine {name} played {move!r}, which cannot be played: {why}",
    "O motor {name} jogou {move!r}, o que não se pode jogar: {why}",
)
FOREIGN_GAME = Text(
    "The engine {name} does not play {game}; it plays {offered}.",
    "O motor {name} não joga {game}; joga {offered}.",
)
NO_SUCH_OPTION = Text(
    "The engine {name} has no option {option!r}; it has {offered}.",
    "O motor {name} não tem a opção {option!r}; tem {offered}.",
)
NO_OPTIONS = Text(
    "The engine {name} has no option {option!r}; it has none at all.",
    "O motor {name} não tem a opção {option!r}; não tem nenhuma.",
)
BAD_OPTION = Text(
    "The engine {name} cannot have {option} set to {value!r}; it may be {allowed}.",
    "O motor {name} não pode ter {option} com o valor {value!r}; pode ser {allowed}.",
)
GAME_OVER = Text(
    "The game is over ({reason}): there is nothing left to choose.",
    "O jogo terminou ({reason}): não há mais nada a escolher.",
)
CLOSED = Text("This engine has been closed.", "Este motor foi fechado.")
OTHER_GAME = Text(
    "The position is one of {other}; this player plays {game}.",
    "A posição é de {other}; este jogador joga {game}.",
)

# --- players by name ---
NO_PLAYER = Text(
    "There is no player {text!r}; there are {players}.",
    "Não há nenhum jogador {text!r}; há {players}.",
)
PLAYERS = Text(
    "random, level:1 to level:{levels} (or just the number; half levels such as 4.5 too), alphabeta, mcts, uci:COMMAND and ugi:COMMAND; "
    "settings follow, as in alphabeta:nodes=20000,threads=2 or uci:Hash=64 Threads=2 COMMAND",
    "random, level:1 a level:{levels} (ou só o número; meios níveis como 4,5 também), alphabeta, mcts, uci:COMANDO e ugi:COMANDO; "
    "as definições vêm a seguir, como em alphabeta:nodes=20000,threads=2 ou uci:Hash=64 Threads=2 COMANDO",
)
NO_LIMIT = Text(
    "{name} needs a whole number behind it, not {value!r}; it is passed over.",
    "{name} precisa de um número inteiro a seguir, não {value!r}; não conta.",
)
TOO_DEEP = Text(
    "Lines of {depth} plies cannot be counted here; the longest are of {most}.",
    "Não se contam aqui sequências de {depth} jogadas; as mais longas são de {most}.",
)
COUNT_STOPPED = Text(
    "The count was stopped, with {counted} of {moves} moves counted; there is no total.",
    "A contagem foi interrompida, com {counted} de {moves} jogadas contadas; não há total.",
)
NO_SETTING = Text(
    "The player {text!r} has no setting {name!r}; it may have {settings}.",
    "O jogador {text!r} não tem a definição {name!r}; pode ter {settings}.",
)
NO_HEIGHT = Text(
    "{text!r} names no place on the ladder of levels: those are numbers from 0 to {most}, such as ladder:3.5.",
    "{text!r} não indica um lugar na escada dos níveis: são números de 0 a {most}, como ladder:3.5.",
)
CANNOT_READ_WEIGHTS = Text(
    "The weights in {file} cannot be read: {why}.", "Não se podem ler os pesos de {file}: {why}."
)
NO_WEIGHTS = Text("The file {file} does not hold weights of {game}.", "O ficheiro {file} não contém pesos de {game}.")
BAD_SETTING = Text(
    "{name} of the player {text!r} cannot be {value!r}; it is a number from {least} to {most}.",
    "{name} do jogador {text!r} não pode ser {value!r}; é um número de {least} a {most}.",
)

# --- serving other programs ---
NOT_A_POSITION = Text(
    "A position is given as startpos or fen FEN, and moves as moves MOVE …; there is {text!r}.",
    "Uma posição dá-se com startpos ou fen FEN, e as jogadas com moves JOGADA …; está {text!r}.",
)
NOT_A_SETTING = Text(
    "An option is set with setoption name NAME value VALUE; there is {text!r}.",
    "Uma opção define-se com setoption name NOME value VALOR; está {text!r}.",
)
UNKNOWN_OPTION = Text("There is no option {name!r}; there are {options}.", "Não há a opção {name!r}; há {options}.")
BAD_VALUE = Text(
    "{name} cannot be {value!r}; it may be {allowed}.", "{name} não pode ser {value!r}; pode ser {allowed}."
)
MOVE_REFUSED = Text("{move!r} cannot be played: {why}", "{move!r} não se pode jogar: {why}")
NO_MEMORY = Text(
    "There are not {size} MB of memory for the table: set Hash to less.",
    "Não há {size} MB de memória para a tabela: ponha um valor menor em Hash.",
)
