"""The application: all parts put together, and every fault turned into a sentence."""

from __future__ import annotations

import gc
import logging
import os
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from threading import Thread

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware

from tabuleiro import __version__
from tabuleiro.games import game, games
from tabuleiro.messages import server as texts
from tabuleiro.records.database import Database
from tabuleiro.rules.errors import TabuleiroError
from tabuleiro.rules.texts import same
from tabuleiro.web import catalogue, matches, pages, sockets, study_sockets, studying
from tabuleiro.web.analysis import Reading
from tabuleiro.web.engine_room import EngineRoom
from tabuleiro.web.errors import NotFound, code_of, describe_error
from tabuleiro.web.guard import Guard, Rates, error_body
from tabuleiro.web.lobby import Lobby
from tabuleiro.web.metrics import Measures
from tabuleiro.web.server import Server
from tabuleiro.web.visitors import Visitors

log = logging.getLogger("tabuleiro.web")

ABOUT = """Play, watch and study over HTTP. Texts are in the language of `?lang=`, of the cookie `lang`, or of
`Accept-Language` (`en`, `pt`). A request that is refused is answered with `{"error": {"code", "message"}}`. Play goes over the
WebSocket `/api/matches/{code}/socket?seen=VERSION`: it sends the state at every change, takes
`{"type": "act", "id", "at", "action", "move"}` and answers `done` once that is kept, or `refused` with the reason."""

STUDY_WAITING = 8
"""The most requests for analysis that may wait for an engine."""


def make_application(
    database: Database,
    *,
    origins: Iterable[str] = (),
    rates: Rates | None = None,
    threads: int | None = None,
    prepares: bool = True,
) -> FastAPI:
    """The application on a database. `origins` are its addresses, `threads` is how many engines think at once.

    With `prepares` it loads all games when it starts, so that nobody has to wait for a first move.
    """
    measures = Measures()
    limits = rates or Rates()
    engines = EngineRoom(threads)
    study = EngineRoom(max(1, (threads or os.cpu_count() or 1)), STUDY_WAITING)
    lobby = Lobby(database, engines, measures)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        lobby.open()
        if prepares:
            Thread(target=_load_games, daemon=True, name="tabuleiro-loading").start()
        yield
        await lobby.close()
        study.close()

    app = FastAPI(
        title="tabuleiro",
        version=__version__,
        description=ABOUT,
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
    )
    app.state.server = Server(lobby, Visitors(lobby), limits, measures)
    app.state.reading = Reading(study)
    measures.watch("tabuleiro_rooms", "Matches that are open.", lambda: len(lobby.rooms))
    measures.watch("tabuleiro_engine_jobs", "Moves that computers think about or that wait.", lambda: engines.jobs)
    measures.watch("tabuleiro_study_jobs", "Analyses that run or wait.", lambda: study.jobs)
    for part in (matches, sockets, studying, study_sockets, catalogue):
        app.include_router(part.router)
    app.include_router(catalogue.visits)
    _add_health(app, lobby, measures)
    app.include_router(pages.router)
    app.add_exception_handler(TabuleiroError, _refuse)
    app.add_exception_handler(RequestValidationError, _refuse_body)
    app.add_exception_handler(HTTPException, _refuse_route)
    app.add_exception_handler(Exception, _fail)
    app.add_middleware(GZipMiddleware, minimum_size=600, compresslevel=5)
    app.add_middleware(Guard, rates=limits, measures=measures, origins=tuple(origins))
    return app


def _load_games() -> None:
    for name in games():
        try:
            game(name).start()
        except Exception:  # a faulty game from another package must not bring the server down
            log.exception("The game %s cannot be loaded.", name)
    # All this stays in memory: without freezing it, each garbage collection would take a tenth of a second.
    gc.freeze()


def _add_health(app: FastAPI, lobby: Lobby, measures: Measures) -> None:
    @app.get("/health", tags=["operation"])
    async def health() -> dict[str, str]:
        """Answers if the server runs and can reach its database."""
        await lobby.read(lambda connection: connection.exec_driver_sql("SELECT 1").scalar())
        return {"status": "ok", "version": __version__}

    @app.get("/metrics", tags=["operation"], response_class=Response)
    def metrics() -> Response:
        """The server's metrics, for Prometheus."""
        return Response(measures.text(), media_type="text/plain; version=0.0.4")


async def _refuse(request: Request, error: Exception) -> Response:
    assert isinstance(error, TabuleiroError)
    page = pages.nothing_here(request) if isinstance(error, NotFound) else None
    return page or JSONResponse({"error": describe_error(error)}, code_of(error)[1])


async def _refuse_body(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"])
    message = texts.BAD_REQUEST.fill(where=where[:80], what=same(str(first["msg"])[:200]))
    return JSONResponse(error_body("bad-request", str(message)), 422)


async def _refuse_route(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    page = pages.nothing_here(request) if error.status_code == 404 else None
    return page or JSONResponse(error_body("not-found", str(texts.NOTHING_HERE)), error.status_code, error.headers)


async def _fail(request: Request, error: Exception) -> Response:
    log.error("Something went wrong.", exc_info=error)
    return JSONResponse(error_body("internal", str(texts.INTERNAL)), 500)
