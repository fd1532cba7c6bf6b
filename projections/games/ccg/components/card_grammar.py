"""Checks on the abilities of a card: which fields go together, and which abilities a type of card may have."""

import re
from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Final, NamedTuple

from projections.games.ccg.components.cards import Ability, Card, CardSet
from projections.wording import either

CODES: Final[Mapping[str, tuple[str, ...]]] = {"cybermat-swap": ("creature",), "time-eddy": ("none",)}
"""Abilities written in code, each with the targets it may have. `cybermat-swap` returns a Creature to the hand and
allows one more card to be played. `time-eddy` returns the card that each player played last (Q-11)."""
_RULE: Final = re.compile(r"CCG-[A-Z]{3,4}-[0-9]{2}")
_CHOOSABLE: Final = ("creature", "resource", "episode", "card")
_LYING: Final = ("creature", "resource", "card")
_USED: Final = ("special", "flash")
_ACTING: Final = ("special", "flash", "episode")


class Terms(NamedTuple):
    """The values that a kind of ability allows in its fields: when it works, targets, value, amount, `every`."""

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
_WHEN: Final[Mapping[str, tuple[str, ...]]] = {
    "creature": ("innate", "special"),
    "resource": ("innate", "special"),
    "flash": ("flash", "innate"),
    "episode": ("episode", "innate"),
    "time": (),
}
"""When the abilities of each type work. A Flash or Episode is Innate only if it waives a rule (CCG-GEN-01)."""


def ability_faults(cards: CardSet, card: Card) -> Iterator[tuple[str, str]]:
    """Yield each fault in the abilities of a card, as the path inside the card and what is allowed there."""
    for place, ability in enumerate(card.does):
        found = chain(_by_type(card, ability), _by_kind(ability), _words(ability), _cost(ability), _by_when(ability))
        for field, allowed in chain(found, _narrowed(ability), _meant(cards, ability)):
            yield f"does[{place}].{field}", allowed
    acting = sum(ability.when != "innate" for ability in card.does)
    if card.type == "flash" and acting != 1:
        yield "does", "a Flash must have exactly one ability with when = flash"
    if card.type == "episode" and not acting:
        yield "does", "an Episode must have an ability with when = episode"


def _by_type(card: Card, ability: Ability) -> Iterator[tuple[str, str]]:
    allowed = _WHEN[card.type]
    if not allowed:
        yield "when", "a Time card cannot have abilities"
    elif ability.when not in allowed:
        yield "when", f"must be {either(allowed)} on a card of type {card.type}"
    elif ability.when == "innate" and allowed[0] != "innate" and ability.what != "waive":
        yield "what", f"must be waive for an innate ability of a card of type {card.type}"


def _by_kind(ability: Ability) -> Iterator[tuple[str, str]]:
    what, terms = ability.what, _TERMS[ability.what]
    if ability.when not in terms.when:
        yield "when", f"must be {either(terms.when)} for {what}"
    if ability.target not in terms.target:
        yield "target", f"must be {either(terms.target)} for {what}"
    if terms.value != bool(ability.value):
        yield "value", f"{what} needs a value" if terms.value else f"{what} cannot have a value"
    if terms.amount and not 1 <= ability.amount <= 9:
        yield "amount", f"must be from 1 to 9, not {ability.amount}"
    if not terms.amount and ability.amount:
        yield "amount", f"{what} cannot have an amount"
    if ability.every and not terms.every:
        yield "every", f"{what} affects one card and cannot have every"


def _words(ability: Ability) -> Iterator[tuple[str, str]]:
    """Yield faults of the fields that only one kind of ability has."""
    for field, given, owner in (
        ("bars", ability.bars, "bar"), ("waives", ability.waives, "waive"), ("code", ability.code, "code"),
    ):  # fmt: skip
        if bool(given) != (ability.what == owner):
            yield field, f"{owner} needs this field, and no other ability can have it"
    if ability.waives and not _RULE.fullmatch(ability.waives):
        yield "waives", "must be the id of a rule of this game, such as CCG-COM-08"
    if ability.code and ability.code not in CODES:
        yield "code", f"must be one of {', '.join(CODES)}"
    elif ability.code and ability.target not in CODES[ability.code]:
        yield "target", f"must be {either(CODES[ability.code])} for {ability.code}"
    barred = "own" if ability.when == "episode" else "rival"
    if ability.what == "bar" and ability.whose != barred:
        why = "a bar is against the opponent (rival), or of an Episode against its Solver (own)"
        yield "whose", f"must be {barred}: {why}"
    if ability.along and not (ability.what == "move" and ability.when == "special"):
        yield "along", "only a special ability that moves cards can have along"


def _cost(ability: Ability) -> Iterator[tuple[str, str]]:
    if ability.cost and ability.when not in _USED:
        yield "cost", "only special and flash abilities can have a cost"
    if len(ability.cost) > 4:
        yield "cost", "a cost can have at most 4 cards"
    for place, cost in enumerate(ability.cost):
        if cost.race and cost.type != "creature":
            yield f"cost[{place}].race", "only a Creature can have a race"
    if ability.target == "payment" and (not ability.cost or any(cost.pay != "side" for cost in ability.cost)):
        yield "target", "the target payment needs a cost in which every card has pay = side"


def _by_when(ability: Ability) -> Iterator[tuple[str, str]]:
    """Yield faults of fields that depend on when an ability works: target, value, reach (A52, CCG-EPC-06)."""
    when = ability.when
    if ability.target == "self" and when not in ("innate", "special"):
        yield "target", "only innate and special abilities know their own card"
    if when == "innate" and ability.target != "self" and ability.what != "bonus":
        yield "target", f"must be self for an innate {ability.what}"
    if ability.value == "either" and when in ("innate", "episode"):
        yield "value", f"must be energy, substance, support or both: no player chooses for {when}"
    if when in ("episode", "innate") and ability.reach == "any":
        yield "reach", f"{when} reaches only its own zone"


def _narrowed(ability: Ability) -> Iterator[tuple[str, str]]:
    """Yield faults of fields that narrow a choice in an ability that leaves no choice."""
    narrowing = {
        "named": ability.named, "race": ability.race, "label": ability.label, "other": ability.other,
        "every": ability.every, "reach": ability.reach == "any",
        "whose": ability.whose != "any" and ability.what != "bar",
    }  # fmt: skip
    for field, given in narrowing.items():
        if given and ability.target not in _CHOOSABLE:
            yield field, f"the target {ability.target} leaves no choice that this field could narrow"
    if ability.race and ability.target not in ("creature", "card"):
        yield "race", "only a Creature can have a race"
    if ability.other and ability.when in ("flash", "episode"):
        yield "other", "only innate and special abilities know their own card"


def _meant(cards: CardSet, ability: Ability) -> Iterator[tuple[str, str]]:
    if ability.named:
        meant = cards.card.get(ability.named)
        if meant is None:
            yield "named", f"this file has no card {ability.named[:40]!a}"
        elif ability.target not in ("card", meant.type):
            yield "named", f"{ability.named} has type {meant.type}, but the target is {ability.target}"
    if ability.label and not any(ability.label in card.labels for card in cards.card.values()):
        yield "label", f"no card has the label {ability.label[:40]!a}"
