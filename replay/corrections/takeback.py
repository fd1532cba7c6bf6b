"""Takebacks: what players learned since, who must consent, and the entries that go back.

Nothing is edited. `TakenBack` restores the position of an earlier entry; the entries between remain, marked as undone.
A pile whose cards were seen is shuffled again. It keeps its order if a ruling says so, or if the same seats draw the
same cards again.

A takeback that needs consent is proposed by a seat and answered by the others; the last consent executes it. At most
one proposal is open: the last `TakebackAsked`, unless the position has changed since or a seat declined. The proposer
withdraws by declining.
"""

from collections.abc import Sequence
from difflib import SequenceMatcher
from itertools import takewhile, zip_longest
from typing import Any, Final

import msgspec

from events.entry import Entry
from events.errors import ConflictError, RefusedError
from events.events import ALL, OMNISCIENT, Chance, Drawn, Effect, Event, Move, Revealed, Rolled, SessionEvent, Started
from events.session_events import Remarked, SecretsOpened, TakebackAnswered, TakebackAsked, TakenBack
from projections.contracts import ObservedChance, RandomSource
from projections.game import Game
from projections.wording import joined, titled
from replay.chance.random_source import NoChance
from replay.reading.disclosure import Classification, classify
from replay.reading.ending import goes_back_to, left
from replay.reading.reading import Reading, groups_of
from replay.session.consent import MODERATOR, consent_to, require_consent
from replay.session.session import Session
from replay.session.submission import carry_out_orders

MOVES_ON: Final = (Move, Chance, Effect, TakenBack, SecretsOpened, Started)
"""An open proposal lapses after one of these."""


class ChangedLine(msgspec.Struct, frozen=True):
    """A line of the board's description, now and after a change; "" if the line exists only once."""

    now: str
    then: str


class TakebackPreview(msgspec.Struct, frozen=True):
    """A preview of going back to entry `to`: entries of the undone moves, number of rolls, piles to shuffle again."""

    to: int
    groups: tuple[int, ...]
    rolls: int
    shuffled: tuple[str, ...]
    changed: tuple[ChangedLine, ...]


def require_group_end(reading: Reading[Any], to: int) -> None:
    """Refuse an entry that does not end a group, is undone, or belongs to the set-up, with the possible entries."""
    groups = groups_of(reading.entries, reading.undone)
    moves = [group for group in groups if isinstance(group.head.event, Move)]
    first, reopened = moves[0].first - 1 if moves else reading.seq, goes_back_to(reading)
    if to < reopened:
        raise RefusedError(f"moves before the reopening of this session (entry {reopened}) cannot be taken back")
    if first >= reading.seq:
        raise RefusedError("there is nothing to take back: no move was made")
    if not first <= to < reading.seq:
        raise RefusedError(f"a takeback can go to entries {first} (the end of the set-up) to {reading.seq - 1}")
    group = next(group for group in groups if group.first <= to <= group.last)
    if group.last != to:
        raise RefusedError(f"entry {to} is not the end of a move. Go back to entry {group.first - 1} or {group.last}")
    if to in reading.undone:
        raise RefusedError(f"entry {to} is already undone")


def is_change(head: Event) -> bool:
    """Return whether an event is a move or a moderator action, which changes the position."""
    return isinstance(head, Move) or (isinstance(head, SessionEvent) and head.is_by_hand)


def require_change(reading: Reading[Any], to: int) -> None:
    """Raise RefusedError if the position has not changed since entry `to`."""
    if not any(is_change(entry.event) for entry in reading.live(to)):
        raise RefusedError(f"there is nothing to take back: the position has not changed since entry {to}")


def preview_takeback(reading: Reading[Any], to: int) -> TakebackPreview:
    """Return a preview of going back to entry `to`, as a viewer may know it. Raises RefusedError if impossible."""
    require_group_end(reading, to)
    live = reading.live(to)
    return TakebackPreview(
        to,
        tuple(entry.seq for entry in live if is_change(entry.event)),
        sum(isinstance(entry.event, Rolled) for entry in live),
        tuple(seen_piles(reading, to)[0]) if reading.started.cards == "tower" else (),
        changed_lines(reading.game, reading.position, reading.known_at(to)),
    )


def seen_piles(reading: Reading[Any], to: int) -> tuple[list[str], list[str]]:
    """Return the piles with cards seen since entry `to`: piles to shuffle again, and piles laid out on the board."""
    position = reading.positions[to - 1]
    events = [entry.event for entry in reading.live(to)]
    piles = dict.fromkeys(event.pile for event in events if isinstance(event, Drawn | Revealed))
    loose = [pile for pile in piles if reading.game.rules.pile_cards(position, pile)]
    return loose, [pile for pile in piles if reading.game.rules.pile_cards(position, pile) is None]


def take_back(
    session: Session, to: int, *, by: str, agreed: Sequence[str] = (), keep: Sequence[str] = (), reason: str = "",
    before: Sequence[Entry] = (), past_end: bool = False,
) -> Classification:  # fmt: skip
    """Go back to the position of entry `to`; `agreed` are the seats that have consented.

    The session's policy says who must consent. A moderator decides alone. If play is not strict, consent is only
    recorded, not checked. `before` are entries to write first. With `past_end`, a ruling can go back in a session that
    has ended: nothing is shuffled and play does not resume.

    Raises RefusedError if the session cannot go back to this entry, or consent is missing.
    """
    with session.writing():
        session.require_open(past_end=past_end)
        over = bool(session.table.unsealed)
        require_group_end(session.table, to)
        found = classify(session.view(ALL), to, by)
        if session.strict:
            require_consent(found, session.started, left(session.table), by, agreed)
        events: list[SessionEvent] = []
        if by in session.started.seats or reason:
            events.append(TakebackAsked(by, to, reason))
            asked = session.head.seq + len(before) + 1
            if by in session.started.seats or not session.strict:  # if play is strict, a moderator decides alone
                events += [TakebackAnswered(seat, asked, agreed=True) for seat in agreed]
        entries = [Entry(event, by) for event in events]  # the log shows who reported the consent of others
        fate = NoChance() if over else session.fate_now(ObservedChance())
        kept = seen_piles(session.table, to)[0] if over else keep
        drafted, position = takeback_lines(session, to, by, kept, fate)
        session.append([*before, *entries, *drafted], position)
    return found


def takeback_lines(
    session: Session, to: int, by: str, keep: Sequence[str], fate: RandomSource
) -> tuple[list[Entry], msgspec.Struct]:
    """Return the entries that go back, with shuffles by the transaction's own `fate`, and the position after them."""
    loose, laid = seen_piles(session.table, to)
    if unknown := set(keep) - set(loose) - set(laid):
        raise RefusedError(f"no card of {', '.join(sorted(unknown))} was seen after entry {to}")
    position = session.table.known_at(to)
    kept = tuple(sorted({*keep, *laid}))
    entries = [Entry(TakenBack(to, kept, knows=session.table.has_learnt(to)), by)]
    if session.started.cards == "tower":
        for pile in loose:
            if pile not in keep:
                shuffled = fate.shuffle(pile, session.game.rules.pile_cards(position, pile) or ())
                entries.append(Entry(shuffled, "tower" if shuffled.source == "tower" else OMNISCIENT))
                position = session.game.rules.reducer(position, shuffled)
    return entries, position


def changed_lines(game: Game[Any, Any], now: Any, then: Any) -> tuple[ChangedLine, ...]:
    """Return the lines that differ between the descriptions of two positions, in order."""
    if now is then:
        return ()
    told, would = game.view.text(now).splitlines(), game.view.text(then).splitlines()
    found: list[ChangedLine] = []
    for what, at, end, start, stop in SequenceMatcher(None, told, would, autojunk=False).get_opcodes():
        if what != "equal":
            pairs = zip_longest(told[at:end], would[start:stop], fillvalue="")
            found += [ChangedLine(was.strip(), will.strip()) for was, will in pairs if was.strip() or will.strip()]
    return tuple(found)


class Proposal(msgspec.Struct, frozen=True):
    """A proposal, made in entry `asked`, to go back to entry `to`. The `needed` seats (or `moderator`) must agree."""

    asked: int
    author: str
    to: int
    reason: str
    found: Classification
    needed: tuple[str, ...]
    agreed: tuple[str, ...]

    @property
    def waiting(self) -> tuple[str, ...]:
        """The seats that have not answered yet."""
        return tuple(name for name in self.needed if name not in self.agreed)


def open_proposal(public: Reading[Any]) -> Proposal | None:
    """Return the open proposal, from what a spectator may know. None if it was declined or cannot be executed."""
    seq, asked, given = _last_asked(public)
    if asked is None or asked.author not in public.started.seats:
        return None
    agreed = {event.seat for event in given if event.agreed}
    try:
        require_group_end(public, asked.to)
    except RefusedError:
        return None
    found = classify(public, asked.to, asked.author)
    consent = consent_to(found, public.started, left(public), asked.author)
    if consent.barred or not consent.needed or not all(event.agreed for event in given):
        return None
    has_agreed = tuple(name for name in consent.needed if name in agreed)
    return Proposal(seq, asked.author, asked.to, asked.reason, found, consent.needed, has_agreed)


def _last_asked(reading: Reading[Any]) -> tuple[int, TakebackAsked | None, list[TakebackAnswered]]:
    """Return the last request since the position changed, with its entry and its answers."""
    since = list(takewhile(lambda entry: not isinstance(entry.event, MOVES_ON), reversed(reading.entries)))
    seq, asked = next(((one.seq, one.event) for one in since if isinstance(one.event, TakebackAsked)), (0, None))
    events = (one.event for one in since)
    return seq, asked, [event for event in events if isinstance(event, TakebackAnswered) and event.asked == seq]


def check_answer(reading: Reading[Any], asked: int, *, seat: str, agreed: bool) -> None:
    """Refuse an answer that is not possible, as far as this viewer may know. Raises as `answer`."""
    if reading.viewer == ALL:  # other views may know what a spectator learned, so the consent would be different
        require_proposal(reading, asked, seat=seat, agreed=agreed)
    else:
        last, _, given = _last_asked(reading)
        if last != asked or not all(event.agreed for event in given):
            raise _closed(asked)


def require_proposal(public: Reading[Any], asked: int, *, seat: str, agreed: bool) -> Proposal:
    """Return the open proposal of entry `asked`, which `seat` may answer. Raises as `answer`."""
    proposal = open_proposal(public)
    if proposal is None or proposal.asked != asked:
        raise _closed(asked)
    if seat not in proposal.needed and (agreed or seat not in (proposal.author, MODERATOR)):
        raise RefusedError(f"only {joined(list(map(titled, proposal.needed)))} can answer this, not {titled(seat)}")
    return proposal


def require_no_proposal(public: Reading[Any]) -> None:
    """Refuse a second proposal with a ConflictError."""
    if (before := open_proposal(public)) is not None:
        proposed = f"{titled(before.author)} has already proposed a takeback (entry {before.asked})"
        raise ConflictError(f"{proposed}. It must be answered first")


def _closed(asked: int) -> ConflictError:
    return ConflictError(
        f"the proposal of entry {asked} is no longer open: it was answered, or the position has changed since"
    )


def propose(
    session: Session, to: int, *, seat: str, by: str = "", reason: str = "", proxy: bool = False
) -> Proposal | None:
    """Record a seat's proposal to go back to entry `to`. If no seat must agree, go back at once and return None.

    `by` and `proxy` are as for `answer`. Raises RefusedError if the session cannot go back to the entry, nothing
    changed since, or consent is impossible, and ConflictError if another proposal is open.
    """
    by = by or seat
    if seat not in session.started.seats:
        raise RefusedError("only a seat can propose a takeback. A moderator can make a ruling instead")
    require_own(session, seat, by, proxy=proxy)
    with session.writing():
        session.require_open()
        public = session.view(ALL)
        require_no_proposal(public)
        require_group_end(public, to)
        require_change(public, to)
        consent = consent_to(classify(public, to, seat), session.started, left(public), seat)
        if consent.barred:
            raise RefusedError(consent.barred)
        asked = Entry(TakebackAsked(seat, to, " ".join(reason.split())), by)
        if consent.needed:
            session.append([asked])
        else:
            go_back(session, [asked], to, seat)
    if not consent.needed:
        carry_out_orders(session)
    return open_proposal(session.view(ALL))


def go_back(session: Session, before: Sequence[Entry], to: int, by: str) -> None:
    """Carry out a takeback that needs no more consent, after the entries `before`."""
    entries, position = takeback_lines(session, to, by, (), session.fate_now(ObservedChance()))
    session.append([*before, *entries], position)


def answer(
    session: Session, asked: int, *, seat: str, agreed: bool, by: str, reason: str = "", proxy: bool = False
) -> Proposal | None:
    """Record the answer of a seat (or `moderator`) to the proposal of entry `asked`; the last consent executes it.

    `by` is the author: the seat, or a moderator in its place. A moderator may do that if play is not strict, or if
    `proxy` says that the seats cannot answer here. Returns the proposal while it is open, else None.

    Raises ConflictError if the proposal is no longer open, RefusedError if this seat must not answer.
    """
    with session.writing():
        session.require_open()
        proposal = require_proposal(session.view(ALL), asked, seat=seat, agreed=agreed)
        require_own(session, seat, by, proxy=proxy)
        if agreed and seat in proposal.agreed:
            return proposal
        entries = [Entry(Remarked(by, reason.strip(), line=asked), by)] if reason.strip() else []
        entries.append(Entry(TakebackAnswered(seat, asked, agreed), by))
        done = agreed and proposal.waiting == (seat,)
        if done:
            go_back(session, entries, proposal.to, proposal.author)
        else:
            session.append(entries)
    if done:
        carry_out_orders(session)
    return open_proposal(session.view(ALL))


def require_own(session: Session, seat: str, by: str, *, proxy: bool) -> None:
    """Refuse an answer for another seat, also by a moderator if the seats can answer for themselves."""
    if by == seat or (seat == MODERATOR and by not in session.started.seats):
        return
    if by in session.started.seats or (session.strict and not proxy):
        raise RefusedError(f"only {titled(seat)} can do this, not {titled(by)}")
