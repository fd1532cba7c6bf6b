"""The format `.jsonl`: the log with its stored digests."""

from collections.abc import Iterator

from replay.exporting.source import Source
from replay.transfer.bundle import log_lines


def export(source: Source) -> Iterator[bytes]:
    """Yield one JSON line for each entry, for `import` and `verify`."""
    for line in log_lines(source.store, source.timeline, source.upto, source.reader):
        yield f"{line}\n".encode()
