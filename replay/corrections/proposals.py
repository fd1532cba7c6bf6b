"""Takebacks that wait for consent: proposed, answered by each seat for itself, carried out with the last consent.

All of it is lines. One proposal is open at a time: the last `TakebackAsked` after which the position has not changed
and which nobody declined. The proposer declines by withdrawing it.
"""

from typing import Any, Final

import msgspec

from events.entry import Entry
from events.errors import ConflictError, RefusedError
from events.events import ALL, Chance, Effect, Move, Started
from events.session_events import Remarked, SecretsOpened, TakebackAnswered, TakebackAsked, TakenBack
from projections.terms import Seen
from projections.wording import titled
from replay.corrections.takeback import require_change, require_group_end, takeback_lines
from replay.reading.disclosure import Classification, classify
from replay.reading.reading import Reading
from replay.session.consent import MODERATOR, consent_to
from replay.session.session import Session
from replay.session.submission import carry_out_orders

_MOVES_ON: Final = (Move, Chance, Effect, TakenBack, SecretsOpened, Started)
"""After one of these an open proposal has lapsed."""


class Proposal(msgspec.Struct, frozen=True):
    """An open proposal to go back to line `to`, made in line `asked`; who must agree, and who has."""

    asked: int
    author: str
    to: int
    reason: str
    found: Classification
    needed: tuple[str, ...]
    agreed: tuple[str, ...]

    @property
    def waiting(self) -> tuple[str, ...]:
        """Who has still to answer."""
        return tuple(name for name in self.needed if name not in self.agreed)


def open_proposal(public: Reading[Any]) -> Proposal | None:
    """The proposal that waits now, from what a spectator may know."""
    answers: list[TakebackAnswered] = []
    for entry in reversed(public.entries):
        event = entry.event
        if isinstance(event, _MOVES_ON):
            return None
        if isinstance(event, TakebackAnswered):
            answers.append(event)
        if isinstance(event, TakebackAsked):
            mine = [given for given in answers if given.asked == entry.seq]
            return _proposal(public, entry.seq, event, mine)
    return None


def _proposal(
    public: Reading[Any], seq: int, asked: TakebackAsked, answers: list[TakebackAnswered]
) -> Proposal | None:  # fmt: skip
    """What was asked, as it stands; None where it was declined or never could be carried out."""
    if asked.author not in public.started.seats or not all(given.agreed for given in answers):
        return None
    try:
        require_group_end(public, asked.to)
    except RefusedError:
        return None
    found = classify(public, asked.to, asked.author)
    consent = consent_to(found, public.started, asked.author)
    if consent.barred or not consent.needed:
        return None
    agreed = dict.fromkeys(given.seat for given in reversed(answers))
    return Proposal(
        seq, asked.author, asked.to, asked.reason, found, consent.needed,
        tuple(name for name in consent.needed if name in agreed),
    )  # fmt: skip


def propose(
    session: Session, to: int, *, seat: str, by: str = "", reason: str = "", proxy: bool = False
) -> Proposal | None:
    """File a seat's proposal to go back to line `to`; where nobody must agree, go back at once and return None.

    `by` and `proxy` are as for `answer`.

    Raises:
        RefusedError: the line is none to go back to, nothing changed since, or no consent will do.
        ConflictError: another proposal is open.
    """
    by = by or seat
    if seat not in session.started.seats:
        raise RefusedError("a seat proposes; a moderator rules")
    _require_own(session, seat, by, proxy=proxy)
    with session.writing():
        session.require_open()
        public = session.view(ALL)
        if (before := open_proposal(public)) is not None:
            raise ConflictError(f"{before.author} proposes a takeback already, in line {before.asked}: answer it first")
        require_group_end(public, to)
        require_change(public, to)
        consent = consent_to(classify(public, to, seat), session.started, seat)
        if consent.barred:
            raise RefusedError(consent.barred)
        asked = Entry(TakebackAsked(seat, to, " ".join(reason.split())), by)
        if consent.needed:
            session.append([asked])
        else:
            _go_back(session, [asked], to, seat)
    if not consent.needed:
        carry_out_orders(session)
    return open_proposal(session.view(ALL))


def _go_back(session: Session, before: list[Entry], to: int, by: str) -> None:
    entries, position = takeback_lines(session, to, by, (), session.fate_now(Seen()))
    session.append([*before, *entries], position)


def answer(
    session: Session, asked: int, *, seat: str, agreed: bool, by: str, reason: str = "", proxy: bool = False
) -> Proposal | None:
    """File what a seat (or `moderator`) answers to the proposal of line `asked`; with the last consent, go back.

    `by` is who files it: the seat itself, or a moderator who was told at the table, in a typed session or where `proxy`
    says that nobody has a way to answer here. Returns the proposal while it waits, None when it is settled.

    Raises:
        ConflictError: the proposal is not open any more.
        RefusedError: this seat is not asked, or answers for itself.
    """
    with session.writing():
        session.require_open()
        proposal = _still_open(session, asked)
        _require_asked(session, proposal, seat, by, agreed=agreed, proxy=proxy)
        if agreed and seat in proposal.agreed:
            return proposal
        entries = [Entry(Remarked(by, reason.strip(), line=asked), by)] if reason.strip() else []
        entries.append(Entry(TakebackAnswered(seat, asked, agreed), by))
        done = agreed and proposal.waiting == (seat,)
        if done:
            _go_back(session, entries, proposal.to, proposal.author)
        else:
            session.append(entries)
    if done:
        carry_out_orders(session)
    return open_proposal(session.view(ALL))


def _still_open(session: Session, asked: int) -> Proposal:
    proposal = open_proposal(session.view(ALL))
    if proposal is None or proposal.asked != asked:
        raise ConflictError(
            f"the proposal of line {asked} is not open any more: it was settled, or the position changed since"
        )
    return proposal


def _require_asked(
    session: Session, proposal: Proposal, seat: str, by: str, *, agreed: bool, proxy: bool
) -> None:  # fmt: skip
    """Refuse an answer that is not this one's to give."""
    declines = not agreed and seat in (proposal.author, MODERATOR)
    if seat not in proposal.needed and not declines:
        raise RefusedError(f"{', '.join(map(titled, proposal.needed))} must agree, {titled(seat)} is not asked")
    _require_own(session, seat, by, proxy=proxy)


def _require_own(session: Session, seat: str, by: str, *, proxy: bool) -> None:
    """Refuse one seat's word for another's, and a moderator's where seats can speak for themselves."""
    if by == seat or (seat == MODERATOR and by not in session.started.seats):
        return
    if by in session.started.seats or (session.strict and not proxy):
        raise RefusedError(f"{titled(seat)} answers for itself")
