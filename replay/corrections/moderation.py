"""Moderation of a running session: setting a value, leaving a turn unplayed, filling in a hidden item."""

from collections.abc import Sequence
from typing import Any

import msgspec

from events.entry import Entry, Secret
from events.errors import RefusedError
from events.events import ALL, OMNISCIENT, UNKNOWN
from events.session_events import Adjusted, ItemRevealed, Remarked, Skipped
from projections.terms import Written
from projections.wording import titled
from replay.reading.reading import Reading
from replay.session.overrides import append_with_effects
from replay.session.session import Session
from replay.session.submission import Request, carry_out_orders, submit


def adjust(session: Session, place: str, value: str, reason: str, *, by: str = "moderator") -> None:
    """Set a named value of the position, with a reason.

    Raises:
        RefusedError: the game has no such place or value; says what is allowed. Nothing is written.
    """
    if not reason.strip():
        raise RefusedError("a moderator's correction needs a reason")
    with session.writing():
        append_with_effects(session, Adjusted(place, value, reason), place, value, by)


def skip(session: Session, seat: str, reason: str, *, by: str = "moderator") -> None:
    """Go on without an awaited seat: its own turn is left unplayed; in another's, its silence is filed.

    Raises:
        RefusedError: it is not awaited, or its silence has no meaning here.
    """
    reason = reason.strip()
    if seat == session.status.seat:
        with session.writing():
            append_with_effects(session, Skipped(seat, reason), "turn", "next", by)
        carry_out_orders(session)
        return
    if seat not in session.status.awaited:
        raise RefusedError(
            f"{titled(seat)} is not awaited; awaited: {', '.join(map(titled, session.status.awaited)) or 'nobody'}"
        )
    hides = session.started.cards == "tower"  # then a refusal tells nothing of a hand
    known = session.view(ALL).position if hides else session.position
    silent = session.game.rules.silence(known, seat)
    if silent is None:
        raise RefusedError(f"{titled(seat)} must choose here, and silence means nothing: set a value, or skip the turn")
    said = (Remarked(by, reason),) if reason else ()
    answer = submit(session, by, [Request(Written(silent), implied=True, before=said)])
    if answer.refused:
        raise RefusedError(answer.refused.message)


def learn(session: Session, line: int, field: str, item: int, value: str, *, by: str) -> None:
    """Fill an unknown item of an earlier line; known to whom that line's item was known.

    Raises:
        RefusedError: the line has no such unknown item, or it cannot have been this; in words that `by` may read.
    """
    secret = next((s for s in session.table.secrets() if (s.seq, s.field, s.item) == (line, field, item)), None)
    if secret is None or secret.value != f'"{UNKNOWN}"':
        raise RefusedError(f"line {line} holds no unknown {field} number {item + 1}")
    audience = secret.audience
    if " " in audience:
        raise RefusedError(f"line {line}: what several seats knew is not filled by one line")
    with session.writing():
        _require_possible(session, secret, value, by if by in session.started.seats else ALL)
        session.append([Entry(ItemRevealed(line, field, item, audience, value), by)])


def _require_possible(session: Session, secret: Secret, value: str, reader: str) -> None:
    """Refuse an item with which the table would not hold what belongs to the game: no such card, or one too many."""
    before, learnt = session.table.secrets(), msgspec.structs.replace(secret, value=msgspec.json.encode(value).decode())
    after = [learnt if one is secret else one for one in before]
    found = _faults(session, after, OMNISCIENT)
    if not found or not found - _faults(session, before, OMNISCIENT):
        return
    what = f'"{value[:40]}" cannot be item {secret.item + 1} of {secret.field} in line {secret.seq}'
    told = [msgspec.structs.replace(one, audience=ALL) if one is learnt else one for one in after]
    for broken in sorted(_faults(session, told, reader) - _faults(session, before, reader)):
        raise RefusedError(f"{what}: then it would not hold that {broken}")
    raise RefusedError(f"{what}; what speaks against it is not known to you")


def _faults(session: Session, secrets: Sequence[Secret], reader: str) -> set[str]:
    """The invariants that fail at any line, as far as a reader can tell, if these are the secrets."""
    reading: Reading[Any] = Reading(session.game, session.codec, reader, session.table.data, now=True)
    reading.feed(session.table.lines, secrets)
    matter = [law for law in session.game.rules.invariants if law.kind == "matter"]
    return {law.name for law in matter if not all(map(law.holds, reading.positions))}
