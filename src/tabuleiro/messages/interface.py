"""Texts that all interfaces share: whose turn it is, how a game ended, what can be done."""

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
USUAL_VARIANT = Text("the usual game", "o jogo habitual")
