"""Descriptions of cards: effects of Power Cards, conditions of missions, stars of Territory Cards."""

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from events.events import Event
from projections.games.risk.components.cards import Power
from projections.games.risk.state.names import card_name, place
from projections.games.risk.state.position import World
from projections.named_ids import ids_of
from projections.wording import counted

_WHEN: Final[Mapping[str, str]] = {
    "declare": "When you declare an attack", "defend": "When you are attacked", "place": "While you place Daleks",
    "tardis": "While you place Daleks",
}  # fmt: skip
_DOES: Final[Mapping[str, Callable[[int], str]]] = {
    "attack-plus": lambda amount: f"each of your dice counts {amount} more until the attack ends",
    "reroll-ones": lambda _amount: "you may re-roll 1s until the attack ends",
    "genesis-ark": lambda _amount: (
        "roll a die and add that number of Daleks to the attacking territory (only against an opponent)"
    ),
    "defence-fewer": lambda amount: f"the defender rolls {counted(amount, 'die', 'dice')} fewer in the first roll",
    "strike-first": lambda amount: (
        f"destroy {counted(amount, 'defending Dalek')} before the first roll, but never the last one"
    ),
    "doctor-donna": lambda amount: f"destroy {counted(amount, 'attacking Dalek')}, and add {amount} to your territory",
    "defence-plus": lambda amount: f"each of your dice counts {amount} more until the attack ends",
    "defence-reroll": lambda _amount: "you may re-roll 1s until the attack ends",
    "defence-reinforced": lambda amount: (
        f"roll a die, divide by {amount}, round up, and add that number of Daleks to your territory"
    ),
    "more-daleks": lambda amount: f"place {counted(amount, 'more Dalek')}",
    "continent-bonus": lambda amount: (
        f"place {counted(amount, 'more Dalek')} for each continent that you hold, and for at least one"
    ),
    "rival-fewer": lambda amount: f"the next count of an opponent is {counted(amount, 'Dalek')} lower",
    "rival-no-continents": lambda _amount: "the next count of an opponent has nothing for continents",
    "rival-removes": lambda amount: (
        f"an opponent removes {counted(amount, 'Dalek')} of their own, but never the last one of a territory"
    ),
    "move-tardis": lambda _amount: "move the TARDIS to another territory",
}


def power_words(card: Power) -> str:
    """Return words for when a Power Card is played and for its effect."""
    return f"{_WHEN[card.timing]}: {_DOES[card.effect](card.amount)}"


def card_words(world: World, card: str) -> str:
    """Return words for what a card is worth or does, "" for an unknown one."""
    if card in world.cards.power:
        return power_words(world.cards.power[card])
    if mission := world.cards.mission.get(card):
        return f"Worth {counted(mission.daleks, 'Dalek')} if you hold {place(mission.territory)} in your turn"
    if face := world.cards.territory.get(card):
        clara = ", with Clara" if face.clara else ""
        return f"Territory Card with {counted(face.stars, 'star')}{clara}"
    return ""


def cards_named_in(world: World, event: Event) -> Iterator[tuple[str, str]]:
    """Yield each card that an event names, as (name, description); territories only from a field `cards`."""
    for ident in dict.fromkeys(ids_of(event)):
        is_territory = ident in world.cards.territory and bool(getattr(event, "cards", ()))
        if ident in world.cards.power or ident in world.cards.mission or is_territory:
            yield card_name(world, ident), card_words(world, ident)
