"""Prepare: tokens are gained, Equipment is installed and uninstalled, Companions are dismissed, abilities used."""

from collections.abc import Iterator
from typing import Final

from projections.draft import Draft
from projections.games.daleks.events.effects import EquipmentInstalled, EquipmentLeft, StepReached, Used
from projections.games.daleks.events.moves import Charge, Dismiss, Install, Uninstall, UseAbility
from projections.games.daleks.rules.anomalies import rule_in_force
from projections.games.daleks.rules.companions import remove_companions
from projections.games.daleks.rules.costs import owe, resolve_costs
from projections.games.daleks.rules.decks import can_draw, gain_tokens
from projections.games.daleks.rules.icons import ability_of, missing_card, must_know_card, on_console
from projections.games.daleks.rules.prices import hand_objection, pay_tokens_of, tokens_objection
from projections.games.daleks.rules.rewards import carry_out_all
from projections.games.daleks.rules.travel import let_the_tardis_decide
from projections.games.daleks.rules.turns import (
    go_to_step,
    is_own_turn,
    must_have_begun,
    reach_step,
    step_objections,
    take_turn,
)
from projections.games.daleks.state.names import card_name
from projections.games.daleks.state.position import Position
from projections.objections import Objection, require_all

PAID: Final = ("pay-tokens", "pay-cards", "pay-either", "discard-companion", "dismiss-companion")
"""Parts that are given up, with something to choose."""
_CHARGE: Final = 2
"""The tokens of a turn (TOD-PREP-01)."""


def charge_objections(position: Position, move: Charge) -> list[Objection]:
    """What speaks against gaining the tokens of the turn now (TOD-PREP-01)."""
    return step_objections(position, move.player, "charge")


def charge(draft: Draft[Position], move: Charge) -> None:
    """Gain the tokens of the turn.

    Rules:
        TOD-PREP-01 two, never above five; TOD-PREP-02 before anything else; TOD-ATASK-01 an anomaly may leave one.
    """
    must_have_begun(draft)
    require_all(draft, *charge_objections(draft.now, move))
    draft.add(move)
    take_turn(draft, move.player)
    late = draft.now.step
    if not is_own_turn(draft.now, move.player) or (late != "charge" and "charge" not in draft.now.missed):
        return
    if late != "charge":  # it was passed over, and is made good
        draft.add(StepReached(step="charge"), "TOD-PREP-01")
    gain_tokens(draft, move.player, 1 if rule_in_force(draft.now, "one-token") else _CHARGE, "TOD-PREP-01")
    go_to_step(draft, late if late != "charge" else "prepare", "TOD-PREP-09")


def install_objections(position: Position, move: Install) -> list[Objection]:
    """What speaks against installing a card of the hand.

    Rules:
        TOD-CARD-07 Equipment, in the Prepare step; TOD-PREP-04 into an empty slot; TOD-PREP-05 for its price, which
        TOD-CARD-01 prints; no hat is installed while a Companion aboard allows none.
    """
    return [*step_objections(position, move.player, "prepare"), *_not_installable(position, move.player, move.card)]


def _not_installable(position: Position, seat: str, card: str) -> Iterator[Objection]:
    yield from hand_objection(position, seat, card, "TOD-PREP-04")
    printed = position.box.timey.get(card)
    if printed is None:
        return
    if printed.type != "equipment":
        yield Objection("TOD-CARD-07", False, f"Equipment is installed: {printed.name} is none")
    slots = position.box.setting.equipment_slots
    if len(position.console(seat).equipment) >= slots:
        yield Objection("TOD-PREP-04", False, f"installing takes a free Equipment slot: all {slots} are taken")
    if printed.hat and (who := _hates_hats(position)):
        yield Objection("TOD-CARD-07", False, f"nobody wears a hat while {who} is aboard")
    yield from tokens_objection(position, seat, printed.price, "TOD-PREP-05")


def _hates_hats(position: Position) -> str:
    """The name of a Companion aboard anywhere who allows no hats; "" for none."""
    aboard = (one.companion for console in position.consoles.values() for one in console.companions)
    printed = (position.box.companion.get(name) for name in aboard)
    return next((one.name for one in printed if one is not None and one.no_hats), "")


def install(draft: Draft[Position], move: Install) -> None:
    """Install Equipment of the hand; it stays until it is discarded.

    Rules:
        TOD-CARD-07 it stays; TOD-PREP-05 the price; TOD-PREP-09 in any order with the rest of the step.
    """
    must_have_begun(draft)
    draft.must("TOD-PREP-04", move.card in draft.now.box.timey, f'there is no card "{move.card[:40]}"')
    require_all(draft, *install_objections(draft.now, move))
    draft.add(move)
    if not is_own_turn(draft.now, move.player):
        return
    reach_step(draft, "prepare")
    price = min(draft.now.box.timey[move.card].price, draft.now.console(move.player).tokens)
    pay_tokens_of(draft, move.player, price, "TOD-PREP-05")
    draft.add(EquipmentInstalled(seat=move.player, card=move.card), "TOD-CARD-07")


def uninstall_objections(position: Position, move: Uninstall) -> list[Objection]:
    """What speaks against discarding installed Equipment (TOD-PREP-03)."""
    found = step_objections(position, move.player, "prepare")
    if move.card not in position.console(move.player).equipment:
        found.append(Objection("TOD-PREP-03", False, f"{card_name(position, move.card)} is not installed"))
    return found


def uninstall(draft: Draft[Position], move: Uninstall) -> None:
    """Discard installed Equipment, which frees its slot (TOD-PREP-03)."""
    must_have_begun(draft)
    draft.must("TOD-PREP-03", move.card in draft.now.box.timey, f'there is no card "{move.card[:40]}"')
    require_all(draft, *uninstall_objections(draft.now, move))
    draft.add(move)
    if not is_own_turn(draft.now, move.player):
        return
    reach_step(draft, "prepare")
    if move.card in draft.now.console(move.player).equipment:
        draft.add(EquipmentLeft(seat=move.player, card=move.card), "TOD-PREP-03")


def dismiss_objections(position: Position, move: Dismiss) -> list[Objection]:
    """What speaks against dismissing a Companion (TOD-PREP-07)."""
    found = step_objections(position, move.player, "prepare")
    if all(one.companion != move.companion for one in position.console(move.player).companions):
        found.append(missing_card(position, move.player, move.companion, "TOD-PREP-07"))
    return found


def dismiss(draft: Draft[Position], move: Dismiss) -> None:
    """Dismiss a Companion into its deck (TOD-PREP-07)."""
    must_have_begun(draft)
    known = move.companion in draft.now.box.companion
    draft.must("TOD-PREP-07", known, f'there is no Companion "{move.companion[:40]}"')
    require_all(draft, *dismiss_objections(draft.now, move))
    draft.add(move)
    if not is_own_turn(draft.now, move.player):
        return
    reach_step(draft, "prepare")
    if any(one.companion == move.companion for one in draft.now.console(move.player).companions):
        remove_companions(draft, move.player, (move.companion,), "dismissed", "TOD-PREP-07")


def ability_objections(position: Position, move: UseAbility) -> list[Objection]:
    """What speaks against using what a Doctor or Companion can do.

    Rules:
        TOD-PREP-08 in the step that is printed; TOD-CARD-06 once a turn, a Doctor's too (AMB-27); TOD-TRAV-14 in place
        of the TARDIS roll, where a Location is left to be drawn.
    """
    seat, ability = move.player, ability_of(position, move.card)
    if ability is None:
        return [Objection("TOD-PREP-08", False, f"{card_name(position, move.card)} can do nothing beside dice")]
    steps = ("prepare", "travel") if ability.when == "travel" else ("prepare",)
    found = step_objections(position, seat, *steps)
    if move.card not in on_console(position, seat):
        found.append(missing_card(position, seat, move.card, "TOD-PREP-08"))
    if (seat, move.card, 0) in position.used:
        found.append(
            Objection(
                "TOD-CARD-06",
                False,
                f"each ability is used once in a turn: that of {card_name(position, move.card)} was used",
            )
        )
    doctor = position.box.doctor.get(position.console(seat).doctor)
    if ability.doctors and (doctor is None or doctor.number not in ability.doctors):
        found.append(
            Objection("TOD-PREP-08", False, f"{card_name(position, move.card)} does that only with another Doctor")
        )
    if ability.skip_roll and not can_draw(position, "location"):
        found.append(Objection("TOD-TRAV-14", False, "no Location is left to be drawn"))
    return found


def use_ability(draft: Draft[Position], move: UseAbility) -> None:
    """Use what a Doctor or Companion can do beside dice.

    Rules:
        TOD-PREP-08 in the Prepare step, CT-02; TOD-TRAV-14, CT-01 the First Doctor draws a Location and goes
        there; what more it brings follows when the Doctor has moved.
    """
    must_have_begun(draft)
    must_know_card(draft, move.card)
    ability = ability_of(draft.now, move.card)
    require_all(draft, *ability_objections(draft.now, move))
    draft.add(move)
    if ability is None or not is_own_turn(draft.now, move.player):
        return
    reach_step(draft, "travel" if ability.skip_roll else "prepare")
    draft.add(Used(seat=move.player, card=move.card, icon=0), "TOD-CARD-06")
    if ability.skip_roll:
        let_the_tardis_decide(draft, "TOD-TRAV-14")
    elif any(part.does in PAID for part in ability.parts):
        owe(draft, move.player, "ability", move.card, (ability.parts,))
    else:
        carry_out_all(draft, move.player, ability.parts, "TOD-PREP-08")
    resolve_costs(draft)
