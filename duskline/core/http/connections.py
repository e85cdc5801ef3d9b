"""Bounds on the connections of this process: Granian accepts and holds them, and has none of its own.

Granian ends who does not send a request within its time, and accepts no more than `most` at once. What it leaves open
is closed here, twice a second: what one household holds beyond its share, the longest silent when all together become
many, a caller that does not take the answer, and, once the server stops, one that has not finished in time.

The kernel knows all that is needed, so connections are looked at from outside, through their descriptors.
Only on Linux; elsewhere nothing is watched.
"""

import fcntl
import logging
import resource
import socket
import struct
import sys
import termios
import threading
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from duskline.core.http.addresses import is_trusted, network_of
from duskline.core.system.logs import FIELDS
from duskline.settings import Network

logger = logging.getLogger("duskline.connections")

MOST = 2048
"""Connections of a process; fewer where the system grants few descriptors."""
SHARE = 128
"""Connections of one household: a building behind one address, a few browsers in each room."""
CROWDED = 0.75
"""The part of `MOST` from which on the longest silent are closed."""
SILENT_SECONDS = 5.0
"""A caller that said something this lately is not closed for silence."""
TAKE_SECONDS = 30.0
LEAST_BYTES = 15_000
"""What must be taken of a waiting answer in that time: less than half a kilobyte a second is no visitor's line."""
STOP_SECONDS = 7.0
"""How long requests in flight may take to finish once the server stops."""
LOOK_SECONDS = 0.5
START_SECONDS = 0.05
"""Between two looks until the server listens: it may be told to stop soon after."""
RESERVED = 256
"""Descriptors for everything else: the database, files, pipes."""

DESCRIPTORS = Path("/proc/self/fd")
LISTENS = 10
KERNEL_SAYS = struct.Struct("=B51xI64xQ")
"""From Linux's `tcp_info`: the state, milliseconds since data came, bytes that the other side has taken."""
CLOSE_AT_ONCE = struct.pack("ii", 1, 0)


def affordable() -> int:
    """How many connections this process may hold, with as many descriptors as the system grants: two for each."""
    wanted = 2 * MOST + RESERVED
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    granted = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < granted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (granted, hard))
    return max(RESERVED // 2, (granted - RESERVED) // 2)


@dataclass(slots=True)
class Line:
    """One connection as the kernel describes it; its peer's address and port name it."""

    descriptor: int
    peer: tuple[str, int]
    port: int
    silent: float
    waiting: int
    taken: int


class Connections:
    """The watch over the connections to this process's listening sockets."""

    def __init__(self, most: int, trusted_proxies: Sequence[Network] = ()) -> None:
        """`most` is what the server accepts; `trusted_proxies` speak for many and have no share."""
        self.most, self.trusted_proxies = most, tuple(trusted_proxies)
        self.ports: set[int] = set()
        self.stopping_since: float | None = None
        self.waiting: dict[tuple[str, int], tuple[float, int]] = {}
        """Peers with an answer under way: since when, and how much of all they had taken then."""

    def watch(self) -> None:
        """Look on until the process ends, in a thread of its own."""
        if sys.platform == "linux":
            threading.Thread(target=self._look_on, name="connections", daemon=True).start()

    def _look_on(self) -> None:
        while True:
            time.sleep(LOOK_SECONDS if self.ports else START_SECONDS)
            try:
                self.close_beyond_bounds(time.monotonic())
            except Exception:
                logger.exception("a look at the connections failed")

    def close_beyond_bounds(self, now: float) -> None:
        """Close what is out of bounds."""
        listening, others = sockets()
        if listening:
            self.ports = listening
        elif self.ports and self.stopping_since is None:
            self.stopping_since = now  # the server lets go of its listening socket when it is told to stop
        lines = [line for line in others if line.port in self.ports]
        for reason, closed in self._out_of_bounds(lines, now):
            for line in closed:
                close(line)
            if closed:
                fields = {"reason": reason, "closed": len(closed), "of": len(lines)}
                logger.warning("connections closed", extra={FIELDS: fields})

    def _out_of_bounds(self, lines: list[Line], now: float) -> Iterator[tuple[str, list[Line]]]:
        yield "answer not taken", self._not_taking(lines, now)
        yield "more than one household's share", self._beyond_share(lines)
        yield "crowded", self._silent_in_a_crowd(lines)
        if self.stopping_since is not None and now - self.stopping_since >= STOP_SECONDS:
            yield "the server stops", lines

    def _not_taking(self, lines: list[Line], now: float) -> list[Line]:
        """Those who took less than `LEAST_BYTES` of a waiting answer in `TAKE_SECONDS`."""
        before, self.waiting = self.waiting, {}
        late = []
        for line in lines:
            since, taken = before.get(line.peer, (now, line.taken))
            if not line.waiting:
                continue
            if line.taken - taken >= LEAST_BYTES:
                since, taken = now, line.taken
            self.waiting[line.peer] = since, taken
            if now - since >= TAKE_SECONDS:
                late.append(line)
        return late

    def _beyond_share(self, lines: list[Line]) -> list[Line]:
        """The longest silent of every household that holds more than its share."""
        households = defaultdict(list)
        for line in lines:
            if not is_trusted(line.peer[0], self.trusted_proxies):
                households[network_of(line.peer[0])].append(line)
        return [line for held in households.values() for line in longest_silent(held, len(held) - SHARE)]

    def _silent_in_a_crowd(self, lines: list[Line]) -> list[Line]:
        """The longest silent of all, as many as make the crowd too large."""
        silent = [line for line in lines if line.silent >= SILENT_SECONDS]
        return longest_silent(silent, len(lines) - int(self.most * CROWDED))


def longest_silent(lines: list[Line], number: int) -> list[Line]:
    return sorted(lines, key=lambda line: line.silent, reverse=True)[: max(0, number)]


def sockets() -> tuple[set[int], list[Line]]:
    """The ports that this process listens on, and all its TCP connections."""
    listening, lines = set(), []
    for entry in DESCRIPTORS.iterdir():
        descriptor = int(entry.name)
        with (
            suppress(OSError),
            borrowed(descriptor) as line,
        ):  # it may be closed meanwhile, or be no connection
            state, silent, taken = KERNEL_SAYS.unpack(
                line.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, KERNEL_SAYS.size)
            )
            port = line.getsockname()[1]
            if state == LISTENS:
                listening.add(port)
            else:
                lines.append(Line(descriptor, peer_of(line), port, silent / 1000, unsent(line), taken))
    return listening, lines


@contextmanager
def borrowed(descriptor: int) -> Iterator[socket.socket]:
    """The socket behind a descriptor that is another's; raises OSError where it is none.

    Nothing is copied or closed: closing any descriptor of a file ends the process's locks on it, SQLite's among them.
    """
    line = socket.socket(fileno=descriptor)
    try:
        yield line
    finally:
        line.detach()


def peer_of(line: socket.socket) -> tuple[str, int]:
    address, port = line.getpeername()[:2]
    return address, port


def unsent(line: socket.socket) -> int:
    """Bytes of answers that the other side has not taken yet."""
    return int.from_bytes(fcntl.ioctl(line, termios.TIOCOUTQ, bytes(4)), sys.byteorder)


def close(line: Line) -> None:
    """End a connection, whatever still waits to be sent on it; its owner notices and lets go of it."""
    with suppress(OSError), borrowed(line.descriptor) as same:
        if peer_of(same) == line.peer:
            same.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, CLOSE_AT_ONCE)
            same.shutdown(socket.SHUT_RDWR)
