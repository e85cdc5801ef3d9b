"""How people want to be told: what each is offered, what they begin with, and that a change holds at once."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from tests.panel.notifying.test_notifications import bell, new_lead, shown
from tests.world import World

PATH = "/api/panel/notifications/preferences"
SALES = {"new_lead": "morning", "new_message": "never", "assigned": "at_once", "step_due": "morning"}
MANAGERS = {
    "new_lead": "morning", "new_message": "morning", "assigned": "at_once", "rescheduled": "at_once",
    "on_site": "morning", "step_due": "morning", "answer_due": "morning", "visit_asked": "at_once",
}  # fmt: skip
ONE_S_OWN = {"assigned": "at_once", "step_due": "morning"}
BEGIN_WITH = {
    "support": ONE_S_OWN | {"new_message": "morning", "answer_due": "at_once"},
    "sales_rep": SALES | {"answer_due": "never"},
    "technician": ONE_S_OWN | {"rescheduled": "at_once"},
    "lead_technician": ONE_S_OWN | {"rescheduled": "at_once", "on_site": "morning", "visit_asked": "at_once"},
    "branch_ops_manager": MANAGERS,
    "regional_ops_manager": MANAGERS,
    "admin": MANAGERS | {"webhook_off": "at_once"},
}


async def preferences(world: World, who: str) -> Any:
    answer = await world.client(who).get(PATH)
    assert answer.status_code == 200, answer.text
    return answer.json()


async def prefer(world: World, who: str, what: str, **fields: Any) -> Any:
    answer = await world.client(who).patch(PATH, json={"kinds": [{"what": what, **fields}]})
    assert answer.status_code == 200, answer.text
    return answer.json()


def by_mail(found: Any) -> dict[str, str]:
    return {row["what"]: row["byMail"] for row in found["kinds"]}


@pytest.mark.parametrize("who", BEGIN_WITH)
async def test_each_role_is_offered_what_it_can_get_and_begins_with_what_suits_it(
    shared_world: World, who: str
) -> None:
    found = await preferences(shared_world, who)
    assert by_mail(found) == BEGIN_WITH[who]
    assert all(row["inPanel"] for row in found["kinds"])
    assert (found["quietFrom"], found["quietUntil"], found["mailLeaves"]) == (1200, 420, False)


async def test_whether_mail_leaves_is_told(mailing_world: World) -> None:
    assert (await preferences(mailing_world, "technician"))["mailLeaves"] is True


async def test_who_has_no_role_has_no_preferences(shared_world: World) -> None:
    assert (await shared_world.client("no_role").get(PATH)).status_code == 403


async def test_what_is_chosen_is_one_s_own_and_stays(world: World) -> None:
    found = await prefer(world, "near_rep", "new_lead", byMail="at_once")
    assert by_mail(found) == SALES | {"answer_due": "never", "new_lead": "at_once"}
    await prefer(world, "near_rep", "new_lead", inPanel=False)
    await prefer(world, "near_rep", "assigned", byMail="never")
    found = await preferences(world, "near_rep")
    assert {row["what"]: (row["inPanel"], row["byMail"]) for row in found["kinds"]} == {
        "new_lead": (False, "at_once"), "new_message": (True, "never"), "assigned": (True, "never"),
        "step_due": (True, "morning"), "answer_due": (True, "never"),
    }  # fmt: skip
    assert by_mail(await preferences(world, "sales_rep")) == BEGIN_WITH["sales_rep"]


async def test_quiet_hours_are_set_each_by_itself(world: World) -> None:
    rep = world.client("near_rep")
    assert (await rep.patch(PATH, json={"quietFrom": 1320})).json()["quietUntil"] == 420
    assert (await rep.patch(PATH, json={"quietUntil": 0})).json()["quietFrom"] == 1320
    found = await preferences(world, "near_rep")
    assert (found["quietFrom"], found["quietUntil"]) == (1320, 0)
    assert (await preferences(world, "sales_rep"))["quietFrom"] == 1200


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"quietFrom": 1440}, "quietFrom"),
        ({"quietUntil": -1}, "quietUntil"),
        ({"kinds": [{"what": "new_lead", "byMail": "hourly"}]}, "kinds.0.byMail"),
        ({"kinds": [{"what": "<b>birthday</b>"}]}, "kinds.0.what"),
        ({"kinds": [{"byMail": "never"}]}, "kinds.0.what"),
        ({"kinds": [{"what": "assigned"}, {"what": "new_lead", "inPanel": False}]}, "kinds.1.what"),
        ({"kinds": [{"what": "assigned"}] * 21}, "kinds"),
        ({"zone": "Mars/Olympus"}, "zone"),
    ],
)
async def test_what_is_not_offered_is_refused(shared_world: World, body: Any, field: str) -> None:
    answer = await shared_world.client("technician").patch(PATH, json=body)
    assert (answer.status_code, list(answer.json()["fields"])) == (400, [field])


async def test_nothing_said_changes_nothing(world: World) -> None:
    before = await preferences(world, "technician")
    bodies: list[dict[str, Any]] = [{}, {"kinds": []}, {"kinds": [{"what": "assigned"}]}]
    for body in bodies:
        answer = await world.client("technician").patch(PATH, json=body)
        assert (answer.status_code, answer.json()) == (200, before)


async def test_two_who_choose_at_once_both_count(world: World) -> None:
    """The same person in two tabs; neither takes back what the other said."""
    edits: list[dict[str, Any]] = [{"inPanel": False}, {"byMail": "at_once"}]
    await asyncio.gather(*(prefer(world, "near_rep", "new_lead", **edit) for edit in edits))
    (row,) = [row for row in (await preferences(world, "near_rep"))["kinds"] if row["what"] == "new_lead"]
    assert row == {"what": "new_lead", "inPanel": False, "byMail": "at_once"}


async def test_what_one_does_not_want_in_the_panel_is_not_shown_and_comes_back(world: World) -> None:
    await new_lead(world, assignedTo="near_rep")
    await new_lead(world, name="Second")
    assert (len(await shown(world, "near_rep")), (await bell(world, "near_rep"))["unread"]) == (2, 2)
    await prefer(world, "near_rep", "new_lead", inPanel=False)
    assert [row["what"] for row in await shown(world, "near_rep")] == ["assigned"]
    assert (await bell(world, "near_rep"))["unread"] == 1
    assert (await bell(world, "sales_rep"))["unread"] == 2
    await prefer(world, "near_rep", "new_lead", inPanel=True)
    assert (len(await shown(world, "near_rep")), (await bell(world, "near_rep"))["unread"]) == (2, 2)


async def test_what_is_hidden_is_not_read_with_all_that_is_shown(world: World) -> None:
    await new_lead(world)
    await new_lead(world, assignedTo="near_rep")
    await prefer(world, "near_rep", "new_lead", inPanel=False)
    newest = (await shown(world, "near_rep"))[0]["id"]
    answer = await world.client("near_rep").post("/api/panel/notifications/read", json={"until": newest})
    assert answer.status_code == 204
    await prefer(world, "near_rep", "new_lead", inPanel=True)
    assert [row["what"] for row in await shown(world, "near_rep", read="no")] == ["new_lead"]
