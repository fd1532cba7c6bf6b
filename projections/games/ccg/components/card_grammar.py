"""What a card may say: which parts of an ability go together, and which abilities a type of card may carry."""

import re
from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Final, NamedTuple

from projections.games.ccg.components.cards import Ability, Card, CardSet

CODES: Final[Mapping[str, tuple[str, ...]]] = {"cybermat-swap": ("creature",), "time-eddy": ("none",)}
"""What is written in code, and at what it aims: a Creature goes back to hand, and one card more may be played; the card
that each player played last goes back to hand (Q-11)."""
_RULE: Final = re.compile(r"CCG-[A-Z]{3,4}-[0-9]{2}")
_CHOOSABLE: Final = ("creature", "resource", "episode", "card")
_LYING: Final = ("creature", "resource", "card")
_USED: Final = ("special", "flash")
_ACTING: Final = ("special", "flash", "episode")


class Terms(NamedTuple):
    """What goes with a kind of ability: when it works, at what it aims, whether it has a value, an amount, `every`."""

    when: tuple[str, ...]
    target: tuple[str, ...]
    value: bool = False
    amount: bool = False
    every: bool = False


_CHANGE: Final = Terms(_ACTING, ("creature", "self"), value=True, amount=True, every=True)
_KEEP: Final = Terms(("innate", *_USED), (*_LYING, "self"), every=True)
_TERMS: Final[Mapping[str, Terms]] = {
    "raise": _CHANGE,
    "damage": _CHANGE,
    "bonus": Terms(("innate",), ("creature", "self"), value=True, amount=True, every=True),
    "swell": Terms(("innate",), ("self",), value=True, amount=True),
    "move": Terms(_USED, (*_LYING, "payment", "self")),
    "side": Terms(_ACTING, _LYING, every=True),
    "stand": Terms(_USED, _LYING, every=True),
    "lock": Terms(_ACTING, _LYING, every=True),
    "destroy": Terms(_ACTING, _CHOOSABLE, every=True),
    "return": Terms(_ACTING, _CHOOSABLE, every=True),
    "clone": Terms(_USED, ("creature",)),
    "counter": Terms(_USED, ("none", "episode")),
    "save": _KEEP,
    "regenerate": _KEEP,
    "banish": Terms(_ACTING, _LYING, every=True),
    "prevent-hit": Terms(_USED, ("none",)),
    "hit": Terms(_USED, ("none",)),
    "extra-play": Terms(_USED, ("none",), amount=True),
    "extra-turn": Terms(_USED, ("none",)),
    "draw": Terms(_USED, ("none",), amount=True),
    "discard": Terms(_ACTING, _CHOOSABLE, every=True),
    "bar": Terms(_ACTING, ("none",)),
    "must-attack": Terms(("innate",), ("self",)),
    "waive": Terms(("innate",), ("self",)),
    "code": Terms(_USED, ("none", *_CHOOSABLE)),
}
"""Each kind of ability with what goes with it."""
_WHEN: Final[Mapping[str, tuple[str, ...]]] = {
    "creature": ("innate", "special"),
    "resource": ("innate", "special"),
    "flash": ("flash", "innate"),
    "episode": ("episode", "innate"),
    "time": (),
}
"""When the abilities of a type of card work; a Flash or an Episode is Innate only in what it waives (CCG-GEN-01)."""


def ability_faults(cards: CardSet, card: Card) -> Iterator[tuple[str, str]]:
    """What is wrong with the abilities of a card: the path behind the card, and what is allowed."""
    for place, ability in enumerate(card.does):
        found = chain(_by_type(card, ability), _by_kind(ability), _words(ability), _cost(ability), _by_when(ability))
        for field, allowed in chain(found, _narrowed(ability), _meant(cards, ability)):
            yield f"does[{place}].{field}", allowed
    acting = sum(ability.when != "innate" for ability in card.does)
    if card.type == "flash" and acting != 1:
        yield "does", "a Flash does one thing: one ability with when = flash"
    if card.type == "episode" and not acting:
        yield "does", "an Episode does something: an ability with when = episode"


def _by_type(card: Card, ability: Ability) -> Iterator[tuple[str, str]]:
    allowed = _WHEN[card.type]
    if not allowed:
        yield "when", "a Time card has no abilities"
    elif ability.when not in allowed:
        yield "when", f"on a card of the type {card.type}: {' or '.join(allowed)}"
    elif ability.when == "innate" and allowed[0] != "innate" and ability.what != "waive":
        yield "what", f"what is innate on a card of the type {card.type} can only be waive"


def _by_kind(ability: Ability) -> Iterator[tuple[str, str]]:
    """When a kind of ability can work, at what it can aim, how much it changes."""
    what, terms = ability.what, _TERMS[ability.what]
    if ability.when not in terms.when:
        yield "when", f"{what} is {_or(terms.when)}"
    if ability.target not in terms.target:
        yield "target", f"{what} has the target {_or(terms.target)}"
    if terms.value != bool(ability.value):
        yield "value", f"{what} needs a value" if terms.value else f"{what} has no value"
    if terms.amount and not 1 <= ability.amount <= 9:
        yield "amount", f"{ability.amount} is not 1 to 9"
    if not terms.amount and ability.amount:
        yield "amount", f"{what} has no amount"
    if ability.every and not terms.every:
        yield "every", f"{what} takes one card, not every"


def _words(ability: Ability) -> Iterator[tuple[str, str]]:
    """The fields that belong to one kind of ability alone."""
    for field, given, owner in (
        ("bars", ability.bars, "bar"), ("waives", ability.waives, "waive"), ("code", ability.code, "code"),
    ):  # fmt: skip
        if bool(given) != (ability.what == owner):
            yield field, f"{owner} needs it, and nothing else has it"
    if ability.waives and not _RULE.fullmatch(ability.waives):
        yield "waives", "a rule of this game, like CCG-COM-08"
    if ability.code and ability.code not in CODES:
        yield "code", f"one of {', '.join(CODES)}"
    elif ability.code and ability.target not in CODES[ability.code]:
        yield "target", f"{ability.code} has the target {_or(CODES[ability.code])}"
    barred = "own" if ability.when == "episode" else "rival"
    if ability.what == "bar" and ability.whose != barred:
        yield "whose", f"a bar is for the opponent, rival, and of an Episode for its Solver, own: here {barred}"
    if ability.along and not (ability.what == "move" and ability.when == "special"):
        yield "along", "only a special move takes the card itself along"


def _cost(ability: Ability) -> Iterator[tuple[str, str]]:
    """What the use of a card is paid with."""
    if ability.cost and ability.when not in _USED:
        yield "cost", "only special and flash have a cost"
    if len(ability.cost) > 4:
        yield "cost", "at most 4 cards"
    for place, cost in enumerate(ability.cost):
        if cost.race and cost.type != "creature":
            yield f"cost[{place}].race", "only a creature has a race"
    if ability.target == "payment" and (not ability.cost or any(cost.pay != "side" for cost in ability.cost)):
        yield "target", "what is paid with moves: a cost with pay = side is needed"


def _by_when(ability: Ability) -> Iterator[tuple[str, str]]:
    """What follows from when an ability works: who could choose, and how far it reaches (A52, CCG-EPC-06)."""
    when = ability.when
    if ability.target == "self" and when not in ("innate", "special"):
        yield "target", "only innate and special know the card itself"
    if when == "innate" and ability.target != "self" and ability.what != "bonus":
        yield "target", f"an innate {ability.what} is for the card itself: self"
    if ability.value == "either" and when in ("innate", "episode"):
        yield "value", f"nobody chooses for {when}: energy, substance, support or both"
    if when in ("episode", "innate") and ability.reach == "any":
        yield "reach", f"{when} reaches its own zone only"


def _narrowed(ability: Ability) -> Iterator[tuple[str, str]]:
    """What narrows a choice has a choice to narrow."""
    narrowing = {
        "named": ability.named, "race": ability.race, "label": ability.label, "other": ability.other,
        "every": ability.every, "reach": ability.reach == "any",
        "whose": ability.whose != "any" and ability.what != "bar",
    }  # fmt: skip
    for field, given in narrowing.items():
        if given and ability.target not in _CHOOSABLE:
            yield field, f"there is no choice to narrow: the target is {ability.target}"
    if ability.race and ability.target not in ("creature", "card"):
        yield "race", "only a creature has a race"
    if ability.other and ability.when in ("flash", "episode"):
        yield "other", "only innate and special know the card itself"


def _meant(cards: CardSet, ability: Ability) -> Iterator[tuple[str, str]]:
    """A card or a label that is named is there to be named."""
    if ability.named:
        meant = cards.card.get(ability.named)
        if meant is None:
            yield "named", f"there is no card {ability.named[:40]!a}"
        elif ability.target not in ("card", meant.type):
            yield "named", f"{ability.named} is of the type {meant.type}, the target {ability.target}"
    if ability.label and not any(ability.label in card.labels for card in cards.card.values()):
        yield "label", f"no card has the label {ability.label[:40]!a}"


def _or(words: tuple[str, ...]) -> str:
    return " or ".join(words)
