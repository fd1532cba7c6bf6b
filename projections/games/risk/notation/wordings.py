"""What is known of prose about this game: the lexicon, and the names of territories, armies, cards."""

from collections.abc import Iterator
from typing import Final

from projections.card_file import shipped_text
from projections.games.risk.notation.card_spelling import bracketed, mission_code, mission_words, power_words
from projections.games.risk.notation.vocabulary import PLACE_CODES, army_words, place_code
from projections.games.risk.state.position import World
from projections.notation.prose.lexicon import Wordings
from projections.notation.vocabulary import Vocabulary, seat_code

_PLACES: Final[Vocabulary] = {word: code for word, code in PLACE_CODES.items() if word != "ice"}
"""In a sentence ice is no territory."""
_ALL: Final = ("all", "the lot", "everything", "the whole lot", "all of them", "the whole pool", "every one")


def _box_names(world: World) -> Iterator[tuple[str, Vocabulary]]:
    yield "place", _PLACES
    yield "power", {word: bracketed(world, card) for word, card in power_words(world).items()}
    yield "mission", {word: mission_code(world, card) for word, card in mission_words(world).items()}


def _names(world: World, _seat: str) -> Iterator[tuple[str, Vocabulary]]:
    if pool := world.neutral_pool or world.pool:
        yield "all", dict.fromkeys(_ALL, str(pool))
    yield "seat", {word: seat_code(seat) for word, seat in army_words(world.seats).items()}


def _at_hand(world: World) -> Iterator[str]:
    """The territories of the battle under way."""
    if world.battle is not None:
        yield from (place_code(place) for place in (world.battle.source, world.battle.target))


WORDINGS: Final = Wordings(
    text=lambda: shipped_text("projections.games.risk", "data/lexicon.toml"), names=_names, box_names=_box_names,
    box=lambda world: world.cards, at_hand=_at_hand,
)  # fmt: skip
