"""A short-lived process with little memory, little time and no way to write files: for what reads bytes that anybody made.

The server starts this file by its path. It takes its limits upon itself and then runs a program, also by its path: nothing of the
product is imported there. Arguments: MiB of memory, seconds of CPU, the program, and what that is told.
"""

from __future__ import annotations

import os
import runpy
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import IO, TYPE_CHECKING

if TYPE_CHECKING:
    from asyncio.subprocess import Process


@asynccontextmanager
async def apart(
    program: str, *words: object, memory: int, seconds: int, stdin: IO[bytes] | int, most: int = 64 * 1024
) -> AsyncIterator[Process]:
    """The program's process, which reads `stdin` and whose output can be read, in lines of at most so many bytes; it is ended with
    the block."""
    import asyncio

    process = await asyncio.create_subprocess_exec(
        sys.executable, "-I", __file__, str(memory), str(seconds), program, *map(str, words),
        stdin=stdin, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL, env={}, limit=most,
    )  # fmt: skip
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


def set_limits(memory: int, seconds: int) -> None:
    import resource

    os.nice(5)
    for what, most in (
        (resource.RLIMIT_AS, memory * 2**20),
        (resource.RLIMIT_CPU, seconds),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_CORE, 0),
    ):
        try:
            resource.setrlimit(what, (most, most))
        except (ValueError, OSError):
            continue  # macOS knows no limit of address space; the parent's clock still holds


if __name__ == "__main__":
    set_limits(int(sys.argv[1]), int(sys.argv[2]))
    sys.argv = sys.argv[3:]
    runpy.run_path(sys.argv[0], run_name="__main__")
