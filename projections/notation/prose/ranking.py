"""A search: the legal moves of a position for typed words, the likeliest first, as lines of notation."""

from collections.abc import Iterator, Sequence, Set as AbstractSet
from itertools import islice
from math import log
from typing import Any, Final

from events.errors import BellError
from projections.draft import find_conflicts
from projections.game import Game
from projections.notation.prose.clauses import Scanner
from projections.notation.prose.lexicon import VERB
from projections.notation.prose.proposing import Proposer
from projections.notation.prose.tokens import Token
from projections.notation.prose.wordings import Wordings
from projections.notation.prose_match import Offers, words_of

MOST: Final = 12
"""The default for the maximum number of lines in an answer."""
_BUILT: Final = 24
"""The maximum number of lines that are built from the typed words and checked against the rules."""
_COMMON: Final = 0.05
"""The weight of a typed word that fits every move; other words weigh more."""


def ranked(game: Game[Any, Any], position: Any, seat: str, typed: str, most: int = MOST) -> tuple[str, ...]:
    """Return the lines of a seat's legal moves that typed words may mean, the likeliest first.

    A word that fits fewer moves weighs more. The last word may be unfinished. Moves that `legal` does not list, such as
    splits, routes and unknown cards, are built from the words and checked against the rules. Without words the result
    is all moves in order. The position must be one that the person who types may know.
    """
    offers = Offers(game, position, seat)
    listed = [(move, line) for move in offers.moves if (line := offers.line(move))]
    lines = [line for _, line in listed]
    if not typed.strip():
        return tuple(islice(dict.fromkeys(lines), most))
    wordings = game.wordings
    tokens = [] if wordings is None else _tokens(wordings, position, seat, typed)
    told = [words_of(game.view.sentence(move, position, position)) | words_of(line) for move, line in listed]
    scores = _scores([*_fitting_words(told, typed), *_fitting_tokens(lines, tokens)], len(lines))
    order = sorted((at for at, score in enumerate(scores) if score > 0), key=lambda at: (-scores[at], len(told[at])))
    built = [line for line in said_lines(wordings, position, seat, typed) if _is_legal(game, position, seat, line)]
    return tuple(islice(dict.fromkeys([*built, *(lines[at] for at in order)]), most))


def _scores(fits: Sequence[frozenset[int]], moves: int) -> list[float]:
    """Return the score of each of `moves` moves. Each of `fits` is the set of moves that one typed word fits."""
    weights = [log((moves + 1) / (len(fit) or 1)) + _COMMON for fit in fits]
    return [sum(weight for weight, fit in zip(weights, fits, strict=True) if at in fit) for at in range(moves)]


def said_lines(wordings: Wordings | None, position: Any, seat: str, typed: str) -> Iterator[str]:
    """Yield the lines of one move each that typed words may mean, legal or not, the highest score first."""
    if wordings is not None:
        yield from islice(Proposer(wordings.lexicon).lines(_tokens(wordings, position, seat, typed)), _BUILT)


def _tokens(wordings: Wordings, position: Any, seat: str, typed: str) -> list[Token]:
    return Scanner(wordings.phrases(position, seat), wordings.lexicon).scan([typed])


def _fitting_words(told: Sequence[AbstractSet[str]], typed: str) -> Iterator[frozenset[int]]:
    """Yield, for each typed word, the indexes of the moves that it fits; the last word may be unfinished."""
    words = list(typed.split())
    for at, word in enumerate(words):
        for stem in words_of(word):
            begins = stem if at == len(words) - 1 else ""
            yield frozenset(
                number for number, spoken in enumerate(told)
                if stem in spoken or (begins and any(one.startswith(begins) for one in spoken))
            )  # fmt: skip


def _fitting_tokens(lines: Sequence[str], tokens: Sequence[Token]) -> Iterator[frozenset[int]]:
    """Yield, for each token that names a thing, the indexes of the lines with that thing."""
    spoken = [words_of(line) for line in lines]
    for token in tokens:
        values = [words_of(sense.value) for sense in token.senses if sense.kind not in (VERB, "")]
        yield frozenset(at for at, words in enumerate(spoken) if any(value and value <= words for value in values))


def _is_legal(game: Game[Any, Any], position: Any, seat: str, line: str) -> bool:
    moves = game.notation.exact(line, position, seat)
    if moves is None or len(moves) != 1:
        return False
    try:
        return not find_conflicts(game.rules, position, moves[0].move)
    except BellError:
        return False
