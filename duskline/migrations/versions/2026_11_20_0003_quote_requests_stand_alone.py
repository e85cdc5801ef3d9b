"""quote requests stand alone

A repeated request keeps the name and phone it came with; a suspected one is a message, not a lead's request.
Photos are looked up by their address.

Revision: 0003
Follows: 0002
"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

BY_ADDRESS = "ix_gallery_submissions_image_url"


def upgrade() -> None:
    with op.batch_alter_table("quote_requests") as table:
        table.add_column(sa.Column("name", sa.String(length=200), nullable=True))
        table.add_column(sa.Column("phone", sa.String(length=40), nullable=True))
        table.drop_column("suspected")
    op.create_index(op.f(BY_ADDRESS), "gallery_submissions", ["image_url"])


def downgrade() -> None:
    op.drop_index(op.f(BY_ADDRESS), "gallery_submissions")
    with op.batch_alter_table("quote_requests") as table:
        table.add_column(sa.Column("suspected", sa.Boolean(), nullable=False, server_default=sa.false()))
        table.drop_column("phone")
        table.drop_column("name")
