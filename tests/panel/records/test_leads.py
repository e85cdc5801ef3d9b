"""Leads: removed only when nothing points at them."""

from tests.world import World

PATH = "/api/panel/leads"


async def test_a_lead_that_became_a_client_is_not_removed(world: World) -> None:
    admin, lead = world.client("admin"), f"{PATH}/lead-1-2"
    client = {"name": "Ana Reyes", "email": "ana@customer.example", "address": "4 Elm Street"}
    made = [
        await admin.post("/api/panel/clients", json=client | {"branchId": "1", "leadId": "lead-1-2"})
        for _ in range(2)
    ]
    for answer, left in zip(made, ("2 clients", "1 client"), strict=True):
        refused = await admin.delete(lead)
        assert (refused.status_code, refused.json()) == (
            409,
            {"error": f"This record still has {left}. Remove those first."},
        ), f"removing a lead that has {left} was answered {refused.text}"
        assert (await admin.delete(f"/api/panel/clients/{answer.json()['id']}")).status_code == 204
    assert (await admin.delete(lead)).status_code == 204
