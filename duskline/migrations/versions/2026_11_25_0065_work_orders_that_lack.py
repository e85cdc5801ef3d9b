"""Work orders that lack a person or a day are found by indexes of their own.

Revision: 0065
Follows: 0064
"""

import sqlalchemy as sa
from alembic import op

revision = "0065"
down_revision = "0064"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_index(
        "ix_work_orders_unassigned",
        "work_orders",
        ["status", "created_at", "id", "branch_id"],
        unique=False,
        sqlite_where=sa.text("assigned_to IS NULL"),
        postgresql_where=sa.text("assigned_to IS NULL"),
    )
    op.create_index(
        "ix_work_orders_unassigned_by_branch",
        "work_orders",
        ["branch_id", "status", "created_at", "id"],
        unique=False,
        sqlite_where=sa.text("assigned_to IS NULL"),
        postgresql_where=sa.text("assigned_to IS NULL"),
    )
    op.create_index(
        "ix_work_orders_undated",
        "work_orders",
        ["status", "created_at", "id", "branch_id"],
        unique=False,
        sqlite_where=sa.text("scheduled_date IS NULL"),
        postgresql_where=sa.text("scheduled_date IS NULL"),
    )
    op.create_index(
        "ix_work_orders_undated_by_branch",
        "work_orders",
        ["branch_id", "status", "created_at", "id"],
        unique=False,
        sqlite_where=sa.text("scheduled_date IS NULL"),
        postgresql_where=sa.text("scheduled_date IS NULL"),
    )


def downgrade() -> None:
    op.drop_index(
        "ix_work_orders_undated_by_branch",
        table_name="work_orders",
        sqlite_where=sa.text("scheduled_date IS NULL"),
        postgresql_where=sa.text("scheduled_date IS NULL"),
    )
    op.drop_index(
        "ix_work_orders_undated",
        table_name="work_orders",
        sqlite_where=sa.text("scheduled_date IS NULL"),
        postgresql_where=sa.text("scheduled_date IS NULL"),
    )
    op.drop_index(
        "ix_work_orders_unassigned_by_branch",
        table_name="work_orders",
        sqlite_where=sa.text("assigned_to IS NULL"),
        postgresql_where=sa.text("assigned_to IS NULL"),
    )
    op.drop_index(
        "ix_work_orders_unassigned",
        table_name="work_orders",
        sqlite_where=sa.text("assigned_to IS NULL"),
        postgresql_where=sa.text("assigned_to IS NULL"),
    )
