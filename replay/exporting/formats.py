"""The export formats by file extension. Each is a function of a module, `export(source)` if it has no other name.

The offline page is not listed here, because the web pages add it to the table.
"""

from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from typing import Final, NamedTuple

from events.errors import RefusedError
from replay.exporting.source import Source
from replay.reading.numbered_boards import TurnOverview


class Format(NamedTuple):
    """A format: media type, label of the download link, and module, which is imported when it is first used."""

    mimetype: str
    label: str
    module: str
    is_text: bool = True
    holds_damage: bool = False  # whether a damaged log can be exported
    opens_at: bool = False  # whether the file can open at a chosen position
    of_turn: bool = False  # whether the file shows one turn
    function: str = "export"

    def require(self, source: Source) -> None:
        """Raise RefusedError if no entry can be read, or the position does not exist."""
        timeline = source.timeline
        if not timeline.last and not self.holds_damage:
            name = timeline.row.alias or timeline.row.session
            raise RefusedError(f"{name} has no readable entries, so it cannot be exported in this format")
        if source.at:
            if not self.opens_at:
                hint = "Choose that format, or leave out the entry"
                raise RefusedError(f"only an offline page (.html) can open at a chosen entry. {hint}")
            timeline.find(source.at)
        if source.turn is not None:
            if not self.of_turn:
                hint = "Choose that format, or leave out the turn"
                raise RefusedError(f"only a moving picture (.gif or .webp) shows one turn. {hint}")
            TurnOverview(timeline, source.turn)

    def export(self, source: Source) -> Iterator[bytes]:
        """Yield the bytes of the file, if `require` allows it."""
        self.require(source)
        found: Callable[[Source], Iterator[bytes]] = getattr(import_module(self.module), self.function)
        return found(source)


FORMATS: Final[Mapping[str, Format]] = {
    "txt": Format("text/plain", "transcript", "replay.exporting.transcript"),
    "csv": Format("text/csv", "moves for a spreadsheet", "replay.exporting.table"),
    "sqlite": Format("application/vnd.sqlite3", "database", "replay.exporting.database", is_text=False),
    "jsonl": Format("application/jsonl", "log with digests", "replay.exporting.log", holds_damage=True),
}
