"""A reader that parses a line by a table of patterns: every pattern of its verb is tried.

If one form matches, it is used. If several match equally far and differ, the reader asks. If none matches, it raises
the slip that is furthest in the line. After its move a line may have results of chance, declared results and further
moves. Each move is parsed in the position after the moves before it.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, Generic, NamedTuple, TypeVar

import msgspec

from events.events import Effect
from projections.contracts import ReadWord, Written
from projections.draft import Draft, subject_of
from projections.notation import verbs, write
from projections.notation.argument_type import ArgumentType, Chance, Result
from projections.notation.cursor import RESULT, QuestionError, SlipError
from projections.notation.line_pattern import ONLY, LinePattern, PatternTable, Way
from projections.notation.parse_errors import ParseErrors
from projections.notation.sentence import Sentence
from projections.notation.template import AnyOrder, Group, Placeholder, Template, Text
from projections.wording import either

S = TypeVar("S", bound=msgspec.Struct)
After = Callable[[S, Written], Draft[S] | None]
"""A function that computes a move's results with the dice and cards in its line; None if that is impossible."""


class _Read(NamedTuple, Generic[S]):
    """A form that matches the line up to word `at`, with its parsed moves (`contexts`) and what their words mean."""

    at: int
    way: Way[S]
    contexts: list[Sentence[S]]
    words: list[ReadWord]


class PatternReader(Generic[S]):
    """Parses one line of a seat in a position. `words` are the meanings of the words parsed so far."""

    def __init__(self, table: PatternTable[S], line: str, position: S, seat: str, after: After[S]) -> None:
        self.table, self.position, self.seat, self._after = table, position, seat, after
        self.cursor: Any = table.cursor(line)
        self.words: list[ReadWord] = []
        self.found: list[Sentence[S]] = []
        self._is_only = ONLY in self.cursor.texts and self._says_only()
        self._slips: ParseErrors[S] | None = None
        self._last: tuple[S, Written, S | None] | None = None

    def _says_only(self) -> bool:
        """Return whether the line has the word `only` outside of names in quotation marks."""
        cursor, found = self.cursor, False
        while cursor.now and not found:
            found = cursor.skip(ONLY)
            cursor.at += cursor.quoted or 1
        cursor.at = 0
        return found

    def verb(self) -> str | None:
        """Return the verb at the start of the line and move past it, or return None."""
        table = self.table
        seats = table.seats(self.position) if table.seats else {}
        found = verbs.verb_begun(self.cursor, table.verbs, seats, self.seat, table.seat_code(self.position, self.seat))
        self._mark(0, "verb", found)
        return found

    def read(self) -> tuple[Written, ...]:
        """Parse the whole line, verb included, and return its moves.

        Raises:
            SlipError: a word is unexpected.
            QuestionError: the line is ambiguous.
        """
        verb = self.verb()
        if verb is None:
            raise self.cursor.slip("a line must begin with its verb", self.table.verbs)
        return self.behind(verb)

    def would_read(self) -> tuple[Written, ...] | None:
        """Return the moves of the whole line, None if it cannot be parsed. Raises QuestionError if it is ambiguous."""
        try:
            verb = self.verb()
            reads = verb is not None and self._reads(verb)
        except SlipError:
            return None
        return tuple(context.written() for context in self.found) if reads else None

    def behind(self, verb: str) -> tuple[Written, ...]:
        """Parse the text after the verb, and return the moves.

        Raises:
            SlipError: a word is unexpected.
            QuestionError: the line is ambiguous.
        """
        start, marks = self.cursor.at, list(self.words)
        if not self._reads(verb):  # again, to find the reason
            self.cursor.at, self.words, self.found = start, marks, []
            self._slips = ParseErrors(self.table, self.cursor)
            self._reads(verb)
            raise self._slips.furthest()
        return tuple(context.written() for context in self.found)

    def _reads(self, verb: str) -> bool:
        """Parse the text after the verb. Return False, with the cursor before it, if an unexpected word is there."""
        way = self._first_of(self.table.ways(verb), True)
        if way is None:
            return False
        if not self.found and not way.pattern.each:  # a skipped step is not a move, so nothing may follow
            return not self.cursor.now
        if self.found:
            self._before(way.pattern)
        while self._goes_on(way):
            further = self._further(verb)
            if further is None:
                return False
            way = further
        return True

    def _goes_on(self, way: Way[S]) -> bool:
        """Parse `only`, results, dice, cards and statements after a move. Return whether the line has further text."""
        cursor = self.cursor
        if not self.found:  # this part makes no move
            return bool(cursor.now)
        last = self.found[-1]
        results = way.results if cursor.now else ()
        heard = [(result, words) for result, words in results if result in self.table.heard]
        told = {result.effect for result, _ in results if self._is_told(result, last)}
        while cursor.now:
            at = cursor.at
            if cursor.skip(ONLY):
                self._mark(at, "only")
            named = cursor.at
            self._named()
            for chance in self.table.chance:
                self._chance(chance, last, needed=False)
            for result, words in results if cursor.at > named else heard:
                if result.whole or result.effect not in told:
                    self._told(result, words, last)
            if cursor.now == "=":
                last.claims = (*last.claims, *self.table.claims(last))
                self._mark(at, "claim")
            if cursor.at == at:
                return True
        return False

    def _named(self) -> None:
        """Parse the results that the line names at the cursor (`+name` or `-name`). Add them to their moves."""
        cursor, at, stated = self.cursor, self.cursor.at, self.table.stated
        if cursor.now not in ("+", "-"):
            return
        if not stated.stands(cursor):
            if self._slips is not None:
                cursor.at += 1
                slip = cursor.unreadable("this is not the name of a result", stated.names)
                slip.unlisted = frozenset(slip.words.values())
                self._slips.add(cursor.at, RESULT, lambda: slip, needed=True)
                cursor.at = at
            return
        effects, kinds = stated.read(cursor, lambda field: self.table.stated_words(field, self.position))
        for effect in effects:
            self._bringing(type(effect), effect).states(effect)
        for kind in kinds:
            self._bringing(kind).lacks(kind)
        self._mark(at, "result")

    def _bringing(self, kind: type[Effect], stated: Effect | None = None) -> Sentence[S]:
        """Return the last move with an effect of a kind (and the subject of `stated`) by the rules, or the last."""
        for context in reversed(self.found[:-1] and self.found):
            draft = self._after(context.position, context.written())
            due = [entry.event for entry in draft.entries if isinstance(entry.event, kind)] if draft else []
            if any(stated is None or subject_of(effect) == subject_of(stated) for effect in due):
                return context
        return self.found[-1]

    def _before(self, form: LinePattern[S]) -> None:
        """Insert the moves that must come before the first move and that the line leaves out (`LinePattern.before`)."""
        first = self.found[0]
        for move in () if self._is_only else form.before(first):
            implied = Sentence(self.position, self.seat)
            implied.move = move
            self.found.insert(0, implied)

    def _further(self, verb: str) -> Way[S] | None:
        """Parse a further move, without a verb or with the same one. Return its form and template, or None."""
        start, each = self.cursor.at, self.table.again(verb)
        found = self._first_of(self.table.behind(type(self.found[-1].move)) if self.found else (), False)
        if found is None and each:
            self.cursor.skip(*self.table.joints)
            self._mark(start, "joint")
            found = self._first_of(each, False)
        return found

    # Forms

    def _position(self) -> S:
        last = self.found[-1] if self.found else None
        return self.position if last is None else last.led or last.position

    def _led(self, context: Sentence[S]) -> S | None:
        """Return the position after a parsed move, None if it cannot be computed. The last result is cached."""
        written = context.written()
        if self._last is None or self._last[0] is not context.position or self._last[1] != written:
            draft = self._after(context.position, written)
            self._last = (context.position, written, None if draft is None else draft.now)
        return self._last[2]

    def _first_of(self, ways: Sequence[Way[S]], needed: bool) -> Way[S] | None:  # noqa: FBT001
        """Return the form in `ways` that matches the most words from the cursor on, with its template, or None."""
        start, marks = self.cursor.at, self.words
        read: list[_Read[S]] = []
        asked: list[tuple[int, QuestionError]] = []
        ways = self._beginning_here(ways)
        position = self._position() if ways else self.position
        for way in ways:
            self.cursor.at, self.words = start, []
            try:
                context = self._way(way, position, needed=needed)
            except QuestionError as question:
                asked.append((self.cursor.at, question))
                continue
            if context is not None and (needed or self.cursor.at > start):
                read.append(_Read(self.cursor.at, way, context, self.words))
        self.cursor.at, self.words = start, marks
        end = max((found.at for found in read), default=-1)
        for at, doubt in asked:
            if at > end:  # ask about what matches further than the rest
                raise doubt
        if not read:
            return None
        best = [found for found in read if found.at == end]
        best = [found for found in best if found.way.template.opening is not None] or best
        self._ask_which(best)
        self.cursor.at, self.words = end, [*marks, *best[0].words]
        self.found += best[0].contexts
        return best[0].way

    def _beginning_here(self, ways: Sequence[Way[S]]) -> Sequence[Way[S]]:
        now = self.cursor.now
        if self._slips is not None or now in self.cursor.spelling.fillers:
            return ways
        return [way for way in ways if way.begins is None or now in way.begins]

    def _ask_which(self, best: Sequence[_Read[S]]) -> None:
        """Raise a question if forms that match the same number of words mean different moves."""
        moves = {tuple(one.move for one in found.contexts) for found in best}
        if len(moves) > 1:
            lines = dict.fromkeys(write.spelt(self.table, found.contexts[-1]) for found in best)
            does = either(list(dict.fromkeys(found.way.pattern.does for found in best if found.way.pattern.does)))
            raise QuestionError(f"which is meant: {does}?" if does else "which is meant?", tuple(lines))

    def _way(self, way: Way[S], position: S, *, needed: bool) -> list[Sentence[S]] | None:
        """Parse a form from the cursor on, with the dice, cards and declared results of its move.

        Return its moves as sentences (a move with its results), or None if the form does not match.
        """
        form = way.pattern
        if self._slips is not None and needed and form.is_written and form.read is None:
            self._slips.begins(form, way.template.words)
        if form.read is not None and not self._opens(way.template, needed=needed):
            return None
        context = Sentence(position, self.seat, self.cursor, tuple(self.found), only=self._is_only, led=self._led)
        try:
            if form.read is not None:
                at = self.cursor.at
                found = list(form.read(context))
                self._mark(at, "body")
                return found
            start = self.cursor.at
            reads = self._sequence(way.template, context, way, needed=needed) and self._is_complete(context, way)
            if not reads or not form.when(context) or not (needed or self.cursor.at > start):
                return None
            meant = self._meant(context, form)
            if meant:
                self._after_move(context, way)
        except SlipError as slip:
            self._raised(slip)
            return None
        return meant

    def _meant(self, context: Sentence[S], form: LinePattern[S]) -> list[Sentence[S]] | None:
        """Return the moves for the values in the line, as `_made` does.

        Return None if the values do not fit together. The error is noted, because it explains more than the words that
        could follow.
        """
        try:
            return self._made(context, form)
        except SlipError as slip:
            self._raised(slip, self.cursor.at)
            return None

    def _opens(self, template: Template, *, needed: bool) -> bool:
        """Return whether the words with which a template begins, if any, are at the cursor, which does not move."""
        at = self.cursor.at
        stands = template.opening is None or self._text(template.opening, needed=needed)
        self.cursor.at = at
        return stands

    def _made(self, context: Sentence[S], form: LinePattern[S]) -> list[Sentence[S]]:
        """Return the moves for the values in the line. Results in the rest of the line belong to the last move."""
        moves = form.moves(context)
        if not moves:
            return []
        *others, context.move = moves
        for name, value in list(context.values.items()):
            if name in form.notes:
                form.notes[name](context, value)
            elif isinstance(value, Effect):
                context.states(value)
        return [*(context.beside(move) for move in others), context]

    def _after_move(self, context: Sentence[S], way: Way[S]) -> None:
        """Parse dice, cards and declared results after a move, in any order, and add results that may be left out."""
        form, begun, left = way.pattern, -1, list(way.pattern.chance)
        while begun != self.cursor.at and self.cursor.now:
            begun = self.cursor.at
            left = [chance for chance in left if not self._chance(chance, context, needed=False)]
            for chance in self.table.chance:
                self._chance(chance, context, needed=False)
            for result, words in way.results:
                if result.whole or not self._is_told(result, context):
                    self._told(result, words, context)
                elif self._slips is not None:
                    self._told_again(result, words, context)
        for result in form.results:
            if not self._is_only and not any(isinstance(effect, result.effect) for effect in context.stated):
                missing = result.missing(context)
                if isinstance(missing, str):
                    raise self.cursor.slip(missing, {"=": "="})
                context.states(*(() if missing is None else (missing,)))

    def _is_told(self, result: Result[S], context: Sentence[S]) -> bool:
        """Return whether the line has already declared a result of this kind, or declared that it is missing."""
        return result.effect in context.absent or any(isinstance(effect, result.effect) for effect in context.stated)

    def _told_again(self, result: Result[S], words: Way[S], context: Sentence[S]) -> None:
        """Note an error if the line declares a result at the cursor once again. The cursor does not move."""
        at, taken, marks = self.cursor.at, context.taken(), len(self.words)
        with suppress(SlipError):
            self._result(result, words, context)
        end, self.cursor.at = self.cursor.at, at
        if end > at:
            context.give_back(taken)
            del self.words[marks:]
            self._raised(self.cursor.slip("this result is already in the line", {}))

    def _told(self, result: Result[S], words: Way[S], context: Sentence[S]) -> None:
        """Parse the result that the line declares in words at the cursor, if any. Mark errors as errors of a result."""
        if self._slips is None:
            self._result(result, words, context)
            return
        self._slips.reads_result = True
        try:
            self._result(result, words, context)
        finally:
            self._slips.reads_result = False

    def _result(self, result: Result[S], words: Way[S], context: Sentence[S]) -> None:
        """Parse the words at the cursor that declare a result, or declare that it did not happen."""
        cursor, at = self.cursor, self.cursor.at
        if result.denied and self._text(self.table.denial(result), needed=False):
            context.lacks(result.effect)
            self._mark(at, "result")
            return
        if not self._opens(words.template, needed=False):
            return
        told = Sentence(context.position, context.seat, cursor, context.earlier, only=context.only)
        told.move = context.move
        if not self._sequence(words.template, told, words, needed=False):
            cursor.at = at
            return
        end, cursor.at = cursor.at, at
        effect = result.made(context, told.values)
        if isinstance(effect, str):
            raise cursor.slip(effect, {})
        cursor.at = end
        slots: Any = words.slots
        is_there = all(slots[hole.slot].fits(told.values[hole.name]) for hole in words.template.holes)
        context.states(*(effect,) * is_there)
        if result.whole or not is_there:
            context.lacks(result.effect)
        self._mark(at, "result")

    # Templates

    def _sequence(self, template: Template, context: Sentence[S], way: Way[S], *, needed: bool) -> bool:
        """Parse the pieces of a template. The first is required if `needed`, others also after any parsed word."""
        start = self.cursor.at
        for node in template:
            at, read = self.cursor.at, True
            wanted = needed or at > start
            match node:
                case Text():
                    read = self._text(node, needed=wanted)
                    self._mark(at, "word")
                case Placeholder():
                    read = self._hole(node, context, way, needed=wanted)
                case Group(parts=parts):
                    self._group(parts, context, way)
                case AnyOrder(groups=groups):
                    self._any_order(groups, context, way)
            if not read:
                return False
        return True

    def _group(self, parts: Template, context: Sentence[S], way: Way[S]) -> bool:
        if not self._opens(parts, needed=False):
            return False
        at, taken, marks = self.cursor.at, context.taken(), len(self.words)
        if self._sequence(parts, context, way, needed=False) and self.cursor.at > at:
            return True
        self.cursor.at = at
        context.give_back(taken)
        del self.words[marks:]
        return False

    def _any_order(self, groups: Sequence[Group], context: Sentence[S], way: Way[S]) -> None:
        left = list(groups)
        while found := next((group for group in left if self._group(group.parts, context, way)), None):
            left.remove(found)

    def _text(self, text: Text, *, needed: bool) -> bool:
        cursor, now = self.cursor, self.cursor.now
        if now in text.begins or (cursor.spelling.fillers_within and now in cursor.spelling.fillers):
            if cursor.spelling.fillers_within and cursor.phrase(text.words) is not None:
                return True
            for spelling in text.spellings:
                end = cursor.at + len(spelling)
                if cursor.texts[cursor.at : end] == spelling and not (cursor.quoted or self._names_result()):
                    cursor.at = end
                    return True
        if not text.spellings[-1]:  # an empty spelling is allowed
            return True
        if self._slips is not None:
            reach = min(map(len, text.spellings))
            self._slips.words("", lambda: text.words, needed=needed, reach=reach)
        return False

    def _names_result(self) -> bool:
        """Return whether `+name` or `-name` is at the cursor, and its sign does not belong to a template."""
        return self.cursor.now in ("+", "-") and self.table.stated.stands(self.cursor)

    def _hole(self, hole: Placeholder, context: Sentence[S], way: Way[S], *, needed: bool) -> bool:
        slot = way.slots[hole.slot]
        if isinstance(slot, Chance):
            return self._chance(slot, context, needed=needed)
        cursor, at = self.cursor, self.cursor.at
        found, end = list[Any](), at
        while (value := self._value(slot, context, hole, way, needed=needed and not found)) is not None:
            found.append(value)
            end = cursor.at
            if not hole.many or not cursor.now or self._names_result():
                break
            cursor.skip(*self.table.joints)
        if not found:
            return False
        cursor.at = end
        context.values[hole.name] = tuple(found) if hole.many else found[0]
        context.spans[hole.name] = cursor.span(at)
        return True

    def _value(
        self, slot: ArgumentType[S], context: Sentence[S], hole: Placeholder, way: Way[S], *, needed: bool
    ) -> Any:
        at = self.cursor.at
        try:
            value = slot.value(context)
        except SlipError as slip:
            self._raised(slip)
            value = None
        if value is None:
            self.cursor.at = at
            self._expects(slot, context, hole, way, needed=needed)
        else:
            self._mark(at, slot.kind or hole.slot, value)
        return value

    def _chance(self, chance: Chance[S], context: Sentence[S], *, needed: bool) -> bool:
        at = self.cursor.at
        if chance.read is None:
            return False
        seen = chance.read(context)
        if seen is None:
            self.cursor.at = at
            if self._slips is not None:
                self._slips.words(chance.what, lambda: chance.words(context), needed=needed, reach=chance.reach)
            return False
        context.sees(seen)
        self._mark(at, chance.kind, seen)
        return True

    def _is_complete(self, context: Sentence[S], way: Way[S]) -> bool:
        """Fill in the values that the line may leave out; return whether all required values are there."""
        for hole in way.template.holes:
            slot = way.slots[hole.slot]
            if hole.name in context.values or not isinstance(slot, ArgumentType) or slot.missing is None:
                continue
            value = slot.missing(context)
            if value is None:
                self._expects(slot, context, hole, way, needed=True)
                return False
            context.values[hole.name] = value
        return True

    # Unexpected words: noted only if the line is parsed a second time for it

    def _raised(self, slip: SlipError, reached: int = 0) -> None:
        if self._slips is not None:
            self._slips.raised(slip, reached)

    def _expects(
        self, slot: ArgumentType[S], context: Sentence[S], hole: Placeholder, way: Way[S], *, needed: bool
    ) -> None:
        if self._slips is not None:
            self._slips.value(slot, context, hole, way.pattern, needed=needed)

    def _mark(self, at: int, kind: str, value: Any = None) -> None:
        words, end = self.cursor.words, self.cursor.at
        if at < end:
            self.words.append(ReadWord(words[at].start, words[end - 1].end, kind, value))
