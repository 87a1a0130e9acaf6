"""The catalogue of texts that people read, in English and Portuguese, except those of single games."""

from __future__ import annotations

from tabuleiro.rules.texts import LANGUAGES, Text, language, listing, same, set_language, using_language

__all__ = [
    "LANGUAGES",
    "REASON",
    "Text",
    "language",
    "listing",
    "reason_text",
    "same",
    "set_language",
    "using_language",
]

REASON = {
    "goal": Text("goal reached", "meta alcançada"),
    "no-pieces": Text("no pieces left", "sem peças"),
    "no-moves": Text("no legal move", "sem jogadas possíveis"),
    "five-in-sequence": Text("five numbers in sequence captured", "cinco números seguidos capturados"),
    "queen-captured": Text("queen captured", "rainha capturada"),
    "king-captured": Text("king captured", "rei capturado"),
    "general-captured": Text("general captured", "general capturado"),
    "escape": Text("the king has escaped", "o rei escapou"),
    "encirclement": Text("encirclement", "cerco completo"),
    "exit-fort": Text("exit fort", "forte de saída"),
    "repetition": Text("repetition", "repetição"),
    "no-capture-limit": Text("too many moves without a capture", "demasiadas jogadas sem captura"),
    "ply-limit": Text("limit of moves reached", "limite de jogadas atingido"),
    "points-target": Text("points reached", "pontos alcançados"),
    "resignation": Text("resignation", "desistência"),
    "time": Text("time is up", "tempo esgotado"),
    "agreement": Text("by agreement", "por acordo"),
    "forfeit": Text("forfeit", "falta"),
}


def reason_text(reason: str) -> Text:
    """Why a game ended, in words."""
    return REASON.get(reason, same(reason))
