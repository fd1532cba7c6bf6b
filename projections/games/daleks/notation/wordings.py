"""What is known of prose about this game: the lexicon, and the names of cards, tiles, zones, dice, symbols, spaces."""

from collections.abc import Iterator
from typing import Final

from projections.card_file import shipped_text
from projections.games.daleks.components.box import COLOURS
from projections.games.daleks.notation.places import every_zone
from projections.games.daleks.notation.references import named
from projections.games.daleks.notation.vocabulary import SYMBOL_WORDS, letter_of, seat_spelt, titles
from projections.games.daleks.state.names import CODES, roman
from projections.games.daleks.state.position import Position
from projections.notation.prose.lexicon import Wordings
from projections.notation.vocabulary import Vocabulary

_KINDS: Final = {
    "place": ("location", "anomaly"), "dilemma": ("dilemma",), "companion": ("companion",), "timey": ("timey",),
}  # fmt: skip
_SHORTEST: Final = 4
_NO_NAMES: Final = frozenset(
    {
        "time", "doctor", "black", "green", "blue", "token", "tokens", "daleks", "dalek", "ship", "earth", "running",
        "second", "first", "white", "guard", "dice", "card", "present", "past", "future", "base", "into", "thoughts",
        "paper", "cards", "library", "manipulator", "wheel", "master", "sonic", "tardis", "call", "help", "final",
        "family", "empire", "angels", "borrowed", "through", "door", "silent", "turn", "fixed", "point", "reverse",
        "fish",
    }
)  # fmt: skip
"""Parts of names that are common words."""
_NUMBERS: Final = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_LONGEST_TRACK: Final = 12
_GOES: Final = (
    "to",
    "\u2192",
    "becomes",
    "- \u2192",
    "it comes to",
    "it goes on",
    "- it goes on",
    "of the",
    "tae",
    "- to",
)


def _names(now: Position) -> Iterator[tuple[str, Vocabulary]]:
    for kind, tables in _KINDS.items():
        yield kind, _titled(now, *tables)
    yield "place", {"earth": '"Earth"'}
    yield "zone", {word: f'"{word.title()}"' for word in every_zone(now) if len(word) >= _SHORTEST}
    colours: dict[str, str] = {colour: letter_of(colour) for colour in COLOURS}
    counts = _counts(colours)
    named_by = {colour: (colour, f"{colour}s", f"{colour}'s") for colour in colours}
    yield "colour", {word: colours[colour] for colour, words in named_by.items() for word in words}
    yield "colour", {word: dice[-1] for word, dice in counts.items()}
    yield "count", counts
    yield "symbol", {word: CODES[symbol] for word, symbol in SYMBOL_WORDS.items()}
    yield "seat", {seat: seat_spelt(now.seats, seat) for seat in now.seats}
    yield "sail", _sails()


def _titled(now: Position, *tables: str) -> Vocabulary:
    """Things by their names, and by parts of these that are no common words."""
    return {
        word: named(now, ident, *tables)
        for word, ident in titles(now, *tables).items()
        if " " not in ident and len(word) >= _SHORTEST and word not in _NO_NAMES
    }


def _counts(colours: Vocabulary) -> Vocabulary:
    """Dice of a colour, as they are counted: `5B`, `five black`, `5 black dice`."""
    words: dict[str, str] = {}
    for number, word in enumerate(_NUMBERS, 1):
        for colour, letter in colours.items():
            dice = f"{number}{letter}"
            said = (f"{number}{letter.lower()}", f"{number} {letter.lower()}")
            more = [
                f"{count} {name}" for count in (str(number), word) for name in (colour, f"{colour} dice", f"{colour}s")
            ]
            words |= dict.fromkeys((*said, *more), dice)
    return words


def _sails() -> Vocabulary:
    """The ship's way from one space to the next: `I to II`, `from Skaro to I`."""
    words: dict[str, str] = {}
    for space in range(_LONGEST_TRACK):
        here, there = ("skaro" if not space else roman(space).lower()), roman(space + 1).lower()
        ways = [f"{here} {goes} {there}" for goes in _GOES]
        words |= dict.fromkeys(ways, f"{here.title() if not space else roman(space)}>{roman(space + 1)}")
    return words


WORDINGS: Final = Wordings(text=lambda: shipped_text("projections.games.daleks", "data/lexicon.toml"), names=_names)
