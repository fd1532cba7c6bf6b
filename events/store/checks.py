"""Checks that every store makes before it writes."""

import json
from collections.abc import Sequence
from hashlib import sha256
from typing import Any, Final

import msgspec

from events.entry import CONTROL, ROLES, Head, Line
from events.errors import ConflictError, CorruptLogError, RefusedError, UnknownSessionError
from events.lazy_patterns import lazy_pattern
from events.signature import Signature

_DEEPEST: Final = 32
_ID: Final = lazy_pattern(r"[a-z0-9][a-z0-9-]{0,31}")
_ALLOWED: Final = "Use 1 to 32 letters a-z, digits and hyphens, and start with a letter or digit"
_JUDGE: Final = lazy_pattern(r"judge(-[0-9]+)?")
_BRACKET: Final = lazy_pattern(r'"(?:[^"\\]|\\.)*+"?|[][{}]')

_END_OF_TIME_MS: Final = 2**63


def check_names(session: str, alias: str) -> None:
    """Raise if a session id or an alias is invalid."""
    check_id(session, "session")
    if alias:
        check_id(alias, "alias")


def check_follows(session: str, head: Head, lines: Sequence[Line]) -> None:
    """Raise `ConflictError` if entries leave a gap after the head, `RefusedError` if an author or a time is invalid."""
    seq = head.seq
    for line in lines:
        seq += 1
        if line.seq != seq or line.session != session:
            raise ConflictError(f"entry {line.seq} of {line.session} does not follow entry {seq - 1} of {session}")
        check_id(line.by, "author")
        if not 0 <= line.at_ms < _END_OF_TIME_MS:
            raise RefusedError(f"entry {seq}: {line.at_ms} is not a time in milliseconds since 1970")


def check_signature(head: Head, signature: Signature) -> None:
    """Raise if a signature cannot belong to an entry up to the head. Does not verify it."""
    if not 1 <= signature.seq <= head.seq:
        raise RefusedError(f"a signature must belong to an entry from 1 to {head.seq}, not to entry {signature.seq}")
    if len(signature.key) != 32 or len(signature.signature) != 64:
        raise RefusedError(f"entry {signature.seq}: a signature must have 64 bytes, and its key 32 bytes")
    if not 0 <= signature.signed_ms < _END_OF_TIME_MS:
        raise RefusedError(f"entry {signature.seq}: {signature.signed_ms} is not a time in milliseconds since 1970")


def check_ends_at(session: str, head: Head | None, found: Head) -> None:
    """Raise `ConflictError` if a log ends at `found` and not at `head`. If `head` is None, check nothing."""
    if head is not None and found != head:
        raise ConflictError(f"{session} now ends at entry {found.seq}, not at entry {head.seq}. Nothing was removed")


def check_data(digest: str, text: str) -> None:
    """Raise if `digest` is not the SHA-256 of a data file."""
    found = sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
    if found != digest:
        raise RefusedError(f"a data file must be named by its SHA-256: {found[:12]}..., not {digest[:12]}...")


def unknown_name_error(what: str, name: str) -> UnknownSessionError:
    """Return the error for a name that is not in the store; the message shows it in ASCII, shortened."""
    return UnknownSessionError(f'{what} "{name[:64].encode("ascii", "backslashreplace").decode()}" was not found')


def taken_name_error(name: str) -> ConflictError:
    """Return the error for an id or alias that is already in use."""
    return ConflictError(f'a session named "{name}" already exists')


def reused_key_error(key: str) -> ConflictError:
    """Return the error for a submission key that was used for another request."""
    return ConflictError(f'the key "{key[:64]}" was already used for another request. Use a new key')


def check_id(name: str, what: str = "id") -> str:
    """Return the id if it is 1 to 32 of `a-z0-9-` and begins with a letter or digit; otherwise raise `RefusedError`."""
    if not _ID.fullmatch(name):
        raise RefusedError(f'{what} "{name[:40]}" is not allowed. {_ALLOWED}')
    return name


def check_seat(name: str) -> str:
    """Return the seat id if it is valid. Names of roles are refused."""
    if check_id(name, "seat") in ROLES or _JUDGE.fullmatch(name):
        raise RefusedError(f'"{name}" is the name of a role, so it cannot be a seat. Choose another name')
    return name


def check_keys(text: str) -> None:
    """Raise `ValueError` if a JSON object repeats a key, because parsers differ in which value they use."""
    json.loads(text, object_pairs_hook=_no_repeats)


def _no_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("an object has the same key twice")
    return found


def check_body(body: str, seq: int = 0) -> None:
    """Raise `CorruptLogError` unless a body is one line with a valid JSON object of at most 32 levels.

    Raw control characters, unpaired surrogates, numbers out of range and repeated keys are refused.
    """
    if found := CONTROL.search(body):
        raise CorruptLogError(f"entry {seq}: the body has a raw control character at column {found.start() + 1}", seq)
    if _depth(body) > _DEEPEST:
        raise CorruptLogError(f"entry {seq}: the body is nested more than {_DEEPEST} levels deep", seq)
    try:
        parsed = msgspec.json.decode(body)
        check_keys(body)
    except (ValueError, msgspec.MsgspecError) as error:
        raise CorruptLogError(f"entry {seq}: the body is not JSON: {error}", seq) from error
    if not isinstance(parsed, dict):
        raise CorruptLogError(f"entry {seq}: the body is not a JSON object", seq)


def _depth(body: str) -> int:
    """Return the number of levels of nested brackets in a body, or an upper bound if the body is not JSON."""
    deepest = level = 0
    for bracket in _BRACKET.findall(body):
        if bracket in "[{":
            level += 1
            deepest = max(deepest, level)
        elif bracket in "]}":
            level -= 1
    return deepest
