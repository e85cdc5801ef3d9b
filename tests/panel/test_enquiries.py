"""The inbox shows each message once, with what became of it, however it is asked for."""

from typing import Any

import pytest

from tests.world import World

PATH = "/api/panel/enquiries"
SENDERS = ("Ivy Porchlight", "Abe Porchlight", "Una Gable")


async def shown(world: World, **query: str) -> list[dict[str, Any]]:
    answer = await world.client("support").get(PATH, params=query)
    assert answer.status_code == 200, answer.text
    assert answer.headers["x-total-count"] == str(len(answer.json()))
    return list(answer.json())


@pytest.fixture
async def messages(world: World) -> World:
    for number, name in enumerate(SENDERS):
        said = {"name": name, "email": f"n{number}@visitor.example", "message": "Does it light a flat roof?"}
        assert (await world.client().post("/api/contact", json=said)).status_code == 201
    return world


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ({"q": "ivy porchlight"}, ["Ivy Porchlight"]),
        ({"q": "porchlight"}, ["Abe Porchlight", "Ivy Porchlight"]),
        ({"q": "iv"}, ["Ivy Porchlight"]),
        ({"q": "porchlight", "state": "open"}, ["Abe Porchlight", "Ivy Porchlight"]),
        ({"q": "porchlight", "state": "archived"}, []),
        ({"q": "nobody of that name"}, []),
    ],
)
async def test_a_search_finds_each_message_once(
    messages: World, query: dict[str, str], names: list[str]
) -> None:
    rows = await shown(messages, **query)
    assert [row["name"] for row in rows] == names
    assert len({row["id"] for row in rows}) == len(rows)


async def test_what_became_of_a_message_stands_beside_it_alone(messages: World) -> None:
    (ivy,) = await shown(messages, q="ivy porchlight")
    assert (await messages.client("support").post(f"{PATH}/{ivy['id']}/archive")).status_code == 200
    states = {row["name"]: row["state"] for row in await shown(messages, q="porchlight")}
    assert states == {"Ivy Porchlight": "archived", "Abe Porchlight": "open"}
