"""The header of a transcript: how the session began that it tells."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from events.errors import NotationError, RefusedError
from events.events import Started
from projections.registry import Registry
from projections.wording import either, seat_id
from replay.posts.blocks import File, read_file
from replay.session.consent import DISPUTES, check_policy
from replay.session.data_files import read_pins

_YES_NO: Final = {"yes": True, "no": False}
_NEEDED: Final = re.compile(r"\s*(?:game|seats)\s*:", re.IGNORECASE)
_BRACKETED: Final = re.compile(r"\([^()]*\)")
_SEAT: Final = re.compile(r"([^:=+]+?) ?(?:[:=]| [-\u2013\u2014](?: |\Z))(.*)")
_PAIR: Final = re.compile(r"(.+) (\S+)")
_NO_NUMBER: Final = re.compile(r"Expected `int`, got `\w+` - at `\$\.([a-z_]+)`")
_USUAL: Final = frozenset(
    {
        "game", "title", "seats", "dice", "cards", "date", "writer", "opens", "host", "rules", "corrections",
        "disputes", "table", "data",
    }
)  # fmt: skip


def started_from(registry: Registry, file: File) -> Started:
    """The start of a session from a transcript's header; what is no common field is an option of the game.

    Raises:
        NotationError: a field is missing, unknown or holds what is not allowed; with its line.
    """
    header = file.header
    for name in ("game", "seats"):
        if not header.get(name):
            raise NotationError(f'the header lacks "{name}"', line=1, column=1, allowed=tuple(sorted(_USUAL)))
    try:
        return started_with(registry, header)
    except RefusedError as error:
        raise at_its_line(error, file.places) from error


def at_its_line(error: RefusedError, places: Mapping[str, int]) -> NotationError:
    """The error about a field of a header, with the line of that field."""
    named = [name for name in places if name in str(error).partition("; the header knows")[0]]
    return NotationError(str(error), line=places[max(named, key=len)] if named else 1, column=1)


def without_slips(registry: Registry, text: str) -> tuple[str, tuple[NotationError, ...]]:
    """A transcript without the lines of its header that are not allowed, and what is wrong with each.

    Raises:
        NotationError: without such a line nothing can begin: there is no game, say; or a fence does not read.
    """
    slips, lines = list[NotationError](), text.split("\n")
    begun = next((at for at, line in enumerate(lines) if line.strip()), 0)
    end = next((at for at, line in enumerate(lines) if at > begun and not line.strip()), len(lines))
    kept = list(range(begun, end))
    while True:
        gone = [""] * (end - begun - len(kept))  # the lines below keep their numbers
        text = "\n".join([*lines[:begun], *(lines[at] for at in kept), *gone, *lines[end:]])
        try:
            started_from(registry, read_file(text))
        except NotationError as error:
            at = error.line - 1 - begun
            if not 0 <= at < len(kept) or error.reason.startswith("the header lacks") or _NEEDED.match(lines[kept[at]]):
                raise
            error.line = kept.pop(at) + 1
            slips.append(error)
        else:
            return text, tuple(slips)


def seats_in(written: str) -> tuple[str, ...]:
    """The seats of a header, by their ids: `Tenth (Rose), The Twelfth`."""
    return tuple(filter(None, ("-".join(part.lower().split()) for part in _BRACKETED.sub("", written).split(","))))


class UnsaidError(RefusedError):
    """A session needs something to begin that nobody has said: its game, its seats, or who begins."""

    code = "incomplete-start"


def require_first(registry: Registry, started: Started, error: NotationError) -> None:
    """Refuse a start in which chance picks who begins, and nobody has said the result.

    Raises:
        UnsaidError: that is what is wrong.
    """
    for name in registry.options(started.game).__struct_fields__ if "first player" in error.reason else ():
        if name in ("first", "first_player"):
            raise UnsaidError(f"nobody has said who begins: {name} = {either(started.seats)}") from error


def started_with(registry: Registry, header: Mapping[str, str]) -> Started:
    """The start of a session from named fields; `game` and `seats` are there.

    Raises:
        RefusedError: one of them holds what is not allowed; names it.
    """
    game = registry[header["game"].lower()]
    seats = seats_in(header["seats"])
    options = _options(game.options, {name: value for name, value in header.items() if name not in _USUAL}, seats)
    started = Started(
        game.meta.slug, game.meta.rules_number, seats, options, read_pins(header.get("data", "")),
        header.get("host", "").lower(),
        _source(header, "dice"), _source(header, "cards"), header.get("opens", "all").lower(), header.get("title", ""),
        check_policy(header.get("corrections", "friendly").lower()), header.get("disputes", "go on").lower(),
    )  # fmt: skip
    if header.get("rules", str(game.meta.rules_number)) != str(game.meta.rules_number):
        raise RefusedError(f"rules number {header['rules']} is not here; this is {game.meta.rules_number}")
    if started.disputes not in DISPUTES:
        raise RefusedError(f'disputes: "{started.disputes[:40]}" is not allowed: {" or ".join(DISPUTES)}')
    if started.opens not in ("all", "seats", "auditor"):
        raise RefusedError(f'opens: "{started.opens}" is not allowed: all, seats or auditor')
    if started.host and started.host not in seats:
        raise RefusedError(f'host: "{started.host}" has no seat; there are {", ".join(seats)}')
    game.set_up(started)
    return started


def _source(header: Any, name: str) -> str:
    value = str(header.get(name, "typed")).lower()
    if value not in ("tower", "typed") and not re.fullmatch(r"other:[a-z0-9-]{1,32}", value):
        raise RefusedError(f'{name}: "{value}" is not allowed: tower, typed or other:<name>')
    return value


def _options(kind: type[msgspec.Struct], given: dict[str, str], seats: Sequence[str]) -> dict[str, Any]:
    """Header values as the game's options: numbers, yes/no, mappings as the option asks; a seat as people type it."""
    kinds = {field.name: field.type for field in msgspec.structs.fields(kind)}
    values: dict[str, Any] = {}
    for name, text in given.items():
        word = _YES_NO.get(text.lower(), text) if kinds.get(name) is bool else text
        word = seat_id(text) if seat_id(text) in seats else word
        values[name] = _mapping(text) if "dict" in str(kinds.get(name)) else word
    try:
        converted = msgspec.convert(values, kind, strict=False)
    except msgspec.ValidationError as error:
        known = ", ".join(sorted({*_USUAL, *(field.name for field in msgspec.structs.fields(kind))}))
        number = _NO_NUMBER.fullmatch(str(error))
        why = f"{number[1]}: a number is expected" if number else str(error)
        raise RefusedError(f"{why}; the header knows {known}") from error
    encoded = msgspec.to_builtins(converted)
    return {name: encoded[name] for name in values}


def _mapping(text: str) -> dict[str, str]:
    """Seats with what each has: `a=b, c=d`, `a b, c d`, or a line for each, as `A: b, d`, which may go on below it."""
    parts = [" ".join(part.split()) for part in re.split(r"[,;\n]", text)]
    headed = _SEAT if any(map(_SEAT.fullmatch, parts)) else _PAIR
    found, seat = dict[str, list[str]](), ""
    for part in parts:
        if head := headed.fullmatch(part):
            seat = seat_id(head[1])
        found.setdefault(seat, []).extend("-".join(each.split()) for each in (head[2] if head else part).split("+"))
    return {seat: "+".join(filter(None, said)) for seat, said in found.items() if any(said)}
