"""HTTP responses: caching, and the headers of every page."""

import gzip
from collections.abc import Callable
from functools import cache
from hashlib import blake2b, sha256
from http import HTTPStatus
from pathlib import Path
from typing import Any, Final

from flask import Flask, Response, current_app, g, redirect, request
from markupsafe import Markup, escape

from webui.access.identity import reader_key
from webui.views.scripts import joined

PRIVATE: Final = "private, no-cache"
LASTING: Final = "public, max-age=31536000, immutable"
EMBEDDED_S: Final = 300
EMBEDDED: Final = f"public, max-age={EMBEDDED_S}"
"""The Cache-Control header of pictures in forum threads: kept for minutes, so that withdrawn pictures disappear."""
_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
_FRAMED: Final = (
    "default-src 'none'; style-src 'self'; img-src 'self'; font-src 'self'; form-action 'none'; base-uri 'none'; "
    "frame-ancestors {}"
)
"""The content security policy of the page that other sites may show in a frame; this page has no scripts."""
_HEADERS: Final = {
    "Content-Security-Policy": _POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
_PARTS: Final = ("text/css", "text/javascript", "font/woff2")
"""Kinds of files that browsers only use as parts of a page."""
_OF_PARTS: Final = {name: _HEADERS[name] for name in ("X-Content-Type-Options", "Cross-Origin-Resource-Policy")}
"""The other headers are for pages, and would be a third of a small script."""
_NAMED_BY_DIGEST: Final = ".woff2"  # the static files whose names contain a digest of the content
_PACKED: Final = ("text/", "application/json", "application/jsonl", "image/svg+xml")
_LEAST: Final = 1400  # the minimum number of bytes to compress; smaller responses fit one packet
_BARE: Final = (HTTPStatus.PARTIAL_CONTENT, HTTPStatus.NOT_MODIFIED)


def revalidated(tag: tuple[object, ...], make: Callable[[], str | bytes], mimetype: str = "text/html") -> Response:
    """Return a response that the browser checks each time; `make` is called only if the browser's copy is outdated."""
    return _response_with_tag((*tag, reader_key()), make, mimetype, PRIVATE)


def not_stored(text: str, status: int = 200) -> Response:
    """Return `text` as a page that no cache may store, because it has a form or depends on submitted data."""
    return Response(text, status, headers={"Cache-Control": "no-store"})


def keep_nowhere(response: Response) -> Response:
    """Forbid caching of a response, also of a refusal, because its address is secret."""
    response.headers["Cache-Control"] = "no-store"
    return response


def own_address() -> str:
    """Return the public address of the pages, or else the one that the request uses, without a final slash."""
    return (str(current_app.config["BASE"]) or request.host_url).rstrip("/")


def see_other(where: str) -> Response:
    """Return a redirect to the page `where`, for the answer to a submitted form (303 See Other)."""
    response = redirect(where, 303)
    assert isinstance(response, Response)
    response.headers["Cache-Control"] = "no-store"
    return response


def immutable(tag: tuple[object, ...], make: Callable[[], str | bytes], mimetype: str) -> Response:
    """Return a response that all caches may keep forever: its URL contains everything that it depends on."""
    return _response_with_tag(tag, make, mimetype, LASTING)


def embeddable(
    tag: tuple[object, ...], make: Callable[[], str | bytes], mimetype: str, keep: str = EMBEDDED
) -> Response:
    """Return a picture that pages of other hosts may show, the same for all users."""
    response = _response_with_tag(tag, make, mimetype, keep)
    response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
    return response


def frame_origins() -> tuple[str, ...]:
    """Return the origins (`https://...`) whose pages may show positions in a frame, as the host configured them."""
    return tuple(current_app.config["FRAMES"])


def framed(tag: tuple[object, ...], make: Callable[[], str]) -> Response:
    """Return a page that pages of the allowed origins may show in a frame; it is the same for all users."""
    origins = frame_origins()
    response = embeddable((*tag, origins), make, "text/html")
    response.headers["Content-Security-Policy"] = _FRAMED.format(" ".join(origins) or "'none'")
    g.is_framed = bool(origins)
    return response


def entity_tag(text: str) -> str:
    """Return the entity tag of an answer of `revalidated` that depends only on its text and the user."""
    return f'W/"{_tag_name((text.encode(), reader_key()))}"'


def _tag_name(tag: tuple[object, ...]) -> str:
    # A tag also depends on hidden information; a plain hash would allow guesses.
    # BLAKE2 with a key is one call; an HMAC makes OpenSSL look its hash up.
    said = repr((asset_version(), *tag)).encode()
    return blake2b(said, key=current_app.config["SECRET_KEY"], digest_size=12).hexdigest()


def _response_with_tag(tag: tuple[object, ...], make: Callable[[], str | bytes], mimetype: str, keep: str) -> Response:
    name = _tag_name(tag)
    is_current = request.if_none_match.contains_weak(name)
    response = Response(status=304) if is_current else Response(make(), mimetype=mimetype)
    response.set_etag(name, weak=True)
    response.headers["Cache-Control"] = keep
    return response


def prepare_responses(app: Flask) -> None:
    """Add headers to every response, and compress long ones."""

    @app.url_value_preprocessor
    def take_version(_: str | None, values: dict[str, Any] | None) -> None:
        # Each version gives the current file, so that a page from before an update still works.
        g.static_version = (values or {}).pop("version", "")

    @app.after_request
    def finish(response: Response) -> Response:
        given = {name for name, _ in response.headers}  # faster than one lookup per header
        own = _OF_PARTS if response.mimetype in _PARTS else _HEADERS
        response.headers.extend([one for one in own.items() if one[0] not in given])
        if g.get("is_framed"):
            del response.headers["X-Frame-Options"]  # it cannot name origins; the policy does
        if request.endpoint == "static" and response.status_code == HTTPStatus.OK:
            lasts = g.static_version == asset_version() or request.path.endswith(_NAMED_BY_DIGEST)
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


def static_file(name: str) -> str:
    """Return the address of a static file. The version is a part of the path, so the imports of a script keep it."""
    return f"{request.script_root}{current_app.static_url_path}/{asset_version()}/{name}"


def script(name: str) -> Markup:
    """Return the HTML of a script."""
    return Markup(f'<script type="module" src="{escape(static_file(name))}"></script>\n')  # noqa: S704  # names of our files


def script_response(name: str) -> Response:
    """Return a static script with the modules that it imports inside."""
    response = Response(joined(name), mimetype="text/javascript")
    response.add_etag()
    response.make_conditional(request)
    return response


@cache
def asset_version() -> str:
    """Return eight hex digits of a hash over all files that pages depend on."""
    root = Path(__file__).parents[2]
    found = sha256()
    for package in _PACKAGES:
        for path in sorted((root / package).rglob("*")):
            if path.suffix in _KINDS:
                found.update(f"{path.relative_to(root).as_posix()}\n".encode())
                found.update(path.read_bytes())
    return found.hexdigest()[:8]
