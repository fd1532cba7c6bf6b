"""Deciding recorded groups again: on the recorded position, with the recorded chance, against the stored effects."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from events.conduct import Adjusted, Again, Begun, Ruled, Skipped, TakenBack
from events.errors import BellError, CannotTellError, UnplayableError
from events.facts import Chance, Drawn, Effect, Fact, Move, Revealed, Rolled, Shuffled
from projections.draft import Breach, Draft, Stated, differs
from projections.game import Game
from replay.chain import Fault
from replay.fate import ChanceError, Recorded
from replay.reading import Group, Reading

__all__ = ["Different", "Judge", "Verdict"]


class Different(NamedTuple):
    """A stated result that is not the due one, and the line it is found at."""

    rule: str
    seq: int
    due: Effect | None
    stated: Effect | None
    doubt: bool


class Verdict(NamedTuple):
    """What deciding one group again found."""

    breaches: Sequence[Breach] = ()
    divergences: Sequence[Different] = ()
    faults: Sequence[Fault] = ()
    unchecked: Sequence[str] = ()


class Judge:
    """Decides the groups of one reading again, in order."""

    def __init__(self, game: Game[Any, Any], reading: Reading[Any]) -> None:
        self.game, self.reading = game, reading
        self.replayed: set[int] = set()

    def verdict(self, group: Group) -> Verdict:
        """What deciding this group again finds."""
        fact = group.head.fact
        if isinstance(fact, Move | Begun):
            return self._decided(group)
        if isinstance(fact, Adjusted):
            return self._mended(group, fact.place, fact.value)
        if isinstance(fact, Skipped):
            return self._skipped(group, fact)
        if isinstance(fact, TakenBack):
            return self._went_back(group, fact)
        if isinstance(fact, Again):
            known = 0 < fact.of < group.first and fact.of in self.reading.struck
            return Verdict(faults=() if known else (Fault("LOG-REPLAY", group.first, f"line {fact.of} is not struck"),))
        surplus = [Fault("LOG-CHANCE", entry.seq, "nothing asked for this") for entry in group.entries[1:]]
        return Verdict(faults=surplus)

    def _before(self, group: Group) -> Any:
        return self.reading.positions[group.first - 2]

    def _draft(self, group: Group) -> tuple[Draft[Any], Recorded]:
        chance = [entry.fact for entry in group.entries if isinstance(entry.fact, Chance)]
        effects = [entry.fact for entry in group.entries if isinstance(entry.fact, Effect)]
        fate = Recorded(chance)
        stated = Stated(effects, whole=True)
        return Draft(self.game, self._before(group), fate, strict=False, stated=stated), fate

    def _decided(self, group: Group) -> Verdict:
        draft, fate = self._draft(group)
        faults: list[Fault] = []
        unchecked: list[str] = []
        try:
            if isinstance(group.head.fact, Move):
                self.game.decide(draft, group.head.fact)
            else:
                self.game.deal(draft, self.reading.started)
        except ChanceError as error:
            faults.append(Fault("LOG-CHANCE", group.first, str(error)))
            return Verdict(draft.breaches, (), faults)
        except CannotTellError as error:
            unchecked.append(f"moves that hang on something unknown: {error}")
            return Verdict(draft.breaches, (), faults, unchecked)
        except UnplayableError as error:
            return Verdict(faults=(Fault("LOG-DECIDE", group.first, str(error)),))
        except Exception as error:  # noqa: BLE001  # whatever goes wrong in a rule is a finding at its move
            return Verdict(faults=(Fault("LOG-DECIDE", group.first, f"{type(error).__name__}: {error}"),))
        draft.finish()
        faults += [Fault("LOG-CHANCE", self._line(group, left), "nothing asked for this") for left in fate.left]
        faults += [Fault("LOG-CHANCE", group.first, problem) for problem in fate.problems]
        faults += self._misfiled(group, draft)
        faults += self._reused(group)
        divergences = [
            Different(found.rule, self._line(group, found.stated), found.due, found.stated, found.doubt)
            for found in draft.divergences
        ]
        return Verdict(draft.breaches, divergences, faults, unchecked)

    def _line(self, group: Group, fact: object) -> int:
        return next((entry.seq for entry in group.entries if entry.fact is fact), group.first)

    def _misfiled(self, group: Group, draft: Draft[Any]) -> list[Fault]:
        """Effects under another rule than the one they come from, while the rules number is the same; wrong places."""
        due = {id(entry.fact): entry.rule for entry in draft.entries}
        stored = [entry for entry in group.entries if id(entry.fact) in due]
        found = [Fault("LOG-LINE", entry.seq, "it answers to its own move") for entry in stored if entry.cause]
        if self.reading.started.rules == self.game.rules:
            found += [
                Fault("LOG-RULE", entry.seq, f'filed under "{entry.rule}", it comes from {due[id(entry.fact)]}')
                for entry in stored
                if entry.rule != due[id(entry.fact)]
            ]
        for entry, wanted in zip(stored, draft.entries, strict=False) if not draft.divergences else ():
            if entry.fact is not wanted.fact:
                found.append(Fault("LOG-LINE", entry.seq, f"{type(wanted.fact).__name__} is due before this"))
                break
        return found

    def _reused(self, group: Group) -> list[Fault]:
        """Rolls used again must equal a struck one, in the old order, each once."""
        found = []
        for entry in group.entries:
            fact = entry.fact
            if not isinstance(fact, Rolled) or fact.source != "replayed":
                continue
            old = self.reading.entries[fact.of - 1].fact if fact.of and 0 < fact.of < entry.seq else None
            same = isinstance(old, Rolled) and _thrown(old) == _thrown(fact) and fact.of in self.reading.struck
            if not same or fact.of in self.replayed:
                found.append(
                    Fault("LOG-REPLAY", entry.seq, f"line {fact.of} is no struck roll that could be used here")
                )
            elif (fact.of or 0) < max(self.replayed, default=0):
                found.append(Fault("LOG-REPLAY", entry.seq, f"the roll of line {fact.of} is used out of its order"))
            self.replayed.add(fact.of or 0)
        return found

    def _skipped(self, group: Group, fact: Skipped) -> Verdict:
        """The turn that is left unplayed is the seat's."""
        seat = self.game.status(self._before(group)).seat
        if seat != fact.seat:
            return Verdict(faults=(Fault("LOG-MEND", group.first, f"it is {seat}'s turn, not {fact.seat}'s"),))
        return self._mended(group, "turn", "next")

    def _mended(self, group: Group, place: str, value: str) -> Verdict:
        before = self._before(group)
        try:
            due = list(self.game.mend(before, place, value))
        except BellError as error:
            return Verdict(faults=(Fault("LOG-MEND", group.first, str(error)),))
        stored = group.entries[1:]
        if differs(tuple(due), tuple(entry.fact for entry in stored)) is True:
            return Verdict(faults=(Fault("LOG-MEND", group.first, f"the effects are not those of {place} = {value}"),))
        wrong = [
            Fault("LOG-MEND", entry.seq, "its cause is not given") for entry in stored if entry.cause != group.first
        ]
        return Verdict(faults=wrong)

    def _went_back(self, group: Group, fact: TakenBack) -> Verdict:
        """A takeback goes to the end of a group; piles seen since are shuffled anew or kept with a reason."""
        self.replayed.clear()
        reading, faults = self.reading, []
        if isinstance(reading.entries[fact.to].fact, Chance | Effect):
            faults.append(Fault("LOG-TAKEBACK", group.first, f"line {fact.to} does not end a move"))
        shuffled = [entry.fact.pile for entry in group.entries[1:] if isinstance(entry.fact, Shuffled)]
        if reading.started.cards == "tower":
            position = reading.positions[fact.to - 1]
            since = self._undone(group, fact)
            seen = dict.fromkeys(old.pile for old in since if isinstance(old, Drawn | Revealed))
            loose = [pile for pile in seen if self.game.pile(position, pile)]
            for pile in loose:
                if (pile in shuffled) == (pile in fact.keep):
                    faults.append(
                        Fault("LOG-TAKEBACK", group.first, f"{pile} was seen into: shuffle it anew, or keep it")
                    )
                elif pile in fact.keep and not self._may_keep(group, fact, pile):
                    faults.append(Fault("LOG-TAKEBACK", group.first, f"the order of {pile} was kept without a reason"))
            extra = [pile for pile in shuffled if pile not in loose]
            faults += [Fault("LOG-CHANCE", group.first, f"nothing asked for a shuffle of {pile}") for pile in extra]
        return Verdict(faults=faults)

    def _undone(self, group: Group, fact: TakenBack) -> list[Fact]:
        """The facts that a takeback strikes: those that stood until then."""
        gone: set[int] = set()
        for entry in self.reading.entries[: group.first - 1]:
            if isinstance(entry.fact, TakenBack):
                gone.update(range(entry.fact.to + 1, entry.seq))
        return [entry.fact for entry in self.reading.entries[fact.to : group.first - 1] if entry.seq not in gone]

    def _may_keep(self, group: Group, fact: TakenBack, pile: str) -> bool:
        """Whether a ruling lets a pile's order stand, or the same seats draw the same cards again."""
        entries = self.reading.entries
        if any(isinstance(entry.fact, Ruled) for entry in entries[fact.to : group.first - 1]):
            return True
        later = [entry.fact for entry in entries[group.last :]]
        until = next((at for at, found in enumerate(later) if isinstance(found, TakenBack)), len(later))
        pairs = zip(_draws(self._undone(group, fact), pile), _draws(later[:until], pile), strict=False)
        return all(differs(one, other) is not True for one, other in pairs)


def _thrown(rolled: Rolled) -> tuple[str, int, tuple[int, ...], str]:
    return rolled.die, rolled.sides, rolled.faces, rolled.purpose


def _draws(facts: Sequence[Fact], pile: str) -> list[tuple[str, tuple[str, ...]]]:
    return [(fact.player, fact.cards) for fact in facts if isinstance(fact, Drawn) and fact.pile == pile]
