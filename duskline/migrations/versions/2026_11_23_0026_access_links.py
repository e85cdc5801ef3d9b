"""access links

Links by which people set a password, invitations in the list of users, and letters that are written when they leave.

Revision: 0026
Follows: 0025
"""

import sqlalchemy as sa
from alembic import op

revision = "0026"
down_revision = "0025"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "access_links",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("user_id", sa.String(length=36), nullable=False),
        sa.Column("kind", sa.String(length=40), nullable=False),
        sa.Column("secret", sa.String(length=64), nullable=True),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("by_id", sa.String(length=36), nullable=True),
        sa.CheckConstraint("kind IN ('invitation', 'password')", name=op.f("ck_access_links_kind")),
        sa.ForeignKeyConstraint(["by_id"], ["users.id"], name=op.f("fk_access_links_by_id")),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_access_links_user_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_access_links")),
        sa.UniqueConstraint("secret", name=op.f("uq_access_links_secret")),
    )
    op.create_index(op.f("ix_access_links_expires_at"), "access_links", ["expires_at"], unique=False)
    op.create_index(op.f("ix_access_links_user_id"), "access_links", ["user_id"], unique=False)
    op.add_column("mails", sa.Column("about", sa.String(length=254), nullable=True))
    op.add_column("users", sa.Column("invited_until", sa.DateTime(timezone=True), nullable=True))


def downgrade() -> None:
    op.drop_column("users", "invited_until")
    op.execute("DELETE FROM mails WHERE letter = ''")  # nobody could write them any more
    op.drop_column("mails", "about")
    op.drop_index(op.f("ix_access_links_user_id"), table_name="access_links")
    op.drop_index(op.f("ix_access_links_expires_at"), table_name="access_links")
    op.drop_table("access_links")
