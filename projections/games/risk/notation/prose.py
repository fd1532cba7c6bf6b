"""Prose: the lines that a sentence may mean, told by the territories, numbers and doings that it names."""

from collections.abc import Iterator, Mapping
from typing import Final

from events.facts import UNKNOWN
from projections.games.risk.notation.card_spelling import bracketed, power_words, quoted
from projections.games.risk.notation.vocabulary import PLACES, Cursor, place_code
from projections.games.risk.state.position import World

_NUMBERS: Final = {
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
}  # fmt: skip
_DOINGS: Final[Mapping[str, str]] = {
    **dict.fromkeys(("attack", "invade", "hit", "strike", "storm", "assault"), "attack"),
    **dict.fromkeys(("place", "put", "add", "deploy", "drop", "reinforce"), "place"),
    **dict.fromkeys(("move", "manoeuvre", "maneuver", "shift", "send", "march"), "move"),
    **dict.fromkeys(("trade", "cash", "swap"), "trade"),
    **dict.fromkeys(("draw", "drew", "take"), "draw"),
    **dict.fromkeys(("play", "use", "with"), "play"),
}
"""What a word says is done; a final s is left off."""


class _Sentence:
    """What a sentence names, in its order. A code counts where it is in capitals: ICE is a territory, ice is not."""

    def __init__(self, line: str, world: World) -> None:
        self.words = {word.text for word in Cursor(line).words}
        self.places: list[str] = []
        self.numbers: list[int] = []
        self.cards: list[str] = []
        powers = power_words(world)
        cursor = Cursor(line)
        while cursor.now:
            start = cursor.at
            card = cursor.phrase(powers)
            place = None if card else cursor.phrase(PLACES)
            if card:
                self.cards.append(card)
            elif place and self._meant(line, cursor, start):
                self.places.append(place)
            else:
                cursor.at = start + 1
                self._number(cursor.words[start].text)

    def _meant(self, line: str, cursor: Cursor, start: int) -> bool:
        word = line[cursor.words[cursor.at - 1].start : cursor.words[cursor.at - 1].end]
        return cursor.at - start > 1 or len(word) > 3 or word.isupper()

    def _number(self, word: str) -> None:
        number = int(word) if word.isdigit() and len(word) < 4 else _NUMBERS.get(word)
        if number is not None:
            self.numbers.append(number)

    def does(self, doing: str) -> bool:
        """Whether a word of this doing stands in it."""
        return any(_DOINGS.get(word, _DOINGS.get(word.removesuffix("s"))) == doing for word in self.words)


def told_lines(line: str, world: World, seat: str) -> Iterator[str]:
    """The lines that a sentence may mean, legal or not."""
    said = _Sentence(line, world)
    if "tardis" in said.words and len(said.places) == 1 and not said.cards:
        yield f"T: {place_code(said.places[0])}{' *' if 'clara' in said.words else ''}"
    if said.does("attack"):
        yield from _attacks(said, world, seat)
    if said.does("place") and said.places and len(said.places) == len(said.numbers):
        pairs = zip(said.places, said.numbers, strict=True)
        yield f"P: {' '.join(f'{place_code(place)}+{daleks}' for place, daleks in pairs)}"
    if said.does("move") and len(said.places) == 2:
        yield from _manoeuvres(said)
    if said.does("trade") and said.places:
        yield f"S: trade {' '.join(map(place_code, said.places))}"
    if said.does("draw") and "card" in said.words and not said.places:
        yield f"C: +{UNKNOWN}"
    if said.does("play") and len(said.cards) == 1 and not said.does("attack"):
        yield from _cards(said, world, seat)


def _attacks(said: _Sentence, world: World, seat: str) -> Iterator[str]:
    """Attacks between the two territories named, or on the one named from wherever the seat stands."""
    named = list(dict.fromkeys(said.places))
    if len(named) == 2:
        ways = [(named[0], named[1]), (named[1], named[0])]
    else:
        ways = [(home, named[0]) for home in world.lands_of(seat)] if len(named) == 1 else []
    card = f" {bracketed(world, said.cards[0])}" if said.cards else ""
    for number in said.numbers[:1] or (3, 2, 1):
        for source, target in ways:
            yield f"A: {place_code(source)}>{place_code(target)} {number}{card}"


def _manoeuvres(said: _Sentence) -> Iterator[str]:
    one, other = map(place_code, said.places)
    for number in [str(number) for number in said.numbers[:1]] or ["all"]:
        yield f"M: {one}>{other} {number}"
        yield f"M: {other}>{one} {number}"


def _cards(said: _Sentence, world: World, seat: str) -> Iterator[str]:
    card = said.cards[0]
    yield f"D: {bracketed(world, card)}"
    if len(said.places) == 1:
        yield f"C: {quoted(world, card)} {place_code(said.places[0])}"
    for rival in [other for other in world.seats if other in said.words and other != seat]:
        yield f"C: {quoted(world, card)} {rival}"
    yield f"C: {quoted(world, card)}"
