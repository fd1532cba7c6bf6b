"""The evidence for the best reading of a post in plain words, from which its probability is calculated."""

from collections import Counter
from collections.abc import Iterable, Sequence, Set as AbstractSet
from math import log1p
from typing import Final

from events.lazy_patterns import lazy_pattern
from projections.notation.prose import unread
from projections.notation.prose.lexicon import NOT, NUMBER
from projections.notation.prose.reading import words_in
from projections.notation.prose.sentence_kinds import doubted
from projections.notation.prose.tokens import Token
from replay.posts.certainty import DENIAL, Evidence
from replay.posts.decision import WORDY, Decision

_LEAD: Final = 6.0  # a larger lead, or more weight left over, says nothing more about a reading
_FEW: Final = 3  # a larger number of other readings, of numbers or of steps says nothing more about a reading
_WORD: Final = lazy_pattern(r"[\w']+")
_PARTED: Final = lazy_pattern(r"[.,;:!?\n()|\u2013\u2014]|\s(?:and|then|so|but|n)\s")


def evidence_of(decision: Decision, extra: int) -> Evidence:
    """Return the evidence for the best reading. `extra` counts the words that neither belong to it nor are neutral."""
    best, left = decision.best, decision.best.left
    leads = [best.score - other.score for other in decision.others if other.position.path != best.position.path]
    said = frozenset[str]().union(*(token.verbs for token in decision.carried))
    numbers = Counter(token.of(NUMBER) for token in best.tokens if token.is_number)
    numbers -= Counter(words_in(" ".join(best.lines)))
    unknown, loose, chat, denied = _words(decision)
    return Evidence(
        unclear=float(not decision.is_clear),
        lead=min(_LEAD, *leads, _LEAD),
        others=float(min(_FEW, len(leads))),
        explained=log1p(best.explained / max(1, len(best.lines))),
        left=min(_LEAD, sum(token.cost for token in left if not best.repeats(token, decision.lexicon))),
        loose=log1p(sum(not token.is_stop for token in left)),
        numbers=float(min(_FEW, numbers.total())),
        unknown=log1p(unknown),
        unread=log1p(loose),
        chat=log1p(chat),
        denied=float(min(_FEW, denied)),
        silent=log1p(sum(move not in said for move in best.moves if move)),
        planned=float(min(_FEW, sum(1 for _ in doubted(best.tokens, decision.steps.seat)))),
        supplied=float(min(_FEW, len(best.supplied))),
        moves=log1p(len(best.lines)),
        goes_on=float(decision.is_awaited),
        extra=log1p(extra),
    )


def _words(decision: Decision) -> tuple[int, int, int, int]:
    """Return the numbers of unknown words, loose parts, parts of chat, and parts with a denial that was not read.

    Of the parts without a word of the reading, those with a denial or a word of the game are loose; the rest is chat.
    """
    tokens, left = decision.best.tokens, decision.best.left
    known, game = _words_of(tokens), _words_of(token for token in tokens if token.cost)
    used = _words_of(token for token in tokens if token not in left and not token.is_inert)
    read, others = _parts(decision.lines, used)
    loose = [part for part in others if DENIAL.search(part) or not game.isdisjoint(_WORD.findall(part))]
    unknown = [word for part in read for word in WORDY.findall(part) if word not in known]
    return len(unknown), len(loose), len(others) - len(loose), _count_denied(decision, read, used)


def _count_denied(decision: Decision, parts: Iterable[str], used: AbstractSet[str]) -> int:
    """Count the parts of sentences that deny more than the denied verbs of the reading, such as *not move*."""
    verbs = [
        token.text.removeprefix(NOT).split() for token in decision.best.tokens
        if token.text.startswith(NOT) and token not in decision.best.left
    ]  # fmt: skip
    return sum(_denies_more(_WORD.findall(part), used, verbs) for part in parts)


def _denies_more(words: Sequence[str], used: AbstractSet[str], verbs: Iterable[Sequence[str]]) -> bool:
    """Return whether words have more denials than verbs that the reading uses as denied ones."""
    unused = [word for word in words if DENIAL.fullmatch(word) and word not in used]
    return len(unused) > sum(set(words).issuperset(verb) for verb in verbs)


def _parts(lines: Sequence[str], used: AbstractSet[str]) -> tuple[list[str], list[str]]:
    """Return the parts of sentences with a word of a reading, and the others without mere remarks."""
    parts = [part for part in _PARTED.split("\n".join(lines).casefold()) if WORDY.search(part)]
    read = [part for part in parts if not used.isdisjoint(_WORD.findall(part))]
    return read, [part for part in parts if part not in read and not unread.REMARKS.search(part)]


def _words_of(tokens: Iterable[Token]) -> set[str]:
    return {word for token in tokens for word in token.text.split()}
