"""Writes: what a change costs, who wins when two collide, and what the audit log keeps."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from sqlalchemy import event, select, text

from duskline.core.data import audit
from duskline.core.data.audit import AuditLog
from duskline.core.data.base import Base, Versioned
from duskline.core.data.session import ScopedSession, changing
from duskline.core.system.errors import Refusal
from duskline.models.records.details import LeadDetails
from duskline.models.records.sales import Lead
from duskline.policy import CONSOLE
from tests.instruments import Statements, without
from tests.world import NEAR, World

LEAD = "/api/panel/leads/lead-1-1"
CHANGED = "This record was changed by someone else. Reload it and try again."


async def test_an_edit_is_five_statements(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who acts is asked before the body arrives, and again where the work happens."""
    async with world.client("sales_rep") as rep:
        counted = Statements(world.database, monkeypatch)
        answer = await rep.patch(LEAD, json={"name": "New name"})
    assert answer.status_code == 200
    verbs = [sql.split()[0] for sql in counted.seen]
    assert verbs == ["WITH", "WITH", "SELECT", "UPDATE", "INSERT"], counted.seen
    session, again, lead, edit, trail = counted.seen
    assert "FROM sessions" in session
    assert "FROM sessions" in again
    assert ("FOR SHARE OF users, sessions" in again) == (not world.database.is_sqlite)
    assert "FROM leads" in lead
    assert "leads.version = " in edit
    assert "audit_logs" in trail
    assert ("FOR NO KEY UPDATE OF leads" in lead) == (not world.database.is_sqlite)


async def test_an_edit_that_changes_nothing_is_three(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    async with world.client("sales_rep") as rep:
        before = await rep.get(LEAD)
        counted = Statements(world.database, monkeypatch)
        answer = await rep.patch(LEAD, json={"name": before.json()["name"]})
    assert [sql.split()[0] for sql in counted.seen] == ["WITH", "WITH", "SELECT"]
    assert answer.headers["etag"] == before.headers["etag"]
    assert answer.json() == before.json()
    assert await world.audit_log() == []


async def test_a_refused_edit_costs_one_statement(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    async with world.client("technician") as technician:
        counted = Statements(world.database, monkeypatch)
        assert (await technician.patch(LEAD, json={"name": "X"})).status_code == 403
    assert len(counted.seen) == 1


async def test_if_match(world: World) -> None:
    async with world.client("sales_rep") as rep:
        tag = (await rep.get(LEAD)).headers["etag"]
        assert tag == '"1"'
        first = await rep.patch(LEAD, json={"name": "First"}, headers={"If-Match": tag})
        assert (first.status_code, first.headers["etag"], first.json()["version"]) == (200, '"2"', 2)
        late = await rep.patch(LEAD, json={"name": "Late"}, headers={"If-Match": tag})
        assert (late.status_code, late.json()) == (409, {"error": CHANGED})
        for nonsense in ('"', '"x"', '"-1"', '"1", "2"', "two", '"99999999999999999999"', '"²"', "1.0"):
            refused = await rep.patch(LEAD, json={"name": "Odd"}, headers={b"If-Match": nonsense.encode()})
            assert refused.status_code == 409, nonsense
        for fine in ('"2"', 'W/"2"', "*"):
            kept = await rep.patch(LEAD, json={"name": "First"}, headers={"If-Match": fine})
            assert kept.status_code == 200, fine
        assert (await rep.get(LEAD)).json()["name"] == "First"


async def test_deleting_asks_for_the_version_too(world: World) -> None:
    async with world.client("admin") as admin:
        late = await admin.delete("/api/panel/leads/lead-1-2", headers={"If-Match": '"7"'})
        assert late.status_code == 409
        gone = await admin.delete("/api/panel/leads/lead-1-2", headers={"If-Match": '"1"'})
        assert gone.status_code == 204


async def test_without_a_header_both_edits_land(world: World) -> None:
    """The last write wins per field: nobody meets a 409 that did not ask for one."""
    async with world.client("sales_rep") as rep:
        for number in range(10):
            answers = await asyncio.gather(
                rep.patch(LEAD, json={"name": f"Name {number}"}),
                rep.patch(LEAD, json={"notes": f"Notes {number}"}),
                rep.patch(LEAD, json={"source": f"Source {number}"}),
            )
            assert [answer.status_code for answer in answers] == [200] * 3
            lead = (await rep.get(LEAD)).json()
            assert (lead["name"], lead["notes"], lead["source"]) == tuple(
                f"{field} {number}" for field in ("Name", "Notes", "Source")
            )


@contextmanager
def overtaken(times: int) -> Iterator[None]:
    """The next edits of leads, so many of them, find that the row has changed since they read it."""
    left = iter(range(times))

    def overtake(session: ScopedSession, *_: object) -> None:
        if next(left, None) is not None:
            session.connection().execute(text("UPDATE leads SET version = version + 1"))

    event.listen(ScopedSession, "before_flush", overtake)
    try:
        yield
    finally:
        event.remove(ScopedSession, "before_flush", overtake)


@pytest.mark.parametrize(
    ("times", "headers", "status"), [(2, {}, 200), (3, {}, 409), (1, {"If-Match": '"1"'}, 409)]
)
async def test_an_overtaken_edit_is_tried_three_times_unless_it_names_a_version(
    world: World, times: int, headers: dict[str, str], status: int
) -> None:
    async with world.client("sales_rep") as rep:
        with overtaken(times):
            answer = await rep.patch(LEAD, json={"name": "New name"}, headers=headers)
        name = (await rep.get(LEAD)).json()["name"]
    assert answer.status_code == status, f"overtaken {times} times, the edit was answered {answer.text}"
    assert (name == "New name") is (status == 200)


async def lost_edits(world: World, *, clients: int, rounds: int, who: str = "sales_rep") -> int:
    """Everybody adds one to the same number, again and again; answers how many additions are missing."""

    async def add() -> None:
        async with world.client(who) as caller:
            for _ in range(rounds):
                # Of those who try at once one gets through each time.
                for _ in range(clients * rounds):
                    seen = await caller.get(LEAD)
                    more = {"estimatedValue": (seen.json()["estimatedValue"] or 0) + 1}
                    answer = await caller.patch(LEAD, json=more, headers={"If-Match": seen.headers["etag"]})
                    if answer.status_code == 200:
                        break
                    assert answer.status_code == 409
                else:
                    pytest.fail("an edit of the version that was read last was refused every time")

    async with world.client(who) as caller:
        await caller.patch(LEAD, json={"estimatedValue": 0})
        await asyncio.gather(*(add() for _ in range(clients)))
        return clients * rounds - int((await caller.get(LEAD)).json()["estimatedValue"])


async def test_no_edit_is_lost(world: World) -> None:
    assert await lost_edits(world, clients=4, rounds=5) == 0


async def test_a_version_is_of_one_row(world: World) -> None:
    """The version that a caller saw is compared with the row that the caller named, and with no other that a change locks."""
    async with changing(world.database, CONSOLE, expects=1) as db:
        await db.find_for_update(Lead, "lead-1-1")
        await db.find_locked(LeadDetails, "lead-1-1")
        await db.find_for_update(Lead, "lead-1-1")
        with pytest.raises(RuntimeError, match="the version of one row"):
            await db.find_for_update(LeadDetails, "lead-1-1")


async def test_a_stricter_isolation_of_the_database_refuses_nobody(world: World) -> None:
    """Its own default may be another, under which whoever waited for a lock would be sent away."""
    if world.database.is_sqlite:
        pytest.skip("PostgreSQL's own question")
    async with world.database.writes.begin() as connection:
        name = await connection.scalar(text("SELECT current_database()"))
        await connection.execute(
            text(f"ALTER DATABASE {name} SET default_transaction_isolation = serializable")
        )
    await world.database.writes.dispose()
    assert await lost_edits(world, clients=4, rounds=3) == 0


async def test_control_without_the_version_check_edits_are_lost(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("duskline.core.http.routing._expected_version", lambda _request: None)
    assert await lost_edits(world, clients=4, rounds=10) > 0


async def test_control_with_a_deferred_begin_edits_are_lost_or_refused(world: World) -> None:
    """What BEGIN IMMEDIATE is for: without it a read-modify-write meets a stale row or a locked database."""
    if not world.database.is_sqlite:
        pytest.skip("SQLite's own question")
    import aiosqlite

    path = world.database.url.split("///", 1)[1]

    async def add(begin: str) -> bool:
        async with aiosqlite.connect(path, isolation_level=None, timeout=0.5) as connection:
            try:
                await connection.execute(begin)
                rows = list(
                    await connection.execute_fetchall(
                        "SELECT estimated_value FROM leads WHERE id = 'lead-1-1'"
                    )
                )
                await asyncio.sleep(0.01)
                await connection.execute(
                    "UPDATE leads SET estimated_value = ? WHERE id = 'lead-1-1'", (rows[0][0] + 1,)
                )
                await connection.execute("COMMIT")
            except aiosqlite.OperationalError:
                return False
        return True

    assert all(await asyncio.gather(*(add("BEGIN IMMEDIATE") for _ in range(6))))
    assert not all(await asyncio.gather(*(add("BEGIN") for _ in range(6))))


# --- the audit log ---


async def test_each_write_leaves_one_row(world: World) -> None:
    async with world.client("sales_rep", address="203.0.113.9", user_agent="Proof/1.0") as rep:
        made = await rep.post("/api/panel/leads", json={"name": "Nell", "email": "nell@home.example"})
        path = f"/api/panel/leads/{made.json()['id']}"
        await rep.patch(path, json={"status": "won", "notes": "Signed"})
        await rep.patch(path, json={"status": "won"})
    async with world.client("admin") as admin:
        assert (await admin.delete(path)).status_code == 204
    created, edited, deleted = await world.audit_log()
    assert [row.action for row in (created, edited, deleted)] == ["create", "update", "delete"]
    assert created.changes["name"] == [None, "Nell"]
    assert created.changes["branch_id"] == [None, NEAR]
    assert edited.changes == {"status": ["new", "won"], "notes": [None, "Signed"]}
    assert deleted.changes["status"] == ["won", None]
    assert (edited.user_id, deleted.user_id) == ("sales_rep", "admin")
    assert (edited.entity_type, edited.entity_id) == ("lead", made.json()["id"])
    assert (edited.ip_address, edited.user_agent) == ("203.0.113.9", "Proof/1.0")


async def test_a_refused_write_leaves_none(world: World) -> None:
    async with world.client("sales_rep") as rep:
        assert (await rep.patch(LEAD, json={"name": ""})).status_code == 400
        assert (await rep.patch(LEAD, json={"assignedTo": "far_rep"})).status_code == 400
        assert (await rep.patch(LEAD, json={"name": "X"}, headers={"If-Match": '"9"'})).status_code == 409
        assert (await rep.delete(LEAD)).status_code == 403
        assert (await rep.patch("/api/panel/leads/lead-far-1", json={"name": "X"})).status_code == 404
    assert await world.audit_log() == []


async def test_the_trail_rides_in_the_same_transaction(world: World) -> None:
    """A change that is rolled back after its flush leaves no row, in the table or in the audit log."""
    actor = await world.actor("sales_rep")
    async with changing(world.database, actor) as db:
        lead = await db.find(Lead, "lead-1-1")
        lead.name = "Rolled back"
        await db.flush()
        assert await db.scalar(select(AuditLog.action)) == "update"
        await db.rollback()
    assert await world.audit_log() == []
    async with world.client("sales_rep") as rep:
        assert (await rep.get(LEAD)).json()["name"] != "Rolled back"


async def test_a_trail_that_cannot_be_written_stops_the_change(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> Any:
        raise Refusal(503, "The audit log is full.")

    monkeypatch.setattr(audit, "_entry", fail)
    async with world.client("sales_rep") as rep:
        assert (await rep.patch(LEAD, json={"name": "Unseen"})).status_code == 503
        assert (await rep.get(LEAD)).json()["name"] != "Unseen"


async def test_control_without_the_listener_nothing_is_kept(world: World) -> None:
    async with world.client("sales_rep") as rep:
        with without(audit.write_audit):
            assert (await rep.patch(LEAD, json={"name": "Unseen"})).status_code == 200
    assert await world.audit_log() == []


async def test_secrets_stay_out_of_the_trail(world: World) -> None:
    actor = await world.actor("admin")
    async with world.acting(actor) as db:
        user = await db.find(_user(), "near_rep")
        user.password = "$argon2id$v=19$secret"
        user.email = "Renamed@duskline.example"
    (row,) = await world.audit_log()
    assert set(row.changes) == {"email"}
    assert "argon2" not in repr(row.changes)


def _user() -> Any:
    from duskline.models.people.people import User

    return User


def test_every_edited_list_has_a_version() -> None:
    names = {"leads", "clients", "work_orders", "support_tickets", "users"}
    versioned = {m.local_table.name for m in Base.registry.mappers if issubclass(m.class_, Versioned)}  # type: ignore[attr-defined]
    assert names <= versioned
