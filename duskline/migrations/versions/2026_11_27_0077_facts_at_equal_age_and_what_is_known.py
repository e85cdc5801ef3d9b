"""facts at equal age and what is known

Revision: 0077
Follows: 0076
"""

import sqlalchemy as sa
from alembic import op

revision = "0077"
down_revision = "0076"
branch_labels = None
depends_on = None


INDEXES = {
    "lead_facts": (("branch_id", "made_on"), ("branch_id", "won_on")),
    "order_facts": (("branch_id", "completed_on"),),
    "ticket_facts": (("branch_id", "made_on"), ("branch_id", "resolved_on")),
}


def upgrade() -> None:
    """`migrate` makes all facts anew, and so fills what is added."""
    op.execute("DELETE FROM lead_facts")
    with op.batch_alter_table("lead_facts") as facts:
        facts.add_column(sa.Column("reached_soon", sa.Integer(), nullable=False))
        facts.add_column(sa.Column("answered_soon", sa.String(length=3), nullable=True))
        facts.alter_column("value", existing_type=sa.INTEGER(), nullable=True)
    for name in ("answered_soon", "reopened_soon"):
        op.add_column("ticket_facts", sa.Column(name, sa.String(length=3), nullable=True))
    for table, indexes in INDEXES.items():
        for columns in indexes:
            op.create_index(_called(table, columns), table, list(columns), unique=False)


def downgrade() -> None:
    for table, indexes in INDEXES.items():
        for columns in indexes:
            op.drop_index(_called(table, columns), table_name=table)
    for name in ("reopened_soon", "answered_soon"):
        op.drop_column("ticket_facts", name)
    op.execute("DELETE FROM lead_facts")
    with op.batch_alter_table("lead_facts") as facts:
        facts.alter_column("value", existing_type=sa.INTEGER(), nullable=False)
        facts.drop_column("answered_soon")
        facts.drop_column("reached_soon")


def _called(table: str, columns: tuple[str, ...]) -> str:
    return op.f("_".join(("ix", *(f"{table}_{name}" for name in columns))))
