"""The legal moves of a position ranked for words that somebody types: the likeliest first, as lines of notation."""

from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from itertools import islice
from math import log
from typing import Any, Final

from events.errors import BellError
from projections.draft import objections
from projections.game import Game
from projections.notation.prose.clauses import Scanner, Token
from projections.notation.prose.lexicon import VERB
from projections.notation.prose.walk import lines_of
from projections.notation.prose.wordings import Wordings
from projections.notation.prose_match import Offers, words_of

MOST: Final = 12
"""So many lines are given at most, unless more are asked for."""
_BUILT: Final = 24
"""So many lines that are built from the words are tried."""
_COMMON: Final = 0.05
"""What a word counts that says nothing about which move is meant."""


def ranked(game: Game[Any, Any], position: Any, seat: str, typed: str, most: int = MOST) -> tuple[str, ...]:
    """The legal moves of a seat that typed words may mean, the likeliest first.

    A word weighs more the fewer moves it fits, and the last one may be still unfinished. Moves that `legal` does not
    list, such as splits, routes and cards that are not known, are built from the words and tried by the rules. Without
    words these are all moves in their order. The position is one that whoever types may know.
    """
    offers = Offers(game, position, seat)
    listed = [(move, line) for move in offers.moves if (line := offers.line(move))]
    lines = [line for _, line in listed]
    if not typed.strip():
        return tuple(islice(dict.fromkeys(lines), most))
    wordings = game.wordings
    tokens = [] if wordings is None else _tokens(wordings, position, seat, typed)
    told = [words_of(game.view.tell(move, position, position)) | words_of(line) for move, line in listed]
    fits = [*_fitting_words(told, typed), *_fitting_tokens(lines, tokens)]
    weights = [log((len(lines) + 1) / (len(fit) or 1)) + _COMMON for fit in fits]
    scores = [sum(weight for weight, fit in zip(weights, fits, strict=True) if at in fit) for at in range(len(lines))]
    order = sorted((at for at, score in enumerate(scores) if score > 0), key=lambda at: (-scores[at], len(told[at])))
    built = [line for line in said_lines(wordings, position, seat, typed) if _is_legal(game, position, seat, line)]
    return tuple(islice(dict.fromkeys([*built, *(lines[at] for at in order)]), most))


def said_lines(wordings: Wordings | None, position: Any, seat: str, typed: str) -> Iterator[str]:
    """The single lines that words may mean, legal or not; those that explain most of them first."""
    if wordings is not None:
        yield from islice(lines_of(_tokens(wordings, position, seat, typed), wordings.lexicon), _BUILT)


def _tokens(wordings: Wordings, position: Any, seat: str, typed: str) -> list[Token]:
    return Scanner(wordings.phrases(position, seat), wordings.lexicon).scan([typed])


def _fitting_words(told: Sequence[AbstractSet[str]], typed: str) -> Iterator[frozenset[int]]:
    """For each word the moves that say it; for the last one those with a word that begins so."""
    words = list(typed.split())
    for at, word in enumerate(words):
        for stem in words_of(word):
            begins = stem if at == len(words) - 1 else ""
            yield frozenset(
                number for number, said in enumerate(told)
                if stem in said or (begins and any(one.startswith(begins) for one in said))
            )  # fmt: skip


def _fitting_tokens(lines: Sequence[str], tokens: Sequence[Token]) -> Iterator[frozenset[int]]:
    """For each phrase that names a thing the lines in which that thing stands."""
    said = [words_of(line) for line in lines]
    for token in tokens:
        values = [words_of(sense.value) for sense in token.senses if sense.kind not in (VERB, "")]
        yield frozenset(at for at, words in enumerate(said) if any(value and value <= words for value in values))


def _is_legal(game: Game[Any, Any], position: Any, seat: str, line: str) -> bool:
    moves = game.notation.exact(line, position, seat)
    if moves is None or len(moves) != 1:
        return False
    try:
        return not objections(game.rules, position, moves[0].move)
    except BellError:
        return False
