"""Addresses of positions and pictures for posts elsewhere, and the deadline as text.

Pictures of an unlisted or private session are under a random code that does not reveal the session.
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
from replay.turn_summaries.turn_summary import PositionLinks
from webui.views.dates import zone_moment

_KEY: Final = "pictures of "
_LETTERS: Final = 26


def position_links(base: str, accounts: Accounts, row: SessionRow, seq: int) -> PositionLinks:
    """Return the addresses of a position's page and of a picture that needs no cookie; empty without a base."""
    if not base:
        return PositionLinks()
    page = f"{base}/s/{row.session}/{seq}"
    if accounts.settings(row.session).visibility == "public":
        return PositionLinks(page, f"{page}.png")
    return PositionLinks(page, f"{base}/p/{picture_code(accounts, row.session)}/{seq}.png")


def picture_code(accounts: Accounts, session: str) -> str:
    """Return the code in the addresses of a session's pictures: 130 bits that reveal nothing about it."""
    return _code(accounts.key(_KEY + session), session)


def renew_picture_code(accounts: Accounts, session: str) -> None:
    """Replace the code of a session's pictures; addresses with the old code stop working."""
    accounts.renew(_KEY + session)


def session_of_picture_code(accounts: Accounts, code: str) -> str:
    """Return the id of the session with a picture code, "" if the code is unknown."""
    kept = accounts.rows("select name, value from house_keys where substr(name, 1, ?) = ?", len(_KEY), _KEY)
    for name, key in kept:
        session = str(name).removeprefix(_KEY)
        if isinstance(key, bytes) and hmac.compare_digest(_code(key, session).encode(), code.encode()):
            return session
    return ""


def _code(key: bytes, session: str) -> str:
    made = hmac.new(key, session.encode(), sha256).digest()
    return b32encode(made).decode()[:_LETTERS].lower()


def deadline_text(timeline: Timeline, settings: Settings) -> str:
    """Return the deadline as text, in UTC and in the session's time zone; "" without a deadline."""
    due = awaiting(timeline, settings.pace, settings.away)
    if due is None or not due.until_ms:
        return ""
    zone = settings.pace.zone
    return utc_moment(due.until_ms) + (f" ({zone_moment(due.until_ms, zone)})" if zone != "UTC" else "")
