"""Somebody else's web server, over TLS on this machine, under a name of the internet: what webhooks are told at, for tests."""

from __future__ import annotations

import asyncio
import datetime
import socket
import ssl
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

NAME = "hooks.partner.example"
OK = b"HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nfine"
Answer = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


@cache
def certificate(name: str) -> Path:
    """A file with a key and a certificate of this name, which vouches for itself."""
    key = ec.generate_private_key(ec.SECP256R1())
    called = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, name)])
    moment = datetime.datetime.now(datetime.UTC)
    made = (
        x509.CertificateBuilder(called, called, key.public_key(), x509.random_serial_number())
        .not_valid_before(moment - datetime.timedelta(days=1))
        .not_valid_after(moment + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    file = Path(tempfile.mkdtemp(prefix="duskline-receiver-")) / "receiver.pem"
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    file.write_bytes(private + made.public_bytes(serialization.Encoding.PEM))
    return file


def believed(name: str = NAME) -> ssl.SSLContext:
    """Believes this certificate and no other."""
    return ssl.create_default_context(cafile=str(certificate(name)))


class Receiver:
    """Keeps each request as it came, head and body; `answer` says what is done with the next."""

    def __init__(self) -> None:
        self.got: list[bytes] = []
        self.answer: bytes | Answer = OK
        self.name: str | None = None
        """That the client asked for in its greeting."""
        self.port = 0

    @property
    def url(self) -> str:
        return f"https://{NAME}:{self.port}/in?a=b"

    async def take(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            head = await reader.readuntil(b"\r\n\r\n")
            length = int(head.lower().partition(b"content-length: ")[2].split(b"\r\n")[0])
            self.got.append(head + await reader.readexactly(length))
            if isinstance(self.answer, bytes):
                writer.write(self.answer)
                await writer.drain()
            else:
                await self.answer(reader, writer)
        except (OSError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()


@asynccontextmanager
async def receiving(name: str = NAME) -> AsyncIterator[Receiver]:
    """A receiver whose certificate is of this name."""
    receiver = Receiver()
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate(name))

    def note(_: ssl.SSLObject, asked: str | None, __: ssl.SSLContext) -> None:
        receiver.name = asked

    context.sni_callback = note
    server = await asyncio.start_server(receiver.take, "127.0.0.1", 0, ssl=context)
    receiver.port = server.sockets[0].getsockname()[1]
    try:
        yield receiver
    finally:
        server.close()


def leading_to(*addresses: str) -> Callable[..., list[tuple[int, int, int, str, tuple[str, int]]]]:
    """What asks a name server, where every name leads to these."""

    def look_up(_host: str, port: int, **_: int) -> list[tuple[int, int, int, str, tuple[str, int]]]:
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port)) for address in addresses]

    return look_up
