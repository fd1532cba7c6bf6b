"""Notices to people about a session: that they are awaited or asked, that time runs out, that it is over.

A notice has a key that is the same however often it is looked for, so that nothing is sent twice. It says what a
spectator may know, and nothing more.
"""

from typing import Final, Literal

import msgspec

from events.store.settings import Settings, plain_title
from replay.corrections.proposals import open_proposal
from replay.corrections.ruling import open_disputes
from replay.corrections.settlement import open_offers, sides
from replay.reading.timeline import Timeline
from replay.session.deadline import Deadline, awaited_since, awaiting

Kind = Literal["turn", "asked", "soon", "late", "over"]
_SOON: Final = 4
"""A reminder comes when a fourth of the time is left, and at most a day before its end."""
_DAY_MS: Final = 86_400_000
_STALE_MS: Final = 14 * _DAY_MS
"""What is older than this is no news: a session that was brought in from an archive tells nobody of its past."""


class Notice(msgspec.Struct, frozen=True):
    """One thing to tell, to a seat or ("") to all. `until_ms` is the deadline it speaks of, 0 for none."""

    key: str
    session: str
    kind: Kind
    seat: str
    text: str
    seq: int
    at_ms: int
    until_ms: int = 0


def due_notices(timeline: Timeline, settings: Settings, now_ms: int) -> list[Notice]:
    """What is due to be told now of a session, as everybody may know it."""
    title = plain_title(timeline.row.title) or timeline.row.alias or timeline.row.session
    if not timeline.last:
        return []
    if timeline.reading.unsealed or timeline.over:
        at_ms = timeline.lines[-1].at_ms
        text = f"{title}: the session is over."
        return _fresh([_notice(timeline, "over", "", text, timeline.last, at_ms)], now_ms)
    told = [*_proposal_notices(timeline, title), *_dispute_notices(timeline, title)]
    if found := awaiting(timeline, settings.pace, settings.away):
        told += [one for seat in found.seats for one in _seat_notices(timeline, found, seat, title, now_ms)]
    return _fresh(told, now_ms)


def _proposal_notices(timeline: Timeline, title: str) -> list[Notice]:
    """To each seat that has still to answer a proposal to go back; what the moderator is asked is told to all."""
    asked = open_proposal(timeline.reading)
    if asked is None:
        return []
    at_ms = timeline.lines[asked.asked - 1].at_ms

    def named(seat: str) -> str:
        known = seat in timeline.reading.started.seats
        return timeline.game.view.seat_name(timeline.position(timeline.last), seat) if known else "The moderator"

    text = f"{title}: {named(asked.author)} proposes to go back to line {asked.to}."
    seats = timeline.reading.started.seats
    return [
        _notice(timeline, "asked", seat if seat in seats else "", f"{text} {named(seat)} is asked.", asked.asked, at_ms)
        for seat in asked.waiting
    ]


def _dispute_notices(timeline: Timeline, title: str) -> list[Notice]:
    """To each side of an open dispute that it is open, and to whoever has to answer a proposed remedy."""
    reading, game, position = timeline.reading, timeline.game, timeline.position(timeline.last)
    seats = reading.started.seats

    def named(seat: str) -> str:
        return game.view.seat_name(position, seat) if seat in seats else f"The {seat}"

    told = [
        (seat, one.seq, f"{title}: {named(one.author)} disputes line {one.line}; it can be settled or ruled on.")
        for one in open_disputes(reading)
        for seat in sides(reading, one)
        if seat != one.author
    ]
    told += [
        (seat, one.seq, f"{title}: {named(one.author)} proposes how to settle the dispute of line {one.dispute.seq}.")
        for one in open_offers(reading)
        for seat in one.waiting
    ]
    return [_notice(timeline, "asked", seat, text, seq, timeline.lines[seq - 1].at_ms) for seat, seq, text in told]


def _seat_notices(timeline: Timeline, found: Deadline, seat: str, title: str, now_ms: int) -> list[Notice]:
    name = timeline.game.view.seat_name(timeline.position(timeline.last), seat)
    text = f"{title}: {name} is awaited."
    told = [_notice(timeline, "turn", seat, text, awaited_since(timeline, seat), found.since_ms, found.until_ms)]
    if not found.until_ms:
        return told
    soon_ms = found.until_ms - min(_DAY_MS, (found.until_ms - found.since_ms) // _SOON)
    if found.is_late(now_ms):
        text = f"{title}: {name} is late."
        told.append(_notice(timeline, "late", seat, text, found.since, found.late_ms, found.until_ms))
    elif now_ms >= soon_ms:
        text = f"{title}: {name} is still awaited."
        told.append(_notice(timeline, "soon", seat, text, found.since, soon_ms, found.until_ms))
    return told


def _notice(
    timeline: Timeline, kind: Kind, seat: str, text: str, since: int, at_ms: int, until_ms: int = 0
) -> Notice:  # fmt: skip
    session = timeline.row.session
    key = f"{session}:{kind}:{seat}:{0 if kind == 'over' else since}"
    return Notice(key, session, kind, seat, text, timeline.last, at_ms, until_ms)


def _fresh(notices: list[Notice], now_ms: int) -> list[Notice]:
    return [notice for notice in notices if now_ms - notice.at_ms < _STALE_MS]  # a clock set back keeps none waiting
