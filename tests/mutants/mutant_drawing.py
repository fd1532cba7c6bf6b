"""Draw random faults from the executable lines of the program."""

import ast
import random
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from mutant_rows import ROOT, written

PACKAGES = ("events", "projections", "replay", "webui")
SWAPPED: dict[type[ast.AST], str] = {
    ast.Lt: "<=", ast.LtE: "<", ast.Gt: ">=", ast.GtE: ">", ast.Eq: "!=", ast.NotEq: "==",
    ast.In: "not in", ast.NotIn: "in", ast.Is: "is not", ast.IsNot: "is",
    ast.And: "or", ast.Or: "and", ast.Add: "-", ast.Sub: "+",
}  # fmt: skip
"""The replacement of each operator."""

Change = tuple[int, int, str]
"""Start and end (in bytes of the module), and the text that replaces what is between them."""


def drawn(count: int, seed: int) -> list[str]:
    """Return rows of faults on `count` different lines, each line equally likely."""
    chance = random.Random(seed)
    lines = [
        (path, line, changes)
        for package in PACKAGES
        for path in sorted((ROOT / package).rglob("*.py"))
        for line, changes in sorted(changes_by_line(path.read_bytes()).items())
    ]
    chance.shuffle(lines)
    rows = (row for path, line, changes in lines if (row := _row(path, line, chance.choice(changes))))
    return sorted(row for row, _ in zip(rows, range(count), strict=False))


def changes_by_line(source: bytes) -> dict[int, list[Change]]:
    """Return the possible changes of each line inside a function of a module."""
    finder, found = _Finder(source), defaultdict[int, list[Change]](list)
    for function in ast.walk(ast.parse(source)):
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            for statement in function.body[ast.get_docstring(function) is not None :]:
                for node in ast.walk(statement):
                    for line, start, end, new in finder.changes(node):
                        if (start, end, new) not in found[line]:
                            found[line].append((start, end, new))
    return {line: changes for line, changes in found.items() if changes}


class _Finder:
    def __init__(self, source: bytes) -> None:
        self.source = source
        self.starts = [0]
        for line in source.splitlines(keepends=True):
            self.starts.append(self.starts[-1] + len(line))

    def span(self, node: Any) -> tuple[int, int]:
        """Return the start and end of a node, in bytes."""
        return self.starts[node.lineno - 1] + node.col_offset, self.starts[node.end_lineno - 1] + node.end_col_offset

    def between(self, left: Any, right: Any, operator: ast.AST) -> tuple[int, int, int, str]:
        begin, end = self.span(left)[1], self.span(right)[0]
        text = self.source[begin:end].decode()
        sign = text.strip(" ()\n")
        at = begin + len(text[: text.index(sign)].encode())
        return left.end_lineno, at, at + len(sign.encode()), SWAPPED[type(operator)]

    def changes(self, node: Any) -> Iterator[tuple[int, int, int, str]]:
        """Yield the line of each change, with the change."""
        yield from self.of_operators(node)
        match node:
            case ast.Constant(value=bool(value)):
                yield node.lineno, *self.span(node), str(not value)
            case ast.Constant(value=int(value)):
                yield node.lineno, *self.span(node), str(value + 1)
            case ast.If(test=test) | ast.IfExp(test=test):
                yield test.lineno, *self.span(test), "True"
                yield test.lineno, *self.span(test), "False"
            case ast.Return(value=ast.expr()):
                yield node.lineno, *self.span(node), "return None"
            case ast.Expr(value=ast.Call()) | ast.AugAssign() | ast.Raise():
                yield node.lineno, *self.span(node), "pass"

    def of_operators(self, node: Any) -> Iterator[tuple[int, int, int, str]]:
        """Yield the changes of comparisons, of `and`, `or` and `not`, and of sums."""
        match node:
            case ast.Compare(left=left, ops=[operator], comparators=[right]):
                yield self.between(left, right, operator)
            case ast.BoolOp(op=operator, values=[left, right]):
                yield self.between(left, right, operator)
            case ast.BinOp(left=left, op=ast.Add() | ast.Sub() as operator, right=right):
                yield self.between(left, right, operator)
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                yield node.lineno, self.span(node)[0], self.span(operand)[0], ""


def _row(path: Path, line: int, change: Change) -> str | None:
    """Write a change with enough lines before it to make the old text unique; return None if it does not compile."""
    source, (start, end, new) = path.read_bytes(), change
    first, last = source.rfind(b"\n", 0, start) + 1, source.find(b"\n", end)
    while source.count(source[first:last]) > 1 and first > 0:
        first = source.rfind(b"\n", 0, first - 1) + 1
    old = source[first:last].decode()
    changed = (source[first:start] + new.encode() + source[end:last]).decode()
    try:
        compile(source.replace(old.encode(), changed.encode()), path, "exec")
    except SyntaxError:
        return None
    module = path.relative_to(ROOT).as_posix()
    return written(module, old, changed, f"Drawn: line {line} of {module}.") if old != changed else None
