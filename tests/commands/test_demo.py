"""`duskline demo`: believable sample data, the same every time, and accounts that work."""

from __future__ import annotations

import asyncio
import re
import stat
from collections import Counter
from collections.abc import Iterable
from typing import Any

import httpx
import pytest
from sqlalchemy import select, update

from duskline.account import passwords
from duskline.core.data.audit import AuditLog
from duskline.core.data.base import Base
from duskline.core.data.database import Database
from duskline.core.data.session import reading
from duskline.core.pages.templates import RENDERED_WIDTHS
from duskline.models.people.people import User
from duskline.models.places.places import Branch, BranchServiceArea, Organization, Region
from duskline.models.records.activities import Activity, ActivityType, NextStep
from duskline.models.records.conversions import Conversion
from duskline.models.records.details import LeadDetails, TicketDetails, WorkOrderDetails
from duskline.models.records.enquiries import (
    ContactSubmission,
    EnquiryHandling,
    EnquiryState,
    NewsletterSubscription,
    Topic,
)
from duskline.models.records.properties import Property
from duskline.models.records.sales import Client, ClientStatus, Lead, LeadStatus, QuoteRequest, ValueKind
from duskline.models.records.service import (
    SupportTicket,
    TicketCategory,
    TicketPriority,
    TicketStatus,
    WorkOrder,
    WorkOrderPriority,
    WorkOrderStatus,
)
from duskline.models.records.status_changes import StatusChange
from duskline.models.records.visitors import VisitorPhoto, VisitorReference
from duskline.models.records.warranties import Warranty, WarrantyPart
from duskline.models.site.content import APPROVED, BlogCategory, BlogPost, GalleryCategory, GallerySubmission
from duskline.policy import CONSOLE, Role
from duskline.serve import check_accounts
from duskline.settings import Settings, SettingsFault
from tests.commands.conftest import Desk, NewDesk
from tests.servers import ROOT, free_port, run, serving
from tests.world import PASSWORD, World

ABOUT = {
    Organization: (1, 1), Region: (2, 3), Branch: (5, 8), Lead: (285, 315), Client: (115, 125),
    WorkOrder: (260, 285), SupportTicket: (95, 110), ContactSubmission: (40, 40), NewsletterSubscription: (25, 25),
    BlogPost: (9, 12), QuoteRequest: (40, 150), AuditLog: (300, 5000), User: (30, 70),
    BranchServiceArea: (50, 2000), GallerySubmission: (10, 20), Activity: (600, 900), NextStep: (60, 120),
    StatusChange: (1500, 3000), Warranty: (80, 125), WarrantyPart: (240, 375), Property: (121, 160),
    VisitorReference: (80, 190), VisitorPhoto: (6, 6), LeadDetails: (285, 315), WorkOrderDetails: (260, 285),
    TicketDetails: (95, 110),
}  # fmt: skip
EMAIL = re.compile(r"[^@\s]+@[^@\s]+")
SAFE_DOMAIN = re.compile(r"@(example\.(com|org|net)|[a-z0-9.-]+\.example)$")
PHONE = re.compile(r"^\(\d{3}\) 555-01\d\d$")


class Told:
    """Every row of the sample data, by its model."""

    def __init__(self, rows: dict[type[Base], list[Any]]) -> None:
        self.rows = rows

    def __getitem__(self, entity: type[Base]) -> list[Any]:
        return self.rows[entity]

    def by_id(self, entity: type[Base]) -> dict[str, Any]:
        return {row.id: row for row in self.rows[entity]}


@pytest.fixture(scope="session")
async def told(sample: Desk, anyio_backend: Any) -> Told:
    database: Database = sample.database()
    try:
        async with reading(database, CONSOLE) as db:
            entities = [*ABOUT, EnquiryHandling, Conversion]
            return Told({entity: list(await db.scalars(select(entity))) for entity in entities})
    finally:
        await database.close()


def printed_accounts(desk: Desk) -> dict[str, str]:
    lines = (desk.data_dir / "demo-accounts.txt").read_text().splitlines()
    return {words[0]: words[1] for line in lines if "@" in line and (words := line.split())}


def test_there_is_as_much_as_promised(told: Told) -> None:
    counts = {entity: len(told[entity]) for entity in ABOUT}
    wrong = {e.__name__: counts[e] for e, (low, high) in ABOUT.items() if not low <= counts[e] <= high}
    assert wrong == {}


def test_every_status_is_valid_and_used(told: Told) -> None:
    listed: dict[tuple[type[Base], str], Iterable[object]] = {
        (Lead, "status"): LeadStatus, (Client, "status"): ClientStatus,
        (WorkOrder, "status"): WorkOrderStatus, (WorkOrder, "priority"): WorkOrderPriority,
        (SupportTicket, "status"): TicketStatus, (SupportTicket, "priority"): TicketPriority,
        (SupportTicket, "category"): TicketCategory, (EnquiryHandling, "state"): EnquiryState,
        (Activity, "type"): ActivityType, (WorkOrderDetails, "kind"): {"installation", "service", "inspection"},
        (LeadDetails, "value_kind"): {None, *ValueKind}, (Warranty, "status"): {"draft", "confirmed"},
        (EnquiryHandling, "topic"): Topic, (BlogPost, "category"): BlogCategory, (GallerySubmission, "category"): GalleryCategory,
    }  # fmt: skip
    for (entity, column), values in listed.items():
        assert {getattr(row, column) for row in told[entity]} == set(values), (entity, column)
    assert any(row.suspected for row in told[EnquiryHandling])
    assert any(row.materials_used for row in told[WorkOrder])


def test_the_company_has_everybody(told: Told) -> None:
    users = told[User]
    roles = Counter(user.role for user in users if user.status == "active" and user.user_type == "staff")
    assert set(roles) == {*map(str, Role), None}
    assert roles["admin"] == 2
    assert roles["regional_ops_manager"] == len(told[Region])
    assert sum(user.user_type == "client" for user in users) == 1
    assert sum(user.status == "inactive" for user in users) == 1
    for role in ("sales_rep", "technician", "lead_technician", "branch_ops_manager"):
        assert {user.branch_id for user in users if user.role == role} == told.by_id(Branch).keys()
    assert "1" in told.by_id(Branch)


def test_records_point_at_their_own_branch(told: Told) -> None:
    leads, clients, users = told.by_id(Lead), told.by_id(Client), told.by_id(User)
    assert all(
        row.lead_id is None or leads[row.lead_id].branch_id == row.branch_id for row in clients.values()
    )
    assert all(clients[row.client_id].branch_id == row.branch_id for row in told[WorkOrder])
    for entity in (Lead, WorkOrder, SupportTicket):
        for row in told[entity]:
            worker = users.get(row.assigned_to)
            assert worker is None or worker.branch_id in (row.branch_id, None), (entity, row.id)
            assert worker is None or worker.status == "active"
    won = {row.id for row in told[Lead] if row.status == "won"}
    assert won == {row.lead_id for row in clients.values() if row.lead_id}


def test_times_make_sense(told: Told, sample: Desk) -> None:
    made = (sample.data_dir / "demo-accounts.txt").stat().st_mtime
    for entity in (Lead, Client, WorkOrder, SupportTicket, BlogPost):
        for row in told[entity]:
            assert row.created_at <= row.updated_at, (entity, row.id)
            assert row.updated_at.timestamp() <= made, (entity, row.id)
    for row in told[WorkOrder]:
        assert (row.completed_date is not None) == (row.status == "completed")
        assert row.completed_date is None or row.created_at < row.completed_date
        assert row.status == "pending" or row.assigned_to is not None
    for row in told[SupportTicket]:
        assert (row.resolved_at is not None) == (row.status in SupportTicket.settled)


def test_history_leads_to_what_is_there(told: Told) -> None:
    """Each record's trail, read in order, ends in its present fields; nothing changes from what it was not."""
    rows = {row.id: row for entity in (Lead, Client, WorkOrder, SupportTicket) for row in told[entity]}
    state: dict[str, dict[str, Any]] = {}
    for entry in sorted(told[AuditLog], key=lambda log: (log.created_at, log.id)):
        known = state.setdefault(entry.entity_id, {})
        for name, (old, new) in entry.changes.items():
            assert name not in known or known[name] == old, (entry.entity_type, name)
            known[name] = new
    for id, known in state.items():
        if id in rows:
            assert known["status"] == rows[id].status
            assert known.get("assigned_to") == getattr(rows[id], "assigned_to", None)


def test_a_thread_holds_together(told: Told) -> None:
    """What hangs on the records agrees with them."""
    leads, orders, clients = told.by_id(Lead), told.by_id(WorkOrder), told.by_id(Client)
    again = asked_again(told)
    for row in told[LeadDetails]:
        assert (row.lost_reason is not None) == (leads[row.id].status == "lost"), row.id
        assert (row.client_id is not None) == (leads[row.id].status == "won" or row.id in again), row.id
        assert row.first_response_at is None or row.first_response_at >= leads[row.id].created_at
    for row in told[WorkOrderDetails]:
        order = orders[row.id]
        assert row.property_id == order.client_id
        assert row.lead_id == (clients[order.client_id].lead_id if row.kind == "installation" else None)
        assert (row.earlier_id is not None) == (row.kind != "installation")
        assert row.earlier_id is None or orders[row.earlier_id].client_id == order.client_id
        assert (row.reason is not None) == (row.held_since is not None or row.cancelled_at is not None)
        assert row.reason is None or order.status == "pending"
    installed = {row.id for row in told[WorkOrderDetails] if row.kind == "installation"}
    assert {row.work_order_id for row in told[Warranty]} == {
        id for id in installed if orders[id].status == "completed"
    }
    for row in told[NextStep]:
        assert leads[row.record_id].status not in ("won", "lost")
        assert row.assigned_to == leads[row.record_id].assigned_to


def asked_again(told: Told) -> set[str]:
    """The open leads of those who are clients already."""
    details, settled = told.by_id(LeadDetails), ("won", "lost")
    return {row.id for row in told[Lead] if row.status not in settled and details[row.id].client_id}


def test_every_branch_has_threads_from_end_to_end(told: Told) -> None:
    """An installation with its warranty, a fault that was mended and one that waits for its visit, and a promise."""
    orders, tickets = told.by_id(WorkOrder), told.by_id(SupportTicket)
    beside, warranties = told.by_id(TicketDetails), told.by_id(Warranty)
    promised = {row.record_id: row for row in told[NextStep]}
    leads, clients = told.by_id(Lead), told.by_id(Client)
    details = told.by_id(LeadDetails)
    for branch in told.by_id(Branch):
        again = [leads[id] for id in asked_again(told) if leads[id].branch_id == branch]
        (lead,) = again
        client = clients[details[lead.id].client_id]
        assert (lead.email, client.branch_id, promised[lead.id].assigned_to) == (
            client.email, branch, lead.assigned_to,
        )  # fmt: skip
        visits = [
            row for row in told[WorkOrderDetails] if row.ticket_id and orders[row.id].client_id == client.id
        ]
        states = {(orders[row.id].status, tickets[row.ticket_id].status) for row in visits}
        assert states == {("completed", "closed"), ("pending", "in_progress")}, branch
        for row in visits:
            ticket = beside[row.ticket_id]
            assert (ticket.client_id, ticket.work_order_id) == (client.id, row.earlier_id)
            assert warranties[ticket.warranty_id].work_order_id == row.earlier_id
            assert {made.to_id for made in told[Conversion] if made.from_id == row.ticket_id} == {row.id}


def test_some_ticket_of_each_branch_is_a_lead_s(told: Told) -> None:
    beside, leads = told.by_id(TicketDetails), told.by_id(LeadDetails)
    asked = [row for row in told[SupportTicket] if beside[row.id].lead_id]
    assert {row.branch_id for row in asked} == told.by_id(Branch).keys()
    assert all(leads[beside[row.id].lead_id].client_id is None for row in asked)
    assert all(beside[row.id].client_id is None for row in asked)


def test_the_crew_knows_what_was_promised(told: Told) -> None:
    kinds = {row.kind for row in told[WorkOrderDetails] if row.promised}
    assert kinds == {"installation", "service"}


def test_tickets_name_the_job_that_they_are_about(told: Told) -> None:
    orders, tickets = told.by_id(WorkOrder), told.by_id(SupportTicket)
    about = [row for row in told[TicketDetails] if row.work_order_id]
    assert {tickets[row.id].branch_id for row in about} == told.by_id(Branch).keys()
    assert len(about) > 30
    for row in about:
        job = orders[row.work_order_id]
        assert (job.client_id, job.status) == (row.client_id, "completed")
        assert job.completed_date < tickets[row.id].created_at
        assert row.warranty_id is not None


def test_statuses_were_gone_through_one_by_one(told: Told) -> None:
    rows = {row.id: row for entity in (Lead, Client, WorkOrder, SupportTicket) for row in told[entity]}
    state: dict[str, str | None] = {}
    for change in sorted(told[StatusChange], key=lambda change: (change.at, change.id)):
        assert change.from_status == state.get(change.record_id)
        state[change.record_id] = change.to_status
    assert state == {id: row.status for id, row in rows.items()}


def test_people_are_known_again_by_what_is_theirs(told: Told) -> None:
    """Nobody shares a number with a stranger, and some who write are clients."""
    numbers = Counter(row.phone for row in told[Client] if row.phone)
    strangers = [row for row in told[Lead] if row.status != "won" and row.id not in asked_again(told)]
    numbers += Counter(row.phone for row in strangers if row.phone)
    assert [number for number, times in numbers.items() if times > 1] == []
    known = {row.email for row in told[Client]}
    assert sum(row.email in known for row in told[ContactSubmission]) >= 3


def test_nothing_passes_for_a_real_person(told: Told) -> None:
    emails = {
        row.email for e in (User, Lead, Client, ContactSubmission, NewsletterSubscription) for row in told[e]
    }
    assert [email for email in emails if not SAFE_DOMAIN.search(email)] == []
    phones = {row.phone for e in (Lead, Client, ContactSubmission, Branch) for row in told[e] if row.phone}
    assert [phone for phone in phones if not PHONE.match(phone)] == []
    for row in told[SupportTicket]:
        assert all(SAFE_DOMAIN.search(word.rstrip(",.")) for word in EMAIL.findall(row.description))


def test_posts_are_articles(told: Told) -> None:
    for post in told[BlogPost]:
        assert 400 <= len(post.content.split()) <= 800, post.title
        assert post.content.count("\n## ") >= 3, post.title
        assert re.fullmatch(r"/img/[a-z-]+-960\.jpg", post.image)
        for width in RENDERED_WIDTHS:
            name = post.image.replace("-960.jpg", f"-{width}.avif").removeprefix("/")
            assert (ROOT / "web" / "public" / name).is_file(), name
        assert (post.category == "Case Studies") == post.title.startswith("Sample "), post.title
        assert post.category != "Case Studies" or post.content.startswith("This is a sample case study.")


def test_the_printed_accounts_sign_in_and_see_it(sample: Desk, told: Told) -> None:
    passwords = printed_accounts(sample)
    assert len(passwords) >= 10
    assert len(set(passwords.values())) == len(passwords)
    assert stat.S_IMODE((sample.data_dir / "demo-accounts.txt").stat().st_mode) == 0o600
    with serving(settings=sample.settings) as server, httpx.Client(base_url=server.url) as visitor:
        for email, password in passwords.items():
            visitor.cookies.clear()
            answer = visitor.post("/api/auth/login", json={"email": email, "password": password})
            barred = email.startswith(("inactive@", "client@"))
            assert answer.status_code == (401 if barred else 200), email
            if not barred:
                assert visitor.get("/api/panel/dashboard/stats").status_code == 200
        admin = "admin@duskline.example"
        visitor.post("/api/auth/login", json={"email": admin, "password": passwords[admin]})
        photographed = [photo["url"] for order in told[WorkOrder] for photo in order.images]
        assert photographed
        assert all(visitor.get(url).headers["content-type"] == "image/webp" for url in photographed)
        visitor.cookies.clear()
        assert len(visitor.get("/api/blog").json()) == len(told[BlogPost])
        for photo in told[GallerySubmission]:
            assert photo.description.startswith("Sample picture: ")
            status = visitor.get(photo.image_url).status_code
            assert status == (200 if photo.approved == APPROVED else 404), photo.description


async def test_a_second_time_changes_nothing(sample: Desk) -> None:
    before = await sample.snapshot()
    again = sample.does("demo")
    assert again.startswith("The sample data is there already; nothing was changed.\n")
    assert all(password in again for password in printed_accounts(sample).values())
    assert await sample.snapshot() == before


def test_the_same_hour_gives_the_same_data(sample: Desk, new_desk: NewDesk) -> None:
    first, second = sample, new_desk()
    second.does("demo", DEMO_PASSWORD="porch-lantern-52")
    if comparable(first) != comparable(second):  # the hour turned in between
        first = new_desk()
        first.does("demo")
    assert comparable(first) == comparable(second)
    assert set(printed_accounts(second).values()) == {"porch-lantern-52"}


def comparable(desk: Desk) -> dict[str, list[str]]:
    """Every row, without the passwords and the key that each database has of its own."""
    kept = asyncio.run(desk.snapshot()) | {"server_keys": []}
    return kept | {"users": [re.sub(r"\$argon2id\$[^']*", "", row) for row in kept["users"]]}


def test_a_database_in_use_is_left_alone(ready: Desk) -> None:
    ready.does("user", "add", "owner@example.com", "--password-stdin", typed="candle-in-the-window-7")
    refused = "This database already has accounts of its own; sample data is for an empty one."
    assert ready.refuses("demo") == [refused]
    assert ready.does("demo", "--if-empty") == ""


def test_one_password_for_all_is_for_ones_own_machine(desk: Desk) -> None:
    public = {"PUBLIC_URL": "https://www.example.com", "DEMO_PASSWORD": "porch-lantern-52"}
    assert desk.refuses("demo", **public) == [
        "DUSKLINE_DEMO_PASSWORD is refused unless DUSKLINE_PUBLIC_URL is this machine."
    ]
    assert desk.refuses("demo", DEMO_PASSWORD="password1") == [
        "DUSKLINE_DEMO_PASSWORD is refused: This password is too common; please choose another one."
    ]


PUBLIC = {"PUBLIC_URL": "https://www.example.com"}


def test_sample_accounts_are_not_served_in_public(sample: Desk) -> None:
    said = (
        "This database holds the accounts of the sample data, so it is not served in public; "
        "point DUSKLINE_DATA_DIR or DUSKLINE_DATABASE_URL at a new place for your own data."
    )
    refused = run("serve", "--port", str(free_port()), settings=sample.settings | PUBLIC)
    assert (refused.returncode, refused.stderr) == (2, f"duskline: {said}\n")


def test_they_are_known_by_a_mark(new_desk: NewDesk, sample: Desk) -> None:
    """Not by their addresses: another one makes nobody out of them. Control: without the mark they would be served."""
    desk = new_desk(like=sample)
    desk.does("user", "edit", "admin@duskline.example", "--new-email", "owner@company.example.com")
    assert len(asyncio.run(marked(desk))) == len(asyncio.run(desk.snapshot())["users"])
    given = (desk.settings | PUBLIC).items()
    settings = Settings.from_environment({f"DUSKLINE_{name}": word for name, word in given})
    with pytest.raises(SettingsFault):
        check_accounts(settings)
    asyncio.run(unmark(desk))
    check_accounts(settings)


async def unmark(desk: Desk) -> None:
    database = desk.database()
    try:
        async with database.writes.begin() as connection:
            await connection.execute(update(User.__table__).values(sample=False))
    finally:
        await database.close()


def test_sample_data_is_not_loaded_for_a_public_address(desk: Desk) -> None:
    assert desk.refuses("demo", **PUBLIC) == [
        "Sample data is for this machine only; leave DUSKLINE_PUBLIC_URL out to load it."
    ]
    assert asyncio.run(marked(desk)) == set()


async def marked(desk: Desk) -> set[str]:
    database = desk.database()
    try:
        async with reading(database, CONSOLE) as db:
            return set(await db.scalars(select(User.email).where(User.sample)))
    finally:
        await database.close()


async def test_all_of_it_is_removed_again_and_an_empty_company_is_left(
    new_desk: NewDesk, sample: Desk
) -> None:
    desk = await asyncio.to_thread(new_desk, sample)
    (refused,) = desk.refuses("begin", "ada@lumen.example", "--password-stdin", typed=f"{PASSWORD}\n")
    assert refused.startswith(
        "This database holds the sample data. Remove it in the panel, under Settings, Setup,"
    )
    world = World(desk.url, DATA_DIR=str(desk.data_dir))
    try:
        async with world.console() as db:
            known = await passwords.hashed(PASSWORD)
            db.store(User(email="ada@lumen.example", password=known, role=Role.ADMIN))
        ada = await world.sign_in("ada@lumen.example")
        shown = (await ada.get("/api/panel/sample-data")).json()
        assert {each["kind"] for each in shown["going"]} >= {"leads", "users", "branches", "blog_posts"}
        assert (shown["staying"], shown["written"], shown["changed"]) == ([], [], 0)
        gone = await ada.post("/api/panel/sample-data/remove", json={"seal": shown["seal"]})
        assert gone.status_code == 200, gone.text
        left = {
            name: len(rows)
            for name, rows in (await world.snapshot()).items()
            if rows and not name.startswith("site_") and name != "chores"  # which a server keeps
        }
        assert left == {
            "organizations": 1, "regions": 1, "branches": 1, "users": 1, "settings": 1, "content_version": 1, "checklist_items": 17, "lost_reasons": 8, "lead_sources": 7,
            "server_keys": 1, "audit_logs": 1, "security_events": 1,
        }  # fmt: skip
    finally:
        await world.close()
    public = Settings.from_environment(
        {f"DUSKLINE_{name}": word for name, word in desk.settings.items()}
        | {"DUSKLINE_PUBLIC_URL": "https://lumen.example"}
    )
    await asyncio.to_thread(check_accounts, public)
    assert desk.does("begin") == ""
    assert desk.refuses("demo") == [
        "This database already has accounts of its own; sample data is for an empty one."
    ]
