"""sample accounts

Accounts of the sample data are marked, so that a server in public can refuse them. Those of before are known by
their domain, which belongs to nobody.

Revision: 0013
Follows: 0012
"""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("users", sa.Column("sample", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.execute("UPDATE users SET sample = true WHERE email LIKE '%@duskline.example'")


def downgrade() -> None:
    op.drop_column("users", "sample")
