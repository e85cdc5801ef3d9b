"""What the company puts into the sections of its pages: its own words in place of samples, in an order of its own."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import Any

import httpx
import pytest

from duskline.models.pictures import photos
from duskline.models.site.site import SiteItem
from tests.pictures import photo
from tests.world import NOBODIES, ROLES, World

PATH, SECTIONS = "/api/panel/content", "/api/panel/content-sections"
QUOTE = {
    "section": "testimonials", "title": "Ada Real", "note": "Homeowner, Maple Street", "text": "We leave them on all year.",
    "rating": 5,
}  # fmt: skip
FACTS = "In braces you can write {brand}, {founded}, {install time}, {price}, {product years}, {labor years} and nothing else"


@pytest.fixture
def admin(world: World) -> httpx.AsyncClient:
    return world.client("admin")


async def items(admin: httpx.AsyncClient, section: str) -> list[dict[str, Any]]:
    """Of one section, in its order, which is counted from one without a gap."""
    rows = [row for row in (await admin.get(PATH)).json() if row["section"] == section]
    assert [row["place"] for row in rows] == list(range(1, len(rows) + 1))
    return rows


async def titles(admin: httpx.AsyncClient, section: str) -> list[str]:
    return [row["title"] for row in await items(admin, section)]


async def section(admin: httpx.AsyncClient, id: str) -> dict[str, Any]:
    return next(row for row in (await admin.get(SECTIONS)).json() if row["id"] == id)


async def test_who_enters(world: World) -> None:
    id = (await items(world.client("admin"), "awards"))[0]["id"]
    for name in (*ROLES, *NOBODIES):
        caller, allowed = world.client(name), name == "admin"
        for answer in (
            await caller.get(PATH), await caller.get(SECTIONS), await caller.get(f"{PATH}/{id}"),
            await caller.get(f"{PATH}/{id}/history"), await caller.post(PATH, json=QUOTE),
            await caller.patch(f"{PATH}/{id}", json={"title": "Best"}),
            await caller.patch(f"{SECTIONS}/team", json={"shows": "own"}), await caller.get(f"{SECTIONS}/team/history"),
        ):  # fmt: skip
            assert answer.is_success is allowed, (name, answer.text)


async def test_a_company_begins_with_samples(admin: httpx.AsyncClient) -> None:
    rows = (await admin.get(SECTIONS)).json()
    assert {row["id"]: (row["shows"], row["own"], row["samples"]) for row in rows} == {
        "testimonials": ("all", 0, 4), "business_testimonials": ("all", 0, 2), "cases": ("all", 0, 2), "team": ("all", 0, 6),
        "milestones": ("all", 0, 6), "awards": ("all", 0, 3), "impact": ("all", 2, 2), "goals": ("all", 0, 3),
        "home_questions": ("all", 0, 5), "support_questions": ("all", 0, 10), "financing_questions": ("all", 0, 4),
        "work": ("all", 0, 6), "projects": ("all", 0, 3), "gallery": ("all", 0, 12),
    }  # fmt: skip
    assert await titles(admin, "awards") == [
        "Residential Lighting Design", "Best Outdoor Installation", "Customer Service in the Trades",
    ]  # fmt: skip


async def test_an_own_item_is_no_sample_and_is_told_in_its_history(admin: httpx.AsyncClient) -> None:
    made = (await admin.post(PATH, json=QUOTE)).json()
    assert (made["sample"], made["shown"], made["place"]) == (False, True, 5)
    edited = await admin.patch(f"{PATH}/{made['id']}", json={"text": "We never turn them off.", "rating": 4})
    assert edited.status_code == 200, edited.text
    told = (await admin.get(f"{PATH}/{made['id']}/history")).json()
    assert [event["action"] for event in told] == ["update", "create"]
    assert told[0]["changes"] == {
        "text": ["We leave them on all year.", "We never turn them off."], "rating": [5, 4],
    }  # fmt: skip
    counted = await section(admin, "testimonials")
    assert (counted["own"], counted["samples"]) == (1, 4)


async def test_a_sample_stays_one_until_somebody_says_otherwise(admin: httpx.AsyncClient) -> None:
    first = (await items(admin, "team"))[0]
    assert (await admin.patch(f"{PATH}/{first['id']}", json={"title": "Ada Real"})).json()["sample"] is True
    assert (await admin.patch(f"{PATH}/{first['id']}", json={"sample": False})).json()["sample"] is False


async def test_they_are_put_in_order(admin: httpx.AsyncClient) -> None:
    first, second, third = await items(admin, "awards")
    moved = await admin.patch(f"{PATH}/{third['id']}", json={"place": 1})
    assert (moved.json()["place"], moved.json()["version"]) == (1, 2)
    assert await titles(admin, "awards") == [third["title"], first["title"], second["title"]]
    assert (await admin.patch(f"{PATH}/{third['id']}", json={"place": 99})).json()["place"] == 3
    assert await titles(admin, "awards") == [first["title"], second["title"], third["title"]]
    assert [row["version"] for row in await items(admin, "awards")] == [1, 1, 3]
    assert await titles(admin, "goals") == await titles(admin, "goals")
    assert (await admin.patch(f"{PATH}/{first['id']}", json={"place": 0})).status_code == 400


async def test_a_deleted_one_comes_back_where_it_was(admin: httpx.AsyncClient) -> None:
    before = await titles(admin, "awards")
    gone = (await items(admin, "awards"))[1]
    assert (await admin.delete(f"{PATH}/{gone['id']}")).status_code == 204
    assert await titles(admin, "awards") == [before[0], before[2]]
    kept = {name: gone[name] for name in ("section", "title", "note", "text", "sample", "shown", "place")}
    assert (await admin.post(PATH, json=kept)).status_code == 201
    assert await titles(admin, "awards") == before


async def test_what_pages_link_to_is_hidden_and_not_deleted(admin: httpx.AsyncClient) -> None:
    linked = next(row for row in await items(admin, "support_questions") if row["anchor"] == "firmware")
    refused = await admin.delete(f"{PATH}/{linked['id']}")
    said = "Pages link to this question. Hide it instead."
    assert (refused.status_code, refused.json()["error"]) == (409, said)
    assert (await admin.patch(f"{PATH}/{linked['id']}", json={"shown": False})).json()["shown"] is False


@pytest.mark.parametrize(
    ("changes", "field", "said"),
    [
        ({"title": ""}, "title", "Required"), ({"note": None}, "note", "Required"), ({"rating": None}, "rating", "Required"),
        ({"rating": 6}, "rating", "Please choose 1 to 5 stars"),
        ({"text": "x" * 301}, "text", "Please use at most 300 characters"),
        ({"title": "x" * 81}, "title", "Please use at most 80 characters"),
        ({"details": [{"term": "Task", "text": "Light"}]}, "details", "There is no such field in this section"),
        ({"image": "/img/a-960.jpg"}, "image", "There is no such field in this section"),
        ({"image": "https://cdn.example/a.jpg"}, "image", "Pages show only pictures of this site. Choose a picture from your device instead"),
        ({"image": "/\\cdn.example/a.jpg"}, "image", "Pages show only pictures of this site. Choose a picture from your device instead"),
        ({"text": "From {prices} on"}, "text", FACTS), ({"text": "{}"}, "text", FACTS),
        ({"section": "elsewhere"}, "section", "Please choose one of the listed values"),
    ],
)  # fmt: skip
async def test_what_does_not_fit_its_section_is_refused(
    admin: httpx.AsyncClient, changes: dict[str, Any], field: str, said: str
) -> None:
    refused = await admin.post(PATH, json=QUOTE | changes)
    assert (refused.status_code, refused.json()["fields"]) == (400, {field: said})
    if field != "section":
        first = (await items(admin, "testimonials"))[0]
        again = await admin.patch(f"{PATH}/{first['id']}", json=changes)
        assert again.status_code == 400, again.text
    assert len(await items(admin, "testimonials")) == 4


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"details": [{"term": "Price", "text": "{cost}"}]}, "details.0.text"),
        ({"details": [{"term": "{brand}", "text": "x"}, {"term": "{}", "text": "x"}]}, "details.1.term"),
        ({"imageAlt": "A court by {brnad}"}, "imageAlt"),
    ],
)
async def test_every_text_names_facts_alone(
    admin: httpx.AsyncClient, changes: dict[str, Any], field: str
) -> None:
    case = (await items(admin, "cases"))[0]
    refused = await admin.patch(f"{PATH}/{case['id']}", json=changes)
    assert (refused.status_code, refused.json()["fields"]) == (400, {field: FACTS})


async def test_the_longest_fits(admin: httpx.AsyncClient) -> None:
    longest = QUOTE | {"title": "x" * 80, "note": "é" * 80, "text": "{price} " + "<" * 292}
    assert (await admin.post(PATH, json=longest)).status_code == 201


async def test_a_section_is_full_at_its_cap(admin: httpx.AsyncClient) -> None:
    for _ in range(4):
        assert (await admin.post(PATH, json=QUOTE)).status_code == 201
    refused = await admin.post(PATH, json=QUOTE)
    said = "This section holds 8 at most. Delete or change one of them first."
    assert (refused.status_code, refused.json()["error"]) == (409, said)


async def test_two_at_once_take_places_of_their_own(world: World) -> None:
    people = [world.client("admin"), world.client("second_admin")]
    answers = await asyncio.gather(*(person.post(PATH, json=QUOTE) for person in people for _ in range(2)))
    assert {answer.json()["place"] for answer in answers} == {5, 6, 7, 8}


async def test_of_two_who_change_the_same_one_is_told(world: World) -> None:
    admin, second = world.client("admin"), world.client("second_admin")
    first, seen = (await items(admin, "goals"))[0], {"If-Match": '"1"'}
    assert (
        await admin.patch(f"{PATH}/{first['id']}", json={"title": "One"}, headers=seen)
    ).status_code == 200
    assert (
        await second.patch(f"{PATH}/{first['id']}", json={"title": "Two"}, headers=seen)
    ).status_code == 409
    assert (await second.delete(f"{PATH}/{first['id']}", headers=seen)).status_code == 409
    assert (await admin.patch(f"{SECTIONS}/goals", json={"shows": "none"}, headers=seen)).status_code == 200
    assert (await second.patch(f"{SECTIONS}/goals", json={"shows": "own"}, headers=seen)).status_code == 409
    assert (await titles(admin, "goals"))[0] == "One"


async def test_sent_again_it_is_added_once(admin: httpx.AsyncClient) -> None:
    key = {"Idempotency-Key": "quote-of-ada-1"}
    answers = [await admin.post(PATH, json=QUOTE, headers=key) for _ in range(2)]
    assert answers[0].json() == answers[1].json()
    assert len(await items(admin, "testimonials")) == 5


async def test_its_picture_is_public_as_long_as_it_is_shown(world: World, admin: httpx.AsyncClient) -> None:
    visitor = world.client()
    sent = await admin.post("/api/panel/post-pictures", files={"image": ("a.png", photo(kind="PNG"))})
    image = sent.json()["image"]
    person = {"section": "team", "title": "Ada Real", "note": "Designer", "text": "Draws.", "image": image}
    refused = await admin.post(PATH, json=person)
    said = "Say what the picture shows, for those who cannot see it"
    assert (refused.status_code, refused.json()["fields"]) == (400, {"imageAlt": said})
    made = (await admin.post(PATH, json=person | {"imageAlt": "Ada at her desk"})).json()
    own = image.replace("/uploads/", "/api/panel/post-pictures/")
    for change, seen in (
        ({"shown": True}, 200), ({"shown": False}, 404), ({"shown": True}, 200), ({"image": None}, 404),
    ):  # fmt: skip
        assert (await admin.patch(f"{PATH}/{made['id']}", json=change)).status_code == 200
        assert (await visitor.get(image)).status_code == seen, change
        assert (await admin.get(own)).status_code == (404 if "image" in change else 200)
    await admin.patch(f"{PATH}/{made['id']}", json={"image": image})
    for shows, seen in (("own", 200), ("none", 404), ("all", 200)):
        await admin.patch(f"{SECTIONS}/team", json={"shows": shows})
        assert (await visitor.get(image)).status_code == seen, shows


async def test_files_of_a_picture_that_an_item_names_stay(world: World, admin: httpx.AsyncClient) -> None:
    sent = await admin.post("/api/panel/post-pictures", files={"image": ("a.png", photo(kind="PNG"))})
    async with world.console() as db:
        item = await db.find(SiteItem, (await items(admin, "team"))[0]["id"])
        item.image = sent.json()["image"]
    assert await photos.sweep(world.database, world.services.files, timedelta(0)) == 0
    await admin.patch(f"{PATH}/{item.id}", json={"image": None})
    assert await photos.sweep(world.database, world.services.files, timedelta(0)) == 2
