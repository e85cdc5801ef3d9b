"""notifications

What people are told of in the panel, and the open next steps of a day.

Revision: 0029
Follows: 0028
"""

import sqlalchemy as sa
from alembic import op

revision = "0029"
down_revision = "0028"
branch_labels = None
depends_on = None

UNREAD = sa.text("read_at IS NULL")
OPEN = sa.text("done_at IS NULL")


def upgrade() -> None:
    op.create_table(
        "notifications",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("user_id", sa.String(length=36), nullable=False),
        sa.Column("what", sa.String(length=40), nullable=False),
        sa.Column("kind", sa.String(length=40), nullable=False),
        sa.Column("record_id", sa.String(length=36), nullable=False),
        sa.Column("branch_id", sa.String(length=36), nullable=True),
        sa.Column("key", sa.String(length=160), nullable=True),
        sa.Column("read_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint(
            "what IN ('new_lead', 'new_message', 'assigned', 'step_due', 'answer_due')",
            name=op.f("ck_notifications_what"),
        ),
        sa.CheckConstraint(
            "kind IN ('lead', 'client', 'work_order', 'ticket', 'enquiry')",
            name=op.f("ck_notifications_kind"),
        ),
        sa.ForeignKeyConstraint(["branch_id"], ["branches.id"], name=op.f("fk_notifications_branch_id")),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_notifications_user_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_notifications")),
        sa.UniqueConstraint("key", name=op.f("uq_notifications_key")),
    )
    op.create_index("ix_notifications_by_person", "notifications", ["user_id", "created_at", "id"])
    op.create_index("ix_notifications_by_record", "notifications", ["kind", "record_id"])
    op.create_index(op.f("ix_notifications_created_at"), "notifications", ["created_at"])
    op.create_index(
        "ix_notifications_unread", "notifications", ["user_id", "kind", "branch_id"],
        sqlite_where=UNREAD, postgresql_where=UNREAD,
    )  # fmt: skip
    op.create_index(
        "ix_next_steps_open_by_day", "next_steps", ["due_on"], sqlite_where=OPEN, postgresql_where=OPEN
    )


def downgrade() -> None:
    op.drop_index("ix_next_steps_open_by_day", "next_steps")
    op.drop_table("notifications")
