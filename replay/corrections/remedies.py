"""The ways out of what went wrong at one move, each with its outcome: it stands, is corrected, rewound, compensated.

Nothing is written and no die thrown: whoever has to decide sees what each would give, as far as they may know it.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Final, Literal, NamedTuple

from events.errors import BellError, RefusedError
from events.events import Chance, Move, tag_of
from projections.draft import Breach, objections, run
from projections.game import Game
from projections.move_choices import line_of
from projections.notation.recorded_chance import Recorded
from projections.terms import Written
from replay.audit.findings import or_fallback
from replay.corrections.correction import look_ahead
from replay.corrections.plan import KEEP, Change, CorrectionPlan
from replay.corrections.takeback import preview_takeback
from replay.corrections.written_changes import due_change
from replay.reading.places import to_put_right
from replay.reading.reading import Group
from replay.reading.timeline import Timeline
from replay.session.compensation import DECIDED, Compensation, due_compensation, number_places
from replay.session.preview import ReadOnlySession

Way = Literal["stand", "fix", "rewind", "compensate"]
NO_NUMBER: Final = "this game counts nothing that could be given back; a house rule can say what holds from here on"


class Difference(NamedTuple):
    """A number on the board that a remedy changes: what it counts, whose it is, how it stands and would stand."""

    what: str
    whose: str
    now: float
    then: float

    @property
    def words(self) -> str:
        """Such as `+2`."""
        return f"{self.then - self.now:+g}"


class Remedy(NamedTuple):
    """One way out: the correction as a post writes it, what becomes of the later moves, and of the board.

    `gains` are the sums that differ from how they stand now, `places` what would be put where on the table. `why_not`
    says why the way is closed. A rewind undoes `undone` moves and `rolls` rolls. A compensation proposes what it
    `gives` where the rules say what was due.
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
        """What the form of a correction is filled in with: how, the move, and what becomes of what falls."""
        verb, _, rest = self.line.partition(" ")
        kept = {"rest": "keep"} if self.written != self.line else {}
        return {"how": verb.lower(), "line": rest.partition(": ")[2], **kept}

    @property
    def changes_nothing(self) -> bool:
        """Whether a correction leaves everything as it stands: by the rules the move is as it should be."""
        return self.plan is not None and not (
            self.gains or self.places or any(one.fate != "stands" for one in self.plan.later)
        )  # fmt: skip

    @property
    def written(self) -> str:
        """A correction as a post writes it, with what becomes of the later moves that do not fit any more."""
        later = self.plan.later if self.plan else ()
        return f"{self.line}\nKEEP rest" if any(one.fate == "kept" for one in later) else self.line

    @property
    def by_seat(self) -> Mapping[str, tuple[Difference, ...]]:
        """The sums that differ, for each whose they are."""
        found: dict[str, list[Difference]] = {}
        for one in self.gains:
            found.setdefault(one.whose, []).append(one)
        return {whose: tuple(row) for whose, row in found.items()}


def due_line(timeline: Timeline, group: Group) -> tuple[str, Change]:
    """How a move is put right where nobody says how: the forgotten step made, its due result, or it is left out.

    Raises:
        RefusedError: the group is no move.
    """
    move, game = group.head.event, timeline.game
    if not isinstance(move, Move):
        raise RefusedError(f"line {group.first} is no move: only a move is put right")
    before, place = timeline.position(max(group.first - 1, 1)), timeline.addresses.get(group.first, f"#{group.first}")
    against = _against(game, before, move)
    unsaid = or_fallback(None, lambda: game.rules.unsaid(before, move.player)) if against else None
    if unsaid is not None and unsaid != move and not _against(game, _behind(game, before, unsaid), move):
        return f"INSERT {place}: {line_of(game, unsaid, before)}", Change(group, Written(unsaid), inserts=True)
    if unsaid is not None and "skip" in tag_of(move) and not _against(game, before, unsaid):
        return f"FIX {place}: {line_of(game, unsaid, before)}", Change(group, Written(unsaid))
    if against:
        return f"OMIT {place}", Change(group)
    return f"DUE {place}", due_change(group)


def _against(game: Game[Any, Any], position: Any, move: Move) -> bool:
    """Whether a rule speaks against a move, as far as that can be told."""
    found: list[Breach] = or_fallback([], lambda: objections(game.rules, position, move))
    return position is None or any(not breach.doubt for breach in found)


def _behind(game: Game[Any, Any], position: Any, move: Move, chance: Sequence[Chance] = ()) -> Any:
    """The position behind a move with its due results, None where that cannot be told."""
    return or_fallback(None, lambda: run(game.rules, position, move, Recorded(chance, lenient=True), strict=False).now)


def due_position(timeline: Timeline, group: Group) -> Any:
    """The position behind one move as the rules have it, None where it is left out or cannot be told."""
    move, before = group.head.event, timeline.position(max(group.first - 1, 1))
    if not isinstance(move, Move):
        return None
    change = due_line(timeline, group)[1]
    if change.written is None:
        return None
    chance = [entry.event for entry in group.entries if isinstance(entry.event, Chance)]
    if not change.inserts:
        return _behind(timeline.game, before, change.written.move, chance)
    before = _behind(timeline.game, before, change.written.move)
    return None if before is None else _behind(timeline.game, before, move, chance)


def remedies(timeline: Timeline, group: Group, *, by: str, viewer: str) -> tuple[Remedy, ...]:
    """Each way out of one move, as a viewer may know it: put right is it by what is due by the rules.

    A later move that does not fit any more is taken as the table had it.
    """
    fixed = _fixed(timeline, group, by, viewer)
    return Remedy("stand"), fixed, _rewound(timeline, group), _compensated(timeline, group, fixed)


def _fixed(timeline: Timeline, group: Group, by: str, viewer: str) -> Remedy:
    line, reading = "", timeline.reading
    try:
        line, change = due_line(timeline, group)
        plan, position = look_ahead(ReadOnlySession(reading), [change], by=by, viewer=viewer, others=KEEP)
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
    """What a correction would change is what is given back; of one number the rules say how much."""
    if timeline.over:
        return Remedy("compensate", gains=fixed.gains, why_not=DECIDED)
    if not number_places(timeline.game, timeline.reading.position):
        return Remedy("compensate", gains=fixed.gains, why_not=NO_NUMBER)
    seat, when = str(getattr(group.head.event, "player", "")), "now" if timeline.reading.unsealed else "next turn"
    due, stood = due_position(timeline, group), timeline.position(group.last)
    gives = None if due is None else due_compensation(timeline.game, stood, due, seat, when)
    return Remedy("compensate", gains=fixed.gains, gives=gives)


def _outcome(timeline: Timeline, position: Any) -> tuple[tuple[Difference, ...], tuple[str, ...]]:
    """What differs between how the session stands and a position: sums, and what lies on the table."""
    game, now = timeline.game, timeline.reading.position
    none: tuple[str, ...] = ()
    return gains(game, now, position), or_fallback(none, lambda: tuple(to_put_right(game, now, position)))


def gains(game: Game[Any, Any], now: Any, then: Any) -> tuple[Difference, ...]:
    """The sums that two positions have otherwise, by what they count and whose they are."""
    return tuple(_differences(game, now, then))


def _differences(game: Game[Any, Any], now: Any, then: Any) -> Iterator[Difference]:
    for chart in game.view.charts:
        none: Mapping[str, float] = {}
        was, will = (or_fallback(none, partial(chart.series, position)) for position in (now, then))
        for whose, value in will.items():
            if was.get(whose, 0) != value:
                yield Difference(chart.title, whose, was.get(whose, 0), value)
