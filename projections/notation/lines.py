"""The notation of a game, made from its table of patterns. `Game.notation` holds it."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import cached_property
from typing import Any, Final, Generic, TypeVar

import msgspec

from events.entry import Entry
from events.errors import NotationError
from events.events import Move
from events.lazy_patterns import lazy_pattern
from projections.contracts import Ask, ReadWord, Written
from projections.game import Game
from projections.notation.actions import Actions
from projections.notation.cursor import QuestionError, SlipError
from projections.notation.line_pattern import PatternTable
from projections.notation.questions import Questions
from projections.notation.sentence import Sentence
from projections.notation.vocabulary import SEMICOLON, readable
from projections.notation.write import PatternWriter, spelt

S = TypeVar("S", bound=msgspec.Struct)
_REMARK: Final = lazy_pattern(r"[^\s;]++(?:\s++[^\s;]++)*+")
"""Matches the text of a remark, which is the text after a semicolon."""


class PatternNotation(Generic[S]):
    """The notation of a game. `game` supplies the rules, which calculate the results to compare with declared ones."""

    def __init__(self, game: Callable[[], Game[S, Any]], table: PatternTable[S]) -> None:
        self._game, self.table = game, table

    @cached_property
    def verbs(self) -> frozenset[str]:
        """The verbs at the start of lines, as `write` spells them."""
        return frozenset(form.verb for form in self.table.patterns)

    def read(self, line: str, position: S, seat: str, /) -> Written | Ask | tuple[Written, ...]:
        """Parse one line of a seat's block, which may hold several moves.

        Raises:
            NotationError: the line is invalid; gives the column, the text, and what would be legal there.
        """
        if unready := self.table.unready(position):
            raise NotationError(unready, column=1, read=line[:40].strip())
        first = self._checked(line, line)
        parts = Actions(self.table, self._questions, seat)
        if SEMICOLON.search(line) is None:
            found = self._questions(position, seat).read(first)
            return found if isinstance(found, Ask) or len(found) != 1 else found[0]
        actions = parts.of(line, position)
        written = list[Written]()
        for number, action in enumerate(actions):
            self._checked(action.text, line)
            if (asked := parts.asked(line, actions, number)) is not None:
                return asked
            written += action.moves or ()
        return written[0] if len(written) == 1 else tuple(written)

    def exact(self, line: str, position: S, seat: str, /) -> tuple[Written, ...] | None:
        """Return the moves of a line; None if the line is ambiguous or cannot be parsed."""
        return self.moves_or_choices(line, position, seat)[0]

    def moves_or_choices(
        self, line: str, position: S, seat: str, /
    ) -> tuple[tuple[Written, ...] | None, Sequence[str]]:
        """Return the moves of a line (None if it is ambiguous or unreadable), and the lines that it could mean."""
        if self.table.unready(position):
            return None, ()
        try:
            first = self._checked(line, line)
            if SEMICOLON.search(line) is None:
                return self._questions(position, seat).reader(first).would_read(), ()
            actions = Actions(self.table, self._questions, seat).of(line, position)
            for action in actions:
                self._checked(action.text, line)
        except QuestionError as question:
            return None, question.choices
        except NotationError:
            return None, ()
        if any(action.moves is None or action.question for action in actions):
            return None, ()
        return tuple(written for action in actions for written in action.moves or ()), ()

    def opens(self, line: str, position: S, seat: str, /) -> bool:
        """Return whether a line that cannot be parsed begins like a move.

        It begins like a move if it starts with a verb in the notation's spelling, or if more than a verb can be parsed.
        """
        found = Actions(self.table, self._questions, seat).opens(line[: self.table.longest], position)
        return found and not self.table.unready(position)

    def _checked(self, text: str, line: str) -> str:
        """Return an action up to its first semicolon. Raise an error if nothing is left or the action is too long."""
        verb = self.table.cursor(line[:80]).phrase(self.table.verbs) or ""
        return readable(text, self.table.longer.get(verb, self.table.longest))

    def _questions(self, position: S, seat: str) -> Questions[S]:
        return Questions(self._game(), self.table, position, seat)

    def words(self, line: str, position: S, seat: str, /) -> Sequence[ReadWord]:
        """Return the meaning of each parsed part of a line. A remark after a semicolon is marked as a remark."""
        found, at = list[ReadWord](), 0
        for action in Actions(self.table, self._questions, seat).of(line, position):
            reader = self._questions(action.position, seat).reader(action.text)
            with suppress(SlipError, QuestionError):
                reader.read()
            found += self._remarks(line, at, action.start)
            found += [
                word._replace(start=word.start + action.start, end=word.end + action.start) for word in reader.words
            ]
            at = action.end
        return [*found, *self._remarks(line, at, len(line))]

    def _remarks(self, line: str, start: int, end: int) -> Iterator[ReadWord]:
        for match in _REMARK.finditer(line, start, end):
            yield ReadWord(match.start(), match.end(), "remark")

    def write(self, entries: Sequence[Entry], before: S, /) -> str:
        """Return the line for a move with its results, so that `read` returns the move. Unknown values become `?`."""
        return PatternWriter(self.table, self._game()).line(entries, before)

    def spell(self, move: Move, position: S, /) -> str:
        """Return the line for a move without its results."""
        context = Sentence(position, move.player, led=lambda _context: self._game().rules.reducer(position, move))
        context.move = move
        return spelt(self.table, context)

    def claim(self, place: str, position: S, /) -> str | None:
        """Return the value of a field as a board statement writes it, or None if the field cannot be declared."""
        return self.table.claimed(place, position)
