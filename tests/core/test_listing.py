"""Lists: every row once, whatever happens meanwhile; links, counts, limits, filters, and nonsense refused."""

from __future__ import annotations

import asyncio
import datetime
import re
from collections.abc import AsyncIterator
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest

from duskline.core.data.base import now
from duskline.core.data.lists import Order
from duskline.core.http.listing import Listing, _next
from duskline.core.values.bodies import ResponseModel
from duskline.models.records.sales import Lead
from duskline.panel.rows import LeadRow
from tests.world import FAR, NEAR, World

LEADS = "/api/panel/leads"


async def fill(world: World, number: int, branch: str = NEAR, *, same_moment: bool = False) -> None:
    """Rows of distinct and, on demand, of one and the same moment: the id then decides their order."""
    start = now() - datetime.timedelta(days=1)
    async with world.console() as db:
        for index in range(number):
            at = start if same_moment else start + datetime.timedelta(microseconds=index // 3)
            db.store(
                Lead(branch_id=branch, name=f"Filled {index}", email=f"f{index}@f.example", created_at=at)
            )


def following(answer: httpx.Response) -> str | None:
    link = answer.headers.get("link")
    if link is None:
        return None
    match = re.fullmatch(r'<([^>]+)>; rel="next"', link)
    assert match, link
    return match[1]


async def pages(caller: httpx.AsyncClient, address: str) -> AsyncIterator[httpx.Response]:
    next_address: str | None = address
    while next_address:
        answer = await caller.get(next_address)
        assert answer.status_code == 200, answer.text
        yield answer
        next_address = following(answer)


@pytest.mark.parametrize("same_moment", [False, True])
@pytest.mark.parametrize("limit", [1, 7, 50, 200])
async def test_pages_meet_every_row_once(world: World, same_moment: bool, limit: int) -> None:
    await fill(world, 40 if limit == 1 else 130, same_moment=same_moment)
    async with world.client("sales_rep") as rep:
        seen = [
            row for answer in [a async for a in pages(rep, f"{LEADS}?limit={limit}")] for row in answer.json()
        ]
        ids = [row["id"] for row in seen]
        assert len(ids) == len(set(ids)) == (42 if limit == 1 else 132)
        order = [(row["createdAt"], row["id"]) for row in seen]
        assert order == sorted(order, reverse=True)


async def test_rows_that_arrive_meanwhile_disturb_nobody(world: World) -> None:
    """Newer rows come on top; a reader on the way down meets each older row once."""
    await fill(world, 60)
    async with world.client("sales_rep") as rep:
        before = {
            row["id"]
            for answer in [a async for a in pages(rep, f"{LEADS}?limit=200")]
            for row in answer.json()
        }
        seen: list[str] = []
        async for answer in pages(rep, f"{LEADS}?limit=5"):
            seen += [row["id"] for row in answer.json()]
            await asyncio.gather(
                rep.post(LEADS, json={"name": "Late", "email": "l@l.example"}),
                rep.post(LEADS, json={"name": "Later", "email": "l@l.example"}),
            )
        assert len(seen) == len(set(seen))
        assert before <= set(seen)


async def test_page_and_count(world: World) -> None:
    await fill(world, 260)
    await fill(world, 9, FAR)
    async with world.client("sales_rep") as rep:
        for asked, given in ((None, 50), (1, 1), (200, 200), (201, 200), (99999, 200)):
            answer = await rep.get(LEADS, params={} if asked is None else {"limit": asked})
            assert (len(answer.json()), answer.headers["x-total-count"]) == (given, "262")
        last = [a async for a in pages(rep, f"{LEADS}?limit=200")][-1]
        assert "link" not in last.headers
        assert last.headers["x-total-count"] == "262"


async def test_the_link_keeps_filters_and_is_an_address_of_ours(world: World) -> None:
    await fill(world, 12)
    async with world.client("sales_rep") as rep:
        answer = await rep.get(LEADS, params={"limit": 5, "status": "new", "q": "filled & 1"})
        answer = await rep.get(LEADS, params={"limit": 5, "status": "new", "q": "filled"})
        address = following(answer)
        assert address is not None
        parts = urlsplit(address)
        assert (parts.path, parts.netloc) == (LEADS, "")
        asked = parse_qs(parts.query)
        assert {name: asked[name] for name in ("limit", "status", "q")} == {
            "limit": ["5"], "status": ["new"], "q": ["filled"],
        }  # fmt: skip


async def test_filters(world: World) -> None:
    async with world.client("admin") as admin:
        await admin.patch(f"{LEADS}/lead-1-1", json={"status": "won", "assignedTo": "sales_rep"})
        for query, ids in (
            ("status=won", {"lead-1-1"}),
            ("branchId=far", {"lead-far-1", "lead-far-2"}),
            ("assignedTo=sales_rep", {"lead-1-1"}),
            ("assignedTo=me", set()),
            ("status=won&branchId=far", set()),
            ("status=", {f"lead-{b}-{n}" for b in ("1", "beside", "far") for n in (1, 2)}),
            ("q=LEA%20far%201", {"lead-far-1"}),
            ("q=lea1@FAR", {"lead-far-1"}),
            ("q=%25", set()),
            ("q=_", set()),
            ("q=%5C", set()),
            ("q=%22", set()),
        ):
            answer = await admin.get(f"{LEADS}?{query}")
            assert {row["id"] for row in answer.json()} == ids, query
            assert answer.headers["x-total-count"] == str(len(ids)), query
    async with world.client("sales_rep") as rep:
        assert {row["id"] for row in (await rep.get(f"{LEADS}?assignedTo=me")).json()} == {"lead-1-1"}
        assert (await rep.get(f"{LEADS}?branchId=far")).json() == []


def cursor(at: str, id: str = "x") -> str:
    import base64

    return base64.urlsafe_b64encode(f"{at} {id}".encode()).decode().rstrip("=")


NONSENSE = (
    "limit=0", "limit=-1", "limit=x", "limit=1e3", "limit=999999", "limit=%C2%B2", "limit=1.5", "limit=+5",
    "status=sold", "status=new'--", "status=NEW", "status=" + "x" * 300, "branchId=" + "x" * 300,
    "assignedTo=" + "x" * 300, "cursor=x", "cursor=%F0%9F%92%A1", "cursor=AAAA", "cursor=" + "A" * 3000,
    f"cursor={cursor('2026-01-01T00:00:00')}", f"cursor={cursor('2026-01-01')}",
    f"cursor={cursor('2026-13-01T00:00:00+00:00')}", f"cursor={cursor('0001-01-01T00:00:00+23:59')}",
    f"cursor={cursor('9999-12-31T23:59:59-23:59')}", f"cursor={cursor('2026-01-01T00:00:00+00:00', 'x' * 99)}",
)  # fmt: skip


@pytest.mark.parametrize("query", NONSENSE)
async def test_nonsense_is_refused(shared_world: World, query: str) -> None:
    async with shared_world.client("admin") as admin:
        answer = await admin.get(f"{LEADS}?{query}")
    assert answer.status_code == 400, answer.text
    assert set(answer.json()) == {"error", "fields"}


async def test_unlisted_words_in_the_address_are_named(shared_world: World) -> None:
    async with shared_world.client("admin") as admin:
        answer = await admin.get(f"{LEADS}?utm_source=x&reach_0=far")
    assert (answer.status_code, list(answer.json()["fields"])) == (400, ["reach_0", "utm_source"])


async def test_a_cursor_shows_nobody_more(shared_world: World) -> None:
    """A cursor is a place in the order, not a right: another actor's continues within their own scope."""
    async with shared_world.client("admin") as admin, shared_world.client("sales_rep") as rep:
        address = following(await admin.get(f"{LEADS}?limit=1"))
        assert address is not None
        rows = (await rep.get(address)).json()
    assert {row["branchId"] for row in rows} <= {NEAR}


async def test_control_pages_by_moment_alone_lose_rows(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the id in the cursor is for."""
    await fill(world, 30, same_moment=True)
    monkeypatch.setattr(
        "duskline.core.http.listing._next", lambda query, last: _next(query, (last[0], "0" * 36))
    )
    async with world.client("sales_rep") as rep:
        seen = [
            row["id"] for answer in [a async for a in pages(rep, f"{LEADS}?limit=7")] for row in answer.json()
        ]
    assert len(set(seen)) < 32


class Misspelled(ResponseModel):
    id: str
    nmae: str


@pytest.mark.parametrize(
    ("row", "given", "says"),
    [
        (Misspelled, {}, "Lead has no column for the field nmae of Misspelled."),
        (Misspelled, {"nmae": Lead.name, "phone": Lead.phone}, "Misspelled has no field phone."),
    ],
)
def test_a_declaration_that_names_nothing_is_refused_at_once(
    row: type[ResponseModel], given: dict[str, Any], says: str
) -> None:
    with pytest.raises(TypeError, match=says):
        Listing(Lead, row, columns=given)


def test_an_order_needs_a_filter_that_is_there() -> None:
    with pytest.raises(TypeError, match="needs assignedTo"):
        Listing(Lead, LeadRow, orders={"name": Order((Lead.created_at,), needs=("assignedTo",))})
