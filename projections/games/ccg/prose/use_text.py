"""The use of cards in words: whose card, its targets and its payment."""

from collections.abc import Iterable
from typing import Final, Protocol

from projections.games.ccg.state.names import card_name, face_card, face_name, value_name, whose, zone_name
from projections.games.ccg.state.position import Position
from projections.wording import clean, joined

STEPS: Final = {
    "deck": "submitting decks", "stand": "Standing cards", "zone": "choosing a zone", "draw": "drawing a card",
    "play": "playing cards", "combat": "preparing for combat", "attack": "attacking",
    "name": "naming a main combatant", "fight": "the fight", "hit": "making a Hit", "bonus": "the bonus card",
    "over": "the end of the game",
}  # fmt: skip


class Use(Protocol):
    """The fields that a move, an effect and an announcement share for the use of a card."""

    @property
    def targets(self) -> tuple[int, ...]:
        """The numbers of the targeted cards."""

    @property
    def paid(self) -> tuple[int, ...]:
        """The numbers of the cards that pay the cost."""

    @property
    def value(self) -> str:
        """The chosen value, or ""."""

    @property
    def zone(self) -> str:
        """The chosen zone, or ""."""


def step_words(step: str) -> str:
    """Return the name of a step of the turn for a sentence."""
    return STEPS.get(step) or clean(step)


def own(position: Position, number: int, seat: str = "") -> str:
    """Return the name of a card in play, with its player unless that is `seat`."""
    card, name = position.at(number), card_name(position, number)
    return name if card is None or card.side == seat else f"{whose(position, card.side)} {bare(name)}"


def bare(name: str) -> str:
    """Return a name without its article, to follow an owner."""
    return name.removeprefix("The ").removeprefix("a ")


def owns(position: Position, numbers: Iterable[int], seat: str = "") -> str:
    """Return the names of cards in play as a list for a sentence, with the player unless that is `seat`."""
    return joined([own(position, number, seat) for number in numbers]) or "no card"


def values_words(position: Position, number: int) -> str:
    """Return the present values of a card in play, as x/y/z."""
    card = position.at(number)
    return f"{card.energy}/{card.substance}/{card.support}" if card else "?/?/?"


def aimed(position: Position, use: Use, seat: str) -> str:
    """Return the words for the targets, chosen value, zone and payment of a card's use, or ""."""
    parts = [f" on {owns(position, use.targets, seat)}"] * bool(use.targets)
    parts += [f", naming {value_name(use.value)}"] * bool(use.value)
    parts += [f", to the {zone_name(use.zone)}"] * bool(use.zone)
    parts += [f", paid with {owns(position, use.paid, seat)}"] * bool(use.paid)
    return "".join(parts)


def ability_words(position: Position, face: str, ability: int) -> str:
    """Return the words for an ability, with its number if the card has several."""
    card = face_card(position, face)
    several = ability > 1 or (card is not None and sum(one.when == "special" for one in card.does) > 1)
    return f"ability {ability}" if several else "ability"


def used(position: Position, player: str, face: str, number: int, ability: int) -> str:
    """Return the words for a used card and its player, and for the ability if the card has several."""
    name = card_name(position, number) if position.at(number) else face_name(position, face)
    words = ability_words(position, face, ability)
    sentence = f"{whose(position, player)} {bare(name)}"
    return f"{sentence} ({words})" if number and words != "ability" else sentence


def numbered(position: Position, field: str, number: int) -> str:
    """Return the words for an ability or a card in play, with its zone if it has a twin in another zone."""
    if field == "ability" or not number:
        return f"ability {number}" if number else "left to the defender"
    card = position.at(number)
    twins = (other for other in position.play if card and (other.face, other.side) == (card.face, card.side))
    twin = card and any(other.zone != card.zone for other in twins)
    return f"{own(position, number)}, {zone_name(card.zone)}" if card and twin else own(position, number)
