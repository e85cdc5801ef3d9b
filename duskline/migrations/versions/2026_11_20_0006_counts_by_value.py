"""counts by value

Records are counted by priority, category and person too; the counts are derived, and `migrate` makes them anew.

Revision: 0006
Follows: 0005
"""

from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("record_counts") as table:
        table.alter_column("status", new_column_name="value")


def downgrade() -> None:
    op.execute("DELETE FROM record_counts")
    with op.batch_alter_table("record_counts") as table:
        table.alter_column("value", new_column_name="status")
