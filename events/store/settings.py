"""Settings of a session that change without a line in its log: who sees it, its pace, what people are called."""

import re
from typing import Final, Literal, get_args
from urllib.parse import urlsplit

import msgspec

from events.errors import RefusedError

Visibility = Literal["public", "unlisted", "private"]
VISIBILITIES: Final[tuple[Visibility, ...]] = get_args(Visibility)
DAYS: Final = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_DAY_NAMES: Final = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_MOST_HOURS: Final = 24 * 90
_TITLE: Final = 80
_LONGEST: Final = 200
_NAME: Final = 60
_WHERE: Final = 500
_CLOCK: Final = re.compile(r"(?:[01][0-9]|2[0-3]):[0-5][0-9]")
_HOURS: Final = re.compile(r"([0-9]{1,4})\s*(h|hours?|d|days?)")
_ADDRESS: Final = re.compile(r"https?://[!-~]+")
_PACES: Final = "write none, hours like 48h, or days with a time and a zone like mon thu 19:00 Europe/London"


class Pace(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How long a seat has. `hours` from the last move that counts, or fixed `days` (`mon` ... `sun`) at `at` in `zone`.

    No hours and no days: no deadline. `grace_hours` are added before a seat is late.
    """

    hours: int = 0
    days: tuple[str, ...] = ()
    at: str = "19:00"
    zone: str = "UTC"
    grace_hours: int = 0


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The settings of a session. `where` is the address of its thread."""

    visibility: Visibility = "public"
    pace: Pace = Pace()
    where: str = ""
    away: dict[str, str] = {}
    """Seat to the day (ISO) up to which it is away."""
    webhooks: tuple[str, ...] = ()
    mail: dict[str, str] = {}
    """Seat to mail address for notices."""
    names: dict[str, str] = {}
    """Seat to what people call whoever holds it."""
    exposed: tuple[str, ...] = ()
    """Links (their ids) that were taken back because somebody posted them, until they are handed out anew."""
    record: str = ""
    """Of a what-if, the session that it leaves: whoever may not read that does not read the what-if."""


def strictest(one: Visibility, other: Visibility) -> Visibility:
    """The visibility that fewer may read by."""
    return max(one, other, key=VISIBILITIES.index)


def check_visibility(given: str) -> Visibility:
    """Check a visibility: who may see a session.

    Raises:
        RefusedError: there is no such visibility.
    """
    for known in VISIBILITIES:
        if given == known:
            return known
    raise RefusedError(f'visibility: "{given[:40]}" is not allowed: {", ".join(VISIBILITIES)}')


def check_name(name: str) -> str:
    """Check what people call somebody: one line of up to 60 characters.

    Raises:
        RefusedError: it is none.
    """
    return _one_line(name, "a name", _NAME)


def check_title(title: str) -> str:
    """Check what people call a session: one line of up to 80 characters.

    Raises:
        RefusedError: it is none.
    """
    return _one_line(title, "a title", _TITLE)


def _one_line(text: str, what: str, most: int) -> str:
    text = text.strip(" \t\r\n")  # no other separator is an edge: it is refused, and not dropped
    if len(text) > most or not text.isprintable():
        raise RefusedError(f"{what} is one line of up to {most} characters, without any that steer how it is shown")
    return " ".join(text.split())


def plain_title(title: str) -> str:
    """A title that came with a log or a transcript, as it is shown: in one line, without what steers a screen."""
    line = " ".join(title.split())
    return "".join(sign if sign.isprintable() else "\ufffd" for sign in line)[:_LONGEST]


def check_where(where: str) -> str:
    """The address of a thread, or nothing.

    Raises:
        RefusedError: it is no address of a page.
    """
    where = where.strip()
    if where and (len(where) > _WHERE or not _ADDRESS.fullmatch(where) or not _host(where)):
        raise RefusedError(f'thread: "{where[:60]}" is no address like https://forum.example.org/t/17')
    return where


def _host(address: str) -> str:
    try:
        parts = urlsplit(address)
    except ValueError:
        return ""
    return "" if "@" in parts.netloc else parts.hostname or ""


def read_pace(text: str, grace_hours: int = 0) -> Pace:
    """A pace as people write it: `none`, `48h`, `2 days`, `mon thu 19:00 Europe/London`.

    Raises:
        RefusedError: it is none of these.
    """
    words = text.strip()
    if words.lower() in {"", "none"}:
        return check_pace(Pace(grace_hours=grace_hours))
    if found := _HOURS.fullmatch(words.lower()):
        hours = int(found[1]) * (24 if found[2].startswith("d") else 1)
        if not hours:
            raise RefusedError(f"pace: {_PACES}")
        return check_pace(Pace(hours=hours, grace_hours=grace_hours))
    parts = words.replace(",", " ").split()
    days = tuple(part[:3].lower() for part in parts if part[:3].lower() in DAYS and part.isalpha())
    rest = [part for part in parts if part[:3].lower() not in DAYS or not part.isalpha()]
    clock = next((part for part in rest if ":" in part), "19:00")
    zones = [part for part in rest if ":" not in part]
    if not days or len(rest) > len(zones) + 1 or len(zones) > 1:
        raise RefusedError(f'pace: "{text[:60]}" is not allowed: {_PACES}')
    return check_pace(Pace(days=days, at=clock, zone=zones[0] if zones else "UTC", grace_hours=grace_hours))


def check_pace(pace: Pace) -> Pace:
    """The pace with its days in order.

    Raises:
        RefusedError: one of its parts is not allowed; names it.
    """
    if not 0 <= pace.hours <= _MOST_HOURS:
        raise RefusedError(f"pace: {pace.hours} hours is not allowed: 1 to {_MOST_HOURS}")
    if not 0 <= pace.grace_hours <= _MOST_HOURS:
        raise RefusedError(f"grace: {pace.grace_hours} hours is not allowed: 0 to {_MOST_HOURS}")
    if unknown := [day for day in pace.days if day not in DAYS]:
        raise RefusedError(f'pace: "{unknown[0][:20]}" is no day: {", ".join(DAYS)}')
    if pace.hours and pace.days:
        raise RefusedError("pace: either hours or fixed days, not both")
    if not _CLOCK.fullmatch(pace.at):
        raise RefusedError(f'pace: "{pace.at[:20]}" is no time of day: write it as 19:00')
    from zoneinfo import ZoneInfo, ZoneInfoNotFoundError  # noqa: PLC0415  # few who read settings ever check a zone

    try:
        ZoneInfo(pace.zone)
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:  # a folder of zones is an OSError
        raise RefusedError(f'pace: no time zone "{pace.zone[:40]}": write it as Europe/London or UTC') from error
    return msgspec.structs.replace(pace, days=tuple(day for day in DAYS if day in pace.days))


def pace_text(pace: Pace) -> str:
    """A pace as `read_pace` reads it, without its grace."""
    if pace.hours:
        return f"{pace.hours}h"
    return f"{' '.join(pace.days)} {pace.at} {pace.zone}" if pace.days else "none"


def pace_in_words(pace: Pace) -> str:
    """A pace in words."""
    grace = f", then {pace.grace_hours} h of grace" if pace.grace_hours else ""
    if pace.hours:
        return f"{pace.hours} hours a move{grace}"
    if not pace.days:
        return "no deadlines"
    days = [_DAY_NAMES[DAYS.index(day)] for day in pace.days]
    return f"{', '.join(days)} at {pace.at} ({pace.zone}){grace}"
