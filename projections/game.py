"""The type of a game: one frozen value made of groups of callables, and the protocols that games meet.

A game knows events and this kernel. It never meets storage, a clock, chance, pages or another game.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Any, Final, Generic, Literal, Protocol, TypeVar

import msgspec

from events.entry import Entry
from events.errors import RefusedError
from events.events import Effect, Event, Move, Rolled, Started
from projections.draft import Draft, Stated, run
from projections.field import Fields
from projections.meta import Meta
from projections.notation.prose.wordings import Wordings
from projections.numbering import Numbering
from projections.terms import Ask, Marks, Order, RandomSource, ReadWord, Status, Written
from projections.wording import titled

S = TypeVar("S", bound=msgspec.Struct)
M = TypeVar("M", bound=Move)
S_contra = TypeVar("S_contra", contravariant=True)


class Notation(Protocol[S_contra]):
    """A game's written lines. What is common to all games (fences, UNDO, FIX, SET) is the reader's."""

    def read(self, line: str, position: S_contra, seat: str, /) -> Written | Ask | tuple[Written, ...]:
        """Read one line of a seat's block; a line may say several moves, or none where it leaves out a step.

        Raises `NotationError` with the column, and what would be legal.
        """

    def words(self, line: str, position: S_contra, seat: str, /) -> Sequence[ReadWord]:
        """What each stretch of a line became, as far as it is understood."""

    def exact(self, line: str, position: S_contra, seat: str, /) -> tuple[Written, ...] | None:
        """The moves of a line that reads as it stands; None where it does not, or something has to be asked."""

    def opens(self, line: str, position: S_contra, seat: str, /) -> bool:
        """Whether a line that does not read opens like a move: with its verb as it is written, or with more."""

    def moves_or_choices(
        self, line: str, position: S_contra, seat: str, /
    ) -> tuple[tuple[Written, ...] | None, Sequence[str]]:
        """As `exact`, with the lines that one may mean which reads but is to be asked about."""

    def write(self, entries: Sequence[Entry], before: S_contra, /) -> str:
        """Write one group so that `read` gives it back; what these entries do not know is `?`."""

    def spell(self, move: Move, position: S_contra, /) -> str:
        """Write a move by itself, with nothing of what becomes of it."""

    def claim(self, place: str, position: S_contra, /) -> str | None:
        """The value of a place as a claim would write it, or None where no such place can be claimed."""


class Odds(Protocol[S_contra]):
    """Exact chances of what is about to be rolled, from a viewer's position."""

    def __call__(self, position: S_contra, /) -> Sequence[str]:
        """One sentence each; none where no dice are due."""


_TRUTHS: Final = {"yes": True, "no": False}


class Chart(msgspec.Struct, frozen=True):
    """A line chart over turns: a title and, for a position, one number a series and, where it has one, its colour."""

    title: str
    series: Callable[[Any], Mapping[str, float]]
    inks: Callable[[Any], Mapping[str, str]] | None = None


class Invariant(msgspec.Struct, Generic[S], frozen=True):
    """What holds between moves: *matter* always, *law* while no breach or stated result stands."""

    name: str
    kind: Literal["matter", "law"]
    holds: Callable[[S], bool]


class Rules(msgspec.Struct, Generic[S, M], frozen=True, kw_only=True):
    """The rulebook of a game.

    `table` is the position before anything is dealt (`data` by hash), `deal` the set-up, `decide` what a move leads
    to, `reducer` the bookkeeping, `legal` every move on offer and `free` those that can be made besides; `silence`
    is the move that saying nothing means, and `unsaid` the compulsory one that a seat has made by then, though
    nobody wrote it, where play is recorded as it stood. `pile` tells the cards of a pile from the top down, `"?"`
    for each unknown one, or None where the thing is laid out and cannot be shuffled anew; `spot` the index that a
    place of a laid-out pile had in its shuffle. `thrower` tells from the position before a roll whose dice fell, ""
    where they are the mover's. `waives` gives the rules that cards in force set aside for a move, each with the
    card that does; `proposes` the ruling that the rulebook itself asks for by default where a move does not keep a
    rule and people read a card differently, "" for none. `numbering` is how things in play get the numbers by which
    later moves mean them, None where they go by their names.
    """

    table: Callable[[Started, Mapping[str, bytes]], S]
    deal: Callable[[Draft[S], Started], None]
    decide: Callable[[Draft[S], M], None]
    reducer: Callable[[S, Event], S]
    legal: Callable[[S, str], Iterable[M]]
    silence: Callable[[S, str], M | None]
    status: Callable[[S], Status]
    unsaid: Callable[[S, str], M | None] = lambda _position, _seat: None
    pile: Callable[[S, str], tuple[str, ...] | None]
    spot: Callable[[str, str], int | None] = lambda _pile, _place: None
    free: Callable[[S, str], Iterable[M]] = lambda _position, _seat: ()
    waives: Callable[[S, Move | None], Mapping[str, str]] = lambda _position, _move: {}
    proposes: Callable[[S, Move, str], str] = lambda _position, _move, _rule: ""
    thrower: Callable[[S, Rolled], str] = lambda _position, _rolled: ""
    numbering: Numbering[S] | None = None
    invariants: Sequence[Invariant[S]] = ()


class View(msgspec.Struct, Generic[S], frozen=True, kw_only=True):
    """How a game is shown: the board as SVG (`draw`) and text, a sentence for an event (`tell`), names and charts.

    Three tell a post what it should say: `totals` the sums that people compare, a phrase each; `hand` what a seat
    holds that others may not see, a phrase each; `recap` what came of a stretch in a sentence or two, given its
    events with the positions around them (None: each move is told in its own sentence). `differ` says how a stated
    result differs from the due one, given the position before, where that is a matter of numbers: the parts of a
    sum, by name; "" where their two sentences say it. `pile_name` is a pile as a sentence names it; `claim_words`
    puts a place that can be claimed and its value into words: what is claimed to be something, and what that is.
    `turn_words` gives the number of the turn, and who has to do what. `place` is the printed name of a place of the
    editor or of a pile, "" for what only the books hold; `value` is what stands at a place, in words. `numbered`
    says what a number in a field of a move is the name of, for the fields that the move lists in `names`; `cards`
    are the cards that an event names, as far as the position knows them, each by its printed name with what it does.
    `moments` are what a replay marks on its timeline beside dice and cards: events by what they are called there, in
    the plural ("conquests"). `night` has the inks that a dark page shows in place of those of the board, beside the
    ones of every board; without, boards and charts stay light.
    """

    draw: Callable[[S, Marks], str]
    text: Callable[[S], str]
    tell: Callable[[Event, S, S], str]
    seat_name: Callable[[S, str], str]
    cards: Callable[[S, Event], Iterable[tuple[str, str]]] = lambda _position, _event: ()
    place: Callable[[S, str], str] = lambda _position, place: place
    value: Callable[[S, str, str], str] = lambda _position, _place, value: value
    totals: Callable[[S], Sequence[str]] = lambda _position: ()
    hand: Callable[[S, str], Sequence[str]] = lambda _position, _seat: ()
    recap: Callable[[Sequence[tuple[Event, S, S]]], Sequence[str] | None] = lambda _steps: None
    pile_name: Callable[[S, str], str] = lambda _position, pile: f"the pile {titled(pile)}"
    claim_words: Callable[[S, str, str], tuple[str, str]] = lambda _position, place, value: (place, value)
    differ: Callable[[Effect, Effect, S], str] = lambda _due, _stated, _before: ""
    turn_words: Callable[[S], tuple[str, str]] | None = None
    numbered: Callable[[S, str, int], str] = lambda _position, _field, number: str(number)
    odds: Odds[S] | None = None
    charts: Sequence[Chart] = ()
    moments: Mapping[str, tuple[type[Event], ...]] = {}
    night: Mapping[str, str] | None = None


class Editor(msgspec.Struct, Generic[S], frozen=True, kw_only=True):
    """How values are set by hand: `mend` gives the effects that set a place or leave a turn unplayed.

    `fields` are the places that can be set, described and claimed; None where the game does not describe its positions.
    `retold` gives, from the position after the
    deal, the options that tell by hand what chance dealt in the open, for a transcript.
    """

    mend: Callable[[S, str, str], Sequence[Effect]]
    fields: Fields[S] | None = None
    retold: Callable[[S], Mapping[str, Any]] = lambda _position: {}


class StandingOrders(msgspec.Struct, Generic[S, M], frozen=True, kw_only=True):
    """What standing orders a game takes.

    `answer` is what an order does now, `heeds` what an order is refused for ("" where it is read), `examples` show
    how orders are worded; a game without any takes none.
    """

    answer: Callable[[Order, S], M | None] = lambda _order, _position: None
    heeds: Callable[[Order, S], str] = lambda _order, _position: "this game takes no standing orders"
    examples: Sequence[str] = ()


class Game(msgspec.Struct, Generic[S, M], frozen=True, kw_only=True):
    """One ruleset on the shelf: a value, not a base class.

    `options` is the frozen struct (with `forbid_unknown_fields`) that `Started.options` is converted to.
    `usual_seats` are names that seats are mostly given, in order. `interjections` are verbs with which another seat
    answers inside a block, behind its name or first letter. `wordings` is what is known of prose about it.
    """

    meta: Meta
    options: type[msgspec.Struct]
    vocabulary: tuple[type[Event], ...]
    rules: Rules[S, M]
    notation: Notation[S]
    view: View[S]
    editor: Editor[S]
    orders: StandingOrders[S, M] = StandingOrders()
    usual_seats: Sequence[str] = ()
    interjections: AbstractSet[str] = frozenset()
    wordings: Wordings | None = None

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
        return self.rules.table(started, data or {})

    def read_otherwise(self, started: Started, given: Mapping[str, str]) -> Started:
        """A start with other options, as far as this game has options of these names; `yes` and `no` are truths.

        Raises:
            RefusedError: a value is not allowed.
        """
        known = {info.name for info in msgspec.structs.fields(self.options)}
        said = {name: _TRUTHS.get(value.lower(), value) for name, value in given.items() if name in known}
        try:
            read = msgspec.convert({**started.options, **said}, self.options, strict=False)
        except msgspec.ValidationError as error:
            raise RefusedError(f"options of {self.meta.slug}: {error}") from error
        values = msgspec.to_builtins(read)
        return msgspec.structs.replace(started, options={**started.options, **{name: values[name] for name in said}})

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

    def play(self, position: S, move: M, random_source: RandomSource, **how: Any) -> tuple[list[Entry], S]:
        """Decide one move strictly: its lines and the position after. Raises `IllegalMoveError`."""
        draft = run(self.rules, position, move, random_source, **how)
        return draft.entries, draft.now

    def begin(
        self, started: Started, random_source: RandomSource, data: Mapping[str, bytes] | None = None
    ) -> tuple[list[Entry], S]:
        """Set up and deal: the lines of the deal and the position after."""
        draft = Draft(self.rules, self.set_up(started, data), random_source)
        self.rules.deal(draft, started)
        return draft.entries, draft.now

    def stated(self, written: Written) -> Stated:
        """What a written line states of its results."""
        return Stated(written.stated, written.absent)
