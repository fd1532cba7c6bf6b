"""Witnesses: heads of a log that were posted or told, held against the log as it is.

A reply, a kit and a recording end with the head of the log, a line's number and at least 32 hex digits of its digest.
Whoever has the thread has them. Anybody can type one, so that one that differs is a doubt about log or thread; one that
a key of the log signed is a violation.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from events.entry import Line
from events.signature import SignedHead, short
from projections.wording import counted
from replay.audit.chain import Fault
from replay.reading.host_keys import NamedKey

_SHOWN: Final = 40


class PostedHead(NamedTuple):
    """A head as it stands in a post: whose, when and where in the words of the archive; each may be empty."""

    seq: int
    hex: str
    author: str = ""
    when: str = ""
    where: str = ""
    signed: SignedHead | None = None

    @property
    def place(self) -> str:
        """Where it stands, in words."""
        parts = (self.author and f"by {self.author[:_SHOWN]}", self.when[:_SHOWN], self.where[:_SHOWN])
        return "posted " + ", ".join(part for part in parts if part) if any(parts) else "posted"


def witness_fault(lines: Sequence[Line], seq: int, hex_digits: str) -> Fault | None:
    """Compare with a witness that was posted: a line's number and the first (at least 32) hex digits of its digest."""
    line = _line(lines, seq)
    if line is None:
        last = lines[-1].seq if lines else 0
        return Fault("LOG-WITNESS", seq, f"the witness names line {seq}; this log ends at line {last}")
    if not line.digest.hex().startswith(hex_digits.lower()):
        return Fault("LOG-WITNESS", seq, f"line {seq} has the digest {line.digest.hex()[:32]}, not {hex_digits}")
    return None


def signed_fault(
    session: str, lines: Sequence[Line], keys: Sequence[NamedKey], one: SignedHead, pin: str = "", *, is_given: bool
) -> Fault | None:
    """Compare with a signed head: a violation where its key is known, else a doubt.

    One that a reader gave by hand (`is_given`) is of a key that the reader trusts; one out of a thread may be of
    anybody's making, where neither the log nor `pin` names its key.
    """
    at, key = one.head.seq, one.signature.key.hex()
    if one.session != session:
        return Fault("LOG-WITNESS", 1, f"a head that was given is of session {one.session}", is_doubt=True)
    line = _line(lines, at)
    if line is not None and line.digest == one.head.digest:
        return None
    seq, digest = max(1, min(at, len(lines))), one.head.hex[:32]
    here = "it is another here" if line is not None else f"this log ends at line {len(lines)}"
    if not one.holds:
        what = f"a head that was given has line {at} as {digest}, and no signature that holds; {here}"
        return Fault("LOG-WITNESS", seq, what, is_doubt=True)
    known = any(named.key == key for named in keys) or (pin and key.startswith(pin))
    whose = f"the key {short(key)}" if known else f"{short(key)}, a key that this log does not name"
    what = f"line {at} was signed as {digest} with {whose}; {here}"
    return Fault("LOG-WITNESS", seq, what, is_doubt=not (known or is_given))


def posted_fault(
    session: str, lines: Sequence[Line], keys: Sequence[NamedKey], head: PostedHead, pin: str = ""
) -> Fault | None:
    """What is wrong with a head that stands in a thread: None where the log has it."""
    if head.signed is None:
        fault = witness_fault(lines, head.seq, head.hex)
        fault = fault and fault._replace(is_doubt=True)
    else:
        fault = signed_fault(session, lines, keys, head.signed, pin, is_given=False)
    return fault and fault._replace(what=f"{fault.what} ({head.place})")


def holding(lines: Sequence[Line], heads: Sequence[PostedHead]) -> list[PostedHead]:
    """The heads of a thread that the log has, in the order of its lines."""
    return sorted((one for one in heads if witness_fault(lines, one.seq, one.hex) is None), key=lambda one: one.seq)


def heads_in_words(lines: Sequence[Line], heads: Sequence[PostedHead]) -> str:
    """How many heads of a thread the log has."""
    if not heads:
        return "no head of this log stands in it"
    found = holding(lines, heads)
    newest = f", the newest of line {found[-1].seq}" if found else ""
    return f"{len(found)} of {counted(len(heads), 'head')} hold{newest}"


def _line(lines: Sequence[Line], seq: int) -> Line | None:
    """A line of a log by its number; where lines are missing or doubled it is looked for."""
    if 1 <= seq <= len(lines) and lines[seq - 1].seq == seq:
        return lines[seq - 1]
    if not lines or (seq > len(lines) and lines[-1].seq == len(lines)):
        return None
    return next((line for line in lines if line.seq == seq), None)
