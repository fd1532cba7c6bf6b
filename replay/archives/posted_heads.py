"""Heads that stand in the posts of an archived thread: witnesses from where people are.

A reply, a kit and a recording end with the head of the log, a line's number and at least 32 hex digits of its digest.
Whoever has the thread has them. Anybody can type one, so that one that differs is a doubt about log or thread.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from events.line import Line
from replay.archives.archive import Archive, ArchivedPost
from replay.audit.chain import Fault, witness_fault

_HEAD: Final = re.compile(r"(?<![0-9A-Za-z:])([1-9][0-9]{0,8}):([0-9A-Fa-f]{32,64})(?![0-9A-Za-z])")
_SHOWN: Final = 40


class PostedHead(NamedTuple):
    """A head as it stands in a post: whose, when and where in the words of the archive; each may be empty."""

    seq: int
    hex: str
    author: str = ""
    when: str = ""
    where: str = ""

    @property
    def place(self) -> str:
        """Where it stands, in words."""
        parts = (self.author and f"by {self.author[:_SHOWN]}", self.when[:_SHOWN], self.where[:_SHOWN])
        return "posted " + ", ".join(part for part in parts if part) if any(parts) else "posted"


class HeldHeads(NamedTuple):
    """What became of the heads of a thread: those that the log has, and the doubts about others."""

    holding: tuple[PostedHead, ...]
    faults: tuple[Fault, ...]


def posted_heads(archive: Archive) -> tuple[PostedHead, ...]:
    """The heads of a thread in the order of its posts; one that is quoted or posted again is told once."""
    found = dict[tuple[int, str], PostedHead]()
    for post in archive.posts:
        for head in _in_post(post):
            found.setdefault((head.seq, head.hex), head)
    return tuple(found.values())


def hold_heads(lines: Sequence[Line], heads: Sequence[PostedHead]) -> HeldHeads:
    """Hold each head against a log."""
    holding, faults = list[PostedHead](), list[Fault]()
    for head in heads:
        fault = witness_fault(lines, head.seq, head.hex)
        if fault is None:
            holding.append(head)
        else:
            faults.append(fault._replace(what=f"{fault.what} ({head.place})", is_doubt=True))
    return HeldHeads(tuple(holding), tuple(faults))


def _in_post(post: ArchivedPost) -> Iterator[PostedHead]:
    for found in _HEAD.finditer(post.text):
        yield PostedHead(int(found[1]), found[2].lower(), post.author, post.when, post.where)
