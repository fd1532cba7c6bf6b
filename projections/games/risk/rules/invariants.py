"""Invariants between moves: kind `matter` always holds, `law` holds if every move was legal."""

from collections import Counter
from collections.abc import Iterable
from typing import Final

from events.events import UNKNOWN
from projections.game import Invariant
from projections.games.risk.components.world_map import TERRITORIES
from projections.games.risk.state.position import World
from projections.window import Window


def cards_of(world: World, kind: str) -> list[str]:
    """Return the ids of all cards of a kind (`territory`, `mission`, `power`) wherever they are, `"?"` if unknown."""
    if kind == "territory":
        under = (world.tardis_card,) if world.tardis_card else ()
        return [*_held(world.hands.values()), *world.deck, *world.discards, *under]
    known = world.cards.mission if kind == "mission" else world.cards.power
    rows, pile = (world.missions, world.mission_pile) if kind == "mission" else (world.powers, world.power_pile)
    return [*_held(rows.values()), *pile, *(card for card in world.spent if card in known)]


def _held(rows: Iterable[tuple[str, ...]]) -> list[str]:
    return [card for row in rows for card in row]


def _all_there(world: World, kind: str, count: int) -> bool:
    cards = Counter(cards_of(world, kind))
    total = cards.pop(UNKNOWN, 0) + cards.total()
    return not world.turn or (total == count and all(number == 1 for number in cards.values()))


def _one_army_each(world: World) -> bool:
    held = all(land.army in world.armies for land in world.lands.values())
    return not world.turn or (held and world.lands.keys() == TERRITORIES.keys())


def _none_empty(world: World) -> bool:
    battle = world.battle
    taken = battle.target if battle and battle.taken else ""
    return all(land.daleks > 0 for name, land in world.lands.items() if name != taken)


def _placed_before_attacks(world: World) -> bool:
    return not world.pool or world.step == "place"


def _one_at_a_time(world: World) -> bool:
    begun = [type(thing) for thing in world.stack if not isinstance(thing, Window)]
    return len(begun) <= 1


def _cease_fire(world: World) -> bool:
    battle = world.battle
    return battle is None or world.tardis not in (battle.source, battle.target)


def _defeated_have_nothing(world: World) -> bool:
    rows = (world.hands, world.missions, world.powers)
    return not any(world.lands_of(army) or any(row.get(army) for row in rows) for army in world.defeated)


INVARIANTS: Final[tuple[Invariant[World], ...]] = (
    Invariant("the 42 Territory Cards are all there (RISK-CMP-02)", "matter", lambda w: _all_there(w, "territory", 42)),
    Invariant("the 10 Mission Cards are all there (RISK-CMP-02)", "matter", lambda w: _all_there(w, "mission", 10)),
    Invariant("the 15 Power Cards are all there (RISK-CMP-02)", "matter", lambda w: _all_there(w, "power", 15)),
    Invariant("one army in each of 42 territories (RISK-OBJ-02)", "matter", _one_army_each),
    Invariant("no territory is empty (RISK-ATT-18)", "law", _none_empty),
    Invariant("all new Daleks are placed before attacks (RISK-PLC-07)", "law", _placed_before_attacks),
    Invariant("one battle at a time (RISK-ATT-04)", "law", _one_at_a_time),
    Invariant("no battle in the cease-fire (RISK-TAR-03)", "law", _cease_fire),
    Invariant("the defeated hold nothing (RISK-ELI-02)", "law", _defeated_have_nothing),
)
