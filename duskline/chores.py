"""What is done here every so often, and who does it: chores and letters, as long as the process lives."""

from __future__ import annotations

from contextlib import AbstractAsyncContextManager
from datetime import timedelta
from functools import partial

from duskline.account.letters import access_writers
from duskline.company import CompanyFile
from duskline.core.chores import Chore, ChoreWorker
from duskline.core.data.database import Database
from duskline.core.files import Files
from duskline.core.http import idempotency, rate_limits
from duskline.core.mail import outbox
from duskline.core.workers import working
from duskline.mail import postman
from duskline.models import notifications, photos, posts
from duskline.models.reminders import remind_of_answers, remind_of_steps
from duskline.models.sessions import sweep_sessions
from duskline.organization import present
from duskline.settings import Settings

MINUTE, HOUR = timedelta(minutes=1), timedelta(hours=1)


def chores_of(settings: Settings, company_file: CompanyFile, database: Database) -> list[Chore]:
    """All that is done every so often; people read their names in Settings."""
    files = Files(settings.data_dir / "files")

    async def remind_as_promised() -> None:
        company = await present(database, company_file)
        await remind_of_answers(database, company.answers.time)

    return [
        Chore("sessions", MINUTE, partial(sweep_sessions, database)),
        Chore("limits", MINUTE, partial(rate_limits.sweep, database)),
        Chore("answers", MINUTE, partial(idempotency.sweep, database)),
        Chore("photos", HOUR, partial(photos.sweep, database, files)),
        Chore("posts", MINUTE, partial(posts.publish_due, database)),
        Chore("letters", HOUR, partial(outbox.sweep, database)),
        Chore("notifications", HOUR, partial(notifications.sweep, database)),
        Chore("steps_due", MINUTE, partial(remind_of_steps, database)),
        Chore("answers_due", 5 * MINUTE, remind_as_promised),
    ]


def at_work(
    settings: Settings, company_file: CompanyFile, database: Database
) -> AbstractAsyncContextManager[None]:
    """Letters leave and chores are done as long as this lasts."""
    known = partial(present, database, company_file)
    sender = postman(settings, known, database, access_writers(database, known, settings.public_url))
    return working(sender, ChoreWorker(database, chores_of(settings, company_file, database)))
