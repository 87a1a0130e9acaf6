"""Players by name."""

from __future__ import annotations

import shlex
import subprocess
import sys
from pathlib import Path
from typing import Unpack

import pytest

import tabuleiro
from tabuleiro.engine.errors import EngineError
from tabuleiro.engine.players import EnginePlayer, Thinking, make_player, settings_of
from tabuleiro.rules.position import Move, Position

GAME = tabuleiro.game("breakthrough:5x5")


@pytest.mark.parametrize(
    "name",
    [
        "random",
        " Random ",
        "4",
        "4.5",
        "level:1",
        "Level : 2,5",
        "2,5,nodes=2000",
        "level:2,nodes=2000",
        "alphabeta:nodes=50",
        "alphabeta:depth=1,hash=1",
    ],
)
def test_players_play(name: str) -> None:
    player = make_player(name, GAME, seed=3)
    try:
        player.new_game()
        assert player.choose(GAME.start(), nodes=2000) in GAME.start().legal_moves
        player.stop()
        with pytest.raises(EngineError, match="The game is over"):
            player.choose(GAME.position("5/5/5/PP3/p4 w"))
    finally:
        player.close()


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("", "There is no player ''; there are random, level:1 to level:10"),
        ("deep-blue", "There is no player 'deep-blue'"),
        ("random:3", "There is no player 'random:3'"),
        ("0", "There is no player '0'"),
        ("level:10.5", "There is no player 'level:10.5'"),
        ("4.2", "half levels such as 4.5 too"),
        ("level:11", "There is no player 'level:11'"),
        ("level:", "There is no player 'level:'"),
        ("alphabeta:nodes", "nodes .* cannot be ''"),
        ("alphabeta:nodes=0", "a number from 1 to"),
        ("alphabeta:seconds=-1", "seconds .* cannot be '-1'"),
        ("alphabeta:speed=9", "no setting 'speed'; it may have seconds=, nodes="),
        ("4,depth=x", "depth .* cannot be 'x'"),
        ("alphabeta:depth=121", "depth .* cannot be '121'; it is a number from 1 to 120"),
        ("uci:", "not a command that starts an engine"),
        ("uci:nodes=0 program", "nodes .* cannot be '0'"),
        ("uci:depth=10000 program", "depth .* cannot be '10000'; it is a number from 1 to 9999"),
        ("uci:no-such-engine-anywhere", "cannot be started"),
    ],
)
def test_what_is_no_player(name: str, message: str) -> None:
    with pytest.raises(EngineError, match=message):
        make_player(name, GAME)


def test_what_holds_no_weights(tmp_path: Path) -> None:
    letter = tmp_path / "letter.json"
    letter.write_text("hello", encoding="utf-8")
    for file, message in (
        (tmp_path / "nowhere.json", "nowhere.json cannot be read: there is no such file"),
        (tmp_path, "cannot be read: it is a folder"),
        (letter, "letter.json does not hold weights of breakthrough"),
    ):
        with pytest.raises(EngineError, match=message):
            make_player(f"alphabeta:weights={file}", GAME)


def test_what_is_no_player_in_portuguese() -> None:
    with tabuleiro.using_language("pt"), pytest.raises(EngineError) as caught:
        make_player("ninguém", GAME)
    with tabuleiro.using_language("pt"):
        assert "Não há nenhum jogador 'ninguém'; há random" in str(caught.value)


def test_chance_follows_the_seed() -> None:
    def some_moves(seed: int) -> list[str]:
        player = make_player("random", GAME, seed=seed)
        return [str(player.choose(GAME.start())) for _ in range(20)]

    assert some_moves(1) == some_moves(1) != some_moves(2)


class Listening:
    """An engine that remembers what it is asked."""

    def __init__(self) -> None:
        self.asked: list[dict[str, object]] = []

    def choose(self, position: Position, **thinking: Unpack[Thinking]) -> Move:
        self.asked.append({name: value for name, value in thinking.items() if value is not None})
        return position.legal_moves[0]

    def stop(self) -> None: ...
    def new_game(self, seed: int | None = None) -> None: ...
    def close(self) -> None: ...


def test_limits_of_the_name_go_before_those_of_the_game() -> None:
    engine = Listening()
    EnginePlayer("a", engine, {"nodes": 5, "threads": 2}).choose(GAME.start(), seconds=3.0, clocks=(1.0, 1.0))
    EnginePlayer("a", engine, {"threads": 2}).choose(GAME.start(), seconds=3.0, clocks=(1.0, 1.0))
    assert engine.asked == [{"nodes": 5}, {"seconds": 3.0, "clocks": (1.0, 1.0)}]


@pytest.mark.parametrize(
    ("name", "settings"),
    [
        ("random", {}),
        ("level:2", {}),
        ("4,nodes=9", {"nodes": 9}),
        (" AlphaBeta : seconds=0.5, weights=a.json", {"seconds": 0.5, "weights": "a.json"}),
        ("uci:depth=3 Hash=1 program seconds=9", {"depth": 3}),
        ("uci:depth=200 program", {"depth": 200}),
    ],
)
def test_what_a_name_sets_is_known_without_the_player(name: str, settings: dict[str, object]) -> None:
    assert settings_of(name, GAME) == settings


ENGINE = """
import sys
for line in sys.stdin:
    print(line.strip(), file=sys.stderr)
    with open({log!r}, "a") as log:
        log.write(line)
    if line.startswith("uci"):
        print("id name Told", "option name Skill Level type spin default 1 min 0 max 9", "uciok", sep="\\n", flush=True)
    elif line.startswith("isready"):
        print("readyok", flush=True)
    elif line.startswith("go"):
        print("bestmove a2a3", flush=True)
"""


def test_a_program_with_settings(tmp_path: Path) -> None:
    program, log = tmp_path / "an engine.py", tmp_path / "log"
    program.write_text(ENGINE.format(log=str(log)), encoding="utf-8")
    player = make_player(f"uci:'Skill Level=7' nodes=9 {shlex.join([sys.executable, str(program)])} a=b", GAME)
    assert player.name == "Told"
    assert str(player.choose(GAME.start(), seconds=1.0)) == "a2-a3"
    player.close()
    told = log.read_text(encoding="utf-8").splitlines()
    assert "setoption name Skill Level value 7" in told
    assert "go nodes 9" in told


def test_the_sentence_about_players_shows_how_a_program_has_two_settings() -> None:
    with pytest.raises(EngineError, match=r"uci:Hash=64 Threads=2 COMMAND"):
        make_player("nobody", GAME)


def test_players_that_need_no_compiler_do_not_load_it() -> None:
    script = "import sys, tabuleiro.engine.players; print('numba' in sys.modules, 'numpy' in sys.modules)"
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert run.stdout.split() == ["False", "False"]
