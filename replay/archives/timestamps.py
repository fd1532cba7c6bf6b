"""Times as mails and messages write them: the one place where `replay` reads a calendar. No clock is asked here."""

from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

__all__ = ["of_iso", "of_mail", "shown"]


def of_mail(text: str) -> float | None:
    """The time of a mail's Date header in seconds since 1970; None where it is none."""
    try:
        return _seconds(parsedate_to_datetime(text))
    except (ValueError, TypeError, OverflowError, IndexError):
        return None


def of_iso(text: str) -> float | None:
    """The time of an ISO 8601 text in seconds since 1970, UTC where it names no zone; None where it is none."""
    try:
        return _seconds(datetime.fromisoformat(text))
    except (ValueError, OverflowError):
        return None


def _seconds(at: datetime) -> float:
    return (at if at.tzinfo else at.replace(tzinfo=UTC)).timestamp()


def shown(seconds: float) -> str:
    """A time as people read it, in UTC; "" where it is beyond the calendar."""
    try:
        return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M UTC")
    except (ValueError, OverflowError, OSError):
        return ""
