"""What the tool says of faults whose fate is known, in a small project of its own."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests.mutants.__main__ import (
    PLACES,
    TOGETHER,
    Judges,
    Known,
    Outcome,
    groups,
    report,
    run,
    sample,
    wilson,
)
from tests.mutants.faults import Fault, faults_of, planted
from tests.mutants.tree import SURVIVED, Measured, Tree, Verdict, first_within, runs_on_import, witnesses

ROOT = Path(__file__).resolve().parents[2]
SHOP = '''\
"""A shop."""

DISCOUNT = {"staff": 20, "friend": 10}


def price(full: int, who: str, coupon: int = 0) -> int:
    """What somebody pays."""
    off = DISCOUNT.get(who, 0)
    return max(full - off - coupon, 0)


def steps(number: int) -> int:
    done = 0
    while number > 0:
        number -= 1
        done += 1
    return done


def same_without(number: int) -> int:
    return number if number >= 0 else -number


def nobody_calls(number: int) -> int:
    return number + 1
'''
DECLARED = {"shop/limits.py": "MOST = 5\n", "shop/words.py": 'GREETING = "hello"\n'}
TESTS = """\
from shop.limits import MOST
from shop.prices import price, same_without, steps
from shop.words import GREETING


def test_limit():
    assert MOST == 5 and GREETING


def test_prices():
    assert [price(100, who) for who in ("staff", "friend", "stranger")] == [80, 90, 100]


def test_steps():
    assert steps(3) == 3


def test_distance():
    assert [same_without(number) for number in (-2, 0, 2)] == [2, 0, 2]


def test_that_is_broken():
    assert steps(2) == price(100, "nobody")
"""


FATES = {
    (3, "entry left out", "({'staff': 20})"): "killed",  # a declaration is asked of every test
    (6, "number", "1"): "killed",
    (9, "arithmetic", "(full + off)"): "killed",
    (9, "arithmetic", "(full - off + coupon)"): "survived",  # no test has a coupon
    (15, "number", "0"): "hangs",
    (21, "comparison", "(number > 0)"): "survived",  # whichever way zero is turned, it stays zero
    (25, "number", "2"): "not run",
    (
        1,
        "number",
        "6",
    ): "killed",  # nobody runs its file after the import, so it is asked of all, together with
    (1, "text", "'hello~'"): "survived",
}
"""What must become of some faults: their line, their kind, what stands there."""


def fault_of(file: str, line: int) -> Fault:
    return Fault(file, range(line, line + 1), line, "number", 0, 1, "1", "2")


def key(fault: Fault) -> tuple[int, str, str]:
    return fault.lines.start, fault.kind, fault.after


@pytest.fixture(scope="module")
def outcomes(tmp_path_factory: pytest.TempPathFactory) -> list[Outcome]:
    """What became of the faults whose fate is known."""
    root = tmp_path_factory.mktemp("project")
    for name, text in {"shop/prices.py": SHOP, "tests/test_prices.py": TESTS, **DECLARED}.items():
        (root / name).parent.mkdir(exist_ok=True)
        (root / name).write_text(text)
    (root / "tests/mutants").symlink_to(ROOT / "tests/mutants")
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("tests.mutants.tree.PATIENCE_SECONDS", 10)
        patched.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")  # they take longer to load than the tests
        faults = [fault for fault in sample(root, ["shop"], 0, None) if key(fault) in FATES]
        found, failed = run(root, "shop", faults, ["tests/test_prices.py"], 1, 0)
    assert (root / "shop/prices.py").read_text() == SHOP, "the project itself was changed"
    assert failed == {"tests/test_prices.py::test_that_is_broken"}
    return found


@pytest.mark.parametrize("known", FATES, ids=str)
def test_a_fault_meets_its_fate(outcomes: list[Outcome], known: tuple[int, str, str]) -> None:
    assert [verdict.word for fault, verdict in outcomes if key(fault) == known] == [FATES[known]]


def test_the_test_that_noticed_is_named(outcomes: list[Outcome]) -> None:
    found = [verdict.by for fault, verdict in outcomes if fault.after == "(full + off)"]
    assert found == ["tests/test_prices.py::test_prices"]


def test_a_test_that_fails_by_chance_notices_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Alone it passes, so all are asked again."""
    tree = Tree(tmp_path, tmp_path / "copy", 0)
    (tmp_path / "copy/x.py").write_text("1")
    said = [Verdict("killed", "b"), SURVIVED, SURVIVED]
    asked = []

    def answer(tests: list[str], _measured: Measured) -> Verdict:
        asked.append(tests)
        return said[len(asked) - 1]

    monkeypatch.setattr(tree, "_asked", answer)
    assert tree.verdict([fault_of("x.py", 1)], ["a", "b"], Measured({}, {}, frozenset())) == SURVIVED
    assert asked == [["a", "b"], ["b"], ["a", "b"]]


def test_nothing_is_asked_where_many_tests_fail_anyway(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "test_x.py").write_text("def test_one(): assert False\ndef test_two(): pass")
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests/mutants").symlink_to(ROOT / "tests/mutants")
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    with pytest.raises(SystemExit, match="1 of 2 tests"):
        run(tmp_path, "shop", [], ["test_x.py"], 1, 0)


def test_names_that_pytest_does_not_find_are_not_accepted(tmp_path: Path) -> None:
    tree = Tree(tmp_path, tmp_path / "copy", 0)
    (tmp_path / "copy/test_x.py").write_text("def test_one(): pass")
    assert tree.accepts(["test_x.py::test_one"])
    assert not tree.accepts(["test_x.py::test_one", "test_x.py::test_two"])


def test_a_place_is_asked_of_the_tests_that_run_it() -> None:
    """What runs on import is everybody's; tests that fail anyway are not asked."""
    lines = {1: frozenset({""}), 2: frozenset({"a::1", "b::1", "b::sick"}), 4: frozenset({"", "b::1"})}
    measured = Measured(
        {"x.py": lines}, {"a::1": 9.0, "b::1": 1.0, "b::sick": 1.0, "c::1": 0.1}, frozenset({"b::sick"})
    )
    faults = [fault_of("x.py", line) for line in (1, 2, 3, 4)]
    users = ["b::1", "a::1"]
    assert [witnesses(fault, measured) for fault in faults] == [users, users, [], ["b::1"]]
    assert [runs_on_import(fault, measured) for fault in faults] == [True, False, False, False]


def test_the_nearest_tests_come_first_and_stop_in_time() -> None:
    seconds = {
        "tests/laws/a::1": 1.0,
        "tests/panel/b::1": 9.0,
        "tests/panel/c::1": 5.0,
        "tests/panel/c::2": 8.0,
    }
    measured = Measured({"duskline/panel/x.py": {1: frozenset(seconds)}}, seconds, frozenset())
    ordered = ["tests/panel/b::1", "tests/panel/c::1", "tests/panel/c::2", "tests/laws/a::1"]
    assert witnesses(fault_of("duskline/panel/x.py", 1), measured) == ordered
    assert first_within(14, ordered, measured) == ordered[:2]
    assert first_within(1, ordered, measured) == ordered[:1]


def test_what_not_every_test_was_asked_is_in_doubt(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = {1: frozenset({"a::1", "b::1"}), 2: frozenset({""})}
    judges = Judges([], Measured({"x.py": lines}, {"a::1": 9.0, "b::1": 9.0}, frozenset()))
    run, imported = fault_of("x.py", 1), fault_of("x.py", 2)
    assert [judges.is_in_doubt(fault, SURVIVED) for fault in (run, imported)] == [False, True]
    assert not judges.is_in_doubt(imported, Verdict("killed", "a::1"))
    monkeypatch.setattr("tests.mutants.__main__.NEAR_SECONDS", 9)
    assert judges.is_in_doubt(run, SURVIVED)


def test_a_run_that_was_broken_off_goes_on(tmp_path: Path) -> None:
    first, second = fault_of("x.py", 1), fault_of("x.py", 2)._replace(start=9)
    Known(tmp_path / "kept", "near").learn([(first, Verdict("killed", "a::1"))])
    near, everybody = Known(tmp_path / "kept", "near"), Known(tmp_path / "kept", "all")
    assert near.missing([first, second]) == [second]
    assert near.of([first]) == {first: Verdict("killed", "a::1")}
    assert everybody.missing([first, second]) == [first, second]
    Known(None, "near").learn([(first, SURVIVED)])


def test_faults_that_overlap_are_never_planted_together() -> None:
    within = [
        Fault("a", range(1, 2), 1, "text", start, end, "", "") for start, end in ((0, 9), (3, 5), (9, 12))
    ]
    others = [fault_of(f"b{number}", 1) for number in range(TOGETHER)]
    found = groups([*within, *others])
    assert {fault for group in found for fault in group} == {*within, *others}
    assert all(len(group) <= TOGETHER for group in found)
    assert [within[0] in group and within[1] in group for group in found] == [False, False]
    assert any(within[0] in group and within[2] in group for group in found)


def test_several_faults_of_a_file_stand_where_they_belong() -> None:
    source = b"MOST = 5\nLEAST = 1\n"
    numbers = [fault for fault in faults_of("x.py", source) if fault.after in ("6", "0")]
    assert planted(numbers, source) == b"MOST = 6\nLEAST = 0\n"


def test_the_same_seed_chooses_the_same_faults() -> None:
    chosen = sample(ROOT, PLACES, 7, 20)
    assert chosen == sample(ROOT, PLACES, 7, 20) != sample(ROOT, PLACES, 8, 20)
    assert len(set(chosen)) == 20


def test_every_fault_of_the_server_is_another_program() -> None:
    for fault in sample(ROOT, PLACES, 7, 40):
        source = (ROOT / fault.file).read_bytes()
        assert ast.dump(ast.parse(planted([fault], source))) != ast.dump(ast.parse(source)), fault


def test_the_share_has_an_interval() -> None:
    """The textbook's example: 15 of 20."""
    assert [round(end, 3) for end in wilson(15, 20)] == [0.531, 0.888]


def test_the_report_counts_and_lists(outcomes: list[Outcome]) -> None:
    told = report(outcomes, [])
    rows = [line for line in told if line.startswith("| shop/")]
    assert len(rows) == 4
    assert told[0].startswith("Noticed: 5 of 9, 55.6% (95 % interval ")
    assert "| shop/prices.py:21 | comparison | `number >= 0` | `(number > 0)` | survived |" in rows
