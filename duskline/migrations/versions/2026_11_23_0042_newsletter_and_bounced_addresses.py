"""newsletter and bounced addresses

Who unsubscribed, which posts subscribers are told of, and where no letter goes any more.

Revision: 0042
Follows: 0041
"""

import sqlalchemy as sa
from alembic import op

revision = "0042"
down_revision = "0041"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "bounced_addresses",
        sa.Column("email", sa.String(length=254), nullable=False),
        sa.Column("email_key", sa.String(length=254), nullable=False),
        sa.Column("fault", sa.String(length=300), nullable=False),
        sa.Column("lifted_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_bounced_addresses")),
        sa.UniqueConstraint("email_key", name=op.f("uq_bounced_addresses_email_key")),
    )
    op.create_table(
        "newsletters",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("due", sa.DateTime(timezone=True), nullable=False),
        sa.Column("reached", sa.String(length=36), nullable=True),
        sa.Column("letters", sa.Integer(), nullable=False),
        sa.Column("done_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["id"], ["post_drafts.id"], name=op.f("fk_newsletters_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_newsletters")),
    )
    op.create_table(
        "subscription_ends",
        sa.Column("subscription_id", sa.String(length=36), nullable=False),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("by_id", sa.String(length=36), nullable=True),
        sa.ForeignKeyConstraint(["by_id"], ["users.id"], name=op.f("fk_subscription_ends_by_id")),
        sa.ForeignKeyConstraint(
            ["subscription_id"],
            ["newsletter_subscriptions.id"],
            name=op.f("fk_subscription_ends_subscription_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("subscription_id", name=op.f("pk_subscription_ends")),
    )
    op.add_column("post_drafts", sa.Column("tells", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("post_drafts", sa.Column("told_at", sa.DateTime(timezone=True), nullable=True))


def downgrade() -> None:
    op.drop_column("post_drafts", "told_at")
    op.drop_column("post_drafts", "tells")
    op.drop_table("subscription_ends")
    op.drop_table("newsletters")
    op.drop_table("bounced_addresses")
