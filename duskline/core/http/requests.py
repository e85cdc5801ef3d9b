"""Requests as handlers may trust them: JSON only where it is said to be JSON, forms that never break the parser or fill
the memory.

A body that is refused is still received to its end, within bounds: a caller who is cut off while sending sees a broken
connection instead of the answer.
"""

from __future__ import annotations

from typing import Any

from litestar import Request
from litestar.connection import ASGIConnection
from litestar.exceptions import HTTPException, InternalServerException
from litestar.types import Empty

from duskline.core.http.forms import read_form
from duskline.core.http.middleware import SenderRefused
from duskline.core.system.errors import Refusal
from duskline.core.values import bodies

DRAIN_BYTES = 64 * 1024 * 1024

IncomingRequest = ASGIConnection[Any, Any, Any, Any]
"""A request as authorization sees it, before anything of its body is read."""


class StrictRequest(Request[Any, Any, Any]):
    """A request whose body is JSON only when it says so, and a finished struct when a handler asks."""

    def __init__(self, scope: Any, receive: Any, send: Any) -> None:
        super().__init__(scope, receive, send)
        self.body_has_ended = False

        async def noted() -> Any:
            message = await receive()
            self.body_has_ended = not message.get("more_body")
            return message

        self.receive = noted

    async def body(self) -> bytes:
        try:
            return await super().body()
        except (
            InternalServerException
        ):  # what the framework makes of a sender who goes away or breaks the framing
            raise Refusal(400, "The request body did not arrive whole.") from None
        except HTTPException:
            await self._drain()
            raise

    async def json(self) -> Any:
        if self.content_type[0] != "application/json":
            raise Refusal(415, "Please send the request body as application/json.")
        wanted = self.route_handler.parsed_data_field
        return bodies.read(await self.body(), wanted.annotation)  # type: ignore[union-attr]

    async def form(self) -> Any:
        if self.content_type[0] != "multipart/form-data":
            raise Refusal(415, "Please send the request body as multipart/form-data.")
        state = self._connection_state
        if state.form is Empty:
            state.form = await self._parts()
        return await super().form()

    async def _parts(self) -> dict[str, Any]:
        """The form as the framework keeps it, read in bounded memory."""
        try:
            parts = await read_form(self.stream(), self.content_type[1].get("boundary", ""))
        except (SenderRefused, OSError):
            raise  # nobody sends any more, or there is no room on the disk
        except Exception as fault:
            await self._drain()
            if isinstance(fault, Refusal) or (isinstance(fault, HTTPException) and fault.status_code == 413):
                raise
            # The parser answers malformed parts and encodings with whatever it trips over.
            raise Refusal(400, "The form could not be read.") from None
        return {name: values if len(values) > 1 else values[0] for name, values in parts.items()}

    async def _drain(self) -> None:
        """Lets a refused body finish: a caller who is cut off while sending never sees the answer."""
        left = DRAIN_BYTES
        while left > 0 and not self.body_has_ended:
            message: Any = await self.receive()
            left -= len(message.get("body", b""))
