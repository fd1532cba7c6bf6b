"""A game's notation made of its table of forms: what `Game.notation` holds."""

from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar

import msgspec

from events.errors import NotationError
from events.line import Entry
from projections.game import Game
from projections.notation.cursor import Cursor, QuestionError, SlipError
from projections.notation.form import FormTable
from projections.notation.questions import After, Asking, Reading
from projections.notation.read import FormReader, ReadWord
from projections.notation.vocabulary import readable
from projections.notation.write import FormWriter, written_line
from projections.terms import Ask, Written

S = TypeVar("S", bound=msgspec.Struct)


class FormNotation(Generic[S]):
    """The notation of a game. `game` gives the rules, which tell stated results from due ones."""

    def __init__(self, game: Callable[[], Game[S, Any]], table: FormTable[S]) -> None:
        self._game, self.table = game, table
        self._reading: Reading[S] = Reading(
            cursor=table.cursor, verbs=table.verbs, said=table.does, due=table.due, begun=self._begun,
            exact=self._exact, parts=table.parts, poised=table.poised, names=table.names, told=table.told,
            listed_as=table.listed_as, alike=table.alike,
        )  # fmt: skip

    def read(self, line: str, position: S, seat: str, /) -> Written | Ask | tuple[Written, ...]:
        """Read one line of a seat's block; a line may say several moves.

        Raises:
            NotationError: with the column, what was read, and what would be legal there.
        """
        line = readable(self.table.parted(line, position), self.table.longest)
        if unready := self.table.unready(position):
            raise NotationError(unready, column=1, read=line[:40].strip())
        asking = Asking(self._game(), self._reading, position, seat)
        reader = FormReader(self.table, line, position, seat, asking.after)
        try:
            verb = reader.verb()
            if verb is None:
                return asking.verbless(line)
            moves = reader.behind(verb)
        except SlipError as slip:
            return asking.slip(line, slip)
        except QuestionError as question:
            return asking.question(question)
        return moves[0] if len(moves) == 1 else moves

    def exact(self, line: str, position: S, seat: str, /) -> tuple[Written, ...]:
        """The moves of a line that reads as it stands, none where something would have to be asked about it."""
        asking = Asking(self._game(), self._reading, position, seat)
        try:
            return FormReader(self.table, line, position, seat, asking.after).read()
        except (SlipError, QuestionError, NotationError):
            return ()

    def _begun(self, line: str, position: S, seat: str) -> tuple[Cursor, str | None]:
        reader = FormReader(self.table, line, position, seat, lambda _position, _written: None)
        return reader.cursor, reader.verb()

    def _exact(self, line: str, position: S, seat: str, after: After[S]) -> tuple[Written, ...]:
        return FormReader(self.table, line, position, seat, after).read()

    def words(self, line: str, position: S, seat: str, /) -> Sequence[ReadWord]:
        """What each stretch of a line that reads became.

        Raises:
            SlipError: a word does not read where it stands.
            QuestionError: the line may mean several things.
        """
        asking = Asking(self._game(), self._reading, position, seat)
        reader = FormReader(self.table, line, position, seat, asking.after)
        reader.read()
        return reader.words

    def write(self, entries: Sequence[Entry], before: S, /) -> str:
        """Write a move's group so that `read` gives it back; what these entries do not know is `?`."""
        game = self._game()
        return written_line(game, self.table.stated, FormWriter(self.table, game), entries, before)

    def claim(self, place: str, position: S, /) -> str | None:
        """The value of a place as a claim writes it, or None where no such place can be claimed."""
        return self.table.claimed(place, position)
