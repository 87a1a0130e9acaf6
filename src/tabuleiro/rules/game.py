"""What a game is: the class that every game's file fills in."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from copy import copy
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from tabuleiro.rules.advice import advice_unit
from tabuleiro.rules.board import FIRST_SLOT, WALL, Board
from tabuleiro.rules.description import (
    BLACK_SIDE,
    MIRROR,
    NETWORK_TERM,
    TURN_AROUND,
    WHITE_SIDE,
    Format,
    Lesson,
    Option,
    Piece,
    PrologForm,
    Setup,
    Side,
    Symmetry,
    Term,
)
from tabuleiro.rules.errors import InvalidPosition, UnknownGame
from tabuleiro.rules.kernel import CONTRACT, Machine, Unit, game_unit
from tabuleiro.rules.network import network_table
from tabuleiro.rules.position import Fact, Mark, Move, Outcome, Position
from tabuleiro.rules.primitives import (
    KEY_STRIDE,
    KEY_TABLE,
    NO_MOVES_DRAW,
    REPETITION,
    REPETITION_ILLEGAL,
    RULES,
    STATE_SIZE,
    TURN,
    TURN_KEY,
    move,
)
from tabuleiro.rules.texts import Text, same
from tabuleiro.rules.weights import NETWORK, Parts, numbers_in

if TYPE_CHECKING:
    from tabuleiro.rules.primitives import Numbers


class Services(NamedTuple):
    """Functions of the layers above that games and positions use; set when the package is imported."""

    read_fen: Callable[[Game, str], Setup]
    write_fen: Callable[[Game, Setup], str]
    read_move: Callable[[Game, str], tuple[int, int, tuple[str, ...]]]
    write_move: Callable[[Move, bool], str]
    draw_text: Callable[[Position], str]
    draw_svg: Callable[[Position], str]
    reason_text: Callable[[str], Text]
    find_game: Callable[[str], Game]


class Game(ABC):
    """A game in one of its variants. A game's file fills in what is particular to it."""

    # --- what the game's file declares ---
    name: ClassVar[str]
    title: ClassVar[Text]
    designer: ClassVar[str]
    year: ClassVar[Text]
    goal: ClassVar[Text]
    link: ClassVar[str] = ""
    uci_name: ClassVar[str] = ""  # the name by which UCI programs know the game, if they do
    sides: ClassVar[tuple[Side, Side]]
    functions: ClassVar[Mapping[str, Callable[..., Any]]]
    options: ClassVar[Mapping[str, Option]] = {}
    variants: ClassVar[Mapping[str, tuple[Mapping[str, str | int], Text]]] = {}
    number_slots: ClassVar[tuple[int, ...]] = ()
    captures_beside: ClassVar[bool] = False
    has_draws: ClassVar[bool] = True
    formats: ClassVar[tuple[Format, ...]] = ()
    symmetries: ClassVar[tuple[Symmetry, ...]] = ()

    terms: ClassVar[tuple[Term, ...]] = ()
    win_scale: ClassVar[int] = 200

    services: ClassVar[Services]
    _units: ClassVar[dict[type[Game], Unit]] = {}
    _advice: ClassVar[dict[type[Game], Unit]] = {}

    def __init__(self, variant: str = "", **switches: object) -> None:
        """The game in this variant (the part of an id after the colon), with these options changed."""
        chosen, *changes = variant.split(";")
        self.settings = self._with_defaults(self.read_variant(chosen))
        for change in changes:
            name, equals, value = change.partition("=")
            if not equals:
                raise UnknownGame(
                    Text("{change!r} is not of the form switch=value.", "{change!r} não tem a forma opção=valor.").fill(
                        change=change[:60]
                    )
                )
            self._set(name.strip(), value)
        for name, given in switches.items():
            self._set(name, given)
        self.check_settings()

    def _set(self, name: str, value: object) -> None:
        if name not in self.options:
            raise UnknownGame(
                Text("{game} has no switch {name!r}{nearest}", "{game} não tem a opção {name!r}{nearest}").fill(
                    game=self.name, name=name[:40], nearest=nearest(name, self.options)
                )
            )
        self.settings[name] = self.options[name].read(name, value)

    def _with_defaults(self, settings: Mapping[str, str | int]) -> dict[str, str | int]:
        """These settings, with the default of every other option."""
        return {name: option.default for name, option in self.options.items()} | dict(settings)

    # --- what the game's file defines ---
    @abstractmethod
    def make_board(self) -> Board:
        """The board of this variant."""

    @abstractmethod
    def make_pieces(self) -> tuple[Piece, ...]:
        """All kinds of pieces of this variant."""

    @abstractmethod
    def make_rules(self) -> list[int]:
        """The game's own numbers in the table that compiled functions read, from `RULES` on."""

    @abstractmethod
    def start_fen(self) -> str:
        """The position the game starts from."""

    @abstractmethod
    def explain(self, position: Position, origin: int, target: int) -> Text:
        """Why the mover's own piece on `origin` may not go to `target`."""

    @abstractmethod
    def lessons(self) -> list[Lesson]:
        """The rules in plain words."""

    @property
    @abstractmethod
    def max_moves(self) -> int:
        """The most legal moves of any position."""

    @property
    def max_plies(self) -> int | None:
        """The most plies of any game; None if there is no limit."""
        return None

    @property
    def weights_file(self) -> str:
        """The name of the game's file of weights; empty if it has none."""
        return ""

    def weight_parts(self) -> Parts:
        """What everything that `evaluate` looks at is worth, in named parts; a man is worth about 100.

        A part is a whole number, or a list or a dictionary of parts; the network, which `tabuleiro learn` adds, is a text.
        """
        return {}

    def weights_of(self, parts: Parts) -> list[int]:
        """The numbers that `evaluate` reads, made from such parts: by default all numbers in their order."""
        return list(numbers_in(parts))

    def calibration(self) -> dict[str, Any] | None:
        """The levels as measured for this game, the table that `tabuleiro calibrate` makes; None if there is none."""
        return None

    @property
    def extra_slots(self) -> int:
        """How many slots of a state the game uses behind the cells."""
        return 0

    pie_rule: bool = False
    """May the second player exchange seats instead of answering the first move?"""

    repeats: int = 0
    """Which occurrence of a position the rules are about (3: the third); 0 if they say nothing about repetition."""

    forbids_repetition: bool = False
    """Is a move illegal that would bring about that occurrence?"""

    no_moves_draw: bool = False
    """Does a side that cannot move draw instead of losing?"""

    def read_variant(self, text: str) -> Mapping[str, str | int]:
        """The settings of the variant with this name; UnknownGame says which there are."""
        if text in self.variants:
            return self.variants[text][0]
        if not text:
            return {}
        raise UnknownGame(
            Text("{game} has no variant {text!r}{nearest}", "{game} não tem a variante {text!r}{nearest}").fill(
                game=self.name, text=text[:60], nearest=nearest(text, self.variants)
            )
        )

    def variant_names(self) -> Iterable[tuple[str, Mapping[str, str | int]]]:
        """Candidates for the name of a variant, with their settings; the default's name is empty."""
        yield "", {}
        for name, (settings, _) in self.variants.items():
            yield name, settings

    def check_settings(self) -> None:
        """UnknownGame if the settings do not go together."""

    def check(self, setup: Setup) -> None:
        """InvalidPosition if a position is impossible."""

    def read_fields(self, fields: list[str], setup: Setup) -> None:
        """Read the further fields of a position's text into `setup.numbers`; without any, set their defaults."""
        if fields:
            raise InvalidPosition(
                Text(
                    "Nothing may follow the side to move; there is {rest!r}.",
                    "Nada pode seguir o jogador a mover; está {rest!r}.",
                ).fill(rest=" ".join(fields)[:60])
            )

    def write_fields(self, setup: Setup) -> list[str]:
        """The further fields of a position's text; none if all have their defaults."""
        return []

    def scores(self, position: Position) -> tuple[int, int] | None:
        """The points of both players; None in games without points."""
        return None

    def scores_of_surrender(self, position: Position, winner: int) -> tuple[int, int] | None:
        """The points when one player resigns, loses on time or fails: by default those of the position."""
        return self.scores(position)

    def facts(self, position: Position) -> Iterable[Fact]:
        """What to show beside the board."""
        return ()

    def marks(self, position: Position) -> Iterable[Mark]:
        """What to show on the cells."""
        return ()

    def prolog(self) -> PrologForm | None:
        """How the game's report writes a board in Prolog; None if there is no such report."""
        return None

    def counterpart(self, piece: int) -> int:
        """The piece that this one becomes when the sides are exchanged."""
        return piece

    def swap_numbers(self, numbers: dict[int, int]) -> dict[int, int]:
        """What the declared numbers become when the sides are exchanged."""
        return numbers

    # --- what every game has ---
    @property
    def players(self) -> tuple[str, str]:
        """The names of the players in order of play."""
        return self.sides[0].name, self.sides[1].name

    @property
    def first(self) -> int:
        """The player who moves first from the set-up."""
        return self.start().turn

    @cached_property
    def id(self) -> str:
        """The shortest id of this game."""
        best = ""
        for name, settings in self.variant_names():
            whole = self._with_defaults(settings)
            changes = [f";{key}={value}" for key, value in self.settings.items() if whole[key] != value]
            known = name or ("" if not changes else self.default_variant)
            text = self.name + (f":{known}" if known else "") + "".join(changes)
            if not best or (len(changes), len(text)) < (best.count(";"), len(best)):
                best = text
        return best

    @property
    def variant(self) -> str:
        """What the id says behind the name: the variant, and the switches that are changed in it."""
        return self.id.removeprefix(self.name)[1:]

    @property
    def default_variant(self) -> str:
        """The name of the default variant, as used in ids that change switches of it."""
        defaults = self._with_defaults({})
        for name, settings in self.variant_names():
            if name and self._with_defaults(settings) == defaults:
                return name
        return ""

    @cached_property
    def board(self) -> Board:
        return self.make_board()

    @cached_property
    def pieces(self) -> Mapping[int, Piece]:
        """The kinds of pieces by their codes."""
        return {piece.code: piece for piece in self.make_pieces()}

    @cached_property
    def tokens(self) -> Mapping[str, Piece]:
        """The kinds of pieces by their tokens."""
        return {piece.token: piece for piece in self.pieces.values()}

    @property
    def kernel(self) -> Unit:
        """The compiled functions of this game, shared by its variants."""
        kind = type(self)
        if kind not in self._units:
            self._units.setdefault(kind, game_unit(self.name, self.functions))
        return self._units[kind]

    @cached_property
    def rules(self) -> Numbers:
        """The table of numbers that the compiled functions read."""
        import numpy

        own = self.make_rules()
        slots, codes = self.board.slots, max(self.pieces) + 1
        head = [0] * RULES
        head[REPETITION], head[REPETITION_ILLEGAL] = self.repeats, int(self.forbids_repetition)
        head[NO_MOVES_DRAW], head[STATE_SIZE] = int(self.no_moves_draw), slots + self.extra_slots
        head[KEY_TABLE], head[KEY_STRIDE] = RULES + len(own), slots
        keys = numpy.random.Generator(numpy.random.PCG64(20260101)).integers(-(2**63), 2**63 - 1, codes * slots + 1)
        head[TURN_KEY] = int(keys[-1])
        return numpy.concatenate((numpy.array(head + own, dtype=numpy.int64), keys[:-1]))

    @cached_property
    def weights(self) -> Numbers:
        """The table of numbers that the game's evaluation reads."""
        return self._table_of(self.weight_parts())

    def _table_of(self, parts: Parts) -> Numbers:
        """The table of weights made from such parts, with the network at its end; ValueError."""
        import numpy

        own = numpy.array(self.weights_of(parts), dtype=numpy.int64)
        return numpy.concatenate((own, network_table(self, parts.get(NETWORK))))

    @property
    def own_weights(self) -> int:
        """How many numbers of the table of weights are the game's own; the network follows them."""
        return len(self.weights) - 1 - int(self.weights[-1])

    @property
    def all_terms(self) -> tuple[Term, ...]:
        """Everything that a position's value is the sum of: the game's terms, and the network if there is one."""
        return (*self.terms, NETWORK_TERM) if self.weights[-1] else self.terms

    def new_terms(self) -> Numbers:
        """An array for `evaluate` to fill: a number for each term, the network included, and player."""
        import numpy

        return numpy.zeros(2 * len(self.terms) + 2, dtype=numpy.int64)

    def with_weights(self, parts: Parts) -> Game:
        """This game with other weights for its evaluation; rules and positions stay equal. ValueError."""
        numbers = self.weights_of(parts)
        if len(numbers) != self.own_weights or not all(
            type(number) is int and abs(number) < 1 << 31 for number in numbers
        ):
            raise ValueError(parts)
        twin = copy(self)
        vars(twin)["weights"] = self._table_of(parts)
        return twin

    @property
    def has_evaluation(self) -> bool:
        """Does the game have an evaluation, its own or a network?"""
        return "evaluate" in self.functions or bool(self.weights[-1])

    @property
    def advice(self) -> Unit:
        """The compiled functions with which this game is searched, shared by its variants."""
        kind = type(self)
        if kind not in self._advice:
            self._advice.setdefault(kind, advice_unit(self.name, self.functions))
        return self._advice[kind]

    def start(self) -> Position:
        """The position the game starts from."""
        return self._start

    @cached_property
    def _start(self) -> Position:
        return self.position(self.start_fen())

    def position(self, fen: str) -> Position:
        """The position that a text (FEN) describes; InvalidPosition."""
        return self.build(self.services.read_fen(self, fen))

    def build(self, setup: Setup) -> Position:
        """The position of a set-up, after checking it; InvalidPosition."""
        self.check(setup)
        state = self.lay_out(setup)
        self.kernel.settle(self.rules, state)
        return Position(self, state)

    def lay_out(self, setup: Setup) -> Numbers:
        """The state of a set-up, with nothing settled yet."""
        import numpy

        state = numpy.zeros(self.board.slots + self.extra_slots, dtype=numpy.int64)
        if self.board.walls:
            state[FIRST_SLOT : self.board.slots] = WALL
            state[list(self.board.cells)] = 0
        state[TURN] = setup.turn
        for slot, value in setup.numbers.items():
            state[slot] = value
        for cell, piece in setup.cells.items():
            state[cell] = piece
        return state

    def setup_of(self, position: Position) -> Setup:
        """The set-up that makes this position."""
        state = position.state
        cells = {cell: int(state[cell]) for cell in self.board.cells if state[cell]}
        return Setup(cells, int(state[TURN]), {slot: int(state[slot]) for slot in self.number_slots})

    @cached_property
    def machine(self) -> Machine:
        """The game's compiled functions, ready to be called on states."""
        return Machine(self.kernel, self.rules, self.max_moves)

    def refuse(self, position: Position, origin: int, target: int) -> Text:
        """A sentence with the rule that forbids a move, in a game that goes on."""
        piece = self.pieces.get(int(position.state[origin]))
        name = self.board.name
        if piece is None:
            return Text("There is no piece on {cell}.", "Não há nenhuma peça em {cell}.").fill(cell=name[origin])
        if piece.player != position.turn:
            return Text(
                "The piece on {cell} is not yours: {side} to move.",
                "A peça em {cell} não é sua: {side} a jogar.",
            ).fill(cell=name[origin], side=self.sides[position.turn].title)
        if origin == target:
            return Text(
                "A move must leave its cell; {cell} is given twice.",
                "Uma jogada tem de sair da sua casa; {cell} aparece duas vezes.",
            ).fill(cell=name[origin])
        if self.forbids_repetition and move(origin, target) in Position(self, position.state).legal_moves.codes():
            return Text(
                "{origin}-{target} would bring the same position about once too often.",
                "{origin}-{target} traria a mesma posição vezes demais.",
            ).fill(origin=name[origin], target=name[target])
        return self.explain(position, origin, target)

    # --- texts and pictures, through the layers above ---
    def write_fen(self, position: Position) -> str:
        return self.services.write_fen(self, self.setup_of(position))

    def read_move(self, text: str) -> tuple[int, int, tuple[str, ...]]:
        return self.services.read_move(self, text)

    def write_move(self, move: Move) -> str:
        return self.services.write_move(move, self.captures_beside)

    def draw_text(self, position: Position) -> str:
        return self.services.draw_text(position)

    def draw_svg(self, position: Position) -> str:
        return self.services.draw_svg(position)

    def reason_text(self, reason: str) -> Text:
        return self.services.reason_text(reason)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return self is other or (type(self) is type(other) and self.settings == other.settings)

    def __hash__(self) -> int:
        return hash(self.id)

    def __repr__(self) -> str:
        return f"tabuleiro.game({self.id!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.id.removeprefix(self.name).removeprefix(":"),)


def check_class(kind: object, spec: str) -> type[Game]:
    """A class of games that has all that every game must declare and define; UnknownGame says what it lacks."""
    if not (isinstance(kind, type) and issubclass(kind, Game)):
        raise UnknownGame(Text("{spec} is not a class of games.", "{spec} não é uma classe de jogos.").fill(spec=spec))
    declared = ("name", "title", "designer", "year", "goal", "sides", "functions")
    missing = [name for name in declared if not hasattr(kind, name)] + sorted(kind.__abstractmethods__)
    missing += [f"functions[{name!r}]" for name in CONTRACT if name not in getattr(kind, "functions", CONTRACT)]
    if missing:
        raise UnknownGame(
            Text("{spec} lacks {missing}.", "Falta a {spec}: {missing}.").fill(spec=spec, missing=", ".join(missing))
        )
    return kind


def nearest(given: str, names: Iterable[str]) -> Text:
    """The end of an "unknown" sentence: the names most like the one given, or else the first few names."""
    import difflib

    known = [name for name in names if name]
    close = difflib.get_close_matches(given[:60].lower(), known, n=3, cutoff=0.55) or known[:8]
    if not close:
        return same(".")
    more = len(known) > len(close) and not difflib.get_close_matches(given[:60].lower(), known, n=1, cutoff=0.55)
    text = ", ".join(close) + (", …" if more else "")
    sentence = (
        Text("; there is {names}.", "; existe {names}.")
        if len(close) == 1
        else Text("; there are {names}.", "; existem {names}.")
    )
    return sentence.fill(names=text)


# A game's file may also import all parts of its description from here.
__all__ = [
    "BLACK_SIDE",
    "MIRROR",
    "TURN_AROUND",
    "WHITE_SIDE",
    "Fact",
    "Format",
    "Game",
    "Lesson",
    "Mark",
    "Option",
    "Outcome",
    "Piece",
    "PrologForm",
    "Services",
    "Setup",
    "Side",
    "Symmetry",
    "Term",
    "check_class",
    "nearest",
]
