"""`play` and `resume`: a match between people, computers, or both, on the full screen or by lines."""

from __future__ import annotations

import sys
from random import Random
from typing import TYPE_CHECKING, Annotated

import typer

from tabuleiro.cli.database import find_kept, open_database, read_id, reopen
from tabuleiro.cli.errors import BadInput
from tabuleiro.cli.help import SIDE_OPTIONS, all_sides
from tabuleiro.cli.match_request import PATH, Request, find_seed, make_plan, with_people
from tabuleiro.cli.options import Fen, Flip, Plain, Switches, View
from tabuleiro.cli.output import UNBROKEN, check_view, is_full_screen, plain_text, say
from tabuleiro.cli.questions import ask_for_match
from tabuleiro.messages import playing as texts
from tabuleiro.messages.commands import NO_OPTION

if TYPE_CHECKING:
    from tabuleiro.match.table import Table
    from tabuleiro.records.database import Database

FULL_SCREEN_PACE = 1.0
"""The least time between two moves of computers on the full screen, unless another is asked for."""


def play(
    context: typer.Context,
    chosen: Annotated[str | None, typer.Argument(metavar="GAME")] = None,
    people_names: Annotated[str | None, typer.Option("--names", metavar="NAMES")] = None,
    lot: Annotated[bool, typer.Option("--lot")] = False,
    thinking: Annotated[str | None, typer.Option("--seconds", metavar="SECONDS")] = None,
    pace: Annotated[str | None, typer.Option("--pace", metavar="SECONDS")] = None,
    clock: Annotated[str | None, typer.Option("--clock", metavar="CLOCK")] = None,
    match_format: Annotated[str | None, typer.Option("--match", metavar="MATCH")] = None,
    fen: Fen = None,
    record_file: Annotated[str | None, typer.Option("--record", metavar="FILE")] = None,
    ply: Annotated[str | None, typer.Option("--ply", metavar="NUMBER")] = None,
    seed: Annotated[str | None, typer.Option("--seed", metavar="NUMBER")] = None,
    plain: Plain = False,
    view: View = None,
    flip: Flip = False,
    switches: Switches = None,
) -> None:
    """Play a match to its end; without a game, ask what to play. Every move is kept before the next is asked for."""
    request = Request(
        game=chosen,
        switches=tuple(switches or ()),
        sides=context.meta[SIDE_OPTIONS],
        names=people_names,
        lot=lot,
        seconds=thinking,
        pace=pace,
        clock=clock,
        format=match_format,
        fen=fen,
        record=record_file,
        ply=ply,
        seed=seed,
    )
    if chosen is None and record_file is None:
        _play_what_is_chosen(request, plain, view, flip)
    else:
        _play_request(request, plain, view, flip)


def play_what_is_chosen() -> None:
    """Show the menu, or ask question by question where there is no screen."""
    _play_what_is_chosen(Request(), False, None, False)


def resume(
    match: Annotated[str | None, typer.Argument(metavar="GAME-NUMBER")] = None,
    plain: Plain = False,
    view: View = None,
    flip: Flip = False,
) -> None:
    """Go on with a kept match where it stopped."""
    from tabuleiro.match.table import Table
    from tabuleiro.records import store
    from tabuleiro.records.schema import TERMINAL

    with open_database() as database:
        kept = (
            database.read(store.last_unfinished, source=TERMINAL)
            if match is None
            else find_kept(database, read_id(match))
        )
        if kept is None:
            raise BadInput(texts.NOTHING_UNFINISHED)
        if kept.is_finished:
            raise BadInput(texts.IS_FINISHED.fill(id=kept.id))
        _play_at(Table(reopen(kept, database)), database, plain, view, flip)


def _play_what_is_chosen(request: Request, plain: bool, view: str | None, flip: bool) -> None:
    """Show the menu, or ask question by question; options that need a game are refused."""
    option = request.needs_game or ("--view" if view is not None else None)
    if option is not None and option in (request.sides or ()) and option not in all_sides():
        raise BadInput(NO_OPTION.fill(name=option[:40], path=PATH))
    if option is not None:
        raise BadInput(texts.NAME_THE_GAME.fill(option=option, path=PATH))
    if is_full_screen(plain):
        from tabuleiro.terminal import show_menu

        with open_database() as database:
            show_menu(database)
        return
    with open_database():
        pass  # before anything is asked, so that nobody answers for nothing
    with plain_text():
        chosen = ask_for_match()
    if chosen is None:
        print(texts.NOTHING_PLAYED)
    else:
        _play_request(chosen, plain, None, flip)


def _play_request(request: Request, plain: bool, view: str | None, flip: bool) -> None:
    plan, opening = make_plan(request, pace=FULL_SCREEN_PACE if is_full_screen(plain) else 0.0)
    check_view(plan.found_game, view)
    seed = find_seed(request.seed)
    from tabuleiro.match.kept_match import KeptMatch
    from tabuleiro.match.table import Table

    with open_database() as database:
        kept = KeptMatch(plan, database, opening=opening, random=None if seed is None else Random(seed))
        _play_at(Table(kept, seed=seed), database, plain, view, flip)


def _play_at(table: Table, database: Database, plain: bool, view: str | None, flip: bool) -> None:
    """Play at a table until the match ends or people leave, and say where it is kept."""
    from tabuleiro.cli.line_game import LineGame

    check_view(table.game, view)
    try:
        if len(table.human_seats) < 2 and sys.stderr.isatty():
            print(texts.READYING, file=sys.stderr, flush=True)
        _prepare(table)
        if is_full_screen(plain):
            from tabuleiro.terminal import show_table

            show_table(database, table, view=view, flip=flip)
        else:
            with plain_text():
                LineGame(table, view=view, flip=flip).play()
    except KeyboardInterrupt:
        print()
        _say_where(table, database)
        raise
    finally:
        table.close()
    _say_where(table, database)


def _prepare(table: Table) -> None:
    """Get the computers ready; BadInput or EngineError for one that cannot play."""
    from tabuleiro.engine.errors import EngineError

    try:
        table.prepare()
    except EngineError as error:
        raise with_people(error) from None


def _say_where(table: Table, database: Database) -> None:
    id = table.kept.id
    if id is None:
        say(texts.NOTHING_PLAYED)
    elif table.match.result is not None:
        say(texts.IS_KEPT_AND_OVER.fill(id=id))
    else:
        say(texts.IS_KEPT.fill(path=database.name.replace(" ", UNBROKEN), id=id))
