"""`python -m tabuleiro` runs the command `tabuleiro`."""

from __future__ import annotations

import sys

from tabuleiro.cli import main

if __name__ == "__main__":
    sys.exit(main())
