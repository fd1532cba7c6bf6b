"""The worlds of each game that are compared: one, and for each viewer others that differ in what stays hidden."""

import random
from functools import cache

from worlds import Other, Swap, World, first_world, hidden_from, other_worlds, probes

STRETCH = {"toy": 2}
OTHERS = 18
MANY = 6


@cache
def world(slug: str, seats: int, seed: int) -> World:
    return first_world(slug, seats, seed, STRETCH.get(slug, OTHERS))


@cache
def others(slug: str, seats: int, seed: int) -> list[Other]:
    return list(other_worlds(world(slug, seats, seed), random.Random(seed)))


@cache
def pairs(slug: str, seats: int, viewer: str, seed: int) -> list[tuple[str, Swap, World]]:
    """The second worlds for a viewer: for each shuffle one or two in which something else stays hidden.

    Of two for one pile the one that matters now is enough where there are many piles.
    """
    first = world(slug, seats, seed)
    found = hidden_from(first, viewer, others(slug, seats, seed))
    if len(found) <= MANY:
        return found
    telling = sorted(found, key=lambda one: bool(probes(first, one[2])))
    return list({pile: (pile, swap, second) for pile, swap, second in telling}.values())
