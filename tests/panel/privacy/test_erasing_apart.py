"""Rows that name a person and must not say the same stay apart; and an erasure that fails holds up none of those behind it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import pytest
from sqlalchemy import select

from duskline.core.jobs.chores import CUT_OFF
from duskline.core.mail.bounces import BouncedAddress, note_bounced
from duskline.models.privacy import blanking, erasing
from duskline.models.privacy.erasing import ErasureFailed
from duskline.models.privacy.privacy import Erasure, ErasureState
from duskline.models.records.enquiries import NewsletterSubscription
from tests.panel.privacy.persons import Someone, made
from tests.panel.privacy.test_erasing import own, told_of
from tests.panel.privacy.test_privacy import PATH, begun, chore
from tests.world import NEAR, World

assert own is not None, "a fixture"

ANNABEL = Someone("Annabel Wexford", "annabel@wexford.example", "3035550187")
BY_NUMBER = [f"{number}@text.example" for number in ("3035550187", "303-555-0187", "1-303-555-0187")]
"""Addresses of others in which her number stands."""


async def annabel(world: World) -> None:
    known = {"name": ANNABEL.name, "email": ANNABEL.email, "phone": ANNABEL.phone, "branchId": NEAR}
    await made(world.client("admin"), "leads", **known)


# --- what must not be the same stays apart ---


async def _views(world: World) -> None:
    for name in (ANNABEL.name, ANNABEL.email, ANNABEL.phone):
        await made(world.client("branch_ops_manager"), "saved-views", list="leads", name=name, query="q=a")


async def _accounts(world: World) -> None:
    for email in BY_NUMBER:
        await world.hire("technician", branch=NEAR, email=email)


CLASHES: Mapping[str, Callable[[World], Awaitable[None]]] = {
    "saved_views (user_id, list, name_key)": _views,
    "users (email)": _accounts,
    "users (email_key)": _accounts,
}
"""By each unique key that an erasure rewrites: rows that would be the same with the mark in them (`tests/laws/test_personal_data.py`)."""


@pytest.mark.parametrize("key", CLASHES)
async def test_rows_that_must_not_be_the_same_stay_apart(own: World, key: str) -> None:
    await annabel(own)
    await CLASHES[key](own)
    assert (await begun(own, email=ANNABEL.email))["state"] == "done"
    assert await told_of(own, ANNABEL) == {}


async def test_control_without_a_look_at_the_others_the_database_refuses(
    own: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An address that goes makes room for one that no other row has; a name leaves the mark."""

    async def never(*_: object) -> bool:
        return False

    monkeypatch.setattr(blanking, "_is_taken", never)
    await annabel(own)
    await _views(own)
    with pytest.raises(ErasureFailed, match="Error"):
        await begun(own, email=ANNABEL.email)


async def test_views_that_named_somebody_are_numbered(own: World) -> None:
    await annabel(own)
    await _views(own)
    await begun(own, email=ANNABEL.email)
    views = (await own.client("branch_ops_manager").get("/api/panel/saved-views")).json()["views"]
    assert sorted(view["name"] for view in views) == ["[erased]", "[erased] 2", "[erased] 3"]


async def test_a_number_fits_where_the_mark_is_cut_off(own: World) -> None:
    for email in ("a@b.co", "c@d.co"):
        view = {"list": "leads", "name": f"{'x' * 53} {email}", "query": "q=a"}
        await made(own.client("admin"), "saved-views", **view)
        assert (await begun(own, email=email))["state"] == "done"
    views = (await own.client("admin").get("/api/panel/saved-views")).json()["views"]
    left = sorted(view["name"] for view in views if view["name"].startswith("x"))
    assert left == [f"{'x' * 53} [era 2", f"{'x' * 53} [erase"]


async def test_an_address_in_which_a_number_stands_goes_whole(own: World) -> None:
    """Its key would name the person, and no letter reaches what is left of it."""
    await annabel(own)
    for email in BY_NUMBER:
        assert (await own.client().post("/api/newsletter", json={"email": email})).status_code == 201
        await note_bounced(own.database, email, "550 unknown")
    await begun(own, email=ANNABEL.email)
    async with own.console() as db:
        for address in (NewsletterSubscription.email, BouncedAddress.email):
            assert not set(await db.scalars(select(address))) & {*BY_NUMBER, "[erased]@text.example"}
    assert await told_of(own, ANNABEL) == {}


# --- none holds up those behind it ---


class Failing:
    """Carries out erasures, but for those of some addresses."""

    def __init__(self, fault: BaseException, *emails: str) -> None:
        self.tried: list[str] = []
        self._fault, self._emails, self._real = fault, emails, erasing.carry_out

    async def __call__(self, db: Any, erasure: Any, stored: Any) -> list[str]:
        (email,) = erasure.wanted["emails"]
        self.tried.append(email)
        if email in self._emails:
            raise self._fault
        return await self._real(db, erasure, stored)


async def asked_for(world: World, *emails: str) -> None:
    for email in emails:
        asked = await world.client("admin").post(f"{PATH}/erasures", json={"email": email, "confirm": email})
        assert asked.status_code == 201, asked.text


async def told(world: World) -> list[tuple[str, str | None]]:
    """How the erasures stand and why, the oldest first."""
    rows = (await world.client("admin").get(f"{PATH}/erasures")).json()
    return [(row["state"], row["fault"]) for row in reversed(rows)]


A, B, C, D = (f"{letter}@waiting.example" for letter in "abcd")


async def test_an_erasure_that_fails_holds_up_none_behind_it_and_says_so(
    own: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    failing = Failing(ValueError(f"something of {A}"), A, C)
    monkeypatch.setattr(erasing, "carry_out", failing)
    said = erasing.FAILED.format("ValueError")
    await asked_for(own, A, B, C)
    with pytest.raises(ErasureFailed):
        await chore(own, "erasures")
    assert failing.tried == [A, B, C]
    assert await told(own) == [("waiting", said), ("done", None), ("waiting", said)]
    await asked_for(own, D)
    with pytest.raises(ErasureFailed):
        await chore(own, "erasures")
    assert failing.tried == [A, B, C, D, A, C], "the new one first"
    monkeypatch.undo()
    await chore(own, "erasures")
    assert await told(own) == [("done", None)] * 4


async def test_nor_does_one_at_which_the_process_ends(own: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """What takes too long is stopped in the same way."""
    failing = Failing(asyncio.CancelledError(), A)
    monkeypatch.setattr(erasing, "carry_out", failing)
    await asked_for(own, A, B)
    for _ in range(2):
        with pytest.raises(asyncio.CancelledError):
            await chore(own, "erasures")
    assert failing.tried == [A, B, A]
    assert await told(own) == [("waiting", CUT_OFF), ("done", None)]


async def test_control_an_erasure_whose_turn_is_not_noted_is_always_the_next(
    own: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    failing = Failing(asyncio.CancelledError(), A)
    monkeypatch.setattr(erasing, "carry_out", failing)

    async def oldest(database: Any, _: object) -> str | None:
        async with own.console() as db:
            waiting = select(Erasure.id).where(Erasure.state == ErasureState.WAITING)
            first: str | None = await db.scalar(waiting.order_by(Erasure.id).limit(1))
            return first

    monkeypatch.setattr(erasing, "_take_turn", oldest)
    await asked_for(own, A, B)
    for _ in range(2):
        with pytest.raises(asyncio.CancelledError):
            await chore(own, "erasures")
    assert failing.tried == [A, A]
