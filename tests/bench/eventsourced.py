"""A log as an aggregate of the library eventsourcing, as its documents show it; imported where peers are asked for."""

from eventsourcing.domain import Aggregate, event


class Log(Aggregate):  # type: ignore[misc]  # the library is looked at as untyped, installed or not
    """So many lines, and the last of them: the least that a fold can do."""

    @event("Begun")  # type: ignore[untyped-decorator]  # as above
    def __init__(self, game: str) -> None:
        self.game, self.lines, self.last = game, 0, ""

    @event("Filed")  # type: ignore[untyped-decorator]  # as above
    def file(self, at_ms: int, by: str, body: str) -> None:
        del at_ms, by
        self.lines += 1
        self.last = body
