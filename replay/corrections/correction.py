"""Corrections: going back to a move, deciding it anew, and deciding the later moves again with the chance that fell.

One machine for a changed, an inserted and a left-out move, for several in one go, and for a session that has ended.
Before anything is written, a preview says what becomes of each later move, without throwing a die. A move that falls
is never dropped unseen: whoever corrects says what becomes of it.
"""

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Any, Final, NamedTuple

import msgspec

from events.entry import Entry
from events.errors import (
    BellError,
    CannotTellError,
    IllegalMoveError,
    NeedsRandomSourceError,
    RefusedError,
    UnplayableError,
)
from events.events import ALL, OMNISCIENT, UNKNOWN, Chance, Drawn, Effect, Event, Move, Revealed, Rolled, Started
from events.session_events import Adjusted, HiddenInfoProbe, Redecided, Skipped
from projections.draft import Stated, Weighed, objections, run, subject_of, weigh
from projections.game import Game
from projections.notation.recorded_chance import Recorded, Typed
from projections.numbering import Numbering, other_numbers
from projections.terms import RandomSource, Seen, Written
from projections.wording import counted, titled
from replay.chance.random_source import MixedChance, NoChance
from replay.corrections.plan import (
    NEEDS_CHANCE,
    Answer,
    Change,
    CorrectionPlan,
    Decided,
    LaterMove,
    NeedsAnswerError,
    first_of,
)
from replay.corrections.renumbering import Renumbering
from replay.corrections.replayed_chance import Keeping, ReplayedChance
from replay.corrections.takeback import (
    changed_lines,
    is_change,
    require_group_end,
    seen_piles,
    takeback_lines,
)
from replay.reading.disclosure import classify
from replay.reading.reading import Group, Reading, group_from, groups_of, undone_origin
from replay.session.conflicts import require_seen
from replay.session.consent import require_consent
from replay.session.encoding import HEAD
from replay.session.hidden_info_attempts import is_for_another, is_tried, require_tries_left, try_of, words_of
from replay.session.preview import ReadableSession
from replay.session.session import Session

_UNTOLD: Final = "this move is not legal; what speaks against it is not known to you"
_NEEDS_TABLE: Final = "this needs the table: it hangs on what is not known to you"
_UNFIT: Final = (IllegalMoveError, UnplayableError, CannotTellError, RefusedError)
_UNFOLDED: Final = (BellError, ArithmeticError, AttributeError, LookupError, TypeError, ValueError)
_SHOWN: Final = 6
"""How many differing results of one move are told."""


class _Step(NamedTuple):
    """A group to be decided again, as corrected where `written` is given; or a move that is inserted before it."""

    group: Group
    written: Written | None = None
    is_inserted: bool = False


def _steps(reading: Reading[Any], changes: Sequence[Change]) -> list[_Step]:
    """What is decided again from the first change on, in order; a move that is left out has no step."""
    first = first_of(changes).first
    found: list[_Step] = []
    for group in groups_of(reading.entries, reading.undone):
        if group.first < first:
            continue
        found += [
            _Step(group, one.written, is_inserted=True)
            for one in changes
            if one.inserts and one.group.first == group.first
        ]
        if group.undone or not is_change(group.head.event):
            continue
        mine = next((one for one in changes if not one.inserts and one.group.first == group.first), None)
        if mine is None:
            found.append(_Step(group))
        elif mine.written is not None:
            found.append(_Step(group, mine.written))
    return found


def _as_known(reading: Reading[Any], group: Group) -> Group:
    """A group with what has been learnt of its cards since it was written."""
    lines = [reading.lines[entry.seq - 1] for entry in group.entries]
    return Group(tuple(reading.codec.decode(line, reading.opening(line.seq)) for line in lines), group.undone)


def _stated(reading: Reading[Any], group: Group) -> tuple[Stated, list[Drawn | Revealed]]:
    """What the table stated of a group: each result that is not a due one, and each due one that did not happen.

    And what it drew and turned up though another card was known to lie there.
    """
    first = _as_written(reading, group)
    chance, due = _decided_again(reading, first)
    stated = list[Effect]()
    for event in _events(first):
        if event in due:
            due.remove(event)
        elif isinstance(event, Effect):
            stated.append(event)
    subjects = [subject_of(effect) for effect in stated]
    missing = [effect for effect in due if subject_of(effect) not in subjects]
    if numbering := reading.game.rules.numbering:
        new = _numbers_since(numbering, first, group)
        stated, missing = (
            [numbering.renumbered(effect, lambda number: new.get(number, number)) for effect in some]
            for some in (stated, missing)
        )
    return Stated(stated, missing=missing), [drawn for drawn, _ in chance.mismatches]


def _decided_again(reading: Reading[Any], group: Group) -> tuple[Recorded, list[Effect]]:
    """The chance of a group as its move asked for it where it stood, and the results that were due."""
    chance = Recorded([event for event in _events(group) if isinstance(event, Chance)], lenient=True, untold=True)
    draft = run(reading.game.rules, reading.positions[group.first - 2], _move_of(group), chance, strict=False)
    return chance, [entry.event for entry in draft.entries if isinstance(entry.event, Effect)]


def _numbers_since(numbering: Numbering[Any], first: Group, group: Group) -> dict[int, int]:
    """The numbers that things have in a group, by those that they had where it was written."""
    was, now = ([_plain(event) for event in _events(one)] for one in (first, group))
    new = other_numbers(numbering, was, now)
    if new is None:  # other things came of it: then by what the move itself names
        pairs = zip(numbering.numbers_in(was[0]), numbering.numbers_in(now[0]), strict=False)
        new = {one: other for (_, one), (_, other) in pairs}
    return new


def _move_of(group: Group) -> Move:
    move = group.head.event
    assert isinstance(move, Move)
    return move


class _Walk:
    """Deciding again from the first change on: on one reading's position, with one source of chance.

    `looks` is a preview: nothing is thrown, and it stops where chance is missing.
    """

    def __init__(
        self, session: ReadableSession, reading: Reading[Any], changes: Sequence[Change], fate: ReplayedChance,
        by: str, answers: Mapping[int, Answer], others: Answer | None, *, looks: bool,
    ) -> None:  # fmt: skip
        self.session, self.reading, self.game, self.fate, self.by = session, reading, session.game, fate, by
        self.answers, self.others, self.looks = answers, others, looks
        first = first_of(changes).first
        self.undone = [
            one for one in groups_of(reading.entries, reading.undone) if one.first >= first and not one.undone
        ]
        self.steps, self.numbers = _steps(reading, changes), Renumbering(reading)
        for one in changes:
            if one.written is None and not one.inserts:
                self._drop(one.group)
        self.later: list[LaterMove] = []
        self.entries: list[Entry] = []
        self.drawn: list[Drawn] = []
        self.chosen: list[int] = []
        self.answered: set[int] = set()
        self.written: set[str] = set()
        self.untold: dict[str, None] = {}
        self.waits = 0

    def run(self, position: Any) -> Any:
        """Decide all; returns the position behind them.

        Raises:
            IllegalMoveError: a rule is against a changed or inserted move.
            UnplayableError: it names what is not there.
        """
        self.fate.lay_out([entry for group in self.undone for entry in _as_known(self.reading, group).entries])
        for at, step in enumerate(self.steps):
            try:
                position = self._take(step, position)
            except NeedsRandomSourceError as error:
                if not self.looks:
                    raise
                self.later.append(LaterMove(step.group.first, "open", why=str(error)))
                self.waits = sum(not later.is_inserted for later in self.steps[at + 1 :])
                self.answered.update(later.group.first for later in self.steps[at:])  # nobody knows yet
                for later in self.steps[at + 1 :]:
                    self._leave_untold(later.written, self.answers.get(later.group.first))
                break
        self.fate.end_group()
        return position

    @property
    def unused(self) -> tuple[int, ...]:
        """The moves of which something was said, and that neither fall nor are open."""
        return tuple(sorted(self.answers.keys() - self.answered))

    def _take(self, step: _Step, position: Any) -> Any:
        """Decide one group, or what was answered where it does not fit; returns the position behind it."""
        if step.written is not None:
            self.chosen.append(step.group.first)
            decided = self._decide(position, step, step.written)
            return self._stand(step, position, decided, is_written=True)
        try:
            decided = self._decide(position, step, None)
        except NeedsRandomSourceError:
            answer = self._answer(step)
            if answer is None:
                raise
            return self._answered(step, position, answer, "", NEEDS_CHANCE)
        except _UNFIT as error:
            rule, why = getattr(error, "rule", ""), getattr(error, "reason", str(error))
            if self._hangs_on_hidden(step.group):
                self.answered.add(step.group.first)
                self._leave_untold(self.answers.get(step.group.first))
                self.later.append(LaterMove(step.group.first, "open", why=_NEEDS_TABLE))
                return self._folded(step.group, position)
            answer = self._answer(step)
            if answer is None:
                self._drop(step.group)
                fate = "falls" if self.looks else "left out"
                self.later.append(LaterMove(step.group.first, fate, rule, why))  # type: ignore[arg-type]  # a fate
                return position
            return self._answered(step, position, answer, rule, why)
        return self._stand(step, position, decided)

    def _leave_untold(self, *said: Written | Answer | None) -> None:
        """Take in that of what is written here, only the table can tell whether it is legal."""
        for one in said:
            written = one.written if isinstance(one, Answer) else one
            if written is not None:
                self.untold[written.move.player] = None

    def _drop(self, group: Group) -> None:
        """Take in that what a group of the record brought into play is not there."""
        self.numbers.follow(self._entered(group), ())

    def _entered(self, group: Group) -> list[Event]:
        return self.numbers.entered(_events(_as_known(self.reading, group)), self.reading.positions[group.last - 1])

    def _answer(self, step: _Step) -> Answer | None:
        self.answered.add(step.group.first)
        return self.answers.get(step.group.first, self.others)

    def _hangs_on_hidden(self, group: Group) -> bool:
        """Whether this reader does not know all of a group: then what becomes of it is the table's to say."""
        hidden = f'"{UNKNOWN}"'.encode()
        known = _as_known(self.reading, group).entries
        return self.reading.viewer != OMNISCIENT and any(hidden in msgspec.json.encode(entry.event) for entry in known)

    def _folded(self, group: Group, position: Any) -> Any:
        """The position behind a group as it was recorded, where that can be told."""
        try:
            return self._as_it_was(group, position).now
        except _UNFIT:
            return position

    def _answered(self, step: _Step, position: Any, answer: Answer, rule: str, why: str) -> Any:
        """Carry out what whoever corrects said of a move that does not fit."""
        group = step.group
        if answer.how == "omit":
            self._drop(group)
            self.later.append(LaterMove(group.first, "left out", rule, why))
            return position
        if answer.how == "put":
            if answer.written is None:
                raise RefusedError(f"say which move is put in place of that of line {group.first}")
            self.chosen.append(group.first)
            return self._stand(step, position, self._decide(position, step, answer.written), is_written=True)
        kept = self._as_it_was(group, position)
        self.later.append(LaterMove(group.first, "kept", rule, why))
        self.entries += [Entry(Redecided(group.first, kept=True), self.by), *kept.entries]
        return kept.now

    def _stand(self, step: _Step, before: Any, decided: Decided, *, is_written: bool = False) -> Any:
        """File a group that was decided again, with what became of it; or one that was written in this correction."""
        self._require_possible(step, before, decided)
        if step.is_inserted:
            self.numbers.follow((), self.numbers.entered(_events(decided), decided.now))
            self.entries += decided.entries
        else:
            self.numbers.follow(self._entered(step.group), self.numbers.entered(_events(decided), decided.now))
            self.later.append(self._compared(step.group, before, decided))
            again = Redecided(step.group.first, worked_out=not is_written)
            self.entries += [Entry(again, self.by), *decided.entries]
        self.drawn += [entry.event for entry in decided.entries if isinstance(entry.event, Drawn)]
        return decided.now

    def _compared(self, group: Group, before: Any, decided: Decided) -> LaterMove:
        """Whether a group gives the same as it gave, and else what it gives otherwise."""
        was, then = _events(_as_known(self.reading, group)), _events(decided)
        if isinstance(group.head.event, Adjusted):
            hides = self.looks and self._hides(group, before, decided.now)
            return LaterMove(group.first, "stands", hides=hides)
        renumbered = [self.numbers.of(event) for event in was]
        left, new = _without(renumbered, then), _without(then, renumbered)
        gone = [event for event, now in zip(was, renumbered, strict=True) if any(now is one for one in left)]
        if not gone and not new:
            return LaterMove(group.first, "stands")
        if not self.looks:
            return LaterMove(group.first, "changes")
        recorded = self.reading.positions[group.first - 2]
        return LaterMove(
            group.first, "changes", was=_told(self.game, recorded, was, gone), now=_told(self.game, before, then, new)
        )

    def _hides(self, group: Group, before: Any, after: Any) -> bool:
        """Whether a value that was set covers what the correction had changed until then."""
        until = changed_lines(self.game, self.reading.positions[group.first - 2], before)
        behind = changed_lines(self.game, self.reading.positions[group.last - 1], after)
        return bool(set(until) - set(behind))

    def _decide(self, position: Any, step: _Step, written: Written | None) -> Decided:
        """Decide one struck group again.

        Raises:
            IllegalMoveError: a rule speaks against it that did not when it was recorded.
            RefusedError: a value cannot be set so any more.
        """
        session, reading, game, head = self.session, self.reading, self.game, step.group.head
        recorded = reading.positions[step.group.first - 2]
        if written is None and not isinstance(head.event, Move):
            self.numbers.require_there(head.event, recorded)
            return _set_again(game, position, head, self.numbers.of(head.event))
        known = _as_known(reading, step.group)
        move = written.move if written else _move_of(known)
        self.numbers.require_there(move, recorded)
        move = self.numbers.of(move)
        stood = self._what_stood(step, written, weigh(game.rules, position, move))
        stated, elsewhere = Stated(), list[Drawn | Revealed]()
        if not session.strict or stood:
            if written:
                said = Stated(written.stated, written.absent)
            else:
                said, elsewhere = _stated(reading, step.group)
            effects, missing = ([self.numbers.of(one) for one in some] for some in (said.effects, said.missing))
            stated = said._replace(effects=effects, missing=missing)
        stood_at = () if step.is_inserted else _where_it_stood(reading, known)
        self.fate.turn_to(stood_at, typed=written.seen if written else None, elsewhere=elsewhere)
        author, implied = (self.by, False) if written else (head.by, head.implied)
        draft = run(game.rules, position, move, self.fate, strict=False, stated=stated, by=author, implied=implied)
        self.fate.end_group()
        return Decided(draft.entries, draft.now)

    def _what_stood(self, step: _Step, written: Written | None, weighed: Weighed) -> AbstractSet[str]:
        """The rules that spoke against a move when it was recorded, if they are asked for.

        Raises:
            IllegalMoveError: a rule speaks against it now that did not speak against it then.
        """
        against, strict = weighed.certain, self.session.strict
        if written and weighed.hangs:
            self._leave_untold(written)
        stood = self._stood(step.group) if not written and (against or not strict) else set()
        for breach in against if strict or not written else ():
            if breach.rule not in stood:
                raise IllegalMoveError(breach.rule, breach.message)
        return stood

    def _require_possible(self, step: _Step, before: Any, decided: Decided) -> None:
        """Refuse a card that is somewhere else already: written here, or drawn here because cards moved up.

        Raises:
            UnplayableError: and says what would not hold.
        """
        told = {card for event in _events(decided) for card in _seen_in(event)}
        moved = any(isinstance(event, Drawn) and event.pile in self.fate.keepings for event in _events(decided))
        if step.written is not None:
            self.written |= told
        if not told or not (moved or told & self.written):
            return
        recorded = self.reading.positions
        broken = _broken(self.game, before, decided.now)
        if broken and not step.is_inserted:
            broken -= _broken(self.game, recorded[step.group.first - 2], recorded[step.group.last - 1])
        if broken:
            line = step.group.first
            raise UnplayableError(f"what is drawn at line {line} cannot be: it would not hold that {min(broken)}")

    def _stood(self, group: Group) -> set[str]:
        """The rules that spoke against a move when it was recorded, and that it was kept against."""
        group = _as_written(self.reading, group)
        before, move = self.reading.positions[group.first - 2], _move_of(group)
        try:
            return {breach.rule for breach in objections(self.game.rules, before, move)}
        except UnplayableError:
            return set()

    def _as_it_was(self, group: Group, position: Any) -> Decided:
        """A group as the table had it, with its stated results, on another position.

        Raises:
            UnplayableError: even that is not possible on this board.
        """
        entries: list[Entry] = []
        for entry in _as_known(self.reading, group).entries:
            event: Event = self.numbers.keep(entry.event, position)
            if isinstance(event, Rolled):
                event = Rolled(event.die, event.sides, event.faces, event.purpose, "replayed", of=event.of or entry.seq)
            entries.append(Entry(event, entry.by, entry.rule, HEAD if entry.cause else 0, implied=entry.implied))
            try:
                position = (
                    self.game.rules.reducer(position, event) if not isinstance(event, Adjusted | Skipped) else position
                )
            except _UNFOLDED as error:
                raise UnplayableError(f"it cannot be kept as the table had it: {error}") from error
        return Decided(entries, position)


def _events(lines: Group | Decided) -> list[Event]:
    return [entry.event for entry in lines.entries]


def _as_written(reading: Reading[Any], group: Group) -> Group:
    """The group as somebody wrote it: in the record, or in the correction that put it there."""
    while of := undone_origin(reading.entries, group.first):
        before, again = group_from(reading.entries, of), reading.entries[group.first - 2].event
        assert isinstance(again, Redecided)
        events, now = ([_plain(event) for event in _events(one)] for one in (before, group))
        same = again.kept or again.worked_out or other_numbers(reading.game.rules.numbering, events, now) is not None
        if not same:
            break
        group = before
    return group


def _seen_in(event: Event) -> tuple[str, ...]:
    """The known cards that were drawn or turned up."""
    cards = event.cards if isinstance(event, Drawn) else (event.item,) if isinstance(event, Revealed) else ()
    return tuple(card for card in cards if card != UNKNOWN)


def _broken(game: Game[Any, Any], before: Any, after: Any) -> set[str]:
    """The invariants that hold in one position and fail in the other."""
    return {law.name for law in game.rules.invariants if law.holds(before) and not law.holds(after)}


def _where_it_stood(reading: Reading[Any], group: Group) -> list[Sequence[Entry]]:
    """The lines of a move as it stands, and as it stood before each correction, without chance that is used since.

    What a correction drew because it was known to lie there is no chance that fell.
    """
    found: list[Sequence[Entry]] = [_fallen(reading, group)]
    used = {getattr(entry.event, "of", None) for entry in group.entries}
    while of := undone_origin(reading.entries, group.first):
        group = _as_known(reading, group_from(reading.entries, of))
        found.append([entry for entry in _fallen(reading, group) if entry.seq not in used])
        used |= {getattr(entry.event, "of", None) for entry in group.entries}
    return found


def _fallen(reading: Reading[Any], group: Group) -> list[Entry]:
    """The lines of a group without what a correction drew because it lay there."""
    lines = list(group.entries)
    again = reading.entries[group.first - 2].event if undone_origin(reading.entries, group.first) else None
    drew = any(isinstance(entry.event, Drawn | Revealed) and entry.event.of is None for entry in lines)
    if isinstance(again, Redecided) and again.worked_out and drew and isinstance(group.head.event, Move):
        forced = _decided_again(reading, group)[0].forced
        lines = [entry for entry in lines if not any(entry.event is one for one in forced)]
    return lines


def _without(events: Sequence[Event], others: Sequence[Event]) -> list[Event]:
    """The results and the chance among events that others do not hold, each as often; wherever chance came from."""
    left = [_plain(event) for event in others]
    found = []
    for event in events:
        plain = _plain(event)
        if plain in left:
            left.remove(plain)
        else:
            found.append(event)
    return found


def _plain(event: Event) -> Event:
    """An event without where its chance came from."""
    if isinstance(event, Rolled):
        return Rolled(event.die, event.sides, event.faces, event.purpose, "")
    return msgspec.structs.replace(event, source="", of=None) if isinstance(event, Chance) else event


def _told(game: Game[Any, Any], position: Any, events: Sequence[Event], wanted: Sequence[Event]) -> tuple[str, ...]:
    """The sentences of some of a group's events, told where they happened."""
    told: list[str] = []
    for event in events:
        try:
            after = game.rules.reducer(position, event)
            if any(event is one for one in wanted) and len(told) < _SHOWN:
                told.append(game.view.tell(event, position, after))
        except _UNFOLDED:
            break
        position = after
    return tuple(filter(None, told))


def _set_again(game: Game[Any, Any], position: Any, head: Entry, event: Event) -> Decided:
    """Set a value once more, or leave a turn unplayed again: what a moderator set stays as it was set.

    Raises:
        RefusedError: that is not possible any more.
    """
    if isinstance(event, Skipped):
        if (turn := game.rules.status(position).seat) != event.seat:
            raise RefusedError(f"it is {titled(turn)}'s turn, not {titled(event.seat)}'s")
        place, value = "turn", "next"
    else:
        assert isinstance(event, Adjusted)
        place, value = event.place, event.value
    entries = [Entry(event, head.by)]
    for effect in game.editor.mend(position, place, value):
        entries.append(Entry(effect, cause=HEAD))
        position = game.rules.reducer(position, effect)
    return Decided(entries, position)


def _undone_entries(reading: Reading[Any], to: int) -> list[Entry]:
    return [entry for entry in reading.entries[to:] if entry.seq not in reading.undone]


def _checked(reading: Reading[Any], changes: Sequence[Change]) -> list[Change]:
    """The changes, each of a group as this reader knows it.

    Raises:
        RefusedError: one is of a group that is struck, or none can be gone back to.
    """
    place = first_of(changes)
    for one in changes:
        if one.group.first in reading.undone:
            raise RefusedError(f"line {one.group.first} is struck through already")
    require_group_end(reading, place.first - 1)
    groups = {group.first: group for group in groups_of(reading.entries, reading.undone)}
    return [one._replace(group=groups[one.group.first]) for one in changes]


def preview(
    session: ReadableSession, changes: Sequence[Change], *, by: str, viewer: str = ALL,
    answers: Mapping[int, Answer] | None = None, others: Answer | None = None,
    keepings: Mapping[str, Keeping] | None = None,
) -> CorrectionPlan:  # fmt: skip
    """What a correction would do, as a viewer may know it: the fate of each later move, and the board then.

    `answers` say by the line of its head what is to become of a later move that falls or is open, `others` of all that
    they do not name; `keepings` how the cards of a pile are kept. Every group is taken as this viewer knows it: what
    was drawn may be the mover's alone. No die is thrown, no card looked at, nothing written.

    Raises:
        IllegalMoveError: the corrected move itself is refused.
        RefusedError: a group is none that can be gone back to.
    """
    return look_ahead(session, changes, by=by, viewer=viewer, answers=answers, others=others, keepings=keepings)[0]


def look_ahead(
    session: ReadableSession, changes: Sequence[Change], *, by: str, viewer: str = ALL,
    answers: Mapping[int, Answer] | None = None, others: Answer | None = None,
    keepings: Mapping[str, Keeping] | None = None,
) -> tuple[CorrectionPlan, Any]:  # fmt: skip
    """A preview, and the position that the correction leads to: as far as the first later move that is open.

    Raises what `preview` raises.
    """
    reading = session.view(viewer)
    changes = _checked(reading, changes)
    to = first_of(changes).first - 1
    fate = _replayed(session.started, NoChance(), keepings)
    walk = _Walk(session, reading, changes, fate, by, answers or {}, others, looks=True)
    position = walk.run(reading.known_at(to))
    changed = changed_lines(session.game, reading.position, position)
    return _planned(walk, _piles_kept(reading, to, walk.drawn), changed), position


def _planned(walk: _Walk, keep: tuple[str, ...], changed: Sequence[Any] = ()) -> CorrectionPlan:
    reused = walk.fate.reused
    informed = tuple(at for at in walk.chosen if any(seq > at for seq in reused))
    return CorrectionPlan(
        tuple(walk.later), keep, tuple(changed), tuple(walk.fate.spare), informed, walk.waits, walk.unused,
        tuple(walk.untold),
    )  # fmt: skip


def _replayed(
    started: Started, tower: RandomSource, keepings: Mapping[str, Keeping] | None, fate: RandomSource | None = None
) -> ReplayedChance:  # fmt: skip
    """The chance that fell; what it does not hold is typed, or the tower's where that throws or deals; or `fate`'s."""
    typed = Typed(Seen(), started.dice, started.cards, lenient=True)
    if fate is not None:
        return ReplayedChance(fate, typed, started.cards, keepings)
    if started.dice == started.cards == "tower":
        return ReplayedChance(tower, None, started.cards, keepings)
    if not started.has_tower:
        return ReplayedChance(typed, typed, started.cards, keepings)
    dice, cards = (tower, typed) if started.dice == "tower" else (typed, tower)
    return ReplayedChance(MixedChance(dice, cards), typed, started.cards, keepings)


def _piles_kept(reading: Reading[Any], to: int, drawn: Sequence[Drawn]) -> tuple[str, ...]:
    """The piles that the same seats draw the same cards from again."""
    old = [entry.event for entry in _undone_entries(reading, to) if isinstance(entry.event, Drawn)]
    kept = []
    for pile in seen_piles(reading, to)[0]:
        before = [(event.player, event.cards) for event in old if event.pile == pile]
        after = [(event.player, event.cards) for event in drawn if event.pile == pile]
        if after[: len(before)] == before:
            kept.append(pile)
    return tuple(kept)


def correct(
    session: Session, changes: Sequence[Change], *, by: str, asked: bool = False,
    before: Sequence[Entry] = (), answers: Mapping[int, Answer] | None = None, others: Answer | None = None,
    keepings: Mapping[str, Keeping] | None = None, fate: RandomSource | None = None,
) -> CorrectionPlan:  # fmt: skip
    """Go back to before the first of the changes, decide as corrected, and decide the later moves again.

    A later move that does not fit any more is what `answers` (or `others`) say of it; one that falls only because of
    dice that are thrown now, or of what whoever corrects may not know, is left out, and told. Returns what was done,
    in words that whoever corrects may read. The policy of the session is asked where play is strict, or `asked` says
    so. `before` are lines to file ahead of it in the same transaction. A
    session that has ended is corrected too, with the chance that fell and none of the tower's. `fate` gives the chance
    that is missing in a branch, which is no record. What is written for a seat by somebody else, and hangs on what
    that one does not know, is in the log as a try before the table decides.

    Raises:
        IllegalMoveError: the corrected move itself is refused; nothing is written but that it was tried.
        NeedsAnswerError: later moves fall or need chance that nobody can throw, and nothing is said of them.
        RefusedError: a group is none that can be gone back to, or a seat may not go back there alone.
    """
    everybody = OMNISCIENT if session.started.branch else ALL  # what its maker may know is all that is in a branch
    viewer = by if by in session.started.seats else everybody
    alone = (session.strict or asked) and by in session.started.seats
    given: dict[str, Any] = {"answers": answers, "others": others, "keepings": keepings}
    tries = _Tries(session, changes, by, viewer, given)
    if not alone:  # a seat writes for itself alone
        tries.file()
    try:
        return _corrected(session, changes, by, viewer, given, alone=alone, before=before, fate=fate)
    except (IllegalMoveError, UnplayableError, CannotTellError):
        if not alone:
            tries.file(asked=True)
        raise


class _Tries:
    """What a correction tries for seats that whoever corrects does not hold."""

    def __init__(
        self, session: Session, changes: Sequence[Change], by: str, viewer: str, given: Mapping[str, Any]
    ) -> None:  # fmt: skip
        self.session, self.changes, self.by, self.viewer, self.given = session, changes, by, viewer, given
        answers: Mapping[int, Answer] = given["answers"] or {}
        said = [
            *((one.group.first, one.written) for one in changes),
            *((line, answer.written) for line, answer in answers.items()),
        ]
        self.written = [(line, one.move) for line, one in said if one is not None]
        self.seats = [
            seat for seat in dict.fromkeys(move.player for _, move in self.written) if is_for_another(session, by, seat)
        ]

    def file(self, *, asked: bool = False) -> None:
        """Write down what whoever corrects cannot tell.

        Where the table was `asked`, it refused what nothing had seemed to speak against: that is a try all the same.

        Raises:
            IllegalMoveError: a rule speaks against what is written, or too much was tried.
            UnplayableError: it names what is not there.
            RefusedError: a group is none that can be gone back to, or later moves fall of which nothing is said.
        """
        session, seen = self.session, self.session.head.seq
        if not self.seats:
            return
        session.require_open(past_end=True)
        for seat in self.seats:
            require_tries_left(session, self.by, seat)
        tries = [one for one in map(self._try, self._untold(asked=asked)) if not is_tried(session, one)]
        if tries:
            session.file_tries(tries, self.by)
            require_seen(session, self.by, seen)

    def _untold(self, *, asked: bool) -> Sequence[str]:
        """The seats for which something is written that only the table can decide."""
        try:
            plan = preview(self.session, self.changes, by=self.by, viewer=self.viewer, **self.given)
        except CannotTellError:
            return self.seats
        _require_answers(plan.falls, ())
        require_asked(plan.unused)
        return self.seats if asked else [seat for seat in self.seats if seat in plan.untold]

    def _try(self, seat: str) -> HiddenInfoProbe:
        words = [words_of(self.session, self.by, move, line - 1) for line, move in self.written if move.player == seat]
        return try_of(self.by, seat, " ;; ".join(words), self.session.started.seats)


def _corrected(
    session: Session, changes: Sequence[Change], by: str, viewer: str, given: Mapping[str, Any], *, alone: bool,
    before: Sequence[Entry], fate: RandomSource | None,
) -> CorrectionPlan:  # fmt: skip
    """Carry a correction out, in one transaction. Raises what `correct` raises."""
    answers: Mapping[int, Answer] = given["answers"] or {}
    to = first_of(changes).first - 1
    with session.writing():
        session.require_open(past_end=not alone)
        if alone:  # first of all: whether the move is legal may hang on what its seat alone knows
            require_consent(classify(session.view(ALL), to, by), session.started, by, ())
            _require_own(changes, answers, by)
        plan, told = _plan(session, changes, by, viewer, given)
        if alone:
            _require_old_dice(plan, to)
        over = bool(session.table.unsealed)
        _require_answers((), plan.open if fate is None and (over or not session.started.has_tower) else ())
        keep = seen_piles(session.table, to)[0] if over else plan.keep
        chance = NoChance() if over or not session.started.has_tower else session.fate_now(Seen())
        entries, position = takeback_lines(session, to, by, keep, chance)
        source = _replayed(session.started, chance, given["keepings"], fate)
        changes = _checked(session.table, changes)
        walk = _Walk(session, session.table, changes, source, by, answers, given["others"], looks=False)
        position = walk.run(position)
        entries = [*before, *entries, *walk.entries]
        if session.game.rules.status(position).outcome is not None and not over:
            entries.append(session.ending())
        session.append(entries, position)
    done = _planned(walk, plan.keep)
    later = tuple(
        one if one.fate != "left out" else told.get(one.seq, LaterMove(one.seq, "left out", "", _UNTOLD))
        for one in done.later
    )
    return msgspec.structs.replace(done, later=later)


def _require_answers(falls: Sequence[LaterMove], missing: Sequence[LaterMove]) -> None:
    """Refuse to drop a later move that nobody has answered for, as far as whoever corrects knows that it falls."""
    if not falls and not missing:
        return
    told = [
        f"{counted(len(rows), 'later move')} {word}: line{'s' if len(rows) > 1 else ''}"
        f" {', '.join(str(one.seq) for one in rows[:_SHOWN])}{' ...' if len(rows) > _SHOWN else ''}"
        for rows, word in (
            (falls, "falls" if len(falls) == 1 else "fall"),
            (missing, "wait for dice, cards or what is not known"),
        )
        if rows
    ]
    reason = f" ({(falls or missing)[0].why})"
    raise NeedsAnswerError(
        f"{'; '.join(told)}{reason}. Say for each: leave it out, keep it as the table had it, or put another",
        [one.seq for one in (*falls, *missing)],
    )


def require_asked(unused: Sequence[int]) -> None:
    """Refuse what is said of moves that neither fall nor are open: it would be dropped unseen.

    Raises:
        RefusedError: there are such moves.
    """
    if unused:
        named = f"{', '.join(map(str, unused[:_SHOWN]))}{' ...' if len(unused) > _SHOWN else ''}"
        raise RefusedError(
            "KEEP, DROP and PUT are for later moves that fall or are open, not for"
            f" line{'s' if len(unused) > 1 else ''} {named}: write FIX or OMIT to change such a move"
        )


def _require_own(changes: Sequence[Change], answers: Mapping[int, Answer], by: str) -> None:
    """Refuse a move that a seat writes for another: whether that is legal may hang on the other's hand."""
    written = (*(one.written for one in changes), *(one.written for one in answers.values()))
    others = {one.move.player for one in written if one is not None} - {by}
    if others:
        raise RefusedError(f"a seat corrects its own moves, not those of {titled(min(others))}: ask for a ruling")


def _require_old_dice(plan: CorrectionPlan, to: int) -> None:
    """Refuse a seat's correction that is sealed by new dice for a later move."""
    if plan.anew > to + 1:  # which move that is may hang on what others hold
        raise RefusedError("only the moderator can make this correction: a later move would need new dice")


def _plan(
    session: Session, changes: Sequence[Change], by: str, viewer: str, said: Mapping[str, Any]
) -> tuple[CorrectionPlan, dict[int, LaterMove]]:
    """What the correction will do, and why moves fall away as far as a viewer can tell.

    First of all what the viewer knows decides, so that no refusal hangs on what others hold alone.
    """
    refused: BellError | None = None
    known = CorrectionPlan()
    try:
        known = preview(session, changes, by=by, viewer=viewer, **said)
    except BellError as error:
        refused = error
    _require_answers(known.falls, ())
    require_asked(known.unused)
    try:
        plan = preview(session, changes, by=by, viewer=OMNISCIENT, **said)
    except (IllegalMoveError, UnplayableError, CannotTellError) as error:
        raise refused or IllegalMoveError("", _UNTOLD) from error
    return plan, {one.seq: one for one in known.dropped}
