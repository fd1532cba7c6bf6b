"""Fuzz target for card files: each game's custom data, and the first moves of a session with it.

An input is a byte for the file, a byte for the form, and the content. With an even form byte the content is the file
itself. With an odd one it replaces lines of the file that ships: a line number, a space, and the new text.
"""

from collections.abc import Iterator
from functools import cache
from typing import Final

from players import awaited_moves, play_on
from spectator import SEATS, TOWER
from told_moves import text_of

from events.events import ALL, Started
from events.store.memory import MemoryStore
from projections.registry import registry
from replay.reading.timeline import Timeline
from replay.session.data_files import read_own_data, with_pins
from replay.session.session import Session

_SEATS: Final = (*SEATS, "orange")


@cache
def files() -> tuple[tuple[str, str, str], ...]:
    """Return the games that accept data, each with the name of a file and the text that ships."""
    files = [(slug, meta.folder, *one) for slug, meta in registry().metas.items() for one in meta.data.items()]
    return tuple((slug, name, folder.joinpath(path).read_text("utf-8")) for slug, folder, name, path in files)


def read(raw: bytes) -> None:
    """Read a file, and play a few moves with it. Raise `BellError` if it is refused."""
    slug, name, shipped = files()[(raw[0] if raw else 0) % len(files())]
    how, content = raw[1:2], raw[2:]
    if how and how[0] % 2:
        content = _written_anew(shipped, text_of(content)).encode("utf-8", "surrogatepass")
    game = registry()[slug]
    own = read_own_data(game, content, "own.toml", name)
    started = with_pins(Started(slug, game.meta.rules_number, _SEATS[: game.meta.seats[1]]), [own])
    store = MemoryStore()
    session = Session.create(store, registry(), started, tower=TOWER, own=(own,), clock=lambda: 1)
    for number in range(3):
        if session.status.awaited and awaited_moves(game, session.position):
            play_on(session, 1, seed=number)
    timeline = Timeline.read(store, registry(), session.row.session, ALL)
    for seq in range(1, timeline.last + 1):
        timeline.sentence(seq)


def _written_anew(shipped: str, changes: str) -> str:
    lines = shipped.split("\n")
    for change in changes.split("\n"):
        number, blank, text = change.partition(" ")
        if blank and number.isascii() and number.isdigit() and len(number) < 6:
            lines[int(number) % len(lines)] = text
    return "\n".join(lines)


def seeds() -> Iterator[bytes]:
    """Yield unchanged lines of each file that ships, and the beginning of each file."""
    for at, (_, _, text) in enumerate(files()):
        lines = [(number, line) for number, line in enumerate(text.split("\n")) if line.strip()]
        for number, line in lines[:: max(1, len(lines) // 60)]:
            yield bytes([at, 1]) + f"{number} {line}".encode()
        yield bytes([at, 0]) + text.encode()[:2000]
