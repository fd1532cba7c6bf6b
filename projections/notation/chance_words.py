"""What was seen of chance, as a line writes it behind a move: `rolls 2 draws "Fez" ? shuffled "Bok" + 2 ?`."""

from collections.abc import Callable, Sequence
from itertools import groupby

from events.events import UNKNOWN, Drawn, Fact, Revealed, Rolled, Shuffled

Named = Callable[[str], str]
"""How a line names a thing by its id; `?` where it is not known."""


def seen_words(facts: Sequence[Fact], card: Named, item: Named, piled: Named) -> str:
    """What facts hold of chance; a kind of which nobody knows anything is not told.

    `card` names the cards drawn, `item` what was turned up, `piled` what was shuffled.
    """
    cards = [drawn for fact in facts if isinstance(fact, Drawn) for drawn in fact.cards]
    items = [fact.item for fact in facts if isinstance(fact, Revealed)]
    orders = [fact.order for fact in facts if isinstance(fact, Shuffled)]
    words = [f"rolls {' '.join(map(str, fact.faces))}" for fact in facts if isinstance(fact, Rolled)]
    words += ticket_words(facts)
    if any(drawn != UNKNOWN for drawn in cards):
        words.append(f"draws {' '.join(map(card, cards))}")
    if any(shown != UNKNOWN for shown in items):
        words.append(f"shows {' '.join(map(item, items))}")
    if any(thing != UNKNOWN for order in orders for thing in order):
        words += [f"shuffled {order_words(order, piled)}" for order in orders if order]
    return " ".join(words)


def ticket_words(facts: Sequence[Fact]) -> list[str]:
    """Where dice come from, as a line says it, where it says so."""
    tickets = [fact.ticket for fact in facts if isinstance(fact, Rolled) and fact.ticket]
    return [f"@{tickets[0]}"] if tickets else []


def order_words(order: Sequence[str], named: Named) -> str:
    """Things from the top down, equal ones beside each other counted: `2 "Yeti" + "Bok" + 3 ?`."""
    counts = [(named(thing), len(list(same))) for thing, same in groupby(order)]
    return " + ".join(f"{count} {name}" if count > 1 else name for name, count in counts)
