"""Notices to players: they must move or answer, time is running out, or the session is over.

The key of a notice is always the same, so nothing is sent twice. A notice says only what a spectator may know.
"""

from typing import Final, Literal

import msgspec

from events.store.settings import Settings, plain_title
from replay.corrections.ending import open_end
from replay.corrections.ruling import open_disputes, open_offers, sides
from replay.corrections.takeback import open_proposal
from replay.reading.ending import closing
from replay.reading.timeline import Timeline
from replay.session.deadline import Deadline, awaited_since, awaiting

Kind = Literal["turn", "asked", "soon", "late", "over"]
_SOON: Final = 4  # a reminder comes when a quarter of the time is left, and at most one day before the deadline
_DAY_MS: Final = 86_400_000
_STALE_MS: Final = 14 * _DAY_MS  # older notices are not sent, so that an imported session sends none about its past


class Notice(msgspec.Struct, frozen=True):
    """A notice to one seat, or to all ("" as `seat`). `until_ms` is the seat's deadline, 0 for none."""

    key: str
    session: str
    kind: Kind
    seat: str
    text: str
    seq: int
    at_ms: int
    until_ms: int = 0


def due_notices(timeline: Timeline, settings: Settings, now_ms: int) -> list[Notice]:
    """Return the notices to send now for a session, as a spectator may know them."""
    title = plain_title(timeline.row.title) or timeline.row.alias or timeline.row.session
    if not timeline.last:
        return []
    if timeline.reading.unsealed or timeline.over:
        at_ms = timeline.lines[-1].at_ms
        closed = timeline.closed(timeline.last)
        text = f"{title}: the session is over{f'. {closed}' if closed else ''}."
        ended = closing(timeline.reading)  # a session that was reopened can be closed again
        return _fresh([_notice(timeline, "over", "", text, ended.seq if ended else 0, at_ms)], now_ms)
    told = _asked_notices(timeline, title)
    if found := awaiting(timeline, settings.pace, settings.away):
        told += [one for seat in found.seats for one in _seat_notices(timeline, found, seat, title, now_ms)]
    return _fresh(told, now_ms)


def _asked_notices(timeline: Timeline, title: str) -> list[Notice]:
    """Return notices for seats that must answer a takeback, a remedy or an end, and for the other side of each dispute.

    All seats get the notice for the moderator.
    """
    reading, view, position = timeline.reading, timeline.game.view, timeline.position(timeline.last)
    seats = reading.started.seats

    def named(seat: str) -> str:
        return view.seat_name(position, seat) if seat in seats else f"The {seat}"

    told = list[tuple[str, int, str]]()
    if asked := open_proposal(reading):
        text = f"{title}: {named(asked.author)} proposes to go back to entry {asked.to}."
        for seat in asked.waiting:
            told.append((seat if seat in seats else "", asked.asked, f"{text} {named(seat)} must answer."))
    if ends := open_end(reading):
        text = f"{title}: {named(ends.author)} proposes to close the session. You must answer."
        told += [(seat, ends.seq, text) for seat in ends.waiting]
    for one in open_disputes(reading):
        text = f"{title}: {named(one.author)} disputes entry {one.line}. You can propose how to settle it."
        told += [(seat, one.seq, text) for seat in sides(reading, one) if seat != one.author]
    for offer in open_offers(reading):
        text = f"{title}: {named(offer.author)} proposes how to settle the dispute of entry {offer.dispute.seq}."
        told += [(seat, offer.seq, text) for seat in offer.waiting]
    return [_notice(timeline, "asked", seat, text, seq, timeline.lines[seq - 1].at_ms) for seat, seq, text in told]


def _seat_notices(timeline: Timeline, found: Deadline, seat: str, title: str, now_ms: int) -> list[Notice]:
    name = timeline.seat_name(seat)
    text = f"{title}: waiting for {name}."
    told = [_notice(timeline, "turn", seat, text, awaited_since(timeline, seat), found.since_ms, found.until_ms)]
    if not found.until_ms:
        return told
    soon_ms = found.until_ms - min(_DAY_MS, (found.until_ms - found.since_ms) // _SOON)
    if found.is_late(now_ms):
        text = f"{title}: {name} is late."
        told.append(_notice(timeline, "late", seat, text, found.since, found.late_ms, found.until_ms))
    elif now_ms >= soon_ms:
        text = f"{title}: still waiting for {name}."
        told.append(_notice(timeline, "soon", seat, text, found.since, soon_ms, found.until_ms))
    return told


def _notice(timeline: Timeline, kind: Kind, seat: str, text: str, since: int, at_ms: int, until_ms: int = 0) -> Notice:
    session = timeline.row.session
    key = f"{session}:{kind}:{seat}:{since}"
    return Notice(key, session, kind, seat, text, timeline.last, at_ms, until_ms)


def _fresh(notices: list[Notice], now_ms: int) -> list[Notice]:
    return [notice for notice in notices if now_ms - notice.at_ms < _STALE_MS]  # true if the clock was set back
