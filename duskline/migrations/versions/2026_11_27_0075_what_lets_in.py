"""PINs on phones go, with those that people set; known browsers are known by a word of the account

Revision: 0075
Follows: 0074
"""

import sqlalchemy as sa
from alembic import op

revision = "0075"
down_revision = "0074"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column(
        "users", sa.Column("known_by", sa.String(length=22), server_default=sa.text("''"), nullable=False)
    )
    op.drop_index(op.f("ix_device_pins_proven_at"), table_name="device_pins")
    op.drop_index(op.f("ix_device_pins_user_id"), table_name="device_pins")
    op.drop_table("device_pins")


def downgrade() -> None:
    op.create_table(
        "device_pins",
        sa.Column("user_id", sa.String(length=36), nullable=False),
        sa.Column("secret", sa.String(length=64), nullable=False),
        sa.Column("pin", sa.String(length=200), nullable=False),
        sa.Column("stands_for", sa.String(length=64), nullable=False),
        sa.Column("agent", sa.String(length=300), nullable=False),
        sa.Column("tries", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.Column("proven_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("used_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_device_pins_user_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_device_pins")),
        sa.UniqueConstraint("secret", name=op.f("uq_device_pins_secret")),
    )
    op.create_index(op.f("ix_device_pins_proven_at"), "device_pins", ["proven_at"], unique=False)
    op.create_index(op.f("ix_device_pins_user_id"), "device_pins", ["user_id"], unique=False)
    op.drop_column("users", "known_by")
