"""The format `.jsonl`: the log, with the digests it was stored with."""

from collections.abc import Iterator

from replay.exporting.source import Source
from replay.transfer.bundle import log_lines


def export(source: Source) -> Iterator[bytes]:
    """The log, one JSON text a line, for `import` and `verify`."""
    for line in log_lines(source.store, source.timeline, source.upto, source.reader):
        yield f"{line}\n".encode()
