"""Filing what seats post, move by move.

What stands before the first refused move is in the log, dice included; the rest comes back unfiled. A retried
submission goes on after its last stored group; the same key with another request is refused.
"""

from collections.abc import Sequence
from hashlib import sha256
from typing import Any, Final

import msgspec

from events.conduct import Flagged
from events.errors import BellError, ConflictError, IllegalMoveError, NeedsFateError, NotationError, UnplayableError
from events.facts import ALL, Conduct, Move
from events.line import Entry
from events.store import Submission
from projections.draft import Draft, Stated, objections, run
from projections.game import Order, Written
from replay.fate import Refusing
from replay.session import Session

__all__ = ["Answer", "Refusal", "Request", "refusal_for", "silent_moves", "submit"]

_QUIET: Final = frozenset(
    {
        "posted", "remarked", "claimed", "flagged", "learned", "ordered", "looked", "triaged", "appointed",
        "takeback-asked", "takeback-answered", "dispute-opened", "ruled",
    }
)  # fmt: skip
_MOST: Final = 64


class Request(msgspec.Struct, frozen=True):
    """One move to be filed, as read. `keep` is the reason to keep it although a rule speaks against it.

    `before` are conduct lines to file with it: the post it stands in, a claim, a remark.
    """

    written: Written
    keep: str = ""
    implied: bool = False
    before: tuple[Conduct, ...] = ()


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
    notes: Sequence[Conduct] = (),
) -> Answer:  # fmt: skip
    """File moves one by one, each with what it led to, in one transaction each. `notes` come before the first.

    `after` is the last line the author saw; lines missed since that change the position are a conflict. Standing orders
    of awaited seats are carried out after the last.

    Raises:
        ConflictError: others moved first, or the key was used for another request.
        HeldError: the session takes no moves.
    """
    asked = _hash(author, after, requests, notes) if key else ""
    prior = session.store.submission(session.row.session, author, key) if key else None
    if prior is not None and prior.hash != asked:
        raise ConflictError("this key was used for another request")
    answer = msgspec.json.decode(prior.answer, type=Answer) if prior is not None else None
    if answer is not None and answer.done:
        return answer
    filing = _Filing(session, author, len(requests), (key, asked))
    for index in range(answer.filed if answer else 0, max(1, len(requests))):
        answer = filing.settle(requests[index] if requests else None, index, after if index == 0 else None, notes)
        if answer.refused:
            return answer
        notes = ()
    carry_out_orders(session)
    return answer or Answer(0, session.head.seq, session.head.hex, done=True)


def _hash(author: str, after: int | None, requests: Sequence[Request], notes: Sequence[Conduct]) -> str:
    asked = (author, after, [_plain(request) for request in requests], list(notes))
    return sha256(msgspec.json.encode(asked)).hexdigest()


def _plain(request: Request) -> Any:
    absent = sorted(kind.__name__ for kind in request.written.absent)
    return (msgspec.structs.replace(request.written, absent=()), absent, request.keep, request.implied, request.before)


class _Filing:
    """One submission while its requests are filed, each in one transaction."""

    def __init__(self, session: Session, author: str, total: int, key: tuple[str, str]) -> None:
        self.session, self.author, self.total, self.key = session, author, total, key

    def settle(self, request: Request | None, index: int, after: int | None, notes: Sequence[Conduct]) -> Answer:
        """File one request; where it stands on silence, the silence first.

        In a session of the tower silence is looked for only when the request is refused without it.
        """
        answer = self.file(request, index, after, notes) if request is None or self.session.strict else None
        if request is None or (answer is not None and not answer.refused):
            assert answer is not None
            return answer
        quiet = silent_moves(self.session, request.written.move)
        if answer is not None and not quiet:
            return answer
        for silent in quiet:
            said = self.file(Request(Written(silent), implied=True), index, after, notes, counted=False)
            if said.refused:
                return said
            after, notes = None, ()
        return self.file(request, index, after, notes)

    def file(
        self, request: Request | None, index: int, after: int | None, notes: Sequence[Conduct] = (), *,
        counted: bool = True,
    ) -> Answer:  # fmt: skip
        """File one request with the notes before it, or say why it is refused."""
        session = self.session
        try:
            with session.writing():
                _require_seen(session, self.author, after)
                if request is not None:
                    session.require_open()
                self._append(request, notes)
                answer = self._answer(index + (request is not None and counted))
        except (IllegalMoveError, UnplayableError, NotationError) as error:
            refusal = Refusal(index, getattr(error, "rule", ""), str(error))
            return Answer(index, session.head.seq, session.head.hex, refused=refusal)
        return answer

    def _append(self, request: Request | None, notes: Sequence[Conduct]) -> None:
        session = self.session
        entries = [Entry(note, self.author) for note in notes]
        position = None
        if request is not None:
            drafted, position = _decided(session, self.author, request)
            entries += drafted
            if session.game.status(position).outcome is not None:
                entries.append(session.ending())
        if entries:
            session.append(entries, position)

    def _answer(self, filed: int) -> Answer:
        head = self.session.writer.head
        answer = Answer(filed, head.seq, head.hex, done=filed >= self.total)
        if self.key[0]:
            stored = msgspec.json.encode(answer).decode()
            self.session.writer.answer(Submission(self.author, *self.key, stored))
        return answer


def _require_seen(session: Session, author: str, after: int | None) -> None:
    """Refuse an author who has not seen a line that changed the position."""
    if after is None or after >= session.head.seq:
        return
    if any(entry.fact.__struct_config__.tag not in _QUIET for entry in session.table.entries[after:]):
        viewer = author if author in session.started.seats else ALL
        lines = session.view(viewer).lines[after:]
        raise ConflictError(f"line {after} is not the last any more: {len(lines)} lines came since", lines)


def _decided(session: Session, author: str, request: Request) -> tuple[list[Entry], Any]:
    """The lines of one request, and the position after them."""
    entries = [Entry(fact, author) for fact in request.before]
    draft = _run(session, author, request)
    if request.keep and draft.breaches:
        entries.append(Entry(Flagged(author, draft.breaches[0].rule, request.keep), author))
    return [*entries, *draft.entries], draft.now


def _run(session: Session, author: str, request: Request) -> Draft[Any]:
    """Decide on the table's position; a refusal is worded from what the author may know."""
    written = request.written
    try:
        return run(
            session.game, session.position, written.move, session.fate_now(written.seen),
            strict=session.strict and not request.keep, stated=Stated(written.stated, written.absent), by=author,
            implied=request.implied,
        )  # fmt: skip
    except (IllegalMoveError, UnplayableError) as error:
        viewer = author if author == written.move.player else ALL
        raise refusal_for(session, viewer, written.move) from error


def refusal_for(session: Session, viewer: str, move: Move) -> BellError:
    """Why a move is refused, in words that a viewer may read: from that viewer's own position."""
    try:
        against = objections(session.game, session.view(viewer).position, move)
    except UnplayableError as error:
        return error
    certain = [breach for breach in against if not breach.doubt]
    if certain:
        return IllegalMoveError(certain[0].rule, certain[0].message)
    return IllegalMoveError("", "this move is not legal; what speaks against it is not known to you")


def silent_moves(session: Session, move: Move) -> list[Move]:
    """The moves that a move implies because saying nothing means them, up to one that asks for chance.

    A seat that goes on has passed. That others have passed is implied only where play is recorded as it stood.
    """
    game, position = session.game, session.position
    found: list[Move] = []
    for _ in range(_MOST):
        seat = next(iter(game.status(position).awaited), "")
        silent = game.silence(position, seat) if seat else None
        if silent is None or (seat != move.player and session.strict):
            break
        if seat == move.player and _accepts(session, position, move):
            break
        found.append(silent)
        try:
            position = run(game, position, silent, Refusing(), strict=False).now
        except NeedsFateError:
            return found
    return found if _settled(session, position, move) else []


def _settled(session: Session, position: Any, move: Move) -> bool:
    """Whether silence helped: the move's seat is awaited now, and in a strict session the move is accepted."""
    if session.strict:
        return _accepts(session, position, move)
    return move.player in session.game.status(position).awaited


def _accepts(session: Session, position: Any, move: Move) -> bool:
    try:
        return not any(not breach.doubt for breach in objections(session.game, position, move))
    except UnplayableError:
        return False


def carry_out_orders(session: Session) -> None:
    """File what the standing orders of awaited seats say now, each decided on its own seat's position."""
    for _ in range(_MOST):
        move = _ordered(session)
        if move is None:
            return
        if _Filing(session, "order", 1, ("", "")).file(Request(Written(move)), 0, None).refused:
            return


def _ordered(session: Session) -> Move | None:
    if session.held or session.table.unsealed:
        return None
    for seat in session.status.awaited:
        text = session.orders.get(seat)
        if text:
            position = session.view(seat).position
            move: Move | None = session.game.answer(Order(seat, text), position)
            if move is not None and _accepts(session, position, move):
                return move
    return None
