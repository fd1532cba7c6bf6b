"""Corrections: going back to a move, deciding it anew, and deciding the later moves again with the dice that fell.

A roll is used again where the same dice fall for the same purpose, in their old order and once; whatever differs is
rolled anew. Before anything is written, a preview says what changes without throwing a die.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple, TypeVar

import msgspec

from events.conduct import Adjusted, Again, Skipped
from events.errors import BellError, CannotTellError, IllegalMoveError, NeedsFateError, RefusedError, UnplayableError
from events.facts import ALL, TABLE, UNKNOWN, Chance, Drawn, Effect, Move, Revealed, Rolled, Shuffled
from events.line import Entry
from projections.draft import Stated, objections, run, subject_of
from projections.game import Game
from projections.notation.recorded_chance import Recorded, Typed
from projections.terms import Fate, Seen, Written
from projections.wording import titled
from replay.chance.fate import NoChance
from replay.corrections.takeback import (
    ChangedLine,
    changed_lines,
    is_change,
    require_group_end,
    seen_piles,
    takeback_lines,
)
from replay.live.conflicts import require_seen
from replay.live.consent import require_consent
from replay.live.encoding import HEAD
from replay.live.preview import ReadableSession
from replay.live.session import Session
from replay.reading.exposure import classify
from replay.reading.reading import Group, Reading, groups_of

C = TypeVar("C", bound=Chance)
_UNTOLD: Final = "this move is not legal; what speaks against it is not known to you"


class DroppedMove(msgspec.Struct, frozen=True):
    """A later move that is not legal any more."""

    seq: int
    rule: str
    why: str


class CorrectionPlan(msgspec.Struct, frozen=True):
    """The plan of a correction: groups decided again, moves that fall away, the first line that needs new chance.

    `keep` are the piles whose order can stand, because the same seats draw the same cards again. `changed` compares the
    board now with the board as it would be, as far as that is known before a die falls.
    """

    again: tuple[int, ...]
    dropped: tuple[DroppedMove, ...]
    anew: int
    keep: tuple[str, ...]
    changed: tuple[ChangedLine, ...] = ()


class ReplayedChance:
    """A source of chance that uses that of a struck group again where it fits; the rest comes from the session's own.

    What a writer typed anew for the corrected group comes in place of what was struck; `cards` is whose cards they are.
    """

    def __init__(self, fate: Fate, cards: str) -> None:
        self.left: list[Entry] = []
        self.fate, self.cards = fate, cards
        self.typed = fate if isinstance(fate, Typed) else Typed(Seen())

    def turn_to(self, entries: Sequence[Entry], *, corrected: bool) -> None:
        """Go on to the next struck group: each keeps its own dice, and the corrected one takes what was typed."""
        if not corrected:
            self.typed.faces, self.typed.cards, self.typed.items, self.typed.orders = [], [], [], []
        typed = self.typed
        anew = {Rolled: typed.faces, Drawn: typed.cards, Revealed: typed.items, Shuffled: typed.orders}
        fallen = [entry for entry in entries if isinstance(entry.fact, Chance)]
        self.left = [entry for entry in fallen if not anew.get(type(entry.fact))]

    def _take(self, kind: type[C], fits: Callable[[C], bool]) -> tuple[C, int] | None:
        for at, entry in enumerate(self.left):
            if isinstance(entry.fact, kind) and fits(entry.fact):
                del self.left[: at + 1]
                return entry.fact, entry.seq
        return None

    def roll(self, die: str, sides: int, purpose: str) -> Rolled:
        """The struck roll of these dice for this purpose, else a new one."""
        found = self._take(Rolled, lambda old: (old.die, old.sides, old.purpose) == (die, sides, purpose))
        if found is None:
            return self.fate.roll(die, sides, purpose)
        old, seq = found
        return Rolled(die, sides, old.faces, purpose, "replayed", of=old.of or seq)

    def shuffle(self, pile: str, cards: Sequence[str]) -> Shuffled:
        """The struck shuffle of the same cards, as it was told; the tower always shuffles anew."""
        cards = tuple(cards)
        if self.cards != "tower" and not self.typed.orders:
            found = self._take(Shuffled, lambda old: old.pile == pile and _may_be(old.order, cards))
            if found is not None:
                return found[0]
        return self.fate.shuffle(pile, cards)

    def draw(self, player: str, pile: str, top: Sequence[str]) -> Drawn:
        """What lies on top; where that is not known, what the same seat drew."""
        if UNKNOWN not in top and not self.typed.cards:
            return Drawn(player, pile, self.cards, tuple(top))
        found = self._take(Drawn, lambda old: (old.player, old.pile, len(old.cards)) == (player, pile, len(top)))
        return found[0] if found else self.fate.draw(player, pile, top)

    def turn_up(self, pile: str, place: str, item: str) -> Revealed:
        """What lies there; where that is not known, what it showed."""
        if item != UNKNOWN and not self.typed.items:
            return Revealed(pile, place, self.cards, item)
        found = self._take(Revealed, lambda old: (old.pile, old.place) == (pile, place))
        return found[0] if found else self.fate.turn_up(pile, place, item)


def _may_be(order: Sequence[str], cards: Sequence[str]) -> bool:
    """Whether cards told in some order are these, as far as both are known."""
    known, there = Counter(order), Counter(cards)
    strange = (known - there).total() - known[UNKNOWN]
    return len(order) == len(cards) and strange <= there[UNKNOWN]


class _Step(NamedTuple):
    """A group to be decided again, as corrected where `written` is given; or a move that is inserted before it."""

    group: Group
    written: Written | None = None
    is_inserted: bool = False


class _Decided(NamedTuple):
    """The lines of a group that was decided again, and the position behind them."""

    entries: Sequence[Entry]
    now: Any


def _steps(reading: Reading[Any], group: Group, written: Written | None, *, inserts: bool) -> list[_Step]:
    groups = groups_of(reading.entries, reading.struck)
    first = group.first + (not inserts)
    later = [one for one in groups if one.first >= first and not one.struck and is_change(one.head.fact)]
    return [*([_Step(group, written, inserts)] if written else []), *map(_Step, later)]


def _as_known(reading: Reading[Any], group: Group) -> Group:
    """A group with what has been learnt of its cards since it was written."""
    lines = [reading.lines[entry.seq - 1] for entry in group.entries]
    return Group(tuple(reading.codec.decode(line, reading.opening(line.seq)) for line in lines), group.struck)


def _stated(reading: Reading[Any], group: Group) -> Stated:
    """What the table stated of a group: each result that is not a due one, and each due one that did not happen."""
    facts = [entry.fact for entry in group.entries]
    chance = Recorded([fact for fact in facts if isinstance(fact, Chance)], lenient=True, untold=True)
    draft = run(reading.game.rules, reading.positions[group.first - 2], _move_of(group), chance, strict=False)
    due = [entry.fact for entry in draft.entries if isinstance(entry.fact, Effect)]
    stated: list[Effect] = []
    for fact in facts:
        if fact in due:
            due.remove(fact)
        elif isinstance(fact, Effect):
            stated.append(fact)
    subjects = [subject_of(effect) for effect in stated]
    return Stated(stated, missing=[effect for effect in due if subject_of(effect) not in subjects])


def _move_of(group: Group) -> Move:
    move = group.head.fact
    assert isinstance(move, Move)
    return move


def _decide_again(
    session: ReadableSession, reading: Reading[Any], position: Any, step: _Step, fate: ReplayedChance, by: str
) -> _Decided:  # fmt: skip
    """Decide one struck group again.

    Raises:
        IllegalMoveError: a rule speaks against it; in a typed session one that did not when it was recorded.
        RefusedError: a value cannot be set so any more.
    """
    game, head, written = session.game, step.group.head, step.written
    if written is None and not isinstance(head.fact, Move):
        return _set_again(game, position, step.group)
    known = _as_known(reading, step.group)
    move = written.move if written else _move_of(known)
    against = [breach for breach in objections(game.rules, position, move) if not breach.doubt]
    if not session.strict:
        before = reading.positions[step.group.first - 2]
        stood = (
            {breach.rule for breach in objections(game.rules, before, _move_of(step.group))} if not written else None
        )
        against = [breach for breach in against if stood is not None and breach.rule not in stood]
    if against:
        raise IllegalMoveError(against[0].rule, against[0].message)
    fate.turn_to(() if step.is_inserted else known.entries, corrected=written is not None)
    stated = Stated()
    if not session.strict:
        stated = Stated(written.stated, written.absent) if written else _stated(reading, step.group)
    author, implied = (by, False) if written else (head.by, head.implied)
    draft = run(game.rules, position, move, fate, strict=False, stated=stated, by=author, implied=implied)
    return _Decided(draft.entries, draft.now)


def _set_again(game: Game[Any, Any], position: Any, group: Group) -> _Decided:
    """Set a value once more, or leave a turn unplayed again: what a moderator set stays as it was set.

    Raises:
        RefusedError: that is not possible any more.
    """
    fact = group.head.fact
    if isinstance(fact, Skipped):
        if (turn := game.rules.status(position).seat) != fact.seat:
            raise RefusedError(f"it is {titled(turn)}'s turn, not {titled(fact.seat)}'s")
        place, value = "turn", "next"
    else:
        assert isinstance(fact, Adjusted)
        place, value = fact.place, fact.value
    entries = [Entry(fact, group.head.by)]
    for effect in game.editor.mend(position, place, value):
        entries.append(Entry(effect, cause=HEAD))
        position = game.rules.reducer(position, effect)
    return _Decided(entries, position)


def _struck_entries(reading: Reading[Any], to: int) -> list[Entry]:
    return [entry for entry in reading.entries[to:] if entry.seq not in reading.struck]


def preview(
    session: ReadableSession, group: Group, written: Written | None, *, by: str, viewer: str = ALL,
    inserts: bool = False,
) -> CorrectionPlan:  # fmt: skip
    """What correcting a group would do (`written` None leaves its move out), as a viewer may know it.

    Where it `inserts`, the move comes before the group's own, which is decided again like every later one.

    The group is taken as this viewer knows it: what was drawn may be the mover's alone. No die is thrown, no card
    looked at, nothing written.

    Raises:
        IllegalMoveError: the corrected move itself is refused.
        RefusedError: the group is none that can be gone back to.
    """
    reading, to = session.view(viewer), group.first - 1
    if group.first in reading.struck:
        raise RefusedError(f"line {group.first} is struck through already")
    require_group_end(reading, to)
    group = next(one for one in groups_of(reading.entries, reading.struck) if one.first == group.first)
    position = reading.known_at(to)
    fate = ReplayedChance(_preview_fate(session, written), session.started.cards)
    again, dropped, anew = list[int](), list[DroppedMove](), 0
    drawn: list[Drawn] = []
    for step in _steps(reading, group, written, inserts=inserts):
        try:
            draft = _decide_again(session, reading, position, step, fate, by)
        except NeedsFateError:
            anew = step.group.first
            break
        except (IllegalMoveError, UnplayableError, CannotTellError, RefusedError) as error:
            if step.written is not None:
                raise
            dropped.append(DroppedMove(step.group.first, getattr(error, "rule", ""), str(error)))
            continue
        again += [] if step.is_inserted else [step.group.first]
        drawn += [entry.fact for entry in draft.entries if isinstance(entry.fact, Drawn)]
        position = draft.now
    changed = changed_lines(session.game, reading.position, position)
    return CorrectionPlan(tuple(again), tuple(dropped), anew, _piles_kept(reading, to, drawn), changed)


def _preview_fate(session: ReadableSession, written: Written | None) -> Fate:
    """The source of chance of a preview: what was typed, and else none."""
    typed = written is not None and "tower" not in (session.started.dice, session.started.cards)
    return Typed(written.seen, session.started.cards, lenient=True) if written is not None and typed else NoChance()


def _piles_kept(reading: Reading[Any], to: int, drawn: Sequence[Drawn]) -> tuple[str, ...]:
    """The piles that the same seats draw the same cards from again."""
    old = [entry.fact for entry in _struck_entries(reading, to) if isinstance(entry.fact, Drawn)]
    kept = []
    for pile in seen_piles(reading, to)[0]:
        before = [(fact.player, fact.cards) for fact in old if fact.pile == pile]
        after = [(fact.player, fact.cards) for fact in drawn if fact.pile == pile]
        if after[: len(before)] == before:
            kept.append(pile)
    return tuple(kept)


def correct(
    session: Session, group: Group, written: Written | None, *, by: str, asked: bool = False,
    after: int | None = None, before: Sequence[Entry] = (), inserts: bool = False,
) -> CorrectionPlan:  # fmt: skip
    """Go back to before a group, decide it as corrected, and decide the later moves again.

    Where it `inserts`, the group's own move is the first of the later ones. A later move that has become illegal falls
    away, with what it led to. Returns what was done, in words that whoever corrects may read. The policy of the session
    is asked where play is strict, or `asked` says so. `after` is the last line its author saw; `before` are lines to
    file ahead of it in the same transaction.

    Raises:
        IllegalMoveError: the corrected move itself is refused; nothing is written.
        RefusedError: the group is none that can be gone back to, or a seat may not go back there alone.
        ConflictError: the position changed after the line that its author saw.
    """
    viewer, to = by if by in session.started.seats else ALL, group.first - 1
    with session.writing():
        session.require_open()
        require_seen(session, by, after)
        alone = (session.strict or asked) and by in session.started.seats
        if alone:  # first of all: whether the move is legal may hang on what its seat alone knows
            require_consent(classify(session.view(ALL), to, by), session.started, by, ())
        plan, told = _plan(session, group, written, by, viewer, inserts=inserts)
        if alone:
            _require_old_dice(plan, to)
        fate = session.fate_now(written.seen if written else Seen())
        entries, position = takeback_lines(session, to, by, plan.keep, fate)
        entries = [*before, *entries]
        again, dropped, decided, position = _decide_all_again(
            session, _steps(session.table, group, written, inserts=inserts), by, fate, position
        )
        entries += decided
        if session.game.rules.status(position).outcome is not None:
            entries.append(session.ending())
        session.append(entries, position)
    return CorrectionPlan(
        again, tuple(told.get(seq, DroppedMove(seq, "", _UNTOLD)) for seq in dropped), plan.anew, plan.keep
    )


def _require_old_dice(plan: CorrectionPlan, to: int) -> None:
    """Refuse a seat's correction that is sealed by new dice for a later move."""
    if plan.anew > to + 1:  # which move that is may hang on what others hold
        raise RefusedError("only the moderator can make this correction: a later move would need new dice")


def _plan(
    session: Session, group: Group, written: Written | None, by: str, viewer: str, *, inserts: bool
) -> tuple[CorrectionPlan, dict[int, DroppedMove]]:
    """What the correction will do, and why moves fall away as far as a viewer can tell."""
    try:
        plan = preview(session, group, written, by=by, viewer=TABLE, inserts=inserts)
    except (IllegalMoveError, UnplayableError, CannotTellError) as error:
        preview(session, group, written, by=by, viewer=viewer, inserts=inserts)
        raise IllegalMoveError("", _UNTOLD) from error
    try:
        known = preview(session, group, written, by=by, viewer=viewer, inserts=inserts)
    except BellError:
        return plan, {}
    return plan, {one.seq: one for one in known.dropped}


def _decide_all_again(
    session: Session, steps: Sequence[_Step], by: str, fate: Fate, position: Any
) -> tuple[tuple[int, ...], list[int], list[Entry], Any]:
    """The groups decided again and those that fall away, the lines of the former, and the position after them."""
    reading = session.table
    replaying = ReplayedChance(fate, session.started.cards)
    again, dropped, entries = list[int](), list[int](), list[Entry]()
    for step in steps:
        try:
            draft = _decide_again(session, reading, position, step, replaying, by)
        except (IllegalMoveError, UnplayableError, CannotTellError, RefusedError):
            if step.written is not None:
                raise
            dropped.append(step.group.first)
            continue
        once_more = [] if step.is_inserted else [step.group.first]
        entries += [*(Entry(Again(first), by) for first in once_more), *draft.entries]
        again += once_more
        position = draft.now
    return tuple(again), dropped, entries, position
