"""Calls that make a record, and how they are sent under a key."""

from __future__ import annotations

from typing import Any, NamedTuple

import httpx
from sqlalchemy import func, select

from duskline.core.data.base import Base
from tests.pictures import FORM, photo
from tests.world import World

KEY = "0193f0aa-1111-7000-8000-00000000abcd"
LEAD = "/api/panel/leads/lead-1-1"
NEW_LEAD = {"name": "Nell", "email": "nell@home.example"}
REPEATS = 100
PICTURE = photo(40, 30)
AT_WORK = "This is still being saved. Please wait a moment and try again."
OTHER = "We already have this as you first sent it. What you changed since then has not been sent."


class Creating(NamedTuple):
    """A call that makes a record: who sends it, where, with what, and the table that grows."""

    who: str | None
    path: str
    body: dict[str, Any] | None
    table: str
    takes_photo: bool = False
    rows: int = 1


QUOTE = {
    "propertyType": "home", "coverage": "front", "stories": 1, "zip": "10001", "name": "Quinn",
    "email": "quinn@v.example", "secondsOpen": 30,
}  # fmt: skip
CREATING = {
    "lead": Creating("sales_rep", "/api/panel/leads", NEW_LEAD, "leads"),
    "client": Creating("sales_rep", "/api/panel/clients", NEW_LEAD | {"address": "1 Road"}, "clients"),
    "work order": Creating(
        "technician", "/api/panel/work-orders", {"title": "Porch", "clientId": "client-1-1"}, "work_orders"
    ),
    "ticket": Creating(
        "support",
        "/api/panel/support-tickets",
        {"subject": "Dark", "description": "All of it", "category": "general"},
        "support_tickets",
    ),
    "photo of an order": Creating(
        "technician", "/api/panel/work-orders/order-1-1/photos", {}, "audit_logs", takes_photo=True
    ),
    "lead from the inbox": Creating("sales_rep", "/api/panel/enquiries/enquiry-0/lead", {}, "leads"),
    "ticket from the inbox": Creating(
        "support", "/api/panel/enquiries/enquiry-1/ticket", {}, "support_tickets"
    ),
    "message": Creating(
        None,
        "/api/contact",
        {"name": "Vera", "email": "v@v.example", "message": "Please call me"},
        "contact_submissions",
    ),
    "subscription": Creating(None, "/api/newsletter", {"email": "v@v.example"}, "newsletter_subscriptions"),
    "quote": Creating(None, "/api/quotes", QUOTE, "leads"),
    "gallery photo": Creating(None, "/api/gallery", FORM, "gallery_submissions", takes_photo=True),
}


async def send(world: World, call: Creating, key: str | None = KEY) -> httpx.Response:
    headers = {"idempotency-key": key} if key is not None else {}
    async with world.client(call.who) as caller:
        if call.takes_photo:
            files = {"image": ("a.jpg", PICTURE, "image/jpeg")}
            return await caller.post(call.path, data=call.body, files=files, headers=headers)
        return await caller.post(call.path, json=call.body, headers=headers)


async def count(world: World, table: str) -> int:
    async with world.database.reads.connect() as connection:
        found = await connection.scalar(select(func.count()).select_from(Base.metadata.tables[table]))
    return int(found or 0)
