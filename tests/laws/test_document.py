"""What the document of our calls promises, written out a second time: how lists are narrowed, and what public calls answer."""

from __future__ import annotations

from typing import Any

import pytest

from duskline.app import openapi
from tests.world import World

LISTS = {
    "/api/blog": {"limit", "cursor", "category"},
    "/api/gallery": {"limit", "cursor", "category"},
    "/api/panel/leads": {"limit", "cursor", "q", "status", "assignedTo", "branchId"},
    "/api/panel/clients": {"limit", "cursor", "q", "status", "branchId", "leadId"},
    "/api/panel/work-orders": {
        "limit", "cursor", "q", "sort", "status", "priority", "assignedTo", "branchId", "clientId",
    },
    "/api/panel/support-tickets": {
        "limit", "cursor", "q", "status", "priority", "category", "assignedTo", "branchId",
    },
    "/api/panel/users": {"limit", "cursor", "q", "role", "status", "userType", "branchId"},
    "/api/panel/colleagues": {"limit", "cursor", "q", "role", "status", "userType", "branchId"},
    "/api/panel/assignees": {"limit", "cursor", "q", "branchId", "for"},
    "/api/panel/enquiries": {"limit", "cursor", "q", "state", "topic"},
    "/api/panel/gallery": {"limit", "cursor", "approved"},
}  # fmt: skip
WRITE = {"400", "403", "409", "503"}
"""What any call may answer that changes something."""
BODY = {"413", "415", "422"}
"""And any that takes a body and may be repeated."""
PUBLIC: dict[tuple[str, str], tuple[set[str], str]] = {
    ("post", "/api/auth/check-email"): ({"200", "413", "415", "429"} | WRITE, "EmailKnown"),
    ("post", "/api/auth/login"): ({"200", "401", "413", "415", "429"} | WRITE, "LoggedIn"),
    ("post", "/api/auth/logout"): ({"204"} | WRITE, ""),
    ("get", "/api/auth/user"): ({"200", "400", "401", "403", "503"}, "CurrentUser"),
    ("post", "/api/contact"): ({"201", "429"} | WRITE | BODY, "Received"),
    ("post", "/api/newsletter"): ({"201", "429"} | WRITE | BODY, "Subscribed"),
    ("post", "/api/quotes"): ({"201", "429"} | WRITE | BODY, "Quoted"),
    ("post", "/api/gallery"): ({"201", "429"} | WRITE | BODY, "Submitted"),
    ("get", "/api/service-area"): ({"200", "400", "503"}, "ServiceArea"),
    ("get", "/api/blog/{id}"): ({"200", "400", "404", "503"}, "Post"),
}
NARROWED = [
    (path, name) for path, names in LISTS.items() for name in sorted(names - {"limit", "cursor", "q", "sort", "for"})
]  # fmt: skip
ELSEWHERE = {
    ("/api/panel/assignees", "branchId"),  # who works there, which the rows do not show: tests/panel/test_pickers.py
    ("/api/panel/colleagues", "branchId"), ("/api/panel/colleagues", "role"), ("/api/panel/colleagues", "status"),
    ("/api/panel/colleagues", "userType"),
    ("/api/panel/enquiries", "state"),  # the open ones come unasked: tests/panel/test_enquiries.py
}  # fmt: skip


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    return openapi()


@pytest.mark.parametrize("path", LISTS)
def test_a_list_is_narrowed_by_what_is_written_here(document: dict[str, Any], path: str) -> None:
    asked = {word["name"] for word in document["paths"][path]["get"]["parameters"] if word["in"] == "query"}
    assert asked == LISTS[path]


def test_every_list_is_written_here(document: dict[str, Any]) -> None:
    paged = {
        path
        for path, calls in document["paths"].items()
        if any(word["name"] == "cursor" for word in calls.get("get", {}).get("parameters", []))
    }
    assert paged == set(LISTS)


@pytest.mark.parametrize(("method", "path"), PUBLIC)
def test_a_public_call_answers_what_is_written_here(document: dict[str, Any], method: str, path: str) -> None:
    call, (statuses, shape) = document["paths"][path][method], PUBLIC[method, path]
    assert set(call["responses"]) == statuses
    (done,) = [answer for status, answer in call["responses"].items() if status.startswith("2")]
    schema = done.get("content", {}).get("application/json", {}).get("schema", {})
    assert schema.get("$ref", "").rpartition("/")[2] == shape


@pytest.mark.parametrize(("path", "name"), [asked for asked in NARROWED if asked not in ELSEWHERE])
async def test_a_filter_leaves_those_that_have_it(world: World, path: str, name: str) -> None:
    admin = world.client("admin")
    if name == "assignedTo":  # at first nobody has anything to do
        first = (await admin.get(path)).json()[0]["id"]
        answer = await admin.patch(f"{path}/{first}", json={name: (await world.person("admin")).id})
        assert answer.status_code == 200
    rows = (await admin.get(path, params={"limit": 200})).json()
    chosen = [row[name] for row in rows if row[name] is not None][-1]
    found = (await admin.get(path, params={"limit": 200, name: chosen})).json()
    assert [row["id"] for row in found] == [row["id"] for row in rows if row[name] == chosen]
