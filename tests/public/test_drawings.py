"""Drawings of lights that come with a request: taken within limits, kept private, never believed."""

from __future__ import annotations

import asyncio
import json
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import delete, func, select

from duskline.core.data.calls import RateLimit
from duskline.core.http.rate_limits import spend
from duskline.core.media.images import ImageWorker
from duskline.core.system.errors import Unavailable
from duskline.limits import DRAWINGS
from duskline.models.pictures import photos
from duskline.models.pictures.drawings import Drawing
from tests.drawings import (
    EAVE,
    KEY,
    PLAN,
    QUOTE,
    SIZED,
    corrected,
    line,
    reference_of,
    sent,
    shown,
    with_drawing,
)
from tests.panel.schedule.test_visits import asked
from tests.pictures import PLACE, broken, hostile, odd, opened, photo, telltale
from tests.public.test_confirmations import letters
from tests.public.test_gallery import some
from tests.world import World

OTHER = "o" * 22
NO_DRAWING = "This drawing cannot be read. Please reload the page and draw it again."


async def number_of(world: World) -> int:
    async with world.console() as db:
        return await db.scalar(select(func.count()).select_from(Drawing)) or 0


def files_of(world: World) -> list[Any]:
    return [path for path in world.services.files.folder.rglob("*") if path.is_file()]


async def test_a_drawing_comes_with_or_without_its_picture(world: World) -> None:
    visitor = world.client()
    reference = await reference_of(visitor)
    answer = await asked(await sent(visitor, reference), 201)
    assert set(answer) == {"id"}
    assert (await shown(world, answer["id"]))["picture"] is None
    assert files_of(world) == []
    again = await asked(await sent(visitor, reference, image=photo()), 201)
    assert again == answer
    assert len(files_of(world)) == 2
    assert (await shown(world, answer["id"]))["picture"] is not None


async def test_the_picture_is_private_and_stored_anew(world: World) -> None:
    _, id = await with_drawing(world, image=telltale())
    at = (await shown(world, id))["picture"]
    for who, status in (
        ("sales_rep", 200), ("technician", 200), ("support", 200), ("admin", 200), ("far_rep", 404), ("beside_manager", 404),
        ("no_role", 403),
    ):  # fmt: skip
        assert (await world.client(who).get(at)).status_code == status, who
    assert (await world.client().get(at)).status_code == 401
    seen = await world.client("sales_rep").get(at)
    assert seen.headers["content-type"] == "image/webp"
    assert PLACE.encode() not in seen.content
    assert opened(seen.content).size == (600, 800)  # as it was held
    small = await world.client("sales_rep").get(at, params={"small": "true", "of": at.split("=")[1]})
    assert max(opened(small.content).size) <= 480
    assert (await world.client("sales_rep").get(at + "0")).status_code == 404


@pytest.mark.parametrize("key", [OTHER, KEY + "x"])
async def test_only_the_key_of_the_browser_sends_one(world: World, key: str) -> None:
    visitor = world.client()
    reference = await reference_of(visitor)
    await asked(await sent(visitor, reference, key=key, image=photo()), 404)
    await asked(await sent(visitor, "0000-0000"), 404)
    assert await number_of(world) == 0
    await asked(await sent(visitor, reference), 201)


async def test_sent_again_it_takes_the_place_of_the_one_before(world: World) -> None:
    visitor = world.client()
    reference = await reference_of(visitor)
    first = await asked(await sent(visitor, reference, image=photo()), 201)
    before = await shown(world, first["id"])
    second = await asked(await sent(visitor, reference, PLAN | {"s": "cool"}), 201)
    assert second == first
    after = await shown(world, first["id"])
    assert (json.loads(after["plan"])["s"], after["sent"], after["picture"]) == ("cool", None, None)
    assert after["version"] > before["version"]  # whoever corrects the one before is told
    assert await number_of(world) == 1
    assert await photos.sweep(world.database, world.services.files, timedelta(0)) == 2


async def test_a_key_of_the_operation_is_done_once(world: World) -> None:
    visitor = world.client()
    reference = await reference_of(visitor)
    first = await asked(await sent(visitor, reference, image=photo(), operation="d" * 22), 201)
    kept = files_of(world)
    again = await asked(await sent(visitor, reference, image=photo(), operation="d" * 22), 201)
    assert (again, files_of(world)) == (first, kept)
    other = await sent(visitor, reference, PLAN | {"s": "cool"}, operation="d" * 22)
    assert other.status_code == 422


async def test_what_staff_work_with_is_not_replaced(world: World) -> None:
    visitor = world.client()
    reference = await reference_of(visitor)
    id = (await asked(await sent(visitor, reference), 201))["id"]
    await corrected(world.client("sales_rep"), id, PLAN | {"b": 50})
    other = await asked(await sent(visitor, reference, PLAN | {"s": "cool"}), 409)
    assert (
        other["error"]
        == "We are already working with your drawing. Please write to us what should be different."
    )
    await asked(await sent(visitor, reference), 201)  # the same once more is no other
    now = await shown(world, id)
    plan, first = json.loads(now["plan"]), json.loads(now["sent"])
    assert (plan["b"], first["b"], first["s"]) == (50, 100, "warm")


async def test_a_note_about_power_is_work_with_it(world: World) -> None:
    visitor = world.client()
    reference = await reference_of(visitor)
    id = (await asked(await sent(visitor, reference), 201))["id"]
    drops = [{"line": line(EAVE), "words": "Outlet by the door"}]
    noted = await world.client("sales_rep").patch(f"/api/panel/drawings/{id}", json={"drops": drops})
    assert noted.status_code == 200
    await asked(await sent(visitor, reference, PLAN | {"l": [[1, 2, 3, 4]]}), 409)


async def test_two_at_once_are_one_drawing(world: World) -> None:
    visitor = world.client()
    reference = await reference_of(visitor)
    plans = [PLAN | {"s": f"scheme-{number}"} for number in range(4)]
    answers = await asyncio.gather(*(sent(visitor, reference, plan) for plan in plans))
    assert {answer.status_code for answer in answers} == {201}
    assert len({answer.json()["id"] for answer in answers}) == await number_of(world) == 1


async def test_a_robot_s_request_is_kept_apart(world: World) -> None:
    visitor = world.client()
    reference = await reference_of(visitor, website="https://spam.example")
    id = (await asked(await sent(visitor, reference), 201))["id"]
    for who in ("sales_rep", "branch_ops_manager"):
        await shown(world, id, who, 404)
    rows = (await world.client("sales_rep").get("/api/panel/enquiries", params={"state": "suspected"})).json()
    (row,) = [row for row in rows if row["reference"] == reference]
    made = await world.client("sales_rep").post(f"/api/panel/enquiries/{row['id']}/lead", json={})
    lead = (await asked(made, 201))["id"]
    found = await asked(await world.client("sales_rep").get(f"/api/panel/leads/{lead}/drawings"))
    assert [one["id"] for one in found] == [id]
    assert (found[0]["low"] is None, found[0]["priceLow"]) == (False, None)  # of what building, nobody said


def spaced(size: int, plan: Any = PLAN) -> str:
    """A plan of exactly so many bytes."""
    text = json.dumps(plan, separators=(",", ":"))
    return "{" + " " * (size - len(text)) + text[1:]


def room_in(plan: Any) -> int:
    """Bytes that it may still grow by."""
    return 4096 - len(json.dumps(plan, separators=(",", ":")))


BOMBS: dict[str, str] = {
    "4,097 bytes": spaced(4097),
    "beyond in bytes": json.dumps(PLAN)[:-1] + ',"m":"' + "é" * 3000 + '"}',
    "deep": "[" * 4000,
    "deep within": json.dumps(PLAN)[:-1] + ',"x":' + "[" * 1500 + "]" * 1500 + "}",
    "deep objects": '{"a":' * 800 + "1" + "}" * 800,
    "NaN": json.dumps(PLAN | {"a": float("nan")}),
    "infinite": json.dumps(PLAN | {"n": float("inf")}),
    "huge": json.dumps(PLAN).replace("0.6", "1e999"),
    "many digits": json.dumps(PLAN | {"l": [[int("9" * 300), 1, 2, 3]]}),
    "unknown": json.dumps(PLAN | {"feet": 10}),
    "price": json.dumps(PLAN | {"low": 1, "high": 2}),
    "twice": "[" + json.dumps(PLAN) + "]",
    "words": '"a drawing"',
    "cut": json.dumps(PLAN)[:-1],
    "script": json.dumps(PLAN | {"s": "<script>"}),
    "no lines": json.dumps(PLAN | {"l": []}),
}


@pytest.mark.parametrize("bomb", BOMBS)
async def test_what_is_no_plan_is_refused(shared_world: World, bomb: str) -> None:
    visitor = shared_world.client(address="203.0.113.9")
    answer = await sent(visitor, "0000-0000", BOMBS[bomb], image=photo())
    assert answer.status_code == 400, answer.text
    assert answer.json().get("fields", {}).keys() <= {"plan"}
    assert "Traceback" not in answer.text


async def test_a_plan_of_4096_bytes_is_taken(world: World) -> None:
    """The control of the bombs: as long as one may be."""
    full = PLAN | {"w": [[4095 - number] * 8 for number in range(40)], "l": [[4000, 3000] * 12] * 12}
    while room_in(full) < 0:
        full["l"] = full["l"][:-1]
    _, id = await with_drawing(world, spaced(4096, full))
    assert json.loads((await shown(world, id))["plan"])["w"] == full["w"]


async def test_a_plan_that_grows_as_it_is_written_down_is_read_again(world: World) -> None:
    """What it leaves out is spelled out when it is kept, beyond what may arrive."""
    full = {name: said for name, said in PLAN.items() if name != "roll"} | {"a": 1, "s": "s"}
    full["l"] = [[4000 + number] * 24 for number in range(24)]
    while room_in(full) < 0:
        full["l"].pop()
    full["w"] = [[4095] * 8 for _ in range(room_in(full | {"w": []}) // 42)]
    full["s"] = "s" * min(40, 1 + room_in(full))
    _, id = await with_drawing(world, spaced(4096, full))
    kept = (await shown(world, id))["plan"]
    assert len(kept) > 4096
    assert json.loads(kept)["l"] == full["l"]


async def test_what_is_sent_beside_it_is_not_believed(world: World) -> None:
    """Feet, bulbs and price are the server's own, of the plan and the request."""
    lead, id = await with_drawing(world)
    row = await shown(world, id)
    (listed,) = await asked(await world.client("sales_rep").get(f"/api/panel/leads/{lead}/drawings"))
    assert {**listed, "mayCorrect": True} == {**row, "mayCorrect": True}
    assert (row["low"], row["high"]) == (52, 64)
    assert sum(run["feet"] for run in row["runs"]) == pytest.approx(row["feet"], abs=0.3)
    assert [run["bulbs"] for run in row["runs"]] == [round(run["feet"] * 12 / 8) for run in row["runs"]]
    assert row["bulbs"] == sum(run["bulbs"] for run in row["runs"])
    assert (row["priceLow"], row["priceHigh"]) == (1100, 2400)  # of 52 and 64 feet of a front
    asked_two = dict(QUOTE, stories=3, email="tall@visitor.example")
    visitor = world.client(address="203.0.113.20")
    reference = (await asked(await visitor.post("/api/quotes", json=asked_two), 201))["reference"]
    tall = await shown(world, (await asked(await sent(visitor, reference), 201))["id"])
    assert (tall["feet"], tall["priceLow"] > row["priceLow"]) == (row["feet"], True)


FIGURES = ("feet", "low", "high", "bulbs", "priceLow", "priceHigh")


@pytest.mark.parametrize(
    "size",
    [
        None,
        SIZED | {"h": None},
        SIZED | {"h": 0, "u": True},
        SIZED | {"q": [2600, 2300, 2630, 2300, 2630, 2320, 2600, 2320]},
    ],
)
async def test_without_a_size_that_somebody_confirmed_there_is_no_figure(world: World, size: Any) -> None:
    """Nor by one that leaves too much open."""
    _, id = await with_drawing(world, PLAN | {"r": size})
    row = await shown(world, id)
    assert [row[name] for name in FIGURES] == [None] * 6
    assert [(run["feet"], run["bulbs"]) for run in row["runs"]] == [(None, None)] * 2


async def test_a_house_of_ours_says_nothing_of_the_visitor_s(world: World) -> None:
    for plan, known in ((PLAN | {"m": "farmhouse"}, False), (PLAN, True)):
        _, id = await with_drawing(world, plan)
        row = await shown(world, id)
        assert {row[name] is not None for name in FIGURES} == {known}
        said = {run[name] is not None for run in row["runs"] for name in ("feet", "low", "high", "bulbs")}
        assert said == {known}


async def test_what_is_too_short_for_whole_feet_has_no_range(world: World) -> None:
    """Its lights are counted all the same."""
    short = [400, 1500, 440, 1500]
    _, id = await with_drawing(world, PLAN | {"l": [short]})
    row = await shown(world, id)
    assert [row[name] for name in FIGURES if name != "bulbs"] == [None] * 5
    assert row["runs"][0]["low"] is None
    assert row["bulbs"] == row["runs"][0]["bulbs"] >= 1
    _, id = await with_drawing(world, PLAN | {"l": [short, EAVE]})
    row = await shown(world, id)
    assert [run["low"] is None for run in row["runs"]] == [True, False]
    assert row["priceLow"] is not None


@pytest.mark.parametrize(
    ("said", "low", "high"),
    [
        ({}, 1100, 2400),
        ({"stories": 3}, 1400, 2900),
        ({"coverage": "whole", "propertyType": "business"}, 1200, 2600),
    ],
)
async def test_one_drawing_has_one_range(world: World, said: dict[str, Any], low: int, high: int) -> None:
    """For the visitor, in their letter, with the lead and on its drawing."""
    visitor = world.client()
    body = QUOTE | said | {"feet": 58, "plan": json.dumps(PLAN)}
    quoted = await asked(await visitor.post("/api/quotes", json=body), 201)
    row = await shown(world, (await asked(await sent(visitor, quoted["reference"]), 201))["id"])
    (letter,) = await letters(world)
    lead = await asked(await world.client("sales_rep").get(f"/api/panel/leads/{row['leadId']}"))
    assert (quoted["low"], quoted["high"]) == (row["priceLow"], row["priceHigh"]) == (low, high)
    assert f"between ${low:,} and ${high:,}." in letter.text
    assert (lead["estimatedValue"], row["low"], row["high"]) == ((low + high) // 2, 52, 64)
    assert "52 to 64 feet as drawn" in lead["notes"]


@pytest.mark.parametrize(
    ("said", "plan"),
    [
        ({"feet": 70}, PLAN),  # typed over
        ({"feet": 58}, PLAN | {"r": SIZED | {"h": None}}),
        ({"feet": 58}, PLAN | {"m": "farmhouse"}),  # a house of ours says nothing about theirs
    ],
)
async def test_a_length_that_is_not_the_drawing_s_has_its_own_range(
    world: World, said: dict[str, Any], plan: dict[str, Any]
) -> None:
    visitor = world.client()
    with_plan = await asked(
        await visitor.post("/api/quotes", json=QUOTE | said | {"plan": json.dumps(plan)}), 201
    )
    alone = QUOTE | said | {"email": "alone@visitor.example"}
    without = await asked(await visitor.post("/api/quotes", json=alone), 201)
    assert (with_plan["low"], with_plan["high"]) == (without["low"], without["high"])
    row = await shown(world, (await asked(await sent(visitor, with_plan["reference"], plan), 201))["id"])
    assert (row["priceLow"] is None) == (said["feet"] == 58)


async def test_a_quote_takes_no_other_plan_than_a_drawing_is(world: World) -> None:
    answer = await world.client().post("/api/quotes", json=QUOTE | {"feet": 58, "plan": '{"low": 1}'})
    assert (answer.status_code, answer.json()["error"]) == (400, NO_DRAWING)


async def test_hostile_pictures_are_refused(world: World) -> None:
    visitor = world.client()
    reference = await reference_of(visitor)
    for number, (name, content) in enumerate(some(hostile())):
        answer = await sent(world.client(address=f"203.0.113.{number + 1}"), reference, image=content)
        assert answer.status_code == 400, name
        assert answer.json()["fields"].keys() == {"image"}, name
    assert (files_of(world), await number_of(world)) == ([], 0)


async def test_odd_pictures_are_kept_as_pixels_alone(world: World) -> None:
    visitor = world.client()
    reference = await reference_of(visitor)
    for number, (name, content) in enumerate(some(odd())[::3]):
        answer = await sent(world.client(address=f"203.0.113.{number + 1}"), reference, image=content)
        assert answer.status_code == 201, name
    for path in files_of(world):
        assert PLACE.encode() not in path.read_bytes()
        assert opened(path.read_bytes()).format == "WEBP"


async def test_an_address_sends_twenty_in_an_hour(world: World) -> None:
    visitor = world.client()
    reference = await reference_of(visitor)
    for number in range(20):
        await asked(await sent(visitor, reference, PLAN | {"s": f"s{number}"}), 201)
    late = await sent(visitor, reference)
    assert late.status_code == 429
    assert 0 < int(late.headers["retry-after"]) <= 3600
    assert (await sent(world.client(address="203.0.113.77"), reference)).status_code == 201
    async with world.database.writes.begin() as connection:
        await connection.execute(delete(RateLimit.__table__))
    assert (await sent(visitor, reference)).status_code == 201  # the control: it was the limit


async def test_a_picture_counts_once_it_was_looked_at(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    visitor = world.client()
    reference = await reference_of(visitor)
    for _ in range(18):
        await spend(world.database, (DRAWINGS, "198.51.100.7"))

    async def no_turn(*_: object, **__: object) -> None:
        raise Unavailable

    with monkeypatch.context() as busy:
        busy.setattr(ImageWorker, "processed", no_turn)
        await asked(await sent(visitor, reference, image=photo()), 503)
    await asked(await sent(visitor, reference, image=broken()), 400)
    await asked(await sent(visitor, reference, image=photo()), 201)
    await asked(await sent(visitor, reference, image=photo()), 429)


async def test_it_goes_with_its_lead(world: World) -> None:
    lead, id = await with_drawing(world, image=photo())
    assert len(files_of(world)) == 2
    sweep = photos.sweep
    assert await sweep(world.database, world.services.files, timedelta(0)) == 0
    assert (await world.client("admin").delete(f"/api/panel/leads/{lead}")).status_code == 204
    assert await number_of(world) == 0
    await shown(world, id, "admin", 404)
    assert await sweep(world.database, world.services.files, timedelta(0)) == 2
    assert files_of(world) == []
