"""The Web of Time track. Spaces count from Skaro (0); forward is toward Gallifrey."""

from typing import Final

from projections.games.daleks.components.box import Box
from projections.games.daleks.options import Options
from projections.games.daleks.state.position import Position

SKARO: Final = 0
"""The first space of the Dalek Ship (TOD-SETUP-06)."""


def gallifrey(position: Position) -> int:
    """Return the number of the last space of the track."""
    return position.options.gallifrey or position.box.setting.gallifrey


def earth_space(position: Position) -> int:
    """Return the number of the space called Earth, where every TARDIS starts (TOD-SETUP-04)."""
    return position.options.earth or position.box.setting.earth


def first_markers(options: Options, box: Box) -> tuple[int, ...]:
    """Return the numbers of the spaces that have a Time Anomaly marker at the start.

    Rules:
        TOD-SETUP-05: VI, IX, XII and XV. TOD-FIRST-01: VIII, XI and XIV in a first game. TOD-COMP-09: the fifth marker
        of the parts list is not used.
    """
    last = options.gallifrey or box.setting.gallifrey
    spaces = box.setting.first_markers if options.first_game else box.setting.markers
    return tuple(space for space in spaces if space < last)


def on_track(position: Position, space: int) -> int:
    """Return the number of a space, or of the track's nearest end if the number is off the track.

    Rules:
        TOD-COMP-04: forward is toward Gallifrey, backward toward Skaro. TOD-DTRN-08: a marker stops on Gallifrey, and
        on Skaro.
    """
    return max(SKARO, min(gallifrey(position), space))
