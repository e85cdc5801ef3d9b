"""letters in the panel

Whose people see a letter, how it stood before somebody decided about it, and the orders in which letters are listed.

Revision: 0022
Follows: 0021
"""

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None

INDEXES = (("created_at", "id"), ("state", "created_at", "id"), ("branch_id", "created_at", "id"))


def upgrade() -> None:
    with op.batch_alter_table("mails") as table:
        table.add_column(sa.Column("branch_id", sa.String(length=36), nullable=True))
        table.add_column(sa.Column("before", sa.JSON(), nullable=True))
        table.drop_index("ix_mails_created_at")
        table.create_foreign_key("fk_mails_branch_id", "branches", ["branch_id"], ["id"])
    for columns in INDEXES:
        op.create_index(name_of(columns), "mails", list(columns))


def downgrade() -> None:
    for columns in INDEXES:
        op.drop_index(name_of(columns), table_name="mails")
    with op.batch_alter_table("mails") as table:
        table.drop_constraint("fk_mails_branch_id", type_="foreignkey")
        table.drop_column("before")
        table.drop_column("branch_id")
        table.create_index("ix_mails_created_at", ["created_at"])


def name_of(columns: tuple[str, ...]) -> str:
    return "ix_" + "_".join(f"mails_{name}" for name in columns)
