"""Check the heads of a log: those signed with a key, and those posted as checkpoints.

If a log names a key, an exported file ends at a head signed with that key. Later entries, or no signed head at all,
are violations, so removing signatures gains nothing. A file that ends at an earlier signed head is valid as of then.
A key that is named only in the file proves nothing: a forger can put another key into entry 1. So compare it with a
key from another source, such as an invitation or a turn summary (`pin`).

A checkpoint is an entry number and at least 32 hex digits of its digest, such as `344:02fc...`, at the end of a reply
to a post, a turn summary or the result of an import. Anyone can type one, so a different one is only an unverified
finding. A different head signed with a key of the log is a violation.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from events.entry import Entry, Head, Line
from events.session_events import Suspended
from events.signature import FINGERPRINT, Signature, SignedHead, fingerprint, is_valid, key_of, short
from projections.wording import counted
from replay.audit.log_checks import Fault
from replay.chance.clock import utc_moment
from replay.session.signing import NamedKey, named_keys

UNSIGNED: Final = "not signed"
ANYBODY: Final = (
    "whether the whole log was rewritten, which anyone with this unsigned file could do."
    " To check it, give --checkpoint a checkpoint that was posted"
)
ANY_KEY: Final = (
    "whether the whole log was rewritten and signed with another key, which anyone with this file could do."
    " To check it, give --key the fingerprint from an invitation or a turn summary, or --checkpoint a posted checkpoint"
)
_SHOWN: Final = 40


class PostedHead(NamedTuple):
    """A head as posted in a thread: author, time and place as text from the import. Each may be empty."""

    seq: int
    hex: str
    author: str = ""
    when: str = ""
    where: str = ""
    signed: SignedHead | None = None

    @property
    def place(self) -> str:
        """Author, time and place of the post, in words."""
        parts = (self.author and f"by {self.author[:_SHOWN]}", self.when[:_SHOWN], self.where[:_SHOWN])
        return "posted " + ", ".join(part for part in parts if part) if any(parts) else "posted"


class Signed(NamedTuple):
    """Data that comes with a log: its signatures, the key that the viewer knows (`pin`), and posted heads.

    `posted` heads are given by the viewer. Heads `in_thread` may come from anyone and prove nothing unless the log or
    the viewer knows the key. With `ends`, no entry may follow the last signed head, as in a file or an imported log.
    """

    signatures: Sequence[Signature] = ()
    pin: str = ""
    posted: Sequence[SignedHead] = ()
    ends: bool = False
    in_thread: Sequence[PostedHead] = ()


def check_signatures(
    session: str, lines: Sequence[Line], entries: Sequence[Entry], given: Signed
) -> tuple[Sequence[Fault], str]:
    """Check signatures, keys and posted heads. Return the faults, and in words who signed the log."""
    keys, signatures = named_keys(entries), given.signatures
    if not given.ends:
        handed = {named.seq for named in keys}
        signatures = [one for one in signatures[:-1] if one.seq in handed] + list(signatures[-1:])
    heads, faults = _valid_heads(session, lines, keys, signatures)
    wrong = [named for named in keys if not key_of(named.key)]
    faults += [Fault("LOG-KEY", named.seq, f'"{named.key[:40]}" is not a public key') for named in wrong]
    vouched = [_is_vouched(keys, at, heads) for at in range(len(keys))]
    known = next((at for at, named in enumerate(keys) if given.pin and named.key.startswith(given.pin)), None)
    if fault := pin_fault(keys, given.pin):
        faults.append(fault)
    last = len(keys) - 1 if known is None else known
    while last + 1 < len(keys) and vouched[last + 1]:
        last += 1
    for at in range(0 if known is None else known + 1, last + 1):
        if not vouched[at]:
            faults.append(Fault("LOG-KEY", keys[at].seq, _unvouched(keys, at), is_unverified=True))
    believed = [one for at, one in heads if at <= last]
    newest = max(believed, key=lambda one: (one.seq, one.key.hex() == keys[last].key), default=None)
    if given.ends:
        faults += _behind(lines, entries, keys[: last + 1], newest, keys[last + 1 :])
    posted = [
        *(signed_fault(session, lines, keys, one, given.pin, is_given=True) for one in given.posted),
        *(posted_fault(session, lines, keys, one, given.pin) for one in given.in_thread),
    ]
    faults += [fault for fault in posted if fault is not None]
    return faults, _told(keys, newest, given, pinned=known is not None)


def signature_faults(
    session: str, lines: Sequence[Line], entries: Sequence[Entry], signatures: Sequence[Signature]
) -> Sequence[Fault]:
    """Check each signature on its own, and return the faults."""
    return _valid_heads(session, lines, named_keys(entries), signatures)[1]


def _valid_heads(
    session: str, lines: Sequence[Line], keys: Sequence[NamedKey], signatures: Sequence[Signature]
) -> tuple[list[tuple[int, Signature]], list[Fault]]:
    """Return the valid signatures, each after the index of its key, and the faults of the invalid signatures."""
    heads, faults = list[tuple[int, Signature]](), list[Fault]()
    seen = set[tuple[int, bytes]]()
    for one in signatures:
        at = max(1, min(one.seq, len(lines)))
        line = lines[at - 1] if lines else None
        whose = f"the key {short(one.key)}"
        if line is None or line.seq != one.seq:
            what = f"{whose} signed entry {one.seq}, but this log ends at entry {len(lines)}"
            faults.append(Fault("LOG-SIGN", at, what))
        elif (one.seq, one.key) in seen:
            faults.append(Fault("LOG-SIGN", at, f"{whose} signed this entry twice"))
        elif not is_valid(session, Head(line.seq, line.digest), one):
            faults.append(Fault("LOG-SIGN", at, f"the signature of this entry was not made with {whose}"))
        elif all(named.key != one.key.hex() for named in keys):
            faults.append(Fault("LOG-SIGN", at, f"signed with {whose}, which this log does not name"))
        elif (period := _period(keys, one)) is None:
            faults.append(Fault("LOG-SIGN", at, f"signed with {whose}, which is not the signing key at this entry"))
        elif _counts(keys, period, one.seq):
            heads.append((period, one))
        seen.add((one.seq, one.key))
    return heads, faults


def _period(keys: Sequence[NamedKey], one: Signature) -> int | None:
    """Return the index of the key that made a signature if that key may sign this entry, else None."""
    ends = [*(named.seq for named in keys[1:]), one.seq]
    periods = (
        (at, named) for at, (named, end) in enumerate(zip(keys, ends, strict=True)) if named.seq <= one.seq <= end
    )
    return next((at for at, named in periods if named.key == one.key.hex()), None)


def _counts(keys: Sequence[NamedKey], at: int, seq: int) -> bool:
    """Return whether a signed head at entry `seq` is trusted: not if the key with index `at` was already stolen then.

    The head at the entry that names the next key is always trusted.
    """
    after = keys[at + 1] if at + 1 < len(keys) else None
    return after is None or not after.good or seq <= after.good or seq == after.seq


def _is_vouched(keys: Sequence[NamedKey], at: int, heads: Sequence[tuple[int, Signature]]) -> bool:
    """Return whether entry 1 names the key with index `at`, or the key before it signed the entry that names it."""
    if at == 0:
        return keys[0].seq == 1
    return any(period == at - 1 and one.seq == keys[at].seq for period, one in heads)


def pin_fault(keys: Sequence[NamedKey], pin: str) -> Fault | None:
    """Return a fault if the viewer gives the host's key as `pin` and the log does not name this key, else None."""
    if not pin or any(named.key.startswith(pin) for named in keys):
        return None
    names = f"it names {', '.join(short(named.key) for named in keys)}" if keys else "it does not name a key"
    return Fault("LOG-KEY", 1, f"this log is not signed with the given key {short(pin)}; {names}")


def _unvouched(keys: Sequence[NamedKey], at: int) -> str:
    named = keys[at]
    if at == 0:
        return f"the key {short(named.key)} signs from here on, but nothing vouches for it: entry 1 does not name a key"
    stolen = f". Signatures of the previous key after entry {named.good} do not count" if named.good else ""
    return (
        f"the key {short(named.key)} replaces {short(keys[at - 1].key)}, but the previous key did not sign this entry"
        f"{stolen}"
    )


def _behind(
    lines: Sequence[Line], entries: Sequence[Entry], keys: Sequence[NamedKey], newest: Signature | None,
    others: Sequence[NamedKey],
) -> Sequence[Fault]:  # fmt: skip
    """Return a fault for entries after the last signed head.

    `others` are later keys that the trusted key did not sign for.
    """
    if not keys or not lines:
        return ()
    done, end, faults = newest.seq if newest else 0, len(lines), list[Fault]()
    if others:
        end, key = others[0].seq - 1, short(others[0].key)
        what = f"from here on the log is signed with the key {key}, which the given key does not vouch for"
        faults.append(Fault("LOG-KEY", others[0].seq, what))
    named = short(keys[-1].key)
    where = f"entries {done + 1} to {end} come" if end > done + 1 else f"entry {end} comes"
    if newest is None:
        what = f"this log names the key {named}, but none of its entries is signed"
        faults.append(Fault("LOG-SIGN", keys[-1].seq, what))
    elif done < end:
        is_locked = len(entries) == len(lines) and all(isinstance(one.event, Suspended) for one in entries[done:end])
        what = f"{where} after entry {done}, the last one that was signed with the key {named}"
        if is_locked:
            what = f"the session was locked, and {where} after the last signed entry"
        faults.append(Fault("LOG-SIGN", done + 1, what, is_unverified=is_locked))
    return faults


def _told(keys: Sequence[NamedKey], newest: Signature | None, given: Signed, *, pinned: bool) -> str:
    if not keys:
        return UNSIGNED
    if newest is None:
        named = keys[-1].key[:FINGERPRINT]
        return f"not signed, although it names the key {named}" if given.ends else f"not signed yet (key {named})"
    trust = "the given key or one that it vouches for" if pinned else "a key that only this file vouches for"
    whose = f"signed by {fingerprint(newest.key)}{f', {trust}' if given.ends else ''}"
    return f"{whose}, up to entry {newest.seq}, on {utc_moment(newest.signed_ms)}"


def checkpoint_fault(lines: Sequence[Line], seq: int, hex_digits: str) -> Fault | None:
    """Return a fault if the digest of entry `seq` does not begin with the hex digits of a checkpoint, at least 32."""
    line = _line(lines, seq)
    if line is None:
        last = lines[-1].seq if lines else 0
        return Fault("LOG-WITNESS", seq, f"the checkpoint names entry {seq}, but this log ends at entry {last}")
    if not line.digest.hex().startswith(hex_digits.lower()):
        what = f"entry {seq} has the digest {line.digest.hex()[:32]}, but the checkpoint says {hex_digits}"
        return Fault("LOG-WITNESS", seq, what)
    return None


def signed_fault(
    session: str, lines: Sequence[Line], keys: Sequence[NamedKey], one: SignedHead, pin: str = "", *, is_given: bool
) -> Fault | None:
    """Return a fault if a log differs from a signed head: a violation if its key is known, else unverified.

    A head entered by the viewer (`is_given`) counts as signed with a trusted key. A head from a thread may come from
    anyone, unless the log or `pin` names its key.
    """
    at, key = one.head.seq, one.signature.key.hex()
    if one.session != session:
        return Fault("LOG-WITNESS", 1, f"a checkpoint is of another session, {one.session}", is_unverified=True)
    line = _line(lines, at)
    if line is not None and line.digest == one.head.digest:
        return None
    seq, digest = max(1, min(at, len(lines))), one.head.hex[:32]
    here = "it has another digest here" if line is not None else f"this log ends at entry {len(lines)}"
    if not one.holds:
        what = f"a checkpoint without a valid signature gives entry {at} the digest {digest}, but {here}"
        return Fault("LOG-WITNESS", seq, what, is_unverified=True)
    known = any(named.key == key for named in keys) or (pin and key.startswith(pin))
    whose = f"the key {short(key)}{'' if known else ', which this log does not name'}"
    what = f"entry {at} was signed as {digest} with {whose}, but {here}"
    return Fault("LOG-WITNESS", seq, what, is_unverified=not (known or is_given))


def posted_fault(
    session: str, lines: Sequence[Line], keys: Sequence[NamedKey], head: PostedHead, pin: str = ""
) -> Fault | None:
    """Return a fault if a log does not have a head (entry number and digest) posted in a thread, else None."""
    if head.signed is None:
        fault = checkpoint_fault(lines, head.seq, head.hex)
        fault = fault and fault._replace(is_unverified=True)
    else:
        fault = signed_fault(session, lines, keys, head.signed, pin, is_given=False)
    return fault and fault._replace(what=f"{fault.what} ({head.place})")


def holding(lines: Sequence[Line], heads: Sequence[PostedHead]) -> list[PostedHead]:
    """Return those signed heads of a thread that belong to this log, in the order of its entries."""
    return sorted((one for one in heads if checkpoint_fault(lines, one.seq, one.hex) is None), key=lambda one: one.seq)


def heads_in_words(lines: Sequence[Line], heads: Sequence[PostedHead]) -> str:
    """Return in words how many signed heads of a thread belong to this log."""
    if not heads:
        return "the text contains no checkpoint of this log"
    found = holding(lines, heads)
    newest = f", the newest at entry {found[-1].seq}" if found else ""
    match = "matches" if len(heads) == 1 else "match"
    return f"{len(found)} of {counted(len(heads), 'checkpoint')} {match} this log{newest}"


def _line(lines: Sequence[Line], seq: int) -> Line | None:
    """Return the stored line of entry `seq`, None if missing. If numbers are missing or repeated, search all lines."""
    if 1 <= seq <= len(lines) and lines[seq - 1].seq == seq:
        return lines[seq - 1]
    if not lines or (seq > len(lines) and lines[-1].seq == len(lines)):
        return None
    return next((line for line in lines if line.seq == seq), None)
