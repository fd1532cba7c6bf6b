"""Moderator actions: set a value, skip a turn, fill in an unknown item, assess a finding."""

from collections.abc import Sequence
from typing import Any, Final

import msgspec

from events.codec import Codec
from events.entry import Entry, Secret
from events.errors import RefusedError
from events.events import ALL, OMNISCIENT, UNKNOWN
from events.session_events import Adjusted, ItemRevealed, Remarked, Skipped, Triaged
from events.store.protocol import EventStore
from events.store.rows import SessionRow
from projections.contracts import Written
from projections.game import Game
from projections.wording import joined, titled
from replay.audit.audit import audit_stored
from replay.reading.reading import Reading
from replay.session.overrides import append_with_effects, require_reason
from replay.session.session import Session
from replay.session.submission import Request, carry_out_orders, submit

STATUSES: Final = ("accepted", "waived", "false positive")


def adjust(session: Session, place: str, value: str, reason: str, *, by: str = "moderator") -> None:
    """Set a named value of the position. Raises RefusedError without a reason or if it is not possible."""
    require_reason(reason, "setting a value")
    with session.writing():
        append_with_effects(session, Adjusted(place, value, reason), place, value, by)


def skip(session: Session, seat: str, reason: str, *, by: str = "moderator") -> None:
    """Skip an awaited seat: its own turn, or its answer in another turn. Raises RefusedError for any other seat."""
    reason = reason.strip()
    if seat == session.status.seat:
        with session.writing():
            append_with_effects(session, Skipped(seat, reason), "turn", "next", by)
        carry_out_orders(session)
        return
    if seat not in session.status.awaited:
        awaited = joined(list(map(titled, session.status.awaited))) or "none"
        raise RefusedError(f"{titled(seat)} is not to act now. Next to act: {awaited}")
    hides = session.started.cards == "tower"  # then a refusal reveals nothing about a hand
    known = session.view(ALL).position if hides else session.position
    silent = session.game.rules.implied_pass(known, seat)
    if silent is None:
        raise RefusedError(f"{titled(seat)} must choose here and cannot just pass. Set a value, or skip the whole turn")
    remarks = (Remarked(by, reason),) if reason else ()
    answer = submit(session, by, [Request(Written(silent), implied=True, before=remarks)])
    if answer.refused:
        raise RefusedError(answer.refused.message)


def learn(session: Session, line: int, field: str, item: int, value: str, *, by: str) -> None:
    """Fill in an unknown item of an entry, for the same audience. Raises RefusedError that reveals no hidden item."""
    secret = next((s for s in session.table.secrets() if (s.seq, s.field, s.item) == (line, field, item)), None)
    if secret is None or secret.value != f'"{UNKNOWN}"':
        raise RefusedError(f"item {item + 1} of {field} in entry {line} is not an unknown value")
    audience = secret.audience
    if " " in audience:
        raise RefusedError(f"entry {line} has an unknown value for several seats, which cannot be filled in")
    with session.writing():
        _require_possible(session, secret, value, by if by in session.started.seats else ALL)
        session.append([Entry(ItemRevealed(line, field, item, audience, value), by)])


def _require_possible(session: Session, secret: Secret, value: str, reader: str) -> None:
    """Refuse a value that breaks an invariant, such as a card that does not exist or is in another place."""
    before, learnt = session.table.secrets(), msgspec.structs.replace(secret, value=msgspec.json.encode(value).decode())
    after = [learnt if one is secret else one for one in before]
    found = _faults(session, after, OMNISCIENT)
    if not found or not found - _faults(session, before, OMNISCIENT):
        return
    what = f'"{value[:40]}" cannot be item {secret.item + 1} of {secret.field} in entry {secret.seq}'
    told = [msgspec.structs.replace(one, audience=ALL) if one is learnt else one for one in after]
    for broken in sorted(_faults(session, told, reader) - _faults(session, before, reader)):
        raise RefusedError(f"{what}, because then it would not be true that {broken}")
    raise RefusedError(f"{what}; the reason is hidden from you")


def _faults(session: Session, secrets: Sequence[Secret], reader: str) -> set[str]:
    """Return the invariants about components that fail at any entry with these secrets, as far as `reader` may know."""
    reading: Reading[Any] = Reading(session.game, session.codec, reader, session.table.data, now=True)
    reading.feed(session.table.lines, secrets)
    matter = [law for law in session.game.rules.invariants if law.kind == "matter"]
    return {law.name for law in matter if not all(map(law.holds, reading.positions))}


def triage(session: Session, finding: str, status: str, reason: str, *, by: str) -> int:
    """Record the assessment of a finding and return its entry. Raises RefusedError for a seat or without a reason."""
    if by in session.started.seats:
        raise RefusedError("a player cannot assess a finding. Ask the moderator or a judge")
    check_assessment(status, reason)
    row = session.row
    require_finding(session.store, session.game, session.registry.codec(row.game), row, finding)
    session.note(Triaged(by, finding, status, " ".join(reason.split())), by=by)
    return session.head.seq


def check_assessment(status: str, reason: str) -> None:
    """Raise RefusedError for an unknown status or without a reason."""
    if status not in STATUSES:
        raise RefusedError(f'"{status[:40]}" is not an assessment. Use {", ".join(STATUSES[:-1])} or {STATUSES[-1]}')
    require_reason(reason, "an assessment")


def require_finding(store: EventStore, game: Game[Any, Any], codec: Codec, row: SessionRow, finding: str) -> None:
    """Raise RefusedError if the public audit of a session has no finding with this id."""
    if finding not in {one.id for one in audit_stored(store, game, codec, row, ALL).findings}:
        raise RefusedError(f'"{finding[:40]}" is not a finding in the audit of this session')
