"""Checks of signed heads: whose they are, whether they hold, and what stands behind the last of them.

Where a log names a key, a file of it ends at a head that this key signed: what was added behind it is a violation, and
so is having no signed head, so that nothing is gained by leaving them out. A file that ends at an earlier signed head
is the log as it stood then. A key that only the file names proves nothing: whoever rewrites the lines can write another
key into line 1. So a reader compares it with one that came another way, from an invitation or a kit (`pin`).
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from events.entry import Entry, Head, Line
from events.session_events import Suspended
from events.signature import FINGERPRINT, Signature, SignedHead, fingerprint, is_valid, key_of, short
from replay.audit.chain import Fault
from replay.audit.witnesses import PostedHead, posted_fault, signed_fault
from replay.chance.clock import utc_moment
from replay.reading.host_keys import NamedKey, named_keys

UNSIGNED: Final = "unsigned: line 1 names no key"
ANYBODY: Final = (
    "whether lines were changed later: this log names no key, so whoever had this file could have written all of it"
    " anew; --witness with a line that was posted tells"
)
ANY_KEY: Final = (
    "whose key that is: whoever had this file could have written all of it anew and signed it with a key of their own;"
    " --key with the fingerprint from an invitation or a kit tells, or --witness with a line that was posted"
)


class Signed(NamedTuple):
    """What comes with a log: its signatures, the key that its reader knows, heads that were posted.

    Those `in_thread` may be of anybody's making: unsigned, or signed with a key that neither the log nor its reader
    knows, they show nothing there.
    `ends` says that nothing may stand behind the last signed head: of a file, and of a log that was brought in.
    """

    signatures: Sequence[Signature] = ()
    pin: str = ""
    posted: Sequence[SignedHead] = ()
    ends: bool = False
    in_thread: Sequence[PostedHead] = ()


class SignatureCheck(NamedTuple):
    """What the check found: violations, doubts, and in a sentence by whom the log is signed."""

    faults: Sequence[Fault]
    doubts: Sequence[Fault]
    told: str


def check_signatures(session: str, lines: Sequence[Line], entries: Sequence[Entry], given: Signed) -> SignatureCheck:
    """Check the signatures of a log, and what hangs on them: of one that was kept here the newest, else all."""
    keys = named_keys(entries)
    signatures = given.signatures if given.ends else _newest(keys, given.signatures)
    heads, faults = _valid_heads(session, lines, keys, signatures)
    faults += [
        Fault("LOG-KEY", named.seq, f'"{named.key[:40]}" is no public key') for named in keys if not key_of(named.key)
    ]
    vouched = [_is_vouched(keys, at, heads) for at in range(len(keys))]
    known = next((at for at, named in enumerate(keys) if given.pin and named.key.startswith(given.pin)), None)
    if given.pin and known is None:
        faults.append(_not_the_pinned(keys, given.pin))
    last = len(keys) - 1 if known is None else known
    while last + 1 < len(keys) and vouched[last + 1]:
        last += 1
    doubts = [
        Fault("LOG-KEY", keys[at].seq, _unvouched(keys, at))
        for at in range(0 if known is None else known + 1, last + 1)
        if not vouched[at]
    ]
    believed = [one for at, one in heads if at <= last]
    newest = max(believed, key=lambda one: (one.seq, one.key.hex() == keys[last].key), default=None)
    behind, held = _behind(lines, entries, keys[: last + 1], newest, keys[last + 1 :]) if given.ends else ((), ())
    posted, unsure = _posted_faults(session, lines, keys, given)
    return SignatureCheck(
        [*faults, *behind, *posted], [*doubts, *held, *unsure], _told(keys, newest, given, pinned=known is not None)
    )


def _newest(keys: Sequence[NamedKey], signatures: Sequence[Signature]) -> Sequence[Signature]:
    """The newest signature, and those of the lines at which another key took over."""
    handed = {named.seq for named in keys}
    return [one for one in signatures[:-1] if one.seq in handed] + list(signatures[-1:])


def signature_faults(
    session: str, lines: Sequence[Line], entries: Sequence[Entry], signatures: Sequence[Signature]
) -> Sequence[Fault]:
    """What is wrong with signatures, each by itself."""
    return _valid_heads(session, lines, named_keys(entries), signatures)[1]


def _valid_heads(
    session: str, lines: Sequence[Line], keys: Sequence[NamedKey], signatures: Sequence[Signature]
) -> tuple[list[tuple[int, Signature]], list[Fault]]:
    """The signatures that hold, each with the place of its key among those of the log; and what is wrong."""
    heads, faults = list[tuple[int, Signature]](), list[Fault]()
    seen = set[tuple[int, bytes]]()
    for one in signatures:
        at = max(1, min(one.seq, len(lines)))
        line = lines[at - 1] if lines else None
        whose = f"the key {short(one.key)}"
        if line is None or line.seq != one.seq:
            faults.append(Fault("LOG-SIGN", at, f"{whose} signed line {one.seq}; this log ends at line {len(lines)}"))
        elif (one.seq, one.key) in seen:
            faults.append(Fault("LOG-SIGN", at, f"{whose} signed this line twice"))
        elif not is_valid(session, Head(line.seq, line.digest), one):
            faults.append(Fault("LOG-SIGN", at, f"the signature of this line is not one that {whose} gave it"))
        elif all(named.key != one.key.hex() for named in keys):
            faults.append(Fault("LOG-SIGN", at, f"signed with {whose}, which this log does not name"))
        elif (period := _period(keys, one)) is None:
            faults.append(Fault("LOG-SIGN", at, f"signed with {whose}, which is not the one that signs there"))
        elif _counts(keys, period, one.seq):
            heads.append((period, one))
        seen.add((one.seq, one.key))
    return heads, faults


def _period(keys: Sequence[NamedKey], one: Signature) -> int | None:
    """The place of a signature's key among those of the log, where it may sign there: up to the line that ends it."""
    for at, named in enumerate(keys):
        end = keys[at + 1].seq if at + 1 < len(keys) else one.seq
        if named.key == one.key.hex() and named.seq <= one.seq <= end:
            return at
    return None


def _counts(keys: Sequence[NamedKey], at: int, seq: int) -> bool:
    """Whether a head is to be believed: not where its key was stolen by then. The line that hands it over is."""
    after = keys[at + 1] if at + 1 < len(keys) else None
    return after is None or not after.good or seq <= after.good or seq == after.seq


def _is_vouched(keys: Sequence[NamedKey], at: int, heads: Sequence[tuple[int, Signature]]) -> bool:
    """Whether a key is that of line 1, or the key before signed the line that names it."""
    if at == 0:
        return keys[0].seq == 1
    return any(period == at - 1 and one.seq == keys[at].seq for period, one in heads)


def pin_fault(keys: Sequence[NamedKey], pin: str) -> Fault | None:
    """What speaks against a log whose reader knows the host's key, where it names another or none."""
    return _not_the_pinned(keys, pin) if pin and all(not named.key.startswith(pin) for named in keys) else None


def _not_the_pinned(keys: Sequence[NamedKey], pin: str) -> Fault:
    names = f"it names {', '.join(short(named.key) for named in keys)}" if keys else "it names no key"
    return Fault("LOG-KEY", 1, f"this log is not signed with the key {short(pin)} that was given: {names}")


def _unvouched(keys: Sequence[NamedKey], at: int) -> str:
    """What is to be known of a key that nobody vouches for."""
    named = keys[at]
    if at == 0:
        return f"the key {short(named.key)} signs from here on, vouched for by nobody: line 1 names no key"
    stolen = f"; heads that the key before signed behind line {named.good} do not count" if named.good else ""
    return (
        f"the key {short(named.key)} takes over from {short(keys[at - 1].key)}, which did not sign that: it is vouched"
        f" for by nobody{stolen}"
    )


def _behind(
    lines: Sequence[Line], entries: Sequence[Entry], keys: Sequence[NamedKey], newest: Signature | None,
    others: Sequence[NamedKey],
) -> tuple[Sequence[Fault], Sequence[Fault]]:  # fmt: skip
    """Lines behind the last head that is signed, as violations and doubts; `others` signed what nobody vouches for."""
    if not keys or not lines:
        return (), ()
    done, end, faults = newest.seq if newest else 0, len(lines), list[Fault]()
    if others:
        end, key = others[0].seq - 1, short(others[0].key)
        what = f"from here on the log is signed with the key {key}, for which the key that was given does not vouch"
        faults.append(Fault("LOG-KEY", others[0].seq, what))
    named = short(keys[-1].key)
    where = f"lines {done + 1} to {end} stand" if end > done + 1 else f"line {end} stands"
    if newest is None:
        faults.append(Fault("LOG-SIGN", keys[-1].seq, f"this log names the key {named}, and no head of it is signed"))
    elif (
        done < end and len(entries) == len(lines) and all(isinstance(one.event, Suspended) for one in entries[done:end])
    ):
        what = f"the session was held, and {where} behind the last signed head"
        return faults, [Fault("LOG-SIGN", done + 1, what)]
    elif done < end:
        what = f"{where} behind line {done}, the last head that was signed with the key {named}"
        faults.append(Fault("LOG-SIGN", done + 1, what))
    return faults, ()


def _posted_faults(
    session: str, lines: Sequence[Line], keys: Sequence[NamedKey], given: Signed
) -> tuple[Sequence[Fault], Sequence[Fault]]:
    """Heads that its reader saw posted and that are not those of this log; doubts where they show nothing."""
    found = [
        *(signed_fault(session, lines, keys, one, given.pin, is_given=True) for one in given.posted),
        *(posted_fault(session, lines, keys, one, given.pin) for one in given.in_thread),
    ]
    told = [fault for fault in found if fault is not None]
    return [one for one in told if not one.is_doubt], [one for one in told if one.is_doubt]


def _told(keys: Sequence[NamedKey], newest: Signature | None, given: Signed, *, pinned: bool) -> str:
    """By whom a log is signed, and up to where, in a sentence."""
    if not keys:
        return UNSIGNED
    if newest is None:
        named = keys[-1].key[:FINGERPRINT]
        return f"not signed, though it names the key {named}" if given.ends else f"names the key {named}, unsigned yet"
    trust = "the key that was given, or one that it vouches for" if pinned else "which only this file vouches for"
    whose = f"signed by {fingerprint(newest.key)}{f', {trust}' if given.ends else ''}"
    return f"{whose}, as it stood at line {newest.seq} on {utc_moment(newest.signed_ms)}"
