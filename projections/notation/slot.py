"""What stands in the holes of a form and behind it: values, chance and results, each read and written in one way."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final, Generic, TypeVar

import msgspec

from events.events import Effect
from projections.notation.sentence import Sentence
from projections.notation.vocabulary import Vocabulary
from projections.terms import Seen

S = TypeVar("S", bound=msgspec.Struct)
_NOTHING: Final[Mapping[str, str]] = {}


@dataclass(frozen=True, kw_only=True)
class Slot(Generic[S]):
    """One kind of value: `what` a reader expects there, all its spellings, and the one that is written.

    `words` are the spellings, in a position or in every one, `code` writes a value. Only open values (counts, rows)
    have a `read` of their own, which gives None where nothing of the kind stands; what it offers for a near miss are
    `words` too. `missing` is the value where the line does not say it, None where it must. `between` is written between
    the values of a row. `kind` says what a word of it is, `reach` of how many words a near miss may be (as many as the
    game says where it is 0).
    """

    what: str
    words: Mapping[str, Any] | Callable[[Sentence[S]], Mapping[str, Any]] = field(default_factory=dict)
    code: Callable[[Any, Sentence[S]], str] = lambda value, _said: str(value)
    read: Callable[[Sentence[S]], Any] | None = None
    missing: Callable[[Sentence[S]], Any] | None = None
    between: str = " "
    kind: str = ""
    reach: int = 0

    @cached_property
    def begins(self) -> frozenset[str] | None:
        """The words with which its spellings begin; None where these are not the same in every position."""
        if callable(self.words) or self.read is not None or type(self).value is not Slot.value:
            return None
        return frozenset(spelling.partition(" ")[0] for spelling in self.words)

    def spellings(self, said: Sentence[S]) -> Mapping[str, Any]:
        """The spellings of its values in a position, to these."""
        return self.words(said) if callable(self.words) else self.words

    def value(self, said: Sentence[S]) -> Any:
        """The value that stands next, and go past it; None where none does."""
        if self.read is not None:
            return self.read(said)
        return said.cursor.phrase(self.spellings(said))

    def fits(self, _value: Any) -> bool:
        """Whether a value can be written so that it reads."""
        return True

    def offered(self, said: Sentence[S]) -> Vocabulary:
        """What may stand here, as a line would say it."""
        codes: dict[Any, str] = {}
        words = self.spellings(said)
        for value in words.values():
            if value not in codes:
                codes[value] = self.code(value, said)
        return {word: codes[value] for word, value in words.items()}


@dataclass(frozen=True, kw_only=True)
class Number(Slot[S]):
    """A count: a number, or one of the `words` that stand for one here.

    `most` is the highest worth offering. A result of less than the `least` says that it did not come about.
    """

    most: Callable[[Sentence[S]], int] = lambda _said: 0
    least: int = 0
    kind: str = "count"

    def fits(self, value: Any) -> bool:
        """Whether it is a number as they are written."""
        return bool(value >= self.least)

    def value(self, said: Sentence[S]) -> Any:
        """The number that stands next, None where none does."""
        number = said.cursor.number() if self.read is None else self.read(said)
        return said.cursor.phrase(self.spellings(said)) if number is None else number

    def offered(self, said: Sentence[S]) -> Vocabulary:
        """The numbers that are worth offering."""
        return {str(number): str(number) for number in range(1, self.most(said) + 1)}


@dataclass(frozen=True, kw_only=True)
class Chance(Generic[S]):
    """What a writer saw of chance: how it stands in a line.

    `read` gives what was seen, None where nothing of the kind stands; there is none where what is written reads as
    something else. `write` tells it of the events of a move, "" where
    there is nothing to tell; `words` are spellings that would stand there, for near misses, and `reach` as in a `Slot`.
    """

    what: str
    read: Callable[[Sentence[S]], Seen | None] | None
    write: Callable[[Sentence[S]], str]
    words: Callable[[Sentence[S]], Vocabulary] = lambda _said: _NOTHING
    kind: str = "chance"
    reach: int = 0


@dataclass(frozen=True)
class Result(Generic[S]):
    """An effect that a line may state in words: a template whose holes are fields of the effect.

    `given` are the fields that the words leave out; a text says why such a result cannot be told here. Who states a
    `whole` result states all of its kind. `denied` are words for that it did not come about. `missing` is what is
    stated where the line says nothing of it; a text says that it must.
    """

    effect: type[Effect]
    template: str
    given: Callable[[Sentence[S]], Mapping[str, Any] | str] = lambda _said: _NOTHING
    denied: str = ""
    whole: bool = False
    missing: Callable[[Sentence[S]], Effect | str | None] = lambda _said: None
    slots: Mapping[str, Slot[S]] = field(default_factory=dict)

    def made(self, said: Sentence[S], values: Mapping[str, Any]) -> Effect | str:
        """The effect with these values; or why it cannot be told here."""
        given = self.given(said)
        return given if isinstance(given, str) else self.effect(**given, **values)

    def found(self, said: Sentence[S], effects: Sequence[Effect], names: Sequence[str]) -> Iterator[Effect]:
        """The effects that these words state in full; `names` are the fields of the template's holes."""
        for effect in effects:
            if isinstance(effect, self.effect):
                values = {name: getattr(effect, name) for name in names}
                if self.made(said, values) == effect:
                    yield effect
