"""Other readings of unclear rules that affect a move, and whether the move would be legal under each."""

from collections.abc import Iterator, Sequence
from typing import Any, Final, Literal, NamedTuple, get_args, get_origin

import msgspec

from events.events import Move
from events.lazy_patterns import lazy_pattern
from projections.draft import Draft
from projections.game import Game
from projections.notation.recorded_chance import Recorded
from projections.rule_conflicts import RuleConflict
from projections.rulebook import Interpretation, interpretations_of, option_texts, questions_of
from replay.audit.findings import or_fallback
from replay.audit.redecide import Redecider
from replay.reading.reading import Group, Reading, group_from

_NAMES: Final = lazy_pattern(r"`([a-z_]+)`")


class ValueRead(NamedTuple):
    """A value of a game option, and why the move is illegal under it ("" if legal). `unclear`: viewer cannot know."""

    value: str
    is_agreed: bool
    against: str
    unclear: bool = False


class ReadOtherwise(NamedTuple):
    """An open rules question that affects a move, the game option that answers it, and the result of each value."""

    question: str
    asks: str
    says: str
    option: str
    told: str
    values: tuple[ValueRead, ...]

    @property
    def matters(self) -> bool:
        """Whether the values of the option give different results."""
        return len({(one.against, one.unclear) for one in self.values}) > 1

    @property
    def is_unclear(self) -> bool:
        """Whether the result of a value depends on hidden information."""
        return any(one.unclear for one in self.values)


class _Asking(Draft[Any]):
    def __init__(self, *given: Any, **how: Any) -> None:
        super().__init__(*given, **how)
        self.asked: dict[str, None] = {}

    def require(self, *conflicts: RuleConflict | None) -> None:
        self.asked |= dict.fromkeys(conflict.rule for conflict in conflicts if conflict)
        super().require(*conflicts)


def readings_of(reading: Reading[Any], group: Group, rules: Sequence[str] = ()) -> tuple[ReadOtherwise, ...]:
    """Return the open questions about the rules of a move and of its findings.

    Questions whose answer changes the result come first.
    """
    move, package = group.head.event, reading.game.meta.package
    if not isinstance(move, Move):
        return ()
    chance = Recorded(group.chance, lenient=True)
    draft = _Asking(reading.game.rules, reading.positions[group.first - 2], chance, strict=False)
    or_fallback(None, lambda: draft.decide(move))
    questions, held = questions_of(package), {*rules, *draft.asked, *(entry.rule for entry in group.entries)}
    wanted = {question for rule in held for question in questions.get(rule, ())}
    texts = option_texts(package)
    found = [
        ReadOtherwise(one.question, one.asks, one.says, name, texts[name].says, tuple(_values(reading, group, name)))
        for one in interpretations_of(package) if one.question in wanted or not questions
        for name in _options(reading.game, one)
    ]  # fmt: skip
    return tuple(sorted(found, key=lambda one: not one.matters))


def _options(game: Game[Any, Any], question: Interpretation) -> Iterator[str]:
    known = {info.name for info in msgspec.structs.fields(game.options)}
    for name in _NAMES.findall(question.option):
        if name in known and allowed_values(game, name):
            yield name


def allowed_values(game: Game[Any, Any], name: str) -> tuple[Any, ...]:
    """Return all values of a yes/no or choice option, and none for any other option."""
    kind: Any = next(info.type for info in msgspec.structs.fields(game.options) if info.name == name)
    if kind is bool:
        return (True, False)
    return get_args(kind) if get_origin(kind) is Literal else ()


def _values(reading: Reading[Any], group: Group, name: str) -> Iterator[ValueRead]:
    game, given = reading.game, (reading.game, reading.codec, reading.viewer, reading.data)
    agreed = getattr(game.read_options(reading.started.options), name)
    for value in allowed_values(game, name):
        written, read = "yes" if value is True else "no" if value is False else str(value), reading
        if value != agreed:
            read = Reading(*given, now=True, options={name: written})
            read.feed(reading.lines[: group.last], reading.secrets())
        against = _against(read, group)
        yield ValueRead(written.replace("_", " "), value == agreed, against or "", unclear=against is None)


def _against(reading: Reading[Any], group: Group) -> str | None:
    """Return in words why the rules forbid a group's move, "" if it is legal, None if that depends on unknown items."""
    if reading.seq < group.last:
        return None
    verdict = Redecider(reading.game, reading).verdict(group_from(reading.entries, group.first))
    messages = [conflict.in_tense("past").message for conflict in verdict.broken_rules if not conflict.is_unverified]
    if any(not found.is_unverified for found in verdict.divergences):
        messages.append("by the rules, the result is different")
    messages += [fault.what for fault in verdict.faults if fault.rule != "LOG-RULE"]
    is_unclear = not messages and any(conflict.is_unverified for conflict in verdict.broken_rules)
    return None if is_unclear else "; ".join(dict.fromkeys(messages))
