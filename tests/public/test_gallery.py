"""The gallery: visitors send photos, approved ones are shown, and nothing of a camera's notes gets out."""

import asyncio
import os
import subprocess
from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest
from PIL import Image

from duskline import limits
from duskline.core.http.rate_limits import spend
from duskline.core.media import images
from duskline.core.media.images import MOST_BYTES, Picture, Upload
from duskline.models.pictures import photos
from tests.conftest import FULL_COUNTS
from tests.pictures import (
    DISPLAY_P3,
    FORM,
    PLACE,
    hostile,
    odd,
    opened,
    padded,
    photo,
    profile,
    saved,
    telltale,
)  # fmt: skip
from tests.servers import Server, run, serving
from tests.world import World

PATH = "/api/gallery"


async def send(caller: httpx.AsyncClient, image: bytes | None, **texts: str) -> httpx.Response:
    files = {} if image is None else {"image": ("a.jpg", image, "image/jpeg")}
    boundary = {} if files else {"content-type": "multipart/form-data; boundary=x"}
    if boundary:
        parts = "".join(
            f'--x\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'
            for name, value in (FORM | texts).items()
        )
        return await caller.post(PATH, content=(parts + "--x--\r\n").encode(), headers=boundary)
    return await caller.post(PATH, data=FORM | texts, files=files)


async def approve(world: World, id: str, approved: int = 1) -> dict[str, Any]:
    answer = await world.client("admin").patch(f"/api/panel/gallery/{id}", json={"approved": approved})
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


@pytest.fixture
def visitor(world: World) -> httpx.AsyncClient:
    return world.client()


async def test_a_photo_waits_for_approval_and_is_then_public(
    world: World, visitor: httpx.AsyncClient
) -> None:
    before = (await visitor.get(PATH)).json()
    answer = await send(visitor, photo())
    assert (answer.status_code, answer.json()["approved"]) == (201, 0)
    assert (await visitor.get(PATH)).json() == before
    submission = next(
        row
        for row in (await world.client("admin").get("/api/panel/gallery")).json()
        if row["id"] == answer.json()["id"]
    )
    address = submission["imageUrl"]
    unknown = await visitor.get("/uploads/" + "0" * 32 + ".webp")
    hidden = await visitor.get(address)
    assert (hidden.status_code, hidden.content) == (404, unknown.content)
    await approve(world, submission["id"])
    listed = (await visitor.get(PATH)).json()[0]
    assert listed == {
        "id": submission["id"], "imageUrl": address, "description": FORM["description"],
        "location": FORM["location"], "category": "Holiday",
    }  # fmt: skip
    shown = await visitor.get(address)
    assert (shown.status_code, shown.headers["content-type"]) == (200, "image/webp")
    assert opened(shown.content).size == (800, 600)
    small = await visitor.get(address.replace(".webp", "-480.webp"))
    assert opened(small.content).size == (480, 360)
    again = await visitor.get(address, headers={"If-None-Match": shown.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    await approve(world, submission["id"], -1)
    assert (await visitor.get(address)).content == unknown.content


async def test_nothing_but_pixels_comes_out(world: World, visitor: httpx.AsyncClient) -> None:
    image = telltale()
    assert PLACE.encode() in image
    submission = await approve(world, (await send(visitor, image)).json()["id"])
    shown = (await visitor.get(submission["imageUrl"])).content
    assert PLACE.encode() not in shown
    picture = opened(shown)
    assert not picture.getexif()
    assert {"exif", "xmp", "icc_profile", "comment"}.isdisjoint(picture.info)
    assert picture.size == (600, 800)  # upright
    left, right = picture.getpixel((10, 400)), picture.getpixel((590, 400))
    assert left[2] > 200  # type: ignore[index]
    assert right[0] > 200  # type: ignore[index]
    kept = [file.read_bytes() for file in world.services.files.folder.rglob("*.webp")]
    assert len(kept) == 2
    assert image not in kept
    assert not any(PLACE.encode() in content for content in kept)


@pytest.mark.parametrize(
    ("kind", "mode"), [("PNG", "RGBA"), ("PNG", "I;16"), ("JPEG", "CMYK"), ("GIF", "P"), ("WEBP", "RGB")]
)
async def test_the_four_types_are_taken(visitor: httpx.AsyncClient, kind: str, mode: str) -> None:
    answer = await send(visitor, saved(Image.new(mode, (40, 30)), kind))
    assert answer.status_code == 201, answer.text


async def test_exactly_five_megabytes_pass_and_one_byte_more_does_not(visitor: httpx.AsyncClient) -> None:
    assert MOST_BYTES == 5_242_880
    assert (await send(visitor, padded(photo(), MOST_BYTES))).status_code == 201
    answer = await send(visitor, padded(photo(), MOST_BYTES + 1))
    assert (answer.status_code, answer.json()) == (413, {"error": "Please select an image smaller than 5MB"})
    assert (await send(visitor, padded(photo(), MOST_BYTES * 2))).status_code == 413


async def test_the_messages_of_the_form(visitor: httpx.AsyncClient) -> None:
    answer = await send(
        visitor, None, name="G", email="gus", location=" ", description="short", category="Dogs"
    )
    assert answer.status_code == 400
    assert answer.json()["fields"] == {
        "name": "Name must be at least 2 characters", "email": "Please enter a valid email address",
        "location": "Location is required", "description": "Description must be at least 10 characters",
        "category": "Please select a valid category", "image": "Please select an image to upload",
    }  # fmt: skip
    assert (await send(visitor, photo(), approved="1")).json()["fields"] == {"approved": "Unknown field"}
    assert (await visitor.post(PATH, json=FORM)).status_code == 415
    assert (await visitor.post(PATH, data=FORM)).status_code == 415


EVERY = 1 if FULL_COUNTS else 4
"""Of the corpus of files, how many are taken in the short run: each starts a process."""


def some(files: dict[str, bytes]) -> list[tuple[str, bytes]]:
    return list(files.items())[::EVERY]


def test_there_are_enough_files() -> None:
    assert len(hostile()) + len(odd()) >= 60


async def test_hostile_files_are_refused(world: World) -> None:
    for number, (name, content) in enumerate(some(hostile())):
        answer = await send(world.client(address=f"203.0.113.{number + 1}"), content)
        assert answer.status_code == 400, name
        assert answer.json()["fields"].keys() == {"image"}, name
    assert not list(world.services.files.folder.rglob("*"))


async def test_odd_files_are_kept_as_pixels_alone(world: World) -> None:
    """Whatever came along, under whatever name: two pictures of our own making, and nothing of the file itself."""
    for number, (name, content) in enumerate(some(odd())):
        form = {"data": FORM, "files": {"image": (NAMES[number % len(NAMES)], content, "text/html")}}
        answer = await world.client(address=f"203.0.113.{number + 1}").post(PATH, **form)  # type: ignore[arg-type]
        assert answer.status_code == 201, name
        kept = [path.read_bytes() for path in world.services.files.folder.rglob("*.webp")]
        assert len(kept) == 2 * (number + 1), name
        assert content not in kept, name
    for picture in kept:
        assert PLACE.encode() not in picture
        image = opened(picture)
        assert (image.format, getattr(image, "n_frames", 1)) == ("WEBP", 1)
        assert {"exif", "xmp", "icc_profile", "comment"}.isdisjoint(image.info)
        assert max(image.size) <= 1600
    assert {path.suffix for path in world.services.files.folder.rglob("*") if path.is_file()} == {".webp"}


WIDE = profile(*DISPLAY_P3)
GRAY = profile(gamma=1.0)
ORANGE, AS_SEEN = (200, 100, 50), (216, 92, 24)
"""In the wide space, and in that of the web."""
CLAY = Image.new("RGB", (64, 64), ORANGE)
SLATE = Image.new("L", (64, 64), 60)
COLORED: dict[str, tuple[bytes, tuple[int, int, int]]] = {
    "png": (saved(CLAY, "PNG", icc_profile=WIDE), AS_SEEN),
    "png see-through": (saved(CLAY.convert("RGBA"), "PNG", icc_profile=WIDE), AS_SEEN),
    "png palette": (saved(CLAY.quantize(4), "PNG", icc_profile=WIDE), AS_SEEN),
    "png palette see-through": (saved(CLAY.quantize(4), "PNG", icc_profile=WIDE, transparency=3), AS_SEEN),
    "png one color see-through": (saved(CLAY, "PNG", icc_profile=WIDE, transparency=(1, 2, 3)), AS_SEEN),
    "webp": (saved(CLAY, "WEBP", icc_profile=WIDE, lossless=True), AS_SEEN),
    "webp see-through": (saved(CLAY.convert("RGBA"), "WEBP", icc_profile=WIDE, lossless=True), AS_SEEN),
    "jpeg": (saved(CLAY, icc_profile=WIDE, quality=100), AS_SEEN),
    "gray png": (saved(SLATE, "PNG", icc_profile=GRAY), (133, 133, 133)),
    "gray png see-through": (saved(SLATE.convert("LA"), "PNG", icc_profile=GRAY), (133, 133, 133)),
    "gray png of 16 bits": (
        saved(SLATE.convert("I").point(lambda value: value * 257).convert("I;16"), "PNG", icc_profile=GRAY),
        (133, 133, 133),
    ),
    "gray jpeg": (saved(SLATE, icc_profile=GRAY, quality=100), (133, 133, 133)),
    "a gray profile on colors": (saved(CLAY, "PNG", icc_profile=GRAY), ORANGE),
    "no profile": (saved(CLAY.convert("RGBA"), "PNG"), ORANGE),
    "half see-through": (
        saved(Image.new("RGBA", (64, 64), (*ORANGE, 128)), "PNG", icc_profile=WIDE),
        (235, 173, 139),
    ),
}


@pytest.mark.parametrize("kind", COLORED)
async def test_colors_are_those_of_the_profile(world: World, visitor: httpx.AsyncClient, kind: str) -> None:
    content, seen = COLORED[kind]
    submission = await approve(world, (await send(visitor, content)).json()["id"])
    picture = opened((await visitor.get(submission["imageUrl"])).content).convert("RGB")
    assert picture.getpixel((32, 32)) == pytest.approx(seen, abs=3)


@pytest.mark.parametrize("missing", [1, 2, 3, 2_000])
async def test_a_jpeg_without_its_end_is_kept_as_browsers_show_it(
    world: World, visitor: httpx.AsyncClient, missing: int
) -> None:
    submission = await approve(world, (await send(visitor, photo(quality=95)[:-missing])).json()["id"])
    picture = opened((await visitor.get(submission["imageUrl"])).content).convert("RGB")
    assert picture.size == (800, 600)
    assert picture.getpixel((400, 100)) == pytest.approx((254, 0, 0), abs=3)


@pytest.mark.parametrize("kind", ["PNG", "WEBP", "GIF"])
async def test_half_a_picture_is_said_to_be_incomplete(visitor: httpx.AsyncClient, kind: str) -> None:
    content = photo(kind=kind)
    answer = await send(visitor, content[: len(content) // 2])
    assert (answer.status_code, answer.json()["fields"]) == (
        400, {"image": "This image is damaged or incomplete. Please save it again or choose another one."},
    )  # fmt: skip


NAMES = (
    "../../etc/passwd", "a.php", "a.jpg.html", "con", "a\u202egpj.exe", "x" * 255 + ".svg", "-rf", ".htaccess", "%2e%2e%2f", "\u00e9\U0001f4a1.jpg",
)  # fmt: skip


async def test_control_a_copy_of_the_file_keeps_its_notes(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What decoding is for: kept as sent, the files tell the place."""

    async def trusting(_self: Any, upload: Upload) -> Picture:
        return Picture(upload.content, upload.content)

    monkeypatch.setattr(images.ImageWorker, "processed", trusting)
    assert (await send(world.client(), telltale())).status_code == 201
    kept = [path.read_bytes() for path in world.services.files.folder.rglob("*.webp")]
    assert all(PLACE.encode() in content for content in kept)


def tree(root: int) -> list[int]:
    """A process and all that it started."""
    listed = subprocess.run(["ps", "-e", "-o", "pid=,ppid="], check=True, capture_output=True, text=True)
    parents = dict(line.split() for line in listed.stdout.splitlines())
    found = [root]
    for process in found:
        found += [int(child) for child, parent in parents.items() if int(parent) == process]
    return found


def resident(root: int) -> int:
    """Mebibytes in memory of a process and all that it started; shared pages count in each."""
    pages = 0
    for process in tree(root):
        with suppress(OSError):
            pages += int(Path(f"/proc/{process}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGESIZE") // 2**20


async def bombard(server: Server) -> tuple[int, list[int]]:
    """Eight bombs at once; the most that was resident meanwhile, and how they were answered."""
    large = saved(Image.new("RGB", (5_000, 4_990)), "PNG")
    bombs = [large, saved(Image.new("RGB", (7_000, 7_000)), "JPEG", quality=5), *map(hostile().get, ("bomb", "jpeg bomb", "text bomb"))]  # fmt: skip
    async with httpx.AsyncClient(base_url=server.url, timeout=300) as visitor:
        answers = asyncio.gather(*(send(visitor, bombs[n % len(bombs)] or b"") for n in range(8)))
        most = 0
        while not answers.done():
            most = max(most, resident(server.process.pid))
            await asyncio.sleep(0.05)
        return most, [answer.status_code for answer in await answers]


@pytest.mark.skipif(not FULL_COUNTS or not Path("/proc/self/statm").exists(), reason="full counts, Linux")
def test_eight_bombs_at_once_stay_within_bounds(tmp_path: Path) -> None:
    settings = {"DATA_DIR": str(tmp_path)}
    assert run("migrate", settings=settings).returncode == 0
    with serving(settings=settings) as server:
        idle = resident(server.process.pid)
        most, statuses = asyncio.run(bombard(server))
        print(f"idle {idle} MiB, with eight bombs {most} MiB: {statuses}")
        assert most <= idle + 512
        assert set(statuses) <= {201, 400, 503}
        assert httpx.get(f"{server.url}/readyz").status_code == 200


async def test_twenty_photos_an_hour_are_taken(world: World, visitor: httpx.AsyncClient) -> None:
    for _ in range(18):
        await spend(world.database, (limits.PHOTOS, "198.51.100.7"))
    answers = [await send(visitor, image) for image in (photo(9, 9), b"refused", photo(9, 9), photo(9, 9))]
    assert [answer.status_code for answer in answers] == [201, 400, 201, 429]
    assert int(answers[-1].headers["retry-after"]) > 3000
    assert (await send(world.client(address="198.51.100.8"), photo(9, 9))).status_code == 201
    assert (await send(visitor, None)).status_code == 400


async def test_several_at_once_are_all_taken(visitor: httpx.AsyncClient) -> None:
    answers = await asyncio.gather(*(send(visitor, photo(20 + n, 20)) for n in range(6)))
    assert [answer.status_code for answer in answers] == [201] * 6


async def test_files_without_a_record_are_swept(world: World, visitor: httpx.AsyncClient) -> None:
    kept = await approve(world, (await send(visitor, photo())).json()["id"])
    files = world.services.files
    await photos.keep(files, photos.gallery_stem(photos.new_address()) or "", Picture(b"large", b"small"))
    (files.folder / "gallery" / "half.webp#1").write_bytes(b"half")
    assert await photos.sweep(world.database, files) == 0  # they may belong to an upload under way
    assert await photos.sweep(world.database, files, timedelta(0)) == 3
    assert (await visitor.get(kept["imageUrl"])).status_code == 200
