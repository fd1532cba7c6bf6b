"""Lines of another seat inside a block: `J FLASH: ...` in a block of Steve's is Julie's.

A game says with which verbs a seat may answer there. Whoever holds a seat cannot speak for another in this way.
"""

import re
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from typing import Final, NamedTuple

__all__ = ["Spoken", "spoken_by"]

_LINE: Final = re.compile(r"(?P<who>[A-Za-z0-9][A-Za-z0-9-]*)\s+(?P<text>(?P<verb>[A-Za-z]+)\b.*)")


class Spoken(NamedTuple):
    """Whose a line is, what it says, and what stood before that: the name or the letter of another seat."""

    seat: str
    text: str
    before: str = ""


def spoken_by(line: str, seat: str, seats: Sequence[str], verbs: AbstractSet[str]) -> Spoken:
    """A line in a seat's block: another's, where it begins with that one's name or first letter and such a verb."""
    found = _LINE.fullmatch(line)
    if found is None or seat not in seats or found["verb"].upper() not in verbs:
        return Spoken(seat, line)
    who = found["who"].casefold()
    named = [other for other in seats if other == who] or [other for other in seats if other[:1] == who]
    if len(named) != 1 or named[0] == seat:
        return Spoken(seat, line)
    return Spoken(named[0], found["text"], line[: found.start("text")])
