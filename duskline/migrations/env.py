"""Alembic's entry: runs on the connection that `core/data/schema.py` hands over."""

from alembic import context

from duskline import models  # noqa: F401 - maps every table
from duskline.core.data import schema
from duskline.core.data.base import Base


def run() -> None:
    connection = context.config.attributes["connection"]
    context.configure(
        connection=connection,
        target_metadata=Base.metadata,
        render_as_batch=connection.dialect.name == "sqlite",
        compare_type=True,
        compare_server_default=True,
        include_object=schema.is_declared,
    )
    with context.begin_transaction():
        context.run_migrations()


run()
