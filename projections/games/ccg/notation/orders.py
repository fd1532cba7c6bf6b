"""Standing orders: instructions that a seat leaves for the occasions on which it is asked.

An order is one or more sentences separated by `;` or new lines. The first sentence that applies decides: the seat
passes or is asked. If no sentence applies, the seat is asked.

| sentence | effect when the seat is asked |
| --- | --- |
| `pass` | always passes |
| `pass at combat, attack` | passes only there: `combat`, `attack`, `targeted`, `destroyed`, `hit`, `episode`, `action`
|
| `pass unless a Hit` | passes on everything except a Hit |
| `pass unless my Doctor is targeted` | ... except if the seat's Doctor is targeted, attacked or destroyed |
| `pass unless my Yeti is attacked or my resource is destroyed` | several conditions |
| `pass unless they use Time Eddy` | ... except a card that the opponent uses |
| `ask at hit` | is asked there; later sentences are ignored |
| `decline combat` | names no main combatant if the seat may choose |

`my` precedes a card's name or a part of it, a race, a label, `creature`, `resource`, `episode` or `card`; `anything`
means any card.
"""

import re
from collections.abc import Sequence
from functools import partial
from typing import Final, NamedTuple

from events.events import Passed
from projections.contracts import Order
from projections.games.ccg.events.moves import AnyMove, DeclineCombat
from projections.games.ccg.notation.vocabulary import plain, titles
from projections.games.ccg.rules.ability_effects import announced_ability
from projections.games.ccg.state.position import Announcement, Doom, InPlay, Position
from projections.games.ccg.state.values import face_of
from projections.standing_orders import PassingOrders, sentences

EXAMPLES: Final = ("pass", "pass unless my Doctor is targeted", "pass unless a Hit", "pass at combat, attack")
"""Examples of standing orders, which answer for a seat that is asked."""

_DECLINE: Final = re.compile(r"decline(?: combat)?|name nobody")
_HAPPENS: Final = re.compile(
    r"(?:my |any of my |one of my )?(?P<card>.+?) (?:is|are) (?:about to be |being )?"
    r"(?P<how>targeted|attacked|destroyed)"
)
_PLAYS: Final = re.compile(r"(?:they|the opponent|my opponent) (?:use|uses|play|plays) (?P<card>.+)")
_AT: Final = {
    "combat": "combat", "attack": "attack", "fight": "attack", "targeted": "targeted", "destroyed": "destroyed",
    "destruction": "destroyed", "hit": "hit", "episode": "episode", "action": "action",
}  # fmt: skip
"""From each word of a standing order to the occasion on which a seat is asked."""
_ORDERS: Final = PassingOrders(_AT, EXAMPLES)
_EVENTS: Final = {
    **_AT, **dict.fromkeys(("i am attacked", "an attack", "attacked"), "attack"),
    **dict.fromkeys(("a hit", "i am hit", "hits"), "hit"), "an episode": "episode", "combat is announced": "combat",
}  # fmt: skip
_ANYTHING: Final = ("anything", "anything of mine", "card", "cards", "anything mine", "something", "something of mine")
_TYPES: Final = {"creature": "creature", "resource": "resource", "episode": "episode"}


class _Asked(NamedTuple):
    """What a seat is asked about: the occasion, the pending announcement, and the seat's affected cards."""

    at: str
    announcement: Announcement | None = None
    cards: tuple[InPlay, ...] = ()
    hits: bool = False


def heeds(order: Order, position: Position) -> str:
    """Return why a standing order cannot be understood, or "" if every sentence of the order can."""
    return _ORDERS.unread(order.text, _declines, partial(_is_condition, position))


def _declines(sentence: str) -> bool:
    return _DECLINE.fullmatch(sentence) is not None


def _is_condition(position: Position, text: str) -> bool:
    if text in _EVENTS:
        return True
    if found := _PLAYS.fullmatch(text):
        return bool(_faces(found["card"], position))
    found = _HAPPENS.fullmatch(text)
    return found is not None and _is_kind(found["card"], position)


def _is_kind(name: str, position: Position) -> bool:
    if name in _ANYTHING or _singular(name) in _TYPES or _faces(name, position):
        return True
    cards = position.cards.card.values()
    return any(_singular(name) in map(plain, (*card.races, *card.labels)) for card in cards)


def _singular(name: str) -> str:
    return plain(name).removesuffix("s")


def _faces(name: str, position: Position) -> Sequence[str]:
    return titles(position).get(plain(name), "").split()


def is_open(position: Position, _seat: str) -> bool:
    """Return whether no hidden card can add to the legal moves now."""
    return position.step == "stand" and position.window is None


def answer(order: Order, position: Position) -> AnyMove | None:
    """Return the move that a standing order makes now, or None if the seat is to be asked."""
    if _names_nobody(order, position):
        return DeclineCombat(order.seat)
    asked = _asked(position, order.seat)
    if asked is None:
        return None
    passes = _ORDERS.passes(order.text, asked.at, partial(_holds, position, asked))
    return Passed(order.seat) if passes else None


def _names_nobody(order: Order, position: Position) -> bool:
    due = position.step == "name" and position.window is None and order.seat == position.rival(position.player)
    return due and any(map(_declines, sentences(order.text)))


def _asked(position: Position, seat: str) -> _Asked | None:
    window = position.window
    if window is None or seat not in window.awaited:
        return None
    name, _, place = window.name.partition("-")
    match name:
        case "fight":
            fight = position.fight
            numbers = (fight.attacker, fight.defender) if fight else ()
            return _Asked("attack", cards=_own(position, seat, numbers))
        case "doom":
            doomed = [number for thing in position.stack if isinstance(thing, Doom) for number in thing.cards]
            return _Asked("destroyed", cards=_own(position, seat, doomed))
        case "answer":
            return _announced(position, seat, place)
        case _:
            return _Asked(name if name in _AT else "action", hits=name == "hit")


def _own(position: Position, seat: str, numbers: Sequence[int]) -> tuple[InPlay, ...]:
    return tuple(card for number in numbers if (card := position.at(number)) is not None and card.side == seat)


def _announced(position: Position, seat: str, place: str) -> _Asked:
    """Return what an announcement asks a seat, with its targeted cards, or all its cards if `every` one is affected."""
    announced = (thing for thing in position.stack if isinstance(thing, Announcement))
    waiting = next((thing for thing in announced if str(thing.place) == place), None)
    ability = announced_ability(position, waiting) if waiting else None
    if waiting is None or ability is None:
        return _Asked("action", waiting)
    every = tuple(position.lying(side=seat)) if ability.every else ()
    touched = (*_own(position, seat, waiting.targets), *every)
    aimed = bool(touched) or ability.what in ("counter", "hit")
    return _Asked("targeted" if aimed else "action", waiting, touched, ability.what == "hit")


def _holds(position: Position, asked: _Asked, condition: str) -> bool:
    if (event := _EVENTS.get(condition)) is not None:
        return asked.at == event or (event == "hit" and asked.hits)
    if found := _PLAYS.fullmatch(condition):
        return asked.announcement is not None and asked.announcement.face in _faces(found["card"], position)
    found = _HAPPENS.fullmatch(condition)
    if found is None:
        return False
    anywhere = ("targeted", "attack", "destroyed")
    where = {"attacked": ("attack",), "destroyed": ("destroyed",)}.get(found["how"], anywhere)
    if found["card"] in _ANYTHING:
        return asked.at in where
    return asked.at in where and any(_is_called(card, found["card"], position) for card in asked.cards)


def _is_called(card: InPlay, name: str, position: Position) -> bool:
    face, word = face_of(position, card), _singular(name)
    if face.type == _TYPES.get(word) or word in map(plain, (*face.races, *face.labels)):
        return True
    return bool({card.face, card.clone} & set(_faces(name, position)))
