"""Summaries that all games share: key figures of a session, and its dice."""

from collections.abc import Callable, Iterable, Mapping
from functools import reduce
from typing import Generic, TypeVar

import msgspec

from events.entry import Entry
from events.events import Move, Rolled, Started
from events.session_events import Begun, DisputeOpened, Posted, Reopened, Ruled, SecretsOpened, TakenBack

T = TypeVar("T")


class Projection(msgspec.Struct, Generic[T], frozen=True):
    """A start value, and a function that updates the value with each entry of a log.

    The function does not change its argument, so results can be cached.
    """

    start: T
    fold: Callable[[T, Entry], T]

    def over(self, entries: Iterable[Entry], since: T | None = None) -> T:
        """Return the value after these entries, starting from the start value or from an earlier value `since`."""
        return reduce(self.fold, entries, self.start if since is None else since)


class Glance(msgspec.Struct, frozen=True):
    """The key figures of a session that lists of sessions show. `disputes` counts the open disputes."""

    game: str = ""
    title: str = ""
    seats: tuple[str, ...] = ()
    began_ms: int = 0
    last_ms: int = 0
    lines: int = 0
    moves: int = 0
    posts: int = 0
    takebacks: int = 0
    disputes: int = 0
    unsealed: str = ""


def _glance(before: Glance, entry: Entry) -> Glance:  # noqa: PLR0911  # one case for each event
    replace = msgspec.structs.replace
    now = replace(before, lines=before.lines + 1, last_ms=entry.at_ms)
    match entry.event:
        case Started(game=game, title=title, seats=seats):
            return replace(now, game=game, title=title, seats=seats, began_ms=entry.at_ms)
        case Begun():
            return replace(now, began_ms=entry.at_ms)
        case Move():
            return replace(now, moves=now.moves + 1)
        case Posted():
            return replace(now, posts=now.posts + 1)
        case TakenBack():
            return replace(now, takebacks=now.takebacks + 1)
        case DisputeOpened():
            return replace(now, disputes=now.disputes + 1)
        case Ruled(dispute=dispute) if dispute:
            return replace(now, disputes=max(0, now.disputes - 1))
        case SecretsOpened(to=to):
            return replace(now, unsealed=to)
        case Reopened():
            return replace(now, unsealed="")
        case _:
            return now


GLANCE = Projection(Glance(), _glance)
"""Computes the key figures (`Glance`) of a session from the entries of its log."""


class DiceCount(msgspec.Struct, frozen=True):
    """The dice with one source and number of sides: how often each face from 1 on came up, and the number of rolls."""

    source: str
    sides: int
    faces: tuple[int, ...]
    rolls: int = 0

    @property
    def dice(self) -> int:
        """The number of dice rolled."""
        return sum(self.faces)

    @property
    def mean(self) -> float:
        """The mean face, 0 if no dice were rolled."""
        return sum(face * count for face, count in enumerate(self.faces, 1)) / self.dice if self.dice else 0.0


def dice_of(entries: Iterable[Entry]) -> Mapping[tuple[str, int], DiceCount]:
    """Return dice statistics by (source, number of sides).

    Undone rolls count, because they happened. Rolls that a correction reuses are not counted again.
    """
    found: dict[tuple[str, int], DiceCount] = {}
    for entry in entries:
        event = entry.event
        if not isinstance(event, Rolled) or event.source == "replayed" or not 2 <= event.sides <= 256:
            continue
        key = (event.source, event.sides)
        before = found.get(key) or DiceCount(event.source, event.sides, (0,) * event.sides)
        faces = list(before.faces)
        for face in event.faces:
            if 1 <= face <= event.sides:
                faces[face - 1] += 1
        found[key] = DiceCount(event.source, event.sides, tuple(faces), before.rolls + 1)
    return found
