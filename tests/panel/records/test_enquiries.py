"""The inbox shows each message once, with what became of it, however it is asked for."""

from typing import Any

import pytest

from tests.world import World

PATH = "/api/panel/enquiries"
SENDERS = ("Ivy Porchlight", "Abe Porchlight", "Una Gable")


async def shown(world: World, **query: str) -> list[dict[str, Any]]:
    answer = await world.client("support").get(PATH, params=query)
    assert answer.status_code == 200, answer.text
    assert answer.headers["x-total-count"] == str(len(answer.json()))
    return list(answer.json())


@pytest.fixture
async def messages(world: World) -> World:
    for number, name in enumerate(SENDERS):
        said = {"name": name, "email": f"n{number}@visitor.example", "message": "Does it light a flat roof?"}
        assert (await world.client().post("/api/contact", json=said)).status_code == 201
    return world


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ({"q": "ivy porchlight"}, ["Ivy Porchlight"]),
        ({"q": "porchlight"}, ["Abe Porchlight", "Ivy Porchlight"]),
        ({"q": "iv"}, ["Ivy Porchlight"]),
        ({"q": "porchlight", "state": "open"}, ["Abe Porchlight", "Ivy Porchlight"]),
        ({"q": "porchlight", "state": "archived"}, []),
        ({"q": "nobody of that name"}, []),
    ],
)
async def test_a_search_finds_each_message_once(
    messages: World, query: dict[str, str], names: list[str]
) -> None:
    rows = await shown(messages, **query)
    assert [row["name"] for row in rows] == names
    assert len({row["id"] for row in rows}) == len(rows)


async def test_what_became_of_a_message_stands_beside_it_alone(messages: World) -> None:
    (ivy,) = await shown(messages, q="ivy porchlight")
    assert (await messages.client("support").post(f"{PATH}/{ivy['id']}/archive")).status_code == 200
    states = {row["name"]: row["state"] for row in await shown(messages, q="porchlight")}
    assert states == {"Ivy Porchlight": "archived", "Abe Porchlight": "open"}


async def test_an_archived_message_is_put_back_and_waits_again(messages: World) -> None:
    support = messages.client("support")
    (ivy,) = await shown(messages, q="ivy porchlight")
    at = f"{PATH}/{ivy['id']}"
    assert (await support.post(f"{at}/restore")).status_code == 409
    assert (await support.post(f"{at}/archive")).json()["takenBy"] is not None
    assert (await support.post(f"{at}/restore")).json() == ivy
    assert (await support.post(f"{at}/ticket", json={})).status_code == 201
    assert (await messages.client("admin").post(f"{at}/restore")).status_code == 403
    assert (await support.post(f"{at}/restore")).json() == ivy  # what one just made of it goes again


@pytest.mark.parametrize("fate", ["lead", "ticket"])
async def test_an_archived_message_becomes_nothing(messages: World, fate: str) -> None:
    admin = messages.client("admin")
    (ivy,) = await shown(messages, q="ivy porchlight")
    assert (await admin.post(f"{PATH}/{ivy['id']}/archive")).status_code == 200
    answer = await admin.post(f"{PATH}/{ivy['id']}/{fate}", json={})
    assert (answer.status_code, answer.json()) == (
        409,
        {"error": "Someone has already dealt with this message. Refresh the list to see what became of it."},
    ), f"an archived message became a {fate}"


async def listed_as(world: World, id: str) -> list[str]:
    """The states under which the inbox lists a message."""
    states = ("open", "suspected", "taken", "archived")
    return [state for state in states if id in {row["id"] for row in await shown(world, state=state)}]


async def test_a_suspected_message_is_listed_apart_while_it_waits(world: World) -> None:
    support = world.client("support")
    assert await listed_as(world, "enquiry-0") == ["open"]
    assert await listed_as(world, "enquiry-5") == ["suspected"]
    await support.post(f"{PATH}/enquiry-5/archive")
    assert await listed_as(world, "enquiry-5") == ["archived"]
    await support.post(f"{PATH}/enquiry-5/restore")
    assert await listed_as(world, "enquiry-5") == ["suspected"]


@pytest.mark.parametrize(
    ("topic", "subject", "category", "priority"),
    [
        ("contact", "Message: Ivy Porchlight", "general", "medium"),
        ("emergency", "Emergency: Ivy Porchlight", "technical", "urgent"),
        ("product_registration", "Product registration: Ivy Porchlight", "warranty", "low"),
        ("extended_coverage", "Extended coverage: Ivy Porchlight", "warranty", "medium"),
    ],
)
async def test_a_ticket_is_as_urgent_as_its_messages_topic(
    world: World, topic: str, subject: str, category: str, priority: str
) -> None:
    said = {"name": "Ivy Porchlight", "email": "ivy@visitor.example", "message": "The porch is dark."}
    sent = await world.client().post("/api/contact", json=said | {"topic": topic})
    made = await world.client("support").post(f"{PATH}/{sent.json()['id']}/ticket", json={})
    ticket = made.json()
    assert (ticket["subject"], ticket["category"], ticket["priority"]) == (subject, category, priority), (
        f"the ticket made of a message about {topic} is another one"
    )


@pytest.mark.parametrize(("who", "names"), [("branch_ops_manager", True), ("beside_manager", False)])
async def test_who_took_a_message_is_named_to_colleagues(messages: World, who: str, names: bool) -> None:
    (ivy,) = await shown(messages, q="ivy porchlight")
    assert (await messages.client("sales_rep").post(f"{PATH}/{ivy['id']}/lead", json={})).status_code == 201
    (row,) = (await messages.client(who).get(PATH, params={"q": "ivy porchlight"})).json()
    assert (row["takenBy"] is not None) is names
    assert row["takenAt"] is not None


async def became(world: World, who: str) -> tuple[str | None, str | None]:
    """The ids of lead and ticket that somebody's inbox gives for the first two messages."""
    answer = await world.client(who).get(PATH, params={"state": "taken"})
    assert answer.status_code == 200, answer.text
    rows = answer.json()
    assert len(rows) == 2
    found = [{row[name] for row in rows if row[name]} for name in ("leadId", "ticketId")]
    lead, ticket = (names.pop() if names else None for names in found)
    return lead, ticket


@pytest.mark.parametrize(
    ("who", "opens"),
    [
        ("admin", ("lead", "ticket")),
        ("support", ("lead", "ticket")),
        ("branch_ops_manager", ("lead", "ticket")),
        ("regional_ops_manager", ("lead", "ticket")),
        ("sales_rep", ("lead", None)),
        ("beside_manager", (None, None)),
        ("beside_rep", (None, None)),
        ("far_manager", (None, None)),
    ],
)
async def test_what_a_message_became_is_named_to_those_who_can_open_it(
    messages: World, who: str, opens: tuple[str | None, str | None]
) -> None:
    """The control is the admin: without the predicate everybody would see what the admin sees."""
    ivy, abe = (await shown(messages, q="porchlight"))[::-1]
    admin = messages.client("admin")
    made = {
        "lead": (await admin.post(f"{PATH}/{ivy['id']}/lead", json={})).json()["id"],
        "ticket": (await admin.post(f"{PATH}/{abe['id']}/ticket", json={"branchId": "1"})).json()["id"],
    }
    wanted = tuple(made[kind] if kind else None for kind in opens)
    assert await became(messages, who) == wanted
    pages = {"leadId": "leads", "ticketId": "support-tickets"}
    for path, id in zip(pages.values(), made.values(), strict=True):
        listed = await messages.client(who).get(f"/api/panel/{path}")
        can_open = listed.status_code == 200 and id in {row["id"] for row in listed.json()}
        assert can_open is (id in wanted)


@pytest.mark.parametrize(
    ("phone", "sender"),
    [
        ({"phone": "555 010 0199"}, "From Ivy Eaves, ivy@visitor.example, 555 010 0199"),
        ({}, "From Ivy Eaves, ivy@visitor.example"),
    ],
)
async def test_a_ticket_from_a_message_keeps_the_words_and_says_whose_they_are(
    world: World, phone: dict[str, str], sender: str
) -> None:
    said = {"name": "Ivy Eaves", "email": "ivy@visitor.example", "message": "Half of it stays dark."} | phone
    assert (await world.client().post("/api/contact", json=said)).status_code == 201
    (message,) = await shown(world, q="ivy@visitor.example")
    answer = await world.client("support").post(f"{PATH}/{message['id']}/ticket", json={"branchId": "1"})
    ticket = answer.json()
    assert (ticket["subject"], ticket["category"], ticket["priority"], ticket["description"]) == (
        "Message: Ivy Eaves", "general", "medium", f"Half of it stays dark.\n\n{sender}",
    )  # fmt: skip


async def test_the_longest_message_becomes_a_ticket_within_the_caps(world: World) -> None:
    """The topic and the sender's address are added to it; what is too much is cut from the end (product.md, rule 11)."""
    said = {"name": "N" * 200, "email": "longest@visitor.example", "message": "m" * 10_000}
    assert (await world.client().post("/api/contact", json=said)).status_code == 201
    support = world.client("support")
    (message,) = await shown(world, q="longest@visitor.example")
    ticket = (await support.post(f"{PATH}/{message['id']}/ticket", json={"branchId": "1"})).json()
    assert (len(ticket["subject"]), ticket["description"]) == (200, "m" * 10_000)
