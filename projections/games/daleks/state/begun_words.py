"""Unfinished Adventures, costs and windows as text: `adventure seat ada place 3 zone 1, pool seat ada, die name B1`.

The parts are listed in the order they began. A pool belongs to the Adventure before it, a die to the pool before it. An
Adventure without pools in the text keeps its dice.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from msgspec.structs import replace

from events.errors import RefusedError
from projections.described import count_of
from projections.games.daleks.components.box import SYMBOLS, Condition
from projections.games.daleks.components.printed_costs import HELP, printed_cost
from projections.games.daleks.state import position as p, tray
from projections.struct_words import StructWords
from projections.window import Window

Begun = p.Adventure | p.Debt | Window
Part = Begun | p.Pool | p.Die

_INSIDE: Final = {"pool": ("adventure", "pool", "die"), "die": ("pool", "die")}
"""The kinds of parts of the text after which a pool or a die may come."""
_CONDITIONS: Final[tuple[str, ...]] = Condition.__args__  # type: ignore[attr-defined]  # a Literal
GONE: Final = ("focused", "cut", "exterminated", "spent", "returned", "imprisoned")
"""The ways in which a die can leave its pool."""
_COSTS: Final = ("dilemma", "spared", "anomaly", "toll", "effect", "each", "ability", "help")


def _fits(position: p.Position, kind: str, name: str, word: str) -> bool:
    if name == "name":
        stop = kind == "window" and word in (p.BEFORE_ROLL, p.BEFORE_RESOLVING)
        return stop or (kind == "die" and word[:1] in tray.LETTERS and 0 < count_of(word[1:]) < 100)
    box = position.box
    allowed: Mapping[str, Sequence[str]] = {
        "seat": position.seats, "helper": position.seats, "awaited": position.seats, "stage": p.STAGES,
        "symbols": SYMBOLS, "symbol": SYMBOLS, "conditions": _CONDITIONS, "manner": ("afar", "here"),
        "card": (*box.doctor, *box.companion, *box.timey), "gone": GONE, "kind": _COSTS,
        "source": (*box.dilemma, *box.anomaly, *box.doctor, *box.companion, *box.timey, HELP),
    }  # fmt: skip
    return word in allowed.get(name, ())


def _finished(position: p.Position, kind: str, written: dict[str, Any]) -> dict[str, Any]:
    """Return a part's fields, completed if the text leaves some out: the options of a cost, the colour of a die."""
    if kind == "cost":
        return {**written, "options": printed_cost(position.box, written["kind"], written["source"])}
    return {**written, "colour": tray.colour_of(written["name"])} if kind == "die" else written


_WORDS: Final = StructWords(
    "begun",
    {"adventure": p.Adventure, "pool": p.Pool, "die": p.Die, "cost": p.Debt, "window": Window},
    "adventure seat <seat> place 3 zone 1 stage pool symbols <symbols> conditions <conditions> helper <seat> "
    "manner afar owed 1 won yes over yes; pool seat <seat> gathered yes done yes; "
    "die name B1 symbol running card <card> gone cut story rolled running; "
    "cost seat <seat> kind dilemma source <card> chosen 1 left 2; window name roll awaited <seats>; "
    "several with commas; or none",
    _fits,
    besides=("pools", "dice", "options", "colour"),
    finish=_finished,
    last="story",
)


def begun_written(stack: Sequence[Begun]) -> tuple[str, ...]:
    """Return the text of everything unfinished, one text for each part."""
    return tuple(_WORDS.write(part) for thing in stack for part in _parts(thing))


def _parts(thing: Begun) -> Iterator[Part]:
    yield thing
    if isinstance(thing, p.Adventure):
        for pool in thing.pools:
            yield pool
            yield from pool.dice


def begun_from(position: p.Position, values: Sequence[str]) -> tuple[Begun, ...]:
    """Return the unfinished items that the text describes, in order. Parts that cannot be parsed are left out."""
    stack: list[Begun] = []
    for value in values:
        part, top = _WORDS.parse(position, value), stack[-1] if stack else None
        if isinstance(part, p.Adventure | p.Debt | Window):
            stack.append(part)
        elif isinstance(top, p.Adventure) and part is not None and (isinstance(part, p.Pool) or top.pools):
            stack[-1] = replace(top, pools=_with_part(top.pools, part))
    kept = position.adventure.pools if position.adventure else ()
    return tuple(
        replace(thing, pools=kept) if isinstance(thing, p.Adventure) and not thing.pools else thing for thing in stack
    )


def _with_part(pools: tuple[p.Pool, ...], part: p.Pool | p.Die) -> tuple[p.Pool, ...]:
    if isinstance(part, p.Pool):
        return (*pools, part)
    return (*pools[:-1], replace(pools[-1], dice=(*pools[-1].dice, part)))


def begun_read(position: p.Position, parts: Sequence[str]) -> tuple[str, ...]:
    """Return a text for everything unfinished in normal form. Raises RefusedError, which names the wrong part."""
    found = [_WORDS.read(position, part) for part in parts]
    for part in found:
        if isinstance(part, p.Debt) and part.chosen > len(part.options):
            raise RefusedError(f"begun: {part.source} has {len(part.options)} costs to choose from, not {part.chosen}")
    read = [_WORDS.write(part) for part in found]
    told = [part.split()[0] for part in read]
    for before, kind in zip(["", *told], told, strict=False):
        if kind in _INSIDE and before not in _INSIDE[kind]:
            raise RefusedError(f"begun: a {kind} stands behind {' or '.join(_INSIDE[kind])}")
    windows = [part.split()[2] for part in read if part.startswith("window ")]
    if told.count("adventure") > 1 or len(set(windows)) < len(windows):
        raise RefusedError("begun: one adventure is under way, and a window is open once")
    return tuple(read)
