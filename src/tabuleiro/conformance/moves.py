"""Checks of how a game is played: its moves, its ends, its symmetries, and what it refuses."""

from __future__ import annotations

import random
from itertools import pairwise

from tabuleiro.conformance.findings import Failed, expect, expect_sentence, slots
from tabuleiro.conformance.samples import random_game, sample
from tabuleiro.rules.description import Setup, Symmetry
from tabuleiro.rules.errors import IllegalMove
from tabuleiro.rules.game import Game
from tabuleiro.rules.position import Position
from tabuleiro.rules.primitives import GOES_ON, KEY, REASONS


def check_incremental(game: Game) -> None:
    """What `play` keeps up to date equals what `settle` works out from scratch; positions with one key are equal."""
    boards: dict[int, str] = {}
    for seed in range(1, 9):
        for position in random_game(game, seed):
            scratch = position.state.copy()
            scratch[KEY] = 0
            game.kernel.settle(game.rules, scratch)
            differing = [slot for slot in range(len(scratch)) if scratch[slot] != position.state[slot]]
            expect(
                not differing, f"`settle` finds other numbers than `play` kept in {slots(game, differing)}.", position
            )
            board = " ".join(position.fen.split(" ")[:2])
            expect(boards.setdefault(int(scratch[KEY]), board) == board, "Another board has the same key.", position)


def check_moves(game: Game) -> None:
    """Legal moves are unique, in a fixed order, within the declared number, and move the mover's own pieces."""
    expect(game.start().outcome is None, f"The game is over before it begins: {game.start().outcome}.")
    for position in sample(game, 80):
        moves = position.legal_moves.codes()
        expect(len(set(moves)) == len(moves), "A move is listed twice.", position)
        expect(
            len(moves) <= game.max_moves,
            f"There are {len(moves)} moves; at most {game.max_moves} are declared.",
            position,
        )
        expect(
            game.position(position.fen).legal_moves.codes() == moves or position.outcome is not None,
            "Read back from its text, the moves come in another order.",
            position,
        )
        for move in position.legal_moves:
            piece = game.pieces.get(position.piece(move.origin))
            expect(
                piece is not None and piece.player == position.turn,
                f"{move} moves a piece that is not the mover's.",
                position,
            )


def check_play(game: Game) -> None:
    """Every legal move can be played and captures what it says; the other side is then to move."""
    for position in sample(game, 16):
        before = _men(position)
        for move in position.legal_moves:
            after = position.play(move)
            expect(after.turn == 1 - position.turn, f"After {move} the turn did not pass.", position)
            men = _men(after)
            lost = before[1 - position.turn] - men[1 - position.turn]
            expect(
                lost == len(move.captured),
                f"{move} says it captures {len(move.captured)} but takes {lost} off the board.",
                position,
            )
            for cell in move.captured:
                left = game.pieces.get(after.piece(cell))
                expect(
                    left is None or left.player == position.turn,
                    f"After {move} the captured piece still stands on {cell}.",
                    position,
                )
            expect(
                bool(after.legal_moves) == (after.outcome is None),
                f"After {move} there is both an end and a move, or neither.",
                position,
            )


def _men(position: Position) -> list[int]:
    """How many men each side has; a stack that leaves men behind does not lose them."""
    count = [0, 0]
    for cell in position.game.board.cells:
        piece = position.game.pieces.get(int(position.state[cell]))
        if piece is not None:
            count[piece.player] += 1
    return count


def check_refusals(game: Game) -> None:
    """Every other move, and every move after the end, is refused with a sentence in every language."""
    cells, chance = list(game.board.named), random.Random(7)
    for position in sample(game, 24):
        legal = {(move.origin, move.target) for move in position.legal_moves}
        own = [
            name for name in cells if (piece := game.pieces.get(position.piece(name))) and piece.player == position.turn
        ]
        pairs = [(chance.choice(cells), chance.choice(cells)) for _ in range(40)]
        pairs += [(chance.choice(own), chance.choice(cells)) for _ in range(120) if own]
        for origin, target in pairs:
            if (origin, target) in legal:
                continue
            try:
                position.play(f"{origin}-{target}")
            except IllegalMove as refusal:
                expect_sentence(refusal, f"the refusal of {origin}-{target}", position)
            else:
                raise Failed(
                    f"{origin}-{target} is not listed as legal but was played. In the position {position.fen!r}."
                )


def check_symmetries(game: Game) -> None:
    """The declared symmetries turn legal moves into legal moves."""
    for symmetry in game.symmetries:
        for cell, name in game.board.name.items():
            on_board = game.board.image(cell, symmetry.map) in game.board.name
            expect(on_board, f"The symmetry {symmetry.name!r} takes {name} off the board.")
        for position in sample(game, 24):
            if position.outcome is not None:
                continue
            image = game.build(reflect(game, game.setup_of(position), symmetry))
            moves = {
                (_image(game, move.origin, symmetry), _image(game, move.target, symmetry))
                for move in position.legal_moves
            }
            expect(
                moves == {(move.origin, move.target) for move in image.legal_moves},
                f"The symmetry {symmetry.name!r} does not hold.",
                position,
            )


def reflect(game: Game, setup: Setup, symmetry: Symmetry) -> Setup:
    """The image of a set-up under a symmetry."""
    cells = {
        game.board.named[_image(game, game.board.name[cell], symmetry)]: game.counterpart(piece)
        if symmetry.swaps_players
        else piece
        for cell, piece in setup.cells.items()
    }
    if not symmetry.swaps_players:
        return Setup(cells, setup.turn, setup.numbers)
    return Setup(cells, 1 - setup.turn, game.swap_numbers(setup.numbers))


def _image(game: Game, cell: str, symmetry: Symmetry) -> str:
    return game.board.name[game.board.image(game.board.named[cell], symmetry.map)]


def check_ends(game: Game) -> None:
    """Games end for one of the known reasons, and within the declared number of plies."""
    bound, ended = game.max_plies, 0
    for seed in range(1, 13):
        line = list(random_game(game, seed, (bound or 3000) + 1))
        last = line[-1]
        ended += last.outcome is not None
        if bound is not None:
            expect(len(line) - 1 <= bound, f"A game took {len(line) - 1} plies; at most {bound} are declared.", last)
        outcome = last.outcome
        if outcome is not None:
            expect(outcome.reason in REASONS and outcome.winner in (0, 1, None), f"{outcome} is not an outcome.", last)
            try:
                last.play(f"{game.board.name[game.board.cells[0]]}-{game.board.name[game.board.cells[-1]]}")
            except IllegalMove as refusal:
                expect_sentence(refusal, "the refusal after the end", last)
            else:
                raise Failed(f"A move was played after the end. In the position {last.fen!r}.")
        for earlier, later in pairwise(line):
            expect(earlier.turn != later.turn, "The turn did not pass.", earlier)
            if game.repeats and not game.forbids_repetition and earlier is line[0]:
                verdict = int(game.kernel.outcome(game.rules, earlier.state.copy(), game.repeats))
                expect(
                    verdict != GOES_ON,
                    f"`repeats` is {game.repeats}, but `outcome` lets the game go on when a position has occurred so often.",
                    earlier,
                )
    expect(ended > 0, "None of 12 random games came to an end within 3000 plies: nor may games of computers.")
