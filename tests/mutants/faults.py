"""The faults that can be planted in a source file: each changes one place the way a slip of the hand might.

Declarations are as much a rule as conditions are, so tables lose entries and calls lose options. Annotations, docstrings
and imports stay as they are: changing them changes nothing that runs, or breaks everything.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

Change = tuple[str, ast.AST, ast.AST]
"""What kind of fault it is, the part that it replaces, and by what."""

COMPARISONS: dict[type[ast.cmpop], ast.cmpop] = {
    ast.Lt: ast.LtE(), ast.LtE: ast.Lt(), ast.Gt: ast.GtE(), ast.GtE: ast.Gt(), ast.Eq: ast.NotEq(),
    ast.NotEq: ast.Eq(), ast.In: ast.NotIn(), ast.NotIn: ast.In(), ast.Is: ast.IsNot(), ast.IsNot: ast.Is(),
}  # fmt: skip
ARITHMETIC: dict[type[ast.operator], ast.operator] = {
    ast.Add: ast.Sub(), ast.Sub: ast.Add(), ast.Mult: ast.FloorDiv(), ast.Div: ast.Mult(),
    ast.FloorDiv: ast.Mult(), ast.Mod: ast.Add(), ast.BitOr: ast.BitAnd(), ast.BitAnd: ast.BitOr(),
}  # fmt: skip


class Fault(NamedTuple):
    """One place of one file, and what stands there instead; `start` and `end` count bytes."""

    file: str
    lines: range
    """The lines of the place itself."""
    statement: int
    """Where its statement begins: a line that is only part of a statement may have no code of its own."""
    kind: str
    start: int
    end: int
    before: str
    after: str

    def overlaps(self, other: Fault) -> bool:
        return self.file == other.file and self.start < other.end and other.start < self.end


def planted(faults: Iterable[Fault], source: bytes) -> bytes:
    """The text of a file with faults in it, of which no two overlap; the last first, as each moves what follows."""
    for fault in sorted(faults, key=lambda fault: fault.start, reverse=True):
        source = source[: fault.start] + fault.after.encode() + source[fault.end :]
    return source


def faults_of(file: str, source: bytes) -> list[Fault]:
    """Every fault that can be planted in the file, in the order of the text."""
    begins = [0]
    for line in source.splitlines(keepends=True):
        begins.append(begins[-1] + len(line))
    found = []
    for statement, node in _code(ast.parse(source)):
        for kind, old, new in _changes(node):
            start = begins[old.lineno - 1] + old.col_offset  # type: ignore[attr-defined]
            end = begins[old.end_lineno - 1] + old.end_col_offset  # type: ignore[attr-defined]
            lines = range(old.lineno, old.end_lineno + 1)  # type: ignore[attr-defined]
            before = source[start:end].decode()
            found.append(Fault(file, lines, statement, kind, start, end, before, _text(new)))
    return sorted(found, key=lambda fault: (fault.start, fault.end, fault.kind, fault.after))


def _text(new: ast.AST) -> str:
    text = ast.unparse(ast.fix_missing_locations(new))
    return text if isinstance(new, ast.stmt | ast.Constant | ast.Tuple) else f"({text})"


def _code(tree: ast.Module) -> Iterator[tuple[int, ast.AST]]:
    """Everything that runs, with the line where its statement begins."""
    waiting: list[tuple[int, ast.AST]] = [(1, tree)]
    while waiting:
        statement, node = waiting.pop()
        if _runs_not(node):
            continue
        if isinstance(node, ast.stmt):
            statement = node.lineno
        yield statement, node
        if not isinstance(node, ast.JoinedStr):  # the parts of a template have no positions of their own
            waiting += [(statement, child) for child in _children(node)]


def _runs_not(node: ast.AST) -> bool:
    match node:
        case ast.Import() | ast.ImportFrom() | ast.Expr(value=ast.Constant()):
            return True
        case ast.If(test=ast.Name(id="TYPE_CHECKING")):
            return True
    return False


def _children(node: ast.AST) -> Iterator[ast.AST]:
    for name, value in ast.iter_fields(node):
        if name not in ("annotation", "returns"):
            yield from (
                part for part in (value if isinstance(value, list) else [value]) if isinstance(part, ast.AST)
            )


def _changes(node: ast.AST) -> Iterator[Change]:
    match node:
        case ast.If(test=test) | ast.While(test=test):
            yield "condition turned round", test, ast.UnaryOp(ast.Not(), test)
        case ast.Return(value=ast.expr() as value) if not _says_no(value):
            yield "nothing returned", value, ast.Constant(None)
        case ast.AugAssign(op=op) if type(op) in ARITHMETIC:
            yield "arithmetic", node, _with(node, op=ARITHMETIC[type(op)])
        case ast.Expr() | ast.Raise() | ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
            yield "statement left out", node, ast.Pass()
        case ast.Constant():
            for kind, constant in _constants(node):
                yield kind, node, constant
        case ast.expr():
            for kind, new in (*_decisions(node), *_entries(node)):
                yield kind, node, new


def _decisions(node: ast.expr) -> Iterator[tuple[str, ast.AST]]:
    match node:
        case ast.Compare(ops=ops):
            for number, op in enumerate(ops):
                yield (
                    "comparison",
                    _with(node, ops=[*ops[:number], COMPARISONS[type(op)], *ops[number + 1 :]]),
                )
        case ast.BoolOp(op=op):
            yield "and, or", _with(node, op=ast.Or() if isinstance(op, ast.And) else ast.And())
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield "condition turned round", operand
        case ast.IfExp(body=body, orelse=orelse):
            yield "choice swapped", _with(node, body=orelse, orelse=body)
        case ast.BinOp(op=op) if type(op) in ARITHMETIC:
            yield "arithmetic", _with(node, op=ARITHMETIC[type(op)])


def _entries(node: ast.expr) -> Iterator[tuple[str, ast.AST]]:
    match node:
        case ast.JoinedStr(values=parts):
            yield "text", _with(node, values=[*parts, ast.Constant("~")])
        case ast.BoolOp(values=parts):
            for number in range(len(parts)):
                yield "part of a condition left out", _with(node, values=_without(parts, number))
        case ast.Call(keywords=options):
            for number in range(len(options)):
                yield "option left out", _with(node, keywords=_without(options, number))
        case (
            ast.Set(elts=[_, _, *_]) | ast.List(elts=[_, _, *_]) | ast.Tuple(elts=[_, _, *_], ctx=ast.Load())
        ):
            for number in range(len(node.elts)):
                yield "entry left out", _with(node, elts=_without(node.elts, number))
        case ast.Dict(keys=keys, values=values):
            for number in range(len(keys)):
                left = {"keys": _without(keys, number), "values": _without(values, number)}
                yield "entry left out", _with(node, **left)


def _constants(node: ast.Constant) -> Iterator[tuple[str, ast.AST]]:
    match node.value:
        case bool():
            yield "yes, no", ast.Constant(not node.value)
        case int() | float():
            yield "number", ast.Constant(node.value + 1)
            yield "number", ast.Constant(node.value - 1)
        case str():
            yield "text", ast.Constant(f"{node.value}~")


def _with(node: ast.AST, **parts: object) -> ast.AST:
    """A copy that differs in these parts."""
    changed = copy.copy(node)
    for name, part in parts.items():
        setattr(changed, name, part)
    return changed


def _without(parts: Sequence[object], number: int) -> list[object]:
    return [part for at, part in enumerate(parts) if at != number]


def _says_no(node: ast.expr) -> bool:
    """None already, or so nearly that no caller tells them apart."""
    return isinstance(node, ast.Constant) and node.value in (None, False)
