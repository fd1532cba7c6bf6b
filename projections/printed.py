"""Values of fields for display: ids become printed names, and a row of cards becomes a list."""

from collections import Counter
from collections.abc import Callable
from typing import Final

from events.lazy_patterns import lazy_pattern
from projections.wording import counted, joined

_WORD: Final = lazy_pattern(r"[A-Za-z0-9]+(?:-[a-z0-9]+)*")
_UNSEEN: Final = lazy_pattern(r"([0-9]*)\?")


def worded(value: str, named: Callable[[str], str]) -> str:
    """Return the value of a field in words. `named` returns the printed name of an id, "" if it is not an id.

    In a row of cards, equal cards are counted and unknown ones come last: `2 Yeti, Bok and 3 unknown cards`.
    """
    row = card_row(value, named)
    if row is None:
        return _WORD.sub(lambda match: named(match[0]) or match[0], value)
    hidden = row.pop("", 0)
    words = [f"{count} {named(card)}" if count > 1 else named(card) for card, count in row.items()]
    return joined([*words, *[counted(hidden, "unknown card")] * bool(hidden)])


def card_row(value: str, named: Callable[[str], str]) -> "Counter[str] | None":
    """Return how often each card is in a row, with "" for unknown cards; None if the value is not a row of cards."""
    found: Counter[str] = Counter()
    for word in value.split():
        if unseen := _UNSEEN.fullmatch(word):
            found[""] += int(unseen[1] or 1)
        elif named(word):
            found[word] += 1
        else:
            return None
    return found or None
