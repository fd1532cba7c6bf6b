"""The chance to meet the challenge, in sentences, from public information."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from projections.games.daleks.components.box import Icon
from projections.games.daleks.odds.pool_odds import Again, Plan, Sort, Turned, chance, roll_chance
from projections.games.daleks.rules import anomalies, challenge, icons, roll
from projections.games.daleks.rules.pool import limit_of, owed_dice
from projections.games.daleks.state import names, tray
from projections.games.daleks.state.position import Adventure, Die, Position
from projections.wording import clean, counted, joined, percent

_BEFORE: Final = ("pool", "cut", "exterminate", "roll")
_AFTER: Final = ("reroll", "change")
_MOST: Final = 10
"""The most dice and symbols for which chances are computed; more would take too long."""
_RE_ROLLS: Final = 8
"""The most icon re-rolls that are included."""


class Means(NamedTuple):
    """The re-rolls and face changes that are still available: as a plan for the calculation, and in words."""

    plan: Plan
    words: tuple[str, ...]


def odds(position: Position) -> Sequence[str]:
    """Return sentences on the chance to meet the challenge: by the roll alone, with re-rolls and face changes.

    Rules:
        TOD-ROLL-02: a die meets one symbol. TOD-ROLL-03: all must be met. TOD-LIM-01 and TOD-EXT-01: only the dice that
        are left are rolled.
    """
    now = position.adventure
    if now is None or now.over or not now.symbols or challenge.is_met(now):
        return ()
    sorts = _in_order(position, now, [*_sorts(position, now)]) if now.stage in (*_BEFORE, *_AFTER) else ()
    dice = sum(sort.dice for sort in sorts)
    if not dice or max(dice, len(now.symbols)) > _MOST:
        return ()
    found = []
    if now.stage in _BEFORE:
        rolled = f"The roll of {counted(dice, 'die', 'dice')} against {counted(len(now.symbols), 'symbol')}"
        found.append(
            f"{rolled} meets the challenge in {percent(roll_chance(now.symbols, sorts))}{_left_out(position, now)}."
        )
    means = _means(position, now, sorts)
    likely = chance(now.symbols, sorts, means.plan) if means.words else 0.0
    if not likely:
        then = "After that nothing on the consoles helps" if found else "Nothing on the consoles can meet it from here"
        return (*found, f"{then}; only a card of a hand might.")
    found.append(f"With all that is still open it is met in {percent(likely)}: {joined(means.words)}.")
    return (*found, _way(now, means.plan))


def _way(now: Adventure, plan: Plan) -> str:
    """Return in words the way of playing that the chance assumes, and what the chance does not count."""
    last = ", black dice are discarded last" if plan.blacks else ""
    left = ["Cards of hands"]
    if len(now.pools) > 1:
        left += ["what the helper pays and discards", *["black dice to be discarded"] * (not plan.blacks)]
    beside = joined(left)
    return (
        "Reckoned through, not sampled, for one way of playing: a die that meets a symbol stays on it, spare dice are"
        f" rolled again{last}. {beside} are not counted, so the best play does no worse."
    )


def _left_out(position: Position, now: Adventure) -> str:
    """Return the end of a sentence about the dice that must still leave the pools before the roll, or ""."""
    many = sum(_excess(position, now, pool.seat) for pool in now.pools) + _owed(position, now)
    verb = "is" if many == 1 else "are"
    return f", once the {counted(many, 'die', 'dice')} that {verb} missed least {verb} gone" if many else ""


def _excess(position: Position, now: Adventure, seat: str) -> int:
    pool = tray.pool_of(now, seat)
    most = limit_of(position, now, seat) - tray.count_gone("exterminated", pool)
    return max(0, len(tray.dice_left(pool)) - most) if now.stage in ("pool", "cut") else 0


def _owed(position: Position, now: Adventure) -> int:
    return owed_dice(position, now) if now.stage in ("pool", "cut", "exterminate") else 0


def _sorts(position: Position, now: Adventure) -> Iterator[Sort]:
    """Yield a Sort for the dice of each pool and colour; before the roll without dice to be cut or exterminated."""
    pools = [list(tray.dice_left(pool)) for pool in now.pools]
    if now.stage in _BEFORE:
        for at, pool in enumerate(now.pools):
            for _ in range(_excess(position, now, pool.seat)):
                _lose(position, now, pools, (at,))
        for _ in range(_owed(position, now)):
            _lose(position, now, pools, tuple(range(len(pools))))
    for at, dice in enumerate(pools):
        for colour in dict.fromkeys(die.colour for die in dice):
            yield _sort(position, at, colour, [die for die in dice if die.colour == colour])


def _in_order(position: Position, now: Adventure, sorts: Sequence[Sort]) -> tuple[Sort, ...]:
    """Return the sorts in order: first the dice that the fewest icons can change, so that these are matched first."""
    uses = Counter(n for does in ("reroll", "change") for _, _, use in _icons(position, now, does, sorts) for n in use)
    return tuple(sorts[n] for n in sorted(range(len(sorts)), key=lambda n: uses[n]))


def _sort(position: Position, pool: int, colour: str, dice: Sequence[Die]) -> Sort:
    faces = Counter({str(name): row for name, row in position.box.die.items()}.get(colour, ()))
    shares = tuple((symbol, count / faces.total()) for symbol, count in faces.items())
    shown = tuple(die.symbol for die in dice if die.symbol)
    return Sort(pool, colour, shares, len(dice) - len(shown), shown)


def _lose(position: Position, now: Adventure, pools: list[list[Die]], where: Sequence[int]) -> None:
    """Remove a die from the pools with the indexes `where`: the die whose loss least reduces the chance of one roll."""
    best: tuple[float, int, Die] | None = None
    for at in where:
        for die in {die.colour: die for die in pools[at]}.values():
            left = Counter(other.colour for row in pools for other in row)
            left[die.colour] -= 1
            likely = roll_chance(
                now.symbols, [_sort(position, 0, colour, (Die("", colour),) * many) for colour, many in left.items()]
            )
            if best is None or likely > best[0]:
                best = (likely, at, die)
    if best is not None:
        pools[best[1]].remove(best[2])


def _means(position: Position, now: Adventure, sorts: Sequence[Sort]) -> Means:
    """Return the re-rolls and face changes that the players still have.

    Rules:
        TOD-RERO-03 and TOD-FACE-02: unused icons. TOD-RERO-07 and TOD-FACE-03: tokens. TOD-RERO-08: black dice.
        TOD-COND-01, TOD-COND-02 and TOD-COND-05: what conditions forbid. TOD-HELP-23: each on the player's own pool.
    """
    rolls = now.stage != "change" or position.options.dice_order == "free"
    cards = rolls and "fixed-point" not in now.conditions
    turns = "time-locked" not in now.conditions
    again = [*_icons(position, now, "reroll", sorts)][:_RE_ROLLS] if cards else []
    turned = [*_icons(position, now, "change", sorts)] if turns else []
    tokens = position.console(now.seat).tokens
    by_tokens = cards and tokens >= roll.RE_ROLL_PRICE and not anomalies.rule_in_force(position, "no-token-rerolls")
    to_turn = turns and tokens >= roll.CHANGE_PRICE
    rest = rolls and not _moving(sorts, again)
    blacks = sum(sort.dice for sort in sorts if sort.colour == "black" and not sort.pool) if rest else 0
    plan = Plan(
        tuple(Again(use, _most(icon)) for _, icon, use in again),
        tuple(Turned(use, str(icon.symbol)) for _, icon, use in turned),
        tokens if by_tokens or to_turn else 0, by_tokens, to_turn, blacks,
    )  # fmt: skip
    words = dict.fromkeys(name for name, _, _ in (*again, *turned))
    paid = [f"{counted(tokens, 'token')} of {names.seat_name(position, now.seat)}"] * (by_tokens or to_turn)
    return Means(plan, (*words, *paid, *[counted(blacks, "black die", "black dice")] * bool(blacks)))


def _moving(sorts: Sequence[Sort], again: Sequence[tuple[str, Icon, tuple[int, ...]]]) -> bool:
    """Return whether the helper's dice may still be rolled. If so, the chance does not count discards of black dice."""
    helping = {number for number, sort in enumerate(sorts) if sort.pool}
    return any(sorts[number].rolled for number in helping) or any(helping & set(use) for _, _, use in again)


def _most(icon: Icon) -> int:
    return {"number": icon.amount, "any": 0, "all": -1}[icon.mode]


def _icons(
    position: Position, now: Adventure, does: str, sorts: Sequence[Sort]
) -> Iterator[tuple[str, Icon, tuple[int, ...]]]:
    """Yield the unused icons of the kind `does` without a price: name, icon, indexes of the sorts they can change."""
    for at, pool in enumerate(now.pools):
        for card in icons.on_console(position, pool.seat):
            for number, icon in enumerate(icons.icons_of(position, card), 1):
                use = tuple(n for n, sort in enumerate(sorts) if sort.pool == at and sort.colour in icon.colours)
                free = icon.does == does and not icon.price and (pool.seat, card, number) not in position.used
                if free and use:
                    yield clean(icon.name) or names.card_name(position, card), icon, use
