"""Posts read and filed for a program, as the page for people reads and files them."""

from events.facts import ALL
from events.store.protocol import SessionRow
from replay.posts.file import file_post
from replay.posts.lines import ReadLine
from replay.posts.paste import Choice, Pasted, Poster
from replay.posts.read import Intake, read_post
from webui.access.identity import Who
from webui.access.token_guard import guard_tokens
from webui.access.view import house, view
from webui.api.shapes import ClaimRead, Filed, LineRead, Missing, PostSent, ReadingTold

__all__ = ["filed", "reading"]


def reading(row: SessionRow, asking: Who, sent: PostSent) -> ReadingTold:
    """How a post reads.

    Raises:
        RefusedError: it is none that can be read.
        ConflictError: its key was used for another.
    """
    guard_tokens(sent.text, asking)
    timeline = view(row.session, {"as": asking.viewer}).timeline
    intake = read_post(timeline, house().store, _pasted(sent), _poster(asking))
    return ReadingTold(intake.is_settled, intake.seq, _lines(intake.lines), _missed(intake), intake.trouble)


def filed(row: SessionRow, asking: Who, sent: PostSent) -> Filed:
    """File a post.

    Raises:
        RefusedError: it is none that can be read.
        ConflictError: its key was used for another.
        HeldError: the session takes no moves.
    """
    guard_tokens(sent.text, asking)
    home = house()
    done = file_post(home.store, home.shelf, row.session, _pasted(sent), _poster(asking))
    stopped = done.stopped.message if done.stopped else done.intake.trouble
    return Filed(done.is_done, done.number, _lines(done.lines), done.seq, done.head, _missed(done.intake), stopped)


def _poster(asking: Who) -> Poster:
    return Poster(asking.author, asking.viewer if asking.seat else ALL)


def _pasted(sent: PostSent) -> Pasted:
    choices = {int(number): Choice(one.take, one.chat, one.keep) for number, one in sent.choices.items()}
    return Pasted(
        text=sent.text, seat=sent.seat or "", author=sent.author, when=sent.when, where=sent.where, after=sent.after,
        key=sent.key or "", choices=choices,
    )  # fmt: skip


def _lines(lines: tuple[ReadLine, ...]) -> tuple[LineRead, ...]:
    return tuple(
        LineRead(
            line.number, line.text, line.status, line.seat, line.message, line.column, line.rule, line.law,
            line.choices, line.may_keep, line.says, line.filed, line.waits,
            tuple(ClaimRead(claim.place, claim.value, claim.due, claim.differs) for claim in line.claims),
        )
        for line in lines
    )  # fmt: skip


def _missed(intake: Intake) -> tuple[Missing, ...]:
    return tuple(Missing(one.seq, one.address, one.told) for one in intake.crossing)
