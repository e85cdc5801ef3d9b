"""How chores stand: told to those who see Settings, and to no stranger."""

from __future__ import annotations

from datetime import timedelta

import pytest
from sqlalchemy import select, update

from duskline.chores import chores_of
from duskline.core.data.base import now
from duskline.core.data.calls import RateLimit
from duskline.core.jobs.chores import CHORES, Chore, ChoreWorker
from duskline.core.mail.outbox import MAILS
from duskline.models.people.sessions import SignIn
from tests.letters import letter
from tests.world import World


async def fails() -> None:
    raise RuntimeError("The broom is gone")


async def works() -> None: ...


@pytest.fixture
async def worked(world: World) -> World:
    one = ChoreWorker(world.database, [Chore("dusting", timedelta(hours=1), fails)])
    assert await one.turn()
    return world


async def test_settings_tell_when_each_was_done_and_what_went_wrong(worked: World) -> None:
    answer = await worked.client("branch_ops_manager").get("/api/panel/chores")
    (dusting,) = answer.json()
    assert dusting | {"due": None} == {
        "name": "dusting", "every": 3600, "running": False, "lastOk": None, "due": None, "tries": 1,
        "fault": "The broom is gone",
    }  # fmt: skip


@pytest.mark.parametrize("who", ["anonymous", "sales_rep", "support", "client", "expired", "no_role"])
async def test_readiness_tells_a_stranger_nothing(worked: World, who: str) -> None:
    answer = await worked.client(who).get("/readyz")
    assert (answer.status_code, answer.json()) == (200, {"status": "ready"})


async def test_readiness_tells_whoever_sees_settings(worked: World) -> None:
    told = (await worked.client("admin").get("/readyz")).json()
    assert told["status"] == "ready"
    assert [(chore["name"], chore["fault"]) for chore in told["chores"]] == [("dusting", "The broom is gone")]


@pytest.mark.parametrize(
    ("minutes", "another", "names"),
    [(61, True, ["airing"]), (59, True, ["airing", "dusting"]), (61, False, ["dusting"])],
)
async def test_what_is_not_done_any_more_is_not_told(
    worked: World, minutes: int, another: bool, names: list[str]
) -> None:
    async with worked.database.writes.begin() as connection:
        await connection.execute(update(CHORES).values(due=now() - timedelta(minutes=minutes)))
    if another:
        assert await ChoreWorker(worked.database, [Chore("airing", timedelta(hours=1), works)]).turn()
    admin = worked.client("admin")
    assert [row["name"] for row in (await admin.get("/api/panel/chores")).json()] == names
    assert [row["name"] for row in (await admin.get("/readyz")).json()["chores"]] == names


async def test_asking_for_readiness_keeps_nobody_signed_in(worked: World) -> None:
    table = SignIn.__table__.c
    soon = now() + timedelta(minutes=10)
    async with worked.database.writes.begin() as connection:
        used = {"expire": soon, "seen_at": now() - timedelta(minutes=2)}
        await connection.execute(update(SignIn.__table__).where(table.user_id == "admin").values(used))
    await worked.client("admin").get("/readyz")
    async with worked.database.reads.connect() as connection:
        assert await connection.scalar(select(table.expire).where(table.user_id == "admin")) == soon
    await worked.client("admin").get("/api/panel/chores")
    async with worked.database.reads.connect() as connection:
        renewed = await connection.scalar(select(table.expire).where(table.user_id == "admin"))
    assert renewed is not None
    assert renewed > soon


async def test_every_sweep_is_a_chore(world: World) -> None:
    ended, long_ago = now() - timedelta(hours=1), now() - timedelta(days=61)
    async with world.console() as db:
        db.store(RateLimit(key="quotes:1", used=1, ends_at=ended))
        db.store(letter("left-long-ago", state="sent", sent_at=long_ago))
        db.store(letter("left-lately", state="sent", sent_at=now() - timedelta(days=59)))
        for state in ("held", "dead", "unsure", "waiting"):
            later = now() + timedelta(hours=1)
            db.store(letter(f"{state}-long", state=state, created_at=long_ago, due=later))
            db.store(letter(f"{state}-lately", state=state, created_at=now() - timedelta(days=59), due=later))
        db.store(letter("written-long-ago", state="sent", created_at=long_ago, sent_at=now()))
    one = ChoreWorker(world.database, chores_of(world.settings, world.services.company_file, world.database))
    names = set()
    while await one.turn():
        pass
    for row in (await world.client("admin").get("/api/panel/chores")).json():
        assert (row["fault"], row["tries"]) == (None, 0), row
        names.add(row["name"])
    assert names >= {"sessions", "limits", "answers", "photos", "letters"}
    async with world.database.reads.connect() as connection:
        assert await connection.scalar(select(RateLimit.__table__.c.key)) is None
        expired = select(SignIn.__table__.c.sid).where(SignIn.__table__.c.user_id == "expired")
        assert await connection.scalar(expired) is None
        assert set(await connection.scalars(select(MAILS.c.id))) == {
            "left-lately", "written-long-ago", "held-lately", "dead-lately", "unsure-lately", "waiting-lately",
            "waiting-long",
        }  # fmt: skip
