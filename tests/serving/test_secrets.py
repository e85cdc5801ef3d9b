"""No secret leaves: not in logs, answers, the audit log, what is built, nor in the clear in the database.

A served process is used and abused: people sign in and out, guess, are refused, change passwords, upload, and meet faults
of the server itself. Then everything it said and kept is read for every secret that was about.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

import httpx
from sqlalchemy import text

from duskline.app import BUILD
from duskline.models.people.sessions import session_id
from tests.conftest import Template
from tests.pictures import FORM, photo
from tests.servers import Server, run, serving
from tests.world import COOKIE, PASSWORD, PEOPLE, World, email_of

TYPED = (
    "a-wrong-guess-in-the-dark-5",
    "changed-by-the-console-77",
    "smuggled-in-a-field-31",
    "put-in-an-address-12",
)
WRONG, CHANGED, SMUGGLED, ADDRESSED = TYPED
DATABASE_PASSWORD = "of-the-database-itself-90"
BREAK = {
    # what makes the database refuse a session of far_rep: SQLite by a conflict, PostgreSQL by a fault that nobody foresaw
    "sqlite": "CREATE TRIGGER break BEFORE INSERT ON sessions WHEN new.user_id = 'far_rep' BEGIN SELECT RAISE(ABORT, 'no'); END",
    "postgres": "ALTER TABLE sessions ADD CHECK (1 / (CASE user_id WHEN 'far_rep' THEN 0 ELSE 1 END) > 0) NOT VALID",
}  # fmt: skip


class Life:
    """A served process, everything it answered, and the secrets that were about."""

    def __init__(self, server: Server, url: str, tokens: dict[str, str]) -> None:
        self.server, self.url = server, url
        self.said: list[str] = []
        self.statuses: set[int] = set()
        self.tokens = set(tokens.values())

    @property
    def secrets(self) -> set[str]:
        return {PASSWORD, *TYPED, DATABASE_PASSWORD, *self.tokens, *map(session_id, self.tokens)}

    async def ask(self, caller: httpx.AsyncClient, method: str, path: str, **given: object) -> httpx.Response:
        answer = await caller.request(method, path, **given)  # type: ignore[arg-type]
        self.statuses.add(answer.status_code)
        self.tokens |= set(answer.cookies.values())  # the one place where they may stand
        headers = [f"{name}: {value}" for name, value in answer.headers.items() if name != "set-cookie"]
        self.said += [*headers, answer.text]
        return answer


@asynccontextmanager
async def visit(life: Life, who: str | None = None, token: str = "") -> AsyncIterator[httpx.AsyncClient]:
    cookies = {COOKIE: token} if token else {}
    async with httpx.AsyncClient(base_url=life.server.url, cookies=cookies, timeout=60) as caller:
        if who:
            await sign_in(life, caller, who)
        yield caller


async def sign_in(life: Life, caller: httpx.AsyncClient, who: str, password: str = PASSWORD) -> int:
    body = {"email": email_of(who), "password": password}
    return (await life.ask(caller, "POST", "/api/auth/login", json=body)).status_code


async def live(life: Life, engine: str, tokens: dict[str, str]) -> None:
    """Whatever comes near a secret."""
    async with visit(life, "admin") as admin:
        for path in ("/api/auth/user", "/api/panel/users?limit=200", "/api/panel/users/near_rep", "/api/panel/assignees?limit=200"):  # fmt: skip
            await life.ask(admin, "GET", path)
        await life.ask(admin, "GET", f"/api/panel/search?q={ADDRESSED}")
        for body in (
            {"role": "technician"},
            {"status": "inactive"},
            {"password": SMUGGLED},
            {"role": SMUGGLED},
        ):
            await life.ask(admin, "PATCH", "/api/panel/users/near_rep", json=body)
        for path in ("users/near_rep", "leads/lead-1-1"):
            await life.ask(admin, "GET", f"/api/panel/{path}/history")
        await life.ask(admin, "POST", "/api/panel/leads", content=f'{{"name": "{SMUGGLED}'.encode())
        await life.ask(admin, "GET", "/uploads/%ff")
        await life.ask(admin, "GET", "/api/panel/leads/unknown")
        await life.ask(admin, "GET", f"/panel?token={ADDRESSED}")
    async with visit(life) as visitor:
        for who in ("beside_rep", "nobody"):
            await sign_in(life, visitor, who, WRONG)
        await life.ask(
            visitor, "POST", "/api/auth/login", json={"email": WRONG, "password": WRONG, "token": WRONG}
        )
        files = {"image": (f"{SMUGGLED}.jpg", photo(), "image/jpeg")}
        await life.ask(visitor, "POST", "/api/gallery", data=FORM, files=files)
        await life.ask(
            visitor, "POST", "/api/gallery", data=FORM, files={"image": ("a.jpg", b"no image", "image/jpeg")}
        )
    await change_password(life)
    await meet_faults(life, engine, tokens)
    async with visit(life, "admin") as admin:
        await life.ask(admin, "POST", "/api/auth/logout")
        await life.ask(admin, "GET", "/api/auth/user")


async def change_password(life: Life) -> None:
    """By the command line, beside the server."""
    settings = {"DATABASE_URL": life.url, "DATA_DIR": str(life.server.log.parent)}
    words = ("user", "set-password", email_of("beside_rep"), "--password-stdin")
    done = run(*words, typed=f"{CHANGED}\n", settings=settings)
    assert done.returncode == 0, done.stderr
    common = run(*words, typed="password123\n", settings=settings)
    life.said += [done.stdout, done.stderr, common.stdout, common.stderr]
    async with visit(life) as rep:
        assert await sign_in(life, rep, "beside_rep", CHANGED) == 200


async def meet_faults(life: Life, engine: str, tokens: dict[str, str]) -> None:
    """The database breaks a sign-in, holds a session that makes no sense, and then does not know the table."""
    await tell(life.url, BREAK[engine])
    async with visit(life) as rep:
        assert await sign_in(life, rep, "far_rep") == 500
    await tell(life.url, "UPDATE sessions SET sess = '\"nothing\"' WHERE user_id = 'far_technician'")
    async with visit(life, token=tokens["far_technician"]) as technician:
        assert (await life.ask(technician, "GET", "/api/auth/user")).status_code == 500
    async with visit(life, "admin") as admin:
        await tell(life.url, "ALTER TABLE sessions RENAME TO mislaid")
        for path in ("/api/auth/user", "/api/panel/leads"):
            assert (await life.ask(admin, "GET", path)).status_code >= 500
        await sign_in(life, admin, "admin")
        await tell(life.url, "ALTER TABLE mislaid RENAME TO sessions")


async def tell(url: str, statement: str) -> None:
    database = World(url).database
    try:
        async with database.writes.begin() as connection:
            await connection.execute(text(statement))
    finally:
        await database.close()


@contextmanager
def copied(template: Template) -> Iterator[tuple[str, dict[str, str]]]:
    """A database of its own, and everybody's session in it."""
    databases, source, tokens = template
    url = databases.create(source)
    yield url, tokens
    databases.drop(url)


async def kept(url: str) -> dict[str, list[str]]:
    world = World(url)
    try:
        return await world.snapshot()
    finally:
        await world.close()


def found(secrets: Iterable[str], *texts: str) -> set[str]:
    """The secrets that stand in the texts, plain or as an address writes them."""
    return {secret for secret in secrets for text in texts if secret in text}


def test_secrets_stay_where_they_belong(template: Template, engine: str, tmp_path: Path) -> None:
    with copied(template) as (url, tokens):
        # The tests' server trusts everybody, whatever the password.
        told = url if engine == "sqlite" else f"{url}&password={DATABASE_PASSWORD}"
        with serving(settings={"DATABASE_URL": told, "DATA_DIR": str(tmp_path)}) as server:
            life = Life(server, told, tokens)
            asyncio.run(live(life, engine, tokens))
        rows = asyncio.run(kept(url))
        hashes = set(re.findall(r"\$argon2id\$[^'\"]+", "".join(rows["users"])))
        log = life.server.log.read_text()
        assert len(hashes) > 1
        assert len(life.tokens) > 20
        assert life.statuses >= {200, 201, 204, 400, 401, 404, 500}
        assert '"trace"' in log
        secrets = life.secrets | hashes
        assert found(secrets, log) == set()
        assert found({email_of(name) for name in PEOPLE}, log) == set()
        assert '"log":"duskline.security"' in log
        assert found(secrets, *life.said) == set()
        assert found(secrets, *rows["audit_logs"]) == set()
        assert rows["audit_logs"]
        built = [path.read_text("utf-8", "replace") for path in BUILD.rglob("*") if path.is_file()]
        assert found(secrets, *built) == set()
        assert (
            found({PASSWORD, *TYPED, *life.tokens}, *(row for table in rows.values() for row in table))
            == set()
        )


async def spill(life: Life) -> str:
    """A path is logged as it is: a token in it is the sort of slip that the search must not miss."""
    async with visit(life, "admin") as admin:
        token = admin.cookies[COOKIE]
        await life.ask(admin, "GET", f"/api/{token}")
        await life.ask(admin, "PATCH", "/api/panel/leads/lead-1-1", json={"notes": token})
        return token


def test_control_a_planted_secret_is_found(template: Template, tmp_path: Path) -> None:
    with copied(template) as (url, tokens):
        with serving(settings={"DATABASE_URL": url, "DATA_DIR": str(tmp_path)}) as server:
            life = Life(server, url, tokens)
            token = asyncio.run(spill(life))
        rows = asyncio.run(kept(url))
    assert found(life.secrets, server.log.read_text()) == {token}
    assert found(life.secrets, *life.said) == {token}
    assert found(life.secrets, *rows["audit_logs"]) == {token}
