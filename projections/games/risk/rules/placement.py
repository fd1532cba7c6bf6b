"""The third step of a turn, continued: new Daleks are placed, and a card may make a rival remove some."""

from projections.draft import Draft
from projections.games.risk.events.battle_effects import DaleksLost
from projections.games.risk.events.effects import DaleksAdded, DaleksPlaced, StepReached
from projections.games.risk.events.moves import Place, RemoveDalek
from projections.games.risk.rules.reinforcements import enter_placing
from projections.games.risk.rules.turns import (
    must_be_territories,
    over_objection,
    step_objections,
    unplaced_objection,
)
from projections.games.risk.state.names import army_name
from projections.games.risk.state.names import place as territory_words
from projections.games.risk.state.position import Duty, World
from projections.objections import Objection, require_all
from projections.wording import counted


def placing_objections(world: World, seat: str, territory: str, daleks: int) -> list[Objection | None]:
    """What speaks against placing Daleks in a territory.

    Rules:
        RISK-PLC-06 in an own one, split as one likes, that of the TARDIS too (RISK-TAR-08); RISK-PLC-02 no more than
        there are; RISK-CMP-04 the stock of pieces is no limit.
    """
    order = step_objections(world, seat, "place")
    own = world.lands[territory].army == seat
    message = f"place new Daleks in own territories, not in {territory_words(territory)}"
    where = None if own else Objection("RISK-PLC-06", False, message)
    much = None
    if not order and daleks > world.pool:
        much = Objection("RISK-PLC-02", False, f"{counted(world.pool, 'new Dalek is', 'new Daleks are')} left to place")
    return [order, where, much]


def place(draft: Draft[World], move: Place) -> None:
    """Place new Daleks; with the last of them the step is over.

    Rules:
        RISK-PLC-07 all are placed (N2); RISK-PLC-08 between claims, trades and cards in any order; where nobody here
        can tell whether a trade is due (RISK-TRD-11), the table says whether the step was over.
    """
    must_be_territories(draft, move.territory)
    draft.must("RISK-PLC-06", move.daleks > 0, "place one Dalek at least")
    require_all(draft, *placing_objections(draft.now, move.player, move.territory, move.daleks))
    if not enter_placing(draft, move):
        draft.add(DaleksAdded(territory=move.territory, daleks=move.daleks), "RISK-PLC-06")
        return
    draft.add(DaleksPlaced(territory=move.territory, daleks=move.daleks), "RISK-PLC-06")
    left = unplaced_objection(draft.now, move.player)
    if draft.now.step == "place" and (not left or (left.verdict is None and draft.states(StepReached))):
        draft.add(StepReached(step="attack"), "RISK-TRN-01")


def removing_objections(world: World, seat: str, territory: str) -> list[Objection | None]:
    """What speaks against taking a Dalek of one's own off the board: only where a card asks for it (RISK-POW-16)."""
    due = any(isinstance(thing, Duty) and thing.player == seat for thing in world.stack)
    land = world.lands[territory]
    none = Objection("RISK-POW-16", False, f"nothing asks {army_name(seat)} to remove a Dalek")
    found = [] if due else [over_objection(world) or none]
    if land.army != seat:
        found.append(
            Objection(
                "RISK-POW-16",
                False,
                f"remove Daleks of the own army: {territory_words(territory)} is held by {army_name(land.army)}",
            )
        )
    elif land.daleks < 2:
        found.append(Objection("RISK-POW-16", False, f"the last Dalek of {territory_words(territory)} stays"))
    return list(found)


def remove_dalek(draft: Draft[World], move: RemoveDalek) -> None:
    """Take one own Dalek off the board (RISK-POW-16)."""
    must_be_territories(draft, move.territory)
    require_all(draft, *removing_objections(draft.now, move.player, move.territory))
    draft.add(move)
    draft.add(DaleksLost(territory=move.territory, daleks=1), "RISK-POW-16")
