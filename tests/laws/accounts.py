"""What somebody holds to come in by, how each is tried, and the ways in which something happens to an account."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

import httpx

from duskline import commands, limits
from duskline.backups.restoring import end_as_restored
from duskline.core.http.rate_limits import spend
from duskline.core.system.errors import TooMany
from duskline.core.values import bodies
from duskline.core.values.contacts import email_key
from duskline.credentials import Credential, Event, Fate
from duskline.models.people.people import UserChange
from duskline.policy import Role
from tests.account.second_steps import code_of
from tests.account.signing_in import new_session
from tests.authenticator import Device
from tests.mailbox import delivered, text_of, token_in
from tests.tokens import ALL_AREAS, TOKENS, program
from tests.world import BESIDE, COOKIE, PASSWORD, World

USERS, AUTH = "/api/panel/users", "/api/auth"
FACTOR = f"{AUTH}/second-factor"
NEW = "a-fence-in-the-moonlight-3"
SECURITY = "/api/panel/settings/security"
FIRST_ROLE, NEXT_ROLE = Role.BRANCH_OPS_MANAGER, Role.REGIONAL_OPS_MANAGER
"""Both may make tokens, and both work in the branch that orders are of."""
OPENS: dict[str, Fate] = {"/panel": Fate.STAYS, "/login?view=code": Fate.SECOND_STEP}
Try = Callable[[], Awaitable[Fate | None]]
"""What becomes of trying a credential; None where it is refused."""


def good(answer: httpx.Response) -> Any:
    assert answer.status_code < 300, f"{answer.request.url}: {answer.status_code} {answer.text}"
    return answer.json() if answer.content else None


def lets_in(answer: httpx.Response) -> Fate | None:
    return OPENS[answer.json()["redirectUrl"]] if answer.status_code == 200 else None


def is_taken(answer: httpx.Response) -> Fate | None:
    assert answer.status_code in (200, 400, 401, 404, 409), answer.text
    return Fate.STAYS if answer.status_code == 200 else None


class Person:
    """Somebody whose account something happens to, and what they hold."""

    def __init__(self, world: World, id: str, email: str) -> None:
        self.world, self.id, self.email = world, id, email
        self.admin = world.client("admin")
        self.password = PASSWORD
        self.secret = ""
        self.codes: list[str] = []
        self.phone: Device | None = None
        self.me = world.client()
        self.invited = False

    async def log_in(self, browser: httpx.AsyncClient, password: str = "") -> httpx.Response:
        body = {"email": self.email, "password": password or self.password}
        return await browser.post(f"{AUTH}/login", json=body)

    async def signed_in(self) -> httpx.AsyncClient:
        """A browser that has given everything that is asked for."""
        browser = self.world.client()
        if lets_in(await self.log_in(browser)) is Fate.SECOND_STEP:
            good(await browser.post(FACTOR, json={"code": self.codes.pop()}))
        return browser

    async def add_app(self) -> None:
        self.secret = good(await self.me.post(f"{FACTOR}/app", json={"present": self.password}))["secret"]
        confirmed = await self.me.post(f"{FACTOR}/app/confirm", json={"code": code_of(self.secret)})
        self.codes = good(confirmed)["codes"] or self.codes

    async def add_passkey(self, path: str = f"{FACTOR}/passkeys") -> Device:
        device = Device()
        body = {"present": self.password} if path == f"{FACTOR}/passkeys" else None
        asked = good(await self.me.post(f"{path}/ask", json=body))
        self.codes = good(await self.me.post(path, json=device.made(asked)))["codes"] or self.codes
        return device

    async def own_passkey(self) -> str:
        return str(good(await self.me.get(FACTOR))["passkeys"][0]["id"])

    async def patch(self, **fields: Any) -> None:
        good(await self.admin.patch(f"{USERS}/{self.id}", json=fields))

    async def command(self, **words: Any) -> None:
        change = bodies.convert(words, UserChange)
        async with self.world.console() as db:
            await commands.edit(db, self.email, change, self.world.services.company_file, by_mail=False)

    async def link(self) -> str:
        return str(good(await self.admin.post(f"{USERS}/{self.id}/link"))["link"]).partition("#")[2]

    async def use_link(self, token: str) -> httpx.Response:
        body = {"token": token, "password": NEW, "firstName": "Ann"}
        return await self.world.client().post(f"{AUTH}/link/use", json=body)

    async def require(self, role: Role, *, yes: bool = True) -> None:
        name = "twoStep" + "".join(part.title() for part in role.split("_"))
        if (
            good(await self.admin.get(SECURITY))[name] is not yes
        ):  # a change costs many times what a look does
            good(await self.admin.patch(SECURITY, json={name: yes}))


# --- what somebody holds, and how it is tried ---


async def the_password(person: Person) -> Try:
    held = person.password

    async def try_it() -> Fate | None:
        return lets_in(await person.log_in(person.world.client(), held))

    return try_it


async def a_code_of_the_app(person: Person) -> Try:
    async def try_it() -> Fate | None:
        browser = person.world.client()
        await person.log_in(browser)
        return is_taken(await browser.post(FACTOR, json={"code": code_of(person.secret, 1)}))

    return try_it


async def an_app_that_waits(person: Person) -> Try:
    secret = good(await person.me.post(f"{FACTOR}/app", json={"present": PASSWORD}))["secret"]

    async def try_it() -> Fate | None:
        """Without the password being asked for again; where the role owes a second step, instead of it."""
        browser, path = person.world.client(), f"{FACTOR}/app/confirm"
        if lets_in(await person.log_in(browser)) is Fate.SECOND_STEP and person.codes:
            good(await browser.post(FACTOR, json={"code": person.codes.pop()}))
        elif (await browser.get(FACTOR)).status_code == 401:
            path = f"{FACTOR}/owed/app/confirm"
        return is_taken(await browser.post(path, json={"code": code_of(secret)}))

    return try_it


async def a_recovery_code(person: Person) -> Try:
    held = person.codes.pop()

    async def try_it() -> Fate | None:
        browser = person.world.client()
        await person.log_in(browser)
        return is_taken(await browser.post(FACTOR, json={"code": held}))

    return try_it


async def a_passkey(person: Person) -> Try:
    async def try_it() -> Fate | None:
        browser, phone = person.world.client(), person.phone
        assert phone is not None
        asked = good(await browser.post(f"{AUTH}/passkey/ask"))
        return is_taken(await browser.post(f"{AUTH}/passkey", json=phone.signed(asked)))

    return try_it


async def another_session(person: Person) -> Try:
    browser = await person.signed_in()
    token = browser.cookies[COOKIE]

    async def try_it() -> Fate | None:
        thief = person.world.client(cookie=f"{COOKIE}={token}")
        return is_taken(await thief.get(f"{AUTH}/user"))

    return try_it


async def half_a_session(person: Person) -> Try:
    browser = person.world.client()
    assert lets_in(await person.log_in(browser)) is Fate.SECOND_STEP

    async def try_it() -> Fate | None:
        return is_taken(await browser.post(f"{FACTOR}/ask"))

    return try_it


async def a_known_browser(person: Person) -> Try:
    browser = await person.signed_in()
    del browser.cookies[COOKIE]

    async def try_it() -> Fate | None:
        """Guesses, after strangers have used up what the account has for them."""
        with suppress(TooMany):
            while True:
                await spend(person.world.database, (limits.SIGN_INS_PER_ACCOUNT, email_key(person.email)))
        guessed = await person.log_in(browser, "a-guess-of-mine-7")
        assert guessed.status_code in (401, 429), guessed.text
        return Fate.STAYS if guessed.status_code == 401 else None

    return try_it


async def a_link(person: Person) -> Try:
    token = await person.link()

    async def try_it() -> Fate | None:
        return lets_in(await person.use_link(token))

    return try_it


async def a_letter_that_waits(person: Person) -> Try:
    good(await person.world.client().post(f"{AUTH}/forgotten-password", json={"email": person.email}))

    async def try_it() -> Fate | None:
        """The mail server takes letters again."""
        left = []
        while batch := await delivered(person.world):
            left += [text_of(message) for recipient, message in batch if recipient == person.email]
        tokens = [token_in(words) for words in left if "view=link#" in words]
        return lets_in(await person.use_link(tokens[0])) if tokens else None

    return try_it


async def made_token(person: Person) -> dict[str, Any]:
    body = {"name": "Invoices", "areas": ALL_AREAS, "mayWrite": True, "days": 90, "present": PASSWORD}
    made: dict[str, Any] = good(await person.me.post(TOKENS, json=body))
    return made


async def a_token(person: Person) -> Try:
    token = (await made_token(person))["token"]

    async def try_it() -> Fate | None:
        return is_taken(await program(person.world, token).get("/api/panel/leads"))

    return try_it


async def a_token_that_has_ended(person: Person) -> Try:
    made = await made_token(person)
    good(await person.me.delete(f"{TOKENS}/{made['id']}"))

    async def try_it() -> Fate | None:
        """An administrator takes the end back."""
        back = await person.admin.post(f"{TOKENS}/{made['id']}/restore")
        assert back.status_code in (204, 409), back.text
        return Fate.STAYS if back.status_code == 204 else None

    return try_it


async def a_feed(person: Person) -> Try:
    address = good(await person.me.post("/api/panel/calendar-feeds", json={"branchId": None}))["address"]

    async def try_it() -> Fate | None:
        return is_taken(await person.world.client().get(address))

    return try_it


HOLDS: dict[Credential, Callable[[Person], Awaitable[Try]]] = {
    Credential.PASSWORD: the_password,
    Credential.APP: a_code_of_the_app,
    Credential.SETTING_UP: an_app_that_waits,
    Credential.PASSKEY: a_passkey,
    Credential.RECOVERY_CODES: a_recovery_code,
    Credential.SESSION: another_session,
    Credential.HALF_SESSION: half_a_session,
    Credential.KNOWN_BROWSER: a_known_browser,
    Credential.INVITATION: a_link,
    Credential.PASSWORD_LINK: a_link,
    Credential.PASSWORD_LETTER: a_letter_that_waits,
    Credential.API_TOKEN: a_token,
    Credential.ENDED_TOKEN: a_token_that_has_ended,
    Credential.CALENDAR_FEED: a_feed,
}


# --- what happens ---


async def changes_the_password(person: Person) -> None:
    body = {"present": PASSWORD, "password": NEW}
    good(await person.me.post(f"{AUTH}/password", json=body))
    person.password = NEW


async def uses_a_link(person: Person) -> None:
    assert lets_in(await person.use_link(await person.link()))
    person.password = NEW


async def gets_a_password_by_command(person: Person) -> None:
    async with person.world.console() as db:
        await commands.set_password(db, person.email, NEW)
    person.password = NEW


async def adds_a_factor(person: Person) -> None:
    if person.secret:
        await person.add_passkey()
    else:
        await person.add_app()


async def adds_a_passkey(person: Person) -> None:
    await person.add_passkey()


async def sets_up_what_is_owed(person: Person) -> None:
    await person.require(FIRST_ROLE)
    person.me = person.world.client()
    assert lets_in(await person.log_in(person.me)) is Fate.SECOND_STEP
    await person.add_passkey(f"{FACTOR}/owed/passkeys")


async def sets_up_an_app_that_is_owed(person: Person) -> None:
    await person.require(FIRST_ROLE)
    person.me = person.world.client()
    assert lets_in(await person.log_in(person.me)) is Fate.SECOND_STEP
    secret = good(await person.me.post(f"{FACTOR}/owed/app"))["secret"]
    good(await person.me.post(f"{FACTOR}/owed/app/confirm", json={"code": code_of(secret)}))


async def removes_a_factor(person: Person) -> None:
    """The other one is held."""
    if person.phone is not None and person.secret:
        await removes_the_app(person)
    else:
        await removes_a_passkey(person)


async def removes_the_app(person: Person) -> None:
    good(await person.me.post(f"{FACTOR}/app/remove", json={"present": PASSWORD}))


async def removes_a_passkey(person: Person) -> None:
    path = f"{FACTOR}/passkeys/{await person.own_passkey()}/remove"
    good(await person.me.post(path, json={"present": PASSWORD}))


async def removes_the_last(person: Person) -> None:
    if person.secret:
        await removes_the_app(person)
    if (await person.me.get(FACTOR)).json()["passkeys"]:
        await removes_a_passkey(person)


async def turns_it_off(person: Person) -> None:
    good(await person.me.post(f"{FACTOR}/off", json={"present": PASSWORD}))


async def has_it_turned_off(person: Person) -> None:
    good(await person.admin.post(f"{USERS}/{person.id}/second-factor/off"))


async def has_it_ended_by_command(person: Person) -> None:
    async with person.world.console() as db:
        await commands.end_second_factor(db, person.email)


async def makes_new_codes(person: Person) -> None:
    made = await person.me.post(f"{FACTOR}/recovery-codes", json={"present": PASSWORD})
    person.codes = good(made)["codes"]


async def gets_a_role(person: Person) -> None:
    await person.patch(role=NEXT_ROLE)


async def gets_a_role_by_command(person: Person) -> None:
    await person.command(role=NEXT_ROLE)


async def gets_a_role_that_asks(person: Person) -> None:
    await person.require(NEXT_ROLE)
    await gets_a_role(person)


async def gets_a_role_that_asks_by_command(person: Person) -> None:
    await person.require(NEXT_ROLE)
    await gets_a_role_by_command(person)


async def moves(person: Person) -> None:
    await person.patch(branchId=BESIDE)


async def is_moved_by_command(person: Person) -> None:
    await person.command(branchId=BESIDE)


async def gets_an_address(person: Person) -> None:
    former, person.email = person.email, f"new.{person.email}"
    change = bodies.convert({"email": person.email}, UserChange)
    async with person.world.console() as db:
        await commands.edit(db, former, change, person.world.services.company_file, by_mail=False)


async def is_deactivated(person: Person) -> None:
    await person.patch(status="inactive")


async def is_deactivated_by_command(person: Person) -> None:
    await person.command(status="inactive")


async def comes_back(person: Person) -> None:
    await person.patch(status="inactive")
    await person.patch(status="active")


async def comes_back_by_command(person: Person) -> None:
    await person.command(status="inactive")
    await person.command(status="active")


async def ends_the_others(person: Person) -> None:
    good(await person.me.post(f"{AUTH}/sessions/end-others"))


async def is_asked_for_two_steps(person: Person) -> None:
    await person.require(FIRST_ROLE)


async def is_restored(person: Person) -> None:
    """As `duskline restore` does after the rows are there (tests/commands/test_backup.py). The administrator signs in again."""
    await end_as_restored(person.world.database)
    person.world.tokens = {**person.world.tokens, "admin": await new_session(person.world, "admin")}
    person.admin = person.world.client("admin")


Way = Callable[[Person], Awaitable[None]]
WAYS: dict[Event, tuple[Way, ...]] = {
    Event.NEW_PASSWORD: (changes_the_password, uses_a_link, gets_a_password_by_command),
    Event.FACTOR_ADDED: (
        adds_a_factor, adds_a_passkey, sets_up_what_is_owed, sets_up_an_app_that_is_owed,
    ),
    Event.FACTOR_REMOVED: (removes_a_factor,),
    Event.TWO_STEPS_OFF: (removes_the_last, turns_it_off, has_it_turned_off, has_it_ended_by_command),
    Event.NEW_CODES: (makes_new_codes,),
    Event.ROLE_CHANGED: (gets_a_role, gets_a_role_by_command),
    Event.ROLE_ASKS: (gets_a_role_that_asks, gets_a_role_that_asks_by_command),
    Event.PLACE_CHANGED: (moves, is_moved_by_command),
    Event.ADDRESS_CHANGED: (gets_an_address,),
    Event.DEACTIVATED: (is_deactivated, is_deactivated_by_command),
    Event.ACTIVATED: (comes_back, comes_back_by_command),
    Event.OTHERS_ENDED: (ends_the_others,),
    Event.REQUIRED: (is_asked_for_two_steps,),
    Event.RESTORED: (is_restored,),
}  # fmt: skip
