"""How people ended a session: who resigned, who closed it and why, and whether it was reopened or locked.

A game that its rules ended has an outcome instead, and none of these entries.
"""

from collections.abc import Sequence
from typing import Any, Final

from events.entry import Entry
from events.events import Event, Shuffled
from events.session_events import Begun, Closed, Reopened, ResignationPolicy, Resigned, Seated, Suspended
from projections.wording import joined, titled
from replay.reading.reading import Reading, group_from

_BY_AGREEMENT: Final = "closed by agreement"


def closing(reading: Reading[Any], seq: int | None = None) -> Entry | None:
    """Return the entry that closed the session, as of entry `seq`; None if the session is not closed then."""
    upto = reading.seq if seq is None else seq
    last = next((entry for entry in reversed(reading.entries_of(Closed, Reopened)) if entry.seq <= upto), None)
    return last if last is not None and isinstance(last.event, Closed) else None


def resigned(reading: Reading[Any]) -> tuple[str, ...]:
    """Return the seats that resigned, in order. A reopening, or another person on the seat, ends a resignation."""
    found: dict[str, None] = {}
    for entry in reading.entries_of(Begun, Resigned, Reopened, Seated) if reading.entries_of(Resigned) else ():
        match entry.event:
            case Resigned(seat=seat):
                found[seat] = None
            case Seated(seat=seat):
                found.pop(seat, None)
            case _:
                found.clear()
    return tuple(found)


def left(reading: Reading[Any]) -> tuple[str, ...]:
    """Return the seats that have not resigned."""
    gone = resigned(reading)
    return tuple(seat for seat in reading.started.seats if seat not in gone)


def resignation_policy(reading: Reading[Any]) -> str:
    """Return what the group has agreed for a resignation (`end`: the game ends), "" if it has agreed nothing."""
    return next((event.policy for _, event in reading.events_of(ResignationPolicy)), "")


def goes_back_to(reading: Reading[Any], seq: int | None = None) -> int:
    """Return the end of the last reopening of a closed session up to entry `seq`, 0 for none.

    No takeback can go back before it, because cards have been opened and shuffled again.
    """
    upto = reading.seq if seq is None else seq
    for entry in reversed(reading.entries_of(Reopened)):
        if entry.seq <= upto and closing(reading, entry.seq - 1) is not None:
            return group_from(reading.entries, entry.seq).last
    return 0


def reopened_piles(reading: Reading[Any], seq: int) -> list[str]:
    """Return the piles to shuffle again if the session is reopened after entry `seq`: those with a hidden order."""
    if reading.started.cards != "tower" or closing(reading, seq) is None:
        return []
    piles = dict.fromkeys(event.pile for entry, event in reading.events_of(Shuffled) if entry.seq <= seq)
    position = reading.positions[seq - 1]
    return [pile for pile in piles if reading.game.rules.pile_cards(position, pile)]


def closed_text(reading: Reading[Any]) -> str:
    """Return why a closed session accepts no moves and how to reopen it, "" if it is not closed."""
    closed = closing(reading)
    if closed is None:
        return ""
    reason = getattr(closed.event, "reason", "")
    told = f"this session is over: {ending_words(closed.event)} (entry {closed.seq}){f': {reason}' if reason else ''}"
    return f"{told}. It accepts no moves. Its moderator can reopen it with `END reopen ; reason`"


def ending_words(event: Event, names: Sequence[str] = ()) -> str:
    """Return in words how an entry closed the session. `names` are the printed names of its seats."""
    assert isinstance(event, Closed)
    if event.how == "resigned":
        return f"{joined(list(names or map(titled, event.seats)))} resigned"
    return _BY_AGREEMENT if event.how == "agreed" else "closed by the moderator"


def why_held(reading: Reading[Any]) -> str:
    """Return in words why the session is locked and accepts no moves, "" if it is not locked."""
    last = next((event for _, event in reversed(reading.events_of(Suspended))), None)
    return (last.reason or "until a moderator has checked it") if last and not last.released else ""
