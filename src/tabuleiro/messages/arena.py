"""Texts of the arena: errors in what was asked for, and what a run of games shows."""

from __future__ import annotations

from tabuleiro.rules.texts import Text, same

# --- the sequential test ----------------------------------------------------------------------------------
BOUNDS_IN_ORDER = Text(
    "A sequential test needs two differences in Elo, the lower one first, not {elo0} and {elo1}.",
    "Um teste sequencial precisa de duas diferenças em Elo, primeiro a menor, e não {elo0} e {elo1}.",
)
NO_BOUND = Text(
    "A sequential test is about differences in Elo from -{most} to {most}, not {given}.",
    "Um teste sequencial é sobre diferenças em Elo de -{most} a {most}, e não {given}.",
)
NO_ERROR_RATE = Text(
    "The probability of an error must be above 0 and below 0.5, not {given}.",
    "A probabilidade de um erro tem de estar acima de 0 e abaixo de 0,5, e não {given}.",
)

# --- so many of something: one, and several ---------------------------------------------------------------
COUNT_OF_GAMES = (Text("1 game", "1 partida"), Text("{count} games", "{count} partidas"))
COUNT_OF_PAIRS = (Text("1 pair", "1 par"), Text("{count} pairs", "{count} pares"))
COUNT_OF_PLIES = (Text("1 ply", "1 lance"), Text("{count} plies", "{count} lances"))

# --- tables -----------------------------------------------------------------------------------------------
STANDINGS = Text("Standings", "Classificação")
STANDINGS_COLUMNS = {
    "rank": Text("no.", "n.º"),
    "player": Text("player", "jogador"),
    "rating": Text("Elo", "Elo"),
    "interval": Text("95%", "95\N{NO-BREAK SPACE}%"),
    "games": Text("games", "partidas"),
    "score": Text("score", "pontos"),
    "wins": same("+"),
    "draws": same("="),
    "losses": same("-"),
    "seconds": Text("s/move", "s/jogada"),
    "failures": Text("failures", "falhas"),
}
INTERVAL = Text("{low} to {high}", "{low} a {high}")
GAPS = Text("From one to the next", "De um ao seguinte")
GAPS_COLUMNS = {
    "upper": Text("player", "jogador"),
    "lower": Text("next", "seguinte"),
    "difference": Text("Elo above", "Elo acima"),
    "interval": STANDINGS_COLUMNS["interval"],
    "superiority": Text("is stronger", "é mais forte"),
}
OVER = Text("over {share}", "mais de {share}")
CROSS = Text("Who got what against whom", "Quem fez o quê contra quem")
TOO_WIDE = Text(
    "The table of who got what against whom is too wide for this terminal; the report has it.",
    "A tabela de quem fez o quê contra quem é larga de mais para este terminal; está no relatório.",
)
BY_SEAT = Text("By seat", "Por lado")
BALANCE = Text(
    "{side}: {share} of the points ({low} to {high}); {wins}, {draws}, {losses}.",
    "{side}: {share} dos pontos ({low} a {high}); {wins}, {draws}, {losses}.",
)
WINS = (Text("1 won", "1 ganha"), Text("{count} won", "{count} ganhas"))
DRAWS = (Text("1 drawn", "1 empatada"), Text("{count} drawn", "{count} empatadas"))
LOSSES = (Text("1 lost", "1 perdida"), Text("{count} lost", "{count} perdidas"))
ENDINGS = Text("How games ended", "Como acabaram as partidas")
ENDINGS_COLUMNS = {
    "result": Text("result", "resultado"),
    "reason": Text("reason", "razão"),
    "games": STANDINGS_COLUMNS["games"],
    "share": Text("share", "parte"),
}
WON_BY = Text("{side} won", "vitória: {side}")
DRAWN = Text("drawn", "empate")
REASONS = {
    "adjudication": Text("adjudicated", "por arbitragem"),
    "unfinished": Text("too long", "demasiado longa"),
}
LENGTHS = Text("How long games were", "Quanto duraram as partidas")
LENGTHS_COLUMNS = {"plies": Text("plies", "lances"), "games": STANDINGS_COLUMNS["games"], "bar": Text("", "")}
QUARTILES = Text(
    "Half of the games lasted {lower} to {upper}; the middle one {middle}, the shortest {shortest}, the longest {longest}.",
    "Metade das partidas durou {lower} a {upper}; a mediana é {middle}, a mais curta {shortest}, a mais longa {longest}.",
)
MOSTLY_EQUAL = Text(
    "At least half of the games lasted {plies}; the shortest {shortest}, the longest {longest}.",
    "Pelo menos metade das partidas durou {plies}; a mais curta {shortest}, a mais longa {longest}.",
)
EQUAL_LENGTHS = Text("Each game lasted {plies}.", "Cada partida durou {plies}.")
FAILURES = Text("Failures", "Falhas")
FAILURES_COLUMNS = {"failure": Text("what happened", "o que aconteceu"), "games": STANDINGS_COLUMNS["games"]}

# --- remarks ----------------------------------------------------------------------------------------------
NO_GAMES = Text("No game is finished yet.", "Ainda não acabou nenhuma partida.")
VARIETY = Text(
    "{games} different games from {openings} openings.", "{games} partidas diferentes de {openings} aberturas."
)
VARIETY_OF_ONE = Text(
    "{games} different games, all from the same opening.", "{games} partidas diferentes, todas da mesma abertura."
)
ONE_GAME = Text("There is only one game.", "Só há uma partida.")
ALL_THE_SAME = Text("All games are the same, move by move.", "Todas as partidas são iguais, jogada a jogada.")
ONE_COPY = Text(
    "One game is a copy of another, move by move. It counts for the intervals, which are about what these players get from such openings, not about games that they never play.",
    "Uma partida é cópia de outra, jogada a jogada. Conta para os intervalos, que são sobre o que estes jogadores obtêm destas aberturas, e não sobre partidas que nunca jogam.",
)
COPIES = Text(
    "Copies of other games, move by move: {copies}. They count for the intervals, which are about what these players get from such openings, not about games that they never play.",
    "Cópias de outras partidas, jogada a jogada: {copies}. Contam para os intervalos, que são sobre o que estes jogadores obtêm destas aberturas, e não sobre partidas que nunca jogam.",
)
GROUPS = Text(
    "No games connect some of the players: ratings can be compared only within each of {groups} groups.",
    "Há jogadores que nenhuma partida liga: os valores só se podem comparar dentro de cada um de {groups} grupos.",
)
SPRT = Text(
    "Is {player} better by {elo0} Elo or by {elo1}? {verdict} after {pairs} (LLR {llr}, bounds {lower} and {upper}).",
    "{player} é melhor em {elo0} Elo ou em {elo1}? {verdict} depois de {pairs} (LLR {llr}, limites {lower} e {upper}).",
)
VERDICTS = {
    "better": Text("Better", "Melhor"),
    "not better": Text("Not better", "Não é melhor"),
    None: Text("Not decided", "Por decidir"),
}

# --- the page ---------------------------------------------------------------------------------------------
VARIANT = same("{game} ({id})")
REPORT = Text("Arena: {game}", "Arena: {game}")
LEAD = Text("{games} between {players} players", "{games} entre {players} jogadores")
UNFINISHED_LEAD = Text("{lead}. {note}", "{lead}. {note}")
PLAYED = Text("What was played", "O que se jogou")
RATINGS = Text("Ratings with their intervals", "Valores com os seus intervalos")
ABOUT_RATINGS = Text(
    "Ratings are those of the Bradley-Terry model, in Elo: 100 Elo more are 64% of the points. A draw is half a win for each. The intervals hold the true value with a probability of 95%; they come from resampling the pairs of games.",
    "Os valores são os do modelo de Bradley-Terry, em Elo: mais 100 Elo são 64\N{NO-BREAK SPACE}% dos pontos. Um empate é meia vitória para cada um. Os intervalos contêm o valor verdadeiro com uma probabilidade de 95\N{NO-BREAK SPACE}%; vêm da reamostragem dos pares de partidas.",
)
ABOUT_CROSS = Text(
    "Points of games; below, the share of the points in percent.",
    "Pontos por partidas; em baixo, a percentagem dos pontos.",
)
RESULTS = {"wins": Text("won", "ganhas"), "draws": Text("drawn", "empatadas"), "losses": Text("lost", "perdidas")}
ON_SEAT = Text("{side}: {name}", "{side}: {name}")
MEDIAN = Text("median {plies}", "mediana {plies}")
TEST = Text("Sequential test", "Teste sequencial")
COURSE = Text("The course of the test", "O decurso do teste")
PAIRS = Text("pairs of games", "pares de partidas")
LLR = Text("log-likelihood ratio", "log da razão de verosimilhanças")
HOW_SURE = Text("How far to trust this", "Até onde confiar nisto")
REPRODUCE = Text("How to play it again", "Como voltar a jogar isto")
