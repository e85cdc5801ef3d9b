"""What a visitor keeps: a reference number that opens nothing, and a key that joins what is sent later."""

from __future__ import annotations

import re
from typing import Any

import httpx
import pytest

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


async def test_a_request_under_the_key_joins_the_first(world: World) -> None:
    visitor = world.client()
    await sent(visitor, "/api/quotes", ASKED, key=KEY)
    await sent(visitor, "/api/quotes", ASKED | {"email": "v.porch@visitor.example", "feet": 90}, key=KEY)
    page = (
        await world.client("sales_rep").get(f"/api/panel/leads/{(await lead_of(world))['id']}/record")
    ).json()
    assert len([event for event in page["timeline"]["events"] if event["source"] == "request"]) == 2


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


async def test_without_a_key_nothing_is_joined(world: World) -> None:
    visitor = world.client()
    reference = await sent(visitor, "/api/quotes", ASKED)
    assert (await with_photo(visitor, reference)).status_code == 404
    await sent(visitor, "/api/contact", SAID)
    page = (
        await world.client("sales_rep").get(f"/api/panel/leads/{(await lead_of(world))['id']}/record")
    ).json()
    assert [event["source"] for event in page["timeline"]["events"]] == ["request"]
