"""The chance that dice meet a challenge, reckoned through for one way of playing: nothing is sampled.

Played so: a die that meets a symbol stays; dice that meet none are rolled again by one means after the other, as long
as changed faces cannot meet what is missing; when all else is used up, black dice are discarded to roll the rest anew.
Dice of one pool and colour are a *sort*; a state is what is still missing and how many dice of each sort are spare.
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
"""The number of what is missing, the spare dice of each sort in bits, the tokens left."""
Chances = dict[State, float]


class Sort(NamedTuple):
    """Dice of one pool and colour: how likely each symbol is, how many there are to be rolled, and those that lie.

    Pool 0 is that of whoever has the tokens and the black dice.
    """

    pool: int
    colour: str
    faces: tuple[tuple[str, float], ...]
    rolled: int = 0
    lying: tuple[str, ...] = ()

    @property
    def dice(self) -> int:
        """How many dice they are."""
        return self.rolled + len(self.lying)


class Again(NamedTuple):
    """A re-roll by an icon: of one of these sorts, so many dice, any number (0), or all of them or none (-1)."""

    sorts: tuple[int, ...]
    most: int


class Turned(NamedTuple):
    """A face that an icon changes: of a die of one of these sorts, to a symbol."""

    sorts: tuple[int, ...]
    symbol: str


class Plan(NamedTuple):
    """What is open: re-rolls and changed faces by icons, tokens for either, and black dice, both for pool 0."""

    again: tuple[Again, ...] = ()
    turned: tuple[Turned, ...] = ()
    tokens: int = 0
    token_rolls: bool = True
    token_turns: bool = True
    blacks: int = 0
    """How many black dice there are, to be discarded one after the other; none where they are not to be."""


def roll_chance(symbols: Sequence[str], sorts: Sequence[Sort]) -> float:
    """How likely the dice meet the challenge in one roll, nothing done after it."""
    return chance(symbols, sorts, Plan())


def chance(symbols: Sequence[str], sorts: Sequence[Sort], plan: Plan) -> float:
    """How likely the challenge is met, played as above."""
    return _reckoned(tuple(symbols), tuple(sorts), plan)


@lru_cache(maxsize=4096)
def _reckoned(symbols: tuple[str, ...], sorts: tuple[Sort, ...], plan: Plan) -> float:
    """Return the chance; most lines of a session ask for what the line before asked for."""
    return _Reckoning(symbols, sorts, plan).chance()


class _Reckoning:
    """One challenge, its dice and means; what is missing goes by numbers."""

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
        """Roll, then re-roll by one means after the other."""
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
        """A die falls on each state: it meets a symbol, or is spare."""
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
        """How likely the challenge is met by now, changed faces among it; and the states where it is not."""
        won, left = 0.0, {}
        for state, share in states.items():
            if self._is_met(state):
                won += share
            else:
                left[state] = share
        return won, left

    def _is_met(self, state: State) -> bool:
        """Whether what is missing is nothing, or can be turned."""
        if state not in self.seen:
            need, spares, tokens = state
            row = self.needs[need]
            missing = [name for name, count in zip(self.names, row, strict=True) for _ in range(count)]
            wild = tokens // _CHANGE if self.plan.token_turns else 0
            many = len(missing) <= len(self.plan.turned) + wild
            self.seen[state] = not missing or (many and self._turns(missing, spares, self.plan.turned, wild))
        return self.seen[state]

    def _turns(self, missing: Sequence[str], spares: int, left: tuple[Turned, ...], wild: int) -> bool:
        """Whether these symbols can be made of spare dice."""
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
        """Re-roll by an icon, on the sort that helps most."""
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
        """Re-roll one die for two tokens, where so many are left."""
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
        """So many spare dice of a sort are rolled again."""
        spare = dice << _BITS * sort
        states = {(need, spares - spare, tokens): share for (need, spares, tokens), share in states.items()}
        for _ in range(dice):
            states = self._fall(states, sort, self.sorts[sort].faces)
        return states

    def _best(self, state: State, sorts: Sequence[int], *, whole: bool = False) -> int | None:
        """The sort with spare dice whose faces are most likely missing; with `whole` only one that is all spare."""
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
        """Discard a black die of pool 0, roll the rest of it anew, and again until no black die is left.

        One run over all dice, the black ones last, tells every count of them. Dice of another pool lie as they lay.
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
    """The spare dice without one of each of these sorts that there is."""
    return [spares - (1 << _BITS * sort) for sort in sorts if spares >> _BITS * sort & _MASK]


def _merge(found: Chances, more: Chances) -> None:
    for state, share in more.items():
        found[state] = found.get(state, 0.0) + share
