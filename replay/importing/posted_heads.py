"""Find log heads (`344:02fc...`) in the posts of a thread, as evidence of earlier states of the log."""

from collections.abc import Iterator
from typing import Final

from events.lazy_patterns import lazy_pattern
from events.signature import signed_heads
from replay.audit.heads import PostedHead
from replay.importing.archive import Archive, ArchivedPost

_HEAD: Final = lazy_pattern(r"(?<![0-9A-Za-z:])([1-9][0-9]{0,8}):([0-9A-Fa-f]{32,64})(?![0-9A-Za-z])")


def posted_heads(archive: Archive, session: str) -> tuple[PostedHead, ...]:
    """Return the heads of a session in the order of the posts. A signed head of another session is left out."""
    found = dict[tuple[int, str, bytes], PostedHead]()
    for post in archive.posts:
        for head in _in_post(post, session):
            found.setdefault((head.seq, head.hex, head.signed.signature.signature if head.signed else b""), head)
    return tuple(found.values())


def _in_post(post: ArchivedPost, session: str) -> Iterator[PostedHead]:
    for found in _HEAD.finditer(post.text):
        yield PostedHead(int(found[1]), found[2].lower(), post.author, post.when, post.where)
    for one in signed_heads(post.text):
        if one.session == session:
            yield PostedHead(one.head.seq, one.head.hex, post.author, post.when, post.where, one)
