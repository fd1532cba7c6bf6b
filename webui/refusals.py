"""Error responses: what was wrong, what is allowed, and what to do next. They never show a traceback."""

from collections.abc import MutableMapping
from http import HTTPStatus
from typing import Any, Final

import msgspec
from flask import Flask, Request, Response, current_app, render_template, request
from flask.templating import Environment
from werkzeug.datastructures import MultiDict
from werkzeug.exceptions import BadRequest, HTTPException, InternalServerError
from werkzeug.utils import cached_property

from events.errors import BellError
from projections.wording import capitalised
from webui.access.request_log import request_id, route
from webui.access.responses import script_response
from webui.api.shapes import Problem
from webui.views.scripts import names

_TITLES: Final = {
    403: "Not allowed",
    404: "Not found",
    405: "This address is read-only",
    409: "This cannot be done now",
    410: "These games have moved",
    413: "Too large",
    421: "These pages are for this computer only",
    422: "Not accepted",
    429: "Too many requests",
    500: "Something went wrong",
    503: "Not available at present",
}
_WORDS: Final = {
    404: "This address does not exist. The first page lists the sessions.",
    405: "You can open it, but you cannot send anything to it in this way.",
    500: "This is an error in Cloister Bell, and the server has logged it. No game was changed.",
}
_KEPT: Final = "Your text is not lost: go back in your browser to find it."
_PLAIN: Final = (
    ".svg",
    ".png",
    ".json",
    ".txt",
    ".jsonl",
    ".csv",
    ".sqlite",
    ".bbcode",
    ".md",
    ".gif",
    ".webp",
    "/oembed",
)


class _PagesRequest(Request):
    """A request to the app. It rejects a query that cannot be decoded, and ignores parts of a form without a name."""

    @cached_property
    def args(self) -> MultiDict[str, str]:
        try:
            return super().args
        except UnicodeDecodeError as error:
            raise BadRequest(f"The query of this address is not valid UTF-8 (byte {error.start + 1}).") from error

    def _load_form_data(self) -> None:
        super()._load_form_data()
        form = self.__dict__["form"]
        if None in form:
            self.__dict__["form"] = type(form)(pair for pair in form.items(multi=True) if pair[0] is not None)


class _PagesEnvironment(Environment):
    """The environment of the templates, which all share one dictionary of globals: reading a chain of them is slow."""

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        return super().make_globals(d) if d else self.globals


class PagesApp(Flask):
    """A Flask app whose error log never contains a secret link, and which sends each script in one file."""

    request_class, jinja_environment = _PagesRequest, _PagesEnvironment

    def send_static_file(self, filename: str) -> Response:
        """Return a static file. A script has the modules that it imports inside."""
        return script_response(filename) if filename in names() else super().send_static_file(filename)

    def log_exception(self, exc_info: Any) -> None:
        """Log an error with the URL pattern instead of the URL, which may contain a secret."""
        self.logger.error("error at %s", route(), exc_info=exc_info, extra={"about": {"id": request_id()}})


def answer_refusals(app: Flask) -> None:
    """Make the app answer every error: with a page, with JSON under `/api/`, or with plain text for a file."""

    @app.errorhandler(BellError)
    def refused(error: BellError) -> Response:
        if error.status >= HTTPStatus.INTERNAL_SERVER_ERROR:
            app.logger.error("%s: %s", route(), error, extra={"about": {"id": request_id()}})
        words = f"{capitalised(str(error))}."
        why = [getattr(error, name, "") for name in ("rule", "requirement", "found")]
        return _json_refusal(Problem(error.status, error.code, words, *why)) or _page_refusal(error.status, words)

    @app.errorhandler(HTTPException)
    def stopped(error: HTTPException) -> Response:
        code = error.code or HTTPStatus.INTERNAL_SERVER_ERROR
        if code < HTTPStatus.BAD_REQUEST:
            return Response(error.get_body(), code, error.get_headers())
        own = error.description if error.description != type(error).description else None
        if isinstance(error, InternalServerError):
            own = None
        words = own or _WORDS.get(code, error.description or "")
        kind = HTTPStatus(code).phrase.lower().replace(" ", "-")
        response = _json_refusal(Problem(code, kind, words)) or _page_refusal(code, words)
        for name, value in error.get_headers():
            if name in ("Allow", "Retry-After"):
                response.headers[name] = value
        return response


def _json_refusal(problem: Problem) -> Response | None:
    if not request.path.startswith("/api/"):
        return None
    response = Response(msgspec.json.encode(problem), problem.status, mimetype="application/json")
    response.headers["Cache-Control"] = "private, no-store"
    if problem.status == HTTPStatus.UNAUTHORIZED:
        response.headers["WWW-Authenticate"] = "Bearer"
    return response


def _page_refusal(code: int, words: str) -> Response:
    title = _TITLES.get(code, HTTPStatus(code).phrase)
    plain = Response(f"{code} {title}: {words}\n", code, mimetype="text/plain")
    if request.path.endswith(_PLAIN) or code == HTTPStatus.BAD_REQUEST:
        return plain
    keeps = code == HTTPStatus.SERVICE_UNAVAILABLE and request.method == "POST"
    page = {"code": code, "title": title, "words": f"{words} {_KEPT}" if keeps else words}
    # A server error is rendered without the user's name: that needs the database, which may be the cause.
    for nameless in (True,) if code >= HTTPStatus.INTERNAL_SERVER_ERROR else (False, True):
        try:
            return Response(render_template("refused.html", **page, nameless=nameless), code)
        except Exception:  # a failing template must not hide the original error
            about = {"about": {"id": request_id()}}
            current_app.logger.exception("the error page could not be rendered at %s", route(), extra=about)
    return plain
