"""Sample data goes, and what people made themselves stays with what it is about. The small company plays the sample here."""

from __future__ import annotations

import asyncio
from typing import Any

import httpx
import pytest
from sqlalchemy import func, select, text, update

from duskline.core.data.base import Base
from duskline.core.data.counts import RecordCount
from duskline.models import samples
from duskline.models.people.people import User
from duskline.models.places.places import Branch, Organization, Region
from duskline.models.places.settings import Setting
from duskline.models.records.activities import Activity
from duskline.models.records.sales import Client, Lead
from duskline.models.records.service import SupportTicket, WorkOrder
from duskline.models.samples import mark
from tests.pictures import photo
from tests.world import NOBODIES, ROLES, World

PATH = "/api/panel/sample-data"
ADA = "ada@lumen.example"
WAITING = (
    "SELECT count(*) FROM pg_locks JOIN pg_database ON pg_database.oid = database"
    " WHERE datname = current_database() AND NOT granted"
)


@pytest.fixture
async def ada(world: World) -> httpx.AsyncClient:
    """An administrator of one's own at a company that is sample data throughout."""
    async with world.console() as db:
        await mark(db)
        await (await db.connection()).execute(update(User.__table__).values(sample=True))
    await world.hire("admin", email=ADA)
    return await world.sign_in(ADA)


async def preview(caller: httpx.AsyncClient) -> dict[str, Any]:
    answer = await caller.get(PATH)
    assert answer.status_code == 200, answer.text
    row: dict[str, Any] = answer.json()
    for part in ("going", "staying", "written"):
        row[part] = {each["kind"]: each["count"] for each in row[part]}
    return row


async def removed(caller: httpx.AsyncClient, seal: str = "") -> httpx.Response:
    seal = seal or (await preview(caller))["seal"]
    return await caller.post(f"{PATH}/remove", json={"seal": seal})


async def made(caller: httpx.AsyncClient, path: str, **fields: Any) -> str:
    answer = await caller.post(f"/api/panel/{path}", json=fields)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


async def ids(world: World, *entities: type[Base]) -> dict[str, set[str]]:
    async with world.database.reads.connect() as connection:
        return {
            entity.__tablename__: set(await connection.scalars(select(entity.__table__.c.id)))
            for entity in entities
        }


async def test_who_enters(world: World) -> None:
    for name in (*ROLES, *NOBODIES):
        answer = await world.client(name).get(PATH)
        assert answer.is_success is (name == "admin"), (name, answer.text)


async def test_without_sample_data_there_is_nothing_to_remove(world: World) -> None:
    admin = world.client("admin")
    before = await world.snapshot()
    shown = await preview(admin)
    assert (shown["there"], shown["going"], shown["staying"]) == (False, {}, {})
    answer = await removed(admin)
    assert (answer.status_code, answer.json()["error"]) == (409, "There is no sample data any more.")
    assert await world.snapshot() == before


async def test_an_empty_company_is_left(world: World, ada: httpx.AsyncClient) -> None:
    """Nothing of the sample remains in any table, settings stay, and the site goes on."""
    await ada.patch("/api/panel/settings/brand", json={"brand": "Lumen"})
    shown = await preview(ada)
    assert (shown["there"], shown["ownAccount"], shown["staying"], shown["written"]) == (True, True, {}, {})
    assert shown["going"]["leads"] == 6
    assert shown["going"]["branches"] == 3
    answer = await removed(ada)
    assert answer.status_code == 200, answer.text
    left = {table: rows for table, rows in (await world.snapshot()).items() if rows}
    told = {
        "alembic_version", "branches", "checklist_items", "chores", "content_version", "idempotency", "lead_sources", "lost_reasons", "mails", "operations", "organizations",
        "regions", "server_keys", "site_items", "site_sections", "settings", "users", "audit_logs",
        "security_events",
    }  # fmt: skip
    assert left.keys() <= told, left.keys() - told
    assert await ids(world, Branch, Region, Organization) == {
        "branches": {"1"},
        "regions": {"1"},
        "organizations": {"1"},
    }
    assert [user.email for user in await people(world)] == [ADA]
    setup = (await ada.get("/api/panel/setup")).json()
    assert setup["open"] is True
    assert {step["id"] for step in setup["steps"] if not step["lacks"]} == {"content"}
    assert (await ada.get("/api/panel/settings/brand")).json()["brand"] == "Lumen"
    assert (await ada.get("/api/panel/dashboard/stats")).json()["leads"]["total"] == 0
    assert (await ada.get("/api/panel/leads")).json() == []
    assert (await world.client().get("/api/blog")).json() == []
    assert (await world.client().get("/")).status_code == 200
    log = [row for row in await world.audit_log() if row.entity_id == "setup"]
    assert [row.changes["sample_data"][1] for row in log] == [None]


async def people(world: World) -> list[User]:
    async with world.console() as db:
        return list(await db.scalars(select(User)))


async def test_what_is_one_s_own_stays_with_what_it_is_about(world: World, ada: httpx.AsyncClient) -> None:
    lead = await made(ada, "leads", name="Own lead", email="own@home.example", branchId="far")
    order = await made(ada, "work-orders", branchId="1", clientId="client-1-1", title="Own job")
    assert (await ada.patch(f"/api/panel/leads/{lead}", json={"assignedTo": "far_rep"})).status_code == 200
    shown = await preview(ada)
    assert shown["staying"] == {"clients": 1, "branches": 2, "regions": 2, "organizations": 1}
    assert (await removed(ada)).status_code == 200
    assert await ids(world, Lead, WorkOrder, Client, Branch, SupportTicket) == {
        "leads": {lead}, "work_orders": {order}, "clients": {"client-1-1"}, "branches": {"1", "far"}, "support_tickets": set(),
    }  # fmt: skip
    row = (await ada.get(f"/api/panel/leads/{lead}")).json()
    assert (row["assignedTo"], row["branchId"]) == (None, "far")
    assert (await preview(ada))["there"] is False
    async with world.database.reads.connect() as connection:
        counted = RecordCount.__table__.c
        kept = select(func.sum(counted.number)).where(counted.kind == "lead")
        assert await connection.scalar(kept) == 1


async def test_what_was_written_about_a_sample_is_counted_and_goes(
    world: World, ada: httpx.AsyncClient
) -> None:
    about = {"kind": "lead", "recordId": "lead-1-1"}
    await made(ada, "activities", **about, type="note", words="She likes warm white")
    assert (await ada.patch("/api/panel/leads/lead-1-2", json={"notes": "Mine"})).status_code == 200
    shown = await preview(ada)
    assert (shown["written"], shown["changed"]) == ({"activities": 1}, 1)
    assert (await removed(ada)).status_code == 200
    async with world.database.reads.connect() as connection:
        assert (
            await connection.scalar(select(func.count()).select_from(Base.metadata.tables["activities"])) == 0
        )


async def test_nobody_of_the_sample_signs_in_any_more(world: World, ada: httpx.AsyncClient) -> None:
    """Not even the one whose name the history of an own record tells."""
    former = world.client("admin")
    ticket = await made(
        former, "support-tickets", subject="Own question", description="Why?", category="general"
    )
    assert (await removed(ada)).status_code == 200
    for name in ("admin", "support", "technician"):
        assert (await world.client(name).get("/api/auth/user")).status_code == 401, name
    (kept,) = [user for user in await people(world) if user.email != ADA]
    assert (kept.id, kept.status, kept.password, kept.role, kept.sample) == (
        "admin",
        "inactive",
        "",
        None,
        False,
    )
    assert (await ada.get(f"/api/panel/support-tickets/{ticket}")).json()["createdBy"] == "admin"


async def test_what_a_sample_account_handed_out_opens_nothing(world: World, ada: httpx.AsyncClient) -> None:
    former, visitor = world.client("admin"), world.client()
    person = {"email": "nell@lumen.example", "role": "admin"}
    invited = (await former.post("/api/panel/users/invitations", json=person)).json()["id"]
    made = await former.post(f"/api/panel/users/{invited}/link")
    token = {"token": made.json()["link"].partition("#")[2]}
    assert (await visitor.post("/api/auth/link", json=token)).status_code == 200
    assert (await removed(ada)).status_code == 200
    assert (await visitor.post("/api/auth/link", json=token)).status_code == 404
    assert invited in {user.id for user in await people(world)}


async def test_a_sample_administrator_makes_a_real_one_first(world: World, ada: httpx.AsyncClient) -> None:
    sample = world.client("admin")
    shown = await preview(sample)
    assert shown["ownAccount"] is False
    before = await world.snapshot()
    answer = await removed(sample, shown["seal"])
    assert answer.status_code == 409
    assert answer.json()["error"].startswith("You are signed in with a sample account, which would go, too.")
    assert await world.snapshot() == before


async def test_nothing_goes_that_nobody_was_shown(world: World, ada: httpx.AsyncClient) -> None:
    seal = (await preview(ada))["seal"]
    await made(ada, "work-orders", branchId="1", clientId="client-1-1", title="Meanwhile")
    before = await world.snapshot()
    answer = await removed(ada, seal)
    assert (answer.status_code, answer.json()["error"]) == (
        409, "Something has changed since you looked. Look again at what would go, and then remove it.",
    )  # fmt: skip
    assert await world.snapshot() == before


async def test_nothing_goes_that_somebody_changed_since(world: World, ada: httpx.AsyncClient) -> None:
    """A change of what was changed before, too: the number of changed records is the same then."""
    for phone in ("555-0100", "555-0101"):
        seal = (await preview(ada))["seal"]
        assert (await ada.patch("/api/panel/leads/lead-1-1", json={"phone": phone})).status_code == 200
        assert (await preview(ada))["changed"] == 1
        assert (await removed(ada, seal)).status_code == 409
    assert (await removed(ada)).status_code == 200


async def test_what_is_written_while_samples_go_hangs_on_nothing_that_is_gone(
    world: World, ada: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    forget, under_way = samples._forget, []

    async def slowly(*given: Any) -> None:
        call = {"kind": "lead", "recordId": "lead-1-1", "type": "note", "words": "Wants a call"}
        under_way.append(asyncio.create_task(ada.post("/api/panel/activities", json=call)))
        await asyncio.sleep(0.5)
        await forget(*given)

    monkeypatch.setattr(samples, "_forget", slowly)
    assert (await removed(ada)).status_code == 200
    assert [(await task).status_code for task in under_way] == [404]
    assert await ids(world, Activity) == {"activities": set()}


@pytest.mark.parametrize("sample", [False, True], ids=["one's own account", "a sample account"])
async def test_a_call_that_has_locked_its_person_alone_goes_on(
    world: World, ada: httpx.AsyncClient, sample: bool
) -> None:
    """It would wait for a table that the removal has, and the removal for its person."""
    if world.database.is_sqlite:
        pytest.skip("one writer at a time")
    seal = (await preview(ada))["seal"]
    async with world.database.writes.begin() as call:
        await call.execute(
            text("SELECT id FROM users WHERE sample = :sample FOR KEY SHARE"), {"sample": sample}
        )
        removal = asyncio.create_task(removed(ada, seal))
        while not removal.done() and not await call.scalar(text(WAITING)):  # noqa: ASYNC110
            await asyncio.sleep(0.01)
        await call.execute(text("LOCK TABLE leads IN ROW EXCLUSIVE MODE NOWAIT"))
    assert (await removal).status_code == 200


async def test_of_two_who_remove_at_once_one_does(world: World, ada: httpx.AsyncClient) -> None:
    await world.hire("admin", email="bo@lumen.example")
    other = await world.sign_in("bo@lumen.example")
    seal = (await preview(ada))["seal"]
    answers = await asyncio.gather(removed(ada, seal), removed(other, seal))
    assert sorted(answer.status_code for answer in answers) == [200, 409]
    async with world.console() as db:
        setting = await db.find(Setting, "setup")
    assert setting.held == {"open": True}


async def test_own_photos_of_the_gallery_close_up(world: World, ada: httpx.AsyncClient) -> None:
    photos = "/api/panel/gallery"
    fields = {
        "description": "Both gables at dusk",
        "location": "Dublin",
        "category": "Events",
        "consent": "owner-1",
    }
    own = []
    for _ in range(2):
        sent = await ada.post("/api/panel/post-pictures", files={"image": ("a.png", photo(9, 9, kind="PNG"))})
        own.append(await made(ada, "gallery", **fields, image=sent.json()["image"]))
    for id in own:
        assert (await ada.patch(f"{photos}/{id}", json={"place": 3})).json()["place"] == 3
    assert (await removed(ada)).status_code == 200
    left = (await ada.get(photos, params={"approved": "1", "sort": "place"})).json()
    assert [(row["id"], row["place"]) for row in left] == [(own[0], 1), (own[1], 2)]
