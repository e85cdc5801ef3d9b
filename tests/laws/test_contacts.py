"""One rule for email addresses wherever one is typed, and one place on each side where links are made of them."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest

from duskline.app import openapi
from duskline.core.values.contacts import EMAIL, mailto
from tests.world import PASSWORD, World

ROOT = Path(__file__).resolve().parents[2]
VECTORS: dict[str, Any] = json.loads((ROOT / "tests/vectors/contacts.json").read_text("utf-8"))
INVALID = "Please enter a valid email address"
TYPED = {
    "/api/newsletter": {},
    "/api/contact": {"name": "Kim", "message": "Please call me about my porch."},
    "/api/auth/check-email": {},
    "/api/auth/login": {"password": PASSWORD},
    "/api/panel/leads": {"name": "Kim"},
    "/api/panel/clients": {"name": "Kim", "address": "1 Road"},
}
"""Calls that take an address, and what else they want."""


def test_every_call_has_the_same_rule() -> None:
    bodies = {
        name: schema["properties"]["email"]
        for name, schema in openapi()["components"]["schemas"].items()
        if "email" in schema.get("properties", {})
        and not name.endswith(("Row", "User", "Assignee", "Shown", "ToMake"))
    }
    assert len(bodies) >= 9
    assert {name: rule.get("pattern") for name, rule in bodies.items()} == dict.fromkeys(bodies, EMAIL)


@pytest.mark.parametrize("path", TYPED)
async def test_what_is_no_address_is_refused_with_the_one_sentence(shared_world: World, path: str) -> None:
    caller = shared_world.client("admin" if "panel" in path else None)
    for address in filter(None, VECTORS["refused"]):
        answer = await caller.post(path, json=TYPED[path] | {"email": address})
        assert answer.status_code == 400, address
        assert answer.json() == {"error": INVALID, "fields": {"email": INVALID}}, address


async def test_every_address_is_kept_as_typed_and_stays_one_under_other_case(world: World) -> None:
    admin = world.client("admin")
    for address in VECTORS["accepted"]:
        made = await admin.post("/api/panel/leads", json={"name": "Kim", "email": f" {address} "})
        assert (made.status_code, made.json()["email"]) == (201, address)


@pytest.mark.parametrize(
    "address", ["o'brien@example.com", "a!b@example.com", "first/last@example.com", "m%u@example.com",
                "kim@xn--bcher-kva.example"]
)  # fmt: skip
async def test_staff_with_such_an_address_sign_in(world: World, address: str) -> None:
    assert address in VECTORS["accepted"]
    await world.hire("sales_rep", branch="1", email=address)
    visitor = world.client()
    known = await visitor.post("/api/auth/check-email", json={"email": f" {address.upper()} "})
    assert (known.status_code, known.json()) == (200, {"exists": True, "userType": "staff"})
    person = await world.sign_in(address.upper())
    assert (await person.get("/api/auth/user")).json()["email"] == address


@pytest.mark.parametrize(("address", "link"), VECTORS["mailto"].items())
def test_a_link_is_made_of_the_address_alone(address: str, link: str) -> None:
    assert mailto(address) == link
    parts = urlsplit(link)
    assert (unquote(parts.path), parts.query, parts.fragment) == (address, "", "")


def test_control_an_address_pasted_into_a_link_adds_a_reader() -> None:
    assert urlsplit("mailto:victim@example.com?bcc=spy@example.com").query == "bcc=spy@example.com"


LINK = re.compile(r"mailto:|\btel:(?!\s)")
MAKERS = {
    "duskline/core/values/contacts.py": "builds the server's",
    "duskline/core/values/markdown.py": "says which links a text may have",
    "duskline/company.py": "says what a company's telephone link looks like",
    "web/app/lib/contact.ts": "builds the browser's",
}


def links_of(text: str) -> list[str]:
    return LINK.findall(text)


def test_nobody_else_writes_such_a_link() -> None:
    sources = [*ROOT.glob("duskline/**/*.py"), *ROOT.glob("web/app/**/*.ts"), *ROOT.glob("web/app/**/*.tsx")]
    assert len(sources) > 200
    found = {
        str(path.relative_to(ROOT))
        for path in sources
        if ".test." not in path.name and links_of(path.read_text("utf-8"))
    }
    assert found == set(MAKERS)


@pytest.mark.parametrize("source", ["href={`mailto:${client.email}`}", 'href="tel:911"', "`tel:${phone}`"])
def test_control_a_link_written_by_hand_is_seen(source: str) -> None:
    assert links_of(source)
