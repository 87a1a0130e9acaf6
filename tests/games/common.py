"""What tests of several games' advice share: variants without a name, and games with many captures."""

from __future__ import annotations

import random

from tabuleiro.rules.position import Position

TAFL_WITH_SWITCHES = (
    "tafl:brandubh;escape=cells:b2+f2+d7",
    "tafl:brandubh;king_armed=hammer;throne_land=all;corners=2x2",
    "tafl:brandubh;no_move=draw",
    "tafl:brandubh;no_capture_limit=6",
    "tafl:copenhagen;size=7;layout=brandubh;shieldwall_flank=no",
    "tafl:tablut-ashton;speed_men=3",
    "tafl:tablut-ashton;king=weak;speed_king=2",
    "tafl:magpie;king=weak",
    "tafl:ardri;repetition=3-illegal",
)


def greedy_game(position: Position, chance: random.Random, greed: float, plies: int) -> list[Position]:
    """The unfinished positions of a random game in which captures are preferred with the probability `greed`."""
    found: list[Position] = []
    while position.outcome is None and len(found) < plies:
        found.append(position)
        captures = [move for move in position.legal_moves if move.captured]
        choices = captures if captures and chance.random() < greed else position.legal_moves
        position = position.play(chance.choice(choices))
    return found
