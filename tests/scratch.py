"""Folders for what no test outlives: in memory where there is room, so that no database waits for a disk."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

MEMORY = Path("/dev/shm")
ROOM = 2 * 2**30
"""Bytes that must be free there; a whole run takes a quarter of it. In some containers there are but 64 MiB."""


@contextmanager
def scratch() -> Iterator[Path]:
    """A folder of one's own, removed at the end. Its path is short: PostgreSQL's socket may lie in it."""
    with tempfile.TemporaryDirectory(prefix="duskline-", dir=in_memory()) as folder:
        yield Path(folder)


def in_memory() -> Path | None:
    """A folder that lies in memory and has room; None where there is none."""
    has_room = os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > ROOM
    return MEMORY if has_room else None
