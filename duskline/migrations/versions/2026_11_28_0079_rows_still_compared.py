"""rows still compared

A correction of a row no longer compares all rows behind it in its own transaction: what is left is written down, and the indexes of the keys
name the first row of each.

Revision: 0079
Follows: 0078
"""

import sqlalchemy as sa
from alembic import op

revision = "0079"
down_revision = "0078"
branch_labels = None
depends_on = None

KEYS = ("email_key", "phone_key", "place_key")


def upgrade() -> None:
    op.add_column("imports", sa.Column("unsettled", sa.JSON(), nullable=True))
    _index("number")


def downgrade() -> None:
    _index()
    op.drop_column("imports", "unsettled")


def _index(*behind: str) -> None:
    for key in KEYS:
        op.drop_index(f"ix_import_rows_{key}", table_name="import_rows")
        op.create_index(f"ix_import_rows_{key}", "import_rows", ["import_id", key, *behind])
