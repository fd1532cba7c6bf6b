"""Integrity check of stored sessions: fold each log, compare digests, seals, state hashes and signatures.

It is a check for backups and disks. It does not check whether moves were legal; the audit does.
"""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from events.errors import BellError, MissingGameError
from events.events import OMNISCIENT, Rolled, Shuffled
from events.store.protocol import EventStore
from events.store.rows import SessionRow
from projections.registry import Registry
from replay.audit.heads import signature_faults
from replay.audit.log_checks import Fault, chain_faults, log_faults
from replay.audit.unread import read_shared, shared_faults
from replay.reading.reading import Reading
from replay.session.encoding import fingerprint
from replay.session.signing import lacks_signed_head


class Health(msgspec.Struct, frozen=True):
    """The result for one session: how much was compared, and one sentence for each fault."""

    session: str
    alias: str
    title: str
    lines: int = 0
    secrets: int = 0
    fingerprints: int = 0
    signatures: int = 0
    faults: tuple[str, ...] = ()
    behind: str = ""
    """Why the session takes no moves: its log ends before the stored high-water mark. "" if it does not."""
    unread: str = ""
    """Why only the entries that all games share were checked: the session's game is missing. "" if it is not."""

    @property
    def is_sound(self) -> bool:
        """Whether no fault was found."""
        return not self.faults


def health_of(store: EventStore, registry: Registry, row: SessionRow) -> Health:
    """Check one session. Data that cannot be read is reported as a fault."""
    found = Health(row.session, row.alias, row.title)
    try:
        lines, secrets = store.lines(row.session), store.secrets(row.session)
        prints, signatures = store.fingerprints(row.session), store.signatures(row.session)
        unread = ""
        try:
            game, codec = registry.stored(row.game, row.package), registry.codec(row.game)
        except MissingGameError as error:
            reading, unread = read_shared(row, lines, secrets), str(error)
            faults = [*shared_faults(reading, lines, secrets)]
        else:
            reading = Reading(game, codec, OMNISCIENT, lambda pin: store.data(pin).encode())
            reading.feed(lines, secrets)
            faults = [*chain_faults(lines, codec)]
            faults += log_faults(codec, reading, secrets, row.session, complete=row.origin == "here")
        faults += signature_faults(row.session, lines, reading.entries, signatures)
        faults += [] if unread else _print_faults(reading, prints)
        return msgspec.structs.replace(
            found, lines=len(lines), secrets=len(secrets), fingerprints=len(prints), signatures=len(signatures),
            faults=tuple(f"entry {one.seq}: {one.what} ({one.rule})" for one in faults if not one.is_unverified)
            or (() if lines else ("the session has no entries",)),
            behind=_behind(store, row, reading), unread=unread,
        )  # fmt: skip
    except BellError as error:
        return msgspec.structs.replace(found, faults=(str(error),))


def _print_faults(reading: Reading[Any], prints: Mapping[int, tuple[int, bytes]]) -> Iterator[Fault]:
    for seq, (shape, value) in sorted(prints.items()):
        if seq > len(reading.positions):
            yield Fault("LOG-PRINT", seq, f"a state hash is stored for entry {seq}, which is missing")
            return
        if shape == reading.game.meta.shape and fingerprint(reading.positions[seq - 1]) != value:
            yield Fault("LOG-PRINT", seq, "the position does not match the stored state hash")
            return


def _behind(store: EventStore, row: SessionRow, reading: Reading[Any]) -> str:
    """Return in words why the session would be locked: its log has fewer rolls, shuffles or heads than the mark."""
    k, j = store.watermark(row.session)
    rolls = max((rolled.receipt.k for _, rolled in reading.events_of(Rolled) if rolled.receipt), default=0)
    shuffles = max((shuffled.j for _, shuffled in reading.events_of(Shuffled)), default=0)
    if store.tower(row.session) is not None and (k > rolls or j > shuffles):
        return f"roll {k} and shuffle {j} were used, but the log ends at roll {rolls} and shuffle {shuffles}"
    if row.origin == "here" and (lost := lacks_signed_head(store, row.session)):
        return f"entry {lost.seq} was signed as {lost.hex[:32]}, but it is missing"
    return ""
