"""Transcripts, recorded as `record --check` and `audit FILE` do."""

from collections.abc import Iterator
from contextlib import suppress
from typing import Final

from notation_lines import short_samples, text_of
from people_posts import begun

from events.errors import BellError
from events.facts import TABLE
from events.store.memory import MemoryStore
from projections.shelf import shelf
from replay.audit.audit import audit_session
from replay.audit.findings import report_text
from replay.posts.record import record_text
from replay.posts.transcript import without_slips

_MOVES: Final = (1, 4, 9)


def read(raw: bytes) -> None:
    """Record a transcript up to where it stops, without slips of its header, and audit what was recorded.

    Raises:
        BellError: it is refused.
    """
    text = text_of(raw).encode("utf-8", "replace").decode()  # a file with half characters is refused by its bytes
    with suppress(BellError):
        record_text(MemoryStore(), shelf(), text, check=True)
    store = MemoryStore()
    told, _ = without_slips(shelf(), text)
    done = record_text(store, shelf(), told, partial=True)
    if done.session:
        report_text(audit_session(store, shelf(), done.session, TABLE))


def seeds() -> Iterator[bytes]:
    for game in shelf():
        yield from (begun(sample.text, moves).encode() for sample in short_samples(game) for moves in _MOVES)
