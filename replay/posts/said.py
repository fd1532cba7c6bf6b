"""What the best reading of a post says: its phrases, further words of its moves, and verbs whose meaning is vague."""

from collections.abc import Iterator, Sequence, Set as AbstractSet
from itertools import pairwise
from typing import Final

from projections.notation.prose.lexicon import VERB
from projections.notation.prose.mismatch import plays_drawn
from projections.notation.prose.reading import HEARD, Reading, parts_of, words_in
from projections.notation.prose.tokens import SAYING, Token
from replay.posts.certainty import DENIAL, FIGURE, WORD, Said, extra_words
from replay.posts.decision import WORDY, Decision

_JOINS: Final = frozenset({"and", "then", "but", "so", "n", "&"})


def said_of(decision: Decision) -> Said:
    """Return what the best reading says."""
    best, steps = decision.best, decision.steps
    others = frozenset(seat for seat in steps.begin.started.seats if seat != steps.seat)
    words = {word for one in _sentences(decision) for word in WORD.findall(one.casefold())}
    own = frozenset(word for word in words if not DENIAL.match(word)) - others - {steps.seat}
    used = _phrases_used(best, decision.lexicon.describing)
    idle = _phrases_idle(decision, own | {word for phrase in used for word in phrase.split()})
    return Said(used, own, tuple(idle), others, not (best.position.waits or decision.is_awaited))


def count_extra(decision: Decision, said: Said) -> int:
    """Count the words, signs and vague verbs that neither belong to the best reading nor are neutral.

    A thing that is drawn and used for another move only counts too.
    """
    is_hidden = plays_drawn(decision.best, decision.lexicon)
    return len(extra_words(decision.lines, said)) + sum(1 for _ in _vague(decision)) + is_hidden


def _sentences(decision: Decision) -> Iterator[str]:
    """Yield the sentences of the log about the moves of the best reading."""
    steps = decision.steps
    for before, after, line in zip(decision.way, decision.way[1:], decision.best.lines, strict=False):
        for one in (written for part in parts_of(line) for written in steps.moves(before, part) or ()):
            yield steps.game.view.sentence(one.move, before.position, after.position)


def _phrases_used(reading: Reading, describing: AbstractSet[str]) -> tuple[str, ...]:
    """Return the phrases that a reading uses: verbs that matter or that mean one of its moves, players, and things.

    A thing that a post only denies, as in *no dalek*, is not one of them, nor is a description of another thing, such
    as its colour, which may be wrong.
    """
    moves, named = set(reading.moves), frozenset(words_in(" ".join(reading.lines)))
    return tuple(
        token.text for token in reading.used
        if (token.weight > HEARD or token.verbs & moves or _is_named(token, named))
        and (token.is_verb or not DENIAL.search(token.text))
        and (token.kinds.isdisjoint(describing) or _is_named(token, named))
    )  # fmt: skip


def _is_named(token: Token, named: AbstractSet[str]) -> bool:
    return any(sense.value.casefold() in named for sense in token.senses if sense.kind != VERB)


def _phrases_idle(decision: Decision, told: AbstractSet[str]) -> Iterator[str]:
    """Yield the phrases without a meaning, and further verbs of the moves of the best reading.

    A denial in such a phrase is about something that is not among the words of these moves, `told`.
    """
    best, lexicon = decision.best, decision.lexicon
    moves, held, read = set(best.moves), {id(token) for token in best.used}, best.families(lexicon)
    for token in best.tokens:
        is_said = token.verbs & moves or any(lexicon.families[verb] <= read for verb in token.verbs)
        is_idle = token.is_verb and (token.of("") is not None or is_said)
        is_denied = DENIAL.search(token.text) and not told.isdisjoint(WORDY.findall(token.text))
        is_figure = any(map(FIGURE.match, token.text.split()))
        if is_idle and not (token.is_inert or id(token) in held or is_denied or is_figure):
            yield token.text


def _vague(decision: Decision) -> Iterator[str]:
    """Yield the verbs of parts without a thing that could mean another move, or that lack the thing of their move."""
    held = {id(token) for token in decision.best.used}
    for part in _parts_of(decision.best.tokens):
        told = [token for token in part if id(token) in held]
        if all(token.is_verb or token.is_light for token in told):
            yield from (token.text for token in told if token.weight >= SAYING and _is_vague(token, decision))


def _is_vague(token: Token, decision: Decision) -> bool:
    """Return whether a verb could mean another move after the reading, or its sentence lacks the thing of its move."""
    best, moves = decision.best, [move for move in decision.lexicon.moves if move.name in token.verbs]
    near = {kind for one in best.used if one.clause == token.clause for kind in one.kinds}
    mine = [move for move in moves if move.name in best.moves]
    others = {move.verb for move in moves if move.name not in best.moves}
    lacks = bool(mine) and all(move.wanted and move.wanted.isdisjoint(near) for move in mine)
    return lacks or not decision.further.after_last.isdisjoint(others)


def _parts_of(tokens: Sequence[Token]) -> Iterator[list[Token]]:
    """Yield the tokens between stops, and between words such as *and*."""
    part = list[Token]()
    for last, token in pairwise((Token((), ".", -1), *tokens)):
        if token.is_stop or not _JOINS.isdisjoint(token.before.removeprefix(last.text).split()):
            yield part
            part = []
        part += [] if token.is_stop else [token]
    yield part
