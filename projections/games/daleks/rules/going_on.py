"""What follows by itself when nothing that was begun is left: the Adventure after the journey, Finish after that."""

from projections.draft import Draft
from projections.games.daleks.rules.adventuring import begin_adventure
from projections.games.daleks.rules.turns import go_to
from projections.games.daleks.state.position import Adventure, Position

__all__ = ["go_on", "has_open_challenge"]


def go_on(draft: Draft[Position]) -> None:
    """Go on with the turn where nothing is left to be finished first.

    Rules:
        TOD-ROUND-04 the steps in their order; TOD-ADV-01 an Adventure waits in a zone with a challenge (AMB-15), and in
        no other (AMB-17); what moving costs is paid before it.
    """
    now = draft.now
    if now.how or now.step != "adventure" or any(not _is_over(thing) for thing in now.stack):
        return
    if not now.adventured and has_open_challenge(now, now.player):
        begin_adventure(draft, now.player)
    else:
        go_to(draft, "finish", "TOD-ROUND-04")


def _is_over(thing: object) -> bool:
    return isinstance(thing, Adventure) and thing.over


def has_open_challenge(position: Position, seat: str) -> bool:
    """Whether something is left to be met in the zone where a Doctor is."""
    number, zone = position.at.get(seat, (0, 0))
    place = position.place(number)
    if place is None:
        return False
    if place.location in position.box.anomaly:
        return True
    return zone < len(place.slots) and bool(place.slots[zone].dilemma)
