"""What players write: one action a line, read and written. `docs/notation.md` is the page for people.

A line is `verb: body results =claims ; comment`. What a writer did not see is `?`; a line may say several moves, or
none where it leaves out a step that nobody has to take.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final

from events.line import Entry
from projections.game import Game
from projections.games.ccg.notation.grammar import begun, exact
from projections.games.ccg.notation.questions import READING
from projections.games.ccg.notation.stated import RESULTS
from projections.games.ccg.notation.write import speak
from projections.games.ccg.state.fields import FIELDS
from projections.games.ccg.state.position import Position
from projections.notation.cursor import QuestionError, SlipError
from projections.notation.questions import Asking
from projections.notation.vocabulary import readable
from projections.notation.write import written_line
from projections.terms import Ask, Written

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

    def exact(self, line: str, position: Position, seat: str, /) -> tuple[Written, ...]:
        """The moves of a line that reads as it stands, none where something would have to be asked about it."""
        try:
            return exact(line, position, seat)
        except (SlipError, QuestionError):
            return ()

    def write(self, entries: Sequence[Entry], before: Position, /) -> str:
        """Write a move's group so that `read` gives it back; what these entries do not know is `?`."""
        return written_line(self._game(), RESULTS, speak, entries, before)

    def claim(self, place: str, position: Position, /) -> str | None:
        """The value of a place as a claim writes it, or None where no such place can be claimed."""
        return FIELDS.claim(place, position)
