"""Questions about a line that cannot be parsed or is ambiguous.

Nothing is guessed. Each choice is a whole line; if some choices are legal, only those are offered.
"""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from difflib import get_close_matches
from itertools import islice
from typing import Any, Final, Generic, TypeVar

import msgspec

from events.errors import BellError, NotationError
from events.events import Move, Passed
from projections.contracts import Ask, Written
from projections.draft import DeclaredResults, Draft, find_conflicts, run
from projections.game import Game
from projections.notation.cursor import QuestionError, SlipError
from projections.notation.line_pattern import PatternTable
from projections.notation.read import PatternReader
from projections.notation.recorded_chance import Typed
from projections.notation.spelling_hints import MOST, SpellingHints, every, near
from projections.notation.vocabulary import Vocabulary
from projections.window import Window

S = TypeVar("S", bound=msgspec.Struct)
_PATIENCE: Final = 60_000
"""The maximum number of characters that are parsed to find what a line may mean."""
_NODS: Final = ("", "ok", "okay")
"""Texts that could be a move after almost any verb; therefore no verb is added to them."""
_WINDOWS: Final = 12
"""The maximum number of open questions (windows) that are passed to check whether a line is legal after them."""


def _window(position: Any) -> Window | None:
    """Return the open question of a position, with the seats that may still answer it; None without an open question.

    It is in the field `window`, or the last item of the field `stack`.
    """
    top = getattr(position, "window", None) or next(iter(getattr(position, "stack", ())[-1:]), None)
    return top if isinstance(top, Window) else None


def _headed(line: str) -> tuple[str, str]:
    """Return the single word before a colon (or ""), and the text after it."""
    head, colon, rest = line.partition(":")
    if colon and len(head.split()) == 1 and '"' not in head:
        return head.strip(), rest.strip()
    return "", line.strip()


class Questions(Generic[S]):
    """Finds what to ask about a line of a seat in a position."""

    def __init__(self, game: Game[S, Any], table: PatternTable[S], position: S, seat: str) -> None:
        self.game, self.table, self.position, self.seat = game, table, position, seat
        self._tried = 0

    def reader(self, line: str) -> PatternReader[S]:
        """Return a parser for one line that this seat writes in this position."""
        return PatternReader(self.table, line, self.position, self.seat, self.drafted)

    def drafted(self, position: S, written: Written) -> Draft[S] | None:
        """Return a draft: a move's computed results with the dice and cards in its line; None if that is impossible."""
        random_source = Typed(written.seen, lenient=True, blind=True)
        stated = DeclaredResults(written.stated, written.absent)
        with suppress(BellError):
            return run(self.game.rules, position, written.move, random_source, strict=False, stated=stated)
        return None

    def after(self, position: S, written: Written) -> S | None:
        """Return the position after a move with the dice and cards in its line; None if it cannot be computed."""
        draft = self.drafted(position, written)
        return None if draft is None else draft.now

    def read(self, line: str) -> tuple[Written, ...] | Ask:
        """Return the moves of one action, or a question about it.

        Raises:
            NotationError: the action is invalid; gives the column, the text, and what would be legal there.
        """
        reader = self.reader(line)
        try:
            verb = reader.verb()
            return self.verbless(line) if verb is None else reader.behind(verb)
        except SlipError as slip:
            return self.slip(line, slip)
        except QuestionError as question:
            return self.question(question)

    # Whether a line is acceptable

    def legal(self, line: str) -> bool:
        """Return whether a line can be parsed and has no known rule conflict."""
        with suppress(QuestionError):
            moves = self.reader(line).would_read()
            return moves is not None and self._is_legal(line, moves)
        return False

    def _poised(self, line: str, moves: Sequence[Written] = ()) -> S:
        verb = self.table.cursor(line).phrase(self.table.verbs) or ""
        return self.table.poised(self.position, self.seat, verb, moves)

    def _is_legal(self, line: str, moves: Sequence[Written]) -> bool:
        position = self._poised(line, moves)
        for written in moves:
            if not self._accepts(position, written.move):
                position = self._quiet(position)
                if not self._accepts(position, written.move):
                    return False
            after = self.after(position, written)
            if after is None:
                return True
            position = after
        return bool(moves)

    def _accepts(self, position: S, move: Move) -> bool:
        try:
            return all(conflict.is_unverified for conflict in find_conflicts(self.game.rules, position, move))
        except BellError:
            return False

    def _quiet(self, position: S) -> S:
        """Return the position after every seat that may still answer an open question (a window) has passed."""
        for _ in range(_WINDOWS):
            window = _window(position)
            after = self.after(position, Written(Passed(window.awaited[0]))) if window and window.awaited else None
            if after is None:
                break
            position = after
        return position

    # Ambiguous lines

    def question(self, found: QuestionError) -> Ask:
        """Return the question about an ambiguous line. Raises NotationError if no choice can be parsed to its end."""
        choices = self._readable(found.choices or (found.stands,))
        if not choices:
            raise NotationError(found.question, column=found.start + 1, read=found.read)
        return Ask(found.question, choices, found.stands)

    def _readable(self, lines: Iterable[str], depth: int = 2) -> tuple[str, ...]:
        """Return the lines that can be parsed, legal ones if any. An ambiguous line is replaced by its own choices."""
        found: dict[str, None] = {}
        for line in lines:
            try:
                found |= dict.fromkeys((line,) if self.reader(line).would_read() else ())
            except QuestionError as again:
                found |= dict.fromkeys(self._readable(again.choices, depth - 1) if depth else ())
        legal = tuple(line for line in found if self.legal(line))
        return (legal or tuple(found))[:MOST]

    # Unexpected words

    def slip(self, line: str, slip: SlipError) -> Ask:
        """Return a question about a line with an unexpected word: whether a similar legal line was meant.

        Raises:
            NotationError: no similar line would be legal; the message says what would be legal.
        """
        misses = SpellingHints(
            cursor=self.table.cursor, is_legal=self._reads_legal, near=self._near, told=self._told, few=MOST,
            moves=lambda line: self.game.rules.legal(self._poised(line), self.seat), listed_as=self.table.listed_as,
        )  # fmt: skip
        return misses.ask(line, slip)

    def _reads_legal(self, line: str) -> bool:
        """Return whether a corrected line is legal. For a long line only a few corrections are tried."""
        self._tried += len(line)
        if self._tried > _PATIENCE:
            return False
        try:
            moves = self.reader(line).read()
        except QuestionError:
            return False
        return self._is_legal(line, moves)

    def _told(self, line: str) -> tuple[str, ...]:
        """Return the legal lines that a line of prose may mean."""
        from projections.notation.prose.ranking import said_lines  # noqa: PLC0415  # rarely needed

        lines = said_lines(self.game.wordings, self.position, self.seat, line)
        return tuple(islice((choice for choice in lines if ":" in choice and self.legal(choice)), MOST))

    # Lines without a verb

    def verbless(self, line: str) -> Ask:
        """Return the question which verb a line lacks. Raises NotationError if no verb makes it readable."""
        head, _ = _headed(line)
        if found := self.unnamed(line):
            message = f'"{head.strip()}" is not a verb of this game. Which is meant?' if head else "is this a move?"
            return Ask(message, found)
        allowed = tuple(f"{verb}: {written}" for verb, written in self.table.does.items())
        raise NotationError("a line must begin with its verb", column=1, read=line[:40].strip(), allowed=allowed)

    def unnamed(self, line: str) -> tuple[str, ...]:
        """Return the legal lines that result from adding a verb to a line without one."""
        head, body = _headed(line)
        choices: dict[str, None] = {}
        if part := self.table.cursor(line).phrase(self.table.parts):
            choices |= dict.fromkeys(self._behind(f"{part}: {head} {body}".replace(":  ", ": ")))
        for verb in self._verbs(head) if not choices and (head or self.table.names(body)) else ():
            choices |= dict.fromkeys(self._behind(f"{verb}: {body}"))
        return tuple(choices)[:MOST]

    def says_behind_a_verb(self, line: str) -> bool:
        """Return whether adding one of the game's verbs to a line without a verb makes it a move, legal or not."""
        body = _headed(line)[1]
        for verb in self.table.does if body.casefold() not in _NODS else ():
            try:
                if self.reader(f"{verb}: {body}").would_read():
                    return True
            except QuestionError:
                return True
        return False

    def _verbs(self, head: str) -> Iterable[str]:
        """Return all verbs: first those spelt like `head`, then the expected ones, then the others."""
        table = self.table
        close = get_close_matches(table.cursor.spelling.plain(head), list(table.verbs), n=3, cutoff=0.6) if head else []
        return dict.fromkeys((*(table.verbs[word] for word in close), *table.due(self.position), *table.does))

    def _behind(self, line: str) -> Sequence[str]:
        if not line.partition(":")[2].strip():
            return ()
        with suppress(SlipError, QuestionError):
            reader = self.reader(line)
            reader.verb()
            if reader.cursor.now and self.legal(line):
                return (line,)
        return ()

    def _near(self, read: str, words: Vocabulary) -> Sequence[str]:
        """Return the meanings that a misspelt word may have, the nearest first; all meanings if the word is missing."""
        text = self.table.cursor.spelling.plain(read)
        return near(text, words, most=8, cutoff=self.table.alike(text, words), begun=3) if read else every(words)
