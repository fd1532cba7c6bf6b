"""Signing: the head of a session is signed when it leaves the house, and no sooner.

A session that was brought in is never signed: nobody here can speak for lines that were filed elsewhere. Neither is a
log that lacks the highest head that was signed before, an old copy: two heads that cannot both be true would convict
an honest host.
"""

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from events.entry import Head
from events.errors import LogError, RefusedError
from events.events import Started
from events.session_events import HostKey
from events.signature import Signature, SigningKey, head_text
from events.store.protocol import EventStore
from events.store.rows import SessionRow
from replay.chance.clock import Clock, now_ms
from replay.reading.host_keys import NamedKey, key_at, named_keys
from replay.reading.reading import Reading
from replay.reading.timeline import Timeline


def keys_of(reading: Reading[Any]) -> Sequence[NamedKey]:
    """The keys that a log names."""
    return named_keys(reading.entries_of(Started, HostKey))


def public_key(store: EventStore) -> str:
    """The public key in hex that new sessions of this house name, "" where it signs nothing."""
    return next((key.public.hex() for key in store.signing_keys()), "")


def lacks_signed_head(store: EventStore, session: str) -> Head | None:
    """The highest head that was signed here, where the log does not have it; else None."""
    high = store.signed_head(session)
    if not high.seq or any(line.digest == high.digest for line in store.lines(session, high.seq - 1, high.seq)):
        return None
    return high


def sign_head(
    store: EventStore,
    row: SessionRow,
    keys: Sequence[NamedKey],
    head: Head,
    clock: Clock = now_ms,
    *,
    keep: bool = True,
) -> Signature | None:
    """The signature of a head that leaves the house, made where it has none yet, and kept.

    That of a line within the log is not kept: anybody may ask for a part that ends at any line, and whoever asked for
    all of them would make every file longer.

    None where the log names no key at this line, or not one that is here. Not within a transaction.

    Raises:
        RefusedError: the key of this house cannot be read.
        LogError: it cannot be kept; then it is not given out either.
    """
    due = key_at(keys, head.seq)
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
    """Sign a head and keep the signature, the mark beside the store first."""
    signature = secret.sign(session, head, signed_ms)
    store.put_signed_head(session, head)
    with store.writing(session) as writer:
        writer.sign(signature)
    return signature


def signed_end(store: EventStore, timeline: Timeline, clock: Clock = now_ms) -> str:
    """The last line of a timeline as `signed_head` gives it; "" where nothing can be read."""
    if not timeline.last:
        return ""
    last = timeline.lines[-1]
    return signed_head(store, timeline.row, keys_of(timeline.reading), Head(last.seq, last.digest), clock)


def signed_head(store: EventStore, row: SessionRow, keys: Sequence[NamedKey], head: Head, clock: Clock = now_ms) -> str:
    """A head that goes into a post or a kit, signed, in one word; "" where it is not signed.

    What was acknowledged is not taken back because it could not be signed: it is signed when it leaves the next time.
    """
    with suppress(LogError, RefusedError):
        signature = sign_head(store, row, keys, head, clock)
        return head_text(row.session, head, signature) if signature else ""
    return ""
