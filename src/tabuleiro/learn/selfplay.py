"""Games of the engine against itself, to learn about positions: who won in the end, and what a search said.

Positions that were searched but not played teach as much as those of the games: beside some moves another one is tried,
and the position after it is searched for its own sake. An evaluation is asked about such positions all the time.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

from tabuleiro.arena.openings import Judge, find_opening
from tabuleiro.engine.analysis import DECIDED, Line
from tabuleiro.engine.errors import EngineError
from tabuleiro.engine.layout import MASK, MAX_NODES
from tabuleiro.engine.winning import win_probability
from tabuleiro.engine.workshop import Table, Worker
from tabuleiro.learn.features import Features, features_of
from tabuleiro.rules.network import players_of, rows_seen
from tabuleiro.rules.position import Move, Position
from tabuleiro.rules.primitives import TURN

if TYPE_CHECKING:
    from tabuleiro.rules.game import Game

OPENING_PLIES = (4, 16)
BALANCE = 0.25
"""How far above one half a side's chances may be after the opening."""

MOST_PLIES = 400
"""A game that is longer than this counts as a draw."""

TABLE_MB = 4


@dataclass(frozen=True, slots=True)
class Recipe:
    """How games to learn from are played: nodes a move, and at how many moves in a hundred another one is tried."""

    nodes: int = 1500
    tried: int = 100


class Samples(NamedTuple):
    """Quiet positions: what counts in them, what the side to move got (NaN: not played), and what the search said.

    `rows` and `players` are what a network sees: the rows of the pieces cell by cell (-1: none), and from whose view.
    """

    features: Features
    results: Any
    wins: Any
    rows: Any
    players: Any


class Searcher:
    """The playing search alone, with a fixed number of nodes."""

    def __init__(self, game: Game, nodes: int) -> None:
        import numpy

        self.game, self.nodes = game, nodes
        self._worker, self._table = Worker(game), Table(TABLE_MB)
        self._control = numpy.zeros(8, dtype=numpy.int64)
        self._worker.settings[MASK] = self._table.mask_for(4 * nodes)
        self._worker.settings[MAX_NODES] = nodes

    def new_game(self) -> None:
        """Forget the last game."""
        self._table.mask_for(4 * self.nodes, is_empty=True)
        self._worker.history[:] = 0

    def search(self, position: Position) -> tuple[Move, int]:
        """The best move and its score."""
        self._table.age = (self._table.age + 1) % 64
        self._worker.think(position, position.legal_moves.codes(), self._table, self._control)
        _, lines = self._worker.found()
        if not lines or not lines[0][1]:
            return position.legal_moves[0], 0
        return Move(position, lines[0][1][0]), lines[0][0]

    def look(self, position: Position) -> Line:
        """The best move, and how likely the side to move wins."""
        move, score = self.search(position)
        return Line((move,), score, win_probability(self.game, score))


def play_games(game: Game, recipe: Recipe, seed: str, count: int) -> Samples:
    """The quiet positions of some games; the same seed gives the same games."""
    import numpy

    player, taster = Searcher(game, recipe.nodes), Searcher(game, recipe.nodes)
    states: list[Any] = []
    told: list[tuple[float, float]] = []
    for number in range(count):
        chance = Random(f"{seed} {number}")
        player.new_game()
        taster.new_game()
        position = find_start(game, chance.randrange(*OPENING_PLIES), chance, player.look)
        seen: list[tuple[Position, float]] = []
        for _ in range(MOST_PLIES):
            if position.outcome is not None:
                break
            move, score = player.search(position)
            if is_quiet(position, move, score):
                seen.append((position, win_probability(game, score)))
            if game.has_evaluation and chance.randrange(100) < recipe.tried:  # without it, only results teach anything
                other = position.play(chance.choice(position.legal_moves))
                if other.outcome is None:
                    reply, score = taster.search(other)
                    if is_quiet(other, reply, score):
                        states.append(other.state.copy())
                        told.append((numpy.nan, win_probability(game, score)))
            position = position.play(move)
        winner = None if position.outcome is None else position.outcome.winner
        for at, win in seen:
            states.append(at.state.copy())
            told.append((0.5 if winner is None else float(winner == at.turn), win))
    results, wins = numpy.array(told, dtype=numpy.float64).reshape(-1, 2).T
    found = numpy.array(states, dtype=numpy.int64).reshape(-1, game.machine.size)
    return Samples(features_of(game, found), results, wins, *_seen_by_network(game, found))


def find_start(game: Game, plies: int, chance: Random, look: Judge) -> Position:
    """The position a game begins from: after random moves, but no more than leave it undecided on small boards."""
    while plies > 0:
        with suppress(EngineError):
            return find_opening(game, plies, chance, look, BALANCE)[0]
        plies //= 2
    return game.start()


def _seen_by_network(game: Game, states: Any) -> tuple[Any, Any]:
    """The rows of the pieces in states, cell by cell, and from whose view they are counted."""
    import numpy

    cells = list(game.board.cells)
    turns = states[:, TURN]
    rows = rows_seen(game)[turns[:, None], states[:, cells], numpy.arange(len(cells))]
    return rows.astype(numpy.int16), (turns if players_of(game) > 1 else 0 * turns).astype(numpy.int8)


def is_quiet(position: Position, move: Move, score: int) -> bool:
    """Is a position quiet, for the evaluation to judge: nothing decided or threatened, the move no capture?"""
    game = position.game
    return abs(score) < DECIDED and not move.captured and game.advice.foresee(game.rules, position.state) == 0
