"""The company's facts: one file, read by the server, the pages, the calculators and the structured data.

`read_company` names every fault of the file at once. `Company.facts` gives the JSON that pages show; what is
displayed is text there, so that the built pages can hold a slot for it.
"""

import re
import tomllib
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Annotated, Any, get_args

import msgspec
from msgspec import Meta, Struct

from duskline.core.contacts import EMAIL, LONGEST_EMAIL, mailto
from duskline.core.naming import camel_case
from duskline.settings import SettingsFault


def rule(say: str, **limits: Any) -> Meta:
    """A limit and, beside it, the words a person reads when it is broken."""
    return Meta(extra={"say": say}, **limits)


ShortText = Annotated[str, rule("must be text of 1 to 300 characters", min_length=1, max_length=300)]
LegalName = Annotated[str, rule("must be text of 1 to 200 characters", min_length=1, max_length=200)]
ShortName = Annotated[str, rule("must be text of 1 to 40 characters", min_length=1, max_length=40)]
Flag = Annotated[bool, rule("must be true or false")]
Dollars = Annotated[int, rule("must be whole dollars above zero", ge=1, le=10_000_000)]
FootDollars = Annotated[int, rule("must be whole dollars from 1 to 10,000", ge=1, le=10_000)]
Percent = Annotated[int, rule("must be a whole percentage from 10 to 400", ge=10, le=400)]
Years = Annotated[int, rule("must be a number of years from 1 to 100", ge=1, le=100)]
Year = Annotated[int, rule("must be a year such as 2015", ge=1800, le=2100)]
Email = Annotated[str, rule("must be an email address", pattern=EMAIL, max_length=LONGEST_EMAIL)]
WebAddress = Annotated[
    str,
    rule("must be an address that begins with https://", pattern=r"^https://[^\s\"'<>]+$", max_length=500),
]
Dial = Annotated[str, rule("must look like tel:+15555550142", pattern=r"^tel:\+[0-9]{6,15}$")]


class Section(Struct, frozen=True, forbid_unknown_fields=True):
    """A table of the file; a key left out or empty is a thing the company does not have."""


class Phone(Section, frozen=True, kw_only=True):
    """How the number is shown, and what a telephone dials."""

    display: ShortText
    href: Dial


class DollarRange(Section, frozen=True, kw_only=True):
    """From `low` to `high`, in whole dollars."""

    low: Dollars
    high: Dollars

    def __post_init__(self) -> None:
        if self.low > self.high:
            raise ValueError("low must not be above high")


class FootRange(DollarRange, frozen=True, kw_only=True):
    """The price of one installed foot; bounded, so that the longest roofline stays a number that a record can hold."""

    low: FootDollars
    high: FootDollars


class RateFactors(Section, frozen=True, kw_only=True):
    """What a building changes about its price, in percent; 100 changes nothing."""

    business: Percent = 100
    two_stories: Percent = 100
    three_stories: Percent = 100
    front: Percent = 100
    """Of the price of a foot, where the front alone is lit."""
    front_share: Percent = 100
    """Of the price of a whole building, where the length is not known."""


class Warranty(Section, frozen=True, kw_only=True):
    """How long product and labor are covered."""

    product_years: Years
    labor_years: Years
    terms_version: ShortName = "1"
    """Which text of the terms a new warranty refers to."""


class Social(Section, frozen=True, kw_only=True):
    """Full addresses; what is absent is shown as an icon without a target."""

    facebook: WebAddress | None = None
    twitter: WebAddress | None = None
    instagram: WebAddress | None = None
    linkedin: WebAddress | None = None
    youtube: WebAddress | None = None


class Company(Section, frozen=True, kw_only=True):
    """Everything the product knows about the company it speaks for."""

    brand: ShortName
    legal_name: LegalName
    tagline: ShortText
    sample: Flag = False
    email: Email | None = None
    address: ShortText | None = None
    service_area: ShortText
    hours: ShortText
    email_response: ShortText
    install_time: ShortText
    founded_year: Year
    phone: Phone | None = None
    price: DollarRange
    rate_per_foot: FootRange
    rate_factors: RateFactors = RateFactors()
    warranty: Warranty
    social: Social = Social()

    @property
    def answers_within(self) -> timedelta | None:
        """How long an answer may take, as `email_response` says it; None where it names no hours or days."""
        found = re.search(r"within (\d{1,3}) (hour|day)s?\b", self.email_response)
        return timedelta(**{f"{found[2]}s": int(found[1])}) if found else None

    def facts(self) -> dict[str, Any]:
        """The facts as the pages read them: camelCase, and text where they are shown as they are."""
        facts: dict[str, Any] = in_camel_case(msgspec.to_builtins(self))
        facts["price"]["range"] = f"${self.price.low:,}-${self.price.high:,}"
        facts["warranty"] = {key: str(facts["warranty"][key]) for key in ("productYears", "laborYears")}
        facts["emailHref"] = self.email and mailto(self.email)
        facts["foundedYear"] = str(self.founded_year)
        return facts


def read_company(file: Path) -> Company:
    """Read and check the file; raises SettingsFault with one sentence that names every fault."""
    try:
        table = without_empty(tomllib.loads(file.read_text("utf-8")))
    except OSError as fault:
        raise SettingsFault(f"The company file {file} cannot be read: {fault.strerror}.") from None
    except ValueError as fault:
        raise SettingsFault(f"The company file {file} is not valid TOML: {fault}.") from None
    if faults := list(faults_of(table, Company)):
        raise SettingsFault(f"The company file {file} has faults: {'; '.join(faults)}.")
    return msgspec.convert(table, Company)


def faults_of(table: dict[str, Any], kind: type[Section], where: str = "") -> Iterator[str]:
    """Every fault of one table, each naming its key."""
    fields = {field.name: field for field in msgspec.structs.fields(kind)}
    yield from (f"{where}{key} is not a known key" for key in table if key not in fields)
    for name, field in fields.items():
        if name in table:
            yield from faults_in(table[name], field.type, where + name)
        elif field.required:
            yield f"{where}{name} is missing"


def faults_in(value: Any, kind: Any, name: str) -> Iterator[str]:
    """The faults of one value; of a table, those inside it first."""
    parts = (kind, *get_args(kind))
    section = next((part for part in parts if isinstance(part, type) and issubclass(part, Section)), None)
    is_table = section is not None and isinstance(value, dict)
    if section and is_table and (inner := list(faults_of(value, section, f"{name}."))):
        yield from inner
        return
    try:
        msgspec.convert(value, kind)
    except msgspec.ValidationError as fault:
        words = [part.__metadata__[0].extra["say"] for part in parts if hasattr(part, "__metadata__")]
        yield f"{name}: {fault}" if is_table else f"{name} {(words or ['must be a table'])[0]}"


def without_empty(table: dict[str, Any]) -> dict[str, Any]:
    """An empty text means the same as a key left out; so does a table with nothing in it."""
    kept = {key: without_empty(value) if isinstance(value, dict) else value for key, value in table.items()}
    return {key: value for key, value in kept.items() if value not in ("", {})}


def in_camel_case(value: Any) -> Any:
    """The same value with keys written the way the browser writes them."""
    if not isinstance(value, dict):
        return value
    return {camel_case(key): in_camel_case(inner) for key, inner in value.items()}
