"""Story dice of an Adventure: whose they are, which are still there, how new ones are called."""

import re
from collections.abc import Iterable, Sequence
from typing import Final

from projections.games.daleks.state.position import Adventure, Die, Pool
from projections.games.daleks.state.tray import LETTERS

__all__ = ["die_named", "fresh_names", "gone_so", "lying", "pool_of"]

_NAME: Final = re.compile(r"([BGUR])([1-9][0-9]{0,5})", re.ASCII)
_LETTER_OF: Final = {colour: letter for letter, colour in LETTERS.items()}


def fresh_names(adventure: Adventure, colours: Sequence[str]) -> tuple[str, ...]:
    """Names for dice of these colours that no die of this Adventure has had: the colour's letter and a number."""
    last = dict.fromkeys(LETTERS, 0)
    for die in (die for pool in adventure.pools for die in pool.dice):
        if found := _NAME.fullmatch(die.name):
            last[found[1]] = max(last[found[1]], int(found[2]))
    names = []
    for letter in (_LETTER_OF[colour] for colour in colours if colour in _LETTER_OF):
        last[letter] += 1
        names.append(f"{letter}{last[letter]}")
    return tuple(names)


def pool_of(adventure: Adventure, seat: str) -> Pool:
    """A seat's pool; an empty one for a seat that has none."""
    return next((pool for pool in adventure.pools if pool.seat == seat), Pool(seat))


def lying(*pools: Pool) -> tuple[Die, ...]:
    """The dice that are still in these pools, in their order."""
    return tuple(die for pool in pools for die in pool.dice if not die.gone)


def gone_so(how: str, *pools: Pool) -> int:
    """How many dice left these pools in a certain way."""
    return sum(die.gone == how for pool in pools for die in pool.dice)


def die_named(pools: Iterable[Pool], name: str) -> tuple[str, Die] | None:
    """The seat to whose pool a die came, and the die, gone or not."""
    return next(((pool.seat, die) for pool in pools for die in pool.dice if die.name == name), None)
