"""What players write: one line for each thing they do, read and written. `docs/notation.md` is the page for people.

A line is `verb: part, part; part results =claims ; comment`. What a writer did not see is `?`; a line may say several
moves, or none where it leaves out a step or only says what is there.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final

from events.line import Entry
from projections.game import Game
from projections.games.daleks.notation.grammar import begun, parted
from projections.games.daleks.notation.questions import READING
from projections.games.daleks.notation.stated import RESULTS
from projections.games.daleks.notation.write import speak
from projections.games.daleks.state.fields import FIELDS
from projections.games.daleks.state.position import Position
from projections.notation.cursor import QuestionError, SlipError
from projections.notation.questions import Asking
from projections.notation.vocabulary import readable
from projections.notation.write import written_line
from projections.terms import Ask, Written

__all__ = ["INTERJECTIONS", "Lines"]

_LONGEST, _LONGEST_SET_UP = 1_500, 12_000
"""The characters of a line; the one that takes the last Doctor may tell the order of every deck."""
INTERJECTIONS: Final = frozenset(
    {"HELP", "POOL", "READY", "PASS", "PLAY", "AGAIN", "FACE", "COST", "DOCTOR", "USE"}
)  # fmt: skip
"""The verbs with which another player answers inside a block: `J HELP: afar`."""


class Lines:
    """The notation of Time of the Daleks. `game` gives the rulebook, which tells stated results from due ones."""

    def __init__(self, game: Callable[[], Game[Position, Any]]) -> None:
        self._game = game

    def read(self, line: str, position: Position, seat: str, /) -> Written | Ask | tuple[Written, ...]:
        """Read one line of a seat's block; a line may say several moves, or none.

        Raises:
            NotationError: with the column, what was read, and what would be legal there.
        """
        readable(line[: _LONGEST_SET_UP + 1].partition(";")[0], _LONGEST_SET_UP)
        line = readable(parted(line, position), _LONGEST_SET_UP)
        asking = Asking(self._game(), READING, position, seat)
        try:
            verb = begun(line, position, seat)[1]
            if verb != "DOCTOR":
                readable(line, _LONGEST)
            if verb is None:
                return asking.verbless(line)
            moves = asking.exact(line)
        except SlipError as slip:
            return asking.slip(line, slip)
        except QuestionError as question:
            return asking.question(question)
        return moves[0] if len(moves) == 1 else moves

    def write(self, entries: Sequence[Entry], before: Position, /) -> str:
        """Write a move's group so that `read` gives it back; what these entries do not know is `?`."""
        return written_line(self._game(), RESULTS, speak, entries, before)

    def claim(self, place: str, position: Position, /) -> str | None:
        """The value of a place as a claim writes it, or None where no such place can be claimed."""
        return FIELDS.claim(place, position)
