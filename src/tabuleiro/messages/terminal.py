"""Texts of the full screen while a game is played."""

from __future__ import annotations

from tabuleiro.rules.texts import Text

# --- keys -------------------------------------------------------------------------------------------------
KEYS = {
    "board": Text("board", "tabuleiro"),
    "type_move": Text("type a move", "escrever"),
    "play": Text("play it", "jogar"),
    "complete": Text("complete", "completar"),
    "other_keys": Text("back to the board and its keys", "voltar ao tabuleiro e às suas teclas"),
    "hint": Text("hint", "sugestão"),
    "undo": Text("undo", "anular"),
    "redo": Text("redo", "refazer"),
    "move_now": Text("move now", "jogar já"),
    "evaluation": Text("evaluation", "avaliação"),
    "attacked": Text("attacked", "atacadas"),
    "flip": Text("flip", "virar"),
    "view": Text("view", "vista"),
    "draw": Text("draw", "empate"),
    "exchange": Text("exchange seats", "trocar lugares"),
    "resign": Text("resign", "desistir"),
    "new_game": Text("new game", "novo jogo"),
    "next_game": Text("next game", "próximo jogo"),
    "save": Text("save", "gravar"),
    "rules": Text("rules", "regras"),
    "light": Text("light/dark", "claro/escuro"),
    "leave": Text("leave", "sair"),
    "pause": Text("pause", "pausa"),
}
PLACEHOLDER = Text("a move, as in {example}", "uma jogada, como {example}")

# --- beside the board -------------------------------------------------------------------------------------
CAPTURED = Text("captured", "capturou")
MATCH_SCORE = Text("{format}, game {number}: {score}", "{format}, jogo {number}: {score}")
TIE_BREAK = Text("tie-break", "desempate")
NO_MOVES_YET = Text("no moves yet", "ainda sem jogadas")
DEPTH = Text("depth {depth}", "profundidade {depth}")
EVALUATING = Text("evaluating…", "a avaliar…")
PROVED_WIN = Text("{side} wins in {moves}", "vitória de {side} em {moves}")

# --- what happens -----------------------------------------------------------------------------------------
GETTING_READY = Text(
    "Getting the players ready… (the first time, a game is compiled)",
    "A preparar os jogadores… (na primeira vez, o jogo é compilado)",
)
YOUR_TURN = Text("{side} to move: {name}", "{side} a jogar: {name}")
THINKING = Text("{name} is thinking…", "{name} está a pensar…")
PAUSED = Text("Paused: press p to go on.", "Em pausa: prima p para continuar.")
LOOKING_FOR_HINT = Text("Looking for a good move…", "A procurar uma boa jogada…")
HINT = Text("Hint: {move} ({win} for {side})", "Sugestão: {move} ({win} para {side})")
HINT_WINS = Text("Hint: {move} wins.", "Sugestão: {move} ganha.")
SEATS_EXCHANGED = Text("Seats exchanged: {first} now plays {side}.", "Lugares trocados: {first} joga agora com {side}.")
DRAW_DECLINED = Text("{name} declines the draw.", "{name} recusa o empate.")
TAKEN_BACK = Text("Taken back.", "Jogada anulada.")
SAVED = Text("The record is in {path}", "O registo está em {path}")

# --- questions --------------------------------------------------------------------------------------------
YES = Text("Yes", "Sim")
NO = Text("No", "Não")
OK = Text("OK", "OK")
REALLY_RESIGN = Text("Resign this game?", "Desistir deste jogo?")
REALLY_OFFER_DRAW = Text("Offer a draw?", "Propor empate?")
ACCEPT_DRAW = Text("{name}: accept the draw that was offered?", "{name}: aceita o empate proposto?")
LEAVE_GAME = Text(
    "Leave this game? It is kept, and you can go on with it later.",
    "Sair deste jogo? Fica guardado, e pode continuá-lo mais tarde.",
)
SAVE_WHERE = Text("Write the record to which file?", "Gravar o registo em que ficheiro?")
NEXT_GAME = Text("Next game", "Próximo jogo")
REMATCH = Text("Rematch, seats exchanged", "Desforra, lugares trocados")
LOOK_AT_BOARD = Text("Look at the board", "Ver o tabuleiro")
TO_MENU = Text("Menu", "Menu")
MATCH_WON = Text("{name} wins the match, {score}.", "{name} ganha o encontro, {score}.")
MATCH_DRAWN = Text("The match is drawn, {score}.", "O encontro termina empatado, {score}.")
