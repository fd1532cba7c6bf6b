"""Filing what seats post, move by move.

What stands before the first refused move is in the log, dice included; the rest comes back unfiled. A retried
submission goes on after its last stored group; the same key with another request is refused.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from hashlib import sha256
from typing import Any, Final

import msgspec

from events.entry import Entry
from events.errors import (
    BellError,
    CannotTellError,
    ConflictError,
    IllegalMoveError,
    NotationError,
    RefusedError,
    SuspendedError,
    UnplayableError,
)
from events.events import ALL, UNKNOWN, Move, SessionEvent, tag_of
from events.session_events import IllegalMoveAccepted, Ordered
from events.store.protocol import EventStore
from events.store.rows import Submission
from projections.draft import Draft, Stated, objections, run, weigh
from projections.notation.recorded_chance import require_all_told, require_unclaimed
from projections.terms import Order, Written
from replay.chance.random_source import NoChance
from replay.session.auto_pass import accepts, silent_moves
from replay.session.compensation import append_due, pay_due
from replay.session.conflicts import require_seen
from replay.session.hidden_info_attempts import (
    ORDER,
    is_for_another,
    is_tried,
    require_tries_left,
    try_of,
    viewer_of,
    words_of,
)
from replay.session.session import Session

NOT_DEALT: Final = "a move is not kept with a card that the tower did not deal there"
_LONGEST_ORDER: Final = 400
_MOST: Final = 64
_REFUSALS: Final = (IllegalMoveError, UnplayableError, CannotTellError, NotationError)
"""What answers a request, and is no fault."""


class Request(msgspec.Struct, frozen=True):
    """One move to be filed, as read. `keep` is the reason to keep it although a rule speaks against it.

    `before` are session events to file with it: the post it stands in, a remark. `behind` are those that speak of the
    position after it: a claim.
    """

    written: Written
    keep: str = ""
    implied: bool = False
    before: tuple[SessionEvent, ...] = ()
    behind: tuple[SessionEvent, ...] = ()


class Refusal(msgspec.Struct, frozen=True):
    """Why a request was refused: its index, the rule's id (or ""), and words its author may read."""

    index: int
    rule: str
    message: str


class Answer(msgspec.Struct, frozen=True):
    """What became of a submission: how many requests are filed, the head then, the refusal of the next one if any."""

    filed: int
    head_seq: int
    head: str
    done: bool = False
    refused: Refusal | None = None


def submit(
    session: Session, author: str, requests: Sequence[Request], *, after: int | None = None, key: str = "",
    notes: Sequence[SessionEvent] = (), reader: str = "", going_on: bool = False, asked: str = "",
) -> Answer:  # fmt: skip
    """File moves one by one, each with what it led to, in one transaction each. `notes` come before the first.

    `after` is the last line the author saw; lines missed since that change the position are a conflict, before the
    first move and between any two. Standing orders of awaited seats are carried out after the last. `reader` is who
    reads a refusal, where that is not the author. A post that is `going_on` was seen to `after` by its own doing: what
    standing orders answered to it since is no conflict. `asked` is the digest of the text that the moves were read
    from, which a retry repeats; else it is that of the moves.

    Raises:
        ConflictError: others moved first, or the key was used for another request.
        HeldError: the session takes no moves.
        RefusedError: a note is none that goes with a post.
    """
    for event in (*notes, *(event for request in requests for event in (*request.before, *request.behind))):
        if event.moves_board:
            raise RefusedError(f"{tag_of(event)} is not filed with a post")
    asked = asked or (_hash(author, after, requests, notes) if key else "")
    filing = _Filing(session, author, requests, notes, after, (key, asked), reader or author, going_on=going_on)
    answer = filing.file_all()
    if answer.done:
        carry_out_orders(session)
    return answer


def kept_answer(session: Session, author: str, key: str, asked: str) -> Answer | None:
    """The answer that stands under an author's key, which is for this very request.

    Raises:
        ConflictError: the key was used for another request.
    """
    prior = session.store.submission(session.row.session, author, key) if key else None
    if prior is not None and prior.hash != asked:
        raise ConflictError("this key was used for another request")
    return _answer_in(prior)


def answer_under(store: EventStore, session: str, author: str, key: str) -> Answer | None:
    """The answer that stands under an author's key, whatever was asked for."""
    return _answer_in(store.submission(session, author, key) if key else None)


def _answer_in(kept: Submission | None) -> Answer | None:
    return msgspec.json.decode(kept.answer, type=Answer) if kept is not None else None


def keep_answer(session: Session, author: str, key: str, asked: str, filed: int, *, done: bool) -> Answer:
    """The answer to what the open transaction has filed, kept under an author's key where there is one."""
    head = session.writer.head
    answer = Answer(filed, head.seq, head.hex, done)
    if key:
        session.writer.answer(Submission(author, key, asked, msgspec.json.encode(answer).decode()))
    return answer


def _hash(author: str, after: int | None, requests: Sequence[Request], notes: Sequence[SessionEvent]) -> str:
    asked = (author, after, [_plain(request) for request in requests], list(notes))
    return sha256(msgspec.json.encode(asked)).hexdigest()


def _plain(request: Request) -> Any:
    absent = sorted(tag_of(kind) for kind in request.written.absent)
    written = msgspec.structs.replace(request.written, absent=())
    return (written, absent, request.keep, request.implied, request.before, request.behind)


class _Filing:
    """One submission while its requests are filed, each in one transaction.

    `answer` is the last one stored: what is filed, and the line that the author has seen since.
    """

    def __init__(
        self, session: Session, author: str, requests: Sequence[Request], notes: Sequence[SessionEvent] = (),
        after: int | None = None, key: tuple[str, str] = ("", ""), reader: str = "", *, going_on: bool = False,
    ) -> None:  # fmt: skip
        self.reader, self.going_on = reader, going_on
        self.session, self.author, self.requests, self.notes = session, author, requests, notes
        self.after, self.key = after, key
        self.answer = self._stored()
        self._asked_table: Request | None = None

    def file_all(self) -> Answer:
        """File what is not filed yet, up to the first request that is refused."""
        while self.answer is None or not self.answer.done:
            filed = self.answer.filed if self.answer else 0
            refused = self._settle(self.requests[filed] if self.requests else None)
            if refused is not None:
                return refused
        return self.answer

    def _settle(self, request: Request | None) -> Answer | None:
        """File one request; where it stands on silence, the silence first. Returns the answer of a refusal.

        In a session of the tower silence is looked for only when the request is refused without it; by who does not
        hold the seat as far as that one knows.
        """
        refused = self._file(request) if request is None or self.session.strict else None
        if request is None or (self.session.strict and refused is None):
            return refused
        move = request.written.move
        viewer = viewer_of(self.session, self.author) if self._is_for_another(request) else move.player
        quiet = silent_moves(self.session, move, viewer, unsaid=not request.keep)
        if not quiet:
            return refused or self._file(request)
        return self._file(Request(Written(quiet[0]), implied=True), counted=False)

    def _file(self, request: Request | None, *, counted: bool = True) -> Answer | None:
        """File one request, before the first with the notes; or return the answer that says why it is refused.

        What the same submission, sent twice, filed meanwhile is not filed again. A request that has to be tried stands
        in the log, with the notes, before the table is asked.
        """
        session, index = self.session, self.answer.filed if self.answer else 0
        try:
            if request is not None and self._is_for_another(request):
                self._file_try(request, index)
            with self._going_on() as before:
                answer = before
                if before is None:
                    self._append(request, self.notes if self.answer is None else ())
                    answer = self._answered(index + (request is not None and counted))
        except _REFUSALS as error:
            refused: Exception = error
            if self._asked_table is not None:
                try:
                    self._file_try(self._asked_table, index, asked=True)
                except _REFUSALS as spent:  # too much was tried: that is all that is said
                    refused = spent
            refusal = Refusal(index, getattr(refused, "rule", ""), str(refused))
            return Answer(index, session.head.seq, session.head.hex, refused=refusal)
        self.answer = answer
        return None

    @contextmanager
    def _going_on(self) -> Iterator[Answer | None]:
        """A transaction that goes on where this submission stopped; yields the answer of one that was there before."""
        self._asked_table = None
        with self.session.writing():
            stored = self._stored()
            if stored is None or stored == self.answer:
                after = self.answer.head_seq if self.answer else self.after
                require_seen(self.session, self.author, after, going_on=self.going_on)
                stored = None
            yield stored

    def _is_for_another(self, request: Request) -> bool:
        """Whether a refusal of the table could tell of a hand: of what is recorded as it stood, only what is kept."""
        decides = self.session.strict or bool(request.keep)
        return decides and is_for_another(self.session, self.author, request.written.move.player)

    def _file_try(self, request: Request, index: int, *, asked: bool = False) -> None:
        """Refuse what its author knows to be illegal, and write down what the author cannot tell.

        Where the table was `asked`, it refused what nothing had seemed to speak against: that is a try all the same.

        Raises:
            IllegalMoveError: a rule speaks against it, or too much was tried.
            UnplayableError: it names what is not on this board.
        """
        session, author, move = self.session, self.author, request.written.move
        viewer = viewer_of(session, author)
        with self._going_on() as before:
            if before is not None:
                return
            if not request.implied:  # what silence means is no guess
                require_tries_left(session, author, move.player)
            session.require_open()
            session.require_undisputed()
            session.fate_now(request.written.seen)  # a tower that is not here decides nothing
            require_unclaimed(request.written.seen, session.started.dice, session.started.cards)
            if not request.keep:
                _require_due(session, viewer, request.written)
            weighed = weigh(session.game.rules, session.view(viewer).position, move)
            if weighed.certain and not request.keep:
                raise IllegalMoveError(weighed.certain[0].rule, weighed.certain[0].message)
            what = words_of(session, author, move, keep=bool(request.keep))
            tried = try_of(author, move.player, what, session.started.seats)
            if not (weighed.hangs or asked) or is_tried(session, tried):
                return
            notes = self.notes if self.answer is None else ()
            session.append([Entry(event, author) for event in (*notes, tried)])
            answer = self._answered(index)
        self.answer = answer

    def _stored(self) -> Answer | None:
        return kept_answer(self.session, self.author, *self.key)

    def _append(self, request: Request | None, notes: Sequence[SessionEvent]) -> None:
        session = self.session
        entries = [Entry(note, self.author) for note in notes]
        position = None
        if request is not None:
            session.require_open(past_end=not session.started.has_tower)
            session.require_undisputed()
            if self._is_for_another(request):
                self._asked_table = request
            drafted, position = _decided(session, self.author, self.reader, request)
            self._asked_table = None
            entries += drafted
            entries += [Entry(event, self.author) for event in request.behind]
            if session.game.rules.status(position).outcome is not None and not session.table.unsealed:
                entries.append(session.ending())
        if entries:
            session.append(entries, position)
        if position is not None and session.compensations:
            append_due(session, position)

    def _answered(self, filed: int) -> Answer:
        return keep_answer(self.session, self.author, *self.key, filed, done=filed >= len(self.requests))


def _decided(session: Session, author: str, reader: str, request: Request) -> tuple[list[Entry], Any]:
    """The lines of one request, and the position after them."""
    entries = [Entry(event, author) for event in request.before]
    draft = _run(session, author, reader, request)
    if request.keep and session.started.cards == "tower":
        _require_known(draft.now)
    if request.keep:
        differing = [found.rule for found in draft.divergences if not found.doubt]
        rules = dict.fromkeys([*(breach.rule for breach in draft.breaches), *differing])
        entries += [Entry(IllegalMoveAccepted(author, rule, request.keep), author) for rule in rules]
    return [*entries, *draft.entries], draft.now


def _require_known(position: Any) -> None:
    """Refuse to keep a move after which the table does not know what the tower dealt: of a card that nobody holds."""
    if f'"{UNKNOWN}"'.encode() in msgspec.json.encode(position):
        raise IllegalMoveError("", NOT_DEALT)


def _run(session: Session, author: str, reader: str, request: Request) -> Draft[Any]:
    """Decide on the table's position; a refusal is worded from what its reader may know."""
    written, strict = request.written, session.strict and not request.keep
    require_unclaimed(written.seen, session.started.dice, session.started.cards)
    viewer = reader if reader == written.move.player else ALL
    if strict:
        _require_due(session, viewer, written)
    try:
        draft = run(
            session.game.rules, session.position, written.move, session.fate_now(written.seen), strict=strict,
            stated=Stated() if strict else Stated(written.stated, written.absent), by=author, implied=request.implied,
        )  # fmt: skip
    except (IllegalMoveError, UnplayableError, CannotTellError) as error:
        raise refusal_for(session, viewer, written.move) from error
    if session.started.cards != "tower":
        require_all_told(written.seen, draft)
    return draft


def _require_due(session: Session, viewer: str, written: Written) -> None:
    """Refuse results that the rules do not make of a move, as far as a viewer can tell before any die.

    What a strict session files is what the rules make of its moves, whatever is written beside them.
    """
    if not (written.stated or written.absent):
        return
    stated = Stated(written.stated, written.absent)
    try:
        draft = run(
            session.game.rules, session.view(viewer).position, written.move, NoChance(), strict=False, stated=stated
        )
    except BellError:
        return  # chance is due, or the move is refused for itself
    for found in draft.divergences:
        if not found.doubt:
            raise IllegalMoveError(found.rule, "the rules make something else of this move: state no results of it")


def refusal_for(session: Session, viewer: str, move: Move) -> BellError:
    """Why a move is refused, in words that a viewer may read: from that viewer's own position."""
    try:
        against = objections(session.game.rules, session.view(viewer).position, move)
    except UnplayableError as error:
        return error
    certain = next((breach for breach in against if not breach.doubt), None)
    if certain is None:
        return IllegalMoveError("", "this move is not legal; what speaks against it is not known to you")
    return IllegalMoveError(certain.rule, certain.message)


def file_order(session: Session, author: str, seat: str, text: str) -> None:
    """File a standing order of a seat ("" takes it back), and what it does now; one that a seat has left already, not.

    Where somebody else gives it, what it does while the seat is awaited may tell of that seat's hand: it is a try.

    Raises:
        RefusedError: the game does not read it, or it is too long.
        IllegalMoveError: too much was tried for that seat.
        HeldError: the session takes no moves.
    """
    viewer = viewer_of(session, author)
    if len(text) > _LONGEST_ORDER or not text.isprintable():
        raise RefusedError(f"an order has at most {_LONGEST_ORDER} characters, without any that steer how it is shown")
    if author == seat and text == session.orders.get(seat, ""):
        return
    with session.writing():
        session.require_open()
        require_tries_left(session, author, seat)
        why = session.game.orders.heeds(Order(seat, text), session.view(viewer).position) if text else ""
        if why:
            raise RefusedError(why)
        events: list[SessionEvent] = [Ordered(seat, text)]
        if text and is_for_another(session, author, seat) and _may_tell(session, viewer, Order(seat, text)):
            tried = try_of(author, seat, f"{ORDER}{text}", session.started.seats)
            events = [*([] if is_tried(session, tried) else [tried]), *events]
        session.append([Entry(event, author) for event in events])
    carry_out_orders(session)


def _may_tell(session: Session, viewer: str, order: Order) -> bool:
    """Whether what an order does now hangs on what a viewer does not know."""
    position = session.view(viewer).position
    if order.seat not in session.status.awaited:
        return False
    move = session.game.orders.answer(order, position)
    return move is None or weigh(session.game.rules, position, move).hangs


def carry_out_orders(session: Session) -> None:
    """Pay what is owed; file what the standing orders of awaited seats say, each decided on its own seat's position."""
    if session.compensations:
        pay_due(session)
    for _ in range(_MOST):
        seen, move = session.head.seq, _ordered(session)
        if move is None:
            return
        try:
            if _Filing(session, "order", [Request(Written(move))], after=seen).file_all().refused:
                return
        except ConflictError:
            continue  # somebody moved meanwhile: the order is asked again
        except SuspendedError:
            return


def _ordered(session: Session) -> Move | None:
    if session.held or session.table.unsealed:
        return None
    for seat in session.status.awaited:
        text = session.orders.get(seat)
        if text:
            position = session.view(seat).position
            move: Move | None = session.game.orders.answer(Order(seat, text), position)
            if move is not None and accepts(session.game, position, move):
                return move
    return None
