"""What icons and parts may say, and which of them each kind of card or tile may carry."""

from collections.abc import Iterator, Mapping
from typing import Final

from projections.games.daleks.components.box import Ability, Icon, Option, Part

__all__ = ["PLACES", "Faults", "ability_faults", "icon_faults", "option_faults", "part_faults", "told"]

Faults = Iterator[tuple[str, str]]
"""What is wrong, each as the path behind the row and what is allowed there."""

_LONGEST: Final = 60
"""Characters of a name."""
_DICE: Final = 8
"""The most dice that one icon adds or re-rolls: a pool holds no more (TOD-LIM-01)."""
_TOKENS: Final = 5
"""The most tokens that anybody has (TOD-COMP-17)."""
_PAY: Final = ("pay-tokens", "pay-cards", "pay-either")
_GAIN: Final = ("tokens", "cards", "ship", "tardis", "clear")
_LOSE: Final = (*_PAY, "discard-companion", "dismiss-companion", "ship", "tardis", "dalek", "regenerate", "console")
PLACES: Final[Mapping[str, tuple[str, ...]]] = {
    "ability": (*_GAIN, *_PAY),
    "reward": _GAIN,
    "fail": _LOSE,
    "toll": (*_PAY, "discard-companion", "dismiss-companion"),
    "effect": ("tokens", "cards", "clear", *_LOSE),
    "instant": ("tokens", "cards", "clear", *_LOSE, "redraw"),
    "equipment": (*_GAIN, *_PAY, "trade"),
    "event": (*_GAIN, *_PAY, "regenerate"),
    "transfer": (*_GAIN, *_PAY, "swap"),
}
"""Where parts stand, and what they may do there."""
_AMOUNTS: Final[Mapping[str, tuple[int, int]]] = {
    **dict.fromkeys(("tokens", "cards", *_PAY), (1, _TOKENS)),
    **dict.fromkeys(("discard-companion", "dismiss-companion", "dalek"), (1, 3)),
    **dict.fromkeys(("ship", "tardis"), (-9, 9)),
    "clear": (1, 6),
}
"""The least and the greatest amount; what stands in no row happens once."""
_EACH: Final = ("tokens", "cards", *_PAY, "discard-companion", "dismiss-companion", "tardis", "console")
"""What can happen to each Doctor."""


def told(text: str, field: str = "name") -> Faults:
    """What people are told by is one short line of print that can stand between double quotes."""
    if not (text.strip() == text and text.isprintable() and 0 < len(text) <= _LONGEST) or '"' in text:
        yield field, f"1 to {_LONGEST} printed characters, without blanks around them and without double quotes"


def icon_faults(icons: tuple[Icon, ...], carrier: str) -> Faults:
    """What is wrong with the dice icons of a card.

    Rules:
        TOD-CARD-11 the four kinds; TOD-FOC-01 and TOD-FOC-02 what focus gives; TOD-RERO-04 to TOD-RERO-06 how much is
        re-rolled; TOD-FACE-02 what change gives; TOD-CARD-01 a card of the hand has one price for all.
    """
    for place, icon in enumerate(icons):
        for field, allowed in (*_icon(icon), *_carried(icon, carrier)):
            yield f"icons[{place}].{field}", allowed


def _icon(icon: Icon) -> Faults:
    """What goes with each kind of icon."""
    does = icon.does
    if not icon.colours or len(set(icon.colours)) < len(icon.colours):
        yield "colours", "one colour, or several different ones of which the user chooses"
    if does == "focus" and "black" in icon.colours:
        yield "colours", "focus swaps a black die for green, blue or red (TOD-FOC-01)"
    if bool(icon.symbol) != (does == "change"):
        yield "symbol", "change needs it, and nothing else has it"
    if icon.mode != "number" and does != "reroll":
        yield "mode", "only reroll takes any or all"
    most = _DICE if does in ("add", "reroll") and icon.mode == "number" else 1
    if not 1 <= icon.amount <= most:
        numbered = f"1 to {most}" if most > 1 else "1 or left out here"
        yield "amount", f"{icon.amount} is not {numbered}"
    if icon.name:
        yield from told(icon.name)


def _carried(icon: Icon, carrier: str) -> Faults:
    """What a card of the hand can do with dice without a choice among them, and where an icon can have a price."""
    if carrier in ("event", "transfer"):
        if icon.does != "add" and not (icon.does == "reroll" and icon.mode == "all"):
            yield "does", f"on a card of the type {carrier}: add, or reroll with mode = all"
        if icon.price:
            yield "price", "the card has a price, not its icons (TOD-CARD-01)"
    elif icon.price and icon.does == "add":
        yield "price", "dice of the starting pool have no price (TOD-POOL-01)"
    elif not 0 <= icon.price <= _TOKENS:
        yield "price", f"{icon.price} is not 0 to {_TOKENS}"


def part_faults(parts: tuple[Part, ...], field: str, place: str) -> Faults:
    """What is wrong with the parts in a field, by the place where they stand (`PLACES`)."""
    for number, part in enumerate(parts):
        for name, allowed in _part(part, place):
            yield f"{field}[{number}].{name}", allowed


def _part(part: Part, place: str) -> Faults:
    does = part.does
    if does not in PLACES[place]:
        yield "does", f"{does} is not for here: {', '.join(PLACES[place])}"
    least, most = _AMOUNTS.get(does, (1, 1))
    if not least <= part.amount <= most or not part.amount:
        span = f"{least} to {most}" + (", and not 0" if least < 0 else "")
        yield "amount", f"{part.amount} is not {span}" if least < most else f"{does} has no amount"
    if part.each and does not in _EACH:
        yield "each", f"{does} does not happen to each Doctor; that is for {', '.join(_EACH)}"


def option_faults(options: tuple[Option, ...], field: str, place: str) -> Faults:
    """What is wrong with a cost: one option, or up to three of which whoever pays chooses (TOD-FAIL-06)."""
    if len(options) > 3:
        yield field, f"{len(options)} options; at most 3"
    for number, option in enumerate(options):
        if not option:
            yield f"{field}[{number}]", "an option has one part at least"
        yield from part_faults(option, f"{field}[{number}]", place)


def ability_faults(ability: Ability | None, *, of_doctor: bool) -> Faults:
    """What is wrong with what a Doctor or Companion does beside dice.

    Rules:
        TOD-TRAV-14 the roll is skipped in Travel.
    """
    if ability is None:
        return
    if not ability.parts and not ability.skip_roll:
        yield "ability.parts", "an ability does something: parts, or skip_roll"
    if ability.skip_roll != (ability.when == "travel"):
        yield "ability.skip_roll", "true with when = travel, and only there (TOD-TRAV-14)"
    if ability.doctors and of_doctor:
        yield "ability.doctors", "only a Companion's ability depends on the Doctor"
    for place, number in enumerate(ability.doctors):
        if not 1 <= number <= 99 or number in ability.doctors[:place]:
            yield f"ability.doctors[{place}]", "the number of a Doctor, 1 to 99, once"
    yield from part_faults(ability.parts, "ability.parts", "ability")
