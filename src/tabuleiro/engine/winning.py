"""From a score to the probability of winning, and back: a logistic curve whose scale was fitted for each game."""

from __future__ import annotations

import math

from tabuleiro.engine.analysis import DECIDED
from tabuleiro.rules.game import Game


def win_probability(game: Game, score: int) -> float:
    """The side to move's probability of winning with this score, a draw counting half."""
    if abs(score) >= DECIDED:
        return 1.0 if score > 0 else 0.0
    return 1 / (1 + math.exp(-max(-40.0, min(40.0, score / game.win_scale))))


def score_for(game: Game, probability: float) -> int:
    """The score for a probability of winning."""
    bounded = min(0.999, max(0.001, probability))
    return round(game.win_scale * math.log(bounded / (1 - bounded)))
