"""The list with nothing around it: one function, the driver, a JSON encoder. No framework, no checks, no headers.

`/leads` answers who is asking and their fifty newest leads; `/counted` says besides how many there are.
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
