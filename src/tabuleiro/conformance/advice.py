"""Checks of what a game tells the engine: its evaluation, what it foresees, and which moves it leaves out."""

from __future__ import annotations

from tabuleiro.conformance.findings import expect, expect_text
from tabuleiro.conformance.samples import lively_sample, loses_within, wins_within
from tabuleiro.rules.game import Game
from tabuleiro.rules.kernel import SLACK
from tabuleiro.rules.position import Move, Position
from tabuleiro.rules.primitives import TURN, UNDER_THREAT


def check_evaluation(game: Game) -> None:
    """The value of a position is the sum of its named terms, compiled and as plain Python."""
    for term in game.terms:
        expect_text(term.title, f"title of the term {term.name!r}")
    plain = game.advice.plain["evaluate"]
    terms = game.new_terms()
    for position in lively_sample(game, 24):
        value = int(game.advice.evaluate(game.rules, game.weights, position.state.copy(), terms))
        own, other = (terms[player::2].sum() for player in (position.turn, 1 - position.turn))
        expect(value == own - other, f"The evaluation is {value}, but its terms add up to {own - other}.", position)
        same = int(plain(game.rules, game.weights, position.state.copy(), terms))
        expect(same == value, f"The evaluation is {value} when compiled, {same} as plain Python.", position)


def check_foresight(game: Game) -> None:
    """What the game foresees comes true."""
    for position in lively_sample(game, 150):
        foreseen = int(game.advice.foresee(game.rules, position.state.copy()))
        few = len(position.legal_moves) ** abs(foreseen) < 40_000
        position = game.position(position.fen)  # foresight does not know the past
        if foreseen == UNDER_THREAT or not foreseen or not few:
            continue
        true = wins_within(position, foreseen) if foreseen > 0 else loses_within(position, -foreseen)
        expect(true, f"The game foresees {foreseen}, but that does not come true.", position)


def check_considered(game: Game) -> None:
    """The moves considered are legal, and only moves that lose at once are left out."""
    import numpy

    moves = numpy.zeros(game.max_moves + SLACK, dtype=numpy.int64)
    gains = moves.copy()
    for position in lively_sample(game, 60):
        count = int(game.advice.consider(game.rules, position.state.copy(), moves, gains))
        codes, legal = moves[:count].tolist(), Position(game, position.state).legal_moves.codes()
        expect(
            len(set(codes)) == count and set(codes) <= set(legal), "A move is considered that is not legal.", position
        )
        expect(count > 0 or not legal, "No move is considered, but there are some.", position)
        for code in set(legal) - set(codes):
            after = position.play(Move(position, code))
            expect(wins_within(after, 1), f"{Move(position, code)} is left out, but does not lose at once.", position)


def check_skip(game: Game) -> None:
    """After passing the turn, a state equals one that was set up like that."""
    for position in lively_sample(game, 60):
        state = position.state.copy()
        if int(game.advice.skip(game.rules, state)) == 0:
            expect(
                bool((state == position.state).all()), "The turn was not passed, but the state has changed.", position
            )
            continue
        expect(int(state[TURN]) == 1 - position.turn, "The turn was passed, but it is the same side's.", position)
        settled = state.copy()
        game.kernel.settle(game.rules, settled)
        expect(bool((state == settled).all()), "After passing the turn the state is not what it should be.", position)
