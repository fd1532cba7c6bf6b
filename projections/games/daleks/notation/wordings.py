"""The vocabulary for prose posts: the lexicon, and names of cards, tiles, zones, dice, symbols and spaces."""

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Final

from events.events import UNKNOWN, Move
from projections.card_file import shipped_text
from projections.games.daleks.components.box import COLOURS
from projections.games.daleks.events import moves as m
from projections.games.daleks.notation.places import every_zone
from projections.games.daleks.notation.references import KINDS, named
from projections.games.daleks.notation.told_dice import spelt, told_dice
from projections.games.daleks.notation.vocabulary import SYMBOL_WORDS, letter_of, plain, seat_spelt, titles
from projections.games.daleks.rules.icons import icons_of, on_console
from projections.games.daleks.state.names import CODES, ordinal, roman
from projections.games.daleks.state.position import Position
from projections.notation.prose.wordings import Wordings
from projections.notation.vocabulary import Vocabulary

_KINDS: Final = {
    "place": ("location", "anomaly"), "dilemma": ("dilemma",), "companion": ("companion",), "timey": ("timey",),
    "bearer": KINDS, "doctor": ("doctor",),
}  # fmt: skip
_SHORTEST: Final = 4
_NO_NAMES: Final = frozenset(
    {
        "time", "doctor", "black", "green", "blue", "token", "tokens", "daleks", "dalek", "ship", "earth", "running",
        "second", "first", "white", "guard", "dice", "card", "present", "past", "future", "base", "into", "thoughts",
        "paper", "cards", "library", "manipulator", "wheel", "master", "sonic", "tardis", "call", "help", "final",
        "family", "empire", "angels", "borrowed", "through", "door", "silent", "turn", "fixed", "point", "reverse",
        "fish", "run", "fourth", "eleventh", "twelfth", "moment", "bigger", "inside", "rewritten", "the doctor",
        "squareness", "second thought", "shoe", "tower", "house", "streets", "street", "pits", "core", "church",
        "great", "heads", "head", "finger", "fingers", "jelly", "stop", "floor", "games", "game", "temple", "key",
    }
)  # fmt: skip
"""Parts of names that are common words."""
_SMALL: Final = frozenset({"the", "a", "of", "in", "on", "into", "and", "to", "be", "can", "up"})
_NUMBERS: Final = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_LONGEST_TRACK: Final = 20
_GOES: Final = (
    "to", "\u2192", "becomes", "- \u2192", "it comes to", "it goes on", "- it goes on", "of the", "tae", "- to",
    "to the", "onto", "on to", "moves to", ", it goes on", ", it goes to", ", goes to", ", now", ", now on", ", now at",
    "up to", "now", "now on", "through to", "/",
)  # fmt: skip
_GOES_ON: Final = (
    "to", "for", "onto", "on to", "moves to", "and moves to", "and move to", "and go to", "and goes to",
    "and is now on",
)  # fmt: skip
_NTH: Final = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")
_THIS: Final = ("the", "that", "my", "one", "a", "his", "her")
_EVERY: Final = (
    "both", "all", "both my", "all my", "all the", "both the", "both of my", "all of my", "all three",
)  # fmt: skip
_SHORT: Final = {"black": ("blk", "blak", "bk"), "blue": ("blu",), "green": ("grn", "gr"), "red": ("rd", "rid")}
_NAMED: Final[Vocabulary] = {colour: letter_of(colour) for colour in COLOURS}


def _box_names(now: Position) -> Iterator[tuple[str, Vocabulary]]:
    for kind, tables in _KINDS.items():
        yield kind, _titled(now, *tables)
    yield "bearer", _icons(now)
    yield "companion", _first_names(now)
    yield "bearer", _first_names(now)
    yield "doctor", _doctors(now)
    yield "price", {word: f"-card {card}" for word, card in _titled(now, "timey").items()}
    yield "place", {"earth": '"Earth"'}
    yield "zone", {word: f'"{word.title()}"' for word in every_zone(now) if len(word) >= _SHORTEST}
    yield "zone", _zone_parts(now)
    yield from _dice()
    yield "symbol", {word: CODES[symbol] for word, symbol in SYMBOL_WORDS.items()}
    yield "symbol", {f"{symbol}s": code for symbol, code in _SYMBOLS.items()}
    yield "symbol", _repeated()
    yield "symbol", _wanted()
    yield "", _wanted()
    tokens = {
        f"{count} {end}": str(n)
        for n, word in enumerate(_NUMBERS, 1) for count in (n, word) for end in ("tokens", "token", "tok", "toks")
    }  # fmt: skip
    yield "amount", tokens
    for amount in ("two", "three"):
        number = str(_NUMBERS.index(amount) + 1)
        phrases = (
            "{0} tokens", "all {0} tokens", "my {0} tokens", "{0} of my tokens", "all {0} of my tokens", "{0} token",
            "{0} more tokens", "{0} charges", "{0} sonic charges", "the {0} tokens", "{0} tok", "{0}t",
        )  # fmt: skip
        yield amount, {one.format(word): number for one in phrases for word in (amount, number)}
    yield "", {**tokens, "0 tokens": ""}
    yield "sail", _sails()
    yield "swap", _swaps()


def _names(now: Position, seat: str) -> Iterator[tuple[str, Vocabulary]]:
    if seat in now.seats and (doctor := now.console(seat).doctor):
        phrases = ("the doctor", "my doctor", "doctor", "doc", "the doc", "my doc")
        yield "bearer", dict.fromkeys(phrases, named(now, doctor, "doctor"))
    own = _initials(now, seat)
    for kind in ("bearer", "timey"):
        yield kind, {word: name for word, (of, name) in own.items() if kind == "bearer" or of == "timey"}
    yield "price", {word: f"-card {name}" for word, (of, name) in own.items() if of == "timey"}
    yield "seat", {other: seat_spelt(now.seats, other) for other in now.seats}


_SYMBOLS: Final = {
    **CODES, "run": "Ru", "cun": "Cu", "dip": "Di", "diplo": "Di", "tac": "Ta", "sci": "Sc", "str": "St",
}  # fmt: skip
_TIMES: Final = (("double", 2), ("dbl", 2), ("triple", 3), ("trip", 3), ("trpl", 3))


def _repeated() -> Vocabulary:
    """Return words for a symbol that several dice show: `Running twice`, `both Science`, `three Strengths`."""
    twice = (
        "{0} twice",
        "both {0}",
        "two {0}",
        "two {0}s",
        "{0} x 2",
        "{0} x2",
        "2 {0}",
        "2 {0}s",
        "2 x {0}",
        "a pair of {0}s",
    )
    thrice = (
        "{0} thrice",
        "all three {0}",
        "three {0}",
        "three {0}s",
        "{0} x 3",
        "{0} x3",
        "3 {0}",
        "3 {0}s",
        "3 x {0}",
    )
    repeated = {
        words.format(symbol): " ".join([code] * times)
        for times, phrases in ((2, twice), (3, thrice))
        for symbol, code in CODES.items()
        for words in phrases
    }
    faces = {
        f"{word} {symbol}": f"{code}x{times}"
        for word, times in _TIMES for symbol, code in _SYMBOLS.items()
    }  # fmt: skip
    return {**repeated, **faces}


def _wanted() -> Vocabulary:
    """Return phrases that say that a symbol is missing, such as `short of a Running`, with their text for a line."""
    phrases = (
        "short of {0}",
        "short of a {0}",
        "a {0} short",
        "one {0} short",
        "1 {0} short",
        "wanting only a {0}",
        "wanting a {0}",
        "{0} is all i lack",
        "lacking a {0}",
        "only a {0}",
        "misses the {0}",
        "missing a {0}",
        "just a {0}",
        "need a {0}",
        "need one {0}",
        "{0} short",
        "two {0} short",
        "need {0}",
        "needed {0}",
        "need two {0}",
        "needed two {0}",
        "needs two {0}",
        "wants two {0}",
        "needed a {0}",
        "needs a {0}",
        "wants a {0}",
        "lack a {0}",
        "lacks a {0}",
        "all i need is {0}",
        "all i need is a {0}",
        "all it needs is a {0}",
        "all i needed was a {0}",
        "missing {0}",
        "without a {0}",
        "a {0} away",
        "one {0} away",
        "one {0} too few",
        "want a {0}",
        "want one more {0}",
        "need one more {0}",
        "needed one more {0}",
        "still need a {0}",
        "still needs a {0}",
        "still short of a {0}",
        "short one {0}",
        "short a {0}",
        "needing a {0}",
        "in want of a {0}",
        "for want of a {0}",
        "lacks {0}",
        "lacking {0}",
        "no {0}",
        "not one {0}",
        "not a {0}",
        "no {0} at all",
        "no {0} in sight",
    )
    return {
        words.format(word): code
        for words in phrases
        for symbol, code in CODES.items()
        for word in (symbol, code.lower())
    }


def _titled(now: Position, *tables: str) -> Vocabulary:
    """Return names of cards and tiles, and parts of names that are not common words, with their text for a line."""
    whole = {plain(str(getattr(thing, "name", ""))) for table in tables for thing in getattr(now.box, table).values()}
    return {
        word: named(now, ident, *tables)
        for word, ident in titles(now, *tables).items()
        if " " not in ident and (word in whole or (len(word) >= _SHORTEST and _tells(word))) and word != "run"
    }


def _zone_parts(now: Position) -> Vocabulary:
    """Return words that occur in the name of one zone only, with the quoted name of the zone."""
    named: dict[str, set[str]] = {}
    for zone in (zone.name for tile in now.box.location.values() for zone in tile.zones):
        *words, last = plain(zone).split()
        for word in {last, *(word for word in words if len(word) >= _SHORTEST)} - _NO_NAMES - _SMALL:
            named.setdefault(word, set()).add(zone)
    return {
        phrase: f'"{min(zones)}"'
        for word, zones in named.items() if len(zones) == 1 for phrase in (f"the {word}", word)
    }  # fmt: skip


def _tells(part: str) -> bool:
    return part not in _NO_NAMES and not set(part.split()) <= _NO_NAMES | _SMALL


def _first_names(now: Position) -> Vocabulary:
    """Return first names too short for parts of names, such as Amy and Ian, each with the Companion's quoted name."""
    names = {str(companion.name).partition(" ")[0]: companion.name for companion in now.box.companion.values()}
    return {first.lower(): f'"{name}"' for first, name in names.items() if len(first) < _SHORTEST and first != "The"}


def _initials(now: Position, seat: str) -> dict[str, tuple[str, str]]:
    """Return initials of the cards and icons of a seat, each with the card's table ("" for an icon) and name."""
    if seat not in now.seats:
        return {}
    found: dict[str, tuple[str, str]] = {}
    for card in (*now.hands.get(seat, ()), *on_console(now, seat)):
        table = next((table for table in KINDS if card in getattr(now.box, table)), "")
        words = plain(named(now, card, *KINDS)).split() if table else []
        if len(words) > 1:
            found["".join(word[0] for word in words)] = (table, named(now, card, *KINDS))
        for icon in icons_of(now, card) if card in on_console(now, seat) else ():
            if len(words := plain(icon.name or "").split()) > 1:
                found.setdefault("".join(word[0] for word in words), ("", f'"{icon.name}"'))
    return found


def _icons(now: Position) -> Vocabulary:
    bearers = (*now.box.doctor, *now.box.companion, *now.box.timey)
    printed = {icon.name for card in bearers for icon in icons_of(now, card) if icon.name}
    words = {word: name for name in printed for word in (plain(name), plain(name).rpartition(" ")[2])}
    return {word: f'"{name}"' for word, name in words.items() if len(word) >= _SHORTEST}


def _doctors(now: Position) -> Vocabulary:
    return {
        phrase: f'"{doctor.name}"'
        for doctor in now.box.doctor.values()
        for which in (plain(doctor.name).removesuffix(" doctor"), ordinal(doctor.number))
        for phrase in (which, f"{which} doctor", f"{which} dr")
        if not phrase[0].isdecimal() or phrase != which
    }


# Dice


def _dice() -> Iterator[tuple[str, Vocabulary]]:
    """Yield the words for dice by kind of value: dice that are counted, named, or described by their symbols."""
    short = {colour: (colour, *_SHORT.get(colour, ())) for colour in COLOURS}
    ones = {f"{word}{end}": _NAMED[one] for one in COLOURS for word in short[one] for end in ("", " die", " one")}
    many = {
        f"{word}{end}": _NAMED[one] for one in COLOURS for word in short[one] for end in ("s", "'s", " dice", " ones")
    }
    words = {**ones, **many, **_after(_THIS, ones), **_after(("the",), many)}
    counts = _counts(words)
    yield "colour", words
    yield "colour", {word: dice[-1] for word, dice in counts.items()}
    yield "count", counts
    yield "cut", {**words, **counts}
    yield "die", words
    yield "die", {word: dice[-1] for word, dice in counts.items() if dice[0] == "1"}
    yield "dice", {word: f"{letter}*" for word, letter in _after(_EVERY, many).items()}
    yield "lead", words | {word: dice[-1] for word, dice in counts.items()}
    yield "lead", {f"the {word}": dice[-1] for word, dice in counts.items() if dice[0] != "1"}
    yield "lead", {letter.lower(): letter for letter in _NAMED.values()}
    yield from told_dice()
    single = _single()
    yield "die", single
    yield "cut", single
    yield "single", single


def _after(openings: Sequence[str], words: Vocabulary) -> Vocabulary:
    return {f"{opening} {word}": words[word] for opening, word in product(openings, words)}


def _counts(colours: Vocabulary) -> Vocabulary:
    """Return words for counted dice of a colour: `5B`, `five black`, `5 black dice`, `a black`."""
    words: dict[str, str] = {}
    for number, word in enumerate(_NUMBERS, 1):
        counts = (str(number), word, *(("a", "another", "one more", "1 more") if number == 1 else ()))
        of = [f"{count}{of}" for count in counts for of in ("", " of")]
        words |= {f"{count} {phrase}": f"{number}{letter}" for count in of for phrase, letter in colours.items()}
        for letter in _NAMED.values():
            words |= dict.fromkeys((f"{number}{letter.lower()}", f"{number} {letter.lower()}"), f"{number}{letter}")
    return words


def _single() -> Vocabulary:
    """Return words for single dice, by name (`B1`, `black #1`) or by symbol (`the Running black`)."""
    words: dict[str, str] = {}
    for (colour, letter), number in product(_NAMED.items(), range(1, 10)):
        phrases = (
            f"{letter.lower()}{number}",
            f"{letter.lower()} {number}",
            f"{colour} # {number}",
            f"{colour} die {number}",
        )
        words |= dict.fromkeys(phrases, f"{letter}{number}")
    for (colour, letter), (symbol, code) in product(_NAMED.items(), CODES.items()):
        for this in _THIS:
            shows = f"{this} {symbol} {colour}"
            words |= dict.fromkeys((shows, f"{shows} die", f"{this} {symbol} on the {colour}"), f"{letter}({code})")
        shown = ("showing", "with the", "with a", "that shows", "die showing", "die with the")
        words |= {f"{colour} {how} {symbol}": f"{letter}({code})" for how in shown}
    return words


def _swaps() -> Vocabulary:
    """Return words for a swap of dice with an arrow: `1b → u`, `black → blue`."""
    words: dict[str, str] = {}
    for (colour, letter), (other, new) in product(_NAMED.items(), _NAMED.items()):
        olds = (letter.lower(), f"1{letter.lower()}", f"1 {letter.lower()}", colour, f"a {colour}", f"1 {colour}")
        news = (new.lower(), f"1{new.lower()}", other, f"a {other}", f"1 {other}")
        words |= {f"{old} \u2192 {one}": f"{letter}>{new}" for old, one in product(olds, news) if letter != new}
    return words


# The track


def _sails() -> Vocabulary:
    """Return words for the ship's move to the next space: `I to II`, `from Skaro to I`, `3 to 4`."""
    words: dict[str, str] = {}
    for space in range(_LONGEST_TRACK):
        told = f"{roman(space) if space else 'Skaro'}>{roman(space + 1)}"
        heres = ("skaro", "0") if not space else _counted(space)
        theres = _counted(space + 1)
        words |= {f"{here} {goes} {there}": told for here, goes, there in product(heres, _GOES, theres)}
        spaces = [f"space {there}" for there in theres]
        spaces += [f"{end} space" for nth in _NTH[space : space + 1] for end in (f"the {nth}", nth)]
        words |= {f"{here} {goes} {there}": told for here, goes, there in product(heres, _GOES_ON, spaces)}
    return words


def _counted(space: int) -> tuple[str, ...]:
    return (roman(space).lower(), str(space), *_NUMBERS[space - 1 : space])


def _owns(now: Position, move: Move) -> bool:
    """Return whether the card or Companion of a move can be in its player's hand or on the player's console."""
    held, console = now.hands.get(move.player, ()), now.console(move.player)
    aboard = (console.doctor, *(one.companion for one in console.companions), *console.equipment)
    match move:
        case m.Install() | m.DiscardTimey() | m.PayCard():
            return move.card in held or UNKNOWN in held
        case m.PlayTimey():
            return move.card in (*held, *console.equipment) or UNKNOWN in held
        case m.Dismiss() | m.PayCompanion():
            return move.companion in aboard or UNKNOWN in aboard
        case m.Uninstall() | m.Focus() | m.ReRoll() | m.ChangeFace() | m.UseAbility():
            return move.card in aboard or UNKNOWN in aboard
        case _:
            return True


WORDINGS: Final = Wordings(
    text=lambda: shipped_text("projections.games.daleks", "data/lexicon.toml"), names=_names, box_names=_box_names,
    box=lambda now: now.box, meant=spelt, owns=_owns,
)  # fmt: skip
