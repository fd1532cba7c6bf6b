"""What a game knows of prose. Its lexicon is read, and what reads one loaded, when somebody's own words are read."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

from projections.notation.titles import Itself
from projections.notation.vocabulary import Names

if TYPE_CHECKING:
    from projections.notation.prose.lexicon import Lexicon, Phrases

THERE: Final = "@"
"""What a word of a lexicon means that points to the thing named last; with a way behind it, to what lies there."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Wordings:
    """What a game knows of prose: its lexicon, a seat's names of things in a position, and what is spoken of anyway.

    `box_names` are the names that hang on nothing but the game's `box`, the part of a position that never changes.
    `at_hand` are the things, as a line has them, that the move to be made is about: the territory that is fought over,
    where a pawn stands. To name them says nothing more. `meant` tells the lines of notation that one may be in which
    something is told by what lies there, such as a die by its place. `toward` is what lies on a way from a thing, ""
    where nothing. `implied` are numbers that a position has anyway.
    """

    text: Callable[[], str]
    names: Callable[[Any, str], Names]
    box_names: Callable[[Any], Names] = lambda _position: ()
    box: Callable[[Any], Any] = lambda _position: None
    at_hand: Callable[[Any], Iterable[str]] = lambda _position: ()
    toward: Callable[[str, str], str] = lambda last, _way: last
    implied: Callable[[Any], Iterable[int]] = lambda _position: ()
    meant: Callable[[str, Any, str], Sequence[str]] = lambda _line, _position, _seat: ()

    @cached_property
    def lexicon(self) -> "Lexicon":
        """The game's lexicon."""
        from projections.notation.prose.lexicon import read_lexicon  # noqa: PLC0415  # a board is shown without

        return read_lexicon(self.text())

    def phrases(self, position: Any, seat: str) -> "Phrases":
        """Every phrase that means something to a seat in a position."""
        box = Itself(self.box(position))
        if box not in self._gathered:
            self._gathered.clear()
            self._gathered[box] = self.lexicon.phrases(self.box_names(position))
        return self.lexicon.phrases(self.names(position, seat), self._gathered[box])

    @cached_property
    def _gathered(self) -> "dict[Itself[Any], Phrases]":
        """The phrases with the names of the box that was last played with."""
        return {}
