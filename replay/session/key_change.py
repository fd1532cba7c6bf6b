"""Replace the host's signing key: name the new key in every session that the old key signs.

- Renewed: the old and the new key sign the entry that names the new one.
- Lost: only the new key signs it.
- Stolen: only the new key signs it, and the entry names the last entry up to which the old signatures are trusted.

The key file keeps the old key until every session has its entry, so an interrupted change can continue.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Final, NamedTuple

from events.entry import Head
from events.errors import BellError, RefusedError
from events.session_events import HostKey
from events.signature import SigningKey
from events.store.protocol import EventStore
from events.store.rows import SessionRow
from projections.registry import Registry
from replay.session.session import Session
from replay.session.signing import keep_signature, lacks_signed_head, stored_keys

NO_KEY: Final = "this server has no signing key. Create one first"


class KeyChange(NamedTuple):
    """The result of a key change for one session: the entry that names the new key, or 0 and the reason for none."""

    row: SessionRow
    line: int
    why: str = ""


def make_key(store: EventStore) -> SigningKey:
    """Create the first key of a server. Raises RefusedError if the server already has a key."""
    if keys := store.signing_keys():
        raise RefusedError(f"this server already has a signing key, {keys[0].fingerprint}")
    store.put_signing_keys([key := SigningKey.make()])
    return key


def renew_key(store: EventStore, registry: Registry, since_ms: int | None = None) -> Iterator[KeyChange]:
    """Replace the key by a new one, which the old one confirms in every session.

    `since_ms`: the key was stolen, and its signatures of entries recorded from then on are not trusted.
    """
    new, old, *_ = _new_and_old(store)
    for row in store.sessions():
        if change := _hand_over(store, registry, row, new, old, since_ms):
            yield change
    store.put_signing_keys([new])


def replace_lost_key(store: EventStore, registry: Registry) -> Iterator[KeyChange]:
    """Continue with the present or a new key in every session that names another key, which is lost."""
    new = next(iter(store.signing_keys()), None) or make_key(store)
    for row in store.sessions():
        if change := _hand_over(store, registry, row, new, None):
            yield change


def _new_and_old(store: EventStore) -> Sequence[SigningKey]:
    """Return the new key, then the old one. If an earlier call was interrupted, its new key is used again."""
    keys = store.signing_keys()
    if not keys:
        raise RefusedError(NO_KEY)
    if len(keys) == 1:
        keys = (SigningKey.make(), *keys)
        store.put_signing_keys(keys)
    return keys


def _hand_over(
    store: EventStore, registry: Registry, row: SessionRow, new: SigningKey, old: SigningKey | None,
    since_ms: int | None = None,
) -> KeyChange | None:  # fmt: skip
    """Add an entry with the new key to one session; return None if its key need not be replaced."""
    try:
        if row.origin != "here" or not (keys := stored_keys(store, row.session)):
            return None
        session = Session.load(store, registry, row.session)
    except BellError as error:
        return KeyChange(row, 0, str(error))
    now = keys[-1]
    if now.key == new.public.hex():
        at = now.seq  # the entry exists, but an interrupted change may not have signed it
        if at == 1:
            return None
    elif old is not None and now.key != old.public.hex():
        return KeyChange(row, 0, f"it is signed with another key, {now.key[:32]}")
    elif lacks_signed_head(store, row.session):
        return KeyChange(row, 0, session.held)
    else:
        good = 0 if since_ms is None else max(1, sum(line.at_ms < since_ms for line in session.table.lines))
        session.note(HostKey(new.public.hex(), good), by="host")
        at = session.head.seq
    done = {one.key for one in store.signatures(row.session) if one.seq == at}
    head = Head(at, session.table.lines[at - 1].digest)
    for key in (old if since_ms is None else None, new):
        if key is not None and key.public not in done:
            keep_signature(store, row.session, key, head, session.clock())
    return KeyChange(row, at)


def sessions_by_key(store: EventStore) -> dict[str, int]:
    """Count the sessions of this server by the key that they name, "" for none."""
    found = Counter[str]()
    for row in store.sessions():
        if row.origin == "here":
            with suppress(BellError):
                keys = stored_keys(store, row.session)
                found[keys[-1].key if keys else ""] += 1
    return found
