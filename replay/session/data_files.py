"""Custom data files of a session (custom cards, for example): read, check with the game, and pin by hash."""

import tomllib
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any, Final

import msgspec

from events.errors import BellError, RefusedError, UnknownSessionError
from events.events import Started
from events.lazy_patterns import lazy_pattern
from events.store.checks import taken_name_error
from events.store.protocol import EventStore
from projections.game import Game

_PIN: Final = lazy_pattern("(?P<name>[a-z][a-z0-9-]{0,31})=(?P<pin>[0-9a-f]{64})")
LARGEST: Final = 256 * 1024  # the most bytes of a data file. A file with 67 cards has about 6,000
_MOST_DOTS: Final = 64  # the most dots in a line. TOML keys with thousands of parts take minutes to parse


class OwnData(msgspec.Struct, frozen=True):
    """A data file as pinned by a session: its name, its canonical JSON, and the SHA-256 of the JSON."""

    name: str
    text: str
    pin: str


def read_own_data(game: Game[Any, Any], raw: bytes, where: str, name: str = "") -> OwnData:
    """Read a custom TOML file for a game. Raises RefusedError with the place of a fault and the allowed values.

    `where` is the file name for messages. `name` is the game's name for the file, needed only if the game accepts
    several files.
    """
    where, taken = where[:80], tuple(game.meta.data)
    name = name or (taken[0] if len(taken) == 1 else "")
    if name not in taken:
        raise RefusedError(f"{where}: {game.meta.slug} {_taken_words(taken)}")
    if len(raw) > LARGEST:
        raise RefusedError(f"{where} is too large. A data file can have at most {LARGEST // 1024} KiB")
    text = _canonical(_parsed(raw, where), where)
    seats = tuple(f"seat-{number}" for number in range(game.meta.seats[1]))
    try:
        game.set_up(Started(game.meta.slug, game.meta.rules_number, seats), {name: text.encode()})
    except BellError as error:
        raise RefusedError(f"{where}: {str(error).removeprefix(f'{name}: ')}") from error
    return OwnData(name, text, sha256(text.encode()).hexdigest())


def _taken_words(taken: Sequence[str]) -> str:
    if len(taken) > 1:
        return f"has several data files ({', '.join(taken)}). Name one, for example {taken[0]}=FILE"
    return f'has only the data file "{taken[0]}"' if taken else "has no data files"


def _parsed(raw: bytes, where: str) -> dict[str, Any]:
    try:
        text = raw.decode("utf-8-sig")
        for number, line in enumerate(text.split("\n"), 1):
            if line.count(".") > _MOST_DOTS:
                raise RefusedError(f"{where}: line {number} has more than {_MOST_DOTS} dots")
        return tomllib.loads(text)
    except UnicodeDecodeError as error:
        raise RefusedError(f"{where} is not UTF-8 text (byte {error.start + 1}). Save the file as UTF-8") from error
    except (ValueError, RecursionError) as error:  # also excessive numbers and nesting
        raise RefusedError(f"{where} is not a valid TOML file: {str(error)[:200]}") from error


def _canonical(given: Mapping[str, Any], where: str) -> str:
    try:
        text = msgspec.json.encode(given, order="sorted").decode()
        same = msgspec.json.decode(text) == given
    except (msgspec.MsgspecError, OverflowError, RecursionError, TypeError, UnicodeError):
        same, text = False, ""
    if not same:
        raise RefusedError(f"{where}: a data file can contain only texts, finite numbers, true and false")
    return text


def pinned_data(store: EventStore, started: Started, own: Sequence[OwnData]) -> dict[str, bytes]:
    """Return the data files that a session pins, by name. Raises UnknownSessionError if one is missing."""
    brought = {each.pin: each.text for each in own}
    return {name: (brought.get(pin) or store.data(pin)).encode() for name, pin in started.data.items()}


def with_pins(started: Started, own: Sequence[OwnData]) -> Started:
    """Add the pins of custom data files to a `Started` event. Raises RefusedError if it pins another file."""
    for each in own:
        if started.data.get(each.name, each.pin) != each.pin:
            raise RefusedError(f"{each.name}: this file differs from the one that the session was played with")
    return msgspec.structs.replace(started, data={**started.data, **{each.name: each.pin for each in own}})


def read_pins(text: str) -> dict[str, str]:
    """Parse the data files in a transcript's header: `NAME=SHA-256`, separated by commas. Raises RefusedError."""
    found = [_PIN.fullmatch(part.strip()) for part in text.split(",") if part.strip()]
    if None in found:
        raise RefusedError(f'data: "{text[:40]}" must have the form NAME=HASH, with all 64 hex digits of the SHA-256')
    return {match["name"]: match["pin"] for match in found if match}


def data_of_start(
    store: EventStore, game: Game[Any, Any], started: Started, own: Sequence[OwnData]
) -> tuple[OwnData, ...]:
    """Return a new session's data files: `own`, the game's, or in the store. Raises RefusedError if one is missing."""
    names = {each.name for each in own}
    found = list(own)
    for name, pin in started.data.items():
        try:
            found += [] if name in names else [_shipped(game, name, pin) or OwnData(name, store.data(pin), pin)]
        except UnknownSessionError as error:
            what = f"data: the file {name} ({pin[:12]}...) is not on this server"
            raise RefusedError(f"{what}. Add it with --data FILE") from error
    return tuple(found)


def _shipped(game: Game[Any, Any], name: str, pin: str) -> OwnData | None:
    if name not in game.meta.data:
        return None
    raw = game.meta.folder.joinpath(game.meta.data[name]).read_bytes()
    text = _canonical(_parsed(raw, name), name)
    return OwnData(name, text, pin) if sha256(text.encode()).hexdigest() == pin else None


def keep_data(store: EventStore, own: Sequence[OwnData], alias: str) -> None:
    """Store data files for a session that is about to begin. Raises ConflictError if its alias is already used."""
    if own and alias and any(alias in (row.session, row.alias) for row in store.sessions()):
        raise taken_name_error(alias)
    for each in own:
        store.put_data(each.pin, each.text)
