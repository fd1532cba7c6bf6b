"""What waits for an answer in a session: disputes, and proposals to settle, go back or close; and who must answer."""

from typing import Final

from events.lazy_patterns import lazy_pattern
from events.store.summaries import OpenRequest
from replay.corrections.ending import open_end
from replay.corrections.ruling import open_disputes, open_offers
from replay.corrections.takeback import open_proposal
from replay.reading.timeline import Timeline
from replay.session.consent import MODERATOR

_MEANT: Final = lazy_pattern(r"line (?P<number>[0-9]{1,6}) was a move, before \S+: (?:which one, .*|(?P<move>.+))")
"""The claim with which a seat proposes to insert a line of chat as a move."""


def meant_claim(number: int, before: str, move: str) -> str:
    """Return the claim of a seat that a line of a post was a move, made before move `before`."""
    return f"line {number} was a move, before {before}: {move}"


def open_requests(timeline: Timeline) -> tuple[OpenRequest, ...]:
    """Return what waits for an answer, oldest first, as far as the timeline's viewer may know.

    A dispute waits for the moderator or a judge. A move that was corrected is named in its current version.
    """
    reading, found = timeline.reading, list[OpenRequest]()
    disputes = open_disputes(reading)
    for one in disputes:
        move = timeline.current(timeline.group_at(one.line))
        meant = _MEANT.fullmatch(one.claim)
        number, line = (int(meant["number"]), meant["move"] or "") if meant else (0, "")
        address = timeline.address(move.first)
        found.append(
            OpenRequest("dispute", one.seq, move.last, address, one.author, one.claim, (MODERATOR,), number, line)
        )
    about = {one.seq: one for one in found}
    for offer in open_offers(reading) if disputes else ():
        where = about[offer.dispute.seq]
        found.append(
            OpenRequest("settlement", offer.seq, where.line, where.address, offer.author, offer.reason, offer.waiting)
        )
    asked = None if reading.unsealed or timeline.over else open_proposal(reading)
    if asked is not None:
        move = timeline.group_at(asked.to + 1)
        address = timeline.address(move.first)
        found.append(
            OpenRequest("takeback", asked.asked, move.last, address, asked.author, asked.reason, asked.waiting)
        )
    ends = None if reading.unsealed or timeline.over else open_end(reading)
    if ends is not None:
        found.append(OpenRequest("ending", ends.seq, ends.seq, f"#{ends.seq}", ends.author, ends.reason, ends.waiting))
    return tuple(sorted(found, key=lambda one: one.seq))
