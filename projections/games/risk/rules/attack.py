"""The fourth step of a turn: declare an attack, or stop attacking."""

from collections.abc import Iterable
from typing import Final

from projections.draft import Draft
from projections.games.risk.components.world_map import neighbours
from projections.games.risk.events import Attack, BattleBegun, StepReached, StopAttacking
from projections.games.risk.rules import conquest, power_cards, tardis, turns
from projections.games.risk.state.names import army_name, place
from projections.games.risk.state.position import NEUTRALS, World
from projections.move_rule import MoveRule, MoveRules
from projections.rule_conflicts import RuleConflict
from projections.window import open_window
from projections.wording import counted

MOST = 3
"""The maximum number of attacking Daleks (RISK-ATT-05)."""


def fighting_conflicts(world: World, seat: str, source: str, target: str) -> list[RuleConflict]:
    """Return the rule conflicts of an attack from the territory `source` on the territory `target`.

    Rules:
        RISK-ATT-01: any number of attacks. RISK-ATT-03: the two are connected, by land or sea (RISK-CMP-07).
        RISK-TAR-04: not into the cease-fire (RISK-VAR-04). RISK-ATT-13: again after a conquest or a withdrawal.
        RISK-ATT-15: also on the same target. RISK-ATT-14: not after being beaten (A17, option `beaten_attacker`).
    """
    home, enemy = world.lands[source], world.lands[target]
    where: RuleConflict | None = None
    if home.army != seat:
        wanted = "an attack must start in the player's own territory"
        where = RuleConflict("RISK-ATT-02", wanted, f"{place(source)} is held by {army_name(home.army)}")
    elif enemy.army == seat:
        wanted = "only an enemy territory can be attacked"
        where = RuleConflict("RISK-ATT-02", wanted, f"{place(target)} is held by {army_name(seat)}")
    elif target not in neighbours(source, world.options):
        wanted = "only a connected territory can be attacked"
        where = RuleConflict("RISK-ATT-03", wanted, f"{place(target)} is not connected to {place(source)}")
    peace = tardis.cease_fire_conflict(
        world, source, "RISK-TAR-03", "no attack can start in the cease-fire territory"
    ) or tardis.cease_fire_conflict(world, target, "RISK-TAR-04", "the cease-fire territory cannot be attacked")
    barred = None
    if world.no_attack and seat == world.player and world.step == "attack":
        barred = turns.beaten_conflict(world)
    elif source in world.barred:
        lost = f"{place(source)} has lost all attackers"
        wanted = "a territory that loses all attackers can make no more attacks in that turn"
        barred = RuleConflict("RISK-ATT-14", wanted, lost)
    return turns.ordered_conflicts(turns.step_conflict(world, seat, "attack"), where, peace, barred)


def _attack_must(draft: Draft[World], move: Attack) -> None:
    turns.must_be_territories(draft, move.source, move.target)
    draft.must("RISK-ATT-05", move.daleks > 0, "at least one Dalek must attack")
    if move.card:
        power_cards.must_be_power(draft, move.card)


def attacking_conflicts(world: World, move: Attack) -> Iterable[RuleConflict]:
    """Return the conflicts of one attack from one origin (RISK-ATT-04) by up to three Daleks (RISK-ATT-08, A20)."""
    home = world.lands[move.source].daleks
    many: RuleConflict | None = None
    if move.daleks > MOST:
        state = f"this attack has {move.daleks} Daleks"
        many = RuleConflict("RISK-ATT-05", "at most 3 Daleks can attack at a time", state, have=move.daleks, limit=MOST)
    elif move.daleks >= home:
        rule = "RISK-ATT-07" if home == 1 else "RISK-ATT-06"
        stays = "at least one Dalek must stay in the territory"
        all_there = f"{place(move.source)} has only {counted(home, 'Dalek')}"
        many = RuleConflict(rule, stays, all_there, have=move.daleks, limit=home - 1)
    found = fighting_conflicts(world, move.player, move.source, move.target)
    card = power_cards.declaring_conflicts(world, move.player, move.target, move.card) if move.card else []
    return turns.ordered_conflicts(None, *found, many, *card)


def attack(draft: Draft[World], move: Attack) -> None:
    """Declare an attack with Daleks and perhaps a Power Card. Then the defender may play a card.

    Rules:
        RISK-ATT-11: the Daleks of the origin fight, or a group that has moved in (A16, option `attack_style`).
        RISK-POW-15: first the attacker's card, then the defender's, before the first dice (N8). RISK-POW-06: no other
        player's card. Neutral armies play none (RISK-TWO-19).
    """
    if not turns.enter_step(draft, move.player, "attack"):
        turns.abandon_unfinished(draft)
    now = draft.now
    defender = now.lands[move.target].army
    group = move.daleks if now.options.attack_style == "group" else 0
    begun = BattleBegun(move.player, defender, move.source, move.target, daleks=move.daleks, group=group)
    draft.add(begun, "RISK-ATT-05")
    if draft.now.battle is None:  # the post states that the battle did not begin
        return
    if move.card:
        power_cards.declare_card(draft, move.player, move.card)
    if not draft.now.lands[move.target].daleks:
        conquest.conquer(draft)
    elif defender not in NEUTRALS and draft.now.powers.get(defender):
        open_window(draft, "defence", (defender,), "RISK-POW-15")


def stop_attacking(draft: Draft[World], move: StopAttacking) -> None:
    """Make no further attack this turn; attacking is optional (RISK-ATT-01)."""
    if turns.enter_step(draft, move.player, "attack") and draft.now.step == "attack":
        draft.add(StepReached(step="manoeuvre"), "RISK-TRN-01")


ATTACK_MOVES: Final[MoveRules[World]] = {
    Attack: MoveRule(attacking_conflicts, attack, _attack_must),
    StopAttacking: MoveRule(turns.needs_step("attack"), stop_attacking),
}
