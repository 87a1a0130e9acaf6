"""Texts about positions that the engine analyses, and games whose moves it judges."""

from __future__ import annotations

from tabuleiro.rules.texts import Text, same

# --- errors in what was asked for ---
NO_SECONDS = Text(
    "{option} must be a number of seconds above 0 and up to {most}, not {given!r}.",
    "{option} tem de ser um número de segundos acima de 0 e até {most}, e não {given!r}.",
)
FEN_OR_FILE = Text(
    "Give either a position by --fen or a file of records, not both.",
    "Dê uma posição com --fen ou um ficheiro de registos, não ambos.",
)
LINES_OF_A_POSITION = Text(
    "--lines goes with a position only; of a record, the best line of each move is shown.",
    "--lines só serve com uma posição; de um registo mostra-se a melhor linha de cada jogada.",
)
OVER = Text("The game is over: {verdict}.", "O jogo terminou: {verdict}.")

# --- the search of a position ---
COLUMNS = {
    "depth": Text("depth", "prof."),
    "score": Text("score", "valor"),
    "win": Text("wins", "ganha"),
    "nodes": Text("nodes", "nós"),
    "speed": Text("nodes/s", "nós/s"),
    "seconds": Text("time", "tempo"),
    "line": Text("line", "linha"),
}
WON_IN = Text("won in {plies}", "ganha em {plies}")
LOST_IN = Text("lost in {plies}", "perde em {plies}")
PROVED = Text("proved", "provado")
NOT_JUDGED = Text(
    "Stopped before all moves were judged; with fewer --seconds or --nodes it takes less time.",
    "Interrompido antes de todas as jogadas serem julgadas; com menos --seconds ou --nodes demora menos.",
)
ONE_OUTPUT = Text(
    "--json and --svg - would both write to the output; name a file for the picture.",
    "--json e --svg - escreveriam ambos na saída; dê um ficheiro para a imagem.",
)
STOPPED = Text("Stopped; this is what was found.", "Interrompido; foi isto que se encontrou.")
STOPPED_BEFORE = Text("Stopped before anything was found.", "Interrompido antes de se encontrar alguma coisa.")

# --- the judgement of a record ---
JUDGING = Text("Judging the moves", "A julgar as jogadas")
REVIEW_COLUMNS = {
    "number": Text("no.", "n.º"),
    "side": Text("side", "lado"),
    "move": Text("move", "jogada"),
    "before": Text("before", "antes"),
    "after": Text("after", "depois"),
    "loss": Text("loss", "perda"),
    "judgement": Text("judgement", "apreciação"),
    "better": Text("better", "melhor"),
}
LABELS = {
    "inaccuracy": Text("?! inaccuracy", "?! imprecisão"),
    "mistake": Text("? mistake", "? erro"),
    "blunder": Text("?? blunder", "?? erro grave"),
}
SIGNS = {"inaccuracy": same("?!"), "mistake": same("?"), "blunder": same("??")}
PLURALS = {
    "inaccuracy": Text("inaccuracies", "imprecisões"),
    "mistake": Text("mistakes", "erros"),
    "blunder": Text("blunders", "erros graves"),
}
LOSING = Text("the losing move", "a jogada que perde")
LOSES = Text("loses", "perde")
CHANCES = Text("Chances of winning, by move: {side}", "Probabilidade de vitória por jogada: {side}")
FIRST_LOSING_MOVE = Text(
    "The first losing move: {number} {move} ({side}), from {before} to {after}. Better: {line}",
    "A primeira jogada que perde: {number} {move} ({side}), de {before} para {after}. Melhor: {line}",
)
NO_LOSING_MOVE = Text("No single move lost the game.", "Nenhuma jogada, por si só, perdeu o jogo.")
SUMMARY_COLUMNS = {"moves": Text("moves", "jogadas"), "average": Text("average loss", "perda média")}
NO_MOVES_IN_RECORD = Text("The record has no moves to judge.", "O registo não tem jogadas para julgar.")
GAME_NUMBER = Text("Game {number} of {count}", "Partida {number} de {count}")

# --- the explanation of a position ---
TERM = Text("what counts", "o que conta")
DIFFERENCE = Text("difference", "diferença")
TOTAL = Text("in all", "no total")
EVALUATION = Text(
    "How it looks, without looking ahead (in men; difference: {side} less the other side)",
    "O que parece, sem calcular jogadas (em peças; diferença: {side} menos o outro lado)",
)
NO_EVALUATION = Text(
    "This game does not say what counts in a position; what follows is the opinion of the search alone.",
    "Este jogo não diz o que conta numa posição; o que se segue é só a opinião da procura.",
)
WOULD_PLAY = Text(
    "{side} would play {move}: {score}; its probability of winning is {win}.",
    "{side}: a melhor jogada é {move} ({score}), com uma probabilidade de vitória de {win}.",
)
IS_PROVED = Text("This is proved, whatever the other side does.", "Está provado, faça o outro lado o que fizer.")
MOVE, MOVES = Text("1 move", "1 jogada"), Text("{count} moves", "{count} jogadas")
NOT_PROVED = Text(
    "This is an estimate after {positions}, {depth} deep.",
    "É uma estimativa depois de {positions}, com {depth} de profundidade.",
)
EXPECTED = Text("The line: {line}.", "A linha: {line}.")
ENDS = Text("There the game is over: {verdict}.", "Aí o jogo termina: {verdict}.")
GAINS = Text(
    "On the way, the biggest gains of {side} are in {terms}.", "Pelo caminho, {side}: maiores ganhos em {terms}."
)
GIVES = Text("It gives something up in {terms}.", "Cede alguma coisa em {terms}.")
NOTHING_CHANGES = Text(
    "At its end hardly anything that counts has changed.", "No fim dela quase nada do que conta mudou."
)
ONLY_MOVE = Text("There is no other move.", "Não há outra jogada.")
ALTERNATIVES = Text("Next best:", "As seguintes:")
COSTS = Text("{move} ({score}, {win}) costs {loss}: {line}", "{move} ({score}, {win}) custa {loss}: {line}")
EQUAL = Text("{move} ({score}, {win}) is as good: {line}", "{move} ({score}, {win}) vale o mesmo: {line}")
ENDS_TOO = Text("{move} ({score}, {win}): {line}", "{move} ({score}, {win}): {line}")
