"""What players write: one action a line, read and written. `docs/notation.md` is the page for people.

A line is `verb: body results =claims ; comment`. What a writer did not see is `?`; a line may say several moves, and it
states results where they are worth saying or were not the due ones.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final

from events.errors import NotationError
from events.line import Entry
from projections.game import Game
from projections.games.risk.components.world_map import TERRITORIES
from projections.games.risk.notation.grammar import VERBS, exact
from projections.games.risk.notation.questions import Asking
from projections.games.risk.notation.stated import RESULTS
from projections.games.risk.notation.vocabulary import Cursor
from projections.games.risk.notation.write import speak
from projections.games.risk.state.fields import FIELDS
from projections.games.risk.state.position import World
from projections.notation.cursor import QuestionError, SlipError
from projections.notation.vocabulary import readable
from projections.notation.write import written_line
from projections.terms import Ask, Written

__all__ = ["Lines"]

_LONGEST: Final = 600


class Lines:
    """The notation of Risk. `game` gives the rulebook, which tells stated results from due ones."""

    def __init__(self, game: Callable[[], Game[World, Any]]) -> None:
        self._game = game

    def read(self, line: str, position: World, seat: str, /) -> Written | Ask | tuple[Written, ...]:
        """Read one line of a seat's block; a line may say several moves.

        Raises:
            NotationError: with the column, what was read, and what would be legal there.
        """
        line = readable(line, _LONGEST)
        if len(position.lands) < len(TERRITORIES):
            raise NotationError("the territories are not dealt yet", column=1, read=line[:40].strip())
        asking = Asking(self._game(), position, seat)
        try:
            if Cursor(line).phrase(VERBS) is None:
                return asking.verbless(line)
            moves = exact(line, position, seat)
        except SlipError as slip:
            return asking.slip(line, slip)
        except QuestionError as question:
            return asking.question(question)
        return moves[0] if len(moves) == 1 else moves

    def write(self, entries: Sequence[Entry], before: World, /) -> str:
        """Write a move's group so that `read` gives it back; what these entries do not know is `?`."""
        return written_line(self._game(), RESULTS, speak, entries, before)

    def claim(self, place: str, position: World, /) -> str | None:
        """The value of a place as a claim writes it, or None where no such place can be claimed."""
        return FIELDS.claim(place, position)
