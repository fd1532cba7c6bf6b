"""Events, which are what lines say: five kinds of them, and the chance that all games share.

A `Move` is a choice one seat made. A `Chance` is a result nobody chose. An `Effect` is what the table made of both: a
result, not an instruction, in the past tense. A `SessionEvent` is how the session is run; games never see it. `Started`
opens every log. Events carry no time: when a line was filed is a column of the line.

A field that not everybody may see is declared here, where the event is declared::

    class Drawn(Chance, frozen=True, tag="drawn"):
        player: str
        cards: Annotated[tuple[str, ...], KnownTo("player")]
"""

from typing import Annotated, Any, ClassVar, Final

import msgspec

from events.digits import whole

UNKNOWN: Final = "?"
"""How a hidden item reaches a reader who may not know it: one for each item."""
REMOVED: Final = "removed"
"""How a text reads whose value and salt were erased."""
ALL: Final = "all"
"""The audience of public texts, and the viewer who is a spectator."""
OMNISCIENT: Final = "table"
"""The viewer who knows all, and the author of lines that no seat wrote."""
MODERATOR_VIEW: Final = "moderator"
"""To whom a private claim is known beside the seat that makes it: whoever may rule reads as this."""
AUTHOR_ONLY: Final = "-alone"
"""Stands in the audience of a note beside its author, who alone reads it, whatever is opened."""
WITH_MODERATOR: Final = "-bench"
"""As `AUTHOR_ONLY`, where whoever may rule reads it too."""
UNTIL_END: Final = "-end"
"""As `AUTHOR_ONLY`, until the session has been opened."""
PUBLIC_AFTER_END: Final = "-after"
"""Stands beside those who read a text, so that others do once the session has been opened, roles without a seat too."""


class KnownTo:
    """Who may know a sealed field: names of fields of the same event that hold a seat, or `ALL`.

    `KnownTo()` is nobody but the table. A named field may also hold `ALL`.
    """

    def __init__(self, *fields: str) -> None:
        self.fields = fields


class Event(msgspec.Struct, frozen=True, tag_field="kind", omit_defaults=True, gc=False):
    """One thing that happened. The tag is explicit, in lower case, and for ever."""


def tag_of(event: "Event | type[Event]") -> str:
    """The kind of an event, as the log stores it: a text in lower case such as `rolled`."""
    return str(event.__struct_config__.tag)


class Move(Event, frozen=True):
    """A choice that one seat made. The numbers in the fields of `names` are names of things, not amounts.

    `said` is how this sort of move reads in a list of sorts, "" where the class's own name says it.
    """

    names: ClassVar[tuple[str, ...]] = ()
    said: ClassVar[str] = ""
    player: str


class Chance(Event, frozen=True):
    """A result that nobody chose."""


class Effect(Event, frozen=True):
    """What the table made of moves and chance.

    `subject` names the fields that tell two effects of one kind apart; a stated effect of the same kind and subject
    is stored in place of the due one. `rule` is the rule under which an effect is filed that was stated but never due.
    An effect that sums parts lists in `parts` the fields that are parts, each with the rule that a wrong one breaks.
    """

    subject: ClassVar[tuple[str, ...]] = ()
    parts: ClassVar[tuple[tuple[str, str], ...]] = ()
    rule: ClassVar[str] = ""


class SessionEvent(Event, frozen=True):
    """How the session is run. A kind states which of these defaults do not hold for it."""

    moves_board: ClassVar[bool] = False
    """Whether a move that was written before such a line may not stand after it."""
    is_undone: ClassVar[bool] = False
    """Whether a takeback after it strikes it through, as it does moves."""
    is_by_hand: ClassVar[bool] = False
    """Whether a moderator sets the position by hand with it."""
    turns_back: ClassVar[bool] = False
    """Whether the position after it is an earlier line's, or read anew: what shows then was not shown by it."""
    is_news: ClassVar[bool] = False
    """Whether the thread is told of it."""
    speaker: ClassVar[str] = ""
    """The field of the seat whose word it is, "" where it is no seat's."""


class Started(Event, frozen=True, tag="started"):
    """A session begins: everything that decides how its log is to be read.

    `options` are converted to the game's own struct, which refuses unknown names. `data` pins data files by hash.
    `host` is the seat of whoever can read the chain, or "" where the host plays no seat. `dice` and `cards` say whose
    they are: `tower`, `typed` or `other:<name>`. `corrections` names the policy of takebacks; while a dispute is open
    play goes on, or waits, as `disputes` says. A `branch` is a what-if, never a record: it says which line of which
    session it leaves, with the digest of that line. `signs` is the public key (64 hex digits) that heads of this
    log are signed with, "" where nobody signs them.
    """

    game: str
    rules: int
    seats: tuple[str, ...]
    options: dict[str, Any] = {}
    data: dict[str, str] = {}
    host: str = ""
    dice: str = "tower"
    cards: str = "tower"
    opens: str = "all"
    title: str = ""
    corrections: str = "friendly"
    disputes: str = "go on"
    branch: str = ""
    signs: str = ""

    @property
    def has_tower(self) -> bool:
        """Whether the tower rolls or deals; else all is recorded as it stood."""
        return "tower" in (self.dice, self.cards)

    @property
    def left_at(self) -> int:
        """The line that a branch leaves; 0 for a record."""
        return whole(self.branch.partition("#")[2].partition(" ")[0], 18) or 0


class Passed(Move, frozen=True, tag="passed"):
    """A seat that was awaited lets the chance go by."""

    said: ClassVar[str] = "Pass"


class Receipt(msgspec.Struct, frozen=True, gc=False):
    """Roll `k` of the tower's chain and the key it reveals (64 hex digits)."""

    k: int
    key: str


class Rolled(Chance, frozen=True, tag="rolled"):
    """Dice fell. `die` names them, one a face, separated by spaces; faces count from 1 to `sides`.

    `source` is `tower`, `typed`, `other:<name>` or `replayed`; a replayed roll gives in `of` the line it repeats.
    `ticket` is what a post says of another roller's receipt, its name and number (`srv#881`), "" where it says nothing.
    """

    die: str
    sides: int
    faces: tuple[int, ...]
    purpose: str
    source: str
    receipt: Receipt | None = None
    of: int | None = None
    ticket: str = ""


class Shuffled(Chance, frozen=True, tag="shuffled"):
    """A pile was shuffled; `order` runs from the top down. `j` numbers the tower's shuffles, 0 for any other source.

    One that a correction uses again gives in `of` the line it repeats, as a roll does.
    """

    pile: str
    j: int
    source: str
    order: Annotated[tuple[str, ...], KnownTo()]
    of: int | None = None


class Drawn(Chance, frozen=True, tag="drawn"):
    """A seat took cards from the top of a pile; in a correction `of` is the line of the draw it repeats."""

    player: str
    pile: str
    source: str
    cards: Annotated[tuple[str, ...], KnownTo("player")]
    of: int | None = None


class Revealed(Chance, frozen=True, tag="revealed"):
    """Something closed was turned up for everybody: a tile, a face-down card. `place` says where it lay.

    In a correction `of` is the line that it repeats.
    """

    pile: str
    place: str
    source: str
    item: Annotated[str, KnownTo(ALL)]
    of: int | None = None
