"""places in the panel

What is told of a branch beside its record, and by which versions branches and regions are edited.

Revision: 0032
Follows: 0031
"""

import sqlalchemy as sa
from alembic import op

revision = "0032"
down_revision = "0031"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("branches", sa.Column("version", sa.Integer(), nullable=False, server_default=sa.text("1")))
    op.add_column("regions", sa.Column("version", sa.Integer(), nullable=False, server_default=sa.text("1")))
    op.add_column("branch_details", sa.Column("email", sa.String(length=254), nullable=True))
    op.add_column("branch_details", sa.Column("open_hours", sa.JSON(), nullable=True))


def downgrade() -> None:
    op.drop_column("branch_details", "open_hours")
    op.drop_column("branch_details", "email")
    op.drop_column("regions", "version")
    op.drop_column("branches", "version")
