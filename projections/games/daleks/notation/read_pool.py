"""Lines of an Adventure up to the roll: the challenge, the pool."""

import re
from collections import Counter
from collections.abc import Sequence
from itertools import islice, product

from projections.games.daleks.components.box import Icon
from projections.games.daleks.facts import moves as m
from projections.games.daleks.notation.claims import read_symbols
from projections.games.daleks.notation.dice_words import die_named, read_counts
from projections.games.daleks.notation.naming import stands_named
from projections.games.daleks.notation.read_icon import KINDS, bearer_named, icon_meant
from projections.games.daleks.notation.sentence import Tale
from projections.games.daleks.notation.stated import RESULTS
from projections.games.daleks.notation.vocabulary import AND, COLOUR_WORDS, Cursor
from projections.games.daleks.rules.adventure import split_icons
from projections.games.daleks.rules.icons import icons_of, on_console
from projections.games.daleks.rules.limits import owed_dice
from projections.games.daleks.state.fields import FIELDS
from projections.games.daleks.state.names import codes_row, counts_words
from projections.games.daleks.state.position import Pool, Position
from projections.games.daleks.state.tray import dice_left, pool_of
from projections.notation.cursor import SlipError

__all__ = [
    "read_counted", "read_drop", "read_exterminate", "read_focus", "read_gather", "read_need",
]  # fmt: skip

_DONE = {word: word for word in ("gather", "focus", "drop", "exterminate", "ready", "play", "call")}
_WAYS = 4096
"""So many choices of colours are looked through for the one that makes a pool of these counts."""


def read_need(cursor: Cursor, tale: Tale) -> None:
    """`NEED: Cu Di Ta Ta`: no move; what is to be met, which is checked."""
    now, at = tale.now.adventure, cursor.at
    said = read_symbols(cursor)
    if now is None:
        raise cursor.slip("no challenge is to be met now", {})
    if codes_row(said) != codes_row(now.symbols) and "?" not in now.symbols:
        stretch = cursor.stretch(at) if said else (cursor.ending(), cursor.ending())
        row = codes_row(now.symbols)
        raise SlipError(f"the challenge is {row}", [stretch], {row.lower(): row})


# The pool


def read_counted(cursor: Cursor, tale: Tale) -> None:
    """`POOL: 5B 2U 1G 1R`: gathers the starting pool, and claims of which dice it is."""
    at, now, seat = cursor.at, tale.now, tale.seat
    counts = read_counts(cursor)
    if not counts and (cursor.quoted or stands_named(cursor, now, *KINDS)):
        read_focus(cursor, tale)
        return
    if not counts:
        raise cursor.word_slip("dice are expected, such as 5B, or what is done", _DONE)
    if now.adventure and pool_of(now.adventure, seat).gathered:
        if counts_words(counts) != FIELDS.claim(f"pool {seat}", now):
            there = FIELDS.claim(f"pool {seat}", now) or "0"
            raise SlipError(f"the pool is {there}", [cursor.stretch(at)], {there.lower(): there})
        return
    colours = _colours(cursor)
    colours = colours if colours is not None else _fitting(now, seat, counts)
    said = tale.say(m.Gather(seat, colours), counts=f"dice {seat}")
    said.claims_that(f"pool {seat}", counts_words(counts))


def read_gather(cursor: Cursor, tale: Tale) -> None:
    """`gather`, `gather as green, blue` where icons leave a choice; `gather 5B 2U` counts."""
    at = cursor.at
    if read_counts(cursor):
        cursor.at = at
        read_counted(cursor, tale)
        return
    colours = _colours(cursor)
    split = split_icons(tale.now, tale.seat)
    if colours is None and split:
        raise cursor.slip("say the colours of split icons, as green", {"as": "as"})
    tale.say(m.Gather(tale.seat, colours or ()), counts=f"dice {tale.seat}")


def _colours(cursor: Cursor) -> tuple[str, ...] | None:
    """`as green, blue`: the colours chosen for split icons, `as none`; None where nothing is said of them."""
    if not cursor.skip("as"):
        return None
    if cursor.skip("none"):
        return ()
    found = [cursor.want("a colour of dice is expected", COLOUR_WORDS)]
    while cursor.is_at(*COLOUR_WORDS) or (cursor.is_at(*AND) and cursor.after in COLOUR_WORDS):
        cursor.skip(*AND)
        found.append(cursor.want("a colour of dice is expected", COLOUR_WORDS))
    return tuple(found)


def _fitting(position: Position, seat: str, counts: dict[str, int]) -> tuple[str, ...]:
    """The colours of split icons that make a pool of these counts; the first choice where none does."""
    split = split_icons(position, seat)
    if not split:
        return ()
    adding = [icon for card in on_console(position, seat) for icon in icons_of(position, card) if icon.does == "add"]
    fixed = Counter({icon.colours[0]: 0 for icon in adding})
    for icon in adding:
        if len(icon.colours) == 1:
            fixed[icon.colours[0]] += icon.amount
    ways = islice(product(*(icon.colours for icon in split)), _WAYS)
    wanted = Counter(counts)
    every = list(ways)
    return next((way for way in every if fixed + _added(split, way) == wanted), every[0])


def _added(split: tuple[Icon, ...], way: tuple[str, ...]) -> Counter[str]:
    added = Counter[str]()
    for icon, colour in zip(split, way, strict=True):
        added[colour] += icon.amount
    return added


def read_focus(cursor: Cursor, tale: Tale) -> None:
    """`focus "Rory Williams" B>U, "Captain Jack" B>R`."""
    more = True
    while more:
        _focused(cursor, tale)
        at = cursor.at
        more = bool(cursor.quoted or stands_named(cursor, tale.now, *KINDS))
        cursor.at = at


def _focused(cursor: Cursor, tale: Tale) -> None:
    now, seat, at = tale.now, tale.seat, cursor.at
    bearer = bearer_named(cursor, now, seat, "focus")
    if not cursor.skip("b", "black") and re.fullmatch(r"1?b|b[0-9]+", cursor.now):
        cursor.at += 1
    if not cursor.skip(">", "to") and not cursor.is_at(*COLOUR_WORDS):
        raise cursor.slip("B> and the colour of the new die is expected", {">": ">"})
    colour = cursor.want("a colour of dice is expected", COLOUR_WORDS)
    number = icon_meant(cursor, now, seat, bearer, "focus", lambda icon: colour in icon.colours, at)
    tale.say(m.Focus(seat, bearer[0], number, colour), counts=f"dice {seat}")


def read_drop(cursor: Cursor, tale: Tale) -> None:
    """`drop B = 8`, `drop B1 U`."""
    if cursor.skip("none", "nothing", "0"):
        return
    more = True
    while more:
        now = tale.now.adventure
        own = pool_of(now, tale.seat) if now else Pool(tale.seat)
        every = [own, *(pool for pool in (now.pools if now else ()) if pool.seat != tale.seat)]
        for die in _counted(cursor, (own,)) or (_one(cursor, own, every),):
            tale.say(m.CutDie(tale.seat, die), counts=f"dice {tale.seat}")
        more = _goes_on(cursor, every)


def _counted(cursor: Cursor, pools: Sequence[Pool]) -> list[str]:
    """As many dice of colours as are said: `2B`, `one black`; none where no count stands here.

    Raises:
        SlipError: there are not so many, or they show different symbols.
    """
    found, at = list[str](), cursor.at
    for colour, count in read_counts(cursor).items():
        row = [die for die in dice_left(*pools) if die.colour == colour]
        if count > len(row) or len({die.symbol for die in row}) > 1:
            cursor.at = at
            raise cursor.slip(
                f"{len(row)} {colour} dice lie here; which is meant?", {one.name: one.name for one in row}
            )
        found += [die.name for die in row[:count]]
    return found


def _goes_on(cursor: Cursor, pools: list[Pool]) -> bool:
    """Whether another die stands here, behind a sign or without."""
    cursor.skip("die", "dice")
    _skip_and(cursor)
    at = cursor.at
    counted = bool(read_counts(cursor))
    cursor.at = at
    return counted or cursor.is_at(*COLOUR_WORDS) or _is_named(cursor, pools)


def _skip_and(cursor: Cursor) -> None:
    """Go past a sign between two dice, which is not that of a result."""
    if not RESULTS.stands(cursor):
        cursor.skip(*AND)


def _one(cursor: Cursor, own: Pool, every: list[Pool]) -> str:
    """A die of the own pool, or one of another pool by its name."""
    return die_named(cursor, every if _is_named(cursor, every) else (own,))


def _is_named(cursor: Cursor, pools: list[Pool]) -> bool:
    return not cursor.quoted and any(die.name.lower() == cursor.now for pool in pools for die in pool.dice)


def read_exterminate(cursor: Cursor, tale: Tale) -> None:
    """`exterminate B`, `exterminate B2 U1`; `exterminate 0` where no Dalek marker takes a die, which is checked."""
    at = cursor.at
    if cursor.skip("none", "nothing", "0"):
        now = tale.now.adventure
        owed = owed_dice(tale.now, now) if now else 0
        if owed:
            cursor.at = at
            raise cursor.slip(f"Dalek markers take {owed} here", {})
        return
    more = True
    while more:
        pools = tale.now.adventure.pools if tale.now.adventure else ()
        for die in _counted(cursor, pools) or (die_named(cursor, pools),):
            tale.say(m.Exterminate(tale.seat, die), counts=f"dice {tale.seat}")
        more = _goes_on(cursor, list(pools))
