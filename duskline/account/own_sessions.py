"""One's own sessions: where one is signed in, and ending what one does not know. Who may enter: staff."""

from __future__ import annotations

from datetime import datetime

from duskline.account.sign_ins import own_sid
from duskline.core.data.session import Db
from duskline.core.http.requests import StrictRequest
from duskline.core.http.routing import change, delete, post, read
from duskline.core.values.bodies import ResponseModel
from duskline.credentials import Event, happened
from duskline.models.people.people import User
from duskline.models.people.sessions import end_one_session, sessions_of
from duskline.policy import STAFF, oneself
from duskline.services import services

PATH = "/api/auth/sessions"


class OwnSession(ResponseModel):
    """`id` opens nothing: it is the hash of what the browser holds. `agent` is what the browser says of itself."""

    id: str
    here: bool
    began_at: datetime
    seen_at: datetime
    address: str
    agent: str


@read(PATH, may=STAFF)
async def own_sessions(db: Db, request: StrictRequest) -> list[OwnSession]:
    """Where one is signed in, the last used first."""
    here, lasting = own_sid(request), services(request).system.lasting
    found = []
    for row in await sessions_of(db, db.actor.id, lasting):
        began = datetime.fromisoformat(row.sess["createdAt"])
        address, agent = row.sess.get("address", ""), row.sess.get("agent", "")
        found.append(OwnSession(row.sid, row.sid == here, began, row.seen_at or began, address, agent))
    return found


@change(delete, PATH + "/{id:str}", may=STAFF, status=204)
async def end_own_session(db: Db, id: str) -> None:
    """Ends one of one's own; of others' nothing is told, and nothing happens."""
    await end_one_session(db, db.actor.id, id, Event.OTHERS_ENDED)


@change(post, PATH + "/end-others", may=STAFF, status=204)
async def end_others(db: Db, request: StrictRequest) -> None:
    """Ends all of one's own but this one."""
    db.act_as(oneself(db.actor.id))
    user = await db.find_locked(User, db.actor.id)
    await happened(db, user, Event.OTHERS_ENDED, but=own_sid(request))


ROUTES = [own_sessions, end_own_session, end_others]
