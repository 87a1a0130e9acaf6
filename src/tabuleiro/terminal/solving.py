"""Solving puzzles: positions with one winning move, played out against the best defence."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from rich.text import Text as RichText
from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widgets import Static

from tabuleiro.engine.attempts import SOLVED, WRONG, Answer, Attempt
from tabuleiro.engine.puzzles import Puzzle, puzzles
from tabuleiro.games import kind
from tabuleiro.messages import screens as texts
from tabuleiro.records import store
from tabuleiro.records.database import Database
from tabuleiro.rules.errors import TabuleiroError
from tabuleiro.rules.position import Move
from tabuleiro.rules.texts import Text, listing, same
from tabuleiro.terminal.board import BoardView
from tabuleiro.terminal.board_screen import BoardArea, BoardScreen
from tabuleiro.terminal.keys import KeyBar
from tabuleiro.terminal.panels import append_fact
from tabuleiro.terminal.screens import PATIENCE, Key, Title

Found = TypeVar("Found")


def solved_of(database: Database, found: tuple[Puzzle, ...]) -> list[bool]:
    """For each of these puzzles: was it ever solved?"""
    tried = database.read(store.tries)
    return [tried.get((puzzle.game, puzzle.fen), False) for puzzle in found]


class PuzzleScreen(BoardScreen):
    """The puzzles of a game one after another, unsolved ones first."""

    CSS = """
    PuzzleScreen #board-area { width: 1fr; height: 1fr; align: center middle; overflow: auto; }
    PuzzleScreen #side { width: 30; max-width: 40%; border-left: solid $panel; padding: 0 1; }
    PuzzleScreen.-wide #side { width: 42; }
    PuzzleScreen #side Static { height: auto; margin: 0 0 1 0; }
    PuzzleScreen #task { text-style: bold; color: $primary; }
    PuzzleScreen #words.-warning { color: $warning; text-style: bold; }
    PuzzleScreen #words.-solved { color: $success; text-style: bold; }
    """
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (101, "-wide")]

    keys = (
        Key("enter", "", texts.BOARD, display="↑ ↓ ← → Enter"),
        Key("h", "hint", texts.HINT),
        Key("s", "solution", texts.SOLUTION),
        Key("a", "again", texts.AGAIN),
        Key("n", "next", texts.NEXT),
        Key("p", "previous", texts.PREVIOUS),
        Key("f", "flip", texts.FLIP),
        Key("v", "view", texts.VIEW),
        Key("r", "rules", texts.RULES),
        Key("escape,q", "close", texts.CLOSE),
    )

    def __init__(self, name: str) -> None:
        """The puzzles of the game of that name."""
        super().__init__()
        self._game, self._puzzles = kind(name), puzzles(name)
        self._solved: list[bool] = [False] * len(self._puzzles)
        self._number = 0
        self._attempt: Attempt | None = None
        self._hints = 0
        self._is_busy = self._is_shown = self._has_failed = False

    def compose(self) -> ComposeResult:
        """The board, and beside it the task, messages, the moves and the facts."""
        yield Title(str(self._game.title))
        with Horizontal():
            yield BoardArea(id="board-area")
            with Vertical(id="side"):
                yield Static(id="task", markup=False)
                yield Static(id="words", markup=False)
                yield Static(id="moves", markup=False)
                yield Static(id="facts", markup=False)
        yield KeyBar()

    def on_mount(self) -> None:
        """Begin with the first unsolved puzzle."""
        if not self._puzzles:
            self._say(texts.NO_PUZZLES.fill(game=self._game.title))
            return
        try:
            self._solved = solved_of(self.database, self._puzzles)
        except TabuleiroError as error:
            self.tell_error(error)
        self._number = self._solved.index(False) if False in self._solved else 0
        self._open()

    # --- a puzzle ---
    def _open(self) -> None:
        """Set up a puzzle in another thread: its game may have to be compiled."""
        puzzle = self._puzzles[self._number]
        self._attempt = None
        if self._board is not None:
            self._board.is_active = False
        self.set_timer(PATIENCE, self._tell_preparing)
        self.in_background(lambda: Attempt(puzzle), self._begin, group="puzzle")

    def _tell_preparing(self) -> None:
        """If it takes long, say what is being prepared."""
        if self._attempt is None:
            self.query_one("#task", Static).update(str(texts.PREPARING.fill(game=self._game.title)))
            self._say(texts.FIRST_TIME)

    def _begin(self, attempt: Attempt) -> None:
        self._attempt, self._hints = attempt, 0
        self._is_busy = self._is_shown = self._has_failed = False
        position = attempt.position
        board = BoardView(position, view=self._view, flip=attempt.solver == 1)
        self.put_board(board)
        board.focus()
        moves = (attempt.plies_left + 1) // 2
        task = texts.FIND_AT_ONCE if moves == 1 else texts.FIND
        self.query_one("#task", Static).update(
            str(task.fill(side=position.game.sides[attempt.solver].title, moves=moves))
        )
        self._say(texts.WAS_SOLVED if self._solved[self._number] else same(""))
        self._show_standing()

    def _show_standing(self) -> None:
        """Show the moves played, the game's facts, and how many puzzles are solved."""
        attempt = self._attempt
        if attempt is None:
            return
        moves = self.query_one("#moves", Static)
        moves.update(" ".join(map(str, attempt.moves)))
        moves.display = bool(attempt.moves)
        facts = RichText()
        for fact in attempt.position.facts:
            if fact.player is not None:
                facts.append(f"{attempt.position.game.sides[fact.player].title}: ", "dim")
            append_fact(facts, fact)
            facts.append("\n")
        self.query_one("#facts", Static).update(facts)
        title = texts.PUZZLE_OF.fill(
            number=self._number + 1, count=len(self._puzzles), game=self._game.title, solved=sum(self._solved)
        )
        self.query_one("#screen-title", Static).update(str(title))
        self.show_keys()

    def _say(self, text: Text, look: str = "") -> None:
        words = self.query_one("#words", Static)
        words.set_classes(look)
        words.update(str(text))
        words.display = bool(str(text))

    # --- solving ---
    def _ask(self, work: Callable[[Attempt], Found], then: Callable[[Attempt, Found], None]) -> bool:
        """Ask the prover about the puzzle in another thread, and call `then`; False if it cannot be asked now."""
        attempt, board = self._attempt, self._board
        if attempt is None or board is None or self._is_busy or attempt.is_solved:
            return False

        def end() -> bool:
            """Make the board usable again, unless another puzzle is on it by now."""
            if attempt is not self._attempt:
                return False
            self._is_busy, board.is_active = False, not attempt.is_solved
            return True

        def answered(found: Found) -> None:
            if end():
                then(attempt, found)

        def failed(error: TabuleiroError) -> None:
            if end():
                self._say(same(str(error)), "-warning")

        self._is_busy, board.is_active = True, False
        self.in_background(lambda: work(attempt), answered, failed, group="puzzle")
        return True

    @on(BoardView.MoveChosen)
    def _try(self, event: BoardView.MoveChosen) -> None:
        move = event.move
        if self._ask(lambda attempt: attempt.play(move), lambda attempt, answer: self._answered(attempt, move, answer)):
            self._say(texts.LOOKING.fill(move=move))

    def _answered(self, attempt: Attempt, move: Move, answer: Answer) -> None:
        board = self._board
        assert board is not None
        self._hints = 0
        if answer.kind == WRONG:
            self._refute(move, answer.line)
        else:
            board.show(attempt.position, last=attempt.moves[-1])
            if answer.kind == SOLVED:
                self._praise(move)
            else:
                moves = (attempt.plies_left + 1) // 2
                task = texts.FIND_LAST if moves == 1 else texts.FIND_NEXT
                self._say(task.fill(move=move, reply=answer.reply, moves=moves))
        self._show_standing()

    def _refute(self, move: Move, line: tuple[Move, ...]) -> None:
        if line:
            answer = listing([same(str(reply)) for reply in line], same(", "))
            self._say(texts.IS_REFUTED.fill(move=move, line=answer), "-warning")
        else:
            self._say(texts.IS_WRONG.fill(move=move), "-warning")
        if not self._has_failed:
            self._has_failed = True
            self._keep(solved=False)

    def _praise(self, move: Move) -> None:
        if not self._is_shown:
            self._keep(solved=True)
            self._solved[self._number] = True
        sentence = texts.IS_SOLVED_WITH_HELP if self._is_shown else texts.IS_SOLVED
        after = texts.ALL_SOLVED if all(self._solved) else texts.NEXT_PUZZLE
        self._say(sentence.fill(move=move) + same("\n\n") + after, "-solved")

    def _keep(self, *, solved: bool) -> None:
        puzzle = self._puzzles[self._number]
        try:
            self.database.write(store.keep_try, puzzle.game, puzzle.fen, solved=solved)
        except TabuleiroError as error:
            self.tell_error(error)

    @on(BoardView.Refused)
    def _refused(self, event: BoardView.Refused) -> None:
        self._say(event.text, "-warning -refused")

    @on(BoardView.Touched)
    def _touched(self) -> None:
        """Clear the message about a refused move."""
        if self.query_one("#words").has_class("-refused"):
            self._say(same(""))

    # --- help ---
    def action_hint(self) -> None:
        """Say which piece wins and, when asked again, which move."""
        self._ask(Attempt.hint, self._hinted)

    def _hinted(self, attempt: Attempt, move: Move) -> None:
        board = self._board
        assert board is not None
        self._hints += 1
        if self._hints == 1:
            board.select(move.origin)
            self._say(texts.HINT_IS.fill(cell=move.origin))
        else:
            board.select(None)
            board.show_hint(move)
            self._say(texts.HINT_MOVE.fill(move=move))

    def action_solution(self) -> None:
        """Show the whole win; the puzzle then no longer counts as solved."""
        self._ask(Attempt.solution, self._show_solution)

    def _show_solution(self, attempt: Attempt, line: tuple[Move, ...]) -> None:
        board = self._board
        assert board is not None
        if not self._is_shown:
            self._is_shown = True
            self._keep(solved=False)
        self._say(texts.SOLUTION_IS.fill(line=" ".join(map(str, line))))
        board.show_hint(line[0])

    # --- other keys ---
    def action_again(self) -> None:
        """Restart the same puzzle."""
        if self._puzzles:
            self._open()

    def action_next(self) -> None:
        """Go to the next unsolved puzzle or, if all are solved, to the next one."""
        count = len(self._puzzles)
        places = [(self._number + step) % count for step in range(1, count + 1)]
        if places:
            self._number = next((place for place in places if not self._solved[place]), places[0])
            self._open()

    def action_previous(self) -> None:
        """Go to the previous puzzle, solved or not."""
        if self._puzzles:
            self._number = (self._number - 1) % len(self._puzzles)
            self._open()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Can this action be used now?"""
        attempt = self._attempt
        if action in ("hint", "solution"):
            return attempt is not None and not attempt.is_solved
        if action == "view":
            return self.has_views
        return True
