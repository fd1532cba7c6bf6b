"""A table of sentences: for each kind of event, a template whose holes are fields of the event."""

from collections.abc import Mapping
from string import Formatter
from typing import Any, Final

import msgspec

from events.events import Event, Passed, Rolled, Started, tag_of
from projections.described import CardsSet, PlaceSet, described_sentence
from projections.wording import clean, joined, titled

_SHARED: Final[Mapping[type[Event], str]] = {
    Started: "The session started.", Passed: "{player} passes.", Rolled: "The dice show {faces}.",
}  # fmt: skip


class SentenceTable:
    """Sentences by kind of event, as `View.sentence` needs them. Events that all games share have sentences already.

    A hole takes a number, several values, or an id as a name.
    """

    def __init__(self, sentences: Mapping[type[Event], str]) -> None:
        self._sentences = {**_SHARED, **sentences}
        for kind, sentence in sentences.items():
            holes = {name for _, name, _, _ in Formatter().parse(sentence) if name is not None}
            if unknown := sorted(holes - {*kind.__struct_fields__}):
                raise ValueError(f"{kind.__name__} has no field {', '.join(unknown)}")

    def __call__(self, event: Event, _before: Any, _after: Any) -> str:
        """Return an event in words."""
        if isinstance(event, PlaceSet | CardsSet):
            return described_sentence(event, joined_names)
        values = {name: _words(value) for name, value in msgspec.structs.asdict(event).items()}
        return self._sentences.get(type(event), f"Chance decides: {tag_of(event)}.").format(**values)


def joined_names(names: Any) -> str:
    """Return ids as names, in a list."""
    return joined([titled(name) for name in names])


def _words(value: Any) -> str:
    if isinstance(value, tuple):
        return joined([_words(one) for one in value])
    return titled(value) if isinstance(value, str) else clean(str(value))
