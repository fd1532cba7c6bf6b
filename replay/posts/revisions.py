"""Versions of a post: what was recorded of it before, and what was changed since.

A changed post is recorded as another version. Lines of the first version stay recorded and are not recorded again.
"""

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher, unified_diff
from itertools import islice
from typing import Final

import msgspec

from events.entry import Entry
from events.errors import NotationError
from events.events import ALL, UNKNOWN
from events.session_events import Claimed, Posted, SecretsOpened
from events.store.protocol import EventStore
from replay.posts.blocks import BlockLine, Post, read_post, read_posts, unfenced, with_around
from replay.posts.paste import Pasted
from replay.reading.timeline import Timeline
from replay.reading.trust import is_refused_post
from replay.session.conflicts import position_changes
from replay.session.submission import Answer, answer_under

_AGAIN: Final = "+"  # suffix of a line's key for each further attempt
MORE: Final = ">"  # suffix of a line's key for each further part, which was read after the part before was recorded
_DIFF: Final = 200  # the most lines of a diff that are shown
_COMPARED: Final = 1_000  # the number of lines of two versions that are compared


class Version(msgspec.Struct, frozen=True):
    """A version of a post that is already in the log."""

    seq: int
    key: str
    by: str
    lines: tuple[str, ...]
    filed: dict[int, str]  # the number of a line and its move number
    upto: int  # the last entry it became
    diff: tuple[str, ...] = ()  # what changed since
    audience: str = ALL
    is_whole: bool = True  # it was recorded completely, so all other lines were chat

    @property
    def is_same(self) -> bool:
        """Whether the new post has the same text as this version."""
        return not self.diff


class EarlierLine(msgspec.Struct, frozen=True):
    """A line in an earlier version: its move number, and the recorded text if it was different (`otherwise`)."""

    version: Version
    address: str = ""
    otherwise: str = ""


def key_of_line(key: str, number: int) -> str:
    """Return the key of a line of a post; lines are numbered from 1, and 0 is the post itself."""
    return f"{key}.{number}" if key else ""


def block_lines(post: Post) -> list[BlockLine]:
    """Return the lines of a post that are read: first the lines in blocks, then the lines outside blocks."""
    return [*(block_line for block in post.blocks for block_line in block.lines), *post.around]


def versions_of(timeline: Timeline, store: EventStore, post: Post, pasted: Pasted, key: str) -> list[Version]:
    """Return the earlier versions of a post in the log that the timeline's viewer may know."""
    found = list[Version]()
    for entry in timeline.entries:
        event = entry.event
        if not isinstance(event, Posted):
            continue
        if event.key != key and is_refused_post(timeline.reading, entry.seq):
            continue
        if event.key and event.key == key and event.text == UNKNOWN:
            event = msgspec.structs.replace(event, text=post.text)  # sealed, but the key is the same
        is_authors = event.author.casefold() == post.author.casefold()
        is_same_place = is_authors and post.where and event.where == post.where
        linked = (key and event.key == key) or entry.seq == pasted.instead or is_same_place
        if linked or (is_authors and event.text == post.text and not (pasted.fetched_from and event.where)):
            version = _version(timeline, store, entry.seq, entry.by, event, post)
            if linked or _is_unseen(timeline, version, post, pasted.after):
                found.append(version)
    return found


def _is_unseen(timeline: Timeline, version: Version, post: Post, after: int | None) -> bool:
    """Check whether a post with the same words is the same post, because its author had not seen it recorded."""
    then, now = timeline.status(version.seq).turn, timeline.status(timeline.last).turn
    if seen := [block.after for block in post.blocks if block.after]:
        return min(seen) < version.upto
    if now != then and any(block.turn == then for block in post.blocks):
        return True
    if after is not None:
        return after < version.upto
    return now == then or not position_changes(timeline.entries[version.upto :])


def _version(timeline: Timeline, store: EventStore, seq: int, by: str, event: Posted, post: Post) -> Version:
    lines = tuple(block_line.meant for block_line in block_lines(_again(event, post)))
    if not event.key:  # imported or transferred posts are recorded as a whole
        whole = dict.fromkeys(range(1, len(lines) + 1), f"#{seq}")
        return Version(seq, "", by, lines, whole, seq, _diff(event.text, post.text), event.audience)
    answers = _answers(timeline, store, by, event.key, len(lines))
    filed = {number: _address(timeline, answer) for number, answer in answers.items()}
    upto = max((answer.head_seq for answer in answers.values()), default=seq)
    ended = answer_under(store, timeline.row.session, by, key_of_line(event.key, 0)) is not None
    return Version(seq, event.key, by, lines, filed, upto, _diff(event.text, post.text), event.audience, ended)


def speaker(entry: Entry, seats: Sequence[str]) -> str:
    """Return the seat that wrote the post of an entry, "" if the entry is not a post or the author has no seat."""
    event = entry.event
    return next((who for who in (event.author, entry.by) if who in seats), "") if isinstance(event, Posted) else ""


def taken_apart(event: Posted, seat: str) -> Post:
    """Parse a post of the log as it was parsed when it was recorded."""
    try:
        post = read_post(event.text, event.author)
    except NotationError:
        post = Post(1, event.author, event.text)
    post = msgspec.structs.replace(post, number=1)
    if not seat:
        return post
    return with_around(post, event.text.split("\n"), seat) if post.blocks else unfenced(post, seat)


def filed_lines(timeline: Timeline, store: EventStore, entry: Entry, lines: int) -> dict[int, int]:
    """Return the last entry of each recorded line of a post, by line number.

    Imported and transferred posts have none.
    """
    event = entry.event
    key = event.key if isinstance(event, Posted) else ""
    answers = _answers(timeline, store, entry.by, key, lines) if key else {}
    return {at: answer.head_seq for at, answer in answers.items()}


def _again(event: Posted, post: Post) -> Post:
    """Parse a version in the log in the same way as the new post."""
    if event.text == post.text:
        return post
    try:
        posts = read_posts(event.text, event.author)
    except NotationError:
        return Post(1, event.author, event.text)
    seat = post.blocks[0].seat if post.blocks else ""
    found = posts[0] if posts else Post(1, event.author, event.text)
    if post.around:
        found = with_around(found, event.text.split("\n"), event.author)
    return unfenced(found, seat) if seat and not found.blocks else found


def _answers(timeline: Timeline, store: EventStore, by: str, key: str, lines: int) -> dict[int, Answer]:
    """Return by line number the stored answer of each line with all its moves recorded, maybe in several attempts."""
    session = timeline.row.session
    found = {at: _last_part(store, session, by, key_of_line(key, at)) for at in range(1, lines + 1)}
    return {at: answer for at, answer in found.items() if answer and answer.head_seq <= timeline.last}


def _last_part(store: EventStore, session: str, by: str, key: str) -> Answer | None:
    key, answer = last_attempt(store, session, by, key)
    more = answer
    while more is not None:
        answer, key = more, key + MORE
        more = answer_under(store, session, by, key)
    return answer


def last_attempt(store: EventStore, session: str, by: str, key: str) -> tuple[str, Answer | None]:
    """Return the key for the next request to record a line, with the answer if the line is already recorded.

    An earlier request may have recorded only some moves of the line. The other moves are a new request with its own
    key.
    """
    while key and (answer := answer_under(store, session, by, key)) is not None:
        if answer.done:
            return key, answer
        key += _AGAIN
    return key, None


def _address(timeline: Timeline, answer: Answer) -> str:
    at = next(at for at, group in enumerate(timeline.groups) if group.last >= answer.head_seq)
    while at and isinstance(timeline.groups[at].head.event, Claimed | SecretsOpened):
        at -= 1
    return timeline.address(timeline.groups[at].first)


def _diff(old: str, new: str) -> tuple[str, ...]:
    if old in (new, UNKNOWN):
        return ()
    before, after = (text.split("\n")[:_COMPARED] for text in (old, new))
    found = unified_diff(before, after, n=1, lineterm="")
    return tuple(islice(found, 2, _DIFF)) or (f"@@ changed after line {_COMPARED} @@",)


def earlier_lines(versions: Sequence[Version], lines: Sequence[str]) -> dict[int, EarlierLine]:
    """Return by line number (from 1) what earlier versions of the post recorded for the same line."""
    return dict(found for version in versions for found in _stood(version, lines))


def _stood(version: Version, lines: Sequence[str]) -> Iterator[tuple[int, EarlierLine]]:
    matched = SequenceMatcher(None, version.lines, list(lines), autojunk=False)
    for what, one, other, start, end in matched.get_opcodes():
        for at in range(start, end):
            was = one + at - start + 1
            if what == "equal" and was in version.filed:
                yield at + 1, EarlierLine(version, version.filed[was])
            elif what == "replace" and (old := [n for n in range(one + 1, other + 1) if n in version.filed]):
                number = was if was in old else old[-1]
                yield at + 1, EarlierLine(version, version.filed[number], version.lines[number - 1])
