"""The neutral armies of the two-player game: the Daleks that are added to one of them before the TARDIS lands."""

from projections.draft import Draft
from projections.games.risk.events.effects import DaleksAdded, StepReached
from projections.games.risk.events.moves import PlaceNeutral
from projections.games.risk.rules.ending import finish_turn
from projections.games.risk.rules.turns import (
    abandon_unfinished,
    enter_step,
    must_be_territories,
    opponent,
    step_objections,
)
from projections.games.risk.state.names import army_name, place
from projections.games.risk.state.position import NEUTRALS, World
from projections.objections import Objection, require_all
from projections.wording import counted


def neutral_objections(world: World, seat: str, territory: str, daleks: int) -> list[Objection | None]:
    """What speaks against adding Daleks to a territory of a neutral army.

    Rules:
        RISK-TWO-12 three in all; RISK-TWO-13 in up to three territories of one army; RISK-TWO-14 the opponent of
        whoever has the turn chooses, the army too (N11); RISK-TWO-15 a defeated army has no territory left.
    """
    order = step_objections(world, seat, "neutral")
    army = world.lands[territory].army
    where = None
    if army not in NEUTRALS:
        where = Objection("RISK-TWO-13", False, f"{place(territory)} is not held by a neutral army")
    elif world.neutral_army not in ("", army):
        where = Objection(
            "RISK-TWO-13", False, f"all of them go to one army, to {army_name(world.neutral_army)} this turn"
        )
    much = None
    if not order and daleks > world.neutral_pool:
        much = Objection("RISK-TWO-12", False, f"{counted(world.neutral_pool, 'Dalek is', 'Daleks are')} left to add")
    return [order, where, much]


def place_neutral(draft: Draft[World], move: PlaceNeutral) -> None:
    """Add Daleks to a territory of a neutral army; whoever does so out of turn has begun the other's turn.

    Who adds those of the own turn, which are the opponent's to add, has begun none.

    Rules:
        RISK-TWO-12 before the TARDIS lands, so that the third Dalek ends it (N12).
    """
    seat = move.player
    draft.must("RISK-TWO-01", len(draft.now.seats) == 2, "there are neutral armies in a game of two only")
    must_be_territories(draft, move.territory)
    draft.must("RISK-TWO-12", move.daleks > 0, "add one Dalek at least")
    require_all(draft, *neutral_objections(draft.now, seat, move.territory, move.daleks))
    for_itself = draft.now.step == "neutral" and seat == draft.now.player
    if not enter_step(draft, move, "neutral") and not for_itself:
        abandon_unfinished(draft)
        finish_turn(draft, follows=opponent(draft.now, seat))
    if draft.now.is_over:
        return
    draft.add(DaleksAdded(territory=move.territory, daleks=move.daleks), "RISK-TWO-13")
    if draft.now.step == "neutral" and not draft.now.neutral_pool:
        draft.add(StepReached(step="tardis"), "RISK-TRN-01")
