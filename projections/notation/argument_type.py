"""The parts of a form: values of its holes, chance, and results. Each is read and written in one way."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, Final, Generic, TypeVar

import msgspec

from events.events import Effect
from projections.contracts import ObservedChance
from projections.notation.sentence import Sentence
from projections.notation.vocabulary import Vocabulary

S = TypeVar("S", bound=msgspec.Struct)
_NOTHING: Final[Mapping[str, str]] = {}


class ArgumentType(msgspec.Struct, Generic[S], frozen=True, kw_only=True, dict=True):
    """One kind of value: a description for messages, all its spellings, and the spelling that is written.

    - `what` is the description, such as `a card`.
    - `words` are the spellings, fixed or by position; `code` writes a value.
    - `read` is only for open values (counts, rows). It returns None if no such value is at the cursor. Then `words` are
      what is offered for a near miss.
    - `missing` returns the value if the line leaves it out, None if the value is required.
    - `between` is written between the values of a row.
    - `kind` is the kind of its words.
    - `reach` is the most words of a near miss (0: as the game's spelling says).
    """

    what: str
    words: Mapping[str, Any] | Callable[[Sentence[S]], Mapping[str, Any]] = {}
    code: Callable[[Any, Sentence[S]], str] = lambda value, _context: str(value)
    read: Callable[[Sentence[S]], Any] | None = None
    missing: Callable[[Sentence[S]], Any] | None = None
    between: str = " "
    kind: str = ""
    reach: int = 0

    @cached_property
    def begins(self) -> frozenset[str] | None:
        """The first words of all spellings of this value; None if the spellings depend on the position."""
        if callable(self.words) or self.read is not None or type(self).value is not ArgumentType.value:
            return None
        return frozenset(spelling.partition(" ")[0] for spelling in self.words)

    def spellings(self, context: Sentence[S]) -> Mapping[str, Any]:
        """Return the spellings in the sentence's position, each with its value."""
        return self.words(context) if callable(self.words) else self.words

    def value(self, context: Sentence[S]) -> Any:
        """Return the value at the cursor and move past it, or return None."""
        if self.read is not None:
            return self.read(context)
        return context.cursor.phrase(self.spellings(context))

    def fits(self, _value: Any) -> bool:
        """Return whether a line can write a value so that it can be parsed again."""
        return True

    def offered(self, context: Sentence[S]) -> Vocabulary:
        """Return the spellings that would be accepted at the cursor, as a line writes them, each with its value."""
        codes: dict[Any, str] = {}
        words = self.spellings(context)
        for value in words.values():
            if value not in codes:
                codes[value] = self.code(value, context)
        return {word: codes[value] for word, value in words.items()}


class Number(ArgumentType[S], frozen=True, kw_only=True):
    """A slot for a number, in digits or as one of the `words`.

    `most` is the highest number worth offering. A result below `least` means that it is missing.
    """

    most: Callable[[Sentence[S]], int] = lambda _context: 0
    least: int = 0
    kind: str = "count"

    def fits(self, value: Any) -> bool:
        """Return whether a line can write a number: it is at least `least`."""
        return bool(value >= self.least)

    def value(self, context: Sentence[S]) -> Any:
        """Return the number at the cursor and move past it, or return None."""
        number = context.cursor.number() if self.read is None else self.read(context)
        return context.cursor.phrase(self.spellings(context)) if number is None else number

    def offered(self, context: Sentence[S]) -> Vocabulary:
        """Return the numbers to offer for a missing number, each by its spelling."""
        return {str(number): str(number) for number in range(1, self.most(context) + 1)}


class Chance(msgspec.Struct, Generic[S], frozen=True, kw_only=True):
    """How a line writes one kind of result of chance, such as dice or drawn cards.

    `read` parses the result at the cursor and returns None if there is none. `read` itself is None if the written text
    is parsed as something else. `write` returns the text for the events of a move, or "". `words` are accepted
    spellings for near misses; `reach` is as in `ArgumentType`.
    """

    what: str
    read: Callable[[Sentence[S]], ObservedChance | None] | None
    write: Callable[[Sentence[S]], str]
    words: Callable[[Sentence[S]], Vocabulary] = lambda _context: _NOTHING
    kind: str = "chance"
    reach: int = 0


class Result(msgspec.Struct, Generic[S], frozen=True):
    """An effect that a line may declare in words: a template whose holes are fields of the effect.

    `given` returns the fields that the words leave out, or a text that says why the line cannot declare the result. If
    it is `whole`, the declared effects are all of its kind. `denied` are words that say that the effect is missing.
    `missing` returns what is declared if the line says nothing, or a text that says why the line must declare it.
    """

    effect: type[Effect]
    template: str
    given: Callable[[Sentence[S]], Mapping[str, Any] | str] = lambda _context: _NOTHING
    denied: str = ""
    whole: bool = False
    missing: Callable[[Sentence[S]], Effect | str | None] = lambda _context: None
    slots: Mapping[str, ArgumentType[S]] = {}

    def made(self, context: Sentence[S], values: Mapping[str, Any]) -> Effect | str:
        """Return the effect with these values, or a text that says why it cannot be declared."""
        given = self.given(context)
        return given if isinstance(given, str) else self.effect(**given, **values)

    def found(self, context: Sentence[S], effects: Sequence[Effect], names: Sequence[str]) -> Iterator[Effect]:
        """Yield the effects that the words of this result declare completely. `names` are its placeholders."""
        for effect in effects:
            if isinstance(effect, self.effect):
                values = {name: getattr(effect, name) for name in names}
                if self.made(context, values) == effect:
                    yield effect
