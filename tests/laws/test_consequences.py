"""What follows a change stands on one screen, in one order: `duskline/models/consequences.py`."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from duskline.core.data.session import ScopedSession
from duskline.models import consequences

ROOT = Path(__file__).resolve().parents[2] / "duskline"
MAY_LISTEN = {
    "models/consequences.py",
    "core/data/session.py",  # the guards of scope
    "core/data/engines.py",  # connections, and no rows
}
EVENT = "sqlalchemy.event"
ORDER = {
    "before_flush": [
        "search.store_search_text", "details.count_by_value_kind", "planning.align_visits",
        "next_steps.start_without_step", "going.name_what_goes",
    ],
    "after_flush": [
        "audit.write_audit", "counts.note_changes", "about.add_rows_beside", "about.follow_records",
        "details.link_client", "visits.store_crew", "conversions.end_conversions", "visitors.move_letters",
        "facts.note_touched", "status_changes.store_status_changes", "properties.move_properties",
        "planning.add_first_visits", "planning.place_visits_again", "next_steps.copy_steps_to_leads",
        "notifications.notify", "visit_letters.note_visit_changes", "webhook_events.note_events",
    ],
    "before_commit": ["counts.write_changes", "facts.keep", "webhook_events.queue_events"],
    "after_commit": ["security_log.write_security_log"],
    "after_rollback": ["security_log.forget_security_log", "webhook_events.forget_events"],
    "after_soft_rollback": ["counts.forget_changes", "facts.forget_touched"],
}  # fmt: skip


def listens(source: str) -> bool:
    """Returns whether a module takes what SQLAlchemy needs to call it."""
    imported = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Import | ast.ImportFrom)]
    names = {
        f"{getattr(node, 'module', None) or ''}.{each.name}".lstrip(".")
        for node in imported
        for each in node.names
    }
    return any(name == EVENT or name.startswith(f"{EVENT}.") for name in names)


def modules() -> Iterator[tuple[str, str]]:
    for path in sorted(ROOT.rglob("*.py")):
        name = path.relative_to(ROOT).as_posix()
        if not name.startswith("migrations/"):
            yield name, path.read_text("utf-8")


def test_nothing_else_listens() -> None:
    assert {name for name, source in modules() if listens(source)} == MAY_LISTEN


@pytest.mark.parametrize(
    "source",
    [
        "from sqlalchemy import event\n@event.listens_for(ScopedSession, 'after_flush')\ndef follow(session): ...",
        "from sqlalchemy import event as happening\nhappening.listen(ScopedSession, 'before_commit', follow)",
        "import sqlalchemy.event",
        "from sqlalchemy.event import listens_for\n@listens_for(Lead, 'before_update')\ndef follow(*_): ...",
    ],
)
def test_control_a_listener_is_found(source: str) -> None:
    assert listens(source)


@pytest.mark.parametrize("moment", ORDER)
def test_the_order_stands(moment: str) -> None:
    """Another order locks in another order, which two requests notice that wait for each other."""
    names = [f"{each.__module__.rsplit('.', 1)[-1]}.{each.__name__}" for each in consequences.FOLLOWS[moment]]
    assert names == ORDER[moment]


def test_all_of_them_hang_on_every_session() -> None:
    session = ScopedSession()
    assert consequences.FOLLOWS.keys() == ORDER.keys()
    for moment in ORDER:
        hung = {each.__module__ for each in getattr(session.dispatch, moment)}
        assert consequences.__name__ in hung, moment
