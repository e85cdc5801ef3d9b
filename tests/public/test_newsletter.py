"""The newsletter: an address is kept once, however it is written; a robot is stopped by number."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from duskline.models.records.enquiries import NewsletterSubscription
from tests.world import World

PATH = "/api/newsletter"


async def kept(world: World) -> list[str]:
    async with world.console() as db:
        return list(await db.scalars(select(NewsletterSubscription.email)))


async def test_an_address_is_kept_as_it_was_written(world: World) -> None:
    async with world.client() as visitor:
        answer = await visitor.post(PATH, json={"email": " Vera@Visitor.example "})
    assert (answer.status_code, answer.json()) == (201, {"success": True})
    assert await kept(world) == ["Vera@Visitor.example"]


async def test_subscribing_again_is_the_same_success(world: World) -> None:
    async with world.client() as visitor:
        answers = [
            await visitor.post(PATH, json={"email": email})
            for email in ("vera@visitor.example", "vera@visitor.example", "VERA@visitor.example")
        ]
    assert {answer.status_code for answer in answers} == {201}
    assert await kept(world) == ["vera@visitor.example"]


@pytest.mark.parametrize("email", ["", "vera", "vera@visitor", "vera@visitor.example, gus@guest.example"])
async def test_what_is_no_address_is_refused(shared_world: World, email: str) -> None:
    async with shared_world.client() as visitor:
        answer = await visitor.post(PATH, json={"email": email})
    assert (answer.status_code, answer.json()["fields"]) == (
        400,
        {"email": "Please enter a valid email address"},
    )


async def test_the_twenty_first_of_an_hour_is_asked_to_wait(world: World) -> None:
    async with world.client() as visitor:
        for number in range(20):
            assert (await visitor.post(PATH, json={"email": f"v{number}@v.example"})).status_code == 201
        answer = await visitor.post(PATH, json={"email": "one@more.example"})
    assert answer.status_code == 429
    assert 0 < int(answer.headers["retry-after"]) <= 3600
    assert len(await kept(world)) == 20
