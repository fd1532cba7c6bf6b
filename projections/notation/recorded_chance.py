"""Chance as a line or a log tells it, for looking ahead and back, and what a group states; nothing here makes any."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from events.errors import CannotTellError, NeedsFateError, NotationError, UnplayableError
from events.facts import UNKNOWN, Chance, Drawn, Effect, Fact, Move, Revealed, Rolled, Shuffled
from events.line import Entry
from projections.draft import Divergence, Draft, Stated, subject_of
from projections.game import Game
from projections.terms import Seen

__all__ = ["Logged", "Told", "differences", "move_of", "twins"]


class Told:
    """What a written line says fell, was drawn or was turned up; dice that it does not say are still to fall."""

    def __init__(self, seen: Seen) -> None:
        self._faces, self._items, self._cards = list(seen.faces), list(seen.items), list(seen.cards)

    def roll(self, die: str, sides: int, purpose: str, /) -> Rolled:
        """The faces of the line.

        Raises:
            NeedsFateError: it tells none, not so many, or faces that these dice do not have.
        """
        faces = self._faces.pop(0) if self._faces else ()
        if len(faces) != len(die.split()) or not all(1 <= face <= sides for face in faces):
            raise NeedsFateError(f"dice are due: {purpose}")
        return Rolled(die, sides, faces, purpose, "typed")

    def shuffle(self, pile: str, cards: Sequence[str], /) -> Shuffled:
        """An order that nobody knows."""
        return Shuffled(pile, 0, "typed", (UNKNOWN,) * len(cards))

    def draw(self, player: str, pile: str, top: Sequence[str], /) -> Drawn:
        """The cards of the line, else cards that nobody knows."""
        return Drawn(player, pile, "typed", tuple(self._cards.pop(0) if self._cards else UNKNOWN for _ in top))

    def turn_up(self, pile: str, place: str, _item: str, /) -> Revealed:
        """The card of the line, else one that nobody knows."""
        return Revealed(pile, place, "typed", self._items.pop(0) if self._items else UNKNOWN)


class Logged:
    """The chance that a group of the log holds, asked for once more; what it does not hold is unknown."""

    def __init__(self, facts: Sequence[Fact]) -> None:
        self._left = [fact for fact in facts if isinstance(fact, Chance)]

    def _next(self, kind: type[Chance]) -> Any:
        found = next((fact for fact in self._left if isinstance(fact, kind)), None)
        if found is not None:
            self._left.remove(found)
        return found

    def roll(self, die: str, sides: int, purpose: str, /) -> Rolled:
        """The next roll of the group."""
        return self._next(Rolled) or Rolled(die, sides, (1,) * len(die.split()), purpose, "typed")

    def shuffle(self, pile: str, cards: Sequence[str], /) -> Shuffled:
        """The shuffle of the group."""
        return self._next(Shuffled) or Shuffled(pile, 0, "typed", (UNKNOWN,) * len(cards))

    def draw(self, player: str, pile: str, top: Sequence[str], /) -> Drawn:
        """The draw of the group."""
        return self._next(Drawn) or Drawn(player, pile, "typed", (UNKNOWN,) * len(top))

    def turn_up(self, pile: str, place: str, item: str, /) -> Revealed:
        """What the group turned up."""
        return self._next(Revealed) or Revealed(pile, place, "typed", item)


def move_of(entries: Sequence[Entry]) -> tuple[Move, list[Fact]]:
    """The move of a group that is to be written, and the facts it led to.

    Raises:
        NotationError: it begins with something else.
    """
    move = entries[0].fact
    if not isinstance(move, Move):
        raise NotationError(f"only moves are written, not {type(move).__name__}")
    return move, [entry.fact for entry in entries[1:]]


def differences(game: Game[Any, Any], move: Move, facts: Sequence[Fact], before: Any) -> list[Divergence]:
    """Where the effects of a group are not those that the rules make of the move by themselves."""
    effects = [fact for fact in facts if isinstance(fact, Effect)]
    draft = Draft(game.rules, before, Logged(facts), strict=False, stated=Stated(effects, whole=True))
    with suppress(CannotTellError, UnplayableError):
        draft.decide(move)
    draft.finish()
    return draft.divergences


def twins(found: Sequence[Divergence], facts: Sequence[Fact]) -> list[Effect]:
    """Due effects that must be stated too: a surplus one has the same subject and would be taken for them."""
    surplus = {subject_of(each.stated) for each in found if each.stated is not None and each.due is None}
    stated, due = [each.stated for each in found], []
    for fact in facts:
        if fact in stated:
            stated.remove(fact)
        elif isinstance(fact, Effect) and subject_of(fact) in surplus:
            due.append(fact)
    return due
