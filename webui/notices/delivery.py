"""Sending a notice to a webhook or by mail.

A web address is one of a public host over https. Its name is resolved here, every address that it has is looked at, and
the connection goes to the one that was looked at, so that no name can lead into the network behind this machine.
Redirects are not followed.
"""

import os
import smtplib
import socket
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from email.message import EmailMessage
from email.utils import parseaddr
from hashlib import sha256
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Final, NamedTuple
from urllib.parse import unquote, urlsplit

import msgspec
import urllib3

from events.errors import RefusedError
from replay.chance.clock import iso_moment, utc_moment
from replay.turn_summaries.notices import Notice

_LONGEST: Final = 500
_TIMEOUT: Final = urllib3.Timeout(connect=5, read=10)
_READ: Final = 65_536
_PATIENCE_S: Final = 30
"""Longer than any answer takes. Each wait has an end of its own, and one byte at a time would begin it anew."""
_SERVER_FAULT: Final = 500
_TOO_OFTEN: Final = 429
_OK: Final = range(200, 300)
_TRANSLATED: Final = ip_network("64:ff9b::/32")
"""Addresses behind which a translator puts any other."""


class NotSentError(Exception):
    """A notice was not delivered. `again` says whether it certainly was not, so that it may be sent another time."""

    def __init__(self, why: str, *, again: bool) -> None:
        super().__init__(why)
        self.again = again


class MailServer(NamedTuple):
    """The mail server that takes the notices, and the address they come from."""

    host: str
    port: int
    sender: str
    user: str = ""
    password: str = ""
    is_tls: bool = True
    """Whether the connection begins encrypted; otherwise it becomes so before anything is told."""


def check_webhook(url: str) -> str:
    """The address of a webhook.

    Raises:
        RefusedError: it is no https address of a host that has a name.
    """
    url = url.strip()
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        raise RefusedError(f"webhook: no address: {error}") from error
    if len(url) > _LONGEST or not url.isascii() or not url.isprintable() or " " in url:
        raise RefusedError(f"webhook: an address has up to {_LONGEST} printable characters")
    if parts.scheme != "https" or not parts.hostname or "@" in parts.netloc or port not in (None, 443):
        raise RefusedError("webhook: an address like https://example.org/hook is expected, without a user or a port")
    if _is_address(parts.hostname) or "." not in parts.hostname:
        raise RefusedError("webhook: a public host's name is expected, not an address or a name of this network")
    return url


def _is_address(host: str) -> bool:
    try:
        socket.inet_aton(host)  # takes the forms that browsers take too: 0x7f.1, 2130706433
    except OSError:
        return ":" in host
    return True


def _public_address(host: str) -> str:
    """An address of a host all of whose addresses are public.

    Raises:
        NotSentError: it has none, or one within a private network.
    """
    try:
        found = socket.getaddrinfo(host, 443, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise NotSentError(f"{host} has no address", again=True) from error
    addresses = [str(entry[4][0]) for entry in found]
    if not addresses or not all(map(_is_public, addresses)):
        raise NotSentError(f"{host} is not a public host", again=False)
    return addresses[0]


def _is_public(text: str) -> bool:
    address: IPv4Address | IPv6Address = ip_address(text.partition("%")[0])
    if isinstance(address, IPv6Address):
        inner = address.ipv4_mapped or address.sixtofour or (address.teredo or (None, None))[1]
        if inner is not None:
            return _is_public(str(inner))
        if address in _TRANSLATED:
            return False
    return address.is_global and not address.is_multicast


def send_webhook(url: str, notice: Notice, link: str) -> None:
    """Send a notice to a web address, as JSON.

    Raises:
        NotSentError: it was not taken.
    """
    parts = urlsplit(check_webhook(url))
    host = parts.hostname or ""
    address = _public_address(host)
    said = f"{notice.text}{_until(notice)}{f' {link}' if link else ''}"
    body = msgspec.json.encode({
        "content": said, "text": said, "kind": notice.kind, "session": notice.session, "seat": notice.seat,
        "line": notice.seq, "until": iso_moment(notice.until_ms) if notice.until_ms else "", "link": link,
        "id": _mark(notice.key), "allowed_mentions": {"parse": []},
    })  # fmt: skip
    path = f"{parts.path or '/'}{f'?{parts.query}' if parts.query else ''}"
    with urllib3.HTTPSConnectionPool(address, 443, server_hostname=host, assert_hostname=host) as pool:

        def ask() -> int:
            answer = pool.request(
                "POST", path, body=body, redirect=False, retries=False, timeout=_TIMEOUT, preload_content=False,
                headers={"Host": host, "Content-Type": "application/json", "User-Agent": "cloisterbell"},
            )  # fmt: skip
            with suppress(urllib3.exceptions.HTTPError):  # what it says besides does not matter
                answer.read(_READ)
            return answer.status

        try:
            status = _in_time(ask, host)
        except (urllib3.exceptions.ReadTimeoutError, urllib3.exceptions.ProtocolError) as error:
            raise NotSentError(f"{host} did not answer", again=False) from error
        except urllib3.exceptions.HTTPError as error:
            raise NotSentError(f"{host} is not to be reached", again=True) from error
    if status not in _OK:
        raise NotSentError(f"{host} answered {status}", again=status >= _SERVER_FAULT or status == _TOO_OFTEN)


def _in_time(ask: Callable[[], int], host: str) -> int:
    """What a host answers, unless it draws that out: then it is left to itself, and others get their notices.

    Raises:
        NotSentError: it did not answer in time.
    """
    found: list[int | BaseException] = []

    def keep() -> None:
        try:
            found.append(ask())
        except BaseException as error:  # noqa: BLE001  # raised again where it is waited for
            found.append(error)

    asking = threading.Thread(target=keep, name="webhook", daemon=True)
    asking.start()
    asking.join(_PATIENCE_S)
    answer = found[0] if found else NotSentError(f"{host} did not answer in time", again=False)
    if isinstance(answer, BaseException):
        raise answer
    return answer


def _until(notice: Notice) -> str:
    return f" Until {utc_moment(notice.until_ms)}." if notice.until_ms else ""


def _mark(key: str) -> str:
    return sha256(key.encode()).hexdigest()[:24]


def check_mail(address: str) -> str:
    """A mail address.

    Raises:
        RefusedError: it is none.
    """
    address = address.strip()
    local, at, host = parseaddr(address)[1].rpartition("@")
    if parseaddr(address)[1] != address or not (local and at and "." in host) or not address.isascii():
        raise RefusedError(f'mail: "{address[:60]!a}" is no address like name@example.org')
    if len(address) > 254 or not address.isprintable() or " " in address:
        raise RefusedError("mail: an address has up to 254 printable characters")
    return address


def mail_from_environment() -> MailServer | None:
    """The mail server that the environment names.

    `CLOISTERBELL_SMTP` is like `smtps://user:password@host:465`, `CLOISTERBELL_MAIL_FROM` an address.

    Raises:
        RefusedError: what stands there cannot be used; the password is not told.
    """
    url = os.environ.get("CLOISTERBELL_SMTP", "")
    if not url:
        return None
    parts = urlsplit(url)
    try:
        port = parts.port
    except ValueError as error:
        raise RefusedError("CLOISTERBELL_SMTP: its port is no number") from error
    if parts.scheme not in ("smtp", "smtps") or not parts.hostname:
        raise RefusedError("CLOISTERBELL_SMTP: an address like smtps://user:password@mail.example.org is expected")
    sender = check_mail(os.environ.get("CLOISTERBELL_MAIL_FROM", ""))
    tls = parts.scheme == "smtps"
    return MailServer(
        parts.hostname, port or (465 if tls else 587), sender, unquote(parts.username or ""),
        unquote(parts.password or ""), tls,
    )  # fmt: skip


def send_mail(mail: MailServer, to: Sequence[str], notice: Notice, link: str) -> None:
    """Hand a notice in as mail, one message to each; its subject is the text of the notice.

    Raises:
        NotSentError: it was not taken.
    """
    for address in to:
        message = EmailMessage()
        message["From"], message["To"], message["Subject"] = mail.sender, address, notice.text
        message["Message-ID"] = f"<{_mark(f'{notice.key}:{address}')}@{mail.sender.rpartition('@')[2]}>"
        message["Auto-Submitted"] = "auto-generated"
        message.set_content(f"{notice.text}{_until(notice)}\n{link}\n")
        try:
            _hand_in(mail, message)
        except (smtplib.SMTPConnectError, smtplib.SMTPHeloError, ConnectionError, socket.gaierror) as error:
            raise NotSentError(f"{mail.host} is not to be reached", again=True) from error
        except (smtplib.SMTPException, OSError) as error:
            raise NotSentError(f"{mail.host} did not take it", again=False) from error


def _hand_in(mail: MailServer, message: EmailMessage) -> None:
    opened = smtplib.SMTP_SSL if mail.is_tls else smtplib.SMTP
    with opened(mail.host, mail.port, timeout=15) as server:
        if not mail.is_tls and mail.host not in ("localhost", "127.0.0.1"):
            server.starttls()
        if mail.user:
            server.login(mail.user, mail.password)
        server.send_message(message)
