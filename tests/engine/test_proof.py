"""Proofs: right where the answer is known, in agreement with brute force, and never more certain than they may be."""

from __future__ import annotations

import os
import random
import threading
import time
from typing import Any

import pytest

import tabuleiro
from tabuleiro.engine.errors import EngineError
from tabuleiro.engine.proof import Progress, Proof, Prover, prove
from tabuleiro.engine.proofnumbers import (
    ENTRY,
    LARGE,
    MOST_PLIES,
    NEVER,
    WAYS,
    against_of,
    keep,
    knowledge,
    look_up,
    plies_of,
    toward_of,
)
from tabuleiro.rules.position import Move, Position

SOLVED = {
    "breakthrough:2x4": 1,
    "breakthrough:3x4": 1,
    "breakthrough:4x4": 1,
    "breakthrough:2x5": 1,
    "breakthrough:3x5": 1,
    "breakthrough:4x5": 1,
    "breakthrough:2x6": 0,
    "breakthrough:3x6": 0,
}
"""Who wins with best play; known from the literature."""

TINY = {"breakthrough:2x4", "breakthrough:3x4"}
"""Small enough for plain Python."""

SMALL_GAMES = ("breakthrough:3x4", "breakthrough:2x5", "monkey-queen;n=6;h=4", "trench")
"""Games that brute force can play to their end, from some late positions at least."""

MOST_SEEN = 500
"""Brute force gives up on a position after this many."""

GAMES = (
    "breakthrough:5x5",
    "fields-of-action",
    "monkey-queen:6x6-6",
    "tafl:brandubh",
    "tafl:tablut",
    "trench",
    "tafl:tablut;no_capture_limit=30",
    "trench;ply_limit=30;repetition=3",
)


def wins_within(position: Position, player: int, plies: int) -> bool:
    """Can a player force a win within this many plies? By trying everything."""
    if position.outcome is not None:
        return position.outcome.winner == player
    if plies == 0:
        return False
    decide = any if position.turn == player else all
    return decide(wins_within(position.play(move), player, plies - 1) for move in position.legal_moves)


class TooMany(Exception):
    """Brute force has seen too many positions."""


def winner_of(position: Position, seen: dict[str, int | None]) -> int | None:
    """Who wins with best play in a game that cannot repeat, by trying everything; TooMany."""
    if position.outcome is not None:
        return position.outcome.winner
    fen = position.fen
    if fen not in seen:
        if len(seen) > MOST_SEEN:
            raise TooMany
        results = {winner_of(position.play(move), seen) for move in position.legal_moves}
        best: tuple[int | None, ...] = (position.turn, None, 1 - position.turn)
        seen[fen] = next(result for result in best if result in results)
    return seen[fen]


def late_positions(id: str, count: int, back: int, seed: int = 1) -> list[Position]:
    """Positions a few plies before the ends of random games, as if nothing had been played before."""
    game, chance = tabuleiro.game(id), random.Random(seed)
    found: list[Position] = []
    while len(found) < count:
        path = [game.start()]
        while path[-1].outcome is None and len(path) < 400:
            path.append(path[-1].play(chance.choice(path[-1].legal_moves)))
        if len(path) > back and path[-1].outcome is not None:
            found.append(game.position(path[-1 - chance.randint(1, back)].fen))
    return found


def check_line(position: Position, proof: Proof) -> None:
    """The line of a proof is legal, ends in the win that is claimed, and is no longer than is claimed."""
    assert proof.proved and proof.plies is not None
    assert 0 < len(proof.line) <= proof.plies
    for move in proof.line:
        assert move in position.legal_moves
        position = position.play(move)
    assert position.outcome is not None and position.outcome.winner == proof.winner


@pytest.mark.parametrize(
    "id", [pytest.param(id, marks=() if id in TINY else [pytest.mark.compiled, pytest.mark.soak]) for id in SOLVED]
)  # fmt: skip
def test_solved_boards_are_solved(id: str) -> None:
    start = tabuleiro.game(id).start()
    proof = prove(start)
    assert proof.winner == SOLVED[id]
    check_line(start, proof)
    other = prove(start, winner=1 - SOLVED[id])
    assert (other.winner, other.proved, other.plies, other.line) == (None, False, None, ())
    assert other.refuted[1 - SOLVED[id]]


@pytest.mark.compiled
@pytest.mark.skipif(not os.environ.get("TABULEIRO_SOAK"), reason="takes a minute")
def test_five_by_five_is_won_by_the_second_player() -> None:
    start = tabuleiro.game("breakthrough:5x5").start()
    proof = prove(start, hash_mb=512)
    assert proof.winner == 1
    check_line(start, proof)


@pytest.mark.parametrize("id", [*SMALL_GAMES[:-1], pytest.param(SMALL_GAMES[-1], marks=pytest.mark.soak)])
@pytest.mark.compiled
def test_proofs_agree_with_brute_force_to_the_end(id: str) -> None:
    compared = 0
    for position in late_positions(id, 30, 3 if id == "trench" else 5):
        try:
            winner = winner_of(position, {})
        except TooMany:
            continue
        compared += 1
        proof = prove(position, hash_mb=1)
        assert proof.winner == winner, position
        if winner is not None:
            check_line(position, proof)
            assert proof.plies is not None
            assert proof.plies > 4 or wins_within(position, winner, proof.plies), position
    assert compared >= 10


@pytest.mark.parametrize("id", GAMES)
@pytest.mark.compiled
def test_bounded_proofs_agree_with_brute_force(id: str) -> None:
    prover = Prover(tabuleiro.game(id), hash_mb=1)
    for position in late_positions(id, 8, 3):
        deepest = 3 if len(position.legal_moves) < 30 else 2
        for player in range(2):
            for plies in range(1, deepest + 1):
                expected = wins_within(position, player, plies)
                assert prover.wins(position, player, bound=plies) == expected, (position, player, plies)


@pytest.mark.parametrize("id", GAMES)
@pytest.mark.compiled
def test_a_proved_win_is_won_against_any_play(id: str) -> None:
    chance, proved = random.Random(2), 0
    for position in late_positions(id, 12, 5, seed=3):
        proof = prove(position, nodes=40_000, hash_mb=4)
        if proof.winner is None:
            continue
        proved += 1
        check_line(position, proof)
        assert not proof.refuted[proof.winner]
        prover = Prover(position.game, hash_mb=4)
        for _ in range(3):
            play_out(position, proof, prover, chance)
    assert proved >= 3, "late positions are often won"


def play_out(position: Position, proof: Proof, prover: Prover, chance: random.Random) -> None:
    """Play the proved side's moves against random ones: the game is won."""
    assert proof.winner is not None
    played = 0
    while position.outcome is None:
        move = chance.choice(position.legal_moves)
        if position.turn == proof.winner:
            assert prover.wins(position, proof.winner, nodes=200_000)
            won = [reply for reply in prover.replies() if against_of(reply[1]) == 0]
            move = Move(position, min(won, key=lambda reply: plies_of(reply[1]))[0])
        position = position.play(move)
        played += 1
        assert played < 100
    assert position.outcome.winner == proof.winner


@pytest.mark.compiled
def test_draws_are_nobodys_win() -> None:
    drawn = 0
    for position in late_positions("trench", 20, 1, seed=5):
        proof = prove(position, nodes=20_000, hash_mb=1)
        if proof.refuted == (True, True):
            assert (proof.winner, proof.proved, proof.plies, proof.line) == (None, False, None, ())
            assert not any(wins_within(position, player, 1) for player in range(2))
            drawn += 1
    assert drawn > 0, "many random battles end with equal points"


def quiet_wins(id: str) -> tuple[Position, Position]:
    """A position that is won in three plies by one quiet move only, and the position after that move."""
    prover = Prover(tabuleiro.game(id), hash_mb=1)
    for position in late_positions(id, 100, 4, seed=7):
        player = position.turn
        if wins_within(position, player, 1) or not prover.wins(position, player, bound=3):
            continue
        won = [move for move, known in prover.replies() if against_of(known) == 0]
        if len(won) == 1 and not Move(position, won[0]).captured:
            return position, position.play(Move(position, won[0]))
    raise AssertionError("no such position was met")


@pytest.mark.parametrize("id", ["tafl:brandubh", "fields-of-action"])
@pytest.mark.compiled
def test_a_win_by_repetition_is_not_claimed(id: str) -> None:
    position, after = quiet_wins(id)
    first = prove(position, winner=position.turn, nodes=20_000, hash_mb=1)
    assert first.proved and position.play(first.line[0]) == after
    # The same position in a game in which the one that follows has occurred twice: now the winning move does not win.
    again = Position(position.game, position.state, (after.key, (1, (after.key, (2, None)))))
    drawn = again.play(str(first.line[0])).outcome
    assert drawn is not None and drawn.winner != again.turn
    assert not wins_within(again, again.turn, 3)
    prover = Prover(position.game, hash_mb=1)
    assert prover.wins(again, again.turn, bound=3) is None, "not won, but not certainly so either"
    proof = prove(again, winner=again.turn, nodes=20_000, hash_mb=1)
    assert not proof.proved or str(proof.line[0]) != str(first.line[0])


@pytest.mark.compiled
def test_a_reply_that_repeats_is_seen_behind_what_is_foreseen() -> None:
    # The king has two ways out, so the attackers lose in two, unless a move of theirs brings a third occurrence about.
    position = tabuleiro.game("tafl:brandubh").position("7/2t4/2t4/1t2T2/7/K3t2/4T2 a")
    assert prove(position, winner=1, nodes=20_000, hash_mb=1).proved
    saved = position.play(position.legal_moves[0])
    again = Position(position.game, position.state, (saved.key, (1, (saved.key, (2, None)))))
    assert not wins_within(again, 1, 2)
    assert not prove(again, winner=1, nodes=20_000, hash_mb=1).proved


@pytest.mark.compiled
def test_a_game_that_only_goes_to_and_fro_is_not_decided() -> None:
    # A king shut in with one man outside, and attackers with nothing to do: nobody can force anything.
    position = tabuleiro.game("tafl:brandubh").start()
    proof = prove(position, nodes=30_000, hash_mb=1)
    assert (proof.winner, proof.proved, proof.line) == (None, False, ())
    assert proof.nodes >= 30_000


def test_a_finished_game_is_its_own_proof() -> None:
    over = tabuleiro.game("breakthrough").position("4P3/8/8/8/8/8/1p6/8 b")
    assert prove(over) == Proof(0, True, 0, 0, 0.0, (), (False, True))
    assert prove(over, winner=1) == Proof(None, False, None, 0, 0.0, (), (False, True))


def test_a_win_at_once_is_found() -> None:
    position = tabuleiro.game("breakthrough").position("8/4P3/8/8/8/8/1p6/8 w")
    proof = prove(position)
    assert (proof.winner, proof.plies, [move.origin for move in proof.line]) == (0, 1, ["e7"])


@pytest.mark.compiled
def test_the_same_nodes_give_the_same_answer() -> None:
    start = tabuleiro.game("breakthrough:4x5").start()
    first, second = (prove(start, nodes=100_000, hash_mb=2) for _ in range(2))
    assert not first.proved
    assert (first.nodes, first.line, first.refuted) == (second.nodes, second.line, second.refuted)
    position = late_positions("fields-of-action", 1, 5)[0]
    first, second = (prove(position, nodes=20_000, hash_mb=2) for _ in range(2))
    assert (first.winner, first.plies, first.nodes, first.line) == (
        second.winner,
        second.plies,
        second.nodes,
        second.line,
    )


@pytest.mark.compiled
def test_a_small_table_proves_the_same() -> None:
    start = tabuleiro.game("breakthrough:3x5").start()
    assert prove(start, hash_mb=1).winner == 1


def test_a_search_stops_when_it_is_told_to() -> None:
    start = tabuleiro.game("breakthrough").start()
    stop, told = threading.Event(), []

    def watch(progress: Progress) -> None:
        told.append(progress)
        stop.set()

    proof = prove(start, stop=stop, progress=watch, hash_mb=1)
    assert not proof.proved and proof.winner is None
    assert told[0].prover == 0 and told[0].to_prove > 0
    began = time.monotonic()
    assert not prove(start, seconds=0.05, hash_mb=1).proved
    assert time.monotonic() - began >= 0.05


@pytest.mark.parametrize(
    ("limits", "sentence"),
    [
        ({"seconds": 0}, "seconds must be above 0"),
        ({"seconds": float("nan")}, "seconds must be above 0"),
        ({"nodes": -1}, "nodes must"),
        ({"seconds": "1"}, "seconds must be above 0, not '1'"),
        ({"hash_mb": 0}, "1 to 65536 MB"),
        ({"hash_mb": 1.5}, "a whole number, not 1.5"),
        ({"winner": 2}, "winner must be 0, for the first player, or 1, for the second, not 2"),
        ({"winner": -1}, "winner must be"),
        ({"winner": 1.0}, "winner must be .* not 1.0"),
        ({"winner": "white"}, "winner must be .* not 'white'"),
    ],
)
def test_questions_that_cannot_be_are_refused(limits: dict[str, Any], sentence: str) -> None:
    with pytest.raises(EngineError, match=sentence):
        prove(tabuleiro.game("breakthrough:2x4").start(), **limits)


def test_an_absurd_number_of_nodes_is_only_a_limit() -> None:
    assert prove(tabuleiro.game("breakthrough:2x4").start(), nodes=10**30, hash_mb=1).winner == 1


def test_knowledge_is_packed_without_loss() -> None:
    for numbers in ((1, 1, 0), (0, NEVER, MOST_PLIES), (LARGE, 17, 3), (NEVER, 0, 511)):
        known = knowledge(*numbers)
        assert (toward_of(known), against_of(known), plies_of(known)) == numbers
    assert plies_of(knowledge(0, NEVER, 5000)) == MOST_PLIES


def test_the_table_gives_up_what_cost_least() -> None:
    import numpy

    table = numpy.zeros(2 * ENTRY * WAYS, dtype=numpy.int64)
    for n in range(WAYS):
        keep(table, 2 * n + 2, knowledge(n + 1, 1, 0), 1 << n + 1)
    keep(table, 100, knowledge(9, 9, 0), 100)
    assert look_up(table, 2) == 0, "it cost two positions"
    assert [toward_of(look_up(table, key)) for key in (4, 6, 8, 100)] == [2, 3, 4, 9]
    assert look_up(table, 3) == 0
    keep(table, 100, knowledge(7, 9, 0), 1)
    assert toward_of(look_up(table, 100)) == 7
