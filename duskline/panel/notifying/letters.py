"""Letters: what was written to people by mail, and what became of it. Who may enter: those who see Settings.

Those who edit the organization's configuration decide about those that nobody knows of. What a letter says is told
nowhere: to whom, about what and when is enough to help, and who may not read a record must not read it here.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Select, func, select

from duskline.core.data.database import Reader
from duskline.core.data.lists import Filter
from duskline.core.data.one_of import is_one_of
from duskline.core.data.session import Db
from duskline.core.http.listing import Listing
from duskline.core.http.requests import StrictRequest
from duskline.core.http.routing import change, post, read, read_rows
from duskline.core.mail import outbox
from duskline.core.mail.outbox import Mail, MailState
from duskline.core.values.bodies import ResponseModel
from duskline.letters.kinds import words_of
from duskline.letters.words import written
from duskline.mail import sender_of
from duskline.policy import EDIT_CONFIG, SETTINGS
from duskline.services import services
from duskline.settings import Mailbox

PATH = "/api/panel/letters"
OPEN_TO_DOUBT = timedelta(seconds=8)
"""How long a letter that is sent again waits, so that it can be called back."""
UNSETTLED = tuple(state for state in MailState if state is not MailState.SENT)


class LetterRow(ResponseModel):
    id: str
    kind: str
    recipient: str
    subject: str
    state: MailState
    tries: int
    due: datetime
    """When it is tried next, of one that waits."""
    sent_at: datetime | None
    fault: str | None
    """What kept it, in the words of the mail server where it said any."""
    created_at: datetime


class MailSetup(ResponseModel):
    """How mail leaves, and how many letters of the caller's scope stand in each state but `sent`."""

    server: str | None
    """None: letters are kept as files."""
    sender: str
    worker: str
    waiting: int
    unsure: int
    dead: int
    held: int


LETTERS = Listing(
    Mail,
    LetterRow,
    {"state": Filter(Mail.state, tuple(MailState))},
    searched=False,
)
letters = LETTERS.route(PATH, may=SETTINGS, name="letters")


@read(PATH + "/{id:str}", may=SETTINGS, returns=LetterRow)
async def letter(db: Db, id: str) -> Mail:
    """One letter, as it stands."""
    return await db.find(Mail, id)


@read_rows("/api/panel/mail", may=SETTINGS)
async def mail(db: Reader, request: StrictRequest) -> MailSetup:
    """How mail leaves, and what has not left."""
    found = await db.rows("letters by state", _by_state, {"states": UNSETTLED})
    numbers = dict.fromkeys(UNSETTLED, 0) | {MailState(state): number for state, number in found}
    settings, company = services(request).settings, services(request).company
    server = f"{settings.smtp.host}:{settings.smtp.port}" if settings.smtp else None
    sender = sender_of(settings, company).address
    return MailSetup(server=server, sender=sender, worker=settings.worker, **numbers)


def _by_state() -> Select[*tuple[Any, ...]]:
    return select(Mail.state, func.count()).where(is_one_of(Mail.state, "states")).group_by(Mail.state)


@change(post, PATH + "/{id:str}/send-again", may=EDIT_CONFIG, returns=LetterRow, status=200)
async def send_again(db: Db, id: str) -> Mail:
    """A letter that did not arrive, or perhaps did not, goes once more in a moment."""
    mail = await db.find_for_update(Mail, id)
    mail.send_again(OPEN_TO_DOUBT)
    return mail


@change(post, PATH + "/{id:str}/arrived", may=EDIT_CONFIG, returns=LetterRow, status=200)
async def arrived(db: Db, id: str) -> Mail:
    """Somebody knows that a letter has arrived of which the mail server said nothing."""
    mail = await db.find_for_update(Mail, id)
    mail.settle_as_arrived()
    return mail


@change(post, PATH + "/{id:str}/take-back", may=EDIT_CONFIG, returns=LetterRow, status=200)
async def take_back(db: Db, id: str) -> Mail:
    """What was decided about a letter was not meant; it stands as before, unless it has been tried since."""
    mail = await db.find_for_update(Mail, id)
    mail.take_back()
    return mail


@change(post, PATH + "/trial", may=EDIT_CONFIG, returns=LetterRow)
async def trial(db: Db, request: StrictRequest) -> Mail:
    """A test letter to the caller, which goes the way of all others."""
    given = services(request)
    to = Mailbox(db.actor.email, " ".join(filter(None, (db.actor.first_name, db.actor.last_name))))
    wrote = written(await words_of(db, "trial"), to, given.company, {"site": given.public_url})
    id = await outbox.enqueue(db, wrote, kind="trial")
    assert id
    return await db.find(Mail, id)


ROUTES = [
    letters,
    letter,
    mail,
    send_again,
    arrived,
    take_back,
    trial,
]
