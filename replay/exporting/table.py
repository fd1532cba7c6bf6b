"""The format `.csv`: one row for each move that counts, for spreadsheets."""

import csv
import io
import re
from collections.abc import Iterator, Sequence
from typing import Final

from replay.exporting.source import MoveRow, Source, move_rows

_FORMULA: Final = re.compile(r"[=+\-@\x00-\x1f\x7f-\x9f]")
"""How a cell begins that a spreadsheet might calculate."""


def export(source: Source) -> Iterator[bytes]:
    """A header and the moves that were not undone (RFC 4180)."""
    yield csv_line(MoveRow._fields).encode()
    for group, row in move_rows(source.timeline):
        if not group.undone:
            yield csv_line(row).encode()


def csv_line(cells: Sequence[object]) -> str:
    """One row of a table in which no cell is a formula, with its line break."""
    out = io.StringIO()
    csv.writer(out).writerow([_plain(str(cell)) for cell in cells])
    return out.getvalue()


def _plain(cell: str) -> str:
    """A cell that spreadsheets show as text."""
    return f"'{cell}" if _FORMULA.match(cell) else cell
