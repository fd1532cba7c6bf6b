"""Signs that a reading overlooks a part of a post: an unknown thing in a list, or words of a move that it lacks."""

import re
from collections.abc import Sequence, Set as AbstractSet
from functools import cached_property
from itertools import pairwise
from typing import Final

import msgspec

from events.lazy_patterns import lazy_pattern
from projections.notation.prose import unread
from projections.notation.prose.cut import sentences
from projections.notation.prose.further import FurtherMoves
from projections.notation.prose.lexicon import Lexicon
from projections.notation.prose.reading import NAMED, Reading
from projections.notation.prose.sentence_kinds import STOP
from projections.notation.prose.tokens import Token

_JOINED: Final = lazy_pattern(r"(?:[^+&]+ )?[+&] (?P<after>\w.*)|(?P<before>.*\w) [+&]")
"""Matches unknown words that a sign joins to the thing before or after them, as in `K9 + that old robot`."""
_NO_MORE: Final = lazy_pattern(
    r"\b(?:no|not|none|nothing|nobody|without|whole|enough|that's all|that is all)\b", re.IGNORECASE
)
"""Matches words which say that the author does nothing more."""


class Overlooked(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """The parts of a post that a `reading` overlooks. `is_awaited` says that its seat can still move after it."""

    reading: Reading
    lexicon: Lexicon
    further: FurtherMoves
    lines: Sequence[str]
    is_awaited: bool

    def has_any(self) -> bool:
        """Return whether there is any such part."""
        return (
            self._joins_unknown()
            or self._asks_about_move()
            or self._leaves_thing_of_list()
            or self._ends_with_denial()
            or (self.lexicon.wary and (self._leaves_draw() or self._leaves_card()))
        )

    @cached_property
    def _held(self) -> frozenset[int]:
        return frozenset(map(id, self.reading.carried))

    @cached_property
    def _left(self) -> Sequence[Token]:
        """The phrases that the reading does not use, without plans and the like."""
        left = set(self.reading.left)
        return [token for token in self.reading.tokens if token in left and not token.is_inert]

    def _joins_unknown(self) -> bool:
        """Return whether a list has an unknown thing beside one that the reading uses."""
        for last, token in pairwise((STOP, *self.reading.tokens)):
            found = _JOINED.fullmatch(token.before.removeprefix(last.text).strip())
            if found is None or set((found["after"] or found["before"]).split()) <= unread.FILLING:
                continue
            if self._is_used_thing(last if found["after"] else token):
                return True
        return False

    def _is_used_thing(self, token: Token) -> bool:
        return id(token) in self._held and not token.is_verb

    def _asks_about_move(self) -> bool:
        """Return whether a sentence is only a verb with a question mark, and its move comes next: `combat?`."""
        return any(
            last.is_stop and mark.text == "?" and not token.before and self._says(token, self.further.after_last)
            for last, token, mark in zip(
                (STOP, *self.reading.tokens), self.reading.tokens, self.reading.tokens[1:], strict=False
            )
        )

    def _says(self, token: Token, verbs: AbstractSet[str]) -> bool:
        return any(move.verb in verbs for move in self.lexicon.moves if move.name in token.verbs)

    def _leaves_thing_of_list(self) -> bool:
        """Return whether a list names a thing twice, and the reading uses it once: `drop black, green, green`."""
        things = [token for token in self.reading.tokens if token.text != ","]
        return any(
            token.text == last.text and token.is_thing and token.weight > NAMED and token in self._left
            for last, token in pairwise(things)
        )

    def _ends_with_denial(self) -> bool:
        """Return whether the seat can still move, and a sentence after the reading says that it does nothing more."""
        if not self.is_awaited:
            return False
        tokens = self.reading.tokens
        known = {token.clause for token in tokens if not (token.is_stop or token.is_inert) and token.weight >= NAMED}
        last = max((token.clause for token in tokens if id(token) in self._held), default=0)
        return any(
            clause > last and clause not in known and _NO_MORE.search(sentence) and not unread.REMARKS.search(sentence)
            for clause, (_, sentence) in enumerate(sentences(self.lines))
        )

    def _leaves_draw(self) -> bool:
        """Return whether a word says that a thing was drawn, and a draw is legal, but the reading has none."""
        verbs = {move.verb for move in self.lexicon.moves if move.name in self.lexicon.drawing}
        missing = verbs & set(self.further.verbs) - self.reading.verbs
        return bool(missing) and any(
            self.lexicon.says_drawn(token.text) and self._says(token, missing)
            for token in self.reading.tokens if not token.is_inert
        )  # fmt: skip

    def _leaves_card(self) -> bool:
        """Return whether a clause names a card that only another move plays, as in `the sonic opens yellow d2`."""
        clauses = {token.clause for token in self.reading.tokens if id(token) in self._held}
        return any(
            token.clause in clauses and token.verbs and token.verbs.isdisjoint(self.reading.moves)
            and not token.kinds.isdisjoint(self.lexicon.held)
            for token in self._left
        )  # fmt: skip
