"""Read from and post to one site over https, with limits on size, time and redirects.

A `Site` connects only to a checked address of its host (`replay.sources.hosts`). It follows redirects to the same host
over https only. Plain http is for private hosts that the environment names. No message contains a header, so none
contains a token.
"""

import threading
from collections.abc import Callable, Iterable, Mapping, Sequence, Set as AbstractSet
from contextlib import suppress
from math import ceil, isfinite
from types import TracebackType
from typing import Any, Final, NamedTuple, NoReturn, Self, TypeVar
from urllib.parse import SplitResult, urljoin, urlsplit

import msgspec
import urllib3

from replay.chance.clock import now_ms, ticks_s
from replay.importing.archive import one_line, post_time
from replay.sources.hosts import PRIVATE_HOSTS, address_of, is_private_host
from replay.sources.source import SourceError

T = TypeVar("T")
MOST_BYTES: Final = 2_000_000
"""The most bytes of a body."""
_PATIENCE_S: Final = 30  # a total limit in seconds. The read timeout alone restarts with every byte received.
_TIMEOUT: Final = urllib3.Timeout(connect=5, read=10)
_CHUNK: Final = 65_536
_MOST_REDIRECTS: Final = 3
_SHORT_WAIT_S: Final = 10  # a wait that a fetch takes itself
_MOST_WAITED_S: Final = 60  # the most seconds that a site waits in all
_MOST_S: Final = 120  # after this time, a site begins no further request
_DEFAULT_WAIT_S: Final = 60
_LONGEST_WAIT_S: Final = 86_400
_LONGEST_URL: Final = 500
_LONGEST_NUMBER: Final = 15
_LONGEST_ID: Final = 20
_SERVER_FAULT: Final = 500
_TOO_OFTEN: Final = 429
_NOT_MODIFIED: Final = 304
_REDIRECTS: Final = frozenset({301, 302, 303, 307, 308})
_REFUSALS: Final = {
    401: "{host} requires a login, or does not accept the token. Give a new one with `follow SESSION --secret-file`",
    403: "{host} does not allow this. Check the rights of the token, and whether the thread is private",
    404: "{host} has no such thread. It may have been deleted or moved. Check its address",
    410: "{host} has removed this thread. Follow another thread, or stop following",
}


class PageTooLongError(SourceError):
    """A page has more than `MOST_BYTES`."""

    code = "source-too-long"


class Seen(msgspec.Struct, frozen=True, omit_defaults=True):
    """What identifies the version of a page that was read, for a conditional request."""

    etag: str = ""
    modified: str = ""


class Page(NamedTuple):
    """The body of an answer; `is_same` if the page has not changed since `seen` and has no body."""

    body: bytes
    seen: Seen
    is_same: bool = False


class _Refusal(msgspec.Struct, frozen=True):
    """Why a site refused a request: Discourse sends `errors`, and Discord a `message`."""

    errors: tuple[str, ...] = ()
    message: str = ""


class _Answer(NamedTuple):
    status: int
    headers: Mapping[str, str]
    body: bytes


def in_time(ask: Callable[[], T], patience_s: float) -> T:
    """Return the result of `ask`, which runs in a thread of its own. Raises TimeoutError if it takes too long.

    A call that takes too long is abandoned: its thread goes on, but nothing waits for it.
    """
    results: list[T] = []
    errors: list[BaseException] = []

    def keep() -> None:
        try:
            results.append(ask())
        except BaseException as error:  # noqa: BLE001  # raised again in the waiting thread
            errors.append(error)

    asking = threading.Thread(target=keep, name="request", daemon=True)
    asking.start()
    asking.join(patience_s)
    if results:
        return results[0]
    raise errors[0] if errors else TimeoutError


def joined_pages(pages: Iterable[Sequence[T]]) -> tuple[list[T], str]:
    """Read pages in order; if a later one cannot be read at present, return those before it, and why.

    So a long thread makes progress even if its site limits the number of requests. Raises SourceError otherwise.
    """
    found = list[T]()
    try:
        for page in pages:
            found += page
    except SourceError as error:
        if error.is_lasting or not found:
            raise
        return found, str(error)
    return found, ""


def gone_posts(known: AbstractSet[str], there: AbstractSet[str], least: int, most: int | None) -> tuple[str, ...]:
    """Return the known posts that are not there any more, if all posts from `least` to `most` (None: the last) are."""
    gone = (each for each in known - there if int(each) >= least and (most is None or int(each) <= most))
    return tuple(sorted(gone, key=int))


def id_number(text: str) -> int:
    """Return the id of a post as a number, or 0 if it is not one."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= _LONGEST_ID else 0


def pause(seconds: float) -> None:
    """Wait until a site allows the next request."""
    threading.Event().wait(seconds)


def require_header(what: str, value: str) -> str:
    """Return a token or another value for a header. Raises SourceError without the value if it cannot be sent."""
    value = value.strip()
    if not value or not value.isascii() or not value.isprintable():
        raise SourceError(f"the {what} is empty or contains characters that cannot be sent", is_lasting=True)
    return value


def web_parts(url: str) -> SplitResult:
    """Return the parts of an address that a site may have. Raises SourceError."""
    try:
        parts = urlsplit(url.strip())
        host, _ = parts.hostname or "", parts.port
    except ValueError as error:
        raise SourceError("this is not a web address. Check its host and port", is_lasting=True) from error
    if len(url) > _LONGEST_URL or not url.isascii() or not url.isprintable() or " " in url.strip():
        raise SourceError(f"an address can have at most {_LONGEST_URL} printable characters", is_lasting=True)
    if not host or "@" in parts.netloc:
        raise SourceError("write an address like https://forum.example.org/..., without a user", is_lasting=True)
    if parts.scheme != "https" and not (parts.scheme == "http" and is_private_host(host)):
        private = f"http is only for private hosts in {PRIVATE_HOSTS}"
        raise SourceError(f"the address of {host} must begin with https://. {private}", is_lasting=True)
    return parts


def origin_of(parts: SplitResult) -> str:
    """Return scheme, host and port of an address in one form: in lower case, without a usual port and a final dot."""
    host, usual = (parts.hostname or "").rstrip("."), 443 if parts.scheme == "https" else 80
    port = f":{parts.port}" if parts.port not in (None, usual) else ""
    return f"{parts.scheme}://{f'[{host}]' if ':' in host else host}{port}"


class Site:
    """One host to read from and to post to. Use it in a `with` block: its name is resolved once for each block.

    `url` is any address of the site; `headers` are sent with each request and can contain a token.
    """

    def __init__(self, url: str, headers: Mapping[str, str] = {}) -> None:
        parts = web_parts(url)
        self.host, self.origin = (parts.hostname or "").rstrip("."), origin_of(parts)
        self._is_tls = parts.scheme == "https"
        self._port = parts.port or (443 if self._is_tls else 80)
        self._headers = {
            "User-Agent": "cloisterbell", "Accept-Encoding": "identity", **headers,
            "Host": self.origin.partition("//")[2],
        }  # fmt: skip
        self._pool: urllib3.HTTPConnectionPool | None = None
        self._waited_s = self._next_wait_s = 0
        self._end_s = ticks_s() + _MOST_S

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._pool is not None:
            self._pool.close()
            self._pool = None

    def get(self, path: str, seen: Seen | None = None) -> Page:
        """Read a page. With `seen`, read it only if it has changed. Raises SourceError."""
        headers = {"If-None-Match": seen.etag, "If-Modified-Since": seen.modified} if seen else {}
        answer = self._answer("GET", path, {name: value for name, value in headers.items() if value})
        found = Seen(answer.headers.get("ETag", ""), answer.headers.get("Last-Modified", ""))
        if answer.status == _NOT_MODIFIED and seen:
            return Page(b"", seen, is_same=True)
        return Page(answer.body, found)

    def get_json(self, path: str, form: type[T]) -> T:
        """Read a JSON page. Raises SourceError."""
        return self.decoded(self.get(path).body, form)

    def decoded(self, body: bytes, form: type[T]) -> T:
        """Decode a JSON body. Raises SourceError if it has another form."""
        try:
            return msgspec.json.decode(body, type=form)
        except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError) as error:
            what = f"{self.host} answered with something else than expected"
            raise SourceError(f"{what}: {one_line(str(error), 120)}. Check the address of the thread") from error

    def post(self, path: str, body: bytes, content_type: str, form: type[T]) -> T:
        """Post a body and return the JSON answer. Raises SourceError; `may_have_arrived` if that is not certain."""
        answer = self._answer("POST", path, {"Content-Type": content_type}, body)
        try:
            return self.decoded(answer.body, form)
        except SourceError as error:
            error.may_have_arrived = True
            raise

    def _answer(self, method: str, path: str, headers: Mapping[str, str], body: bytes = b"") -> _Answer:
        """Return the answer after redirects and short waits. Raises SourceError for every other status."""
        redirects = 0
        while True:
            if self._next_wait_s and not self._waits(self._next_wait_s):
                raise SourceError(f"{self.host} asks to wait", wait_s=self._next_wait_s)
            answer = self._asked(method, path, headers, body)
            reset = answer.headers.get("X-RateLimit-Reset-After", "")
            is_last = answer.headers.get("X-RateLimit-Remaining") == "0"
            self._next_wait_s = _seconds(reset) if is_last and reset else 0
            if answer.status in _REDIRECTS and method == "GET" and redirects < _MOST_REDIRECTS:
                path, redirects = self._redirected(path, answer.headers.get("Location", "")), redirects + 1
            elif answer.status == _TOO_OFTEN and self._waits(_wait_s(answer)):
                continue
            elif answer.status in range(200, 300) or (answer.status == _NOT_MODIFIED and method == "GET"):
                return answer
            else:
                self._refuse(answer, is_post=method == "POST")

    def _waits(self, wait_s: int) -> bool:
        """Wait if the site asks for a short wait; return whether it did."""
        if wait_s > _SHORT_WAIT_S or self._waited_s + wait_s > _MOST_WAITED_S:
            return False
        self._waited_s += wait_s
        pause(wait_s)
        return True

    def _redirected(self, path: str, location: str) -> str:
        try:
            there = urlsplit(urljoin(self.origin + path, location))
            origin = origin_of(there)
        except ValueError as error:
            raise SourceError(f"{self.host} redirects to an invalid address", is_lasting=True) from error
        if origin != self.origin or "@" in there.netloc:
            other = one_line(there.hostname or "nowhere", 80)
            what = f"{self.host} redirects to another site, {other}"
            raise SourceError(f"{what}. Follow the new address if you trust that site", is_lasting=True)
        return f"{there.path or '/'}{f'?{there.query}' if there.query else ''}"

    def _refuse(self, answer: _Answer, *, is_post: bool) -> NoReturn:
        status = answer.status
        if status in _REDIRECTS:
            raise SourceError(f"{self.host} redirects too often. Check the address of the thread", is_lasting=True)
        if status == _TOO_OFTEN:
            wait_s = _wait_s(answer)
            raise SourceError(f"{self.host} asks to wait for {wait_s} seconds", wait_s=wait_s)
        if status >= _SERVER_FAULT:
            what = f"{self.host} has a fault (status {status}). It will be tried again later"
            wait_s = _wait_s(answer) if "Retry-After" in answer.headers else 0
            raise SourceError(what, wait_s=wait_s, may_have_arrived=is_post)
        if status not in _REFUSALS and is_post:
            reason = self._reason(answer.body)
            raise SourceError(f"{self.host} refuses the reply (status {status}){reason}", is_lasting=True)
        what = _REFUSALS.get(status, "{host} refuses the request (status {status}). Check the address of the thread")
        raise SourceError(what.format(host=self.host, status=status), is_lasting=True)

    def _reason(self, body: bytes) -> str:
        """Return the reason in a JSON answer, unless it repeats a header, which may be a token."""
        with suppress(msgspec.MsgspecError, RecursionError, UnicodeDecodeError):
            found = msgspec.json.decode(body, type=_Refusal)
            reason = one_line(found.errors[0] if found.errors else found.message, 120)
            words = (word for value in self._headers.values() for word in value.split())
            if reason and not any(word in reason for word in words):
                return f": {reason}"
        return ""

    def _asked(self, method: str, path: str, headers: Mapping[str, str], body: bytes) -> _Answer:
        """Return the answer to one request. Raises SourceError if none arrives whole and in time."""
        is_post, now_s = method == "POST", ticks_s()
        if now_s > self._end_s:
            raise SourceError(f"{self.host} is slow: its answers took more than {_MOST_S} seconds")
        end_s = now_s + _PATIENCE_S

        def ask() -> _Answer:
            return self._read(self._connected(), method, path, {**self._headers, **headers}, body or None, end_s)

        try:
            return in_time(ask, _PATIENCE_S)
        except (TimeoutError, urllib3.exceptions.ReadTimeoutError) as error:
            what = f"{self.host} did not answer in time. It will be tried again later"
            raise SourceError(what, may_have_arrived=is_post) from error
        except urllib3.exceptions.SSLError as error:
            what = f"the encrypted connection to {self.host} failed"
            raise SourceError(f"{what}. Its certificate may be invalid or for another name") from error
        except urllib3.exceptions.ProtocolError as error:
            what = f"the answer of {self.host} was cut off. It will be tried again later"
            raise SourceError(what, may_have_arrived=is_post) from error
        except (urllib3.exceptions.HTTPError, OSError) as error:
            what = f"{self.host} cannot be reached. Check its address, and the network of this server"
            raise SourceError(what) from error

    def _connected(self) -> urllib3.HTTPConnectionPool:
        if self._pool is None:
            address = address_of(self.host, self._port)
            kept: dict[str, Any] = {"timeout": _TIMEOUT, "retries": False}
            if self._is_tls:
                kept |= {"server_hostname": self.host, "assert_hostname": self.host}
                self._pool = urllib3.HTTPSConnectionPool(address, self._port, **kept)
            else:
                self._pool = urllib3.HTTPConnectionPool(address, self._port, **kept)
        return self._pool

    def _read(
        self, pool: urllib3.HTTPConnectionPool, method: str, path: str, headers: Mapping[str, str],
        body: bytes | None, end_s: float,
    ) -> _Answer:  # fmt: skip
        answer = pool.request(
            method, path, body=body, headers=headers, redirect=False, preload_content=False, decode_content=False
        )
        try:
            found = self._body(answer, end_s, is_post=method == "POST")
        except BaseException:
            with suppress(urllib3.exceptions.HTTPError, OSError):
                answer.close()
            raise
        answer.release_conn()
        return _Answer(answer.status, answer.headers, found)

    def _body(self, answer: urllib3.BaseHTTPResponse, end_s: float, *, is_post: bool) -> bytes:
        """Read the body of an answer. Raises TimeoutError after `end_s`."""
        if answer.headers.get("Content-Encoding", "identity").lower() != "identity":
            what = f"{self.host} sends compressed pages, which cannot be read"
            raise SourceError(what, is_lasting=True, may_have_arrived=is_post)
        length = answer.headers.get("Content-Length", "")
        body, size = bytearray(), int(length) if length.isdecimal() and len(length) < _LONGEST_NUMBER else 0
        while size <= MOST_BYTES and (part := answer.read1(_CHUNK)):
            body += part
            size = len(body)
            if ticks_s() > end_s:
                raise TimeoutError
        if size > MOST_BYTES:
            what = f"{self.host} sent a page of more than {MOST_BYTES // 1_000_000} MB"
            what = f"{what}. Check the address of the thread"
            raise PageTooLongError(what, is_lasting=True, may_have_arrived=is_post)
        return bytes(body)


def _wait_s(answer: _Answer) -> int:
    """Return how many seconds a site asks to wait: `Retry-After` is a number of seconds or a date."""
    text = answer.headers.get("Retry-After", "").strip()
    at = post_time(text, is_mail=True)
    return _seconds(text if at is None else str(at - now_ms() / 1000))


def _seconds(text: str) -> int:
    """Return a number of seconds to wait, rounded up."""
    try:
        wait_s = float(text)
    except ValueError:
        return _DEFAULT_WAIT_S
    return ceil(min(max(wait_s, 1), _LONGEST_WAIT_S)) if isfinite(wait_s) else _DEFAULT_WAIT_S
