"""What the tests of the thread share: where its records are, somebody to begin with, and taking things back."""

from __future__ import annotations

from typing import Any

import httpx

LEADS, CLIENTS = "/api/panel/leads", "/api/panel/clients"
ORDERS, TICKETS = "/api/panel/work-orders", "/api/panel/support-tickets"
HOME = "9 Roof Row, Springfield, IL 62701"


async def made(caller: httpx.AsyncClient, path: str = CLIENTS, **fields: Any) -> str:
    """The id of a new lead or client, Iris Eaves if nothing else is said."""
    body = {"name": "Iris Eaves", "email": "iris@visitor.example", "address": HOME, "phone": "555 010 0199"}
    answer = await caller.post(path, json=body | fields)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


async def undone(caller: httpx.AsyncClient, conversion_id: str) -> tuple[int, str]:
    return _refusal(await caller.post(f"/api/panel/conversions/{conversion_id}/undo"))


async def parted(caller: httpx.AsyncClient, merge_id: str) -> tuple[int, str]:
    return _refusal(await caller.post(f"/api/panel/merges/{merge_id}/undo"))


async def message(caller: httpx.AsyncClient, id: str = "enquiry-0") -> dict[str, Any]:
    rows = (await caller.get("/api/panel/enquiries", params={"limit": "200"})).json()
    return next(dict(row) for row in rows if row["id"] == id)


def faults_of(answer: httpx.Response) -> tuple[int, dict[str, str]]:
    """The status, and what is wrong with which field."""
    return answer.status_code, answer.json().get("fields", {})


def _refusal(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["error"] if answer.content else ""
