"""Session events: how a session is run. Games never see them.

Every text that a person wrote is a sealed field. It can be erased, and the hash chain still verifies.

To add a kind, list it in `AnySessionEvent`. Its tag never changes. The type checker then requires
its sentence (`replay.reading.session_event_text`) and its line in a transcript (`replay.exporting.transcript`). A test
checks both for all `SESSION_EVENTS`. The stored form of each kind is fixed by hand in
`tests/events/test_session_events.py`. `tests/support/golden.py` and `tests/support/pages.py` regenerate the golden
lines and the pages.
"""

from typing import Annotated, Final, get_args

from events.events import ALL, WITH_MODERATOR, KnownTo, SessionEvent


class Pledged(SessionEvent, frozen=True, tag="pledged"):
    """The dice roller commits to its chain of rolls and its shuffle secret, once, before any player gives a seed."""

    moves_board = True

    anchor: str
    length: int
    shuffle: str


class Seated(SessionEvent, frozen=True, tag="seated"):
    """A person takes a seat and may give a player seed, `word`.

    After `Begun`, the seat passes to another person. `person` is a random id; names are not in the log.
    """

    moves_board = True

    seat: str
    person: str = ""
    word: str = ""


class Begun(SessionEvent, frozen=True, tag="begun"):
    """The players can give no more seeds. The deal follows."""

    moves_board = True


class ResignationPolicy(SessionEvent, frozen=True, tag="resignation-policy"):
    """The group has agreed on what happens if a seat resigns: with `policy` `end`, the game ends.

    It follows the start of the session. In a session without it, the others play on if the game allows it.
    """

    policy: str


class Posted(SessionEvent, frozen=True, tag="posted"):
    """The original text of a post. Its author gives `where` and `when`. `key` is its idempotency key, if it has one."""

    speaker = "author"

    author: str
    text: Annotated[str, KnownTo("audience")]
    audience: str = ALL
    where: str = ""
    when: str = ""
    key: str = ""


class Remarked(SessionEvent, frozen=True, tag="remarked"):
    """A remark on an entry (0: on the session)."""

    speaker = "author"

    author: str
    text: Annotated[str, KnownTo("audience")]
    audience: str = ALL
    line: int = 0


class Noted(SessionEvent, frozen=True, tag="noted"):
    """A note on entry `at` (0: on the session), or the withdrawal of the note in entry `of` ("" for a new note).

    The `audience` may hold a mark. With `-alone`, only the author can ever read the note. With `-bench`, moderators and
    judges can read it too. With `-end`, all readers of the session can read the note after the secrets are opened. The
    same readers know `at` and `of`.
    """

    speaker = "author"

    author: str
    text: Annotated[str, KnownTo("audience")]
    at: Annotated[str, KnownTo("audience")]
    of: Annotated[str, KnownTo("audience")] = ""
    audience: str = ALL


class Claimed(SessionEvent, frozen=True, tag="claimed"):
    """A total or value that a post declares, to be compared with the calculated position."""

    speaker = "author"

    author: str
    place: str
    value: Annotated[str, KnownTo("audience")]
    audience: str = ALL


class IllegalMoveAccepted(SessionEvent, frozen=True, tag="flagged"):
    """The move in the next group is accepted as played, although it breaks rule `rule_id`."""

    is_undone = True
    is_news = True

    author: str
    rule_id: str
    reason: Annotated[str, KnownTo(ALL)]


class ItemRevealed(SessionEvent, frozen=True, tag="learned"):
    """The value, unknown until now, of an item in entry `line`. Viewers who may know the item may know the value."""

    line: int
    field: str
    item: int
    audience: str
    value: Annotated[str, KnownTo("audience")]


class Ordered(SessionEvent, frozen=True, tag="ordered"):
    """A standing order of a seat; an empty order withdraws it. Only the seat knows its content."""

    speaker = "seat"

    seat: str
    order: Annotated[str, KnownTo("seat")]


class HiddenInfoProbe(SessionEvent, frozen=True, tag="tried"):
    """An author submits a move for another seat, and its legality depends on information hidden from the author.

    The event is recorded before the result is known. Everyone can see that there was such a move. Only `audience` knows
    the move itself, `what`: the seat and the author, or moderators and judges if the author has no seat. `what` becomes
    public when the secrets are opened.
    """

    author: str
    seat: str
    what: Annotated[str, KnownTo("audience")]
    audience: str


class Adjusted(SessionEvent, frozen=True, tag="adjusted"):
    """A moderator sets a field of the board; the game's effects follow.

    If this pays a compensation, `of` is the entry of the `Compensated` event, else 0.
    """

    moves_board = True
    is_undone = True
    is_by_hand = True
    is_news = True

    place: str
    value: str
    reason: Annotated[str, KnownTo(ALL)]
    of: int = 0


class Skipped(SessionEvent, frozen=True, tag="skipped"):
    """A turn is skipped; the game's effects follow."""

    moves_board = True
    is_undone = True
    is_by_hand = True
    is_news = True

    seat: str
    reason: Annotated[str, KnownTo(ALL)]


class TakebackAsked(SessionEvent, frozen=True, tag="takeback-asked"):
    """A proposal to return to the position of entry `to`."""

    speaker = "author"

    author: str
    to: int
    reason: Annotated[str, KnownTo(ALL)]


class TakebackAnswered(SessionEvent, frozen=True, tag="takeback-answered"):
    """A seat accepts or refuses a takeback. `asked` is the entry of the proposal."""

    speaker = "seat"

    seat: str
    asked: int
    agreed: bool


class TakenBack(SessionEvent, frozen=True, tag="taken-back"):
    """The position returns to entry `to`, the last of a group. The entries after it are undone but stay in the log.

    `keep` names piles that keep their order although cards of them were seen: by a ruling, or because the same seat
    draws the same cards again. With `knows`, values hidden at entry `to` that were learned since then stay known.
    """

    moves_board = True
    turns_back = True
    is_news = True

    to: int
    keep: tuple[str, ...] = ()
    knows: bool = False


class Redecided(SessionEvent, frozen=True, tag="again"):
    """The next group replaces the undone group that begins at entry `of`.

    `kept`: the old group no longer fits, but is accepted as played, with its old results. `worked_out`: the correction
    did not contain this group; it was calculated from the move that the player made originally.
    """

    moves_board = True
    is_undone = True

    of: int
    kept: bool = False
    worked_out: bool = False


class DisputeOpened(SessionEvent, frozen=True, tag="dispute-opened"):
    """A dispute about an entry."""

    is_news = True
    speaker = "author"

    author: str
    line: int
    claim: Annotated[str, KnownTo("audience")]
    audience: str = ALL


class Ruled(SessionEvent, frozen=True, tag="ruled"):
    """A ruling on an entry: `stand`, `fix`, `rewind` or `compensate`. `cites` lists rule ids and earlier rulings.

    If both sides settled without a judge, `agreed` names them.
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
    """One side of the dispute in entry `dispute` proposes a remedy, so that no judge is needed.

    `way` is `stand`, `fix`, `rewind` or `compensate`. `change` is the correction or compensation, written as in a
    ruling.
    """

    is_news = True
    speaker = "author"

    author: str
    dispute: int
    way: str
    change: str
    reason: Annotated[str, KnownTo(ALL)]


class RemedyAnswered(SessionEvent, frozen=True, tag="remedy-answered"):
    """A seat accepts or refuses a proposed remedy. `proposed` is the entry of the proposal."""

    is_news = True
    speaker = "seat"

    seat: str
    proposed: int
    agreed: bool


class Compensated(SessionEvent, frozen=True, tag="compensated"):
    """A compensation that a ruling grants: a change of a number (`+2`), now or at the seat's next turn.

    `line` is the entry that the ruling is about. The compensation is paid by an `Adjusted` event that refers to this
    entry. The compensation lapses if the seat has no further turn.
    """

    is_news = True

    line: int
    seat: str
    place: str
    change: str
    when: str


class HouseRuled(SessionEvent, frozen=True, tag="house-ruled"):
    """A ruling adds a house rule for the rest of the session. `line` is the entry that the ruling is about."""

    is_news = True

    line: int
    text: Annotated[str, KnownTo(ALL)]


class ClaimPublished(SessionEvent, frozen=True, tag="claim-published"):
    """A claim that a seat made privately in entry `dispute` becomes public by the ruling."""

    is_news = True

    dispute: int
    claim: Annotated[str, KnownTo(ALL)]


class Appointed(SessionEvent, frozen=True, tag="appointed"):
    """A person is given a role (`moderator`, `judge-1`)."""

    person: str
    role: str


class PrivilegedView(SessionEvent, frozen=True, tag="looked"):
    """A private view: a viewer opened a running session with more information than a spectator has."""

    by_role: str
    view: str


class Suspended(SessionEvent, frozen=True, tag="held"):
    """The session is locked and takes no moves, or is unlocked (`released`)."""

    moves_board = True
    is_news = True

    reason: Annotated[str, KnownTo(ALL)]
    released: bool = False


class SecretsOpened(SessionEvent, frozen=True, tag="unsealed"):
    """All secrets are opened: to `seats`, an `auditor` or `all`. The dice roller then gives no more results."""

    moves_board = True
    turns_back = True
    is_news = True

    to: str
    shuffle_secret: str = ""


class Resigned(SessionEvent, frozen=True, tag="resigned"):
    """A seat resigns and makes no more moves, until the session is reopened or another person takes the seat."""

    moves_board = True
    is_news = True
    speaker = "seat"

    seat: str
    reason: Annotated[str, KnownTo(ALL)]


class EndProposed(SessionEvent, frozen=True, tag="end-proposed"):
    """A seat proposes to close the session."""

    is_news = True
    speaker = "author"

    author: str
    reason: Annotated[str, KnownTo(ALL)]


class EndAnswered(SessionEvent, frozen=True, tag="end-answered"):
    """A seat accepts or refuses to close the session. `proposed` is the entry of the proposal."""

    is_news = True
    speaker = "seat"

    seat: str
    proposed: int
    agreed: bool


class Closed(SessionEvent, frozen=True, tag="closed"):
    """The session is closed and takes no moves. `how`: seats `resigned` or `agreed`, or the `moderator` decided."""

    moves_board = True
    is_news = True

    how: str
    seats: tuple[str, ...]
    reason: Annotated[str, KnownTo(ALL)]


class Reopened(SessionEvent, frozen=True, tag="reopened"):
    """The session goes on with all its seats. Piles whose order was opened are shuffled again.

    `shuffle` is a new commitment, if the shuffle secret was opened: the SHA-256 of the secret of later shuffles.
    """

    moves_board = True
    is_news = True

    reason: Annotated[str, KnownTo(ALL)]
    shuffle: str = ""


class Triaged(SessionEvent, frozen=True, tag="triaged"):
    """A finding of an audit was accepted, waived or marked as a false positive."""

    author: str
    finding: str
    status: str
    reason: Annotated[str, KnownTo(ALL)]


class HostKey(SessionEvent, frozen=True, tag="host-key"):
    """From this entry on, heads are signed with another key: `key`, 64 hex digits.

    The new key signs this entry. The old key signs it too, if the host still has it. If the old key was stolen, only
    its heads up to entry `good` are trusted. `good` is 0 if all its heads are trusted.
    """

    is_news = True

    key: str
    good: int = 0


class TrustPolicy(SessionEvent, frozen=True, tag="trust-policy"):
    """A moderator decides how posts in plain words are recorded. In a session without it, each reading is confirmed.

    With `policy` `ask`, an author confirms each reading. With `sure`, a certain reading is recorded without a question.
    With `notation`, plain words in a thread that the session follows are not read. Anywhere else, this is as `ask`.
    """

    is_news = True

    policy: str


class RecordedUnasked(SessionEvent, frozen=True, tag="recorded-unasked"):
    """The post in the entry before was read in plain words, and no question about its meaning was asked.

    The next `moves` moves of `author` come from it. `certainty` is the calculated probability that this reading is
    right, in tenths of a percent.
    """

    speaker = "author"

    author: str
    moves: int
    certainty: int


class PostOrigin(SessionEvent, frozen=True, tag="post-origin"):
    """The post before this entry was fetched from a thread that the session follows.

    - `source`: the kind of the thread, such as `discourse`. `post`, `link`: the id and the address of the post there.
    - `at_ms`: the time of the post in its thread, in milliseconds since 1970.
    - `writer`: the id of its author in the thread, which may be a mail address. No view of the session shows it.
    - `proof`: how the thread proves the author: `account`, `dmarc`, `dkim` or `none`.
    """

    speaker = "author"

    author: str
    source: str
    post: str
    at_ms: int
    proof: str
    link: Annotated[str, KnownTo(ALL)]
    writer: Annotated[str, KnownTo("audience")]
    audience: str = WITH_MODERATOR


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
    | Resigned
    | EndProposed
    | EndAnswered
    | Closed
    | Reopened
    | ResignationPolicy
    | TrustPolicy
    | RecordedUnasked
    | PostOrigin
)
"""Every kind of session event, as a type, so that the type checker can require an exhaustive `match`."""
SESSION_EVENTS: Final[tuple[type[SessionEvent], ...]] = get_args(AnySessionEvent)
