"""The timeline of a page is read part by part, and meets every event once."""

from __future__ import annotations

import base64
from datetime import UTC, datetime, timedelta

import pytest

from duskline.models.records.about import RecordKind
from duskline.models.records.activities import Activity, ActivityType
from tests.panel.threads import CLIENTS
from tests.world import NEAR, World

ODD = [
    base64.urlsafe_b64encode(words.encode()).decode()
    for words in ("2026-11-20T00:00:00 1", "0001-01-01T00:00:00+14:00 1", "2026-11-20T00:00:00+00:00 1\x00")
]
"""In no time zone, before the first day, and with what no database stores."""


async def test_pages_meet_every_event_once(world: World) -> None:
    start = datetime(2026, 11, 1, tzinfo=UTC)
    async with world.console() as db:
        for number in range(120):
            db.store(
                Activity(
                    kind=RecordKind.CLIENT, record_id="client-1-2", branch_id=NEAR, type=ActivityType.NOTE,
                    words=str(number), happened_at=start + timedelta(minutes=number // 3),
                )
            )  # fmt: skip
    rep = world.client("sales_rep")
    shown = (await rep.get(f"{CLIENTS}/client-1-2/record")).json()["timeline"]
    met = [event["id"] for event in shown["events"]]
    words = [event["words"] for event in shown["events"]]
    while shown["cursor"]:
        query = {"cursor": shown["cursor"], "source": "activity"}
        shown = (await rep.get(f"{CLIENTS}/client-1-2/timeline", params=query)).json()
        met += [event["id"] for event in shown["events"]]
        words += [event["words"] for event in shown["events"]]
    assert len(met) == len(set(met)) == 120
    assert {int(word) // 3 for word in words[:3]} == {39}
    assert [int(word) // 3 for word in words] == sorted((number // 3 for number in range(120)), reverse=True)


@pytest.mark.parametrize("cursor", ["x", "eA==", "MjAyNg==", "LQ==", *ODD])
async def test_an_odd_cursor_is_refused(world: World, cursor: str) -> None:
    answer = await world.client("admin").get(f"{CLIENTS}/client-1-1/timeline", params={"cursor": cursor})
    assert (answer.status_code, set(answer.json()["fields"])) == (400, {"cursor"})
