"""The type of a game: one frozen value with groups of callables, and the protocols that a game implements.

A game knows only events and this kernel: no storage, clock, chance, pages or other games.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence, Set as AbstractSet
from typing import Any, Final, Generic, Literal, Protocol, TypeVar

import msgspec

from events.entry import Entry
from events.errors import RefusedError
from events.events import Effect, Event, Move, Rolled, Started
from projections.contracts import Ask, Marks, Order, RandomSource, ReadWord, Status, Written
from projections.draft import DeclaredResults, Draft, run
from projections.drawing.board import Panel, compose
from projections.field import Fields
from projections.meta import Meta
from projections.move_rule import MoveRules, decide_move
from projections.notation.prose.wordings import Wordings
from projections.numbering import Numbering
from projections.wording import joined, titled

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
        """Return the line for a group (a move and its results). `read` returns its move. Unknown values become `?`."""

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
    """A line chart over turns. `series` returns a number by name, `inks` the colours of series with their own."""

    title: str
    series: Callable[[Any], Mapping[str, float]]
    inks: Callable[[Any], Mapping[str, str]] | None = None


class Invariant(msgspec.Struct, Generic[S], frozen=True):
    """A condition on positions. A *matter* always holds, a *law* only without broken rules and declared results."""

    name: str
    kind: Literal["matter", "law"]
    holds: Callable[[S], bool]


class Rules(msgspec.Struct, Generic[S, M], frozen=True, kw_only=True):
    """The rules of a game."""

    initial: Callable[[Started, Mapping[str, bytes]], S]
    """Returns the position before the set-up. The data files are given by name."""
    setup: Callable[[Draft[S], Started], None]
    """Sets up the game: deals cards and places pieces."""
    moves: MoveRules[S] = {}
    """The rule of each kind of move."""
    decide: Callable[[Draft[S], M], None] = decide_move
    """Checks a move and adds it with its results; by default, by its rule in `moves`."""
    reducer: Callable[[S, Event], S]
    """Returns the position after an event."""
    legal: Callable[[S, str], Iterable[M]]
    """Returns all moves on offer for a seat."""
    implied_pass: Callable[[S, str], M | None] = lambda _position, _seat: None
    """Returns the move that a seat makes by saying nothing; None if the seat must say something."""
    status: Callable[[S], Status]
    """Returns the state of play: turn, step, awaited seats and outcome."""
    implied_move: Callable[[S, str], M | None] = lambda _position, _seat: None
    """Returns the compulsory move that a seat must have made in a recorded game, although no post contains it."""
    pile_cards: Callable[[S, str], tuple[str, ...] | None] = lambda _position, _pile: None
    """Returns the cards of a pile from the top down, `"?"` for unknown ones.

    None if the pile is laid out on the board and cannot be shuffled.
    """
    pile_index: Callable[[str, str], int | None] = lambda _pile, _place: None
    """Returns the index in the shuffle for a location in a laid-out pile."""
    any_time_moves: Callable[[S, str], Iterable[M]] = lambda _position, _seat: ()
    """Returns moves that a seat can make in addition to those in `legal`."""
    waived_rules: Callable[[S, Move | None], Mapping[str, str]] = lambda _position, _move: {}
    """Returns the rules that cards in force suspend for a move, each with the card."""
    default_ruling: Callable[[S, Move, str], str] = lambda _position, _move, _rule: ""
    """Returns the ruling that the rulebook suggests if a move broke a rule because a card was read differently.

    "" if it suggests none.
    """
    roller: Callable[[S, Rolled], str] = lambda _position, _rolled: ""
    """Returns the owner of the dice from the position before a roll, "" for the seat that moves."""
    skips_resigned: bool = False
    """Whether the others play on if a seat resigns, and its turns are skipped. If not, the game ends."""
    numbering: Numbering[S] | None = None
    """How things in play get the numbers that identify them; None if they have names."""
    invariants: Sequence[Invariant[S]] = ()
    """The conditions that positions must meet."""


def _with_seat_names(position: Any, words: str) -> str:
    """Return the name or the value of a field with the names of seats in place of their ids."""
    seats = getattr(position, "seats", ())
    return " ".join(titled(word) if word in seats else word for word in words.split(" "))


class View(msgspec.Struct, Generic[S], frozen=True, kw_only=True):
    """The display of a game."""

    draw: Callable[[S, Marks], Sequence[Panel]]
    """Returns the board as panels, in the order in which they matter. `Game.board` makes one SVG of them."""
    text: Callable[[S], str]
    """Returns the board as text."""
    sentence: Callable[[Event, S, S], str]
    """Returns a sentence for an event, from the positions before and after it."""
    seat_name: Callable[[S, str], str] = lambda _position, seat: titled(seat)
    """Returns the name of a seat in a sentence."""
    cards: Callable[[S, Event], Iterable[tuple[str, str]]] = lambda _position, _event: ()
    """Returns the cards that an event names, as far as known: printed name and effect."""
    field_label: Callable[[S, str], str] = _with_seat_names
    """Returns the printed name of a field or pile, "" for internal ones."""
    field_value: Callable[[S, str, str], str] = lambda position, _place, value: _with_seat_names(position, value)
    """Returns the value of a field in words."""
    by_hand: Callable[[S, S, str], Sequence[str] | None] = lambda _was, _now, _place: None
    """Returns what people do on a physical board if a field differs between two positions.

    None if the name and the values of the field say it.
    """
    totals: Callable[[S], Sequence[str]] = lambda _position: ()
    """Returns the sums that people compare, for a turn summary."""
    hand: Callable[[S, str], Sequence[str]] = lambda _position, _seat: ()
    """Returns what a seat holds in secret, for a turn summary."""
    summarize: Callable[[Sequence[tuple[Event, S, S]]], Sequence[str] | None] = lambda _steps: None
    """Sums up several events with the positions around them; None means one sentence for each move."""
    pile_name: Callable[[S, str], str] = lambda _position, pile: f"the pile {titled(pile)}"
    """Returns the name of a pile in a sentence."""
    claim_words: Callable[[S, str, str], tuple[str, str]] = lambda _position, place, value: (place, value)
    """Returns a field and its value in a board statement, in words."""
    explain_difference: Callable[[Effect, Effect, S], str] = lambda _due, _stated, _before: ""
    """Returns how the numbers of a declared and an expected result differ, such as the parts of a sum.

    "" if their sentences show the difference.
    """
    turn_words: Callable[[S], tuple[str, str]] | None = None
    """Returns the turn number, and who must do what."""
    object_name: Callable[[S, str, int], str] = lambda _position, _field, number: str(number)
    """Returns the name of the thing that a number in a move's field identifies (see `names` of a move)."""
    odds: Odds[S] | None = None
    """Returns the exact probabilities of the next roll; None if the game does not calculate them."""
    charts: Sequence[Chart] = ()
    """The line charts over turns."""
    timeline_markers: Mapping[str, tuple[type[Event], ...]] = {}
    """The kinds of events that a replay marks on its timeline, by their name in the plural (`conquests`)."""
    dark_palette: Mapping[str, str] | None = None
    """The board's colours in dark mode; without it, boards and charts stay light."""


class Editor(msgspec.Struct, Generic[S], frozen=True, kw_only=True):
    """How a game sets fields of the board by hand."""

    edit: Callable[[S, str, str], Sequence[Effect]]
    """Returns the effects that set a field or skip a turn."""
    fields: Fields[S] | None = None
    """The fields that can be set, described and declared; None if the game does not describe its positions."""
    setup_options: Callable[[S], Mapping[str, Any]] = lambda _position: {}
    """Returns, from the position after the set-up, the options that repeat its public results in a transcript."""


class StandingOrders(msgspec.Struct, Generic[S, M], frozen=True, kw_only=True):
    """The standing orders that a game accepts. By default, a game accepts none."""

    answer: Callable[[Order, S], M | None] = lambda _order, _position: None
    """Returns the move that an order makes now; None if it makes no move."""
    refusal: Callable[[Order, S], str] = lambda _order, _position: "this game does not have standing orders"
    """Returns why an order is refused, "" if it is valid."""
    examples: Sequence[str] = ()
    """Examples of orders, which show the wording."""
    is_open: Callable[[S, str], bool] | None = None
    """Returns whether all moves of a seat can be listed from public information, because no hidden card can add one.

    Then a compulsory move can be made by itself (`ONLY`). None if a game does not know this.
    """


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
        """Return the position before the deal. Raises RefusedError, which names invalid seats or options."""
        fewest, most = self.meta.seats
        if not fewest <= len(started.seats) <= most:
            raise RefusedError(f"{self.meta.title} needs {self.meta.seats_said}, not {len(started.seats)}")
        if len(set(started.seats)) != len(started.seats):
            raise RefusedError(f"each seat must have its own name: {', '.join(started.seats)}")
        self.read_options(started.options)
        return self.rules.initial(started, data or {})

    def check_rules_version(self, version: int | str) -> int:
        """Return a rules version as a number. Raises RefusedError, which names the known versions, for any other."""
        known = {str(number): number for number in self.meta.rules_versions}
        if str(version) not in known:
            versions = f"version{'s' * (len(known) > 1)} {joined(list(known))}"
            raise RefusedError(f"rules version {str(version)[:40]} is not available. {self.meta.title} has {versions}")
        return known[str(version)]

    def rules_version(self, position: S) -> int:
        """Return the rules version that decides moves in a position."""
        version: int = getattr(position, "rules", self.meta.rules_number)
        return version

    def read_otherwise(self, started: Started, given: Mapping[str, str]) -> Started:
        """Return a copy of `started` with the options in `given` changed. Options that this game lacks are ignored.

        Raises:
            RefusedError: a value is not allowed.
        """
        known = {info.name for info in msgspec.structs.fields(self.options)}
        chosen_options = {name: _TRUTHS.get(value.lower(), value) for name, value in given.items() if name in known}
        try:
            read = msgspec.convert({**started.options, **chosen_options}, self.options, strict=False)
        except msgspec.ValidationError as error:
            raise RefusedError(f"options of {self.meta.slug}: {error}") from error
        values = msgspec.to_builtins(read)
        return msgspec.structs.replace(
            started, options={**started.options, **{name: values[name] for name in chosen_options}}
        )

    def read_options(self, given: Mapping[str, Any]) -> Any:
        """Return the options as the game's struct. Raises RefusedError, which names an unknown option or value."""
        try:
            return msgspec.convert(dict(given), self.options)
        except msgspec.ValidationError as error:
            known = ", ".join(sorted(info.name for info in msgspec.structs.fields(self.options)))
            raise RefusedError(f"options of {self.meta.slug}: {error}. Options: {known}") from error

    def board(self, position: S, marks: Marks) -> str:
        """Return the board of a position as one SVG document."""
        return compose(self.meta.slug, self.view.draw(position, marks))

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

    def stated(self, written: Written) -> DeclaredResults:
        """Return the results that a parsed line declares, in the form that deciding the move needs."""
        return DeclaredResults(written.stated, written.absent)
