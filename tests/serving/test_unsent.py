"""A form that the browser posted by itself: the words come back to their writer, and to nobody else."""

import re
from html import unescape
from pathlib import Path
from typing import Any

import httpx
import pytest

from duskline.core.http.middleware import EdgeMiddleware
from duskline.core.pages.serving import Pages, read_build
from tests.serving.small_site import FACTS
from tests.serving.test_middleware import calls, client

URL = "https://www.example.com"
REACHED = FACTS | {"phone": {"display": "(555) 555-0142", "href": "tel:+15555550142"}}
WORDS = {
    "name": "Ann <b>Ames</b>",
    "message": '\nTwo lines,\n"quoted" </textarea><script>alert(1)</script>',
    "phone": "",
}
FILE = {"image": ("a.jpg", b"\xff\xd8 not to be repeated", "image/jpeg")}


@pytest.fixture
def visitor(site: Path) -> httpx.AsyncClient:
    return client(EdgeMiddleware(calls, Pages(read_build(site), REACHED, URL), public_url=URL))


def words_in(answer: httpx.Response) -> dict[str, str]:
    """What the page shows, by its labels."""
    fields = re.findall(
        r"<label for=\"f\d+\">(.*?)</label><textarea[^>]*>\n(.*?)</textarea>", answer.text, re.DOTALL
    )
    return {label: unescape(words) for label, words in fields}


@pytest.mark.parametrize("files", [None, FILE])
@pytest.mark.parametrize("path", ["/about", "/blog?post=p1", "/panel/leads"])
async def test_the_words_are_kept(visitor: httpx.AsyncClient, path: str, files: Any) -> None:
    answer = await visitor.post(path, data=WORDS, files=files, headers={"sec-fetch-site": "same-origin"})
    assert (answer.status_code, answer.headers["allow"]) == (405, "GET, HEAD")
    assert words_in(answer) == {"Name": WORDS["name"], "Message": WORDS["message"]}
    assert answer.text.count("<script") == 1  # for the theme
    assert "not to be repeated" not in answer.text
    assert "This form was not sent" in answer.text
    assert 'href="tel:+15555550142"' in answer.text
    assert "a@b.example" in answer.text
    assert answer.headers["cache-control"] == "no-store"
    assert answer.headers["x-robots-tag"] == "noindex"
    assert answer.headers["content-security-policy"].startswith("default-src 'none'; style-src 'sha256-")


@pytest.mark.parametrize(
    ("path", "headers"),
    [
        ("/about", {"sec-fetch-site": "cross-site"}),
        ("/about", {"sec-fetch-site": "same-site"}),
        ("/about", {"origin": "https://evil.example"}),
        ("/about", {"origin": "null"}),
        ("/login", {"sec-fetch-site": "same-origin"}),
    ],
)
async def test_nothing_is_repeated_to_others_or_from_the_sign_in(
    visitor: httpx.AsyncClient, path: str, headers: dict[str, str]
) -> None:
    """The control is the test above: the same words from our own page come back."""
    answer = await visitor.post(path, data={**WORDS, "username": "ann@home.example"}, headers=headers)
    assert answer.status_code == 405
    assert "This form was not sent" in answer.text
    assert words_in(answer) == {}
    assert "Ames" not in answer.text
    assert "home.example" not in answer.text


@pytest.mark.parametrize("name", ["password", "newPassword", "currentPassword", "token"])
async def test_secrets_are_not_repeated(visitor: httpx.AsyncClient, name: str) -> None:
    answer = await visitor.post("/panel", data={name: "hidden-words", "firstName": "Ann"})
    assert words_in(answer) == {"First name": "Ann"}
    assert "hidden-words" not in answer.text


LONG = "x" * 200_000
HEAD = b'--x\r\nContent-Disposition: form-data; name="message"\r\n\r\n'


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("application/x-www-form-urlencoded", b"message=" + LONG.encode()),
        ("application/x-www-form-urlencoded", b"a=1&" * 5_000),
        ("application/x-www-form-urlencoded", b"message=\xff\xfe"),
        ("application/x-www-form-urlencoded", b""),
        ("multipart/form-data; boundary=x", HEAD + LONG.encode() + b"\r\n--x--\r\n"),
        ("multipart/form-data; boundary=x", HEAD + b"cut"),
        ("multipart/form-data; boundary=x", HEAD + b"\xff\xfe\r\n--x--\r\n"),
        ("multipart/form-data; boundary=x", b"y" * 7_000_000),
        ("multipart/form-data", HEAD),
    ],
)
async def test_what_is_no_form_gets_the_page_without_words(
    visitor: httpx.AsyncClient, kind: str, body: bytes
) -> None:
    answer = await visitor.post("/about", content=body, headers={"content-type": kind})
    assert (answer.status_code, words_in(answer)) == (405, {})
    assert "This form was not sent" in answer.text


@pytest.mark.parametrize(
    ("method", "path", "kind", "status"),
    [
        ("POST", "/about", "application/json", 405),
        ("PUT", "/about", "application/x-www-form-urlencoded", 405),
        ("DELETE", "/about", "multipart/form-data; boundary=x", 405),
        ("POST", "/robots.txt", "application/x-www-form-urlencoded", 405),
        ("POST", "/img/a.avif", "application/x-www-form-urlencoded", 405),
        ("POST", "/nope", "application/x-www-form-urlencoded", 404),
    ],
)
async def test_everything_else_is_refused_as_ever(
    visitor: httpx.AsyncClient, method: str, path: str, kind: str, status: int
) -> None:
    answer = await visitor.request(method, path, content=b"message=words", headers={"content-type": kind})
    assert answer.status_code == status
    assert "words" not in answer.text
    assert "Not sent yet" not in answer.text
