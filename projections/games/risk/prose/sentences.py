"""One sentence for every event.

A sentence uses only the event and the positions around it. An unknown card is just called a card.
"""

from typing import Final

from events.events import UNKNOWN, Drawn, Passed, Revealed, Rolled, Shuffled
from projections.games.risk.prose import effect_sentences as effects, move_sentences as moves, places, set_fields
from projections.games.risk.state import names
from projections.games.risk.state.position import World
from projections.sentence_table import SentenceTable, Writers
from projections.window import Window
from projections.wording import counted, joined

PILES: Final = {"territory": "Territory Card", "mission": "Mission Card", "power": "Power Card"}


def _passed(event: Passed, before: World, _after: World) -> str:
    offered = any(isinstance(thing, Window) for thing in before.stack)
    return f"{names.army_name(event.player)} {'plays no Power Card' if offered else 'passes'}."


def _shuffled(event: Shuffled, _before: World, _after: World) -> str:
    cards = len(event.order)
    return f"{counted(cards, PILES.get(event.pile, 'card'))} {'is' if cards == 1 else 'are'} shuffled."


def _drawn(event: Drawn, before: World, _after: World) -> str:
    verb = "is dealt" if before.step == "set-up" else "gets"
    cards = drawn_words(before, PILES.get(event.pile, "card"), event.cards)
    return f"{names.army_name(event.player)} {verb} {cards}."


def drawn_words(before: World, noun: str, cards: tuple[str, ...]) -> str:
    """Return drawn cards in words: their number and kind, and the name of each known card."""
    known = [f"{names.card_name(before, card)}{names.stars(before, card)}" for card in cards if card != UNKNOWN]
    many = {0: f"no {noun}", 1: f"a {noun}"}.get(len(cards)) or counted(len(cards), noun)
    return f"{many}: {joined(known)}" if known else many


def _revealed(event: Revealed, before: World, _after: World) -> str:
    if event.item == UNKNOWN:
        return "The top card of the deck is turned up; its name is not recorded."
    face = before.cards.territory.get(event.item)
    shown = ", and Clara is on it" if face and face.clara else ""
    return f"The top card of the deck is {names.card_name(before, event.item)}{shown}."


def _rolled(event: Rolled, before: World, _after: World) -> str:
    """Return a roll in words by its purpose: an attack, a defence, a re-roll, the first player, a card."""
    faces, sides = " ".join(map(str, event.faces)), event.sides
    what, _, where = event.purpose.partition(" ")
    if where == "in no battle":
        return f"Dice without a battle show {faces}."
    match what, where.partition(">"):
        case "attack", (source, ">", target):
            return f"The attack on {names.place(target)} from {names.place(source)} rolls {faces}."
        case "defence", (target, "", _) if target:
            return f"The defence of {names.place(target)} rolls {faces}."
        case "re-roll", _:
            side = "The defence" if where.startswith("defence") else "The attack"
            return f"{side} re-rolls its 1s: {faces}."
    if event.purpose == "first player" and len(event.faces) == 1 and 0 < event.faces[0] <= len(before.seats):
        first = before.seats[event.faces[0] - 1]
        return f"{names.army_name(first)} is picked at random as the first player: {faces} of {sides}."
    words = " ".join(names.place(word) if word in before.lands else word for word in event.purpose.split())
    one = len(event.faces) == 1
    return f"The {'die' if one else 'dice'} for {words} {'shows' if one else 'show'} {faces}."


_WRITERS: Final[Writers] = {
    **dict.fromkeys(("player", "army", "rival", "taker", "seat"), names.army_name), "whose": names.whose,
    **dict.fromkeys(("territory", "source", "target"), names.place), "card": names.quoted,
}  # fmt: skip
SENTENCES: Final = SentenceTable(
    {
        Passed: _passed,
        Shuffled: _shuffled,
        Drawn: _drawn,
        Revealed: _revealed,
        Rolled: _rolled,
        **moves.ROWS,
        **effects.ROWS,
    },
    {**_WRITERS, **moves.WRITERS, **effects.WRITERS},
    fields=set_fields.FIELDS,
    label=places.place,
)
