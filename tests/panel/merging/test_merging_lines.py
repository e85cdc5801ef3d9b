"""What is said of one building under two clients, line by line: it becomes one text as long as one field holds it."""

from __future__ import annotations

import pytest

from duskline.models.records import mergeable
from duskline.models.records.mergeable import MOST_NOTES, Two
from duskline.models.records.properties import Property
from tests.panel.threads import CLIENTS, HOME, made
from tests.world import World

LINES = [name for name, two in Property.fields.items() if two is Two.LINES]


async def two_at_home(world: World, field: str, mine: int, theirs: int) -> list[str]:
    """Two clients at one address, of whose building so many letters are said under each."""
    staff = world.client("branch_ops_manager")
    ids = []
    for letter, length in (("a", mine), ("b", theirs)):
        ids.append(await made(staff, address=HOME))
        said = await staff.patch(f"/api/panel/properties/{ids[-1]}", json={field: letter * length})
        assert said.status_code == 200, said.text
    return ids


@pytest.mark.parametrize("field", LINES)
async def test_two_stay_apart_whose_building_would_say_more_than_its_form_takes(
    world: World, field: str
) -> None:
    """Nothing that can hurt somebody there is cut off or goes unseen."""
    staff = world.client("branch_ops_manager")
    kept, gone = await two_at_home(world, field, 9_000, 9_000)
    before = await world.snapshot()
    path = f"{CLIENTS}/{kept}/merge"
    for answer in (
        await staff.get(path, params={"with": gone}),
        await staff.post(path, json={"goneId": gone}),
    ):
        assert (answer.status_code, answer.json()["error"]) == (
            409,
            f"{field.capitalize()} of both buildings is longer than 10,000 letters together, so they stay apart. Shorten one of them first.",
        )
    assert await world.snapshot() == before


async def test_as_much_as_the_form_takes_is_joined_and_edited(world: World) -> None:
    staff = world.client("branch_ops_manager")
    kept, gone = await two_at_home(world, "access", 5_000, MOST_NOTES - 5_001)
    merged = await staff.post(f"{CLIENTS}/{kept}/merge", json={"goneId": gone})
    assert merged.status_code == 200, merged.text
    (house,) = (await staff.get(f"{CLIENTS}/{kept}/properties")).json()
    assert len(house["access"]) == MOST_NOTES
    edited = await staff.patch(f"/api/panel/properties/{kept}", json={"access": house["access"]})
    assert edited.status_code == 200, edited.text


async def test_control_without_a_bound_no_edit_is_taken(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mergeable, "MOST_NOTES", 10 * MOST_NOTES)
    staff = world.client("branch_ops_manager")
    kept, gone = await two_at_home(world, "access", 9_000, 9_000)
    merged = await staff.post(f"{CLIENTS}/{kept}/merge", json={"goneId": gone})
    assert merged.status_code == 200, merged.text
    (house,) = (await staff.get(f"{CLIENTS}/{kept}/properties")).json()
    edited = await staff.patch(f"/api/panel/properties/{kept}", json={"access": house["access"]})
    assert edited.status_code == 400
