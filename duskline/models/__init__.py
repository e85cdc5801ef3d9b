"""Tables and their invariants, in rooms. No HTTP and no commit here. The import of this package maps every table and hangs the consequences on the session."""

from duskline.core.data import audit, calls, counts, keys
from duskline.core.jobs import chores
from duskline.core.mail import bounces, outbox
from duskline.models import (
    company,
    consequences,
    notifying,
    people,
    pictures,
    places,
    privacy,
    records,
    reporting,
    samples,
    schedule,
    site,
)
