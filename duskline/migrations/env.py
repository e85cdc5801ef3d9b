"""Alembic's entry: runs on the connection that `core/data/schema.py` hands over."""

from typing import Any, Literal

from alembic import context
from sqlalchemy.types import TypeDecorator

from duskline import models  # noqa: F401 - maps every table
from duskline.core.data import schema
from duskline.core.data.base import Base


def as_stored(kind: str, item: Any, _context: Any) -> str | Literal[False]:
    """A migration names what the database stores: a type of our own may move."""
    return f"sa.{item.impl!r}" if kind == "type" and isinstance(item, TypeDecorator) else False


def run() -> None:
    """Not in batches: on SQLite a batch rebuilds its table, which rows that refer to the old one forbid."""
    connection = context.config.attributes["connection"]
    context.configure(
        connection=connection,
        target_metadata=Base.metadata,
        compare_type=True,
        compare_server_default=True,
        include_object=schema.is_declared,
        render_item=as_stored,
    )
    with context.begin_transaction():
        context.run_migrations()


run()
