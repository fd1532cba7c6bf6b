"""Submit the moves of seats one by one.

The moves before the first refused one stay in the log, dice included; the rest is returned unrecorded. A repeated
submission continues after its last stored group. The same key with another request is refused.

A `PrefacedSession` records a post, the effect of its directive (a takeback, a correction, a value set) and the answer
in one transaction. Directives have functions with transactions of their own.
"""

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from hashlib import sha256
from typing import Any, Final

import msgspec

from events import errors
from events.entry import Entry, Head, Line
from events.events import ALL, OMNISCIENT, UNKNOWN, Move, SessionEvent, tag_of
from events.session_events import HiddenInfoProbe, IllegalMoveAccepted, Ordered, Skipped
from events.store.protocol import EventStore, Writer
from events.store.rows import Submission
from projections.contracts import Order, Written
from projections.draft import DeclaredResults, Draft, find_conflicts, run, weigh
from projections.notation.recorded_chance import DiceError, require_no_surplus, require_unclaimed
from projections.standing_orders import ONLY, split_only
from projections.wording import titled
from replay.chance.random_source import NoChance
from replay.reading.ending import closing, resigned
from replay.reading.needed_dice import with_needed_dice
from replay.session import hidden_info_attempts as attempts
from replay.session.auto_pass import accepts, compulsory_move, silent_moves
from replay.session.compensation import append_due, pay_due
from replay.session.conflicts import require_seen
from replay.session.overrides import append_with_effects
from replay.session.session import Session

NOT_DEALT: Final = "this move cannot be accepted, because the dice roller did not deal that card there"
_LONGEST_ORDER: Final = 400
_MOST: Final = 64
_RESIGNED: Final = "the seat has resigned"
_REFUSALS: Final = (errors.IllegalMoveError, errors.UnplayableError, errors.CannotTellError, errors.NotationError)
"""Errors that refuse a request but are not faults of the program."""


class Request(msgspec.Struct, frozen=True):
    """A parsed move, with session events `before` and `behind` it. `keep` is the reason to accept an illegal one."""

    written: Written
    keep: str = ""
    implied: bool = False
    before: tuple[SessionEvent, ...] = ()
    behind: tuple[SessionEvent, ...] = ()


class Refusal(msgspec.Struct, frozen=True):
    """A refused request: its index, the rule id (or ""), and a message that its author may read."""

    index: int
    rule: str
    message: str


class Answer(msgspec.Struct, frozen=True):
    """The result of a submission: number of recorded requests, head of the log, and refusal of the next request."""

    filed: int
    head_seq: int
    head: str
    done: bool = False
    refused: Refusal | None = None


def submit(
    session: Session, author: str, requests: Sequence[Request], *, after: int | None = None, key: str = "",
    notes: Sequence[SessionEvent] = (), reader: str = "", going_on: bool = False, asked: str = "",
    waits: str = "",
) -> Answer:  # fmt: skip
    """Record moves one by one, each with its results in one transaction, then carry out standing orders.

    - `notes` come before the first move.
    - `after`: the last entry the author saw. A later entry that changes the position is a conflict.
    - `key`, `asked`: idempotency key, and the digest of the text that a repetition must have (default: of the moves).
    - `reader`: the reader of a refusal, if it is not the author.
    - `going_on`: the post has recorded moves up to `after`, so replies by standing orders are not conflicts.
    - `waits`: a seat whose post goes on. Its compulsory moves do not happen by themselves yet: the post may have them.

    Raises ConflictError if others moved first or the key belongs to another request, SuspendedError, RefusedError.
    """
    for event in (*notes, *(event for request in requests for event in (*request.before, *request.behind))):
        if event.moves_board:
            raise errors.RefusedError(f"{tag_of(event)} cannot be submitted with a post")
    asked = asked or (_hash(author, after, requests, notes) if key else "")
    filing = _Filing(session, author, requests, notes, after, (key, asked), reader or author, going_on=going_on)
    answer = filing.file_all()
    if answer.done:
        carry_out_orders(session, waits)
    return answer


def kept_answer(session: Session, author: str, key: str, asked: str) -> Answer | None:
    """Return the stored answer to this request. Raises ConflictError if the key was used for another one."""
    prior = session.store.submission(session.row.session, author, key) if key else None
    if prior is not None and prior.hash != asked:
        raise errors.ConflictError("this key was already used for another request")
    return _answer_in(prior)


def answer_under(store: EventStore, session: str, author: str, key: str) -> Answer | None:
    """Return the stored answer under an author's key, for any request."""
    return _answer_in(store.submission(session, author, key) if key else None)


def answers(store: EventStore, session: str) -> Iterator[tuple[str, str, Answer]]:
    """Yield the stored answers of a session: author, key and answer. Damaged answers are left out."""
    for kept in store.submissions(session):
        with suppress(msgspec.MsgspecError):
            yield kept.author, kept.key, msgspec.json.decode(kept.answer, type=Answer)


def _answer_in(kept: Submission | None) -> Answer | None:
    return msgspec.json.decode(kept.answer, type=Answer) if kept is not None else None


def keep_answer(session: Session, author: str, key: str, asked: str, filed: int, *, done: bool) -> Answer:
    """Build the answer to the open transaction, and store it if there is a key."""
    head = session.writer.head
    answer = Answer(filed, head.seq, head.hex, done)
    if key:
        session.writer.answer(Submission(author, key, asked, msgspec.json.encode(answer).decode()))
    return answer


def _hash(author: str, after: int | None, requests: Sequence[Request], notes: Sequence[SessionEvent]) -> str:
    plain = list[Any]()
    for one in requests:
        absent = sorted(tag_of(kind) for kind in one.written.absent)
        written = msgspec.structs.replace(one.written, absent=())
        plain.append((written, absent, one.keep, one.implied, one.before, one.behind))
    return sha256(msgspec.json.encode((author, after, plain, list(notes)))).hexdigest()


class _Filing:
    """A submission in progress. Each request has its own transaction. `answer` is the last answer that was stored."""

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
        while self.answer is None or not self.answer.done:
            filed = self.answer.filed if self.answer else 0
            refused = self._settle(self.requests[filed] if self.requests else None)
            if refused is not None:
                return refused
        return self.answer

    def _settle(self, request: Request | None) -> Answer | None:
        """Record one request, or a pass that it implies. Return the answer if it is refused.

        In a strict session, implied passes are considered only if the request is refused without them. Implied passes
        are computed from what the author may know.
        """
        refused = self._file(request) if request is None or self.session.strict else None
        if request is None or (self.session.strict and refused is None):
            return refused
        move = request.written.move
        viewer = attempts.viewer_of(self.session, self.author) if self._is_for_another(request) else move.player
        quiet = silent_moves(self.session, move, viewer, unsaid=not request.keep)
        if not quiet:
            return refused or self._file(request)
        return self._file(Request(Written(quiet[0]), implied=True), counted=False)

    def _file(self, request: Request | None, *, counted: bool = True) -> Answer | None:
        """Record one request, with the notes before the first. Return the answer if it is refused."""
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
                except _REFUSALS as spent:  # after too many attempts, only this is reported
                    refused = spent
            refusal = Refusal(index, getattr(refused, "rule", ""), str(refused))
            return Answer(index, session.head.seq, session.head.hex, refused=refusal)
        self.answer = answer
        return None

    @contextmanager
    def _going_on(self) -> Iterator[Answer | None]:
        """Open a transaction that continues this submission; yield the answer if it was already recorded."""
        self._asked_table = None
        with self.session.writing():
            stored = self._stored()
            if stored is None or stored == self.answer:
                after = self.answer.head_seq if self.answer else self.after
                require_seen(self.session, self.author, after, going_on=self.going_on)
                stored = None
            yield stored

    def _is_for_another(self, request: Request) -> bool:
        """Check whether a refusal of this request could reveal a hand; if play is not strict, only with `keep`."""
        decides = self.session.strict or bool(request.keep)
        return decides and attempts.is_for_another(self.session, self.author, request.written.move.player)

    def _file_try(self, request: Request, index: int, *, asked: bool = False) -> None:
        """Refuse a move that its author knows to be illegal; record a probe if it depends on hidden information.

        `asked`: the session has refused a move that seemed legal to its author, so the refusal revealed hidden
        information.
        """
        session, author, move = self.session, self.author, request.written.move
        viewer = attempts.viewer_of(session, author)
        with self._going_on() as before:
            if before is not None:
                return
            if not request.implied:  # an implied pass is not a guess
                attempts.require_tries_left(session, author, move.player)
            session.require_open()
            session.require_undisputed()
            session.fate_now(request.written.seen)  # raises if the dice roller is not here
            require_unclaimed(request.written.seen, session.started.dice, session.started.cards)
            if not request.keep:
                _require_due(session, viewer, request.written)
            weighed = weigh(session.game.rules, session.view(viewer).position, move)
            if weighed.certain and not request.keep:
                raise weighed.certain[0].refusal()
            what = attempts.words_of(session, author, move, keep=bool(request.keep))
            tried = attempts.try_of(author, move.player, what, session.started.seats)
            if not (weighed.hangs or asked) or attempts.is_tried(session, tried):
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
            session.require_open(past_end=not session.started.has_tower and closing(session.table) is None)
            session.require_undisputed()
            _require_no_resignation(session, self.author, request.written.move.player)
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


def _require_no_resignation(session: Session, author: str, seat: str) -> None:
    if author == seat and seat in resigned(session.table):
        told = "The moderator can reopen the session for all its seats, with `END reopen ; reason`"
        raise errors.SuspendedError(f"{titled(seat)} has resigned and makes no more moves. {told}")


def _decided(session: Session, author: str, reader: str, request: Request) -> tuple[list[Entry], Any]:
    entries = [Entry(event, author) for event in request.before]
    draft = _run(session, author, reader, request)
    if request.keep:
        if session.started.cards == "tower" and f'"{UNKNOWN}"'.encode() in msgspec.json.encode(draft.now):
            raise errors.IllegalMoveError("", NOT_DEALT)
        differing = [found.rule for found in draft.divergences if not found.is_unverified]
        rules = dict.fromkeys([*(conflict.rule for conflict in draft.broken_rules), *differing])
        entries += [Entry(IllegalMoveAccepted(author, rule, request.keep), author) for rule in rules]
    return [*entries, *draft.entries], draft.now


def _run(session: Session, author: str, reader: str, request: Request) -> Draft[Any]:
    """Run a move with full information; the message of a refusal contains only what its reader may know."""
    written, strict = request.written, session.strict and not request.keep
    require_unclaimed(written.seen, session.started.dice, session.started.cards)
    viewer = reader if reader == written.move.player else ALL
    if strict:
        _require_due(session, viewer, written)
    try:
        draft = run(
            session.game.rules, session.position, written.move, session.fate_now(written.seen), strict=strict,
            stated=DeclaredResults() if strict else DeclaredResults(written.stated, written.absent), by=author,
            implied=request.implied,
        )  # fmt: skip
    except (errors.IllegalMoveError, errors.UnplayableError, errors.CannotTellError) as error:
        raise refusal_for(session, viewer, written.move) from error
    except DiceError as error:
        known = session.view(viewer).position
        raise with_needed_dice(error, session.game, known, session.started.seats, written.move) from error
    if session.started.cards != "tower":
        require_no_surplus(written.seen, draft)
    return draft


def _require_due(session: Session, viewer: str, written: Written) -> None:
    """Refuse stated results that differ from the results by the rules, as far as a viewer knows before any dice."""
    if not (written.stated or written.absent):
        return
    stated = DeclaredResults(written.stated, written.absent)
    try:
        position = session.view(viewer).position
        draft = run(session.game.rules, position, written.move, NoChance(), strict=False, stated=stated)
    except errors.BellError:
        return  # it needs chance, or is refused for another reason
    rule = next((found.rule for found in draft.divergences if not found.is_unverified), None)
    if rule is not None:
        what = "the stated result differs from the result by the rules"
        raise errors.IllegalMoveError(rule, f"{what}. Leave the result out")


def refusal_for(session: Session, viewer: str, move: Move) -> errors.BellError:
    """Return the reason for refusing a move, from what a viewer may know."""
    try:
        against = find_conflicts(session.game.rules, session.view(viewer).position, move)
    except errors.UnplayableError as error:
        return error
    certain = next((conflict for conflict in against if not conflict.is_unverified), None)
    if certain is None:
        return errors.IllegalMoveError("", "this move is illegal. The reason is hidden from you")
    return certain.refusal()


def file_order(session: Session, author: str, seat: str, text: str) -> None:
    """Record a standing order of a seat ("" withdraws it), and carry it out. An unchanged order is ignored.

    If another person gives the order, its effect may reveal the seat's hand, so a probe is recorded.
    """
    viewer = attempts.viewer_of(session, author)
    if len(text) > _LONGEST_ORDER or not text.isprintable():
        raise errors.RefusedError(f"an order can have at most {_LONGEST_ORDER} characters, without control characters")
    if author == seat and text == session.orders.get(seat, ""):
        return
    with session.writing():
        session.require_open()
        attempts.require_tries_left(session, author, seat)
        rest, has_only = split_only(text)
        if has_only and session.game.orders.is_open is None:
            raise errors.RefusedError(f'this game does not have the standing order "{ONLY}"')
        why = session.game.orders.refusal(Order(seat, rest), session.view(viewer).position) if rest else ""
        if why:
            raise errors.RefusedError(why)
        events: list[SessionEvent] = [Ordered(seat, text)]
        if rest and attempts.is_for_another(session, author, seat) and _may_tell(session, viewer, Order(seat, rest)):
            tried = attempts.try_of(author, seat, f"{attempts.ORDER}{text}", session.started.seats)
            events = [*([] if attempts.is_tried(session, tried) else [tried]), *events]
        session.append([Entry(event, author) for event in events])
    carry_out_orders(session)


def _may_tell(session: Session, viewer: str, order: Order) -> bool:
    position = session.view(viewer).position
    if order.seat not in session.status.awaited:
        return False
    move = session.game.orders.answer(order, position)
    return move is None or weigh(session.game.rules, position, move).hangs


def carry_out_orders(session: Session, waits: str = "") -> None:
    """Apply open compensations, then the orders of awaited seats, each decided with its own seat's knowledge.

    The compulsory moves of the seat `waits` do not happen by themselves.
    """
    if session.compensations:
        pay_due(session)
    for _ in range(_MOST):
        try:
            if _skips_resigned(session):
                continue
            seen, move = session.head.seq, _ordered(session, waits)
            if move is None or _Filing(session, "order", [Request(Written(move))], after=seen).file_all().refused:
                return
        except errors.ConflictError:
            continue  # others moved in the meantime: try again
        except errors.SuspendedError:
            return


def _skips_resigned(session: Session) -> bool:
    """Skip the turn of a seat that has resigned, or answer for it in the turn of another. Return whether that was done.

    The answer is a pass. If the seat must choose, it is the first move on offer.
    """
    gone = resigned(session.table)
    if not gone or session.held or session.table.unsealed:
        return False
    status = session.status
    for seat in (seat for seat in status.awaited if seat in gone):
        if seat == status.seat:
            with suppress(errors.RefusedError), session.writing():
                append_with_effects(session, Skipped(seat, _RESIGNED), "turn", "next", OMNISCIENT)
                return True
        else:
            rules, position = session.game.rules, session.view(seat).position
            silent = rules.implied_pass(position, seat)
            move = silent or next(iter(rules.legal(position, seat)))
            request = Request(Written(move), implied=silent is not None)
            return _Filing(session, "order", [request], after=session.head.seq).file_all().refused is None
    return False


def _ordered(session: Session, waits: str = "") -> Move | None:
    if not session.orders or session.held or session.table.unsealed:
        return None
    for seat in session.status.awaited:
        text = session.orders.get(seat)
        if text:
            position = session.view(seat).position
            rest, has_only = split_only(text)
            move: Move | None = session.game.orders.answer(Order(seat, rest), position) if rest else None
            if move is None and has_only and seat != waits:
                move = compulsory_move(session.game, session.view(ALL).position, seat)
            if move is not None and accepts(session.game, position, move):
                return move
    return None


class Preface(msgspec.Struct, frozen=True):
    """Additions to a session's next transaction: entries to write first, the last entry the author saw, and the key."""

    by: str
    notes: tuple[SessionEvent, ...] = ()
    after: int | None = None
    key: str = ""
    asked: str = ""
    going_on: bool = False


class PrefacedSession(Session):
    """A session whose next transaction may begin with a preface: entries before its own."""

    _preface: Preface | None = None
    _inside = False
    _tries = False

    @property
    def head(self) -> Head:
        """The last entry known to this object; in a transaction, the last one written."""
        return self.writer.head if self._inside else super().head

    @contextmanager
    def writing(self, opening: AbstractContextManager[Writer] | None = None) -> Iterator[list[Line]]:
        """Open a transaction that begins with the preface."""
        preface, self._preface = self._preface, None
        with super().writing(opening) as missed:
            if preface is None:
                yield missed
                return
            require_seen(self, preface.by, preface.after, going_on=preface.going_on)
            self._inside = True
            try:
                if preface.notes:
                    self.append([Entry(note, preface.by) for note in preface.notes])
                yield missed
                keep_answer(self, preface.by, preface.key, preface.asked, int(not self._tries), done=not self._tries)
            except BaseException:
                self._preface = preface
                raise
            finally:
                self._inside = False

    def record_probes(self, tries: Sequence[HiddenInfoProbe], by: str) -> None:
        """Record probes after the preface. They stay in the log even if the session refuses the moves."""
        before, self._tries = self._preface, True
        try:
            super().record_probes(tries, by)
        finally:
            self._tries = False
        self._preface = before and msgspec.structs.replace(before, notes=(), after=self.head.seq)

    @contextmanager
    def prefaced(self, preface: Preface) -> Iterator[Answer | None]:
        """Set the preface of the next transaction; yield the answer if the same request was recorded before.

        Notes that were recorded with an earlier, incomplete request are not recorded again. Raises ConflictError.
        """
        found = kept_answer(self, preface.by, preface.key, preface.asked)
        if found is not None and found.done:
            yield found
            return
        self._preface = preface if found is None else msgspec.structs.replace(preface, notes=(), after=found.head_seq)
        try:
            yield None
        finally:
            self._preface = None
