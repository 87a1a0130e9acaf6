"""The screen on which a match is played: people by mouse, keys or typed moves, computers in the background."""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Callable
from functools import partial

from textual import events, on, work
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.widgets import Input, Static

from tabuleiro.engine.analysis import Analysis
from tabuleiro.match.kept_match import KeptMatch
from tabuleiro.match.plan import Plan
from tabuleiro.match.table import Decision, Table
from tabuleiro.messages import matches
from tabuleiro.messages import terminal as texts
from tabuleiro.messages.numbers import percentage
from tabuleiro.messages.status import verdict
from tabuleiro.notation.records import write_record
from tabuleiro.rules.errors import TabuleiroError
from tabuleiro.rules.position import Move
from tabuleiro.rules.texts import Text
from tabuleiro.terminal.board import BoardView
from tabuleiro.terminal.board_screen import BoardArea, BoardScreen
from tabuleiro.terminal.dialogs import ChoiceDialog, ConfirmDialog, MessageDialog, SaveDialog
from tabuleiro.terminal.evaluation import Evaluator
from tabuleiro.terminal.files import NotWritten, write_file
from tabuleiro.terminal.keys import KeyBar
from tabuleiro.terminal.panels import SidePanel
from tabuleiro.terminal.screens import Key
from tabuleiro.terminal.typed_moves import TypedMove

TICK = 0.1
"""Seconds between two checks of the clocks."""

RETRY = 2.0
"""Seconds before a computer's move that could not be kept is tried again."""

ARROWS = "←↑↓→ Enter"

TYPING_KEYS = (
    ("Enter", "", texts.KEYS["play"]),
    ("→", "", texts.KEYS["complete"]),
    ("Esc", "", texts.KEYS["other_keys"]),
)
"""The keys that do something while a move is typed."""

NARROW, WIDE = 27, 40
"""The width of the panels beside the board, on screens of up to 100 columns and on wider ones."""


class PlayScreen(BoardScreen):
    """A match on the screen, from its next move to its end."""

    CSS = f"""
    PlayScreen #title {{ height: 1; padding: 0 1; background: $panel; text-wrap: nowrap; text-overflow: ellipsis; }}
    PlayScreen #left {{ width: 1fr; layers: board message; }}
    PlayScreen #board-area {{ width: 1fr; height: 1fr; align: center middle; overflow: auto; margin-bottom: 1; layer: board; }}
    PlayScreen #message {{ layer: message; dock: bottom; height: auto; min-height: 1; max-height: 4; padding: 0 1;
                           background: $background; }}
    PlayScreen #message.-warning {{ color: $warning; text-style: bold; }}
    PlayScreen #side {{ width: {NARROW}; max-width: 40%; }}
    PlayScreen.-wide #side {{ width: {WIDE}; }}
    """

    keys = (
        Key("enter", "", texts.KEYS["board"], display=ARROWS),
        Key("t", "type_move", texts.KEYS["type_move"]),
        Key("h", "hint", texts.KEYS["hint"]),
        Key("g", "move_now", texts.KEYS["move_now"]),
        Key("p", "pause", texts.KEYS["pause"]),
        Key("u", "undo", texts.KEYS["undo"]),
        Key("y", "redo", texts.KEYS["redo"]),
        Key("d", "draw", texts.KEYS["draw"]),
        Key("x", "exchange", texts.KEYS["exchange"]),
        Key("R", "resign", texts.KEYS["resign"]),
        Key("e", "evaluation", texts.KEYS["evaluation"]),
        Key("a", "attacked", texts.KEYS["attacked"]),
        Key("f", "flip", texts.KEYS["flip"]),
        Key("v", "view", texts.KEYS["view"]),
        Key("r", "rules", texts.KEYS["rules"]),
        Key("s", "save", texts.KEYS["save"]),
        Key("n", "next_game", texts.KEYS["next_game"]),
        Key("n", "new_game", texts.KEYS["new_game"]),
        Key("q", "leave", texts.KEYS["leave"]),
    )

    class Found(Message):
        """A message with what a search has found so far; `purpose` is `thinking` or `evaluation`."""

        def __init__(self, purpose: str, analysis: Analysis) -> None:
            super().__init__()
            self.purpose, self.analysis = purpose, analysis

    def __init__(self, table: Table, *, view: str | None = None, flip: bool = False) -> None:
        """The screen of a table, which it closes at its end. If one person plays, the board is seen from their side."""
        super().__init__(view=view, flip=flip)
        self.table = table
        self._board = self.board = BoardView(table.position, view=view, flip=flip != self._sits_across, id="board")
        self._is_ready = False
        self._is_paused = False
        self._waiting: Decision | None = None
        self._computer_began = 0.0
        self._evaluator: Evaluator | None = None
        self._evaluated: Analysis | None = None

    # --- layout ---
    def compose(self) -> ComposeResult:
        """The title, the board and the message below it, the panels, the line for typed moves, the keys."""
        yield Static(id="title", markup=False)
        with Horizontal():
            with Vertical(id="left"):
                with BoardArea(id="board-area"):
                    yield self.board
                yield Static(id="message", markup=False)
            yield SidePanel(id="side")
        yield TypedMove(id="typed")
        yield KeyBar(id="keys")

    def on_mount(self) -> None:
        """Begin the game, once all players are ready, so that no clock runs meanwhile."""
        self.board.focus()
        self.set_interval(TICK, self._tick)
        self._get_ready()

    def on_resize(self, event: events.Resize) -> None:
        """Adapt the panels to the width."""
        self.set_class(event.size.width > 100, "-wide")

    def on_unmount(self) -> None:
        """Stop the computers, which may take a moment."""
        self.table.stop_thinking()
        if self._evaluator is not None:
            self._evaluator.close()
        threading.Thread(target=self.table.close, name="tabuleiro-close").start()

    # --- showing ---
    def _show(self) -> None:
        """Show the state of the match."""
        table, session = self.table, self.table.session
        moves = session.moves
        self.board.is_active = self._is_ready and table.awaits_person and session.draw_offer is None
        last = moves[-1] if moves else None
        if self.board.position is not session.position or self.board.last is not last:
            self.board.show(session.position, last=last)
        else:
            self.board.redraw()
        self.query_one(TypedMove).show(session.position)
        self.query_one("#title", Static).update(self._title())
        self._side.show(table)
        self._show_evaluation()
        self.show_keys()

    def _title(self) -> str:
        table = self.table
        parts = [f"{table.game.title}" + (f" ({table.game.id})" if ":" in table.game.id else "")]
        if table.match.format.games > 1:
            number = len(table.match.sessions)
            name = texts.TIE_BREAK if table.match.in_tie_break else table.match.format.title
            parts.append(str(texts.MATCH_SCORE.fill(format=name, number=number, score=self._score())))
        return "  ·  ".join(parts)

    def _score(self) -> str:
        pairs = zip(self.table.plan.people, self.table.match.score, strict=True)
        return " - ".join(f"{person.name} {points:g}" for person, points in pairs)

    @property
    def _side(self) -> SidePanel:
        return self.query_one(SidePanel)

    def _show_evaluation(self) -> None:
        """Show the evaluation of the position on the board, if it is turned on."""
        position = self.table.position
        if self._evaluated is not None and self._evaluated.position is not position:
            self._evaluated = None
        self._side.show_evaluation(position if self._evaluator is not None else None, self._evaluated)

    def _say(self, text: Text | str, *, is_warning: bool = False) -> None:
        """Show a message below the board."""
        message = self.query_one("#message", Static)
        message.set_class(is_warning, "-warning")
        message.update(str(text))

    def _warn(self, error: TabuleiroError) -> None:
        self._say(str(error), is_warning=True)

    def _say_whose_turn(self) -> None:
        session = self.table.session
        if session.result is not None:
            self._say(verdict(session.game, session.result))
        elif self.table.awaits_computer:
            self._say(texts.THINKING.fill(name=self.table.to_move.name))
        else:
            side = session.game.sides[session.turn].title
            self._say(texts.YOUR_TURN.fill(side=side, name=self.table.to_move.name))

    @property
    def _sits_across(self) -> bool:
        """Does the only person have the second seat?"""
        return self.table.human_seats == (1,)

    @property
    def _has_next_game(self) -> bool:
        return self.table.session.result is not None and self.table.match.result is None

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Can this action be used now?"""
        table, session = self.table, self.table.session
        goes_on = session.result is None
        has_people = bool(table.human_seats)
        useful = {
            "hint": goes_on and table.awaits_person,
            "type_move": goes_on and has_people,
            "undo": has_people and table.plan.control is None and table.plies_to_undo > 0,
            "redo": table.may_redo,
            "move_now": goes_on and table.awaits_computer and self._is_ready,
            "pause": goes_on and not has_people,
            "draw": goes_on and has_people and session.game.has_draws,
            "exchange": goes_on and table.awaits_person and session.may_exchange,
            "resign": goes_on and has_people,
            "view": self.has_views,
            "next_game": self._has_next_game,
            "new_game": not self._has_next_game,
        }
        return useful.get(action, True)

    # --- people ---
    def on_board_view_move_chosen(self, event: BoardView.MoveChosen) -> None:
        """Play the move that was chosen on the board."""
        self._play(event.move)

    def on_board_view_refused(self, event: BoardView.Refused) -> None:
        """Say why the move was refused."""
        self._say(event.text, is_warning=True)

    def on_board_view_touched(self) -> None:
        """Clear the message about a refused move."""
        self._say_whose_turn()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Play the typed move; if it is refused, leave it there to be corrected."""
        text = event.value.strip()
        if text and self._play(text):
            event.input.value = ""
        elif not text:
            self.board.focus()

    def on_key(self, event: events.Key) -> None:
        """Leave the line for typed moves on Escape."""
        typed = self.query_one(TypedMove)
        if event.key == "escape" and typed.has_focus:
            typed.value = ""
            self.board.focus()
            event.stop()

    @on(events.DescendantFocus)
    @on(events.DescendantBlur)
    def show_keys(self) -> None:
        """Name the keys that do something now: letters are only letters while a move is typed."""
        if self.query_one(TypedMove).has_focus:
            self.query_one(KeyBar).show(TYPING_KEYS)
        else:
            super().show_keys()

    def _play(self, move: Move | str) -> bool:
        if not self._is_ready:
            return False
        return self._do(lambda: self.table.play(move))

    def _do(self, act: Callable[[], object]) -> bool:
        """Perform a person's action, or say why it is refused; then the game goes on. Returns whether it was done."""
        try:
            act()
        except TabuleiroError as error:
            self._warn(error)
            self._show()
            return False
        self._go_on()
        return True

    def action_type_move(self) -> None:
        """Type a move."""
        self.query_one("#typed").focus()

    def action_undo(self) -> None:
        """Take back a person's last move; stops a thinking computer."""
        self.table.stop_thinking()
        if self._do(self.table.undo):
            self._say(texts.TAKEN_BACK)

    def action_redo(self) -> None:
        """Play again what was taken back."""
        self._do(self.table.redo)

    def action_exchange(self) -> None:
        """Exchange seats."""
        if self._do(self.table.exchange_seats):
            self._say_exchanged()

    def _say_exchanged(self) -> None:
        table = self.table
        self._say(texts.SEATS_EXCHANGED.fill(first=table.person(0).name, side=table.game.sides[0].title))

    @work
    async def action_resign(self) -> None:
        """Resign, after asking."""
        if await self.app.push_screen_wait(ConfirmDialog(texts.REALLY_RESIGN)) == "yes":
            self.table.stop_thinking()
            self._do(self.table.resign)

    @work
    async def action_draw(self) -> None:
        """Offer a draw, after asking: a computer may accept it at once."""
        if await self.app.push_screen_wait(ConfirmDialog(texts.REALLY_OFFER_DRAW)) == "yes":
            self.table.stop_thinking()
            self._do(self.table.offer_draw)

    @work
    async def _ask_about_draw(self) -> None:
        """Ask the person who has been offered a draw for an answer."""
        name = self.table.person(self.table.acting_seat).name
        accepts = await self.app.push_screen_wait(ConfirmDialog(texts.ACCEPT_DRAW.fill(name=name))) == "yes"
        if self._do(lambda: self.table.answer_draw(accepts)) and not accepts:
            self._say(texts.DRAW_DECLINED.fill(name=name))

    # --- looking ---
    def action_hint(self) -> None:
        """Show the move that the engine would play."""
        if self._evaluated is not None and self._evaluated.position is self.table.position:
            self._show_hint(self._evaluated)
            return
        self._say(texts.LOOKING_FOR_HINT)
        self.in_background(self.table.hint, self._show_hint, self._warn, group="hint")

    def on_play_screen_found(self, event: PlayScreen.Found) -> None:
        """Show what a search has found, if it is about the position on the board."""
        if event.analysis.position != self.table.position or not event.analysis.lines:
            return
        if event.purpose == "thinking":
            self._side.show_thinking(event.analysis)
        elif self._evaluator is not None:
            self._evaluated = event.analysis
            self._show_evaluation()

    def _show_hint(self, found: Analysis) -> None:
        if found.position != self.table.position or not found.lines:
            return
        best, side = found.best, found.position.game.sides[found.position.turn].title
        self.board.show_hint(best.moves[0])
        wins = best.plies_to_end is not None and best.plies_to_end > 0
        text = texts.HINT_WINS if wins else texts.HINT
        self._say(text.fill(move=best.moves[0], win=percentage(best.win), side=side))

    def action_evaluation(self) -> None:
        """Show or hide the evaluation."""
        if self._evaluator is None:
            self._evaluator = Evaluator(self.table.game, lambda found: self._tell("evaluation", found))
            self._evaluator.look_at(self.table.position)
        else:
            self._evaluator.close()
            self._evaluator = self._evaluated = None
        self._show()

    def _tell(self, purpose: str, analysis: Analysis) -> None:
        """Pass on to the screen, from any thread, what a search has found."""
        self.post_message(self.Found(purpose, analysis))

    def action_attacked(self) -> None:
        """Show or hide what is attacked."""
        self.board.shows_attacked = not self.board.shows_attacked
        self.board.redraw()

    # --- the match ---
    def _go_on(self) -> None:
        """Show what has happened, and let the next player act."""
        table = self.table
        self._waiting = None
        self._side.show_thinking(None)
        self._show()
        if self._evaluator is not None:
            self._evaluator.look_at(table.position if table.session.result is None else None)
        self._say_whose_turn()
        if table.session.result is not None:
            self._end()
        elif table.session.draw_offer is not None and table.awaits_person:
            self._ask_about_draw()
        elif table.awaits_computer and not self._is_paused:
            self._computer_began = time.monotonic()
            think = partial(table.think, lambda found: self._tell("thinking", found))
            self.in_background(think, self._decided, self._warn, group="computer")

    def _get_ready(self) -> None:
        """Begin a game as soon as all computers are ready, so that no clock runs meanwhile."""
        self._is_ready = False
        self._show()
        if all(person.is_human for person in self.table.plan.people):
            self._begin()
        else:
            self._say(texts.GETTING_READY)
            self.in_background(self.table.prepare, lambda _: self._begin(), self._cannot_begin, group="prepare")

    @work
    async def _cannot_begin(self, error: TabuleiroError) -> None:
        await self.app.push_screen_wait(MessageDialog(str(error)))
        self.dismiss(None)

    def _begin(self) -> None:
        self._is_ready = True
        self.table.start_clock()
        self._go_on()

    def _decided(self, decision: Decision) -> None:
        """Carry out what a computer has decided, once the pace allows."""
        wait = self.table.plan.pace - (time.monotonic() - self._computer_began)
        if wait > 0 and not self.table.human_seats:
            self._waiting = decision
            self.set_timer(wait, self._carry_out_waiting)
        else:
            self._carry_out(decision)

    def _carry_out_waiting(self) -> None:
        if self._waiting is not None and not self._is_paused:
            decision, self._waiting = self._waiting, None
            self._carry_out(decision)

    def _carry_out(self, decision: Decision) -> None:
        table = self.table
        if decision.place != table.place or table.session.result is not None:
            return
        name = table.person(table.acting_seat).name
        if not self._do(lambda: table.carry_out(decision)):  # it cannot be kept now: try again soon
            self.set_timer(RETRY, lambda: self._carry_out(decision))
            return
        if decision.failure is not None:
            self._say(matches.FORFEITED.fill(name=name, why=decision.failure), is_warning=True)
        elif decision.exchanges:
            self._say_exchanged()
        elif decision.accepts is False:
            self._say(texts.DRAW_DECLINED.fill(name=name))

    def action_move_now(self) -> None:
        """Make the computer move now."""
        self.table.stop_thinking()

    def action_pause(self) -> None:
        """Pause two computers, or let them go on."""
        self._is_paused = not self._is_paused
        if self._is_paused:
            self._say(texts.PAUSED)
        elif self._waiting is not None:
            self._carry_out_waiting()
        else:
            self._go_on()

    def _tick(self) -> None:
        """Check the clocks."""
        table = self.table
        if table.plan.control is None or not self._is_ready or table.session.result is not None:
            return
        try:
            is_up = table.check_time()
        except TabuleiroError as error:
            self._warn(error)
            return
        if is_up:
            table.stop_thinking()
            self._go_on()
        else:
            self._side.show_players(self.table)

    @work
    async def _end(self) -> None:
        """Show how the game, and perhaps the match, ended, and ask what comes next."""
        table, result = self.table, self.table.session.result
        assert result is not None
        sentences = [str(verdict(table.game, result))]
        outcome = table.match.result
        several = table.match.format.games > 1
        if several and outcome is not None:
            text = texts.MATCH_DRAWN if outcome.winner is None else texts.MATCH_WON
            name = "" if outcome.winner is None else table.plan.people[outcome.winner].name
            sentences.append(str(text.fill(name=name, score=self._score())))
        elif several:
            sentences.append(self._score())
        following = ("next", texts.NEXT_GAME) if outcome is None else ("rematch", texts.REMATCH)
        choices = [following, ("look", texts.LOOK_AT_BOARD), ("menu", texts.TO_MENU)]
        choice = await self.app.push_screen_wait(ChoiceDialog("\n".join(sentences), choices))
        if choice == "next":
            self.action_next_game()
        elif choice == "rematch":
            self._rematch()
        elif choice == "menu":
            self._to_menu()

    def action_next_game(self) -> None:
        """Begin the match's next game."""
        if self._evaluator is not None:
            self.action_evaluation()  # the next game may be another variant
        try:
            self.table.next_game()
        except TabuleiroError as error:
            self._warn(error)
            return
        self.board.flip = self._sits_across
        self._get_ready()

    def _rematch(self) -> None:
        plan = self.table.plan
        first, second = plan.people
        again = Plan(plan.game, (second, first), plan.format, plan.control, plan.start, plan.seconds, plan.pace)
        self.app.switch_screen(PlayScreen(Table(KeptMatch(again, self.database)), view=self.board.view))

    @work
    async def action_new_game(self) -> None:
        """Choose a new game, after asking."""
        if await self._may_leave():
            self._to_menu()

    def _to_menu(self) -> None:
        from tabuleiro.terminal.menu import MenuScreen

        self.app.switch_screen(MenuScreen())

    @work
    async def action_leave(self) -> None:
        """Leave the game, which is kept."""
        if await self._may_leave():
            self.dismiss(None)

    async def _may_leave(self) -> bool:
        if self.table.session.result is not None or not self.table.session.events:
            return True
        return await self.app.push_screen_wait(ConfirmDialog(texts.LEAVE_GAME)) == "yes"

    @work
    async def action_save(self) -> None:
        """Write the record of this game to a file."""
        name = re.sub(r"\W+", "-", self.table.game.id)
        default = f"{name}-{self.table.kept.id or 'new'}.txt"
        path = await self.app.push_screen_wait(SaveDialog(default))
        if path is None:
            return
        try:
            write_file(path, write_record(self.table.session.record))
        except NotWritten as error:
            self._warn(error)
        else:
            self._say(texts.SAVED.fill(path=path))
