"""Ways to read a line at a table of a game, and to be asked or refused."""

from typing import Any

import pytest

from events.errors import NotationError
from events.facts import Move
from projections.game import Game
from projections.terms import Ask, Written


class LineReader:
    """Reads lines of a game; at `table` and by `seat` where no other is given."""

    def __init__(self, game: Game[Any, Any], table: Any, seat: str) -> None:
        self.notation, self.table, self.seat = game.notation, table, seat

    def _found(self, line: str, position: Any, seat: str | None) -> Written | Ask | tuple[Written, ...]:
        return self.notation.read(line, position or self.table, self.seat if seat is None else seat)

    def read(self, line: str, position: Any = None, seat: str | None = None) -> Written:
        written = self._found(line, position, seat)
        assert isinstance(written, Written), written
        return written

    def moves(self, line: str, position: Any = None, seat: str | None = None) -> tuple[Written, ...]:
        written = self._found(line, position, seat)
        assert not isinstance(written, Ask), written
        return (written,) if isinstance(written, Written) else written

    def said(self, line: str, position: Any = None, seat: str | None = None) -> list[Move]:
        return [written.move for written in self.moves(line, position, seat)]

    def ask(self, line: str, position: Any = None, seat: str | None = None) -> tuple[str, ...]:
        asked = self._found(line, position, seat)
        assert isinstance(asked, Ask), asked
        assert 1 <= len(asked.choices) <= 5
        for choice in asked.choices:
            self.moves(choice, position, seat)
        return asked.choices

    def refused(self, line: str, position: Any = None, seat: str | None = None) -> NotationError:
        with pytest.raises(NotationError) as caught:
            self._found(line, position, seat)
        return caught.value
