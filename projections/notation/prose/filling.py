"""The lines of notation that one way to describe a move gives for some phrases: each hole is filled with a thing."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from projections.notation.prose.lexicon import DRAWN, VERB, Placeholder, Wording
from projections.notation.prose.tokens import SAYING, Token, is_in_row
from projections.notation.prose.word_lists import word_list

_BEFORE: Final[Mapping[str, frozenset[str]]] = {"from": word_list("from"), "to": word_list("to"), "": frozenset()}
"""The words before the thing that a move comes `from` or goes `to`."""
_OPPOSITE: Final[Mapping[str, str]] = {"from": "to", "to": "from", "": ""}
_LEAST: Final = 0.5
"""The minimum that a phrase adds to the score of a line that uses it."""
_REPEATED: Final = 0.1
_IDLE: Final = 0.1
"""By how much a thing lowers the score of a line that has no hole for it; another move may use the thing."""
_PLAYED: Final = 1.5
"""By how much a thing that is named as drawn lowers the score of a line that only plays it."""
_SILENT: Final = 1.0
_SILENT_LIGHT: Final = 0.2
"""By how much a move without a verb lowers the score, if its things are often mentioned in passing."""
_TURNED: Final = 0.4
_TURNED_CLEAR: Final = 1.0
"""By how much the other order of two things lowers the score, if the post makes their order clear."""
MATTERS: Final = 0.2
"""A phrase with at most this cost is not reported as left over."""
_BETWEEN: Final = 1.5
"""By which factor the cost of a thing grows if it is between the phrases of a line that does not use it."""
_VERB_BETWEEN: Final = 0.3
"""The maximum cost of a verb between the phrases of a line that does not use it."""


class Filling(NamedTuple):
    """A line of notation, its score, and the tokens between its phrases that it does not use."""

    line: str
    score: float
    left: tuple[Token, ...]


def passed_over(token: Token, left: list[Token]) -> float:
    """Return by how much a token between the tokens of a line lowers its score; add the token to those left over."""
    if token.cost > MATTERS:
        left.append(token)
    is_thing = token.of(VERB) is None or token.is_light
    return _BETWEEN * token.cost if is_thing else min(token.cost, _VERB_BETWEEN)


class _Value(NamedTuple):
    text: str
    token: Token


def filled(move: Wording, tokens: Sequence[Token], *, is_said: bool) -> Iterator[Filling]:
    """Yield the lines that one way to describe a move gives for tokens; without a verb, their score is lower."""
    assignment = _Assignment(move, tokens)
    if assignment.is_complete() and (is_said or any(assignment.values)):
        silence = _SILENT_LIGHT if all(token.is_light for token in tokens) else _SILENT
        yield from assignment.lines(0.0 if is_said else silence)


class _Assignment:
    """The values for the holes of a move's line, the score of the line, and the tokens that it does not use."""

    def __init__(self, move: Wording, tokens: Sequence[Token]) -> None:
        self.move, self.tokens = move, tokens
        self.values: list[_Value | None] = [None] * len(move.holes)
        self.score, self.left = 0.0, list[Token]()
        self._clauses = {token.clause for token in tokens if token.says(move.name) or not token.is_number}

    def is_complete(self) -> bool:
        """Use the tokens and return whether they fill each required hole. The first and the last must be used."""
        kinds, roles = ({hole.kind for hole in self.move.holes}, {hole.role for hole in self.move.holes} - {""})

        def is_unclear(at: int) -> tuple[bool, bool]:
            token = self.tokens[at]
            has_several_places = token.says(self.move.name) or len(kinds & token.kinds) > 1
            return has_several_places, not any(leads(token, role) for role in roles)

        places = sorted(range(len(self.tokens)), key=is_unclear)
        return all(self._uses(at) for at in places) and all(map(self._is_filled, range(len(self.values))))

    def lines(self, silence: float) -> Iterator[Filling]:
        """Yield the line, and the line with two places in the other order if the move leads from one to the other."""
        holes, values = self.move.holes, [value.text if value else "" for value in self.values]
        placed = [at for at, hole in enumerate(holes) if hole.role]
        things = [(holes[at].kind, values[at]) for at in placed if values[at]]
        if len(set(things)) < len(things):
            return
        if not self.move.ordered:
            values = _sorted(values, holes)
        score, left = self.score - silence, tuple(self.left)
        yield Filling(self.move.filled(values), score, left)
        ends = [value for at in placed if (value := self.values[at])]
        if len(placed) == len(ends) == 2:
            one, other = placed
            values[one], values[other] = values[other], values[one]
            cost = _TURNED_CLEAR if self._is_clear(ends, [holes[at].role for at in placed]) else _TURNED
            yield Filling(self.move.filled(values), score - cost, left)

    def _uses(self, at: int) -> bool:
        """Use a token for the line or pass over it; return False if it is at an end and has no use."""
        token, move = self.tokens[at], self.move
        if (place := self._place(token)) is not None:
            kind = move.holes[place].kind
            self.values[place] = _Value(token.of(kind) or "", token)
            self.score += max(token.weight, _LEAST) + (SAYING if token.is_light and token.says(move.name) else 0.0)
            self.score -= _PLAYED * (kind + DRAWN in token.kinds)
        elif self._is_repeated(token):
            self.score += _REPEATED
        elif token.says(move.name):
            self.score += token.weight
        elif self._is_idle(at):
            self.score += token.weight - (_IDLE if token.is_thing else 0.0)
        elif token.is_at_hand and not token.kinds.isdisjoint(move.at_hand):
            self.score += token.cost
        elif at in (0, len(self.tokens) - 1):
            return False
        else:
            self.score -= passed_over(token, self.left)
        return True

    def _place(self, token: Token) -> int | None:
        """Return the index of the free hole that a token can fill best; None without one."""
        holes = self.move.holes
        known = {(hole.kind, value.text) for hole, value in zip(holes, self.values, strict=True) if value}
        fitting = [at for at, hole in enumerate(holes) if not self.values[at] and _fits(token, hole, known)]
        led = [at for at in fitting if leads(token, holes[at].role)]
        open_to = [at for at in fitting if not leads(token, _OPPOSITE[holes[at].role])]
        return next(iter(led or open_to or fitting), None)

    def _is_repeated(self, token: Token) -> bool:
        filled = zip(self.values, self.move.holes, strict=True)
        return any(value and token.of(hole.kind) == value.text for value, hole in filled)

    def _is_idle(self, at: int) -> bool:
        """Return whether a token may be mentioned with the move without effect."""
        token = self.tokens[at]
        is_known = not token.kinds.isdisjoint(self.move.idle) or not token.verbs.isdisjoint(self.move.idle)
        return is_known and token.clause in self._clauses and not is_in_row(self.tokens, at)

    def _is_filled(self, place: int) -> bool:
        """Return whether a hole is optional or has a value, which may come from an optional hole of the same kind."""
        holes = self.move.holes
        if self.values[place] or holes[place].is_optional:
            return True
        for other, hole in enumerate(holes):
            if self.values[other] and hole.is_optional and hole.kind == holes[place].kind:
                self.values[place], self.values[other] = self.values[other], None
                return True
        return False

    def _is_clear(self, ends: Sequence[_Value], roles: Sequence[str]) -> bool:
        """Return whether a word before one of two places, or the verb between them, makes the direction clear."""
        if any(leads(end.token, role) for end, role in zip(ends, roles, strict=True)):
            return True
        first, last = sorted(self.tokens.index(end.token) for end in ends)
        return "by" not in self.tokens[last].before.split() and any(
            token.is_verb and token.says(self.move.name) for token in self.tokens[first:last]
        )


def _fits(token: Token, hole: Placeholder, known: set[tuple[str, str]]) -> bool:
    """Return whether a token has a value for a hole. A value that is `known` is not used twice without a reason."""
    value = token.of(hole.kind)
    if value is None:
        return False
    is_needed = not hole.is_optional and (hole.role or token.is_light)
    return bool(is_needed) or (hole.kind, value) not in known


def _sorted(chosen: Sequence[str], holes: Sequence[Placeholder]) -> list[str]:
    """Return the chosen values; several values of one kind are put in alphabetical order."""
    ranks = {kind: sorted(v for v, hole in zip(chosen, holes, strict=True) if hole.kind == kind) for kind, *_ in holes}
    return [ranks[hole.kind].pop(0) for hole in holes]


def leads(token: Token, role: str) -> bool:
    """Return whether the words before a token fit a hole's role: the move comes `from` the thing, or goes `to` it."""
    near = token.before.split()[-2:]
    return not _BEFORE[role].isdisjoint((*near, " ".join(near)))
