"""Chance that fell once and is used again: each group keeps its own, and cards go by name or move up."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Final, Literal, TypeVar

import msgspec

from events.entry import Entry
from events.errors import UnplayableError
from events.events import UNKNOWN, Chance, Drawn, Revealed, Rolled, Shuffled
from projections.notation.recorded_chance import Typed, ticket_of
from projections.terms import RandomSource, Seen

C = TypeVar("C", bound=Chance)
D = TypeVar("D", Drawn, Revealed, Shuffled)
Keeping = Literal["by name", "shift"]
KEEPINGS: Final[tuple[Keeping, ...]] = ("by name", "shift")
"""Whether each later draw keeps the card that it had, or takes the next one where a draw was put before it."""


class ReplayedChance:
    """A source of chance that uses that of a struck group again where it fits; the rest comes from the session's own.

    What a writer typed anew for a corrected group comes in place of what was struck, through `typed` (None where a
    tower makes all chance); `cards` is whose cards they are.
    `keepings` says of each pile how its cards are kept; by name where it says nothing. `spare` are lines of struck
    chance that serves nowhere, `reused` those of chance that does.
    """

    def __init__(
        self, fate: RandomSource, typed: Typed | None, cards: str, keepings: Mapping[str, Keeping] | None = None
    ) -> None:  # fmt: skip
        self.left: list[list[Entry]] = []
        self.fate, self.cards, self.keepings = fate, cards, keepings or {}
        self.typed, self._types = typed or Typed(Seen()), typed is not None
        self.elsewhere: Sequence[Drawn | Revealed] = ()
        self.spare: list[int] = []
        self.reused: list[int] = []
        self._order: dict[str, list[tuple[str, int]]] = {}

    def lay_out(self, entries: Sequence[Entry]) -> None:
        """Take in which cards are drawn from here to the next shuffle, for the piles whose cards move up."""
        self._order = {}
        for entry in entries:
            event = entry.event
            if isinstance(event, Drawn) and self.keepings.get(event.pile) == "shift":
                self._order.setdefault(event.pile, []).extend((card, entry.seq) for card in event.cards)

    def turn_to(
        self, stood: Sequence[Sequence[Entry]], *, typed: Seen | None = None,
        elsewhere: Sequence[Drawn | Revealed] = (),
    ) -> None:  # fmt: skip
        """Go on to the next struck group: each keeps its own chance, and what was typed for it comes in its place.

        `stood` are the lines of its move where it stands, and where it stood before that; `elsewhere` what the table
        drew and turned up though another card was known to lie there: that stays as the table had it.
        """
        self.end_group()
        self.elsewhere = elsewhere
        said = typed if typed and self._types else Seen()
        mine = self.typed
        mine.faces, mine.cards = list(said.faces), list(said.cards)
        mine.items, mine.orders = list(said.items), list(said.orders)
        mine.ticket = ticket_of(said.receipt, mine.source)
        anew = {Rolled: mine.faces, Drawn: mine.cards, Revealed: mine.items, Shuffled: mine.orders}
        own = [[entry for entry in entries if isinstance(entry.event, Chance)] for entries in stood]
        self.left = [[entry for entry in entries if not anew.get(type(entry.event))] for entries in own]
        if own:
            self.spare += [entry.seq for entry in own[0] if entry not in self.left[0]]

    def end_group(self) -> None:
        """Leave a group behind: what of its chance was not used serves nowhere."""
        if self.left:
            self.spare += [entry.seq for entry in self.left[0]]
        self.left = []

    def _take_known(self, kind: type[D], fits: Callable[[D], bool]) -> tuple[D, int] | None:
        """What fits and is known; else what fits."""
        return self._take(kind, lambda old: fits(old) and UNKNOWN not in _cards(old)) or self._take(kind, fits)

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
        """The struck roll of these dice for this purpose, whole, else a new one."""
        found = self._take(Rolled, lambda old: (old.die, old.sides, old.purpose) == (die, sides, purpose))
        if found is None:
            return self.fate.roll(die, sides, purpose)
        old, seq = found
        return Rolled(die, sides, old.faces, purpose, "replayed", of=old.of or seq)

    def shuffle(self, pile: str, cards: Sequence[str]) -> Shuffled:
        """The struck shuffle of the same cards, as it was told; the tower always shuffles anew."""
        cards = tuple(cards)
        self._order.pop(pile, None)
        if self.cards != "tower" and not self.typed.orders:
            found = self._take_known(Shuffled, lambda old: old.pile == pile and _may_be(old.order, cards))
            if found is not None:
                return _of(*found)
        return self.fate.shuffle(pile, cards)

    def draw(self, player: str, pile: str, top: Sequence[str]) -> Drawn:
        """What lies on top; where that is not known, what the same seat drew, or the next card where they move up."""
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
        return old is not None and any(_cards(old[0]) == _cards(one) for one in self.elsewhere)

    def _moved_up(self, player: str, pile: str, top: Sequence[str], found: tuple[Drawn, int] | None) -> Drawn:
        """The next cards in the order in which they were drawn; behind the last of them a new one.

        Raises:
            UnplayableError: another card was typed than the one that is next.
        """
        order, count = self._order[pile], len(top)
        cards, self._order[pile] = tuple(card for card, _ in order[:count]), order[count:]
        if len(cards) < count:
            return self.fate.draw(player, pile, top)
        said = (*self.typed.cards[:count], *(UNKNOWN,) * count)[:count]
        del self.typed.cards[:count]
        if any(one != other and UNKNOWN not in (one, other) for one, other in zip(said, cards, strict=True)):
            raise UnplayableError(f"where the cards of {pile} move up, the one that was drawn next is drawn here")
        cards = tuple(typed if card == UNKNOWN else card for typed, card in zip(said, cards, strict=True))
        return _of(*found) if found and found[0].cards == cards else Drawn(player, pile, self.cards, cards)

    def turn_up(self, pile: str, place: str, item: str) -> Revealed:
        """What lies there; where that is not known, what it showed."""
        found = None
        if not self.typed.items:
            found = self._take_known(Revealed, lambda old: (old.pile, old.place) == (pile, place))
        if item != UNKNOWN and not self.typed.items and not self._is_elsewhere(found):
            return Revealed(pile, place, self.cards, item)
        return _of(*found) if found else self.fate.turn_up(pile, place, item)


def _of(event: D, seq: int) -> D:
    """A struck draw, shuffle or look, as it stands again."""
    return msgspec.structs.replace(event, of=event.of or seq)


def _cards(event: Drawn | Revealed | Shuffled) -> Sequence[str]:
    match event:
        case Drawn(cards=cards):
            return cards
        case Shuffled(order=order):
            return order
        case Revealed(item=item):
            return (item,)


def _may_be(order: Sequence[str], cards: Sequence[str]) -> bool:
    """Whether cards told in some order are these, as far as both are known."""
    known, there = Counter(order), Counter(cards)
    strange = (known - there).total() - known[UNKNOWN]
    return len(order) == len(cards) and strange <= there[UNKNOWN]
