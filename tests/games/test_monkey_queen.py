"""Monkey Queen: what the worked cases cannot show."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tabuleiro
from tabuleiro.conformance import CHECKS
from tabuleiro.conformance.functions import check_compiled
from tabuleiro.conformance.samples import random_game
from tabuleiro.rules.description import Setup
from tabuleiro.rules.kernel import is_compiling

GAME = tabuleiro.game("monkey-queen")
STEPS_OF_A_KING = tabuleiro.game("monkey-queen", metric="chebyshev")
SMALL = tabuleiro.game("monkey-queen:6x6-6")
LARGE = tabuleiro.game("monkey-queen:18x18-99")
GAMES = [GAME, STEPS_OF_A_KING, SMALL, LARGE]
SEEDS = st.integers(0, 2**32)
NAMES = [game.id for game in GAMES]

Cell = tuple[int, int]


def stacks_of(position: tabuleiro.Position) -> dict[Cell, tuple[int, int]]:
    """Whose stack stands on each cell, and how high it is."""
    game = position.game
    return {
        game.board.place(cell): (game.pieces[code].player, code >> 1)
        for cell, code in game.setup_of(position).cells.items()
    }


def is_nearer(metric: object, way: Cell, direction: Cell, steps: int) -> bool:
    if metric == "chebyshev":
        left = (way[0] - steps * direction[0], way[1] - steps * direction[1])
        return max(map(abs, left)) < max(map(abs, way))
    length = direction[0] ** 2 + direction[1] ** 2
    return steps * length < 2 * (direction[0] * way[0] + direction[1] * way[1])


def moves_by_the_book(position: tabuleiro.Position) -> set[tuple[str, str]]:
    """The legal moves, cell by cell, as the rules put them into words."""
    stacks, game = stacks_of(position), position.game
    metric, name = game.settings["metric"], game.board.name
    enemy = next(cell for cell, (player, height) in stacks.items() if player != position.turn and height > 1)
    found = set()
    for (file, rank), (player, height) in stacks.items():
        if player != position.turn:
            continue
        way = (enemy[0] - file, enemy[1] - rank)
        for direction in [(across, up) for across in (-1, 0, 1) for up in (-1, 0, 1) if across or up]:
            for steps in range(1, game.board.files):
                target = (file + steps * direction[0], rank + steps * direction[1])
                if not game.board.holds(*target):
                    break
                if target in stacks:
                    legal = stacks[target][0] != player
                else:
                    legal = is_nearer(metric, way, direction, steps) if height == 1 else height > 2
                if legal:
                    found.add((name[game.board.number(file, rank)], name[game.board.number(*target)]))
                if target in stacks:
                    break
    return found


def random_position(game: tabuleiro.Game, seed: int) -> tabuleiro.Position:
    """Two queens of any height and some babies, anywhere on the board."""
    chance = random.Random(seed)
    height = int(game.settings["h"])
    codes = []
    for player in range(2):
        queen = chance.randrange(2, min(height, chance.choice((2, 3, height))) + 1)
        codes += [2 * queen + player] + [2 + player] * chance.randrange(min(height - queen, 12) + 1)
    cells = dict(zip(chance.sample(game.board.cells, len(codes)), codes, strict=True))
    return game.build(Setup(cells, chance.randrange(2)))


def sentences(error: type[tabuleiro.TabuleiroError], read: Callable[[], object]) -> tuple[str, str]:
    with pytest.raises(error) as raised:
        read()
    texts = []
    for language in ("en", "pt"):
        with tabuleiro.using_language(language):
            texts.append(str(raised.value))
    return texts[0], texts[1]


def test_description() -> None:
    assert GAME.players == ("white", "black")
    assert GAME.first == 0
    assert GAME.pie_rule
    assert not GAME.has_draws
    assert len(GAME.lessons()) == len(tabuleiro.game("monkey-queen", pie="no").lessons()) + 1


@pytest.mark.parametrize(
    ("given_id", "id", "start"),
    [
        ("monkey-queen", "monkey-queen", "5q(20)6/12/12/12/12/12/12/12/12/12/12/6Q(20)5 w"),
        ("monkey-queen:12x12-20", "monkey-queen", "5q(20)6/12/12/12/12/12/12/12/12/12/12/6Q(20)5 w"),
        ("monkey-queen:8x8-12", "monkey-queen:8x8-12", "3q(12)4/8/8/8/8/8/8/4Q(12)3 w"),
        ("monkey-queen:6x6-3", "monkey-queen:6x6-3", "2q(3)3/6/6/6/6/3Q(3)2 w"),
        (
            "monkey-queen:8x8-12;metric=chebyshev",
            "monkey-queen:8x8-12;metric=chebyshev",
            "3q(12)4/8/8/8/8/8/8/4Q(12)3 w",
        ),
    ],
)
def test_ids(given_id: str, id: str, start: str) -> None:
    game = tabuleiro.game(given_id)
    assert game.id == id
    assert game.start().fen == start
    assert tabuleiro.game(game.id) == game


def test_options_are_keywords_too() -> None:
    assert tabuleiro.game("monkey-queen", n=8, h=12) == tabuleiro.game("monkey-queen:8x8-12")
    assert tabuleiro.game("monkey-queen", pie=False).settings["pie"] == "no"


@pytest.mark.parametrize(
    ("id", "english", "portuguese"),
    [
        *(
            (
                f"monkey-queen:{size}",
                (
                    f"monkey-queen:{size} is not a size: the board is square and the height of the stacks follows, as in "
                    "monkey-queen:8x8-12."
                ),
                (
                    f"monkey-queen:{size} não é um tamanho: o tabuleiro é quadrado e segue-se a altura das pilhas, como em "
                    "monkey-queen:8x8-12."
                ),
            )
            for size in ("8x8", "8x10-12")
        ),
        ("monkey-queen:7x7-9", "n cannot be '7'; it may be 6…18 (even).", "n não pode ser '7'; pode ser 6…18 (par)."),
        ("monkey-queen:8x8-2", "h cannot be '2'; it may be 3…99.", "h não pode ser '2'; pode ser 3…99."),
        (
            "monkey-queen:giant",
            "monkey-queen has no variant 'giant'; there are 8x8-12, 6x6-6.",
            "monkey-queen não tem a variante 'giant'; existem 8x8-12, 6x6-6.",
        ),
    ],
)
def test_sizes_that_there_are_not(id: str, english: str, portuguese: str) -> None:
    assert sentences(tabuleiro.UnknownGame, lambda: tabuleiro.game(id)) == (english, portuguese)


@pytest.mark.compiled
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_conformance_with_the_other_metric(check: Callable[[tabuleiro.Game], None]) -> None:
    check(STEPS_OF_A_KING)


@pytest.mark.compiled
@pytest.mark.parametrize("game", GAMES, ids=NAMES)
def test_compiled_and_plain_agree(game: tabuleiro.Game) -> None:
    check_compiled(game)


@pytest.mark.parametrize("game", GAMES, ids=NAMES)
def test_games_follow_the_book(game: tabuleiro.Game) -> None:
    for seed in range(3):
        for position in random_game(game, seed):
            if position.outcome is None:
                assert {(move.origin, move.target) for move in position.legal_moves} == moves_by_the_book(position)


@pytest.mark.parametrize("game", GAMES, ids=NAMES)
@given(seed=SEEDS)
def test_any_board_follows_the_book(game: tabuleiro.Game, seed: int) -> None:
    position = random_position(game, seed)
    moves = {(move.origin, move.target) for move in position.legal_moves}
    assert moves == moves_by_the_book(position)
    assert len(moves) <= game.max_moves
    assert game.position(position.fen) == position


@pytest.mark.parametrize("game", [GAME, STEPS_OF_A_KING, SMALL], ids=NAMES[:3])
@given(seed=SEEDS)
def test_only_a_lone_queen_of_two_that_sees_nobody_is_stuck(game: tabuleiro.Game, seed: int) -> None:
    position = random_position(game, seed)
    own = [height for player, height in stacks_of(position).values() if player == position.turn]
    in_danger = any(fact.key == "check" and fact.player == position.turn for fact in position.facts)
    stuck = own == [2] and not in_danger
    assert bool(position.legal_moves) == (not stuck)
    assert position.outcome == (tabuleiro.Outcome(1 - position.turn, "no-moves") if stuck else None)


@pytest.mark.parametrize("game", GAMES, ids=NAMES)
def test_checkers_are_never_lost_but_by_capture_and_no_position_comes_back(game: tabuleiro.Game) -> None:
    bound = game.max_plies
    assert bound is not None
    for seed in range(4 if is_compiling() else 1):
        chance, position = random.Random(seed), game.start()
        lost, seen, plies = [0, 0], {position.fen}, 0
        while position.legal_moves:
            move = chance.choice(position.legal_moves)
            before = stacks_of(position)
            for cell in move.captured:
                lost[1 - position.turn] += before[game.board.place(game.board.named[cell])][1]
            position = position.play(move)
            plies += 1
            assert position.fen not in seen
            seen.add(position.fen)
            for player in range(2):
                standing = sum(height for owner, height in stacks_of(position).values() if owner == player)
                assert standing + lost[player] == game.settings["h"]
        assert position.outcome is not None
        assert position.outcome.winner == 1 - position.turn
        assert position.outcome.reason in ("queen-captured", "no-moves")
        assert plies <= bound


@pytest.mark.compiled
def test_the_reports_final_board_cannot_be_saved() -> None:
    position = GAME.position("7b1b1b/5b1bb2q(6)/5b4b1/8B3/12/6B3B1/4Q(9)6B/5B6/12/12/12/12 b")
    assert len(position.legal_moves) == 92
    for move in position.legal_moves:
        answers = [position.play(move).play(answer) for answer in position.play(move).legal_moves]
        assert tabuleiro.Outcome(0, "queen-captured") in [answer.outcome for answer in answers]


def test_facts() -> None:
    position = GAME.position("12/12/12/B11/8b3/2Q(7)3b5/8q(9)3/12/12/12/12/12 b")
    facts = [(fact.key, fact.value.en, fact.value.pt, fact.player, fact.warning) for fact in position.facts]
    assert facts == [
        ("queen", "7", "7", 0, False),
        ("babies", "1", "1", 0, False),
        ("lost", "12", "12", 0, False),
        ("check", "c7 from g7", "c7, a partir de g7", 0, True),
        ("queen", "9", "9", 1, False),
        ("babies", "2", "2", 1, False),
        ("lost", "9", "9", 1, False),
    ]
    over = [(fact.key, fact.value.en, fact.value.pt) for fact in position.play("g7xc7").facts if fact.player == 0]
    assert over == [("queen", "captured", "capturada"), ("babies", "1", "1"), ("lost", "19", "19")]


def test_marks_show_heights_and_ways() -> None:
    position = GAME.position("12/12/12/12/12/12/6q(2)5/12/3B8/12/12/b10Q(5) w")
    marks = {mark.cell: (mark.key, mark.text, mark.directions) for mark in position.marks}
    assert marks["g6"] == ("height", "2", ((1, -1),))
    assert marks["l1"] == ("height", "5", ((0, 1), (-1, 0), (-1, 1)))
    assert marks["d4"] == ("baby", "", ((0, 1), (1, 1), (1, 0), (-1, -1)))
    assert marks["a1"] == ("baby", "", ((1, 1), (1, 0)))
    over = GAME.position("12/12/12/12/12/12/12/12/3B8/12/12/b10Q(5) b")
    assert {mark.cell: mark.directions for mark in over.marks}["d4"] == ((-1, -1),)


def test_prolog_reads_the_report() -> None:
    form = GAME.prolog()
    assert form is not None
    assert form.name == "initialBoard"
    top, bottom = form.rows[0], form.rows[-1]
    assert (GAME.board.name[top[5]], GAME.board.name[bottom[6]]) == ("f12", "g1")
    start = GAME.start()
    assert (start.piece("f12"), start.piece("g1")) == (form.atoms["b-20"], form.atoms["w-20"])
    assert GAME.pieces[form.atoms["w-1"]].token == "B"
    assert len(form.atoms) == 40


def test_bounds() -> None:
    assert GAME.max_moves == 19 * 43
    assert SMALL.max_moves == 5 * 19
    least = tabuleiro.game("monkey-queen:6x6-3", metric="chebyshev")
    assert least.max_plies == 2 * (2 + 4 * 4) + 1


@pytest.mark.parametrize(
    ("fen", "english", "portuguese"),
    [
        ("q(2)5/6/6/6/6/Q(2)Q(3)4 w", "White has 2 queens: a1 and b1.", "As Brancas têm 2 rainhas: a1 e b1."),
        (
            "q(5)bb3/6/6/6/6/Q(2)5 w",
            "Black has a queen of height 5 and 2 babies; the stack had 6 checkers in all.",
            "As Pretas têm uma rainha de altura 5 e 2 bebés; a pilha tinha 6 peças ao todo.",
        ),
        (
            "q(5)5/6/6/6/6/BBBBB1 w",
            "White has 5 babies; a stack of 6 has at most 4, for the queen keeps a height of two.",
            "As Brancas têm 5 bebés; uma pilha de 6 tem no máximo 4, porque a rainha guarda uma altura de dois.",
        ),
        (
            "q(5)5/6/6/6/6/B5 b",
            "White has no queen and so has lost: it cannot have moved last.",
            "As Brancas não têm rainha e por isso perderam: não podem ter jogado em último lugar.",
        ),
        (
            "b5/6/6/6/6/B5 w",
            "Black has no queen and so has lost: it cannot have moved last.",
            "As Pretas não têm rainha e por isso perderam: não podem ter jogado em último lugar.",
        ),
        (
            "q(5)5/6/6/6/6/Q(2)5 w -",
            "Nothing may follow the side to move; there is '-'.",
            "Nada pode seguir o jogador a mover; está '-'.",
        ),
    ],
)
def test_positions_that_cannot_be(fen: str, english: str, portuguese: str) -> None:
    assert sentences(tabuleiro.InvalidPosition, lambda: SMALL.position(fen)) == (english, portuguese)


def test_a_queen_taller_than_the_stack_is_no_piece() -> None:
    with pytest.raises(tabuleiro.InvalidPosition, match=r"Rank 1 has 'Q\(7\)'"):
        SMALL.position("q(5)5/6/6/6/6/Q(7)5 w")
