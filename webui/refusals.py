"""Error responses: what was asked, what is allowed, and a way on; never a traceback."""

from http import HTTPStatus
from typing import Any, Final

import msgspec
from flask import Flask, Request, Response, current_app, render_template, request
from werkzeug.datastructures import MultiDict
from werkzeug.exceptions import BadRequest, HTTPException, InternalServerError
from werkzeug.utils import cached_property

from events.errors import BellError
from projections.wording import capitalised
from webui.access.request_log import request_id, route
from webui.api.shapes import Problem

_TITLES: Final = {
    403: "That is not open to you",
    404: "There is nothing here",
    405: "That address is for reading",
    409: "Others were faster",
    410: "These games are played elsewhere now",
    413: "That is too large",
    421: "These pages are for this machine",
    422: "That cannot be read",
    429: "That is too often",
    500: "Something went wrong in here",
    503: "Just a moment",
}
_WORDS: Final = {
    404: "No page has this address. Sessions are listed on the first page.",
    405: "Nothing can be sent to it in this way; it can only be read.",
    500: "The fault is ours and was noted in the server's own log. Nothing in the record was changed.",
}
_KEPT: Final = "Go back in your browser: what you wrote stands there still, to be sent once more."
_PLAIN: Final = (".svg", ".png", ".json", ".txt", ".jsonl", ".csv", ".sqlite")


class PagesRequest(Request):
    """A request whose query is text, or is refused, and whose form has fields with names alone."""

    @cached_property
    def args(self) -> MultiDict[str, str]:
        """The query of the address.

        Raises:
            BadRequest: it is no UTF-8, as a browser always sends it.
        """
        try:
            return super().args
        except UnicodeDecodeError as error:
            raise BadRequest(f"The query of this address is no UTF-8, at its byte {error.start + 1}.") from error

    def _load_form_data(self) -> None:
        """Read what was sent; a part of it that has no name is no field."""
        super()._load_form_data()
        form = self.__dict__["form"]
        if None in form:
            self.__dict__["form"] = type(form)(pair for pair in form.items(multi=True) if pair[0] is not None)


class PagesApp(Flask):
    """A Flask app whose own log never holds a secret link."""

    request_class = PagesRequest

    def log_exception(self, exc_info: Any) -> None:
        """Note a fault with the pattern of the address it came up at."""
        self.logger.error("fault at %s", route(), exc_info=exc_info, extra={"about": {"id": request_id()}})


def answer_refusals(app: Flask) -> None:
    """Answer every refusal and fault in the layout of the other pages, or in plain text where a file was asked for."""

    @app.errorhandler(BellError)
    def refused(error: BellError) -> Response:
        if error.status >= HTTPStatus.INTERNAL_SERVER_ERROR:
            app.logger.error("%s: %s", route(), error, extra={"about": {"id": request_id()}})
        words = f"{capitalised(str(error))}."
        return _json_refusal(error.status, error.code, words, getattr(error, "rule", "")) or _page_refusal(
            error.status, words
        )

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
        response = _json_refusal(code, kind, words) or _page_refusal(code, words)
        for name, value in error.get_headers():
            if name in ("Allow", "Retry-After"):
                response.headers[name] = value
        return response


def _json_refusal(status: int, code: str, words: str, rule: str = "") -> Response | None:
    """Return the refusal as JSON if a program asked."""
    if not request.path.startswith("/api/"):
        return None
    response = Response(msgspec.json.encode(Problem(status, code, words, rule)), status, mimetype="application/json")
    response.headers["Cache-Control"] = "private, no-store"
    if status == HTTPStatus.UNAUTHORIZED:
        response.headers["WWW-Authenticate"] = "Bearer"
    return response


def _page_refusal(code: int, words: str) -> Response:
    """The refusal as a page; plainly where a file was asked for, or where the request names no host to link to.

    What went wrong in here is told without asking the database who looks: that may be what went wrong.
    """
    title = _TITLES.get(code, HTTPStatus(code).phrase)
    plain = Response(f"{code} {title}: {words}\n", code, mimetype="text/plain")
    if request.path.endswith(_PLAIN) or code == HTTPStatus.BAD_REQUEST:
        return plain
    keeps = code == HTTPStatus.SERVICE_UNAVAILABLE and request.method == "POST"
    page = {"code": code, "title": title, "words": f"{words} {_KEPT}" if keeps else words}
    for nameless in (True,) if code >= HTTPStatus.INTERNAL_SERVER_ERROR else (False, True):
        try:
            return Response(render_template("refused.html", **page, nameless=nameless), code)
        except Exception:  # whatever it is: what is refused stays refused, and is answered
            current_app.logger.exception("no page for a refusal at %s", route(), extra={"about": {"id": request_id()}})
    return plain
