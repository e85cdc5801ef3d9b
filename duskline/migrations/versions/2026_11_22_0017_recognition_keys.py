"""recognition keys

What makes two people the same: the keys of their addresses, beside that of the telephone number.

Revision: 0017
Follows: 0016
"""

import sqlalchemy as sa
from alembic import op

from duskline.core.values.contacts import email_key, place_key

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None

ROWS = 1000
"""Filled at a time."""


def upgrade() -> None:
    op.add_column("clients", sa.Column("email_key", sa.String(length=254), nullable=True))
    op.add_column("clients", sa.Column("place_key", sa.String(length=200), nullable=True))
    op.create_index(op.f("ix_clients_email_key"), "clients", ["email_key"], unique=False)
    op.create_index(op.f("ix_clients_phone_key"), "clients", ["phone_key"], unique=False)
    op.create_index(op.f("ix_clients_place_key"), "clients", ["place_key"], unique=False)
    op.add_column("leads", sa.Column("email_key", sa.String(length=254), nullable=True))
    op.add_column("leads", sa.Column("place_key", sa.String(length=200), nullable=True))
    op.create_index(op.f("ix_leads_email_key"), "leads", ["email_key"], unique=False)
    op.create_index(op.f("ix_leads_phone_key"), "leads", ["phone_key"], unique=False)
    op.create_index(op.f("ix_leads_place_key"), "leads", ["place_key"], unique=False)
    op.add_column("properties", sa.Column("place_key", sa.String(length=200), nullable=True))
    op.create_index(op.f("ix_properties_place_key"), "properties", ["place_key"], unique=False)
    for table in ("clients", "leads"):
        fill(sa.table(table, *map(sa.column, ("id", "email", "address", "email_key", "place_key"))))


def fill(table: sa.TableClause) -> None:
    after, connection = "", op.get_bind()
    change = sa.update(table).where(table.c.id == sa.bindparam("row_id"))
    change = change.values(email_key=sa.bindparam("new_email"), place_key=sa.bindparam("new_place"))
    while True:
        wanted = sa.select(table.c.id, table.c.email, table.c.address).where(table.c.id > after)
        rows = connection.execute(wanted.order_by(table.c.id).limit(ROWS)).all()
        if not rows:
            return
        connection.execute(
            change,
            [
                {"row_id": id, "new_email": email_key(email), "new_place": place_key(address)}
                for id, email, address in rows
            ],
        )
        after = rows[-1][0]


def downgrade() -> None:
    op.drop_index(op.f("ix_properties_place_key"), table_name="properties")
    op.drop_column("properties", "place_key")
    op.drop_index(op.f("ix_leads_place_key"), table_name="leads")
    op.drop_index(op.f("ix_leads_phone_key"), table_name="leads")
    op.drop_index(op.f("ix_leads_email_key"), table_name="leads")
    op.drop_column("leads", "place_key")
    op.drop_column("leads", "email_key")
    op.drop_index(op.f("ix_clients_place_key"), table_name="clients")
    op.drop_index(op.f("ix_clients_phone_key"), table_name="clients")
    op.drop_index(op.f("ix_clients_email_key"), table_name="clients")
    op.drop_column("clients", "place_key")
    op.drop_column("clients", "email_key")
