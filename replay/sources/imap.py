"""A mail folder on an IMAP server as a source: each mail is a post.

It follows RFC 3501 (March 2003), sections 2.3.1.1 (UID and UIDVALIDITY), 5.1.3 (names of folders), 6.3.2 (EXAMINE),
6.4.4 (SEARCH), 6.4.5 (FETCH) and 6.4.8 (UID), RFC 5092 (November 2007) for addresses, and the page "imaplib" of the
documentation of Python 3.11. The folder is opened read-only, so no mail is marked as read.

A mail never changes. So each mail is a post once: a later mail with the Message-ID of an earlier one is not an edit.

Replies go by SMTP to the addresses that the session names, never to addresses that a mail names. Each is sent at most
once, with a Message-ID that its marker determines.
"""

import imaplib
import socket
import ssl
from base64 import b64encode
from collections.abc import Callable, Iterator, Sequence, Set as AbstractSet
from contextlib import contextmanager, suppress
from email.message import EmailMessage
from email.utils import formatdate
from typing import Any, Final, NamedTuple, TypeVar
from urllib.parse import quote, unquote, urlsplit

import msgspec

from events.errors import RefusedError
from events.lazy_patterns import lazy_pattern
from replay.chance.clock import now_ms, ticks_s
from replay.importing.archive import one_line, post_time
from replay.importing.mail import ids_in
from replay.sources.hosts import PRIVATE_HOSTS, address_of, is_private_host
from replay.sources.mails import LARGEST_MAIL, id_of_mail, parse_headers, post_of_mail, subject_of
from replay.sources.outgoing_mail import MailServer, hand_in, mail_from_environment, message_id
from replay.sources.source import MOST_POSTS, Fetched, Reply, SourceError, SourcePost
from replay.sources.web import in_time

T = TypeVar("T")
KIND: Final = "imap"
_PORTS: Final = {"imaps": 993, "imap": 143}
_USER: Final = lazy_pattern(r"[A-Za-z0-9!#$&'*+./=?^_`{|}~@-]{1,200}")
_CURSOR: Final = lazy_pattern(r"([0-9]{1,10}) ([0-9]{1,10})")
_UID: Final = lazy_pattern(rb"\bUID ([0-9]{1,10})\b")
_SIZE: Final = lazy_pattern(rb"\bRFC822\.SIZE ([0-9]{1,12})\b")
_ARRIVED: Final = lazy_pattern(rb"\bINTERNALDATE \" ?([0-9]{1,2})-([A-Za-z]{3})-([0-9]{4} [0-9:]{8} [+-][0-9]{4})\"")
_SAFE_ID: Final = lazy_pattern(r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~.@:-]{1,190}")
_TIMEOUT_S: Final = 15  # for each answer
_PATIENCE_S: Final = 120  # for one fetch: the mails that are read by then are returned
_LONGEST_S: Final = 150  # for all that is done with one connection
_LARGEST_ANSWER: Final = 3 * LARGEST_MAIL  # bytes of the answer to one command
_LIST: Final = 500  # mails whose headers are read at once
_BATCH: Final = 50  # mails that are read at once
_BATCH_BYTES: Final = 4_000_000
_BEGINNING: Final = 100_000  # bytes of a mail that is too large
_LONGEST_SUBJECT: Final = 200


class Mailbox(NamedTuple):
    """The parts of a place: `imaps://USER@HOST:PORT/FOLDER`."""

    scheme: str
    user: str
    host: str
    port: int
    folder: str

    @property
    def place(self) -> str:
        """The same text for the same folder."""
        port = "" if self.port == _PORTS[self.scheme] else f":{self.port}"
        return f"{self.scheme}://{quote(self.user, safe='')}@{self.host}{port}/{quote(self.folder)}"


class _Listed(NamedTuple):
    """A mail before it is read: its UID, its size in bytes, and when it arrived in milliseconds since 1970."""

    uid: int
    size: int
    at_ms: int


def recognise(text: str) -> str | None:
    """Return the place of a mail folder, or None for another address. Raises SourceError for a bad address."""
    return mailbox_of(text).place if text.lower().startswith(("imaps://", "imap://")) else None


def mailbox_of(text: str) -> Mailbox:
    """Parse the place of a mail folder. Raises SourceError, without a password."""
    try:
        parts = urlsplit(text)
        port, host = parts.port, (parts.hostname or "").lower().rstrip(".")
    except ValueError as error:
        raise _refused("this is not the address of a mail folder") from error
    if parts.password is not None:
        raise _refused("write the address without a password, which is asked for separately")
    user, folder = unquote(parts.username or ""), unquote(parts.path).strip("/") or "INBOX"
    if not (host and _USER.fullmatch(user) and folder.isprintable()) or parts.query or parts.fragment:
        raise _refused("this is not the address of a mail folder. Write it like imaps://anna@mail.example.org/Games")
    if parts.scheme == "imap" and not is_private_host(host):
        raise _refused(f"the address must begin with imaps://. Without encryption, {PRIVATE_HOSTS} must name {host}")
    folder = "INBOX" if folder.upper() == "INBOX" else folder
    return Mailbox(parts.scheme, user, host, port or _PORTS[parts.scheme], folder)


def _refused(message: str) -> SourceError:
    return SourceError(message, is_lasting=True)


def _mail_server() -> MailServer:
    try:
        mail = mail_from_environment()
    except RefusedError as error:
        raise _refused(str(error)) from error
    if mail is None:
        raise _refused("replies cannot be sent, because CLOISTERBELL_SMTP is not set")
    return mail


class ImapSource:
    """A mail folder. `secret` is the password.

    - `server`: the name of the mail server that may prove senders, as in its `Authentication-Results`; "" if none may.
    - `to`: the addresses that replies are sent to, and that answers to them go to, such as that of a mailing list.
    - `players`: the addresses that replies are sent to if `to` is empty. The mail does not show them.
    """

    kind = KIND
    can_find = False

    def __init__(
        self, place: str, secret: str = "", *, server: str = "", to: Sequence[str] = (), players: Sequence[str] = ()
    ) -> None:
        self.place, self._mailbox, self._password = place, mailbox_of(place), secret
        self._server, self._to, self._recipients = server, ", ".join(to), tuple(to or players)
        self.can_reply = bool(self._recipients)

    def check(self) -> tuple[str, ...]:
        """Return what is missing: access to the folder, and a mail server for replies."""
        missing = list[str]()
        for act in (lambda: self._in_folder(lambda _: None), _mail_server if self.can_reply else lambda: None):
            try:
                act()
            except SourceError as error:
                missing.append(str(error))
        return tuple(missing)

    def fetch(self, cursor: str, known: AbstractSet[str], *, whole: bool = False) -> Fetched:
        """Return the mails after `cursor` that are not known. With `whole`, also look for known ones that are gone."""
        return self._in_folder(lambda folder: _fetched(folder, cursor, known, self._server, whole=whole))

    def reply(self, reply: Reply) -> str:
        """Send a mail in the conversation of the mail that it answers, and return its id."""
        mail = _mail_server()
        own = message_id(f"{self.place} {reply.marker}", mail.sender)
        if not self.can_reply:
            raise _refused("replies cannot be sent, because no recipient is set")
        message = EmailMessage()
        message["From"], message["To"], message["Date"] = (
            mail.sender,
            self._to or mail.sender,
            formatdate(now_ms() / 1000),
        )
        if self._to:
            message["Reply-To"] = self._to
        message["Message-ID"], message["Auto-Submitted"] = f"<{own}>", "auto-replied"
        subject, references = reply.title, tuple[str, ...]()
        if _SAFE_ID.fullmatch(reply.answers):
            subject, references = self._in_folder(lambda folder: folder.conversation(reply.answers)) or (subject, ())
            message["In-Reply-To"] = f"<{reply.answers}>"
            ids = [each for each in (*references[-20:], reply.answers) if _SAFE_ID.fullmatch(each)]
            message["References"] = " ".join(f"<{each}>" for each in dict.fromkeys(ids))
        message["Subject"] = subject[:_LONGEST_SUBJECT]
        message.set_content(reply.text)
        if reply.picture:
            message.add_attachment(reply.picture, maintype="image", subtype="png", filename="position.png")
        hand_in(mail, message, self._recipients)
        return own

    def find(self, marker: str) -> str:  # noqa: ARG002  # the protocol names it
        """Return "": the folder may not contain our own mails."""
        return ""

    def _in_folder(self, act: Callable[["_Folder"], T]) -> T:
        """Log in, open the folder, and act on it. Raises SourceError if the server refuses or does not answer."""
        host, opened = self._mailbox.host, list[_Connection]()

        def acted() -> T:
            with _opened(self._mailbox, self._password, opened) as folder:
                return act(folder)

        try:
            return in_time(acted, _LONGEST_S)
        except TimeoutError as error:
            for connection in opened:
                connection.give_up()
            raise SourceError(f"{host} did not answer in time. It will be tried again later") from error
        except ssl.SSLError as error:
            what = f"the encrypted connection to {host} failed. Its certificate may be invalid or for another name"
            raise SourceError(what) from error
        except imaplib.IMAP4.abort as error:
            raise SourceError(f"the connection to {host} was cut off. It will be tried again later") from error
        except (imaplib.IMAP4.error, ValueError) as error:
            raise SourceError(f"{host} gave an answer that cannot be read. It will be tried again later") from error
        except OSError as error:
            raise SourceError(f"{host} cannot be reached. Check its address, and the network of this server") from error


class _Connection(imaplib.IMAP4):
    """A connection to a checked address of a host, over TLS for the name of the host. Each answer has a limit."""

    def __init__(self, mailbox: Mailbox) -> None:
        self._address = address_of(mailbox.host, mailbox.port)
        self._tls_name = mailbox.host if mailbox.scheme == "imaps" else ""
        self._room = _LARGEST_ANSWER
        super().__init__(mailbox.host, mailbox.port, _TIMEOUT_S)

    def _create_socket(self, timeout: float | None) -> socket.socket:
        plain = socket.create_connection((self._address, self.port), timeout)
        plain.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # a line in two pieces does not wait
        if not self._tls_name:
            return plain
        try:
            return ssl.create_default_context().wrap_socket(plain, server_hostname=self._tls_name)
        except BaseException:
            plain.close()
            raise

    def uid(self, command: str, *words: str) -> tuple[str, list[Any]]:
        self._room = _LARGEST_ANSWER
        return super().uid(command, *words)

    def read(self, size: int) -> bytes:
        self._take(size)
        return super().read(size)

    def readline(self) -> bytes:
        line = super().readline()
        self._take(len(line))
        return line

    def _take(self, size: int) -> None:
        self._room -= size
        if self._room < 0:
            raise self.abort("an answer is too large")

    def give_up(self) -> None:
        """End a connection that another thread waits for."""
        with suppress(OSError, AttributeError):  # it may not be open yet, or closed already
            self.sock.shutdown(socket.SHUT_RDWR)


class _Folder:
    """An open folder, read-only."""

    def __init__(self, connection: _Connection, mailbox: Mailbox) -> None:
        self._connection = connection
        if connection.select(_quoted(mailbox.folder), readonly=True)[0] != "OK":
            what = f'{mailbox.host} has no folder "{one_line(mailbox.folder)}"'
            raise _refused(f"{what}. It may have been moved or renamed")
        found = connection.response("UIDVALIDITY")[1]
        self.validity = int(found[-1]) if found and found[-1] else 0

    def uids(self, *criteria: str) -> list[int]:
        """Return the UIDs of the mails that fit, in order."""
        found = self._asked("SEARCH", *(criteria or ("ALL",)))
        return sorted({int(uid) for line in found if isinstance(line, bytes) for uid in line.split()})

    def ids(self, uids: Sequence[int]) -> dict[int, str]:
        """Return the ids of mails by UID."""
        found = dict[int, str]()
        for at in range(0, len(uids), _LIST):
            for uid, raw, _ in self._fetched(uids[at : at + _LIST], "BODY.PEEK[HEADER.FIELDS (MESSAGE-ID)]"):
                found[uid] = id_of_mail(parse_headers(raw), self.key(uid))
        return found

    def key(self, uid: int) -> str:
        """Return the id of a mail without a Message-ID."""
        return f"{self.validity}-{uid}"

    def listed(self, uids: Sequence[int]) -> Iterator[list[_Listed]]:
        """Yield mails in groups that can be read at once."""
        batch, size = list[_Listed](), 0
        for at in range(0, len(uids), _LIST):
            found = dict[int, _Listed]()
            for uid, _, text in self._fetched(uids[at : at + _LIST], "RFC822.SIZE INTERNALDATE"):
                sized, arrived = _SIZE.search(text), _ARRIVED.search(text)
                on = post_time(b" ".join(arrived.groups()).decode(), is_mail=True) if arrived else None
                found[uid] = _Listed(uid, int(sized[1]) if sized else 0, int((on or 0) * 1000))
            for one in (found[uid] for uid in uids[at : at + _LIST] if uid in found):
                if batch and (len(batch) == _BATCH or size + one.size > _BATCH_BYTES):
                    yield batch
                    batch, size = [], 0
                batch.append(one)
                size += one.size
        if batch:
            yield batch

    def mails(self, listed: Sequence[_Listed]) -> dict[int, bytes]:
        """Read mails, and the beginning of each that is too large. A mail that was removed is missing."""
        found = dict[int, bytes]()
        for items, uids in (
            ("BODY.PEEK[]", [one.uid for one in listed if one.size <= LARGEST_MAIL]),
            (f"BODY.PEEK[]<0.{_BEGINNING}>", [one.uid for one in listed if one.size > LARGEST_MAIL]),
        ):
            found |= {uid: raw for uid, raw, _ in self._fetched(uids, items)} if uids else {}
        return found

    def conversation(self, answers: str) -> tuple[str, tuple[str, ...]] | None:
        """Return the subject of a reply to a mail, and the ids that the mail refers to; None without such a mail."""
        for uid in self.uids("HEADER", "Message-ID", f'"<{answers}>"')[:1]:
            for _, raw, _ in self._fetched([uid], "BODY.PEEK[HEADER.FIELDS (SUBJECT REFERENCES)]"):
                mail = parse_headers(raw)
                subject = subject_of(mail)
                return (subject if subject.lower().startswith("re:") else f"Re: {subject}"), ids_in(mail, "References")
        return None

    def _fetched(self, uids: Sequence[int], items: str) -> Iterator[tuple[int, bytes, bytes]]:
        """Yield UID, content and all other text of the answers to FETCH."""
        asked = set(uids)
        found = self._asked("FETCH", ",".join(map(str, uids)), f"(UID {items})")
        for one, following in zip(found, [*found[1:], None], strict=True):
            raw, text = (one[1], one[0]) if isinstance(one, tuple) else (b"", one or b"")
            if raw and isinstance(following, bytes):
                text += following
            match = _UID.search(text)
            if match and int(match[1]) in asked:
                asked.remove(int(match[1]))
                yield int(match[1]), raw, text

    def _asked(self, command: str, *words: str) -> list[bytes | tuple[bytes, bytes] | None]:
        status, found = self._connection.uid(command, *words)
        if status != "OK":
            raise imaplib.IMAP4.error(command)
        return found


@contextmanager
def _opened(mailbox: Mailbox, password: str, opened: list[_Connection]) -> Iterator[_Folder]:
    connection = _Connection(mailbox)
    opened.append(connection)
    try:
        _log_in(connection, mailbox, password)
        yield _Folder(connection, mailbox)
        with suppress(imaplib.IMAP4.error, OSError):
            connection.logout()
    finally:
        with suppress(OSError):  # it may be closed already
            connection.shutdown()


def _log_in(connection: _Connection, mailbox: Mailbox, password: str) -> None:
    """Log in. A refusal does not contain the answer of the server, which may repeat the password."""
    is_lasting = True
    try:
        if "AUTH=PLAIN" in connection.capabilities:
            connection.authenticate("PLAIN", lambda _: f"\0{mailbox.user}\0{password}".encode())
        else:
            connection.login(f'"{mailbox.user}"', password)
    except imaplib.IMAP4.abort:
        raise
    except (imaplib.IMAP4.error, UnicodeEncodeError) as error:
        is_lasting = "UNAVAILABLE" not in str(error)
    else:
        return
    what = f"{mailbox.host} does not accept the user name or password of {mailbox.user}"
    raise SourceError(what, is_lasting=is_lasting)


def _quoted(folder: str) -> str:
    r"""Return the name of a folder as IMAP writes it: modified UTF-7, in quotation marks."""
    coded, plain = list[str](), ""
    for char in [*folder, ""]:
        if char and not " " <= char <= "~":
            plain += char
            continue
        if plain:
            coded.append(f"&{b64encode(plain.encode('utf-16-be')).decode().rstrip('=').replace('/', ',')}-")
            plain = ""
        coded.append({"&": "&-", '"': '\\"', "\\": "\\\\"}.get(char, char))
    return f'"{"".join(coded)}"'


def _fetched(folder: _Folder, cursor: str, known: AbstractSet[str], server: str, *, whole: bool) -> Fetched:
    notes, match = list[str](), _CURSOR.fullmatch(cursor)
    is_other = match is not None and int(match[1]) != folder.validity
    last = int(match[2]) if match and not is_other else 0
    uids = folder.uids()
    ids = folder.ids(uids) if whole or is_other else {}
    found = set(ids.values())
    has_gap = is_other and bool(known) and not known & found
    if known and not uids:
        notes.append("the folder contains no mails any more")
    new = [uid for uid in uids if uid > last and ids.get(uid) not in known]
    posts, last = _posts(folder, new[:MOST_POSTS], last, known, server, notes)
    left = sum(uid > last for uid in new)
    last = last if left else max([last, *uids])
    deleted = tuple(sorted(known - found)) if found and not has_gap else ()
    more = f"{left} mails are left for the next fetch" if left else ""
    return Fetched(tuple(posts), f"{folder.validity} {last}", has_gap, deleted=deleted, notes=tuple(notes), more=more)


def _posts(
    folder: _Folder, uids: Sequence[int], last: int, known: AbstractSet[str], server: str, notes: list[str]
) -> tuple[list[SourcePost], int]:
    """Read mails in order, until the connection breaks or the time is over. Also return the last UID that was read."""
    posts, seen, end_s = list[SourcePost](), set(known), ticks_s() + _PATIENCE_S
    try:
        for batch in folder.listed(uids):
            raw = folder.mails(batch)
            for one in batch:
                post = _post(one, folder.key(one.uid), raw.get(one.uid), server, notes)
                if post is not None and post.id not in seen:
                    posts.append(post)
                    seen.add(post.id)
                last = one.uid
            if ticks_s() > end_s:
                break
    except (imaplib.IMAP4.error, OSError):
        if not posts:
            raise
    return posts, last


def _post(one: _Listed, key: str, raw: bytes | None, server: str, notes: list[str]) -> SourcePost | None:
    """Return the post in a mail, or None if the mail was removed in the meantime."""
    if raw is None:
        return None
    post = post_of_mail(raw, key, one.at_ms, server, notes)
    if one.size <= LARGEST_MAIL:
        return post
    notes.append(f"the mail {key} has {one.size:,} bytes. A mail can have at most {LARGEST_MAIL:,}")
    return msgspec.structs.replace(post, is_cut=True)
