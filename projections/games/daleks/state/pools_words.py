"""The pools of an Adventure as text: `pool julie` is `gathered, done`, `die B1` is `seat julie, symbol running`.

A moderator can so correct a single die. `begun` describes a whole Adventure (see `begun_words.py`).
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from events.errors import RefusedError
from projections.described import count_of
from projections.field import Row, parts_of
from projections.games.daleks.components.box import SYMBOLS
from projections.games.daleks.state.begun_words import GONE
from projections.games.daleks.state.position import Die, Pool, Position
from projections.games.daleks.state.tray import LETTERS, colour_of

_MOST: Final = 100
"""Dice of a colour have numbers below this."""
_ORDER: Final = ("seat", "symbol", "gone", "card", "story")


def pool_shown(position: Position, seat: str) -> Row:
    """Return the text that describes a seat's pool, as a row of parts."""
    for pool in position.adventure.pools if position.adventure else ():
        if pool.seat == seat:
            return (*(("gathered",) * pool.gathered), *(("done",) * pool.done)) or ("open",)
    return ()


def die_shown(position: Position, name: str) -> Row:
    """Return the text that describes a die, as a row of parts."""
    for pool in position.adventure.pools if position.adventure else ():
        for die in pool.dice:
            if die.name == name:
                return _die_written(pool, die)
    return ()


def die_name(_position: Position, text: str) -> str | None:
    """Return the text if it is the name of a die, else None."""
    return text if text[:1] in LETTERS and 0 < count_of(text[1:]) < _MOST else None


def _die_written(pool: Pool, die: Die) -> Row:
    written = (("symbol", die.symbol), ("gone", die.gone), ("card", die.card), *(("story", step) for step in die.story))
    return (f"seat {pool.seat}", *(f"{word} {value}" for word, value in written if value))


def pool_read(position: Position, place: str, value: str) -> Row:
    """Return a text for a pool in normal form. Raises RefusedError, which says what is allowed."""
    parts = _parts(position, place, value)
    for part in parts:
        if part not in ("open", "gathered", "done"):
            raise RefusedError(f'{place} cannot be "{part[:40]}": gathered, done, open or none')
    return tuple(word for word in ("gathered", "done") if word in parts) or ("open",) * bool(parts)


def die_read(position: Position, place: str, value: str) -> Row:
    """Return a text for a die in normal form. Raises RefusedError, which says what is allowed."""
    parts = _parts(position, place, value)
    for part in parts:
        if not _fits_die(position, *part.partition(" ")[::2]):
            raise RefusedError(
                f'{place} cannot be "{part[:40]}": seat <seat>, card <card>, symbol running, gone cut, story rolled '
                "running; several with commas; or none"
            )
    if parts and not any(part.startswith("seat ") for part in parts):
        raise RefusedError(f"{place}: say whose pool it is in, as seat {position.seats[0]}")
    return tuple(sorted(parts, key=lambda part: _ORDER.index(part.partition(" ")[0])))


def _parts(position: Position, place: str, value: str) -> Row:
    if position.adventure is None:
        raise RefusedError(f"{place} cannot be set: no Adventure is under way; begun describes one")
    return parts_of(value)


def _fits_die(position: Position, word: str, rest: str) -> bool:
    box = position.box
    allowed: Mapping[str, Sequence[str]] = {
        "seat": position.seats, "symbol": SYMBOLS, "gone": GONE, "card": (*box.doctor, *box.companion, *box.timey),
    }  # fmt: skip
    return rest in allowed.get(word, ()) or (word == "story" and bool(rest) and len(rest) < 100)


def _with_pools(position: Position, pools: Callable[[tuple[Pool, ...]], Iterable[Pool]]) -> Position:
    """Return the position with changed pools; without an Adventure it is unchanged."""
    adventure = position.adventure
    if adventure is None:
        return position
    changed = replace(adventure, pools=tuple(pools(adventure.pools)))
    return position.replace(stack=tuple(changed if thing is adventure else thing for thing in position.stack))


def _with_pool(pools: tuple[Pool, ...], seat: str) -> tuple[Pool, ...]:
    return pools if any(pool.seat == seat for pool in pools) else (*pools, Pool(seat))


def pool_put(position: Position, seat: str, values: Row) -> Position:
    """Return the position with a pool as described, or removed."""
    return _with_pools(
        position,
        lambda pools: (
            replace(pool, gathered="gathered" in values, done="done" in values) if pool.seat == seat else pool
            for pool in _with_pool(pools, seat)
            if values or pool.seat != seat
        ),
    )


def die_put(position: Position, name: str, values: Row) -> Position:
    """Return the position with a die as described, or removed."""
    die, seat = _die(name, values)
    return _with_pools(
        position,
        lambda pools: (
            _with_die(pool, name, die if pool.seat == seat else None)
            for pool in (_with_pool(pools, seat) if seat else pools)
        ),
    )


def _die(name: str, values: Row) -> tuple[Die, str]:
    """Return a die as described and the seat of its pool; the seat is "" if the description is empty."""
    written = [value.partition(" ")[::2] for value in values]
    one = {word: rest for word, rest in written if word != "story"}
    story = tuple(rest for word, rest in written if word == "story")
    symbol = next((symbol for symbol in SYMBOLS if symbol == one.get("symbol")), "")
    die = Die(name, colour_of(name), symbol, story, one.get("gone", ""), one.get("card", ""))
    return die, one.get("seat", "")


def _with_die(pool: Pool, name: str, die: Die | None) -> Pool:
    if die is None:
        return replace(pool, dice=tuple(other for other in pool.dice if other.name != name))
    if any(other.name == name for other in pool.dice):
        return replace(pool, dice=tuple(die if other.name == name else other for other in pool.dice))
    return replace(pool, dice=(*pool.dice, die))
