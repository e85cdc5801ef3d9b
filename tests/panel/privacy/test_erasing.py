"""Erased means gone: a look at every text of the database, and at every file, finds nothing that no receipt names as kept."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Mapping
from email import message_from_bytes, policy
from pathlib import Path
from types import MappingProxyType
from typing import Any
from urllib.parse import unquote_plus

import pytest
from sqlalchemy import text

from duskline.core.data.base import Base, new_id
from duskline.core.mail.outbox import Mail
from duskline.core.system.files import Files
from duskline.models.privacy import erasing, given_on, personal_data, previewing, traces
from duskline.models.privacy.erasing import Places
from duskline.models.privacy.privacy import Erasure
from duskline.models.records.activities import Activity
from duskline.models.records.sales import Client, Lead
from duskline.models.records.service import WorkOrder
from tests.conftest import FULL_COUNTS, SEED
from tests.panel import threads
from tests.panel.privacy.persons import Someone, invented, leave_traces, made
from tests.panel.privacy.test_privacy import chore
from tests.panel.threads import CLIENTS, LEADS, ORDERS, TICKETS
from tests.world import NEAR, World

MARK = "zorblax"
HOUSES = 6 if FULL_COUNTS else 1


@pytest.fixture
def own(world: World, tmp_path: Path) -> World:
    """A company with a folder of its own."""
    object.__setattr__(world.settings, "data_dir", tmp_path)
    world.services.files = Files(tmp_path / "files")
    return world


def places(world: World) -> Places:
    return Places(world.services.files, world.settings.data_dir / "mail")


async def erased(world: World, who: Someone) -> list[dict[str, Any]]:
    """By address and number; the receipt."""
    async with world.console() as db:
        wanted = {"emails": [who.email], "phones": [who.phone]}
        id = db.store(Erasure(by_id="admin", wanted=wanted)).id
        await db.flush()
        id = (await db.scalars(text("SELECT id FROM erasures WHERE state = 'waiting'"))).one()
    while await erasing.erase_next(world.database, places(world)):
        pass
    async with world.console() as db:
        return list((await db.find(Erasure, id)).receipt)


async def told_of(world: World, who: Someone) -> dict[str, int]:
    """How often each column of each table, and each file, says it: by a look that knows nothing of any declaration."""
    digits = r"[^0-9A-Za-z]{0,3}".join(who.phone)
    name = r"\s+".join(map(re.escape, who.name.split()))
    escaped = re.escape(json.dumps(who.name)[1:-1])
    pattern = re.compile(f"{re.escape(who.email)}|{digits}|{name}|{escaped}", re.IGNORECASE)
    found: dict[str, int] = {}
    async with world.database.reads.connect() as connection:
        for table in Base.metadata.sorted_tables:
            rows = await connection.execute(text(f"SELECT * FROM {table.name}"))
            for row in rows.mappings():
                for column, value in row.items():
                    words = (
                        bytes(value).decode(errors="replace")
                        if isinstance(value, bytes | memoryview)
                        else str(value)
                    )
                    if pattern.search(words) or pattern.search(unquote_plus(words)):
                        found[f"{table.name}.{column}"] = found.get(f"{table.name}.{column}", 0) + 1
    for path in sorted(world.settings.data_dir.rglob("*.eml")):
        message = message_from_bytes(path.read_bytes(), policy=policy.default)
        if pattern.search(f"{message['To']} {message.get_content()}"):
            found["files"] = found.get("files", 0) + 1
    return found


def pictures(world: World) -> set[str]:
    return {path.name for path in world.settings.data_dir.rglob("*.webp")}


# --- the test that matters ---


@pytest.mark.parametrize("house", range(HOUSES))
async def test_nothing_is_left_of_whom_we_erased(own: World, house: int) -> None:
    chance = random.Random(SEED * 1_000 + house)
    other, who = invented(chance), invented(chance)
    await leave_traces(own, other, chance)
    kept_pictures = pictures(own)
    await leave_traces(own, who, chance)
    kept_before, before = await told_of(own, other), await told_of(own, who)
    assert {
        "leads.name", "clients.email", "work_orders.notes", "support_tickets.subject", "activities.words",
        "contact_submissions.message", "newsletter_subscriptions.email_key", "gallery_submissions.name", "mails.letter",
        "bounced_addresses.fault", "audit_logs.changes", "security_events.details", "operations.answer", "quote_requests.name",
        "leads.search", "next_steps.words", "files", "saved_views.query", "saved_views.name_key", "saved_reports.name",
        "daily_figures.value", "lead_facts.campaign", "leads.source",
        "imports.file", "imports.columns", "imports.defaults", "import_rows.cells", "import_rows.email_key", "import_rows.matches",
        "import_matchings.defaults",
    } <= before.keys(), before  # fmt: skip
    receipt = await erased(own, who)
    assert await told_of(own, who) == {}
    assert pictures(own) == kept_pictures
    kept_after = await told_of(own, other)
    # Figures that count nothing any more go along, whoever they name.
    assert 0 < kept_after.pop("daily_figures.value") <= kept_before.pop("daily_figures.value")
    assert kept_after == kept_before, "nobody else's data goes along"
    assert who.email not in str(receipt)
    assert {line["fate"] for line in receipt} >= {"erase", "anonymise"}
    admin = own.client("admin")
    for words in (who.name, who.email, who.phone):
        for path in ("leads", "clients", "work-orders", "support-tickets"):
            assert (await admin.get(f"/api/panel/{path}", params={"q": words})).json() == []


async def leave_what_goes(world: World, who: Someone) -> None:
    """Words that name nobody, in records of a person's that are removed before the person is, and in a delivery that waits."""
    admin = world.client("admin")
    hook = {"url": "https://partner.example/hook", "events": ["lead.created"]}
    assert (await admin.post("/api/panel/webhooks", json=hook)).status_code == 201
    staff = world.client("branch_ops_manager")
    known = {"name": who.name, "email": who.email}
    lead, other = [await threads.made(staff, LEADS, **known, address=f"{MARK} Lane") for _ in range(2)]
    note = {"kind": "lead", "recordId": lead, "type": "note", "words": f"{MARK} note"}
    noted = (await staff.post("/api/panel/activities", json=note)).json()["id"]
    assert (await staff.delete(f"/api/panel/activities/{noted}")).status_code == 204
    for id, day in ((lead, "2031-01-01"), (other, "2031-02-01")):
        step = {"kind": "lead", "recordId": id, "words": f"{MARK} call", "dueOn": day}
        assert (await staff.post("/api/panel/next-steps", json=step)).status_code == 201
    assert (await staff.post(f"{LEADS}/{lead}/merge", json={"goneId": other})).status_code == 200
    client = await threads.made(staff, **known)
    for path, words in (
        (f"{CLIENTS}/{client}/properties", {"address": f"{MARK} Road", "access": f"{MARK} gate"}),
        (ORDERS, {"clientId": client, "title": f"{MARK} porch"}),
        (
            TICKETS,
            {
                "clientId": client,
                "subject": f"{MARK} dark",
                "description": f"{MARK} half",
                "category": "general",
            },
        ),
    ):
        made_one = await staff.post(path, json=words, headers={"Idempotency-Key": f"{new_id()}"})
        assert made_one.status_code == 201, made_one.text
        kind = "/api/panel/properties" if path.endswith("properties") else path
        if kind == ORDERS:
            noted_at = {
                "kind": "work_order",
                "recordId": made_one.json()["id"],
                "type": "note",
                "words": f"{MARK} wall",
            }
            assert (await staff.post("/api/panel/activities", json=noted_at)).status_code == 201
        gone = await world.client("admin").delete(f"{kind}/{made_one.json()['id']}")
        assert gone.status_code == 204, gone.text


async def marked(world: World) -> set[str]:
    """The tables that hold the mark anywhere."""
    return {name for name, rows in (await world.snapshot()).items() if any(MARK in row for row in rows)}


async def test_what_was_removed_before_its_person_is_forgotten_with_them(own: World) -> None:
    """No word of it names anybody: the ids alone say whose it was."""
    who = invented(random.Random(SEED))
    await leave_what_goes(own, who)
    assert {"audit_logs", "operations", "webhook_deliveries", "leads"} <= await marked(own)
    await erased(own, who)
    assert await marked(own) == set()


async def test_what_hangs_on_a_job_that_was_theirs_and_is_somebody_elses_now_stays(own: World) -> None:
    """The log says of a record that is there whose it was as well."""
    who, staff = invented(random.Random(SEED)), own.client("branch_ops_manager")
    theirs = await threads.made(staff, name=who.name, email=who.email)
    other = await threads.made(staff, name="Ola Other", email="ola@other.example")
    job = (await staff.post(ORDERS, json={"clientId": theirs, "title": "Porch"})).json()["id"]
    assert (await staff.patch(f"{ORDERS}/{job}", json={"clientId": other})).status_code == 200
    note = {"kind": "work_order", "recordId": job, "type": "note", "words": f"{MARK} wall"}
    assert (await staff.post("/api/panel/activities", json=note)).status_code == 201
    await erased(own, who)
    assert "activities" in await marked(own)


async def test_control_the_log_of_removed_records_is_asked(
    own: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def nothing(_: object) -> Any:
        return traces.Gone()

    monkeypatch.setattr(traces, "_gone", nothing)
    who = invented(random.Random(SEED))
    await leave_what_goes(own, who)
    await erased(own, who)
    assert await marked(own) == {"audit_logs", "operations"}


def in_database_files(world: World, who: Someone, *more: str) -> list[str]:
    """The files of an SQLite database in which the bytes of whom we know stand anywhere, also where no row is any more."""
    place = Path(world.database.url.split("///", 1)[1])
    marks = [words.encode() for words in (who.email, who.email.lower(), who.name, *more)]
    return [
        path.name
        for path in sorted(place.parent.glob(f"{place.name}*"))
        if any(mark in path.read_bytes() for mark in marks)
    ]


async def test_no_byte_is_left_in_the_files_of_the_database_once_an_erasure_is_done(own: World) -> None:
    """On PostgreSQL, vacuuming is the database's own."""
    if not own.database.is_sqlite:
        pytest.skip("PostgreSQL keeps its files itself")
    chance = random.Random(SEED)
    who = invented(chance)
    await leave_traces(own, who, chance)
    await own.database.checkpoint()
    assert in_database_files(own, who)
    await erased(own, who)
    assert in_database_files(own, who) == []


async def in_search_indexes(world: World, letters: str) -> list[str]:
    """The full-text tables of an SQLite database in whose blocks three letters stand. No others begin alike, so that they stand there whole."""
    async with world.database.reads.connect() as connection:
        indexes = await connection.scalars(
            text("SELECT name FROM sqlite_master WHERE sql LIKE '%USING fts5%'")
        )
        blocks = {
            name: await connection.scalars(text(f"SELECT block FROM {name}_data")) for name in list(indexes)
        }
        return [name for name, kept in blocks.items() if any(letters.encode() in block for block in kept)]


async def test_no_word_is_left_in_what_searches_once_an_erasure_is_done(own: World) -> None:
    """A full-text table keeps what was deleted until it is folded."""
    if not own.database.is_sqlite:
        pytest.skip("PostgreSQL has no such tables")
    who = Someone("Жук", "beetle@home.example", "3035550187")
    await leave_traces(own, who, random.Random(SEED))
    assert len(await in_search_indexes(own, "жук")) >= 3
    await erased(own, who)
    assert await in_search_indexes(own, "жук") == []


async def test_neither_is_left_of_what_is_kept_no_longer_once_that_is_said_to_be_done(own: World) -> None:
    if not own.database.is_sqlite:
        pytest.skip("PostgreSQL keeps its files itself")
    who, admin = Someone("Жук", "beetle@home.example", "3035550187"), own.client("admin")
    kept = await admin.patch("/api/panel/settings/retention", json={"keepLostLeadsYears": 1})
    assert kept.status_code == 200
    await made(admin, "leads", name=who.name, email=who.email, branchId=NEAR, status="lost")
    async with own.database.writes.begin() as connection:
        await connection.execute(text("UPDATE leads SET updated_at = '2020-01-01 00:00:00.000000'"))
    assert await in_search_indexes(own, "жук") == ["leads_fts"]
    await chore(own, "retention")
    await chore(own, "erasures")
    assert set(await states(own)) == {"done"}
    assert await in_search_indexes(own, "жук") == []
    assert in_database_files(own, who, "жук") == [], "what searches is folded before the files are"


async def test_an_erasure_is_not_done_while_a_reader_holds_on_to_the_log(own: World) -> None:
    if not own.database.is_sqlite:
        pytest.skip("PostgreSQL keeps its files itself")
    chance = random.Random(SEED)
    who = invented(chance)
    await leave_traces(own, who, chance)
    async with own.database.reads.connect() as reader:
        raw: Any = (await reader.get_raw_connection()).driver_connection
        await raw.execute_fetchall("BEGIN")
        await raw.execute_fetchall("SELECT id FROM leads")
        receipt = await erased(own, who)
        assert (await states(own))[0] == "running"
        await raw.execute_fetchall("COMMIT")
    assert await erasing.erase_next(own.database, places(own)) is False
    assert (await states(own))[0] == "done"
    assert in_database_files(own, who) == []
    assert receipt


async def states(world: World) -> list[str]:
    """How the erasures stand, the newest first."""
    return [row["state"] for row in (await world.client("admin").get("/api/panel/privacy/erasures")).json()]


async def test_control_without_overwriting_bytes_are_left(own: World) -> None:
    if not own.database.is_sqlite:
        pytest.skip("PostgreSQL keeps its files itself")
    chance = random.Random(SEED)
    who = invented(chance)
    async with own.database.writes.connect() as connection:
        raw: Any = (await connection.get_raw_connection()).driver_connection
        await raw.execute_fetchall("PRAGMA secure_delete=OFF")
    await leave_traces(own, who, chance)
    await erased(own, who)
    await own.database.checkpoint()
    assert in_database_files(own, who) != []


@pytest.mark.parametrize("entity", [Lead, Client, WorkOrder, Activity, Mail])
async def test_control_a_table_that_says_nothing_of_itself_keeps_the_person(
    own: World, entity: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    chance = random.Random(SEED)
    who = invented(chance)
    await leave_traces(own, who, chance)
    held: Mapping[Any, Any] = MappingProxyType(
        {each: personal for each, personal in personal_data.HELD.items() if each is not entity}
    )
    for module in (personal_data, previewing, traces, given_on, erasing):
        monkeypatch.setattr(module, "HELD", held)
    await erased(own, who)
    assert any(name.startswith(f"{entity.__tablename__}.") for name in await told_of(own, who))
