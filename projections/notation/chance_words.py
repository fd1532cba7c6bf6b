"""What was seen of chance, as a line writes it behind a move: `rolls 2 draws "Fez" ? shuffled "Bok" + 2 ?`."""

from collections.abc import Callable, Sequence
from itertools import groupby

from events.events import UNKNOWN, Drawn, Event, Revealed, Rolled, Shuffled

Named = Callable[[str], str]
"""How a line names a thing by its id; `?` where it is not known."""


def seen_words(events: Sequence[Event], card: Named, item: Named, piled: Named) -> str:
    """What events hold of chance; a kind of which nobody knows anything is not told.

    `card` names the cards drawn, `item` what was turned up, `piled` what was shuffled.
    """
    cards = [drawn for event in events if isinstance(event, Drawn) for drawn in event.cards]
    items = [event.item for event in events if isinstance(event, Revealed)]
    orders = [event.order for event in events if isinstance(event, Shuffled)]
    words = [f"rolls {' '.join(map(str, event.faces))}" for event in events if isinstance(event, Rolled)]
    words += ticket_words(events)
    if any(drawn != UNKNOWN for drawn in cards):
        words.append(f"draws {' '.join(map(card, cards))}")
    if any(shown != UNKNOWN for shown in items):
        words.append(f"shows {' '.join(map(item, items))}")
    if any(thing != UNKNOWN for order in orders for thing in order):
        words += [f"shuffled {order_words(order, piled)}" for order in orders if order]
    return " ".join(words)


def ticket_words(events: Sequence[Event]) -> list[str]:
    """Where dice come from, as a line says it, where it says so."""
    tickets = [event.ticket for event in events if isinstance(event, Rolled) and event.ticket]
    return [f"@{tickets[0]}"] if tickets else []


def order_words(order: Sequence[str], named: Named) -> str:
    """Things from the top down, equal ones beside each other counted: `2 "Yeti" + "Bok" + 3 ?`."""
    counts = [(named(thing), len(list(same))) for thing, same in groupby(order)]
    return " + ".join(f"{count} {name}" if count > 1 else name for name, count in counts)
