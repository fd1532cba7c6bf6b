"""Markers on the board: Daleks at Locations, the Dalek Ship and TARDISes on the Web of Time track.

There are five Dalek markers and Davros; a seventh ends the game. The ship draws Time Anomalies on its way.
"""

from typing import Final

from projections.draft import Draft
from projections.games.daleks.components.box import EARTH
from projections.games.daleks.events import effects as f
from projections.games.daleks.rules.anomalies import draw_anomalies
from projections.games.daleks.state.position import Place, Position
from projections.games.daleks.state.track import on_track

MARKERS: Final = 6
"""Five Dalek markers and Davros (TOD-COMP-06)."""
SEVENTH_DALEK: Final = "seventh Dalek"
"""The name of the game end if a seventh Dalek marker is needed (TOD-LOSS-01)."""


def is_davros_out(position: Position) -> bool:
    """Return whether Davros, the sixth and last marker, is in play (TOD-COMP-06, TOD-DALK-01)."""
    return position.daleks >= MARKERS


def daleks_at(place: Place, zone: int) -> int:
    """Return the Dalek markers that count in a zone: on Earth its own (TOD-SUCC-04), elsewhere all (TOD-SUCC-03)."""
    if place.location != EARTH:
        return sum(place.daleks)
    return place.daleks[zone] if 0 <= zone < len(place.daleks) else 0


def place_dalek(draft: Draft[Position], place: int, zone: int, rule: str) -> bool:
    """Place a Dalek marker at a Location. Return False if the game is over.

    Rules:
        TOD-FAIL-03: at this Location. TOD-FAIL-04: on Earth in the Doctor's zone. TOD-DALK-02, TOD-LOSS-01 and
        TOD-FAIL-10: the seventh ends the game at once, for any reason. TOD-DALK-03: a removed marker does not count.
    """
    found = draft.now.place(place)
    if found is None or draft.now.is_over:
        return not draft.now.is_over
    if is_davros_out(draft.now):
        if not draft.now.how:  # a game ends only once, even if the players continue
            draft.add(f.GameEnded(winners=(), how=SEVENTH_DALEK), "TOD-DALK-02")
        return not draft.now.is_over
    draft.add(f.DalekPlaced(place=place, zone=zone if found.location == EARTH else 0), rule)
    return True


def remove_daleks(draft: Draft[Position], place: int, zone: int, amount: int, rule: str) -> None:
    """Remove up to `amount` Dalek markers from a Location (TOD-SUCC-03, TOD-SUCC-04, TOD-DALK-03)."""
    found = draft.now.place(place)
    if found is None:
        return
    for _ in range(min(amount, daleks_at(found, zone))):
        draft.add(f.DalekRemoved(place=place, zone=zone if found.location == EARTH else 0), rule)


def markers_met(position: Position, space: int) -> tuple[int, ...]:
    """Return the markers that the ship meets on its way to a space, in order (TOD-ANOM-01, TOD-ANOM-02)."""
    low, high = (position.ship + 1, space) if space > position.ship else (space, position.ship - 1)
    met = [marker for marker in position.markers if low <= marker <= high]
    return tuple(sorted(met, reverse=space < position.ship))


def steer_ship(draft: Draft[Position], spaces: int, rule: str) -> None:
    """Move the Dalek Ship and draw a Time Anomaly at once for each marker that it meets.

    Costs of an anomaly then go on top of the stack, above the cost that moved the ship.

    Rules:
        TOD-ANOM-01: the marker is removed and an anomaly drawn. TOD-ANOM-02: also in passing. TOD-ANOM-03: in the turn
        of any player. TOD-DTRN-08: the ship stops on Gallifrey and on Skaro (AMB-20). TOD-COMP-04: the direction.
    """
    space = on_track(draft.now, draft.now.ship + spaces)
    if space == draft.now.ship or draft.now.is_over:
        return
    before = draft.now
    draft.add(f.ShipMoved(space=space), rule)
    met = tuple(space for space in markers_met(before, draft.now.ship) if space in draft.now.markers)
    for marker in met:
        draft.add(f.MarkerTaken(space=marker), "TOD-ANOM-01")
    draw_anomalies(draft, len(met))


def move_tardis(draft: Draft[Position], seat: str, spaces: int, rule: str) -> None:
    """Move a seat's TARDIS along the track.

    Rules:
        TOD-ANOM-04: it triggers no marker. TOD-DTRN-08: it stops on Gallifrey and on Skaro (AMB-20). TOD-DTRN-10:
        reaching Gallifrey decides nothing before the Daleks' turn.
    """
    here = draft.now.tardis.get(seat, 0)
    space = on_track(draft.now, here + spaces)
    if space != here:
        draft.add(f.TardisMoved(seat=seat, space=space), rule)
