"""Rounds of learning: play games with the best weights so far, fit new weights to them, let a match decide.

Everything is kept in one folder as it is made: the positions of the games in parts, the weights of every round, the
matches and a log. An interrupted run continues where it stopped; the same plan gives the same weights whatever the
number of workers.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Generator
from contextlib import closing
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, TypeVar
from zipfile import BadZipFile

from tabuleiro.arena.openings import most_plies
from tabuleiro.arena.plan import OPENING_PLIES, SEQUENTIAL
from tabuleiro.arena.plan import Plan as ArenaPlan
from tabuleiro.arena.run_file import KeptRun, lock, read_plan
from tabuleiro.arena.runner import counted, pair_scores, run
from tabuleiro.arena.sequential import Sprt, SprtState
from tabuleiro.arena.workers import in_processes
from tabuleiro.engine.errors import EngineError
from tabuleiro.engine.players import read_weights
from tabuleiro.games import game as find_game
from tabuleiro.learn.features import Features
from tabuleiro.learn.fitting import ALSO_NETWORK, TERMS, Fit, fit
from tabuleiro.learn.selfplay import Recipe, Samples, play_games
from tabuleiro.messages import learning as texts
from tabuleiro.rules.texts import listing
from tabuleiro.rules.weights import Parts, written

PART_GAMES = 25
"""The games of one part, whose positions are kept together; the last part of a round may have fewer."""

KEPT_ROUNDS = 3
"""New weights are fitted to the games of this many of the latest rounds."""

TEST = Sprt(0.0, 30.0)
"""New weights are kept if a test finds them better by this much rather than no better at all."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What to learn: the game, the first weights, games a round, the most games of a match, and what is fitted."""

    game: str
    start: Parts
    games: int = 2000
    recipe: Recipe = field(default_factory=Recipe)
    match_games: int = 400
    match_nodes: int = 4000
    seed: int = 1
    what: str = ALSO_NETWORK


@dataclass(frozen=True, slots=True)
class Round:
    """A finished round: how well the fit predicts positions held back, and how its weights did against the best."""

    number: int
    positions: int
    surprise_before: float
    surprise_after: float
    games: int
    score: float
    llr: float
    verdict: str | None
    kept: bool

    @classmethod
    def from_json(cls, line: str) -> Round:
        """The round in a line of the log; LookupError, TypeError, ValueError if there is none."""
        found = json.loads(line)
        numbers: dict[str, Any] = {name: int(found[name]) for name in ("number", "positions", "games")}
        for name in ("surprise_before", "surprise_after", "score", "llr"):
            numbers[name] = float(found[name])
        if found["verdict"] not in texts.VERDICTS or found["kept"] not in (True, False):
            raise ValueError(line)
        return cls(**numbers, verdict=found["verdict"], kept=found["kept"])


Found = TypeVar("Found")
Progress = Callable[[int, int], None]
"""Called with the number of games played, and the number of all games."""


class Learning:
    """The folder of a run of learning, open while it goes on; no other process may use it meanwhile."""

    def __init__(self, folder: Path, plan: Plan) -> None:
        """Open or begin a folder; EngineError if it is about something else or in use, OSError."""
        self.folder, self.plan = folder, plan
        self.game = find_game(plan.game)
        if plan.what == TERMS and not plan.start:
            raise EngineError(texts.NOTHING_TO_LEARN.fill(game=plan.game))
        if "," in str(folder):
            raise EngineError(texts.NO_COMMA.fill(folder=folder))
        folder.mkdir(parents=True, exist_ok=True)
        self._plan_file = (folder / "plan.json").open("a+b")
        try:
            lock(self._plan_file, texts.IN_USE.fill(folder=folder))
            self._keep_plan()
            self._give_best()
        except BaseException:
            self._plan_file.close()
            raise

    def close(self) -> None:
        """Close the folder, so that others may use it."""
        self._plan_file.close()

    def __enter__(self) -> Learning:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _keep_plan(self) -> None:
        """Write the plan into its locked file, or check that it is the one there, once something has been played."""
        given = {**asdict(self.plan), "evaluation": self.game.advice.folder.name}
        del given["match_games"]
        plan = json.dumps(given, indent=1)
        facts = _facts_in(plan)
        self._plan_file.seek(0)
        kept = _read(self.folder / "plan.json", _facts_in) if self._plan_file.read(1) else None
        if kept == facts:
            return
        if kept is not None and any(self.folder.glob("round-*/*")):
            differences = [
                text.fill(there=kept.get(name), here=facts[name])
                for name, text in texts.DIFFERENCES.items()
                if kept.get(name) != facts[name]
            ]
            raise EngineError(texts.OTHER_LEARNING.fill(folder=self.folder, differences=listing(differences)))
        self._plan_file.truncate(0)
        self._plan_file.write(plan.encode())
        self._plan_file.flush()

    @property
    def rounds(self) -> list[Round]:
        """The finished rounds."""
        path = self.folder / "log.jsonl"
        return _read(path, _rounds_in) if path.exists() else []

    @property
    def best(self) -> Parts:
        """The best weights so far. Only the log says which they are, so a round has ended once its line is there."""
        return self._best_before(len(self.rounds) + 1)

    def _best_before(self, number: int) -> Parts:
        """The weights that were the best when a round began."""
        kept = [ended.number for ended in self.rounds if ended.kept and ended.number < number]
        return read_weights(self.game, str(self._weights(kept[-1]))) if kept else self.plan.start

    def _give_best(self) -> None:
        """Write the best learned weights to a file that is easy to find."""
        if any(ended.kept for ended in self.rounds):
            _write(self.folder / "best.json", written(self.best) + "\n")

    # --- a round ---
    def play(self, number: int, workers: int, progress: Progress) -> None:
        """Play the missing games of a round with the best weights, and any it needs of earlier rounds."""
        left = [part for part in self._parts(number) if not self._file(*part).exists()]
        done = self.plan.games - sum(self._games_in(part) for of, part in left if of == number)
        total = done + sum(self._games_in(part) for _, part in left)
        progress(done, total)
        if not left:
            return
        best = {of: self._best_before(of) for of in {of for of, _ in left}}
        jobs = [
            (self.plan, best[of], f"{self.plan.seed} {of} {part}", self._games_in(part), self._file(of, part))
            for of, part in left
        ]
        with closing(in_processes(_play_part, jobs, workers)) as played:
            for games in played:
                done += games
                progress(done, total)

    def fit(self, number: int) -> Fit:
        """New weights for a round, fitted to its games and to those of some earlier rounds."""
        samples = [read_samples(self._file(*part)) for part in self._parts(number)]
        found = fit(self.game, self.best, samples, self.plan.what)
        _write(self._weights(number), written(found.parts) + "\n")
        return found

    def match(self, number: int, workers: int) -> Generator[tuple[int, SprtState]]:
        """New weights against the best so far, until it is clear which are better or the games are used up.

        Reports how many games are played and how the test stands, at once and after each game.
        """
        _write(self._weights(number, "before"), written(self.best) + "\n")
        with self._match(number) as kept, closing(run(kept, workers, TEST)) as games:
            yield len(kept.played), TEST.state(pair_scores(kept.played))
            for _ in games:
                yield len(kept.played), TEST.state(pair_scores(kept.played))

    def end_round(self, number: int, found: Fit) -> Round:
        """Log the result of a round, which makes its weights the best if they are better."""
        with self._match(number) as kept:
            played = counted(TEST, kept.plan, kept.played)
        state = TEST.state(pair_scores(played))
        score = sum(game.points_of(0) for game in played) / max(1, len(played))
        keeps = state.verdict == "better" or (state.verdict is None and state.llr > 0)
        ended = Round(
            number, found.positions, found.before, found.after, len(played), score, state.llr, state.verdict, keeps
        )
        log = [*self.rounds, ended]
        _write(self.folder / "log.jsonl", "".join(json.dumps(asdict(round)) + "\n" for round in log))
        self._give_best()
        return ended

    def _match(self, number: int) -> KeptRun:
        """The match of a round. Its players are named by the files of their weights, and these may have been moved."""
        path, plan = self.folder / f"match-{number}.jsonl", self._match_plan(number)
        head, end, games = _read(path, str).partition("\n") if path.exists() else ("", "", "")
        if end and read_plan(head.encode(), path).players != plan.players:
            run = json.loads(head)
            run["plan"]["players"] = plan.players
            _write(path, json.dumps(run, ensure_ascii=False) + end + games)
        return KeptRun(path, plan)

    def _match_plan(self, number: int) -> ArenaPlan:
        files = (self._weights(number), self._weights(number, "before"))
        players = tuple(f"alphabeta:nodes={self.plan.match_nodes},hash=4,weights={file}" for file in files)
        return ArenaPlan(
            self.plan.game,
            players,
            SEQUENTIAL,
            self.plan.match_games,
            opening_plies=most_plies(self.game, OPENING_PLIES),
            seed=1000 * self.plan.seed + number,
        )

    def _parts(self, number: int) -> list[tuple[int, int]]:
        """The parts of games that the weights of a round are fitted to, each as a round and the number of the part."""
        rounds = range(max(1, number - KEPT_ROUNDS + 1), number + 1)
        return [(of, part) for of in rounds for part in range(-(-self.plan.games // PART_GAMES))]

    def _games_in(self, part: int) -> int:
        return min(PART_GAMES, self.plan.games - part * PART_GAMES)

    def _file(self, of: int, part: int) -> Path:
        return self.folder / f"round-{of}" / f"{part}.npz"

    def _weights(self, number: int, which: str = "after") -> Path:
        return self.folder / f"weights-{number}-{which}.json"


# --- positions on the disk --------------------------------------------------------------------------------


def _play_part(plan: Plan, parts: Parts, seed: str, games: int, path: Path) -> int:
    """Play these games and keep their positions; returns how many games there were."""
    game = find_game(plan.game).with_weights(parts)
    path.parent.mkdir(exist_ok=True)
    write_samples(path, play_games(game, plan.recipe, seed, games))
    return games


def write_samples(path: Path, samples: Samples) -> None:
    """Write positions to a file, which then exists as a whole or not at all."""
    import numpy

    features, *told = samples
    columns = dict(zip((*Features._fields, *Samples._fields[1:]), (*features, *told), strict=True))
    unfinished = path.with_suffix(".part")
    with unfinished.open("wb") as file:
        numpy.savez(file, **columns)
    unfinished.replace(path)


def read_samples(path: Path) -> Samples:
    """The positions in a file; EngineError if it is damaged."""
    import numpy

    try:
        with path.open("rb") as file, numpy.load(file) as found:
            features = Features(*(found[name] for name in Features._fields))
            return Samples(features, *(found[name] for name in Samples._fields[1:]))
    except (OSError, ValueError, LookupError, EOFError, BadZipFile):
        raise EngineError(texts.DAMAGED.fill(file=path)) from None


def _read(path: Path, made_of: Callable[[str], Found]) -> Found:
    """What `made_of` makes of the text of a file; EngineError if the file is damaged."""
    try:
        return made_of(path.read_text(encoding="utf-8"))
    except (ValueError, LookupError, TypeError):
        raise EngineError(texts.DAMAGED_FOLDER.fill(file=path)) from None


def _facts_in(plan: str) -> dict[str, Any]:
    found = json.loads(plan)
    return {**found, **found["recipe"]}


def _rounds_in(log: str) -> list[Round]:
    *lines, _ = log.split("\n")  # a line that was cut off belongs to a round that did not end
    return [Round.from_json(line) for line in lines]


def _write(path: Path, text: str) -> None:
    """Write a file that then exists as a whole or not at all."""
    unfinished = path.with_suffix(".part")
    unfinished.write_text(text, encoding="utf-8")
    unfinished.replace(path)


__all__ = ["TEST", "Learning", "Plan", "Round", "read_samples", "write_samples"]
