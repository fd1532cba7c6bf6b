"""Decide whether the best reading of a post in plain words is clear, so that no other meaning is likely."""

from collections.abc import Iterator, Sequence, Set as AbstractSet
from functools import cache, cached_property
from itertools import islice, pairwise, takewhile
from typing import Final

import msgspec

from events.events import Move
from events.lazy_patterns import lazy_pattern
from projections.notation.prose import unread
from projections.notation.prose.cut import sentences
from projections.notation.prose.further import FurtherMoves, Unexplained
from projections.notation.prose.guards import takes_back
from projections.notation.prose.lexicon import DICE, NUMBER, Lexicon
from projections.notation.prose.mismatch import does_another
from projections.notation.prose.overlooked import Overlooked
from projections.notation.prose.proposing import Proposer
from projections.notation.prose.reading import HEARD, NAMED, Reading, verb_of
from projections.notation.prose.sentence_kinds import HEAVY, doubted, tells_of_others
from projections.notation.prose.tokens import SAYING, Token
from projections.notation.prose_match import Offers
from replay.posts.later_text import later_phrases
from replay.posts.simulate import LookAhead
from replay.posts.steps import Steps

LEAST: Final = 0.5  # the score that a reading must exceed: the weight it explains minus the weight it leaves over
TOLD: Final = 2.5  # a reading that explains more than this, such as a named thing, is always asked about
SHARE: Final = 0.35  # a reading is clear only if its score exceeds this share of what it explains
WORDY: Final = lazy_pattern(r"[^\W\d_]{4,}")
_AHEAD: Final = 0.9  # the lead in score over the next reading that makes a reading clear
_HARMLESS: Final = 0.6  # the share of the weight of harmless leftover phrases that does not count against a reading
_MEANT: Final = 8  # the number of possible lines per clause that are tried as additions to a reading
_PASSING: Final = 4  # in a post with more long words than this, a single named thing is only a mention
_THING: Final = 2.0  # the weight of a named thing that is not merely mentioned with others


class Decision(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """The best reading of a post and the other likely ones. `remarks` are the sentences that describe no move."""

    lines: Sequence[str]
    best: Reading
    others: Sequence[Reading]
    lexicon: Lexicon
    steps: Steps
    remarks: AbstractSet[int]

    @cached_property
    def is_clear(self) -> bool:
        """Whether the best reading explains all that matters, and no other reading is close."""
        return self._is_told and self._is_alone and self._is_whole and self._is_sure and not self._leaves_row

    @cached_property
    def is_mention(self) -> bool:
        """Whether a thing is only mentioned among other words, without a verb of a move."""
        text, is_told = "\n".join(self.lines), self._is_told
        begins = any(text.casefold().startswith(token.text) for token in self.carried)
        is_little = not begins and self.best.explained < TOLD and len(WORDY.findall(text)) > _PASSING
        return not is_told and is_little

    @cached_property
    def carried(self) -> Sequence[Token]:
        """The phrases that the best reading does not leave over."""
        return self.best.carried

    @cached_property
    def is_awaited(self) -> bool:
        """Whether the seat can move again after the best reading."""
        return self.steps.is_awaited(self.best.position)

    @cached_property
    def unexplained(self) -> tuple[str, ...]:
        """The texts of the leftover phrases that could change the meaning."""
        before, after = self.steps.begin, self.best.position

        @cache
        def could(line: str) -> bool:
            return any(self.steps.after(ahead, line) is not None for ahead in (before, after))

        return Unexplained(
            reading=self.best, lexicon=self.lexicon, could=could, implied=self._implied, further=self.further
        ).texts()

    @cached_property
    def left(self) -> tuple[str, ...]:
        """The texts of the leftover phrases that are shown: those that could change the meaning, or else others."""
        return self.unexplained or tuple(dict.fromkeys(token.text for token in self._unused()))

    def _unused(self) -> Iterator[Token]:
        """Yield the verbs of moves that the best reading does not have, and the things beside them.

        If the reading is not clear, also yield all other named things that it does not use.
        """
        left = self._new_phrases()
        verbs = [token for token in left if token.is_verb and token.cost >= SAYING]
        clauses = {token.clause for token in verbs}
        for token in left:
            is_named = token.clause in clauses or (token.weight >= _THING and not self.is_clear)
            if token in verbs or (is_named and not token.is_verb):
                yield token

    def _new_phrases(self) -> Sequence[Token]:
        """Return the leftover phrases that repeat nothing, without those that can be read only later."""
        later = {id(token) for token in later_phrases(self.best, self.lexicon)}
        left = [token for token in self.best.left if id(token) not in later]
        return [token for token in left if not self.best.repeats(token, self.lexicon)]

    @cached_property
    def unsaid(self) -> Sequence[Reading]:
        """The best reading with one more line each, if unknown words after its last move may mean this line."""
        best, found = self.best, list[Reading]()
        after_last = pairwise(best.tokens[best.last_carried :])
        if not any(unread.unknown(last, token) or token.cost >= SAYING for last, token in after_last):
            return found
        for line in self.lexicon.unsaid:
            is_next = {verb_of(line)} == self.further.after_last
            if is_next and (after := self.steps.after(best.position, line)) is not None:
                found.append(best._replace(lines=(*best.lines, line), position=after))
        return found

    @cached_property
    def way(self) -> Sequence[LookAhead]:
        """The simulations along the lines of the best reading."""
        return list(self.steps.along(self.best.lines))

    @cached_property
    def _implied(self) -> AbstractSet[str]:
        wordings = self.steps.game.wordings
        return {str(number) for ahead in self.way if wordings for number in wordings.implied(ahead.position)}

    @cached_property
    def further(self) -> FurtherMoves:
        """The moves that the post could describe in addition to the best reading."""
        offers = [Offers(self.steps.game, ahead.position, self.steps.seat) for ahead in self.way]
        waits = bool(self.best.position.waits)
        return FurtherMoves(self.lexicon, lambda: [offer.decided for offer in offers], self.best.verbs, waits=waits)

    @property
    def _goes_on(self) -> bool:
        return self.lexicon.wary and self.is_awaited

    @cached_property
    def _is_told(self) -> bool:
        return len(self.best.moves) > 1 or is_told(self.best, self.lines)

    @property
    def _is_alone(self) -> bool:
        """Whether no other reading is close, and the best one is complete and explains enough."""
        best, lexicon = self.best, self.lexicon
        if any(self._is_close(other) for other in self.others):
            return False
        if best.is_asked or best.lacks(lexicon) or (best.lacks_a_part(lexicon) and not lexicon.wary):
            return False
        return best.score + sum(self._harmless()) > max(LEAST, SHARE * best.explained)

    def _is_close(self, other: Reading) -> bool:
        """Return whether another reading has other moves and a similar score, or explains one more thing."""
        best, left = self.best, set(other.left)
        if best.score - other.score <= _AHEAD and _says_else(other, best):
            return True
        things = (token for token in best.left if token.weight >= NAMED and not token.is_verb)
        return other.extends(best) and any(token not in left for token in things)

    def _harmless(self) -> Iterator[float]:
        """Yield the weights of leftover phrases that do not count against the best reading."""
        best, lexicon = self.best, self.lexicon
        for token in best.left:
            again, is_implied = best.repeats(token, lexicon), token.of(NUMBER) in self._implied
            is_idle = token.is_verb and not self.further.could_say(token)
            if (token.is_number and is_implied) or (not lexicon.wary and (again or token.is_light)) or is_idle:
                yield token.cost * (1 if is_implied or (again and token.verbs & lexicon.bare) else _HARMLESS)

    @property
    def _is_whole(self) -> bool:
        """Whether no part of the post could be one more move."""
        best, lexicon = self.best, self.lexicon
        if self.unexplained or self.unsaid:
            return False
        if lexicon.wary and tells_of_others(best.tokens, self.steps.seat):
            return False
        is_partial = unread.skips(best.tokens, self.carried, goes_on=self._goes_on)
        return not (lexicon.wary and is_partial and self.further.verbs)

    @property
    def _leaves_row(self) -> bool:
        """Whether a row of several things, such as dice with their symbols, is neither used nor repeated."""
        return any(token.size > 1 and not self.best.repeats(token, self.lexicon) for token in self.best.left)

    @property
    def _is_sure(self) -> bool:
        """Whether no words of the post deny, change or doubt the best reading."""
        lines, best, lexicon, carried = self.lines, self.best, self.lexicon, self.carried
        return not (
            unread.says_unread(lines, best.tokens, best.clauses_said, goes_on=self._goes_on)
            or unread.says_otherwise(lines, best.tokens, carried)
            or takes_back("\n".join(lines))
            or self._is_in_remarks
            or (not lexicon.wary and unread.names_unknown(best.tokens, self.further))
            or unread.does_unknown(best.tokens, carried)
            or unread.acts_on_unknown(best.tokens, carried)
            or does_another(best, lexicon)
            or self._overlooked.has_any()
            or self._is_doubted
        )

    @property
    def _overlooked(self) -> Overlooked:
        return Overlooked(
            reading=self.best, lexicon=self.lexicon, further=self.further, lines=self.lines, is_awaited=self.is_awaited
        )

    @property
    def _is_in_remarks(self) -> bool:
        named = [token for token in self.carried if token.weight >= NAMED and not token.is_verb]
        return bool(named) and all(token.clause in self.remarks for token in named)

    @property
    def _is_doubted(self) -> bool:
        """Whether a phrase that is planned, asked, or done by "him" could be one more move of the best reading."""
        best, lexicon = self.best, self.lexicon
        planned = list(doubted(best.tokens, self.steps.seat))
        if lexicon.wary and self._says_new(planned):
            return True
        live = [token._replace(is_inert=False) for token in best.tokens]
        rest = islice(zip(live, best.tokens, strict=True), best.last_carried + 1, None)
        if self.further.is_forced and any(
            alive.cost >= HEAVY and not best.repeats(token, lexicon) for alive, token in rest
        ):
            return True
        proposer = Proposer(lexicon)
        return any(
            self.steps.adds(line, best, self.way)
            for clause in dict.fromkeys(token.clause for token in planned)
            for line in islice(proposer.lines([token for token in live if token.clause == clause]), _MEANT)
        )

    def _says_new(self, planned: Sequence[Token]) -> bool:
        """Return whether a planned verb means a legal move that the best reading does not have."""
        heavy = [token for token in planned if token._replace(is_inert=False).weight >= HEAVY]
        said = frozenset[str]().union(*(token.verbs for token in heavy))
        verbs = {move.verb for move in self.lexicon.moves if move.name in said}
        return bool(verbs) and not verbs.isdisjoint(self.further.all_verbs - self.best.verbs)


def is_told(reading: Reading, lines: Sequence[str]) -> bool:
    """Return whether a verb expresses a move of a reading, or its sentences in the post have no unexplained words."""
    left, moves = set(reading.left), set(reading.moves)
    if any(moves & token.verbs or token.of(DICE) for token in reading.tokens if token not in left):
        return True
    known = {word for token in reading.tokens for word in token.text.split()}
    named = {token.clause for token in reading.carried}
    texts = (sentence for clause, (_, sentence) in enumerate(sentences(lines)) if clause in named)
    return all(word in known for sentence in texts for word in WORDY.findall(sentence.casefold()))


def is_begun(reading: Reading) -> bool:
    """Return whether a reading explains the whole first clause of a post, which names more things after it."""
    first = [token for token in takewhile(lambda token: not token.is_stop, reading.tokens) if token.weight > HEARD]
    is_said = any(token.weight >= SAYING and token.verbs & set(reading.moves) for token in first)
    is_named = any(token.weight >= _THING and not (token.is_inert or token.is_verb) for token in reading.left)
    return is_said and is_named and set(first).isdisjoint(reading.left)


def distinct(readings: Sequence[Reading]) -> Iterator[Reading]:
    """Yield one reading for each set of moves: the best of the readings with the same moves."""
    seen: list[Sequence[Move]] = []
    for reading in readings:
        if reading.position.path not in seen:
            seen.append(reading.position.path)
            yield reading


def _says_else(reading: Reading, best: Reading) -> bool:
    """Return whether a reading has a move that the best reading does not have, or not as often."""
    left = list(best.position.path)
    for move in reading.position.path:
        if move not in left:
            return True
        left.remove(move)
    return False
