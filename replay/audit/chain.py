"""Checks that need only the log: the chain of digests, the tower's receipts, and seals.

Every check yields (rule, line, what is wrong). None needs the game to be known.
"""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Any, Final, NamedTuple

from events.codec import Codec, audience_of
from events.entry import GENESIS, Entry, Line, Secret, digest
from events.errors import CorruptLogError
from events.events import UNKNOWN, Drawn, Receipt, Revealed, Rolled, Shuffled
from events.seal import seal
from events.session_events import Begun, ItemRevealed, Pledged, Seated, SecretsOpened, TakenBack
from events.store.checks import check_body
from projections.wording import joined, titled
from replay.chance.tower import rolled_faces, shuffled_order, word_text
from replay.reading.reading import Reading

_HEX: Final = re.compile("[0-9a-f]{64}")
_UNKNOWN_TEXT: Final = f'"{UNKNOWN}"'


class Fault(NamedTuple):
    """A rule of the log, the line that breaks it, and how; a doubt where what speaks against it proves nothing."""

    rule: str
    seq: int
    what: str
    is_doubt: bool = False


def chain_faults(lines: Sequence[Line], codec: Codec | None = None) -> Iterator[Fault]:
    """Numbers, bodies and digests; after a break the check goes on from the stored digest.

    A body that the codec would write just so needs no second look.
    """
    prev, session, due = GENESIS, lines[0].session if lines else "", 1
    for line in lines:
        if line.seq != due:
            yield Fault("LOG-CHAIN", min(due, line.seq), f"line {line.seq} stands where line {due} is due")
        if line.session != session:
            yield Fault("LOG-CHAIN", line.seq, f"this line is of session {line.session[:40]}")
        if codec is None or not codec.is_canonical(line.body):
            try:
                check_body(line.body, line.seq)
            except CorruptLogError as error:
                yield Fault("LOG-BODY", line.seq, str(error))
        if line.seq == due and not _follows(prev, line):
            yield Fault("LOG-CHAIN", line.seq, "the digest does not follow from this line and the one before")
        prev, due = line.digest.hex(), line.seq + 1


def _follows(prev: str, line: Line) -> bool:
    try:
        return digest(prev, line.session, line.seq, line.at_ms, line.by, line.body) == line.digest
    except UnicodeEncodeError:  # half a character, which no text that was ever hashed holds
        return False


def seal_faults(
    codec: Codec, reading: Reading[Any], secrets: Sequence[Secret], *, complete: bool = False
) -> Iterator[Fault]:
    """Opened values against their seals, and who may open them; where all should be here, what is missing."""
    sealed = reading.entries_of(*(kind for kind, twin in codec.twins.items() if twin.sealed))
    stood = {entry.seq: seals_of(codec, reading.lines[entry.seq - 1]) for entry in sealed}
    for secret in secrets:
        if 1 <= secret.seq <= reading.seq:
            row = stood.get(secret.seq, {}).get(secret.field, ())
            for what in _secret_faults(codec, reading.entries[secret.seq - 1], row, secret):
                yield Fault(
                    "LOG-SEAL", secret.seq, f"item {secret.item + 1} of what is sealed as {secret.field} {what}"
                )
    here = {(secret.seq, secret.field, secret.item) for secret in secrets} if complete else set()
    for seq, fields in stood.items() if complete else ():
        for field, row in fields.items():
            if any((seq, field, item) not in here for item in range(len(row))):
                yield Fault("LOG-SEAL", seq, f"something that is sealed as {field} is not here any more")


def learned_faults(codec: Codec, reading: Reading[Any], secrets: Sequence[Secret]) -> Iterator[Fault]:
    """What is learnt fills an unknown item of an earlier line, for those who knew that line."""
    learned = reading.entries_of(ItemRevealed)
    known = {(one.seq, one.field, one.item): one.value for one in secrets if learned and one.value is not None}
    for entry in learned:
        event = entry.event
        assert isinstance(event, ItemRevealed)
        old = reading.entries[event.line - 1].event if 0 < event.line < entry.seq else None
        sealed = codec.twins[type(old)].sealed.get(event.field) if old is not None else None
        row = seals_of(codec, reading.lines[event.line - 1]).get(event.field, ()) if sealed else ()
        what = f"{event.field[:40]} number {event.item + 1} of line {event.line}"
        if old is None or sealed is None or not 0 <= event.item < len(row):
            yield Fault("LOG-SEAL", entry.seq, f"there is no {what} before this")
        elif known.get((event.line, event.field, event.item), _UNKNOWN_TEXT) != _UNKNOWN_TEXT:
            yield Fault("LOG-SEAL", entry.seq, f"{what} was not unknown")
        elif audience_of(old, sealed) != event.audience:
            yield Fault("LOG-SEAL", entry.seq, f"{what} is not for {event.audience[:40]}")


def _known_to(audience: str) -> str:
    return joined(list(map(titled, audience.split()))) or "nobody"


def _secret_faults(codec: Codec, entry: Entry, row: Sequence[str], secret: Secret) -> Iterator[str]:
    """What is wrong with one secret, given the seals of its field."""
    if not 0 <= secret.item < len(row):
        yield "has no seal"
        return
    due = audience_of(entry.event, codec.twins[type(entry.event)].sealed[secret.field])
    if secret.audience != due:
        yield f"is kept for {_known_to(secret.audience)}, it belongs to {_known_to(due)}"
    if (secret.salt is None) != (secret.value is None):
        yield "is half there"
    elif secret.salt is not None and row[secret.item] != seal(secret.salt, secret.value or ""):
        yield "does not match its seal"


def seals_of(codec: Codec, line: Line) -> dict[str, tuple[str, ...]]:
    """The seals of a line by their fields; none where it cannot be read."""
    try:
        return codec.seals(line)
    except CorruptLogError:
        return {}


def dealt_faults(codec: Codec, reading: Reading[Any], spot: Callable[[str, str], int | None]) -> Iterator[Fault]:
    """Cards that the tower dealt carry the seals they had in its shuffle; seals are public, so anybody can check.

    A takeback puts the piles back to what they were, so that struck lines are checked as well.
    """
    seqs: list[int] = [0]
    piles: list[dict[str, tuple[str, ...]]] = [{}]
    for entry in reading.entries_of(TakenBack, Shuffled, Drawn, Revealed):
        event, now = entry.event, piles[-1]
        if isinstance(event, TakenBack):
            now = piles[bisect_right(seqs, event.to) - 1]
        elif isinstance(event, Shuffled | Drawn | Revealed) and event.source == "tower":
            row = next(iter(seals_of(codec, reading.lines[entry.seq - 1]).values()), ())
            pile = now.get(event.pile, ())
            if isinstance(event, Shuffled):
                now = {**now, event.pile: row}
            else:
                at = spot(event.pile, event.place) if isinstance(event, Revealed) else None
                due = pile[at or 0 : (at or 0) + len(row)]
                if due != row[: len(due)]:
                    what = f"what came from the pile {titled(event.pile)} does not carry the seal it had in its shuffle"
                    yield Fault("LOG-SEAL", entry.seq, what)
                if at is None:
                    now = {**now, event.pile: pile[len(row) :]}
        seqs.append(entry.seq)
        piles.append(now)


PROVEN_BY_THE_TOWER: Final = (Pledged, Seated, Begun, Rolled, Shuffled, SecretsOpened)
"""The kinds of event that the tower's part of a log is checked by."""


def tower_faults(session: str, entries: Sequence[Entry]) -> Iterator[Fault]:
    """Every roll's number, key and faces, and every shuffle's number; orders too once the secret is open."""
    events = [(entry.seq, entry.event) for entry in entries]
    pledged = next((event for _, event in events if isinstance(event, Pledged)), None)
    if pledged is None:
        for seq, event in events:
            if isinstance(event, Rolled) and event.receipt is not None:
                yield Fault("LOG-ROLL", seq, "a receipt in a session without a pledge")
        return
    words = word_text(_words(entries))
    yield from _roll_faults(session, words, pledged, events)
    yield from _shuffle_faults(session, words, pledged, events)


def _words(entries: Sequence[Entry]) -> Mapping[str, str]:
    found = {}
    for entry in entries:
        if isinstance(entry.event, Begun):
            break
        if isinstance(entry.event, Seated):
            found[entry.event.seat] = entry.event.word
    return found


def _roll_faults(session: str, words: str, pledged: Pledged, events: Sequence[tuple[int, object]]) -> Iterator[Fault]:
    before, k = pledged.anchor, 0
    for seq, event in events:
        if not isinstance(event, Rolled):
            continue
        if event.source != "tower" or event.receipt is None:
            if (event.source == "tower") != (event.receipt is not None):
                yield Fault("LOG-ROLL", seq, "a roll of the tower has a receipt, and no other has")
            continue
        if event.of is not None:
            yield Fault("LOG-ROLL", seq, "a roll of the tower repeats no other")
        if event.ticket:
            yield Fault("LOG-ROLL", seq, "a roll of the tower has no receipt of another roller")
        k += 1
        if event.receipt.k != k:
            yield Fault("LOG-ROLL", seq, f"roll {event.receipt.k} stands where roll {k} is due")
            k = event.receipt.k
        if k > pledged.length:
            yield Fault("LOG-ROLL", seq, f"roll {k} is beyond the {pledged.length} that were pledged")
        for what in _key_faults(event, event.receipt, session, words, before):
            yield Fault("LOG-ROLL", seq, what)
        before = event.receipt.key


def _key_faults(rolled: Rolled, receipt: Receipt, session: str, words: str, before: str) -> Iterator[str]:
    """What is wrong with the key and the faces of one roll."""
    key = _unhex(receipt.key)
    if sha256(key).hexdigest() != before or len(key) != 32:
        yield f"the key of roll {receipt.k} does not follow from the key before"
    if not 2 <= rolled.sides <= 256:
        yield f"a die has 2 to 256 sides, not {rolled.sides}"
        return
    if not (rolled.purpose.isascii() and rolled.purpose.isprintable()):
        yield "a purpose is printable ASCII"
    dice = len(rolled.die.split())
    if rolled_faces(key, session, receipt.k, words, rolled.purpose, rolled.sides, dice) != rolled.faces:
        yield f"the faces of roll {receipt.k} are not those of its key"


def _unhex(text: str) -> bytes:
    """The 32 bytes of 64 hex digits in lower case; nothing for any other text."""
    return bytes.fromhex(text) if _HEX.fullmatch(text) else b""


def _shuffle_faults(
    session: str, words: str, pledged: Pledged, events: Sequence[tuple[int, object]]
) -> Iterator[Fault]:
    told = [(seq, event.shuffle_secret) for seq, event in events if isinstance(event, SecretsOpened)]
    opened = next(((seq, secret) for seq, secret in told if secret), None)
    secret = b""
    if opened is not None:
        secret = _unhex(opened[1])
        if sha256(secret).hexdigest() != pledged.shuffle:
            yield Fault("LOG-SHUFFLE", opened[0], "the opened secret is not the pledged one")
            secret = b""
    j = 0
    for seq, event in events:
        if not isinstance(event, Shuffled):
            continue
        if event.source != "tower":
            if event.j:
                yield Fault("LOG-SHUFFLE", seq, "only the tower's shuffles have a number")
            continue
        j += 1
        if event.j != j:
            yield Fault("LOG-SHUFFLE", seq, f"shuffle {event.j} stands where shuffle {j} is due")
            j = event.j
        if secret and UNKNOWN not in event.order:
            due = shuffled_order(secret, session, j, words, event.pile, event.order)
            if due != event.order:
                yield Fault(
                    "LOG-SHUFFLE", seq, f"the order of the pile {titled(event.pile)} is not that of shuffle {j}"
                )
