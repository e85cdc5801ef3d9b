"""when merges began

What was written between the beginning of a merge and its undo is about both.

Revision: 0082
Follows: 0081
"""

import sqlalchemy as sa
from alembic import op

revision = "0082"
down_revision = "0081"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("merges", sa.Column("began_at", sa.DateTime(timezone=True), nullable=True))
    op.execute("UPDATE merges SET began_at = created_at")
    with op.batch_alter_table("merges", reflect_kwargs={"resolve_fks": False}) as merges:
        merges.alter_column("began_at", nullable=False)


def downgrade() -> None:
    op.drop_column("merges", "began_at")
