"""What works beside the requests for as long as the process lives: it looks for something to do, does it, and looks again."""

from __future__ import annotations

import asyncio
import logging
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from duskline.core.system.logs import FIELDS

LOOK_SECONDS = 1.0
STOP_SECONDS = 5.0
"""How long what is in hand has when the process stops."""

logger = logging.getLogger("duskline.workers")


class Worker(ABC):
    """Any number may run at once, in any number of processes."""

    def __init__(self) -> None:
        self._stopping = False

    @abstractmethod
    async def turn(self) -> bool:
        """Does some of what is due; whether there was any."""

    async def run(self) -> None:
        """Until `stop`, or until it is cancelled."""
        while not self._stopping:
            try:
                busy = await self.turn()
            except Exception:
                logger.warning(
                    "work is put off", extra={FIELDS: {"worker": type(self).__name__}}, exc_info=True
                )
                busy = False
            if not busy:
                await asyncio.sleep(LOOK_SECONDS)

    def stop(self) -> None:
        """What is in hand is the last."""
        self._stopping = True


@asynccontextmanager
async def working(*workers: Worker) -> AsyncIterator[None]:
    """They work as long as this lasts; what is in hand at the end is finished if it is quick."""
    running = {asyncio.create_task(worker.run()) for worker in workers}
    try:
        yield
    finally:
        for worker in workers:
            worker.stop()
        if running:
            await asyncio.wait(running, timeout=STOP_SECONDS)
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)
