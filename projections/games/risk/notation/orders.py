"""Standing orders: instructions for a seat that is attacked.

An order is one or more sentences, separated by `;` or a new line. The first sentence that applies is carried out. If
none applies, the seat is asked.

| sentence | what it does in a defender's window |
| --- | --- |
| `never` | plays no card |
| `never the Doctor Donna` | does not play that card; if no other card can be played, plays none |
| `the Doctor Donna` | plays that card |
| `dug in when attacked by three` | plays it if three Daleks attack; also `by two or more` |
| `dug in when attacked in Egypt` | plays it if that territory is attacked; codes are allowed |
| `dug in when attacked by yellow in EGY` | plays it if all conditions apply |
| `otherwise never` | as `never`, at the end |
| `defend with one`, `defend with two` | chooses the dice, if the options let the defender choose |

A card is named by its id, its name or a unique part of the name, with or without `the`.
"""

import re
from collections.abc import Iterator
from typing import Final

from events.events import Passed
from projections.contracts import Order
from projections.games.risk.components.cards import CardSet
from projections.games.risk.components.world_map import territory_named
from projections.games.risk.events import Defend, PlayPower
from projections.games.risk.rules import decide, status
from projections.games.risk.rules.legal import legal
from projections.games.risk.state.position import Battle, World

EXAMPLES: Final = (
    "never", "the Doctor Donna when attacked by three", "dug in when attacked in Egypt", "defend with one",
)  # fmt: skip
"""Examples of standing orders, which answer for an attacked seat, for help and errors."""

_NUMBERS: Final = {"one": 1, "two": 2, "three": 3, "1": 1, "2": 2, "3": 3}
_PLAY: Final = re.compile(r"(?:play )?(?P<card>.+?)(?: when attacked(?P<when>.*))?")
_WHEN: Final = re.compile(r"(?: by (?P<by>[a-z0-9-]+))?(?P<more> or more)?(?: in (?P<where>.+?))?")
_DEFEND: Final = re.compile(r"defend with (?P<dice>one|two|1|2)(?: dice| die)?")


def _plain(text: str) -> str:
    """Return a text in lower case, with only letters and digits, single spaces, and without a leading `the`."""
    words = re.sub(r"[^a-z0-9]+", " ", text.lower()).split()
    return " ".join(words[1:] if words[:1] == ["the"] else words)


def card_named(cards: CardSet, written: str) -> str | None:
    """Return the id of the Power Card with this id or name, or the only one with these words in its name, or None."""
    wanted = _plain(written)
    names = {card: (_plain(card), _plain(power.name)) for card, power in cards.power.items()}
    if exact := [card for card, both in names.items() if wanted in both]:
        return exact[0]
    parts = [card for card, both in names.items() if wanted and any(f" {wanted} " in f" {name} " for name in both)]
    return parts[0] if len(parts) == 1 else None


def _sentences(text: str) -> Iterator[str]:
    for part in re.split(r"[;\n]", text.lower()):
        sentence = " ".join(part.replace(",", " ").split()).rstrip(".")
        yield sentence.removeprefix("otherwise ").removeprefix("else ")


def heeds(order: Order, world: World) -> str:
    """Return why an order is refused, "" if it is valid: every sentence must be able to apply to some attack."""
    sentences = [sentence for sentence in _sentences(order.text) if sentence]
    if not sentences:
        return f"the order is empty. Examples: {', '.join(EXAMPLES)}"
    unread = next((sentence for sentence in sentences if not _reads(sentence, world)), None)
    if unread is None:
        return ""
    return f'"{unread[:60]}" is not an order. Examples: {", ".join(EXAMPLES)}'


def _reads(sentence: str, world: World) -> bool:
    if sentence == "never" or _DEFEND.fullmatch(sentence):
        return True
    if sentence.startswith("never "):
        return card_named(world.cards, sentence.removeprefix("never ")) is not None
    found = _PLAY.fullmatch(sentence)
    return found is not None and card_named(world.cards, found["card"]) is not None and _is_when(found["when"], world)


def _is_when(when: str | None, world: World) -> bool:
    found = _WHEN.fullmatch(when or "")
    if found is None or (found["by"] is None and (found["more"] or (found["where"] is None and when))):
        return False
    by, where = found["by"], found["where"]
    if where is not None and territory_named(where.removeprefix("the ")) is None:
        return False
    return by is None or by in _NUMBERS or (by in world.seats and not found["more"])


def is_open(world: World, _seat: str) -> bool:
    """Return whether no hidden card can add to the legal moves now."""
    return status.due(world)[0] in ("count", "move in", "manoeuvre", "draw")


def answer(order: Order, world: World) -> decide.AnyMove | None:
    """Return the move that a standing order makes now, None if the seat must be asked."""
    step, awaited = status.due(world)
    battle = world.battle
    if battle is None or order.seat not in awaited:
        return None
    if step == "defend":
        return _dice(order, world)
    return _card(order, world, battle) if step == "defence" else None


def _dice(order: Order, world: World) -> decide.AnyMove | None:
    offers = [move for move in legal(world, order.seat) if isinstance(move, Defend)]
    for sentence in _sentences(order.text):
        if found := _DEFEND.fullmatch(sentence):
            wanted = min(_NUMBERS[found["dice"]], max((move.dice for move in offers), default=0))
            return next((move for move in offers if move.dice == wanted), None)
    return None


def _card(order: Order, world: World, battle: Battle) -> decide.AnyMove | None:
    playable = {move.card: move for move in legal(world, order.seat) if isinstance(move, PlayPower)}
    barred = False
    for sentence in _sentences(order.text):
        if sentence == "never":
            return Passed(order.seat)
        if sentence.startswith("never "):
            never = card_named(world.cards, sentence.removeprefix("never ")) or ""
            barred = playable.pop(never, None) is not None or barred
            continue
        found = _PLAY.fullmatch(sentence)
        card = card_named(world.cards, found["card"]) if found else None
        if found and card in playable and _applies(found["when"] or "", world, battle):
            return playable[card]
    return Passed(order.seat) if barred and not playable else None


def _applies(when: str, world: World, battle: Battle) -> bool:
    """Return whether a condition applies to the attack under way; one that cannot be parsed never applies."""
    found = _WHEN.fullmatch(when)
    if found is None:
        return False
    by, where = found["by"], found["where"]
    if where is not None and territory_named(where.removeprefix("the ")) != battle.target:
        return False
    if by is None:
        return not found["more"]
    if by in _NUMBERS:
        number = _NUMBERS[by]
        return battle.daleks >= number if found["more"] else battle.daleks == number
    return by in world.seats and by == battle.attacker and not found["more"]
