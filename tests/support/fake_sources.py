"""Fake sources: small HTTP servers with a thread of posts, one class for each kind, and the faults of real servers.

A server answers from its `posts`, which a test writes, edits and deletes. `faults` are for the next requests, in order;
None answers one request without a fault.
"""

import re
import ssl
import threading
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from html import escape
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import TracebackType
from typing import Any, Final, NamedTuple, Self
from urllib.parse import parse_qs, urlsplit

import msgspec

HOST: Final = "127.0.0.1"
HUGE: Final = 10_000_000
STEP: Final = 3  # from the id of a post to the next one
START_MS: Final = 1_790_000_000_000
"""The time of the first post, in September 2026."""


class Request(NamedTuple):
    method: str
    path: str
    query: Mapping[str, list[str]]
    headers: Mapping[str, str]
    body: bytes


class Answer(NamedTuple):
    body: bytes = b""
    status: int = 200
    headers: Mapping[str, str] = {}


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    wbufsize = 1 << 20  # headers and body in one packet
    server: "_Server"

    def do_GET(self) -> None:
        self._handle()

    def do_POST(self) -> None:
        self._handle()

    def log_message(self, *_: object) -> None:
        pass

    def _handle(self) -> None:
        parts = urlsplit(self.path)
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        headers = {name.lower(): value for name, value in self.headers.items()}
        request = Request(self.command, parts.path, parse_qs(parts.query), headers, body)
        fake = self.server.fake
        with fake.lock:
            fake.requests.append(request)
            fault = fake.faults.popleft() if fake.faults else None
        (fault or answered)(self, fake, request)

    def send(self, answer: Answer, length: int | None = None) -> None:
        """Send an answer; a `length` that is not that of the body makes it a cut or an endless one."""
        self.send_response(answer.status)
        for name, value in answer.headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(answer.body) if length is None else length))
        self.end_headers()
        if answer.status != 304:
            self.wfile.write(answer.body)


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    fake: "FakeServer"

    def handle_error(self, *_: object) -> None:
        """Print nothing if a client has gone."""


Fault = Callable[[_Handler, "FakeServer", Request], None]


class FakeServer:
    """A server on this machine, with a certificate or without. `respond` answers a request that has no fault."""

    def __init__(self, certificate: Path | None = None) -> None:
        self.requests: list[Request] = []
        self.faults: deque[Fault | None] = deque()
        self.lock = threading.RLock()
        self.stopped = threading.Event()
        self._server = _Server((HOST, 0), _Handler)
        self._server.fake = self
        if certificate:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(certificate)
            self._server.socket = context.wrap_socket(self._server.socket, server_side=True)
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.005,), daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stopped.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    @property
    def url(self) -> str:
        return f"http://{HOST}:{self._server.server_address[1]}"

    def respond(self, _request: Request) -> Answer:
        return Answer(b"{}")


@dataclass
class FakePost:
    """A post of a fake thread; `at_ms` is its time in milliseconds since 1970."""

    id: int
    author: str
    author_id: int
    text: str
    at_ms: int
    edited_ms: int = 0
    answers: int = 0
    is_automatic: bool = False
    is_deleted: bool = False
    is_hidden: bool = False
    is_own: bool = False
    picture: bytes = b""


class FakeThread(FakeServer):
    """A thread with posts. `place` and `secret` are for its source."""

    kind = ""
    secret = "tok-hush-42"  # noqa: S105  # not a real one
    first_id = 11

    def __init__(self) -> None:
        super().__init__()
        self.posts: list[FakePost] = []
        self.is_closed = False

    @property
    def place(self) -> str:
        raise NotImplementedError

    def write(
        self, author: str, text: str, *, author_id: int = 0, answers: int | str = 0, at_ms: int = 0, **more: Any
    ) -> str:
        """Add a post and return its id. Without an id of the author, each name has one of its own."""
        with self.lock:
            number = self.first_id + STEP * len(self.posts)
            person = author_id or 100 + sum(map(ord, author))
            at = at_ms or START_MS + len(self.posts) * 60_000
            self.posts.append(FakePost(number, author, person, text, at, answers=int(answers), **more))
        return str(number)

    def edit(self, post_id: str, text: str) -> None:
        with self.lock:
            post = self.post(post_id)
            post.text, post.edited_ms = text, post.at_ms + 3_600_000

    def delete(self, post_id: str) -> None:
        with self.lock:
            self.post(post_id).is_deleted = True

    def post(self, post_id: str) -> FakePost:
        return self.posts[(int(post_id) - self.first_id) // STEP]

    @property
    def shown(self) -> list[FakePost]:
        return [post for post in self.posts if not post.is_deleted]

    def has_token(self, _request: Request) -> bool:
        """Return whether a request is allowed."""
        return True

    def version(self) -> str:
        """Return a text that changes with each change of the thread."""
        changed = (len(self.posts), len(self.shown), sum(post.edited_ms for post in self.posts), self.is_closed)
        return f'"{"-".join(map(str, changed))}"'


class FakeDiscourse(FakeThread):
    """A topic of a Discourse forum; posts are numbered from 1, also after deletions."""

    kind = "discourse"
    secret = "bell:tok-hush-42"  # noqa: S105  # not a real one
    topic = 77
    shows_raw = True

    @property
    def place(self) -> str:
        return f"{self.url}/t/{self.topic}"

    def has_token(self, request: Request) -> bool:
        name, _, key = self.secret.partition(":")
        given = request.headers.get("api-username"), request.headers.get("api-key")
        return given in ((None, None), (name, key))

    def respond(self, request: Request) -> Answer:
        if not self.has_token(request):
            return Answer(b'{"errors": ["invalid"]}', 403)
        if request.method == "POST":
            return self.created(request)
        if request.path == f"/t/{self.topic}.json":
            if request.headers.get("if-none-match") == self.version():
                return Answer(b"", 304)
            stream = {"stream": [post.id for post in self.shown], "posts": list(map(self.shown_post, self.shown[:20]))}
            details = {"can_create_post": True}
            return answer_json(
                {"id": self.topic, "post_stream": stream, "details": details, "closed": self.is_closed},
                ETag=self.version(),
            )
        if request.path == f"/t/{self.topic}/posts.json":
            asked = set(map(int, request.query["post_ids[]"]))
            return answer_json(
                {"post_stream": {"posts": [self.shown_post(one) for one in self.shown if one.id in asked]}}
            )
        name = request.path.removeprefix("/posts/").removesuffix(".json")
        if name.isdecimal():
            return answer_json(self.shown_post(self.post(name)))
        return Answer(b"{}", 404)

    def shown_post(self, post: FakePost) -> dict[str, Any]:
        kind = 3 if post.is_automatic else 1
        shown = {
            "id": post.id, "post_number": self.number(post.id), "username": post.author, "user_id": post.author_id,
            "created_at": moment(post.at_ms), "updated_at": moment(post.edited_ms or post.at_ms),
            "version": 2 if post.edited_ms else 1, "cooked": f"<p>{escape(post.text)}</p>", "post_type": kind,
            "reply_to_post_number": self.number(post.answers) if post.answers else None,
            "hidden": post.is_hidden, "yours": post.is_own,
            "user_deleted": False, "deleted_at": None, "name": "", "reads": 3,
        }  # fmt: skip
        return {**shown, "raw": post.text} if self.shows_raw and not post.is_hidden else shown

    def number(self, post_id: int) -> int:
        return (post_id - self.first_id) // STEP + 1

    def created(self, request: Request) -> Answer:
        if request.path == "/uploads.json":
            return answer_json({"short_url": "upload://board.png"})
        made = msgspec.json.decode(request.body)
        assert made["topic_id"] == self.topic
        answers = self.posts[made["reply_to_post_number"] - 1].id if "reply_to_post_number" in made else 0
        name = self.secret.partition(":")[0]
        return answer_json({"id": int(self.write(name, made["raw"], answers=answers, is_own=True))})


class FakeFeed(FakeThread):
    """An Atom feed of a phpBB topic: the newest posts first, each with its statistics."""

    kind = "feed"
    secret = ""
    window = 25
    end = (
        '<p>Statistics: Posted by <a href="{url}/memberlist.php?mode=viewprofile&amp;u=2">{author}</a> \u2014 today</p>'
        "<hr />"
    )

    @property
    def place(self) -> str:
        return f"{self.url}/feed/topic/5"

    def respond(self, request: Request) -> Answer:
        if request.path != "/feed/topic/5":
            return Answer(b"", 404)
        if request.headers.get("if-none-match") == self.version():
            return Answer(b"", 304)
        entries = "".join(map(self.entry, reversed(self.shown[-self.window :])))
        feed = f'<feed xmlns="http://www.w3.org/2005/Atom"><title>Friday</title><id>{self.place}</id>{entries}</feed>'
        head = '<?xml version="1.0" encoding="UTF-8"?>'
        return Answer(f"{head}{feed}".encode(), 200, {"ETag": self.version()})

    def entry(self, post: FakePost) -> str:
        link = f"{self.url}/viewtopic.php?t=5&p={post.id}#p{post.id}"
        end = self.end.format(url=self.url, author=post.author)
        return (
            f"<entry><author><name><![CDATA[{post.author}]]></name></author><id>{escape(link)}</id>"
            f"<updated>{moment(post.edited_ms or post.at_ms)}</updated><published>{moment(post.at_ms)}</published>"
            f'<link href="{escape(link)}"/><title type="html"><![CDATA[Re: Friday]]></title>'
            f'<content type="html" xml:base="{escape(link)}"><![CDATA[\n{page_of(post.text)}{end}\n]]></content>'
            "</entry>"
        )

    def write(self, author: str, text: str, **more: Any) -> str:
        """Return the id that the source gives to the post."""
        return f"p{super().write(author, text, **more)}"

    def post(self, post_id: str) -> FakePost:
        return super().post(post_id.removeprefix("p"))


class FakeGeek(FakeThread):
    """A thread of BoardGameGeek."""

    kind = "boardgamegeek"
    thread = 3456

    @property
    def place(self) -> str:
        return f"{self.url}/thread/{self.thread}"

    def respond(self, request: Request) -> Answer:
        if request.headers.get("authorization") != f"Bearer {self.secret}":
            return Answer(b"Unauthorized", 401)
        if request.path != "/xmlapi2/thread" or request.query["id"] != [str(self.thread)]:
            return Answer(b'<error message="Thread not found"/>')
        if request.headers.get("if-none-match") == self.version():
            return Answer(b"", 304)
        least, most = int(request.query["minarticleid"][0]), int(request.query["count"][0])
        asked = [post for post in self.shown if post.id >= least][:most]
        articles = "".join(map(self.article, asked))
        head = f'<?xml version="1.0" encoding="utf-8"?><thread id="{self.thread}" numarticles="{len(self.shown)}">'
        page = f"{head}<subject>Friday</subject><articles>{articles}</articles></thread>"
        return Answer(page.encode(), 200, {"ETag": self.version()})

    def article(self, post: FakePost) -> str:
        page = page_of(post.text)
        page = page.replace("<blockquote><div>", "<div class='quote'><div class='quotetitle'>")
        page = page.replace("</div></blockquote>", "</div></div>")
        return (
            f'<article id="{post.id}" username="{post.author}" link="{self.place}/article/{post.id}#{post.id}"'
            f' postdate="{moment(post.at_ms)}" editdate="{moment(post.edited_ms or post.at_ms)}"'
            f' numedits="{int(post.edited_ms > 0)}"><subject>Re: Friday</subject><body>{escape(page)}</body></article>'
        )


class FakeDiscord(FakeThread):
    """A channel of a Discord server, with the bot `bell`; `rights` are its rights in the server, as bits."""

    kind = "discord"
    channel = 902
    guild = 901
    bot = 900
    flags = 1 << 19
    channel_type = 0
    rights = 1 << 10 | 1 << 11 | 1 << 15 | 1 << 16
    overwrites: Sequence[Mapping[str, str]] = ()

    def __init__(self) -> None:
        super().__init__()
        self.nonces: dict[str, str] = {}

    @property
    def place(self) -> str:
        return f"{self.url}/channels/{self.channel}"

    def respond(self, request: Request) -> Answer:
        if request.headers.get("authorization") != f"Bot {self.secret}":
            return Answer(b'{"message": "401: Unauthorized", "code": 0}', 401)
        assert request.headers["user-agent"].startswith("DiscordBot (")
        path = request.path.removeprefix("/api/v10")
        everyone = {"id": str(self.guild), "permissions": str(self.rights)}
        pages: dict[str, Any] = {
            "/users/@me": {"id": str(self.bot)}, "/applications/@me": {"id": "7", "flags": self.flags},
            f"/channels/{self.channel}": self.shown_channel(),
            f"/guilds/{self.guild}": {"owner_id": "1", "roles": [everyone]},
            f"/guilds/{self.guild}/members/{self.bot}": {"roles": ["77", "78"]},
            f"/channels/{self.guild + 50}": {"id": str(self.guild + 50), "permission_overwrites": self.overwrites},
        }  # fmt: skip
        if path in pages:
            return answer_json(pages[path])
        if path != f"/channels/{self.channel}/messages":
            return Answer(b'{"message": "Unknown Channel", "code": 10003}', 404)
        if request.method == "POST":
            return answer_json({"id": self.created(request)})
        return answer_json([self.message(post) for post in reversed(self.asked(request.query))])

    def shown_channel(self) -> dict[str, Any]:
        is_thread = self.channel_type == 11
        return {
            "id": str(self.channel), "type": self.channel_type, "guild_id": str(self.guild), "name": "friday",
            "permission_overwrites": () if is_thread else self.overwrites, "parent_id": str(self.guild + 50),
            **({"thread_metadata": {"archived": True, "locked": True}} if self.is_closed else {}),
        }  # fmt: skip

    def asked(self, query: Mapping[str, list[str]]) -> list[FakePost]:
        most = int(query.get("limit", ["50"])[0])
        assert 1 <= most <= 100
        if "after" in query:
            return [post for post in self.shown if post.id > int(query["after"][0])][:most]
        last = int(query["before"][0])
        return [post for post in self.shown if post.id < last][-most:]

    def message(self, post: FakePost) -> dict[str, Any]:
        author = {"id": str(post.author_id), "username": post.author.lower(), "global_name": post.author}
        return {
            "id": str(post.id), "channel_id": str(self.channel), "type": 19 if post.answers else 0,
            "content": post.text, "timestamp": moment(post.at_ms), "attachments": [], "embeds": [], "mentions": [],
            "edited_timestamp": moment(post.edited_ms) if post.edited_ms else None,
            "author": {**author, "bot": post.is_own or post.is_automatic},
            **({"message_reference": {"message_id": str(post.answers)}} if post.answers else {}),
        }  # fmt: skip

    def created(self, request: Request) -> str:
        """Take a message as JSON, or as a form with a picture."""
        raw, picture = request.body, b""
        if request.headers["content-type"].startswith("multipart/form-data"):
            boundary = request.headers["content-type"].partition("boundary=")[2].encode()
            parts = [part.partition(b"\r\n\r\n") for part in raw.split(b"--" + boundary)[1:-1]]
            bodies = {head.partition(b'name="')[2].partition(b'"')[0]: rest[:-2] for head, _, rest in parts}
            assert [b"filename=" in head for head, _, _ in parts] == [False, True]
            raw, picture = bodies[b"payload_json"], bodies[b"files[0]"]
        made = msgspec.json.decode(raw)
        assert made["allowed_mentions"] == {"parse": [], "replied_user": False}
        assert len(made["content"]) <= 2000
        assert made["enforce_nonce"]
        reference = made.get("message_reference", {})
        assert not reference.get("fail_if_not_exists", False)
        answers = reference.get("message_id", 0)
        if made["nonce"] not in self.nonces:
            self.nonces[made["nonce"]] = self.write(
                "bell", made["content"], author_id=self.bot, answers=answers, is_own=True, picture=picture
            )
        return self.nonces[made["nonce"]]


def page_of(text: str) -> str:
    """Render a post in HTML, with its quotations as block quotes."""
    page = re.sub(
        r'\[quote="([a-zA-Z]*)[^\]]*\]', r"<blockquote><div><cite>\1 wrote:</cite>", escape(text, quote=False)
    )
    return page.replace("[/quote]", "</div></blockquote>").replace("\n", "<br>\n")


def moment(at_ms: int) -> str:
    return datetime.fromtimestamp(at_ms / 1000, UTC).isoformat().replace("+00:00", "Z")


def answered(handler: _Handler, fake: FakeServer, request: Request) -> None:
    with fake.lock:
        answer = fake.respond(request)
    handler.send(answer)


def status(code: int, **headers: str) -> Fault:
    """Answer with a status and headers; `_` in their names is `-`."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return lambda handler, _fake, _request: handler.send(Answer(b"<p>No.</p>", code, named))


def redirect(to: str) -> Fault:
    return status(302, Location=to)


def body(content: bytes, **headers: str) -> Fault:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return lambda handler, _fake, _request: handler.send(Answer(content, 200, named))


def hang(handler: _Handler, fake: FakeServer, _request: Request) -> None:
    """Answer nothing until the server stops."""
    fake.stopped.wait()
    handler.close_connection = True


def drip(handler: _Handler, fake: FakeServer, _request: Request) -> None:
    """Send the beginning of an answer and nothing else until the server stops."""
    handler.send(Answer(b"{"), 1000)
    handler.wfile.flush()
    fake.stopped.wait()
    handler.close_connection = True


def cut(handler: _Handler, fake: FakeServer, request: Request) -> None:
    """Answer with the first half of a body."""
    whole = fake.respond(request).body
    handler.send(Answer(whole[: len(whole) // 2]), len(whole))
    handler.close_connection = True


def huge(handler: _Handler, _fake: FakeServer, _request: Request) -> None:
    """Answer with 10 MB of HTML."""
    handler.send(Answer(b"<p>x</p>" * (HUGE // 8)))


def endless(handler: _Handler, _fake: FakeServer, _request: Request) -> None:
    """Answer with 10 MB of HTML without saying its length."""
    handler.send_response(200)
    handler.send_header("Transfer-Encoding", "chunked")
    handler.end_headers()
    part = b"<p>x</p>" * 8192
    for _ in range(HUGE // len(part)):
        handler.wfile.write(b"%x\r\n%s\r\n" % (len(part), part))
    handler.wfile.write(b"0\r\n\r\n")


def lost(handler: _Handler, fake: FakeServer, request: Request) -> None:
    """Carry out the request, and close the connection without an answer."""
    with fake.lock:
        fake.respond(request)
    handler.close_connection = True


def answer_json(value: Any, **headers: str) -> Answer:
    return Answer(msgspec.json.encode(value), 200, {"Content-Type": "application/json", **headers})
