"""server key

What the server signs and hashes with: one row, shared by every process.

Revision: 0008
Follows: 0007
"""

import secrets

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    table = op.create_table(
        "server_keys",
        sa.Column("secret", sa.String(length=64), nullable=False),
        sa.PrimaryKeyConstraint("secret", name=op.f("pk_server_keys")),
    )
    op.bulk_insert(table, [{"secret": secrets.token_hex(32)}])


def downgrade() -> None:
    op.drop_table("server_keys")
