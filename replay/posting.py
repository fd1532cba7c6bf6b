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
from events.line import Entry, Line
from events.store import Submission
from projections.draft import Draft, Stated, run
from projections.game import Order, Seen, Written
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
    asked = sha256(
        msgspec.json.encode((author, after, [_plain(request) for request in requests], list(notes)))
    ).hexdigest()
    prior = session.store.submission(session.row.session, author, key) if key else None
    if prior is not None and prior.hash != asked:
        raise ConflictError("this key was used for another request")
    answer = msgspec.json.decode(prior.answer, type=Answer) if prior is not None else None
    if answer is not None and answer.done:
        return answer
    filed = answer.filed if answer else 0
    for index in range(filed, max(1, len(requests))):
        seen = after if index == 0 else session.head.seq
        request = requests[index] if requests else None
        answer = _file(session, author, request, index, len(requests), seen, notes if index == 0 else (), (key, asked))
        if answer.refused:
            return answer
    carry_out_orders(session)
    return answer or Answer(0, session.head.seq, session.head.hex, done=True)


def _plain(request: Request) -> Any:
    absent = sorted(kind.__name__ for kind in request.written.absent)
    return (msgspec.structs.replace(request.written, absent=()), absent, request.keep, request.before)


def _file(
    session: Session, author: str, request: Request | None, index: int, total: int, after: int | None,
    notes: Sequence[Conduct], key: tuple[str, str],
) -> Answer:  # fmt: skip
    """File one request in one transaction, or say why it is refused."""
    head = session.head
    try:
        with session.writing() as missed:
            _require_seen(session, author, after, missed)
            if request is not None:
                session.require_open()
            entries = [Entry(note, author) for note in notes]
            position = None
            if request is not None:
                drafted, position = _decided(session, author, request)
                entries += drafted
                if session.game.status(position).outcome is not None:
                    entries.append(session.ending())
            if entries:
                session.append(entries, position)
            head = session.writer.head
            answer = Answer(index + (request is not None), head.seq, head.hex, done=index + 1 >= total)
            if key[0]:
                session.writer.answer(Submission(author, *key, msgspec.json.encode(answer).decode()))
    except (IllegalMoveError, UnplayableError, NotationError) as error:
        refusal = Refusal(index, getattr(error, "rule", ""), str(error))
        return Answer(index, session.head.seq, session.head.hex, refused=refusal)
    return answer


def _require_seen(session: Session, author: str, after: int | None, _missed: Sequence[Line]) -> None:
    """Refuse an author who has not seen a line that changed the position."""
    if after is None or after >= session.head.seq:
        return
    fresh = session.table.entries[after:]
    if any(entry.fact.__struct_config__.tag not in _QUIET for entry in fresh):
        viewer = author if author in session.started.seats else ALL
        lines = session.view(viewer).lines[after:]
        raise ConflictError(f"line {after} is not the last any more: {len(lines)} lines came since", lines)


def _decided(session: Session, author: str, request: Request) -> tuple[list[Entry], Any]:
    """The lines of one request with the silence it implies, and the position after them."""
    written, entries = request.written, []
    position = session.position
    for silent in silent_moves(session, position, written.move):
        quiet = run(
            session.game, position, silent, session.fate_now(Seen()), strict=session.strict, by=author, implied=True
        )
        entries += quiet.entries
        position = quiet.now
    entries += [Entry(fact, author) for fact in request.before]
    draft = _run(session, position, author, request, given=len(entries))
    if request.keep and draft.breaches:
        entries.append(Entry(Flagged(author, draft.breaches[0].rule, request.keep), author))
    return [*entries, *draft.entries], draft.now


def _run(session: Session, position: Any, author: str, request: Request, *, given: int) -> Draft[Any]:
    """Decide on the table's position; a refusal is worded from what the author may know."""
    written, game = request.written, session.game
    strict = session.strict and not request.keep
    try:
        return run(
            game, position, written.move, session.fate_now(written.seen), strict=strict,
            stated=Stated(written.stated, written.absent), by=author,
        )  # fmt: skip
    except (IllegalMoveError, UnplayableError) as error:
        viewer = author if author == written.move.player else ALL
        if given == 0 or viewer == ALL:
            raise refusal_for(session, viewer, written.move) from error
        raise


def refusal_for(session: Session, viewer: str, move: Move) -> BellError:
    """Why a move is refused, in words that a viewer may read: from that viewer's own position."""
    position = session.view(viewer).position
    for silent in (None, *silent_moves(session, position, move)):
        if silent is not None:
            position = run(session.game, position, silent, Refusing(), strict=False).now
    draft = Draft(session.game, position, Refusing(), strict=False)
    try:
        session.game.decide(draft, move)
    except UnplayableError as error:
        return error
    except BellError:
        pass
    certain = [breach for breach in draft.breaches if not breach.doubt]
    if certain:
        return IllegalMoveError(certain[0].rule, certain[0].message)
    return IllegalMoveError("", "this move is not legal; what speaks against it is not known to you")


def silent_moves(session: Session, position: Any, move: Move) -> list[Move]:
    """The moves that a move implies because saying nothing means them.

    A seat that goes on has passed. That others have passed is implied only where play is recorded as it stood.
    """
    game = session.game
    found: list[Move] = []
    for _ in range(_MOST):
        awaited = game.status(position).awaited
        if not awaited:
            break
        seat = awaited[0]
        silent = game.silence(position, seat)
        if silent is None or (seat != move.player and session.strict):
            break
        if seat == move.player and _accepts(session, position, move):
            break
        after = run(game, position, silent, Refusing(), strict=False).now
        if seat == move.player and not _accepts(session, after, move):
            break
        found.append(silent)
        position = after
    return found


def _accepts(session: Session, position: Any, move: Move) -> bool:
    draft = Draft(session.game, position, Refusing(), strict=False)
    try:
        session.game.decide(draft, move)
    except NeedsFateError:
        pass
    except BellError:
        return False
    return not any(not breach.doubt for breach in draft.breaches)


def carry_out_orders(session: Session) -> None:
    """File what the standing orders of awaited seats say now, each decided on its own seat's position."""
    for _ in range(_MOST):
        move = _ordered(session)
        if move is None:
            return
        answer = _file(session, "order", Request(Written(move)), 0, 1, None, (), ("", ""))
        if answer.refused:
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
