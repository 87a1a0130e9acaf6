"""How soon a key press shows on the full screen while the engine thinks with two threads.

    python benchmarks/key_press.py --presses 200

The real program runs in a pseudo-terminal of 120 columns and 40 lines, as a user would start it. The computer, which thinks
until it is stopped, has the first move; arrow keys are pressed one after the other, and for each the time is taken until the
first bytes of the changed screen arrive, and until the last of them.
"""

from __future__ import annotations

import argparse
import fcntl
import os
import pty
import select
import statistics
import struct
import subprocess
import sys
import tempfile
import termios
import time

ARROWS = (b"\x1b[A", b"\x1b[C", b"\x1b[B", b"\x1b[D")
QUIET = 0.05
"""A screen is complete when nothing more has come for this many seconds."""


def read_until_quiet(terminal: int, patience: float, quiet: float = QUIET) -> tuple[float | None, float | None, bytes]:
    """When the first and the last bytes came, on the clock of `time.perf_counter`, and all of them."""
    first = last = None
    received = b""
    wait = patience
    while select.select([terminal], [], [], wait)[0]:
        received += os.read(terminal, 65_536)
        last = time.perf_counter()
        first = first or last
        wait = quiet
    return first, last, received


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--presses", type=int, default=200)
    parser.add_argument("--game", default="breakthrough")
    parser.add_argument("--threads", type=int, default=2)
    given = parser.parse_args()
    terminal, other = pty.openpty()
    fcntl.ioctl(other, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
    with tempfile.TemporaryDirectory() as folder:
        settings = {**os.environ, "TABULEIRO_DATA": folder, "TERM": "xterm-256color", "COLORTERM": "truecolor"}
        thinker = f"alphabeta:seconds=3600,threads={given.threads}"
        command = [sys.executable, "-m", "tabuleiro", "play", given.game, "--lang", "en"]
        command += ["--white", thinker] if given.game != "tafl" else ["--attackers", thinker]
        program = subprocess.Popen(
            command, stdin=other, stdout=other, stderr=other, env=settings, start_new_session=True
        )
        os.close(other)
        try:
            seen = b""
            while b"depth" not in seen:
                seen += read_until_quiet(terminal, 60.0)[2]
            first_bytes, whole = [], []
            for press in range(given.presses):
                read_until_quiet(terminal, 0.02, 0.02)
                began = time.perf_counter()
                os.write(terminal, ARROWS[press % len(ARROWS)])
                first, last, _ = read_until_quiet(terminal, 2.0, 0.03)
                if first is None or last is None:
                    raise SystemExit("a key press showed nothing for two seconds")
                first_bytes.append(1000 * (first - began))
                whole.append(1000 * (last - began))
        finally:
            program.kill()
            program.wait()
            os.close(terminal)
    for name, times in (("first bytes", first_bytes), ("last bytes", whole)):
        times.sort()
        print(
            f"{name:<12} median {statistics.median(times):5.1f} ms   95 % within {times[int(len(times) * 0.95)]:5.1f} ms"
            f"   worst {times[-1]:5.1f} ms   ({len(times)} presses)"
        )


if __name__ == "__main__":
    main()
