"""The readings that a move hangs on: where the rulebook can be read otherwise, whether it keeps the rules so or so."""

import re
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from typing import Any, Final, Literal, NamedTuple, get_args, get_origin

import msgspec

from events.events import Chance, Move
from projections.draft import Draft
from projections.game import Game
from projections.notation.recorded_chance import Recorded
from projections.rulebook import Interpretation, doubts_of, interpretations_of, options_told
from replay.audit.findings import or_fallback
from replay.audit.redecide import Redecider, Redecision
from replay.reading.reading import Group, Reading, group_from

_NAMES: Final = re.compile(r"`([a-z_]+)`")


class ValueRead(NamedTuple):
    """One value of an option, whether the table has it, and what speaks against the move then; "" where nothing does.

    `unclear` where that cannot be told from what this reader knows.
    """

    value: str
    is_agreed: bool
    against: str
    unclear: bool = False


class ReadOtherwise(NamedTuple):
    """A doubt of the rulebook that a move hangs on, how it is read, and what each value of its option gives."""

    doubt: str
    asks: str
    says: str
    option: str
    told: str
    values: tuple[ValueRead, ...]

    @property
    def matters(self) -> bool:
        """Whether the move keeps the rules with one value and not with another."""
        return len({(one.against, one.unclear) for one in self.values}) > 1


class _Asking(Draft[Any]):
    """A draft that notes which rules a move is held against."""

    def __init__(self, *given: Any, **how: Any) -> None:
        super().__init__(*given, **how)
        self.asked: dict[str, None] = {}

    def require(self, rule: str, verdict: bool | None, message: str, reading: str = "") -> None:  # noqa: FBT001  # as in Draft
        """Note the rule, and go on as any draft."""
        self.asked[rule] = None
        super().require(rule, verdict, message, reading)


def readings_of(reading: Reading[Any], group: Group, rules: Sequence[str] = ()) -> tuple[ReadOtherwise, ...]:
    """The readings that a move hangs on, as far as this reader may know it; those that make a difference first.

    `rules` are those of its findings. A value is tried by reading the whole log so, as an audit with that option does.
    """
    if not isinstance(group.head.event, Move):
        return ()
    package = reading.game.meta.package
    doubts = doubts_of(package)
    held = {*rules, *_rules_asked(reading, group), *(entry.rule for entry in group.entries)}
    wanted = {doubt for rule in held for doubt in doubts.get(rule, ())}
    told = options_told(package)
    found = [
        ReadOtherwise(one.doubt, one.asks, one.says, name, told.get(name, ""), tuple(_values(reading, group, name)))
        for one in interpretations_of(package) if one.doubt in wanted or not doubts
        for name in _options(reading.game, one)
    ]  # fmt: skip
    return tuple(sorted(found, key=lambda one: not one.matters))


def _options(game: Game[Any, Any], doubt: Interpretation) -> Iterator[str]:
    """The options of a doubt whose values can be counted up."""
    known = {info.name for info in msgspec.structs.fields(game.options)}
    for name in _NAMES.findall(doubt.option):
        if name in known and allowed_values(game, name):
            yield name


def allowed_values(game: Game[Any, Any], name: str) -> tuple[Any, ...]:
    """The values of an option, where they can be counted up."""
    kind: Any = next(info.type for info in msgspec.structs.fields(game.options) if info.name == name)
    if kind is bool:
        return (True, False)
    return get_args(kind) if get_origin(kind) is Literal else ()


def _values(reading: Reading[Any], group: Group, name: str) -> Iterator[ValueRead]:
    game = reading.game
    agreed = getattr(game.read_options(reading.started.options), name)
    for value in allowed_values(game, name):
        said = "yes" if value is True else "no" if value is False else str(value)
        read = reading if value == agreed else _read_so(reading, group, name, said)
        verdict = _verdict(read, group)
        against = "" if verdict is None else _against(verdict)
        yield ValueRead(said.replace("_", " "), value == agreed, against, unclear=verdict is None)


def _read_so(reading: Reading[Any], group: Group, name: str, value: str) -> Reading[Any]:
    """The log up to a group as it reads with another value of an option."""
    other: Reading[Any] = Reading(
        reading.game, reading.codec, reading.viewer, reading.data, now=True, options={name: value}
    )
    other.feed(reading.lines[: group.last], reading.secrets())
    return other


def _verdict(reading: Reading[Any], group: Group) -> Redecision | None:
    """What deciding the move again finds; None where that cannot be told."""
    if reading.seq < group.last:
        return None
    found = Redecider(reading.game, reading).verdict(group_from(reading.entries, group.first))
    return None if any(breach.doubt for breach in found.breaches) and not _against(found) else found


def _against(verdict: Redecision) -> str:
    """What speaks against a move, in words."""
    said = [breach.message for breach in verdict.breaches if not breach.doubt]
    if any(not found.doubt for found in verdict.divergences):
        said.append("another result is due")
    said += [fault.what for fault in verdict.faults if fault.rule != "LOG-RULE"]
    return "; ".join(dict.fromkeys(said))


def _rules_asked(reading: Reading[Any], group: Group) -> AbstractSet[str]:
    """The rules that the move was held against."""
    chance = Recorded([entry.event for entry in group.entries if isinstance(entry.event, Chance)], lenient=True)
    draft = _Asking(reading.game.rules, reading.positions[group.first - 2], chance, strict=False)
    or_fallback(None, lambda: draft.decide(group.head.event))  # type: ignore[arg-type]  # a move
    return draft.asked.keys()
