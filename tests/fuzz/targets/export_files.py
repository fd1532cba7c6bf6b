"""Fuzz target for exports: parsed by `import`, verified, audited and put into sentences.

An input is a byte for the form and the content. With an even byte the content is the file itself. With an odd one it
has the author, time, body and opened secrets of each entry, separated by tabs; the entries are numbered and chained, so
that the bodies are reached.
"""

from collections.abc import Iterator
from itertools import product
from typing import Final

import msgspec
from players import eventful
from spectator import SEATS, opened, played
from told_moves import text_of

from events.entry import GENESIS, digest
from events.events import ALL, OMNISCIENT
from events.store.memory import MemoryStore
from projections.registry import registry
from replay.audit.findings import report_text
from replay.reading.timeline import Timeline
from replay.transfer.bundle import export_lines, import_bundle, read_bundle
from replay.transfer.verify import verify

_MOVES: Final = 5
_SEATS: Final = (*SEATS, "orange")


def read(raw: bytes) -> None:
    """Verify an export, import it, put all of it into sentences for two viewers, and export it again."""
    text = text_of(raw[1:])
    if raw and raw[0] % 2:
        text = _chained(text)
    report_text(verify(read_bundle(text, registry(), strict=False), registry()))
    store = MemoryStore()
    row = import_bundle(store, read_bundle(text, registry()))
    for viewer in (OMNISCIENT, ALL):
        timeline = Timeline.read(store, registry(), row.session, viewer)
        for seq in range(1, timeline.last + 1):
            timeline.sentence(seq)
    again = "\n".join(export_lines(store, registry(), row.session, OMNISCIENT))
    read_bundle(again, registry())


def _chained(text: str) -> str:
    header, *rows = text.split("\n")
    session, prev = _session_of(header), GENESIS
    found = [header]
    for seq, row in enumerate((row for row in rows if row), 1):
        by, at_ms, body, opening = (*row.split("\t"), "", "", "", "")[:4]
        number = int(at_ms) if at_ms.isascii() and at_ms.isdigit() and len(at_ms) < 16 else 0
        try:
            made = digest(prev, session, seq, number, by, body)
            opens = msgspec.json.decode(opening or "{}")
        except (UnicodeEncodeError, msgspec.MsgspecError):
            made, opens = bytes.fromhex("0" * 64), {}
        prev = made.hex()
        told = {
            "session": session, "seq": seq, "at_ms": number, "by": by, "body": body, "digest": prev, "opened": opens,
        }  # fmt: skip
        found.append(_json(told))
    return "\n".join(found)


def _session_of(header: str) -> str:
    try:
        found = msgspec.json.decode(header)
    except (msgspec.MsgspecError, UnicodeEncodeError, RecursionError):
        return ""
    session = found.get("session") if isinstance(found, dict) else ""
    return session if isinstance(session, str) else ""


def _json(value: object) -> str:
    try:
        return msgspec.json.encode(value).decode()
    except (UnicodeEncodeError, RecursionError):
        return "{}"


def _exported(slug: str, seed: int) -> str:
    """Return the export of a small session: with seed 0 only moves and posts, otherwise also corrections and talk."""
    store = MemoryStore()
    session = opened(store, registry(), slug, _SEATS[: registry().meta(slug).seats[1]], session=f"{slug}-one")
    session = eventful(session, 2 * _MOVES, seed=seed) if seed else played(session, _MOVES)
    return "\n".join(export_lines(store, registry(), session.row.session, OMNISCIENT))


def seeds() -> Iterator[bytes]:
    """Yield the export of a small session of each game, and its entries in the form to be chained."""
    for slug, seed in product(registry(), range(4)):
        text = _exported(slug, seed)
        yield b"\x00" + text.encode()
        header, *rows = text.split("\n")
        told = [msgspec.json.decode(row) for row in rows]
        lines = [f"{one['by']}\t{one['at_ms']}\t{one['body']}\t{_json(one['opened'])}" for one in told]
        for last in (1, len(lines) // 2, len(lines)):
            yield b"\x01" + "\n".join([header, *lines[:last]]).encode()
