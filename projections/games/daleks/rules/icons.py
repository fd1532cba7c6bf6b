"""Dice icons of the cards on a console, and abilities of Doctors and Companions."""

from collections.abc import Iterator, Mapping
from typing import Final

from projections.draft import Draft
from projections.games.daleks.components.box import Ability, Icon
from projections.games.daleks.events.moves import ChangeFace, Focus, ReRoll, UseAbility
from projections.games.daleks.rules.prices import tokens_conflict
from projections.games.daleks.state.names import card_name, the_card, whose
from projections.games.daleks.state.position import Position
from projections.rule_conflicts import RuleConflict
from projections.wording import clean


def on_console(position: Position, seat: str) -> tuple[str, ...]:
    """Return the cards of a console in order: Doctor, Companions (also part-time, TOD-RECR-08), Equipment."""
    console = position.console(seat)
    companions = tuple(one.companion for one in console.companions)
    return (*((console.doctor,) if console.doctor else ()), *companions, *console.equipment)


def missing_card(position: Position, seat: str, card: str, rule: str, act: str = "used") -> RuleConflict:
    """Return the rule conflict which says that a card cannot be `act`, because it is not on the seat's console."""
    missing = f"{card_name(position, card)} is not on {whose(position, seat)} console"
    return RuleConflict(rule, f"only a card on the player's own console can be {act}", missing)


def icons_of(position: Position, card: str) -> tuple[Icon, ...]:
    """Return the dice icons of a card (TOD-CARD-11)."""
    box = position.box
    found = box.doctor.get(card) or box.companion.get(card) or box.timey.get(card)
    return found.icons if found else ()


def ability_of(position: Position, card: str) -> Ability | None:
    """Return the ability of a Doctor or Companion that is not a dice icon."""
    found = position.box.doctor.get(card) or position.box.companion.get(card)
    return found.ability if found else None


def must_know_card(draft: Draft[Position], move: UseAbility | Focus | ReRoll | ChangeFace) -> None:
    """Require that the card of a move is in this box."""
    box, card = draft.now.box, move.card
    known = card in box.doctor or card in box.companion or card in box.timey
    draft.must("TOD-CARD-11", known, f"{card[:40]!a} is not a card")


def icon_name(position: Position, card: str, number: int) -> str:
    """Return the name of an icon: `the Bow Tie of the Eleventh Doctor`. An icon without a name has its card's name."""
    icons = icons_of(position, card)
    icon = clean(icons[number - 1].name) if 1 <= number <= len(icons) else ""
    name = the_card(position, card)
    return f"the {icon} of {name}" if icon else name


def icon_at(position: Position, card: str, number: int, does: str) -> Icon | None:
    """Return the icon of a card by its number, counted from 1, or None if the icon is not of the kind `does`."""
    icons = icons_of(position, card)
    icon = icons[number - 1] if 1 <= number <= len(icons) else None
    return icon if icon is not None and icon.does == does else None


_DOES: Final[Mapping[str, str]] = {
    "add": "add dice", "focus": "focus a die", "reroll": "re-roll dice", "change": "change a face",
}  # fmt: skip
"""The effects of icons in words."""


def icon_conflicts(position: Position, seat: str, card: str, number: int, does: str) -> list[RuleConflict]:
    """Return the rule conflicts of a seat using an icon of a card.

    Rules:
        TOD-HELP-23: only one's own cards. TOD-CARD-08: Equipment after it is installed. TOD-CARD-06: each effect once a
        turn. TOD-RERO-03 and TOD-FACE-02: each icon once an Adventure. TOD-PREP-06: Equipment costs no more than its
        icon says.
    """
    return list(_icon_conflicts(position, seat, card, number, does))


def _icon_conflicts(position: Position, seat: str, card: str, number: int, does: str) -> Iterator[RuleConflict]:
    if card not in on_console(position, seat):
        rule = "TOD-CARD-08" if card in position.box.timey else "TOD-HELP-23"
        yield missing_card(position, seat, card, rule)
    icon = icon_at(position, card, number, does)
    if icon is None:
        name = card_name(position, card)
        other = f"icon {number} of {name} is of another kind" if number else f"{name} has none"
        yield RuleConflict("TOD-CARD-11", f"the card must have an icon to {_DOES.get(does, does)}", other)
        return
    if (seat, card, number) in position.used:
        rule = {"reroll": "TOD-RERO-03", "change": "TOD-FACE-02"}.get(does, "TOD-CARD-06")
        wanted = "an icon can be used only once in a turn"
        yield RuleConflict(rule, wanted, f"{icon_name(position, card, number)} is used already")
    yield from tokens_conflict(position, seat, icon.price, "TOD-CARD-01")
