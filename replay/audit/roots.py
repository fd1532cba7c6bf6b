"""Roots and consequences: which finding is the first thing that went wrong, and which only follow from it.

Behind each finding the log is walked once more as it would stand had that one thing been right, every later group with
the facts that were recorded. What is not found there any more only follows from it; the rest is a root of its own.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, Final, NamedTuple

from msgspec.structs import replace

from events.conduct import Posted
from events.errors import BellError, CannotTellError
from events.facts import Chance, Conduct, Drawn, Effect, Fact, Move, Revealed, Shuffled
from projections.draft import Draft, Stated
from projections.game import Game
from projections.notation.recorded_chance import ChanceError, Recorded
from projections.wording import titled
from replay.audit.findings import or_fallback
from replay.reading.reading import Group, Reading

_WALKS: Final = 240
_FAR: Final = 3
"""How many moves away a move is tried that may have been made in another order."""
_AS_HAD: Final = "taken with the pile as the table had it"
_AS_TABLE: Final = "taken as the table had it"
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


class _Step(NamedTuple):
    """A group in the world put right: as it was recorded, or decided anew (`due`), of another seat where one is named.

    `move` is a step that nobody wrote, made before the group or, where it comes `instead`, in its place.
    """

    group: Group
    due: bool = False
    seat: str = ""
    move: Move | None = None
    instead: bool = False


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
        self.groups = [group for group in groups if not group.struck and group.first > 1 and _plays(group)]
        self._at = {group.first: at for at, group in enumerate(self.groups)}
        self._posts = [entry.seq for entry in reading.entries_of(Posted)]
        self.unwalked = 0
        self._walks = 0

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
            if self._walks >= _WALKS:
                self.unwalked += 1
                continue
            words, gone = self._best(located, own, later)
            if located.breaks and len(own) > 1 and not gone - {own[0]}:
                words, gone = "left out", set(own[1:])
            root = Root(own[0], words)
            follows.update({ident: root for ident in gone if ident not in follows and ident != own[0]})
        follows = {**lasting, **follows}
        return {ident: self._first(follows, root) for ident, root in follows.items()}

    def _of_what_lasts(self, found: Sequence[Located]) -> dict[str, Root]:
        """The moves that the very same speaks against as against an earlier one, all the way from that one to them."""
        follows: dict[str, Root] = {}
        held: dict[tuple[str, str], tuple[str, Located, int]] = {}
        for located in found:
            if not located.breaks:
                continue
            at = self._at[located.group.first]
            for key in self._reasons(located, at):
                ident = next((name for name, rule in located.rules.items() if rule == key[0]), "")
                first, root, until = held.get(key, ("", located, at))
                if first and all(key in self._reasons(root, n) for n in range(until, at)):
                    follows.setdefault(ident, Root(first, _AS_TABLE)) if ident else None
                    held[key] = first, root, at
                elif ident:
                    held[key] = ident, located, at
        return follows

    def _reasons(self, located: Located, at: int) -> set[tuple[str, str]]:
        """What speaks against a recorded move where the group of index `at` begins: rules and messages."""
        facts = [entry.fact for entry in located.group.entries]
        if not isinstance(facts[0], Move):
            return set()
        draft = self._draft(self.reading.positions[self.groups[at].first - 2], facts, Stated())
        with suppress(*_BROKEN):
            draft.decide(facts[0])
        return {(breach.rule, breach.message) for breach in draft.breaches if not breach.doubt}

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
                fact = entry.fact
                if isinstance(fact, Shuffled):
                    had.pop(fact.pile, None)
                    shown.pop(fact.pile, None)
                if isinstance(fact, Revealed) and ident:  # what lies closed is known by what is shown later alone
                    first = shown.setdefault(fact.pile, ident)
                    follows.update({ident: Root(first, _AS_HAD)} if first != ident else {})
                if not isinstance(fact, Drawn):
                    continue
                root, orders = had.pop(fact.pile, ("", []))
                orders = [order[len(fact.cards) :] for order in orders if order[: len(fact.cards)] == fact.cards]
                if orders:
                    had[fact.pile] = root, orders
                    if ident not in ("", root):
                        follows[ident] = Root(root, _AS_HAD)
                elif ident:
                    lay = tuple(self.game.rules.pile(self.reading.positions[entry.seq - 2], fact.pile) or ())
                    had[fact.pile] = ident, list(_without(lay, fact.cards))
        return follows

    def _best(self, located: Located, own: Sequence[str], later: Sequence[Located]) -> tuple[str, set[str]]:
        """The way to put a group right behind which most of what was found is gone."""
        words, gone = "", set[str]()
        firsts = {one.group.first for one in (located, *later)}
        at = self._at[located.group.first]
        run = next(n for n, group in enumerate([*self.groups[at:], None]) if group is None or group.first not in firsts)
        for way in self._ways(located, run):
            self._walks += 1
            vanished = self._vanished(way, located, own[0], later)
            if len(vanished) > len(gone):
                words, gone = way.words, vanished
        return words, gone

    def _ways(self, located: Located, run: int) -> Iterator[_Way]:
        at = self._at[located.group.first]
        group, move = located.group, located.group.head.fact
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
            yield _Way("left out", at, [], at + 1)
            if self._answers(at + 1, before, move.player):
                yield _Way("left out, with the move that answered it", at, [], at + 2)

    def _of_another_seat(self, at: int, move: Move) -> Iterator[_Way]:
        """The moves of that seat in one post, made by the seat whose turn it was."""
        until = next((seq for seq in self._posts if seq > self.groups[at].first), self.reading.seq + 1)
        end = next((n for n in range(at, len(self.groups)) if self.groups[n].first > until), len(self.groups))
        awaited = self.game.rules.status(self.reading.positions[self.groups[at].first - 2]).awaited
        for seat in awaited:
            if seat != move.player and seat in self.reading.started.seats:
                steps = [
                    _Step(group, due=True, seat=seat) if _player(group) == move.player else _Step(group)
                    for group in self.groups[at:end]
                ]
                yield _Way(f"made by {titled(seat)}", at, steps, end)

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
        facts = [entry.fact for group in self.groups[at : at + 1] for entry in group.entries]
        if not facts or not isinstance(facts[0], Move) or facts[0].player == player:
            return False
        return self._judged(position, facts) != set()

    def _moves(self, start: int, end: int) -> Sequence[Group]:
        """The groups of some places, none unless all are there and are moves."""
        found = self.groups[max(start, 0) : end]
        whole = start >= 0 and len(found) == end - start
        return found if whole and all(isinstance(group.head.fact, Move) for group in found) else ()

    def _vanished(self, way: _Way, located: Located, first: str, later: Sequence[Located]) -> set[str]:
        """The findings that are gone where a move was put right; none where it is not right even so."""
        wanted = {one.group.first: one for one in (located, *later)}
        last = later[-1].group.first if later else located.group.first
        steps = {step.group.first for step in way.steps}
        gone = [group.first for group in self.groups[way.start : way.resume] if group.first not in steps]
        vanished = {ident for first in gone if first != located.group.first for ident in wanted.get(first, _NONE).rules}
        position = self.reading.positions[self.groups[way.start].first - 2]
        try:
            for step in way.steps:
                found, position = self._taken(step, position)
                if (one := wanted.get(step.group.first)) and found is not None:
                    if one is located and one.rules[first] in found:
                        return set()
                    vanished |= {ident for ident, rule in one.rules.items() if rule not in found}
            for group in self.groups[way.resume :]:
                if group.first > last or position == self.reading.positions[group.first - 2]:
                    break
                one = wanted.get(group.first)
                before = position
                found, position = self._taken(_Step(group), before, judges=one is not None)
                if one is None or found is None:
                    continue
                if one.breaks and not one.differs and found.intersection(one.rules.values()):
                    # its results were those of the broken move
                    found, position = self._taken(_Step(group, due=True), before)
                vanished |= {ident for ident, rule in one.rules.items() if rule not in (found or ())}
        except _BROKEN:
            pass  # from here on the other world cannot be told
        return vanished

    def _taken(self, step: _Step, position: Any, *, judges: bool = True) -> tuple[set[str] | None, Any]:
        """The rules that a group breaks on a position, None where that cannot be told; and the position behind it."""
        rules, facts = self.game.rules, [entry.fact for entry in step.group.entries]
        if step.move is not None:
            missed = self._draft(position, [], Stated())
            missed.decide(step.move)
            position = missed.now
            if step.instead:
                return {breach.rule for breach in missed.breaches if not breach.doubt}, position
        if not step.due:
            found = self._judged(position, facts) if judges and isinstance(facts[0], Move) else None
            return found, _folded(rules.reducer, position, facts)
        facts = [_of_seat(fact, step.seat) for fact in facts] if step.seat else facts
        assert isinstance(facts[0], Move)
        draft = self._draft(position, facts, Stated())
        draft.decide(facts[0])
        return {breach.rule for breach in draft.breaches if not breach.doubt}, draft.now

    def _draft(self, position: Any, facts: Sequence[Fact], stated: Stated) -> Draft[Any]:
        chance = [fact for fact in facts if isinstance(fact, Chance)]
        fate = Recorded(chance, lenient=True, untold=self.reading.started.dice != "tower")
        return Draft(self.game.rules, position, fate, strict=False, stated=stated)

    def _judged(self, position: Any, facts: Sequence[Fact]) -> set[str] | None:
        """The rules that a recorded group breaks on a position, None where that cannot be told."""
        effects = [fact for fact in facts if isinstance(fact, Effect)]
        chance = [fact for fact in facts if isinstance(fact, Chance)]
        fate = Recorded(chance, untold=self.reading.started.dice != "tower")
        draft = Draft(self.game.rules, position, fate, strict=False, stated=Stated(effects, whole=True))
        assert isinstance(facts[0], Move)
        try:
            draft.decide(facts[0])
        except (ChanceError, CannotTellError, *_BROKEN):
            return None
        draft.finish()
        found = {breach.rule for breach in draft.breaches if not breach.doubt}
        for one in draft.divergences:
            found |= set() if one.doubt else {one.rule, *one.more}
        return found | ({"LOG-CHANCE"} if fate.left or fate.problems or fate.mismatches else set())


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
    return str(getattr(group.head.fact, "player", ""))


def _plays(group: Group) -> bool:
    """Whether a group is a move, or changes the board."""
    return len(group.entries) > 1 or not isinstance(group.head.fact, Conduct)


def _folded(reducer: Any, position: Any, facts: Sequence[Fact]) -> Any:
    for fact in facts:
        if not isinstance(fact, Conduct):
            position = reducer(position, fact)
    return position


def _of_seat(fact: Fact, seat: str) -> Fact:
    """A move, or chance, as another seat's."""
    if isinstance(fact, Move) or (isinstance(fact, Chance) and hasattr(fact, "player")):
        return replace(fact, player=seat)
    return fact
