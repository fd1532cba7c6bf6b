"""The type of a game: one frozen value with groups of callables, and the protocols that a game implements.

A game knows only events and this kernel: no storage, clock, chance, pages or other games.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence, Set as AbstractSet
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
    """The notation of a game's moves. Lines common to all games (fences, UNDO, FIX, SET) are parsed elsewhere."""

    @property
    def verbs(self) -> AbstractSet[str]:
        """The verbs at the start of lines, as `write` spells them."""

    def read(self, line: str, position: S_contra, seat: str, /) -> Written | Ask | tuple[Written, ...]:
        """Parse one line that a seat wrote. A line may contain several moves, or none if it skips a step.

        Raises:
            NotationError: the line cannot be parsed; gives the column and what would be legal there.
        """

    def words(self, line: str, position: S_contra, seat: str, /) -> Sequence[ReadWord]:
        """Return the meaning of each part of a line, as far as the line can be parsed."""

    def exact(self, line: str, position: S_contra, seat: str, /) -> tuple[Written, ...] | None:
        """Return the moves of a complete line; None if the line cannot be parsed or is ambiguous."""

    def opens(self, line: str, position: S_contra, seat: str, /) -> bool:
        """Return whether a line that cannot be parsed begins like a move."""

    def moves_or_choices(
        self, line: str, position: S_contra, seat: str, /
    ) -> tuple[tuple[Written, ...] | None, Sequence[str]]:
        """Return the result of `exact` and, if the line is ambiguous, the lines that it could mean."""

    def write(self, entries: Sequence[Entry], before: S_contra, /) -> str:
        """Return the line for one group (a move and its results), so that `read` returns the move.

        Unknown values become `?`.
        """

    def spell(self, move: Move, position: S_contra, /) -> str:
        """Return the line for a move without its results."""

    def claim(self, place: str, position: S_contra, /) -> str | None:
        """Return a field's value as a board statement writes it, or None if the field cannot be declared."""


class Odds(Protocol[S_contra]):
    """Exact probabilities of the next roll, from a viewer's position."""

    def __call__(self, position: S_contra, /) -> Sequence[str]:
        """Return sentences, each with a probability of the next roll; none if no dice are expected."""


_TRUTHS: Final = {"yes": True, "no": False}


class Chart(msgspec.Struct, frozen=True):
    """A line chart over turns.

    `series` returns a number for each series by name. `inks` returns the colours of series that have their own.
    """

    title: str
    series: Callable[[Any], Mapping[str, float]]
    inks: Callable[[Any], Mapping[str, str]] | None = None


class Invariant(msgspec.Struct, Generic[S], frozen=True):
    """A condition on positions. A *matter* always holds, a *law* only without broken rules and declared results."""

    name: str
    kind: Literal["matter", "law"]
    holds: Callable[[S], bool]


class Rules(msgspec.Struct, Generic[S, M], frozen=True, kw_only=True):
    """The rules of a game.

    - `table`: the position before the deal (`data` is by name)
    - `deal`: the set-up
    - `decide`: the results of a move
    - `reducer`: the position after an event
    - `legal`: all moves on offer; `free`: moves that can be made in addition
    - `silence`: the move that a seat makes by saying nothing
    - `unsaid`: in a recorded game, the compulsory move that a seat must have made, although no post contains it
    - `pile`: the cards of a pile from the top down, `"?"` for unknown ones; None if the pile is laid out on the board
      and cannot be shuffled
    - `spot`: for a location in a laid-out pile, its index in the shuffle
    - `thrower`: from the position before a roll, the owner of the dice, "" for the seat that moves
    - `waives`: the rules that cards in force suspend for a move, each with the card
    - `proposes`: the ruling that the rulebook suggests if a move broke a rule because a card was read differently,
      otherwise ""
    - `skips_resigned`: whether the others play on if a seat resigns, and its turns are skipped; if not, the game ends
    - `numbering`: how things in play get the numbers that identify them; None if they have names
    """

    initial: Callable[[Started, Mapping[str, bytes]], S]
    setup: Callable[[Draft[S], Started], None]
    decide: Callable[[Draft[S], M], None]
    reducer: Callable[[S, Event], S]
    legal: Callable[[S, str], Iterable[M]]
    implied_pass: Callable[[S, str], M | None]
    status: Callable[[S], Status]
    implied_move: Callable[[S, str], M | None] = lambda _position, _seat: None
    pile_cards: Callable[[S, str], tuple[str, ...] | None]
    pile_index: Callable[[str, str], int | None] = lambda _pile, _place: None
    any_time_moves: Callable[[S, str], Iterable[M]] = lambda _position, _seat: ()
    waived_rules: Callable[[S, Move | None], Mapping[str, str]] = lambda _position, _move: {}
    default_ruling: Callable[[S, Move, str], str] = lambda _position, _move, _rule: ""
    roller: Callable[[S, Rolled], str] = lambda _position, _rolled: ""
    skips_resigned: bool = False
    numbering: Numbering[S] | None = None
    invariants: Sequence[Invariant[S]] = ()


class View(msgspec.Struct, Generic[S], frozen=True, kw_only=True):
    """The display of a game.

    - `draw`, `text`: the board as SVG and as text
    - `sentence`: a sentence for an event
    - `totals`, `hand`, `recap`: parts of a turn summary. `totals` are sums that people compare; `hand` is what a seat
      holds in secret. `recap` sums up several events with the positions around them; None means one sentence for each
      move.
    - `differ`: how the numbers of a declared and an expected result differ, such as the parts of a sum; "" if their
      sentences show it
    - `pile_name`: the name of a pile in a sentence
    - `claim_words`: a field and its value in a board statement, in words
    - `turn_words`: the turn number, and who must do what
    - `place`, `value`: the printed name of a field or pile ("" for internal ones), and its value in words
    - `numbered`: the name of the thing that a number in a move's field identifies (see `names` of a move)
    - `cards`: the cards that an event names, as far as known: printed name and effect
    - `moments`: kinds of events that a replay marks on its timeline, by their name in the plural ("conquests")
    - `dark_mode`: the board's colours in dark mode; without it, boards and charts stay light
    """

    draw: Callable[[S, Marks], str]
    text: Callable[[S], str]
    sentence: Callable[[Event, S, S], str]
    seat_name: Callable[[S, str], str]
    cards: Callable[[S, Event], Iterable[tuple[str, str]]] = lambda _position, _event: ()
    field_label: Callable[[S, str], str] = lambda _position, place: place
    field_value: Callable[[S, str, str], str] = lambda _position, _place, value: value
    totals: Callable[[S], Sequence[str]] = lambda _position: ()
    hand: Callable[[S, str], Sequence[str]] = lambda _position, _seat: ()
    summarize: Callable[[Sequence[tuple[Event, S, S]]], Sequence[str] | None] = lambda _steps: None
    pile_name: Callable[[S, str], str] = lambda _position, pile: f"the pile {titled(pile)}"
    claim_words: Callable[[S, str, str], tuple[str, str]] = lambda _position, place, value: (place, value)
    explain_difference: Callable[[Effect, Effect, S], str] = lambda _due, _stated, _before: ""
    turn_words: Callable[[S], tuple[str, str]] | None = None
    object_name: Callable[[S, str, int], str] = lambda _position, _field, number: str(number)
    odds: Odds[S] | None = None
    charts: Sequence[Chart] = ()
    timeline_markers: Mapping[str, tuple[type[Event], ...]] = {}
    dark_palette: Mapping[str, str] | None = None


class Editor(msgspec.Struct, Generic[S], frozen=True, kw_only=True):
    """How a game sets fields of the board by hand. `mend` returns the effects that set a field or skip a turn.

    `fields` are the fields that can be set, described and declared; None if the game does not describe its positions.
    `dealt_options` is for a transcript: from the position after the deal, it returns the options that repeat the public
    results of the deal.
    """

    edit: Callable[[S, str, str], Sequence[Effect]]
    fields: Fields[S] | None = None
    setup_options: Callable[[S], Mapping[str, Any]] = lambda _position: {}


class StandingOrders(msgspec.Struct, Generic[S, M], frozen=True, kw_only=True):
    """The standing orders that a game accepts.

    `answer` returns the move that an order makes now. `heeds` returns why an order is refused, "" if it is valid.
    `examples` show the wording. By default, a game accepts none.

    `is_open` returns whether all moves of a seat can be listed from public information now, because no hidden card can
    add one. Then a compulsory move can be made by itself (`ONLY`). None if a game does not know this.
    """

    answer: Callable[[Order, S], M | None] = lambda _order, _position: None
    refusal: Callable[[Order, S], str] = lambda _order, _position: "this game does not have standing orders"
    examples: Sequence[str] = ()
    is_open: Callable[[S, str], bool] | None = None


class Game(msgspec.Struct, Generic[S, M], frozen=True, kw_only=True):
    """One game, as a value and not as a base class.

    `options` is the frozen struct (with `forbid_unknown_fields`) for `Started.options`. `usual_seats` are common names
    of seats, in order. `interjections` are verbs with which another seat answers inside a block, after its name or
    first letter. `wordings` are the patterns for moves in prose.
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
        """Return the position before the deal.

        Raises:
            RefusedError: seats or options are invalid; the message names them and what is allowed.
        """
        fewest, most = self.meta.seats
        if not fewest <= len(started.seats) <= most:
            raise RefusedError(f"{self.meta.title} needs {self.meta.seats_said}, not {len(started.seats)}")
        if len(set(started.seats)) != len(started.seats):
            raise RefusedError(f"each seat must have its own name: {', '.join(started.seats)}")
        self.read_options(started.options)
        return self.rules.initial(started, data or {})

    def read_otherwise(self, started: Started, given: Mapping[str, str]) -> Started:
        """Return a copy of `started` with the options in `given` changed. Options that this game lacks are ignored.

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
        """Return the options as the game's struct.

        Raises:
            RefusedError: an option or a value is unknown; the message names it.
        """
        try:
            return msgspec.convert(dict(given), self.options)
        except msgspec.ValidationError as error:
            known = ", ".join(sorted(info.name for info in msgspec.structs.fields(self.options)))
            raise RefusedError(f"options of {self.meta.slug}: {error}. Options: {known}") from error

    def play(self, position: S, move: M, random_source: RandomSource, **how: Any) -> tuple[list[Entry], S]:
        """Decide one move strictly: a broken rule is an error. Return the move's entries and the position after it.

        Raises:
            IllegalMoveError: a rule refuses the move.
        """
        draft = run(self.rules, position, move, random_source, **how)
        return draft.entries, draft.now

    def begin(
        self, started: Started, random_source: RandomSource, data: Mapping[str, bytes] | None = None
    ) -> tuple[list[Entry], S]:
        """Set up the game and deal. Return the entries of the deal and the position after it."""
        draft = Draft(self.rules, self.set_up(started, data), random_source)
        self.rules.setup(draft, started)
        return draft.entries, draft.now

    def stated(self, written: Written) -> Stated:
        """Return the results that a parsed line declares, in the form that deciding the move needs."""
        return Stated(written.stated, written.absent)
