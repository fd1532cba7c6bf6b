"""Entering a move by form: each choice narrows the legal moves, until one is left.

It works for all games: the fields of a move are declared in its class, and their values are listed by `legal`. If
`legal` lists amounts in steps, or only the smallest and largest, any number between them is allowed.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, Final

import msgspec

from events.errors import RefusedError
from events.events import Move, tag_of
from events.lazy_patterns import lazy_pattern
from projections.game import Game
from projections.notation.prose_match import Offers
from projections.wording import capitalised

KIND: Final = "kind"
"""The name of the first choice in the form for a move: which kind of move it is."""
_LISTED: Final = 16
"""The maximum number of moves that a form lists one by one."""
_SINGLE: Final = 3
"""The maximum number of amounts that a list of moves shows as moves of their own."""
_PLAYER: Final = 100
"""The number of the field `player` among the fields of a move: after all others."""
_STEPS: Final = 12
"""The maximum number of amounts that a form lists one by one; beyond it, the form shows a range."""
_MOST: Final = 20_000
_CAPITAL: Final = lazy_pattern(r"(?<=[a-z0-9])(?=[A-Z])")


class MoveChoice(msgspec.Struct, frozen=True):
    """One possible answer: the value to send, its label, and the number of moves that remain after it."""

    value: str
    label: str
    count: int


class NextChoice(msgspec.Struct, frozen=True):
    """The next choice: the `field` of a move with its `choices`, or with the lowest and the highest amount in `span`.

    If `field` is "", the remaining `moves` are listed instead.
    """

    moves: tuple[Move, ...]
    field: str = ""
    choices: tuple[MoveChoice, ...] = ()
    span: tuple[int, int] | None = None


class MenuGroup(msgspec.Struct, frozen=True):
    """A part of a menu: its `moves` to choose directly, or none, and then `value` leads to a menu of its own.

    `value` and `label` are those of the choice in the menu's field.
    """

    value: str
    label: str
    count: int
    moves: tuple[Move, ...] = ()


class ListedMove(msgspec.Struct, frozen=True):
    """An entry in a list of moves: one move, or equal moves with each amount of a `span` in the amount's `field`."""

    move: Move
    field: str = ""
    span: tuple[int, int] | None = None


def in_words(name: str) -> str:
    """Return an id in words: `land-tardis` becomes Land Tardis, `great-britain` Great Britain."""
    words = _CAPITAL.sub(" ", name).replace("-", " ").replace("_", " ").split()
    return " ".join(capitalised(word) for word in words)


def encoded(value: Any) -> str:
    """Return a field's value, or a whole move, as JSON: the value that the form sends."""
    return msgspec.json.encode(value).decode()


def line_of(game: Game[Any, Any], move: Move, position: Any) -> str:
    """Return the notation of a move before its results; "" if it cannot be written."""
    return Offers(game, position, move.player).line(move)


class Labels(msgspec.Struct, frozen=True):
    """How a form names values: labels of ids, and labels of numbers that identify things in a field of a move."""

    words: Callable[[str], str] = in_words
    numbers: Callable[[str, int], str] = lambda _field, number: str(number)

    def of(self, name: str, value: Any) -> str:
        """Return the label of a value in the field `name` of a move."""
        if isinstance(value, str):
            return self.words(value) if value else "none"
        if isinstance(value, tuple | list):
            return ", ".join(self.of(name, item) for item in value) or "none"
        if isinstance(value, bool):
            return "yes" if value else "no"
        return self.numbers(name, value) if isinstance(value, int) else str(value)


def narrow(moves: Iterable[Move], answers: Mapping[str, str], labels: Labels = Labels()) -> NextChoice:
    """Return the next choice among the moves that match the earlier answers.

    `answers` holds the chosen values by field.

    Raises:
        RefusedError: an answer matches no move; the message names the choice.
    """
    left = list(islice(moves, _MOST))
    if left and KIND in answers:
        left = _matching(left, KIND, answers[KIND])
    if len(set(map(tag_of, left))) == 1:
        for name in _fields(left[0]):
            if name in answers:
                left = _matching(left, name, answers[name])
    return _next(left, answers, labels) if left else NextChoice(())


def arguments_of(move: Move) -> dict[str, int]:
    """Return the arguments of a move, each with the number of its field; 0 for the kind of the move.

    A value that is not a number is an argument by itself. Each value is also an argument with its field's name, such
    as `die=3`. The items of a list are arguments of their own.
    """
    found = {tag_of(move): 0}
    for number, name in (*enumerate(_fields(move), 1), (_PLAYER, "player")):
        value = getattr(move, name)
        for item in value if isinstance(value, tuple | list) else (value,):
            if isinstance(item, str) and item:
                found.setdefault(item, number)
            found.setdefault(f"{name}={item}", number)
    return found


def moves_with(moves: Iterable[Move], things: Sequence[str]) -> list[Move]:
    """Return the moves that have all the things among their arguments.

    A thing is an argument, or several separated by spaces, of which a move must have one. An argument such as
    `place=2,zone=1` has several fields; the move must agree with each of these fields that it has. A move that names
    the things in the same order, beginning with its first field, comes first.
    """
    if not things:
        return list(islice(moves, _MOST))
    found = list[tuple[list[int], Move]]()
    for move in islice(moves, _MOST):
        arguments = arguments_of(move)
        places = [_place(arguments, thing) for thing in things]
        if -1 not in places:
            found.append((places, move))
    return [move for _, move in sorted(found, key=lambda one: one[0])]


def _place(arguments: Mapping[str, int], thing: str) -> int:
    """Return the number of the first field of a move that has a thing, or -1."""
    found = list[int]()
    for argument in thing.split():
        parts = argument.split(",")
        own = [arguments[part] for part in parts if part in arguments]
        if len(own) == len(parts) or not _differs(arguments, parts):
            found += own
    return min(found, default=-1)


def _differs(arguments: Mapping[str, int], parts: Iterable[str]) -> bool:
    """Return whether a move has one of the fields of some arguments, with another value."""
    fields = {argument.partition("=")[0] for argument in arguments if "=" in argument}
    return any(part.partition("=")[0] in fields and part not in arguments for part in parts)


def count_moves(moves: Iterable[Move], things: Iterable[str]) -> dict[str, int]:
    """Return for each thing the number of moves that have it among their arguments."""
    having = [arguments_of(move) for move in islice(moves, _MOST)]
    return {thing: sum(_place(arguments, thing) >= 0 for arguments in having) for thing in things}


def listed(moves: Iterable[Move]) -> list[ListedMove]:
    """Return the entries of a list of moves. Moves that differ only in an amount with many values are one entry."""
    left = list(islice(moves, _MOST))
    amounts = {kind: _amount(left, kind) for kind in dict.fromkeys(map(tag_of, left))}
    alike = dict[Move, list[Move]]()
    for move in left:
        amount = amounts[tag_of(move)]
        alike.setdefault(msgspec.structs.replace(move, **({amount: 0} if amount else {})), []).append(move)
    return [entry for some in alike.values() for entry in _entries(some, amounts[tag_of(some[0])])]


def _entries(moves: Sequence[Move], amount: str) -> Iterator[ListedMove]:
    if not amount:
        yield from map(ListedMove, moves)
        return
    values = [getattr(move, amount) for move in moves]
    low, high = min(values), max(values)
    if high - low >= _SINGLE:
        yield ListedMove(moves[0], amount, (low, high))
    else:
        yield from (ListedMove(msgspec.structs.replace(moves[0], **{amount: n})) for n in range(low, high + 1))


def menu(offer: NextChoice, answers: Mapping[str, str], labels: Labels = Labels()) -> tuple[MenuGroup, ...]:
    """Return the groups of a choice: first those without listed moves. Small groups list theirs while there is room."""
    if not offer.field:
        kinds = {tag_of(move): tuple(one for one in offer.moves if type(one) is type(move)) for move in offer.moves}
        if len(kinds) == 1:
            return (MenuGroup("", "", len(offer.moves), offer.moves),)
        found = [MenuGroup(kind, title_of(moves[0]), len(moves), moves) for kind, moves in kinds.items()]
        return tuple(sorted(found, key=lambda group: group.count > 1))
    rest = {one.value: narrow(offer.moves, {**answers, offer.field: one.value}, labels) for one in offer.choices}
    free = max(_LISTED, len(rest)) - len(rest)
    listed = {value for value, after in rest.items() if not after.field and len(after.moves) == 1}
    for value, after in sorted(rest.items(), key=lambda item: len(item[1].moves)):
        if value not in listed and not after.field and len(after.moves) - 1 <= free:
            listed.add(value)
            free -= len(after.moves) - 1
    groups = (
        MenuGroup(one.value, one.label, one.count, rest[one.value].moves if one.value in listed else ())
        for one in offer.choices
    )
    return tuple(sorted(groups, key=lambda group: len(group.moves) > 1))


def title_of(move: Move) -> str:
    """Return the label of a kind of move."""
    return type(move).spoken_as or in_words(tag_of(move).partition("-")[2])


def _fields(move: Move) -> list[str]:
    return [name for name in move.__struct_fields__ if name != "player"]


def _matching(moves: Sequence[Move], name: str, answer: str) -> list[Move]:
    if name == KIND:
        kept = [move for move in moves if tag_of(move) == answer]
    else:
        kept = [move for move in moves if encoded(getattr(move, name)) == answer] or _between(moves, name, answer)
    if not kept:
        raise RefusedError(f'{name}: "{answer[:60]}" is not a choice here. The position may have changed')
    return kept


def _between(moves: Sequence[Move], name: str, answer: str) -> list[Move]:
    """Return the moves with the amount `answer` in the field `name`, if it is between the amounts of `moves`."""
    amounts = [getattr(move, name) for move in moves if name not in move.names]
    if (
        not amounts
        or not answer.isascii()
        or not answer.isdecimal()
        or not all(type(amount) is int for amount in amounts)
    ):
        return []
    wanted = int(answer[:9])
    if not min(amounts) <= wanted <= max(amounts):
        return []
    return list(dict.fromkeys(msgspec.structs.replace(move, **{name: wanted}) for move in moves))


def _next(left: Sequence[Move], answers: Mapping[str, str], labels: Labels) -> NextChoice:
    moves = tuple(left)
    kinds = dict.fromkeys(map(tag_of, moves))
    if len(kinds) > 1:
        if len(moves) <= _LISTED and not any(_amount(moves, kind) for kind in kinds):
            return NextChoice(moves)
        titles = {tag_of(move): title_of(move) for move in moves}
        return NextChoice(moves, KIND, tuple(MoveChoice(kind, titles[kind], _count(moves, kind)) for kind in kinds))
    amount = _amount(moves, next(iter(kinds)))
    if len(moves) <= _LISTED and not amount:
        return NextChoice(moves)
    open_fields = [name for name in _fields(moves[0]) if name not in answers and len(_values(moves, name)) > 1]
    for name in sorted(open_fields, key=lambda name: name == amount):
        return _choosing(moves, name, labels, is_amount=name == amount)
    return NextChoice(moves)


def _choosing(moves: tuple[Move, ...], name: str, labels: Labels, *, is_amount: bool) -> NextChoice:
    values = _values(moves, name)
    if is_amount:
        amounts = sorted(values.values())
        if amounts[-1] - amounts[0] >= _STEPS:
            return NextChoice(moves, name, span=(amounts[0], amounts[-1]))
        steps = range(amounts[0], amounts[-1] + 1)
        return NextChoice(moves, name, tuple(MoveChoice(str(step), str(step), 1) for step in steps))
    counts = {text: sum(encoded(getattr(move, name)) == text for move in moves) for text in values}
    return NextChoice(
        moves, name, tuple(MoveChoice(text, labels.of(name, values[text]), counts[text]) for text in values)
    )


def _values(moves: Sequence[Move], name: str) -> dict[str, Any]:
    return {encoded(value): value for value in (getattr(move, name) for move in moves)}


def _count(moves: Sequence[Move], kind: str) -> int:
    return sum(tag_of(move) == kind for move in moves)


def _amount(moves: Sequence[Move], kind: str) -> str:
    """Return the field that is an amount: otherwise equal moves differ in it, and it identifies nothing; or ""."""
    same = [move for move in moves if tag_of(move) == kind]
    for name in _fields(same[0]):
        if name not in same[0].names and all(type(getattr(move, name)) is int for move in same):
            rest = {msgspec.structs.replace(move, **{name: 0}) for move in same}
            if len(rest) < len(same):
                return name
    return ""
