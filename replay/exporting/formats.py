"""The formats of an export by the ending of the file. Each is a module with a function `export(source)`.

The page that works offline is not here: it is made from the web pages, which add it to the table.
"""

from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from typing import Final, NamedTuple

from events.errors import RefusedError
from replay.exporting.source import Source


class Format(NamedTuple):
    """A format: its media type, the words for a link to it, and its module, which is imported at its first use."""

    mimetype: str
    label: str
    module: str
    is_text: bool = True
    holds_damage: bool = False
    """Whether a log that cannot be read can be exported."""
    opens_at: bool = False
    """Whether the file opens at a position."""

    def require(self, source: Source) -> None:
        """Refuse what this format cannot show.

        Raises:
            RefusedError: nothing of the log can be read, or there is no such position.
        """
        timeline = source.timeline
        if not timeline.last and not self.holds_damage:
            raise RefusedError(f"nothing can be read of {timeline.row.alias or timeline.row.session} yet")
        if source.at:
            if not self.opens_at:
                raise RefusedError("only an offline page (.html) opens at a position")
            timeline.find(source.at)

    def export(self, source: Source) -> Iterator[bytes]:
        """Make the file.

        Raises:
            RefusedError: as `require`.
        """
        self.require(source)
        found: Callable[[Source], Iterator[bytes]] = import_module(self.module).export
        return found(source)


FORMATS: Final[Mapping[str, Format]] = {
    "txt": Format("text/plain", "transcript", "replay.exporting.transcript"),
    "csv": Format("text/csv", "moves for a spreadsheet", "replay.exporting.table"),
    "sqlite": Format("application/vnd.sqlite3", "database", "replay.exporting.database", is_text=False),
    "jsonl": Format("application/jsonl", "log with digests", "replay.exporting.log", holds_damage=True),
}
