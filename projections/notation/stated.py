"""Results of a move by their names: what any line may state, in every game.

`+pawn-held tenth 1` states an effect with its values in order, `-pawn-held` that no effect of this kind came about.
A value is an id, a number, yes or no, ids with `/` between them, or a text in quotation marks; `-` is an empty one.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

import msgspec

from events.events import Effect, tag_of
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
"""What the type of a field begins with, and how a value of it is written."""


def name_of(kind: type[Effect], slug: str) -> str:
    """A kind of effect as a line names it: its tag without the game."""
    return tag_of(kind).removeprefix(f"{slug}-")


class NamedResults:
    """The effects of a game by name.

    `item` reads an id as a player writes it, `code` writes it; `amounts` is an example of names with amounts.
    """

    def __init__(
        self, slug: str, kinds: Iterable[type[Effect]], spelling: Spelling, item: Callable[[str], str],
        code: Callable[[str], str], amounts: str = "red:2/blue:1",
    ) -> None:  # fmt: skip
        self.slug, self.item, self.code, self.amounts = slug, item, code, amounts
        self.kinds: Mapping[str, type[Effect]] = {name_of(kind, slug): kind for kind in kinds}
        self.names: Vocabulary = {spelling.plain(name): name for name in self.kinds}

    # Read

    def read(
        self, cursor: Cursor, words: Callable[[str], Vocabulary] = lambda _field: _ANY
    ) -> tuple[list[Effect], list[type[Effect]]]:  # fmt: skip
        """The results that stand next: stated ones, and kinds left out.

        `words` are the spellings of a field's values by its name; without any it takes any id.

        Raises:
            SlipError: no result has this name, or a value does not fit.
        """
        stated: list[Effect] = []
        absent: list[type[Effect]] = []
        while cursor.now in ("+", "-"):
            sign = cursor.now
            cursor.at += 1
            name = cursor.phrase(self.names)
            if name is None:
                raise cursor.unreadable("no result has this name", self.names)
            kind = self.kinds[name]
            if sign == "-":
                absent.append(kind)
            else:
                stated.append(kind(*(self._value(cursor, field, words) for field in msgspec.structs.fields(kind))))
        return stated, absent

    def stands(self, cursor: Cursor) -> bool:
        """Whether a result by its name stands here."""
        at = cursor.at
        found = cursor.skip("+", "-") and cursor.phrase(self.names) is not None
        cursor.at = at
        return found

    def seen(self, cursor: TitleCursor, joints: Sequence[str], one: Callable[[], str | None]) -> list[str]:
        """All things that stand here as `one` reads them, with or without a joint that begins no result before each.

        Raises:
            SlipError: there is none.
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
            raise cursor.slip("say what was seen; ? where it was not", {"?": "?"})
        return found

    def _value(
        self, cursor: Cursor, field: msgspec.structs.FieldInfo, words: Callable[[str], Vocabulary]
    ) -> Any:  # fmt: skip
        """One value of an effect, by the type of its field."""
        if field.type is str and (known := words(field.name)):
            return cursor.want(f"{field.name} is wanted here", known)
        at, word = cursor.at, cursor.value()
        shape = next(shape for shape in _SHAPES if shape in str(field.type))
        try:
            return self._read(shape, word)
        except ValueError:
            cursor.at = at
            raise cursor.slip(f"{field.name} is {_SHAPES[shape].format(amounts=self.amounts)}", {}) from None

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
        """An effect as it is stated by its name, with its values."""
        values = map(self._spell, msgspec.structs.astuple(effect))
        return " ".join((f"+{name_of(type(effect), self.slug)}", *values))

    def absent_words(self, kind: type[Effect]) -> str:
        """A kind of effect as it is stated not to have come about."""
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
