"""One database: its engines, and the prepared statements that its driver runs with values alone."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import Dialect, Select, text

from duskline.core.data import scoping
from duskline.core.data.engines import engines
from duskline.core.system.errors import Unavailable
from duskline.policy import Actor


class Prepared:
    """A scoped select compiled once; the driver runs it with values alone.

    The one raw path: an ORM select of 50 rows costs several times what the driver needs, most of it for
    rebuilding the statement and loading entities that a list never changes. Keys: names of `bindparam`s.
    """

    def __init__(self, statement: Select[*tuple[Any, ...]], dialect: Dialect, size: int | None) -> None:
        scoped = statement.options(*scoping.scope_options(size), *scoping.finished_options())
        compiled: Any = scoped.compile(dialect=dialect)
        self.sql: str = str(compiled)
        if "POSTCOMPILE" in self.sql:
            raise RuntimeError("A prepared statement holds no list of unknown length; `is_one_of` does.")
        self._names: list[str] = list(compiled.positiontup or ())
        self._defaults = {name: compiled.binds[name].value for name in self._names}
        self._required = {name for name in self._names if compiled.binds[name].required}
        self._binders = {
            name: compiled.binds[name].type.dialect_impl(dialect).bind_processor(dialect)
            for name in self._names
        }
        columns = [column.type.dialect_impl(dialect) for column in scoped.selected_columns]
        readers = [column.result_processor(dialect, None) for column in columns]
        self._readers = [(place, read) for place, read in enumerate(readers) if read]

    def arguments(self, values: Mapping[str, Any]) -> list[Any]:
        """Values in the driver's order; a missing one is a KeyError, never an open query."""
        out = []
        for name in self._names:
            value = values[name] if name in values or name in self._required else self._defaults[name]
            binder = self._binders[name]
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
        self, key: Hashable, statement: Callable[[], Select[*tuple[Any, ...]]], values: Mapping[str, Any]
    ) -> Sequence[Sequence[Any]]:
        """Runs the statement of `key` within the actor's scope; `statement` builds it the first time."""
        (found,) = await self.together({key: statement}, values)
        return found

    async def together(
        self, statements: Mapping[Hashable, Callable[[], Select[*tuple[Any, ...]]]], values: Mapping[str, Any]
    ) -> list[Sequence[Sequence[Any]]]:
        """Several statements on one connection, with the same values."""
        scope = self.actor.scope
        prepared = self.database.prepared
        given = {**values, **scope.values()}
        queries = [(prepared(key, statement, scope.size), given) for key, statement in statements.items()]
        return await self.database.rows(*queries)


class Database:
    """Both engines of one database, and everything that differs between SQLite and PostgreSQL."""

    def __init__(self, url: str, patience: float | None = None) -> None:
        """`patience` is how many seconds PostgreSQL may take over a statement; a command takes its time."""
        self.url = url
        self.is_sqlite = url.startswith("sqlite")
        self.writes, self.reads = engines(url, patience)
        self.dialect = self.reads.dialect
        self._prepared: dict[tuple[Hashable, int | None], Prepared] = {}

    def prepared(
        self, key: Hashable, statement: Callable[[], Select[*tuple[Any, ...]]], size: int | None
    ) -> Prepared:
        """The statement of `key` (shape, not values) for a scope of `size`; `statement` builds it once."""
        found = self._prepared.get((key, size))
        if found is None:
            found = self._prepared[(key, size)] = Prepared(statement(), self.dialect, size)
        return found

    async def rows(self, *queries: tuple[Prepared, Mapping[str, Any]]) -> list[Sequence[Sequence[Any]]]:
        """Runs the queries on one connection of `reads`, taken from the pool without the layers around it.

        Raises:
            Unavailable: the connection is lost, or silent for longer than our patience.
        """
        held: Any = await self.reads.raw_connection()
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
            lost = self.dialect.is_disconnect(fault, held.dbapi_connection, None)  # type: ignore[arg-type]
            if lost or isinstance(fault, TimeoutError):  # who is given it next would wait as well
                held.invalidate(fault)
                raise Unavailable from fault
            raise
        finally:
            held.close()

    async def ping(self) -> None:
        async with self.reads.connect() as connection:
            await connection.execute(text("SELECT 1"))

    async def checkpoint(self) -> bool:
        """Folds SQLite's log back, between transactions and by the server alone (nobody else checkpoints).

        Whether nothing is left in it: a reader may hold on to a part.
        """
        if not self.is_sqlite:
            return True
        async with self.writes.connect() as connection:
            raw: Any = (await connection.get_raw_connection()).driver_connection
            ((busy, _, _),) = await raw.execute_fetchall("PRAGMA wal_checkpoint(TRUNCATE)")
            return not busy

    async def close(self) -> None:
        await self.reads.dispose()
        await self.writes.dispose()
