"""Hidden things, such as a drawn card: a post names such a thing only beside a word that says that it was drawn.

A hole such as `{card:drawn}` in the lexicon is for a hidden thing. Only phrases that `with_drawn` marks can fill it.
A card without such a word beside it is a card that is played, so a draw without a named card stays unknown.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise, takewhile
from typing import Final

from events.lazy_patterns import lazy_pattern
from projections.notation.prose.lexicon import DRAWN, NUMBER, VERB, Lexicon, Sense
from projections.notation.prose.tokens import Token

_LEADS_IN: Final = frozenset({":", "("})
"""Signs that may come between a word of a draw and the drawn thing, as in `card drawn: red key`."""
_PAUSES: Final = frozenset({"-", "\u2013", "\u2014", "\u2192"})
"""Signs that may come between them only if the thing is alone, as in `draw - red key`."""
_ENDS: Final = frozenset({".", ";", "?"})
"""Signs that end a sentence. The thing after them was not drawn."""
_GOES_ON: Final = lazy_pattern(r"(?:^|\s)(?:and|then|so|but|&|\+|/|n|next|plus|on|at|for|by|via|using)(?=\s|$)")
"""Matches words before a thing which begin another move: `draw, then the red key on b6`."""
_IS_IT: Final = lazy_pattern(r"(?:and )?(?:it's|its|it is|it was|which is|namely|and got|turned out)\b")
"""Matches words which say that the thing after them is the one mentioned before them."""
_DESCRIBES: Final = lazy_pattern(
    r"(?:(?:exactly|just|precisely|only|very|one) )*(?:what \w+|card i\b|card (?:that|which)\b|thing\b"
    r"|something\b|(?:rubbish|junk|treasure|gold)$)"
)
"""Matches words after a word of a draw which describe the drawn thing: `drew just what I needed, a red key`."""
_GREETS: Final = lazy_pattern(r"(?:hello|hi|hey|dear|bye|goodbye|farewell|poor|watch out)$")
"""Matches words that address the thing after them."""
_HAS_VERB: Final = lazy_pattern(
    r"(?:is|was|are|were|looks?|has|had|will|can|should|must|where)\b(?! (?:it|mine|drawn|new)\b)"
)
"""Matches words after a thing that say something else of it than that it was drawn."""
_ARTICLES: Final = frozenset({"a", "an", "the", "my", "his", "her"})
_JOINS: Final = frozenset({"", "and", "&", "+"})
"""Words between the things of a list of drawn things."""
_FILLERS: Final = frozenset({"one", "up", "out"})
"""Verbs of other moves that mean no move between a word of a draw and the drawn thing: `drew one blue key`."""
_POINTERS: Final = (" it", " that", " them")
"""Ends of phrases which name the drawn thing before them only: `a green key, keeping it`."""
_LINKS: Final = frozenset(
    {"i", "i've", "is", "was", "has", "been", "just", "that", "which", "it", "who", "now", "also"}
)
"""Unknown words that may come between the drawn thing and a word such as "took", which can mean other moves too."""


def with_drawn(tokens: Sequence[Token], lexicon: Lexicon) -> list[Token]:
    """Return the tokens; those that a post names as drawn have further senses, which fill holes for drawn things."""
    named = _named(tokens, lexicon) if lexicon.hidden else frozenset()
    return [_as_drawn(token, lexicon) if at in named else token for at, token in enumerate(tokens)]


def _as_drawn(token: Token, lexicon: Lexicon) -> Token:
    drawn = [Sense(kind + DRAWN, value) for kind, value in token.senses if kind in lexicon.hidden]
    return token._replace(senses=(*token.senses, *drawn))


def _named(tokens: Sequence[Token], lexicon: Lexicon) -> frozenset[int]:
    """Return the indexes of the things that a post names as drawn."""
    found = set[int]()
    for at, token in enumerate(tokens):
        if token.verbs and lexicon.says_drawn(token.text):
            ways = [_after, _before] if at + 1 < len(tokens) and not tokens[at + 1].is_stop else [_before, _after]
            found.update(next(filter(None, (list(way(tokens, at, lexicon)) for way in ways)), ()))
    return frozenset(found or (_alone(tokens, lexicon) if lexicon.alone else ()))


def _after(tokens: Sequence[Token], at: int, lexicon: Lexicon) -> Iterator[int]:
    """Yield the things of a list after a word of a draw: `drew the red key`, `draws Ace, K9 and Romana`."""
    first = next(
        (there for there in range(at + 1, len(tokens)) if not _is_between(tokens[there], lexicon)), len(tokens)
    )
    if first == len(tokens) or not _belongs(tokens, at, first, lexicon):
        return
    yield first
    for other in range(first + 1, len(tokens)):
        is_listed = _is_hidden(tokens[other], lexicon) and _words_before(tokens, other) in _JOINS
        if is_listed and _is_last(tokens, other, lexicon):
            yield other
        elif tokens[other].text != ",":
            return


def _belongs(tokens: Sequence[Token], at: int, there: int, lexicon: Lexicon) -> bool:
    """Return whether the phrase at the index `there` is a thing that the word of a draw at the index `at` names."""
    words, stops = _words_before(tokens, there), [token.text for token in tokens[at + 1 : there] if token.is_stop]
    if not _is_hidden(tokens[there], lexicon) or tokens[at].text.endswith(_POINTERS):
        return False
    is_described = stops == [","] and not words and _DESCRIBES.match(_said_between(tokens, at, there)) is not None
    if not is_described and _IS_IT.match(words) is None and (_GOES_ON.search(words) or _breaks(stops)):
        return False
    if not stops and tokens[at].verbs <= lexicon.drawing:
        return True
    return _is_last(tokens, there, lexicon) and (_PAUSES.isdisjoint(stops) or not _is_place(tokens, there))


def _said_between(tokens: Sequence[Token], at: int, there: int) -> str:
    """Return the words between two phrases up to the last stop, without articles."""
    said = [part for one in range(at + 1, there) for part in (_words_before(tokens, one), tokens[one].text)]
    return " ".join(part for part in said[:-1] if part)


def _breaks(stops: Sequence[str]) -> bool:
    """Return whether stops separate a thing from the word of a draw. A cry such as `- oho! -` does not."""
    is_ended = any(stop in _ENDS and last != "!" for last, stop in pairwise(("", *stops)))
    return is_ended or (bool(stops) and stops[-1] not in _LEADS_IN | _PAUSES)


def _before(tokens: Sequence[Token], at: int, lexicon: Lexicon) -> Iterator[int]:
    """Yield the thing before a word of a draw: `red key drawn`, `K9 came off the deck`."""
    for there in range(at - 1, -1, -1):
        words = _words_before(tokens, there + 1)
        if tokens[there].is_stop or _GOES_ON.search(words):
            return
        if _is_hidden(tokens[there], lexicon):
            is_linked = set(words.split()) <= _LINKS and _is_last(tokens, at, lexicon)
            if is_linked or tokens[at].verbs <= lexicon.drawing:
                yield there
            return
        if not _is_filler(tokens[there], lexicon):
            return


def _alone(tokens: Sequence[Token], lexicon: Lexicon) -> Iterator[int]:
    """Yield the things that are alone in their clause, as in `Yellow. a5 opens.`; see `Lexicon.alone`."""
    begins = [at for at, token in enumerate(tokens) if not token.is_stop and (not at or tokens[at - 1].is_stop)]
    for first in begins[:1] if lexicon.alone == "first" else begins:
        clause = list(takewhile(lambda token: not token.is_stop, tokens[first:]))
        things = [at for at, token in enumerate(clause, first) if _is_hidden(token, lexicon)]
        is_only = len(things) == 1 and all(_is_hidden(one, lexicon) or _is_filler(one, lexicon) for one in clause)
        if is_only and not (_is_tied(tokens, first, first + len(clause)) or _is_addressed(tokens, things[0])):
            yield things[0]


def _is_tied(tokens: Sequence[Token], first: int, end: int) -> bool:
    """Return whether signs such as an arrow tie a clause to the one before or after it: `barrier -> c6`."""
    before = tokens[first - 1].text if first else ""
    after = tokens[end].text if end < len(tokens) else ""
    return before in _PAUSES | _LEADS_IN or after in _PAUSES


def _is_addressed(tokens: Sequence[Token], at: int) -> bool:
    """Return whether a clause greets a thing, or says something of it: `hello Peru`, `Peru is where I am strong`."""
    behind = _words_before(tokens, at + 1) if at + 1 < len(tokens) else ""
    return _GREETS.search(_words_before(tokens, at)) is not None or _HAS_VERB.match(behind) is not None


def _is_hidden(token: Token, lexicon: Lexicon) -> bool:
    return not token.kinds.isdisjoint(lexicon.hidden)


def _is_between(token: Token, lexicon: Lexicon) -> bool:
    return token.is_stop or (not _is_hidden(token, lexicon) and _is_filler(token, lexicon))


def _is_filler(token: Token, lexicon: Lexicon) -> bool:
    """Return whether a phrase can come between a word of a draw and the drawn thing."""
    is_draw = lexicon.says_drawn(token.text) or token.verbs <= lexicon.drawing
    return token.kinds <= {NUMBER, "seat", ""} or token.text in _FILLERS or (bool(token.verbs) and is_draw)


def _is_last(tokens: Sequence[Token], at: int, lexicon: Lexicon) -> bool:
    """Return whether no other thing or verb follows a token in its clause, or only after a word such as "and"."""
    for there in range(at + 1, len(tokens)):
        if tokens[there].is_stop or _GOES_ON.search(_words_before(tokens, there)):
            break
        if not _is_filler(tokens[there], lexicon):
            return False
    return True


def _is_place(tokens: Sequence[Token], at: int) -> bool:
    """Return whether the next clause only names the place of a thing, as in `draw - barrier - b3`."""
    clause = list(takewhile(lambda token: not token.is_stop, tokens[at + 2 :]))
    return bool(clause) and all(token.kinds.isdisjoint({VERB, ""}) for token in clause)


def _words_before(tokens: Sequence[Token], at: int) -> str:
    """Return the unknown words between a token and the token before it, without articles."""
    words = tokens[at].before.removeprefix(tokens[at - 1].text if at else "").split()
    return " ".join(word for word in words if word not in _ARTICLES)
