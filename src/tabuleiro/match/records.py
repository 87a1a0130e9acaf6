"""Records of matches: the text that files of played games contain."""

from __future__ import annotations

from datetime import datetime

from tabuleiro.match.match import Match
from tabuleiro.notation.records import Record, write_record


def records_of(match: Match, begun: datetime | None = None) -> list[Record]:
    """The records of all games of a match, with the date on which it began and the number of each game."""
    day = (begun or datetime.now().astimezone()).astimezone().strftime("%Y.%m.%d")
    records = [session.record.with_tags(Date=day) for session in match.sessions]
    if match.format.games == 1:
        return records
    return [record.with_tags(Round=str(number)) for number, record in enumerate(records, start=1)]


def records_text(match: Match, begun: datetime | None = None) -> str:
    """The records of all games of a match, as one text."""
    return "\n".join(write_record(record) for record in records_of(match, begun))
