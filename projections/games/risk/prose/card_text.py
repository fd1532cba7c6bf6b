"""What the cards do, in words: the effects of Power Cards, what a mission asks, the stars of a Territory Card."""

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from events.events import Event
from projections.games.risk.components.cards import Power
from projections.games.risk.state.names import card_name, place, territory_name
from projections.games.risk.state.position import World
from projections.named_ids import ids_of
from projections.wording import counted

_WHEN: Final[Mapping[str, str]] = {
    "declare": "With the declaration of an attack", "defend": "When attacked", "place": "While Daleks are placed",
    "tardis": "While Daleks are placed",
}  # fmt: skip
_DOES: Final[Mapping[str, Callable[[int], str]]] = {
    "attack-plus": lambda amount: f"{amount} more on each of its player's dice until that attack ends",
    "reroll-ones": lambda _amount: "its player may re-roll 1s until that attack ends",
    "genesis-ark": lambda _amount: (
        "against an opponent, a die is rolled and so many Daleks join the attacking territory"
    ),
    "defence-fewer": lambda amount: (
        f"the defence throws {counted(amount, 'die fewer', 'dice fewer')} in the first roll"
    ),
    "strike-first": lambda amount: (
        f"{counted(amount, 'defending Dalek')} destroyed before the first roll, never the last one"
    ),
    "doctor-donna": lambda amount: (
        f"{counted(amount, 'attacking Dalek')} destroyed, and {amount} more in the territory attacked"
    ),
    "defence-plus": lambda amount: f"{amount} more on each die of the defence until that attack ends",
    "defence-reroll": lambda _amount: "the defence may re-roll 1s until that attack ends",
    "defence-reinforced": lambda amount: (
        f"a die is rolled, and one Dalek for each {amount} of it, rounded up, joins the territory attacked"
    ),
    "more-daleks": lambda amount: f"{counted(amount, 'more Dalek')} to place",
    "continent-bonus": lambda amount: (
        f"{counted(amount, 'more Dalek')} to place for each continent held, for one at least"
    ),
    "rival-fewer": lambda amount: f"the next count of an opponent is {counted(amount, 'Dalek')} short",
    "rival-no-continents": lambda _amount: "the next count of an opponent has nothing for continents",
    "rival-removes": lambda amount: (
        f"an opponent takes {counted(amount, 'Dalek')} off the board, never the last one of a territory"
    ),
    "move-tardis": lambda _amount: "the TARDIS moves to another territory",
}


def power_words(card: Power) -> str:
    """When a Power Card is played, and what it does."""
    return f"{_WHEN[card.timing]}: {_DOES[card.effect](card.amount)}"


def cards_named_in(world: World, event: Event) -> Iterator[tuple[str, str]]:
    """The Power Cards and missions that an event names, each with what it does; a territory is no card there."""
    for ident in dict.fromkeys(ids_of(event)):
        if ident in world.cards.power:
            yield card_name(world, ident), power_words(world.cards.power[ident])
        elif mission := world.cards.mission.get(ident):
            yield (
                card_name(world, ident),
                (f"whoever holds {place(mission.territory)} shows it and gets {counted(mission.daleks, 'Dalek')}"),
            )
        elif getattr(event, "cards", ()) and ident in world.cards.territory:
            face = world.cards.territory[ident]
            clara = ", with Clara" if face.clara else ""
            yield territory_name(ident), f"Territory Card of {counted(face.stars, 'star')}{clara}"
