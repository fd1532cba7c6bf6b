"""Where people elsewhere find a position, and by when it is whose turn: what a post says beside the log itself.

Pictures of a session that is unlisted or private stand under a code that nobody guesses and that names no session.
"""

import hmac
import re
from base64 import b32encode
from hashlib import sha256
from typing import Final

from events.errors import RefusedError
from events.store.accounts import Desk, Settings
from events.store.protocol import SessionRow
from replay.live.deadline import awaiting
from replay.reading.timeline import Timeline
from replay.replies.kit import Place
from webui.desk.dates import in_zone, spoken

__all__ = ["check_base", "code_of", "place_of", "renew_code", "session_of", "until_words"]

_BASE: Final = re.compile(r"https?://[A-Za-z0-9.-]+(?::[0-9]{1,5})?(?:/[A-Za-z0-9._~-]+)*/?")
_KEY: Final = "pictures of "
_LETTERS: Final = 26


def check_base(base: str) -> str:
    """An address that others reach these pages by, without a slash at its end.

    Raises:
        RefusedError: it is none that can stand in a post of every format.
    """
    if not _BASE.fullmatch(base):
        raise RefusedError(f'"{base[:80]}" is no address like https://bell.example.org')
    return base.rstrip("/")


def place_of(base: str, beside: Desk, row: SessionRow, seq: int) -> Place:
    """Where a position is found by its page, and by a picture that needs no cookie; nowhere without a base."""
    if not base:
        return Place()
    page = f"{base}/s/{row.session}/{seq}"
    if beside.settings(row.session).visibility == "public":
        return Place(page, f"{page}.png")
    return Place(page, f"{base}/p/{code_of(beside, row.session)}/{seq}.png")


def code_of(beside: Desk, session: str) -> str:
    """The code under which a session's pictures stand: 130 bits that say nothing of it."""
    return _code(beside.key(_KEY + session), session)


def renew_code(beside: Desk, session: str) -> None:
    """Let a session's pictures stand under another code from now on; under the old one there is nothing any more."""
    beside.renew(_KEY + session)


def session_of(beside: Desk, code: str) -> str:
    """The session whose pictures stand under a code, "" for none."""
    kept = beside.rows("select name, value from house_keys where substr(name, 1, ?) = ?", len(_KEY), _KEY)
    for name, key in kept:
        session = str(name).removeprefix(_KEY)
        if isinstance(key, bytes) and hmac.compare_digest(_code(key, session).encode(), code.encode()):
            return session
    return ""


def _code(key: bytes, session: str) -> str:
    made = hmac.new(key, session.encode(), sha256).digest()
    return b32encode(made).decode()[:_LETTERS].lower()


def until_words(timeline: Timeline, settings: Settings) -> str:
    """By when whoever is awaited should move, in UTC and in the zone of the session's pace; "" without a deadline."""
    due = awaiting(timeline, settings.pace, settings.away)
    if due is None or not due.until_ms:
        return ""
    zone = settings.pace.zone
    return spoken(due.until_ms) + (f" ({in_zone(due.until_ms, zone)})" if zone != "UTC" else "")
