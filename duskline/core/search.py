"""Search: what "contains" means, on both databases alike.

Each searchable row keeps one normalised text of its fields; a query is normalised the same way and looked
for with LIKE. The text is kept by the session before each flush.

Indexes make it fast and never change what is found. PostgreSQL: trigrams (`pg_trgm`), where the server offers
them. SQLite: a full-text table of trigrams beside each searchable table; a rare word is looked up there and its
few rows sorted, a common one is met soon by walking the list.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from typing import Any, ClassVar

from sqlalchemy import (
    ColumnElement,
    Integer,
    Select,
    String,
    Text,
    bindparam,
    event,
    func,
    literal,
    literal_column,
    select,
    table,
    text,
)
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.orm import Mapped, mapped_column

from duskline.core.db import Base, GuardedSession

SEPARATOR = "\x1f"
LONGEST = 200


class Searchable:
    """An entity with a normalised `search` text of its `searched` fields."""

    searched: ClassVar[tuple[str, ...]]
    search: Mapped[str] = mapped_column(Text, default="")


FEW = 5_000
"""Up to so many hits are sorted; more are met by walking the list in its order."""
SHORTEST_INDEXED = 3


def normalised(text: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


def pattern(query: str) -> str | None:
    """A typed query -> a LIKE pattern, or None when there is nothing to look for."""
    words = normalised(query.replace("\x00", " ").replace(SEPARATOR, " "))[:LONGEST]
    if not words:
        return None
    escaped = words.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
    return f"%{escaped}%"


def match_word(like: str) -> str | None:
    """A LIKE pattern -> the same words for SQLite's full-text table, or None where they are too short."""
    words = like[1:-1].replace("\\%", "%").replace("\\_", "_").replace("\\\\", "\\")
    return '"' + words.replace('"', '""') + '"' if len(words) >= SHORTEST_INDEXED else None


def full_text(entity: Any) -> str:
    return f"{entity.__table__.name}_fts"


def hits(entity: Any) -> Select[Any]:
    """The rows (by SQLite's rowid) that the full-text table holds for the placeholder `q_match`."""
    name = full_text(entity)
    matches = literal_column(name).op("MATCH")(bindparam("q_match", type_=String))
    return select(literal_column("rowid")).select_from(table(name)).where(matches)


def among_hits(entity: Any) -> ColumnElement[bool]:
    rowid: ColumnElement[Any] = literal_column(f"{entity.__table__.name}.rowid")
    return rowid.in_(hits(entity))


def count_hits(entity: Any) -> Select[Any]:
    return select(func.count()).select_from(hits(entity).limit(literal(FEW + 1, Integer)).subquery())


def contains(column: Any, placeholder: str) -> ColumnElement[bool]:
    return column.like(bindparam(placeholder, type_=String), escape="\\")  # type: ignore[no-any-return]


@event.listens_for(GuardedSession, "before_flush")
def _keep_search_text(session: GuardedSession, _context: Any, _instances: Any) -> None:
    for row in [*session.new, *session.dirty]:
        if isinstance(row, Searchable):
            words = SEPARATOR.join(normalised(getattr(row, name) or "") for name in row.searched)
            if row.search != words:
                row.search = words


async def index(connection: AsyncConnection) -> None:
    """Makes the search indexes that are missing. Derived from the rows, hence no part of the migrations."""
    if connection.dialect.name == "sqlite":
        for name in _tables():
            for statement in _full_text_table(name):
                await connection.execute(text(statement))
    elif await _trigrams_offered(connection):
        for name in _tables():
            gin = f"CREATE INDEX IF NOT EXISTS ix_{name}_search ON {name} USING gin (search gin_trgm_ops)"
            await connection.execute(text(gin))


def _tables() -> list[str]:
    return sorted({m.local_table.name for m in Base.registry.mappers if issubclass(m.class_, Searchable)})  # type: ignore[attr-defined]


def _full_text_table(name: str) -> Iterator[str]:
    fts = f"{name}_fts"
    yield (
        f"CREATE VIRTUAL TABLE IF NOT EXISTS {fts} USING fts5(search, content='{name}', "
        "content_rowid='rowid', tokenize='trigram case_sensitive 1')"
    )
    add = f"INSERT INTO {fts}(rowid, search) VALUES (new.rowid, new.search)"  # noqa: S608 - names of our own tables
    drop = f"INSERT INTO {fts}({fts}, rowid, search) VALUES ('delete', old.rowid, old.search)"  # noqa: S608 - names of our own tables
    for suffix, when, what in (
        ("added", "INSERT", add),
        ("removed", "DELETE", drop),
        ("changed", "UPDATE OF search", f"{drop}; {add}"),
    ):
        yield f"CREATE TRIGGER IF NOT EXISTS {fts}_{suffix} AFTER {when} ON {name} BEGIN {what}; END"
    yield f"INSERT INTO {fts}({fts}) VALUES ('rebuild')"  # noqa: S608 - names of our own tables


async def _trigrams_offered(connection: AsyncConnection) -> bool:
    offered = text("SELECT 1 FROM pg_available_extensions WHERE name = 'pg_trgm'")
    if await connection.scalar(offered) is None:
        return False
    try:
        async with connection.begin_nested():
            await connection.execute(text("CREATE EXTENSION IF NOT EXISTS pg_trgm"))
    except DBAPIError:
        return False  # not ours to create: the same results, found by walking
    return True
