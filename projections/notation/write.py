"""A line while it is written: a move in words, and every result that these words have to state."""

from collections.abc import Sequence
from typing import Any, Protocol, TypeVar

from events.facts import Effect, Fact, Move
from events.line import Entry
from projections.draft import Divergence
from projections.game import Game
from projections.notation.recorded_chance import differences, move_of, twins
from projections.notation.stated import NamedResults

__all__ = ["Spoken", "written_line"]

S_contra = TypeVar("S_contra", contravariant=True)


class Spoken:
    """Words of a line, and the effects and kinds that these words state.

    `drawn` and `shown` count the cards drawn and turned up that its words have told.
    """

    def __init__(self, line: str) -> None:
        self.line = line
        self.stated: list[Effect] = []
        self.absent: list[type[Effect]] = []
        self.drawn = self.shown = 0

    def add(self, words: str, *effects: Effect) -> None:
        """Words behind the line, and the effects that they state."""
        self.line = f"{self.line} {words}" if words else self.line
        self.stated += effects


class Speaking(Protocol[S_contra]):
    """How a game says a move with what was seen of its chance and what is always said of its results."""

    def __call__(
        self, move: Move, facts: Sequence[Fact], before: S_contra, /, unsaid: Sequence[Effect] = ()
    ) -> Spoken:  # fmt: skip
        """The line, but for the effects that are `unsaid`: these are to be stated by name."""


def written_line(
    game: Game[Any, Any], results: NamedResults, speak: Speaking[Any], entries: Sequence[Entry], before: Any
) -> str:  # fmt: skip
    """A move's group as one line: in the game's words, and by name what differs from the rules and they do not say.

    Raises:
        NotationError: the group begins with something else than a move.
    """
    move, facts = move_of(entries)
    found = differences(game, move, facts, before)
    spoken = speak(move, facts, before)
    surplus = [each.stated for each in found if each.due is None and each.stated is not None]
    if len(surplus) > 1 and [effect for effect in spoken.stated if effect in surplus] != surplus:
        spoken = speak(move, facts, before, unsaid=surplus)
    _name_rest(spoken, results, found, facts)
    return spoken.line


def _name_rest(spoken: Spoken, results: NamedResults, found: Sequence[Divergence], facts: Sequence[Fact]) -> None:
    """State by name what differs and is not in the words of the line yet."""
    absent = list(dict.fromkeys(type(each.due) for each in found if each.stated is None and each.due))
    fresh = [kind for kind in absent if kind not in spoken.absent]
    stated = [each.stated for each in found if each.stated is not None]
    again = [fact for fact in facts if isinstance(fact, Effect) and isinstance(fact, tuple(fresh))]
    again = [effect for effect in again if effect not in stated]
    again += [effect for effect in twins(found, facts) if not isinstance(effect, tuple(fresh))]
    said = list(spoken.stated)
    for effect in (*again, *stated):
        if effect in said:
            said.remove(effect)
        else:
            spoken.add(results.words(effect), effect)
    for kind in fresh:
        spoken.add(results.absent_words(kind))
