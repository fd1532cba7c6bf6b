"""The log as shown next to the board: turns, one row per group, and only rows near the current entry.

A long log is never laid out completely: turns far from the current entry are only headings.
"""

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Final, NamedTuple

from events.entry import Entry
from events.events import UNKNOWN, Event, Move, Rolled, SessionEvent, Started
from events.session_events import IllegalMoveAccepted, Posted, TakenBack
from events.store.protocol import EventStore
from replay.posts.post_of_move import PostsOfMoves
from replay.posts.revisions import speaker
from replay.reading.reading import Group
from replay.reading.session_event_text import on_behalf
from replay.reading.timeline import Timeline, is_closed_note
from replay.reading.trust import is_unasked_post

ROWS: Final = 12  # the number of moves (groups of entries) that the log shows before the current move, and after it
HEADINGS: Final = 12  # the number of turns that the log shows as a heading only, before the shown moves and after them

_SENTENCE: Final = 72  # the maximum number of characters of a post that a row of the log shows
_KINDS: Final[Mapping[str, tuple[type[Event], ...]]] = {
    "post": (Posted,), "flag": (IllegalMoveAccepted,), "move": (Move,), "conduct": (Started, SessionEvent),
    "stray": (Event,),
}  # fmt: skip
"""The types of a row's first event, by kind of row. The first kind that fits is the row's kind."""


class LogSentence(NamedTuple):
    """One entry as a sentence, with the rule it comes from. `source` is the source of a roll, in words."""

    seq: int
    text: str
    rule: str
    source: str = ""


class LogRow(NamedTuple):
    """A row of the log: a move with its results, or a post. `speaker`: its seat. `behalf`: who moved for a seat."""

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
    """The post that a move came from. If not `is_sure`, the log shows only that it is the last post before the move."""

    seq: int
    author: str
    text: str
    where: str
    when: str
    is_unasked: bool = False  # its plain words were recorded without a question
    is_sure: bool = True

    @property
    def source(self) -> str:
        """The author, the date and the place of the post, as one text."""
        return ", ".join(filter(None, (self.author, self.when, self.where)))

    @property
    def label(self) -> str:
        """What the post is to the move, and its author, date and place."""
        return f"{'Original post' if self.is_sure else 'Last post before this move'} by {self.source}"


class FoldedRows(NamedTuple):
    """Consecutive undone rows, folded into one, with their first and last entry."""

    rows: tuple[LogRow, ...]
    first: int
    last: int


class TurnSection(NamedTuple):
    """A turn in the log: the groups from `start` to before `stop`. `first` is its first entry, `seq` its last."""

    turn: int
    name: str
    start: int
    stop: int
    first: int
    seq: int


class ShownSection(NamedTuple):
    """A section for display: its rows, and the number of rows left out before and after them."""

    section: TurnSection
    rows: tuple[LogRow | FoldedRows, ...] = ()
    before: int = 0
    after: int = 0


class LogWindow(NamedTuple):
    """The part of the log that the page shows, and the turns just before and after this part."""

    parts: tuple[ShownSection, ...]
    earlier: TurnSection | None
    later: TurnSection | None


class Logbook:
    """A log divided into turns, and turns into rows (moves, posts), without notes that its viewer may not read."""

    def __init__(self, timeline: Timeline, store: EventStore) -> None:
        self.timeline, self.posts = timeline, PostsOfMoves(timeline, store)
        self.groups: Sequence[Group] = [group for group in timeline.groups if not is_closed_note(group.head)]
        self._firsts = [group.first for group in self.groups]
        self.sections = self._in_turns()
        self._starts = [section.start for section in self.sections]
        self._rows: dict[int, LogRow] = {}
        self._html: tuple[str, dict[int, str]] = ("", {})

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
        """Return a seat's name as the game prints it."""
        return self.timeline.game.view.seat_name(self.timeline.position(seq), seat)

    def at(self, seq: int) -> int:
        """Return the index of the group that contains an entry."""
        return bisect_right(self._firsts, seq) - 1

    def section_at(self, index: int) -> int:
        """Return the index of the turn section that contains the group with this index."""
        return bisect_right(self._starts, index) - 1

    def row(self, index: int) -> LogRow:
        """Return a group as a row of sentences."""
        if index not in self._rows:
            self._rows[index] = self._row_of_group(self.groups[index])
        return self._rows[index]

    def _row_of_group(self, group: Group) -> LogRow:
        head, sentence, post = group.head, self.timeline.sentence(group.first), ""
        if isinstance(head.event, Posted):
            sentence, post = _cut(sentence), head.event.text if head.event.text != UNKNOWN else ""
        address = self.timeline.address(group.first)
        seats = self.timeline.reading.started.seats
        told = tuple(self._line(entry) for entry in group.entries[1:])
        by, whose = on_behalf(head, seats), speaker(head, seats)
        kind = next(kind for kind, events in _KINDS.items() if isinstance(head.event, events))
        return LogRow(
            group.first, group.last, address, kind, sentence, told, group.undone, head.implied, post, by, whose
        )

    def _line(self, entry: Entry) -> LogSentence:
        source = roll_source(entry.event) if isinstance(entry.event, Rolled) else ""
        return LogSentence(entry.seq, self.timeline.sentence(entry.seq), entry.rule, source)

    def html_of(self, base: str) -> dict[int, str]:
        """Return the kept HTML of parts of this log with links to pages under the address `base`."""
        kept = self._html
        if kept[0] != base:
            kept = self._html = (base, {})
        return kept[1]

    def window(self, seq: int) -> LogWindow:
        """Return the part of the log to show around an entry."""
        here = self.at(seq)
        low, high = max(0, here - ROWS), min(len(self.groups), here + ROWS + 1)
        first = max(0, self.section_at(low) - HEADINGS)
        last = min(len(self.sections), self.section_at(high - 1) + HEADINGS + 1)
        parts = tuple(self._part(section, low, high) for section in self.sections[first:last])
        later = self.sections[last] if last < len(self.sections) else None
        return LogWindow(parts, self.sections[first - 1] if first else None, later)

    def whole(self) -> LogWindow:
        """Return the complete log."""
        return LogWindow(tuple(self._part(section, 0, len(self.groups)) for section in self.sections), None, None)

    def _part(self, section: TurnSection, low: int, high: int) -> ShownSection:
        start, stop = max(section.start, low), min(section.stop, high)
        if start >= stop:
            return ShownSection(section)
        rows = _folded([self.row(index) for index in range(start, stop)])
        return ShownSection(section, rows, start - section.start, section.stop - stop)


def original_post(book: Logbook, at: int) -> OriginalPost | None:
    """Return the post that a move came from, if the viewer may read it."""
    source = book.posts.post_of(book.groups[at])
    if source is None:
        return None
    event, seq = source.entry.event, source.entry.seq
    assert isinstance(event, Posted)
    if event.text == UNKNOWN:
        return None
    author = book.seat_name(event.author, seq) if event.author in book.timeline.reading.started.seats else event.author
    is_unasked = is_unasked_post(book.timeline.entries, seq)
    return OriginalPost(seq, author, event.text, event.where, event.when, is_unasked, source.is_sure)


def undone_by(book: Logbook, row: LogRow) -> int:
    """Return the number of the entry that took an undone group back, or 0."""
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
        found.extend((FoldedRows(shown, shown[0].first, shown[-1].last),) if undone else shown)
    return tuple(found)


def _cut(sentence: str) -> str:
    return sentence if len(sentence) <= _SENTENCE else f"{sentence[:_SENTENCE].rsplit(' ', 1)[0]}\u2026"


def roll_source(rolled: Rolled) -> str:
    """Return in words the source of a roll, such as `dice roller, roll 12`, or the receipt of another roller."""
    if rolled.source == "tower":
        return f"dice roller, roll {rolled.receipt.k}" if rolled.receipt else "dice roller, without receipt"
    if rolled.source == "replayed":
        return f"as in entry {rolled.of}"
    if rolled.ticket or rolled.source == "typed":
        return rolled.ticket or "typed in"
    return f"rolled with {rolled.source.removeprefix('other:')}"
