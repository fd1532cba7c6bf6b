"""The errors of Cloister Bell, a class for each cause.

Messages are lower case without a full stop and say what was asked and what is allowed.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from events.entry import Line


class BellError(Exception):
    """The base of all errors that Cloister Bell raises.

    Each class has an HTTP `status`, and a `code` that stays the same if the message changes.
    """

    status = 422
    code = "error"


class RefusedError(BellError):
    """Bad input from outside, such as an id, an option, a file or a form; names the place and what is allowed."""

    status = 422
    code = "refused"


class NotAllowedError(RefusedError):
    """Somebody may not do what they ask for here; says who may."""

    status = 403
    code = "not-allowed"


class LogError(BellError):
    """The log cannot be read or written as asked."""

    status = 500
    code = "log"


class StorageError(LogError):
    """The file takes nothing at present: its disk is full or may not be written, or another process keeps it busy."""

    status = 503
    code = "storage"


class MovedAwayError(StorageError):
    """The database was moved to another place: it is read on, and takes nothing any more."""

    status = 410
    code = "moved-away"


class UnknownSessionError(LogError):
    """No such session in this store."""

    status = 404
    code = "unknown-session"


class ConflictError(LogError):
    """Somebody else wrote first, or a key was used for another request.

    `missed` holds the lines the author has not seen, as the author may know them.
    """

    status = 409
    code = "conflict"

    def __init__(self, message: str, missed: "Sequence[Line]" = ()) -> None:
        super().__init__(message)
        self.missed = tuple(missed)


class SuspendedError(LogError):
    """The session is held: it takes no moves until a moderator has looked."""

    status = 409
    code = "held"


class CorruptLogError(LogError):
    """A stored line does not say what was written; `seq` is its number, 0 where no line is to blame."""

    status = 500
    code = "corrupt-log"

    def __init__(self, message: str, seq: int = 0) -> None:
        super().__init__(message)
        self.seq = seq


class IllegalMoveError(BellError):
    """A rule refuses the move; nothing was written. `rule` is its id."""

    status = 422
    code = "illegal-move"

    def __init__(self, rule: str, message: str) -> None:
        super().__init__(f"{message} ({rule})" if rule else message)
        self.rule = rule
        self.reason = message


class UnplayableError(BellError):
    """A move names something that is not on this board at all."""

    status = 422
    code = "unplayable"


class CannotTellError(BellError):
    """A result depends on something this reader does not know; `ask` says what would tell it, where a writer can."""

    status = 422
    code = "cannot-tell"

    def __init__(self, message: str, ask: str = "") -> None:
        super().__init__(message)
        self.ask = ask


class NeedsRandomSourceError(BellError):
    """Chance was asked for where none may be shown: in a preview, a check, a list of legal moves."""

    status = 422
    code = "needs-chance"


class NotationError(BellError):
    """A written line that cannot be read: where, what was read, what would be allowed.

    Lines and columns count from 1.
    """

    status = 422
    code = "notation"

    def __init__(
        self, message: str, *, line: int = 0, column: int = 0, read: str = "", allowed: Sequence[str] = ()
    ) -> None:
        super().__init__(message)
        self.reason, self.line, self.column, self.read, self.allowed = message, line, column, read, tuple(allowed)

    def __str__(self) -> str:
        place = f"line {self.line}, column {self.column}: " if self.line else ""
        read = f' (read "{self.read}")' if self.read else ""
        allowed = f"; allowed: {', '.join(self.allowed)}" if self.allowed else ""
        return f"{place}{self.reason}{read}{allowed}"
