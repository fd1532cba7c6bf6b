"""The authors of an archive: their posts, their blocks, and which seats they hold."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

from events.errors import NotationError, RefusedError
from replay.importing.archive import Archive, ArchivedPost
from replay.posts.blocks import Post, read_post
from replay.posts.transcript import UnsaidError

NOBODY: Final = "-"
"""Stands for no seat, where somebody says who an author is."""
MODERATOR: Final = "moderator"
_NO_ID: Final = re.compile("[^a-z0-9]+")


class Author(msgspec.Struct, frozen=True):
    """Somebody who writes in an archive: how many posts, how many with blocks, whose blocks, and the seat if known."""

    name: str
    posts: int
    blocks: int
    heads: tuple[str, ...]
    seat: str = ""


class UnknownAuthorsError(UnsaidError):
    """Authors post moves and nobody has said which seats are theirs; `authors` are all of the archive."""

    code = "unknown-authors"

    def __init__(self, message: str, authors: Sequence[Author]) -> None:
        super().__init__(message)
        self.authors = tuple(authors)


def archive_authors(archive: Archive, seats: Sequence[str], people: Mapping[str, str] = {}) -> tuple[Author, ...]:
    """Everybody who writes in an archive, in the order of their first posts, with the seats that are known.

    `people` says who is who: a name or address as in the archive, and a seat, `moderator`, or `-` for nobody. An author
    who is called as a seat holds it.

    Raises:
        RefusedError: it names nobody of this archive, or no seat.
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
            told.get(name) or _seat_called(name, seats),
        )
        for name, count in wrote.items()
    )  # fmt: skip


def _seat_called(name: str, seats: Sequence[str]) -> str:
    plain = as_seat(name)
    return plain if plain in (*seats, MODERATOR) else ""


def as_seat(name: str) -> str:
    """A name as it would be spelt as a seat: `Julie K.` is julie-k."""
    return _NO_ID.sub("-", name.casefold()).strip("-")


def _seats_by_author(archive: Archive, seats: Sequence[str], people: Mapping[str, str]) -> dict[str, str]:
    """The seats of authors, as somebody says them."""
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
            raise RefusedError(f'"{name[:60]}" has written nothing in this archive; authors are {known}')
        if wanted not in (*seats, MODERATOR, NOBODY):
            there = f"{', '.join(seats)}, {MODERATOR}, and {NOBODY} for nobody"
            raise RefusedError(f'"{wanted[:40]}" is no seat for {name[:60]}; there are {there}')
        told.update(dict.fromkeys(found, wanted))
    return told


def post_with_blocks(post: ArchivedPost, by: str) -> Post:
    """One post with its blocks.

    Raises:
        NotationError: a fence does not read; the message names the post.
    """
    try:
        read = read_post(post.text, post.author, when=post.written, where=post.where, at=post.at)
    except NotationError as error:
        error.reason = f"post {post.number} ({post.author}): {error.reason}"
        raise
    return msgspec.structs.replace(read, by="" if by == NOBODY else by)


def require_known(authors: Sequence[Author]) -> None:
    """Refuse authors of moves who hold no known seat, with what their blocks say."""
    unknown = [author for author in authors if author.blocks and not author.seat]
    if unknown:
        hints = ", ".join(f'"{author.name}={author.heads[0]}"' for author in unknown[:8])
        raise UnknownAuthorsError(
            f"which seat has {', '.join(author.name for author in unknown[:8])}? by their blocks it is {hints}", authors
        )
