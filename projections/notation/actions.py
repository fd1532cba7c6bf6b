"""A line split at its semicolons into actions, in order, and remarks.

After a semicolon a line continues the action before it, begins another one, or has a remark. An action begins with a
verb, or is a legal move without its verb. Text that could be an action is asked about and never treated as a remark.
"""

import re
from collections.abc import Sequence
from contextlib import suppress
from itertools import pairwise
from typing import Any, Final, Generic, NamedTuple, TypeVar

import msgspec

from events.errors import NotationError
from events.lazy_patterns import lazy_pattern
from projections.contracts import Ask, Written
from projections.notation.cursor import QuestionError, SlipError
from projections.notation.line_pattern import PatternTable
from projections.notation.questions import Questions
from projections.notation.vocabulary import SEMICOLON

S = TypeVar("S", bound=msgspec.Struct)
_MOST: Final = 24
"""The maximum number of semicolons in a line."""
_AND_THEN: Final = lazy_pattern(r"(?:(?:and|then|also|plus)\b\s*|[&,]\s*)+", re.IGNORECASE)
_TOO: Final = "is this a move too?"
_ALSO_WORDS: Final = ("A", "I")
"""Verbs of the notation that are also ordinary English words."""
_CLAIM: Final = lazy_pattern(r"(?<!\S)=\s?[A-Za-z][^\s:;]*(?: [^\s:;]+)?:\S")
_SIGNS: Final = '>"=?[(\u201c\u2192'
"""Signs that suggest that a text is a move and not a remark."""
_TELLING: Final = lazy_pattern(rf"[0-9{re.escape(_SIGNS)}]")


class Action(NamedTuple, Generic[S]):
    """One action of a line: its start, its text, and the position after the earlier actions of the line.

    `moves` is None if the text cannot be parsed. `question` is a question to ask about the action in any case.
    """

    start: int
    text: str
    position: S
    moves: tuple[Written, ...] | None = None
    question: str = ""

    @property
    def end(self) -> int:
        """The column at which the action ends."""
        return self.start + len(self.text)


class Actions(Generic[S]):
    """Splits the lines of a seat into actions, at their semicolons.

    A line may hold several actions, such as two moves. Other text after a semicolon is a remark.
    """

    def __init__(self, table: PatternTable[S], questions: Any, seat: str) -> None:
        self.table, self._questions, self.seat = table, questions, seat

    def of(self, line: str, position: S) -> Sequence[Action[S]]:
        """Return the actions of a line. Raises NotationError for too many semicolons."""
        ends = [match.start() for match in SEMICOLON.finditer(line)]
        if len(ends) > _MOST:
            raise NotationError(
                "this line has too many parts. Write one action on each line", column=ends[_MOST] + 1, read=";"
            )
        found = [self._read(0, line[: ends[0]] if ends else line, position)]
        for begun, end in pairwise((*ends, len(line))):
            start = begun + 1 + len(line[begun + 1 : end]) - len(line[begun + 1 : end].lstrip())
            piece = line[start:end].rstrip()
            if piece:
                self._part(line, found, start, piece)
        return found

    def _part(self, line: str, found: list[Action[S]], start: int, piece: str) -> None:
        """Handle the text after a semicolon: extend the last action, add another one, or drop a remark."""
        last = found[-1]
        is_headed = self._verb(piece, last.position)[1]
        more = None if is_headed else self._going_on(line, last, start, piece)
        if more is not None:
            found[-1] = more
            return
        joint = _AND_THEN.match(piece)
        at = joint.end() if joint else 0
        further = self._further(start + at, piece[at:], self._led(last), last.position)
        if further is not None:
            found.append(further)

    def _read(self, start: int, text: str, position: S) -> Action[S]:
        moves = None
        with suppress(QuestionError):
            moves = self._at(position).reader(text).would_read()
        return Action(start, text.rstrip(), position, moves)

    def _at(self, position: S) -> Questions[S]:
        found: Questions[S] = self._questions(position, self.seat)
        return found

    def _led(self, action: Action[S]) -> S:
        """Return the position after the moves of an action. A move without a computable result is skipped."""
        position, questions = action.position, self._at(action.position)
        for written in action.moves or ():
            position = questions.after(position, written) or position
        return position

    def _verb(self, piece: str, position: S) -> tuple[str, bool]:
        """Return the verb at the start of a text ("" if it has none), and whether a colon follows the verb."""
        reader = self._at(position).reader(piece)
        try:
            verb = reader.verb() or ""
        except SlipError:  # another seat's name and a verb
            return "", True
        return verb, bool(verb) and reader.cursor.texts[reader.cursor.at - 1] == ":"

    def _going_on(self, line: str, last: Action[S], start: int, piece: str) -> Action[S] | None:
        """Return the last action with the text after a semicolon added; None if this text does not continue it."""
        verb = self._verb(last.text, last.position)[0]
        if verb and self.table.goes_on(
            piece, last.position, verb
        ):  # the text in between is not a remark: it is asked about
            text = line[last.start : start + len(piece)]
            return self._read(last.start, SEMICOLON.sub(",", text), last.position)._replace(question=last.question)
        if last.moves is None:
            return None
        gap = " " * (start - last.end - 1)
        more = self._read(last.start, f"{last.text},{gap}{piece}", last.position)._replace(question=last.question)
        return more if more.moves is not None else None

    def _further(self, start: int, piece: str, position: S, begun: S) -> Action[S] | None:
        """Return the action that the text after a semicolon begins; None if the text is a remark."""
        action = self._read(start, piece, position)
        verb, is_headed = self._verb(piece, position)
        if is_headed or (verb and (action.moves is not None or self.opens(piece, position))):
            return action
        if any(self._at(where).says_behind_a_verb(piece) for where in (position, begun)):
            return action
        code = self.table.coded.search(piece)
        if code is None:
            return None
        return self._read(start + code.start(), piece[code.start() :], position)._replace(question=_TOO)

    def opens(self, piece: str, position: S) -> bool:
        """Return whether text that cannot be parsed begins like an action.

        It begins with a verb as a line writes it, with any verb and fitting words after it, or with a board statement.
        """
        if _CLAIM.search(piece):
            return True
        reader = self._at(position).reader(piece)
        head, _, rest = piece.partition(" ")
        head = head.strip("()[]{}.,!?'\"")
        first = len(piece)
        with suppress(QuestionError):
            try:
                verb = reader.verb()
                if verb is None:
                    return False
                words, fillers = reader.cursor.words[reader.cursor.at :], reader.cursor.spelling.fillers
                first = next((word.start for word in words if word.text not in fillers), first)
                reader.behind(verb)
            except SlipError as slip:
                is_code = head in self.table.does and head not in _ALSO_WORDS
                return slip.spans[-1][0] > first or is_code or _TELLING.match(rest.lstrip()) is not None
        return True

    def asked(self, line: str, actions: Sequence[Action[S]], number: int) -> Ask | None:
        """Return the question about action `number` if it cannot be parsed, with whole lines as choices; else None.

        Raises:
            NotationError: no similar line would be legal; the message says what would be legal.
        """
        action = actions[number]
        if action.moves is not None and not action.question:
            return None
        before, behind = line[: action.start].rstrip(), line[action.end :] if actions[number + 1 :] else ""
        so_far = line[: actions[number - 1].end] if number else ""
        if action.moves is not None:
            return Ask(action.question, (so_far + behind, f"{so_far}; {action.text}{behind}"))
        try:
            found = self._at(action.position).read(action.text)
        except NotationError as error:
            error.column += action.start
            raise
        assert isinstance(found, Ask)  # it could not be parsed
        lead = f"{before} " if before else ""
        choices = [f"{lead}{choice}{behind}" for choice in found.choices]
        if number and not any(self._verb(action.text, action.position)):
            choices.append(so_far + behind)
        stands = found.stands and f"{lead}{found.stands}{behind}"
        return Ask(found.question, tuple(self._readable(choices, actions[0].position) if behind else choices), stands)

    def _readable(self, choices: Sequence[str], position: S) -> Sequence[str]:
        """Return the lines among the choices in which every part can be parsed or leads to a question.

        Raises:
            NotationError: no choice can be parsed; the message says what could not be parsed.
        """
        trouble = [self._trouble(choice, position) for choice in choices]
        kept = [choice for choice, error in zip(choices, trouble, strict=True) if error is None]
        if not kept and trouble[0] is not None:
            raise trouble[0]
        return kept

    def _trouble(self, line: str, position: S) -> NotationError | None:
        """Return the error of the first part of a line that can neither be parsed nor leads to a question, or None."""
        for action in self.of(line, position):
            if action.moves is None:
                try:
                    self._at(action.position).read(action.text)
                except NotationError as error:
                    return error
        return None
