"""The fields of a position that a moderator sets, a description lists and a post states.

Cards are not taken from elsewhere: a description must set all rows, and the invariants report contradictions.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from events.errors import RefusedError
from projections import field
from projections.described import count_of, number_in
from projections.field import Field, Fields, Key, Row
from projections.games.risk.components.world_map import CODES, TERRITORIES, territory_named
from projections.games.risk.state import battle_words, names
from projections.games.risk.state.position import NEUTRALS, Battle, Duty, Land, World
from projections.window import Window, WindowClosed, WindowOpened, with_window

_MOST: Final = range(1000)
_MISSED: Final = ("neutral", "tardis", "count", "counted")


def _options(world: World) -> Iterator[tuple[str, str]]:
    """Yield the options of the session as (name, value), except those for the deal, which is over."""
    yield "first_player", world.first
    yield from field.changed_options(world.options, "territories", "first_player")


def _steps(world: World) -> list[str]:
    neutrals = len(world.armies) > len(world.seats)
    return [step for step in names.STEPS if step != "counted" and (step != "neutral" or neutrals)]


def _land_read(world: World, where: str, value: str) -> Row:
    land = world.lands.get(CODES[where], Land())
    army, _, count = value.rpartition(" ")
    army = army.strip() or land.army
    if army not in world.armies:
        raise RefusedError(f'"{army[:40]}" is not an army. Armies: {", ".join(world.armies)}'[:300])
    least = 1 if land.army else 0  # a described position may be in the middle of a conquest
    return (f"{army} {number_in(where, count, _MOST[least:])}",)


def _land_shown(world: World, where: str) -> Row:
    land = world.lands.get(CODES[where], Land())
    return (f"{land.army} {land.daleks}",)


def _claimed_of_land(value: Callable[[World, Land], str]) -> Callable[[World, str], str | None]:
    def claim(world: World, where: str) -> str | None:
        land = world.lands.get(CODES[where])
        return value(world, land) if land else None

    return claim


def _territory(_world: World, place: str, written: str) -> str:
    found = territory_named(written)
    if found is None:
        raise RefusedError(f'{place} cannot be "{written[:40]}". It must be a territory, or none')
    return found


def _codes(values: Row) -> str:
    return field.listed(tuple(map(names.code, values)))


def _territory_cards(_world: World) -> Mapping[str, str]:
    return {**{name: name for name in TERRITORIES}, **{names.code(name).lower(): name for name in TERRITORIES}}


def _missions(world: World) -> Mapping[str, str]:
    return {card: card for card in world.cards.mission}


def _powers(world: World) -> Mapping[str, str]:
    return {card: card for card in world.cards.power}


def _knows(army: str) -> str:
    return "" if army in NEUTRALS else army


def _cut_read(_world: World, place: str, value: str) -> Row:
    parts = field.parts_of(value)
    daleks = [number_in(place, part, _MOST) for part in parts if part != "no continents"]
    if len(daleks) > 1:
        raise RefusedError(f"{place} must be a number of Daleks, no continents, both separated by a comma, or none")
    return (*map(str, daleks), *["no continents"] * ("no continents" in parts))


def _cut_shown(world: World, army: str) -> Row:
    daleks, no_continents = world.cuts.get(army, (0, False))
    return (*[str(daleks)] * bool(daleks), *["no continents"] * no_continents)


def _cut_put(world: World, army: str, values: Row) -> World:
    cut = (sum(map(count_of, values)), "no continents" in values)
    others = {other: known for other, known in world.cuts.items() if other != army}
    return world.replace(cuts={**others, army: cut} if any(cut) else others)


def _battle_put(world: World, _key: str, values: Row) -> World:
    left = tuple(thing for thing in world.stack if not isinstance(thing, Battle))
    battle = battle_words.battle_from(values)
    return world.replace(stack=(battle, *left) if battle is not None else left)


def _duty_shown(world: World, army: str) -> Row:
    return tuple(str(thing.daleks) for thing in world.stack if isinstance(thing, Duty) and thing.player == army)


def _duty_put(world: World, army: str, values: Row) -> World:
    daleks = count_of("".join(values[:1]))
    stack = tuple(thing for thing in world.stack if not isinstance(thing, Duty))
    return world.replace(stack=(*stack, Duty(army, daleks)) if daleks else stack)


def _awaited(world: World, _key: str) -> Row:
    return next((thing.awaited for thing in world.stack if isinstance(thing, Window) and thing.name == "defence"), ())


def _awaited_put(world: World, _key: str, values: Row) -> World:
    changed = WindowOpened("defence", values) if values else WindowClosed("defence")
    return with_window(world, changed)


_LAND: Final[Key[World]] = Key(
    lambda world: (land.code for name, land in TERRITORIES.items() if name in world.lands),
    lambda _world, text: names.code(name) if (name := territory_named(text)) else None,
)
_ARMY: Final[Key[World]] = Key(lambda world: world.armies)
_ANY_ARMY: Final[Key[World]] = Key(lambda world: (*world.seats, *NEUTRALS))
_SOME: Final = "separated by commas, or `none`"
_COUNT: Final = "the number of cards"
_CARDS: Final = "cards, `?`, a number, `none`"

FIELDS: Final[Fields[World]] = Fields(
    _options,
    field.whose_turn(lambda world: [seat for seat in world.seats if seat not in world.defeated]),
    field.word(
        "step", "step", field.one_of(_steps), empty=False, put=None, shown=field.shown_always,
        takes="`neutral`, `tardis`, `count`, `place`, `attack`, `manoeuvre`, `draw`; cancels a battle",
    ),
    Field(
        "<a territory>", _land_read, _land_shown, of=_LAND, shown=field.shown_always,
        takes="`black 4`, or `4` for the army that is there",
        claim=_claimed_of_land(
            lambda world, land: f"{names.letters(world.seats).get(land.army, land.army)}{land.daleks}"
        ),
        claims="the letter of the army and its Daleks: `K4`",
    ),
    Field(
        "daleks <territory>", of=_LAND, claim=_claimed_of_land(lambda _world, land: str(land.daleks)),
        claims="the number of Daleks in it",
    ),
    Field("army <territory>", of=_LAND, claim=_claimed_of_land(lambda _world, land: land.army), claims="its army"),
    Field(
        "<army>", of=_ANY_ARMY, claim=lambda world, army: str(len(world.lands_of(army))),
        claims="the number of its territories",
    ),
    Field(
        "daleks <army>", of=_ANY_ARMY, claim=lambda world, army: str(world.daleks_of(army)),
        claims="the number of its Daleks on the board",
    ),
    field.number(
        "clara", "clara", range(1, len(names.DOCTORS) + 1), put=None, shown=field.shown_always,
        takes="`1` to `11`: the Doctor that Clara has reached",
        claim=lambda world, _key: str(world.clara), claims="the same",
    ),
    field.word(
        "tardis", "tardis", _territory, put=None, write=_codes, shown=field.shown_always,
        takes="a territory, or `none`",
        claim=lambda world, _key: names.code(world.tardis) if world.tardis else "nowhere", claims="the same",
    ),
    field.number(
        "pool", "pool", range(100), put=None, takes="`0` to `99`: the new Daleks left to place",
        claim=lambda world, _key: str(world.pool), claims="the same",
    ),
    field.number("neutral pool", "neutral_pool", _MOST, shown=field.shown_always, takes="neutral Daleks left to place"),
    field.number("trades", "trades", _MOST, takes="the number of trades in this turn"),
    field.words("defeated", "defeated", field.any_of(lambda world: world.armies), takes=f"armies, {_SOME}"),
    field.words(
        "missed", "missed", field.any_of(lambda _world: _MISSED),
        takes="the skipped steps `neutral`, `tardis`, `count`, `counted`, " + _SOME,
    ),
    field.word("neutral army", "neutral_army", field.any_of(lambda _world: NEUTRALS, ", or none"),
        takes="the army that gets them: `n1`, or `none`"),
    field.flag("no attack", "no_attack"),
    field.flag("conquered", "conquered"),
    field.flag("drawn", "drawn"),
    field.word("tardis card", "tardis_card", _territory, write=_codes, takes="a territory, or `none`"),
    field.words("barred", "barred", _territory, write=_codes, takes=f"territories that cannot attack, {_SOME}"),
    Field(
        "cut <army>", _cut_read, _cut_shown, _cut_put, of=_ARMY,
        takes="how its next count is reduced: `3, no continents`, one of the two, or `none`",
    ),
    field.cards(
        "hand <army>", "hands", _territory_cards, names.code, _knows, of=_ARMY, claims=_COUNT,
        shown=lambda world, army, _values: army in world.hands,
    ),
    field.cards(
        "missions <army>", "missions", _missions, knows=_knows, of=_ARMY, claims=_COUNT,
        shown=lambda world, army, _values: army in world.missions,
    ),
    field.cards(
        "powers <army>", "powers", _powers, knows=_knows, of=_ARMY, claims=_COUNT,
        shown=lambda world, army, _values: army in world.powers,
    ),
    field.cards("deck", "deck", _territory_cards, names.code, claims=_COUNT),
    field.cards("discards", "discards", _territory_cards, names.code, claims=_COUNT),
    field.cards("mission pile", "mission_pile", _missions),
    field.cards("power pile", "power_pile", _powers),
    field.cards("spent", "spent", lambda world: {**_missions(world), **_powers(world)}),
    Field(
        "battle", lambda world, _place, value: battle_words.battle_read(world, value) if value != "none" else (),
        lambda world, _key: battle_words.battle_written(world.battle) if world.battle else (), _battle_put,
        write=battle_words.shown,
        takes="`attacker black, defender yellow, source RUS, target SCA, daleks 3` and other fields, or `none`",
    ),
    Field(
        "duty <army>", lambda _world, place, value: () if value == "none" else (str(number_in(place, value, _MOST)),),
        _duty_shown, _duty_put, of=_ARMY,
        takes="the number of Daleks that it must remove, or `none`",
    ),
    Field(
        "window defence", field.comma_separated(field.any_of(lambda world: world.seats)), _awaited,
        _awaited_put, takes=f"the seats that can answer the attack with a card, {_SOME}",
    ),
)  # fmt: skip
"""All fields, in the order of a description."""
