"""A small IMAP and SMTP server on 127.0.0.1 for tests, with faults: a wrong password, silence, and a cut connection.

It understands only what the sources send. Mails are kept by UID. What is sent to it is kept in `sent`.
"""

import re
import socketserver
import ssl
import threading
from base64 import b64decode
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple, Self, cast

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

USER = "anna"
WORD = 'hush "quoted" w\u00f6rd'
ARRIVED = "04-Mar-2026 19:12:00 +0100"
ARRIVED_MS = 1_772_647_920_000
_USUAL = {"DATA": "354 go on", "QUIT": "221 bye", "AUTH": "235 welcome", "EHLO": "250-here\r\n250 AUTH PLAIN"}
_HEADERS = re.compile(rb"(?i)BODY\.PEEK\[HEADER\.FIELDS \(([^)]*)\)\]")
_PART = re.compile(rb"(?i)BODY\.PEEK\[\](?:<0\.([0-9]+)>)?")


class Delivered(NamedTuple):
    """A mail in the folder, and its time as the server writes it."""

    raw: bytes
    at: str


class Sent(NamedTuple):
    """A mail that was handed in."""

    to: tuple[str, ...]
    message: EmailMessage


def mail_text(
    text: str = "I pass.", number: int = 1, sender: str = "Julie K. <julie@example.org>", head: str = ""
) -> bytes:
    """Return a mail with the Message-ID `mNUMBER@example.org`; `head` are further lines of its head."""
    lines = (
        f"From: {sender}", "To: games@example.org", "Subject: Friday", f"Message-ID: <m{number}@example.org>",
        "Date: Wed, 4 Mar 2026 19:00:00 +0100", *(head.split("\n") if head else ()), "", *text.split("\n"), "",
    )  # fmt: skip
    return "\r\n".join(lines).encode()


def certificate(folder: Path, name: str) -> tuple[Path, ssl.SSLContext]:
    """Return a new certificate for a host, which signs itself, and the context of a server that uses it."""
    key = ec.generate_private_key(ec.SECP256R1())
    named = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    day = datetime.now(UTC)
    signed = (
        x509.CertificateBuilder().subject_name(named).issuer_name(named).public_key(key.public_key())
        .serial_number(1).not_valid_before(day - timedelta(days=1)).not_valid_after(day + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )  # fmt: skip
    path, secret = folder / "host.pem", folder / "host.key"
    path.write_bytes(signed.public_bytes(serialization.Encoding.PEM))
    secret.write_bytes(key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    ))  # fmt: skip
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(path, secret)
    return path, context


class FakeMail:
    """Both servers, for a `with` block. Without `context` they use no TLS.

    - `cut_at`: a command after which the connection is closed, and how many bytes of its answer are sent.
    - `silent_at`: a command that is answered only after `released` is set.
    - `answers`: the answers to commands of SMTP that differ from the usual ones, such as `{"DATA": "554 no"}`. The
      answer to `.` is that to the whole mail, and the answer to an address is that to this recipient. "" closes the
      connection.
    """

    def __init__(self, context: ssl.SSLContext | None = None) -> None:
        self.context = context
        self.mails: dict[int, Delivered] = {}
        self.sent: list[Sent] = []
        self.asked: list[str] = []
        self.folder, self.validity, self.next_uid = "INBOX", 7, 1
        self.word, self.capabilities = WORD, "IMAP4rev1 AUTH=PLAIN"
        self.cut_at: tuple[str, int] | None = None
        self.silent_at, self.released = "", threading.Event()
        self.answers: dict[str, str] = {}
        self._servers = [_Server(self, _Imap), _Server(self, _Smtp)]
        self.imap_port, self.smtp_port = (server.server_address[1] for server in self._servers)

    def __enter__(self) -> Self:
        for server in self._servers:
            threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.released.set()
        for server in self._servers:
            server.shutdown()
            server.server_close()

    def deliver(self, raw: bytes, at: str = ARRIVED) -> int:
        """Put a mail into the folder and return its UID."""
        uid, self.next_uid = self.next_uid, self.next_uid + 1
        self.mails[uid] = Delivered(raw, at)
        return uid

    def fill(self, number: int) -> list[str]:
        """Put so many mails into the folder, and return their ids."""
        for at in range(1, number + 1):
            self.deliver(mail_text(f"post {at}", at))
        return [f"m{at}@example.org" for at in range(1, number + 1)]


class _Server(socketserver.ThreadingTCPServer):
    allow_reuse_address = True
    daemon_threads = True
    block_on_close = True

    def __init__(self, fake: FakeMail, handler: Callable[..., Any]) -> None:
        self.fake = fake
        super().__init__(("127.0.0.1", 0), cast("Any", handler))

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that goes away is a part of the tests."""


class _Handler(socketserver.StreamRequestHandler):
    disable_nagle_algorithm = True  # no answer waits for the next one

    def setup(self) -> None:
        self.fake: FakeMail = cast("_Server", self.server).fake
        if self.fake.context is not None:
            self.request = self.fake.context.wrap_socket(self.request, server_side=True)
        super().setup()

    def finish(self) -> None:
        super().finish()
        self.request.close()

    def line(self) -> str:
        return self.rfile.readline().decode().rstrip("\r\n")

    def say(self, text: str) -> None:
        self.wfile.write(f"{text}\r\n".encode())


class _Imap(_Handler):
    """One connection to the IMAP server."""

    def handle(self) -> None:
        self.say("* OK ready")
        while words := self.line().split(" ", 2):
            if len(words) < 2:
                return
            tag, command, rest = words[0], words[1].upper(), words[2] if len(words) > 2 else ""
            if command == "UID":
                command, rest = rest.split(" ", 1)
            self.fake.asked.append(f"{command} {rest}".strip())
            if self.fake.silent_at == command:
                self.fake.released.wait()
            answer = getattr(self, f"do_{command.lower()}")(tag, rest)
            if self.fake.cut_at and self.fake.cut_at[0] == command:
                self.wfile.write(answer[: self.fake.cut_at[1]])
                return
            self.wfile.write(answer)
            if command == "LOGOUT":
                return

    def do_capability(self, tag: str, _: str) -> bytes:
        return f"* CAPABILITY {self.fake.capabilities}\r\n{tag} OK done\r\n".encode()

    def do_login(self, tag: str, rest: str) -> bytes:
        user, _, password = rest.partition(" ")
        quoted = self.fake.word.replace("\\", "\\\\").replace('"', '\\"')
        return self._entered(tag, is_right=(user, password) == (f'"{USER}"', f'"{quoted}"'))

    def do_authenticate(self, tag: str, _: str) -> bytes:
        self.say("+ ")
        return self._entered(tag, is_right=b64decode(self.line()).decode() == f"\0{USER}\0{self.fake.word}")

    def _entered(self, tag: str, *, is_right: bool) -> bytes:
        refusal = f"NO [AUTHENTICATIONFAILED] {WORD.encode('ascii', 'replace').decode()} is wrong"
        return f"{tag} {'OK welcome' if is_right else refusal}\r\n".encode()

    def do_examine(self, tag: str, rest: str) -> bytes:
        if rest != f'"{self.fake.folder}"':
            return f"{tag} NO no such folder\r\n".encode()
        state = f"* {len(self.fake.mails)} EXISTS\r\n* OK [UIDVALIDITY {self.fake.validity}] valid\r\n"
        return f"{state}{tag} OK [READ-ONLY] done\r\n".encode()

    def do_search(self, tag: str, rest: str) -> bytes:
        wanted = re.fullmatch(r'HEADER Message-ID "(.*)"', rest)
        uids = [uid for uid, mail in self.fake.mails.items() if not wanted or wanted[1].encode() in mail.raw]
        return f"* SEARCH {' '.join(map(str, uids))}\r\n{tag} OK done\r\n".encode()

    def do_fetch(self, tag: str, rest: str) -> bytes:
        uids, items = rest.split(" ", 1)
        found = [uid for uid in map(int, uids.split(",")) if uid in self.fake.mails]
        rows = b"".join(self._row(number, uid, items.encode()) for number, uid in enumerate(found, 1))
        return rows + f"{tag} OK done\r\n".encode()

    def _row(self, number: int, uid: int, items: bytes) -> bytes:
        mail = self.fake.mails[uid]
        if b"RFC822.SIZE" in items:
            sized = f'UID {uid} RFC822.SIZE {len(mail.raw)} INTERNALDATE "{mail.at}"'
            return f"* {number} FETCH ({sized})\r\n* {number} FETCH (FLAGS (\\Seen))\r\n".encode()
        headers, part = _HEADERS.search(items), _PART.search(items)
        raw = mail.raw
        if headers:
            names = headers[1].decode().lower().split()
            lines = mail.raw.partition(b"\r\n\r\n")[0].split(b"\r\n")
            raw = b"\r\n".join([*(one for one in lines if one.split(b":")[0].decode().lower() in names), b"", b""])
        elif part and part[1]:
            raw = raw[: int(part[1])]
        return f"* {number} FETCH (BODY[] {{{len(raw)}}}\r\n".encode() + raw + f" UID {uid})\r\n".encode()

    def do_logout(self, tag: str, _: str) -> bytes:
        return f"* BYE\r\n{tag} OK done\r\n".encode()


class _Smtp(_Handler):
    """One connection to the SMTP server."""

    def handle(self) -> None:
        self.to: list[str] = []
        self.say("220 ready")
        while line := self.line():
            command = line.split(" ")[0].upper()
            answer = self._answer(command, line)
            if answer is None or command == "QUIT":
                return
            if command == "RCPT" and answer.startswith("250"):
                self.to.append(line.partition("<")[2].partition(">")[0])
            if command == "DATA" and answer.startswith("354"):
                self._take_mail()
                if self._answer(".", ".") is None:
                    return

    def _take_mail(self) -> None:
        raw = b""
        while (part := self.rfile.readline()) not in (b".\r\n", b""):
            raw += part.removeprefix(b".")
        message = message_from_bytes(raw.replace(b"\r\n", b"\n"), policy=default)
        self.fake.sent.append(Sent(tuple(self.to), message))

    def _answer(self, command: str, line: str) -> str | None:
        """Answer a command, and return the answer; None if the connection is closed instead."""
        if self.fake.silent_at == command:
            self.fake.released.wait()
        usual = self.fake.answers.get(command, _USUAL.get(command, "250 done"))
        answer = next((said for end, said in self.fake.answers.items() if line.endswith(f"<{end}>")), usual)
        if answer:
            self.say(answer)
        return answer or None
