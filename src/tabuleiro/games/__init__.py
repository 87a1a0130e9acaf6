"""The games: one file each, and those that other packages add through the entry point group `tabuleiro.games`."""

from __future__ import annotations

import warnings
from functools import cache, lru_cache
from importlib import import_module
from pathlib import Path

from tabuleiro.rules.errors import UnknownGame
from tabuleiro.rules.game import Game, check_class, nearest
from tabuleiro.rules.texts import Text

ENTRY_POINTS = "tabuleiro.games"


@cache
def _files() -> dict[str, str]:
    """The module of each game of this package, by the game's name."""
    names = sorted(path.stem for path in Path(__file__).parent.glob("*.py") if not path.stem.startswith("_"))
    return {name.replace("_", "-"): f"{__name__}.{name}" for name in names}


@cache
def _plugins() -> dict[str, type[Game]]:
    from importlib.metadata import entry_points  # slow to import, and most processes never get here

    found: dict[str, type[Game]] = {}
    for point in entry_points(group=ENTRY_POINTS):
        try:
            kind = check_class(point.load(), point.value)
        except Exception as error:  # a faulty package must not bring ours down
            warnings.warn(f"The game {point.name!r} ({point.value}) cannot be loaded: {error}", stacklevel=2)
            continue
        if kind.name in _files() or found.setdefault(kind.name, kind) is not kind:
            warnings.warn(f"{point.value} is left out: there is another game {kind.name!r}.", stacklevel=2)
    return found


def games() -> tuple[str, ...]:
    """The names of all games: this package's, then those that other packages add."""
    return (*_files(), *sorted(_plugins()))


def kind(name: str) -> type[Game]:
    """The class of a game by its name; UnknownGame says what there is."""
    if name in _files():
        return import_module(_files()[name]).GAME
    if name in _plugins():
        return _plugins()[name]
    raise UnknownGame(
        Text("There is no game {name!r}{nearest}", "Não há nenhum jogo {name!r}{nearest}").fill(
            name=name[:60], nearest=nearest(name, games())
        )
    )


def game(id: str, **options: object) -> Game:
    """The game with this id, with single options changed; UnknownGame says what there is.

    A game never changes, so calls with the same id may return the same object.
    """
    return _make(id, **options) if options else _remembered(id)


def _make(id: str, **options: object) -> Game:
    given = id.strip().lower()
    cut = min((given.index(sign) for sign in ":;" if sign in given), default=len(given))
    name, rest = given[:cut], given[cut:]
    return kind(name)(rest.removeprefix(":"), **options)


_remembered = lru_cache(maxsize=100)(_make)
"""The games asked for last, with their boards and tables."""
