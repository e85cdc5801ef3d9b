"""A made-up person who leaves traces in a company wherever one can: by the website's forms, by what staff write, and by mail."""

from __future__ import annotations

import random
from email.message import EmailMessage
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlencode

import httpx

from duskline.core.data.base import new_id
from duskline.core.mail.bounces import note_bounced
from tests.drawings import PLAN, sent
from tests.letters import letter
from tests.panel.importing.importing import PATH
from tests.panel.importing.importing import work as work_on_imports
from tests.pictures import photo
from tests.world import World

SYLLABLES = [
    "ba",
    "ce",
    "di",
    "fo",
    "gu",
    "ha",
    "je",
    "ki",
    "lo",
    "mu",
    "na",
    "pe",
    "ri",
    "so",
    "tu",
    "va",
    "we",
    "xi",
    "yo",
    "zu",
]


class Someone(NamedTuple):
    name: str
    email: str
    phone: str
    """Ten digits."""

    def written(self, chance: random.Random) -> str:
        """The number as people write it."""
        area, exchange, line = self.phone[:3], self.phone[3:6], self.phone[6:]
        ways = (
            f"({area}) {exchange}-{line}", f"{area}.{exchange}.{line}", f"+1 {area} {exchange} {line}", self.phone,
            f"1-{area}-{exchange}-{line}",
        )  # fmt: skip
        return chance.choice(ways)

    def shouted(self, chance: random.Random) -> str:
        return chance.choice([self.email, self.email.upper(), self.email.title()])


def invented(chance: random.Random) -> Someone:
    first, last = ("".join(chance.choices(SYLLABLES, k=3)).title() for _ in range(2))
    last += chance.choice(["", "é", "'s", "-Ünal"])
    number = f"{chance.choice((303, 614, 212))}{chance.randrange(200, 999)}{chance.randrange(1000, 9999)}"
    return Someone(f"{first} {last}", f"{first.lower()}.{chance.randrange(999)}@home.example", number)


async def made(caller: httpx.AsyncClient, path: str, **body: Any) -> Any:
    answer = await caller.post(f"/api/panel/{path}", json=body, headers={"Idempotency-Key": new_id()})
    assert answer.is_success, (path, answer.text)
    return answer.json()


async def leave_traces(world: World, who: Someone, chance: random.Random) -> dict[str, str]:
    """Everywhere, in whatever spelling; the ids of some of it."""
    key = "".join(chance.choices("abcdefghijklmnop", k=22))
    visitor = world.client(address=f"203.0.113.{chance.randrange(1, 250)}")
    lead = await ask_for_a_quote(world, visitor, who, key, chance)
    ids = {"lead": lead, **await work(world, who, lead, chance)}
    await write_and_send(visitor, who, chance)
    await mention(world, who, chance)
    await bring_along(world, who, chance)
    await keep_letters(world, who)
    return ids


async def ask_for_a_quote(
    world: World, visitor: httpx.AsyncClient, who: Someone, key: str, chance: random.Random
) -> str:
    body = {
        "propertyType": "home", "coverage": "front", "stories": 1, "zip": "00000", "street": "9 Roof Row", "name": who.name,
        "email": who.shouted(chance), "phone": who.written(chance), "secondsOpen": 30, "key": key,
        "landingPage": f"/for/{who.email}", "campaign": f"dear {who.name}",
    }  # fmt: skip
    answer = await visitor.post("/api/quotes", json=body, headers={"Idempotency-Key": key})
    assert answer.status_code == 201, answer.text
    reference = answer.json()["reference"]
    assert (await sent(visitor, reference, PLAN, key=key, image=photo())).status_code == 201
    files = {"image": ("house.jpg", photo(), "image/jpeg")}
    shot = await visitor.post("/api/visitor-photos", data={"reference": reference, "key": key}, files=files)
    assert shot.status_code == 201, shot.text
    found = await world.client("admin").get("/api/panel/leads", params={"q": who.email})
    return str(found.json()[0]["id"])


async def work(world: World, who: Someone, lead: str, chance: random.Random) -> dict[str, str]:
    """What staff make of a lead: a client, a job with photos, a ticket, a warranty's draft, notes, a merge."""
    admin = world.client("admin")
    said = f"Talked to {who.name}, rings back at {who.written(chance)} or {who.shouted(chance)}"
    changed = await admin.patch(f"/api/panel/leads/{lead}", json={"notes": said, "status": "contacted"})
    assert changed.status_code == 200
    again = {"name": who.name.upper(), "email": who.email, "phone": who.phone, "branchId": "1", "notes": said}
    twin = (await made(admin, "leads", **again))["id"]
    merged = await admin.post(f"/api/panel/leads/{lead}/merge", json={"goneId": twin})
    assert merged.status_code == 200, merged.text
    client = (await made(admin, f"leads/{lead}/client", address="9 Roof Row, 00000"))["id"]
    order = (
        await made(
            admin, "work-orders", clientId=client, branchId="1", title=f"Porch of {who.name}", notes=said
        )
    )["id"]
    files = {"image": ("roof.jpg", photo(), "image/jpeg")}
    assert (await admin.post(f"/api/panel/work-orders/{order}/photos", files=files)).status_code == 201
    ticket = await made(
        admin, "support-tickets", subject=f"{who.name}: dark", description=said, category="general", branchId="1", clientId=client
    )  # fmt: skip
    for kind, id in (("lead", lead), ("client", client), ("work_order", order), ("ticket", ticket["id"])):
        await made(admin, "activities", kind=kind, recordId=id, type="note", words=said)
    step = {"kind": "client", "recordId": client, "words": f"Call {who.name}", "dueOn": "2030-01-01"}
    await made(admin, "next-steps", **step)
    return {"client": client, "order": order, "ticket": ticket["id"]}


async def write_and_send(visitor: httpx.AsyncClient, who: Someone, chance: random.Random) -> None:
    """A message, the newsletter, and a photo for the gallery."""
    message = {
        "name": who.name,
        "email": who.email,
        "phone": who.written(chance),
        "message": f"Me again, {who.name}",
    }
    assert (await visitor.post("/api/contact", json=message)).status_code == 201
    assert (await visitor.post("/api/newsletter", json={"email": who.shouted(chance)})).status_code == 201
    form = {"name": who.name, "email": who.email, "location": "Roof Row", "description": "Our house at dusk", "category": "Residential", "consent": "visitor-1"}  # fmt: skip
    answer = await visitor.post("/api/gallery", data=form, files={"image": ("h.jpg", photo(), "image/jpeg")})
    assert answer.status_code == 201, answer.text


async def mention(world: World, who: Someone, chance: random.Random) -> None:
    """In what is about others, in what somebody looked for, and by a server that refused."""
    admin = world.client("admin")
    said = f"Neighbor of {who.name} ({who.written(chance)}, {who.shouted(chance)})"
    for words in (who.name, who.shouted(chance), who.written(chance)):
        query = urlencode({"q": words, "status": "new"})
        await made(admin, "saved-views", list="leads", name=words, query=query)
    report = {"report": "sales", "by": "month", "period": "this_year"}
    await made(admin, "saved-reports", name=f"Sales by {who.name}", **report)
    referred = {
        "name": "Other One",
        "email": f"{new_id()}@other.example",
        "branchId": "1",
        "source": f"Friend of {who.name}",
    }
    await made(admin, "leads", **referred)
    assert (await admin.patch("/api/panel/leads/lead-1-1", json={"notes": said})).status_code == 200
    await made(admin, "activities", kind="lead", recordId="lead-far-1", type="note", words=said)
    assert (await admin.get("/api/panel/leads/export", params={"q": who.email})).status_code == 200
    await note_bounced(world.database, who.email, f"550 {who.email} is unknown here")


async def bring_along(world: World, who: Someone, chance: random.Random) -> None:
    """In a file that is about others too, and waits to be imported."""
    admin = world.client("admin")
    rows = [
        ["Name", "Email", "Phone", "Notes", f"List of {who.name}"],
        [who.name, who.shouted(chance), who.written(chance), "", ""],
        ["Other One", f"{new_id()}@other.example", "", f"Sent by {who.name}", "x"],
        ["One More", f"{chance.randrange(10**9)}@more.example", "", "", ""],
    ]
    file = "\n".join(";".join(row) for row in rows)
    files = {"table": (f"List of {who.name}.csv", file.encode(), "text/csv")}
    answer = await admin.post(PATH, data={"kind": "leads"}, files=files)
    assert answer.status_code == 201, answer.text
    own = answer.json()["id"]
    matching = ["name", "email", "phone", "notes", None]
    body = {"matching": matching, "defaults": {"branchId": "1", "source": f"Friend of {who.name}"}}
    assert (await admin.post(f"{PATH}/{own}/matching", json=body)).status_code == 200
    await work_on_imports(world)


async def keep_letters(world: World, who: Someone) -> None:
    """In the outbox to the person and about them to others, and as a file."""
    async with world.console() as db:
        words = f'{{"to": "{who.email}", "text": "Dear {who.name}"}}'
        db.store(letter(new_id(), recipient=who.email, subject=f"For {who.name}", letter=words))
        db.store(letter(new_id(), recipient="staff@duskline.example", letter=words))
    message = EmailMessage()
    message["To"], message["Subject"] = f"{who.name} <{who.email}>", "Your request"
    message.set_content(f"Dear {who.name}, we got it.")
    folder = Path(world.settings.data_dir) / "mail"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{who.phone}.eml").write_bytes(message.as_bytes())
