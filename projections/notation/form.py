"""A form: one way in which a line says a move. A game's notation is a table of them.

    Form(Attack, "A: {source}>{target} {daleks}[ {card}]")

reads `A: RUS>SCA 3`, writes it, offers what may stand in each place, and stands in `docs/notation.md`. Exactly one form
writes each move; the others of its kind only read.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final, Generic, NamedTuple, TypeAlias, TypeVar

import msgspec

from events.events import Move, tag_of
from projections.notation.cursor import Cursor
from projections.notation.near_misses import likeness
from projections.notation.sentence import Sentence
from projections.notation.slot import Chance, Result, Slot
from projections.notation.stated import NamedResults
from projections.notation.template import Hole, Template, Text, compiled
from projections.notation.titles import QUOTES
from projections.notation.vocabulary import Vocabulary
from projections.terms import Claim, Written

S = TypeVar("S", bound=msgspec.Struct)
Note = Callable[[Sentence[S], Any], None]
"""What a value says that is no field of the move: it checks it, or states a result."""
Slots: TypeAlias = Mapping[str, Slot[S] | Chance[S]]
"""What stands in the holes of templates, by the names there."""
ONLY: Final = "only"
_NO_WORDS: Final[Vocabulary] = {}
_HEAD: Final = re.compile(r"[^:{\[(]+:?")


@dataclass(frozen=True, eq=False)
class Form(Generic[S]):
    """One way in which a line says a move; the verb stands at the head of the template.

    `words` are further spellings of the verb and `does` what is done: both given with the first form of each verb, and
    `does` where a form may be taken for another. `also` are further templates without the verb, which only read.
    `behind` is how the move stands behind another one of its line without a verb, where that is among `follows`: all
    there is of a form with an empty template. With `each` it may be said again and again.

    It reads where `when` holds, and writes a move where `writes` does (None: it only reads). `make` gives the moves of
    the values, by default the one whose fields they are, and `parts` the values of a move. `notes` are what values say
    that are no fields. `before` are moves that whoever says this one has made; a line with `only` at its end says just
    what it says.

    What is `doubted` is asked about, unless the line says `only`.

    `results` are said of it in words, `heard` those that are read so but written by their names. `read` reads the body
    of a line that no template can say. A value that is an effect is stated.
    """

    move: type[Move]
    template: str
    does: str = ""
    words: Sequence[str] = ()
    also: Sequence[str] = ()
    behind: str | None = None
    follows: tuple[type[Move], ...] = ()
    each: bool = False
    when: Callable[[Sentence[S]], bool] = lambda _said: True
    writes: Callable[[Sentence[S]], bool] | None = lambda _said: True
    make: Callable[[Sentence[S]], Sequence[Move]] | None = None
    parts: Callable[[Sentence[S]], Mapping[str, Any]] = lambda said: msgspec.structs.asdict(said.move)
    notes: Mapping[str, Note[S]] = field(default_factory=dict)
    before: Callable[[Sentence[S]], Sequence[Move]] = lambda _said: ()
    doubted: Callable[[Sentence[S]], bool] = lambda _said: False
    chance: Sequence[Chance[S]] = ()
    results: Sequence[Result[S]] = ()
    heard: Sequence[Result[S]] = ()
    slots: Slots[S] = field(default_factory=dict)
    read: Callable[[Sentence[S]], Sequence[Sentence[S]]] | None = None

    @cached_property
    def head(self) -> str:
        """The verb as it is written, with the colon that may stand behind it: `A:`, `END`."""
        found = _HEAD.match(self.template)
        return found[0].strip() if found else ""

    @property
    def is_written(self) -> bool:
        """Whether any move is written so."""
        return self.writes is not None

    @property
    def verb(self) -> str:
        """The verb: `A`."""
        return self.head.removesuffix(":")

    def moves(self, said: Sentence[S]) -> Sequence[Move]:
        """The moves that the values of a sentence make."""
        if self.make is not None:
            return self.make(said)
        names = self.move.__struct_fields__
        return (self.move(said.seat, **{name: value for name, value in said.values.items() if name in names}),)


class Way(NamedTuple, Generic[S]):
    """A form with one of its templates, or with that of a result; what stands in the holes, and behind it in words.

    It `begins` with one of these words, or a filler before it; with any where that is None.
    """

    form: Form[S]
    template: Template
    slots: Slots[S]
    results: Sequence[tuple[Result[S], "Way[S]"]] = ()
    begins: frozenset[str] | None = None


@dataclass(frozen=True, kw_only=True, eq=False)
class FormTable(Generic[S]):
    """The forms of a game and what its lines have in common.

    `slots` are the values and the chance of its holes, `stated` the results by their names and `stated_words` the
    spellings of their fields where these take not just any id, `claims` reads the claims behind a line and `claimed`
    gives the value of a place. `joints` may stand between moves of one line; `chance` and `heard` stand behind every
    move, before its claims or after them, each as often as it is said. `goes_on` tells whether what stands behind a
    semicolon goes on with the action before it, whose verb is given, even where it does not read. A line has up to
    `longest` characters, with some verbs more. `unready` says why no line can be read yet, "" where it can. Before the
    verb the name of the seat may stand where `seats` gives their spellings; `seat_code` writes one.

    For what is asked about a line that does not read, `due` are the verbs that are due in a position, `parts` words
    that follow one verb alone, `poised` the position as it would be if it were time for the moves of a seat's line that
    begins with a verb, `names` whether a line without a verb names things of the game, `listed_as` sets of spellings
    that are too long to list, by what they are, and `alike` how like a spelling a word must be to be a near miss of it.
    `nothing` is said of words that say nothing where they stand.
    """

    forms: Sequence[Form[S]]
    slots: Slots[S]
    cursor: type[Cursor]
    stated: NamedResults
    stated_words: Callable[[str, S], Vocabulary] = lambda _field, _position: _NO_WORDS
    claims: Callable[[Sentence[S]], Sequence[Claim]]
    claimed: Callable[[str, S], str | None]
    joints: Sequence[str] = ()
    longest: int = 600
    longer: Mapping[str, int] = field(default_factory=dict)
    chance: Sequence[Chance[S]] = ()
    heard: Sequence[Result[S]] = ()
    goes_on: Callable[[str, S, str], bool] = lambda _piece, _position, _verb: False
    unready: Callable[[S], str] = lambda _position: ""
    seats: Callable[[S], Vocabulary] | None = None
    seat_code: Callable[[S, str], str] = lambda _position, seat: seat
    due: Callable[[S], Sequence[str]] = lambda _position: ()
    parts: Vocabulary = field(default_factory=dict)
    poised: Callable[[S, str, str, Sequence[Written]], S] = lambda position, _seat, _verb, _moves: position
    names: Callable[[str], bool] = lambda text: any(sign in text for sign in QUOTES)
    listed_as: Mapping[str, AbstractSet[str]] = field(default_factory=dict)
    alike: Callable[[str, Vocabulary], float] = likeness

    @cached_property
    def verbs(self) -> Vocabulary:
        """The spellings of the verbs.

        Raises:
            ValueError: a word is given to two of them.
        """
        found: dict[str, str] = {}
        for form in self.forms:
            for word in map(self.cursor.spelling.plain, filter(None, (form.verb, *form.words))):
                if found.setdefault(word, form.verb) != form.verb:
                    raise ValueError(f"{word!r} says {found[word]} and {form.verb}: a word has one verb")
        return found

    @cached_property
    def coded(self) -> re.Pattern[str]:
        """A verb as it is written, with its colon, wherever it stands."""
        codes = "|".join(sorted(map(re.escape, self.does), key=len, reverse=True))
        return re.compile(rf"(?<![\w=:+])(?:{codes})\s?:(?!//|\d)")

    @cached_property
    def does(self) -> Mapping[str, str]:
        """What each verb does, in a few words."""
        found: dict[str, str] = {}
        for form in self.forms:
            if form.does:
                found.setdefault(form.verb, form.does)
        return found

    @cached_property
    def _by_verb(self) -> Mapping[str, Sequence[Form[S]]]:
        return {verb: [form for form in self.forms if form.verb == verb] for verb in self.verbs.values()}

    def of(self, verb: str) -> Sequence[Form[S]]:
        """The forms of a verb."""
        return self._by_verb[verb]

    @cached_property
    def _compiled(self) -> dict[str, Template]:
        return {}

    def template(self, words: str) -> Template:
        """A template of this table, compiled once."""
        found = self._compiled.get(words)
        if found is None:
            found = self._compiled[words] = compiled(words, self.cursor.spelling.plain)
        return found

    def bodies(self, form: Form[S]) -> Sequence[Template]:
        """The templates of a form behind its verb; the first one writes."""
        return [self.template(words) for words in (form.template.removeprefix(form.head), *form.also)]

    def way(self, form: Form[S], template: Template) -> Way[S]:
        """A form with a template of its own, or of how it stands behind a move."""
        slots, first = self.slots_of(form), template.first
        slot = slots[first.slot] if isinstance(first, Hole) else None
        begins = first.begins if isinstance(first, Text) else slot.begins if isinstance(slot, Slot) else None
        begins = None if begins and "" in begins else begins
        return Way(form, template, slots, self.results(form), begins)

    @cached_property
    def _ways(self) -> Mapping[str, Sequence[Way[S]]]:
        return {
            verb: [self.way(form, body) for form in forms for body in self.bodies(form)]
            for verb, forms in self._by_verb.items()
        }  # fmt: skip

    def ways(self, verb: str) -> Sequence[Way[S]]:
        """Every way to go on behind a verb."""
        return self._ways[verb]

    @cached_property
    def _again(self) -> Mapping[str, Sequence[Way[S]]]:
        return {verb: [way for way in ways if way.form.each] for verb, ways in self._ways.items()}

    def again(self, verb: str) -> Sequence[Way[S]]:
        """Those that may be said again and again."""
        return self._again[verb]

    @cached_property
    def _behind(self) -> Mapping[type[Move], Sequence[Way[S]]]:
        kinds = {kind for form in self.forms for kind in form.follows}
        return {
            kind: [self.way(form, self.template(form.behind or "")) for form in self.forms if kind in form.follows]
            for kind in kinds
        }

    def behind(self, kind: type[Move]) -> Sequence[Way[S]]:
        """Every way to go on behind a move of a kind, without a verb."""
        return self._behind.get(kind, ())

    def denial(self, result: Result[S]) -> Text:
        """The words for that a result did not come about."""
        (text,) = self.template(result.denied)
        assert isinstance(text, Text)
        return text

    @cached_property
    def _slots(self) -> Mapping[int, Slots[S]]:
        return {id(form): {**self.slots, **form.slots} for form in self.forms}

    def slots_of(self, form: Form[S]) -> Slots[S]:
        """The slots of the holes of a form: its own, and those that all forms share."""
        return self._slots[id(form)]

    @cached_property
    def _results(self) -> Mapping[int, Sequence[tuple[Result[S], Way[S]]]]:
        return {
            id(form): [
                (result, Way(form, self.template(result.template), {**self.slots_of(form), **result.slots}))
                for result in (*form.results, *form.heard, *self.heard)
            ]
            for form in self.forms
        }  # fmt: skip

    def results(self, form: Form[S]) -> Sequence[tuple[Result[S], Way[S]]]:
        """All results that a line may state in words behind a form, those that it writes first; with these words."""
        return self._results[id(form)]

    def writer(self, said: Sentence[S]) -> Form[S]:
        """The form that writes the move of a sentence.

        Raises:
            TypeError: none does; a fault of the table.
        """
        for form in self.forms:
            if type(said.move) is form.move and form.writes is not None and form.writes(said):
                return form
        raise TypeError(f"no form writes {tag_of(said.move)}")
