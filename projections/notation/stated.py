"""Results of a move by name, which every line may declare in every game.

`+pawn-held tenth 1` declares an effect with its values in order, `-pawn-held` that this kind of effect is missing. A
value is an id, a number, yes or no, ids separated by `/`, or text in quotation marks; `-` is an empty value.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, Self

import msgspec

from events.events import Effect, Event, tag_of
from projections.described import DESCRIBED
from projections.notation.cursor import Cursor
from projections.notation.titles import TitleCursor
from projections.notation.vocabulary import Spelling, Vocabulary

_ANY: Final[Vocabulary] = {}
_EMPTY: Final = "-"
_SHAPES: Final[Mapping[str, str]] = {
    "tuple[tuple": "names with amounts, {amounts}", "tuple[int": "numbers with / between them",
    "tuple": "names with / between them", "bool": "yes or no", "int": "a number",
    "str": "a name, or a text in quotation marks",
}  # fmt: skip
"""How a line writes the value of a field, by the beginning of the name of the field's type."""


def name_of(kind: type[Effect], slug: str) -> str:
    """Return the name by which a line declares a kind of effect: its tag without the game."""
    return tag_of(kind).removeprefix(f"{slug}-")


class NamedResults:
    """The effects of a game by name, for lines that declare them as `+name` or `-name`.

    `item` parses an id as a player writes it, `code` writes an id. `amounts` is an example of names with amounts.
    """

    def __init__(
        self, slug: str, kinds: Iterable[type[Effect]], spelling: Spelling, item: Callable[[str], str],
        code: Callable[[str], str], amounts: str = "red:2/blue:1",
    ) -> None:  # fmt: skip
        self.slug, self.item, self.code, self.amounts = slug, item, code, amounts
        self.kinds: Mapping[str, type[Effect]] = {name_of(kind, slug): kind for kind in kinds}
        self.names: Vocabulary = {spelling.plain(name): name for name in self.kinds}

    @classmethod
    def of(cls, slug: str, vocabulary: Iterable[type[Event]]) -> Self:
        """Return the effects in a game's vocabulary by name, with ids as values."""
        kinds = [kind for kind in vocabulary if issubclass(kind, Effect) and kind not in DESCRIBED]
        return cls(slug, kinds, Spelling(), str, str)

    # Read

    def read(
        self, cursor: Cursor, words: Callable[[str], Vocabulary] = lambda _field: _ANY
    ) -> tuple[list[Effect], list[type[Effect]]]:  # fmt: skip
        """Parse `+name` and `-name` at the cursor. Return the effects after `+`, and the kinds of effect after `-`.

        `words` returns the spellings of a field's values; if it returns none, any id is accepted.

        Raises:
            SlipError: a name is unknown, or a value does not fit.
        """
        stated: list[Effect] = []
        absent: list[type[Effect]] = []
        while cursor.now in ("+", "-"):
            sign = cursor.now
            cursor.at += 1
            name = cursor.phrase(self.names)
            if name is None:
                raise cursor.unreadable("this is not the name of a result", self.names)
            kind = self.kinds[name]
            if sign == "-":
                absent.append(kind)
            else:
                stated.append(kind(*(self._value(cursor, field, words) for field in msgspec.structs.fields(kind))))
        return stated, absent

    def stands(self, cursor: Cursor) -> bool:
        """Return whether `+` or `-` with the name of a result begins at the cursor."""
        at = cursor.at
        found = cursor.skip("+", "-") and cursor.phrase(self.names) is not None
        cursor.at = at
        return found

    def seen(self, cursor: TitleCursor, joints: Sequence[str], one: Callable[[], str | None]) -> list[str]:
        """Return all things at the cursor that `one` parses, and move past them.

        A joint (a word between moves) may come before each, unless it begins a result.

        Raises:
            SlipError: nothing can be parsed.
        """
        found: list[str] = []
        while True:
            at = cursor.at
            if cursor.is_at(*joints) and not self.stands(cursor):
                cursor.at += 1
            thing = one()
            if thing is None:
                cursor.at = at
                break
            found.append(thing)
        if not found:
            raise cursor.slip("say what was seen, or ? if it was not seen", {"?": "?"})
        return found

    def _value(
        self, cursor: Cursor, field: msgspec.structs.FieldInfo, words: Callable[[str], Vocabulary]
    ) -> Any:  # fmt: skip
        """Return the value at the cursor for a field of an effect, in the field's type."""
        if field.type is str and (known := words(field.name)):
            return cursor.want(f"{field.name} is expected", known)
        at, word = cursor.at, cursor.value()
        shape = next(shape for shape in _SHAPES if shape in str(field.type))
        try:
            return self._read(shape, word)
        except ValueError:
            cursor.at = at
            raise cursor.slip(f"{field.name} must be {_SHAPES[shape].format(amounts=self.amounts)}", {}) from None

    def _read(self, shape: str, word: str) -> Any:
        match shape:
            case "bool":
                return _yes(word)
            case "int":
                return _whole(word)
            case "str":
                return "" if word == _EMPTY else self.item(word)
            case "tuple[int":
                return () if word == _EMPTY else tuple(map(_whole, word.split("/")))
            case "tuple":
                return () if word == _EMPTY else tuple(map(self.item, word.split("/")))
        pairs = [] if word == _EMPTY else [part.partition(":") for part in word.split("/")]
        return tuple((name, _whole(amount)) for name, _, amount in pairs)

    # Write

    def words(self, effect: Effect) -> str:
        """Return an effect as a line declares it: its name and its values."""
        values = map(self._spell, msgspec.structs.astuple(effect))
        return " ".join((f"+{name_of(type(effect), self.slug)}", *values))

    def absent_words(self, kind: type[Effect]) -> str:
        """Return the words with which a line declares that no effect of this kind happened."""
        return f"-{name_of(kind, self.slug)}"

    def _spell(self, value: Any) -> str:
        if isinstance(value, bool):
            return "yes" if value else "no"
        if isinstance(value, int):
            return str(value)
        if isinstance(value, Sequence) and not isinstance(value, str):
            return "/".join(self._part(item) for item in value) or _EMPTY
        word = self.code(str(value))
        return f'"{word}"' if " " in word else word or _EMPTY

    def _part(self, item: Any) -> str:
        if isinstance(item, int):
            return str(item)
        return self.code(item) if isinstance(item, str) else f"{item[0]}:{item[1]}"


def _whole(word: str) -> int:
    return int(word) if word.removeprefix("-").isdecimal() else int("")


def _yes(word: str) -> bool:
    if word not in ("yes", "no"):
        raise ValueError
    return word == "yes"
