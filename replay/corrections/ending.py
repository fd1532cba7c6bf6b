"""End a session that the rules do not end: a seat resigns, all agree, or the moderator closes it; and reopen it.

A closing opens the secrets as the session's settings say, in the same transaction. A proposal to close lapses like a
proposed takeback. A reopened session has new secrets: what was opened stays known, and nothing else.
"""

from collections.abc import Sequence
from hashlib import sha256
from itertools import takewhile
from typing import Any, Final, NamedTuple

from events.entry import Entry
from events.errors import ConflictError, RefusedError
from events.events import ALL, OMNISCIENT, Move
from events.session_events import Closed, EndAnswered, EndProposed, Remarked, Reopened, Resigned, SecretsOpened
from projections.contracts import ObservedChance
from projections.wording import joined, titled
from replay.chance.tower import renewed
from replay.corrections.takeback import MOVES_ON, go_back, open_proposal, require_own
from replay.reading.ending import closing, left, reopened_piles, resignation_policy, resigned
from replay.reading.reading import Reading
from replay.session.consent import MODERATOR
from replay.session.overrides import require_reason
from replay.session.seats import require_seat
from replay.session.session import Session
from replay.session.submission import carry_out_orders

_LAPSES: Final = (*MOVES_ON, Resigned, Closed, Reopened)
_OPENS: Final = {
    ALL: "All hidden cards and the orders of piles are opened to everyone.",
    "seats": "All hidden cards and the orders of piles are opened to the players.",
    "auditor": "Hidden cards stay hidden, except from an auditor.",
}
_STAYS: Final = {
    ALL: "What was opened stays open: everyone still knows these cards.",
    "seats": "What was opened stays open: all players still know these cards.",
}


class EndProposal(NamedTuple):
    """A proposal, made in entry `seq`, to close the session. The `needed` seats must agree."""

    seq: int
    author: str
    reason: str
    needed: tuple[str, ...]
    agreed: tuple[str, ...]

    @property
    def waiting(self) -> tuple[str, ...]:
        """The seats that have not answered yet."""
        return tuple(seat for seat in self.needed if seat not in self.agreed)


def open_end(reading: Reading[Any]) -> EndProposal | None:
    """Return the open proposal to close the session; None if it was declined or the position has changed since."""
    since = [*takewhile(lambda entry: not isinstance(entry.event, _LAPSES), reversed(reading.entries))]
    asked = next((entry for entry in since if isinstance(entry.event, EndProposed)), None)
    if asked is None or not isinstance(asked.event, EndProposed):
        return None
    author, reason = asked.event.author, asked.event.reason
    events = (entry.event for entry in since)
    answers = [one for one in events if isinstance(one, EndAnswered) and one.proposed == asked.seq]
    if not all(one.agreed for one in answers):
        return None
    needed = tuple(seat for seat in left(reading) if seat != author)
    return EndProposal(asked.seq, author, reason, needed, tuple(one.seat for one in answers))


def lapsed_end(reading: Reading[Any], author: str) -> Entry | None:
    """Return the entry that ended the last proposal of `author` to close the session without an answer.

    None if there is no such entry, and after the next entry of the author.
    """
    asked = next((one.seq for one in reversed(reading.entries_of(EndProposed)) if _is_by(one, author)), 0)
    since = reading.entries[asked:] if asked else ()
    ended = next((one for one in since if isinstance(one.event, _LAPSES)), None)
    if ended is None or isinstance(ended.event, Closed | SecretsOpened):
        return None
    answers = (one.event for one in since if one.seq < ended.seq)
    is_declined = any(isinstance(one, EndAnswered) and one.proposed == asked and not one.agreed for one in answers)
    acted = any(_is_by(one, author) for one in since if one.seq >= ended.seq)
    return None if is_declined or acted else ended


def _is_by(entry: Entry, seat: str) -> bool:
    event = entry.event
    who = {entry.by, event.author if isinstance(event, EndProposed) else ""}
    return seat in who or (isinstance(event, Move) and event.player == seat)


def plays_on(reading: Reading[Any], seat: str) -> bool:
    """Return whether the other seats play on if a seat resigns. Otherwise the session is closed."""
    rules, others = reading.game.rules, [one for one in left(reading) if one != seat]
    allowed = rules.skips_resigned and resignation_policy(reading) != "end"
    return allowed and len(others) > 1 and rules.status(reading.position).turn > 0


def consequences(reading: Reading[Any], way: str, seat: str = "") -> tuple[str, ...]:
    """Return what ending or reopening the session would do, in sentences."""
    opens = () if reading.unsealed else (_OPENS.get(reading.started.opens, _OPENS["auditor"]),)
    closes = ("The session then accepts no moves, until its moderator reopens it.", *opens)
    named = titled(seat) if seat else "the player"
    if way == "resign" and plays_on(reading, seat or next(iter(left(reading)))):
        return (
            f"The others play on, and the turns of {named} are skipped.",
            f"If {named} must choose in the turn of another, the first move on offer is made.",
            "No hidden card is opened.",
        )
    if way == "resign":
        is_agreed = resignation_policy(reading) == "end"
        why = f"This group has agreed that the game ends if {named} resigns."
        return (why if is_agreed else f"The game cannot go on without {named}, so the session is closed.", *closes)
    if way == "agree":
        others = joined([titled(one) for one in left(reading) if one != seat])
        asks = f"{others} agrees" if len(left(reading)) == (2 if seat else 1) else f"all agree: {others}"
        return (*([f"The session is closed if {asks}."] if others else ()), *closes)
    if way == "close":
        return closes
    stays = _STAYS.get(reading.unsealed)
    piles = reopened_piles(reading, reading.seq)
    names = joined([reading.game.view.pile_name(reading.position, pile) for pile in piles])
    return (
        "The game goes on with all its seats.",
        *([stays] if stays else []),
        *([f"Shuffled again: {names}. Moves before the reopening can no longer be taken back."] if piles else []),
    )


def require_way(reading: Reading[Any], way: str, reason: str, seat: str = "") -> None:
    """Raise RefusedError if the session cannot be ended or reopened like this, as far as this viewer may know."""
    if way == "reopen":
        if closing(reading) is None and not resigned(reading):
            over = reading.unsealed or reading.game.rules.status(reading.position).outcome
            why = "the game ended by its rules. Only a ruling can change it" if over else "this session is not closed"
            raise RefusedError(f"there is nothing to reopen: {why}")
    elif reading.game.rules.status(reading.position).outcome is not None:
        raise RefusedError("the game is already over")
    if way in ("close", "reopen"):
        require_reason(reason, "closing a session" if way == "close" else "reopening")
    if way in ("resign", "agree"):
        require_seat(seat, reading.started.seats)
        if seat in resigned(reading):
            raise RefusedError(f"{titled(seat)} has already resigned")
    asked = open_end(reading) if way == "agree" else None
    if asked is not None and seat not in asked.waiting:
        raise RefusedError(f"{titled(seat)} has already agreed to close the session (entry {asked.seq})")


def end(session: Session, way: str, *, by: str, reason: str = "", seat: str = "", proxy: bool = False) -> None:
    """Resign, propose or agree to close, close, or reopen. Raises RefusedError and SuspendedError.

    `by` and `proxy` are as for the answer to a takeback.
    """
    reason = " ".join(reason.split())
    with session.writing():
        session.require_open(past_end=way == "reopen")
        require_way(session.table, way, reason, seat)
        if way in ("resign", "agree"):
            require_own(session, seat, by, proxy=proxy)
        match way:
            case "resign":
                _append_resignation(session, seat, reason, by)
            case "agree" if (asked := open_end(session.table)) is not None:
                _append_answer(session, asked, seat, by, agreed=True, reason=reason)
            case "agree" if left(session.table) == (seat,):
                _append_closing(session, [Entry(EndProposed(seat, ""), by)], Closed("agreed", (seat,), reason), by)
            case "agree":
                session.append([Entry(EndProposed(seat, reason), by)])
            case "close":
                _append_closing(session, [], Closed(MODERATOR, (), reason), by)
            case _:
                _append_reopening(session, reason, by)
    carry_out_orders(session)


def answer_end(
    session: Session, proposed: int, *, seat: str, agreed: bool, by: str, reason: str = "", proxy: bool = False
) -> None:
    """Record the answer of a seat to a proposal to close. The last consent closes the session. Raises as `end`."""
    with session.writing():
        session.require_open()
        asked = require_end_proposal(session.table, proposed, seat=seat, agreed=agreed)
        require_own(session, seat, by, proxy=proxy)
        _append_answer(session, asked, seat, by, agreed=agreed, reason=" ".join(reason.split()))


def require_end_proposal(reading: Reading[Any], proposed: int, *, seat: str, agreed: bool) -> EndProposal:
    """Return the open proposal of entry `proposed`, which `seat` may answer. Its author can withdraw it."""
    asked = open_end(reading)
    if asked is None or asked.seq != proposed:
        told = f"the proposal of entry {proposed} is no longer open: it was answered, or the position has changed since"
        raise ConflictError(told)
    if seat not in (asked.waiting if agreed else (*asked.needed, asked.author)):
        done = seat in asked.agreed or seat == asked.author
        why = f"{titled(seat)} has already agreed" if done else f"{titled(seat)} cannot answer this"
        raise RefusedError(f"{why}. Seats that must answer: {joined(list(map(titled, asked.waiting)))}")
    return asked


def _append_resignation(session: Session, seat: str, reason: str, by: str) -> None:
    entry, asked = Entry(Resigned(seat, reason), by), open_proposal(session.view(ALL))
    if not plays_on(session.table, seat):
        _append_closing(session, [entry], Closed("resigned", (*resigned(session.table), seat), ""), by)
    elif asked is not None and asked.waiting == (seat,):  # all others have agreed to this takeback
        go_back(session, [entry], asked.to, asked.author)
    else:
        session.append([entry])


def _append_answer(session: Session, asked: EndProposal, seat: str, by: str, *, agreed: bool, reason: str) -> None:
    entries = [Entry(Remarked(by, reason, line=asked.seq), by)] if reason else []
    entries.append(Entry(EndAnswered(seat, asked.seq, agreed), by))
    if agreed and asked.waiting == (seat,):
        seats = tuple(one for one in session.started.seats if one in (asked.author, *asked.needed))
        _append_closing(session, entries, Closed("agreed", seats, asked.reason), by)
    else:
        session.append(entries)


def _append_closing(session: Session, before: Sequence[Entry], closed: Closed, by: str) -> None:
    secrets = [] if session.table.unsealed else [session.ending()]
    session.append([*before, Entry(closed, by), *secrets])


def _append_reopening(session: Session, reason: str, by: str) -> None:
    """Append the reopening, and a shuffle of each pile whose order was opened, with a new secret if it was opened."""
    table, piles = session.table, reopened_piles(session.table, session.table.seq)
    last = next((entry.event for entry in reversed(table.entries_of(SecretsOpened, Reopened))), None)
    shuffle, was = "", session.renewals
    if isinstance(last, SecretsOpened) and last.shuffle_secret and session.tower_row:
        session.renewals += 1
        shuffle = sha256(renewed(session.tower_row, session.renewals).shuffle_secret).hexdigest()
    entries, position = [Entry(Reopened(reason, shuffle), by)], session.position
    try:
        fate = session.fate_now(ObservedChance())  # raises if the dice roller is not here
    finally:
        session.renewals = was  # counted when the entry is read
    for pile in piles:
        shuffled = fate.shuffle(pile, session.game.rules.pile_cards(position, pile) or ())
        entries.append(Entry(shuffled, "tower" if shuffled.source == "tower" else OMNISCIENT))
        position = session.game.rules.reducer(position, shuffled)
    session.append(entries, position if piles else None)
