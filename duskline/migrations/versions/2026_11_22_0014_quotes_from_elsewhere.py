"""quotes from elsewhere

A quote request remembers whether a branch served its ZIP code when it came.

Revision: 0014
Follows: 0011
"""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("quote_requests") as table:
        table.add_column(sa.Column("served", sa.Boolean(), nullable=False, server_default=sa.true()))
    with op.batch_alter_table("quote_requests") as table:
        table.alter_column("served", server_default=None)


def downgrade() -> None:
    with op.batch_alter_table("quote_requests") as table:
        table.drop_column("served")
