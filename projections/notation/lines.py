"""A game's notation made of its table of forms: what `Game.notation` holds."""

from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar

import msgspec

from events.errors import NotationError
from events.line import Entry
from projections.game import Game
from projections.notation.cursor import QuestionError, SlipError
from projections.notation.form import FormTable
from projections.notation.questions import Questions
from projections.notation.read import ReadWord
from projections.notation.vocabulary import readable
from projections.notation.write import FormWriter
from projections.terms import Ask, Written

S = TypeVar("S", bound=msgspec.Struct)


class FormNotation(Generic[S]):
    """The notation of a game. `game` gives the rules, which tell stated results from due ones."""

    def __init__(self, game: Callable[[], Game[S, Any]], table: FormTable[S]) -> None:
        self._game, self.table = game, table

    def read(self, line: str, position: S, seat: str, /) -> Written | Ask | tuple[Written, ...]:
        """Read one line of a seat's block; a line may say several moves.

        Raises:
            NotationError: with the column, what was read, and what would be legal there.
        """
        line = readable(self.table.parted(line, position), self.table.longest)
        if unready := self.table.unready(position):
            raise NotationError(unready, column=1, read=line[:40].strip())
        questions = self._questions(position, seat)
        reader = questions.reader(line)
        try:
            verb = reader.verb()
            if verb is None:
                return questions.verbless(line)
            moves = reader.behind(verb)
        except SlipError as slip:
            return questions.slip(line, slip)
        except QuestionError as question:
            return questions.question(question)
        return moves[0] if len(moves) == 1 else moves

    def exact(self, line: str, position: S, seat: str, /) -> tuple[Written, ...] | None:
        """The moves of a line that reads as it stands; None where it does not, or something has to be asked."""
        if self.table.unready(position):
            return None
        try:
            line = readable(self.table.parted(line, position), self.table.longest)
            return self._questions(position, seat).reader(line).would_read()
        except (QuestionError, NotationError):
            return None

    def choices(self, line: str, position: S, seat: str, /) -> Sequence[str]:
        """The lines that one may mean which reads but is to be asked about; none where it reads or does not."""
        if self.table.unready(position):
            return ()
        try:
            line = readable(self.table.parted(line, position), self.table.longest)
            self._questions(position, seat).reader(line).would_read()
        except QuestionError as question:
            return question.choices
        except NotationError:
            pass
        return ()

    def _questions(self, position: S, seat: str) -> Questions[S]:
        return Questions(self._game(), self.table, position, seat)

    def words(self, line: str, position: S, seat: str, /) -> Sequence[ReadWord]:
        """What each stretch of a line that reads became.

        Raises:
            SlipError: a word does not read where it stands.
            QuestionError: the line may mean several things.
        """
        reader = self._questions(position, seat).reader(line)
        reader.read()
        return reader.words

    def write(self, entries: Sequence[Entry], before: S, /) -> str:
        """Write a move's group so that `read` gives it back; what these entries do not know is `?`."""
        return FormWriter(self.table, self._game()).line(entries, before)

    def claim(self, place: str, position: S, /) -> str | None:
        """The value of a place as a claim writes it, or None where no such place can be claimed."""
        return self.table.claimed(place, position)
