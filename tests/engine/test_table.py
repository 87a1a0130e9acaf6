"""The transposition table: what is kept is found again, and nothing that was never kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as some

from tabuleiro.engine.analysis import DECIDED, LIMIT, WON
from tabuleiro.engine.table import (
    AT_LEAST,
    AT_MOST,
    BUCKET,
    ENTRIES,
    EXACT,
    NO_BOUND,
    age_in,
    bound_in,
    depth_in,
    find,
    keep,
    make_table,
    move_in,
    score_in,
)
from tabuleiro.engine.workshop import Table

if TYPE_CHECKING:
    from tabuleiro.rules.primitives import Numbers

MASK = 3
KEYS = some.integers(-(1 << 63), (1 << 63) - 1).filter(bool)  # with key 0 an empty place looks like an entry
MOVES = some.integers(1, (1 << 18) - 1)
DEPTHS = some.integers(0, 127)
AGES = some.integers(0, 63)
PLIES = some.integers(0, 127)


def small_table() -> Numbers:
    """A table of four buckets."""
    return make_table(1)[: (MASK + 1) * BUCKET]


@given(KEYS, MOVES, DEPTHS, some.integers(0, 3), some.integers(-LIMIT, LIMIT), PLIES, PLIES, AGES)
def test_what_is_kept_is_found(
    key: int, move: int, depth: int, bound: int, score: int, ply: int, later: int, age: int
) -> None:
    table = small_table()
    keep(table, MASK, key, move, depth, bound, score, ply, age)
    data = find(table, MASK, key)
    assert (move_in(data), depth_in(data), bound_in(data), age_in(data)) == (move, depth, bound, age)
    assert score_in(data, later) == score


@given(KEYS, some.integers(0, 400), PLIES, PLIES, some.sampled_from([1, -1]))
def test_the_end_of_a_game_is_as_far_from_the_position_wherever_it_is_met(
    key: int, plies: int, ply: int, later: int, sign: int
) -> None:
    """A win some plies after a position that is met at one ply and again at another."""
    table = small_table()
    keep(table, MASK, key, 1, 9, EXACT, sign * (WON - ply - plies), ply, 0)
    found = score_in(find(table, MASK, key), later)
    assert found == sign * (WON - later - plies)
    assert abs(found) >= DECIDED


@given(KEYS, KEYS)
def test_another_key_is_not_found(key: int, other: int) -> None:
    table = small_table()
    keep(table, MASK, key, 1, 5, EXACT, 17, 0, 0)
    assert (find(table, MASK, other) != 0) == (other == key)


def test_an_empty_table_has_nothing_not_even_for_key_0() -> None:
    assert find(small_table(), MASK, 0) == 0


def in_one_bucket(count: int) -> list[int]:
    return [(n + 1) << 8 | 1 for n in range(count)]


def test_a_full_bucket_gives_up_its_shallowest_entry() -> None:
    table = small_table()
    keys = in_one_bucket(ENTRIES + 1)
    for key, depth in zip(keys, (7, 3, 9, 5, 4), strict=True):
        keep(table, MASK, key, 1, depth, EXACT, depth, 0, 1)
    assert [depth_in(find(table, MASK, key)) for key in keys] == [7, 0, 9, 5, 4]


def test_entries_of_earlier_searches_go_first() -> None:
    table = small_table()
    keys = in_one_bucket(ENTRIES + 1)
    for key, depth, age in zip(keys, (6, 9, 6, 6, 1), (2, 63, 2, 2, 2), strict=True):
        keep(table, MASK, key, 1, depth, EXACT, 0, 0, age)
    assert [find(table, MASK, key) != 0 for key in keys] == [True, False, True, True, True]


@pytest.mark.parametrize("bound", [AT_LEAST, AT_MOST])
def test_a_shallow_bound_does_not_take_the_place_of_a_deep_one(bound: int) -> None:
    table = small_table()
    keep(table, MASK, 77, 5, 12, EXACT, 30, 0, 1)
    keep(table, MASK, 77, 6, 9, bound, -30, 0, 1)
    assert score_in(find(table, MASK, 77), 0) == 30
    keep(table, MASK, 77, 6, 9, bound, -30, 0, 2)  # a later search knows better
    assert score_in(find(table, MASK, 77), 0) == -30


def test_what_rests_on_a_repetition_leaves_a_move_but_takes_no_score_away() -> None:
    table = small_table()
    keep(table, MASK, 77, 5, 4, NO_BOUND, 30, 0, 1)
    assert move_in(find(table, MASK, 77)) == 5
    keep(table, MASK, 77, 6, 4, EXACT, 30, 0, 1)
    keep(table, MASK, 77, 7, 40, NO_BOUND, 99, 0, 1)
    assert (move_in(find(table, MASK, 77)), bound_in(find(table, MASK, 77))) == (6, EXACT)


def test_a_known_move_outlives_a_result_without_one() -> None:
    table = small_table()
    keep(table, MASK, 77, 5, 4, EXACT, 30, 0, 1)
    keep(table, MASK, 77, 0, 6, AT_MOST, 10, 0, 1)
    data = find(table, MASK, 77)
    assert (move_in(data), depth_in(data), bound_in(data)) == (5, 6, AT_MOST)


@given(KEYS, MOVES, MOVES, DEPTHS, DEPTHS)
def test_an_entry_of_two_writers_is_not_found(key: int, move: int, other: int, depth: int, deeper: int) -> None:
    """The key's word of one thread and the data of another do not fit together."""
    table, second = small_table(), small_table()
    keep(table, MASK, key, move, depth, EXACT, 1, 0, 1)
    keep(second, MASK, key, other, deeper, EXACT, 2, 0, 1)
    base = (key & MASK) * BUCKET
    table[base + 1] = second[base + 1]
    assert find(table, MASK, key) == 0


@given(some.integers(1, 1 << 40))
def test_a_small_search_uses_a_small_part_of_the_table(nodes: int) -> None:
    table = Table(1)
    mask, whole = table.mask_for(nodes), table.mask_for(None)
    assert whole == len(table.numbers) // BUCKET - 1
    assert (mask + 1) & mask == 0  # all ones: the number of buckets is a power of two
    assert min(whole, 63) <= mask <= whole
    assert mask == whole or mask < 2 * max(64, nodes)


def test_a_table_fits_its_megabytes_and_begins_at_a_cache_line() -> None:
    for megabytes in (1, 2, 3):
        numbers = make_table(megabytes)
        assert megabytes << 19 < len(numbers) * 8 <= megabytes << 20
        assert numbers.ctypes.data % 64 == 0


def test_forgetting_a_part_leaves_the_rest() -> None:
    table = Table(1)
    table.mask_for(None)  # a search may use all of it
    table.numbers[:] = 1
    used = (table.mask_for(100, is_empty=True) + 1) * BUCKET
    assert not table.numbers[:used].any()
    assert table.numbers[used:].all()
    for forget in (table.clear, lambda: table.mask_for(None, is_empty=True)):
        table.mask_for(None)
        table.numbers[:] = 1
        forget()
        assert not table.numbers.any()


def test_only_what_may_hold_something_is_emptied() -> None:
    """A search that is the first to use a large table does not wait for all of it to be written."""
    table = Table(1)
    used = (table.mask_for(100) + 1) * BUCKET
    table.numbers[:] = 1
    table.mask_for(None, is_empty=True)
    assert not table.numbers[:used].any()
    assert table.numbers[used:].all()
