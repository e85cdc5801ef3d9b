"""The database: two engines, the base of all models, and the session that keeps everyone within their reach.

`reads` answers lists and look-ups and cannot write; `writes` carries one transaction per request. On SQLite
`writes` is a single connection that begins every transaction with `BEGIN IMMEDIATE`, because the default
begin loses concurrent read-modify-writes silently.

The session adds `Scoped.within` to every statement, refuses bulk writes on scoped entities, and selects each
new or moved row again through the same predicate, so that nothing is written outside one's reach.
"""

from __future__ import annotations

import functools
import os
import sqlite3
import time
import uuid
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from typing import Any, ClassVar, NamedTuple, NoReturn, Self, TypeVar

from sqlalchemy import (
    CheckConstraint,
    ColumnElement,
    DateTime,
    Dialect,
    Integer,
    MetaData,
    Select,
    String,
    event,
    func,
    inspect,
    literal,
    select,
    text,
)
from sqlalchemy.exc import DBAPIError, OperationalError
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession, create_async_engine
from sqlalchemy.orm import (
    DeclarativeBase,
    Mapped,
    ORMExecuteState,
    Session,
    declared_attr,
    mapped_column,
)
from sqlalchemy.orm.util import LoaderCriteriaOption
from sqlalchemy.types import TypeDecorator
from sqlalchemy.util import greenlet_spawn

from duskline.access import Actor, Scoped
from duskline.core.errors import Changed, NotFound, Refusal, Unavailable

T = TypeVar("T")

SQLITE_PRAGMAS = (
    "PRAGMA journal_mode=WAL",
    "PRAGMA synchronous=FULL",
    "PRAGMA foreign_keys=ON",
    "PRAGMA busy_timeout=5000",
    "PRAGMA wal_autocheckpoint=0",
)
QUIET = {"hide_parameters": True}
"""A fault tells the statement and not its values, which may be somebody's password hash: faults are logged."""
POSTGRES_READS = {"default_transaction_read_only": "on", "plan_cache_mode": "force_custom_plan"}
LOCK_SECONDS = 10.0
"""How long a change waits for others that hold what it needs, on either database."""


def new_id() -> str:
    """A UUIDv7 (RFC 9562): 48 bits of milliseconds, then random, so that ids sort by age."""
    stamp = time.time_ns() // 1_000_000
    noise = int.from_bytes(os.urandom(10), "big")
    value = (stamp << 80) | noise
    value = (value & ~(0xF << 76)) | (0x7 << 76)
    value = (value & ~(0x3 << 62)) | (0x2 << 62)
    return str(uuid.UUID(int=value))


def now() -> datetime:
    return datetime.now(UTC)


class Moment(TypeDecorator[datetime]):
    """An aware UTC time; SQLite keeps it without its zone."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None or dialect.name != "sqlite":
            return value
        return value.astimezone(UTC).replace(tzinfo=None)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None or value.tzinfo is not None:
            return value
        return value.replace(tzinfo=UTC)

    def result_processor(self, dialect: Dialect, coltype: Any) -> Any:
        # Elsewhere than on SQLite times come aware; a call for each of them would cost more than the query.
        return super().result_processor(dialect, coltype) if dialect.name == "sqlite" else None


class Base(DeclarativeBase):
    """All models. `apply` sets the fields that a request names and leaves the others alone."""

    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(column_0_N_label)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "ck": "ck_%(table_name)s_%(constraint_name)s",
            "fk": "fk_%(table_name)s_%(column_0_N_name)s",
            "pk": "pk_%(table_name)s",
        }
    )
    type_annotation_map: ClassVar = {datetime: Moment}

    def apply(self, fields: Mapping[str, Any]) -> Self:
        for name, value in fields.items():
            if getattr(self, name) != value:
                setattr(self, name, value)
        return self


class Identified:
    id: Mapped[str] = mapped_column(String(36), primary_key=True, default=new_id)
    created_at: Mapped[datetime] = mapped_column(default=now)


class Updated:
    updated_at: Mapped[datetime] = mapped_column(default=now, onupdate=now)


class Versioned:
    """Concurrent edits meet a changed `version` and are refused instead of overwriting each other."""

    version: Mapped[int] = mapped_column(Integer)

    @declared_attr.directive
    @classmethod
    def __mapper_args__(cls) -> dict[str, Any]:
        return {"version_id_col": cls.version}


def listed(name: str, values: Sequence[str], default: str | None = None, **kw: Any) -> Any:
    """A text column that takes the listed values alone, checked by the database too."""
    allowed = ", ".join(f"'{value}'" for value in values)
    return mapped_column(
        String(40), CheckConstraint(f"{name} IN ({allowed})", name=name), default=default, **kw
    )


class ReachCriteria(LoaderCriteriaOption):
    """The predicate of one scoped entity, also where a statement joins it under another name.

    SQLAlchemy writes plain criteria of a joined alias for the table itself, which would leave the alias open.
    """

    __slots__ = ()
    _traverse_internals = LoaderCriteriaOption._traverse_internals  # what the statement cache compares

    def _resolve_where_criteria(self, ext_info: Any) -> ColumnElement[bool]:
        criteria = super()._resolve_where_criteria(ext_info)
        if ext_info.is_aliased_class:
            return ext_info._adapter.traverse(criteria)  # type: ignore[no-any-return]
        return criteria


@functools.cache
def reach_options(size: int | None) -> tuple[Any, ...]:
    """Loader options that put every scoped entity within a reach of `size` branches."""
    if size is None:
        return ()
    scoped = [m.class_ for m in Base.registry.mappers if issubclass(m.class_, Scoped)]
    return tuple(ReachCriteria(entity, entity.within(size), include_aliases=True) for entity in scoped)


class NoActor(RuntimeError):
    """A statement was run by nobody."""


class GuardedSession(Session):
    """The synchronous half; its events are the guards."""

    @property
    def actor(self) -> Actor:
        actor: Actor | None = self.info.get("actor")
        if actor is None:
            raise NoActor("A session needs an actor before it may touch the database.")
        return actor

    def _refuse_bulk(self, *_: Any, **__: Any) -> NoReturn:
        raise RuntimeError("Rows are written one by one, through the session.")

    bulk_save_objects = bulk_insert_mappings = bulk_update_mappings = _refuse_bulk


@event.listens_for(GuardedSession, "do_orm_execute")
def _keep_within_reach(state: ORMExecuteState) -> None:
    session = state.session
    assert isinstance(session, GuardedSession)
    reach = session.actor.reach
    if state.is_insert or state.is_update or state.is_delete:
        mapper = state.bind_mapper
        if mapper is not None and issubclass(mapper.class_, Scoped):
            raise RuntimeError("Scoped rows are written one by one, through the session.")
        return
    options = reach_options(reach.size)
    # The options travel with a loaded row's own loads by themselves; adding them twice doubles the predicate.
    if options and options[0] not in state.statement._with_options:
        state.statement = state.statement.options(*options)
    state.parameters = {**(state.parameters or {}), **reach.values()}  # type: ignore[dict-item]


@event.listens_for(GuardedSession, "after_flush")
def _check_destinations(session: GuardedSession, _context: Any) -> None:
    if session.actor.built_in:
        return
    for row in [*session.new, *session.dirty]:
        if isinstance(row, Scoped) and (row in session.new or _moved(row)):
            entity: Any = type(row)
            if session.scalar(select(entity.id).where(entity.id == row.id)) is None:  # type: ignore[attr-defined]
                raise Refusal(400, "This branch does not exist or is outside your reach.")


@event.listens_for(GuardedSession, "detached_to_persistent")
def _refuse_carried_over(session: GuardedSession, row: Any) -> None:
    """A row that another session found may lie out of this one's reach."""
    if isinstance(row, Scoped):
        session.expunge(row)
        raise RuntimeError("A scoped row is written by the session that found it.")


def _moved(row: Scoped) -> bool:
    state: Any = inspect(row)
    return any(state.attrs[name].history.has_changes() for name in row.scope_columns)


class Db(AsyncSession):
    """One request's work: finds rows in reach, and knows the version that the caller saw."""

    sync_session_class = GuardedSession
    sync_session: GuardedSession

    def __init__(self, bind: Any, *, actor: Actor, database: Database, expects: int | None = None) -> None:
        super().__init__(bind, expire_on_commit=False, autoflush=False)
        self.info["actor"] = actor
        self.database = database
        self.expects = expects
        self.locks = bind is database.writes

    @property
    def actor(self) -> Actor:
        return self.sync_session.actor

    async def find(self, entity: type[T], id: str) -> T:
        """The row in reach, locked in a change.

        Raises:
            NotFound: no such row, or out of reach (the same answer for both).
            Changed: the caller's `If-Match` names another version.
        """
        statement = select(entity).where(entity.id == id)  # type: ignore[attr-defined]
        if self.locks:
            # Without the lock two edits without If-Match would collide instead of following each other. It leaves the
            # key free: a trail row of the person being edited, or a new record of a client, need not wait.
            statement = statement.with_for_update(of=entity, key_share=True)
        row = await self.scalar(statement)
        if row is None:
            raise NotFound
        if self.expects is not None and getattr(row, "version", self.expects) != self.expects:
            raise Changed
        return row

    async def alone(self, name: str) -> None:
        """Until the commit, nobody else gets past here with the same name."""
        lock = func.pg_advisory_xact_lock(func.hashtextextended(name, 0))
        # On SQLite the first statement already holds the one writer.
        await self.execute(select(literal(1)) if self.database.is_sqlite else select(lock))

    def store(self, row: T) -> T:
        self.add(row)
        return row


class Prepared:
    """A scoped select compiled once; the driver runs it with values alone.

    The one raw path: an ORM select of 50 rows costs several times what the driver needs, most of it for
    rebuilding the statement and loading entities that a list never changes. Keys: names of `bindparam`s.
    """

    def __init__(self, statement: Select[Any], dialect: Dialect, size: int | None) -> None:
        scoped = statement.options(*reach_options(size))
        compiled: Any = scoped.compile(dialect=dialect)
        self.sql: str = str(compiled)
        if "POSTCOMPILE" in self.sql:
            raise RuntimeError("A prepared statement holds no list of unknown length.")
        self._names: list[str] = list(compiled.positiontup or ())
        self._defaults = {name: compiled.binds[name].value for name in self._names}
        self._required = {name for name in self._names if compiled.binds[name].required}
        self._binders = compiled._bind_processors
        readers = [column.type._cached_result_processor(dialect, None) for column in scoped.selected_columns]
        self._readers = [(place, read) for place, read in enumerate(readers) if read]

    def arguments(self, values: Mapping[str, Any]) -> list[Any]:
        """Values in the driver's order; a missing one is a KeyError, never an open door."""
        out = []
        for name in self._names:
            value = values[name] if name in values or name in self._required else self._defaults[name]
            binder = self._binders.get(name)
            out.append(binder(value) if binder else value)
        return out

    def shape(self, rows: Sequence[Sequence[Any]]) -> Sequence[Sequence[Any]]:
        """The driver's rows, with the values of some columns (times, JSON) made what the model says."""
        if not self._readers:
            return rows
        shaped = [list(row) for row in rows]
        for place, read in self._readers:
            for row in shaped:
                row[place] = read(row[place])
        return shaped


class Reader(NamedTuple):
    """Who reads, and where: enough for prepared statements, without the weight of a session."""

    database: Database
    actor: Actor

    async def rows(
        self, key: Any, statement: Callable[[], Any], values: Mapping[str, Any]
    ) -> Sequence[Sequence[Any]]:
        """Runs the statement of `key` within the actor's reach; `statement` builds it the first time."""
        reach = self.actor.reach
        query = self.database.prepared(key, statement, reach.size)
        (found,) = await self.database.rows((query, {**values, **reach.values()}))
        return found


class Database:
    """Both engines of one database, and everything that differs between SQLite and PostgreSQL."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.is_sqlite = url.startswith("sqlite")
        self.writes, self.reads = _sqlite_engines(url) if self.is_sqlite else _postgres_engines(url)
        self.dialect = self.reads.dialect
        self._prepared: dict[Any, Prepared] = {}

    @asynccontextmanager
    async def reading(self, actor: Actor) -> AsyncIterator[Db]:
        async with Db(self.reads, actor=actor, database=self) as db:
            yield db

    @asynccontextmanager
    async def changing(self, actor: Actor, expects: int | None = None) -> AsyncIterator[Db]:
        """A session on `writes`; whoever opens it commits it, else it rolls back."""
        async with Db(self.writes, actor=actor, database=self, expects=expects) as db:
            yield db

    def prepared(self, key: Any, statement: Any, size: int | None) -> Prepared:
        """The statement of `key` (shape, not values) for a reach of `size`; `statement` builds it once."""
        found = self._prepared.get((key, size))
        if found is None:
            found = self._prepared[(key, size)] = Prepared(statement(), self.dialect, size)
        return found

    async def rows(self, *queries: tuple[Prepared, Mapping[str, Any]]) -> list[Sequence[Sequence[Any]]]:
        """Runs the queries on one connection of `reads`, taken from the pool without the layers around it.

        Raises:
            Unavailable: the connection is lost.
        """
        held: Any = await greenlet_spawn(self.reads.sync_engine.raw_connection)
        raw = held.driver_connection
        try:
            results = []
            for query, values in queries:
                arguments = query.arguments(values)
                if self.is_sqlite:
                    rows = await raw.execute_fetchall(query.sql, arguments)
                else:
                    rows = await raw.fetch(query.sql, *arguments)
                results.append(query.shape(rows))
            return results
        except Exception as fault:
            if self.dialect.is_disconnect(fault, held.dbapi_connection, None):  # type: ignore[arg-type]
                held.invalidate(fault)
                raise Unavailable from fault
            raise
        finally:
            held.close()

    async def ping(self) -> None:
        async with self.reads.connect() as connection:
            await connection.execute(text("SELECT 1"))

    async def checkpoint(self) -> None:
        """Folds SQLite's log back, between transactions and by the server alone (nobody else checkpoints)."""
        if not self.is_sqlite:
            return
        async with self.writes.connect() as connection:
            raw: Any = (await connection.get_raw_connection()).driver_connection
            await raw.execute_fetchall("PRAGMA wal_checkpoint(TRUNCATE)")

    async def close(self) -> None:
        await self.reads.dispose()
        await self.writes.dispose()


def _sqlite_engines(url: str) -> tuple[AsyncEngine, AsyncEngine]:
    path = url.split("///", 1)[1]
    writes = create_async_engine(url, pool_size=1, max_overflow=0, pool_timeout=LOCK_SECONDS, **QUIET)
    reads = create_async_engine(
        f"sqlite+aiosqlite:///file:{path}?mode=ro&uri=true",
        pool_size=4, max_overflow=0, pool_timeout=10, pool_reset_on_return=None, **QUIET,
    )  # fmt: skip

    @event.listens_for(writes.sync_engine, "connect")
    def _open_writer(connection: Any, _record: Any) -> None:
        connection.isolation_level = None
        _run(connection, *SQLITE_PRAGMAS)

    @event.listens_for(writes.sync_engine, "begin")
    def _begin(connection: Any) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    @event.listens_for(reads.sync_engine, "connect")
    def _open_reader(connection: Any, _record: Any) -> None:
        connection.isolation_level = None
        _run(connection, "PRAGMA query_only=ON", "PRAGMA busy_timeout=5000")

    return writes, reads


def _run(connection: Any, *statements: str) -> None:
    cursor = connection.cursor()
    for statement in statements:
        cursor.execute(statement)
    cursor.close()


def _postgres_engines(url: str) -> tuple[AsyncEngine, AsyncEngine]:
    # A generic plan walks the whole table for a region of quiet branches; planning anew costs 0.06 ms.
    settings = {"plan_cache_mode": "force_custom_plan", "lock_timeout": f"{LOCK_SECONDS * 1000:.0f}"}
    writes = create_async_engine(
        url, pool_size=10, max_overflow=0, pool_timeout=5, pool_use_lifo=True, pool_pre_ping=False,
        connect_args={"timeout": 3, "server_settings": settings}, **QUIET,
    )  # fmt: skip
    reads = create_async_engine(
        url, pool_size=10, max_overflow=0, pool_timeout=5, pool_use_lifo=True,
        isolation_level="AUTOCOMMIT", pool_reset_on_return=None,
        connect_args={"timeout": 3, "server_settings": POSTGRES_READS}, **QUIET,
    )  # fmt: skip
    return writes, reads


LOCKED = "55P03"
BUSY_OR_AWAY = ("08", "40", "53", LOCKED, "57")
"""PostgreSQL's codes for: no connection, deadlock, out of room, locked, shutting down or starting up."""


def is_busy_or_away(error: Exception) -> bool:
    """Whether the database would do the same work a little later; from SQLAlchemy or from the driver itself."""
    if isinstance(error, DBAPIError) and error.connection_invalidated:
        return True
    fault = getattr(error, "orig", None) or error
    code = getattr(fault, "sqlstate", None)
    if code is None:
        return isinstance(error, OperationalError) or isinstance(fault, sqlite3.OperationalError)
    return str(code).startswith(BUSY_OR_AWAY)


def is_locked(error: DBAPIError) -> bool:
    """Whether PostgreSQL gave up waiting for what others hold."""
    return getattr(error.orig, "sqlstate", None) == LOCKED
