"""The request log and the counting of requests: what was requested, in which role, the status and the duration.

An entry contains the URL pattern instead of the URL, because URLs can contain secret links, and a role instead of a
person. Entries are built only if logging is on.
"""

import logging
import os
import sys
import traceback
from collections.abc import Mapping
from http import HTTPStatus
from typing import IO, Any, Final

import msgspec
from flask import Flask, Response, current_app, g, request

from events.lazy_patterns import lazy_pattern
from events.store.accounts import HOST, JUDGE, MODERATOR, SEAT, SPECTATOR
from replay.chance.clock import iso_moment, ticks_s
from webui.access.identity import new_key
from webui.access.metrics import Figures

REQUESTS: Final = logging.getLogger("cloisterbell.requests")
DEBUG: Final = "CLOISTERBELL_DEBUG"
"""The environment variable that logs errors with full messages, which may contain anything."""
_FIGURES: Final = "cloisterbell-figures"
_METHODS: Final = frozenset({"GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"})
_SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})
_KINDS: Final[Mapping[str, str]] = {
    "api": "api", "embed": "embed", "oembed": "embed", "pictures": "picture", "moving_picture": "picture",
    "steps": "steps", "feed": "feed", "own_feed": "feed", "secret_link": "link", "confirmation": "link",
    "metrics": "metrics",
}  # fmt: skip
_ROLES: Final = (HOST, MODERATOR, JUDGE, SEAT, SPECTATOR)
_SECRET: Final = lazy_pattern(r"/[fkmp]/[^\s/?\"']+|k-[a-z2-7]{26}")
"""Matches a secret address in a text: of a link, a person's feed, a confirmation by mail, or a hidden picture."""
_CONTROL: Final = lazy_pattern(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029]")
"""Matches control characters that could affect a terminal or fake a log line."""
_LOUD: Final = ("webui", "waitress", "gunicorn.error", "py.warnings")  # other loggers that write while pages are served


class _Lines(logging.Formatter):
    """Formats each log record as one line, JSON or text, without secrets. Tracebacks appear only in debug mode."""

    def __init__(self, *, as_json: bool) -> None:
        super().__init__()
        self._as_json = as_json

    def format(self, record: logging.LogRecord) -> str:
        fields: dict[str, Any] = {"at": iso_moment(int(record.created * 1000))}
        own = getattr(record, "fields", None)
        if own is None:
            fields |= {"level": record.levelname.lower(), "from": record.name, "said": _told(record)}
            fields |= getattr(record, "about", {})
        else:
            fields |= own
        if self._as_json:
            return msgspec.json.encode(fields).decode()
        words = " ".join(str(value).replace("\n", "\n  ") for value in fields.values() if value != "")
        return _CONTROL.sub("\ufffd", words)


def _told(record: logging.LogRecord) -> str:
    """Return a record's message. Of an error it has only the type and the line of code, as the text may be private."""
    words = _SECRET.sub(lambda found: found[0][:3] + "...", record.getMessage())
    if not record.exc_info or record.exc_info[1] is None:
        return words
    fault = record.exc_info[1]
    if os.environ.get(DEBUG):
        return f"{words}: {_SECRET.sub('...', ''.join(traceback.format_exception(fault)))}"
    frames = traceback.extract_tb(fault.__traceback__)[-4:]
    places = " < ".join(f"{os.path.basename(each.filename)}:{each.lineno} {each.name}" for each in reversed(frames))  # noqa: PTH119  # a name
    return f"{words}: {type(fault).__name__} at {places}"


class _Handler(logging.StreamHandler[IO[str]]):
    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802  # the method name of logging
        """Ignore an error that occurs while a log record is written."""


def log_to(stream: IO[str], kind: str) -> logging.Handler:
    """Log to a stream, in this process and its forks; log requests too unless `kind` is `none`."""
    handler = _Handler(stream)
    handler.setFormatter(_Lines(as_json=kind == "json"))
    for name in (*_LOUD, REQUESTS.name):
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [handler], False
    REQUESTS.setLevel(logging.WARNING if kind == "none" else logging.INFO)
    return handler


def log_to_stderr(kind: str) -> None:
    """Log to stderr, as `log_to` does."""
    log_to(sys.stderr, kind)


def figures() -> Figures:
    """Return the metrics of the current app."""
    found = current_app.extensions[_FIGURES]
    assert isinstance(found, Figures)
    return found


def prepare_log(app: Flask, counted: Figures, store: object) -> None:
    """Count and log each request. Call this first, so that it sees the final response."""
    app.extensions[_FIGURES] = counted
    pools = getattr(getattr(store, "database", None), "pool_figures", None)

    @app.before_request
    def begin() -> None:
        g.began_s = ticks_s()

    @app.after_request
    def end(response: Response) -> Response:
        if "began_s" not in g:
            return response  # already logged; a later error replaced the response
        took_s = max(0.0, ticks_s() - g.pop("began_s"))
        usual = _KINDS.get(request.blueprint or "", "page" if request.method in _SAFE else "form")
        kind = "none" if request.url_rule is None else "static" if request.endpoint == "static" else usual
        counted.count(kind, response.status_code, took_s, is_sent=request.method not in _SAFE)
        if pools is not None:
            counted.put_pools(pools())
        if REQUESTS.isEnabledFor(logging.INFO):
            REQUESTS.info("request", extra={"fields": _fields(response, took_s)})
        return response

    @app.teardown_request
    def end_fault(_error: BaseException | None) -> None:
        if "began_s" in g:
            end(Response(status=HTTPStatus.INTERNAL_SERVER_ERROR))  # the error response itself failed


def route() -> str:
    """Return the URL pattern (not the URL) of the current request; `-` for an unknown address."""
    return request.url_rule.rule if request.url_rule is not None else "-"


def request_id() -> str:
    """Return the id of this request in the log."""
    if "request_id" not in g:
        g.request_id = new_key()[:12]
    return str(g.request_id)


def _fields(response: Response, took_s: float) -> Mapping[str, Any]:
    found = {one.role for one in g.get("known", {}).values()} | ({HOST} if g.get("is_host") else set())
    highest = next((role for role in _ROLES if any(one.startswith(role) for one in found)), "nobody")
    return {
        "id": request_id(), "method": request.method if request.method in _METHODS else "-", "route": route(),
        "status": response.status_code, "ms": round(took_s * 1000, 1),
        "bytes": 0 if request.method == "HEAD" else response.content_length or response.calculate_content_length() or 0,
        "who": highest,
    }  # fmt: skip
