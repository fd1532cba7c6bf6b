"""Rows of things that count as one thing, such as dice by colour with their symbols."""

from collections.abc import Sequence, Set as AbstractSet
from typing import Final

from events.lazy_patterns import lazy_pattern
from projections.notation.prose.cut import ARROW
from projections.notation.prose.lexicon import NUMBER, VERB, Row, Sense
from projections.notation.prose.tokens import Token

_ENDS: Final = ".!?;:"
_SMALL: Final = 3
_FIGURES: Final = lazy_pattern(r"[0-9]{1,9}")
_ON: Final = frozenset({"on", "from", "for", "with", "in", "among"})
"""Words between things and the thing that they belong to, as in `Strength on the blacks`."""
_LEADS_ON: Final = frozenset({"for", "to", "into", ARROW})
"""Words before a thing that players get for a row of things, and that is not part of the row."""
_GAP: Final = 8
"""The maximum number of words and stops that may come between related things, such as the cards of a row."""


def gathered(tokens: Sequence[Token], row: Row, says: AbstractSet[str]) -> list[Token]:
    """Return the tokens with each row of things (see `Row`), such as dice by colour, replaced by one token.

    `says` are the kinds of move that use such a row.
    """
    found: list[Token] = []
    at = 0
    while at < len(tokens):
        one = _RowReader(tokens, row, says, at)
        if one.is_read():
            token, text = tokens[at], " ".join(token.text for token in tokens[at : one.end])
            senses, last = (Sense(row.kind, " ".join(one.groups)),), tokens[one.end - 1].clause
            found.append(token._replace(senses=senses, text=text, is_light=False, size=len(one.groups), last=last))
            at = one.end
        else:
            found.append(tokens[at])
            at += 1
    return found


class _RowReader:
    """Reads the row of things that begins at an index: the texts of its `groups`, and the index `end` after it.

    Verbs of the kinds of move in `says` may occur in a group.
    """

    def __init__(self, tokens: Sequence[Token], row: Row, says: AbstractSet[str], at: int) -> None:
        self._tokens, self._row, self._says = tokens, row, says
        self.groups, self.end = list[str](), at
        self._heads = set[str | None]()  # the things at the head of the groups
        self._is_turned = False  # the first group has its head last

    def is_read(self) -> bool:
        """Read the groups; return whether there are enough for a row."""
        starts, least = list[int](), self._row.least
        while (least > 1 or not self.groups) and (group := self._next_group()) is not None:
            is_first = not self.groups
            self._is_turned = self._is_turned or (is_first and self._tokens[group[1] - 1].of(self._row.each) is None)
            self.groups.append(group[0])
            starts.append(self.end)
            self.end = group[1]
        if len(self.groups) > least and self._is_others():
            self.groups.pop()
            self.end = starts[-1]
        return len(self.groups) >= least

    def _next_group(self) -> tuple[str, int] | None:
        """Return the text of the next group, and the index after it; None without a group."""
        first = self._turned() if self._is_turned else None
        return first or self._group() or self._turned()

    def _is_others(self) -> bool:
        """Return whether the verb after the row means only moves without such a row, so that it has the last group."""
        if self.end >= len(self._tokens) or self._tokens[self.end].is_stop:
            return False
        token = self._tokens[self.end]
        verbs = token.verbs if len(token.text) > _SMALL else frozenset()
        return bool(verbs) and verbs == {sense.value for sense in token.senses} and verbs.isdisjoint(self._says)

    def _group(self) -> tuple[str, int] | None:
        """Return the text of a group whose head comes first. Stops and short words before it are skipped."""
        row, start = self._row, self._head()
        if start is None:
            return None
        names, end = self._names(start)
        each, end = self._each(end)
        if row.each and not each:
            return None
        if len(each) == 1 and not row.close:
            each *= _count_of(self._tokens[start], names[0])
        self._heads |= {self._once(start), *(names if row.once else ())}
        return " ".join(_written(row, name, each) for name in names), end

    def _once(self, at: int) -> str | None:
        """Return the thing that may be the head of one group only."""
        return self._tokens[at].of(self._row.once) if self._row.once else str(at)

    def _head(self) -> int | None:
        """Return the index of the head of the next group; None without a new one."""
        row, at = self._row, self.end
        if self._heads:
            found = self._next(at, row.head, ends="" if row.each else _ENDS + "()", is_close=not row.each)
            if found is None or _leads_on(self._tokens[found]):
                return None
            at = found
        if at >= len(self._tokens) or self._tokens[at].is_inert or self._once(at) in self._heads:
            return None
        return at if self._tokens[at].of(row.head) is not None else None

    def _names(self, start: int) -> tuple[list[str], int]:
        """Return the things at the head of a group, and the index after them."""
        row, names, end = self._row, [self._tokens[start].of(self._row.head) or ""], start + 1
        while (
            row.each and row.once and end < len(self._tokens) and (name := self._tokens[end].of(row.head)) is not None
        ):
            names.append(name)
            end += 1
        return names, end

    def _each(self, end: int) -> tuple[list[str], int]:
        """Return the things after the head of a group, and the index after them; a `close` row has only one."""
        row, each = self._row, list[str]()
        ends = _ENDS if row.close else ".!?"
        while row.each and not (row.close and each):
            after = self._next(end, row.each, ends=ends, is_close=row.close)
            if after is None or (row.close and _leads_on(self._tokens[after])):
                break
            each.append(self._tokens[after].of(row.each) or "")
            end = after + 1
        return each, end

    def _turned(self) -> tuple[str, int] | None:
        """Return the text of a group whose head comes last, and the index after it.

        Examples are `Running and Strength on the blacks` and `Science (blue)`. After a group of this form, the head of
        the next one may follow directly.
        """
        tokens, row = self._tokens, self._row
        if not (row.each and row.once):
            return None
        start = self._next(self.end, row.each, ends="", is_close=False) if self._heads else self.end
        each, there = self._things(start) if start is not None else ([], 0)
        there, end = self._led(there)
        if not each or end > len(tokens):
            return None
        head, once = tokens[there].of(row.head), tokens[there].of(row.once)
        if head is None or once in self._heads:
            return None
        self._heads.add(once)
        return _written(row, head, each), end

    def _led(self, at: int) -> tuple[int, int]:
        """Return the index of the head after the things of a group, and the index after the group.

        The second index is too high if nothing shows that the things belong to this head.
        """
        tokens = self._tokens
        is_boxed = at + 2 < len(tokens) and tokens[at].text == "(" and tokens[at + 2].text == ")"
        is_led = at < len(tokens) and (tokens[at].text in _ON or is_boxed)
        there = at + is_led
        if there >= len(tokens) or not (is_led or self._is_turned or _ends_group(tokens, there)):
            return there, len(tokens) + 1
        return there, there + 1 + is_boxed

    def _things(self, end: int) -> tuple[list[str], int]:
        """Return the things from an index on, with or without commas between them, and the index after them."""
        tokens, kind, each = self._tokens, self._row.each, list[str]()
        while end < len(tokens) and not tokens[end].is_inert and (value := tokens[end].of(kind)) is not None:
            each.append(value)
            is_list = end + 2 < len(tokens) and tokens[end + 1].text == "," and tokens[end + 2].of(kind) is not None
            end += 1 + is_list
        return each, end

    def _next(self, at: int, kind: str, *, ends: str, is_close: bool) -> int | None:
        """Return the index of the next token of a kind from `at` on, or None if another thing comes first.

        Stops other than those in `ends`, numbers, and verbs of the row's moves may come before it. If `is_close`, no
        verb may.
        """
        for there in range(at, min(len(self._tokens), at + _GAP)):
            token = self._tokens[there]
            if token.is_inert:
                return None
            if token.of(kind) is not None:
                return there if token.of("") is None else None
            if not token.kinds <= {VERB, NUMBER, ""} or (token.is_stop and token.text in ends):
                return None
            is_other = len(token.text) > _SMALL and self._says.isdisjoint(token.verbs)
            if token.verbs and (is_close or is_other):
                return None
        return None


def _count_of(token: Token, head: str) -> int:
    """Return how many things a head names: 3 for `three blue`, 1 without a number."""
    counts = [sense.value.removesuffix(head) for sense in token.senses if sense.value.endswith(head)]
    return next((int(count) for count in counts if _FIGURES.fullmatch(count)), 1)


def _ends_group(tokens: Sequence[Token], at: int) -> bool:
    """Return whether a token directly follows the token before it, and a stop or the end of the post follows."""
    return not tokens[at].before and (at + 1 == len(tokens) or tokens[at + 1].is_stop)


def _written(row: Row, head: str, each: Sequence[str]) -> str:
    return row.line.replace("{head}", head).replace("{each}", " ".join(each))


def _leads_on(token: Token) -> bool:
    """Return whether the words before a token, such as "for", say that players get this thing for other things."""
    return bool(_LEADS_ON & set(token.before.split()))
