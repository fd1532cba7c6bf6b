"""Dice icons of the cards on a console, and what Doctors and Companions can do beside dice."""

from collections.abc import Iterator, Mapping
from typing import Final

from projections.draft import Draft
from projections.games.daleks.components.box import Ability, Icon
from projections.games.daleks.rules.prices import tokens_objection
from projections.games.daleks.state.names import card_name, whose
from projections.games.daleks.state.position import Position
from projections.objections import Objection


def on_console(position: Position, seat: str) -> tuple[str, ...]:
    """The cards of a console in their order: Doctor, Companions, Equipment; part-time Companions too (TOD-RECR-08)."""
    console = position.console(seat)
    companions = tuple(one.companion for one in console.companions)
    return (*((console.doctor,) if console.doctor else ()), *companions, *console.equipment)


def missing_card(position: Position, seat: str, card: str, rule: str) -> Objection:
    """That a card is not on a console."""
    return Objection(rule, False, f"{card_name(position, card)} is not on {whose(position, seat)} console")


def icons_of(position: Position, card: str) -> tuple[Icon, ...]:
    """The dice icons of a card (TOD-CARD-11)."""
    box = position.box
    found = box.doctor.get(card) or box.companion.get(card) or box.timey.get(card)
    return found.icons if found else ()


def ability_of(position: Position, card: str) -> Ability | None:
    """What a Doctor or Companion can do beside dice."""
    found = position.box.doctor.get(card) or position.box.companion.get(card)
    return found.ability if found else None


def must_know_card(draft: Draft[Position], card: str) -> None:
    """A card with icons is one of this box."""
    box = draft.now.box
    known = card in box.doctor or card in box.companion or card in box.timey
    draft.must("TOD-CARD-11", known, f"there is no card {card[:40]!a}")


def icon_at(position: Position, card: str, number: int, does: str) -> Icon | None:
    """The icon of a card of this number, counted from 1, where it does this."""
    icons = icons_of(position, card)
    icon = icons[number - 1] if 1 <= number <= len(icons) else None
    return icon if icon is not None and icon.does == does else None


_DOES: Final[Mapping[str, str]] = {
    "add": "add dice", "focus": "focus a die", "reroll": "re-roll dice", "change": "change a face",
}  # fmt: skip
"""What icons do, in words."""


def icon_objections(position: Position, seat: str, card: str, number: int, does: str) -> list[Objection]:
    """What speaks against a seat using an icon of a card.

    Rules:
        TOD-HELP-23 only one's own cards; TOD-CARD-08 Equipment once it is installed; TOD-CARD-06 each effect once a
        turn, TOD-RERO-03 and TOD-FACE-02 each icon once an Adventure; TOD-PREP-06 Equipment costs nothing more than its
        icon says.
    """
    return list(_icon_objections(position, seat, card, number, does))


def _icon_objections(position: Position, seat: str, card: str, number: int, does: str) -> Iterator[Objection]:
    if card not in on_console(position, seat):
        rule = "TOD-CARD-08" if card in position.box.timey else "TOD-HELP-23"
        yield missing_card(position, seat, card, rule)
    icon = icon_at(position, card, number, does)
    if icon is None:
        which = f"icon {number} of {card_name(position, card)}" if number else f"no icon of {card_name(position, card)}"
        verb = "does not" if number else "does"
        yield Objection("TOD-CARD-11", False, f"{which} {verb} {_DOES.get(does, does)}")
        return
    if (seat, card, number) in position.used:
        rule = {"reroll": "TOD-RERO-03", "change": "TOD-FACE-02"}.get(does, "TOD-CARD-06")
        yield Objection(
            rule,
            False,
            f"each icon is used once: {icon.name or f'icon {number}'} of {card_name(position, card)} was used",
        )
    yield from tokens_objection(position, seat, icon.price, "TOD-CARD-01")
