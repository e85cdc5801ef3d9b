"""Quote requests: an honest range, one lead in the right branch, and nothing dropped."""

import asyncio
from typing import Any

import httpx
import pytest
from sqlalchemy import select

from duskline.core.db import now
from duskline.core.limits import spend
from duskline.models.sales import Lead, QuoteRequest
from duskline.public import quotes
from tests.world import BESIDE, NEAR, World

PATH = "/api/quotes"
NEW = {
    "propertyType": "home", "coverage": "whole", "stories": 2, "feet": 150, "zip": "10001",
    "name": "Quinn Asker", "email": "quinn@asker.example", "phone": "", "preferredTime": "evening",
    "secondsOpen": 40, "website": "",
}  # fmt: skip


@pytest.fixture
def visitor(world: World) -> httpx.AsyncClient:
    return world.client()


async def ask(visitor: httpx.AsyncClient, **said: Any) -> dict[str, Any]:
    answer = await visitor.post(PATH, json=NEW | said)
    assert answer.status_code == 201, answer.text
    return dict(answer.json())


async def leads(world: World, email: str = "quinn@asker.example") -> list[Lead]:
    async with world.console() as db:
        return list(await db.scalars(select(Lead).where(Lead.email == email)))


async def test_a_request_becomes_a_lead_of_the_branch_that_serves_it(
    world: World, visitor: httpx.AsyncClient
) -> None:
    answer = await ask(visitor)
    assert answer == {"id": answer["id"], "low": 3000, "high": 5250}
    admin = world.client("admin")
    (lead,) = (await admin.get("/api/panel/leads", params={"q": "quinn asker"})).json()
    assert (lead["branchId"], lead["source"], lead["status"]) == (BESIDE, "website", "new")
    assert (lead["estimatedValue"], lead["phone"], lead["assignedTo"]) == (4125, None, None)
    assert lead["notes"] == (
        "Home, whole roofline, 2 stories, about 150 feet, ZIP 10001. Best reached in the evening."
    )
    assert lead["id"] in [
        row["id"] for row in (await world.client("beside_rep").get("/api/panel/leads")).json()
    ]
    assert (await world.client("sales_rep").get(f"/api/panel/leads/{lead['id']}")).status_code == 404


async def test_a_leads_history_starts_with_its_request(world: World, visitor: httpx.AsyncClient) -> None:
    asked = await ask(visitor)
    rep, (lead,) = world.client("beside_rep"), await leads(world)
    await rep.patch(f"/api/panel/leads/{lead.id}", json={"status": "contacted"})
    events = (await rep.get(f"/api/panel/leads/{lead.id}/history")).json()
    assert [(event["who"], event["action"]) for event in events] == [
        ("Beside Rep", "update"),
        ("Website", "quote_request"),
    ]
    assert events[1]["id"] == asked["id"]
    assert events[1]["changes"] == {
        "propertyType": [None, "home"], "coverage": [None, "whole"], "stories": [None, 2], "feet": [None, 150],
        "zip": [None, "10001"], "preferredTime": [None, "evening"], "low": [None, 3000], "high": [None, 5250],
        "name": [None, "Quinn Asker"],
    }  # fmt: skip


async def test_a_length_nobody_knows_gets_the_range_of_a_typical_home(
    world: World, visitor: httpx.AsyncClient
) -> None:
    answer = await ask(visitor, feet=None, zip="99999-1234", preferredTime=None)
    assert (answer["low"], answer["high"]) == (3000, 8000)
    (lead,) = await leads(world)
    assert (lead.branch_id, lead.estimated_value) == (NEAR, 5500)


async def test_every_fault_is_named(visitor: httpx.AsyncClient) -> None:
    faulty = {
        "propertyType": "barn", "coverage": None, "stories": 4, "feet": 0, "zip": "1234", "name": "Q", "email": "quinn",
        "low": 1,
    }  # fmt: skip
    answer = await visitor.post(PATH, json=faulty)
    assert answer.status_code == 400
    assert answer.json()["fields"].keys() == faulty.keys()
    assert answer.json()["fields"]["zip"] == "Please enter a 5-digit ZIP code"
    missing = await visitor.post(PATH, json={})
    assert missing.json()["fields"].keys() == {"propertyType", "coverage", "stories", "zip", "name", "email"}


async def test_the_same_person_within_minutes_is_one_lead(world: World, visitor: httpx.AsyncClient) -> None:
    first = await ask(visitor)
    assert await ask(visitor) == first
    longer = await ask(visitor, feet=200, email=" Quinn@Asker.example ", phone="555-0100")
    assert longer["id"] != first["id"]
    assert (longer["low"], longer["high"]) == (4000, 7000)
    (lead,) = await leads(world)
    events = (await world.client("admin").get(f"/api/panel/leads/{lead.id}/history")).json()
    assert [event["id"] for event in events] == [longer["id"], first["id"]]
    assert events[0]["changes"]["phone"] == [None, "555-0100"]
    async with world.console() as db:
        for asked in await db.scalars(select(QuoteRequest)):
            asked.created_at = now() - quotes.SAME_PERSON
    later = await ask(visitor)
    assert later["id"] not in (first["id"], longer["id"])
    assert len(await leads(world)) == 2


async def test_a_double_click_is_one_lead(world: World) -> None:
    for pair in range(10):
        email = f"double{pair}@asker.example"
        said = NEW | {"email": email}
        callers = [world.client(address=f"198.51.100.{n}") for n in (20 + pair, 60 + pair)]
        answers = await asyncio.gather(*(caller.post(PATH, json=said) for caller in callers))
        assert [answer.status_code for answer in answers] == [201, 201]
        assert answers[0].json() == answers[1].json()
        assert len(await leads(world, email)) == 1
    async with world.console() as db:
        assert len(list(await db.scalars(select(QuoteRequest)))) == 10


@pytest.mark.parametrize(
    "sign", [{"website": "https://spam.example"}, {"secondsOpen": 1.9}, {"secondsOpen": -3}]
)
async def test_what_looks_like_a_robot_is_kept_apart(
    world: World, visitor: httpx.AsyncClient, sign: dict[str, Any]
) -> None:
    answer = await ask(visitor, **sign)
    assert (answer["low"], answer["high"]) == (3000, 5250)
    assert not await leads(world)
    rep = world.client("beside_rep")
    inbox = "/api/panel/enquiries"
    assert answer["id"] not in [row["id"] for row in (await rep.get(inbox, params={"state": "open"})).json()]
    apart = (await rep.get(inbox, params={"state": "suspected"})).json()
    (message,) = [row for row in apart if row["id"] == answer["id"]]
    assert message["message"].startswith("Quote request: Home, whole roofline, 2 stories, about 150 feet")
    taken = await rep.post(f"{inbox}/{answer['id']}/lead", json={})
    assert taken.json()["name"] == "Quinn Asker"


async def test_a_person_who_sends_no_time_is_no_robot(world: World, visitor: httpx.AsyncClient) -> None:
    said = {name: value for name, value in NEW.items() if name not in ("secondsOpen", "website", "phone")}
    assert (await visitor.post(PATH, json=said)).status_code == 201
    assert len(await leads(world)) == 1


async def test_twenty_an_hour(world: World, visitor: httpx.AsyncClient) -> None:
    for _ in range(19):
        await spend(world.database, (quotes.QUOTES, "198.51.100.7"))
    assert (await visitor.post(PATH, json={})).status_code == 400
    assert (await visitor.post(PATH, json=NEW)).status_code == 201
    answer = await visitor.post(PATH, json=NEW)
    assert (answer.status_code, "retry-after" in answer.headers) == (429, True)
