"""The routes of the API. Whoever asks is known by a bearer token alone, never by a cookie."""

from typing import Any, Final, TypeVar

import msgspec
from flask import Blueprint, Response, request
from werkzeug.exceptions import (
    BadRequest,
    Forbidden,
    NotFound,
    RequestEntityTooLarge,
    Unauthorized,
    UnsupportedMediaType,
)

from events.digits import whole
from events.errors import RefusedError
from replay.exporting import log as log_file
from replay.session.seats import require_seat
from webui import __version__
from webui.access.identity import accounts, identify, require_host, require_participant
from webui.access.rate_limits import limit_rate
from webui.access.responses import revalidated
from webui.access.view import SessionView, current_context, requested_view, require_line, session_index
from webui.api.create import begin_session_by_api
from webui.api.documents import game_info, line_info, moves_on_offer, position_info, session_info
from webui.api.openapi import Operation, Parameter, document
from webui.api.posts import file_posted, read_posted
from webui.api.shapes import (
    GameInfo,
    LineList,
    MoveList,
    NewSession,
    PositionInfo,
    PostReading,
    PostRequest,
    PostResult,
    SessionInfo,
    SessionList,
    SessionRequest,
)

T = TypeVar("T")
_PAGE: Final = 40
_LINES: Final = 500
_LONGEST: Final = 1_000_000
_NAME: Final = {"type": "string", "pattern": "^[a-z0-9][a-z0-9-]{0,31}$"}
_NUMBER: Final = {"type": "integer", "minimum": 0, "maximum": 999_999_999}
_SESSION: Final = Parameter("session", "path", _NAME, "the session's id or alias")
_AS: Final = Parameter("as", "query", _NAME, "a seat, or `table`, where whoever asks may see that; else a spectator")
_KNOWN: Final = Parameter("known", "query", {"type": "string", "enum": ["then", "now"]}, "as known then, or now")

blueprint = Blueprint("api", __name__, url_prefix="/api/v1")

OPERATIONS: Final = (
    Operation("/games", "get", "games", "The games on the shelf.", list[GameInfo]),
    Operation(
        "/sessions", "get", "sessions", "The sessions that whoever asks may know of, the newest first.", SessionList,
        parameters=[Parameter("page", "query", {"type": "integer", "minimum": 1, "maximum": 999_999}, "from 1")],
    ),
    Operation("/sessions", "post", "begin", "Begin a session.", NewSession, SessionRequest, status="201"),
    Operation("/sessions/{session}", "get", "session", "A session.", SessionInfo, parameters=[_SESSION]),
    Operation(
        "/sessions/{session}/lines", "get", "lines", f"Up to {_LINES} lines behind one.", LineList,
        parameters=[_SESSION, Parameter("after", "query", _NUMBER, "0 for all"), _AS, _KNOWN],
    ),
    Operation(
        "/sessions/{session}/positions/{seq}", "get", "position", "The position after a line.", PositionInfo,
        parameters=[
            _SESSION, Parameter("seq", "path", {"type": "integer", "minimum": 1, "maximum": 999_999_999}, "a line"),
            _AS, _KNOWN,
        ],
    ),
    Operation(
        "/sessions/{session}/moves", "get", "moves", "The moves on offer to a seat.", MoveList,
        parameters=[_SESSION, Parameter("seat", "query", _NAME, "your own, or the one that is awaited, unless given")],
    ),
    Operation(
        "/sessions/{session}/readings", "post", "read", "How a post reads; nothing is written.", PostReading,
        PostRequest, parameters=[_SESSION],
    ),
    Operation(
        "/sessions/{session}/posts", "post", "post", "File a post, move by move, up to the first that is refused.",
        PostResult, PostRequest, parameters=[_SESSION],
    ),
    Operation(
        "/sessions/{session}/log", "get", "log", "The log, one JSON text a line, with its digests.", Any,
        parameters=[_SESSION, _AS], mimetype="application/jsonl",
    ),
)  # fmt: skip
"""Every operation, as the document describes it."""


def _json_response(value: object, status: int = 200) -> Response:
    response = Response(msgspec.json.encode(value), status, mimetype="application/json")
    response.headers["Cache-Control"] = "private, no-store"
    return response


@blueprint.before_request
def require_known() -> None:
    """Refuse a token that opens nothing, and a page of another site that reaches a laptop."""
    given = request.headers.get("Authorization", "")
    if given and (not given.startswith("Bearer ") or accounts().by_token(given.removeprefix("Bearer ")) is None):
        limit_rate("guess")
        raise Unauthorized("No such link is in use here: send `Authorization: Bearer k-...`.")
    if request.headers.get("Sec-Fetch-Site", "none") not in ("none", "same-origin"):
        raise Forbidden("These answers are for programs, not for pages of another site.")


def _request_body(kind: type[T]) -> T:
    """The body of the request, decoded.

    Raises:
        RefusedError: it is none of this kind; with the path to the fault.
    """
    if request.mimetype != "application/json":
        raise UnsupportedMediaType("Send JSON, with Content-Type: application/json.")
    if (request.content_length or 0) > _LONGEST:
        raise RequestEntityTooLarge(f"Send at most {_LONGEST} bytes.")
    try:
        return msgspec.json.decode(request.get_data(), type=kind)
    except msgspec.ValidationError as error:
        raise RefusedError(f"the body: {error}") from error
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadRequest(f"The body is no JSON: {error}.") from error


def _query_number(name: str, usual: int, least: int = 0) -> int:
    """A number in the query of the request.

    Raises:
        RefusedError: it is none.
    """
    given = request.args.get(name)
    if given is None:
        return usual
    number = whole(given)
    if number is None or number < least:
        raise RefusedError(f'{name}: "{given[:20]}" is not allowed: a number from {least}')
    return number


def _view(session: str) -> SessionView:
    """The view that is asked for; other parameters than those of views are not looked at."""
    return requested_view(session, {name: request.args[name] for name in ("as", "known") if name in request.args})


@blueprint.get("/openapi.json")
def openapi() -> Response:
    """The OpenAPI document of these routes."""
    return _json_response(document(OPERATIONS, __version__))


@blueprint.get("/games")
def games() -> Response:
    """The games on the shelf."""
    return _json_response([game_info(game) for game in current_context().registry.values()])


@blueprint.get("/sessions")
def sessions() -> Response:
    """A page of the sessions that whoever asks may know of; what-ifs are on none."""
    context, page, branches = current_context(), _query_number("page", 1, 1), session_index().branches()
    rows = [
        row
        for row in context.store.sessions()
        if row.game in context.registry and row.session not in branches and _is_listed(row.session)
    ]
    pages = max(1, -(-len(rows) // _PAGE))
    if page > pages:
        raise NotFound(f"There is no page {page}; this list has {pages}.")
    told = tuple(session_info(requested_view(row.session, {})) for row in rows[(page - 1) * _PAGE : page * _PAGE])
    return _json_response(SessionList(told, page, pages))


def _is_listed(session: str) -> bool:
    return accounts().settings(session).visibility == "public" or bool(identify(session).role)


@blueprint.post("/sessions")
def begin() -> Response:
    """Begin a session."""
    require_host()
    limit_rate("session")
    return _json_response(begin_session_by_api(_request_body(SessionRequest)), 201)


@blueprint.get("/sessions/<session>")
def session(session: str) -> Response:
    """A session."""
    return _json_response(session_info(_view(session)))


@blueprint.get("/sessions/<session>/lines")
def lines(session: str) -> Response:
    """Lines behind one, as whoever asks may know them."""
    seen, after = _view(session), _query_number("after", 0)
    last = seen.timeline.last
    told = tuple(line_info(seen, seq) for seq in range(after + 1, min(last, after + _LINES) + 1))
    return _json_response(LineList(told, after, last))


@blueprint.get("/sessions/<session>/positions/<seq:seq>")
def position(session: str, seq: int) -> Response:
    """The position after a line."""
    seen = _view(session)
    require_line(seen, seq)
    return _json_response(position_info(seen, seq))


@blueprint.get("/sessions/<session>/moves")
def moves(session: str) -> Response:
    """The moves on offer to a seat."""
    seen = _view(session)
    seen = requested_view(session, {"as": seen.who.viewer})
    last = seen.timeline.last
    awaited = seen.timeline.status(last).awaited if last else ()
    seat = request.args.get("seat") or seen.who.seat or next(iter(awaited), "")
    require_seat(seat, seen.seats, "")
    return _json_response(moves_on_offer(seen, seat))


@blueprint.post("/sessions/<session>/readings")
def read(session: str) -> Response:
    """How a post reads; nothing is written."""
    seen, asking = requested_view(session, {}), require_participant(_id(session))
    limit_rate("read", asking.link)
    return _json_response(read_posted(seen.row, asking, _request_body(PostRequest)))


@blueprint.post("/sessions/<session>/posts")
def post(session: str) -> Response:
    """File a post."""
    seen, asking = requested_view(session, {}), require_participant(_id(session))
    limit_rate("post", asking.link)
    return _json_response(file_posted(seen.row, asking, _request_body(PostRequest)))


def _id(session: str) -> str:
    return current_context().timelines.row(session).session


@blueprint.get("/sessions/<session>/log")
def log(session: str) -> Response:
    """The log as whoever asks may know it."""
    seen = _view(session)
    return revalidated(seen.tag("log"), lambda: b"".join(log_file.export(seen.exported())), "application/jsonl")
