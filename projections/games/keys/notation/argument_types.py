"""The values in lines of Keys to the TARDIS: their spellings, and how they are written."""

from collections.abc import Mapping
from typing import Final

from projections.games.keys.notation import chance, vocabulary
from projections.games.keys.state.names import card_code
from projections.games.keys.state.position import OUT, Position, clockwise
from projections.notation.argument_type import ArgumentType, Chance
from projections.notation.vocabulary import seat_code

_LIFTS: Final = tuple(
    f"{verb} {card}"
    for verb in ("-", "lift", "lifts", "remove", "removes")
    for card in ("tb", "barrier", "time barrier")
)
_SONIC: Final = {**vocabulary.ACTIONS, **dict.fromkeys((*_LIFTS, "lift", "lifts"), "lift")}
_PLACES: Final = {**vocabulary.TILE_WORDS, "out": OUT, "off": OUT}


def _card(*cards: str) -> ArgumentType[Position]:
    words = {word: card for word, card in vocabulary.CARD_WORDS.items() if card in cards}
    return ArgumentType(what="a card", words=words, code=lambda card, _context: card_code(card), kind="card")


def _last_held_turn(context: chance.Context) -> Mapping[str, str]:
    """Return the spelling of the last turn that a Pandorica holds a pawn, such as `T9`, mapped by `t9`.

    It is the second turn of the pawn's player from now on, if no Extra Turn is earned (B27).
    """
    now, victim = context.position, context.values.get("victim")
    if not now.player or victim not in now.seats:
        return {}
    order = clockwise(now)
    away = (order.index(victim) - order.index(now.player)) % len(order)
    turn = now.turn + (away or len(order)) + len(order)
    return {f"t{turn}": f"T{turn}"}


SLOTS: Final[Mapping[str, ArgumentType[Position] | Chance[Position]]] = {
    "tile": ArgumentType(what="a tile", words=vocabulary.TILE_WORDS, kind="place"),
    "place": ArgumentType(what="a tile", words=_PLACES, kind="place"),
    "seat": ArgumentType(
        what="a seat", words=lambda context: vocabulary.seat_words(context.position.seats),
        code=lambda seat, _context: seat_code(seat),
        kind="seat",
    ),
    "turn": ArgumentType(what="the last turn that it holds", words=_last_held_turn, kind="count"),
    "action": ArgumentType(what="what is done to the door", words=vocabulary.ACTIONS),
    "sonic-action": ArgumentType(
        what="what is done to the door", words=_SONIC,
        code=lambda action, _context: "-TB" if action == "lift" else action,
    ),
    "any-card": _card(*dict.fromkeys(vocabulary.CARD_WORDS.values())),
    "key": _card(*(card for card in dict.fromkeys(vocabulary.CARD_WORDS.values()) if card.startswith("key-"))),
    **{card: _card(card) for card in ("sonic", "barrier", "tunnel", "cookie", "pandorica", "cyberman")},
    "drawn": chance.DRAWN,
}  # fmt: skip
"""The kinds of values that lines contain (slots), by the name that the line patterns (forms) use."""
