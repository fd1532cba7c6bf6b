"""Names in prose about this game: the lexicon, and the names of cards, zones, values and players."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final

from events.events import UNKNOWN, Move
from projections.card_file import shipped_text
from projections.games.ccg.components.cards import CardSet
from projections.games.ccg.events import moves as m
from projections.games.ccg.notation.vocabulary import VALUE_CODES, VALUE_WORDS, ZONE_CODES, card_titles, seat_spelt
from projections.games.ccg.state.position import Position
from projections.notation.prose.wordings import Wordings
from projections.notation.titles import Itself
from projections.notation.vocabulary import Vocabulary

_SHORTEST: Final = 4
"""Minimum length of a part of a name in prose. Whole names may be shorter."""
_NO_NAMES: Final = frozenset(
    {
        "time", "times", "doctors", "card", "cards", "first", "second", "third", "fourth", "past", "present", "force",
        "future", "death", "from", "with", "day", "days", "planet", "power", "lord", "lords", "space", "city", "guard",
        "face", "mind", "edge", "sign", "home", "base", "bonus", "attack", "ring", "deadly", "end", "last", "long",
        "game", "games", "life", "room", "return", "chamber", "crystal", "machine", "machines", "shield", "shields",
        "from space", "of time", "time card", "time cards", "past time", "present time", "future time", "of the daleks",
        "tribe", "fast", "switch", "star", "field", "zero", "keeper", "cry", "grace", "laws", "law", "signal",
        "warriors", "warrior", "trooper", "captain", "sergeant", "hand", "eye", "genesis", "fear", "transformer",
        "of death",
    }
)  # fmt: skip
"""Parts of names that are common words."""
_ROLES: Final = frozenset(
    {
        "guard", "guards", "eye", "warrior", "warriors", "machine", "trooper", "captain", "sergeant", "keeper", "tribe",
        "crystal", "transformer", "ring", "star", "chamber", "shield", "switch", "signal", "city", "genesis", "room",
        "robot", "bank", "gun", "scout", "mummy", "saucer", "lock",
    }
)  # fmt: skip
"""Common words that mean a card if a card with the word in its name is in play or in the writer's hand."""
_NUMBERS: Final = (
    "one first 1 1st i", "two second 2 2nd ii", "three third 3 3rd iii", "four fourth 4 4th iv", "five fifth 5 5th v",
    "six sixth 6 6th vi", "seven seventh 7 7th vii",
)  # fmt: skip
_YOURS: Final = ("your", "ur", "yer", "thy", "opponent's", "the opposing", "the enemy")


def _box_names(now: Position) -> Iterator[tuple[str, Vocabulary]]:
    yield "bonus-zone", {f"{code.lower()} !": code for code in ZONE_CODES.values()}
    yield "zone", {word: code for word, code in ZONE_CODES.items() if len(word) >= _SHORTEST}
    yield "value", {word: VALUE_CODES[value] for word, value in VALUE_WORDS.items() if len(word) > 1}
    yield "deck", {starter.name.lower(): f'"{starter.name}"' for starter in now.cards.starter.values()}
    yield "deck", dict.fromkeys(("own deck", "deck of my own", "home-made deck", "homemade deck"), "?")
    yield "card", _named(Itself(now.cards))


def _names(now: Position, seat: str) -> Iterator[tuple[str, Vocabulary]]:
    roles = _roles(now, seat)
    yield "card", roles
    yield "card", _theirs(now, seat, roles)
    yield "card", {spelling: number for spelling, number in _numbered(now).items() if spelling.startswith("#")}
    yield "number-of", _numbered(now)
    yield "seat", {other: seat_spelt(now.seats, other) for other in now.seats}
    yield "owner", _owners(now, seat)
    yield "", _owners(now, seat)


def _owners(now: Position, seat: str) -> Vocabulary:
    """Return words before an opponent's card, such as `your` and `Osman's`, each with its notation, such as `O.`."""
    rivals = [other for other in now.seats if other != seat] if seat in now.seats else []
    return {
        words: f"{seat_spelt(now.seats, other)}." for other in rivals for words in (f"{other}'s", f"{other}s", *_YOURS)
    }


def _numbered(now: Position) -> Vocabulary:
    """Return words for cards in play by number, such as `number 15`, each with its notation, such as `#15`."""
    return {
        words.format(card.n): f"#{card.n}"
        for card in now.play
        for words in ("# {0}", "number {0}", "no {0}", "no . {0}", "numbered {0}", "nr {0}")
    }


@lru_cache(maxsize=4)
def _named(cards: Itself[CardSet]) -> Vocabulary:
    """Return spellings of card names, each with a quoted name: the printed name, or an ambiguous spelling itself."""
    words: dict[str, str] = {}
    card = cards.thing.card
    for word, faces in card_titles(cards).items():
        if word in _NO_NAMES or (len(word) < _SHORTEST and not any(sign.isdecimal() for sign in word)):
            continue
        name = card[faces].name if faces in card else word
        words[word] = f'"{name}"'
    names = [one.name for one in card.values()]
    return {**words, **_whole(names), **_watchers(names), **_doctors(names)}


def _theirs(now: Position, seat: str, roles: Vocabulary) -> Vocabulary:
    """Return spellings of the opponent's cards in play with the owner last, `Watcher of Osman`."""
    lying = {
        (f'"{now.cards.card[card.face].name}"', card.side)
        for card in now.play if card.side != seat and card.face in now.cards.card
    }  # fmt: skip
    if not lying:
        return {}
    words = {**_named(Itself(now.cards)), **roles}
    return {
        f"{word} of {end}": f"{seat_spelt(now.seats, side)}.{name}"
        for name, side in lying for word, meant in words.items() if meant == name for end in (side, f"{side}'s")
    }  # fmt: skip


def _roles(now: Position, seat: str) -> Vocabulary:
    """Return words and initials that mean a card only if that card is in play or in the hand, with the quoted name."""
    faces = {*(card.face for card in now.lying()), *now.hands.get(seat, ())}
    named: dict[str, set[str]] = {}
    for name in {now.cards.card[face].name for face in faces if face in now.cards.card}:
        words = name.lower().split()
        for word in {*words, *(f"{word}s" for word in words)} & _ROLES:
            named.setdefault(word, set()).add(name)
        if len(words) > 1:
            named.setdefault("".join(word[0] for word in words), set()).add(name)
    return {word: f'"{names.pop()}"' for word, names in named.items() if len(names) == 1}


def _whole(names: Iterable[str]) -> Vocabulary:
    """Return names too short to be accepted inside other names, such as Ace and Bok, with the quoted name."""
    return {name.lower(): f'"{name}"' for name in names if len(name) < _SHORTEST}


def _watchers(names: Iterable[str]) -> Vocabulary:
    """Return spellings of cards whose names end in a zone: `Watcher in the Past`, `Past Watcher`."""
    words: dict[str, str] = {}
    for whole in names:
        name, bracket, zone = whole.removesuffix(")").partition(" (")
        if bracket and zone.lower() in ZONE_CODES:
            bare, zone = name.lower().removeprefix("the "), zone.lower()
            phrases = ("{0} {1}", "{1} {0}", "{0} in the {1}", "{0} of the {1}", "{0} in {1}", "{0} ( {1} )")
            spellings = [words_of.format(bare, zone) for words_of in (*phrases, "{0} ( the {1} one )")]
            words |= dict.fromkeys(spellings, f'"{whole}"')
    return words


def _doctors(names: Iterable[str]) -> Vocabulary:
    """Return spellings of the Doctors: `Doctor 7`, `the Seventh Doctor`, and `the Doctor` for any of them."""
    words = {"the doctor": '"Doctor"', "my doctor": '"Doctor"', "doctor": '"Doctor"'}
    numerals = {number.split()[-1].upper(): number.split() for number in _NUMBERS}
    for name in names:
        for number in numerals.get(name.removeprefix("Doctor Who "), ()):
            spellings = (f"doctor {number}", f"doctor who {number}", f"{number} doctor", f"the {number} doctor")
            words |= dict.fromkeys((*spellings, f"dr {number}", f"doc {number}"), f'"{name}"')
    return words


def _helped(line: str, now: Position, seat: str) -> list[str]:
    """Return copies of `line`, each with `~` replaced by the name of one of the seat's cards that has Support."""
    names = [now.cards.card[card.face].name for card in now.play if card.supporters and card.side == seat]
    return [line.replace("~", f'"{name}"') for name in names] if "~" in line else []


def _owns(now: Position, move: Move) -> bool:
    """Return whether the card that a move plays, or attacks or helps with, can be its player's."""
    held, number = now.hands.get(move.player, ()), 0
    if isinstance(move, m.PlayCard | m.PlayEpisode | m.PlayFlash):
        return move.card in held or UNKNOWN in held
    if isinstance(move, m.Attack | m.GiveSupport | m.UseSpecial | m.NameCombatant):
        number = move.attacker if isinstance(move, m.Attack) else move.card
    return not number or any(card.n == number for card in now.lying(side=move.player))


WORDINGS: Final = Wordings(
    text=lambda: shipped_text("projections.games.ccg", "data/lexicon.toml"), names=_names, box_names=_box_names,
    box=lambda now: now.cards, meant=_helped, owns=_owns,
)  # fmt: skip
