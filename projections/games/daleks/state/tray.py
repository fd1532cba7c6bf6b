"""The dice pools of an Adventure. Each die keeps its name from gathering to the result."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from sys import intern
from typing import Final

from events.events import Rolled
from projections.games.daleks.components.box import COLOURS, SYMBOLS, Colour
from projections.games.daleks.events import adventure_effects as a
from projections.games.daleks.events.moves import Gather
from projections.games.daleks.state.position import STAGES, Adventure, Die, Pool, Position

LETTERS: Final[Mapping[str, Colour]] = dict(zip("BGUR", COLOURS, strict=True))
"""The colour of a die by the first letter of its name."""
_NAME: Final = re.compile(r"([BGUR])([1-9][0-9]{0,5})", re.ASCII)
_LETTER_OF: Final = {colour: letter for letter, colour in LETTERS.items()}


def colour_of(die: str) -> Colour:
    """Return the colour of a die from its name; black for any other text."""
    return LETTERS.get(die[:1], "black")


def _with(position: Position, changed: Callable[[Adventure], Adventure]) -> Position:
    now = position.adventure
    if now is None:
        return position
    return position.replace(stack=(*[changed(now) if thing is now else thing for thing in position.stack],))


def _with_pool(now: Adventure, seat: str, changed: Callable[[Pool], Pool]) -> Adventure:
    pools = now.pools if any(pool.seat == seat for pool in now.pools) else (*now.pools, Pool(seat))
    return now.replace(pools=(*[changed(pool) if pool.seat == seat else pool for pool in pools],))


def _with_pool_of(position: Position, seat: str, changed: Callable[[Pool], Pool]) -> Position:
    """Return the position with a changed pool of a seat; unchanged if the seat takes no part."""
    under_way = position.adventure
    if under_way is None or seat not in (under_way.seat, under_way.helper):
        return position
    return _with(position, lambda now: _with_pool(now, seat, changed))


def _with_die(position: Position, name: str, changed: Callable[[Die], Die]) -> Position:
    return _with(position, lambda now: now.replace(pools=(*[_changed(pool, name, changed) for pool in now.pools],)))


def _changed(pool: Pool, name: str, changed: Callable[[Die], Die]) -> Pool:
    dice = [changed(die) if die.name == name else die for die in pool.dice]
    return pool.replace(dice=(*dice,))


def with_stage(
    position: Position, event: a.AdventureBegan | a.AdventureStage | a.DiceOwed | a.AdventureEnded
) -> Position:  # fmt: skip
    """Apply the start, a new stage or the end of an Adventure, or the dice owed to Dalek markers."""
    match event:
        case a.AdventureBegan(seat=seat, place=place, zone=zone, symbols=symbols, conditions=conditions):
            if position.adventure is not None:
                return position
            new = Adventure(seat, place, zone, symbols, conditions, pools=(Pool(seat),))
            return position.replace(stack=(*position.stack, new), adventured=True)
        case a.AdventureStage(stage=stage):  # a state hash skips a default only if it is the same object
            known = stage in STAGES
            return _with(position, lambda now: now.replace(stage=intern(stage))) if known else position
        case a.DiceOwed(dice=dice):
            return _with(position, lambda now: now.replace(owed=max(0, dice)))
        case a.AdventureEnded(won=won):
            return _with(position, lambda now: now.replace(won=won, over=True))


def with_helper(position: Position, event: a.HelpCalled | a.HelpGiven) -> Position:
    """Apply a call for help or its answer. The helper's pool comes after the caller's."""
    under_way = position.adventure
    if not event.helper:
        return _with(position, lambda now: now.replace(helper="", manner=""))
    if event.helper not in position.seats or (under_way and under_way.seat == event.helper):
        return position
    manner = event.manner if isinstance(event, a.HelpGiven) else ""
    return _with(
        position,
        lambda now: _with_pool(now, event.helper, lambda pool: pool).replace(helper=event.helper, manner=manner),
    )


def with_dice_gathered(position: Position, move: Gather) -> Position:
    """Apply a Gather move: the seat's starting pool is gathered."""
    return _with_pool_of(position, move.player, lambda pool: pool.replace(gathered=True))


def with_die_changed(
    position: Position, event: a.DiceGathered | a.DieSwapped | a.DieGone | a.PoolDone | a.FaceChanged
) -> Position:
    """Apply dice that are added, swapped, removed or turned to another face, or a pool that is done."""
    match event:
        case a.DiceGathered(seat=seat, card=card, dice=names):
            new = tuple(Die(name, colour_of(name), card=card) for name in names)
            return _with_pool_of(position, seat, lambda pool: pool.replace(dice=(*pool.dice, *new), done=False))
        case a.DieSwapped(die=name, into=into):
            return _with(position, lambda now: now.replace(pools=tuple(_swapped(one, name, into) for one in now.pools)))
        case a.DieGone(die=name, how=how):
            return _gone(position, name, how)
        case a.PoolDone(seat=seat):
            return _with_pool_of(position, seat, lambda pool: pool.replace(done=True))
        case a.FaceChanged(die=name, symbol=symbol, by=by):
            told = f"changed {symbol} {by}".strip()
            known = symbol in SYMBOLS
            return _with_die(position, name, lambda die: _turned(die, symbol, told)) if known else position


def _turned(die: Die, symbol: str, told: str) -> Die:
    return die.replace(symbol=symbol, story=(*die.story, told))


def _swapped(pool: Pool, name: str, into: str) -> Pool:
    if all(die.name != name for die in pool.dice):
        return pool
    out = _changed(pool, name, lambda die: die.replace(gone="focused"))
    card = next(die.card for die in pool.dice if die.name == name)
    return out.replace(dice=(*out.dice, Die(into, colour_of(into), card=card)))


def _gone(position: Position, name: str, how: str) -> Position:
    """Take a die out. An exterminated die is no longer owed; after a returned one the pool is gathered again."""
    left = _with_die(position, name, lambda die: die.replace(gone=how))
    if how == "exterminated":
        return _with(left, lambda now: now.replace(owed=max(0, now.owed - 1)))
    if how == "returned":
        return _with(left, lambda now: now.replace(pools=tuple(_ungathered(pool, name) for pool in now.pools)))
    return left


def _ungathered(pool: Pool, name: str) -> Pool:
    return pool.replace(gathered=False) if any(die.name == name for die in pool.dice) else pool


def with_roll(position: Position, event: Rolled) -> Position:
    """Apply a roll or re-roll of Story dice. A re-roll's purpose is `re-roll <seat> <card, tokens or black die>`."""
    now = position.adventure
    if now is None:
        return position
    word, _, rest = event.purpose.partition(" ")
    by = rest.partition(" ")[2] if word == "re-roll" else ""
    fell = list[tuple[str, str]]()
    for name, face in zip(event.die.split(), event.faces, strict=False):
        faces = position.box.die.get(colour_of(name), ())
        if 1 <= face <= len(faces):
            fell.append((name, faces[face - 1]))
    return _with(position, lambda now: now.replace(pools=tuple(_fallen(pool, fell, by) for pool in now.pools)))


def _fallen(pool: Pool, fell: Sequence[tuple[str, str]], by: str) -> Pool:
    if all(die.name != name for die in pool.dice for name, _ in fell):
        return pool
    dice = list(pool.dice)
    for name, symbol in fell:
        dice = [_shown(die, symbol, by) if die.name == name else die for die in dice]
    return pool.replace(dice=tuple(dice))


def _shown(die: Die, symbol: str, by: str) -> Die:
    return _turned(die, symbol, f"{'re-rolled' if die.symbol else 'rolled'} {symbol} {by}".strip())


def fresh_names(adventure: Adventure, colours: Sequence[str]) -> tuple[str, ...]:
    """Return new names for dice of these colours in this Adventure: the colour's letter and a number."""
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
    """Return a seat's pool, or an empty one."""
    for pool in adventure.pools:
        if pool.seat == seat:
            return pool
    return Pool(seat)


def dice_left(*pools: Pool) -> tuple[Die, ...]:
    """Return the dice that are still in these pools, in order."""
    return (*[die for pool in pools for die in pool.dice if not die.gone],)


def count_gone(how: str, *pools: Pool) -> int:
    """Return how many dice left these pools in this way."""
    return sum(die.gone == how for pool in pools for die in pool.dice)


def die_named(pools: Iterable[Pool], name: str) -> tuple[str, Die] | None:
    """Return the seat and the die of this name, even if the die is gone."""
    return next(((pool.seat, die) for pool in pools for die in pool.dice if die.name == name), None)
