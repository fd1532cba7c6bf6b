"""Card files: the data files of a game, as shipped or supplied by the players.

A file contains tables, a table contains rows by id, and a row contains the fields of a struct. Each error names the
path to the fault and what is allowed there.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pkgutil import get_data
from typing import Any, Final, TypeVar

import msgspec
from msgspec import inspect

from events.errors import RefusedError
from events.lazy_patterns import lazy_pattern
from projections.wording import joined

T = TypeVar("T", bound=msgspec.Struct)

Faults = Iterator[tuple[str, str]]
"""Iterates over the faults of a file, as pairs of the path to the fault and what is allowed there."""

ID: Final = lazy_pattern(r"[a-z0-9][a-z0-9-]{0,31}", re.ASCII)
AN_ID: Final = "at most 32 lower-case letters, digits and hyphens"
_LONGEST: Final = 60
"""The maximum length of a name."""
_SHOWN: Final = 40
"""The number of characters of an invalid value that a message repeats."""
_MOST: Final = 16
"""The maximum length of a list, such as the abilities of a card."""


def shipped_text(package: str, path: str) -> str:
    """Return the text of a TOML data file that ships with a game, without importing `importlib.resources`.

    Raises:
        FileNotFoundError: the game ships no such file.
    """
    return (get_data(package, path) or b"").decode()


def decoded(text: bytes | str, where: str) -> Any:
    """Parse a data file as JSON, the form in which a session stores it. Raises RefusedError for other text."""
    try:
        return msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise RefusedError(f"{where}: {error}") from error


def tables_of(given: Any, tables: Sequence[str], where: str) -> Mapping[str, Any]:
    """Return the tables of a file, all named in `tables`. Raises RefusedError for other tables, or for none."""
    if not isinstance(given, Mapping):
        raise RefusedError(f"{where}: the file must have the tables {joined(tables)}")
    for name in given:
        if name not in tables:
            raise RefusedError(f"{where}: {str(name)[:_SHOWN]!a} is not allowed. Tables: {joined(tables)}")
    return given


def table_of(rows: Any, path: str, most: int) -> Mapping[str, Any]:
    """Check a table of a data file, and return its rows by id. The contents of the rows are not checked.

    Raises:
        RefusedError: `rows` is not a table, has more than `most` rows, or has an invalid id.
    """
    if not isinstance(rows, Mapping):
        raise RefusedError(f"{path} must be a table of rows by id")
    if len(rows) > most:
        raise RefusedError(f"{path} has {len(rows)} rows; the maximum is {most}")
    for name in rows:
        if not isinstance(name, str) or not ID.fullmatch(name):
            raise RefusedError(f"{path}.{str(name)[:_SHOWN]!a}: an id can only have {AN_ID}")
    return rows


def rows_of(kind: type[T], rows: Any, path: str, most: int) -> dict[str, T]:
    """Return the rows of a table as structs, by id. Raises `RefusedError` as `table_of` and `row_of` do."""
    return {name: row_of(kind, row, f"{path}.{name}") for name, row in table_of(rows, path, most).items()}


def name_faults(text: str) -> Faults:
    """Yield a fault unless a name is one short printable line without double quotes, which enclose names in texts."""
    if not (text.strip() == text and text.isprintable() and 0 < len(text) <= _LONGEST) or '"' in text:
        yield "name", f"must be 1 to {_LONGEST} printable characters without outer spaces and double quotes"


def unknown_faults(fields: Sequence[str], unknown: Sequence[str], provenance: str) -> Faults:
    """Yield the faults in `unknown`, a card's own list of those of its `fields` whose printed values are not known."""
    known = [field for field in fields if field not in ("name", "provenance", "unknown")]
    for place, field in enumerate(unknown):
        if field not in known or field in unknown[:place]:
            yield f"unknown[{place}]", f"must be a field of this row, each only once: {', '.join(known)}"
    if unknown and provenance == "stand-in":
        yield "unknown", "must be empty for a stand-in, because a stand-in is not a printed card"


def refuse_faults(faults: Iterable[tuple[str, str]], where: str) -> None:
    """Raise `RefusedError` for the first fault, if there are any."""
    for path, allowed in faults:
        raise RefusedError(f"{where}: {path}: {allowed}")


def row_of(kind: type[T], given: Any, path: str) -> T:
    """Return a row of a data file as a struct.

    If `path` ends with a colon and a space, the row is a whole file, and its tables are the fields.

    Raises:
        RefusedError: with the path to the first fault and what is allowed there.
    """
    if not isinstance(given, Mapping):
        raise RefusedError(f"{path} must be a table of fields")
    head = path if path.endswith(": ") else f"{path}."
    fields = _fields(kind)
    for name in given:
        if name not in fields:
            raise RefusedError(f"{head}{_shown(name)} is not allowed. Fields: {', '.join(fields)}")
    for name, field in fields.items():
        if field.required and name not in given:
            raise RefusedError(f"{head}{name} is missing; it must be {_allowed(field.type)}")
    values = {name: _value(field.type, given[name], f"{head}{name}") for name, field in fields.items() if name in given}
    return kind(**values)


@cache
def _fields(kind: type[msgspec.Struct]) -> Mapping[str, inspect.Field]:
    """Return the fields of a struct with their types. Cached, because the inspection is slow."""
    told = inspect.type_info(kind)
    assert isinstance(told, inspect.StructType)
    return {field.name: field for field in told.fields}


def _value(kind: inspect.Type, given: Any, path: str) -> Any:
    if isinstance(kind, inspect.VarTupleType):
        if not isinstance(given, list | tuple) or len(given) > _MOST:
            raise RefusedError(f"{path} must be a list of at most {_MOST} items")
        return tuple(_value(kind.item_type, item, f"{path}[{place}]") for place, item in enumerate(given))
    if (row := _row_in(kind)) is not None:
        return row_of(row.cls, given, path)
    if isinstance(kind, inspect.DictType):
        if not isinstance(given, Mapping):
            raise RefusedError(f"{path} must be a table")
        for name in given:
            if not _fits(kind.key_type, name):
                raise RefusedError(f"{path}: {_shown(name)} must be {_allowed(kind.key_type)}")
        return {_shown(name): _value(kind.value_type, item, f"{path}.{_shown(name)}") for name, item in given.items()}
    if not _fits(kind, given):
        raise RefusedError(f"{path} must be {_allowed(kind)}, not {_shown(given)}")
    return given


def _row_in(kind: inspect.Type) -> inspect.StructType | None:
    """Return the struct type of a field's values, also if the field is optional; None for other types."""
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
            return isinstance(given, str | int) and not isinstance(given, bool) and given in _literals(kind)


def _literals(kind: inspect.Type) -> list[str | int]:
    match kind:
        case inspect.LiteralType(values=values):
            return [value for value in values if isinstance(value, str | int)]
        case inspect.UnionType(types=types):
            return [value for each in types for value in _literals(each)]
        case _:
            return []


def _choices(kind: inspect.Type) -> list[str]:
    found = [str(value) for value in _literals(kind)]
    return sorted(found) if isinstance(kind, inspect.UnionType) else found


def _allowed(kind: inspect.Type) -> str:
    match kind:
        case inspect.BoolType():
            return "true or false"
        case inspect.IntType():
            return "a whole number"
        case inspect.StrType():
            return "text"
        case inspect.VarTupleType():
            return "a list"
        case inspect.LiteralType() | inspect.UnionType() if choices := list(filter(None, _choices(kind))):
            return f"one of {', '.join(choices)}"
        case _:
            return "a table"


def _shown(given: Any) -> str:
    """Return an invalid value as text for a message: short and printable."""
    text = str(given)[:_SHOWN]
    return text if text.isprintable() else ascii(text)
