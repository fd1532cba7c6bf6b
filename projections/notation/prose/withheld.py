"""Things that a post names although no move uses them: denied ones, kept ones, and those in another person's brackets.

No move draws, shows, plays or discards them. The words are in `guards.toml`.
"""

from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import Final

from projections.notation.prose.guards import denies, keeps
from projections.notation.prose.lexicon import NUMBER, VERB, Lexicon, Sense
from projections.notation.prose.tokens import Token

_NO_THINGS: Final = frozenset({VERB, NUMBER, "seat", "dice", ""})
"""The kinds of phrases that name no thing."""


def without_withheld(tokens: Sequence[Token], lexicon: Lexicon) -> list[Token]:
    """Return the tokens. Those of things that the post denies or keeps have no meaning any more."""
    withheld = {*_denied(tokens), *_kept(tokens, lexicon), *_bracketed(tokens, lexicon)}
    return [
        token._replace(senses=(Sense("", token.text),)) if at in withheld else token for at, token in enumerate(tokens)
    ]


def _denied(tokens: Sequence[Token]) -> Iterator[int]:
    """Yield the things with a denial before them: `not a sonic`, `no Judoon`."""
    yield from (at for at, token in enumerate(tokens) if not token.kinds <= _NO_THINGS and denies(_around(tokens, at)))


def _kept(tokens: Sequence[Token], lexicon: Lexicon) -> Iterator[int]:
    """Yield the things that stay where they are: `keeping Staser in hand`, `Ambush can stay at home`."""
    for at, token in enumerate(tokens):
        if _is_held(token, lexicon) and keeps(_around(tokens, at)):
            yield at


def _bracketed(tokens: Sequence[Token], lexicon: Lexicon) -> Iterator[int]:
    """Yield the things after the name of a person in brackets: `(Nell would love Davros)`."""
    for begin in (at for at, token in enumerate(tokens) if token.is_stop and token.text == "("):
        inside = list(takewhile(lambda token: token.text != ")", tokens[begin + 1 :]))
        if inside and inside[0].kinds == {"seat"}:
            yield from (at for at, token in enumerate(inside, begin + 1) if _is_held(token, lexicon))


def _is_held(token: Token, lexicon: Lexicon) -> bool:
    return not token.kinds.isdisjoint(lexicon.held)


def _around(tokens: Sequence[Token], at: int) -> str:
    """Return the words of a clause around the thing at this index, with `#` in its place.

    They begin after the last other thing.
    """
    words, end = [_between(tokens, at), "#"], at + 1
    for there in range(at - 1, -1, -1):
        if tokens[there].is_stop or not tokens[there].kinds <= _NO_THINGS:
            break
        words[:0] = [_between(tokens, there), tokens[there].text]
    while end < len(tokens) and not tokens[end].is_stop:
        words += [_between(tokens, end), tokens[end].text]
        end += 1
    words += [_between(tokens, end)] if end < len(tokens) else []
    return " ".join(" ".join(words).split())


def _between(tokens: Sequence[Token], at: int) -> str:
    """Return the unknown words between a phrase and the one before it."""
    return tokens[at].before.removeprefix(tokens[at - 1].text if at else "")
