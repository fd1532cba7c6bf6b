"""Structs as words: a kind, then each field that says something by its name, as `fight attacker 3 defender 5`.

So a described position tells what was begun and not finished; nothing is written of a field that is as usual.
"""

from collections.abc import Callable, Mapping, Sequence
from sys import intern
from typing import Any, Final

import msgspec
from msgspec.structs import fields

from events.errors import RefusedError
from projections.described import count_of

_NUMBERS: Final = (int, tuple[int, ...])


class StructWords:
    """The kinds of structs of one place, each by its word.

    `fits` says, of position, kind and name of a field, whether a word may stand there; numbers, `yes` and `no` are
    known by the type of the field. `known` is what a refusal says of all of them. `besides` are fields that are told
    otherwise; `finish` fills them in, given position, kind and what was said. `last` is a field that takes all words
    behind it, with strokes between its values.
    """

    def __init__(
        self, place: str, kinds: Mapping[str, type[msgspec.Struct]], known: str,
        fits: Callable[[Any, str, str, str], bool], besides: Sequence[str] = (),
        finish: Callable[[Any, str, dict[str, Any]], dict[str, Any]] = lambda _position, _kind, said: said,
        last: str = "",
    ) -> None:  # fmt: skip
        """Note the fields of each kind, and which of them must be said."""
        self.place, self.kinds, self.known, self.fits = place, kinds, known, fits
        self.finish, self.last = finish, last
        self.fields = {
            kind: {field.name: field for field in fields(thing) if field.name not in besides}
            for kind, thing in kinds.items()
        }
        self.needed = {
            kind: [name for name, field in known.items() if field.required] for kind, known in self.fields.items()
        }

    def write(self, thing: msgspec.Struct) -> str:
        """A struct in words, as it is kept."""
        kind = next(kind for kind, known in self.kinds.items() if isinstance(thing, known))
        words = [kind]
        said = {name: getattr(thing, name) for name in sorted(self.fields[kind], key=lambda name: name == self.last)}
        for name, value in said.items():
            if value == self.fields[kind][name].default:
                continue
            if isinstance(value, tuple):
                words += [name, *" / ".join(value).split()] if name == self.last else [name, *map(str, value)]
            else:
                words += [name, ("yes" if value else "no") if isinstance(value, bool) else str(value)]
        return " ".join(words)

    def _said(self, text: str) -> tuple[str, dict[str, tuple[str, ...]]]:
        """The kind of a struct, and what is said of each of its fields.

        A word that may be a name, of a seat say, stands for one where a field has no value yet.
        """
        kind, *words = text.split() or [""]
        found: dict[str, tuple[str, ...]] = {}
        name = ""
        for at, word in enumerate(words):
            if word in self.fields.get(kind, ()) and word not in found and (not name or found[name]):
                name, found[word] = word, ()
                if name == self.last:
                    found[name] = tuple(filter(None, " ".join(words[at + 1 :]).split(" / ")))
                    break
            elif name:
                found[name] = (*found[name], word)
        return kind, found

    def parse(self, position: Any, text: str) -> Any:
        """The struct that words tell of; None where they make none."""
        kind, found = self._said(text)
        if kind not in self.kinds or any(not found.get(name) for name in self.needed[kind]):
            return None
        said: dict[str, Any] = {}
        for name, words in found.items():
            declared, first = self.fields[kind][name].type, "".join(words[:1])
            if declared is bool:
                said[name] = first == "yes"
            elif declared in _NUMBERS:
                said[name] = count_of(first) if declared is int else tuple(map(count_of, words))
            else:  # a default is left out of a fingerprint where it is the same object
                said[name] = intern(first) if declared is str else words
        return self.kinds[kind](**self.finish(position, kind, said))

    def read(self, position: Any, text: str) -> Any:
        """The struct that somebody wrote, checked.

        Raises:
            RefusedError: a field is missing, unknown or holds what is not allowed; names it.
        """
        kind, found = self._said(text)
        if kind not in self.kinds:
            raise RefusedError(f'{self.place} cannot be "{text[:40]}": {self.known}'[:700])
        for name, words in found.items():
            if not words or not all(self._fits(position, kind, name, word) for word in words):
                said = " ".join(words)[:40]
                raise RefusedError(f'{self.place}: {kind} {name} cannot be "{said}": {self.known}'[:700])
        thing = self.parse(position, text)
        if thing is None:
            raise RefusedError(f"{self.place}: {kind} needs {', '.join(self.needed[kind])}: {self.known}"[:700])
        return thing

    def _fits(self, position: Any, kind: str, name: str, word: str) -> bool:
        """Whether a word may stand in a field."""
        declared = self.fields[kind][name].type
        if declared is bool:
            return word in ("yes", "no")
        if declared in _NUMBERS:
            return word.isascii() and word.isdecimal() and len(word) < 7
        return name == self.last or self.fits(position, kind, name, word)
