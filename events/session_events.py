"""Session events: how a session is run. Games never see them.

Every text that a person typed is a sealed field, so that it can be erased while the chain still verifies.

A kind states only what differs from the defaults of `events.events.SessionEvent`. A new kind is listed in
`SESSION_EVENTS` and in `AnySessionEvent`, and its tag never changes. Its sentence (`replay.reading.session_event_text`)
and its line in a transcript (`replay.exporting.transcript`) are then asked for by the type checker. A test goes over
`SESSION_EVENTS` for each of these. What is written of it for ever stands by hand in
`tests/events/test_session_events.py`; `tests/support/golden.py` and `tests/support/pages.py` write the golden lines and
the pages anew.
"""

from typing import Annotated

from events.events import ALL, KnownTo, SessionEvent


class Pledged(SessionEvent, frozen=True, tag="pledged"):
    """The tower pledges its chain of rolls and its secret of shuffles, once and before anybody gives a word."""

    moves_board = True

    anchor: str
    length: int
    shuffle: str


class Seated(SessionEvent, frozen=True, tag="seated"):
    """A person (a random id; names live outside the log) takes a seat and may bring a word for the tower.

    Behind `Begun`, without a word, the seat passes to somebody else.
    """

    moves_board = True

    seat: str
    person: str = ""
    word: str = ""


class Begun(SessionEvent, frozen=True, tag="begun"):
    """No further word is taken; the deal follows."""

    moves_board = True


class Posted(SessionEvent, frozen=True, tag="posted"):
    """The original post, as posted. `where` and `when` are the poster's words.

    `key` is the one it was filed under, where it has one: under it stands how far its lines were filed.
    """

    speaker = "author"

    author: str
    text: Annotated[str, KnownTo("audience")]
    audience: str = ALL
    where: str = ""
    when: str = ""
    key: str = ""


class Remarked(SessionEvent, frozen=True, tag="remarked"):
    """A remark at a line (0: at the session)."""

    speaker = "author"

    author: str
    text: Annotated[str, KnownTo("audience")]
    audience: str = ALL
    line: int = 0


class Noted(SessionEvent, frozen=True, tag="noted"):
    """A note at line `at` (0: at the session), or its end: `of` is the line of the note that is withdrawn, else "".

    Where it is for its author alone (`-alone`), or for whoever may rule as well (`-bench`), no end of the session
    opens it. What it says and where it stands is for the same readers.
    """

    speaker = "author"

    author: str
    text: Annotated[str, KnownTo("audience")]
    at: Annotated[str, KnownTo("audience")]
    of: Annotated[str, KnownTo("audience")] = ""
    audience: str = ALL


class Claimed(SessionEvent, frozen=True, tag="claimed"):
    """A total or state that a post claims, to be compared with the fold."""

    speaker = "author"

    author: str
    place: str
    value: Annotated[str, KnownTo("audience")]
    audience: str = ALL


class IllegalMoveAccepted(SessionEvent, frozen=True, tag="flagged"):
    """Kept although a rule, `rule_id`, speaks against it: people agree at their table. The next group is meant."""

    is_undone = True
    is_news = True

    author: str
    rule_id: str
    reason: Annotated[str, KnownTo(ALL)]


class ItemRevealed(SessionEvent, frozen=True, tag="learned"):
    """What an unknown item of an earlier line turned out to be; known to whom the earlier line was known."""

    line: int
    field: str
    item: int
    audience: str
    value: Annotated[str, KnownTo("audience")]


class Ordered(SessionEvent, frozen=True, tag="ordered"):
    """A standing order of a seat ("" takes it back). That one exists is public, what it says is the seat's."""

    speaker = "seat"

    seat: str
    order: Annotated[str, KnownTo("seat")]


class HiddenInfoProbe(SessionEvent, frozen=True, tag="tried"):
    """Somebody who does not hold a seat files for it what hangs on something hidden from whoever files.

    It stands in the log before the table decides. Everybody reads that it happened; `what` is for the seat and for
    whoever files, and is opened with the rest when the session is.
    """

    author: str
    seat: str
    what: Annotated[str, KnownTo("audience")]
    audience: str


class Adjusted(SessionEvent, frozen=True, tag="adjusted"):
    """A moderator sets a named value; the game's effects follow. `of` is the compensation that it pays, 0 for none."""

    moves_board = True
    is_undone = True
    is_by_hand = True
    is_news = True

    place: str
    value: str
    reason: Annotated[str, KnownTo(ALL)]
    of: int = 0


class Skipped(SessionEvent, frozen=True, tag="skipped"):
    """A turn is left unplayed; the game's effects follow."""

    moves_board = True
    is_undone = True
    is_by_hand = True
    is_news = True

    seat: str
    reason: Annotated[str, KnownTo(ALL)]


class TakebackAsked(SessionEvent, frozen=True, tag="takeback-asked"):
    """Somebody proposes to go back to the position of line `to`."""

    speaker = "author"

    author: str
    to: int
    reason: Annotated[str, KnownTo(ALL)]


class TakebackAnswered(SessionEvent, frozen=True, tag="takeback-answered"):
    """A seat agrees to a takeback, or does not. `asked` is the line of the request."""

    speaker = "seat"

    seat: str
    asked: int
    agreed: bool


class TakenBack(SessionEvent, frozen=True, tag="taken-back"):
    """The position is that of line `to`, which ends a group; the lines between stay, struck through.

    `keep` names piles whose order stands although somebody saw into them: by a ruling, or because the same seat draws
    the same cards again. Where the table `knows`, what was learnt since line `to` of what lies there stays known.
    """

    moves_board = True
    turns_back = True
    is_news = True

    to: int
    keep: tuple[str, ...] = ()
    knows: bool = False


class Redecided(SessionEvent, frozen=True, tag="again"):
    """The group that follows decides the struck group that begins at line `of` once more.

    It is `kept` where it does not fit any more and stands as the table had it, with the results that it had. It is
    `worked_out` where nobody wrote it in the correction: the rules made it of what was written before, which stays the
    table's word.
    """

    moves_board = True
    is_undone = True

    of: int
    kept: bool = False
    worked_out: bool = False


class DisputeOpened(SessionEvent, frozen=True, tag="dispute-opened"):
    """Somebody disputes a line."""

    is_news = True
    speaker = "author"

    author: str
    line: int
    claim: Annotated[str, KnownTo("audience")]
    audience: str = ALL


class Ruled(SessionEvent, frozen=True, tag="ruled"):
    """A ruling on a line: `stand`, `fix`, `rewind` or `compensate`; `cites` lists rule ids and earlier rulings.

    Where the two sides settled without a judge, `agreed` names them.
    """

    is_news = True

    author: str
    line: int
    verdict: str
    reason: Annotated[str, KnownTo(ALL)]
    cites: tuple[str, ...] = ()
    dispute: int = 0
    agreed: tuple[str, ...] = ()


class RemedyProposed(SessionEvent, frozen=True, tag="remedy-proposed"):
    """One side of the dispute of line `dispute` proposes a way out, so that no judge is needed.

    `way` is a verdict; `change` the correction or the compensation, as a ruling would write it.
    """

    is_news = True
    speaker = "author"

    author: str
    dispute: int
    way: str
    change: str
    reason: Annotated[str, KnownTo(ALL)]


class RemedyAnswered(SessionEvent, frozen=True, tag="remedy-answered"):
    """A seat agrees to a proposed remedy, or does not. `proposed` is the line of the proposal."""

    is_news = True
    speaker = "seat"

    seat: str
    proposed: int
    agreed: bool


class Compensated(SessionEvent, frozen=True, tag="compensated"):
    """What a ruling gives back from here on: a change of a number (`+2`), now or at that seat's next turn.

    `line` is the line that was ruled on. It is paid by the `Adjusted` that names this line, and gone with its seat.
    """

    is_news = True

    line: int
    seat: str
    place: str
    change: str
    when: str


class HouseRuled(SessionEvent, frozen=True, tag="house-ruled"):
    """A ruling makes a rule of this table's own, from here on. `line` is the line that was ruled on."""

    is_news = True

    line: int
    text: Annotated[str, KnownTo(ALL)]


class ClaimPublished(SessionEvent, frozen=True, tag="claim-published"):
    """With the ruling everybody reads what a seat had claimed to the judge alone, in line `dispute`."""

    is_news = True

    dispute: int
    claim: Annotated[str, KnownTo(ALL)]


class Appointed(SessionEvent, frozen=True, tag="appointed"):
    """Somebody is given a role (`moderator`, `judge-1`)."""

    person: str
    role: str


class PrivilegedView(SessionEvent, frozen=True, tag="looked"):
    """Somebody opened a view of a running session that shows more than a spectator sees."""

    by_role: str
    view: str


class Suspended(SessionEvent, frozen=True, tag="held"):
    """The session takes no moves; `released` lifts it."""

    moves_board = True
    is_news = True

    reason: Annotated[str, KnownTo(ALL)]
    released: bool = False


class SecretsOpened(SessionEvent, frozen=True, tag="unsealed"):
    """Everything is opened: to `seats`, an `auditor` or `all`. No chance of the tower follows it."""

    moves_board = True
    turns_back = True
    is_news = True

    to: str
    shuffle_secret: str = ""


class Triaged(SessionEvent, frozen=True, tag="triaged"):
    """A finding of an audit was accepted, waived or called a false positive."""

    author: str
    finding: str
    status: str
    reason: Annotated[str, KnownTo(ALL)]


class HostKey(SessionEvent, frozen=True, tag="host-key"):
    """From this line on heads are signed with another key: `key`, 64 hex digits.

    The new key signs this very line, and the key before signs it too, where it is still the host's. Where it was
    stolen, its heads are to be believed up to line `good` alone; 0 where they all are.
    """

    is_news = True

    key: str
    good: int = 0


SESSION_EVENTS = (
    Pledged,
    Seated,
    Begun,
    Posted,
    Remarked,
    Claimed,
    IllegalMoveAccepted,
    ItemRevealed,
    Ordered,
    Adjusted,
    Skipped,
    TakebackAsked,
    TakebackAnswered,
    TakenBack,
    Redecided,
    DisputeOpened,
    Ruled,
    Appointed,
    PrivilegedView,
    Suspended,
    SecretsOpened,
    Triaged,
    RemedyProposed,
    RemedyAnswered,
    Compensated,
    HouseRuled,
    ClaimPublished,
    Noted,
    HiddenInfoProbe,
    HostKey,
)
"""Every kind of session event."""
AnySessionEvent = (
    Pledged
    | Seated
    | Begun
    | Posted
    | Remarked
    | Claimed
    | IllegalMoveAccepted
    | ItemRevealed
    | Ordered
    | Adjusted
    | Skipped
    | TakebackAsked
    | TakebackAnswered
    | TakenBack
    | Redecided
    | DisputeOpened
    | Ruled
    | Appointed
    | PrivilegedView
    | Suspended
    | SecretsOpened
    | Triaged
    | RemedyProposed
    | RemedyAnswered
    | Compensated
    | HouseRuled
    | ClaimPublished
    | Noted
    | HiddenInfoProbe
    | HostKey
)
"""The same as a type, over which a `match` can be exhaustive."""
