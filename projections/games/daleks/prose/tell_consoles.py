"""What became of consoles, hands and costs, a sentence each, without its full stop."""

from typing import Final, assert_never

from projections.games.daleks.components.printed_costs import HELP, printed_cost
from projections.games.daleks.events import effects as f
from projections.games.daleks.prose.card_text import option_words, options_words, part_words
from projections.games.daleks.rules.cost_parts import unit_due
from projections.games.daleks.rules.icons import icons_of
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
_LEFT: Final = {"discarded": "is discarded", "dismissed": "is dismissed into the deck"}
"""How a Companion leaves, by the word of `CompanionLeft`."""
_COSTS: Final = {
    "dilemma": "the fail cost of", "spared": "the fail cost, without moves of the ship, of",
    "anomaly": "the fail cost of", "toll": "what moving costs under", "effect": "what is done by",
    "ability": "what is done by", "each": "what every Doctor does by",
}  # fmt: skip
"""What a cost is, by the kind of `Debt`."""


def tell_console(event: ConsoleEffect, before: Position) -> str:
    """An effect on a console, a hand or a cost."""
    if isinstance(event, CardEffect):
        return _card(event, before)
    return _crew(event, before) if isinstance(event, CrewEffect) else _cost(event, before)


def _card(event: CardEffect, before: Position) -> str:  # noqa: PLR0911  # one case an event
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
            return f"{card_name(before, card)} lies on {whose(before, seat)} console"
        case f.EquipmentLeft(seat=seat, card=card):
            return f"{card_name(before, card)} leaves {whose(before, seat)} console for the discards"
        case f.EquipmentTraded(seat=seat, given=given, to=to, taken=taken):
            trade = f"{card_name(before, given)} for {whose(before, to)} {card_name(before, taken)}"
            return f"{seat_name(before, seat)} trades {trade}"
        case f.Used(seat=seat, card=card, icon=icon):
            icons = icons_of(before, card)
            name = clean(icons[icon - 1].name) if 0 < icon <= len(icons) else ""
            what = f"the {name} of the {card_name(before, card)}" if name else card_name(before, card)
            return f"{seat_name(before, seat)} has used {what} for this turn"
        case _:
            assert_never(event)


def _crew(event: CrewEffect, before: Position) -> str:
    match event:
        case f.DoctorTaken(seat=seat, doctor=doctor):
            return f"{seat_name(before, seat)} plays the {doctor_name(before, doctor)}"
        case f.ConsolesSwapped(seats=seats, doctors=doctors):
            pairs = zip(seats, doctors, strict=False)
            new = [f"{seat_name(before, seat)} is the {doctor_name(before, doctor)}" for seat, doctor in pairs]
            return f"all Doctors regenerate: {joined(new) or 'nobody is there'}"
        case f.CompanionJoined(seat=seat, companion=companion, part_time=part_time):
            how = "part-time" if part_time else "full-time"
            return f"{companion_name(before, companion)} comes aboard with {seat_name(before, seat)}, {how}"
        case f.CompanionLeft(seat=seat, companion=companion, how=how):
            left = _LEFT.get(how, f"leaves ({clean(how)})")
            return f"{companion_name(before, companion)} leaves {whose(before, seat)} console and {left}"
        case f.CompanionsKept(seat=seat):
            new = [companion_name(before, one.companion) for one in before.console(seat).companions if one.part_time]
            verb = "are" if len(new) > 1 else "is"
            return (
                f"{joined(new) or 'nobody'} {verb} {whose(before, seat)} full-time Companion{'s' * (len(new) > 1)} now"
            )
        case _:
            assert_never(event)


def cost_words(position: Position, kind: str, source: str) -> str:
    """What a cost is: `the fail cost of Sutekh`."""
    if source == HELP:
        return "what helping at the Location brings" if kind == "help" else "what helping from afar costs"
    name = card_name(position, source)
    return f"{_COSTS.get(kind) or f'the cost ({clean(kind)}) of'} {name}"


def _cost(event: CostEffect, before: Position) -> str:
    debt = before.debt
    match event:
        case f.CostDue(seat=seat, where=where, source=source, chosen=chosen):
            options = printed_cost(before.box, where, source)
            told = option_words(options[chosen - 1]) if 0 < chosen <= len(options) else options_words(options)
            return f"{seat_name(before, seat)} carries out {cost_words(before, where, source)}: {told}"
        case f.CostChosen(option=option):
            there = debt.options[option - 1] if debt and 0 < option <= len(debt.options) else None
            return f"due: {option_words(there) if there is not None else f'cost {option}'}"
        case f.CostMet(left=left):
            part = unit_due(debt) if debt else None
            done = f"done: {part_words(part)}" if part else "a part of the cost is done"
            return f"{done}{f'; {left} to come' if left > 0 else ''}"
        case _:
            assert_never(event)
