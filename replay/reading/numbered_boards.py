"""Boards with numbers: a turn on one board, and the differences between two positions.

The board of a turn has a numbered mark for each move at the places that it touched. Two compared boards have the same
numbers at the places that differ.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import zip_longest
from typing import Any, Final, NamedTuple

from events.errors import RefusedError
from events.events import Move, SessionEvent
from projections.contracts import Marks
from projections.drawing.board import Panel, compose
from projections.drawing.spots import Box, Numbered, Spot, ends, ringed, spots, with_numbers
from projections.wording import capitalised
from replay.reading.places import differing_parts
from replay.reading.reading import Group
from replay.reading.timeline import Timeline

_UNMOVED: Final = 0.9  # least share of common places that must be unmoved for the layout to count as the same
_NEAR: Final = 2.0  # tolerance for an unmoved place, in units of the drawing
_BEFORE: Final = 16.0  # largest gap between the end of an arrow and the thing it points at


class TurnMove(NamedTuple):
    """A move of the turn. `number` is 0 if it was taken back; `is_marked` says whether the board shows it."""

    number: int
    seq: int
    address: str
    text: str
    is_marked: bool


class TurnOverview:
    """One turn of a timeline. Raises RefusedError if the turn does not exist.

    `groups` are all its moves, `shown` those that were not taken back; a turn without such moves shows all its groups.
    """

    def __init__(self, timeline: Timeline, number: int) -> None:
        turns = [timeline.status(max(group.first - 1, 1)).turn for group in timeline.groups]
        if number not in turns:
            raise RefusedError(f"turn {number} does not exist; this session has turns {min(turns)} to {max(turns)}")
        self.timeline, self.number = timeline, number
        self._shown = set[str]()  # arrows on the board of the previous move, which do not belong to the next one
        of_turn = [group for turn, group in zip(turns, timeline.groups, strict=True) if turn == number]
        self.groups = list(filter(_is_move, of_turn))
        self.shown = [group for group in self.groups if not group.undone] or of_turn
        self.seq = self.shown[-1].last
        self.before = max((turn for turn in turns if turn < number), default=None)
        self.after = min((turn for turn in turns if turn > number), default=None)

    @cached_property
    def moves(self) -> Sequence[TurnMove]:
        """The moves in order."""
        marks, found, number = self._marks, list[TurnMove](), 0
        for group in self.groups:
            number += not group.undone
            own = 0 if group.undone else number
            address = self.timeline.address(group.first)
            is_marked = own in marks and bool(marks[own].parts)
            found.append(TurnMove(own, group.last, address, self.timeline.sentence(group.first), is_marked))
        return found

    @property
    def svg(self) -> str:
        """The board with the numbers, as one SVG document."""
        return compose(self.timeline.game.meta.slug, self.panels)

    @cached_property
    def panels(self) -> list[Panel]:
        """The board with the numbers, as panels."""
        return with_numbers(self._bare, [*self._marks.values()])

    @cached_property
    def _bare(self) -> list[Panel]:
        return self._drawn(self.seq, Marks())

    def _drawn(self, seq: int, marks: Marks) -> list[Panel]:
        return self.timeline.drawn(self.timeline.position(seq), marks)

    @cached_property
    def _marks(self) -> Mapping[int, Numbered]:
        laid, drawn, found = _Laid(spots(self._bare)), set[tuple[str, str]](), dict[int, Numbered]()
        self._shown = set()
        for number, group in enumerate((group for group in self.groups if not group.undone), 1):
            rings = list(self._touched(group, laid))
            new = [spot for spot in rings if (spot.told, spot.name) not in drawn]
            drawn |= {(spot.told, spot.name) for spot in new}
            at = [spot for spot in rings if spot.told == "data-ring"] or rings
            parts = [laid.nearest(spot) for spot in at]
            found[number] = Numbered(number, self.timeline.sentence(group.first), parts, new)
        return found

    def _touched(self, group: Group, laid: "_Laid") -> Iterator[Spot]:
        """Yield a move's rings and arrows, placed on the board after the turn, except for things that left it."""
        marks = self.timeline.marks(group.last)
        own = spots(self._drawn(group.last, marks))
        before, self._shown = self._shown, {spot.name for spot in own if spot.told == "data-arrow"}
        new = [spot for spot in _marked(own) if spot.told == "data-ring" or spot.name not in before]
        if group.last == self.seq:
            yield from new
            return
        there = {(spot.told, spot.name): spot for spot in _marked(spots(self._drawn(self.seq, marks)))}
        is_still = laid.is_still(own)
        was = {spot.name: spot for spot in own if spot.told == "data-key"}
        for spot in new:
            if (spot.told, spot.name) in there:
                yield there[spot.told, spot.name]
            elif spot.inside:
                if (shifted := laid.shifted(spot, was)) is not None:
                    yield shifted
            elif is_still:
                yield spot
            elif spot.told == "data-arrow":
                yield from laid.at_ends(spot, own)


class _Laid:
    """The parts of the board after the turn, by which a move's rings and arrows are placed."""

    def __init__(self, found: Sequence[Spot]) -> None:
        self.found = found
        self._keys = {spot.name: spot for spot in found if spot.told == "data-key"}
        self._places = {spot.name: spot for spot in reversed(found) if spot.told == "data-place"}

    def nearest(self, ring: Spot) -> Spot:
        """Return the part for a number: the smallest part that shows the same place, or the ring itself."""
        same = [spot for spot in self.found if spot.name == ring.name and spot.told in ("data-place", "data-key")]
        return min(same, key=lambda spot: spot.box.area, default=ring)

    def is_still(self, own: Sequence[Spot]) -> bool:
        before = {spot.name: spot for spot in reversed(own) if spot.told == "data-place"}
        same = [name for name, spot in before.items() if name in self._places and _is_near(spot, self._places[name])]
        return len(same) >= _UNMOVED * len(before)

    def at_ends(self, arrow: Spot, own: Sequence[Spot]) -> Iterator[Spot]:
        """Yield rings around those things at the two ends of an arrow that are still on the board."""
        keyed = [spot for spot in own if spot.told == "data-key" and spot.box != arrow.box]
        for end in ends(arrow):
            near = [spot for spot in keyed if spot.panel == arrow.panel and _reaches(spot.box, end)]
            thing = min(near, key=lambda spot: spot.box.area, default=arrow)
            if thing.name in self._keys:
                yield ringed(self._keys[thing.name])

    def shifted(self, ring: Spot, was: Mapping[str, Spot]) -> Spot | None:
        """Return a ring moved with the thing that it surrounds; None if the thing left the board."""
        before, now = was.get(ring.inside), self._keys.get(ring.inside)
        if before is None or now is None:
            return None
        (a, b, c, d, x, y), by = ring.matrix, (now.box.left - before.box.left, now.box.top - before.box.top)
        left, top, right, bottom = ring.box
        box = type(ring.box)(left + by[0], top + by[1], right + by[0], bottom + by[1])
        return ring._replace(box=box, matrix=(a, b, c, d, x + by[0], y + by[1]), panel=now.panel)


def _marked(found: Sequence[Spot]) -> Iterator[Spot]:
    return (spot for spot in found if spot.told in ("data-ring", "data-arrow"))


def _is_near(one: Spot, other: Spot) -> bool:
    edges = zip(one.box, other.box, strict=True)
    return one.panel == other.panel and all(abs(a - b) <= _NEAR for a, b in edges)


def _reaches(box: Box, end: Box) -> bool:
    is_beside = box.left - _BEFORE <= end.left <= box.right + _BEFORE
    return is_beside and box.top - _BEFORE <= end.top <= box.bottom + _BEFORE


def _is_move(group: Group) -> bool:
    event = group.head.event
    return isinstance(event, Move) or (isinstance(event, SessionEvent) and event.is_by_hand)


class DifferingPlace(NamedTuple):
    """A place with different values: its printed name, and the change in words without the name."""

    number: int
    name: str
    change: str
    is_marked: bool = False

    @property
    def sentence(self) -> str:
        """The difference as a sentence."""
        return f"{capitalised(self.name)}: {self.change}."


class ComparedPositions:
    """The positions after two entries of one timeline; the first entry is the one to compare with."""

    def __init__(self, timeline: Timeline, first: int, second: int) -> None:
        self.timeline, self.first, self.second = timeline, first, second
        self._one, self._two = timeline.position(first), timeline.position(second)

    @cached_property
    def places(self) -> Sequence[DifferingPlace]:
        """The numbered places that differ, in the order of the game's own list."""
        shown, differing = {*self._parts[0], *self._parts[1]}, enumerate(self._differing(), 1)
        return [DifferingPlace(number, name, change, name in shown) for number, (name, change) in differing]

    def _differing(self) -> Iterator[tuple[str, str]]:
        game = self.timeline.game
        fields = game.editor.fields
        if fields is None or self._one is self._two:
            return
        before, after = dict(fields.describe(self._one)), dict(fields.describe(self._two))
        for place in {**after, **before}:
            old, new = before.get(place, ""), after.get(place, "")
            name = game.view.field_label(self._two if place in after else self._one, place)
            if old != new and name:
                was = game.view.field_value(self._one, place, old) if old else ""
                now = game.view.field_value(self._two, place, new) if new else ""
                if was != now:
                    yield name, _change(was, now)

    @cached_property
    def texts(self) -> Sequence[tuple[str, str]]:
        """The lines of the boards as text that differ, in pairs, for a game that does not name its places."""
        one, two = (self.timeline.text(seq).split("\n") for seq in (self.first, self.second))
        gone, new = [line for line in one if line not in two], [line for line in two if line not in one]
        return list(zip_longest(gone, new, fillvalue=""))

    @property
    def boards(self) -> tuple[list[Panel], list[Panel]]:
        """Both positions as panels, with a ring and a number at each difference."""
        return self._board(self._one, self._parts[0]), self._board(self._two, self._parts[1])

    @cached_property
    def _parts(self) -> tuple[dict[str, Spot], dict[str, Spot]]:
        return _parts(self.timeline, self._one), _parts(self.timeline, self._two)

    def _board(self, position: Any, parts: dict[str, Spot]) -> list[Panel]:
        shown = [(one, parts[one.name]) for one in self.places if one.name in parts]
        marked = [Numbered(one.number, one.sentence, [part], [ringed(part)]) for one, part in shown]
        return with_numbers(self.timeline.drawn(position, Marks()), marked)


def _change(was: str, now: str) -> str:
    first, second = differing_parts(was, now)
    if was and not first:
        return f"now also {second}"
    if now and not second:
        return f"no longer {first}"
    return f"{first or 'nothing'}, then {second or 'nothing'}"


def _parts(timeline: Timeline, position: Any) -> dict[str, Spot]:
    """Return the smallest part that shows each place, by the printed name of the place."""
    found: dict[str, Spot] = {}
    for spot in spots(timeline.drawn(position, Marks())):
        if spot.told == "data-place" and (name := timeline.game.view.field_label(position, spot.name)):
            found[name] = min(found.get(name, spot), spot, key=lambda part: part.box.area)
    return found
