"""Roots and consequences: which finding is the first thing that went wrong, and which only follow from it.

Behind each finding the log is walked once more as it would stand had that one thing been right, every later group with
the events that were recorded. What is not found there any more only follows from it; the rest is a root of its own.
"""

from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from contextlib import suppress
from functools import partial
from typing import Any, Final, NamedTuple

from msgspec.structs import replace

from events.errors import BellError, CannotTellError
from events.events import Chance, Drawn, Effect, Event, Move, Revealed, SessionEvent, Shuffled
from events.session_events import Posted
from projections.draft import Draft, Stated, objections
from projections.game import Game
from projections.notation.recorded_chance import ChanceError, Recorded
from projections.wording import titled
from replay.audit.findings import or_fallback
from replay.reading.reading import Group, Reading
from replay.session.auto_pass import implied_moves

_DECISIONS: Final = 20_000
"""How many times moves are decided again, at most, to follow what was found in one session."""
_FAR: Final = 3
"""How many moves away a move is tried that may have been made in another order."""
_AS_HAD: Final = "taken with the pile as the table had it"
_AS_TABLE: Final = "taken as the table had it"
_OMITTED: Final = "left out"
_BROKEN: Final = (BellError, ArithmeticError, AttributeError, LookupError, TypeError, ValueError)


class Located(NamedTuple):
    """What was found at one group: finding ids, each with its rule; whether results differ, or rules are broken."""

    group: Group
    rules: Mapping[str, str]
    differs: bool
    breaks: bool


_NONE: Final = Located(Group(()), {}, differs=False, breaks=False)


class Root(NamedTuple):
    """The finding that another one only follows from, and how the move of that finding was made right for it."""

    finding: str
    corrected: str


_Reason = tuple[str, str]
"""A rule that speaks against a move, and what it says."""


class _Held(NamedTuple):
    """The first finding that a reason speaks for, its group, and the index of the last one that it spoke against."""

    finding: str
    group: Group
    until: int


class _Step(NamedTuple):
    """A group in the world put right: as it was recorded, or decided anew (`due`), of another seat where one is named.

    That seat made it only where it does not fit as it was recorded, if it `fits` either way.

    `move` is a step that nobody wrote, made before the group or, where it comes `instead`, in its place.
    """

    group: Group
    due: bool = False
    seat: str = ""
    fits: bool = False
    move: Move | None = None
    instead: bool = False


class _AsItLay(Recorded):
    """Recorded chance; a card or an item that was not drawn in the record is the one that lay there."""

    def draw(self, player: str, pile: str, top: Sequence[str]) -> Drawn:
        """The recorded draw, else what lies on top."""
        return self._first(Drawn) or Drawn(player, pile, "typed", tuple(top))

    def turn_up(self, pile: str, place: str, item: str) -> Revealed:
        """The recorded look, else what lies there."""
        return self._first(Revealed) or Revealed(pile, place, "typed", item)


class _Way(NamedTuple):
    """A way to put a move right: the steps in place of the recorded ones, from the group of index `start` on."""

    words: str
    start: int
    steps: Sequence[_Step]
    resume: int


class Roots:
    """Finds the roots among the findings of one reading. `unwalked` counts findings that were not followed."""

    def __init__(self, game: Game[Any, Any], reading: Reading[Any], groups: Sequence[Group]) -> None:
        self.game, self.reading = game, reading
        self._strict = reading.started.dice == reading.started.cards == "tower"
        self.groups = [group for group in groups if not group.undone and group.first > 1 and _plays(group)]
        self._at = {group.first: at for at, group in enumerate(self.groups)}
        self._posts = [entry.seq for entry in reading.entries_of(Posted)]
        self.unwalked = 0
        self._left = _DECISIONS
        self._spoken: dict[tuple[int, int], Sequence[_Reason]] = {}

    def follow(self, found: Sequence[Located]) -> dict[str, Root]:
        """The findings that only follow from an earlier one, each with its root; `found` is in the log's order."""
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
            if located.breaks:  # nothing is found against a move that was not made
                follows.update({ident: Root(own[0], _OMITTED) for ident in own[1:] if ident not in follows})
        follows = {**lasting, **follows}
        return {ident: self._first(follows, root) for ident, root in follows.items()}

    def _of_what_lasts(self, found: Sequence[Located]) -> dict[str, Root]:
        """The moves that the very same speaks against as against an earlier one, all the way from that one to them."""
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
        """What speaks against a recorded move where the group of index `at` begins: rules and messages."""
        place = group.first, at
        if place not in self._spoken:
            self._spoken[place] = self._against(group, at) if self._left > 0 else ()
        return self._spoken[place]

    def _against(self, group: Group, at: int) -> Sequence[_Reason]:
        events = [entry.event for entry in group.entries]
        if not isinstance(events[0], Move):
            return ()
        self._left -= 1
        draft = self._draft(self.reading.positions[self.groups[at].first - 2], events, Stated())
        with suppress(*_BROKEN):
            draft.decide(events[0])
        return tuple(dict.fromkeys((breach.rule, breach.message) for breach in draft.breaches if not breach.doubt))

    @staticmethod
    def _first(follows: Mapping[str, Root], root: Root) -> Root:
        """The root of a root, where that one follows too."""
        while root.finding in follows:
            root = follows[root.finding]
        return root

    def _of_piles(self, found: Sequence[Located]) -> dict[str, Root]:
        """The draws that are right from a pile as the table had it since a draw that was not."""
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
                if isinstance(event, Revealed) and ident:  # what lies closed is known by what is shown later alone
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
                    lay = tuple(self.game.rules.pile(self.reading.positions[entry.seq - 2], event.pile) or ())
                    had[event.pile] = ident, list(_without(lay, event.cards))
        return follows

    def _best(self, located: Located, own: Sequence[str], later: Sequence[Located]) -> tuple[str, set[str]]:
        """The way to put a group right behind which most of what was found is gone."""
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
            yield _Way("given its due result", at, [_Step(group, due=True)], at + 1)
        unsaid = or_fallback(None, lambda: self.game.rules.unsaid(before, move.player))
        if unsaid is not None and unsaid != move:
            yield _Way("made behind the step that was forgotten", at, [_Step(group, move=unsaid)], at + 1)
            instead = [_Step(group, move=unsaid, instead=True)]
            yield _Way("replaced by the step that is compulsory there", at, instead, at + 1)
        if located.breaks:
            yield from self._of_another_seat(at, move)
            yield from self._in_another_order(at, run)
            yield _Way(_OMITTED, at, [], at + 1)
            if self._answers(at + 1, before, move.player):
                yield _Way("left out, with the move that answered it", at, [], at + 2)

    def _of_another_seat(self, at: int, move: Move) -> Iterator[_Way]:
        """The moves of that seat in one post that do not fit, made by the seat whose turn it was."""
        until = next((seq for seq in self._posts if seq > self.groups[at].first), self.reading.seq + 1)
        end = next((n for n in range(at, len(self.groups)) if self.groups[n].first > until), len(self.groups))
        awaited = self.game.rules.status(self.reading.positions[self.groups[at].first - 2]).awaited
        for seat in awaited:
            if seat != move.player and seat in self.reading.started.seats:
                steps = [
                    self._as_of_another(group, move.player, seat, fits=group is not self.groups[at])
                    for group in self.groups[at:end]
                    if not group.head.implied
                ]
                yield _Way(f"made by {titled(seat)}", at, steps, end)

    @staticmethod
    def _as_of_another(group: Group, player: str, seat: str, *, fits: bool) -> _Step:
        """A group, with another seat where it is a move of one; what is no move as it was recorded."""
        if not isinstance(group.head.event, Move):
            return _Step(group)
        if _player(group) != player:
            return _Step(group, due=True)
        return _Step(group, due=True, seat=seat, fits=fits)

    def _in_another_order(self, at: int, run: int) -> Iterator[_Way]:
        """The move behind one of the next, or the moves before it behind the `run` of moves that a rule is against."""
        for count in range(1, _FAR + 1):
            behind = self._moves(at + 1, at + 1 + count)
            words = "made after the next move" if count == 1 else f"made {count} moves later"
            if behind:
                yield _Way(words, at, [_Step(one, due=True) for one in (*behind, self.groups[at])], at + 1 + count)
        for count in range(1, _FAR + 1):
            before, these = self._moves(at - count, at), self._moves(at, at + run)
            words = "made before the move before it" if count == 1 else f"made {count} moves earlier"
            if before and these:
                yield _Way(words, at - count, [*map(_Step, these), *map(_Step, before)], at + run)

    def _answers(self, at: int, position: Any, player: str) -> bool:
        """Whether a group is another seat's move that does not fit without the move before it."""
        events = [entry.event for group in self.groups[at : at + 1] for entry in group.entries]
        if not events or not isinstance(events[0], Move) or events[0].player == player:
            return False
        return self._judged(position, events) != set()

    def _moves(self, start: int, end: int) -> Sequence[Group]:
        """The groups of some places, none unless all are there and are moves."""
        found = self.groups[max(start, 0) : end]
        whole = start >= 0 and len(found) == end - start
        return found if whole and all(isinstance(group.head.event, Move) for group in found) else ()

    def _vanished(self, way: _Way, located: Located, first: str, later: Sequence[Located]) -> set[str]:
        """The findings that are gone where a move was put right; none where it is not right even so."""
        wanted = {one.group.first: one for one in (located, *later)}
        last = later[-1].group.first if later else located.group.first
        steps = {step.group.first for step in way.steps}
        gone = [group.first for group in self.groups[way.start : way.resume] if group.first not in steps]
        vanished = {ident for seq in gone for ident in wanted.get(seq, _NONE).rules} - {first}
        try:
            for one, found, is_step in self._found_again(way, wanted, last):
                if is_step and one is located and one.rules[first] in found:
                    return set()
                vanished |= {ident for ident, rule in one.rules.items() if rule not in found}
        except _BROKEN:
            pass  # from here on the other world cannot be told
        return vanished

    def _found_again(
        self, way: _Way, wanted: Mapping[int, Located], last: int
    ) -> Iterator[tuple[Located, AbstractSet[str], bool]]:
        """What was located in the recorded world, each with the rules that speak against it in the other world.

        The last value says whether it is a step of the way. It ends where both worlds are the same again.
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
        """A later group in the world put right, as `_taken`: what its results were by the rules, they are there too.

        `one` is what was found at it in the recorded world. Silence means there what it means there; what would break
        a rule in that world alone stays as the table had it.
        """
        move = group.head.event
        if not isinstance(move, Move) or (one is not None and one.differs):
            return self._taken(_Step(group), before, judges=one is not None)
        if group.head.implied and objections(self.game.rules, before, move):
            self._left -= 1
            return set(), before
        try:
            decide = self._silently if one is not None and one.breaks else self._taken
            found, position = decide(_Step(group, due=True), before)
        except _BROKEN:
            return None, _folded(self.game.rules.reducer, before, _events(group))
        if one is None:
            return None, _folded(self.game.rules.reducer, before, _events(group)) if found else position
        if found is not None and "LOG-CHANCE" in one.rules.values():
            judged = self._judged(before, _events(group))
            found = None if judged is None else found | (judged & {"LOG-CHANCE"})
        return found, position

    def _tried(self, step: _Step, before: Any) -> tuple[set[str] | None, Any]:
        """A step of a way, as `_taken`: a move that only may be another seat's is its own where it fits as that."""
        if step.fits:
            with suppress(*_BROKEN):
                found, position = self._silently(step._replace(seat="", fits=False), before)
                if not found:
                    return found, position
        return self._silently(step, before) if step.seat else self._taken(step, before)

    def _silently(self, step: _Step, before: Any) -> tuple[set[str] | None, Any]:
        """A move as decided on a position, with the silence that it stands on there where it does not fit without."""
        found, position = self._taken(step, before)
        if found and (meant := self._after_silence(before, _of_seat(step.group.head.event, step.seat))) is not None:
            return self._taken(step, meant)
        return found, position

    def _after_silence(self, position: Any, move: Event) -> Any | None:
        """The position behind what a move implies there, as recorded play does; None for nothing."""
        if self._strict or not isinstance(move, Move):
            return None
        dice = self.reading.started.dice == "tower"
        meant = implied_moves(self.game, position, move, strict=False, unsaid=True, dice=dice)
        for silent in meant:
            self._left -= 1
            draft = self._draft(position, (), Stated())
            draft.decide(silent)
            position = draft.now
        return position if meant else None

    def _taken(self, step: _Step, position: Any, *, judges: bool = True) -> tuple[set[str] | None, Any]:
        """The rules that a group breaks on a position, or may break, None where nobody can tell; and what is then."""
        self._left -= 1
        rules, events = self.game.rules, _events(step.group)
        if step.move is not None:
            missed = self._draft(position, [], Stated())
            missed.decide(step.move)
            position = missed.now
            if step.instead:
                return {breach.rule for breach in missed.breaches}, position
        if not step.due or not isinstance(events[0], Move):
            found = self._judged(position, events) if judges and isinstance(events[0], Move) else None
            return found, _folded(rules.reducer, position, events)
        events = [_of_seat(event, step.seat) for event in events]
        assert isinstance(events[0], Move)  # a seat changes nothing of that
        draft = self._draft(position, events, Stated())
        draft.decide(events[0])
        return {breach.rule for breach in draft.breaches}, draft.now

    def _draft(self, position: Any, events: Sequence[Event], stated: Stated) -> Draft[Any]:
        chance = [event for event in events if isinstance(event, Chance)]
        random_source = _AsItLay(chance, lenient=True, untold=True)
        return Draft(self.game.rules, position, random_source, strict=False, stated=stated)

    def _judged(self, position: Any, events: Sequence[Event]) -> set[str] | None:
        """The rules that a recorded group breaks on a position, or may break; None where that cannot be told."""
        effects = [event for event in events if isinstance(event, Effect)]
        chance = [event for event in events if isinstance(event, Chance)]
        random_source = Recorded(chance, untold=self.reading.started.dice != "tower")
        draft = Draft(self.game.rules, position, random_source, strict=False, stated=Stated(effects, whole=True))
        assert isinstance(events[0], Move)
        try:
            draft.decide(events[0])
        except (ChanceError, CannotTellError, *_BROKEN):
            return None
        draft.finish()
        found = {breach.rule for breach in draft.breaches}
        for one in draft.divergences:
            found |= {one.rule, *one.more}
        return found | (
            {"LOG-CHANCE"} if random_source.left or random_source.problems or random_source.mismatches else set()
        )


def _without(order: tuple[str, ...], cards: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """What may lie in a pile behind a draw that was not of its top: without those cards, or all above them gone."""
    left = list(order)
    for card in cards:
        if card in left:
            left.remove(card)
    yield tuple(left)
    if cards and cards[-1] in order:
        yield order[order.index(cards[-1]) + 1 :]
    yield order  # the cards came from elsewhere


def _player(group: Group) -> str:
    return str(getattr(group.head.event, "player", ""))


def _plays(group: Group) -> bool:
    """Whether a group is a move, or changes the board."""
    return len(group.entries) > 1 or not isinstance(group.head.event, SessionEvent)


def _events(group: Group) -> Sequence[Event]:
    return [entry.event for entry in group.entries]


def _folded(reducer: Any, position: Any, events: Sequence[Event]) -> Any:
    for event in events:
        if not isinstance(event, SessionEvent):
            position = reducer(position, event)
    return position


def _of_seat(event: Event, seat: str) -> Event:
    """A move, or chance, as another seat's where one is named."""
    if seat and (isinstance(event, Move) or (isinstance(event, Chance) and hasattr(event, "player"))):
        return replace(event, player=seat)
    return event
