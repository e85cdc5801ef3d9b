"""What the server makes of every form that the build leaves: the same as a browser's first render from the same values.

`web/app/site/slots.test.tsx` reads the same examples: it draws each form as the build does, and as a browser does.
"""

import json
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from duskline.core.pages.templates import Templates

VECTORS = Path(__file__).parents[1] / "vectors" / "templates.json"
EXAMPLES = [
    pytest.param(form["template"], example["data"], example["html"], id=f"{form['form']}-{number}")
    for form in json.loads(VECTORS.read_text("utf-8"))
    for number, example in enumerate(form["examples"])
]
HOSTILE = '</script><b>&amp; "it\'s" \\u0022 ⟦ facts.brand ⟧ {{ facts.brand }} \u2028 %2F'


@pytest.fixture
def templates(tmp_path: Path) -> Templates:
    return Templates(tmp_path)


def filled(templates: Templates, name: str, source: str, **values: Any) -> str:
    Path(templates.loader.searchpath[0], name).write_text(source, "utf-8")  # type: ignore[union-attr]
    return templates.get_template(name).render(values)


@pytest.mark.parametrize(("template", "data", "html"), EXAMPLES)
def test_the_server_fills_every_form_as_the_browser_draws_it(
    templates: Templates, template: str, data: dict[str, Any], html: str
) -> None:
    assert filled(templates, "form.html", template, **data).replace("<!-- -->", "") == html


@pytest.mark.parametrize("name", ["page.html", "feed.xml"])
def test_a_value_in_markup_is_read_as_it_is(templates: Templates, name: str) -> None:
    text = filled(templates, name, "<a title='⟦ word ⟧'>⟦ word ⟧</a>", word=HOSTILE)
    assert text.count("<") == 2
    assert unescape(text) == f"<a title='{HOSTILE}'>{HOSTILE}</a>"


@pytest.mark.parametrize("name", ["page.html", "site.webmanifest"])
def test_a_value_in_json_is_read_as_it_is(templates: Templates, name: str) -> None:
    text = filled(
        templates, name, '{"a": "⟦ word|json_text ⟧!", "b": ⟦ page|tojson ⟧}', word=HOSTILE, page=[HOSTILE]
    )
    assert "<" not in text
    assert json.loads(text) == {"a": f"{HOSTILE}!", "b": [HOSTILE]}


def test_a_value_in_an_address_is_one_part_of_it(templates: Templates) -> None:
    text = filled(templates, "page.html", "?post=⟦ word|uri ⟧", word="a b/c?d=e&f#<é>")
    assert text == "?post=a%20b%2Fc%3Fd%3De%26f%23%3C%C3%A9%3E"


def test_plain_text_is_left_as_it_is(templates: Templates) -> None:
    assert filled(templates, "llms.txt", "⟦ word ⟧\n", word=HOSTILE) == f"{HOSTILE}\n"


def test_compiled_templates_are_kept_and_follow_their_source(tmp_path: Path) -> None:
    assert filled(Templates(tmp_path), "a.html", "one ⟦ word ⟧", word=1) == "one 1"
    (kept,) = (tmp_path / "__pycache__").iterdir()
    before = kept.read_bytes()
    assert filled(Templates(tmp_path), "a.html", "one ⟦ word ⟧", word=2) == "one 2"
    assert kept.read_bytes() == before
    assert filled(Templates(tmp_path), "a.html", "two ⟦ word ⟧", word=1) == "two 1"
    assert kept.read_bytes() != before
    kept.write_bytes(before[:-9])
    assert filled(Templates(tmp_path), "a.html", "one ⟦ word ⟧", word=3) == "one 3"


def test_where_nothing_can_be_kept_pages_are_filled_all_the_same(tmp_path: Path) -> None:
    (tmp_path / "__pycache__").symlink_to(tmp_path / "a folder that is not there")
    assert filled(Templates(tmp_path), "a.html", "⟦ word ⟧", word=1) == "1"
