"""Repeats: a write that is sent again under the same `Idempotency-Key` gets the first answer and does nothing again.

A key belongs to its sender and to the call that it is sent with. It is taken in the transaction of the
change itself, before anything is read: what is rolled back never held the key, so refusals are not kept and a
crash leaves nothing behind. A duplicate on another worker waits for that transaction and then finds the kept answer.
"""

from __future__ import annotations

import asyncio
import hashlib
import re
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import Annotated, Any, NamedTuple
from weakref import WeakValueDictionary

import msgspec
from litestar import Response
from litestar.params import HeaderParameter
from sqlalchemy import delete, select, update
from sqlalchemy.exc import DBAPIError

from duskline.core.data.base import now
from duskline.core.data.calls import Operation
from duskline.core.data.database import Database
from duskline.core.data.faults import is_locked
from duskline.core.data.session import Db
from duskline.core.data.upsert import insert_into
from duskline.core.system.errors import RETRY_SECONDS, Invalid, Refusal
from duskline.core.values.bodies import Body
from duskline.policy import Actor

KEY = re.compile(r"[\x21-\x7e]{8,64}")
SHORTEST_OF_A_VISITOR = 22
"""Characters that hold 128 random bits: nothing but the key tells whose answer a visitor's is."""
OF_A_PERSON, OF_A_VISITOR = timedelta(days=30), timedelta(hours=24)
"""How long an answer is kept."""
WAIT_SECONDS = 10.0
BATCH = 500

Header = Annotated[
    str | None,
    HeaderParameter(
        name="Idempotency-Key",
        required=False,
        description="8 to 64 characters of the caller's choice, from visitors 22 or more: a repeat gets the first answer.",
    ),
]


class KeyedRequest(NamedTuple):
    """A request that carries a key."""

    id: str
    digest: str
    kept_for: timedelta


class InProgress(Refusal):
    """The same request is still being worked on."""

    def __init__(self) -> None:
        sentence = "This is still being saved. Please wait a moment and try again."
        super().__init__(409, sentence, headers={"Retry-After": str(RETRY_SECONDS)})


class KeyReused(Refusal):
    """The key was used for other content."""

    def __init__(self) -> None:
        sentence = "We already have this as you first sent it. What you changed since then has not been sent."
        super().__init__(422, sentence)


class AnswerErased(Refusal):
    """The write was done, and the person of its answer was erased afterwards."""

    def __init__(self) -> None:
        super().__init__(409, "This was saved before and erased since. It is not saved a second time.")


def asked(key: str, actor: Actor, call: str, given: Mapping[str, Any]) -> KeyedRequest:
    """What a key stands for: `call` is the method and path, `given` the path's values and the content.

    Raises:
        Invalid: 400 the key is malformed, or a visitor's could be guessed.
    """
    if not KEY.fullmatch(key):
        raise Invalid({"Idempotency-Key": "Idempotency-Key takes 8 to 64 visible characters without spaces"})
    if actor.built_in and len(key) < SHORTEST_OF_A_VISITOR:
        sentence = f"Idempotency-Key takes {SHORTEST_OF_A_VISITOR} to 64 random characters here"
        raise Invalid({"Idempotency-Key": sentence})
    data, upload = given.get("data"), given.get("image") or given.get("table")
    place = {name: value for name, value in given.items() if name not in ("data", "image", "table")}
    file = upload and hashlib.sha256(upload.content).hexdigest()
    return KeyedRequest(
        id=_sha256([actor.sender, call, place, key]),
        digest=_sha256([_meant(data), file]),
        kept_for=OF_A_VISITOR if actor.built_in else OF_A_PERSON,
    )


def _meant(data: Body | None) -> Any:
    return data and {name: value for name, value in data.given().items() if name not in data.incidental}


def _sha256(parts: list[Any]) -> str:
    return hashlib.sha256(msgspec.json.encode(parts, order="deterministic")).hexdigest()


class RepeatLocks:
    """Lets repeats that arrive together in one process follow each other.

    Each would otherwise hold a connection while it waits for the first, or process the same photo once more.
    """

    def __init__(self) -> None:
        self._at_work: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    @asynccontextmanager
    async def turn(self, asked: KeyedRequest) -> AsyncIterator[None]:
        """One's turn, or InProgress after a while."""
        lock = self._at_work.setdefault(asked.id, asyncio.Lock())
        try:
            async with asyncio.timeout(WAIT_SECONDS):
                await lock.acquire()
        except TimeoutError:
            raise InProgress from None
        try:
            yield
        finally:
            lock.release()


async def is_kept(database: Database, asked: KeyedRequest) -> bool:
    """Whether there is an answer already, so that the work before the transaction can be spared."""
    table: Any = Operation.__table__
    kept = (table.c.id == asked.id) & (table.c.expires_at > now())
    async with database.reads.connect() as connection:
        return await connection.scalar(select(table.c.id).where(kept)) is not None


async def claim(db: Db, asked: KeyedRequest) -> Operation | None:
    """Takes the key for this transaction, or finds what was kept under it.

    Raises:
        InProgress: 409 a duplicate has held it for too long.
        KeyReused: 422 it was used for other content.
        AnswerErased: 409 the answer that was kept is erased.
    """
    try:
        if await db.scalar(_take(db.database, asked)) is not None:
            return None
    except DBAPIError as fault:
        if is_locked(fault):
            raise InProgress from fault
        raise
    kept: Operation = (await db.scalars(select(Operation).where(Operation.id == asked.id))).one()
    if kept.digest != asked.digest:
        raise KeyReused
    if kept.status is None:
        raise AnswerErased
    return kept


def _take(database: Database, asked: KeyedRequest) -> Any:
    table: Any = Operation.__table__
    moment = now()
    fresh = {"digest": asked.digest, "created_at": moment, "expires_at": moment + asked.kept_for}
    statement = insert_into(table, database.dialect.name).values(id=asked.id, **fresh)
    expired = table.c.expires_at <= moment
    return statement.on_conflict_do_update(
        index_elements=[table.c.id], set_=fresh, where=expired
    ).returning(table.c.id)  # fmt: skip


async def keep(
    db: Db, asked: KeyedRequest, content: Any, status: int, etag: str | None, record_id: str | None
) -> Response[Any]:
    """Keeps an answer with its key; what is answered now is what will be answered again."""
    answer = None if content is None else msgspec.json.encode(content)
    kept = {"status": status, "answer": answer, "etag": etag, "record_id": record_id}
    table: Any = Operation.__table__
    await db.execute(update(table).where(table.c.id == asked.id).values(**kept))
    return answered(status, answer, etag)


def answered(status: int, answer: bytes | None, etag: str | None) -> Response[Any]:
    """A kept answer, ready to leave."""
    headers = {} if etag is None else {"ETag": etag}
    return Response(answer, status_code=status, headers=headers, media_type="application/json")


async def sweep(database: Database) -> None:
    """Forgets answers whose time is over, a batch at a time: nobody waits long for the one writer."""
    table: Any = Operation.__table__
    over = select(table.c.id).where(table.c.expires_at <= now()).limit(BATCH)
    while True:
        async with database.writes.begin() as connection:
            gone = await connection.execute(delete(table).where(table.c.id.in_(over)))
        if gone.rowcount < BATCH:
            return
