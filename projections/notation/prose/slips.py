"""Corrections inside a text: *b7, sorry, I meant a7*. The thing that was meant replaces the thing that was wrong."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from events.lazy_patterns import lazy_pattern
from projections.notation.prose.clauses import Scanner
from projections.notation.prose.guards import slips
from projections.notation.prose.lexicon import VERB
from projections.notation.prose.tokens import Token

_NOT: Final = lazy_pattern(r"[\s,(]*\b(?:not|instead of|for|rather than)\b (?P<wrong>[^.!?\n]*)", re.IGNORECASE)
"""Matches the words after a thing that name the wrong one: *g6, not f6*."""
_MOST: Final = 3
"""The most corrections of a text that are made."""


def with_corrections(scanner: Scanner, lines: Sequence[str]) -> Sequence[str]:
    """Return a text in which the corrections of its author are made, with the same number of lines.

    A correction that names no thing, or a thing of a kind that was not named before, is left as it is.
    """
    text = "\n".join(lines)
    for _ in range(_MOST):
        text, before = next(_corrected(scanner, text), text), text
        if text == before:
            break
    return text.split("\n")


def _corrected(scanner: Scanner, text: str) -> Iterator[str]:
    """Yield the text with one correction made."""
    for begin, end in slips(text):
        before, after = text[:begin], text[end:]
        meant = next(_things(scanner, after.split("\n")[0]), None)
        place = meant and _last_place(after, meant.text, first=True)
        if not (meant and place):
            continue
        named = _NOT.match(after, place[1])
        rest = after[named.end() if named else place[1] :]
        wrong = {one.text for one in _things(scanner, named["wrong"])} if named else set()
        if where := _wrong_place(scanner, before, meant, wrong):
            is_apart = not before.strip() or before.rstrip(" ").endswith((".", "!", "?", "\n"))
            kept = before[: where[0]] + after[slice(*place)] + before[where[1] :]
            more = _after_sentence(rest) if is_apart else rest.removeprefix(")")
            yield kept.rstrip(" ,;-(\u2013\u2014\u2026") + more


def _wrong_place(scanner: Scanner, before: str, meant: Token, wrong: set[str]) -> tuple[int, int] | None:
    """Return where a text has the last thing of the meant kind, if possible one of those that are `wrong`."""
    named = [one.text for one in _things(scanner, before) if one.kinds & meant.kinds]
    faulty = next((text for text in reversed(named) if text in wrong), named[-1] if named else None)
    return _last_place(before, faulty) if faulty is not None else None


def _things(scanner: Scanner, text: str) -> Iterator[Token]:
    """Yield the tokens of a text that can be things of the game or numbers."""
    for token in scanner.scan(text.split("\n")):
        if not (token.is_stop or token.kinds <= {VERB, "", "seat"}):
            yield token


def _last_place(text: str, words: str, *, first: bool = False) -> tuple[int, int] | None:
    """Return where words occur in a text for the last time, or the first."""
    pattern = r"\W{1,80}".join(map(re.escape, words.split()))
    found = [match.span() for match in re.finditer(rf"(?<!\w){pattern}(?!\w)", text, re.IGNORECASE)]
    return (found[0] if first else found[-1]) if found else None


def _after_sentence(text: str) -> str:
    """Return the text after the rest of the sentence that only makes a correction."""
    found = re.search(r"[.!?\n]", text)
    return text[found.start() :] if found else ""
