"""The structs of the API's requests and answers. The OpenAPI document is generated from them."""

from typing import Annotated, Any, Literal

import msgspec

from projections.rule_conflicts import RuleConflict
from replay.posts.blocks import LONGEST_POST

SessionName = Annotated[str, msgspec.Meta(pattern="^[a-z0-9][a-z0-9-]{0,31}$")]
SeatName = Annotated[str, msgspec.Meta(pattern="^[a-z0-9][a-z0-9-]{0,31}$")]
Seq = Annotated[int, msgspec.Meta(ge=0, le=999_999_999)]
PostText = Annotated[str, msgspec.Meta(max_length=LONGEST_POST)]
Short = Annotated[str, msgspec.Meta(max_length=200)]
Key = Annotated[str, msgspec.Meta(pattern="^[A-Za-z0-9-]{1,64}$")]
ChoiceNumber = Annotated[str, msgspec.Meta(pattern="^[0-9]{1,6}$")]


class _Request(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request body: unknown fields are refused by name."""


class Problem(msgspec.Struct, frozen=True):
    """An error.

    `code` is the kind of error and stays the same if the message changes. If a rule forbids the move, `rule` is its id,
    `requirement` what it requires, and `found` what does not fit. Otherwise they are "".
    """

    status: int
    code: str
    message: str
    rule: str = ""
    requirement: str = ""
    found: str = ""


class GameInfo(msgspec.Struct, frozen=True):
    """A supported game; `seats` is the minimum and maximum number of seats."""

    game: str
    title: str
    rules: int
    seats: tuple[int, int]
    options: dict[str, Any]


class StatusInfo(msgspec.Struct, frozen=True):
    """The state of a session. `until` and `late` are times in ISO 8601, or "" without a deadline.

    `outcome` is the rulebook's word for how the game ended, or how people closed the session.
    """

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
    """A session. `lines` is the number of entries, `digest` the digest of the last one, `you` your role or seat.

    `rules` is the rules version that decides the next move. `branch` is empty for a record. For a what-if it names the
    session and the entry that the what-if starts from.
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
    """A page of sessions, the newest first; `pages` is the number of pages."""

    sessions: tuple[SessionInfo, ...]
    page: int
    pages: int


class LineInfo(msgspec.Struct, frozen=True):
    """A log entry as you may know it. `address` is its move number; `undone` is true if it was taken back."""

    seq: int
    at: str
    by: str
    kind: str
    text: str
    digest: str
    address: str = ""
    undone: bool = False


class LineList(msgspec.Struct, frozen=True):
    """Entries after `after`; `last` is the last entry of the log."""

    lines: tuple[LineInfo, ...]
    after: int
    last: int


class PositionInfo(msgspec.Struct, frozen=True):
    """The position after an entry as `viewer` may know it: `position` as data, `text` as text."""

    session: str
    seq: int
    viewer: str
    status: StatusInfo
    position: Any
    text: str


class MoveInfo(msgspec.Struct, frozen=True):
    """A legal move: `move` as data, `line` in notation, `text` as a sentence."""

    move: Any
    line: str
    text: str


class MoveList(msgspec.Struct, frozen=True):
    """The legal moves of a seat after entry `seq`. `whole` is true if the list is complete."""

    seat: str
    seq: int
    moves: tuple[MoveInfo, ...]
    whole: bool


class LineDecision(_Request, frozen=True):
    """Your decision on one line of a post.

    `take` is a line to use instead, `chat` marks it as chat, `keep` is the reason to accept it as played.
    """

    take: Short = ""
    chat: bool = False
    accept: Short = ""


class PostRequest(_Request, frozen=True):
    """A post. `after` is the last entry that you saw; `key` makes a retry safe.

    `seat` is the posting seat if no block names one (default: see `preselected`). `choices` are decisions by line
    number in the text. `chat_only` records the post although its seat is to move and no move is found.
    """

    text: PostText
    key: Key | None = None
    after: Seq | None = None
    seat: SeatName | None = None
    author: Short = ""
    when: Short = ""
    where: Short = ""
    choices: dict[ChoiceNumber, LineDecision] = {}
    chat_only: bool = False


class ClaimReading(msgspec.Struct, frozen=True):
    """A board statement in a post; `due` is the value on the board, "" if you may not know it."""

    place: str
    value: str
    due: str
    differs: bool


class LineReading(msgspec.Struct, frozen=True):
    """One line of a post after parsing: `ok`, `illegal` (breaks a rule), `question` (choose a meaning) or `chat`.

    - `law`: the text of the broken rule.
    - `conflict`: what the rule requires and what does not fit; null if no rule of the game is broken.
    - `choices`: complete lines that are valid or legal.
    - `says`: what the move does.
    - `filed`: its move number in the log.
    - `waits`: what must be known before the line can be decided.
    - `comment`: text after a semicolon that resembles a move but is not read as one.
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
    may_accept: bool
    says: tuple[str, ...]
    filed: str
    waits: str
    claims: tuple[ClaimReading, ...]
    conflict: RuleConflict | None = None
    comment: str = ""


class UnseenMove(msgspec.Struct, frozen=True):
    """A move that you had not seen when you posted: its entry, move number and sentences."""

    seq: int
    address: str
    told: tuple[str, ...]


class MoveInstead(msgspec.Struct, frozen=True):
    """A legal move to choose for a post without a move: send `line` as `take` of the line with this number."""

    number: int
    line: str
    text: str


class PossibleReading(msgspec.Struct, frozen=True):
    """A possible reading of the line with this number that needs an answer: send `line` as its `take`.

    `difference` says in words how it differs from the first reading of the line, "" if it differs in most words.
    """

    number: int
    line: str
    text: str
    difference: str


class PostReading(msgspec.Struct, frozen=True):
    """A preview of a post, line by line; nothing was saved. `ready` is true if it can be submitted unchanged.

    - `missed`: moves since the last entry that you saw.
    - `trouble`: why nothing could be parsed.
    - `unheard`: awaited seats without a move in the post. Unless you send `chat_only`, nothing can be recorded.
    - `preselected`: which seat the post was read for and why, "" if the request or the post names the seat.
    - `moves`: legal moves of the first of the seats in `unheard`.
    - `readings`: the possible readings of lines that need an answer, likeliest first.
    """

    ready: bool
    seq: int
    lines: tuple[LineReading, ...]
    missed: tuple[UnseenMove, ...] = ()
    trouble: str = ""
    unheard: tuple[str, ...] = ()
    preselected: str = ""
    moves: tuple[MoveInstead, ...] = ()
    readings: tuple[PossibleReading, ...] = ()


class PostRest(msgspec.Struct, frozen=True):
    """Text of a post that was not recorded with the moves before it. Send `text` and `where` as a new post.

    `lines` are its readings now.
    """

    text: str
    where: str
    seat: str
    lines: tuple[LineReading, ...]


class PostResult(msgspec.Struct, frozen=True):
    """The result of submitting a post.

    - `done`: whether all of it is recorded.
    - `filed`: the number of its lines that are recorded.
    - `seq`, `digest`: the last entry of the log and its digest.
    - `unheard`: awaited seats without a move in the post; nothing was recorded. Choose one of `moves`, or repeat the
      request with `chat_only`.
    - `rest`: text after a draw or a roll that is not certain, null if nothing is left.
    - `unasked`: whether its plain words were recorded without a question. Its author can refuse it with `UNDO`.
    - `signed`: a signed checkpoint for `verify`, "" if the server does not sign.
    - `preselected`: which seat the post was read for and why, "" if the request or the post names the seat.
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
    preselected: str = ""
    moves: tuple[MoveInstead, ...] = ()
    rest: PostRest | None = None
    unasked: bool = False


class SessionRequest(_Request, frozen=True):
    """A session to create. `options` are the game's options by name; `key` makes a retry safe."""

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
    """A secret link, which is shown only once."""

    role: str
    seat: str
    token: str


class NewSession(msgspec.Struct, frozen=True):
    """The new session with its secret links, if links are in use. A retry gets no links."""

    session: str
    links: tuple[LinkToken, ...]
