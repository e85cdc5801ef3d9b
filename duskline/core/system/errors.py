"""Refusals: every error of the interface is one of these, in one JSON shape.

`{"error": "<sentence for a person>", "fields": {"email": "<message>"}}`; `fields` for validation alone, and
`error` is then the first field's message.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self

import msgspec

RETRY_SECONDS = 5


class ErrorBody(msgspec.Struct, omit_defaults=True):
    error: str
    fields: dict[str, str] | None = None


class Refusal(Exception):
    """An answer other than success: an HTTP status and a sentence for a person."""

    def __init__(
        self,
        status: int,
        sentence: str,
        fields: Mapping[str, str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(sentence)
        self.status = status
        self.sentence = sentence
        self.fields = dict(fields) if fields else None
        self.headers = dict(headers or {})
        self.event: tuple[str, dict[str, Any]] | None = None
        """What the log of security events is told of it."""

    def logged(self, message: str, **fields: Any) -> Self:
        """The same refusal, which is told to the log of security events."""
        self.event = message, fields
        return self

    def body(self) -> ErrorBody:
        return ErrorBody(self.sentence, self.fields)


class Invalid(Refusal):
    """A body or query whose fields are at fault; names every one of them."""

    def __init__(self, fields: Mapping[str, str]) -> None:
        super().__init__(400, next(iter(fields.values())), fields)


class NotSignedIn(Refusal):
    def __init__(self) -> None:
        super().__init__(401, "You need to log in.")


class Forbidden(Refusal):
    def __init__(self, sentence: str = "You are not allowed to do this.") -> None:
        super().__init__(403, sentence)


class NotFound(Refusal):
    """Unknown or out of scope: one answer, so that nobody can tell which."""

    def __init__(self) -> None:
        super().__init__(404, "Not found.")


class Conflict(Refusal):
    def __init__(self, sentence: str) -> None:
        super().__init__(409, sentence)


class Changed(Conflict):
    def __init__(self) -> None:
        super().__init__("This record was changed by someone else. Reload it and try again.")


class SomebodyElse(Refusal):
    """The session is another person's than the one whose tab calls."""

    def __init__(self) -> None:
        super().__init__(412, "Nothing was done: somebody else is signed in now. Reload the page to go on.")


class TooMany(Refusal):
    def __init__(self, retry_after: int) -> None:
        sentence = "Too many attempts. Please wait a while and try again."
        super().__init__(429, sentence, headers={"Retry-After": str(max(1, retry_after))})


class Unavailable(Refusal):
    """Busy, or the database is away."""

    def __init__(self) -> None:
        sentence = "The service is not available right now. Please try again in a moment."
        super().__init__(503, sentence, headers={"Retry-After": str(RETRY_SECONDS)})
