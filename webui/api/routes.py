"""The doors of the API. Whoever asks is known by a bearer token alone, never by a cookie."""

from importlib.metadata import version
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

from events.errors import RefusedError
from replay.exchange.bundle import export_lines
from webui.access.identity import desk, require_host, require_poster, who
from webui.access.rate_limits import spend
from webui.access.responses import answer
from webui.access.view import View, house, require_line, view
from webui.api.create import began
from webui.api.documents import game_told, line_told, moves_told, position_told, session_told
from webui.api.openapi import Operation, Parameter, document
from webui.api.posts import filed, reading
from webui.api.shapes import (
    Began,
    BeginSession,
    Filed,
    GameTold,
    Lines,
    Moves,
    PositionTold,
    PostSent,
    ReadingTold,
    Sessions,
    SessionTold,
)

__all__ = ["screen"]

T = TypeVar("T")
_PAGE: Final = 40
_LINES: Final = 500
_LONGEST: Final = 1_000_000
_NAME: Final = {"type": "string", "pattern": "^[a-z0-9][a-z0-9-]{0,31}$"}
_NUMBER: Final = {"type": "integer", "minimum": 0, "maximum": 999_999_999}
_SESSION: Final = Parameter("session", "path", _NAME, "the session's id or alias")
_AS: Final = Parameter("as", "query", _NAME, "a seat, or `table`, where whoever asks may see that; else a spectator")
_KNOWN: Final = Parameter("known", "query", {"type": "string", "enum": ["then", "now"]}, "as known then, or now")

screen = Blueprint("api", __name__, url_prefix="/api/v1")

OPERATIONS: Final = (
    Operation("/games", "get", "games", "The games on the shelf.", list[GameTold]),
    Operation(
        "/sessions", "get", "sessions", "The sessions that whoever asks may know of, the newest first.", Sessions,
        parameters=[Parameter("page", "query", {"type": "integer", "minimum": 1, "maximum": 999_999}, "from 1")],
    ),
    Operation("/sessions", "post", "begin", "Begin a session.", Began, BeginSession, status="201"),
    Operation("/sessions/{session}", "get", "session", "A session.", SessionTold, parameters=[_SESSION]),
    Operation(
        "/sessions/{session}/lines", "get", "lines", f"Up to {_LINES} lines behind one.", Lines,
        parameters=[_SESSION, Parameter("after", "query", _NUMBER, "0 for all"), _AS, _KNOWN],
    ),
    Operation(
        "/sessions/{session}/positions/{seq}", "get", "position", "The position after a line.", PositionTold,
        parameters=[
            _SESSION, Parameter("seq", "path", {"type": "integer", "minimum": 1, "maximum": 999_999_999}, "a line"),
            _AS, _KNOWN,
        ],
    ),
    Operation(
        "/sessions/{session}/moves", "get", "moves", "The moves on offer to a seat.", Moves,
        parameters=[_SESSION, Parameter("seat", "query", _NAME, "your own, or the one that is awaited, unless given")],
    ),
    Operation(
        "/sessions/{session}/readings", "post", "read", "How a post reads; nothing is written.", ReadingTold, PostSent,
        parameters=[_SESSION],
    ),
    Operation(
        "/sessions/{session}/posts", "post", "post", "File a post, move by move, up to the first that is refused.",
        Filed, PostSent, parameters=[_SESSION],
    ),
    Operation(
        "/sessions/{session}/log", "get", "log", "The log, one JSON text a line, with its digests.", Any,
        parameters=[_SESSION, _AS], mimetype="application/jsonl",
    ),
)  # fmt: skip
"""Every operation, as the document describes it."""


def _json(value: object, status: int = 200) -> Response:
    response = Response(msgspec.json.encode(value), status, mimetype="application/json")
    response.headers["Cache-Control"] = "private, no-store"
    return response


@screen.before_request
def require_known() -> None:
    """Refuse a token that opens nothing, and a page of another site that reaches a laptop."""
    given = request.headers.get("Authorization", "")
    if given and (not given.startswith("Bearer ") or desk().by_token(given.removeprefix("Bearer ")) is None):
        spend("guess")
        raise Unauthorized("No such link is in use here: send `Authorization: Bearer k-...`.")
    if request.headers.get("Sec-Fetch-Site", "none") not in ("none", "same-origin"):
        raise Forbidden("These answers are for programs, not for pages of another site.")


def _body(kind: type[T]) -> T:
    """What was sent.

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


def _number(name: str, usual: int, least: int = 0) -> int:
    """A number of the query.

    Raises:
        RefusedError: it is none.
    """
    given = request.args.get(name)
    if given is None:
        return usual
    if not given.isascii() or not given.isdigit() or len(given) > 9 or int(given) < least:
        raise RefusedError(f'{name}: "{given[:20]}" is not allowed: a number from {least}')
    return int(given)


def _view(session: str) -> View:
    """The view that is asked for; other parameters than those of views are not looked at."""
    return view(session, {name: request.args[name] for name in ("as", "known") if name in request.args})


@screen.get("/openapi.json")
def openapi() -> Response:
    """The document that describes these doors."""
    return _json(document(OPERATIONS, version("cloisterbell")))


@screen.get("/games")
def games() -> Response:
    """The games on the shelf."""
    return _json([game_told(game) for game in house().shelf.values()])


@screen.get("/sessions")
def sessions() -> Response:
    """A page of the sessions that whoever asks may know of."""
    home, page = house(), _number("page", 1, 1)
    rows = [row for row in home.store.sessions() if row.game in home.shelf and _is_listed(row.session)]
    pages = max(1, -(-len(rows) // _PAGE))
    if page > pages:
        raise NotFound(f"There is no page {page}; this list has {pages}.")
    told = tuple(session_told(view(row.session, {})) for row in rows[(page - 1) * _PAGE : page * _PAGE])
    return _json(Sessions(told, page, pages))


def _is_listed(session: str) -> bool:
    return desk().settings(session).visibility == "public" or bool(who(session).role)


@screen.post("/sessions")
def begin() -> Response:
    """Begin a session."""
    require_host()
    spend("session")
    return _json(began(_body(BeginSession)), 201)


@screen.get("/sessions/<session>")
def session(session: str) -> Response:
    """A session."""
    return _json(session_told(_view(session)))


@screen.get("/sessions/<session>/lines")
def lines(session: str) -> Response:
    """Lines behind one, as whoever asks may know them."""
    seen, after = _view(session), _number("after", 0)
    last = seen.timeline.last
    told = tuple(line_told(seen, seq) for seq in range(after + 1, min(last, after + _LINES) + 1))
    return _json(Lines(told, after, last))


@screen.get("/sessions/<session>/positions/<seq:seq>")
def position(session: str, seq: int) -> Response:
    """The position after a line."""
    seen = _view(session)
    require_line(seen, seq)
    return _json(position_told(seen, seq))


@screen.get("/sessions/<session>/moves")
def moves(session: str) -> Response:
    """The moves on offer to a seat."""
    seen = _view(session)
    seen = view(session, {"as": seen.who.viewer})
    last = seen.timeline.last
    awaited = seen.timeline.status(last).awaited if last else ()
    seat = request.args.get("seat") or seen.who.seat or next(iter(awaited), "")
    if seat and seat not in seen.seats:
        raise RefusedError(f'there is no seat "{seat[:40]}" here; there are {", ".join(seen.seats)}')
    return _json(moves_told(seen, seat))


@screen.post("/sessions/<session>/readings")
def read(session: str) -> Response:
    """How a post reads; nothing is written."""
    seen, asking = view(session, {}), require_poster(_id(session))
    spend("read", asking.link)
    return _json(reading(seen.row, asking, _body(PostSent)))


@screen.post("/sessions/<session>/posts")
def post(session: str) -> Response:
    """File a post."""
    seen, asking = view(session, {}), require_poster(_id(session))
    spend("post", asking.link)
    return _json(filed(seen.row, asking, _body(PostSent)))


def _id(session: str) -> str:
    return house().readings.row(session).session


@screen.get("/sessions/<session>/log")
def log(session: str) -> Response:
    """The log as whoever asks may know it."""
    seen, home = _view(session), house()

    def make() -> str:
        lines = export_lines(home.store, home.shelf, seen.row.session, seen.viewer, seen.upto)
        return "".join(f"{line}\n" for line in lines)

    return answer(seen.tag("log"), make, "application/jsonl")
