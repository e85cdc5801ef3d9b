"""Photos of work orders: taken on site, kept within the order's scope, at most thirty."""

import asyncio
from datetime import datetime, timedelta

import httpx
import pytest
from sqlalchemy import select

from duskline.core.data.base import now
from duskline.models.pictures import photos
from duskline.models.records.service import DroppedPhoto, WorkOrder
from tests.pictures import opened, photo, telltale
from tests.world import World

ORDER = "/api/panel/work-orders/order-1-1"
PATH = f"{ORDER}/photos"


@pytest.fixture
def technician(world: World) -> httpx.AsyncClient:
    return world.client("technician")


async def add(
    caller: httpx.AsyncClient,
    path: str = PATH,
    image: bytes | None = None,
    said: dict[str, str] | None = None,
    key: str | None = None,
) -> httpx.Response:
    files = {"image": ("IMG_1.jpg", image or photo(40, 30), "image/jpeg")}
    headers = {"idempotency-key": key} if key else {}
    return await caller.post(path, files=files, data=said, headers=headers)


async def test_a_photo_is_added_seen_and_dropped(world: World, technician: httpx.AsyncClient) -> None:
    answer = await add(technician, image=telltale())
    assert answer.status_code == 201, answer.text
    order = answer.json()
    (taken,) = order["images"]
    assert set(taken) == {"id", "url", "takenAt", "by"}
    assert (taken["by"], taken["url"]) == ("technician", f"{PATH}/{taken['id']}")
    assert taken["takenAt"].endswith("Z")
    assert answer.headers["etag"] == f'"{order["version"]}"'
    seen = await world.client("support").get(taken["url"])
    assert (seen.status_code, seen.headers["content-type"]) == (200, "image/webp")
    assert opened(seen.content).size == (600, 800)
    assert opened((await technician.get(taken["url"] + "?small=true")).content).size == (360, 480)
    assert (await technician.get(ORDER)).json()["images"] == [taken]
    dropped = await technician.delete(taken["url"])
    assert (dropped.status_code, dropped.json()["images"]) == (200, [])
    assert (await technician.get(taken["url"])).status_code == 404
    events = (await technician.get(f"{ORDER}/history")).json()
    assert [list(event["changes"]) for event in events] == [["images"], ["images"]]


async def sweep(world: World) -> int:
    return await photos.sweep(world.database, world.services.files, timedelta(0))


async def test_a_dropped_photo_is_put_back_where_it_stood(
    world: World, technician: httpx.AsyncClient
) -> None:
    for _ in range(3):
        order = (await add(technician)).json()
    first, second, third = order["images"]
    assert (await technician.delete(second["url"])).json()["images"] == [first, third]
    assert await sweep(world) == 0
    for _ in range(2):  # a second time changes nothing
        back = await technician.post(second["url"] + "/restore")
        assert (back.status_code, back.json()["images"]) == (200, [first, second, third])
    assert back.headers["etag"] == f'"{back.json()["version"]}"'
    assert (await technician.get(second["url"])).status_code == 200
    assert (await technician.delete(second["url"])).status_code == 200  # and may go again
    assert (await technician.post(f"{PATH}/nothing/restore")).status_code == 404


async def test_a_dropped_photo_is_put_back_by_those_who_may_drop_it(
    world: World, technician: httpx.AsyncClient
) -> None:
    taken = (await add(technician)).json()["images"][0]
    await technician.delete(taken["url"])
    path = taken["url"] + "/restore"
    elsewhere = f"/api/panel/work-orders/order-1-2/photos/{taken['id']}/restore"
    assert (await world.client("far_technician").post(path)).status_code == 404
    assert (await world.client("lead_technician").post(elsewhere)).status_code == 404
    assert (await world.client("support").post(path)).status_code == 403
    boss = world.client("lead_technician")
    await boss.patch(ORDER, json={"assignedTo": "near_technician"})
    assert (await technician.post(path)).status_code == 403
    assert (await boss.post(path)).status_code == 200


async def test_the_files_go_when_nothing_can_be_put_back_anymore(
    world: World, technician: httpx.AsyncClient
) -> None:
    taken = (await add(technician)).json()["images"][0]
    await technician.delete(taken["url"])
    async with world.console() as db:
        (dropped,) = await db.scalars(select(DroppedPhoto))
        dropped.dropped_at -= photos.PUT_BACK_WITHIN
    assert (await technician.post(taken["url"] + "/restore")).status_code == 404
    assert await sweep(world) == 2
    async with world.console() as db:
        assert (await db.scalars(select(DroppedPhoto))).all() == []


async def test_there_must_be_room_for_a_photo_that_is_put_back(
    world: World, technician: httpx.AsyncClient
) -> None:
    taken = (await add(technician)).json()["images"][0]
    await technician.delete(taken["url"])
    async with world.console() as db:
        order = await db.find(WorkOrder, "order-1-1")
        order.images = [taken | {"id": f"photo{n}"} for n in range(30)]
    refused = await technician.post(taken["url"] + "/restore")
    assert refused.json()["fields"] == {"image": "A work order holds at most 30 photos"}


async def test_photos_stay_in_scope(world: World, technician: httpx.AsyncClient) -> None:
    taken = (await add(technician)).json()["images"][0]
    far = world.client("far_technician")
    missing = await far.get("/api/panel/work-orders/nobody/photos/x")
    own = (await add(far, "/api/panel/work-orders/order-far-1/photos")).json()
    through_own = f"/api/panel/work-orders/{own['id']}/photos/{taken['id']}"
    for answer in (
        await far.get(taken["url"]),
        await far.get(through_own),
        await far.delete(taken["url"]),
        await far.delete(through_own),
        await add(far),
    ):
        assert (answer.status_code, answer.content) == (404, missing.content)
    for name, status in (("sales_rep", 403), ("no_role", 403), (None, 401)):
        caller = world.client(name)
        assert [(await caller.get(taken["url"])).status_code, (await add(caller)).status_code] == [status] * 2
    assert (await add(world.client("support"))).status_code == 403


async def test_another_technicians_order_gets_no_photo_of_mine(
    world: World, technician: httpx.AsyncClient
) -> None:
    boss = world.client("lead_technician")
    taken = (await add(technician)).json()["images"][0]
    assert (await boss.patch(ORDER, json={"assignedTo": "near_technician"})).status_code == 200
    assert (await add(technician)).status_code == 403
    assert (await technician.delete(taken["url"])).status_code == 403
    assert (await technician.get(taken["url"])).status_code == 200


async def test_an_edit_may_reorder_and_drop_but_never_bring_in(technician: httpx.AsyncClient) -> None:
    for _ in range(2):
        order = (await add(technician)).json()
    first, second = order["images"]
    turned = await technician.patch(ORDER, json={"images": [second, first]})
    assert turned.json()["images"] == [second, first]
    forged = await technician.patch(
        ORDER, json={"images": [second | {"url": "/uploads/x.webp", "by": "admin"}]}
    )
    assert forged.json()["images"] == [second]
    answer = await technician.patch(ORDER, json={"images": [second, first]})
    assert answer.json()["fields"] == {"images.1.id": "Please add photos by uploading them"}
    twice = await technician.patch(ORDER, json={"images": [second, second]})
    assert twice.status_code == 400


async def test_at_most_thirty_also_when_sent_at_once(world: World, technician: httpx.AsyncClient) -> None:
    one = (await add(technician)).json()["images"][0]
    async with world.console() as db:
        order = await db.find(WorkOrder, "order-1-1")
        order.images = [one | {"id": f"photo{n}"} for n in range(28)]
    answers = await asyncio.gather(*(add(technician) for _ in range(4)))
    assert sorted(answer.status_code for answer in answers) == [201, 201, 400, 400]
    refused = next(answer for answer in answers if answer.status_code == 400)
    assert refused.json()["fields"] == {"image": "A work order holds at most 30 photos"}
    assert len((await technician.get(ORDER)).json()["images"]) == 30


async def test_faulty_uploads_are_named(technician: httpx.AsyncClient) -> None:
    wrong = await add(technician, image=b"no image")
    assert wrong.json()["fields"] == {"image": "Please select a valid image file (JPEG, PNG, GIF, or WebP)"}
    assert (await technician.post(PATH, json={})).status_code == 415
    with_text = await technician.post(PATH, data={"by": "me"}, files={"image": ("a", photo(9, 9))})
    assert with_text.json()["fields"] == {"by": "Unknown field"}


def said_of(answer: httpx.Response) -> dict[str, str]:
    return {name: value for name, value in answer.json()["images"][-1].items() if name in ("kind", "caption")}


async def test_what_a_photo_shows_is_said_with_it_and_said_otherwise(
    world: World, technician: httpx.AsyncClient
) -> None:
    told = {"kind": "problem", "caption": "  Cracked fascia  "}
    answer = await add(technician, said=told)
    (taken,) = answer.json()["images"]
    assert said_of(answer) == {"kind": "problem", "caption": "Cracked fascia"}
    path = taken["url"]
    assert said_of(await technician.patch(path, json={"kind": "after"})) == {
        "kind": "after",
        "caption": "Cracked fascia",
    }
    assert said_of(await technician.patch(path, json={"caption": None})) == {"kind": "after"}
    order = (await technician.get(ORDER)).json()
    kept = await technician.patch(ORDER, json={"images": order["images"]})
    assert kept.json()["images"] == order["images"]
    assert (await technician.patch(f"{PATH}/nothing", json={"kind": "after"})).status_code == 404
    await world.client("lead_technician").patch(ORDER, json={"assignedTo": "near_technician"})
    assert (await technician.patch(path, json={"kind": "before"})).status_code == 403


async def test_faulty_words_of_a_photo_are_named(technician: httpx.AsyncClient) -> None:
    wrong = await add(technician, said={"kind": "nice", "caption": "x" * 201, "takenAt": "yesterday"})
    assert wrong.json()["fields"] == {
        "kind": "Please choose one of the listed values",
        "caption": "Please use at most 200 characters",
        "takenAt": "Please enter a time with its distance from UTC, as 2026-03-01T09:00:00Z",
    }


@pytest.mark.parametrize(
    ("told", "counts"),
    [
        (timedelta(hours=-7), True),
        (timedelta(days=-30), True),
        (timedelta(days=-32), False),
        (timedelta(hours=2), False),
    ],
)
async def test_a_photo_is_as_old_as_its_phone_says_where_that_can_be(
    technician: httpx.AsyncClient, told: timedelta, counts: bool
) -> None:
    before = now()
    claimed = before + told
    answer = await add(technician, said={"takenAt": claimed.isoformat()})
    assert answer.status_code == 201, answer.text
    shown = answer.json()["images"][0]["takenAt"]
    assert shown.endswith("Z")
    taken = datetime.fromisoformat(shown)
    assert taken == claimed if counts else before <= taken <= now()


async def test_a_lost_answer_adds_no_second_photo(technician: httpx.AsyncClient) -> None:
    told = {"kind": "before", "takenAt": (now() - timedelta(hours=1)).isoformat()}
    first, again = [await add(technician, said=told, key="photo-0001-of-a-roof") for _ in range(2)]
    assert (first.status_code, again.status_code) == (201, 201)
    assert len(again.json()["images"]) == 1
    at_once = await asyncio.gather(
        *(add(technician, said=told, key="photo-0002-of-a-roof") for _ in range(3))
    )
    assert {answer.status_code for answer in at_once} == {201}
    assert len((await technician.get(ORDER)).json()["images"]) == 2
    await add(technician, said=told)  # without a key it is one more
    assert len((await technician.get(ORDER)).json()["images"]) == 3
