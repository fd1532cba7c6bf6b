"""The dice of an Adventure: which die meets which symbol, and the history of each."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from projections.games.daleks.components.box import SYMBOLS
from projections.games.daleks.rules import challenge, icons
from projections.games.daleks.state import names, tray
from projections.games.daleks.state.position import Adventure, Die, Pool, Position
from projections.wording import clean, joined

GONE: Final[Mapping[str, str]] = {
    "focused": "swapped", "cut": "cut", "exterminated": "exterminated", "spent": "discarded", "returned": "returned",
}  # fmt: skip
"""How a die left the pool, in a word."""
_VERBS: Final = ("rolled", "re-rolled", "changed")


class Chapter(NamedTuple):
    """A step in the history of a die: the verb, the new symbol, and the card or tokens used."""

    verb: str
    symbol: str
    by: str = ""

    @property
    def words(self) -> str:
        """The step as a phrase: `re-rolled Cunning by Bow Tie`."""
        return f"{self.verb} {names.symbol_name(self.symbol)}{f' by {self.by}' if self.by else ''}"


def meeting(adventure: Adventure) -> tuple[str, ...]:
    """Return for each symbol of the challenge the name of the rolled die that meets it, or ""."""
    return challenge.match_dice(adventure.symbols, [die for die in tray.dice_left(*adventure.pools) if die.symbol])


def story(position: Position, die: Die) -> tuple[Chapter, ...]:
    """Return the steps in the history of a die, oldest first."""
    found = []
    for told in die.story:
        verb, _, rest = told.partition(" ")
        symbol, _, by = rest.partition(" ")
        if verb in _VERBS and symbol in SYMBOLS:
            found.append(Chapter(verb, symbol, by_name(position, by)))
        else:
            found.append(Chapter(clean(told), ""))
    return tuple(found)


def by_name(position: Position, by: str) -> str:
    """Return the means `by` which a die was re-rolled or turned: an icon, a card, or a discarded black die."""
    if by in ("", "tokens"):
        return by
    now = position.adventure
    if now and any(by == die.name for pool in now.pools for die in pool.dice):
        return f"discarding {clean(by)}"
    named = next((clean(icon.name) for icon in icons.icons_of(position, by) if icon.does == "reroll" and icon.name), "")
    return named or names.card_name(position, by)


def die_line(position: Position, die: Die) -> str:
    """Return a die with its history: `B1 black shows Cunning: rolled Running, re-rolled Cunning by Bow Tie`."""
    steps = [chapter.words if chapter.symbol else chapter.verb for chapter in story(position, die)]
    shows = f" shows {names.symbol_name(die.symbol)}" if die.symbol else ""
    told = f": {', '.join(steps)}" if steps else ""
    source = f", of {names.card_name(position, die.card)}" if die.card else ""
    return f"{clean(die.name)} {clean(die.colour)}{source}{shows}{told}"


def left_line(pool: Pool) -> str:
    """Return in words the dice that left a pool, and how they left; "" if none did."""
    left = []
    for die in pool.dice:
        if die.gone:
            last = f" on {names.symbol_name(die.symbol)}" if die.symbol else ""
            left.append(f"{clean(die.name)} {GONE.get(die.gone) or clean(die.gone)}{last}")
    return f"Left the pool: {joined(left)}" if left else ""
