"""Reuse of recorded chance in a correction: each group keeps its rolls, and cards keep their draw or move up."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Final, Literal, TypeVar

import msgspec

from events.entry import Entry
from events.errors import UnplayableError
from events.events import UNKNOWN, Chance, Drawn, Revealed, Rolled, Shuffled
from projections.contracts import ObservedChance, RandomSource
from projections.notation.recorded_chance import Typed, ticket_of

C = TypeVar("C", bound=Chance)
D = TypeVar("D", Drawn, Revealed, Shuffled)
Keeping = Literal["by name", "shift"]
KEEPINGS: Final[tuple[Keeping, ...]] = ("by name", "shift")
"""The ways to reuse drawn cards: a later draw keeps its card, or takes the next card if a draw was inserted."""


class ReplayedChance:
    """A source that reuses the rolls and cards of an undone group if they fit, and otherwise asks `fate`.

    Chance written for a corrected group replaces the undone chance, through `typed` (None if the dice roller makes all
    chance). `cards` is the source of cards. `keepings` say how each pile's cards are reused, by default by name.
    `spare` lists the entries of unused chance, `reused` the entries of reused chance.
    """

    def __init__(
        self, fate: RandomSource, typed: Typed | None, cards: str, keepings: Mapping[str, Keeping] | None = None
    ) -> None:
        self.left: list[list[Entry]] = []
        self.fate, self.cards, self.keepings = fate, cards, keepings or {}
        self.typed, self._types = typed or Typed(ObservedChance()), typed is not None
        self.elsewhere: Sequence[Drawn | Revealed] = ()
        self.spare: list[int] = []
        self.reused: list[int] = []
        self._order: dict[str, list[tuple[str, int]]] = {}

    def lay_out(self, entries: Sequence[Entry]) -> None:
        """Store the order of draws up to the next shuffle, for the piles whose cards move up."""
        self._order = {}
        for entry in entries:
            event = entry.event
            if isinstance(event, Drawn) and self.keepings.get(event.pile) == "shift":
                self._order.setdefault(event.pile, []).extend((card, entry.seq) for card in event.cards)

    def turn_to(
        self, stood: Sequence[Sequence[Entry]], *, typed: ObservedChance | None = None,
        elsewhere: Sequence[Drawn | Revealed] = (),
    ) -> None:  # fmt: skip
        """Go on to the next undone move, with its own rolls and cards, or with those that were written instead.

        `stood` are the entries of its move now and before earlier corrections. `elsewhere` are draws and reveals that
        contradict the cards known to be there; they stay as recorded.
        """
        self.end_group()
        self.elsewhere = elsewhere
        observed = typed if typed and self._types else ObservedChance()
        mine = self.typed
        mine.faces, mine.cards = list(observed.faces), list(observed.cards)
        mine.items, mine.orders = list(observed.items), list(observed.orders)
        mine.ticket = ticket_of(observed.receipt, mine.source)
        anew = {Rolled: mine.faces, Drawn: mine.cards, Revealed: mine.items, Shuffled: mine.orders}
        own = [[entry for entry in entries if isinstance(entry.event, Chance)] for entries in stood]
        self.left = [[entry for entry in entries if not anew.get(type(entry.event))] for entries in own]
        if own:
            self.spare += [entry.seq for entry in own[0] if entry not in self.left[0]]

    def end_group(self) -> None:
        """End the present move. Add its rolls and cards that were not reused to `spare`."""
        if self.left:
            self.spare += [entry.seq for entry in self.left[0]]
        self.left = []

    def _take_known(self, kind: type[D], fits: Callable[[D], bool]) -> tuple[D, int] | None:
        return self._take(kind, lambda old: fits(old) and UNKNOWN not in cards_of(old)) or self._take(kind, fits)

    def _take(self, kind: type[C], fits: Callable[[C], bool]) -> tuple[C, int] | None:
        for stood, entries in enumerate(self.left):
            for at, entry in enumerate(entries):
                if isinstance(entry.event, kind) and fits(entry.event):
                    self.spare += [passed.seq for passed in entries[:at] if not stood]
                    del entries[: at + 1]
                    self.reused.append(entry.seq)
                    return entry.event, entry.seq
        return None

    def roll(self, die: str, sides: int, purpose: str) -> Rolled:
        """Return the undone roll of the same dice for the same purpose, else a new one."""
        found = self._take(Rolled, lambda old: (old.die, old.sides, old.purpose) == (die, sides, purpose))
        if found is None:
            return self.fate.roll(die, sides, purpose)
        old, seq = found
        return Rolled(die, sides, old.faces, purpose, "replayed", of=old.of or seq)

    def shuffle(self, pile: str, cards: Sequence[str]) -> Shuffled:
        """Return the undone shuffle of the same cards; the dice roller always makes a new shuffle."""
        cards = tuple(cards)
        self._order.pop(pile, None)
        if self.cards != "tower" and not self.typed.orders:
            found = self._take_known(Shuffled, lambda old: old.pile == pile and _may_be(old.order, cards))
            if found is not None:
                return _of(*found)
        return self.fate.shuffle(pile, cards)

    def draw(self, player: str, pile: str, top: Sequence[str]) -> Drawn:
        """Return the top cards. If they are unknown, return what this seat drew, or the next cards if they move up."""
        if UNKNOWN not in top and not self.typed.cards:
            old = self._take(Drawn, lambda old: (old.player, old.pile) == (player, pile))
            return _of(*old) if self._is_elsewhere(old) and old else Drawn(player, pile, self.cards, tuple(top))
        found = self._take_known(Drawn, lambda old: (old.player, old.pile, len(old.cards)) == (player, pile, len(top)))
        if pile in self._order and UNKNOWN in top:
            return self._moved_up(player, pile, top, found)
        if found is None:
            return self.fate.draw(player, pile, top)
        return _of(*found)

    def _is_elsewhere(self, old: tuple[Drawn | Revealed, int] | None) -> bool:
        return old is not None and any(cards_of(old[0]) == cards_of(one) for one in self.elsewhere)

    def _moved_up(self, player: str, pile: str, top: Sequence[str], found: tuple[Drawn, int] | None) -> Drawn:
        """Return the next cards in the order in which they were drawn, and after the last of them a new draw."""
        order, count = self._order[pile], len(top)
        cards, self._order[pile] = tuple(card for card, _ in order[:count]), order[count:]
        if len(cards) < count:
            return self.fate.draw(player, pile, top)
        given = (*self.typed.cards[:count], *(UNKNOWN,) * count)[:count]
        del self.typed.cards[:count]
        if any(one != other and UNKNOWN not in (one, other) for one, other in zip(given, cards, strict=True)):
            raise UnplayableError(f"with CARDS {pile}: shift, the card drawn here must be the next recorded one")
        cards = tuple(typed if card == UNKNOWN else card for typed, card in zip(given, cards, strict=True))
        return _of(*found) if found and found[0].cards == cards else Drawn(player, pile, self.cards, cards)

    def turn_up(self, pile: str, place: str, item: str) -> Revealed:
        """Return a reveal of `item`. If `item` is unknown, the undone reveal at this place is used again."""
        found = None
        if not self.typed.items:
            found = self._take_known(Revealed, lambda old: (old.pile, old.place) == (pile, place))
        if item != UNKNOWN and not self.typed.items and not self._is_elsewhere(found):
            return Revealed(pile, place, self.cards, item)
        return _of(*found) if found else self.fate.turn_up(pile, place, item)


def _of(event: D, seq: int) -> D:
    return msgspec.structs.replace(event, of=event.of or seq)


def cards_of(event: Drawn | Revealed | Shuffled) -> Sequence[str]:
    """Return the cards, or the item, that an event shows."""
    if isinstance(event, Revealed):
        return (event.item,)
    return event.cards if isinstance(event, Drawn) else event.order


def _may_be(order: Sequence[str], cards: Sequence[str]) -> bool:
    """Return whether `order` can be an order of `cards`, as far as both are known."""
    known, there = Counter(order), Counter(cards)
    strange = (known - there).total() - known[UNKNOWN]
    return len(order) == len(cards) and strange <= there[UNKNOWN]
