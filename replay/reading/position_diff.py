"""Two positions compared in words: what is told of the board now, and what would be told."""

from difflib import SequenceMatcher
from itertools import zip_longest
from typing import Any

import msgspec

from projections.game import Game

__all__ = ["Changed", "changes"]


class Changed(msgspec.Struct, frozen=True):
    """One line of the board in words: as it is now, and as it would be; "" where there is none."""

    now: str
    then: str


def changes(game: Game[Any, Any], now: Any, then: Any) -> tuple[Changed, ...]:
    """The lines in which two positions differ when they are told, in order."""
    if now is then:
        return ()
    told, would = game.view.text(now).splitlines(), game.view.text(then).splitlines()
    found: list[Changed] = []
    for what, at, end, start, stop in SequenceMatcher(None, told, would, autojunk=False).get_opcodes():
        if what != "equal":
            pairs = zip_longest(told[at:end], would[start:stop], fillvalue="")
            found += [Changed(was.strip(), will.strip()) for was, will in pairs if was.strip() or will.strip()]
    return tuple(found)
