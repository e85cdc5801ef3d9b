"""next steps that merging closed as done by nobody become notes

Revision: 0074
Follows: 0073
"""

from alembic import op

revision = "0074"
down_revision = "0073"
branch_labels = None
depends_on = None

CLOSED_BY_NOBODY = "done_at IS NOT NULL AND done_by IS NULL"
MERGED_BY = """
    SELECT merges.by_id FROM merges WHERE merges.kept_id = next_steps.record_id AND merges.created_at >= next_steps.done_at
    ORDER BY merges.created_at LIMIT 1
"""
"""The merge is noted in the transaction in which it closed the step, a little later."""


def upgrade() -> None:
    op.execute(
        "INSERT INTO activities (id, created_at, updated_at, version, kind, record_id, branch_id, type, words, happened_at, by_id) "  # noqa: S608 - our own words
        "SELECT id, done_at, done_at, 1, kind, record_id, branch_id, 'note', 'Follow-up set aside by the merge: ' || words, done_at, "
        f"({MERGED_BY}) FROM next_steps WHERE {CLOSED_BY_NOBODY}"
    )
    op.execute(f"DELETE FROM next_steps WHERE {CLOSED_BY_NOBODY}")  # noqa: S608


def downgrade() -> None:
    """They stay notes: a step that is done says who did it."""
