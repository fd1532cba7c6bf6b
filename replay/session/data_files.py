"""A table's own data file, its cards say: read, tried against its game, and pinned by the hash of what it holds."""

import re
import tomllib
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any, Final

import msgspec

from events.errors import BellError, RefusedError, UnknownSessionError
from events.events import Started
from events.store.checks import taken_name_error
from events.store.protocol import EventStore
from projections.game import Game

_PIN: Final = re.compile("(?P<name>[a-z][a-z0-9-]{0,31})=(?P<pin>[0-9a-f]{64})")
LARGEST: Final = 256 * 1024
"""Bytes of a data file. A card file of 67 cards has some six thousand."""
_MOST_DOTS: Final = 64
"""Dots in a line: a key of thousands of parts takes minutes to read."""


class OwnData(msgspec.Struct, frozen=True):
    """A data file as a session pins it: its name there, its canonical JSON, and the SHA-256 of that."""

    name: str
    text: str
    pin: str


def read_own_data(game: Game[Any, Any], raw: bytes, where: str, name: str = "") -> OwnData:
    """Read a TOML file that a table brings for a game; nothing is stored.

    `where` is what people call the file. `name` is what the game calls it, needed only where it takes several.

    Raises:
        RefusedError: the game takes none, or it is too large, no TOML, or holds what the game does not allow; with
            the file, the path to the fault, and what is allowed.
    """
    where, taken = where[:80], tuple(game.meta.data)
    name = name or (taken[0] if len(taken) == 1 else "")
    if name not in taken:
        raise RefusedError(f"{where}: {game.meta.slug} takes {_taken_words(taken)}")
    if len(raw) > LARGEST:
        raise RefusedError(f"{where} is too large: a data file has at most {LARGEST // 1024} KiB")
    text = _canonical(_parsed(raw, where), where)
    seats = tuple(f"seat-{number}" for number in range(game.meta.seats[1]))
    try:
        game.set_up(Started(game.meta.slug, game.meta.rules_number, seats), {name: text.encode()})
    except BellError as error:
        raise RefusedError(f"{where}: {str(error).removeprefix(f'{name}: ')}") from error
    return OwnData(name, text, sha256(text.encode()).hexdigest())


def _taken_words(taken: Sequence[str]) -> str:
    """Which data files a game takes, and how one of several is named."""
    if len(taken) > 1:
        return f"{' or '.join(taken)} as data; say which, as {taken[0]}=FILE"
    return f"{taken[0]} as data" if taken else "no data file"


def _parsed(raw: bytes, where: str) -> dict[str, Any]:
    try:
        text = raw.decode("utf-8-sig")
        for number, line in enumerate(text.split("\n"), 1):
            if line.count(".") > _MOST_DOTS:
                raise RefusedError(f"{where}: line {number} has more than {_MOST_DOTS} dots")
        return tomllib.loads(text)
    except UnicodeDecodeError as error:
        raise RefusedError(f"{where} is no text in UTF-8: byte {error.start + 1}") from error
    except (ValueError, RecursionError) as error:  # of numbers and nesting beyond all measure, too
        raise RefusedError(f"{where} is no TOML: {str(error)[:200]}") from error


def _canonical(given: Mapping[str, Any], where: str) -> str:
    """The JSON of a file, keys sorted, which reads back as just what the file says."""
    try:
        text = msgspec.json.encode(given, order="sorted").decode()
        same = msgspec.json.decode(text) == given
    except (msgspec.MsgspecError, OverflowError, RecursionError, TypeError, UnicodeError):
        same, text = False, ""
    if not same:
        raise RefusedError(f"{where}: a data file holds texts, finite numbers, true and false, and no dates")
    return text


def pinned_data(store: EventStore, started: Started, own: Sequence[OwnData]) -> dict[str, bytes]:
    """The data files that a session's start pins, by the names its game has for them.

    Raises:
        UnknownSessionError: one is neither kept here nor brought along.
    """
    brought = {each.pin: each.text for each in own}
    return {name: (brought.get(pin) or store.data(pin)).encode() for name, pin in started.data.items()}


def with_pins(started: Started, own: Sequence[OwnData]) -> Started:
    """The start of a session with the table's own data files in it.

    Raises:
        RefusedError: it pins another file of that name.
    """
    for each in own:
        if started.data.get(each.name, each.pin) != each.pin:
            raise RefusedError(f"{each.name}: this is not the file with which the session was played")
    return msgspec.structs.replace(started, data={**started.data, **{each.name: each.pin for each in own}})


def read_pins(text: str) -> dict[str, str]:
    """The data files that a transcript's header pins: names, each with the SHA-256 of its file.

    Raises:
        RefusedError: it does not read; says how it is written.
    """
    found = [_PIN.fullmatch(part.strip()) for part in text.split(",") if part.strip()]
    if None in found:
        raise RefusedError(f'data: "{text[:40]}" is not allowed: NAME=HASH, all 64 hex digits of its SHA-256')
    return {match["name"]: match["pin"] for match in found if match}


def data_of_start(
    store: EventStore, game: Game[Any, Any], started: Started, own: Sequence[OwnData]
) -> tuple[OwnData, ...]:  # fmt: skip
    """The data files of a session that begins: those that come along, and those of its start that are here.

    What the game ships is here, and so is what the store keeps.

    Raises:
        RefusedError: one is neither here nor brought along.
    """
    names = {each.name for each in own}
    found = list(own)
    for name, pin in started.data.items():
        try:
            found += [] if name in names else [_shipped(game, name, pin) or OwnData(name, store.data(pin), pin)]
        except UnknownSessionError as error:
            raise RefusedError(f"data: {name}={pin[:12]}... is not here: import it with --data FILE") from error
    return tuple(found)


def _shipped(game: Game[Any, Any], name: str, pin: str) -> OwnData | None:
    """The data file that ships with a game, where it is the one of this hash."""
    if name not in game.meta.data:
        return None
    raw = game.meta.folder.joinpath(game.meta.data[name]).read_bytes()
    text = _canonical(_parsed(raw, name), name)
    return OwnData(name, text, pin) if sha256(text.encode()).hexdigest() == pin else None


def keep_data(store: EventStore, own: Sequence[OwnData], alias: str) -> None:
    """Keep data files for the session that is about to begin.

    Raises:
        ConflictError: the session's alias is taken already; nothing is kept.
    """
    if own and alias and any(alias in (row.session, row.alias) for row in store.sessions()):
        raise taken_name_error(alias)
    for each in own:
        store.put_data(each.pin, each.text)
