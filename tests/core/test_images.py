"""What an upload may cost: judged by its markers before it is decoded, counted when it is, staff before visitors."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import httpx
import pytest
from sqlalchemy import select

from duskline import limits
from duskline.core.data.calls import RateLimit
from duskline.core.http.rate_limits import spend
from duskline.core.media import containers, images
from duskline.core.media.images import MEMORY, DecodeLimits, ImageWorker, Upload, judged
from duskline.core.system.errors import Refusal
from duskline.public import gallery
from tests.pictures import FORM, broken, costly, many_passes, odd, opened, photo
from tests.world import World

PHOTOS = "/api/panel/work-orders/order-1-1/photos"
COSTLY = costly()
TOO_INTRICATE = "This image is stored in a way that takes too long to open. Please save it as a plain JPEG or PNG and try again."


async def send(caller: httpx.AsyncClient, image: bytes, path: str = "/api/gallery") -> httpx.Response:
    data = FORM if path == "/api/gallery" else {}
    return await caller.post(path, data=data, files={"image": ("a.jpg", image, "image/jpeg")})


async def counted(world: World) -> list[int]:
    async with world.console() as db:
        return list(await db.scalars(select(RateLimit.used)))


class Decoder:
    """Stands where the worker's process is started: counts the images, and holds them while told to."""

    def __init__(self) -> None:
        self.started: list[int] = []
        self.free = asyncio.Event()
        self._run = images._run

    async def __call__(self, upload: Upload) -> tuple[int, bytes]:
        self.started.append(upload.limits.pixels)
        await self.free.wait()
        return await self._run(upload)


@pytest.fixture
def decoder(monkeypatch: pytest.MonkeyPatch) -> Decoder:
    made = Decoder()
    monkeypatch.setattr(images, "_run", made)
    return made


# --- before decoding ---


@pytest.mark.parametrize("name", COSTLY)
async def test_what_would_cost_much_is_refused_before_it_is_decoded(
    world: World, decoder: Decoder, name: str
) -> None:
    decoder.free.set()
    for caller, path in ((world.client(), "/api/gallery"), (world.client("technician"), PHOTOS)):
        answer = await send(caller, COSTLY[name], path)
        assert (answer.status_code, answer.json()["fields"]) == (400, {"image": TOO_INTRICATE})
    assert decoder.started == []
    assert await counted(world) == []  # refusing it was free, and so it counts against nobody


async def test_control_without_the_bounds_a_decoder_is_busy_until_it_is_stopped(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(containers, "MOST_PASSES", 10**9)
    monkeypatch.setattr(containers, "MOST_PARTS", 10**9)
    content = many_passes(40_000)
    assert len(content) < 533_000
    status, out = await images._run(Upload(content, DecodeLimits(1_000_000, MEMORY, 1)))
    assert (status < 0, out) == (True, b"")  # ended by the limit of its time
    assert judged(content).limits.seconds <= 4


async def test_honest_files_pass_as_what_they_are() -> None:
    for name, content in odd().items():
        found, image = containers.described(content), opened(content)
        assert found is not None, name
        assert (found.width, found.height) == image.size, name
        assert found.frames == (1 if name == "mpo" else getattr(image, "n_frames", 1)), name
    assert containers.described(photo(progressive=True)).passes == 10  # type: ignore[union-attr]


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "GIF", "WEBP"])
@pytest.mark.parametrize("behind", [b"\n", b"\0" * 400_000], ids=["line end", "filling"])
def test_what_stands_behind_an_image_is_not_looked_at(kind: str, behind: bytes) -> None:
    content = photo(kind=kind) + behind
    assert opened(content).load()
    assert containers.described(content) == containers.described(photo(kind=kind)) is not None


def test_time_and_memory_go_by_pixels() -> None:
    small, phone, largest = (
        judged(photo(*size)).limits for size in ((40, 30), (4_032, 3_024), (7_071, 7_071))
    )
    assert (small.seconds, small.memory) == (4, 96)
    assert small.memory < phone.memory < largest.memory <= 512
    assert small.seconds < phone.seconds < largest.seconds <= 13
    assert 2 * phone.memory < 512  # a visitor's and a technician's at once


async def test_more_pixels_than_the_markers_say_are_not_decoded() -> None:
    """Whoever reads the markers otherwise than we do is held to what we read."""
    image = judged(photo())
    assert (await images._run(image))[0] == 0
    less = Upload(image.content, DecodeLimits(image.limits.pixels - 1, MEMORY, 4))
    assert (await images._run(less))[0] != 0


# --- counting ---


async def nearly_used_up(world: World) -> httpx.AsyncClient:
    for _ in range(19):
        await spend(world.database, (limits.PHOTOS, "198.51.100.7"))
    return world.client()


async def test_an_attempt_that_was_decoded_counts(world: World) -> None:
    visitor = await nearly_used_up(world)
    assert [(await send(visitor, image)).status_code for image in (b"none", broken(), photo())] == [
        400,
        400,
        429,
    ]


async def test_control_with_a_refund_for_every_refusal_it_would_not(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gallery, "Unavailable", Refusal)
    visitor = await nearly_used_up(world)
    assert [(await send(visitor, image)).status_code for image in (broken(), broken(), photo())] == [
        400,
        400,
        201,
    ]


async def test_an_attempt_that_found_no_turn_does_not_count(
    world: World, decoder: Decoder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(images, "WAIT_SECONDS", 0.1)
    first = asyncio.create_task(send(world.client(), photo()))
    await until(lambda: len(decoder.started) == 1)
    second = await send(world.client(), photo())
    assert (second.status_code, "retry-after" in second.headers) == (503, True)
    decoder.free.set()
    assert (await first).status_code == 201
    assert await counted(world) == [1]


# --- whose turn it is ---


async def until(true: Callable[[], Any]) -> None:
    async with asyncio.timeout(10):
        while not true():  # noqa: ASYNC110
            await asyncio.sleep(0.01)


async def stand_in_line(world: World, decoder: Decoder) -> httpx.Response:
    """Four visitors' images wait while one is decoded without end; then a technician sends one."""
    visitors = [asyncio.create_task(send(world.client(), photo(60, 40))) for _ in range(5)]
    await until(lambda: decoder.started)
    technician = asyncio.create_task(send(world.client("technician"), photo(40, 30), PHOTOS))
    with_turn = asyncio.create_task(until(lambda: 1_200 in decoder.started))
    await asyncio.wait([technician, with_turn], return_when=asyncio.FIRST_COMPLETED)
    decoder.free.set()
    await asyncio.gather(*visitors, with_turn, return_exceptions=True)
    return await technician


async def test_staff_do_not_wait_for_visitors(
    world: World, decoder: Decoder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(images, "WAIT_SECONDS", 1.0)
    assert (await stand_in_line(world, decoder)).status_code == 201
    assert decoder.started[:2] == [2_400, 1_200]


async def test_control_without_a_turn_of_their_own_they_would(
    world: World, decoder: Decoder, monkeypatch: pytest.MonkeyPatch
) -> None:
    processed = ImageWorker.processed
    monkeypatch.setattr(ImageWorker, "processed", lambda self, upload, **_: processed(self, upload))
    monkeypatch.setattr(images, "WAIT_SECONDS", 1.0)
    assert (await stand_in_line(world, decoder)).status_code == 503


async def test_all_that_is_processed_at_once_stays_within_one_allowance(decoder: Decoder) -> None:
    """What needs all of the memory waits for the other turn, and is then before every visitor."""
    worker = ImageWorker()
    sizes = {"visitor": (1, 300), "staff": (2, 300), "next visitor": (3, 100)}
    tasks = []
    for who, (pixels, memory) in sizes.items():
        upload = Upload(photo(1, 1), DecodeLimits(pixels, memory, 4))
        tasks.append(asyncio.create_task(worker.processed(upload, staff=who == "staff")))
        await asyncio.sleep(0.05)
    assert decoder.started == [1]
    decoder.free.set()
    await asyncio.gather(*tasks)
    assert decoder.started[:2] == [1, 2]


async def test_whoever_goes_away_gives_the_turn_back(decoder: Decoder) -> None:
    worker, upload = ImageWorker(), judged(photo(40, 30))
    first, second = (asyncio.create_task(worker.processed(upload)) for _ in range(2))
    await until(lambda: decoder.started)
    for gone in (second, first):
        gone.cancel()
        with pytest.raises(asyncio.CancelledError):
            await gone
    decoder.free.set()
    assert (await worker.processed(upload)).small
