"""The errors of Cloister Bell, one class for each cause.

Messages are lower case, without a full stop. They name what was asked and what is allowed.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from events.entry import Line


class BellError(Exception):
    """Base class of all errors that Cloister Bell raises.

    Each class has an HTTP `status`, and a `code` that stays the same if the message changes.
    """

    status = 422
    code = "error"


class RefusedError(BellError):
    """Invalid input, such as an id, an option, a file or a form. The message names the input and what is allowed."""

    code = "refused"


class NotAllowedError(RefusedError):
    """The person or role may not do this. The message says who may."""

    status = 403
    code = "not-allowed"


class LogError(BellError):
    """The log cannot be read or written as requested."""

    status = 500
    code = "log"


class StorageError(LogError):
    """The database cannot be written at present: the disk is full or read-only, or another process blocks it."""

    status = 503
    code = "storage"


class MovedAwayError(StorageError):
    """The database was moved to another place. The old copy can be read, but not written."""

    status = 410
    code = "moved-away"


class UnknownSessionError(LogError):
    """The store has no such session."""

    status = 404
    code = "unknown-session"


class MissingGameError(LogError):
    """The game of a session is not installed, or cannot be imported. The message names its package."""

    status = 503
    code = "missing-game"


class ConflictError(LogError):
    """Another writer was first, or the idempotency key was used for another request.

    `missed` are the entries that the author has not seen.
    """

    status = 409
    code = "conflict"

    def __init__(self, message: str, missed: "Sequence[Line]" = ()) -> None:
        super().__init__(message)
        self.missed = tuple(missed)


class SuspendedError(LogError):
    """The session is locked: it takes no moves until a moderator unlocks it."""

    status = 409
    code = "held"


class CorruptLogError(LogError):
    """A stored entry is damaged. `seq` is its number, or 0 if no single entry is the cause."""

    code = "corrupt-log"

    def __init__(self, message: str, seq: int = 0) -> None:
        super().__init__(message)
        self.seq = seq


class IllegalMoveError(BellError):
    """A rule forbids the move; nothing was written. `rule` is the rule's id.

    `requirement` is what the rule requires; `found` is the fact that does not fit, "" if the requirement says all.
    `advice` says what to do next.
    """

    code = "illegal-move"

    def __init__(self, rule: str, requirement: str, found: str = "", advice: str = "") -> None:
        self.rule, self.requirement, self.found = rule, requirement, found
        self.reason = f"{requirement}: {found}" if found else requirement
        told = f"{self.reason} ({rule})" if rule else self.reason
        super().__init__(f"{told}. {advice}" if advice else told)


class UnplayableError(BellError):
    """A move names something that does not exist on this board."""

    code = "unplayable"


class CannotTellError(BellError):
    """A result depends on something that the viewer does not know.

    `ask` says what to write in the post, if anything.
    """

    code = "cannot-tell"

    def __init__(self, message: str, ask: str = "") -> None:
        super().__init__(message)
        self.ask = ask


class NeedsRandomSourceError(BellError):
    """A preview, a check or a list of legal moves would need a random result, which must not be revealed there."""

    code = "needs-chance"


class NotationError(BellError):
    """A line of notation that cannot be parsed: where (counted from 1), the text found, and what is allowed there."""

    code = "notation"

    def __init__(
        self, message: str, *, line: int = 0, column: int = 0, read: str = "", allowed: Sequence[str] = ()
    ) -> None:
        super().__init__(message)
        self.reason, self.line, self.column, self.read, self.allowed = message, line, column, read, tuple(allowed)

    def __str__(self) -> str:
        place = f"line {self.line}, column {self.column}: " if self.line else ""
        read = f' (found "{self.read}")' if self.read else ""
        allowed = f". Allowed: {', '.join(self.allowed)}" if self.allowed else ""
        return f"{place}{self.reason}{read}{allowed}"
