"""drawn parts

The draft of a warranty begins with what its job knows, and whoever typed nothing loses nothing.

Revision: 0024
Follows: 0023
"""

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("warranty_parts", reflect_kwargs={"resolve_fks": False}) as table:
        table.add_column(sa.Column("drawn", sa.Boolean(), nullable=False, server_default=sa.false()))
    with op.batch_alter_table("warranty_parts", reflect_kwargs={"resolve_fks": False}) as table:
        table.alter_column("drawn", server_default=None)


def downgrade() -> None:
    op.drop_column("warranty_parts", "drawn")
