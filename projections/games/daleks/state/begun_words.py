"""What was begun and not finished, as words: `adventure seat ada place 3 zone 1, pool seat ada, die name B1`.

One after the other as they were begun: an Adventure with its pools and their dice, costs, windows. A pool belongs to
the Adventure before it, and a die to the pool before it; an Adventure of which no pool is told keeps its dice.
"""

from collections.abc import Iterator, Mapping, Sequence
from sys import intern
from typing import Any, Final

from msgspec.structs import fields, replace

from events.errors import RefusedError
from projections.described import count_of
from projections.games.daleks.components.box import SYMBOLS, Condition
from projections.games.daleks.components.printed_costs import HELP, printed_cost
from projections.games.daleks.state.position import (
    BEFORE_RESOLVING,
    BEFORE_ROLL,
    STAGES,
    Adventure,
    Debt,
    Die,
    Pool,
    Position,
)
from projections.games.daleks.state.tray import LETTERS, colour_of
from projections.window import Window

__all__ = ["GONE", "begun_from", "begun_read", "begun_written"]

Begun = Adventure | Debt | Window
Part = Begun | Pool | Die

_KINDS: Final[Mapping[str, type[Part]]] = {
    "adventure": Adventure, "pool": Pool, "die": Die, "cost": Debt, "window": Window,
}  # fmt: skip
_OTHERWISE: Final = ("pools", "dice", "options", "colour")
"""Fields that are said in other ways: as parts of their own, by the printed card, by the name of the die."""
_FIELDS: Final = {
    kind: {field.name: field for field in fields(thing) if field.name not in _OTHERWISE}
    for kind, thing in _KINDS.items()
}
"""What is said of each thing, each by the name of its field."""
_NEEDED: Final = {
    kind: tuple(field.name for field in fields(thing) if field.required and field.name not in _OTHERWISE)
    for kind, thing in _KINDS.items()
}
_INSIDE: Final = {"pool": ("adventure", "pool", "die"), "die": ("pool", "die")}
"""What a part stands behind."""
_STORY: Final = "story"
"""A field that takes all words behind it; its steps have strokes between them."""
_CONDITIONS: Final[tuple[str, ...]] = Condition.__args__  # type: ignore[attr-defined]  # a Literal
GONE: Final = ("focused", "cut", "exterminated", "spent", "returned", "imprisoned")
"""How a die leaves its pool."""
_COSTS: Final = ("dilemma", "spared", "anomaly", "toll", "effect", "each", "ability", "help")
_KNOWN: Final = (
    "adventure seat <seat> place 3 zone 1 stage pool symbols <symbols> conditions <conditions> helper <seat> "
    "manner afar owed 1 won yes over yes; pool seat <seat> gathered yes done yes; "
    "die name B1 symbol running card <card> gone cut story rolled running; "
    "cost seat <seat> kind dilemma source <card> chosen 1 left 2; window name roll awaited <seats>; "
    "several with commas; or none"
)


def begun_written(stack: Sequence[Begun]) -> tuple[str, ...]:
    """All that was begun in words, as it is kept."""
    return tuple(_written(part) for thing in stack for part in _parts(thing))


def _parts(thing: Begun) -> Iterator[Part]:
    yield thing
    if isinstance(thing, Adventure):
        for pool in thing.pools:
            yield pool
            yield from pool.dice


def _written(part: Part) -> str:
    kind = next(kind for kind, known in _KINDS.items() if isinstance(part, known))
    words = [kind]
    for name, field in _FIELDS[kind].items():
        value = getattr(part, name)
        if value == field.default or name == _STORY:
            continue
        if isinstance(value, bool):
            value = "yes" if value else "no"
        words += [name, *(value if isinstance(value, tuple) else [str(value)])]
    if isinstance(part, Die) and part.story:
        words += [_STORY, " / ".join(part.story)]
    return " ".join(words)


def _fields(said: str) -> tuple[str, dict[str, tuple[str, ...]]]:
    """The kind of a thing, and what is said of each of its fields.

    A word that may be a name, of a seat say, stands for one where a field has no value yet.
    """
    kind, *words = said.split() or [""]
    found: dict[str, tuple[str, ...]] = {}
    name = ""
    for at, word in enumerate(words):
        if word in _FIELDS.get(kind, ()) and word not in found and (not name or found[name]):
            name = word
            found[name] = ()
            if name == _STORY:
                steps = " ".join(words[at + 1 :]).split(" / ")
                return kind, {**found, _STORY: tuple(step for step in steps if step)}
        elif name:
            found[name] = (*found[name], word)
    return kind, found


def _part_from(position: Position, said: str) -> Part | None:
    """The thing that words tell of; None where they make none."""
    kind, found = _fields(said)
    if kind not in _KINDS or any(not found.get(name) for name in _NEEDED[kind]):
        return None
    known: dict[str, Any] = {}
    for name, words in found.items():
        declared = _FIELDS[kind][name].type
        if declared is int:
            known[name] = count_of("".join(words[:1]))
        elif declared is bool:
            known[name] = words[:1] == ("yes",)
        else:  # a default is left out of a fingerprint where it is the same object
            known[name] = intern("".join(words[:1])) if declared is str else words
    if kind == "cost":
        known["options"] = printed_cost(position.box, known["kind"], known["source"])
    if kind == "die":
        known["colour"] = colour_of(known["name"])
    return _KINDS[kind](**known)


def begun_from(position: Position, values: Sequence[str]) -> tuple[Begun, ...]:
    """All that words tell of, in order; what makes nothing is left out."""
    stack: list[Begun] = []
    for value in values:
        part, top = _part_from(position, value), stack[-1] if stack else None
        if isinstance(part, Adventure | Debt | Window):
            stack.append(part)
        elif isinstance(top, Adventure) and part is not None and (isinstance(part, Pool) or top.pools):
            stack[-1] = replace(top, pools=_with_part(top.pools, part))
    kept = position.adventure.pools if position.adventure else ()
    return tuple(
        replace(thing, pools=kept) if isinstance(thing, Adventure) and not thing.pools else thing for thing in stack
    )


def _with_part(pools: tuple[Pool, ...], part: Pool | Die) -> tuple[Pool, ...]:
    """The pools with one more, or with a die more in the last of them."""
    if isinstance(part, Pool):
        return (*pools, part)
    return (*pools[:-1], replace(pools[-1], dice=(*pools[-1].dice, part)))


def begun_read(position: Position, parts: Sequence[str]) -> tuple[str, ...]:
    """What was begun as somebody wrote it, checked and spelt as it is kept.

    Raises:
        RefusedError: a field is missing, unknown or holds what is not allowed, or a part stands by itself; names it.
    """
    read = [_read(position, part) for part in parts]
    told = [part.split()[0] for part in read]
    for before, kind in zip(["", *told], told, strict=False):
        if kind in _INSIDE and before not in _INSIDE[kind]:
            raise RefusedError(f"begun: a {kind} stands behind {' or '.join(_INSIDE[kind])}")
    windows = [part.split()[2] for part in read if part.startswith("window ")]
    if told.count("adventure") > 1 or len(set(windows)) < len(windows):
        raise RefusedError("begun: one adventure is under way, and a window is open once")
    return tuple(read)


def _read(position: Position, said: str) -> str:
    kind, found = _fields(said)
    if kind not in _KINDS:
        raise RefusedError(f'begun cannot be "{said[:40]}": {_KNOWN}'[:700])
    for name, words in found.items():
        if not words or not all(_fits(position, kind, name, word) for word in words):
            raise RefusedError(f'begun: {kind} {name} cannot be "{" ".join(words)[:40]}": {_KNOWN}'[:700])
    part = _part_from(position, said)
    if part is None:
        raise RefusedError(f"begun: {kind} needs {', '.join(_NEEDED[kind])}: {_KNOWN}"[:700])
    if isinstance(part, Debt) and part.chosen > len(part.options):
        raise RefusedError(f"begun: {part.source} has {len(part.options)} costs to choose from, not {part.chosen}")
    return _written(part)


def _fits(position: Position, kind: str, name: str, word: str) -> bool:
    """Whether a word may stand in a field."""
    declared = _FIELDS[kind][name].type
    if declared is bool:
        return word in ("yes", "no")
    if declared is int:
        return word.isascii() and word.isdigit() and len(word) < 7
    if name == "name":
        stop = kind == "window" and word in (BEFORE_ROLL, BEFORE_RESOLVING)
        return stop or (kind == "die" and word[:1] in LETTERS and 0 < count_of(word[1:]) < 100)
    box = position.box
    allowed: Mapping[str, Sequence[str]] = {
        "seat": position.seats, "helper": position.seats, "awaited": position.seats, "stage": STAGES,
        "symbols": SYMBOLS, "symbol": SYMBOLS, "conditions": _CONDITIONS, "manner": ("afar", "here"),
        "card": (*box.doctor, *box.companion, *box.timey), "gone": GONE, "kind": _COSTS,
        "source": (*box.dilemma, *box.anomaly, *box.doctor, *box.companion, *box.timey, HELP),
    }  # fmt: skip
    return name == _STORY or word in allowed.get(name, ())
