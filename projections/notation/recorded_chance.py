"""Chance as a line or a log tells it, for looking ahead and back, and what a group states; nothing here makes any."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any, Final, TypeVar

from msgspec.structs import replace

from events.entry import Entry
from events.errors import (
    BellError,
    CannotTellError,
    IllegalMoveError,
    NeedsRandomSourceError,
    NotationError,
    UnplayableError,
)
from events.events import UNKNOWN, Chance, Drawn, Effect, Event, Move, Revealed, Rolled, Shuffled, tag_of
from projections.draft import Divergence, Draft, Stated, subject_of
from projections.game import Game
from projections.terms import Seen
from projections.wording import clean, counted, titled

C = TypeVar("C", bound=Chance)
UNTOLD: Final = ()
"""The faces of dice that fell, and that nobody knows any more: no roll is written, results are those that are told."""


def _untold(purpose: str) -> str:
    return f'what fell for "{purpose}" nobody wrote down'


_KINDS: Final[Mapping[type[Chance], str]] = {
    Rolled: "a roll", Shuffled: "a shuffle", Drawn: "a draw", Revealed: "something that is turned up",
}  # fmt: skip


def _pile(pile: str) -> str:
    return f"the pile {titled(pile) or 'without a name'}"


def _place(place: str) -> str:
    return clean(place).replace("-", " ") or "a place without a name"


class ChanceError(BellError):
    """Recorded chance is not what the move asks for: missing, of another kind or of another size."""

    code = "chance"


def ticket_of(receipt: str, source: str) -> str:
    """What the receipt of a roll says beyond whose dice they are: nothing for `hand` at a table that throws its own."""
    return "" if receipt == ("hand" if source == "typed" else source.removeprefix("other:")) else receipt


class Typed:
    """Chance that a person typed: thrown, drawn or turned up on a table, or by another roller.

    `source` is whose dice they are, `dealt` whose cards and tiles, where those come from elsewhere. Where it is
    `lenient`, dice that nobody has written are still to fall; where it is `blind`, a card that nobody has written stays
    unknown, although the position knows it: for what is offered to somebody who reads.
    """

    def __init__(
        self, seen: Seen, source: str = "typed", dealt: str = "", *, lenient: bool = False, blind: bool = False
    ) -> None:  # fmt: skip
        self.source, self.dealt, self.lenient, self.blind = source, dealt or source, lenient, blind
        self.ticket = "" if source == "tower" else ticket_of(seen.receipt, source)
        self.faces, self.cards = list(seen.faces), list(seen.cards)
        self.items, self.orders = list(seen.items), list(seen.orders)

    def roll(self, die: str, sides: int, purpose: str) -> Rolled:
        """The typed faces; they are not optional, for dice fall in the open."""
        dice = len(die.split())
        if not self.faces and self.lenient:
            raise NeedsRandomSourceError(f"dice are due: {purpose}")
        if not self.faces:
            raise NotationError(
                f"dice are due for {purpose}: write {counted(dice, 'number')} of 1 to {sides} in brackets"
            )
        faces = self.faces.pop(0)
        if faces == UNTOLD:
            raise CannotTellError(_untold(purpose))
        if len(faces) != dice or not all(1 <= face <= sides for face in faces):
            raise NotationError(
                f"{purpose} takes {counted(dice, 'die', 'dice')} of 1 to {sides}", read=" ".join(map(str, faces))
            )
        return Rolled(die, sides, faces, purpose, self.source, ticket=self.ticket)

    def shuffle(self, pile: str, cards: Sequence[str]) -> Shuffled:
        """An order as typed, else one that nobody knows."""
        order = self.orders.pop(0) if self.orders else (UNKNOWN,) * len(cards)
        return Shuffled(pile, 0, self.dealt, order)

    def draw(self, player: str, pile: str, top: Sequence[str]) -> Drawn:
        """The typed cards, `"?"` for each one that was not written."""
        cards = [self.cards.pop(0) if self.cards else UNKNOWN for _ in top]
        known = [typed if typed != UNKNOWN else card for typed, card in zip(cards, top, strict=True)]
        return Drawn(player, pile, self.dealt, tuple(cards if self.blind else known))

    def turn_up(self, pile: str, place: str, item: str) -> Revealed:
        """The typed item, else what is known, else `"?"`."""
        typed = self.items.pop(0) if self.items else UNKNOWN
        return Revealed(pile, place, self.dealt, item if typed == UNKNOWN and not self.blind else typed)


def require_all_told(seen: Seen, draft: Draft[Any]) -> None:
    """See that a line tells of no more cards than its move draws, and of no dice where it rolls none.

    Dice of a move that a rule speaks against changed nothing.

    Raises:
        NotationError: it does, and they would be dropped.
    """
    events = [entry.event for entry in draft.entries]
    drawn = sum(len(event.cards) for event in events if isinstance(event, Drawn))
    if 0 < drawn < len(seen.cards):
        raise NotationError(
            f"{counted(drawn, 'card')} {'is' if drawn == 1 else 'are'} drawn here, not {len(seen.cards)}"
        )
    if not draft.breaches and sum(map(bool, seen.faces)) > sum(isinstance(event, Rolled) for event in events):
        raise NotationError("no dice are rolled here")


def require_unclaimed(seen: Seen, dice: str, cards: str) -> None:
    """See that a line claims nothing of chance that the tower makes: whose dice and whose cards they are is given.

    Raises:
        IllegalMoveError: it does, and what it claims would be dropped.
    """
    if dice == "tower" and (any(seen.faces) or seen.receipt):
        raise IllegalMoveError("", "the tower rolls; write (roll)")
    told = (*seen.cards, *seen.items, *(card for order in seen.orders for card in order))
    if cards == "tower" and any(card != UNKNOWN for card in told):
        raise IllegalMoveError("", "the tower deals; leave out what was drawn, turned up or shuffled")


class Recorded:
    """The chance of an old log, in its order. What does not fit the question is named in `problems` or raised.

    Where it is `lenient`, the next one of its kind is the answer, and what the log does not hold is unknown; `untold`
    are dice that it does not hold where people threw them. `mismatches` are cards and items that are not those that
    were known to lie there, each with what was due; `forced` those that had to be just these. `pile_name` puts a pile
    into words.
    """

    def __init__(
        self, chance: Sequence[Chance], *, lenient: bool = False, untold: bool = False,
        pile_name: Callable[[str], str] = _pile,
    ) -> None:  # fmt: skip
        self.left, self.lenient, self.untold, self._pile = list(chance), lenient, untold, pile_name
        self.problems: list[str] = []
        self.mismatches: list[tuple[Drawn | Revealed, Drawn | Revealed]] = []
        self.forced: list[Drawn | Revealed] = []

    def _first(self, kind: type[C]) -> C | None:
        found = next((event for event in self.left if isinstance(event, kind)), None)
        if found is not None:
            self.left.remove(found)
        return found

    def _next(self, kind: type[Chance], what: str) -> Chance:
        if not self.left:
            raise ChanceError(f"{what} is missing")
        if not isinstance(self.left[0], kind):
            raise ChanceError(
                f"{what} is missing; the log has {_KINDS.get(type(self.left[0]), 'another fact')} instead"
            )
        return self.left.pop(0)

    def roll(self, die: str, sides: int, purpose: str) -> Rolled:
        """The recorded roll of these dice for this purpose.

        Raises:
            CannotTellError: people threw them, and nobody wrote down what fell.
        """
        if self.untold and not any(isinstance(event, Rolled) for event in self.left):
            raise CannotTellError(_untold(purpose))
        if self.lenient:
            return self._first(Rolled) or Rolled(die, sides, (1,) * len(die.split()), purpose, "typed")
        rolled = self._next(Rolled, f'the roll for "{purpose}"')
        assert isinstance(rolled, Rolled)
        if (rolled.die, rolled.sides, rolled.purpose) != (die, sides, purpose):
            self.problems.append(
                f'the roll for "{purpose}" asks for {die} of {sides} sides; the log has {rolled.die} of {rolled.sides}'
                f' sides for "{rolled.purpose}"'
            )
        if len(rolled.faces) != len(die.split()):
            raise ChanceError(
                f'the roll for "{purpose}" asks for {counted(len(die.split()), "die", "dice")}, the log has'
                f" {len(rolled.faces)}"
            )
        if not all(1 <= face <= sides for face in rolled.faces):
            self.problems.append(f'the roll for "{purpose}" shows a face beyond 1 to {sides}')
        return rolled

    def shuffle(self, pile: str, cards: Sequence[str]) -> Shuffled:
        """The recorded shuffle of this pile; the same cards must come out as went in."""
        if self.lenient:
            return self._first(Shuffled) or Shuffled(pile, 0, "typed", (UNKNOWN,) * len(cards))
        shuffled = self._next(Shuffled, f"the shuffle of {self._pile(pile)}")
        assert isinstance(shuffled, Shuffled)
        if shuffled.pile != pile:
            raise ChanceError(f"a shuffle of {self._pile(pile)} is due; the log shuffles {self._pile(shuffled.pile)}")
        if len(shuffled.order) != len(cards):
            due = f"a shuffle of {counted(len(cards), 'card')} of {self._pile(pile)} is due"
            raise ChanceError(f"{due}; the log shuffles {len(shuffled.order)}")
        if UNKNOWN not in shuffled.order and UNKNOWN not in cards and sorted(shuffled.order) != sorted(cards):
            self.problems.append(
                f"the cards that came out of the shuffle of {self._pile(pile)} are not those that went in"
            )
        return shuffled

    def draw(self, player: str, pile: str, top: Sequence[str]) -> Drawn:
        """The recorded draw; what the pile is known to hold on top must be what was drawn."""
        if self.lenient:
            found = self._first(Drawn)
            return self._noted(found, top) if found else Drawn(player, pile, "typed", (UNKNOWN,) * len(top))
        drawn = self._next(Drawn, f"the draw of {titled(player)} from {self._pile(pile)}")
        assert isinstance(drawn, Drawn)
        if (drawn.player, drawn.pile) != (player, pile):
            logged = f"in the log {titled(drawn.player)} draws from {self._pile(drawn.pile)}"
            raise ChanceError(f"{titled(player)} is to draw from {self._pile(pile)}; {logged}")
        if len(drawn.cards) != len(top):
            due = f"{titled(player)} is to draw {counted(len(top), 'card')} from {self._pile(pile)}"
            raise ChanceError(f"{due}; the log has {len(drawn.cards)}")
        return self._noted(drawn, top)

    def _noted(self, drawn: Drawn, top: Sequence[str]) -> Drawn:
        """A recorded draw; noted is one of other cards than those that were known to lie there."""
        pairs = list(zip(drawn.cards, top, strict=False))
        if any(card != known and UNKNOWN not in (card, known) for card, known in pairs):
            lay = tuple(card if known == UNKNOWN else known for card, known in pairs)
            self.mismatches.append((drawn, replace(drawn, cards=lay)))
        if drawn.cards == tuple(top) and UNKNOWN not in top:
            self.forced.append(drawn)
        return drawn

    def turn_up(self, pile: str, place: str, item: str) -> Revealed:
        """The recorded item; what is known to lie there must be what was shown."""
        shown: Chance | None
        if self.lenient:
            shown = self._first(Revealed) or Revealed(pile, place, "typed", item)
        else:
            shown = self._next(Revealed, f"what {_place(place)} shows")
        assert isinstance(shown, Revealed)
        if (shown.pile, shown.place) != (pile, place) and not self.lenient:
            raise ChanceError(f"{_place(place)} is to be turned up; the log turns up {_place(shown.place)}")
        if UNKNOWN not in (item, shown.item) and item != shown.item:
            self.mismatches.append((shown, replace(shown, item=item)))
        if shown.item == item != UNKNOWN:
            self.forced.append(shown)
        return shown


def move_of(entries: Sequence[Entry]) -> tuple[Move, list[Event]]:
    """The move of a group that is to be written, and the events it led to.

    Raises:
        NotationError: it begins with something else.
    """
    move = entries[0].event
    if not isinstance(move, Move):
        raise NotationError(f"only moves are written, not {tag_of(move)}")
    return move, [entry.event for entry in entries[1:]]


def differences(game: Game[Any, Any], move: Move, events: Sequence[Event], before: Any) -> list[Divergence]:
    """Where the effects of a group are not those that the rules make of the move by themselves."""
    effects = [event for event in events if isinstance(event, Effect)]
    chance = Recorded([event for event in events if isinstance(event, Chance)], lenient=True, untold=True)
    draft = Draft(game.rules, before, chance, strict=False, stated=Stated(effects, whole=True))
    with suppress(CannotTellError, UnplayableError):
        draft.decide(move)
    draft.finish()
    return draft.divergences


def twins(found: Sequence[Divergence], events: Sequence[Event]) -> list[Effect]:
    """Due effects that must be stated too: a surplus one has the same subject and would be taken for them."""
    surplus = {subject_of(each.stated) for each in found if each.stated is not None and each.due is None}
    stated, due = [each.stated for each in found], []
    for event in events:
        if event in stated:
            stated.remove(event)
        elif isinstance(event, Effect) and subject_of(event) in surplus:
            due.append(event)
    return due
