"""An outside engine as a player: any program that speaks UCI or UGI, watched while it thinks.

A program that hangs, ends, talks nonsense or plays what it may not is ended, with all processes that it has started,
and `EngineFailed` says what happened: its side has lost. Nothing is left behind when the player is closed, when this
process ends, or when it is interrupted while the program thinks.
"""

from __future__ import annotations

import atexit
import contextlib
import os
import queue
import re
import shlex
import signal
import subprocess
import threading
import time
import weakref
from collections.abc import Callable, Iterator, Mapping
from typing import IO

from tabuleiro.engine import uci
from tabuleiro.engine.analysis import Analysis
from tabuleiro.engine.errors import EngineError, EngineFailed
from tabuleiro.messages import protocol, reason_text
from tabuleiro.messages.faults import NO_PROGRAM, fault_text
from tabuleiro.messages.numbers import decimal
from tabuleiro.rules.errors import IllegalMove, InvalidMove
from tabuleiro.rules.game import Game
from tabuleiro.rules.position import Move, Position
from tabuleiro.rules.texts import Text, same

START_SECONDS = 20.0
"""How long a program may take to say which protocol it speaks."""

READY_SECONDS = 180.0
"""How long a program may take to get ready: it may have to compile first."""

GRACE = 5.0
"""How many seconds beyond its time a program may take to move before it counts as hanging."""

PATIENCE = 540.0
"""How many seconds a program may take for a move that is limited by nodes or depth alone: less than the arena waits for whoever
plays a game, which knows neither what the program last said nor the moves that were played.
"""

QUIT_SECONDS = 1.0
"""How long a program has to quit before it is ended."""

LONGEST_LINE = 65536
"""A longer line of a program's output is split."""

MOST_UNHEARD = 10_000
"""A program with more unread lines than this is not read from until it is asked something."""

THINKING_SECONDS = 1.0
"""How long to think if there is no limit."""

EXAMPLE = "fairy-stockfish"

_CONTROLS = re.compile(r"[\x00-\x1f\x7f-\x9f]")


class Ended(Exception):
    """The program has ended, or has closed its output."""


class Silent(Exception):
    """The program has not answered in time."""


class Program:
    """A program that we talk to in lines, started without a shell in a process group of its own."""

    _running: weakref.WeakSet[Program] = weakref.WeakSet()

    def __init__(self, words: list[str]) -> None:
        """Start it; OSError."""
        self._process = subprocess.Popen(
            words,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,  # to end it with its children, and to keep Ctrl-C from it
        )
        self._owner = os.getpid()
        self._has_ended = False
        self._is_waited_for = False
        self._ending = threading.Lock()
        self._lines: queue.Queue[str | None] = queue.Queue(MOST_UNHEARD)
        self.last_line = ""
        self._readers = [self._start(self._read), self._start(self._listen)]
        self._watcher = self._start(self._watch)
        self._running.add(self)

    @staticmethod
    def _start(target: Callable[[], None]) -> threading.Thread:
        thread = threading.Thread(target=target, daemon=True)
        thread.start()
        return thread

    def _read(self) -> None:
        """Pass on the program's output, and its end."""
        for line in _lines_of(self._process.stdout):
            if line and not self._has_ended:
                self.last_line = line
                self._lines.put(line)
        self._lines.put(None)

    def _listen(self) -> None:
        """Remember the last line of the program's error stream."""
        for line in _lines_of(self._process.stderr):
            self.last_line = line or self.last_line

    def _watch(self) -> None:
        """Once the program has ended, end its children, which would keep its output open."""
        if hasattr(os, "waitid"):
            with contextlib.suppress(ChildProcessError):
                os.waitid(os.P_PID, self._process.pid, os.WEXITED | os.WNOWAIT)
            self._kill()

    def say(self, line: str) -> None:
        """Send a line to the program; Ended."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(f"{line}\n".encode())
            self._process.stdin.flush()
        except (OSError, ValueError):
            raise Ended from None

    def hear(self, deadline: float) -> str:
        """The program's next line, if it comes before this moment of `time.monotonic`; Silent, Ended."""
        left = deadline - time.monotonic()
        try:
            line = self._lines.get(timeout=max(0.0, left))
        except queue.Empty:
            raise Silent from None
        if left < 0.0:  # it talks without end
            raise Silent
        if line is None:
            self._lines.put(None)
            raise Ended
        return line

    def end(self, politely: bool = True) -> None:
        """End the program and its children; `politely` gives it a moment to quit by itself."""
        if self._has_ended or self._owner != os.getpid():
            return
        self._has_ended = True
        self._running.discard(self)
        if politely:
            with contextlib.suppress(Ended):
                self.say("quit")
            self._readers[0].join(QUIT_SECONDS)
        self._kill()
        with self._ending:
            self._process.wait()
            self._is_waited_for = True
        self._clear_away()

    def _kill(self) -> None:
        """Kill the whole group. Its number cannot be reused until we have waited for the program."""
        with self._ending, contextlib.suppress(OSError):
            if self._is_waited_for:
                return
            if hasattr(os, "killpg"):
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()

    def _clear_away(self) -> None:
        """Close the pipes once their readers are at the end."""
        with contextlib.suppress(queue.Empty):
            while True:
                self._lines.get_nowait()
        with contextlib.suppress(OSError):
            assert self._process.stdin is not None
            self._process.stdin.close()
        self._watcher.join(QUIT_SECONDS)
        for reader, stream in zip(self._readers, (self._process.stdout, self._process.stderr), strict=True):
            reader.join(QUIT_SECONDS)
            if stream is not None and not reader.is_alive():
                stream.close()

    @classmethod
    def end_all(cls) -> None:
        """End all programs that still run."""
        for program in list(cls._running):
            program.end(politely=False)


atexit.register(Program.end_all)


def _lines_of(stream: IO[bytes] | None) -> Iterator[str]:
    """The lines of a stream, with spaces for characters that would affect a terminal."""
    assert stream is not None
    lines = iter(lambda: stream.readline(LONGEST_LINE), b"")
    return (_CONTROLS.sub(" ", line.decode("utf-8", "replace")).strip() for line in lines)


class ExternalEngine:
    """A program that speaks UCI (or UGI) as a player of a game.

    It is started when it is first needed, and again after it has failed.
    """

    def __init__(
        self,
        command: str,
        game: Game,
        *,
        options: Mapping[str, str | int] | None = None,
        ugi: bool = False,
        grace: float = GRACE,
        start_seconds: float = START_SECONDS,
        ready_seconds: float = READY_SECONDS,
    ) -> None:
        """The player started by this command line, with these options of its own set; EngineError."""
        self.game = game
        self.grace = grace
        self.start_seconds = start_seconds
        self.ready_seconds = ready_seconds
        self._words = words_of(command)
        self._command = _short(command)
        self._options = {name: str(value) for name, value in (options or {}).items()}
        self._ugi = ugi
        self._program: Program | None = None
        self._is_closed = False
        self._offers: dict[str, uci.OptionOffer] = {}
        self._start: Position | None = None
        self._moves: list[Move] = []
        self._last: Position | None = None
        self.name = self._words[0].rpartition("/")[2]
        self._begin()

    # --- what a player does ---
    def choose(
        self,
        position: Position,
        *,
        seconds: float | None = None,
        nodes: int | None = None,
        depth: int | None = None,
        clocks: tuple[float, float] | None = None,
        increment: float = 0.0,
        watch: Callable[[Analysis], None] | None = None,
    ) -> Move:
        """The program's move; EngineFailed if it does not play one."""
        self._check(position)
        if seconds is None and nodes is None and depth is None and clocks is None:
            seconds = THINKING_SECONDS
        limits = uci.GoLimits(seconds, clocks, (increment, increment), nodes=nodes, depth=depth)
        times = [time for time in (seconds, None if clocks is None else clocks[position.turn]) if time is not None]
        try:
            program = self._program or self._begin()
            self._say(program, self._position_command(position))
            self._ready(program)  # so that nothing earlier can be taken for its answer
            command = uci.write_go(limits, self._ugi)
            self._say(program, command)
            answer = self._answer(program, "bestmove", command, min(times, default=PATIENCE) + self.grace)
            move = self._move(position, answer)
        except BaseException:
            self._abandon()
            raise
        self._moves.append(move)
        self._last = position.play(move)
        return move

    def stop(self) -> None:
        """Tell the program, from any thread, to move now."""
        program = self._program
        if program is not None:
            with contextlib.suppress(Ended):
                program.say("stop")

    def new_game(self, seed: int | None = None) -> None:
        """Tell the program that a new game begins; it has no use for the seed."""
        self._start = self._last = None
        if self._program is None:
            self._begin()
            return
        try:
            self._say(self._program, "uginewgame" if self._ugi else "ucinewgame")
            self._ready(self._program)
        except BaseException:
            self._abandon()
            raise

    def close(self) -> None:
        """End the program; this player cannot be used any more."""
        self._is_closed = True
        program, self._program = self._program, None
        if program is not None:
            program.end()

    def __enter__(self) -> ExternalEngine:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # --- starting ---
    def _begin(self) -> Program:
        """Start the program, agree on the protocol, set its options and the game; EngineError once the player is closed."""
        if self._is_closed:
            raise EngineError(protocol.CLOSED)
        self._start = self._last = None
        try:
            self._program = program = Program(self._words)
        except (OSError, ValueError) as error:
            why = NO_PROGRAM if isinstance(error, FileNotFoundError) else fault_text(error)
            raise EngineFailed(protocol.NOT_STARTED.fill(command=self._command, why=why)) from None
        try:
            self._shake_hands(program)
            self._set_options(program)
            self._ready(program)
        except BaseException:
            self._abandon()
            raise
        return program

    def _shake_hands(self, program: Program) -> None:
        greeting = "ugi" if self._ugi else "uci"
        self._say(program, greeting)
        deadline = time.monotonic() + self.start_seconds
        while (line := self._hear(program, greeting, deadline, self.start_seconds)).split()[0] != f"{greeting}ok":
            offer = uci.read_option(line)
            if offer is not None:
                self._offers[offer.name.lower()] = offer
            elif line.startswith("id name "):
                self.name = line.removeprefix("id name ").strip()

    def _set_options(self, program: Program) -> None:
        variant = self._offers.get("uci_variant")
        if variant is not None:
            self._say(program, uci.write_setting(variant.name, self._variant(variant)))
        for name, value in self._options.items():
            offer = self._offers.get(name.lower())
            if offer is None:
                offered = ", ".join(offer.name for offer in self._offers.values())
                sentence = protocol.NO_SUCH_OPTION if offered else protocol.NO_OPTIONS
                raise EngineError(sentence.fill(name=self.name, option=name, offered=offered))
            if not offer.admits(value):
                raise EngineError(
                    protocol.BAD_OPTION.fill(name=self.name, option=offer.name, value=value, allowed=offer.allowed)
                )
            self._say(program, uci.write_setting(offer.name, value))

    def _variant(self, offer: uci.OptionOffer) -> str:
        """The program's name for this game; EngineError if it does not play it."""
        name = uci.variant_name(self.game)
        # A program that lists ids of ours knows all of them: there are too many to list.
        knows_ids = any(":" in word for word in offer.words) and self.game.name in offer.words
        if offer.type == "combo" and name not in offer.words and not knows_ids:
            raise EngineError(protocol.FOREIGN_GAME.fill(name=self.name, game=name, offered=_some(offer.words)))
        return name

    def _ready(self, program: Program) -> None:
        self._say(program, "isready")
        self._answer(program, "readyok", "isready", self.ready_seconds)

    # --- talking ---
    def _say(self, program: Program, command: str) -> None:
        try:
            program.say(command)
        except Ended:
            raise self._ended(program, command) from None

    def _hear(self, program: Program, command: str, deadline: float, seconds: float) -> str:
        try:
            return program.hear(deadline)
        except Silent:
            said = _said(program)
            raise EngineFailed(
                protocol.SILENT.fill(name=self.name, command=_short(command), seconds=decimal(seconds), said=said)
            ) from None
        except Ended:
            raise self._ended(program, command) from None

    def _answer(self, program: Program, word: str, command: str, seconds: float) -> list[str]:
        """Send a command; the words of the answer that begins with `word`. Other lines are ignored."""
        deadline = time.monotonic() + seconds
        while True:
            words = self._hear(program, command, deadline, seconds).split()
            if words[0] == word:
                return words

    def _ended(self, program: Program, command: str) -> EngineFailed:
        program.end(politely=False)  # its last lines have arrived by now
        return EngineFailed(protocol.ENDED.fill(name=self.name, command=_short(command), said=_said(program)))

    def _abandon(self) -> None:
        """End the program, which cannot be trusted any more."""
        program, self._program = self._program, None
        if program is not None:
            program.end(politely=False)

    # --- positions and moves ---
    def _check(self, position: Position) -> None:
        if position.game != self.game:
            raise EngineError(protocol.OTHER_GAME.fill(other=position.game.id, game=self.game.id))
        outcome = position.outcome
        if outcome is not None:
            raise EngineError(protocol.GAME_OVER.fill(reason=reason_text(outcome.reason)))

    def _position_command(self, position: Position) -> str:
        """The command that sets the position; with the moves so far if it continues the last one."""
        if not self._follow(position):
            self._start, self._moves = position, []
        assert self._start is not None
        text = f"position fen {uci.write_position(self._start)}"
        return f"{text} moves {' '.join(map(uci.write_move, self._moves))}" if self._moves else text

    def _follow(self, position: Position) -> bool:
        """Does this position follow from the last one by one move, with the same past? If so, remember that move."""
        if self._last is None:
            return False
        for move in self._last.legal_moves:
            after = self._last.play(move)
            if after == position and after.earlier_keys == position.earlier_keys:
                self._moves.append(move)
                return True
        return False

    def _move(self, position: Position, answer: list[str]) -> Move:
        """The move in the program's answer; EngineFailed."""
        given = answer[1] if len(answer) > 1 else ""
        if given in {"", "(none)", "0000", "NULL", "none"}:
            raise EngineFailed(protocol.NO_MOVE.fill(name=self.name, given=given))
        try:
            return uci.read_move(position, given)
        except (InvalidMove, IllegalMove) as error:
            message = error.message if isinstance(error.message, Text) else same(error.message)
            raise EngineFailed(protocol.BAD_MOVE.fill(name=self.name, move=_short(given), why=message)) from None


def words_of(command: str) -> list[str]:
    """The words of a command line; EngineError."""
    try:
        words = shlex.split(command)
    except ValueError:
        words = []
    if not words:
        raise EngineError(protocol.NOT_A_COMMAND.fill(command=_short(command), example=EXAMPLE))
    return words


def _said(program: Program) -> Text:
    return protocol.LAST_SAID.fill(line=_short(program.last_line)) if program.last_line else same("")


def _short(text: str) -> str:
    return text if len(text) <= 80 else text[:77] + "..."


def _some(words: tuple[str, ...]) -> str:
    return ", ".join(words if len(words) <= 12 else (*words[:12], "…"))
