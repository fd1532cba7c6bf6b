"""Settings of a session that change without an entry in its log: visibility, pace, names and addresses."""

from typing import Final, Literal, get_args
from urllib.parse import urlsplit

import msgspec

from events.errors import RefusedError
from events.lazy_patterns import lazy_pattern

Visibility = Literal["public", "unlisted", "private"]
VISIBILITIES: Final[tuple[Visibility, ...]] = get_args(Visibility)
DAYS: Final = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_DAY_NAMES: Final = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_MOST_HOURS: Final = 24 * 90
_TITLE: Final = 80
_LONGEST: Final = 200
_NAME: Final = 60
_WHERE: Final = 500
_CLOCK: Final = lazy_pattern(r"(?:[01][0-9]|2[0-3]):[0-5][0-9]")
_HOURS: Final = lazy_pattern(r"([0-9]{1,4})\s*(h|hours?|d|days?)")
_ADDRESS: Final = lazy_pattern(r"https?://[!-~]+")
_PACES: Final = "Write none, hours (48h), or days with a time and a time zone (mon thu 19:00 Europe/London)"


class Pace(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The time that a seat has for its move.

    A move is expected within `hours` after the last change of the position, or on fixed `days` at `at` in `zone`. With
    neither, the session has no deadlines. `grace_hours` are added before a seat is late.
    """

    hours: int = 0
    days: tuple[str, ...] = ()
    at: str = "19:00"
    zone: str = "UTC"
    grace_hours: int = 0


class Unconfirmed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A mail address that gets no notices until a link is opened. `code` is the SHA-256 of the code in that link."""

    address: str
    code: str
    until_ms: int


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The settings of a session. `where` is the URL of its thread."""

    visibility: Visibility = "public"
    pace: Pace = Pace()
    where: str = ""
    away: dict[str, str] = {}
    """The last day of absence (ISO date) of each absent player, by seat."""
    webhooks: tuple[str, ...] = ()
    mail: dict[str, str] = {}
    """The mail address for notices to each player, by seat."""
    unconfirmed: dict[str, Unconfirmed] = {}
    """The mail address that each player has entered and not confirmed, by seat."""
    muted: dict[str, tuple[str, ...]] = {}
    """The kinds of notices that a player gets no mail about, by seat."""
    names: dict[str, str] = {}
    """The display name of each player, by seat."""
    exposed: tuple[str, ...] = ()
    """The ids of links that were revoked because they appeared in a post and have not been replaced yet."""
    record: str = ""
    """The session that a what-if branched from. A viewer who cannot read that session cannot read the what-if."""


def strictest(one: Visibility, other: Visibility) -> Visibility:
    """Return that one of two visibilities that shows a session to fewer people."""
    return max(one, other, key=VISIBILITIES.index)


def check_visibility(given: str) -> Visibility:
    """Return a visibility if it is one of `VISIBILITIES`; otherwise raise `RefusedError`."""
    for known in VISIBILITIES:
        if given == known:
            return known
    raise RefusedError(f'visibility: "{given[:40]}" is not allowed. Allowed: {", ".join(VISIBILITIES)}')


def check_name(name: str) -> str:
    """Return the name of a person on one line of up to 60 characters. Any other text raises `RefusedError`."""
    return _one_line(name, "a name", _NAME)


def check_title(title: str) -> str:
    """Return the title of a session on one line of up to 80 characters. Any other text raises `RefusedError`."""
    return _one_line(title, "a title", _TITLE)


def _one_line(text: str, what: str, most: int) -> str:
    text = text.strip(" \t\r\n")  # other separators are refused, not stripped
    if len(text) > most or not text.isprintable():
        raise RefusedError(f"{what} must be one line of at most {most} characters, without control characters")
    return " ".join(text.split())


def plain_title(title: str) -> str:
    """Return an imported title for display: on one line, without control characters."""
    line = " ".join(title.split())
    return "".join(sign if sign.isprintable() else "\ufffd" for sign in line)[:_LONGEST]


def check_where(where: str) -> str:
    """Return the URL of a thread, or "". Any other text raises `RefusedError`."""
    where = where.strip()
    if where and (len(where) > _WHERE or not _ADDRESS.fullmatch(where) or not _host(where)):
        raise RefusedError(f'thread: "{where[:60]}" is not a web address. Write it like https://forum.example.org/t/17')
    return where


def _host(address: str) -> str:
    try:
        parts = urlsplit(address)
    except ValueError:
        return ""
    return "" if "@" in parts.netloc else parts.hostname or ""


def read_pace(text: str, grace_hours: int = 0) -> Pace:
    """Parse a pace: `none`, `48h`, `2 days` or `mon thu 19:00 Europe/London`. Any other text raises `RefusedError`."""
    words = text.strip()
    if words.lower() in {"", "none"}:
        return check_pace(Pace(grace_hours=grace_hours))
    if found := _HOURS.fullmatch(words.lower()):
        hours = int(found[1]) * (24 if found[2].startswith("d") else 1)
        if not hours:
            raise RefusedError(f"a move needs at least 1 hour. {_PACES}")
        return check_pace(Pace(hours=hours, grace_hours=grace_hours))
    parts = words.replace(",", " ").split()
    days = tuple(part[:3].lower() for part in parts if part[:3].lower() in DAYS and part.isalpha())
    rest = [part for part in parts if part[:3].lower() not in DAYS or not part.isalpha()]
    clock = next((part for part in rest if ":" in part), "19:00")
    zones = [part for part in rest if ":" not in part]
    if not days or len(rest) > len(zones) + 1 or len(zones) > 1:
        raise RefusedError(f'"{text[:60]}" is not a deadline. {_PACES}')
    return check_pace(Pace(days=days, at=clock, zone=zones[0] if zones else "UTC", grace_hours=grace_hours))


def check_pace(pace: Pace) -> Pace:
    """Return a pace with its days in order. A part that is not allowed raises `RefusedError`, which names it."""
    if not 0 <= pace.hours <= _MOST_HOURS:
        raise RefusedError(f"{pace.hours} hours per move is not allowed. Choose 1 to {_MOST_HOURS}")
    if not 0 <= pace.grace_hours <= _MOST_HOURS:
        raise RefusedError(f"{pace.grace_hours} extra hours is not allowed. Choose 0 to {_MOST_HOURS}")
    if unknown := [day for day in pace.days if day not in DAYS]:
        raise RefusedError(f'"{unknown[0][:20]}" is not a day. Days: {", ".join(DAYS)}')
    if pace.hours and pace.days:
        raise RefusedError("choose either hours or fixed days, not both")
    if not _CLOCK.fullmatch(pace.at):
        raise RefusedError(f'"{pace.at[:20]}" is not a time of day. Write it like 19:00')
    from zoneinfo import ZoneInfo, ZoneInfoNotFoundError  # noqa: PLC0415  # checks of a zone are rare

    try:
        ZoneInfo(pace.zone)
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:  # OSError if the name is a directory of zones
        raise RefusedError(f'"{pace.zone[:40]}" is not a time zone. Write it like Europe/London') from error
    return msgspec.structs.replace(pace, days=tuple(day for day in DAYS if day in pace.days))


def pace_text(pace: Pace) -> str:
    """Return a pace in the format of `read_pace`, without its grace period."""
    if pace.hours:
        return f"{pace.hours}h"
    return f"{' '.join(pace.days)} {pace.at} {pace.zone}" if pace.days else "none"


def pace_in_words(pace: Pace) -> str:
    """Return a pace in words."""
    grace = f", plus {pace.grace_hours} extra hours" if pace.grace_hours else ""
    if pace.hours:
        return f"{pace.hours} hours per move{grace}"
    if not pace.days:
        return "no deadlines"
    days = [_DAY_NAMES[DAYS.index(day)] for day in pace.days]
    return f"{', '.join(days)} at {pace.at} ({pace.zone}){grace}"
