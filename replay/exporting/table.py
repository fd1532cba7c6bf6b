"""The format `.csv`: one row for each move that was not undone, for spreadsheets."""

import csv
import io
from collections.abc import Iterator, Sequence
from typing import Final

from events.lazy_patterns import lazy_pattern
from replay.exporting.source import MoveRow, Source, move_rows

_FORMULA: Final = lazy_pattern(r"[\s\u200b-\u200f\u2060\ufeff]*[=+\-@\x00-\x1f\x7f-\x9f\uff1d\uff0b\uff0d\uff20]")
"""The start of a cell that a spreadsheet may calculate, after spaces, or with full-width signs."""


def export(source: Source) -> Iterator[bytes]:
    """Yield a header row and the moves that were not undone (RFC 4180)."""
    yield csv_line(MoveRow._fields).encode()
    for group, row in move_rows(source.timeline):
        if not group.undone:
            yield csv_line(row).encode()


def csv_line(cells: Sequence[object]) -> str:
    """Return one row with its line break, in which no cell is a formula."""
    out = io.StringIO()
    csv.writer(out).writerow([_plain(str(cell)) for cell in cells])
    return out.getvalue()


def _plain(cell: str) -> str:
    return f"'{cell}" if _FORMULA.match(cell) else cell
