"""The board on the screen: how large it is drawn, the cursor, picking up and putting down by keys and by mouse."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from textual.app import App, ComposeResult
from textual.geometry import Size
from textual.pilot import Pilot

import tabuleiro
from tabuleiro.terminal.board import BoardView


class BoardApp(App[None]):
    """A board, and what it tells."""

    def __init__(self, board: BoardView) -> None:
        super().__init__()
        self.board = board
        self.moves: list[str] = []
        self.refusals: list[str] = []

    def compose(self) -> ComposeResult:
        yield self.board

    def on_board_view_move_chosen(self, event: BoardView.MoveChosen) -> None:
        self.moves.append(str(event.move))

    def on_board_view_refused(self, event: BoardView.Refused) -> None:
        self.refusals.append(str(event.text))


def use(board: BoardView, act: Callable[[Pilot[None], BoardApp], Awaitable[None]]) -> BoardApp:
    app = BoardApp(board)

    async def run() -> None:
        async with app.run_test(size=(100, 50)) as pilot:
            board.focus()
            await pilot.pause()
            await act(pilot, app)
            await pilot.pause()

    asyncio.run(run())
    return app


def board_of(game: str, **options: object) -> BoardView:
    return BoardView(tabuleiro.game(game).start(), **options)  # type: ignore[arg-type]


def test_a_move_by_arrows_and_enter() -> None:
    async def act(pilot: Pilot[None], app: BoardApp) -> None:
        await pilot.press("left")  # the first key shows the cursor on a piece that can move
        start = app.board.cursor
        assert start is not None and start[1] == "2"
        await pilot.press("enter")
        assert app.board.selected == start
        await pilot.press("up", "enter")

    app = use(board_of("breakthrough"), act)
    assert len(app.moves) == 1 and app.moves[0][1] == "2" and app.moves[0][-1] == "3"
    assert not app.refusals


def test_tab_goes_only_where_something_can_be_done() -> None:
    board = board_of("breakthrough")
    movable = {move.origin for move in board.position.legal_moves}

    async def act(pilot: Pilot[None], app: BoardApp) -> None:
        seen = []
        for _ in movable:
            await pilot.press("tab")
            seen.append(app.board.cursor)
        assert set(seen) == movable
        await pilot.press("shift+tab", "enter", "tab")
        targets = {move.target for move in app.board.position.legal_moves if move.origin == app.board.selected}
        assert app.board.cursor in targets

    use(board, act)


def test_what_cannot_be_is_told_where_it_is_tried() -> None:
    async def act(pilot: Pilot[None], app: BoardApp) -> None:
        for cell in ("d4", "d7", "d1"):
            await pilot.click(BoardView, offset=app.board.region_of(cell))
        await pilot.click(BoardView, offset=app.board.region_of("d2"))
        await pilot.click(BoardView, offset=app.board.region_of("d6"))

    app = use(board_of("breakthrough"), act)
    assert app.refusals[0] == "There is no piece on d4."
    assert "does not belong to the side to move" in app.refusals[1]
    assert app.refusals[2] == "The piece on d1 has no move."
    assert len(app.refusals) == 4 and "one" in app.refusals[3]
    assert not app.moves


def test_click_and_click_and_drag() -> None:
    async def act(pilot: Pilot[None], app: BoardApp) -> None:
        at = app.board.region_of
        await pilot.click(BoardView, offset=at("c2"))
        await pilot.click(BoardView, offset=at("e2"))  # another piece is picked up instead
        assert app.board.selected == "e2"
        await pilot.click(BoardView, offset=at("e2"))  # and let go
        assert app.board.selected is None
        await pilot.click(BoardView, offset=at("c2"))
        await pilot.click(BoardView, offset=at("c3"))
        await pilot.mouse_down(BoardView, offset=at("f2"))
        await pilot.mouse_up(BoardView, offset=at("g3"))

    assert use(board_of("breakthrough"), act).moves == ["c2-c3", "f2-g3"]


def test_escape_lets_go_and_an_inactive_board_does_nothing() -> None:
    async def act(pilot: Pilot[None], app: BoardApp) -> None:
        await pilot.press("tab", "enter", "escape")
        assert app.board.selected is None
        app.board.is_active = False
        await pilot.press("enter", "tab", "enter")
        await pilot.click(BoardView, offset=app.board.region_of("a2"))
        assert app.board.selected is None

    app = use(board_of("breakthrough"), act)
    assert not app.moves and not app.refusals


@pytest.mark.parametrize("game", ["breakthrough:6x4", "trench"])
@pytest.mark.parametrize("flip", [False, True])
def test_every_cell_can_be_reached_by_arrows_and_clicked(game: str, flip: bool) -> None:
    board = board_of(game, flip=flip)
    names = set(board.position.game.board.named)

    async def act(pilot: Pilot[None], app: BoardApp) -> None:
        app.board.action_step(0, 1)
        seen, waiting = set(), [app.board.cursor]
        while waiting:
            cell = waiting.pop()
            if cell in seen:
                continue
            seen.add(cell)
            for step in ((0, 1), (0, -1), (1, 0), (-1, 0)):
                app.board._cursor = cell
                app.board.action_step(*step)
                waiting.append(app.board.cursor)
        assert seen == names
        for cell in names:
            assert app.board._cell_at(*app.board.region_of(cell)) == cell

    use(board, act)


def test_a_board_grows_with_its_room_and_never_beyond() -> None:
    for game in tabuleiro.games():
        board = board_of(game)
        before = (0, 0)
        for width, height in ((53, 20), (70, 30), (90, 40), (160, 60)):
            board.fit(Size(width, height))
            size = board.get_content_width(Size(0, 0), Size(0, 0)), board.get_content_height(Size(0, 0), Size(0, 0), 0)
            assert size[0] <= width and size[1] <= height, (game, width, height, size)
            assert size >= before
            before = size


def test_views_and_flip_show_the_same_cells_elsewhere() -> None:
    board = board_of("trench")
    diamond = board.region_of("a1")
    board.flip = True
    assert board.region_of("a1") != diamond
    board.flip = False
    board.next_view()
    assert board.view == "square" and board.region_of("a1") != diamond
    board.next_view()
    assert board.view == "diamond" and board.region_of("a1") == diamond
