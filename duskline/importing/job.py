"""Who works on imports: rows are checked, records made and taken away, a slice at a time, each in one short transaction.

The records of an import are those of a batch (`core/data/unfinished.py`), so all of them are seen at once, when the last is there.
A slice is as large as fits the time for which SQLite's one writer may be held.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from datetime import timedelta
from typing import Any

from sqlalchemy import select

from duskline.account.letters import ask_for_letter
from duskline.company import Company
from duskline.core.data import unfinished
from duskline.core.data.audit import Caller, EventKind, event_by
from duskline.core.data.base import now
from duskline.core.data.changes import add_set_aside, forget_set_aside
from duskline.core.data.counts import CountChanges
from duskline.core.data.database import Database
from duskline.core.data.figures import FigureChanges
from duskline.core.data.leases import LeaseLost, new_lease, take
from duskline.core.data.session import Db, changing, reading
from duskline.core.jobs.workers import Worker
from duskline.core.system.errors import Refusal
from duskline.core.system.logs import FIELDS
from duskline.importing import making, taking_back
from duskline.importing.checking import Known, alike, judged, known_to
from duskline.importing.settling import compare_some, settle
from duskline.models.people.access_links import LinkKind
from duskline.models.people.people import User
from duskline.models.people.sessions import acting
from duskline.models.records.imports import (
    AT_WORK,
    IMPORTS,
    MAY_IMPORT,
    Choice,
    Import,
    ImportKind,
    ImportRow,
    ImportState,
)
from duskline.policy import CONSOLE, Actor

LEASE_SECONDS = 15.0
HELD_SECONDS = 0.03
"""How long a slice should hold the writer; the next is larger or smaller accordingly."""
SMALLEST, FIRST, LARGEST = 5, 5, 50
"""Rows of a slice. What each costs whatever its size would fill the time of smaller ones."""
CHECKED = {ImportKind.LEADS: 200, ImportKind.CLIENTS: 200, ImportKind.USERS: 20}
"""Rows that are checked at once: each person is asked about alone."""
MOST_TRIES = 5
REST = 0.3
"""Of the time that a slice took; then comes the next."""

UNASKED = (ImportState.REVIEW, ImportState.SHOWING, ImportState.REMOVING, ImportState.INVITING)
"""States whose work is finished even if the importer may import no more."""
BROKEN = {
    ImportState.CHECKING: "Something went wrong on our side while the rows were checked. Please try again.",
    ImportState.CREATING: "Something went wrong on our side, so nothing was imported. Please try again.",
    ImportState.FILLING: "Something went wrong on our side, so nothing was imported. Please try again.",
    ImportState.INVITING: "Something went wrong on our side, so not all were invited. Please invite the others from the list.",
    ImportState.UNDOING: "Something went wrong on our side, so not all was undone. Please press Undo again.",
}
"""What is given up after a fault of ours, and what that is called; all else goes on until it is done."""
NOT_ANY_MORE = "You may not import these any more."

logger = logging.getLogger("duskline.imports")


class ImportWorker(Worker):
    """Works on one import at a time; several may be at work, in any number of processes."""

    def __init__(
        self,
        database: Database,
        company: Callable[[], Awaitable[Company]],
        *,
        by_mail: bool,
        which: Any = AT_WORK,
    ) -> None:
        super().__init__()
        self._database, self._company, self._by_mail, self._which = database, company, by_mail, which
        self._known: Known | None = None
        self._size = FIRST
        self.longest = 0.0
        """Seconds for which a slice held the writer."""

    async def turn(self) -> bool:
        """Works on the import that has waited longest, as long as there is something to do; whether there was."""
        due = self._which & (IMPORTS.c.due <= now())
        async with self._database.reads.connect() as connection:
            if await connection.scalar(select(IMPORTS.c.id).where(due).limit(1)) is None:
                return False
        lease = new_lease()
        taken = take(IMPORTS.c.id, due, lease, most=1, seconds=LEASE_SECONDS, tries=IMPORTS.c.tries + 1)
        async with self._database.writes.begin() as connection:
            id = await connection.scalar(taken.returning(IMPORTS.c.id))
        if id is None:
            return False
        self._known, self._size = None, FIRST
        with suppress(LeaseLost):  # cancelled, or somebody else goes on with it
            await self._work(id, lease)
        return True

    async def _work(self, id: str, lease: str) -> None:
        goes_on = True
        while goes_on and not self._stopping:
            began = time.monotonic()
            try:
                goes_on = await self._slice(id, lease)
            except Refusal as refusal:
                await self._fail(id, lease, refusal.sentence)
            except LeaseLost:
                raise
            except Exception:
                logger.warning("an import is put off", extra={FIELDS: {"import": id}}, exc_info=True)
                await self._put_off(id, lease)
                return
            await asyncio.sleep(REST * (time.monotonic() - began))
        async with changing(
            self._database, CONSOLE
        ) as db:  # each slice had moved it on by the time of the lease
            own = await _held(db, id, lease)
            own.apply({"lease": None, "due": max(now(), own.due - timedelta(seconds=LEASE_SECONDS))})
            await db.commit()

    async def _slice(self, id: str, lease: str) -> bool:
        """Some rows; whether there may be more for us to do."""
        async with reading(self._database, CONSOLE) as db:
            own = await db.get(Import, id)
        if own is None or own.lease != lease:
            raise LeaseLost(id)
        actor = await acting(self._database, own.user_id)
        if own.state not in UNASKED and (actor is None or not MAY_IMPORT[own.kind].lets(actor)):
            raise Refusal(403, NOT_ANY_MORE)
        work = {
            ImportState.CHECKING: self._check, ImportState.CREATING: self._create, ImportState.FILLING: self._fill,
            ImportState.SHOWING: self._show, ImportState.REMOVING: self._remove, ImportState.INVITING: self._invite,
            ImportState.UNDOING: self._undo, ImportState.REVIEW: self._compare,
        }.get(own.state)  # fmt: skip
        return work is not None and await work(actor or CONSOLE, own, lease)

    async def _check(self, actor: Actor, own: Import, lease: str) -> bool:
        async with reading(self._database, actor) as db:
            rows = await _next(db, own, CHECKED[own.kind])
        found = await judged(self._database, actor, own, rows)
        async with reading(self._database, actor) as db:
            matches = await alike(db, own.kind, found)
        async with self._turn(actor, own, lease) as (db, held):
            await settle(db, held, found, matches)
            _note(held, rows)
            if not rows:
                held.go(ImportState.REVIEW)
        return bool(rows)

    async def _compare(self, actor: Actor, own: Import, lease: str) -> bool:
        async with self._turn(actor, own, lease) as (db, held):
            await compare_some(db, held)
            return held.unsettled is not None

    async def _create(self, actor: Actor, own: Import, lease: str) -> bool:
        known = await self._words(actor, own.kind)
        async with self._turn(actor, own, lease, batch=own.id) as (db, held):
            if not await unfinished.begin(db, held.id):
                held.apply({"due": now() + timedelta(seconds=LEASE_SECONDS + 1), "tries": 0})
                return False  # another import is on its way
            rows = await _next(db, held, self._size, Choice.CREATE)
            await making.create(db, held, rows, known)
            held.created += len(rows)
            _note(held, rows)
            if not rows:
                held.apply({"state": ImportState.FILLING, "at": 0})
        return True

    async def _fill(self, actor: Actor, own: Import, lease: str) -> bool:
        known = await self._words(actor, own.kind)
        async with self._turn(actor, own, lease) as (db, held):
            rows = await _next(db, held, self._size, Choice.FILL)
            held.filled += await making.fill(db, held, rows, known)
            _note(held, rows)
            if not rows:
                await self._finish(db, held)
        return True

    async def _finish(self, db: Db, held: Import) -> None:
        """All that was made is seen from here on."""
        await unfinished.end(db, held.id)
        held.go(ImportState.SHOWING, held.total)
        held.apply({"done": held.total, "finished_at": now()})
        _tell(db, held, EventKind.IMPORT, created=held.created, filled=held.filled)

    async def _show(self, actor: Actor, own: Import, lease: str) -> bool:
        invites = own.kind == ImportKind.USERS and own.invites and self._by_mail
        async with self._turn(actor, own, lease) as (db, held):
            connection = await db.connection()
            added = await connection.run_sync(
                add_set_aside, held.id, (CountChanges, FigureChanges), self._size
            )
            if not added:
                held.go(ImportState.INVITING if invites else ImportState.DONE, held.created)
        return bool(added) or invites

    async def _invite(self, actor: Actor, own: Import, lease: str) -> bool:
        company = await self._company()
        async with self._turn(actor, own, lease) as (db, held):
            rows = await _next(db, held, self._size, Choice.CREATE)
            for row in rows:
                user = await db.get(User, unfinished.id_within(held.id, row.number))
                if user is not None and user.invited_until is not None and row.email_key:  # else erased
                    await ask_for_letter(
                        db, company, LinkKind.INVITATION, about=user.id, recipient=user.email
                    )
            _note(held, rows)
            if not rows:
                held.go(ImportState.DONE)
        return bool(rows)

    async def _remove(self, actor: Actor, own: Import, lease: str) -> bool:
        async with self._turn(actor, own, lease) as (db, held):
            removed = await taking_back.remove_unseen(db, held, self._size)
            held.done = min(held.done + removed, held.total)
            if not removed:
                await unfinished.end(db, held.id)
                await (await db.connection()).run_sync(forget_set_aside, held.id)
                held.go(ImportState.REVIEW)
                held.apply({"created": 0, "filled": 0})
        return bool(removed)

    async def _undo(self, actor: Actor, own: Import, lease: str) -> bool:
        async with self._turn(actor, own, lease) as (db, held):
            rows = await _next(db, held, self._size, Choice.CREATE, Choice.FILL)
            held.kept += await taking_back.undo(db, held, rows)
            _note(held, rows)
            if not rows:
                held.go(ImportState.UNDONE)
                _tell(db, held, EventKind.IMPORT_UNDONE, kept=held.kept)
        return bool(rows)

    async def _words(self, actor: Actor, kind: ImportKind) -> Known:
        """What rows name by words, asked for once in a turn: what they point at is held to its rules in any case."""
        if self._known is None:
            async with reading(self._database, actor) as db:
                self._known = await known_to(db, kind)
        return self._known

    @asynccontextmanager
    async def _turn(
        self, actor: Actor, own: Import, lease: str, batch: str | None = None
    ) -> AsyncIterator[tuple[Db, Import]]:
        """A transaction in which the import is ours, as it was read; it says how far it came."""
        async with changing(self._database, actor) as db:
            db.info[unfinished.BATCH] = batch
            held = await _held(db, own.id, lease)
            if held.state != own.state:
                raise LeaseLost(own.id)
            began = time.monotonic()
            held.apply({"due": now() + timedelta(seconds=LEASE_SECONDS), "tries": 0})
            yield db, held
            await db.commit()
            self._measure(time.monotonic() - began)

    def _measure(self, seconds: float) -> None:
        self.longest = max(self.longest, seconds)
        wanted = round(self._size * HELD_SECONDS / max(seconds, 0.001))
        self._size = max(SMALLEST, min(wanted, 2 * self._size, LARGEST))

    async def _fail(self, id: str, lease: str, why: str) -> None:
        """Ends what cannot be done, and takes away what was."""
        async with changing(self._database, CONSOLE) as db:
            own = await _held(db, id, lease)
            own.end(why)
            await db.commit()

    async def _put_off(self, id: str, lease: str) -> None:
        """After a fault of ours: tried again when the lease is over, and given up in the end."""
        async with changing(self._database, CONSOLE) as db:
            own = await _held(db, id, lease)
            if own.tries >= MOST_TRIES and own.state in BROKEN:
                own.end(BROKEN[own.state])
                await db.commit()


async def _held(db: Db, id: str, lease: str) -> Import:
    """The import while it is ours, held until the commit; raises LeaseLost."""
    ours = select(Import).where(Import.id == id, Import.lease == lease).with_for_update()
    own: Import | None = await db.scalar(ours)
    if own is None:
        raise LeaseLost(id)
    return own


async def _next(db: Db, own: Import, most: int, *choices: Choice) -> list[ImportRow]:
    """The rows behind the last that was done; of some choices alone, where any are named."""
    behind = select(ImportRow).where(ImportRow.import_id == own.id, ImportRow.number > own.at)
    if choices:
        behind = behind.where(ImportRow.choice.in_(choices))
    return list(await db.scalars(behind.order_by(ImportRow.number).limit(most)))


def _note(held: Import, rows: list[ImportRow]) -> None:
    if rows:
        held.apply({"at": rows[-1].number, "done": held.done + len(rows)})


def _tell(db: Db, held: Import, kind: EventKind, **told: Any) -> None:
    db.add(event_by(db.actor, Caller(), kind, of=held.kind, file=held.file, id=held.id, **told))
