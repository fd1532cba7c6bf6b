"""Checks of a log's shape: how it opens and is opened, and what belongs to a line and not to its event.

Every check yields (rule, line, what is wrong).
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from events.entry import ROLES, Entry
from events.errors import RefusedError
from events.events import ALL, OMNISCIENT, Chance, Effect, Event, Move, Rolled, Shuffled, Started
from events.session_events import (
    Adjusted,
    Appointed,
    Begun,
    Claimed,
    ClaimPublished,
    Compensated,
    DisputeOpened,
    HiddenInfoProbe,
    HostKey,
    HouseRuled,
    Noted,
    Ordered,
    Pledged,
    PrivilegedView,
    Remarked,
    RemedyProposed,
    Ruled,
    Seated,
    SecretsOpened,
    Skipped,
    Suspended,
    TakebackAsked,
    Triaged,
)
from events.store.checks import check_seat
from projections.wording import joined, titled
from replay.audit.chain import Fault
from replay.chance.tower import WORD
from replay.session.consent import MODERATOR

_HEX: Final = re.compile("[0-9a-f]{64}")
_PLAYED: Final = (Move, Effect)
_FOLLOWING: Final = (Chance, Effect)
_SILENT: Final = frozenset({ALL, "auditor"})
"""Roles of whom nobody files a line: they read."""
_OPENING: Final = (Started, Begun, SecretsOpened)
_NO_SEATS: Final = (Appointed, PrivilegedView, Triaged, Suspended, HouseRuled, HiddenInfoProbe)
"""What no seat writes, wherever."""
_MODERATORS: Final = (Adjusted, Skipped, Ruled, Compensated, ClaimPublished)
"""What no seat writes where play is strict."""
_SAID: Final = (Claimed, Remarked, Noted, DisputeOpened, RemedyProposed, TakebackAsked)
"""What one seat does not say for another."""
_JUDGE: Final = re.compile("judge(-[0-9]+)?")


def opening_faults(entries: Sequence[Entry]) -> Iterator[Fault]:
    """How a log opens, and is opened: words closed by Begun, nothing twice, no chance of a tower once unsealed."""
    started = entries[0].event if entries else None
    if not isinstance(started, Started):
        return
    wanted: list[type] = [Started, *([Pledged] if started.has_tower else []), *([Seated] * len(started.seats)), Begun]
    for entry, kind in zip(entries, wanted, strict=False):
        if not isinstance(entry.event, kind):
            yield Fault("LOG-ORDER", entry.seq, f"{_words(kind)} is due here; the log has {_words(type(entry.event))}")
            return
        for what in _misnamed(entry.event, started):
            yield Fault("LOG-ORDER", entry.seq, what)
    if len(entries) < len(wanted):
        yield Fault("LOG-ORDER", len(entries), f"the log ends before {_words(wanted[len(entries)])}")
        return
    seated = [entry.event.seat for entry in entries[: len(wanted)] if isinstance(entry.event, Seated)]
    if sorted(seated) != sorted(started.seats):
        yield Fault("LOG-ORDER", len(wanted), f"seated are {_seats(seated)}; the session has {_seats(started.seats)}")
    yield from _later_faults(entries[len(wanted) :], started)


_WORDS: Final[Mapping[type, str]] = {
    Started: "the start of the session", Pledged: "the pledge of a tower", Seated: "the seating of a player",
    Begun: "the beginning of play",
}  # fmt: skip


def _words(kind: type) -> str:
    return _WORDS.get(kind, "another line")


def _seats(seats: Sequence[str]) -> str:
    return joined(list(map(titled, seats))) or "nobody"


def _misnamed(event: Event, started: Started) -> Iterator[str]:
    """What the opening names that nothing can be called."""
    match event:
        case Started(seats=seats):
            for seat in seats:
                try:
                    check_seat(seat)
                except RefusedError as error:
                    yield str(error)
        case Pledged(anchor=anchor, shuffle=shuffle):
            if not (_HEX.fullmatch(anchor) and _HEX.fullmatch(shuffle)):
                yield "a pledge is 64 hex digits in lower case"
        case Seated(seat=seat, word=word):
            if seat not in started.seats:
                yield f'there is no seat "{seat[:40]}" in this session'
            if word and not WORD.fullmatch(word):
                yield "a word is 1 to 64 of a-z 0-9 -"
        case _:
            pass


def _later_faults(entries: Sequence[Entry], started: Started) -> Iterator[Fault]:
    """What stands behind the opening and belongs into it, or behind the end; and chance from elsewhere.

    A session that was opened may be corrected, with the chance that fell before and the cards in the order they lie in.
    """
    open_ = False
    for entry in entries:
        event = entry.event
        if isinstance(event, _PLAYED):
            continue
        if isinstance(event, Started | Pledged | Begun) or (isinstance(event, Seated) and event.word):
            yield Fault("LOG-ORDER", entry.seq, f"{_words(type(event))} stands behind the opening of the log")
        if isinstance(event, Seated) and event.seat not in started.seats:
            yield from (Fault("LOG-ORDER", entry.seq, what) for what in _misnamed(event, started))
        if isinstance(event, Chance):
            if open_ and started.has_tower and isinstance(event, Rolled | Shuffled) and not is_reused(event):
                yield Fault("LOG-ORDER", entry.seq, "chance after the session was opened")
            yield from _source_fault(entry, started.dice, started.cards)
        if isinstance(event, SecretsOpened):
            yield from _unsealing_faults(entry, event, started, again=open_)
            open_ = True


def _unsealing_faults(entry: Entry, event: SecretsOpened, started: Started, *, again: bool) -> Iterator[Fault]:
    """A session is opened once, to whom it said at its start; the tower's secret stands there for all or nobody."""
    if again:
        yield Fault("LOG-ORDER", entry.seq, "the session was opened before")
    if event.to != started.opens:
        yield Fault("LOG-ORDER", entry.seq, f"opened to {event.to[:40]}; line 1 says {started.opens}")
    if event.shuffle_secret and event.to != ALL:
        yield Fault("LOG-ORDER", entry.seq, "the secret of the shuffles stands there though not all may know it")


def is_reused(event: Event) -> bool:
    """Whether a line uses chance again that stood in a struck line."""
    return isinstance(event, Chance) and (
        getattr(event, "source", "") == "replayed" or bool(getattr(event, "of", None))
    )


def _source_fault(entry: Entry, dice: str, cards: str) -> Iterator[Fault]:
    source = getattr(entry.event, "source", "")
    due = dice if isinstance(entry.event, Rolled) else cards
    if source not in (due, "replayed") or (source == "replayed" and not isinstance(entry.event, Rolled)):
        yield Fault("LOG-SOURCE", entry.seq, f"this session's is {due}, the line says {source}")


_WRITES: Final[Mapping[str, tuple[type[Event], str]]] = {
    "host": (HostKey, ""),
    "tower": (Pledged, "the tower pledges, rolls and shuffles, and nothing else"),
    "order": (Move, "a standing order makes moves, and nothing else"),
}
"""Who writes one kind of line alone, and what a finding says of any other line."""


def _not_theirs(entry: Entry, started: Started) -> str:  # noqa: PLR0911  # one case an author
    """Why nobody in this role could have filed such a line, "" where somebody could.

    Where play is recorded as it stood, a seat's block may say what the table ruled.
    """
    event, by = entry.event, entry.by
    if (by == "host") != isinstance(event, HostKey):
        return "the host names the key that signs, nobody else does, and the host writes nothing else"
    if by in _SILENT:
        return "nobody files anything as that"
    if by in _WRITES:
        kind, why = _WRITES[by]
        return "" if isinstance(event, kind) else why
    if isinstance(event, _OPENING) and by != OMNISCIENT:
        return "the table writes how a session begins and how it is opened"
    if by not in started.seats:
        return _not_a_roles(event, by)
    strict = started.dice == started.cards == "tower"
    if isinstance(event, _NO_SEATS) or (strict and isinstance(event, _MODERATORS)):
        return "whoever holds a seat cannot write that"
    speaker = getattr(event, event.speaker, by) if isinstance(event, _SAID) else by
    if isinstance(event, Move | Ordered):
        speaker = event.player if isinstance(event, Move) else event.seat
    return f"it is the word of {titled(speaker)}" if strict and speaker in started.seats and speaker != by else ""


def _not_a_roles(event: Event, by: str) -> str:
    """Why whoever holds no seat could not have filed such a line."""
    if isinstance(event, HiddenInfoProbe) and event.author != by:
        return f"it says that {event.author[:40]} tried it"
    if isinstance(event, PrivilegedView) and event.by_role != by:
        return f"it says that {event.by_role[:40]} looked"
    if isinstance(event, Ordered) and by != MODERATOR:
        return "a seat or the moderator leaves an order"
    return ""


def line_faults(entries: Sequence[Entry]) -> Iterator[Fault]:
    """Who wrote a line, and what only some kinds of line give: a rule, a cause, that it was implied."""
    started = entries[0].event if entries else None
    seats = started.seats if isinstance(started, Started) else ()
    filed_ms = entries[0].at_ms if entries else 0
    for entry in entries:
        event = entry.event
        if isinstance(event, _FOLLOWING) and entry.at_ms != filed_ms:
            yield Fault("LOG-LINE", entry.seq, "filed at another time than the move it follows from")
        filed_ms = entry.at_ms
        if wrong := _wrong_author(entry, started, seats):
            yield Fault("LOG-LINE", entry.seq, f"written by {wrong}")
        if entry.rule and not isinstance(event, Effect):
            yield Fault("LOG-LINE", entry.seq, "only an effect comes from a rule")
        if entry.cause and not isinstance(event, Effect):
            yield Fault("LOG-LINE", entry.seq, "only an effect answers to a cause")
        if entry.implied and not isinstance(event, Move):
            yield Fault("LOG-LINE", entry.seq, "only a move can be implied")


def _wrong_author(entry: Entry, started: Event | None, seats: Sequence[str]) -> str:
    """Who wrote a line that this author cannot write, and why not; "" if the author may write it."""
    if isinstance(entry.event, _FOLLOWING):
        due = "tower" if getattr(entry.event, "source", "") == "tower" else OMNISCIENT
        return f"{entry.by[:40]}; nobody chose it, so the {due} did" if entry.by != due else ""
    if entry.by not in seats and entry.by not in ROLES and not _JUDGE.fullmatch(entry.by):
        return f'"{entry.by[:40]}", who is no seat and has no role here'
    wrong = _not_theirs(entry, started) if isinstance(started, Started) else ""
    return f"{entry.by[:40]}: {wrong}" if wrong else ""
