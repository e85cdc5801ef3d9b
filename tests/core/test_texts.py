"""What shows nothing is nothing: in every field of every body, and at the ends of every text."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from duskline.core.values import texts
from duskline.core.values.contacts import as_meant
from duskline.core.values.texts import trimmed
from tests.world import World

VECTORS: dict[str, dict[str, str]] = json.loads(Path("tests/vectors/texts.json").read_text("utf-8"))
UNSEEN = "\u200b\ufeff\u2060\u3164"


@pytest.mark.parametrize(("typed", "kept"), VECTORS["trimmed"].items())
def test_texts_are_trimmed_as_in_the_browser(typed: str, kept: str) -> None:
    assert trimmed(typed) == kept


@pytest.mark.parametrize(("typed", "meant"), VECTORS["asMeant"].items())
def test_addresses_and_numbers_lose_soft_hyphens_too(typed: str, meant: str) -> None:
    assert as_meant(typed) == meant


async def contact(world: World, **said: str) -> Any:
    whole = {"name": "Pat Quill", "email": "pat@example.net", "message": "Please call me back."}
    return await world.client().post("/api/contact", json=whole | said)


async def test_a_message_of_nothing_is_refused_at_each_field(world: World) -> None:
    answer = await contact(world, name=UNSEEN, message=UNSEEN * 5)
    assert answer.status_code == 400
    assert answer.json()["fields"] == {
        "name": "Name must be at least 2 characters",
        "message": "Message must be at least 10 characters",
    }


async def test_a_record_keeps_no_invisible_end(world: World) -> None:
    rep = world.client("sales_rep")
    said = {
        "name": f"{UNSEEN}Ann Berg{UNSEEN}", "email": "\ufeffann.berg\u00ad@example.net\u200b", "phone": "\u202d614-555-0131\u202c",
        "address": f"{UNSEEN}", "notes": f"Gate code 1\n{UNSEEN}",
    }  # fmt: skip
    made = (await rep.post("/api/panel/leads", json=said)).json()
    kept = {name: made[name] for name in said}
    assert kept == {
        "name": "Ann Berg", "email": "ann.berg@example.net", "phone": "614-555-0131", "address": None, "notes": "Gate code 1",
    }  # fmt: skip


async def test_control_white_space_alone_lets_them_pass(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("duskline.core.values.bodies.trimmed", str.strip)
    assert (await contact(world, name=UNSEEN, message=UNSEEN * 5)).status_code == 201


def test_a_long_text_is_trimmed_at_once() -> None:
    """Searching ends of runs by a pattern takes the square of their length."""
    blank = " " * 200_000
    assert trimmed(f"a{blank}b{blank}c") == f"a{blank}b{blank}c"
    assert texts.trimmed(blank) == ""
