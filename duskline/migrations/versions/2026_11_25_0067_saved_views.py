"""saved views

What people keep of lists: views under a name, and how each sees a list without any.

Revision: 0067
Follows: 0066
"""

import sqlalchemy as sa
from alembic import op

revision = "0067"
down_revision = "0066"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "list_looks",
        sa.Column("user_id", sa.String(length=36), nullable=False),
        sa.Column("list", sa.String(length=40), nullable=False),
        sa.Column("layout", sa.String(length=40), nullable=True),
        sa.Column("columns", sa.JSON(), nullable=True),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_list_looks_user_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("user_id", "list", name=op.f("pk_list_looks")),
        sa.CheckConstraint(
            "list IN ('leads', 'clients', 'work_orders', 'tickets', 'users')", name=op.f("ck_list_looks_list")
        ),
        sa.CheckConstraint("layout IN ('cards', 'table')", name=op.f("ck_list_looks_layout")),
    )
    op.create_table(
        "saved_views",
        sa.Column("user_id", sa.String(length=36), nullable=False),
        sa.Column("list", sa.String(length=40), nullable=False),
        sa.Column("name", sa.String(length=60), nullable=False),
        sa.Column("name_key", sa.String(length=180), nullable=False),
        sa.Column("query", sa.String(length=2000), nullable=False),
        sa.Column("opens", sa.Boolean(), nullable=False),
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_saved_views_user_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_saved_views")),
        sa.CheckConstraint(
            "list IN ('leads', 'clients', 'work_orders', 'tickets', 'users')",
            name=op.f("ck_saved_views_list"),
        ),
    )
    op.create_index("ix_saved_views_by_name", "saved_views", ["user_id", "list", "name_key"], unique=True)


def downgrade() -> None:
    op.drop_index("ix_saved_views_by_name", table_name="saved_views")
    op.drop_table("saved_views")
    op.drop_table("list_looks")
