"""The Prepare step: gain tokens, install and uninstall Equipment, dismiss Companions, use abilities."""

from collections.abc import Iterator
from typing import Final

from projections.draft import Draft
from projections.games.daleks.events import effects as f, moves as m
from projections.games.daleks.rules import anomalies, companions, costs, icons, prices, rewards, travel, turns
from projections.games.daleks.rules.decks import can_draw, gain_tokens
from projections.games.daleks.state.names import card_name, doctor_name
from projections.games.daleks.state.position import Position
from projections.move_rule import MoveRule, MoveRules
from projections.rule_conflicts import RuleConflict
from projections.wording import counted, titled, with_article

PAID: Final = ("pay-tokens", "pay-cards", "pay-either", "discard-companion", "dismiss-companion")
"""Parts that are paid and may need a choice."""
_CHARGE: Final = 2
"""The tokens gained each turn (TOD-PREP-01)."""


def charge_conflicts(position: Position, move: m.Charge) -> list[RuleConflict]:
    """Return the rule conflicts of gaining the tokens of the turn now (TOD-PREP-01)."""
    return turns.step_conflicts(position, move.player, "charge")


def charge(draft: Draft[Position], move: m.Charge) -> None:
    """Gain the tokens of the turn.

    Rules:
        TOD-PREP-01: two, never above five. TOD-PREP-02: before anything else. TOD-ATASK-01: an anomaly may reduce it to
        one.
    """
    turns.take_turn(draft, move.player)
    late = draft.now.step
    if not turns.is_own_turn(draft.now, move.player) or (late != "charge" and "charge" not in draft.now.missed):
        return
    if late != "charge":  # the step was skipped and is made up now
        draft.add(f.StepReached(step="charge"), "TOD-PREP-01")
    gain_tokens(draft, move.player, 1 if anomalies.rule_in_force(draft.now, "one-token") else _CHARGE, "TOD-PREP-01")
    turns.go_to_step(draft, late if late != "charge" else "prepare", "TOD-PREP-09")


def install_conflicts(position: Position, move: m.Install) -> Iterator[RuleConflict]:
    """Yield the rule conflicts of installing a card from the hand.

    Rules:
        TOD-CARD-07: Equipment, in the Prepare step. TOD-PREP-04: into an empty slot. TOD-PREP-05 and TOD-CARD-01: for
        its printed price. No hat while a Companion aboard forbids hats.
    """
    seat, card = move.player, move.card
    yield from turns.step_conflicts(position, seat, "prepare")
    yield from prices.hand_conflict(position, seat, card, "TOD-PREP-04")
    printed = position.box.timey.get(card)
    if printed is None:
        return
    if printed.type != "equipment":
        wanted = "only Equipment can be installed"
        yield RuleConflict("TOD-CARD-07", wanted, f"{printed.name} is {with_article(printed.type.title())}")
    slots = position.box.setting.equipment_slots
    installed = len(position.console(seat).equipment)
    if installed >= slots:
        wanted = "Equipment must have a free Equipment slot"
        state = f"all {counted(slots, 'slot')} are taken"
        yield RuleConflict("TOD-PREP-04", wanted, state, have=installed + 1, limit=slots)
    if printed.hat and (who := _hates_hats(position)):
        wanted = f"a hat cannot be installed while {who} is on a console"
        yield RuleConflict("TOD-CARD-07", wanted, f"{printed.name} is a hat")
    yield from prices.tokens_conflict(position, seat, printed.price, "TOD-PREP-05")


def _hates_hats(position: Position) -> str:
    aboard = (one.companion for console in position.consoles.values() for one in console.companions)
    printed = (position.box.companion.get(name) for name in aboard)
    return next((one.name for one in printed if one is not None and one.no_hats), "")


def _install_must(draft: Draft[Position], move: m.Install) -> None:
    draft.must("TOD-PREP-04", move.card in draft.now.box.timey, f'"{move.card[:40]}" is not a card')


def install(draft: Draft[Position], move: m.Install) -> None:
    """Install Equipment for its price (TOD-PREP-05, TOD-CARD-07), at any time in the step (TOD-PREP-09)."""
    if turns.reach_step(draft, move.player, "prepare"):
        price = min(draft.now.box.timey[move.card].price, draft.now.console(move.player).tokens)
        prices.pay_tokens_of(draft, move.player, price, "TOD-PREP-05")
        draft.add(f.EquipmentInstalled(seat=move.player, card=move.card), "TOD-CARD-07")


def _uninstall_conflicts(position: Position, move: m.Uninstall) -> Iterator[RuleConflict]:
    yield from turns.step_conflicts(position, move.player, "prepare")
    if move.card not in position.console(move.player).equipment:
        wanted = "only installed Equipment can be uninstalled"
        yield RuleConflict("TOD-PREP-03", wanted, f"{card_name(position, move.card)} is not installed")


def _uninstall_must(draft: Draft[Position], move: m.Uninstall) -> None:
    draft.must("TOD-PREP-03", move.card in draft.now.box.timey, f'"{move.card[:40]}" is not a card')


def uninstall(draft: Draft[Position], move: m.Uninstall) -> None:
    """Discard installed Equipment, which frees its slot."""
    if turns.reach_step(draft, move.player, "prepare") and move.card in draft.now.console(move.player).equipment:
        draft.add(f.EquipmentLeft(seat=move.player, card=move.card), "TOD-PREP-03")


def _dismiss_conflicts(position: Position, move: m.Dismiss) -> Iterator[RuleConflict]:
    yield from turns.step_conflicts(position, move.player, "prepare")
    if all(one.companion != move.companion for one in position.console(move.player).companions):
        yield icons.missing_card(position, move.player, move.companion, "TOD-PREP-07", "dismissed")


def _dismiss_must(draft: Draft[Position], move: m.Dismiss) -> None:
    known = move.companion in draft.now.box.companion
    draft.must("TOD-PREP-07", known, f'"{move.companion[:40]}" is not a Companion')


def dismiss(draft: Draft[Position], move: m.Dismiss) -> None:
    """Dismiss a Companion into its deck."""
    aboard = any(one.companion == move.companion for one in draft.now.console(move.player).companions)
    if turns.reach_step(draft, move.player, "prepare") and aboard:
        companions.remove_companions(draft, move.player, (move.companion,), "dismissed", "TOD-PREP-07")


def ability_conflicts(position: Position, move: m.UseAbility) -> Iterator[RuleConflict]:
    """Yield the rule conflicts of using an ability of a Doctor or Companion.

    Rules:
        TOD-PREP-08: in the printed step. TOD-CARD-06: once a turn, also a Doctor's (AMB-27). TOD-TRAV-14: replaces the
        TARDIS roll, if a Location is left to draw.
    """
    seat, ability = move.player, icons.ability_of(position, move.card)
    if ability is None:
        wanted = "only a card with an ability besides its dice icons can be used this way"
        yield RuleConflict("TOD-PREP-08", wanted, f"{card_name(position, move.card)} has no such ability")
        return
    steps = ("prepare", "travel") if ability.when == "travel" else ("prepare",)
    yield from turns.step_conflicts(position, seat, *steps)
    if move.card not in icons.on_console(position, seat):
        yield icons.missing_card(position, seat, move.card, "TOD-PREP-08")
    if (seat, move.card, 0) in position.used:
        wanted = "an ability can be used only once in a turn"
        yield RuleConflict("TOD-CARD-06", wanted, f"the ability of {card_name(position, move.card)} is used already")
    doctor = position.box.doctor.get(position.console(seat).doctor)
    if ability.doctors and (doctor is None or doctor.number not in ability.doctors):
        wanted = f"the ability of {card_name(position, move.card)} can be used only with the Doctor that it names"
        state = f"{titled(seat)} has the {doctor_name(position, position.console(seat).doctor)}"
        yield RuleConflict("TOD-PREP-08", wanted, state)
    if ability.skip_roll and not can_draw(position, "location"):
        yield RuleConflict("TOD-TRAV-14", "the ability must have a Location to draw", "the Location deck is empty")


def use_ability(draft: Draft[Position], move: m.UseAbility) -> None:
    """Use an ability of a Doctor or Companion that is not a dice icon.

    Rules:
        TOD-PREP-08 and CT-02: in the Prepare step. TOD-TRAV-14 and CT-01: the First Doctor draws a Location and goes
        there; the other gains follow after the move.
    """
    ability = icons.ability_of(draft.now, move.card)
    if ability is None or not turns.reach_step(draft, move.player, "travel" if ability.skip_roll else "prepare"):
        return
    draft.add(f.Used(seat=move.player, card=move.card, icon=0), "TOD-CARD-06")
    if ability.skip_roll:
        travel.let_the_tardis_decide(draft, "TOD-TRAV-14")
    elif any(part.does in PAID for part in ability.parts):
        costs.owe(draft, move.player, "ability", move.card, (ability.parts,))
    else:
        rewards.carry_out_all(draft, move.player, ability.parts, "TOD-PREP-08")
    costs.resolve_costs(draft)


PREPARE_MOVES: Final[MoveRules[Position]] = {
    m.Charge: MoveRule(charge_conflicts, charge),
    m.Install: MoveRule(install_conflicts, install, _install_must),
    m.Uninstall: MoveRule(_uninstall_conflicts, uninstall, _uninstall_must),
    m.Dismiss: MoveRule(_dismiss_conflicts, dismiss, _dismiss_must),
    m.UseAbility: MoveRule(ability_conflicts, use_ability, icons.must_know_card),
}
"""The moves of the Prepare step (TOD-PREP-01 to TOD-PREP-08)."""
