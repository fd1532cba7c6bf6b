"""Dates and times as text, always with their time zone, and as elements of a page."""

from datetime import UTC, date, datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from markupsafe import Markup

from events.errors import RefusedError
from replay.chance.clock import iso_moment, utc_moment

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)


def zone_moment(at_ms: int, zone: str) -> str:
    """Return a time in a time zone as text, to the minute; "" if it is out of range, as in a damaged log."""
    try:
        return f"{(_EPOCH + timedelta(milliseconds=at_ms)).astimezone(ZoneInfo(zone)):%a %H:%M} {zone}"
    except OverflowError:
        return ""


def time_element(at_ms: int, *, exact: bool = False) -> Markup:
    """Return a time as HTML, in UTC. A script (`times.js`) writes it in the reader's zone, relative if it is recent.

    With `exact`, as for a deadline, the script keeps the day and the time of day.
    """
    iso, words = iso_moment(at_ms), utc_moment(at_ms)
    if not iso:
        return Markup(words)  # noqa: S704  # fixed words
    title = f"{words.removesuffix(' UTC')}:{iso[17:19]} UTC"
    return Markup('<time datetime="{}" title="{}"{}>{}</time>').format(
        iso, title, Markup(" data-exact") if exact else "", words
    )


def read_day(text: str) -> str:
    """Parse a day such as `2026-11-21`, or refuse it; "" stays ""."""
    text = text.strip()
    try:
        return date.fromisoformat(text).isoformat() if text else ""
    except ValueError as error:
        raise RefusedError(f'"{text[:20]}" is not a date. Write it as 2026-11-21') from error


def day_start_ms(text: str) -> int:
    """Return the start of a day in UTC, in milliseconds since 1970."""
    day = read_day(text)
    return (datetime.fromisoformat(f"{day}T00:00:00+00:00") - _EPOCH) // timedelta(milliseconds=1) if day else 0


def day_text(day: str) -> str:
    """Return a day as text, such as `21 Nov 2026`."""
    found = date.fromisoformat(day)
    return f"{found.day} {found:%b %Y}"
