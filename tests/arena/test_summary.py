"""What a run of games shows: counted right, for programs and for people, in both languages and on any screen."""

from __future__ import annotations

import json
from dataclasses import replace
from io import StringIO
from itertools import pairwise

import numpy as np
import pytest
from rich.console import Console

import tabuleiro
from tabuleiro.arena.page import arena_page, lengths_section
from tabuleiro.arena.results import Played
from tabuleiro.arena.sequential import Sprt
from tabuleiro.arena.summary import Ending, Summary, Tally, summarise
from tabuleiro.arena.summary_text import signed, standings_parts, summary_parts
from tabuleiro.rules.texts import LANGUAGES, using_language
from tests.arena.simulated import PLAIN, WORLDS, World, play, round_robin

GAME = tabuleiro.game("breakthrough:5x5")
NAMES = ["level:1", "[bold]x[/bold]", "uci:some program"]


def game(pair: int, first: int, second: int, winner: int | None, reason: str = "goal", moves: str = "a b c") -> Played:
    return Played(pair, (first, second), winner, reason, ("m", "n"), tuple(moves.split()), (0.5, 0.2))


GAMES = [
    game(0, 0, 1, 0),
    game(0, 1, 0, 0, "no-moves", "a b"),
    game(1, 0, 1, None, "repetition", "a b c d e f g h"),
    game(1, 1, 0, 1, moves="b a"),
    game(2, 0, 1, 0),
    replace(game(2, 1, 0, 1, "forfeit", "c"), failure="it ended"),
]


def summary(games: list[Played] = GAMES, players: int = 2, sprt: Sprt | None = None) -> Summary:
    return summarise(GAME, NAMES[:players], games, sprt=sprt)


def texts(found: Summary, width: int = 100) -> str:
    """What is printed about a summary."""
    console = Console(file=StringIO(), width=width, highlight=False)
    for part in summary_parts(found, width=width):
        console.print(part)
    assert isinstance(console.file, StringIO)
    return console.file.getvalue()


# --- what is counted --------------------------------------------------------------------------------------


def test_standings_count_what_was_played() -> None:
    first, second = summary().standings
    assert (first.name, first.tally, first.tally.score) == ("level:1", Tally(4, 1, 1), 0.75)
    assert first.seats == (Tally(2, 1, 0), Tally(2, 0, 1))
    assert second.tally == Tally(1, 1, 4)
    assert (first.failures, second.failures) == (0, 1)
    assert first.rating is not None
    assert first.rating.low < first.rating.value < first.rating.high


def test_a_moves_time_is_that_of_the_moves_a_player_thought_about() -> None:
    found = summary([game(0, 0, 1, 0), game(0, 1, 0, 0)]).standings  # two moves of the first seat, one of the second
    assert [standing.seconds for standing in found] == pytest.approx([0.7 / 3, 0.7 / 3])
    alone = summary([game(0, 0, 1, 0, moves="a")]).standings
    assert [standing.seconds for standing in alone] == [0.5, None]


def test_the_cross_table_is_in_the_order_of_the_standings() -> None:
    found = summary([game(0, 0, 1, 1), game(0, 1, 0, 0), game(1, 2, 0, None)], players=3)
    order = [standing.player for standing in found.standings]
    assert order == [1, 0, 2] or order == [1, 2, 0]
    for row, one in enumerate(order):
        for column, other in enumerate(order):
            tally = found.cross[row][column]
            assert (tally is None) == (one == other)
            if (one, other) == (1, 0):
                assert tally == Tally(2, 0, 0)
            if (one, other) == (1, 2):
                assert tally == Tally()


def test_neighbours_are_compared() -> None:
    games = play(PLAIN, [0, 400, 800], round_robin(3), 20, np.random.default_rng(1))
    found = summarise(GAME, NAMES, games)
    assert [(gap.upper, gap.lower) for gap in found.gaps] == [(2, 1), (1, 0)]
    assert all(gap.superiority > 0.95 and gap.difference.low > 0 for gap in found.gaps)


def test_the_balance_of_the_seats() -> None:
    found = summary()
    assert found.first == Tally(3, 1, 2)
    assert found.balance is not None
    assert found.balance.value == pytest.approx(3.5 / 6)
    assert found.balance.low < found.balance.value < found.balance.high


def test_games_of_one_opening_tell_less_about_the_seats_than_games_of_their_own() -> None:
    games = play(World(unevenness=300), [0.0] * 4, round_robin(4), 12, np.random.default_rng(1))
    own = [replace(game, opening=(str(game.pair),)) for game in games]
    shared, apart = (summarise(GAME, [*NAMES, "d"], found).balance for found in (games, own))
    assert shared is not None
    assert apart is not None
    assert shared.value == apart.value
    assert shared.high - shared.low > 1.3 * (apart.high - apart.low)


@pytest.mark.soak
@pytest.mark.parametrize("world", [World(60, 50), World(60, 250), World(unevenness=200, draws=1)], ids=str)
def test_the_interval_of_the_balance_holds_the_truth(world: World) -> None:
    """Players are equal, so that what is true is what the openings give to the first seat."""
    nodes, weights = np.polynomial.hermite_e.hermegauss(41)
    shares = world.game_shares(world.advantage + world.unevenness * nodes)
    truth = float(weights / weights.sum() @ (shares[:, 0] + shares[:, 1] / 2))
    held, runs = 0, 300
    for seed in range(runs):
        games = play(world, [0.0] * 4, round_robin(4), 30, np.random.default_rng(seed))
        balance = summarise(GAME, [*NAMES, "d"], games).balance
        assert balance is not None
        held += balance.low <= truth <= balance.high
    assert 0.91 < held / runs < 0.985


@pytest.mark.parametrize(("openings", "rounds"), [(12, 30), (1000, 4)])
def test_the_interval_of_the_balance_holds_the_truth_of_uneven_openings(openings: int, rounds: int) -> None:
    """Few of them, so that they come again by lot as on small boards; and few rounds, so that none may come again."""
    world, held, runs = World(), 0, 60
    favours = 60 + 250 * np.random.default_rng(2).standard_normal(openings)
    shares = world.game_shares(favours)
    truth = np.mean(shares[:, 0] + shares[:, 1] / 2)
    for seed in range(runs):
        games = play(world, [0.0] * 4, round_robin(4), rounds, np.random.default_rng(seed), favours)
        balance = summarise(GAME, [*NAMES, "d"], games).balance
        assert balance is not None
        held += bool(balance.low <= truth <= balance.high)
    assert 0.85 < held / runs < 0.99


def test_endings_and_lengths() -> None:
    found = summary()
    assert found.endings[0] == Ending("goal", 0, 2)
    assert sum(ending.games for ending in found.endings) == 6
    assert found.lengths is not None
    assert (found.lengths.shortest, found.lengths.longest) == (3, 10)
    assert found.lengths.quartiles == (4.0, 4.5, 5.0)
    assert sum(games for _, _, games in found.lengths.bins) == 6
    assert found.lengths.bins[0][0] <= 3 <= 10 <= found.lengths.bins[-1][1]


@pytest.mark.parametrize(("plies", "middle"), [((6, 7), "6.5"), ((7, 8), "7.5"), ((6, 8), "7"), ((7, 7, 9), "7")])
def test_the_middle_length_has_its_half(plies: tuple[int, ...], middle: str) -> None:
    found = summary([replace(GAMES[0], opening=(), moves=("a",) * length) for length in plies])
    assert found.lengths is not None
    assert f"the middle one {middle}, the shortest" in texts(found)
    assert f">median {middle}<" in "".join(lengths_section(found.lengths))


@pytest.mark.parametrize("plies", [(1, 1), (1, 2), (7, 300), (2000, 2001), (1, 1999)])
def test_bins_cover_every_length_without_gaps(plies: tuple[int, int]) -> None:
    found = summary([replace(GAMES[0], opening=(), moves=("a",) * length) for length in plies]).lengths
    assert found is not None
    assert len(found.bins) <= 16
    assert found.bins[0][0] <= plies[0]
    assert plies[1] <= found.bins[-1][1]
    assert all(last + 1 == first for (_, last, _), (first, _, _) in pairwise(found.bins))


def test_copies_are_found() -> None:
    found = summary()
    assert (found.variety.games, found.variety.openings, found.variety.copies) == (5, 1, 1)
    assert "One game is a copy of another, move by move." in texts(found)
    found = summary([*GAMES, *GAMES])
    assert (found.variety.games, found.variety.copies) == (5, 7)
    assert "5 different games, all from the same opening." in texts(found)
    assert "Copies of other games, move by move: 7." in texts(found)


def test_games_of_their_own_and_copies_are_all_games() -> None:
    """Two who play alike are two players; one who meets itself is one, wherever it sits."""
    games = [game(pair, *seats, 0) for pair in range(4) for seats in ((0, 1), (1, 0))]
    two, one = summary(games).variety, summarise(GAME, ["level:1", "level:1"], games).variety
    assert (two.games, two.copies) == (2, 6)
    assert (one.games, one.copies) == (1, 7)
    assert "All games are the same, move by move." in texts(summarise(GAME, ["level:1", "level:1"], games))
    assert "There is only one game." in texts(summary(games[:1]))


def test_games_that_nobody_knows_the_moves_of_are_neither_short_nor_copies() -> None:
    lost = [replace(GAMES[0], pair=9, opening=(), moves=(), reason="forfeit", failure="it hung")] * 2
    with_lost, without = summary([*GAMES, *lost]), summary(GAMES)
    assert (with_lost.lengths, with_lost.variety) == (without.lengths, without.variety)
    assert with_lost.games == without.games + 2
    alone = summary(lost)
    assert alone.lengths is None
    assert "it hung" in texts(alone) and "copies" not in texts(alone).lower()
    assert "How far to trust" not in arena_page(alone)
    beside_one, beside_copies = summary([GAMES[0], *lost]), summary([GAMES[0], GAMES[0], *lost])
    assert "There is only one game." not in texts(beside_one)
    assert "All games are the same" not in texts(beside_copies)


def test_games_lost_before_the_first_own_move_are_as_long_as_their_opening() -> None:
    lost = [replace(GAMES[0], pair=9, seats=seats, opening=("a1", "b2"), moves=(), reason="forfeit", failure="no move")
            for seats in ((0, 1), (1, 0))]  # fmt: skip
    found = summary([replace(lost[0], pair=8, opening=("a1",), moves=("b2", "c3"), failure=""), *lost])
    assert found.lengths is not None
    assert (found.lengths.shortest, found.lengths.longest) == (2, 3)
    assert (found.variety.games, found.variety.openings, found.variety.copies) == (3, 2, 0)


def test_a_sequential_test_ends_where_it_ended() -> None:
    good = [game(pair, pair_seat, 1 - pair_seat, pair_seat) for pair in range(40) for pair_seat in (0, 1)]
    bad = [game(40 + pair, seat, 1 - seat, 1 - seat) for pair in range(40) for seat in (0, 1)]
    tested = summary(good + bad, sprt=Sprt(0, 100)).tested
    assert tested is not None
    assert tested.answer is not None
    assert (tested.answer.verdict, tested.pairs) == ("better", tested.answer.pairs)
    assert tested.state.verdict == "better"
    assert tested == summary((good + bad)[::-1], sprt=Sprt(0, 100)).tested
    assert summary(good, players=3, sprt=Sprt(0, 100)).tested is None, "it is between two players"


def test_the_order_of_the_games_changes_nothing() -> None:
    games = play(WORLDS[1], [0, 50, 100], round_robin(3), 6, np.random.default_rng(1))
    assert summarise(GAME, NAMES, games).to_json() == summarise(GAME, NAMES, games[::-1]).to_json()


# --- for programs -----------------------------------------------------------------------------------------


def test_a_summary_is_plain_values() -> None:
    found = summary(sprt=Sprt(0, 10)).to_json()
    assert json.loads(json.dumps(found)) == found
    assert found["game"] == "breakthrough:5x5"
    assert found["standings"][0]["seats"]["white"]["wins"] == 2
    assert found["endings"][0]["winner"] == "white"
    assert found["sprt"]["answer"] is None
    assert found["failures"] == [{"failure": "it ended", "games": 1}]


def test_nothing_played_can_be_summarised_too() -> None:
    found = summary([], players=3, sprt=Sprt(0, 10))
    assert json.loads(json.dumps(found.to_json())) == found.to_json()
    assert texts(found) == "No game is finished yet.\n"
    assert len(standings_parts(found)) == 1


# --- for people -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("width", [40, 80, 120])
@pytest.mark.parametrize("players", [2, 3])
def test_all_is_told_in_both_languages_on_any_screen(language: str, width: int, players: int) -> None:
    games = play(WORLDS[2], [0.0, 60.0, 90.0][:players], round_robin(players), 8, np.random.default_rng(1))
    with using_language(language):
        shown = texts(summarise(GAME, NAMES[:players], [*games, GAMES[-1]], sprt=Sprt(0, 20)), width)
        assert str(GAME.sides[0].title) in shown
    assert "{" not in shown
    assert "level:1" in shown
    assert "[bold]x" in shown, "a name is no markup"
    assert max(map(len, shown.splitlines())) <= width
    assert ("Standings" in shown) == (language == "en")


def test_a_table_that_does_not_fit_is_left_out() -> None:
    games = play(PLAIN, [0.0] * 12, round_robin(12), 2, np.random.default_rng(1))
    found = summarise(GAME, [f"level:{number}" for number in range(12)], games)
    assert "too wide" in texts(found, 70)
    assert "too wide" not in texts(found, 140)


def test_players_that_cannot_be_compared_are_told() -> None:
    found = summary(GAMES, players=3)
    assert found.standings[-1].name == "uci:some program"
    assert found.standings[-1].rating is None
    assert "cannot" in texts(found) or "can be compared only" in texts(found)


def test_one_and_several_are_told_apart() -> None:
    def lasting(*plies: int) -> Summary:
        return summary([replace(GAMES[0], opening=(), moves=("a",) * length) for length in plies])

    with using_language("pt"):
        pair = texts(summary([game(0, 0, 1, 0), game(0, 1, 0, 1)], sprt=Sprt(0, 10)))
        assert "1 ganha, 0 empatadas, 1 perdida." in pair
        assert "Por decidir depois de 1 par (LLR" in pair
        assert "2 ganhas, 0 empatadas, 0 perdidas." in texts(lasting(1, 1))
        assert "Cada partida durou 1 lance." in texts(lasting(1, 1))
        assert "Pelo menos metade das partidas durou 50 lances; a mais curta 50, a mais longa 90." in texts(
            lasting(50, 50, 50, 50, 90), 140
        )
        assert "Metade das partidas durou 2,5 a 3,5 lances; a mediana é 3, a mais curta 2" in texts(
            lasting(2, 3, 4), 140
        )
    assert "Each game lasted 50 plies." in texts(lasting(50, 50, 50))
    assert "1 game between 2 players" in arena_page(lasting(8))


def test_signs() -> None:
    assert [signed(value) for value in (3.2, -3.2, 0.3, -0.3)] == ["+3", "-3", "0", "0"]
    with using_language("pt"):
        assert signed(-2.944, 2) == "-2,94"
