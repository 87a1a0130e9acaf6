"""The levels: each sees what it should see, and a much higher one plays clearly better."""

from __future__ import annotations

import math
import random
from functools import cache
from itertools import pairwise

import pytest

import tabuleiro
from tabuleiro.engine.analysis import WON, Line
from tabuleiro.engine.engine import Engine
from tabuleiro.engine.errors import EngineError
from tabuleiro.engine.levels import (
    LEVELS,
    NUMBERS,
    STRONGEST,
    Level,
    at_this_move,
    choose_line,
    level,
    levels_of,
    noticed,
)
from tabuleiro.engine.puzzles import puzzles
from tabuleiro.rules.position import Position

GAMES = ("breakthrough", "fields-of-action", "monkey-queen", "tafl", "trench")
SEEING = [given for given in LEVELS if given.nodes]


def looking_levels(id: str) -> list[Level]:
    """The levels of a game that have a budget and notice all their moves."""
    return [given for given in levels_of(tabuleiro.game(id)) if given.nodes and not given.overlooks]


POSITIONS = 6
MOST_PLIES = 400


# --- what the levels are ----------------------------------------------------------------------------------


def test_there_are_ten_levels_and_halves_between_them() -> None:
    assert [str(given.number) for given in LEVELS[:4]] == ["1", "1.5", "2", "2.5"]
    assert tuple(given.number for given in LEVELS) == NUMBERS
    assert [level(number) for number in NUMBERS] == list(LEVELS)
    assert level(2.0) == level(2)
    assert (len(LEVELS), STRONGEST) == (19, 10)


def test_every_level_sees_more_and_errs_less_than_the_one_below() -> None:
    for lower, higher in pairwise(SEEING):
        assert lower.nodes < higher.nodes or lower.overlooks
        assert lower.depth <= higher.depth
        assert lower.vision <= higher.vision
        assert lower.error > higher.error
        assert not lower.lines or lower.lines >= higher.lines
    for given in SEEING:
        assert 1 <= given.vision <= given.depth
        assert given.error > 0


def test_the_strongest_level_has_no_budget_and_makes_no_errors() -> None:
    assert (LEVELS[-1].nodes, LEVELS[-1].error, LEVELS[-1].lines) == (0, 0.0, 1)


@pytest.mark.parametrize("number", [0, 11, -1, 2.25, 10.5, 0.5, True, "3", None, float("nan")])
def test_there_is_no_other_level(number: object) -> None:
    with pytest.raises(EngineError, match="levels go from 1"):
        level(number)  # type: ignore[arg-type]


@pytest.mark.parametrize("id", GAMES)
def test_measured_levels_are_places_on_the_ladder_in_order(id: str) -> None:
    levels = levels_of(tabuleiro.game(id))
    assert tuple(given.number for given in levels) == NUMBERS
    for lower, higher in pairwise(levels[:-1]):
        assert lower.nodes <= higher.nodes
        assert (lower.overlooks, lower.error) >= (higher.overlooks, higher.error)
        assert lower.vision <= higher.vision
    assert levels[-1].nodes == 0


# --- how a level chooses ----------------------------------------------------------------------------------


def line(score: int, win: float) -> Line:
    return Line((), score, win)


def chosen(given: Level, lines: list[Line], times: int = 300) -> set[int]:
    """The scores of the lines that a level chooses, now and again."""
    chance = random.Random(1)
    return {choose_line(given, lines, chance).score for _ in range(times)}


def test_a_win_in_sight_is_always_chosen() -> None:
    for given in SEEING:
        plies = math.floor(given.vision)
        assert chosen(given, [line(WON - plies, 1.0), line(50, 0.99)]) == {WON - plies}


def test_a_win_out_of_sight_may_be_missed() -> None:
    assert len(chosen(LEVELS[0], [line(WON - 5, 1.0), line(50, 0.9)])) == 2


def test_a_loss_in_sight_is_never_chosen_where_there_is_another_move() -> None:
    for given in SEEING:
        lines = [line(-30, 0.02), line(-WON + math.floor(given.vision) // 2 * 2, 0.0)]
        assert given.vision < 2 or chosen(given, lines) == {-30}


def test_whoever_loses_anyway_chooses_the_longest_way() -> None:
    for given in SEEING:
        lines = [line(-WON + 2, 0.0), line(-WON + 2, 0.0)]
        assert chosen(given, lines) == {-WON + 2}


def test_parts_of_a_ply_are_seen_in_so_many_moves() -> None:
    given, chance = Level(1, nodes=1, depth=2.3, vision=1.3, error=0.1, lines=0), random.Random(4)
    looks = [at_this_move(given, chance) for _ in range(2000)]
    assert {(look.depth, look.vision) for look in looks} == {(2, 1), (3, 2)}
    assert sum(look.depth == 3 for look in looks) / len(looks) == pytest.approx(0.3, abs=0.04)
    whole = Level(1, nodes=1, depth=2, vision=2, error=0.1, lines=0)
    assert {at_this_move(whole, chance) for _ in range(100)} == {whole}


def beginner(overlooks: float) -> Level:
    return Level(1, nodes=2000, depth=1, vision=1, error=1e-9, lines=0, overlooks=overlooks)


def test_a_beginner_overlooks_a_share_of_all_moves() -> None:
    moves, chance = tabuleiro.game("trench").start().legal_moves, random.Random(3)
    assert list(noticed(beginner(0.0), moves, chance)) == list(moves)
    for overlooks in (0.3, 0.8):
        times = 400
        counts = [len(noticed(beginner(overlooks), moves, chance)) for _ in range(times)]
        assert sum(counts) / times == pytest.approx(len(moves) * (1 - overlooks), rel=0.1)
    alone = [noticed(beginner(1.0), moves, chance) for _ in range(40 * len(moves))]
    assert {len(found) for found in alone} == {1}
    assert {str(found[0]) for found in alone} == {str(move) for move in moves}, "who notices nothing moves by lot"


@pytest.mark.parametrize("id", GAMES)
@pytest.mark.compiled
def test_a_beginner_may_miss_even_a_win_but_not_one_that_it_notices(id: str) -> None:
    _, position = near_the_end(id)[0]
    wins, times = winning_moves(position), 100

    def found(overlooks: float) -> float:
        with Engine(id, level=beginner(overlooks), hash_mb=1, seed=1) as engine:
            return sum(str(engine.choose(position)) in wins for _ in range(times)) / times

    by_lot = len(wins) / len(position.legal_moves)
    assert found(1.0) == pytest.approx(by_lot, abs=0.15)
    assert by_lot + 0.15 < found(0.5) < found(0.0) == 1


def test_higher_levels_choose_the_better_move_oftener() -> None:
    lines = [line(60, 0.6), line(0, 0.5)]
    rates = []
    for given in SEEING:
        chance = random.Random(2)
        rates.append(sum(choose_line(given, lines, chance).score == 60 for _ in range(2000)))
    assert rates == sorted(rates)
    assert rates[0] < 1300 < 1990 < rates[-1]


def test_a_level_plays_by_its_seed() -> None:
    position = tabuleiro.game("breakthrough").start()
    games = []
    for seed in (1, 1, 2):
        with Engine("breakthrough", level=2, seed=seed, hash_mb=1) as engine:
            games.append([str(engine.choose(position)) for _ in range(6)])
    assert games[0] == games[1] != games[2]
    assert len(set(games[0])) > 1


# --- what a level sees ------------------------------------------------------------------------------------


def winning_moves(position: Position) -> list[str]:
    ends = ((move, position.play(move).outcome) for move in position.legal_moves)
    return [str(move) for move, end in ends if end is not None and end.winner == position.turn]


def safe_moves(position: Position) -> list[str]:
    """The moves after which the other side cannot win at once."""
    return [str(move) for move in position.legal_moves if not winning_moves(position.play(move))]


@cache
def near_the_end(id: str) -> list[tuple[Position, Position]]:
    """From games by lot: the first position with a win in one move, and the one before, which had moves that prevent it."""
    found: list[tuple[Position, Position]] = []
    for seed in range(2000):
        chance, position = random.Random(f"{id} {seed}"), tabuleiro.game(id).start()
        before = position
        while position.outcome is None and not winning_moves(position):
            before, position = position, position.play(chance.choice(position.legal_moves))
        if position.outcome is None and safe_moves(before):
            found.append((before, position))
            if len(found) == POSITIONS:
                return found
    raise AssertionError("games by lot do not end")


def at_most(given: Level) -> int:
    """How many positions are tried with a level: few with those that think long."""
    return POSITIONS if given.nodes < 20_000 else 1


@pytest.mark.parametrize("id", GAMES)
@pytest.mark.compiled
def test_no_level_misses_a_win_in_one(id: str) -> None:
    for given in looking_levels(id):
        with Engine(id, level=given.number, hash_mb=1, seed=round(2 * given.number)) as engine:
            for _, position in near_the_end(id)[: at_most(given)]:
                assert str(engine.choose(position)) in winning_moves(position), (given.number, position.fen)


@pytest.mark.parametrize("id", GAMES)
@pytest.mark.compiled
def test_no_level_that_sees_two_plies_lets_the_other_win_at_once(id: str) -> None:
    for given in looking_levels(id):
        if given.vision >= 2:
            with Engine(id, level=given.number, hash_mb=1, seed=round(2 * given.number)) as engine:
                for position, _ in near_the_end(id)[: at_most(given)]:
                    assert str(engine.choose(position)) in safe_moves(position), (given.number, position.fen)


@pytest.mark.parametrize("id", GAMES)
@pytest.mark.compiled
def test_no_level_misses_a_proved_win_within_its_vision(id: str) -> None:
    """The puzzles' solutions are the only moves that win in time."""
    game = tabuleiro.game(id)
    for given in looking_levels(id):
        with Engine(game, level=given, hash_mb=1, seed=round(2 * given.number)) as engine:
            in_sight = [puzzle for puzzle in puzzles(id) if puzzle.game == id and puzzle.plies <= given.vision]
            assert in_sight or given.vision < 3
            for puzzle in in_sight[: at_most(given)]:
                assert str(engine.choose(game.position(puzzle.fen))) == puzzle.solution, (given.number, puzzle.fen)


# --- how well a level plays -------------------------------------------------------------------------------


def play(players: list[Engine], opening: Position, nodes: int) -> float:
    """What the first of two engines gets, if it is to move."""
    position, seat = opening, opening.turn
    for _ in range(MOST_PLIES):
        if position.outcome is not None:
            break
        position = position.play(players[position.turn ^ seat].choose(position, nodes=nodes))
    winner = None if position.outcome is None else position.outcome.winner
    return 0.5 if winner is None else float(winner == seat)


@pytest.mark.soak
@pytest.mark.parametrize("id, nodes", [("breakthrough", 500), ("fields-of-action", 800)])
@pytest.mark.parametrize("lower", [1, 3])
@pytest.mark.compiled
def test_three_levels_higher_is_clearly_better(id: str, nodes: int, lower: int) -> None:
    """From random openings, each played with both sides. So few nodes leave the levels' errors to tell them apart."""
    chance, points, games = random.Random(5), 0.0, 0
    with Engine(id, level=lower + 3, hash_mb=1) as strong, Engine(id, level=lower, hash_mb=1) as weak:
        while games < 12:
            position = tabuleiro.game(id).start()
            for _ in range(4):
                position = position.play(chance.choice(position.legal_moves))
            points += play([strong, weak], position, nodes) + 1 - play([weak, strong], position, nodes)
            games += 2
    assert points >= 0.75 * games, points
