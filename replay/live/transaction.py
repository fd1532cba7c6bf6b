"""A session in which a post is filed together with what its line does, and the answer to it with both.

Lines that every game shares go through functions of their own (a takeback, a correction, a value set), each with its
own transaction. What stands before them is filed in that same transaction, or not at all.
"""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager

import msgspec

from events.errors import ConflictError
from events.facts import Conduct
from events.line import Entry, Head, Line
from events.store.protocol import Submission, Writer
from replay.live.conflicts import require_seen
from replay.live.session import Session
from replay.live.submission import Answer

__all__ = ["Preface", "Prefaced"]


class Preface(msgspec.Struct, frozen=True):
    """What goes with the next transaction: the lines before it, the last line its author saw, and its key."""

    by: str
    notes: tuple[Conduct, ...] = ()
    after: int | None = None
    key: str = ""
    asked: str = ""
    going_on: bool = False


class Prefaced(Session):
    """A session whose next transaction may have a preface."""

    _preface: Preface | None = None
    _inside = False

    @property
    def head(self) -> Head:
        """The last line as this object knows it; within a transaction, the last one written."""
        return self._writer.head if self._inside else super().head

    @contextmanager
    def writing(self, opening: AbstractContextManager[Writer] | None = None) -> Iterator[list[Line]]:
        """One transaction, which begins with what was to go before it."""
        preface, self._preface = self._preface, None
        with super().writing(opening) as missed:
            if preface is None:
                yield missed
                return
            require_seen(self, preface.by, preface.after, going_on=preface.going_on)
            self._inside = True
            try:
                if preface.notes:
                    self.append([Entry(note, preface.by) for note in preface.notes])
                yield missed
                self._answer(preface)
            finally:
                self._inside = False

    def _answer(self, preface: Preface) -> None:
        if preface.key:
            head = self.writer.head
            answer = msgspec.json.encode(Answer(1, head.seq, head.hex, done=True)).decode()
            self.writer.answer(Submission(preface.by, preface.key, preface.asked, answer))

    @contextmanager
    def prefaced(self, preface: Preface) -> Iterator[Answer | None]:
        """Give the next transaction a preface; yields the answer where the same was filed before.

        Raises:
            ConflictError: the key was used for another request, or others moved first.
        """
        found = self.store.submission(self.row.session, preface.by, preface.key) if preface.key else None
        if found is not None:
            if found.hash != preface.asked:
                raise ConflictError("this key was used for another request")
            yield msgspec.json.decode(found.answer, type=Answer)
            return
        self._preface = preface
        try:
            yield None
        finally:
            self._preface = None
