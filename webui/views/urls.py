"""Addresses of positions and pictures for people elsewhere, and the deadline in words: what a post says beside the log.

Pictures of a session that is unlisted or private stand under a code that nobody guesses and that names no session.
"""

import hmac
from base64 import b32encode
from hashlib import sha256
from typing import Final

from events.store.accounts import Accounts
from events.store.rows import SessionRow
from events.store.settings import Settings
from replay.chance.clock import utc_moment
from replay.reading.timeline import Timeline
from replay.session.deadline import awaiting
from replay.turn_summaries.kit import PositionLinks
from webui.views.dates import zone_moment

_KEY: Final = "pictures of "
_LETTERS: Final = 26


def position_links(base: str, beside: Accounts, row: SessionRow, seq: int) -> PositionLinks:
    """The addresses of a position's page and of a picture that needs no cookie; none without a base."""
    if not base:
        return PositionLinks()
    page = f"{base}/s/{row.session}/{seq}"
    if beside.settings(row.session).visibility == "public":
        return PositionLinks(page, f"{page}.png")
    return PositionLinks(page, f"{base}/p/{picture_code(beside, row.session)}/{seq}.png")


def picture_code(beside: Accounts, session: str) -> str:
    """The code under which a session's pictures stand: 130 bits that say nothing of it."""
    return _code(beside.key(_KEY + session), session)


def renew_picture_code(beside: Accounts, session: str) -> None:
    """Let a session's pictures stand under another code from now on; under the old one there is nothing any more."""
    beside.renew(_KEY + session)


def session_of_picture_code(beside: Accounts, code: str) -> str:
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


def deadline_text(timeline: Timeline, settings: Settings) -> str:
    """The deadline in words: in UTC and in the zone of the session's pace; "" where there is none."""
    due = awaiting(timeline, settings.pace, settings.away)
    if due is None or not due.until_ms:
        return ""
    zone = settings.pace.zone
    return utc_moment(due.until_ms) + (f" ({zone_moment(due.until_ms, zone)})" if zone != "UTC" else "")
