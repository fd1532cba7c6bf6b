"""Find a resignation in plain words, such as *I resign* or *well, I give up*."""

import re
from typing import Final

from events.lazy_patterns import lazy_pattern
from projections.notation.prose.guards import is_no_deed

_QUOTED: Final = lazy_pattern('["\u201c\u201e\u00ab][^"\u201c\u201d\u201e\u00ab\u00bb]{0,400}["\u201d\u201c\u00bb]')
_SENTENCE: Final = lazy_pattern(r"(?<=[.!?])\s+|\n")
_CLAUSE: Final = lazy_pattern(r"[,;:.!?()]+|\s[-\u2013\u2014]+\s|\b(?:and|so|but|because|since|as)\b", re.IGNORECASE)
_RESIGNS: Final = lazy_pattern(
    r"(?:(?:well|ok|okay|right|alas|sorry|fine|then|therefore|now|yes|think|guess|afraid|i (?:think|guess)"
    r"|i(?:'m| am) afraid)\s+)*"
    r"(?:i(?:'ll|'m| am| will| must| have to| do| hereby| now| therefore)*\s+"
    r"(?:resign(?:ing)?|conced(?:e|ing)|surrender(?:ing)?|forfeit(?:ing)?|giv(?:e|ing) up)|resigning|conceding)"
    r"(?:\s+(?:(?:from )?(?:the|this) (?:game|match|one)|defeat|now|here|then|too|at this point|to (?:you|both|all)))*",
    re.IGNORECASE,
)


def resigns(text: str) -> bool:
    """Return whether a clause of a text says that its author resigns, outside quotations, plans and questions."""
    return without_resignation(text) != _plain(text)


def without_resignation(text: str) -> str:
    """Return a text without quotations and without the clauses in which its author resigns."""
    return " ".join(filter(None, map(_without, _SENTENCE.split(_plain(text)))))


def _plain(text: str) -> str:
    return " ".join(filter(None, _SENTENCE.split(_QUOTED.sub(" ", text.replace("\u2019", "'")))))


def _without(sentence: str) -> str:
    if is_no_deed(sentence.strip()):
        return sentence
    clauses = [" ".join(clause.split()) for clause in _CLAUSE.split(sentence)]
    left = [clause for clause in clauses if not _RESIGNS.fullmatch(clause)]
    return sentence if left == clauses else ", ".join(filter(None, left))
