"""A small neural network over the pieces on a board: what the named terms of an evaluation leave out.

Each piece adds the row of its kind and cell, HIDDEN numbers, to a sum. Each number of the sum is then cut to between nothing
and one, squared, and multiplied by a weight of its own. The side to move sees the board as the first player does, if the game
has a symmetry that exchanges the players; otherwise each player has weights of its own. What the board's other symmetries say
is alike counts alike: the numbers of a row come in groups, one number for each view of the board, which look for the same
things from there and have the same weight.

Any game can have one: it is learned from play (`tabuleiro learn`) and kept as one text among the parts of the game's weights.
Its table is at the end of the table of weights, whose last number says how many numbers before it are the network's: 0 if
there is no network.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from tabuleiro.rules.primitives import SET_SIZE, TURN, compiled, native

if TYPE_CHECKING:
    from tabuleiro.rules.game import Game
    from tabuleiro.rules.primitives import Numbers

HIDDEN = 32
"""How many numbers a row has."""

WORDS = HIDDEN // 4
"""How many words a row takes, with two bytes for a number. Rows are added word by word; no position's sums overflow."""

LARGEST = (1 << 15) - 1
"""The largest number and the largest sum."""

ONE = 256
"""The number that stands for one in rows and sums."""

WORTH_BITS, ONE_BITS = 4, 8
"""How many bits a weight has below a hundredth of a man, and how many a one has."""

# The table: the first slot and the one behind the last; how long a player's rows are; for each player where sums begin, what their
# numbers count for, and what is added to all; then the rows of each player by what a slot holds, walls first, and by slot.
FIRST, LAST, ROWS_SIZE = range(3)
WORTH, ADDED = WORDS, 2 * WORDS
PLAYER_SIZE = 2 * WORDS + 1
PLAYERS = 3
HEAD = PLAYERS + 2 * PLAYER_SIZE


def _native_worth_of_sums() -> Any:
    from llvmlite import ir
    from numba import types
    from numba.core import cgutils
    from numba.extending import intrinsic

    word = ir.IntType(64)
    number, wide, long = (ir.VectorType(ir.IntType(bits), HIDDEN) for bits in (16, 32, 64))
    held = ir.VectorType(word, SET_SIZE)

    def constant(value: int) -> Any:
        return ir.Constant(word, value)

    def set_of_few(state: Any, first: int, last: int) -> int:
        cells, pieces = state[first:last], 0
        for n in range(cells.shape[0]):
            pieces |= (1 if cells[n] > 0 else 0) << n
        return pieces

    @intrinsic
    def worth_of_sums(typing: Any, weights: Any, state: Any, player: Any, rows: Any, first: Any, slots: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            given, cells = (
                context.make_array(kind)(context, builder, array).data
                for kind, array in zip(signature.args[:2], arguments[:2], strict=True)
            )
            player, rows, first, slots = arguments[2:]
            last, row_size = builder.add(first, slots), builder.mul(slots, constant(WORDS))

            def vector(kind: Any, origin: Any, place: Any) -> Any:
                return builder.load(builder.bitcast(builder.gep(origin, [place]), kind.as_pointer()), align=8)

            sums = cgutils.alloca_once_value(builder, vector(number, given, player))
            pieces = cgutils.alloca_once(builder, word)

            def note_pieces(start: Any) -> None:
                """Note which slots from `start` on hold a piece."""
                with builder.if_else(builder.icmp_signed("<", slots, constant(SET_SIZE))) as (is_small, is_large):
                    with is_small:
                        kind = types.int64(signature.args[1], types.int64, types.int64)
                        given_few = [arguments[1], first, last]
                        builder.store(context.compile_internal(builder, set_of_few, kind, given_few), pieces)
                    with is_large:  # as many as a set can hold at once, of which the last may have been noted before
                        end = builder.sub(last, constant(SET_SIZE))
                        begin = builder.select(builder.icmp_signed("<", start, end), start, end)
                        there = builder.icmp_signed(">", vector(held, cells, begin), ir.Constant(held, [0] * SET_SIZE))
                        builder.store(builder.lshr(builder.bitcast(there, word), builder.sub(start, begin)), pieces)

            sets = builder.lshr(builder.add(slots, constant(SET_SIZE - 1)), constant(6))
            with cgutils.for_range(builder, sets) as loop:
                start = builder.add(first, builder.mul(loop.index, constant(SET_SIZE)))
                note_pieces(start)
                asks, adds, done = (builder.append_basic_block(name) for name in ("asks", "adds", "done"))
                builder.branch(asks)
                builder.position_at_end(asks)
                left = builder.load(pieces)
                builder.cbranch(builder.icmp_signed("!=", left, constant(0)), adds, done)
                builder.position_at_end(adds)
                slot = builder.add(start, builder.cttz(left, ir.Constant(ir.IntType(1), 1)))
                builder.store(builder.and_(left, builder.sub(left, constant(1))), pieces)
                row = builder.mul(builder.add(builder.load(builder.gep(cells, [slot])), constant(1)), row_size)
                row = builder.add(row, builder.mul(builder.sub(slot, first), constant(WORDS)))
                builder.store(builder.add(builder.load(sums), vector(number, given, builder.add(rows, row))), sums)
                builder.branch(asks)
                builder.position_at_end(done)
            cut = builder.load(sums)
            for sign, limit in (("<", 0), (">", ONE)):
                edge = ir.Constant(number, [limit] * HIDDEN)
                cut = builder.select(builder.icmp_signed(sign, cut, edge), edge, cut)
            cut = builder.zext(cut, wide)
            worth = builder.sext(vector(number, given, builder.add(player, constant(WORTH))), wide)
            counted = builder.sext(builder.mul(builder.mul(cut, cut), worth), long)
            total = constant(0)
            for place in range(HIDDEN):
                total = builder.add(total, builder.extract_element(counted, ir.Constant(ir.IntType(32), place)))
            return total

        return types.int64(weights, state, *(types.int64,) * 4), generate

    return worth_of_sums


@native(_native_worth_of_sums)
def worth_of_sums(weights: Numbers, state: Numbers, player: int, rows: int, first: int, slots: int) -> int:
    """What the numbers of a position's sum are worth, cut, squared and weighted, all together.

    Compiled, it goes through sets of the slots that hold a piece; here empty cells and walls add their rows of nothing.
    """
    import numpy

    held = state[first : first + slots] + 1
    words = rows + (held * slots + numpy.arange(slots))[:, None] * WORDS + numpy.arange(WORDS)
    sums = weights[words].view(numpy.int16).sum(axis=0) + weights[player : player + WORDS].view(numpy.int16)
    cut = numpy.clip(sums, 0, ONE).astype(numpy.int64)
    worth = weights[player + WORTH : player + WORTH + WORDS].view(numpy.int16)
    return int((worth * cut * cut).sum())


@compiled
def network_value(weights: Numbers, state: Numbers) -> int:
    """What the network at the end of the weights says for the side to move, in hundredths of a man; 0 where there is none."""
    size = weights[weights.shape[0] - 1]
    if size == 0:
        return 0
    start, turn = weights.shape[0] - 1 - size, state[TURN]
    first = weights[start + FIRST]
    player = start + PLAYERS + PLAYER_SIZE * turn
    rows = start + HEAD + weights[start + ROWS_SIZE] * turn
    worth = worth_of_sums(weights, state, player, rows, first, weights[start + LAST] - first)
    value: int = (worth >> WORTH_BITS + 2 * ONE_BITS) + weights[player + ADDED]
    return value


# --- networks of a game -----------------------------------------------------------------------------------


class Network(NamedTuple):
    """The numbers of a network as they are kept: of each group that looks at the same things only the first.

    `begin` are the sums of an empty board and `worth` what each number of a sum counts for, `added` what is added to all that:
    each for all players who have a way of their own to count. `rows` are those of every kind of piece on every cell.
    """

    begin: Any
    worth: Any
    added: Any
    rows: Any


def players_of(game: Game) -> int:
    """How many sets of weights a game's networks have: one, if the second player can see the board as the first does."""
    return 1 if any(symmetry.swaps_players for symmetry in game.symmetries) else 2


def kinds_of(game: Game) -> dict[int, int]:
    """The kind of each piece by its code: those of a player that have the same name are of one kind."""
    kinds: dict[tuple[int, str], int] = {}
    return {
        code: kinds.setdefault((piece.player, piece.name.en), len(kinds)) for code, piece in sorted(game.pieces.items())
    }


def rows_seen(game: Game) -> Any:
    """The number of the row that a piece adds, by turn, code and place of its cell among all cells; -1 for an empty cell."""
    import numpy

    kinds, board = kinds_of(game), game.board
    cells, places = len(board.cells), {cell: place for place, cell in enumerate(board.cells)}
    seen = numpy.full((2, max(game.pieces) + 1, cells), -1, dtype=numpy.int64)
    for code, kind in kinds.items():
        seen[:, code] = kind * cells + numpy.arange(cells)
    exchange = next((symmetry for symmetry in game.symmetries if symmetry.swaps_players), None)
    if exchange is not None:
        images = [places[board.image(cell, exchange.map)] for cell in board.cells]
        for code in kinds:
            seen[1, code] = kinds[game.counterpart(code)] * cells + numpy.array(images)
    return seen


def views_of(game: Game) -> Any:
    """The views of the board that the game's symmetries of one player make, the board itself first: the cell, by its place, that each shows."""
    import numpy

    board = game.board
    places = {cell: place for place, cell in enumerate(board.cells)}
    single = [
        tuple(places[board.image(cell, symmetry.map)] for cell in board.cells)
        for symmetry in game.symmetries
        if not symmetry.swaps_players
    ]
    found = [tuple(range(len(board.cells)))]
    for view in found:
        for images in single:
            further = tuple(images[place] for place in view)
            if further not in found:
                found.append(further)
    return numpy.array(found if HIDDEN % len(found) == 0 else found[:1])


def rows_in_views(game: Game) -> Any:
    """The number of the row that stands for a row in each view of the board, by view and row."""
    import numpy

    views, kinds = views_of(game), len(set(kinds_of(game).values()))
    cells = views.shape[1]
    return numpy.concatenate([kind * cells + views for kind in range(kinds)], axis=1)


def whole(game: Game, network: Network) -> Network:
    """A network with every number of each group written out."""
    import numpy

    rows = rows_in_views(game)
    begin, worth = (numpy.repeat(part, len(rows), axis=-1) for part in (network.begin, network.worth))
    seen = numpy.stack([network.rows[view] for view in rows], axis=-1)
    return Network(begin, worth, network.added, seen.reshape(-1, HIDDEN))


def _form(game: Game) -> str:
    """What a network fits, as a text: the board, and how many kinds of pieces, sets of weights and views it has."""
    kinds = len(set(kinds_of(game).values()))
    return f"{game.board.files}x{game.board.ranks}x{kinds}x{players_of(game)}x{len(views_of(game))}"


def shapes_of(game: Game) -> Network:
    """The shapes of the parts of a game's networks."""
    players, groups = players_of(game), HIDDEN // len(views_of(game))
    rows = len(set(kinds_of(game).values())) * len(game.board.cells)
    return Network((players, groups), (players, groups), (players,), (rows, groups))


def write_network(game: Game, network: Network) -> str:
    """A network as a text: what it fits, then its numbers in two bytes each."""
    import base64

    import numpy

    numbers = numpy.concatenate([numpy.asarray(part).reshape(-1) for part in network]).astype("<i2")
    return f"{_form(game)}:{base64.b64encode(numbers.tobytes()).decode()}"


def read_network(game: Game, text: str) -> Network | None:
    """The network in a text; None if it is for another board; ValueError if it is damaged."""
    import base64
    import math

    import numpy

    form, _, content = text.partition(":")
    if form != _form(game):
        return None
    numbers = numpy.frombuffer(base64.b64decode(content, validate=True), dtype="<i2").astype(numpy.int64)
    shapes = shapes_of(game)
    ends = numpy.cumsum([math.prod(shape) for shape in shapes])
    if len(numbers) != ends[-1]:
        raise ValueError(f"{len(numbers)} numbers instead of {ends[-1]}")
    parts = numpy.split(numbers, ends[:-1])
    network = Network(*(part.reshape(shape) for part, shape in zip(parts, shapes, strict=True)))
    if not fits(game, network):
        raise ValueError("sums that are too large")
    return network


def fits(game: Game, network: Network) -> bool:
    """Do the sums of every possible position fit into two bytes?"""
    import numpy

    cells, groups = len(game.board.cells), network.rows.shape[1]
    largest = numpy.abs(network.rows).reshape(-1, cells, groups).max(axis=0).sum(axis=0)
    return bool((largest + numpy.abs(network.begin).max(axis=0) <= LARGEST).all())


def network_table(game: Game, text: str | None) -> Numbers:
    """The end of a table of weights: the network and its number of numbers; ValueError."""
    import numpy

    network = read_network(game, text) if text else None
    if network is None:
        return numpy.zeros(1, dtype=numpy.int64)
    network, board, seen = whole(game, network), game.board, rows_seen(game)
    first, last = board.cells[0], board.cells[-1] + 1
    rows = numpy.zeros((2, seen.shape[1] + 1, last - first, WORDS), dtype=numpy.int64)
    packed = _packed(network.rows)
    slots = numpy.array(board.cells) - first
    for turn in range(2):
        for code in game.pieces:
            rows[turn, code + 1, slots] = packed[seen[turn, code]]
    head = [first, last, rows[0].size]
    players = []
    for turn in range(2):
        which = min(turn, len(network.added) - 1)
        players += [_packed(part[which]).reshape(-1) for part in (network.begin, network.worth)]
        players.append(network.added[which : which + 1])
    table = numpy.concatenate([head, *players, rows.reshape(-1)])
    return numpy.append(table, len(table)).astype(numpy.int64)


def _packed(numbers: Any) -> Any:
    """Rows of numbers packed into words."""
    return numbers.astype("<i2").reshape(-1, HIDDEN).view("<i8")
