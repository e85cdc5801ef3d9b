"""What the document of our calls promises, written out a second time: how lists are narrowed, and what public calls answer."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from sqlalchemy import update

from duskline.app import openapi
from duskline.core.data.base import Base
from duskline.models.records.enquiries import EnquiryHandling, Topic
from duskline.models.records.sales import Client, Lead
from duskline.models.records.service import SupportTicket, WorkOrder
from duskline.models.site.content import BlogPost, GallerySubmission
from tests.world import World

OF_REPORTS = {
    "/api/panel/leads": {
        "made", "won", "lost", "reached", "reachedIn30Days", "answered", "answeredIn7Days", "value", "source", "landingPage", "campaign", "lostReason", "unassigned",
    },
    "/api/panel/work-orders": {
        "planned", "completed", "measured", "outcome", "open", "unsettled", "undated", "unassigned", "kind", "by",
        "photosComplete", "checklistComplete", "returned",
    },
    "/api/panel/support-tickets": {
        "made", "resolved", "answered", "answeredIn7Days", "reopened", "reopenedIn30Days", "open", "unsettled", "unassigned",
    },
    "/api/panel/enquiries": {"made", "landingPage", "campaign"},
}  # fmt: skip
"""By what reports narrow a list to what they count, which no row shows: tests/panel/reporting/test_reports.py, test_agenda.py."""
LISTS = {
    "/api/blog": {"limit", "cursor", "category"},
    "/api/gallery": {"limit", "cursor", "category"},
    "/api/gallery-photos": {"limit", "cursor", "category"},
    "/api/panel/leads": {
        "limit", "cursor", "q", "status", "assignedTo", "branchId", "import", "step", "stepOf", "stepOn", "stepBy",
        "sort",
    } | OF_REPORTS["/api/panel/leads"],
    "/api/panel/clients": {"limit", "cursor", "q", "status", "branchId", "import", "leadId", "sort"},
    "/api/panel/work-orders": {
        "limit", "cursor", "q", "sort", "status", "priority", "assignedTo", "branchId", "clientId",
    } | OF_REPORTS["/api/panel/work-orders"],
    "/api/panel/support-tickets": {
        "limit", "cursor", "q", "sort", "status", "priority", "category", "assignedTo", "branchId",
    } | OF_REPORTS["/api/panel/support-tickets"],
    "/api/panel/users": {"limit", "cursor", "q", "role", "status", "userType", "branchId", "import", "sort"},
    "/api/panel/colleagues": {"limit", "cursor", "q", "role", "status", "userType", "branchId", "import", "sort"},
    "/api/panel/assignees": {"limit", "cursor", "q", "branchId", "for"},
    "/api/panel/enquiries": {"limit", "cursor", "q", "sort", "state", "topic"} | OF_REPORTS["/api/panel/enquiries"],
    "/api/panel/gallery": {"limit", "cursor", "sort", "approved"},
    "/api/panel/letters": {"limit", "cursor", "state"},
    "/api/panel/posts": {"limit", "cursor", "state"},
    "/api/panel/subscribers": {"limit", "cursor", "state", "email"},
    "/api/panel/bounced-addresses": {"limit", "cursor"},
    "/api/panel/audit": {"limit", "cursor", "person", "record", "kind", "action", "from", "to"},
    "/api/panel/audit-events": {"limit", "cursor", "person", "kind", "from", "to"},
    "/api/panel/privacy/erasures": {"limit", "cursor", "state"},
    "/api/panel/privacy/requests": {"limit", "cursor", "sort", "state"},
    "/api/panel/notifications": {"limit", "cursor", "read"},
    "/api/panel/zip-codes": {"limit", "cursor", "branchId", "zip"},
    "/api/panel/warranties": {"limit", "cursor", "q", "status", "branchId", "clientId", "workOrderId", "ends", "sort"},
    "/api/panel/leads/{id}/timeline": {"cursor", "source"},
    "/api/panel/clients/{id}/timeline": {"cursor", "source"},
}  # fmt: skip
WRITE = {"400", "403", "409", "503"}
"""What any call may answer that changes something."""
BODY = {"413", "415", "422"}
"""And any that takes a body and may be repeated."""
PUBLIC: dict[tuple[str, str], tuple[set[str], str]] = {
    ("post", "/api/auth/check-email"): ({"200", "413", "415", "429"} | WRITE, "EmailKnown"),
    ("post", "/api/auth/login"): ({"200", "401", "413", "415", "429"} | WRITE, "LoggedIn"),
    ("post", "/api/auth/logout"): ({"204", "412"} | WRITE, ""),
    ("get", "/api/auth/user"): ({"200", "400", "401", "403", "412", "503"}, "CurrentUser"),
    ("post", "/api/contact"): ({"201", "429"} | WRITE | BODY, "Received"),
    ("post", "/api/newsletter"): ({"201", "429"} | WRITE | BODY, "Subscribed"),
    ("get", "/api/newsletter/unsubscribe"): ({"200", "400", "429", "503"}, ""),
    ("post", "/api/newsletter/unsubscribe"): ({"200", "404", "429"} | WRITE, ""),
    ("post", "/api/quotes"): ({"201", "429"} | WRITE | BODY, "Quoted"),
    ("post", "/api/gallery"): ({"201", "429"} | WRITE | BODY, "Submitted"),
    ("get", "/api/service-area"): ({"200", "400", "503"}, "ServiceArea"),
    ("get", "/api/texts/{name}"): ({"200", "400", "404", "503"}, ""),
    ("get", "/api/texts/{name}/content"): ({"200", "400", "404", "503"}, "TextShown"),
    ("get", "/api/blog/{id}"): ({"200", "400", "404", "503"}, "Post"),
}
NO_FIELDS = {
    "limit", "cursor", "q", "sort", "for", "source", "ends", "step", "stepOf", "stepOn", "stepBy", "import",
}  # fmt: skip
NARROWED = [(path, name) for path, names in LISTS.items() for name in sorted(names - NO_FIELDS)]
ELSEWHERE = {
    *((path, name) for path, names in OF_REPORTS.items() for name in names),
    ("/api/panel/assignees", "branchId"),  # who works there, which the rows do not show: tests/panel/records/test_pickers.py
    ("/api/panel/colleagues", "branchId"), ("/api/panel/colleagues", "role"), ("/api/panel/colleagues", "status"),
    ("/api/panel/colleagues", "userType"),
    *(("/api/panel/warranties", name) for name in ("status", "branchId", "clientId", "workOrderId")),
    *(("/api/panel/zip-codes", name) for name in ("branchId", "zip")),  # there is one: tests/panel/site/test_zip_codes.py
    *(("/api/panel/subscribers", name) for name in ("state", "email")),  # there are none: tests/panel/site/test_subscribers.py
    *(("/api/panel/audit", name) for name in ("person", "record", "kind", "action", "from", "to")),  # tests/panel/company/test_audit.py
    *(("/api/panel/audit-events", name) for name in ("person", "kind", "from", "to")),
    *((f"/api/panel/privacy/{name}", "state") for name in ("erasures", "requests")),  # tests/panel/privacy/test_privacy.py
    ("/api/panel/posts", "state"),  # a draft is all there is: tests/panel/site/test_posts.py
    ("/api/panel/letters", "state"),  # there are none: tests/panel/notifying/test_letters.py
    ("/api/panel/notifications", "read"),  # nor of these: tests/panel/notifying/test_notifications.py
    ("/api/panel/enquiries", "state"),  # the open ones come unasked: tests/panel/records/test_enquiries.py
}  # fmt: skip


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    return openapi()


def narrowed_by(document: dict[str, Any], path: str) -> set[str]:
    words = document["paths"][path]["get"].get("parameters", [])
    return {word["name"] for word in words if word["in"] == "query"}


def lists(document: dict[str, Any]) -> set[str]:
    return {
        path
        for path, calls in document["paths"].items()
        if "get" in calls and "cursor" in narrowed_by(document, path)
    }


def answered(document: dict[str, Any], method: str, path: str) -> tuple[set[str], str]:
    """The statuses that a call may answer, and the name of what it answers when it did what was asked."""
    responses = document["paths"][path][method]["responses"]
    (done,) = [answer for status, answer in responses.items() if status.startswith("2")]
    schema = done.get("content", {}).get("application/json", {}).get("schema", {})
    return set(responses), schema.get("$ref", "").rpartition("/")[2]


@pytest.mark.parametrize("path", LISTS)
def test_a_list_is_narrowed_by_what_is_written_here(document: dict[str, Any], path: str) -> None:
    assert narrowed_by(document, path) == LISTS[path]


def test_every_list_is_written_here(document: dict[str, Any]) -> None:
    assert lists(document) == set(LISTS)


@pytest.mark.parametrize(("method", "path"), PUBLIC)
def test_a_public_call_answers_what_is_written_here(document: dict[str, Any], method: str, path: str) -> None:
    assert answered(document, method, path) == PUBLIC[method, path]


def test_a_change_of_the_document_is_noticed(document: dict[str, Any]) -> None:
    path, method = "/api/panel/leads", "post"
    changed = copy.deepcopy(document)
    parameters = changed["paths"][path]["get"]["parameters"]
    parameters[:] = [word for word in parameters if word["name"] != "status"]
    assert LISTS[path] - narrowed_by(changed, path) == {"status"}
    changed["paths"]["/api/new"] = {"get": {"parameters": [{"in": "query", "name": "cursor"}]}}
    assert lists(changed) - set(LISTS) == {"/api/new"}
    del changed["paths"]["/api/contact"][method]["responses"]["429"]
    changed["paths"]["/api/newsletter"][method]["responses"]["201"]["content"] = {}
    assert answered(changed, method, "/api/contact") != PUBLIC[method, "/api/contact"]
    assert answered(changed, method, "/api/newsletter") != PUBLIC[method, "/api/newsletter"]


@pytest.fixture
async def varied(world: World) -> World:
    """A world in which no list has one value for all."""
    different: list[tuple[type[Base], str, dict[str, object]]] = [
        (Lead, "lead-1-1", {"status": "lost", "assigned_to": "admin"}),
        (Client, "client-1-1", {"status": "inactive"}),
        (WorkOrder, "order-1-1", {"status": "completed", "priority": "high", "assigned_to": "admin"}),
        (SupportTicket, "ticket-1-1", {
            "status": "closed", "priority": "urgent", "category": "billing", "assigned_to": "admin",
        }),
        (EnquiryHandling, "enquiry-0", {"topic": Topic.EMERGENCY}),
        (GallerySubmission, "photo-0", {"approved": 1, "category": "Events"}),
    ]  # fmt: skip
    async with world.database.writes.begin() as connection:
        for entity, key, values in different:
            (column,) = entity.__table__.primary_key
            await connection.execute(update(entity).where(column == key).values(values))
    async with world.console() as db:
        db.store(
            BlogPost(
                id="post-2", title="Another post", excerpt="What another says", content="Other words. " * 8,
                author="Sample author", category="Case Studies", image="/img/sample.jpg", read_time="3 min read",
            )
        )  # fmt: skip
    return world


@pytest.mark.parametrize(("path", "name"), [asked for asked in NARROWED if asked not in ELSEWHERE])
async def test_a_filter_leaves_those_that_have_it(varied: World, path: str, name: str) -> None:
    admin = varied.client("admin")
    rows = (await admin.get(path, params={"limit": 200})).json()
    chosen = [row[name] for row in rows if row[name] is not None][-1]
    found = (await admin.get(path, params={"limit": 200, name: chosen})).json()
    assert [row["id"] for row in found] == [row["id"] for row in rows if row[name] == chosen]
    assert len(found) < len(rows), "a filter that leaves everything would pass too"
