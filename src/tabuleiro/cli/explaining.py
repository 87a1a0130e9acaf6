"""`explain`: what counts in a position, what the engine would play, and why."""

from __future__ import annotations

import sys
from collections.abc import Generator
from contextlib import closing
from typing import TYPE_CHECKING, Any, cast

from tabuleiro.cli.limits import Nodes, Seconds, Threads, open_engine, read_limits
from tabuleiro.cli.options import Fen, GameId, Json, Switches, find_position
from tabuleiro.cli.output import console, draw_board, paragraph, print_json
from tabuleiro.cli.position_analysis import analysis_data
from tabuleiro.cli.record_analysis import LEAST_LOSS
from tabuleiro.engine.sentences import MOVES_SHOWN, line_text, score_text, signed
from tabuleiro.messages import analysing as texts
from tabuleiro.messages.numbers import counted, number, percentage, positions
from tabuleiro.messages.status import status, verdict
from tabuleiro.rules.position import Position
from tabuleiro.rules.texts import Text, listing, same

if TYPE_CHECKING:
    from tabuleiro.engine.analysis import Analysis, Line
    from tabuleiro.engine.engine import Engine

SECONDS, LINES = 2.0, 3
"""How long the engine thinks by default, and how many lines it looks for."""

LEAST_CHANGE = 5
"""A term that changes by less than this (in hundredths of a man) is not mentioned."""


def explain(
    game: GameId,
    fen: Fen = None,
    thinking_seconds: Seconds = None,
    nodes: Nodes = None,
    threads: Threads = "1",
    switches: Switches = None,
    as_json: Json = False,
) -> None:
    """Show what counts in a position, what the engine would play, and why."""
    position = find_position(game, switches, fen)
    limits = read_limits(thinking_seconds, nodes, None)
    with open_engine(position.game, threads) as engine:
        if not as_json:  # at once, since the terms need no search
            print(draw_board(position))
            print(f"\n{status(position)}\n")
            print_terms(position)
            sys.stdout.flush()
        found, is_stopped = search(engine, position, limits or {"seconds": SECONDS})
    if as_json:
        print_json(explanation_data(position, found))
        return
    if is_stopped:
        print(f"\n{texts.STOPPED if found else texts.STOPPED_BEFORE}")
    if found is not None:
        print_choice(found)


def search(engine: Engine, position: Position, limits: dict[str, Any]) -> tuple[Analysis | None, bool]:
    """What the engine finds (None: nothing yet), and whether Ctrl-C ended the search."""
    found: Analysis | None = None
    if position.outcome is not None:
        return found, False
    try:
        with closing(cast("Generator[Analysis]", engine.stream(position, **limits, lines=LINES))) as thinking:
            for found in thinking:  # noqa: B007 (the last one is what was found)
                pass
    except KeyboardInterrupt:
        return found, True
    return found, False


def terms_of(position: Position) -> list[tuple[int, int]]:
    """What each term of the game's evaluation is worth to each player in a position."""
    game, terms = position.game, position.game.new_terms()
    game.advice.evaluate(game.rules, game.weights, position.state.copy(), terms)
    return [(int(terms[2 * n]), int(terms[2 * n + 1])) for n in range(len(game.all_terms))]


def print_terms(position: Position) -> None:
    """Print a table of what counts for each side."""
    game, turn = position.game, position.turn
    if not game.has_evaluation or not game.all_terms:
        print(paragraph(texts.NO_EVALUATION))
        return
    from rich.table import Table

    table = Table(str(texts.TERM), box=None, pad_edge=False)
    for title in (*(side.title for side in game.sides), texts.DIFFERENCE):
        table.add_column(str(title), justify="right")
    values = terms_of(position)
    for term, pair in zip(game.all_terms, values, strict=True):
        table.add_row(str(term.title), *(number(value / 100, 2) for value in pair), signed(pair[turn] - pair[1 - turn]))
    sums = [sum(pair[player] for pair in values) for player in range(2)]
    total = (number(value / 100, 2) for value in sums)
    table.add_row(str(texts.TOTAL), *total, signed(sums[turn] - sums[1 - turn]), style="bold")
    print(paragraph(texts.EVALUATION.fill(side=game.sides[turn].title)))
    console().print(table)


def print_choice(found: Analysis) -> None:
    """Print what the engine would play, what it expects, what that changes, and the alternatives."""
    best, game = found.best, found.position.game
    side = game.sides[found.position.turn].title
    print()
    print(
        paragraph(
            texts.WOULD_PLAY.fill(side=side, move=best.moves[0], score=score_text(best), win=percentage(best.win))
        )
    )
    print(paragraph(texts.IS_PROVED if best.proved else estimate_text(found)))
    print(paragraph(texts.EXPECTED.fill(line=line_text(best))))
    for sentence in changes_text(found.position, best):
        print(paragraph(sentence))
    others = found.lines[1:]
    if others:
        print(f"\n{texts.ALTERNATIVES}")
    elif len(found.position.legal_moves) == 1:
        print(texts.ONLY_MOVE)
    for other in others:
        print(paragraph(alternative_text(best, other), first="  ", later="    "))


def estimate_text(found: Analysis) -> Text:
    """How deep the engine has looked, for an opinion that is not proved."""
    return texts.NOT_PROVED.fill(positions=positions(found.nodes), depth=counted(found.depth, texts.MOVE, texts.MOVES))


def changes_text(position: Position, line: Line) -> list[Text]:
    """What has changed at the end of a line: how the game ended, or else the terms that changed most."""
    end = end_of(position, line)
    if end.outcome is not None:
        return [texts.ENDS.fill(verdict=verdict(end.game, end.outcome))]
    if not position.game.has_evaluation or not position.game.all_terms:
        return []
    changes = sorted(term_changes(position, end), key=lambda change: -abs(change[1]))[:4]
    worth = [(title, change) for title, change in changes if abs(change) >= LEAST_CHANGE]
    if not worth:
        return [texts.NOTHING_CHANGES]
    sentences = []
    for sentence, chosen in (
        (texts.GAINS, [one for one in worth if one[1] > 0]),
        (texts.GIVES, [one for one in worth if one[1] < 0]),
    ):
        if chosen:
            named = listing([title + same(f" ({signed(change)})") for title, change in chosen])
            sentences.append(sentence.fill(side=position.game.sides[position.turn].title, terms=named))
    return sentences


def end_of(position: Position, line: Line) -> Position:
    """The position at the end of a line."""
    for move in line.moves:
        position = position.play(move)
    return position


def term_changes(position: Position, end: Position) -> list[tuple[Text, int]]:
    """How much each term has improved at the end for the side that is to move now."""
    turn = position.turn
    pairs = zip(terms_of(position), terms_of(end), strict=True)
    changes = [(after[turn] - after[1 - turn]) - (now[turn] - now[1 - turn]) for now, after in pairs]
    return [(term.title, change) for term, change in zip(position.game.all_terms, changes, strict=True)]


def alternative_text(best: Line, other: Line) -> Text:
    """What another move is worth, compared with the best one."""
    loss = best.win - other.win
    if loss >= LEAST_LOSS:
        sentence = texts.COSTS
    else:
        sentence = texts.EQUAL if other.plies_to_end is None else texts.ENDS_TOO
    return sentence.fill(
        move=other.moves[0],
        score=score_text(other),
        win=percentage(other.win),
        loss=percentage(loss),
        line=line_text(other, MOVES_SHOWN),
    )


def explanation_data(position: Position, found: Analysis | None) -> dict[str, Any]:
    """The terms of a position and what the search found, for a program."""
    game = position.game
    values = terms_of(position) if game.has_evaluation else []
    first, second = game.players
    changes = dict(term_changes_by_name(position, found.best)) if found and game.has_evaluation else {}
    return {
        **analysis_data(found, position),
        "terms": [
            {"name": term.name, "title": str(term.title), first: pair[0], second: pair[1]}
            for term, pair in zip(game.all_terms, values, strict=bool(values))
        ],
        "changes": changes,
    }


def term_changes_by_name(position: Position, line: Line) -> list[tuple[str, int]]:
    """How much each term, by name, has improved at the end of a line for the side that is to move now."""
    changes = term_changes(position, end_of(position, line))
    return [(term.name, change) for term, (_, change) in zip(position.game.all_terms, changes, strict=True)]
