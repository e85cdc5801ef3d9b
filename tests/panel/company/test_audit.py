"""Who did what: within whose reach, narrowed by whom, what and when; as a file; and a log that nothing alters."""

from __future__ import annotations

import csv
import io
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from duskline.chores import chores_of
from duskline.core.data import audit, base
from duskline.core.mail.bounces import note_bounced
from duskline.core.mail.delivery import Outcome
from duskline.panel.company.audit import KINDS
from tests.hostile_words import WORDS
from tests.letters import letter
from tests.mailbox import delivered
from tests.tokens import made, program
from tests.unheld_logs import let_go
from tests.world import BRANCHES, PASSWORD, World, email_of

PATH, EVENTS = "/api/panel/audit", "/api/panel/audit-events"
LOGS = ("audit_logs", "security_events")


async def acts(world: World, who: str = "admin", path: str = PATH, **asked: str) -> list[dict[str, Any]]:
    answer = await world.client(who).get(path, params={"limit": "200", **asked})
    assert answer.status_code == 200, answer.text
    found: list[dict[str, Any]] = answer.json()
    return found


async def renamed(world: World, branch: str = "1", name: str = "Ada Eaves") -> None:
    answer = await world.client("admin").patch(f"/api/panel/leads/lead-{branch}-1", json={"name": name})
    assert answer.status_code == 200, answer.text


# --- what is told, and to whom ---


async def test_each_reads_what_was_done_in_their_branches(world: World) -> None:
    for branch in BRANCHES:
        await renamed(world, branch)
    seen = {
        "admin": {*BRANCHES},
        "regional_ops_manager": {"1", "beside"},
        "branch_ops_manager": {"1"},
        "beside_manager": {"beside"},
    }
    for who, branches in seen.items():
        assert {row["entityId"] for row in await acts(world, who)} == {f"lead-{one}-1" for one in branches}
    for who in ("support", "sales_rep", "lead_technician", "technician", "no_role"):
        assert (await world.client(who).get(PATH)).status_code == 403
        assert (await world.client(who).get(EVENTS)).status_code == 403


async def test_what_stands_beside_a_record_has_its_place_and_settings_have_none(world: World) -> None:
    admin = world.client("admin")
    for path, what in (
        ("leads/lead-far-1/details", {"lostNote": "Too dear"}),
        ("leads/lead-1-1/details", {"lostNote": "Too dear"}),
        ("branches/far", {"name": "Farther"}),
        ("branches/far", {"timeZone": "America/Denver"}),
        ("users/sales_rep", {"firstName": "Sal"}),
        ("settings/retention", {"keepLettersDays": 90}),
    ):
        answer = await admin.patch(f"/api/panel/{path}", json=what)
        assert answer.status_code == 200, answer.text
    mine = {row["entityType"] for row in await acts(world, "branch_ops_manager")}
    every = {row["entityType"] for row in await acts(world)}
    assert mine == {"lead_details", "user"}
    assert every == {"lead_details", "user", "setting", "branch", "branch_details"}


async def test_a_record_that_moves_is_told_where_it_was(world: World) -> None:
    """Whoever lost it reads who took it away; where it came to, its own history tells."""
    moved = await world.client("admin").patch("/api/panel/leads/lead-1-2", json={"branchId": "far"})
    assert moved.status_code == 200, moved.text
    (row,) = await acts(world, "branch_ops_manager")
    assert row["changes"]["branchId"] == ["1", "far"]
    assert row["called"] is None, "its name is not within reach any more"


async def test_a_row_says_who_what_and_from_where(world: World) -> None:
    await renamed(world)
    (row,) = await acts(world)
    admin = await world.person("admin")
    assert {name: row[name] for name in row.keys() - {"id", "createdAt"}} == {
        "who": "Admin", "userId": admin.id, "via": None, "action": "update", "entityType": "lead", "entityId": "lead-1-1",
        "called": "Ada Eaves", "changes": {"name": ["Lea 1 1", "Ada Eaves"]}, "ipAddress": "198.51.100.7",
    }  # fmt: skip


async def test_filters_narrow_by_person_record_kind_action_and_day(world: World) -> None:
    await renamed(world)
    new = {"name": "Bo", "email": "bo@customer.example", "address": "2 Road"}
    assert (await world.client("sales_rep").post("/api/panel/clients", json=new)).is_success
    every = await acts(world)
    rep = (await world.person("sales_rep")).id
    assert {row["userId"] for row in await acts(world, person=rep)} == {rep}
    assert {row["entityId"] for row in await acts(world, record="lead-1-1")} == {"lead-1-1"}
    assert {row["entityType"] for row in await acts(world, kind="client")} <= {"client", "property"}
    assert {row["action"] for row in await acts(world, action="create")} == {"create"}
    assert await acts(world, **{"from": "today", "to": "today"}) == every
    assert await acts(world, to="yesterday") == []
    assert await acts(world, **{"from": "9999-12-31"}) == []
    for asked in ({"kind": "secret"}, {"action": "steal"}, {"from": "soon"}):
        assert (await world.client("admin").get(PATH, params=asked)).status_code == 400


async def test_pages_follow_each_other(world: World) -> None:
    for number in range(5):
        await renamed(world, name=f"Ada {number}")
    seen, address = [], f"{PATH}?limit=2"
    while address:
        answer = await world.client("admin").get(address)
        seen += [row["changes"]["name"][1] for row in answer.json()]
        address = answer.links.get("next", {}).get("url", "")
    assert seen == [f"Ada {number}" for number in (4, 3, 2, 1, 0)]


async def test_hostile_words_are_told_as_they_are_and_never_as_formulas(world: World) -> None:
    words = [word.strip()[:200].strip() for word in WORDS[::6]]
    for word in words:
        answer = await world.client("admin").patch("/api/panel/leads/lead-1-1", json={"notes": word})
        assert answer.status_code == 200, answer.text
    told = [row["changes"]["notes"][1] for row in await acts(world)]
    assert told == [word or None for word in reversed(words)]
    file = await world.client("admin").get(f"{PATH}/export")
    rows = list(csv.DictReader(io.StringIO(file.content.decode("utf-8-sig"), newline="")))
    assert len(rows) == len(words)
    assert all(row["Changes"].startswith("Notes: ") for row in rows)


async def test_the_file_is_that_of_the_list_and_a_happening_itself(world: World) -> None:
    for branch in BRANCHES:
        await renamed(world, branch)
    manager = world.client("branch_ops_manager")
    file = await manager.get(f"{PATH}/export", params={"kind": "lead"})
    (row,) = csv.DictReader(io.StringIO(file.content.decode("utf-8-sig"), newline=""))
    assert (row["Who"], row["Record"], row["Branch"]) == ("Admin", "Ada Eaves", "Branch 1")
    assert row["Changes"] == "Name: Lea 1 1 → Ada Eaves"
    (told,) = await acts(world, "branch_ops_manager", EVENTS, kind="export")
    assert told["details"] == {"of": "audit", "narrowed": {"kind": "lead"}}


async def test_programs_never_read_it(world: World) -> None:
    caller = program(world, (await made(world))["token"])
    for path in (PATH, EVENTS, f"{PATH}/export", f"{EVENTS}/export"):
        assert (await caller.get(path)).status_code == 403


# --- sign-ins, and what was refused ---


async def test_sign_ins_and_refusals_stand_beside_it(world: World) -> None:
    """Both by the person's place; what was typed for nobody's account is not kept."""
    login = "/api/auth/login"
    visitor = world.client()
    for email, password in (
        (email_of("sales_rep"), PASSWORD),
        (email_of("sales_rep"), "a wrong password"),
        ("nobody@nowhere.example", "a wrong password"),
    ):
        await visitor.post(login, json={"email": email, "password": password})
    await note_bounced(world.database, "gone@customer.example", "550 no such user")
    rep = (await world.person("sales_rep")).id
    begun = [row for row in await acts(world, path=EVENTS) if row["ipAddress"] != "127.0.0.1"][:4]
    assert [(row["kind"], row["userId"]) for row in begun] == [
        ("letter_refused", None),
        ("sign_in_refused", None),
        ("sign_in_refused", rep),
        ("sign_in", rep),
    ]
    assert begun[0]["details"] == {"to": "gone@customer.example", "fault": "550 no such user"}
    assert "nobody@nowhere" not in str(begun)
    mine = await acts(world, "branch_ops_manager", EVENTS, person=rep)
    assert [row["kind"] for row in mine][:2] == ["sign_in_refused", "sign_in"]
    assert await acts(world, "beside_manager", EVENTS, person=rep) == []


async def test_that_an_email_left_is_kept_in_its_branch(mailing_world: World) -> None:
    world = mailing_world
    async with world.console() as db:
        for branch in ("1", "far"):
            db.store(letter(f"letter-{branch}", branch_id=branch, recipient=f"{branch}@customer.example"))
    await delivered(world, Outcome.PUT_OFF)
    assert await acts(world, path=EVENTS, kind="letter_sent") == []
    async with world.database.writes.begin() as connection:
        await connection.execute(text("UPDATE mails SET due = created_at"))
    await delivered(world)
    every = await acts(world, path=EVENTS, kind="letter_sent")
    assert {row["details"]["to"] for row in every} == {"1@customer.example", "far@customer.example"}
    (mine,) = await acts(world, "branch_ops_manager", EVENTS, kind="letter_sent")
    assert mine["details"] == {"to": "1@customer.example", "letter": every[0]["details"]["letter"]}


def test_every_record_that_leaves_a_trace_can_be_asked_for_by_kind() -> None:
    """One that no kind names would be found by nobody who looks for it."""
    named = [name for names in KINDS.values() for name in names]
    entities = [mapper.class_ for mapper in base.Base.registry.mappers]
    audited = {
        each.audit_name
        for each in entities
        if issubclass(each, audit.Audited) and hasattr(each, "audit_name")
    }
    assert sorted(named) == sorted(audited)


# --- a log that holds itself ---


async def done(world: World, statement: str) -> int:
    async with world.database.writes.begin() as connection:
        return (await connection.execute(text(statement))).rowcount


async def refused(world: World, statement: str) -> bool:
    try:
        await done(world, statement)
    except DBAPIError:
        return True
    return False


async def kept(world: World, table: str) -> list[Any]:
    async with world.database.reads.connect() as connection:
        return list(await connection.execute(text(f"SELECT * FROM {table} ORDER BY id")))


async def written(world: World, *days: int) -> None:
    """A row of each log for each age."""
    async with world.console() as db:
        for age in days:
            old, who = base.now() - timedelta(days=age), "admin"
            named = {"user_id": who, "action": "update", "entity_type": "lead", "entity_id": "lead-1-1"}
            db.add(audit.AuditLog(id=f"act-{age}", created_at=old, changes={"notes": [None, "x"]}, **named))
            db.add(
                audit.SecurityEvent(id=f"event-{age}", created_at=old, kind="export", user_id=who, details={})
            )


async def history_kept(world: World) -> None:
    """The chore, once."""
    for chore in chores_of(world.settings, world.services.company_file, world.database):
        if chore.name == "history":
            await chore.work()


CHANGES = (
    "UPDATE {} SET created_at = created_at",
    "UPDATE {} SET user_id = 'sales_rep'",
    "UPDATE {} SET ip_address = NULL WHERE id LIKE '%-5'",
)


@pytest.mark.parametrize("table", LOGS)
async def test_no_row_is_changed_or_removed_before_its_time(world: World, table: str) -> None:
    await written(world, 5, 5_000)
    before = await kept(world, table)
    for change in CHANGES:
        assert await refused(world, change.format(table)), change
    assert await refused(world, f"DELETE FROM {table}"), "it is kept for good until Settings say otherwise"
    assert await refused(world, f"DELETE FROM {table} WHERE id LIKE '%-5000'")
    if not world.database.is_sqlite:
        assert await refused(world, f"TRUNCATE {table}")
    assert await kept(world, table) == before


@pytest.mark.parametrize("table", LOGS)
async def test_what_settings_let_go_goes_and_nothing_younger(world: World, table: str) -> None:
    await written(world, 5, 365, 367, 5_000)
    before = await kept(world, table)
    await history_kept(world)
    assert await kept(world, table) == before, "for good, as long as nobody says otherwise"
    edited = await world.client("admin").patch("/api/panel/settings/retention", json={"keepHistoryYears": 1})
    assert edited.status_code == 200
    assert await refused(world, f"DELETE FROM {table} WHERE id LIKE '%-365'")
    assert await refused(world, f"DELETE FROM {table}"), "one that stays keeps all"
    assert await done(world, f"DELETE FROM {table} WHERE id LIKE '%-5000'") == 1
    await history_kept(world)
    left = {row.id for row in await kept(world, table) if "-" in row.id and row.id.split("-")[1].isdigit()}
    assert {id for id in left if id.startswith(("act", "event"))} == {
        f"{'act' if table == 'audit_logs' else 'event'}-{age}" for age in (5, 365)
    }


@pytest.mark.parametrize("table", LOGS)
async def test_control_without_its_triggers_a_log_says_what_anybody_likes(world: World, table: str) -> None:
    await written(world, 5)
    await let_go(world, table)
    assert not await refused(world, CHANGES[1].format(table))
    assert not await refused(world, f"DELETE FROM {table}")
