"""Dice in a line, and what they show: `B1`, `B*`, `G(Ru)`, `B(Ru St) U(Sc Sc2)`.

A colour is its letter: B black, G green, U blue, R red. A symbol is two letters; where a die has it more than once a
number tells which of its faces that was, and none means the first.
"""

import re
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Final

from projections.games.daleks.notation.stated import RESULTS
from projections.games.daleks.notation.vocabulary import AND, COLOUR_WORDS, SYMBOL_WORDS, Cursor, Said, letter_of
from projections.games.daleks.state.names import CODES
from projections.games.daleks.state.position import Die, Pool, Position
from projections.games.daleks.state.tray import colour_of, dice_left, pool_of
from projections.notation.cursor import QuestionError
from projections.notation.vocabulary import Vocabulary
from projections.wording import joined

_DIE: Final = re.compile(r"[bgur][0-9]{1,6}")
_SYMBOL: Final = re.compile(r"([a-z]+)([2-6])?")
_COUNT: Final = re.compile(r"([0-9]{1,2})([bgur])")
_COUNTED: Final = re.compile(r"([0-9]{1,2}|one|two|three|four) \w+")
_CODES: Final[Vocabulary] = {code.lower(): code for code in CODES.values()}
_ALL: Final = ("*", "all")
_TOLD: Final = 8
"""The most dice that a message names."""


# Which dice


def die_named(cursor: Cursor, pools: Sequence[Pool], taken: Iterable[str] = ()) -> str:
    """The one die that stands here, of the first of these pools that has such a die.

    Raises:
        SlipError: none does.
        QuestionError: several do that show different symbols.
    """
    at, every = cursor.at, [die for pool in pools for die in pool.dice]
    if not cursor.quoted and _DIE.fullmatch(cursor.now):
        name = cursor.now.upper()
        if not every or any(die.name == name for die in every):
            cursor.at += 1
            _as_it_lies(cursor, next((die for die in every if die.name == name), None))
            return name
    left = [die for die in dice_left(*pools) if die.name not in tuple(taken)]
    colour = None if cursor.quoted else cursor.phrase(COLOUR_WORDS)
    if colour is None:
        raise cursor.slip("a die is expected, such as B or B1", {die.name.lower(): die.name for die in left})
    shown = symbol_here(cursor)
    fitting = [die for die in left if die.colour == colour and shown in ("", die.symbol)]
    if not fitting:
        cursor.at = at
        raise cursor.slip("no such die is here", {die.name.lower(): die.name for die in left})
    return _alike(cursor, at, fitting, pools)


def _as_it_lies(cursor: Cursor, die: Die | None) -> None:
    """Go past what a die shows, behind its name: `B1(Ru)`."""
    if die is not None and die.symbol and not cursor.quoted and SYMBOL_WORDS.get(cursor.now) == die.symbol:
        cursor.at += 1


def _alike(cursor: Cursor, at: int, fitting: Sequence[Die], pools: Sequence[Pool]) -> str:
    """The first of dice that are all alike, in the first pool that has any."""
    own = next(row for pool in pools if (row := [die for die in fitting if die in pool.dice]))
    if len({die.symbol for die in own}) == 1:
        return own[0].name
    start, end = cursor.stretch(at)
    choices = [f"{cursor.line[:start]}{die.name}{cursor.line[end:]}" for die in own]
    raise QuestionError(f"{cursor.line[start:end]}: which of these dice is meant?", choices)


def dice_named(cursor: Cursor, pool: Pool) -> tuple[str, ...]:
    """The dice of a pool that stand here: `B*` is every black one."""
    found: list[str] = []
    while not found or _is_die(cursor):
        cursor.skip(*AND)
        both = set[str]() if cursor.quoted else {cursor.now, cursor.after}
        if both & set(_ALL) and both & COLOUR_WORDS.keys():
            colour = COLOUR_WORDS.get(cursor.now) or COLOUR_WORDS[cursor.after]
            row = [die.name for die in dice_left(pool) if die.colour == colour]
            if not row:
                raise cursor.slip("no such die is here", {die.name.lower(): die.name for die in dice_left(pool)})
            cursor.at += 2
            found += row
        else:
            colour = COLOUR_WORDS.get(cursor.now, "")
            found.append(die_named(cursor, (pool,), found))
            found += _more_shown(cursor, pool, colour, found)
    return tuple(found)


def _more_shown(cursor: Cursor, pool: Pool, colour: str, taken: Sequence[str]) -> list[str]:
    """Further dice of a colour by what they show, behind the first: `B(Ru St)`."""
    found: list[str] = []
    while colour and not cursor.quoted and (symbol := SYMBOL_WORDS.get(cursor.now)):
        left = [die for die in dice_left(pool) if die.name not in (*taken, *found)]
        die = next((die for die in left if (die.colour, die.symbol) == (colour, symbol)), None)
        if die is None:
            raise cursor.slip("no such die is here", {one.name.lower(): one.name for one in left})
        cursor.at += 1
        found.append(die.name)
    return found


def _is_die(cursor: Cursor) -> bool:
    if cursor.quoted or (cursor.now in AND and RESULTS.stands(cursor)):
        return False
    word = cursor.after if cursor.now in (*AND, "/") else cursor.now
    return word in COLOUR_WORDS or bool(_DIE.fullmatch(word))


def symbol_named(cursor: Cursor, message: str) -> str:
    """The symbol that stands here.

    Raises:
        SlipError: none does.
    """
    found = symbol_here(cursor)
    if not found:
        raise cursor.slip(message, {spelling: CODES[symbol] for spelling, symbol in SYMBOL_WORDS.items()})
    return found


def symbol_here(cursor: Cursor) -> str:
    """The symbol that stands here, "" for none."""
    return cursor.phrase(SYMBOL_WORDS) or ""


def pool_now(position: Position, seat: str) -> Pool:
    """A seat's pool in the Adventure under way, an empty one where there is none."""
    now = position.adventure
    return pool_of(now, seat) if now else Pool(seat)


def named_in(cursor: Cursor, pools: Iterable[Pool], *, further: bool = False) -> bool:
    """Whether a die of these pools stands next by its name, or anywhere `further` in the line."""
    names = {die.name.lower() for pool in pools for die in pool.dice}
    words = [word.text for word in cursor.words[cursor.at :]]
    return not names.isdisjoint(words) if further else not cursor.quoted and cursor.now in names


def read_dice(said: Said) -> tuple[str, ...] | None:
    """Dice of the own pool, and by their names of another one; `none`."""
    cursor, now, own = said.cursor, said.position.adventure, pool_now(said.position, said.seat)
    if cursor.skip("none"):
        return ()
    if cursor.is_at("", ">"):
        return None
    others = [pool for pool in (now.pools if now else ()) if pool.seat != own.seat]
    every = Pool(own.seat, (*own.dice, *(die for pool in others for die in pool.dice)))
    return dice_named(cursor, every if named_in(cursor, others, further=True) else own)


def dice_code(dice: Sequence[str], said: Said) -> str:
    """Dice as a line names them: all of a colour in one word."""
    if not dice:
        return "none"
    colour = colour_of(dice[0])
    every = tuple(die.name for die in dice_left(pool_now(said.position, said.seat)) if die.colour == colour)
    return f"{letter_of(colour)}*" if len(dice) > 1 and tuple(dice) == every else " ".join(dice)


def read_some(cursor: Cursor, counted: Sequence[Pool], named: Sequence[Pool]) -> tuple[str, ...]:
    """As many dice of colours as are said, `2B`, `one black`, or a single one, `B`, `B2`.

    Raises:
        SlipError: there are not so many, or they show different symbols.
    """
    found, at = list[str](), cursor.at
    for colour, count in read_counts(cursor).items():
        row = [die for die in dice_left(*counted) if die.colour == colour]
        if count > len(row) or len({die.symbol for die in row}) > 1:
            cursor.at = at
            raise cursor.slip(
                f"{len(row)} {colour} dice lie here; which is meant?", {one.name: one.name for one in row}
            )
        found += [die.name for die in row[:count]]
    found = found or [die_named(cursor, named)]
    cursor.skip("die", "dice")
    return tuple(found)


# What they show


def read_faces(cursor: Cursor, position: Position, names: Sequence[str]) -> tuple[int, ...]:
    """The faces of dice by colour, `B(Ru St) U(Sc)`, or one after the other, `(Ru Sc)`.

    Raises:
        SlipError: a face is missing, or one too many, or no such die has it.
    """
    if not cursor.quoted and (cursor.now in COLOUR_WORDS or _DIE.fullmatch(cursor.now)):
        return _by_colour(cursor, position, names)
    return tuple([_face(cursor, position, colour_of(name)) for name in names])


def _by_colour(cursor: Cursor, position: Position, names: Sequence[str]) -> tuple[int, ...]:
    shown: dict[str, int] = {}
    while _is_die(cursor) and len(shown) < len(names):
        cursor.skip(*AND, "/")
        start, word = cursor.at, cursor.now
        cursor.at += 1
        if cursor.is_at(":", "="):
            cursor.at += cursor.after in SYMBOL_WORDS
        left = [name for name in names if name not in shown]
        row = [name for name in left if name.lower() == word or (colour_of(name) == COLOUR_WORDS.get(word))]
        count = 0
        while count < len(row) and _stands_face(cursor):
            shown[row[count]] = _face(cursor, position, colour_of(row[count]))
            count += 1
        if count and count == len(row) and _stands_face(cursor):
            raise cursor.slip(f"no more of these dice were rolled than {joined(row)}", {})
        if not count:
            cursor.at = start + bool(row)
            raise cursor.slip("a symbol is expected" if row else "no such die was rolled", _CODES if row else {})
    missing = [name for name in names if name not in shown]
    if missing:
        told = joined(missing if len(missing) <= _TOLD else [*missing[:_TOLD], "others"])
        raise cursor.slip(f"{len(names)} dice were rolled; what {told} show is missing", {})
    return tuple(shown[name] for name in names)


def _stands_face(cursor: Cursor) -> bool:
    found = _SYMBOL.fullmatch(cursor.now)
    return not cursor.quoted and found is not None and found[1] in SYMBOL_WORDS


def _face(cursor: Cursor, position: Position, colour: str) -> int:
    """The face of a die of a colour that stands here."""
    faces = next((faces for one, faces in position.box.die.items() if one == colour), ())
    there = dict.fromkeys(faces)
    if not _stands_face(cursor):
        raise cursor.slip("a symbol is expected for each die", {CODES[one].lower(): CODES[one] for one in there})
    found = _SYMBOL.fullmatch(cursor.now)
    assert found is not None
    places = [at for at, symbol in enumerate(faces, 1) if symbol == SYMBOL_WORDS[found[1]]]
    which = int(found[2] or "1")
    if which > len(places):
        words = {CODES[one].lower(): CODES[one] for one in there}
        raise cursor.slip(f"no {colour} die has this face", words)
    cursor.at += 1
    return places[which - 1]


def _code(position: Position, name: str, face: int) -> str:
    """A face as a line writes it, "" where a die of this name has none such."""
    faces = next((faces for one, faces in position.box.die.items() if one == colour_of(name)), ())
    if not 1 <= face <= len(faces):
        return ""
    symbol = faces[face - 1]
    which = faces[:face].count(symbol)
    return f"{CODES[symbol]}{which if which > 1 else ''}"


def row_words(position: Position, names: Sequence[str], faces: Sequence[int]) -> str:
    """Faces one after the other in brackets, "" where they cannot be told so."""
    codes = [_code(position, name, face) for name, face in zip(names, faces, strict=True)]
    return f"({' '.join(codes)})" if all(codes) and codes else ""


def faces_words(position: Position, names: Sequence[str], faces: Sequence[int]) -> str:
    """Faces by colour, a `+` before the dice of the second pool; "" where they cannot be told so."""
    now = position.adventure
    owners = {die.name: pool.seat for pool in (now.pools if now else ()) for die in pool.dice}
    pairs = list(zip(names, faces, strict=True))
    if len(set(names)) < len(names) or not all(_code(position, name, face) for name, face in pairs):
        return ""
    pools = [list(row) for _, row in groupby(pairs, lambda pair: owners.get(pair[0], ""))]
    return " + ".join(_by_letter(position, row) for row in pools)


def _by_letter(position: Position, pairs: Sequence[tuple[str, int]]) -> str:
    groups: dict[str, list[str]] = {}
    for name, face in pairs:
        groups.setdefault(letter_of(colour_of(name)), []).append(_code(position, name, face))
    return " ".join(f"{letter}({' '.join(codes)})" for letter, codes in groups.items())


# How many


def read_counts(cursor: Cursor) -> dict[str, int]:
    """`5B 2U 1G 1R`: how many dice of each colour; empty where no such word stands here."""
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
