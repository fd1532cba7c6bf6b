"""A change of the host's key: the line that names the new one, in every session whose heads the old one signed.

A key that is only renewed signs the line that hands over, and the new one does too. One that was lost cannot; one that
was stolen is not asked, and the line says up to where its heads are to be believed. The key file keeps the old key
until every session has its line, so that a process that was killed goes on where it was.
"""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from events.entry import Head
from events.errors import BellError, RefusedError
from events.session_events import HostKey
from events.signature import SigningKey
from events.store.protocol import EventStore
from events.store.rows import SessionRow
from projections.registry import Registry
from replay.chance.clock import Clock, now_ms
from replay.reading.host_keys import stored_keys
from replay.session.session import Session
from replay.session.signing import keep_signature, lacks_signed_head

NO_KEY: Final = "this house has no key: make one first"


class KeyChange(NamedTuple):
    """What became of one session: the line that names the new key, 0 and why not where it has none."""

    row: SessionRow
    line: int
    why: str = ""


def make_key(store: EventStore) -> SigningKey:
    """The first key of a house.

    Raises:
        RefusedError: it has one.
    """
    if keys := store.signing_keys():
        raise RefusedError(f"this house has a key already, {keys[0].fingerprint}")
    store.put_signing_keys([key := SigningKey.make()])
    return key


def renew_key(store: EventStore, registry: Registry, clock: Clock = now_ms) -> Iterator[KeyChange]:
    """Take a new key, which the old one vouches for in every session.

    Raises:
        RefusedError: there is no old one.
    """
    new, old, *_ = _new_and_old(store)
    for row in store.sessions():
        if change := _hand_over(store, registry, row, new, old, clock=clock):
            yield change
    store.put_signing_keys([new])


def replace_stolen_key(
    store: EventStore, registry: Registry, since_ms: int, clock: Clock = now_ms
) -> Iterator[KeyChange]:
    """Take a new key in place of one that was stolen: what it signed of lines filed from a moment on does not count.

    Raises:
        RefusedError: there is no old one.
    """
    new, old, *_ = _new_and_old(store)
    for row in store.sessions():
        if change := _hand_over(store, registry, row, new, old, since_ms=since_ms, clock=clock):
            yield change
    store.put_signing_keys([new])


def replace_lost_key(store: EventStore, registry: Registry, clock: Clock = now_ms) -> Iterator[KeyChange]:
    """Let the key that is here, or a new one, sign on in every session that names another, which is lost."""
    new = next(iter(store.signing_keys()), None) or make_key(store)
    for row in store.sessions():
        if change := _hand_over(store, registry, row, new, None, clock=clock):
            yield change


def _new_and_old(store: EventStore) -> Sequence[SigningKey]:
    """The new key and the old one; a change that was broken off goes on with the new key that it had made."""
    keys = store.signing_keys()
    if not keys:
        raise RefusedError(NO_KEY)
    if len(keys) == 1:
        keys = (SigningKey.make(), *keys)
        store.put_signing_keys(keys)
    return keys


def _hand_over(
    store: EventStore, registry: Registry, row: SessionRow, new: SigningKey, old: SigningKey | None, *,
    since_ms: int | None = None, clock: Clock,
) -> KeyChange | None:  # fmt: skip
    """Name the new key in one session; None where it names no key that is to be replaced."""
    try:
        if row.origin != "here" or not (keys := stored_keys(store, row.session)):
            return None
        session = Session.load(store, registry, row.session, clock)
    except BellError as error:
        return KeyChange(row, 0, str(error))
    now = keys[-1]
    if now.key == new.public.hex():
        at = now.seq  # the line stands; a process that was killed may not have signed it
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
    return _sign_over(session, at, new, old if since_ms is None else None)


def _sign_over(session: Session, at: int, new: SigningKey, old: SigningKey | None) -> KeyChange:
    """Sign the line that hands over with both keys, as far as they are to sign it."""
    store, row, line = session.store, session.row, session.table.lines[at - 1]
    done = {one.key for one in store.signatures(row.session) if one.seq == at}
    for key in (old, new):
        if key is not None and key.public not in done:
            keep_signature(store, row.session, key, Head(at, line.digest), session.clock())
    return KeyChange(row, at)


def sessions_by_key(store: EventStore) -> dict[str, int]:
    """How many of the sessions that are kept here name which key, "" for none."""
    found = dict[str, int]()
    for row in store.sessions():
        if row.origin == "here":
            try:
                keys = stored_keys(store, row.session)
            except BellError:
                continue
            key = keys[-1].key if keys else ""
            found[key] = found.get(key, 0) + 1
    return found
