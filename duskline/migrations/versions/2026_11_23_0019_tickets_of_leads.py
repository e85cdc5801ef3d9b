"""tickets of leads

A ticket may be a lead's, a lead may be detached from its client again, and a warranty's draft may wait for its order.

Revision: 0019
Follows: 0018
"""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None

BEFORE = ("client", "first_job", "return_visit", "lead", "ticket", "attachment")
KIND = "ck_conversions_kind"


def upgrade() -> None:
    with op.batch_alter_table("ticket_details", reflect_kwargs={"resolve_fks": False}) as table:
        table.add_column(sa.Column("lead_id", sa.String(length=36), nullable=True))
        table.create_foreign_key(
            op.f("fk_ticket_details_lead_id"), "leads", ["lead_id"], ["id"], ondelete="SET NULL"
        )
    op.create_index(op.f("ix_ticket_details_lead_id"), "ticket_details", ["lead_id"])
    op.add_column("warranties", sa.Column("waiting_since", sa.DateTime(timezone=True), nullable=True))
    allow((*BEFORE, "detachment"))


def allow(kinds: tuple[str, ...]) -> None:
    """The kinds of conversions; nothing refers to their table, so that SQLite may make it anew."""
    listed = ", ".join(f"'{kind}'" for kind in kinds)
    with op.batch_alter_table("conversions", reflect_kwargs={"resolve_fks": False}) as table:
        if op.get_bind().dialect.name != "sqlite":  # a table made anew has none of the checks of before
            table.drop_constraint(op.f(KIND), type_="check")
        table.create_check_constraint(op.f(KIND), f"kind IN ({listed})")


def downgrade() -> None:
    op.execute("DELETE FROM conversions WHERE kind = 'detachment'")
    allow(BEFORE)
    op.drop_column("warranties", "waiting_since")
    op.drop_index(op.f("ix_ticket_details_lead_id"), "ticket_details")
    with op.batch_alter_table("ticket_details", reflect_kwargs={"resolve_fks": False}) as table:
        table.drop_constraint(op.f("fk_ticket_details_lead_id"), type_="foreignkey")
        table.drop_column("lead_id")
