"""A line of a log, as stored (`Line`: number, time, author, body, digest) and as read (`Entry`)."""

import re
from hashlib import sha256
from typing import Final

import msgspec

from events.events import ALL, OMNISCIENT, Event

GENESIS: Final = "0" * 64
"""The digest before the first line."""
ROLES: Final = frozenset({"tower", "order", "moderator", "host", "auditor", ALL, OMNISCIENT})
"""Words that say who wrote or reads a line, and are therefore no seat ids; `judge-<n>` is one more."""

CONTROL: Final = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029]")
"""What would break a line in two, or steer what shows it."""


class Line(msgspec.Struct, frozen=True, gc=False):
    """One stored line. `at_ms` is when it was filed, in milliseconds since 1970 UTC; `body` is JSON on one line."""

    session: str
    seq: int
    at_ms: int
    by: str
    body: str
    digest: bytes


class Secret(msgspec.Struct, frozen=True, gc=False):
    """One sealed item of a line, open. `audience` is seats separated by spaces, `all`, or "" for the table alone.

    An erased item has neither salt nor value.
    """

    seq: int
    field: str
    item: int
    audience: str
    salt: str | None
    value: str | None


class Head(msgspec.Struct, frozen=True, gc=False):
    """The last line of a log: its number (0 for none) and digest."""

    seq: int
    digest: bytes

    @property
    def hex(self) -> str:
        """The digest as it is shown: 64 hex digits."""
        return self.digest.hex()


class Entry(msgspec.Struct, frozen=True, gc=False):
    """A line as one reader reads it: the event, and what belongs to the line and not to the event.

    `rule` is the rule an effect comes from, `cause` the line an effect answers to where that is not the head of its
    group, `implied` marks a move that was not said but meant. `seq` is 0 until the line is filed.
    """

    event: Event
    by: str = OMNISCIENT
    rule: str = ""
    cause: int = 0
    implied: bool = False
    seq: int = 0
    at_ms: int = 0


def digest(prev: str, session: str, seq: int, at_ms: int, by: str, body: str) -> bytes:
    """The digest of a line: SHA-256 over the previous digest (hex) and the line's columns, one a row, in UTF-8."""
    return sha256(f"{prev}\n{session}\n{seq}\n{at_ms}\n{by}\n{body}".encode()).digest()


def one_line(text: str) -> str:
    """JSON text with its raw control characters and line ends escaped: one line for every reader, the same value."""
    if text.isascii() and "\x7f" not in text:  # an encoder has escaped all others
        return text
    return CONTROL.sub(lambda found: f"\\u{ord(found[0]):04x}", text)
