"""Puzzles: positions with one proved winning move. Those kept with the games, and how to find more.

A puzzle is *sharp*: whatever the other side does, the side to move wins within a known number of plies, and no sooner as far
as the prover sees; and no other first move was proved to win. `others` says how sure that is: every other move is refuted,
or some were merely not proved to win within `OTHER_NODES` positions.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from functools import cache
from importlib import resources

from tabuleiro.engine.analysis import LIMIT, WON
from tabuleiro.engine.proof import Prover
from tabuleiro.engine.proofnumbers import against_of
from tabuleiro.rules.game import Game
from tabuleiro.rules.position import Move, Position
from tabuleiro.rules.primitives import UNDER_THREAT

BOUNDS = (3, 5, 7, 9)
"""The lengths of wins to look for, in plies."""

SCREEN_NODES = 20_000
"""A position is dropped if it has no win of the shortest length and no win is proved within this many positions."""

PROOF_NODES = 100_000
"""The most positions for proving a puzzle."""

OTHER_NODES = 20_000
"""The positions spent on trying to prove that another first move wins, too."""

QUICK_NODES = 300
"""The positions that are enough to find most other winning moves."""

GREED = 0.8
"""In games that puzzles are taken from, the share of moves that are the one that looks best.

The others are any that do not lose within sight.
"""

LONGEST_GAME = 400

REFUTED, UNPROVED = "refuted", "unproved"


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position in which one move wins, within `plies`; `line` is one way the win may go."""

    game: str
    fen: str
    solution: str
    plies: int
    line: tuple[str, ...]
    others: str


@cache
def puzzles(name: str) -> tuple[Puzzle, ...]:
    """The puzzles kept with the game of this name."""
    file = resources.files("tabuleiro.games").joinpath("puzzles", f"{name}.json")
    if not file.is_file():
        return ()
    kept = json.loads(file.read_text(encoding="utf-8"))
    return tuple(Puzzle(**{**puzzle, "line": tuple(puzzle["line"])}) for puzzle in kept)


def write_puzzles(found: list[Puzzle]) -> str:
    """The text of a file of puzzles, one on a line."""
    lines = ",\n".join(json.dumps(asdict(puzzle), ensure_ascii=False) for puzzle in found)
    return f"[\n{lines}\n]\n"


def find_puzzles(game: Game, *, seed: int, from_ply: int = 0, hash_mb: int = 16) -> Iterator[Puzzle]:
    """Puzzles from quick games, without end: at most one from each half of a game, none twice."""
    chance, prover = random.Random(seed), Prover(game, hash_mb=hash_mb)
    seen: set[str] = set()
    while True:
        prover.forget()
        taken = 0
        position = game.start()
        for ply in range(LONGEST_GAME):
            if position.outcome is not None or taken == 2:
                break
            if ply >= from_ply and position.fen not in seen:
                puzzle = make_puzzle(game.position(position.fen), prover)
                if puzzle is not None:
                    seen.add(puzzle.fen)
                    taken += 1
                    yield puzzle
            position = position.play(_quick_move(position, chance))


def make_puzzle(position: Position, prover: Prover) -> Puzzle | None:
    """The puzzle made of a position; None if it is not a sharp one."""
    player = position.turn
    if position.outcome is not None or len(position.legal_moves) < 2:
        return None
    if prover.wins(position, player, bound=1) is not False:
        return None
    for plies in BOUNDS:
        if plies == BOUNDS[1] and not prover.wins(position, player, nodes=SCREEN_NODES):
            return None
        wins = prover.wins(position, player, bound=plies, nodes=PROOF_NODES)
        if wins is None:
            return None
        if wins:
            break
    else:
        return None
    if prover.wins(position, player, bound=plies - 1, nodes=PROOF_NODES):
        plies -= 1  # a game that ends by a limit may end with the other side's move
    else:
        prover.wins(position, player, bound=plies, nodes=PROOF_NODES)  # what it knows about the replies is used below
    won = [code for code, known in prover.replies() if against_of(known) == 0]
    others = _others(position, won[0], plies, prover) if len(won) == 1 else None
    if others is None:
        return None
    line = prover.line(position, player, plies, player)
    if not line or line[0] != Move(position, won[0]) or len(line) > plies:
        return None
    return Puzzle(position.game.id, position.fen, str(line[0]), plies, tuple(map(str, line)), others)


def _others(position: Position, solution: int, plies: int, prover: Prover) -> str | None:
    """How sure it is that no other first move wins (within `plies`); None if another one does."""
    waiting = [position.play(move) for move in position.legal_moves if move != Move(position, solution)]
    for nodes in (QUICK_NODES, OTHER_NODES):
        unproved = []
        for after in waiting:
            if after.outcome is not None:
                continue
            wins = prover.wins(after, position.turn, nodes=nodes)
            if wins:
                return None
            if wins is None:
                unproved.append(after)
        waiting = unproved
    for after in waiting:
        if prover.wins(after, position.turn, bound=plies - 1, nodes=PROOF_NODES):
            return None
    return UNPROVED if waiting else REFUTED


def _quick_move(position: Position, chance: random.Random) -> Move:
    """The move that looks best at first sight, or any that does not lose within sight."""
    moves = list(position.legal_moves)
    chance.shuffle(moves)
    looks = [_looks(position.play(move), position.turn) for move in moves]
    best = max(looks)
    if chance.random() > GREED:
        return next(move for move, look in zip(moves, looks, strict=True) if look >= min(best, -LIMIT))
    return moves[looks.index(best)]


def _looks(position: Position, player: int) -> int:
    """How good a position looks for the player who has just moved; WON or -WON where it is decided within sight."""
    game, outcome = position.game, position.outcome
    if outcome is not None:
        return 0 if outcome.winner is None else WON if outcome.winner == player else -WON
    foreseen = int(game.advice.foresee(game.rules, position.state))
    if foreseen not in (0, UNDER_THREAT):
        return -WON if foreseen > 0 else WON
    return -int(game.advice.evaluate(game.rules, game.weights, position.state, game.new_terms()))


__all__ = ["Puzzle", "find_puzzles", "make_puzzle", "puzzles", "write_puzzles"]
