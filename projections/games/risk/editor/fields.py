"""Places of a described world that no move leads to: cards, what is left of a turn, what has been begun."""

from collections.abc import Mapping, Sequence
from typing import Final

from events.errors import RefusedError
from events.facts import ALL, UNKNOWN, Effect
from projections.described import CardsSet, PlaceSet, count_of, number_in, read_row, yes_or_no
from projections.games.risk.components.world_map import TERRITORIES, territory_named
from projections.games.risk.state.battle_words import battle_from, battle_read, battle_written
from projections.games.risk.state.names import code
from projections.games.risk.state.position import NEUTRALS, Battle, Duty, World
from projections.window import Window, WindowClosed, WindowOpened, with_window

__all__ = ["FLAGS", "PILES", "now", "set_by_hand", "with_described"]

HANDS: Final[Mapping[str, str]] = {"hand": "hands", "missions": "missions", "powers": "powers"}
"""Rows of cards of an army, and where the world keeps them."""
PILES: Final[Mapping[str, str]] = {
    "deck": "deck", "discards": "discards", "mission pile": "mission_pile", "power pile": "power_pile",
    "spent": "spent",
}  # fmt: skip
FLAGS: Final[Mapping[str, str]] = {"no attack": "no_attack", "conquered": "conquered", "drawn": "drawn"}
"""What is so or is not, this turn."""
_NUMBERS: Final[Mapping[str, str]] = {"trades": "trades", "neutral pool": "neutral_pool"}
_STEPS: Final = ("neutral", "tardis", "count", "counted")
_MOST: Final = 1000


def set_by_hand(world: World, place: str, value: str) -> Sequence[Effect] | None:
    """The effects that give a place a value; None where there is no such place.

    Raises:
        RefusedError: no such value; says what is allowed.
    """
    kind, _, army = place.partition(" ")
    if place in PILES or (kind in HANDS and army in world.armies):
        cards = read_row(place, value, _spellings(world, kind))
        if place not in PILES:  # written always, so that no line tells by its absence what a hand holds
            return (CardsSet(place, "" if army in NEUTRALS else army, cards),)
        same = cards == getattr(world, PILES[place]) and UNKNOWN not in cards
        return () if same else (CardsSet(place, ALL, cards),)
    found = _said(world, place, value)
    if found is None:
        return None
    return () if found == now(world, place) else (PlaceSet(place, found),)


def _spellings(world: World, kind: str) -> Mapping[str, str]:
    """The cards that a row can hold, by their ids, territories by their codes too."""
    if kind in ("hand", "deck", "discards"):
        return {**{name: name for name in TERRITORIES}, **{code(name).lower(): name for name in TERRITORIES}}
    missions, powers = world.cards.mission, world.cards.power
    known = {"missions": [*missions], "mission": [*missions], "powers": [*powers], "power": [*powers]}
    return {card: card for card in known.get(kind, [*missions, *powers])}


def _said(world: World, place: str, value: str) -> tuple[str, ...] | None:  # noqa: PLR0911  # one case a place
    """The values of a place, checked; None where there is no such place."""
    kind, _, rest = place.partition(" ")
    parts = () if value == "none" else tuple(" ".join(part.split()) for part in value.split(","))
    if place in FLAGS:
        return ("yes",) if yes_or_no(place, value) else ()
    if place in _NUMBERS:
        return (str(number_in(place, value, range(_MOST))),)
    named: Mapping[str, Sequence[str]] = {
        "defeated": world.armies, "missed": _STEPS, "neutral army": NEUTRALS, "window defence": world.seats,
    }  # fmt: skip
    if place in named:
        return tuple(_one_of(place, part, named[place]) for part in parts)
    if place in ("barred", "tardis card"):
        return tuple(_territory(place, part) for part in parts)
    if place == "battle":
        return battle_read(world, value) if parts else ()
    if kind == "duty" and rest in world.armies:
        return tuple(str(number_in(place, part, range(_MOST))) for part in parts[:1])
    return _cut(place, parts) if kind == "cut" and rest in world.armies else None


def _one_of(place: str, said: str, allowed: Sequence[str]) -> str:
    if said not in allowed:
        raise RefusedError(f'{place} cannot be "{said[:40]}": {", ".join(allowed)}, several with commas, or none'[:300])
    return said


def _territory(place: str, said: str) -> str:
    found = territory_named(said)
    if found is None:
        raise RefusedError(f'{place} cannot be "{said[:40]}": a territory, or none')
    return found


def _cut(place: str, parts: Sequence[str]) -> tuple[str, ...]:
    """What the next count of an army is short of: Daleks, and the pay of continents."""
    daleks = [number_in(place, part, range(_MOST)) for part in parts if part != "no continents"]
    if len(daleks) > 1:
        raise RefusedError(f"{place} is one number of Daleks, no continents, both with a comma between, or none")
    return (*map(str, daleks), *["no continents"] * ("no continents" in parts))


def now(world: World, place: str) -> tuple[str, ...]:  # noqa: PLR0911  # one case a place
    """What a place holds, as it is kept."""
    kind, _, rest = place.partition(" ")
    if place in FLAGS:
        return ("yes",) if getattr(world, FLAGS[place]) else ()
    if place in _NUMBERS:
        return (str(getattr(world, _NUMBERS[place])),)
    match kind:
        case "defeated" | "missed" | "barred":
            found: tuple[str, ...] = getattr(world, kind)
            return found
        case "tardis" | "neutral":
            one = world.tardis_card if kind == "tardis" else world.neutral_army
            return (one,) if one else ()
        case "cut":
            daleks, no_lands = world.cuts.get(rest, (0, False))
            return (*[str(daleks)] * bool(daleks), *["no continents"] * no_lands)
        case "battle":
            return battle_written(world.battle) if world.battle else ()
        case "duty":
            return tuple(str(thing.daleks) for thing in world.stack if isinstance(thing, Duty) and thing.player == rest)
        case _:
            return next(
                (thing.awaited for thing in world.stack if isinstance(thing, Window) and thing.name == rest), ()
            )


def with_described(world: World, fact: PlaceSet | CardsSet) -> World:  # noqa: PLR0911  # one case a place
    """The world after something was set by hand."""
    kind, _, rest = fact.place.partition(" ")
    if isinstance(fact, CardsSet):
        return _with_cards(world, fact, kind, rest)
    values = fact.values
    first = values[0] if values else ""
    if fact.place in FLAGS:
        return world.replace(**{FLAGS[fact.place]: bool(first)})
    if fact.place in _NUMBERS:
        return world.replace(**{_NUMBERS[fact.place]: count_of(first)})
    match kind:
        case "defeated" | "missed" | "barred":
            return world.replace(**{kind: values})
        case "tardis" | "neutral":
            return world.replace(**{"tardis_card" if kind == "tardis" else "neutral_army": first})
        case "cut":
            cut = (sum(map(count_of, values)), "no continents" in values)
            others = {seat: known for seat, known in world.cuts.items() if seat != rest}
            return world.replace(cuts={**others, rest: cut} if any(cut) else others)
        case "battle":
            left = tuple(thing for thing in world.stack if not isinstance(thing, Battle))
            battle = battle_from(values)
            return world.replace(stack=(battle, *left) if battle is not None else left)
        case "duty":
            stack = tuple(thing for thing in world.stack if not isinstance(thing, Duty))
            return world.replace(stack=(*stack, Duty(rest, count_of(first))) if count_of(first) else stack)
        case "window":
            return world.replace(
                stack=with_window(world.stack, WindowOpened(rest, values) if values else WindowClosed(rest))
            )
        case _:
            return world


def _with_cards(world: World, fact: CardsSet, kind: str, army: str) -> World:
    if fact.place in PILES:
        return world.replace(**{PILES[fact.place]: fact.cards})
    if kind not in HANDS:
        return world
    return world.replace(**{HANDS[kind]: {**getattr(world, HANDS[kind]), army: fact.cards}})
