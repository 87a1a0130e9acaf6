"""What interfaces say around a game: whose turn it is, how it ended, what can be done."""

from __future__ import annotations

from tabuleiro.rules.texts import Text

# --- a position -------------------------------------------------------------------------------------------
TO_MOVE = Text("{side} to move", "{side} a jogar")
WON = Text("Won by {side}: {reason}", "Vitória: {side} ({reason})")
DRAWN = Text("Drawn: {reason}", "Empate: {reason}")

# --- tables -----------------------------------------------------------------------------------------------
VARIANTS = Text("Variants: {names}", "Variantes: {names}")
HOW_TO_NAME = Text(
    "A variant is written behind its game, as in GAME:VARIANT.",
    "Uma variante escreve-se a seguir ao seu jogo, como em JOGO:VARIANTE.",
)
SWITCHES = Text("Switches", "Opções")
HOW_TO_SWITCH = Text(
    "Each can be changed by --set NAME=VALUE; the values that it may have stand in brackets.",
    "Cada uma muda-se com --set NOME=VALOR; entre parênteses retos estão os valores que pode ter.",
)
UP_TO = Text("to", "a")
SIGNS = Text("Signs: {signs}.", "Sinais: {signs}.")
WHERE_TO = Text(
    "In round brackets: where the piece on {cell} may go.",
    "Entre parênteses: para onde pode ir a peça em {cell}.",
)
MOVE = Text("move", "jogada")
LEAVES = Text("leaves", "folhas")

# --- commands that print ----------------------------------------------------------------------------------
RULES_LINK = Text("More: {link}", "Mais: {link}")
ONE_MOVE = Text("one move", "uma jogada")
COUNT_OF_MOVES = Text("{count} moves", "{count} jogadas")
NO_MOVES = Text("There are no moves: the game is over.", "Não há jogadas: o jogo terminou.")
NO_MOVES_FROM = Text("The piece on {cell} has no move.", "A peça em {cell} não tem nenhuma jogada.")
NO_CELL = Text(
    "The board has no cell {cell!r}: its cells go from a1 to {last}.",
    "O tabuleiro não tem a casa {cell!r}: as casas vão de a1 a {last}.",
)
NO_PIECE = Text("There is no piece on {cell}.", "Não há nenhuma peça em {cell}.")
NOT_ITS_TURN = Text(
    "The piece on {cell} does not belong to the side to move ({side}).",
    "A peça em {cell} não é do lado que joga agora ({side}).",
)
NO_VIEW = Text(
    "This board has no view {name!r}; it has {views}.", "Este tabuleiro não tem a vista {name!r}; tem {views}."
)
SPEED = Text("{leaves} leaves in {seconds} s ({rate} million/s)", "{leaves} folhas em {seconds} s ({rate} milhões/s)")
COUNTING = Text("Counting", "A contar")
READY = Text("{count} ready: {names}", "{count} prontos: {names}")
COMPILING = Text("Compiling {names}", "A compilar {names}")
WRITTEN = Text("Written: {path}", "Escrito: {path}")
TURN_ONLY_FOR_PROLOG = Text(
    "--turn goes with --from prolog only; the other forms say whose turn it is.",
    "--turn só serve com --from prolog; as outras formas dizem de quem é a vez.",
)
OTHER_GAME = Text("This is a record of {given}, not of {game}.", "Este registo é de {given}, e não de {game}.")
ONE_DRAWING = Text(
    "There are {count} records; only one can become an SVG.", "Há {count} registos; só um pode tornar-se um SVG."
)
NOTHING_GIVEN = Text(
    "There is nothing to convert: the text is empty.", "Não há nada para converter: o texto está vazio."
)

# --- choosing a game --------------------------------------------------------------------------------------
WHICH_GAME = Text("Which game? Type its number or its name: ", "Que jogo? Escreva o número ou o nome: ")
WHICH_VARIANT = Text(
    "Which variant? Type its number or its name, or just press Enter for 1: ",
    "Que variante? Escreva o número ou o nome, ou só Enter para a 1: ",
)
USUAL_VARIANT = Text("the usual game", "o jogo habitual")
NO_SUCH_NUMBER = Text("The list goes from 1 to {last}.", "A lista vai de 1 a {last}.")

# --- a game in the terminal -------------------------------------------------------------------------------
PLAY_HINT = Text(
    "Type a move, as in {example}; or rules, help, quit.",
    "Escreva uma jogada, como {example}; ou regras, ajuda, sair.",
)
PROMPT = Text("{side}: ", "{side}: ")
PLAY_HELP = {
    "help": Text("this list", "esta lista"),
    "rules": Text("how the game is played", "como se joga"),
    "moves": Text(
        "the legal moves, or those from a cell: {word} {cell}",
        "as jogadas possíveis, ou as de uma casa: {word} {cell}",
    ),
    "board": Text("draw the board again", "desenha de novo o tabuleiro"),
    "undo": Text("take the last move back", "anula a última jogada"),
    "swap": Text("after the first move: exchange seats", "depois da primeira jogada: troca de lugares"),
    "draw": Text("end the game as a draw, if you both agree", "termina com empate, se ambos concordarem"),
    "resign": Text("give the game up", "desiste da partida"),
    "save": Text("write the record to a file: {word} FILE", "escreve o registo num ficheiro: {word} FICHEIRO"),
    "quit": Text("stop here; the record is kept", "para aqui; o registo fica guardado"),
}
PLAY_WORDS = {
    "help": Text("help", "ajuda"),
    "rules": Text("rules", "regras"),
    "moves": Text("moves", "jogadas"),
    "board": Text("board", "tabuleiro"),
    "undo": Text("undo", "anular"),
    "swap": Text("swap", "trocar"),
    "draw": Text("draw", "empate"),
    "resign": Text("resign", "desistir"),
    "save": Text("save", "gravar"),
    "quit": Text("quit", "sair"),
}
"""The words that a person types; those of both languages are always understood."""

PLAY_A_MOVE = Text("play this move", "faz esta jogada")
NOTHING_TO_UNDO = Text("There is no move to take back.", "Não há nenhuma jogada para anular.")
UNDONE = Text("Taken back: {move}", "Anulada: {move}")
SWAPPED = Text(
    "Seats exchanged: each of you now has the other's pieces.",
    "Lugares trocados: cada um tem agora as peças do outro.",
)
NO_SUCH_EVENT = {
    "swap": Text("In this game seats are not exchanged.", "Neste jogo não se trocam os lugares."),
    "draw": Text("This game has no draws.", "Neste jogo não há empates."),
}
SAVED = Text("The record is in {path}", "O registo está em {path}")
SAVE_WHERE = Text("Say which file: save FILE", "Diga em que ficheiro: gravar FICHEIRO")
GOODBYE = Text("Nothing was played.", "Não se jogou nada.")
