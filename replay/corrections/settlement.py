"""Settling a dispute without a judge: one side proposes a way out, the other agrees, and it is carried out as a ruling.

The sides are whoever disputes the move and whoever made it; a seat that disputes its own move settles with the table.
They alone can let it stand; what changes the board or the record needs everybody who plays on it.
"""

from typing import Any

import msgspec

from events.entry import Entry
from events.errors import ConflictError, RefusedError
from events.events import ALL, OMNISCIENT
from events.session_events import RemedyAnswered, RemedyProposed
from projections.wording import joined, titled
from replay.corrections.correction import preview
from replay.corrections.plan import NeedsAnswerError
from replay.corrections.ruling import VERDICTS, Dispute, open_disputes, rule
from replay.corrections.takeback import require_change
from replay.corrections.written_changes import NOTHING, WrittenCorrection, read_changes
from replay.reading.reading import Group, Reading, groups_of
from replay.reading.timeline import Timeline
from replay.session.compensation import read_compensation, require_payable
from replay.session.preview import ReadOnlySession
from replay.session.session import Session


class Offer(msgspec.Struct, frozen=True):
    """A proposed remedy that waits: its line, who made it, about which dispute, and who has still to agree."""

    seq: int
    author: str
    dispute: Dispute
    way: str
    change: str
    reason: str
    waiting: tuple[str, ...]


def sides(reading: Reading[Any], found: Dispute) -> tuple[str, ...]:
    """The seats that settle a dispute: whoever opened it and whoever made the move; else all."""
    seats = reading.started.seats
    mover = str(getattr(_group(reading, found.line).head.event, "player", ""))
    two = tuple(dict.fromkeys(seat for seat in (found.author, mover) if seat in seats))
    return two if len(two) > 1 else tuple(seats)


def settlers(reading: Reading[Any], found: Dispute, way: str) -> tuple[str, ...]:
    """Who has to agree to a way out: to let it stand the two sides, to all else every seat."""
    return sides(reading, found) if way == "stand" else tuple(reading.started.seats)


def open_offers(reading: Reading[Any]) -> tuple[Offer, ...]:
    """The proposals that wait for an answer; the last of each dispute counts."""
    disputes = {found.seq: found for found in open_disputes(reading)}
    offers: dict[int, Offer] = {}
    for entry in reading.entries:
        event = entry.event
        if isinstance(event, RemedyProposed) and (found := disputes.get(event.dispute)):
            waiting = tuple(seat for seat in settlers(reading, found, event.way) if seat != event.author)
            offers[event.dispute] = Offer(
                entry.seq, event.author, found, event.way, event.change, event.reason, waiting
            )
        elif isinstance(event, RemedyAnswered):
            for key, offer in list(offers.items()):
                if offer.seq == event.proposed and not event.agreed:
                    del offers[key]
                elif offer.seq == event.proposed:
                    left = tuple(seat for seat in offer.waiting if seat != event.seat)
                    offers[key] = msgspec.structs.replace(offer, waiting=left)
    return tuple(offers.values())


def propose_remedy(session: Session, dispute: int, way: str, reason: str, *, by: str, change: str = "") -> Offer:
    """Propose how to settle the dispute of a line; the other side answers.

    `change` is the correction of a fix, or what a compensation gives back, as a ruling would write it.

    Raises:
        RefusedError: no such dispute or way, no reason, or this seat is none of the sides; nothing is written.
        NeedsAnswerError: later moves fall, and the correction does not say what becomes of them.
    """
    with session.writing():
        found = next((one for one in open_disputes(session.view(ALL)) if one.seq == dispute), None)
        if found is None:
            raise RefusedError(f"line {dispute} is no open dispute")
        two = sides(session.view(ALL), found)
        if by not in two:
            raise RefusedError(f"{joined(list(map(titled, two)))} settle this dispute")
        if not reason.strip():
            raise RefusedError("say why this settles it")
        _require_possible(session, found, way, change, by)
        session.append([Entry(RemedyProposed(by, dispute, way, change.strip(), " ".join(reason.split())), by)])
    return next(one for one in open_offers(session.view(ALL)) if one.dispute.seq == dispute)


def answer_remedy(session: Session, proposed: int, *, by: str, agreed: bool) -> Offer | None:
    """Answer a proposed remedy; with the last consent it is carried out. Returns the proposal while it waits.

    Whoever proposed it may decline it too: then it is withdrawn.

    Raises:
        ConflictError: it is not open any more.
        RefusedError: this seat is not asked, or it cannot be carried out any more; nothing is written.
    """
    offer = next((one for one in open_offers(session.view(ALL)) if one.seq == proposed), None)
    if offer is None:
        raise ConflictError(f"the proposal of line {proposed} is not open any more")
    if by not in offer.waiting and (agreed or by != offer.author):
        raise RefusedError(f"{joined(list(map(titled, offer.waiting)))} must answer, {titled(by)} is not asked")
    said = Entry(RemedyAnswered(by, proposed, agreed), by)
    if not agreed or offer.waiting != (by,):
        with session.writing():
            session.append([said])
        return next((one for one in open_offers(session.view(ALL)) if one.seq == proposed), None)
    group = _group(session.view(ALL), offer.dispute.line)
    meant = _correction(session, offer.way, offer.change, offer.author)
    rule(
        session, group, offer.way, offer.reason, by=OMNISCIENT, settles=offer.dispute.seq, changes=meant.changes,
        said=[said], answers=meant.answers, others=meant.others, keepings=meant.keepings,
        gives=offer.change if offer.way == "compensate" else "",
        agreed=settlers(session.view(ALL), offer.dispute, offer.way),
    )  # fmt: skip
    return None


def _require_possible(session: Session, found: Dispute, way: str, change: str, by: str) -> None:
    """Refuse a remedy that could not be carried out, as far as its author can know."""
    if way not in VERDICTS:
        raise RefusedError(f'"{way[:40]}" is no way out: stand, fix, rewind or compensate')
    if way == "rewind":
        require_change(session.view(ALL), _group(session.view(ALL), found.line).first - 1)
    elif way == "compensate":
        require_payable(session, read_compensation(session, change))
    elif way == "fix":
        if not change.strip():
            raise RefusedError(
                "a correction says what is to be changed: FIX 7.3: line, DUE 7.3, INSERT 7.3: line, OMIT 7.3"
            )
        meant = _correction(session, way, change, by)
        seen = ReadOnlySession(session.view(by))
        plan = preview(
            seen, meant.changes, by=by, viewer=by, answers=meant.answers, others=meant.others, keepings=meant.keepings
        )
        if plan.falls:
            lines = ", ".join(str(one.seq) for one in plan.falls[:6])
            raise NeedsAnswerError(
                f"later moves fall (lines {lines}): say KEEP or DROP of each, or KEEP rest",
                [one.seq for one in plan.falls],
            )


def _correction(session: Session, way: str, change: str, by: str) -> WrittenCorrection:
    if way != "fix":
        return NOTHING
    return read_changes(Timeline(session.row, session.view(by)), change)


def _group(reading: Reading[Any], line: int) -> Group:
    return next(group for group in groups_of(reading.entries, reading.undone) if group.first <= line <= group.last)
