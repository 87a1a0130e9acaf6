"""The words that rules are written with: moves, pieces on cells, sets of bits, verdicts.

Every function here works the same in plain Python and in compiled code. Game files import from this module and
mark their own functions with `@compiled`; `kernel` turns them all into machine code.

All numbers are 64-bit signed integers, in states, tables and sets of bits alike: mixing them with unsigned ones
would turn them into floating-point numbers. `shift_down` is the shift that brings in zeros from above.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    import numpy

    Numbers = numpy.ndarray[tuple[int], numpy.dtype[numpy.int64]]

Function = TypeVar("Function", bound=Callable[..., Any])

# The places of a state that are the same in every game. A game's own numbers may stand in the slots from
# OWN_NUMBERS up to where the cells begin (board.FIRST_SLOT), and after the cells.
TURN = 0
KEY = 1
OWN_NUMBERS = 2

# The places of a game's table of rules that are the same in every game; its own numbers begin at RULES.
REPETITION = 0  # the occurrence of a position that the rules speak of (3: the third), or 0
REPETITION_ILLEGAL = 1  # 1: a move that brings that occurrence about may not be played
NO_MOVES_DRAW = 2  # 1: a side that cannot move draws instead of losing
KEY_TABLE = 3  # where the keys of pieces on cells begin in this table
KEY_STRIDE = 4  # how many keys each piece has there
TURN_KEY = 5  # the key of the second player's turn
STATE_SIZE = 6  # how many numbers a state has
RULES = 8

REASONS = (
    "goal",
    "no-pieces",
    "no-moves",
    "five-in-sequence",
    "queen-captured",
    "king-captured",
    "escape",
    "encirclement",
    "exit-fort",
    "repetition",
    "no-capture-limit",
    "ply-limit",
    "points-target",
    "general-captured",
)
(
    GOAL,
    NO_PIECES,
    NO_MOVES,
    FIVE_IN_SEQUENCE,
    QUEEN_CAPTURED,
    KING_CAPTURED,
    ESCAPE,
    ENCIRCLEMENT,
    EXIT_FORT,
    REPEATED,
    NO_CAPTURE_LIMIT,
    PLY_LIMIT,
    POINTS_TARGET,
    GENERAL_CAPTURED,
) = range(len(REASONS))

GOES_ON = 0
"""The verdict if the game is not over."""

NOBODY = 2
"""The winner of a drawn game."""

UNDER_THREAT = 1 << 12
"""The foresight for a side that loses at once unless it replies to a threat (see `advice`)."""


def compiled(function: Function) -> Function:
    """Mark a function of the rules: the kernel compiles it; called directly it is ordinary Python."""
    function.__dict__["compiled"] = True
    return function


def native(build: Callable[[], Any]) -> Callable[[Function], Function]:
    """Mark a function that compiled code replaces by the machine instruction that `build()` returns."""

    def mark(function: Function) -> Function:
        function.__dict__["native"] = build
        return function

    return mark


# --- verdicts ---------------------------------------------------------------------------------------------


@compiled
def verdict(winner: int, reason: int) -> int:
    """The verdict for a game that is over, won by player 0, 1 or NOBODY."""
    return 1 + winner + 3 * reason


@compiled
def winner_of(verdict: int) -> int:
    """The winner in a verdict: 0, 1 or NOBODY."""
    return (verdict - 1) % 3


@compiled
def reason_of(verdict: int) -> int:
    """The reason in a verdict, as an index into REASONS."""
    return (verdict - 1) // 3


# --- moves ------------------------------------------------------------------------------------------------


@compiled
def move(origin: int, target: int) -> int:
    """A move as one number."""
    return origin << 9 | target


@compiled
def origin_of(move: int) -> int:
    """The cell that a move leaves."""
    return move >> 9


@compiled
def target_of(move: int) -> int:
    """The cell that a move goes to."""
    return move & 511


def _native_put() -> Any:
    from numba import types
    from numba.extending import intrinsic

    @intrinsic
    def put(typing: Any, numbers: Any, count: Any, value: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            array = context.make_array(signature.args[0])(context, builder, arguments[0])
            builder.store(arguments[2], builder.gep(array.data, [arguments[1]]))
            return builder.add(arguments[1], context.get_constant(types.int64, 1))

        return types.int64(numbers, types.int64, types.int64), generate

    return put


@native(_native_put)
def put(numbers: Numbers, count: int, value: int) -> int:
    """Append a value to a list with `count` values and return the new count."""
    numbers[count] = value
    return count + 1


# --- pieces on cells --------------------------------------------------------------------------------------


@compiled
def place(rules: Numbers, state: Numbers, cell: int, piece: int) -> None:
    """Put a piece on an empty cell and bring the key up to date."""
    state[cell] = piece
    state[KEY] ^= rules[rules[KEY_TABLE] + piece * rules[KEY_STRIDE] + cell]


@compiled
def remove(rules: Numbers, state: Numbers, cell: int) -> int:
    """Take the piece off a cell, bring the key up to date and return the piece."""
    piece = state[cell]
    state[cell] = 0
    state[KEY] ^= rules[rules[KEY_TABLE] + piece * rules[KEY_STRIDE] + cell]
    return piece


@compiled
def carry(rules: Numbers, state: Numbers, origin: int, target: int) -> None:
    """Move a piece to an empty cell and bring the key up to date."""
    piece = state[origin]
    keys = rules[KEY_TABLE] + piece * rules[KEY_STRIDE]
    state[KEY] ^= rules[keys + origin] ^ rules[keys + target]
    state[origin] = 0
    state[target] = piece


@compiled
def pass_turn(rules: Numbers, state: Numbers) -> None:
    """Give the turn to the other player."""
    state[TURN] = 1 - state[TURN]
    state[KEY] ^= rules[TURN_KEY]


@compiled
def cell_keys(rules: Numbers, state: Numbers, first: int, last: int) -> int:
    """The key of the pieces in the slots from `first` up to before `last`, and of the turn, from scratch."""
    key = rules[TURN_KEY] if state[TURN] == 1 else 0
    for cell in range(first, last):
        if state[cell] > 0:
            key ^= rules[rules[KEY_TABLE] + state[cell] * rules[KEY_STRIDE] + cell]
    return key


# --- sets of bits -----------------------------------------------------------------------------------------


def _instruction(emit: Callable[..., Any]) -> Callable[[], Any]:
    """What builds the machine instruction that `emit(builder, one, two)` writes; `two` is 1 unless given."""

    def build() -> Any:
        from numba import types
        from numba.extending import intrinsic

        @intrinsic
        def instruction(typing: Any, one: Any, two: Any = 1) -> Any:
            given = isinstance(two, types.Integer)

            def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
                second = arguments[1] if given else context.get_constant(types.int64, 1)
                return emit(builder, arguments[0], second)

            return types.int64(types.int64, types.int64 if given else types.Omitted(1)), generate

        return instruction

    return build


def _emit_lowest_bit(builder: Any, bits: Any, one: Any) -> Any:
    from llvmlite import ir

    return builder.cttz(bits, ir.Constant(ir.IntType(1), 1))


def _emit_highest_bit(builder: Any, bits: Any, one: Any) -> Any:
    from llvmlite import ir

    return builder.sub(ir.Constant(ir.IntType(64), 63), builder.ctlz(bits, ir.Constant(ir.IntType(1), 1)))


@native(_instruction(lambda builder, bits, places: builder.lshr(bits, places)))
def shift_down(bits: int, places: int) -> int:
    """The bits moved down by 0 to 63 places, with zeros coming in from above."""
    return signed((int(bits) & (1 << 64) - 1) >> int(places))


@native(_instruction(lambda builder, bits, places: builder.shl(bits, places)))
def shift_up(bits: int, places: int) -> int:
    """The bits moved up by 0 to 63 places; those beyond the top are lost."""
    return signed(int(bits) << int(places) & (1 << 64) - 1)


@native(_instruction(_emit_lowest_bit))
def lowest_bit(bits: int) -> int:
    """The place of the lowest bit of a set that has one."""
    whole = int(bits)
    return (whole & -whole).bit_length() - 1


@native(_instruction(_emit_highest_bit))
def highest_bit(bits: int) -> int:
    """The place of the highest bit of a set that has one."""
    return (int(bits) & (1 << 64) - 1).bit_length() - 1


@native(_instruction(lambda builder, bits, one: builder.ctpop(bits)))
def count_bits(bits: int) -> int:
    """How many bits a set has."""
    return (int(bits) & (1 << 64) - 1).bit_count()


@native(_instruction(lambda builder, bits, one: builder.and_(bits, builder.sub(bits, one))))
def without_lowest(bits: int) -> int:
    """The set without its lowest bit."""
    whole = int(bits)
    return signed((whole & whole - 1) & (1 << 64) - 1)


@compiled
def nth_bit(bits: int, number: int) -> int:
    """The place of the bit that has `number` others below it in a set."""
    for _ in range(number):
        bits = without_lowest(bits)
    return lowest_bit(bits)


SET_SIZE = 64
"""How many cells a set of bits can hold."""


@compiled
def set_of(state: Numbers, first: int, last: int, least: int, most: int) -> int:
    """The cells from `first` up to before `last`, at most SET_SIZE, whose pieces have codes from `least` to `most`.

    If few cells hold such a piece, going through this set is quicker than testing cell by cell, which processors
    predict badly.
    """
    cells, bits = state[first : min(first + SET_SIZE, last)], 0
    for n in range(cells.shape[0]):
        bits |= shift_up(1 if least <= cells[n] <= most else 0, n)
    return bits


def signed(pattern: int) -> int:
    """The signed number that has these 64 bits."""
    return pattern - (1 << 64) if pattern >> 63 else pattern


# --- chance -----------------------------------------------------------------------------------------------


@compiled
def chance(random: Numbers, below: int) -> int:
    """The next number of a fixed sequence, from 0 up to before `below`; `random[0]` is any number but 0."""
    bits = random[0]
    bits ^= shift_up(bits, 13)
    bits ^= shift_down(bits, 7)
    bits ^= shift_up(bits, 17)
    random[0] = bits
    return ((bits & 0xFFFFFFFF) * below) >> 32


# --- rows of a stack of states ----------------------------------------------------------------------------


def _native_row() -> Any:
    from numba import types
    from numba.core import cgutils
    from numba.extending import intrinsic

    @intrinsic
    def row(typing: Any, stack: Any, index: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            whole = context.make_array(signature.args[0])(context, builder, arguments[0])
            length = builder.extract_value(whole.shape, 1)
            size = context.get_constant(types.intp, 8)
            view = context.make_array(signature.return_type)(context, builder)
            view.data = builder.gep(whole.data, [builder.mul(arguments[1], length)])
            view.nitems = length
            view.itemsize = size
            view.shape = cgutils.pack_array(builder, [length])
            view.strides = cgutils.pack_array(builder, [size])
            view.meminfo = cgutils.get_null_value(view.meminfo.type)
            view.parent = cgutils.get_null_value(view.parent.type)
            return view._getvalue()

        return types.Array(stack.dtype, 1, "C")(stack, types.int64), generate

    return row


@native(_native_row)
def row(stack: Any, index: int) -> Numbers:
    """One state of a stack, borrowed: without the reference counting that `stack[index]` would cost in a loop."""
    return stack[index]


@compiled
def copy_state(stack: Any, origin: int, target: int) -> None:
    """Copy one row of a stack of states into another."""
    for slot in range(stack.shape[1]):
        stack[target, slot] = stack[origin, slot]
