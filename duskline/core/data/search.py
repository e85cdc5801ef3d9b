"""Search: what "contains" means, on both databases alike.

Each searchable row keeps one folded text of its fields (`core/values/texts.py`); a query is folded the same way and looked
for with LIKE. The text is kept by the session before each flush. A query that may be a telephone number is looked
for as its digits, too.

Indexes make it fast and never change what is found. PostgreSQL: trigrams (`pg_trgm`), where the server offers
them. SQLite: a full-text table of trigrams beside each searchable table; a rare word is looked up there and its
few rows sorted, a common one is met soon by walking the list. Both indexes know the branch too, because a word
that is common elsewhere may be rare or missing within one's scope.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, ClassVar

from sqlalchemy import (
    ColumnElement,
    Select,
    String,
    Table,
    Text,
    bindparam,
    literal_column,
    select,
    table,
    text,
)
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.orm import InstrumentedAttribute, Mapped, mapped_column, validates
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.functions import FunctionElement

from duskline.core.data.base import Base
from duskline.core.data.session import ScopedSession
from duskline.core.values.contacts import LONGEST_PHONE, email_key, phone_key, place_key
from duskline.core.values.texts import folded

SEPARATOR = "\x1f"
LONGEST = 200


class Searchable:
    """An entity with a folded `search` text of its `searched` fields."""

    searched: ClassVar[tuple[str, ...]]
    search: Mapped[str] = mapped_column(Text, default="")

    def search_text(self) -> str:
        return joined(getattr(self, name) for name in self.searched)


class Telephoned:
    """Someone with a telephone number, found however it is typed: its key is one of the `searched` fields."""

    phone: Mapped[str | None] = mapped_column(String(LONGEST_PHONE))
    phone_key: Mapped[str | None] = mapped_column(String(LONGEST_PHONE))

    @validates("phone")
    def _keep_phone_key(self, _name: str, phone: str | None) -> str | None:
        self.phone_key = phone_key(phone)
        return phone


class Located:
    """Something at an address, known again however that is typed."""

    place_key: Mapped[str | None] = mapped_column(String(200), index=True)

    @validates("address")
    def _keep_place_key(self, _name: str, address: str | None) -> str | None:
        self.place_key = place_key(address)
        return address


class Recognized(Located, Telephoned):
    """A person who is known again by mail, telephone or address, however they are typed."""

    email: Mapped[str]
    email_key: Mapped[str | None] = mapped_column(String(254), index=True)

    @validates("email")
    def _keep_email_key(self, _name: str, email: str) -> str:
        self.email_key = email_key(email)
        return email


class FirstCharacters(FunctionElement[str]):
    """The first characters of a row's `search` text, which is its name: what lists are sorted by.

    Compared byte by byte, so that both databases agree whatever language PostgreSQL was set up with. An index knows it by its words.
    """

    name = "first_characters"
    type = String()
    inherit_cache = True


@compiles(FirstCharacters)
def _first(element: FirstCharacters, compiler: SQLCompiler, **options: Any) -> str:
    return f"substr({compiler.process(element.clauses, **options)}, 1, {FIRST})"


@compiles(FirstCharacters, "postgresql")
def _bytewise(element: FirstCharacters, compiler: SQLCompiler, **options: Any) -> str:
    return f'({_first(element, compiler, **options)} COLLATE "C")'


FIRST = 60
FEW = 5_000
"""Up to so many rows are sorted; more are met by walking the list in its order."""
SHORTEST_INDEXED = 3
PLACE = 3
"""The last characters of a branch's id stand for it: one trigram, one look-up. Two that end alike cost only time."""


def joined(texts: Iterable[str | None]) -> str:
    """The text that is kept of a row's fields; nobody searches across two of them."""
    return SEPARATOR.join(folded(text or "") for text in texts)


def pattern(query: str) -> str | None:
    """A typed query -> a LIKE pattern, or None when there is nothing to look for."""
    words = folded(query.replace("\x00", " ").replace(SEPARATOR, " "))[:LONGEST]
    if not words:
        return None
    escaped = words.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
    return f"%{escaped}%"


def match_words(likes: Sequence[str], branches: Iterable[str] | None) -> str | None:
    """LIKE patterns, of which one must hold -> the question for SQLite's full-text table, or None where one is too short."""
    found = [like[1:-1].replace("\\%", "%").replace("\\_", "_").replace("\\\\", "\\") for like in likes]
    if min(map(len, found)) < SHORTEST_INDEXED:
        return None
    words = " OR ".join(map(_quoted, found))
    places = sorted({_quoted(("000" + branch)[-PLACE:]) for branch in branches or ()})
    return f"search : ({words})" + (f" AND place : ({' OR '.join(places)})" if places else "")


def _quoted(words: str) -> str:
    return '"' + words.replace('"', '""') + '"'


def full_text(entity: type[Base]) -> str:
    return f"{entity.__table__.name}_fts"


def rowid(entity: type[Base]) -> ColumnElement[int]:
    return literal_column(f"{entity.__table__.name}.rowid")


def full_text_matches(entity: type[Base]) -> Select[int]:
    """The rows (by SQLite's rowid) that the full-text table holds for the placeholder `q_match`."""
    name = full_text(entity)
    match = literal_column(name).op("MATCH")(bindparam("q_match", type_=String))
    return select(literal_column("rowid").label("row")).select_from(table(name)).where(match)


def contains(column: InstrumentedAttribute[str], placeholder: str) -> ColumnElement[bool]:
    return column.like(bindparam(placeholder, type_=String), escape="\\")


def store_search_text(session: ScopedSession) -> None:
    for row in [*session.new, *session.dirty]:
        if isinstance(row, Searchable):
            words = row.search_text()
            if row.search != words:
                row.search = words


async def index(connection: AsyncConnection) -> None:
    """Rebuilds the search indexes. Derived from the rows, hence no part of the migrations."""
    tables = _tables()
    if connection.dialect.name == "sqlite":
        for table in tables:
            for statement in _full_text_table(table.name, "branch_id" in table.c):
                await connection.execute(text(statement))
    elif await _offered(connection, "pg_trgm"):
        with_branch = await _offered(connection, "btree_gin")
        for table in tables:
            columns = "branch_id, " if with_branch and "branch_id" in table.c else ""
            name = f"ix_{table.name}_search"
            gin = f"CREATE INDEX {name} ON {table.name} USING gin ({columns}search gin_trgm_ops)"
            await connection.execute(text(f"DROP INDEX IF EXISTS {name}"))
            await connection.execute(text(gin))


def _tables() -> list[Table]:
    searched = {m.local_table for m in Base.registry.mappers if issubclass(m.class_, Searchable)}
    return [table for table in Base.metadata.sorted_tables if table in searched]


def _full_text_table(name: str, in_branch: bool) -> Iterator[str]:
    fts, shown = f"{name}_fts", f"{name}_searched"

    def place(row: str) -> str:
        return f"substr('000' || coalesce({row}branch_id, ''), -{PLACE})" if in_branch else "''"

    yield f"DROP TABLE IF EXISTS {fts}"
    yield f"DROP VIEW IF EXISTS {shown}"
    yield f"CREATE VIEW {shown} AS SELECT rowid AS rowid, search, {place('')} AS place FROM {name}"  # noqa: S608 - names of our own tables
    yield (
        f"CREATE VIRTUAL TABLE {fts} USING fts5(search, place, content='{shown}', "
        "content_rowid='rowid', tokenize='trigram case_sensitive 1')"
    )
    add = f"INSERT INTO {fts}(rowid, search, place) VALUES (new.rowid, new.search, {place('new.')})"  # noqa: S608 - names of our own tables
    drop = (
        f"INSERT INTO {fts}({fts}, rowid, search, place) "  # noqa: S608 - names of our own tables
        f"VALUES ('delete', old.rowid, old.search, {place('old.')})"
    )
    changed = "UPDATE OF search, branch_id" if in_branch else "UPDATE OF search"
    for suffix, when, what in (
        ("added", "INSERT", add),
        ("removed", "DELETE", drop),
        ("changed", changed, f"{drop}; {add}"),
    ):
        yield f"DROP TRIGGER IF EXISTS {fts}_{suffix}"
        yield f"CREATE TRIGGER {fts}_{suffix} AFTER {when} ON {name} BEGIN {what}; END"
    yield f"INSERT INTO {fts}({fts}) VALUES ('rebuild')"  # noqa: S608 - names of our own tables


async def _offered(connection: AsyncConnection, extension: str) -> bool:
    """Whether PostgreSQL has the extension, for us to use."""
    known = text("SELECT 1 FROM pg_available_extensions WHERE name = :name")
    if await connection.scalar(known, {"name": extension}) is None:
        return False
    try:
        async with connection.begin_nested():
            await connection.execute(text(f"CREATE EXTENSION IF NOT EXISTS {extension}"))
    except DBAPIError:
        return False  # not ours to create: the same results, found by walking
    return True
