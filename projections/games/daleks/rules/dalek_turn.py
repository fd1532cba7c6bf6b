"""The Daleks' turn: the Dalek Ship moves on, then it is read who has won."""

from projections.draft import Draft
from projections.games.daleks.events.effects import TurnBegan
from projections.games.daleks.events.moves import DaleksMove
from projections.games.daleks.rules.costs import resolve_costs
from projections.games.daleks.rules.turns import must_have_begun, over_objection, under_way_objections
from projections.games.daleks.rules.web_of_time import steer_ship
from projections.games.daleks.state.position import Position
from projections.objections import Objection, require_all
from projections.wording import titled


def daleks_move_objections(position: Position, move: DaleksMove) -> list[Objection]:
    """What speaks against the Daleks' turn now: it comes after the last player's (TOD-DTRN-01, TOD-ROUND-02)."""
    if ended := over_objection(position):
        return [ended]
    if position.step != "daleks":
        return [
            Objection(
                "TOD-DTRN-01",
                False,
                f"the Daleks come after the last player of the round: it is the turn of {titled(position.player)}",
            )
        ]
    if move.player != position.player:
        return [Objection("TOD-DTRN-01", False, f"{titled(position.player)} plays the Daleks' turn")]
    return under_way_objections(position)


def daleks_move(draft: Draft[Position], move: DaleksMove) -> None:
    """Let the Daleks take their turn: the ship moves, then whatever its Time Anomalies ask, then victories are read.

    Rules:
        TOD-DTRN-01 after the last Doctor's turn; TOD-DTRN-02 the ship moves one space; TOD-DTRN-03 then victories are
        read, and TOD-DTRN-09 a new round begins.
    """
    must_have_begun(draft)
    require_all(draft, *daleks_move_objections(draft.now, move))
    draft.add(move)
    now = draft.now
    if now.is_over or now.debt is not None:
        return
    if now.step != "daleks":  # it was taken too early
        draft.add(TurnBegan(seat=now.player, turn=now.turn + 1, round=now.round, daleks=True), "TOD-ROUND-02")
    steer_ship(draft, 1, "TOD-DTRN-02")
    resolve_costs(draft)
