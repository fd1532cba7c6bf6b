"""The identity of whoever asks: the link by which a browser is known, the role it gives, and what a form must carry.

A secret link is exchanged for a cookie that names the link, not its secret; every request looks whether it still lives.
On a laptop nobody needs a link: whoever reaches the machine's own address is the moderator.
"""

import hmac
import secrets as randomness
from hashlib import sha256
from http import HTTPStatus
from typing import Any, Final, NamedTuple
from urllib.parse import urlsplit

from flask import Flask, current_app, g, request, session
from flask.sessions import SecureCookieSessionInterface
from itsdangerous import TimestampSigner, URLSafeTimedSerializer
from markupsafe import Markup
from werkzeug.exceptions import Forbidden, HTTPException

from events.events import ALL
from events.store.accounts import EVERYWHERE, HOST, JUDGE, MODERATOR, SEAT, Accounts, Link
from webui.views.base_address import leads_here_only

COOKIE: Final = "bell"
FIELD: Final = "csrf"
"""The hidden field that every form carries."""
_MOST: Final = 60
"""So many links one browser is known by; the oldest is forgotten first."""
_SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})
_BY_TOKEN: Final = frozenset({"api"})
"""Blueprints that know nobody by a cookie, so that no other site can use one."""
_WITHOUT_COOKIE: Final = frozenset({"witnesses"})
"""Blueprints whose forms change nothing, so that a reader needs no cookie. Other sites cannot send these either."""


class MisdirectedRequest(HTTPException):
    """A request whose host name is not this machine's, sent to its own address: some other site points there."""

    code = HTTPStatus.MISDIRECTED_REQUEST
    description = "These pages are served for this machine alone; serve --club serves them under another name."


class Identity(NamedTuple):
    """Whoever asks, in one session. `role` is "", `seat`, `moderator`, `judge-1` ... or `spectator`."""

    role: str = ""
    seat: str = ""
    link: str = ""

    @property
    def viewer(self) -> str:
        """Whose knowledge is shown: that of the seat, or what a spectator may know."""
        return self.seat or ALL

    @property
    def author(self) -> str:
        """What stands in a line's `by`."""
        return self.seat or self.role

    @property
    def is_moderator(self) -> bool:
        """Whether this is the moderator, who holds no seat."""
        return self.role == MODERATOR

    @property
    def is_judge(self) -> bool:
        """Whether this is a judge by appointment."""
        return self.role.startswith(JUDGE)

    @property
    def may_post(self) -> bool:
        """Whether moves may be filed."""
        return self.role in (SEAT, MODERATOR)

    @property
    def may_rule(self) -> bool:
        """Whether a ruling may be signed."""
        return self.is_moderator or self.is_judge


NOBODY: Final = Identity()


def accounts() -> Accounts:
    """The accounts of the app that serves this request."""
    found = current_app.extensions["cloisterbell-accounts"]
    assert isinstance(found, Accounts)
    return found


def is_laptop() -> bool:
    """Whether whoever asks is the moderator of everything here."""
    return bool(current_app.config["LAPTOP"])


def identify(session_id: str) -> Identity:
    """The identity of whoever asks, in the session of this id."""
    known: dict[str, Identity] = g.setdefault("known", {})
    found = known.get(session_id)
    if found is None:
        found = known[session_id] = _identify(session_id)
    return found


def _identify(session_id: str) -> Identity:
    link = _link(session_id)
    if link is not None:
        return Identity(link.role, link.seat, link.id)
    return Identity(MODERATOR) if is_laptop() else NOBODY


def _link(session_id: str) -> Link | None:
    """The live link by which a browser, or a program, is known in a session."""
    if request.blueprint in _BY_TOKEN:
        link = accounts().by_token(request.headers.get("Authorization", "").removeprefix("Bearer "))
        return link if link is not None and link.session == session_id else None
    if COOKIE not in request.cookies:
        return None
    held: dict[str, str] = session.get("links", {})
    wanted = held.get(session_id)
    link = accounts().by_id(wanted) if wanted else None
    return link if link is not None and link.session == session_id else None


def live_links_of_browser() -> list[Link]:
    """The live links of this browser, the last entered first."""
    if COOKIE not in request.cookies:
        return []
    held: dict[str, str] = session.get("links", {})
    found = [_link(session_id) for session_id in reversed(held)]
    return [link for link in found if link is not None]


def is_host() -> bool:
    """Whether whoever asks may begin sessions here."""
    link = _link(EVERYWHERE)
    g.is_host = link is not None and link.role == HOST
    return is_laptop() or bool(g.is_host)


def host_identity() -> Identity:
    """The identity of a host: of somebody who may begin sessions here."""
    link = _link(EVERYWHERE)
    return Identity(HOST, "", link.id) if link is not None else NOBODY


def remember_link(link: Link) -> None:
    """Remember a link in this browser's cookie, so that the browser is known by it from now on."""
    held: dict[str, str] = dict(session.get("links", {}))
    held.pop(link.session, None)
    held[link.session] = link.id
    session["links"] = dict(list(held.items())[-_MOST:])
    session.permanent = True
    g.pop("known", None)


def forget_link(session_id: str) -> None:
    """Forget this browser's link of a session, so that it is nobody there."""
    held: dict[str, str] = dict(session.get("links", {}))
    held.pop(session_id, None)
    session["links"] = held
    g.pop("known", None)


def require_poster(session_id: str) -> Identity:
    """Who files.

    Raises:
        Forbidden: neither a seat nor the moderator.
    """
    found = identify(session_id)
    if not found.may_post:
        raise Forbidden("Only a seat of this session or its moderator can do that; open your secret link first.")
    return found


def require_participant(session_id: str) -> Identity:
    """Who files or rules.

    Raises:
        Forbidden: neither a seat, nor the moderator, nor a judge.
    """
    found = identify(session_id)
    if not (found.may_post or found.may_rule):
        raise Forbidden(
            "Only a seat of this session, its moderator or a judge can do that; open your secret link first."
        )
    return found


def require_moderator(session_id: str) -> Identity:
    """The moderator.

    Raises:
        Forbidden: somebody else.
    """
    found = identify(session_id)
    if not found.is_moderator:
        raise Forbidden("Only the moderator of this session can do that.")
    return found


def require_host() -> None:
    """Refuse whoever may not begin sessions here.

    Raises:
        Forbidden: nobody's link says so.
    """
    if not is_host():
        raise Forbidden("Only a host can begin a session here; `cloisterbell invite` makes a host's link.")


def reader_key() -> str:
    """A cache key for the reader of a page: the links by which this browser is known."""
    if COOKIE not in request.cookies:
        return "laptop" if is_laptop() else ""
    return sha256(repr((sorted(session.get("links", {}).items()), session.get("n"), is_laptop())).encode()).hexdigest()


def csrf() -> Markup:
    """The hidden field that lets a form be sent from these pages alone."""
    return Markup('<input type="hidden" name="{}" value="{}">').format(FIELD, _token())


def new_key() -> str:
    """A key for one submission, so that a form that is sent twice files once."""
    return randomness.token_hex(16)


def browser_id() -> str:
    """The id of this browser: a random word in its cookie, which is set where it has none."""
    if "n" not in session:
        session["n"] = randomness.token_hex(16)
        session.permanent = True
    return str(session["n"])


def _token() -> str:
    return hmac.new(accounts().key("forms"), browser_id().encode(), sha256).hexdigest()


class _AgelessSigner(TimestampSigner):
    """A signer that asks for no age: browsers drop a cookie when it is old, and a link says whether it still opens.

    With an age, a clock that was set back would make everybody a stranger whose cookie seems to come from the future.
    """

    def unsign(self, signed_value: Any, max_age: int | None = None, return_timestamp: bool = False) -> Any:  # noqa: ARG002, FBT001, FBT002  # as itsdangerous calls it
        """What was signed, however old."""
        return super().unsign(signed_value, None, return_timestamp)  # type: ignore[call-overload]  # handed on as given


class _Cookies(SecureCookieSessionInterface):
    """Flask's own signed cookies. The signer is made once and not at every request, where it costs more than a view."""

    _made: tuple[object, URLSafeTimedSerializer | None] = (None, None)

    def get_signing_serializer(self, app: Flask) -> URLSafeTimedSerializer | None:
        """The signer of an app's present key."""
        key, signer = self._made
        if signer is None or key != app.secret_key:
            signer = super().get_signing_serializer(app)
            if signer is not None:
                signer.signer = _AgelessSigner
            self._made = (app.secret_key, signer)
        return signer


def prepare_identity(app: Flask, beside: Accounts, *, laptop: bool, secure: bool) -> None:
    """Prepare the app to identify people: its cookie, the check of its forms, and who reaches a laptop."""
    app.extensions["cloisterbell-accounts"] = beside
    app.config.update(
        LAPTOP=laptop, SECRET_KEY=beside.key("cookie"), SESSION_COOKIE_NAME=COOKIE, SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Lax", SESSION_COOKIE_SECURE=secure, SESSION_REFRESH_EACH_REQUEST=False,
        PERMANENT_SESSION_LIFETIME=60 * 60 * 24 * 400,
    )  # fmt: skip
    app.session_interface = _Cookies()
    app.jinja_env.globals.update(csrf=csrf, who=identify, is_host=is_host, is_laptop=is_laptop)

    @app.before_request
    def check() -> None:
        if is_laptop():
            _require_own_name()
        if request.method not in _SAFE and request.blueprint not in _BY_TOKEN:
            _require_own_form()


def _require_own_name() -> None:
    """Refuse a name that some other site gave to this machine's own address."""
    if not leads_here_only(f"//{request.host}"):
        raise MisdirectedRequest


def _require_own_form() -> None:
    """Refuse what was not sent from a form of these pages.

    Raises:
        Forbidden: it comes from elsewhere, or from a page that was open before the cookie changed.
    """
    if request.routing_exception is not None:
        return  # there is nothing to send it to, which the answer says
    site = request.headers.get("Sec-Fetch-Site", "")
    origin: Any = request.headers.get("Origin")
    own = {request.host, urlsplit(current_app.config["BASE"]).netloc} - {""}
    if origin == "null" and site == "same-origin":
        origin = None  # these pages name no referrer, so a browser names no origin either
    if site not in ("", "same-origin", "none") or (origin and urlsplit(origin).netloc not in own):
        raise Forbidden("This was sent from another site; open the page here and send it again.")
    if request.blueprint in _WITHOUT_COOKIE:
        return
    given = request.form.get(FIELD, "")
    if COOKIE not in request.cookies or not hmac.compare_digest(given.encode(), _token().encode()):
        raise Forbidden("This form was opened before your cookie was set or changed; open the page and send it again.")
