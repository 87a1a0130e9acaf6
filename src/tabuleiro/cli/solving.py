"""`solve`: look for a proof of who wins a position."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tabuleiro.cli.errors import INTERRUPTED, read_number
from tabuleiro.cli.limits import MOST_NODES, Nodes, Seconds, read_seconds
from tabuleiro.cli.options import Fen, GameId, Json, Switches, find_position
from tabuleiro.cli.output import error_console, paragraph, print_json
from tabuleiro.engine.limits import MOST_MEGABYTES
from tabuleiro.messages import proving as texts
from tabuleiro.messages.numbers import counted, number, positions
from tabuleiro.messages.status import verdict
from tabuleiro.rules.position import Position
from tabuleiro.rules.texts import Text, same

if TYPE_CHECKING:
    from tabuleiro.engine.proof import Progress, Proof

NOT_PROVED = 1
"""The exit code if nothing was proved."""


def solve(
    game: GameId,
    fen: Fen = None,
    thinking_seconds: Seconds = None,
    nodes: Nodes = None,
    hash_mb: Annotated[str, typer.Option("--hash", metavar="NUMBER")] = "256",
    switches: Switches = None,
    as_json: Json = False,
) -> None:
    """Prove who wins a position; the exit code is 0 if that was proved, 1 if not."""
    position = find_position(game, switches, fen)
    limits: dict[str, Any] = {"hash_mb": read_number(same("--hash"), hash_mb, 1, MOST_MEGABYTES)}
    if thinking_seconds is not None:
        limits["seconds"] = read_seconds("--seconds", thinking_seconds)
    if nodes is not None:
        limits["nodes"] = read_number(same("--nodes"), nodes, 1, MOST_NODES)
    reached: list[Progress] = []
    try:
        proof = _watched(position, limits, reached)
    except KeyboardInterrupt:
        told = sys.stderr if as_json else sys.stdout
        print(texts.STOPPED, file=told)
        if reached:
            print(_progress_text(position, reached[-1]), file=told)
        raise typer.Exit(INTERRUPTED) from None
    whole = _check_line(position, proof)
    if as_json:
        print_json(_proof_data(position, proof, whole))
    else:
        for sentence in _sentences(position, proof, whole):
            print(paragraph(sentence, later="    "))
    if not proof.proved:
        raise typer.Exit(NOT_PROVED)


def _watched(position: Position, limits: dict[str, Any], reached: list[Progress]) -> Proof:
    """Search for the proof, with a line of progress on a terminal; `reached` receives the latest progress."""
    from tabuleiro.engine.proof import prove  # so that the help and other commands start without it

    console = error_console()
    if not console.is_terminal:
        return prove(position, progress=_keep(reached), **limits)
    with console.status("") as status:

        def show(progress: Progress) -> None:
            _keep(reached)(progress)
            status.update(str(_progress_text(position, progress)))

        return prove(position, progress=show, **limits)


def _keep(reached: list[Progress]) -> Callable[[Progress], None]:
    def keep(progress: Progress) -> None:
        reached[:] = [progress]

    return keep


def _progress_text(position: Position, progress: Progress) -> Text:
    return texts.WORKING.fill(
        side=position.game.sides[progress.prover].title,
        positions=positions(progress.nodes),
        seconds=number(progress.seconds, 1),
        to_prove=number(progress.to_prove),
        to_refute=number(progress.to_refute),
    )


def _check_line(position: Position, proof: Proof) -> bool:
    """Play out the line of a proof by the rules; does it lead to the win that was proved?

    A move that the rules refuse raises IllegalMove. A line that stops before the end of the game is called incomplete.
    """
    for move in proof.line:
        position = position.play(str(move))
    return position.outcome is not None and position.outcome.winner == proof.winner


def _sentences(position: Position, proof: Proof, whole: bool) -> list[Text]:
    sides, outcome = position.game.sides, position.outcome
    if outcome is not None:
        return [texts.OVER.fill(verdict=verdict(position.game, outcome))]
    said: list[Text] = []
    if proof.winner is not None:
        side, other = sides[proof.winner].title, sides[1 - proof.winner].title
        plies = counted(proof.plies or 0, texts.PLY, texts.PLIES)
        said.append(texts.PROVED.fill(side=side, plies=plies, other=other))
    elif all(proof.refuted):
        said.append(texts.NOBODY)
    else:
        said.append(texts.NOT_PROVED)
        said += [texts.REFUTED.fill(side=sides[player].title) for player in range(2) if proof.refuted[player]]
    said.append(texts.WORK.fill(positions=positions(proof.nodes), seconds=number(proof.seconds, 2)))
    if proof.line:
        text = texts.LINE if whole else texts.LINE_IN_PART
        said.append(text.fill(moves=" ".join(map(str, proof.line))))
    return said


def _proof_data(position: Position, proof: Proof, whole: bool) -> dict[str, Any]:
    """A proof, for a program."""
    players = position.game.players
    return {
        "game": position.game.id,
        "fen": position.fen,
        "proved": proof.proved,
        "winner": None if proof.winner is None else players[proof.winner],
        "plies": proof.plies,
        "refuted": [players[player] for player in range(2) if proof.refuted[player]],
        "nodes": proof.nodes,
        "seconds": proof.seconds,
        "line": [str(move) for move in proof.line],
        "line_is_whole": whole,
    }
