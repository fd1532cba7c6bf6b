"""A table of sentences: for each kind of event, a template with placeholders for its fields, or a function.

- `{seat}`: the field `seat`, worded by the writer with its name, or by its type if the game has no such writer
- `{seat:whose}`: the field, worded by the writer `whose`
- `{place zone}`: two fields, worded by the writer `place zone`
- `{dice:count die|dice}`: a number with its noun; without `|`, the plural has an added `s`
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from inspect import Parameter, signature
from operator import attrgetter
from string import Formatter
from types import UnionType
from typing import Any, Final, Literal, Union, get_args, get_origin, get_type_hints

from events.events import Chance, Event, Passed, Rolled, tag_of
from projections.described import CardsSet, FieldSentences, PlaceSet, cards_sentence, field_sentence
from projections.wording import capitalised, clean, counted, joined, titled

Sentence = str | Callable[[Any, Any, Any], str]
"""A template, or a function of an event and the positions before and after it that returns the finished text.

A sentence that needs a choice is a function.
"""
Rows = Mapping[type[Event], Sentence]
Writers = Mapping[str, Callable[..., str]]
"""Functions that word fields, by name. Each takes the position before the event, if it needs it, then the fields."""
_Part = Callable[[Any, Any], str]


def written(value: str | int) -> str:
    """Return a value as the log has it, with each unprintable character replaced."""
    return clean(str(value))


def joined_names(names: Iterable[str]) -> str:
    """Return ids as names, in a list."""
    return joined([titled(name) for name in names])


def _worded(value: str | int | tuple[str, ...] | tuple[int, ...]) -> str:
    if isinstance(value, tuple):
        return joined([_worded(one) for one in value])
    return titled(value) if isinstance(value, str) else str(value)


_SHARED: Final[Rows] = {Passed: "{player} passes.", Rolled: "The dice show {faces}."}


class SentenceTable:
    """Sentences by kind of event, as `View.sentence` needs them.

    Events that all games share have sentences already. The writer `cards` words the cards of `CardsSet`, `label`
    returns the printed name of a field, and `fields` has the sentences for fields that were set. A sentence begins
    with a capital letter, unless `capital` is False.
    """

    def __init__(
        self, rows: Rows, writers: Writers | None = None, *, fields: FieldSentences | None = None,
        label: Callable[[Any, str], str] = lambda _position, place: clean(place), capital: bool = True,
    ) -> None:  # fmt: skip
        known = {"written": written, "cards": joined_names, **(writers or {})}
        cards = _part(CardsSet, "cards", "", known)

        def field_set(event: PlaceSet, before: Any, after: Any) -> str:
            return field_sentence(event, before, after, fields or {})

        def cards_set(event: CardsSet, before: Any, after: Any) -> str:
            name = label(after, event.place) or clean(event.place)
            return cards_sentence(name, cards(event, before) if event.cards else "")

        self.rows: Rows = {**_SHARED, PlaceSet: field_set, CardsSet: cards_set, **rows}
        self._sentences = {
            kind: _filled(kind, row, known) if isinstance(row, str) else row for kind, row in self.rows.items()
        }
        self._capital = capital

    def __call__(self, event: Event, before: Any, after: Any) -> str:
        """Return an event as one sentence. `before` and `after` are the positions around it."""
        sentence = self._sentences.get(type(event))
        if sentence is None:
            return in_place_of_sentence(event)
        text = sentence(event, before, after)
        return capitalised(text) if self._capital else text


def in_place_of_sentence(event: Event) -> str:
    """Return the text for an event without a sentence, which a log may have from other versions of a game."""
    what = "Chance decides" if isinstance(event, Chance) else "The log has an entry of another kind"
    return f"{what}: {tag_of(event)}."


def _filled(kind: type[Event], template: str, writers: Writers) -> Callable[[Any, Any, Any], str]:
    """Return the function that fills a template. Raises ValueError if a placeholder's field or writer does not fit."""
    pattern, parts = "", list[_Part]()
    for text, fields, writer, conversion in Formatter().parse(template):
        pattern += text.replace("%", "%%")
        if conversion:
            raise ValueError(f"{kind.__name__}: a placeholder has no conversion !{conversion}")
        if fields is not None:
            pattern += "%s"
            parts.append(_part(kind, fields, writer or "", writers))
    return lambda event, before, _after: pattern % tuple([part(event, before) for part in parts])


def _part(kind: type[Event], fields: str, writer: str, writers: Writers) -> _Part:
    types, names = get_type_hints(kind), fields.split() or [fields]
    if unknown := [name for name in names if name not in kind.__struct_fields__]:
        raise ValueError(f"{kind.__name__} has no field {', '.join(unknown)}")
    if writer.startswith("count "):
        write: Callable[..., str] = _counting(writer.removeprefix("count "))
    elif writer and writer not in writers:
        raise ValueError(f"{kind.__name__}: no writer {writer} for {fields}")
    else:
        write = writers.get(writer or fields, _worded)
    accepted = [*_accepted(write)]
    has_position = len(accepted) == len(names) + 1
    wanted = accepted[has_position:]
    if len(wanted) != len(names) or not all(map(_fits, [types[name] for name in names], wanted)):
        raise ValueError(f"{kind.__name__}: {writer or fields} cannot word {fields}, which has another type")
    values: Callable[[Any], Any] = attrgetter(*names)
    if len(names) > 1:
        return lambda event, before: write(*[before] * has_position, *values(event))
    if has_position:
        return lambda event, before: write(before, values(event))
    return lambda event, _before: write(values(event))


def _counting(noun: str) -> Callable[[int], str]:
    one, _, many = noun.partition("|")

    def count(number: int) -> str:
        return counted(number, one, many)

    return count


def _accepted(write: Callable[..., str]) -> Iterator[Any]:
    """Yield the types that a writer accepts, without parameters that have defaults."""
    types = get_type_hints(write)
    for name, parameter in signature(write).parameters.items():
        if parameter.default is Parameter.empty:
            yield types.get(name, type(None))


def _fits(given: Any, accepted: Any) -> bool:
    """Return whether all values of a field's type have a type that a writer accepts."""
    if get_origin(given) in (Union, UnionType):
        return all(_fits(one, accepted) for one in get_args(given))
    if get_origin(accepted) in (Union, UnionType):
        return any(_fits(given, one) for one in get_args(accepted))
    if get_origin(given) is Literal:
        return all(_fits(type(one), accepted) for one in get_args(given))
    kind, wanted = get_origin(given) or given, get_origin(accepted) or accepted
    if not issubclass(kind, wanted) or (kind in (bool, str) and wanted is not kind):
        return False
    inner = [*zip(get_args(given), get_args(accepted), strict=False)][:1]
    return all(_fits(*pair) for pair in inner)
