"""The letter that confirms a visitor's request or message: what it says, to whom it goes, and to whom it does not."""

from __future__ import annotations

from typing import Any

import httpx
import msgspec
import pytest
from sqlalchemy import select

from duskline.core.mail.letters import Letter
from duskline.core.mail.outbox import MAILS
from tests.world import World

MESSAGE = {"name": "Ivy Porchlight", "email": "ivy@visitor.example", "message": "Does it light a flat roof?"}
QUOTE = {
    "propertyType": "home", "coverage": "whole", "stories": 1, "feet": 100, "zip": "10001", "name": "Ivy Porchlight",
    "email": "ivy@visitor.example", "secondsOpen": 30,
}  # fmt: skip


async def letters(world: World) -> list[Letter]:
    async with world.database.reads.connect() as connection:
        rows = await connection.scalars(select(MAILS.c.letter).order_by(MAILS.c.id))
        return [msgspec.json.decode(row, type=Letter) for row in rows]


async def sent(
    world: World, path: str, body: dict[str, Any], address: str = "198.51.100.7"
) -> httpx.Response:
    async with world.client(address=address) as visitor:
        answer = await visitor.post(path, json=body)
    assert answer.status_code == 201, answer.text
    return answer


async def test_a_message_is_confirmed_with_its_number_and_what_happens_next(world: World) -> None:
    answer = await sent(world, "/api/contact", MESSAGE)
    number = answer.json()["reference"]
    (letter,) = await letters(world)
    assert (letter.to.address, letter.to.name) == ("ivy@visitor.example", "Ivy Porchlight")
    assert letter.subject == f"Your message {number}"
    assert letter.text.startswith(
        "Hello Ivy Porchlight,\n\nThank you for writing to Duskline. Your message has arrived; "
        f"its reference number is {number}."
        "\n\nWhat happens next: one of us will read it and reply within 24 hours.\n\n"
    )
    assert letter.reply_to
    assert letter.reply_to.address == "hello@duskline.example"
    assert letter.html
    assert f"its reference number is {number}." in letter.html


@pytest.mark.parametrize("served", [True, False])
async def test_a_quote_request_is_confirmed_with_its_range(world: World, served: bool) -> None:
    answer = await sent(world, "/api/quotes", QUOTE | {"zip": "10001" if served else "99999"})
    (letter,) = await letters(world)
    asked = answer.json()
    assert asked["served"] is served
    assert letter.subject == f"Your quote request {asked['reference']}"
    assert f"between ${asked['low']:,} and ${asked['high']:,}." in letter.text
    assert ("arrange a visit and measure" in letter.text) is served
    assert ("outside the area we serve" in letter.text) is not served


async def test_it_carries_no_word_of_the_visitor_s_but_the_name(world: World) -> None:
    words = {"name": "Ann", "message": "unheard-of word", "street": "1 Quiet Lane", "phone": "555 555 0155"}
    await sent(world, "/api/contact", MESSAGE | words)
    (letter,) = await letters(world)
    for word in ("unheard-of", "Quiet Lane", "0155"):
        assert word not in msgspec.json.encode(letter).decode()


@pytest.mark.parametrize(
    "name",
    [
        "Win at https://spam.example",
        "www.spam.example",
        "Call 555 555 0155",
        "<b>Ann</b>",
        "Buy now! It is free",
    ],
)
async def test_a_name_that_is_none_is_not_said_back(world: World, name: str) -> None:
    await sent(world, "/api/contact", MESSAGE | {"name": name})
    (letter,) = await letters(world)
    assert letter.text.startswith("Hello,\n\n")
    assert letter.to.name == ""
    assert name not in (letter.html or "")


@pytest.mark.parametrize("name", ["J. R. O\u2019Brien-Smith", "\u674e\u5c0f\u9f99", "Zo\u00eb van der Berg"])
async def test_a_name_is_said_back(world: World, name: str) -> None:
    await sent(world, "/api/contact", MESSAGE | {"name": name})
    (letter,) = await letters(world)
    assert letter.text.startswith(f"Hello {name},\n\n")


async def test_what_looks_like_a_robot_s_is_not_confirmed(world: World) -> None:
    await sent(world, "/api/contact", MESSAGE | {"website": "https://spam.example"})
    await sent(world, "/api/quotes", QUOTE | {"website": "https://spam.example"})
    await sent(world, "/api/quotes", QUOTE | {"secondsOpen": 0.5})
    assert await letters(world) == []


async def test_an_address_gets_three_a_day_and_every_message_is_kept(world: World) -> None:
    for number in range(5):
        address = MESSAGE["email"].upper() if number % 2 else MESSAGE["email"]
        await sent(world, "/api/contact", MESSAGE | {"email": address}, address=f"198.51.100.{number}")
    await sent(world, "/api/contact", MESSAGE | {"email": "else@visitor.example"})
    assert [letter.to.address.lower() for letter in await letters(world)] == [
        "ivy@visitor.example", "ivy@visitor.example", "ivy@visitor.example", "else@visitor.example",
    ]  # fmt: skip
    rows = (await world.client("support").get("/api/panel/enquiries", params={"state": "open"})).json()
    assert sum(row["message"] == MESSAGE["message"] for row in rows) == 6


async def test_the_same_request_sent_again_is_confirmed_once(world: World) -> None:
    first = await sent(world, "/api/quotes", QUOTE | {"key": "k" * 22})
    again = await sent(world, "/api/quotes", QUOTE | {"key": "k" * 22})
    assert first.json()["reference"] == again.json()["reference"]
    assert len(await letters(world)) == 1


async def test_what_is_refused_is_not_confirmed(world: World) -> None:
    async with world.client() as visitor:
        assert (await visitor.post("/api/contact", json=MESSAGE | {"message": "short"})).status_code == 400
    assert await letters(world) == []
