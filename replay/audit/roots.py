"""Find root causes: which findings are independent mistakes and which are consequences of an earlier one.

For each finding, the log is walked again with that mistake corrected (the corrected line of play) and all later groups
as recorded. Findings that disappear are its consequences. The others are roots.
"""

from collections.abc import Iterator, Mapping, Sequence, Set as AbstractSet
from contextlib import suppress
from functools import partial
from typing import Any, Final, NamedTuple

from msgspec.structs import replace

from events.errors import CannotTellError
from events.events import Chance, Drawn, Effect, Event, Move, Revealed, SessionEvent, Shuffled
from events.session_events import Posted
from projections.draft import DeclaredResults, Draft, find_conflicts
from projections.game import Game
from projections.notation.recorded_chance import ChanceError, Recorded
from projections.wording import titled
from replay.audit.findings import or_fallback
from replay.reading.reading import GAME_ERRORS, Group, Reading
from replay.session.auto_pass import implied_moves

_DECISIONS: Final = 20_000  # maximum number of decisions for one session
_FAR: Final = 3  # how many moves earlier or later a misplaced move is tried
_AS_HAD: Final = "drawn from the pile as the group had it"
_AS_TABLE: Final = "accepted as played"
_OMITTED: Final = "left out"


class Located(NamedTuple):
    """Findings at one group: rules by finding id, whether results differ, and whether the move breaks a rule."""

    group: Group
    rules: Mapping[str, str]
    differs: bool
    breaks: bool


_NONE: Final = Located(Group(()), {}, differs=False, breaks=False)


class Root(NamedTuple):
    """The finding that causes another one, and the correction of its move that removes the other."""

    finding: str
    corrected: str


_Reason = tuple[str, str]  # the objection of a rule to a move: rule id and message


class _Held(NamedTuple):
    """An objection that lasts: its first finding, that finding's group, and the index of the last group with it."""

    finding: str
    group: Group
    until: int


class _Step(NamedTuple):
    """A group in the corrected line of play: as recorded, or decided again (`due`), for another seat if one is named.

    If `fits`, the recorded seat is tried first. `move` is a compulsory step that no post wrote. The step is made before
    the group or, with `instead`, in place of it.
    """

    group: Group
    due: bool = False
    seat: str = ""
    fits: bool = False
    move: Move | None = None
    instead: bool = False


class _AsItLay(Recorded):
    """A source of the recorded rolls and cards. For a draw that is not recorded, it gives the pile's own cards."""

    def draw(self, player: str, pile: str, top: Sequence[str]) -> Drawn:
        return self._first(Drawn) or Drawn(player, pile, "typed", tuple(top))

    def turn_up(self, pile: str, place: str, item: str) -> Revealed:
        return self._first(Revealed) or Revealed(pile, place, "typed", item)


class _Way(NamedTuple):
    """A way to correct a move: `steps` replace the recorded groups from index `start` up to `resume`."""

    words: str
    start: int
    steps: Sequence[_Step]
    resume: int


class Roots:
    """Finds the root causes in one reading. `unwalked` is the number of findings whose causes were not sought."""

    def __init__(self, game: Game[Any, Any], reading: Reading[Any], groups: Sequence[Group]) -> None:
        self.game, self.reading = game, reading
        self._strict = reading.started.dice == reading.started.cards == "tower"
        plays = [one for one in groups if len(one.entries) > 1 or not isinstance(one.head.event, SessionEvent)]
        self.groups = [group for group in plays if not group.undone and group.first > 1]
        self._at = {group.first: at for at, group in enumerate(self.groups)}
        self._posts = [entry.seq for entry in reading.entries_of(Posted)]
        self.unwalked = 0
        self._left = _DECISIONS
        self._spoken: dict[tuple[int, int], Sequence[_Reason]] = {}

    def follow(self, found: Sequence[Located]) -> dict[str, Root]:
        """Return, by finding id, the root cause of each finding that another one caused. `found` is in log order."""
        found = [located for located in found if located.group.first in self._at]
        follows = self._of_piles(found)
        lasting = self._of_what_lasts(found)
        for at, located in enumerate(found):
            own = [ident for ident in located.rules if ident not in follows]
            later = [one for one in found[at + 1 :] if any(ident not in follows for ident in one.rules)]
            if not own or (not later and len(own) < 2):
                continue
            if self._left <= 0:
                self.unwalked += 1
                continue
            words, gone = or_fallback(("", set[str]()), partial(self._best, located, own, later))
            root = Root(own[0], words)
            follows.update({ident: root for ident in gone if ident not in follows and ident != own[0]})
            if located.breaks:  # without the illegal move, its other findings disappear too
                follows.update({ident: Root(own[0], _OMITTED) for ident in own[1:] if ident not in follows})
        follows = {**lasting, **follows}
        for ident, root in follows.items():
            first = root
            while first.finding in follows:
                first = follows[first.finding]
            follows[ident] = first
        return follows

    def _of_what_lasts(self, found: Sequence[Located]) -> dict[str, Root]:
        """Return findings that repeat an earlier move's objection, by id, with the earlier finding as their root.

        The objection must also hold at the start of every group between the two moves.
        """
        follows: dict[str, Root] = {}
        held: dict[_Reason, _Held] = {}
        for located in found:
            if not located.breaks:
                continue
            at, roots = self._at[located.group.first], dict[str, list[str]]()
            idents = {rule: ident for ident, rule in located.rules.items()}
            for reason in self._reasons(located.group, at):
                if reason[0] not in idents:
                    continue
                ident = idents[reason[0]]
                since = held.get(reason)
                if since and not all(reason in self._reasons(since.group, n) for n in range(since.until, at)):
                    since = None
                roots.setdefault(ident, []).append(since.finding if since else "")
                held[reason] = since._replace(until=at) if since else _Held(ident, located.group, at)
            follows.update({ident: Root(firsts[0], _AS_TABLE) for ident, firsts in roots.items() if all(firsts)})
        return follows

    def _reasons(self, group: Group, at: int) -> Sequence[_Reason]:
        """Return the objections to the move of `group` if it were made at the start of the group with index `at`."""
        place, move = (group.first, at), group.head.event
        if place not in self._spoken:
            self._spoken[place] = ()
            if self._left > 0 and isinstance(move, Move):
                self._left -= 1
                draft = self._draft(self.reading.positions[self.groups[at].first - 2], group.events)
                with suppress(*GAME_ERRORS):
                    draft.decide(move)
                reasons = ((broken.rule, broken.message) for broken in draft.broken_rules if not broken.is_unverified)
                self._spoken[place] = tuple(dict.fromkeys(reasons))
        return self._spoken[place]

    def _of_piles(self, found: Sequence[Located]) -> dict[str, Root]:
        """Return wrong draws that an earlier wrong draw explains, by finding id, with the earlier finding as root.

        Such a draw is correct if, since the earlier draw, the pile really had other cards than the log says.
        """
        wanted = {one.group.first: one for one in found if "LOG-CHANCE" in one.rules.values()}
        follows: dict[str, Root] = {}
        had: dict[str, tuple[str, list[tuple[str, ...]]]] = {}
        shown: dict[str, str] = {}
        for group in self.groups if len(wanted) > 1 else ():
            one = wanted.get(group.first)
            ident = next((name for name, rule in one.rules.items() if rule == "LOG-CHANCE"), "") if one else ""
            for entry in group.entries:
                event = entry.event
                if isinstance(event, Shuffled):
                    had.pop(event.pile, None)
                    shown.pop(event.pile, None)
                if isinstance(event, Revealed) and ident:  # hidden items are known only from later reveals
                    first = shown.setdefault(event.pile, ident)
                    follows.update({ident: Root(first, _AS_HAD)} if first != ident else {})
                if not isinstance(event, Drawn):
                    continue
                root, orders = had.pop(event.pile, ("", []))
                orders = [order[len(event.cards) :] for order in orders if order[: len(event.cards)] == event.cards]
                if orders:
                    had[event.pile] = root, orders
                    if ident not in ("", root):
                        follows[ident] = Root(root, _AS_HAD)
                elif ident:
                    lay = tuple(self.game.rules.pile_cards(self.reading.positions[entry.seq - 2], event.pile) or ())
                    had[event.pile] = ident, list(_without(lay, event.cards))
        return follows

    def _best(self, located: Located, own: Sequence[str], later: Sequence[Located]) -> tuple[str, set[str]]:
        """Return in words the correction that removes most of the findings `own` and `later`, and the removed ids."""
        words, gone = "", set[str]()
        every = len(own) - 1 + sum(len(one.rules) for one in later)
        firsts = {one.group.first for one in (located, *later)}
        at = self._at[located.group.first]
        run = next(n for n, group in enumerate([*self.groups[at:], None]) if group is None or group.first not in firsts)
        for way in self._ways(located, run):
            vanished = self._vanished(way, located, own[0], later)
            if len(vanished) > len(gone):
                words, gone = way.words, vanished
            if len(gone) == every or self._left <= 0:
                break
        return words, gone

    def _ways(self, located: Located, run: int) -> Iterator[_Way]:
        at = self._at[located.group.first]
        group, move = located.group, located.group.head.event
        before = self.reading.positions[group.first - 2]
        if not isinstance(move, Move):
            return
        if located.differs:
            yield _Way("given its result by the rules", at, [_Step(group, due=True)], at + 1)
        unsaid = or_fallback(None, lambda: self.game.rules.implied_move(before, move.player))
        if unsaid is not None and unsaid != move:
            yield _Way("made after the forgotten step", at, [_Step(group, move=unsaid)], at + 1)
            instead = [_Step(group, move=unsaid, instead=True)]
            yield _Way("replaced by the compulsory step", at, instead, at + 1)
        if located.breaks:
            yield from self._of_another_seat(at, move)
            yield from self._in_another_order(at, run)
            yield _Way(_OMITTED, at, [], at + 1)
            if self._answers(at + 1, before, move.player):
                yield _Way("left out together with its answer", at, [], at + 2)

    def _of_another_seat(self, at: int, move: Move) -> Iterator[_Way]:
        """Yield corrections that make a seat's illegal moves of one post moves of the seat whose turn it was."""
        until = next((seq for seq in self._posts if seq > self.groups[at].first), self.reading.seq + 1)
        end = next((n for n in range(at, len(self.groups)) if self.groups[n].first > until), len(self.groups))
        awaited = self.game.rules.status(self.reading.positions[self.groups[at].first - 2]).awaited
        for seat in awaited:
            if seat != move.player and seat in self.reading.started.seats:
                steps = []
                for group in self.groups[at:end]:
                    head = group.head
                    if isinstance(head.event, Move) and head.event.player == move.player and not head.implied:
                        steps.append(_Step(group, due=True, seat=seat, fits=group is not self.groups[at]))
                    elif not head.implied:
                        steps.append(_Step(group, due=isinstance(head.event, Move)))
                yield _Way(f"made by {titled(seat)}", at, steps, end)

    def _in_another_order(self, at: int, run: int) -> Iterator[_Way]:
        """Yield corrections that place the move `at` later, or earlier moves after the `run` of illegal moves."""
        for count in range(1, _FAR + 1):
            behind = self._moves(at + 1, at + 1 + count)
            words = "made after the next move" if count == 1 else f"made {count} moves later"
            if behind:
                yield _Way(words, at, [_Step(one, due=True) for one in (*behind, self.groups[at])], at + 1 + count)
        for count in range(1, _FAR + 1):
            before, these = self._moves(at - count, at), self._moves(at, at + run)
            words = "made before the previous move" if count == 1 else f"made {count} moves earlier"
            if before and these:
                yield _Way(words, at - count, [*map(_Step, these), *map(_Step, before)], at + run)

    def _answers(self, at: int, position: Any, player: str) -> bool:
        """Return whether the group `at` is a move of another seat than `player` that breaks a rule on `position`."""
        for group in self.groups[at : at + 1]:
            if isinstance(group.head.event, Move) and group.head.event.player != player:
                return self._judged(position, group.events) != set()
        return False

    def _moves(self, start: int, end: int) -> Sequence[Group]:
        """Return the groups of an index range, or none unless all exist and are moves."""
        found = self.groups[max(start, 0) : end]
        whole = start >= 0 and len(found) == end - start
        return found if whole and all(isinstance(group.head.event, Move) for group in found) else ()

    def _vanished(self, way: _Way, located: Located, first: str, later: Sequence[Located]) -> set[str]:
        """Return the ids of findings that a correction removes; none if the corrected move still breaks its rule."""
        wanted = {one.group.first: one for one in (located, *later)}
        last = later[-1].group.first if later else located.group.first
        steps = {step.group.first for step in way.steps}
        gone = [group.first for group in self.groups[way.start : way.resume] if group.first not in steps]
        vanished = {ident for seq in gone for ident in wanted.get(seq, _NONE).rules} - {first}
        with suppress(*GAME_ERRORS):  # then the rest of the corrected line of play cannot be determined
            for one, found, is_step in self._found_again(way, wanted, last):
                if is_step and one is located and one.rules[first] in found:
                    return set()
                vanished |= {ident for ident, rule in one.rules.items() if rule not in found}
        return vanished

    def _found_again(
        self, way: _Way, wanted: Mapping[int, Located], last: int
    ) -> Iterator[tuple[Located, AbstractSet[str], bool]]:
        """Yield each located group, the rules it breaks now, and whether it is a step of the correction.

        The walk ends when the recorded and the corrected position are equal.
        """
        position = self.reading.positions[self.groups[way.start].first - 2]
        for step in way.steps:
            found, position = self._tried(step, position)
            if (one := wanted.get(step.group.first)) and found is not None:
                yield one, found, True
        for group in self.groups[way.resume :]:
            if group.first > last or position == self.reading.positions[group.first - 2]:
                return
            one = wanted.get(group.first)
            found, position = self._followed(group, position, one)
            if one is not None and found is not None:
                yield one, found, False

    def _followed(self, group: Group, before: Any, one: Located | None) -> tuple[set[str] | None, Any]:
        """Decide a later group in the corrected line of play. Return the same as `_taken`.

        `one` holds the findings of the recorded group. Results that were correct are recalculated. An implied move
        that no longer fits is dropped. A move that breaks a rule only here stays as recorded.
        """
        move = group.head.event
        if not isinstance(move, Move) or (one is not None and one.differs):
            return self._taken(_Step(group), before, judges=one is not None)
        if group.head.implied and find_conflicts(self.game.rules, before, move):
            self._left -= 1
            return set(), before
        try:
            decide = self._silently if one is not None and one.breaks else self._taken
            found, position = decide(_Step(group, due=True), before)
        except GAME_ERRORS:
            return None, _folded(self.game.rules.reducer, before, group.events)
        if one is None:
            return None, _folded(self.game.rules.reducer, before, group.events) if found else position
        if found is not None and "LOG-CHANCE" in one.rules.values():
            judged = self._judged(before, group.events)
            found = None if judged is None else found | (judged & {"LOG-CHANCE"})
        return found, position

    def _tried(self, step: _Step, before: Any) -> tuple[set[str] | None, Any]:
        """Try a step for the recorded seat, if it `fits`, then for the other seat. Return the same as `_taken`."""
        if step.fits:
            with suppress(*GAME_ERRORS):
                found, position = self._silently(step._replace(seat="", fits=False), before)
                if not found:
                    return found, position
        return self._silently(step, before) if step.seat else self._taken(step, before)

    def _silently(self, step: _Step, before: Any) -> tuple[set[str] | None, Any]:
        """Decide a step; if it does not fit, decide it after the moves that it implies. Return the same as `_taken`."""
        found, position = self._taken(step, before)
        if found and (meant := self._after_silence(before, _of_seat(step.group.head.event, step.seat))) is not None:
            return self._taken(step, meant)
        return found, position

    def _after_silence(self, position: Any, move: Event) -> Any | None:
        """Return the position after the moves that a move implies, None if it implies none or play is strict."""
        if self._strict or not isinstance(move, Move):
            return None
        dice = self.reading.started.dice == "tower"
        meant = implied_moves(self.game, position, move, strict=False, unsaid=True, dice=dice)
        for silent in meant:
            self._left -= 1
            draft = self._draft(position)
            draft.decide(silent)
            position = draft.now
        return position if meant else None

    def _taken(self, step: _Step, position: Any, *, judges: bool = True) -> tuple[set[str] | None, Any]:
        """Return the rules that a group breaks or may break on a position (None: unknown) and the position after it."""
        self._left -= 1
        rules, events = self.game.rules, step.group.events
        if step.move is not None:
            missed = self._draft(position)
            missed.decide(step.move)
            position = missed.now
            if step.instead:
                return {conflict.rule for conflict in missed.broken_rules}, position
        if not step.due or not isinstance(events[0], Move):
            found = self._judged(position, events) if judges and isinstance(events[0], Move) else None
            return found, _folded(rules.reducer, position, events)
        events = [_of_seat(event, step.seat) for event in events]
        assert isinstance(events[0], Move)  # changing the seat keeps the type
        draft = self._draft(position, events)
        draft.decide(events[0])
        return {conflict.rule for conflict in draft.broken_rules}, draft.now

    def _draft(self, position: Any, events: Sequence[Event] = ()) -> Draft[Any]:
        chance = [event for event in events if isinstance(event, Chance)]
        return Draft(self.game.rules, position, _AsItLay(chance, lenient=True, untold=True), strict=False)

    def _judged(self, position: Any, events: Sequence[Event]) -> set[str] | None:
        """Return the rules that a recorded group breaks or may break on a position, None if unknown."""
        effects = [event for event in events if isinstance(event, Effect)]
        chance = [event for event in events if isinstance(event, Chance)]
        random_source = Recorded(chance, untold=self.reading.started.dice != "tower")
        draft = Draft(
            self.game.rules, position, random_source, strict=False, stated=DeclaredResults(effects, whole=True)
        )
        assert isinstance(events[0], Move)
        try:
            draft.decide(events[0])
        except (ChanceError, CannotTellError, *GAME_ERRORS):
            return None
        draft.finish()
        found = {conflict.rule for conflict in draft.broken_rules}
        for one in draft.divergences:
            found |= {one.rule, *one.more}
        is_wrong = random_source.left or random_source.problems or random_source.mismatches
        return found | {"LOG-CHANCE"} if is_wrong else found


def _without(order: tuple[str, ...], cards: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Yield possible orders of a pile after a draw below its top: without `cards`, or all above too, or unchanged."""
    left = list(order)
    for card in cards:
        if card in left:
            left.remove(card)
    yield tuple(left)
    if cards and cards[-1] in order:
        yield order[order.index(cards[-1]) + 1 :]
    yield order


def _folded(reducer: Any, position: Any, events: Sequence[Event]) -> Any:
    for event in events:
        if not isinstance(event, SessionEvent):
            position = reducer(position, event)
    return position


def _of_seat(event: Event, seat: str) -> Event:
    if seat and (isinstance(event, Move) or (isinstance(event, Chance) and hasattr(event, "player"))):
        return replace(event, player=seat)
    return event
