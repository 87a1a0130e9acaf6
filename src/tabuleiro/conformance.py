"""The conformance kit: checks of what every game must satisfy, ours or anybody's, on positions of random games.

Each check takes a game and raises `Failed` with a sentence that says what is wrong and in which position. `check_game`
runs them all on a game's class and its variants; `tabuleiro check-game` shows the result.
"""

from __future__ import annotations

import dis
import pickle
import random
import re
import sys
import threading
import traceback
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from types import FunctionType
from typing import Any

from tabuleiro.games import games, kind
from tabuleiro.rules.board import FIRST_SLOT
from tabuleiro.rules.description import Setup, Symmetry
from tabuleiro.rules.errors import IllegalMove, InvalidMove, InvalidPosition, TabuleiroError, UnknownGame
from tabuleiro.rules.game import Game, check_class, nearest
from tabuleiro.rules.kernel import ADVICE, CONTRACT, MOST_CAPTURES, SLACK, STEPS
from tabuleiro.rules.position import Move, Position
from tabuleiro.rules.primitives import (
    GOES_ON,
    KEY,
    OWN_NUMBERS,
    REASONS,
    TURN,
    UNDER_THREAT,
    origin_of,
    reason_of,
    target_of,
)
from tabuleiro.rules.texts import LANGUAGES, Text, using_language

NAME = re.compile("[a-z0-9]+(-[a-z0-9]+)*")
TOKEN = re.compile(r"[A-Za-z](\(\d+\))?", re.ASCII)
NOT_THEIRS = {"numba", "numpy", "functools.py", "<frozen importlib._bootstrap>"}
OURS = [name for name in games() if kind(name).__module__.startswith(f"{__package__}.")]
SHAPES = ("disc", "diamond", "king", "stack")


class Failed(AssertionError):
    """A game fails a check."""


@dataclass(frozen=True, slots=True)
class Result:
    """The result of one check of one game; `problem` is empty if it passed."""

    game: str
    check: str
    problem: str = ""


def random_game(game: Game, seed: int, longest: int = 400) -> Iterator[Position]:
    """The positions of a random game, including the first and the last."""
    chance = random.Random(f"{game.id} {seed}")
    position = game.start()
    yield position
    for _ in range(longest):
        moves = position.legal_moves
        if not moves:
            return
        position = position.play(moves[chance.randrange(len(moves))])
        yield position


def sample(game: Game, count: int, longest: int = 400) -> Iterator[Position]:
    """Positions from random games, spread over their length and including the start and the ends."""
    found = 0
    for seed in range(1, 1000):
        line = list(random_game(game, seed, longest))
        step = max(1, len(line) // max(4, count // 4))
        for position in [*line[::step], line[-1]]:
            yield position
            found += 1
            if found >= count:
                return


def expect(holds: bool, problem: str, position: Position | None = None) -> None:
    """Unless `holds`, fail with this problem, and with the position that shows it."""
    if not holds:
        raise Failed(problem + (f" In the position {position.fen!r}." if position is not None else ""))


# --- what the other checks rest on ------------------------------------------------------------------------


PATIENCE = 20.0
"""No call of a function takes as many seconds, not even as plain Python."""

ROOM = 1000
"""So many more numbers than declared are caught, and counted, before they run over the end of a list."""


def check_functions(game: Game) -> None:
    """The functions have names that mean something, and use nothing that cannot be compiled."""
    for name, function in game.functions.items():
        expect(
            name in {*CONTRACT, *STEPS, *ADVICE},
            f"There is no function {name!r} among those that a game may give{nearest(name, [*CONTRACT, *STEPS, *ADVICE]).en}",
        )
        expect("compiled" in function.__dict__, f"`{name}` is not marked with @compiled.")
    waiting, seen = [*game.functions.values()], set()
    while waiting:
        function = waiting.pop()
        if function in seen:
            continue
        seen.add(function)
        for step in dis.get_instructions(function):
            title, value = f"`{function.__name__}`", function.__globals__.get(step.argval)
            expect(
                step.opname != "STORE_GLOBAL",
                f"{title} changes the global {step.argval}: what changes belongs into the state.",
            )
            if step.opname == "LOAD_GLOBAL":
                expect(
                    not isinstance(value, list | dict | set),
                    f"{title} uses {step.argval}, a {type(value).__name__}: numbers for it belong into `make_rules`.",
                )
                expect(
                    not isinstance(value, FunctionType) or bool({"compiled", "native"} & {*value.__dict__}),
                    f"{title} calls `{step.argval}`, which is not marked with @compiled.",
                )
                if isinstance(value, FunctionType) and "compiled" in value.__dict__:
                    waiting.append(value)


def check_plain(game: Game) -> None:
    """As plain Python, the functions come to an end, return whole numbers, and stay within their arrays.

    Compiled, they would run for ever, or over what lies beside an array, and take this program with them.
    """
    import numpy

    expect(isinstance(game.max_moves, int), "`max_moves` is no whole number: it is a property.")
    expect(
        game.max_plies is None or isinstance(game.max_plies, int), "`max_plies` is no whole number: it is a property."
    )
    wrong = [number for number in game.make_rules() if not isinstance(number, int)]
    expect(not wrong, f"`make_rules` returns {wrong[:3]}: all must be whole numbers.")
    own = range(OWN_NUMBERS, FIRST_SLOT), range(game.board.slots, game.board.slots + game.extra_slots)
    expect(
        all(slot in own[0] or slot in own[1] for slot in game.number_slots),
        f"`number_slots` are {game.number_slots}: a game's own are {own[0][0]} to {own[0][-1]} and `extra_slots` behind the cells.",
    )

    functions = {
        **game.advice.plain,
        **{name: game.functions[name] for name in (*CONTRACT, "evaluate") if name in game.functions},
    }

    def call(name: str, *arguments: Any) -> int:
        found = _called(name, functions[name], (game.rules, *arguments))
        expect(
            name == "settle" or isinstance(found, int | numpy.integer | numpy.bool_),
            f"`{name}` returns {found!r}; it must return a whole number.",
        )
        return int(found or 0)

    moves = numpy.zeros(ROOM + game.max_moves, dtype=numpy.int64)
    gains, taken, terms = moves.copy(), numpy.zeros(ROOM, dtype=numpy.int64), game.new_terms()[: 2 * len(game.terms)]
    advice = {
        "evaluate": (game.weights[: game.own_weights],),
        "foresee": (),
        "consider": (),
        "skip": (),
        "table_key": (),
    }
    for seed in range(1, 5):
        chance = random.Random(seed)
        state = game.lay_out(game.services.read_fen(game, game.start_fen()))
        call("settle", state)
        for _ in range(100):
            verdict = call("outcome", state, 1)
            expect(
                verdict == GOES_ON or (verdict > 0 and reason_of(verdict) < len(REASONS)),
                f"`outcome` returns {verdict}, which is no verdict: it is GOES_ON or verdict(winner, REASON).",
            )
            count = call("legal_moves", state, moves)
            expect(
                0 <= count <= game.max_moves,
                f"`legal_moves` returns {count}; `max_moves` says that there are at most {game.max_moves}.",
            )
            if verdict or not count:
                break
            for move in moves[:count].tolist():
                expect(
                    origin_of(move) in game.board.name and target_of(move) in game.board.name,
                    f"`legal_moves` lists a move from the slot {origin_of(move)} to {target_of(move)}: not both are cells.",
                )
            for name in advice:
                if name in game.functions:
                    lists = {"evaluate": (terms,), "consider": (moves.copy(), gains)}.get(name, ())
                    call(name, *advice[name], state.copy(), *lists)
            captures = call("play", state, int(moves[chance.randrange(count)]), taken)
            expect(
                0 <= captures <= MOST_CAPTURES,
                f"`play` returns {captures} captures; there may be at most {MOST_CAPTURES}.",
            )


def _called(name: str, function: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
    """What a function returns, called as plain Python in a thread of its own, so that one without an end is found out."""
    found: list[Any] = []
    errors: list[Exception] = []

    def run() -> None:
        import numpy

        try:
            with numpy.errstate(over="ignore"):  # compiled, numbers wrap in silence
                found.append(function(*arguments))
        except Exception as error:
            errors.append(error)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    thread.join(PATIENCE)
    if thread.is_alive():
        frame = sys._current_frames()[thread.ident or 0]
        line = f"{Path(frame.f_code.co_filename).name}, line {frame.f_lineno}"
        raise Failed(f"`{name}` does not come to an end; after {PATIENCE:.0f} seconds it is at {line}.")
    if errors:
        raise Failed(f"`{name}` fails as plain Python: {_told(errors[0])}.")
    return found[0]


def check_compiling(game: Game) -> None:
    """The functions can be compiled."""
    for unit in (game.kernel, game.advice):
        unit.load()


# --- the checks -------------------------------------------------------------------------------------------


def check_description(game: Game) -> None:
    """The game's description is complete, in every language."""
    expect(
        NAME.fullmatch(game.name) is not None,
        f"The name {game.name!r} cannot be asked for: it is small letters and digits, joined by hyphens.",
    )
    expect(
        isinstance(game, kind(game.name)) if game.name in OURS else True,
        f"There is another game {game.name!r} in this package.",
    )
    lessons = game.lessons()
    texts: list[tuple[str, object]] = [("title", game.title), ("goal", game.goal), ("year", game.year)]
    texts += [(f"title of the side {side.name}", side.title) for side in game.sides]
    texts += [(f"name of the piece {piece.token}", piece.name) for piece in game.pieces.values()]
    texts += [(f"sentence about the option {name}", option.about) for name, option in game.options.items()]
    texts += [(f"sentence about the variant {name}", about) for name, (_, about) in game.variants.items()]
    texts += [(f"title of lesson {place}", lesson.title) for place, lesson in enumerate(lessons, start=1)]
    texts += [(f"body of lesson {place}", lesson.body) for place, lesson in enumerate(lessons, start=1)]
    for what, text in texts:
        _expect_text(text, what)
    for name, option in game.options.items():
        expect(option.read(name, option.default) == option.default, f"The default of {name} is not {option.default!r}.")
    for piece in game.pieces.values():
        expect(
            TOKEN.fullmatch(piece.token) is not None, f"The token {piece.token!r} is neither a letter nor like Q(12)."
        )
        expect(piece.player in (0, 1), f"The piece {piece.token} belongs to player {piece.player}; it must be 0 or 1.")
        expect(piece.shape in SHAPES, f"The piece {piece.token} is a {piece.shape!r}; it may be {', '.join(SHAPES)}.")
    expect(len(lessons) > 0, "There are no lessons: nobody can learn the rules.")
    expect(len({side.letter for side in game.sides}) == 2, "Both sides have the same letter.")
    expect(len({side.name for side in game.sides}) == 2, "Both sides have the same name.")
    expect(len(game.tokens) == len(game.pieces), "Two pieces are written with the same token.")
    expect(all(code > 0 for code in game.pieces), "A piece's code must be above 0.")
    for lesson in lessons:
        if lesson.fen is not None:
            position = game.position(lesson.fen)
            if lesson.cell is not None:
                origins = {move.origin for move in position.legal_moves}
                expect(
                    lesson.cell in origins,
                    f"The lesson {lesson.title.en!r} shows {lesson.cell}, where nothing can move.",
                    position,
                )


def check_identity(game: Game) -> None:
    """A game can be found by its id and survives pickling; its positions do, too."""
    again = pickle.loads(pickle.dumps(game))  # by its id
    expect(again == game and again.id == game.id, f"The id {game.id!r} does not lead back to the same game.")
    position = list(random_game(game, 1, 6))[-1]
    copy = pickle.loads(pickle.dumps(position))
    expect(copy == position and hash(copy) == hash(position), "A position does not survive pickling.", position)
    expect(copy.legal_moves == position.legal_moves, "A pickled position has other moves.", position)


def check_texts(game: Game) -> None:
    """A position's text reads back to the same state, number by number, and a move's text to the same move."""
    expect(
        game.start().fen == game.start_fen(),
        f"The start is written {game.start().fen!r}, but declared as {game.start_fen()!r}.",
    )
    for position in sample(game, 60):
        try:
            copy = game.position(position.fen)
        except InvalidPosition as error:
            raise Failed(f"The position {position.fen!r} came about in play, but is refused: {error}") from error
        differing = [slot for slot in range(len(copy.state)) if copy.state[slot] != position.state[slot]]
        expect(not differing, f"Read back from its text, the state differs in {_slots(game, differing)}.", position)
        expect(copy == position and hash(copy) == hash(position), "Read back from its text, it is not equal.", position)
        for move in position.legal_moves:
            expect(position.find(str(move)) == move, f"The text {move} reads back as another move.", position)


def check_incremental(game: Game) -> None:
    """What `play` keeps up to date equals what `settle` works out from scratch; positions with one key are equal."""
    boards: dict[int, str] = {}
    for seed in range(1, 9):
        for position in random_game(game, seed):
            scratch = position.state.copy()
            scratch[KEY] = 0
            game.kernel.settle(game.rules, scratch)
            differing = [slot for slot in range(len(scratch)) if scratch[slot] != position.state[slot]]
            expect(
                not differing, f"`settle` finds other numbers than `play` kept in {_slots(game, differing)}.", position
            )
            board = " ".join(position.fen.split(" ")[:2])
            expect(boards.setdefault(int(scratch[KEY]), board) == board, "Another board has the same key.", position)


def check_moves(game: Game) -> None:
    """Legal moves are unique, in a fixed order, within the declared number, and move the mover's own pieces."""
    expect(game.start().outcome is None, f"The game is over before it begins: {game.start().outcome}.")
    for position in sample(game, 80):
        moves = position.legal_moves.codes()
        expect(len(set(moves)) == len(moves), "A move is listed twice.", position)
        expect(
            len(moves) <= game.max_moves,
            f"There are {len(moves)} moves; at most {game.max_moves} are declared.",
            position,
        )
        expect(
            game.position(position.fen).legal_moves.codes() == moves or position.outcome is not None,
            "Read back from its text, the moves come in another order.",
            position,
        )
        for move in position.legal_moves:
            piece = game.pieces.get(position.piece(move.origin))
            expect(
                piece is not None and piece.player == position.turn,
                f"{move} moves a piece that is not the mover's.",
                position,
            )


def check_play(game: Game) -> None:
    """Every legal move can be played and captures what it says; the other side is then to move."""
    for position in sample(game, 16):
        before = _men(position)
        for move in position.legal_moves:
            after = position.play(move)
            expect(after.turn == 1 - position.turn, f"After {move} the turn did not pass.", position)
            men = _men(after)
            lost = before[1 - position.turn] - men[1 - position.turn]
            expect(
                lost == len(move.captured),
                f"{move} says it captures {len(move.captured)} but takes {lost} off the board.",
                position,
            )
            for cell in move.captured:
                left = game.pieces.get(after.piece(cell))
                expect(
                    left is None or left.player == position.turn,
                    f"After {move} the captured piece still stands on {cell}.",
                    position,
                )
            expect(
                bool(after.legal_moves) == (after.outcome is None),
                f"After {move} there is both an end and a move, or neither.",
                position,
            )


def check_refusals(game: Game) -> None:
    """Every other move, and every move after the end, is refused with a sentence in every language."""
    cells, chance = list(game.board.named), random.Random(7)
    for position in sample(game, 24):
        legal = {(move.origin, move.target) for move in position.legal_moves}
        own = [
            name for name in cells if (piece := game.pieces.get(position.piece(name))) and piece.player == position.turn
        ]
        pairs = [(chance.choice(cells), chance.choice(cells)) for _ in range(40)]
        pairs += [(chance.choice(own), chance.choice(cells)) for _ in range(120) if own]
        for origin, target in pairs:
            if (origin, target) in legal:
                continue
            try:
                position.play(f"{origin}-{target}")
            except IllegalMove as refusal:
                _expect_sentence(refusal, f"the refusal of {origin}-{target}", position)
            else:
                raise Failed(
                    f"{origin}-{target} is not listed as legal but was played. In the position {position.fen!r}."
                )


def check_parsers(game: Game) -> None:
    """Texts that are not moves or positions raise the named errors, with a sentence."""
    position, chance = game.start(), random.Random(11)
    letters = "abcdefgh123456789/-x() wbtTKpPqQ;=é\n"
    for _ in range(300):
        noise = "".join(chance.choice(letters) for _ in range(chance.randrange(24)))
        torn = list(position.fen)
        torn[chance.randrange(len(torn))] = chance.choice(letters)
        for read, text in ((position.play, noise), (game.position, noise), (game.position, "".join(torn))):
            try:
                read(text)
            except (InvalidMove, IllegalMove, InvalidPosition) as error:
                _expect_sentence(error, f"the error for {text!r}")


def check_compiled(game: Game) -> None:
    """The functions do the same compiled and as plain Python, along random games."""
    import numpy

    for seed in range(1, 4):
        chance = random.Random(seed)
        state, mirror = game.start().state.copy(), game.start().state.copy()
        for _ in range(60):
            compiled, plain = (numpy.zeros(game.max_moves + SLACK, dtype=numpy.int64) for _ in range(2))
            taken, taken_plain = (numpy.zeros(MOST_CAPTURES, dtype=numpy.int64) for _ in range(2))
            verdict = int(game.kernel.outcome(game.rules, state, 1))
            expect(
                verdict == int(game.functions["outcome"](game.rules, mirror, 1)),
                "`outcome` differs from plain Python.",
                Position(game, state),
            )
            count = int(game.kernel.legal_moves(game.rules, state, compiled))
            expect(
                count == int(game.functions["legal_moves"](game.rules, mirror, plain))
                and compiled[:count].tolist() == plain[:count].tolist(),
                "`legal_moves` differs from plain Python.",
                Position(game, state),
            )
            if verdict or not count:
                break
            move = int(compiled[chance.randrange(count)])
            before = Position(game, state.copy())
            captures = int(game.kernel.play(game.rules, state, move, taken))
            captures_plain = int(game.functions["play"](game.rules, mirror, move, taken_plain))
            same = captures == captures_plain and taken[:captures].tolist() == taken_plain[:captures].tolist()
            expect(
                same and (state == mirror).all(),
                f"`play` of {game.board.name[origin_of(move)]}-{game.board.name[target_of(move)]} differs from plain Python.",
                before,
            )
            scratch = mirror.copy()
            game.functions["settle"](game.rules, scratch)
            expect((scratch == state).all(), "`settle` in plain Python differs.", Position(game, state))


def check_symmetries(game: Game) -> None:
    """The declared symmetries turn legal moves into legal moves."""
    for symmetry in game.symmetries:
        for cell, name in game.board.name.items():
            on_board = game.board.image(cell, symmetry.map) in game.board.name
            expect(on_board, f"The symmetry {symmetry.name!r} takes {name} off the board.")
        for position in sample(game, 24):
            if position.outcome is not None:
                continue
            image = game.build(reflect(game, game.setup_of(position), symmetry))
            moves = {
                (_image(game, move.origin, symmetry), _image(game, move.target, symmetry))
                for move in position.legal_moves
            }
            expect(
                moves == {(move.origin, move.target) for move in image.legal_moves},
                f"The symmetry {symmetry.name!r} does not hold.",
                position,
            )


def check_ends(game: Game) -> None:
    """Games end for one of the known reasons, and within the declared number of plies."""
    bound, ended = game.max_plies, 0
    for seed in range(1, 13):
        line = list(random_game(game, seed, (bound or 3000) + 1))
        last = line[-1]
        ended += last.outcome is not None
        if bound is not None:
            expect(len(line) - 1 <= bound, f"A game took {len(line) - 1} plies; at most {bound} are declared.", last)
        outcome = last.outcome
        if outcome is not None:
            expect(outcome.reason in REASONS and outcome.winner in (0, 1, None), f"{outcome} is not an outcome.", last)
            try:
                last.play(f"{game.board.name[game.board.cells[0]]}-{game.board.name[game.board.cells[-1]]}")
            except IllegalMove as refusal:
                _expect_sentence(refusal, "the refusal after the end", last)
            else:
                raise Failed(f"A move was played after the end. In the position {last.fen!r}.")
        for earlier, later in pairwise(line):
            expect(earlier.turn != later.turn, "The turn did not pass.", earlier)
            if game.repeats and not game.forbids_repetition and earlier is line[0]:
                verdict = int(game.kernel.outcome(game.rules, earlier.state.copy(), game.repeats))
                expect(
                    verdict != GOES_ON,
                    f"`repeats` is {game.repeats}, but `outcome` lets the game go on when a position has occurred so often.",
                    earlier,
                )
    expect(ended > 0, "None of 12 random games came to an end within 3000 plies: nor may games of computers.")


def check_aids(game: Game) -> None:
    """Facts and marks have texts in every language and name cells of the board."""
    for position in sample(game, 30):
        for fact in position.facts:
            _expect_text(fact.label, f"label of the fact {fact.key!r}", position)
            _expect_text(fact.value, f"value of the fact {fact.key!r}", position)
            expect(fact.player in (0, 1, None), f"{fact!r} belongs to no player.", position)
        for mark in position.marks:
            expect(mark.cell in game.board.named, f"{mark!r} names no cell.", position)
        expect(str(position) != "" and position._repr_svg_().startswith("<svg"), "It cannot be drawn.", position)


# --- what the game tells the engine -------------------------------------------------------------------------


def lively_sample(game: Game, count: int) -> Iterator[Position]:
    """Positions of games in which wins are taken and captures preferred, so that threats and near ends occur."""
    chance = random.Random(f"lively {game.id}")
    found = 0
    for _ in range(count):
        position = game.start()
        for _ in range(120):
            if position.outcome is not None:
                break
            yield position
            found += 1
            if found >= count:
                return
            moves = position.legal_moves
            tries = [moves[chance.randrange(len(moves))] for _ in range(4)]
            position = position.play(next((move for move in tries if move.captured), tries[0]))


def wins_within(position: Position, plies: int) -> bool:
    """Can the side to move force a win within this many plies?"""
    if position.outcome is not None:
        return position.outcome.winner == position.turn
    return plies > 0 and any(loses_within(position.play(move), plies - 1) for move in position.legal_moves)


def loses_within(position: Position, plies: int) -> bool:
    """Does the side to move lose within this many plies, whatever it does?"""
    if position.outcome is not None:
        return position.outcome.winner == 1 - position.turn
    return plies > 0 and all(wins_within(position.play(move), plies - 1) for move in position.legal_moves)


def check_evaluation(game: Game) -> None:
    """The value of a position is the sum of its named terms, compiled and as plain Python."""
    for term in game.terms:
        _expect_text(term.title, f"title of the term {term.name!r}")
    plain = game.advice.plain["evaluate"]
    terms = game.new_terms()
    for position in lively_sample(game, 24):
        value = int(game.advice.evaluate(game.rules, game.weights, position.state.copy(), terms))
        own, other = (terms[player::2].sum() for player in (position.turn, 1 - position.turn))
        expect(value == own - other, f"The evaluation is {value}, but its terms add up to {own - other}.", position)
        same = int(plain(game.rules, game.weights, position.state.copy(), terms))
        expect(same == value, f"The evaluation is {value} when compiled, {same} as plain Python.", position)


def check_foresight(game: Game) -> None:
    """What the game foresees comes true."""
    for position in lively_sample(game, 150):
        foreseen = int(game.advice.foresee(game.rules, position.state.copy()))
        few = len(position.legal_moves) ** abs(foreseen) < 40_000
        position = game.position(position.fen)  # foresight does not know the past
        if foreseen == UNDER_THREAT or not foreseen or not few:
            continue
        true = wins_within(position, foreseen) if foreseen > 0 else loses_within(position, -foreseen)
        expect(true, f"The game foresees {foreseen}, but that does not come true.", position)


def check_considered(game: Game) -> None:
    """The moves considered are legal, and only moves that lose at once are left out."""
    import numpy

    moves = numpy.zeros(game.max_moves + SLACK, dtype=numpy.int64)
    gains = moves.copy()
    for position in lively_sample(game, 60):
        count = int(game.advice.consider(game.rules, position.state.copy(), moves, gains))
        codes, legal = moves[:count].tolist(), Position(game, position.state).legal_moves.codes()
        expect(
            len(set(codes)) == count and set(codes) <= set(legal), "A move is considered that is not legal.", position
        )
        expect(count > 0 or not legal, "No move is considered, but there are some.", position)
        for code in set(legal) - set(codes):
            after = position.play(Move(position, code))
            expect(wins_within(after, 1), f"{Move(position, code)} is left out, but does not lose at once.", position)


def check_skip(game: Game) -> None:
    """After passing the turn, a state equals one that was set up like that."""
    for position in lively_sample(game, 60):
        state = position.state.copy()
        if int(game.advice.skip(game.rules, state)) == 0:
            expect(
                bool((state == position.state).all()), "The turn was not passed, but the state has changed.", position
            )
            continue
        expect(int(state[TURN]) == 1 - position.turn, "The turn was passed, but it is the same side's.", position)
        settled = state.copy()
        game.kernel.settle(game.rules, settled)
        expect(bool((state == settled).all()), "After passing the turn the state is not what it should be.", position)


FOUNDATIONS: tuple[Callable[[Game], None], ...] = (check_functions, check_plain, check_compiling)
"""What all other checks rest on: without it, they would only say the same again, or crash."""

CHECKS: tuple[Callable[[Game], None], ...] = (
    *FOUNDATIONS,
    check_description,
    check_identity,
    check_texts,
    check_incremental,
    check_moves,
    check_play,
    check_refusals,
    check_parsers,
    check_compiled,
    check_symmetries,
    check_ends,
    check_aids,
    check_evaluation,
    check_foresight,
    check_considered,
    check_skip,
)


# --- playthroughs -----------------------------------------------------------------------------------------


def playthrough(game: Game, plies: int = 40) -> str:
    """A random game in full: every position, its legal moves in order, the move played, how it ended.

    Kept in a file beside a game's tests, it is the game's behaviour in a form that people can read; any change of the
    rules, of the order of moves or of a text shows up as a difference.
    """
    with using_language("en"):
        lines = [f"# {game.id}: {game.title}", ""]
        previous = None
        for ply, position in enumerate(random_game(game, 1, plies)):
            if previous is not None:
                lines += [
                    f"played {next(str(move) for move in previous.legal_moves if previous.play(move) == position)}",
                    "",
                ]
            lines += [f"ply {ply}", f"fen {position.fen}", *str(position).splitlines()]
            lines += [
                f"{fact.label}: {fact.value}" + ("" if fact.player is None else f" ({game.players[fact.player]})")
                for fact in position.facts
            ]
            lines += [f"moves {' '.join(map(str, position.legal_moves))}".rstrip()]
            previous = position
        assert previous is not None
        outcome = previous.outcome
        lines += ["", f"outcome {outcome.winner} {outcome.reason} {outcome.scores}" if outcome else "goes on"]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def check_playthrough(game: Game, file: Path) -> None:
    """The playthrough file exists and equals what the game does now."""
    expect(
        file.exists(),
        f"There is no playthrough file {file.name}; write one with `tabuleiro check-game … --write-playthrough`.",
    )
    expected = file.read_text(encoding="utf-8").splitlines()
    for number, (kept, now) in enumerate(zip(expected, playthrough(game).splitlines(), strict=False), start=1):
        expect(kept == now, f"{file.name}, line {number}, says {kept!r}; the game now gives {now!r}.")
    expect(expected == playthrough(game).splitlines(), f"{file.name} has another length than the game now gives.")


# --- all together -----------------------------------------------------------------------------------------


def find_class(spec: str) -> type[Game]:
    """The game class named by `module:NAME`; UnknownGame says what is wrong."""
    module, colon, name = spec.partition(":")
    if not colon or not module or not name:
        raise UnknownGame(
            Text(
                "Write module:NAME, as in my_package.my_game:GAME.",
                "Escreva módulo:NOME, como em o_meu_pacote.o_meu_jogo:GAME.",
            )
        )
    if "" not in sys.path:
        sys.path.insert(0, "")
    try:
        kind = getattr(import_module(module), name)
    except Exception as error:  # whatever a stranger's file does
        raise UnknownGame(
            Text("{spec} cannot be loaded: {why}.", "Não é possível carregar {spec}: {why}.").fill(
                spec=spec, why=str(error) if isinstance(error, ImportError) else _told(error)
            )
        ) from error
    return check_class(kind, spec)


def check_game(kind: type[Game], file: Path | None = None) -> Iterator[Result]:
    """Run all checks on a game and its variants, and on its playthrough file if one is given.

    Where one of the `FOUNDATIONS` fails, the others are not made.
    """
    for variant in dict.fromkeys(["", *kind.variants]):
        unknown = [name for name in kind.variants.get(variant, ({}, ""))[0] if name not in kind.options]
        if unknown:
            yield Result(
                f"{kind.name}:{variant}", "variant", f"It sets {', '.join(unknown)}, of which there is no option."
            )
            continue
        try:
            game = kind(variant)
            _ = game.id
        except Exception as error:  # whatever somebody else's game does is a finding, not a crash
            yield Result(f"{kind.name}:{variant}", "variant", _told(error))
            continue
        for check in CHECKS:
            result = _run(game, check.__name__.removeprefix("check_"), check, game)
            yield result
            if result.problem and check in FOUNDATIONS:
                break
        else:
            if file is not None and variant == "":
                yield _run(game, "playthrough", check_playthrough, game, file)


def _run(game: Game, name: str, check: Callable[..., None], *arguments: Any) -> Result:
    try:
        check(*arguments)
    except Failed as problem:
        return Result(game.id, name, str(problem))
    except Exception as error:  # whatever somebody else's game does is a finding, not a crash
        return Result(game.id, name, _told(error))
    return Result(game.id, name)


def _told(error: Exception) -> str:
    """What went wrong, and on which line of the game's file, if that is known."""
    if isinstance(error, TabuleiroError):
        return f"{type(error).__name__}: {error}"
    told = f"{type(error).__name__}: {error}"
    if isinstance(error, SyntaxError):  # it says so itself
        return told
    for step in reversed(traceback.extract_tb(error.__traceback__)):
        path = Path(step.filename)
        if not path.is_relative_to(Path(__file__).parent) and not NOT_THEIRS & {*path.parts}:
            return f"{told} ({path.name}, line {step.lineno})"
    return told


def reflect(game: Game, setup: Setup, symmetry: Symmetry) -> Setup:
    """The image of a set-up under a symmetry."""
    cells = {
        game.board.named[_image(game, game.board.name[cell], symmetry)]: game.counterpart(piece)
        if symmetry.swaps_players
        else piece
        for cell, piece in setup.cells.items()
    }
    if not symmetry.swaps_players:
        return Setup(cells, setup.turn, setup.numbers)
    return Setup(cells, 1 - setup.turn, game.swap_numbers(setup.numbers))


def _image(game: Game, cell: str, symmetry: Symmetry) -> str:
    return game.board.name[game.board.image(game.board.named[cell], symmetry.map)]


def _slots(game: Game, slots: list[int]) -> str:
    """Places of a state in the words of those who write a game."""
    names = {TURN: "state[TURN]", KEY: "state[KEY]"} | {
        cell: f"the cell {name}" for cell, name in game.board.name.items()
    }
    return ", ".join(names.get(slot, f"state[{slot}]") for slot in slots)


def _men(position: Position) -> list[int]:
    """How many men each side has; a stack that leaves men behind does not lose them."""
    count = [0, 0]
    for cell in position.game.board.cells:
        piece = position.game.pieces.get(int(position.state[cell]))
        if piece is not None:
            count[piece.player] += 1
    return count


def _expect_text(text: object, what: str, position: Position | None = None) -> None:
    expect(isinstance(text, Text), f"The {what} is {text!r}; it must be a Text, with both languages.", position)
    expect(
        isinstance(text, Text) and bool(text.en.strip()) and bool(text.pt.strip()),
        f"The {what} is missing in one language: {text!r}.",
        position,
    )


def _expect_sentence(error: TabuleiroError, what: str, position: Position | None = None) -> None:
    expect(
        isinstance(error.message, Text),
        f"{what} is {error.message!r}; it must be a Text, with both languages.",
        position,
    )
    for code in LANGUAGES:
        with using_language(code):
            sentence = str(error)
        expect(
            sentence.endswith((".", "?", "!")) and len(sentence) > 8,
            f"{what} is no sentence in {code}: {sentence!r}.",
            position,
        )
