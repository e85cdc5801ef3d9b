"""Requests about one's own data after an erasure of the person: their links open nothing, and none of them waits for an answer."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import select

from duskline.core.data.audit import EventKind, SecurityEvent
from duskline.core.data.personal import NO_ADDRESS
from duskline.core.http import guesses
from duskline.models.privacy import erasing, fulfilling
from duskline.models.privacy.privacy import Erasure, PrivacyRequest
from duskline.public import privacy_requests
from tests.panel.company.test_audit import acts
from tests.panel.privacy.test_privacy import PATH, asked, begun, chore
from tests.world import World, email_of

WHO = "lea1@1.example"
ANOTHER = "lea2@1.example"


async def link(world: World, **body: str) -> str:
    found = await asked(world, **body)
    assert found is not None
    return found


async def opened(world: World, **body: str) -> str:
    """Returns the link of a request that counts."""
    found = await link(world, **body)
    assert (await world.client().post(found)).status_code == 200
    return found


async def requests(world: World) -> dict[tuple[str, str], PrivacyRequest]:
    """Returns all requests, by whether the person is erased and by kind."""
    async with world.console() as db:
        rows = list(await db.scalars(select(PrivacyRequest)))
    return {("erased" if row.email.endswith(NO_ADDRESS) else row.email, row.kind): row for row in rows}


async def is_dead(world: World, link: str) -> bool:
    page, pressed = await world.client().get(link), await world.client().post(link)
    return ("This link does not work" in page.text, pressed.status_code) == (True, 404)


async def test_an_erasure_ends_the_links_of_the_person_and_of_nobody_else(world: World) -> None:
    unopened, waits = await link(world, kind="erasure"), await opened(world, kind="copy")
    anothers = await link(world, email=ANOTHER)
    assert (await begun(world, email=WHO))["state"] == "done"
    assert [await is_dead(world, each) for each in (unopened, waits)] == [True, True]
    found = await requests(world)
    assert found["erased", "erasure"].state == "unopened"
    pressed = await world.client().post(anothers)
    assert (pressed.status_code, "We answer by email" in pressed.text) == (200, True)


async def test_a_link_that_is_pressed_while_its_person_is_erased_promises_nothing(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The link is looked up before the transaction in which it counts."""
    pressed, look_up = await link(world, kind="copy"), guesses.opened

    async def late(*given: Any) -> Any:
        found = await look_up(*given)
        await begun(world, email=WHO)
        return found

    monkeypatch.setattr(privacy_requests, "opened", late)
    assert (await world.client().post(pressed)).status_code == 404
    assert (await requests(world))["erased", "copy"].state == "unopened"


async def test_a_request_is_held_while_its_link_is_pressed(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An erasure that is at it would be followed by a request of nobody. SQLite has one writer anyway."""
    if world.database.is_sqlite:
        pytest.skip("one writer")
    pressed, of, left = await link(world), privacy_requests._of, list[int]()
    asked_for = select(PrivacyRequest.id).with_for_update(skip_locked=True)

    async def looked_up(db: Any, token: str, **how: bool) -> Any:
        found = await of(db, token, **how)
        async with world.database.writes.begin() as other:
            left.append(len((await other.execute(asked_for)).all()))
        return found

    monkeypatch.setattr(privacy_requests, "_of", looked_up)
    assert (await world.client().post(pressed)).status_code == 200
    assert left == [1, 0]


async def test_an_erasure_closes_what_the_person_asked_for_as_whoever_began_it(world: World) -> None:
    for kind in ("erasure", "copy", "correction"):
        await opened(world, kind=kind)
    await opened(world, email=ANOTHER, kind="erasure")
    told = await begun(world, email=WHO)
    found = await requests(world)
    assert {key: (row.state, row.note, row.closed_by, row.closed_at is not None) for key, row in found.items()} == {
        ("erased", "erasure"): ("done", None, "admin", True),
        ("erased", "copy"): ("declined", fulfilling.NO_ANSWER, "admin", True),
        ("erased", "correction"): ("declined", fulfilling.NO_ANSWER, "admin", True),
        (ANOTHER, "erasure"): ("open", None, None, False),
    }  # fmt: skip
    (event,) = await acts(world, path="/api/panel/audit-events", kind="requests_closed")
    closed = sorted(row.id for (whose, _), row in found.items() if whose == "erased")
    assert event["details"] == {"erasure": told["id"], "requests": closed}
    async with world.console() as db:
        kept = await db.scalar(select(SecurityEvent).where(SecurityEvent.kind == EventKind.REQUESTS_CLOSED))
    assert kept is not None
    assert kept.user_id == "admin"


async def test_what_was_answered_stays_as_it_was_and_what_does_not_count_is_not_closed(world: World) -> None:
    await opened(world, kind="copy")
    admin = world.client("second_admin")
    (row,) = (await admin.get(f"{PATH}/requests")).json()
    answered = await admin.post(f"{PATH}/requests/{row['id']}/answer", json={"state": "done"})
    assert answered.status_code == 200
    await link(world, kind="erasure")
    await begun(world, email=WHO)
    found = await requests(world)
    assert (found["erased", "copy"].state, found["erased", "copy"].closed_by) == ("done", "second_admin")
    assert (found["erased", "erasure"].state, found["erased", "erasure"].closed_by) == ("unopened", None)
    assert await acts(world, path="/api/panel/audit-events", kind="requests_closed") == []


async def test_an_erasure_that_is_refused_closes_nothing(world: World) -> None:
    colleague = email_of("near_rep")
    waits = await opened(world, email=colleague, kind="erasure")
    async with world.console() as db:
        db.store(Erasure(id="late", by_id="admin", wanted={"emails": [colleague], "phones": []}))
    await chore(world, "erasures")
    async with world.console() as db:
        assert (await db.get_one(Erasure, "late")).state == "refused"
    assert (await requests(world))[colleague, "erasure"].state == "open"
    assert "We delete your data by" in (await world.client().get(waits)).text


async def test_an_erasure_that_fails_at_last_closes_nothing(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await opened(world, kind="erasure")

    async def failing(*_: Any) -> None:
        raise RuntimeError("left something")

    monkeypatch.setattr(erasing, "_require_gone", failing)
    with pytest.raises(erasing.ErasureFailed):
        await begun(world, email=WHO)
    assert (await requests(world))[WHO, "erasure"].state == "open"
    assert await acts(world, path="/api/panel/audit-events", kind="requests_closed") == []


async def test_a_link_of_an_answered_request_promises_no_answer(world: World) -> None:
    admin = world.client("admin")
    for kind, state in (("copy", "done"), ("erasure", "declined")):
        found = await opened(world, email=ANOTHER, kind=kind)
        (row,) = (await admin.get(f"{PATH}/requests", params={"state": "open"})).json()
        assert "We have your request" in (await world.client().get(found)).text
        answer = {"state": state, "note": "As asked"}
        closed = await admin.post(f"{PATH}/requests/{row['id']}/answer", json=answer)
        assert closed.status_code == 200
        for page in (await world.client().get(found), await world.client().post(found)):
            assert page.status_code == 200
            assert "Your request was answered" in page.text
            assert "at the latest" not in page.text
            assert "We delete your data" not in page.text
