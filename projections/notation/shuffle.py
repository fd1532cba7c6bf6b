"""A shuffle in a line: `shuffled JPN PER ...`, the order of a renewed pile as far as it was seen."""

from collections.abc import Callable, Sequence
from typing import TypeVar

import msgspec

from events.events import UNKNOWN, Shuffled
from projections.contracts import ObservedChance
from projections.notation.argument_type import Chance
from projections.notation.sentence import Sentence
from projections.notation.vocabulary import Vocabulary
from projections.wording import counted

S = TypeVar("S", bound=msgspec.Struct)


def shuffle(name: str, pile: Callable[[S], Sequence[str]], words: Vocabulary, code: Callable[[str], str]) -> Chance[S]:
    """Return how a line writes the shuffle of a pile: the word `shuffled`, then the cards in order.

    A pile is shuffled only if it is empty. `name` is its name in an error, `words` are the spellings of cards, `code`
    writes a card.
    """

    def read(context: Sentence[S]) -> ObservedChance | None:
        cursor, left = context.cursor, pile(context.position)
        if not cursor.skip("shuffled"):
            return None
        if left:
            cursor.at -= 1
            raise cursor.slip(f"{name} still has {counted(len(left), 'card')}, so it is not shuffled", {})
        order: list[str] = []
        while (card := cursor.phrase(words)) is not None:
            order.append(card)
        return ObservedChance(orders=(tuple(order),) if order else ())

    def write(context: Sentence[S]) -> str:
        orders = [event.order for event in context.events if isinstance(event, Shuffled)]
        known = [order if any(card != UNKNOWN for card in order) else () for order in orders]
        return " ".join(word for order in known for word in ("shuffled", *map(code, order)))

    return Chance(what="an order", read=read, write=write)
