"""The page's files, as they are in the package, and the HTML shells of its pages, with language and title filled in."""

from __future__ import annotations

import hashlib
import re
from functools import cache
from html import escape
from pathlib import Path
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import Response

from tabuleiro.drawing.styles import THEMES, style_sheet
from tabuleiro.messages import server as texts
from tabuleiro.rules.texts import Text, language, same
from tabuleiro.web.errors import NotFound

router = APIRouter(include_in_schema=False)

FOLDER = Path(__file__).parent / "page"

TYPES = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}

KINDS = {"home": "home", "account": "home", "nothing": "home", "play": "play"}
"""The kinds of pages, which name a style sheet; pages not listed are for study."""

TITLES = {
    "home": same("Tabuleiro"),
    "play": Text("Play – Tabuleiro", "Jogar – Tabuleiro"),
    "analysis": Text("Analysis – Tabuleiro", "Análise – Tabuleiro"),
    "editor": Text("Position editor – Tabuleiro", "Editor de posições – Tabuleiro"),
    "rules": Text("Rules – Tabuleiro", "Regras – Tabuleiro"),
    "docs": Text("API – Tabuleiro", "API – Tabuleiro"),
    "account": Text("Account – Tabuleiro", "Conta – Tabuleiro"),
    "nothing": Text("Nothing here – Tabuleiro", "Aqui não há nada – Tabuleiro"),
}
"""The titles of the pages by name; each page has a module of the same name."""

IMPORTED = re.compile(r"""^(?:import|export)\b[^"']*["']\./([\w-]+\.js)["']""", re.MULTILINE)


def shell(name: str, status: int = 200) -> Response:
    """The HTML of a page, which its module will fill, in the language in use."""
    filled = _read("shell.html")
    for hole, value in {
        "{lang}": language(),
        "{title}": escape(str(TITLES[name])),
        "{name}": name,
        "{kind}": KINDS.get(name, "study"),
        "{styles}": "\n    ".join(f'<link rel="stylesheet" href="/page/{sheet}.css">' for sheet in sheets_of(name)),
        "{preloads}": "\n    ".join(
            f'<link rel="modulepreload" href="/page/{file}">' for file in modules_of(f"{name}.js")
        ),
        "{main}": _read(f"{name}.html") if f"{name}.html" in _names() else "",
    }.items():
        filled = filled.replace(hole, value)
    headers = {"cache-control": "no-cache", "vary": "accept, accept-language, cookie"}
    return Response(filled, status, media_type="text/html", headers=headers)


def nothing_here(request: Request) -> Response | None:
    """The page for a person at a wrong address; None for programs, and for addresses that only programs use."""
    wants_page = "text/html" in request.headers.get("accept", "") and not request.url.path.startswith("/api/")
    return shell("nothing", 404) if wants_page else None


def sheets_of(name: str) -> list[str]:
    """The style sheets of a page: those of all pages, of its kind, of the page itself, and of the modules it needs."""
    modules = (module.removesuffix(".js") for module in modules_of(f"{name}.js"))
    own = dict.fromkeys((KINDS.get(name, "study"), name, *modules))
    return ["board", "page", "frame", *(sheet for sheet in own if f"{sheet}.css" in _names())]


@cache
def modules_of(name: str) -> tuple[str, ...]:
    """All modules that a module imports, directly or not, so that the browser can fetch them at once."""
    found: dict[str, None] = {}
    waiting = [name]
    while waiting:
        for needed in IMPORTED.findall(_read(waiting.pop())):
            if needed not in found:
                found[needed] = None
                waiting.append(needed)
    return tuple(found)


@cache
def _read(name: str) -> str:
    return (FOLDER / name).read_text(encoding="utf-8")


@router.get("/")
def home() -> Response:
    """All games, and where to go from here."""
    return shell("home")


@router.get("/play/{code}")
def play(code: str) -> Response:
    """A match."""
    return shell("play")


@router.get("/rules/{id}")
def rules(id: str) -> Response:
    """How a game is played."""
    return shell("rules")


@router.get("/page/board.css")
def board_style(request: Request) -> Response:
    """The colours of boards, the same as in all our pictures."""
    return _file(request, "".join(style_sheet(theme) for theme in THEMES).encode(), "text/css")


@router.get("/page/{name}")
def page_file(request: Request, name: str) -> Response:
    """A file of the page."""
    kind = TYPES.get(Path(name).suffix)
    if kind is None or name not in _names():
        raise NotFound(texts.NOTHING_HERE)
    return _file(request, (FOLDER / name).read_bytes(), kind)


@router.get("/{name}")
def named_page(name: str) -> Response:
    """A page by its name."""
    if name not in ("analysis", "editor", "rules", "docs", "account"):
        raise NotFound(texts.NOTHING_HERE)
    return shell(name)


@cache
def _names() -> frozenset[str]:
    return frozenset(path.name for path in FOLDER.iterdir())


def _file(request: Request, body: bytes, kind: str) -> Response:
    """A file that browsers cache, and revalidate each time."""
    tag = f'"{hashlib.sha256(body).hexdigest()[:20]}"'
    headers: dict[str, Any] = {"etag": tag, "cache-control": "no-cache"}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    return Response(body, media_type=kind, headers=headers)
