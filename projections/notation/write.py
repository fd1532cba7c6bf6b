"""A writer of lines: a move in words, and every result that these words must declare."""

from collections.abc import Mapping, Sequence
from typing import Any, Generic, TypeVar

import msgspec

from events.entry import Entry
from events.events import Effect, Event, Move
from projections.draft import Divergence
from projections.game import Game
from projections.notation.argument_type import Chance
from projections.notation.line_pattern import ONLY, ArgumentTypes, LinePattern, PatternTable, Way
from projections.notation.recorded_chance import differences, move_of, twins
from projections.notation.sentence import Sentence
from projections.notation.stated import NamedResults
from projections.notation.template import AnyOrder, Group, Node, Placeholder, Text

S = TypeVar("S", bound=msgspec.Struct)


class Spoken:
    """A line that is being written: its words so far, and the effects that they declare or declare as missing."""

    def __init__(self, line: str) -> None:
        self.line = line
        self.stated: list[Effect] = []
        self.absent: list[type[Effect]] = []

    def add(self, words: str, *effects: Effect) -> None:
        """Add words to the line, and the effects that they declare."""
        self.line = f"{self.line} {words}" if words else self.line
        self.stated += effects


def _name_rest(spoken: Spoken, results: NamedResults, found: Sequence[Divergence], events: Sequence[Event]) -> None:
    """Declare by name the differences from the rules that the words of the line do not declare."""
    absent = list(dict.fromkeys(type(each.due) for each in found if each.stated is None and each.due))
    fresh = [kind for kind in absent if kind not in spoken.absent]
    stated = [each.stated for each in found if each.stated is not None]
    again = [event for event in events if isinstance(event, Effect) and isinstance(event, tuple(fresh))]
    again = [effect for effect in again if effect not in stated]
    again += [effect for effect in twins(found, events) if not isinstance(effect, tuple(fresh))]
    declared = list(spoken.stated)
    for effect in (*again, *stated):
        if effect in declared:
            declared.remove(effect)
        else:
            spoken.add(results.words(effect), effect)
    for kind in fresh:
        spoken.add(results.absent_words(kind))


def spelt(table: PatternTable[S], context: Sentence[S]) -> str:
    """Return a move as a line, with the dice and cards of its form. Raises TypeError if the table cannot write it."""
    form = table.writer(context)
    context.values = dict(form.parts(context))
    for body in table.bodies(form):
        words = _words(body, context.values, context, table.slots_of(form))
        if words is not None:
            return f"{form.head}{words}" if words[:1] in ("", " ") else f"{form.head} {words}"
    raise TypeError(f"no template of {form.template!r} can write {context.move!r}")


def _words(
    nodes: Sequence[Node], values: Mapping[str, Any], context: Sentence[Any], slots: ArgumentTypes[Any], *,
    within: bool = False,
) -> str | None:  # fmt: skip
    """Return the text of a template, or None if a value is missing; `within` an optional part also if empty."""
    found = []
    for node in nodes:
        words: str | None
        match node:
            case Text(written=words):
                pass
            case Placeholder():
                words = _value(node, values.get(node.name), context, slots[node.slot], within=within)
            case Group(parts=parts):
                words = _words(parts, values, context, slots, within=True) if parts.holes else ""
                words = words or ""
            case AnyOrder(groups=groups):
                words = "".join(_words(group.parts, values, context, slots, within=True) or "" for group in groups)
        if words is None:
            return None
        found.append(words)
    return "".join(found)


def _value(hole: Placeholder, value: Any, context: Sentence[Any], slot: Any, *, within: bool) -> str | None:
    if isinstance(slot, Chance):
        return slot.write(context) or None
    if value is None or (within and value in ("", ())):
        return None
    return str(slot.between.join(slot.code(one, context) for one in value) if hole.many else slot.code(value, context))


class PatternWriter(Generic[S]):
    """Writes moves as lines of notation, with a table of patterns."""

    def __init__(self, table: PatternTable[S], game: Game[S, Any]) -> None:
        self.table, self.game = table, game

    def line(self, entries: Sequence[Entry], before: S) -> str:
        """Return the line for a move and its results.

        The line uses the game's words. Differences from the rules that these do not cover are added by name.

        Raises:
            NotationError: the group does not begin with a move.
        """
        move, events = move_of(entries)
        found = differences(self.game, move, events, before)
        spoken = self._spoken(move, events, before)
        surplus = [each.stated for each in found if each.due is None and each.stated is not None]
        if len(surplus) > 1 and [effect for effect in spoken.stated if effect in surplus] != surplus:
            spoken = self._spoken(move, events, before, unsaid=surplus)
        _name_rest(spoken, self.table.stated, found, events)
        return spoken.line

    def _spoken(self, move: Move, events: Sequence[Event], before: S, unsaid: Sequence[Effect] = ()) -> Spoken:
        """Return a move in words, with dice and cards, and results that are always written, except `unsaid` ones."""
        context = Sentence(before, move.player, led=lambda _context: self._led(move, events, before))
        left = list(events)[::-1]
        for effect in unsaid:
            left.remove(effect)
        context.move, context.events, context.happened = move, left[::-1], bool(events)
        spoken, form = Spoken(spelt(self.table, context)), self.table.writer(context)
        for chance in (*form.chance, *self.table.chance):
            spoken.add(chance.write(context))
        spoken.stated += [value for value in context.values.values() if isinstance(value, Effect)]
        effects = [event for event in context.events if isinstance(event, Effect) and event not in spoken.stated]
        self._results(spoken, context, form, effects)
        if self._says_only(spoken, context, form):
            spoken.add(ONLY)
        return spoken

    def _led(self, move: Move, events: Sequence[Event], before: S) -> S:
        position = before
        for event in (move, *events):
            position = self.game.rules.reducer(position, event)
        return position

    def _results(self, spoken: Spoken, context: Sentence[S], form: LinePattern[S], effects: Sequence[Effect]) -> None:
        """Add the results for which the form has words, if the words cover all effects of their kind."""
        told = self._worded(context, form, effects)
        for words, effect in told:
            if all(other in [one for _, one in told] for other in effects if type(other) is type(effect)):
                spoken.add(words, effect)
        whole = {result.effect for result in form.results if result.whole}
        spoken.absent += [kind for kind in whole if any(isinstance(effect, kind) for effect in spoken.stated)]

    def _worded(
        self, context: Sentence[S], form: LinePattern[S], effects: Sequence[Effect]
    ) -> list[tuple[str, Effect]]:
        told: list[tuple[str, Effect]] = []
        left = list(effects)
        for result, way in self.table.results(form)[: len(form.results)]:
            slots: Mapping[str, Any] = way.slots
            names = [hole.name for hole in way.template.holes]
            found = [
                effect for effect in result.found(context, left, names)
                if all(slots[name].fits(getattr(effect, name)) for name in names)
            ]  # fmt: skip
            if result.whole or len(found) == 1:
                told += [(self._told(way, effect, context), effect) for effect in found]
                left = [effect for effect in left if effect not in found]
        return told

    def _told(self, way: Way[S], effect: Effect, context: Sentence[S]) -> str:
        return _words(way.template, msgspec.structs.asdict(effect), context, way.slots) or ""

    def _says_only(self, spoken: Spoken, context: Sentence[S], form: LinePattern[S]) -> bool:
        """Return whether the line needs `only`, because without it the line would mean more than the move."""
        kinds = tuple(type(effect) for effect in spoken.stated)
        missing = any(result.missing(context) for result in form.results if not issubclass(result.effect, kinds))
        return missing or form.doubted(context) or not form.when(context) or bool(form.before(context))
