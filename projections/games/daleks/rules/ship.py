"""The Dalek Ship moved outside a cost: by help at the Location, or by the Daleks themselves."""

from projections.draft import Draft
from projections.games.daleks.rules.costs import work
from projections.games.daleks.rules.steering import steer_ship
from projections.games.daleks.state.position import Position

__all__ = ["move_ship"]


def move_ship(draft: Draft[Position], spaces: int, rule: str) -> None:
    """Move the Dalek Ship, and carry out what Time Anomalies it meets bring, until somebody has to choose.

    Rules:
        TOD-ANOM-03 at once, in anybody's turn; TOD-HELP-07 two spaces for help at the Location.
    """
    steer_ship(draft, spaces, rule)
    work(draft)
