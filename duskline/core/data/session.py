"""The session that keeps everyone in scope.

It adds `Scoped.within` to every statement, refuses bulk writes on scoped entities, and selects each new or moved row
again through the same predicate, so that nothing is written outside one's scope.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from contextvars import ContextVar
from typing import Any, NoReturn, TypeVar

from sqlalchemy import Select, event, func, inspect, literal, select
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession
from sqlalchemy.orm import InstanceState, ORMExecuteState, Session

from duskline.core.data import scoping
from duskline.core.data.base import Keyed
from duskline.core.data.database import Database
from duskline.core.data.internals import options_of
from duskline.core.data.unfinished import BATCH
from duskline.core.system.errors import Changed, NotFound, Refusal
from duskline.policy import Actor, Scoped

T = TypeVar("T", bound=Keyed)
R = TypeVar("R")
LOCKS = "locks"
"""Where a session keeps the names of the advisory locks that it holds."""
_changing: ContextVar[bool] = ContextVar("changing", default=False)


class NoActor(RuntimeError):
    """A statement was run by nobody."""


class ScopedSession(Session):
    """The synchronous half; its events keep the scope."""

    @property
    def actor(self) -> Actor:
        actor: Actor | None = self.info.get("actor")
        if actor is None:
            raise NoActor("A session needs an actor before it may touch the database.")
        return actor

    def _refuse_bulk(self, *_: object, **__: object) -> NoReturn:
        raise RuntimeError("Rows are written one by one, through the session.")

    bulk_save_objects = bulk_insert_mappings = bulk_update_mappings = _refuse_bulk


@event.listens_for(ScopedSession, "do_orm_execute")
def _keep_in_scope(state: ORMExecuteState) -> None:
    session = state.session
    assert isinstance(session, ScopedSession)
    scope = session.actor.scope
    if state.is_insert or state.is_update or state.is_delete:
        mapper = state.bind_mapper
        if mapper is not None and issubclass(mapper.class_, Scoped):
            raise RuntimeError("Scoped rows are written one by one, through the session.")
        return
    options = scoping.scope_options(scope.size)
    if not session.info.get(BATCH):
        options += scoping.finished_options()
    # Adding them twice doubles the predicate.
    if options and options[0] not in options_of(state.statement):
        state.statement = state.statement.options(*options)
    state.parameters = {**(state.parameters or {}), **scope.values()}  # type: ignore[dict-item]


@event.listens_for(ScopedSession, "after_flush")
def _check_destinations(session: ScopedSession, _context: object) -> None:
    if session.actor.built_in:
        return
    for row in [*session.new, *session.dirty]:
        if isinstance(row, Scoped) and (row in session.new or _moved(row)):
            entity: Any = type(row)
            if session.scalar(select(entity.id).where(entity.id == row.id)) is None:  # type: ignore[attr-defined]
                raise Refusal(400, "This branch does not exist or is outside your reach.")


@event.listens_for(ScopedSession, "detached_to_persistent")
def _refuse_carried_over(session: ScopedSession, row: object) -> None:
    """A row that another session found may lie outside this one's scope."""
    if isinstance(row, Scoped):
        session.expunge(row)
        raise RuntimeError("A scoped row is written by the session that found it.")


def _moved(row: Scoped) -> bool:
    state: InstanceState[Scoped] = inspect(row)
    return any(state.attrs[name].history.has_changes() for name in row.scope_columns)


class Db(AsyncSession):
    """One request's work: finds rows in scope, and knows the version that the caller saw."""

    sync_session_class = ScopedSession
    sync_session: ScopedSession

    def __init__(
        self, bind: AsyncEngine, *, actor: Actor, database: Database, expects: int | None = None
    ) -> None:
        super().__init__(bind, expire_on_commit=False, autoflush=False)
        self.info["actor"] = actor
        self.database = database
        self.expects = expects
        self._named: tuple[type, str] | None = None

    @property
    def actor(self) -> Actor:
        return self.sync_session.actor

    def act_as(self, actor: Actor) -> None:
        """From here on somebody else acts: a person who proved who they are."""
        self.info["actor"] = actor

    async def find(self, entity: type[T], id: str) -> T:
        """The row in scope.

        Raises:
            NotFound: no such row, or out of scope (the same answer for both).
        """
        return await self._one(select(entity).where(entity.id == id))

    async def find_held(self, entity: type[T], id: str) -> T:
        """The row in scope, kept from being changed until the commit, by any number at once.

        Raises:
            NotFound: no such row, or out of scope (the same answer for both).
        """
        return await self._one(select(entity).where(entity.id == id).with_for_update(read=True, of=entity))

    async def find_locked(self, entity: type[T], id: str) -> T:
        """The row in scope, locked until the commit, beside the one that the caller named or in place of it; its version is not compared.

        Raises:
            NotFound: no such row, or out of scope (the same answer for both).
        """
        statement = select(entity).where(entity.id == id)
        # The key stays free: an audit row of the person being edited, or a new record of a client, need not wait.
        return await self._one(statement.with_for_update(of=entity, key_share=True))

    async def find_for_update(self, entity: type[T], id: str) -> T:
        """The row in scope that the caller named, locked until the commit: two edits without If-Match follow each other instead of colliding.

        Raises:
            NotFound: no such row, or out of scope (the same answer for both).
            Changed: the caller's `If-Match` names another version.
            RuntimeError: the caller named another row, whose version it is.
        """
        if self._named not in (None, (entity, id)):
            raise RuntimeError("A caller names the version of one row. Lock any other with find_locked.")
        self._named = (entity, id)
        row = await self.find_locked(entity, id)
        if self.expects is not None and getattr(row, "version", self.expects) != self.expects:
            raise Changed
        return row

    async def _one(self, statement: Select[T]) -> T:
        row: T | None = await self.scalar(statement)
        if row is None:
            raise NotFound
        return row

    async def advisory_lock(self, name: str) -> None:
        """Until the commit, nobody else gets past here with the same name."""
        lock = func.pg_advisory_xact_lock(func.hashtextextended(name, 0))
        # On SQLite the first statement already holds the one writer.
        await self.execute(select(literal(1)) if self.database.is_sqlite else select(lock))
        self.info.setdefault(LOCKS, set()).add(name)

    def require_lock(self, name: str) -> None:
        """For what counts rows before it adds one: two at once would both find room.

        Raises:
            RuntimeError: the caller has not taken the advisory lock of this name, on either database.
        """
        if name not in self.info.get(LOCKS, ()):
            raise RuntimeError(f"This needs the advisory lock {name!r}.")

    def store(self, row: R) -> R:
        self.add(row)
        return row


@asynccontextmanager
async def reading(database: Database, actor: Actor) -> AsyncIterator[Db]:
    async with Db(database.reads, actor=actor, database=database) as db:
        yield db


@asynccontextmanager
async def changing(database: Database, actor: Actor, expects: int | None = None) -> AsyncIterator[Db]:
    """A session on `writes`; the caller commits it, else it rolls back."""
    token = _changing.set(True)
    try:
        async with Db(database.writes, actor=actor, database=database, expects=expects) as db:
            yield db
    finally:
        _changing.reset(token)


def refuse_within_change(sentence: str) -> None:
    """For what opens a transaction of its own: SQLite's one writer would wait for the end of the change around it.

    Raises:
        RuntimeError: a session of `changing` is open, whether it has begun its transaction or not: with an `Idempotency-Key`
            it has, so whatever works without one would fail with one.
    """
    if _changing.get():
        raise RuntimeError(sentence)
