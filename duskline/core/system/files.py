"""Files: bytes under names, in a folder of this machine; obstore writes them, and knows other stores too.

A file is whole or not there. It is written before the row that names it is committed; what a crash leaves
without a row is removed later by the sweep of the module that knows the rows.
"""

from __future__ import annotations

import asyncio
import os
import re
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import msgspec
from obstore.exceptions import BaseError
from obstore.store import LocalStore

NUMBERED = re.compile(r"\(os error (\d+)\)")


class Stored(msgspec.Struct, frozen=True):
    name: str
    changed_at: datetime


class Files:
    """The files in a local folder, which is made when it is first needed."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._opened: LocalStore | None = None

    @property
    def _store(self) -> LocalStore:
        if self._opened is None:
            self._opened = LocalStore(self.folder, mkdir=True)
        return self._opened

    async def put(self, name: str, content: bytes) -> None:
        """Writes the file and waits until it would survive a loss of power."""
        try:
            await self._store.put_async(name, content)
        except BaseError as fault:
            raise _system_fault(fault, name) from fault
        await asyncio.to_thread(self._flush, self.folder / name)

    async def get(self, name: str) -> bytes | None:
        try:
            found = await self._store.get_async(name)
        except FileNotFoundError:
            return None
        return bytes(await found.bytes_async())

    async def stored(self) -> list[Stored]:
        """Everything that lies here, half-written files of a crash among it."""
        if not self.folder.is_dir():
            return []
        return await asyncio.to_thread(self._walk)

    async def delete(self, names: Sequence[str]) -> None:
        for name in names:
            await asyncio.to_thread((self.folder / name).unlink, missing_ok=True)

    def _walk(self) -> list[Stored]:
        files = (path for path in self.folder.rglob("*") if path.is_file())
        return [
            Stored(str(path.relative_to(self.folder)), datetime.fromtimestamp(path.stat().st_mtime, UTC))
            for path in files
        ]

    @staticmethod
    def _flush(path: Path) -> None:
        for part in (path, path.parent):
            handle = os.open(part, os.O_RDONLY)
            try:
                os.fsync(handle)
            finally:
                os.close(handle)


def _system_fault(fault: BaseError, name: str) -> Exception:
    """The system's own fault, which obstore tells by its number alone: no room is not the same as no permission."""
    number = NUMBERED.search(str(fault))
    return OSError(int(number[1]), os.strerror(int(number[1])), name) if number else fault
