"""The log as the column beside the board shows it: turns, one row a group, and only the rows around the reader.

A long log is never laid out whole: the rows near the line on show stand open, the other turns are headings.
"""

from bisect import bisect_right
from collections.abc import Sequence
from itertools import groupby
from typing import Final, NamedTuple

from events.entry import Entry
from events.events import UNKNOWN, Move, Rolled, SessionEvent, Started
from events.session_events import IllegalMoveAccepted, Posted, TakenBack
from replay.posts.revisions import speaker
from replay.reading.reading import Group
from replay.reading.session_event_text import on_behalf
from replay.reading.timeline import Timeline, is_closed_note

ROWS: Final = 36
"""How many groups stand open before the one on show, and as many after it."""
HEADINGS: Final = 40
"""How many turns have a heading before the open ones, and as many after them."""


_POST_REACH: Final = 80
"""How many groups back the post of a move is looked for."""
_SENTENCE: Final = 72
"""How many characters of a post stand in the log."""


class DieFace(NamedTuple):
    """One die of a roll: its name and its face."""

    name: str
    face: int


class LogSentence(NamedTuple):
    """One line told in a sentence; `rule` is the one it comes from, dice are shown beside it."""

    seq: int
    text: str
    rule: str
    dice: tuple[DieFace, ...] = ()
    source: str = ""


class LogRow(NamedTuple):
    """One group: its address, its head's sentence, and what followed.

    `post` is the text of an original post and `speaker` the seat whose it is; `behalf` says who wrote the head in a
    seat's place.
    """

    first: int
    last: int
    address: str
    kind: str
    text: str
    told: tuple[LogSentence, ...]
    undone: bool
    implied: bool
    post: str
    behalf: str = ""
    speaker: str = ""


class OriginalPost(NamedTuple):
    """The original post that a move was read from."""

    seq: int
    author: str
    text: str
    where: str
    when: str


class FoldedRows(NamedTuple):
    """Rows that were taken back, folded into one."""

    rows: tuple[LogRow, ...]

    @property
    def first(self) -> int:
        """The first line folded away."""
        return self.rows[0].first

    @property
    def last(self) -> int:
        """The last line folded away."""
        return self.rows[-1].last


class TurnSection(NamedTuple):
    """A turn in the log: groups `start` up to and without `stop`. `seq` is its last line."""

    turn: int
    name: str
    start: int
    stop: int
    first: int
    seq: int


class ShownSection(NamedTuple):
    """A section as laid out: its shown rows, and how many are left out before and after them."""

    section: TurnSection
    rows: tuple[LogRow | FoldedRows, ...] = ()
    before: int = 0
    after: int = 0


class LogWindow(NamedTuple):
    """What the column shows, and the turns just beyond it that lead on."""

    parts: tuple[ShownSection, ...]
    earlier: TurnSection | None
    later: TurnSection | None


class Logbook:
    """The groups of a timeline in turns, but for notes that are not for its viewer. Rows are told when first shown."""

    def __init__(self, timeline: Timeline) -> None:
        self.timeline = timeline
        self.groups: Sequence[Group] = [group for group in timeline.groups if not is_closed_note(group.head)]
        self._firsts = [group.first for group in self.groups]
        self.sections = self._in_turns()
        self._starts = [section.start for section in self.sections]
        self._rows: dict[int, LogRow] = {}

    def _in_turns(self) -> tuple[TurnSection, ...]:
        statuses = [self.timeline.status(max(group.first - 1, 1)) for group in self.groups]
        found = []
        for _, run in groupby(range(len(self.groups)), lambda at: (statuses[at].turn, statuses[at].seat)):
            indexes = list(run)
            start, stop = indexes[0], indexes[-1] + 1
            status = statuses[start]
            name = self.seat_name(status.seat, self.groups[start].first) if status.turn and status.seat else ""
            found.append(TurnSection(status.turn, name, start, stop, self._firsts[start], self.groups[stop - 1].last))
        return tuple(found)

    def seat_name(self, seat: str, seq: int) -> str:
        """A seat's name as the game prints it."""
        return self.timeline.game.view.seat_name(self.timeline.position(seq), seat)

    def at(self, seq: int) -> int:
        """The index of the group that holds a line."""
        return bisect_right(self._firsts, seq) - 1

    def section_at(self, index: int) -> int:
        """The index of the section that holds a group."""
        return bisect_right(self._starts, index) - 1

    def row(self, index: int) -> LogRow:
        """A group told in sentences."""
        if index not in self._rows:
            self._rows[index] = self._row_of_group(self.groups[index])
        return self._rows[index]

    def _row_of_group(self, group: Group) -> LogRow:
        head, said = group.head, self.timeline.tell(group.first)
        return LogRow(
            group.first,
            group.last,
            self.timeline.addresses.get(group.first, f"#{group.first}"),
            _kind(head),
            _cut(said) if isinstance(head.event, Posted) else said,
            tuple(self._line(entry) for entry in group.entries[1:]),
            group.undone,
            head.implied,
            head.event.text if isinstance(head.event, Posted) and head.event.text != UNKNOWN else "",
            on_behalf(head, self.timeline.reading.started.seats),
            speaker(head, self.timeline.reading.started.seats),
        )

    def _line(self, entry: Entry) -> LogSentence:
        event = entry.event
        text = self.timeline.tell(entry.seq)
        if not isinstance(event, Rolled):
            return LogSentence(entry.seq, text, entry.rule)
        dice = tuple(DieFace(name, face) for name, face in zip(event.die.split(), event.faces, strict=False))
        return LogSentence(entry.seq, text, entry.rule, dice, roll_source(event))

    def window(self, seq: int) -> LogWindow:
        """What to lay out around a line."""
        here = self.at(seq)
        low, high = max(0, here - ROWS), min(len(self.groups), here + ROWS + 1)
        first = max(0, self.section_at(low) - HEADINGS)
        last = min(len(self.sections), self.section_at(high - 1) + HEADINGS + 1)
        parts = tuple(self._part(section, low, high) for section in self.sections[first:last])
        return LogWindow(
            parts,
            self.sections[first - 1] if first else None,
            self.sections[last] if last < len(self.sections) else None,
        )

    def whole(self) -> LogWindow:
        """All of the log, laid out."""
        return LogWindow(tuple(self._part(section, 0, len(self.groups)) for section in self.sections), None, None)

    def _part(self, section: TurnSection, low: int, high: int) -> ShownSection:
        start, stop = max(section.start, low), min(section.stop, high)
        if start >= stop:
            return ShownSection(section)
        rows = _folded([self.row(index) for index in range(start, stop)])
        return ShownSection(section, rows, start - section.start, section.stop - stop)


def original_post(book: Logbook, at: int) -> OriginalPost | None:
    """The last post of a move's player before it, if nobody else moved or posted between."""
    move = book.groups[at].head
    if not isinstance(move.event, Move):
        return None
    for group in reversed(book.groups[max(0, at - _POST_REACH) : at]):
        event = group.head.event
        if isinstance(event, Posted):
            if event.author not in (move.event.player, move.by) or event.text == UNKNOWN:
                return None
            author = book.seat_name(event.author, group.first)
            return OriginalPost(group.first, author, event.text, event.where, event.when)
        if not isinstance(event, SessionEvent) and group.head.by not in (move.event.player, move.by):
            return None
    return None


def undone_by(book: Logbook, row: LogRow) -> int:
    """The line that took a struck group back, or 0."""
    if not row.undone:
        return 0
    for group in book.groups[book.at(row.last) + 1 :]:
        if isinstance(group.head.event, TakenBack) and group.head.event.to < row.first:
            return group.first
    return 0


def _folded(rows: Sequence[LogRow]) -> tuple[LogRow | FoldedRows, ...]:
    found: list[LogRow | FoldedRows] = []
    for undone, run in groupby(rows, lambda row: row.undone):
        shown = tuple(run)
        found.extend((FoldedRows(shown),) if undone else shown)
    return tuple(found)


def _kind(head: Entry) -> str:
    match head.event:
        case Posted():
            return "post"
        case IllegalMoveAccepted():
            return "flag"
        case Move():
            return "move"
        case Started() | SessionEvent():
            return "conduct"
        case _:
            return "stray"


def _cut(said: str) -> str:
    """As much of a post as one line of the log holds; the whole of it stands below."""
    return said if len(said) <= _SENTENCE else f"{said[:_SENTENCE].rsplit(' ', 1)[0]}\u2026"


def roll_source(rolled: Rolled) -> str:
    """Where a roll came from, in words."""
    if rolled.source == "tower":
        return f"tower, roll {rolled.receipt.k}" if rolled.receipt else "tower, without receipt"
    if rolled.source == "replayed":
        return f"as in line {rolled.of}"
    return rolled.ticket or rolled.source.removeprefix("other:")
