"""The Web of Time: the Dalek Ship and TARDISes move along the track, and the ship meets Time Anomaly markers."""

from projections.draft import Draft
from projections.games.daleks.events.effects import MarkerTaken, ShipMoved, TardisMoved
from projections.games.daleks.rules.anomalies import draw_anomalies
from projections.games.daleks.state.position import Position
from projections.games.daleks.state.track import on_track


def markers_met(position: Position, space: int) -> tuple[int, ...]:
    """The Time Anomaly markers between the ship and a space, in the order in which it comes to them.

    Rules:
        TOD-ANOM-01 where it lands; TOD-ANOM-02 where it only passes through.
    """
    low, high = (position.ship + 1, space) if space > position.ship else (space, position.ship - 1)
    met = [marker for marker in position.markers if low <= marker <= high]
    return tuple(sorted(met, reverse=space < position.ship))


def steer_ship(draft: Draft[Position], spaces: int, rule: str) -> None:
    """Move the Dalek Ship; a Time Anomaly is drawn at once for each marker that it meets.

    What an anomaly leaves to be chosen is on the stack then, above whatever moved the ship.

    Rules:
        TOD-ANOM-01 the marker leaves the track and an anomaly is drawn; TOD-ANOM-02 in passing, too; TOD-ANOM-03 in
        anybody's turn; TOD-DTRN-08 the ship stops on Gallifrey, and on Skaro (AMB-20); TOD-COMP-04 which way is
        forward.
    """
    space = on_track(draft.now, draft.now.ship + spaces)
    if space == draft.now.ship or draft.now.is_over:
        return
    before = draft.now
    draft.add(ShipMoved(space=space), rule)
    met = tuple(space for space in markers_met(before, draft.now.ship) if space in draft.now.markers)
    for marker in met:
        draft.add(MarkerTaken(space=marker), "TOD-ANOM-01")
    draw_anomalies(draft, len(met))


def move_tardis(draft: Draft[Position], seat: str, spaces: int, rule: str) -> None:
    """Move a seat's TARDIS along the track.

    Rules:
        TOD-ANOM-04 it meets no marker; TOD-DTRN-08 it stops on Gallifrey, and on Skaro (AMB-20); TOD-DTRN-10 coming to
        Gallifrey decides nothing before the Daleks' turn.
    """
    here = draft.now.tardis.get(seat, 0)
    space = on_track(draft.now, here + spaces)
    if space != here:
        draft.add(TardisMoved(seat=seat, space=space), rule)
