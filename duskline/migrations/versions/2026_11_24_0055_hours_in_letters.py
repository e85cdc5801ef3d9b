"""hours in letters

Revision: 0055
Follows: 0052
"""

import sqlalchemy as sa
from alembic import op

revision = "0055"
down_revision = "0052"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("visit_letters", sa.Column("visits", sa.JSON(none_as_null=True), nullable=True))


def downgrade() -> None:
    op.drop_column("visit_letters", "visits")
