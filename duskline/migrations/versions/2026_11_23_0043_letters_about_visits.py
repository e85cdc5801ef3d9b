"""letters about visits

What clients are to be told of their visits by mail, and what they were told.

Revision: 0043
Follows: 0042
"""

import sqlalchemy as sa
from alembic import op

revision = "0043"
down_revision = "0042"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "visit_changes",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("due", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["id"], ["work_orders.id"], name=op.f("fk_visit_changes_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_visit_changes")),
    )
    op.create_index(op.f("ix_visit_changes_due"), "visit_changes", ["due"], unique=False)
    op.create_table(
        "visit_letters",
        sa.Column("work_order_id", sa.String(length=36), nullable=False),
        sa.Column("client_id", sa.String(length=36), nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("email", sa.String(length=254), nullable=False),
        sa.Column("what", sa.String(length=40), nullable=True),
        sa.Column("day", sa.Date(), nullable=True),
        sa.Column("words", sa.String(length=200), nullable=True),
        sa.Column("told_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("what IN ('planned', 'moved', 'cancelled')", name=op.f("ck_visit_letters_what")),
        sa.ForeignKeyConstraint(
            ["work_order_id"],
            ["work_orders.id"],
            name=op.f("fk_visit_letters_work_order_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_visit_letters")),
    )
    op.create_index(op.f("ix_visit_letters_work_order_id"), "visit_letters", ["work_order_id"], unique=False)
    op.add_column(
        "work_order_details",
        sa.Column("tells_client", sa.Boolean(), nullable=False, server_default=sa.true()),
    )


def downgrade() -> None:
    op.drop_column("work_order_details", "tells_client")
    op.drop_index(op.f("ix_visit_letters_work_order_id"), table_name="visit_letters")
    op.drop_table("visit_letters")
    op.drop_index(op.f("ix_visit_changes_due"), table_name="visit_changes")
    op.drop_table("visit_changes")
