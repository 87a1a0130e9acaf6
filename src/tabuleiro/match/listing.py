"""How lists describe kept matches: title, people, moves, time and result."""

from __future__ import annotations

from datetime import datetime

from tabuleiro.games import game as find_game
from tabuleiro.match.events import KINDS, SeatsExchanged
from tabuleiro.match.plan import shown_names
from tabuleiro.messages import playing, reason_text
from tabuleiro.messages import screens as texts
from tabuleiro.notation.records import DRAW, UNFINISHED
from tabuleiro.records import store
from tabuleiro.records.database import Database
from tabuleiro.rules.errors import TabuleiroError
from tabuleiro.rules.game import Game
from tabuleiro.rules.texts import Text, listing, same


def title_of(match: store.StoredMatch) -> str:
    """The title of a match's game, with its variant; the kept name if it is not known here."""
    try:
        game = find_game(match.game)
    except TabuleiroError:
        return str(texts.UNKNOWN_GAME.fill(game=match.game[:40]))
    return title_with_variant(game)


def title_with_variant(game: Game) -> str:
    """A game's title and, in brackets, the variant named in its id."""
    return f"{game.title} ({game.variant})" if game.variant else str(game.title)


def people_text(match: store.StoredMatch) -> Text:
    """Who plays a match."""
    first, second = shown_names(match.plan["people"])
    return texts.PEOPLE.fill(first=first, second=second)


def played_text(match: store.StoredMatch) -> Text:
    """How many moves were played in all games of a match."""
    count = sum(game.plies for game in match.games)
    if count == 0:
        return texts.NOTHING_PLAYED
    return texts.ONE_MOVE_PLAYED if count == 1 else texts.MOVES_PLAYED.fill(count=count)


def when_text(match: store.StoredMatch) -> str:
    """When a match was last played; with the time of day if that was this year."""
    changed = match.changed.astimezone()
    return f"{changed:%m-%d %H:%M}" if changed.year == datetime.now().year else f"{changed:%Y-%m-%d}"


def short_result(match: store.StoredMatch, database: Database) -> Text:
    """In a few words: how a match of one game ended, or how far a match went."""
    if not match.is_finished:
        return texts.SHORT_UNFINISHED.fill(count=sum(game.plies for game in match.games))
    finished = [game for game in match.games if game.result != UNFINISHED]
    if len(finished) > 1:
        return result_text(match, database)
    winner = _winner(match, finished[0], database)
    return texts.DRAWN if winner is None else texts.SHORT_WON.fill(name=winner)


def result_text(match: store.StoredMatch, database: Database) -> Text:
    """How a match ended, game by game, or how far it went."""
    if not match.is_finished:
        return texts.UNFINISHED.fill(played=played_text(match))
    finished = [game for game in match.games if game.result != UNFINISHED]
    winners = [_winner(match, game, database) for game in finished]
    if len(finished) > 1:
        names = [texts.DRAWN if winner is None else same(winner) for winner in winners]
        return texts.WINNERS.fill(names=listing(names, same(", ")))
    reason = reason_text(finished[0].reason or "")
    return (
        playing.DRAWN.fill(reason=reason) if winners[0] is None else playing.WON_BY.fill(name=winners[0], reason=reason)
    )


def _winner(match: store.StoredMatch, kept: store.StoredGame, database: Database) -> str | None:
    """The name of the winner of a game of a match, found without compiling the game; None if it was drawn."""
    if kept.result == DRAW:
        return None
    try:
        game, start = _game_and_start(match, kept)
        first = game.services.read_fen(game, start).turn
        exchanged = game.pie_rule and _was_exchanged(match, kept, database)
    except TabuleiroError:
        return kept.result
    seat = first if kept.result == "1-0" else 1 - first
    return shown_names(match.plan["people"])[kept.first ^ seat ^ int(exchanged)]


def _game_and_start(match: store.StoredMatch, kept: store.StoredGame) -> tuple[Game, str]:
    """The game that was played (a tie-break may be another variant), and the position it began from."""
    game = find_game(match.game)
    format = next((format for format in game.formats if format.name == match.plan["format"]), None)
    if format is not None and format.tie_break is not None and kept.number > format.games:
        other = find_game(format.tie_break)
        return other, other.start_fen()
    return game, match.plan["start"] or game.start_fen()


def _was_exchanged(match: store.StoredMatch, kept: store.StoredGame, database: Database) -> bool:
    """Have the two people changed seats during a game?"""
    whole = database.read(store.find_match, match.id)
    happened = next(game.events for game in whole.games if game.id == kept.id)
    return any(KINDS[kind] is SeatsExchanged for kind, _ in happened if kind in KINDS)
