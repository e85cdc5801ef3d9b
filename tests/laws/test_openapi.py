"""The OpenAPI document and the calls agree: generated requests meet documented statuses and answers alone."""

from __future__ import annotations

import warnings
from collections import Counter
from contextlib import suppress
from functools import cache
from typing import Any
from urllib.parse import quote

import httpx
import jsonschema_rs
import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from sqlalchemy import delete

from duskline.app import openapi
from duskline.core.data.calls import RateLimit
from tests.conftest import FULL_COUNTS
from tests.laws.matrix import part
from tests.world import COOKIE, NEAR, World, row_of

DOCUMENT: dict[str, Any] = openapi()
OPERATIONS: list[Any] = [
    found.ok()  # type: ignore[union-attr]
    for found in schemathesis.openapi.from_dict(DOCUMENT).get_all_operations()
]
CALLERS = ("anonymous", "sales_rep", "admin")
EXAMPLES = 45 if FULL_COUNTS else 3
"""Of each kind (valid, invalid) for each operation; callers take turns."""


def generated(operation: Any, number: int) -> list[Any]:
    """Cases of an operation: such as its description allows, and such as it does not."""
    found: list[Any] = []
    raw = operation.definition.raw
    can_be_wrong = "requestBody" in raw or any(one["in"] == "query" for one in raw.get("parameters", ()))
    for mode in (GenerationMode.POSITIVE, *([GenerationMode.NEGATIVE] if can_be_wrong else [])):

        @seed(1)
        @given(operation.as_strategy(generation_mode=mode))
        @settings(
            max_examples=number, database=None, deadline=None, phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )  # fmt: skip
        def collect(case: Any) -> None:
            found.append(case)

        with suppress(Unsatisfiable):
            collect()
    return found


def known_id(path: str) -> str | None:
    return row_of(path.split("/{", 1)[0], NEAR)


def request_of(case: Any, world: World, *, real_row: bool) -> httpx.Request:
    if real_row and "id" in (case.path_parameters or {}):
        case.path_parameters["id"] = quote(known_id(case.operation.path) or "x", safe="")
    words = case.as_transport_kwargs(base_url=world.settings.public_url)
    words.pop("cookies", None)
    made = requests.Request(
        **{
            k: v
            for k, v in words.items()
            if k in ("method", "url", "headers", "params", "json", "data", "files")
        }
    )
    prepared: Any = made.prepare()
    headers = {
        k: v for k, v in prepared.headers.items() if k.lower() not in ("content-length", "cookie", "origin")
    }
    return httpx.Request(prepared.method, prepared.url, headers=headers, content=prepared.body or b"")


def fault_of(operation: Any, answer: httpx.Response) -> str | None:
    responses = operation.definition.raw["responses"]
    if answer.status_code >= 500:
        return f"{answer.status_code}: {answer.text[:200]}"
    if str(answer.status_code) not in responses:
        return f"{answer.status_code} is not documented: {answer.text[:200]}"
    validator = validator_of(operation.label, str(answer.status_code))
    if validator is None or not answer.content:
        return None
    faults = [error.message for error in validator.iter_errors(answer.json())]
    return f"{answer.status_code} answers otherwise than documented: {faults[:2]}" if faults else None


@cache
def validator_of(label: str, status: str) -> Any:
    """What an answer may look like; None where nothing is said."""
    operation = next(one for one in OPERATIONS if one.label == label)
    content = operation.definition.raw["responses"][status].get("content", {})
    described = content.get("application/json", {}).get("schema")
    if described is None:
        return None
    return jsonschema_rs.validator_for({**described, "components": DOCUMENT["components"]})


async def test_generated_requests(world: World, engine: str) -> None:
    wrong: dict[str, str] = {}
    sent: Counter[int] = Counter()
    for operation in part(OPERATIONS, engine, every=2):
        if operation.path.endswith("/logout"):
            continue  # it would end the session that the others need
        await forget_limits(world)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            cases = generated(operation, EXAMPLES)
        for number, case in enumerate(cases):
            who = CALLERS[number % len(CALLERS)]
            request = request_of(case, world, real_row=number % 2 == 0)
            if who in world.tokens:
                request.headers["cookie"] = f"{COOKIE}={world.tokens[who]}"
            async with world.client() as caller:
                answer = await caller.send(request)
            sent[answer.status_code] += 1
            if fault := fault_of(operation, answer):
                wrong[f"{who}: {operation.label}"] = fault
    assert wrong == {}
    assert sum(sent.values()) >= (3_000 if FULL_COUNTS else 200), sent
    assert len(sent) >= 6, sent


async def forget_limits(world: World) -> None:
    async with world.database.writes.begin() as connection:
        await connection.execute(delete(RateLimit.__table__))


async def test_control_an_undocumented_answer_is_seen(shared_world: World) -> None:
    operation = next(one for one in OPERATIONS if one.label == "GET /api/panel/leads")
    assert fault_of(operation, httpx.Response(200, json=[{"id": 5}]))
    assert fault_of(operation, httpx.Response(418, json={"error": "x"}))
    assert fault_of(operation, httpx.Response(400, json={"message": "x"}))
    assert fault_of(operation, httpx.Response(400, json={"error": "x"})) is None


async def test_the_document_is_not_published(shared_world: World) -> None:
    async with shared_world.client("admin") as admin:
        for path in (
            "/schema",
            "/api/schema",
            "/api/openapi.json",
            "/openapi.json",
            "/api/docs",
            "/docs",
            "/swagger",
        ):
            answer = await admin.get(path)
            assert answer.status_code in (404, 503), path
            assert "openapi" not in answer.text.lower()


def test_secured_calls_are_documented_as_such() -> None:
    for path, operations in DOCUMENT["paths"].items():
        for method, operation in operations.items():
            if path.startswith("/api/panel"):
                assert {"401", "403"} <= set(operation["responses"]), (method, path)


@pytest.mark.parametrize("name", ["password", "sid", "emailKey", "phoneKey", "search", "token"])
def test_no_answer_has_a_field_for_secrets(name: str) -> None:
    for title, schema in DOCUMENT["components"]["schemas"].items():
        if title not in ("Login", "NewUser", "LinkToken", "LinkUse", "NewOwnPassword", "ApiTokenMade"):
            assert name not in schema.get("properties", {}), title
