"""What letters say: every kind with its words, as the product or the organization has them, and how each looks.

Who may enter: those who edit the organization's configuration.
"""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import MediaType, Response
from litestar.params import QueryParameter

from duskline.core.data.session import Db
from duskline.core.http.requests import StrictRequest
from duskline.core.http.routing import change, patch, read
from duskline.core.mail.letters import Letter
from duskline.core.system.errors import Invalid, NotFound
from duskline.core.values.bodies import UNSET, Body, Meta, ResponseModel, UnsetType, convert
from duskline.letters.kinds import (
    GROUP,
    KINDS,
    Audience,
    as_set,
    as_words,
    faults_of,
    fitting,
    places_of,
    sampled,
)
from duskline.models.places.settings import Setting, held_of, hold
from duskline.panel.one_record import Event, events_of
from duskline.policy import EDIT_CONFIG
from duskline.services import services

PATH = "/api/panel/letter-kinds"
IN_A_FRAME = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'self'; sandbox"
)
"""A preview is shown by the panel alone, and does nothing: not even a link of it leads anywhere."""
DARK = "(prefers-color-scheme: dark)"

Subject = Annotated[
    str, Meta(min_length=1, max_length=150, extra={"say": "Please enter 1 to 150 characters"})
]
Above = Annotated[
    str, Meta(min_length=1, max_length=3_000, extra={"say": "Please enter 1 to 3,000 characters"})
]
Below = Annotated[str, Meta(max_length=1_500)]


class LetterWords(ResponseModel):
    """What people edit of a letter; `below` stands under its button or list."""

    subject: str
    words: str
    below: str


class LetterKindRow(LetterWords):
    id: str
    audience: Audience
    title: str
    when: str
    ours: LetterWords
    """What the product says."""
    changed: bool
    places: list[str]
    """What words may hold in braces."""
    version: int


class LetterWordsEdit(Body):
    subject: Subject | UnsetType = UNSET
    words: Above | UnsetType = UNSET
    below: Below | UnsetType | None = UNSET


class PlainLetter(ResponseModel):
    subject: str
    text: str


Dark = Annotated[bool, QueryParameter(description="As where the reader's program is dark")]
Draft = Annotated[str | None, QueryParameter(description="Instead of what is set")]


def _row(kind: str, setting: Setting | None) -> LetterKindRow:
    about = KINDS[kind]
    ours = as_set(about.ours)
    now = ours | fitting(kind, setting.held if setting else {})
    return LetterKindRow(
        **now, id=kind, audience=about.audience, title=about.title, when=about.when, ours=LetterWords(**ours),
        changed=now != ours, places=places_of(kind), version=setting.version if setting else 0,
    )  # fmt: skip


async def _setting(db: Db, kind: str) -> Setting | None:
    if kind not in KINDS:
        raise NotFound
    return (await held_of(db, [GROUP + kind])).get(GROUP + kind)


def _answer(row: LetterKindRow) -> Response[LetterKindRow]:
    return Response(row, headers={"ETag": f'"{row.version}"'})


@read(PATH, may=EDIT_CONFIG)
async def letter_kinds(db: Db) -> list[LetterKindRow]:
    """Every kind of letter, with its words."""
    found = await held_of(db, [GROUP + kind for kind in KINDS])
    return [_row(kind, found.get(GROUP + kind)) for kind in KINDS]


@read(PATH + "/{id:str}", may=EDIT_CONFIG)
async def letter_kind(db: Db, id: str) -> Response[LetterKindRow]:
    """One kind; version 0 where nobody has set anything of it."""
    return _answer(_row(id, await _setting(db, id)))


@change(patch, PATH + "/{id:str}", may=EDIT_CONFIG, lock=PATH)
async def edit_letter_kind(db: Db, id: str, data: LetterWordsEdit) -> Response[LetterKindRow]:
    """Changes what is sent; letters that leave from now on say it. What reads as ours follows ours again."""
    before = _row(id, await _setting(db, id))
    given = {name: words or "" for name, words in data.given().items()}
    if faults := faults_of(id, given):
        raise Invalid(faults)
    setting = await hold(
        db, GROUP + id, msgspec.structs.asdict(before.ours), _edited(before), given, db.expects
    )
    await db.flush()
    return _answer(_row(id, setting))


def _edited(row: LetterWords) -> dict[str, Any]:
    return {name: getattr(row, name) for name in LetterWords.__struct_fields__}


@read(PATH + "/{id:str}/history", may=EDIT_CONFIG)
async def letter_kind_history(db: Db, id: str) -> list[Event]:
    """Who changed what of its words, newest first."""
    await _setting(db, id)
    return await events_of(db, Setting.audit_name, GROUP + id)


@read(PATH + "/{id:str}/preview", may=EDIT_CONFIG, media_type=MediaType.HTML)
async def letter_preview(
    db: Db,
    request: StrictRequest,
    id: str,
    subject: Draft = None,
    words: Draft = None,
    below: Draft = None,
    dark: Dark = False,
) -> Response[bytes]:
    """How a letter of this kind looks, with what we made up in its places; drawn in a frame of the panel."""
    letter = await _sampled(db, request, id, subject, words, below)
    head, end, body = (letter.html or "").partition("</head>")  # what the letter says may name these, too
    head = head.replace(DARK, "all" if dark else "not all").replace("light dark", "dark" if dark else "light")
    headers = {"Content-Security-Policy": IN_A_FRAME, "Cache-Control": "no-store"}
    return Response(f"{head}{end}{body}".encode(), media_type=MediaType.HTML, headers=headers)


@read(PATH + "/{id:str}/plain", may=EDIT_CONFIG)
async def plain_letter(
    db: Db,
    request: StrictRequest,
    id: str,
    subject: Draft = None,
    words: Draft = None,
    below: Draft = None,
) -> PlainLetter:
    """The same as plain text, with its subject."""
    letter = await _sampled(db, request, id, subject, words, below)
    return PlainLetter(letter.subject, letter.text)


async def _sampled(
    db: Db, request: StrictRequest, id: str, subject: str | None, words: str | None, below: str | None
) -> Letter:
    row = _row(id, await _setting(db, id))
    typed = {"subject": subject, "words": words, "below": below}
    draft = convert({name: said for name, said in typed.items() if said is not None}, LetterWordsEdit)
    written = {name: said or "" for name, said in draft.given().items()}
    if faults := faults_of(id, written):
        raise Invalid(faults)
    parts = services(request)
    return sampled(id, as_words(KINDS[id].ours, _edited(row) | written), parts.company, parts.public_url)


ROUTES = [letter_kinds, letter_kind, edit_letter_kind, letter_kind_history, letter_preview, plain_letter]
