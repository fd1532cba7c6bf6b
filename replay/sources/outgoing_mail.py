"""Hand a mail to the mail server of this server. Notices and replies in a mail thread are sent in this way.

The environment names the mail server, so it may be a private host.
"""

import os
import smtplib
import ssl
from collections.abc import Sequence
from contextlib import closing, suppress
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import parseaddr
from hashlib import sha256
from typing import Final, NamedTuple
from urllib.parse import unquote, urlsplit

from events.errors import RefusedError
from events.lazy_patterns import lazy_pattern
from replay.sources.source import SourceError

_TIMEOUT_S: Final = 15
_LOCAL: Final = ("localhost", "127.0.0.1")
_OWN: Final = ".cloister-bell@"
_OWN_ID: Final = lazy_pattern(r"[0-9a-f]{24}\.cloister-bell@[^@]+")
_ACCEPTED: Final = range(200, 300)
_TEMPORARY: Final = range(400, 500)


class MailServer(NamedTuple):
    """The mail server that sends mails, and the sender's address."""

    host: str
    port: int
    sender: str
    user: str = ""
    password: str = ""
    is_tls: bool = True
    """Whether the connection is encrypted from the start; otherwise STARTTLS comes before any data."""


def check_mail(address: str) -> str:
    """Return a mail address if it is valid; otherwise raise `RefusedError`."""
    address = address.strip()
    local, at, host = parseaddr(address)[1].rpartition("@")
    if parseaddr(address)[1] != address or not (local and at and "." in host) or not address.isascii():
        raise RefusedError(f'mail: "{address[:60]!a}" is not a mail address. Write it like name@example.org')
    if len(address) > 254 or not address.isprintable() or " " in address:
        raise RefusedError("mail: an address can have at most 254 printable characters")
    return address


def mail_from_environment() -> MailServer | None:
    """Return the mail server that the environment configures, or None.

    `CLOISTERBELL_SMTP` is an address like `smtps://user:password@host:465`, `CLOISTERBELL_MAIL_FROM` the sender. The
    message of a refusal does not contain the password.
    """
    url = os.environ.get("CLOISTERBELL_SMTP", "")
    if not url:
        return None
    parts = urlsplit(url)
    try:
        port = parts.port
    except ValueError as error:
        raise RefusedError("CLOISTERBELL_SMTP: the port is not a number") from error
    if parts.scheme not in ("smtp", "smtps") or not parts.hostname:
        raise RefusedError("CLOISTERBELL_SMTP: write an address like smtps://user:password@mail.example.org")
    sender = check_mail(os.environ.get("CLOISTERBELL_MAIL_FROM", ""))
    tls = parts.scheme == "smtps"
    return MailServer(
        parts.hostname, port or (465 if tls else 587), sender, unquote(parts.username or ""),
        unquote(parts.password or ""), tls,
    )  # fmt: skip


def message_id(key: str, sender: str) -> str:
    """Return the Message-ID of our own mail about `key`, without brackets. The same key always gives the same one."""
    return f"{sha256(key.encode()).hexdigest()[:24]}{_OWN}{sender.rpartition('@')[2]}"


def is_own_id(message_id: str) -> bool:
    """Return whether a Message-ID has the form of our own mails."""
    return _OWN_ID.fullmatch(message_id) is not None


def hand_in(mail: MailServer, message: EmailMessage, to: Sequence[str]) -> None:
    """Hand in a mail once, for all recipients. It is sent to those that the mail server accepts.

    Raises SourceError: `may_have_arrived` if the mail server got the whole mail and its answer is missing, `is_lasting`
    if it refuses the mail.
    """
    try:
        with closing(_connected(mail)) as server:
            _name_recipients(server, mail, to)
            _send(server, mail.host, message.as_bytes(policy=SMTP))
    except ssl.SSLError as error:
        what = f"the encrypted connection to {mail.host} failed. Its certificate may be invalid or for another name"
        raise SourceError(what) from error
    except smtplib.SMTPAuthenticationError as error:
        raise SourceError(f"{mail.host} does not accept the user name or password", is_lasting=True) from error
    except smtplib.SMTPNotSupportedError as error:
        raise SourceError(f"{mail.host} offers no encryption or no login", is_lasting=True) from error
    except (smtplib.SMTPException, OSError) as error:
        raise SourceError(f"{mail.host} cannot be reached") from error


def _connected(mail: MailServer) -> smtplib.SMTP:
    if mail.is_tls:
        server: smtplib.SMTP = smtplib.SMTP_SSL(mail.host, mail.port, timeout=_TIMEOUT_S, context=_context(mail.host))
    else:
        server = smtplib.SMTP(mail.host, mail.port, timeout=_TIMEOUT_S)
    try:
        if not mail.is_tls and mail.host not in _LOCAL:
            server.starttls(context=_context(mail.host))
        if mail.user:
            server.login(mail.user, mail.password)
        server.ehlo_or_helo_if_needed()
    except BaseException:
        server.close()
        raise
    return server


def _context(host: str) -> ssl.SSLContext:
    """Return what checks the certificate of a host. That of this computer is not checked."""
    context = ssl.create_default_context()
    if host in _LOCAL:
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context


def _name_recipients(server: smtplib.SMTP, mail: MailServer, to: Sequence[str]) -> None:
    answers = [server.mail(mail.sender)]
    if answers[0][0] in _ACCEPTED:
        answers += [server.rcpt(address) for address in to]
    if not any(code in _ACCEPTED for code, _ in answers[1:]):
        is_lasting = not any(code in _TEMPORARY for code, _ in answers)
        raise SourceError(f"{mail.host} accepts no recipient of the mail", is_lasting=is_lasting)


def _send(server: smtplib.SMTP, host: str, content: bytes) -> None:
    try:
        code, _ = server.data(content)
    except smtplib.SMTPDataError as error:  # before the mail was sent
        code = error.smtp_code
    except (smtplib.SMTPException, OSError) as error:
        raise SourceError(f"{host} did not confirm the mail, so it may have arrived", may_have_arrived=True) from error
    if code not in _ACCEPTED:
        raise SourceError(f"{host} did not accept the mail (status {code})", is_lasting=code not in _TEMPORARY)
    with suppress(smtplib.SMTPException, OSError):  # the mail has arrived
        server.quit()
