"""orders of lists

What carries the orders that lists are asked for by the heading of a column: names by their normalized beginning, compared byte by byte on both
databases, values, planned days, and priorities by their rank.

Revision: 0066
Follows: 0065
"""

from alembic import op

revision = "0066"
down_revision = "0065"
branch_labels = None
depends_on = None

RANK = (
    "(CASE WHEN (priority = 'urgent') THEN 4 WHEN (priority = 'high') THEN 3"
    " WHEN (priority = 'medium') THEN 2 ELSE 1 END)"
)
ORDERS = (
    ("leads", "name", "{name}"),
    ("leads", "value", "(coalesce(estimated_value, 0))"),
    ("clients", "name", "{name}"),
    ("work_orders", "scheduled", "(coalesce(scheduled_date, '9999-12-30'))"),
    ("work_orders", "priority", f"{RANK}, created_at"),
    ("support_tickets", "priority", f"{RANK}, created_at"),
)


def upgrade() -> None:
    on_sqlite = op.get_bind().dialect.name == "sqlite"
    name = "(substr(search, 1, 60))" if on_sqlite else '((substr(search, 1, 60) COLLATE "C"))'
    for table, order, by in ORDERS:
        keys = by.format(name=name)
        op.execute(f"CREATE INDEX ix_{table}_by_{order} ON {table} ({keys}, id, branch_id, status)")
        op.execute(f"CREATE INDEX ix_{table}_of_branch_by_{order} ON {table} (branch_id, {keys}, id, status)")
    op.execute(f"CREATE INDEX ix_users_by_email ON users ({name}, id)")


def downgrade() -> None:
    op.drop_index("ix_users_by_email", "users")
    for table, order, _ in reversed(ORDERS):
        op.drop_index(f"ix_{table}_of_branch_by_{order}", table)
        op.drop_index(f"ix_{table}_by_{order}", table)
