"""Structs that games and the kernel share: status, outcome, parsed lines, changes to mark, and the source of chance."""

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

import msgspec

from events.events import Drawn, Effect, Event, Move, Revealed, Rolled, Shuffled


class Changeable(msgspec.Struct, frozen=True):
    """A struct with a method that returns a changed copy."""

    replace = msgspec.Struct.__replace__
    """Return a changed copy. As a method of the library, it takes a fourth of the time of `msgspec.structs.replace`."""


class RandomSource(Protocol):
    """The source of random results. Each method returns the event that is stored."""

    def roll(self, die: str, sides: int, purpose: str, /) -> Rolled:
        """Roll the dice named in `die`. Return the event, which has one face for each name."""

    def shuffle(self, pile: str, cards: Sequence[str], /) -> Shuffled:
        """Shuffle cards (`"?"`: an unknown card) into a pile, and return the event."""

    def draw(self, player: str, pile: str, top: Sequence[str], /) -> Drawn:
        """Draw the `top` cards of a pile for a seat: ids, `"?"` if unknown to the position. Return the event."""

    def turn_up(self, pile: str, place: str, item: str, /) -> Revealed:
        """Turn up the card or tile `item` (`"?"` if unknown to the position) at `place`, and return the event."""


class Outcome(msgspec.Struct, frozen=True):
    """How a session ended: the winning seats (empty for no winner) and the rulebook's word for it."""

    winners: tuple[str, ...]
    how: str


class Status(msgspec.Struct, frozen=True):
    """The state of play; the same for every viewer.

    `turn` counts turns from 1 (0 before the first), `round` counts rounds in which each seat has a turn. `seat` has the
    turn. `awaited` are the seats that must or may act now, in order. `step` is the rulebook's word for the next step.
    """

    turn: int
    round: int
    seat: str
    step: str
    awaited: tuple[str, ...]
    outcome: Outcome | None = None


class Order(msgspec.Struct, frozen=True):
    """A standing order of a seat, in the seat's words."""

    seat: str
    text: str


class Marks(NamedTuple):
    """What a board highlights: the last events, and the position before them."""

    events: tuple[Event, ...] = ()
    before: Any = None


class Claim(msgspec.Struct, frozen=True):
    """A board statement: a field of the board, and the value that a post declares for it."""

    place: str
    value: str


class ObservedChance(msgspec.Struct, frozen=True):
    """The random results that an author saw: faces of dice, cards drawn (`"?"` for an unseen one), items turned up.

    `receipt` is the source of the dice as the author wrote it (`hand`, `srv#881`), or "".
    """

    faces: tuple[tuple[int, ...], ...] = ()
    cards: tuple[str, ...] = ()
    items: tuple[str, ...] = ()
    orders: tuple[tuple[str, ...], ...] = ()
    receipt: str = ""


class Written(msgspec.Struct, frozen=True):
    """A parsed line: a move, the random results that the author saw, declared results, and board statements.

    Effects in `stated` replace the expected ones of the same kind and subject. Kinds in `absent` did not happen.
    """

    move: Move
    seen: ObservedChance = ObservedChance()
    stated: tuple[Effect, ...] = ()
    absent: tuple[type[Effect], ...] = ()
    claims: tuple[Claim, ...] = ()


class ReadWord(NamedTuple):
    """The meaning of a part of a line. Examples of `kind` are a verb, a slot of a form, and a random result."""

    start: int
    end: int
    kind: str
    value: Any = None


class Ask(msgspec.Struct, frozen=True):
    """A line that could mean several things: a question, and each answer as a complete line.

    `stands` is the line with exactly what was written, for games that are recorded as played, or "".
    """

    question: str
    choices: tuple[str, ...]
    stands: str = ""
