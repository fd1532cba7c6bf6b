"""Compute the options for a wrong move (accept, correct, rewind, compensate) and the outcome of each.

Nothing is saved and no dice are rolled. The outcomes show only what the viewer may know.
"""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, Final, Literal, NamedTuple

from events.errors import BellError, RefusedError
from events.events import Chance, Move, tag_of
from projections.contracts import Written
from projections.draft import find_conflicts, run
from projections.game import Game
from projections.move_choices import line_of
from projections.notation.recorded_chance import Recorded
from projections.rule_conflicts import RuleConflict
from replay.audit.findings import or_fallback
from replay.corrections.correction import look_ahead
from replay.corrections.plan import KEEP, Change, Correction, CorrectionPlan
from replay.corrections.takeback import preview_takeback
from replay.reading.places import to_put_right
from replay.reading.reading import Group
from replay.reading.timeline import Timeline
from replay.session.compensation import DECIDED, Compensation, due_compensation, number_places
from replay.session.preview import ReadOnlySession

Way = Literal["stand", "fix", "rewind", "compensate"]
NO_NUMBER: Final = "this game has no number that could be given back. A house rule can say what applies from now on"


class Difference(NamedTuple):
    """A number on the board that an option changes: its name, its seat, the value now and the value after it."""

    what: str
    whose: str
    now: float
    then: float

    @property
    def words(self) -> str:
        """The change with its sign, such as `+2`."""
        return f"{self.then - self.now:+g}"


class Remedy(NamedTuple):
    """One option: the correction as a post writes it, the fate of the later moves, and the changes of the board.

    `gains` are the numbers that change, `places` the pieces to move on a physical board. `why_not` says why the option
    is not available. A rewind undoes `undone` moves and `rolls` rolls. `gives` is the compensation by the rules.
    """

    way: Way
    line: str = ""
    plan: CorrectionPlan | None = None
    gains: tuple[Difference, ...] = ()
    places: tuple[str, ...] = ()
    gives: Compensation | None = None
    undone: int = 0
    rolls: int = 0
    why_not: str = ""

    @property
    def asks(self) -> Mapping[str, str]:
        """The values with which the form of a correction is filled."""
        verb, _, rest = self.line.partition(" ")
        kept = {"rest": "keep"} if self.written != self.line else {}
        return {"how": verb.lower(), "line": rest.partition(": ")[2], **kept}

    @property
    def changes_nothing(self) -> bool:
        """Whether a correction changes nothing, because the move is already as the rules require."""
        changed = self.gains or self.places or (self.plan and any(one.fate != "stands" for one in self.plan.later))
        return self.plan is not None and not changed

    @property
    def written(self) -> str:
        """The correction as a post writes it, with KEEP for later moves that no longer fit."""
        later = self.plan.later if self.plan else ()
        return f"{self.line}\nKEEP rest" if any(one.fate == "kept" for one in later) else self.line

    @property
    def by_seat(self) -> Mapping[str, tuple[Difference, ...]]:
        """The numbers that change, by seat."""
        seats = dict.fromkeys(one.whose for one in self.gains)
        return {seat: tuple(one for one in self.gains if one.whose == seat) for seat in seats}


def due_line(timeline: Timeline, group: Group) -> tuple[str, Change]:
    """Return the default correction of a move, as text and change. Raises RefusedError if the group is not a move."""
    move, game = group.head.event, timeline.game
    if not isinstance(move, Move):
        raise RefusedError(f"entry {group.first} is not a move, and only a move can be corrected")
    before, place = timeline.position(max(group.first - 1, 1)), timeline.address(group.first)
    against = _against(game, before, move)
    unsaid = or_fallback(None, lambda: game.rules.implied_move(before, move.player)) if against else None
    if unsaid is not None and unsaid != move and not _against(game, _behind(game, before, unsaid), move):
        return f"INSERT {place}: {line_of(game, unsaid, before)}", Change(group, Written(unsaid), inserts=True)
    if unsaid is not None and "skip" in tag_of(move) and not _against(game, before, unsaid):
        return f"FIX {place}: {line_of(game, unsaid, before)}", Change(group, Written(unsaid))
    if against:
        return f"OMIT {place}", Change(group)
    return f"DUE {place}", Change(group, Written(move))


def _against(game: Game[Any, Any], position: Any, move: Move) -> bool:
    found: list[RuleConflict] = or_fallback([], lambda: find_conflicts(game.rules, position, move))
    return position is None or any(not conflict.is_unverified for conflict in found)


def _behind(game: Game[Any, Any], position: Any, move: Move, chance: Sequence[Chance] = ()) -> Any:
    """Return the position after a move with its result by the rules, None if the result cannot be determined."""
    return or_fallback(None, lambda: run(game.rules, position, move, Recorded(chance, lenient=True), strict=False).now)


def due_position(timeline: Timeline, group: Group) -> Any:
    """Return the position after a move by the rules, None if the move is omitted or the result cannot be determined."""
    move, before = group.head.event, timeline.position(max(group.first - 1, 1))
    if not isinstance(move, Move):
        return None
    change = due_line(timeline, group)[1]
    if change.written is None:
        return None
    if not change.inserts:
        return _behind(timeline.game, before, change.written.move, group.chance)
    before = _behind(timeline.game, before, change.written.move)
    return None if before is None else _behind(timeline.game, before, move, group.chance)


def remedies(timeline: Timeline, group: Group, *, by: str, viewer: str) -> tuple[Remedy, ...]:
    """Return each option for a move, as a viewer may know it. Later moves that no longer fit are accepted as played."""
    fixed = _fixed(timeline, group, by, viewer)
    return Remedy("stand"), fixed, _rewound(timeline, group), _compensated(timeline, group, fixed)


def _fixed(timeline: Timeline, group: Group, by: str, viewer: str) -> Remedy:
    line, reading = "", timeline.reading
    try:
        line, change = due_line(timeline, group)
        plan, position = look_ahead(ReadOnlySession(reading), Correction([change], others=KEEP), by=by, viewer=viewer)
    except BellError as error:
        return Remedy("fix", line, why_not=str(error))
    return Remedy("fix", line, plan, *_outcome(timeline, position))


def _rewound(timeline: Timeline, group: Group) -> Remedy:
    reading, to = timeline.reading, group.first - 1
    try:
        undone = preview_takeback(reading, to)
    except BellError as error:
        return Remedy("rewind", why_not=str(error))
    sums, places = _outcome(timeline, reading.known_at(to))
    return Remedy("rewind", gains=sums, places=places, undone=len(undone.groups), rolls=undone.rolls)


def _compensated(timeline: Timeline, group: Group, fixed: Remedy) -> Remedy:
    """Return the compensation that gives back what a correction would change. The rules determine the amount."""
    if timeline.over:
        return Remedy("compensate", gains=fixed.gains, why_not=DECIDED)
    if not number_places(timeline.game, timeline.reading.position):
        return Remedy("compensate", gains=fixed.gains, why_not=NO_NUMBER)
    seat, when = str(getattr(group.head.event, "player", "")), "now" if timeline.reading.unsealed else "next turn"
    due, stood = due_position(timeline, group), timeline.position(group.last)
    gives = None if due is None else due_compensation(timeline.game, stood, due, seat, when)
    return Remedy("compensate", gains=fixed.gains, gives=gives)


def _outcome(timeline: Timeline, position: Any) -> tuple[tuple[Difference, ...], tuple[str, ...]]:
    """Return how the current position differs from `position`: the changed numbers, and the pieces to move by hand."""
    game, now, gains = timeline.game, timeline.reading.position, list[Difference]()
    for chart in game.view.charts:
        none: Mapping[str, float] = {}
        was, will = (or_fallback(none, partial(chart.series, one)) for one in (now, position))
        gains += [
            Difference(chart.title, whose, was.get(whose, 0), value)
            for whose, value in will.items()
            if was.get(whose, 0) != value
        ]
    return tuple(gains), or_fallback((), lambda: tuple(to_put_right(game, now, position)))
