"""Records of games as text: tags in brackets, numbered moves with comments in braces, the result last.

    [Game "name:variant"]
    [White "Ana"]
    [Black "Rui"]
    [Result "1-0"]
    [Reason "resignation"]

    1. d1-d3 e7-g7 {bold} 2. a4-c4 resigns 1-0

`1-0` means that the player who moves first in the record won, `0-1` the other; points stand in the same order. What happens
between people stands among the moves: `swap` (the pie rule: the two people change seats), `resigns`, `draw agreed`, `time`.
Players' names are those of the people who took these seats at the start. Making a record, and reading one
(`record_reader`), plays it through, so that every `Record` is that of a game that can be played, and ended as it says.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from textwrap import wrap

from tabuleiro.rules.errors import InvalidRecord, TabuleiroError
from tabuleiro.rules.game import Game
from tabuleiro.rules.position import Move, Outcome, Position
from tabuleiro.rules.texts import Text

MOST_ENTRIES = 5_000
"""The most moves and events of a record."""

WIDTH = 80
"""Lines of moves are broken at this width."""

DRAW, UNFINISHED = "1/2-1/2", "*"
RESULTS = ("1-0", "0-1", DRAW, UNFINISHED)

SWAP = "swap"
ENDINGS = {"resigns": "resignation", "draw agreed": "agreement", "time": "time"}
"""The events that end a game, and the reasons that they give."""

FORFEIT = "forfeit"

OWN_TAGS = ("Game", "Result", "Reason", "Score", "FEN")
"""The tags that say what a record's other parts say; all others are kept as they are."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A move or an event, as it is written, with the comments that follow it."""

    text: str
    comments: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "comments", _clean_comments(self.comments))

    @property
    def is_event(self) -> bool:
        """Is this an event between the players, not a move?"""
        return self.text == SWAP or self.text in ENDINGS


@dataclass(frozen=True, slots=True)
class Record:
    """A played game: an immutable value, which can be read back exactly from its text.

    `start` is the text (FEN) of the first position, None for the set-up; `tags` are those no other part implies, in
    their order; `comments` stand before the first move. `scores` are in the order of `game.players`.
    Make records with `from_moves` or `record_reader.read_record`, which play them through.
    """

    game_id: str
    start: str | None = None
    entries: tuple[Entry, ...] = ()
    result: str = UNFINISHED
    reason: str | None = None
    scores: tuple[int, int] | None = None
    tags: tuple[tuple[str, str], ...] = ()
    comments: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "comments", _clean_comments(self.comments))
        object.__setattr__(self, "tags", tuple((name, value) for name, value in self.tags))
        check_tags(self.tags)

    @classmethod
    def from_moves(
        cls,
        start: Position,
        moves: Iterable[Move | Entry | str] = (),
        *,
        tags: Mapping[str, str] | Iterable[tuple[str, str]] = (),
        comments: Iterable[str] = (),
        result: str | None = None,
        reason: str | None = None,
    ) -> Record:
        """The record of moves and events played from a position; InvalidRecord names the first impossible one.

        Without a `result`, it follows from the last position; after `resigns` and `time` the side to move has lost.
        """
        play = Replay(start.game.position(start.fen))  # a record does not know what came before it
        for move in moves:
            entry = move if isinstance(move, Entry) else Entry(str(move))
            play.add(entry.text, entry.comments)
        result, reason, scores = play.settle(result, reason)
        return cls(
            game_id=start.game.id,
            start=None if start == start.game.start() else start.fen,
            entries=tuple(play.entries),
            result=result,
            reason=reason,
            scores=scores,
            tags=tuple(tags.items() if isinstance(tags, Mapping) else tags),
            comments=tuple(comments),
        )

    @property
    def game(self) -> Game:
        """The game that was played."""
        return Game.services.find_game(self.game_id)

    @property
    def moves(self) -> tuple[str, ...]:
        """The texts of the moves, without events and comments."""
        return tuple(entry.text for entry in self.entries if not entry.is_event)

    @property
    def first_position(self) -> Position:
        """The position the record starts from."""
        return self.game.start() if self.start is None else self.game.position(self.start)

    def positions(self) -> Iterator[Position]:
        """Every position of the game, from the first to the last."""
        position = self.first_position
        yield position
        for move in self.moves:
            position = position.play(move)
            yield position

    @property
    def last_position(self) -> Position:
        """The position the record ends with."""
        *_, last = self.positions()
        return last

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, by its rules or by the players' decision; None if it is unfinished."""
        if self.result == UNFINISHED:
            return None
        winner = None
        if self.result != DRAW:
            first = self.first_position.turn
            winner = first if self.result == "1-0" else 1 - first
        return Outcome(winner, self.reason or "", self.scores)

    def tag(self, name: str) -> str | None:
        """The value of a tag that is kept with the game, or None."""
        return dict(self.tags).get(name)

    def with_tags(self, **tags: str) -> Record:
        """A copy of the record with these tags added or changed."""
        return replace(self, tags=tuple({**dict(self.tags), **tags}.items()))

    def __str__(self) -> str:
        return write_record(self)


def player_tags(game: Game) -> tuple[str, str]:
    """The tags that name the two people, in the order of `game.players`."""
    first, second = game.players
    return first.capitalize(), second.capitalize()


def result_of(first: int, winner: int | None) -> str:
    """The result of a game that `first` began and `winner` won (None: nobody)."""
    if winner is None:
        return DRAW
    return "1-0" if winner == first else "0-1"


# --- writing ----------------------------------------------------------------------------------------------


def write_record(record: Record) -> str:
    """The text of a record, ending with a newline."""
    game = record.game
    first = record.first_position.turn
    tags = [("Game", record.game_id), *record.tags, ("Result", record.result)]
    if record.reason is not None:
        tags.append(("Reason", record.reason))
    if record.scores is not None:
        tags.append(("Score", f"{record.scores[first]}-{record.scores[1 - first]}"))
    if record.start is not None:
        tags.append(("FEN", record.start))
    lines = [f'[{name} "{_escape(value)}"]' for name, value in tags]
    body = wrap(" ".join(_words(record, first != game.first)), WIDTH, break_long_words=False, break_on_hyphens=False)
    return "\n".join([*lines, "", *body]) + "\n"


def _words(record: Record, second_column: bool) -> Iterator[str]:
    """The words of a record's text after its tags; with `second_column` the first move is numbered as in `1...`."""
    yield from (f"{{{comment}}}" for comment in record.comments)
    ply, interrupted = int(second_column), True
    for entry in record.entries:
        if entry.is_event:
            yield entry.text
        else:
            if ply % 2 == 0:
                yield f"{ply // 2 + 1}."
            elif interrupted:
                yield f"{ply // 2 + 1}..."
            yield entry.text
            ply += 1
        interrupted = bool(entry.comments) or entry.is_event
        yield from (f"{{{comment}}}" for comment in entry.comments)
    yield record.result


def _escape(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"')


# --- playing a record through -----------------------------------------------------------------------------


_GOES_ON = Text(
    "it says {given!r}, but the game goes on after the last move: an event or the tag Reason must say why it ended.",
    "diz {given!r}, mas o jogo continua depois da última jogada: um acontecimento ou a etiqueta Reason tem de dizer porque acabou.",
)
CONTRADICTS = Text("it says {given!r}, but the game gives {right!r}.", "diz {given!r}, mas a partida dá {right!r}.")


class Replay:
    """Plays a record through: checks each move and event as it comes, and the result at the end."""

    def __init__(self, start: Position) -> None:
        self.position = start
        self.first = start.turn
        self.plies = 0
        self.entries: list[Entry] = []
        self._offset = int(start.turn != start.game.first)
        self._ending: str | None = None

    def add(self, text: str, comments: tuple[str, ...] = ()) -> None:
        """Play a move or note an event."""
        if len(self.entries) >= MOST_ENTRIES:
            raise too_long()
        if self._ending is not None:
            raise self._refused(
                text, Text("the game was over: {event}.", "o jogo tinha terminado: {event}.").fill(event=self._ending)
            )
        if text == SWAP or text in ENDINGS:
            self._event(text)
        else:
            try:
                move = self.position.find(text)
            except TabuleiroError as error:
                raise self._refused(text, error.message) from None
            text = str(move)
            self.position = self.position.play(move)
            self.plies += 1
        self.entries.append(Entry(text, comments))

    def _event(self, event: str) -> None:
        outcome = self.position.outcome
        if outcome is not None:
            reason = self.position.game.reason_text(outcome.reason)
            raise self._refused(
                event, Text("the game was over ({reason}).", "o jogo tinha terminado ({reason}).").fill(reason=reason)
            )
        if event == "draw agreed" and not self.position.game.has_draws:
            raise self._refused(event, Text("this game has no draws.", "este jogo não tem empates."))
        if event in ENDINGS:
            self._ending = event
        elif not self.position.game.pie_rule:
            raise self._refused(event, Text("this game has no pie rule.", "este jogo não tem a regra da troca."))
        elif self.plies != 1 or self.entries[-1].text == SWAP:
            raise self._refused(
                event,
                Text(
                    "seats may be exchanged once, after the first move.",
                    "os lugares só se trocam uma vez, depois da primeira jogada.",
                ),
            )

    def settle(self, result: str | None, reason: str | None) -> tuple[str, str | None, tuple[int, int] | None]:
        """The result, reason and points of the game; InvalidRecord if what is given contradicts them."""
        if result is not None and result not in RESULTS:
            raise bad_tag(
                "Result", Text("it may be {results}.", "pode ser {results}.").fill(results=", ".join(RESULTS))
            )
        right, right_reason = self._decided(result, reason)
        if right == UNFINISHED and result not in (None, UNFINISHED):
            raise bad_tag("Result", _GOES_ON.fill(given=result))
        if result is not None and result != right:
            raise bad_tag("Result", CONTRADICTS.fill(given=result, right=right))
        if reason is not None and reason != right_reason:
            raise bad_tag("Reason", CONTRADICTS.fill(given=reason[:40], right=right_reason or UNFINISHED))
        scores = None if right == UNFINISHED else self.position.game.scores(self.position)
        return right, right_reason, scores

    def _decided(self, result: str | None, reason: str | None) -> tuple[str, str | None]:
        """The result and reason, by the rules if they decide it; otherwise those given, if they are possible."""
        outcome = self.position.outcome
        if outcome is not None:
            return result_of(self.first, outcome.winner), outcome.reason
        decisive = result if result in ("1-0", "0-1") else result_of(self.first, 1 - self.position.turn)
        if self._ending is not None:
            return (DRAW if self._ending == "draw agreed" else decisive), ENDINGS[self._ending]
        if reason == "agreement" and self.position.game.has_draws:
            return DRAW, reason
        if reason in ("resignation", "time", FORFEIT):
            return decisive, reason
        return UNFINISHED, None

    def _refused(self, text: str, why: Text | str) -> InvalidRecord:
        number, column = divmod(self.plies + self._offset, 2)
        return InvalidRecord(
            Text("Move {number}{dots} {move}: {why}", "Jogada {number}{dots} {move}: {why}").fill(
                number=number + 1, dots="..." if column else ".", move=shortened(text), why=why
            )
        )


# --- checks -----------------------------------------------------------------------------------------------


def _clean_comments(comments: Iterable[str]) -> tuple[str, ...]:
    """Comments with single spaces, without empty ones; InvalidRecord for one that cannot be written in braces."""
    cleaned = tuple(" ".join(comment.split()) for comment in comments)
    for comment in cleaned:
        if "{" in comment or "}" in comment or _has_controls(comment):
            raise InvalidRecord(
                Text(
                    "A comment may have neither braces nor control characters; there is {given!r}.",
                    "Um comentário não pode ter chavetas nem caracteres de controlo; está {given!r}.",
                ).fill(given=shortened(comment))
            )
    return tuple(comment for comment in cleaned if comment)


def check_tags(tags: Iterable[tuple[str, str]]) -> None:
    """InvalidRecord if a tag cannot be written, is there twice, or has a name from `OWN_TAGS`."""
    tags = list(tags)
    for name, value in tags:
        if not re.fullmatch(r"\w{1,80}", name) or name in OWN_TAGS:
            raise InvalidRecord(
                Text(
                    "{name!r} cannot be the name of a further tag: letters and digits, and none of {taken}.",
                    "{name!r} não pode ser o nome de outra etiqueta: letras e algarismos, e nenhum de {taken}.",
                ).fill(name=shortened(name), taken=", ".join(OWN_TAGS))
            )
        if _has_controls(value):
            raise bad_tag(name, Text("it has control characters in it.", "tem caracteres de controlo."))
    check_twice([name for name, _ in tags])


def check_twice(names: list[str]) -> None:
    """InvalidRecord if a tag is there twice."""
    for name in names:
        if names.count(name) > 1:
            raise bad_tag(name, Text("it stands there twice.", "aparece duas vezes."))


def _has_controls(text: str) -> bool:
    return any(unicodedata.category(character) in ("Cc", "Cs", "Zl", "Zp") for character in text)


def bad_tag(name: str, why: Text | str) -> InvalidRecord:
    """The error for a tag."""
    return InvalidRecord(Text("The tag {name}: {why}", "A etiqueta {name}: {why}").fill(name=name, why=why))


def too_long() -> InvalidRecord:
    """The error for a record that is longer than any game."""
    return InvalidRecord(
        Text("The record is too long to be that of a game.", "O registo é longo demais para ser de uma partida.")
    )


def shortened(text: str) -> str:
    """A text, shortened for quoting in errors."""
    return text if len(text) <= 40 else text[:37] + "..."
