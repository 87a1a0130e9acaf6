"""Texts about learning the weights of an evaluation."""

from __future__ import annotations

from tabuleiro.rules.texts import Text, same

NOTHING_TO_LEARN = Text(
    "{game} has no evaluation with weights that could be learned; with --what network it can learn without.",
    "{game} não tem uma avaliação com pesos que se possam aprender; com --what network pode aprender sem ela.",
)
NOTHING_QUIET = Text(
    "These games of {game} have no quiet position that is not decided yet, so there is nothing to learn from. Play more games, or on a larger board.",
    "Estas partidas de {game} não têm nenhuma posição calma que não esteja já decidida, e por isso não há com que aprender. Jogue mais partidas, ou num tabuleiro maior.",
)
OTHER_LEARNING = Text(
    "{folder} is about something else: {differences}. Choose another folder with --save, or remove this one.",
    "{folder} trata de outra coisa: {differences}. Escolha outra pasta com --save, ou apague esta.",
)
INSTEAD = Text("{there} instead of {here}", "{there} em vez de {here}")
DIFFERENCES = {
    "game": INSTEAD,
    "games": same("--games ") + INSTEAD,
    "nodes": same("--nodes ") + INSTEAD,
    "tried": Text("other moves tried after", "outras jogadas experimentadas depois de")
    + same(" ")
    + INSTEAD
    + same(" %"),
    "match_nodes": same("--match-nodes ") + INSTEAD,
    "seed": same("--seed ") + INSTEAD,
    "what": same("--what ") + INSTEAD,
    "start": Text("other weights to begin with", "outros pesos no início"),
    "evaluation": Text("another evaluation", "outra avaliação"),
}
NO_COMMA = Text(
    "Weights in {folder} could not be named, since a comma ends a setting of a player. Choose a folder without one with --save.",
    "Os pesos em {folder} não poderiam ser nomeados, porque uma vírgula acaba uma opção de um jogador. Escolha com --save uma pasta sem nenhuma.",
)
IN_USE = Text("Another process is learning in {folder}.", "Outro processo está a aprender em {folder}.")
DAMAGED = Text(
    "{file} is damaged. Remove it, and its games are played again.",
    "{file} está danificado. Apague-o, e as suas partidas serão jogadas de novo.",
)
DAMAGED_FOLDER = Text(
    "{file} is damaged. Choose another folder with --save, or remove this one.",
    "{file} está danificado. Escolha outra pasta com --save, ou apague esta.",
)

# --- rounds ---
PLAYING = Text("round {round}: games", "ronda {round}: partidas")
FITTING = Text("round {round}: fit", "ronda {round}: ajuste")
MATCH = Text("round {round}: match, LLR {llr}", "ronda {round}: encontro, LLR {llr}")
COLUMNS = {
    "round": Text("round", "ronda"),
    "positions": Text("positions", "posições"),
    "before": Text("surprise before", "surpresa antes"),
    "after": Text("after", "depois"),
    "games": Text("match games", "partidas do encontro"),
    "score": Text("score", "pontos"),
    "llr": Text("LLR", "LLR"),
    "verdict": Text("verdict", "veredicto"),
    "kept": Text("weights", "pesos"),
}
VERDICTS = {
    "better": Text("better", "melhores"),
    "not better": Text("not better", "não melhores"),
    None: Text("open", "em aberto"),
}
KEPT = {True: Text("kept", "guardados"), False: Text("dropped", "rejeitados")}
BEST = Text(
    "The best weights are in {file}. They play as alphabeta:weights={file}.",
    "Os melhores pesos estão em {file}. Jogam como alphabeta:weights={file}.",
)
NO_BETTER = Text("No round found better weights.", "Nenhuma ronda encontrou pesos melhores.")
