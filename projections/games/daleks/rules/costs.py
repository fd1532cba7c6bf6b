"""Costs and effects on the stack: carried out part by part, the last begun first; what has to be chosen is a move."""

from collections.abc import Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from events.events import UNKNOWN, Move
from projections.draft import Draft
from projections.games.daleks.components.box import Option, Part
from projections.games.daleks.components.printed_costs import HELP, each_of, printed_cost
from projections.games.daleks.events.effects import CostChosen, CostDue, CostMet, TimeyDiscarded
from projections.games.daleks.events.moves import ChooseCost, PayCard, PayCompanion, PayTokens
from projections.games.daleks.rules.adventure import go_on_with_turn, update_pools
from projections.games.daleks.rules.anomalies import clear_instants, redraw
from projections.games.daleks.rules.companions import remove_companions
from projections.games.daleks.rules.cost_parts import COMPANIONS, is_awaited, payable_options, unit_due
from projections.games.daleks.rules.icons import ability_of
from projections.games.daleks.rules.prices import hand_objection, pay_tokens_of, tokens_objection
from projections.games.daleks.rules.rewards import carry_out_part, in_turn_order
from projections.games.daleks.rules.turns import over_objection
from projections.games.daleks.rules.victory import read_victories
from projections.games.daleks.state.names import companion_name
from projections.games.daleks.state.position import Debt, Position
from projections.objections import Objection, require_all
from projections.wording import titled

_RULES: Final = {"dilemma": "TOD-FAIL-05", "spared": "TOD-HELP-21", "anomaly": "TOD-ALOC-06", "toll": "TOD-ALOC-08"}
_RULES_OF_HELP: Final = {"effect": "TOD-HELP-14", "help": "TOD-HELP-07"}
_PAID_BY: Final[Mapping[type[Move], Sequence[str]]] = {
    PayCard: ("pay-cards", "pay-either"),
    PayTokens: ("pay-either",),
    PayCompanion: tuple(COMPANIONS),
}
"""What each payment pays."""
_TYPES: Final = {"location": "TOD-ALOC-01", "task": "TOD-ATASK-01", "instant": "TOD-AINST-01"}


def rule_of(position: Position, kind: str, source: str) -> str:
    """The rule by which a cost or an effect is carried out.

    Rules:
        TOD-FAIL-05 a Dilemma's fail cost; TOD-ALOC-06 an anomaly's; TOD-ALOC-08 what moving costs while an anomaly is
        in play; TOD-HELP-14 help from afar that failed; TOD-HELP-07 help at the Location; TOD-CARD-09 what a card
        does; TOD-PREP-08 what Doctors and Companions can do, TOD-TRAV-14 in place of the TARDIS roll.
    """
    if kind in _RULES or source in position.box.dilemma:
        return _RULES.get(kind, "TOD-FAIL-05")
    if source == HELP and kind in _RULES_OF_HELP:
        return _RULES_OF_HELP[kind]
    if ability := ability_of(position, source):
        return "TOD-TRAV-14" if ability.skip_roll else "TOD-PREP-08"
    anomaly = position.box.anomaly.get(source)
    return _TYPES[anomaly.type] if anomaly else "TOD-CARD-09"


def owe(draft: Draft[Position], seat: str, kind: str, source: str, options: Sequence[Option] = ()) -> None:
    """Put what a seat has to carry out on the stack, where `resolve_costs` begins.

    `options` are the printed ones, where the caller has them at hand. The cost of a Dilemma that nobody knows is the
    one that the writer states, if any.

    Rules:
        TOD-FAIL-05 it is carried out; TOD-FAIL-06 of several options the seat chooses, of one there is no choice.
    """
    if draft.now.is_over:
        return
    printed = tuple(options) or printed_cost(draft.now.box, kind, source)
    rule = rule_of(draft.now, kind, source)
    if any(printed):
        draft.add(CostDue(seat=seat, where=kind, source=source, chosen=1 if len(printed) == 1 else 0), rule)
    elif source == UNKNOWN:
        told = next((due for due in draft.left(CostDue) if (due.seat, due.where) == (seat, kind)), None)
        if told is not None:
            draft.add(replace(told, source=UNKNOWN), rule)


def resolve_costs(draft: Draft[Position]) -> None:
    """Carry out what is on the stack until somebody has to choose; with nothing left the turn goes on.

    Rules:
        TOD-FAIL-05 part by part, as printed; TOD-ANOM-03 what a part draws comes before the rest of it; TOD-REG-01 and
        TOD-ATASK-02 pools that are built up follow what has changed; TOD-DTRN-03 the Daleks' turn reads victories last.
    """
    while not draft.now.is_over and (debt := draft.now.debt):
        before = draft.now.stack
        if is_awaited(draft.now, debt):
            break
        _advance(draft, debt)
        clear_instants(draft)
        if draft.now.stack == before:  # what was stated instead leaves it where it was
            break
    if draft.now.is_over:
        return
    update_pools(draft)
    if draft.now.debt is not None:
        return
    if draft.now.step != "daleks":
        go_on_with_turn(draft)
    elif draft.now.steered:  # else somebody played a card before the Daleks' move
        read_victories(draft)


def _advance(draft: Draft[Position], debt: Debt) -> None:
    """Go one step on with a cost that leaves nothing to choose now."""
    if not debt.chosen and debt.options:
        option = payable_options(draft.now, debt)[0]
        draft.add(CostChosen(option=option), "TOD-FAIL-07" if len(debt.options) > 1 else "TOD-FAIL-05")
    elif unit := unit_due(debt):
        carry_out_unit(draft, debt, unit)
    else:
        draft.add(CostMet(left=0), rule_of(draft.now, debt.kind, debt.source))


def carry_out_unit(draft: Draft[Position], debt: Debt, unit: Part) -> None:
    """Count a part as done, then carry it out; what it draws or makes others owe lies above the rest on the stack.

    Rules:
        TOD-FAIL-05 part by part; TOD-FAIL-09 who left already cannot pay.
    """
    rule = rule_of(draft.now, debt.kind, debt.source)
    draft.add(CostMet(left=debt.left - 1), rule)
    if unit.each:
        _each(draft, debt, unit, rule)
    elif unit.does == "redraw":
        redraw(draft, debt.source)
    else:
        _forced(draft, debt.seat, unit, rule)


def _each(draft: Draft[Position], debt: Debt, unit: Part, rule: str) -> None:
    """Let every Doctor carry out a part, in seat order from the active player; who may have to choose owes it."""
    option = each_of(draft.now.box, debt.kind, debt.source, debt.chosen, debt.left)
    if unit.does.startswith("pay-") or unit.does in COMPANIONS:
        for seat in reversed(in_turn_order(draft.now)):
            draft.add(CostDue(seat=seat, where="each", source=debt.source, chosen=option), rule)
        return
    for seat in in_turn_order(draft.now):
        carry_out_part(draft, seat, unit, rule)


def _forced(draft: Draft[Position], seat: str, unit: Part, rule: str) -> None:
    """Carry out a part that leaves no choice: as much of it as can be paid (AMB-14)."""
    console = draft.now.console(seat)
    if unit.does in ("pay-tokens", "pay-either"):
        pay_tokens_of(draft, seat, min(unit.amount, console.tokens), rule)
    elif unit.does in COMPANIONS:
        remove_companions(draft, seat, [one.companion for one in console.companions[:1]], COMPANIONS[unit.does])
    else:
        carry_out_part(draft, seat, unit, rule)


def cost_objections(position: Position, seat: str) -> list[Objection]:
    """What speaks against a seat's paying anything now: that nothing is owed, or another seat owes it (TOD-FAIL-05)."""
    if ended := over_objection(position):
        return [ended]
    debt = position.debt
    if debt is None:
        return [Objection("TOD-FAIL-05", False, "nothing is to be paid now")]
    return [] if seat == debt.seat else [Objection("TOD-FAIL-05", False, f"{titled(debt.seat)} carries out this cost")]


def choose_cost_objections(position: Position, move: ChooseCost) -> list[Objection]:
    """What speaks against choosing an option of the cost on top (TOD-FAIL-06, TOD-FAIL-07)."""
    debt = position.debt
    if (found := cost_objections(position, move.player)) or debt is None:
        return found
    if debt.chosen:
        return [Objection("TOD-FAIL-06", False, f"which cost is paid was chosen: cost {debt.chosen}")]
    if not 1 <= move.option <= len(debt.options):
        return [Objection("TOD-FAIL-06", False, f"choose a cost from 1 to {len(debt.options)}")]
    if move.option in payable_options(position, debt):
        return []
    return [Objection("TOD-FAIL-07", False, f"{titled(move.player)} lacks what cost {move.option} asks for")]


def choose_cost(draft: Draft[Position], move: ChooseCost) -> None:
    """Choose one of several printed costs, which is carried out then.

    Rules:
        TOD-FAIL-06 the player chooses; TOD-FAIL-07 nothing that asks for cards or tokens the player lacks.
    """
    debt = draft.now.debt
    there = debt is None or 1 <= move.option <= len(debt.options)
    draft.must("TOD-FAIL-06", there, f"there is no cost {move.option} to choose")
    require_all(draft, *choose_cost_objections(draft.now, move))
    draft.add(move)
    if debt is not None and not debt.chosen and _is_for(draft.now, move.player, debt):
        draft.add(CostChosen(option=move.option), "TOD-FAIL-06")
        resolve_costs(draft)


def _part_objections(position: Position, seat: str, *does: str) -> list[Objection]:
    """What speaks against a seat's paying a part of these kinds now."""
    debt = position.debt
    if (found := cost_objections(position, seat)) or debt is None:
        return found
    if not debt.chosen:
        return [Objection("TOD-FAIL-06", False, "first choose which cost is paid")]
    unit = unit_due(debt)
    if unit is None or unit.does not in does:
        return [Objection("TOD-FAIL-05", False, "the cost asks for something else")]
    return []


def pay_card_objections(position: Position, move: PayCard) -> list[Objection]:
    """What speaks against discarding a card as a cost (TOD-FAIL-05)."""
    found = _part_objections(position, move.player, *_PAID_BY[PayCard])
    return [*found, *hand_objection(position, move.player, move.card, "TOD-FAIL-05")]


def pay_card(draft: Draft[Position], move: PayCard) -> None:
    """Discard a card of the hand as a cost (TOD-FAIL-05)."""
    draft.must("TOD-FAIL-05", move.card in draft.now.box.timey, f"there is no Timey-Wimey card {move.card[:40]!a}")
    debt = _paid(draft, move, pay_card_objections(draft.now, move))
    rule = rule_of(draft.now, debt.kind, debt.source) if debt else "TOD-FAIL-05"
    if draft.now.hands.get(move.player):
        draft.add(TimeyDiscarded(seat=move.player, card=move.card), rule)
    if debt:
        _tick(draft, rule)


def pay_tokens_objections(position: Position, move: PayTokens) -> list[Objection]:
    """What speaks against paying tokens where a cost asks for tokens or a card (TOD-FAIL-05, TOD-FAIL-07)."""
    debt = position.debt
    if (found := _part_objections(position, move.player, *_PAID_BY[PayTokens])) or debt is None:
        return found
    unit = unit_due(debt)
    return tokens_objection(position, move.player, unit.amount if unit else 0, "TOD-FAIL-07")


def pay_tokens(draft: Draft[Position], move: PayTokens) -> None:
    """Pay tokens where a cost asks for tokens or a card (TOD-FAIL-05)."""
    debt = _paid(draft, move, pay_tokens_objections(draft.now, move))
    if not debt:
        return
    unit, rule = unit_due(debt), rule_of(draft.now, debt.kind, debt.source)
    tokens = min(unit.amount if unit else 0, draft.now.console(move.player).tokens)
    pay_tokens_of(draft, move.player, tokens, rule)
    _tick(draft, rule)


def pay_companion_objections(position: Position, move: PayCompanion) -> list[Objection]:
    """What speaks against discarding or dismissing a Companion as a cost (TOD-FAIL-05)."""
    found = _part_objections(position, move.player, *_PAID_BY[PayCompanion])
    if all(one.companion != move.companion for one in position.console(move.player).companions):
        found.append(
            Objection(
                "TOD-FAIL-05",
                False,
                f"{companion_name(position, move.companion)[:40]} is not on the console of {titled(move.player)}",
            )
        )
    return found


def pay_companion(draft: Draft[Position], move: PayCompanion) -> None:
    """Discard or dismiss a Companion as a cost, whichever it asks for (TOD-COMPN-01, TOD-COMPN-02)."""
    known = move.companion in draft.now.box.companion
    draft.must("TOD-COMPN-01", known, f"there is no Companion {move.companion[:40]!a}")
    debt = _paid(draft, move, pay_companion_objections(draft.now, move))
    aboard = any(one.companion == move.companion for one in draft.now.console(move.player).companions)
    unit = unit_due(debt) if debt else None
    if debt and unit and aboard:
        remove_companions(draft, move.player, [move.companion], COMPANIONS[unit.does])
        _tick(draft, rule_of(draft.now, debt.kind, debt.source))


def _paid(draft: Draft[Position], move: Move, found: list[Objection]) -> Debt | None:
    """State what speaks against a payment and write it. Returns the cost that it goes to, if it goes to any."""
    debt = draft.now.debt
    if debt is not None and not _is_for(draft.now, move.player, debt):
        debt = None
    if debt is not None and _part_objections(draft.now, debt.seat, *_PAID_BY[type(move)]):
        debt = None
    require_all(draft, *found)
    draft.add(move)
    return debt


def _is_for(position: Position, seat: str, debt: Debt) -> bool:
    """Whether what a seat pays goes to the cost on top: its own, or as it was recorded another's, if it has none."""
    return seat == debt.seat or all(seat != thing.seat for thing in position.stack if isinstance(thing, Debt))


def _tick(draft: Draft[Position], rule: str) -> None:
    """Count the part that was just paid as done, and go on with the cost."""
    debt = draft.now.debt
    if debt is not None:
        draft.add(CostMet(left=debt.left - 1), rule)
    resolve_costs(draft)
