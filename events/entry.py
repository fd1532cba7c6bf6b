"""An entry of a log: as stored (`Line`: number, time, author, body, digest) and as decoded (`Entry`)."""

from hashlib import sha256
from typing import Final

import msgspec

from events.events import ALL, OMNISCIENT, Event
from events.lazy_patterns import lazy_pattern

GENESIS: Final = "0" * 64
"""The digest before the first entry."""
ROLES: Final = frozenset({"tower", "order", "moderator", "host", "auditor", ALL, OMNISCIENT})
"""Names of authors and viewers that cannot be seat ids. `judge-<n>` is a role too."""

CONTROL: Final = lazy_pattern("[\x00-\x1f\x7f-\x9f\u2028\u2029]")
"""Characters that end a line or control a terminal."""


class Line(msgspec.Struct, frozen=True, gc=False):
    """One stored entry. `at_ms` is when it was recorded, in milliseconds since 1970 UTC; `body` is JSON on one line."""

    session: str
    seq: int
    at_ms: int
    by: str
    body: str
    digest: bytes


class Secret(msgspec.Struct, frozen=True, gc=False):
    """One sealed item of an entry, with its value.

    `audience` is seats separated by spaces, `all`, or "" if only the omniscient viewer may know it. An erased item has
    neither salt nor value.
    """

    seq: int
    field: str
    item: int
    audience: str
    salt: str | None
    value: str | None


class Head(msgspec.Struct, frozen=True, gc=False):
    """The last entry of a log: its number (0 if the log is empty) and its digest."""

    seq: int
    digest: bytes

    @property
    def hex(self) -> str:
        """The digest as 64 hex digits, for display."""
        return self.digest.hex()


class Entry(msgspec.Struct, frozen=True, gc=False):
    """An entry decoded for one viewer: the event, and the fields of the entry itself.

    `rule` is the rule that an effect comes from. `cause` is the entry that an effect follows from, if that is not the
    first of its group. `implied` marks a move that the player did not write but meant. `seq` is 0 until the entry is
    recorded.
    """

    event: Event
    by: str = OMNISCIENT
    rule: str = ""
    cause: int = 0
    implied: bool = False
    seq: int = 0
    at_ms: int = 0


def digest(prev: str, session: str, seq: int, at_ms: int, by: str, body: str) -> bytes:
    """Return the SHA-256 of the previous digest (hex) and the fields of the entry, one on each line, in UTF-8."""
    return sha256(f"{prev}\n{session}\n{seq}\n{at_ms}\n{by}\n{body}".encode()).digest()


def one_line(text: str) -> str:
    """Escape raw control characters and line ends in JSON text. The value stays the same."""
    if text.isascii() and "\x7f" not in text:  # the JSON encoder has already escaped the other control characters
        return text
    return CONTROL.sub(lambda found: f"\\u{ord(found[0]):04x}", text)
