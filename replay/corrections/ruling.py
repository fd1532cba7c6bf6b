"""Disputes, rulings by a moderator or judge (`VERDICTS`), and the settlement of a dispute without a judge.

In a settlement, one side proposes an option, the others agree, and it is executed and recorded as a ruling. The sides
are the seat that disputes the move and the seat that made it. If that is one seat, all seats are sides. The two sides
alone can accept a move as played. Any option that changes the board or the record needs every seat.
"""

from collections.abc import Sequence
from difflib import get_close_matches
from typing import Any, Final

import msgspec

from events import session_events as c
from events.entry import Entry
from events.errors import ConflictError, RefusedError
from events.events import ALL, MODERATOR_VIEW, OMNISCIENT
from events.lazy_patterns import lazy_pattern
from projections.game import Game
from projections.wording import joined, titled
from replay.audit.findings import LOG_RULES
from replay.corrections.correction import correct, preview
from replay.corrections.plan import Correction, CorrectionPlan, NeedsAnswerError
from replay.corrections.takeback import is_change, open_proposal, require_change, take_back
from replay.corrections.written_changes import read_changes
from replay.reading.reading import Group, Reading, first_origin, groups_of, head_of
from replay.reading.timeline import Timeline
from replay.session.compensation import FORM, pay_due, read_compensation, require_payable
from replay.session.overrides import require_reason
from replay.session.preview import ReadableSession, ReadOnlySession
from replay.session.session import Session
from replay.session.submission import carry_out_orders

VERDICTS: Final = ("stand", "fix", "rewind", "compensate")
_RULING: Final = lazy_pattern(r"#[0-9]{1,9}")


class Dispute(msgspec.Struct, frozen=True):
    """A dispute without a ruling, opened in entry `seq` about entry `line`. Only judges read a `private` claim."""

    seq: int
    author: str
    line: int
    claim: str
    private: bool = False


def open_disputes(reading: Reading[Any]) -> tuple[Dispute, ...]:
    """Return the disputes without a ruling, as far as this viewer may know them."""
    settled = {ruled.dispute for _, ruled in reading.events_of(c.Ruled)}
    return tuple(
        Dispute(entry.seq, event.author, event.line, event.claim, event.audience != ALL)
        for entry, event in reading.events_of(c.DisputeOpened)
        if entry.seq not in settled
    )


def claim_of(entries: Sequence[Entry], dispute: int) -> str:
    """Return the claim of the dispute that entry `dispute` opened, also as published by a ruling. "" for no dispute."""
    published = (
        one.event.claim for one in entries if isinstance(one.event, c.ClaimPublished) and one.event.dispute == dispute
    )
    opened = entries[dispute - 1].event if dispute else None
    return next(published, opened.claim if isinstance(opened, c.DisputeOpened) else "")


def require_dispute(reading: Reading[Any], seq: int) -> Dispute:
    """Return the open dispute that entry `seq` opened, or raise RefusedError, which lists the open disputes."""
    found = next((one for one in open_disputes(reading) if one.seq == seq), None)
    if found is None:
        raise RefusedError(f"entry {seq} is not an open dispute. {_disputes_in_words(reading)}")
    return found


def _disputes_in_words(reading: Reading[Any]) -> str:
    disputes = ", ".join(f"#{one.seq}" for one in open_disputes(reading))
    return f"Open disputes: {disputes}" if disputes else "No dispute is open"


def check_cites(game: Game[Any, Any], cites: Sequence[str], reading: Reading[Any] | None = None) -> tuple[str, ...]:
    """Return cited rules as the rulebook writes them, and rulings (`#41`). Raises RefusedError for unknown ones."""
    known = {**game.meta.rulebook, **LOG_RULES}
    found = tuple(dict.fromkeys(cite.strip().upper() for cite in cites if cite.strip()))
    for cite in found:
        if _RULING.fullmatch(cite) and reading is not None:
            at = int(cite[1:])
            if not (0 < at <= reading.seq and isinstance(reading.entries[at - 1].event, c.Ruled)):
                raise RefusedError(f"{cite} is not a ruling. Cite a ruling by the number of its entry, such as #41")
        elif cite not in known:
            near = ", ".join(get_close_matches(cite, known, 3, 0.5))
            similar = f". Similar rules: {near}" if near else ""
            raise RefusedError(f'"{cite[:40]}" is not a rule of {game.meta.title}{similar}')
    return found


def require_claim(claim: str) -> None:
    """Refuse a dispute without text."""
    if not claim.strip():
        raise RefusedError(
            "a dispute must say what is wrong. In a post, write it after a colon: DISPUTE 7.3: what is wrong"
        )


def dispute(session: Session, line: int, claim: str, *, by: str, private: bool = False) -> int:
    """Open a dispute and return its entry. Until the ruling, only its author and judges can read a `private` claim."""
    require_claim(claim)
    _require_line(session.table, line)
    audience = " ".join(dict.fromkeys((by, MODERATOR_VIEW))) if private else ALL
    session.note(c.DisputeOpened(by, line, " ".join(claim.split()), audience), by=by)
    return session.head.seq


def rule(
    session: Session, group: Group, verdict: str, reason: str, cites: Sequence[str] = (), *, by: str,
    settles: int = 0, meant: Correction = Correction(), keep: Sequence[str] = (), entries: Sequence[Entry] = (),
    gives: str = "", house: str = "", agreed: Sequence[str] = (),
) -> CorrectionPlan | None:  # fmt: skip
    """Rule on a group and execute the ruling in the same transaction. Return what a fix did.

    - A `rewind` goes back before the group. Piles in `keep` keep their order although cards were seen.
    - A `fix` makes the correction `meant`. A `fix` without changes is only recorded.
    - A compensation `gives` back what its text says.

    `settles` is the entry of the dispute, 0 without one; a private claim becomes public. `entries` are entries to write
    with the ruling. `house` is a new house rule of the group. `agreed` are the seats that settled without a judge.

    Raises:
        RefusedError: no such verdict, rule or dispute, no reason, or the author holds a seat. Nothing is written.
        IllegalMoveError: the corrected move is illegal.
    """
    cited = check_ruling(session.table, group, verdict, reason, cites, by=by, settles=settles)
    said_why = " ".join(reason.split())
    ruled = Entry(c.Ruled(by, group.first, verdict, said_why, cited, settles, tuple(agreed)), by)
    houses = [c.HouseRuled(group.first, text)] if (text := " ".join(house.split())) else []
    around = [*entries, *_published(session, settles, by), ruled, *(Entry(one, by) for one in houses)]
    done = None
    if verdict == "rewind":
        require_change(session.view(ALL), group.first - 1)
        take_back(session, group.first - 1, by=by, keep=keep, before=around, past_end=True)
    elif verdict == "fix" and meant.changes:
        done = correct(session, meant, by=by, before=around)
    else:
        with session.writing():
            session.append([*around, *_given(session, group, verdict, gives, by)])
    if done or verdict in ("rewind", "compensate"):
        (pay_due if session.table.unsealed else carry_out_orders)(session)
    return done


def dispute_about(reading: Reading[Any], group: Group) -> int:
    """Return the entry of the first open dispute about a move or an earlier version of the move, 0 without one."""
    return next((one.seq for one in open_disputes(reading) if is_about(reading, group, one.line)), 0)


def ruled_move(timeline: Timeline, seq: int) -> tuple[Group, int]:
    """Return the move that an entry of a dispute, settlement, ruling or takeback is about, and the open dispute.

    The open dispute is 0 for none.

    The move is in its current version. Any other entry, and an entry that is disputed itself, is its own subject.
    """
    entries, line, passed, own = timeline.entries, seq, list[int](), timeline.group_at(seq)
    is_disputed = bool(dispute_about(timeline.reading, own))
    while not is_disputed and 0 < (earlier := _subject(timeline, entries[line - 1])) < line:
        passed.append(line)
        line = earlier
    if not passed:
        return own, 0
    still_open = {one.seq for one in open_disputes(timeline.reading)}
    return timeline.current(timeline.group_at(line)), next((one for one in passed if one in still_open), 0)


def _subject(timeline: Timeline, entry: Entry) -> int:
    """Return the entry that an entry of a dispute or proposed takeback refers to, 0 for any other entry."""
    match entry.event:
        case c.DisputeOpened(line=line) | c.Ruled(line=line):
            return line
        case c.RemedyProposed(dispute=dispute) | c.ClaimPublished(dispute=dispute):
            return dispute
        case c.RemedyAnswered(proposed=proposed):
            return proposed
        case c.TakebackAnswered(asked=asked):
            return asked
        case c.TakebackAsked(to=to):
            return next((one.first for one in timeline.groups if one.first > to and is_change(one.head.event)), 0)
    return 0


def is_about(reading: Reading[Any], group: Group, line: int) -> bool:
    """Return whether entry `line` belongs to a move or to a version of the move before a correction."""
    entries = reading.entries
    if group.first <= line <= group.last:
        return True
    origin = first_origin(entries, group.first)
    return 0 < line <= len(entries) and first_origin(entries, head_of(entries, line)) == origin


def note_ruling(session: Session, group: Group, verdict: str, reason: str, cites: Sequence[str], *, by: str) -> None:
    """Record a ruling and settle the open dispute about the move. The moves do not change: later posts do that."""
    settles = dispute_about(session.view(ALL), group)
    ruled = c.Ruled(by, group.first, verdict, reason, tuple(cites), settles)
    with session.writing():
        session.append([*_published(session, settles, by), Entry(ruled, by)])


def _published(session: Session, settles: int, by: str) -> list[Entry]:
    """Return the entry that publishes a private claim."""
    claimed = session.table.entries[settles - 1].event if settles else None
    if not isinstance(claimed, c.DisputeOpened) or claimed.audience == ALL:
        return []
    return [Entry(c.ClaimPublished(settles, claimed.claim), by)]


def _given(session: Session, group: Group, verdict: str, gives: str, by: str) -> list[Entry]:
    if verdict != "compensate":
        return []
    session.require_open(past_end=True)
    if not gives.strip():
        raise RefusedError(f"a compensation must say what is given back, such as {FORM}")
    found = read_compensation(session, gives)
    require_payable(session, found)
    return [Entry(c.Compensated(group.first, found.seat, found.place, found.change, found.when), by)]


def check_ruling(
    reading: Reading[Any], group: Group, verdict: str, reason: str, cites: Sequence[str], *, by: str, settles: int
) -> tuple[str, ...]:
    """Return the cited rules of a possible ruling. Raises RefusedError as `rule`."""
    if by in reading.started.seats:
        raise RefusedError("a player cannot rule. Ask the moderator or a judge")
    if verdict not in VERDICTS:
        raise RefusedError(f'"{verdict[:40]}" is not a verdict. Verdicts: {", ".join(VERDICTS)}')
    require_reason(reason, "a ruling")
    _require_line(reading, group.first)
    if settles:
        require_dispute(reading, settles)
    return check_cites(reading.game, cites, reading)


def _require_line(reading: Reading[Any], line: int) -> None:
    if not 1 <= line <= reading.seq:
        raise RefusedError(f"entry {line} does not exist; this log has entries 1 to {reading.seq}")


class Offer(msgspec.Struct, frozen=True):
    """An open proposal: its entry, its author, the dispute, the option, and the seats that have not agreed yet."""

    seq: int
    author: str
    dispute: Dispute
    way: str
    change: str
    reason: str
    waiting: tuple[str, ...]


def sides(reading: Reading[Any], found: Dispute) -> tuple[str, ...]:
    """Return the seats that settle a dispute: those that opened it and made the move, else all."""
    seats = reading.started.seats
    mover = str(getattr(_group(reading, found.line).head.event, "player", ""))
    two = tuple(dict.fromkeys(seat for seat in (found.author, mover) if seat in seats))
    return two if len(two) > 1 else tuple(seats)


def settlers(reading: Reading[Any], found: Dispute, way: str) -> tuple[str, ...]:
    """Return the seats that must agree to an option: the sides to accept the move, else every seat."""
    return sides(reading, found) if way == "stand" else tuple(reading.started.seats)


def open_offers(reading: Reading[Any]) -> tuple[Offer, ...]:
    """Return the open proposals, only the last of each dispute."""
    disputes = {found.seq: found for found in open_disputes(reading)}
    offers: dict[int, Offer] = {}
    for entry in reading.entries:
        event = entry.event
        if isinstance(event, c.RemedyProposed) and (found := disputes.get(event.dispute)):
            waiting = tuple(seat for seat in settlers(reading, found, event.way) if seat != event.author)
            offers[event.dispute] = Offer(
                entry.seq, event.author, found, event.way, event.change, event.reason, waiting
            )
        elif isinstance(event, c.RemedyAnswered):
            for key, offer in list(offers.items()):
                if offer.seq == event.proposed and not event.agreed:
                    del offers[key]
                elif offer.seq == event.proposed:
                    left = tuple(seat for seat in offer.waiting if seat != event.seat)
                    offers[key] = msgspec.structs.replace(offer, waiting=left)
    return tuple(offers.values())


def propose_remedy(session: Session, dispute: int, way: str, reason: str, *, by: str, change: str = "") -> Offer:
    """Propose how to settle a dispute. `change` is the text of a correction or compensation, as in a ruling.

    Raises NeedsAnswerError if later moves no longer fit, RefusedError if the proposal is not possible.
    """
    with session.writing():
        check_remedy(session, Timeline(session.row, session.view(by)), dispute, way, reason, by=by, change=change)
        session.append([Entry(c.RemedyProposed(by, dispute, way, change.strip(), " ".join(reason.split())), by)])
    return next(one for one in open_offers(session.view(ALL)) if one.dispute.seq == dispute)


def check_remedy(
    session: ReadableSession, known: Timeline, dispute: int, way: str, reason: str, *, by: str, change: str = ""
) -> None:
    """Refuse a proposal that is not possible; `known` is what its author knows. Raises as `propose_remedy`."""
    public = session.view(ALL)
    found = require_dispute(public, dispute)
    two = sides(public, found)
    if by not in two:
        raise RefusedError(f"only {joined(list(map(titled, two)))} can settle this dispute")
    require_reason(reason, "a proposal")
    _require_feasible(session, known, found, way, change, by)


def require_offer(reading: Reading[Any], proposed: int, *, by: str, agreed: bool) -> Offer:
    """Return the open proposal that `by` may answer. Raises as `answer_remedy`."""
    offer = next((one for one in open_offers(reading) if one.seq == proposed), None)
    if offer is None:
        raise ConflictError(f"the proposal of entry {proposed} is no longer open. {_disputes_in_words(reading)}")
    if by not in offer.waiting and (agreed or by != offer.author):
        raise RefusedError(f"only {joined(list(map(titled, offer.waiting)))} can answer this, not {titled(by)}")
    return offer


def not_a_proposal(reading: Reading[Any], seq: int) -> ConflictError:
    """Return the error for an answer to an entry that is not a proposal, with the open proposals and disputes."""
    takeback = open_proposal(reading)
    offers = [offer.seq for offer in open_offers(reading)] + ([takeback.asked] if takeback else [])
    proposals = f"Open proposals: {', '.join(f'#{one}' for one in offers)}" if offers else "No proposal is open"
    disputes = f". {_disputes_in_words(reading)}" if open_disputes(reading) else ""
    return ConflictError(f"entry {seq} is not an open proposal. {proposals}{disputes}")


def answer_remedy(session: Session, proposed: int, *, by: str, agreed: bool) -> Offer | None:
    """Answer a proposal; the last consent executes it. Return the proposal if it is still open after that, else None.

    The author withdraws a proposal by declining. Raises ConflictError if it is not open, RefusedError if not possible.
    """
    offer = require_offer(session.view(ALL), proposed, by=by, agreed=agreed)
    answer = Entry(c.RemedyAnswered(by, proposed, agreed), by)
    if not agreed or offer.waiting != (by,):
        with session.writing():
            session.append([answer])
        return next((one for one in open_offers(session.view(ALL)) if one.seq == proposed), None)
    known = Timeline(session.row, session.view(offer.author))
    rule(
        session, _group(session.view(ALL), offer.dispute.line), offer.way, offer.reason, by=OMNISCIENT,
        entries=[answer], settles=offer.dispute.seq,
        meant=read_changes(known, offer.change) if offer.way == "fix" else Correction(),
        gives=offer.change if offer.way == "compensate" else "",
        agreed=settlers(session.view(ALL), offer.dispute, offer.way),
    )  # fmt: skip
    return None


def _require_feasible(
    session: ReadableSession, known: Timeline, found: Dispute, way: str, change: str, by: str
) -> None:
    if way not in VERDICTS:
        raise RefusedError(f'"{way[:40]}" is not an option. Options: {", ".join(VERDICTS)}')
    if way == "rewind":
        require_change(session.view(ALL), _group(session.view(ALL), found.line).first - 1)
    elif way == "compensate":
        require_payable(session, read_compensation(session, change))
    elif way == "fix":
        if not change.strip():
            raise RefusedError(
                "a correction must say what to change. Write FIX 7.3: move (replace the move), DUE 7.3 (calculate its"
                " results again), INSERT 7.3: move (add a move before 7.3) or OMIT 7.3 (leave the move out)"
            )
        plan = preview(ReadOnlySession(known.reading), read_changes(known, change), by=by, viewer=by)
        if asked := [*plan.falls, *plan.undecided]:
            lines = ", ".join(str(one.seq) for one in asked[:6])
            raise NeedsAnswerError(
                f"later moves no longer fit or are open (entries {lines}). Write KEEP or DROP for each, or KEEP rest",
                [one.seq for one in asked],
            )


def _group(reading: Reading[Any], line: int) -> Group:
    return next(group for group in groups_of(reading.entries, reading.undone) if group.first <= line <= group.last)
