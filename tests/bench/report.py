"""The rows of a run as a table for a terminal, as Markdown, or as JSON."""

import argparse
import json
from collections.abc import Sequence
from typing import Any, Final

from budgets import Budget, not_here
from measure import Row
from rich.console import Console
from rich.table import Table

HEADINGS: Final = ("game", "what", "figure", "floor in this run", "ratio", "accept (aim)", "verdict", "note")
_LEFT: Final = ("game", "what", "verdict", "note")


def number(value: float) -> str:
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"


def told(value: float | None, unit: str) -> str:
    return "" if value is None else f"{number(value)} {unit}".rstrip()


def limit(budget: Budget | None) -> str:
    if budget is None or budget.accept is None:
        return ""
    aim = "" if budget.aim is None else f" ({number(budget.aim)})"
    return f"{told(budget.accept, budget.unit)}{aim}{' at least' if budget.least else ''}"


def cells(row: Row) -> tuple[str, ...]:
    figure = told(row.value, row.unit) or "-"
    floor, times = told(row.floor, row.of), told(row.ratio, "x")
    return (row.game, row.what, figure, floor, times, limit(row.budget), row.verdict, row.note)


def completed(rows: Sequence[Row]) -> list[Row]:
    """Return the rows of a run, and one for each budget that it did not measure, with the command that does."""
    others = [
        Row("", one.what, None, "", kind=kind, note=f"not in this run: {one.how}") for kind, one in not_here(rows)
    ]
    return [*rows, *others]


def print_table(rows: Sequence[Row]) -> None:
    table = Table(title="Cloister Bell, measured side by side")
    for heading in HEADINGS:
        table.add_column(heading, justify="left" if heading in _LEFT else "right")
    for row in rows:
        table.add_row(*cells(row))
    Console(width=190).print(table)


def markdown(rows: Sequence[Row]) -> str:
    lines = [HEADINGS, tuple("---" if heading in _LEFT else "---:" for heading in HEADINGS), *map(cells, rows)]
    return "".join(f"| {' | '.join(cell.strip().replace('|', chr(92) + '|') for cell in line)} |\n" for line in lines)


def _record(row: Row) -> dict[str, Any]:
    budget, judged = row.budget, row.judged
    return {
        "game": row.game, "what": row.what.strip(), "value": row.value, "unit": row.unit, "floor": row.floor,
        "floor_unit": row.of, "ratio": row.ratio, "kind": row.kind or None,
        "budget_unit": budget.unit if budget else None, "accept": budget.accept if budget else None,
        "aim": budget.aim if budget else None, "at_least": budget.least if budget else None,
        "verdict": row.verdict or None,
        "is_at_aim": budget.is_at_aim(judged) if budget and judged is not None else None, "note": row.note,
    }  # fmt: skip


def add_forms(parser: argparse.ArgumentParser) -> None:
    forms = parser.add_mutually_exclusive_group()
    forms.add_argument("--markdown", action="store_true", help="a Markdown table instead of one for the terminal")
    forms.add_argument("--json", action="store_true", help="the rows as JSON, and nothing else on standard output")


def tell(rows: Sequence[Row], asked: argparse.Namespace) -> None:
    if asked.json:
        print(json.dumps([_record(row) for row in rows], indent=1, allow_nan=False))  # noqa: T201  # the program's output
    elif asked.markdown:
        print(markdown(rows), end="")  # noqa: T201  # as above
    else:
        print_table(rows)
