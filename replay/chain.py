"""Checks that need only the log: the chain of digests, the tower's receipts, seals, and the order of a log's opening.

Every check yields (rule, line, what is wrong). None needs the game to be known.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Any, NamedTuple

from events.codec import Codec
from events.conduct import Begun, Pledged, Seated, Unsealed
from events.errors import CorruptLogError
from events.facts import UNKNOWN, Chance, Drawn, Receipt, Revealed, Rolled, Shuffled, Started
from events.line import GENESIS, Entry, Line, Secret, check_body, digest
from events.seal import seal
from replay.reading import Reading
from replay.tower import rolled_faces, shuffled_order, word_text

__all__ = ["Fault", "chain_faults", "dealt_faults", "opening_faults", "seal_faults", "tower_faults", "witness_fault"]


class Fault(NamedTuple):
    """A rule of the log, the line that breaks it, and how."""

    rule: str
    seq: int
    what: str


def chain_faults(lines: Sequence[Line], codec: Codec | None = None) -> Iterator[Fault]:
    """Numbers, bodies and digests; after a break the check goes on from the stored digest.

    A body that the codec would write just so needs no second look.
    """
    prev, session = GENESIS, lines[0].session if lines else ""
    for number, line in enumerate(lines, start=1):
        if line.seq != number or line.session != session:
            yield Fault("LOG-CHAIN", number, f"line {number} of the log is numbered {line.seq} of {line.session}")
        if codec is None or not codec.is_canonical(line.body):
            try:
                check_body(line.body, number)
            except CorruptLogError as error:
                yield Fault("LOG-BODY", number, str(error))
        if digest(prev, line.session, line.seq, line.at_ms, line.by, line.body) != line.digest:
            yield Fault("LOG-CHAIN", number, "the digest does not follow from this line and the one before")
        prev = line.digest.hex()


def witness_fault(lines: Sequence[Line], seq: int, hex_digits: str) -> Fault | None:
    """Compare with a witness that was posted: a line's number and the first (at least 32) hex digits of its digest."""
    if not 1 <= seq <= len(lines):
        return Fault("LOG-WITNESS", seq, f"the witness names line {seq}; this log ends at line {len(lines)}")
    if not lines[seq - 1].digest.hex().startswith(hex_digits.lower()):
        return Fault(
            "LOG-WITNESS", seq, f"line {seq} has the digest {lines[seq - 1].digest.hex()[:32]}, not {hex_digits}"
        )
    return None


def seal_faults(codec: Codec, lines: Sequence[Line], secrets: Sequence[Secret]) -> Iterator[Fault]:
    """Opened values against their seals."""
    stood: dict[int, dict[str, tuple[str, ...]]] = {}
    for secret in secrets:
        if secret.salt is None or secret.value is None or not 1 <= secret.seq <= len(lines):
            continue
        if secret.seq not in stood:
            stood[secret.seq] = _seals(codec, lines[secret.seq - 1])
        row = stood[secret.seq].get(secret.field, ())
        if secret.item >= len(row) or row[secret.item] != seal(secret.salt, secret.value):
            yield Fault("LOG-SEAL", secret.seq, f"{secret.field} number {secret.item + 1} does not match its seal")


def _seals(codec: Codec, line: Line) -> dict[str, tuple[str, ...]]:
    try:
        return codec.seals(line)
    except CorruptLogError:
        return {}


def dealt_faults(codec: Codec, reading: Reading[Any], spot: Callable[[str, str], int | None]) -> Iterator[Fault]:
    """Cards that the tower dealt carry the seals they had in its shuffle; seals are public, so anybody can check."""
    orders: dict[str, tuple[str, ...]] = {}
    taken: dict[str, int] = {}
    for line, entry in zip(reading.lines, reading.entries, strict=True):
        fact = entry.fact
        if not isinstance(fact, Shuffled | Drawn | Revealed) or fact.source != "tower" or entry.seq in reading.struck:
            continue
        if isinstance(fact, Shuffled):
            orders[fact.pile], taken[fact.pile] = _seals(codec, line).get("order", ()), 0
            continue
        laid = spot(fact.pile, fact.place) if isinstance(fact, Revealed) else None
        first = taken.get(fact.pile, 0) if laid is None else laid
        row = _seals(codec, line).get("item" if isinstance(fact, Revealed) else "cards", ())
        if laid is None:
            taken[fact.pile] = first + len(row)
        due = orders.get(fact.pile, ())[first : first + len(row)]
        if due != row[: len(due)]:
            yield Fault(
                "LOG-SEAL", entry.seq, f"what came from {fact.pile} does not carry the seal it had in its shuffle"
            )


def opening_faults(entries: Sequence[Entry]) -> Iterator[Fault]:
    """How a log opens: words closed by Begun, nothing pledged or begun twice; and no chance after it is unsealed."""
    started = entries[0].fact if entries else None
    if not isinstance(started, Started):
        return
    tower = "tower" in (started.dice, started.cards)
    wanted: list[type] = [Started, *([Pledged] if tower else []), *([Seated] * len(started.seats)), Begun]
    for entry, kind in zip(entries, wanted, strict=False):
        if not isinstance(entry.fact, kind):
            yield Fault("LOG-ORDER", entry.seq, f"{kind.__name__} is due here, the log has {type(entry.fact).__name__}")
            return
    if len(entries) < len(wanted):
        yield Fault("LOG-ORDER", len(entries), f"the log ends before {wanted[len(entries)].__name__}")
        return
    seated = [entry.fact.seat for entry in entries[: len(wanted)] if isinstance(entry.fact, Seated)]
    if sorted(seated) != sorted(started.seats):
        yield Fault(
            "LOG-ORDER", len(wanted), f"seated are {', '.join(seated)}; the session has {', '.join(started.seats)}"
        )
    open_, source = False, (started.dice, started.cards)
    for entry in entries[len(wanted) :]:
        fact = entry.fact
        if isinstance(fact, Started | Pledged | Begun) or (isinstance(fact, Seated) and fact.word):
            yield Fault("LOG-ORDER", entry.seq, f"{type(fact).__name__} stands behind the opening of the log")
        if isinstance(fact, Chance):
            if open_:
                yield Fault("LOG-ORDER", entry.seq, "chance after the session was opened")
            yield from _source_fault(entry, *source)
        open_ = open_ or isinstance(fact, Unsealed)


def _source_fault(entry: Entry, dice: str, cards: str) -> Iterator[Fault]:
    source = getattr(entry.fact, "source", "")
    due = dice if isinstance(entry.fact, Rolled) else cards
    if source not in (due, "replayed") or (source == "replayed" and not isinstance(entry.fact, Rolled)):
        yield Fault("LOG-SOURCE", entry.seq, f"this session's is {due}, the line says {source}")


def tower_faults(session: str, entries: Sequence[Entry]) -> Iterator[Fault]:
    """Every roll's number, key and faces, and every shuffle's number; orders too once the secret is open."""
    facts = [(entry.seq, entry.fact) for entry in entries]
    pledged = next((fact for _, fact in facts if isinstance(fact, Pledged)), None)
    if pledged is None:
        for seq, fact in facts:
            if isinstance(fact, Rolled) and fact.receipt is not None:
                yield Fault("LOG-ROLL", seq, "a receipt in a session without a pledge")
        return
    words = word_text(_words(entries))
    yield from _roll_faults(session, words, pledged, facts)
    yield from _shuffle_faults(session, words, pledged, facts)


def _words(entries: Sequence[Entry]) -> Mapping[str, str]:
    found = {}
    for entry in entries:
        if isinstance(entry.fact, Begun):
            break
        if isinstance(entry.fact, Seated):
            found[entry.fact.seat] = entry.fact.word
    return found


def _roll_faults(session: str, words: str, pledged: Pledged, facts: Sequence[tuple[int, object]]) -> Iterator[Fault]:
    before, k = pledged.anchor, 0
    for seq, fact in facts:
        if not isinstance(fact, Rolled):
            continue
        if fact.source != "tower" or fact.receipt is None:
            if (fact.source == "tower") != (fact.receipt is not None):
                yield Fault("LOG-ROLL", seq, "a roll of the tower has a receipt, and no other has")
            continue
        k += 1
        if fact.receipt.k != k:
            yield Fault("LOG-ROLL", seq, f"roll {fact.receipt.k} stands where roll {k} is due")
            k = fact.receipt.k
        for what in _key_faults(fact, fact.receipt, session, words, before):
            yield Fault("LOG-ROLL", seq, what)
        before = fact.receipt.key


def _key_faults(rolled: Rolled, receipt: Receipt, session: str, words: str, before: str) -> Iterator[str]:
    """What is wrong with the key and the faces of one roll."""
    try:
        key = bytes.fromhex(receipt.key)
    except ValueError:
        key = b""
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


def _shuffle_faults(session: str, words: str, pledged: Pledged, facts: Sequence[tuple[int, object]]) -> Iterator[Fault]:
    told = [(seq, fact.shuffle_secret) for seq, fact in facts if isinstance(fact, Unsealed)]
    opened = next(((seq, secret) for seq, secret in told if secret), None)
    secret = b""
    if opened is not None:
        secret = (
            bytes.fromhex(opened[1]) if len(opened[1]) == 64 and not set(opened[1]) - set("0123456789abcdef") else b""
        )
        if sha256(secret).hexdigest() != pledged.shuffle:
            yield Fault("LOG-SHUFFLE", opened[0], "the opened secret is not the pledged one")
            secret = b""
    j = 0
    for seq, fact in facts:
        if not isinstance(fact, Shuffled):
            continue
        if fact.source != "tower":
            if fact.j:
                yield Fault("LOG-SHUFFLE", seq, "only the tower's shuffles have a number")
            continue
        j += 1
        if fact.j != j:
            yield Fault("LOG-SHUFFLE", seq, f"shuffle {fact.j} stands where shuffle {j} is due")
            j = fact.j
        if secret and UNKNOWN not in fact.order:
            due = shuffled_order(secret, session, j, words, fact.pile, fact.order)
            if due != fact.order:
                yield Fault("LOG-SHUFFLE", seq, f"the order of {fact.pile} is not that of shuffle {j}")
