"""The pools of an Adventure as words: `pool julie` is `gathered, done`, `die B1` is `seat julie, symbol running`.

So a moderator sets one die right; `begun` describes a whole Adventure (see `begun_by_hand.py`).
"""

from collections.abc import Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from events.errors import RefusedError
from projections.described import count_of
from projections.games.daleks.components.box import SYMBOLS
from projections.games.daleks.state.begun_words import GONE
from projections.games.daleks.state.position import Adventure, Die, Pool, Position
from projections.games.daleks.state.tray import LETTERS, colour_of

__all__ = ["POOLS", "pools_now", "pools_said", "with_pools"]

Row = tuple[str, ...]
POOLS: Final = ("pool", "die")
"""Places that tell of dice under way."""
_MOST: Final = 100
"""Dice of a colour are numbered below this."""
_ORDER: Final = ("seat", "symbol", "gone", "card", "story")


def pools_now(position: Position, place: str) -> Row:
    """What a pool or a die is, as it is kept."""
    kind, _, rest = place.partition(" ")
    for pool in position.adventure.pools if position.adventure else ():
        if kind == "pool" and pool.seat == rest:
            return (*(("gathered",) * pool.gathered), *(("done",) * pool.done)) or ("open",)
        for die in pool.dice:
            if kind == "die" and die.name == rest:
                return _die_written(pool, die)
    return ()


def _die_written(pool: Pool, die: Die) -> Row:
    said = (("symbol", die.symbol), ("gone", die.gone), ("card", die.card), *(("story", step) for step in die.story))
    return (f"seat {pool.seat}", *(f"{word} {value}" for word, value in said if value))


def pools_said(position: Position, place: str, parts: Sequence[str]) -> Row | None:
    """What is said of a pool or a die, checked and spelt as it is kept; None where there is no such place.

    Raises:
        RefusedError: something is missing or not allowed, or no Adventure is under way; says what is allowed.
    """
    kind, _, rest = place.partition(" ")
    known = rest in position.seats if kind == "pool" else rest[:1] in LETTERS and 0 < count_of(rest[1:]) < _MOST
    if not known:
        return None
    if position.adventure is None:
        raise RefusedError(f"{place} cannot be set: no Adventure is under way; begun describes one")
    if kind == "pool":
        for part in parts:
            if part not in ("open", "gathered", "done"):
                raise RefusedError(f'{place} cannot be "{part[:40]}": gathered, done, open or none')
        return tuple(word for word in ("gathered", "done") if word in parts) or ("open",) * bool(parts)
    for part in parts:
        if not _fits_die(position, *part.partition(" ")[::2]):
            raise RefusedError(
                f'{place} cannot be "{part[:40]}": seat <seat>, card <card>, symbol running, gone cut, story rolled '
                "running; several with commas; or none"
            )
    if parts and not any(part.startswith("seat ") for part in parts):
        raise RefusedError(f"{place}: say whose pool it is in, as seat {position.seats[0]}")
    return tuple(sorted(parts, key=lambda part: _ORDER.index(part.partition(" ")[0])))


def _fits_die(position: Position, word: str, rest: str) -> bool:
    """Whether something may be said of a die."""
    box = position.box
    allowed: Mapping[str, Sequence[str]] = {
        "seat": position.seats, "symbol": SYMBOLS, "gone": GONE, "card": (*box.doctor, *box.companion, *box.timey),
    }  # fmt: skip
    return rest in allowed.get(word, ()) or (word == "story" and bool(rest) and len(rest) < 100)


def with_pools(position: Position, place: str, values: Row) -> Position:
    """The position where a pool or a die is as described; without an Adventure nothing is there to be told of."""
    kind, _, rest = place.partition(" ")
    adventure = position.adventure
    if adventure is None:
        return position
    changed = replace(adventure, pools=_pools(adventure, kind, rest, values))
    return position.replace(stack=tuple(changed if thing is adventure else thing for thing in position.stack))


def _pools(adventure: Adventure, kind: str, rest: str, values: Row) -> tuple[Pool, ...]:
    """The pools where one, or a die of one, is as described."""
    if kind == "pool":
        others = (
            adventure.pools if any(pool.seat == rest for pool in adventure.pools) else (*adventure.pools, Pool(rest))
        )
        said = (
            replace(pool, gathered="gathered" in values, done="done" in values) if pool.seat == rest else pool
            for pool in others
        )  # fmt: skip
        return tuple(pool for pool in said if values or pool.seat != rest)
    die, seat = _die(rest, values)
    pools = adventure.pools
    if seat and all(pool.seat != seat for pool in pools):
        pools = (*pools, Pool(seat))
    return tuple(_with_die(pool, rest, die if pool.seat == seat else None) for pool in pools)


def _die(name: str, values: Row) -> tuple[Die, str]:
    """A die as described, and whose it is; nobody's where it is to be gone."""
    said = [value.partition(" ")[::2] for value in values]
    one = {word: rest for word, rest in said if word != "story"}
    story = tuple(rest for word, rest in said if word == "story")
    symbol = next((symbol for symbol in SYMBOLS if symbol == one.get("symbol")), "")
    die = Die(name, colour_of(name), symbol, story, one.get("gone", ""), one.get("card", ""))
    return die, one.get("seat", "")


def _with_die(pool: Pool, name: str, die: Die | None) -> Pool:
    """A pool where a die of a name is as described, or is none of it."""
    if die is None:
        return replace(pool, dice=tuple(other for other in pool.dice if other.name != name))
    if any(other.name == name for other in pool.dice):
        return replace(pool, dice=tuple(die if other.name == name else other for other in pool.dice))
    return replace(pool, dice=(*pool.dice, die))
