"""Forms that work without a script: what the browser posted to the form's own page goes to its call, as the script would send it,
and the call's answer comes back as a page.
"""

import hashlib
from collections.abc import Mapping, Sequence
from html import escape
from typing import Any, NamedTuple

import msgspec

from duskline.core.http.asgi import ASGIApp, ASGIScope, Headers, Message
from duskline.core.http.responses import Served
from duskline.core.pages.unsent import Words, page_of, refused

PASSED_ON = frozenset({b"host", b"origin", b"sec-fetch-site", b"user-agent"})
ANSWERED = frozenset({b"retry-after"})


class PlainForm(NamedTuple):
    """A form on a page, the call that takes it, and what is said when it has."""

    page: str
    field: str
    """Tells it from the other forms of the page."""
    call: str
    title: str
    text: str


class PlainForms:
    """The forms that work without a script, and the application that answers their calls."""

    def __init__(self, calls: ASGIApp, forms: Sequence[PlainForm]) -> None:
        self.calls, self.forms = calls, forms

    def form_of(self, path: str, words: Words) -> PlainForm | None:
        """The form that the words were typed into, if it is one of these."""
        names = {name for name, _ in words}
        return next((form for form in self.forms if form.page == path and form.field in names), None)

    async def answer(
        self, form: PlainForm, scope: ASGIScope, words: Words, facts: Mapping[str, Any]
    ) -> Served:
        """Send it to its call; the page says that it was taken, with its reference number, or why not."""
        status, headers, answer = await self.called(form.call, scope, dict(words))
        if status >= 400:
            faults = (answer.get("fields") or {}).values() or [answer["error"]]
            return refused(status, faults, form.page, words, facts, headers)
        number = escape(answer["reference"])
        said = (
            f"<p>{escape(form.text)}</p><p>Your reference number is <strong>{number}</strong>. "
            "Please keep it: it helps us find what you sent.</p>"
        )
        return page_of(200, form.title, said, form.page, facts)

    async def called(self, path: str, scope: ASGIScope, words: Mapping[str, str]) -> tuple[int, Headers, Any]:
        """Returns the answer of a call to these words. A visitor who posts the same again from the same address gets the same answer."""
        body = msgspec.json.encode(words)
        key = hashlib.sha256(msgspec.json.encode([scope["client"][0], path, words])).hexdigest()
        headers = [header for header in scope["headers"] if header[0] in PASSED_ON]
        headers += [
            (b"content-type", b"application/json"),
            (b"content-length", str(len(body)).encode()),
            (b"idempotency-key", key.encode()),
        ]
        call = {**scope, "path": path, "raw_path": path.encode(), "query_string": b"", "headers": headers}
        messages: list[Message] = []

        async def receive() -> Message:
            return {"type": "http.request", "body": body, "more_body": False}

        async def send(message: Message) -> None:
            messages.append(message)

        await self.calls(call, receive, send)
        start, *parts = messages
        passed = [header for header in start["headers"] if header[0] in ANSWERED]
        return start["status"], passed, msgspec.json.decode(b"".join(part["body"] for part in parts))
