"""What people make of a finding: accepted, waived or a false positive, with a reason, as a line of the log."""

from typing import Final

from events.errors import RefusedError
from events.events import ALL
from events.session_events import Triaged
from replay.audit.audit import audit_session
from replay.session.session import Session

STATUSES: Final = ("accepted", "waived", "false positive")


def triage(session: Session, finding: str, status: str, reason: str, *, by: str) -> int:
    """Say what is made of a finding of what everybody may know; returns the number of the line that says so.

    Raises:
        RefusedError: there is no such finding or status, no reason, or a seat says it; nothing is written.
    """
    if by in session.started.seats:
        raise RefusedError("whoever holds a seat cannot settle a finding")
    if status not in STATUSES:
        raise RefusedError(f'"{status[:40]}" is not allowed: {", ".join(STATUSES[:-1])} or {STATUSES[-1]}')
    if not reason.strip():
        raise RefusedError("say why")
    found = audit_session(session.store, session.registry, session.row.session, ALL).findings
    if finding not in {one.id for one in found}:
        raise RefusedError(f'there is no finding "{finding[:40]}" in the audit of this session')
    said = Triaged(by, finding, status, " ".join(reason.split()))
    session.note(said, by=by)
    return session.head.seq
