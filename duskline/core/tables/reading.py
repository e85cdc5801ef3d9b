"""Files that hold a table: received, and read row by row in a process with limits (`core/tables/worker.py`), two at a time."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import IO, Any

import msgspec
from litestar.datastructures import UploadFile
from litestar.exceptions import HTTPException

from duskline.core.http.requests import StrictRequest
from duskline.core.system.errors import Invalid, Refusal, Unavailable
from duskline.core.system.sandbox import apart
from duskline.core.tables import worker
from duskline.core.values import bodies
from duskline.core.values.bodies import Body

MOST_BYTES = 20 * 1024 * 1024
BODY_LIMIT = MOST_BYTES + 128 * 1024
"""The file with the form's texts and boundaries around it."""
MEMORY, CPU_SECONDS = 512, 60
WAIT_SECONDS = 20.0
PROCESS_SECONDS = 120.0
LONGEST_LINE = 8 * 1024 * 1024
"""Bytes of a row as the process tells it: more than its columns and cells can be."""

MISSING = "Please choose a file"
TOO_LARGE = "This file is larger than 20 MB. Split it, or save it as CSV."
TOO_INTRICATE = (
    "This file takes too much time or memory to read. Save the rows that you need as CSV and try again."
)

_turns = asyncio.Semaphore(2)


class How(msgspec.Struct, frozen=True):
    """How a file was read: the encoding and what stands between cells, or which sheet of a workbook."""

    encoding: str | None
    separator: str | None
    sheet: str | None


class SentTable(msgspec.Struct, frozen=True):
    """A file as it was sent."""

    upload: UploadFile

    @property
    def content(self) -> bytes:
        file = self.upload.file
        file.seek(0)
        return file.read()


class TableForm(msgspec.Struct, frozen=True):
    """A form of texts and one file that holds a table: a handler gets them as `data` and `table`."""

    fields: type[Body]
    file: str = "table"
    optional: bool = False

    async def received(self, request: StrictRequest) -> dict[str, Any]:
        """Raises Invalid naming every faulty field, and Refusal 413 where the file is too large."""
        try:
            form = await request.form()
        except HTTPException:
            raise Refusal(413, TOO_LARGE) from None  # all else has become a refusal already
        texts = {name: value for name, value in form.multi_items() if name != self.file}
        files = form.getall(self.file, [])
        table = files[0] if len(files) == 1 else None
        missing = {} if isinstance(table, UploadFile) else {self.file: MISSING}
        try:
            data = bodies.convert(texts, self.fields)
        except Invalid as invalid:
            raise Invalid((invalid.fields or {}) | missing) from None
        if missing:
            raise Invalid(missing)
        assert isinstance(table, UploadFile)
        return {"data": data, self.file: SentTable(table)}


class Table:
    """A file while it is read: how, then its rows, then how many columns they have."""

    def __init__(self, lines: AsyncIterator[Any]) -> None:
        self._lines = lines
        self.width = 0

    async def begin(self) -> How:
        """Raises Invalid where the file holds no table."""
        return msgspec.convert(await self._next(), How)

    async def rows(self) -> AsyncIterator[tuple[int, list[str]]]:
        """Each row that is not empty: its number in the file, and its cells; raises Invalid where the rest cannot be read."""
        while not isinstance(line := await self._next(), dict):
            yield line[0], line[1]
        self.width = line["width"]

    async def _next(self) -> Any:
        try:
            line = msgspec.json.decode(await anext(self._lines))
        except (StopAsyncIteration, ValueError):
            raise _stopped() from None
        if isinstance(line, dict) and "fault" in line:
            raise Invalid({"table": line["fault"]})
        return line


@asynccontextmanager
async def opened(sent: SentTable, separator: str | None = None) -> AsyncIterator[Table]:
    """A file that was sent, in a process that reads it as long as the block lasts; without a separator it finds that by itself.

    Raises:
        Unavailable: too many are being read.
        Invalid: 400 it takes too long.
    """
    content = sent.upload.file
    content.rollover()  # a process reads from a file of the system
    content.seek(0)
    source: IO[bytes] = content._file
    try:
        async with (
            _turn(),
            asyncio.timeout(PROCESS_SECONDS),
            apart(
                str(worker.__file__),
                *filter(None, [separator]),
                memory=MEMORY,
                seconds=CPU_SECONDS,
                stdin=source,
                most=LONGEST_LINE,
            ) as process,
        ):
            assert process.stdout is not None
            yield Table(aiter(process.stdout))
    except TimeoutError:
        raise _stopped() from None


def _stopped() -> Refusal:
    return Invalid({"table": TOO_INTRICATE}).logged("upload refused", reason="stopped")


@asynccontextmanager
async def _turn() -> AsyncIterator[None]:
    try:
        async with asyncio.timeout(WAIT_SECONDS):
            await _turns.acquire()
    except TimeoutError:
        raise Unavailable from None
    try:
        yield
    finally:
        _turns.release()
