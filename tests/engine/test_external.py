"""Engines from outside: good ones, and all the ways in which bad ones fail."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
import threading
from pathlib import Path

import pytest

import tabuleiro
from tabuleiro.arena import workers
from tabuleiro.engine import external
from tabuleiro.engine.errors import EngineError, EngineFailed
from tabuleiro.engine.external import ExternalEngine, Program

GAME = tabuleiro.game("breakthrough")

SCRIPT = """
import subprocess, sys, threading
def say(*lines):
    print(*lines, sep="\\n", flush=True)
def hang():
    threading.Event().wait()
for line in sys.stdin:
    with open({log!r}, "a") as log:
        log.write(line)
    word = line.split()[0]
    if word in ("uci", "ugi"):
        say("hello there", "id name Scripted", *{options!r}, word + "ok")
    elif word == "isready":
        {ready}
    elif word == "go":
        {go}
    elif word == "quit":
        break
"""


class Scripted:
    """Writes little engines, and knows what they were told."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.log = folder / "log.txt"

    def command(self, go: str, ready: str = 'say("readyok")', options: tuple[str, ...] = ()) -> str:
        path = self.folder / "engine.py"
        path.write_text(SCRIPT.format(log=str(self.log), go=go, ready=ready, options=options), encoding="utf-8")
        return shlex.join([sys.executable, str(path)])

    def told(self, word: str) -> list[str]:
        return [line for line in self.log.read_text(encoding="utf-8").splitlines() if line.startswith(word)]


@pytest.fixture
def scripted(tmp_path: Path) -> Scripted:
    return Scripted(tmp_path)


def test_it_is_told_the_position_and_the_limits(scripted: Scripted) -> None:
    with ExternalEngine(scripted.command('say("info depth 1", "bestmove a2a3 ponder a7a6")'), GAME) as engine:
        assert engine.name == "Scripted"
        assert str(engine.choose(GAME.start(), nodes=7, depth=2)) == "a2-a3"
    assert scripted.told("position") == [f"position fen {GAME.start_fen()} - - 0 1"]
    assert scripted.told("go") == ["go nodes 7 depth 2"]
    assert scripted.told("quit") == ["quit"]


def test_it_is_told_what_has_been_played_in_between(scripted: Scripted) -> None:
    go = 'say("bestmove " + ("a2a3" if "moves" not in before else "a3a4"))'
    command = scripted.command(go).replace("engine.py", "remembering.py")
    text = (scripted.folder / "engine.py").read_text(encoding="utf-8")
    text = text.replace(
        '    elif word == "go"', '    elif word == "position":\n        before = line\n    elif word == "go"'
    )
    (scripted.folder / "remembering.py").write_text(text, encoding="utf-8")
    with ExternalEngine(command, GAME) as engine:
        position = GAME.start()
        for answer in ("h7h6", "h6h5"):
            position = position.play(engine.choose(position, clocks=(60.0, 30.0), increment=0.5)).play(answer)
        engine.new_game()
        engine.choose(GAME.start(), seconds=0.25)
    start = f"position fen {GAME.start_fen()} - - 0 1"
    assert scripted.told("position") == [start, f"{start} moves a2a3 h7h6", start]
    assert scripted.told("go") == ["go wtime 60000 btime 30000 winc 500 binc 500"] * 2 + ["go movetime 250"]
    assert scripted.told("ucinewgame") == ["ucinewgame"]


def test_ugi_is_spoken_to_who_speaks_it(scripted: Scripted) -> None:
    with ExternalEngine(scripted.command('say("bestmove a2a3")'), GAME, ugi=True) as engine:
        engine.new_game()
        assert str(engine.choose(GAME.start(), clocks=(1.0, 2.0))) == "a2-a3"
    assert scripted.told("go") == ["go p1time 1000 p2time 2000 p1inc 0 p2inc 0"]
    assert scripted.told("u") == ["ugi", "uginewgame"]


def test_what_it_says_too_much_is_no_answer_to_the_next_question(scripted: Scripted) -> None:
    go = "asked = len(open(log.name).read().split('go ')); say(*['bestmove ' + ('a2a3', 'b2b3')[asked - 2]] * 2)"
    with ExternalEngine(scripted.command(go), GAME) as engine:
        assert [str(engine.choose(GAME.start(), nodes=1)) for _ in range(2)] == ["a2-a3", "b2-b3"]


OPTIONS = (
    "option name UCI_Variant type combo default chess var chess var breakthrough",
    "option name Hash type spin default 16 min 1 max 64",
)


def test_the_game_and_the_options_are_set(scripted: Scripted) -> None:
    ExternalEngine(scripted.command("pass", options=OPTIONS), GAME, options={"hash": 32}).close()
    assert scripted.told("setoption") == [
        "setoption name UCI_Variant value breakthrough",
        "setoption name Hash value 32",
    ]


def test_what_it_does_not_offer_is_refused(scripted: Scripted) -> None:
    command = scripted.command("pass", options=OPTIONS)
    with pytest.raises(EngineError, match="does not play tafl; it plays chess, breakthrough"):
        ExternalEngine(command, tabuleiro.game("tafl"))
    with pytest.raises(EngineError, match="does not play breakthrough:7x7"):
        ExternalEngine(command, tabuleiro.game("breakthrough:7x7"))
    with pytest.raises(EngineError, match="no option 'Book'; it has UCI_Variant, Hash"):
        ExternalEngine(command, GAME, options={"Book": "x"})
    with pytest.raises(EngineError, match="it may be 1…64"):
        ExternalEngine(command, GAME, options={"Hash": 65})
    with pytest.raises(EngineError, match="no option 'Book'; it has none at all") as caught:
        ExternalEngine(scripted.command("pass"), GAME, options={"Book": "x"})
    with tabuleiro.using_language("pt"):
        assert str(caught.value) == "O motor Scripted não tem a opção 'Book'; não tem nenhuma."


def test_what_it_says_does_nothing_to_a_terminal(scripted: Scripted) -> None:
    name = ("id name \x1b[31mRed\x07\x9b2J",)
    with ExternalEngine(scripted.command("pass", options=name), GAME) as engine:
        assert engine.name == "[31mRed  2J"


def test_who_lists_our_ids_knows_them_all(scripted: Scripted) -> None:
    options = ("option name UCI_Variant type combo default tafl var tafl var tafl:brandubh",)
    game = tabuleiro.game("tafl:tablut;king_armed=no")
    ExternalEngine(scripted.command("pass", options=options), game).close()
    assert scripted.told("setoption") == [f"setoption name UCI_Variant value {game.id}"]


PATIENCE = 60.0
"""Seconds for what takes no time, however busy the machine."""

HANGS = {
    "hangs": ("hang()", r"did not answer 'go movetime 10' within 0.21 seconds; .* 'readyok'"),
    "talks without end": ('while True: say("y")', r"did not answer 'go movetime 10'"),
}

FAILURES = {
    "ends": ("sys.exit(3)", "ended by itself instead of answering 'go movetime 10'"),
    "ends with a complaint": ("raise RuntimeError('no book')", "RuntimeError: no book"),
    "plays what it may not": ('say("bestmove a2a5")', r"played 'a2a5', which cannot be played: .* too far"),
    "plays the other side": ('say("bestmove a7a6")', "The piece on a7 is not yours"),
    "talks nonsense": ('say("bestmove \\\\xff\\\\0%s")', "is not a move"),
    "gives no move": ('say("bestmove (none)")', "gave no move"),
    "says nothing of the move": ('say("bestmove")', "gave no move"),
}


@pytest.mark.parametrize("name", [*HANGS, *FAILURES])
def test_failures_while_it_plays(scripted: Scripted, name: str) -> None:
    go, message = (HANGS | FAILURES)[name]
    with ExternalEngine(scripted.command(go), GAME, grace=0.2 if name in HANGS else PATIENCE) as engine:
        for _ in range(2):  # it is started anew for the next game
            with pytest.raises(EngineFailed, match=message):
                engine.choose(GAME.start(), seconds=0.01)
            engine.new_game()


@pytest.mark.parametrize(
    ("ready", "message"),
    [("hang()", "did not answer 'isready' within 0.5 seconds"), ("sys.exit()", "'isready'")],
)
def test_failures_while_it_starts(scripted: Scripted, ready: str, message: str) -> None:
    with pytest.raises(EngineFailed, match=message):
        ExternalEngine(scripted.command("pass", ready=ready), GAME, start_seconds=PATIENCE, ready_seconds=0.5)


def test_what_hung_is_told_as_the_language_writes_numbers(scripted: Scripted) -> None:
    with pytest.raises(EngineFailed) as failed:
        ExternalEngine(scripted.command("pass", ready="hang()"), GAME, start_seconds=PATIENCE, ready_seconds=0.5)
    with tabuleiro.using_language("pt"):
        assert "não respondeu a 'isready' em 0,5 segundos" in str(failed.value.message)


def test_its_patience_ends_before_that_of_the_arena() -> None:
    assert external.PATIENCE + external.GRACE < workers.PATIENCE


def test_what_is_no_engine() -> None:
    with pytest.raises(EngineFailed, match="/no-such-engine --quick cannot be started: there is no such program"):
        ExternalEngine("/anywhere/no-such-engine --quick", GAME)
    with pytest.raises(EngineFailed) as caught:
        ExternalEngine("/", GAME)
    with tabuleiro.using_language("pt"):
        assert str(caught.value) == "O motor / não pode ser iniciado: sem permissão."
    for command in ("", "  ", "'"):
        with pytest.raises(EngineError, match="not a command that starts an engine"):
            ExternalEngine(command, GAME)


def test_it_is_not_asked_what_has_no_answer(scripted: Scripted) -> None:
    with ExternalEngine(scripted.command("hang()"), GAME) as engine:
        with pytest.raises(EngineError, match="The game is over"):
            engine.choose(GAME.position("8/8/8/8/8/8/PP6/p7 w"))
        with pytest.raises(EngineError, match="this player plays breakthrough"):
            engine.choose(tabuleiro.game("tafl").start())


def test_it_plays_no_more_once_it_is_closed(scripted: Scripted) -> None:
    engine = ExternalEngine(scripted.command('say("bestmove a2a3")'), GAME)
    engine.close()
    with pytest.raises(EngineError, match="has been closed"):
        engine.choose(GAME.start())
    with pytest.raises(EngineError, match="has been closed"):
        engine.new_game()
    engine.close()
    assert scripted.told("uci") == ["uci"], "it was not started again"


def test_it_can_be_told_to_move_now(scripted: Scripted) -> None:
    go = 'say("thinking") if sys.stdin.readline().strip() == "stop" else None; say("bestmove b2b3")'
    hear = Program.hear

    def stop_and_hear(program: Program, deadline: float) -> str:
        engine.stop()
        return hear(program, deadline)

    with ExternalEngine(scripted.command(go), GAME) as engine, pytest.MonkeyPatch.context() as patch:
        patch.setattr(Program, "hear", stop_and_hear)
        assert str(engine.choose(GAME.start(), seconds=PATIENCE)) == "b2-b3"


# --- nothing is left behind: a pipe that the engine and its child hold open comes to its end when both are gone ---


class Holders:
    """Who holds a named pipe open: an engine that is getting ready, and its child."""

    def __init__(self, path: Path) -> None:
        os.mkfifo(path)
        child = "import threading; threading.Event().wait()"
        self.ready = (
            f"import os; keep = open({str(path)!r}, 'w'); os.set_inheritable(keep.fileno(), True); "
            f"subprocess.Popen([sys.executable, '-c', {child!r}], close_fds=False); say('readyok')"
        )
        self._reader = threading.Thread(target=path.read_bytes, daemon=True)
        self._reader.start()

    def are_gone(self) -> bool:
        """Wait until nobody holds the pipe any more."""
        self._reader.join(PATIENCE)
        return not self._reader.is_alive()


@pytest.fixture
def holders(tmp_path: Path) -> Holders:
    return Holders(tmp_path / "pipe")


needs_pipes = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")


@needs_pipes
@pytest.mark.parametrize(
    ("go", "fails", "grace"),
    [
        ("hang()", True, 0.1),
        ("sys.exit()", True, PATIENCE),
        ('say("bestmove a1a1")', True, PATIENCE),
        ('say("bestmove a2a3")', False, PATIENCE),
    ],
)
def test_its_children_end_with_it(scripted: Scripted, holders: Holders, go: str, fails: bool, grace: float) -> None:
    engine = ExternalEngine(scripted.command(go, holders.ready), GAME, grace=grace)
    if fails:
        with pytest.raises(EngineFailed):
            engine.choose(GAME.start(), seconds=0.1)
    else:
        engine.choose(GAME.start(), seconds=0.1)
        engine.close()
    assert holders.are_gone()


@needs_pipes
def test_it_ends_when_its_game_is_interrupted(scripted: Scripted, holders: Holders) -> None:
    engine = ExternalEngine(scripted.command("pass", holders.ready), GAME)
    with pytest.raises(KeyboardInterrupt), pytest.MonkeyPatch.context() as patch:
        patch.setattr(Program, "hear", interrupt)
        engine.choose(GAME.start())
    assert holders.are_gone()


def interrupt(*_: object) -> str:
    raise KeyboardInterrupt


@needs_pipes
@pytest.mark.parametrize("end", ["", "raise SystemExit(1)", "1 / 0"])
def test_it_ends_with_the_process_that_started_it(scripted: Scripted, holders: Holders, end: str) -> None:
    command = scripted.command("pass", holders.ready)
    script = f"""
import tabuleiro
from tabuleiro.engine.external import ExternalEngine
engine = ExternalEngine({command!r}, tabuleiro.game("breakthrough"))
{end}
"""
    process = subprocess.run([sys.executable, "-c", script], stderr=subprocess.DEVNULL)
    assert process.returncode == bool(end)
    assert holders.are_gone()


# --- real engines ---

SERVE = "from tabuleiro.cli import protocol; protocol."


@pytest.mark.compiled
def test_our_own_server_plays_itself() -> None:
    game = tabuleiro.game("tafl:brandubh;king_armed=no")
    commands = [shlex.join([sys.executable, "-c", f"{SERVE}{name}()"]) for name in ("uci", "ugi")]
    with ExternalEngine(commands[0], game) as first, ExternalEngine(commands[1], game, ugi=True) as second:
        assert first.name.startswith("tabuleiro")
        position = game.start()
        for _ in range(40):
            if position.outcome is not None:
                break
            position = position.play((first, second)[position.turn].choose(position, nodes=60))


@pytest.mark.compiled
def test_our_own_server_plays_a_whole_game_on_the_clock() -> None:
    game = tabuleiro.game("breakthrough:5x5")
    with ExternalEngine(shlex.join([sys.executable, "-c", f"{SERVE}uci()"]), game) as engine:
        position = game.start()
        while position.outcome is None:
            position = position.play(engine.choose(position, clocks=(0.5, 0.5)))
        assert position.outcome.winner is not None


STOCKFISH = shutil.which("fairy-stockfish") or shutil.which("fairy-stockfish", path="/usr/games")


@pytest.mark.skipif(STOCKFISH is None, reason="fairy-stockfish is not installed")
def test_a_whole_game_of_fairy_stockfish() -> None:
    with ExternalEngine(str(STOCKFISH), GAME, options={"Threads": 1, "Hash": 1}) as engine:
        position = GAME.start()
        while position.outcome is None:
            move = engine.choose(position, nodes=200) if position.turn else position.legal_moves[0]
            position = position.play(move)
        assert position.outcome.winner == 1
