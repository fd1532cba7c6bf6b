"""The exact chance that dice meet a challenge, for one way of playing, without sampling.

A die that meets a symbol stays. The others are re-rolled by one means after another, as long as face changes cannot
meet the missing symbols. After all other means, black dice are discarded to re-roll the rest.

Dice of one pool and colour are a *sort*. A state is what is missing and the number of spare dice of each sort.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import product
from typing import Final, NamedTuple

_BITS: Final = 8
_MASK: Final = (1 << _BITS) - 1
_RE_ROLL, _CHANGE = 2, 3
State = tuple[int, int, int]
"""The number of the set of missing symbols, the spare dice of each sort packed in bits, the tokens left."""
Chances = dict[State, float]


class Sort(NamedTuple):
    """Dice of one pool and colour: the chance of each symbol, the number still to roll, and the symbols shown.

    Pool 0 is the pool whose player has the tokens and the black dice.
    """

    pool: int
    colour: str
    faces: tuple[tuple[str, float], ...]
    rolled: int = 0
    lying: tuple[str, ...] = ()

    @property
    def dice(self) -> int:
        """The number of dice."""
        return self.rolled + len(self.lying)


class Again(NamedTuple):
    """A re-roll, by an icon, of dice of one sort in `sorts`: up to `most` dice (0: any number, -1: all or none)."""

    sorts: tuple[int, ...]
    most: int


class Turned(NamedTuple):
    """A face change by an icon: a die of one of `sorts` is turned to `symbol`."""

    sorts: tuple[int, ...]
    symbol: str


class Plan(NamedTuple):
    """The re-rolls and face changes by icons, by tokens and by discarding black dice, which are of pool 0."""

    again: tuple[Again, ...] = ()
    turned: tuple[Turned, ...] = ()
    tokens: int = 0
    token_rolls: bool = True
    token_turns: bool = True
    blacks: int = 0
    """The number of black dice that may be discarded one after another; 0 for none."""


def roll_chance(symbols: Sequence[str], sorts: Sequence[Sort]) -> float:
    """Return the chance that one roll meets the challenge, without re-rolls or face changes."""
    return chance(symbols, sorts, Plan())


def chance(symbols: Sequence[str], sorts: Sequence[Sort], plan: Plan) -> float:
    """Return the chance to meet the challenge with the re-rolls and face changes of a plan."""
    return _reckoned(tuple(symbols), tuple(sorts), plan)


@lru_cache(maxsize=4096)
def _reckoned(symbols: tuple[str, ...], sorts: tuple[Sort, ...], plan: Plan) -> float:
    """Return the result for `chance`, cached because consecutive entries of a session often ask for the same one."""
    return _Reckoning(symbols, sorts, plan).chance()


class _Reckoning:
    """The calculation for a challenge with dice, re-rolls and face changes. Sets of missing symbols have numbers."""

    def __init__(self, symbols: Sequence[str], sorts: tuple[Sort, ...], plan: Plan) -> None:
        self.sorts, self.plan = sorts, plan
        self.own = tuple(number for number, sort in enumerate(sorts) if not sort.pool)
        self.others = tuple((n, symbol) for n, sort in enumerate(sorts) if sort.pool for symbol in sort.lying)
        need = Counter(symbols)
        self.names = tuple(need)
        self.needs = tuple(product(*(range(need[name] + 1) for name in self.names)))
        at = {row: number for number, row in enumerate(self.needs)}
        self.first = at[tuple(need[name] for name in self.names)]
        self.next: tuple[Mapping[str, int], ...] = tuple(
            {
                name: at[*row[:place], row[place] - 1, *row[place + 1 :]]
                for place, name in enumerate(self.names) if row[place]
            }
            for row in self.needs
        )  # fmt: skip
        self.seen: dict[State, bool] = {}

    def chance(self) -> float:
        """Return the chance to meet the challenge: roll, then apply one re-roll or face change after another."""
        if sum(self.needs[self.first]) > sum(sort.dice for sort in self.sorts):
            return 0.0
        states: Chances = {(self.first, 0, self.plan.tokens): 1.0}
        for number, sort in enumerate(self.sorts):
            for symbol in sort.lying:
                states = self._fall(states, number, ((symbol, 1.0),))
        for number, sort in enumerate(self.sorts):
            for _ in range(sort.rolled):
                states = self._fall(states, number, sort.faces)
        won, states = self._won(states)
        for again in self.plan.again:
            more, states = self._won(self._again(states, again))
            won += more
        for _ in range(self.plan.tokens // _RE_ROLL if self.plan.token_rolls else 0):
            more, states = self._won(self._by_tokens(states))
            won += more
        return won + self._blacks(states) if self.plan.blacks and states else won

    def _fall(self, states: Chances, sort: int, faces: Sequence[tuple[str, float]]) -> Chances:
        """Return the states after one more die of a sort is rolled: it meets a missing symbol or becomes spare."""
        found: defaultdict[State, float] = defaultdict(float)
        spare = 1 << _BITS * sort
        for (need, spares, tokens), share in states.items():
            follow, lost = self.next[need], 0.0
            for symbol, likely in faces:
                if symbol in follow:
                    found[follow[symbol], spares, tokens] += share * likely
                else:
                    lost += likely
            if lost:
                found[need, spares + spare, tokens] += share * lost
        return found

    def _won(self, states: Chances) -> tuple[float, Chances]:
        """Return the chance that the challenge is met now, with face changes, and the states in which it is not met."""
        won, left = 0.0, {}
        for state, share in states.items():
            if self._is_met(state):
                won += share
            else:
                left[state] = share
        return won, left

    def _is_met(self, state: State) -> bool:
        """Return whether no symbol is missing, or face changes can make all missing symbols."""
        if state not in self.seen:
            need, spares, tokens = state
            row = self.needs[need]
            missing = [name for name, count in zip(self.names, row, strict=True) for _ in range(count)]
            wild = tokens // _CHANGE if self.plan.token_turns else 0
            many = len(missing) <= len(self.plan.turned) + wild
            self.seen[state] = not missing or (many and self._turns(missing, spares, self.plan.turned, wild))
        return self.seen[state]

    def _turns(self, missing: Sequence[str], spares: int, left: tuple[Turned, ...], wild: int) -> bool:
        """Return whether icons (`left`) and `wild` changes by tokens can turn spare dice to the missing symbols."""
        if not missing:
            return True
        name, rest = missing[0], missing[1:]
        for at, turned in enumerate(left):
            if turned.symbol == name:
                others = (*left[:at], *left[at + 1 :])
                if any(self._turns(rest, less, others, wild) for less in _without(spares, turned.sorts)):
                    return True
        return wild > 0 and any(self._turns(rest, less, left, wild - 1) for less in _without(spares, self.own))

    def _again(self, states: Chances, again: Again) -> Chances:
        """Return the states after a re-roll by an icon of the sort that most likely helps."""
        found: Chances = {}
        chosen: defaultdict[tuple[int, int], Chances] = defaultdict(dict)
        for state, share in states.items():
            sort = self._best(state, again.sorts, whole=again.most < 0)
            if sort is None:
                found[state] = found.get(state, 0.0) + share
                continue
            there = state[1] >> _BITS * sort & _MASK
            chosen[sort, min(there, again.most) if again.most > 0 else there][state] = share
        for (sort, dice), some in chosen.items():
            _merge(found, self._thrown(some, sort, dice))
        return found

    def _by_tokens(self, states: Chances) -> Chances:
        """Return the states after one die was re-rolled for two tokens in each state with enough tokens."""
        found: Chances = {}
        chosen: defaultdict[int, Chances] = defaultdict(dict)
        for state, share in states.items():
            sort = self._best(state, self.own) if state[2] >= _RE_ROLL else None
            if sort is None:
                found[state] = found.get(state, 0.0) + share
            else:
                chosen[sort][state[0], state[1], state[2] - _RE_ROLL] = share
        for sort, some in chosen.items():
            _merge(found, self._thrown(some, sort, 1))
        return found

    def _thrown(self, states: Chances, sort: int, dice: int) -> Chances:
        """Return the states after this number of spare dice of a sort was re-rolled."""
        spare = dice << _BITS * sort
        states = {(need, spares - spare, tokens): share for (need, spares, tokens), share in states.items()}
        for _ in range(dice):
            states = self._fall(states, sort, self.sorts[sort].faces)
        return states

    def _best(self, state: State, sorts: Sequence[int], *, whole: bool = False) -> int | None:
        """Return the index of the sort whose spare dice help most, or None. With `whole`, all its dice are spare."""
        best, most = None, 0.0
        for sort in sorts:
            there = state[1] >> _BITS * sort & _MASK
            if not there or (whole and there < self.sorts[sort].dice):
                continue
            likely = sum(share for symbol, share in self.sorts[sort].faces if symbol in self.next[state[0]])
            if likely > most:
                best, most = sort, likely
        return best

    def _blacks(self, states: Chances) -> float:
        """Return the chance to win by discarding black dice of pool 0 one after another and re-rolling the rest.

        One run over all dice, black dice last, gives the result for every number of black dice. Dice of other pools
        do not change.
        """
        won = 0.0
        by_tokens: defaultdict[int, float] = defaultdict(float)
        for (_, _, tokens), share in states.items():
            by_tokens[tokens] += share
        black = next(number for number in self.own if self.sorts[number].colour == "black")
        for tokens, share in by_tokens.items():
            fresh: Chances = {(self.first, 0, tokens): 1.0}
            for number, symbol in self.others:
                fresh = self._fall(fresh, number, ((symbol, 1.0),))
            for number in self.own:
                for _ in range(0 if number == black else self.sorts[number].dice):
                    fresh = self._fall(fresh, number, self.sorts[number].faces)
            lost = 1.0
            rates = []
            for _ in range(self.plan.blacks):
                rates.append(self._won(fresh)[0])
                fresh = self._fall(fresh, black, self.sorts[black].faces)
            for rate in reversed(rates):
                lost *= 1 - rate
            won += share * (1 - lost)
        return won


def _without(spares: int, sorts: Sequence[int]) -> list[int]:
    """Return for each of these sorts with spare dice the packed numbers of spare dice after the loss of one of them."""
    return [spares - (1 << _BITS * sort) for sort in sorts if spares >> _BITS * sort & _MASK]


def _merge(found: Chances, more: Chances) -> None:
    for state, share in more.items():
        found[state] = found.get(state, 0.0) + share
