"""Structs as words: a kind, then the name and value of each field, such as `fight attacker 3 defender 5`.

A described position uses this for unfinished business. Fields with their default value are left out.
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
    """The struct types that one field of the board can hold, by kind.

    - `fits`: returns whether a word is allowed in a field, from the position, the kind, the field's name and the word.
      Numbers, `yes` and `no` are checked by type instead.
    - `known`: describes all kinds in error messages
    - `besides`: fields that are not written; `finish` fills them in, from the position, the kind and the other values
    - `last`: a field that takes all remaining words; slashes separate its values
    """

    def __init__(
        self, place: str, kinds: Mapping[str, type[msgspec.Struct]], known: str,
        fits: Callable[[Any, str, str, str], bool], besides: Sequence[str] = (),
        finish: Callable[[Any, str, dict[str, Any]], dict[str, Any]] = lambda _position, _kind, written: written,
        last: str = "",
    ) -> None:  # fmt: skip
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
        """Return a struct as words, in the stored form."""
        kind = next(kind for kind, known in self.kinds.items() if isinstance(thing, known))
        words = [kind]
        written = {name: getattr(thing, name) for name in sorted(self.fields[kind], key=lambda name: name == self.last)}
        for name, value in written.items():
            if value == self.fields[kind][name].default:
                continue
            if isinstance(value, tuple):
                words += [name, *" / ".join(value).split()] if name == self.last else [name, *map(str, value)]
            else:
                words += [name, ("yes" if value else "no") if isinstance(value, bool) else str(value)]
        return " ".join(words)

    def _said(self, text: str) -> tuple[str, dict[str, tuple[str, ...]]]:
        """Split a struct's text. Return the kind of struct, and the words for each field.

        A seat's id may also be the name of a field. A word of this kind counts as a value if the present field has no
        value yet.
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
        """Return the struct for a text; None if it is not valid."""
        kind, found = self._said(text)
        if kind not in self.kinds or any(not found.get(name) for name in self.needed[kind]):
            return None
        written: dict[str, Any] = {}
        for name, words in found.items():
            declared, first = self.fields[kind][name].type, "".join(words[:1])
            if declared is bool:
                written[name] = first == "yes"
            elif declared in _NUMBERS:
                written[name] = count_of(first) if declared is int else tuple(map(count_of, words))
            else:  # interned, because only the identical default is left out of the state hash
                written[name] = intern(first) if declared is str else words
        return self.kinds[kind](**self.finish(position, kind, written))

    def read(self, position: Any, text: str) -> Any:
        """Return the struct for a text that a person wrote. Raises RefusedError, which names the wrong field."""
        kind, found = self._said(text)
        if kind not in self.kinds:
            raise RefusedError(f'{self.place} cannot be "{text[:40]}". Allowed: {self.known}'[:700])
        for name, words in found.items():
            if not words or not all(self._fits(position, kind, name, word) for word in words):
                written = " ".join(words)[:40]
                raise RefusedError(f'{self.place}: {kind} {name} cannot be "{written}". Allowed: {self.known}'[:700])
        thing = self.parse(position, text)
        if thing is None:
            raise RefusedError(
                f"{self.place}: {kind} needs {', '.join(self.needed[kind])}. Allowed: {self.known}"[:700]
            )
        return thing

    def _fits(self, position: Any, kind: str, name: str, word: str) -> bool:
        declared = self.fields[kind][name].type
        if declared is bool:
            return word in ("yes", "no")
        if declared in _NUMBERS:
            return word.isascii() and word.isdecimal() and len(word) < 7
        return name == self.last or self.fits(position, kind, name, word)
