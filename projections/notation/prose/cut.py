"""A post without markup, cut into sentences, and these into words and signs."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from events.lazy_patterns import lazy_pattern
from projections.notation.prose.rollers import plain_rolls

_BULLET: Final = lazy_pattern(r"\[(?:\*|li|/?list[^\]]{0,20})\]", re.IGNORECASE)
_MARKUP: Final = lazy_pattern(
    r"\[/?[a-z*]{1,8}(?:=[^\]]{0,40})?\]|<[^<>]{0,60}>|[`*_~\"\u201c\u201d\U0001f3b2]+", re.IGNORECASE
)
_DOTTED: Final = lazy_pattern(r"\b([A-Za-z])\.(?=[A-Za-z](?:\b|\.))")
_SHORTENED: Final = lazy_pattern(r"\b([A-Za-z])\.(?=\s?[A-Za-z])")
_COLON: Final = lazy_pattern(r"\.(?=:)")
_ITEM: Final = lazy_pattern(r"^\s*(?:\(?(?:[a-z]|[0-9]{1,2})[.)]|[-+=\u2022\u21d2\u2013])\s+", re.IGNORECASE)
_TELEGRAM: Final = lazy_pattern(r"\bSTOP\b(?=\W|$)")
"""Matches the STOP of a telegram, which ends a sentence if the word occurs more than once in the post."""
_ROW: Final = lazy_pattern(r"\s*+\|?+(?P<head>[^|\n]++)\|(?P<rest>[^\n]+)\|\s*+")
"""Matches a row of a table, `| card | drawn |`."""
_ANSWER: Final = lazy_pattern(
    r"(?<![a-z'])(?P<key>[a-z][a-z']*+(?: [a-z']++)?+)\s*+[:=]\s*+"
    r"(?:(?P<no>no more|none|nope|no|nil|nothing)|(?:yes|yep)(?: please)?|(?P<done>done|drawn|taken|announced))"
    r"(?=\s*(?:[.,;!)]|$))",
    re.IGNORECASE,
)
"""Matches an entry of a form that only says whether it was done, as in `card: yes` and `attacks: none`."""
_SENTENCE: Final = lazy_pattern(r"(?<=[.!?])[^\S\u00a0]+|(?<=[.!?])$|\n")
_CRY: Final = lazy_pattern(r"\b([A-Z]\w+)! (?=[a-z])")
"""Matches a name with an exclamation mark that does not end the sentence."""
_WORD: Final = lazy_pattern(
    r"(?P<arrow>->|=>|>|[\u2190-\u21ff\u27a1\u2b05-\u2b07])|(?P<word>[^\W_]+(?:['\u2019][^\W_]+)*)"
    r"|(?P<stop>[.!?;:()\n,\u2013\u2014-]|(?<=\s)/(?=\s))|(?P<other>[^\s])",
    re.IGNORECASE,
)
_GLUED: Final = lazy_pattern(r"\b(?:([wx])(?=\d)|(\d+)(?=n\b))", re.IGNORECASE)
"""Matches the place in `w3` or `4n` where a blank between letter and number is missing."""
WRAP: Final = "\u2028"
"""Stands in a sentence where a mail client wrapped its line."""
_ENDED: Final = lazy_pattern(r"[\w)][.!?]\s*$")
_WITHIN: Final = lazy_pattern(r"(?>.*?[.!?:] +\S).*\w,?\s*$")
_OPEN_END: Final = lazy_pattern(r"[\w,]\s*$")
_UNFINISHED: Final = lazy_pattern(r"\b(?:the|an?|to|in|on|with|from|of|my|at|by|into|and)\s*$", re.IGNORECASE)
_CONTINUES: Final = lazy_pattern(r"\s*(?!(?:[a-z]|[0-9]{1,2})[.)]\s+\S)(?![\w ]{0,11}:)[\w'(]", re.IGNORECASE)
"""The beginning of a line that goes on with a sentence: neither a bullet nor a label."""
ARROW: Final = "\u2192"


def unwrapped(lines: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Yield the lines of a post as (index of the first one, text). Lines that a mail client wrapped are one text.

    Their texts are joined by `WRAP`. Lines are wrapped if a sentence begins within a line, ends in a later line, and
    the lines between have no other sign at their end.
    """
    is_prose = any(_ENDED.search(line) for line in lines)
    held: list[str] = []
    for at, line in enumerate(lines):
        held.append(line)
        following = lines[at + 1] if at + 1 < len(lines) else ""
        is_begun = len(held) > 1 or _WITHIN.match(line) or _UNFINISHED.search(line)
        if not (is_prose and is_begun and _OPEN_END.search(line) and _CONTINUES.match(following)):
            yield at + 1 - len(held), WRAP.join(held)
            held = []


def sentences(lines: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Yield the sentences of a post without markup, each as (index of its line, text)."""
    is_telegram = len(_TELEGRAM.findall("\n".join(lines))) > 1
    for at, line in unwrapped(plain_rolls(lines)):
        line = _BULLET.sub("\n", _TELEGRAM.sub(".", line) if is_telegram else line)  # noqa: PLW2901
        line = _CRY.sub("\\1!\N{NO-BREAK SPACE}", _COLON.sub(":", line))  # noqa: PLW2901
        plain = _SHORTENED.sub(r"\1 ", _DOTTED.sub(r"\1", _ITEM.sub("", _MARKUP.sub(" ", line))))
        plain = _ANSWER.sub(_answered, _without_cells(plain))
        for part in _SENTENCE.split(plain):
            if part.strip():
                yield at, part
            at += part.count(WRAP)  # noqa: PLW2901


def _without_cells(line: str) -> str:
    """Return a line without the signs of a table. The head of a row is its key."""
    row = _ROW.fullmatch(line)
    text = f"{row['head'].strip()}: {row['rest'].strip()}" if row else line
    return ", ".join(cell.strip() for cell in text.split("|")) if "|" in text else text


def _answered(entry: re.Match[str]) -> str:
    """Return an entry of a form as a plain phrase: `no attacks`, `card`."""
    return f"no {entry['key']}" if entry["no"] else " ".join(filter(None, (entry["key"], entry["done"])))


def words(sentence: str) -> Iterator[tuple[str, str | None, int]]:
    """Yield the words and signs of a sentence, each as (text, group, number of wraps before it)."""
    for number, line in enumerate(_GLUED.sub(r"\g<0> ", sentence).split(WRAP)):
        for match in _WORD.finditer(line):
            text = ARROW if match.lastgroup == "arrow" else match[0].casefold().replace("\u2019", "'")
            yield text, match.lastgroup, number


def texts(sentence: str) -> list[str]:
    """Return the words and signs of a sentence."""
    return [word for word, _, _ in words(sentence)]
