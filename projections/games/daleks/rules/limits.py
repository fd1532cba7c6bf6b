"""How many dice a pool may hold, and what Dalek markers take out of it."""

from collections import Counter
from typing import Final

from projections.games.daleks.components.box import EARTH
from projections.games.daleks.rules.anomalies import available, rule_in_force
from projections.games.daleks.state.position import Adventure, Pool, Position
from projections.games.daleks.state.tray import count_gone, dice_left, pool_of

_ALONE: Final = 8
_HELPED: Final = {"afar": 7, "here": 5}
_HELPER: Final = {"afar": 1, "here": 3}


def limit_of(position: Position, adventure: Adventure, seat: str) -> int:
    """The most dice in a seat's pool before Dalek markers take any.

    Rules:
        TOD-LIM-01 eight alone; TOD-HELP-11 seven with help from afar, TOD-HELP-16 five with help at the Location;
        TOD-HELP-10 and TOD-HELP-15 the helper one or three; TOD-LIM-03, TOD-COND-07, TOD-HELP-12 and TOD-HELP-17 one
        less for whoever is helped, or alone, under Time Breach. TOD-ALOC-08, TOD-ATASK-01 and so under an anomaly.
    """
    if seat != adventure.seat:
        return _HELPER.get(adventure.manner, 0)
    breach = ("time-breach" in adventure.conditions) + bool(rule_in_force(position, "pool-one-less"))
    return _HELPED.get(adventure.manner, _ALONE) - breach


def excess_dice(position: Position, adventure: Adventure, seat: str) -> int:
    """How many dice a seat's pool has above its limit, less those that Dalek markers took already."""
    pool = pool_of(adventure, seat)
    return len(dice_left(pool)) + count_gone("exterminated", pool) - limit_of(position, adventure, seat)


def excess_colours(position: Position, adventure: Adventure, seat: str) -> tuple[str, ...]:
    """The colours of which a seat's pool has more dice than there are.

    Rules:
        TOD-LIM-02 three of each coloured die, in both pools together (AMB-07): whoever is ready last makes room;
        TOD-LIM-04 fewer where some are imprisoned.
    """
    pool = pool_of(adventure, seat)
    others = (other for other in adventure.pools if other.seat != seat and other.done)
    own = Counter(die.colour for die in dice_left(pool))
    taken = Counter(die.colour for die in dice_left(*others))
    return tuple(colour for colour in own if own[colour] + taken[colour] > available(position, colour))


def crowded_colours(position: Position, adventure: Adventure, seat: str) -> tuple[str, ...]:
    """The same without those of which the pool alone has too many: that was found fault with when the last one came."""
    own = Counter(die.colour for die in dice_left(pool_of(adventure, seat)))
    return tuple(one for one in excess_colours(position, adventure, seat) if own[one] <= available(position, one))


def is_within(position: Position, adventure: Adventure, seat: str) -> bool:
    """Whether a seat's pool is within its limits."""
    return excess_dice(position, adventure, seat) <= 0 and not crowded_colours(position, adventure, seat)


def is_ready(position: Position, adventure: Adventure, pool: Pool) -> bool:
    """Whether a pool is cut, and nothing came to it since that it has no room for."""
    return pool.done and is_within(position, adventure, pool.seat)


def ready_pools(position: Position, adventure: Adventure) -> bool:
    """Whether every pool is cut."""
    return all(is_ready(position, adventure, pool) for pool in pools_taking_part(adventure))


def pools_taking_part(adventure: Adventure) -> tuple[Pool, ...]:
    """The pools of the caller and the helper; what was recorded may have made one for somebody else (TOD-HELP-23)."""
    return tuple(pool for pool in adventure.pools if pool.seat in (adventure.seat, adventure.helper))


def daleks_here(position: Position, adventure: Adventure) -> int:
    """The Dalek markers that take dice.

    Rules:
        TOD-EXT-01 those at the Doctor's Location, TOD-EXT-02 in both zones; TOD-EXT-03 on Earth in the own zone alone;
        TOD-EXT-05 Davros among them.
    """
    place = position.place(adventure.place)
    if place is None:
        return 0
    if place.location != EARTH:
        return sum(place.daleks)
    return place.daleks[adventure.zone] if adventure.zone < len(place.daleks) else 0


def owed_dice(position: Position, adventure: Adventure) -> int:
    """How many dice are still to be exterminated: one a marker, out of both pools together (AMB-23)."""
    owed = daleks_here(position, adventure) - count_gone("exterminated", *adventure.pools)
    return max(0, min(owed, len(dice_left(*adventure.pools))))
