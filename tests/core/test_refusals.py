"""One shape for every refusal, whoever refuses: routing, handler, framework, database."""

from __future__ import annotations

import errno
import os
import sqlite3
from pathlib import Path
from typing import Any

import asyncpg
import httpx
import pytest
from obstore.exceptions import GenericError
from sqlalchemy import String, cast, func, select, text
from sqlalchemy.exc import DBAPIError, IntegrityError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from duskline.core.data.database import Database
from duskline.core.data.faults import is_busy_or_away
from duskline.core.http import exceptions
from duskline.core.system.errors import Unavailable
from duskline.core.system.files import Files
from tests.pictures import FORM, photo
from tests.world import World

LEADS = "/api/panel/leads"


def in_shape(answer: httpx.Response) -> bool:
    """`{"error": "<sentence>"}`, with `fields` for validation alone; `error` is then the first field's message."""
    body = answer.json()
    if answer.headers["content-type"] != "application/json" or not isinstance(body["error"], str):
        return False
    if set(body) == {"error", "fields"}:
        fields = body["fields"]
        return answer.status_code == 400 and next(iter(fields.values())) == body["error"]
    return set(body) == {"error"} and body["error"].endswith((".", "file"))


REFUSALS: list[tuple[int, str, str, str, dict[str, Any]]] = [
    (400, "admin", "POST", LEADS, {"json": {}}),
    (400, "admin", "POST", LEADS, {"json": {"name": "x", "email": "no", "phone": "1" * 99, "status": "sold", "a": 1}}),
    (400, "admin", "POST", LEADS, {"json": []}),
    (400, "admin", "POST", LEADS, {"content": b"{", "headers": {"content-type": "application/json"}}),
    (400, "admin", "GET", LEADS + "?limit=0&status=x", {}),
    (400, "admin", "PATCH", LEADS + "/lead-1-1", {"json": {"assignedTo": "nobody", "branchId": "nowhere"}}),
    (401, "anonymous", "GET", LEADS, {}),
    (401, "anonymous", "POST", "/api/auth/login", {"json": {"email": "a@b.example", "password": "x"}}),
    (403, "technician", "GET", LEADS, {}),
    (403, "admin", "POST", LEADS, {"json": {}, "headers": {"origin": "https://elsewhere.example"}}),
    (404, "admin", "GET", LEADS + "/nothing", {}),
    (404, "sales_rep", "GET", LEADS + "/lead-far-1", {}),
    (404, "anonymous", "GET", "/api/nothing", {}),
    (404, "anonymous", "POST", "/api/nothing", {"json": {}}),
    (404, "anonymous", "GET", "/api", {}),
    (404, "anonymous", "GET", "/api/", {}),
    (404, "anonymous", "GET", "/uploads/nothing.webp", {}),
    (405, "anonymous", "DELETE", "/api/contact", {}),
    (405, "admin", "PUT", LEADS + "/lead-1-1", {"json": {}}),
    (405, "admin", "PATCH", LEADS, {"json": {}}),
    (409, "admin", "PATCH", LEADS + "/lead-1-1", {"json": {"name": "x"}, "headers": {"if-match": '"9"'}}),
    (409, "admin", "DELETE", LEADS + "/lead-1-1", {}),
    (413, "admin", "POST", LEADS, {"json": {"name": "x" * 400_000}}),
    (415, "admin", "POST", LEADS, {"content": b"{}", "headers": {"content-type": "text/plain"}}),
    (415, "admin", "POST", LEADS, {"data": {"name": "x"}}),
    (415, "admin", "POST", LEADS, {"content": b"{}"}),
    (415, "anonymous", "POST", "/api/gallery", {"json": {}}),
]  # fmt: skip


@pytest.mark.parametrize(("status", "who", "method", "path", "given"), REFUSALS)
async def test_refusals_have_one_shape(
    shared_world: World, status: int, who: str, method: str, path: str, given: dict[str, Any]
) -> None:
    async with shared_world.client(who) as caller:
        answer = await caller.request(method, path, **given)
    assert answer.status_code == status, answer.text
    assert in_shape(answer), answer.text
    assert answer.headers["cache-control"] == "no-store"
    assert answer.headers["x-content-type-options"] == "nosniff"


async def test_every_fault_is_named_at_once(shared_world: World) -> None:
    async with shared_world.client("admin") as admin:
        answer = await admin.post(
            "/api/panel/clients",
            json={"name": "", "email": "x", "status": "sold", "phone": 5, "color": "red"},
        )
    assert set(answer.json()["fields"]) == {"name", "email", "status", "phone", "color", "address"}


async def test_a_wrong_method_names_the_right_ones(shared_world: World) -> None:
    async with shared_world.client() as visitor:
        answer = await visitor.delete("/api/contact")
    assert answer.status_code == 405
    assert "POST" in answer.headers["allow"]


def wrapped(error: Exception) -> DBAPIError:
    return DBAPIError("SELECT 1", {}, error)


def sqlite_fault(code: int, text: str) -> sqlite3.OperationalError:
    fault = sqlite3.OperationalError(text)
    fault.sqlite_errorcode = code
    return fault


AWAY = {
    "no address answers": OSError("Multiple exceptions: [Errno 111] ..."),
    "no socket": FileNotFoundError(errno.ENOENT, "no such file or directory"),
    "no route": OSError(errno.EHOSTUNREACH, "no route to host"),
    "no descriptors": OSError(errno.EMFILE, "too many open files"),
    "refused": ConnectionRefusedError(errno.ECONNREFUSED, "connection refused"),
    "pool": PoolTimeout(),
    "locked": OperationalError("UPDATE", {}, sqlite_fault(5, "database is locked")),
    "locked raw": sqlite_fault(517, "database is locked"),
    "disk full": OperationalError("INSERT", {}, sqlite_fault(13, "database or disk is full")),
    "starting": asyncpg.CannotConnectNowError("the database system is starting up"),
    "too many": asyncpg.TooManyConnectionsError("sorry, too many clients already"),
    "shutdown": asyncpg.AdminShutdownError("terminating connection"),
    "lost": asyncpg.ConnectionDoesNotExistError("connection was closed"),
    "deadlock": wrapped(asyncpg.DeadlockDetectedError("deadlock detected")),
    "disk full there": wrapped(asyncpg.DiskFullError("no space left")),
    "canceled": wrapped(asyncpg.QueryCanceledError("canceling statement")),
    "wrapped start": wrapped(asyncpg.CannotConnectNowError("starting up")),
}


def causes(caplog: pytest.LogCaptureFixture) -> list[tuple[str, str]]:
    """What was logged with its trace, and of which request."""
    logged: list[Any] = [record for record in caplog.records if record.exc_info]
    return [(record.message, record.fields["request"]) for record in logged]


@pytest.mark.parametrize("name", AWAY)
async def test_a_database_that_is_busy_or_away_is_503(
    shared_world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, name: str
) -> None:
    async def fail(*_: object, **_given: object) -> Any:
        raise AWAY[name]

    monkeypatch.setattr(type(shared_world.services), "actor_of", fail)
    async with shared_world.client("admin") as admin:
        answer = await admin.get(LEADS)
    assert answer.status_code == 503, answer.text
    assert causes(caplog) == [("service unavailable", answer.headers["x-request-id"])]
    assert int(answer.headers["retry-after"]) > 0
    assert in_shape(answer)


OURS = {
    "unforeseen": ValueError("secret-token-in-a-fault"),
    "no such column": OperationalError("SELECT", {}, sqlite_fault(1, "no such column: secret")),
    "no such table": wrapped(asyncpg.UndefinedTableError("secret")),
    "null there": IntegrityError("INSERT", {}, asyncpg.NotNullViolationError("secret")),
    "check there": IntegrityError("INSERT", {}, asyncpg.CheckViolationError("secret")),
    "null here": IntegrityError("INSERT", {}, sqlite_fault(1299, "NOT NULL constraint failed: secret")),
    "forbidden file": PermissionError(errno.EACCES, "not allowed", "/secret"),
    "missing file": FileNotFoundError(errno.ENOENT, "no such file", "/secret"),
}


@pytest.mark.parametrize("name", OURS)
async def test_a_fault_of_ours_is_logged_and_stays_private(
    shared_world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, name: str
) -> None:
    async def fail(*_: object, **_given: object) -> Any:
        raise OURS[name]

    monkeypatch.setattr(type(shared_world.services), "actor_of", fail)
    async with shared_world.client("admin") as admin:
        answer = await admin.get(LEADS)
    assert answer.status_code == 500
    assert in_shape(answer)
    assert "secret" not in answer.text
    assert causes(caplog) == [("request failed", answer.headers["x-request-id"])]


CONFLICTS = {
    "duplicate there": IntegrityError("INSERT", {}, asyncpg.UniqueViolationError("key")),
    "duplicate here": IntegrityError("INSERT", {}, sqlite_fault(2067, "UNIQUE constraint failed")),
    "gone there": IntegrityError("INSERT", {}, asyncpg.ForeignKeyViolationError("key")),
    "gone here": IntegrityError("INSERT", {}, sqlite_fault(787, "FOREIGN KEY constraint failed")),
}


@pytest.mark.parametrize("name", CONFLICTS)
async def test_a_broken_rule_of_the_schema_is_409(
    shared_world: World, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    async def fail(*_: object, **_given: object) -> Any:
        raise CONFLICTS[name]

    monkeypatch.setattr(type(shared_world.services), "actor_of", fail)
    async with shared_world.client("admin") as admin:
        answer = await admin.get(LEADS)
    words = "already exists" if name.startswith("duplicate") else "depends on was just changed"
    assert (answer.status_code, words in answer.json()["error"]) == (409, True)


async def test_lost_connections_are_replaced(world: World) -> None:
    """The server ends every connection; the next request may be told to come back, and the one after passes."""
    if world.database.is_sqlite:
        pytest.skip("PostgreSQL's own question")
    async with world.client("admin") as admin:
        for _ in range(2):
            assert (await admin.get(LEADS)).status_code == 200
            assert (await admin.patch(f"{LEADS}/lead-1-1", json={"notes": "x"})).status_code == 200
            killer = await asyncpg.connect(world.database.url.replace("+asyncpg", ""))
            await killer.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
            await killer.close()
            seen = [(await admin.get(LEADS)).status_code for _ in range(12)]
            seen += [
                (await admin.patch(f"{LEADS}/lead-1-1", json={"notes": "y"})).status_code for _ in range(12)
            ]
            assert set(seen) <= {200, 503}
            assert seen[11] == seen[-1] == 200


async def test_a_database_that_takes_no_writes_is_away_until_it_does(world: World) -> None:
    """As after a failover, where a connection stays with the server that only reads from now on."""
    if world.database.is_sqlite:
        pytest.skip("PostgreSQL's own question")
    server = await asyncpg.connect(world.database.url.replace("+asyncpg", ""))
    name = await server.fetchval("SELECT current_database()")
    async with world.client("admin") as admin:
        await server.execute(f"ALTER DATABASE {name} SET default_transaction_read_only = on")
        await world.database.writes.dispose()
        refused = await admin.patch(f"{LEADS}/lead-1-1", json={"notes": "x"})
        assert (refused.status_code, in_shape(refused)) == (503, True), refused.text
        assert (await admin.get(LEADS)).status_code == 200
        await server.execute(f"ALTER DATABASE {name} RESET default_transaction_read_only")
        assert (await admin.patch(f"{LEADS}/lead-1-1", json={"notes": "x"})).status_code == 200
    await server.close()


async def test_a_database_that_says_nothing_is_away_and_nobody_else_waits_for_it(world: World) -> None:
    if world.database.is_sqlite:
        pytest.skip("PostgreSQL's own question")
    impatient = Database(world.database.url, patience=0.3)
    for engine in (impatient.writes, impatient.reads):
        async with engine.connect() as connection:
            silent = await connection.scalar(select(func.pg_backend_pid()))
            with pytest.raises(TimeoutError) as fault:
                await connection.execute(select(func.pg_sleep(60)))
            assert is_busy_or_away(fault.value)
        async with engine.connect() as connection:
            assert await connection.scalar(select(func.pg_backend_pid())) != silent
    sleep = impatient.prepared("sleep", lambda: select(cast(func.pg_sleep(60), String)), None)
    process = impatient.prepared("process", lambda: select(func.pg_backend_pid()), None)
    silent = await impatient.rows((process, {}))
    with pytest.raises(Unavailable):
        await impatient.rows((sleep, {}))
    assert await impatient.rows((process, {})) != silent
    await impatient.close()


async def test_control_a_write_where_we_only_read_is_a_fault_of_ours(world: World) -> None:
    if world.database.is_sqlite:
        pytest.skip("PostgreSQL's own question")
    async with world.database.reads.connect() as connection:
        with pytest.raises(DBAPIError) as fault:
            await connection.execute(text("DELETE FROM leads"))
    assert not is_busy_or_away(fault.value)


def test_control_an_unknown_error_is_not_taken_for_a_refusal() -> None:
    assert exceptions._refusal(ValueError()) is None
    assert exceptions._refusal(wrapped(asyncpg.UndefinedTableError("no such table"))) is None


class FaultyStore:
    """Writes nothing, as the system's fault of this number would have it."""

    def __init__(self, number: int) -> None:
        self.number = number

    async def put_async(self, *_: object) -> None:
        raise GenericError(
            f"Unable to copy data to file: {os.strerror(self.number)} (os error {self.number})"
        )


@pytest.mark.parametrize(
    ("number", "status"),
    [(errno.ENOSPC, 503), (errno.EDQUOT, 503), (errno.EACCES, 500), (errno.EROFS, 500), (errno.ENOTDIR, 500)],
)
async def test_a_file_that_could_not_be_written_says_whose_fault_it_was(
    world: World, number: int, status: int
) -> None:
    world.services.files._opened = FaultyStore(number)  # type: ignore[assignment]
    async with world.client() as visitor:
        answer = await visitor.post("/api/gallery", data=FORM, files={"image": photo()})
    assert answer.status_code == status, answer.text
    assert in_shape(answer)


async def test_control_the_store_still_tells_the_number_of_the_systems_fault(tmp_path: Path) -> None:
    (tmp_path / "no-folder").touch()
    with pytest.raises(NotADirectoryError):
        await Files(tmp_path).put("no-folder/name", b"content")
