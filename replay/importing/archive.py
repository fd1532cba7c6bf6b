"""The struct of an archive that was read: posts in order, with authors, times and where each was found."""

import re
import unicodedata
from collections.abc import Mapping
from typing import Final

import msgspec

from events.errors import RefusedError
from replay.posts.blocks import LONGEST_POST

MOST_POSTS: Final = 20_000
_NAME: Final = 60
_UNSEEN: Final = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b\u2060\ufeff\ud800-\udfff]")
_BREAK: Final = re.compile("\r\n?|[\u2028\u2029\x0c\x85]")


class ArchivedPost(msgspec.Struct, frozen=True):
    """One post of an archive. `number` counts from 1 in the order of the thread.

    `names` are what its author can be called besides; they stay out of the log. `answers` is the `where` of the post
    it replies to. `at` is the number of lines of the file before its text, 0 where lines are counted within the post.
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

    @property
    def written(self) -> str:
        """When it was written, and when it was changed, as the log keeps it."""
        return f"{self.when} (edited {self.edited})".strip() if self.edited else self.when


class Archive(msgspec.Struct, frozen=True):
    """The posts of a file. `notes` say what was left out.

    A transcript has a `header`; `places` are the lines of its fields in the file.
    """

    kind: str
    posts: tuple[ArchivedPost, ...]
    notes: tuple[str, ...] = ()
    header: Mapping[str, str] = {}
    places: Mapping[str, int] = {}


def plain_text(text: str) -> str:
    """A post as lines: without signs that nobody sees, without blank lines at its ends."""
    lines = _UNSEEN.sub("", _BREAK.sub("\n", text).replace("\xa0", " ")).split("\n")
    return "\n".join(line.rstrip() for line in lines).strip("\n")


def one_line(text: str, most: int = _NAME) -> str:
    """A name, a time or a place as it may stand between two posts: one line, no commas, no dashes at its ends."""
    words = " ".join(_UNSEEN.sub(" ", unicodedata.normalize("NFC", text)).replace(",", " ").split())
    return words.strip("- ")[:most].strip("- ")


def require_fits(what: str, text: str) -> None:
    """Refuse a post that is longer than a post can be.

    Raises:
        RefusedError: it is; names it.
    """
    if len(text) > LONGEST_POST:
        raise RefusedError(f"{what}: {len(text)} characters; a post has at most {LONGEST_POST}")
