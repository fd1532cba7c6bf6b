"""Victories, checked only in the Daleks' turn, the Daleks' own first."""

from typing import Final

from projections.draft import Draft
from projections.games.daleks.events.effects import GameEnded
from projections.games.daleks.rules.turns import begin_round
from projections.games.daleks.state.position import Position
from projections.games.daleks.state.track import gallifrey

SHIP_HOME: Final = "Dalek Ship on Gallifrey"
EARTH_LOST: Final = "Daleks on Earth"
DOCTORS_HOME: Final = "Gallifrey"
"""The name of the game end that Doctors win. The two constants before it name the game ends that the Daleks win."""
_ENOUGH: Final = 3


def daleks_on_earth(position: Position) -> int:
    """Return the number of Dalek markers in all zones of Earth."""
    earth = position.place(1)
    return sum(earth.daleks) if earth is not None else 0


def doctors_home(position: Position) -> tuple[str, ...]:
    """Return the seats that win with the present positions of the TARDISes.

    Rules:
        TOD-DTRN-07 and TOD-WIN-01: every Doctor whose TARDIS is on Gallifrey. TOD-WIN-02: several together, or only the
        first to arrive if the option asks for one winner (AMB-12).
    """
    home = tuple(seat for seat in position.seats if position.tardis.get(seat) == gallifrey(position))
    if position.options.gallifrey_winners == "first" and len(home) > 1:
        first = next((seat for seat in position.arrived if seat in home), home[0])
        return (first,)
    return home


def read_victories(draft: Draft[Position]) -> None:
    """End the game if a side has won, else begin a new round.

    Rules:
        TOD-DTRN-03: the Daleks first. TOD-DTRN-04 and TOD-LOSS-03: the ship is on Gallifrey. TOD-LOSS-04: even with a
        TARDIS there. TOD-DTRN-05 and TOD-LOSS-02: three or more Daleks on Earth. TOD-DTRN-06: only then the Doctors.
        TOD-DTRN-07: all on Gallifrey. TOD-DTRN-09: else a new round. TOD-DTRN-10: at no other time.
    """
    now = draft.now
    if now.how:  # a game ends only once, even if the players continue
        pass
    elif now.ship == gallifrey(now):
        draft.add(GameEnded(winners=(), how=SHIP_HOME), "TOD-DTRN-04")
    elif daleks_on_earth(now) >= _ENOUGH:
        draft.add(GameEnded(winners=(), how=EARTH_LOST), "TOD-DTRN-05")
    elif winners := doctors_home(now):
        draft.add(GameEnded(winners=winners, how=DOCTORS_HOME), "TOD-DTRN-07")
    if not draft.now.is_over:
        begin_round(draft)
