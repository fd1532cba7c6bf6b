"""Check receipts of external dice rollers: missing, decreasing or repeated numbers, and rolls without a receipt.

Such a roller numbers its rolls, so a number that was never posted is visible. The log does not show why: the roll may
have been withheld, or made for another game. So these findings are notes. Two rolls with the same number are
unverified, because only the roller knows which of them it made.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise
from typing import Final, NamedTuple

from events.entry import Entry
from events.events import Move, Rolled
from events.lazy_patterns import lazy_pattern
from projections.wording import counted, joined
from replay.audit.findings import Level
from replay.reading.reading import Group

_NUMBERED: Final = lazy_pattern("(?P<roller>[^#]+)#(?P<first>[0-9]{1,18})(?:-(?P<last>[0-9]{1,18}))?", re.ASCII)
_EACH: Final = 5
"""Maximum number of separate findings of one kind. If there are more, they are combined into one finding."""
_TOLD: Final = 12  # maximum number of entries named in one finding


class RollerFinding(NamedTuple):
    """A finding about receipts, with its entry, the seat that rolled, and the entries that show it."""

    level: Level
    seq: int
    seat: str
    what: str
    evidence: tuple[int, ...]


class _Throw(NamedTuple):
    """The dice under one receipt, with its numbers and their entries. `roller` is "" without a numbered receipt."""

    roller: str
    first: int
    last: int
    lines: tuple[int, ...]
    faces: tuple[tuple[int, ...], ...]
    seat: str
    undone: bool

    @property
    def numbers(self) -> str:
        return str(self.first) if self.first == self.last else f"{self.first}-{self.last}"

    @property
    def place(self) -> str:
        return f"{self.numbers} (entry {self.lines[0]})"

    @property
    def dice(self) -> str:
        return " : ".join(" ".join(map(str, faces)) for faces in self.faces)


def roller_findings(rolls: Sequence[Entry], groups: Sequence[Group]) -> Iterator[RollerFinding]:
    """Yield findings about the receipts that `rolls` name, one dice roller after the other."""
    if not any(isinstance(entry.event, Rolled) and entry.event.ticket for entry in rolls):
        return
    throws = [throw for group in groups for throw in _throws(group)]
    rollers = dict.fromkeys(throw.roller for throw in throws if throw.roller)
    for roller in rollers:
        mine = [throw for throw in throws if throw.roller == roller]
        yield from _repeats(roller, mine)
        yield from _together(list(_out_of_order(roller, mine)))
        yield from _together(list(_gaps(roller, mine)))
    yield from _without(joined(list(rollers)), [throw for throw in throws if not throw.roller])


def _throws(group: Group) -> Iterator[_Throw]:
    rolls = [(entry.seq, entry.event) for entry in group.entries if isinstance(entry.event, Rolled)]
    rolled = [(seq, roll) for seq, roll in rolls if roll.source not in ("tower", "replayed")]
    head = group.head.event
    seat = head.player if isinstance(head, Move) else ""
    for ticket, same in groupby(rolled, lambda one: one[1].ticket):
        these = list(same)
        lines, faces = tuple(seq for seq, _ in these), tuple(event.faces for _, event in these)
        roller, first, last = "", 0, 0
        if numbered := _NUMBERED.fullmatch(ticket):
            roller, first = numbered["roller"], int(numbered["first"])
            last = max(first, int(numbered["last"] or first))
        yield _Throw(roller, first, last, lines, faces, seat, group.undone)


def _repeats(roller: str, throws: Sequence[_Throw]) -> Iterator[RollerFinding]:
    """Yield a finding for each receipt number that two rolls use. Dice recorded again after a takeback are one roll."""
    seen: dict[tuple[int, int], _Throw] = {}
    for throw in throws:
        old = seen.setdefault((throw.first, throw.last), throw)
        if old is throw or (old.undone and old.faces == throw.faces):
            continue
        what = (
            f"receipt {throw.numbers} of {roller} was used for two rolls: {old.dice} at entry {old.lines[0]} and"
            f" {throw.dice} here. Compare both with the record that {roller} keeps"
        )
        yield RollerFinding("unverified", throw.lines[0], throw.seat, what, (*old.lines, *throw.lines))


def _out_of_order(roller: str, throws: Sequence[_Throw]) -> Iterator[RollerFinding]:
    """Yield a finding for each receipt number that is lower than an earlier one, unless it appeared before."""
    highest, known = throws[0], {throws[0].first}
    for throw in throws[1:]:
        if throw.first > highest.first:
            highest = throw
        elif throw.first not in known:
            late = f"receipt {throw.numbers} of {roller} was posted after the higher receipt {highest.place}"
            what = f"{late}. It may be an earlier roll, or it was posted late"
            yield RollerFinding("note", throw.lines[0], throw.seat, what, (highest.lines[0], throw.lines[0]))
        known.add(throw.first)


def _gaps(roller: str, throws: Sequence[_Throw]) -> Iterator[RollerFinding]:
    inorder = sorted(throws, key=lambda throw: (throw.first, throw.last, throw.lines))
    for before, after in pairwise(inorder):
        missing = after.first - before.last - 1
        if missing <= 0:
            continue
        gone = str(before.last + 1) if missing == 1 else f"{before.last + 1} to {after.first - 1}"
        what = (
            f"receipt{'s' * (missing > 1)} {gone} of {roller} {'is' if missing == 1 else 'are'} missing between"
            f" {before.place} and {after.place}. The dice may have been rolled and not posted, or rolled for another"
            " game"
        )
        yield RollerFinding("note", after.lines[0], after.seat, what, (before.lines[-1], after.lines[0]))


def _together(found: Sequence[RollerFinding]) -> Iterator[RollerFinding]:
    if len(found) <= _EACH:
        yield from found
        return
    first, lines = found[0], [line for one in found for line in one.evidence]
    what = f"{first.what}. The same is true of {len(found)} rolls, as is usual if a roller serves many games"
    yield first._replace(what=what, evidence=tuple(dict.fromkeys(lines)))


def _without(rollers: str, throws: Sequence[_Throw]) -> Iterator[RollerFinding]:
    if rollers and throws:
        places = [str(throw.lines[0]) for throw in throws]
        told = joined(places if len(places) <= _TOLD else [*places[:_TOLD], "more"])
        what = (
            f"{counted(len(throws), 'roll')} without a numbered receipt, although others have one of {rollers}:"
            f" entr{'ies' if len(throws) > 1 else 'y'} {told}"
        )
        yield RollerFinding("note", throws[0].lines[0], throws[0].seat, what, tuple(throw.lines[0] for throw in throws))
