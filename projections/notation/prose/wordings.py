"""What a game supplies for reading prose. The lexicon is loaded when prose is first read."""

from collections.abc import Callable, Iterable, Mapping, Sequence, Set as AbstractSet
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

import msgspec

from projections.notation.titles import Itself
from projections.notation.vocabulary import Names

if TYPE_CHECKING:
    from projections.notation.prose.lexicon import Lexicon, Phrases

THERE: Final = "@"
"""The meaning of words such as "there": the last named thing, or with a direction added, the thing there."""


class Wordings(msgspec.Struct, frozen=True, kw_only=True, eq=False, dict=True):
    """The prose data of a game: its lexicon, a seat's names of things in a position, and related lookups.

    - `box_names` are names that depend only on `box`, the part of a position that never changes.
    - `at_hand` are things that the next move is about, such as a contested territory or a pawn's place. Naming them
      adds nothing.
    - `meant` returns lines of notation in which a description is replaced by the thing, such as a die by its place.
    - `toward` returns the thing in a direction from another thing, or "".
    - `implied` are numbers that a position has anyway.
    - `described` returns the things that phrases describe by colour or place, such as `row 3`.
    - `owns` returns whether the territory, card or unit from which a move is made can be its player's.
    """

    text: Callable[[], str]
    names: Callable[[Any, str], Names]
    box_names: Callable[[Any], Names] = lambda _position: ()
    box: Callable[[Any], Any] = lambda _position: None
    at_hand: Callable[[Any], Iterable[str]] = lambda _position: ()
    toward: Callable[[str, str], str] = lambda last, _way: last
    implied: Callable[[Any], Iterable[int]] = lambda _position: ()
    described: Callable[[Any, str], Mapping[str, AbstractSet[str]]] = lambda _position, _seat: {}
    owns: Callable[[Any, Any], bool] = lambda _position, _move: True
    meant: Callable[[str, Any, str], Sequence[str]] = lambda _line, _position, _seat: ()

    @cached_property
    def lexicon(self) -> "Lexicon":
        """The game's lexicon."""
        from projections.notation.prose.lexicon import read_lexicon  # noqa: PLC0415  # boards do not need it

        return read_lexicon(self.text())

    def phrases(self, position: Any, seat: str) -> "Phrases":
        """Return all phrases that have a meaning for a seat in a position."""
        box = Itself(self.box(position))
        if box not in self._gathered:
            self._gathered.clear()
            self._gathered[box] = self.lexicon.phrases(self.box_names(position))
        return self.lexicon.phrases(self.names(position, seat), self._gathered[box])

    @cached_property
    def _gathered(self) -> "dict[Itself[Any], Phrases]":
        """A cache: the phrases for the names that never change in a session, of the last position only."""
        return {}
