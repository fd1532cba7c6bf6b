"""What a line states of a move's results beyond its own words: any effect by its name.

`+daleks-lost SCA 2` states an effect with its values in order, `-daleks-lost` that no effect of this kind came about.
A value is a territory's code, a seat, a number, yes or no, names with `/` between them, or a text in quotation marks;
`-` is an empty one.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from events.facts import Effect
from projections.games.risk import events as e
from projections.games.risk.position import World
from projections.games.risk.spelling import PLACES, Cursor, place_code, plain
from projections.games.risk.world_map import TERRITORIES
from projections.spelling import Vocabulary
from projections.window import WINDOWS

__all__ = ["absent_words", "is_result", "named_words", "read_results"]

_KINDS: Final[tuple[type[Effect], ...]] = (*e.ALL_EFFECTS, *WINDOWS)
_BY_NAME: Final[Mapping[str, type[Effect]]] = {
    str(kind.__struct_config__.tag).removeprefix("risk-"): kind for kind in _KINDS
}
_NAMES: Final[Vocabulary] = {plain(name): name for name in _BY_NAME}
_EMPTY: Final = "-"


def read_results(cursor: Cursor, _world: World) -> tuple[list[Effect], list[type[Effect]]]:
    """The results that stand next, up to the claims or the end of the line: stated ones, and kinds left out.

    Raises:
        SlipError: no result has this name, or a value does not fit.
    """
    stated: list[Effect] = []
    absent: list[type[Effect]] = []
    while cursor.now in ("+", "-"):
        sign = cursor.now
        cursor.at += 1
        name = cursor.phrase(_NAMES)
        if name is None:
            raise cursor.unreadable("no result has this name", _NAMES)
        kind = _BY_NAME[name]
        if sign == "-":
            absent.append(kind)
        else:
            stated.append(kind(*(_value(cursor, field) for field in msgspec.structs.fields(kind))))
    return stated, absent


def is_result(cursor: Cursor) -> bool:
    """Whether a result by its name stands here."""
    at = cursor.at
    found = cursor.skip("+", "-") and cursor.phrase(_NAMES) is not None
    cursor.at = at
    return found


def _value(cursor: Cursor, field: msgspec.structs.FieldInfo) -> Any:
    """One value of an effect, by the type of its field."""
    at = cursor.at
    word = cursor.value()
    try:
        return _READ[_kind(field)](word)
    except ValueError:
        cursor.at = at
        raise cursor.slip(f"{field.name} is {_SHAPES[_kind(field)]}", {}) from None


def _kind(field: msgspec.structs.FieldInfo) -> str:
    return next(name for name in ("tuple[tuple", "tuple", "bool", "int", "str") if name in str(field.type))


def _item(word: str) -> str:
    return PLACES.get(plain(word), word) if word.isupper() or word.casefold() in TERRITORIES else word


def _text(word: str) -> str:
    return "" if word == _EMPTY else _item(word)


def _whole(word: str) -> int:
    return int(word) if word.removeprefix("-").isdigit() else int("")


def _yes(word: str) -> bool:
    if word not in ("yes", "no"):
        raise ValueError
    return word == "yes"


def _row(word: str) -> tuple[str, ...]:
    return () if word == _EMPTY else tuple(map(_item, word.split("/")))


def _amounts(word: str) -> tuple[tuple[str, int], ...]:
    pairs = [] if word == _EMPTY else [part.partition(":") for part in word.split("/")]
    return tuple((name, _whole(amount)) for name, _, amount in pairs)


_READ: Final[Mapping[str, Any]] = {"tuple[tuple": _amounts, "tuple": _row, "bool": _yes, "int": _whole, "str": _text}
_SHAPES: Final[Mapping[str, str]] = {
    "tuple[tuple": "names with amounts, asia:7/europe:5", "tuple": "names with / between them", "bool": "yes or no",
    "int": "a number", "str": "a name, or a text in quotation marks",
}  # fmt: skip


def named_words(effect: Effect) -> str:
    """An effect as it is stated by its name, with its values."""
    return " ".join((f"+{_name(type(effect))}", *(_spell(value) for value in msgspec.structs.astuple(effect))))


def absent_words(kind: type[Effect]) -> str:
    """A kind of effect as it is stated not to have come about."""
    return f"-{_name(kind)}"


def _name(kind: type[Effect]) -> str:
    return str(kind.__struct_config__.tag).removeprefix("risk-")


def _spell(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, Sequence) and not isinstance(value, str):
        return "/".join(_part(item) for item in value) or _EMPTY
    word = place_code(str(value))
    return f'"{word}"' if " " in word else word or _EMPTY


def _part(item: Any) -> str:
    return place_code(item) if isinstance(item, str) else f"{item[0]}:{item[1]}"
