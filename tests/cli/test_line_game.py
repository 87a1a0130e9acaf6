"""A match at a table by lines: people and computers, draws, exchanged seats, clocks, several games."""

from __future__ import annotations

import io
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tabuleiro.cli.line_game import LineGame
from tabuleiro.engine.analysis import WON, Line
from tabuleiro.games import game
from tabuleiro.match.clock import read_control
from tabuleiro.match.kept_match import KeptMatch
from tabuleiro.match.plan import Plan, make_people
from tabuleiro.match.sentences import hint_text, points_text, time_text
from tabuleiro.match.table import Table
from tabuleiro.records.database import Database
from tabuleiro.records.errors import PlayedElsewhere, StoreFailed
from tabuleiro.rules.texts import Text, using_language

NEAR_THE_END = "8/4P3/8/8/8/8/1p6/8 w"
"""White wins by e7-e8, Black by b2-b1."""


class Clock:
    """A time of day that passes only when somebody types."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


class SlowTypist(io.StringIO):
    """Lines to type, each after this many seconds."""

    def __init__(self, clock: Clock, lines: list[tuple[float, str]]) -> None:
        super().__init__("".join(f"{line}\n" for _, line in lines))
        self._clock, self._delays = clock, [seconds for seconds, _ in lines]

    def readline(self, size: int = -1, /) -> str:  # type: ignore[override]
        if self._delays:
            self._clock.now += self._delays.pop(0)
        return super().readline(size)


Played = Callable[..., tuple[str, Table]]


@pytest.fixture
def played(database: Database, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Iterator[Played]:
    """Play a match with what is typed: what was printed, and the table."""
    tables: list[Table] = []

    def play(
        id: str,
        *typed: str | tuple[float, str],
        players: tuple[str, str] = ("human", "human"),
        names: tuple[str | None, str | None] = ("Ana", "Rui"),
        wait: Callable[[float], None] | None = None,
        clock: str | None = None,
        **plan: Any,
    ) -> tuple[str, Table]:
        now = Clock()
        lines = [line if isinstance(line, tuple) else (0.0, line) for line in typed]
        monkeypatch.setattr("sys.stdin", SlowTypist(now, lines))
        control = None if clock is None else read_control(clock)
        kept = KeptMatch(Plan(id, make_people(players, names), control=control, **plan), database)
        tables.append(Table(kept, seed=1, now=now))
        LineGame(tables[-1], wait=wait or (lambda seconds: None)).play()
        return capsys.readouterr().out, tables[-1]

    yield play
    for table in tables:
        table.close()


# --- between two people -----------------------------------------------------------------------------------


def test_a_draw_is_offered_to_the_other_person(played: Played) -> None:
    out, table = played("trench", "draw", "d1-e1", "resign", "undo", "help", "no", "yes", "d1-e1", "empate", "sim")
    assert "A draw is offered by Black (Ana)." in out
    assert "White (Rui), do you accept the draw? yes or no: d1-e1" in out
    assert out.count("First the offer of a draw must be answered: yes or no.") == 3
    assert "The draw is declined by White (Rui): the game goes on." in out
    assert "The other player has not offered a draw." in out
    assert "A draw is offered by White (Rui)." in out
    assert "Black (Ana), do you accept the draw? yes or no: sim\nThe draw is accepted by Black (Ana)." in out
    assert "Drawn: by agreement." in out
    assert len(table.session.moves) == 1


def test_an_offer_may_be_taken_by_the_same_word(played: Played) -> None:
    out, table = played("trench", "draw", "draw")
    assert "The draw is accepted by White (Rui)." in out
    assert table.session.result is not None


def test_a_game_without_draws_or_exchange_refuses_them(played: Played) -> None:
    out, _ = played("breakthrough", "draw", "swap")
    assert "This game has no draws, so none can be offered." in out
    assert "Seats are not exchanged in this game: it has no pie rule." in out


def test_the_second_person_is_told_of_the_exchange_and_may_make_it(played: Played) -> None:
    out, table = played("monkey-queen", "swap", "g1-g2", "trocar", "swap", "f12-f11", "resign")
    assert out.count("Seats may be exchanged only once, in place of the second player's first move.") == 2
    assert out.count("Black (Rui) may type swap to take over the first move instead of answering it.") == 1
    assert "Seats exchanged: White (Rui) now, and Black (Ana)." in out
    assert "Played by Black (Ana): f12-f11." in out
    assert "The game is given up by White (Rui).\nWon by Black (Ana): resignation." in out
    assert table.session.exchanged


def test_an_exchange_is_taken_back_with_the_move_before_it(played: Played) -> None:
    out, table = played("monkey-queen", "g1-g2", "swap", "undo", "g1-g3")
    assert "Taken back: g1-g2." in out
    assert "Played by White (Ana): g1-g3." in out
    assert not table.session.exchanged


# --- clocks -----------------------------------------------------------------------------------------------


def test_clocks_are_shown_before_each_question(played: Played) -> None:
    out, _ = played("breakthrough", (30.0, "a2-a3"), (0.0, "clock"), (601.0, "b7-b6"), clock="10+5")
    assert "Clock: White 10:00, Black 10:00.\nWhite (Ana): a2-a3" in out
    assert "Clock: White 9:35, Black 10:00.\nBlack (Rui): clock\nClock: White 9:35, Black 10:00." in out
    assert "The time of Black (Rui) is up; nothing is played any more.\nWon by White (Ana): time is up." in out


def test_time_that_is_up_ends_the_game_whatever_is_typed(played: Played) -> None:
    for word in ("a2-a3", "help", "undo", "nonsense"):
        out, table = played("breakthrough", (31.0, word), "a2-a3", clock="30/move")
        assert "The time of White (Ana) is up" in out
        assert table.session.moves == ()
        assert table.session.result is not None
        assert table.session.result.reason == "time"


def test_time_for_a_move_begins_anew_with_each_move(played: Played) -> None:
    moves = [(29.0, move) for move in ("a2-a3", "b7-b6", "a3-a4", "b6-b5")]
    out, table = played("breakthrough", *moves, clock="30/move")
    assert len(table.session.moves) == 4
    assert "Clock: White 0:30, Black 0:30." in out


def test_moves_are_not_taken_back_with_a_clock(played: Played) -> None:
    out, table = played("breakthrough", "a2-a3", "undo", clock="10")
    assert "Moves are not taken back in a game with a clock." in out
    assert len(table.session.moves) == 1


def test_times_are_written_as_clocks_show_them() -> None:
    assert [time_text(seconds) for seconds in (3723, 245, 59.2, 20, 19.96, 7.55, 0)] == [
        "1:02:03",
        "4:05",
        "1:00",
        "0:20",
        "0:19.9",
        "0:07.5",
        "0:00.0",
    ]
    with using_language("pt"):
        assert time_text(7.55) == "0:07,5"


# --- matches ----------------------------------------------------------------------------------------------


def test_the_games_of_a_match_follow_one_another_with_seats_exchanged(played: Played) -> None:
    out, table = played(
        "breakthrough", "e7-e8", "score", "resign", "e7-e8", "a1-a2", format="best-of-3", start=NEAR_THE_END
    )
    assert "Game 1 of 3 (best of 3 games).\nWhite: Ana.\nBlack: Rui.\n" in out
    assert "Won by White (Ana): goal reached.\nMatch score: Ana: 1; Rui: 0.\n" in out
    assert "Game 2 of 3 (best of 3 games).\nWhite: Rui.\nBlack: Ana.\n" in out
    assert "White (Rui): score\nMatch score: Ana: 1; Rui: 0.\n" in out
    assert out.endswith("Won by Black (Ana): resignation.\nMatch score: Ana: 2; Rui: 0.\nThe match is won by Ana.\n")
    assert table.match.result is not None
    assert "a1-a2" not in out, "the third game would change nothing"


def test_a_match_of_two_battles_is_drawn_by_lot_and_decided_by_a_third(played: Played) -> None:
    out, table = played("trench", "draw", "yes", "draw", "yes", "resign", format="match")
    assert "Match score: Ana: 0; Rui: 0." in out
    assert "The match is tied: one more game decides, trench:first-to-40." in out
    assert table.match.result is not None
    assert table.match.result.by_tie_break
    winner = table.match.people[table.match.result.winner or 0]
    assert out.endswith(f"The match is won by {winner}.\n")


def test_a_drawn_match_is_said_to_be_drawn(played: Played) -> None:
    out, _ = played("trench", "draw", "yes", "draw", "yes", format="best-of-2")
    assert "Match score: Ana: 0.5; Rui: 0.5." in out
    assert out.endswith("Match score: Ana: 1; Rui: 1.\nThe match is drawn.\n")


def test_halves_are_written_in_the_language_in_use() -> None:
    assert [points_text(points) for points in (0, 1.5, 12.0)] == ["0", "1.5", "12"]
    with using_language("pt"):
        assert points_text(1.5) == "1,5"


# --- computers --------------------------------------------------------------------------------------------


def test_a_computer_answers_and_undo_takes_both_back(played: Played) -> None:
    out, table = played("breakthrough", "a2-a3", "undo", "redo", "quit", players=("human", "1"), names=(None, None))
    assert "White: You.\nBlack: Computer, level 1.\n" in out
    assert "Thinking: Black (Computer, level 1) …\nPlayed by Black (Computer, level 1): " in out
    first, answer = table.session.moves
    assert f"Taken back: {first}, {answer}." in out
    assert f"Played again: {first}, {answer}." in out


class LegalTypist(io.StringIO):
    """Somebody who types any legal move when it is the turn."""

    def __init__(self, table: Table) -> None:
        super().__init__()
        self._table, self._chance = table, random.Random(1)

    def readline(self, size: int = -1, /) -> str:  # type: ignore[override]
        return f"{self._chance.choice(self._table.position.legal_moves)}\n"


@pytest.mark.compiled
@pytest.mark.parametrize(
    "id", ["breakthrough:5x5", "fields-of-action", "monkey-queen:6x6-6", "tafl:brandubh", "trench"]
)
def test_a_person_plays_a_whole_game_against_the_lowest_level(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], id: str
) -> None:
    database = Database(tmp_path / "games.sqlite")
    table = Table(KeptMatch(Plan(id, make_people(("human", "1"))), database), seed=1)
    monkeypatch.setattr("sys.stdin", LegalTypist(table))
    LineGame(table).play()
    table.close()
    database.close()
    out, result = capsys.readouterr().out, table.session.result
    assert result is not None
    assert out.splitlines()[-1].startswith("Drawn: " if result.winner is None else "Won by ")
    assert out.count("\nPlayed by ") == len(table.session.moves)
    assert "(Computer, level 1): " in out


def test_a_computer_may_begin(played: Played) -> None:
    out, table = played("tafl:brandubh", "resign", players=("random", "human"), names=(None, "Ana"))
    assert out.index("Thinking: Attackers (random)") < out.index("Type a move, as in")
    assert "Won by Attackers (random): resignation." in out
    assert len(table.session.moves) == 1


def test_a_computer_answers_an_offer_of_a_draw(played: Played) -> None:
    out, _ = played("trench", "draw", players=("human", "1"), names=("Ana", None))
    assert "A draw is offered by Black (Ana).\nThinking: White (Computer, level 1) …\n" in out
    assert "The draw is accepted by White" in out or "The draw is declined by White" in out


def test_two_computers_play_by_themselves_at_their_pace(played: Played) -> None:
    waits: list[float] = []
    out, table = played(
        "breakthrough:5x5", players=("random", "random"), names=("A", "B"), pace=1000.0, wait=waits.append
    )
    assert table.session.result is not None
    assert len(waits) == len(table.session.moves) - 1, "nobody waits after the last move"
    assert all(900 < seconds <= 1000 for seconds in waits)
    assert "Won by" in out
    assert "Type a move" not in out


def test_two_computers_do_not_wait_unless_they_are_told_to(played: Played) -> None:
    waits: list[float] = []
    _, table = played("breakthrough:5x5", players=("random", "random"), wait=waits.append)
    assert table.session.result is not None
    assert waits == []


def test_a_computer_that_fails_loses_and_it_is_said_why(played: Played, monkeypatch: pytest.MonkeyPatch) -> None:
    from tabuleiro.engine.errors import EngineFailed
    from tabuleiro.engine.players import RandomPlayer

    def fail(*_: Any, **__: Any) -> None:
        raise EngineFailed(Text("it hangs", "está preso"))

    monkeypatch.setattr(RandomPlayer, "choose", fail)
    out, _ = played("breakthrough", "a2-a3", players=("human", "random"), names=("Ana", None))
    assert "Black (random) loses the game: it hangs" in out
    assert "Won by White (Ana): forfeit." in out


# --- what is kept -----------------------------------------------------------------------------------------


def test_a_move_that_cannot_be_kept_is_not_played(played: Played, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any, **__: Any) -> None:
        raise StoreFailed(Text("The disk is full.", "O disco está cheio."))

    monkeypatch.setattr(Database, "write", fail)
    out, table = played("breakthrough", "a2-a3", "moves a2")
    assert "The disk is full." in out
    assert "a2-a3  a2-b3" in out, "the man is still there"
    assert table.session.moves == ()


def test_a_game_that_goes_on_elsewhere_is_left(played: Played, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any, **__: Any) -> None:
        raise PlayedElsewhere(Text("It goes on elsewhere.", "Continua noutro lado."))

    monkeypatch.setattr(Database, "write", fail)
    with pytest.raises(PlayedElsewhere):
        played("breakthrough", "a2-a3", "b2-b3")


# --- hints ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("score", "win", "proved", "words"),
    [
        (0, 0.5, False, "The probability of a win for White is then 50%: an even game."),
        (300, 0.95, False, "The probability of a win for White is then 95%: all but won."),
        (100, 0.7, False, "The probability of a win for White is then 70%: a clear advantage."),
        (20, 0.56, False, "The probability of a win for White is then 56%: a small advantage."),
        (-20, 0.4, False, "The probability of a win for White is then 40%: a small disadvantage."),
        (-100, 0.2, False, "The probability of a win for White is then 20%: a clear disadvantage."),
        (-300, 0.02, False, "The probability of a win for White is then 2%: all but lost."),
        (WON - 1, 1.0, True, "It wins at once."),
        (WON - 5, 1.0, True, "It wins by force, in 5 plies at most."),
        (WON - 5, 1.0, False, "It seems to win, in 5 plies."),
        (-WON + 4, 0.0, True, "All moves lose; this one holds out for 4 plies."),
    ],
)
def test_a_hint_tells_in_words_how_good_it_is(score: int, win: float, proved: bool, words: str) -> None:
    position = game("breakthrough").start()
    line = Line((position.find("a2-a3"),), score, win, proved)
    assert str(hint_text(position, line)) == f"Hint for White: a2-a3. {words}"
