"""What a client does with the link in a letter about a visit: sees it as it is planned now, confirms it, asks for another time."""

from __future__ import annotations

import asyncio
import re
from datetime import datetime, timedelta
from types import SimpleNamespace
from typing import Any

import httpx
import pytest

from duskline.core.data.session import reading
from duskline.models.records.visits import Visit
from duskline.models.schedule.visit_letters import tell_clients
from duskline.policy import CONSOLE
from duskline.public import visit_replies
from tests.instruments import move_clock
from tests.mailbox import delivered, html_of, text_of
from tests.panel.schedule.test_visits import asked
from tests.panel.threads import CLIENTS, ORDERS, made, parted
from tests.world import World

LINKS, REPLY = "/api/visit-links", "/api/visit-links/reply"
VISITS, BELL = "/api/panel/visits", "/api/panel/notifications"
JOB = f"{ORDERS}/order-1-1"
MONDAY, TUESDAY = "2031-12-01", "2031-12-02"


@pytest.fixture
def world(mailing_world: World) -> World:
    return mailing_world


async def plan(world: World, day: str | None = MONDAY, **fields: Any) -> None:
    answer = await world.client("admin").patch(JOB, json={"scheduledDate": day} | fields)
    assert answer.status_code == 200, answer.text


async def link_of(world: World, monkeypatch: pytest.MonkeyPatch) -> str:
    """What stands behind the # in the letter that leaves some minutes later."""
    with monkeypatch.context() as patched:
        move_clock(patched, timedelta(minutes=6))
        await tell_clients(world.database, wanted=True)
        ((_, letter),) = await delivered(world)
        await tell_clients(world.database, wanted=True)
    found = re.search(r"http://\S+/support\?view=visit#(\S+)", text_of(letter))
    assert found is not None, text_of(letter)
    assert found[0] in html_of(letter)
    return found[1]


async def look(world: World, link: str) -> dict[str, Any]:
    answer = await world.client().post(LINKS, json={"link": link})
    assert answer.status_code == 200, answer.text
    shown: dict[str, Any] = answer.json()
    return shown


async def reply(world: World, link: str, what: str = "confirmed", **fields: Any) -> httpx.Response:
    stand = (await look(world, link))["stand"]
    return await world.client().post(REPLY, json={"link": link, "stand": stand, "what": what} | fields)


async def visit(world: World) -> dict[str, Any]:
    answer = await world.client("admin").get(VISITS, params={"kind": "work_order", "recordId": "order-1-1"})
    row: dict[str, Any] = answer.json()[0]
    return row


async def changed_at(world: World) -> datetime:
    id = (await visit(world))["id"]
    async with reading(world.database, CONSOLE) as db:
        changed: datetime = (await db.find(Visit, id)).updated_at
        return changed


async def told(world: World, who: str) -> list[tuple[str, str]]:
    rows = (await world.client(who).get(BELL)).json()
    return [(row["what"], row["recordId"]) for row in rows if row["what"] == "visit_asked"]


async def noted(world: World) -> list[str]:
    """What the job's history says of its client's answers, the newest first."""
    path = f"{CLIENTS}/client-1-1/timeline"
    events = (await world.client("admin").get(path, params={"source": "activity"})).json()["events"]
    return [event["words"] for event in events if "by the link in the email" in (event["words"] or "")]


async def test_a_link_shows_the_visit_as_it_is_planned_now(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await plan(world)
    link = await link_of(world, monkeypatch)
    shown = await look(world, link)
    assert shown["standing"] == "planned"
    assert shown["visits"] == [{"day": MONDAY, "startMinute": None, "endMinute": None}]
    assert (shown["place"], shown["purpose"], shown["reply"]) == ("1 1 Road", "install your lighting", None)
    await plan(world, TUESDAY)
    assert (await look(world, link))["visits"][0]["day"] == TUESDAY
    await plan(world, None)
    assert (await look(world, link))["standing"] == "unplanned"
    await plan(world, None, status="completed")
    assert (await look(world, link))["standing"] == "done"


@pytest.mark.parametrize("parted_first", [False, True], ids=["while merged", "once parted"])
async def test_a_link_is_good_for_whom_its_client_was_merged_into(
    world: World, monkeypatch: pytest.MonkeyPatch, parted_first: bool
) -> None:
    """A client who answers through it adds to what the merges touched, which stand from then on."""
    admin = world.client("admin")
    await plan(world)
    link = await link_of(world, monkeypatch)
    into = [
        f"{CLIENTS}/client-1-2/merge",
        f"{CLIENTS}/{await made(admin, email='other@client.example')}/merge",
    ]
    first = await asked(await admin.post(into[0], json={"goneId": "client-1-1"}))
    assert (await look(world, link))["visits"][0]["day"] == MONDAY
    second = await asked(await admin.post(into[1], json={"goneId": "client-1-2"}))
    assert (await look(world, link))["visits"][0]["day"] == MONDAY
    if not parted_first:
        assert (await reply(world, link)).status_code == 200
        assert (await look(world, link))["reply"]["what"] == "confirmed"
        status, said = await parted(admin, second["mergeId"])
        assert (status, said.startswith("Something has been added")) == (409, True)
        return
    for merged in (second, first):
        assert await parted(admin, merged["mergeId"]) == (204, "")
        assert (await look(world, link))["visits"][0]["day"] == MONDAY
    assert (await reply(world, link)).status_code == 200
    assert (await look(world, link))["reply"]["what"] == "confirmed"


async def test_a_link_is_nobody_s_once_the_job_is_another_client_s(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where its own client was merged into a third."""
    admin = world.client("admin")
    await plan(world)
    link = await link_of(world, monkeypatch)
    assert (await admin.patch(JOB, json={"clientId": "client-1-2"})).status_code == 200
    third = await made(admin)
    await asked(await admin.post(f"{CLIENTS}/{third}/merge", json={"goneId": "client-1-1"}))
    assert (await world.client().post(LINKS, json={"link": link})).status_code == 404


async def test_a_client_confirms_a_visit(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    await plan(world)
    link = await link_of(world, monkeypatch)
    before, changed = await visit(world), await changed_at(world)
    answer = await reply(world, link, words="Words that belong to a question")
    assert (answer.status_code, answer.json()["reply"]["what"]) == (200, "confirmed")
    assert (await reply(world, link)).status_code == 200, "and presses twice"
    after = await visit(world)
    assert (after["reply"]["what"], after["reply"]["words"]) == ("confirmed", None)
    assert after["version"] == before["version"], "whoever plans meanwhile is not in the way"
    assert await changed_at(world) == changed, "and calendars show no change"
    week = {"branchId": "1", "from": MONDAY}
    board = (await world.client("admin").get("/api/panel/schedule", params=week)).json()
    assert [each["reply"] for each in board["visits"] if each["recordId"] == "order-1-1"] == ["confirmed"]
    assert await noted(world) == ["The client confirmed by the link in the email: Monday, December 1, 2031."]
    assert await told(world, "admin") == []


async def test_a_client_asks_for_another_time_and_those_who_plan_hear_it(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await plan(world)
    link = await link_of(world, monkeypatch)
    without = await reply(world, link, "asked")
    assert (without.status_code, without.json()["fields"]) == (
        400, {"words": "Please tell us which days or times suit you"},
    )  # fmt: skip
    assert (await reply(world, link, "asked", words="Any afternoon")).status_code == 200
    assert (await reply(world, link, "asked", words="<b>Thursday</b>")).status_code == 200
    row = await visit(world)
    assert (row["reply"]["what"], row["reply"]["words"]) == ("asked", "<b>Thursday</b>")
    said = "The client asked for another time by the link in the email, instead of Monday, December 1, 2031: "
    assert await noted(world) == [f"{said}<b>Thursday</b>", f"{said}Any afternoon"], "no word is lost"
    for who, hears in (("admin", 1), ("lead_technician", 1), ("technician", 0), ("sales_rep", 0)):
        assert len(await told(world, who)) == hears, who
    await plan(world, TUESDAY)
    assert (await visit(world))["reply"] is None, "the answer was about another day"
    assert await told(world, "admin") == [], "nothing to do any more"
    await plan(world, MONDAY)
    assert (await visit(world))["reply"]["what"] == "asked", "and it stands for that day"


async def test_confirming_after_all_takes_the_question_back(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await plan(world)
    link = await link_of(world, monkeypatch)
    await reply(world, link, "asked", words="Any afternoon")
    assert len(await told(world, "admin")) == 1
    await reply(world, link)
    assert await told(world, "admin") == []
    assert (await visit(world))["reply"]["what"] == "confirmed"


async def test_what_changed_meanwhile_is_not_confirmed(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    await plan(world)
    link = await link_of(world, monkeypatch)
    stand = (await look(world, link))["stand"]
    await plan(world, TUESDAY)
    answer = await world.client().post(REPLY, json={"link": link, "stand": stand, "what": "confirmed"})
    assert answer.status_code == 409
    assert "has changed meanwhile" in answer.json()["error"]
    assert (await visit(world))["reply"] is None


async def test_a_link_is_its_client_s_alone(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    await plan(world)
    link = await link_of(world, monkeypatch)
    id, _, proof = link.partition(".")
    other = "x" * len(proof)
    for wrong in (id, f"{id}.", f"{id}.{other}", f"{other}.{proof}", "é", link + "x"):
        assert (await world.client().post(LINKS, json={"link": wrong})).status_code == 404, wrong
    await world.client("admin").patch(f"{CLIENTS}/client-1-1", json={"email": "other@home.example"})
    assert (await world.client().post(LINKS, json={"link": link})).status_code == 404, (
        "whoever has the former address sees nothing of it"
    )
    await world.client("admin").patch(f"{CLIENTS}/client-1-1", json={"email": "cleo1@1.example"})
    assert (await look(world, link))["standing"] == "planned"
    await plan(world, clientId="client-1-2")
    assert (await world.client().post(LINKS, json={"link": link})).status_code == 404, "it is another's job"


async def test_staff_of_another_branch_who_open_a_link_are_visitors(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await plan(world)
    link = await link_of(world, monkeypatch)
    answer = await world.client("technician").post(LINKS, json={"link": link})
    assert answer.status_code == 200
    body = {"link": link, "stand": answer.json()["stand"], "what": "confirmed"}
    assert (await world.client("technician").post(REPLY, json=body)).status_code == 200
    assert len(await noted(world)) == 1


async def test_two_who_answer_at_once_follow_each_other(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await plan(world)
    link = await link_of(world, monkeypatch)
    answers = await asyncio.gather(*(reply(world, link, "asked", words="Thursday") for _ in range(5)))
    assert {answer.status_code for answer in answers} == {200}
    assert len(await noted(world)) == 1, "the same words once"
    assert len(await told(world, "admin")) == 1


@pytest.mark.parametrize("path", [LINKS, REPLY])
async def test_a_job_that_is_deleted_while_its_client_looks(
    world: World, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    async def found(*_: object) -> SimpleNamespace:
        return SimpleNamespace(work_order_id="deleted-a-moment-ago")

    monkeypatch.setattr(visit_replies, "letter_of", found)
    body = {"link": "good"} | ({"stand": "seen", "what": "confirmed"} if path == REPLY else {})
    answer = await world.client().post(path, json=body)
    assert (answer.status_code, answer.json()) == (404, {"error": visit_replies.GONE})


async def test_an_answer_is_about_all_visits_of_the_job(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await plan(world)
    second = {"kind": "work_order", "recordId": "order-1-1", "day": TUESDAY}
    assert (await world.client("admin").post(VISITS, json=second)).status_code == 201
    await reply(world, await link_of(world, monkeypatch))
    params = {"kind": "work_order", "recordId": "order-1-1"}
    rows = (await world.client("admin").get(VISITS, params=params)).json()
    assert [row["reply"]["what"] for row in rows] == ["confirmed", "confirmed"]


async def test_answers_and_guesses_are_limited(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    await plan(world)
    link = await link_of(world, monkeypatch)
    stand = (await look(world, link))["stand"]
    body = {"link": link, "stand": stand, "what": "confirmed"}
    houses = [world.client(address=f"198.51.100.{number}") for number in range(21)]
    told = [(await house.post(REPLY, json=body)).status_code for house in houses]
    assert told == [200] * 20 + [429], "of one job, wherever its client answers"
    async with world.client() as visitor:
        guessed = [(await visitor.post(LINKS, json={"link": "guess"})).status_code for _ in range(31)]
        assert guessed == [404] * 30 + [429]
        assert (await visitor.post(LINKS, json={"link": link})).status_code == 200, "a good link is no guess"
