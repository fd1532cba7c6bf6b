"""Results of chance as a line writes them after a move: `rolls 2 draws "Fez" ? shuffled "Bok" + 2 ?`."""

from collections.abc import Callable, Sequence
from itertools import groupby

from events.events import UNKNOWN, Drawn, Event, Revealed, Rolled, Shuffled

Named = Callable[[str], str]
"""A function that takes the id of a thing and returns its name in a line of notation; `?` for an unknown thing."""


def seen_words(events: Sequence[Event], card: Named, item: Named, piled: Named) -> str:
    """Return the dice, cards and items in events as a line of notation writes them.

    Cards, items or orders of which nothing is known are left out. `card` names drawn cards, `item` revealed items,
    `piled` shuffled things.
    """
    cards = [drawn for event in events if isinstance(event, Drawn) for drawn in event.cards]
    items = [event.item for event in events if isinstance(event, Revealed)]
    orders = [event.order for event in events if isinstance(event, Shuffled) and event.order]
    words = [f"rolls {' '.join(map(str, event.faces))}" for event in events if isinstance(event, Rolled)]
    words += ticket_words(events)
    words += [*_known_words("draws", cards, card), *_known_words("shows", items, item)]
    if any(thing != UNKNOWN for order in orders for thing in order):
        words += [f"shuffled {order_words(order, piled)}" for order in orders]
    return " ".join(words)


def _known_words(verb: str, things: Sequence[str], named: Named) -> list[str]:
    """Return a verb with the names of things, if one of them is known."""
    is_known = any(thing != UNKNOWN for thing in things)
    return [f"{verb} {' '.join(map(named, things))}"] if is_known else []


def ticket_words(events: Sequence[Event]) -> list[str]:
    """Return the recorded source of the dice as a list of one word, such as `@hand`; an empty list without a source."""
    tickets = [event.ticket for event in events if isinstance(event, Rolled) and event.ticket]
    return [f"@{tickets[0]}"] if tickets else []


def order_words(order: Sequence[str], named: Named) -> str:
    """Return an order from the top down as text, with a count for equal neighbours: `2 "Yeti" + "Bok" + 3 ?`."""
    counts = [(named(thing), len(list(same))) for thing, same in groupby(order)]
    return " + ".join(f"{count} {name}" if count > 1 else name for name, count in counts)
