"""told by mail

How people want to be told, when no letter may come to them, and which letter tells of a notification.

Revision: 0031
Follows: 0030
"""

import sqlalchemy as sa
from alembic import op

revision = "0031"
down_revision = "0030"
branch_labels = None
depends_on = None

OPEN = sa.text("done_at IS NULL")


def upgrade() -> None:
    op.create_table(
        "notification_preferences",
        sa.Column("user_id", sa.String(length=36), nullable=False),
        sa.Column("what", sa.String(length=40), nullable=False),
        sa.Column("in_panel", sa.Boolean(), nullable=False),
        sa.Column("by_mail", sa.String(length=40), nullable=False),
        sa.CheckConstraint(
            "what IN ('new_lead', 'new_message', 'assigned', 'step_due', 'answer_due')",
            name=op.f("ck_notification_preferences_what"),
        ),
        sa.CheckConstraint(
            "by_mail IN ('at_once', 'morning', 'never')", name=op.f("ck_notification_preferences_by_mail")
        ),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_notification_preferences_user_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("user_id", "what", name=op.f("pk_notification_preferences")),
    )
    op.create_table(
        "mail_hours",
        sa.Column("user_id", sa.String(length=36), nullable=False),
        sa.Column("quiet_from", sa.Integer(), nullable=True),
        sa.Column("quiet_until", sa.Integer(), nullable=True),
        sa.Column("digest_on", sa.Date(), nullable=True),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_mail_hours_user_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("user_id", name=op.f("pk_mail_hours")),
    )
    op.add_column("notifications", sa.Column("letter", sa.String(length=36), nullable=True))
    op.create_index(op.f("ix_notifications_letter"), "notifications", ["letter"])
    op.create_index(
        "ix_next_steps_open_by_person", "next_steps", ["assigned_to", "due_on"],
        sqlite_where=OPEN, postgresql_where=OPEN,
    )  # fmt: skip


def downgrade() -> None:
    op.drop_index("ix_next_steps_open_by_person", "next_steps")
    op.drop_index(op.f("ix_notifications_letter"), "notifications")
    op.drop_column("notifications", "letter")
    op.drop_table("mail_hours")
    op.drop_table("notification_preferences")
