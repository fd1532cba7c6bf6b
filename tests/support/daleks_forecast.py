"""How likely a Doctor meets a challenge, as a player at the table would guess it: quickly, or reckoned through."""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import exp, factorial, log
from typing import Final, NamedTuple

from projections.games.daleks.components.box import COLOURS, SYMBOLS, Icon
from projections.games.daleks.components.data_files import SHIPPED
from projections.games.daleks.odds.pool_odds import Again, Plan, Sort, Turned, chance
from projections.games.daleks.rules.anomalies import available
from projections.games.daleks.rules.icons import icons_of, on_console
from projections.games.daleks.state.position import Position

_FACES: Final = {
    colour: {symbol: row.count(symbol) / len(row) for symbol in SYMBOLS if symbol in row}
    for colour, row in SHIPPED.die.items()
}
_FEW: Final = 1e-9


class Kit(NamedTuple):
    """What a Doctor has for an Adventure: dice by colour, and the icons that focus, re-roll and change."""

    dice: tuple[str, ...]
    focuses: tuple[tuple[str, ...], ...]
    again: tuple[tuple[tuple[str, ...], int], ...]
    turned: tuple[tuple[tuple[str, ...], str], ...]
    tokens: int


def shares(colour: str) -> dict[str, float]:
    """How likely a die of a colour shows each symbol."""
    return {str(symbol): share for symbol, share in _FACES[colour].items()}  # type: ignore[index]  # colours of the box


def kit_of(now: Position, seat: str) -> Kit:
    """What lies on a seat's console."""
    icons = [icon for card in on_console(now, seat) for icon in icons_of(now, card)]
    dice = [icon.colours[0] for icon in icons if icon.does == "add" for _ in range(icon.amount)]
    return Kit(
        tuple(dice),
        tuple(tuple(icon.colours) for icon in icons if icon.does == "focus"),
        tuple((tuple(icon.colours), _most(icon)) for icon in icons if icon.does == "reroll"),
        tuple((tuple(icon.colours), str(icon.symbol)) for icon in icons if icon.does == "change"),
        now.console(seat).tokens,
    )


def _most(icon: Icon) -> int:
    return {"number": icon.amount, "any": 0, "all": -1}[icon.mode]


@lru_cache(maxsize=200_000)
def _fullness(symbols: tuple[str, ...], colours: tuple[str, ...]) -> float:
    """A number that grows with how well dice of these colours cover these symbols."""
    found = 1.0
    for symbol, need in Counter(symbols).items():
        due = 1.5 * sum(_FACES[colour].get(symbol, 0.0) for colour in colours)  # type: ignore[index,call-overload]  # as above
        found *= 1 - exp(-due) * sum(due**n / factorial(n) for n in range(need))
    return max(found, _FEW)


def fullness(symbols: Iterable[str], colours: Iterable[str]) -> float:
    """How well dice of these colours cover these symbols, whatever their order."""
    return _fullness(tuple(sorted(symbols)), tuple(sorted(colours)))


def pool_for(now: Position, symbols: Sequence[str], kit: Kit, most: int) -> tuple[str, ...]:
    """The dice that are left of a kit against a challenge, when they are focused well and cut to so many."""
    there = tuple(available(now, colour) for colour in COLOURS)
    return _pool_for(tuple(sorted(symbols)), kit._replace(again=(), turned=(), tokens=0), max(0, most), there)


@lru_cache(maxsize=100_000)
def _pool_for(symbols: tuple[str, ...], kit: Kit, most: int, there: tuple[int, ...]) -> tuple[str, ...]:
    pool, usable = list(kit.dice), dict(zip(map(str, COLOURS), there, strict=True))
    for colours in kit.focuses:
        ways = [colour for colour in colours if pool.count(colour) < usable[colour]]
        if "black" not in pool or not ways:
            continue
        rest = _less(pool, "black")
        best = max(ways, key=lambda colour: fullness(symbols, [*rest, colour]))
        if fullness(symbols, [*rest, best]) > fullness(symbols, pool):
            pool = [*rest, best]
    for colour in COLOURS:
        while pool.count(colour) > usable[colour]:
            pool.remove(colour)
    while len(pool) > most:
        pool.remove(max(set(pool), key=lambda colour: (fullness(symbols, _less(pool, colour)), colour)))
    return tuple(sorted(pool))


def _less(pool: Sequence[str], colour: str) -> list[str]:
    left = list(pool)
    left.remove(colour)
    return left


def forecast(symbols: Sequence[str], conditions: Sequence[str], pool: Sequence[str], kit: Kit) -> float:
    """About how likely a challenge is met, guessed: within 8 points of what is reckoned, on average."""
    spare = len(pool) - len(symbols)
    if spare < 0:
        return 0.0
    rolls, turns = "fixed-point" not in conditions, "time-locked" not in conditions
    full = fullness(symbols, pool)
    again = sum(1.0 if 0 <= most < 2 else 1.4 for colours, most in kit.again if set(colours) & set(pool)) * rolls
    turned = sum(symbol in symbols for _, symbol in kit.turned) * turns
    means = 0.15 * again + 0.47 * turned + kit.tokens * (0.14 * rolls + 0.42 * turns) + 0.13 * spare
    return 1 / (1 + exp(-(1.55 * log(full / (1.0001 - full)) + means - 0.1 * len(symbols))))


@lru_cache(maxsize=100_000)
def _reckoned(symbols: tuple[str, ...], pool: tuple[str, ...], kit: Kit, forbids: frozenset[str]) -> float:
    counts = Counter(pool)
    rolls, turns = "fixed-point" not in forbids, "time-locked" not in forbids
    again = [row for row in kit.again if rolls and set(row[0]) & set(counts)]
    turned = [row for row in kit.turned if turns and set(row[0]) & set(counts)]
    uses = Counter(colour for colours, _ in (*again, *turned) for colour in colours)
    order = sorted(counts, key=lambda colour: (uses[colour], colour))
    sorts = [Sort(0, colour, tuple(shares(colour).items()), counts[colour]) for colour in order]

    def of(colours: Iterable[str]) -> tuple[int, ...]:
        return tuple(order.index(colour) for colour in colours if colour in counts)

    plan = Plan(
        tuple(Again(of(colours), most) for colours, most in again[:6]),
        tuple(Turned(of(colours), symbol) for colours, symbol in turned),
        kit.tokens if rolls or turns else 0, rolls, turns, counts["black"],
    )  # fmt: skip
    return chance(symbols, sorts, plan)


def reckoned(symbols: Sequence[str], conditions: Sequence[str], pool: Sequence[str], kit: Kit) -> float:
    """How likely a challenge is met with a pool and its means, reckoned through."""
    return _reckoned(tuple(sorted(symbols)), tuple(sorted(pool)), kit, frozenset(conditions))
