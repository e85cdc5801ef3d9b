"""Moderation: managers and administrators decide which photos are shown, and the pages follow at once."""

from pathlib import Path

import httpx
import pytest
from sqlalchemy import select

from duskline import app
from duskline.core.data.audit import AuditLog
from tests.pictures import FORM, opened, photo
from tests.serving.small_site import build_small_site
from tests.world import NOBODIES, ROLES, World

PATH = "/api/panel/gallery"


async def sent(world: World) -> str:
    answer = await world.client().post(
        "/api/gallery", data=FORM, files={"image": ("a.png", photo(kind="PNG"))}
    )
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


async def test_who_enters(world: World) -> None:
    moderators = {"admin", "regional_ops_manager", "branch_ops_manager"}
    for name in (*ROLES, *NOBODIES):
        caller, allowed = world.client(name), name in moderators
        for answer in (
            await caller.get(PATH),
            await caller.get(f"{PATH}/photo-0/history"),
            await caller.patch(f"{PATH}/photo-0", json={"category": "Events"}),
        ):
            assert (answer.status_code == 200) is allowed, (name, answer.text)


async def test_the_list_narrows_by_state(world: World) -> None:
    admin = world.client("admin")
    for word, id in (("0", "photo-0"), ("1", "photo-1"), ("-1", "photo-2")):
        assert [row["id"] for row in (await admin.get(PATH, params={"approved": word})).json()] == [id]
    assert (await admin.get(PATH, params={"approved": "2"})).status_code == 400
    assert (await admin.get(PATH, params={"approved": "yes"})).status_code == 400


async def test_a_waiting_photo_can_be_looked_at(world: World) -> None:
    id, admin = await sent(world), world.client("admin")
    large, small = await admin.get(f"{PATH}/{id}/image"), await admin.get(f"{PATH}/{id}/image?small=true")
    assert [opened(answer.content).size for answer in (large, small)] == [(800, 600), (480, 360)]
    assert large.headers["cache-control"] == "no-store"
    missing = await admin.get(f"{PATH}/nobody/image")
    assert (await admin.get(f"{PATH}/photo-0/image")).content == missing.content  # its file was never ours


async def test_a_decision_is_recorded_and_a_stale_one_refused(world: World) -> None:
    admin = world.client("admin")
    first = await admin.patch(f"{PATH}/photo-0", json={"approved": 1, "description": "A porch at dusk"})
    assert (first.json()["approved"], first.json()["description"]) == (1, "A porch at dusk")
    late = await admin.patch(f"{PATH}/photo-0", json={"approved": -1}, headers={"If-Match": '"1"'})
    assert late.status_code == 409
    events = (await admin.get(f"{PATH}/photo-0/history")).json()
    async with world.console() as db:
        kept = select(AuditLog.entity_type).where(AuditLog.entity_id == "photo-0")
        assert list(await db.scalars(kept)) == ["gallery_submission"]
    assert events[0]["changes"]["approved"] == [0, 1]
    for faulty in (
        {"approved": 2},
        {"approved": None},
        {"approved": True},
        {"imageUrl": "/x"},
        {"category": "All"},
    ):
        assert (await admin.patch(f"{PATH}/photo-0", json=faulty)).status_code == 400, faulty


@pytest.fixture
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app, "BUILD", build_small_site(tmp_path / "dist"))


async def test_pages_show_it_at_once(built: None, world: World) -> None:
    admin, visitor = world.client("admin"), world.client()

    async def page() -> str:
        return (await visitor.get("/gallery")).text

    assert "photo-0" not in await page()
    await admin.patch(f"{PATH}/photo-0", json={"approved": 1})
    assert "photo-0.webp" in await page()
    assert "photo-1.webp" in await page()
    await admin.patch(f"{PATH}/photo-0", json={"category": "Events"})
    assert "Events" in await page()
    await admin.patch(f"{PATH}/photo-0", json={"approved": -1})
    assert "photo-0" not in await page()


async def test_cross_site_uploads_are_refused(world: World) -> None:
    def files() -> dict[str, tuple[str, bytes]]:
        return {"image": ("a.png", photo(kind="PNG"))}

    foreign: httpx.Response = await world.client().post(
        "/api/gallery", data=FORM, files=files(), headers={"Sec-Fetch-Site": "cross-site"}
    )
    assert foreign.status_code == 403
