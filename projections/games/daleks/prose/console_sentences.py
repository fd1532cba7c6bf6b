"""Sentences for effects on consoles, hands and costs."""

from typing import Final

from projections.games.daleks.components.printed_costs import HELP, printed_cost
from projections.games.daleks.events import effects as f
from projections.games.daleks.prose.card_text import option_words, options_words
from projections.games.daleks.state import names
from projections.games.daleks.state.position import Position
from projections.sentence_table import Rows, Writers
from projections.wording import clean, counted, joined

_LEFT: Final = {"discarded": "to the discards", "dismissed": "back into the deck"}
"""The words for where a Companion goes, by the value `how` of `CompanionLeft`."""
_COSTS: Final = {
    "dilemma": "the fail cost of", "spared": "the fail cost without ship moves of", "anomaly": "the fail cost of",
    "toll": "the cost of moving under", "effect": "the effect of", "ability": "the ability of",
    "each": "the part for every Doctor of",
}  # fmt: skip
"""The words for a cost, by the kind of `Debt`."""


def cost_words(position: Position, kind: str, source: str) -> str:
    """Return a cost in words: `the fail cost of Sutekh`."""
    if source == HELP:
        return "the effect of help at the Location" if kind == "help" else "the cost of help from afar"
    return f"{_COSTS.get(kind) or f'the cost ({clean(kind)}) of'} {names.card_name(position, source)}"


def _where_to(how: str) -> str:
    return _LEFT.get(how, f"({clean(how)})")


def _all_regenerate(event: f.ConsolesSwapped, before: Position, _after: Position) -> str:
    pairs = zip(event.seats, event.doctors, strict=False)
    new = [f"{names.seat_name(before, seat)} is the {names.doctor_name(before, doctor)}" for seat, doctor in pairs]
    return f"All Doctors regenerate: {joined(new) or 'no player has one'}."


def _joined_seat(event: f.CompanionJoined, before: Position, _after: Position) -> str:
    how = "part-time" if event.part_time else "full-time"
    companion = names.companion_name(before, event.companion)
    return f"{companion} joins {names.seat_name(before, event.seat)} as a {how} Companion."


def _kept(event: f.CompanionsKept, before: Position, _after: Position) -> str:
    crew = before.console(event.seat).companions
    new = [names.companion_name(before, one.companion) for one in crew if one.part_time]
    kind = "are now full-time Companions" if len(new) > 1 else "is now a full-time Companion"
    return f"{joined(new) or 'no Companion'} {kind} of {names.seat_name(before, event.seat)}."


def _due(event: f.CostDue, before: Position, _after: Position) -> str:
    options, chosen = printed_cost(before.box, event.where, event.source), event.chosen
    told = option_words(options[chosen - 1]) if 0 < chosen <= len(options) else options_words(options)
    cost = cost_words(before, event.where, event.source)
    return f"{names.seat_name(before, event.seat)} must carry out {cost}: {told}."


def _met(event: f.CostMet, before: Position, _after: Position) -> str:
    debt, left = before.debt, event.left
    thing = "effect" if debt and debt.kind in ("effect", "ability", "each", "help") else "cost"
    how_much = "no part" if left <= 0 else counted(left, "part")
    return f"{how_much} of the {thing} {'are' if left > 1 else 'is'} left."


WRITERS: Final[Writers] = {"where to": _where_to}
ROWS: Final[Rows] = {
    f.TokensGained: "{seat} gains {tokens:count token}.",
    f.TokensPaid: "{seat} pays {tokens:count token}.",
    f.TimeyDiscarded: "{card} goes from {seat:whose} hand to the discards.",
    f.TimeyHanded: "{seat} hands {card} to {to}.",
    f.TimeySwapped: "{seat} gives {given} to {to} and takes {taken} at random.",
    f.EquipmentInstalled: "{card} is now on {seat:whose} console.",
    f.EquipmentLeft: "{card} goes from {seat:whose} console to the discards.",
    f.EquipmentTraded: "{seat} trades {given} for {to:whose} {taken}.",
    f.Used: "{seat} cannot use {card icon} again in this turn.",
    f.DoctorTaken: "The {doctor} is now on {seat:whose} console.",
    f.ConsolesSwapped: _all_regenerate,
    f.CompanionJoined: _joined_seat,
    f.CompanionLeft: "{companion} goes from {seat:whose} console {how:where to}.",
    f.CompanionsKept: _kept,
    f.CostDue: _due,
    f.CostChosen: "Cost {option} must be carried out.",
    f.CostMet: _met,
}
