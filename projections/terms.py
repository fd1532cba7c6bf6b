"""The structs that games and the kernel pass each other: status, outcome, what a line reads as, marks, chance."""

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol, Self

import msgspec

from events.events import Drawn, Effect, Event, Move, Revealed, Rolled, Shuffled


class Changeable(msgspec.Struct, frozen=True):
    """A struct that gives changed copies of itself."""

    def replace(self, **changes: Any) -> Self:
        """A changed copy."""
        return msgspec.structs.replace(self, **changes)


class RandomSource(Protocol):
    """Where chance comes from. Each answer is the Chance line that is stored."""

    def roll(self, die: str, sides: int, purpose: str, /) -> Rolled:
        """Roll the dice named in `die`, one face a name."""

    def shuffle(self, pile: str, cards: Sequence[str], /) -> Shuffled:
        """Shuffle these cards; `"?"` stands for one nobody here knows."""

    def draw(self, player: str, pile: str, top: Sequence[str], /) -> Drawn:
        """Let a seat draw; `top` is what the position knows of the cards on top, `"?"` where it does not."""

    def turn_up(self, pile: str, place: str, item: str, /) -> Revealed:
        """Turn up what lies at a place; `item` is what the position knows of it, or `"?"`."""


class Outcome(msgspec.Struct, frozen=True):
    """How a session ended: the winning seats (none: nobody) and how, in the rulebook's word."""

    winners: tuple[str, ...]
    how: str


class Status(msgspec.Struct, frozen=True):
    """Where a session stands; the same on every viewer's position.

    `turn` counts turns through the session from 1 (0 before the first), `round` once about the table. `seat` has the
    turn; `awaited` are the seats that must or may act now, in order; `step` is the rulebook's word for what is due.
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
    """What to mark on a board: the events that led here, and the position before them."""

    events: tuple[Event, ...] = ()
    before: Any = None


class Claim(msgspec.Struct, frozen=True):
    """A value that a post states of the position after its line: a place and what is said to be there."""

    place: str
    value: str


class Seen(msgspec.Struct, frozen=True):
    """Chance that a writer saw: faces of dice, cards drawn (`"?"` for a card not seen), an item turned up.

    `receipt` names the source as written (`hand`, `srv#881`), "" where none is given.
    """

    faces: tuple[tuple[int, ...], ...] = ()
    cards: tuple[str, ...] = ()
    items: tuple[str, ...] = ()
    orders: tuple[tuple[str, ...], ...] = ()
    receipt: str = ""


class Written(msgspec.Struct, frozen=True):
    """How one written line reads: a move, what the writer saw of chance, what is stated of its results, and claims.

    `stated` effects are stored in place of the due ones of the same kind and subject; kinds in `absent` are left out.
    """

    move: Move
    seen: Seen = Seen()
    stated: tuple[Effect, ...] = ()
    absent: tuple[type[Effect], ...] = ()
    claims: tuple[Claim, ...] = ()


class ReadWord(NamedTuple):
    """What a stretch of a line became: a verb, a word of a form, a value of a slot, chance seen, a result, a claim."""

    start: int
    end: int
    kind: str
    value: Any = None


class Ask(msgspec.Struct, frozen=True):
    """A written line that may mean several things: a question, and each choice as a whole line that reads.

    `stands` is the line that says just what was written, where all is recorded as it stood; "" where there is none.
    """

    question: str
    choices: tuple[str, ...]
    stands: str = ""
