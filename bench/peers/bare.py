"""The list with nothing around it: one function, the driver, a JSON encoder. No framework, no checks, no headers.

`/leads` answers who is asking and their fifty newest leads; `/counted` says besides how many there are. `/record/ID` answers
everything about a client, with the newest fifty events.
"""

import hashlib
import os
from typing import Any

import asyncpg
import msgspec

ACTOR = """SELECT s.sess, s.expire, u.id, u.role, u.branch_id, u.region_id, r.id AS regional
    FROM sessions s JOIN users u ON u.id = s.user_id
    LEFT JOIN branches r ON r.region_id = u.region_id AND u.role = 'regional_ops_manager'
    WHERE s.sid = $1 AND s.expire > now() AND u.status = 'active'"""
COLUMNS = """id, branch_id AS "branchId", assigned_to AS "assignedTo", name, email, phone, address, status, source,
    estimated_value AS "estimatedValue", notes, created_at AS "createdAt", updated_at AS "updatedAt", version"""
SETTINGS = {"plan_cache_mode": "force_custom_plan", "default_transaction_read_only": "on"}
encoder = msgspec.json.Encoder()
pool: Any = None


async def app(scope: dict[str, Any], receive: Any, send: Any) -> None:
    global pool
    if scope["type"] == "lifespan":
        await receive()
        pool = await asyncpg.create_pool(os.environ["BENCH_DATABASE_URL"], min_size=10, max_size=10,
                                         server_settings=SETTINGS, reset=no_reset)  # fmt: skip
        await send({"type": "lifespan.startup.complete"})
        return
    headers = [(b"content-type", b"application/json")]
    body = b"[]"
    if scope["path"] != "/":
        async with pool.acquire() as connection:
            if scope["path"].startswith("/record/"):
                body = encoder.encode(
                    await record(connection, token(scope), scope["path"].rpartition("/")[2])
                )
            else:
                rows, count = await leads(connection, token(scope), scope["path"] == "/counted")
                body = encoder.encode([dict(row) for row in rows])
                headers += [(b"x-total-count", str(count).encode())]
    await send(
        {
            "type": "http.response.start",
            "status": 200,
            "headers": [*headers, (b"content-length", str(len(body)).encode())],
        }
    )
    await send({"type": "http.response.body", "body": body})


async def leads(connection: Any, token: bytes, counted: bool) -> tuple[list[Any], int]:
    found = await connection.fetch(ACTOR, hashlib.sha256(token).hexdigest())
    where, values = scope_of(found)
    rows = await connection.fetch(
        f"SELECT {COLUMNS} FROM leads {where} ORDER BY created_at DESC, id DESC LIMIT 50", *values
    )
    count = 0
    if counted:
        count = await connection.fetchval(
            f"SELECT count(*) FROM (SELECT 1 FROM leads {where} LIMIT 10001) AS counted", *values
        )
    return rows, count


CLIENT = """SELECT c.id, c.branch_id AS "branchId", c.lead_id AS "leadId", c.name, c.email, c.phone, c.address, c.status,
    c.created_at AS "createdAt", c.updated_at AS "updatedAt", c.version, n.words, n.due_on AS "dueOn"
    FROM clients c LEFT JOIN next_steps n ON n.kind = 'client' AND n.record_id = c.id AND n.done_at IS NULL
    WHERE c.id = $1"""
MEMBERS = """SELECT * FROM (
    SELECT 'lead' AS kind, l.id, l.name AS title, l.status, NULL::date AS day, NULL AS note, NULL AS "setAside",
        l.created_at AS "createdAt" FROM leads l WHERE l.id IN (SELECT d.id FROM lead_details d WHERE d.client_id = $1)
    UNION ALL SELECT 'work_order', w.id, w.title, w.status, w.scheduled_date, d.kind,
        CASE WHEN d.cancelled_at IS NOT NULL THEN 'cancelled' WHEN d.held_since IS NOT NULL THEN 'held' END, w.created_at
        FROM work_orders w LEFT JOIN work_order_details d ON d.id = w.id WHERE w.client_id = $1
    UNION ALL SELECT 'support_ticket', t.id, t.subject, t.status, NULL, t.priority, NULL, t.created_at
        FROM support_tickets t JOIN ticket_details d ON d.id = t.id WHERE d.client_id = $1
    UNION ALL SELECT 'warranty', w.id, w.number, w.status, w.product_ends, NULL, NULL, w.created_at
        FROM warranties w WHERE w.client_id = $1) AS m ORDER BY "createdAt" DESC, id DESC"""
PROPERTIES = """SELECT id, client_id AS "clientId", name, address, feet, stories, access, hazards, version FROM properties
    WHERE client_id = $1 ORDER BY created_at, id"""
CHANGES = """SELECT a.id, 'change' AS source, a.created_at AS at, u.first_name || ' ' || u.last_name AS who,
    a.entity_type AS kind, a.entity_id AS "recordId", a.action, a.changes FROM audit_logs a
    LEFT JOIN users u ON u.id = a.user_id WHERE a.entity_id = ANY($1) ORDER BY a.created_at DESC, a.id DESC LIMIT 51"""
ACTIVITIES = """SELECT a.id, 'activity' AS source, a.happened_at AS at, u.first_name || ' ' || u.last_name AS who,
    a.kind, a.record_id AS "recordId", a.type AS action, a.words, a.outcome, a.minutes FROM activities a
    LEFT JOIN users u ON u.id = a.by_id WHERE a.record_id = ANY($1) ORDER BY a.happened_at DESC, a.id DESC LIMIT 51"""
REQUESTS = """SELECT id, 'request' AS source, created_at AS at, lead_id AS "recordId", property_type, coverage, stories, feet, zip
    FROM quote_requests WHERE lead_id = ANY($1) ORDER BY created_at DESC, id DESC LIMIT 51"""
MESSAGES = """SELECT s.id, 'message' AS source, s.created_at AS at, s.message AS words, h.topic AS action
    FROM contact_submissions s JOIN enquiry_handling h ON h.id = s.id
    WHERE h.lead_id = ANY($1) OR h.ticket_id = ANY($1) OR h.client_id = ANY($1)
    ORDER BY s.created_at DESC, s.id DESC LIMIT 51"""

CONVERSIONS = """SELECT c.id, 'conversion' AS source, c.created_at AS at, c.kind AS action, c.to_id AS "recordId",
    u.first_name || ' ' || u.last_name AS who FROM conversions c LEFT JOIN users u ON u.id = c.by_id
    WHERE (c.from_id = ANY($1) OR c.to_id = ANY($1)) AND c.undone_at IS NULL
    UNION ALL SELECT m.id, 'conversion', m.created_at, 'merge', m.kept_id, u.first_name || ' ' || u.last_name
    FROM merges m LEFT JOIN users u ON u.id = m.by_id WHERE m.kept_id = ANY($1) AND m.undone_at IS NULL
    ORDER BY at DESC, id DESC LIMIT 51"""


async def record(connection: Any, token: bytes, id: str) -> dict[str, Any]:
    await connection.fetch(ACTOR, hashlib.sha256(token).hexdigest())
    client = dict(await connection.fetchrow(CLIENT, id))
    members = [dict(row) for row in await connection.fetch(MEMBERS, id)]
    ids = [id, *(member["id"] for member in members)]
    events: list[dict[str, Any]] = []
    for statement in (CHANGES, ACTIVITIES, REQUESTS, MESSAGES, CONVERSIONS):
        events += map(dict, await connection.fetch(statement, ids))
    events.sort(key=lambda event: (event["at"], event["id"]), reverse=True)
    for event in events[:50]:
        if event["source"] == "change":
            event["changes"] = msgspec.json.decode(event["changes"])
    properties = [dict(row) for row in await connection.fetch(PROPERTIES, id)]
    timeline = {"events": events[:50], "cursor": "next" if len(events) > 50 else None}
    return {"client": client, "properties": properties, "members": members, "timeline": timeline}


def scope_of(found: list[Any]) -> tuple[str, list[str]]:
    first = found[0]
    if first["role"] == "admin":
        return "", []
    if first["role"] == "regional_ops_manager":
        branches = [row["regional"] for row in found]
        return f"WHERE branch_id IN ({', '.join(f'${n + 1}' for n in range(len(branches)))})", branches
    return "WHERE branch_id = $1", [first["branch_id"]]


def token(scope: dict[str, Any]) -> bytes:
    cookie = next(value for name, value in scope["headers"] if name == b"cookie")
    return cookie.partition(b"=")[2]


async def no_reset(_connection: Any) -> None:
    """Reading leaves nothing to tidy up."""
