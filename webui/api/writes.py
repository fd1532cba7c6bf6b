"""Creating sessions, and previewing and submitting posts, as the pages do."""

from collections.abc import Sequence
from typing import Final

import msgspec

from events.errors import RefusedError
from events.store.accounts import MODERATOR, SEAT
from events.store.rows import SessionRow
from events.store.settings import Settings, check_visibility
from replay.chance.clock import now_ms
from replay.posts import create_session as creating
from replay.posts.choices import asked_readings, moves_instead
from replay.posts.door import Request, preview, submit
from replay.posts.lines import ReadLine
from replay.posts.paste import Choice, Pasted, Poster
from replay.posts.read import ReadPaste
from replay.posts.whose import command_without_seat, seat_at_once, whose_says
from replay.session.conflicts import UnseenLine
from replay.session.seats import seat_holders
from webui.access.identity import Identity, accounts, host_identity, is_laptop, new_key
from webui.access.pending_links import guard_tokens
from webui.access.view import current_context, requested_view
from webui.api import shapes
from webui.views.option_fields import given_options, option_fields

_SHOWN: Final = 80


def read_posted(row: SessionRow, asking: Identity, sent: shapes.PostRequest) -> shapes.PostReading:
    """Parse a post and return the result for each line, without saving anything."""
    guard_tokens(sent.text, asking)
    timeline = requested_view(row.session, {"as": asking.viewer}).timeline
    asked, preselected = _request(row, asking, sent)
    paste = preview(current_context().store, timeline, asked).paste
    lines, missed = _line_readings(paste.lines), _unseen_moves(paste.crossing)
    moves, readings = _moves_instead(paste), tuple(shapes.PossibleReading(*one) for one in asked_readings(paste))
    return shapes.PostReading(
        paste.is_settled, paste.seq, lines, missed, paste.trouble, paste.unheard, preselected, moves, readings
    )


def file_posted(row: SessionRow, asking: Identity, sent: shapes.PostRequest) -> shapes.PostResult:
    """Submit a post. A key that was used for another post raises `ConflictError`."""
    guard_tokens(sent.text, asking)
    context = current_context()
    asked, preselected = _request(row, asking, sent)
    done = submit(context.store, context.registry, asked)
    stopped = done.stopped.message if done.stopped else done.paste.trouble
    lines, missed = _line_readings(done.lines), _unseen_moves(done.crossing or done.paste.crossing)
    moves = _moves_instead(done.paste)
    return shapes.PostResult(
        done.is_done, done.number, lines, done.seq, done.head, missed, stopped, done.paste.unheard, done.signed,
        preselected, moves, _rest(row, asking, done.rest), done.is_unasked,
    )  # fmt: skip


def _rest(row: SessionRow, asking: Identity, rest: Pasted | None) -> shapes.PostRest | None:
    if rest is None:
        return None
    timeline = requested_view(row.session, {"as": asking.viewer}).timeline
    asked = Request(row.session, Poster(asking.author, asking.viewer), rest)
    lines = _line_readings(preview(current_context().store, timeline, asked).paste.lines)
    return shapes.PostRest(rest.text, rest.where, rest.seat, lines)


def _moves_instead(paste: ReadPaste) -> tuple[shapes.MoveInstead, ...]:
    found = moves_instead(paste)
    return tuple(shapes.MoveInstead(found.number, one.line, one.text) for one in found.legal.shown) if found else ()


def _request(row: SessionRow, asking: Identity, sent: shapes.PostRequest) -> tuple[Request, str]:
    """Return a request with the preselected seat of a post that names none, and sentences about that seat."""
    choices = {int(number): Choice(one.take, one.chat, one.accept) for number, one in sent.choices.items()}
    pasted = Pasted(
        text=sent.text, seat=sent.seat or "", author=sent.author, when=sent.when, where=sent.where, after=sent.after,
        key=sent.key or "", choices=choices, chat_only=sent.chat_only,
    )  # fmt: skip
    poster = Poster(asking.author, asking.viewer)
    if sent.seat or poster.seat:
        return Request(row.session, poster, pasted), ""
    timeline = requested_view(row.session, {"as": asking.viewer}).timeline
    found = seat_at_once(timeline, current_context().store, accounts(), pasted, poster)
    if not (found.seat or sent.chat_only):
        _require_whose(command_without_seat(timeline, pasted, poster))
    message = whose_says(timeline, found) if found.seat else ""
    return Request(row.session, poster, msgspec.structs.replace(pasted, seat=found.seat)), message


def _require_whose(line: str) -> None:
    """Refuse a post with a command that does not say whose it is. All of it would be recorded as chat."""
    if line:
        what = f'"{line[:_SHOWN]}" is a command, but the post does not say whose it is'
        raise RefusedError(f"{what}. Set `seat` to a seat or to `moderator`, or `chat_only` to record the post as chat")


def _line_readings(lines: tuple[ReadLine, ...]) -> tuple[shapes.LineReading, ...]:
    return tuple(
        shapes.LineReading(
            line.number, line.text, line.status, line.seat, line.message, line.column, line.rule, line.law,
            line.choices, line.may_accept, line.says, line.filed, line.waits,
            tuple(shapes.ClaimReading(claim.place, claim.value, claim.due, claim.differs) for claim in line.claims),
            line.conflict, line.comment,
        )
        for line in lines
    )  # fmt: skip


def _unseen_moves(crossing: Sequence[UnseenLine]) -> tuple[shapes.UnseenMove, ...]:
    return tuple(shapes.UnseenMove(one.seq, one.address, one.told) for one in crossing)


def begin_session_by_api(asked: shapes.SessionRequest) -> shapes.NewSession:
    """Create a session. A repeated request with the same key creates one session and gets no links."""
    context = current_context()
    guard_tokens(msgspec.json.encode(asked).decode(), host_identity())
    session = creating.session_id_of_form(accounts(), f"api {host_identity().link}", asked.key or new_key())
    begun = creating.begin_once(context.store, context.registry, accounts(), _plan(asked, session))
    if begun is None or is_laptop():
        return shapes.NewSession(session, ())
    people = seat_holders(begun.table.entries)
    tokens = {seat: _issue_token(session, SEAT, seat, people[seat]) for seat in begun.started.seats}
    links = [shapes.LinkToken(SEAT, seat, token) for seat, token in tokens.items()]
    return shapes.NewSession(session, (*links, shapes.LinkToken(MODERATOR, "", _issue_token(session, MODERATOR))))


def _issue_token(session: str, role: str, seat: str = "", person: str = "") -> str:
    return accounts().issue(session, role, now_ms(), seat=seat, person=person)[1]


def _plan(asked: shapes.SessionRequest, session: str) -> creating.SessionPlan:
    game = current_context().registry[asked.game.lower()]
    known = [field.name for field in option_fields(game)]
    if unknown := sorted(set(asked.options) - set(known)):
        names = ", ".join(known) or "none"
        raise RefusedError(f'options: "{unknown[0][:40]}" is not an option of {game.meta.slug}. Options: {names}')
    fields = {
        "title": asked.title, "dice": asked.dice, "cards": asked.cards, "opens": asked.opens,
        "corrections": asked.policy, **given_options(game, asked.options),
    }  # fmt: skip
    chosen = {name: value for name, value in fields.items() if value}
    started = creating.started_from_fields(current_context().registry, game, asked.seats, chosen)
    settings = Settings(visibility=check_visibility(asked.visibility))
    return creating.SessionPlan(started, settings, asked.alias or "", session=session)
