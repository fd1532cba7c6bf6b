"""What every store refuses, whichever backend: the checks that stand before the first write."""

from collections.abc import Sequence
from functools import lru_cache
from hashlib import sha256
from typing import Final

from events.errors import ConflictError, RefusedError, UnknownSessionError
from events.line import Head, Line, check_id

__all__ = ["check_author", "check_data", "check_follows", "check_names", "other_request", "taken", "unknown"]

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


@lru_cache(maxsize=256)
def check_author(by: str) -> None:
    """Refuse an author that is neither a seat nor a role. The few there are, are looked at once."""
    check_id(by, "author")


def check_data(digest: str, text: str) -> None:
    """Refuse a data file that is not kept under the SHA-256 of its text."""
    found = sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
    if found != digest:
        raise RefusedError(f"a data file is kept under its SHA-256, which is {found[:12]}..., not {digest[:12]}...")


def unknown(what: str, name: str) -> UnknownSessionError:
    """The refusal of a name that is not here; the name in ASCII, cut short."""
    return UnknownSessionError(f'no {what} "{name[:64].encode("ascii", "backslashreplace").decode()}" here')


def taken(name: str) -> ConflictError:
    """The refusal of an id or alias that is in use."""
    return ConflictError(f'there is a session "{name}" already')


def other_request(key: str) -> ConflictError:
    """The refusal of a submission key that came with another request before."""
    return ConflictError(f'the key "{key[:64]}" was used for another request')
