"""What is known of prose about this game: the lexicon, and the names of cards, zones, values and players."""

from collections.abc import Iterator
from typing import Final

from projections.card_file import shipped_text
from projections.games.ccg.notation.vocabulary import VALUE_CODES, VALUE_WORDS, ZONE_CODES, seat_spelt, titles
from projections.games.ccg.state.position import Position
from projections.notation.prose.lexicon import Wordings
from projections.notation.vocabulary import Vocabulary

_SHORTEST: Final = 4
"""A part of a name of fewer letters is no name in a sentence, but for the whole names of cards."""
_NO_NAMES: Final = frozenset(
    {
        "time", "times", "doctor", "doctors", "card", "cards", "first", "second", "third", "fourth", "past", "present",
        "future", "death", "from", "with", "day", "days", "planet", "power", "lord", "lords", "space", "city", "guard",
        "face", "mind", "edge", "sign", "home", "base", "bonus", "attack", "ring", "deadly", "end", "last", "long",
    }
)  # fmt: skip
"""Parts of names that are common words."""


def _names(now: Position) -> Iterator[tuple[str, Vocabulary]]:
    yield "card", _cards(now)
    yield "zone", {word: code for word, code in ZONE_CODES.items() if len(word) >= _SHORTEST}
    yield "value", {word: VALUE_CODES[value] for word, value in VALUE_WORDS.items() if len(word) >= _SHORTEST}
    yield "seat", {seat: seat_spelt(now.seats, seat) for seat in now.seats}


def _cards(now: Position) -> Vocabulary:
    """The names of cards, each by its printed name where it has only one, else as it is said."""
    words: dict[str, str] = {}
    for word, faces in titles(now).items():
        if word in _NO_NAMES or (len(word) < _SHORTEST and not any(sign.isdigit() for sign in word)):
            continue
        name = now.cards.card[faces].name if faces in now.cards.card else word
        words[word] = f'"{name}"'
    return {**words, **_watchers(now)}


def _watchers(now: Position) -> Vocabulary:
    """Cards whose names end in a zone, as people say them: `Watcher in the Past`, `Past Watcher`."""
    words: dict[str, str] = {}
    for card in now.cards.card.values():
        name, bracket, zone = card.name.removesuffix(")").partition(" (")
        if bracket and zone.lower() in ZONE_CODES:
            bare, zone = name.lower().removeprefix("the "), zone.lower()
            said = ("{0} {1}", "{1} {0}", "{0} in the {1}", "{0} of the {1}", "{0} in {1}", "{0} ( {1} )")
            spellings = [words_of.format(bare, zone) for words_of in (*said, "{0} ( the {1} one )")]
            words |= dict.fromkeys(spellings, f'"{card.name}"')
    return words


WORDINGS: Final = Wordings(text=lambda: shipped_text("projections.games.ccg", "data/lexicon.toml"), names=_names)
