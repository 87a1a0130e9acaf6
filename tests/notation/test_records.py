"""Records of games: written, read back exactly, and refused where they cannot be."""

from __future__ import annotations

import contextlib
import random
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tabuleiro
from tabuleiro.notation.records import DRAW, Entry, Record, player_tags


def random_record(id: str, seed: int, longest: int = 60) -> Record:
    chance = random.Random(seed)
    position = start = tabuleiro.game(id).start()
    moves: list[tabuleiro.Move] = []
    while position.legal_moves and len(moves) < longest:
        moves.append(chance.choice(position.legal_moves))
        position = position.play(moves[-1])
    return Record.from_moves(start, moves)


def test_a_record_is_written_as_the_notation_says() -> None:
    record = Record.from_moves(
        tabuleiro.game("breakthrough").start(),
        ["a2-a3", "a7-a6", Entry("b2-b3", ("quiet",)), "b7-b6", "resigns"],
        tags={"White": 'Ana "A" \\', "Black": "Rui", "Date": "2026.01.31", "Event": "café"},
        comments=["a short game"],
    )
    assert str(record) == (
        '[Game "breakthrough"]\n[White "Ana \\"A\\" \\\\"]\n[Black "Rui"]\n[Date "2026.01.31"]\n[Event "café"]\n'
        '[Result "0-1"]\n[Reason "resignation"]\n'
        "\n{a short game} 1. a2-a3 a7-a6 2. b2-b3 {quiet} 2... b7-b6 resigns 0-1\n"
    )
    assert tabuleiro.read_record(str(record)) == record
    assert record.tag("Event") == "café"
    assert record.moves == ("a2-a3", "a7-a6", "b2-b3", "b7-b6")


@pytest.mark.parametrize("id", tabuleiro.games())
def test_games_of_every_kind_read_back_exactly(id: str) -> None:
    for seed in range(3):
        record = random_record(id, seed)
        text = tabuleiro.write_record(record)
        again = tabuleiro.read_record(text)
        assert again == record
        assert tabuleiro.write_record(again) == text
        assert all(len(line) <= 80 for line in text.partition("\n\n")[2].splitlines())


def test_a_game_that_ended_says_so_itself() -> None:
    record = random_record("breakthrough:5x5", seed=1, longest=1000)
    last = record.last_position
    assert last.outcome is not None
    assert record.outcome == last.outcome
    assert record.result == ("1-0" if last.outcome.winner == 0 else "0-1")
    assert record.reason == last.outcome.reason
    assert len(list(record.positions())) == len(record.moves) + 1


def test_points_are_written_in_the_order_of_the_result() -> None:
    record = random_record("trench", seed=4, longest=1000)
    assert record.scores is not None
    first = record.first_position.turn
    assert f'[Score "{record.scores[first]}-{record.scores[1 - first]}"]' in str(record)
    with pytest.raises(tabuleiro.InvalidRecord, match="The tag Score: it says '1-999'"):
        tabuleiro.read_record(
            str(record).replace(f'[Score "{record.scores[first]}-{record.scores[1 - first]}"]', '[Score "1-999"]')
        )


def test_the_first_player_to_move_is_the_one_of_the_result() -> None:
    game = tabuleiro.game("breakthrough")
    black_begins = game.position("8/8/8/8/8/4P3/p7/8 b")
    record = Record.from_moves(black_begins, ["a2-a1"])
    assert (record.result, record.outcome) == ("1-0", tabuleiro.Outcome(1, "goal"))
    assert "1... a2-a1 1-0" in str(record)
    assert tabuleiro.read_record(str(record)) == record
    assert tabuleiro.read_record(str(record).replace("1...", "1.")) == record


def test_a_variant_in_which_the_other_side_begins_gives_it_the_first_column() -> None:
    start = tabuleiro.game("tafl:tablut;first=defenders").start()
    assert start.turn == 1
    record = Record.from_moves(start, [start.legal_moves[0], "resigns"])
    assert record.result == "1-0"
    assert record.outcome is not None
    assert record.outcome.winner == 1
    assert f"1. {start.legal_moves[0]} resigns 1-0" in str(record)


def test_tags_for_people_are_the_players_names() -> None:
    assert player_tags(tabuleiro.game("breakthrough")) == ("White", "Black")
    assert player_tags(tabuleiro.game("tafl")) == ("Attackers", "Defenders")


def test_events_of_a_match_stand_among_the_moves() -> None:
    start = tabuleiro.game("monkey-queen").start()
    first = str(start.legal_moves[0])
    record = Record.from_moves(start, [first, "swap", str(start.play(first).legal_moves[0]), "time"])
    assert (record.result, record.reason) == ("0-1", "time")
    assert tabuleiro.read_record(str(record)) == record
    for moves in (["swap"], [first, "swap", "swap"]):
        with pytest.raises(tabuleiro.InvalidRecord, match="once, after the first move"):
            Record.from_moves(start, moves)
    for id, move in (("breakthrough", "a2-a3"), ("monkey-queen;pie=no", first)):
        with pytest.raises(tabuleiro.InvalidRecord, match="no pie rule"):
            Record.from_moves(tabuleiro.game(id).start(), [move, "swap"])
    with pytest.raises(tabuleiro.InvalidRecord, match="the game was over: time"):
        Record.from_moves(start, ["time", first])


@pytest.mark.parametrize("rest", ["{a} " * 90_000 + "*", "a1" + " " * 390_000 + "? *"], ids=["comments", "spaces"])
def test_long_texts_take_no_longer_than_their_length(rest: str) -> None:
    begun = time.perf_counter()
    with contextlib.suppress(tabuleiro.InvalidRecord):
        tabuleiro.read_record(f'[Game "breakthrough"] 1. a2-a3 {rest}')
    assert time.perf_counter() - begun < 5


def test_a_draw_is_agreed_where_there_are_draws() -> None:
    record = Record.from_moves(tabuleiro.game("trench").start(), ["draw agreed"])
    assert (record.result, record.reason, record.scores) == (DRAW, "agreement", (0, 0))
    assert tabuleiro.read_record(str(record)) == record
    with pytest.raises(tabuleiro.InvalidRecord, match="this game has no draws"):
        Record.from_moves(tabuleiro.game("breakthrough").start(), ["draw agreed"])


def test_who_resigned_is_told_by_the_result() -> None:
    start = tabuleiro.game("breakthrough").start()
    assert Record.from_moves(start, ["a2-a3", "resigns"]).result == "1-0"
    record = Record.from_moves(start, ["a2-a3", "resigns"], result="0-1")
    assert tabuleiro.read_record(str(record)) == record
    assert Record.from_moves(start, [], result="1-0", reason="forfeit").outcome == tabuleiro.Outcome(0, "forfeit")


def test_reading_takes_what_people_write() -> None:
    text = '\ufeff[Game "Breakthrough"]\r\n[Site "here"]\r\n\r\n1.a2a3 {one}{two}\r\n1...a7 a6 2. A3-A4 *\r\n'
    record = tabuleiro.read_record(text)
    assert record.game_id == "breakthrough"
    assert record.tags == (("Site", "here"),)
    assert record.entries == (Entry("a2-a3", ("one", "two")), Entry("a7-a6"), Entry("a3-a4"))
    assert record.outcome is None
    assert record.with_tags(Site="there", Round="1").tags == (("Site", "there"), ("Round", "1"))


def test_several_records_stand_one_after_the_other() -> None:
    records = [random_record("breakthrough:5x5", seed, 6) for seed in range(3)]
    text = "\n".join(map(str, records))
    assert list(tabuleiro.read_records(text)) == records
    with pytest.raises(tabuleiro.InvalidRecord, match="After the result"):
        tabuleiro.read_record(text)
    with pytest.raises(tabuleiro.InvalidRecord, match="Game 4: A record begins with its tags"):
        list(tabuleiro.read_records(text + "and more"))


HEAD = '[Game "breakthrough"]\n'


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "The record is empty; a record begins with its tags"),
        ("1. a2-a3 *", 'the tag [Game "…"] is missing'),
        ('[Game "nim"] *', "The tag Game: There is no game 'nim'"),
        ('[Game "breakthrough] *', 'A tag is written [Name "value"]'),
        (HEAD + '[FEN "8 w"] *', "The tag FEN: There is 1 rank;"),
        (HEAD + '[A "1"][A "2"] *', "The tag A: it stands there twice."),
        (HEAD + "1. a2-a3 a7-a6", "The record stops without its result"),
        (HEAD + "1. a2-a3 a7-a6 2. a3-a5 *", "Move 2. a3-a5: The man on a3 moves one cell"),
        (HEAD + "1. a2-a3 a7-a4 *", "Move 1... a7-a4: The man on a7 moves one cell"),
        (HEAD + "1. a2-a3 hello *", "Move 1... hello: 'hello' is not a move"),
        (HEAD + "1. a2-a3 a7-a6 3. b2-b3 *", "The number 3. stands where 2. should"),
        (HEAD + "1. a2-a3 2. a7-a6 *", "The number 2. stands where 1... should"),
        (HEAD + "1. a2-a3 {never closed *", "is not closed"),
        (HEAD + "1. a2-a3 } *", "closes a comment that was not begun"),
        (HEAD + "1. a2-a3 {one { two} *", "is not closed, or has a brace inside it"),
        (HEAD + "1. a2-a3 1-0", "The tag Result: it says '1-0', but the game goes on after the last move"),
        (HEAD + '[Result "0-1"] 1. a2-a3 *', "The tag Result: it says '0-1', but the game gives '*'"),
        (HEAD + "1. a2-a3 resigns *", "The tag Result: it says '*', but the game gives '1-0'"),
        (
            HEAD + '[Reason "goal"] 1. a2-a3 resigns 1-0',
            "The tag Reason: it says 'goal', but the game gives 'resignation'",
        ),
        (HEAD + '[Score "3-2"] 1. a2-a3 *', "The tag Score: it says '3-2'"),
        (HEAD + "* and more", "After the result * there is still 'and more'"),
    ],
)
def test_what_cannot_be_is_refused_with_the_place(text: str, complaint: str) -> None:
    with pytest.raises(tabuleiro.InvalidRecord) as refusal:
        tabuleiro.read_record(text)
    assert complaint in str(refusal.value)
    english = str(refusal.value)
    with tabuleiro.using_language("pt"):
        assert str(refusal.value) != english


def test_a_result_that_the_board_contradicts_is_refused() -> None:
    record = Record.from_moves(tabuleiro.game("breakthrough").position("8/4P3/8/8/8/8/1p6/8 w"), ["e7-e8"])
    assert record.result == "1-0"
    for text in (
        str(record).replace("1-0", "0-1"),
        str(record).replace("1-0", "*"),
        str(record).replace("e8 1-0", "e8 b2-b1 1-0"),
    ):
        with pytest.raises(tabuleiro.InvalidRecord):
            tabuleiro.read_record(text)


@pytest.mark.parametrize("comment", ["a } b", "{", "\x07"])
def test_comments_that_would_not_read_back_are_refused(comment: str) -> None:
    with pytest.raises(tabuleiro.InvalidRecord, match="A comment may have neither braces nor control characters"):
        Entry("a2-a3", (comment,))


@pytest.mark.parametrize("tag", [("A b", "x"), ("", "x"), ("Result", "1-0"), ("A", "two\nlines")])
def test_tags_that_would_not_read_back_are_refused(tag: tuple[str, str]) -> None:
    with pytest.raises(tabuleiro.InvalidRecord):
        Record("breakthrough", tags=(tag,))


@pytest.mark.compiled
def test_records_without_measure_are_refused_soon() -> None:
    begin = time.process_time()
    for text in (HEAD + "{" * 3_000_000, HEAD + "{x} " * 1_000_000, '[A "1"]' * 300_000, HEAD + "1." * 1_000_000):
        with pytest.raises(tabuleiro.InvalidRecord):
            tabuleiro.read_record(text)
    assert time.process_time() - begin < 5


plain = st.text(st.characters(exclude_categories=("Cc", "Cs", "Zl", "Zp")), max_size=30)


@given(
    seed=st.integers(0, 1000),
    value=plain,
    comments=st.lists(plain.filter(lambda text: not {"{", "}"} & set(text)), max_size=3),
)
def test_any_names_and_comments_read_back_exactly(seed: int, value: str, comments: list[str]) -> None:
    record = random_record("breakthrough:5x5", seed, 8)
    entries = [Entry(entry.text, tuple(comments)) for entry in record.entries]
    commented = Record.from_moves(
        record.first_position, entries, tags={"White": value, "Unknown_Tag": value}, comments=comments
    )
    assert tabuleiro.read_record(str(commented)) == commented
