"""Measure who plays a game better: a match from varied openings, each played twice with seats exchanged.

    python benchmarks/strength.py breakthrough alphabeta uci:fairy-stockfish --games 100 --seconds 1

An opening is a few random moves after which nothing is decided yet within two plies; the same opening is played by both
players in both seats, and such a pair is what chance is counted by. With `--balance 10` the playing search must also give
neither side more than 60 %: in games where a few random moves mostly give away a piece, the better player cannot win both
games of a pair, and no score near 100 % is possible. A player that fails (crashes, hangs, plays what it may
not) loses the game, and is counted apart. No game is adjudicated. Players are named as in `tabuleiro.engine.players`;
`--output` keeps every game as a line of JSON.
"""

from __future__ import annotations

import argparse
import json
import math
import multiprocessing
import multiprocessing.util
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import asdict, dataclass, field
from pathlib import Path
from random import Random

import tabuleiro
from tabuleiro.engine.engine import Engine
from tabuleiro.engine.errors import EngineFailed
from tabuleiro.engine.players import Player, make_player
from tabuleiro.rules.game import Game
from tabuleiro.rules.position import Position
from tabuleiro.rules.primitives import UNDER_THREAT

MOST_PLIES = 2000
"""A game that is longer than this is counted as a draw: its rules do not end it."""

OPENINGS_TRIED = 1000
JUDGE_NODES = 20_000
"""How long the balance of an opening is looked at."""

RESAMPLES = 5000


@dataclass(frozen=True)
class Match:
    """What is played: the game, the two players by name, and how long they think."""

    game: str
    players: tuple[str, str]
    seconds: float | None
    nodes: int | None
    opening_plies: int
    seed: int
    balance: float | None = None


@dataclass
class Played:
    """One game: where the first of the two players sat, who won (0 or 1 of the players, None: a draw), and why."""

    pair: int
    seat: int
    winner: int | None
    reason: str
    plies: int
    opening: list[str]
    moves: list[str]
    failure: str = ""
    seconds: list[float] = field(default_factory=lambda: [0.0, 0.0])
    slowest: list[float] = field(default_factory=lambda: [0.0, 0.0])

    @property
    def points(self) -> float:
        """What the first of the two players gets."""
        return 0.5 if self.winner is None else float(self.winner == 0)


# --- openings ---------------------------------------------------------------------------------------------


def opening(game: Game, plies: int, chance: Random, judge: Callable[[Position], bool]) -> list[str]:
    """Random moves after which the game goes on, nothing is decided at once, and the judge has no objection."""
    for _ in range(OPENINGS_TRIED):
        position, moves = game.start(), list[str]()
        while position.outcome is None and len(moves) < plies:
            move = chance.choice(position.legal_moves)
            moves.append(str(move))
            position = position.play(move)
        if position.outcome is None and not is_decided(position) and judge(position):
            return moves
    raise SystemExit(f"No opening of {plies} plies was found that decides nothing: give fewer --opening-plies.")


def is_decided(position: Position) -> bool:
    """Is it known how the game ends: foreseen by the game, won in one ply, or lost in two?"""
    game = position.game
    if game.advice.foresee(game.rules, position.state) not in {0, UNDER_THREAT}:
        return True
    return wins_at_once(position) or all(wins_at_once(position.play(move)) for move in position.legal_moves)


def is_balanced(position: Position, engine: Engine, balance: float | None) -> bool:
    """Does the engine give neither side more than so many hundredths above one half, if that matters?"""
    if balance is None:
        return True
    return abs(engine.analyse(position, nodes=JUDGE_NODES).best.win - 0.5) <= balance / 100


def wins_at_once(position: Position) -> bool:
    """Can the side to move win with one move?"""
    if position.outcome is not None:
        return position.outcome.winner == position.turn
    outcomes = (position.play(move).outcome for move in position.legal_moves)
    return any(outcome is not None and outcome.winner == position.turn for outcome in outcomes)


# --- games ------------------------------------------------------------------------------------------------


class Table:
    """Where a process plays its games: the match and the two players, started once."""

    match: Match
    game: Game
    players: list[Player]
    judge: Engine

    @classmethod
    def lay(cls, match: Match) -> None:
        """Have the players come."""
        cls.match, cls.game, cls.players = match, tabuleiro.game(match.game), []
        cls.judge = Engine(cls.game, hash_mb=1)
        multiprocessing.util.Finalize(None, cls.leave, exitpriority=10)
        for number, name in enumerate(match.players):
            cls.players.append(make_player(name, cls.game, seed=match.seed + number))

    @classmethod
    def leave(cls) -> None:
        """Have the players go."""
        cls.judge.close()
        for player in cls.players:
            player.close()


def play_pair(pair: int) -> list[Played]:
    """Both games of a pair, in the process of a table."""
    chance = Random(f"{Table.match.seed} {pair}")
    judge, balance = Table.judge, Table.match.balance
    moves = opening(Table.game, Table.match.opening_plies, chance, lambda at: is_balanced(at, judge, balance))
    return [play_game(pair, seat, moves) for seat in range(2)]


def play_game(pair: int, seat: int, moves: list[str]) -> Played:
    """One game from an opening, the first of the two players on this seat."""
    played = Played(pair, seat, None, "unfinished", 0, moves, [])
    position = Table.game.start()
    for move in moves:
        position = position.play(move)
    for number, player in enumerate(Table.players):
        try:
            player.new_game()
        except EngineFailed as error:
            return fail(played, number, error)
    while position.outcome is None and len(played.moves) < MOST_PLIES:
        number = position.turn if seat == 0 else 1 - position.turn
        began = time.perf_counter()
        try:
            chosen = Table.players[number].choose(position, seconds=Table.match.seconds, nodes=Table.match.nodes)
        except EngineFailed as error:
            return fail(played, number, error)
        taken = time.perf_counter() - began
        played.seconds[number] += taken
        played.slowest[number] = max(played.slowest[number], taken)
        played.moves.append(str(chosen))
        position = position.play(chosen)
    played.plies = len(moves) + len(played.moves)
    outcome = position.outcome
    if outcome is not None:
        played.reason = outcome.reason
        played.winner = None if outcome.winner is None else outcome.winner ^ seat
    return played


def fail(played: Played, number: int, error: EngineFailed) -> Played:
    """The game as lost by a player that failed."""
    played.winner, played.reason, played.failure = 1 - number, "forfeit", str(error)
    played.plies = len(played.opening) + len(played.moves)
    return played


def play_match(match: Match, pairs: int, workers: int) -> Iterator[Played]:
    """All games of a match as they end, pair by pair."""
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(workers, context, Table.lay, (match,)) as pool:
        waiting = [pool.submit(play_pair, pair) for pair in range(pairs)]
        try:
            for done in as_completed(waiting):
                yield from done.result()
        finally:
            pool.shutdown(cancel_futures=True)


# --- what came of it --------------------------------------------------------------------------------------


def elo(score: float) -> float:
    """The difference in rating that a score (0 to 1) speaks of."""
    if not 0 < score < 1:
        return math.copysign(math.inf, score - 0.5)
    return 400 * math.log10(score / (1 - score))


def interval(games: Sequence[Played], seed: int = 1) -> tuple[float, float]:
    """The scores between which the true one lies with 95 %: pairs drawn again and again from those played."""
    pairs: dict[int, float] = {}
    for played in games:
        pairs[played.pair] = pairs.get(played.pair, 0.0) + played.points / 2
    values, chance = list(pairs.values()), Random(seed)
    means = sorted(sum(chance.choices(values, k=len(values))) / len(values) for _ in range(RESAMPLES))
    return means[round(0.025 * RESAMPLES)], means[round(0.975 * RESAMPLES) - 1]


def tally(games: Sequence[Played]) -> str:
    """Wins, draws and losses of the first of the two players, and its score."""
    won, drawn = sum(played.winner == 0 for played in games), sum(played.winner is None for played in games)
    score = sum(played.points for played in games) / max(1, len(games))
    return f"+{won} ={drawn} -{len(games) - won - drawn}  {100 * score:.1f} %"


def summary(match: Match, games: Sequence[Played]) -> str:
    """The result of a match in a few lines."""
    if not games:
        return "No game was finished."
    game, score = tabuleiro.game(match.game), sum(played.points for played in games) / len(games)
    low, high = interval(games)
    limit = f"{match.nodes} nodes" if match.nodes else f"{match.seconds:g} s"
    balanced = "" if match.balance is None else f" to within {match.balance:g} %"
    lines = [
        f"{match.game}, {limit} a move, {match.opening_plies} random plies{balanced}, seed {match.seed}",
        f"{match.players[0]} against {match.players[1]}: {len(games)} games",
        f"  result   {tally(games)}  (95 %: {100 * low:.1f} to {100 * high:.1f} %)",
        f"  Elo      {elo(score):+.0f}  (95 %: {elo(low):+.0f} to {elo(high):+.0f})",
    ]
    for seat, name in enumerate(game.players):
        lines.append(f"  as {name:<10} {tally([played for played in games if played.seat == seat])}")
    for number, verb in enumerate(("won", "lost")):
        lines.append(f"  {verb:<8} {reasons(games, lambda played, n=number: played.winner == n)}")  # type: ignore[misc]
    lines.append(f"  drawn    {reasons(games, lambda played: played.winner is None)}")
    lines.append(f"  plies    {sum(played.plies for played in games) / len(games):.1f} on average")
    for number, name in enumerate(match.players):
        moves = sum(len(played.moves) for played in games) / 2
        spent = sum(played.seconds[number] for played in games) / max(1.0, moves)
        slowest = max(played.slowest[number] for played in games)
        failures = sum(played.reason == "forfeit" and played.winner == 1 - number for played in games)
        lines.append(f"  {name}: {spent:.3f} s a move, {slowest:.3f} s at most, {failures} failures")
    lines += [f"  failed: {played.failure}" for played in games if played.failure][:5]
    return "\n".join(lines)


def reasons(games: Sequence[Played], chosen: Callable[[Played], bool]) -> str:
    """Why the chosen games ended, and how many of them."""
    counted = Counter(played.reason for played in games if chosen(played))
    return ", ".join(f"{reason} {count}" for reason, count in counted.most_common()) or "none"


def show_progress(games: Sequence[Played], wanted: int, began: float) -> None:
    """One line that is written over again, or a line a game where nobody watches."""
    passed = time.perf_counter() - began
    left = passed / len(games) * (wanted - len(games))
    text = f"{len(games)}/{wanted}  {tally(games)}  {passed:.0f} s, {left:.0f} s to go"
    print(f"\r{text}   " if sys.stderr.isatty() else f"{text}\n", end="", file=sys.stderr, flush=True)


def read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game", help="a game's id")
    parser.add_argument("players", nargs=2, metavar="player", help="random, level:4, alphabeta, mcts, uci:COMMAND, …")
    parser.add_argument("--games", type=int, default=100, help="how many games, in pairs (100)")
    limit = parser.add_mutually_exclusive_group()
    limit.add_argument("--seconds", type=float, help="how long each move may take (1)")
    limit.add_argument("--nodes", type=int, help="how many nodes each move may take, instead")
    parser.add_argument("--workers", type=int, default=2, help="how many processes play at the same time (2)")
    parser.add_argument("--opening-plies", type=int, default=6, help="how many random plies each game begins with (6)")
    parser.add_argument("--balance", type=float, help="how many %% above 50 a side may have after the opening (any)")
    parser.add_argument("--seed", type=int, default=1, help="which random openings (1)")
    parser.add_argument("--output", type=Path, help="a file for the games, one line of JSON each")
    return parser.parse_args()


def main() -> None:
    given = read_arguments()
    seconds = 1.0 if given.seconds is None and given.nodes is None else given.seconds
    match = Match(
        given.game, tuple(given.players), seconds, given.nodes, given.opening_plies, given.seed, given.balance
    )
    games: list[Played] = []
    began, wanted = time.perf_counter(), 2 * math.ceil(given.games / 2)
    try:
        for name in match.players:  # what is wrong with a player is said at once, and what must be compiled is
            make_player(name, tabuleiro.game(match.game)).close()
        for played in play_match(match, wanted // 2, given.workers):
            games.append(played)
            show_progress(games, wanted, began)
    except tabuleiro.TabuleiroError as error:
        raise SystemExit(str(error)) from None
    except KeyboardInterrupt:
        print("\nInterrupted; so far:", file=sys.stderr)
    print(file=sys.stderr)
    print(summary(match, games))
    if given.output:
        lines = [
            json.dumps(asdict(played), ensure_ascii=False)
            for played in sorted(games, key=lambda one: (one.pair, one.seat))
        ]
        given.output.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
