"""A line of a log: number, time, author, body, digest; and what stands in it once it is read."""

import json
import re
from hashlib import sha256
from typing import Any, Final

import msgspec

from events.errors import CorruptLogError, RefusedError
from events.facts import ALL, TABLE, Fact

__all__ = [
    "GENESIS",
    "ROLES",
    "Entry",
    "Head",
    "Line",
    "Secret",
    "check_body",
    "check_id",
    "check_seat",
    "digest",
    "one_line",
]

GENESIS: Final = "0" * 64
"""The digest before the first line."""
ROLES: Final = frozenset({"tower", "order", "moderator", "host", "auditor", ALL, TABLE})
"""Words that say who wrote or reads a line, and are therefore no seat ids; `judge-<n>` is one more."""

_DEEPEST: Final = 32
_ID: Final = re.compile(r"[a-z0-9][a-z0-9-]{0,31}")
_JUDGE: Final = re.compile(r"judge(-[0-9]+)?")
_BRACKET: Final = re.compile(r'"(?:[^"\\]|\\.)*+"?|[][{}]')
_CONTROL: Final = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029]")


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
    """What a line says to one reader: the fact, and what belongs to the line and not to the fact.

    `rule` is the rule an effect comes from, `cause` the line an effect answers to where that is not the head of its
    group, `implied` marks a move that was not said but meant. `seq` is 0 until the line is filed.
    """

    fact: Fact
    by: str = TABLE
    rule: str = ""
    cause: int = 0
    implied: bool = False
    seq: int = 0
    at_ms: int = 0


def digest(prev: str, session: str, seq: int, at_ms: int, by: str, body: str) -> bytes:
    """The digest of a line: SHA-256 over the previous digest (hex) and the line's columns, one a row, in UTF-8."""
    return sha256(f"{prev}\n{session}\n{seq}\n{at_ms}\n{by}\n{body}".encode()).digest()


def check_id(name: str, what: str = "id") -> str:
    """Return the id, or say what is allowed.

    Raises:
        RefusedError: it is not 1 to 32 of `a-z0-9-`, beginning with a letter or digit.
    """
    if not _ID.fullmatch(name):
        raise RefusedError(f'{what} "{name[:40]}" is not allowed: 1 to 32 of a-z 0-9 -, first a letter or digit')
    return name


def check_seat(name: str) -> str:
    """Return the seat id, or say what is allowed; the words for roles are no seats."""
    if check_id(name, "seat") in ROLES or _JUDGE.fullmatch(name):
        raise RefusedError(f'"{name}" is the word for a role and cannot be a seat')
    return name


def _no_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("an object repeats a key")
    return found


def one_line(text: str) -> str:
    """JSON text with its raw control characters and line ends escaped: one line for every reader, the same value."""
    if text.isascii() and "\x7f" not in text:  # an encoder has escaped all others
        return text
    return _CONTROL.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def check_body(body: str, seq: int = 0) -> None:
    """Refuse a body that is not one clean line of JSON.

    It is an object of at most 32 levels, without raw control characters, halves of characters, numbers out of range,
    or a key given twice.

    Raises:
        CorruptLogError: with the line's number.
    """
    if found := _CONTROL.search(body):
        raise CorruptLogError(f"line {seq}: the body holds a raw control character at column {found.start() + 1}", seq)
    if _depth(body) > _DEEPEST:
        raise CorruptLogError(f"line {seq}: the body is nested deeper than {_DEEPEST} levels", seq)
    try:
        parsed = msgspec.json.decode(body)
        json.loads(body, object_pairs_hook=_no_repeats)
    except (ValueError, msgspec.MsgspecError) as error:
        raise CorruptLogError(f"line {seq}: the body is no JSON: {error}", seq) from error
    if not isinstance(parsed, dict):
        raise CorruptLogError(f"line {seq}: the body is no JSON object", seq)


def _depth(body: str) -> int:
    """How deep brackets stand in brackets; an upper bound where the text is no JSON."""
    deepest = level = 0
    for bracket in _BRACKET.findall(body):
        if bracket in "[{":
            level += 1
            deepest = max(deepest, level)
        elif bracket in "]}":
            level -= 1
    return deepest
