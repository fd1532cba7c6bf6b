"""A shuffle in a line: `shuffled JPN PER ...`, the order of a renewed pile as far as anybody saw it."""

from collections.abc import Callable, Sequence
from typing import TypeVar

import msgspec

from events.events import UNKNOWN, Shuffled
from projections.notation.sentence import Sentence
from projections.notation.slot import Chance
from projections.notation.vocabulary import Vocabulary
from projections.terms import Seen

S = TypeVar("S", bound=msgspec.Struct)


def shuffle(name: str, pile: Callable[[S], Sequence[str]], words: Vocabulary, code: Callable[[str], str]) -> Chance[S]:
    """How a shuffle of a pile stands in a line: behind its word the cards, by `words` that mean them.

    It is shuffled where nothing lies in it any more; `code` writes a card.
    """

    def read(said: Sentence[S]) -> Seen | None:
        cursor, left = said.cursor, pile(said.position)
        if not cursor.skip("shuffled"):
            return None
        if left:
            cursor.at -= 1
            raise cursor.slip(f"{len(left)} cards lie in {name}, so nothing is shuffled", {})
        order: list[str] = []
        while (card := cursor.phrase(words)) is not None:
            order.append(card)
        return Seen(orders=(tuple(order),) if order else ())

    def write(said: Sentence[S]) -> str:
        orders = [event.order for event in said.events if isinstance(event, Shuffled)]
        known = [order if any(card != UNKNOWN for card in order) else () for order in orders]
        return " ".join(word for order in known for word in ("shuffled", *map(code, order)))

    return Chance(what="an order", read=read, write=write)
