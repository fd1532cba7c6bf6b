"""Spellings of cards: Power Cards by name or a unique part of it, Mission Cards by territory."""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Final

from projections.games.risk.notation.vocabulary import PLACES, place_code, plain
from projections.games.risk.state.position import World
from projections.notation.vocabulary import Vocabulary, seat_code

_SHORTEST_ALIAS: Final = 5
_WEAK: Final = frozenset({"-", "'", "a", "at", "in", "me", "of", "on", "some", "that", "the", "we", "you", "your"})


def power_words(world: World) -> Vocabulary:
    """Return a mapping of spellings to Power Cards: printed name, id, and unique parts of either."""
    return _card_words(tuple((card, power.name) for card, power in world.cards.power.items()))


def mission_words(world: World) -> Vocabulary:
    """Return spellings of Mission Cards: the invader, the id, or the territory if only one card names it."""
    missions = world.cards.mission
    return _mission_words(tuple((card, mission.invader, mission.territory) for card, mission in missions.items()))


@cache
def _mission_words(cards: tuple[tuple[str, str, str], ...]) -> Vocabulary:
    held = Counter(territory for *_, territory in cards)
    at = {territory: card for card, _, territory in cards if held[territory] == 1}
    words = _card_words(tuple((card, invader) for card, invader, _ in cards))
    return {**{word: at[place] for word, place in PLACES.items() if place in at}, **words}


@cache
def _card_words(cards: tuple[tuple[str, str], ...]) -> Vocabulary:
    runs: dict[str, set[str]] = {}
    for card, name in cards:
        for spelling in {plain(name), plain(card), plain(card.replace("-", " "))}:
            for run in _runs(spelling.split()):
                runs.setdefault(run, set()).add(card)
    words = {run: min(owners) for run, owners in runs.items() if len(owners) == 1 and _tells(run)}
    names = Counter(plain(name) for _, name in cards)
    words |= {plain(name): card for card, name in cards if names[plain(name)] == 1}
    return words | {f"# {plain(card)}": card for card, _ in cards}


def _runs(words: Sequence[str]) -> Iterable[str]:
    size = len(words)
    return (" ".join(words[start:end]) for start in range(size) for end in range(start + 1, size + 1))


def _tells(run: str) -> bool:
    """Return whether a part of a name is long enough to identify a card, with no filler word at its ends."""
    words = run.split()
    if {words[0], words[-1]} & _WEAK:
        return False
    return any(len(word) >= _SHORTEST_ALIAS and word.isalpha() for word in words)


def bracketed(world: World, card: str) -> str:
    """Return a Power Card as a line writes it in an attack or a defence: `[Nitro-9]`."""
    words = power_words(world)
    power = world.cards.power.get(card)
    if words.get(plain(card)) == card:
        return f"[{seat_code(card)}]"
    return f"[{power.name}]" if power and words.get(plain(power.name)) == card else f"[#{card}]"


def mission_code(world: World, card: str) -> str:
    """Return a Mission Card as a line writes it in a claim: its territory, else its invader, else its id."""
    mission, words = world.cards.mission.get(card), mission_words(world)
    spellings = (place_code(mission.territory), f'"{mission.invader}"', f"#{card}") if mission else ()
    return next((spelling for spelling in spellings if words.get(plain(spelling)) == card), f"#{card}")


def quoted(world: World, card: str) -> str:
    """Return a Power Card's printed name in quotation marks, or its short form if the name is not unique."""
    power = world.cards.power.get(card)
    return f'"{power.name}"' if power and power_words(world).get(plain(power.name)) == card else bracketed(world, card)
