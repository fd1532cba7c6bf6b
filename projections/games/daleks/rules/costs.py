"""Costs and effects on the stack, carried out part by part, the newest first. Choices are moves."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from events.events import UNKNOWN, Move
from projections.draft import Draft
from projections.games.daleks.components.box import Option, Part
from projections.games.daleks.components.printed_costs import HELP, each_of, printed_cost
from projections.games.daleks.events import effects as f, moves as m
from projections.games.daleks.rules import adventure, anomalies, icons, prices, rewards, turns, victory
from projections.games.daleks.rules.companions import remove_companions
from projections.games.daleks.rules.cost_parts import COMPANIONS, is_awaited, payable_options, unit_due
from projections.games.daleks.state.names import companion_name, whose
from projections.games.daleks.state.position import Debt, Position
from projections.move_rule import MoveRule, MoveRules
from projections.rule_conflicts import RuleConflict
from projections.wording import titled

_RULES: Final = {"dilemma": "TOD-FAIL-05", "spared": "TOD-HELP-21", "anomaly": "TOD-ALOC-06", "toll": "TOD-ALOC-08"}
_RULES_OF_HELP: Final = {"effect": "TOD-HELP-14", "help": "TOD-HELP-07"}
_PAID_BY: Final[Mapping[type[Move], Sequence[str]]] = {
    m.PayCard: ("pay-cards", "pay-either"),
    m.PayTokens: ("pay-either",),
    m.PayCompanion: tuple(COMPANIONS),
}
"""The kinds of cost parts that each payment move pays."""
_TYPES: Final = {"location": "TOD-ALOC-01", "task": "TOD-ATASK-01", "instant": "TOD-AINST-01"}


def rule_of(position: Position, kind: str, source: str) -> str:
    """Return the rule by which a cost or an effect is carried out.

    Rules:
        TOD-FAIL-05: a Dilemma's fail cost. TOD-ALOC-06: an anomaly's fail cost. TOD-ALOC-08: the toll for moving while
        an anomaly is in play. TOD-HELP-14: failed help from afar. TOD-HELP-07: help at the Location. TOD-CARD-09: the
        effect of a card. TOD-PREP-08: abilities of Doctors and Companions. TOD-TRAV-14: an ability that replaces the
        TARDIS roll.
    """
    if kind in _RULES or source in position.box.dilemma:
        return _RULES.get(kind, "TOD-FAIL-05")
    if source == HELP and kind in _RULES_OF_HELP:
        return _RULES_OF_HELP[kind]
    if ability := icons.ability_of(position, source):
        return "TOD-TRAV-14" if ability.skip_roll else "TOD-PREP-08"
    anomaly = position.box.anomaly.get(source)
    return _TYPES[anomaly.type] if anomaly else "TOD-CARD-09"


def owe(draft: Draft[Position], seat: str, kind: str, source: str, options: Sequence[Option] = ()) -> None:
    """Put a cost or effect that a seat must carry out on the stack; `resolve_costs` carries it out.

    `options` are the printed options, if the caller knows them. The cost of an unknown Dilemma is taken from the
    writer's declared result, if there is one.

    Rules:
        TOD-FAIL-05: it is carried out. TOD-FAIL-06: the seat chooses if there are several options.
    """
    if draft.now.is_over:
        return
    printed = tuple(options) or printed_cost(draft.now.box, kind, source)
    rule = rule_of(draft.now, kind, source)
    if any(printed):
        draft.add(f.CostDue(seat=seat, where=kind, source=source, chosen=1 if len(printed) == 1 else 0), rule)
    elif source == UNKNOWN:
        told = next((due for due in draft.left(f.CostDue) if (due.seat, due.where) == (seat, kind)), None)
        if told is not None:
            draft.add(replace(told, source=UNKNOWN), rule)


def resolve_costs(draft: Draft[Position]) -> None:
    """Carry out the costs on the stack until a seat has to choose. If none is left, the turn goes on.

    Rules:
        TOD-FAIL-05: part by part, as printed. TOD-ANOM-03: an anomaly drawn by a part comes before the rest. TOD-REG-01
        and TOD-ATASK-02: pools follow the change while they are built. TOD-DTRN-03: victories are checked last in the
        Daleks' turn.
    """
    while not draft.now.is_over and (debt := draft.now.debt):
        before = draft.now.stack
        if is_awaited(draft.now, debt):
            break
        _advance(draft, debt)
        anomalies.clear_instants(draft)
        if draft.now.stack == before:  # a declared result left the stack unchanged
            break
    if draft.now.is_over:
        return
    adventure.update_pools(draft)
    if draft.now.debt is not None:
        return
    if draft.now.step != "daleks":
        adventure.go_on_with_turn(draft)
    elif draft.now.steered:  # if not steered, a card was played before the Daleks moved
        victory.read_victories(draft)


def _advance(draft: Draft[Position], debt: Debt) -> None:
    if not debt.chosen and debt.options:
        option = payable_options(draft.now, debt)[0]
        draft.add(f.CostChosen(option=option), "TOD-FAIL-07" if len(debt.options) > 1 else "TOD-FAIL-05")
    elif unit := unit_due(debt):
        carry_out_unit(draft, debt, unit)
    else:
        draft.add(f.CostMet(left=0), rule_of(draft.now, debt.kind, debt.source))


def carry_out_unit(draft: Draft[Position], debt: Debt, unit: Part) -> None:
    """Count a part as done, then carry it out (TOD-FAIL-05). A Companion who has left cannot pay (TOD-FAIL-09)."""
    rule = rule_of(draft.now, debt.kind, debt.source)
    draft.add(f.CostMet(left=debt.left - 1), rule)
    if unit.each:
        _each(draft, debt, unit, rule)
    elif unit.does == "redraw":
        anomalies.redraw(draft, debt.source)
    else:
        _forced(draft, debt.seat, unit, rule)


def _each(draft: Draft[Position], debt: Debt, unit: Part, rule: str) -> None:
    """Carry out a part for every Doctor, in turn order. A part that may need a choice becomes a cost of each."""
    option = each_of(draft.now.box, debt.kind, debt.source, debt.chosen, debt.left)
    if unit.does.startswith("pay-") or unit.does in COMPANIONS:
        for seat in reversed(rewards.in_turn_order(draft.now)):
            draft.add(f.CostDue(seat=seat, where="each", source=debt.source, chosen=option), rule)
        return
    for seat in rewards.in_turn_order(draft.now):
        rewards.carry_out_part(draft, seat, unit, rule)


def _forced(draft: Draft[Position], seat: str, unit: Part, rule: str) -> None:
    """Carry out a part that leaves no choice, as far as it can be paid (AMB-14)."""
    console = draft.now.console(seat)
    if unit.does in ("pay-tokens", "pay-either"):
        prices.pay_tokens_of(draft, seat, min(unit.amount, console.tokens), rule)
    elif unit.does in COMPANIONS:
        remove_companions(draft, seat, [one.companion for one in console.companions[:1]], COMPANIONS[unit.does])
    else:
        rewards.carry_out_part(draft, seat, unit, rule)


def cost_conflicts(position: Position, seat: str) -> list[RuleConflict]:
    """Return the rule conflicts of a payment by a seat that owes nothing now."""
    if ended := turns.over_conflict(position):
        return [ended]
    debt = position.debt
    if debt is None:
        return [RuleConflict("TOD-FAIL-05", "a player can pay only a cost that is owed", "no cost is owed")]
    if seat == debt.seat:
        return []
    wanted = "only the player who owes a cost can pay that cost"
    return [RuleConflict("TOD-FAIL-05", wanted, f"the cost is owed by {titled(debt.seat)}")]


def _choose_cost_conflicts(position: Position, move: m.ChooseCost) -> list[RuleConflict]:
    debt = position.debt
    if (found := cost_conflicts(position, move.player)) or debt is None:
        return found
    if debt.chosen:
        return [RuleConflict("TOD-FAIL-06", "a cost can be chosen only once", f"cost {debt.chosen} is chosen already")]
    if not 1 <= move.option <= len(debt.options):
        wanted = "one of the printed costs must be chosen"
        state = f"there are {len(debt.options)}"
        return [RuleConflict("TOD-FAIL-06", wanted, state, have=move.option, need=1, limit=len(debt.options))]
    if move.option in payable_options(position, debt):
        return []
    wanted = "a chosen cost must be paid in full"
    return [RuleConflict("TOD-FAIL-07", wanted, f"{titled(move.player)} has too little for cost {move.option}")]


def _choose_cost_must(draft: Draft[Position], move: m.ChooseCost) -> None:
    debt = draft.now.debt
    there = debt is None or 1 <= move.option <= len(debt.options)
    draft.must("TOD-FAIL-06", there, f"cost {move.option} does not exist")


def choose_cost(draft: Draft[Position], move: m.ChooseCost) -> None:
    """Choose a printed cost (TOD-FAIL-06) for which the player has enough (TOD-FAIL-07), and carry it out."""
    debt = draft.now.debt
    if debt is not None and not debt.chosen and _is_for(draft.now, move.player, debt):
        draft.add(f.CostChosen(option=move.option), "TOD-FAIL-06")
        resolve_costs(draft)


def _part_conflicts(position: Position, seat: str, *does: str) -> list[RuleConflict]:
    debt = position.debt
    if (found := cost_conflicts(position, seat)) or debt is None:
        return found
    if not debt.chosen:
        return [RuleConflict("TOD-FAIL-06", "a cost must be chosen first")]
    unit = unit_due(debt)
    if unit is None or unit.does not in does:
        wanted = "the payment must be of the kind that the cost requires"
        return [RuleConflict("TOD-FAIL-05", wanted, "the next part of the cost is of another kind")]
    return []


def _pay_card_conflicts(position: Position, move: m.PayCard) -> list[RuleConflict]:
    found = _part_conflicts(position, move.player, *_PAID_BY[m.PayCard])
    return [*found, *prices.hand_conflict(position, move.player, move.card, "TOD-FAIL-05")]


def _pay_card_must(draft: Draft[Position], move: m.PayCard) -> None:
    draft.must("TOD-FAIL-05", move.card in draft.now.box.timey, f"{move.card[:40]!a} is not a Timey-Wimey card")


def pay_card(draft: Draft[Position], move: m.PayCard) -> None:
    """Discard a card from the hand as a cost."""
    debt = _debt_paid(draft.now, move)
    rule = rule_of(draft.now, debt.kind, debt.source) if debt else "TOD-FAIL-05"
    if draft.now.hands.get(move.player):
        draft.add(f.TimeyDiscarded(seat=move.player, card=move.card), rule)
    if debt:
        _tick(draft, rule)


def pay_tokens_conflicts(position: Position, move: m.PayTokens) -> list[RuleConflict]:
    """Return the rule conflicts of paying tokens for a cost of tokens or a card (TOD-FAIL-05)."""
    debt = position.debt
    if (found := _part_conflicts(position, move.player, *_PAID_BY[m.PayTokens])) or debt is None:
        return found
    unit = unit_due(debt)
    return prices.tokens_conflict(position, move.player, unit.amount if unit else 0, "TOD-FAIL-07")


def pay_tokens(draft: Draft[Position], move: m.PayTokens) -> None:
    """Pay tokens for a cost of tokens or a card (TOD-FAIL-05)."""
    debt = _debt_paid(draft.now, move)
    if not debt:
        return
    unit, rule = unit_due(debt), rule_of(draft.now, debt.kind, debt.source)
    tokens = min(unit.amount if unit else 0, draft.now.console(move.player).tokens)
    prices.pay_tokens_of(draft, move.player, tokens, rule)
    _tick(draft, rule)


def _pay_companion_conflicts(position: Position, move: m.PayCompanion) -> Iterator[RuleConflict]:
    yield from _part_conflicts(position, move.player, *_PAID_BY[m.PayCompanion])
    if all(one.companion != move.companion for one in position.console(move.player).companions):
        state = f"{companion_name(position, move.companion)[:40]} is not on {whose(position, move.player)} console"
        yield RuleConflict("TOD-FAIL-05", "only a Companion on the player's own console can be given up", state)


def _pay_companion_must(draft: Draft[Position], move: m.PayCompanion) -> None:
    known = move.companion in draft.now.box.companion
    draft.must("TOD-COMPN-01", known, f"{move.companion[:40]!a} is not a Companion")


def pay_companion(draft: Draft[Position], move: m.PayCompanion) -> None:
    """Discard or dismiss a Companion as a cost, as the cost demands (TOD-COMPN-01, TOD-COMPN-02)."""
    debt = _debt_paid(draft.now, move)
    aboard = any(one.companion == move.companion for one in draft.now.console(move.player).companions)
    unit = unit_due(debt) if debt else None
    if debt and unit and aboard:
        remove_companions(draft, move.player, [move.companion], COMPANIONS[unit.does])
        _tick(draft, rule_of(draft.now, debt.kind, debt.source))


def _debt_paid(position: Position, move: Move) -> Debt | None:
    debt = position.debt
    if debt is None or not _is_for(position, move.player, debt):
        return None
    return None if _part_conflicts(position, debt.seat, *_PAID_BY[type(move)]) else debt


def _is_for(position: Position, seat: str, debt: Debt) -> bool:
    """Return whether a seat's payment counts for the cost on top of the stack.

    A payment counts if the cost is the seat's own. In an accepted illegal move it also counts if the seat has no cost.
    """
    return seat == debt.seat or all(seat != thing.seat for thing in position.stack if isinstance(thing, Debt))


def _tick(draft: Draft[Position], rule: str) -> None:
    debt = draft.now.debt
    if debt is not None:
        draft.add(f.CostMet(left=debt.left - 1), rule)
    resolve_costs(draft)


COST_MOVES: Final[MoveRules[Position]] = {
    m.ChooseCost: MoveRule(_choose_cost_conflicts, choose_cost, _choose_cost_must),
    m.PayCard: MoveRule(_pay_card_conflicts, pay_card, _pay_card_must),
    m.PayTokens: MoveRule(pay_tokens_conflicts, pay_tokens),
    m.PayCompanion: MoveRule(_pay_companion_conflicts, pay_companion, _pay_companion_must),
}
"""The moves that carry out a cost (TOD-FAIL-05, TOD-FAIL-06)."""
