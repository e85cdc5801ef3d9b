"""Who may hold connections to a real server, how many and how long; each beside what happens without the watch."""

import fcntl
import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import pytest

from duskline.core.http import connections
from tests.servers import Server, run, serving

NOBODY = "127.0.0.99"
"""An address of this machine from which nobody else comes."""
BOUNDS = {"http.connections.MOST": 200, "http.connections.SHARE": 20, "http.connections.SILENT_SECONDS": 0.5}
PATIENCE = 10.0
WITHOUT = "watch_connections"


@pytest.fixture(scope="module")
def settings(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    made = {"DATA_DIR": str(tmp_path_factory.mktemp("data"))}
    assert run("migrate", settings=made).returncode == 0
    return made


def line_to(server: Server, address: str = "127.0.0.1", received: int = 0) -> socket.socket:
    """A connection from an address of this machine; `received` bounds what the kernel takes for us unread."""
    line = socket.socket()
    if received:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, received)
    line.bind((address, 0))
    line.settimeout(PATIENCE)
    line.connect(("127.0.0.1", port_of(server)))
    return line


def port_of(server: Server) -> int:
    return int(server.url.rpartition(":")[2])


def asking(path: str) -> bytes:
    return f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode()


@contextmanager
def held(server: Server, addresses: list[str]) -> Iterator[list[socket.socket]]:
    """Silent connections, one from each of the addresses."""
    with ExitStack() as stack:
        yield [stack.enter_context(line_to(server, address)) for address in addresses]


def answers(server: Server, patience: float = PATIENCE) -> bool:
    """Whether somebody who comes now is answered."""
    with line_to(server, NOBODY) as line:
        line.settimeout(patience)
        line.sendall(asking("/healthz"))
        with suppress(OSError):
            return line.recv(12) == b"HTTP/1.1 200"
    return False


def is_open(line: socket.socket) -> bool:
    line.setblocking(False)
    try:
        return line.recv(1) != b""
    except BlockingIOError:
        return True
    except OSError:
        return False


def wait_for(log_event: Callable[[], bool]) -> bool:
    """Whether it happens; how soon is not judged."""
    until = time.monotonic() + PATIENCE
    while not log_event():
        if time.monotonic() > until:
            return False
        time.sleep(0.1)
    return True


def reasons(server: Server) -> set[str]:
    log = server.log.read_text()
    known = ("answer not taken", "more than one household's share", "crowded", "the server stops")
    return {reason for reason in known if f'"reason":"{reason}"' in log}


ONE = ["127.0.0.1"] * 400
MANY = [f"127.0.1.{number % 40 + 1}" for number in range(400)]


@pytest.mark.parametrize(
    ("addresses", "reason"), [(ONE, "more than one household's share"), (MANY, "crowded")]
)
def test_silent_connections_keep_nobody_out(
    settings: dict[str, str], addresses: list[str], reason: str
) -> None:
    with serving(bounds=BOUNDS, settings=settings) as server, held(server, addresses) as lines:
        assert answers(server)
        assert reason in reasons(server)
        if addresses is ONE:
            assert wait_for(lambda: sum(map(is_open, lines)) <= BOUNDS["http.connections.SHARE"])


def test_control_without_the_watch_they_keep_everybody_out(settings: dict[str, str]) -> None:
    with serving(bounds=BOUNDS, without=WITHOUT, settings=settings) as server, held(server, ONE):
        assert not answers(server, patience=3)


def test_a_proxy_speaks_for_many(settings: dict[str, str]) -> None:
    """And has no share; the control is the household above, which has one."""
    with (
        serving(bounds=BOUNDS, settings={**settings, "TRUSTED_PROXIES": "127.0.0.1"}) as server,
        held(server, ["127.0.0.1"] * 100) as lines,
        held(server, ["127.0.0.2"] * 30) as others,
    ):
        assert wait_for(lambda: sum(map(is_open, others)) <= BOUNDS["http.connections.SHARE"])
        assert sum(map(is_open, lines)) == 100


def unread(server: Server, path: str) -> socket.socket:
    """A connection that asks on and on, and takes nothing of what it is answered."""
    line = line_to(server, received=4096)
    line.setblocking(False)
    with suppress(BlockingIOError):
        for _ in range(100_000):
            line.send(asking(path))
    return line


def is_ended(line: socket.socket) -> bool:
    """Whether the other side has ended the connection, unread bytes or not."""
    return bool(line.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR)) or state_of(line) != ESTABLISHED


ESTABLISHED = 1


def state_of(line: socket.socket) -> int:
    return line.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 1)[0]


@pytest.mark.parametrize("path", ["/healthz", "/"])
def test_who_does_not_take_the_answer_is_dropped(settings: dict[str, str], path: str) -> None:
    with (
        serving(bounds={"http.connections.TAKE_SECONDS": 2.0}, settings=settings) as server,
        unread(server, path) as line,
    ):
        assert not is_ended(line)
        assert wait_for(lambda: is_ended(line))
        assert reasons(server) == {"answer not taken"}
        assert answers(server)


def test_who_takes_it_slowly_gets_it_all(settings: dict[str, str]) -> None:
    """Control: only those who take nothing are dropped."""
    with (
        serving(bounds={"http.connections.TAKE_SECONDS": 2.0}, settings=settings) as server,
        line_to(server, received=4096) as line,
    ):
        line.sendall(asking("/") * 60)
        got = b""
        while got.count(b"HTTP/1.1 200") < 60:
            part = line.recv(30_000)
            assert part
            got += part
            time.sleep(0.02)
        assert reasons(server) == set()


def stalled(server: Server) -> socket.socket:
    """A sender in the middle of a body."""
    line = line_to(server)
    line.sendall(
        b"POST /api/contact HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
        b"Content-Length: 500\r\n\r\n{"
    )
    return line


def stopped(server: Server) -> tuple[int, bool]:
    """The exit status, and whether a worker had to be killed."""
    with unread(server, "/"), stalled(server), line_to(server):
        assert answers(server)
        return server.stop(), "refused to gracefully stop" in server.log.read_text()


def test_the_server_stops_by_itself_whoever_is_attached(settings: dict[str, str]) -> None:
    with serving(bounds={"http.connections.STOP_SECONDS": 2.0}, settings=settings) as server:
        assert stopped(server) == (0, False), server.log.read_text()
        assert "the server stops" in reasons(server)
        assert "Traceback" not in server.log.read_text()


def test_control_without_the_watch_it_has_to_be_killed(settings: dict[str, str]) -> None:
    with serving(without=WITHOUT, settings=settings) as server:
        assert stopped(server)[1]


def is_locked(path: Path) -> bool:
    """Whether another process finds the file locked."""
    ask = f"import fcntl; fcntl.lockf(open({str(path)!r}, 'r+'), fcntl.LOCK_EX | fcntl.LOCK_NB)"
    return subprocess.run([sys.executable, "-c", ask], check=False, capture_output=True).returncode != 0


@pytest.mark.skipif(sys.platform != "linux", reason="only there are connections watched")
def test_looking_leaves_the_locks_on_files_alone(tmp_path: Path) -> None:
    """SQLite locks its files by process: closing any descriptor of one would let another process in."""
    path = tmp_path / "database"
    path.touch()
    with path.open("r+") as database:
        fcntl.lockf(database, fcntl.LOCK_EX)
        connections.sockets()
        assert is_locked(path)
        os.close(os.dup(database.fileno()))  # control: what a look must not do
        assert not is_locked(path)
