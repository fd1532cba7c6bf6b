"""Rulings on a line by a moderator or judge: it stands, is fixed, compensated, or play goes back; and disputes."""

import re
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from typing import Any, Final, Literal

import msgspec

from events.entry import Entry
from events.errors import RefusedError
from events.events import ALL, MODERATOR_VIEW
from events.session_events import ClaimPublished, Compensated, DisputeOpened, HouseRuled, Ruled
from projections.game import Game
from replay.audit.findings import LOG_RULES
from replay.corrections.correction import correct
from replay.corrections.plan import Answer, Change, CorrectionPlan
from replay.corrections.replayed_chance import Keeping
from replay.corrections.takeback import require_change, take_back
from replay.reading.reading import Group, Reading, first_origin, head_of
from replay.session.compensation import FORM, pay_due, read_compensation, require_payable
from replay.session.session import Session
from replay.session.submission import carry_out_orders

Verdict = Literal["stand", "fix", "rewind", "compensate"]
VERDICTS: Final[tuple[Verdict, ...]] = ("stand", "fix", "rewind", "compensate")


_RULING: Final = re.compile(r"#[0-9]{1,9}")


class Dispute(msgspec.Struct, frozen=True):
    """A dispute that nobody ruled on: the line that opened it, who did, about which line, and why.

    A claim is `private` where the judge alone reads it, until the ruling.
    """

    seq: int
    author: str
    line: int
    claim: str
    private: bool = False


def open_disputes(reading: Reading[Any]) -> tuple[Dispute, ...]:
    """The disputes without a ruling, as far as this reader may know them."""
    settled = {entry.event.dispute for entry in reading.entries if isinstance(entry.event, Ruled)}
    return tuple(
        Dispute(entry.seq, entry.event.author, entry.event.line, entry.event.claim, entry.event.audience != ALL)
        for entry in reading.entries
        if isinstance(entry.event, DisputeOpened) and entry.seq not in settled
    )


def check_cites(game: Game[Any, Any], cites: Sequence[str], reading: Reading[Any] | None = None) -> tuple[str, ...]:
    """The ids of rules as the rulebook writes them, and earlier rulings by their lines (`#41`), each once.

    Raises:
        RefusedError: one is no rule of this game or of the log, with the nearest; or no ruling stands in that line.
    """
    known = {**game.meta.rulebook, **LOG_RULES}
    found = tuple(dict.fromkeys(cite.strip().upper() for cite in cites if cite.strip()))
    for cite in found:
        if _RULING.fullmatch(cite) and reading is not None:
            at = int(cite[1:])
            if not (0 < at <= reading.seq and isinstance(reading.entries[at - 1].event, Ruled)):
                raise RefusedError(f"{cite} is no ruling: cite one by the number of its line")
        elif cite not in known:
            near = ", ".join(get_close_matches(cite, known, 3, 0.5))
            raise RefusedError(f'"{cite[:40]}" is no rule of {game.meta.title}{f"; near are {near}" if near else ""}')
    return found


def dispute(session: Session, line: int, claim: str, *, by: str, private: bool = False) -> int:
    """Open a dispute about a line; returns the number of the line that says so.

    A `private` claim is known to its seat and whoever may rule, until the ruling.

    Raises:
        RefusedError: there is no such line, or nothing is claimed.
    """
    if not claim.strip():
        raise RefusedError("a dispute says what is wrong")
    _require_line(session, line)
    session.note(DisputeOpened(by, line, " ".join(claim.split()), claim_audience(by, private=private)), by=by)
    return session.head.seq


def claim_audience(by: str, *, private: bool) -> str:
    """To whom a claim is known."""
    return " ".join(dict.fromkeys((by, MODERATOR_VIEW))) if private else ALL


def rule(
    session: Session, group: Group, verdict: str, reason: str, cites: Sequence[str] = (), *, by: str,
    settles: int = 0, changes: Sequence[Change] = (), keep: Sequence[str] = (),
    said: Sequence[Entry] = (), answers: Mapping[int, Answer] | None = None, others: Answer | None = None,
    keepings: Mapping[str, Keeping] | None = None, gives: str = "", house: str = "", agreed: Sequence[str] = (),
) -> CorrectionPlan | None:  # fmt: skip
    """Rule on a group, and carry the ruling out in the same transaction; returns what a fix did.

    A `rewind` makes the position that before the group; a `fix` makes the `changes` and decides the later moves again,
    where `answers`, `others` and `keepings` are as for a correction; without changes it is only said. A compensation
    `gives` back what its line says. `said` are lines to file with it; `house` is a rule of this table's own from here
    on; `agreed` are the sides where they settled without a judge. `settles` is the line of the dispute that this
    settles, 0 for none: a claim that was private is then read to all. `keep` are piles whose order stands although
    somebody saw into them.

    Raises:
        RefusedError: no such verdict, rule or dispute, no reason, or a seat rules; nothing is written.
        IllegalMoveError: the corrected move is refused.
    """
    ruled = Entry(_ruling_event(session, group, verdict, reason, cites, by, settles, agreed), by)
    around = [*said, *_published(session, settles, by), ruled, *_house_rule(group, house, by)]
    if verdict == "rewind":
        require_change(session.view(ALL), group.first - 1)
        take_back(session, group.first - 1, by=by, keep=keep, before=around, past_end=True)
    elif verdict == "fix" and changes:
        done = correct(
            session, changes, by=by, before=around, answers=answers, others=others,
            keepings=keepings,
        )  # fmt: skip
        _go_on(session)
        return done
    else:
        with session.writing():
            session.append([*around, *_given(session, group, verdict, gives, by)])
            if verdict != "compensate":
                return None
    _go_on(session)
    return None


def dispute_about(reading: Reading[Any], group: Group) -> int:
    """The line of the first open dispute about a move, wherever that stood before a correction; 0 for none."""
    return next((one.seq for one in open_disputes(reading) if is_about(reading, group, one.line)), 0)


def is_about(reading: Reading[Any], group: Group, line: int) -> bool:
    """Whether a line is one of a move's, or of the same move where it stood before a correction."""
    entries = reading.entries
    if group.first <= line <= group.last:
        return True
    return 0 < line <= len(entries) and first_origin(entries, head_of(entries, line)) == first_origin(
        entries, group.first
    )


def note_ruling(session: Session, group: Group, verdict: str, reason: str, cites: Sequence[str], *, by: str) -> None:
    """Write down what was ruled where posts carry it out themselves; the open dispute about the move is settled."""
    settles = dispute_about(session.view(ALL), group)
    ruled = Ruled(by, group.first, verdict, reason, tuple(cites), settles)
    with session.writing():
        session.append([*_published(session, settles, by), Entry(ruled, by)])


def _go_on(session: Session) -> None:
    """Pay what is due, and let standing orders answer where play goes on."""
    if session.table.unsealed:
        pay_due(session)
    else:
        carry_out_orders(session)


def _published(session: Session, settles: int, by: str) -> list[Entry]:
    """The claim of a dispute, read to all where it was private."""
    claimed = session.table.entries[settles - 1].event if settles else None
    if not isinstance(claimed, DisputeOpened) or claimed.audience == ALL:
        return []
    return [Entry(ClaimPublished(settles, claimed.claim), by)]


def _house_rule(group: Group, house: str, by: str) -> list[Entry]:
    text = " ".join(house.split())
    return [Entry(HouseRuled(group.first, text), by)] if text else []


def _given(session: Session, group: Group, verdict: str, gives: str, by: str) -> list[Entry]:
    """What a compensation gives back.

    Raises:
        RefusedError: it does not say what, there is no such place, or no turn comes in which it could be given.
    """
    if verdict != "compensate":
        return []
    session.require_open(past_end=True)
    if not gives.strip():
        raise RefusedError(f"a compensation says what is given back, such as {FORM}")
    found = read_compensation(session, gives)
    require_payable(session, found)
    return [Entry(Compensated(group.first, found.seat, found.place, found.change, found.when), by)]


def _ruling_event(
    session: Session, group: Group, verdict: str, reason: str, cites: Sequence[str], by: str, settles: int,
    agreed: Sequence[str],
) -> Ruled:  # fmt: skip
    if by in session.started.seats:
        raise RefusedError("whoever holds a seat cannot rule")
    if verdict not in VERDICTS:
        raise RefusedError(f'"{verdict[:40]}" is no verdict: stand, fix or rewind')
    if not reason.strip():
        raise RefusedError("a ruling needs a reason")
    _require_line(session, group.first)
    if settles and settles not in {found.seq for found in open_disputes(session.view(ALL))}:
        raise RefusedError(f"line {settles} is no open dispute")
    cited = check_cites(session.game, cites, session.table)
    return Ruled(by, group.first, verdict, " ".join(reason.split()), cited, settles, tuple(agreed))


def _require_line(session: Session, line: int) -> None:
    if not 1 <= line <= session.table.seq:
        raise RefusedError(f"there is no line {line}; this log has lines 1 to {session.table.seq}")
