"""Tokens: the phrases of a post with a known meaning, and the stops between them."""

from collections.abc import Mapping
from functools import cached_property
from typing import NamedTuple

from projections.notation.prose.lexicon import NUMBER, VERB, Sense


class _Fields(NamedTuple):
    senses: tuple[Sense, ...]
    text: str
    clause: int
    before: str = ""
    is_inert: bool = False
    line: int = 0
    is_light: bool = False
    is_at_hand: bool = False
    is_veiled: bool = False
    size: int = 1
    last: int = -1


class Token(_Fields):
    """A phrase of a post with a known meaning, or a stop: meanings, text, number of its clause, words `before` it.

    - `is_inert`: its sentence describes no action, such as a plan.
    - `is_light`: such a thing is often mentioned with others.
    - `is_at_hand`: it names a thing that the next move is about anyway.
    - `is_veiled`: "he" or "she" is right before it, and no thing was named before.
    - `size` is the number of groups of a row (`Row`) that became one token, `last` the clause in which the row ends.
    """

    @property
    def is_stop(self) -> bool:
        """Whether this token ends a clause, as a full stop or comma does."""
        return not self.senses

    @cached_property
    def kinds(self) -> frozenset[str]:
        """The kinds of things that the token may mean, such as a card or a seat; `VERB` stands for a verb."""
        return frozenset(sense.kind for sense in self.senses)

    @cached_property
    def is_number(self) -> bool:
        """Whether the token can only be a number."""
        return self.kinds == {NUMBER}

    @cached_property
    def _values(self) -> Mapping[str, str]:
        return dict(reversed(self.senses))

    def of(self, kind: str) -> str | None:
        """Return the thing that the token means if it may mean a thing of this kind, or None."""
        return self._values.get(kind)

    @cached_property
    def verbs(self) -> frozenset[str]:
        """The kinds of move that the token may mean as a verb."""
        return frozenset(sense.value for sense in self.senses if sense.kind == VERB)

    def says(self, move: str) -> bool:
        """Return whether the token may be a verb for the kind of move with this name."""
        return move in self.verbs
