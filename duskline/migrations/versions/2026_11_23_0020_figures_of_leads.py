"""figures of leads

What the list and the board of leads narrow and count by, beside each lead, and sums beside the counts. `migrate` keeps
all of it right; what is next about each lead is filled in here too, before there are indexes to keep.

Revision: 0020
Follows: 0019
"""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None

Columns = tuple[str | sa.TextClause, ...]
DUE: Columns = ("step_on", "step_minute", sa.text("id DESC"))
INDEXES: dict[str, tuple[str, Columns]] = {
    "without_step": ("step", ("step", "created_at", "id", "branch_id")),
    "without_step_by_branch": ("step", ("branch_id", "step", "created_at", "id", "status")),
    "without_step_by_status": ("step", ("status", "step", "created_at", "id", "branch_id")),
    "without_step_by_person": ("step", ("assigned_to", "step", "created_at", "id", "branch_id", "status")),
    "due": ("step_on", (*DUE, "branch_id", "status")),
    "due_by_branch": ("step_on", ("branch_id", *DUE, "status")),
    "due_by_status": ("step_on", ("status", *DUE, "branch_id")),
    "due_by_person": ("step_of", ("step_of", *DUE, "branch_id", "status")),
}
"""Of the rows that have some value in the first column."""
STEPS: Columns = ("due_on", sa.text("coalesce(due_minute, 1440)"), sa.text("record_id DESC"))
FORMER: dict[str, Columns] = {
    "day": (*STEPS, "branch_id"),
    "person": ("assigned_to", *STEPS, "branch_id"),
    "branch": ("branch_id", *STEPS),
}
"""Of next steps that are open; leads are found without them."""


FILLED = """
UPDATE leads SET
    step = CASE WHEN status NOT IN ('won', 'lost') AND NOT EXISTS (
        SELECT 1 FROM next_steps WHERE kind = 'lead' AND record_id = leads.id AND done_at IS NULL
    ) THEN 'none' END,
    step_on = (SELECT due_on FROM next_steps WHERE kind = 'lead' AND record_id = leads.id AND done_at IS NULL),
    step_minute = (
        SELECT coalesce(due_minute, 1440) FROM next_steps
        WHERE kind = 'lead' AND record_id = leads.id AND done_at IS NULL
    ),
    step_of = (SELECT assigned_to FROM next_steps WHERE kind = 'lead' AND record_id = leads.id AND done_at IS NULL)
"""


def upgrade() -> None:
    op.add_column(
        "leads", sa.Column("counted_as", sa.String(length=40), server_default="quoted", nullable=False)
    )
    op.add_column("leads", sa.Column("step", sa.String(length=40), nullable=True))
    op.add_column("leads", sa.Column("step_on", sa.Date(), nullable=True))
    op.add_column("leads", sa.Column("step_minute", sa.Integer(), nullable=True))
    op.add_column("leads", sa.Column("step_of", sa.String(length=36), nullable=True))
    op.execute(FILLED)
    for name, (column, columns) in INDEXES.items():
        some = sa.text(f"{column} IS NOT NULL")
        op.create_index(f"ix_leads_{name}", "leads", list(columns), sqlite_where=some, postgresql_where=some)
    for name in FORMER:
        op.drop_index(f"ix_next_steps_by_{name}", "next_steps")
    op.add_column("record_counts", sa.Column("total", sa.BigInteger(), server_default="0", nullable=False))


def downgrade() -> None:
    op.drop_column("record_counts", "total")
    is_open = sa.text("done_at IS NULL")
    for name, columns in FORMER.items():
        op.create_index(
            f"ix_next_steps_by_{name}", "next_steps", ["kind", *columns],
            sqlite_where=is_open, postgresql_where=is_open,
        )  # fmt: skip
    for name in INDEXES:
        op.drop_index(f"ix_leads_{name}", "leads")
    for column in ("step_of", "step_minute", "step_on", "step", "counted_as"):
        op.drop_column("leads", column)
