"""A territory falls: Daleks move in, an army may be defeated, and the game may be won at once."""

from projections.draft import Draft
from projections.games.risk.components.world_map import TERRITORIES
from projections.games.risk.events.battle_effects import (
    ArmyDefeated,
    BattleEnded,
    CardsPassed,
    DaleksMoved,
    TerritoryTaken,
)
from projections.games.risk.events.effects import GameEnded
from projections.games.risk.events.moves import MoveIn
from projections.games.risk.rules.turns import over_objection
from projections.games.risk.state.names import army_name
from projections.games.risk.state.position import CONQUERED, ELIMINATED, NEUTRALS, Battle, Land, World
from projections.objections import Objection, require_all


def conquer(draft: Draft[World]) -> None:
    """Take a territory whose last defender is gone.

    Rules:
        RISK-CMB-07 conquest; RISK-CMB-08 with the dice of the last roll for survivors; RISK-ELI-01 an army without
        territories is defeated; RISK-WIN-06 the end is tested after every conquest.
    """
    battle = draft.now.battle
    assert battle is not None
    least = battle.group or len(battle.faces[0]) or battle.daleks
    draft.add(TerritoryTaken(territory=battle.target, player=battle.attacker, least=least), "RISK-CMB-07")
    if not draft.now.lands_of(battle.defender):
        _defeat(draft, battle.defender, battle.attacker)
    _win(draft)


def _defeat(draft: Draft[World], loser: str, taker: str) -> None:
    """Put an army out of the game; all its cards go to the conqueror at once, and the turn goes on.

    Rules:
        RISK-ELI-02 Territory, Power and Mission Cards; RISK-ELI-03 at once (A26); RISK-ELI-04 what was played or
        claimed is out, and no limit holds for a hand; RISK-TWO-16 the pile of a neutral army (A27).
    """
    neutral, now = loser in NEUTRALS, draft.now
    draft.add(ArmyDefeated(army=loser), "RISK-TWO-16" if neutral else "RISK-ELI-01")
    territories, missions, powers = (rows.get(loser, ()) for rows in (now.hands, now.missions, now.powers))
    if territories or missions or powers:
        passed = CardsPassed(loser=loser, taker=taker, territories=territories, missions=missions, powers=powers)
        draft.add(passed, "RISK-TWO-16" if neutral else "RISK-ELI-02")


def _win(draft: Draft[World]) -> None:
    """End the game for whoever holds the whole board, or has put out the other player of two.

    Rules:
        RISK-WIN-05 every territory (A34), and in total domination nothing else (RISK-VAR-02); RISK-TWO-03 in a game of
        two the other player's end is enough, neutral armies may be left (RISK-TWO-04, A32, N10).
    """
    now, battle = draft.now, draft.now.battle
    assert battle is not None
    winner = battle.attacker
    whole = len(now.lands_of(winner)) == len(TERRITORIES)
    alone = len(now.seats) == 2 and battle.defender in now.defeated and battle.defender in now.seats
    if now.how or not (whole or alone):
        return
    _go_in(draft, moving_in_range(now, battle).start)
    how, rule = (CONQUERED, "RISK-WIN-05") if whole else (ELIMINATED, "RISK-TWO-03")
    draft.add(GameEnded(winners=(winner,), how=how), rule)


def moving_in_range(world: World, battle: Battle) -> range:
    """How many Daleks may move in: the survivors of the last roll at least, all but one at most (RISK-ATT-17, A18)."""
    if battle.group:
        return range(battle.group, battle.group + 1)
    most = world.lands[battle.source].daleks - battle.guard
    return range(battle.least, max(battle.least, most) + 1)


def moving_in_objections(world: World, battle: Battle, seat: str, daleks: int) -> list[Objection | None]:
    """What speaks against moving in with so many: the survivors hold what they took (RISK-ATT-16, RISK-ATT-17)."""
    if seat != battle.attacker:
        return [Objection("RISK-SET-03", False, f"this is the battle of {army_name(battle.attacker)}")]
    if not daleks:
        return [Objection("RISK-ATT-18", False, "move in with one Dalek at least")]
    offer = moving_in_range(world, battle)
    if daleks in offer:
        return []
    some = str(offer.start) if len(offer) == 1 else f"{offer.start} to {offer.stop - 1}"
    return [Objection("RISK-ATT-17", False, f"move in with {some}, not with {daleks}")]


def has_won_by(world: World, seat: str, daleks: int) -> bool:
    """Whether a conquest with which so many Daleks went in has just ended the game (RISK-WIN-06)."""
    won = world.is_over and world.how in (CONQUERED, ELIMINATED) and seat in world.winners
    return won and any(land == Land(seat, daleks) for land in world.lands.values())


def move_in(draft: Draft[World], move: MoveIn) -> None:
    """Move Daleks into the conquered territory; the battle is over.

    Rules:
        RISK-ATT-18 no territory is left empty; RISK-WIN-06 with the last conquest they have gone in, which may be said.
    """
    now, battle = draft.now, draft.now.battle
    if battle is None or not battle.taken:
        missing = None if has_won_by(now, move.player, move.daleks) else _nothing_taken(now)
        require_all(draft, missing)
        draft.add(move)
        return
    require_all(draft, *moving_in_objections(now, battle, move.player, move.daleks))
    draft.add(move)
    _go_in(draft, move.daleks)


def _nothing_taken(world: World) -> Objection:
    return over_objection(world) or Objection("RISK-ATT-16", False, "no territory has just been conquered")


def _go_in(draft: Draft[World], daleks: int) -> None:
    battle = draft.now.battle
    assert battle is not None
    draft.add(DaleksMoved(source=battle.source, target=battle.target, daleks=daleks), "RISK-ATT-16")
    draft.add(BattleEnded(how="conquest"), "RISK-ATT-10")
