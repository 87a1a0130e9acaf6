"""Texts about matches and their players, for all interfaces."""

from __future__ import annotations

from tabuleiro.rules.texts import Text

YOU = Text("You", "Eu")
GUEST = Text("Guest", "Convidado")
PERSON = Text("Player {number}", "Jogador {number}")
LEVEL_NAME = Text("Computer, level {level}", "Computador, nível {level}")

NOTHING_TO_UNDO = Text("There is no move to take back.", "Não há nenhuma jogada para anular.")
NOTHING_TO_REDO = Text("No move was taken back.", "Nenhuma jogada foi anulada.")
NOT_YOUR_TURN = Text("It is {name}'s turn.", "É a vez de {name}.")
NOBODY_TO_ASK = Text(
    "Only people can do that; here computers play.", "Só pessoas o podem fazer; aqui jogam computadores."
)
FORFEITED = Text("{name} loses the game: {why}", "{name} perde o jogo: {why}")
