"""lists by category and person

Tickets are listed by priority and category; one person's records are counted without leaving the index.

Revision: 0005
Follows: 0004
"""

from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

SHORT, LONG = ["assigned_to", "created_at", "id"], ["assigned_to", "created_at", "id", "branch_id", "status"]
TICKETS = (
    ["priority", "created_at", "id", "branch_id"],
    ["category", "created_at", "id", "branch_id"],
    ["branch_id", "category", "created_at", "id"],
)


def upgrade() -> None:
    for table in ("leads", "work_orders", "support_tickets"):
        op.drop_index(name(table, SHORT), table)
        op.create_index(name(table, LONG), table, LONG)
    for columns in TICKETS:
        op.create_index(name("support_tickets", columns), "support_tickets", columns)


def downgrade() -> None:
    for columns in TICKETS:
        op.drop_index(name("support_tickets", columns), "support_tickets")
    for table in ("leads", "work_orders", "support_tickets"):
        op.drop_index(name(table, LONG), table)
        op.create_index(name(table, SHORT), table, SHORT)


def name(table: str, columns: list[str]) -> str:
    """As the models' naming convention has it."""
    return op.f("ix_" + "_".join(f"{table}_{column}" for column in columns))
