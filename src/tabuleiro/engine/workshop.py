"""The memory of the playing search, allocated once: a shared table, and for each thread its stacks and histories."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from tabuleiro.engine import layout as names
from tabuleiro.engine.alphabeta import key_with
from tabuleiro.engine.deepening import ALPHABETA
from tabuleiro.engine.layout import FRAME, MOST_PLIES, PROGRESS, SETTINGS
from tabuleiro.engine.limits import ENDLESS
from tabuleiro.engine.table import BUCKET, make_table
from tabuleiro.rules.advice import NOTES
from tabuleiro.rules.kernel import SLACK
from tabuleiro.rules.position import Position

if TYPE_CHECKING:
    from tabuleiro.rules.game import Game
    from tabuleiro.rules.primitives import Numbers

MOST_LINES = 512


def reductions() -> list[int]:
    """How many plies less deep a late move is searched, by depth and by the number of moves searched before it."""
    return [
        int(0.9 + math.log(depth) * math.log(moves) / 1.4) if depth and moves else 0
        for depth in range(64)
        for moves in range(64)
    ]


def settings_for(game: Game) -> Numbers:
    """The settings of the full search of a game, without limits."""
    import numpy

    settings = numpy.zeros(SETTINGS, dtype=numpy.int64)
    settings[names.MASK] = -1
    settings[names.MAX_DEPTH], settings[names.MAX_NODES], settings[names.LINES] = MOST_PLIES - 8, ENDLESS, 1
    settings[names.STRIDE] = game.board.slots
    for switch in (names.PRUNES, names.QUIESCES, names.FORESEES, names.CUTS_CYCLES):
        settings[switch] = 1
    settings[names.MARGIN] = game.win_scale
    settings[names.REDUCTIONS :] = reductions()
    return settings


class Table:
    """The transposition table that threads share."""

    def __init__(self, megabytes: int) -> None:
        self._megabytes = megabytes
        self.numbers = make_table(megabytes)
        self.age = 0
        self._used = 0  # how many of the first buckets may hold something

    def mask_for(self, nodes: int | None, *, is_empty: bool = False) -> int:
        """The mask of the part of the table that a search of this many nodes can use.

        With `is_empty`, that part is emptied first.
        """
        buckets = len(self.numbers) // BUCKET
        if nodes is not None:
            while buckets > 64 and buckets > nodes:
                buckets //= 2
        if is_empty:
            self._empty(buckets)
        self._used = max(self._used, buckets)
        return buckets - 1

    def clear(self) -> None:
        """Forget everything."""
        self._empty(self._used)
        self._used = 0

    def _empty(self, buckets: int) -> None:
        """Empty a number of buckets, from the first on."""
        written = min(buckets, self._used) * BUCKET
        if written < len(self.numbers):
            self.numbers[:written] = 0
        else:  # a new table takes neither time nor memory before it is used, however large
            del self.numbers
            self.numbers = make_table(self._megabytes)


class Worker:
    """What one thread needs for the playing search of one game."""

    def __init__(self, game: Game, thread: int = 0) -> None:
        import numpy

        def zeros(*shape: int) -> Numbers:
            return numpy.zeros(shape, dtype=numpy.int64)

        width = game.machine.max_moves + SLACK
        self.game = game
        self.settings = settings_for(game)
        self.settings[names.THREAD] = thread
        self.stack, self.frames = zeros(MOST_PLIES + 2, game.machine.size), zeros(MOST_PLIES + 2, FRAME)
        self.moves, self.orders = zeros(MOST_PLIES + 2, width), zeros(MOST_PLIES + 2, width)
        self.lines, self.notes = zeros(MOST_PLIES + 2, MOST_PLIES + 2), zeros(NOTES)
        self.terms = game.new_terms()
        self.history = zeros(4 * game.board.slots**2)
        self.progress, self.roots = zeros(PROGRESS), zeros(width + 1)
        self.report = zeros(2 * MOST_LINES + 1, names.LINE_MOVES + MOST_PLIES + 2)

    def think(self, position: Position, root_moves: list[int], table: Table, control: Numbers) -> int:
        """Search a position; `settings` say how far. Returns the depth reached; `report` and `progress` say what was found."""
        import numpy

        game = self.game
        self.stack[0] = position.state
        self.frames[:] = 0
        self.frames[0, names.NODE_KEY] = key_with(self.settings, game.advice.table_key(game.rules, self.stack[0]))
        self.progress[:] = 0
        self.roots[0] = len(root_moves)
        self.roots[1 : 1 + len(root_moves)] = root_moves
        self.settings[names.AGE] = table.age
        earlier = numpy.array(position.earlier_keys, dtype=numpy.int64)
        advice = game.advice
        return int(
            ALPHABETA.think(
                advice.descend,
                advice.consider,
                advice.evaluate,
                advice.skip,
                game.kernel.outcome,
                game.rules,
                game.weights,
                self.settings,
                self.stack,
                self.frames,
                self.moves,
                self.orders,
                self.lines,
                self.notes,
                self.terms,
                self.history,
                table.numbers,
                earlier,
                control,
                self.progress,
                self.roots,
                self.report,
            )
        )

    def found(self) -> tuple[int, list[tuple[int, list[int]]]]:
        """The number of the last round, and its lines: score and moves of each."""
        while True:
            rounds = int(self.progress[names.ROUNDS])
            lines = self._lines_of(rounds)
            # Once the next round is reported, this half is overwritten: what was read meanwhile may be a mixture of both.
            if int(self.progress[names.ROUNDS]) == rounds:
                return rounds, lines

    def _lines_of(self, rounds: int) -> list[tuple[int, list[int]]]:
        """What the report says about a round, if it is the last one."""
        if rounds == 0:
            return []
        wanted = int(min(self.settings[names.LINES], self.roots[0]))
        half = (rounds - 1) % 2 * int(self.settings[names.LINES])
        return [
            (line[names.LINE_SCORE], line[names.LINE_MOVES : names.LINE_MOVES + line[names.LINE_LENGTH]])
            for line in self.report[half : half + wanted].tolist()
        ]
