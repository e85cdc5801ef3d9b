"""Hostile bytes at every call: nothing breaks, nothing comes back, nothing half-true is stored."""

from __future__ import annotations

import json
from typing import Any

import httpx
import pytest
from sqlalchemy import delete

from duskline.core.data.calls import RateLimit
from duskline.core.values import bodies
from tests.laws.hostile import ADDRESSES, MARK, QUERIES, Sent, fine_types, forms, hostile
from tests.laws.matrix import part, row_at
from tests.laws.routes import CALLS, HEALTH, Call
from tests.laws.samples import edit, sample
from tests.world import MISSING, NEAR, World


async def send(world: World, call: Call, sent: Sent) -> httpx.Response:
    id = row_at(call, NEAR) or MISSING
    address = call.at(*[id, MISSING][: len(call.parameters)])
    headers = {b"accept": b"*/*"} | ({b"content-type": sent.type} if sent.type is not None else {})
    async with world.client("admin") as admin:
        request = admin.build_request(call.method, address, content=sent.content)
        request.headers = httpx.Headers([*request.headers.raw, *headers.items()])
        answer = await admin.send(request)
    if renewed := answer.cookies.get(world.cookie):  # a new password of one's own renews the session
        world.tokens = world.tokens | {"admin": renewed}
    return answer


def fault_of(answer: httpx.Response) -> str | None:
    """What is wrong with an answer to something hostile."""
    if answer.status_code >= 500:
        return f"{answer.status_code}: {answer.text[:200]}"
    if answer.status_code < 400:
        return None
    if answer.status_code not in (400, 401, 403, 404, 405, 409, 413, 415, 421, 429):
        return f"an odd {answer.status_code}"
    if MARK in answer.text:
        return f"echoes what was sent: {answer.text[:200]}"
    body = answer.json()
    return (
        None
        if set(body) in ({"error"}, {"error", "fields"}, {"exists", "error"})
        else f"not the shape: {body}"
    )


async def forget_limits(world: World) -> None:
    async with world.database.writes.begin() as connection:
        await connection.execute(delete(RateLimit.__table__))


def test_there_are_enough() -> None:
    assert 2 * len(list(hostile())) >= 2_000  # on two databases


async def test_nothing_hostile_breaks_a_call(world: World, engine: str) -> None:
    wrong = {}
    undocumented = {}
    for number, (call, sent) in enumerate(part(hostile(), engine)):
        if number % 15 == 0:
            await forget_limits(world)
        answer = await send(world, call, sent)
        if fault := fault_of(answer):
            wrong[call.name, sent.name] = fault
        if answer.status_code not in {*(call.handler.responses or {}), 200, 201, 204}:
            undocumented[call.name, answer.status_code] = sent.name
    assert wrong == {}
    assert undocumented == {}


async def test_a_body_under_a_wrong_name_is_415(world: World, engine: str) -> None:
    wrong = []
    for call in part(CALLS, engine, every=2):
        if call.body is None:
            continue
        good = json.dumps(edit(call.body) if call.method == "PATCH" else sample(call.body)).encode()
        for type in (None, b"text/plain", b"multipart/form-data; boundary=x", b"application/jsonp"):
            await forget_limits(world)
            if (await send(world, call, Sent("", good, type))).status_code != 415:
                wrong.append((call.name, str(type)))
        for sent in fine_types(good):
            if (await send(world, call, sent)).status_code == 415:
                wrong.append((call.name, sent.name))
    assert wrong == []


@pytest.mark.parametrize(
    "body",
    [
        b'{"name":"\xff"}', b"[" * 100_000 + b"]" * 100_000, b'{"name":NaN}', b"\xef\xbb\xbf{}", b'{"name":1e400}',
        b'{"name":"a\\u0000"}', b'{"name":"\\ud800"}', b'{"name":5}', b'{"name":["x"]}', b"[]", b"null", b"{}x",
    ],
)  # fmt: skip
async def test_what_is_no_body_is_400(shared_world: World, body: bytes) -> None:
    call = next(call for call in CALLS if call.name == "POST /api/panel/leads")
    answer = await send(shared_world, call, Sent("", body))
    assert answer.status_code == 400, answer.text


async def test_texts_are_trimmed_and_empty_ones_are_null(world: World) -> None:
    async with world.client("admin") as admin:
        body = {
            "name": "  Nell \n",
            "email": " nell@home.example ",
            "phone": "  ",
            "source": "",
            "assignedTo": "",
        }
        made = (await admin.post("/api/panel/leads", json=body)).json()
        assert (made["name"], made["email"]) == ("Nell", "nell@home.example")
        assert (made["phone"], made["source"], made["assignedTo"]) == (None, None, None)
        address = f"/api/panel/leads/{made['id']}"
        assert (await admin.patch(address, json={"notes": "x"})).json()["name"] == "Nell"
        for required in ("name", "email", "branchId", "status"):
            for empty in ("", "  ", None):
                answer = await admin.patch(address, json={required: empty})
                assert (answer.status_code, list(answer.json()["fields"])) == (400, [required]), (
                    required,
                    empty,
                )


async def test_what_is_missing_is_named(world: World) -> None:
    """In the field's own words where it has some, else Required (product.md, rule 11)."""
    told = {
        "/api/panel/leads": {"name": "Required", "email": "Required"},
        "/api/panel/clients": {"name": "Required", "email": "Required", "address": "Required"},
        "/api/panel/support-tickets": dict.fromkeys(("subject", "description", "category"), "Required"),
        "/api/panel/work-orders": {"clientId": "Client is required", "title": "Title is required"},
    }
    async with world.client("admin") as admin:
        for path, fields in told.items():
            answer = await admin.post(path, json={})
            assert (answer.status_code, answer.json()["fields"]) == (400, fields), path
        for empty in ("", "  ", None):
            answer = await admin.post(
                "/api/panel/clients", json={"name": "N", "email": empty, "address": "1 Road"}
            )
            assert (answer.status_code, answer.json()["fields"]) == (400, {"email": "Required"}), empty
        wrong = await admin.post("/api/panel/clients", json={"name": "N", "email": "n", "address": "1 Road"})
        assert wrong.json()["fields"] == {"email": "Please enter a valid email address"}
        for nobody in ("", "  ", None):
            order = {"clientId": "client-1-1", "title": "Porch", "branchId": nobody}
            answer = await admin.post("/api/panel/work-orders", json=order)
            assert (answer.status_code, answer.json()["fields"]) == (400, {"branchId": "Branch is required"})
        del order["branchId"]
        assert (await admin.post("/api/panel/work-orders", json=order)).status_code == 201


async def test_caps(world: World) -> None:
    """A text of exactly the cap passes, one more is refused by name (product.md, rule 11)."""
    caps = {"name": 200, "phone": 40, "address": 300, "source": 300, "notes": 10_000}
    async with world.client("admin") as admin:
        for field, cap in caps.items():
            for letter in ("x", "\u00e9", "\U0001f4a1"):
                fine = await admin.patch("/api/panel/leads/lead-1-1", json={field: letter * cap})
                assert (fine.status_code, fine.json()[field]) == (200, letter * cap), (field, letter)
                over = await admin.patch("/api/panel/leads/lead-1-1", json={field: letter * (cap + 1)})
                assert (over.status_code, list(over.json()["fields"])) == (400, [field])
        for value, status in (
            (0, 200),
            (2**31 - 1, 200),
            (2**31, 400),
            (-1, 400),
            (1.5, 400),
            ("5", 400),
            (None, 200),
        ):
            answer = await admin.patch("/api/panel/leads/lead-1-1", json={"estimatedValue": value})
            assert answer.status_code == status, value


async def test_odd_addresses_and_queries(world: World, engine: str) -> None:
    wrong = {}
    for call in (call for call in CALLS if call.method == "GET"):
        addresses = [call.at(*[odd] * len(call.parameters)) for odd in ADDRESSES] if call.parameters else []
        plain = call.at(*[row_at(call, NEAR) or MISSING, MISSING][: len(call.parameters)])
        addresses += [f"{plain}?{odd}" for odd in QUERIES]
        for address in part(addresses, engine, every=4):
            answer = await raw_get(world, address)
            if fault := fault_of(answer):
                wrong[address[:120]] = fault
    assert wrong == {}


async def raw_get(world: World, address: str) -> httpx.Response:
    """A GET whose address goes over the wire as it is written."""
    async with world.client("admin") as admin:
        request = admin.build_request("GET", "/")
        request.url = RawAddress(f"{world.settings.public_url}/", address)
        return await admin.send(request)


class RawAddress(httpx.URL):
    """An address that httpx does not put in order."""

    def __init__(self, base: str, address: str) -> None:
        super().__init__(base)
        self.address = address

    @property
    def raw_path(self) -> bytes:
        return self.address.encode("latin-1", "replace")

    @property
    def path(self) -> str:
        from urllib.parse import unquote

        return unquote(self.address.split("?")[0], errors="replace")

    @property
    def query(self) -> bytes:
        return self.address.partition("?")[2].encode("latin-1", "replace")


ODD_HEADERS: list[tuple[bytes, bytes]] = [
    (b"cookie", b"duskline_session=\xff\xfe"), (b"cookie", b"=;;=;\x00"), (b"cookie", b"a" * 9_000), (b"cookie", b"duskline_session"),
    (b"if-match", b'"\xff"'), (b"if-match", b'"' + b"9" * 999 + b'"'), (b"origin", b"\xff"), (b"origin", b"://"), (b"origin", b"http://["),
    (b"sec-fetch-site", b"\xff"), (b"host", b"\xff"), (b"host", b""), (b"user-agent", b"\xff" * 2_000), (b"accept", b"\xff"), (b"accept", b"text/html"),
    (b"accept-encoding", b"\xff"), (b"x-forwarded-for", b"' OR 1=1"), (b"content-length", b"-1"), (b"if-none-match", b"\xff"), (b"range", b"bytes=0-"),
    (b"x-http-method-override", b"DELETE"), (b"forwarded", b"for=\xff"), (b"authorization", b"Basic \xff"),
]  # fmt: skip


async def test_odd_headers(world: World) -> None:
    wrong = {}
    for name, value in ODD_HEADERS:
        for method, path in (
            ("GET", "/api/panel/leads"),
            ("PATCH", "/api/panel/leads/lead-1-1"),
            ("POST", "/api/contact"),
        ):
            async with world.client("admin") as admin:
                request = admin.build_request(method, path, json=None if method == "GET" else {"name": "x"})
                kept = [pair for pair in request.headers.raw if pair[0].lower() != name]
                request.headers = httpx.Headers([*kept, (name, value)])
                answer = await admin.send(request)
            if fault := fault_of(answer):
                wrong[name, value[:20], path] = fault
    assert wrong == {}


async def test_hostile_forms_leave_no_file(world: World) -> None:
    """What is refused is not kept, on disk either."""
    call = next(call for call in CALLS if call.name == "POST /api/gallery")
    before = (await world.snapshot())["gallery_submissions"]
    accepted = 0
    for sent in forms():
        await forget_limits(world)
        accepted += (await send(world, call, sent)).status_code == 201
    after = (await world.snapshot())["gallery_submissions"]
    assert len(after) - len(before) == accepted
    files = [path for path in world.settings.data_dir.rglob("*.webp") if path.is_file()]
    assert len(files) <= 2 * accepted


async def test_control_without_strict_reading_the_corpus_breaks_it(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    def trusting(raw: bytes) -> Any:
        return json.loads(raw)

    monkeypatch.setattr(bodies, "decode", trusting)
    call = next(call for call in CALLS if call.name == "POST /api/panel/leads")
    broken = [
        sent.name
        for _call, sent in hostile()
        if _call is call and sent.type == b"application/json" and fault_of(await send(world, call, sent))
    ]
    assert len(broken) > 5


async def test_head_is_answered_as_get_is_but_for_the_body(world: World) -> None:
    """Whoever only asks whether something is there: probes, caches, previews of links."""
    async with world.client("admin") as admin:
        for call in CALLS:
            if call.method == "GET":
                address = call.at(*[row_at(call, NEAR) or MISSING, MISSING][: len(call.parameters)])
                got, asked = await admin.get(address), await admin.head(address)
                told = [{**answer.headers, "x-request-id": ""} for answer in (got, asked)]
                assert (asked.status_code, told[1], asked.content) == (got.status_code, told[0], b""), address
        for path in HEALTH:
            assert (await admin.head(path)).status_code == 200, path
        assert (await admin.head("/api/panel/leads/lead-1-1")).headers["content-length"] != "0"
        assert (await admin.head("/api/contact")).status_code == 405
