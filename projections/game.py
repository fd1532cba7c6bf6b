"""What a game is: one frozen value made of callables, and the protocols that games meet.

A game knows facts and this kernel. It never meets storage, a clock, chance, pages or another game.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from typing import Any, Generic, Literal, NamedTuple, Protocol, TypeVar

import msgspec

from events.errors import RefusedError
from events.facts import Drawn, Effect, Fact, Move, Revealed, Rolled, Shuffled, Started
from events.line import Entry
from projections.draft import Draft, Stated, run
from projections.meta import Meta
from projections.optional import (
    mover,
    moves_told,
    no_order,
    no_phrases,
    no_spot,
    not_heeded,
    nothing_free,
    nothing_proposed,
    nothing_told,
    nothing_waived,
    plain_number,
)

__all__ = [
    "Ask",
    "Chart",
    "Claim",
    "Fate",
    "Game",
    "Invariant",
    "Marks",
    "Notation",
    "Odds",
    "Order",
    "Outcome",
    "Seen",
    "Status",
    "Written",
]

S = TypeVar("S", bound=msgspec.Struct)
M = TypeVar("M", bound=Move)
S_contra = TypeVar("S_contra", contravariant=True)


class Fate(Protocol):
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
    """What to mark on a board: the facts that led here, and the position before them."""

    facts: tuple[Fact, ...] = ()
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


class Ask(msgspec.Struct, frozen=True):
    """A written line that may mean several things: a question, and each choice as a whole line that reads."""

    question: str
    choices: tuple[str, ...]


class Notation(Protocol[S_contra]):
    """A game's written lines. What is common to all games (fences, UNDO, FIX, SET) is the reader's."""

    def read(self, line: str, position: S_contra, seat: str, /) -> Written | Ask | tuple[Written, ...]:
        """Read one line of a seat's block; a line may say several moves, or none where it leaves out a step.

        Raises `NotationError` with the column, and what would be legal.
        """

    def write(self, entries: Sequence[Entry], before: S_contra, /) -> str:
        """Write one group so that `read` gives it back; what these entries do not know is `?`."""

    def claim(self, place: str, position: S_contra, /) -> str | None:
        """The value of a place as a claim would write it, or None where no such place can be claimed."""


class Odds(Protocol[S_contra]):
    """Exact chances of what is about to be rolled, from a viewer's position."""

    def __call__(self, position: S_contra, /) -> Sequence[str]:
        """One sentence each; none where no dice are due."""


class Chart(msgspec.Struct, frozen=True):
    """A line chart over turns: a title and, for a position, one number a series and, where it has one, its colour."""

    title: str
    series: Callable[[Any], Mapping[str, float]]
    inks: Callable[[Any], Mapping[str, str]] | None = None


@dataclass(frozen=True)
class Invariant(Generic[S]):
    """What holds between moves: *matter* always, *law* while no breach or stated result stands."""

    name: str
    kind: Literal["matter", "law"]
    holds: Callable[[S], bool]


@dataclass(frozen=True, kw_only=True)
class Game(Generic[S, M]):
    """One ruleset on the shelf: a value, not a base class.

    `options` is the frozen struct (with `forbid_unknown_fields`) that `Started.options` is converted to. `pile` tells
    the cards of a pile from the top down, `"?"` for each unknown one, or None where the thing is laid out and cannot
    be shuffled anew; `spot` the index that a place of a laid-out pile had in its shuffle. `thrower` tells from the
    position before a roll whose dice fell, "" where they are the mover's. `retold` gives, from the position after the
    deal, the options that tell by hand what chance dealt in the open, for a transcript. `describe` gives a position
    as places and values that `mend` takes, in the order in which they are set, options by their names first. `waives`
    gives the rules that cards in force set aside for a move, each with the card that does; `proposes` the ruling that
    the rulebook itself asks for by default where a move does not keep a rule and people read a card differently, ""
    for none. `data` names the files that a table may bring of its own (TOML; `table` gets them as JSON), each with
    the one that ships, in the game's folder.

    Three tell a post what it should say: `totals` the sums that people compare, a phrase each; `hand` what a seat
    holds that others may not see, a phrase each; `recap` what came of a stretch in a sentence or two, given its facts
    with the positions around them (None: each move is told in its own sentence). `usual_seats` are names that seats
    are mostly given, in order. `interjections` are verbs with which another seat answers inside a block, behind its
    name or first letter. `numbered` says what a number in a field of a move is the name of, for the fields that
    the move lists in `names`.
    """

    meta: Meta
    options: type[msgspec.Struct]
    vocabulary: tuple[type[Fact], ...]
    table: Callable[[Started, Mapping[str, bytes]], S]
    deal: Callable[[Draft[S], Started], None]
    decide: Callable[[Draft[S], M], None]
    reducer: Callable[[S, Fact], S]
    legal: Callable[[S, str], Iterable[M]]
    silence: Callable[[S, str], M | None]
    status: Callable[[S], Status]
    mend: Callable[[S, str, str], Sequence[Effect]]
    pile: Callable[[S, str], tuple[str, ...] | None]
    draw: Callable[[S, Marks], str]
    text: Callable[[S], str]
    tell: Callable[[Fact, S, S], str]
    notation: Notation[S]
    seat_name: Callable[[S, str], str]
    invariants: Sequence[Invariant[S]] = ()
    answer: Callable[[Order, S], M | None] = no_order
    heeds: Callable[[Order, S], str] = not_heeded
    free: Callable[[S, str], Iterable[M]] = nothing_free
    orders: Sequence[str] = ()
    waives: Callable[[S, Move | None], Mapping[str, str]] = nothing_waived
    proposes: Callable[[S, Move, str], str] = nothing_proposed
    spot: Callable[[str, str], int | None] = no_spot
    retold: Callable[[S], Mapping[str, Any]] = nothing_told
    thrower: Callable[[S, Rolled], str] = mover
    totals: Callable[[S], Sequence[str]] = no_phrases
    hand: Callable[[S, str], Sequence[str]] = no_phrases
    recap: Callable[[Sequence[tuple[Fact, S, S]]], Sequence[str] | None] = moves_told
    describe: Callable[[S], Sequence[tuple[str, str]]] | None = None
    numbered: Callable[[S, str, int], str] = plain_number
    odds: Odds[S] | None = None
    charts: Sequence[Chart] = ()
    data: Mapping[str, str] = field(default_factory=dict)
    usual_seats: Sequence[str] = ()
    interjections: AbstractSet[str] = frozenset()

    def set_up(self, started: Started, data: Mapping[str, bytes] | None = None) -> S:
        """The position before anything is dealt.

        Raises:
            RefusedError: seats or options are not this game's; names the one and what is allowed.
        """
        fewest, most = self.meta.seats
        if not fewest <= len(started.seats) <= most:
            raise RefusedError(f"{self.meta.title} takes {self.meta.seats_said}, not {len(started.seats)}")
        if len(set(started.seats)) != len(started.seats):
            raise RefusedError(f"a seat is named twice: {', '.join(started.seats)}")
        self.read_options(started.options)
        return self.table(started, data or {})

    def read_options(self, given: Mapping[str, Any]) -> Any:
        """The options as the game's struct.

        Raises:
            RefusedError: an unknown option or value, by name.
        """
        try:
            return msgspec.convert(dict(given), self.options)
        except msgspec.ValidationError as error:
            known = ", ".join(sorted(info.name for info in msgspec.structs.fields(self.options)))
            raise RefusedError(f"options of {self.meta.slug}: {error}; known are {known}") from error

    def play(self, position: S, move: M, fate: Fate, **how: Any) -> tuple[list[Entry], S]:
        """Decide one move strictly: its lines and the position after. Raises `IllegalMoveError`."""
        draft = run(self, position, move, fate, **how)
        return draft.entries, draft.now

    def begin(self, started: Started, fate: Fate, data: Mapping[str, bytes] | None = None) -> tuple[list[Entry], S]:
        """Set up and deal: the lines of the deal and the position after."""
        draft = Draft(self, self.set_up(started, data), fate)
        self.deal(draft, started)
        return draft.entries, draft.now

    def stated(self, written: Written) -> Stated:
        """What a written line states of its results."""
        return Stated(written.stated, written.absent)
