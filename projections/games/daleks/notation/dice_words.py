"""Dice in a line, and the symbols they show: `B1`, `B*`, `G(Ru)`, `B(Ru St) U(Sc Sc2)`.

The letter is the colour: B black, G green, U blue, R red. A symbol has two letters. If a die has the symbol on several
faces, a number says which face; without a number it is the first.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Final

from projections.games.daleks.components.box import Colour
from projections.games.daleks.notation.stated import RESULTS
from projections.games.daleks.notation.vocabulary import AND, COLOUR_WORDS, SYMBOL_WORDS, Context, Cursor, letter_of
from projections.games.daleks.rules.adventure import starting_dice
from projections.games.daleks.rules.pool import limit_of, owed_dice
from projections.games.daleks.state.names import CODES
from projections.games.daleks.state.position import Adventure, Die, Pool, Position
from projections.games.daleks.state.tray import colour_of, dice_left, fresh_names, pool_of
from projections.notation.cursor import SlipError
from projections.wording import joined

_DIE: Final = re.compile(r"[bgur][0-9]{1,6}")
_SYMBOL: Final = re.compile(r"([a-z]+)([2-6])?")
_COUNT: Final = re.compile(r"([0-9]{1,2})([bgur])")
_COUNTED: Final = re.compile(r"([0-9]{1,2}|one|two|three|four) \w+")
_ALL: Final = ("*", "all")
_TOLD: Final = 8
"""The most dice that a message names."""


def pool_now(position: Position, seat: str) -> Pool:
    """Return a seat's pool in the Adventure under way, or an empty one."""
    now = position.adventure
    return pool_of(now, seat) if now else Pool(seat)


def _pools(context: Context) -> Sequence[Pool]:
    own, now = pool_now(context.position, context.seat), context.position.adventure
    return (own, *(pool for pool in (now.pools if now else ()) if pool.seat != own.seat))


def _no_die(cursor: Cursor, message: str, dice: Iterable[Die]) -> SlipError:
    return cursor.slip(message, {die.name.lower(): die.name for die in dice})


def read_die(context: Context, counted: Sequence[Pool] = (), taken: Sequence[str] = ()) -> str:
    """Parse a die and return its name: `B2`, or for `B` the first black die in the pools `counted`, else in the seat's.

    Raises:
        SlipError: no such die was found.
        QuestionError: several dice fit and show different symbols.
    """
    cursor, at, pools = context.cursor, context.cursor.at, counted or _pools(context)[:1]
    if name := _die_by_name(context, pools):
        return name
    left = [die for die in dice_left(*pools) if die.name not in taken]
    colour = None if cursor.quoted else cursor.phrase(COLOUR_WORDS)
    if colour is None:
        raise _no_die(cursor, "a die is expected, such as B or B1", left)
    shown = cursor.phrase(SYMBOL_WORDS)
    fitting = [die for die in left if die.colour == colour and shown in (None, die.symbol)]
    if not fitting:
        cursor.at = at
        raise _no_die(cursor, "no such die is here", left)
    alike = next(row for pool in pools if (row := [die for die in fitting if die in pool.dice]))
    if len({die.symbol for die in alike}) > 1:
        raise cursor.doubt(at, [die.name for die in alike], "which of these dice is meant?")
    return alike[0].name


def _die_by_name(context: Context, pools: Sequence[Pool]) -> str:
    """Parse the name of a die, with its symbol if that is next; "" if no name of a die in the Adventure is next."""
    cursor = context.cursor
    if cursor.quoted or not _DIE.fullmatch(cursor.now):
        return ""
    name = str(cursor.now.upper())
    named = next((die for pool in (*pools, *_pools(context)) for die in pool.dice if die.name == name), None)
    if named is None and any(pool.dice for pool in pools):
        return ""
    cursor.at += 1
    if named is not None and named.symbol and not cursor.quoted:
        cursor.at += SYMBOL_WORDS.get(cursor.now) == named.symbol
    return name


def read_dice(context: Context) -> tuple[str, ...] | None:
    """Parse dice and return their names: `B* G(Ru)` (seat's pool), `B2` (any pool), `none`; None at the line's end."""
    cursor, pool, found = context.cursor, pool_now(context.position, context.seat), list[str]()
    if cursor.skip("none"):
        return ()
    if cursor.is_at("", ">"):
        return None
    while not found or _is_die(cursor):
        cursor.skip(*AND)
        both = set[str]() if cursor.quoted else {cursor.now, cursor.after}
        colour = COLOUR_WORDS.get(cursor.now, "")
        if both & set(_ALL) and both & COLOUR_WORDS.keys():
            colour = colour or COLOUR_WORDS[cursor.after]
            row = [die.name for die in dice_left(pool) if die.colour == colour]
            if not row:
                raise _no_die(cursor, "no such die is here", dice_left(pool))
            cursor.at += 2
            found += row
            continue
        found.append(read_die(context, taken=found))
        while colour and not cursor.quoted and (symbol := SYMBOL_WORDS.get(cursor.now)):
            left = [die for die in dice_left(pool) if die.name not in found]
            shown = next((die.name for die in left if (die.colour, die.symbol) == (colour, symbol)), "")
            if not shown:
                raise _no_die(cursor, "no such die is here", left)
            cursor.at += 1
            found.append(shown)
    return tuple(found)


def _is_die(cursor: Cursor) -> bool:
    if cursor.quoted or (cursor.now in AND and RESULTS.stands(cursor)):
        return False
    word = cursor.after if cursor.now in (*AND, "/") else cursor.now
    return word in COLOUR_WORDS or bool(_DIE.fullmatch(word))


def dice_code(dice: Sequence[str], context: Context) -> str:
    """Return the text of dice for a line: their names, or one word such as `B*` for all black dice of the seat."""
    if not dice:
        return "none"
    colour = colour_of(dice[0])
    every = tuple(die.name for die in dice_left(pool_now(context.position, context.seat)) if die.colour == colour)
    return f"{letter_of(colour)}*" if len(dice) > 1 and tuple(dice) == every else " ".join(dice)


def read_some(context: Context, counted: Sequence[Pool] = ()) -> tuple[str, ...]:
    """Parse a number of dice of a colour, `2B`, `one black`, or a single die, `B`, `B2`. Return the names of the dice.

    Raises:
        SlipError: there are not enough dice, or they show different symbols.
    """
    cursor, at, found = context.cursor, context.cursor.at, list[str]()
    for colour, count in read_counts(cursor).items():
        row = [die for die in dice_left(*(counted or _pools(context)[:1])) if die.colour == colour]
        if count > len(row) or len({die.symbol for die in row}) > 1:
            cursor.at = at
            raise _no_die(cursor, f"{len(row)} {colour} dice lie here; which is meant?", row)
        found += [die.name for die in row[:count]]
    found = found or [read_die(context, counted)]
    cursor.skip("die", "dice")
    return tuple(found)


def read_counts(cursor: Cursor) -> dict[str, int]:
    """Parse counts such as `5B 2U 1G 1R`; empty if not present."""
    found: dict[str, int] = {}
    while not cursor.quoted:
        if cursor.is_at(*AND) and found:
            cursor.at += bool(_COUNT.fullmatch(cursor.after))
        word = _COUNT.fullmatch(cursor.now)
        if word is not None:
            cursor.at += 1
            colour, count = COLOUR_WORDS[word[2]], int(word[1])
        elif _COUNTED.fullmatch(f"{cursor.now} {cursor.after}") and cursor.after in COLOUR_WORDS:
            colour, count = COLOUR_WORDS[cursor.after], cursor.number() or 0
            cursor.at += 1
        else:
            break
        found[colour] = found.get(colour, 0) + count
    return found


def told_dice(context: Context) -> Sequence[str]:
    """Return the names of the dice whose rolled faces a line lists by colour, such as `B(Ru St)`.

    These are the dice in the pools, after gathering if no line gathered them. If the line lists fewer, the last dice of
    a colour have left: excess dice, dice for Dalek markers, and one more. A die too many gets the next name.
    """
    now, told = context.position.adventure, _colours_told(context.cursor)
    if now is None:
        return fresh_names(Adventure("", 0, 0), list(told.elements()))
    lying = [die.name for die in dice_left(*now.pools)]
    if not told or told == Counter(map(colour_of, lying)):
        return lying
    names = [*(starting_dice(context.position, context.seat) if context.seat == now.seat else ()), *lying]
    own = [name for name in names if name not in {die.name for die in dice_left(*now.pools[1:])}]
    there = Counter[str](map(colour_of, names))
    left, wanting, beyond = list(names), there - told, list((told - there).elements())
    for colour, count in wanting.items():
        row = [name for name in own if colour_of(name) == colour]
        left = [name for name in left if name not in row[len(row) - min(count, len(row)) :]]
    spare = max(0, len(own) - limit_of(context.position, now, context.seat)) + owed_dice(context.position, now)
    fits = wanting.total() <= spare + 1 and len(names) - len(left) == wanting.total() and len(beyond) <= 1
    return [*left, *fresh_names(now, beyond)] if fits else names


def _colours_told(cursor: Cursor) -> Counter[str]:
    """Return how many faces the line gives after each colour, without moving the cursor; empty if dice are named."""
    at, told = cursor.at, Counter[str]()
    while not cursor.quoted and (cursor.is_at(*AND, "/") or cursor.now in COLOUR_WORDS):
        cursor.at += cursor.is_at(*AND, "/")
        colour = COLOUR_WORDS.get(cursor.now)
        cursor.at += 1
        cursor.skip(":", "=")
        while colour and _symbol_here(cursor):
            told[colour] += 1
            cursor.at += 1
    cursor.at = at
    return told


def read_faces(context: Context, names: Sequence[str]) -> tuple[int, ...]:
    """Parse the faces of the dice `names`, by colour, `B(Ru St) U(Sc)`, or in order, `(Ru Sc)`. Return face numbers.

    Raises:
        SlipError: a face is missing, there is one too many, or no such die has it.
    """
    cursor = context.cursor
    if not cursor.quoted and (cursor.now in COLOUR_WORDS or _DIE.fullmatch(cursor.now)):
        return _by_colour(context, names)
    return tuple([_face(context, colour_of(name)) for name in names])


def _by_colour(context: Context, names: Sequence[str]) -> tuple[int, ...]:
    cursor, shown = context.cursor, dict[str, int]()
    while _is_die(cursor) and len(shown) < len(names):
        cursor.skip(*AND, "/")
        start, word = cursor.at, cursor.now
        cursor.at += 1
        if cursor.is_at(":", "="):
            cursor.at += cursor.after in SYMBOL_WORDS
        left = [name for name in names if name not in shown]
        row = [name for name in left if name.lower() == word or (colour_of(name) == COLOUR_WORDS.get(word))]
        found = _faces_of(context, row)
        if not found:
            cursor.at = start + bool(row)
            codes = {code.lower(): code for code in CODES.values()}
            raise cursor.slip("a symbol is expected" if row else "no such die was rolled", codes if row else {})
        shown |= found
    missing = [name for name in names if name not in shown]
    if missing:
        told = joined(missing if len(missing) <= _TOLD else [*missing[:_TOLD], "others"])
        raise cursor.slip(f"{len(names)} dice were rolled; what {told} show is missing", {})
    return tuple(shown[name] for name in names)


def _faces_of(context: Context, names: Sequence[str]) -> dict[str, int]:
    shown = dict[str, int]()
    for name in names:
        if not _symbol_here(context.cursor):
            return shown
        shown[name] = _face(context, colour_of(name))
    if shown and _symbol_here(context.cursor):
        raise context.cursor.slip(f"no more of these dice were rolled than {joined(names)}", {})
    return shown


def _symbol_here(cursor: Cursor) -> re.Match[str] | None:
    found = None if cursor.quoted else _SYMBOL.fullmatch(cursor.now)
    return found if found is not None and found[1] in SYMBOL_WORDS else None


def _face(context: Context, colour: Colour) -> int:
    cursor, faces = context.cursor, context.position.box.die.get(colour, ())
    words, found = {CODES[one].lower(): CODES[one] for one in faces}, _symbol_here(cursor)
    if found is None:
        raise cursor.slip("a symbol is expected for each die", words)
    places = [at for at, symbol in enumerate(faces, 1) if symbol == SYMBOL_WORDS[found[1]]]
    which = int(found[2] or "1")
    if which > len(places):
        raise cursor.slip(f"no {colour} die has this face", words)
    cursor.at += 1
    return places[which - 1]


def _code(position: Position, name: str, face: int) -> str:
    faces = position.box.die.get(colour_of(name), ())
    if not 1 <= face <= len(faces):
        return ""
    symbol = faces[face - 1]
    which = faces[:face].count(symbol)
    return f"{CODES[symbol]}{which if which > 1 else ''}"


def row_words(position: Position, names: Sequence[str], faces: Sequence[int]) -> str:
    """Return the text of faces in order for a line, `(Ru Sc)`, or "" if they cannot be written in this way."""
    codes = [_code(position, name, face) for name, face in zip(names, faces, strict=True)]
    return f"({' '.join(codes)})" if all(codes) and codes else ""


def faces_words(position: Position, names: Sequence[str], faces: Sequence[int]) -> str:
    """Return the text of faces by colour, with `+` before the second pool: `B(Ru St) + U(Sc)`; "" if impossible."""
    now = position.adventure
    owners = {die.name: pool.seat for pool in (now.pools if now else ()) for die in pool.dice}
    codes = {name: _code(position, name, face) for name, face in zip(names, faces, strict=True)}
    if len(codes) < len(names) or not all(codes.values()):
        return ""
    pools = []
    for _, pool in groupby(codes, lambda name: owners.get(name, "")):
        colours: dict[str, list[str]] = {}
        for name in pool:
            colours.setdefault(letter_of(colour_of(name)), []).append(codes[name])
        pools.append(" ".join(f"{letter}({' '.join(shown)})" for letter, shown in colours.items()))
    return " + ".join(pools)
