"""The engine's findings in words: scores, lines, and the judgement of a game's moves."""

from __future__ import annotations

from tabuleiro.engine.analysis import Line
from tabuleiro.engine.review import Review
from tabuleiro.messages import analysing as texts
from tabuleiro.messages.numbers import number, percentage
from tabuleiro.rules.texts import Text, same

MOVES_SHOWN = 8
"""How many moves of a line are shown in tables and sentences."""


def score_text(line: Line) -> Text:
    """A score in men, or in how many moves the game is won or lost; and whether that is proved."""
    plies = line.plies_to_end
    if plies is None:
        text = same(signed(line.score))
    else:
        text = (texts.WON_IN if plies > 0 else texts.LOST_IN).fill(plies=abs(plies))
    return text + same(" (") + texts.PROVED + same(")") if line.proved else text


def signed(hundredths: int) -> str:
    """Hundredths of a man as men, with a sign."""
    return ("+" if hundredths > 0 else "") + number(hundredths / 100, 2)


def line_text(line: Line, most: int | None = None) -> str:
    """The moves of a line, or the first of them."""
    moves = [str(move) for move in line.moves[:most]]
    return " ".join(moves) + (" …" if most is not None and len(line.moves) > most else "")


def move_number(review: Review, place: int) -> str:
    """The number of a move as records write it: `3.`, or `3...` for the side that moves second."""
    game = review.record.game
    ply = place + (review.record.first_position.turn != game.first)
    return f"{ply // 2 + 1}{'.' if ply % 2 == 0 else '...'}"


def losing_text(review: Review, place: int) -> Text:
    """Which move lost the game, and what would have been better."""
    judgement = review.judgements[place]
    return texts.FIRST_LOSING_MOVE.fill(
        number=move_number(review, place),
        move=judgement.move,
        side=review.record.game.sides[judgement.player].title,
        before=percentage(judgement.before),
        after=percentage(judgement.after),
        line=line_text(judgement.best, MOVES_SHOWN),
    )


def label_words(review: Review, place: int, *, is_short: bool = False) -> list[Text]:
    """The labels of a move: its mistake, as a word or a sign, and whether it lost the game."""
    label = review.judgements[place].label
    words = [(texts.SIGNS if is_short else texts.LABELS)[label]] if label else []
    return [*words, texts.LOSES if is_short else texts.LOSING] if place == review.losing_move else words


def verdict_text(review: Review) -> Text | None:
    """Which move lost the game, or that no single one did; None where nobody lost."""
    if review.losing_move is not None:
        return losing_text(review, review.losing_move)
    outcome = review.record.outcome
    return texts.NO_LOSING_MOVE if outcome is not None and outcome.winner is not None else None
