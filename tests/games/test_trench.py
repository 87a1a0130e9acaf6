"""Trench: what holds along whole battles, positions as text, options, and the report's form of a board."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

import tabuleiro
from tabuleiro.games import _trench_lines, trench
from tabuleiro.rules.board import EIGHT
from tabuleiro.rules.kernel import is_compiling

VARIANTS = ("trench", "trench:official-short", "trench:official-long", "trench:points-25", "trench:first-to-40")
START = "4SCKG/4PSCK/4PPSC/4PPPS/sppp4/cspp4/kcsp4/gkcs4"
STARS = {"p": 1, "s": 2, "c": 3, "k": 4, "g": 5}
AHEAD = {1: (1, 1), -1: (-1, -1)}
BATTLES = 10 if is_compiling() else 2
"""How many battles are checked for what must hold in all."""


def battle(game: tabuleiro.Game, seed: int) -> Iterator[tabuleiro.Position]:
    """The positions of a battle of random moves."""
    chance = random.Random(seed)
    position = game.start()
    yield position
    while position.legal_moves:
        position = position.play(chance.choice(position.legal_moves))
        yield position


def zone(cell: str) -> int:
    """-1 in Black's territory, 0 in the trench, 1 in White's."""
    total = "abcdefgh".index(cell[0]) + 1 + int(cell[1]) - 9
    return (total > 0) - (total < 0)


def directions(letter: str, sign: int) -> list[tuple[int, int]]:
    """The directions of a man, written out once more from the rules."""
    ahead, back = AHEAD[sign], AHEAD[-sign]
    sideways = [(1, -1), (-1, 1)]
    straight = {"p": [], "s": [ahead], "c": [ahead, back], "k": [ahead, *sideways], "g": [ahead, back, *sideways]}
    return [(1, 0), (-1, 0), (0, 1), (0, -1), *straight[letter]]


def moves_by_the_book(position: tabuleiro.Position) -> set[tuple[str, str, tuple[str, ...]]]:
    """The legal moves as the rules tell them, cell by cell, without any table."""
    game, mover = position.game, position.turn
    sign = 1 if mover == 0 else -1
    found = set()
    for origin in game.board.named:
        piece = game.pieces.get(position.piece(origin))
        if piece is None or piece.player != mover:
            continue
        letter = piece.token.lower()
        for across, up in directions(letter, sign):
            captured: list[str] = []
            for step in range(1, STARS[letter] + 1):
                file, rank = "abcdefgh".index(origin[0]) + across * step, int(origin[1]) + up * step
                if not (0 <= file < 8 and 1 <= rank <= 8):
                    break
                cell = f"{'abcdefgh'[file]}{rank}"
                victim = game.pieces.get(position.piece(cell))
                if victim is None:
                    found.add((origin, cell, tuple(sorted(captured))))
                    continue
                start, there = zone(origin) * sign, zone(cell) * sign
                if victim.player == mover or (start, there) in {(-1, 0), (0, -1), (0, 0)}:
                    break
                captured.append(cell)
                found.add((origin, cell, tuple(sorted(captured))))
                if start != 0:
                    break
    return found


@pytest.mark.parametrize("seed", range(BATTLES))
def test_legal_moves_are_those_of_the_book(seed: int) -> None:
    for position in list(battle(tabuleiro.game("trench:official-long"), seed))[:-1:3]:
        moves = [(move.origin, move.target, move.captured) for move in position.legal_moves]
        assert set(moves) == moves_by_the_book(position)
        assert len({move[:2] for move in moves}) == len(moves), "two cells say it all"


@pytest.mark.parametrize("id", VARIANTS)
def test_points_captured_and_value_on_the_board_make_an_army(id: str) -> None:
    game = tabuleiro.game(id)
    star = int(game.settings["star_points"])
    for seed in range(BATTLES // 2):
        for position in battle(game, seed):
            scores = game.scores(position)
            assert scores is not None
            for player in range(2):
                left = sum(
                    STARS[piece.token.lower()]
                    for cell in game.board.named
                    if (piece := game.pieces.get(position.piece(cell))) and piece.player != player
                )
                assert scores[player] + star * left == 36 * star


@pytest.mark.compiled
def test_a_side_with_men_always_has_a_move() -> None:
    game = tabuleiro.game("trench:official-long")
    for seed in range(40):
        *_, last = battle(game, seed)
        assert last.outcome is not None
        assert last.outcome.reason != "no-moves"


def test_the_clocks_run_as_told() -> None:
    for seed in range(6):
        quiet, before = -1, 32
        for plies, position in enumerate(battle(tabuleiro.game("trench"), seed)):
            quiet = quiet + 1 if men(position) == before else 0
            before = men(position)
            expected = f" {quiet} {plies}" if plies else ""
            assert position.fen.endswith(("b" if plies % 2 == 0 else "w") + expected)
            assert (position.outcome is None) == (quiet < 25 and plies < 50)


def men(position: tabuleiro.Position) -> int:
    return sum(1 for cell in position.game.board.named if position.piece(cell))


@pytest.mark.parametrize("id", [*VARIANTS, "trench;repetition=3", "trench;general_capture_wins=yes"])
def test_states_are_what_settling_them_anew_gives(id: str) -> None:
    game = tabuleiro.game(id)
    size = game.board.slots + game.extra_slots
    for position in battle(game, 5):
        again = position.state[:size].copy()
        again[_trench_lines.STARS : _trench_lines.SETS + 4] = 77
        trench.settle(game.rules, again)
        assert (again == position.state[:size]).all()
        assert game.position(position.fen) == position


def test_no_list_of_moves_is_longer_than_declared() -> None:
    game = tabuleiro.game("trench:official-long")
    assert (
        max(len(position.legal_moves) for seed in range(BATTLES) for position in battle(game, seed)) <= game.max_moves
    )


@pytest.mark.parametrize(
    ("id", "plies"),
    [("trench", 50), ("trench:official-short", 50), ("trench:official-long", 31 * 50), ("trench:points-25", 31 * 100)],
)
def test_the_longest_battle(id: str, plies: int) -> None:
    assert tabuleiro.game(id).max_plies == plies


def test_without_limits_only_repetition_ends_a_battle() -> None:
    game = tabuleiro.game("trench", ply_limit=0, no_capture_limit=0, repetition=3)
    assert game.max_plies is None
    assert "999 999" in game.position(f"{START} b 999 999").fen


def test_points_of_the_captures_of_one_move() -> None:
    game = tabuleiro.game("trench")
    position = game.position("6G1/1P1C4/4S3/1P1g1KPp/8/8/8/8 b")
    before = game.scores(position)[0]  # type: ignore[index]
    for move, points in (("d5xg5", 10), ("d5xg8", 14), ("d5xd8", 6)):
        assert game.scores(position.play(move))[0] - before == points  # type: ignore[index]


# --- positions as text ------------------------------------------------------------------------------------


def test_clocks_at_zero_are_left_out() -> None:
    game = tabuleiro.game("trench")
    assert game.start().fen == f"{START} b"
    assert game.position(f"{START} b 0 0") == game.start()
    assert game.position(f"{START} w").turn == 1
    assert game.position(f"{START} w 3 7").fen == f"{START} w 3 7"


@pytest.mark.parametrize(
    ("id", "fen", "sentence"),
    [
        ("trench", f"{START} b 4 3", "There cannot be 4 moves since the last capture when 3 were played."),
        ("trench", f"{START} b 3", "as in '3 17', or nothing; there is '3'."),
        ("trench", f"{START} b 1 2 3", "there is '1 2 3'."),
        ("trench", f"{START} b -1 2", "there is '-1 2'."),
        ("trench", f"{START} b 1 x", "there is '1 x'."),
        ("trench", f"{START} b 0 9999999999", "there is '0 9999999999'."),
        ("trench", f"{START} b 0 51", "The battle was over before the last move."),
        ("trench", f"{START} b 26 30", "The battle was over before the last move."),
        ("trench:official-long", f"{START} b 51 60", "The battle was over before the last move."),
        (
            "trench",
            "4SCKG/4PSCK/4PPSC/4PPPS/sppp4/cspp4/kcsp4/gkcsg3 b",
            "The black general is there 2 times; the set-up has 1.",
        ),
        ("trench", "PPPPPPP1/8/8/8/8/8/8/p7 b", "The white soldier is there 7 times; the set-up has 6."),
        ("trench", "8/8/8/8/8/8/8/8 b", "There are no men on the board."),
        ("trench", "8/8/8/8/8/8/8/7P w", "Black has no men left, so it cannot have moved last."),
        ("trench", "8/8/8/8/8/8/8/7P b 1 9", "The battle was over before the last move."),
        ("trench;general_capture_wins=yes", "6G1/8/8/8/8/8/8/7p w", "The battle was over before the last move."),
        ("trench;general_capture_wins=yes", "6P1/8/8/8/8/8/8/7g w 1 1", "The battle was over before the last move."),
        ("trench:first-to-40", "6G1/8/8/8/8/8/8/7g b", "The battle was over before the last move."),
        ("trench:points-25", "6G1/8/8/8/8/8/8/7g w", "The battle was over before the last move."),
        (
            "trench:points-25",
            "6G1/7K/7P/8/sppp4/cspp4/kcsp4/gkcs4 w 1 1",
            "The battle was over before the last move.",
        ),
        ("trench", f"{START}/8 b", "There are 9 ranks; the board has 8."),
        ("trench", START.replace("4SCKG", "4SCKX") + " b", "Rank 8 has 'X', which is no piece of this game"),
    ],
)
def test_positions_that_cannot_be(id: str, fen: str, sentence: str) -> None:
    with pytest.raises(tabuleiro.InvalidPosition) as refusal:
        tabuleiro.game(id).position(fen)
    assert sentence in str(refusal.value)
    with tabuleiro.using_language("pt"):
        assert str(refusal.value) and sentence not in str(refusal.value)


@pytest.mark.compiled
def test_a_finished_position_reads_back_finished() -> None:
    for id in VARIANTS:
        for seed in range(8):
            *_, last = battle(tabuleiro.game(id), seed)
            assert last.outcome is not None
            assert last.game.position(last.fen).outcome == last.outcome


# --- options ----------------------------------------------------------------------------------------------


def test_ids_are_as_short_as_can_be() -> None:
    assert tabuleiro.game("trench:seed").id == "trench"
    assert tabuleiro.game("trench", ply_limit=0, no_capture_limit=50).id == "trench:official-long"
    assert tabuleiro.game("trench", ply_limit=40).id == "trench:seed;ply_limit=40"
    assert tabuleiro.game("trench", repetition=3).repeats == 3


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"ply_limit": 0, "no_capture_limit": 0}, "Nothing would end the battle"),
        ({"star_points": 1, "target": 40}, "A target of 40 points cannot be reached: an army is worth 36."),
        ({"repetition": 1}, "repetition cannot be '1'; it may be no, 2…9."),
    ],
)
def test_options_that_do_not_go_together(options: dict[str, int], sentence: str) -> None:
    with pytest.raises(tabuleiro.UnknownGame, match=sentence):
        tabuleiro.game("trench", **options)


def test_who_gives_up_leaves_all_points_to_the_other() -> None:
    game = tabuleiro.game("trench")
    position = game.position("4SCKG/4PSCK/4PPSC/4PPP1/sppp4/cspp4/kcsp4/gkcs4 b")
    assert game.scores(position) == (4, 0)
    assert game.scores_of_surrender(position, winner=1) == (4, 72)
    assert game.scores_of_surrender(position, winner=0) == (72, 0)


# --- what people see --------------------------------------------------------------------------------------


def facts(position: tabuleiro.Position) -> dict[tuple[str, int | None], tuple[str, bool]]:
    return {(fact.key, fact.player): (str(fact.value), fact.warning) for fact in position.facts}


def test_facts_show_points_men_and_clocks() -> None:
    shown = facts(tabuleiro.game("trench").position("4SCKG/4PSCK/4PPSC/4PPP1/sppp4/cspp4/kcsp4/gkcs4 b 21 30"))
    assert shown == {
        ("points", 0): ("4", False),
        ("points", 1): ("0", False),
        ("men", 0): ("16", False),
        ("men", 1): ("15", False),
        ("quiet-plies", None): ("21 of 25 (4 left)", True),
        ("plies", None): ("30 of 50 (20 left)", False),
    }
    with tabuleiro.using_language("pt"):
        shown = facts(tabuleiro.game("trench").position("4SCKG/4PSCK/4PPSC/4PPP1/sppp4/cspp4/kcsp4/gkcs4 b 24 30"))
        assert shown["quiet-plies", None] == ("24 de 25 (falta 1)", True)
        assert shown["plies", None] == ("30 de 50 (faltam 20)", False)


def test_facts_show_the_target_and_warn_when_black_has_reached_it() -> None:
    game = tabuleiro.game("trench:points-25")
    shown = facts(game.position("7G/7K/3C3P/3p4/sppp4/cspp4/kcs5/gkcs4 b").play("d5xd6"))
    assert shown["points", 0] == ("26 of 25", True)
    assert shown["points", 1] == ("0 of 25", False)
    assert shown["plies", None] == ("1", False)


def test_marks_show_the_directions_of_every_man() -> None:
    position = tabuleiro.game("trench").start()
    marks = {mark.cell: mark.directions for mark in position.marks}
    assert len(marks) == 32
    assert marks["a1"] == marks["h8"] == EIGHT
    assert marks["d4"] == marks["e5"] == EIGHT[::2]
    assert set(marks["a4"]) - set(EIGHT[::2]) == {(1, 1)}
    assert set(marks["h5"]) - set(EIGHT[::2]) == {(-1, -1)}
    assert set(EIGHT) - set(marks["b1"]) == {(-1, -1)}
    assert set(EIGHT) - set(marks["h7"]) == {(1, 1)}


def test_the_trench_and_the_territories_share_out_the_board() -> None:
    board = tabuleiro.game("trench").board
    assert [view.name for view in board.views] == ["diamond", "square"]
    assert [(zone.style, len(zone.cells), zone.sign) for zone in board.zones] == [
        ("line", 8, "+"),
        ("first", 28, ""),
        ("second", 28, ""),
    ]
    assert sorted(board.zones[0].cells) == ["a8", "b7", "c6", "d5", "e4", "f3", "g2", "h1"]
    assert "a1" in board.zones[1].cells and "h8" in board.zones[2].cells


def test_lessons_show_pieces_of_the_side_to_move_in_every_variant() -> None:
    for id in [*VARIANTS, "trench;general_capture_wins=yes;repetition=3"]:
        game = tabuleiro.game(id)
        for lesson in game.lessons():
            if lesson.fen and lesson.cell:
                position = game.position(lesson.fen)
                assert any(move.origin == lesson.cell for move in position.legal_moves), lesson.title
    end = str(tabuleiro.game("trench:points-25;general_capture_wins=yes").lessons()[-1].body)
    assert "as soon as a side has 25 points, or when a general is captured." in end
    assert "If Black has the points first, White still has one move." in end and "those of both sides" not in end


def test_the_report_writes_the_diamond_from_the_top() -> None:
    game = tabuleiro.game("trench")
    form = game.prolog()
    assert form is not None and form.name == "gameList" and form.optional == 7 and form.empty == "e"
    names = [[game.board.name[cell] for cell in row] for row in form.rows]
    assert [len(row) for row in names] == [1, 2, 3, 4, 5, 6, 7, 8, 7, 6, 5, 4, 3, 2, 1]
    assert names[0] == ["h8"] and names[1] == ["g8", "h7"] and names[14] == ["a1"]
    assert names[7] == ["a8", "b7", "c6", "d5", "e4", "f3", "g2", "h1"]
    assert {atom: game.pieces[code].token for atom, code in form.atoms.items()} == {
        "g1": "G", "co1": "K", "ca1": "C", "sa1": "S", "so1": "P",
        "g2": "g", "co2": "k", "ca2": "c", "sa2": "s", "so2": "p",
    }  # fmt: skip


def test_formats_are_a_match_of_two_battles_and_a_single_one() -> None:
    match, single = tabuleiro.game("trench").formats
    assert (match.games, match.adds_scores, match.tie_break) == (2, True, "trench:first-to-40")
    assert (single.games, single.adds_scores, single.tie_break) == (1, False, None)
