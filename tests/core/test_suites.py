"""The end of a whole run says what failed and why, also where only its last lines are kept."""

from pathlib import Path

from tests.suites import counts, reasons

REPORT = """<testsuites><testsuite>
<testcase classname="journeys" name="passes" />
<testcase classname="journeys" name="is left out"><skipped /></testcase>
<testcase classname="site-home.spec.ts" name="turns by itself"><failure message="site-home.spec.ts:15:1"><![CDATA[
  [sqlite] site-home.spec.ts:15:1

    Error: expect(received).toBe(expected)

    Expected: "1 of 4"
    Received: "2 of 4"

      155 |     expect(await shown(page)).toBe(label);
]]></failure></testcase>
<testcase classname="tests.world" name="cannot begin"><error>E   sqlite3.OperationalError: disk full</error></testcase>
</testsuite></testsuites>"""


def test_what_failed_is_named_with_its_reason(tmp_path: Path) -> None:
    report = tmp_path / "report.xml"
    report.write_text(REPORT)
    assert counts(report) == (1, 2)
    assert reasons(report) == [
        "FAILED site-home.spec.ts turns by itself",
        "Error: expect(received).toBe(expected)",
        'Expected: "1 of 4"',
        'Received: "2 of 4"',
        "FAILED tests.world cannot begin",
        "E   sqlite3.OperationalError: disk full",
    ]


def test_a_suite_that_left_no_report_has_neither(tmp_path: Path) -> None:
    assert (counts(tmp_path / "none.xml"), reasons(tmp_path / "none.xml")) == ((0, 0), [])
