"""One's own picture and telephone number: of one's own choosing, for those who may read one's name."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from pathlib import Path

import httpx
import pytest

from duskline.models.pictures import photos
from tests.account.signing_in import USER
from tests.pictures import opened, photo
from tests.world import World

PICTURE = "/api/auth/user/picture"
WHO = "near_rep"
ROOT = Path(__file__).resolve().parents[2]


async def shows(world: World, who: str = WHO) -> httpx.Response:
    return await world.client(who).post(PICTURE, files={"image": ("me.jpg", photo())})


async def face_of(world: World, who: str = WHO) -> str | None:
    face: str | None = (await world.client(who).get(USER)).json()["profileImageUrl"]
    return face


async def test_a_picture_is_made_anew_and_seen_by_those_who_read_the_name(world: World) -> None:
    assert await face_of(world) is None
    answer = await shows(world)
    assert answer.status_code == 204, answer.text
    face = await face_of(world)
    assert face is not None
    for who, status in (
        (WHO, 200), ("branch_ops_manager", 200), ("technician", 200), ("admin", 200), ("support", 200),
        ("far_rep", 404), ("homeless", 404), ("no_role", 403), ("client", 403), ("anonymous", 401),
    ):  # fmt: skip
        answer = await world.client(who).get(face)
        assert answer.status_code == status, who
        if status == 200:
            picture = opened(answer.content)
            assert (picture.format, max(picture.size), dict(picture.getexif())) == ("WEBP", 480, {})
    for path in ("/api/panel/users", "/api/panel/colleagues", "/api/panel/assignees"):
        rows = {
            row["id"]: row for row in (await world.client("admin").get(path, params={"limit": "200"})).json()
        }
        assert rows[WHO]["profileImageUrl"] == face, path


async def test_a_browser_asks_for_a_picture_each_time(world: World) -> None:
    """What it keeps is shown to nobody whose session has ended."""
    await shows(world)
    face = await face_of(world)
    assert face
    answer = await world.client("admin").get(face)
    assert answer.headers["cache-control"] == "private, no-cache"
    known = {"If-None-Match": answer.headers["etag"]}
    again = await world.client("admin").get(face, headers=known)
    assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", known["If-None-Match"])
    other = await world.client("admin").get(face, headers={"If-None-Match": '"another"'})
    assert (other.status_code, other.content) == (200, answer.content)
    for who, status in (("logged_out", 401), ("anonymous", 401), ("far_rep", 404)):
        assert (await world.client(who).get(face, headers=known)).status_code == status, who


def kept_for_a_while(folders: Iterable[str]) -> list[str]:
    sources = (path for folder in folders for path in sorted((ROOT / folder).rglob("*.py")))
    return [path.name for path in sources if "max-age" in path.read_text()]


def test_nothing_that_needs_a_session_is_kept_for_a_while() -> None:
    assert kept_for_a_while(("duskline/panel", "duskline/account")) == []


def test_control_what_is_kept_for_a_while_is_named() -> None:
    assert "gallery.py" in kept_for_a_while(["duskline/public"])


async def test_another_picture_takes_its_place_and_what_nobody_shows_goes(world: World) -> None:
    await shows(world)
    first = await face_of(world)
    await shows(world)
    second = await face_of(world)
    assert first
    assert second
    assert first != second
    assert (await world.client(WHO).get(first)).status_code == 404
    files = world.services.files
    assert await photos.sweep(world.database, files, timedelta(0)) >= 2
    assert (await world.client(WHO).get(second)).status_code == 200
    assert (await world.client(WHO).delete(PICTURE)).status_code == 204
    assert await face_of(world) is None
    assert (await world.client(WHO).get(second)).status_code == 404
    assert await files.get(photos.file(photos.face_stem(second) or "", 480)) is not None
    await photos.sweep(world.database, files, timedelta(0))
    assert await files.get(photos.file(photos.face_stem(second) or "", 480)) is None


@pytest.mark.parametrize(
    "content", [b"", b"no picture", b"<svg xmlns='http://www.w3.org/2000/svg'/>", b"GIF89a"]
)
async def test_what_is_no_picture_is_refused(world: World, content: bytes) -> None:
    answer = await world.client(WHO).post(PICTURE, files={"image": ("me.svg", content, "image/png")})
    assert (answer.status_code, list(answer.json()["fields"])) == (400, ["image"])
    assert await face_of(world) is None


async def test_a_phone_is_one_s_own_to_set_and_shown_with_the_name(world: World) -> None:
    me = world.client(WHO)
    name = {"firstName": "Nell"}
    assert (await me.patch(USER, json=name | {"phone": " (555) 555-0199 "})).status_code == 204
    assert (await me.get(USER)).json()["phone"] == "(555) 555-0199"
    assert (await me.patch(USER, json=name)).status_code == 204
    rows = {row["id"]: row for row in (await world.client("technician").get("/api/panel/colleagues")).json()}
    assert rows[WHO]["phone"] == "(555) 555-0199", "what is not named stays"
    assert (await me.patch(USER, json=name | {"phone": ""})).status_code == 204
    assert (await me.get(USER)).json()["phone"] is None
    assert (await me.patch(USER, json=name | {"phone": "5" * 41})).status_code == 400
