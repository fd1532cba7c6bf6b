"""Posts of awaited seats that were recorded and say no move: prose in which one may stand, and who may confirm it.

What is brought in without anybody who could be asked is recorded as it stands. A post that puts its seat's turn off is
chat, as long as the seat moves later by itself; where others moved on, or nothing follows, it is a draft.
"""

from collections.abc import Collection, Iterator
from typing import Final, NamedTuple

import msgspec

from events.events import ALL, Move
from events.session_events import Posted
from replay.posts.blocks import Post, unfenced
from replay.posts.directives import read_directive
from replay.posts.lines import begins_with_verb
from replay.posts.prose import ProseReader
from replay.posts.simulate import LookAhead
from replay.reading.timeline import Timeline
from replay.session.session import Session

_MOST: Final = 200
"""So many posts are read for what they may mean, the last ones."""


class Draft(msgspec.Struct, frozen=True):
    """A post of an awaited seat that says no move: its line of the log, what it may mean, who may confirm it.

    `text` is the line in which it may stand. Without `choices` nothing is known of what it means. It `is_due` where it
    has one clear reading, or nothing at all was read: then what was brought in is not whole without it.
    """

    seq: int
    seat: str
    text: str
    choices: tuple[str, ...] = ()
    is_due: bool = True

    @property
    def says(self) -> str:
        """What there is to say of it."""
        meant = f"it may mean {' or '.join(self.choices)}; " if self.choices else ""
        who = f"{self.seat} or the moderator may say so (correct --chat)"
        return f"{self.seat} was awaited, and no move was read; {meant}{who}"


class _Unread(NamedTuple):
    """The prose of a post, and the line of the log behind which it stands; `is_passed`: others moved after it."""

    seq: int
    seat: str
    lines: tuple[str, ...]
    at: int
    is_passed: bool = False


class DraftCollector:
    """Collects drafts while posts are recorded one after the other; what they may mean is told as to a spectator."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self._unread: list[_Unread] = []

    def take_in(self, post: Post, before: int, moved: Collection[int]) -> None:
        """Take in a post that was recorded after entry `before` of the log; `moved` are its lines that became moves."""
        entries = self.session.table.entries[before:]
        movers = {entry.fact.player for entry in entries if isinstance(entry.fact, Move) and not entry.implied}
        kept = (one for one in self._unread if one.is_passed or one.seat not in movers)
        self._unread = [one._replace(is_passed=one.is_passed or bool(movers)) for one in kept]
        seq = next((entry.seq for entry in entries if isinstance(entry.fact, Posted)), 0)
        for seat in self.session.status.awaited if seq else ():
            if lines := tuple(_prose(post, seat, moved)):
                self._unread.append(_Unread(seq, seat, lines, self.session.head.seq))

    @property
    def drafts(self) -> Iterator[Draft]:
        """The drafts that are left; of those that others passed by, the ones that may say a move."""
        if not self._unread:
            return
        timeline = Timeline(self.session.row, self.session.view(ALL))
        is_empty = not any(isinstance(entry.fact, Move) for entry in self.session.table.entries)
        for one in self._unread[-_MOST:]:
            ahead = LookAhead(timeline)
            ahead.position = timeline.position(one.at)
            found = ProseReader(timeline.game, ahead, one.seat).read(one.lines)
            if found is not None:
                is_due = is_empty or found.is_clear
                yield Draft(one.seq, one.seat, one.lines[found.line], found.choices, is_due)
            elif not one.is_passed:
                yield Draft(one.seq, one.seat, one.lines[0], is_due=is_empty)


def _prose(post: Post, seat: str, moved: Collection[int]) -> Iterator[str]:
    """Yield the lines of a seat that do not begin as notation does, after the last of its lines that became a move."""
    is_own = seat in (post.by, post.author.lower().replace(" ", "-"))
    blocks = post.blocks or (unfenced(post, seat).blocks if is_own else ())
    said = [line for block in blocks if block.seat == seat for line in block.lines]
    last = max((line.number for line in said if line.number in moved), default=0)
    for line in said:
        if line.number > last and not begins_with_verb(line.meant) and read_directive(line.meant) is None:
            yield line.meant
