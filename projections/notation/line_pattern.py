"""A pattern: one way to write a move in a line. The notation of a game is a table of patterns.

    LinePattern(Attack, "A: {source}>{target} {daleks}[ {card}]")

reads and writes `A: RUS>SCA 3`. It also supplies what to offer for each value, and the reference page of the notation.
Exactly one pattern writes each move; other patterns of that kind of move are only read.
"""

import re
from collections.abc import Callable, Mapping, Sequence, Set as AbstractSet
from functools import cached_property
from typing import Any, Final, Generic, NamedTuple, TypeAlias, TypeVar

import msgspec

from events.events import Move, tag_of
from events.lazy_patterns import lazy_pattern
from projections.contracts import Claim, Written
from projections.notation import spelling_hints, titles
from projections.notation.argument_type import ArgumentType, Chance, Result
from projections.notation.cursor import Cursor
from projections.notation.sentence import Sentence
from projections.notation.stated import NamedResults
from projections.notation.template import Placeholder, Template, Text, compiled
from projections.notation.vocabulary import Vocabulary

S = TypeVar("S", bound=msgspec.Struct)
Note = Callable[[Sentence[S], Any], None]
"""A function for a value in a line that is not a field of the move: it checks the value, or declares a result."""
ArgumentTypes: TypeAlias = Mapping[str, ArgumentType[S] | Chance[S]]
"""How to parse and write the values for the holes in templates, by the hole's name."""
ONLY: Final = "only"
_NO_WORDS: Final[Vocabulary] = {}
_HEAD: Final = lazy_pattern(r"[^:{\[(]+:?")


class LinePattern(msgspec.Struct, Generic[S], frozen=True, eq=False, dict=True):
    """One way to write a move in a line; the template begins with the verb.

    - `words` are further spellings of the verb, and `does` says what the verb does. Both are given in the first
      pattern of each verb; `does` also in a pattern that may be confused with another.
    - `also` are further templates, without the verb, which are only read.
    - `behind` is the template of a move without a verb after another move in the same line, if that is among `follows`.
      A pattern with an empty template has nothing else. With `each` it may be repeated.
    - `when` is the condition for reading, `writes` the condition for writing a move (None: it is only read).
    - `make` returns the moves for the values; by default the values are the fields of one move. `parts` returns the
      values for a move.
    - `notes` handle values that are not fields. A value that is an effect is declared as a result.
    - `before` returns moves that this move implies before it. A line that ends with `only` implies nothing.
    - `doubted` says whether to ask about the move, unless the line says `only`.
    - `results` can be declared in words; those in `heard` are read in words, but written by name.
    - `read` parses the body of a line that a template cannot describe.
    """

    move: type[Move]
    template: str
    does: str = ""
    words: Sequence[str] = ()
    also: Sequence[str] = ()
    behind: str | None = None
    follows: tuple[type[Move], ...] = ()
    each: bool = False
    when: Callable[[Sentence[S]], bool] = lambda _context: True
    writes: Callable[[Sentence[S]], bool] | None = lambda _context: True
    make: Callable[[Sentence[S]], Sequence[Move]] | None = None
    parts: Callable[[Sentence[S]], Mapping[str, Any]] = lambda context: msgspec.structs.asdict(context.move)
    notes: Mapping[str, Note[S]] = {}
    before: Callable[[Sentence[S]], Sequence[Move]] = lambda _context: ()
    doubted: Callable[[Sentence[S]], bool] = lambda _context: False
    chance: Sequence[Chance[S]] = ()
    results: Sequence[Result[S]] = ()
    heard: Sequence[Result[S]] = ()
    slots: ArgumentTypes[S] = {}
    read: Callable[[Sentence[S]], Sequence[Sentence[S]]] | None = None

    @cached_property
    def head(self) -> str:
        """The verb as it is written, with its colon if it has one: `A:`, `END`."""
        found = _HEAD.match(self.template)
        return found[0].strip() if found else ""

    @property
    def is_written(self) -> bool:
        """Whether moves are ever written in this pattern. Other patterns are only read."""
        return self.writes is not None

    @property
    def verb(self) -> str:
        """The verb without its colon: `A`."""
        return self.head.removesuffix(":")

    def moves(self, context: Sentence[S]) -> Sequence[Move]:
        """Return the moves that the values in a parsed line mean."""
        if self.make is not None:
            return self.make(context)
        names = self.move.__struct_fields__
        return (self.move(context.seat, **{name: value for name, value in context.values.items() if name in names}),)


class Way(NamedTuple, Generic[S]):
    """A pattern with one of its templates (ways to write the rest of a line), or with the template of a result.

    `slots` are the values for the template's holes. `results` are the results that can follow in words. `begins` are
    the words with which the template begins (possibly after a filler); None means any word.
    """

    pattern: LinePattern[S]
    template: Template
    slots: ArgumentTypes[S]
    results: Sequence[tuple[Result[S], "Way[S]"]] = ()
    begins: frozenset[str] | None = None


def _no_claims(context: Sentence[Any]) -> Sequence[Claim]:
    if context.cursor.now == "=":
        raise context.cursor.slip("this game has no board statements", {})
    return ()


class PatternTable(msgspec.Struct, Generic[S], frozen=True, kw_only=True, eq=False, dict=True):
    """The patterns of a game, and what all its lines have in common.

    - `slots` are the values and the chance of holes.
    - `stated` are the results by name. `stated_words` are the spellings of their fields, if a field does not take any
      id.
    - `claims` parses the board statements after a line, `claimed` returns the actual value of a place.
    - `joints` are words between moves of one line.
    - `chance` and `heard` may follow every move, before or after its board statements, any number of times.
    - `goes_on` says whether the text after a semicolon continues the action before it, even if it cannot be parsed. It
      gets the verb of that action.
    - `longest` is the most characters of a line, `longer` a higher limit for some verbs.
    - `unready` says why lines cannot be parsed yet, or "".
    - `seats` are spellings of seats that may come before the verb; `seat_code` writes one.

    For questions about a line that cannot be parsed:

    - `due` are the verbs expected in a position, `parts` words that follow one verb alone.
    - `poised` returns the position in which the moves of a line with a verb would be legal.
    - `names` says whether a line without a verb names things of the game.
    - `listed_as` names sets of spellings that are too long to list.
    - `alike` is the similarity that a near miss needs.
    """

    patterns: Sequence[LinePattern[S]]
    slots: ArgumentTypes[S] = {}
    cursor: type[Cursor] = Cursor
    stated: NamedResults
    stated_words: Callable[[str, S], Vocabulary] = lambda _field, _position: _NO_WORDS
    claims: Callable[[Sentence[S]], Sequence[Claim]] = _no_claims
    claimed: Callable[[str, S], str | None] = lambda _place, _position: None
    joints: Sequence[str] = ()
    longest: int = 600
    longer: Mapping[str, int] = {}
    chance: Sequence[Chance[S]] = ()
    heard: Sequence[Result[S]] = ()
    goes_on: Callable[[str, S, str], bool] = lambda _piece, _position, _verb: False
    unready: Callable[[S], str] = lambda _position: ""
    seats: Callable[[S], Vocabulary] | None = None
    seat_code: Callable[[S, str], str] = lambda _position, seat: seat
    due: Callable[[S], Sequence[str]] = lambda _position: ()
    parts: Vocabulary = {}
    poised: Callable[[S, str, str, Sequence[Written]], S] = lambda position, _seat, _verb, _moves: position
    names: Callable[[str], bool] = lambda text: any(sign in text for sign in titles.QUOTES)
    listed_as: Mapping[str, AbstractSet[str]] = {}
    alike: Callable[[str, Vocabulary], float] = spelling_hints.likeness

    @cached_property
    def verbs(self) -> Vocabulary:
        """All spellings of the verbs, with the verb as it is written. Raises ValueError if two verbs share a word."""
        found: dict[str, str] = {}
        for pattern in self.patterns:
            for word in map(self.cursor.spelling.plain, filter(None, (pattern.verb, *pattern.words))):
                if found.setdefault(word, pattern.verb) != pattern.verb:
                    raise ValueError(
                        f"{word!r} means both {found[word]} and {pattern.verb}, but a word can mean only one verb"
                    )
        return found

    @cached_property
    def coded(self) -> re.Pattern[str]:
        """A pattern that finds a verb with its colon, as it is written, anywhere in a text."""
        codes = "|".join(sorted(map(re.escape, self.does), key=len, reverse=True))
        return re.compile(rf"(?<![\w=:+])(?:{codes})\s?:(?!//|\d)")

    @cached_property
    def does(self) -> Mapping[str, str]:
        """What each verb does, in a few words."""
        found: dict[str, str] = {}
        for pattern in self.patterns:
            if pattern.does:
                found.setdefault(pattern.verb, pattern.does)
        return found

    @cached_property
    def _by_verb(self) -> Mapping[str, Sequence[LinePattern[S]]]:
        return {verb: [pattern for pattern in self.patterns if pattern.verb == verb] for verb in self.verbs.values()}

    def of(self, verb: str) -> Sequence[LinePattern[S]]:
        """Return the patterns of a verb."""
        return self._by_verb[verb]

    @cached_property
    def _compiled(self) -> dict[str, Template]:
        return {}

    def template(self, words: str) -> Template:
        """Return the compiled pieces of a template text, from the cache if possible."""
        found = self._compiled.get(words)
        if found is None:
            found = self._compiled[words] = compiled(words, self.cursor.spelling.plain)
        return found

    def bodies(self, pattern: LinePattern[S]) -> Sequence[Template]:
        """Return the templates for what follows a pattern's verb. Lines are written with the first template."""
        return [self.template(words) for words in (pattern.template.removeprefix(pattern.head), *pattern.also)]

    def way(self, pattern: LinePattern[S], template: Template) -> Way[S]:
        """Combine a pattern and one of its templates with the slots of the holes, the results and the first words."""
        slots, first = self.slots_of(pattern), template.first
        slot = slots[first.slot] if isinstance(first, Placeholder) else None
        begins = first.begins if isinstance(first, Text) else slot.begins if isinstance(slot, ArgumentType) else None
        begins = None if begins and "" in begins else begins
        return Way(pattern, template, slots, self.results(pattern), begins)

    @cached_property
    def _ways(self) -> Mapping[str, Sequence[Way[S]]]:
        return {
            verb: [self.way(pattern, body) for pattern in patterns for body in self.bodies(pattern)]
            for verb, patterns in self._by_verb.items()
        }  # fmt: skip

    def ways(self, verb: str) -> Sequence[Way[S]]:
        """Return each pattern of a verb with each of its templates."""
        return self._ways[verb]

    @cached_property
    def _again(self) -> Mapping[str, Sequence[Way[S]]]:
        return {verb: [way for way in ways if way.pattern.each] for verb, ways in self._ways.items()}

    def again(self, verb: str) -> Sequence[Way[S]]:
        """Return the patterns of a verb that may be repeated in a line, each with each of its templates."""
        return self._again[verb]

    @cached_property
    def _behind(self) -> Mapping[type[Move], Sequence[Way[S]]]:
        kinds = {kind for pattern in self.patterns for kind in pattern.follows}
        return {
            kind: [
                self.way(pattern, self.template(pattern.behind or ""))
                for pattern in self.patterns
                if kind in pattern.follows
            ]
            for kind in kinds
        }

    def behind(self, kind: type[Move]) -> Sequence[Way[S]]:
        """Return the patterns that need no verb after a move of this kind, each with its template."""
        return self._behind.get(kind, ())

    def denial(self, result: Result[S]) -> Text:
        """Return the words with which a line says that a result did not happen."""
        (text,) = self.template(result.denied)
        assert isinstance(text, Text)
        return text

    @cached_property
    def _slots(self) -> Mapping[int, ArgumentTypes[S]]:
        return {id(pattern): {**self.slots, **pattern.slots} for pattern in self.patterns}

    def slots_of(self, pattern: LinePattern[S]) -> ArgumentTypes[S]:
        """Return the slots of a pattern: its own, and those that all patterns share."""
        return self._slots[id(pattern)]

    @cached_property
    def _results(self) -> Mapping[int, Sequence[tuple[Result[S], Way[S]]]]:
        return {
            id(pattern): [
                (result, Way(pattern, self.template(result.template), {**self.slots_of(pattern), **result.slots}))
                for result in (*pattern.results, *pattern.heard, *self.heard)
            ]
            for pattern in self.patterns
        }  # fmt: skip

    def results(self, pattern: LinePattern[S]) -> Sequence[tuple[Result[S], Way[S]]]:
        """Return the results that a line may declare in words after a pattern: first those that are also written so."""
        return self._results[id(pattern)]

    def writer(self, context: Sentence[S]) -> LinePattern[S]:
        """Return the pattern that writes the move of a sentence. Raises TypeError if the table lacks one."""
        for pattern in self.patterns:
            if type(context.move) is pattern.move and pattern.writes is not None and pattern.writes(context):
                return pattern
        raise TypeError(f"no pattern can write {tag_of(context.move)}")
