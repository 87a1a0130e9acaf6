"""Reading records: a text is parsed, played through, and refused if it contradicts the rules of the game."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tabuleiro.notation.records import (
    CONTRADICTS,
    OWN_TAGS,
    UNFINISHED,
    Entry,
    Record,
    Replay,
    bad_tag,
    check_tags,
    check_twice,
    shortened,
    too_long,
)
from tabuleiro.rules.errors import InvalidRecord, TabuleiroError
from tabuleiro.rules.game import Game
from tabuleiro.rules.position import Position
from tabuleiro.rules.texts import Text

LONGEST = 400_000
"""The most characters of a record's text."""

_TAG = re.compile(r'\[\s*(\w{1,80})\s+"((?:[^"\\\r\n]|\\["\\])*)"\s*\]')
_SPACE = re.compile(r"\s+")
_TOKEN = re.compile(
    r"""
      (?P<comment> \{ [^{}]* \} )
    | (?P<number> [0-9]{1,6} \s* (?:\.{3}|…|\.) )
    | (?P<result> (?:1-0|0-1|1/2-1/2|\*) (?=[\s{\[]|\Z) )
    | (?P<event> (?:swap|resigns|time|draw\s+agreed) (?=[\s{]|\Z) )
    | (?P<move> [a-z][0-9]{1,2} (?:\s*[-x])? \s* [a-z][0-9]{1,2} (?:x[a-z][0-9]{1,2})* (?=[\s{]|\Z) | [^\s{}]+ )
    """,
    re.VERBOSE | re.IGNORECASE,
)


def read_record(text: str) -> Record:
    """The record in a text, played through; InvalidRecord."""
    record, rest = _read_one(text, _skip_space(text, 0))
    if rest < len(text):
        raise InvalidRecord(
            Text(
                "After the result {result} there is still {rest!r}.",
                "Depois do resultado {result} ainda está {rest!r}.",
            ).fill(result=record.result, rest=shortened(text[rest:]))
        )
    return record


def read_records(text: str) -> Iterator[Record]:
    """The records in a text, one after the other; InvalidRecord says which of them is wrong."""
    at, number = _skip_space(text, 0), 0
    while at < len(text) or number == 0:
        number += 1
        try:
            record, at = _read_one(text, at)
        except InvalidRecord as error:
            if number == 1:
                raise
            raise InvalidRecord(
                Text("Game {number}: {why}", "Partida {number}: {why}").fill(number=number, why=error.message)
            ) from None
        yield record


def _read_one(text: str, at: int) -> tuple[Record, int]:
    """The record that begins at a place in a text, and the place behind it."""
    if at == len(text):
        raise InvalidRecord(
            Text(
                'The record is empty; a record begins with its tags, such as [Game "…"].',
                'O registo está vazio; um registo começa pelas etiquetas, como [Game "…"].',
            )
        )
    tags, begin = _read_tags(text, at)
    known = dict(tags)
    if "Game" not in known:
        raise InvalidRecord(
            Text(
                'A record begins with its tags, and the tag [Game "…"] is missing.',
                'Um registo começa pelas etiquetas, e falta a etiqueta [Game "…"].',
            )
        )
    try:
        game = Game.services.find_game(known["Game"])
    except TabuleiroError as error:
        raise bad_tag("Game", error.message) from None
    try:
        start = game.position(known["FEN"]) if "FEN" in known else game.start()
    except TabuleiroError as error:
        raise bad_tag("FEN", error.message) from None
    body = _Body(start)
    end = body.read(text, begin, at + LONGEST)
    if known.get("Result", body.result) != body.result:
        raise bad_tag("Result", CONTRADICTS.fill(given=known["Result"], right=body.result))
    result, reason, scores = body.play.settle(body.result, known.get("Reason"))
    _check_score(known.get("Score"), scores, start.turn)
    record = Record(
        game_id=game.id,
        start=None if start == game.start() else start.fen,
        entries=tuple(body.play.entries),
        result=result,
        reason=reason,
        scores=scores,
        tags=tuple((name, value) for name, value in tags if name not in OWN_TAGS),
        comments=tuple(body.preface),
    )
    return record, end


def _read_tags(text: str, at: int) -> tuple[list[tuple[str, str]], int]:
    """The tags that begin at a place in a text, and where they end."""
    tags: list[tuple[str, str]] = []
    while text.startswith("[", at):
        match = _TAG.match(text, at, at + 2 * LONGEST)
        if match is None:
            raise InvalidRecord(
                Text(
                    'A tag is written [Name "value"]; there is {given!r}.',
                    'Uma etiqueta escreve-se [Nome "valor"]; está {given!r}.',
                ).fill(given=shortened(text[at : at + 80].partition("\n")[0]))
            )
        tags.append((match[1], re.sub(r"\\(.)", r"\1", match[2])))
        at = _skip_space(text, match.end())
        if len(tags) > 1000:
            raise too_long()
    check_tags([(name, value) for name, value in tags if name not in OWN_TAGS])
    check_twice([name for name, _ in tags])
    return tags, at


class _Body:
    """Reads the part of a record after its tags."""

    def __init__(self, start: Position) -> None:
        self.play = Replay(start)
        self.preface: list[str] = []
        self.result = ""
        self._comments: list[str] = []
        # Some number moves from where the record begins, others from where the game began: the first number tells.
        self._column: int | None = None

    def read(self, text: str, at: int, limit: int) -> int:
        """Read until the result; returns where the next record begins."""
        while not self.result:
            if at > limit:
                raise too_long()
            match = _TOKEN.match(text, at)
            if match is None:
                raise self._no_token(text, at)
            self._take(str(match.lastgroup), match[0])
            at = _skip_space(text, match.end())
        self._keep_comments()
        return at

    def _take(self, kind: str, token: str) -> None:
        if kind == "comment":
            self._comments.append(token[1:-1])
        elif kind == "number":
            self._number(token)
        elif kind == "result":
            self.result = token
        else:
            self._keep_comments()
            self.play.add(" ".join(token.lower().split()) if kind == "event" else token)

    def _keep_comments(self) -> None:
        """Put the comments read since the last move behind it, or before the first."""
        if self.play.entries:
            self.play.entries[-1] = Entry(self.play.entries[-1].text, tuple(self._comments))
        else:
            self.preface = self._comments
        self._comments = []

    def _number(self, token: str) -> None:
        digits = token.rstrip(".… \t\r\n")
        second = token.endswith(("...", "…"))
        if self._column is None:
            self._column = (self.play.plies + second) % 2
        number, column = divmod(self.play.plies + self._column, 2)
        right = f"{number + 1}{'...' if column else '.'}"
        if int(digits) != number + 1 or second != bool(column):
            raise InvalidRecord(
                Text(
                    "The number {given} stands where {right} should; is a move missing?",
                    "O número {given} está onde devia estar {right}; falta uma jogada?",
                ).fill(given="".join(token.split()), right=right)
            )

    def _no_token(self, text: str, at: int) -> InvalidRecord:
        if at >= len(text):
            return InvalidRecord(
                Text(
                    "The record stops without its result (1-0, 0-1, 1/2-1/2 or *).",
                    "O registo acaba sem o resultado (1-0, 0-1, 1/2-1/2 ou *).",
                )
            )
        if text[at] == "{":
            return InvalidRecord(
                Text(
                    "The comment that begins {given!r} is not closed, or has a brace inside it.",
                    "O comentário que começa por {given!r} não está fechado, ou tem uma chaveta lá dentro.",
                ).fill(given=shortened(text[at:]))
            )
        return InvalidRecord(
            Text(
                "{given!r} closes a comment that was not begun.", "{given!r} fecha um comentário que não foi aberto."
            ).fill(given=text[at])
        )


def _check_score(given: str | None, scores: tuple[int, int] | None, first: int) -> None:
    right = "" if scores is None else f"{scores[first]}-{scores[1 - first]}"
    if given is not None and given != right:
        raise bad_tag("Score", CONTRADICTS.fill(given=given[:40], right=right or UNFINISHED))


def _skip_space(text: str, at: int) -> int:
    if at == 0 and text.startswith("\ufeff"):
        at = 1
    match = _SPACE.match(text, at)
    return match.end() if match else at
