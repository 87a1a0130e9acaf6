"""The cache of compiled code: where it is, how one process at a time fills it, and how old code is deleted."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

KEEP_DAYS = 30
"""Compiled code that was not used for this many days is deleted when something new is compiled."""

LONGEST_WAIT = 180.0
"""The most seconds that a process waits for another one that compiles the same."""


def cache_folder() -> Path:
    """The folder for compiled code: `TABULEIRO_CACHE`, or the user's cache folder."""
    given = os.environ.get("TABULEIRO_CACHE")
    if given:
        return Path(given)
    from platformdirs import user_cache_dir

    return Path(user_cache_dir("tabuleiro", appauthor=False)) / "compiled"


@contextmanager
def numba_cache(folder: Path) -> Iterator[None]:
    """Make Numba keep what it compiles in this folder.

    By itself it would keep apart what comes from source files in other places or of other dates. The folder's name says what
    they contain, and that is enough: an installation made anew, or a second one, finds what the first has compiled.
    """
    from numba import config
    from numba.core.caching import CompileResultCacheImpl, UserProvidedCacheLocator

    class Locator(UserProvidedCacheLocator):  # type: ignore[misc]
        def get_cache_path(self) -> str:
            return str(folder)

        def get_source_stamp(self) -> str:
            return folder.name

    before = config.CACHE_DIR, CompileResultCacheImpl._locator_classes
    config.CACHE_DIR, CompileResultCacheImpl._locator_classes = str(folder), [Locator]
    try:
        yield
    finally:
        config.CACHE_DIR, CompileResultCacheImpl._locator_classes = before


@contextmanager
def numba_at_rest() -> Iterator[None]:
    """Keep Numba from loading what only compiling needs, which saves half a second when code comes from the cache."""
    from numba.core.registry import cpu_target

    context = cpu_target.target_context
    context.refresh = lambda: None
    try:
        yield
    finally:
        del context.refresh


def can_write(folder: Path) -> bool:
    """Can files be written in this folder? It is made if it does not exist."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return False
    return os.access(folder, os.W_OK)


@contextmanager
def locked(folder: Path) -> Iterator[bool]:
    """Lock a folder for this process; yields whether it had to wait for another.

    Nobody waits for ever: a process that hangs is only waited for as long as compiling may take.
    """
    has_waited, end = False, time.monotonic() + LONGEST_WAIT
    with ExitStack() as stack:
        with suppress(ImportError, OSError):  # if files cannot be locked, work may be done twice
            import fcntl

            lock = stack.enter_context((folder / "lock").open("a"))
            while time.monotonic() < end:
                try:
                    fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                    break
                except BlockingIOError:
                    has_waited = True
                    time.sleep(0.1)
        yield has_waited


def touch(marker: Path) -> None:
    """Note that compiled code is complete, and when it was last used."""
    with suppress(OSError):  # a cache that cannot be written only costs time
        marker.touch()


def discard_old() -> None:
    """Delete compiled code that has not been used for a long time."""
    import shutil

    limit = time.time() - KEEP_DAYS * 86400
    for marker in cache_folder().glob("*/complete"):
        if marker.stat().st_mtime < limit:
            shutil.rmtree(marker.parent, ignore_errors=True)
