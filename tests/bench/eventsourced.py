"""A log as an aggregate of the library eventsourcing, as in its documentation; imported only for `--peers`."""

from eventsourcing.domain import Aggregate, event


class Log(Aggregate):  # type: ignore[misc]  # the library counts as untyped, installed or not
    """The number of entries and the last one, which is the smallest possible fold."""

    @event("Begun")  # type: ignore[untyped-decorator]  # as above
    def __init__(self, game: str) -> None:
        self.game, self.lines, self.last = game, 0, ""

    @event("Filed")  # type: ignore[untyped-decorator]  # as above
    def file(self, at_ms: int, by: str, body: str) -> None:
        del at_ms, by
        self.lines += 1
        self.last = body
