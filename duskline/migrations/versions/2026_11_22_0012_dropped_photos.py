"""dropped photos

A photo that is taken away from its work order can be put back for a while.

Revision: 0012
Follows: 0011
"""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "dropped_photos",
        sa.Column("id", sa.String(36), nullable=False),
        sa.Column("work_order_id", sa.String(36), nullable=False),
        sa.Column("photo", sa.JSON(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("dropped_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["work_order_id"],
            ["work_orders.id"],
            name="fk_dropped_photos_work_order_id_work_orders",
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name="pk_dropped_photos"),
    )
    op.create_index("ix_dropped_photos_dropped_at", "dropped_photos", ["dropped_at"])
    op.create_index("ix_dropped_photos_work_order_id", "dropped_photos", ["work_order_id"])


def downgrade() -> None:
    op.drop_table("dropped_photos")
