"""Deciding recorded groups again, on the recorded position and with the recorded chance, to compare the effects."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Final, NamedTuple

from msgspec.structs import replace

from events.errors import BellError, CannotTellError, UnplayableError
from events.events import Chance, Drawn, Effect, Event, Move, Revealed, Rolled, Shuffled
from events.session_events import Adjusted, Begun, Redecided, Ruled, SecretsOpened, Skipped, TakenBack
from projections.decider import Decider
from projections.draft import Breach, Draft, Stated, differs, objections
from projections.game import Game
from projections.notation.recorded_chance import ChanceError, Recorded
from projections.numbering import other_numbers
from projections.wording import joined, titled
from replay.audit.chain import Fault
from replay.audit.findings import or_fallback
from replay.audit.log_shape import is_reused
from replay.reading.reading import Group, Reading, group_from, undone_origin

_DECIDED: Final = (Move, Begun)


class StatedDifference(NamedTuple):
    """A stated result that is not the due one, and the line it is found at."""

    rule: str
    seq: int
    due: Effect | None
    stated: Effect | None
    doubt: bool
    reading: str = ""


class Redecision(NamedTuple):
    """The result of deciding one group again; `mismatches` are cards that are not those that lay there."""

    breaches: Sequence[Breach] = ()
    divergences: Sequence[StatedDifference] = ()
    faults: Sequence[Fault] = ()
    unchecked: Sequence[str] = ()
    waived: Mapping[str, str] = {}
    kept: str = ""
    mismatches: Sequence[Fault] = ()


class _Retraced(Draft[Any]):
    """A draft of a group that was read before: while it writes the recorded lines, it has the positions read there.

    It notes in `asked` which rules the move was held against.
    """

    def __init__(
        self, rules: Decider[Any], positions: Sequence[Any], group: Group, random_source: Recorded, stated: Stated,
        asked: set[str],
    ) -> None:  # fmt: skip
        super().__init__(rules, positions[group.first - 2], random_source, strict=False, stated=stated)
        self._asked = asked
        skipped = 0 if isinstance(group.head.event, Move) else 1
        self._recorded = iter(group.entries[skipped:])
        self._positions = positions
        self._goes_on = True

    def require(self, rule: str, verdict: bool | None, message: str, reading: str = "") -> None:  # noqa: FBT001  # as in any draft
        self._asked.add(rule)
        super().require(rule, verdict, message, reading)

    def must(self, rule: str, verdict: bool, message: str) -> None:  # noqa: FBT001  # as in any draft
        self._asked.add(rule)
        super().must(rule, verdict, message)

    def _after(self, event: Event) -> Any:
        if self._goes_on:
            entry = next(self._recorded, None)
            if entry is not None and entry.event is event:
                return self._positions[entry.seq - 1]
            self._goes_on = False
        return self.rules.reducer(self.now, event)


class Redecider:
    """Decides the groups of one reading again, in order. `asked` are the rules that some move was held against."""

    def __init__(self, game: Game[Any, Any], reading: Reading[Any]) -> None:
        self.game, self.reading = game, reading
        self.replayed: set[int] = set()  # the lines of chance used again since the last takeback
        self.redone = 0
        self.again: Redecided | None = None
        self.asked: set[str] = set()

    def verdict(self, group: Group) -> Redecision:
        """What deciding this group again finds, whatever the log says."""
        again, self.again = self.again, group.head.event if isinstance(group.head.event, Redecided) else None
        try:
            found = self._verdict_on_kept(group, again) if again and again.kept else self._verdict(group)
        except Exception:  # noqa: BLE001  # a log that was tampered with brings a game anywhere
            told = "what stands here cannot be decided again where it stands"
            return Redecision(faults=(Fault("LOG-DECIDE", group.first, told),))
        stray = [] if again else [entry for entry in group.entries if is_reused(entry.event)]
        faults = [Fault("LOG-REPLAY", entry.seq, "only a move decided again uses chance again") for entry in stray]
        return found._replace(faults=(*found.faults, *faults)) if faults else found

    def _verdict(self, group: Group) -> Redecision:
        event = group.head.event
        if isinstance(event, _DECIDED):
            return self._verdict_on_move(group)
        if isinstance(event, Adjusted):
            return self._verdict_on_adjustment(group, event.place, event.value)
        if isinstance(event, Skipped):
            return self._verdict_on_skip(group, event)
        if isinstance(event, TakenBack):
            return self._verdict_on_takeback(group, event)
        if isinstance(event, Redecided):
            return self._verdict_on_again(group, event)
        surplus = [Fault("LOG-CHANCE", entry.seq, self._unasked(group, entry.event)) for entry in group.entries[1:]]
        return Redecision(faults=surplus)

    def _verdict_on_kept(self, group: Group, again: Redecided) -> Redecision:
        """A move that stands as the table had it, although it does not fit any more: nothing of it is changed."""
        old = group_from(self.reading.entries, again.of)
        faults = []
        if not self._is_kept(old, group):
            faults.append(Fault("LOG-REPLAY", group.first, f"it is not as the table had it in line {again.of}"))
        kept = f"as the table had it in line {again.of}, when an earlier move was corrected"
        move = group.head.event
        if not isinstance(move, Move):
            return Redecision(faults=faults, kept=kept)
        try:
            breaches = objections(self.game.rules, self._before(group), move)
        except UnplayableError as error:
            return Redecision(faults=faults, unchecked=[f"a move kept {kept}: {error}"], kept=kept)
        return Redecision(breaches, faults=[*faults, *self._reuse_faults(group)], kept=kept)

    def _is_kept(self, old: Group, group: Group) -> bool:
        """Whether a group is as another was, but for numbers of things that came into play at another time."""
        events, kept = ([_fallen(entry.event) for entry in one.entries] for one in (old, group))
        return other_numbers(self.game.rules.numbering, events, kept) is not None

    def _before(self, group: Group) -> Any:
        return self.reading.positions[group.first - 2]

    def _draft(self, group: Group) -> tuple[Draft[Any], Recorded]:
        chance = [entry.event for entry in group.entries if isinstance(entry.event, Chance)]
        effects = [entry.event for entry in group.entries if isinstance(entry.event, Effect)]
        named = partial(self.game.view.pile_name, self._before(group))
        random_source = Recorded(chance, untold=self.reading.started.dice != "tower", pile_name=named)
        stated = Stated(effects, whole=True)
        return _Retraced(
            self.game.rules, self.reading.positions, group, random_source, stated, self.asked
        ), random_source

    def _verdict_on_move(self, group: Group) -> Redecision:
        draft, random_source = self._draft(group)
        faults: list[Fault] = []
        unchecked: list[str] = []
        try:
            if isinstance(group.head.event, Move):
                draft.decide(group.head.event)
            else:
                self.game.rules.deal(draft, self.reading.started)
        except ChanceError as error:
            faults.append(Fault("LOG-CHANCE", group.first, str(error)))
            return Redecision(draft.breaches, self._differences(group, draft), faults)
        except CannotTellError as error:
            unchecked.append(f"moves that hang on something unknown: {error}")
            return Redecision(draft.breaches, self._differences(group, draft), faults, unchecked, draft.waived)
        except UnplayableError as error:
            return Redecision(faults=(Fault("LOG-DECIDE", group.first, f"this move cannot be decided again: {error}"),))
        draft.finish()
        if not (random_source.left or random_source.problems or random_source.mismatches) and self._is_as_decided(
            group, draft
        ):
            return Redecision(draft.breaches, faults=self._reuse_faults(group), waived=draft.waived)
        faults += [
            Fault("LOG-CHANCE", self._line(group, left), self._unasked(group, left)) for left in random_source.left
        ]
        faults += [Fault("LOG-CHANCE", group.first, problem) for problem in random_source.problems]
        lay = [Fault("LOG-CHANCE", group.first, self._mismatch(group, *pair)) for pair in random_source.mismatches]
        faults += self._wrongly_filed(group, draft)
        faults += self._reuse_faults(group)
        found = Redecision(draft.breaches, self._differences(group, draft), faults, unchecked, draft.waived)
        return found._replace(mismatches=lay)

    def _differences(self, group: Group, draft: Draft[Any]) -> list[StatedDifference]:
        """What differed, as far as the move could be decided: that stays found where the rest cannot be told."""
        return [
            StatedDifference(rule, self._line(group, found.stated), found.due, found.stated, found.doubt, found.reading)
            for found in draft.divergences
            for rule in (found.rule, *found.more)
        ]

    def _mismatch(self, group: Group, logged: Event, due: Event) -> str:
        """What was drawn or shown, and what was known to lie there, as the game tells it."""
        before = self.reading.positions[self._line(group, logged) - 2]
        return f"In the log: {self._told(logged, before)} By what lay there: {self._told(due, before)}"

    def _told(self, event: Event, before: Any) -> str:
        tell = self.game.view.tell
        untold = "something that this table cannot have had."
        return or_fallback(untold, lambda: tell(event, before, self.game.rules.reducer(before, event)))

    def _piles(self, position: Any, piles: Sequence[str]) -> str:
        return joined([self.game.view.pile_name(position, pile) for pile in piles]) or "no piles"

    def _unasked(self, group: Group, event: Event) -> str:
        """That nothing asked for chance or a result, with what it is."""
        return f"nothing asked for this: {self._told(event, self.reading.positions[self._line(group, event) - 2])}"

    def _line(self, group: Group, event: object) -> int:
        return next((entry.seq for entry in group.entries if entry.event is event), group.first)

    def _wrongly_filed(self, group: Group, draft: Draft[Any]) -> list[Fault]:
        """Effects under another rule than the one they come from, while the rules number is the same; wrong places."""
        due = {id(entry.event): entry.rule for entry in draft.entries}
        stored = [entry for entry in group.entries if id(entry.event) in due]
        found = [Fault("LOG-LINE", entry.seq, "it answers to its own move") for entry in stored if entry.cause]
        if self.reading.started.rules == self.game.meta.rules_number:
            found += [
                Fault("LOG-RULE", entry.seq, _misfiled(entry.rule, due[id(entry.event)]))
                for entry in stored
                if entry.rule != due[id(entry.event)]
            ]
        for entry, wanted in zip(stored, draft.entries, strict=False) if not draft.divergences else ():
            if entry.event is not wanted.event:
                told = self._told(wanted.event, self.reading.positions[entry.seq - 2])
                found.append(Fault("LOG-LINE", entry.seq, f"something else is due before this: {told}"))
                break
        return found

    def _is_as_decided(self, group: Group, draft: Draft[Any]) -> bool:
        """Whether a group is line by line what was decided, under the same rules: as it mostly is."""
        if draft.divergences:
            return False
        stored = group.entries if isinstance(group.head.event, Move) else group.entries[1:]
        return len(stored) == len(draft.entries) and all(
            entry.event is due.event and entry.rule == due.rule and not entry.cause
            for entry, due in zip(stored, draft.entries, strict=True)
        )

    def _verdict_on_again(self, group: Group, event: Redecided) -> Redecision:
        """What is decided again was a move that is struck; each once, in their order."""
        old = self.reading.entries[event.of - 1] if 0 < event.of < group.first else None
        faults = []
        if old is None or not isinstance(old.event, Move | Adjusted | Skipped) or event.of not in self.reading.undone:
            faults.append(Fault("LOG-REPLAY", group.first, f"line {event.of} is no move that was struck"))
        elif event.of <= self.redone:
            faults.append(Fault("LOG-REPLAY", group.first, f"line {event.of} is decided again out of its order"))
        self.redone = event.of
        surplus = [Fault("LOG-CHANCE", entry.seq, self._unasked(group, entry.event)) for entry in group.entries[1:]]
        return Redecision(faults=[*faults, *surplus])

    def _reuse_faults(self, group: Group) -> list[Fault]:
        """Chance used again equals what fell for the same move where it stood before, in its order, each once."""
        reused = [entry for entry in group.entries if is_reused(entry.event)]
        if not reused:
            return []
        stood, last = self._stood_in(group.first), dict[int, int]()
        found = []
        for entry in reused:
            event, of = entry.event, getattr(entry.event, "of", None) or 0
            old = self.reading.entries[of - 1].event if 0 < of < entry.seq else None
            what = "roll" if isinstance(event, Rolled) else "draw, look or shuffle"
            same = old is not None and _fallen(old) == _fallen(event) and of in self.reading.undone
            if not same or of in self.replayed or of not in stood:
                found.append(Fault("LOG-REPLAY", entry.seq, f"line {of} is no struck {what} that could be used here"))
            elif of < last.get(stood[of], 0):
                found.append(Fault("LOG-REPLAY", entry.seq, f"the {what} of line {of} is used out of its order"))
            last[stood.get(of, 0)] = of
            self.replayed.add(of)
        return found

    def _stood_in(self, head: int) -> dict[int, int]:
        """The lines of a move where it stood before, each with the head of the group it is in."""
        entries, lines = self.reading.entries, dict[int, int]()
        while of := undone_origin(entries, head):
            lines.update(dict.fromkeys((entry.seq for entry in group_from(entries, of).entries), of))
            head = of
        return lines

    def _verdict_on_skip(self, group: Group, event: Skipped) -> Redecision:
        """The turn that is left unplayed is the seat's."""
        seat = self.game.rules.status(self._before(group)).seat
        if seat != event.seat:
            return Redecision(
                faults=(Fault("LOG-MEND", group.first, f"it is {titled(seat)}'s turn, not {titled(event.seat)}'s"),)
            )
        return self._verdict_on_adjustment(group, "turn", "next")

    def _verdict_on_adjustment(self, group: Group, place: str, value: str) -> Redecision:
        before = self._before(group)
        try:
            due = list(self.game.editor.mend(before, place, value))
        except BellError as error:
            return Redecision(faults=(Fault("LOG-MEND", group.first, str(error)),))
        stored = group.entries[1:]
        if differs(tuple(due), tuple(entry.event for entry in stored)) is True:
            return Redecision(
                faults=(Fault("LOG-MEND", group.first, f"the effects are not those of {place} = {value}"),)
            )
        wrong = [
            Fault("LOG-MEND", entry.seq, f"its cause is line {group.first}, and no rule")
            for entry in stored
            if entry.cause != group.first or entry.rule
        ]
        return Redecision(faults=wrong)

    def _verdict_on_takeback(self, group: Group, event: TakenBack) -> Redecision:
        """A takeback goes to the end of a group; piles seen since are shuffled anew or kept with a reason."""
        self.replayed.clear()
        self.redone = 0
        entries = self.reading.entries
        position = self.reading.known_at(event.to) if event.knows else self.reading.positions[event.to - 1]
        dealt = next((at for at, entry in enumerate(entries) if isinstance(entry.event, Move)), len(entries))
        wrong = []
        if (
            isinstance(entries[event.to].event, Chance | Effect)
            or event.to < dealt
            or event.to in self._undone_before(group)
        ):
            wrong.append(f"line {event.to} does not end a move that stood")
        seen = dict.fromkeys(old.pile for old in self._undone_events(group, event) if isinstance(old, Drawn | Revealed))
        laid = {pile for pile in seen if self.game.rules.pile(position, pile) is None}
        loose = [pile for pile in seen if self.game.rules.pile(position, pile)]
        if list(event.keep) != sorted(set(event.keep)) or not laid <= set(event.keep) <= {*laid, *loose}:
            kept, were = (self._piles(position, piles) for piles in (event.keep, tuple(seen)))
            wrong.append(f"kept are {kept}; seen into were {were}")
        faults = [Fault("LOG-TAKEBACK", group.first, what) for what in wrong]
        if self.reading.started.cards != "tower":
            loose = []
        return Redecision(faults=[*faults, *self._reshuffle_faults(group, event, position, loose)])

    def _reshuffle_faults(self, group: Group, event: TakenBack, position: Any, loose: Sequence[str]) -> Iterator[Fault]:
        """Each pile that was seen into is shuffled anew, with the cards that it held, or kept; nothing else happens."""
        shuffled: list[str] = []
        for entry in group.entries[1:]:
            new = entry.event
            if not isinstance(new, Shuffled) or new.pile not in loose or new.pile in shuffled:
                yield Fault("LOG-CHANCE", entry.seq, self._unasked(group, new))
                continue
            shuffled.append(new.pile)
            random_source = Recorded([new], pile_name=partial(self.game.view.pile_name, position))
            try:
                random_source.shuffle(new.pile, self.game.rules.pile(position, new.pile) or ())
            except ChanceError as error:
                random_source.problems.append(str(error))
            for problem in random_source.problems:
                yield Fault("LOG-CHANCE", entry.seq, problem)
        for pile in loose:
            if (pile in shuffled) == (pile in event.keep):
                yield Fault(
                    "LOG-TAKEBACK",
                    group.first,
                    f"{self._piles(position, (pile,))} was seen into; what is seen into is shuffled anew, or kept",
                )
            elif pile in event.keep and not self._may_keep(group, event, pile):
                yield Fault(
                    "LOG-TAKEBACK",
                    group.first,
                    f"the order of {self._piles(position, (pile,))} was kept without a reason",
                )

    def _undone_before(self, group: Group) -> set[int]:
        """The lines that were struck before a group."""
        gone: set[int] = set()
        for entry in self.reading.entries[: group.first - 1]:
            if isinstance(entry.event, TakenBack):
                gone.update(range(entry.event.to + 1, entry.seq))
        return gone

    def _undone_events(self, group: Group, event: TakenBack) -> list[Event]:
        """The events that a takeback strikes: those that stood until then."""
        gone = self._undone_before(group)
        return [entry.event for entry in self.reading.entries[event.to : group.first - 1] if entry.seq not in gone]

    def _may_keep(self, group: Group, event: TakenBack, pile: str) -> bool:
        """Whether a ruling lets a pile's order stand, the same seats draw the same cards again, or no tower is left."""
        entries = self.reading.entries
        if any(isinstance(entry.event, Ruled) for entry in entries[event.to : group.first - 1]):
            return True
        if any(isinstance(entry.event, SecretsOpened) for entry in entries[: group.first - 1]):
            return True
        later = [entry.event for entry in entries[group.last :]]
        until = next((at for at, found in enumerate(later) if isinstance(found, TakenBack)), len(later))
        pairs = zip(_draws(self._undone_events(group, event), pile), _draws(later[:until], pile), strict=False)
        return all(differs(one, other) is not True for one, other in pairs)


def _misfiled(rule: str, due: str) -> str:
    return f"filed under {rule or 'no rule'}; it comes from {due or 'none'}"


def _fallen(event: Event) -> Event:
    """Dice, cards or a look without where they came from."""
    if isinstance(event, Rolled):
        return Rolled(event.die, event.sides, event.faces, event.purpose, "")
    return replace(event, source="", of=None) if isinstance(event, Drawn | Revealed | Shuffled) else event


def _draws(events: Sequence[Event], pile: str) -> list[tuple[str, tuple[str, ...]]]:
    return [(event.player, event.cards) for event in events if isinstance(event, Drawn) and event.pile == pile]
