"""Sentences for effects on consoles, hands and costs, without the full stop."""

from typing import Final, assert_never

from projections.games.daleks.components.printed_costs import HELP, printed_cost
from projections.games.daleks.events import effects as f
from projections.games.daleks.prose.card_text import option_words, options_words
from projections.games.daleks.rules.icons import icon_name
from projections.games.daleks.state.names import card_name, companion_name, doctor_name, seat_name, whose
from projections.games.daleks.state.position import Position
from projections.wording import clean, counted, joined

CardEffect = (
    f.TokensGained | f.TokensPaid | f.TimeyDiscarded | f.TimeyHanded | f.TimeySwapped | f.EquipmentInstalled
    | f.EquipmentLeft | f.EquipmentTraded | f.Used
)  # fmt: skip
CrewEffect = f.DoctorTaken | f.ConsolesSwapped | f.CompanionJoined | f.CompanionLeft | f.CompanionsKept
CostEffect = f.CostDue | f.CostChosen | f.CostMet
ConsoleEffect = CardEffect | CrewEffect | CostEffect
_LEFT: Final = {"discarded": "to the discards", "dismissed": "back into the deck"}
"""The words for where a Companion goes, by the value `how` of `CompanionLeft`."""
_COSTS: Final = {
    "dilemma": "the fail cost of", "spared": "the fail cost without ship moves of", "anomaly": "the fail cost of",
    "toll": "the cost of moving under", "effect": "the effect of", "ability": "the ability of",
    "each": "the part for every Doctor of",
}  # fmt: skip
"""The words for a cost, by the kind of `Debt`."""


def console_sentence(event: ConsoleEffect, before: Position) -> str:
    """Return the sentence for an effect on a console, a hand or a cost."""
    if isinstance(event, CardEffect):
        return _card(event, before)
    return _crew(event, before) if isinstance(event, CrewEffect) else _cost(event, before)


def _card(event: CardEffect, before: Position) -> str:  # noqa: PLR0911  # one case per event
    match event:
        case f.TokensGained(seat=seat, tokens=tokens):
            return f"{seat_name(before, seat)} gains {counted(tokens, 'token')}"
        case f.TokensPaid(seat=seat, tokens=tokens):
            return f"{seat_name(before, seat)} pays {counted(tokens, 'token')}"
        case f.TimeyDiscarded(seat=seat, card=card):
            return f"{card_name(before, card)} goes from {whose(before, seat)} hand to the discards"
        case f.TimeyHanded(seat=seat, card=card, to=to):
            return f"{seat_name(before, seat)} hands {card_name(before, card)} to {seat_name(before, to)}"
        case f.TimeySwapped(seat=seat, given=given, to=to, taken=taken):
            back = f"takes {card_name(before, taken)} at random"
            return f"{seat_name(before, seat)} gives {card_name(before, given)} to {seat_name(before, to)} and {back}"
        case f.EquipmentInstalled(seat=seat, card=card):
            return f"{card_name(before, card)} is now on {whose(before, seat)} console"
        case f.EquipmentLeft(seat=seat, card=card):
            return f"{card_name(before, card)} goes from {whose(before, seat)} console to the discards"
        case f.EquipmentTraded(seat=seat, given=given, to=to, taken=taken):
            trade = f"{card_name(before, given)} for {whose(before, to)} {card_name(before, taken)}"
            return f"{seat_name(before, seat)} trades {trade}"
        case f.Used(seat=seat, card=card, icon=icon):
            return f"{seat_name(before, seat)} cannot use {icon_name(before, card, icon)} again in this turn"
        case _:
            assert_never(event)


def _crew(event: CrewEffect, before: Position) -> str:
    match event:
        case f.DoctorTaken(seat=seat, doctor=doctor):
            return f"the {doctor_name(before, doctor)} is now on {whose(before, seat)} console"
        case f.ConsolesSwapped(seats=seats, doctors=doctors):
            pairs = zip(seats, doctors, strict=False)
            new = [f"{seat_name(before, seat)} is the {doctor_name(before, doctor)}" for seat, doctor in pairs]
            return f"all Doctors regenerate: {joined(new) or 'no player has one'}"
        case f.CompanionJoined(seat=seat, companion=companion, part_time=part_time):
            how = "part-time" if part_time else "full-time"
            return f"{companion_name(before, companion)} joins {seat_name(before, seat)} as a {how} Companion"
        case f.CompanionLeft(seat=seat, companion=companion, how=how):
            to = _LEFT.get(how, f"({clean(how)})")
            return f"{companion_name(before, companion)} goes from {whose(before, seat)} console {to}"
        case f.CompanionsKept(seat=seat):
            new = [companion_name(before, one.companion) for one in before.console(seat).companions if one.part_time]
            kind = "are now full-time Companions" if len(new) > 1 else "is now a full-time Companion"
            return f"{joined(new) or 'no Companion'} {kind} of {seat_name(before, seat)}"
        case _:
            assert_never(event)


def cost_words(position: Position, kind: str, source: str) -> str:
    """Return a cost in words: `the fail cost of Sutekh`."""
    if source == HELP:
        return "the effect of help at the Location" if kind == "help" else "the cost of help from afar"
    name = card_name(position, source)
    return f"{_COSTS.get(kind) or f'the cost ({clean(kind)}) of'} {name}"


def _cost(event: CostEffect, before: Position) -> str:
    debt = before.debt
    match event:
        case f.CostDue(seat=seat, where=where, source=source, chosen=chosen):
            options = printed_cost(before.box, where, source)
            told = option_words(options[chosen - 1]) if 0 < chosen <= len(options) else options_words(options)
            return f"{seat_name(before, seat)} must carry out {cost_words(before, where, source)}: {told}"
        case f.CostChosen(option=option):
            return f"cost {option} must be carried out"
        case f.CostMet(left=left):
            thing = "effect" if debt and debt.kind in ("effect", "ability", "each", "help") else "cost"
            how_much = "no part" if left <= 0 else counted(left, "part")
            return f"{how_much} of the {thing} {'are' if left > 1 else 'is'} left"
        case _:
            assert_never(event)
