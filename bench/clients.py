"""Whoever asks: one request after another over one connection, or wrk with as many as the server can take."""

from __future__ import annotations

import json
import re
import shutil
import socket
import subprocess
import time
from dataclasses import dataclass
from typing import Any, Self

from bench.databases import Fault

COOKIE = "duskline_session"
CONNECTIONS = 16


class Asker:
    """One keep-alive connection; a person's browser without the browser."""

    def __init__(self, port: int, token: str | None = None) -> None:
        self.port, self.token = port, token
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=30)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.socket.close()

    def ask(
        self, path: str, *, method: str = "GET", body: Any = None, headers: dict[str, str] | None = None
    ) -> ResponseModel:
        """One request; status, headers, body and milliseconds."""
        content = b"" if body is None else json.dumps(body).encode()
        lines = [f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{self.port}"]
        if self.token:
            lines.append(f"Cookie: {COOKIE}={self.token}")
        if body is not None:
            lines += ["Content-Type: application/json", f"Content-Length: {len(content)}"]
        lines += [f"{name}: {value}" for name, value in (headers or {}).items()]
        request = ("\r\n".join(lines) + "\r\n\r\n").encode() + content
        started = time.perf_counter()
        self.socket.sendall(request)
        head, _, rest = self._until_headers().partition(b"\r\n\r\n")
        status, found = read_head(head)
        length = 0 if status in (204, 304) or method == "HEAD" else int(found.get("content-length", 0))
        while len(rest) < length:
            rest += self._receive()
        return ResponseModel(status, found, rest, (time.perf_counter() - started) * 1000)

    def _until_headers(self) -> bytes:
        data = b""
        while b"\r\n\r\n" not in data:
            data += self._receive()
        return data

    def _receive(self) -> bytes:
        part = self.socket.recv(1 << 18)
        if not part:
            raise ConnectionError("The server closed the connection.")
        return part


@dataclass
class ResponseModel:
    status: int
    headers: dict[str, str]
    body: bytes
    milliseconds: float

    def json(self) -> Any:
        return json.loads(self.body)


def read_head(head: bytes) -> tuple[int, dict[str, str]]:
    first, *lines = head.decode("latin-1").split("\r\n")
    headers = {
        name.strip().lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)
    }
    return int(first.split()[1]), headers


@dataclass
class Rate:
    """What one run of wrk showed."""

    requests_per_second: float
    cpu_microseconds: float
    """The server's own, per request, in user and kernel mode."""
    p99_milliseconds: float


def saturate(server: Any, path: str, seconds: int, token: str | None = None, **headers: str) -> Rate:
    """As many requests as sixteen connections can get through; faults end the bench."""
    if not shutil.which("wrk"):
        raise Fault("wrk is not installed.")
    words = ["wrk", "-t1", f"-c{CONNECTIONS}", f"-d{seconds}s", "--latency"]
    if token:
        headers["Cookie"] = f"{COOKIE}={token}"
    for name, value in headers.items():
        words += ["-H", f"{name.replace('_', '-')}: {value}"]
    before = server.cpu()
    done = subprocess.run(
        [*words, f"http://127.0.0.1:{server.port}{path}"], capture_output=True, text=True, check=True
    )
    used = server.cpu() - before
    said = done.stdout
    if "Non-2xx" in said:
        raise Fault(f"{server.name} refused requests for {path}: {said}")
    requests = int(re.search(r"(\d+) requests in", said)[1])  # type: ignore[index]
    rate = float(re.search(r"Requests/sec:\s+([\d.]+)", said)[1])  # type: ignore[index]
    p99 = re.search(r"99%\s+([\d.]+)(us|ms|s)", said)
    return Rate(rate, used / requests * 1e6, float(p99[1]) * {"us": 0.001, "ms": 1, "s": 1000}[p99[2]])  # type: ignore[index]
