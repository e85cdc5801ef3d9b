"""Files as programs really write them: what they say is understood, or asked about, and nothing is guessed."""

from __future__ import annotations

import io
from typing import Any

import openpyxl  # type: ignore[import-untyped]
import pytest

from tests.panel.importing.importing import PATH, imported, read, reviewed, rows
from tests.world import World


async def leads(world: World, content: str | bytes, **given: Any) -> list[dict[str, Any]]:
    """What an import made, in the order of the file."""
    own = await imported(world, content, **given)
    assert own["state"] == "done", own
    found = (
        await world.client("sales_rep").get("/api/panel/leads", params={"import": own["id"], "limit": "200"})
    ).json()
    return list(found)


async def faults(world: World, content: str | bytes, **given: Any) -> dict[int, dict[str, str]]:
    own = await reviewed(world, content, **given)
    return {row["number"]: row["faults"] for row in await rows(world, own["id"]) if row["faults"]}


# --- separators and headings ---


@pytest.mark.parametrize("separator", [";", "\t", "|"])
async def test_rows_may_lack_their_last_cells(world: World, separator: str) -> None:
    lines = [
        ["Name", "Email", "Phone", "Address", "Notes"],
        ["Ann Cole", "ann@many.example", "614-555-0141", "1 Elm St, Troy, OH 45373", "calls, often"],
        ["Bo Cole", "bo@many.example", "614-555-0142", "2 Elm St, Troy, OH 45373"],
        ["Cy Cole", "cy@many.example"],
    ]
    own = await read(world, "\n".join(separator.join(line) for line in lines))
    assert own["separator"] == separator
    assert [column["part"] for column in own["columns"]] == ["name", "email", "phone", "address", "notes"]


async def test_a_separator_can_be_chosen(world: World) -> None:
    content = "Name;Email,Phone\nAnn;ann@many.example,614"
    assert (await chosen(world, content, separator="semicolon"))["separator"] == ";"
    assert (await chosen(world, content, separator="comma"))["separator"] == ","
    refused = await sent_as(world, content, separator="dot")
    assert refused.json()["fields"] == {"separator": "Please choose one of the listed values"}


async def sent_as(world: World, content: str, **how: str) -> Any:
    file = {"table": ("people.csv", content.encode(), "text/csv")}
    return await world.client("sales_rep").post(PATH, data={"kind": "leads", **how}, files=file)


async def chosen(world: World, content: str, **how: str) -> Any:
    answer = await sent_as(world, content, **how)
    assert answer.status_code == 201, answer.text
    return answer.json()


TITLED = "Leads of the spring fair,,\nPrinted 04/03/2026,,\nName,Email,Phone\nAnn,ann@many.example,614-555-0141\nBo,bo@many.example,\n"


async def test_titles_above_the_headings_are_left_out(world: World) -> None:
    own = await read(world, TITLED)
    assert (own["headingRow"], own["total"]) == (3, 2)
    assert [column["heading"] for column in own["columns"]] == ["Name", "Email", "Phone"]


async def test_the_row_of_headings_can_be_chosen(world: World) -> None:
    content = "About,these\nWho,Where\nAnn,ann@many.example\nBo,bo@many.example"
    assert (await chosen(world, content))["headingRow"] == 1
    own = await chosen(world, content, headingRow="2")
    assert (own["headingRow"], own["total"]) == (2, 2)
    assert [column["heading"] for column in own["columns"]] == ["Who", "Where"]
    assert (await chosen(world, content, headingRow="0"))["total"] == 4
    refused = await sent_as(world, content, headingRow="21")
    assert refused.json()["fields"] == {"headingRow": "Please choose one of the first 20 rows"}


async def test_headings_can_stand_in_rows_that_the_file_has(world: World) -> None:
    content = "Name,Email\nAnn,ann@many.example\nBo,bo@many.example"
    assert [(await chosen(world, content, **how))["headingRows"] for how in ({}, {"headingRow": "2"})] == [
        2,
        2,
    ]
    assert (await chosen(world, "ann@many.example,Ann"))["headingRows"] == 0
    assert (await chosen(world, content + "\nCy,cy@many.example" * 30))["headingRows"] == 20


async def test_a_file_without_headings_keeps_its_first_person(world: World) -> None:
    own = await read(world, "Ann,ann@many.example\nBo,bo@many.example")
    assert (own["headingRow"], own["total"]) == (0, 2)


# --- numbers that a spreadsheet has had in its hands ---

FLOATS = (
    "Name,Email,Phone,Address,City,State,Zip\n"
    "Ann,a@many.example,6145550161.0,1 Elm St,Boston,MA,2138.0\n"
    "Bo,b@many.example,6.145550162E9,2 Elm St,Boston,MA,2138\n"
    "Cy,c@many.example,614-555-0163,3 Elm St,Boston,MA,21381234\n"
    "Di,d@many.example,614-555-0164,4 Elm St,Boston,MA,021381234\n"
    "Ed,e@many.example,614-555-0165,5 Elm St,Boston,MA,02138-1234\n"
    "Fi,f@many.example,614-555-0166,6 Elm St,Ottawa,ON,K1A 0B1\n"
)


async def test_whole_numbers_lose_their_point_and_zip_codes_keep_their_zeros(world: World) -> None:
    made = await leads(world, FLOATS)
    assert [row["phone"] for row in made[:2]] == ["6145550161", "6145550162"]
    assert [row["address"].rpartition(", ")[2] for row in made] == [
        "MA 02138", "MA 02138", "MA 02138-1234", "MA 02138-1234", "MA 02138-1234", "ON K1A 0B1",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "phone", ["6.14556E+09", "6E+09", "6.14556e9", '"6,14556E+09"', "6.14556E+09 (cell)", "'6.14556E+09"]
)
async def test_a_number_without_all_of_its_digits_is_asked_about(world: World, phone: str) -> None:
    found = await faults(world, f"Name,Email,Phone\nBo,bo@many.example,{phone}")
    assert found == {2: {"phone": "A spreadsheet has rounded this number. Please enter all of its digits"}}


@pytest.mark.parametrize(
    ("typed", "value"),
    [
        ("4999.999999999999", 5000),
        ("5000.000000000001", 5000),
        ("$4,500.00", 4500),
        ("USD 5,000", 5000),
        ("5000 USD", 5000),
        ("usd $5,000.00", 5000),
    ],
)
async def test_a_value_that_was_worked_out_is_whole(world: World, typed: str, value: int) -> None:
    (made,) = await leads(world, f'Name,Email,Value\nBo,bo@many.example,"{typed}"')
    assert made["estimatedValue"] == value


@pytest.mark.parametrize("typed", ["4999.5", "4999.123456789", "about 5000"])
async def test_a_value_that_is_not_whole_is_asked_about(world: World, typed: str) -> None:
    found = await faults(world, f'Name,Email,Value\nBo,bo@many.example,"{typed}"')
    assert found == {2: {"estimatedValue": "Please enter a whole number of dollars"}}


async def test_a_workbook_says_numbers_as_it_shows_them(world: World) -> None:
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.append(["Name", "Email", "Phone", "Address", "Zip", "Value"])
    sheet.append(["Ann", "ann@many.example", 6145550161, "1 Elm St", 21381234, 4999.999999999999])
    sheet.append(["Bo", "bo@many.example", 5550162, "2 Elm St", 2138, 1200])
    for row in (2, 3):
        sheet.cell(row, 3).number_format = "[<=9999999]###\\-####;\\(###\\)\\ ###\\-####"
    sheet.cell(2, 5).number_format, sheet.cell(3, 5).number_format = "00000\\-0000", "00000"
    sheet.cell(3, 6).number_format = '"$"#,##0'
    out = io.BytesIO()
    book.save(out)
    made = await leads(world, out.getvalue(), name="people.xlsx")
    assert [(row["phone"], row["address"], row["estimatedValue"]) for row in made] == [
        ("(614) 555-0161", "1 Elm St, 02138-1234", 5000), ("555-0162", "2 Elm St, 02138", 1200),
    ]  # fmt: skip


async def test_numbers_lose_the_marks_of_spreadsheets_and_words_keep_theirs(world: World) -> None:
    made = await leads(
        world,
        "Name;Email;Phone;Address;Zip;Notes\nAnn;'a@many.example;'6145558222;1 Elm St;'02138;'4 gates\n"
        "'t Hooft;b@many.example;6145558183,0;2 Elm St;2138,0;'614\nCy;c@many.example;614-555-8184;3 Elm St;2,138E+03;",
    )
    assert [tuple(row[name] for name in ("name", "email", "phone", "address", "notes")) for row in made] == [
        ("Ann", "a@many.example", "6145558222", "1 Elm St, 02138", "'4 gates"),
        ("'t Hooft", "b@many.example", "6145558183", "2 Elm St, 02138", "614"),
        ("Cy", "c@many.example", "614-555-8184", "3 Elm St, 02138", None),
    ]


@pytest.mark.parametrize(
    "address", ["12 Main St Apt 5E-2", "7 Elm St, Lot 3E-14, Dayton, OH 45402", "9 Oak St Unit 2.5E1"]
)
async def test_the_letter_of_a_unit_is_no_exponent(world: World, address: str) -> None:
    (made,) = await leads(world, f'Name;Email;Address\nBo;bo@many.example;"{address}"')
    assert made["address"] == address


NO_ZIP = "The ZIP code has too few or too many digits. Please enter all five of them, or nine"
ROUNDED = "A spreadsheet has rounded this number. Please enter all of its digits"


@pytest.mark.parametrize(
    ("code", "says"),
    [
        ("2.13812E+08", ROUNDED), ("2,13812E+08", ROUNDED), ("560001", NO_ZIP), ("56", NO_ZIP), ("500", NO_ZIP),
        ("5000001", NO_ZIP), ("0213812345", NO_ZIP), ("02138-12", NO_ZIP), ("2138.5", NO_ZIP),
        ("'560001", NO_ZIP), ("5600.50", NO_ZIP), ("56.0", NO_ZIP),
    ],
)  # fmt: skip
@pytest.mark.parametrize("kind", ["leads", "clients"])
async def test_a_zip_code_that_can_be_none_is_asked_about(
    world: World, kind: str, code: str, says: str
) -> None:
    own = await reviewed(world, f"Name;Email;Address;Zip\nBo;bo@many.example;1 Elm St;{code}", kind=kind)
    (row,) = await rows(world, own["id"])
    assert row["faults"] == {"address": says}
    sent = {"values": {"address": "1 Elm St, Boston, MA 02138"}}
    mended = await world.client("sales_rep").patch(f"{PATH}/{own['id']}/rows/{row['id']}", json=sent)
    assert mended.json()["standing"] == "ready"


@pytest.mark.parametrize(
    ("code", "stands"),
    [
        ("501", "00501"), ("2138", "02138"), ("02138", "02138"), ("5011234", "00501-1234"), ("21381234", "02138-1234"),
        ("02138 1234", "02138-1234"), ("SW1A 1AA", "SW1A 1AA"), ("none", "none"), ("'501", "00501"), ("2138.0", "02138"), ("56 miles", "56 miles"),
        ("near 56", "near 56"),
    ],
)  # fmt: skip
async def test_a_zip_code_gets_back_what_a_spreadsheet_cuts(world: World, code: str, stands: str) -> None:
    (made,) = await leads(world, f"Name,Email,Address,Zip\nBo,bo@many.example,1 Elm St,{code}")
    assert made["address"] == f"1 Elm St, {stands}"


async def test_a_number_in_another_column_is_no_zip_code_nor_is_a_cell_that_a_row_lacks(world: World) -> None:
    content = "Name,Email,Phone,Address,Zip\nBo,bo@many.example,614-555-0142,1 Elm St,2138\nCy,cy@many.example,614-555-0143\n"
    assert [made["address"] for made in await leads(world, content)] == ["1 Elm St, 02138", None]


# --- several values in a cell, and words ---


@pytest.mark.parametrize(
    ("emails", "phones"),
    [
        ("ann@many.example ::: ann@home.example", "614-555-0191 ::: 614-555-0192"),
        ("ann@many.example; ann@home.example", "614-555-0191 / 614-555-0192"),
        ('"ann@many.example, ann@home.example"', "614-555-0191 or 614-555-0192"),
        ("ann@many.example ann@home.example", "614-555-0191; 614-555-0192"),
    ],
)
async def test_the_first_of_several_values_counts_and_the_others_are_noted(
    world: World, emails: str, phones: str
) -> None:
    (made,) = await leads(world, f"Name,Email,Phone,Notes\nAnn Holt,{emails},{phones},Gate is green")
    assert (made["email"], made["phone"]) == ("ann@many.example", "614-555-0191")
    assert made["notes"] == "Gate is green\nEmail: ann@home.example\nPhone: 614-555-0192"


@pytest.mark.parametrize("between", [" ::: ", "; ", " or "])
async def test_of_several_values_a_client_has_the_first(world: World, between: str) -> None:
    emails, phones = f"ann@many.example{between}ann@home.example", f"614-555-0191{between}614-555-0192"
    content = f'Name,Email,Phone,Address\nAnn,"{emails}","{phones}",1 Elm St\nBo,nobody;none,,2 Elm St'
    own = await reviewed(world, content, kind="clients")
    ann, bo = await rows(world, own["id"])
    assert (ann["standing"], ann["values"]["email"], ann["values"]["phone"]) == (
        "ready", "ann@many.example", "614-555-0191",
    )  # fmt: skip
    assert bo["faults"] == {"email": "Please enter a valid email address"}


@pytest.mark.parametrize("kind", ["leads", "clients", "users"])
@pytest.mark.parametrize(
    "cell",
    [
        "ed@many.example;", "ed@many.example , ", "mailto:ed@many.example", "MAILTO:ed@many.example?subject=Light%20it", "<ed@many.example>",
        "Ed <ed@many.example>", "Cole, Ed <mailto:ed@many.example>;", "ed@many.example <ed@many.example>",
    ],
)  # fmt: skip
async def test_an_address_is_known_whatever_mail_programs_write_around_it(
    world: World, kind: str, cell: str
) -> None:
    more = {"leads": "", "clients": ",1 Elm St", "users": ",technician"}[kind]
    content = f'Name,Email,{"Role" if kind == "users" else "Address"},Branch\nEd Cole,"{cell}"{more or ","},Branch 1'
    own = await reviewed(world, content, kind=kind, who="admin")
    (ed,) = await rows(world, own["id"], "admin")
    assert (ed["values"]["email"], ed["faults"]) == ("ed@many.example", {})


@pytest.mark.parametrize(
    "cell", ["Ed <ed@many.example", "ed@many.example?subject=x", "mailto: nobody", "Ed <nobody>"]
)
async def test_what_is_no_address_stays_as_it_stands(world: World, cell: str) -> None:
    own = await reviewed(world, f"Name,Email\nEd Cole,{cell}")
    (ed,) = await rows(world, own["id"])
    assert (ed["values"]["email"], ed["faults"]) == (cell, {"email": "Please enter a valid email address"})


async def test_of_several_addresses_with_names_the_first_counts(world: World) -> None:
    (made,) = await leads(world, "Name,Email\nAnn,Ann <ann@many.example>; Bo Cole <bo@many.example>;")
    assert (made["email"], made["notes"]) == ("ann@many.example", "Email: bo@many.example")


async def test_a_first_person_written_as_mail_programs_do_is_no_heading(world: World) -> None:
    own = await read(world, "Ann Holt,Ann <ann@many.example>\nBo,mailto:bo@many.example")
    assert (own["headingRow"], own["total"]) == (0, 2)


@pytest.mark.parametrize(
    ("content", "parts"),
    [
        ("Contact,Email\nAnn Holt,ann@many.example", ["name", "email"]),
        ("Name,Contact\nAnn,ann@many.example\nBo,Bo <bo@many.example>\nCy,", ["name", "email"]),
        ("Name,Contact,Email\nAnn,614-555-0141,ann@many.example\nBo,(614) 555-0142,", ["name", "phone", "email"]),
        ("Contact,Customer,Email\nann@home.example,Ann,ann@many.example", [None, "name", "email"]),
        ("Contact,Email\nAnn,ann@many.example\n614-555-0142,bo@many.example", ["name", "email"]),
    ],
)  # fmt: skip
async def test_a_column_of_contacts_is_what_its_values_are(
    world: World, content: str, parts: list[str | None]
) -> None:
    own = await read(world, content)
    assert [column["part"] for column in own["columns"]] == parts


@pytest.mark.parametrize(
    ("headings", "cells"), [("Name", "Ann Holt ::: Anna Holt"), ("First name,Last name", "Ann ::: Anna,Holt")]
)
async def test_an_account_has_one_name(world: World, headings: str, cells: str) -> None:
    own = await reviewed(
        world,
        f"{headings},Email,Role,Branch\n{cells},ann@many.example,technician,Branch 1",
        kind="users",
        who="admin",
    )
    (ann,) = await rows(world, own["id"], "admin")
    assert ann["faults"] == {"firstName": "This holds several names. Please enter one"}
    assert ann["values"]["firstName"] in cells


async def test_an_account_has_one_address(world: World) -> None:
    content = "Name,Email,Role,Branch\nAnn B,ann@many.example ::: ann@home.example,technician,Branch 1"
    own = await reviewed(world, content, kind="users", who="admin")
    (ann,) = await rows(world, own["id"], "admin")
    assert ann["faults"] == {"email": "Please enter a valid email address"}


@pytest.mark.parametrize(
    "headings", ["Home Street,Home City,Home State,Home Postal Code", "Street Line 1,City,State,Postal Code"]
)
async def test_parts_of_an_address_as_other_programs_call_them(world: World, headings: str) -> None:
    (made,) = await leads(
        world, f"Name,Email,{headings},Street Line 2\nAnn,ann@many.example,1 Elm St,Troy,OH,45373,Unit 5"
    )
    assert made["address"] == "1 Elm St, Unit 5, Troy, OH 45373"


async def test_a_column_of_yes_and_no_is_nobodys_name(world: World) -> None:
    content = (
        "Lead,First Name,Last Name,E-mails,Main Phone #s\ntrue,Ann,Cole,ann@many.example,614-555-0141\n"
        "FALSE,Bo,Cole,bo@many.example,614-555-0142\n,Cy,,cy@many.example,\n"
    )
    own = await read(world, content)
    assert [column["part"] for column in own["columns"]] == [None, "firstName", "lastName", "email", "phone"]
    assert [row["name"] for row in await leads(world, content)] == ["Ann Cole", "Bo Cole", "Cy"]


async def test_a_column_of_names_is_called_lead_too(world: World) -> None:
    own = await read(world, "Lead,Email\nAnn,ann@many.example\nNo,no@many.example")
    assert own["columns"][0]["part"] == "name"


async def test_first_and_last_name_go_before_another_name(world: World) -> None:
    made = await leads(
        world,
        "Client,First Name,Last Name,Email\nHome Ltd,Ann,Cole,ann@many.example\nBo Cole,Bo,,bo@many.example\nCy Cole,,,cy@many.example",
    )
    assert [row["name"] for row in made] == ["Ann Cole", "Bo Cole", "Cy Cole"]


async def test_where_somebody_is_from_is_their_source(world: World) -> None:
    (made,) = await leads(world, "Name,Email,Where from\nAnn,ann@many.example,Spring fair")
    assert made["source"] == "Spring fair"


async def test_invisible_marks_go(world: World) -> None:
    content = (
        "Name,Email,Phone\nAnn,ann@many.example\u200b,614-555-0131\nBo,\ufeffbo@many.example,614-555-0132\n"
        "Di,di.berg\u00ad@many.example,614-555-0134\nFi,\u202afi@many.example\u202c,\u202d614-555-0136\u202c\n\u200b,\u200b,\u200b\n"
    )
    made = await leads(world, content)
    assert [(row["email"], row["phone"]) for row in made] == [
        ("ann@many.example", "614-555-0131"), ("bo@many.example", "614-555-0132"),
        ("di.berg@many.example", "614-555-0134"), ("fi@many.example", "614-555-0136"),
    ]  # fmt: skip


async def test_words_beside_a_number_are_the_same_person_and_words_alone_are_nobody(world: World) -> None:
    content = (
        "Name,Email,Phone\nAna,a1@many.example,614-555-8133\nAna,a2@many.example,614-555-8133 (cell)\n"
        "Ana,a3@many.example,Cell: 614-555-8133\nCafe,b1@many.example,1-800-THE-CRAVE\nShop,b2@many.example,1-800-HOLIDAYS\n"
        "Uma,c1@many.example,call after 5\nVic,c2@many.example,ask for Vic after 5 pm\nWes,d1@many.example,0\n"
        "Xia,d2@many.example,0\nYan,e1@many.example,000-000-0000\nZed,e2@many.example,000-000-0000\n"
        "Abe,f1@many.example,5/12/2026\nBea,f2@many.example,5/12/2026\nCal,g1@many.example,6.14556E+09\nDee,g2@many.example,6.14556E+09\n"
    )
    own = await reviewed(world, content)
    known = {row["number"]: row["twin"] for row in await rows(world, own["id"]) if row["twin"]}
    assert known == {3: 2, 4: 2}
