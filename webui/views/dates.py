"""Dates and times as text, always with their time zone."""

from collections.abc import Mapping
from datetime import UTC, date, datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from events.errors import RefusedError
from replay.chance.clock import iso_moment

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)


def _at(at_ms: int) -> datetime | None:
    """A moment, or None for one that no calendar has: a damaged log may hold any number."""
    try:
        return _EPOCH + timedelta(milliseconds=at_ms)
    except OverflowError:
        return None


def zone_moment(at_ms: int, zone: str) -> str:
    """A moment for people in a time zone, to the minute."""
    at = _at(at_ms)
    return f"{at.astimezone(ZoneInfo(zone)):%a %H:%M} {zone}" if at else ""


def read_day(text: str) -> str:
    """A day as `2026-11-21`, or nothing.

    Raises:
        RefusedError: no calendar has it.
    """
    text = text.strip()
    try:
        return date.fromisoformat(text).isoformat() if text else ""
    except ValueError as error:
        raise RefusedError(f'"{text[:20]}" is no day: write it as 2026-11-21') from error


def day_start_ms(text: str) -> int:
    """When a day begins, in UTC, in milliseconds since 1970.

    Raises:
        RefusedError: no calendar has it.
    """
    day = read_day(text)
    return (datetime.fromisoformat(f"{day}T00:00:00+00:00") - _EPOCH) // timedelta(milliseconds=1) if day else 0


def day_text(day: str) -> str:
    """A day for people."""
    found = date.fromisoformat(day)
    return f"{found.day} {found:%b %Y}"


def still_away(away: Mapping[str, str], now_ms: int) -> dict[str, str]:
    """The seats that are away at a moment, with the day up to which they are."""
    today = iso_moment(now_ms)[:10]
    return {seat: day for seat, day in away.items() if day >= today}
