"""A column that is asked after another one relates nobody where that one names somebody: of a row that stands, and of a removed one.

The rows are made from the columns (`after` of a pointer), so that a new one is asked as well.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import pytest

from duskline.core.data.pointers import asked_first, declared
from duskline.models.privacy import going, traces
from tests.panel.privacy.copies import copied
from tests.panel.privacy.persons import Someone
from tests.panel.privacy.test_erasing import MARK, erased, marked, own
from tests.panel.privacy.test_erasing_let_go import client_of, lead_of, remove
from tests.panel.privacy.test_erasing_of_others import wrote
from tests.panel.records.test_pointers import NEW
from tests.panel.schedule.test_visits import asked
from tests.panel.threads import LEADS
from tests.world import NEAR, World

assert own is not None, "a fixture"

WHO = Someone("Annabel Wexford", "annabel@home.example", "3035550187")
OTHER = Someone("Ola Other", "ola@other.example", "2125550121")


async def _message_of(world: World, who: Someone) -> str:
    return await wrote(world, who, "Half of the front is dark.")


OF: Mapping[str, Callable[[World, Someone], Awaitable[str]]] = {
    "leads": lead_of, "clients": client_of, "contact_submissions": _message_of,
}  # fmt: skip
"""What a person has, by its table."""
HELD_IN = "tickets.json"
AFTER = [attribute for attribute, said in declared() if said.after]
NAMES = [str(attribute.property.columns[0]) for attribute in AFTER]


def named_by(entity: Any, column: str) -> str:
    (key,) = entity.__table__.c[column].foreign_keys
    return str(key.column.table.name)


def first_of(attribute: Any) -> str:
    return str(asked_first(attribute.class_, attribute.key))


def test_somebody_can_have_whatever_such_a_column_names() -> None:
    named = {named_by(each.class_, name) for each in AFTER for name in (each.key, first_of(each))}
    assert named
    assert named <= OF.keys()


async def row_of_both(world: World, attribute: Any, *, first: bool = True) -> tuple[str, str]:
    """A record of which one column names WHO's, and the one that is asked first OTHER's; its path, and the id of WHO's."""
    entity = attribute.class_
    path, fields = NEW[entity.record]
    body = fields | {"description": f"{MARK} words", "branchId": NEAR}
    id = (await asked(await world.client("admin").post(path, json=body), 201))["id"]
    after = await OF[named_by(entity, attribute.key)](world, WHO)
    before = await OF[named_by(entity, first_of(attribute))](world, OTHER)
    async with world.console() as db:
        named = {attribute.key: after, first_of(attribute): before if first else None}
        (await db.find(entity, id)).apply(named)
    return f"{path}/{id}", after


async def require_copied_for_the_first_alone(world: World, attribute: Any) -> None:
    await row_of_both(world, attribute)
    assert HELD_IN not in await copied(world, WHO)
    assert HELD_IN in await copied(world, OTHER)


async def require_erased_with_the_first_alone(world: World, attribute: Any) -> None:
    path, _ = await row_of_both(world, attribute)
    await remove(world, path)
    before = await marked(world)
    assert "audit_logs" in before
    await erased(world, WHO)
    assert await marked(world) == before
    await erased(world, OTHER)
    assert await marked(world) == set()


REQUIRED = [require_copied_for_the_first_alone, require_erased_with_the_first_alone]


@pytest.mark.parametrize("attribute", AFTER, ids=NAMES)
@pytest.mark.parametrize("required", REQUIRED)
async def test_a_row_is_about_whom_the_first_column_names(own: World, attribute: Any, required: Any) -> None:
    await required(own, attribute)


@pytest.mark.parametrize("attribute", AFTER, ids=NAMES)
@pytest.mark.parametrize("required", REQUIRED)
async def test_control_without_asking_the_first_column_it_is_about_both(
    own: World, attribute: Any, required: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(traces, "asked_first", lambda *_: None)
    with pytest.raises(AssertionError):
        await required(own, attribute)


@pytest.mark.parametrize("attribute", AFTER, ids=NAMES)
async def test_it_is_about_the_other_one_where_the_first_column_named_nobody(
    own: World, attribute: Any
) -> None:
    path, _ = await row_of_both(own, attribute, first=False)
    assert MARK in (await copied(own, WHO))[HELD_IN]
    await remove(own, path)
    await erased(own, WHO)
    assert await marked(own) == set()


# --- nor does a row that named both go with the other one, whose record was removed ---


async def stays_when_the_other_was_removed(world: World) -> None:
    attribute = next(each for each in AFTER if each.key == "lead_id")
    _, lead = await row_of_both(world, attribute)
    await remove(world, f"{LEADS}/{lead}")
    await erased(world, WHO)
    assert "support_tickets" in await marked(world)


async def test_a_row_of_a_client_is_not_let_go_by_a_removed_lead(own: World) -> None:
    await stays_when_the_other_was_removed(own)


async def test_control_it_would_go_if_the_removal_named_it(
    own: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(going, "asked_first", lambda *_: None)
    with pytest.raises(AssertionError):
        await stays_when_the_other_was_removed(own)
