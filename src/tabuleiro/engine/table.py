"""The transposition table: what earlier searches found out about positions, shared by all threads without locks.

The table is one array of numbers in buckets of four entries, a cache line each. An entry is two words: the data, and the
key combined with the data by exclusive or. If two threads write the same entry at once, the words do not fit together and
the entry is not found.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tabuleiro.engine.analysis import DECIDED
from tabuleiro.rules.primitives import compiled, native

if TYPE_CHECKING:
    from tabuleiro.rules.primitives import Numbers

ENTRIES = 4
BUCKET = 2 * ENTRIES

# What a score says about the value of a position: nothing (only the move is of use), at least, at most, exactly.
NO_BOUND, AT_LEAST, AT_MOST, EXACT = range(4)

DEPTH_SHIFT, BOUND_SHIFT, AGE_SHIFT, SCORE_SHIFT = 18, 26, 28, 34
MOVE_MASK, DEPTH_MASK, AGE_MASK = (1 << 18) - 1, 255, 63
SCORE_BIAS = 1 << 21
AGE_WORTH = 8  # an entry of the previous search is worth as little as one that is this much shallower


def make_table(megabytes: int) -> Numbers:
    """An empty table of the largest power of two of buckets that fits, beginning at a cache line."""
    import numpy

    size = BUCKET
    while size * 2 * 8 <= megabytes << 20:
        size *= 2
    room = numpy.zeros(size + BUCKET, dtype=numpy.int64)
    offset = -(room.ctypes.data // 8) % BUCKET
    return room[offset : offset + size]


def _native_fetch() -> Any:
    from llvmlite import ir
    from numba import types
    from numba.core import cgutils
    from numba.extending import intrinsic

    @intrinsic
    def fetch(typing: Any, numbers: Any, place: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            array = context.make_array(signature.args[0])(context, builder, arguments[0])
            bytes, flag = ir.IntType(8).as_pointer(), ir.IntType(32)
            prefetch = cgutils.get_or_insert_function(
                builder.module, ir.FunctionType(ir.VoidType(), [bytes, flag, flag, flag]), "llvm.prefetch.p0i8"
            )
            address = builder.bitcast(builder.gep(array.data, [arguments[1]]), bytes)
            # To be read, to stay in all caches, data.
            builder.call(prefetch, [address, *(ir.Constant(flag, value) for value in (0, 3, 1))])
            return context.get_dummy_value()

        return types.void(numbers, types.int64), generate

    return fetch


@native(_native_fetch)
def fetch(numbers: Numbers, place: int) -> None:
    """Prefetch a number into the cache, without waiting for it; changes nothing."""


@compiled
def expect(table: Numbers, mask: int, key: int) -> None:
    """Announce that a key will soon be looked up: a table is far larger than the processor's caches."""
    if mask >= 0:
        fetch(table, (key & mask) * BUCKET)


@compiled
def find(table: Numbers, mask: int, key: int) -> int:
    """The data kept for a key, 0 if there are none. `mask` is one less than the number of buckets in use."""
    base = (key & mask) * BUCKET
    for place in range(base, base + BUCKET, 2):
        data = table[place + 1]
        if table[place] ^ data == key and data != 0:
            return int(data)
    return 0


@compiled
def keep(
    table: Numbers, mask: int, key: int, move: int, depth: int, bound: int, score: int, ply: int, age: int
) -> None:
    """Keep what a search found about a position, in place of the entry that is worth least."""
    if score >= DECIDED:
        score += ply
    elif score <= -DECIDED:
        score -= ply
    base = (key & mask) * BUCKET
    chosen, least = base, 1 << 30
    for place in range(base, base + BUCKET, 2):
        data = table[place + 1]
        if table[place] ^ data == key:
            if bound == NO_BOUND or (bound != EXACT and depth < depth_in(data) - 2 and age == age_in(data)):
                return
            if move == 0:
                move = data & MOVE_MASK
            chosen = place
            break
        worth = depth_in(data) - AGE_WORTH * ((age - age_in(data)) & AGE_MASK) if data != 0 else -1000
        if worth < least:
            chosen, least = place, worth
    data = move | depth << DEPTH_SHIFT | bound << BOUND_SHIFT | age << AGE_SHIFT | (score + SCORE_BIAS) << SCORE_SHIFT
    table[chosen] = key ^ data
    table[chosen + 1] = data


@compiled
def move_in(data: int) -> int:
    """The best move of an entry, 0 if none is known."""
    return data & MOVE_MASK


@compiled
def depth_in(data: int) -> int:
    """How deep the search of an entry was."""
    return data >> DEPTH_SHIFT & DEPTH_MASK


@compiled
def bound_in(data: int) -> int:
    """What the score of an entry says about the position's value."""
    return data >> BOUND_SHIFT & 3


@compiled
def age_in(data: int) -> int:
    """In which search an entry was written."""
    return data >> AGE_SHIFT & AGE_MASK


@compiled
def score_in(data: int, ply: int) -> int:
    """The score of an entry, as seen this many plies from the root."""
    score = (data >> SCORE_SHIFT) - SCORE_BIAS
    if score >= DECIDED:
        return score - ply
    if score <= -DECIDED:
        return score + ply
    return score
