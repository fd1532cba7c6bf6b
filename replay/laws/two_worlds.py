"""Two worlds: the same moves with two hidden cards exchanged. A viewer who knows neither card must see the same."""

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Any, Final

import msgspec

from events.codec import audience_of, sealed_fields
from events.errors import BellError
from events.events import ALL, UNKNOWN, Chance, Event, Shuffled, Started, tag_of
from projections.contracts import Marks
from projections.game import Game
from replay.chance.random_source import SeededChance
from replay.laws.random_play import Step, play

_MOVES: Final = 60
_SWAPS: Final = 8  # the number of exchanges that are tried
_EVERY: Final = 10  # of so many steps, one is shown


class Swapped(SeededChance):
    """Seeded chance in which two cards of one shuffle are exchanged."""

    def __init__(self, seed: int, shuffle: int, one: int, other: int) -> None:
        super().__init__(seed)
        self._left, self._one, self._other = shuffle, one, other

    def shuffle(self, pile: str, cards: Sequence[str]) -> Shuffled:
        """Return a seeded order of the cards; in the chosen shuffle, two of them are exchanged."""
        found = super().shuffle(pile, cards)
        self._left -= 1
        if self._left:
            return found
        order = list(found.order)
        order[self._one], order[self._other] = order[self._other], order[self._one]
        return msgspec.structs.replace(found, order=tuple(order))


def known_to(viewer: str, event: Event) -> Event:
    """Return an event as a viewer may know it during the game."""
    hidden: dict[str, Any] = {}
    for name, known in sealed_fields(type(event)).items():
        if not {viewer, ALL} & set(audience_of(event, known).split()):
            value = getattr(event, name)
            hidden[name] = UNKNOWN if isinstance(value, str) else (UNKNOWN,) * len(value)
    return msgspec.structs.replace(event, **hidden) if hidden else event


def leaks(game: Game[Any, Any], start: Started, seed: int) -> Iterator[str]:
    """Yield in words what changes for a viewer if two cards are exchanged that the viewer does not know."""
    first, chooser = list(play(game, start, seed, _MOVES)), SeededChance(seed).random
    moves: list[Any] = [step.entries[0].event for step in first[1:]]
    shuffles = [entry.event for step in first for entry in step.entries if isinstance(entry.event, Shuffled)]
    for _ in range(_SWAPS if shuffles else 0):
        number = chooser.randrange(len(shuffles))
        one, other = (chooser.randrange(len(shuffles[number].order)) for _ in range(2))
        source = Swapped(seed, number + 1, one, other)
        second = list(_until_refused(play(game, start, seed, _MOVES, source, moves)))
        for viewer in (ALL, start.seats[0]):
            yield from _differences(game, start, viewer, first, second)


def _until_refused(steps: Iterator[Step]) -> Iterator[Step]:
    """Yield the steps up to the first move that is not possible with the other cards."""
    try:
        yield from steps
    except BellError:
        return


def _differences(
    game: Game[Any, Any], start: Started, viewer: str, first: Sequence[Step], second: Sequence[Step]
) -> Iterator[str]:
    """Compare two worlds up to the step in which the viewer learns one of the cards by chance, or by a public deal."""
    mine = yours = game.set_up(start)
    for number, (step, other) in enumerate(zip(first, second, strict=False)):
        events = [known_to(viewer, entry.event) for entry in step.entries]
        others = [known_to(viewer, entry.event) for entry in other.entries]
        for event, twin in zip_longest(events, others):
            if event != twin:
                if number and not isinstance(event, Chance):
                    yield f"{_name(viewer)} can tell hidden cards from the event {tag_of(event or twin)}"
                return
            mine, yours = game.rules.reducer(mine, event), game.rules.reducer(yours, twin)
        if game.rules.status(step.after) != game.rules.status(other.after):
            yield f"{_name(viewer)} can tell hidden cards from whose turn it is"
            return
        for what, shown, also in _shown(game, viewer, mine, yours) if not number % _EVERY else ():
            if shown != also:
                yield f"{_name(viewer)} can tell hidden cards from the {what}"
                return


def _shown(game: Game[Any, Any], viewer: str, mine: Any, yours: Any) -> Iterator[tuple[str, Any, Any]]:
    yield "board", game.board(mine, Marks()), game.board(yours, Marks())
    yield "text", game.view.text(mine), game.view.text(yours)
    if viewer != ALL:
        yield "legal moves", list(game.rules.legal(mine, viewer)), list(game.rules.legal(yours, viewer))


def _name(viewer: str) -> str:
    return "a spectator" if viewer == ALL else "another seat"
