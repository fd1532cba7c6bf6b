"""Conquest of a territory: Daleks move in, an army may be defeated, and the game may be won."""

from collections.abc import Iterator
from typing import Final

from projections.draft import Draft
from projections.games.risk import events as e
from projections.games.risk.components.world_map import TERRITORIES
from projections.games.risk.rules.turns import over_conflict
from projections.games.risk.state.names import army_name, span
from projections.games.risk.state.position import CONQUERED, ELIMINATED, NEUTRALS, Battle, Land, World
from projections.move_rule import MoveRule
from projections.rule_conflicts import RuleConflict


def conquer(draft: Draft[World]) -> None:
    """Record that the attacker takes the territory whose last defender is gone.

    Rules:
        RISK-CMB-08: the number of attack dice in the last roll counts as survivors. RISK-ELI-01: an army without
        territories is defeated. RISK-WIN-06: the end of the game is tested after every conquest.
    """
    battle = draft.now.battle
    assert battle is not None
    least = battle.group or len(battle.faces[0]) or battle.daleks
    draft.add(e.TerritoryTaken(territory=battle.target, player=battle.attacker, least=least), "RISK-CMB-07")
    if not draft.now.lands_of(battle.defender):
        _defeat(draft, battle.defender, battle.attacker)
    _win(draft)


def _defeat(draft: Draft[World], loser: str, taker: str) -> None:
    """Record that an army is defeated, and that all its cards go to the conqueror. The turn continues.

    Rules:
        RISK-ELI-03: at once (A26). RISK-ELI-04: played or claimed cards are out, and hands have no limit. RISK-TWO-16:
        the pile of a neutral army (A27).
    """
    neutral, now = loser in NEUTRALS, draft.now
    draft.add(e.ArmyDefeated(army=loser), "RISK-TWO-16" if neutral else "RISK-ELI-01")
    territories, missions, powers = (rows.get(loser, ()) for rows in (now.hands, now.missions, now.powers))
    if territories or missions or powers:
        passed = e.CardsPassed(loser=loser, taker=taker, territories=territories, missions=missions, powers=powers)
        draft.add(passed, "RISK-TWO-16" if neutral else "RISK-ELI-02")


def _win(draft: Draft[World]) -> None:
    """End the game if the attacker holds the whole board, or has eliminated the other of two players.

    Rules:
        RISK-WIN-05: every territory (A34); in total domination nothing else wins (RISK-VAR-02). RISK-TWO-03: with two
        players it is enough to eliminate the other; neutral armies may be left (RISK-TWO-04, A32, N10).
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
    draft.add(e.GameEnded(winners=(winner,), how=how), rule)


def moving_in_range(world: World, battle: Battle) -> range:
    """Return the numbers of Daleks that may move in: at least the survivors, at most all but one (RISK-ATT-17, A18)."""
    if battle.group:
        return range(battle.group, battle.group + 1)
    most = world.lands[battle.source].daleks - battle.guard
    return range(battle.least, max(battle.least, most) + 1)


def has_won_by(world: World, seat: str, daleks: int) -> bool:
    """Return whether a conquest in which `daleks` Daleks moved in has just ended the game (RISK-WIN-06)."""
    won = world.is_over and world.how in (CONQUERED, ELIMINATED) and seat in world.winners
    return won and any(land == Land(seat, daleks) for land in world.lands.values())


def moving_in_conflicts(world: World, move: e.MoveIn) -> Iterator[RuleConflict]:
    """Yield the rule conflicts of moving in with this number of Daleks (RISK-ATT-16, RISK-ATT-17).

    After the last conquest they have already moved in, but the move may still be written (RISK-WIN-06).
    """
    battle, daleks = world.battle, move.daleks
    if battle is None or not battle.taken:
        if not has_won_by(world, move.player, daleks):
            only, none = "Daleks can only move in after a conquest", "no territory has just been conquered"
            yield over_conflict(world) or RuleConflict("RISK-ATT-16", only, none)
    elif move.player != battle.attacker:
        attacker = f"the attacker is {army_name(battle.attacker)}"
        yield RuleConflict("RISK-SET-03", "only the attacker can move Daleks into a conquest", attacker)
    elif not daleks:
        yield RuleConflict("RISK-ATT-18", "at least one Dalek must move in", have=0, need=1)
    elif daleks not in (offer := moving_in_range(world, battle)):
        wanted = f"{span(offer, 'Dalek', 'Daleks')} must move in, not {daleks}"
        yield RuleConflict("RISK-ATT-17", wanted, have=daleks, need=offer[0], limit=offer[-1])


def move_in(draft: Draft[World], move: e.MoveIn) -> None:
    """Move Daleks into the conquered territory, which is not left empty (RISK-ATT-18), and end the battle."""
    battle = draft.now.battle
    if battle is not None and battle.taken:
        _go_in(draft, move.daleks)


def _go_in(draft: Draft[World], daleks: int) -> None:
    battle = draft.now.battle
    assert battle is not None
    draft.add(e.DaleksMoved(source=battle.source, target=battle.target, daleks=daleks), "RISK-ATT-16")
    draft.add(e.BattleEnded(how="conquest"), "RISK-ATT-10")


MOVE_IN: Final[MoveRule[World]] = MoveRule(moving_in_conflicts, move_in)
