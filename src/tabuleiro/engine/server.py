"""The engine for other programs: UCI as Fairy-Stockfish speaks it for variants, and UGI, over two streams of lines.

The search runs in a thread of its own: `isready`, `stop` and `quit` are answered at once. What would change what is searched
waits until a search that ends by itself has ended, and so does the end of the input: a script that says what it wants to know
and no more is told. One that counts and then quits, as people do at a shell, has a few seconds for it. What cannot be done is
answered with a sentence behind `info string` and changes nothing; unknown words before a command are passed over, as the
protocol asks.
"""

from __future__ import annotations

import contextvars
import re
import threading
import time
from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, TextIO

from tabuleiro.engine import uci
from tabuleiro.engine.analysis import DECIDED, WON, Analysis, Line
from tabuleiro.engine.errors import EngineError
from tabuleiro.engine.levels import STRONGEST, Level, at_this_move, choose_line, levels_of, noticed
from tabuleiro.engine.limits import DEEPEST, DEFAULT_SECONDS, MOST_MEGABYTES, MOST_THREADS, Limits, seconds_for_move
from tabuleiro.games import game as find_game
from tabuleiro.games import games, kind
from tabuleiro.messages import protocol
from tabuleiro.rules.errors import InvalidPosition, TabuleiroError
from tabuleiro.rules.game import Game
from tabuleiro.rules.position import Move, Position
from tabuleiro.rules.texts import Text, same

if TYPE_CHECKING:
    from tabuleiro.engine.engine import Engine

NAME = "tabuleiro"

MOST_ELO, ELO_STEP = 4000, 200
"""`UCI_Elo` chooses the level, halves included, with the nearest rating; without measured ratings, whole levels are
taken to be ELO_STEP apart. `Skill Level` has whole levels only, since the protocol's numbers are whole.
"""

MOST_MULTIPV = 64
"""The most lines for the option `MultiPV`."""

DEEPEST_COUNT = 12
COUNTED_AT_ONCE = 3
"""A count of at most this depth does not check whether to stop."""

COUNT_SECONDS = 5.0
"""How long a count may go on after `quit`, in seconds."""

FIRST_PLAYOUTS = 500
"""The first playouts of a tree that is grown for a single move."""

FOREVER = 1e9
LOOK = 0.05
"""Seconds between two checks of whether the other program still listens, while a search comes to its end."""

_POSITION = re.compile(r"(?:startpos|fen\s+(?P<fen>.*?))(?:\s+moves\b(?P<moves>.*))?", re.DOTALL)


def variants() -> dict[str, str]:
    """The values of `UCI_Variant`, every game and its named variants, with the ids of the games."""
    found = {}
    for name in games():
        found[kind(name).uci_name or name] = name
        found.update({id: id for id in (f"{name}:{variant}" for variant in kind(name).variants)})
    return found


def elo_of(level: Level) -> float:
    """The rating of a level above a random player: as measured, or about what it is in other games."""
    return ELO_STEP * level.number if level.rating is None else level.rating


def offers() -> list[uci.OptionOffer]:
    """The options, with their defaults."""
    names = tuple(variants())
    return [
        uci.OptionOffer("UCI_Variant", "combo", names[0], words=names),
        uci.OptionOffer("Hash", "spin", "64", 1, MOST_MEGABYTES),
        uci.OptionOffer("Threads", "spin", "1", 1, MOST_THREADS),
        uci.OptionOffer("MultiPV", "spin", "1", 1, MOST_MULTIPV),
        uci.OptionOffer("Ponder", "check", "false"),
        uci.OptionOffer("Skill Level", "spin", str(STRONGEST), 1, STRONGEST),
        uci.OptionOffer("UCI_LimitStrength", "check", "false"),
        uci.OptionOffer("UCI_Elo", "spin", str(MOST_ELO), 0, MOST_ELO),
        uci.OptionOffer("Clear Hash", "button"),
    ]


class Search:
    """A search in a thread of its own, from a `go` to its `bestmove`."""

    def __init__(self, engine: Engine, position: Position, limits: uci.GoLimits) -> None:
        self.engine = engine
        self.position = position
        self.limits = limits
        self.is_stopped = False
        self.may_answer = threading.Event()
        """Set once the move may be told: at once, unless the search is infinite or ponders."""
        self._timer: threading.Timer | None = None
        self._thread: threading.Thread | None = None
        if not self.is_untimed:
            self.may_answer.set()

    @property
    def is_untimed(self) -> bool:
        """Does it go on until told otherwise?"""
        return self.limits.infinite or self.limits.ponder

    @property
    def ends_by_itself(self) -> bool:
        """Does it come to its end, and tell its move, without being told to? (a search for a win need not find one)"""
        limits = self.limits
        if not self.may_answer.is_set():
            return False
        if limits.perft is not None or not replace(limits, mate=None).is_endless:
            return True
        return bool(self.engine.level.nodes)  # a level has limits of its own

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves it is restricted to, each once."""
        return tuple(dict.fromkeys(uci.read_move(self.position, text) for text in self.limits.moves))

    @property
    def seconds(self) -> float | None:
        """How long to think; None if time is not limited."""
        limits, turn = self.limits, self.position.turn
        if limits.seconds is not None or limits.clocks is None:
            return limits.seconds
        return seconds_for_move(limits.clocks[turn], limits.increments[turn], limits.moves_to_go)

    def start(self, work: Callable[[Search], None]) -> None:
        """Begin in a thread, in the language of the caller."""
        context = contextvars.copy_context()
        self._thread = threading.Thread(target=context.run, args=(work, self), daemon=True, name="tabuleiro-protocol")
        self._thread.start()

    @property
    def is_running(self) -> bool:
        return self._thread is not None and self._thread.is_alive()

    def wait(self, seconds: float) -> None:
        """Wait this long for it to end by itself."""
        if self._thread is not None:
            self._thread.join(seconds)

    def stop(self) -> None:
        """Make it answer now, and wait until it has."""
        self.is_stopped = True
        self.may_answer.set()
        while self._thread is not None and self._thread.is_alive():
            self.engine.stop()  # again and again: a search that is only just beginning would not hear it
            self._thread.join(0.002)
        if self._timer is not None:
            self._timer.cancel()

    def ponder_hit(self) -> None:
        """The expected move has been played: from now on the clock runs."""
        if not self.limits.ponder or self.may_answer.is_set():
            return
        self.may_answer.set()
        if self.seconds is not None:
            self._timer = threading.Timer(min(self.seconds, threading.TIMEOUT_MAX), self.stop)
            self._timer.daemon = True
            self._timer.start()


class Server:
    """A conversation with one program: its settings, its position, the search that runs for it."""

    def __init__(self, source: TextIO, sink: TextIO, *, is_ugi: bool = False) -> None:
        self._source, self._sink = source, sink
        self._writing = threading.Lock()
        self._broken: OSError | None = None
        self._is_ugi = is_ugi
        self._offers = {offer.name.lower(): offer for offer in offers()}
        self._settings = {name: offer.default for name, offer in self._offers.items()}
        self._game: Game = find_game(variants()[self._settings["uci_variant"]])
        self._position: Position | None = None
        self._engine: Engine | None = None
        self._engine_settings: tuple[object, ...] = ()
        self._search: Search | None = None
        self._chance = Random(0)
        self._has_quit = False
        self._commands: dict[str, Callable[[str], None]] = {
            "uci": lambda _: self._greet(is_ugi=False),
            "ugi": lambda _: self._greet(is_ugi=True),
            "isready": self._is_ready,
            "ucinewgame": self._new_game,
            "uginewgame": self._new_game,
            "setoption": self._set_option,
            "position": self._set_position,
            "go": self._go,
            "stop": self._stop,
            "ponderhit": self._ponder_hit,
            "query": self._query,
            "d": self._display,
            "quit": self._quit,
        }

    def run(self) -> None:
        """Carry out commands until `quit` or the end of the input; BrokenPipeError once nobody listens."""
        try:
            for line in self._source:
                self._do(line.split())
                if self._has_quit or self._broken is not None:
                    break
            else:
                self._wait()
        finally:
            self._stop("")
            if self._engine is not None:
                self._engine.close()
        if self._broken is not None:
            raise self._broken

    def _do(self, words: list[str]) -> None:
        """Carry out a line from its first word that is a command; words after it are separated by single spaces."""
        start = next((place for place, word in enumerate(words) if word in self._commands), None)
        if start is None:
            return
        try:
            self._commands[words[start]](" ".join(words[start + 1 :]))
        except TabuleiroError as error:
            self._complain(error)

    def _say(self, line: str) -> None:
        """Write a line at once; if nobody listens any more, remember that."""
        with self._writing:
            try:
                self._sink.write(f"{line}\n")
                self._sink.flush()
            except OSError as error:
                self._broken = error

    def _complain(self, error: TabuleiroError) -> None:
        self._say(f"info string {' '.join(str(error).split())}")

    # --- settings ---
    def _greet(self, is_ugi: bool) -> None:
        from tabuleiro import __version__

        self._is_ugi = is_ugi
        self._say(f"id name {NAME} {__version__}")
        self._say(f"id author the authors of {NAME}")
        for offer in self._offers.values():
            self._say(str(offer))
        self._say("ugiok" if is_ugi else "uciok")

    def _set_option(self, text: str) -> None:
        self._wait()
        setting = uci.read_setting(text)
        if setting is None:
            raise EngineError(protocol.NOT_A_SETTING.fill(text=text[:80]))
        name, value = setting
        offer = self._offers.get({"level": "skill level"}.get(name.lower(), name.lower()))
        if offer is None:
            options = ", ".join(offer.name for offer in self._offers.values())
            raise EngineError(protocol.UNKNOWN_OPTION.fill(name=name[:40], options=options))
        key = offer.name.lower()
        if key == "uci_variant":
            self._set_variant(value)
        elif key == "clear hash":
            self._new_game("")
        elif offer.admits(value):
            self._settings[key] = value
        else:
            raise EngineError(protocol.BAD_VALUE.fill(name=offer.name, value=value[:40], allowed=offer.allowed))

    def _set_variant(self, name: str) -> None:
        """Play another game: one of those listed, or any id."""
        listed = next((known for known in variants() if known.lower() == name.lower()), None)
        self._game = game = find_game(name if listed is None else variants()[listed])
        self._position = None
        start, board = uci.write_position(game.start()), game.board
        self._say(
            f"info string variant {listed or uci.variant_name(game)} files {board.files} ranks {board.ranks} pocket 0 template fairy startpos {start}"
        )

    def _number(self, name: str) -> int:
        return int(self._settings[name.lower()])

    @property
    def _level(self) -> float:
        """The level to play at."""
        if self._settings["uci_limitstrength"] == "false":
            return self._number("Skill Level")
        wanted = self._number("UCI_Elo")
        return min(levels_of(self._game), key=lambda level: abs(elo_of(level) - wanted)).number

    def _ready_engine(self) -> Engine:
        """The engine with the current settings, made anew if they have changed."""
        settings = (self._game.id, self._level, self._number("Threads"), self._number("Hash"))
        if self._engine is not None and self._engine_settings == settings:
            return self._engine
        if self._engine is not None:
            self._engine.close()
            self._engine = None
        self._engine = self._make_engine()
        self._engine_settings = settings
        return self._engine

    def _make_engine(self) -> Engine:
        """A new engine; if there is not enough memory for its table, one with the default size."""
        from tabuleiro.engine.engine import Engine  # loads the compiler, which the greeting does not wait for

        threads, size = self._number("Threads"), self._number("Hash")
        try:
            return Engine(self._game, level=self._level, threads=threads, hash_mb=size)
        except MemoryError:
            self._complain(EngineError(protocol.NO_MEMORY.fill(size=size)))
            self._settings["hash"] = self._offers["hash"].default
            return Engine(self._game, level=self._level, threads=threads)

    def _is_ready(self, _: str) -> None:
        try:
            if not self._is_searching:
                self._ready_engine()
        finally:  # whatever happens, the other program waits for it
            self._say("readyok")

    def _new_game(self, _: str) -> None:
        self._wait()
        self._stop("")
        if self._engine is not None:
            self._engine.new_game()

    # --- positions ---
    @property
    def position(self) -> Position:
        """The position of the conversation."""
        return self._game.start() if self._position is None else self._position

    def _set_position(self, text: str) -> None:
        self._wait()
        match = _POSITION.fullmatch(text)
        if match is None:
            raise InvalidPosition(protocol.NOT_A_POSITION.fill(text=text[:80]))
        position = self._game.start() if match["fen"] is None else uci.read_position(self._game, match["fen"])
        for move in (match["moves"] or "").split():
            try:
                position = position.play(uci.read_move(position, move))
            except TabuleiroError as error:
                raise _refusal(move, error) from None
        self._position = position

    def _display(self, _: str) -> None:
        self._say(
            f"{self.position}\n\nVariant: {uci.variant_name(self._game)}\nFen: {uci.write_position(self.position)}"
        )

    def _query(self, what: str) -> None:
        position, outcome = self.position, self.position.outcome
        if what == "gameover":
            self._say(f"response {str(outcome is not None).lower()}")
        elif what == "p1turn":
            self._say(f"response {str(position.turn == 0).lower()}")
        elif what == "result":
            ends = {None: "draw", 0: "p1win", 1: "p2win"}
            self._say(f"response {'none' if outcome is None else ends[outcome.winner]}")

    # --- searching ---
    @property
    def _is_searching(self) -> bool:
        return self._search is not None and self._search.is_running

    def _go(self, text: str) -> None:
        self._wait()
        self._stop("")
        limits = uci.read_go(text)
        for name, value in limits.unread:
            self._complain(EngineError(protocol.NO_LIMIT.fill(name=name, value=value[:40])))
        if "perft" in dict(limits.unread):
            return
        if limits.perft is not None and limits.perft > DEEPEST_COUNT:
            raise EngineError(protocol.TOO_DEEP.fill(depth=limits.perft, most=DEEPEST_COUNT))
        if limits.unread and limits.is_endless and not limits.infinite:
            limits = replace(limits, seconds=DEFAULT_SECONDS)  # somebody who gave a limit did not mean to wait for ever
        limits = replace(limits, moves=tuple(move for move in dict.fromkeys(limits.moves) if self._is_legal(move)))
        try:
            engine = self._ready_engine()
        except TabuleiroError as error:
            self._complain(error)
            if limits.perft is None:
                self._say(self._best_move(()))  # whatever happens, the other program waits for an answer
            return
        self._search = Search(engine, self.position, limits)
        self._search.start(self._think if limits.perft is None else self._count)

    def _count(self, search: Search) -> None:
        """Report the number of lines after each move, as other programs do, and, unless stopped, the total."""
        depth = search.limits.perft or 0
        leaves = 0 if depth else 1
        moves = search.position.legal_moves if depth else ()
        for place, move in enumerate(moves):
            below = _leaves(search, search.position.play(move), depth - 1)
            if search.is_stopped:
                self._complain(EngineError(protocol.COUNT_STOPPED.fill(counted=place, moves=len(moves))))
                return
            leaves += below
            self._say(f"{uci.write_move(move)}: {below}")
        self._say(f"\nNodes searched: {leaves}\n")

    def _is_legal(self, move: str) -> bool:
        """Is this move legal? If not, report the reason."""
        try:
            uci.read_move(self.position, move)
        except TabuleiroError as error:
            self._complain(_refusal(move, error))
            return False
        return True

    def _wait(self, seconds: float = FOREVER) -> None:
        """Wait some seconds for a search that ends by itself, as long as somebody listens."""
        search, end = self._search, time.monotonic() + seconds
        while search is not None and search.is_running and search.ends_by_itself and self._broken is None:
            if time.monotonic() >= end:
                return
            search.wait(LOOK)

    def _quit(self, _: str) -> None:
        if self._search is not None and self._search.limits.perft is not None:
            self._wait(COUNT_SECONDS)
        self._has_quit = True

    def _stop(self, _: str) -> None:
        if self._search is not None:
            self._search.stop()

    def _ponder_hit(self, _: str) -> None:
        if self._search is not None:
            self._search.ponder_hit()

    def _think(self, search: Search) -> None:
        """Search, report what is found meanwhile, and answer with the move."""
        moves: tuple[Move, ...] = ()
        try:
            if search.position.outcome is not None:
                lost = search.position.outcome.winner not in {None, search.position.turn}
                self._say(f"info depth 0 score {'mate 0' if lost else 'cp 0'}")
            elif search.engine.level.nodes:
                moves = (self._chosen_among(search) if search.limits.moves else self._chosen(search),)
            else:
                moves = self._found(search)
        except TabuleiroError as error:
            self._complain(error)
        finally:  # whatever happens, the other program waits for an answer
            search.may_answer.wait()
            self._say(self._best_move(moves))

    def _best_move(self, moves: tuple[Move, ...]) -> str:
        texts = [uci.write_move(move) for move in moves[:2]] or ["(none)"]
        # UGI has no pondering, and its match runners want only the move.
        return f"bestmove {texts[0]}" if self._is_ugi else " ponder ".join([f"bestmove {texts[0]}", *texts[1:]])

    def _chosen(self, search: Search) -> Move:
        """The move that a level chooses, which may not be the best one of the search."""
        limits = search.limits
        return search.engine.choose(
            search.position,
            seconds=None if search.is_untimed else search.seconds,
            nodes=_at_least_one(limits.nodes),
            depth=_at_least_one(limits.depth),
        )

    def _chosen_among(self, search: Search) -> Move:
        """The move that a level chooses among those it is restricted to."""
        limits, level = search.limits, at_this_move(search.engine.level, self._chance)
        nodes, depth = _no_more_than(level.nodes, limits.nodes), _no_more_than(int(level.depth), limits.depth)
        *_, found = _among(search, noticed(level, search.moves, self._chance), nodes, depth)
        return choose_line(level, found.lines[: level.lines or None], self._chance).moves[0]

    def _found(self, search: Search) -> tuple[Move, ...]:
        """The best line that a search finds."""
        limits, best = search.limits, tuple[Move, ...]()
        depth = _no_more_than(DEEPEST, limits.depth)
        found = _among(search, search.moves, _at_least_one(limits.nodes), depth) if limits.moves else self._all(search)
        with closing(found) as stream:
            for analysis in stream:
                best = analysis.best.moves or best
                self._report(analysis)
                if _is_mate_in(analysis.best, limits.mate):
                    break
        return best

    def _all(self, search: Search) -> Generator[Analysis]:
        """The analyses of a search of all moves."""
        limits = search.limits
        yield from search.engine.stream(
            search.position,
            seconds=None if search.is_untimed else search.seconds,
            nodes=_at_least_one(limits.nodes),
            depth=_at_least_one(limits.depth),
            lines=self._number("MultiPV"),
            is_sure=False,  # the protocol has no place for proofs
        )

    def _report(self, analysis: Analysis) -> None:
        """Report what is known so far, line by line."""
        spent = max(analysis.seconds, 1e-6)
        lines = [line for line in analysis.lines if line.moves]
        for rank, line in enumerate(lines[: self._number("MultiPV")], start=1):
            self._say(
                f"info depth {analysis.depth} seldepth {max(analysis.depth, analysis.deepest)} multipv {rank} "
                f"score {uci.write_score(line, in_plies=self._is_ugi)} nodes {analysis.nodes} "
                f"nps {round(analysis.nodes / spent)} time {uci.milliseconds(spent)} "
                f"pv {' '.join(map(uci.write_move, line.moves))}"
            )


def _refusal(move: str, error: TabuleiroError) -> InvalidPosition:
    """The error that says which move cannot be played, and why."""
    why = error.message if isinstance(error.message, Text) else same(error.message)
    return InvalidPosition(protocol.MOVE_REFUSED.fill(move=move[:40], why=why))


def _among(search: Search, moves: Sequence[Move], nodes: int | None, depth: int) -> Generator[Analysis]:
    """What is found among some moves: each is searched a little deeper in turn; a tree, whose depth says little, is grown twice as far.

    A depth to which not all were searched says nothing; of the first it counts what there was time for.
    """
    position, began, spent = search.position, time.perf_counter(), 0
    grows_tree = not position.game.has_evaluation
    seconds = FOREVER if search.is_untimed or search.seconds is None else search.seconds
    for plies in range(1, depth + 1):
        lines = []
        playouts = FIRST_PLAYOUTS << min(plies - 1, 40) if grows_tree else 0
        for move in moves:
            left = max(0.0, seconds - (time.perf_counter() - began))
            rest = None if nodes is None else max(1, nodes - spent)
            limits = (
                Limits(left, _no_more_than(playouts, rest)) if grows_tree else Limits(left, rest, max(1, plies - 1))
            )
            line, visited = _line_after(search.engine, position, move, limits, playouts)
            spent += visited
            if line is not None:
                lines.append(line)
            elif plies > 1:
                return
        lines.sort(key=lambda line: line.score, reverse=True)
        best = tuple(lines) or (Line((moves[0],), 0, 0.5),)  # any move is better than none
        yield Analysis(position, best, plies, spent, time.perf_counter() - began, plies)


def _line_after(
    engine: Engine, position: Position, move: Move, limits: Limits, playouts: int = 0
) -> tuple[Line | None, int]:
    """The line that begins with a move, if it was searched as deep, or with as many playouts, as wanted; and how many nodes that took."""
    after = position.play(move)
    outcome = after.outcome
    if outcome is not None:
        winner, turn = outcome.winner, position.turn
        score = 0 if winner is None else WON - 1 if winner == turn else 1 - WON
        return Line((move,), score, 0.5 if winner is None else float(winner == turn), proved=True), 1
    # Proofs would cost time, and the protocol has no place for them.
    *_, found = engine.stream(after, seconds=limits.seconds, nodes=limits.nodes, depth=limits.depth, is_sure=False)
    best, score = found.best, -found.best.score
    if abs(score) >= DECIDED:
        score -= 1 if score > 0 else -1  # seen from here the end is one ply further away
    elif not best.proved and (found.depth < (limits.depth or 0) or found.nodes < playouts):
        return None, found.nodes
    return Line((move, *best.moves), score, 1 - best.win, best.proved), found.nodes


def _leaves(search: Search, position: Position, depth: int) -> int:
    """How many lines of this many plies there are; too few once the search is stopped."""
    from tabuleiro.rules.walks import count_leaves  # loads the compiler, which the greeting does not wait for

    if depth <= COUNTED_AT_ONCE:
        return count_leaves(position, depth)
    moves = () if search.is_stopped else position.legal_moves
    return sum(_leaves(search, position.play(move), depth - 1) for move in moves)


def _at_least_one(limit: int | None) -> int | None:
    return None if limit is None else max(1, limit)


def _no_more_than(most: int, limit: int | None) -> int:
    return most if limit is None else min(most, max(1, limit))


def _is_mate_in(line: Line, moves: int | None) -> bool:
    """Does the line win within this many moves?"""
    plies = line.plies_to_end
    return moves is not None and plies is not None and 0 < plies <= 2 * moves - 1
