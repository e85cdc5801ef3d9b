"""Subscribers behind the scenes: listed by how they stand, found, exported, unsubscribed by hand; and addresses where no letter goes."""

from __future__ import annotations

from typing import Any

import pytest

from duskline.core.mail.bounces import BouncedAddress
from duskline.core.mail.delivery import Answer, Outcome
from duskline.core.mail.worker import MailWorker
from duskline.mail import sender_of
from duskline.models.records.enquiries import NewsletterSubscription
from duskline.models.site.newsletters import token_of
from tests.letters import letter
from tests.mailbox import Mailbox, always, delivered
from tests.world import NOBODIES, ROLES, World

PATH, BOUNCED = "/api/panel/subscribers", "/api/panel/bounced-addresses"


@pytest.fixture
async def kept(world: World) -> World:
    async with world.console() as db:
        for id, email in (
            ("ann", "Ann_Reader@reader.example"),
            ("ben", "ben@reader.example"),
            ("cy", "=cmd|x@y.example"),
        ):
            db.store(NewsletterSubscription(id=id, email=email, email_key=email.casefold()))
        db.store(
            BouncedAddress(
                id="gone", email="ben@reader.example", email_key="ben@reader.example", fault="550 5.1.1 no"
            )
        )
    return world


async def listed(world: World, **query: str) -> dict[str, str]:
    answer = await world.client("admin").get(PATH, params=query)
    assert answer.status_code == 200, answer.text
    return {row["id"]: row["state"] for row in answer.json()}


async def test_who_enters(kept: World) -> None:
    for name in (*ROLES, *NOBODIES):
        caller = kept.client(name)
        for answer in (
            await caller.get(PATH), await caller.get(f"{PATH}/export"), await caller.get("/api/panel/readers"),
            await caller.get(BOUNCED), await caller.post(f"{PATH}/ann/unsubscribe"), await caller.post(f"{BOUNCED}/gone/lift"),
        ):  # fmt: skip
            assert answer.is_success is (name == "admin"), (name, answer.text)


async def test_they_are_listed_by_how_they_stand_and_found_by_their_address(kept: World) -> None:
    assert await listed(kept) == {"ann": "active", "ben": "bounced", "cy": "active"}
    assert await listed(kept, state="bounced") == {"ben": "bounced"}
    assert await listed(kept, email="ann_") == {"ann": "active"}
    assert await listed(kept, email="READER.example") == {"ann": "active", "ben": "bounced"}
    assert await listed(kept, email="%") == {}
    assert (await kept.client("admin").get(PATH, params={"state": "x"})).status_code == 400


async def test_one_is_unsubscribed_by_hand_and_that_can_be_taken_back(kept: World) -> None:
    admin = kept.client("admin")
    for _ in range(2):
        ended = await admin.post(f"{PATH}/ann/unsubscribe")
        assert (ended.status_code, ended.json()["state"]) == (200, "unsubscribed")
        assert ended.json()["endedAt"] is not None
    assert (await admin.get("/api/panel/readers")).json()["active"] == 1
    back = await admin.post(f"{PATH}/ann/take-back")
    assert (back.json()["state"], back.json()["endedAt"]) == ("active", None)
    assert (await admin.post(f"{PATH}/ann/take-back")).status_code == 200
    told = [(row.user_id, row.entity_type, row.entity_id, row.changes) for row in await kept.audit_log()]
    assert told == [
        ("admin", "subscriber", "ann", {"subscribed": [True, False]}),
        ("admin", "subscriber", "ann", {"subscribed": [False, True]}),
    ]
    assert (await admin.post(f"{PATH}/missing/unsubscribe")).status_code == 404


async def test_what_somebody_ended_themselves_is_not_taken_back(kept: World) -> None:
    token = await token_of(kept.database, "ann")
    async with kept.client() as visitor:
        assert (await visitor.post("/api/newsletter/unsubscribe", params={"token": token})).status_code == 200
    assert (await kept.client("admin").post(f"{PATH}/ann/take-back")).json()["state"] == "unsubscribed"


@pytest.mark.parametrize("first", ["staff", "person"])
async def test_of_two_who_end_it_its_person_counts(kept: World, first: str) -> None:
    token, admin = await token_of(kept.database, "ann"), kept.client("admin")
    async with kept.client() as visitor:
        for who in (first, "person" if first == "staff" else "staff"):
            if who == "staff":
                answer = await admin.post(f"{PATH}/ann/unsubscribe")
            else:
                answer = await visitor.post("/api/newsletter/unsubscribe", params={"token": token})
            assert answer.status_code == 200
    assert (await admin.post(f"{PATH}/ann/take-back")).json()["state"] == "unsubscribed"


async def test_an_export_holds_no_formula(kept: World) -> None:
    answer = await kept.client("admin").get(f"{PATH}/export")
    assert answer.headers["content-disposition"] == 'attachment; filename="subscribers.csv"'
    lines = answer.text.split("\r\n")
    assert [line[:-13] for line in lines[1:-1]] == [
        '"Ann_Reader@reader.example","active"', '"ben@reader.example","bounced"', '"\'=cmd|x@y.example","active"',
    ]  # fmt: skip
    assert lines[0] == "\ufeffEmail,State,Since"


class Refusing(Mailbox):
    async def _take(self, envelope: Any, message: bytes, on_its_way: Any) -> Answer:
        await super()._take(envelope, message, on_its_way)
        return Answer(Outcome.BOUNCED, "550 5.1.1 no such person")


async def sent_by(world: World, mailbox: Mailbox) -> list[str]:
    sender = always(sender_of(world.settings, world.services.company))
    await MailWorker(world.database, mailbox, sender).turn()
    return [recipient for recipient, _ in mailbox.taken]


async def test_no_letter_goes_where_one_was_refused_for_good_until_somebody_lifts_that(world: World) -> None:
    admin = world.client("admin")
    async with world.console() as db:
        db.store(letter("first"))
        db.store(letter("second", recipient="IVY@visitor.example"))
    assert await sent_by(world, Refusing()) == ["ivy@visitor.example"]
    async with world.console() as db:
        db.store(letter("third"))
        db.store(
            letter("unwritten", kind="password", letter="", about="ivy@visitor.example", at_most_once=True)
        )
    assert await delivered(world) == []
    (row,) = (await admin.get(BOUNCED)).json()
    assert (row["email"].lower(), row["fault"]) == ("ivy@visitor.example", "550 5.1.1 no such person")
    third = (await admin.get("/api/panel/letters/third")).json()
    said = "Emails to this address were refused for good, so this one was not sent. Allow it again under Bounced addresses."
    assert (third["state"], third["fault"]) == ("dead", said)
    await admin.post(f"{BOUNCED}/{row['id']}/lift")
    assert (await admin.get(BOUNCED)).json() == []
    assert (await admin.post(f"{BOUNCED}/{row['id']}/lift")).status_code == 409
    await admin.post("/api/panel/letters/third/send-again")
    async with world.console() as db:
        db.store(letter("fourth"))
    assert [to for to, _ in await delivered(world)] == ["ivy@visitor.example"]
    assert (await admin.post(f"{BOUNCED}/{row['id']}/take-back")).status_code == 200
    assert [row["email"].lower() for row in (await admin.get(BOUNCED)).json()] == ["ivy@visitor.example"]
    told = [(log.user_id, log.entity_type, list(log.changes)) for log in await world.audit_log()]
    assert told == [
        ("admin", "bounced_address", ["lifted_at"]),
        ("admin", "letter", ["state"]),
        ("admin", "bounced_address", ["lifted_at"]),
    ]
