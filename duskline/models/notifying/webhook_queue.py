"""What webhooks are told, on its way: signed, sent, tried again, given up.

A worker takes one webhook at a time, under a lease that lasts longer than any conversation: what one is told is in one pair of
hands, and a receiver that falls silent holds up no other. It holds no connection to the database meanwhile. What is sent may arrive
twice, when an answer is lost or a process dies, always under the same id.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
import hmac
import logging
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from contextlib import suppress
from datetime import timedelta
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, delete, exists, literal, or_, select, update

from duskline.core.data.base import now
from duskline.core.data.database import Database
from duskline.core.data.leases import WAITS, LeaseLost, new_lease, put_off, take, write_held
from duskline.core.data.session import changing
from duskline.core.jobs.workers import Worker
from duskline.core.system import outgoing
from duskline.core.system.logs import FIELDS
from duskline.core.system.outgoing import Answered, NotReachable, Outgoing
from duskline.models.notifying.notifications import Notification, ToldOf, in_reach, told
from duskline.models.notifying.webhooks import (
    DELIVERIES,
    LONGEST_FAULT,
    SECRET_PREFIX,
    STANDS,
    TEST,
    WEBHOOKS,
    Delivery,
    DeliveryState,
    Webhook,
    still_signing,
)
from duskline.models.people.preferences import TOLD_TO, Happening
from duskline.policy import CONSOLE

BATCH = 10
"""Sent to one webhook at a time, beside one another."""
SIDE_BY_SIDE = 3
"""Webhooks that a process speaks to at once."""
LEASE_SECONDS = 60.0
REST = timedelta(minutes=1)
"""How long a webhook is left alone where nothing of a batch arrived: what waits behind loses no attempt."""
TRIED_AGAIN = (*WAITS, timedelta(hours=12), timedelta(hours=24), timedelta(hours=24))
"""Before each further attempt: nine in all, within less than three days."""
PATIENCE = timedelta(days=3)
"""For how long everything may fail before a webhook is turned off."""
KEPT = timedelta(days=30)
FORGOTTEN = timedelta(days=1)
"""After which one that was deleted goes for good."""

assert 2 * outgoing.ANSWER_SECONDS < LEASE_SECONDS

Post = Callable[[str, Mapping[str, str], bytes], Awaitable[Answered]]

logger = logging.getLogger("duskline.webhooks")


class Tried(NamedTuple):
    """What came of an attempt; `fault` is None where it arrived."""

    fault: str | None
    status: int | None = None
    milliseconds: int | None = None
    answer: str | None = None


class WebhookWorker(Worker):
    """One sender; any number may run at once, in any number of processes."""

    def __init__(self, database: Database, post: Post | None = None) -> None:
        super().__init__()
        self._database = database
        self._post = post or Outgoing().post

    async def turn(self) -> bool:
        """Sends a batch to the webhook that has waited longest; whether there was one."""
        if not await self._is_any_due():
            return False
        lease = new_lease()
        taken = take(WEBHOOKS.c.id, _is_due(), lease, most=1, seconds=LEASE_SECONDS).returning(WEBHOOKS)
        async with self._database.writes.begin() as connection:
            webhook = (await connection.execute(taken)).first()
        if webhook is None:
            return False
        tried: Sequence[Tried] = ()
        try:
            batch = await self._batch(webhook)
            tried = await asyncio.gather(*(self._deliver(webhook, each, lease) for each in batch))
        except LeaseLost:
            logger.warning(
                "a webhook was held for longer than its lease", extra={FIELDS: {"webhook": webhook.id}}
            )
        finally:
            await self._give_back(webhook, lease, tried)
        return True

    async def _is_any_due(self) -> bool:
        async with self._database.reads.connect() as connection:
            return await connection.scalar(select(literal(1)).where(_is_due()).limit(1)) is not None

    async def _batch(self, webhook: Any) -> Sequence[Any]:
        which = _waits() & (DELIVERIES.c.webhook_id == webhook.id)
        if not webhook.enabled:
            which &= DELIVERIES.c.event == TEST
        async with self._database.reads.connect() as connection:
            rows = select(DELIVERIES).where(which).order_by(DELIVERIES.c.due, DELIVERIES.c.id).limit(BATCH)
            return (await connection.execute(rows)).all()

    async def _deliver(self, webhook: Any, delivery: Any, lease: str) -> Tried:
        body = delivery.body.encode()
        try:
            answered = await self._post(webhook.url, _headers(webhook, delivery.id, body), body)
            tried = Tried(_refusal(answered.status), *answered)
        except NotReachable as unreachable:
            tried = Tried(str(unreachable)[:LONGEST_FAULT])
        except Exception:
            logger.exception("a delivery could not be sent", extra={FIELDS: {"delivery": delivery.id}})
            tried = Tried("It could not be sent.")
        tries = delivery.tries + 1
        values = {**tried._asdict(), "tries": tries, "tried_at": now(), **_what_follows(tried, tries)}
        await self._settle(webhook.id, delivery.id, lease, values)
        return tried

    async def _settle(self, webhook_id: str, id: str, lease: str, values: dict[str, Any]) -> None:
        """Writes down what became of a delivery, as long as its webhook is in our hands.

        Raises:
            LeaseLost: somebody else has it.
        """
        ours = exists().where(WEBHOOKS.c.id == webhook_id, WEBHOOKS.c.lease == lease)
        async with self._database.writes.begin() as connection:
            changed = await connection.execute(
                update(DELIVERIES).where(DELIVERIES.c.id == id, ours).values(values)
            )
        if changed.rowcount != 1:
            raise LeaseLost(webhook_id)

    async def _give_back(self, webhook: Any, lease: str, tried: Sequence[Tried]) -> None:
        """The next may take it: at once, or after a rest where nothing arrived."""
        arrived = any(each.fault is None for each in tried)
        failed = bool(tried) and not arrived
        values: dict[str, Any] = {"due": now() + (REST if failed else timedelta())}
        if arrived:
            values |= {"last_ok_at": now(), "failing_since": None}
        elif failed:
            values |= {"failing_since": webhook.failing_since or now()}
        with suppress(LeaseLost):
            await write_held(self._database, WEBHOOKS.c.id, webhook.id, lease, lease=None, **values)
            if failed and webhook.enabled and values["failing_since"] < now() - PATIENCE:
                await self._turn_off(webhook.id)

    async def _turn_off(self, id: str) -> None:
        async with changing(self._database, CONSOLE) as db:
            (await db.find_locked(Webhook, id)).enabled = False
            for person in await db.scalars(in_reach(TOLD_TO[Happening.WEBHOOK_OFF], None)):
                db.store(Notification(**told(person, Happening.WEBHOOK_OFF, ToldOf.WEBHOOK, id, None)))
            await db.commit()
        logger.warning("a webhook was turned off", extra={FIELDS: {"webhook": id}})


def webhook_workers(database: Database) -> list[WebhookWorker]:
    """Those of one process: who falls silent holds up none of the others, unless as many do so at once."""
    return [WebhookWorker(database) for _ in range(SIDE_BY_SIDE)]


def _is_due() -> ColumnElement[bool]:
    """Webhooks that may be spoken to and for which something waits; a test goes to one that is turned off, too."""
    may = or_(WEBHOOKS.c.enabled, DELIVERIES.c.event == TEST)
    something = exists().where(DELIVERIES.c.webhook_id == WEBHOOKS.c.id, _waits(), may)
    due: ColumnElement[bool] = STANDS & (WEBHOOKS.c.due <= now()) & something.correlate(WEBHOOKS)
    return due


def _waits() -> ColumnElement[bool]:
    waits: ColumnElement[bool] = (DELIVERIES.c.state == DeliveryState.WAITING) & (DELIVERIES.c.due <= now())
    return waits


def _what_follows(tried: Tried, tries: int) -> dict[str, Any]:
    if tried.fault is None:
        return {"state": DeliveryState.ARRIVED}
    wait = put_off(tries, TRIED_AGAIN)
    return {"state": DeliveryState.DEAD} if wait is None else {"due": now() + wait}


def _refusal(status: int) -> str | None:
    if 200 <= status < 300:
        return None
    if 300 <= status < 400:
        return f"It answered {status}. Redirects are not followed."
    return f"It answered {status}."


def _headers(webhook: Any, id: str, body: bytes) -> dict[str, str]:
    moment = now()
    at = int(moment.timestamp())
    former = [each["secret"] for each in still_signing(webhook.former, moment)]
    return {
        "Content-Type": "application/json",
        "User-Agent": "Duskline-Webhooks/1",
        "webhook-id": id,
        "webhook-timestamp": str(at),
        "webhook-signature": signature([webhook.secret, *former], id, at, body),
    }


def signature(secrets: Collection[str], id: str, at: int, body: bytes) -> str:
    """As the Standard Webhooks have it: for each secret `v1,` and the HMAC-SHA256 of id, time and body, with dots between."""
    signed = f"{id}.{at}.".encode() + body
    keys = (base64.b64decode(secret.removeprefix(SECRET_PREFIX)) for secret in secrets)
    hashes = (base64.b64encode(hmac.digest(key, signed, hashlib.sha256)).decode() for key in keys)
    return " ".join(f"v1,{word}" for word in hashes)


async def sweep(database: Database) -> None:
    """Forgets what was told long ago, and webhooks that were deleted."""
    told = delete(Delivery.__table__).where(DELIVERIES.c.created_at < now() - KEPT)
    ended = delete(WEBHOOKS).where(WEBHOOKS.c.ended_at < now() - FORGOTTEN)
    async with database.writes.begin() as connection:
        await connection.execute(told)
        await connection.execute(ended)
