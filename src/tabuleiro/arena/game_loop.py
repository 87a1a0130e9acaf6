"""Playing the games of a plan one after another in one process, with players that are made once for all games."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import lru_cache
from random import Random

from tabuleiro.arena.openings import find_opening
from tabuleiro.arena.plan import Plan
from tabuleiro.arena.results import Played
from tabuleiro.engine.analysis import Line
from tabuleiro.engine.engine import Engine
from tabuleiro.engine.errors import EngineFailed
from tabuleiro.engine.players import Player, Thinking, make_player
from tabuleiro.games import game as find_game
from tabuleiro.rules.position import Position

ADJUDICATED, UNFINISHED, TIME, FORFEIT = "adjudication", "unfinished", "time", "forfeit"
"""Reasons for which a game ends besides those of its rules."""

JUDGE_NODES = 4_000
"""Nodes for the first look at the balance of an opening, and for judging whether a game is decided."""

SECOND_NODES, SECOND_LOOK, LONGEST_LOOK = 100_000, 5, 5_000_000
"""Nodes for a second look at an opening that seems even; where the plan limits the players, this many times what they may
use, up to the last number.

Players see more in an opening than a shorter search does, and an opening that they see to be decided tells nothing.
"""

NODES_A_SECOND, MOVES_OF_A_CLOCK = 1_000_000, 40
"""About how many nodes a player uses in a second, and for how many moves the time on a clock has to last."""

AGREEING = 4
"""A game is adjudicated after this many looks in a row with the same answer."""

Notice = Callable[[int, float], None]
"""Called before each move with the number of the player to move and, if it has a clock, the seconds left."""


class Board:
    """Where games of a plan are played."""

    def __init__(self, plan: Plan, notice: Notice = lambda player, left: None) -> None:
        """Players are made when a game first needs them; `notice` is called before each move."""
        self.plan = plan
        self.game = find_game(plan.game)
        self.notice = notice
        self._judge = Engine(self.game)
        self._players: dict[int, Player] = {}
        self._opening = lru_cache(4)(self._find_opening)

    def play(self, number: int) -> Played:
        """Play the game with this number. Its random choices follow from the plan's seed, whatever the process."""
        meeting = self.plan.meeting(number)
        position, opening = self._opening(meeting.round)
        sitting = _Game(self, position, meeting.pair, meeting.seats, tuple(opening))
        return sitting.played()

    def player(self, number: int) -> Player:
        """One of the players of the plan, made at first use; EngineFailed, EngineError."""
        if number not in self._players:
            self._players[number] = make_player(self.plan.players[number], self.game, seed=self.plan.seed)
        return self._players[number]

    def leader(self, position: Position) -> int | None:
        """The side that is far enough ahead, by a short search, to adjudicate the game; None if neither is."""
        win = self._look(position).win
        if max(win, 1 - win) < self.plan.adjudicate:
            return None
        return position.turn if win > 0.5 else 1 - position.turn

    def _find_opening(self, round: int) -> tuple[Position, list[str]]:
        if self.plan.opening_plies == 0:
            return self.game.start(), []
        chance = Random(f"{self.plan.seed} {round}")
        return find_opening(
            self.game, self.plan.opening_plies, chance, self._look, self.plan.balance, self._look_longer
        )

    def _look(self, position: Position) -> Line:
        return self._judge.analyse(position, nodes=JUDGE_NODES).best

    def _look_longer(self, position: Position) -> Line:
        return self._judge.analyse(position, nodes=nodes_of_second_look(self.plan)).best

    def close(self) -> None:
        """Close the players."""
        self._judge.close()
        for player in self._players.values():
            player.close()
        self._players.clear()


def nodes_of_second_look(plan: Plan) -> int:
    """How many nodes the second look at an opening of this plan uses."""
    seconds = plan.seconds
    if plan.clock is not None:
        seconds = plan.clock[0] / MOVES_OF_A_CLOCK + plan.clock[1]
    limits = [plan.nodes, None if seconds is None else round(seconds * NODES_A_SECOND)]
    known = [limit for limit in limits if limit is not None]
    return min(SECOND_LOOK * min(known), LONGEST_LOOK) if known else SECOND_NODES


class _Game:
    """One game as it is played."""

    def __init__(
        self, board: Board, position: Position, pair: int, seats: tuple[int, int], opening: tuple[str, ...]
    ) -> None:
        self._board, self._plan, self._position = board, board.plan, position
        self._pair, self._seats, self._opening = pair, seats, opening
        self._moves: list[str] = []
        self._seconds = [0.0, 0.0]
        self._left = [board.plan.clock[0] if board.plan.clock else 0.0] * 2
        self._leaders: list[int | None] = []

    def played(self) -> Played:
        """Play it to its end."""
        turn = self._position.turn
        try:
            for turn, player in enumerate(self._seats):
                self._board.notice(player, 0.0)
                self._board.player(player).new_game(
                    Random(f"{self._plan.seed} {self._pair} {self._seats} {turn}").getrandbits(48)
                )
            while self._position.outcome is None:
                turn = self._position.turn
                if len(self._moves) + len(self._opening) >= self._plan.most_plies:
                    return self._end(None, UNFINISHED)
                if not self._move(turn):
                    return self._end(1 - turn, TIME)
                if self._plan.adjudicate and (leader := self._agreed_leader()) is not None:
                    return self._end(leader, ADJUDICATED)
        except EngineFailed as error:
            return self._end(1 - turn, FORFEIT, str(error))
        return self._end(self._position.outcome.winner, self._position.outcome.reason)

    def _move(self, seat: int) -> bool:
        """Make the next move of a player; False if its clock ran out meanwhile."""
        self._board.notice(self._seats[seat], self._left[seat])
        clock = self._plan.clock
        thinking: Thinking = {"seconds": self._plan.seconds, "nodes": self._plan.nodes, "depth": self._plan.depth}
        if clock is not None:
            thinking["clocks"], thinking["increment"] = (self._left[0], self._left[1]), clock[1]
        began = time.perf_counter()
        chosen = self._board.player(self._seats[seat]).choose(self._position, **thinking)
        taken = time.perf_counter() - began
        self._seconds[seat] += taken
        if clock is not None:
            self._left[seat] -= taken
            if self._left[seat] < 0:
                return False
            self._left[seat] += clock[1]
        self._moves.append(str(chosen))
        self._position = self._position.play(chosen)
        return True

    def _agreed_leader(self) -> int | None:
        """The side that was far enough ahead after each of the last moves to end the game; None if neither was."""
        if self._position.outcome is not None:
            return None
        self._leaders.append(self._board.leader(self._position))
        last = set(self._leaders[-AGREEING:])
        return last.pop() if len(self._leaders) >= AGREEING and len(last) == 1 else None

    def _end(self, winner: int | None, reason: str, failure: str = "") -> Played:
        seconds = (self._seconds[0], self._seconds[1])
        moves = tuple(self._moves)
        return Played(self._pair, self._seats, winner, reason, self._opening, moves, seconds, failure)
