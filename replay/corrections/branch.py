"""Create and compare what-ifs: branches that leave a session at an entry and can be changed and played on.

A branch is a separate session. Its first entry names the session and the entry that it leaves. Its entries up to there
are copies with the same numbers, limited to what its maker may know. They contain no commitment, no secret and no
future roll of the dice roller. After them, known chance is reused, and new chance is generated or entered by hand.
"""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

import msgspec

from events import session_events as c
from events.entry import Entry
from events.errors import RefusedError, UnknownSessionError
from events.events import AUTHOR_ONLY, OMNISCIENT, Chance, Drawn, Move, Revealed, Rolled, Shuffled, Started, tag_of
from events.lazy_patterns import lazy_pattern
from events.store.accounts import Accounts
from events.store.checks import check_id
from events.store.protocol import EventStore
from events.store.rows import SessionRow
from events.store.settings import Settings, plain_title, strictest
from projections.registry import Registry
from replay.chance.clock import now_ms
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

_ORIGIN: Final = lazy_pattern(r"(?P<session>[a-z0-9-]+)#(?P<line>[1-9][0-9]*) (?P<digest>[0-9a-f]{32})")
_NOT_COPIED: Final = (c.Pledged, c.SecretsOpened, c.PrivilegedView, c.Suspended, c.Ordered, c.Noted, c.HostKey)
"""Events that a branch does not copy. A remark replaces each, so that entry numbers stay the same."""


class Origin(NamedTuple):
    """The entry after which a branch (a what-if) starts: session, entry number, first half of the digest."""

    session: str
    line: int
    digest: str


class ComparedMove(NamedTuple):
    """A move in the original session and in its branch: entry, number, text; 0 and "" if one of them lacks the move."""

    line: int
    address: str
    record: str
    branch_line: int
    branch: str

    @property
    def is_same(self) -> bool:
        """Whether the original and the branch have the same move with the same result."""
        return self.record == self.branch


class Comparison(NamedTuple):
    """A branch compared with its original: the moves from the first difference on, and the differing board lines."""

    origin: Origin
    moves: tuple[ComparedMove, ...]
    changed: tuple[ChangedLine, ...]

    @property
    def differing(self) -> tuple[ComparedMove, ...]:
        """The moves that differ between the original and the branch."""
        return tuple(one for one in self.moves if not one.is_same)


def origin_of(started: Started) -> Origin | None:
    """Return the entry after which a branch starts, None for a session that is not a branch."""
    match = _ORIGIN.fullmatch(started.branch)
    return Origin(match["session"], int(match["line"]), match["digest"]) if match else None


def make_branch(
    store: EventStore, registry: Registry, timeline: Timeline, seq: int = 0, *, session: str = "", alias: str = ""
) -> Session:
    """Create a branch after the group of entry `seq` (0 for the last), with what the timeline's viewer knows.

    Raises RefusedError if the entry does not exist or belongs to the set-up, ConflictError if the alias is taken.
    """
    seq = seq or timeline.last
    timeline.position(seq)
    dealt = next((group.last for group in timeline.groups if isinstance(group.head.event, c.Begun)), timeline.last)
    if seq < dealt:
        raise RefusedError(f"a what-if must start after the set-up, which ends at entry {dealt}")
    last = timeline.group_at(seq).last
    reading, source = timeline.reading, timeline.row
    digest = timeline.digest(last)
    started = msgspec.structs.replace(
        reading.started, dice="typed", cards="typed", host="", opens="all", disputes="go on",
        title=plain_title(f"What if: {source.name}"),
        branch=f"{source.session}#{last} {digest}", signs=public_key(store),
    )  # fmt: skip
    named = check_id(alias, "alias") if alias else ""
    row = SessionRow(check_id(session or new_id()), source.game, now_ms(), started.title, named, package=source.package)
    new = Session(store, registry, row)
    entries = [Entry(started), *(_copied(entry) for entry in timeline.entries[1:last])]
    with new.writing(store.create_with_entries(row, None)):
        new.append(entries)
    return new


def _copied(entry: Entry) -> Entry:
    """Return the copy of an entry for a branch, with chance as if entered by hand."""
    event = entry.event
    if is_closed_note(entry):  # the pages show neither this note nor the empty one
        event = c.Noted(OMNISCIENT, "", "0", "", f"{OMNISCIENT} {AUTHOR_ONLY}")
    elif isinstance(event, _NOT_COPIED):
        text = f"Of the record alone: {tag_of(event).replace('-', '')}."  # plain-english: ok, stored in the log
        event = c.Remarked(OMNISCIENT, text)
    elif isinstance(event, Rolled) and event.source != "replayed":
        event = msgspec.structs.replace(event, source="typed", receipt=None)
    elif isinstance(event, Shuffled):
        event = msgspec.structs.replace(event, source="typed", j=0)
    elif isinstance(event, Drawn | Revealed):
        event = msgspec.structs.replace(event, source="typed")
    by = OMNISCIENT if isinstance(event, Chance | c.Noted) or entry.by == "tower" else entry.by
    return Entry(event, by, entry.rule, HEAD if entry.cause else 0, implied=entry.implied)


def change_branch(session: Session, text: str, *, throws: bool = False, seed: int | None = None) -> CorrectionPlan:
    """Apply a written correction to a branch and return what it did. Known chance is reused.

    With `throws`, missing dice and cards come from a seeded generator. The seed is recorded, so they can be repeated.
    Raises NotationError, NeedsAnswerError (`text` has no answer for a later move), RefusedError (not a branch).
    """
    if origin_of(session.started) is None:
        raise RefusedError("this session is not a what-if. Create a what-if of it first")
    meant = read_changes(Timeline(session.row, session.table), text)
    number = fresh_seed() if seed is None else seed
    if not throws:
        return correct(session, meant, by="moderator")
    text = f"What is missing is thrown with the seed {number}."  # plain-english: ok, stored in the log
    before = [Entry(c.Remarked(OMNISCIENT, text))]
    return correct(session, meant, by="moderator", before=before, fate=SeededChance(number))


def record_of(store: EventStore, registry: Registry, branch: Timeline, viewer: str) -> Timeline:
    """Return the original session of a branch, as a viewer may know it.

    Raises RefusedError if the session is not a branch or the entry after which it starts no longer exists, and
    UnknownSessionError if the original session is not stored on this server.
    """
    origin = origin_of(branch.reading.started)
    if origin is None:
        raise RefusedError("this session is not a what-if")
    try:
        record = Timeline.read(store, registry, origin.session, viewer)
    except UnknownSessionError as error:
        what = f"the original session of this what-if, {origin.session}, is not on this server"
        raise UnknownSessionError(what) from error
    if origin.line > record.last or record.digest(origin.line) != origin.digest:
        what = f"this what-if was not made from entry {origin.line} of {origin.session} as it is stored here"
        raise RefusedError(what)
    return record


def compare(record: Timeline, branch: Timeline) -> Comparison:
    """Compare moves and final boards of a branch and its original. Raises RefusedError for unrelated sessions."""
    origin = origin_of(branch.reading.started)
    if origin is None or origin.session != record.row.session:
        raise RefusedError("these two sessions are not a what-if and its original session")
    ours, theirs = _moves(branch), _moves(record)
    gone = sorted(set(theirs) - set(ours))

    def row(line: int, at: int = 0) -> ComparedMove:
        there = theirs.get(line, 0)
        timeline, seq = (record, there) if there else (branch, at)
        address = timeline.addresses.get(seq, "")
        return ComparedMove(line if there else 0, address, _told(record, there), at, _told(branch, at))

    order: list[ComparedMove] = []
    for line, at in ours.items():
        while line in theirs and gone and gone[0] < line:
            order.append(row(gone.pop(0)))
        order.append(row(line, at))
    order += map(row, gone)
    first = next((at for at, one in enumerate(order) if not one.is_same), len(order))
    then: Any = branch.position(branch.last)
    return Comparison(origin, tuple(order[first:]), changed_lines(record.game, record.position(record.last), then))


def _moves(timeline: Timeline) -> Mapping[int, int]:
    """Return the entry numbers of moves that were not undone, by the entry where each move was first recorded."""
    found: dict[int, int] = {}
    for group in timeline.groups:
        if not group.undone and isinstance(group.head.event, Move):
            found.setdefault(first_origin(timeline.entries, group.first), group.first)
    return found


def _told(timeline: Timeline, head: int) -> str:
    return " ".join(timeline.sentence(entry.seq) for entry in timeline.group_at(head).entries) if head else ""


def begin_branch(
    store: EventStore, registry: Registry, accounts: Accounts, timeline: Timeline, seq: int = 0, *, text: str = "",
    alias: str = "", throws: bool = False, seed: int | None = None, hidden: bool = False,
) -> Session:  # fmt: skip
    """Create a what-if for the browser or the command line, and change it as `text` says.

    The what-if is not listed, and it is private if the session is private or `hidden` is set. After an error no what-if
    remains. Raises the errors of `make_branch` and `change_branch`.
    """
    name, record, is_made = new_id(), timeline.row.session, False
    visibility = "private" if hidden else strictest("unlisted", accounts.settings(record).visibility)
    accounts.put_settings(name, Settings(visibility, record=record))
    try:
        branch = make_branch(store, registry, timeline, seq, session=name, alias=alias)
        is_made = True
        if text:
            change_branch(branch, text, throws=throws, seed=seed)
    except BaseException:
        if is_made:
            store.remove(name)
        accounts.drop_settings(name)
        raise
    return branch
