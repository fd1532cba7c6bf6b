"""Reading rows of data files: each field of the right kind, or the path to the fault and what is allowed."""

from collections.abc import Iterable, Mapping
from typing import Any, Final, TypeVar

import msgspec
from msgspec import inspect

from events.errors import RefusedError

__all__ = ["row_of"]

T = TypeVar("T", bound=msgspec.Struct)

_SHOWN: Final = 40
"""So many characters of what was given are said again."""
_MOST: Final = 16
"""The most things in a list: abilities of a card, labels, parts of what it does."""


def row_of(kind: type[T], given: Any, path: str) -> T:
    """A row of a data file as a struct.

    A path that ends in a colon and a blank names a file, whose tables are the fields.

    Raises:
        RefusedError: with the path to the first fault, and what is allowed there.
    """
    if not isinstance(given, Mapping):
        raise RefusedError(f"{path}: a table of fields is needed")
    head = path if path.endswith(": ") else f"{path}."
    fields = {field.name: field for field in msgspec.structs.fields(kind)}
    for name in given:
        if name not in fields:
            raise RefusedError(f"{head}{_shown(name)}: the fields are {', '.join(fields)}, no other")
    for name, field in fields.items():
        if field.required and name not in given:
            raise RefusedError(f"{head}{name}: this field is needed: {_allowed(inspect.type_info(field.type))}")
    values = {
        name: _value(inspect.type_info(field.type), given[name], f"{head}{name}")
        for name, field in fields.items()
        if name in given
    }
    return kind(**values)


def _value(kind: inspect.Type, given: Any, path: str) -> Any:
    if isinstance(kind, inspect.VarTupleType):
        if not isinstance(given, list | tuple) or len(given) > _MOST:
            raise RefusedError(f"{path}: a list of at most {_MOST} is needed")
        return tuple(_value(kind.item_type, item, f"{path}[{place}]") for place, item in enumerate(given))
    if (row := _row_in(kind)) is not None:
        return row_of(row.cls, given, path)
    if isinstance(kind, inspect.DictType):
        if not isinstance(given, Mapping):
            raise RefusedError(f"{path}: a table is needed")
        for name in given:
            if not _fits(kind.key_type, name):
                raise RefusedError(f"{path}: {_shown(name)}: {_allowed(kind.key_type)}")
        return {_shown(name): _value(kind.value_type, item, f"{path}.{_shown(name)}") for name, item in given.items()}
    if not _fits(kind, given):
        raise RefusedError(f"{path}: {_allowed(kind)}, not {_shown(given)}")
    return given


def _row_in(kind: inspect.Type) -> inspect.StructType | None:
    """The row that a field holds, also where it may be left out."""
    kinds = kind.types if isinstance(kind, inspect.UnionType) else (kind,)
    return next((each for each in kinds if isinstance(each, inspect.StructType)), None)


def _fits(kind: inspect.Type, given: Any) -> bool:
    match kind:
        case inspect.BoolType():
            return isinstance(given, bool)
        case inspect.IntType():
            return isinstance(given, int) and not isinstance(given, bool)
        case inspect.StrType():
            return isinstance(given, str)
        case _:
            return isinstance(given, str) and given in _choices(kind)


def _choices(kind: inspect.Type) -> list[str]:
    """The words of a literal type, or of several together."""
    match kind:
        case inspect.LiteralType(values=values):
            return [str(value) for value in values]
        case inspect.UnionType(types=types):
            return sorted(_all(map(_choices, types)))
        case _:
            return []


def _all(rows: Iterable[list[str]]) -> list[str]:
    return [word for row in rows for word in row]


def _allowed(kind: inspect.Type) -> str:
    match kind:
        case inspect.BoolType():
            return "true or false"
        case inspect.IntType():
            return "a whole number"
        case inspect.StrType():
            return "a text"
        case inspect.VarTupleType():
            return "a list"
        case inspect.LiteralType() | inspect.UnionType() if choices := list(filter(None, _choices(kind))):
            return f"one of {', '.join(choices)}"
        case _:
            return "a table"


def _shown(given: Any) -> str:
    """What was given, short and printable."""
    text = str(given)[:_SHOWN]
    return text if text.isprintable() else ascii(text)
