"""Checks of what a game says of itself, and of the texts that are written and read for it."""

from __future__ import annotations

import pickle
import random
import re

from tabuleiro.conformance.findings import Failed, expect, expect_sentence, expect_text, slots
from tabuleiro.conformance.samples import random_game, sample
from tabuleiro.games import games, kind
from tabuleiro.rules.errors import IllegalMove, InvalidMove, InvalidPosition
from tabuleiro.rules.game import Game

NAME = re.compile("[a-z0-9]+(-[a-z0-9]+)*")
TOKEN = re.compile(r"[A-Za-z](\(\d+\))?", re.ASCII)
OURS = [name for name in games() if kind(name).__module__.startswith("tabuleiro.")]
SHAPES = ("disc", "diamond", "king", "stack")


def check_description(game: Game) -> None:
    """The game's description is complete, in every language."""
    expect(
        NAME.fullmatch(game.name) is not None,
        f"The name {game.name!r} cannot be asked for: it is small letters and digits, joined by hyphens.",
    )
    expect(
        isinstance(game, kind(game.name)) if game.name in OURS else True,
        f"There is another game {game.name!r} in this package.",
    )
    lessons = game.lessons()
    texts: list[tuple[str, object]] = [("title", game.title), ("goal", game.goal), ("year", game.year)]
    texts += [(f"title of the side {side.name}", side.title) for side in game.sides]
    texts += [(f"name of the piece {piece.token}", piece.name) for piece in game.pieces.values()]
    texts += [(f"sentence about the option {name}", option.about) for name, option in game.options.items()]
    texts += [(f"sentence about the variant {name}", about) for name, (_, about) in game.variants.items()]
    texts += [(f"title of lesson {place}", lesson.title) for place, lesson in enumerate(lessons, start=1)]
    texts += [(f"body of lesson {place}", lesson.body) for place, lesson in enumerate(lessons, start=1)]
    for what, text in texts:
        expect_text(text, what)
    for name, option in game.options.items():
        expect(option.read(name, option.default) == option.default, f"The default of {name} is not {option.default!r}.")
    for piece in game.pieces.values():
        expect(
            TOKEN.fullmatch(piece.token) is not None, f"The token {piece.token!r} is neither a letter nor like Q(12)."
        )
        expect(piece.player in (0, 1), f"The piece {piece.token} belongs to player {piece.player}; it must be 0 or 1.")
        expect(piece.shape in SHAPES, f"The piece {piece.token} is a {piece.shape!r}; it may be {', '.join(SHAPES)}.")
    expect(
        isinstance(game.win_scale, int) and game.win_scale > 0,
        f"`win_scale` is {game.win_scale!r}; it must be a whole number above 0.",
    )
    expect(len(lessons) > 0, "There are no lessons: nobody can learn the rules.")
    expect(len({side.letter for side in game.sides}) == 2, "Both sides have the same letter.")
    expect(len({side.name for side in game.sides}) == 2, "Both sides have the same name.")
    expect(len(game.tokens) == len(game.pieces), "Two pieces are written with the same token.")
    expect(all(code > 0 for code in game.pieces), "A piece's code must be above 0.")
    for lesson in lessons:
        if lesson.fen is not None:
            position = game.position(lesson.fen)
            if lesson.cell is not None:
                origins = {move.origin for move in position.legal_moves}
                expect(
                    lesson.cell in origins,
                    f"The lesson {lesson.title.en!r} shows {lesson.cell}, where nothing can move.",
                    position,
                )


def check_identity(game: Game) -> None:
    """A game can be found by its id and survives pickling; its positions do, too."""
    again = pickle.loads(pickle.dumps(game))  # by its id
    expect(again == game and again.id == game.id, f"The id {game.id!r} does not lead back to the same game.")
    position = list(random_game(game, 1, 6))[-1]
    copy = pickle.loads(pickle.dumps(position))
    expect(copy == position and hash(copy) == hash(position), "A position does not survive pickling.", position)
    expect(copy.legal_moves == position.legal_moves, "A pickled position has other moves.", position)


def check_texts(game: Game) -> None:
    """A position's text reads back to the same state, number by number, and a move's text to the same move."""
    expect(
        game.start().fen == game.start_fen(),
        f"The start is written {game.start().fen!r}, but declared as {game.start_fen()!r}.",
    )
    for position in sample(game, 60):
        try:
            copy = game.position(position.fen)
        except InvalidPosition as error:
            raise Failed(f"The position {position.fen!r} came about in play, but is refused: {error}") from error
        differing = [slot for slot in range(len(copy.state)) if copy.state[slot] != position.state[slot]]
        expect(not differing, f"Read back from its text, the state differs in {slots(game, differing)}.", position)
        expect(copy == position and hash(copy) == hash(position), "Read back from its text, it is not equal.", position)
        for move in position.legal_moves:
            expect(position.find(str(move)) == move, f"The text {move} reads back as another move.", position)


def check_parsers(game: Game) -> None:
    """Texts that are not moves or positions raise the named errors, with a sentence."""
    position, chance = game.start(), random.Random(11)
    letters = "abcdefgh123456789/-x() wbtTKpPqQ;=é\n"
    for _ in range(300):
        noise = "".join(chance.choice(letters) for _ in range(chance.randrange(24)))
        torn = list(position.fen)
        torn[chance.randrange(len(torn))] = chance.choice(letters)
        for read, text in ((position.play, noise), (game.position, noise), (game.position, "".join(torn))):
            try:
                read(text)
            except (InvalidMove, IllegalMove, InvalidPosition) as error:
                expect_sentence(error, f"the error for {text!r}")


def check_aids(game: Game) -> None:
    """Facts and marks have texts in every language and name cells of the board."""
    for position in sample(game, 30):
        for fact in position.facts:
            expect_text(fact.label, f"label of the fact {fact.key!r}", position)
            expect_text(fact.value, f"value of the fact {fact.key!r}", position)
            expect(fact.player in (0, 1, None), f"{fact!r} belongs to no player.", position)
        for mark in position.marks:
            expect(mark.cell in game.board.named, f"{mark!r} names no cell.", position)
        expect(str(position) != "" and position._repr_svg_().startswith("<svg"), "It cannot be drawn.", position)
