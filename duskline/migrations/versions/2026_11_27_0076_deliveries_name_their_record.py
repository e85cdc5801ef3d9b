"""Deliveries to webhooks name the record that they tell of

Revision: 0076
Follows: 0075
"""

import sqlalchemy as sa
from alembic import op

revision = "0076"
down_revision = "0075"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("webhook_deliveries", sa.Column("record_id", sa.String(length=36), nullable=True))
    op.create_index(
        op.f("ix_webhook_deliveries_record_id"), "webhook_deliveries", ["record_id"], unique=False
    )
    if op.get_bind().dialect.name == "sqlite":
        op.execute(
            "UPDATE webhook_deliveries SET record_id = json_extract(body, '$.record.id') WHERE body <> ''"
        )
    else:
        op.execute("UPDATE webhook_deliveries SET record_id = body::json #>> '{record,id}' WHERE body <> ''")


def downgrade() -> None:
    op.drop_index(op.f("ix_webhook_deliveries_record_id"), table_name="webhook_deliveries")
    op.drop_column("webhook_deliveries", "record_id")
