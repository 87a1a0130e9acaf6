"""Openings for matches: random moves after which nothing is decided and, as far as a short search sees, neither side is ahead.

Two programs without randomness would repeat the same game from the usual start; openings that already decide the game
would hide who is better.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from tabuleiro.engine.analysis import Line
from tabuleiro.engine.errors import EngineError
from tabuleiro.messages import competing as texts
from tabuleiro.rules.game import Game
from tabuleiro.rules.position import Position
from tabuleiro.rules.primitives import UNDER_THREAT

BY_LOT, STEERED = 30, 20
"""How many purely random openings are tried, and then how many that are steered towards an even game."""

LONGEST = 40
"""How many plies beyond those asked for a steered opening may take to become even."""

ANY_OPENING = 0.5
"""With this balance every opening is even enough, and nothing is searched."""

Judge = Callable[[Position], Line]
"""Returns the best line of the side to move, with its chance of winning."""


def find_opening(
    game: Game, plies: int, chance: Random, judge: Judge, balance: float, second: Judge | None = None
) -> tuple[Position, list[str]]:
    """Random moves, as many as asked for, that leave the game open; EngineError if none do.

    `balance` is the most that a short search may give one side above one half; with ANY_OPENING nothing is searched. What it
    finds even is shown to the `second` judge, if there is one, which takes longer and must find it even too, but not because
    both sides would have to repeat their moves, since a draw says nothing about the players. In some games all random
    moves favour the same side: then the side that is ahead goes on at random, and the other plays as well as the search
    can, until they are even. If that fails too, the best balanced of the random openings is taken.
    """
    best: tuple[float, Position, list[str]] | None = None
    for _ in range(BY_LOT):
        position, moves = _by_lot(game, plies, chance)
        if position.outcome is not None or is_decided(position):
            continue
        lead = _judged(position, judge, balance, second)[0] if balance < ANY_OPENING else 0.0
        if lead <= balance:
            return position, moves
        if best is None or lead < best[0]:
            best = lead, position, moves
    for _ in range(STEERED if balance < ANY_OPENING else 0):
        found = _steered(game, plies, chance, judge, balance, second)
        if found is not None:
            return found
    if best is None:
        raise EngineError(texts.NO_OPENING.fill(plies=plies, game=game.id))
    return best[1], best[2]


def most_plies(game: Game, plies: int) -> int:
    """The most random moves, up to `plies`, that leave a third of games open: many decide games on small boards."""
    chance = Random(0)
    while plies > 0:
        ends = (_by_lot(game, plies, chance)[0] for _ in range(BY_LOT))
        if 3 * sum(position.outcome is None and not is_decided(position) for position in ends) >= BY_LOT:
            return plies
        plies //= 2
    return plies


def _by_lot(game: Game, plies: int, chance: Random) -> tuple[Position, list[str]]:
    position, moves = game.start(), list[str]()
    while position.outcome is None and len(moves) < plies:
        move = chance.choice(position.legal_moves)
        moves.append(str(move))
        position = position.play(move)
    return position, moves


def _judged(position: Position, judge: Judge, balance: float, second: Judge | None) -> tuple[float, Line]:
    """How far a position is from even, and what the judge said, or the second judge if the first found it even."""
    found = judge(position)
    if second is not None and abs(found.win - 0.5) <= balance:
        found = second(position)
        if position.game.repeats and found.score == 0:
            return 0.5, found
    return abs(found.win - 0.5), found


def _steered(
    game: Game, plies: int, chance: Random, judge: Judge, balance: float, second: Judge | None
) -> tuple[Position, list[str]] | None:
    position, moves = game.start(), list[str]()
    while position.outcome is None and len(moves) < plies + LONGEST:
        lead, found = _judged(position, judge, balance, second if len(moves) >= plies else None)
        if len(moves) >= plies and lead <= balance and not is_decided(position):
            return position, moves
        move = chance.choice(position.legal_moves) if found.win > 0.5 else found.moves[0]
        moves.append(str(move))
        position = position.play(move)
    return None


def is_decided(position: Position) -> bool:
    """Is it clear how the game ends: foreseen by the game, won in one ply, or lost in two?"""
    game = position.game
    if game.advice.foresee(game.rules, position.state) not in {0, UNDER_THREAT}:
        return True
    return wins_at_once(position) or all(wins_at_once(position.play(move)) for move in position.legal_moves)


def wins_at_once(position: Position) -> bool:
    """Can the side to move win with one move?"""
    if position.outcome is not None:
        return position.outcome.winner == position.turn
    outcomes = (position.play(move).outcome for move in position.legal_moves)
    return any(outcome is not None and outcome.winner == position.turn for outcome in outcomes)
