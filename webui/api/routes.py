"""The routes of the API. They identify users by a bearer token only, never by a cookie."""

from collections.abc import Callable
from typing import Any, Final, TypeVar

import msgspec
from flask import Blueprint, Response, request
from werkzeug import exceptions

from events.digits import whole
from events.errors import RefusedError
from events.store.rows import SessionRow
from replay.exporting import log as log_file
from replay.session.seats import require_seat
from webui import __version__
from webui.access.identity import Identity, accounts, identify, require_host, require_participant
from webui.access.rate_limits import limit_rate
from webui.access.responses import revalidated
from webui.access.view import SessionView, current_context, requested_view, require_line, session_index
from webui.api import shapes
from webui.api.documents import game_info, line_info, moves_on_offer, position_info, session_info
from webui.api.openapi import Operation, Parameter, document
from webui.api.writes import begin_session_by_api, file_posted, read_posted

T = TypeVar("T")
_PAGE: Final = 40
_LINES: Final = 500
_LONGEST: Final = 1_000_000
_NAME: Final = {"type": "string", "pattern": "^[a-z0-9][a-z0-9-]{0,31}$"}
_NUMBER: Final = {"type": "integer", "minimum": 0, "maximum": 999_999_999}
_SESSION: Final = Parameter("session", "path", _NAME, "Id or alias of the session.")
_AS: Final = Parameter("as", "query", _NAME, "A seat, or `table` for all secrets. Default: a spectator.")
_KNOWN: Final = Parameter("known", "query", {"type": "string", "enum": ["then", "now"]}, "As known then, or now.")

blueprint = Blueprint("api", __name__, url_prefix="/api/v1")

OPERATIONS: Final = (
    Operation("/games", "get", "games", "List the supported games.", list[shapes.GameInfo]),
    Operation(
        "/sessions", "get", "sessions", "List the sessions that you can see, newest first.", shapes.SessionList,
        parameters=[Parameter("page", "query", {"type": "integer", "minimum": 1, "maximum": 999_999}, "Default: 1.")],
    ),
    Operation(
        "/sessions", "post", "begin", "Create a session.", shapes.NewSession, shapes.SessionRequest, status="201"
    ),
    Operation("/sessions/{session}", "get", "session", "Get a session.", shapes.SessionInfo, parameters=[_SESSION]),
    Operation(
        "/sessions/{session}/lines", "get", "lines", f"List up to {_LINES} entries.", shapes.LineList,
        parameters=[_SESSION, Parameter("after", "query", _NUMBER, "After this entry. Default: 0."), _AS, _KNOWN],
    ),
    Operation(
        "/sessions/{session}/positions/{seq}", "get", "position", "Get the position after an entry.",
        shapes.PositionInfo, parameters=[
            _SESSION, Parameter("seq", "path", {"type": "integer", "minimum": 1, "maximum": 999_999_999}, "An entry."),
            _AS, _KNOWN,
        ],
    ),
    Operation(
        "/sessions/{session}/moves", "get", "moves", "List the legal moves of a seat.", shapes.MoveList,
        parameters=[_SESSION, Parameter("seat", "query", _NAME, "Default: your seat, or else the next to move.")],
    ),
    Operation(
        "/sessions/{session}/readings", "post", "read", "Preview a post. Nothing is saved.", shapes.PostReading,
        shapes.PostRequest, parameters=[_SESSION],
    ),
    Operation(
        "/sessions/{session}/posts", "post", "post", "Submit a post, up to the first move that is refused.",
        shapes.PostResult, shapes.PostRequest, parameters=[_SESSION],
    ),
    Operation(
        "/sessions/{session}/log", "get", "log", "Get the log as JSON Lines, with digests.", Any,
        parameters=[_SESSION, _AS], mimetype="application/jsonl",
    ),
)  # fmt: skip


def _json_response(value: object, status: int = 200) -> Response:
    response = Response(msgspec.json.encode(value), status, mimetype="application/json")
    response.headers["Cache-Control"] = "private, no-store"
    return response


@blueprint.before_request
def require_known() -> None:
    """Refuse an unknown token, and a page of another site that reaches a laptop."""
    given = request.headers.get("Authorization", "")
    if given and (not given.startswith("Bearer ") or accounts().by_token(given.removeprefix("Bearer ")) is None):
        limit_rate("guess")
        raise exceptions.Unauthorized("This token is not valid. Send `Authorization: Bearer k-...` with a valid token.")
    if request.headers.get("Sec-Fetch-Site", "none") not in ("none", "same-origin"):
        raise exceptions.Forbidden("This API is for programs. Pages of other sites cannot use it.")


def _request_body(kind: type[T]) -> T:
    if request.mimetype != "application/json":
        raise exceptions.UnsupportedMediaType("The body must be JSON, with `Content-Type: application/json`.")
    if (request.content_length or 0) > _LONGEST:
        raise exceptions.RequestEntityTooLarge(f"The body is too large. Send at most {_LONGEST} bytes.")
    try:
        return msgspec.json.decode(request.get_data(), type=kind)
    except msgspec.ValidationError as error:
        raise RefusedError(f"the body is not valid: {error}") from error
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise exceptions.BadRequest(f"The body is not JSON: {error}.") from error


def _query_number(name: str, usual: int, least: int = 0) -> int:
    given = request.args.get(name)
    if given is None:
        return usual
    number = whole(given)
    if number is None or number < least:
        raise RefusedError(f'{name}: "{given[:20]}" is not allowed. It must be a number from {least}')
    return number


def _view(session: str) -> SessionView:
    return requested_view(session, {name: request.args[name] for name in ("as", "known") if name in request.args})


@blueprint.get("/openapi.json")
def openapi() -> Response:
    """Answer a request with the OpenAPI document of the API's routes, as JSON."""
    return _json_response(document(OPERATIONS, __version__))


@blueprint.get("/games")
def games() -> Response:
    """List the supported games."""
    return _json_response([game_info(game) for game in current_context().registry.working().values()])


@blueprint.get("/sessions")
def sessions() -> Response:
    """Return a page of the sessions visible to the user, without what-ifs."""
    context, page, branches = current_context(), _query_number("page", 1, 1), session_index().branches()
    rows = [
        row
        for row in context.store.sessions()
        if row.game in context.registry
        and row.session not in branches
        and (accounts().settings(row.session).visibility == "public" or identify(row.session).role)
    ]
    pages = max(1, -(-len(rows) // _PAGE))
    if page > pages:
        raise exceptions.NotFound(f"Page {page} does not exist. The last page is {pages}.")
    told = tuple(session_info(requested_view(row.session, {})) for row in rows[(page - 1) * _PAGE : page * _PAGE])
    return _json_response(shapes.SessionList(told, page, pages))


@blueprint.post("/sessions")
def begin() -> Response:
    """Create a session."""
    require_host()
    limit_rate("session")
    return _json_response(begin_session_by_api(_request_body(shapes.SessionRequest)), 201)


@blueprint.get("/sessions/<session>")
def session(session: str) -> Response:
    """Return a session."""
    return _json_response(session_info(_view(session)))


@blueprint.get("/sessions/<session>/lines")
def lines(session: str) -> Response:
    """Return entries after a given one, as the user may know them."""
    seen, after = _view(session), _query_number("after", 0)
    last = seen.timeline.last
    told = tuple(line_info(seen, seq) for seq in range(after + 1, min(last, after + _LINES) + 1))
    return _json_response(shapes.LineList(told, after, last))


@blueprint.get("/sessions/<session>/positions/<seq:seq>")
def position(session: str, seq: int) -> Response:
    """Return the position after an entry."""
    seen = _view(session)
    require_line(seen, seq)
    return _json_response(position_info(seen, seq))


@blueprint.get("/sessions/<session>/moves")
def moves(session: str) -> Response:
    """List the legal moves of a seat."""
    seen = _view(session)
    seen = requested_view(session, {"as": seen.who.viewer})
    last = seen.timeline.last
    awaited = seen.timeline.status(last).awaited if last else ()
    seat = request.args.get("seat") or seen.who.seat or next(iter(awaited), "")
    require_seat(seat, seen.seats, "")
    return _json_response(moves_on_offer(seen, seat))


@blueprint.post("/sessions/<session>/readings")
def read(session: str) -> Response:
    """Preview a post without saving anything."""
    return _post_response(session, "read", read_posted)


@blueprint.post("/sessions/<session>/posts")
def post(session: str) -> Response:
    """Submit a post."""
    return _post_response(session, "post", file_posted)


def _post_response(
    session: str, limit: str, answer: Callable[[SessionRow, Identity, shapes.PostRequest], object]
) -> Response:
    row = requested_view(session, {}).row
    asking = require_participant(row.session)
    limit_rate(limit, asking.link)
    return _json_response(answer(row, asking, _request_body(shapes.PostRequest)))


@blueprint.get("/sessions/<session>/log")
def log(session: str) -> Response:
    """Return the log as the user may know it."""
    seen = _view(session)
    return revalidated(seen.tag("log"), lambda: b"".join(log_file.export(seen.exported())), "application/jsonl")
