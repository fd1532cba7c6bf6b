"""Events, the content of log entries: five kinds, and the chance events that all games share.

- `Started` is the first event of every log.
- A `Move` is a choice that one seat made.
- A `Chance` is a random result.
- An `Effect` is a result of moves and chance, in the past tense; it is not an instruction.
- A `SessionEvent` is about how the session is run; games never see it.

Events contain no time: the entry has a field for it. `KnownTo` declares who may know a hidden field::

    class Drawn(Chance, frozen=True, tag="drawn"):
        player: str
        cards: Annotated[tuple[str, ...], KnownTo("player")]
"""

from typing import Annotated, Any, ClassVar, Final

import msgspec

from events.digits import whole

UNKNOWN: Final = "?"
"""Placeholder for one sealed item that the viewer may not know."""
REMOVED: Final = "removed"
"""Placeholder for a text whose value and salt were erased."""
ALL: Final = "all"
"""The audience of public texts, and the viewer name of a spectator."""
OMNISCIENT: Final = "table"
"""The viewer who knows everything, and the author of entries that no seat wrote."""
MODERATOR_VIEW: Final = "moderator"
"""Viewer name of moderators and judges. A dispute's audience contains this name if a seat made the claim privately."""
AUTHOR_ONLY: Final = "-alone"
"""Word in the audience of a note: only the note's author can ever read the note."""
WITH_MODERATOR: Final = "-bench"
"""Word in the audience of a note: only the note's author, moderators and judges can ever read the note."""
UNTIL_END: Final = "-end"
"""Word in the audience of a note: only its author can read the note until the session's secrets are opened."""
PUBLIC_AFTER_END: Final = "-after"
"""Word in the audience of a text: other viewers can read the text after the session's secrets are opened.

The word applies even if `MODERATOR_VIEW` is in the audience.
"""


class KnownTo:
    """The fields of the same event that name who may know a sealed field: each holds a seat or `ALL`.

    `ALL` itself may be given as a field. `KnownTo()` means that only the omniscient viewer knows it.
    """

    def __init__(self, *fields: str) -> None:
        self.fields = fields


class Event(msgspec.Struct, frozen=True, tag_field="kind", omit_defaults=True, gc=False):
    """Base class of events. Each kind has an explicit tag in lower case that never changes."""


def tag_of(event: "Event | type[Event]") -> str:
    """Return the kind of an event as the log stores it, such as `rolled`."""
    return str(event.__struct_config__.tag)


class Move(Event, frozen=True):
    """A choice that one seat made.

    `names` lists fields whose numbers identify things and are not amounts. `spoken_as` is the label of this kind of
    move in lists; if it is "", the label is derived from the tag.
    """

    names: ClassVar[tuple[str, ...]] = ()
    spoken_as: ClassVar[str] = ""
    player: str


class Chance(Event, frozen=True):
    """A random result."""


class Effect(Event, frozen=True):
    """A result of moves and chance.

    `subject` names the fields that distinguish two effects of one kind. A declared effect replaces the calculated
    effect of the same kind and subject. `rule` is used for a declared effect that the rules do not produce. `parts` is
    for an effect that adds up parts: each field that is a part, with the rule that a wrong value breaks.
    """

    subject: ClassVar[tuple[str, ...]] = ()
    parts: ClassVar[tuple[tuple[str, str], ...]] = ()
    rule: ClassVar[str] = ""


class SessionEvent(Event, frozen=True):
    """An event about how the session is run. Each kind overrides only the defaults that differ."""

    moves_board: ClassVar[bool] = False
    """Whether this event conflicts with a move whose author had not yet seen the event."""
    is_undone: ClassVar[bool] = False
    """Whether a takeback undoes this event, as it undoes moves."""
    is_by_hand: ClassVar[bool] = False
    """Whether a moderator changes the position by hand with this event."""
    turns_back: ClassVar[bool] = False
    """Whether this event restores an earlier position, or has the position calculated again.

    Items that become visible through such an event do not count as disclosed by it.
    """
    is_news: ClassVar[bool] = False
    """Whether the turn summary reports this event."""
    speaker: ClassVar[str] = ""
    """The name of the event's field with the seat or role that made the statement, "" if there is no such field."""


class Started(Event, frozen=True, tag="started"):
    """The start of a session, with everything that is needed to read its log.

    `options` are converted to the game's own struct, which refuses unknown names. `data` pins data files by their hash.
    `host` is the seat of the host, who can read future rolls, or "" if the host does not play. `dice` and `cards` are
    the source of results: `tower` (the built-in dice roller), `typed` or `other:<name>`. `corrections` is the takeback
    policy. `disputes` says whether play goes on or waits while a dispute is open. `branch` marks a what-if: the session
    and entry that it starts from, with the digest of that entry. `signs` is the public key (64 hex digits) that signs
    heads of this log, or "" if they are not signed.
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
        """Whether the dice roller supplies dice or cards. Otherwise all results are entered by hand."""
        return "tower" in (self.dice, self.cards)

    @property
    def left_at(self) -> int:
        """The entry that a what-if starts from, 0 if this is not a what-if."""
        return whole(self.branch.partition("#")[2].partition(" ")[0], 18) or 0


class Passed(Move, frozen=True, tag="passed"):
    """A seat that could act declines to act."""

    spoken_as: ClassVar[str] = "Pass"


class Receipt(msgspec.Struct, frozen=True, gc=False):
    """The receipt of roll number `k` of the dice roller: the key (64 hex digits) with which the roll can be checked."""

    k: int
    key: str


class Rolled(Chance, frozen=True, tag="rolled"):
    """A roll of dice. `die` names the dice, one for each face, separated by spaces; faces count from 1 to `sides`.

    `source` is `tower`, `typed`, `other:<name>` or `replayed`. For a replayed roll, `of` is the entry that it repeats.
    `ticket` is the receipt of another dice roller as given in the post (`srv#881`), or "".
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
    """A shuffle of a pile; `order` is from the top down.

    `j` numbers the shuffles of the dice roller; it is 0 for any other source. If a correction reuses a shuffle, `of` is
    the entry that it repeats.
    """

    pile: str
    j: int
    source: str
    order: Annotated[tuple[str, ...], KnownTo()]
    of: int | None = None


class Drawn(Chance, frozen=True, tag="drawn"):
    """A draw of cards from the top of a pile. If a correction reuses a draw, `of` is the entry that it repeats."""

    player: str
    pile: str
    source: str
    cards: Annotated[tuple[str, ...], KnownTo("player")]
    of: int | None = None


class Revealed(Chance, frozen=True, tag="revealed"):
    """A hidden tile or card that was turned up for all players. `place` is its location on the board.

    If a correction reuses it, `of` is the entry that it repeats.
    """

    pile: str
    place: str
    source: str
    item: Annotated[str, KnownTo(ALL)]
    of: int | None = None
