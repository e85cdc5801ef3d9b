"""Draws up a migration: what the models say and no migration makes yet. `make migration NAME="..."` calls it.

The differences are found on SQLite, in a scratch database that all present migrations have made. What Alembic cannot see,
a renamed column, an index of expressions or rows to fill, is for the author to add.
"""

import asyncio
import sys
import tempfile
import warnings
from contextlib import redirect_stdout
from pathlib import Path

from alembic import command
from sqlalchemy import Connection

from duskline.core.data import schema
from duskline.core.data.database import Database


def main() -> int:
    name = " ".join(sys.argv[1:]).strip()
    if not name:
        print('Say what it does: make migration NAME="lead budget"', file=sys.stderr)
        return 2
    print(asyncio.run(drawn_up(name)))
    return 0


async def drawn_up(name: str) -> Path:
    """The new file."""
    with tempfile.TemporaryDirectory(prefix="duskline-migration-") as folder:
        database = Database(f"sqlite+aiosqlite:///{folder}/scratch.db")
        try:
            async with database.writes.begin() as connection:
                # Nothing derived is made: the models may count a table that is still to come.
                await schema.migrate(connection)
                return await connection.run_sync(_write, name)
        finally:
            await database.close()


def _write(connection: Connection, name: str) -> Path:
    number = f"{int(schema.newest()) + 1:04}"
    with warnings.catch_warnings(), redirect_stdout(sys.stderr):
        warnings.filterwarnings("ignore", ".*expression-based index")
        command.revision(schema.config(connection), message=name, rev_id=number, autogenerate=True)
    return next(schema.VERSIONS.glob(f"versions/*_{number}_*.py"))


if __name__ == "__main__":
    sys.exit(main())
