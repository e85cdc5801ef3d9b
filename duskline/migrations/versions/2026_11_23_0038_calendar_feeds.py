"""calendar feeds

Secret addresses under which calendar programs read work orders.

Revision: 0038
Follows: 0037
"""

import sqlalchemy as sa
from alembic import op

revision = "0038"
down_revision = "0037"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "calendar_feeds",
        sa.Column("user_id", sa.String(length=36), nullable=False),
        sa.Column("branch_id", sa.String(length=36), nullable=True),
        sa.Column("secret", sa.String(length=64), nullable=False),
        sa.Column("used_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_calendar_feeds_user_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["branch_id"], ["branches.id"], name=op.f("fk_calendar_feeds_branch_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_calendar_feeds")),
        sa.UniqueConstraint("secret", name=op.f("uq_calendar_feeds_secret")),
    )
    op.create_index(op.f("ix_calendar_feeds_user_id"), "calendar_feeds", ["user_id"], unique=False)
    op.create_index(op.f("ix_calendar_feeds_branch_id"), "calendar_feeds", ["branch_id"], unique=False)


def downgrade() -> None:
    op.drop_index(op.f("ix_calendar_feeds_branch_id"), table_name="calendar_feeds")
    op.drop_index(op.f("ix_calendar_feeds_user_id"), table_name="calendar_feeds")
    op.drop_table("calendar_feeds")
