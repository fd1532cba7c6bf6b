"""The post that each move came from. A move that was made with a button has no post.

The database keeps the answer to each line of a post, and so which moves the line became. A log from another database
has no answers. In such a log, a move surely came from a post only if both were recorded at once.
"""

from bisect import bisect_left
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Final, NamedTuple

from events.entry import Entry
from events.events import Move, SessionEvent
from events.lazy_patterns import lazy_pattern
from events.session_events import Posted
from events.store.protocol import EventStore
from replay.reading.reading import Group, undone_origin
from replay.reading.timeline import Timeline
from replay.session.submission import Answer, answers

_LINE_KEY: Final = lazy_pattern(r"(?P<post>[A-Za-z0-9-]{1,64})\.[0-9]{1,6}(?:[+>]{0,60}|-end)")
"""The key of a line of a post: see `replay.posts.revisions.key_of_line`."""
_AT_ONCE_MS: Final = 1_000
"""The longest time between two entries that were recorded at once. Lines of one post are a few milliseconds apart."""


class SourcePost(NamedTuple):
    """The post in an entry, as the source of a move. If not `is_sure`, it is only the last post before the move."""

    entry: Entry
    is_sure: bool = True


class PostsOfMoves:
    """The posts of the moves in a log."""

    def __init__(self, timeline: Timeline, store: EventStore) -> None:
        self._timeline, self._store = timeline, store

    def post_of(self, group: Group) -> SourcePost | None:
        """Return the post of a move; of a corrected or repeated move, the post of the original move."""
        return self._found.get(group.first)

    def has_moves(self, seq: int) -> bool:
        """Return whether moves came, or may have come, from the post in entry `seq`."""
        return seq in self._sources

    @cached_property
    def _sources(self) -> frozenset[int]:
        return frozenset(source.entry.seq for source in self._found.values())

    @cached_property
    def _found(self) -> Mapping[int, SourcePost]:
        """The posts by the first entry of each move."""
        timeline, found = self._timeline, dict[int, SourcePost]()
        if not timeline.reading.entries_of(Posted):
            return found
        answered, settled = self._answered
        post, is_sure, at_ms = None, False, 0
        for group in timeline.groups:
            head, event = group.head, group.head.event
            if isinstance(event, Posted):
                post, is_sure, at_ms = head, not timeline.reading.started.branch, head.at_ms
            elif isinstance(event, SessionEvent) or head.by == "order":
                continue
            elif isinstance(event, Move) and (of := undone_origin(timeline.entries, group.first)):
                found |= {group.first: found[of]} if of in found else {}
            elif group.first in answered:
                found[group.first] = SourcePost(answered[group.first])
            elif post is not None and isinstance(event, Move):
                assert isinstance(post.event, Posted)
                if not {post.event.author, post.by} & {event.player, head.by}:
                    post = None
                elif post.seq not in settled:
                    is_sure, at_ms = is_sure and 0 <= head.at_ms - at_ms < _AT_ONCE_MS, head.at_ms
                    found[group.first] = SourcePost(post, is_sure)
        return found

    @cached_property
    def _answered(self) -> tuple[Mapping[int, Entry], frozenset[int]]:
        """The posts of moves by the first entry of each move, and the entries of all posts that have answers."""
        posts, last = dict[str, list[Entry]](), self._timeline.last
        for entry in self._timeline.reading.entries_of(Posted):
            if isinstance(entry.event, Posted) and entry.event.key:
                posts.setdefault(entry.event.key, []).append(entry)
        found, settled = dict[int, Entry](), set[int]()
        for author, key, answer in answers(self._store, self._timeline.row.session) if posts else ():
            line = _LINE_KEY.fullmatch(key)
            before = [one for one in posts.get(line["post"], ()) if one.seq <= answer.head_seq <= last] if line else ()
            if before and self._timeline.lines[answer.head_seq - 1].digest.hex() == answer.head:
                settled.add(before[-1].seq)
                found |= dict.fromkeys(self._moves(before[-1], author, answer), before[-1])
        return found, frozenset(settled)

    def _moves(self, post: Entry, author: str, answer: Answer) -> Iterator[int]:
        """Yield the first entry of each move that an answer is about. Each request was a transaction of its own."""
        groups, number = self._timeline.groups, 0
        at_ms = self._timeline.entries[answer.head_seq - 1].at_ms
        for group in reversed(groups[: bisect_left(groups, answer.head_seq, key=lambda one: one.last) + 1]):
            head = group.head
            if head.seq < post.seq:
                return
            if not isinstance(head.event, Move) or head.by != author:
                continue
            if not head.implied:
                if head.at_ms != at_ms and not 0 < number < answer.filed:
                    return
                number, at_ms = number + 1, head.at_ms
            yield head.seq
