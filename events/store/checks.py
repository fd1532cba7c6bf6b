"""The checks that every store makes before it writes, whichever its backend."""

import json
import re
from collections.abc import Sequence
from functools import lru_cache
from hashlib import sha256
from typing import Any, Final

import msgspec

from events.entry import CONTROL, ROLES, Head, Line
from events.errors import ConflictError, CorruptLogError, RefusedError, UnknownSessionError
from events.signature import Signature

_DEEPEST: Final = 32
_ID: Final = re.compile(r"[a-z0-9][a-z0-9-]{0,31}")
_JUDGE: Final = re.compile(r"judge(-[0-9]+)?")
_BRACKET: Final = re.compile(r'"(?:[^"\\]|\\.)*+"?|[][{}]')

_END_OF_TIME_MS: Final = 2**63


def check_names(session: str, alias: str) -> None:
    """Refuse an id or alias that is none."""
    check_id(session, "session")
    if alias:
        check_id(alias, "alias")


def check_follows(session: str, head: Head, lines: Sequence[Line]) -> None:
    """Refuse lines that do not follow the head, each the one before.

    Raises:
        ConflictError: a gap, a repeat, or a line of another session.
        RefusedError: an author that is no id, or a time out of range.
    """
    seq = head.seq
    for line in lines:
        seq += 1
        if line.seq != seq or line.session != session:
            raise ConflictError(f"line {line.seq} of {line.session} does not follow line {seq - 1} of {session}")
        check_author(line.by)
        if not 0 <= line.at_ms < _END_OF_TIME_MS:
            raise RefusedError(f"line {seq}: {line.at_ms} is no time in milliseconds since 1970")


def check_signature(head: Head, signature: Signature) -> None:
    """Refuse what cannot be the signature of a line up to the head."""
    if not 1 <= signature.seq <= head.seq:
        raise RefusedError(f"a signature is of a line from 1 to {head.seq}, not of line {signature.seq}")
    if len(signature.key) != 32 or len(signature.signature) != 64:
        raise RefusedError(f"the signature of line {signature.seq} has a key of 32 bytes and has 64 itself")
    if not 0 <= signature.signed_ms < _END_OF_TIME_MS:
        raise RefusedError(f"line {signature.seq} was signed at no time in milliseconds since 1970")


def check_ends_at(session: str, head: Head | None, found: Head) -> None:
    """Refuse where a log does not end at a head any more, if one is named."""
    if head is not None and found != head:
        raise ConflictError(f"{session} ends at line {found.seq} and no more at line {head.seq}: nothing was dropped")


@lru_cache(maxsize=256)
def check_author(by: str) -> None:
    """Refuse an author that is neither a seat nor a role; names that were found good are remembered."""
    check_id(by, "author")


def check_data(digest: str, text: str) -> None:
    """Refuse a data file that is not kept under the SHA-256 of its text."""
    found = sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
    if found != digest:
        raise RefusedError(f"a data file is kept under its SHA-256, which is {found[:12]}..., not {digest[:12]}...")


def unknown_name_error(what: str, name: str) -> UnknownSessionError:
    """The refusal of a name that is not here; the name in ASCII, cut short."""
    return UnknownSessionError(f'no {what} "{name[:64].encode("ascii", "backslashreplace").decode()}" here')


def taken_name_error(name: str) -> ConflictError:
    """The refusal of an id or alias that is in use."""
    return ConflictError(f'there is a session "{name}" already')


def reused_key_error(key: str) -> ConflictError:
    """The refusal of a submission key that came with another request before."""
    return ConflictError(f'the key "{key[:64]}" was used for another request')


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


def check_keys(text: str) -> None:
    """Refuse JSON in which an object gives a key twice: one reader would take the first, another the last.

    Raises:
        ValueError: it does, or it is no JSON.
    """
    json.loads(text, object_pairs_hook=_no_repeats)


def _no_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("an object repeats a key")
    return found


def check_body(body: str, seq: int = 0) -> None:
    """Refuse a body that is not one clean line of JSON.

    It is an object of at most 32 levels, without raw control characters, halves of characters, numbers out of range,
    or a key given twice.

    Raises:
        CorruptLogError: with the line's number.
    """
    if found := CONTROL.search(body):
        raise CorruptLogError(f"line {seq}: the body holds a raw control character at column {found.start() + 1}", seq)
    if _depth(body) > _DEEPEST:
        raise CorruptLogError(f"line {seq}: the body is nested deeper than {_DEEPEST} levels", seq)
    try:
        parsed = msgspec.json.decode(body)
        check_keys(body)
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
