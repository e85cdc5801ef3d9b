"""Territories: the ZIP codes of the branches in scope, and those that people asked for and nobody serves.

Who may enter: those who see Settings, each for the branches in their scope.
"""

from __future__ import annotations

import asyncio
import re
from typing import Annotated

from litestar.params import QueryParameter
from litestar.response import Stream
from sqlalchemy import ColumnElement, String, bindparam, select

from duskline.core.data.database import Reader
from duskline.core.data.lists import Filter, Order
from duskline.core.data.session import Db
from duskline.core.http.listing import Listing
from duskline.core.http.requests import StrictRequest
from duskline.core.http.routing import change, post, read
from duskline.core.values.bodies import Body, Meta, ResponseModel
from duskline.models.company.territories import (
    Listed,
    Uncovered,
    ZipReport,
    give,
    listed_in,
    report_on,
    take_away,
    uncovered,
)
from duskline.models.places.places import Branch, BranchServiceArea
from duskline.panel.exports import begin_export
from duskline.policy import SETTINGS

PATH = "/api/panel/zip-codes"
OF_BRANCH = "/api/panel/branches/{id:str}/zip-codes"
LOCK = "zip-codes"
TEXT = 1_000_000
"""Characters of a pasted list or a file: some 160,000 ZIP codes."""
BODY = 4 * TEXT

Zip = Annotated[
    str, Meta(pattern=r"^[0-9]{5}$", max_length=5, extra={"say": "Please enter a 5-digit ZIP code"})
]


class ZipRow(ResponseModel):
    id: str
    zip: str
    branch_id: str


class ZipList(Body, kw_only=True):
    text: Annotated[str, Meta(min_length=1, max_length=TEXT)]
    """A pasted list or a CSV file."""
    move: bool = False
    """Whether those that other branches in reach serve are moved here."""


class ZipRemoval(Body, kw_only=True):
    zips: Annotated[list[Zip], Meta(max_length=20_000)]


class ZipsRemoved(ResponseModel):
    zips: list[str]


def _begins(name: str) -> ColumnElement[bool]:
    return BranchServiceArea.zip.like(bindparam(name, type_=String))


def _beginning(word: str, _db: Reader) -> str:
    """Digits, and whatever follows; what is no digit begins no ZIP code."""
    return re.sub(r"[^0-9]", "x", word.strip())[:5] + "%"


ZIP_CODES = Listing(
    BranchServiceArea,
    ZipRow,
    {
        "branchId": Filter(BranchServiceArea.branch_id),
        "zip": Filter(None, value=_beginning, clause=_begins),
    },
    searched=False,
    usual=Order(ascending=(BranchServiceArea.zip,)),
)
zip_codes = ZIP_CODES.route(PATH, may=SETTINGS, name="zip_codes")


@read(PATH + "/uncovered", may=SETTINGS)
async def uncovered_zip_codes(db: Db) -> list[Uncovered]:
    """ZIP codes that people asked for and no branch serves, within the caller's scope; the newest first."""
    return await uncovered(db)


@read(PATH + "/export", may=SETTINGS, statuses=(429,), media_type="text/csv")
async def export_zip_codes(
    db: Db,
    request: StrictRequest,
    branch: Annotated[str, QueryParameter(name="branchId", description="Of this branch alone")] = "",
) -> Stream:
    """All of them as a file for spreadsheets."""
    allowed = await begin_export(db, request, "zip-codes", {"branchId": branch} if branch else {})
    rows = select(BranchServiceArea.zip, Branch.name).join(Branch, Branch.id == BranchServiceArea.branch_id)
    if branch:
        rows = rows.where(BranchServiceArea.branch_id == branch)
    found = (await db.execute(rows.order_by(BranchServiceArea.zip))).all()
    return allowed.of("zip-codes", ("ZIP code", "Branch"), found)


async def read_list(data: ZipList) -> Listed:
    """Beside the other requests, and before anybody waits for the one who writes."""
    return await asyncio.to_thread(listed_in, data.text)


@change(
    post,
    OF_BRANCH + "/check",
    may=SETTINGS,
    status=200,
    repeatable=False,
    body_limit=BODY,
    prepare=read_list,
)
async def check_zip_codes(db: Db, id: str, data: ZipList, prepared: Listed) -> ZipReport:
    """What giving these to the branch would do; nothing is changed."""
    return await report_on(db, await db.find(Branch, id), prepared, move=data.move)


@change(
    post, OF_BRANCH, may=SETTINGS, status=200, body_limit=BODY, lock=LOCK, prepare=read_list, shows=Branch
)
async def give_zip_codes(db: Db, id: str, data: ZipList, prepared: Listed) -> ZipReport:
    """Gives the branch what is free, and on request what other branches in reach have."""
    return await give(db, await db.find_locked(Branch, id), prepared, move=data.move)


@change(post, OF_BRANCH + "/remove", may=SETTINGS, status=200, lock=LOCK, shows=Branch)
async def remove_zip_codes(db: Db, id: str, data: ZipRemoval) -> ZipsRemoved:
    """Takes ZIP codes from the branch."""
    return ZipsRemoved(await take_away(db, await db.find_locked(Branch, id), data.zips))


ROUTES = [
    zip_codes,
    uncovered_zip_codes,
    export_zip_codes,
    check_zip_codes,
    give_zip_codes,
    remove_zip_codes,
]
