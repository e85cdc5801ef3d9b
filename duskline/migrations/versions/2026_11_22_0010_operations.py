"""operations

The answers kept under an Idempotency-Key.

Revision: 0010
Follows: 0009
"""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "operations",
        sa.Column("id", sa.String(64), nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("status", sa.Integer(), nullable=True),
        sa.Column("answer", sa.LargeBinary(), nullable=True),
        sa.Column("etag", sa.String(40), nullable=True),
        sa.Column("record_id", sa.String(36), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_operations")),
    )
    op.create_index(op.f("ix_operations_expires_at"), "operations", ["expires_at"])


def downgrade() -> None:
    op.drop_table("operations")
