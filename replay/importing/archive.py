"""An archive after parsing: posts in order, with authors, times and places, and the seats of the authors.

This module never reads the clock.
"""

import unicodedata
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Final

import msgspec

from events.errors import NotationError, RefusedError
from events.lazy_patterns import lazy_pattern
from replay.posts.blocks import LONGEST_POST, Post, read_post
from replay.posts.create_session import UnsaidError

NOBODY: Final = "-"  # the value for an author without a seat
MODERATOR: Final = "moderator"
_NO_ID: Final = lazy_pattern("[^a-z0-9]+")
MOST_POSTS: Final = 20_000
_NAME: Final = 60
_UNSEEN: Final = lazy_pattern("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b\u2060\ufeff\ud800-\udfff]")
_AT: Final = lazy_pattern("[@\uff20\ufe6b]")
_BREAK: Final = lazy_pattern("\r\n?|[\u2028\u2029\x0c\x85]")


class Origin(msgspec.Struct, frozen=True):
    """Where a post of a followed thread comes from, as `events.session_events.PostOrigin` records it."""

    source: str
    post: str
    at_ms: int
    writer: str = ""
    link: str = ""
    proof: str = "none"


class ArchivedPost(msgspec.Struct, frozen=True):
    """A post of an archive; `number` counts from 1 in the order of the thread.

    `names` are other names of its author, which stay out of the log. `answers` is the `where` of the post it replies
    to. `at` is the number of lines of the file before its text, or 0 if lines are counted within the post. `origin` is
    known for a post of a followed thread.
    """

    number: int
    author: str
    text: str
    when: str = ""
    where: str = ""
    edited: str = ""
    answers: str = ""
    names: tuple[str, ...] = ()
    at: int = 0
    origin: Origin | None = None

    @property
    def written(self) -> str:
        """The time of writing and the time of the last edit, as recorded in the log."""
        return f"{self.when} (edited {self.edited})".strip() if self.edited else self.when


class Archive(msgspec.Struct, frozen=True):
    """The posts of a file, and notes on what was left out; `places` are line numbers of a transcript's `header`."""

    kind: str
    posts: tuple[ArchivedPost, ...]
    notes: tuple[str, ...] = ()
    header: Mapping[str, str] = {}
    places: Mapping[str, int] = {}


def plain_text(text: str) -> str:
    """Normalize line breaks, and remove invisible characters and blank lines at the ends."""
    lines = _UNSEEN.sub("", _BREAK.sub("\n", text).replace("\xa0", " ")).split("\n")
    return "\n".join(line.rstrip() for line in lines).strip("\n")


def one_line(text: str, most: int = _NAME) -> str:
    """Make a text fit the separator of a transcript: one line, no commas, no dashes at its ends."""
    words = " ".join(_UNSEEN.sub(" ", unicodedata.normalize("NFC", text)).replace(",", " ").split())
    return words.strip("- ")[:most].strip("- ")


def shown_name(name: str) -> str:
    """Return the name to show for an author, without mail addresses; "" if nothing is left.

    A name that is only an address is shown by the part before the `@`.
    """
    words = one_line(name.removeprefix("@")).split()
    plain = [word for word in words if not _AT.search(word)]
    if len(plain) == len(words):
        return " ".join(words)
    return one_line(" ".join(plain or [_AT.split(words[0], maxsplit=1)[0]]).strip("()<>\"' "))


def require_fits(what: str, text: str) -> None:
    """Raise RefusedError if a post is too long."""
    if len(text) > LONGEST_POST:
        raise RefusedError(f"{what} has {len(text)} characters. A post can have at most {LONGEST_POST}")


def post_time(text: str, *, is_mail: bool = False) -> float | None:
    """Parse an ISO 8601 time or a mail's Date header to seconds since 1970 (default zone: UTC); None if invalid."""
    try:
        at = parsedate_to_datetime(text) if is_mail else datetime.fromisoformat(text)
        return (at if at.tzinfo else at.replace(tzinfo=UTC)).timestamp()
    except (ValueError, TypeError, OverflowError, IndexError):
        return None


def time_text(seconds: float) -> str:
    """Format a time in UTC; "" if it is out of range."""
    try:
        return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M UTC")
    except (ValueError, OverflowError, OSError):
        return ""


class Author(msgspec.Struct, frozen=True):
    """An author, with numbers of posts and of posts with blocks, the seats in block headers, and the known seat."""

    name: str
    posts: int
    blocks: int
    heads: tuple[str, ...]
    seat: str = ""


class UnknownAuthorsError(UnsaidError):
    """Authors post moves, but their seats are not known. `authors` are all authors of the archive."""

    code = "unknown-authors"

    def __init__(self, message: str, authors: Sequence[Author]) -> None:
        super().__init__(message)
        self.authors = tuple(authors)


def archive_authors(archive: Archive, seats: Sequence[str], people: Mapping[str, str] = {}) -> tuple[Author, ...]:
    """Return the authors of an archive in the order of their first posts, with their seats if known.

    `people` maps a name or address to a seat, `moderator`, or `-` for no seat. An author named like a seat has that
    seat.
    """
    told = _seats_by_author(archive, seats, people)
    posts = [post_with_blocks(post, "") for post in archive.posts]
    wrote = Counter(post.author for post in archive.posts)
    moved = Counter(post.author for post in posts if post.blocks)
    heads: dict[str, Counter[str]] = {name: Counter() for name in wrote}
    for post in posts:
        heads[post.author].update(block.seat for block in post.blocks)
    return tuple(
        Author(
            name, count, moved[name], tuple(seat for seat, _ in heads[name].most_common(5)),
            told.get(name) or (as_seat(name) if as_seat(name) in (*seats, MODERATOR) else ""),
        )
        for name, count in wrote.items()
    )  # fmt: skip


def seats_without_author(authors: Sequence[Author], seats: Sequence[str]) -> tuple[str, ...]:
    """Return the seats that no author has and no block header names.

    An author who was declared to have no seat may write for several seats, but is not the player of one.
    """
    played = {author.seat for author in authors}
    for author in authors:
        played |= set(author.heads) if author.seat != NOBODY or len(author.heads) > 1 else set()
    return tuple(seat for seat in seats if seat not in played)


def as_seat(name: str) -> str:
    """Return a person's name as a seat id: `Julie K.` becomes `julie-k`."""
    return _NO_ID.sub("-", name.casefold()).strip("-")


def _seats_by_author(archive: Archive, seats: Sequence[str], people: Mapping[str, str]) -> dict[str, str]:
    spelt: dict[str, set[str]] = {}
    for post in archive.posts:
        for name in (post.author, *post.names):
            spelt.setdefault(name.casefold(), set()).add(post.author)
    told: dict[str, str] = {}
    for name, seat in people.items():
        found = spelt.get(" ".join(name.replace(",", " ").split()).casefold(), set())
        wanted = seat.strip().lower().replace(" ", "-")
        if not found:
            known = ", ".join(sorted({post.author for post in archive.posts})[:20])
            raise RefusedError(f'"{name[:60]}" is not an author of a post in this file. Authors: {known}')
        if wanted not in (*seats, MODERATOR, NOBODY):
            there = f"{', '.join(seats)}, {MODERATOR}, or {NOBODY} for an author without a seat"
            raise RefusedError(f'"{wanted[:40]}" cannot be the seat of {name[:60]}. Seats: {there}')
        told.update(dict.fromkeys(found, wanted))
    return told


def post_with_blocks(post: ArchivedPost, by: str) -> Post:
    """Parse the blocks of a post. Raises NotationError if a block header is malformed."""
    try:
        read = read_post(post.text, post.author, when=post.written, where=post.where, at=post.at)
    except NotationError as error:
        error.reason = f"post {post.number} ({post.author}): {error.reason}"
        raise
    return msgspec.structs.replace(read, by="" if by == NOBODY else by)


def require_known(authors: Sequence[Author]) -> None:
    """Refuse authors of moves without a seat, and suggest seats from the headers of their blocks."""
    unknown = [author for author in authors if author.blocks and not author.seat]
    if unknown:
        hints = ", ".join(f'"{author.name}={author.heads[0]}"' for author in unknown[:8])
        names = ", ".join(author.name for author in unknown[:8])
        what = f"choose the seat of each author: {names}. Their block headers suggest {hints}"
        raise UnknownAuthorsError(what, authors)
