"""Two positions of a session side by side: what differs, place by place, and the same places marked on both boards."""

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from projections.drawing.spots import Box, Numbered, ring_around, spots, with_numbers
from projections.drawing.svg import with_band
from projections.terms import Marks
from projections.wording import capitalised
from replay.reading.places import differing_parts
from replay.reading.timeline import WHAT_IF, Timeline


class DifferingPlace(NamedTuple):
    """A place that shows two things: its printed name, and both in a sentence without its place."""

    number: int
    name: str
    change: str
    is_marked: bool = False

    @property
    def sentence(self) -> str:
        """What differs there."""
        return f"{capitalised(self.name)}: {self.change}."


class ComparedPositions:
    """The positions after two lines of one timeline, the first line being the one to compare with."""

    def __init__(self, timeline: Timeline, first: int, second: int) -> None:
        self.timeline, self.first, self.second = timeline, first, second
        self._one, self._two = timeline.position(first), timeline.position(second)

    @cached_property
    def places(self) -> Sequence[DifferingPlace]:
        """The places that differ, in the order of the game's own list; each with a number."""
        shown = {name for board in (self._boxes_one, self._boxes_two) for name in board}
        return [
            DifferingPlace(number, name, change, name in shown)
            for number, (name, change) in enumerate(self._differing(), 1)
        ]

    def _differing(self) -> Iterator[tuple[str, str]]:
        game = self.timeline.game
        fields = game.editor.fields
        if fields is None or self._one is self._two:
            return
        before, after = dict(fields.describe(self._one)), dict(fields.describe(self._two))
        for place in {**after, **before}:
            old, new = before.get(place, ""), after.get(place, "")
            name = game.view.place(self._two if place in after else self._one, place)
            if old != new and name:
                was = game.view.value(self._one, place, old) if old else ""
                now = game.view.value(self._two, place, new) if new else ""
                if was != now:
                    yield name, _change(was, now)

    @cached_property
    def texts(self) -> Sequence[tuple[str, str]]:
        """The lines of the board in words that differ, for a game that does not name its places."""
        one, two = (self.timeline.text(seq).split("\n") for seq in (self.first, self.second))
        gone, new = [line for line in one if line not in two], [line for line in two if line not in one]
        most = max(len(gone), len(new))
        return list(zip([*gone, *[""] * (most - len(gone))], [*new, *[""] * (most - len(new))], strict=True))

    @property
    def boards(self) -> tuple[str, str]:
        """Both boards, what differs ringed and numbered on each."""
        return self._board(self._one, self._boxes_one), self._board(self._two, self._boxes_two)

    @cached_property
    def _boxes_one(self) -> dict[str, Box]:
        return _boxes(self.timeline, self._one)

    @cached_property
    def _boxes_two(self) -> dict[str, Box]:
        return _boxes(self.timeline, self._two)

    def _board(self, position: Any, boxes: dict[str, Box]) -> str:
        drawing = self.timeline.game.view.draw(position, Marks())
        marked = [
            Numbered(one.number, one.sentence, [boxes[one.name]], [ring_around(boxes[one.name])])
            for one in self.places
            if one.name in boxes
        ]
        found = with_numbers(drawing, marked)
        return with_band(found, WHAT_IF) if self.timeline.reading.started.branch else found


def _change(was: str, now: str) -> str:
    """What stood at a place and what stands there, without what both have."""
    first, second = differing_parts(was, now)
    if was and not first:
        return f"now also {second}"
    if now and not second:
        return f"no longer {first}"
    return f"{first or 'nothing'}, then {second or 'nothing'}"


def _boxes(timeline: Timeline, position: Any) -> dict[str, Box]:
    """Where each place is shown on the board of a position, by its printed name: its smallest part."""
    found: dict[str, Box] = {}
    for spot in spots(timeline.game.view.draw(position, Marks())):
        if spot.told == "data-place" and (name := timeline.game.view.place(position, spot.name)):
            found[name] = min(found.get(name, spot.box), spot.box, key=lambda box: box.area)
    return found
