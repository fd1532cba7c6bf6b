"""Secret links that were just made, kept in memory for the browser that made them until they are handed out.

A link is stored as a hash and could not be shown twice; but a page may be opened twice before anybody has copied it.
"""

import threading
from collections import OrderedDict
from typing import Final, NamedTuple

from flask import current_app, request

from events.store.accounts import Link
from replay.chance.clock import now_ms
from webui.access.identity import COOKIE, browser, desk

__all__ = ["Handed", "clear_tray", "lay_out", "make_tray", "on_tray"]

_MINUTES: Final = 30
_MOST: Final = 500
"""So many browsers and sessions at a time; the oldest goes first."""


class Handed(NamedTuple):
    """A link with its secret."""

    link: Link
    token: str


class Tray:
    """What waits, by browser and session."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.kept: OrderedDict[tuple[str, str], tuple[int, tuple[Handed, ...]]] = OrderedDict()


def make_tray() -> Tray:
    """The tray of one app."""
    return Tray()


def _tray() -> Tray:
    found = current_app.extensions["cloisterbell-tray"]
    assert isinstance(found, Tray)
    return found


def lay_out(session: str, *handed: Handed) -> None:
    """Keep links for this browser to hand out; one that takes the place of another is shown instead of it."""
    tray, key = _tray(), (browser(), session)
    fresh = {(each.link.role, each.link.seat) for each in handed}
    with tray.lock:
        _, before = tray.kept.pop(key, (0, ()))
        left = tuple(each for each in before if (each.link.role, each.link.seat) not in fresh)
        tray.kept[key] = (now_ms(), left + handed)
        while len(tray.kept) > _MOST:
            tray.kept.popitem(last=False)


def on_tray(session: str) -> tuple[Handed, ...]:
    """What this browser may still hand out of a session: links that live, and were made not long ago."""
    if COOKIE not in request.cookies:
        return ()
    tray, key = _tray(), (browser(), session)
    with tray.lock:
        at_ms, found = tray.kept.get(key, (0, ()))
        if found and now_ms() - at_ms > _MINUTES * 60_000:
            del tray.kept[key]
            return ()
    return tuple(each for each in found if desk().by_id(each.link.id) is not None)


def clear_tray(session: str) -> None:
    """Forget what this browser has handed out."""
    tray = _tray()
    with tray.lock:
        tray.kept.pop((browser(), session), None)
