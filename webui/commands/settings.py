"""A session's settings as options say them (`--visibility`, `--pace` ...), which `new` and `people` take."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from events.errors import RefusedError
from events.store.settings import (
    Settings,
    check_name,
    check_pace,
    check_visibility,
    check_where,
    read_pace,
)


def read_settings(usual: Settings, seats: Sequence[str], given: Mapping[str, Any]) -> Settings:
    """The settings with what a command line says in place of the usual ones.

    Raises:
        RefusedError: one of them is not allowed; names it.
    """
    grace = usual.pace.grace_hours if given["grace"] is None else given["grace"]
    pace = (
        check_pace(msgspec.structs.replace(usual.pace, grace_hours=grace))
        if given["pace"] is None
        else read_pace(given["pace"], grace)
    )
    names = {seat: check_name(name) for seat, name in values_by_seat(given["names"], seats, "name")}
    return msgspec.structs.replace(
        usual, pace=pace,
        visibility=check_visibility(given["visibility"]) if given["visibility"] else usual.visibility,
        where=usual.where if given["where"] is None else check_where(given["where"]),
        names={seat: name for seat, name in {**usual.names, **names}.items() if name},
    )  # fmt: skip


def values_by_seat(
    given: Iterable[str], seats: Sequence[str], option: str, *, bare: bool = False
) -> list[tuple[str, str]]:
    """What is said of seats as SEAT=VALUE; with `bare` the value may be left out.

    Raises:
        RefusedError: one is written otherwise, or names no seat.
    """
    found = []
    for text in given:
        seat, equals, value = text.partition("=")
        seat = seat.strip().lower()
        if not (equals or bare):
            raise RefusedError(f'--{option}: "{text[:60]}" is to be written as SEAT=VALUE')
        if seat not in seats:
            raise RefusedError(f'--{option}: there is no seat "{seat[:40]}"; there are {", ".join(seats)}')
        found.append((seat, value.strip()))
    return found
