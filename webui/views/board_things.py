"""The things on a board that moves can name, as a list: for pages without scripts, and for small targets.

An element with `data-arg` and a title is such a thing. The list shows only what the viewer of the board knows.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from html import unescape
from itertools import islice
from typing import Final, NamedTuple

from events.errors import RefusedError
from events.events import Move
from events.lazy_patterns import lazy_pattern
from projections.drawing.board import Panel
from projections.move_choices import arguments_of, count_moves, in_words, moves_with

_THING: Final = lazy_pattern(r"<\w++(?P<opening>[^<>]*+)><title>(?P<words>[^<]++)<")
_ARGUMENTS: Final = lazy_pattern(r' data-arg="([^"]++)"')
_PLACE: Final = lazy_pattern(r' data-place="([^"]*)"')
_SAMPLE: Final = 400
"""The maximum number of legal moves that are looked at to find the panel of a step."""


class Thing(NamedTuple):
    """A thing on a board.

    `arguments` are the arguments of moves that it stands for, separated by spaces; `words` say what it is and its
    value; `place` is the field with the value, or "".
    """

    arguments: str
    words: str
    place: str
    panel: str = ""


class ThingLink(NamedTuple):
    """A thing with an address: of the moves that also name it (and their number), or of the moves without it."""

    thing: Thing
    href: str
    moves: int = 0


class ThingSelection:
    """The legal moves that name all selected things, and the things with which the user can continue."""

    def __init__(
        self, board: Sequence[Thing], legal: Iterable[Move], things: Sequence[str],
        address: Callable[[Sequence[str]], str],
    ) -> None:  # fmt: skip
        """Select the `things` among the legal moves; `address` returns the address for other things.

        Raises:
            RefusedError: a thing is neither on the board nor an argument of a legal move.
        """
        named, legal = {one.arguments: one for one in board}, moves_with(legal, ())
        for one in things:
            if one not in named and not moves_with(legal, [one]):
                raise RefusedError(f'with: "{one[:60]}" is neither on the board nor in a legal move')
        self.names = tuple(things)
        self.moves = moves_with(legal, things)
        self.selected = [
            ThingLink(named.get(one) or Thing(one, in_words(one), ""), address([n for n in things if n != one]))
            for one in things
        ]
        counts = count_moves(self.moves, (one for one in named if one not in things))
        self.others = [ThingLink(named[one], address([*things, one]), count) for one, count in counts.items() if count]


def things_on(panels: Iterable[Panel]) -> list[Thing]:
    """Return the things on a board, in the order of the panels, things with equal arguments once."""
    found = dict[str, Thing]()
    for panel in panels:
        for one in _THING.finditer("".join(panel.parts)):
            named, place = (pattern.search(one["opening"]) for pattern in (_ARGUMENTS, _PLACE))
            if named is None:
                continue
            arguments = unescape(named[1])
            thing = Thing(arguments, unescape(one["words"]), unescape(place[1]) if place else "", panel.name)
            found.setdefault(arguments, thing)
    return list(found.values())


def panel_of_step(panels: Sequence[Panel], moves: Iterable[Move]) -> str:
    """Return the name of the panel with the most things that the moves name, or ""."""
    named = {argument for move in islice(moves, _SAMPLE) for argument in arguments_of(move)}
    counts: Mapping[str, int] = Counter(
        one.panel for one in things_on(panels) if not named.isdisjoint(one.arguments.replace(",", " ").split())
    )
    return max(counts, key=counts.__getitem__, default="")
