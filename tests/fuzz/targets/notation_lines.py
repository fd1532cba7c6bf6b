"""Lines of every game's notation, read at several positions of its samples, and what is read then played.

An input is a byte that says in which sample (its rest, where divided by how many there are) and at which position, and
the line.
"""

from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from typing import Any, Final, NamedTuple

from events.errors import BellError, NotationError
from events.facts import TABLE, Move
from events.store.memory import MemoryStore
from projections.draft import run
from projections.notation.recorded_chance import Typed
from projections.shelf import shelf
from projections.terms import Ask
from replay.posts.samples import Sample, samples, take_in
from replay.reading.timeline import Timeline

_SAMPLES: Final = 2
_PLACES: Final = 8


class Standing(NamedTuple):
    """A position of a game, the seat that moves there, and the line that says its move."""

    game: str
    position: Any
    seat: str
    line: str


def text_of(raw: bytes) -> str:
    """An input as a text: with half characters, as a program may send them; whatever is no UTF-8 by its bytes."""
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
    return tuple(sample for game in shelf() for sample in short_samples(game))


@cache
def standings(number: int) -> tuple[Standing, ...]:
    return tuple(_of_sample(_samples()[number]))


def _standing(byte: int) -> Standing:
    place, number = divmod(byte, len(_samples()))
    found = standings(number)
    return found[place % len(found)]


def _of_sample(sample: Sample) -> Iterator[Standing]:
    store = MemoryStore()
    timeline = Timeline.read(store, shelf(), take_in(store, shelf(), sample), TABLE)
    moves = [group for group in timeline.groups if isinstance(group.head.fact, Move)]
    for group in moves[:: max(1, len(moves) // _PLACES)]:
        before = timeline.position(group.first - 1)
        line = timeline.game.notation.write(list(group.entries), before)
        yield Standing(sample.game, before, str(getattr(group.head.fact, "player", "")), line)


def read(raw: bytes) -> None:
    """Read a line in every way in which lines are read, and make its moves, by the rules and against them.

    Raises:
        NotationError: it does not read.
        AssertionError: a choice that it is offered does not read.
    """
    standing = _standing(raw[0] if raw else 0)
    game, line = shelf()[standing.game], text_of(raw[1:])
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


def seeds() -> Iterator[bytes]:
    for number in range(len(_samples())):
        for place, one in enumerate(standings(number)):
            byte = place * len(_samples()) + number
            yield bytes([byte]) + one.line.encode()
            yield bytes([byte ^ 2]) + one.line.encode()
