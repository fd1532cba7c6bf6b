"""The signing keys that a log names, and the signature of its head when it leaves this server.

Imported sessions are never signed, because their entries were recorded elsewhere. A log that lacks the highest signed
head is not signed either: it is an old copy, and two contradictory heads would make an honest host look dishonest.
"""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import cache
from typing import Any, NamedTuple

from events.codec import Codec
from events.entry import Entry, Head
from events.errors import CorruptLogError, LogError, RefusedError
from events.events import Started
from events.session_events import HostKey
from events.signature import FINGERPRINT, Signature, SigningKey, head_text
from events.store.protocol import EventStore
from events.store.rows import SessionRow
from replay.chance.clock import Clock, now_ms
from replay.reading.reading import Reading
from replay.reading.timeline import Timeline


class NamedKey(NamedTuple):
    """A public key in hex that entry `seq` names. `good` is as in `HostKey`."""

    seq: int
    key: str
    good: int = 0


def named_keys(entries: Iterable[Entry]) -> Sequence[NamedKey]:
    """Return the keys of a log in order: the one in entry 1, if any, then each later one."""
    found = list[NamedKey]()
    for entry in entries:
        if isinstance(entry.event, Started) and entry.event.signs and entry.seq == 1:
            found.append(NamedKey(1, entry.event.signs))
        elif isinstance(entry.event, HostKey):
            found.append(NamedKey(entry.seq, entry.event.key, entry.event.good))
    return found


def stored_keys(store: EventStore, session: str) -> Sequence[NamedKey]:
    """Return the keys of a stored log, without decoding its game's events. Raises CorruptLogError."""
    lines = (one for one in store.lines(session) if one.seq == 1 or one.body.startswith('{"kind":"host-key"'))
    return named_keys(map(_codec().decode, lines))


@cache
def _codec() -> Codec:
    return Codec(())


def host_fingerprint(store: EventStore, session: str) -> str:
    """Return the fingerprint of the key that now signs a stored session, "" without a key or for an unreadable log."""
    try:
        keys = stored_keys(store, session)
    except CorruptLogError:
        return ""
    return keys[-1].key[:FINGERPRINT] if keys else ""


def keys_of(reading: Reading[Any]) -> Sequence[NamedKey]:
    """Return the keys that a log names."""
    return named_keys(reading.entries_of(Started, HostKey))


def public_key(store: EventStore) -> str:
    """Return the public key (hex) that new sessions name, "" if this server does not sign."""
    return next((key.public.hex() for key in store.signing_keys()), "")


def lacks_signed_head(store: EventStore, session: str) -> Head | None:
    """Return the highest head that was signed here if the log does not contain this head, else None."""
    high = store.signed_head(session)
    if not high.seq or any(line.digest == high.digest for line in store.lines(session, high.seq - 1, high.seq)):
        return None
    return high


def sign_head(
    store: EventStore, row: SessionRow, keys: Sequence[NamedKey], head: Head, clock: Clock, *, keep: bool = True
) -> Signature | None:
    """Return the signature of a head; create and store it if it does not exist. Do not call it in a transaction.

    `keep=False` is for entries within the log: requests for all parts of a log must not make every file longer. Return
    None if the log names no key at this entry, or a key that is not here. Raises RefusedError for an unreadable key,
    LogError if the signature cannot be stored.
    """
    due = next((named.key for named in reversed(keys) if named.seq <= head.seq), "")
    if not due or row.origin != "here":
        return None
    for signature in store.signatures(row.session):
        if signature.seq == head.seq and signature.key.hex() == due:
            return signature
    secret = next((key for key in store.signing_keys() if key.public.hex() == due), None)
    if secret is None or lacks_signed_head(store, row.session):
        return None
    if keep:
        return keep_signature(store, row.session, secret, head, clock())
    store.put_signed_head(row.session, head)
    return secret.sign(row.session, head, clock())


def keep_signature(store: EventStore, session: str, secret: SigningKey, head: Head, signed_ms: int) -> Signature:
    """Sign a head and store the signature, after the high-water mark of signed heads."""
    signature = secret.sign(session, head, signed_ms)
    store.put_signed_head(session, head)
    with store.writing(session) as writer:
        writer.sign(signature)
    return signature


def signed_end(store: EventStore, timeline: Timeline) -> str:
    """Return the signed last entry of a timeline, like `signed_head`; "" if no entry can be read."""
    if not timeline.last:
        return ""
    last = timeline.lines[-1]
    return signed_head(store, timeline.row, keys_of(timeline.reading), Head(last.seq, last.digest))


def signed_head(store: EventStore, row: SessionRow, keys: Sequence[NamedKey], head: Head, clock: Clock = now_ms) -> str:
    """Return a signed head as one word, for a post or turn summary; "" if it cannot be signed now."""
    with suppress(LogError, RefusedError):
        signature = sign_head(store, row, keys, head, clock)
        return head_text(row.session, head, signature) if signature else ""
    return ""
