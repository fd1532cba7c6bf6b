"""The server's own log and its figures: what was asked for, by whom, how it was answered, and how long that took.

A line holds the pattern of an address and never the address, for links stand in addresses; a role and never a person.
Where nobody wants such lines, or figures, none are made.
"""

import logging
import os
import re
import sys
import traceback
from collections.abc import Mapping
from http import HTTPStatus
from typing import IO, Any, Final

import msgspec
from flask import Flask, Response, current_app, g, request

from events.store.accounts import HOST, JUDGE, MODERATOR, SEAT, SPECTATOR
from replay.chance.clock import iso_moment, ticks_s
from webui.access.identity import new_key
from webui.access.metrics import Figures

REQUESTS: Final = logging.getLogger("cloisterbell.requests")
DEBUG: Final = "CLOISTERBELL_DEBUG"
"""The variable that lets faults be told with all that they say, which may be anything."""
_FIGURES: Final = "cloisterbell-figures"
_METHODS: Final = frozenset({"GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"})
_SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})
_KINDS: Final[Mapping[str, str]] = {
    "api": "api", "embed": "embed", "pictures": "picture", "steps": "steps", "feed": "feed", "secret_link": "link",
    "metrics": "metrics",
}  # fmt: skip
_ROLES: Final = (HOST, MODERATOR, JUDGE, SEAT, SPECTATOR)
_SECRET: Final = re.compile(r"/[kp]/[^\s/?\"']+|k-[a-z2-7]{26}")
"""A secret link, or the address of a hidden picture, wherever it stands."""
_CONTROL: Final = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029]")
"""What would steer a screen, or begin a line that is none."""
_LOUD: Final = ("webui", "waitress", "gunicorn.error", "py.warnings")
"""Who else speaks while pages are served."""


class _Lines(logging.Formatter):
    """One line for whatever is logged, as JSON or as text, without a secret; a traceback only where it is asked for."""

    def __init__(self, *, as_json: bool) -> None:
        super().__init__()
        self._as_json = as_json

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
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
    """What a record says: of a fault its kind and where it came up, for its words may hold anything."""
    words = _SECRET.sub(lambda found: found[0][:3] + "...", record.getMessage())
    if not record.exc_info or record.exc_info[1] is None:
        return words
    fault = record.exc_info[1]
    if os.environ.get(DEBUG):
        return f"{words}: {_SECRET.sub('...', ''.join(traceback.format_exception(fault)))}"
    frames = traceback.extract_tb(fault.__traceback__)[-4:]
    places = " < ".join(f"{os.path.basename(each.filename)}:{each.lineno} {each.name}" for each in reversed(frames))  # noqa: PTH119  # a name alone
    return f"{words}: {type(fault).__name__} at {places}"


class _Handler(logging.StreamHandler[IO[str]]):
    """Writes lines; one that cannot be written is lost, and nobody is told what stood in it."""

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802  # logging calls it so
        """Go on."""


def log_to(stream: IO[str], kind: str) -> logging.Handler:
    """Write what the server has to say to a stream, from this process and its forks; requests too, unless `none`."""
    handler = _Handler(stream)
    handler.setFormatter(_Lines(as_json=kind == "json"))
    for name in (*_LOUD, REQUESTS.name):
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [handler], False
    REQUESTS.setLevel(logging.WARNING if kind == "none" else logging.INFO)
    return handler


def log_to_stderr(kind: str) -> None:
    """The same, to where the errors of this process go."""
    log_to(sys.stderr, kind)


def figures() -> Figures:
    """The figures of the app that serves this request."""
    found = current_app.extensions[_FIGURES]
    assert isinstance(found, Figures)
    return found


def prepare_log(app: Flask, counted: Figures, store: object) -> None:
    """Count each request of an app, and write its line. To be called before all that changes an answer."""
    app.extensions[_FIGURES] = counted
    pools = getattr(getattr(store, "database", None), "pool_figures", None)

    @app.before_request
    def begin() -> None:
        g.began_s = ticks_s()

    @app.after_request
    def end(response: Response) -> Response:
        if "began_s" not in g:
            return response  # a fault behind this answered it anew, and it has its line
        took_s = max(0.0, ticks_s() - g.pop("began_s"))
        counted.count(_kind(), response.status_code, took_s, is_sent=request.method not in _SAFE)
        if pools is not None:
            counted.put_pools(pools())
        if REQUESTS.isEnabledFor(logging.INFO):
            REQUESTS.info("request", extra={"fields": _fields(response, took_s)})
        return response

    @app.teardown_request
    def end_fault(_error: BaseException | None) -> None:
        if "began_s" in g:
            end(Response(status=HTTPStatus.INTERNAL_SERVER_ERROR))  # what was to answer it failed


def route() -> str:
    """The pattern of the address that is asked for; `-` where it is none."""
    return request.url_rule.rule if request.url_rule is not None else "-"


def request_id() -> str:
    """The number of this request in the server's own log."""
    if "request_id" not in g:
        g.request_id = new_key()[:12]
    return str(g.request_id)


def _kind() -> str:
    if request.url_rule is None:
        return "none"
    if request.endpoint == "static":
        return "static"
    usual = "page" if request.method in _SAFE else "form"
    return _KINDS.get(request.blueprint or "", usual)


def _fields(response: Response, took_s: float) -> Mapping[str, Any]:
    return {
        "id": request_id(), "method": request.method if request.method in _METHODS else "-", "route": route(),
        "status": response.status_code, "ms": round(took_s * 1000, 1),
        "bytes": 0 if request.method == "HEAD" else response.content_length or response.calculate_content_length() or 0,
        "who": _role(),
    }  # fmt: skip


def _role() -> str:
    """The role in which this request was answered: the weightiest that was looked for and found."""
    found = {one.role for one in g.get("known", {}).values()} | ({HOST} if g.get("is_host") else set())
    return next((role for role in _ROLES if any(one.startswith(role) for one in found)), "nobody")
