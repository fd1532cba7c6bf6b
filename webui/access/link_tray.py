"""Secret links that were just made, kept in memory for the browser that made them until they are handed out.

A link is stored as a hash and could not be shown twice; but a page may be opened twice before anybody has copied it.
"""

import threading
from collections import OrderedDict
from typing import Final

from flask import current_app, request

from replay.chance.clock import now_ms
from webui.access.identity import COOKIE, accounts, browser_id
from webui.desk.seats import IssuedLink

_MINUTES: Final = 30
_MOST: Final = 500
"""So many browsers and sessions at a time; the oldest goes first."""


class LinkTray:
    """The links that wait to be handed out, by browser and session."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.kept: OrderedDict[tuple[str, str], tuple[int, tuple[IssuedLink, ...]]] = OrderedDict()


def make_tray() -> LinkTray:
    """The tray of one app."""
    return LinkTray()


def _tray() -> LinkTray:
    found = current_app.extensions["cloisterbell-tray"]
    assert isinstance(found, LinkTray)
    return found


def put_on_tray(session: str, *handed: IssuedLink) -> None:
    """Keep links for this browser to hand out; one that takes the place of another is shown instead of it."""
    tray, key = _tray(), (browser_id(), session)
    fresh = {(each.link.role, each.link.seat) for each in handed}
    with tray.lock:
        _, before = tray.kept.pop(key, (0, ()))
        left = tuple(each for each in before if (each.link.role, each.link.seat) not in fresh)
        tray.kept[key] = (now_ms(), left + handed)
        while len(tray.kept) > _MOST:
            tray.kept.popitem(last=False)


def links_on_tray(session: str) -> tuple[IssuedLink, ...]:
    """The links of a session that this browser may still hand out: those that live and were made not long ago."""
    if COOKIE not in request.cookies:
        return ()
    tray, key = _tray(), (browser_id(), session)
    with tray.lock:
        at_ms, found = tray.kept.get(key, (0, ()))
        if found and now_ms() - at_ms > _MINUTES * 60_000:
            del tray.kept[key]
            return ()
    return tuple(each for each in found if accounts().by_id(each.link.id) is not None)


def clear_tray(session: str) -> None:
    """Forget what this browser has handed out."""
    tray = _tray()
    with tray.lock:
        tray.kept.pop((browser_id(), session), None)
