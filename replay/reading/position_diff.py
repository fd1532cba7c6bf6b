"""The difference between two positions, line by line of their texts."""

from difflib import SequenceMatcher
from itertools import zip_longest
from typing import Any

import msgspec

from projections.game import Game

__all__ = ["ChangedLine", "changed_lines"]


class ChangedLine(msgspec.Struct, frozen=True):
    """One line of the board in words: as it is now, and as it would be; "" where there is none."""

    now: str
    then: str


def changed_lines(game: Game[Any, Any], now: Any, then: Any) -> tuple[ChangedLine, ...]:
    """The lines in which two positions differ when they are told, in order."""
    if now is then:
        return ()
    told, would = game.view.text(now).splitlines(), game.view.text(then).splitlines()
    found: list[ChangedLine] = []
    for what, at, end, start, stop in SequenceMatcher(None, told, would, autojunk=False).get_opcodes():
        if what != "equal":
            pairs = zip_longest(told[at:end], would[start:stop], fillvalue="")
            found += [ChangedLine(was.strip(), will.strip()) for was, will in pairs if was.strip() or will.strip()]
    return tuple(found)
