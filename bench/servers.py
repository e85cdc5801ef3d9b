"""What is measured: the product, its peers and nginx, each started on the server's core and stopped again."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

from bench.clients import Asker
from bench.databases import Fault
from bench.machine import SERVER_CORE, cpu_seconds, on_core

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
OWN = HERE / ".venv" / "bin"
"""The environment of the peers; the product runs in its own."""
START_SECONDS = 90
STOP_SECONDS = 40
REST_SECONDS, AT_REST = 1, 0.05
"""A server that used no more CPU seconds than this meanwhile is at rest."""


@dataclass
class Server:
    """A running server and where it listens."""

    name: str
    process: subprocess.Popen[bytes]
    port: int

    def cpu(self) -> float:
        return cpu_seconds(self.process.pid)

    def rest(self) -> None:
        """Waits until the server has done what it does once after its start: it packs every page as well as it can."""
        until = time.monotonic() + START_SECONDS
        used = self.cpu()
        while time.monotonic() < until:
            time.sleep(REST_SECONDS)
            used, before = self.cpu(), used
            if used - before <= AT_REST:
                return

    def asker(self, token: str | None = None) -> Asker:
        return Asker(self.port, token)


def data_folder(folder: Path, port: int) -> Path:
    """Where the product behind this port keeps its files."""
    return folder / f"data-{port}"


@contextmanager
def product(
    folder: Path,
    database_url: str,
    port: int,
    *,
    path: str = "/healthz",
    rested: bool = True,
    settings: Mapping[str, str] = MappingProxyType({}),
    **options: Any,
) -> Iterator[Server]:
    """`duskline serve` as shipped, on a database; at rest, or as soon as it answers at `path`. `settings` are more of them."""
    data = data_folder(folder, port)
    data.mkdir(exist_ok=True)
    given = {
        "DUSKLINE_DATABASE_URL": database_url,
        "DUSKLINE_DATA_DIR": str(data),
        "DUSKLINE_PUBLIC_URL": f"http://127.0.0.1:{port}",
        **settings,
    }
    command = [sys.executable, "-m", "duskline", "serve", "--port", str(port)]
    with running("duskline", command, port, path, folder, given, **options) as server:
        if rested:
            server.rest()
        yield server


@contextmanager
def peer(folder: Path, name: str, database_url: str, port: int, interface: str = "asgi") -> Iterator[Server]:
    """One of the peers, behind the same server program with the same settings."""
    command = [
        str(OWN / "granian"), f"bench.peers.{name}:app", "--interface", interface, "--port", str(port),
        "--workers", "1", "--loop", "uvloop", "--http", "1", "--no-ws", "--log-level", "warning",
        *(["--task-impl", "asyncio"] if interface == "asgi" else ["--blocking-threads", "4"]),
    ]  # fmt: skip
    with running(name, command, port, "/", folder, {"BENCH_DATABASE_URL": database_url}) as server:
        yield server


@contextmanager
def nginx(folder: Path, port: int) -> Iterator[Server]:
    """nginx with one worker, serving the files under `folder`/site."""
    if not shutil.which("nginx"):
        raise Fault("nginx is not installed.")
    settings = folder / "nginx.conf"
    settings.write_text(
        f"daemon off; worker_processes 1; pid {folder}/nginx.pid; error_log {folder}/nginx.log;"
        f"events {{}} http {{ types {{ text/html html; }} default_type text/html; charset utf-8; sendfile on;"
        f"tcp_nopush on; keepalive_requests 1000000; access_log {folder}/access.log; gzip_static on;"
        f"server {{ listen 127.0.0.1:{port}; root {folder}/site; }} }}"
    )
    if os.geteuid() == 0:
        settings.write_text("user root;" + settings.read_text())
    with running("nginx", ["nginx", "-c", str(settings)], port, "/index.html", folder, {}) as server:
        yield server


@contextmanager
def running(
    name: str,
    command: list[str],
    port: int,
    path: str,
    folder: Path,
    settings: dict[str, str],
    core: int | None = SERVER_CORE,
) -> Iterator[Server]:
    """The command, once it answers at `path` (any status), until the block ends."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith("DUSKLINE_")}
    log = folder / f"{name}-{port}.log"
    with log.open("wb") as lines:
        pinned = [*on_core(core), *command] if core is not None else command
        process = subprocess.Popen(pinned, cwd=ROOT, env=kept | settings, stdout=lines, stderr=lines)
        try:
            wait_for(process, port, path, log)
            yield Server(name, process, port)
        finally:
            process.terminate()
            process.wait(STOP_SECONDS)


def wait_for(process: subprocess.Popen[bytes], port: int, path: str, log: Path) -> None:
    until = time.monotonic() + START_SECONDS
    while time.monotonic() < until and process.poll() is None:
        try:
            with Asker(port) as asker:
                asker.ask(path)
            return
        except OSError:
            time.sleep(0.005)
    last = (log.read_text(errors="replace").strip().splitlines() or ["it said nothing"])[-1]
    raise Fault(f"{log.stem} does not answer: {last}")
