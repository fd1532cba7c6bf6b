"""The keys that a log names: whose signature is one of its heads, from which line to which."""

from collections.abc import Iterable, Sequence
from functools import cache
from typing import NamedTuple

from events.codec import Codec
from events.entry import Entry
from events.errors import CorruptLogError
from events.events import Started
from events.session_events import HostKey
from events.signature import FINGERPRINT
from events.store.protocol import EventStore


class NamedKey(NamedTuple):
    """A public key (hex, as the log has it) that line `seq` names. `good` is as in `HostKey`."""

    seq: int
    key: str
    good: int = 0


def named_keys(entries: Iterable[Entry]) -> Sequence[NamedKey]:
    """The keys of a log in order: that of line 1, if any, then each that took over."""
    found = list[NamedKey]()
    for entry in entries:
        if isinstance(entry.event, Started) and entry.event.signs and entry.seq == 1:
            found.append(NamedKey(1, entry.event.signs))
        elif isinstance(entry.event, HostKey):
            found.append(NamedKey(entry.seq, entry.event.key, entry.event.good))
    return found


def stored_keys(store: EventStore, session: str) -> Sequence[NamedKey]:
    """The keys of a stored log, without reading what only its game knows.

    Raises:
        CorruptLogError: its first line, or one that names a key, cannot be read.
    """
    lines, codec = store.lines(session), _codec()
    return named_keys(
        codec.decode(line) for line in lines if line.seq == 1 or line.body.startswith('{"kind":"host-key"')
    )


@cache
def _codec() -> Codec:
    """The codec of what every game knows: made once, for a page asks for a key each time."""
    return Codec(())


def host_fingerprint(store: EventStore, session: str) -> str:
    """The fingerprint of the key that signs a stored session now, "" where none does or nothing can be read."""
    try:
        keys = stored_keys(store, session)
    except CorruptLogError:
        return ""
    return keys[-1].key[:FINGERPRINT] if keys else ""


def key_at(keys: Sequence[NamedKey], seq: int) -> str:
    """The key that signs a line as a head, "" where none does."""
    return next((named.key for named in reversed(keys) if named.seq <= seq), "")
