"""Messages from visitors: every one is kept, and what looks like a robot's is listed apart."""

import pytest

from tests.world import World

NEW = {"name": "Ivy Porchlight", "email": "ivy@visitor.example", "message": "Does it light a flat roof?"}


@pytest.mark.parametrize(
    ("website", "state"), [("https://spam.example", "suspected"), ("", "open"), (None, "open")]
)
async def test_a_message_with_the_hidden_field_filled_in_is_listed_apart(
    world: World, website: str | None, state: str
) -> None:
    sent = await world.client().post("/api/contact", json=NEW | {"website": website})
    assert sent.status_code == 201, sent.text
    for each in ("open", "suspected"):
        rows = (await world.client("support").get("/api/panel/enquiries", params={"state": each})).json()
        listed = sent.json()["id"] in {row["id"] for row in rows}
        assert listed is (each == state), f"with {website!r} in the hidden field a message is not {state}"


async def test_the_twenty_first_message_of_an_hour_is_asked_to_wait(world: World) -> None:
    async with world.client() as visitor:
        assert (await visitor.post("/api/contact", json={})).status_code == 400  # does not count
        for _ in range(20):
            assert (await visitor.post("/api/contact", json=NEW)).status_code == 201
        answer = await visitor.post("/api/contact", json=NEW)
    assert (answer.status_code, 0 < int(answer.headers["retry-after"]) <= 3600) == (429, True)
