"""What is done here every so often, and who does it: chores, letters, imports and webhooks, as long as the process lives."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from datetime import timedelta
from functools import partial

from duskline import system_preferences
from duskline.account.letters import access_writers
from duskline.company import Company, CompanyFile
from duskline.core.data import audit
from duskline.core.data.database import Database
from duskline.core.http import idempotency, rate_limits
from duskline.core.jobs.chores import Chore, chore_workers
from duskline.core.jobs.workers import working
from duskline.core.mail import outbox
from duskline.core.mail.worker import Writers
from duskline.core.system.files import Files
from duskline.importing.job import ImportWorker
from duskline.mail import letter_folder, postman
from duskline.models.notifying import notifications, webhook_queue
from duskline.models.notifying.reminders import remind_of_answers, remind_of_steps
from duskline.models.notifying.staff_mail import write_to_staff
from duskline.models.people.sessions import sweep_sessions
from duskline.models.pictures import photos
from duskline.models.privacy import erasing, keeping
from duskline.models.records import imports
from duskline.models.reporting import saved_reports
from duskline.models.reporting.fact_zones import follow_zones
from duskline.models.schedule.visit_letters import tell_clients
from duskline.models.site import posts
from duskline.models.site.newsletters import write_newsletters
from duskline.organization import present
from duskline.panel.notifying.client_letters import client_writers
from duskline.panel.notifying.staff_letters import staff_writers
from duskline.panel.reporting.report_letters import report_writers
from duskline.public.newsletter_letters import newsletter_writers
from duskline.public.privacy_letters import privacy_writers
from duskline.settings import Settings

MINUTE, HOUR, YEAR = timedelta(minutes=1), timedelta(hours=1), timedelta(days=366)


def chores_of(settings: Settings, company_file: CompanyFile, database: Database) -> list[Chore]:
    """All that is done every so often; people read their names in Settings."""
    files = Files(settings.data_dir / "files")

    known = partial(present, database, company_file)

    async def forget_letters() -> None:
        days = (await system_preferences.present(database)).keep_letters_days
        await outbox.sweep(database, timedelta(days=days))

    async def forget_notifications() -> None:
        days = (await system_preferences.present(database)).keep_notifications_days
        await notifications.sweep(database, timedelta(days=days))

    async def forget_history() -> None:
        years = (await system_preferences.present(database)).keep_history_years
        if years is not None:
            await audit.sweep(database, YEAR * years)

    places = erasing.Places(files, letter_folder(settings))

    async def remind_as_promised() -> None:
        await remind_of_answers(database, (await known()).answers.time)

    async def write_of_posts() -> None:
        await write_newsletters(database, (await known()).address)

    async def tell_of_visits() -> None:
        await tell_clients(database, wanted=(await known()).tell_clients)

    by_mail = [
        Chore("visits", MINUTE, tell_of_visits),
        Chore("staff_mail", MINUTE, partial(write_to_staff, database)),
        Chore("newsletter", MINUTE, write_of_posts),
        Chore("weekly_reports", 5 * MINUTE, partial(saved_reports.write_reports, database)),
    ]
    return [
        Chore("sessions", MINUTE, partial(sweep_sessions, database)),
        Chore("limits", MINUTE, partial(rate_limits.sweep, database)),
        Chore("answers", MINUTE, partial(idempotency.sweep, database)),
        Chore("photos", HOUR, partial(photos.sweep, database, files)),
        Chore("posts", MINUTE, partial(posts.publish_due, database)),
        Chore("letters", HOUR, forget_letters),
        Chore("notifications", HOUR, forget_notifications),
        Chore("history", HOUR, forget_history),
        Chore("erasures", MINUTE, partial(erasing.erase_waiting, database, places)),
        Chore("retention", HOUR, partial(keep_no_longer, database, places)),
        Chore("imports", HOUR, partial(imports.sweep, database)),
        Chore("webhooks", HOUR, partial(webhook_queue.sweep, database)),
        Chore("saved_reports", HOUR, partial(saved_reports.sweep, database)),
        Chore("steps_due", MINUTE, partial(remind_of_steps, database)),
        Chore("fact_zones", HOUR, partial(follow_zones, database)),
        Chore("answers_due", 5 * MINUTE, remind_as_promised),
        *(by_mail if settings.smtp else []),
    ]


async def keep_no_longer(database: Database, places: erasing.Places) -> None:
    """What Settings say is too old, kind by kind."""
    kept = await system_preferences.present(database)
    if (days := kept.keep_spam_days) is not None:
        await keeping.forget_spam(database, places, timedelta(days=days))
    if (years := kept.keep_messages_years) is not None:
        await keeping.forget_messages(database, places, YEAR * years)
    if (years := kept.keep_lost_leads_years) is not None:
        await keeping.forget_lost_leads(database, places, YEAR * years)
    if (days := kept.keep_unsubscribed_days) is not None:
        await keeping.forget_unsubscribed(database, timedelta(days=days))
    await keeping.forget_requests(database, YEAR * kept.keep_requests_years)


def writers_of(settings: Settings, company: Callable[[], Awaitable[Company]], database: Database) -> Writers:
    """Who writes the letters that are written when they leave, by their kinds."""
    given = database, company, settings.public_url
    return {
        **access_writers(*given),
        **staff_writers(*given),
        **report_writers(*given),
        **newsletter_writers(*given),
        **client_writers(*given),
        **privacy_writers(*given),
    }


def at_work(
    settings: Settings, company_file: CompanyFile, database: Database
) -> AbstractAsyncContextManager[None]:
    """Letters leave, webhooks are told, imports are worked on and chores are done as long as this lasts."""
    known = partial(present, database, company_file)
    sender = postman(settings, known, database, writers_of(settings, known, database))
    tellers = webhook_queue.webhook_workers(database)
    by_mail = settings.smtp is not None
    importer = ImportWorker(database, known, by_mail=by_mail)
    # A correction is not to wait for an import of somebody else that takes minutes.
    comparer = ImportWorker(database, known, by_mail=by_mail, which=imports.UNSETTLED)
    return working(
        sender,
        importer,
        comparer,
        *tellers,
        *chore_workers(database, chores_of(settings, company_file, database)),
    )
