"""New secret links that wait to be handed out by the browser that created them, and a guard against posting links.

Links are stored as hashes, so they could be shown only once; but a page may be reloaded before a link is copied. If
several processes serve the pages, pending links are kept in the database, encrypted with a key that only the browser
holds.
"""

from hashlib import sha256
from typing import TYPE_CHECKING, Final

import msgspec
from flask import current_app, request, url_for

from events.errors import RefusedError
from events.store.accounts import EVERYWHERE, Link
from events.store.tables import Tables
from replay.chance.clock import now_ms
from replay.session.seats import EXPOSED, IssuedLink, revoke_exposed
from webui.access.identity import COOKIE, Identity, accounts, browser_id, remember_link
from webui.access.timeline_cache import RecentCache

if TYPE_CHECKING:
    from events.store.postgres.shared import SharedPackets


_MINUTES: Final = 30
_MOST: Final = 500  # maximum number of pairs of browser and session; the least recently used is dropped first


class _MemoryLinks:
    """Keeps, in the memory of one process, new secret links that a browser may still show."""

    def __init__(self) -> None:
        self._kept = RecentCache[tuple[str, str], tuple[int, tuple[IssuedLink, ...]]](_MOST)

    def get(self, browser: str, session: str) -> tuple[IssuedLink, ...]:
        at_ms, found = self._kept.get((browser, session)) or (0, ())
        if found and now_ms() - at_ms > _MINUTES * 60_000:
            self.clear(browser, session)
            return ()
        return found

    def put(self, browser: str, session: str, links: tuple[IssuedLink, ...]) -> None:
        self._kept.put((browser, session), (now_ms(), links))

    def clear(self, browser: str, session: str) -> None:
        self._kept.drop((browser, session))


class _SealedLinks:
    """Keeps new secret links in the database for several processes, encrypted with an id that only the browser has."""

    def __init__(self, packets: "SharedPackets") -> None:
        self._packets = packets

    def get(self, browser: str, session: str) -> tuple[IssuedLink, ...]:
        from cryptography.exceptions import InvalidTag  # noqa: PLC0415  # needed only with several processes
        from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305  # noqa: PLC0415  # as above

        sealed = self._packets.get(_holder(browser), session, now_ms() - _MINUTES * 60_000)
        if sealed is None:
            return ()
        try:
            opened = ChaCha20Poly1305(_key(browser)).decrypt(sealed[:12], sealed[12:], session.encode())
        except InvalidTag:
            return ()
        return tuple(IssuedLink(*one) for one in msgspec.json.decode(opened, type=list[tuple[Link, str]]))

    def put(self, browser: str, session: str, links: tuple[IssuedLink, ...]) -> None:
        from os import urandom  # noqa: PLC0415  # as above

        from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305  # noqa: PLC0415  # as above

        nonce, at_ms = urandom(12), now_ms()
        told = msgspec.json.encode([tuple(one) for one in links])
        sealed = nonce + ChaCha20Poly1305(_key(browser)).encrypt(nonce, told, session.encode())
        self._packets.put(_holder(browser), session, at_ms, sealed, at_ms - _MINUTES * 60_000)

    def clear(self, browser: str, session: str) -> None:
        self._packets.drop(_holder(browser), session)


def _holder(browser: str) -> bytes:
    return sha256(f"pending links of {browser}".encode()).digest()


def _key(browser: str) -> bytes:
    return sha256(f"key to the pending links of {browser}".encode()).digest()


def make_pending_links(tables: Tables) -> _MemoryLinks | _SealedLinks:
    """Return a store for new secret links: for this app only, or for all processes that share `tables`."""
    packets = tables.shared_packets()
    return _MemoryLinks() if packets is None else _SealedLinks(packets)


def _store() -> _MemoryLinks | _SealedLinks:
    found: _MemoryLinks | _SealedLinks = current_app.extensions["cloisterbell-pending-links"]
    return found


def add_pending_links(session: str, *handed: IssuedLink) -> None:
    """Keep new secret links for this browser to show. A link replaces one for the same role and seat."""
    store, browser = _store(), browser_id()
    fresh = {(each.link.role, each.link.seat) for each in handed}
    left = tuple(each for each in store.get(browser, session) if (each.link.role, each.link.seat) not in fresh)
    store.put(browser, session, left + handed)


def pending_links(session: str) -> tuple[IssuedLink, ...]:
    """Return the recent, still valid secret links of a session that this browser created and may still show."""
    if COOKIE not in request.cookies:
        return ()
    found = _store().get(browser_id(), session)
    return tuple(each for each in found if accounts().by_id(each.link.id) is not None)


def clear_pending_links(session: str) -> None:
    """Delete the new secret links of a session that this browser has shown."""
    _store().clear(browser_id(), session)


def guard_tokens(text: str, who: Identity) -> None:
    """Refuse a text that contains a valid secret link.

    The owner of the link gets a new one, which others do not see. Every route that stores text for others must call
    this first.
    """
    found = accounts().live_tokens(text)
    if not found:
        return
    own = [link for link in found if link.id == who.link]
    for link in found:
        if link not in own or request.blueprint == "api":
            revoke_exposed(accounts(), link)
            continue
        made, token = accounts().reissue(link, now_ms())
        remember_link(made)
        if made.session != EVERYWHERE:
            add_pending_links(made.session, IssuedLink(made, token))
    if own and request.blueprint != "api":
        where = own[0].session
        hint = f"Your new link is at {url_for('people.links', session=where)}. Remove the old one from the text"
        if where == EVERYWHERE:
            hint = "The link was replaced, and this browser is still a host. Remove the old link from the text"
        raise RefusedError(f"this text contains your own secret link, so it was not saved. {hint}")
    raise RefusedError(EXPOSED)
