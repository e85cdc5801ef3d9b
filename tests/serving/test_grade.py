"""What the HTTP Observatory thinks of every answer, graded offline by its own analyzers.

Its package brings a web server, a database driver and 130 MB along, too much for everybody who builds this site.
So it is no dependency: install it anywhere, once, and name the folder.

    npm install --ignore-scripts --prefix FOLDER @mdn/mdn-http-observatory@1.4.8
    DUSKLINE_TEST_OBSERVATORY=FOLDER pytest tests/serving/test_grade.py
"""

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.serving.test_built_site import PATHS, SCREENS
from tests.world import PASSWORD, World, email_of

FOLDER = os.environ.get("DUSKLINE_TEST_OBSERVATORY", "")
GRADER = Path(__file__).with_name("grade.mjs")
ENOUGH = 120
GRADED = (
    "content-security-policy",
    "strict-transport-security",
    "x-content-type-options",
    "referrer-policy",
    "cross-origin-resource-policy",
)
pytestmark = pytest.mark.skipif(not FOLDER, reason="needs DUSKLINE_TEST_OBSERVATORY")


def told(answer: httpx.Response) -> dict[str, Any]:
    """An answer in the words of the grader."""
    headers = {name: value for name, value in answer.headers.items() if name != "set-cookie"}
    cookies = answer.headers.get_list("set-cookie")
    return {"url": str(answer.url), "status": answer.status_code, "headers": headers, "cookies": cookies, "body": answer.text}  # fmt: skip


def grades(answers: list[dict[str, Any]]) -> list[dict[str, Any]]:
    done = subprocess.run(
        ["node", str(GRADER), FOLDER], input=json.dumps(answers), check=True, capture_output=True, text=True
    )
    graded: list[dict[str, Any]] = json.loads(done.stdout)
    return graded


async def everything(world: World) -> list[dict[str, Any]]:
    """Each page and file, a redirect, refusals, calls, and the answer that sets the cookie."""
    await world.services.show_content()
    async with world.client() as visitor:
        addresses = dict.fromkeys(
            (*SCREENS, *PATHS, "/About", "/nope", "/api/blog", "/api/nope", "/api/panel/leads")
        )
        answers = [await visitor.get(address) for address in addresses]
        login = {"email": email_of("admin"), "password": PASSWORD}
        answers.append(await visitor.post("/api/auth/login", json=login))
        answers.append(await visitor.post("/api/contact", json={}))
    return [told(answer) for answer in answers]


async def test_every_answer_gets_the_best_grade(secure_world: World) -> None:
    answers = await everything(secure_world)
    poor = {
        f"{answer['status']} {answer['url']}": graded
        for answer, graded in zip(answers, grades(answers), strict=True)
        if graded["score"] < ENOUGH
    }
    assert poor == {}
    assert {answer["status"] for answer in answers} == {200, 308, 400, 401, 404}


@pytest.mark.parametrize("name", GRADED)
async def test_control_a_header_less_is_a_lower_score(secure_world: World, name: str) -> None:
    async with secure_world.client() as visitor:
        whole = told(await visitor.get("/"))
    less = whole | {"headers": {key: value for key, value in whole["headers"].items() if key != name}}
    best, worse = grades([whole, less])
    assert worse["score"] < best["score"]
