"""Data for prose about this game: the lexicon, and the names of territories, armies and cards."""

from collections.abc import Iterator
from typing import Final

from events.events import UNKNOWN, Move
from projections.card_file import shipped_text
from projections.games.risk import events as m
from projections.games.risk.components.world_map import TERRITORIES
from projections.games.risk.notation.card_spelling import bracketed, mission_code, mission_words, power_words
from projections.games.risk.notation.vocabulary import PLACE_CODES, army_words, place_code
from projections.games.risk.state.position import World
from projections.notation.prose.wordings import Wordings
from projections.notation.vocabulary import Vocabulary, seat_code

_COMPASS: Final = {
    "north": ("northern", "n", "the north of"), "south": ("southern", "s", "the south of"),
    "east": ("eastern", "e", "the east of", "east coast"), "west": ("western", "w", "the west of", "west coast"),
    "central": ("central", "c", "middle"), "middle": ("mid", "m"), "northwest": ("nw", "n w", "north west"),
    "southeast": ("se", "s e", "south east"),
}  # fmt: skip
"""Variants of the first word of a territory's name."""
_NEUTRALS: Final = {
    f"n{number}": (
        f"neutral {number}",
        f"neutrals {number}",
        f"neutral army {number}",
        f"{nth} neutral",
        f"{nth} neutrals",
    )
    for number, nth in enumerate(("first", "second", "third"), 1)
}
"""Phrases for the neutral armies."""
_REST: Final = {"united states": ("us", "usa", "states", "america"), "australia": ("oz", "aus", "aussie")}
"""Variants of the rest of the name."""


def _places() -> Iterator[tuple[str, str]]:
    """Yield every spelling of each territory with its code, without `ice`, which is too common in prose."""
    for word, code in PLACE_CODES.items():
        if word == "ice":
            continue
        yield word, code
        first, _, rest = word.replace(" - ", " ").partition(" ")
        point = next((point for point, phrase in _COMPASS.items() if rest and first in (point, *phrase)), None)
        for begin in (point, *_COMPASS[point]) if point else ():
            yield from ((f"{begin} {end}", code) for end in (rest, *_REST.get(rest, ())))


_PLACES: Final[Vocabulary] = dict(_places())


def _box_names(world: World) -> Iterator[tuple[str, Vocabulary]]:
    yield "place", _PLACES
    yield "power", {word: bracketed(world, card) for word, card in power_words(world).items()}
    yield "mission", {word: mission_code(world, card) for word, card in mission_words(world).items()}


def _names(world: World, _seat: str) -> Iterator[tuple[str, Vocabulary]]:
    if world.neutral_pool:
        yield "field", {**_PLACES, **WORDINGS.lexicon.things["place"]}
    yield "seat", {word: seat_code(seat) for word, seat in army_words(world.seats).items()}


def _at_hand(world: World) -> Iterator[str]:
    """Yield the three-letter codes of the two territories of the battle under way; nothing without a battle."""
    if world.battle is not None:
        yield from (place_code(place) for place in (world.battle.source, world.battle.target))


def _implied(world: World) -> Iterator[int]:
    """Yield numbers that prose may mention without a move: Daleks left to place or in the battle, territories held."""
    yield from (world.pool, world.neutral_pool, len(world.lands_of(world.player)))
    if (battle := world.battle) is not None:
        yield from (battle.daleks, battle.group)
        yield from (world.lands[place].daleks for place in (battle.source, battle.target))


def _described(world: World, _seat: str) -> dict[str, set[str]]:
    """Return the codes of territories by phrases for their army, such as `third neutral`, and their continent."""
    found: dict[str, set[str]] = {}
    for place, land in world.lands.items():
        phrases = [f"in {TERRITORIES[place].continent.replace('-', ' ')}"] if place in TERRITORIES else []
        for phrase in (*phrases, *_NEUTRALS.get(land.army, ())):
            found.setdefault(phrase, set()).add(place_code(place).lower())
    return found


def _meant(line: str, world: World, _seat: str) -> tuple[str, ...]:
    """Return the line with `+half` replaced by half of the Daleks left to place; () if that is impossible."""
    pool = world.pool
    return (line.replace("+half", f"+{pool // 2}"),) if "+half" in line and pool and not pool % 2 else ()


def _owns(world: World, move: Move) -> bool:
    """Return whether the territory and the Power Card of a move can be its player's."""
    origin = move.territory if isinstance(move, m.Place | m.RemoveDalek) else ""
    origin = move.source if isinstance(move, m.Attack | m.Manoeuvre) else origin
    card = move.card if isinstance(move, m.Attack | m.PlayPower | m.MoveTardis) else ""
    held = world.powers.get(move.player, ())
    owns_origin = origin not in world.lands or world.lands[origin].army == move.player
    return owns_origin and (card in ("", *held) or UNKNOWN in held)


WORDINGS: Final = Wordings(
    text=lambda: shipped_text("projections.games.risk", "data/lexicon.toml"), names=_names, box_names=_box_names,
    box=lambda world: world.cards, at_hand=_at_hand, implied=_implied,
    meant=_meant, owns=_owns, described=_described,
)  # fmt: skip
