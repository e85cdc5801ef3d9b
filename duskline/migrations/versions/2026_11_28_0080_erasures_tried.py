"""erasures tried

An erasure that failed is tried again after the others.

Revision: 0080
Follows: 0079
"""

import sqlalchemy as sa
from alembic import op

revision = "0080"
down_revision = "0079"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("erasures", sa.Column("tried_at", sa.DateTime(timezone=True), nullable=True))


def downgrade() -> None:
    op.drop_column("erasures", "tried_at")
