"""The health of what is kept: every session folded, every digest, seal, fingerprint and signature compared.

It asks of no move whether it was legal; that is the audit's. It is what one wants to know of a backup, and of a disk.
"""

from collections.abc import Iterator, Mapping
from typing import Any, TypeVar

import msgspec

from events.errors import BellError
from events.events import OMNISCIENT, Event, Rolled, Shuffled
from events.store.protocol import EventStore
from events.store.rows import SessionRow
from projections.registry import Registry
from replay.audit.chain import (
    PROVEN_BY_THE_TOWER,
    Fault,
    chain_faults,
    dealt_faults,
    learned_faults,
    seal_faults,
    tower_faults,
)
from replay.audit.log_shape import line_faults, opening_faults
from replay.audit.signatures import signature_faults
from replay.reading.reading import Reading
from replay.session.encoding import fingerprint
from replay.session.signing import lacks_signed_head

F = TypeVar("F", bound=Event)


class Health(msgspec.Struct, frozen=True):
    """What was found of one session: how much was compared, and in a sentence each what is wrong."""

    session: str
    alias: str
    title: str
    lines: int = 0
    secrets: int = 0
    fingerprints: int = 0
    signatures: int = 0
    faults: tuple[str, ...] = ()
    behind: str = ""
    """Why it takes no moves here: its log ends before what the mark beside the store remembers."""

    @property
    def is_sound(self) -> bool:
        """Whether nothing is wrong with what is kept."""
        return not self.faults


def health_of(store: EventStore, registry: Registry, row: SessionRow) -> Health:
    """The health of a session. What cannot be read at all is a fault like any other; nothing is written."""
    found = Health(row.session, row.alias, row.title)
    try:
        lines, secrets = store.lines(row.session), store.secrets(row.session)
        prints, signatures = store.fingerprints(row.session), store.signatures(row.session)
        game, codec = registry[row.game], registry.codec(row.game)
        reading = Reading(game, codec, OMNISCIENT, lambda pin: store.data(pin).encode())
        reading.feed(lines, secrets)
        faults = [*chain_faults(lines, codec)]
        if reading.damage:
            faults.append(Fault("LOG-BODY", reading.damage.seq, str(reading.damage)))
        faults += seal_faults(codec, reading, secrets, complete=row.origin == "here")
        faults += learned_faults(codec, reading, secrets)
        faults += [*opening_faults(reading.entries), *line_faults(reading.entries)]
        faults += tower_faults(row.session, reading.entries_of(*PROVEN_BY_THE_TOWER))
        faults += dealt_faults(codec, reading, game.rules.spot)
        faults += signature_faults(row.session, lines, reading.entries, signatures)
        faults += _print_faults(reading, prints)
        return msgspec.structs.replace(
            found, lines=len(lines), secrets=len(secrets), fingerprints=len(prints), signatures=len(signatures),
            faults=tuple(f"line {fault.seq}: {fault.what} ({fault.rule})" for fault in faults if not fault.is_doubt)
            or (() if lines else ("it has no lines",)),
            behind=_behind(store, row, reading),
        )  # fmt: skip
    except BellError as error:
        return msgspec.structs.replace(found, faults=(str(error),))


def _print_faults(reading: Reading[Any], prints: Mapping[int, tuple[int, bytes]]) -> Iterator[Fault]:
    """Stored fingerprints against today's fold; the first that differs tells of all behind it."""
    for seq, (shape, value) in sorted(prints.items()):
        if seq > len(reading.positions):
            yield Fault("LOG-PRINT", seq, f"a fingerprint is kept of line {seq}, which is not here")
            return
        if shape == reading.game.meta.shape and fingerprint(reading.positions[seq - 1]) != value:
            yield Fault("LOG-PRINT", seq, "the position is another than the one whose fingerprint is kept")
            return


def _events(reading: Reading[Any], kind: type[F]) -> Iterator[F]:
    for entry in reading.entries_of(kind):
        assert isinstance(entry.event, kind)
        yield entry.event


def _behind(store: EventStore, row: SessionRow, reading: Reading[Any]) -> str:
    """Why the session would be held: how far its tower and its signed heads came, as the mark has it."""
    k, j = store.watermark(row.session)
    rolls = max((event.receipt.k for event in _events(reading, Rolled) if event.receipt is not None), default=0)
    shuffles = max((event.j for event in _events(reading, Shuffled)), default=0)
    if store.tower(row.session) is not None and (k > rolls or j > shuffles):
        return f"roll {k} and shuffle {j} were given, the log ends at {rolls} and {shuffles}"
    if row.origin == "here" and (lost := lacks_signed_head(store, row.session)):
        return f"line {lost.seq} was signed as {lost.hex[:32]}, and is not here"
    return ""
