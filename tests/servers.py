"""Real servers for tests: the command line in processes of its own, on free ports."""

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
START_SECONDS = 60


def wait_for(what: str, holds: Callable[[], object]) -> None:
    """Wait until a condition holds, however long it takes; `what` is said when it does not.

    Raises:
        AssertionError: it did not in two minutes.
    """
    for _ in range(1200):
        if holds():
            return
        time.sleep(0.1)
    raise AssertionError(what)


Given = Mapping[str, str]
"""Settings of the product, without the `DUSKLINE_` before them."""


def environment(settings: Given) -> dict[str, str]:
    """This process's environment with these settings of the product and no others."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("DUSKLINE_")}
    return kept | {f"DUSKLINE_{name}": value for name, value in settings.items()}


def duskline(*words: str, without: str = "", bounds: Mapping[str, float] | None = None) -> list[str]:
    """The command line; `without` names a function of duskline.serve to leave out, for a test's control.

    `bounds` are other numbers for those of duskline.core, such as http.connections.MOST.
    """
    changes = [f"s.{without} = lambda *a: None"] * bool(without)
    for name, value in (bounds or {}).items():
        changes += [f"import duskline.core.{name.rpartition('.')[0]}", f"duskline.core.{name} = {value}"]
    if not changes:
        return [sys.executable, "-m", "duskline", *words]
    start = "import duskline.serve as s; {}; from duskline.__main__ import main; main()"
    return [sys.executable, "-c", start.format("; ".join(changes)), *words]


def run(*words: str, settings: Given, typed: str = "", umask: int = -1) -> "subprocess.CompletedProcess[str]":
    """Run one command to its end; `typed` is what it reads, `umask` that of the shell (-1 is ours)."""
    return subprocess.run(
        duskline(*words), cwd=ROOT, env=environment(settings), check=False, capture_output=True, text=True,
        input=typed, umask=umask,
    )  # fmt: skip


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Server:
    """A serving process: its address, and what it says on stdout and stderr."""

    def __init__(
        self,
        *words: str,
        port: int,
        settings: Given,
        without: str = "",
        bounds: Mapping[str, float] | None = None,
        umask: int = -1,
    ) -> None:
        self.url = f"http://127.0.0.1:{port}"
        self.log = Path(settings["DATA_DIR"]) / f"server-{port}.log"
        self.log.parent.mkdir(parents=True, exist_ok=True)
        with self.log.open("wb") as out:
            self.process = subprocess.Popen(
                duskline("serve", "--port", str(port), *words, without=without, bounds=bounds),
                cwd=ROOT,
                env=environment(settings),
                stdout=out,
                stderr=out,
                start_new_session=True,
                umask=umask,
            )

    def wait_until_ready(self) -> None:
        """Until it answers with its database; raises RuntimeError with what it said."""
        until = time.monotonic() + START_SECONDS
        while True:
            try:
                urllib.request.urlopen(f"{self.url}/readyz", timeout=5).close()
                return
            except OSError:
                if self.process.poll() is not None or time.monotonic() > until:
                    raise RuntimeError(f"The server did not start:\n{self.log.read_text()}") from None
                time.sleep(0.1)

    def workers(self) -> list[int]:
        """The processes that answer requests."""
        listed = subprocess.run(
            ["ps", "-o", "pid=", "--ppid", str(self.process.pid)], check=False, capture_output=True, text=True
        )
        return [int(word) for word in listed.stdout.split()]

    def stop(self, by: signal.Signals = signal.SIGINT) -> int:
        """Stop it as Ctrl-C or a supervisor does; gives the exit status."""
        self.process.send_signal(by)
        return self.process.wait(60)


@contextmanager
def serving(
    *words: str,
    settings: Given,
    without: str = "",
    bounds: Mapping[str, float] | None = None,
    umask: int = -1,
) -> Iterator[Server]:
    """A ready server, stopped at the end whatever happened."""
    port = free_port()
    given = {"PUBLIC_URL": f"http://127.0.0.1:{port}", **settings}
    server = Server(*words, port=port, settings=given, without=without, bounds=bounds, umask=umask)
    try:
        server.wait_until_ready()
        yield server
    finally:
        if server.process.poll() is None:
            server.stop()
