"""The company's facts: what its file says, and how what Settings hold is put over it.

`CompanyFile` names every fault of the file at once. A fact goes by one name, its place in the file: `price_low` is `low` of
the table `price`. `Company.facts` gives the JSON that pages show; what is displayed is text there, so that the built pages can
hold a slot for it.
"""

from __future__ import annotations

import logging
import re
import tomllib
from collections.abc import Iterator, Mapping
from datetime import timedelta
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any, Literal, NamedTuple, get_args, get_type_hints

import msgspec
from msgspec import Meta, Struct

from duskline.core.values.contacts import EMAIL, LONGEST_EMAIL, LONGEST_PHONE, mailto, phone_key
from duskline.core.values.naming import camel_case
from duskline.settings import SettingsFault

logger = logging.getLogger("duskline.company")


def rule(say: str, **limits: Any) -> Meta:
    """A limit and, beside it, the words a person reads when it is broken."""
    return Meta(extra={"say": say}, **limits)


ShortText = Annotated[str, rule("Must be text of 1 to 300 characters", min_length=1, max_length=300)]
LegalName = Annotated[str, rule("Must be text of 1 to 200 characters", min_length=1, max_length=200)]
ShortName = Annotated[str, rule("Must be text of 1 to 40 characters", min_length=1, max_length=40)]
Flag = Annotated[bool, rule("Must be true or false")]
Dollars = Annotated[int, rule("Must be whole dollars above zero", ge=1, le=10_000_000)]
FootDollars = Annotated[int, rule("Must be whole dollars from 1 to 10,000", ge=1, le=10_000)]
Percent = Annotated[int, rule("Must be a whole percentage from 10 to 400", ge=10, le=400)]
Years = Annotated[int, rule("Must be a number of years from 1 to 100", ge=1, le=100)]
Year = Annotated[int, rule("Must be a year such as 2015", ge=1800, le=2100)]
Number = Annotated[int, rule("Must be a whole number from 1 to 365", ge=1, le=365)]
Unit = Annotated[Literal["hours", "days"], rule("Must be hours or days")]
Email = Annotated[str, rule("Must be an email address", pattern=EMAIL, max_length=LONGEST_EMAIL)]
WebAddress = Annotated[
    str,
    rule("Must be an address that begins with https://", pattern=r"^https://[^\s\"'<>]+$", max_length=500),
]
Markdown = Annotated[str, rule("Must be text of 1 to 50,000 characters", min_length=1, max_length=50_000)]
DIALED = "Must be a telephone number such as (555) 555-0142"
PhoneNumber = Annotated[str, rule(DIALED, min_length=1, max_length=LONGEST_PHONE)]

Place = tuple[str, ...]
"""Where a fact stands in the file: its key, after that of its table."""
Fault = tuple[Place, str]
"""Where, and the words of the rule that is broken there."""


class FaultyFact(ValueError):
    """A rule that concerns a fact together with others, or more than its type says."""

    def __init__(self, key: str, said: str) -> None:
        super().__init__(said)
        self.key, self.said = key, said


class Section(Struct, frozen=True, forbid_unknown_fields=True):
    """A table of the file; a key left out or empty is a thing the company does not have."""


class DollarRange(Section, frozen=True, kw_only=True):
    """From `low` to `high`, in whole dollars."""

    low: Dollars
    high: Dollars

    def __post_init__(self) -> None:
        if self.low > self.high:
            raise FaultyFact("low", "Must not be above the highest")


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


class Promise(Section, frozen=True, kw_only=True):
    """How soon mail is answered: pages and letters say it, and reminders go by it."""

    within: Number
    unit: Unit

    @property
    def time(self) -> timedelta:
        return timedelta(hours=self.within) if self.unit == "hours" else timedelta(days=self.within)

    @property
    def words(self) -> str:
        return f"within {self.within} {self.unit.removesuffix('s') if self.within == 1 else self.unit}"


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


class Texts(Section, frozen=True, kw_only=True):
    """What visitors can read about their data and about the terms, in Markdown; what is absent is not linked."""

    privacy: Markdown | None = None
    terms: Markdown | None = None


class Company(Section, frozen=True, kw_only=True):
    """Everything the product knows about the company it speaks for."""

    brand: ShortName
    legal_name: LegalName
    tagline: ShortText
    sample: Flag = False
    email: Email | None = None
    phone: PhoneNumber | None = None
    address: ShortText | None = None
    service_area: ShortText
    hours: ShortText
    answers: Promise
    install_time: ShortText
    tell_clients: Flag = True
    """Whether clients hear of their visits by mail."""
    founded_year: Year
    price: DollarRange
    rate_per_foot: FootRange
    rate_factors: RateFactors = RateFactors()
    warranty: Warranty
    social: Social = Social()
    texts: Texts = Texts()

    def __post_init__(self) -> None:
        if self.phone and not self.dials:
            raise FaultyFact("phone", DIALED)

    @property
    def dials(self) -> str | None:
        """What a telephone dials, as a link."""
        key = phone_key(self.phone)
        return f"tel:{key}" if key and key.startswith("+") else None

    def facts(self) -> dict[str, Any]:
        """The facts as the pages read them: camelCase, and text where they are shown as they are."""
        facts: dict[str, Any] = in_camel_case(msgspec.to_builtins(self))
        del facts["answers"], facts["tellClients"]
        facts["texts"] = {name: text is not None for name, text in facts["texts"].items()}
        facts["emailResponse"] = self.answers.words
        facts["phone"] = {"display": self.phone, "href": self.dials} if self.phone else None
        facts["openingHours"] = opening_hours(self.hours)
        facts["price"]["range"] = f"${self.price.low:,}-${self.price.high:,}"
        facts["warranty"] = {key: str(facts["warranty"][key]) for key in ("productYears", "laborYears")}
        facts["emailHref"] = self.email and mailto(self.email)
        facts["foundedYear"] = str(self.founded_year)
        return facts


class Fact(NamedTuple):
    """One thing that is known about the company: where it stands in the file, and its type with its rule."""

    place: Place
    kind: Any


def facts_of(kind: type[Section], place: Place = ()) -> Iterator[tuple[str, Fact]]:
    """Every fact of a table by its name, those of tables inside it too."""
    for key, hint in get_type_hints(kind, include_extras=True).items():
        inner = section_in(hint)
        if inner is None:
            yield "_".join((*place, key)), Fact((*place, key), hint)
        else:
            yield from facts_of(inner, (*place, key))


def section_in(hint: Any) -> type[Section] | None:
    parts = (hint, *get_args(hint))
    return next((part for part in parts if isinstance(part, type) and issubclass(part, Section)), None)


FACTS: Mapping[str, Fact] = MappingProxyType(dict(facts_of(Company)))


class CompanyFile:
    """What the file says: the first values of all facts."""

    def __init__(self, file: Path) -> None:
        """Reads and checks the file.

        Raises:
            SettingsFault: one sentence that names every fault.
        """
        try:
            self._table = tomllib.loads(file.read_text("utf-8"))
        except OSError as fault:
            raise SettingsFault(f"The company file {file} cannot be read: {fault.strerror}.") from None
        except ValueError as fault:
            raise SettingsFault(f"The company file {file} is not valid TOML: {fault}.") from None
        self._table.setdefault("texts", first_texts())
        if faults := self.faults({}):
            named = "; ".join(f"{'.'.join(place)} {said[:1].lower()}{said[1:]}" for place, said in faults)
            raise SettingsFault(f"The company file {file} has faults: {named}.")
        self.company = self.under({})

    def faults(self, held: Mapping[str, Any]) -> list[Fault]:
        """What would be wrong with the facts if these, by their names, stood in place of the file's."""
        return list(faults_of(self._table_under(held), Company))

    def fitting(self, held: Mapping[str, Any]) -> dict[str, Any]:
        """Those of these facts, by their names, that may stand in place of the file's.

        Left out is what does not go together with the file any more, or what a later version wrote: a server starts all the same.
        """
        known = {name: value for name, value in held.items() if name in FACTS}
        if faults := self.faults(known):
            said = [f"{'.'.join(place)} {words}" for place, words in faults]
            logger.warning("settings do not go together with the company file: %s", "; ".join(said))
        keys = {place[0] for place, _ in faults}
        return {name: value for name, value in known.items() if FACTS[name].place[0] not in keys}

    def under(self, held: Mapping[str, Any]) -> Company:
        """The facts with these in place of the file's, as far as they are fitting."""
        return msgspec.convert(self._table_under(self.fitting(held)), Company)

    def _table_under(self, held: Mapping[str, Any]) -> dict[str, Any]:
        table = dict(self._table)
        for name, value in held.items():
            *tables, key = FACTS[name].place
            within = table
            for each in tables:
                within[each] = within = dict(within.get(each, {}))
            within[key] = value
        return without_empty(table)


def first_texts() -> dict[str, str]:
    """What visitors can read until the company has texts of its own: what the product does, and no promise."""
    folder = Path(__file__).parent / "texts"
    return {key: (folder / f"{key}.md").read_text("utf-8").strip() for key in Texts.__struct_fields__}


def named(company: Company) -> dict[str, Any]:
    """The facts by their names."""
    found = {}
    for name, fact in FACTS.items():
        value: Any = company
        for key in fact.place:
            value = getattr(value, key)
        found[name] = value
    return found


def faults_of(table: dict[str, Any], kind: type[Section], where: Place = ()) -> Iterator[Fault]:
    """Every fault of one table."""
    fields = {field.name: field for field in msgspec.structs.fields(kind)}
    inner = [((*where, key), "Is not a known key") for key in table if key not in fields]
    for name, field in fields.items():
        if name in table:
            inner += faults_in(table[name], field.type, (*where, name))
        elif field.required:
            inner.append(((*where, name), "Is missing"))
    yield from inner or _faults_together(table, kind, where)


def _faults_together(table: dict[str, Any], kind: type[Section], where: Place) -> Iterator[Fault]:
    """What is wrong with a table whose every value is right."""
    try:
        msgspec.convert(table, kind)
    except msgspec.ValidationError as fault:
        if not isinstance(fault.__cause__, FaultyFact):
            raise
        yield (*where, fault.__cause__.key), fault.__cause__.said


def faults_in(value: Any, kind: Any, where: Place) -> Iterator[Fault]:
    """The faults of one value; of a table, those inside it."""
    section = section_in(kind)
    if section and isinstance(value, dict):
        yield from faults_of(value, section, where)
        return
    try:
        msgspec.convert(value, kind)
    except msgspec.ValidationError:
        parts = (kind, *get_args(kind))
        words = [part.__metadata__[0].extra["say"] for part in parts if hasattr(part, "__metadata__")]
        yield where, (words or ["Must be a table"])[0]


def without_empty(table: dict[str, Any]) -> dict[str, Any]:
    """An empty text means the same as a key left out; so does a table with nothing in it."""
    kept = {key: without_empty(value) if isinstance(value, dict) else value for key, value in table.items()}
    return {key: value for key, value in kept.items() if value not in ("", {}, None)}


def in_camel_case(value: Any) -> Any:
    """The same value with keys written the way the browser writes them."""
    if not isinstance(value, dict):
        return value
    return {camel_case(key): in_camel_case(inner) for key, inner in value.items()}


DAYS = ("Mo", "Tu", "We", "Th", "Fr", "Sa", "Su")
_HOURS = re.compile(
    r"(\w{3})\w* ?[-\u2013] ?(\w{3})\w*,? (\d{1,2})(?::(\d\d))? ?([AP])M ?[-\u2013] ?(\d{1,2})(?::(\d\d))? ?([AP])M",
    re.IGNORECASE,
)


def opening_hours(words: str) -> str | None:
    """Hours as machines read them ("Mo-Fr 08:00-20:00"); None where words such as "Mon-Fri 8AM-8PM" are not all there is."""
    found = _HOURS.match(words)
    if found is None or re.search(r"\d", words[found.end() :]):
        return None
    first, last, *times = found.groups()
    days = [day[:2].title() for day in (first, last)]
    opens, closes = (_on_the_clock(*times[at : at + 3]) for at in (0, 3))
    return f"{'-'.join(days)} {opens}-{closes}" if {*days} <= {*DAYS} and opens and closes else None


def _on_the_clock(hour: str, minute: str | None, half: str) -> str | None:
    if not (1 <= int(hour) <= 12 and int(minute or 0) < 60):
        return None
    return f"{int(hour) % 12 + 12 * (half in 'pP'):02}:{minute or '00'}"
