"""What players write: one action a line, read and written. `docs/notation.md` is the page for people.

A line is `verb: body results =claims ; comment`. What a writer did not see is `?`; a line may say several moves, or
none where it leaves out a step that nobody has to take.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final

from events.facts import Effect, Fact
from events.line import Entry
from projections.asking import Asking, QuestionError
from projections.cursor import SlipError
from projections.draft import Divergence
from projections.game import Ask, Game, Written
from projections.games.ccg.asking import READING
from projections.games.ccg.claims import claimed
from projections.games.ccg.lines import begun, exact
from projections.games.ccg.position import Position
from projections.games.ccg.results import RESULTS
from projections.games.ccg.writing import Spoken, speak
from projections.spelling import readable
from projections.told import differences, move_of, twins

__all__ = ["INTERJECTIONS", "Lines"]

_LONGEST, _LONGEST_DECK = 1500, 12_000
"""The characters of a line; the one that lays down the second deck may tell the order of both."""
INTERJECTIONS: Final = frozenset(
    {"DEFEND", "READY", "PASS", "FLASH", "SIDE", "SUPPORT", "SPECIAL", "DAMAGE", "LOSE", "STOPS"}
)
"""The verbs with which the other player answers inside a block: `J FLASH: ...`."""


class Lines:
    """The notation of the card game. `game` gives the rulebook, which tells stated results from due ones."""

    def __init__(self, game: Callable[[], Game[Position, Any]]) -> None:
        self._game = game

    def read(self, line: str, position: Position, seat: str, /) -> Written | Ask | tuple[Written, ...]:
        """Read one line of a seat's block; a line may say several moves, or none.

        Raises:
            NotationError: with the column, what was read, and what would be legal there.
        """
        line = readable(line, _LONGEST_DECK)
        asking = Asking(self._game(), READING, position, seat)
        try:
            verb = begun(line, position, seat)[1]
            if verb != "DECK":
                readable(line, _LONGEST)
            if verb is None:
                return asking.verbless(line)
            moves = exact(line, position, seat)
        except SlipError as slip:
            return asking.slip(line, slip)
        except QuestionError as question:
            return asking.question(question)
        return moves[0] if len(moves) == 1 else moves

    def write(self, entries: Sequence[Entry], before: Position, /) -> str:
        """Write a move's group so that `read` gives it back; what these entries do not know is `?`."""
        move, facts = move_of(entries)
        found = differences(self._game(), move, facts, before)
        spoken = speak(move, facts, before)
        surplus = [each.stated for each in found if each.due is None and each.stated is not None]
        if len(surplus) > 1 and [effect for effect in spoken.stated if effect in surplus] != surplus:
            spoken = speak(move, facts, before, unsaid=surplus)
        _name_rest(spoken, found, facts)
        return spoken.line

    def claim(self, place: str, position: Position, /) -> str | None:
        """The value of a place as a claim writes it, or None where no such place can be claimed."""
        return claimed(place, position)


def _name_rest(spoken: Spoken, found: Sequence[Divergence], facts: Sequence[Fact]) -> None:
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
            spoken.add(RESULTS.words(effect), effect)
    for kind in fresh:
        spoken.add(RESULTS.absent_words(kind))
