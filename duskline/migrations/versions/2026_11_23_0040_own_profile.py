"""own profile

Telephone numbers of people, and their pictures found by address.

Revision: 0040
Follows: 0039
"""

import sqlalchemy as sa
from alembic import op

revision = "0040"
down_revision = "0039"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("users", sa.Column("phone", sa.String(length=40), nullable=True))
    op.create_index(op.f("ix_users_profile_image_url"), "users", ["profile_image_url"])


def downgrade() -> None:
    op.drop_index(op.f("ix_users_profile_image_url"), table_name="users")
    op.drop_column("users", "phone")
