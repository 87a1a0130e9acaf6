"""A report on a game: games of the engine against itself, what they show, and how far its levels are apart.

Three runs of games are played and kept: of the engine against itself after a few random moves, which show how the game
goes; of players that vary their moves, from the usual start, which show how it begins; and of neighbouring levels. Then
the positions of the first run are analysed. Everything is limited by nodes, not time: a seed always gives the same report.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from tabuleiro.arena.characteristics import Choices, Reply, Step, balance_of, choices_of, opening_tree, steps_of
from tabuleiro.arena.game_analysis import GameAnalysis, analyse_games, read_analyses
from tabuleiro.arena.openings import ANY_OPENING, most_plies
from tabuleiro.arena.plan import LAST_NODES, NEIGHBOURS, OPENING_PLIES, Plan
from tabuleiro.arena.results import Played, plain
from tabuleiro.arena.run_file import KeptRun, knowledge_of
from tabuleiro.arena.runner import Watch, in_order, run
from tabuleiro.arena.summary import Summary, summarise
from tabuleiro.arena.turning_points import DECIDED, Decisions, Moment, decisions_of, moments_of, swings_of
from tabuleiro.engine.engine import SEARCHES
from tabuleiro.engine.levels import STRONGEST
from tabuleiro.games import game as find_game
from tabuleiro.rules.game import Game

VARYING = "ladder:7"
"""The level that plays from the usual start: well, but not always the same moves."""

MEGABYTES = 16
LEVELS = tuple(range(1, STRONGEST + 1))
OPENINGS, START, LEVEL_RUN, LOOKS = STAGES = ("openings", "start", "levels", "looks")


@dataclass(frozen=True, slots=True)
class ReportRequest:
    """What a report is about: a game, how many games of each kind, nodes for a move and for analysing a position."""

    game: str
    games: int = 200
    start_games: int = 200
    level_games: int = 20
    nodes: int = 5_000
    look_nodes: int = 5_000
    opening_plies: int = 4
    seed: int = 1

    @property
    def player(self) -> str:
        """The player after random moves: the engine as it plays this game."""
        search = SEARCHES[0 if find_game(self.game).has_evaluation else 1]
        return f"{search}:nodes={self.nodes},hash={MEGABYTES}"

    @property
    def varying_player(self) -> str:
        """The player from the usual start."""
        return f"{VARYING},nodes={self.nodes},hash={MEGABYTES}"

    # --- what is played ---
    @property
    def opening_plan(self) -> Plan:
        """The engine against itself after random moves; of each pair of games only the first is played.

        No opening is too uneven, since the report is to find out how even the game is.
        """
        return Plan(
            self.game,
            (self.player, self.player),
            games=2 * self.games,
            opening_plies=self.opening_plies,
            balance=ANY_OPENING,
            seed=self.seed,
        )

    @property
    def start_plan(self) -> Plan:
        """Players that vary their moves, from the usual start."""
        players = (self.varying_player, self.varying_player)
        return Plan(self.game, players, games=self.start_games, opening_plies=0, seed=self.seed)

    @property
    def level_plan(self) -> Plan:
        """Each level against the next."""
        names = [f"level:{level},hash={MEGABYTES}" for level in LEVELS]
        names[-1] += f",nodes={LAST_NODES}"
        plies = most_plies(find_game(self.game), OPENING_PLIES)
        return Plan(self.game, tuple(names), NEIGHBOURS, self.level_games, opening_plies=plies, seed=self.seed)

    @property
    def knowledge(self) -> list[str]:
        """Marks that change whenever any of these games would be played differently."""
        return [knowledge_of(plan) for plan in (self.opening_plan, self.start_plan, self.level_plan)]


@dataclass(frozen=True, slots=True)
class Report:
    """The findings: summaries of the games after random moves and from the usual start, and what they show."""

    request: ReportRequest
    openings: Summary
    start: Summary
    choices: Choices | None
    decisions: Decisions | None
    moments: tuple[Moment, ...]
    swings: tuple[Moment, ...]
    tree: tuple[Reply, ...]
    steps: tuple[Step, ...]

    @property
    def game(self) -> Game:
        """The game that the report is about."""
        return self.openings.game

    @property
    def games(self) -> int:
        """How many games the report is based on."""
        return self.openings.games + self.start.games + sum(step.tally.games for step in self.steps)

    def to_json(self) -> dict[str, Any]:
        """The report as plain values."""
        return {
            "asked": asdict(self.request),
            "games": self.games,
            "openings": _sample(self.openings),
            "start": _sample(self.start),
            "choices": plain(self.choices),
            "decisions": None if self.decisions is None else {"share": DECIDED, **plain(self.decisions)},
            "moments": [_moment(moment) for moment in self.moments],
            "swings": [_moment(moment) for moment in self.swings],
            "tree": plain(self.tree),
            "levels": plain(self.steps),
        }


class Reporting:
    """The folder for making a report; nothing is done twice."""

    def __init__(self, folder: Path, request: ReportRequest, workers: int) -> None:
        self.folder, self.request, self.workers = folder, request, workers

    def run(self, watch: Watch) -> Report:
        """Do what is left to do, and make the report; EngineError if the folder is for another one, OSError."""
        request = self.request
        with KeptRun(self.folder / f"{OPENINGS}.jsonl", request.opening_plan) as kept:
            openings = self._play(OPENINGS, kept, run(kept, self.workers, once=True), request.games, watch)
            analyses = self._analyse(openings, watch)
        start = self._run(START, request.start_plan, request.start_games, watch)
        levels = self._run(LEVEL_RUN, request.level_plan, request.level_games, watch)
        return make_report(request, openings, analyses, start, levels)

    def _run(self, stage: str, plan: Plan, games: int, watch: Watch) -> list[Played]:
        """Play the missing games of a plan; returns all of them, or none if none are asked for."""
        if not games:
            return []
        with KeptRun(self.folder / f"{stage}.jsonl", plan) as kept:
            return self._play(stage, kept, run(kept, self.workers), plan.meetings, watch)

    def _play(self, stage: str, kept: KeptRun, games: Iterator[Played], total: int, watch: Watch) -> list[Played]:
        done = len(in_order(kept.plan, kept.played))
        watch(stage, done, total)
        for number, _ in enumerate(games, start=done + 1):
            watch(stage, number, total)
        return in_order(kept.plan, kept.played)

    def _analyse(self, played: list[Played], watch: Watch) -> list[GameAnalysis]:
        """The analysis of games, in their order."""
        nodes = self.request.look_nodes
        path = self.folder / f"{LOOKS}-{nodes}.jsonl"
        analyses = read_analyses(path, self.request.game, played)
        watch(LOOKS, len(analyses), len(played))
        left = [game for game in played if game.pair not in analyses]
        for found in analyse_games(path, self.request.game, left, nodes, self.workers):
            analyses[found.pair] = found
            watch(LOOKS, len(analyses), len(played))
        return [analyses[game.pair] for game in played]


def make_report(
    request: ReportRequest,
    openings: list[Played],
    analyses: list[GameAnalysis],
    start: list[Played],
    levels: list[Played],
) -> Report:
    """The report on these games; `analyses` are those of `openings`, in the same order."""
    game = find_game(request.game)
    return Report(
        request,
        _summary(request, request.player, openings),
        _summary(request, request.varying_player, start),
        choices_of(game, analyses),
        decisions_of(openings, analyses),
        moments_of(game, openings, analyses),
        swings_of(game, openings, analyses),
        opening_tree(start),
        steps_of(levels, LEVELS, request.seed),
    )


def _summary(request: ReportRequest, player: str, played: list[Played]) -> Summary:
    """The summary of games of a player against itself. They differ only by chance, so each counts by itself."""
    found = summarise(find_game(request.game), [player, player], played, seed=request.seed)
    return replace(found, balance=balance_of(played, request.seed))


# --- for programs -----------------------------------------------------------------------------------------


def _sample(summary: Summary) -> dict[str, Any]:
    """The part of a run's summary that is about the game, not about its players or the computer's speed."""
    found = summary.to_json()
    return {name: found[name] for name in ("games", "balance", "first", "endings", "lengths", "variety")}


def _moment(moment: Moment) -> dict[str, Any]:
    players = moment.position.game.players
    return {
        "game": moment.pair + 1,
        "ply": moment.ply + 1,
        "fen": moment.position.fen,
        "mover": players[moment.position.turn],
        "move": moment.move,
        "player": players[moment.player],
        "before": plain(moment.before),
        "after": plain(moment.after),
    }
