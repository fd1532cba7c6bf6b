"""Fuzz targets for lines of every game's notation, posts in people's own words, and transcripts.

An input for a line is a byte and the line. The byte selects a sample (by its remainder) and a position in it.
"""

from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from typing import Any, Final, NamedTuple

from imported import record_text
from people_posts import Row, begun, rows, table

from events.errors import BellError, NotationError
from events.events import OMNISCIENT, Move
from events.store.memory import MemoryStore
from projections.contracts import Ask
from projections.draft import run
from projections.notation.recorded_chance import Typed
from projections.registry import registry
from replay.audit.audit import audit_session
from replay.audit.findings import report_text
from replay.importing.samples import Sample, samples, take_in
from replay.posts.create_session import without_slips
from replay.posts.paste import Pasted, Poster
from replay.posts.read import read_post
from replay.reading.timeline import Timeline

_SAMPLES: Final = 2


class Standing(NamedTuple):
    """A position of a game, the seat to move, and the line of its move."""

    game: str
    position: Any
    seat: str
    line: str


def text_of(raw: bytes) -> str:
    """Return an input as text: UTF-8 with half characters, as an API client may send them, or else Latin-1."""
    try:
        return raw.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        return raw.decode("latin-1")


@cache
def short_samples(game: str) -> tuple[Sample, ...]:
    found = [sample for sample in samples(game) if not sample.is_export]
    return tuple(sorted(found, key=lambda sample: len(sample.text))[:_SAMPLES])


@cache
def _samples() -> tuple[Sample, ...]:
    return tuple(sample for game in registry() for sample in short_samples(game))


@cache
def standings(number: int) -> tuple[Standing, ...]:
    return tuple(_of_sample(_samples()[number]))


def _standing(byte: int) -> Standing:
    place, number = divmod(byte, len(_samples()))
    found = standings(number)
    return found[place % len(found)]


def _of_sample(sample: Sample) -> Iterator[Standing]:
    store = MemoryStore()
    timeline = Timeline.read(store, registry(), take_in(store, registry(), sample), OMNISCIENT)
    moves = [group for group in timeline.groups if isinstance(group.head.event, Move)]
    for group in moves[:: max(1, len(moves) // 8)]:
        before = timeline.position(group.first - 1)
        line = timeline.game.notation.write(list(group.entries), before)
        yield Standing(sample.game, before, str(getattr(group.head.event, "player", "")), line)


def read_line(raw: bytes) -> None:
    """Parse a line in every available way, and run its moves strictly and leniently."""
    standing = _standing(raw[0] if raw else 0)
    game, line = registry()[standing.game], text_of(raw[1:])
    notation, position, seat = game.notation, standing.position, standing.seat
    exact = notation.exact(line, position, seat)
    notation.opens(line, position, seat)
    notation.words(line, position, seat)
    found = notation.read(line, position, seat)
    if isinstance(found, Ask):
        for choice in found.choices:
            try:
                notation.read(choice, position, seat)
            except NotationError as error:
                raise AssertionError(f"{line!r} asks, and {choice!r} does not read: {error}") from error
        return
    moves = found if isinstance(found, tuple) else (found,)
    assert exact is None or exact == moves, "a line reads in two ways"
    for written in moves:
        for strict in (True, False):
            with suppress(BellError):
                run(game.rules, position, written.move, Typed(written.seen, lenient=True, blind=True), strict=strict)


def lines() -> Iterator[bytes]:
    for number in range(len(_samples())):
        for place, one in enumerate(standings(number)):
            byte = place * len(_samples()) + number
            yield bytes([byte]) + one.line.encode()
            yield bytes([byte ^ 2]) + one.line.encode()


_TABLES: Final = 3


@cache
def tables() -> tuple[Row, ...]:
    found = list[Row]()
    for game in registry():
        by_table = {(row.session, row.moves): row for row in rows(game) if row.kind == "moves"}
        found += list(by_table.values())[:_TABLES]
    return tuple(found)


@cache
def _timeline(at: int) -> Timeline:
    row = tables()[at]
    store, session = table(row.session, row.moves)
    return Timeline.read(store, registry(), session, row.seat)


def read_prose(raw: bytes) -> None:
    at = (raw[0] if raw else 0) % len(tables())
    row = tables()[at]
    store, _ = table(row.session, row.moves)
    pasted = Pasted(text=text_of(raw[1:]), seat=row.seat)
    read_post(_timeline(at), store, pasted, Poster(row.seat, row.seat, asks=True))


def posts() -> Iterator[bytes]:
    for at, row in enumerate(tables()):
        told = [each.post for each in rows(row.game)][:: _TABLES + at % 2]
        yield bytes([at]) + row.post.encode()
        yield from (bytes([at]) + post.encode() for post in told[: 40 // _TABLES])


def record(raw: bytes) -> None:
    """Record a transcript as `import --check` and `audit FILE` do, up to the first problem, ignoring header slips."""
    text = text_of(raw).encode("utf-8", "replace").decode()  # a file with half characters is refused earlier
    with suppress(BellError):
        record_text(MemoryStore(), registry(), text, check=True)
    store = MemoryStore()
    told, _ = without_slips(registry(), text)
    done = record_text(store, registry(), told, partial=True)
    if done.session:
        report_text(audit_session(store, registry(), done.session, OMNISCIENT))


def beginnings() -> Iterator[bytes]:
    for game in registry():
        yield from (begun(sample.text, moves).encode() for sample in short_samples(game) for moves in (1, 4, 9))
