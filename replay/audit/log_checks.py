"""Checks that need only the log: the digest chain, receipts, seals, the opening and end, and the fields of entries.

Only the check of dealt cards needs a function of the game (`pile_index`).
"""

from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import takewhile
from typing import Any, Final, NamedTuple

from events import session_events as c
from events.codec import Codec, audience_of
from events.entry import GENESIS, ROLES, Entry, Line, Secret, digest
from events.errors import CorruptLogError, RefusedError
from events.events import (
    ALL,
    OMNISCIENT,
    UNKNOWN,
    Chance,
    Drawn,
    Effect,
    Event,
    Move,
    Receipt,
    Revealed,
    Rolled,
    Shuffled,
    Started,
)
from events.lazy_patterns import lazy_pattern
from events.seal import seal
from events.store.checks import check_body, check_seat
from projections.wording import joined, titled
from replay.chance.tower import WORD, rolled_faces, shuffled_order, word_text
from replay.reading.reading import Reading
from replay.reading.trust import TRUST
from replay.session.consent import MODERATOR, RESIGNATIONS

_HEX: Final = lazy_pattern("[0-9a-f]{64}")
_UNKNOWN_TEXT: Final = f'"{UNKNOWN}"'
_PLAYED: Final = (Move, Effect)
_FOLLOWING: Final = (Chance, Effect)
_OF_POSTS: Final = (c.RecordedUnasked, c.PostOrigin)
_SILENT: Final = frozenset({ALL, "auditor"})  # roles that only read and never write an entry
_OPENING: Final = (Started, c.ResignationPolicy, c.Begun, c.SecretsOpened)
_ONLY_FIRST: Final = (Started, c.ResignationPolicy, c.Pledged, c.Begun)
"""Kinds of events that come only in the opening of a log."""
_NO_SEATS: Final = (
    c.Appointed, c.PrivilegedView, c.Triaged, c.Suspended, c.HouseRuled, c.HiddenInfoProbe, c.Reopened,
    c.TrustPolicy,
)  # fmt: skip
"""Kinds of events that no seat may write."""
_MODERATORS: Final = (c.Adjusted, c.Skipped, c.Ruled, c.Compensated, c.ClaimPublished)
"""Kinds of events that no seat may write if play is strict (all chance comes from the dice roller)."""
_SAID: Final = (
    c.Claimed, c.Remarked, c.Noted, c.DisputeOpened, c.RemedyProposed, c.TakebackAsked, c.Resigned, c.EndProposed,
    c.EndAnswered, c.RecordedUnasked, c.PostOrigin,
)  # fmt: skip
"""Kinds of events that one seat may not write in another seat's name if play is strict."""
_JUDGE: Final = lazy_pattern("judge(-[0-9]+)?")


class Fault(NamedTuple):
    """A broken rule of the log, its entry, and the problem. `is_unverified` marks a problem that proves nothing."""

    rule: str
    seq: int
    what: str
    is_unverified: bool = False


def chain_faults(lines: Sequence[Line], codec: Codec | None = None) -> Iterator[Fault]:
    """Yield faults in entries' numbers, bodies and digests. After a broken digest, check on from the stored digest."""
    prev, session, due = GENESIS, lines[0].session if lines else "", 1
    for line in lines:
        if line.seq != due:
            yield Fault("LOG-CHAIN", min(due, line.seq), f"entry {line.seq} was found where entry {due} was expected")
        if line.session != session:
            yield Fault("LOG-CHAIN", line.seq, f"this entry belongs to another session, {line.session[:40]}")
        if codec is None or not codec.is_canonical(line.body):
            try:
                check_body(line.body, line.seq)
            except CorruptLogError as error:
                yield Fault("LOG-BODY", line.seq, str(error))
        if line.seq == due and not _follows(prev, line):
            what = "this entry was changed after it was recorded (its digest does not match)"
            yield Fault("LOG-CHAIN", line.seq, what)
        prev, due = line.digest.hex(), line.seq + 1


def _follows(prev: str, line: Line) -> bool:
    try:
        return digest(prev, line.session, line.seq, line.at_ms, line.by, line.body) == line.digest
    except UnicodeEncodeError:  # a lone surrogate cannot have been hashed
        return False


def seal_faults(
    codec: Codec, reading: Reading[Any], secrets: Sequence[Secret], *, complete: bool = False
) -> Iterator[Fault]:
    """Yield faults: opened values that contradict their seal or audience, and missing secrets if `complete`."""
    sealed = reading.entries_of(*(kind for kind, twin in codec.twins.items() if twin.sealed))
    stood = {entry.seq: seals_of(codec, reading.lines[entry.seq - 1]) for entry in sealed}
    audiences = {entry.seq: _audiences(codec, entry.event) for entry in sealed}
    for secret in secrets:
        if 1 <= secret.seq <= reading.seq:
            row = stood.get(secret.seq, {}).get(secret.field, ())
            due = audiences.get(secret.seq, {}).get(secret.field, "")
            for what in _secret_faults(row, due, secret):
                yield Fault("LOG-SEAL", secret.seq, f"item {secret.item + 1} of the sealed field {secret.field} {what}")
    here = {(secret.seq, secret.field, secret.item) for secret in secrets} if complete else set()
    for seq, fields in stood.items() if complete else ():
        for field, row in fields.items():
            if any((seq, field, item) not in here for item in range(len(row))):
                yield Fault("LOG-SEAL", seq, f"a value of the sealed field {field} is missing")


def _audiences(codec: Codec, event: Event) -> dict[str, str]:
    return {field: audience_of(event, known) for field, known in codec.twins[type(event)].sealed.items()}


def learned_faults(codec: Codec, reading: Reading[Any], secrets: Sequence[Secret]) -> Iterator[Fault]:
    """Yield a fault for each later reveal that fills no unknown item of an earlier entry for the same audience."""
    learned = reading.events_of(c.ItemRevealed)
    known = {(one.seq, one.field, one.item): one.value for one in secrets if learned and one.value is not None}
    for entry, event in learned:
        old = reading.entries[event.line - 1].event if 0 < event.line < entry.seq else None
        sealed = codec.twins[type(old)].sealed.get(event.field) if old is not None else None
        row = seals_of(codec, reading.lines[event.line - 1]).get(event.field, ()) if sealed else ()
        what = f"item {event.item + 1} of the sealed field {event.field[:40]} in entry {event.line}"
        if old is None or sealed is None or not 0 <= event.item < len(row):
            yield Fault("LOG-SEAL", entry.seq, f"{what} does not exist before this entry")
        elif known.get((event.line, event.field, event.item), _UNKNOWN_TEXT) != _UNKNOWN_TEXT:
            yield Fault("LOG-SEAL", entry.seq, f"{what} was already known")
        elif audience_of(old, sealed) != event.audience:
            yield Fault("LOG-SEAL", entry.seq, f"{what} does not belong to {event.audience[:40]}")


def _known_to(audience: str) -> str:
    return joined(list(map(titled, audience.split()))) or "no seat"


def _secret_faults(row: Sequence[str], due: str, secret: Secret) -> Iterator[str]:
    if not 0 <= secret.item < len(row):
        yield "has no seal"
        return
    if secret.audience != due:
        yield f"is stored for {_known_to(secret.audience)}, but belongs to {_known_to(due)}"
    if (secret.salt is None) != (secret.value is None):
        yield "is incomplete"
    elif secret.salt is not None and row[secret.item] != seal(secret.salt, secret.value or ""):
        yield "does not match its seal"


def seals_of(codec: Codec, line: Line) -> dict[str, tuple[str, ...]]:
    """Return the seals of an entry by field name, or an empty mapping if the entry cannot be read."""
    try:
        return codec.seals(line)
    except CorruptLogError:
        return {}


def dealt_faults(codec: Codec, reading: Reading[Any], spot: Callable[[str, str], int | None]) -> Iterator[Fault]:
    """Yield a fault for each card dealt by the dice roller, also in undone entries, without the seal of its shuffle."""
    seqs: list[int] = [0]
    piles: list[dict[str, tuple[str, ...]]] = [{}]
    for entry in reading.entries_of(c.TakenBack, Shuffled, Drawn, Revealed):
        event, now = entry.event, piles[-1]
        if isinstance(event, c.TakenBack):
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
                    what = f"the items from the pile {titled(event.pile)} do not have the seals of its last shuffle"
                    yield Fault("LOG-SEAL", entry.seq, what)
                if at is None:
                    now = {**now, event.pile: pile[len(row) :]}
        seqs.append(entry.seq)
        piles.append(now)


PROVEN_BY_THE_TOWER: Final = (c.Pledged, c.Seated, c.Begun, Rolled, Shuffled, c.SecretsOpened, c.Reopened)
"""The kinds of event that `tower_faults` needs."""


def tower_faults(session: str, entries: Sequence[Entry]) -> Iterator[Fault]:
    """Yield faults in the number, key and faces of rolls, and the number (with the secret: the order) of shuffles."""
    events = [(entry.seq, entry.event) for entry in entries]
    pledged = next((event for _, event in events if isinstance(event, c.Pledged)), None)
    if pledged is None:
        for seq, event in events:
            if isinstance(event, Rolled) and event.receipt is not None:
                yield Fault("LOG-ROLL", seq, "the roll has a receipt, but the dice roller did not commit to its rolls")
        return
    opening = takewhile(lambda entry: not isinstance(entry.event, c.Begun), entries)
    words = word_text({one.event.seat: one.event.word for one in opening if isinstance(one.event, c.Seated)})
    yield from _roll_faults(session, words, pledged, events)
    yield from _shuffle_faults(session, words, pledged, events)


def _roll_faults(session: str, words: str, pledged: c.Pledged, events: Sequence[tuple[int, object]]) -> Iterator[Fault]:
    before, k = pledged.anchor, 0
    for seq, event in events:
        if not isinstance(event, Rolled):
            continue
        if event.source != "tower" or event.receipt is None:
            if (event.source == "tower") != (event.receipt is not None):
                yield Fault("LOG-ROLL", seq, "rolls of the dice roller must have a receipt, and others must not")
            continue
        if event.of is not None:
            yield Fault("LOG-ROLL", seq, "a roll of the dice roller cannot reuse another roll")
        if event.ticket:
            yield Fault("LOG-ROLL", seq, "a roll of the dice roller cannot have a receipt of another roller")
        k += 1
        if event.receipt.k != k:
            yield Fault("LOG-ROLL", seq, f"roll {event.receipt.k} was found where roll {k} was expected")
            k = event.receipt.k
        if k > pledged.length:
            yield Fault("LOG-ROLL", seq, f"the dice roller committed to {pledged.length} rolls only; this is roll {k}")
        for what in _key_faults(event, event.receipt, session, words, before):
            yield Fault("LOG-ROLL", seq, what)
        before = event.receipt.key


def _key_faults(rolled: Rolled, receipt: Receipt, session: str, words: str, before: str) -> Iterator[str]:
    key = _unhex(receipt.key)
    if sha256(key).hexdigest() != before or len(key) != 32:
        yield f"the key of roll {receipt.k} does not match the key before it"
    if not 2 <= rolled.sides <= 256:
        yield f"a die must have 2 to 256 sides, not {rolled.sides}"
        return
    if not (rolled.purpose.isascii() and rolled.purpose.isprintable()):
        yield "the purpose of a roll must be printable ASCII"
    dice = len(rolled.die.split())
    if rolled_faces(key, session, receipt.k, words, rolled.purpose, rolled.sides, dice) != rolled.faces:
        yield f"the faces of roll {receipt.k} do not follow from its key"


def _unhex(text: str) -> bytes:
    return bytes.fromhex(text) if _HEX.fullmatch(text) else b""


def _shuffle_faults(
    session: str, words: str, pledged: c.Pledged, events: Sequence[tuple[int, object]]
) -> Iterator[Fault]:
    starts = [0, *(at for at, (_, event) in enumerate(events) if isinstance(event, c.Reopened) and event.shuffle)]
    secrets = dict[int, bytes]()  # by the index at which a commitment to a secret begins
    for start, end in zip(starts, [*starts[1:], len(events)], strict=True):
        told = [(seq, one.shuffle_secret) for seq, one in events[start:end] if isinstance(one, c.SecretsOpened)]
        opened, text = next((one for one in told if one[1]), (0, ""))
        secrets[start] = _unhex(text)
        if opened and sha256(secrets[start]).hexdigest() != getattr(events[start][1], "shuffle", pledged.shuffle):
            yield Fault("LOG-SHUFFLE", opened, "the opened secret is not the one that the dice roller committed to")
            secrets[start] = b""
    j, secret = 0, b""
    for at, (seq, event) in enumerate(events):
        secret = secrets.get(at, secret)
        if not isinstance(event, Shuffled):
            continue
        if event.source != "tower":
            if event.j:
                yield Fault("LOG-SHUFFLE", seq, "only shuffles of the dice roller can have a number")
            continue
        j += 1
        if event.j != j:
            yield Fault("LOG-SHUFFLE", seq, f"shuffle {event.j} was found where shuffle {j} was expected")
            j = event.j
        if secret and UNKNOWN not in event.order:
            due = shuffled_order(secret, session, j, words, event.pile, event.order)
            if due != event.order:
                what = f"the order of the pile {titled(event.pile)} does not follow from the secret of shuffle {j}"
                yield Fault("LOG-SHUFFLE", seq, what)


def log_faults(
    codec: Codec, reading: Reading[Any], secrets: Sequence[Secret], session: str, *, complete: bool
) -> Iterator[Fault]:
    """Yield all faults that can be found without signatures and game rules, if `complete` also missing secrets."""
    if reading.damage:
        yield Fault("LOG-BODY", reading.damage.seq, str(reading.damage))
    yield from seal_faults(codec, reading, secrets, complete=complete)
    yield from learned_faults(codec, reading, secrets)
    yield from opening_faults(reading.entries)
    yield from _line_faults(reading.entries)
    yield from tower_faults(session, reading.entries_of(*PROVEN_BY_THE_TOWER))
    yield from dealt_faults(codec, reading, reading.game.rules.pile_index)


def opening_faults(entries: Sequence[Entry]) -> Iterator[Fault]:
    """Yield faults of the opening entries: wrong content, wrong order, or a repetition later in the log."""
    started = entries[0].event if entries else None
    if not isinstance(started, Started):
        return
    agreed = [c.ResignationPolicy for entry in entries[1:2] if isinstance(entry.event, c.ResignationPolicy)]
    pledged, seats = [c.Pledged] if started.has_tower else [], [c.Seated] * len(started.seats)
    wanted: list[type] = [Started, *agreed, *pledged, *seats, c.Begun]
    for entry, kind in zip(entries, wanted, strict=False):
        if not isinstance(entry.event, kind):
            what = f"{_words(kind)} was expected here, but the log has {_words(type(entry.event))}"
            yield Fault("LOG-ORDER", entry.seq, what)
            return
        for what in _misnamed(entry.event, started):
            yield Fault("LOG-ORDER", entry.seq, what)
    if len(entries) < len(wanted):
        yield Fault("LOG-ORDER", len(entries), f"the log ends before {_words(wanted[len(entries)])}")
        return
    seated = [entry.event.seat for entry in entries[: len(wanted)] if isinstance(entry.event, c.Seated)]
    if sorted(seated) != sorted(started.seats):
        what = f"the seats taken are {_seats(seated)}, but entry 1 has {_seats(started.seats)}"
        yield Fault("LOG-ORDER", len(wanted), what)
    later = [entry for entry in entries[len(wanted) :] if not isinstance(entry.event, _PLAYED)]
    yield from _later_faults(later, started)
    yield from _ending_faults([entry for entry in later if not isinstance(entry.event, Chance)], started)


_WORDS: Final[Mapping[type, str]] = {
    Started: "the start of the session", c.Pledged: "the dice roller's commitment", c.Seated: "the seating of a player",
    c.Begun: "the beginning of play", c.ResignationPolicy: "what the group has agreed for a resignation",
}  # fmt: skip


def _words(kind: type) -> str:
    return _WORDS.get(kind, "another entry")


def _seats(seats: Sequence[str]) -> str:
    return joined(list(map(titled, seats))) or "none"


def _misnamed(event: Event, started: Started) -> Iterator[str]:
    match event:
        case Started(seats=seats):
            for seat in seats:
                try:
                    check_seat(seat)
                except RefusedError as error:
                    yield str(error)
        case c.ResignationPolicy(policy=policy) if policy not in RESIGNATIONS:
            yield f'"{policy[:40]}" cannot be agreed for a resignation'
        case c.Pledged(anchor=anchor, shuffle=shuffle):
            if not (_HEX.fullmatch(anchor) and _HEX.fullmatch(shuffle)):
                yield "a commitment must be 64 hex digits in lower case"
        case c.Seated(seat=seat, word=word):
            if seat not in started.seats:
                yield f'this session does not have a seat "{seat[:40]}"'
            if word and not WORD.fullmatch(word):
                yield "a player seed must be 1 to 64 characters from a-z, 0-9 and -"


def _later_faults(entries: Sequence[Entry], started: Started) -> Iterator[Fault]:
    """Yield faults: late opening entries, rolls and cards from a wrong source or made after the secrets were opened."""
    opened = False
    for entry in entries:
        event = entry.event
        opened = opened and not isinstance(event, c.Reopened)
        for what in _misplaced(event, started, opened=opened):
            yield Fault("LOG-ORDER", entry.seq, what)
        if isinstance(event, Chance):
            source, due = getattr(event, "source", ""), started.dice if isinstance(event, Rolled) else started.cards
            if source not in (due, "replayed") or (source == "replayed" and not isinstance(event, Rolled)):
                yield Fault("LOG-SOURCE", entry.seq, f"the source is {source}, but this session uses {due}")
        opened = opened or isinstance(event, c.SecretsOpened)


def _ending_faults(entries: Sequence[Entry], started: Started) -> Iterator[Fault]:
    """Yield a fault for a closing that its seats did not ask for, or a reopening of a session that was not closed."""
    closed, gone, agreed, proposed = False, set[str](), set[str](), 0
    for entry in entries:
        why = ""
        match entry.event:
            case c.Seated(seat=seat):
                gone.discard(seat)
            case c.Resigned(seat=seat):
                why = "the seat cannot resign here" * (closed or seat in gone or seat not in started.seats)
                gone.add(seat)
            case c.EndProposed(author=author):
                agreed, proposed = {author}, entry.seq
            case c.EndAnswered(seat=seat, proposed=of, agreed=yes):
                why = f"entry {of} is not an open proposal to close the session" * (of != proposed)
                agreed, proposed = (agreed | {seat}, proposed) if yes else (set(), 0)
            case c.Closed(how=how, seats=seats):
                all_agreed = agreed if agreed | gone >= set(started.seats) else set()
                due = {"resigned": gone, "agreed": all_agreed, MODERATOR: set()}
                holds = how in due and set(seats) <= due[how] and bool(seats) == (how != MODERATOR)
                why = "the session was closed without what this entry says" * (closed or not holds)
                closed = True
            case c.Reopened():
                why = "nothing was closed before this reopening" * (not closed and not gone)
                closed, gone, agreed, proposed = False, set(), set(), 0
        if why:
            yield Fault("LOG-ORDER", entry.seq, why)


def _misplaced(event: Event, started: Started, *, opened: bool) -> Iterator[str]:
    if isinstance(event, _ONLY_FIRST) or (isinstance(event, c.Seated) and event.word):
        yield f"{_words(type(event))} must not come after the opening of the log"
    if isinstance(event, c.TrustPolicy) and event.policy not in TRUST:
        yield f'"{event.policy[:40]}" is not a way to record posts in plain words'
    if isinstance(event, c.Seated) and event.seat not in started.seats:
        yield from _misnamed(event, started)
    # a correction may still reuse recorded rolls and the existing card order
    if opened and started.has_tower and isinstance(event, Rolled | Shuffled) and not is_reused(event):
        yield "dice were rolled or cards shuffled after the secrets were opened"
    if isinstance(event, c.SecretsOpened):
        if opened:
            yield "the secrets were already opened"
        if event.to != started.opens:
            yield f"the secrets were opened to {event.to[:40]}, but entry 1 says {started.opens}"
        if event.shuffle_secret and event.to != ALL:
            yield "this entry shows the secret of the shuffles, which not all may know"


def is_reused(event: Event) -> bool:
    """Return whether an event reuses a roll or card of an undone entry."""
    return isinstance(event, Chance) and (getattr(event, "source", "") == "replayed" or bool(getattr(event, "of", 0)))


_WRITES: Final[Mapping[str, tuple[type[Event], str]]] = {
    "host": (c.HostKey, ""),
    "tower": (c.Pledged, "the dice roller can only commit, roll and shuffle"),
    "order": (Move, "a standing order can only make moves"),
}
"""Authors that write only one kind of entry, and the text of a finding about any other entry."""


def _not_theirs(entry: Entry, started: Started) -> str:  # noqa: PLR0911  # one case per author
    """Return in words why the author of an entry cannot have written an event of this kind, "" if the author can."""
    event, by = entry.event, entry.by
    if (by == "host") != isinstance(event, c.HostKey):
        return "only the host can name the signing key, and the host can write nothing else"
    if by in _SILENT:
        return "entries cannot have this author"
    if by in _WRITES:
        kind, why = _WRITES[by]
        return "" if isinstance(event, kind) else why
    if isinstance(event, Move):
        return _not_the_speakers(event.player, by, started) if by in started.seats else ""
    if isinstance(event, _OPENING) and by != OMNISCIENT:
        return "the start of a session and the opening of its secrets must have the author table"
    if by not in started.seats:
        return _not_a_roles(event, by)
    is_closing = isinstance(event, c.Closed) and event.how == MODERATOR
    if is_closing or isinstance(event, _NO_SEATS) or (_is_strict(started) and isinstance(event, _MODERATORS)):
        return "a seat cannot write such an entry"
    if isinstance(event, c.Ordered):
        return _not_the_speakers(event.seat, by, started)
    return _not_the_speakers(getattr(event, event.speaker, by), by, started) if isinstance(event, _SAID) else ""


def _is_strict(started: Started) -> bool:
    return started.dice == started.cards == "tower"


def _not_the_speakers(speaker: str, by: str, started: Started) -> str:
    wrong = speaker != by and _is_strict(started) and speaker in started.seats
    return f"only {titled(speaker)} can write this entry" if wrong else ""


def _not_a_roles(event: Event, by: str) -> str:
    if isinstance(event, c.HiddenInfoProbe) and event.author != by:
        return f"the entry names {event.author[:40]} as its author"
    if isinstance(event, c.PrivilegedView) and event.by_role != by:
        return f"the entry names {event.by_role[:40]} as the viewer"
    if isinstance(event, c.Ordered) and by != MODERATOR:
        return "only a seat or the moderator can leave a standing order"
    return ""


def _line_faults(entries: Sequence[Entry]) -> Iterator[Fault]:
    """Yield a fault for each wrong author, and each `rule`, `cause` or `implied` on an entry that may not have it."""
    started = entries[0].event if entries else None
    seats = started.seats if isinstance(started, Started) else ()
    filed_ms = entries[0].at_ms if entries else 0
    for entry in entries:
        event = entry.event
        if follows := isinstance(event, _FOLLOWING):
            if entry.at_ms != filed_ms:
                yield Fault("LOG-LINE", entry.seq, "the entry has another time than the move that caused it")
        elif isinstance(event, _OF_POSTS) and not _follows_post(entries, entry.seq):
            yield Fault("LOG-LINE", entry.seq, "the entry before it is not a post")
        filed_ms = entry.at_ms
        if wrong := _wrong_follower(entry) if follows else _wrong_author(entry, started, seats):
            yield Fault("LOG-LINE", entry.seq, f"written by {wrong}")
        if entry.rule and not isinstance(event, Effect):
            yield Fault("LOG-LINE", entry.seq, "only an effect can name a rule")
        if entry.cause and not isinstance(event, Effect):
            yield Fault("LOG-LINE", entry.seq, "only an effect can have a cause")
        if entry.implied and not isinstance(event, Move):
            yield Fault("LOG-LINE", entry.seq, "only a move can be implied")


def _follows_post(entries: Sequence[Entry], seq: int) -> bool:
    """Return whether the entry before is a post, or for an origin also the mark between the post and its origin."""
    before = entries[seq - 2].event if seq > 1 else None
    if isinstance(before, c.RecordedUnasked) and isinstance(entries[seq - 1].event, c.PostOrigin):
        before = entries[seq - 3].event
    return isinstance(before, c.Posted)


def _wrong_follower(entry: Entry) -> str:
    is_tower = isinstance(entry.event, Chance) and getattr(entry.event, "source", "") == "tower"
    due = "tower" if is_tower else OMNISCIENT
    return f"{entry.by[:40]}, but the author must be {due}" if entry.by != due else ""


def _wrong_author(entry: Entry, started: Event | None, seats: Sequence[str]) -> str:
    if entry.by not in seats and entry.by not in ROLES and not _JUDGE.fullmatch(entry.by):
        return f'"{entry.by[:40]}", which is not a seat or a role of this session'
    wrong = _not_theirs(entry, started) if isinstance(started, Started) else ""
    return f"{entry.by[:40]}: {wrong}" if wrong else ""
