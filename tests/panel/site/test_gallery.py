"""The gallery as staff keep it: order, captions, consent, and photos of the company's own."""

from __future__ import annotations

import asyncio
from typing import Any

import httpx
import pytest

from duskline.models.site import gallery
from tests.pictures import FORM, photo
from tests.world import NOBODIES, ROLES, World

PATH, SHOWN, PICTURES = "/api/panel/gallery", "/api/gallery-photos", "/api/panel/post-pictures"
AGREED = (
    "I took this photo or may share it. You may show it on your website, with its description, location and category,"
    " until I ask you to take it down."
)
NOBODY = "Nobody agreed that this photo is shown. Ask its sender to send it again from the gallery page"
OURS = {
    "description": "Warm white along both gables", "location": "Dublin, Ohio", "category": "Residential",
    "caption": "Two gables, one evening", "consent": "owner-1",
}  # fmt: skip


@pytest.fixture
def admin(world: World) -> httpx.AsyncClient:
    return world.client("admin")


async def sent(world: World, **texts: str) -> str:
    form = {name: value for name, value in (FORM | texts).items() if value}
    files = {"image": ("a.png", photo(40, 30, kind="PNG"))}
    answer = await world.client(address=f"203.0.113.{len(texts)}").post(
        "/api/gallery", data=form, files=files
    )
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


async def kept(staff: httpx.AsyncClient) -> str:
    answer = await staff.post(PICTURES, files={"image": ("a.png", photo(40, 30, kind="PNG"))})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["image"])


async def edit(staff: httpx.AsyncClient, id: str, **change: Any) -> dict[str, Any]:
    answer = await staff.patch(f"{PATH}/{id}", json=change)
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


async def order(world: World) -> list[str]:
    """What visitors see, in its order; the places are counted from one without a gap."""
    rows = (await world.client().get(SHOWN)).json()
    listed = (await world.client("admin").get(PATH, params={"approved": "1", "sort": "place"})).json()
    assert [row["place"] for row in listed] == list(range(1, len(rows) + 1))
    assert [row["id"] for row in listed] == [row["id"] for row in rows]
    others = (await world.client("admin").get(PATH)).json()
    assert {row["place"] for row in others if row["approved"] != 1} <= {0}
    return [row["id"] for row in rows]


async def three(world: World) -> list[str]:
    """Photos that are shown, the one approved last first."""
    for id in ("photo-0", "photo-2"):
        await edit(world.client("admin"), id, approved=1)
    return ["photo-2", "photo-0", "photo-1"]


async def test_a_new_photo_comes_first_and_is_moved(world: World, admin: httpx.AsyncClient) -> None:
    first, second, third = await three(world)
    assert await order(world) == [first, second, third]
    before = {row["id"]: row["version"] for row in (await admin.get(PATH)).json()}
    moved = await edit(admin, third, place=1)
    assert (moved["place"], moved["version"]) == (1, before[third] + 1)
    assert await order(world) == [third, first, second]
    assert (await edit(admin, third, place=99))["place"] == 3
    assert await order(world) == [first, second, third]
    assert (await edit(admin, third, place=0, caption="Still here"))["place"] == 3
    after = {row["id"]: row["version"] for row in (await admin.get(PATH)).json()}
    assert (after[first], after[second]) == (before[first], before[second])  # nobody changed them
    assert (await admin.patch(f"{PATH}/{third}", json={"place": -1})).status_code == 400


async def test_one_that_is_taken_down_comes_back_where_it_was(world: World, admin: httpx.AsyncClient) -> None:
    first, second, third = await three(world)
    assert (await edit(admin, second, approved=-1))["place"] == 0
    assert await order(world) == [first, third]
    assert (await edit(admin, second, approved=1, place=2))["place"] == 2
    assert await order(world) == [first, second, third]


async def test_photos_moved_at_once_leave_no_gap(world: World, admin: httpx.AsyncClient) -> None:
    ids = await three(world)
    ids += [(await added(admin))["id"] for _ in range(3)]
    asked = [admin.patch(f"{PATH}/{id}", json={"place": 1 + at % 3}) for at, id in enumerate(ids)]
    asked += [admin.patch(f"{PATH}/{ids[0]}", json={"approved": -1})]
    answers = await asyncio.gather(*asked)
    assert {answer.status_code for answer in answers} <= {200}
    assert sorted(await order(world)) == sorted(ids[1:])


async def test_a_caption_stands_beside_the_photo(world: World, admin: httpx.AsyncClient) -> None:
    words = "<b>Amber</b> & \u2068blue\u2069 \U0001f384"
    row = await edit(admin, "photo-1", caption=words, location="Elm Street")
    assert (row["caption"], row["location"]) == (words, "Elm Street")
    shown = (await world.client().get(SHOWN)).json()
    assert shown == [
        {
            "id": "photo-1", "imageUrl": "/uploads/photo-1.webp", "description": "Our house at dusk", "location": "Elm Street",
            "category": "Residential", "caption": words, "own": False,
        }
    ]  # fmt: skip
    assert set((await world.client().get("/api/gallery")).json()[0]) == {
        "id", "imageUrl", "description", "location", "category",
    }  # fmt: skip
    assert (await admin.patch(f"{PATH}/photo-1", json={"caption": "x" * 121})).status_code == 400
    assert (await edit(admin, "photo-1", caption=""))["caption"] is None
    told = (await admin.get(f"{PATH}/photo-1/history")).json()
    assert told[0]["changes"] == {"caption": [words, None]}


async def test_the_words_that_a_visitor_agreed_to_are_kept(world: World, admin: httpx.AsyncClient) -> None:
    row = (await admin.get(f"{PATH}/{await sent(world)}")).json()
    assert (row["consent"], row["withdrawnAt"]) == (AGREED, None)
    assert row["consentedAt"] is not None


async def test_without_consent_nothing_is_shown(world: World, admin: httpx.AsyncClient) -> None:
    """Also where it is asked for along with something else; the control is the same photo with consent."""
    id = await sent(world, consent="")
    row = (await admin.get(f"{PATH}/{id}")).json()
    assert (row["consent"], row["consentedAt"]) == (None, None)
    for change in ({"approved": 1}, {"approved": 1, "place": 1, "caption": "Here"}):
        refused = await admin.patch(f"{PATH}/{id}", json=change)
        assert (refused.status_code, refused.json()["fields"]) == (400, {"approved": NOBODY})
    assert await order(world) == ["photo-1"]
    assert (await world.client().get(row["imageUrl"])).status_code == 404
    assert (await edit(admin, id, caption="Mended while it waits"))["approved"] == 0
    await edit(admin, await sent(world), approved=1)


async def test_a_wording_that_nobody_wrote_is_refused(world: World) -> None:
    answer = await world.client().post(
        "/api/gallery",
        data=FORM | {"consent": "visitor-0"},
        files={"image": ("a.png", photo(9, 9, kind="PNG"))},
    )
    assert (answer.status_code, answer.json()["fields"]) == (400, {"consent": "Please agree again"})


def test_what_was_agreed_to_is_never_reworded() -> None:
    """Other words are another name: each stands here as somebody read it."""
    assert dict(gallery.CONSENTS) == {"visitor-1": AGREED}
    assert dict(gallery.OWNER_CONSENTS) == {
        "owner-1": "The owner of this place agreed that we show this photo on our website."
    }


async def test_consent_that_is_withdrawn_takes_the_photo_down(world: World, admin: httpx.AsyncClient) -> None:
    id, visitor = await sent(world), world.client()
    row = await edit(admin, id, approved=1, place=2)
    files = (row["imageUrl"], row["imageUrl"].replace(".webp", "-480.webp"))
    assert [(await visitor.get(file)).status_code for file in files] == [200, 200]
    gone = await edit(admin, id, withdrawn=True)
    assert (gone["approved"], gone["place"], gone["withdrawnAt"] is not None) == (-1, 0, True)
    assert [(await visitor.get(file)).status_code for file in files] == [404, 404]
    assert await order(world) == ["photo-1"]
    assert id not in [item["id"] for item in (await visitor.get("/api/gallery")).json()]
    refused = await admin.patch(f"{PATH}/{id}", json={"approved": 1})
    said = {"approved": "Its sender no longer agrees that this photo is shown"}
    assert (refused.status_code, refused.json()["fields"]) == (400, said)
    assert (await edit(admin, id, withdrawn=True))["withdrawnAt"] == gone["withdrawnAt"]
    back = await edit(admin, id, withdrawn=False, approved=1, place=2)
    assert (back["place"], back["withdrawnAt"], back["consent"]) == (2, None, AGREED)
    assert await order(world) == ["photo-1", id]


async def test_withdrawing_wins_over_approving(admin: httpx.AsyncClient) -> None:
    assert (await edit(admin, "photo-0", approved=1, withdrawn=True))["approved"] == -1


async def test_two_moderators_at_one_photo(world: World) -> None:
    one, other = world.client("admin"), world.client("regional_ops_manager")
    mine = await one.patch(f"{PATH}/photo-0", json={"approved": 1}, headers={"If-Match": '"1"'})
    late = await other.patch(f"{PATH}/photo-0", json={"withdrawn": True}, headers={"If-Match": '"1"'})
    assert (mine.status_code, late.status_code) == (200, 409)
    assert (await one.get(f"{PATH}/photo-0")).json()["withdrawnAt"] is None


async def test_a_press_that_is_sent_again_is_done_once(world: World, admin: httpx.AsyncClient) -> None:
    await three(world)
    asked: dict[str, Any] = {
        "json": {"place": 3},
        "headers": {"Idempotency-Key": "k" * 22, "If-Match": '"2"'},
    }
    first = await admin.patch(f"{PATH}/photo-2", **asked)
    again = await admin.patch(f"{PATH}/photo-2", **asked)
    assert (first.status_code, first.json()) == (again.status_code, again.json())
    assert await order(world) == ["photo-0", "photo-1", "photo-2"]


async def added(staff: httpx.AsyncClient, **change: Any) -> dict[str, Any]:
    answer = await staff.post(PATH, json=OURS | {"image": await kept(staff)} | change)
    assert answer.status_code == 201, answer.text
    return dict(answer.json())


async def test_our_own_photo_is_shown_first_at_once(world: World, admin: httpx.AsyncClient) -> None:
    image = await kept(admin)
    assert (await world.client().get(image)).status_code == 404  # nothing names it yet
    row = await added(admin, image=image)
    assert (row["own"], row["approved"], row["place"], row["name"], row["email"]) == (True, 1, 1, "", "")
    assert row["consent"] == "The owner of this place agreed that we show this photo on our website."
    assert (await world.client().get(image)).status_code == 200
    (first, _) = (await world.client().get(SHOWN)).json()
    assert first == {
        "id": row["id"], "imageUrl": image, "description": "Warm white along both gables", "location": "Dublin, Ohio",
        "category": "Residential", "caption": "Two gables, one evening", "own": True,
    }  # fmt: skip
    assert [event["action"] for event in (await admin.get(f"{PATH}/{row['id']}/history")).json()] == [
        "create"
    ]
    await edit(admin, row["id"], approved=-1)
    assert (await world.client().get(image)).status_code == 404
    assert await order(world) == ["photo-1"]
    assert (await admin.get("/api/panel/bell")).json()["gallery"] == 1  # the visitor's alone


async def test_what_our_own_photo_needs(admin: httpx.AsyncClient) -> None:
    image = await kept(admin)
    choose = {"image": "Choose a picture from your device"}
    for change, fields in (
        ({"image": "/img/barn-wedding-960.jpg"}, choose), ({"image": "/uploads/photo-0.webp"}, choose),
        ({"image": f"/uploads/{'0' * 32}.webp"}, {"image": "This picture is no longer there. Choose it again"}),
        ({"image": "https://elsewhere.example/a.jpg"}, {"image": "Pages show only pictures of this site. Choose a picture from your device instead"}),
        ({"consent": "visitor-1"}, {"consent": "Ask the owner of the place first"}),
        ({"category": "Dogs"}, {"category": "Please select a valid category"}),
        ({"description": "short", "location": " "}, {"description": "Description must be at least 10 characters", "location": "Location is required"}),
    ):  # fmt: skip
        refused = await admin.post(PATH, json=OURS | {"image": image} | change)
        assert (refused.status_code, refused.json()["fields"]) == (400, fields), change
    lacking = await admin.post(
        PATH, json={name: OURS[name] for name in OURS if name != "consent"} | {"image": image}
    )
    assert lacking.json()["fields"].keys() == {"consent"}
    await added(admin, image=image)
    twice = await admin.post(PATH, json=OURS | {"image": image})
    assert (twice.status_code, twice.json()["fields"]) == (400, choose)


async def test_a_visitors_picture_is_not_passed_off_as_ours(world: World, admin: httpx.AsyncClient) -> None:
    """Its address is known to those who moderate, and would bring back what its sender took back."""
    id = await sent(world)
    await edit(admin, id, withdrawn=True)
    address = (await admin.get(f"{PATH}/{id}")).json()["imageUrl"]
    refused = await admin.post(PATH, json=OURS | {"image": address})
    assert (refused.status_code, refused.json()["fields"]) == (
        400,
        {"image": "Choose a picture from your device"},
    )
    assert (await world.client().get(address)).status_code == 404


async def test_who_may_add_photos(world: World) -> None:
    moderators = {"admin", "regional_ops_manager", "branch_ops_manager"}
    for name in (*ROLES, *NOBODIES):
        caller, allowed = world.client(name), name in moderators
        picture = await caller.post(PICTURES, files={"image": ("a.png", photo(9, 9, kind="PNG"))})
        assert picture.is_success is allowed, (name, picture.text)
        body = OURS | {"image": picture.json().get("image", f"/uploads/{'0' * 32}.webp")}
        assert (await caller.post(PATH, json=body)).is_success is allowed, name


async def test_pages_of_the_list_follow_the_order(world: World, admin: httpx.AsyncClient) -> None:
    ids = [(await added(admin))["id"] for _ in range(3)]
    first = await world.client().get(SHOWN, params={"limit": "2"})
    following = first.links["next"]["url"]
    second = await world.client().get(following)
    assert [row["id"] for row in (*first.json(), *second.json())] == [*reversed(ids), "photo-1"]
    assert first.headers["x-total-count"] == "4"
    holiday = await world.client().get(SHOWN, params={"category": "Holiday"})
    assert holiday.json() == []
    sorted_alone = await admin.get(PATH, params={"sort": "place"})
    assert sorted_alone.json()["fields"] == {"sort": "Please choose approved too for this order"}
