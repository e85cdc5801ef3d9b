"""promised

A work order knows what its client was promised.

Revision: 0025
Follows: 0024
"""

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("work_order_details", sa.Column("promised", sa.Text(), nullable=True))


def downgrade() -> None:
    op.drop_column("work_order_details", "promised")
