"""A connection that breaks in the middle of a move: the page shows what the server has, and sends the rest once."""

from __future__ import annotations

import json

from playwright.sync_api import WebSocketRoute, expect

import tabuleiro
from tests.browser.boards import cells_of, say
from tests.browser.conftest import Visit
from tests.browser.table import Table, begin, begin_alone, join, some_moves
from tests.web.running import RunningServer

GAME = tabuleiro.games()[0]


def sees_unsent(table: Table, move: str) -> None:
    """The page says that a move is not sent, and shows the board without it."""
    expect(table.board.locator(".waiting-word")).to_have_text(say("unsent"))
    expect(table.bars).to_contain_text(say("move-unsent", move=move))
    origin, target = cells_of(move)
    occupied = table.occupied()
    assert origin in occupied
    assert target not in occupied


def sees_sent(table: Table, *moves: str) -> None:
    """The moves are there, once each, and nothing waits."""
    table.sees_line("open")
    table.sees_moves(moves)
    expect(table.board.locator(".waiting-word")).to_have_count(0)
    assert table.sees_truth()["moves"] == list(moves)


def test_move_without_network(visit: Visit) -> None:
    ana = begin(visit(), GAME, players=["human", "human"], mine=[0])
    rui = join(visit(), ana, "Rui")
    first = some_moves(ana.state())[0]
    ana.page.context.set_offline(True)
    ana.sees_line("lost")
    ana.by_mouse(first)
    sees_unsent(ana, first)
    rui.sees_plies(0)
    ana.page.context.set_offline(False)
    sees_sent(ana, first)
    sees_sent(rui, first)

    # What the other does meanwhile is there as soon as the network is.
    ana.page.context.set_offline(True)
    ana.sees_line("lost")
    second = some_moves(rui.state())[0]
    rui.by_mouse(second)
    rui.sees_moves([first, second])
    ana.sees_plies(1)
    ana.page.context.set_offline(False)
    sees_sent(ana, first, second)


def test_move_while_the_server_is_dead(visit: Visit, server: RunningServer) -> None:
    table = begin_alone(visit(), GAME)
    first, second = some_moves(table.state())[0], None
    table.by_mouse(first)
    table.sees_moves([first])
    second = some_moves(table.state())[0]
    server.kill()
    try:
        table.sees_line("lost")
        table.by_keys(second)
        sees_unsent(table, second)
        expect(table.plies).to_have_count(2)
    finally:
        server.restart()
    sees_sent(table, first, second)


def test_move_whose_acknowledgement_is_lost(visit: Visit) -> None:
    table = begin_alone(visit(spoils=True), GAME)
    sent: list[str] = []

    def pass_on(route: WebSocketRoute) -> None:
        server = route.connect_to_server()
        before = len(sent)

        def hear(message: str | bytes) -> None:
            wish = json.loads(message)
            if wish["type"] == "act":
                sent.append(wish["id"])
            server.send(message)

        def answer(message: str | bytes) -> None:
            # The first move reaches the server, but what comes of it never comes back: the line breaks.
            if before == 0 and sent:
                route.close(code=1011)
            else:
                route.send(message)

        route.on_message(hear)
        server.on_message(answer)

    table.page.route_web_socket("**/socket**", pass_on)
    table.page.reload()
    table.sees_line("open")
    move = some_moves(table.state())[0]
    table.by_mouse(move)
    sees_sent(table, move)
    assert len(sent) == 2, "it was sent again"
    assert sent[0] == sent[1], "under the same name"
    follow = some_moves(table.state())[0]
    table.by_mouse(follow)
    sees_sent(table, move, follow)
