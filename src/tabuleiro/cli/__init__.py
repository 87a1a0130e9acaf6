"""The command line, `tabuleiro COMMAND`, in English and in Portuguese."""

from __future__ import annotations

from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command line (by default the process's own) and return its exit code."""
    try:
        # Imported here, so that Ctrl-C is handled quietly while it loads, too.
        from tabuleiro.cli.application import run_in_language

        return run_in_language(arguments)
    except KeyboardInterrupt:
        return 130


__all__ = ["main"]
