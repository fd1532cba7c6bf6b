"""Facts with any values of the right types, as a forged log might contain them."""

import random
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, get_args, get_origin, get_type_hints

from events.events import Drawn, Fact, Revealed, Rolled, Shuffled
from projections.game import Game


def forged(chooser: random.Random, game: Game[Any, Any], words: Mapping[str, Sequence[Any]]) -> Fact:
    kinds: list[type[Fact]] = [*game.vocabulary, *(Rolled, Drawn, Revealed, Shuffled) * 2]
    kind = chooser.choice(kinds)
    hints = get_type_hints(kind, include_extras=True)
    return kind(**{name: _value(chooser, words.get(name, ("", "tea")), hints[name]) for name in kind.__struct_fields__})


def _value(chooser: random.Random, words: Sequence[Any], hint: Any) -> Any:
    if get_origin(hint) is Annotated:
        hint = get_args(hint)[0]
    if get_origin(hint) is tuple:
        first, *others = get_args(hint)
        kinds = [first] * chooser.randint(0, 4) if others == [...] else [first, *others]
        return tuple(_value(chooser, words, kind) for kind in kinds)
    if hint is int:
        return chooser.choice([0, 1, 2, 3, 4, 6, -1, -3, 99])
    if hint is bool:
        return chooser.random() < 0.5
    return chooser.choice(words) if hint is str else None
