"""The protocol: texts as other programs write them, and a conversation with the server."""

from __future__ import annotations

import io
import os
import queue
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

import tabuleiro
from tabuleiro.engine import server, uci
from tabuleiro.engine.analysis import WON, Line
from tabuleiro.engine.engine import Engine
from tabuleiro.engine.errors import EngineError
from tabuleiro.engine.limits import Limits
from tabuleiro.engine.server import Search, Server, variants
from tabuleiro.rules.errors import IllegalMove, InvalidMove, InvalidPosition
from tabuleiro.rules.position import Position

EXAMPLE = Path(__file__).parent.parent.parent / "examples" / "four-field-kono"
PATIENCE = 120
"""Seconds after which a test that waits for a line gives up: far more than any needs, compiling included."""

START = "pppppppp/pppppppp/8/8/8/8/PPPPPPPP/PPPPPPPP w"


def some_positions(id: str, seed: int = 1) -> Iterator[Position]:
    """Positions of a random game."""
    position, chance = tabuleiro.game(id).start(), Random(seed)
    for _ in range(12):
        yield position
        if position.outcome is not None:
            return
        position = position.play(chance.choice(position.legal_moves))


# --- positions and moves ---


@pytest.mark.parametrize("counters", ["", " - - 0 1", " 0 1", " - -", " - 3 12", "  -  -  0  1 "])
def test_counters_at_the_end_of_a_position_are_dropped(counters: str) -> None:
    game = tabuleiro.game("breakthrough")
    assert uci.read_position(game, START + counters) == game.start()


@pytest.mark.parametrize("rest", [" KQkq - 0 1", " - - 0 1 x", " 0 1 2", " -1 0", " 0 1 -"])
def test_anything_else_at_the_end_is_refused(rest: str) -> None:
    with pytest.raises(InvalidPosition, match="Nothing may follow"):
        uci.read_position(tabuleiro.game("breakthrough"), START + rest)


def test_our_own_readers_stay_strict() -> None:
    with pytest.raises(InvalidPosition):
        tabuleiro.game("breakthrough").position(f"{START} - - 0 1")


def test_fields_that_a_game_knows_are_kept() -> None:
    game = tabuleiro.game("trench")
    fen = f"{game.start_fen()} 3 7"
    assert uci.read_position(game, fen).fen == fen


def test_counters_are_written_where_other_programs_know_the_game() -> None:
    assert uci.write_position(tabuleiro.game("breakthrough").start()) == f"{START} - - 0 1"
    assert uci.write_position(tabuleiro.game("tafl").start()) == tabuleiro.game("tafl").start_fen()


@pytest.mark.parametrize("id", [*tabuleiro.games(), "breakthrough:12x12", "tafl:tawlbwrdd"])
def test_positions_and_moves_read_back(id: str) -> None:
    for position in some_positions(id):
        assert uci.read_position(position.game, uci.write_position(position)) == position
        for move in position.legal_moves:
            text = uci.write_move(move)
            assert text.isalnum()
            assert uci.read_move(position, text) == uci.read_move(position, str(move)) == move


def test_two_digits_are_read_as_one_rank() -> None:
    position = tabuleiro.game("breakthrough:12x12").start().play("a2-a3")
    assert str(uci.read_move(position, "a11a10")) == "a11-a10"
    assert str(uci.read_move(position, "l11k10")) == "l11-k10"


def test_what_is_no_move_is_refused() -> None:
    start = tabuleiro.game("breakthrough").start()
    with pytest.raises(InvalidMove):
        uci.read_move(start, "e2e4q")
    with pytest.raises(IllegalMove):
        uci.read_move(start, "e2e4")


def test_only_the_usual_form_goes_by_the_name_that_others_know() -> None:
    assert uci.variant_name(tabuleiro.game("breakthrough:8x8")) == "breakthrough"
    assert uci.variant_name(tabuleiro.game("breakthrough:7x7")) == "breakthrough:7x7"
    assert uci.variant_name(tabuleiro.game("tafl:tablut;king_armed=no")) == "tafl:tablut;king_armed=no"


@pytest.mark.parametrize(
    ("score", "moves", "plies"),
    [
        (13, "cp 13", "cp 13"),
        (-250, "cp -250", "cp -250"),
        (WON - 1, "mate 1", "mate 1"),
        (WON - 3, "mate 2", "mate 3"),
        (WON - 4, "mate 2", "mate 4"),
        (2 - WON, "mate -1", "mate -2"),
        (5 - WON, "mate -3", "mate -5"),
    ],
)
def test_scores(score: int, moves: str, plies: str) -> None:
    line = Line((), score, 0.5)
    assert uci.write_score(line) == moves
    assert uci.write_score(line, in_plies=True) == plies


# --- options and limits ---


@pytest.mark.parametrize(
    "line",
    [
        "option name Hash type spin default 16 min 1 max 131072",
        "option name Skill Level type spin default 20 min -20 max 20",
        "option name Analysis Contempt type combo default Both var Both var Off var White",
        "option name Clear Hash type button",
        "option name SyzygyPath type string default <empty>",
        "option name Ponder type check default false",
    ],
)
def test_options_read_back(line: str) -> None:
    option = uci.read_option(line)
    assert option is not None
    assert str(option) == line


def test_options_know_what_they_may_be() -> None:
    spin = uci.OptionOffer("Hash", "spin", "16", 1, 64)
    assert [spin.admits(value) for value in ("1", "64", "0", "65", "x", "")] == [True, True, False, False, False, False]
    assert spin.allowed == "1…64"
    check = uci.OptionOffer("Ponder", "check", "false")
    assert check.admits("true")
    assert not check.admits("yes")
    assert uci.OptionOffer("Book", "string").admits("any thing")
    assert uci.read_option("info string option") is None
    seed = uci.read_option("option name Seed type spin default 0 min 0 max 18446744073709551615")
    assert seed is not None and not seed.admits(str(2**64))


def test_settings_read_back() -> None:
    assert uci.read_setting("name Skill Level value 3") == ("Skill Level", "3")
    assert uci.read_setting("name Clear Hash") == ("Clear Hash", "")
    assert uci.read_setting("Hash 3") is None
    assert uci.write_setting("Skill Level", "3") == "setoption name Skill Level value 3"


def test_white_space_of_any_kind_and_length_is_one_space() -> None:
    option = uci.read_option(" option\tname Skill   Level type  spin default 3\tmin 1  max 5 ")
    assert str(option) == "option name Skill Level type spin default 3 min 1 max 5"
    assert uci.read_setting("name\tSkill  Level   value\t 3 ") == ("Skill Level", "3")
    gap = " " * 1_000_000  # takes no time, and not the hours in which each space is tried with each
    assert uci.read_option(f"option name a{gap}b") is None
    assert uci.read_setting(f"name a{gap}b") == ("a b", "")


def test_limits_are_read() -> None:
    assert uci.read_go("movetime 250").seconds == 0.25
    timed = uci.read_go("wtime 60000 btime 30000 winc 1000 binc 500 movestogo 12")
    assert (timed.clocks, timed.increments, timed.moves_to_go) == ((60.0, 30.0), (1.0, 0.5), 12)
    assert uci.read_go("p1time 1000 p2time 2000").clocks == (1.0, 2.0)
    assert uci.read_go("btime 2000").clocks == (2.0, 2.0)
    assert uci.read_go("wtime -20 btime 5").clocks == (0.0, 0.005)
    many = uci.read_go("ponder searchmoves a2a3 b2-b3 nodes 5 depth 3 mate 2 infinite what ever")
    assert (many.moves, many.nodes, many.depth, many.mate) == (("a2a3", "b2-b3"), 5, 3, 2)
    assert many.ponder
    assert many.infinite
    assert uci.read_go("nodes x depth") == uci.GoLimits(unread=(("nodes", "x"), ("depth", "")))
    assert uci.read_go("perft 3").perft == 3
    assert uci.read_go("nodes 18446744073709551615") == uci.GoLimits(nodes=2**64 - 1), "an unlimited number, elsewhere"
    assert uci.read_go("nodes depth 5") == uci.GoLimits(depth=5, unread=(("nodes", ""),))
    assert uci.read_go("winc 1000 wtime x").is_endless
    assert not uci.read_go("wtime 1000").is_endless


def test_limits_are_written() -> None:
    limits = uci.GoLimits(clocks=(60.0, 0.5), increments=(1.0, 1.0), moves_to_go=3)
    assert uci.write_go(limits) == "go wtime 60000 btime 500 winc 1000 binc 1000 movestogo 3"
    assert uci.write_go(limits, ugi=True) == "go p1time 60000 p2time 500 p1inc 1000 p2inc 1000 movestogo 3"
    assert uci.write_go(uci.GoLimits(seconds=0.0001, nodes=5, depth=2)) == "go movetime 1 nodes 5 depth 2"
    assert uci.read_go(uci.write_go(limits).removeprefix("go ")) == limits


# --- the server ---


class Conversation:
    """A server in a thread, spoken to through pipes."""

    def __init__(self, is_ugi: bool = False) -> None:
        (source, self._write), (self._read, sink) = os.pipe(), os.pipe()
        self._to = os.fdopen(self._write, "w", encoding="utf-8")
        self._from = os.fdopen(self._read, encoding="utf-8")
        self._streams = os.fdopen(source, encoding="utf-8"), os.fdopen(sink, "w", encoding="utf-8")
        self.server = Server(*self._streams, is_ugi=is_ugi)
        self._lines: queue.Queue[str] = queue.Queue()
        self._threads = [threading.Thread(target=self._serve), threading.Thread(target=self._listen)]
        for thread in self._threads:
            thread.start()

    def _serve(self) -> None:
        self.server.run()
        self._streams[1].close()

    def _listen(self) -> None:
        for line in self._from:
            self._lines.put(line.rstrip("\n"))

    def say(self, *lines: str) -> None:
        self._to.writelines(f"{line}\n" for line in lines)
        self._to.flush()

    def hear(self, start: str) -> list[str]:
        """The lines up to the first that begins so."""
        heard = [self._lines.get(timeout=PATIENCE)]
        while not heard[-1].startswith(start):
            heard.append(self._lines.get(timeout=PATIENCE))
        return heard

    def ask(self, *lines: str, answer: str = "readyok") -> list[str]:
        """What is said in answer; with `isready` behind it unless another answer is waited for."""
        self.say(*lines, *(["isready"] if answer == "readyok" else []))
        return self.hear(answer)

    def close(self) -> None:
        self._to.close()  # the end of its input ends the server
        for thread in self._threads:
            thread.join(PATIENCE)
        self._from.close()
        self._streams[0].close()

    def __enter__(self) -> Conversation:
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()


@pytest.fixture
def talk() -> Iterator[Conversation]:
    with Conversation() as conversation:
        yield conversation


def test_the_greeting_lists_all_games(talk: Conversation) -> None:
    lines = talk.ask("uci", answer="uciok")
    options = {option.name: option for option in map(uci.read_option, lines) if option is not None}
    assert set(tabuleiro.games()) <= set(options["UCI_Variant"].words)
    assert {"Hash", "Threads", "MultiPV", "Ponder", "UCI_LimitStrength", "UCI_Elo", "Skill Level"} <= set(options)
    assert lines[0].startswith("id name tabuleiro")
    assert talk.ask("ugi", answer="ugiok")[-1] == "ugiok"


@pytest.mark.parametrize("name", sorted(variants()))
def test_every_variant_that_is_listed_can_be_set(name: str) -> None:
    sink = io.StringIO()
    Server(io.StringIO(f"setoption name UCI_Variant value {name}\n"), sink).run()
    assert f"info string variant {name} files" in sink.getvalue()


@pytest.mark.parametrize("name", sorted(variants()))
def test_a_variant_is_answered_as_it_is_listed_however_it_is_typed(name: str) -> None:
    sink = io.StringIO()
    Server(io.StringIO(f"setoption name UCI_Variant value {name.title()}\n"), sink).run()
    assert f"info string variant {name} files" in sink.getvalue()


def test_any_id_is_a_variant(talk: Conversation) -> None:
    heard = talk.ask("setoption name UCI_Variant value tafl:tablut;king_armed=no")
    assert heard[0].startswith("info string variant tafl:tablut;king_armed=no files 9 ranks 9")
    assert "There is no game 'chess'" in talk.ask("setoption name UCI_Variant value chess")[0]
    assert talk.ask("d", answer="Fen")[-2] == "Variant: tafl:tablut;king_armed=no"


def test_a_search_tells_lines_and_a_move(talk: Conversation) -> None:
    heard = talk.ask("position startpos moves a2a3 a7-a6", "go nodes 500", answer="bestmove")
    info = heard[-2].split()
    assert info[0] == "info"
    assert [info[n] for n in (1, 3, 5, 7)] == ["depth", "seldepth", "multipv", "score"]
    assert {"nodes", "nps", "time", "pv"} <= set(info)
    position = tabuleiro.game("breakthrough").start().play("a2a3").play("a7a6")
    words = heard[-1].split()
    after = position.play(uci.read_move(position, words[1]))
    assert words[2] == "ponder"
    assert uci.read_move(after, words[3]) in after.legal_moves


def test_what_is_wrong_changes_nothing(talk: Conversation) -> None:
    talk.say("position startpos moves a2a3")
    before = talk.ask("d", answer="Fen")
    for wrong, why in (
        ("position fen 8/8 w", "There are 2 ranks"),
        ("position startpos moves a2a3 b7b6 a3a5", "'a3a5' cannot be played"),
        ("position", "startpos or fen"),
        ("position fen", "startpos or fen"),
        ("setoption Hash 3", "setoption name NAME"),
        ("setoption name Hash value 0", "1…65536"),
        ("setoption name Ponder value maybe", "true, false"),
        ("setoption name Book value x", "There is no option 'Book'"),
    ):
        heard = talk.ask(wrong)
        assert heard[0].startswith("info string"), wrong
        assert why in heard[0]
    assert talk.ask("what is this", "", "debug on", "go?", "d", answer="Fen") == before


def test_white_space_of_any_kind_stands_between_words() -> None:
    heard = said("position\tstartpos  moves\ta2a3", "\tgo\tdepth \t1\t", "setoption\tname\tSkill  Level\tvalue\t99")
    assert heard[-2].startswith("bestmove ")
    assert "Skill Level cannot be '99'" in heard[-1]


def test_unknown_words_before_a_command_are_passed_over() -> None:
    assert said("joho isready") == ["readyok"]
    assert said("joho query gameover", "what is this", "please quit", "isready") == ["response false"]


def test_an_infinite_search_waits_for_stop(talk: Conversation) -> None:
    talk.ask("go infinite depth 1", answer="info depth 1")
    assert not [line for line in talk.ask("isready") if line.startswith("bestmove")]
    assert talk.ask("stop", answer="bestmove")
    talk.say("go infinite", "isready")
    talk.hear("readyok")
    assert talk.ask("stop", answer="bestmove")[-1] != "bestmove (none)"


def test_who_asks_is_told_that_it_is_ready_whatever_is_wrong(
    talk: Conversation, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: Any) -> None:
        raise EngineError("There is no such table.")

    monkeypatch.setattr(talk.server, "_make_engine", refuse)
    assert talk.ask("isready") == ["readyok"]
    assert talk.hear("info") == ["info string There is no such table."]


def test_who_wants_a_move_is_answered_where_there_is_no_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: Any) -> None:
        raise EngineError("There is no such table.")

    monkeypatch.setattr(Server, "_make_engine", refuse)
    assert said("go depth 1") == ["info string There is no such table.", "bestmove (none)"]
    assert said("go perft 1") == ["info string There is no such table."]


def test_stop_without_a_search_says_nothing(talk: Conversation) -> None:
    assert talk.ask("stop", "ponderhit") == ["readyok"]


def test_pondering_waits_until_the_move_is_played(talk: Conversation) -> None:
    talk.ask("go ponder depth 1", answer="info depth 1")
    assert not [line for line in talk.ask("isready") if line.startswith("bestmove")]
    assert talk.ask("ponderhit", answer="bestmove")
    talk.ask("go ponder wtime 1000 btime 1000", answer="info depth 1")
    assert talk.ask("ponderhit", answer="bestmove")
    talk.ask("go ponder movetime 600000", answer="info depth 1")
    assert talk.ask("ponderhit", "stop", answer="bestmove")


def test_pondering_may_be_followed_by_any_time(monkeypatch: pytest.MonkeyPatch) -> None:
    timed: list[float] = []
    monkeypatch.setattr(threading.Timer, "start", lambda timer: timed.append(timer.interval))
    search = Search(None, tabuleiro.game("breakthrough").start(), uci.read_go("ponder movetime 99999999999999"))  # type: ignore[arg-type]
    search.ponder_hit()
    assert timed == [threading.TIMEOUT_MAX]


def test_several_lines(talk: Conversation) -> None:
    heard = talk.ask("setoption name MultiPV value 3", "go depth 2", answer="bestmove")
    last = [line.split() for line in heard if line.startswith("info depth 2")][-3:]
    assert [words[6] for words in last] == ["1", "2", "3"]
    assert len({words[words.index("pv") + 1] for words in last}) == 3


@pytest.mark.parametrize("limit", ["movetime abc", "depth", "nodes 1e6", "wtime x btime x winc 1000 binc 1000"])
def test_a_limit_that_cannot_be_read_is_told_and_does_not_mean_for_ever(
    talk: Conversation, limit: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "DEFAULT_SECONDS", 0.05)
    heard = talk.ask(f"go {limit}", answer="bestmove")
    assert heard[0].startswith(f"info string {limit.split()[0]} needs a whole number behind it")
    assert heard[-1] != "bestmove (none)"


def test_another_limit_counts_beside_one_that_cannot_be_read(talk: Conversation) -> None:
    heard = talk.ask("go movetime abc depth 2", answer="bestmove")
    assert [line for line in heard if line.startswith("info depth 2")]
    assert not [line for line in heard if line.startswith("info depth 3")]


def test_lines_of_play_are_counted(talk: Conversation) -> None:
    heard = talk.ask("position startpos moves a2a3", "go perft 2", answer="Nodes searched")
    position = tabuleiro.game("breakthrough").start().play("a2-a3")
    counts = dict(line.split(": ") for line in heard if ": " in line)
    assert counts.pop("Nodes searched") == str(tabuleiro.perft(position, 2))
    assert counts == {
        move.origin + move.target: str(len(position.play(move).legal_moves)) for move in position.legal_moves
    }
    assert talk.ask("go perft 0", answer="Nodes searched")[-1] == "Nodes searched: 1"
    assert "cannot be counted here; the longest are of 12." in " ".join(talk.ask("go perft 99"))
    assert "perft needs a whole number behind it" in " ".join(talk.ask("go perft"))


def test_who_quits_is_told_the_count_first(talk: Conversation, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "COUNT_SECONDS", PATIENCE)
    assert talk.ask("go perft 3", "quit", answer="Nodes searched")[-1] == "Nodes searched: 11132"


def test_who_quits_does_not_wait_long_for_a_count(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "COUNT_SECONDS", 0.0)
    assert said("go perft 12", "quit", "isready") == [
        "info string The count was stopped, with 0 of 22 moves counted; there is no total."
    ]


@pytest.mark.parametrize(
    "language, sentence",
    [
        ("en", "info string The count was stopped, with 0 of 22 moves counted; there is no total."),
        ("pt", "info string A contagem foi interrompida, com 0 de 22 jogadas contadas; não há total."),
    ],
)
def test_counting_is_stopped_at_once_and_tells_no_total(language: str, sentence: str) -> None:
    sink = io.StringIO()
    with tabuleiro.using_language(language):
        Server(io.StringIO("go perft 12\nstop\n"), sink).run()
    assert sink.getvalue() == f"{sentence}\n"


def said(*commands: str, is_ugi: bool = False) -> list[str]:
    """What is answered to commands that all come at once, up to the end of the input."""
    sink = io.StringIO()
    Server(io.StringIO("".join(f"{command}\n" for command in commands)), sink, is_ugi=is_ugi).run()
    return sink.getvalue().splitlines()


def told(line: str, what: str) -> int:
    """A number that a line tells about a search."""
    words = line.split()
    assert words[0] == "info", line
    return int(words[words.index(what) + 1])


@pytest.mark.parametrize("is_ugi", [False, True])
def test_the_end_of_the_input_waits_for_a_search_that_ends_by_itself(is_ugi: bool) -> None:
    assert "Nodes searched: 11132" in said("position startpos", "go perft 3", is_ugi=is_ugi)
    assert told(said("go depth 5", is_ugi=is_ugi)[-2], "depth") == 5
    whole = said("go nodes 60000", "isready", is_ugi=is_ugi)
    assert "readyok" in whole
    assert told(whole[-2], "nodes") >= 50_000
    assert told(said("go movetime 200", is_ugi=is_ugi)[-2], "time") >= 200
    assert told(said("go wtime 6000 btime 6000", is_ugi=is_ugi)[-2], "time") >= 100
    assert told(said("go ponder depth 4", "ponderhit", is_ugi=is_ugi)[-2], "depth") == 4


@pytest.mark.parametrize(
    "command",
    [
        "position startpos moves a2a3",
        "setoption name Hash value 2",
        "setoption name Clear Hash",
        "ucinewgame",
        "go depth 1",
    ],
)
def test_a_search_that_ends_by_itself_is_waited_for_before_anything_is_changed(command: str) -> None:
    lines = said("go depth 6", command, "position fen")
    first = next(number for number, line in enumerate(lines) if line.startswith("bestmove"))
    assert told(lines[first - 1], "depth") == 6
    assert first < next(number for number, line in enumerate(lines) if "startpos or fen" in line)


@pytest.mark.parametrize("limit", ["infinite", "ponder depth 1", "mate 5", "", "infinite movetime 600000"])
def test_a_search_without_an_end_is_not_waited_for(limit: str) -> None:
    assert said(f"go {limit}", "position startpos", "setoption name MultiPV value 2")[-1].startswith("bestmove")
    assert said(f"go {limit}", "ucinewgame", f"go {limit}")[-1].startswith("bestmove")


def test_a_level_knows_its_own_end() -> None:
    with Engine("breakthrough", level=1) as engine:
        start = engine.game.start()
        assert Search(engine, start, uci.GoLimits()).ends_by_itself
        assert not Search(engine, start, uci.GoLimits(infinite=True)).ends_by_itself


@pytest.mark.parametrize("command", ["stop", "quit"])
def test_stop_and_quit_end_a_search_at_once(command: str) -> None:
    assert said("go movetime 600000", command)[-1].startswith("bestmove ")


def test_nobody_waits_for_a_search_to_which_nobody_listens() -> None:
    with pytest.raises(BrokenPipeError):
        Server(io.StringIO("go movetime 600000\n"), NobodyListens()).run()


def test_a_search_keeps_to_the_moves_it_is_given(talk: Conversation) -> None:
    heard = talk.ask("go depth 3 searchmoves h2h3 a2a5 a2-a3", answer="bestmove")
    assert heard[0].startswith("info string 'a2a5' cannot be played: ") and "a5 is too far" in heard[0]
    assert heard[-1].split()[1] in {"h2h3", "a2a3"}
    assert all(line.split()[line.split().index("pv") + 1] in {"h2h3", "a2a3"} for line in heard[1:-1])


def test_a_move_that_is_named_twice_is_one_move() -> None:
    last = said("setoption name MultiPV value 3", "go depth 1 searchmoves a2a3 a2-a3 h2h3")[-3:-1]
    assert [told(line, "multipv") for line in last] == [1, 2]


def test_a_move_that_cannot_be_played_is_refused_once() -> None:
    heard = said("go depth 1 searchmoves z9z8 a2a3 z9z8")
    assert [line.split()[:3] for line in heard if "string" in line] == [["info", "string", "'z9z8'"]]


LOSES_A_MAN = "2p1p2p/1p6/1p2p3/8/2P5/1p6/2P2P2/1P2PPPP b"
"""Black should take on a2; any other move is worse by more than a man."""


@pytest.mark.parametrize("nodes", [100, 500, 1000, 2000, 5000])
def test_what_was_not_searched_to_the_end_does_not_count_among_given_moves(nodes: int) -> None:
    *_, last, move = said(f"position fen {LOSES_A_MAN}", f"go nodes {nodes} searchmoves e8f7 b3a2")
    assert told(last, "nodes") <= nodes
    assert " score cp -" in last
    assert move.startswith("bestmove b3a2")


def test_a_move_that_there_was_no_time_to_search_has_no_line() -> None:
    with Engine("breakthrough") as engine:
        start = engine.game.start()
        line, _ = server._line_after(engine, start, start.legal_moves[0], Limits(nodes=1, depth=3))
    assert line is None


def test_any_of_the_given_moves_is_better_than_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "_line_after", lambda *_: (None, 1))
    assert said("go depth 3 searchmoves h2h3 a2a3")[-1] == "bestmove h2h3"


@pytest.mark.compiled
def test_a_game_without_an_evaluation_grows_a_tree_for_each_given_move(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(EXAMPLE)
    import four_field_kono

    with Engine(four_field_kono.GAME(), hash_mb=1) as engine:
        start = engine.game.start()
        search = Search(engine, start, uci.GoLimits())
        search.may_answer.set()
        moves = start.legal_moves[:2]
        visited = [found.nodes for found in server._among(search, moves, 5000, 120)]
        *_, found = server._among(search, moves, None, 2)
    assert visited == [2 * 500, 2 * 500 + 2 * 1000], "of the third round, not all moves were searched as long"
    assert {line.moves[0] for line in found.lines} == set(moves)


def test_no_clock_pays_for_proofs_among_given_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[bool] = []
    with Engine("tafl:brandubh", hash_mb=1) as engine:
        start, stream = engine.game.start(), engine.stream

        def listen(*given: Any, is_sure: bool = True, **limits: Any) -> Iterator[Any]:
            asked.append(is_sure)
            return stream(*given, is_sure=is_sure, **limits)

        monkeypatch.setattr(engine, "stream", listen)
        server._line_after(engine, start, start.legal_moves[0], Limits(nodes=10))
    assert asked == [False]


def test_a_level_chooses_among_given_moves_and_comes_to_an_end() -> None:
    for move in ("a2a3", "h2h3"):
        assert said("setoption name Skill Level value 1", f"go searchmoves {move}") == [f"bestmove {move}"]
    moves = said(f"position fen {LOSES_A_MAN}", "setoption name Level value 1", *["go searchmoves e8f7 b3a2"] * 12)
    assert set(moves) == {"bestmove e8f7", "bestmove b3a2"}, "it makes mistakes, but not always"


WON_IN_ONE = "8/4P3/8/8/8/8/1p6/8 w - - 0 1"


def test_a_win_is_told_in_moves_and_for_ugi_in_plies(talk: Conversation) -> None:
    heard = talk.ask(f"position fen {WON_IN_ONE}", "go mate 1", answer="bestmove")
    assert " score mate 1 " in heard[-2]
    assert heard[-1].split()[1][:2] == "e7"
    heard = talk.ask("go depth 2 searchmoves e7e8", answer="bestmove")
    assert " score mate 1 " in heard[-2]
    assert heard[-1] == "bestmove e7e8"


def test_a_game_that_is_over_has_no_move(talk: Conversation) -> None:
    talk.say(f"position fen {WON_IN_ONE} moves e7e8")
    assert talk.ask("go depth 3", answer="bestmove") == ["info depth 0 score mate 0", "bestmove (none)"]


@pytest.mark.parametrize(
    "settings",
    [
        ["setoption name Skill Level value 1"],
        ["setoption name Level value 2"],
        ["setoption name UCI_LimitStrength value true", "setoption name UCI_Elo value 600"],
    ],
)
def test_weaker_play(talk: Conversation, settings: list[str]) -> None:
    move = talk.ask(*settings, "go movetime 50", answer="bestmove")[-1].split()[1]
    start = tabuleiro.game("breakthrough").start()
    assert uci.read_move(start, move) in start.legal_moves


def test_a_new_game_and_a_clean_table(talk: Conversation) -> None:
    first = talk.ask("ucinewgame", "go nodes 300", answer="bestmove")[-1]
    assert talk.ask("setoption name Clear Hash", "go nodes 300", answer="bestmove")[-1] == first
    assert talk.ask("setoption name Hash value 2", "setoption name Threads value 2") == ["readyok"]


def test_the_clock_of_white_is_the_first_players() -> None:
    game = tabuleiro.game("trench")
    limits = uci.read_go("wtime 1000 btime 90000")
    first = Search(None, game.start(), limits).seconds  # type: ignore[arg-type]
    second = Search(None, game.start().play(game.start().legal_moves[0]), limits).seconds  # type: ignore[arg-type]
    assert first is not None
    assert second is not None
    assert first < 1 < second


def test_ugi_answers_questions() -> None:
    with Conversation(is_ugi=True) as talk:
        assert talk.ask("query p1turn", "query gameover", "query result", "query what") == [
            "response true",
            "response false",
            "response none",
            "readyok",
        ]
        assert len(talk.ask("uginewgame", "go nodes 100", answer="bestmove")[-1].split()) == 2
        talk.say(f"position fen {WON_IN_ONE} moves e7e8")
        assert talk.ask("query p1turn", "query gameover", "query result")[:3] == [
            "response false",
            "response true",
            "response p1win",
        ]


def test_the_end_of_the_input_ends_a_search() -> None:
    sink = io.StringIO()
    Server(io.StringIO("go infinite\n"), sink).run()
    assert "bestmove" in sink.getvalue()


def test_nothing_is_done_after_quit() -> None:
    sink = io.StringIO()
    Server(io.StringIO("quit\nuci\n"), sink).run()
    assert sink.getvalue() == ""


def test_sentences_are_in_the_language_in_use() -> None:
    sink = io.StringIO()
    with tabuleiro.using_language("pt"):
        Server(io.StringIO("position startpos moves a2a5\n"), sink).run()
    assert "não se pode jogar" in sink.getvalue()


class NobodyListens(io.StringIO):
    def write(self, text: str) -> int:
        raise BrokenPipeError


def test_it_ends_when_nobody_listens() -> None:
    with pytest.raises(BrokenPipeError):
        Server(io.StringIO("uci\nisready\ngo infinite\n"), NobodyListens()).run()


SERVE = "from tabuleiro.cli.protocol import uci; uci()"


def test_a_process_speaks_line_by_line() -> None:
    commands = "uci\nsetoption name UCI_Variant value tafl:brandubh\nposition startpos\nd\n"
    run = subprocess.run([sys.executable, "-c", SERVE], input=commands, capture_output=True, text=True, check=True)
    assert run.stderr == ""
    assert "uciok" in run.stdout.splitlines()
    assert run.stdout.splitlines()[-1] == "Fen: 3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3 a"
