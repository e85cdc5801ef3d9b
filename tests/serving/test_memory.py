"""Forms that never end do not fill the memory, however long their texts are."""

import socket
import time
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest

from tests.servers import Server, run, serving

FORMS = 40
TEXT = b"x" * 4_900_000
HEAD = (
    b"POST /api/gallery HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: multipart/form-data; boundary=x\r\n"
    b'Content-Length: 5000000\r\n\r\n--x\r\nContent-Disposition: form-data; name="description"\r\n\r\n'
)
MEBIBYTE = 1024


@pytest.fixture(scope="module")
def settings(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    made = {"DATA_DIR": str(tmp_path_factory.mktemp("data"))}
    assert run("migrate", settings=made).returncode == 0
    return made


def resident(server: Server) -> int:
    """KiB of memory that the worker uses."""
    (worker,) = server.workers()
    lines = Path(f"/proc/{worker}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS:"))


def unfinished(server: Server, address: str) -> socket.socket:
    line = socket.socket()
    line.bind((address, 0))
    line.settimeout(20)
    line.connect(("127.0.0.1", int(server.url.rpartition(":")[2])))
    with suppress(TimeoutError):
        line.sendall(HEAD + TEXT)
    return line


def grown(server: Server) -> int:
    """KiB that the worker has more once all forms are held."""
    time.sleep(1)
    before = resident(server)
    with ExitStack() as stack:
        for number in range(FORMS):
            stack.enter_context(unfinished(server, f"127.0.3.{number + 1}"))
        time.sleep(1)
        return resident(server) - before


def test_unfinished_forms_are_not_kept(settings: dict[str, str]) -> None:
    with serving(settings=settings) as server:
        assert grown(server) < 50 * MEBIBYTE


def test_control_without_the_bounds_they_are(settings: dict[str, str]) -> None:
    unbounded = {"http.forms.TEXT_BYTES": 2**40, "http.forms.TEXTS_BYTES": 2**40}
    with serving(bounds=unbounded, settings=settings) as server:
        assert grown(server) > 150 * MEBIBYTE
