"""What chance could bring, for a look that may not ask it: every position that a move could lead to.

What is drawn or shuffled stays hidden, as a spectator sees it. Of what is turned up or rolled each possibility is gone
into, as long as there are not too many: what holds in all of them holds whatever comes.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from itertools import product
from typing import Any, Final

import msgspec

from events.errors import BellError, NeedsFateError
from events.facts import UNKNOWN, Chance, Drawn, Move, Revealed, Rolled, Shuffled, Started
from projections.draft import Draft, run
from projections.game import Game
from replay.chance.fate import Seeded

__all__ = ["MOST", "kinds_of", "outcomes"]

MOST: Final = 64
"""Positions at once, as many as cards in the largest pile that is turned up, and some; beyond them nothing is said."""
_MANY: Final = "what chance brings here is not foreseen"
Kinds = Mapping[str, frozenset[str]]


def kinds_of(game: Game[Any, Any], started: Started, data: Callable[[str], bytes]) -> Kinds:
    """What each pile may hold, by the rules alone: what any deal of such a session shuffles."""
    fate = _Dealing(0)
    files = {name: data(pin) for name, pin in started.data.items()}
    with suppress(BellError):
        game.rules.deal(Draft(game.rules, game.set_up(started, files), fate, strict=False), started)
    return fate.kinds


class _Dealing(Seeded):
    """Chance for a deal that nobody plays, which notes what goes into a pile."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.kinds: dict[str, frozenset[str]] = {}

    def shuffle(self, pile: str, cards: Sequence[str]) -> Shuffled:
        """A seeded order; its cards are noted."""
        self.kinds[pile] = self.kinds.get(pile, frozenset()) | {card for card in cards if card != UNKNOWN}
        return super().shuffle(pile, cards)


class _AskedError(Exception):
    """A guess has no answer left for the next question; `answers` are all there could be."""

    def __init__(self, answers: Iterable[Chance]) -> None:
        super().__init__()
        self.answers = tuple(answers)


class _Guess:
    """One way in which chance may turn out: answers given beforehand, one for each question."""

    def __init__(self, answers: Sequence[Chance], kinds: Kinds) -> None:
        self.left, self.kinds = list(answers), kinds

    def _next(self, may_be: Iterable[Chance]) -> Any:
        if not self.left:
            raise _AskedError(may_be)
        return self.left.pop(0)

    def roll(self, die: str, sides: int, purpose: str, /) -> Rolled:
        """Any faces."""
        dice = len(die.split())
        if sides**dice > MOST:
            raise NeedsFateError(_MANY)
        thrown = product(range(1, sides + 1), repeat=dice)
        rolled: Rolled = self._next(Rolled(die, sides, faces, purpose, "typed") for faces in thrown)
        return rolled

    def shuffle(self, pile: str, cards: Sequence[str], /) -> Shuffled:
        """An order that nobody knows."""
        return Shuffled(pile, 0, "typed", (UNKNOWN,) * len(cards))

    def draw(self, player: str, pile: str, top: Sequence[str], /) -> Drawn:
        """The cards on top, as far as they are known."""
        return Drawn(player, pile, "typed", tuple(top))

    def turn_up(self, pile: str, place: str, item: str, /) -> Revealed:
        """Whatever may lie there."""
        items = sorted(self.kinds.get(pile, ())) if item == UNKNOWN else [item]
        if not items:
            raise NeedsFateError(_MANY)
        if len(items) == 1:
            return Revealed(pile, place, "typed", items[0])
        shown: Revealed = self._next(Revealed(pile, place, "typed", each) for each in items)
        return shown


def outcomes(game: Game[Any, Any], position: Any, move: Move, kinds: Kinds) -> list[Any]:
    """Every position that a move could lead to; none of them twice.

    Raises:
        NeedsFateError: there are too many, or they hang on something unknown.
        UnplayableError: the move names what is not on this board.
    """
    found: dict[bytes, Any] = {}
    guesses: list[tuple[Chance, ...]] = [()]
    while guesses:
        guess = guesses.pop()
        try:
            draft = run(game.rules, position, move, _Guess(guess, kinds), strict=False)
        except _AskedError as asked:
            guesses += [(*guess, answer) for answer in asked.answers]
        else:
            if draft.unchecked:
                raise NeedsFateError(draft.unchecked)
            found.setdefault(msgspec.json.encode(draft.now), draft.now)
        if len(found) + len(guesses) > MOST:
            raise NeedsFateError(_MANY)
    return list(found.values())
