"""A turn on one board: the position after it, with a number for each of its moves at the places that it touched."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Final, NamedTuple

from events.errors import RefusedError
from events.events import Move, SessionEvent
from projections.drawing.spots import STILL, Box, Numbered, Spot, ends, placed, ring_around, spots, with_numbers
from projections.drawing.svg import with_band
from projections.terms import Marks
from replay.reading.reading import Group
from replay.reading.timeline import WHAT_IF, Timeline

_UNMOVED: Final = 0.9
"""So much of what two drawings share lies where it lay, or the board was laid out anew."""
_NEAR: Final = 2.0
"""So far a thing may stand from where it stood, in units of the drawing."""
_BEFORE: Final = 16.0
"""So far before a thing its arrow may end."""


class TurnMove(NamedTuple):
    """A move of the turn; its `number` is 0 where it was taken back. `is_marked` says whether the board shows it."""

    number: int
    seq: int
    address: str
    text: str
    is_marked: bool


class TurnOverview:
    """One turn of a timeline.

    Raises:
        RefusedError: there is no such turn.
    """

    def __init__(self, timeline: Timeline, number: int) -> None:
        turns = [timeline.status(max(group.first - 1, 1)).turn for group in timeline.groups]
        if number not in turns:
            raise RefusedError(
                f"there is no turn {number} in this session, which has turns {min(turns)} to {max(turns)}"
            )
        self.timeline, self.number = timeline, number
        self._shown = set[str]()
        """The arrows that stood on the board of the move before: they are not the next one's."""
        self.groups = [
            group for turn, group in zip(turns, timeline.groups, strict=True) if turn == number and _is_move(group)
        ]
        standing = [group for group in self.groups if not group.undone]
        of_turn = [group for turn, group in zip(turns, timeline.groups, strict=True) if turn == number]
        self.seq = (standing or of_turn)[-1].last
        self.before = max((turn for turn in turns if turn < number), default=None)
        self.after = min((turn for turn in turns if turn > number), default=None)

    @cached_property
    def moves(self) -> Sequence[TurnMove]:
        """The moves in order."""
        marks, found, number = self._marks, list[TurnMove](), 0
        for group in self.groups:
            number += not group.undone
            own = 0 if group.undone else number
            address = self.timeline.addresses.get(group.first, f"#{group.first}")
            is_marked = own in marks and bool(marks[own].boxes)
            found.append(TurnMove(own, group.last, address, self.timeline.tell(group.first), is_marked))
        return found

    @cached_property
    def svg(self) -> str:
        """The board, with the numbers."""
        drawing = with_numbers(self._bare, self._marks.values())
        return with_band(drawing, WHAT_IF) if self.timeline.reading.started.branch else drawing

    @cached_property
    def _bare(self) -> str:
        return self.timeline.game.view.draw(self.timeline.position(self.seq), Marks())

    @cached_property
    def _marks(self) -> Mapping[int, Numbered]:
        """What to draw for each move that stands, by its number; each ring and arrow is drawn once."""
        laid, drawn, found = _Laid(spots(self._bare)), set[tuple[str, str]](), dict[int, Numbered]()
        self._shown = set()
        for number, group in enumerate((group for group in self.groups if not group.undone), 1):
            rings = list(self._touched(group, laid))
            new = [spot for spot in rings if (spot.told, spot.name) not in drawn]
            drawn |= {(spot.told, spot.name) for spot in new}
            at = [spot for spot in rings if spot.told == "data-ring"] or rings
            boxes = [laid.nearest(spot) for spot in at]
            found[number] = Numbered(number, self.timeline.tell(group.first), boxes, [placed(spot) for spot in new])
        return found

    def _touched(self, group: Group, laid: "_Laid") -> Iterator[Spot]:
        """The rings and arrows of a move, where they belong on the board after the turn; what has left it has none."""
        timeline, marks = self.timeline, self.timeline.marks(group.last)
        own = spots(timeline.game.view.draw(timeline.position(group.last), marks))
        before, self._shown = self._shown, {spot.name for spot in own if spot.told == "data-arrow"}
        new = [spot for spot in _marked(own) if spot.told == "data-ring" or spot.name not in before]
        if group.last == self.seq:
            yield from new
            return
        later = timeline.game.view.draw(timeline.position(self.seq), marks)
        there = {(spot.told, spot.name): spot for spot in _marked(spots(later))}
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
    """What lies on the board after the turn."""

    def __init__(self, found: Sequence[Spot]) -> None:
        self.found = found
        self._keys = {spot.name: spot for spot in found if spot.told == "data-key"}
        self._places = {spot.name: spot for spot in reversed(found) if spot.told == "data-place"}

    def nearest(self, ring: Spot) -> Box:
        """The box that a number stands at: the smallest of what shows the same place, or the ring itself."""
        same = [spot.box for spot in self.found if spot.name == ring.name and spot.told in ("data-place", "data-key")]
        return min(same, key=lambda box: box.area, default=ring.box)

    def is_still(self, own: Sequence[Spot]) -> bool:
        """Whether the board is laid out as in another drawing, whatever stands on it."""
        before = {spot.name: spot.box for spot in reversed(own) if spot.told == "data-place"}
        same = [name for name, box in before.items() if name in self._places and _near(box, self._places[name].box)]
        return len(same) >= _UNMOVED * len(before)

    def at_ends(self, arrow: Spot, own: Sequence[Spot]) -> Iterator[Spot]:
        """Rings around what an arrow leads from and to, as far as that is on the board still."""
        keyed = [spot for spot in own if spot.told == "data-key" and spot.box != arrow.box]
        for end in ends(arrow):
            near = [spot for spot in keyed if _reaches(spot.box, end)]
            thing = min(near, key=lambda spot: spot.box.area, default=arrow)
            if thing.name in self._keys:
                box = self._keys[thing.name].box
                yield Spot("data-ring", thing.name, box, ring_around(box), STILL, "")

    def shifted(self, ring: Spot, was: Mapping[str, Spot]) -> Spot | None:
        """A ring around a thing that stands elsewhere now; None where it has left the board."""
        before, now = was.get(ring.inside), self._keys.get(ring.inside)
        if before is None or now is None:
            return None
        (a, b, c, d, x, y), by = ring.matrix, (now.box.left - before.box.left, now.box.top - before.box.top)
        left, top, right, bottom = ring.box
        box = type(ring.box)(left + by[0], top + by[1], right + by[0], bottom + by[1])
        return ring._replace(box=box, matrix=(a, b, c, d, x + by[0], y + by[1]))


def _marked(found: Sequence[Spot]) -> Iterator[Spot]:
    return (spot for spot in found if spot.told in ("data-ring", "data-arrow"))


def _near(one: Sequence[float], other: Sequence[float]) -> bool:
    return all(abs(a - b) <= _NEAR for a, b in zip(one, other, strict=True))


def _reaches(box: Box, end: Box) -> bool:
    """Whether an arrow's end stands at a box, or just before it."""
    return (
        box.left - _BEFORE <= end.left <= box.right + _BEFORE and box.top - _BEFORE <= end.top <= box.bottom + _BEFORE
    )  # fmt: skip


def _is_move(group: Group) -> bool:
    event = group.head.event
    return isinstance(event, Move) or (isinstance(event, SessionEvent) and event.is_by_hand)
