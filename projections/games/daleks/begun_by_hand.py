"""What was begun and not finished, as words: `adventure seat julie place 3 zone 1 symbols running cunning stage roll`.

`begun` has one after the other as they were begun: the Adventure, costs, windows. The pools of the Adventure are
places of their own: `pool julie` is `gathered, done`, `die B1` is `seat julie, card amy, symbol running, story rolled
running`, in the order in which they are set.
"""

from collections.abc import Mapping, Sequence
from sys import intern
from typing import Any, Final

from msgspec.structs import fields, replace

from events.errors import RefusedError
from projections.described import count_of
from projections.games.daleks.box import SYMBOLS
from projections.games.daleks.position import STAGES, Adventure, Debt, Die, Pool, Position
from projections.games.daleks.printed import printed_cost
from projections.games.daleks.tray import LETTERS, colour_of
from projections.window import Window

__all__ = ["BEGUN", "begun_now", "begun_said", "with_begun"]

Begun = Adventure | Debt | Window
Row = tuple[str, ...]

BEGUN: Final = ("begun", "pool", "die")
"""Places that tell of what is under way."""
_KINDS: Final[Mapping[str, type[Begun]]] = {"adventure": Adventure, "cost": Debt, "window": Window}
_LEFT: Final = ("pools", "options")
"""What is told elsewhere: pools by their dice, the options of a cost by its card."""
_FIELDS: Final = {
    kind: {field.name: field for field in fields(thing) if field.name not in _LEFT} for kind, thing in _KINDS.items()
}
_NEEDED: Final = {
    kind: tuple(name for name, field in known.items() if field.required) for kind, known in _FIELDS.items()
}
_GONE: Final = ("focused", "cut", "exterminated", "spent")
_COSTS: Final = ("dilemma", "spared", "anomaly", "toll", "effect", "each", "ability")
_KNOWN: Final = (
    "adventure seat <seat> place 3 zone 1 symbols running cunning conditions fixed-point stage roll helper <seat> "
    "manner here owed 1 won yes over yes; cost seat <seat> kind dilemma source <card> chosen 1 left 2; "
    "window name roll awaited <seats>; several with commas; or none"
)


def begun_now(position: Position, place: str) -> Row:
    """What a place tells of what is under way, as it is kept."""
    kind, _, rest = place.partition(" ")
    if kind == "begun":
        return tuple(map(_written, position.stack))
    pools = position.adventure.pools if position.adventure else ()
    for pool in pools:
        if kind == "pool" and pool.seat == rest:
            return (*(("gathered",) * pool.gathered), *(("done",) * pool.done)) or ("open",)
        for die in pool.dice:
            if kind == "die" and die.name == rest:
                return _die_written(pool, die)
    return ()


def _written(thing: Begun) -> str:
    """A thing of the stack in words."""
    kind = next(kind for kind, known in _KINDS.items() if isinstance(thing, known))
    words = [kind]
    for name, field in _FIELDS[kind].items():
        value = getattr(thing, name)
        if isinstance(value, bool):
            words += [name, "yes"] * value
        elif value != field.default:
            words += [name, *(value if isinstance(value, tuple) else [str(value)])]
    return " ".join(words)


def _die_written(pool: Pool, die: Die) -> Row:
    said = (("symbol", die.symbol), ("gone", die.gone), ("card", die.card), *(("story", step) for step in die.story))
    return (f"seat {pool.seat}", *(f"{word} {value}" for word, value in said if value))


def _parsed(said: str) -> tuple[str, dict[str, list[str]]]:
    """The kind of a thing, and what is said of each of its fields.

    A word that may be a name, of a seat say, stands for one where a field has no value yet.
    """
    kind, *words = said.split() or [""]
    found: dict[str, list[str]] = {}
    name = ""
    for word in words:
        if word in _FIELDS.get(kind, ()) and word not in found and (not name or found[name]):
            name = word
            found[name] = []
        elif name:
            found[name].append(word)
    return kind, found


def _thing(position: Position, said: str) -> Begun | None:
    """The thing that words tell of; None where they make none."""
    kind, found = _parsed(said)
    if kind not in _KINDS or any(not found.get(name) for name in _NEEDED[kind]):
        return None
    values: dict[str, Any] = {}
    for name, words in found.items():
        declared = _FIELDS[kind][name].type
        first = "".join(words[:1])
        if declared is int:
            values[name] = count_of(first)
        elif declared is bool:
            values[name] = first == "yes"
        else:  # a default is left out of a fingerprint where it is the same object
            values[name] = intern(first) if declared is str else tuple(words)
    thing = _KINDS[kind](**values)
    if isinstance(thing, Debt):
        return replace(thing, options=printed_cost(position.box, thing.kind, thing.source))
    return thing


def begun_said(position: Position, place: str, parts: Sequence[str]) -> Row | None:
    """What is said of something under way, checked and spelt as it is kept; None where there is no such place.

    Raises:
        RefusedError: a field is missing, unknown or holds what is not allowed; names it.
    """
    kind, _, rest = place.partition(" ")
    if place == "begun":
        return tuple(_read(position, part) for part in parts)
    if kind == "pool" and rest in position.seats:
        for part in parts:
            if part not in ("open", "gathered", "done"):
                raise RefusedError(f'{place} cannot be "{part[:40]}": gathered, done, open or none')
        return tuple(word for word in ("gathered", "done") if word in parts) or ("open",) * bool(parts)
    if kind != "die" or rest[:1] not in LETTERS or not rest[1:].isdecimal():
        return None
    for part in parts:
        if not _fits_die(position, *part.partition(" ")[::2]):
            raise RefusedError(
                f'{place} cannot be "{part[:40]}": seat <seat>, card <card>, symbol running, gone cut, story rolled '
                "running; several with commas; or none"
            )
    if parts and not any(part.startswith("seat ") for part in parts):
        raise RefusedError(f"{place}: say whose pool it is in, as seat {position.seats[0]}")
    order = ("seat", "symbol", "gone", "card", "story")
    return tuple(sorted(parts, key=lambda part: order.index(part.partition(" ")[0])))


def _fits_die(position: Position, word: str, rest: str) -> bool:
    """Whether something may be said of a die."""
    box = position.box
    allowed: Mapping[str, Sequence[str]] = {
        "seat": position.seats, "symbol": SYMBOLS, "gone": _GONE, "card": (*box.doctor, *box.companion, *box.timey),
    }  # fmt: skip
    return rest in allowed.get(word, ()) or (word == "story" and bool(rest) and len(rest) < 100)


def _read(position: Position, said: str) -> str:
    kind, found = _parsed(said)
    if kind not in _KINDS:
        raise RefusedError(f'begun cannot be "{said[:40]}": {_KNOWN}'[:700])
    for name, words in found.items():
        if not words or not all(_fits(position, kind, name, word) for word in words):
            raise RefusedError(f'begun: {kind} {name} cannot be "{" ".join(words)[:40]}": {_KNOWN}'[:700])
    thing = _thing(position, said)
    if thing is None:
        raise RefusedError(f"begun: {kind} needs {', '.join(_NEEDED[kind])}: {_KNOWN}"[:700])
    return _written(thing)


def _fits(position: Position, kind: str, name: str, word: str) -> bool:
    """Whether a word may stand in a field."""
    declared, box = _FIELDS[kind][name].type, position.box
    if declared is bool:
        return word in ("yes", "no")
    if declared is int:
        return word.isascii() and word.isdigit() and len(word) < 7
    allowed: Mapping[str, Sequence[str]] = {
        "seat": position.seats, "helper": position.seats, "awaited": position.seats, "symbols": SYMBOLS,
        "conditions": ("fixed-point", "time-locked", "time-breach"), "stage": STAGES, "manner": ("afar", "here"),
        "kind": _COSTS, "name": ("roll", "resolve"),
        "source": ("help", *box.dilemma, *box.anomaly, *box.companion, *box.doctor, *box.timey),
    }  # fmt: skip
    return word in allowed.get(name, ())


def with_begun(position: Position, place: str, values: Row) -> Position:
    """The position where something under way is as described; an Adventure keeps the dice that were told of it."""
    kind, _, rest = place.partition(" ")
    if place == "begun":
        things = [thing for value in values if (thing := _thing(position, value)) is not None]
        old = position.adventure.pools if position.adventure else ()
        kept = (replace(thing, pools=old) if isinstance(thing, Adventure) else thing for thing in things)
        return position.replace(stack=tuple(kept))
    adventure = position.adventure
    if adventure is None:
        return position
    changed = replace(adventure, pools=_pools(adventure, kind, rest, values))
    return position.replace(stack=tuple(changed if thing is adventure else thing for thing in position.stack))


def _pools(adventure: Adventure, kind: str, rest: str, values: Row) -> tuple[Pool, ...]:
    """The pools where one, or a die of one, is as described."""
    if kind == "pool":
        others = (
            adventure.pools if any(pool.seat == rest for pool in adventure.pools) else (*adventure.pools, Pool(rest))
        )
        said = (
            replace(pool, gathered="gathered" in values, done="done" in values) if pool.seat == rest else pool
            for pool in others
        )  # fmt: skip
        return tuple(pool for pool in said if values or pool.seat != rest)
    die, seat = _die(rest, values)
    pools = adventure.pools
    if seat and all(pool.seat != seat for pool in pools):
        pools = (*pools, Pool(seat))
    return tuple(_with_die(pool, rest, die if pool.seat == seat else None) for pool in pools)


def _die(name: str, values: Row) -> tuple[Die, str]:
    """A die as described, and whose it is; nobody's where it is to be gone."""
    said = [value.partition(" ")[::2] for value in values]
    one = {word: rest for word, rest in said if word != "story"}
    story = tuple(rest for word, rest in said if word == "story")
    symbol = next((symbol for symbol in SYMBOLS if symbol == one.get("symbol")), "")
    die = Die(name, colour_of(name), symbol, story, one.get("gone", ""), one.get("card", ""))
    return die, one.get("seat", "")


def _with_die(pool: Pool, name: str, die: Die | None) -> Pool:
    """A pool where a die of a name is as described, or is none of it."""
    if die is None:
        return replace(pool, dice=tuple(other for other in pool.dice if other.name != name))
    if any(other.name == name for other in pool.dice):
        return replace(pool, dice=tuple(die if other.name == name else other for other in pool.dice))
    return replace(pool, dice=(*pool.dice, die))
