"""Letters in the panel: whose people see which, and what is decided about those that nobody knows of."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import select, update

from duskline.core.data.base import now
from duskline.core.mail.delivery import Smtp
from duskline.core.mail.outbox import MAILS
from duskline.core.mail.worker import MailWorker
from duskline.mail import sender_of
from tests.letters import letter
from tests.mail_server import mail_server
from tests.mailbox import always
from tests.panel.company.test_organization import QUOTE
from tests.world import BESIDE, FAR, NEAR, World

PATH = "/api/panel/letters"


@pytest.fixture
async def written(world: World) -> World:
    """One letter in every state and branch, and one of the whole company."""
    async with world.console() as db:
        db.store(letter("near-dead", branch_id=NEAR, state="dead", tries=6, fault="451 not now"))
        db.store(letter("near-unsure", branch_id=NEAR, state="unsure", tries=1, at_most_once=True))
        db.store(letter("beside-waiting", branch_id=BESIDE))
        db.store(letter("far-sent", branch_id=FAR, state="sent", sent_at=now()))
        db.store(letter("company-held", state="held"))
    return world


async def seen(world: World, who: str, **query: str) -> set[str]:
    answer = await world.client(who).get(PATH, params=query)
    assert answer.status_code == 200, answer.text
    return {row["id"] for row in answer.json()}


async def row(world: World, id: str) -> Any:
    async with world.database.reads.connect() as connection:
        return (await connection.execute(select(MAILS).where(MAILS.c.id == id))).one()


@pytest.mark.parametrize(
    ("who", "sees"),
    [
        ("admin", {"near-dead", "near-unsure", "beside-waiting", "far-sent", "company-held"}),
        ("regional_ops_manager", {"near-dead", "near-unsure", "beside-waiting"}),
        ("branch_ops_manager", {"near-dead", "near-unsure"}),
        ("homeless", set()),
    ],
)
async def test_whoever_sees_settings_sees_the_letters_of_their_branches(
    written: World, who: str, sees: set[str]
) -> None:
    assert await seen(written, who) == sees
    setup = (await written.client(who).get("/api/panel/mail")).json()
    assert setup["dead"] == len(sees & {"near-dead"})
    assert setup["waiting"] == len(sees & {"beside-waiting"})


async def test_a_letter_is_told_of_and_not_read_out(written: World) -> None:
    admin = written.client("admin")
    one = await admin.get(f"{PATH}/near-dead")
    assert one.json() | {"due": None, "createdAt": None} == {
        "id": "near-dead", "kind": "confirmation", "recipient": "ivy@visitor.example",
        "subject": "Your message 1234-5678", "state": "dead", "tries": 6, "due": None, "sentAt": None,
        "fault": "451 not now", "createdAt": None,
    }  # fmt: skip
    for answer in (one, await admin.get(PATH), await admin.post(f"{PATH}/near-dead/send-again")):
        assert "Secret" not in answer.text
    assert "Secret" in (await row(written, "near-dead")).letter


async def test_letters_are_listed_by_state(written: World) -> None:
    assert await seen(written, "admin", state="unsure") == {"near-unsure"}
    assert (await written.client("admin").get(PATH, params={"state": "lost"})).status_code == 400


@pytest.mark.parametrize("act", ["send-again", "arrived", "take-back"])
@pytest.mark.parametrize("who", ["branch_ops_manager", "regional_ops_manager", "support"])
async def test_only_who_edits_the_configuration_decides(written: World, who: str, act: str) -> None:
    assert (await written.client(who).post(f"{PATH}/near-unsure/{act}")).status_code == 403
    assert (await row(written, "near-unsure")).state == "unsure"


async def test_a_dead_letter_goes_again_in_a_moment_and_can_be_called_back(written: World) -> None:
    admin = written.client("admin")
    sent = await admin.post(f"{PATH}/near-dead/send-again")
    assert (sent.status_code, sent.json()["state"], sent.json()["tries"]) == (200, "waiting", 0)
    assert (await row(written, "near-dead")).due > now() + timedelta(seconds=3)
    back = await admin.post(f"{PATH}/near-dead/take-back")
    assert (back.status_code, back.json()["state"], back.json()["tries"]) == (200, "dead", 6)
    again = await admin.post(f"{PATH}/near-dead/take-back")
    assert (again.status_code, again.json()["error"]) == (409, "This email is already on its way.")


async def test_what_has_left_is_not_called_back(written: World) -> None:
    admin = written.client("admin")
    assert (await admin.post(f"{PATH}/near-unsure/send-again")).status_code == 200
    async with written.database.writes.begin() as connection:
        await connection.execute(update(MAILS).values(due=now() - timedelta(seconds=1)))
    with mail_server() as server:
        smtp = Smtp(server.address, "localhost")
        sender = sender_of(written.settings, written.services.company)
        assert await MailWorker(written.database, smtp, always(sender)).turn()
    assert (await row(written, "near-unsure")).state == "sent"
    assert (await admin.post(f"{PATH}/near-unsure/take-back")).status_code == 409
    assert (await row(written, "near-unsure")).state == "sent"


async def test_it_arrived_settles_what_nobody_knows_of_and_nothing_else(written: World) -> None:
    admin = written.client("admin")
    assert (await admin.post(f"{PATH}/near-unsure/arrived")).json()["state"] == "sent"
    back = (await admin.post(f"{PATH}/near-unsure/take-back")).json()
    assert (back["state"], back["sentAt"]) == ("unsure", None)
    for id in ("near-dead", "beside-waiting", "far-sent", "company-held"):
        assert (await admin.post(f"{PATH}/{id}/arrived")).status_code == 409, id
    for id in ("beside-waiting", "far-sent"):
        assert (await admin.post(f"{PATH}/{id}/send-again")).status_code == 409, id


async def test_of_those_who_decide_at_once_one_does(written: World) -> None:
    first, second = written.client("admin"), written.client("second_admin")
    answers = await asyncio.gather(
        first.post(f"{PATH}/near-unsure/send-again"), second.post(f"{PATH}/near-unsure/arrived")
    )
    assert sorted(answer.status_code for answer in answers) == [200, 409]


async def test_a_test_letter_goes_to_whoever_asks(written: World) -> None:
    sent = (await written.client("admin").post(f"{PATH}/trial")).json()
    assert (sent["kind"], sent["recipient"], sent["state"]) == ("trial", "admin@duskline.example", "waiting")
    assert (await written.client("branch_ops_manager").post(f"{PATH}/trial")).status_code == 403


async def test_how_mail_leaves_is_told(written: World) -> None:
    setup = (await written.client("branch_ops_manager").get("/api/panel/mail")).json()
    assert setup == {
        "server": None, "sender": "hello@duskline.example", "worker": "inside",
        "waiting": 0, "unsure": 1, "dead": 1, "held": 0,
    }  # fmt: skip


async def test_the_confirmation_of_a_quote_lies_in_the_branch_that_it_went_to(world: World) -> None:
    quote = {
        "propertyType": "home", "coverage": "whole", "stories": 1, "feet": 100, "zip": "10001", "name": "Quinn Eaves",
        "email": "quinn@visitor.example",
    }  # fmt: skip
    assert (await world.client().post("/api/quotes", json=quote)).status_code == 201
    message = {"name": "Ivy Porch", "email": "ivy@visitor.example", "message": "Does it light a flat roof?"}
    assert (await world.client().post("/api/contact", json=message)).status_code == 201
    async with world.database.reads.connect() as connection:
        written = await connection.execute(select(MAILS.c.recipient, MAILS.c.branch_id))
    assert {tuple(row) for row in written} == {
        ("quinn@visitor.example", BESIDE),
        ("ivy@visitor.example", None),
    }


async def test_a_letter_moves_with_the_lead_that_it_confirmed(world: World) -> None:
    """Whoever runs the branch that a lead went to sees what was written about it, and nobody else does any more."""
    assert (await world.client().post("/api/quotes", json=QUOTE)).status_code == 201
    (lead,) = [
        row
        for row in (await world.client("admin").get("/api/panel/leads")).json()
        if row["name"] == QUOTE["name"]
    ]
    (sent,) = {id for id in await seen(world, "beside_manager") if not id.startswith("letter-")}
    assert sent not in await seen(world, "far_manager")
    moved = await world.client("admin").patch(f"/api/panel/leads/{lead['id']}", json={"branchId": FAR})
    assert moved.status_code == 200, moved.text
    assert sent in await seen(world, "far_manager")
    assert sent not in await seen(world, "beside_manager")
