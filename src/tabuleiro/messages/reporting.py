"""Texts of reports on games: their balance, length, turning points and openings."""

from __future__ import annotations

from tabuleiro.messages.arena import ENDINGS_COLUMNS, LENGTHS_COLUMNS, RESULTS, STANDINGS_COLUMNS
from tabuleiro.rules.texts import Text, same

DAMAGED = Text(
    "{file} is damaged. Remove it, and its games are looked at again.",
    "{file} está danificado. Apague-o, e as suas partidas serão vistas de novo.",
)

# --- while it is worked out -------------------------------------------------------------------------------
STAGES = {
    "openings": Text("games after random moves", "partidas depois de jogadas ao acaso"),
    "start": Text("games from the usual start", "partidas da posição inicial"),
    "levels": Text("games between levels", "partidas entre níveis"),
    "looks": Text("games looked at", "partidas vistas"),
}
KEPT_IN = Text("All games are kept in {folder}.", "Todas as partidas estão guardadas em {folder}.")
PAGE_IN = Text("The page is in {file}.", "A página está em {file}.")

# --- what was played --------------------------------------------------------------------------------------
TITLE = Text("{game}: a report", "{game}: um relatório")
LEAD = Text(
    "What the game is like, from {games} of the engine against itself.",
    "Como é o jogo, a partir de {games} do motor contra si próprio.",
)
FACTS = {
    "game": Text("game", "jogo"),
    "openings": Text("after random moves", "após jogadas ao acaso"),
    "start": Text("from the usual start", "da posição inicial"),
    "levels": Text("between levels", "entre níveis"),
    "looks": Text("probabilities of winning", "probabilidades de vitória"),
    "seed": Text("seed", "semente"),
    "version": Text("version", "versão"),
}
OPENING_GAMES = Text(
    "{games} of {player} against itself, each after {moves}",
    "{games} de {player} contra si próprio, cada uma depois de {moves}",
)
RANDOM_MOVES = (
    Text("1 random move", "1 jogada ao acaso"),
    Text("{count} random moves", "{count} jogadas ao acaso"),
)
START_GAMES = Text("{games} of {player} against itself", "{games} de {player} contra si próprio")
LEVEL_GAMES = Text(
    "{games} games between each two neighbours, the last level with {nodes} nodes a move",
    "{games} partidas entre cada dois vizinhos, o último nível com {nodes} nós por jogada",
)
LOOKED = Text("{nodes} nodes a position", "{nodes} nós por posição")

# --- balance ----------------------------------------------------------------------------------------------
BALANCE = Text("Balance between the sides", "Equilíbrio entre os lados")
BALANCE_COLUMNS = {
    "sample": Text("games", "partidas"),
    "games": Text("number", "número"),
    "score": Text("points of {side}", "pontos ({side})"),
    "interval": STANDINGS_COLUMNS["interval"],
    **RESULTS,
}
BALANCE_AXIS = Text("points of {side}, in percent", "pontos em percentagem ({side})")
BETWEEN = Text("{low} to {high}", "{low} a {high}")
WINS_AND_DRAWS = Text("Won, drawn and lost by {side}", "{side}: partidas ganhas, empatadas e perdidas")
DRAWS = Text(
    "{share} of the games after random moves were drawn.", "Empates: {share} das partidas depois de jogadas ao acaso."
)
PIE_RULE = Text(
    "The game lets the second player exchange seats after the first move. That was not done here: these are the sides as they are.",
    "O jogo deixa o segundo jogador trocar de lugar depois da primeira jogada. Aqui isso não se fez: os lados são o que são.",
)

# --- branching --------------------------------------------------------------------------------------------
CHOICES = Text("Moves to choose from", "Jogadas à escolha")
CHOICES_TEXT = Text(
    "On average there were {mean} legal moves ({first}: {of_first}, {second}: {of_second}), and never more than {most}.",
    "Em média havia {mean} jogadas possíveis ({first}: {of_first}, {second}: {of_second}), e nunca mais de {most}.",
)
CHOICES_AXIS = Text("legal moves", "jogadas possíveis")
ABOUT_CHOICES = Text(
    "The line is the mean of the games that were still being played; the band holds four out of five of them.",
    "A linha é a média das partidas que ainda se jogavam; a faixa contém quatro em cada cinco.",
)
PLY = LENGTHS_COLUMNS["plies"]

# --- decisive moments -------------------------------------------------------------------------------------
DECISIONS = Text("When games are decided", "Quando se decidem as partidas")
NO_WINNERS = Text("No game was won by anybody.", "Ninguém ganhou nenhuma partida.")
DECIDED = Text(
    "A game counts as decided after the ply from which on its winner never falls below {share}. Half of the games were decided by ply {middle} (half of all between {lower} and {upper}), {left} before their end.",
    "Uma partida conta como decidida depois do lance a partir do qual o vencedor nunca desce abaixo de {share}. Metade das partidas estava decidida ao lance {middle} (metade de todas entre {lower} e {upper}), {left} antes do fim.",
)
GROWTH = Text("The winner's probability of winning", "A probabilidade de vitória do vencedor")
FROM_BEGINNING = Text("Counted from the beginning", "Contado do início")
TO_END = Text("Counted back from the end", "Contado do fim para trás")
PLIES_LEFT = Text("plies before the end", "lances antes do fim")
WIN_AXIS = Text("percent", "percentagem")
ABOUT_GROWTH = Text(
    "The line is the middle one of the games with a winner, the band holds half of them. A game that is over counts as 100%.",
    "A linha é a mediana das partidas com vencedor, a faixa contém metade delas. Uma partida acabada conta como 100\N{NO-BREAK SPACE}%.",
)
SHARES = Text("Games decided and over, of those that were won", "Partidas decididas e acabadas, das que se ganharam")
DECIDED_SERIES = Text("decided", "decididas")
OVER_SERIES = Text("over", "acabadas")
SWINGS = Text("The largest swings", "As maiores reviravoltas")
ABOUT_SWINGS = Text(
    "Of each game the move that cost its side most of its probability of winning, in the eyes of a short search.",
    "De cada partida a jogada que mais custou ao seu lado em probabilidade de vitória, aos olhos de uma pesquisa curta.",
)
SWINGS_COLUMNS = {
    "game": Text("game", "partida"),
    "ply": Text("ply", "lance"),
    "side": Text("side", "lado"),
    "move": Text("move", "jogada"),
    "before": Text("before", "antes"),
    "after": Text("after", "depois"),
}
MOMENTS = Text("Mistakes that decided games", "Erros que decidiram partidas")
MOMENT = Text(
    "Game {game}, ply {ply}. {mover}: {move}. {winner} from {before} to {after}, and won.",
    "Partida {game}, lance {ply}. {mover}: {move}. {winner}: de {before} a {after}, e vitória.",
)

# --- openings ---------------------------------------------------------------------------------------------
TREE = Text("How games begin", "Como começam as partidas")
ABOUT_TREE = Text(
    "From the usual start, by players who vary among moves that look nearly equal. A move stands below the one that it answers, with its share of the answers and the points of {side}.",
    "Da posição inicial, por jogadores que variam entre jogadas que parecem quase iguais. Uma jogada está por baixo daquela a que responde, com a sua parte das respostas e os pontos de um lado ({side}).",
)
TREE_COLUMNS = {
    "move": Text("move", "jogada"),
    "games": STANDINGS_COLUMNS["games"],
    "share": ENDINGS_COLUMNS["share"],
    "score": BALANCE_COLUMNS["score"],
}
OTHERS = Text("other moves", "outras jogadas")
FIRST_MOVES = Text(
    "First moves, and how games went on for {side}", "Primeiras jogadas, e como as partidas correram ({side})"
)

# --- levels -----------------------------------------------------------------------------------------------
STEPS = Text("Each level against the one below", "Cada nível contra o anterior")
STEPS_COLUMNS = {
    "levels": Text("levels", "níveis"),
    "games": STANDINGS_COLUMNS["games"],
    "score": STANDINGS_COLUMNS["score"],
    "interval": STANDINGS_COLUMNS["interval"],
    "difference": Text("Elo above", "Elo acima"),
    "elo-interval": STANDINGS_COLUMNS["interval"],
}
STEP = same("{upper} : {lower}")
STEPS_AXIS = Text("points of the higher level, in percent", "pontos do nível mais alto, em percentagem")

# --- how far to trust it ----------------------------------------------------------------------------------
TRUST = Text(
    "All of this is about the engine's play, with so few nodes a move that many games fit into a report. People, and longer thought, may find the balance elsewhere. The intervals hold the true value with a probability of 95%.",
    "Tudo isto é sobre o jogo do motor, com tão poucos nós por jogada que muitas partidas cabem num relatório. Pessoas, ou mais tempo a pensar, podem encontrar outro equilíbrio. Os intervalos contêm o valor verdadeiro com uma probabilidade de 95\N{NO-BREAK SPACE}%.",
)
COPIES = Text(
    "Copies of other games, move by move: {copies}. They came by lot and count for the interval, which is about what these players get, not about games that they never play.",
    "Cópias de outras partidas, jogada a jogada: {copies}. Saíram por sorteio e contam para o intervalo, que é sobre o que estes jogadores obtêm, e não sobre partidas que nunca jogam.",
)
VARIETY = Text("{sample}: {remark}", "{sample}: {remark}")
