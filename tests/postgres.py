"""A PostgreSQL server for the tests: made for a run, and gone after it, however the run ends."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from itertools import count
from pathlib import Path

from tests.missing import missing

PATIENCE = 60
"""The most seconds for the server to start."""

SETTINGS = {
    "listen_addresses": "",
    "fsync": "off",
    "full_page_writes": "off",
    "max_connections": "60",
    "shared_buffers": "16MB",
    "dynamic_shared_memory_type": "mmap",
    "autovacuum": "off",
}

# This user needs a password; all others are trusted, since nobody else can reach the socket.
WHO = "local all locked scram-sha-256\nlocal all all trust\n"

# The server ends when the pipe this shell reads from is closed, which also happens when the tests are killed.
# The shell deletes nothing: only the program that made the folder knows for certain which one it is.
KEEP = """
"$1"/initdb --pgdata="$2"/data --username=postgres --auth=trust --encoding=UTF8 --locale=C --no-sync || exit
printf %s "$3" >"$2"/data/pg_hba.conf
programs=$1 folder=$2
shift 3
"$programs"/postgres -D "$folder"/data -k "$folder" "$@" &
cat >/dev/null
kill -QUIT $! 2>/dev/null
wait
"""


class Postgres:
    """A running server that makes databases."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._numbers = count(1)

    def url(self, name: str = "postgres", user: str = "postgres") -> str:
        """The URL of a database on the server; `user` may contain a password."""
        return f"postgresql://{user}@/{name}?host={self.folder}"

    def new(self, template: str = "template1") -> str:
        """Make a database, empty or as a copy of another; its name."""
        name = f"test_{next(self._numbers)}"
        self.run(f"CREATE DATABASE {name} TEMPLATE {template}")
        return name

    @cached_property
    def empty(self) -> str:
        """The name of an empty database that is up to date, to copy."""
        from tabuleiro.records.database import Database

        name = self.new()
        Database(self.url(name)).close()
        return name

    def run(self, *statements: str, name: str = "postgres") -> None:
        """Run statements as the server's owner."""
        import psycopg

        with psycopg.connect(self.url(name), autocommit=True) as connection:
            for statement in statements:
                connection.execute(statement.encode())


@contextmanager
def running_postgres() -> Iterator[Postgres]:
    """A server for the tests; without PostgreSQL they are skipped, or fail if everything must run."""
    programs = _programs()
    if programs is None:
        missing("PostgreSQL is not installed: apt-get install postgresql")
    # Short, since the path of a socket may only have about a hundred characters.
    folder = Path(tempfile.mkdtemp(prefix="pg-", dir="/tmp"))
    settings = [f"--{name.replace('_', '-')}={value}" for name, value in SETTINGS.items()]
    command = ["sh", "-c", KEEP, "sh", str(programs), str(folder), WHO, *settings]
    if os.geteuid() == 0:  # PostgreSQL does not run as root
        import pwd

        user = pwd.getpwnam("postgres")
        os.chown(folder, user.pw_uid, user.pw_gid)
        command = ["runuser", "-u", "postgres", "--", *command]
    environment = {"PATH": os.environ["PATH"], "LC_ALL": "C"}
    log = (folder / "log").open("wb")
    with (
        log,
        subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=log, stderr=log, env=environment, cwd=folder
        ) as process,
    ):
        try:
            _wait(folder, process)
            yield Postgres(folder)
        finally:
            assert process.stdin is not None
            process.stdin.close()
            process.wait()
            shutil.rmtree(folder, ignore_errors=True)


def _programs() -> Path | None:
    """The folder of the server's programs; Debian has one for each version."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    by_name = shutil.which("initdb")
    if by_name is not None:
        found.append(Path(by_name).resolve())
    return found[-1].parent if found else None


def _wait(folder: Path, process: subprocess.Popen[bytes]) -> None:
    import psycopg

    given_up = time.monotonic() + PATIENCE
    while True:
        try:
            psycopg.connect(Postgres(folder).url()).close()
            return
        except psycopg.OperationalError:
            if process.poll() is not None or time.monotonic() > given_up:
                raise RuntimeError(f"PostgreSQL did not start:\n{(folder / 'log').read_text()}") from None
            time.sleep(0.02)
