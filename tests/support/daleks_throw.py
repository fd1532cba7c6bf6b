"""What a sensible player of Time of the Daleks does with dice on the table: turn, roll again, give black dice up."""

from collections import Counter
from collections.abc import Sequence
from itertools import product
from typing import Any

from daleks_forecast import shares

from events.facts import Passed
from projections.games.daleks.facts import moves as m
from projections.games.daleks.rules.challenge import is_met, missing_symbols
from projections.games.daleks.rules.icons import icon_at
from projections.games.daleks.state.position import Adventure, Position
from projections.games.daleks.state.tray import dice_left, die_named, pool_of


def thrown(now: Position, seat: str, offered: Sequence[Any]) -> Any:
    """Turn what can be turned where that is enough; else roll spare dice again, black ones given up last."""
    adventure = now.adventure
    assert adventure is not None
    open_symbols = missing_symbols(adventure.symbols, dice_left(*adventure.pools))
    if is_met(adventure):
        return _done(offered)
    turning = _turns(now, adventure, seat, offered, open_symbols)
    if turning is not None:
        return turning
    spare = spare_dice(adventure)
    icons = [move for move in offered if isinstance(move, m.ReRoll) and set(move.dice) <= spare]
    by_tokens = [move for move in offered if isinstance(move, m.ReRollByTokens) and move.die in spare]
    cards = [move for move in offered if _rolls(now, adventure, seat, move) > 0]
    for found in (icons, cards, by_tokens if len(open_symbols) < 3 else []):
        if found:
            return max(found, key=lambda move: (_gain(now, adventure, seat, move, open_symbols), repr(move)))
    blacks = [move for move in offered if isinstance(move, m.SpendBlack)]
    left = len(dice_left(*adventure.pools)) - 1
    if blacks and left >= len(adventure.symbols):
        return blacks[0]
    return _done(offered)


def _done(offered: Sequence[Any]) -> Any:
    return next(move for kind in (m.Resolve, Passed) for move in offered if isinstance(move, kind))


def _rolls(now: Position, adventure: Adventure, seat: str, move: Any) -> float:
    """How many more dice may meet a symbol when a card re-rolls all of a colour, less those that meet one now."""
    if not isinstance(move, m.PlayTimey):
        return 0
    icons = [icon for icon in now.box.timey[move.card].icons if icon.does == "reroll"]
    pool = pool_of(adventure, move.pool or (seat if seat in (adventure.seat, adventure.helper) else adventure.seat))
    spare = spare_dice(adventure)
    dice = [die for die in dice_left(pool) if icons and die.colour == (move.colour or icons[0].colours[0])]
    meeting = sum(die.name not in spare for die in dice)
    return len(dice) - 3 * meeting


def _gain(now: Position, adventure: Adventure, seat: str, move: Any, wanted: Sequence[str]) -> float:
    """How many symbols a re-roll may be expected to meet."""
    if isinstance(move, m.PlayTimey):
        return _rolls(now, adventure, seat, move)
    names = move.dice if isinstance(move, m.ReRoll) else (move.die,)
    dice = [found[1] for name in names if (found := die_named(adventure.pools, name))]
    return sum(sum(share for symbol, share in shares(die.colour).items() if symbol in wanted) for die in dice)


def _turns(now: Position, adventure: Adventure, seat: str, offered: Sequence[Any], wanted: Sequence[str]) -> Any | None:
    """The first of the changes that meet all that is missing, the cheapest; None where they do not."""
    spare = spare_dice(adventure)
    free = [move for move in offered if isinstance(move, m.ChangeFace) and move.die in spare]
    paid = [move for move in offered if isinstance(move, m.ChangeByTokens) and move.die in spare]
    if len(wanted) > 3:
        return None
    for icons in range(len(wanted), -1, -1):
        tokens = len(wanted) - icons
        if 3 * tokens > now.console(seat).tokens:
            break
        found = _matching(now, wanted, free, icons)
        if found is None:
            continue
        rest = list((Counter(wanted) - Counter(_symbol(now, move) for move in found)).elements())
        used = {move.die for move in found}
        dice = [name for name in dict.fromkeys(move.die for move in paid) if name not in used]
        if len(dice) >= tokens:
            return found[0] if found else next(
                move for move in paid if move.symbol == rest[0] and move.die == dice[0]
            )  # fmt: skip
    return None


def spare_dice(adventure: Adventure) -> set[str]:
    """The dice that meet no symbol; those with the most kinds of use are left spare."""
    left = list(adventure.symbols)
    spare = set()
    for die in sorted(dice_left(*adventure.pools), key=lambda die: (die.colour == "black", die.name)):
        if die.symbol in left:
            left.remove(die.symbol)
        else:
            spare.add(die.name)
    return spare


def _symbol(now: Position, move: m.ChangeFace) -> str:
    icon = icon_at(now, move.card, move.icon, "change")
    return str(icon.symbol) if icon else ""


def _matching(now: Position, wanted: Sequence[str], free: Sequence[m.ChangeFace], many: int) -> list[Any] | None:
    """So many changes to missing symbols, each by another icon, of another die; None where there are none."""
    rows: list[list[m.ChangeFace]] = [[]]
    for _ in range(many):
        rows = [
            [*row, move] for row, move in product(rows, free)
            if _symbol(now, move) in (Counter(wanted) - Counter(_symbol(now, one) for one in row))
            and all(one.die != move.die and (one.card, one.icon) != (move.card, move.icon) for one in row)
        ][:200]  # fmt: skip
    return rows[0] if rows else None
