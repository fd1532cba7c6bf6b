"""Decide recorded groups again, on the recorded position and with the recorded chance, and compare the effects."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Final, NamedTuple

from events.entry import Entry
from events.errors import BellError, CannotTellError, UnplayableError
from events.events import Chance, Drawn, Effect, Event, Move, Revealed, Rolled, Shuffled
from events.session_events import Adjusted, Begun, Redecided, Reopened, Ruled, SecretsOpened, Skipped, TakenBack
from projections.draft import DeclaredResults, Draft, differs, find_conflicts
from projections.game import Game
from projections.notation.recorded_chance import ChanceError, Recorded
from projections.numbering import other_numbers
from projections.rule_conflicts import RuleConflict
from projections.wording import effect_in_past, joined, titled
from replay.audit.findings import or_fallback
from replay.audit.log_checks import Fault, is_reused
from replay.reading.ending import goes_back_to, reopened_piles
from replay.reading.reading import Group, Reading, earlier_versions, group_from, without_source

_DECIDED: Final = (Move, Begun)
_ENDS: Final = (SecretsOpened, Reopened)


class StatedDifference(NamedTuple):
    """A recorded result that differs from the result by the rules, and its entry."""

    rule: str
    seq: int
    due: Effect | None
    stated: Effect | None
    is_unverified: bool
    reading: str = ""


class Redecision(NamedTuple):
    """The result of deciding one group again. `mismatches`: recorded cards that contradict the pile's known cards."""

    broken_rules: Sequence[RuleConflict] = ()
    divergences: Sequence[StatedDifference] = ()
    faults: Sequence[Fault] = ()
    unchecked: Sequence[str] = ()
    waived: Mapping[str, str] = {}
    kept: str = ""
    mismatches: Sequence[Fault] = ()


class _Retraced(Draft[Any]):
    """A repeated decision that uses recorded positions while the events are equal. `asked` collects checked rules."""

    def __init__(self, reading: Reading[Any], group: Group, random_source: Recorded, asked: set[str]) -> None:
        stated = DeclaredResults([event for event in group.events if isinstance(event, Effect)], whole=True)
        before = reading.positions[group.first - 2]
        super().__init__(reading.game.rules, before, random_source, strict=False, stated=stated)
        self._asked, self._positions, self._goes_on = asked, reading.positions, True
        self._recorded = iter(group.entries[0 if isinstance(group.head.event, Move) else 1 :])

    def require(self, *conflicts: RuleConflict | None) -> None:
        if conflicts:
            self._asked.update(conflict.rule for conflict in conflicts if conflict)
            super().require(*conflicts)

    def must(self, rule: str, verdict: bool, message: str) -> None:  # noqa: FBT001  # as in any draft
        self._asked.add(rule)
        if not verdict:
            super().must(rule, verdict, message)

    def _after(self, event: Event) -> Any:
        if self._goes_on:
            entry = next(self._recorded, None)
            if entry is not None and entry.event is event:
                return self._positions[entry.seq - 1]
            self._goes_on = False
        return self.rules.reducer(self.now, event)


class Redecider:
    """Decides each group (a move with its effects) again, in order. `asked`: all rules checked against moves."""

    def __init__(self, game: Game[Any, Any], reading: Reading[Any]) -> None:
        self.game, self.reading = game, reading
        self.knows_rules = reading.started.rules in game.meta.rules_versions
        chance = reading.entries_of(Rolled, Drawn, Revealed, Shuffled)
        self.reused = {entry.seq for entry in chance if is_reused(entry.event)}
        self.replayed: set[int] = set()  # entries whose chance was used again since the last takeback
        self.redone = 0
        self.again: Redecided | None = None
        self.asked: set[str] = set()

    def verdict(self, group: Group) -> Redecision:
        """Decide a group again and return how the record differs from the rules. Never raises an error."""
        again, self.again = self.again, group.head.event if isinstance(group.head.event, Redecided) else None
        try:
            found = self._verdict_on_kept(group, again) if again and again.kept else self._verdict(group)
        except Exception:  # noqa: BLE001  # on a tampered log a game may raise anything
            told = "this entry cannot be decided again in the position before it"
            return Redecision(faults=(Fault("LOG-DECIDE", group.first, told),))
        stray = [] if again else self._reused(group)
        told = "only a move that is decided again can reuse dice and cards"
        faults = [Fault("LOG-REPLAY", entry.seq, told) for entry in stray]
        return found._replace(faults=(*found.faults, *faults)) if faults else found

    def _verdict(self, group: Group) -> Redecision:
        event = group.head.event
        if isinstance(event, _DECIDED):
            return self._verdict_on_move(group)
        if isinstance(event, Adjusted):
            return Redecision(faults=list(self._adjustment_faults(group, event.place, event.value)))
        if isinstance(event, Skipped):
            return Redecision(faults=list(self._skip_faults(group, event)))
        if isinstance(event, TakenBack):
            return Redecision(faults=list(self._takeback_faults(group, event)))
        if isinstance(event, Reopened):
            piles = reopened_piles(self.reading, group.first - 1)
            return Redecision(faults=list(self._reshuffle_faults(group, (), self._before(group), piles)))
        surplus = [Fault("LOG-CHANCE", entry.seq, self._unasked(group, entry.event)) for entry in group.entries[1:]]
        again = self._again_faults(group, event) if isinstance(event, Redecided) else []
        return Redecision(faults=[*again, *surplus])

    def _verdict_on_kept(self, group: Group, again: Redecided) -> Redecision:
        events, kept_events = (
            list(map(without_source, one.events)) for one in (group_from(self.reading.entries, again.of), group)
        )
        faults = []
        if other_numbers(self.game.rules.numbering, events, kept_events) is None:
            told = f"the move was accepted as played, but it differs from entry {again.of}"
            faults.append(Fault("LOG-REPLAY", group.first, told))
        kept = f"unchanged from entry {again.of}, when an earlier move was corrected"
        move = group.head.event
        if not isinstance(move, Move):
            return Redecision(faults=faults, kept=kept)
        try:
            broken_rules = find_conflicts(self.game.rules, self._before(group), move)
        except UnplayableError as error:
            return Redecision(faults=faults, unchecked=[f"a move accepted as played, {kept}: {error}"], kept=kept)
        return Redecision(broken_rules, faults=[*faults, *self._reuse_faults(group)], kept=kept)

    def _before(self, group: Group) -> Any:
        return self.reading.positions[group.first - 2]

    def _verdict_on_move(self, group: Group) -> Redecision:
        named = partial(self.game.view.pile_name, self._before(group))
        source = Recorded(group.chance, untold=self.reading.started.dice != "tower", pile_name=named)
        draft = _Retraced(self.reading, group, source, self.asked)
        try:
            if isinstance(group.head.event, Move):
                draft.decide(group.head.event)
            else:
                self.game.rules.setup(draft, self.reading.started)
        except ChanceError as error:
            faults = [Fault("LOG-CHANCE", group.first, str(error))]
            return Redecision(draft.broken_rules, self._differences(group, draft), faults)
        except CannotTellError as error:
            told = f"moves that depend on hidden information: {error}"
            return Redecision(draft.broken_rules, self._differences(group, draft), (), [told], draft.waived)
        except UnplayableError as error:
            return Redecision(faults=[Fault("LOG-DECIDE", group.first, f"this move cannot be decided again: {error}")])
        draft.finish()
        faults = [Fault("LOG-CHANCE", self._line(group, left), self._unasked(group, left)) for left in source.left]
        faults += [Fault("LOG-CHANCE", group.first, problem) for problem in source.problems]
        faults += [*self._wrongly_filed(group, draft), *self._reuse_faults(group)]
        lay = []
        for logged, due in source.mismatches:
            before = self.reading.positions[self._line(group, logged) - 2]
            told = f"In the log: {self._told(logged, before)} By the known order: {self._told(due, before)}"
            lay.append(Fault("LOG-CHANCE", group.first, told))
        differences = self._differences(group, draft)
        return Redecision(draft.broken_rules, differences, faults, waived=draft.waived, mismatches=lay)

    def _differences(self, group: Group, draft: Draft[Any]) -> list[StatedDifference]:
        return [
            StatedDifference(
                rule, self._line(group, found.stated), found.due, found.stated, found.is_unverified, found.reading
            )
            for found in draft.divergences
            for rule in (found.rule, *found.more)
        ]

    def _told(self, event: Event, before: Any) -> str:
        sentence = self.game.view.sentence
        untold = "something that is not possible on this board."
        return effect_in_past(
            or_fallback(untold, lambda: sentence(event, before, self.game.rules.reducer(before, event)))
        )

    def _piles(self, position: Any, piles: Sequence[str]) -> str:
        return joined([self.game.view.pile_name(position, pile) for pile in piles]) or "no piles"

    def _unasked(self, group: Group, event: Event) -> str:
        return f"nothing requires this entry: {self._told(event, self.reading.positions[self._line(group, event) - 2])}"

    def _line(self, group: Group, event: object) -> int:
        return next((entry.seq for entry in group.entries if entry.event is event), group.first)

    def _wrongly_filed(self, group: Group, draft: Draft[Any]) -> list[Fault]:
        """Return faults for effects in a wrong order, with a `cause`, or (in a known rules version) a wrong `rule`."""
        due = {id(entry.event): entry.rule for entry in draft.entries}
        stored, found = [entry for entry in group.entries if id(entry.event) in due], []
        for entry in stored:
            if entry.cause:
                found.append(Fault("LOG-LINE", entry.seq, "the entry must not name a cause"))
            if entry.rule != (rule := due[id(entry.event)]) and self.knows_rules:
                told = f"the entry names {entry.rule or 'no rule'}, but it comes from {rule or 'no rule'}"
                found.append(Fault("LOG-RULE", entry.seq, told))
        for entry, wanted in zip(stored, draft.entries, strict=False) if not draft.divergences else ():
            if entry.event is not wanted.event:
                told = self._told(wanted.event, self.reading.positions[entry.seq - 2])
                found.append(Fault("LOG-LINE", entry.seq, f"another entry must come before this one: {told}"))
                break
        return found

    def _again_faults(self, group: Group, event: Redecided) -> list[Fault]:
        old = self.reading.entries[event.of - 1] if 0 < event.of < group.first else None
        last, self.redone = self.redone, event.of
        if old is None or not isinstance(old.event, Move | Adjusted | Skipped) or event.of not in self.reading.undone:
            return [Fault("LOG-REPLAY", group.first, f"entry {event.of} is not an undone move")]
        told = f"entry {event.of} is decided again in the wrong order"
        return [Fault("LOG-REPLAY", group.first, told)] if event.of <= last else []

    def _reused(self, group: Group) -> list[Entry]:
        return [entry for entry in group.entries if entry.seq in self.reused] if self.reused else []

    def _reuse_faults(self, group: Group) -> list[Fault]:
        reused = self._reused(group)
        if not reused:
            return []
        versions = earlier_versions(self.reading.entries, group.first)
        stood = {entry.seq: old.first for old in versions for entry in old.entries}
        last, found = dict[int, int](), []
        for entry in reused:
            event, of = entry.event, getattr(entry.event, "of", None) or 0
            old = self.reading.entries[of - 1].event if 0 < of < entry.seq else None
            what = "roll" if isinstance(event, Rolled) else "draw, reveal or shuffle"
            same = old is not None and without_source(old) == without_source(event) and of in self.reading.undone
            if not same or of in self.replayed or of not in stood:
                told = f"entry {of} is not an undone {what} that can be reused here"
                found.append(Fault("LOG-REPLAY", entry.seq, told))
            elif of < last.get(stood[of], 0):
                found.append(Fault("LOG-REPLAY", entry.seq, f"the {what} of entry {of} is reused in the wrong order"))
            last[stood.get(of, 0)] = of
            self.replayed.add(of)
        return found

    def _skip_faults(self, group: Group, event: Skipped) -> Iterator[Fault]:
        if (seat := self.game.rules.status(self._before(group)).seat) != event.seat:
            yield Fault("LOG-MEND", group.first, f"it was {titled(seat)}'s turn, not {titled(event.seat)}'s")
        else:
            yield from self._adjustment_faults(group, "turn", "next")

    def _adjustment_faults(self, group: Group, place: str, value: str) -> Iterator[Fault]:
        try:
            due = tuple(self.game.editor.edit(self._before(group), place, value))
        except BellError as error:
            yield Fault("LOG-MEND", group.first, str(error))
            return
        if differs(due, tuple(group.events[1:])) is True:
            yield Fault("LOG-MEND", group.first, f"the effects do not follow from {place} = {value}")
            return
        for entry in group.entries[1:]:
            if entry.cause != group.first or entry.rule:
                what = f"the effect must name entry {group.first} as its cause, and no rule"
                yield Fault("LOG-MEND", entry.seq, what)

    def _takeback_faults(self, group: Group, event: TakenBack) -> Iterator[Fault]:
        """Yield faults of a takeback that does not return to the end of a group, or mistreats piles with seen cards."""
        self.replayed.clear()
        self.redone = 0
        entries, keep = self.reading.entries, set(event.keep)
        position = self.reading.known_at(event.to) if event.knows else self.reading.positions[event.to - 1]
        dealt = next((at for at, entry in enumerate(entries) if isinstance(entry.event, Move)), len(entries))
        is_inside = isinstance(entries[event.to].event, Chance | Effect)
        reopened = goes_back_to(self.reading, group.first - 1)
        if is_inside or event.to < max(dealt, reopened) or event.to in self._undone_before(group):
            what = f"entry {event.to} does not end a move, or the move was already undone"
            yield Fault("LOG-TAKEBACK", group.first, what)
        seen = dict.fromkeys(old.pile for old in self._undone_events(group, event) if isinstance(old, Drawn | Revealed))
        laid = {pile for pile in seen if self.game.rules.pile_cards(position, pile) is None}
        loose = [pile for pile in seen if self.game.rules.pile_cards(position, pile)]
        if list(event.keep) != sorted(keep) or not laid <= keep <= {*laid, *loose}:
            kept, were = (self._piles(position, piles) for piles in (event.keep, tuple(seen)))
            what = f"piles that kept their order: {kept}; piles with cards seen: {were}"
            yield Fault("LOG-TAKEBACK", group.first, what)
        loose = loose if self.reading.started.cards == "tower" else []
        yield from self._reshuffle_faults(group, event.keep, position, loose)

    def _reshuffle_faults(
        self, group: Group, keep: Sequence[str], position: Any, loose: Sequence[str]
    ) -> Iterator[Fault]:
        shuffled: list[str] = []
        for entry in group.entries[1:]:
            new = entry.event
            if not isinstance(new, Shuffled) or new.pile not in loose or new.pile in shuffled:
                yield Fault("LOG-CHANCE", entry.seq, self._unasked(group, new))
                continue
            shuffled.append(new.pile)
            random_source = Recorded([new], pile_name=partial(self.game.view.pile_name, position))
            try:
                random_source.shuffle(new.pile, self.game.rules.pile_cards(position, new.pile) or ())
            except ChanceError as error:
                random_source.problems.append(str(error))
            for problem in random_source.problems:
                yield Fault("LOG-CHANCE", entry.seq, problem)
        for pile in loose:
            name = self._piles(position, (pile,))
            if (pile in shuffled) == (pile in keep):
                what = f"{name} must be shuffled again or kept, because cards of it were seen"
                yield Fault("LOG-TAKEBACK", group.first, what)
            elif pile in keep and not self._may_keep(group, pile):
                what = f"the order of {name} was kept without a reason that allows it"
                yield Fault("LOG-TAKEBACK", group.first, what)

    def _undone_before(self, group: Group) -> set[int]:
        gone: set[int] = set()
        for entry in self.reading.entries[: group.first - 1]:
            if isinstance(entry.event, TakenBack):
                gone.update(range(entry.event.to + 1, entry.seq))
        return gone

    def _undone_events(self, group: Group, event: TakenBack) -> list[Event]:
        gone = self._undone_before(group)
        return [entry.event for entry in self.reading.entries[event.to : group.first - 1] if entry.seq not in gone]

    def _may_keep(self, group: Group, pile: str) -> bool:
        """Return whether a takeback may keep a pile's order: a ruling, opened secrets or the same draws allow it."""
        entries, event = self.reading.entries, group.head.event
        assert isinstance(event, TakenBack)
        if any(isinstance(entry.event, Ruled) for entry in entries[event.to : group.first - 1]):
            return True
        last = next((one for one in reversed(entries[: group.first - 1]) if isinstance(one.event, _ENDS)), None)
        if last is not None and isinstance(last.event, SecretsOpened):
            return True
        later = [entry.event for entry in entries[group.last :]]
        until = next((at for at, found in enumerate(later) if isinstance(found, TakenBack)), len(later))
        pairs = zip(_draws(self._undone_events(group, event), pile), _draws(later[:until], pile), strict=False)
        return all(differs(one, other) is not True for one, other in pairs)


def _draws(events: Sequence[Event], pile: str) -> list[tuple[str, tuple[str, ...]]]:
    return [(event.player, event.cards) for event in events if isinstance(event, Drawn) and event.pile == pile]
