"""Moves and other events with any values of the right types, as a forged log might contain them."""

import random
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Final, get_args, get_origin, get_type_hints

from events.events import Drawn, Event, Revealed, Rolled, Shuffled
from projections.game import Game

USUAL: Final[Mapping[Any, Sequence[Any]]] = {
    int: (0, 1, 2, 3, 4, 6, -1, -3, 99), bool: (False, True), str: ("", "tea"),
}  # fmt: skip


def forged(chooser: random.Random, game: Game[Any, Any], words: Mapping[str, Sequence[Any]]) -> Event:
    found: Event = made_up(chooser, [*game.vocabulary, *(Rolled, Drawn, Revealed, Shuffled) * 2], words)
    return found


def made_up(chooser: random.Random, kinds: Sequence[type[Event]], words: Mapping[str, Sequence[Any]]) -> Any:
    """An event of one of some kinds; the values of its fields are among the `words` under their names, or the usual."""
    kind = chooser.choice(kinds)
    hints = get_type_hints(kind, include_extras=True)
    return kind(**{name: _value(chooser, words.get(name, ()), hints[name]) for name in kind.__struct_fields__})


def _value(chooser: random.Random, words: Sequence[Any], hint: Any) -> Any:
    if get_origin(hint) is Annotated:
        hint = get_args(hint)[0]
    if get_origin(hint) is tuple and (whole := [word for word in words if type(word) is tuple]):
        return chooser.choice(whole)
    if get_origin(hint) is tuple:
        first, *others = get_args(hint)
        kinds = [first] * chooser.randint(0, 4) if others == [...] else [first, *others]
        return tuple(_value(chooser, words, kind) for kind in kinds)
    return chooser.choice([word for word in words if type(word) is hint] or USUAL.get(hint, (None,)))
