"""Bytes that nobody honest sends: bodies, values, types and forms for every call that takes one."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import msgspec

from tests.laws.routes import CALLS, Call
from tests.laws.samples import edit, fields_of, sample
from tests.pictures import FORM, photo

MARK = "s3cr3t-that-must-not-come-back"
JSON = b"application/json"


class Sent(NamedTuple):
    """A body as it goes over the wire."""

    name: str
    content: bytes
    type: bytes | None = JSON


def raw_bodies() -> Iterator[Sent]:
    """Whatever the call: what is no JSON object at all, or hardly one."""
    deep = 100_000
    for name, content in {
        "empty": b"", "blank": b" \r\n\t", "nul": b"\x00", "invalid utf-8": b'{"name":"\xff\xfe"}',
        "overlong utf-8": b'{"name":"\xc0\xaf"}', "surrogate bytes": b'{"name":"\xed\xa0\x80"}',
        "bom": b"\xef\xbb\xbf{}", "utf-16": '{"name":"x"}'.encode("utf-16"), "latin-1": '{"name":"é"}'.encode("latin-1"),
        "nan": b'{"name":NaN}', "infinity": b'{"name":-Infinity}', "huge number": b'{"name":1e400}',
        "long integer": b'{"name":' + b"9" * 5_000 + b"}", "deep lists": b"[" * deep + b"]" * deep,
        "deep objects": b'{"a":' * deep + b"1" + b"}" * deep, "unclosed depth": b'{"a":' * deep,
        "deep inside a field": b'{"name":' + b"[" * 900 + b"]" * 900 + b"}",
        "null": b"null", "true": b"true", "number": b"5", "text": b'"x"', "list": b"[]", "list of objects": b"[{}]",
        "truncated": b'{"name":"x', "trailing": b'{"name":"x"} x', "two objects": b"{}{}", "single quotes": b"{'a':1}",
        "comment": b'{/* x */"name":"x"}', "trailing comma": b'{"name":"x",}', "bare word": b"{name:1}",
        "raw control": b'{"name":"a\x01b"}', "raw newline": b'{"name":"a\nb"}', "bad escape": b'{"name":"\\x41"}',
        "lone surrogate": b'{"name":"\\ud800"}', "swapped surrogates": b'{"name":"\\udc00\\ud800"}',
        "escaped nul": b'{"name":"a\\u0000b"}', "nul in a key": b'{"a\\u0000":1}',
        "surrogate in a key": b'{"\\ud800":1}', "duplicate keys": b'{"name":"x","name":5}', "empty key": b'{"":1}',
        "many keys": json.dumps({f"k{n}": n for n in range(5_000)}).encode(), "long key": b'{"' + b"k" * 60_000 + b'":1}',
        "proto": b'{"__proto__":{"role":"admin"},"constructor":{}}', "xml": b"<?xml version='1.0'?><a/>",
        "too large": b'{"name":"' + b"x" * 300_000 + b'"}', "marked": json.dumps({"unknown": MARK}).encode(),
    }.items():  # fmt: skip
        yield Sent(name, content)


def odd_types(good: bytes) -> Iterator[Sent]:
    """A good body under a name that is not its own."""
    for type in (
        None, b"", b"text/plain", b"application/x-www-form-urlencoded", b"multipart/form-data", b"multipart/form-data; boundary=x",
        b"application/xml", b"application/vnd.api+json", b"application/json-patch+json", b"application/jsonp", b"json",
        b"\xff\xfe", b"application/json\xff", b"; charset=utf-8", b"application/x-msgpack", b"application/octet-stream",
    ):  # fmt: skip
        yield Sent(f"type {type!r}", good, type)


def fine_types(good: bytes) -> Iterator[Sent]:
    """Ways of saying JSON that are as good as any."""
    for type in (
        b"application/json; charset=utf-8",
        b"APPLICATION/JSON",
        b"application/json; charset=bogus",
        b"application/json ;x",
    ):
        yield Sent(f"type {type!r}", good, type)


VALUES: dict[str, Any] = {
    "null": None, "true": True, "zero": 0, "negative": -1, "fraction": 1.5, "int32": 2**31, "int64": 2**63, "int65": 2**64,
    "great": 1e308, "empty": "", "blank": " \t\n", "text": MARK, "digits": "12", "nul": f"{MARK}\x00", "long": MARK * 3_000,
    "rtl": "\u202egnp.exe", "astral": "\U0001f4a1" * 50, "combining": "e\u0301" * 300, "folding": "\u0149" * 240 + "@x.example",
    "ligatures": "\ufb03" * 240 + "@x.example", "sql": "'; DROP TABLE leads; --", "like": "%_\\%", "html": "<img src=x onerror=1>",
    "crlf": "a\r\nSet-Cookie: x=1", "date": "2026-13-45", "far date": "99999-01-01", "old date": "0001-01-01", "late date": "9999-12-31",
    "list": [], "texts": [MARK], "lists": [[[]]], "object": {}, "operator": {"$gt": ""}, "objects": [{"id": MARK}], "many": [{}] * 200,
    "surrogate": "\ud800", "other surrogate": "a\udfff",
}  # fmt: skip


def odd_values(body: type[msgspec.Struct]) -> Iterator[Sent]:
    """Each field in turn, each value in turn, in a body that is good otherwise."""
    good = sample(body)
    for field in fields_of(body):
        for name, value in VALUES.items():
            yield Sent(f"{field.encode_name} {name}", json.dumps(good | {field.encode_name: value}).encode())


def json_bodies(call: Call) -> Iterator[Sent]:
    assert call.body is not None
    good = json.dumps(edit(call.body) if call.method == "PATCH" else sample(call.body)).encode()
    yield from raw_bodies()
    yield from odd_types(good)
    yield from odd_values(call.body)


def part(name: str, value: bytes, head: str = "", file: str | None = None) -> bytes:
    shown = f'; filename="{file}"' if file is not None else ""
    return (
        f'--x\r\nContent-Disposition: form-data; name="{name}"{shown}\r\n{head}\r\n'.encode()
        + value
        + b"\r\n"
    )


def forms() -> Iterator[Sent]:
    """Multipart bodies with a picture, malformed each in one way."""
    return malformed("image", FORM, photo(40, 30))


def tables() -> Iterator[Sent]:
    """The same with a table."""
    return malformed("table", {"kind": "leads"}, b"Name,Email\nAnn,ann@visitor.example\n")


def malformed(name: str, fields: Mapping[str, str], content: bytes) -> Iterator[Sent]:
    """A form of these fields and a file of this name."""
    texts = b"".join(part(field, value.encode()) for field, value in fields.items())
    image = part(name, content, "Content-Type: image/jpeg\r\n", "a.jpg")
    end, form = b"--x--\r\n", b"multipart/form-data; boundary=x"
    for odd, sent in {
        "empty": b"", "no parts": end, "no end": texts + image, "cut": (texts + image)[:-40], "only texts": texts + end,
        "only image": image + end, "two images": texts + image + image + end, "no name": texts + b"--x\r\nContent-Disposition: form-data\r\n\r\nx\r\n" + end,
        "no disposition": b"--x\r\n\r\nx\r\n" + end, "bogus disposition": b"--x\r\nContent-Disposition: \xff\r\n\r\nx\r\n" + end,
        "bogus charset": part("name", b"x", "Content-Type: text/plain; charset=bogus\r\n") + image + end,
        "bogus encoding": part("name", b"x", "Content-Transfer-Encoding: bogus\r\n") + image + end,
        "base64": part("name", b"eA==", "Content-Transfer-Encoding: base64\r\n") + image + end,
        "utf-7": part("name", b"+AGE-", "Content-Type: text/plain; charset=utf-7\r\n") + image + end,
        "invalid utf-8": part("name", b"\xff\xfe") + image + end, "nul": part("name", b"a\x00b") + image + end,
        "image as text": texts + part(name, MARK.encode()) + end, "text as file": part("name", b"x", "", "x.txt") + image + end,
        "no image bytes": texts + part(name, b"", "", "a.jpg") + end, "not an image": texts + part(name, b"GIF89a" + b"x" * 99, "", "a.gif") + end,
        "svg": texts + part(name, b"<svg onload='x'/>", "Content-Type: image/svg+xml\r\n", "a.svg") + end,
        "path in the name": texts + part(name, content, "", "../../../etc/passwd") + end,
        "nul in the name": texts + part(name, content, "", "a\x00.jpg") + end,
        "long name": texts + part(name, content, "", "a" * 9_000 + ".jpg") + end,
        "many parts": b"".join(part(f"p{n}", b"x") for n in range(3_000)) + end,
        "many names": b"".join(part("name", b"x") for n in range(500)) + image + end,
        "long text": part("description", b"x" * 200_000) + image + end, "long head": part("name", b"x", "X: " + "y" * 90_000 + "\r\n") + end,
        "preamble": b"hello\r\n" + texts + image + end, "epilogue": texts + image + end + b"more", "wrong boundary": texts.replace(b"--x", b"--y") + end,
        "bare newlines": (texts + end).replace(b"\r\n", b"\n"), "nested": part("name", b"x", "Content-Type: multipart/mixed; boundary=y\r\n") + end,
    }.items():  # fmt: skip
        yield Sent(odd, sent, form)
    whole = texts + image + end
    for type in (
        b"multipart/form-data", b"multipart/form-data; boundary=", b'multipart/form-data; boundary="', b"multipart/form-data; boundary=" + b"b" * 300,
        b"multipart/form-data; boundary=\xff", b"multipart/mixed; boundary=x", b"application/json", b"text/plain", None, b"",
        b"multipart/form-data; boundary=x; charset=bogus",
    ):  # fmt: skip
        yield Sent(f"type {type!r}", whole, type)


FORMS = {"image": forms, "table": tables}


def hostile() -> Iterator[tuple[Call, Sent]]:
    for call in CALLS:
        for sent in (
            json_bodies(call) if call.body is not None else FORMS[call.file]() if call.takes_form else ()
        ):
            yield call, sent


ADDRESSES = (
    "%00", "%ff", "%ed%a0%80", "%c0%ae%c0%ae", "..%2f..%2fetc%2fpasswd", "%2e%2e", "%0d%0aSet-Cookie:x", "a%00b", "%e2%80%ae", "%25", "'--",
    "%27%20OR%201=1", "x" * 8_000, "%F0%9F%92%A1", ";", "*", "{id}", "null", "-1", "%20", "+", "%5c", "a/b", "a%2fb",
)  # fmt: skip
QUERIES = (
    "q=%00", "q=%ff", "q=%ed%a0%80", "q=" + "x" * 9_000, "q=%25%25%25", "q=%5C", "q=%27%22", "q=%22%20OR%20%22", "q=NEAR(", "q=*", "q=a*b%22c",
    "q=%EF%AC%83" * 1, "q[]=1", "q=1&q=2", "limit=%00", "cursor=%00", "status[$ne]=x", "&&&&", "=", "%", "%zz", "a" * 9_000, "limit=" + "9" * 4_000,
    "q=\x7f", "branchId=%00", "assignedTo=" + "%F0%9F%92%A1" * 60, "q=" + "%CC%81" * 200, "cursor=" + "_" * 4_000,
)  # fmt: skip
