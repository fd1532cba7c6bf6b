"""Tokens: the phrases of a post with a known meaning, and the stops between them."""

from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import Final, NamedTuple

from projections.notation.prose.lexicon import ALL, DICE, EACH, NUMBER, VERB, Sense
from projections.notation.prose.word_lists import word_list

SAYING: Final = 1.5
"""The weight of a verb of one word: how much the verb adds to the score of a reading."""
_MORE: Final = 1.0
"""The maximum that the further words of a verb add to its weight."""
_LIGHT: Final = word_list("light")
_LIGHT_VERB: Final = 0.1
_LIGHT_THING: Final = 0.5
_THING: Final = 3.0
_AT_HAND: Final = 0.5
"""The maximum cost of an unused phrase that names what the next move is about anyway."""
_WEIGHTS: Final = (
    (frozenset({NUMBER, EACH, ALL}), 0.7), (frozenset({VERB, "door", NUMBER}), 0.8), (frozenset({"seat"}), 0.3),
    (frozenset({DICE}), 4.0),
)  # fmt: skip
"""The weights of phrases that can only have meanings of these kinds; higher weights matter more."""


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

    @property
    def is_verb(self) -> bool:
        """Whether the token can mean only verbs, players or nothing."""
        return self.kinds <= _NAMELESS

    @property
    def is_thing(self) -> bool:
        """Whether the token can mean something else than verbs, players and words for amounts."""
        return not self.kinds <= _AMOUNTS

    @property
    def ends_sentence(self) -> bool:
        """Whether this token is a sign at the end of a sentence."""
        return self.is_stop and self.text in ".;!?"

    @cached_property
    def weight(self) -> float:
        """How much the token matters, as a score; 0 in a sentence that describes no action."""
        return 0.0 if self.is_inert else _weight(self.senses, self.text, self.size, is_light=self.is_light)

    @cached_property
    def cost(self) -> float:
        """By how much the token lowers the score of a reading that does not use it."""
        if self.of("") is not None:
            return 0.0
        return min(self.weight, _AT_HAND) if self.is_at_hand else self.weight


_NAMELESS: Final = frozenset({VERB, "seat", ""})
_AMOUNTS: Final = frozenset({VERB, "seat", EACH, ALL, ""})


@lru_cache(maxsize=4096)
def _weight(senses: tuple[Sense, ...], text: str, size: int, *, is_light: bool) -> float:
    kinds = {sense.kind for sense in senses} - {""}
    if not kinds:
        return 0.0
    if is_light and not kinds <= {VERB}:
        return _LIGHT_THING
    if kinds <= {VERB}:
        spoken = text.split()
        return _LIGHT_VERB if _LIGHT.issuperset(spoken) else SAYING + min(_MORE, (len(spoken) - 1) / 2)
    return next((heavy for few, heavy in _WEIGHTS if kinds <= few), _THING * size)


def is_in_row(tokens: Sequence[Token], at: int) -> bool:
    """Return whether the number at an index is directly next to another number, as dice are."""
    return tokens[at].is_number and any(
        one.is_number and other.is_number and not other.before
        for one, other in pairwise(tokens[max(0, at - 1) : at + 2])
    )
