"""Text in a post that is not a move although it names things: plans, wishes, questions, other players' actions.

The words are in `guards.toml`.
"""

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set as AbstractSet
from functools import cache, lru_cache
from pkgutil import get_data
from typing import Any, Final, NamedTuple

from events.lazy_patterns import lazy_pattern
from projections.notation.prose.needed_texts import needed_texts

_DENIED_TONIGHT: Final = lazy_pattern(r"(\b(?:no|not|nobody|none)\b[^.!?;,]{0,200}?) toni(?:ght|te)\b", re.IGNORECASE)
"""Matches a denial with "tonight" after it, such as "no attack tonight"."""
_SENTENCE: Final = lazy_pattern(r"(?<=[.!?])\s+|(?<=\.\.\.)|\u2026|\n+")
_MARK: Final = lazy_pattern(r"\[/?\w{1,8}\]|[*_]")
"""Matches markup that could come between words."""
_OWN: Final = lazy_pattern(r"\b(?:i|i'm|im|i've|i'll|we)\b", re.IGNORECASE)
_SUBJECT: Final = lazy_pattern(
    r"\W*(?:(?:and|but|so|well|oh|ah|wow|man|lol|haha)\W+)?+(?P<who>\w+) "
    r"(?:(?P<is>is) |(?:just|also|even|has|had|will) )?"
    r"(?!(?:you|your|u|ur|go|please|and|or|to|from|with|on|at|in|of|get|got|gotten|lose|lost|take|took|roll|rolled"
    r"|threw|the|a|an|is|was|if|when|for|by|not|no|all|up|it|that|this)\b)(?P<verb>[a-z]{2,})\b",
    re.IGNORECASE,
)
"""Matches the beginning of a sentence: a word that may be a name, and a word that may be a verb."""
_SLOT: Final = lazy_pattern(r"\{([a-z]+)\}")
_DOTTED: Final = {0x130: "i", 0x131: "i"}  # letters that a pattern without case takes for i, and casefold does not
_QUOTED: Final = 80  # the most characters of a sentence that is quoted
_BEFORE: Final = 20  # the characters of a longer sentence that are quoted before the words that take it back
_ENOUGH: Final = 1.0  # the weight from which a sentence takes something back


class Retraction(NamedTuple):
    """The sentence with which a post takes something back.

    `is_last` says whether this is only the last thing that it said, `is_staged` whether it can be the moves below it.
    """

    text: str
    is_last: bool
    is_staged: bool = False


class _Phrases(NamedTuple):
    """Alternative patterns, each with texts of which every match contains at least one."""

    patterns: Sequence[tuple[AbstractSet[str], re.Pattern[str]]]

    def search(self, text: str, at: int = 0) -> re.Match[str] | None:
        """Return the first match in a text from `at` on; of several at the same place, that of the first pattern."""
        plain = text.translate(_DOTTED).casefold()
        found = (one.search(text, at) for needed, one in self.patterns if any(part in plain for part in needed))
        return min(filter(None, found), key=re.Match.start, default=None)


class _Sign(NamedTuple):
    phrases: _Phrases
    weight: float
    kind: str
    is_own: bool


@cache
def _data() -> Mapping[str, Any]:
    return tomllib.loads((get_data(__package__, "guards.toml") or b"").decode())


@cache
def _phrase(words: str) -> tuple[AbstractSet[str], re.Pattern[str]]:
    slots: Mapping[str, str] = _data()["slots"]
    text = _SLOT.sub(lambda match: slots[match[1]], words)
    return needed_texts(words), lazy_pattern(rf"(?<!\w)(?:{text})(?!\w)", re.IGNORECASE)


@cache
def _words(kind: str) -> _Phrases:
    """Return the words of all entries of this kind."""
    found = _data()[kind]
    return _Phrases(
        [_phrase(word) for entry in (found if isinstance(found, list) else [found]) for word in entry["words"]]
    )


@cache
def _signs(*kinds: str) -> Sequence[_Sign]:
    return [
        _Sign(_Phrases([_phrase(word) for word in words]), entry["weight"], kind, entry.get("own", False))
        for kind in kinds for entry in _data()[kind]
        for words in ([entry["words"]] if entry["weight"] >= _ENOUGH else [[word] for word in entry["words"]])
    ]  # fmt: skip


@lru_cache(maxsize=4096)
def is_no_deed(sentence: str) -> bool:
    """Return whether a sentence describes no action done now: a plan, a wish, a what-if, a question, a memory."""
    phrase = _DENIED_TONIGHT.sub(r"\1", sentence.rstrip())
    return _words("imagined").search(phrase) is not None or (
        phrase.endswith("?") and not (_words("sure").search(phrase) or _words("cries").search(phrase))
    )


def plays_nothing(post: str) -> str:
    """Return the words which say that nothing in a post is played, or ""."""
    found = _words("unplayed").search(post)
    return found[0] if found else ""


def put_off(post: str) -> str:
    """Return the words which say that the moves of a post are still to come or not meant, or ""."""
    found = _words("unplayed").search(post) or _words("postponed").search(post)
    return found[0] if found else ""


def announces(sentence: str) -> bool:
    """Return whether a sentence before a list of moves announces a plan."""
    return _words("announced").search(sentence) is not None


def sentences_of(text: str) -> list[str]:
    """Return the sentences of a text, at least one, without markup."""
    return [plain for one in _SENTENCE.split(text) if (plain := _MARK.sub("", one).strip())] or [""]


@lru_cache(maxsize=4096)
def taken_back(post: str) -> tuple[Retraction, ...]:
    """Return the sentences with which a post takes back something of its own."""
    return tuple(one for sentence in sentences_of(post) if (one := _retraction(sentence)))


def takes_back(post: str) -> str:
    """Return the first sentence with which a post takes back something of its own, or ""."""
    return next((found.text for found in taken_back(post)), "")


def slips(text: str) -> Iterator[tuple[int, int]]:
    """Yield where the words begin and end that announce the thing that was meant, such as *sorry, I meant*."""
    at = 0
    while found := _words("slip").search(text, at):
        at = found.end()
        yield found.span()


@lru_cache(maxsize=4096)
def is_remark(sentence: str) -> bool:
    """Return whether a sentence only remarks on the game, such as praise, a habit or a comparison."""
    is_own = _OWN.search(sentence) is not None
    found = (sign for sign in _signs("remark") if sign.is_own or not is_own)
    return sum(sign.weight for sign in found if sign.phrases.search(sentence)) >= _ENOUGH


def does_another(sentence: str, others: Iterable[str], *, is_bare: bool = False) -> bool:
    """Return whether a sentence begins with the name of one of the `others`, who does, did or will do something.

    A verb in the present, such as "Nell goes to f2", can be the effect of a move of the author if the sentence names a
    thing. A sentence that is `is_bare` names none.
    """
    found = _SUBJECT.match(sentence)
    if found is None or found["who"].casefold() not in others:
        return False
    return is_bare or not (found["is"] or found["verb"].endswith("s"))


def denies(words: str) -> bool:
    """Return whether the words of a clause deny the thing at `#`."""
    return _words("denied").search(words) is not None


def rejects(words: str) -> bool:
    """Return whether words before a spoiler, or its title, say that the moves in it were not chosen."""
    return _words("rejected").search(words) is not None


def keeps(words: str) -> bool:
    """Return whether the words of a clause say that the owner of the thing at `#` keeps it."""
    return _words("kept").search(words) is not None


def _retraction(sentence: str) -> Retraction | None:
    found = [
        (sign, match) for sign in _signs("withdrawn", "staged", "corrected") if (match := sign.phrases.search(sentence))
    ]
    if sum(sign.weight for sign, _ in found) < _ENOUGH:
        return None
    words = _quoted(sentence, min(match.start() for _, match in found))
    kinds = {sign.kind for sign, _ in found}
    return Retraction(words, kinds == {"corrected"}, kinds == {"staged"})


def _quoted(sentence: str, at: int) -> str:
    """Return a sentence, or the part of a long one around the words at an index."""
    if len(sentence) <= _QUOTED:
        return sentence
    begin = sentence.rfind(" ", 0, max(0, at - _BEFORE)) + 1
    return sentence[begin : begin + _QUOTED].strip()
