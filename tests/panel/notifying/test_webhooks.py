"""Webhooks are told what happened in the transaction that did it, signed, and again until they answer."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import hmac
import json
from collections.abc import Callable, Mapping
from datetime import timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import func, select, update

from duskline.core.data.base import now
from duskline.core.data.session import changing
from duskline.core.system.outgoing import Answered, NotReachable, Outgoing
from duskline.models.notifying import webhook_events, webhook_queue
from duskline.models.notifying.webhook_queue import WebhookWorker, signature, sweep
from duskline.models.notifying.webhooks import DELIVERIES, WEBHOOKS
from duskline.models.records.sales import Lead
from tests.receivers import believed, leading_to, receiving
from tests.world import FAR, NEAR, World

HOOKS = "/api/panel/webhooks"
AGAIN = "/api/panel/webhook-deliveries/{}/send-again"
URL = "https://hooks.partner.example/duskline"
SAMPLE = Path(__file__).parents[3] / "web/app/panel/company/settings/integrations/verify.py"
EVENTS = [
    "lead.created", "lead.converted", "lead.lost", "client.created", "quote.requested", "message.received",
    "work_order.created", "work_order.scheduled", "work_order.completed", "work_order.cancelled", "ticket.opened",
    "ticket.resolved",
]  # fmt: skip
QUOTE = {
    "name": "Quinn", "email": "quinn@home.example", "zip": "10001", "street": "4 Elm Street", "propertyType": "home",
    "coverage": "front", "stories": 1, "feet": 100, "secondsOpen": 30,
}  # fmt: skip
MESSAGE = {"name": "Vera", "email": "vera@visitor.example", "message": "Please call me about my porch."}


class Partner:
    """Somebody else's server: what it was sent, and what it answers next."""

    def __init__(self) -> None:
        self.got: list[tuple[str, Mapping[str, str], bytes]] = []
        self.answers: list[int | Exception] = []
        self.always: int | Exception = 200
        self.silence = 0.0
        self.at_once = self.most = 0
        self.begun = asyncio.Event()

    async def __call__(self, url: str, headers: Mapping[str, str], body: bytes) -> Answered:
        self.got.append((url, headers, body))
        self.begun.set()
        self.at_once += 1
        self.most = max(self.most, self.at_once)
        await asyncio.sleep(self.silence)
        self.at_once -= 1
        answer = self.answers.pop(0) if self.answers else self.always
        if isinstance(answer, Exception):
            raise answer
        return Answered(answer, 12, "fine" if answer == 200 else "<b>no</b>")

    def told(self) -> list[dict[str, Any]]:
        return sorted((json.loads(body) for _, _, body in self.got), key=lambda each: each["time"])


@pytest.fixture
def partner() -> Partner:
    return Partner()


async def made(world: World, url: str = URL, events: list[str] = EVENTS) -> dict[str, Any]:
    answer = await world.client("admin").post(HOOKS, json={"url": url, "events": events})
    assert answer.status_code == 201, answer.text
    told: dict[str, Any] = answer.json()
    return told


async def work(world: World, partner: Partner) -> None:
    """Until nothing is due."""
    worker = WebhookWorker(world.database, partner)
    while await worker.turn():
        pass


async def deliveries(world: World, id: str) -> list[dict[str, Any]]:
    answer = await world.client("admin").get(f"{HOOKS}/{id}/deliveries")
    assert answer.status_code == 200, answer.text
    rows: list[dict[str, Any]] = answer.json()
    return rows


async def only(world: World) -> dict[str, Any]:
    (row,) = (await world.client("admin").get(HOOKS)).json()
    found: dict[str, Any] = row
    return found


async def test_each_happening_is_told_once_as_its_own_call_answers_it(world: World, partner: Partner) -> None:
    await made(world)
    admin, visitor = world.client("admin"), world.client()
    leads, orders, tickets = (f"/api/panel/{kind}" for kind in ("leads", "work-orders", "support-tickets"))

    async def sent(method: str, path: str, **body: Any) -> Any:
        answer = await admin.request(method, path, json=body)
        assert answer.is_success, answer.text
        return answer.json()

    lead = await sent("POST", leads, name="Nell", email="nell@home.example", address="1 Elm Street")
    await sent("PATCH", f"{leads}/{lead['id']}", notes="Nothing to tell", status="contacted")
    client = await sent("POST", f"{leads}/{lead['id']}/client")
    await sent("POST", f"{leads}/{lead['id']}/client")
    await sent("POST", f"{leads}/lead-{NEAR}-2/client", clientId=f"client-{NEAR}-2")
    lost = await sent("PATCH", f"{leads}/lead-{FAR}-1", status="lost")
    await sent("PATCH", f"{leads}/lead-{FAR}-1", notes="Still lost")
    asked = (await visitor.post("/api/quotes", json=QUOTE)).json()
    message = (await visitor.post("/api/contact", json=MESSAGE)).json()
    robot = await visitor.post("/api/contact", json=MESSAGE | {"website": "https://robot.example"})
    assert robot.status_code == 201
    job = {"branchId": NEAR, "clientId": client["id"], "title": "Porch"}
    order = await sent("POST", orders, **job, scheduledDate="2026-12-01")
    moved = await sent("PATCH", f"{orders}/{order['id']}", scheduledDate="2026-12-02")
    await sent("PATCH", f"{orders}/{order['id']}", scheduledDate=None)
    done = await sent("PATCH", f"{orders}/{order['id']}", status="completed")
    await sent("PATCH", f"{orders}/order-{NEAR}-1/details", aside="cancelled", reason="Moved away")
    ticket = await sent("POST", tickets, branchId=NEAR, subject="Dark", description="x", category="general")
    solved = await sent("PATCH", f"{tickets}/{ticket['id']}", status="resolved")
    await sent("PATCH", f"{tickets}/{ticket['id']}", status="closed")
    opened = await sent("PATCH", f"{tickets}/{ticket['id']}", status="open")
    await work(world, partner)
    told = partner.told()
    assert [each["event"] for each in told] == [
        "lead.created", "client.created", "lead.converted", "lead.converted", "lead.lost", "lead.created",
        "quote.requested", "message.received", "work_order.created", "work_order.scheduled", "work_order.scheduled",
        "work_order.completed", "work_order.cancelled", "ticket.opened", "ticket.resolved", "ticket.opened",
    ]  # fmt: skip
    records = [each["record"] for each in told]
    assert records[0] == lead
    assert records[1]["id"] == client["id"]
    assert [records[2]["id"], records[3]["id"]] == [lead["id"], f"lead-{NEAR}-2"]
    assert records[4] == lost
    assert records[6] | {"createdAt": "", "leadId": ""} == {
        "id": asked["id"], "leadId": "", "name": "Quinn", "phone": None, "propertyType": "home", "coverage": "front",
        "stories": 1, "feet": 100, "scheme": None, "street": "4 Elm Street", "zip": "10001", "served": True,
        "preferredTime": None, "low": asked["low"], "high": asked["high"], "createdAt": "",
    }  # fmt: skip
    assert records[6]["leadId"] == records[5]["id"]
    inbox = (await admin.get("/api/panel/enquiries")).json()
    assert [records[7]] == [row for row in inbox if row["id"] == message["id"]]
    assert [records[8], records[9], records[10], records[11]] == [order, order, moved, done]
    assert records[12]["id"] == f"order-{NEAR}-1"
    assert [records[13], records[14], records[15]] == [ticket, solved, opened]
    assert (told[0]["version"], set(told[0])) == (1, {"id", "event", "time", "version", "record"})
    assert told[0]["time"].endswith("Z")


async def test_a_message_that_joins_a_thread_is_told_with_whose_it_is(world: World, partner: Partner) -> None:
    """Whoever writes sees no lead; what is told is what an administrator sees."""
    await made(world, events=["message.received"])
    visitor, key = world.client(), "k" * 22
    assert (await visitor.post("/api/quotes", json=QUOTE | {"key": key})).status_code == 201
    assert (await visitor.post("/api/contact", json=MESSAGE | {"key": key})).status_code == 201
    await work(world, partner)
    (told,) = partner.told()
    (row,) = [
        row for row in (await world.client("admin").get("/api/panel/enquiries")).json() if row["leadId"]
    ]
    assert told["record"] == row
    assert row["leadTitle"] == "Quinn"


async def test_a_merge_and_its_undo_are_no_happening(
    world: World, partner: Partner, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two leads that became clients; the clients are merged, then parted again."""
    admin = world.client("admin")

    async def sent(path: str, **body: Any) -> Any:
        answer = await admin.post(f"/api/panel/{path}", json=body)
        assert answer.is_success, answer.text
        return answer.json() if answer.content else None

    async def told_of_a_merge() -> list[str]:
        ann, ben = (
            {"name": name, "email": f"{name}@many.example", "address": "1 Row", "branchId": NEAR}
            for name in ("Ann", "Ben")
        )
        kept = (await sent("clients", **ann))["id"]
        lead = (await sent("leads", **ben))["id"]
        gone = (await sent(f"leads/{lead}/client"))["id"]
        await work(world, partner)
        before = len(partner.told())
        merge = await sent(f"clients/{kept}/merge", goneId=gone)
        await sent(f"merges/{merge['mergeId']}/undo")
        await work(world, partner)
        return [each["event"] for each in partner.told()[before:]]

    await made(world)
    assert await told_of_a_merge() == []
    monkeypatch.setattr(webhook_events, "REARRANGING", "something else")  # control
    assert "lead.converted" in await told_of_a_merge()


async def test_only_what_was_chosen_is_told_and_nothing_to_one_that_is_off_or_deleted(
    world: World, partner: Partner
) -> None:
    await made(world, events=["ticket.resolved"])
    off = await made(world, "https://off.example/", ["lead.created"])
    gone = await made(world, "https://gone.example/", ["lead.created"])
    heard = await made(world, "https://heard.example/", ["lead.created", "lead.created"])
    admin = world.client("admin")
    assert (await admin.patch(f"{HOOKS}/{off['id']}", json={"enabled": False})).status_code == 200
    assert (await admin.delete(f"{HOOKS}/{gone['id']}")).status_code == 204
    await admin.post("/api/panel/leads", json={"name": "Nell", "email": "nell@home.example"})
    await work(world, partner)
    assert [url for url, _, _ in partner.got] == ["https://heard.example/"]
    assert [row["state"] for row in await deliveries(world, heard["id"])] == ["arrived"]


async def test_what_is_rolled_back_and_what_commands_do_is_never_told(world: World, partner: Partner) -> None:
    await made(world)
    person = await world.actor("admin")
    async with changing(world.database, person) as db:
        db.store(Lead(branch_id=NEAR, name="Nell", email="nell@home.example"))
        await db.flush()
        await db.rollback()
        await db.commit()
    async with world.console() as db:
        db.store(Lead(branch_id=NEAR, name="Nell", email="nell@home.example"))
    await work(world, partner)
    assert partner.got == []
    async with world.acting(person) as db:
        db.store(Lead(branch_id=NEAR, name="Nell", email="nell@home.example"))
    await work(world, partner)
    assert len(partner.got) == 1


def test_a_signature_is_the_standard_s() -> None:
    """The sample that its description gives (standardwebhooks.com)."""
    said = signature(
        ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"],
        "msg_p5jXN8AQM9LWM0D4loKWxJek",
        1614265330,
        b'{"test": 2432232314}',
    )
    assert said == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="


async def test_it_is_signed_by_both_secrets_for_a_day_and_told_each_once(
    world: World, partner: Partner, clock: Callable[..., None]
) -> None:
    first = await made(world)
    admin = world.client("admin")
    assert (await only(world))["formerUntil"] is None
    lost, second = [(await admin.post(f"{HOOKS}/{first['id']}/secret")).json() for _ in range(2)]
    assert len({each["secret"] for each in (first, lost, second)}) == 3
    assert (await only(world))["formerUntil"] is not None
    shown = json.dumps([await only(world), await deliveries(world, first["id"])])
    audit = json.dumps([row.changes for row in await world.audit_log()])
    assert audit.count("secret_replaced") == 2
    for secret in (first["secret"], lost["secret"], second["secret"]):
        assert secret not in shown + audit
        assert len(base64.b64decode(secret.removeprefix("whsec_"))) == 32
    for minutes in (0, 24 * 60 - 1, 24 * 60 + 1):
        clock()
        assert (await admin.post(f"{HOOKS}/{first['id']}/test")).status_code == 200
        clock(minutes=minutes)
        await work(world, partner)
    good = []
    for _, headers, body in partner.got:
        id, at = headers["webhook-id"], headers["webhook-timestamp"]
        assert json.loads(body)["id"] == id
        keys = [base64.b64decode(each["secret"].removeprefix("whsec_")) for each in (first, second)]
        hashes = [
            base64.b64encode(hmac.digest(key, f"{id}.{at}.".encode() + body, hashlib.sha256)) for key in keys
        ]
        good.append([f"v1,{word.decode()}" in headers["webhook-signature"].split() for word in hashes])
    assert good == [[True, True], [True, True], [False, True]]


async def test_what_fails_is_tried_again_then_given_up_and_sent_again_under_the_same_id(
    world: World, partner: Partner, clock: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("duskline.core.data.leases.JITTER", 0)
    hook = await made(world)
    admin = world.client("admin")
    await admin.post("/api/panel/leads", json={"name": "Nell", "email": "nell@home.example"})
    partner.answers = [
        500,
        301,
        NotReachable("There is no such name."),
        404,
        503,
        429,
        400,
        RuntimeError("x"),
        500,
    ]
    seen, minutes = [], 0
    for wait in (0, 1, 5, 15, 60, 240, 720, 1440, 1440):
        minutes += wait
        if wait:
            clock(minutes=minutes, seconds=-10)
            await work(world, partner)
        clock(minutes=minutes, seconds=5)
        await work(world, partner)
        clock()
        (row,) = await deliveries(world, hook["id"])
        seen.append((row["state"], row["tries"], row["status"], row["fault"]))
    assert seen == [
        ("waiting", 1, 500, "It answered 500."),
        ("waiting", 2, 301, "It answered 301. Redirects are not followed."),
        ("waiting", 3, None, "There is no such name."),
        ("waiting", 4, 404, "It answered 404."),
        ("waiting", 5, 503, "It answered 503."),
        ("waiting", 6, 429, "It answered 429."),
        ("waiting", 7, 400, "It answered 400."),
        ("waiting", 8, None, "It could not be sent."),
        ("dead", 9, 500, "It answered 500."),
    ]
    assert (row["answer"], row["milliseconds"]) == ("<b>no</b>", 12)
    for _ in range(2):
        assert (await admin.post(AGAIN.format(row["id"]))).json()["state"] == "waiting"
        await work(world, partner)
        (row,) = await deliveries(world, hook["id"])
        assert (row["state"], row["status"], row["tries"], row["fault"]) == ("arrived", 200, 1, None)
    assert len(partner.got) == 11
    assert len({(headers["webhook-id"], body) for _, headers, body in partner.got}) == 1
    clock(days=31)
    await sweep(world.database)
    clock()
    assert await deliveries(world, hook["id"]) == []


async def test_waits_differ_so_that_not_all_come_again_at_once(world: World, partner: Partner) -> None:
    hook = await made(world)
    partner.always = 500
    for _ in range(8):
        await world.client("admin").post(f"{HOOKS}/{hook['id']}/test")
    await work(world, partner)
    waits = {row["due"] for row in await deliveries(world, hook["id"])}
    async with world.database.reads.connect() as connection:
        found = (await connection.execute(select(DELIVERIES.c.due, DELIVERIES.c.tried_at))).all()
    seconds = [(row.due - row.tried_at).total_seconds() for row in found]
    assert len(waits) == 8
    assert 47 < min(seconds) < max(seconds) < 73


async def test_one_that_falls_silent_rests_and_what_waits_behind_loses_no_attempt(
    world: World, partner: Partner, clock: Callable[..., None]
) -> None:
    hook = await made(world)
    for _ in range(25):
        await world.client("admin").post(f"{HOOKS}/{hook['id']}/test")
    partner.always = NotReachable("It did not answer in time.")
    await work(world, partner)
    assert (len(partner.got), partner.most) == (10, 10)
    clock(seconds=45)
    await work(world, partner)
    assert len(partner.got) == 10
    partner.always = 200
    clock(seconds=90)
    await work(world, partner)
    async with world.database.reads.connect() as connection:
        told: dict[int, int] = dict(
            (
                await connection.execute(
                    select(DELIVERIES.c.tries, func.count()).group_by(DELIVERIES.c.tries)
                )
            ).all()
        )
    assert told == {1: 15, 2: 10}


async def test_a_test_and_sending_again_end_a_rest(world: World, partner: Partner) -> None:
    hook = await made(world)
    admin = world.client("admin")
    partner.answers = [500, 500]
    await admin.post(f"{HOOKS}/{hook['id']}/test")
    await work(world, partner)
    await admin.post(f"{HOOKS}/{hook['id']}/test")
    await work(world, partner)
    assert len(partner.got) == 2
    (*_, first) = await deliveries(world, hook["id"])
    await admin.post(AGAIN.format(first["id"]))
    await work(world, partner)
    assert len(partner.got) == 3


async def test_silence_of_one_holds_up_no_other(world: World) -> None:
    """Two senders, as many webhooks: while one waits for an answer, the other is told everything."""
    await made(world, "https://silent.example/", ["lead.created"])
    await made(world, "https://heard.example/", ["lead.created"])
    for number in range(15):
        await world.client("admin").post(
            "/api/panel/leads", json={"name": f"Nell {number}", "email": "nell@home.example"}
        )
    silent, told_all, heard = asyncio.Event(), asyncio.Event(), []

    async def post(url: str, _headers: Mapping[str, str], _body: bytes) -> Answered:
        if "silent" in url:
            await silent.wait()
        else:
            heard.append(url)
            if len(heard) == 15:
                told_all.set()
        return Answered(200, 1, "")

    workers = [WebhookWorker(world.database, post) for _ in range(2)]
    running = [asyncio.create_task(worker.run()) for worker in workers]
    await asyncio.wait_for(told_all.wait(), 60)
    silent.set()
    for worker in workers:
        worker.stop()
    await asyncio.gather(*running)


async def both(world: World, partner: Partner) -> None:
    """Two senders, of whom the second looks while the first is at it."""
    hook = await made(world)
    await world.client("admin").post(f"{HOOKS}/{hook['id']}/test")
    partner.silence = 0.6
    first, second = (WebhookWorker(world.database, partner) for _ in range(2))
    running = asyncio.create_task(first.turn())
    await partner.begun.wait()
    await asyncio.sleep(0.2)
    await second.turn()
    await running


async def test_two_processes_never_tell_the_same_at_once(world: World, partner: Partner) -> None:
    await both(world, partner)
    assert (len(partner.got), partner.most) == (1, 1)
    assert [row["state"] for row in await deliveries(world, (await only(world))["id"])] == ["arrived"]


async def test_control_with_a_lease_shorter_than_an_answer_they_do(
    world: World, partner: Partner, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(webhook_queue, "LEASE_SECONDS", 0.1)
    await both(world, partner)
    assert (len(partner.got), partner.most) == (2, 2)


async def test_who_dies_with_it_in_hand_loses_it_to_the_next(
    world: World, partner: Partner, clock: Callable[..., None]
) -> None:
    hook = await made(world)
    await world.client("admin").post(f"{HOOKS}/{hook['id']}/test")
    async with (
        world.database.writes.begin() as connection
    ):  # as a sender leaves it that is killed while it waits
        held = {"lease": "of somebody dead", "due": now() + timedelta(seconds=60)}
        await connection.execute(update(WEBHOOKS).values(held))
    await work(world, partner)
    assert partner.got == []
    clock(seconds=61)
    await work(world, partner)
    assert len(partner.got) == 1


async def test_who_was_too_slow_writes_nothing_down(world: World) -> None:
    hook = await made(world)
    await world.client("admin").post(f"{HOOKS}/{hook['id']}/test")

    async def post(*_: Any) -> Answered:
        async with world.database.writes.begin() as connection:  # the lease is over, and another has taken it
            await connection.execute(update(WEBHOOKS).values(lease="of another"))
        return Answered(500, 1, "")

    await WebhookWorker(world.database, post).turn()
    (row,) = await deliveries(world, hook["id"])
    assert (row["state"], row["tries"]) == ("waiting", 0)
    async with world.database.reads.connect() as connection:
        assert await connection.scalar(select(WEBHOOKS.c.lease)) == "of another"


async def test_after_days_of_failure_it_is_turned_off_and_begins_anew_when_it_is_turned_on(
    world: World, partner: Partner, clock: Callable[..., None]
) -> None:
    hook = await made(world)
    admin = world.client("admin")
    partner.always = 500
    for hours, on in ((0, True), (71, True), (73, False)):
        await admin.post(f"{HOOKS}/{hook['id']}/test")
        clock(hours=hours)
        await work(world, partner)
        clock()
        row = await only(world)
        assert (row["enabled"], row["failingSince"] is not None) == (on, True)
    await admin.post("/api/panel/leads", json={"name": "Nell", "email": "nell@home.example"})
    assert "lead.created" not in [row["event"] for row in await deliveries(world, hook["id"])]
    for who in ("admin", "second_admin"):
        told = (await world.client(who).get("/api/panel/notifications")).json()
        assert [
            (each["what"], each["recordId"], each["title"]) for each in told if each["kind"] == "webhook"
        ] == [("webhook_off", hook["id"], URL)]
    partner.always = 200
    answer = await admin.patch(f"{HOOKS}/{hook['id']}", json={"enabled": True})
    told = (await admin.get("/api/panel/notifications")).json()
    assert [each for each in told if each["kind"] == "webhook"] == []
    assert (answer.json()["enabled"], answer.json()["failingSince"]) == (True, None)
    clock(hours=80)
    await work(world, partner)
    clock()
    assert {row["state"] for row in await deliveries(world, hook["id"])} == {"arrived"}
    assert (await only(world))["lastOkAt"] is not None


async def test_one_success_in_between_begins_the_days_anew(
    world: World, partner: Partner, clock: Callable[..., None]
) -> None:
    hook = await made(world)
    for hours, answer in ((0, 500), (48, 200), (72, 500), (100, 500)):
        partner.always = answer
        clock()
        await world.client("admin").post(f"{HOOKS}/{hook['id']}/test")
        clock(hours=hours)
        await work(world, partner)
    clock()
    assert (await only(world))["enabled"]


async def test_while_it_is_off_a_test_is_sent_and_nothing_else(
    world: World, partner: Partner, clock: Callable[..., None]
) -> None:
    hook = await made(world)
    admin = world.client("admin")
    await admin.post("/api/panel/leads", json={"name": "Nell", "email": "nell@home.example"})
    assert (await admin.patch(f"{HOOKS}/{hook['id']}", json={"enabled": False})).status_code == 200
    await admin.post(f"{HOOKS}/{hook['id']}/test")
    await work(world, partner)
    assert [each["event"] for each in partner.told()] == ["webhook.test"]
    (test, lead) = await deliveries(world, hook["id"])
    refused = await admin.post(AGAIN.format(lead["id"]))
    assert (refused.status_code, "turned off" in refused.json()["error"]) == (409, True)
    assert (await admin.post(AGAIN.format(test["id"]))).status_code == 200
    await admin.patch(f"{HOOKS}/{hook['id']}", json={"enabled": True})
    await work(world, partner)
    assert [each["event"] for each in partner.told()].count("lead.created") == 1


async def test_a_deleted_one_comes_back_for_ten_minutes(
    world: World, partner: Partner, clock: Callable[..., None]
) -> None:
    hook = await made(world)
    admin = world.client("admin")
    await admin.post(f"{HOOKS}/{hook['id']}/test")
    (delivery,) = await deliveries(world, hook["id"])
    assert (await admin.delete(f"{HOOKS}/{hook['id']}")).status_code == 204
    await work(world, partner)
    assert ((await admin.get(HOOKS)).json(), partner.got) == ([], [])
    one = f"{HOOKS}/{hook['id']}"
    for call in (admin.get(f"{one}/deliveries"), admin.patch(one, json={"enabled": True}), admin.delete(one),
                 admin.post(f"{one}/secret"), admin.post(f"{one}/test"), admin.post(AGAIN.format(delivery["id"]))):  # fmt: skip
        assert (await call).status_code == 404
    clock(minutes=9)
    assert (await admin.post(f"{one}/restore")).status_code == 204
    await work(world, partner)
    assert len(partner.got) == 1
    await admin.delete(one)
    other = await made(world)
    refused = await admin.post(f"{one}/restore")
    assert (refused.status_code, "another webhook" in refused.json()["error"]) == (409, True)
    await admin.delete(f"{HOOKS}/{other['id']}")
    clock(minutes=20)
    refused = await admin.post(f"{one}/restore")
    assert (refused.status_code, "ten minutes" in refused.json()["error"]) == (409, True)
    clock(days=2)
    await sweep(world.database)
    async with world.database.reads.connect() as connection:
        assert [
            await connection.scalar(select(func.count()).select_from(of)) for of in (WEBHOOKS, DELIVERIES)
        ] == [0, 0]


async def test_a_url_is_kept_in_one_spelling(world: World) -> None:
    hook = await made(world, "HTTPS://Hooks.Partner.EXAMPLE:443/duskline")
    admin = world.client("admin")
    (kept,) = (await admin.get(HOOKS)).json()
    assert kept["url"] == URL
    refused = await admin.post(HOOKS, json={"url": URL, "events": ["lead.lost"]})
    assert refused.json()["fields"] == {"url": "There is a webhook with this URL already"}
    moved = await admin.patch(f"{HOOKS}/{hook['id']}", json={"url": "https://Other.example"})
    assert moved.json()["url"] == "https://other.example/"


async def test_making_it_twice_makes_one_and_there_are_ten_at_most(world: World) -> None:
    """No key is taken, as the answer holds a secret: whoever lost it meets the webhook that is there."""
    bodies = [{"url": URL, "events": ["lead.lost"]}] * 2
    answers = await asyncio.gather(
        *(
            world.client(who).post(HOOKS, json=body)
            for who, body in zip(("admin", "second_admin"), bodies, strict=True)
        )
    )
    assert sorted(answer.status_code for answer in answers) == [201, 400]
    (refused,) = [answer for answer in answers if answer.status_code == 400]
    assert refused.json()["fields"] == {"url": "There is a webhook with this URL already"}
    for number in range(9):
        other = await made(world, f"https://other.example/{number}")
    moved = await world.client("admin").patch(f"{HOOKS}/{other['id']}", json={"url": URL})
    assert moved.json()["fields"] == {"url": "There is a webhook with this URL already"}
    refused = await world.client("admin").post(
        HOOKS, json={"url": "https://eleventh.example/", "events": ["lead.lost"]}
    )
    assert (refused.status_code, refused.json()["error"]) == (
        409, "There are 10 webhooks. Delete one that is not used any more first.",
    )  # fmt: skip
    admin = world.client("admin")
    assert (await admin.delete(f"{HOOKS}/{other['id']}")).status_code == 204
    await made(world, "https://eleventh.example/")
    back = await admin.post(f"{HOOKS}/{other['id']}/restore")
    assert (back.status_code, back.json()) == (409, refused.json()), "nor does one come back as the eleventh"
    assert len((await admin.get(HOOKS)).json()) == 10


async def test_two_administrators_lose_nothing(world: World) -> None:
    hook = await made(world)
    ann, ben = world.client("admin"), world.client("second_admin")
    tag = {"If-Match": '"1"'}
    first = await ann.patch(f"{HOOKS}/{hook['id']}", json={"enabled": False}, headers=tag)
    assert (first.status_code, first.headers["etag"]) == (200, '"2"')
    assert (
        await ben.patch(f"{HOOKS}/{hook['id']}", json={"events": ["lead.lost"]}, headers=tag)
    ).status_code == 409
    assert (await ben.delete(f"{HOOKS}/{hook['id']}", headers=tag)).status_code == 409


async def test_sending_does_not_meet_an_edit(world: World, partner: Partner) -> None:
    """What the sender notes is no edit: whoever has the form open may still save it."""
    hook = await made(world)
    await world.client("admin").post(f"{HOOKS}/{hook['id']}/test")
    await work(world, partner)
    assert (await only(world))["version"] == 1


@pytest.mark.parametrize(
    "who", ["support", "regional_ops_manager", "branch_ops_manager", "sales_rep", "technician"]
)
async def test_they_are_the_administrators(world: World, who: str) -> None:
    hook = await made(world)
    caller = world.client(who)
    answers: list[httpx.Response] = [
        await caller.get(HOOKS), await caller.post(HOOKS, json={"url": "https://x.example", "events": ["lead.lost"]}),
        await caller.get(f"{HOOKS}/{hook['id']}/deliveries"), await caller.post(f"{HOOKS}/{hook['id']}/secret"),
    ]  # fmt: skip
    assert {answer.status_code for answer in answers} == {403}


@pytest.mark.parametrize(
    "url", ["http://a.example/", "https://127.0.0.1/", "https://u:p@a.example/", "nothing"]
)
async def test_a_url_that_leads_nowhere_good_is_refused_when_it_is_typed(world: World, url: str) -> None:
    admin = world.client("admin")
    answer = await admin.post(HOOKS, json={"url": url, "events": ["lead.lost"]})
    assert (answer.status_code, list(answer.json()["fields"])) == (400, ["url"])
    hook = await made(world)
    answer = await admin.patch(f"{HOOKS}/{hook['id']}", json={"url": url})
    assert (answer.status_code, list(answer.json()["fields"])) == (400, ["url"])


async def test_over_the_wire(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """From the call to a real server over TLS, as it is shipped; and nothing of it leaves where the name leads inside."""
    monkeypatch.setattr("duskline.core.system.outgoing.socket.getaddrinfo", leading_to("127.0.0.1"))
    async with receiving() as receiver:
        hook = await made(world, receiver.url)
        admin = world.client("admin")
        await admin.post(f"{HOOKS}/{hook['id']}/test")
        assert await WebhookWorker(world.database).turn()
        (row,) = await deliveries(world, hook["id"])
        assert (row["fault"], receiver.got) == ("Its name leads to an address that is not public.", [])
        await admin.post(AGAIN.format(row["id"]))
        assert await WebhookWorker(world.database, Outgoing(lambda _: True, believed).post).turn()
        (row,) = await deliveries(world, hook["id"])
        assert (row["state"], row["status"], row["answer"]) == ("arrived", 200, "fine")
        head, _, body = receiver.got[0].partition(b"\r\n\r\n")
        lines = dict(line.split(": ", 1) for line in head.decode().split("\r\n")[1:])
        at = int(lines["webhook-timestamp"])
        assert lines["webhook-signature"] == signature([hook["secret"]], row["id"], at, body)
        assert lines["webhook-id"] == json.loads(body)["id"] == row["id"]
        assert lines["Content-Type"] == "application/json"


async def test_the_sample_of_the_reference_knows_what_is_from_us(world: World, partner: Partner) -> None:
    named: dict[str, Any] = {}
    exec(compile(SAMPLE.read_text("utf-8"), SAMPLE, "exec"), named)
    hook = await made(world)
    await world.client("admin").post(f"{HOOKS}/{hook['id']}/test")
    await work(world, partner)
    ((_, headers, body),) = partner.got
    late = {**headers, "webhook-timestamp": str(int(headers["webhook-timestamp"]) - 301)}
    other = "whsec_" + base64.b64encode(b"x" * 32).decode()
    asked = [(hook["secret"], headers, body), (other, headers, body), (hook["secret"], headers, body + b" "),
             (hook["secret"], late, body)]  # fmt: skip
    assert [named["is_from_us"](*each) for each in asked] == [True, False, False, False]
