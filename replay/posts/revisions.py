"""Versions of one post: what was filed of it before, and what somebody has changed in it since.

A changed post is kept beside the first. What was filed of the first stays filed and is not filed again.
"""

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher, unified_diff
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
from replay.session.conflicts import position_changes
from replay.session.submission import Answer, answer_under

AGAIN: Final = "+"
"""What is put to the key of a line for every further go at it."""
_DIFF: Final = 200
"""The most lines of a diff that are shown."""
_COMPARED: Final = 1_000
"""So many lines of two versions are compared."""


class Version(msgspec.Struct, frozen=True):
    """An earlier version of a post: its line in the log, its key and author, and what of it is filed.

    `filed` leads from the number of a line among those that are read to the address it is filed under, `is_whole` says
    that its filing came to its end: what is not filed of it was chat. `diff` is what was changed since.
    """

    seq: int
    key: str
    by: str
    lines: tuple[str, ...]
    filed: dict[int, str]
    upto: int
    diff: tuple[str, ...] = ()
    audience: str = ALL
    is_whole: bool = True

    @property
    def is_same(self) -> bool:
        """Whether the post says what it said then."""
        return not self.diff


class EarlierLine(msgspec.Struct, frozen=True):
    """A line as an earlier version of its post has it: the address it is filed under, or what is filed in its place."""

    version: Version
    address: str = ""
    otherwise: str = ""


def key_of_line(key: str, number: int) -> str:
    """The key under which a line of a post is filed; lines that are read count from 1, 0 is the post itself."""
    return f"{key}.{number}" if key else ""


def block_lines(post: Post) -> list[BlockLine]:
    """The lines of a post that are read, in order; those around its blocks count behind them."""
    return [*(block_line for block in post.blocks for block_line in block.lines), *post.around]


def versions_of(timeline: Timeline, store: EventStore, post: Post, pasted: Pasted, key: str) -> list[Version]:
    """The earlier versions of a post in the log, as the timeline's viewer may know them."""
    found: list[Version] = []
    for entry in timeline.entries:
        event = entry.event
        if not isinstance(event, Posted):
            continue
        if event.key and event.key == key and event.text == UNKNOWN:
            event = msgspec.structs.replace(event, text=post.text)  # it is sealed to another, and its key is known
        linked = (key and event.key == key) or entry.seq == pasted.instead or _is_same_place(event, post)
        if linked or _is_same_words(event, post):
            version = _version(timeline, store, entry.seq, entry.by, event, post)
            if linked or _is_unseen(timeline, version, post, pasted.after):
                found.append(version)
    return found


def _is_same_place(event: Posted, post: Post) -> bool:
    return bool(post.where) and event.where == post.where and event.author.casefold() == post.author.casefold()


def _is_same_words(event: Posted, post: Post) -> bool:
    return event.text == post.text and event.author.casefold() == post.author.casefold()


def _is_unseen(timeline: Timeline, version: Version, post: Post, after: int | None) -> bool:
    """Whether the same words are the same post, and no new one that says the same.

    It is, where its author had not seen it filed; where it is headed for a turn that is over, and was filed then; and
    where neither is known, as long as that turn runs or nothing else happened.
    """
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
    if not event.key:  # it was brought in by other ways, which file a post as a whole
        whole = dict.fromkeys(range(1, len(lines) + 1), f"#{seq}")
        return Version(seq, "", by, lines, whole, seq, _diff(event.text, post.text), event.audience)
    answers = {number: _answer(timeline, store, by, event.key, number) for number in range(1, len(lines) + 1)}
    filed = {number: _address(timeline, answer) for number, answer in answers.items() if answer is not None}
    upto = max((answer.head_seq for answer in answers.values() if answer is not None), default=seq)
    ended = answer_under(store, timeline.row.session, by, key_of_line(event.key, 0)) is not None
    return Version(seq, event.key, by, lines, filed, upto, _diff(event.text, post.text), event.audience, ended)


def speaker(entry: Entry, seats: Sequence[str]) -> str:
    """The seat whose post a line of the log is, "" where it is none, or nobody's."""
    event = entry.event
    return next((who for who in (event.author, entry.by) if who in seats), "") if isinstance(event, Posted) else ""


def taken_apart(event: Posted, seat: str) -> Post:
    """A post in the log, taken apart as when it was filed."""
    try:
        post = read_post(event.text, event.author)
    except NotationError:
        post = Post(1, event.author, event.text)
    post = msgspec.structs.replace(post, number=1)
    if not seat:
        return post
    return with_around(post, event.text.split("\n"), seat) if post.blocks else unfenced(post, seat)


def filed_lines(timeline: Timeline, store: EventStore, entry: Entry, lines: int) -> dict[int, int]:
    """The lines of a post in the log that are filed, by their numbers, each with the last line of the log it became.

    None are known of a post that was brought in by other ways, or comes from another database.
    """
    event = entry.event
    key = event.key if isinstance(event, Posted) else ""
    answers = {at: _answer(timeline, store, entry.by, key, at) for at in range(1, lines + 1)} if key else {}
    return {at: answer.head_seq for at, answer in answers.items() if answer is not None}


def _again(event: Posted, post: Post) -> Post:
    """An earlier version taken apart as this one is."""
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


def _answer(timeline: Timeline, store: EventStore, by: str, key: str, number: int) -> Answer | None:
    """The answer to a line that is filed with all its moves, be it in several goes."""
    key = key_of_line(key, number)
    answer = answer_under(store, timeline.row.session, by, key)
    while answer is not None and not answer.done:
        key += AGAIN
        answer = answer_under(store, timeline.row.session, by, key)
    return answer if answer is not None and answer.head_seq <= timeline.last else None


def _address(timeline: Timeline, answer: Answer) -> str:
    """The address of the move that a line was filed as, else its line."""
    at = next(at for at, group in enumerate(timeline.groups) if group.last >= answer.head_seq)
    while at and isinstance(timeline.groups[at].head.event, Claimed | SecretsOpened):
        at -= 1
    first = timeline.groups[at].first
    return timeline.addresses.get(first, f"#{first}")


def _diff(old: str, new: str) -> tuple[str, ...]:
    if old in (new, UNKNOWN):
        return ()
    before, after = (text.split("\n")[:_COMPARED] for text in (old, new))
    if before == after:
        return (f"@@ changed behind line {_COMPARED} @@",)
    found = unified_diff(before, after, n=1, lineterm="")
    return tuple(line for line in list(found)[2:_DIFF])


def earlier_lines(versions: Sequence[Version], lines: Sequence[str]) -> dict[int, EarlierLine]:
    """What earlier versions say of each line that is read, by its number from 1."""
    found: dict[int, EarlierLine] = {}
    for version in versions:
        found |= dict(_stood(version, lines))
    return found


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
