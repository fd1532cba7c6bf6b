"""The fourth step of a turn: declare an attack, or make no more."""

from projections.draft import Draft
from projections.games.risk.components.world_map import neighbours
from projections.games.risk.events.battle_effects import BattleBegun
from projections.games.risk.events.effects import StepReached
from projections.games.risk.events.moves import Attack, StopAttacking
from projections.games.risk.rules.conquest import conquer
from projections.games.risk.rules.power_cards import declare_card, declaring_objections, must_be_power
from projections.games.risk.rules.tardis import cease_fire_objection
from projections.games.risk.rules.turns import (
    abandon_unfinished,
    beaten_objection,
    enter_step,
    must_be_territories,
    ordered_objections,
    step_objections,
)
from projections.games.risk.state.names import army_name, place
from projections.games.risk.state.position import NEUTRALS, World
from projections.objections import Objection, require_all
from projections.window import open_window

MOST = 3
"""The Daleks that attack at a time (RISK-ATT-05)."""


def fighting_objections(world: World, seat: str, source: str, target: str) -> list[Objection]:
    """What speaks against fighting from one territory for another.

    Rules:
        RISK-ATT-01 any number of attacks; RISK-ATT-02 from an own territory on an enemy one; RISK-ATT-03 connected, by
        land or sea (RISK-CMP-07); RISK-TAR-03 not out of the cease-fire, RISK-TAR-04 nor into it (RISK-VAR-04);
        RISK-ATT-13 again after a conquest or a withdrawal, RISK-ATT-15 on the same target too; RISK-ATT-14 not after
        being beaten (A17, option `beaten_attacker`).
    """
    home, enemy = world.lands[source], world.lands[target]
    where: Objection | None = None
    if home.army != seat:
        where = Objection(
            "RISK-ATT-02", False, f"attack from an own territory: {place(source)} is held by {army_name(home.army)}"
        )
    elif enemy.army == seat:
        where = Objection(
            "RISK-ATT-02", False, f"attack an enemy territory: {place(target)} is held by {army_name(seat)}"
        )
    elif target not in neighbours(source, world.options):
        where = Objection(
            "RISK-ATT-03",
            False,
            f"attack where the territories are connected: {place(target)} and {place(source)} are not",
        )
    peace = cease_fire_objection(
        world, source, "RISK-TAR-03", "nobody attacks out of the cease-fire"
    ) or cease_fire_objection(world, target, "RISK-TAR-04", "nobody attacks into the cease-fire")
    barred = None
    if world.no_attack and seat == world.player and world.step == "attack":
        barred = beaten_objection(world)
    elif source in world.barred:
        lost = f"no further attack from where all attackers were lost: from {place(source)}"
        barred = Objection("RISK-ATT-14", False, lost)
    return ordered_objections(step_objections(world, seat, "attack"), where, peace, barred)


def attacking_objections(world: World, move: Attack) -> list[Objection]:
    """What speaks against a declaration: where, with how many, and with which card.

    Rules:
        RISK-ATT-04 one target from one origin; RISK-ATT-05 up to three, RISK-ATT-08 or fewer (A20); RISK-ATT-06 one
        stays behind, RISK-ATT-07 so that a lone Dalek does not attack.
    """
    home = world.lands[move.source].daleks
    many: Objection | None = None
    if move.daleks > MOST:
        many = Objection("RISK-ATT-05", False, f"three Daleks attack at a time at most, not {move.daleks}")
    elif move.daleks >= home:
        rule = "RISK-ATT-07" if home == 1 else "RISK-ATT-06"
        many = Objection(rule, False, f"leave at least one Dalek behind: {place(move.source)} has {home}")
    found = fighting_objections(world, move.player, move.source, move.target)
    card = declaring_objections(world, move.player, move.target, move.card) if move.card else []
    return ordered_objections(None, *found, many, *card)


def attack(draft: Draft[World], move: Attack) -> None:
    """Declare an attack: the Daleks, the attacker's Power Card, then the defender's chance to play one.

    Rules:
        RISK-ATT-11 the origin's stack fights, or a group that has moved in (A16, option `attack_style`); RISK-POW-15
        the attacker's card first, then the defender's, before the first dice (N8); RISK-POW-06 nobody else's. Neutral
        armies play none (RISK-TWO-19).
    """
    must_be_territories(draft, move.source, move.target)
    draft.must("RISK-ATT-05", move.daleks > 0, "attack with one Dalek at least")
    if move.card:
        must_be_power(draft, move.card)
    require_all(draft, *attacking_objections(draft.now, move))
    if not enter_step(draft, move, "attack"):
        abandon_unfinished(draft)
    now = draft.now
    defender = now.lands[move.target].army
    group = move.daleks if now.options.attack_style == "group" else 0
    begun = BattleBegun(
        attacker=move.player, defender=defender, source=move.source, target=move.target, daleks=move.daleks, group=group
    )
    draft.add(begun, "RISK-ATT-05")
    if draft.now.battle is None:  # stated not to have begun
        return
    if move.card:
        declare_card(draft, move.player, move.card)
    if not draft.now.lands[move.target].daleks:
        conquer(draft)
    elif defender not in NEUTRALS and draft.now.powers.get(defender):
        open_window(draft, "defence", (defender,), "RISK-POW-15")


def stopping_objections(world: World, seat: str) -> list[Objection | None]:
    """What speaks against ending the attacks: attacking is optional (RISK-ATT-01)."""
    return [step_objections(world, seat, "attack")]


def stop_attacking(draft: Draft[World], move: StopAttacking) -> None:
    """Make no further attack this turn."""
    require_all(draft, *stopping_objections(draft.now, move.player))
    if enter_step(draft, move, "attack") and draft.now.step == "attack":
        draft.add(StepReached(step="manoeuvre"), "RISK-TRN-01")
