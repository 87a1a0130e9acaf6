"""The panels beside the board: the players with their clocks and facts, the moves, what the engine thinks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from rich.text import Text as Styled
from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.widgets import Static

from tabuleiro.drawing.text import piece_signs
from tabuleiro.engine.analysis import Analysis
from tabuleiro.match.sentences import time_text
from tabuleiro.match.table import Table
from tabuleiro.messages import terminal as texts
from tabuleiro.rules.game import Game
from tabuleiro.rules.position import Fact, Move, Position
from tabuleiro.rules.texts import Text

TURN, WAITING = "▶", " "
FULL, EMPTY = "█", "░"


class PlayerPanel(Static):
    """A player: side, name, time left, the game's facts about this side, what it has captured."""

    DEFAULT_CSS = """
    PlayerPanel { height: auto; padding: 0 1; background: $panel; margin-bottom: 1; }
    """

    _heading = Styled()
    _name = ""
    _rest = Styled()

    def show(self, title: Text, name: str, *, to_move: bool, time: str, facts: Sequence[Fact], captured: str) -> None:
        """Show the state of this player."""
        self._heading, self._name, self._rest = Styled(), name, Styled()
        self._heading.append(f"{TURN if to_move else WAITING} {title}", "bold")
        if time:
            self._heading.append("  ")
            self._heading.append(f" {time} ", "bold reverse" if to_move else "bold")
        for fact in facts:
            self._rest.append("\n  ")
            append_fact(self._rest, fact)
        if captured:
            self._rest.append(f"\n  {texts.CAPTURED}: {captured}")
        self._write()

    def on_resize(self) -> None:
        """Check again whether the name fits beside the side."""
        self._write()

    def _write(self) -> None:
        room = self.size.width - 2 - len(self._heading.plain)
        apart = "  " if len(self._name) + 2 <= room else "\n  "
        shown = Styled(overflow="fold")
        shown.append_text(self._heading).append(apart + self._name).append_text(self._rest)
        self.update(shown)


class SidePanel(Vertical):
    """Everything beside the board of a match."""

    DEFAULT_CSS = """
    SidePanel > .text { height: auto; padding: 0 1; }
    SidePanel > #thinking { max-height: 4; color: $secondary; }
    """

    def compose(self) -> ComposeResult:
        """The players, the facts that are nobody's, the evaluation, the moves, what a computer thinks."""
        yield PlayerPanel(id="player-1", markup=False)
        yield PlayerPanel(id="player-0", markup=False)
        yield Static(id="common", classes="text", markup=False)
        yield Static(id="evaluation", classes="text", markup=False)
        yield MoveList(id="moves")
        yield Static(id="thinking", classes="text", markup=False)

    def show(self, table: Table) -> None:
        """Show the state of a match."""
        session = table.session
        self.show_players(table)
        common = Styled("\n").join(_fact_text(fact) for fact in session.position.facts if fact.player is None)
        self._static("common").update(common)
        self._static("common").display = bool(common)
        self.query_one(MoveList).show(session.moves, second_column=session.start.turn != session.game.first)

    def show_players(self, table: Table) -> None:
        """Show the players, with the time they have left."""
        session, clock = table.session, table.clock
        captured, facts = session.captured, session.position.facts
        for seat in (0, 1):
            self.query_one(f"#player-{seat}", PlayerPanel).show(
                session.game.sides[seat].title,
                table.person(seat).name,
                to_move=session.result is None and session.turn == seat,
                time="" if clock is None else time_text(clock.seconds(seat)),
                facts=[fact for fact in facts if fact.player == seat],
                captured=captured_text(session.game, captured[1 - seat]),
            )

    def show_evaluation(self, position: Position | None, analysis: Analysis | None) -> None:
        """Show the evaluation of a position; without one, hide it."""
        bar = self._static("evaluation")
        bar.display = position is not None
        if position is not None:
            bar.update(evaluation_text(position, analysis, self.size.width - 2))

    def show_thinking(self, analysis: Analysis | None) -> None:
        """Show what a computer thinks, or nothing."""
        shown = analysis_text(analysis, self.size.width - 2) if analysis is not None and analysis.lines else ""
        self._static("thinking").update(shown)

    def _static(self, name: str) -> Static:
        return self.query_one(f"#{name}", Static)


def _fact_text(fact: Fact) -> Styled:
    shown = Styled()
    append_fact(shown, fact)
    return shown


def append_fact(shown: Styled, fact: Fact) -> None:
    """Append a fact; a warning stands out by a sign and bold type."""
    text = f"{fact.label}: {fact.value}"
    shown.append(f"! {text}" if fact.warning else text, "bold" if fact.warning else "")


def captured_text(game: Game, pieces: Iterable[int]) -> str:
    """The signs of pieces, with the number of each: ●×3."""
    signs = piece_signs(game, ascii=False)
    counted = Counter(signs[piece] for piece in pieces)
    return " ".join(sign if number == 1 else f"{sign}×{number}" for sign, number in counted.items())


class MoveList(VerticalScroll, can_focus=False):
    """The moves played, two to a numbered line, the last one highlighted."""

    DEFAULT_CSS = """
    MoveList { height: 1fr; min-height: 2; padding: 0 1; scrollbar-size-vertical: 1; }
    MoveList > Static { height: auto; }
    """

    def compose(self) -> Iterable[Static]:
        """The text of the list."""
        yield Static()

    def show(self, moves: Sequence[Move], *, second_column: bool, current: int | None = None) -> None:
        """Show moves and highlight the current one, by default the last. The first move may be in the second column."""
        shown = Styled()
        ply = int(second_column)
        at = len(moves) - 1 if current is None else current
        width = max((len(str(move)) for move in moves), default=0) + 1
        for place, move in enumerate(moves):
            if ply % 2 == 0 or place == 0:
                shown.append(
                    ("\n" if place else "") + f"{ply // 2 + 1:>3}. " + ("… ".ljust(width) if ply % 2 else ""), "dim"
                )
            shown.append(str(move), "bold reverse" if place == at else "")
            shown.append(" " * (width - len(str(move))))
            ply += 1
        self.query_one(Static).update(shown if moves else Styled(str(texts.NO_MOVES_YET), "dim italic"))
        self.call_after_refresh(self.scroll_end, animate=False)


def analysis_text(analysis: Analysis, width: int) -> Styled:
    """What a search has found: its depth, the chance that the side to move wins, and the line it expects."""
    best = analysis.best
    shown = Styled(overflow="ellipsis")
    shown.append(f"{texts.DEPTH.fill(depth=analysis.depth)}  {best.win:.0%}  ", "bold")
    line = ""
    for move in best.moves:
        if len(line) + len(str(move)) + 1 > 2 * width:
            break
        line += f" {move}"
    shown.append(line.strip())
    return shown


def evaluation_text(position: Position, analysis: Analysis | None, width: int) -> Styled:
    """A bar with each side's chance of winning, the first player's from the left."""
    first, second = position.game.sides
    shown = Styled()
    if analysis is None or not analysis.lines:
        shown.append(str(texts.EVALUATING), "dim")
        return shown
    best = analysis.best
    win = best.win if position.turn == 0 else 1 - best.win
    long = max(4, width - 10)
    filled = round(win * long)
    shown.append(f"{win:>4.0%} ", "bold")
    shown.append(FULL * filled + EMPTY * (long - filled))
    shown.append(f" {1 - win:>4.0%}", "bold")
    plies = best.plies_to_end
    if plies is not None:
        winner = position.turn if plies > 0 else 1 - position.turn
        side = (first, second)[winner].title
        shown.append(f"\n{texts.PROVED_WIN.fill(side=side, moves=(abs(plies) + 1) // 2)}")
    else:
        shown.append("\n" + " ".join(str(move) for move in best.moves[:5]))
    return shown
