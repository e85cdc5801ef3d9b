"""facts and figures

Reports stand on them. Records that were there before changes of status were kept get theirs from the audit log; where that does not tell
how one came to its status, the last change of the record does.

Revision: 0063
Follows: 0062
"""

from collections import defaultdict
from collections.abc import Iterator
from typing import Any

import sqlalchemy as sa
from alembic import op

from duskline.core.data.base import UtcDateTime, new_id

revision = "0063"
down_revision = "0062"
branch_labels = None
depends_on = None

KINDS = {
    "lead": ("leads", "lead"), "client": ("clients", "client"), "work_order": ("work_orders", "work_order"),
    "ticket": ("support_tickets", "support_ticket"),
}  # fmt: skip
"""Of each kind of record its table, and what the audit log calls it."""
FIRST = {"lead": "new", "client": "active", "work_order": "pending", "ticket": "open"}
ROWS = 2000
"""Filled at a time."""
KEPT = sa.table(
    "status_changes", *map(sa.column, ("id", "kind", "record_id", "branch_id", "from_status", "to_status", "by_id")),
    sa.column("at", UtcDateTime()),
)  # fmt: skip
LOG = sa.table(
    "audit_logs", *map(sa.column, ("id", "user_id", "action", "entity_type", "entity_id")),
    sa.column("created_at", UtcDateTime()), sa.column("changes", sa.JSON()),
)  # fmt: skip


def upgrade() -> None:
    op.create_table(
        "crew_facts",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("branch_id", sa.String(length=36), nullable=False),
        sa.Column("person", sa.String(length=36), nullable=False),
        sa.Column("completed_on", sa.Date(), nullable=False),
        sa.Column("feet", sa.Integer(), nullable=True),
        sa.Column("minutes", sa.Integer(), nullable=True),
        sa.Column("photos", sa.String(length=3), nullable=True),
        sa.Column("checks", sa.String(length=3), nullable=True),
        sa.Column("returned", sa.String(length=3), nullable=True),
        sa.PrimaryKeyConstraint("id", "person", name=op.f("pk_crew_facts")),
    )
    op.create_index(
        op.f("ix_crew_facts_person_crew_facts_completed_on"),
        "crew_facts",
        ["person", "completed_on"],
        unique=False,
    )
    op.create_table(
        "daily_figures",
        sa.Column("figure", sa.String(length=40), nullable=False),
        sa.Column("grouped", sa.String(length=20), nullable=False),
        sa.Column("span", sa.String(length=5), nullable=False),
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("branch_id", sa.String(length=36), nullable=False),
        sa.Column("value", sa.String(length=300), nullable=False),
        sa.Column("part", sa.String(length=20), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("total", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint(
            "figure", "grouped", "span", "day", "branch_id", "value", "part", name=op.f("pk_daily_figures")
        ),
    )
    op.create_table(
        "enquiry_facts",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("branch_id", sa.String(length=36), nullable=False),
        sa.Column("landing_page", sa.String(length=300), nullable=False),
        sa.Column("campaign", sa.String(length=100), nullable=False),
        sa.Column("made_on", sa.Date(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_enquiry_facts")),
    )
    op.create_index(
        op.f("ix_enquiry_facts_made_on_enquiry_facts_id"), "enquiry_facts", ["made_on", "id"], unique=False
    )
    op.create_table(
        "lead_facts",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("branch_id", sa.String(length=36), nullable=False),
        sa.Column("person", sa.String(length=36), nullable=False),
        sa.Column("source", sa.String(length=300), nullable=False),
        sa.Column("landing_page", sa.String(length=300), nullable=False),
        sa.Column("campaign", sa.String(length=100), nullable=False),
        sa.Column("reason", sa.String(length=80), nullable=False),
        sa.Column("made_on", sa.Date(), nullable=False),
        sa.Column("reached", sa.Integer(), nullable=False),
        sa.Column("answered_in", sa.Integer(), nullable=True),
        sa.Column("answer_step", sa.Integer(), nullable=True),
        sa.Column("won_on", sa.Date(), nullable=True),
        sa.Column("won_in", sa.Integer(), nullable=True),
        sa.Column("win_step", sa.Integer(), nullable=True),
        sa.Column("lost_on", sa.Date(), nullable=True),
        sa.Column("value_kind", sa.String(length=40), nullable=False),
        sa.Column("value", sa.Integer(), nullable=False),
        sa.Column("pipeline", sa.String(length=20), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_lead_facts")),
    )
    op.create_index(
        op.f("ix_lead_facts_lost_on_lead_facts_id"), "lead_facts", ["lost_on", "id"], unique=False
    )
    op.create_index(
        op.f("ix_lead_facts_made_on_lead_facts_id"), "lead_facts", ["made_on", "id"], unique=False
    )
    op.create_index(
        op.f("ix_lead_facts_source_lead_facts_made_on"), "lead_facts", ["source", "made_on"], unique=False
    )
    op.create_index(op.f("ix_lead_facts_won_on_lead_facts_id"), "lead_facts", ["won_on", "id"], unique=False)
    op.create_table(
        "order_facts",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("branch_id", sa.String(length=36), nullable=False),
        sa.Column("person", sa.String(length=36), nullable=False),
        sa.Column("kind", sa.String(length=40), nullable=False),
        sa.Column("planned_on", sa.Date(), nullable=True),
        sa.Column("outcome", sa.String(length=20), nullable=True),
        sa.Column("state", sa.String(length=20), nullable=True),
        sa.Column("since", sa.Integer(), nullable=False),
        sa.Column("hours", sa.Integer(), nullable=True),
        sa.Column("completed_on", sa.Date(), nullable=True),
        sa.Column("age", sa.Integer(), nullable=True),
        sa.Column("age_step", sa.Integer(), nullable=True),
        sa.Column("measured_on", sa.Date(), nullable=True),
        sa.Column("error", sa.Integer(), nullable=True),
        sa.Column("error_step", sa.Integer(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_order_facts")),
    )
    op.create_index(
        op.f("ix_order_facts_completed_on_order_facts_id"),
        "order_facts",
        ["completed_on", "id"],
        unique=False,
    )
    op.create_index(
        op.f("ix_order_facts_measured_on_order_facts_id"), "order_facts", ["measured_on", "id"], unique=False
    )
    op.create_index(
        op.f("ix_order_facts_planned_on_order_facts_id"), "order_facts", ["planned_on", "id"], unique=False
    )
    op.create_index(op.f("ix_order_facts_state_order_facts_id"), "order_facts", ["state", "id"], unique=False)
    op.create_table(
        "stage_facts",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("branch_id", sa.String(length=36), nullable=False),
        sa.Column("stage", sa.String(length=40), nullable=False),
        sa.Column("month", sa.Date(), nullable=False),
        sa.Column("outcome", sa.String(length=40), nullable=False),
        sa.Column("stood", sa.Integer(), nullable=False),
        sa.Column("within_1", sa.Integer(), nullable=True),
        sa.Column("within_2", sa.Integer(), nullable=True),
        sa.Column("within_3", sa.Integer(), nullable=True),
        sa.Column("within_4", sa.Integer(), nullable=True),
        sa.Column("within_5", sa.Integer(), nullable=True),
        sa.Column("within_6", sa.Integer(), nullable=True),
        sa.PrimaryKeyConstraint("id", "stage", name=op.f("pk_stage_facts")),
    )
    op.create_table(
        "ticket_facts",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("branch_id", sa.String(length=36), nullable=False),
        sa.Column("person", sa.String(length=36), nullable=False),
        sa.Column("category", sa.String(length=40), nullable=False),
        sa.Column("priority", sa.String(length=40), nullable=False),
        sa.Column("made_on", sa.Date(), nullable=False),
        sa.Column("since", sa.Integer(), nullable=False),
        sa.Column("answered_in", sa.Integer(), nullable=True),
        sa.Column("answer_step", sa.Integer(), nullable=True),
        sa.Column("resolved_on", sa.Date(), nullable=True),
        sa.Column("resolved_in", sa.Integer(), nullable=True),
        sa.Column("resolve_step", sa.Integer(), nullable=True),
        sa.Column("reopened", sa.String(length=3), nullable=True),
        sa.Column("state", sa.String(length=20), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_ticket_facts")),
    )
    op.create_index(
        op.f("ix_ticket_facts_made_on_ticket_facts_id"), "ticket_facts", ["made_on", "id"], unique=False
    )
    op.create_index(
        op.f("ix_ticket_facts_resolved_on_ticket_facts_id"),
        "ticket_facts",
        ["resolved_on", "id"],
        unique=False,
    )
    op.create_index(
        op.f("ix_ticket_facts_state_ticket_facts_id"), "ticket_facts", ["state", "id"], unique=False
    )
    op.create_table(
        "fact_zones",
        sa.Column("branch_id", sa.String(length=36), nullable=False),
        sa.Column("zone", sa.String(length=60), nullable=False),
        sa.ForeignKeyConstraint(
            ["branch_id"], ["branches.id"], name=op.f("fk_fact_zones_branch_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("branch_id", name=op.f("pk_fact_zones")),
    )
    op.add_column("enquiry_handling", sa.Column("landing_page", sa.String(length=300), nullable=True))
    op.add_column("enquiry_handling", sa.Column("campaign", sa.String(length=100), nullable=True))
    op.add_column("quote_requests", sa.Column("landing_page", sa.String(length=300), nullable=True))
    op.add_column("quote_requests", sa.Column("campaign", sa.String(length=100), nullable=True))
    op.execute(
        "INSERT INTO fact_zones (branch_id, zone) SELECT b.id, coalesce(d.time_zone, 'America/New_York') "
        "FROM branches b LEFT JOIN branch_details d ON d.id = b.id"
    )
    for kind in KINDS:
        fill(kind)


def fill(kind: str) -> None:
    """The changes of status that nobody kept."""
    connection = op.get_bind()
    name, logged_as = KINDS[kind]
    records = sa.table(
        name, *map(sa.column, ("id", "branch_id", "status")), sa.column("created_at", UtcDateTime()),
        sa.column("updated_at", UtcDateTime()),
    )  # fmt: skip
    last = ""
    while rows := connection.execute(
        sa.select(records).where(records.c.id > last).order_by(records.c.id).limit(ROWS)
    ).all():
        last, ids = rows[-1].id, [row.id for row in rows]
        kept, logged = changes_kept(kind, ids), changes_logged(logged_as, ids)
        new = [change for row in rows for change in lacking(kind, row, kept[row.id], logged[row.id])]
        if new:
            connection.execute(sa.insert(KEPT), new)


def changes_kept(kind: str, ids: list[str]) -> dict[str, list[Any]]:
    theirs = (
        sa.select(KEPT).where(KEPT.c.kind == kind, KEPT.c.record_id.in_(ids)).order_by(KEPT.c.at, KEPT.c.id)
    )
    return by_record(op.get_bind().execute(theirs), "record_id")


def changes_logged(entity_type: str, ids: list[str]) -> dict[str, list[Any]]:
    theirs = sa.select(LOG).where(LOG.c.entity_type == entity_type, LOG.c.entity_id.in_(ids))
    told = op.get_bind().execute(theirs.order_by(LOG.c.created_at, LOG.c.id))
    return by_record((row for row in told if "status" in row.changes and row.action != "delete"), "entity_id")


def by_record(rows: Any, name: str) -> dict[str, list[Any]]:
    found: dict[str, list[Any]] = defaultdict(list)
    for row in rows:
        found[getattr(row, name)].append(row)
    return found


def lacking(kind: str, row: Any, kept: list[Any], logged: list[Any]) -> Iterator[dict[str, Any]]:
    """From the beginning to the first change that was kept, or to the status that the record has."""
    if kept and kept[0].from_status is None:
        return
    before = [entry for entry in logged if not kept or entry.created_at < kept[0].at]
    if kept and before and before[-1].changes["status"] == [kept[0].from_status, kept[0].to_status]:
        before.pop()  # written a moment before what was kept of it
    begins = before and before[0].action == "create"
    target = kept[0].from_status if kept else row.status
    first = (
        (before[0].changes["status"][1] if begins else before[0].changes["status"][0])
        if before
        else FIRST[kind]
    )
    way = [(first or FIRST[kind], row.created_at, before[0].user_id if begins else None)]
    way += [(entry.changes["status"][1], entry.created_at, entry.user_id) for entry in before[bool(begins) :]]
    if way[-1][0] != target:
        way.append((target, kept[0].at if kept else row.updated_at, None))
    for former, (status, at, by) in zip([None, *(each[0] for each in way)], way, strict=False):
        yield {
            "id": new_id(), "kind": kind, "record_id": row.id, "branch_id": row.branch_id, "from_status": former,
            "to_status": status, "at": at, "by_id": by,
        }  # fmt: skip


def downgrade() -> None:
    op.drop_column("quote_requests", "campaign")
    op.drop_column("quote_requests", "landing_page")
    op.drop_column("enquiry_handling", "campaign")
    op.drop_column("enquiry_handling", "landing_page")
    op.drop_table("fact_zones")
    op.drop_index(op.f("ix_ticket_facts_state_ticket_facts_id"), table_name="ticket_facts")
    op.drop_index(op.f("ix_ticket_facts_resolved_on_ticket_facts_id"), table_name="ticket_facts")
    op.drop_index(op.f("ix_ticket_facts_made_on_ticket_facts_id"), table_name="ticket_facts")
    op.drop_table("ticket_facts")
    op.drop_table("stage_facts")
    op.drop_index(op.f("ix_order_facts_state_order_facts_id"), table_name="order_facts")
    op.drop_index(op.f("ix_order_facts_planned_on_order_facts_id"), table_name="order_facts")
    op.drop_index(op.f("ix_order_facts_measured_on_order_facts_id"), table_name="order_facts")
    op.drop_index(op.f("ix_order_facts_completed_on_order_facts_id"), table_name="order_facts")
    op.drop_table("order_facts")
    op.drop_index(op.f("ix_lead_facts_won_on_lead_facts_id"), table_name="lead_facts")
    op.drop_index(op.f("ix_lead_facts_source_lead_facts_made_on"), table_name="lead_facts")
    op.drop_index(op.f("ix_lead_facts_made_on_lead_facts_id"), table_name="lead_facts")
    op.drop_index(op.f("ix_lead_facts_lost_on_lead_facts_id"), table_name="lead_facts")
    op.drop_table("lead_facts")
    op.drop_index(op.f("ix_enquiry_facts_made_on_enquiry_facts_id"), table_name="enquiry_facts")
    op.drop_table("enquiry_facts")
    op.drop_table("daily_figures")
    op.drop_index(op.f("ix_crew_facts_person_crew_facts_completed_on"), table_name="crew_facts")
    op.drop_table("crew_facts")
