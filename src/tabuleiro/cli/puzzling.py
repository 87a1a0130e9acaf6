"""`puzzle`: positions with one winning move, to be found and played out against the engine's defence."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from tabuleiro.cli.boards import moves_from, print_moves
from tabuleiro.cli.catalogue import print_lessons
from tabuleiro.cli.database import open_database
from tabuleiro.cli.errors import BadInput
from tabuleiro.cli.options import Flip, Plain, View
from tabuleiro.cli.output import check_view, draw_board, fact_lines, heading, is_full_screen, legend, plain_text, say
from tabuleiro.cli.questions import PersonLeft, ask, ask_for_game, word_of
from tabuleiro.games import game as find_game
from tabuleiro.games import games as names_of_games
from tabuleiro.messages import playing as texts
from tabuleiro.rules.errors import TabuleiroError

if TYPE_CHECKING:
    from tabuleiro.engine.attempts import Attempt
    from tabuleiro.engine.puzzles import Puzzle
    from tabuleiro.records.database import Database


def puzzle(
    puzzle_game: Annotated[str | None, typer.Argument(metavar="GAME")] = None,
    plain: Plain = False,
    view: View = None,
    flip: Flip = False,
) -> None:
    """Solve puzzles, those never solved first; it is kept which were tried and solved."""
    name = None if puzzle_game is None else find_puzzles(puzzle_game)
    if name is not None:
        check_view(find_game(name), view)
    with open_database() as database:
        if is_full_screen(plain):
            from tabuleiro.terminal import show_puzzles

            show_puzzles(database, name)
            return
        with plain_text():
            _solve_by_lines(database, name, view, flip)


def _solve_by_lines(database: Database, name: str | None, view: str | None, flip: bool) -> None:
    from tabuleiro.engine.puzzles import puzzles

    if name is None:
        try:
            name = find_puzzles(ask_for_game(games_with_puzzles()))
        except PersonLeft:
            return
        check_view(find_game(name), view)
    LinePuzzles(database, puzzles(name), view=view, flip=flip).solve()


def find_puzzles(id: str) -> str:
    """The name of the game with this id; if it has no puzzles, BadInput says which games have some."""
    from tabuleiro.engine.puzzles import puzzles

    game = find_game(id)
    if not any(puzzle.game == game.id for puzzle in puzzles(game.name)):
        raise BadInput(texts.NO_PUZZLES.fill(game=game.id, games=", ".join(games_with_puzzles())))
    return game.name


def games_with_puzzles() -> list[str]:
    """The names of the games that have puzzles."""
    from tabuleiro.engine.puzzles import puzzles

    return [name for name in names_of_games() if puzzles(name)]


class LinePuzzles:
    """The puzzles of a game, one after the other, solved by typed moves."""

    def __init__(
        self, database: Database, puzzles: Sequence[Puzzle], *, view: str | None = None, flip: bool = False
    ) -> None:
        self._database = database
        self._puzzles = puzzles
        self._view, self._flip = view, flip
        self._attempt: Attempt | None = None
        self._is_done = self._is_left = self._is_spoilt = False
        self._commands: dict[str, Callable[[str], None]] = {
            "help": self._help,
            "rules": self._rules,
            "moves": self._moves,
            "board": self._board,
            "flip": self._turn_around,
            "hint": self._hint,
            "solution": self._solution,
            "next": self._next,
            "quit": self._quit,
        }

    def solve(self) -> None:
        """Go through the puzzles, the unsolved ones first, until the person leaves or there are no more."""
        solved = self._solved()
        order = sorted(range(len(self._puzzles)), key=lambda place: (self._key(place) in solved, place))
        print(legend(find_game(self._puzzles[0].game)))
        for place in order:
            self._solve_one(place)
            if self._is_left:
                break
        else:
            say(texts.NO_MORE_PUZZLES.fill(game=find_game(self._puzzles[0].game).title))
        self._tell_progress()

    def _solve_one(self, place: int) -> None:
        from tabuleiro.engine.attempts import Attempt

        puzzle = self._puzzles[place]
        self._attempt, self._is_done, self._is_spoilt = Attempt(puzzle), False, False
        position = self._attempt.position
        print(f"\n{heading(texts.PUZZLE.fill(number=place + 1, count=len(self._puzzles), id=puzzle.game))}")
        self._tell_progress()
        if self._key(place) in self._solved():
            say(texts.SOLVED_BEFORE)
        self._show()
        say(texts.FIND_THE_WIN.fill(side=position.game.sides[position.turn].title, plies=puzzle.plies))
        say(texts.PUZZLE_MAY_TYPE)
        while not self._is_done and not self._is_left:
            line = ask(texts.PUZZLE_PROMPT.fill(side=position.game.sides[position.turn].title))
            if line is None:
                self._is_left = True
            else:
                self.obey(line)

    def obey(self, line: str) -> None:
        """Carry out a line, a command or a move; a refusal is printed with its reason and changes nothing."""
        word, _, rest = line.partition(" ")
        name = word_of(word)
        try:
            if name in self._commands:
                self._commands[str(name)](rest.strip())
            elif line:
                self._try(line)
        except TabuleiroError as error:
            say(str(error))

    # --- state ---
    @property
    def attempt(self) -> Attempt:
        """The puzzle that is being solved."""
        assert self._attempt is not None
        return self._attempt

    def _key(self, place: int) -> tuple[str, str]:
        return self._puzzles[place].game, self._puzzles[place].fen

    def _solved(self) -> set[tuple[str, str]]:
        from tabuleiro.records import store

        return {key for key, solved in self._database.read(store.tries).items() if solved}

    def _tell_progress(self) -> None:
        solved = self._solved()
        count = sum(self._key(place) in solved for place in range(len(self._puzzles)))
        say(texts.PROGRESS.fill(solved=count, count=len(self._puzzles)))

    def _keep(self, *, solved: bool) -> None:
        """Note that the puzzle was tried, and whether it was solved."""
        from tabuleiro.records import store

        puzzle = self.attempt.puzzle
        self._database.write(store.keep_try, puzzle.game, puzzle.fen, solved=solved)

    def _spoil(self) -> None:
        if not self._is_spoilt:
            self._is_spoilt = True
            self._keep(solved=False)

    def _show(self) -> None:
        moves = self.attempt.moves
        last = moves[-1] if moves else None
        print(f"\n{draw_board(self.attempt.position, view=self._view, flip=self._flip, last=last)}\n")
        for line in fact_lines(self.attempt.position):
            print(line)

    # --- what is typed ---
    def _try(self, text: str) -> None:
        from tabuleiro.engine.attempts import SOLVED, WRONG

        move = self.attempt.position.find(text)
        answer = self.attempt.play(move)
        if answer.kind == WRONG:
            self._keep(solved=False)
            line = " ".join(map(str, answer.line))
            say(texts.WRONG_BECAUSE.fill(move=move, line=line) if line else texts.WRONG.fill(move=move))
            return
        if answer.reply is not None:
            say(texts.RIGHT.fill(move=move, reply=answer.reply))
        self._show()
        if answer.kind == SOLVED:
            say(texts.SOLVED.fill(move=move))
            self._is_done = True
            if not self._is_spoilt:
                self._keep(solved=True)

    def _help(self, rest: str) -> None:
        cell = self.attempt.position.legal_moves[0].origin
        for name, about in texts.PUZZLE_HELP.items():
            word = str(texts.WORDS[name])
            print(f"  {word:<12}{about.fill(word=word, cell=cell)}")

    def _rules(self, rest: str) -> None:
        print_lessons(self.attempt.position.game)

    def _moves(self, rest: str) -> None:
        position = self.attempt.position
        print_moves(moves_from(position, rest) if rest else list(position.legal_moves))

    def _board(self, rest: str) -> None:
        self._show()

    def _turn_around(self, rest: str) -> None:
        self._flip = not self._flip
        self._show()

    def _hint(self, rest: str) -> None:
        say(texts.PUZZLE_HINT.fill(cell=self.attempt.hint().origin))

    def _solution(self, rest: str) -> None:
        self._spoil()
        say(texts.SOLUTION.fill(line=" ".join(map(str, self.attempt.solution()))))

    def _next(self, rest: str) -> None:
        self._is_done = True

    def _quit(self, rest: str) -> None:
        self._is_left = True
