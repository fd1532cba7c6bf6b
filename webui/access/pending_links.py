"""Secret links that were just made, kept for the browser that made them until they are handed out.

A link is stored as a hash and could not be shown twice; but a page may be opened twice before anybody has copied it.
Where several processes serve one house, the links wait on its server, sealed with a key that only the browser holds.
"""

import threading
from collections import OrderedDict
from hashlib import sha256
from typing import TYPE_CHECKING, Final, Protocol

import msgspec
from flask import current_app, request

from events.store.accounts import Link
from events.store.tables import Tables
from replay.chance.clock import now_ms
from replay.session.seats import IssuedLink
from webui.access.identity import COOKIE, accounts, browser_id

if TYPE_CHECKING:
    from events.store.postgres.shared import SharedPackets

_MINUTES: Final = 30
_MOST: Final = 500
"""So many browsers and sessions at a time; the oldest goes first."""


class LinkTray(Protocol):
    """The links that wait to be handed out, by browser and session."""

    def get(self, browser: str, session: str) -> tuple[IssuedLink, ...]:
        """The links of a session that were made not long ago."""

    def put(self, browser: str, session: str, links: tuple[IssuedLink, ...]) -> None:
        """Keep these in place of those before."""

    def clear(self, browser: str, session: str) -> None:
        """Forget them."""


class MemoryTray:
    """The tray of one process."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._kept: OrderedDict[tuple[str, str], tuple[int, tuple[IssuedLink, ...]]] = OrderedDict()

    def get(self, browser: str, session: str) -> tuple[IssuedLink, ...]:
        """The links of a session."""
        with self._lock:
            at_ms, found = self._kept.get((browser, session), (0, ()))
            if found and now_ms() - at_ms > _MINUTES * 60_000:
                del self._kept[browser, session]
                return ()
        return found

    def put(self, browser: str, session: str, links: tuple[IssuedLink, ...]) -> None:
        """Keep these."""
        with self._lock:
            self._kept.pop((browser, session), None)
            self._kept[browser, session] = (now_ms(), links)
            while len(self._kept) > _MOST:
                self._kept.popitem(last=False)

    def clear(self, browser: str, session: str) -> None:
        """Forget them."""
        with self._lock:
            self._kept.pop((browser, session), None)


class SealedTray:
    """The tray of several processes. What they keep opens with the id in the browser's cookie, which they do not."""

    def __init__(self, packets: "SharedPackets") -> None:
        self._packets = packets

    def get(self, browser: str, session: str) -> tuple[IssuedLink, ...]:
        """The links of a session."""
        from cryptography.exceptions import InvalidTag  # noqa: PLC0415  # only where others serve, too
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
        """Keep these."""
        from os import urandom  # noqa: PLC0415  # as above

        from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305  # noqa: PLC0415  # as above

        nonce, at_ms = urandom(12), now_ms()
        told = msgspec.json.encode([tuple(one) for one in links])
        sealed = nonce + ChaCha20Poly1305(_key(browser)).encrypt(nonce, told, session.encode())
        self._packets.put(_holder(browser), session, at_ms, sealed, at_ms - _MINUTES * 60_000)

    def clear(self, browser: str, session: str) -> None:
        """Forget them."""
        self._packets.drop(_holder(browser), session)


def _holder(browser: str) -> bytes:
    return sha256(f"tray of {browser}".encode()).digest()


def _key(browser: str) -> bytes:
    return sha256(f"key to the tray of {browser}".encode()).digest()


def make_tray(tables: Tables) -> LinkTray:
    """The tray of one app, or of all that serve from the same tables."""
    packets = tables.shared_packets()
    return MemoryTray() if packets is None else SealedTray(packets)


def _tray() -> LinkTray:
    found: LinkTray = current_app.extensions["cloisterbell-tray"]
    return found


def put_on_tray(session: str, *handed: IssuedLink) -> None:
    """Keep links for this browser to hand out; one that takes the place of another is shown instead of it."""
    tray, browser = _tray(), browser_id()
    fresh = {(each.link.role, each.link.seat) for each in handed}
    left = tuple(each for each in tray.get(browser, session) if (each.link.role, each.link.seat) not in fresh)
    tray.put(browser, session, left + handed)


def links_on_tray(session: str) -> tuple[IssuedLink, ...]:
    """The links of a session that this browser may still hand out: those that live and were made not long ago."""
    if COOKIE not in request.cookies:
        return ()
    found = _tray().get(browser_id(), session)
    return tuple(each for each in found if accounts().by_id(each.link.id) is not None)


def clear_tray(session: str) -> None:
    """Forget what this browser has handed out."""
    _tray().clear(browser_id(), session)
