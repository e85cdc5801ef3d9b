"""A hundred strings that want to be markup, script, style, a template or an address, and a company that holds them all.

Every text that anybody may write holds one of them, written through HTTP where a call takes it and by the console where
none does (names of people and places, posts). `web/journeys/hostile-words.spec.ts` looks at it in a real Chromium.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest import mock

import httpx
from sqlalchemy import select

from duskline.core.data import engines
from duskline.models.people.people import User
from duskline.models.places.places import Branch, Region
from duskline.models.records.enquiries import ContactSubmission, EnquiryHandling
from duskline.models.records.sales import Client, Lead
from duskline.models.site.content import BlogPost, GallerySubmission, content_changed
from tests.conftest import FULL_COUNTS
from tests.pictures import photo
from tests.servers import serving
from tests.world import NEAR, PASSWORD, World, build_template, email_of

WORDS = (
    # elements that run as soon as they are parsed
    "<script>hit()</script>", "<ScRiPt>hit()</sCrIpT>", "<script/src=data:text/javascript,hit()></script>", "<script\n>hit()</script\n>",
    "<svg onload=hit()>", "<svg/onload=hit()//", "<svg><script>hit()</script></svg>", "<svg><script>hit&#40;&#41;</script>", "<img src=x onerror=hit()>",
    "<img/src='x'/onerror='hit()'>", "<img src=x onerror=hit() //", "<IMG SRC=x OnErRoR=hit()>", "<img src=`x` onerror=hit()>", "<body onload=hit()>",
    "<iframe srcdoc='<script>parent.hit()</script>'></iframe>", "<iframe src=javascript:parent.hit()></iframe>", "<iframe onload=hit()></iframe>",
    "<object data=javascript:hit()></object>", "<embed src=javascript:hit()>", "<video><source onerror=hit()></video>", "<video src=x onerror=hit()>",
    "<audio src=x onerror=hit()>", "<input autofocus onfocus=hit()>", "<textarea autofocus onfocus=hit()></textarea>", "<select autofocus onfocus=hit()>",
    "<details open ontoggle=hit()>x</details>", "<marquee onstart=hit()>x</marquee>", "<style onload=hit()></style>", "<link rel=stylesheet href=x onerror=hit()>",
    "<style>*{animation:a 1s}@keyframes a{}</style><b onanimationstart=hit()>x</b>", "<base href=https://evil.example/>", "<meta http-equiv=refresh content='0;url=javascript:hit()'>",
    "<template><script>hit()</script></template>", "<form action=javascript:hit()><button autofocus>x</button></form>", "<a href=javascript:hit()>click me</a>",
    "<isindex type=image src=1 onerror=hit()>", "<image src=x onerror=hit()>", "<svg><animate onbegin=hit() attributeName=x dur=1s>", "<svg><use href='data:image/svg+xml,<svg id=x onload=hit()>#x'/></svg>",
    "<math><mtext><img src=x onerror=hit()></mtext></math>", "<math href=javascript:hit()>click me</math>", "<dialog open onfocus=hit() autofocus>x</dialog>", "<p popover onbeforetoggle=hit() id=p>x</p>",
    # out of an attribute
    '" onmouseover="hit()" x="', '" autofocus onfocus="hit()', "' autofocus onfocus='hit()", '"><script>hit()</script>', "'><script>hit()</script>", '"><img src=x onerror=hit()>',
    "'><svg onload=hit()>", '" style="animation-name:x" onanimationstart="hit()', '" srcset="x" onerror="hit()', "x onerror=hit() autofocus",
    # out of a script, a style, a title, a comment, a text area
    "</script><script>hit()</script>", "</SCRIPT ><svg onload=hit()>", '"};hit();//', '";hit();//', "';hit();//", "`;hit();`${hit()}", '\\";hit();//', "\\u0022;hit();//", "*/hit();/* x", "\u2028hit()//\u2029hit()",
    '","@type":"Person","name":"</script><script>hit()</script>', "<!--<script>hit()//--></script>", "--><script>hit()</script><!--", "--!><img src=x onerror=hit()>", "]]><script>hit()</script>",
    "</title><script>hit()</script>", "</textarea><script>hit()</script>", "</style><script>hit()</script>", "</noscript><img src=x onerror=hit()>", "</template><svg onload=hit()>",
    "<![CDATA[<script>hit()</script>]]>", "<?xml version='1.0'?><x:script xmlns:x='http://www.w3.org/1999/xhtml'>hit()</x:script>",
    # addresses
    "javascript:hit()//example.com", "JaVaScRiPt:hit()//example", " java\tscript:hit()//example", "javascript&colon;hit()//example", "data:text/html,<script>hit()</script>", "vbscript:hit()//example", "//evil.example/%2e%2e/x.js", "blob:https://evil.example/x",
    # parsed twice
    "<noscript><p title='</noscript><img src=x onerror=hit()>'>", "<svg></p><style><a title='</style><img src=x onerror=hit()>'>", "<math><mi><mglyph><style><!--</style><img title='--&gt;&lt;img src=x onerror=hit()&gt;'>",
    "&lt;script&gt;hit()&lt;/script&gt;", "&#60;img src=x onerror=hit()&#62;", "&amp;lt;svg onload=hit()&amp;gt;", "%3Cscript%3Ehit()%3C/script%3E", "\\x3cscript\\x3ehit()\\x3c/script\\x3e", "+ADw-script+AD4-hit()+ADw-/script+AD4-",
    # templates: ours, React's and others'
    "⟦ facts.brand ⟧ and ⟦ page|tojson ⟧", "⟦ unknown.name ⟧ ⟦ page|nothing ⟧", "⟦% for row in posts %⟧⟦ row.title ⟧⟦% endfor %⟧", "⟦% if facts.phone %⟧hit⟦% else %⟧", "⟦% endfor %⟧<script>hit()</script>", "{{ facts.brand }}{% if hit %}{# x", "{{constructor.constructor('hit()')()}}", "${hit()} #{hit()} <%= hit() %>",
    # letters that are not what they seem
    "a\u202e<script>hit()</script>\u202cb", "\uff1cscript\uff1ehit()\uff1c/script\uff1e", "<scr\u200bipt>hit()</scr\u200bipt>", "<\ufeffsvg onload=hit()>", "<svg\u00a0onload=hit()>", "<img src=x onerror\u2003=hit()>", '{"__proto__":{"hit":true},"constructor":{}}',
)  # fmt: skip
CHOSEN = WORDS if FULL_COUNTS else WORDS[::10]
NO_EMAIL = re.compile(r"[^A-Za-z0-9.!#$%&'*+/=^_`{|}~-]")
OLD = {"name": "Old Row", "email": "victim@words.example?bcc=spy@words.example", "phone": "*21*6145550177#"}
"""As rows could be stored before addresses were looked at this closely."""


def short(word: str) -> str:
    """As much as a field of 40 letters takes."""
    return word.strip()[:40].strip()


def email(word: str) -> str:
    """What is left of it in front of an address."""
    return f"{NO_EMAIL.sub('', word)[:60] or 'x'}@words.example"


def address(number: int) -> str:
    """Another visitor's network address, so that no limit is met."""
    return f"203.0.113.{number % 250 + 1}"


async def fill(url: str, data: Path) -> None:
    """The small company of `tests/world.py`, and every word in every text."""
    world = World(url, await build_template(url), DATA_DIR=str(data))
    try:
        await name_people_and_places(world)
        await keep_old_rows(world)
        async with world.client("admin") as admin:
            for number, word in enumerate(CHOSEN):
                await write_records(admin, word, CHOSEN[number - 1], f"person-{number}")
                await send_as_visitor(world.client(address=address(number)), word)
    finally:
        await world.close()


async def name_people_and_places(world: World) -> None:
    for number, word in enumerate(CHOSEN):
        person = {"id": f"person-{number}", "first_name": word, "last_name": word}
        await hire(world, person, email(f"{number}{word}"))
    async with world.console() as db:
        admin = (await db.scalars(select(User).where(User.email == email_of("admin")))).one()
        admin.first_name = admin.last_name = CHOSEN[0]
        kinds: tuple[Any, ...] = (Branch, Region)
        for entity in kinds:
            for place, word in zip(await db.scalars(select(entity)), CHOSEN, strict=False):
                place.name = word
        for number, word in enumerate(CHOSEN):
            db.store(
                BlogPost(
                    id=f"words-{number}", title=word, excerpt=word, content=f"{word}\n\n## {word}\n\n{word} and more of it",
                    author=word, category=short(word), read_time=short(word), image="/img/\"onerror=\"hit()\"'><svg",
                )
            )  # fmt: skip
        await content_changed(db)


async def keep_old_rows(world: World) -> None:
    async with world.console() as db:
        db.store(Lead(**OLD, branch_id=NEAR))
        db.store(Client(**OLD, branch_id=NEAR, address="1 Old Road"))
        db.store(ContactSubmission(**OLD, message="Old words of old", handling=EnquiryHandling()))
        who = {"name": OLD["name"], "email": OLD["email"], "location": "Old Road"}
        db.store(GallerySubmission(**who, description="Old words", image_url="/uploads/old.webp"))


async def hire(world: World, person: dict[str, str], address: str) -> None:
    async with world.console() as db:
        known = (await db.find(User, "admin")).password
        db.store(User(**person, email=address, password=known, role="branch_ops_manager", branch_id=NEAR))


async def write_records(admin: httpx.AsyncClient, word: str, other: str, person: str) -> None:
    """A record of each kind with the word in every text, then changed, so that its history tells the word too."""
    told = {"name": word, "email": email(word), "phone": short(word), "address": word}
    lead = await made(admin, "leads", told | {"source": word, "notes": word, "assignedTo": person})
    client = await made(admin, "clients", told)
    texts = {"title": word, "description": word, "notes": word}
    used = {"name": word, "quantity": 1, "unit": short(word)}
    fields = texts | {"clientId": client["id"], "assignedTo": person, "materialsUsed": [used]}
    order = await made(admin, "work-orders", fields)
    ticket = await made(admin, "support-tickets", {"subject": word, "description": word, "category": "general"})  # fmt: skip
    for path, row, field in (
        ("leads", lead, "source"), ("clients", client, "address"), ("work-orders", order, "description"), ("support-tickets", ticket, "description"),
    ):  # fmt: skip
        for text in (other, word):
            answer = await admin.patch(f"/api/panel/{path}/{row['id']}", json={field: text})
            assert answer.status_code == 200, answer.text


async def made(admin: httpx.AsyncClient, path: str, fields: dict[str, Any]) -> dict[str, Any]:
    answer = await admin.post(f"/api/panel/{path}", json=fields)
    assert answer.status_code == 201, (fields, answer.text)
    row: dict[str, Any] = answer.json()
    return row


async def send_as_visitor(visitor: httpx.AsyncClient, word: str) -> None:
    who = {"name": word, "email": email(word)}
    home = {"propertyType": "home", "coverage": "front", "stories": 1, "zip": "10001", "phone": short(word)}
    image = {"image": (f"{word}.jpg", PICTURE, "image/jpeg")}
    answers = (
        await visitor.post("/api/contact", json=who | {"message": f"{word}\n{word}", "phone": short(word)}),
        await visitor.post("/api/quotes", json=who | home),
        await visitor.post(
            "/api/gallery",
            data=who | {"location": word, "description": word, "consent": "visitor-1"},
            files=image,
        ),
    )
    for answer in answers:
        assert answer.status_code == 201, (word, answer.text)


PICTURE = photo(64, 48)


@contextmanager
def served_words(folder: Path) -> Iterator[dict[str, str]]:
    """A server that holds them; gives what the journey must know."""
    database, data = f"sqlite:///{folder / 'words.db'}", folder / "data"
    data.mkdir(parents=True)
    hasty = (*engines.SQLITE_PRAGMAS, "PRAGMA synchronous=OFF")  # thrown away afterwards
    with mock.patch.object(engines, "SQLITE_PRAGMAS", hasty):
        asyncio.run(fill(database, data))
    words = folder / "words.json"
    words.write_text(json.dumps({"chosen": CHOSEN, "all": WORDS}), "utf-8")
    with serving(settings={"DATABASE_URL": database, "DATA_DIR": str(data)}) as server:
        yield {
            "JOURNEY_WORDS": str(words),
            "JOURNEY_WORDS_URL": server.url,
            "JOURNEY_WORDS_PASSWORD": PASSWORD,
        }
