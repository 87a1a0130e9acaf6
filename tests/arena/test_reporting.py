"""Reports on a game: what is computed from games, what is kept, the page, and the same report whatever happened meanwhile."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from random import Random

import numpy as np
import pytest

import tabuleiro
from tabuleiro.arena import run_file
from tabuleiro.arena.characteristics import MOST_REPLIES, balance_of, choices_of, opening_tree, steps_of
from tabuleiro.arena.game_analysis import GameAnalysis, analyse_game, analyse_games, hindsight, read_analyses
from tabuleiro.arena.report_page import report_page
from tabuleiro.arena.report_text import remarks, report_parts
from tabuleiro.arena.reporting import LEVELS, Report, Reporting, ReportRequest, make_report
from tabuleiro.arena.results import Played
from tabuleiro.arena.turning_points import decided_ply, decisions_of, moments_of, swings_of, winner_course
from tabuleiro.engine.engine import Engine
from tabuleiro.engine.errors import EngineError
from tabuleiro.rules.texts import using_language
from tests.arena.outline import Outline
from tests.arena.simulated import PLAIN, play

GAME = tabuleiro.game("breakthrough:4x4")
REQUEST = ReportRequest(GAME.id, games=8, start_games=8, level_games=4, opening_plies=2)


def random_game(number: int, opening: int = 2) -> Played:
    """A game by lot, to its end."""
    chance, position, moves = Random(number), GAME.start(), list[str]()
    while position.outcome is None:
        moves.append(str(chance.choice(position.legal_moves)))
        position = position.play(moves[-1])
    reason, winner = position.outcome.reason, position.outcome.winner
    return Played(number, (0, 1), winner, reason, tuple(moves[:opening]), tuple(moves[opening:]))


def rising_analysis(game: Played) -> GameAnalysis:
    """A look at a game in which the chances of the first player rise or fall steadily to its end."""
    last = game.points
    wins = [0.5 + (last - 0.5) * ply / game.plies for ply in range(game.plies + 1)]
    return GameAnalysis(game.pair, tuple(range(3, 3 + game.plies)), tuple(wins))


def analyses_of(games: list[Played]) -> list[GameAnalysis]:
    return [rising_analysis(game) for game in games]


def level_games() -> list[Played]:
    return play(PLAIN, [50.0 * level for level in LEVELS], [(level - 1, level) for level in LEVELS[:-1]], 3, CHANCE)


CHANCE = np.random.default_rng(1)
GAMES = [random_game(number) for number in range(8)]
STARTS = [random_game(number, opening=0) for number in range(8)]


@pytest.fixture(scope="module")
def report() -> Report:
    return make_report(REQUEST, GAMES, analyses_of(GAMES), STARTS, level_games())


# --- analyses ------------------------------------------------------------------------------------------------


def test_nobody_gains_by_a_move() -> None:
    assert hindsight([0.5, 0.7, 0.6], [0, 1]) == (0.6, 0.6, 0.6), "the first could have 60%, the second left no more"
    assert hindsight([0.5, 0.2, 1.0], [0, 1]) == (0.5, 0.2, 1.0), "the second throws it away"
    assert hindsight([0.4, 0.5, 1.0], [1, 0]) == (0.4, 1.0, 1.0), "what the first did not see, it had"


@pytest.mark.compiled
def test_a_game_is_looked_at_from_its_beginning_to_its_end() -> None:
    game = GAMES[0]
    with Engine(GAME, hash_mb=1) as engine:
        look = analyse_game(engine, game, 50)
        analyse_game(engine, GAMES[1], 50)
        assert analyse_game(engine, game, 50) == look, "whatever was looked at before"
    assert len(look.choices) == game.plies
    assert look.choices[0] == len(GAME.start().legal_moves)
    assert look.wins[-1] == game.points
    assert all(0 <= win <= 1 for win in look.wins)


@pytest.mark.compiled
def test_looks_are_kept_but_for_those_that_do_not_fit_their_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "looks.jsonl"
    assert read_analyses(path, GAME.id, GAMES) == {}
    analyses = {found.pair: found for found in analyse_games(path, GAME.id, GAMES[:2], 20, 1)}
    assert read_analyses(path, GAME.id, GAMES) == analyses
    others = [replace(GAMES[5], pair=0), GAMES[1]]
    assert list(read_analyses(path, GAME.id, others)) == [1], "the other one went otherwise"
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    path.write_text(lines[0] + lines[1][:-9], encoding="utf-8")
    assert len(read_analyses(path, GAME.id, GAMES)) == 1, "the other one was cut off"
    assert path.read_text(encoding="utf-8") == lines[0]
    monkeypatch.setattr(run_file, "_searched", lambda game: [("a2-a3", 1, 5)])
    assert read_analyses(path, GAME.id, GAMES) == {}, "by another search"


def test_looks_that_are_damaged_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "looks.jsonl"
    path.write_text('{"pair": 3, "choices": [4, 5], "wins": [0.5, 0.6, 1.0]}\n', encoding="utf-8")
    assert read_analyses(path, GAME.id, GAMES) == {}, "nobody knows of which game"
    for bad in ('{"pair": 3, "choices": [4], "wins": [1.0]}\n', "[]\n", "nothing\n"):
        path.write_text(bad, encoding="utf-8")
        with pytest.raises(EngineError, match="is damaged"):
            read_analyses(path, GAME.id, GAMES)


# --- what games show --------------------------------------------------------------------------------------


def test_a_game_is_decided_once_the_winner_never_falls_back() -> None:
    assert decided_ply([0.5, 0.9, 0.7, 0.8, 1.0]) == 3
    assert decided_ply([0.9, 0.9, 1.0]) == 0
    assert decided_ply([0.5, 0.5, 1.0]) == 2
    assert winner_course(GameAnalysis(0, (1, 1), (0.4, 0.1, 0.3)), 1) == (0.6, 0.9, 1.0)


def test_choices_are_counted_by_ply_and_side() -> None:
    analyses = [GameAnalysis(0, (4, 8, 6), (0.5,) * 4), GameAnalysis(1, (4, 10), (0.5,) * 3)]
    choices = choices_of(GAME, analyses)
    assert choices is not None
    assert [(spread.ply, spread.games, spread.value) for spread in choices.by_ply] == [(0, 2, 4), (1, 2, 9), (2, 1, 6)]
    assert choices.of_players == (14 / 3, 9)
    assert (choices.mean, choices.most) == (32 / 5, 10)
    assert choices_of(GAME, []) is None


def test_plies_that_few_games_have_come_to_are_left_out() -> None:
    analyses = [
        GameAnalysis(number, (1,) * (9 if number else 99), (0.5,) * (10 if number else 100)) for number in range(20)
    ]
    choices = choices_of(GAME, analyses)
    assert choices is not None
    assert len(choices.by_ply) == 9


def test_decisions_are_told_by_ply_and_from_the_end() -> None:
    games = [replace(GAMES[0], pair=number, winner=winner) for number, winner in enumerate((0, 1, None))]
    wins = ((0.5, 0.6, 0.9, 1.0), (0.5, 0.1, 0.0), (0.5, 0.5))
    analyses = [GameAnalysis(number, (1,) * (len(found) - 1), found) for number, found in enumerate(wins)]
    decisions = decisions_of(games, analyses)
    assert decisions is not None
    assert decisions.games == 2
    assert [spread.value for spread in decisions.growth] == pytest.approx([0.5, 0.75, 0.95, 1.0])
    assert [spread.value for spread in decisions.to_end] == pytest.approx([1.0, 0.9, 0.55, 0.5])
    assert decisions.plies[1] == 1.5
    assert decisions.left[1] == 1
    assert decisions.shares == ((0, 0, 0), (1, 0.5, 0), (2, 1, 0.5), (3, 1, 1))
    assert decisions_of(games[2:], analyses[2:]) is None


def test_the_moves_that_decided_games_are_found_once_each() -> None:
    game = GAMES[0]
    assert game.winner is not None
    course = [0.5] * (game.plies - 2) + [0.3] + [1.0] * 2
    wins = tuple(course if game.winner == 0 else [1 - win for win in course])
    analyses = [GameAnalysis(number, (1,) * game.plies, wins) for number in range(2)]
    moments = moments_of(GAME, [game, replace(game, pair=1)], analyses)
    assert len(moments) == 1, "the second game is a copy"
    ply = game.plies - 2
    assert (moments[0].ply, moments[0].move) == (ply, (game.opening + game.moves)[ply])
    assert moments[0].player == game.winner
    assert [moments[0].before, moments[0].after] == pytest.approx([0.3, 1.0])
    swing = swings_of(GAME, [game], analyses[:1])[0]
    assert (swing.ply, swing.player) == (ply, ply % 2)
    assert abs(swing.after - swing.before) == pytest.approx(0.7)
    position = GAME.start()
    for move in (game.opening + game.moves)[:ply]:
        position = position.play(move)
    assert swing.position == moments[0].position == position


def test_random_moves_and_small_changes_decide_nothing() -> None:
    game = GAMES[0]
    assert game.winner is not None
    jump = (0.5, *[1.0 if game.winner == 0 else 0.0] * game.plies)
    assert moments_of(GAME, [game], [GameAnalysis(0, (1,) * game.plies, jump)]) == (), "it was decided by a random move"
    assert swings_of(GAME, [game], [GameAnalysis(0, (1,) * game.plies, jump)]) == ()


def test_the_opening_tree_has_the_common_moves_first() -> None:
    lines = ["a b c d e", "a b x", "a c", "b", "b", "c", "a b c d f"]
    games = [Played(number, (0, 1), number % 2, "goal", (), tuple(line.split())) for number, line in enumerate(lines)]
    tree = opening_tree(games)
    assert [(reply.move, reply.tally.games, reply.tally.wins) for reply in tree] == [("a", 4, 3), ("b", 2, 1)]
    assert tree[0].share == 4 / 7
    answers = tree[0].replies
    assert [(reply.move, reply.share) for reply in answers] == [("b", 3 / 4)]
    assert answers[0].replies[0].replies[0].replies == (), f"no deeper than {len(MOST_REPLIES)} plies"
    assert opening_tree([]) == ()


def test_levels_are_compared_with_the_one_below() -> None:
    games = play(PLAIN, [0, 600, 700], [(0, 1), (1, 2)], 20, np.random.default_rng(2))
    one, other = steps_of(games, (1, 2, 3), 1)
    assert (one.upper, one.lower, other.upper, other.lower) == (2, 1, 3, 2)
    assert one.tally.games == 40
    assert one.score.value == one.tally.score
    assert one.score.low > other.score.high
    assert one.difference is not None
    assert one.difference.value > 300
    assert steps_of([], (1, 2, 3), 1) == ()


def test_each_game_speaks_for_the_balance() -> None:
    games = [replace(GAMES[0], pair=number, winner=min(1, number % 4), moves=(str(number),)) for number in range(40)]
    balance = balance_of(games, 1)
    assert balance is not None
    assert balance.value == 0.25
    assert 0.08 < balance.low < 0.2 < 0.3 < balance.high < 0.45
    assert balance_of([], 1) is None


def test_the_interval_of_the_balance_holds_the_truth_where_lots_fall_alike() -> None:
    """As on a small board: openings are few and not equally likely, and what follows from each is always the same."""
    chance, runs, hits = np.random.default_rng(1), 200, 0
    for _ in range(runs):
        likely, winners = chance.dirichlet(np.ones(10)), chance.random(10) < 0.4
        lots = chance.choice(10, size=60, p=likely)
        games = [replace(GAMES[0], opening=(str(lot),), winner=int(winners[lot])) for lot in lots]
        balance = balance_of(games, 1)
        assert balance is not None
        hits += balance.low - 1e-9 <= float(likely @ ~winners) <= balance.high + 1e-9
    assert 0.9 * runs < hits < 0.99 * runs


def test_copies_are_told_of() -> None:
    copies = [replace(GAMES[0], pair=number, winner=0) for number in range(40)]
    said = [str(remark) for remark in remarks(make_report(REQUEST, GAMES, analyses_of(GAMES), copies, []))]
    assert sum("came by lot" in remark for remark in said) == 1
    assert any("From the usual start: Copies of other games, move by move: 39." in remark for remark in said)


# --- telling ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["en", "pt"])
def test_a_page_is_whole_in_both_languages(report: Report, language: str) -> None:
    with using_language(language):
        text = report_page(report, [("<more>", "1 & 2")], "tabuleiro report 'a<b'")
        said = report_parts(report, width=80)
    page = Outline(text)
    assert page.open == []
    assert f'<html lang="{language}">' in text
    assert not re.findall(r"(?:src|href)=\"(?!#)", text), "nothing from outside is needed"
    assert "url(http" not in text
    assert "script" not in page.seen
    assert page.seen.count("svg") == 8 + len(report.moments) + 1, "plots and positions"
    assert {"<more>", "1 & 2", "tabuleiro report 'a<b'"} <= set(page.words)
    assert not re.search(r"\{\w+\}", "".join(page.words).replace("{box-sizing:border-box}", ""))
    assert ("How games begin" in page.words) == (language == "en")
    assert len(said) > 8


def test_a_report_without_winners_openings_and_levels_is_told_too() -> None:
    drawn = [replace(game, winner=None) for game in GAMES[:2]]
    analyses = [GameAnalysis(game.pair, (2,) * game.plies, (0.5,) * (game.plies + 1)) for game in drawn]
    report = make_report(REQUEST, drawn, analyses, [], [])
    assert (report.decisions, report.moments, report.swings, report.tree, report.steps) == (None, (), (), (), ())
    text = report_page(report)
    assert text == report_page(report), "a page is always the same"
    assert f"<title>{GAME.title} ({GAME.id}): a report</title>" in text
    assert "No game was won by anybody." in text
    assert "100.0% of the games after random moves were drawn." in text
    assert Outline(text).open == []
    assert "from the usual start" not in text
    assert report_parts(report)


def test_a_report_is_plain_values_for_programs(report: Report) -> None:
    found = json.loads(json.dumps(report.to_json()))
    assert found["asked"]["game"] == GAME.id
    assert found["games"] == 16 + 6 * 9
    assert found["openings"]["first"]["games"] == 8
    assert found["tree"][0]["replies"]
    assert [step["upper"] for step in found["levels"]] == list(LEVELS[1:])
    for moment in (*found["moments"], *found["swings"]):
        assert GAME.position(moment["fen"]).find(moment["move"])
    assert "seconds" not in json.dumps(found), "how fast a computer is makes no difference"


def test_the_rule_that_lets_seats_be_exchanged_is_mentioned() -> None:
    game = tabuleiro.game("monkey-queen")
    assert game.pie_rule
    said = remarks(make_report(replace(REQUEST, game=game.id), [], [], [], []))
    assert any("exchange seats" in str(remark) for remark in said)


# --- working it out ---------------------------------------------------------------------------------------


def test_what_is_played_follows_from_the_wish() -> None:
    assert REQUEST.opening_plan.players == ("alphabeta:nodes=5000,hash=16",) * 2
    assert REQUEST.opening_plan.meetings == 2 * REQUEST.games
    assert REQUEST.start_plan.opening_plies == 0
    assert REQUEST.level_plan.players[0] == "level:1,hash=16"
    assert REQUEST.level_plan.players[-1] == "level:10,hash=16,nodes=250000"
    assert len(REQUEST.level_plan.pairings) == 9
    assert replace(REQUEST, game="breakthrough").level_plan.opening_plies == 6
    smallest = replace(REQUEST, game="breakthrough;files=2;ranks=4;home_rows=1")
    assert smallest.level_plan.opening_plies < 4, "more random moves decide every game"


@pytest.mark.soak
@pytest.mark.compiled
def test_a_report_is_the_same_however_it_was_interrupted(tmp_path: Path) -> None:
    request = ReportRequest("breakthrough:3x4", 4, 4, 0, nodes=30, look_nodes=20, opening_plies=1)
    seen: list[tuple[str, int, int]] = []
    first = Reporting(tmp_path, request, 1).run(lambda *what: seen.append(what))
    assert seen[0] == ("openings", 0, 4)
    assert ("looks", 4, 4) in seen
    assert seen[-1] == ("start", 4, 4)
    for name in ("openings.jsonl", "looks-20.jsonl"):
        path = tmp_path / name
        path.write_bytes(path.read_bytes()[:-40])
    seen.clear()
    again = Reporting(tmp_path, request, 2).run(lambda *what: seen.append(what))
    assert again.to_json() == first.to_json()
    assert seen == [(stage, done, 4) for stage, done in (("openings", 3), ("openings", 4), ("looks", 3), ("looks", 4), ("start", 4))]  # fmt: skip
    fewer = Reporting(tmp_path, replace(request, games=2), 1).run(lambda *what: None)
    assert fewer.openings.games == 2
    with pytest.raises(EngineError, match="holds another run"):
        Reporting(tmp_path, replace(request, nodes=31), 1).run(lambda *what: None)
