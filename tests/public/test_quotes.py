"""Quote requests: an honest range, one lead in the right branch, and nothing dropped."""

import asyncio
import json
from datetime import timedelta
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from sqlalchemy import delete, select

from duskline import limits
from duskline.company import CompanyFile
from duskline.core.http.rate_limits import spend
from duskline.models.places.places import BranchServiceArea
from duskline.models.records.sales import Lead, QuoteRequest, estimate
from duskline.public.quotes import NewQuote
from duskline.settings import ROOT
from tests.instruments import move_clock
from tests.world import BESIDE, NEAR, World

PATH = "/api/quotes"
COMPANY = CompanyFile(ROOT / "company.toml").company
SHARED = json.loads((Path(__file__).parents[1] / "vectors" / "estimates.json").read_text("utf-8"))
FEET = SHARED["feet"]
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
    assert answer == {
        "id": answer["id"], "reference": answer["reference"], "low": 3300, "high": 5775, "served": True,
    }  # fmt: skip
    admin = world.client("admin")
    (lead,) = (await admin.get("/api/panel/leads", params={"q": "quinn asker"})).json()
    assert (lead["branchId"], lead["source"], lead["status"]) == (BESIDE, "website", "new")
    assert (lead["estimatedValue"], lead["phone"], lead["assignedTo"]) == (4537, None, None)
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
        "zip": [None, "10001"], "preferredTime": [None, "evening"], "low": [None, 3300], "high": [None, 5775],
        "name": [None, "Quinn Asker"],
    }  # fmt: skip


async def test_a_leads_history_tells_requests_and_edits_in_one_order(
    world: World, visitor: httpx.AsyncClient
) -> None:
    first = await ask(visitor)
    rep, (lead,) = world.client("beside_rep"), await leads(world)
    await rep.patch(f"/api/panel/leads/{lead.id}", json={"status": "contacted"})
    second = await ask(visitor, feet=200)
    newest, edit, oldest = (await rep.get(f"/api/panel/leads/{lead.id}/history")).json()
    assert (newest["id"], edit["action"], oldest["id"]) == (second["id"], "update", first["id"])


async def test_a_length_nobody_knows_gets_the_range_of_a_typical_home(
    world: World, visitor: httpx.AsyncClient
) -> None:
    answer = await ask(visitor, feet=None, stories=1, preferredTime=None)
    assert (answer["low"], answer["high"]) == (3000, 8000)
    (lead,) = await leads(world)
    assert (lead.branch_id, lead.estimated_value) == (BESIDE, 5500)
    assert lead.notes == (
        "Home, whole roofline, 1 story, length not known, ZIP 10001. The value is a guess until someone measures."
    )
    (event,) = (await world.client("admin").get(f"/api/panel/leads/{lead.id}/history")).json()
    assert event["changes"]["value"] == [None, "a guess: the length is not known"]


async def test_a_measured_length_is_no_guess(world: World, visitor: httpx.AsyncClient) -> None:
    """The control of the mark."""
    await ask(visitor)
    (lead,) = await leads(world)
    assert "guess" not in str(lead.notes)


async def test_a_request_from_elsewhere_is_told_so_and_taken(
    world: World, visitor: httpx.AsyncClient
) -> None:
    assert (await visitor.get("/api/service-area?zip=99999")).json() == {"served": False}
    assert (await visitor.get("/api/service-area?zip=10001")).json() == {"served": True}
    for unclear in ("", "?zip=", "?zip=1000", "?zip=somewhere"):
        asked = await visitor.get(f"/api/service-area{unclear}")
        said = {"zip": "Please enter a 5-digit ZIP code"}
        assert (asked.status_code, asked.json()["fields"]) == (400, said)
    answer = await ask(visitor, zip="99999-1234", preferredTime=None)
    assert answer["served"] is False
    (lead,) = await leads(world)
    assert lead.branch_id == NEAR
    assert str(lead.notes).endswith("ZIP 99999-1234. The ZIP code is outside our service area.")
    (event,) = (await world.client("admin").get(f"/api/panel/leads/{lead.id}/history")).json()
    assert event["changes"]["serviceArea"] == [None, "outside"]


async def test_a_company_without_listed_zip_codes_serves_everyone(
    world: World, visitor: httpx.AsyncClient
) -> None:
    async with world.console() as db:
        await db.execute(delete(BranchServiceArea.__table__))
    assert (await visitor.get("/api/service-area?zip=99999")).json() == {"served": True}
    assert (await ask(visitor, zip="99999"))["served"] is True


@pytest.mark.parametrize("said", SHARED["estimates"])
def test_the_price_is_the_one_that_the_page_shows(said: dict[str, Any]) -> None:
    """The same file holds the page's figures to it (web/app/site/quote/estimate.test.ts)."""
    facts = COMPANY.facts()
    assert {
        name: {end: facts[name][end] for end in rate} for name, rate in SHARED["rates"].items()
    } == SHARED["rates"]
    building = msgspec.convert(
        NEW | {name: said[name] for name in ("propertyType", "coverage", "stories", "feet")}, NewQuote
    )
    assert estimate(building, COMPANY) == (said["low"], said["high"])


@pytest.mark.parametrize(
    ("feet", "status"),
    [(FEET["min"] - 1, 400), (FEET["min"], 201), (FEET["max"], 201), (FEET["max"] + 1, 400)],
)
async def test_a_roofline_is_as_long_as_on_the_page(
    visitor: httpx.AsyncClient, feet: int, status: int
) -> None:
    assert (await visitor.post(PATH, json=NEW | {"feet": feet})).status_code == status


async def test_every_fault_is_named(visitor: httpx.AsyncClient) -> None:
    faulty = {
        "propertyType": "barn", "coverage": None, "stories": 4, "feet": 0, "zip": "1234", "name": "Q", "email": "quinn",
        "low": 1,
    }  # fmt: skip
    answer = await visitor.post(PATH, json=faulty)
    assert answer.status_code == 400
    assert answer.json()["fields"].keys() == faulty.keys()
    assert answer.json()["fields"]["zip"] == "Please enter a 5-digit ZIP code"
    assert answer.json()["fields"]["feet"] == 'Choose a length between 20 and 1,000 feet, or "I don\'t know"'
    missing = await visitor.post(PATH, json={})
    assert missing.json()["fields"].keys() == {"propertyType", "coverage", "stories", "zip", "name", "email"}


async def test_the_same_person_within_ten_minutes_is_one_lead(
    world: World, visitor: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = await ask(visitor)
    assert await ask(visitor) == first
    longer = await ask(visitor, feet=200, email=" Quinn@Asker.example ", phone="555-0100")
    assert longer["id"] != first["id"]
    assert (longer["low"], longer["high"]) == (4400, 7700)
    (lead,) = await leads(world)
    events = (await world.client("admin").get(f"/api/panel/leads/{lead.id}/history")).json()
    assert [event["id"] for event in events] == [longer["id"], first["id"]]
    assert events[0]["changes"]["phone"] == [None, "555-0100"]
    move_clock(monkeypatch, timedelta(minutes=9))
    assert await ask(visitor) == first, "nine minutes later the same request is another one"
    move_clock(monkeypatch, timedelta(minutes=10))
    later = await ask(visitor)
    assert later["id"] not in (first["id"], longer["id"]), (
        "ten minutes later the request is still the old one"
    )
    assert len(await leads(world)) == 2


@pytest.mark.parametrize(
    "said",
    [{"name": "Somebody Else"}, {"phone": "555-0199"}, {"zip": "10002"}],
    ids=["name", "phone", "place"],
)
async def test_a_stranger_under_somebodys_email_is_another_lead(
    world: World, visitor: httpx.AsyncClient, said: dict[str, Any]
) -> None:
    mine = await ask(visitor, phone="(614) 555-0177")
    theirs = await ask(world.client(address="203.0.113.9"), **said)
    assert theirs["id"] != mine["id"]
    assert len(await leads(world)) == 2
    again = [await ask(visitor, phone="(614) 555-0177"), await ask(visitor, phone="614-555-0177", feet=200)]
    assert again[0] == mine
    assert len(await leads(world)) == 2
    first = next(lead for lead in await leads(world) if lead.phone == "(614) 555-0177")
    events = (await world.client("admin").get(f"/api/panel/leads/{first.id}/history")).json()
    assert [event["id"] for event in events] == [again[1]["id"], mine["id"]]


async def test_an_email_alone_would_join_strangers(
    world: World, visitor: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control: what happens where nothing but the email is compared."""
    monkeypatch.setattr(QuoteRequest, "is_from", lambda *_: True)
    await ask(visitor)
    await ask(visitor, name="Somebody Else", phone="555-0199", zip="10002")
    assert len(await leads(world)) == 1


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
    assert (answer["low"], answer["high"]) == (3300, 5775)
    assert not await leads(world)
    rep = world.client("beside_rep")
    inbox = "/api/panel/enquiries"
    assert answer["id"] not in [row["id"] for row in (await rep.get(inbox, params={"state": "open"})).json()]
    apart = (await rep.get(inbox, params={"state": "suspected"})).json()
    (message,) = [row for row in apart if row["id"] == answer["id"]]
    assert message["message"].startswith("Quote request: Home, whole roofline, 2 stories, about 150 feet")
    taken = await rep.post(f"{inbox}/{answer['id']}/lead", json={})
    assert taken.json()["name"] == "Quinn Asker"


@pytest.mark.parametrize(
    ("time", "told"), [("morning", " Best reached in the morning."), ("anytime", ""), (None, "")]
)
async def test_the_lead_says_when_somebody_is_best_reached(
    world: World, visitor: httpx.AsyncClient, time: str | None, told: str
) -> None:
    await ask(visitor, preferredTime=time)
    (lead,) = await leads(world)
    assert lead.notes == f"Home, whole roofline, 2 stories, about 150 feet, ZIP 10001.{told}"


async def test_two_seconds_are_enough_for_a_person(world: World, visitor: httpx.AsyncClient) -> None:
    await ask(visitor, secondsOpen=2.0)
    assert len(await leads(world)) == 1


async def test_a_person_who_sends_no_time_is_no_robot(world: World, visitor: httpx.AsyncClient) -> None:
    said = {name: value for name, value in NEW.items() if name not in ("secondsOpen", "website", "phone")}
    assert (await visitor.post(PATH, json=said)).status_code == 201
    assert len(await leads(world)) == 1


async def test_twenty_an_hour(world: World, visitor: httpx.AsyncClient) -> None:
    for _ in range(19):
        await spend(world.database, (limits.QUOTES, "198.51.100.7"))
    assert (await visitor.post(PATH, json={})).status_code == 400
    assert (await visitor.post(PATH, json=NEW)).status_code == 201
    answer = await visitor.post(PATH, json=NEW)
    assert (answer.status_code, "retry-after" in answer.headers) == (429, True)
