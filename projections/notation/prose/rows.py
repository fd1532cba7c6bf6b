"""Rows of things that count as one thing, such as dice by colour with their symbols."""

import re
from collections.abc import Sequence, Set as AbstractSet
from typing import Final

from projections.notation.prose.cut import ARROW
from projections.notation.prose.lexicon import NUMBER, VERB, Row, Sense
from projections.notation.prose.tokens import Token

_ENDS: Final = ".!?;:"
_SMALL: Final = 3
_FIGURES: Final = re.compile(r"[0-9]{1,9}")
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
        groups, starts, end, heads = list[str](), list[int](), at, set[str | None]()
        is_turned = False
        while row.least > 1 or not groups:
            turned = _turned(tokens, end, row, heads, says, is_going_on=is_turned) if is_turned else None
            group = turned or _group(tokens, end, row, heads, says)
            if group is None and (group := _turned(tokens, end, row, heads, says)) is None:
                break
            is_turned = is_turned or (not groups and tokens[group[1] - 1].of(row.each) is None)
            groups.append(group[0])
            starts.append(end)
            end = group[1]
        if len(groups) > row.least and _says_other(tokens, end, says):
            groups.pop()
            end = starts[-1]
        if len(groups) >= row.least:
            token = tokens[at]
            text = " ".join(one.text for one in tokens[at:end])
            senses = (Sense(row.kind, " ".join(groups)),)
            found.append(
                token._replace(senses=senses, text=text, is_light=False, size=len(groups), last=tokens[end - 1].clause)
            )
            at = end
        else:
            found.append(tokens[at])
            at += 1
    return found


def _says_other(tokens: Sequence[Token], end: int, says: AbstractSet[str]) -> bool:
    """Return whether the verb at index `end` means only moves other than `says`, which use no row of things.

    The last group before this verb then belongs to the verb and not to the row.
    """
    if end >= len(tokens) or tokens[end].is_stop:
        return False
    verbs = tokens[end].verbs if len(tokens[end].text) > _SMALL else frozenset()
    return bool(verbs) and verbs == {sense.value for sense in tokens[end].senses} and verbs.isdisjoint(says)


def _group(
    tokens: Sequence[Token], at: int, row: Row, heads: set[str | None], says: AbstractSet[str]
) -> tuple[str, int] | None:  # fmt: skip
    """Return the text of the next group of a row, and the index after it; None without a group.

    Stops and short words before the group are skipped. `heads` are the things at the head of earlier groups; the head
    of this group is added to it. Verbs of the kinds of move in `says` may occur in the group.
    """
    ends = "" if row.each else _ENDS + "()"
    start = at if not heads else _next(tokens, at, row.head, says, ends=ends, is_close=not row.each)
    if start is None or start >= len(tokens) or tokens[start].is_inert:
        return None
    head = tokens[start].of(row.head)
    once = tokens[start].of(row.once) if row.once else str(start)
    if head is None or once in heads or (heads and _leads_on(tokens[start])):
        return None
    each, end, names = list[str](), start + 1, [head]
    while row.each and row.once and end < len(tokens) and (other := tokens[end].of(row.head)) is not None:
        names.append(other)
        end += 1
    ends = _ENDS if row.close else ".!?"
    while row.each and (after := _next(tokens, end, row.each, says, ends=ends, is_close=row.close)) is not None:
        if row.close and _leads_on(tokens[after]):
            break
        value = tokens[after].of(row.each)
        each.append(value or "")
        end = after + 1
        if row.close:
            break
    if row.each and not each:
        return None
    if len(each) == 1 and not row.close:
        each *= _count_of(tokens[start], head)
    heads |= {once, *(names if row.once else ())}
    return " ".join(_written(row, name, each) for name in names), end


def _count_of(token: Token, head: str) -> int:
    """Return how many things a head names: 3 for `three blue`, 1 without a number."""
    counts = [sense.value.removesuffix(head) for sense in token.senses if sense.value.endswith(head)]
    return next((int(count) for count in counts if _FIGURES.fullmatch(count)), 1)


def _turned(
    tokens: Sequence[Token],
    at: int,
    row: Row,
    heads: set[str | None],
    says: AbstractSet[str],
    *,
    is_going_on: bool = False,
) -> tuple[str, int] | None:
    """Return the text of a group whose head comes last, and the index after it.

    Examples are `Running and Strength on the blacks` and `Science (blue)`. If `is_going_on`, an earlier group of the
    row had this form, and the next one may follow directly.
    """
    start = at if not heads else _next(tokens, at, row.each, says, ends="", is_close=False)
    if not (row.each and row.once) or start is None:
        return None
    each, end = list[str](), start
    while end < len(tokens) and not tokens[end].is_inert and (value := tokens[end].of(row.each)) is not None:
        each.append(value)
        end += 1 + (end + 2 < len(tokens) and tokens[end + 1].text == "," and tokens[end + 2].of(row.each) is not None)
    is_boxed = end + 2 < len(tokens) and tokens[end].text == "(" and tokens[end + 2].text == ")"
    is_led = end < len(tokens) and (tokens[end].text in _ON or is_boxed)
    there = end + is_led
    if not each or there >= len(tokens) or not (is_led or is_going_on or _ends_group(tokens, there)):
        return None
    head, once = tokens[there].of(row.head), tokens[there].of(row.once)
    if head is None or once in heads:
        return None
    heads.add(once)
    return _written(row, head, each), there + 1 + is_boxed


def _ends_group(tokens: Sequence[Token], at: int) -> bool:
    """Return whether a token directly follows the token before it, and a stop or the end of the post follows."""
    return not tokens[at].before and (at + 1 == len(tokens) or tokens[at + 1].is_stop)


def _written(row: Row, head: str, each: Sequence[str]) -> str:
    return row.line.replace("{head}", head).replace("{each}", " ".join(each))


def _leads_on(token: Token) -> bool:
    """Return whether the words before a token, such as "for", say that players get this thing for other things."""
    return bool(_LEADS_ON & set(token.before.split()))


def _next(
    tokens: Sequence[Token], at: int, kind: str, says: AbstractSet[str], *, ends: str, is_close: bool
) -> int | None:  # fmt: skip
    """Return the index of the next token of a kind from `at` on, or None if another thing comes first.

    Stops other than those in `ends`, numbers, and verbs of the kinds of move in `says` may come before it. If
    `is_close`, no verb may.
    """
    for there in range(at, min(len(tokens), at + _GAP)):
        token = tokens[there]
        if token.is_inert:
            return None
        if token.of(kind) is not None:
            return there if token.of("") is None else None
        if not token.kinds <= {VERB, NUMBER, ""}:
            return None
        if (token.is_stop and token.text in ends) or (is_close and token.of(VERB) is not None):
            return None
        if token.of(VERB) is not None and len(token.text) > _SMALL and says.isdisjoint(token.verbs):
            return None
    return None
