"""${message}

Revision: ${up_revision}
Follows: ${down_revision | comma,n}
"""
<%def name="steps(text)">${"\n".join(line for line in text.splitlines() if "###" not in line) or "    pass"}</%def>
import sqlalchemy as sa
from alembic import op
${imports if imports else ""}

revision = ${repr(up_revision)}
down_revision = ${repr(down_revision)}
branch_labels = None
depends_on = None


def upgrade() -> None:
${steps(upgrades)}


def downgrade() -> None:
${steps(downgrades)}
