"""mail outbox

Letters wait here until somebody has sent them.

Revision: 0021
Follows: 0020
"""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "mails",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("kind", sa.String(length=40), nullable=False),
        sa.Column("key", sa.String(length=120), nullable=True),
        sa.Column("recipient", sa.String(length=254), nullable=False),
        sa.Column("subject", sa.String(length=200), nullable=False),
        sa.Column("letter", sa.Text(), nullable=False),
        sa.Column("at_most_once", sa.Boolean(), nullable=False),
        sa.Column("state", sa.String(length=40), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("due", sa.DateTime(timezone=True), nullable=False),
        sa.Column("lease", sa.String(length=36), nullable=True),
        sa.Column("handed_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("sent_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("fault", sa.String(length=300), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint(
            "state IN ('waiting', 'sent', 'unsure', 'dead', 'held')", name=op.f("ck_mails_state")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_mails")),
        sa.UniqueConstraint("key", name=op.f("uq_mails_key")),
    )
    op.create_index(op.f("ix_mails_created_at"), "mails", ["created_at"], unique=False)
    op.create_index(op.f("ix_mails_recipient"), "mails", ["recipient"], unique=False)
    op.create_index(
        "ix_mails_waiting",
        "mails",
        ["due"],
        unique=False,
        sqlite_where=sa.text("state = 'waiting'"),
        postgresql_where=sa.text("state = 'waiting'"),
    )


def downgrade() -> None:
    op.drop_index(
        "ix_mails_waiting",
        table_name="mails",
        sqlite_where=sa.text("state = 'waiting'"),
        postgresql_where=sa.text("state = 'waiting'"),
    )
    op.drop_index(op.f("ix_mails_recipient"), table_name="mails")
    op.drop_index(op.f("ix_mails_created_at"), table_name="mails")
    op.drop_table("mails")
