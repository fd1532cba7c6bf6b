"""Receipts of outside rollers: numbers that are missing, go backwards or stand at two throws, and throws without any.

Such a roller numbers what it throws, so that a number which nobody posted is seen. What that means is not in the log:
it may be a throw that somebody kept back, or one of another game. So these are notes; two throws under one number are
a doubt, for the roller itself can tell which of them it made.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise
from typing import Final, NamedTuple

from events.events import Move, Rolled
from projections.wording import counted, joined
from replay.audit.findings import Level
from replay.reading.reading import Group

_NUMBERED: Final = re.compile("(?P<roller>[^#]+)#(?P<first>[0-9]{1,18})(?:-(?P<last>[0-9]{1,18}))?", re.ASCII)
_EACH: Final = 5
"""With more of one sort than this, they are told together."""
_TOLD: Final = 12
"""So many numbers and lines are named."""


class RollerFinding(NamedTuple):
    """What is to be said of receipts, the line it is found at, whose throw that was, and the lines that show it."""

    level: Level
    seq: int
    seat: str
    what: str
    evidence: tuple[int, ...]


class _Throw(NamedTuple):
    """Dice under one receipt: the numbers it has there, where it stands and whether that was struck."""

    roller: str
    first: int
    last: int
    lines: tuple[int, ...]
    faces: tuple[tuple[int, ...], ...]
    seat: str
    undone: bool

    @property
    def numbers(self) -> str:
        """Its numbers there, as a post gives them."""
        return str(self.first) if self.first == self.last else f"{self.first}-{self.last}"

    @property
    def place(self) -> str:
        """Its number and its line."""
        return f"{self.numbers} (line {self.lines[0]})"

    @property
    def dice(self) -> str:
        """What it shows."""
        return " : ".join(" ".join(map(str, faces)) for faces in self.faces)


def roller_findings(groups: Sequence[Group]) -> Iterator[RollerFinding]:
    """What the receipts of outside rollers show, roller by roller."""
    throws = [throw for group in groups for throw in _throws(group)]
    rollers = dict.fromkeys(throw.roller for throw in throws if throw.roller)
    for roller in rollers:
        mine = [throw for throw in throws if throw.roller == roller]
        yield from _repeats(roller, mine)
        yield from _together(list(_out_of_order(roller, mine)))
        yield from _together(list(_gaps(roller, mine)))
    yield from _without(joined(list(rollers)), [throw for throw in throws if not throw.roller])


def _throws(group: Group) -> Iterator[_Throw]:
    """The throws of a group that no tower made; dice under one receipt are one throw."""
    rolled = [
        (entry.seq, entry.event)
        for entry in group.entries
        if isinstance(entry.event, Rolled) and entry.event.source not in ("tower", "replayed")
    ]
    head = group.head.event
    seat = head.player if isinstance(head, Move) else ""
    for ticket, same in groupby(rolled, lambda one: one[1].ticket):
        these = list(same)
        lines, faces = tuple(seq for seq, _ in these), tuple(event.faces for _, event in these)
        numbered = _NUMBERED.fullmatch(ticket)
        if numbered is None:
            yield _Throw("", 0, 0, lines, faces, seat, group.undone)
            continue
        first = int(numbered["first"])
        yield _Throw(numbered["roller"], first, max(first, int(numbered["last"] or first)), lines, faces, seat,
                     group.undone)  # fmt: skip


def _repeats(roller: str, throws: Sequence[_Throw]) -> Iterator[RollerFinding]:
    """A number at two throws; the same dice told again behind a takeback are the same throw."""
    seen: dict[tuple[int, int], _Throw] = {}
    for throw in throws:
        old = seen.setdefault((throw.first, throw.last), throw)
        if old is throw or (old.undone and old.faces == throw.faces):
            continue
        what = (
            f"receipt {throw.numbers} of {roller} stands at line {old.lines[0]} with {old.dice} and here with"
            f" {throw.dice}: two throws under one number. The record that {roller} keeps tells which of them it shows,"
            " or whether it shows both"
        )
        yield RollerFinding("doubt", throw.lines[0], throw.seat, what, (*old.lines, *throw.lines))


def _out_of_order(roller: str, throws: Sequence[_Throw]) -> Iterator[RollerFinding]:
    """Numbers below one that stood before, but for those that stood themselves."""
    highest, known = throws[0], {throws[0].first}
    for throw in throws[1:]:
        if throw.first > highest.first:
            highest = throw
        elif throw.first not in known:
            what = f"the receipts of {roller} go back from {highest.place} to {throw.numbers}"
            what = f"{what}: thrown before, or posted late"
            yield RollerFinding("note", throw.lines[0], throw.seat, what, (highest.lines[0], throw.lines[0]))
        known.add(throw.first)


def _gaps(roller: str, throws: Sequence[_Throw]) -> Iterator[RollerFinding]:
    """Numbers between those posted that no throw has."""
    inorder = sorted(throws, key=lambda throw: (throw.first, throw.last, throw.lines))
    for before, after in pairwise(inorder):
        missing = after.first - before.last - 1
        if missing <= 0:
            continue
        gone = str(before.last + 1) if missing == 1 else f"{before.last + 1} to {after.first - 1}"
        what = (
            f"receipt{'s' * (missing > 1)} {gone} of {roller} {'is' if missing == 1 else 'are'} missing, between"
            f" {before.place} and {after.place}: thrown and not posted, or thrown for another game"
        )
        yield RollerFinding("note", after.lines[0], after.seat, what, (before.lines[-1], after.lines[0]))


def _together(found: Sequence[RollerFinding]) -> Iterator[RollerFinding]:
    """Findings of one sort, each for itself; or the first of them with how often it is so, where that is the rule."""
    if len(found) <= _EACH:
        yield from found
        return
    first, lines = found[0], [line for one in found for line in one.evidence]
    what = f"{first.what}. So it is at {len(found)} throws, as it is where a roller numbers the throws of many games"
    yield first._replace(what=what, evidence=tuple(dict.fromkeys(lines)))


def _without(rollers: str, throws: Sequence[_Throw]) -> Iterator[RollerFinding]:
    """Throws that have no number that counts, where others have."""
    if rollers and throws:
        places = [str(throw.lines[0]) for throw in throws]
        told = joined(places if len(places) <= _TOLD else [*places[:_TOLD], "more"])
        what = (
            f"{counted(len(throws), 'throw')} without a receipt that has a number, where others have one of {rollers}:"
            f" line{'s' * (len(throws) > 1)} {told}"
        )
        yield RollerFinding("note", throws[0].lines[0], throws[0].seat, what, tuple(throw.lines[0] for throw in throws))
