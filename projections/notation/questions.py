"""A line that does not read, or may mean several things: what to ask about it.

Nothing is guessed: each choice is a whole line, and where any of them is legal only those are offered.
"""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from difflib import get_close_matches
from itertools import islice
from typing import Any, Final, Generic, TypeVar

import msgspec

from events.errors import BellError, NotationError
from events.events import Move, Passed
from projections.draft import Draft, Stated, objections, run
from projections.game import Game
from projections.notation.cursor import QuestionError, SlipError
from projections.notation.form import FormTable
from projections.notation.near_misses import MOST, NearMisses, every, near
from projections.notation.read import FormReader
from projections.notation.recorded_chance import Typed
from projections.notation.vocabulary import Vocabulary
from projections.terms import Ask, Written
from projections.window import Window

S = TypeVar("S", bound=msgspec.Struct)
_PATIENCE: Final = 60_000
"""So many characters are read in looking for what a line may mean."""
_NODS: Final = ("", "ok", "okay")
"""What says a move behind a verb, and nothing alone."""
_WINDOWS: Final = 12
"""So many windows are let go by to see whether a line would be legal behind them."""


def _window(position: Any) -> Window | None:
    """The window that is open in a position, of a game that keeps it by itself or on its stack."""
    top = getattr(position, "window", None) or next(iter(getattr(position, "stack", ())[-1:]), None)
    return top if isinstance(top, Window) else None


def _headed(line: str) -> tuple[str, str]:
    """The one word before a colon that stands in place of a verb, "" where none does; and what is behind it."""
    head, colon, rest = line.partition(":")
    if colon and len(head.split()) == 1 and '"' not in head:
        return head.strip(), rest.strip()
    return "", line.strip()


class Questions(Generic[S]):
    """What to ask about a line of a seat in a position."""

    def __init__(self, game: Game[S, Any], table: FormTable[S], position: S, seat: str) -> None:
        self.game, self.table, self.position, self.seat = game, table, position, seat
        self._tried = 0

    def reader(self, line: str) -> FormReader[S]:
        """What reads a line here."""
        return FormReader(self.table, line, self.position, self.seat, self.drafted)

    def drafted(self, position: S, written: Written) -> Draft[S] | None:
        """What a move leads to with the chance that its line tells; None where that cannot be told."""
        random_source, stated = Typed(written.seen, lenient=True, blind=True), Stated(written.stated, written.absent)
        with suppress(BellError):
            return run(self.game.rules, position, written.move, random_source, strict=False, stated=stated)
        return None

    def after(self, position: S, written: Written) -> S | None:
        """The position after a move with the chance that its line tells; None where that cannot be told."""
        draft = self.drafted(position, written)
        return None if draft is None else draft.now

    def read(self, line: str) -> tuple[Written, ...] | Ask:
        """The moves of one action, or what to ask about it.

        Raises:
            NotationError: with the column, what was read, and what would be legal there.
        """
        reader = self.reader(line)
        try:
            verb = reader.verb()
            return self.verbless(line) if verb is None else reader.behind(verb)
        except SlipError as slip:
            return self.slip(line, slip)
        except QuestionError as question:
            return self.question(question)

    # Whether a line would do

    def legal(self, line: str) -> bool:
        """Whether a line reads as moves, and nothing that is known speaks against them."""
        with suppress(QuestionError):
            moves = self.reader(line).would_read()
            return moves is not None and self._is_legal(line, moves)
        return False

    def _poised(self, line: str, moves: Sequence[Written] = ()) -> S:
        """The position as it would be if it were time for a line."""
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
            return all(breach.doubt for breach in objections(self.game.rules, position, move))
        except BellError:
            return False

    def _quiet(self, position: S) -> S:
        """The position after all who are asked have let it go by."""
        for _ in range(_WINDOWS):
            window = _window(position)
            after = self.after(position, Written(Passed(window.awaited[0]))) if window and window.awaited else None
            if after is None:
                break
            position = after
        return position

    # A line that may mean several things

    def question(self, found: QuestionError) -> Ask:
        """Ask what a line leaves open.

        Raises:
            NotationError: no choice reads to its end.
        """
        choices = self._readable(found.choices or (found.stands,))
        if not choices:
            raise NotationError(found.question, column=found.start + 1, read=found.read)
        return Ask(found.question, choices, found.stands)

    def _readable(self, lines: Iterable[str], depth: int = 2) -> tuple[str, ...]:
        """The choices that read as a whole; of one that leaves something open too, what it may mean."""
        found: dict[str, None] = {}
        for line in lines:
            try:
                found |= dict.fromkeys((line,) if self.reader(line).would_read() else ())
            except QuestionError as again:
                found |= dict.fromkeys(self._readable(again.choices, depth - 1) if depth else ())
        legal = tuple(line for line in found if self.legal(line))
        return (legal or tuple(found))[:MOST]

    # A word that does not read

    def slip(self, line: str, slip: SlipError) -> Ask:
        """Ask about a near miss.

        Raises:
            NotationError: nothing near it would be legal; says what would.
        """
        misses = NearMisses(
            cursor=self.table.cursor, is_legal=self._reads_legal, near=self._near, told=self._told, few=MOST,
            moves=lambda line: self.game.rules.legal(self._poised(line), self.seat), listed_as=self.table.listed_as,
        )  # fmt: skip
        return misses.ask(line, slip)

    def _reads_legal(self, line: str) -> bool:
        """Whether a line that was put right is legal; a long one is put right in a few ways only."""
        self._tried += len(line)
        if self._tried > _PATIENCE:
            return False
        try:
            moves = self.reader(line).read()
        except QuestionError:
            return False
        return self._is_legal(line, moves)

    def _told(self, line: str) -> tuple[str, ...]:
        """The legal lines that say what a line of prose says, with something behind their verbs."""
        from projections.notation.prose.ranking import said_lines  # noqa: PLC0415  # where every line reads none is asked

        lines = said_lines(self.game.wordings, self.position, self.seat, line)
        return tuple(islice((choice for choice in lines if ":" in choice and self.legal(choice)), MOST))

    # A line without its verb

    def verbless(self, line: str) -> Ask:
        """Ask about a line that begins with none of the verbs but reads behind one of them.

        Raises:
            NotationError: it does not.
        """
        head, _ = _headed(line)
        if found := self.unnamed(line):
            said = f'no such verb: "{head.strip()}"; which is meant?' if head else "is this a move?"
            return Ask(said, found)
        allowed = tuple(f"{verb}: {said}" for verb, said in self.table.does.items())
        raise NotationError("no such verb", column=1, read=line[:40].strip(), allowed=allowed)

    def unnamed(self, line: str) -> tuple[str, ...]:
        """What a line that begins with none of the verbs would legally say behind one of them."""
        head, body = _headed(line)
        choices: dict[str, None] = {}
        if part := self.table.cursor(line).phrase(self.table.parts):
            choices |= dict.fromkeys(self._behind(f"{part}: {head} {body}".replace(":  ", ": ")))
        for verb in self._verbs(head) if not choices and (head or self.table.names(body)) else ():
            choices |= dict.fromkeys(self._behind(f"{verb}: {body}"))
        return tuple(choices)[:MOST]

    def says_behind_a_verb(self, line: str) -> bool:
        """Whether a line without a verb says a move behind one of them, legal or not."""
        body = _headed(line)[1]
        for verb in self.table.does if body.casefold() not in _NODS else ():
            try:
                if self.reader(f"{verb}: {body}").would_read():
                    return True
            except QuestionError:
                return True
        return False

    def _verbs(self, head: str) -> Iterable[str]:
        """The verbs: those that are spelt like what stands there, then what is due, then the others."""
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
        """What may be meant by a word, the nearest first; all there is where the word is missing."""
        text = self.table.cursor.spelling.plain(read)
        return near(text, words, most=8, cutoff=self.table.alike(text, words), begun=3) if read else every(words)
