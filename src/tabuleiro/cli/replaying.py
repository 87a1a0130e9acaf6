"""`replay`: the games of a kept match or of a file, move by move."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

import typer

from tabuleiro.cli.database import find_kept, open_database, read_id, reopen
from tabuleiro.cli.errors import BadInput, read_text_or_input
from tabuleiro.cli.options import Flip, Plain, View
from tabuleiro.cli.output import (
    check_view,
    draw_board,
    fact_lines,
    heading,
    is_full_screen,
    legend,
    paragraph,
    plain_text,
    say,
)
from tabuleiro.cli.questions import ask, word_of
from tabuleiro.match.records import records_of
from tabuleiro.messages import playing as texts
from tabuleiro.messages.status import verdict
from tabuleiro.notation.record_reader import read_records
from tabuleiro.notation.records import SWAP, Record, player_tags
from tabuleiro.rules.position import Position
from tabuleiro.rules.texts import Text, same

if TYPE_CHECKING:
    from tabuleiro.notation.records import Entry


def replay(
    game_or_file: Annotated[str, typer.Argument(metavar="FILE|NUMBER")],
    plain: Plain = False,
    view: View = None,
    flip: Flip = False,
) -> None:
    """Step through games on the full screen or by lines; if nobody can type, print all positions at once."""
    records = find_records(game_or_file)
    for record in records:
        check_view(record.game, view)
    if is_full_screen(plain):
        from tabuleiro.terminal import show_replay

        with open_database() as database:
            show_replay(database, records, view=view, flip=flip)
        return
    with plain_text():
        _replay_by_lines(records, view, flip, all_at_once=game_or_file == "-" or not sys.stdin.isatty())


def _replay_by_lines(records: list[Record], view: str | None, flip: bool, *, all_at_once: bool) -> None:
    for number, record in enumerate(records, start=1):
        if len(records) > 1:
            print(heading(texts.GAME_NUMBER.fill(number=number, count=len(records))))
        steps = LineReplay(record, view=view, flip=flip)
        steps.introduce()
        if all_at_once:
            steps.show_all()
        elif not steps.step():
            return


def find_records(given: str) -> list[Record]:
    """The games of a kept match, by its number, or of a file or the standard input; BadInput and other errors."""
    if given.isascii() and given.isdigit():
        with open_database() as database:
            kept = find_kept(database, read_id(given))
            return records_of(reopen(kept, database).match, kept.begun)
    return list(read_records(read_text_or_input(given)))


@dataclass(frozen=True, slots=True)
class Step:
    """A position of a game, the number of moves before it, and the last of them with its comments."""

    position: Position
    ply: int
    before: Position | None = None
    entry: Entry | None = None


class LineReplay:
    """The positions of a record, printed one after the other."""

    def __init__(self, record: Record, *, view: str | None = None, flip: bool = False) -> None:
        self.record = record
        self._view, self._flip = view, flip
        self._names = tuple(record.tag(name) for name in player_tags(record.game))
        self._steps = _steps(record)
        written = [entry.text for entry in record.entries]
        self._exchanged_at = written.index(SWAP) if SWAP in written else None

    def introduce(self) -> None:
        """Print what was played, and by whom."""
        game = self.record.game
        print(heading(f"{game.title} ({game.id})"))
        for side, name in zip(game.sides, self._names, strict=True):
            if name:
                say(texts.PLAYS.fill(side=side.title, name=name))
        print(legend(game))

    def show_all(self) -> None:
        """Print every position."""
        for ply in range(len(self._steps)):
            self.show(ply)

    def step(self) -> bool:
        """Show what the person asks for, until the end of the record; False if they leave."""
        last = len(self._steps) - 1
        ply = 0
        self.show(ply)
        while ply <= last:
            line = ask(texts.STEP_PROMPT.fill(plies=last))
            if line is None or word_of(line) == "quit":
                return False
            try:
                ply = self._next(line, ply, last)
            except BadInput as error:
                say(str(error))
                continue
            if ply <= last:
                self.show(ply)
        return True

    def show(self, ply: int) -> None:
        """Print the position after `ply` moves."""
        step = self._steps[ply]
        last = None if step.before is None or step.entry is None else step.before.find(step.entry.text)
        say(self._title(step))
        comments = self.record.comments if step.entry is None else step.entry.comments
        for comment in comments:
            print(paragraph(f"{{{comment}}}"))
        if ply == self._exchanged_at:
            say(texts.THEN_EXCHANGED)
        print(f"\n{draw_board(step.position, view=self._view, flip=self._flip, last=last)}\n")
        for line in fact_lines(step.position):
            print(line)
        if ply == len(self._steps) - 1:
            outcome = self.record.outcome
            say(texts.STOPS_HERE if outcome is None else f"{verdict(self.record.game, outcome)}.")

    def _next(self, line: str, ply: int, last: int) -> int:
        """The ply that a typed line asks for; BadInput."""
        if not line:
            return ply + 1
        if word_of(line) == "back":
            return max(0, ply - 1)
        if line.isascii() and line.isdigit() and len(line) < 6 and int(line) <= last:
            return int(line)
        raise BadInput(texts.NO_STEP.fill(plies=last))

    def _title(self, step: Step) -> Text:
        if step.before is None or step.entry is None:
            return texts.START_OF_GAME
        game, seat = self.record.game, step.before.turn
        is_exchanged = self._exchanged_at is not None and step.ply > self._exchanged_at
        name = self._names[seat ^ is_exchanged]
        side = game.sides[seat].title
        who = texts.SEATED.fill(side=side, name=name) if name else side
        place = step.ply - 1 + (self.record.first_position.turn != game.first)
        number = same(f"{place // 2 + 1}{'.' if place % 2 == 0 else '...'}")
        return texts.PLY.fill(ply=step.ply, plies=len(self._steps) - 1, number=number, move=step.entry.text, who=who)


def _steps(record: Record) -> list[Step]:
    """The positions of a record, each with what led to it."""
    steps = [Step(record.first_position, 0)]
    for entry in record.entries:
        if not entry.is_event:
            before = steps[-1].position
            steps.append(Step(before.play(entry.text), len(steps), before, entry))
    return steps
