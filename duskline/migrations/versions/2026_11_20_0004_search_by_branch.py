"""search by branch

The search indexes know the branch; they are derived, and `migrate` makes them anew after this.

Revision: 0004
Follows: 0003
"""

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Nothing of the tables changes."""


def downgrade() -> None:
    """Nothing of the tables changes."""
