"""The dice of a session: every roll with its source and checks, and how often each face came up.

Counts are shown with the range that fair dice usually produce. The conclusion is left to the spectator.
"""

from collections.abc import Sequence
from functools import cached_property
from typing import Final, NamedTuple

from events.entry import Entry
from events.events import Move, Rolled
from projections.stats.dice_stats import DiceCount, ExpectedCount, dice_of, expected_faces
from replay.audit.findings import or_fallback
from replay.audit.log_checks import tower_faults
from replay.reading.places import purpose_words
from replay.reading.timeline import Timeline
from webui.views.log_rows import roll_source

TABLE: Final = "No player"  # the name for dice that were rolled outside a seat's move
SOURCES: Final = {"tower": "built-in dice roller", "typed": "typed in"}


class DieFace(NamedTuple):
    """One die of a roll: its name and its face."""

    name: str
    face: int


class LoggedRoll(NamedTuple):
    """One roll, and the result of its checks. `of` is the entry of the undone roll whose dice it uses again, or 0."""

    seq: int
    address: str
    name: str
    purpose: str
    dice: tuple[DieFace, ...]
    source: str
    checked: str
    holds: bool
    undone: bool
    of: int


class FaceCounts(NamedTuple):
    """How often each face came up for one seat or for all seats, and the expected range for a face."""

    name: str
    counted: DiceCount
    expected: ExpectedCount


class DiceTally(NamedTuple):
    """The dice with one source and number of sides. `shares`: counts for all seats, then by seat if several rolled."""

    source: str
    sides: int
    shares: tuple[FaceCounts, ...]

    @property
    def reach(self) -> int:
        """The highest number of times one face came up or is expected: the top of the scale of a chart of all rolls."""
        return max(1, self.shares[0].expected.high, *self.shares[0].counted.faces)


class DiceLog:
    """The dice of one timeline. Rolls are public, so the result is the same for every viewer."""

    def __init__(self, timeline: Timeline) -> None:
        self.timeline = timeline
        self.rolls = timeline.reading.events_of(Rolled)

    @cached_property
    def throws(self) -> Sequence[LoggedRoll]:
        """Every roll, in order."""
        faults: dict[int, list[str]] = {}
        for fault in tower_faults(self.timeline.row.session, self.timeline.entries):
            faults.setdefault(fault.seq, []).append(fault.what)
        return [self._throw(entry.seq, rolled, faults.get(entry.seq, ())) for entry, rolled in self.rolls]

    def _throw(self, seq: int, rolled: Rolled, faults: Sequence[str]) -> LoggedRoll:
        timeline, first = self.timeline, self.timeline.group_at(seq).first
        dice = tuple(DieFace(name, face) for name, face in zip(rolled.die.split(), rolled.faces, strict=False))
        unproven = "receipt elsewhere" if "#" in rolled.ticket else "no receipt"
        unproven = "" if rolled.source == "replayed" else unproven
        return LoggedRoll(
            seq, timeline.addresses.get(first, f"#{seq}"), self._name(self._whose(seq, rolled)),
            self._purpose(seq, rolled), dice, roll_source(rolled),
            "; ".join(faults) or ("checked" if rolled.receipt else unproven), not faults,
            seq in timeline.undone, (rolled.of or 0) if 0 < (rolled.of or 0) < seq else 0,
        )  # fmt: skip

    def _whose(self, seq: int, rolled: Rolled) -> str:
        head = self.timeline.group_at(seq).head.event
        thrower = self.timeline.game.rules.roller(self.timeline.position(seq - 1), rolled) if seq > 1 else ""
        return thrower or (head.player if isinstance(head, Move) else "")

    def _purpose(self, seq: int, rolled: Rolled) -> str:
        timeline = self.timeline
        seats, position = timeline.reading.started.seats, timeline.position(max(seq - 1, 1))
        return or_fallback(rolled.purpose, lambda: purpose_words(timeline.game, position, seats, rolled.purpose))

    def _name(self, seat: str) -> str:
        return self.timeline.seat_name(seat) if seat else TABLE

    @cached_property
    def faces(self) -> Sequence[DiceTally]:
        """How often each face came up by source and sides, most used first, for all and by seat."""
        by_seat: dict[str, list[Entry]] = {}
        for entry, rolled in self.rolls:
            by_seat.setdefault(self._whose(entry.seq, rolled), []).append(entry)
        seats = [seat for seat in self.timeline.reading.started.seats if seat in by_seat]
        order = [*seats, *(seat for seat in by_seat if seat not in seats)]
        counted = {seat: dice_of(by_seat[seat]) for seat in order}
        found, whole_game = [], dice_of(entry for entry, _ in self.rolls)
        for kind, count in sorted(whole_game.items(), key=lambda item: -item[1].dice):
            shares = [self._share(self._name(seat), counted[seat][kind]) for seat in order if kind in counted[seat]]
            whole = self._share("All", count)
            source = SOURCES.get(count.source, count.source.removeprefix("other:"))
            found.append(DiceTally(source, count.sides, (whole, *(shares if len(shares) > 1 else ()))))
        return found

    def _share(self, name: str, count: DiceCount) -> FaceCounts:
        return FaceCounts(name, count, expected_faces(count.dice, count.sides))
