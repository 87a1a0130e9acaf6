"""Texts of the server, for those who play and watch on it and for whoever starts it."""

from __future__ import annotations

from tabuleiro.rules.texts import Text

BUSY = Text(
    "The computers of this server are all busy: try again in a moment.",
    "Os computadores deste servidor estão todos ocupados: tente de novo daqui a pouco.",
)
STALE = Text(
    "The game has gone on meanwhile: look at the board again.",
    "Entretanto o jogo continuou: veja de novo o tabuleiro.",
)
NOT_YOUR_SEAT = Text("You have no seat in this game: you watch it.", "Não tem lugar neste jogo: está a assistir.")
NOT_YOUR_TURN = Text("It is the other player's turn.", "É a vez do outro jogador.")
ASK_FIRST = Text(
    "Against another person a move is taken back only if the other agrees: ask.",
    "Contra outra pessoa só se volta atrás se a outra concordar: peça-lhe.",
)
NO_FREE_SEAT = Text("Both seats are taken: you can watch.", "Os dois lugares estão ocupados: pode assistir.")
NOT_READY = Text(
    "The game begins when the other player has come.", "O jogo começa quando o outro jogador tiver chegado."
)
NOT_HERE = Text(
    "A program plays in this match that does not run here: go on with it in the terminal.",
    "Neste encontro joga um programa que aqui não corre: continue-o no terminal.",
)
NO_ACTION = Text("There is no action {action!r}; there are {known}.", "Não há a ação {action!r}; há {known}.")
NO_MOVE = Text("Say which move.", "Diga que jogada.")
NO_HINT = Text("There are no hints against other people.", "Contra outras pessoas não há sugestões.")
NOT_OVER = Text("The match is not over.", "O encontro não acabou.")
GAME_BEGUN = Text("Game {number} begins.", "Começa o jogo {number}.")
NOT_KEPT_NOW = Text(
    "The server cannot keep games at the moment; it tries again.",
    "O servidor não consegue guardar jogos neste momento; vai tentar de novo.",
)

# --- visitors ---------------------------------------------------------------------------------------------
BAD_NAME = Text(
    "A name has 1 to {most} characters, and none that cannot be seen.",
    "Um nome tem de 1 a {most} caracteres, todos visíveis.",
)
NAME_TAKEN = Text("The name {name} is taken.", "O nome {name} já está ocupado.")
BAD_PASSWORD = Text(
    "A password has {least} to {most} characters.", "Uma palavra-passe tem de {least} a {most} caracteres."
)
NO_LOGIN = Text("Name or password is wrong.", "O nome ou a palavra-passe não está certo.")

# --- requests ---------------------------------------------------------------------------------------------
BAD_REQUEST = Text("The request is not understood: {where}: {what}.", "O pedido não se entende: {where}: {what}.")
NOT_JSON = Text(
    "Requests that change something are JSON: send the header Content-Type: application/json.",
    "Os pedidos que mudam algo são em JSON: envie o cabeçalho Content-Type: application/json.",
)
OTHER_ORIGIN = Text("Requests from other pages are refused.", "Recusam-se pedidos vindos de outras páginas.")
OTHER_HOST = Text(
    "This server does not go by this name: start it with --origin to give it one.",
    "Este servidor não responde por este nome: indique-o com --origin ao arrancá-lo.",
)
TOO_LARGE = Text("The request is longer than {most} bytes.", "O pedido tem mais de {most} bytes.")
TOO_MANY = Text("Too many requests: wait a little.", "Demasiados pedidos: espere um pouco.")
NOTHING_HERE = Text("There is nothing here.", "Aqui não há nada.")
INTERNAL = Text("Something went wrong on the server.", "Algo correu mal no servidor.")
ONLY_LEVELS = Text(
    "Players are human or level:1 to level:{most}, halves such as level:4.5 too.",
    "Os jogadores são human ou level:1 a level:{most}, e meios níveis como level:4.5.",
)
NO_SUCH_PLY = Text("The game has no move {ply}.", "O jogo não tem a jogada {ply}.")

# --- starting a server ------------------------------------------------------------------------------------
SERVING = Text("Tabuleiro is at {address}", "O Tabuleiro está em {address}")
GIVE_ADDRESS = Text("Others on this network open {address}", "Os outros nesta rede abrem {address}")
STOP_BY = Text("Ctrl-C ends it. Every move is kept.", "Ctrl-C termina. Todas as jogadas ficam guardadas.")
PORT_TAKEN = Text(
    "Port {port} of {host} cannot be used: {why}. Choose another with --port.",
    "Não se pode usar a porta {port} de {host}: {why}. Escolha outra com --port.",
)
NO_BROWSER = Text(
    "There is no browser here that can be opened: playing in the terminal instead.",
    "Não há aqui navegador que se possa abrir: joga-se no terminal.",
)
BAD_ORIGIN = Text(
    "{given!r} is no origin: write it as in https://games.example.org",
    "{given!r} não é uma origem: escreva-a como em https://jogos.example.org",
)
