"""Search for the sequence of legal moves that explains most phrases of a post."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from heapq import heapify, heappop, heappush
from typing import Any, Final

import msgspec

from projections.notation.prose.filling import MATTERS
from projections.notation.prose.lexicon import BEFORE, Lexicon, Wording
from projections.notation.prose.orders import orders
from projections.notation.prose.proposing import Candidate, Proposer
from projections.notation.prose.reading import WORD, Reading
from projections.notation.prose.tokens import Token
from projections.notation.titles import Itself

Step = Callable[[Any, str], Any]
"""A function: from a position and a line of notation, the position after the line; None if the line is not legal."""
Meanings = Callable[[Any, str], Sequence[str]]
"""A function: from a position and a line of notation, lines that the line may mean."""
_BEAM: Final = 4
"""The number of readings that are kept for each beginning of a post."""
_LINE: Final = 0.5
"""By how much each line of notation lowers the score of a reading (a possible meaning of a post)."""
_UNSEEN: Final = 2.0
"""By how much an added line with an unknown value (`?`) lowers the score of a reading."""
_ASKED: Final = 40
"""The maximum number of ambiguous lines whose meanings are considered."""
MOST_TRIED: Final = 1000
"""The maximum number of lines that are checked against the rules for one post."""
_CHOSEN: Final = 1.0
"""By how much a line lowers the score of a reading if it is only one of several possible lines."""
_NOTATION: Final = Wording(name="", line="")
"""Stands for the move of a line that the post has in notation."""
_WRITTEN: Final = 1.0
"""By how much a line that the post has in notation raises the score of a reading."""
_AGAIN: Final = 0.7
"""By how much a line lowers the score if it could have been part of the line before it."""


def _none(_position: Any, _line: str) -> Sequence[str]:
    return ()


class Search(msgspec.Struct, dict=True):
    """Finds the moves that the tokens (phrases) of a post mean, from a position on.

    `patience` is the number of lines that may still be tried. `choices` returns the meanings of an ambiguous line.
    `meant` returns lines in which a description is replaced by the thing that it describes. `written` maps line numbers
    of the post to lines that look like notation.
    """

    lexicon: Lexicon
    step: Step
    patience: int = MOST_TRIED
    choices: Meanings = _none
    meant: Meanings = _none
    written: Mapping[int, str] = {}

    def __post_init__(self) -> None:
        """Prepare the caches."""
        self._proposer = Proposer(self.lexicon)
        self._after_line: dict[tuple[Itself[Any], str], Any] = {}
        self._choices: dict[tuple[Itself[Any], str], Sequence[str]] = {}

    def begin_again(self, step: Step, patience: int) -> None:
        """Replace the function that checks a line and the number of lines to try, and forget the earlier results."""
        self.step, self.patience, self._after_line, self._choices = step, patience, {}, {}

    def readings(self, tokens: Sequence[Token], position: Any) -> list[Reading]:
        """Return the likeliest meanings of a post (`Reading`), the best first."""
        found = [reading for order in orders(tokens, self.lexicon) for reading in self._beam(order, position)]
        best: dict[tuple[str, ...], Reading] = {}
        for reading in sorted(found, key=lambda one: -one.score):
            best.setdefault(reading.lines, reading)
        return [reading._replace(tokens=tokens) for reading in best.values() if reading.lines]

    def _beam(self, tokens: Sequence[Token], position: Any) -> list[Reading]:
        at: list[list[tuple[Reading, Candidate | None]]] = [[] for _ in range(len(tokens) + 1)]
        at[0] = [(Reading((), 0.0, position=position), None)]
        for start, token in enumerate(tokens):
            states, at[start] = self._best(at[start]), []
            for state in states:
                left = (*state.left, token) if token.cost > MATTERS else state.left
                at[start + 1].append((state._replace(score=state.score - token.cost, left=left), None))
            for found in self._starting(tokens, start) if states else ():
                at[start + len(found.tokens)] += [(state, found) for state in states]
        return self._best(at[-1])

    def _best(self, ways: Sequence[tuple[Reading, Candidate | None]]) -> list[Reading]:
        """Return the readings with the highest scores.

        Each way is a reading and None, or a reading and a move to add to it. A move is tried only if its score may
        suffice.
        """
        found: dict[tuple[str, ...], Reading] = {}
        left = [
            (-state.score if one is None else _LINE - state.score - one.score, at, 0, state, one)
            for at, (state, one) in enumerate(ways)
        ]  # fmt: skip
        heapify(left)
        while left and len(found) < _BEAM:
            _, at, _, state, one = heappop(left)
            if one is None:
                found.setdefault(state.lines, state)
            else:
                used = (*state.used, *one.used)
                for number, taken in enumerate(self._taken(state, one)):
                    heappush(left, (-taken.score, at, number, taken._replace(used=used), None))
        return list(found.values())

    def _starting(self, tokens: Sequence[Token], start: int) -> Iterator[Candidate]:
        """Yield the lines that the tokens from index `start` on may mean, and the post's own line if it is notation."""
        line = tokens[start].line
        if line in self.written and (not start or tokens[start - 1].line != line):
            end = next((at for at in range(start, len(tokens)) if tokens[at].line != line), len(tokens))
            several = tokens[start:end]
            score = _WRITTEN + sum(token.weight for token in several)
            yield Candidate(several, self.written[line], score, (), _NOTATION)
        if tokens[start].weight:
            yield from self._proposer.candidates(tokens, start)

    def _taken(self, state: Reading, found: Candidate) -> Iterator[Reading]:
        """Yield the reading `state` with the move `found` added.

        If the move lacks a thing, yield one reading for each thing that the last line of `state` names.
        """
        if BEFORE not in found.line:
            yield from self._added(state, found)
            return
        spoken = state.lines[-1].partition(":")[2] if state.lines else ""
        named = dict.fromkeys(word for word in WORD.findall(spoken) if word not in found.line and word[0].isalpha())
        lines = [found._replace(line=found.line.replace(BEFORE, word)) for word in named]
        legal = [line for line in lines if self._after(state.position, line.line) is not None]
        for one in (one for line in legal for one in self._added(state, line)):
            yield one._replace(is_asked=one.is_asked or len(legal) > 1)

    def _added(self, state: Reading, found: Candidate) -> Iterator[Reading]:
        """Yield the reading `state` with the move `found` added and, if needed, the only possible move before it."""
        if state.moves and state.moves[-1] in found.move.apart:
            return
        for forced in ((), *((line,) for line in self.lexicon.forced)):
            before = self._after(state.position, forced[0]) if forced else state.position
            after = None if before is None else self._after(before, found.line)
            if after is not None:
                yield self._extended(state, found, forced, found.line, after)
                return
        if self.patience >= 0:
            yield from self._chosen(state, found)

    def _chosen(self, state: Reading, found: Candidate) -> Iterator[Reading]:
        """Yield the reading `state` with each legal move that the ambiguous or illegal line of `found` may mean."""
        position = state.position
        told = set(WORD.findall(found.line)) - self.lexicon.fixed.get(found.move.name, frozenset())
        choices = [(line, told) for line in self.meant(position, found.line)] or [
            (line, told.intersection(WORD.findall(line))) for line in self._meanings(position, found.line)
        ]
        legal = [
            (line, kept, after) for line, kept in choices
            if (kept or not told) and (after := self._after(position, line)) is not None
        ]  # fmt: skip
        for line, kept, after in legal:
            chosen = self._extended(state, found, (), line, after)
            is_asked = len(legal) > 1 or (self.lexicon.wary and kept != told)
            cost = _CHOSEN * is_asked + len(told - kept)
            yield chosen._replace(score=chosen.score - cost, is_asked=state.is_asked or is_asked)

    def _meanings(self, position: Any, line: str) -> Sequence[str]:
        """Return the meanings of an ambiguous line; none after a limit of ambiguous lines."""
        key = (Itself(position), line)
        if key not in self._choices:
            self._choices[key] = self.choices(position, line) if len(self._choices) < _ASKED else ()
        return self._choices[key]

    @staticmethod
    def _extended(state: Reading, found: Candidate, supplied: Sequence[str], line: str, after: Any) -> Reading:
        """Return a reading with `line` added, preceded by the `supplied` lines. `after` is the position after them."""
        again = _AGAIN if found.move.each and state.moves[-1:] == (found.move.name,) else 0.0
        unseen = _UNSEEN * sum("?" in one for one in supplied)
        return Reading(
            (*state.lines, *supplied, line), state.score + found.score - _LINE - again - unseen,
            (*state.left, *found.left), (*state.supplied, *supplied), after, (*state.moves, found.move.name),
            state.explained + found.score, is_asked=state.is_asked,
        )  # fmt: skip

    def _after(self, position: Any, line: str) -> Any:
        key = (Itself(position), line)
        if key not in self._after_line:
            self.patience -= 1
            self._after_line[key] = self.step(position, line) if self.patience >= 0 else None
        return self._after_line[key]
