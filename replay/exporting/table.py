"""The format `.csv`: one row for each move that counts, for spreadsheets."""

import csv
import io
import re
from collections.abc import Iterator
from typing import Final

from replay.exporting.source import MoveRow, Source, move_rows

_FORMULA: Final = re.compile(r"[=+\-@\x00-\x1f\x7f-\x9f]")
"""How a cell begins that a spreadsheet might calculate."""


def export(source: Source) -> Iterator[bytes]:
    """A header and the moves that were not undone, as RFC 4180 has it."""
    yield _row(MoveRow._fields)
    for group, row in move_rows(source.timeline):
        if not group.struck:
            yield _row(row)


def _row(cells: tuple[object, ...]) -> bytes:
    out = io.StringIO()
    csv.writer(out).writerow([_plain(str(cell)) for cell in cells])
    return out.getvalue().encode()


def _plain(cell: str) -> str:
    """A cell that spreadsheets show as text."""
    return f"'{cell}" if _FORMULA.match(cell) else cell
