"""A session in which a post is filed together with what its line does, and the answer to it with both.

Lines that every game shares go through functions of their own (a takeback, a correction, a value set), each with its
own transaction. What stands before them is filed in that same transaction, or not at all.
"""

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager

import msgspec

from events.entry import Entry, Head, Line
from events.events import SessionEvent
from events.session_events import HiddenInfoProbe
from events.store.protocol import Writer
from replay.session.conflicts import require_seen
from replay.session.session import Session
from replay.session.submission import Answer, keep_answer, kept_answer


class Preface(msgspec.Struct, frozen=True):
    """What goes with the next transaction: the lines before it, the last line its author saw, and its key."""

    by: str
    notes: tuple[SessionEvent, ...] = ()
    after: int | None = None
    key: str = ""
    asked: str = ""
    going_on: bool = False


class PrefacedSession(Session):
    """A session whose next transaction may have a preface: lines that are filed before what it files itself."""

    _preface: Preface | None = None
    _inside = False
    _tries = False

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
                keep_answer(self, preface.by, preface.key, preface.asked, int(not self._tries), done=not self._tries)
            except BaseException:
                self._preface = preface
                raise
            finally:
                self._inside = False

    def file_tries(self, tries: Sequence[HiddenInfoProbe], by: str) -> None:
        """File what is tried, with what was to go before it: it stays where the table refuses the rest."""
        before, self._tries = self._preface, True
        try:
            super().file_tries(tries, by)
        finally:
            self._tries = False
        self._preface = before and msgspec.structs.replace(before, notes=(), after=self.head.seq)

    @contextmanager
    def prefaced(self, preface: Preface) -> Iterator[Answer | None]:
        """Give the next transaction a preface; yields the answer where the same was filed before.

        Of what was tried before, and stands in the log, the preface does not go with it again.

        Raises:
            ConflictError: the key was used for another request, or others moved first.
        """
        found = kept_answer(self, preface.by, preface.key, preface.asked)
        if found is not None and found.done:
            yield found
            return
        self._preface = preface if found is None else msgspec.structs.replace(preface, notes=(), after=found.head_seq)
        try:
            yield None
        finally:
            self._preface = None
