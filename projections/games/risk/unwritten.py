"""No written lines yet."""

from collections.abc import Sequence

from events.errors import NotationError
from events.line import Entry
from projections.game import Ask, Written
from projections.games.risk.position import World


class Lines:
    """Refuses every line."""

    def read(self, line: str, _position: World, _seat: str, /) -> Written | Ask | tuple[Written, ...]:
        """Refuse."""
        raise NotationError("no line reads yet", column=1, read=line)

    def write(self, _entries: Sequence[Entry], _before: World, /) -> str:
        """Refuse."""
        raise NotationError("no line is written yet", column=1)

    def claim(self, _place: str, _position: World, /) -> str | None:
        """Nothing can be claimed."""
        return None
