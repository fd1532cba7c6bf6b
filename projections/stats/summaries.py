"""Summaries that every game shares: a session at a glance, and its dice."""

from collections.abc import Callable, Iterable, Mapping
from functools import reduce
from typing import Generic, TypeVar

import msgspec

from events.entry import Entry
from events.events import Move, Rolled, Started
from events.session_events import Begun, DisputeOpened, Posted, Ruled, SecretsOpened, TakenBack

T = TypeVar("T")


class Projection(msgspec.Struct, Generic[T], frozen=True):
    """A start value and a fold over the lines of a log. The fold leaves its argument alone, so results can be kept."""

    start: T
    fold: Callable[[T, Entry], T]

    def over(self, entries: Iterable[Entry], since: T | None = None) -> T:
        """The value after these lines, from the start or from an earlier value."""
        return reduce(self.fold, entries, self.start if since is None else since)


class Glance(msgspec.Struct, frozen=True):
    """A session at a glance: what a list shows of it beside its status."""

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


def _glance(before: Glance, entry: Entry) -> Glance:  # noqa: PLR0911  # one case an event
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
        case _:
            return now


GLANCE = Projection(Glance(), _glance)
"""A session at a glance; `disputes` counts the open ones."""


class DiceCount(msgspec.Struct, frozen=True):
    """The dice of one source and number of sides: how often each face came, by face from 1, and in how many rolls."""

    source: str
    sides: int
    faces: tuple[int, ...]
    rolls: int = 0

    @property
    def dice(self) -> int:
        """How many dice fell."""
        return sum(self.faces)

    @property
    def mean(self) -> float:
        """The mean face, 0 where none fell."""
        return sum(face * count for face, count in enumerate(self.faces, 1)) / self.dice if self.dice else 0.0


def dice_of(entries: Iterable[Entry]) -> Mapping[tuple[str, int], DiceCount]:
    """Dice statistics by source and sides. A roll used again was counted when it fell; struck rolls did fall."""
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
