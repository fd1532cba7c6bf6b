"""Corrections: go back to a move, decide it as corrected, then decide the later moves again with the recorded chance.

The same code handles changed, inserted and omitted moves, several changes at once, and sessions that have ended. A
preview shows the result for each later move without a roll. A later move that no longer fits is dropped only if the
correction says so.
"""

from collections.abc import Mapping, Sequence, Set as AbstractSet
from contextlib import suppress
from functools import partial
from typing import Any, Final, NamedTuple

import msgspec

from events import errors
from events.entry import Entry
from events.events import ALL, OMNISCIENT, UNKNOWN, Drawn, Effect, Event, Move, Revealed, Rolled, Started
from events.session_events import Adjusted, Redecided, Skipped
from projections.contracts import ObservedChance, RandomSource, Written
from projections.draft import DeclaredResults, Weighed, find_conflicts, run, subject_of, weigh
from projections.game import Game
from projections.notation.recorded_chance import Recorded, Typed
from projections.numbering import other_numbers
from projections.wording import counted, titled
from replay.chance.random_source import MixedChance, NoChance
from replay.corrections.plan import (
    KEEP,
    NEEDS_TABLE,
    OMIT,
    Answer,
    Change,
    Correction,
    CorrectionPlan,
    LaterFate,
    LaterMove,
    NeedsAnswerError,
)
from replay.corrections.renumbering import Renumbering
from replay.corrections.replayed_chance import Keeping, ReplayedChance, cards_of
from replay.corrections.takeback import changed_lines, is_change, require_group_end, seen_piles, takeback_lines
from replay.reading.disclosure import classify
from replay.reading.ending import left
from replay.reading.reading import (
    GAME_ERRORS,
    Group,
    Reading,
    earlier_versions,
    groups_of,
    undone_origin,
    without_source,
)
from replay.session.conflicts import require_seen
from replay.session.consent import require_consent
from replay.session.encoding import HEAD
from replay.session.hidden_info_attempts import is_for_another, is_tried, require_tries_left, try_of, words_of
from replay.session.preview import ReadableSession
from replay.session.session import Session

NEEDS_CHANCE: Final = "the move now needs other dice or cards than the recorded ones"
_UNTOLD: Final = "this move is not legal; the reason is hidden from you"
_ONLY_TABLE: Final = (
    "only the moderator can make this correction, because a later move depends on something hidden from you"
)
_ILLEGAL: Final = (errors.IllegalMoveError, errors.UnplayableError, errors.CannotTellError)
_UNFIT: Final = (*_ILLEGAL, errors.RefusedError)
_SHOWN: Final = 6  # maximum number of entries or differing results named in one message


class _Step(NamedTuple):
    group: Group
    written: Written | None = None
    is_inserted: bool = False


class _Decided(NamedTuple):
    entries: Sequence[Entry]
    now: Any

    @property
    def events(self) -> list[Event]:
        return [entry.event for entry in self.entries]


def _steps(groups: Sequence[Group], changes: Sequence[Change]) -> list[_Step]:
    """Return the groups to decide again, in order. Omitted moves have no step."""
    found: list[_Step] = []
    for group in groups:
        here = [one for one in changes if one.group.first == group.first]
        found += [_Step(group, one.written, is_inserted=True) for one in here if one.inserts]
        if not group.undone and is_change(group.head.event):
            written = [one.written for one in here if not one.inserts]
            found += [_Step(group, one) for one in written if one is not None] if written else [_Step(group)]
    return found


def _as_known(reading: Reading[Any], group: Group) -> Group:
    """Return a group with what later entries revealed about its cards."""
    lines = [reading.lines[entry.seq - 1] for entry in group.entries]
    return Group(tuple(reading.codec.decode(line, reading.opening(line.seq)) for line in lines), group.undone)


def _stated(reading: Reading[Any], group: Group) -> tuple[DeclaredResults, list[Drawn | Revealed]]:
    """Return the recorded effects of a group that differ from the rules, and its draws that contradict known cards."""
    first = _as_written(reading, group)
    chance, due = _decided_again(reading, first)
    stated = list[Effect]()
    for event in first.events:
        if event in due:
            due.remove(event)
        elif isinstance(event, Effect):
            stated.append(event)
    subjects = [subject_of(effect) for effect in stated]
    missing = [effect for effect in due if subject_of(effect) not in subjects]
    if numbering := reading.game.rules.numbering:
        was, now = (list(map(without_source, one.events)) for one in (first, group))
        new = other_numbers(numbering, was, now)
        if new is None:  # the results differ, so only the numbers named by the move can be compared
            pairs = zip(numbering.numbers_in(was[0]), numbering.numbers_in(now[0]), strict=False)
            new = {one: other for (_, one), (_, other) in pairs}
        as_now = partial(numbering.renumbered, new=lambda number: new.get(number, number))
        stated, missing = list(map(as_now, stated)), list(map(as_now, missing))
    return DeclaredResults(stated, missing=missing), [drawn for drawn, _ in chance.mismatches]


def _decided_again(reading: Reading[Any], group: Group) -> tuple[Recorded, list[Effect]]:
    chance = Recorded(group.chance, lenient=True, untold=True)
    draft = run(reading.game.rules, reading.positions[group.first - 2], _move_of(group), chance, strict=False)
    return chance, [entry.event for entry in draft.entries if isinstance(entry.event, Effect)]


def _move_of(group: Group) -> Move:
    move = group.head.event
    assert isinstance(move, Move)
    return move


class _Walk:
    """Decides moves again from the first change on. With `looks` (a preview), stops at a missing roll."""

    def __init__(
        self, session: ReadableSession, reading: Reading[Any], meant: Correction, fate: ReplayedChance, by: str,
        *, looks: bool,
    ) -> None:  # fmt: skip
        self.strict, self.game, self.reading, self.numbers = session.strict, session.game, reading, Renumbering(reading)
        self.meant, self.fate, self.by, self.looks = meant, fate, by, looks
        first = meant.first.first
        groups = [group for group in groups_of(reading.entries, reading.undone) if group.first >= first]
        self.undone = [group for group in groups if not group.undone]
        self.steps = _steps(groups, meant.changes)
        for one in meant.changes:
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
        self.fate.lay_out([entry for group in self.undone for entry in _as_known(self.reading, group).entries])
        for at, step in enumerate(self.steps):
            try:
                position = self._take(step, position)
            except errors.NeedsRandomSourceError as error:
                if not self.looks:
                    raise
                left = self.steps[at + 1 :]
                self.later.append(LaterMove(step.group.first, "open", why=str(error)))
                self.waits = sum(not later.is_inserted for later in left)
                self.answered.update(later.group.first for later in self.steps[at:])  # unknown yet
                for later in left:
                    self._leave_untold(later.written, self.meant.answers.get(later.group.first))
                break
        self.fate.end_group()
        return position

    def plan(self, keep: tuple[str, ...], changed: Sequence[Any] = ()) -> CorrectionPlan:
        informed = tuple(at for at in self.chosen if any(seq > at for seq in self.fate.reused))
        unused = tuple(sorted(self.meant.answers.keys() - self.answered))
        return CorrectionPlan(
            tuple(self.later), keep, tuple(changed), tuple(self.fate.spare), informed, self.waits, unused,
            tuple(self.untold),
        )  # fmt: skip

    def _take(self, step: _Step, position: Any) -> Any:
        if step.written is not None:
            return self._put(step, position, step.written)
        if step.group.first in self.meant.removed:
            return self._apply(step, position, self._answer(step), "", NEEDS_TABLE)
        try:
            decided = self._decide(position, step, None)
        except errors.NeedsRandomSourceError:
            answer = self._answer(step)
            if answer is None:
                raise
            return self._apply(step, position, answer, "", NEEDS_CHANCE)
        except _UNFIT as error:
            return self._misfit(step, position, error)
        return self._stand(step, position, decided)

    def _misfit(self, step: _Step, position: Any, error: errors.BellError) -> Any:
        """Apply the answer to a later move that no longer fits, or leave the move open."""
        answer, rule, why = self._answer(step), getattr(error, "rule", ""), getattr(error, "reason", str(error))
        if self._depends_on_hidden(step.group):
            return self._leave_open(step, position, answer)
        if answer is None and step.group.first in self.meant.stays:
            with suppress(errors.UnplayableError):
                return self._apply(step, position, KEEP, rule, why)
        return self._apply(step, position, answer, rule, why)

    def _leave_open(self, step: _Step, position: Any, answer: Answer | None) -> Any:
        """Add a later move that depends on hidden items: open, or with an answer removed or accepted as played."""
        self._leave_untold(answer)
        if answer == OMIT:
            return self._apply(step, position, answer, "", NEEDS_TABLE)
        fate: LaterFate = "kept" if answer == KEEP else "open"
        self.later.append(LaterMove(step.group.first, fate, why=NEEDS_TABLE))
        with suppress(*_UNFIT):
            return self._as_it_was(step.group, position).now
        return position

    def _put(self, step: _Step, position: Any, written: Written) -> Any:
        self.chosen.append(step.group.first)
        return self._stand(step, position, self._decide(position, step, written), is_written=True)

    def _leave_untold(self, *answers: Written | Answer | None) -> None:
        """Add to `untold` the seat of each of these moves whose legality depends on items hidden from this viewer."""
        for one in answers:
            written = one.written if isinstance(one, Answer) else one
            if written is not None:
                self.untold[written.move.player] = None

    def _drop(self, group: Group) -> None:
        """Record that the things that a recorded group brought into play are no longer in play."""
        self.numbers.follow(self._entered(group), ())

    def _entered(self, group: Group) -> list[Event]:
        return self.numbers.entered(_as_known(self.reading, group).events, self.reading.positions[group.last - 1])

    def _answer(self, step: _Step) -> Answer | None:
        self.answered.add(step.group.first)
        return self.meant.answers.get(step.group.first, self.meant.others)

    def _depends_on_hidden(self, group: Group) -> bool:
        hidden = f'"{UNKNOWN}"'.encode()
        known = _as_known(self.reading, group).events
        return self.reading.viewer != OMNISCIENT and any(hidden in msgspec.json.encode(event) for event in known)

    def _apply(self, step: _Step, position: Any, answer: Answer | None, rule: str, why: str) -> Any:
        """Apply the answer to a move that no longer fits. Without an answer, it is left out."""
        group = step.group
        if answer is None or answer.how == "omit":
            self._drop(group)
            is_open = answer is None and self.looks
            self.later.append(LaterMove(group.first, "falls" if is_open else "left out", rule, why))
            return position
        if answer.how == "put":
            if answer.written is None:
                raise errors.RefusedError(f"choose the move that replaces the move of entry {group.first}")
            return self._put(step, position, answer.written)
        kept = self._as_it_was(group, position)
        self.later.append(LaterMove(group.first, "kept", rule, why))
        self.entries += [Entry(Redecided(group.first, kept=True), self.by), *kept.entries]
        return kept.now

    def _stand(self, step: _Step, before: Any, decided: _Decided, *, is_written: bool = False) -> Any:
        """Add a group that was decided again to the plan. `is_written` marks a group that this correction wrote."""
        self._require_possible(step, before, decided)
        entered = self.numbers.entered(decided.events, decided.now)
        self.numbers.follow(() if step.is_inserted else self._entered(step.group), entered)
        if not step.is_inserted:
            self.later.append(self._compared(step.group, before, decided))
            self.entries.append(Entry(Redecided(step.group.first, worked_out=not is_written), self.by))
        self.entries += decided.entries
        self.drawn += [event for event in decided.events if isinstance(event, Drawn)]
        return decided.now

    def _compared(self, group: Group, before: Any, decided: _Decided) -> LaterMove:
        """Compare a group's new result with its recorded result, and return the fate of the group."""
        was, then, recorded = _as_known(self.reading, group).events, decided.events, self.reading.positions
        if isinstance(group.head.event, Adjusted):
            if not self.looks:
                return LaterMove(group.first, "stands")
            until = changed_lines(self.game, recorded[group.first - 2], before)
            behind = changed_lines(self.game, recorded[group.last - 1], decided.now)
            return LaterMove(group.first, "stands", hides=bool(set(until) - set(behind)))
        renumbered = [self.numbers.of(event) for event in was]
        left, new = _without(renumbered, then), _without(then, renumbered)
        gone = [event for event, now in zip(was, renumbered, strict=True) if any(now is one for one in left)]
        if not gone and not new:
            return LaterMove(group.first, "stands")
        if not self.looks:
            return LaterMove(group.first, "changes")
        told_was, told_now = _told(self.game, recorded[group.first - 2], was, gone), _told(self.game, before, then, new)
        return LaterMove(group.first, "changes", was=told_was, now=told_now)

    def _decide(self, position: Any, step: _Step, written: Written | None) -> _Decided:
        reading, game, head = self.reading, self.game, step.group.head
        recorded = reading.positions[step.group.first - 2]
        if written is None and not isinstance(head.event, Move):
            self.numbers.require_there(head.event, recorded)
            return _set_again(game, position, head, self.numbers.of(head.event))
        known = _as_known(reading, step.group)
        move = written.move if written else _move_of(known)
        self.numbers.require_there(move, recorded)
        move = self.numbers.of(move)
        stood = self._what_stood(step, written, weigh(game.rules, position, move))
        stated, elsewhere = DeclaredResults(), list[Drawn | Revealed]()
        if not self.strict or stood:
            if written:
                declared = DeclaredResults(written.stated, written.absent)
            else:
                declared, elsewhere = _stated(reading, step.group)
            effects, missing = ([self.numbers.of(one) for one in some] for some in (declared.effects, declared.missing))
            stated = declared._replace(effects=effects, missing=missing)
        stood_at = () if step.is_inserted else _where_it_stood(reading, known)
        self.fate.turn_to(stood_at, typed=written.seen if written else None, elsewhere=elsewhere)
        author, implied = (self.by, False) if written else (head.by, head.implied)
        draft = run(game.rules, position, move, self.fate, strict=False, stated=stated, by=author, implied=implied)
        self.fate.end_group()
        return _Decided(draft.entries, draft.now)

    def _what_stood(self, step: _Step, written: Written | None, weighed: Weighed) -> AbstractSet[str]:
        """Return the rules that a move broke when it was recorded. Refuse a move that now breaks another rule."""
        against, strict, stood = weighed.certain, self.strict, set[str]()
        if written and weighed.hangs:
            self._leave_untold(written)
        if not written and (against or not strict):
            first = _as_written(self.reading, step.group)
            before = self.reading.positions[first.first - 2]
            with suppress(errors.UnplayableError):
                stood = {conflict.rule for conflict in find_conflicts(self.game.rules, before, _move_of(first))}
        for conflict in against if strict or not written else ():
            if conflict.rule not in stood:
                raise (conflict if written else conflict.in_tense("conditional")).refusal()
        return stood

    def _require_possible(self, step: _Step, before: Any, decided: _Decided) -> None:
        """Refuse a result with a card that this correction has already drawn or placed elsewhere."""
        told = {card for event in decided.events if isinstance(event, Drawn | Revealed) for card in cards_of(event)}
        told.discard(UNKNOWN)
        moved = any(isinstance(event, Drawn) and event.pile in self.fate.keepings for event in decided.events)
        if step.written is not None:
            self.written |= told
        if not told or not (moved or told & self.written):
            return
        recorded = self.reading.positions
        broken = _broken(self.game, before, decided.now)
        if broken and not step.is_inserted:
            broken -= _broken(self.game, recorded[step.group.first - 2], recorded[step.group.last - 1])
        if broken:
            what = f"the card or tile drawn at entry {step.group.first} is not possible here"
            raise errors.UnplayableError(f"{what}, because then it would not be true that {min(broken)}")

    def _as_it_was(self, group: Group, position: Any) -> _Decided:
        entries: list[Entry] = []
        for entry in _as_known(self.reading, group).entries:
            event: Event = self.numbers.keep(entry.event, position)
            if isinstance(event, Rolled):
                event = Rolled(event.die, event.sides, event.faces, event.purpose, "replayed", of=event.of or entry.seq)
            entries.append(Entry(event, entry.by, entry.rule, HEAD if entry.cause else 0, implied=entry.implied))
            try:
                if not isinstance(event, Adjusted | Skipped):
                    position = self.game.rules.reducer(position, event)
            except GAME_ERRORS as error:
                raise errors.UnplayableError(f"the move cannot be accepted as played: {error}") from error
        return _Decided(entries, position)


def _as_written(reading: Reading[Any], group: Group) -> Group:
    """Return the version of a group that a player or a correction wrote, not one that a correction only repeated."""
    for before in earlier_versions(reading.entries, group.first):
        again = reading.entries[group.first - 2].event
        assert isinstance(again, Redecided)
        events, now = (list(map(without_source, one.events)) for one in (before, group))
        if not (again.kept or again.worked_out or other_numbers(reading.game.rules.numbering, events, now) is not None):
            break
        group = before
    return group


def _broken(game: Game[Any, Any], before: Any, after: Any) -> set[str]:
    """Return the names of invariants that hold at position `before` and fail at position `after`."""
    return {law.name for law in game.rules.invariants if law.holds(before) and not law.holds(after)}


def _where_it_stood(reading: Reading[Any], group: Group) -> list[Sequence[Entry]]:
    """Return a move's entries, now and in each earlier version, without rolls and cards that a later version reused."""
    found, used = list[Sequence[Entry]](), set[int | None]()
    for one in (group, *(_as_known(reading, old) for old in earlier_versions(reading.entries, group.first))):
        found.append([entry for entry in _fallen(reading, one) if entry.seq not in used])
        used |= {getattr(entry.event, "of", None) for entry in one.entries}
    return found


def _fallen(reading: Reading[Any], group: Group) -> list[Entry]:
    """Return a group's entries without draws and reveals that a correction took from piles with a known order."""
    lines = list(group.entries)
    again = reading.entries[group.first - 2].event if undone_origin(reading.entries, group.first) else None
    drew = any(isinstance(entry.event, Drawn | Revealed) and entry.event.of is None for entry in lines)
    if isinstance(again, Redecided) and again.worked_out and drew and isinstance(group.head.event, Move):
        forced = _decided_again(reading, group)[0].forced
        lines = [entry for entry in lines if not any(entry.event is one for one in forced)]
    return lines


def _without(events: Sequence[Event], others: Sequence[Event]) -> list[Event]:
    """Return the events that `others` does not contain. The source of rolls and cards does not matter."""
    left = [without_source(event) for event in others]
    found = []
    for event in events:
        plain = without_source(event)
        if plain in left:
            left.remove(plain)
        else:
            found.append(event)
    return found


def _told(game: Game[Any, Any], position: Any, events: Sequence[Event], wanted: Sequence[Event]) -> tuple[str, ...]:
    """Return sentences for the `wanted` events among a group's `events`. `position` is the one before the group."""
    told: list[str] = []
    for event in events:
        try:
            after = game.rules.reducer(position, event)
            if any(event is one for one in wanted) and len(told) < _SHOWN:
                told.append(game.view.sentence(event, position, after))
        except GAME_ERRORS:
            break
        position = after
    return tuple(filter(None, told))


def _set_again(game: Game[Any, Any], position: Any, head: Entry, event: Event) -> _Decided:
    if isinstance(event, Skipped):
        if (turn := game.rules.status(position).seat) != event.seat:
            raise errors.RefusedError(f"it is {titled(turn)}'s turn, not {titled(event.seat)}'s")
        place, value = "turn", "next"
    else:
        assert isinstance(event, Adjusted)
        place, value = event.place, event.value
    entries = [Entry(event, head.by)]
    for effect in game.editor.edit(position, place, value):
        entries.append(Entry(effect, cause=HEAD))
        position = game.rules.reducer(position, effect)
    return _Decided(entries, position)


def _checked(reading: Reading[Any], meant: Correction) -> Correction:
    """Return the correction with each group as this viewer knows it. Refuse a group that cannot be undone."""
    first = meant.first.first
    for one in meant.changes:
        if one.group.first in reading.undone:
            raise errors.RefusedError(f"entry {one.group.first} is already undone")
    require_group_end(reading, first - 1)
    groups = {group.first: group for group in groups_of(reading.entries, reading.undone)}
    return meant._replace(changes=[one._replace(group=groups[one.group.first]) for one in meant.changes])


def preview(session: ReadableSession, meant: Correction, *, by: str, viewer: str = ALL) -> CorrectionPlan:
    """Preview a correction, as a viewer may know it. Nothing is written. Raises the errors of `correct`."""
    return look_ahead(session, meant, by=by, viewer=viewer)[0]


def look_ahead(session: ReadableSession, meant: Correction, *, by: str, viewer: str) -> tuple[CorrectionPlan, Any]:
    """Return a preview and the position after the correction, up to the first open later move. Raises as `preview`."""
    reading = session.view(viewer)
    meant = _checked(reading, meant)
    to = meant.first.first - 1
    walk = _Walk(session, reading, meant, _replayed(session.started, NoChance(), meant.keepings), by, looks=True)
    position = walk.run(reading.known_at(to))
    changed = changed_lines(session.game, reading.position, position)
    return walk.plan(_piles_kept(reading, to, walk.drawn), changed), position


def _replayed(
    started: Started, tower: RandomSource, keepings: Mapping[str, Keeping], fate: RandomSource | None = None
) -> ReplayedChance:
    """Return a source that reuses recorded rolls and cards. New ones come from `fate` or the session's source."""
    typed = Typed(ObservedChance(), started.dice, started.cards, lenient=True)
    if fate is None and started.dice == started.cards == "tower":
        return ReplayedChance(tower, None, started.cards, keepings)
    dice, cards = (tower if source == "tower" else typed for source in (started.dice, started.cards))
    return ReplayedChance(fate or MixedChance(dice, cards), typed, started.cards, keepings)


def _piles_kept(reading: Reading[Any], to: int, drawn: Sequence[Drawn]) -> tuple[str, ...]:
    """Return the piles from which, in `drawn`, the same seats draw the same cards as in the entries after `to`."""
    undone = [entry.event for entry in reading.live(to)]
    kept = []
    for pile in seen_piles(reading, to)[0]:
        before, after = (
            [(event.player, event.cards) for event in events if isinstance(event, Drawn) and event.pile == pile]
            for events in (undone, drawn)
        )
        if after[: len(before)] == before:
            kept.append(pile)
    return tuple(kept)


def correct(
    session: Session, meant: Correction, *, by: str, asked: bool = False, before: Sequence[Entry] = (),
    fate: RandomSource | None = None,
) -> CorrectionPlan:  # fmt: skip
    """Make a correction: go back before the first change, decide the changes, and decide the later moves again.

    Returns what was done, in words that `by` may read. A move that no longer fits only because of new rolls is left out
    and reported; one that no longer fits only because of hidden items is accepted as played. The takeback policy
    applies to a seat if play is strict or `asked` is set. `before` are entries to write first, in the same transaction.
    `fate` is the source of missing chance in a branch. A session that has ended can be corrected too, but without new
    chance from the dice roller. If `by` writes a move for another seat that depends on items hidden from `by`, the
    attempt is recorded first.

    Raises:
        IllegalMoveError: the corrected move is illegal. Only the attempt is recorded.
        NeedsAnswerError: later moves no longer fit or lack chance, and no answer is given for them.
        RefusedError: the session cannot go back to a group, or a seat may not go back there alone.
    """
    is_seat = by in session.started.seats
    # a branch contains only what its maker may know
    viewer = by if is_seat else OMNISCIENT if session.started.branch else ALL
    if is_seat and (session.strict or asked):  # a seat alone writes only its own moves
        return _corrected(session, meant, by, viewer, alone=True, before=before, fate=fate)
    _record_attempts(session, meant, by, viewer)
    try:
        return _corrected(session, meant, by, viewer, alone=False, before=before, fate=fate)
    except _ILLEGAL:
        _record_attempts(session, meant, by, viewer, refused=True)
        raise


def _record_attempts(session: Session, meant: Correction, by: str, viewer: str, *, refused: bool = False) -> None:
    """Record moves that `by` writes for other seats without knowing if they are legal; all of them if `refused`."""
    readings = [(one.group.first, one.written) for one in meant.changes]
    readings += [(line, answer.written) for line, answer in meant.answers.items()]
    written = [(line, one.move) for line, one in readings if one is not None]
    seats = [seat for seat in dict.fromkeys(move.player for _, move in written) if is_for_another(session, by, seat)]
    if not seats:
        return
    seen = session.head.seq
    session.require_open(past_end=True)
    for seat in seats:
        require_tries_left(session, by, seat)
    with suppress(errors.CannotTellError):
        plan = preview(session, meant, by=by, viewer=viewer)
        require_answers(plan.falls, plan.undecided)
        require_asked(plan.unused)
        seats = [seat for seat in seats if refused or seat in plan.untold]
    tries = []
    for seat in seats:
        words = [words_of(session, by, move, line - 1) for line, move in written if move.player == seat]
        tries.append(try_of(by, seat, " ;; ".join(words), session.started.seats))
    tries = [one for one in tries if not is_tried(session, one)]
    if tries:
        session.record_probes(tries, by)
        require_seen(session, by, seen)


def _corrected(
    session: Session, meant: Correction, by: str, viewer: str, *, alone: bool, before: Sequence[Entry],
    fate: RandomSource | None,
) -> CorrectionPlan:  # fmt: skip
    to, has_tower = meant.first.first - 1, session.started.has_tower
    with session.writing():
        session.require_open(past_end=not alone)
        if alone:  # first, because the legality of the move may reveal the seat's hidden items
            require_consent(classify(session.view(ALL), to, by), session.started, left(session.table), by, ())
            _require_own(meant, by)
        plan, told, meant = _plan(session, meant, by, viewer, alone=alone)
        if alone and plan.anew > to + 1:  # do not name the move, it may reveal hidden items
            raise errors.RefusedError(
                "only the moderator can make this correction, because a later move would need new dice"
            )
        over = bool(session.table.unsealed)
        require_answers((), plan.open if fate is None and (over or not has_tower) else ())
        keep = seen_piles(session.table, to)[0] if over else plan.keep
        chance = NoChance() if over or not has_tower else session.fate_now(ObservedChance())
        entries, position = takeback_lines(session, to, by, keep, chance)
        source = _replayed(session.started, chance, meant.keepings, fate)
        walk = _Walk(session, session.table, _checked(session.table, meant), source, by, looks=False)
        position = walk.run(position)
        entries = [*before, *entries, *walk.entries]
        if session.game.rules.status(position).outcome is not None and not over:
            entries.append(session.ending())
        session.append(entries, position)
    done = walk.plan(plan.keep)
    later = tuple(
        one if one.fate != "left out" else told.get(one.seq, LaterMove(one.seq, "left out", "", _UNTOLD))
        for one in done.later
    )
    return msgspec.structs.replace(done, later=later)


def _named(seqs: Sequence[int]) -> str:
    more = " ..." if len(seqs) > _SHOWN else ""
    return f"entr{'ies' if len(seqs) > 1 else 'y'} {', '.join(map(str, seqs[:_SHOWN]))}{more}"


def require_answers(falls: Sequence[LaterMove], missing: Sequence[LaterMove] = ()) -> None:
    """Raise NeedsAnswerError if later moves without an answer no longer fit (`falls`) or lack chance (`missing`)."""
    reasons = (
        (falls, f"no longer {'fits' if len(falls) == 1 else 'fit'}"),
        (missing, f"{'needs' if len(missing) == 1 else 'need'} dice, cards or hidden information"),
    )
    told = [
        f"{counted(len(rows), 'later move')} {word}: {_named([one.seq for one in rows])}"
        for rows, word in reasons
        if rows
    ]
    if told:
        found = [*falls, *missing]
        raise NeedsAnswerError(
            f"{'; '.join(told)} ({found[0].why}). Decide about each of these moves: DROP leaves the move out, "
            "KEEP accepts the move as played, and PUT replaces the move",
            [one.seq for one in found],
        )


def require_asked(unused: Sequence[int]) -> None:
    """Refuse answers for moves that still fit and are not open, because they would be silently ignored."""
    if unused:
        raise errors.RefusedError(
            "KEEP, DROP and PUT are only for later moves that no longer fit or are open. Use FIX or OMIT to change"
            f" {_named(unused)}"
        )


def _require_own(meant: Correction, by: str) -> None:
    """Refuse a move that a seat writes for another, because its legality may reveal the other's hand."""
    written = [*(one.written for one in meant.changes), *(one.written for one in meant.answers.values())]
    if others := {one.move.player for one in written if one is not None} - {by}:
        raise errors.RefusedError(
            f"a seat can only correct its own moves. For a move of {titled(min(others))}, ask for a ruling"
        )


def _plan(
    session: Session, meant: Correction, by: str, viewer: str, *, alone: bool
) -> tuple[CorrectionPlan, dict[int, LaterMove], Correction]:
    """Return the plan, by entry the dropped moves that the viewer may know, and the correction to carry out.

    The errors that the viewer may know are reported first. The correction then removes and keeps the later moves as
    in the viewer's plan, even if hidden items decide otherwise.
    """
    refused: errors.BellError | None = None
    known = CorrectionPlan()
    try:
        known = preview(session, meant, by=by, viewer=viewer)
    except errors.BellError as error:
        refused = error
    if alone and known.undecided:
        raise errors.RefusedError(_ONLY_TABLE)
    require_answers(known.falls, () if by == OMNISCIENT else known.undecided)
    require_asked(known.unused)
    removed = frozenset(one.seq for one in known.dropped if one.why == NEEDS_TABLE)
    meant = meant._replace(removed=removed, stays=frozenset(known.again))
    try:
        plan = preview(session, meant, by=by, viewer=OMNISCIENT)
    except _ILLEGAL as error:
        raise refused or errors.IllegalMoveError("", _UNTOLD) from error
    return plan, {one.seq: one for one in known.dropped}, meant
