"""Posts behind the scenes: what is written stays with staff until it is published, at once or when its time comes."""

from __future__ import annotations

import os
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import httpx
import pytest

from duskline.core.data.base import now
from duskline.core.system.errors import Refusal
from duskline.models.pictures import photos
from duskline.models.site import posts
from duskline.models.site.content import GallerySubmission
from duskline.models.site.posts import PostDraft
from tests.pictures import opened, photo
from tests.world import NOBODIES, ROLES, World

PATH, BLOG = "/api/panel/posts", "/api/blog"
CHOOSE = {"category": "Choose a category", "image": "Choose a picture"}
WORDS = {
    "title": "How dusk falls", "excerpt": "An evening, hour by hour", "content": "## First\n\nIt gets *dark*. " + "So it does. " * 10,
    "author": "Sample author", "category": "Technology", "image": "/img/barn-960.jpg",
}  # fmt: skip


async def written(admin: httpx.AsyncClient, **words: Any) -> str:
    answer = await admin.post(PATH, json=WORDS | words)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


async def published(admin: httpx.AsyncClient, id: str, **body: Any) -> httpx.Response:
    return await admin.post(f"{PATH}/{id}/publish", json=body)


async def read(world: World, id: str) -> dict[str, Any] | None:
    answer = await world.client().get(f"{BLOG}/{id}")
    return dict(answer.json()) if answer.status_code == 200 else None


async def test_who_enters(world: World) -> None:
    for name in (*ROLES, *NOBODIES):
        caller, allowed = world.client(name), name == "admin"
        for answer in (
            await caller.get(PATH), await caller.get(f"{PATH}/draft-1"), await caller.post(PATH, json=WORDS),
            await caller.patch(f"{PATH}/draft-1", json={"title": "Other"}), await caller.get(f"{PATH}/draft-1/history"),
            await caller.post(f"{PATH}/preview", json={"content": "x"}), await caller.post(f"{PATH}/draft-1/unpublish"),
        ):  # fmt: skip
            assert answer.is_success is allowed, (name, answer.text)


async def test_a_draft_is_read_by_nobody_until_it_is_published(world: World) -> None:
    admin = world.client("admin")
    id = await written(admin)
    assert (await read(world, id), (await admin.get(f"{PATH}/{id}")).json()["state"]) == (None, "draft")
    row = (await published(admin, id)).json()
    assert (row["state"], row["changed"], row["publishedAt"] is not None) == ("published", False, True)
    shown = await read(world, id)
    assert shown is not None
    assert {name: shown[name] for name in WORDS} == {**WORDS, "content": WORDS["content"].strip()}
    assert shown["html"].startswith("<h3>First</h3>\n<p>It gets <em>dark</em>. So it does.")
    assert (shown["readTime"], shown["createdAt"]) == ("1 min read", row["publishedAt"])


async def test_another_wording_waits_until_it_is_published(world: World) -> None:
    admin = world.client("admin")
    id = await written(admin)
    first = (await published(admin, id)).json()["publishedAt"]
    edited = (await admin.patch(f"{PATH}/{id}", json={"title": "How night falls"})).json()
    assert (edited["state"], edited["changed"]) == ("published", True)
    assert (await read(world, id) or {})["title"] == "How dusk falls"
    again = (await published(admin, id)).json()
    assert (again["changed"], again["publishedAt"]) == (False, first)
    shown = await read(world, id) or {}
    assert (shown["title"], shown["createdAt"]) == ("How night falls", first)


async def test_the_same_words_again_change_nothing(world: World) -> None:
    admin = world.client("admin")
    id = await written(admin)
    await published(admin, id)
    assert (await admin.patch(f"{PATH}/{id}", json={"title": WORDS["title"]})).json()["changed"] is False


async def test_visitors_lose_what_is_unpublished_and_the_draft_stays(world: World) -> None:
    admin = world.client("admin")
    id = await written(admin)
    await published(admin, id)
    refused = await admin.delete(f"{PATH}/{id}")
    said = "Visitors read this post. Unpublish it first."
    assert (refused.status_code, refused.json()["error"]) == (409, said)
    row = (await admin.post(f"{PATH}/{id}/unpublish")).json()
    assert (row["state"], row["title"], await read(world, id)) == ("draft", "How dusk falls", None)
    assert (await admin.delete(f"{PATH}/{id}")).status_code == 204
    assert (await admin.get(f"{PATH}/{id}")).status_code == 404


@pytest.mark.parametrize(
    ("words", "field", "said"),
    [
        ({"excerpt": "Short"}, "excerpt", "Excerpt must be at least 10 characters"),
        ({"content": "Too little"}, "content", "Content must be at least 50 characters"),
        ({"author": None}, "author", "Author name must be at least 2 characters"),
        ({"category": None}, "category", "Category is required"), ({"image": None}, "image", "Must be a valid URL"),
    ],
)  # fmt: skip
async def test_what_lacks_something_is_kept_and_not_published(
    world: World, words: dict[str, Any], field: str, said: str
) -> None:
    admin = world.client("admin")
    id = await written(admin, **words)
    for body in ({}, {"at": (now() + timedelta(hours=1)).isoformat()}):
        refused = await published(admin, id, **body)
        assert (refused.status_code, refused.json()) == (
            400, {"error": f"It cannot be published yet. {CHOOSE.get(field, said)}.", "fields": {field: said}},
        )  # fmt: skip
    assert (await read(world, id), (await admin.get(f"{PATH}/{id}")).json()["state"]) == (None, "draft")


async def test_what_is_put_off_is_published_when_its_time_comes(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    admin = world.client("admin")
    id, at = await written(admin), now() + timedelta(hours=2)
    row = (await published(admin, id, at=at.isoformat())).json()
    assert (row["state"], row["publishedAt"]) == ("scheduled", None)
    await posts.publish_due(world.database)
    assert await read(world, id) is None
    monkeypatch.setattr("duskline.models.site.posts.now", lambda: at + timedelta(seconds=1))
    await posts.publish_due(world.database)
    shown = await read(world, id)
    assert shown is not None
    row = (await admin.get(f"{PATH}/{id}")).json()
    assert (row["state"], row["publishAt"], row["publishedAt"]) == ("published", None, shown["createdAt"])


async def test_what_is_put_off_stays_ready(world: World) -> None:
    admin = world.client("admin")
    id = await written(admin)
    await published(admin, id, at=(now() + timedelta(hours=2)).isoformat())
    refused = await admin.patch(f"{PATH}/{id}", json={"excerpt": None})
    said = "Excerpt must be at least 10 characters"
    assert (refused.status_code, refused.json()["fields"]) == (400, {"excerpt": said})
    assert (await admin.get(f"{PATH}/{id}")).json()["excerpt"] == "An evening, hour by hour"


async def test_a_time_that_is_over_is_refused(world: World) -> None:
    admin = world.client("admin")
    late = await published(admin, await written(admin), at=(now() - timedelta(minutes=1)).isoformat())
    said = "Please choose a time to come, or publish it now"
    assert (late.status_code, late.json()["fields"]) == (400, {"at": said})


@pytest.mark.parametrize("at", ["9999-12-31T23:59:59-14:00", "9999-12-31T23:59:59Z", "2126-11-24T09:00:00Z"])
async def test_a_time_that_nobody_can_mean_is_refused(world: World, at: str) -> None:
    admin = world.client("admin")
    far = await published(admin, await written(admin), at=at)
    assert (far.status_code, far.json().get("fields")) == (400, {"at": "Please check the year"})


async def test_the_plan_is_cancelled_and_what_is_read_stays(world: World) -> None:
    admin, at = world.client("admin"), (now() + timedelta(hours=2)).isoformat()
    id = await written(admin)
    await published(admin, id, at=at)
    row = (await admin.post(f"{PATH}/{id}/unschedule")).json()
    assert (row["state"], row["publishAt"], await read(world, id)) == ("draft", None, None)
    await published(admin, id)
    await admin.patch(f"{PATH}/{id}", json={"title": "How night falls"})
    row = (await published(admin, id, at=at)).json()
    assert (row["state"], row["publishAt"] is not None, row["changed"]) == ("published", True, True)
    row = (await admin.post(f"{PATH}/{id}/unschedule")).json()
    assert (row["state"], row["publishAt"], row["changed"]) == ("published", None, True)
    assert (await read(world, id) or {})["title"] == "How dusk falls"


async def test_what_was_taken_back_keeps_its_date(world: World) -> None:
    admin = world.client("admin")
    id = await written(admin)
    first = (await published(admin, id)).json()["publishedAt"]
    await admin.post(f"{PATH}/{id}/unpublish")
    await published(admin, id)
    assert (await read(world, id) or {})["createdAt"] == first


async def test_one_that_is_not_ready_holds_up_no_other(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    admin, at = world.client("admin"), now() + timedelta(hours=2)
    ids = [await written(admin, title=f"Post {number} of three") for number in range(3)]
    for id in ids:
        await published(admin, id, at=at.isoformat())
    async with world.console() as db:
        (await db.find(PostDraft, ids[1])).excerpt = None  # as a stricter rule would have it
    monkeypatch.setattr("duskline.models.site.posts.now", lambda: at + timedelta(seconds=1))
    with pytest.raises(Refusal, match=r"Post 1 of three: It cannot be published yet\. Excerpt must be"):
        await posts.publish_due(world.database)
    assert [await read(world, id) is not None for id in ids] == [True, False, True]


async def test_words_that_one_has_not_seen_are_not_published(world: World) -> None:
    admin = world.client("admin")
    id = await written(admin)
    await admin.patch(f"{PATH}/{id}", json={"title": "Half a tit"})
    late = await admin.post(f"{PATH}/{id}/publish", json={}, headers={"If-Match": '"1"'})
    assert (late.status_code, await read(world, id)) == (409, None)


async def test_back_to_the_public_words_there_is_nothing_to_publish(world: World) -> None:
    admin = world.client("admin")
    id = await written(admin)
    await published(admin, id)
    for title, changed in (("Other words", True), (WORDS["title"], False)):
        assert (await admin.patch(f"{PATH}/{id}", json={"title": title})).json()["changed"] is changed


async def test_the_list_narrows_by_state(world: World) -> None:
    admin = world.client("admin")
    live, put_off = await written(admin), await written(admin)
    await published(admin, live)
    await published(admin, put_off, at=(now() + timedelta(hours=1)).isoformat())
    for state, ids in (("draft", ["draft-1"]), ("scheduled", [put_off]), ("published", [live])):
        rows = (await admin.get(PATH, params={"state": state})).json()
        assert [(row["id"], row["state"]) for row in rows] == [(id, state) for id in ids]


async def test_a_stale_edit_is_refused(world: World) -> None:
    admin = world.client("admin")
    await admin.patch(f"{PATH}/draft-1", json={"title": "First"})
    late = await admin.patch(f"{PATH}/draft-1", json={"title": "Second"}, headers={"If-Match": '"1"'})
    assert late.status_code == 409


async def test_the_preview_is_what_visitors_would_see(world: World) -> None:
    content = "# One\n\n" + "two " * 500
    shown = (await world.client("admin").post(f"{PATH}/preview", json={"content": content})).json()
    assert shown["html"].startswith("<h3>One</h3>\n<p>two two")
    assert shown["readTime"] == "2 min read"
    empty = (await world.client("admin").post(f"{PATH}/preview", json={})).json()
    assert empty == {"html": "", "readTime": "1 min read"}


async def kept(admin: httpx.AsyncClient) -> str:
    answer = await admin.post("/api/panel/post-pictures", files={"image": ("a.png", photo(kind="PNG"))})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["image"])


def behind(image: str) -> str:
    """Where staff see a picture that is not public."""
    return image.replace("/uploads/", "/api/panel/post-pictures/")


async def test_a_picture_that_is_gone_is_refused(world: World) -> None:
    admin = world.client("admin")
    image = await kept(admin)
    await world.services.files.delete(
        [photos.file(photos.gallery_stem(image) or "", edge) for edge in (480, 1600)]
    )
    said = "This picture is no longer there. Choose it again"
    for answer in (
        await admin.post(PATH, json=WORDS | {"image": image}),
        await admin.patch(f"{PATH}/draft-1", json={"image": image}),
    ):
        assert (answer.status_code, answer.json()["fields"]) == (400, {"image": said})


@pytest.mark.parametrize(
    "image", ["https://cdn.example/a.jpg", "//cdn.example/a.jpg", "/\\cdn.example/a.jpg"]
)
async def test_a_picture_that_pages_cannot_show_is_refused(world: World, image: str) -> None:
    admin = world.client("admin")
    said = "Pages show only pictures of this site. Choose a picture from your device instead"
    for answer in (
        await admin.post(PATH, json=WORDS | {"image": image}),
        await admin.patch(f"{PATH}/draft-1", json={"image": image}),
    ):
        assert (answer.status_code, answer.json()["fields"]) == (400, {"image": said})
    id = await written(admin)
    async with world.console() as db:
        (await db.find(PostDraft, id)).image = image  # as it could be written before
    refused = await published(admin, id)
    assert (refused.status_code, refused.json()) == (
        400, {"error": f"It cannot be published yet. {said}.", "fields": {"image": said}},
    )  # fmt: skip


async def test_its_picture_is_public_as_long_as_it_is(world: World) -> None:
    admin, visitor = world.client("admin"), world.client()
    image = await kept(admin)
    id = await written(admin, image=image)
    large = await admin.get(behind(image))
    assert opened(large.content).size == (800, 600)
    assert (await visitor.get(image)).status_code == 404
    await published(admin, id)
    for address in (image, image.replace(".webp", "-480.webp")):
        assert (await visitor.get(address)).status_code == 200
    await admin.post(f"{PATH}/{id}/unpublish")
    assert (await visitor.get(image)).status_code == 404


async def test_a_visitor_s_photo_that_nobody_approved_stays_hidden(world: World) -> None:
    admin = world.client("admin")
    image = await kept(admin)
    async with world.console() as db:
        db.store(
            GallerySubmission(
                name="Gus",
                email="g@guest.example",
                location="Maple",
                description="Our house",
                image_url=image,
            )
        )
    await published(admin, await written(admin, image=image))
    assert (await world.client().get(image)).status_code == 404


async def test_a_picture_waits_a_week_for_its_form(world: World) -> None:
    image, files = await kept(world.client("admin")), world.services.files
    for days, gone in ((6, 0), (8, 2)):
        at = (now() - timedelta(days=days)).timestamp()
        for edge in (480, 1600):
            os.utime(files.folder / photos.file(photos.gallery_stem(image) or "", edge), (at, at))
        assert await photos.sweep(world.database, files) == gone


async def test_pictures_that_no_post_names_go_and_others_stay(world: World) -> None:
    admin = world.client("admin")
    drafted, live, unnamed = [await kept(admin) for _ in range(3)]
    await written(admin, image=drafted)
    second = await written(admin, image=live)
    await published(admin, second)
    await admin.patch(f"{PATH}/{second}", json={"image": "/img/barn-960.jpg"})
    assert (
        await photos.sweep(world.database, world.services.files, timedelta(0)) == 2
    )  # the two files of the one that nobody named
    assert (await admin.get(behind(drafted))).status_code == 200
    assert (await world.client().get(live)).status_code == 200
    assert await world.services.files.get(photos.file(photos.gallery_stem(unnamed) or "", 480)) is None


async def test_a_sweep_that_is_cut_off_has_done_some_of_it(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    admin, files = world.client("admin"), world.services.files
    for _ in range(3):
        await kept(admin)
    delete = files.delete

    async def cut_off(names: Sequence[str]) -> None:
        monkeypatch.setattr(files, "delete", fails)
        await delete(names)

    async def fails(_names: Sequence[str]) -> None:
        raise TimeoutError

    monkeypatch.setattr(photos, "BATCH", 2)
    monkeypatch.setattr(files, "delete", cut_off)
    with pytest.raises(TimeoutError):
        await photos.sweep(world.database, files, timedelta(0))
    assert len(await files.stored()) == 4
    monkeypatch.setattr(files, "delete", delete)
    assert await photos.sweep(world.database, files, timedelta(0)) == 4
