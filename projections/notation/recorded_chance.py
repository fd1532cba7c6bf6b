"""Chance as a line declares it or a log records it, and the results that a group declares. Nothing here is random."""

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
from projections.contracts import ObservedChance
from projections.draft import DeclaredResults, Divergence, Draft, subject_of
from projections.game import Game
from projections.wording import clean, counted, titled

C = TypeVar("C", bound=Chance)
UNTOLD: Final = ()
"""Stands for the faces of unrecorded dice. No roll is then written, and the declared results are used."""


def _untold(purpose: str) -> str:
    return f'the dice for "{purpose}" were not recorded'


_KINDS: Final[Mapping[type[Chance], str]] = {
    Rolled: "a roll", Shuffled: "a shuffle", Drawn: "a draw", Revealed: "something that is turned up",
}  # fmt: skip


def _pile(pile: str) -> str:
    return f"the pile {titled(pile) or 'without a name'}"


def _place(place: str) -> str:
    return clean(place).replace("-", " ") or "a place without a name"


class ChanceError(BellError):
    """Raised if recorded dice or cards do not fit a move: a result is missing, or of another kind or size."""

    code = "chance"


class DiceError(NotationError):
    """Raised if the dice that a person typed are missing or do not fit the move."""

    code = "dice"


def ticket_of(receipt: str, source: str) -> str:
    """Return a receipt (the source of dice as written in a line), or "" if it only repeats the source.

    For example, `hand` is what players write if they roll their own dice.
    """
    return "" if receipt == ("hand" if source == "typed" else source.removeprefix("other:")) else receipt


class Typed:
    """Dice, cards and tiles that a person typed, because players or another dice roller rolled, drew or revealed them.

    `source` is the source of the dice, `dealt` the source of cards and tiles if it is another one. If it is `lenient`,
    missing dice are still to be rolled. If it is `blind`, a card that was not written remains unknown, even if the
    position knows it; this is for choices that are shown to a reader.
    """

    def __init__(
        self, seen: ObservedChance, source: str = "typed", dealt: str = "", *, lenient: bool = False,
        blind: bool = False
    ) -> None:  # fmt: skip
        self.source, self.dealt, self.lenient, self.blind = source, dealt or source, lenient, blind
        self.ticket = "" if source == "tower" else ticket_of(seen.receipt, source)
        self.faces, self.cards = list(seen.faces), list(seen.cards)
        self.items, self.orders = list(seen.items), list(seen.orders)

    def roll(self, die: str, sides: int, purpose: str) -> Rolled:
        """Return a roll with the next faces that were typed. Without typed faces, the method raises an error."""
        dice = len(die.split())
        if not self.faces and self.lenient:
            raise NeedsRandomSourceError(f"dice must be rolled for {purpose}")
        if not self.faces:
            raise DiceError(
                f"the dice for {purpose} are missing. Write {counted(dice, 'number')} from 1 to {sides} after the move"
            )
        faces = self.faces.pop(0)
        if faces == UNTOLD:
            raise CannotTellError(_untold(purpose))
        if len(faces) != dice or not all(1 <= face <= sides for face in faces):
            raise DiceError(
                f"{purpose} must have {counted(dice, 'die', 'dice')} from 1 to {sides}", read=" ".join(map(str, faces))
            )
        return Rolled(die, sides, faces, purpose, self.source, ticket=self.ticket)

    def shuffle(self, pile: str, cards: Sequence[str]) -> Shuffled:
        """Return a shuffle in the order that was typed next, or with every card unknown if none was typed."""
        order = self.orders.pop(0) if self.orders else (UNKNOWN,) * len(cards)
        return Shuffled(pile, 0, self.dealt, order)

    def draw(self, player: str, pile: str, top: Sequence[str]) -> Drawn:
        """Return a draw of the next typed cards. A card that was not typed is the known one on top, else `"?"`."""
        cards = [self.cards.pop(0) if self.cards else UNKNOWN for _ in top]
        known = [typed if typed != UNKNOWN else card for typed, card in zip(cards, top, strict=True)]
        return Drawn(player, pile, self.dealt, tuple(cards if self.blind else known))

    def turn_up(self, pile: str, place: str, item: str) -> Revealed:
        """Return the event that reveals the next typed card or tile. Without one, reveal `item`, `"?"` if unknown."""
        typed = self.items.pop(0) if self.items else UNKNOWN
        return Revealed(pile, place, self.dealt, item if typed == UNKNOWN and not self.blind else typed)


def require_no_surplus(seen: ObservedChance, draft: Draft[Any]) -> None:
    """Check that a line has no more cards than its move draws, and no dice if it rolls none.

    Dice of a move that breaks a rule are not checked, because they changed nothing.

    Raises:
        NotationError: the line has more cards or dice, which would be ignored.
    """
    events = [entry.event for entry in draft.entries]
    drawn = sum(len(event.cards) for event in events if isinstance(event, Drawn))
    if 0 < drawn < len(seen.cards):
        raise NotationError(
            f"{counted(drawn, 'card')} {'is' if drawn == 1 else 'are'} drawn here, not {len(seen.cards)}"
        )
    if not draft.broken_rules and sum(map(bool, seen.faces)) > sum(isinstance(event, Rolled) for event in events):
        raise NotationError("no dice are rolled here")


def require_unclaimed(seen: ObservedChance, dice: str, cards: str) -> None:
    """Check that a line declares no results of chance that the session's dice roller supplies.

    `dice` and `cards` are the sources of dice and of cards.

    Raises:
        IllegalMoveError: the line declares such results, which would be ignored.
    """
    if dice == "tower" and (any(seen.faces) or seen.receipt):
        raise IllegalMoveError("", "the dice roller rolls these dice. Write (roll) instead of a result")
    told = (*seen.cards, *seen.items, *(card for order in seen.orders for card in order))
    if cards == "tower" and any(card != UNKNOWN for card in told):
        raise IllegalMoveError("", "the dice roller deals these cards. Leave out what was drawn, turned up or shuffled")


class Recorded:
    """The results of chance that a log recorded, in the order of the log.

    Results that do not fit the move are listed in `problems` or raise an error.

    - If it is `lenient`, the next result of the needed kind is used, and missing ones are unknown.
    - `untold` means that missing dice were rolled by people and not recorded.
    - `mismatches` are draws and revelations that differ from the known cards, each with the expected one.
    - `forced` are draws and revelations in which all cards were known before.
    - `pile_name` returns a pile in words.
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
                f"{what} is missing. The log has {_KINDS.get(type(self.left[0]), 'another entry')} instead"
            )
        return self.left.pop(0)

    def roll(self, die: str, sides: int, purpose: str) -> Rolled:
        """Return the recorded roll of these dice. Raises CannotTellError if people rolled and did not record it."""
        if self.untold and not any(isinstance(event, Rolled) for event in self.left):
            raise CannotTellError(_untold(purpose))
        if self.lenient:
            return self._first(Rolled) or Rolled(die, sides, (1,) * len(die.split()), purpose, "typed")
        rolled = self._next(Rolled, f'the roll for "{purpose}"')
        assert isinstance(rolled, Rolled)
        if (rolled.die, rolled.sides, rolled.purpose) != (die, sides, purpose):
            self.problems.append(
                f'the roll for "{purpose}" must be {die} with {sides} sides, but the log has {rolled.die} with'
                f' {rolled.sides} sides for "{rolled.purpose}"'
            )
        if len(rolled.faces) != len(die.split()):
            raise ChanceError(
                f'the roll for "{purpose}" must have {counted(len(die.split()), "die", "dice")}, but the log has'
                f" {len(rolled.faces)}"
            )
        if not all(1 <= face <= sides for face in rolled.faces):
            self.problems.append(f'the roll for "{purpose}" has a result that is not from 1 to {sides}')
        return rolled

    def shuffle(self, pile: str, cards: Sequence[str]) -> Shuffled:
        """Return the recorded shuffle of this pile. It is a problem if it contains other cards."""
        if self.lenient:
            return self._first(Shuffled) or Shuffled(pile, 0, "typed", (UNKNOWN,) * len(cards))
        shuffled = self._next(Shuffled, f"the shuffle of {self._pile(pile)}")
        assert isinstance(shuffled, Shuffled)
        if shuffled.pile != pile:
            raise ChanceError(f"{self._pile(pile)} must be shuffled, but the log shuffles {self._pile(shuffled.pile)}")
        if len(shuffled.order) != len(cards):
            due = f"{counted(len(cards), 'card')} of {self._pile(pile)} must be shuffled"
            raise ChanceError(f"{due}, but the log shuffles {len(shuffled.order)}")
        if UNKNOWN not in shuffled.order and UNKNOWN not in cards and sorted(shuffled.order) != sorted(cards):
            self.problems.append(f"the cards after the shuffle of {self._pile(pile)} are not the cards before it")
        return shuffled

    def draw(self, player: str, pile: str, top: Sequence[str]) -> Drawn:
        """Return the recorded draw. It is a mismatch if its cards differ from the known cards `top`."""
        if self.lenient:
            found = self._first(Drawn)
            return self._noted(found, top) if found else Drawn(player, pile, "typed", (UNKNOWN,) * len(top))
        drawn = self._next(Drawn, f"the draw of {titled(player)} from {self._pile(pile)}")
        assert isinstance(drawn, Drawn)
        if (drawn.player, drawn.pile) != (player, pile):
            logged = f"in the log {titled(drawn.player)} draws from {self._pile(drawn.pile)}"
            raise ChanceError(f"{titled(player)} must draw from {self._pile(pile)}, but {logged}")
        if len(drawn.cards) != len(top):
            due = f"{titled(player)} must draw {counted(len(top), 'card')} from {self._pile(pile)}"
            raise ChanceError(f"{due}, but the log has {len(drawn.cards)}")
        return self._noted(drawn, top)

    def _noted(self, drawn: Drawn, top: Sequence[str]) -> Drawn:
        """Return a recorded draw, noted in `mismatches` if `top` differs, in `forced` if all cards are known."""
        pairs = list(zip(drawn.cards, top, strict=False))
        if any(card != known and UNKNOWN not in (card, known) for card, known in pairs):
            lay = tuple(card if known == UNKNOWN else known for card, known in pairs)
            self.mismatches.append((drawn, replace(drawn, cards=lay)))
        if drawn.cards == tuple(top) and UNKNOWN not in top:
            self.forced.append(drawn)
        return drawn

    def turn_up(self, pile: str, place: str, item: str) -> Revealed:
        """Return the recorded event that reveals a card or tile. It is a mismatch if it differs from a known `item`."""
        shown: Chance | None
        if self.lenient:
            shown = self._first(Revealed) or Revealed(pile, place, "typed", item)
        else:
            shown = self._next(Revealed, f"the item turned up at {_place(place)}")
        assert isinstance(shown, Revealed)
        if (shown.pile, shown.place) != (pile, place) and not self.lenient:
            raise ChanceError(f"{_place(place)} must be turned up, but the log turns up {_place(shown.place)}")
        if UNKNOWN not in (item, shown.item) and item != shown.item:
            self.mismatches.append((shown, replace(shown, item=item)))
        if shown.item == item != UNKNOWN:
            self.forced.append(shown)
        return shown


def move_of(entries: Sequence[Entry]) -> tuple[Move, list[Event]]:
    """Return the move of a group, and the events that it led to. Raises NotationError if there is none."""
    move = entries[0].event
    if not isinstance(move, Move):
        raise NotationError(f"only a move can be written in notation, not {tag_of(move)}")
    return move, [entry.event for entry in entries[1:]]


def differences(game: Game[Any, Any], move: Move, events: Sequence[Event], before: Any) -> list[Divergence]:
    """Return where the recorded `events` of a move differ from those that the rules give in `before`."""
    effects = [event for event in events if isinstance(event, Effect)]
    chance = Recorded([event for event in events if isinstance(event, Chance)], lenient=True, untold=True)
    draft = Draft(game.rules, before, chance, strict=False, stated=DeclaredResults(effects, whole=True))
    with suppress(CannotTellError, UnplayableError):
        draft.decide(move)
    draft.finish()
    return draft.divergences


def twins(found: Sequence[Divergence], events: Sequence[Event]) -> list[Effect]:
    """Return the effects by the rules that a line must declare, although they are no differences in `found`.

    If the line left them out, an unexpected declared effect with the same subject would replace them.
    """
    surplus = {subject_of(each.stated) for each in found if each.stated is not None and each.due is None}
    stated, due = [each.stated for each in found], []
    for event in events:
        if event in stated:
            stated.remove(event)
        elif isinstance(event, Effect) and subject_of(event) in surplus:
            due.append(event)
    return due
