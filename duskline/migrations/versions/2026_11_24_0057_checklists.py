"""checklists

What must not be forgotten on site, kind of job by kind of job; what of it was done, and why something was not. Ids and times of the first
lines are fixed, so that every database begins with the same rows.

Revision: 0057
Follows: 0056
"""

from datetime import UTC, datetime

import sqlalchemy as sa
from alembic import op

revision = "0057"
down_revision = "0056"
branch_labels = None
depends_on = None

FIRST = {
    "installation": (
        ("Take a photo of the roofline before the work", True, "before"),
        ("Check the power outlet and its breaker", True, None),
        ("Light every section in white and in color", True, None),
        ("Show the client the app", False, None),
        ("Leave gutters and ground clean", True, None),
        ("Take a photo of the finished roofline", True, "after"),
    ),
    "service": (
        ("Take a photo of the fault", False, "problem"),
        ("Note what was wrong", True, None),
        ("Light every section in white and in color", True, None),
        ("Take a photo of the repair", True, "after"),
    ),
    "survey": (
        ("Measure the roofline", True, None),
        ("Find the power outlets", True, None),
        ("Note what can hurt whoever works there", True, None),
        ("Take a photo of every side", True, "before"),
    ),
    "inspection": (
        ("Light every section in white and in color", True, None),
        ("Check fastenings and seals", True, None),
        ("Take a photo of whatever is wrong", False, "problem"),
    ),
}
SINCE = datetime(2026, 11, 24, tzinfo=UTC)


def upgrade() -> None:
    items = op.create_table(
        "checklist_items",
        sa.Column("kind", sa.String(length=40), nullable=False),
        sa.Column("words", sa.String(length=120), nullable=False),
        sa.Column("required", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("photo", sa.String(length=40), nullable=True),
        sa.Column("place", sa.Integer(), nullable=True),
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.CheckConstraint(
            "kind IN ('installation', 'service', 'survey', 'inspection')",
            name=op.f("ck_checklist_items_kind"),
        ),
        sa.CheckConstraint(
            "photo IN ('before', 'during', 'after', 'problem')", name=op.f("ck_checklist_items_photo")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_checklist_items")),
    )
    op.create_index(
        op.f("ix_checklist_items_kind_checklist_items_place"),
        "checklist_items",
        ["kind", "place"],
        unique=False,
    )
    op.bulk_insert(
        items,
        [
            {
                "id": f"01a205b3-d000-7000-8{number:03}-{place:012}",
                "kind": kind,
                "words": words,
                "required": required,
                "photo": photo,
                "place": place,
                "created_at": SINCE,
                "version": 1,
            }
            for number, (kind, lines) in enumerate(FIRST.items(), 10)
            for place, (words, required, photo) in enumerate(lines, 1)
        ],
    )
    op.create_table(
        "visit_checks",
        sa.Column("visit_id", sa.String(length=36), nullable=False),
        sa.Column("item_id", sa.String(length=36), nullable=False),
        sa.Column("done", sa.Boolean(), nullable=False),
        sa.Column("by_id", sa.String(length=36), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["visit_id"], ["visits.id"], name=op.f("fk_visit_checks_visit_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["item_id"], ["checklist_items.id"], name=op.f("fk_visit_checks_item_id")),
        sa.ForeignKeyConstraint(["by_id"], ["users.id"], name=op.f("fk_visit_checks_by_id")),
        sa.PrimaryKeyConstraint("visit_id", "item_id", name=op.f("pk_visit_checks")),
    )
    op.add_column("visits", sa.Column("missing", sa.String(length=300), nullable=True))


def downgrade() -> None:
    op.drop_column("visits", "missing")
    op.drop_table("visit_checks")
    op.drop_table("checklist_items")
