"""visits put right

Whoever was to come to a job that was cancelled before there were visits is found by its visit too, should that stand again. How often a
visit was moved is counted no more: calendar programs go by the moment of its last change.

Revision: 0062
Follows: 0061
"""

import sqlalchemy as sa
from alembic import op

revision = "0062"
down_revision = "0061"
branch_labels = None
depends_on = None

CREWS = """
    INSERT INTO visit_crew (visit_id, user_id, starts_at, ends_at)
    SELECT v.id, c.value, v.starts_at, v.ends_at FROM visits v, {crew} c WHERE v.status = 'cancelled'
    ON CONFLICT DO NOTHING
"""


def upgrade() -> None:
    on_sqlite = op.get_bind().dialect.name == "sqlite"
    op.execute(CREWS.format(crew="json_each(v.crew)" if on_sqlite else "json_array_elements_text(v.crew)"))
    op.drop_column("visits", "sequence")


def downgrade() -> None:
    op.add_column("visits", sa.Column("sequence", sa.Integer(), server_default=sa.text("0"), nullable=False))
