"""Card files: a game's own data, as it ships or as a table brings it.

A file has tables, a table rows by id, a row fields of a struct. Whatever is wrong is told by the path to the fault and
what is allowed there.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pkgutil import get_data
from typing import Any, Final, TypeVar

import msgspec
from msgspec import inspect

from events.errors import RefusedError
from projections.wording import joined

T = TypeVar("T", bound=msgspec.Struct)

Faults = Iterator[tuple[str, str]]
"""What is wrong, each as the path to the fault and what is allowed there."""

ID: Final = re.compile(r"[a-z0-9][a-z0-9-]{0,31}", re.ASCII)
AN_ID: Final = "small letters, digits and hyphens, 32 at most"
_LONGEST: Final = 60
"""Characters of a name."""
_SHOWN: Final = 40
"""So many characters of what was given are said again."""
_MOST: Final = 16
"""The most things in a list: abilities of a card, labels, parts of what it does."""


def shipped_text(package: str, path: str) -> str:
    """A data file of a game as it ships, as TOML. Read so, a command need not load `importlib.resources`.

    Raises:
        FileNotFoundError: the game ships no such file.
    """
    return (get_data(package, path) or b"").decode()


def decoded(text: bytes | str, where: str) -> Any:
    """What the text of a JSON file holds, as a session pins it.

    Raises:
        RefusedError: it is no JSON.
    """
    try:
        return msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise RefusedError(f"{where}: {error}") from error


def tables_of(given: Any, tables: Sequence[str], where: str) -> Mapping[str, Any]:
    """The tables of a file, no other among them.

    Raises:
        RefusedError: the file has no tables, or one that is none of its own.
    """
    if not isinstance(given, Mapping):
        raise RefusedError(f"{where}: this file has the tables {joined(tables)}")
    for name in given:
        if name not in tables:
            raise RefusedError(f"{where}: {str(name)[:_SHOWN]!a}: the tables are {joined(tables)}, no other")
    return given


def table_of(rows: Any, path: str, most: int) -> Mapping[str, Any]:
    """The rows of a table, each under an id, not yet looked into.

    Raises:
        RefusedError: it is no table, has too many rows, or a row under no id.
    """
    if not isinstance(rows, Mapping):
        raise RefusedError(f"{path}: a table of rows by id is needed")
    if len(rows) > most:
        raise RefusedError(f"{path}: {len(rows)} rows; there are at most {most}")
    for name in rows:
        if not isinstance(name, str) or not ID.fullmatch(name):
            raise RefusedError(f"{path}.{str(name)[:_SHOWN]!a}: an id is {AN_ID}")
    return rows


def rows_of(kind: type[T], rows: Any, path: str, most: int) -> dict[str, T]:
    """The rows of a table as structs, by id. Raises `RefusedError` as `table_of` and `row_of` do."""
    return {name: row_of(kind, row, f"{path}.{name}") for name, row in table_of(rows, path, most).items()}


def name_faults(text: str) -> Faults:
    """What is wrong with a name: it is one short line of print that can stand between double quotes."""
    if not (text.strip() == text and text.isprintable() and 0 < len(text) <= _LONGEST) or '"' in text:
        yield "name", f"1 to {_LONGEST} printed characters, without blanks around them and without double quotes"


def unknown_faults(fields: Sequence[str], unknown: Sequence[str], provenance: str) -> Faults:
    """What is wrong with the list of those fields of a printed card that nobody has found."""
    known = [field for field in fields if field not in ("name", "provenance", "unknown")]
    for place, field in enumerate(unknown):
        if field not in known or field in unknown[:place]:
            yield f"unknown[{place}]", f"a field of this row, once: {', '.join(known)}"
    if unknown and provenance == "stand-in":
        yield "unknown", "a stand-in is invented whole; this is for what is printed"


def refuse_faults(faults: Iterable[tuple[str, str]], where: str) -> None:
    """Refuse a file for the first of its faults, if it has one."""
    for path, allowed in faults:
        raise RefusedError(f"{where}: {path}: {allowed}")


def row_of(kind: type[T], given: Any, path: str) -> T:
    """A row of a data file as a struct.

    A path that ends in a colon and a blank names a file, whose tables are the fields.

    Raises:
        RefusedError: with the path to the first fault, and what is allowed there.
    """
    if not isinstance(given, Mapping):
        raise RefusedError(f"{path}: a table of fields is needed")
    head = path if path.endswith(": ") else f"{path}."
    fields = _fields(kind)
    for name in given:
        if name not in fields:
            raise RefusedError(f"{head}{_shown(name)}: the fields are {', '.join(fields)}, no other")
    for name, field in fields.items():
        if field.required and name not in given:
            raise RefusedError(f"{head}{name}: this field is needed: {_allowed(field.type)}")
    values = {name: _value(field.type, given[name], f"{head}{name}") for name, field in fields.items() if name in given}
    return kind(**values)


@cache
def _fields(kind: type[msgspec.Struct]) -> Mapping[str, inspect.Field]:
    """The fields of a struct with their types, which take longer to look into than a value does."""
    told = inspect.type_info(kind)
    assert isinstance(told, inspect.StructType)
    return {field.name: field for field in told.fields}


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
            return isinstance(given, str | int) and not isinstance(given, bool) and given in _literals(kind)


def _literals(kind: inspect.Type) -> list[str | int]:
    """The words and numbers of a literal type, or of several together."""
    match kind:
        case inspect.LiteralType(values=values):
            return [value for value in values if isinstance(value, str | int)]
        case inspect.UnionType(types=types):
            return [value for each in types for value in _literals(each)]
        case _:
            return []


def _choices(kind: inspect.Type) -> list[str]:
    """The words and numbers of a literal type as they are listed."""
    found = [str(value) for value in _literals(kind)]
    return sorted(found) if isinstance(kind, inspect.UnionType) else found


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
