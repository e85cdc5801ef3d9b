"""Lists as files for spreadsheets: just what the list shows, to whom it shows it, in roles that may take it along."""

from __future__ import annotations

import csv
import io
from typing import Any

import pytest
from sqlalchemy import select

from duskline.core.data.audit import SecurityEvent
from duskline.core.http import listing
from duskline.core.http.rate_limits import Limit
from duskline.panel import exports
from tests.world import World

LISTS = ("leads", "clients", "work-orders", "support-tickets", "users")


async def file_of(world: World, who: str, path: str, **narrowed: str) -> list[dict[str, str]]:
    answer = await world.client(who).get(f"/api/panel/{path}/export", params=narrowed)
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-disposition"] == f'attachment; filename="{path}.csv"'
    assert answer.content.startswith(b"\xef\xbb\xbf")
    return list(csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig"), newline="")))


async def listed(world: World, who: str, path: str, **narrowed: str) -> list[str]:
    answer = await world.client(who).get(f"/api/panel/{path}", params={"limit": "200", **narrowed})
    assert answer.status_code == 200, answer.text
    return [str(row["id"]) for row in answer.json()]


@pytest.mark.parametrize("path", LISTS)
@pytest.mark.parametrize("who", ["admin", "regional_ops_manager", "branch_ops_manager"])
async def test_a_file_has_the_rows_of_the_list_in_its_order(world: World, path: str, who: str) -> None:
    rows = await file_of(world, who, path)
    assert rows
    assert [row["Id"] for row in rows] == await listed(world, who, path)


async def test_a_file_keeps_to_words_filters_and_order(world: World) -> None:
    admin = world.client("admin")
    for name, status in (("Ana Porch", "won"), ("Ben Porch", "new"), ("Cy Gable", "won")):
        lead = {"branchId": "1", "name": name, "email": "ana@customer.example", "status": status}
        assert (await admin.post("/api/panel/leads", json=lead)).status_code == 201
    rows = await file_of(world, "admin", "leads", q="porch", status="won")
    assert [row["Name"] for row in rows] == ["Ana Porch"]
    oldest = await file_of(world, "admin", "support-tickets", sort="oldest", status="open")
    assert [row["Id"] for row in oldest] == await listed(
        world, "admin", "support-tickets", sort="oldest", status="open"
    )
    for sort in ("name", "-name", "-value", "created"):
        by_heading = await file_of(world, "admin", "leads", sort=sort)
        assert [row["Id"] for row in by_heading] == await listed(world, "admin", "leads", sort=sort), sort
    refused = await admin.get("/api/panel/leads/export", params={"status": "sold"})
    assert refused.status_code == 400


@pytest.mark.parametrize("batch", [1, 2, 3, 1_000])
async def test_batches_leave_no_row_out_and_repeat_none(world: World, batch: int, monkeypatch: Any) -> None:
    monkeypatch.setattr(listing, "BATCH", batch)
    for narrowed in ({}, {"q": "example"}):
        rows = await file_of(world, "regional_ops_manager", "leads", **narrowed)
        assert [row["Id"] for row in rows] == await listed(world, "regional_ops_manager", "leads", **narrowed)


async def test_cells_are_words_for_people_and_never_formulas(world: World) -> None:
    admin = world.client("admin")
    words = {
        "name": '=cmd|"x"',
        "email": "ana@customer.example",
        "notes": 'Two\nlines, and "more"',
        "estimatedValue": 4500,
        "source": "＝1+1",
    }
    me = (await admin.get("/api/auth/user")).json()
    made = (
        await admin.post("/api/panel/leads", json={**words, "branchId": "1", "assignedTo": me["id"]})
    ).json()
    (row,) = [row for row in await file_of(world, "admin", "leads") if row["Id"] == made["id"]]
    branch = (await admin.get("/api/panel/branches")).json()
    assert row == {
        "Name": '\'=cmd|"x"', "Email": "ana@customer.example", "Phone": "", "Address": "", "Status": "new",
        "Source": "'＝1+1", "Estimated value": "4500", "Kind of value": "", "Notes": 'Two\nlines, and "more"',
        "First response (UTC)": "", "Lost reason": "", "Lost note": "", "Assigned to": "Admin",
        "Branch": next(each["name"] for each in branch if each["id"] == "1"),
        "Created (UTC)": made["createdAt"][:16].replace("T", " "),
        "Updated (UTC)": made["updatedAt"][:16].replace("T", " "), "Id": made["id"], "Client id": "",
    }  # fmt: skip


async def test_each_file_is_kept_with_who_took_it(world: World) -> None:
    await file_of(world, "branch_ops_manager", "leads", status="new")
    async with world.database.reads.connect() as connection:
        table = SecurityEvent.__table__.c
        told = select(table.kind, table.user_id, table.details, table.ip_address)
        (kept,) = await connection.execute(told.where(table.kind == "export"))
    me = (await world.client("branch_ops_manager").get("/api/auth/user")).json()["id"]
    details = {"of": "leads", "narrowed": {"status": "new"}}
    assert tuple(kept) == ("export", me, details, "198.51.100.7")


async def test_a_role_that_settings_close_takes_nothing_along(world: World) -> None:
    closed = await world.client("admin").patch(
        "/api/panel/settings/exports", json={"exportBranchOpsManager": False}
    )
    assert closed.status_code == 200, closed.text
    await world.services.show_content()
    manager = world.client("branch_ops_manager")
    refused = await manager.get("/api/panel/leads/export")
    assert (refused.status_code, refused.json()) == (403, {"error": exports.CLOSED})
    assert (await manager.get("/api/panel/leads")).status_code == 200
    assert (await manager.get("/api/auth/user")).json()["mayExport"] is False
    assert (await world.client("sales_rep").get("/api/auth/user")).json()["mayExport"] is True
    await file_of(world, "sales_rep", "leads")


async def test_files_are_counted_for_each_person(world: World, monkeypatch: Any) -> None:
    monkeypatch.setattr(exports, "EXPORTS", Limit("exports", 2, 60))
    for _ in range(2):
        await file_of(world, "sales_rep", "leads")
    refused = await world.client("sales_rep").get("/api/panel/leads/export")
    assert refused.status_code == 429
    assert refused.headers["retry-after"]
    await file_of(world, "branch_ops_manager", "leads")
