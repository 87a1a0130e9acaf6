"""A match played by typed lines: what happens is printed, and nothing is ever overwritten."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from tabuleiro.cli.boards import moves_from, print_moves
from tabuleiro.cli.catalogue import print_lessons
from tabuleiro.cli.errors import BadInput, write_text
from tabuleiro.cli.output import check_view, draw_board, fact_lines, heading, legend, paragraph, say
from tabuleiro.cli.questions import ask, word_of
from tabuleiro.engine.errors import EngineError
from tabuleiro.match.events import (
    Event,
    Forfeited,
    Moved,
    SeatsExchanged,
)
from tabuleiro.match.records import records_text
from tabuleiro.match.sentences import clock_text, event_text, hint_text, score_text, seated_text
from tabuleiro.match.table import Table
from tabuleiro.messages import matches, reason_text
from tabuleiro.messages import playing as texts
from tabuleiro.messages.commands import CANNOT_WRITE
from tabuleiro.messages.faults import fault_text
from tabuleiro.records.errors import PlayedElsewhere
from tabuleiro.rules.errors import TabuleiroError
from tabuleiro.rules.game import Game
from tabuleiro.rules.texts import Text

ACTS = ("undo", "redo", "swap", "resign")
"""The commands that, like moves, must wait until a draw offer is answered."""


class LineGame:
    """A match at a table: people type, computers think, and everything that happens is printed."""

    def __init__(
        self,
        table: Table,
        *,
        view: str | None = None,
        flip: bool = False,
        wait: Callable[[float], None] = time.sleep,
    ) -> None:
        """A match, shown in this view; BadInput if the board does not have it. `wait` sleeps for some seconds."""
        check_view(table.game, view)
        self.table = table
        self._view, self._flip, self._wait = view, flip, wait
        self._is_left = self._is_told = False
        self._commands: dict[str, Callable[[str], None]] = {
            "help": self._help,
            "rules": self._rules,
            "moves": self._moves,
            "hint": self._hint,
            "undo": self._undo,
            "redo": self._redo,
            "board": self._board,
            "flip": self._turn_around,
            "score": self._score,
            "clock": self._clock,
            "swap": self._swap,
            "draw": self._draw,
            "yes": self._yes,
            "no": self._no,
            "resign": self._resign,
            "save": self._save,
            "quit": self._quit,
        }

    @property
    def _game(self) -> Game:
        return self.table.game

    def play(self) -> None:
        """Play until the match is decided, a person leaves, or the input ends."""
        self._introduce()
        while not self._is_left:
            if self.table.session.result is not None:
                self._end_game()
                if self.table.match.result is not None:
                    return
                self._next_game()
            elif self.table.awaits_computer:
                self._let_computer_act()
            else:
                self._ask()

    # --- what is shown ---
    def _introduce(self) -> None:
        print(heading(f"{self._game.title} ({self._game.id})"))
        print(paragraph(self._game.goal))
        print(legend(self._game))
        self._begin()

    def _begin(self) -> None:
        """Print which game begins or goes on, and between whom. Computers get ready before a clock runs."""
        match = self.table.match
        if match.format.games > 1 and not match.in_tie_break:
            number = len(match.sessions)
            say(texts.GAME_OF_MATCH.fill(number=number, games=match.format.games, format=match.format.title))
        for seat in (0, 1):
            say(texts.PLAYS.fill(side=self._game.sides[seat].title, name=self.table.person(seat).name))
        with suppress(EngineError):  # a computer that cannot play this game will lose it at its first turn
            self.table.prepare()
        self._show()
        self.table.start_clock()

    def _show(self) -> None:
        """Print the board, the game's facts beside it, and whose turn it is."""
        session, position = self.table.session, self.table.position
        print(f"\n{draw_board(position, view=self._view, flip=self._flip, last=session.last_move)}\n")
        for line in fact_lines(position):
            print(line)
        if session.result is None:
            say(texts.TO_MOVE.fill(who=self._who(session.turn)))
        if session.may_exchange and self.table.to_move.is_human:
            say(texts.MAY_SWAP.fill(who=self._who(session.turn), word=texts.WORDS["swap"]))

    def _who(self, seat: int) -> Text:
        """A side and the person who plays it."""
        return seated_text(self.table.session, seat)

    def _end_game(self) -> None:
        """Print how the game ended, and the score or result of the match."""
        match, result = self.table.match, self.table.session.result
        assert result is not None
        reason = reason_text(result.reason)
        if result.winner is None:
            print(heading(texts.DRAWN_GAME.fill(reason=reason)))
        else:
            print(heading(texts.WON.fill(who=self._who(result.winner), reason=reason)))
        if match.format.games == 1:
            return
        say(texts.SCORE.fill(score=score_text(match)))
        ended = match.result
        if ended is not None:
            say(texts.MATCH_DRAWN if ended.winner is None else texts.MATCH_WON.fill(name=match.people[ended.winner]))

    def _next_game(self) -> None:
        self.table.next_game()
        print()
        if self.table.match.in_tie_break:
            say(texts.TIE_BREAK.fill(game=self._game.id))
        self._begin()

    # --- who acts ---
    def _ask(self) -> None:
        """Ask the person who must act, and do what they type, unless their time ran out before."""
        table = self.table
        if not self._is_told:
            self._is_told = True
            say(texts.MAY_TYPE.fill(example=table.position.legal_moves[0]))
        if table.clock is not None:
            say(texts.CLOCKS.fill(times=clock_text(self._game, table.clock)))
        who = self._who(table.acting_seat)
        question = texts.PROMPT if table.session.draw_offer is None else texts.ANSWER_PROMPT
        line = ask(question.fill(who=who))
        if line is None:
            self._is_left = True
        elif table.check_time():
            say(texts.TIME_IS_UP.fill(who=self._who(table.session.turn)))
        else:
            self.obey(line)

    def obey(self, line: str) -> None:
        """Carry out a line, a command or a move; a refusal is printed with its reason and changes nothing."""
        word, _, rest = line.partition(" ")
        name = word_of(word)
        try:
            if self.table.session.draw_offer is not None and (name in ACTS or (name not in self._commands and line)):
                raise BadInput(texts.ANSWER_FIRST)
            if name in self._commands:
                self._commands[str(name)](rest.strip())
            elif line:
                self._move(line)
        except PlayedElsewhere:
            raise
        except TabuleiroError as error:
            say(str(error))
            if not any(character.isdigit() for character in line) and name not in self._commands:
                say(texts.NOT_UNDERSTOOD.fill(word=texts.WORDS["help"]))

    def _let_computer_act(self) -> None:
        """Let a computer think and do what it decides; between two computers, keep the pace of the match."""
        table = self.table
        began, seat = time.monotonic(), table.acting_seat
        say(texts.THINKS.fill(who=self._who(seat)))
        decision = table.think()
        event = table.carry_out(decision)
        if isinstance(event, Forfeited) and decision.failure is not None:
            say(matches.FORFEITED.fill(name=self._who(seat), why=decision.failure))
        else:
            self._tell(event)
        left = table.plan.pace - (time.monotonic() - began)
        if left > 0 and table.awaits_computer and not table.human_seats:
            self._wait(left)
            table.start_clock()

    def _move(self, text: str) -> None:
        self._tell(self.table.play(text))

    def _tell(self, event: Event | None) -> None:
        """Print what somebody has done, unless it ends the game: `_end_game` does that."""
        if event is not None:
            say(event_text(self.table.session, event))
        if isinstance(event, Moved | SeatsExchanged):
            self._show()

    # --- what words do ---
    def _help(self, rest: str) -> None:
        example, session = self.table.position.legal_moves[0], self.table.session
        missing = {
            "swap": not self._game.pie_rule,
            "draw": not self._game.has_draws,
            "undo": session.control is not None,
            "redo": session.control is not None,
            "clock": session.control is None,
            "score": self.table.match.format.games == 1,
        }
        print(f"  {example!s:<12}{texts.A_MOVE}")
        for name, about in texts.HELP.items():
            if not missing.get(name):
                word = str(texts.WORDS[name])
                print(f"  {word:<12}{about.fill(word=word, cell=example.origin)}")
        print(legend(self._game))

    def _rules(self, rest: str) -> None:
        print_lessons(self._game)

    def _moves(self, rest: str) -> None:
        position = self.table.position
        print_moves(moves_from(position, rest) if rest else list(position.legal_moves))

    def _hint(self, rest: str) -> None:
        say(hint_text(self.table.position, self.table.hint().best))

    def _undo(self, rest: str) -> None:
        before = self.table.session.moves
        self.table.undo()
        after = self.table.session.plies
        say(texts.TAKEN_BACK.fill(moves=", ".join(map(str, before[after:]))))
        self._show()

    def _redo(self, rest: str) -> None:
        before = self.table.session.plies
        self.table.redo()
        say(texts.PLAYED_AGAIN.fill(moves=", ".join(map(str, self.table.session.moves[before:]))))
        self._show()

    def _board(self, rest: str) -> None:
        self._show()

    def _turn_around(self, rest: str) -> None:
        self._flip = not self._flip
        self._show()

    def _score(self, rest: str) -> None:
        match = self.table.match
        say(texts.NO_MATCH if match.format.games == 1 else texts.SCORE.fill(score=score_text(match)))

    def _clock(self, rest: str) -> None:
        clock = self.table.clock
        say(texts.NO_CLOCK if clock is None else texts.CLOCKS.fill(times=clock_text(self._game, clock)))

    def _swap(self, rest: str) -> None:
        self._tell(self.table.exchange_seats())

    def _draw(self, rest: str) -> None:
        """Offer a draw, or accept one that has been offered."""
        is_offered = self.table.session.draw_offer is not None
        self._tell(self.table.answer_draw(True) if is_offered else self.table.offer_draw())

    def _yes(self, rest: str) -> None:
        self._tell(self.table.answer_draw(True))

    def _no(self, rest: str) -> None:
        self._tell(self.table.answer_draw(False))

    def _resign(self, rest: str) -> None:
        self._tell(self.table.resign())

    def _save(self, rest: str) -> None:
        if not rest:
            raise BadInput(texts.SAVE_WHERE)
        try:
            path = Path(rest).expanduser()
        except RuntimeError as error:
            raise BadInput(CANNOT_WRITE.fill(path=rest, why=fault_text(error))) from None
        write_text(path, records_text(self.table.match))
        print(texts.SAVED.fill(path=path), flush=True)

    def _quit(self, rest: str) -> None:
        self._is_left = True
