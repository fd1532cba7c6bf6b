"""Text form of the stack of unfinished actions: `fight attacker 3 defender 5, window name fight awaited julie steve`.

The order is that in which they began: announcements, cards about to be destroyed, combat, Hits, windows.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from events.events import UNKNOWN
from projections.games.ccg.components.cards import ZONES
from projections.games.ccg.state.position import Announcement, Doom, Fight, Hit, Position
from projections.struct_words import StructWords
from projections.window import Window

_WINDOWS: Final = ("combat", "fight", "hit", "doom", "episode", "action")


def _fits(position: Position, _kind: str, name: str, word: str) -> bool:
    if name == "name":
        return word in _WINDOWS or word.removeprefix("answer-").isdecimal()
    allowed: Mapping[str, Sequence[str]] = {
        "player": position.seats, "awaited": position.seats, "face": (*position.cards.card, UNKNOWN), "zone": ZONES,
        "how": ("destroyed", "lost", "sacrificed", "solved"), "state": ("name", "fight", "hit"),
        "value": ("energy", "substance", "support", "both", "either"),
    }  # fmt: skip
    return word in allowed[name]


BEGUN: Final = StructWords(
    "begun",
    {"answer": Announcement, "doom": Doom, "fight": Fight, "hit": Hit, "window": Window},
    "fight attacker 3 defender 5 state fight hits 0 again yes; hit player <seat> attack yes; "
    "doom cards 3 4 how destroyed outright 3; window name fight awaited <seats>; "
    "answer place 1 player <seat> face <card> card 3 ability 1 targets 4 paid 5 value energy zone past; "
    "several with commas; or none",
    _fits,
)
