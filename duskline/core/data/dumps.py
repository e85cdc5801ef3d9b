"""A database as one file: written beside a serving server, as everything stood at one moment, and put back into an empty one.

SQLite copies itself in one step: a copy in several never ends beside somebody who writes. PostgreSQL's own commands do it there.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path

from sqlalchemy import make_url

OPTIONS = "ssl", "host", "port"
"""What of an address PostgreSQL's commands know too."""


class DumpFault(Exception):
    """Why a copy could not be made or put back, as a sentence without its full stop."""


def name_of(url: str) -> str:
    """What the file is called."""
    return "database.db" if _is_sqlite(url) else "database.dump"


def dump(url: str, target: Path) -> None:
    """Writes the database to a new file; raises DumpFault."""
    if not _is_sqlite(url):
        _carry_out("pg_dump", url, "--format=custom", "--no-owner", "--no-privileges", f"--file={target}")
        return
    with closing(_read_only(_file(url))) as source, closing(sqlite3.connect(target)) as copy:
        source.backup(copy)
        _require_sound(copy)


def load(url: str, source: Path) -> None:
    """Puts a file back where there is no database yet, whole or not at all; raises DumpFault."""
    if not _is_sqlite(url):
        words = "--single-transaction", "--exit-on-error", "--no-owner", "--no-privileges"
        _carry_out("pg_restore", url, *words, str(source))
        return
    file = _file(url)
    part = file.with_name(f"{file.name}.part")
    beside = [part.with_name(f"{part.name}{end}") for end in ("-shm", "-wal")]
    file.parent.mkdir(parents=True, exist_ok=True)
    _delete(beside)  # those of one that was killed
    shutil.copyfile(source, part)
    with closing(_read_only(part)) as copy:
        _require_sound(copy)
    _delete(beside)
    os.sync()
    part.replace(file)


def _delete(files: Iterable[Path]) -> None:
    for each in files:
        each.unlink(missing_ok=True)


def _is_sqlite(url: str) -> bool:
    return url.startswith("sqlite")


def _file(url: str) -> Path:
    return Path(url.split("///", 1)[1])


def _read_only(file: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"file:{file}?mode=ro", uri=True)


def _require_sound(database: sqlite3.Connection) -> None:
    (answer,) = database.execute("PRAGMA quick_check(1)").fetchone()
    if answer != "ok":
        raise DumpFault(f"The database is damaged: {answer}")


def _carry_out(command: str, url: str, *words: str) -> None:
    """Runs a command of PostgreSQL's; the password goes in the environment, where other people's lists of processes do not show it."""
    parts = make_url(url)
    query = {"sslmode" if key == "ssl" else key: word for key, word in parts.query.items() if key in OPTIONS}
    address = parts.set(drivername="postgresql", password=None, query=query).render_as_string()
    secret = {"PGPASSWORD": str(parts.password)} if parts.password else {}
    try:
        done = subprocess.run(
            [command, f"--dbname={address}", *words], env={**os.environ, **secret},
            capture_output=True, text=True, check=False,
        )  # fmt: skip
    except FileNotFoundError:
        raise DumpFault(f"{command} is not installed; it comes with PostgreSQL's client package") from None
    if done.returncode:
        said = [line for line in done.stderr.splitlines() if ": error: " in line or ": detail: " in line]
        raise DumpFault("; ".join(said[:2]) or f"{command} ended with status {done.returncode}")
