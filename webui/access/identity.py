"""The identity of a request: the link that a browser holds, its role, and the protection of forms.

A secret link is exchanged for a cookie that names the link without its secret. Every request checks that the link is
still valid. On a laptop no link is needed: requests to the machine's own address act as the moderator.
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
"""The name of the hidden field in every form, whose value proves that a page of this server sent the form."""
_MOST: Final = 60  # maximum number of links in one browser's cookie; the oldest is forgotten first
_SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})
_BY_TOKEN: Final = frozenset({"api"})  # blueprints that ignore cookies, so that other sites cannot act for a user
_WITHOUT_COOKIE: Final = frozenset({"checkpoints"})
"""Groups of pages whose forms change nothing and so need no cookie. Forms from other sites are still refused."""


class _MisdirectedRequest(HTTPException):
    """The error for a request to this machine's own address under a foreign host name (DNS rebinding)."""

    code = HTTPStatus.MISDIRECTED_REQUEST
    description = "These pages are for this computer only. `cloisterbell serve --require-links` serves them to others."


class Identity(NamedTuple):
    """The user of a request in one session. `role` is "", `seat`, `moderator`, `judge-1` ... or `spectator`."""

    role: str = ""
    seat: str = ""
    link: str = ""

    @property
    def viewer(self) -> str:
        """The viewer whose knowledge is shown: the seat, or a spectator."""
        return self.seat or ALL

    @property
    def author(self) -> str:
        """The name of this user for the field `by` of new entries."""
        return self.seat or self.role

    @property
    def voice(self) -> str:
        """The name under which this user answers a request: the seat, `moderator` also for a judge, or ""."""
        return self.seat or (MODERATOR if self.may_rule else "")

    @property
    def is_moderator(self) -> bool:
        """Whether the user is the moderator and holds no seat."""
        return self.role == MODERATOR

    @property
    def is_judge(self) -> bool:
        """Whether the user is an appointed judge."""
        return self.role.startswith(JUDGE)

    @property
    def may_post(self) -> bool:
        """Whether this user may submit moves."""
        return self.role in (SEAT, MODERATOR)

    @property
    def may_rule(self) -> bool:
        """Whether this user may sign a ruling."""
        return self.is_moderator or self.is_judge


NOBODY: Final = Identity()


def accounts() -> Accounts:
    """Return the accounts of the current app."""
    found = current_app.extensions["cloisterbell-accounts"]
    assert isinstance(found, Accounts)
    return found


def is_laptop() -> bool:
    """Return whether the app runs without links (laptop mode), where every user is the moderator."""
    return bool(current_app.config["LAPTOP"])


def identify(session_id: str) -> Identity:
    """Return the role, seat and link of the current user in the session with this id."""
    known: dict[str, Identity] = g.setdefault("known", {})
    if session_id not in known:
        link = _link(session_id)
        usual = Identity(MODERATOR) if is_laptop() else NOBODY
        known[session_id] = Identity(link.role, link.seat, link.id) if link is not None else usual
    return known[session_id]


def _link(session_id: str) -> Link | None:
    if request.blueprint in _BY_TOKEN:
        link = accounts().by_token(request.headers.get("Authorization", "").removeprefix("Bearer "))
        return link if link is not None and link.session == session_id else None
    if COOKIE not in request.cookies:
        return None
    held: dict[str, str] = session.get("links", {})
    wanted = held.get(session_id)
    link = accounts().by_id(wanted) if wanted else None
    return link if link is not None and link.session == session_id else None


def lost_link(session_id: str) -> str:
    """Return what happened to this browser's link of a session: `replaced`, `revoked`, or "" for a valid or no link."""
    wanted = session.get("links", {}).get(session_id) if COOKIE in request.cookies else None
    links = accounts().links(session_id) if wanted else []
    known = next((one for one in links if one.id == wanted and not one.is_live), None)
    if known is None:
        return ""
    same = [one for one in links if (one.seat == known.seat if known.seat else one.person == known.person)]
    return "replaced" if any(one.is_live for one in same) else "revoked"


def live_links_of_browser() -> list[Link]:
    """Return the valid secret links that this browser has opened, the most recent first."""
    if COOKIE not in request.cookies:
        return []
    held: dict[str, str] = session.get("links", {})
    found = [_link(session_id) for session_id in reversed(held)]
    return [link for link in found if link is not None]


def is_host() -> bool:
    """Return whether the user may create sessions here."""
    link = _link(EVERYWHERE)
    g.is_host = link is not None and link.role == HOST
    return is_laptop() or bool(g.is_host)


def host_identity() -> Identity:
    """Return the user's identity as a host; `NOBODY` if this browser has no host's link."""
    link = _link(EVERYWHERE)
    return Identity(HOST, "", link.id) if link is not None else NOBODY


def remember_link(link: Link) -> None:
    """Add a secret link to this browser's cookie, so that the user keeps the role of the link."""
    held: dict[str, str] = dict(session.get("links", {}))
    held.pop(link.session, None)
    held[link.session] = link.id
    session["links"] = dict(list(held.items())[-_MOST:])
    session.permanent = True
    g.pop("known", None)


def forget_link(session_id: str) -> None:
    """Remove a session's link from this browser's cookie."""
    held: dict[str, str] = dict(session.get("links", {}))
    held.pop(session_id, None)
    session["links"] = held
    g.pop("known", None)


def require_poster(session_id: str) -> Identity:
    """Return the user's identity in a session if the user may submit posts there; otherwise refuse the request."""
    found = identify(session_id)
    if not found.may_post:
        raise Forbidden("Only a player or the moderator of this session can do that. Open your secret link first.")
    return found


def require_participant(session_id: str) -> Identity:
    """Return the user's identity in a session if the user may submit posts or rulings; otherwise refuse the request."""
    found = identify(session_id)
    if not (found.may_post or found.may_rule):
        raise Forbidden("Only a player, moderator or judge of this session can do that. Open your secret link first.")
    return found


def require_moderator(session_id: str) -> Identity:
    """Return the user's identity if the user is the session's moderator; otherwise refuse the request."""
    found = identify(session_id)
    if not found.is_moderator:
        raise Forbidden("Only the moderator of this session can do that.")
    return found


def require_host() -> None:
    """Refuse the request if the user may not create sessions on this server."""
    if not is_host():
        raise Forbidden("Only a host can start a session here. `cloisterbell invite` creates a link for a host.")


def reader_key() -> str:
    """Return a cache key for the user: a hash of the links in this browser's cookie."""
    if COOKIE not in request.cookies:
        return "laptop" if is_laptop() else ""
    return sha256(repr((sorted(session.get("links", {}).items()), session.get("n"), is_laptop())).encode()).hexdigest()


def csrf() -> Markup:
    """Return the hidden field that protects a form against requests from other sites."""
    return Markup('<input type="hidden" name="{}" value="{}">').format(FIELD, _token())


def new_key() -> str:
    """Return an idempotency key for one form, so that submitting it twice has one effect."""
    return randomness.token_hex(16)


def browser_id() -> str:
    """Return the random id of this browser from its cookie; create it if it is missing."""
    if "n" not in session:
        session["n"] = randomness.token_hex(16)
        session.permanent = True
    return str(session["n"])


def _token() -> str:
    return hmac.new(accounts().key("forms"), browser_id().encode(), sha256).hexdigest()


class _AgelessSigner(TimestampSigner):
    """Signs cookies and ignores their age, because a clock that was set back would make all cookies invalid."""

    def unsign(self, signed_value: Any, max_age: int | None = None, return_timestamp: bool = False) -> Any:  # noqa: ARG002, FBT001, FBT002  # as in itsdangerous
        return super().unsign(signed_value, None, return_timestamp)  # type: ignore[call-overload]  # passed through


class _Cookies(SecureCookieSessionInterface):
    """Flask's signed cookies with a cached signer: creating one per request costs more than a page."""

    _made: tuple[object, URLSafeTimedSerializer | None] = (None, None)

    def get_signing_serializer(self, app: Flask) -> URLSafeTimedSerializer | None:
        key, signer = self._made
        if signer is None or key != app.secret_key:
            signer = super().get_signing_serializer(app)
            if signer is not None:
                signer.signer = _AgelessSigner
            self._made = (app.secret_key, signer)
        return signer


def prepare_identity(app: Flask, opened: Accounts, *, laptop: bool, secure: bool) -> None:
    """Set up an app's cookies, the protection of its forms and, for a server without links, the host name check."""
    app.extensions["cloisterbell-accounts"] = opened
    app.config.update(
        LAPTOP=laptop, SECRET_KEY=opened.key("cookie"), SESSION_COOKIE_NAME=COOKIE, SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Lax", SESSION_COOKIE_SECURE=secure, SESSION_REFRESH_EACH_REQUEST=False,
        PERMANENT_SESSION_LIFETIME=60 * 60 * 24 * 400,
    )  # fmt: skip
    app.session_interface = _Cookies()
    app.jinja_env.globals.update(csrf=csrf, who=identify, is_host=is_host, is_laptop=is_laptop)

    @app.before_request
    def check() -> None:
        if is_laptop() and not leads_here_only(f"//{request.host}"):
            raise _MisdirectedRequest
        if request.method not in _SAFE and request.blueprint not in _BY_TOKEN:
            _require_own_form()


def _require_own_form() -> None:
    """Refuse a request from another site, or from a page that was opened before the cookie changed."""
    if request.routing_exception is not None:
        return  # the address does not exist, and the answer will say so
    site = request.headers.get("Sec-Fetch-Site", "")
    origin: Any = request.headers.get("Origin")
    own = {request.host, urlsplit(current_app.config["BASE"]).netloc} - {""}
    if origin == "null" and site == "same-origin":
        origin = None  # without a referrer, browsers send the origin "null"
    if site not in ("", "same-origin", "none") or (origin and urlsplit(origin).netloc not in own):
        raise Forbidden("This was sent from another site. Open the page here and send it again.")
    if request.blueprint in _WITHOUT_COOKIE:
        return
    given = request.form.get(FIELD, "")
    if COOKIE not in request.cookies or not hmac.compare_digest(given.encode(), _token().encode()):
        raise Forbidden("Your cookie changed after you opened this form. Open the page again and send it from there.")
