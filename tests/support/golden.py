"""Golden entries: a stored entry for every kind of event ever released. `tests/wire/*.jsonl` is append-only.

`python tests/support/golden.py` adds an entry for each kind that has none or has a new field, and a pin for each new
shape of a position. It changes no existing entry, because stored entries must remain readable for ever.
"""

import json
from collections.abc import Iterator, Mapping
from itertools import count
from types import UnionType
from typing import Annotated, Any, Final, Literal, NamedTuple, Union, get_args, get_origin, get_type_hints

import msgspec
from places import TESTS

from events.codec import SHARED, Codec
from events.entry import Entry, Line
from events.events import Event, Receipt, SessionEvent, Started
from events.session_events import AnySessionEvent
from projections.described import DESCRIBED
from projections.game import Game
from projections.registry import registry
from projections.window import WINDOWS

FOLDER: Final = TESTS / "wire"


class Golden(NamedTuple):
    """A stored entry with its secrets, its author, rule and cause, and the fields of the event."""

    kind: str
    body: str
    opened: Mapping[str, list[list[str]]]
    line: Mapping[str, Any]
    fact: Mapping[str, Any]


def codecs() -> dict[str, Codec]:
    """Return the codec of each file: one for shared events and one for each supported game."""
    return {"shared": Codec((*WINDOWS, *DESCRIBED)), **{slug: registry().codec(slug) for slug in registry()}}


def kinds(name: str) -> list[type[Event]]:
    common: list[type[Event]] = [*SHARED, *WINDOWS, *DESCRIBED]
    return common if name == "shared" else [kind for kind in registry()[name].vocabulary if kind not in common]


def golden(name: str) -> list[Golden]:
    path = FOLDER / f"{name}.jsonl"
    return [Golden(**json.loads(row)) for row in path.read_text("utf-8").splitlines()] if path.exists() else []


def session_events_in_golden_lines(kind: type[SessionEvent]) -> list[AnySessionEvent]:
    found = []
    for line in golden("shared"):
        if line.kind == kind.__struct_config__.tag:
            rows = ((field, at, pair) for field, row in line.opened.items() for at, pair in enumerate(row))
            opening = {(field, at): (pair[0], pair[1]) for field, at, pair in rows}
            event = Codec().decode(Line("goldengolden", 9, 0, line.line["by"], line.body, bytes(32)), opening).event
            assert isinstance(event, AnySessionEvent)
            found.append(event)
    assert found, kind
    return found


def pins() -> dict[str, dict[str, str]]:
    path = FOLDER / "shapes.json"
    found: dict[str, dict[str, str]] = json.loads(path.read_text("utf-8")) if path.exists() else {}
    return found


def shape_of(game: Game[Any, Any]) -> str:
    """Return the fields of a game's position and of everything in it, on which its encoding depends."""
    seats = ("north", "south", "east", "west", "up", "down")[: game.meta.seats[1]]
    position = game.set_up(Started(game.meta.slug, game.meta.rules_number, seats))
    return "; ".join(sorted(set(_shapes(type(position)))))


def _shapes(kind: Any) -> Iterator[str]:
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        hints = get_type_hints(kind)
        names = ((field.encode_name, hints[field.name]) for field in msgspec.structs.fields(kind))
        fields = ", ".join(f"{name}: {_spelt(hint)}" for name, hint in names)
        tag = kind.__struct_config__.tag
        yield f"{kind.__name__}{f' <{tag}>' if tag else ''} ({fields})"
        for hint in hints.values():
            if hint is not kind:
                yield from _shapes(hint)
    for part in get_args(kind):
        yield from _shapes(part)


def _spelt(kind: Any) -> str:
    origin, parts = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return _spelt(parts[0])
    if origin is Literal:
        return " | ".join(sorted(map(repr, parts)))
    if origin in (Union, UnionType):
        return " | ".join(sorted(map(_spelt, parts)))
    name = getattr(origin or kind, "__name__", str(kind))
    return f"{name}[{', '.join('...' if part is ... else _spelt(part) for part in parts)}]" if parts else name


def made(name: str, kind: type[Event]) -> Golden:
    numbers = count(3)
    hints = get_type_hints(kind, include_extras=True)
    names = [field.name for field in msgspec.structs.fields(kind)]
    event = kind(**{name: _value(name, hints[name], numbers) for name in names})
    salts = (f"{number:032x}" for number in count(1))
    entry = Entry(event, "table", "ANY-RULE-01", 2, implied=True)
    body, secrets = codecs()[name].encode(entry, 9, lambda *_: next(salts))
    opened: dict[str, list[list[str]]] = {}
    for secret in secrets:
        opened.setdefault(secret.field, []).append([secret.salt or "", secret.value or ""])
    line = {"by": "table", "rule": "ANY-RULE-01", "cause": 2, "implied": True}
    return Golden(str(kind.__struct_config__.tag), body, opened, line, plain(event))


def plain(event: Event) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(msgspec.json.encode(event))
    return found


def _value(name: str, kind: Any, numbers: Iterator[int]) -> Any:
    origin, parts = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return _value(name, parts[0], numbers)
    if origin is Literal:
        return parts[-1]
    if origin in (Union, UnionType):
        return _value(name, next(part for part in parts if part is not type(None)), numbers)
    if origin is tuple:
        inner = parts[:1] * 2 if parts[-1] is ... else parts
        return tuple(_value(f"{name}-{at}", part, numbers) for at, part in enumerate(inner, 1))
    if origin in (dict, Mapping):
        return {f"{name}-key": _value(f"{name}-value", parts[1], numbers)}
    if kind is Receipt:
        return Receipt(1, "5e" * 32)
    if kind is str or kind is Any:
        return f"{name} \u2013 \u201cso\u201d\n\U0001f511" if name == "text" else f"some-{name}"
    return kind(next(numbers)) if kind in (int, bool) else next(iter(kind)).value


def main() -> None:
    for name in codecs():
        told: dict[str, set[str]] = {}
        for line in golden(name):
            told.setdefault(line.kind, set()).update(line.fact)
        with (FOLDER / f"{name}.jsonl").open("a", encoding="utf-8") as file:
            for kind in kinds(name):
                if not {*kind.__struct_fields__} <= told.get(str(kind.__struct_config__.tag), set()) | {"kind"}:
                    file.write(f"{json.dumps(made(name, kind)._asdict())}\n")
    pinned = pins()
    for slug, game in registry().items():
        pinned.setdefault(slug, {}).setdefault(str(game.meta.shape), shape_of(game))
    (FOLDER / "shapes.json").write_text(f"{json.dumps(pinned, indent=2, sort_keys=True)}\n", "utf-8")


if __name__ == "__main__":
    main()
