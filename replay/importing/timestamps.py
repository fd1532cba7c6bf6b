"""Times as mails and messages write them. No clock is asked here."""

from datetime import UTC, datetime
from email.utils import parsedate_to_datetime


def mail_time(text: str) -> float | None:
    """The time of a mail's Date header in seconds since 1970; None where it is none."""
    try:
        return _seconds(parsedate_to_datetime(text))
    except (ValueError, TypeError, OverflowError, IndexError):
        return None


def iso_time(text: str) -> float | None:
    """The time of an ISO 8601 text in seconds since 1970, UTC where it names no zone; None where it is none."""
    try:
        return _seconds(datetime.fromisoformat(text))
    except (ValueError, OverflowError):
        return None


def _seconds(at: datetime) -> float:
    return (at if at.tzinfo else at.replace(tzinfo=UTC)).timestamp()


def time_text(seconds: float) -> str:
    """A time as people read it, in UTC; "" where it is beyond the calendar."""
    try:
        return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M UTC")
    except (ValueError, OverflowError, OSError):
        return ""
