"""Playthroughs: a game's behaviour, kept in a file that people can read."""

from __future__ import annotations

from pathlib import Path

from tabuleiro.conformance.findings import expect
from tabuleiro.conformance.samples import random_game
from tabuleiro.rules.game import Game
from tabuleiro.rules.texts import using_language


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
