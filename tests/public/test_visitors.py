"""What a visitor keeps: a reference number that opens nothing, and a key that joins what is sent later."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import httpx
import pytest
from sqlalchemy import select

from duskline.models.records.enquiries import EnquiryHandling
from duskline.models.records.visitors import VisitorReference
from tests.instruments import Statements
from tests.pictures import photo
from tests.world import World

KEY, OTHER = "k" * 22, "o" * 22
ASKED = {
    "propertyType": "home", "coverage": "front", "stories": 1, "zip": "00000", "street": "9 Roof Row",
    "name": "Vera Porch", "email": "vera@visitor.example",
}  # fmt: skip
SAID = {"name": "Vera Porch", "email": "vera@visitor.example", "message": "Could you come on Friday?"}
PHOTOS = "/api/visitor-photos"


async def sent(visitor: httpx.AsyncClient, path: str, body: dict[str, Any], **more: Any) -> str:
    answer = await visitor.post(path, json=body | more)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["reference"])


async def with_photo(visitor: httpx.AsyncClient, reference: str, key: str = KEY) -> httpx.Response:
    return await visitor.post(
        PHOTOS,
        data={"reference": reference, "key": key},
        files={"image": ("house.jpg", photo(), "image/jpeg")},
    )


async def lead_of(world: World) -> dict[str, Any]:
    (lead,) = (
        await world.client("sales_rep").get("/api/panel/leads", params={"q": "vera@visitor.example"})
    ).json()
    return dict(lead)


async def test_each_request_and_message_has_a_number(world: World) -> None:
    visitor = world.client()
    numbers = [await sent(visitor, "/api/quotes", ASKED), await sent(visitor, "/api/contact", SAID)]
    assert all(re.fullmatch("[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}", number) for number in numbers)
    assert numbers[0] != numbers[1]
    assert await sent(visitor, "/api/quotes", ASKED) == numbers[0]  # the same request, sent again


async def test_a_street_becomes_the_lead_s_address(world: World) -> None:
    await sent(world.client(), "/api/quotes", ASKED)
    assert (await lead_of(world))["address"] == "9 Roof Row, 00000"


async def test_a_message_under_the_key_joins_the_request(world: World) -> None:
    visitor, rep = world.client(), world.client("sales_rep")
    await sent(visitor, "/api/quotes", ASKED, key=KEY)
    lead = await lead_of(world)
    await sent(visitor, "/api/contact", SAID, key=KEY)
    await sent(visitor, "/api/contact", SAID | {"message": "Somebody else under the same name"}, key=OTHER)
    page = (await rep.get(f"/api/panel/leads/{lead['id']}/record")).json()
    words = [event["words"] for event in page["timeline"]["events"] if event["source"] == "message"]
    assert words == ["Could you come on Friday?"]
    rows = (
        await rep.get("/api/panel/enquiries", params={"state": "open", "q": "vera@visitor.example"})
    ).json()
    joined = {row["message"]: row["leadId"] for row in rows if row["message"] in (SAID["message"], words[0])}
    assert joined == {"Could you come on Friday?": lead["id"]}


async def test_the_light_that_a_visitor_chose_reaches_the_job(world: World) -> None:
    manager = world.client("branch_ops_manager")
    await sent(
        world.client(), "/api/quotes", ASKED | {"scheme": "Holiday, Chase", "street": "9 Roof Row"}, key=KEY
    )
    lead = await lead_of(world)
    assert "Light scheme: Holiday, Chase." in lead["notes"]
    job = (await manager.post(f"/api/panel/leads/{lead['id']}/hand-over", json={})).json()["workOrder"]["id"]
    thread = (await world.client("technician").get(f"/api/panel/work-orders/{job}/thread")).json()
    assert [event["changes"]["scheme"] for event in thread["said"]] == [[None, "Holiday, Chase"]]
    long = await world.client().post("/api/quotes", json=ASKED | {"scheme": "x" * 101})
    assert (long.status_code, list(long.json()["fields"])) == (400, ["scheme"])


async def inbox_of(world: World, words: str) -> dict[str, Any]:
    rows = (await world.client("branch_ops_manager").get("/api/panel/enquiries", params={"q": words})).json()
    (row,) = [row for row in rows if row["message"] == words]
    return dict(row)


async def known_behind(world: World, id: str, who: str = "branch_ops_manager") -> list[tuple[str, list[str]]]:
    shown = (await world.client(who).get(f"/api/panel/enquiries/{id}/matches")).json()
    return [(row["id"], row["by"]) for row in shown["people"]]


async def test_staff_see_whose_thread_a_message_joined_and_keep_it(world: World) -> None:
    """Under another email address, so that the key alone says it."""
    visitor, manager = world.client(), world.client("branch_ops_manager")
    await sent(visitor, "/api/quotes", ASKED, key=KEY)
    lead, words = (await lead_of(world))["id"], "Could you bring a ladder?"
    await sent(visitor, "/api/contact", SAID | {"message": words, "email": "work@visitor.example"}, key=KEY)
    id = (await inbox_of(world, words))["id"]
    assert await known_behind(world, id) == [(lead, ["browser"])]
    assert await known_behind(world, id, "far_rep") == []
    for deed, body in (("lead", {}), ("archive", None), ("ticket", {})):
        answer = await manager.post(f"/api/panel/enquiries/{id}/{deed}", json=body)
        assert answer.status_code in (200, 201), answer.text
        assert (await manager.post(f"/api/panel/enquiries/{id}/restore")).status_code == 200
        row = await inbox_of(world, words)
        assert (row["state"], row["leadId"], row["ticketId"]) == ("open", lead, None)
    client = (await manager.post(f"/api/panel/leads/{lead}/client", json={"address": "9 Roof Row"})).json()[
        "id"
    ]
    assert await known_behind(world, id) == [(client, ["browser"])]


@pytest.mark.parametrize("deed", ["attach", "ticket"])
async def test_a_message_under_the_key_joins_the_client_of_the_first(world: World, deed: str) -> None:
    visitor, manager = world.client(), world.client("branch_ops_manager")
    await sent(visitor, "/api/contact", SAID, key=KEY)
    waiting, later = "And the garage, too, please.", "And one more thing besides."
    await sent(visitor, "/api/contact", SAID | {"message": waiting}, key=KEY)
    body = {"kind": "client", "recordId": "client-1-2"} if deed == "attach" else {"clientId": "client-1-2"}
    first = (await inbox_of(world, SAID["message"]))["id"]
    answer = await manager.post(f"/api/panel/enquiries/{first}/{deed}", json=body)
    assert answer.status_code in (200, 201), answer.text
    await sent(visitor, "/api/contact", SAID | {"message": later}, key=KEY)
    assert (await inbox_of(world, later))["clientId"] == "client-1-2"
    for words in (waiting, later):
        assert await known_behind(world, (await inbox_of(world, words))["id"]) == [
            ("client-1-2", ["browser"])
        ]
    page = (await manager.get("/api/panel/clients/client-1-2/record")).json()
    said = [event["words"] for event in page["timeline"]["events"] if event["source"] == "message"]
    assert said == [later, SAID["message"]]


async def test_the_street_and_the_time_to_call_go_along(world: World) -> None:
    visitor, manager = world.client(), world.client("branch_ops_manager")
    more = {"street": "9 Roof Row, Springfield, IL 62701", "preferredTime": "evening"}
    for words in ("Half of it stays dark.", "A second house, perhaps."):
        await sent(visitor, "/api/contact", SAID | more | {"message": words})
    one, other = [
        (await inbox_of(world, words))["id"]
        for words in ("Half of it stays dark.", "A second house, perhaps.")
    ]
    ticket = (await manager.post(f"/api/panel/enquiries/{one}/ticket", json={})).json()
    assert ticket["description"] == (
        "Half of it stays dark.\n\nFrom Vera Porch, vera@visitor.example, 9 Roof Row, Springfield, IL 62701. "
        "Best reached in the evening."
    )
    lead = (await manager.post(f"/api/panel/enquiries/{other}/lead", json={})).json()
    assert (lead["address"], lead["notes"]) == (
        "9 Roof Row, Springfield, IL 62701", "A second house, perhaps.\n\nBest reached in the evening.",
    )  # fmt: skip


async def test_a_request_under_the_key_joins_the_first(world: World) -> None:
    """It waits in the inbox as well: a lead that is there draws nobody's eye."""
    visitor, rep = world.client(), world.client("sales_rep")
    await sent(visitor, "/api/quotes", ASKED, key=KEY)
    lead, again = (await lead_of(world))["id"], ASKED | {"email": "v.porch@visitor.example", "feet": 90}
    number = await sent(visitor, "/api/quotes", again, key=KEY)
    assert (await with_photo(visitor, number)).status_code == 201
    assert await sent(visitor, "/api/quotes", again, key=KEY) == number
    (row,) = (await rep.get("/api/panel/enquiries", params={"q": "v.porch@visitor.example"})).json()
    assert (row["state"], row["leadId"], row["reference"]) == ("open", lead, number)
    assert row["message"].startswith("Quote request: ")
    assert await known_behind(world, row["id"]) == [(lead, ["browser"])]
    whose = {"kind": "lead", "recordId": lead}
    assert (await rep.post(f"/api/panel/enquiries/{row['id']}/attach", json=whose)).status_code == 200
    page = (await rep.get(f"/api/panel/leads/{lead}/record")).json()
    told = [(event["source"], len(event["photos"])) for event in page["timeline"]["events"]]
    assert [one for one in told if one[0] in ("request", "message")] == [("request", 1), ("request", 0)]
    photo = next(event for event in page["timeline"]["events"] if event["photos"])["photos"][0]
    assert (await world.client("technician").get(photo)).status_code == 200


@pytest.mark.parametrize("key", ["short", "k" * 21, "k" * 21 + "%"])
async def test_what_is_no_key_is_refused(world: World, key: str) -> None:
    answer = await world.client().post("/api/contact", json=SAID | {"key": key})
    assert (answer.status_code, answer.json()["fields"]) == (400, {"key": "Please send this again"})


async def test_photos_are_private_to_those_who_see_the_request(world: World) -> None:
    visitor = world.client()
    reference = await sent(visitor, "/api/quotes", ASKED, key=KEY)
    added = await with_photo(visitor, reference)
    assert added.status_code == 201, added.text
    at = f"/api/panel/visitor-photos/{added.json()['id']}"
    for who, status in (
        ("sales_rep", 200), ("technician", 200), ("support", 200), ("admin", 200), ("far_rep", 404), ("no_role", 403),
    ):  # fmt: skip
        assert (await world.client(who).get(at)).status_code == status, who
    assert (await visitor.get(at)).status_code == 401
    assert (await world.client("sales_rep").get(at)).headers["content-type"] == "image/webp"
    page = (
        await world.client("sales_rep").get(f"/api/panel/leads/{(await lead_of(world))['id']}/record")
    ).json()
    (request,) = [event for event in page["timeline"]["events"] if event["source"] == "request"]
    assert request["photos"] == [at]


async def test_a_message_s_photos_are_seen_from_the_inbox(world: World) -> None:
    visitor = world.client()
    reference = await sent(visitor, "/api/contact", SAID, key=KEY)
    at = f"/api/panel/visitor-photos/{(await with_photo(visitor, reference)).json()['id']}"
    for who, status in (("sales_rep", 200), ("far_rep", 200), ("support", 200), ("technician", 404)):
        assert (await world.client(who).get(at)).status_code == status, who
    rows = (
        await world.client("sales_rep").get("/api/panel/enquiries", params={"q": "come on friday"})
    ).json()
    assert [row["reference"] for row in rows] == [reference]
    known = await world.client("sales_rep").get(f"/api/panel/enquiries/{rows[0]['id']}/matches")
    assert known.json()["photos"] == [at]


async def test_only_the_key_adds_photos_and_five_are_enough(world: World) -> None:
    visitor = world.client()
    reference = await sent(visitor, "/api/quotes", ASKED, key=KEY)
    assert (await with_photo(visitor, reference, OTHER)).status_code == 404
    assert (await with_photo(visitor, "0000-0000")).status_code == 404
    assert [(await with_photo(visitor, reference)).status_code for _ in range(6)] == [201] * 5 + [400]
    full = await with_photo(visitor, reference)
    assert full.json()["fields"] == {"image": "We have 5 of your photos. Thank you, that is enough."}


@pytest.mark.parametrize(("days", "joined"), [(89, True), (91, False)])
async def test_a_key_joins_for_ninety_days(world: World, days: int, joined: bool) -> None:
    visitor = world.client()
    await sent(visitor, "/api/quotes", ASKED, key=KEY)
    async with world.console() as db:
        (first,) = await db.scalars(select(VisitorReference))
        first.created_at -= timedelta(days=days)
    await sent(visitor, "/api/contact", SAID, key=KEY)
    async with world.console() as db:
        leads = list(
            await db.scalars(select(EnquiryHandling.lead_id).where(EnquiryHandling.lead_id.is_not(None)))
        )
    assert bool(leads) == joined


async def test_without_a_key_nothing_is_joined(world: World) -> None:
    visitor = world.client()
    reference = await sent(visitor, "/api/quotes", ASKED)
    assert (await with_photo(visitor, reference)).status_code == 404
    await sent(visitor, "/api/contact", SAID)
    page = (
        await world.client("sales_rep").get(f"/api/panel/leads/{(await lead_of(world))['id']}/record")
    ).json()
    assert [event["source"] for event in page["timeline"]["events"]] == ["request"]


async def test_whoever_repeats_a_request_under_another_key_does_not_learn_of_the_first(world: World) -> None:
    visitor = world.client()
    first = await sent(visitor, "/api/quotes", ASKED, key=KEY)
    again = await sent(visitor, "/api/quotes", ASKED, key=OTHER)
    assert again != first
    assert (await with_photo(visitor, again, OTHER)).status_code == 201
    assert (await with_photo(visitor, first, OTHER)).status_code == 404
    page = (
        await world.client("sales_rep").get(f"/api/panel/leads/{(await lead_of(world))['id']}/record")
    ).json()
    (request,) = [event for event in page["timeline"]["events"] if event["source"] == "request"]
    assert len(request["photos"]) == 1


@pytest.mark.parametrize(("path", "body"), [("/api/quotes", ASKED), ("/api/contact", SAID)])
async def test_a_client_and_a_stranger_get_the_same_answer_at_the_same_cost(
    world: World, monkeypatch: pytest.MonkeyPatch, path: str, body: dict[str, Any]
) -> None:
    near = (await world.client("sales_rep").get("/api/panel/clients/client-1-2")).json()
    known = body | {"name": near["name"], "email": near["email"], "phone": near["phone"]}
    unknown = body | {"name": "Nobody Yet", "email": "nobody@visitor.example", "phone": "(614) 555-0999"}
    told = []
    for person, key in ((known, KEY), (unknown, OTHER)):
        asked = Statements(world.database, monkeypatch)
        answer = await world.client().post(path, json=person | {"key": key})
        told.append((answer.status_code, set(answer.json()), list(asked.seen)))
    assert told[0] == told[1]
    assert told[0][0] == 201


FORM_HEADERS = {"sec-fetch-site": "same-origin"}
NUMBER = re.compile(r"<strong>([0-9A-Z]{4}-[0-9A-Z]{4})</strong>")


@pytest.mark.parametrize("parts", [False, True])
async def test_the_contact_form_works_without_a_script(world: World, parts: bool) -> None:
    browser = world.client(**FORM_HEADERS)
    typed = SAID | {"phone": "", "street": "9 Roof Row, 00000", "preferredTime": "evening", "website": ""}
    as_parts = {"files": {name: (None, value) for name, value in typed.items()}}
    answer = await browser.post("/support", **(as_parts if parts else {"data": typed}))
    assert answer.status_code == 200, answer.text
    assert "Message sent!" in answer.text
    assert "We&#x27;ll get back to you as soon as possible." in answer.text
    assert answer.text.count("<script") == 1  # for the theme
    rows = (
        await world.client("sales_rep").get("/api/panel/enquiries", params={"q": "come on friday"})
    ).json()
    kept = [(row["reference"], row["street"], row["preferredTime"], row["phone"]) for row in rows]
    assert kept == [(NUMBER.findall(answer.text)[0], "9 Roof Row, 00000", "evening", None)]


async def test_a_form_pressed_twice_without_a_script_is_one_message(world: World) -> None:
    first, second = [await world.client(**FORM_HEADERS).post("/support", data=SAID) for _ in range(2)]
    other = await world.client(**FORM_HEADERS).post("/support", data=SAID | {"name": "Otto Porch"})
    elsewhere = await world.client(address="198.51.100.99", **FORM_HEADERS).post("/support", data=SAID)
    assert NUMBER.findall(first.text) == NUMBER.findall(second.text)
    numbers = {NUMBER.findall(answer.text)[0] for answer in (first, other, elsewhere)}
    assert len(numbers) == 3  # the control: another's words, and another's address, are another message
    rows = (
        await world.client("sales_rep").get("/api/panel/enquiries", params={"q": "come on friday"})
    ).json()
    assert {row["reference"] for row in rows} == numbers
    assert len(rows) == 3


async def test_a_form_that_is_refused_without_a_script_keeps_the_words(world: World) -> None:
    answer = await world.client(**FORM_HEADERS).post("/support", data=SAID | {"email": "vera@", "name": "V"})
    assert answer.status_code == 400
    assert "Please enter a valid email address" in answer.text
    assert "Name must be at least 2 characters" in answer.text
    assert "Could you come on Friday?" in answer.text
    rows = (
        await world.client("sales_rep").get("/api/panel/enquiries", params={"q": "come on friday"})
    ).json()
    assert rows == []


async def test_a_form_without_a_script_counts_toward_the_limit(world: World) -> None:
    browser = world.client(**FORM_HEADERS)
    for number in range(20):
        said = SAID | {"message": f"Could you come on Friday? {number}"}
        assert (await browser.post("/support", data=said)).status_code == 200
    answer = await browser.post("/support", data=SAID)
    assert (answer.status_code, 0 < int(answer.headers["retry-after"]) <= 3600) == (429, True)
    assert "Too many attempts. Please wait a while and try again." in answer.text
    assert "Could you come on Friday?" in answer.text


@pytest.mark.parametrize(
    ("path", "headers", "status"),
    [
        ("/support", {"sec-fetch-site": "cross-site"}, 405),
        ("/support", {"origin": "https://evil.example"}, 405),
        ("/about", FORM_HEADERS, 405),
    ],
)
async def test_other_sites_and_other_pages_send_no_message(
    world: World, path: str, headers: dict[str, str], status: int
) -> None:
    """The control is `test_the_contact_form_works_without_a_script`."""
    answer = await world.client(**headers).post(path, data=SAID)
    assert answer.status_code == status
    assert NUMBER.findall(answer.text) == []
    rows = (
        await world.client("sales_rep").get("/api/panel/enquiries", params={"q": "come on friday"})
    ).json()
    assert rows == []


async def test_the_newsletter_box_beside_it_still_needs_its_script(world: World) -> None:
    answer = await world.client(**FORM_HEADERS).post("/support", data={"email": "vera@visitor.example"})
    assert answer.status_code == 405
    assert "This form was not sent" in answer.text
