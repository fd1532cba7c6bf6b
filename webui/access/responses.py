"""HTTP responses: who may cache them, and the headers that every page carries."""

import gzip
import hmac
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from http import HTTPStatus
from pathlib import Path
from typing import Final

from flask import Flask, Response, current_app, g, redirect, request

from webui.access.identity import reader_key

PRIVATE: Final = "private, no-cache"
LASTING: Final = "public, max-age=31536000, immutable"
EMBEDDED: Final = "public, max-age=300"
"""A picture in a thread is asked for by every reader of the thread; one that is withdrawn is gone after minutes."""
_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
_FRAMED: Final = (
    "default-src 'none'; style-src 'self'; img-src 'self'; font-src 'self'; form-action 'none'; base-uri 'none'; "
    "frame-ancestors {}"
)
"""The policy of the one page that others may frame; it holds no script."""
_HEADERS: Final = {
    "Content-Security-Policy": _POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
_NAMED_BY_DIGEST: Final = ".woff2"
"""The kind of static files whose names hold a digest of what they are."""
_PACKED: Final = ("text/", "application/json", "application/jsonl", "image/svg+xml")
_LEAST: Final = 1400
"""The fewest bytes that are compressed: what fits one packet is not worth it."""
_BARE: Final = (HTTPStatus.PARTIAL_CONTENT, HTTPStatus.NOT_MODIFIED)


def revalidated(tag: tuple[object, ...], make: Callable[[], str | bytes], mimetype: str = "text/html") -> Response:
    """A response that its reader validates each time; nothing is made where the reader has it already."""
    return _response_with_tag((*tag, reader_key()), make, mimetype, PRIVATE)


def not_stored(text: str, status: int = 200) -> Response:
    """A page that no cache may store: it has a form, or depends on what was sent."""
    return Response(text, status, headers={"Cache-Control": "no-store"})


def see_other(where: str) -> Response:
    """The answer to a form: the browser goes on to another page."""
    response = redirect(where, 303)
    assert isinstance(response, Response)
    response.headers["Cache-Control"] = "no-store"
    return response


def immutable(tag: tuple[object, ...], make: Callable[[], str | bytes], mimetype: str) -> Response:
    """A response whose address says all that it depends on, so that anybody may cache it for ever."""
    return _response_with_tag(tag, make, mimetype, LASTING)


def embeddable(
    tag: tuple[object, ...], make: Callable[[], str | bytes], mimetype: str, keep: str = EMBEDDED
) -> Response:
    """The response of a picture that pages of other hosts may show, the same for everybody."""
    response = _response_with_tag(tag, make, mimetype, keep)
    response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
    return response


def frame_origins() -> tuple[str, ...]:
    """The origins whose pages may frame positions; none unless the host names them."""
    return tuple(current_app.config["FRAMES"])


def framed(tag: tuple[object, ...], make: Callable[[], str], mimetype: str = "text/html") -> Response:
    """The response of a page that pages of the allowed origins may frame, the same for everybody."""
    origins = frame_origins()
    response = embeddable((*tag, origins), make, mimetype)
    response.headers["Content-Security-Policy"] = _FRAMED.format(" ".join(origins) or "'none'")
    g.is_framed = bool(origins)
    return response


def _response_with_tag(tag: tuple[object, ...], make: Callable[[], str | bytes], mimetype: str, keep: str) -> Response:
    # a tag is made from what its reader may not know as well, and a plain hash could be guessed at
    name = hmac.new(current_app.config["SECRET_KEY"], repr((asset_version(), *tag)).encode(), sha256).hexdigest()[:24]
    if request.if_none_match.contains_weak(name):
        response = Response(status=304)
    else:
        response = Response(make(), mimetype=mimetype)
    response.set_etag(name, weak=True)
    response.headers["Cache-Control"] = keep
    return response


def prepare_responses(app: Flask) -> None:
    """Give every response its headers, and compress what is long."""

    @app.after_request
    def finish(response: Response) -> Response:
        given = {name for name, _ in response.headers}  # faster than to ask for each
        response.headers.extend([one for one in _HEADERS.items() if one[0] not in given])
        if g.get("is_framed"):
            del response.headers["X-Frame-Options"]  # it knows no origins, and the policy says who may
        if request.endpoint == "static" and response.status_code == HTTPStatus.OK:
            lasts = request.args.get("v") == asset_version() or request.path.endswith(_NAMED_BY_DIGEST)
            response.headers["Cache-Control"] = LASTING if lasts else PRIVATE
        response.headers.setdefault("Cache-Control", PRIVATE)
        if not g.get("indexed", True):
            response.headers["X-Robots-Tag"] = "noindex"
        return _compress(response)


def _compress(response: Response) -> Response:
    if not (response.mimetype or "").startswith(_PACKED):
        return response
    if "Vary" in response.headers:
        response.vary.add("Accept-Encoding")
    else:
        response.headers["Vary"] = "Accept-Encoding"
    if not request.accept_encodings.quality("gzip") or response.status_code in _BARE:
        return response
    response.direct_passthrough = False
    body = response.get_data()
    if len(body) >= _LEAST:
        is_kept = response.headers["Cache-Control"] == LASTING
        response.set_data(gzip.compress(body, 9 if is_kept else 5, mtime=0))
        response.headers["Content-Encoding"] = "gzip"
        name, _ = response.get_etag()
        if name:
            response.set_etag(name, weak=True)
    return response


_PACKAGES: Final = ("events", "projections", "replay", "webui")
_KINDS: Final = frozenset({".css", ".html", ".js", ".py", ".svg", ".toml", ".ttf", ".woff2"})


@cache
def asset_version() -> str:
    """Eight hex digits over all that a page is made from."""
    root = Path(__file__).parents[2]
    found = sha256()
    for package in _PACKAGES:
        for path in sorted((root / package).rglob("*")):
            if path.suffix in _KINDS:
                found.update(f"{path.relative_to(root).as_posix()}\n".encode())
                found.update(path.read_bytes())
    return found.hexdigest()[:8]
