"""What the columns of an imported file are: found by their headings, and put together into the fields of a form.

A column is a `Part`; several parts make one field, such as street, city and ZIP code an address.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from duskline.core.tables.spreadsheets import as_typed
from duskline.core.values.contacts import EMAIL, as_meant, bare_email, phone_key, unfloated, zip_as_printed
from duskline.models.records.imports import ImportKind


class Part(NamedTuple):
    """What a column can be."""

    name: str
    label: str
    headings: str
    """How it is called elsewhere, normalized, separated by commas."""
    several: bool = False
    """Whether more than one column can be it."""


NAME = (
    Part("name", "Name", "name,full name,contact,contact name,customer,customer name,client,client name,lead,lead name"),
    Part("firstName", "First name", "first name,first,given name,forename,fname"),
    Part("lastName", "Last name", "last name,last,surname,family name,lname"),
)  # fmt: skip
REACHED = (
    Part("email", "Email", "email,e mail,email address,e mail address,mail,primary email,contact email,e mail 1 value,emails,e mails"),
    Part("phone", "Phone", "phone,phone number,telephone,telephone number,tel,mobile,mobile phone,mobile number,cell,cell phone,primary phone,main phone,phone 1 value,phones,phone numbers,main phone s,main phones"),
)  # fmt: skip
PLACED = (
    Part("address", "Address", "address,street,street address,address 1,address line 1,mailing address,property address,service address,full address,address 1 street,home street,street line 1"),
    Part("address2", "Address, second line", "address 2,address line 2,unit,apt,apartment,suite,street 2,street line 2,home street 2"),
    Part("city", "City", "city,town,locality,address 1 city,home city"),
    Part("state", "State", "state,state region,state province,province,region,address 1 region,home state"),
    Part("zip", "ZIP code", "zip,zip code,zipcode,postal code,postcode,postal,zip postal code,address 1 postal code,home postal code"),
)  # fmt: skip
STATUS = Part("status", "Status", "status,stage,lead status,client status,lifecycle stage")
BRANCH = Part("branchId", "Branch", "branch,office,branch id,branch name,location,store")
PARTS: Mapping[ImportKind, tuple[Part, ...]] = {
    ImportKind.LEADS: (
        *NAME, *REACHED, *PLACED, STATUS,
        Part("source", "Source", "source,lead source,where from,referral source,referred by,how did you hear about us,how did you find us,heard about us from,origin,campaign,channel"),
        Part("estimatedValue", "Estimated value", "estimated value,value,amount,deal value,estimate,budget,deal amount,price"),
        Part("notes", "Notes", "notes,note,comments,comment,description,message,remarks,details", several=True),
        Part("assignedTo", "Assigned to", "assigned to,owner,assignee,sales rep,salesperson,rep,lead owner,contact owner"),
        BRANCH,
    ),
    ImportKind.CLIENTS: (*NAME, *REACHED, *PLACED, STATUS, BRANCH),
    ImportKind.USERS: (
        *NAME, REACHED[0], Part("role", "Role", "role,position,job,job title,title,user role"), BRANCH,
        Part("regionId", "Region", "region,region id,region name,area"),
    ),
}  # fmt: skip
FIELDS: Mapping[ImportKind, tuple[str, ...]] = {
    ImportKind.LEADS: (
        "name", "email", "phone", "address", "status", "source", "estimatedValue", "notes", "assignedTo", "branchId",
    ),
    ImportKind.CLIENTS: ("name", "email", "phone", "address", "status", "branchId"),
    ImportKind.USERS: ("firstName", "lastName", "email", "role", "branchId", "regionId"),
}  # fmt: skip
"""What a row comes to: the fields of the form of its kind."""
DEFAULTS: Mapping[ImportKind, frozenset[str]] = {
    ImportKind.LEADS: frozenset({"branchId", "status", "source", "assignedTo"}),
    ImportKind.CLIENTS: frozenset({"branchId", "status"}),
    ImportKind.USERS: frozenset({"role", "branchId", "regionId"}),
}
"""Of which one value may hold for all rows that say nothing."""
OWN_WORDS = frozenset({"created utc", "updated utc", "id", "lead id", "type"})
"""Headings of a file that left from here, of what the server sets itself."""


def normalized(heading: str) -> str:
    return " ".join(re.findall(r"[a-z0-9]+", heading.casefold()))


def matching_of(
    kind: ImportKind, columns: Sequence[str], rows: Sequence[Sequence[str]] = ()
) -> list[str | None]:
    """The field of each column, by its heading; each field once. What is called a name is one only where its first values may be."""
    known = {word: part.name for part in PARTS[kind] for word in part.headings.split(",")}
    names = {part.name for part in NAME}
    headed = {known.get(normalized(column)) for column in columns}
    matching: list[str | None] = []
    for place, column in enumerate(columns):
        name = known.get(normalized(column))
        said = {cells[place] for cells in rows if place < len(cells) and cells[place]}
        if name in names and said:
            written = next((other for other, is_one in WRITTEN.items() if all(map(is_one, said))), name)
            name = None if {word.casefold() for word in said} <= YES_OR_NO else written
            name = name if name in names or (name in known.values() and name not in headed) else None
        matching.append(None if name in matching else name)
    return matching


YES_OR_NO = frozenset({"true", "false", "yes", "no", "y", "n", "0", "1"})


def faults_of(kind: ImportKind, columns: Sequence[str], matching: Sequence[str | None]) -> dict[str, str]:
    """Why columns cannot be matched so, by field of the call."""
    parts = {part.name: part for part in PARTS[kind]}
    named = [name for name in matching if name is not None]
    if len(matching) != len(columns) or not parts.keys() >= set(named):
        return {"matching": "Please choose for each column one of the listed fields"}
    for name in named:
        if named.count(name) > 1 and not parts[name].several:
            return {"matching": f"Two columns are matched to {parts[name].label}. Please choose one of them"}
    if "email" not in named:
        return {"matching": "Please choose the column that holds the email addresses"}
    return {}


def texts_of(
    kind: ImportKind, columns: Sequence[str], matching: Sequence[str | None], cells: Sequence[str]
) -> dict[str, str]:
    """Field -> what a row says there; a field of which it says nothing is left out."""
    said: defaultdict[str, list[tuple[str, str]]] = defaultdict(list)
    for column, name, cell in zip(columns, matching, cells, strict=False):
        if name is not None and (words := _words(name, cell)):
            said[name].append((column, words))
    one = {name: words[0][1] for name, words in said.items()}
    if kind != ImportKind.USERS:
        others = _first_alone(one, {part.name: part.label for part in PARTS[kind]})
        said["notes"] += others if kind == ImportKind.LEADS else []
    texts = {name: one[name] for name in FIELDS[kind] if name in one}
    texts |= _names(one) if kind == ImportKind.USERS else _whole_name(one)
    if kind != ImportKind.USERS:
        texts["address"] = _address(one)
    if said["notes"]:
        texts["notes"] = _notes(said["notes"])
    if "phone" in texts:
        texts["phone"] = unfloated(texts["phone"])
    return {name: words for name, words in texts.items() if words}


PROSE = frozenset({"name", "firstName", "lastName", "notes", "source"})
_NUMBER_AS_TEXT = re.compile(r"'[\d(][\d\s().,:/+-]*(?:[eE]\+?\d+)?")


def _words(name: str, cell: str) -> str:
    """The words of a cell, without the apostrophe with which a spreadsheet marks a number as text. Prose may begin with one ('t Hooft)."""
    words = as_typed(cell).strip()
    is_mark = words.startswith("'") and (name not in PROSE or _NUMBER_AS_TEXT.fullmatch(words))
    words = words[1:].strip() if is_mark else words
    return bare_email(words) if name == "email" else words


def _whole_name(one: Mapping[str, str]) -> dict[str, str]:
    """First and last name go before a column that is only called so."""
    parts = [one[part] for part in ("firstName", "lastName") if part in one]
    return {"name": " ".join(parts) if len(parts) > 1 else one.get("name") or " ".join(parts)}


def _names(one: Mapping[str, str]) -> dict[str, str]:
    """Of a whole name that is given once, either way: "Zoë Nuñez", or "Nuñez, Zoë". Several names stay together, to be asked about."""
    if SEVERAL.strip() in one.get("name", "") and "firstName" not in one:
        return {"firstName": one["name"], "lastName": one.get("lastName", "")}
    last, comma, first = (part.strip() for part in one.get("name", "").partition(","))
    if not comma:
        first, _, last = last.rpartition(" ")
    return {
        "firstName": one.get("firstName") or first or last,
        "lastName": one.get("lastName") or (first and last),
    }


def _address(one: Mapping[str, str]) -> str:
    """As one writes it: street and unit, city, state and ZIP code."""
    typed = one.get("zip", "")
    zip_code = (
        zip_as_printed(typed) or typed
    )  # what no spreadsheet makes of one stays as it is: nothing is guessed
    street = ", ".join(filter(None, (one.get("address"), one.get("address2"))))
    area = " ".join(filter(None, (one.get("state"), zip_code)))
    return ", ".join(filter(None, (street, one.get("city"), area)))


def lacks_digits(matching: Sequence[str | None], cells: Sequence[str]) -> bool:
    """Whether the cell of the ZIP code holds a number that can be none."""
    said = (_words("zip", cell) for name, cell in zip(matching, cells, strict=False) if name == "zip")
    codes = (unfloated(words) for words in said)
    return any(_NUMBER.fullmatch(code) and not zip_as_printed(code) for code in codes)


_NUMBER = re.compile(r"[\d\s.,+-]*\d[\d\s.,+-]*")


SEVERAL = " ::: "
"""Between several values of one cell, as Google Contacts writes them."""
_BETWEEN = re.compile(r"\s*(?::::|[;,\n]|\s/\s|\sor\s|\s&\s)\s*|\s+(?=[^\s<]+@)")


def _first_alone(one: dict[str, str], labels: Mapping[str, str]) -> list[tuple[str, str]]:
    """Leaves the first of several values in each field; returns the others, by the labels of their fields."""
    others = []
    for name, words in one.items():
        values = [value for value in words.split(SEVERAL.strip()) if value.strip()]
        if len(values) < 2 and name in WRITTEN:
            values = [value for value in _BETWEEN.split(words) if value.strip()]
            values = values if all(map(WRITTEN[name], values)) else []
        if len(values) > 1 and name != "notes":
            one[name], *more = [_words(name, value) for value in values]
            others += [(labels[name], value) for value in more]
    return others


WRITTEN: Mapping[str, Callable[[str], object]] = {
    "email": lambda value: re.match(EMAIL, as_meant(bare_email(value))),
    "phone": lambda value: (phone_key(value) or "").startswith("+"),
}
"""Fields whose cells people fill with several values, and how one of these is known."""


def _notes(said: Sequence[tuple[str, str]]) -> str:
    """What stands under another heading than that of notes is told with it."""
    headings = next(part for part in PARTS[ImportKind.LEADS] if part.name == "notes").headings.split(",")
    plain = [words for column, words in said if normalized(column) in headings]
    other = [f"{column}: {words}" for column, words in said if normalized(column) not in headings]
    return "\n".join(plain + other)
