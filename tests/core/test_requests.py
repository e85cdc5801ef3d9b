"""Bodies that cannot be read: always a 400 or 413 in the one shape, and received to their end."""

from typing import Any

import msgspec
import pytest

from tests.pictures import FORM
from tests.world import World

HEAD = b'--x\r\nContent-Disposition: form-data; name="name"'
FORMS = {
    "no boundary": ("multipart/form-data", b"x"),
    "nothing": ("multipart/form-data; boundary=x", b""),
    "no head": ("multipart/form-data; boundary=x", b"--x\r\n\r\nhi\r\n--x--\r\n"),
    "no end": ("multipart/form-data; boundary=x", HEAD + b"\r\n\r\nhi"),
    "charset": ("multipart/form-data; boundary=x", HEAD + b"\r\nContent-Type: text/plain; charset=no\r\n\r\nhi\r\n--x--\r\n"),
    "encoding": ("multipart/form-data; boundary=x", HEAD + b"\r\nContent-Transfer-Encoding: base64\r\n\r\nhi\r\n--x--\r\n"),
    "no text": ("multipart/form-data; boundary=x", HEAD + b"\r\n\r\n\xff\xfe\r\n--x--\r\n"),
    "surrogate": ("multipart/form-data; boundary=x", HEAD + b"\r\n\r\n\xed\xa0\x80\r\n--x--\r\n"),
    "zero": ("multipart/form-data; boundary=x", HEAD + b"\r\n\r\na\x00b\r\n--x--\r\n"),
    "many parts": ("multipart/form-data; boundary=x", (HEAD + b"\r\n\r\nv\r\n") * 2000 + b"--x--\r\n"),
    "long boundary": ("multipart/form-data; boundary=" + "x" * 5000, b"--x"),
    "odd name": ("multipart/form-data; boundary=x", HEAD + b'; filename="../../a\x00"\r\n\r\nhi\r\n--x--\r\n'),
}  # fmt: skip


@pytest.mark.parametrize("name", FORMS)
async def test_a_malformed_form_is_a_400(shared_world: World, name: str) -> None:
    kind, body = FORMS[name]
    visitor = shared_world.client()
    answer = await visitor.post("/api/gallery", content=body, headers={"content-type": kind})
    assert answer.status_code == 400, answer.text
    assert set(answer.json()) <= {"error", "fields"}


@pytest.mark.parametrize(
    ("path", "kind", "announced"),
    [
        ("/api/gallery", "multipart/form-data; boundary=x", True),
        ("/api/gallery", "multipart/form-data; boundary=x", False),
        ("/api/contact", "application/json", True),
        ("/api/contact", "application/json", False),
    ],
)
async def test_a_body_that_is_too_large_is_received_to_its_end(
    shared_world: World, path: str, kind: str, announced: bool
) -> None:
    """A sender who is cut off sees a broken connection instead of the 413."""
    parts = [b"z" * 2**20] * 7
    headers = [(b"content-type", kind.encode()), (b"host", b"127.0.0.1")]
    if announced:
        headers.append((b"content-length", str(7 * 2**20).encode()))
    answer, left = await call(shared_world, path, headers, parts)
    assert (answer["status"], left) == (413, 0)
    assert msgspec.json.decode(answer["body"]).keys() == {"error"}


async def test_the_sentence_about_a_large_image_is_the_forms(shared_world: World) -> None:
    image = {"image": ("a.jpg", b"z" * 2**23)}
    answer = await shared_world.client().post("/api/gallery", data=FORM, files=image)
    assert answer.json() == {"error": "Please select an image smaller than 5MB"}


async def call(world: World, path: str, headers: Any, parts: list[bytes]) -> tuple[dict[str, Any], int]:
    """Speaks to the application as a server does; says what it answered and how many parts it left unread."""
    waiting = [{"type": "http.request", "body": part, "more_body": True} for part in parts]
    waiting[-1]["more_body"] = False
    sent: dict[str, Any] = {"body": b""}

    async def receive() -> Any:
        return waiting.pop(0)

    async def send(message: Any) -> None:
        if message["type"] == "http.response.start":
            sent["status"] = message["status"]
        else:
            sent["body"] += message.get("body", b"")

    scope = {
        "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": "POST", "scheme": "http",
        "path": path, "raw_path": path.encode(), "query_string": b"", "root_path": "", "headers": headers,
        "client": ("198.51.100.7", 1), "server": ("127.0.0.1", 8000), "state": {},
    }  # fmt: skip
    await world.app(scope, receive, send)
    return sent, len(waiting)


TOO_LONG = {"error": "A text in this form is too long. Please shorten it and try again."}


@pytest.mark.parametrize(
    ("texts", "status", "said"),
    [
        ({"description": "x" * 65_536}, 400, "description"),
        ({"description": "\U0001f4a1" * 10_001}, 400, "description"),
        ({"description": "x" * 65_537}, 413, TOO_LONG),
        ({"description": "x" * 4_000_000}, 413, TOO_LONG),
        ({"name": "x" * 60_000, "location": "x" * 60_000, "description": "x" * 60_000}, 413, TOO_LONG),
    ],
)
async def test_a_text_of_a_form_is_bounded_while_it_arrives(
    shared_world: World, texts: dict[str, str], status: int, said: Any
) -> None:
    """Somewhat too long is its field's fault, and says so; far too long is not even kept."""
    answer = await shared_world.client().post(
        "/api/gallery", data=FORM | texts, files={"image": ("a.jpg", b"")}
    )
    assert answer.status_code == status
    assert said in answer.json()["fields"] if status == 400 else answer.json() == said
