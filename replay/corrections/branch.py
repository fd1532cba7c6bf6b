"""What if: a branch that leaves a session at one of its lines, to be changed, played on and compared with the record.

A branch is a session of its own and never the record: its first line says which line of which session it leaves. Up to
there its lines are the record's, number by number, as its maker may know them; what the tower pledged, opened or would
still throw is not in it. Behind, known chance is used again, and new chance is thrown or typed.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

import msgspec

from events.entry import Entry
from events.errors import RefusedError, UnknownSessionError
from events.events import (
    AUTHOR_ONLY,
    OMNISCIENT,
    Chance,
    Drawn,
    Event,
    Move,
    Revealed,
    Rolled,
    Shuffled,
    Started,
    tag_of,
)
from events.session_events import (
    Begun,
    HostKey,
    Noted,
    Ordered,
    Pledged,
    PrivilegedView,
    Remarked,
    SecretsOpened,
    Suspended,
)
from events.store.checks import check_id
from events.store.protocol import EventStore
from events.store.rows import SessionRow
from events.store.settings import plain_title
from projections.registry import Registry
from replay.chance.clock import Clock, now_ms
from replay.chance.random_source import SeededChance
from replay.chance.tower import fresh_seed
from replay.corrections.correction import correct
from replay.corrections.plan import CorrectionPlan
from replay.corrections.takeback import ChangedLine, changed_lines
from replay.corrections.written_changes import read_changes
from replay.reading.reading import first_origin
from replay.reading.timeline import Timeline, is_closed_note
from replay.session.encoding import HEAD
from replay.session.session import Session, new_id
from replay.session.signing import public_key

_ORIGIN: Final = re.compile(r"(?P<session>[a-z0-9-]+)#(?P<line>[1-9][0-9]*) (?P<digest>[0-9a-f]{32})")
_NOT_COPIED: Final = (Pledged, SecretsOpened, PrivilegedView, Suspended, Ordered, Noted, HostKey)
"""What is of the record's own keeping: a line that says so stands in its place, so that all numbers stay.

A note that its maker may not know stands there as one that nobody reads, as the pages of neither show where it is.
"""


class Origin(NamedTuple):
    """The line that a branch leaves: its session, its number, the first half of its digest."""

    session: str
    line: int
    digest: str


class ComparedMove(NamedTuple):
    """One move of the record and of its branch: the line and address in each, 0 and "" where it is not there."""

    line: int
    address: str
    record: str
    branch_line: int
    branch: str

    @property
    def is_same(self) -> bool:
        """Whether it gave the same in both."""
        return self.record == self.branch


class Comparison(NamedTuple):
    """A branch beside its record: the moves behind the line that it leaves, and the boards where each ends."""

    origin: Origin
    moves: tuple[ComparedMove, ...]
    changed: tuple[ChangedLine, ...]

    @property
    def differing(self) -> tuple[ComparedMove, ...]:
        """The moves that are not the same in both."""
        return tuple(one for one in self.moves if not one.is_same)


def origin_of(started: Started) -> Origin | None:
    """The line that a session leaves; None for a record."""
    match = _ORIGIN.fullmatch(started.branch)
    return Origin(match["session"], int(match["line"]), match["digest"]) if match else None


def make_branch(
    store: EventStore, registry: Registry, timeline: Timeline, seq: int = 0, *, session: str = "", alias: str = "",
    clock: Clock = now_ms,
) -> Session:  # fmt: skip
    """A branch that leaves a session behind the move of a line (0: behind its last), as the timeline's viewer knows it.

    Raises:
        RefusedError: there is no such line, or it stands in the set-up; nothing is written.
        ConflictError: the alias is taken; nothing is written.
    """
    last = timeline.group_at(_checked_line(timeline, seq)).last
    reading, source = timeline.reading, timeline.row
    digest = timeline.lines[last - 1].digest.hex()[:32]
    started = msgspec.structs.replace(
        reading.started, dice="typed", cards="typed", host="", opens="all", disputes="go on",
        title=plain_title(f"What if: {source.title or source.alias or source.session}"),
        branch=f"{source.session}#{last} {digest}", signs=public_key(store),
    )  # fmt: skip
    row = SessionRow(
        check_id(session or new_id()), source.game, clock(), started.title, check_id(alias, "alias") if alias else ""
    )
    new = Session(store, registry, row, clock)
    entries = [Entry(started), *(_copied(entry) for entry in timeline.entries[1:last])]
    with new.writing(store.create_with_entries(row, None)):
        new.append(entries)
    return new


def _checked_line(timeline: Timeline, seq: int) -> int:
    seq = seq or timeline.last
    timeline.position(seq)
    dealt = next((group.last for group in timeline.groups if isinstance(group.head.event, Begun)), timeline.last)
    if seq < dealt:
        raise RefusedError(f"a branch leaves a session behind its set-up, which ends at line {dealt}")
    return seq


def _copied(entry: Entry) -> Entry:
    """A line of the record as it stands in a branch: chance is of nobody's tower there."""
    event: Event = entry.event
    if is_closed_note(entry):
        event = Noted(OMNISCIENT, "", "0", "", f"{OMNISCIENT} {AUTHOR_ONLY}")
    elif isinstance(event, _NOT_COPIED):
        event = Remarked(OMNISCIENT, f"Of the record alone: {tag_of(event).replace('-', '')}.")
    elif isinstance(event, Rolled) and event.source != "replayed":
        event = msgspec.structs.replace(event, source="typed", receipt=None)
    elif isinstance(event, Shuffled):
        event = msgspec.structs.replace(event, source="typed", j=0)
    elif isinstance(event, Drawn | Revealed):
        event = msgspec.structs.replace(event, source="typed")
    by = OMNISCIENT if isinstance(event, Chance | Noted) or entry.by == "tower" else entry.by
    return Entry(event, by, entry.rule, HEAD if entry.cause else 0, implied=entry.implied)


def change_branch(session: Session, text: str, *, throws: bool = False, seed: int | None = None) -> CorrectionPlan:
    """Change a branch as a correction is written: known chance is used again; with `throws` what is missing is thrown.

    The dice are seeded, never the tower's; the seed is remarked, so that they can be thrown again.

    Raises:
        NotationError: a line does not read.
        NeedsAnswerError: moves fall, or wait for chance, and nothing is said of them; nothing is written.
        RefusedError: it is no branch.
    """
    if origin_of(session.started) is None:
        raise RefusedError("this is a record: make a branch of it first")
    meant = read_changes(Timeline(session.row, session.table), text)
    number = fresh_seed() if seed is None else seed
    said = Remarked(OMNISCIENT, f"What is missing is thrown with the seed {number}.")
    return correct(
        session, meant.changes, by="moderator", answers=meant.answers, others=meant.others, keepings=meant.keepings,
        before=[Entry(said)] if throws else [], fate=SeededChance(number) if throws else None,
    )  # fmt: skip


def record_of(store: EventStore, registry: Registry, branch: Timeline, viewer: str) -> Timeline:
    """The session that a branch leaves, as a viewer may know it.

    Raises:
        RefusedError: it is no branch, or the line that it leaves is not there any more.
        UnknownSessionError: the session is not here.
    """
    origin = origin_of(branch.reading.started)
    if origin is None:
        raise RefusedError("this is no branch: it is the record of what was played")
    try:
        record = Timeline.read(store, registry, origin.session, viewer)
    except UnknownSessionError as error:
        raise UnknownSessionError(f"the session that this branch leaves, {origin.session}, is not here") from error
    if origin.line > record.last or record.lines[origin.line - 1].digest.hex()[:32] != origin.digest:
        raise RefusedError(f"line {origin.line} of {origin.session} is not the one that this branch leaves")
    return record


def compare(record: Timeline, branch: Timeline) -> Comparison:
    """A branch beside its record, move by move behind the line where they part, and board by board.

    Raises:
        RefusedError: it is no branch of that record.
    """
    origin = origin_of(branch.reading.started)
    if origin is None or origin.session != record.row.session:
        raise RefusedError("these two are not a branch and its record")
    ours, theirs = _moves(branch), _moves(record)
    order: list[ComparedMove] = []
    gone = sorted(set(theirs) - set(ours))
    for line, at in ours.items():
        told = _told(branch, at)
        while line in theirs and gone and gone[0] < line:
            order.append(_of_record(record, theirs, gone.pop(0)))
        if line in theirs:
            order.append(_of_record(record, theirs, line)._replace(branch_line=at, branch=told))
        else:
            order.append(ComparedMove(0, branch.addresses.get(at, ""), "", at, told))
    order += [_of_record(record, theirs, line) for line in gone]
    first = next((at for at, row in enumerate(order) if not row.is_same), len(order))
    then: Any = branch.position(branch.last)
    return Comparison(origin, tuple(order[first:]), changed_lines(record.game, record.position(record.last), then))


def _of_record(record: Timeline, moves: Mapping[int, int], line: int) -> ComparedMove:
    return ComparedMove(line, record.addresses.get(moves[line], ""), _told(record, moves[line]), 0, "")


def _moves(timeline: Timeline) -> Mapping[int, int]:
    """The moves that stand, by the line where each stood first."""
    found: dict[int, int] = {}
    for group in timeline.groups:
        if not group.undone and isinstance(group.head.event, Move):
            found.setdefault(first_origin(timeline.entries, group.first), group.first)
    return found


def _told(timeline: Timeline, head: int) -> str:
    group = timeline.group_at(head)
    told: Sequence[str] = [timeline.tell(entry.seq) for entry in group.entries]
    return " ".join(told)
