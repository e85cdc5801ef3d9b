"""Asks for the copy of a person's data and reads it."""

from __future__ import annotations

import io
from zipfile import ZipFile

from tests.panel.privacy.persons import Someone
from tests.world import World


async def _archive(world: World, who: Someone) -> ZipFile:
    answer = await world.client("admin").post("/api/panel/privacy/copy", json={"email": who.email})
    assert answer.status_code == 200, answer.text
    return ZipFile(io.BytesIO(answer.content))


async def copied(world: World, who: Someone) -> dict[str, str]:
    """Returns the words of a copy, by the name of their file."""
    with await _archive(world, who) as archive:
        names = [name for name in archive.namelist() if name.endswith(".json")]
        return {name: archive.read(name).decode() for name in names}


async def pictured(world: World, who: Someone) -> list[str]:
    """Returns the names of the pictures in a copy."""
    with await _archive(world, who) as archive:
        return [name for name in archive.namelist() if name.startswith("pictures/")]


async def told(world: World, who: Someone) -> str:
    """Returns all words of a copy."""
    return "".join((await copied(world, who)).values())
