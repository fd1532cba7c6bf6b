"""The structs that the API takes and gives, from which its OpenAPI document is made."""

from typing import Annotated, Any, Literal

import msgspec

from replay.posts.blocks import LONGEST_POST

SessionName = Annotated[str, msgspec.Meta(pattern="^[a-z0-9][a-z0-9-]{0,31}$")]
SeatName = Annotated[str, msgspec.Meta(pattern="^[a-z0-9][a-z0-9-]{0,31}$")]
Seq = Annotated[int, msgspec.Meta(ge=0, le=999_999_999)]
PostText = Annotated[str, msgspec.Meta(max_length=LONGEST_POST)]
Short = Annotated[str, msgspec.Meta(max_length=200)]
Key = Annotated[str, msgspec.Meta(pattern="^[A-Za-z0-9-]{1,64}$")]
ChoiceNumber = Annotated[str, msgspec.Meta(pattern="^[0-9]{1,6}$")]


class _Request(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something that is sent: a misspelt field is refused by name."""


class Problem(msgspec.Struct, frozen=True):
    """Why something was refused.

    `code` is the kind of error and stays the same if the message changes. `rule` is the id of the rule that forbids
    it, or "".
    """

    status: int
    code: str
    message: str
    rule: str = ""


class GameInfo(msgspec.Struct, frozen=True):
    """A game on the shelf; `seats` are the fewest and the most."""

    game: str
    title: str
    rules: int
    seats: tuple[int, int]
    options: dict[str, Any]


class StatusInfo(msgspec.Struct, frozen=True):
    """Where a session stands. `until` and `late` are moments in ISO 8601, "" where there is no deadline."""

    turn: int
    round: int
    seat: str
    step: str
    awaited: tuple[str, ...]
    outcome: str = ""
    winners: tuple[str, ...] = ()
    until: str = ""
    late: str = ""


class SessionInfo(msgspec.Struct, frozen=True):
    """A session. `digest` is that of the last line, the number of which is `lines`. `you` is who asks.

    Of a what-if, which is no record, `branch` is the session and the line that it leaves; of a record it is empty.
    """

    session: str
    alias: str
    title: str
    game: str
    rules: int
    seats: tuple[str, ...]
    dice: str
    cards: str
    visibility: str
    lines: int
    digest: str
    over: bool
    you: str
    status: StatusInfo | None = None
    damage: str = ""
    branch: str = ""


class SessionList(msgspec.Struct, frozen=True):
    """A page of sessions, the newest first; there are `pages` of them."""

    sessions: tuple[SessionInfo, ...]
    page: int
    pages: int


class LineInfo(msgspec.Struct, frozen=True):
    """A line as its reader may know it. `address` is that of its move, `undone` says that it was taken back."""

    seq: int
    at: str
    by: str
    kind: str
    text: str
    digest: str
    address: str = ""
    undone: bool = False


class LineList(msgspec.Struct, frozen=True):
    """Lines behind `after`; `last` is the last line there is."""

    lines: tuple[LineInfo, ...]
    after: int
    last: int


class PositionInfo(msgspec.Struct, frozen=True):
    """The position after a line, as `viewer` may know it: as the game keeps it, and in words."""

    session: str
    seq: int
    viewer: str
    status: StatusInfo
    position: Any
    text: str


class MoveInfo(msgspec.Struct, frozen=True):
    """A move on offer: as it is kept, as it is written, and as it is told."""

    move: Any
    line: str
    text: str


class MoveList(msgspec.Struct, frozen=True):
    """The moves on offer to a seat after line `seq`. `whole` says that none is missing."""

    seat: str
    seq: int
    moves: tuple[MoveInfo, ...]
    whole: bool


class LineDecision(_Request, frozen=True):
    """What is settled about one line of a post: a line to take in its place, that it is chat, or why it is kept."""

    take: Short = ""
    chat: bool = False
    keep: Short = ""


class PostRequest(_Request, frozen=True):
    """A post. `after` is the last line that its sender saw; `key` lets a retry file nothing twice.

    `seat` is whose it is where no fence says so. `choices` settle lines by their number in the text.
    """

    text: PostText
    key: Key | None = None
    after: Seq | None = None
    seat: SeatName | None = None
    author: Short = ""
    when: Short = ""
    where: Short = ""
    choices: dict[ChoiceNumber, LineDecision] = {}


class ClaimReading(msgspec.Struct, frozen=True):
    """A claim of a post beside the board: `due` is what stands there, "" where its reader cannot tell."""

    place: str
    value: str
    due: str
    differs: bool


class LineReading(msgspec.Struct, frozen=True):
    """How one line of a post reads: `ok`, `fix` (a rule is against it), `ask` (choose what it means) or `chat`.

    `law` is the text of the rule, `choices` are whole lines that read or would be legal, `says` tells what it does,
    `filed` is its address in the log, `waits` what has to be known before it is decided.
    """

    number: int
    text: str
    status: str
    seat: str
    message: str
    column: int
    rule: str
    law: str
    choices: tuple[str, ...]
    may_keep: bool
    says: tuple[str, ...]
    filed: str
    waits: str
    claims: tuple[ClaimReading, ...]


class UnseenMove(msgspec.Struct, frozen=True):
    """A move that a post's sender had not seen: its line, its address, its sentences."""

    seq: int
    address: str
    told: tuple[str, ...]


class PostReading(msgspec.Struct, frozen=True):
    """How a post reads, line by line; nothing was written. `ready` says that it can be filed as it stands.

    `missed` are moves that came since the last line that its sender saw; `trouble` why nothing could be read; `unheard`
    are awaited seats of which it says no move.
    """

    ready: bool
    seq: int
    lines: tuple[LineReading, ...]
    missed: tuple[UnseenMove, ...] = ()
    trouble: str = ""
    unheard: tuple[str, ...] = ()


class PostResult(msgspec.Struct, frozen=True):
    """What became of a post: whether all of it is filed, how many lines of it are, and the head of the log then.

    `unheard` are awaited seats of which it says no move; `signed` is the head as `verify` takes it for a witness, ""
    where this house does not sign.
    """

    done: bool
    filed: int
    lines: tuple[LineReading, ...]
    seq: int
    digest: str
    missed: tuple[UnseenMove, ...] = ()
    trouble: str = ""
    unheard: tuple[str, ...] = ()
    signed: str = ""


class SessionRequest(_Request, frozen=True):
    """A session to be begun. `options` are the game's, by name; `key` lets a retry begin no second one."""

    game: Short
    seats: Annotated[tuple[SeatName, ...], msgspec.Meta(min_length=1, max_length=12)]
    title: Short = ""
    alias: SessionName | None = None
    dice: Short = "tower"
    cards: Short = "tower"
    opens: Literal["all", "seats", "auditor"] = "all"
    policy: Short = ""
    visibility: Literal["public", "unlisted", "private"] = "public"
    options: dict[Short, str] = {}
    key: Key | None = None


class LinkToken(msgspec.Struct, frozen=True):
    """A secret link that is told this once."""

    role: str
    seat: str
    token: str


class NewSession(msgspec.Struct, frozen=True):
    """The session that was begun, with its secret links where people are known by links. A retry is told none."""

    session: str
    links: tuple[LinkToken, ...]
