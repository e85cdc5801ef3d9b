"""holidays

Days on which a branch is closed whatever its hours say.

Revision: 0036
Follows: 0035
"""

import sqlalchemy as sa
from alembic import op

revision = "0036"
down_revision = "0035"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("branch_details", sa.Column("holidays", sa.JSON(), nullable=True))


def downgrade() -> None:
    op.drop_column("branch_details", "holidays")
