"""Reading and filing posts by the API, as the page `post` does for people."""

from collections.abc import Sequence

from events.store.rows import SessionRow
from replay.posts.door import Request, preview, submit
from replay.posts.lines import ReadLine
from replay.posts.paste import Choice, Pasted, Poster
from replay.session.conflicts import UnseenLine
from webui.access.identity import Identity
from webui.access.token_guard import guard_tokens
from webui.access.view import current_context, requested_view
from webui.api.shapes import ClaimReading, LineReading, PostReading, PostRequest, PostResult, UnseenMove


def read_posted(row: SessionRow, asking: Identity, sent: PostRequest) -> PostReading:
    """Read a post and say how each line of it reads; nothing is written.

    Raises:
        RefusedError: it is none that can be read.
        ConflictError: its key was used for another.
    """
    guard_tokens(sent.text, asking)
    timeline = requested_view(row.session, {"as": asking.viewer}).timeline
    paste = preview(current_context().store, timeline, _request(row, asking, sent)).paste
    return PostReading(
        paste.is_settled,
        paste.seq,
        _line_readings(paste.lines),
        _unseen_moves(paste.crossing),
        paste.trouble,
        paste.unheard,
    )


def file_posted(row: SessionRow, asking: Identity, sent: PostRequest) -> PostResult:
    """File a post.

    Raises:
        RefusedError: it is none that can be read.
        ConflictError: its key was used for another.
        HeldError: the session takes no moves.
    """
    guard_tokens(sent.text, asking)
    context = current_context()
    done = submit(context.store, context.registry, _request(row, asking, sent))
    stopped = done.stopped.message if done.stopped else done.paste.trouble
    return PostResult(
        done.is_done,
        done.number,
        _line_readings(done.lines),
        done.seq,
        done.head,
        _unseen_moves(done.crossing or done.paste.crossing),
        stopped,
        done.paste.unheard,
        done.signed,
    )


def _request(row: SessionRow, asking: Identity, sent: PostRequest) -> Request:
    choices = {int(number): Choice(one.take, one.chat, one.keep) for number, one in sent.choices.items()}
    pasted = Pasted(
        text=sent.text, seat=sent.seat or "", author=sent.author, when=sent.when, where=sent.where, after=sent.after,
        key=sent.key or "", choices=choices,
    )  # fmt: skip
    return Request(row.session, Poster(asking.author, asking.viewer), pasted)


def _line_readings(lines: tuple[ReadLine, ...]) -> tuple[LineReading, ...]:
    return tuple(
        LineReading(
            line.number, line.text, line.status, line.seat, line.message, line.column, line.rule, line.law,
            line.choices, line.may_keep, line.says, line.filed, line.waits,
            tuple(ClaimReading(claim.place, claim.value, claim.due, claim.differs) for claim in line.claims),
        )
        for line in lines
    )  # fmt: skip


def _unseen_moves(crossing: Sequence[UnseenLine]) -> tuple[UnseenMove, ...]:
    return tuple(UnseenMove(one.seq, one.address, one.told) for one in crossing)
