"""A look at posts before they are filed, line by line: in every position that chance could bring, as far as one sees.

A line is refused where it is refused whatever comes. Where there are too many ways, only the words are read from there.
"""

from collections import Counter
from typing import Any, Final

from events.errors import BellError, NeedsFateError, NotationError
from events.facts import Move
from projections.draft import objections
from projections.terms import Ask, Written
from replay.live.implied_moves import accepts, implied_moves
from replay.live.outcomes import MOST, kinds_of, outcomes
from replay.live.session import Session
from replay.posts.commands import common_line
from replay.posts.fences import Said
from replay.posts.transcript import VERB, Echo

__all__ = ["Look"]

_CHANCE: Final = "chance is asked when it is filed"
_LATER: Final = "is carried out when it is filed"


class Look:
    """Reads lines one after the other. Once it is `blind` it reads their words and no more."""

    def __init__(self, session: Session, reader: str) -> None:
        self.session, self.game = session, session.game
        self.positions: list[Any] = [session.view(reader).position]
        self.kinds = kinds_of(self.game, session.started, lambda pin: session.store.data(pin).encode())
        self.blind = False

    def line(self, said: Said, seat: str) -> Echo:
        """How a line reads; the next one is read behind it."""
        if common_line(said.meant) is not None:
            self.blind = True
            return Echo(said.number, said.meant, "ok", _LATER)
        try:
            led = [self._lead(position, said, seat) for position in self.positions]
        except NeedsFateError:
            self.blind = True
            led = [self._lead(self.positions[0], said, seat)]
        after = [position for each in led if not isinstance(each, Echo) for position in each]
        if not after:
            return Counter(each for each in led if isinstance(each, Echo)).most_common(1)[0][0]
        self.blind = self.blind or len(after) > MOST
        self.positions = self.positions[:1] if self.blind else after
        return Echo(said.number, said.meant, "ok", _CHANCE if self.blind or len(after) > 1 else "")

    def _lead(self, position: Any, said: Said, seat: str) -> list[Any] | Echo:
        """Where a line leads from one position, or how it is refused there.

        Raises:
            NeedsFateError: that cannot be foreseen.
        """
        number, text = said.number, said.meant
        try:
            written = self.game.notation.read(text, position, seat)
            if isinstance(written, Ask):
                return Echo(number, text, "ask", written.question, choices=written.choices)
            return self._through(position, (written,) if isinstance(written, Written) else written, said)
        except NotationError as error:
            if not VERB.match(text) and not said.answer:
                return Echo(number, text, "chat")
            return Echo(number, text, "ask", str(error), choices=error.allowed)
        except NeedsFateError:
            raise
        except BellError as error:
            return Echo(number, text, "fix", str(error), getattr(error, "rule", ""))

    def _through(self, position: Any, moves: tuple[Written, ...], said: Said) -> list[Any] | Echo:
        """The positions behind the moves of a line; or what speaks against one of them, whatever came before it."""
        positions = [position]
        for written in () if self.blind else moves:
            after, refused = list[Any](), list[Echo]()
            for each in self._in_silence(positions, written.move):
                certain = [found for found in objections(self.game.rules, each, written.move) if not found.doubt]
                if certain and not said.keep:
                    self._require_no_order(each, written.move)
                    refused.append(Echo(said.number, said.meant, "fix", certain[0].message, certain[0].rule))
                else:
                    after = _few([*after, *outcomes(self.game, each, written.move, self.kinds)])
            if not after:
                return refused[0]
            positions = after
        return positions

    def _in_silence(self, positions: list[Any], move: Move) -> list[Any]:
        """The positions behind the silence that a move stands on, where it stands on any."""
        found = list[Any]()
        for position in positions:
            led = [position]
            quiet = () if accepts(self.game, position, move) else implied_moves(self.game, position, move, strict=True)
            for silent in quiet:
                led = _few([after for each in led for after in outcomes(self.game, each, silent, self.kinds)])
            found += led
        return _few(found)

    def _require_no_order(self, position: Any, move: Move) -> None:
        """Say nothing against a move before which a standing order may act; what orders say, only their seats know.

        Raises:
            NeedsFateError: there is one.
        """
        if any(
            seat != move.player and seat in self.session.orders for seat in self.game.rules.status(position).awaited
        ):
            raise NeedsFateError(_LATER)


def _few(positions: list[Any]) -> list[Any]:
    if len(positions) > MOST:
        raise NeedsFateError(_CHANCE)
    return positions
