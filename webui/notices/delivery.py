"""Sending a notice to a webhook or by mail.

A webhook must be an https address of a public host. Its name is resolved here, all its addresses are checked, and the
connection goes to a checked address (`replay.sources.hosts`). Redirects are not followed.
"""

from collections.abc import Sequence
from contextlib import suppress
from email.message import EmailMessage
from hashlib import sha256
from typing import Final
from urllib.parse import urlsplit

import msgspec
import urllib3

from events.errors import RefusedError
from replay.chance.clock import iso_moment, utc_moment
from replay.sources.hosts import is_address, public_address
from replay.sources.outgoing_mail import MailServer, hand_in, message_id
from replay.sources.source import SourceError
from replay.sources.web import in_time
from replay.turn_summaries.notices import Notice

_LONGEST: Final = 500
_TIMEOUT: Final = urllib3.Timeout(connect=5, read=10)
_READ: Final = 65_536
_PATIENCE_S: Final = 30  # a total limit in seconds. The read timeout alone restarts with every byte received.
_SERVER_FAULT: Final = 500
_TOO_OFTEN: Final = 429
_OK: Final = range(200, 300)


class NotSentError(Exception):
    """Raised if a notice may not have arrived. `again`: it certainly has not, so it may be sent once more."""

    def __init__(self, why: str, *, again: bool) -> None:
        super().__init__(why)
        self.again = again


def check_webhook(url: str) -> str:
    """Return the address of a webhook if it is https to a named host; otherwise raise `RefusedError`."""
    url = url.strip()
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        raise RefusedError(f"webhook: this is not a web address: {error}") from error
    if len(url) > _LONGEST or not url.isascii() or not url.isprintable() or " " in url:
        raise RefusedError(f"webhook: an address can have at most {_LONGEST} printable characters")
    if parts.scheme != "https" or not parts.hostname or "@" in parts.netloc or port not in (None, 443):
        raise RefusedError("webhook: write an address like https://example.org/hook, without a user or a port")
    if is_address(parts.hostname) or "." not in parts.hostname:
        raise RefusedError("webhook: the host must have a public name, not a number or a name of this network")
    return url


def send_webhook(url: str, notice: Notice, link: str) -> None:
    """Send a notice to a web address, as JSON. If it is not accepted, raise `NotSentError`."""
    parts = urlsplit(check_webhook(url))
    host = parts.hostname or ""
    try:
        address = public_address(host, 443)
    except SourceError as error:
        why = "is not a public host" if error.is_lasting else "was not found"
        raise NotSentError(f"{host} {why}", again=not error.is_lasting) from error
    message = f"{notice.text}{_until(notice)}{f' {link}' if link else ''}"
    body = msgspec.json.encode({
        "content": message, "text": message, "kind": notice.kind, "session": notice.session, "seat": notice.seat,
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
            with suppress(urllib3.exceptions.HTTPError):  # the content of the answer does not matter
                answer.read(_READ)
            return answer.status

        try:
            status = in_time(ask, _PATIENCE_S)
        except TimeoutError as error:
            raise NotSentError(f"{host} did not answer in time", again=False) from error
        except (urllib3.exceptions.ReadTimeoutError, urllib3.exceptions.ProtocolError) as error:
            raise NotSentError(f"{host} did not answer", again=False) from error
        except urllib3.exceptions.HTTPError as error:
            raise NotSentError(f"{host} cannot be reached", again=True) from error
    if status not in _OK:
        again = status >= _SERVER_FAULT or status == _TOO_OFTEN
        raise NotSentError(f"{host} answered with status {status}", again=again)


def _until(notice: Notice) -> str:
    return f" Deadline: {utc_moment(notice.until_ms)}." if notice.until_ms else ""


def _mark(key: str) -> str:
    return sha256(key.encode()).hexdigest()[:24]


def send_mail(mail: MailServer, to: Sequence[str], notice: Notice, link: str) -> None:
    """Send a notice by mail, one message to each recipient. If it is not accepted, raise `NotSentError`."""
    change = f"\nTo change or stop these mails: {link}/notices\n" if link else ""
    for address in to:
        _send_message(mail, address, notice.text, f"{notice.text}{_until(notice)}\n{link}\n{change}", notice.key)


def send_confirmation(mail: MailServer, address: str, link: str) -> None:
    """Send a link that confirms a mail address. The mail contains no text that a player wrote."""
    text = (
        "Please confirm your mail address for notices of Cloister Bell. This link works once, for a day:\n"
        f"{link}\n\nIf you did not enter this address, do nothing. You get no notices.\n"
    )
    _send_message(mail, address, "Confirm your mail address", text, link)


def _send_message(mail: MailServer, address: str, subject: str, text: str, key: str) -> None:
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = mail.sender, address, subject
    message["Message-ID"] = f"<{message_id(f'{key}:{address}', mail.sender)}>"
    message["Auto-Submitted"] = "auto-generated"
    message.set_content(text)
    try:
        hand_in(mail, message, [address])
    except SourceError as error:
        raise NotSentError(str(error), again=not (error.is_lasting or error.may_have_arrived)) from error
