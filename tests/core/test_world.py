"""The company that the other tests stand on is what they think it is."""

from tests.world import NOBODIES, ROLES, World


async def test_everybody_is_who_they_should_be(shared_world: World) -> None:
    for name in (*ROLES, *NOBODIES):
        async with shared_world.client(name) as caller:
            answer = await caller.get("/api/auth/user")
        known = name not in ("anonymous", "expired", "logged_out", "deactivated")
        assert answer.status_code == (200 if known else 401), name
        assert not known or answer.json()["role"] == (name if name in ROLES else None)


async def test_nothing_was_made_by_accident(shared_world: World) -> None:
    kept = await shared_world.snapshot()
    assert {table: len(rows) for table, rows in kept.items() if table in ("leads", "clients", "work_orders")} == {
        "leads": 6, "clients": 6, "work_orders": 6,
    }  # fmt: skip
    assert kept["audit_logs"] == []
