"""What may be asked of `play`: players by their sides' names, names, lots, clocks, matches, positions, records."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import tabuleiro as package
from tabuleiro.cli.match_request import Request, make_plan
from tabuleiro.match.plan import HUMAN

Tabuleiro = Callable[..., Any]
"""The fixture that runs a command line."""

RECORD = '[Game "breakthrough"]\n[White "Ana"]\n[Black "Rui"]\n\n1. a2-a3 b7-b6 2. a3-a4 *\n'
RESIGNED = RECORD.replace("*", "resigns 0-1")
SWAPPED = '[Game "monkey-queen"]\n[White "Ana"]\n[Black "Rui"]\n\n1. g1-g2 swap f12-f11 *\n'
WON = '[Game "breakthrough"]\n[FEN "8/4P3/8/8/8/8/1p6/8 w"]\n\n1. e7-e8 1-0\n'


@pytest.fixture
def file(tmp_path: Path) -> Callable[[str], str]:
    """A file with a text in it."""

    def write(text: str) -> str:
        path = tmp_path / "record.txt"
        path.write_text(text, encoding="utf-8")
        return str(path)

    return write


# --- who plays --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("id", package.games())
def test_players_are_named_by_their_sides(tabuleiro: Tabuleiro, id: str) -> None:
    game = package.game(id)
    first, second = game.players
    one = tabuleiro("play", id, f"--{first}", "human", f"--{second}", "random", typed="quit\n")
    assert f"{game.sides[0].title}: You.\n{game.sides[1].title}: random.\n" in one.out
    other = tabuleiro("play", f"--{first}=random", id, "--seed", "1", typed="quit\n")
    assert f"{game.sides[0].title}: random.\n{game.sides[1].title}: You.\n" in other.out, "the other is a person"
    nobody = tabuleiro("play", id, typed="quit\n")
    assert f"{game.sides[0].title}: Player 1.\n{game.sides[1].title}: Player 2.\n" in nobody.out


def test_players_are_known_by_names_and_levels() -> None:
    plan, _ = make_plan(Request("breakthrough", sides={"--white": "4", "--black": "mcts:nodes=50"}))
    assert [(person.name, person.player) for person in plan.people] == [
        ("Computer, level 4", "4"),
        ("mcts:nodes=50", "mcts:nodes=50"),
    ]
    plan, _ = make_plan(Request("breakthrough", sides={"--white": "Humano", "--black": "HUMAN"}))
    assert [person.player for person in plan.people] == [HUMAN, HUMAN]


def test_names_may_be_given_and_are_told_apart() -> None:
    def named(names: str, **sides: str | None) -> list[str]:
        plan, _ = make_plan(
            Request("breakthrough", names=names, sides={f"--{side}": who for side, who in sides.items()})
        )
        return [person.name for person in plan.people]

    assert named("Ana, Rui") == ["Ana", "Rui"]
    assert named("Ana,", black="3") == ["Ana", "Computer, level 3"]
    assert named("Ana,Ana") == ["Ana (1)", "Ana (2)"]
    assert named(",", white="2", black="2") == ["Computer, level 2 (1)", "Computer, level 2 (2)"]


def test_a_computer_with_a_long_command_has_a_short_name() -> None:
    plan, _ = make_plan(Request("breakthrough", sides={"--white": "uci:" + "x" * 80 + "\n"}))
    assert plan.people[0].name == "uci:" + "x" * 35 + "…"
    assert plan.people[0].player == "uci:" + "x" * 80


def test_seats_are_drawn_by_lot() -> None:
    seated = set()
    for seed in range(8):
        request = Request("breakthrough", names="Ana,Rui", sides={"--black": "2"}, lot=True, seed=str(seed))
        first, second = make_plan(request)[0].people
        seated.add(first.name)
        assert {(first.name, first.player), (second.name, second.player)} == {("Ana", "human"), ("Rui", "2")}
        assert make_plan(request)[0].people == (first, second), "the same seed gives the same seats"
    assert seated == {"Ana", "Rui"}


def test_the_same_seed_gives_the_same_game(tabuleiro: Tabuleiro) -> None:
    for seed in ("7", "7", "8"):
        tabuleiro("play", "breakthrough:5x5", "--white", "random", "--black", "random", "--seed", seed)
    first, second, third = (record.moves for record in package.read_records(tabuleiro("export").out))
    assert first == second
    assert first != third


# --- how it is played -------------------------------------------------------------------------------------


def test_time_pace_and_format_are_kept_with_the_match(tabuleiro: Tabuleiro) -> None:
    options = ("--clock", "10+5", "--match", "best-of-3", "--seconds", "0,5", "--pace", "0")
    tabuleiro("play", "breakthrough", *options, typed="a2-a3\n")
    [kept] = json.loads(tabuleiro("games-played", "--json").out)
    assert (kept["clock"], kept["format"]) == ("10+5", "best-of-3")
    plan, _ = make_plan(Request("breakthrough", seconds="0,5", pace="2"))
    assert (plan.seconds, plan.pace) == (0.5, 2.0)
    assert make_plan(Request("breakthrough"), pace=1.0)[0].pace == 1.0
    assert make_plan(Request("breakthrough", pace="0"), pace=1.0)[0].pace == 0.0


def test_switches_change_the_game(tabuleiro: Tabuleiro) -> None:
    answer = tabuleiro("play", "breakthrough", "--set", "files=5", "--set", "ranks=6", typed="quit\n")
    assert "(breakthrough:5x6)" in answer.out


# --- where it begins --------------------------------------------------------------------------------------


def test_a_record_is_gone_on_with(tabuleiro: Tabuleiro, file: Callable[[str], str]) -> None:
    answer = tabuleiro("play", "--record", file(RECORD), typed="b6-b5\n")
    assert "Black (Rui): b6-b5" in answer.out
    kept = package.read_record(tabuleiro("export", "1").out)
    assert kept.moves == ("a2-a3", "b7-b6", "a3-a4", "b6-b5")
    assert (kept.tag("White"), kept.tag("Black")) == ("Ana", "Rui")
    resumed = tabuleiro("resume", typed="undo\nundo\nquit\n")
    assert "Taken back: a3-a4." in resumed.out


def test_a_record_is_gone_on_with_after_some_of_its_moves(tabuleiro: Tabuleiro, file: Callable[[str], str]) -> None:
    tabuleiro("play", "breakthrough", "--record", file(RESIGNED), "--ply", "1", typed="c7-c6\n")
    tabuleiro("play", "--record", file(RESIGNED), "--ply", "3", "--black", "random", typed="quit\n")
    tabuleiro("play", "--record", file(RESIGNED), "--ply", "0", typed="b2-b3\n")
    moves = [package.read_record(tabuleiro("export", id).out).moves for id in "123"]
    assert moves[0] == ("a2-a3", "c7-c6")
    assert moves[1][:3] == ("a2-a3", "b7-b6", "a3-a4")
    assert len(moves[1]) == 4
    assert moves[2] == ("b2-b3",)


def test_exchanged_seats_of_a_record_stay_so_once_it_has_gone_on(
    tabuleiro: Tabuleiro, file: Callable[[str], str]
) -> None:
    after = tabuleiro("play", "--record", file(SWAPPED), typed="quit\n")
    assert "White (Rui) to move." in after.out
    before = tabuleiro("play", "--record", file(SWAPPED), "--ply", "1", typed="quit\n")
    assert "Black (Rui) may type swap" in before.out, "it is to be decided again"


@pytest.mark.parametrize("language", ["en", "pt"])
@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (
            ["breakthrough", "--attackers", "3"],
            "There is no option --attackers: the players of Breakthrough are given by",
        ),
        (["breakthrough", "--plian"], "There is no option --plian: the players of Breakthrough are given by"),
        (["--plian"], "There is no option --plian; see `tabuleiro play --help`."),
        (["--plian", "breakthrough"], "There is no option --plian; see `tabuleiro play --help`."),
        (["--white", "3"], "Name a game as well, because --white goes with one: `tabuleiro play GAME --white …`."),
        (["--clock", "10"], "Name a game as well, because --clock goes with one"),
        (["--view", "square"], "Name a game as well, because --view goes with one"),
        (["breakthrough", "--white"], "The option --white needs a value."),
        (["breakthrough", "--white", "--plain"], "The option --white needs a value."),
        (["breakthrough", "--white="], "The option --white needs a value."),
        (["breakthrough", "--names"], "The option --names needs a value."),
        (["breakthrough", "-w"], "There is no option -w"),
        (["breakthrough", "--white", "4", "black"], "Nothing may follow here, but there is 'black'"),
        (["breakthrough", "--", "--white", "4"], "Nothing may follow here, but there is '--white 4'"),
        (["breakthrough", "--white", "humn"], "There is no player 'humn'; there are random, level:1 to level:10"),
        (["breakthrough", "--white", "11"], "The word human stands for a person."),
        (
            ["breakthrough", "--white", "uci:/no/such/engine"],
            "The engine /no/such/engine cannot be started: there is no such program.",
        ),
        (["breakthrough", "--white", "mcts:x=1"], "The player 'mcts:x=1' has no setting 'x'"),
        (["breakthrough", "--names", "Ana"], "--names needs two names with a comma between them"),
        (["breakthrough", "--names", "Ana,Rui,Eva"], "--names needs two names with a comma between them"),
        (["breakthrough", "--names", "A\x07,Rui"], "'A\\x07' cannot be a name"),
        (["breakthrough", "--names", "A" * 41 + ",Rui"], "cannot be a name: names have up to 40 characters"),
        (["breakthrough", "--clock", "soon"], "'soon' is no thinking time"),
        (["breakthrough", "--match", "best"], "There is no match format 'best'"),
        (["breakthrough", "--match", "best-of-100"], "A match has 1 to 99 games, not 100."),
        (["breakthrough", "--match", "sum-of-2"], "Breakthrough counts no points"),
        (["breakthrough", "--seconds", "0"], "--seconds must be a number of seconds above 0"),
        (["breakthrough", "--pace", "-1"], "--pace must be a number of seconds from 0 to 86400, not '-1'."),
        (["breakthrough", "--seed", "x"], "--seed must be a whole number from 0"),
        (["breakthrough", "--ply", "1"], "--ply goes with --record only"),
        (["breakthrough", "--fen", "x"], "A position is written as its board"),
        (["breakthrough", "--fen", "4P3/8/8/8/8/8/1p6/8 b"], "in this position the game is over (goal reached)."),
        (["chess"], "There is no game 'chess'"),
        (["--record", "/no/such/file"], "Cannot read /no/such/file"),
    ],
)
def test_what_cannot_be_played_is_refused_before_anything_is_shown(
    tabuleiro: Tabuleiro, arguments: list[str], sentence: str, language: str
) -> None:
    answer = (
        tabuleiro("play", *arguments, "--lang", language)
        if "--" not in arguments
        else tabuleiro("--lang", language, "play", *arguments)
    )
    assert (answer.code, answer.out) == (2, "")
    assert answer.error.count("\n") == 1
    assert (sentence in answer.error) == (language == "en"), answer.error


@pytest.mark.parametrize(
    ("text", "options", "sentence"),
    [
        (RESIGNED, [], "is over (resignation); say by --ply after how many of its 3 moves to go on."),
        (WON, ["--ply", "1"], "in this position the game is over (goal reached)."),
        (RECORD, ["--ply", "4"], "--ply must be a whole number from 0 to 3, not '4'."),
        (RECORD, ["--fen", "x"], "Give either a position by --fen or a game by --record, not both."),
        (RECORD, ["--set", "files=5"], "--set cannot change the game of a record."),
        (RECORD + "\n" + RECORD, [], "There are 2 games in"),
        (RECORD, ["trench"], "This is a record of breakthrough, not of trench."),
        (RECORD.replace("a3-a4", "a3-a9"), [], "a3-a9"),
        ("", [], "The record is empty"),
    ],
)
def test_a_record_that_cannot_be_gone_on_with_is_refused(
    tabuleiro: Tabuleiro, file: Callable[[str], str], text: str, options: list[str], sentence: str
) -> None:
    answer = tabuleiro("play", *options, "--record", file(text))
    assert (answer.code, answer.out) == (2, "")
    assert sentence in answer.error
    assert answer.error.count("\n") == 1
