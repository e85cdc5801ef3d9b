"""Setting up a new company: a checklist that knows from the data what is done. Who may enter: those who edit the organization's
configuration."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from litestar import Response

from duskline.company import Company, CompanyFile
from duskline.core.data.session import Db
from duskline.core.http.requests import StrictRequest
from duskline.core.http.routing import change, patch, read
from duskline.core.system.errors import Invalid
from duskline.core.values.bodies import UNSET, Body, Meta, ResponseModel, UnsetType
from duskline.models.company.setup import CLOSED, SETUP, Lack, Step, kept, lacking
from duskline.models.places.settings import hold
from duskline.organization import GROUPS, held
from duskline.policy import EDIT_CONFIG
from duskline.services import services

PATH = "/api/panel/setup"
LACKS: dict[Step, tuple[Lack, ...]] = {
    Step.FACTS: (Lack.SAMPLE, Lack.BRAND, Lack.LEGAL_NAME, Lack.EMAIL, Lack.PHONE),
    Step.PLACE: (Lack.ADDRESS, Lack.HOURS),
    Step.PRICES: (Lack.PRICES,),
    Step.MAIL: (Lack.MAIL_SERVER, Lack.LETTER),
    Step.PEOPLE: (Lack.COLLEAGUES,),
    Step.AREA: (Lack.ZIP_CODES,),
    Step.CONTENT: (Lack.SAMPLES,),
}
"""What each step is about. It is done once nothing of it is lacking."""
NEEDED = frozenset({Step.FACTS, Step.PLACE})
"""Without these nobody reaches the company."""
CANNOT_SKIP = "Brand, contact and the first branch cannot be left out"
STEP_NAMED = "Please name steps of the checklist"


class SetupStep(ResponseModel):
    id: Step
    lacks: list[Lack]
    """Empty: it is done."""
    not_needed: bool


class Setup(ResponseModel):
    open: bool
    """Whether Welcome shows it."""
    steps: list[SetupStep]
    version: int


class SetupEdit(Body):
    open: bool | UnsetType = UNSET
    not_needed: Annotated[list[Step], Meta(max_length=len(Step), extra={"say": STEP_NAMED})] | UnsetType = (
        UNSET
    )


@read(PATH, may=EDIT_CONFIG)
async def setup(db: Db, request: StrictRequest) -> Response[Setup]:
    """How far the company is set up."""
    return await _shown(db, request)


@change(patch, PATH, may=EDIT_CONFIG, returns=Setup, lock=PATH)
async def edit_setup(db: Db, request: StrictRequest, data: SetupEdit) -> Response[Setup]:
    """Opens or closes the checklist, or says which steps are not needed."""
    before, _ = await kept(db)
    given = data.given()
    if "not_needed" in given:
        if NEEDED & set(given["not_needed"]):
            raise Invalid({"notNeeded": CANNOT_SKIP})
        given["not_needed"] = [step for step in Step if step in given["not_needed"]]
    await hold(db, SETUP, CLOSED, before, given, db.expects)
    await db.flush()
    return await _shown(db, request)


async def _shown(db: Db, request: StrictRequest) -> Response[Setup]:
    said, version = await kept(db)
    given = services(request)
    set_by_hand = await held(db)
    lacks = await lacking(db) | set(_facts_lacking(given.company_file, set_by_hand))
    if given.settings.smtp is None:
        lacks.add(Lack.MAIL_SERVER)
    steps = [
        SetupStep(step, [lack for lack in about if lack in lacks], step in said["not_needed"])
        for step, about in LACKS.items()
    ]
    return Response(Setup(said["open"], steps, version), headers={"ETag": f'"{version}"'})


def _facts_lacking(file: CompanyFile, set_by_hand: dict[str, object]) -> Iterator[Lack]:
    """What pages still say of the sample company. A file that is no sample is the company's own."""
    company, first = file.under(set_by_hand), file.company
    if company.sample:
        yield Lack.SAMPLE
    if not first.sample:
        return
    yield from _unchanged(company, first)
    if not any(name in set_by_hand for name in GROUPS["prices"]):
        yield Lack.PRICES


def _unchanged(company: Company, first: Company) -> Iterator[Lack]:
    for lack in (Lack.BRAND, Lack.LEGAL_NAME, Lack.EMAIL, Lack.PHONE):
        said = getattr(company, lack)
        if said is not None and said == getattr(first, lack):
            yield lack


ROUTES = [setup, edit_setup]
