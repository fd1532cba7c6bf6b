"""Dice described by position or symbol: `the last green`, `the second Tactics`, `both Runnings`.

The meaning depends on the position when the line is played. Such a phrase becomes a placeholder, `~G-1~`, `~Ta2~`,
`~Ru*~`, and `spelt` replaces it by names of dice.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import islice, product
from typing import Final

from projections.games.daleks.components.box import COLOURS
from projections.games.daleks.notation.dice_words import pool_now
from projections.games.daleks.notation.vocabulary import SYMBOL_WORDS, letter_of
from projections.games.daleks.state import names, tray
from projections.games.daleks.state.position import Die, Position
from projections.notation.vocabulary import Vocabulary

_TOLD: Final = re.compile(r"~(?P<colour>[BGUR])?(?P<symbol>[A-Z][a-z])?(?P<place>-?\d)?(?P<many>[*])?(?P<same>=)?~")
_ALIKE: Final = re.compile(r"(?P<colour>[BGUR])(?:\+\((?P<one>[A-Z][a-z])\+?|\((?P<symbol>[A-Z][a-z])\+)\)")
_TURNED: Final = 2
"""A die with at least this many steps in its story was re-rolled or turned."""
_SAME: Final = (
    "that same one", "the same one", "same one", "the same die", "that same die", "same die", "that die again",
    "it again", "it once more",
)  # fmt: skip
_SAME_TWO: Final = (
    "the same two", "same two", "same dice", "the same dice", "those two", "those two again", "those same two",
    "on same", "the same pair", "same pair", "both again", "both of them again",
)  # fmt: skip
_MOST: Final = 8
"""The most lines that `spelt` returns."""
_PLACES: Final = {
    "first": "1", "1st": "1", "second": "2", "2nd": "2", "third": "3", "3rd": "3", "fourth": "4", "4th": "4",
    "fifth": "5", "5th": "5", "last": "-1", "final": "-1", "middle": "0",
}  # fmt: skip
_TWO: Final = {
    "last two": "-2",
    "first two": "2",
    "last 2": "-2",
    "first 2": "2",
    "last three": "-3",
    "first three": "3",
    "two last": "-2",
    "two first": "2",
    "three last": "-3",
    "three first": "3",
}
_TIMES: Final = re.compile(r"\b([A-Z][a-z])x([23])\b")


def spelt(line: str, position: Position, seat: str) -> Sequence[str]:
    """Return a copy of the line for each choice of dice names in place of its placeholders; () without placeholder.

    `Rux2`, from *double Running*, is one face with two symbols, or two dice with one symbol each.
    """
    if _TIMES.search(line):
        ways = [_TIMES.sub(r"\1\2", line), _TIMES.sub(lambda of: " ".join([of[1]] * int(of[2])), line)]
        return [one for way in ways for one in (spelt(way, position, seat) or (way,))]
    if not any(sign in line for sign in ("~", "+(", "+)")):
        return ()
    pool = tray.dice_left(pool_now(position, seat))
    counts = {letter_of(colour): sum(die.colour == colour for die in pool) for colour in COLOURS}
    line = _ALIKE.sub(
        lambda of: f"{of['colour']}({' '.join([of['symbol'] or of['one']] * counts[of['colour']])})", line
    )
    parts = _TOLD.split(line)[:: _TOLD.groups + 1]
    named = [list(_named(found, pool)) for found in _TOLD.finditer(line)]
    filled = islice(product(*named), _MOST)
    return ["".join(text for pair in zip(parts, (*dice, ""), strict=True) for text in pair) for dice in filled]


def _named(found: re.Match[str], pool: Sequence[Die]) -> Iterator[str]:
    """Yield the possible names of dice for a placeholder."""
    row = [
        die for die in pool
        if found["colour"] in (None, letter_of(die.colour)) and found["symbol"] in (None, names.CODES.get(die.symbol))
        and not (found["same"] and len(die.story) < _TURNED)
    ]  # fmt: skip
    place = int(found["place"] or 0)
    if found["many"]:
        some = row[place:] if place < 0 else row[: place or None]
        yield from [" ".join(die.name for die in some)] if some and abs(place) <= len(row) else ()
    elif found["place"] == "0":
        yield from [row[len(row) // 2].name] if len(row) % 2 else ()
    elif place:
        yield from [row[place - (place > 0)].name] if abs(place) <= len(row) else ()
    else:
        yield from {(die.colour, die.symbol): die.name for die in reversed(row)}.values()


@cache
def told_dice() -> Sequence[tuple[str, Vocabulary]]:
    """Return pairs: what is described (one die, several dice, dice that show the same, a symbol), and its phrases."""
    colours = {colour: letter_of(colour) for colour in COLOURS}
    faces = {word: names.CODES[symbol] for word, symbol in SYMBOL_WORDS.items() if len(word) > 2} | {
        f"{symbol}s": code for symbol, code in names.CODES.items()
    }
    ones, many, symbols = dict.fromkeys(_SAME, "~=~"), dict.fromkeys(_SAME_TWO, "~*=~"), dict[str, str]()
    these = ("", "the ", "that ", "my ", "a ", "one ", "the lone ", "the only ", "a lone ", "a single ", "a lonely ")
    for (word, code), this in product(faces.items(), these):
        ones |= dict.fromkeys((f"{this}{word}", f"{this}{word} die", f"{this}{word} one"), f"~{code}~")
        symbols[f"{this}{word}"] = code
    for word, code in faces.items():
        texts = (
            "all {0}", "all {0}s", "nothing but {0}", "only {0}", "{0} all round", "{0} all three", "{0} throughout",
            "{0} the lot", "three times {0}",
        )  # fmt: skip
        symbols |= dict.fromkeys((one.format(word) for one in texts), f"{code}+")
    symbols |= {f"{more} {word}": code for word, code in faces.items() for more in ("another", "a second", "a third")}
    for (order, place), (word, code) in product(_PLACES.items(), (*faces.items(), *colours.items())):
        some = (
            "{0} {1}", "the {0} {1}", "my {0} {1}", "{0} {1} die", "the {0} {1} die", "the {0} {1} one",
            "{0} of the {1}", "the {0} of the {1}", "{0} of the {1}s", "the {0} of the {1}s", "{0} of my {1}s",
            "the {0} of the two {1}s", "the {0} of the three {1}s", "the {0} of my {1}s", "the {0} of two {1}s",
        )  # fmt: skip
        ones |= dict.fromkeys((one.format(order, word) for one in some), f"~{code}{place}~")
    for word, code in (*faces.items(), *colours.items()):
        both = ("both {0}", "both {0}s", "both the {0}", "both the {0}s", "all the {0}s", "all my {0}s", "the two {0}s")
        many |= dict.fromkeys((one.format(word) for one in both), f"~{code}*~")
        for order, place in _TWO.items():
            several = ("the {0} {1}", "the {0} {1}s", "{0} {1}s", "{0} {1}", "my {0} {1}s")
            many |= dict.fromkeys((one.format(order, word) for one in several), f"~{code}{place}*~")
    alike = {
        f"{every} {colour}{end}": f"{letter}+"
        for colour, letter in colours.items() for end in ("s", " dice", " ones")
        for every in ("both", "all", "both the", "all the", "both my", "all my", "all three", "all four", "all five")
    }  # fmt: skip
    return [("die", ones), ("dice", many), ("cut", ones | many), ("lead", alike), ("symbol", symbols)]
