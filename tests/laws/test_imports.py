"""Imports run one way, and endpoints keep to the session: read from the source itself."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2] / "duskline"
BASE = {"policy", "settings", "core.system", "core.values"}
BELOW_MODELS = {
    "policy", "core.system", "core.values", "core.data", "core.jobs", "core.mail", "core.media",
}  # fmt: skip
"""No HTTP: a model is the same for a call, a chore and a command."""
LAYERS: dict[str, set[str]] = {
    # a folder or module -> what of ours it may import; the longest name that fits counts
    "policy": set(),
    "settings": {"core.values"},
    "company": {"settings", "core.values"},
    "core": BASE,
    "core.system": {"core.system"},
    "core.values": {"core.system", "core.values"},
    "core.data": BASE | {"core.data"},
    "core.http": BASE | {"core.http", "core.data"},
    "core.media": BASE | {"core.media", "core.http"},
    "core.tables": BASE | {"core.tables", "core.http"},
    "core.pages": BASE | {"core.pages", "core.http"},
    "core.mail": BASE | {"core.mail", "core.data", "core.jobs"},
    "core.jobs": BASE | {"core.data", "core.jobs"},
    "models": BELOW_MODELS | {"models"},
    "organization": {"company", "models", "core", "policy"},
    "system_preferences": {"company", "models", "core", "policy"},
    "credentials": {"models", "core", "policy", "system_preferences"},
    "services": {
        "settings",
        "company",
        "organization",
        "system_preferences",
        "core",
        "policy",
        "models",
        "account.cookies",
        "account.bearers",
        "public.site",
    },
    "account.cookies": {"core"},
    "account.bearers": {"core", "models", "policy", "limits"},
    "account.passwords": {"core"},
    "account.letters": {"models", "core", "policy", "company", "letters", "settings"},
    "panel.notifying.client_letters": {"models", "core", "policy", "company", "letters", "settings"},
    "panel.reporting.report_letters": {
        "models",
        "core",
        "policy",
        "company",
        "letters",
        "settings",
    },
    "panel.notifying.staff_letters": {"models", "core", "policy", "company", "letters", "settings"},
    "account.factors": {"models", "core", "services", "credentials", "account.letters"},
    "account.present_password": {
        "models",
        "core",
        "policy",
        "services",
        "limits",
        "account.passwords",
        "account.devices",
    },
    "public.newsletter_letters": {"models", "core", "policy", "company", "letters", "settings"},
    "public.privacy_letters": {"models", "core", "policy", "company", "letters", "settings"},
    "public.confirmations": {"core", "company", "letters", "limits", "models", "settings"},
    "limits": {"core.http.rate_limits"},
    "account": {
        "models",
        "core",
        "policy",
        "services",
        "limits",
        "account.cookies",
        "account.passwords",
        "account.devices",
        "account.letters",
        "account.sign_ins",
        "account.present_password",
        "account.factors",
        "account.ceremony",
        "account.half_sessions",
        "account.setting_up",
        "credentials",
    },
    "public.site": {"models", "core", "policy", "public.rows"},
    "letters": {"letters", "company", "core", "settings", "models.places.settings"},
    "mail": {"company", "core", "settings"},
    "public": {
        "models",
        "core",
        "policy",
        "services",
        "limits",
        "company",
        "letters",
        "settings",
        "public.rows",
        "public.confirmations",
        "public.privacy_letters",
    },
    "panel.exports": {"models", "core", "policy", "services", "limits"},
    "panel": {
        "models",
        "core",
        "policy",
        "services",
        "limits",
        "company",
        "organization",
        "system_preferences",
        "credentials",
        "letters",
        "mail",
        "settings",
        "panel.rows",
        "panel.notifying.client_letters",
        "panel.records.messages",
        "panel.notifying.webhook_records",
        "panel.company.settings",
        "panel.exports",
        "panel.filters",
        "panel.one_record",
        "panel.records.links",
        "panel.pictures.lighting",
        "panel.pictures.sizes",
        "panel.site.chosen_pictures",
        "panel.timeline.timeline",
        "account.passwords",
        "account.letters",
        "account.factors",
        "account.present_password",
    },
    "panel.importing.imports": {
        "models",
        "core",
        "policy",
        "services",
        "limits",
        "importing",
        "panel.importing.answers",
        "panel.exports",
    },
    "panel.importing.answers": {"models", "core", "importing"},
    "importing": {"models", "core", "policy", "company", "account.letters", "importing"},
}
ROOMS = (
    "places",
    "people",
    "records",
    "site",
    "pictures",
    "company",
    "merging",
    "notifying",
    "samples",
    "schedule",
    "timeline",
    "reporting",
    "privacy",
)
"""Of `models`, from the ground up: each imports only those before it."""
LAYERS |= {
    f"models.{room}": BELOW_MODELS | {*(f"models.{below}" for below in ROOMS[: floor + 1])}
    for floor, room in enumerate(ROOMS)
}
ENDPOINTS = ("public", "account", "panel")
FORBIDDEN_NAMES = {"utils", "util", "common", "misc", "helpers"}


def modules() -> list[tuple[str, Path]]:
    found = []
    for path in sorted(ROOT.rglob("*.py")):
        parts = path.relative_to(ROOT).with_suffix("").parts
        if parts[0] != "migrations":
            found.append((".".join(part for part in parts if part != "__init__"), path))
    return found


KNOWN = {name for name, _ in modules() if name}


def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def imported(tree: ast.Module) -> set[str]:
    """Our own modules that a module imports, without the package's name."""
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names |= {imported_from(node.module, alias.name) for alias in node.names}
    return {name.removeprefix("duskline.") for name in names if name.startswith("duskline.")} & KNOWN


def imported_from(module: str, name: str) -> str:
    """The module that is meant: one of a package, or the one that holds the name."""
    inner = f"{module}.{name}"
    return inner if inner.removeprefix("duskline.") in KNOWN else module


def is_in(module: str, name: str) -> bool:
    return module == name or module.startswith(f"{name}.")


def wrong_imports(module: str, tree: ast.Module) -> set[str]:
    layer = max((name for name in LAYERS if is_in(module, name)), key=len, default=None)
    if layer is None:
        return set()

    fit = LAYERS[layer]
    return {name for name in imported(tree) if not any(is_in(name, one) for one in fit)} - {layer, module}


def test_imports_run_one_way() -> None:
    wrong = {module: found for module, path in modules() if (found := wrong_imports(module, tree_of(path)))}
    assert wrong == {}


@pytest.mark.parametrize(
    ("module", "source", "seen"),
    [
        (
            "panel.records.leads",
            "from duskline.panel.records.tickets import TICKETS",
            "panel.records.tickets",
        ),
        ("core.data.session", "from duskline.models.records.sales import Lead", "models.records.sales"),
        ("models.records.sales", "import duskline.panel.records.leads", "panel.records.leads"),
        ("models.records.sales", "from duskline.models.privacy import erasing", "models.privacy.erasing"),
        ("models.records.sales", "from duskline.core.http.routing import change", "core.http.routing"),
        ("public.blog", "from duskline.panel.rows import Assignee", "panel.rows"),
        ("core.data.base", "from duskline.core.http.routing import change", "core.http.routing"),
        ("core.values.texts", "from duskline.core.http.routing import change", "core.http.routing"),
        ("core.http.routing", "from duskline.core.media.images import Upload", "core.media.images"),
        ("policy", "from duskline.core.data.base import Base", "core.data.base"),
    ],
)
def test_control_a_wrong_import_is_seen(module: str, source: str, seen: str) -> None:
    assert wrong_imports(module, ast.parse(source)) == {seen}


BANNED_ATTRIBUTES = {
    "__table__", "refresh", "connection", "get_bind", "reads", "writes", "commit", "rollback", "sync_session",
    "run_sync", "exec_driver_sql", "info",
}  # fmt: skip
BANNED_IMPORTS = {"text", "insert", "update", "delete", "Table", "literal_column", "table"}
BANNED_NAMES = {"CONSOLE", "EVERYWHERE", "oneself"}
ALLOWED = {
    "account.endpoints": {"CONSOLE"},
    "account.links": {"CONSOLE", "oneself"},
    "account.present_password": {"oneself"},
    "account.half_sessions": {"CONSOLE", "oneself"},
    "account.passkeys": {"CONSOLE", "oneself"},
    "account.second_factor": {"oneself"},
    "account.own_profile": {"oneself"},
    "account.own_sessions": {"oneself"},
    "account.letters": {"CONSOLE", "commit"},
    "panel.notifying.client_letters": {"CONSOLE", "commit"},
    "public.privacy_letters": {"CONSOLE", "commit"},
    "public.visit_replies": {"CONSOLE"},
}
"""Constants that a statement groups by are written into it: PostgreSQL takes two parameters for two values. Whoever has a client's link is nobody of the staff, and the link says whose job they see. Nobody is signed in yet, so the account is looked up by the console; whoever proved to be a person writes about that person
alone; letters are written by the worker."""


def ways_around(tree: ast.Module) -> set[str]:
    """What would go round the session's scope, or past authorization."""
    found = set()
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(attr=attr) if attr in BANNED_ATTRIBUTES:
                found.add(attr)
            case ast.ImportFrom(module=str(module), names=names) if module == "sqlalchemy":
                found |= {alias.name for alias in names} & BANNED_IMPORTS
            case ast.Name(id=name) if name in BANNED_NAMES:
                found.add(name)
    return found


def test_endpoints_keep_to_the_session() -> None:
    wrong = {}
    for module, path in modules():
        if module.split(".")[0] in ENDPOINTS and (
            found := ways_around(tree_of(path)) - ALLOWED.get(module, set())
        ):
            wrong[module] = found
    assert wrong == {}


@pytest.mark.parametrize(
    "source",
    [
        "from sqlalchemy import text",
        "from sqlalchemy import update",
        "Lead.__table__.select()",
        "db.refresh(row)",
        "db.connection().execute(x)",
        "db.database.writes.begin()",
        "db.commit()",
        "from duskline.policy import CONSOLE\nfind(CONSOLE)",
    ],
)
def test_control_each_way_around_is_seen(source: str) -> None:
    assert ways_around(ast.parse(source))


def test_modules_say_what_they_are_for() -> None:
    for module, path in modules():
        tree = tree_of(path)
        assert ast.get_docstring(tree) or not tree.body, module
        assert path.stem not in FORBIDDEN_NAMES, module


def test_endpoints_are_short() -> None:
    for module, path in modules():
        if module.split(".")[0] in ENDPOINTS:
            assert len(path.read_text(encoding="utf-8").splitlines()) <= 300, module
