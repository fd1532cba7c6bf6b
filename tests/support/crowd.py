"""A crowd before a real server: simple players, viewers, and people who post by mail and bring archives in.

Whoever plays makes a random move of those on offer. Threads ask for all of them, a bounded number at a time, and
each of the crowd pauses between what it does as people do. Whatever anybody was told stands in the log is kept with
its digest, so that afterwards the log can be held to it.
"""

import heapq
import http.client
import json
import random
import re
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from html import unescape
from itertools import count
from typing import Any, Final, NamedTuple
from urllib.parse import quote, urlencode, urlsplit

BY_DESIGN: Final = frozenset({409, 422, 429})
"""What a server answers that works as it should: somebody moved first, a move does not stand, one knocked too often."""
_FORM: Final = "application/x-www-form-urlencoded"
_GIVEN_UP_S: Final = 60
_HALF: Final = 32
_NO_ANSWER: Final = 599
_FIELD: Final = re.compile(r'name="(csrf|key|after|read|crossing|instead|move)" value="([^"]*)"')


Deliver = Callable[..., tuple[int, str, float]]
"""What stands on a command's standard input, and its words; its exit status, what it said, how many seconds it took."""


class Answered(NamedTuple):
    """An answer of the server."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def data(self) -> Any:
        return json.loads(self.body)

    @property
    def text(self) -> str:
        return self.body.decode()


class Tally:
    """What was asked, how long each answer took, and what anybody was told stands. For any number of threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self.took: dict[str, list[float]] = {}
        self.statuses: dict[str, Counter[int]] = {}
        self.told: dict[str, dict[int, str]] = {}
        self.counts: Counter[str] = Counter()
        self.troubles: list[str] = []

    def add(self, kind: str, seconds: float, status: int) -> None:
        with self._lock:
            self.took.setdefault(kind, []).append(seconds)
            self.statuses.setdefault(kind, Counter())[status] += 1

    def count(self, what: str) -> None:
        with self._lock:
            self.counts[what] += 1

    def trouble(self, words: str) -> None:
        with self._lock:
            self.troubles.append(words)

    def stands(self, session: str, seq: int, digest: str) -> None:
        """A line and the first half of its digest, as somebody was told: witnesses have no more."""
        if not seq:
            return
        digest = digest[:_HALF]
        with self._lock:
            before = self.told.setdefault(session, {}).setdefault(seq, digest)
        if before != digest:
            self.trouble(f"{session}: line {seq} was told with two digests")

    def rows(self) -> list[tuple[str, int, float, float, float, int, int]]:
        """Of each kind: how many, p50, p99 and the longest in ms, how many refused by design, how many errors."""
        found = []
        for kind, took in sorted(self.took.items()):
            by_design = sum(many for status, many in self.statuses[kind].items() if status in BY_DESIGN)
            errors = sum(many for status, many in self.statuses[kind].items() if is_error(status))
            p50, p99 = percentile(took, 0.5) * 1e3, percentile(took, 0.99) * 1e3
            found.append((kind, len(took), p50, p99, max(took) * 1e3, by_design, errors))
        return found


def is_error(status: int) -> bool:
    return status >= 400 and status not in BY_DESIGN


class Client:
    """One connection to the server, opened anew where it was closed meanwhile. For one thread."""

    def __init__(self, address: str, tally: Tally) -> None:
        parts = urlsplit(address)
        self._host, self._port, self.tally = parts.hostname or "", parts.port or 80, tally
        self._connection: http.client.HTTPConnection | None = None

    def ask(
        self, kind: str, path: str, body: bytes | None = None, headers: Mapping[str, str] | None = None
    ) -> Answered:  # fmt: skip
        """Ask and wait. What was closed before it was answered is asked once more: whatever files goes under a key."""
        start, was_open = time.perf_counter(), self._connection is not None
        try:
            try:
                found = self._asked(path, body, headers or {})
            except (ConnectionError, http.client.RemoteDisconnected):
                self.close()
                if not was_open:
                    raise
                self.tally.count("connections closed while idle")
                found = self._asked(path, body, headers or {})
        except (OSError, http.client.HTTPException) as error:
            self.close()
            self.tally.add(kind, time.perf_counter() - start, _NO_ANSWER)
            self.tally.trouble(f"{kind} {path.partition('?')[0]}: {type(error).__name__}: {error}")
            return Answered(_NO_ANSWER, {}, b"{}")
        self.tally.add(kind, time.perf_counter() - start, found.status)
        if is_error(found.status):
            self.tally.trouble(f"{kind} {path.partition('?')[0]}: {found.status} {found.text[-300:]}")
        return found

    def _asked(self, path: str, body: bytes | None, headers: Mapping[str, str]) -> Answered:
        if self._connection is None:
            self._connection = http.client.HTTPConnection(self._host, self._port, timeout=_GIVEN_UP_S)
        self._connection.request("GET" if body is None else "POST", path, body, dict(headers))
        answer = self._connection.getresponse()
        told = answer.read()
        if answer.will_close:
            self.close()
        return Answered(answer.status, dict(answer.getheaders()), told)

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None


class Table(NamedTuple):
    """A session and the secret links of its seats."""

    session: str
    game: str
    tokens: Mapping[str, str]


class Player:
    """All seats of one session, each known by its own link, moving when they are awaited: by the API."""

    def __init__(self, table: Table, seed: int) -> None:
        self.table, self.chance, self.moves = table, random.Random(seed), 0
        self.is_over = False

    def step(self, client: Client) -> bool:
        told = self._session(client)
        if told is None:
            return True
        awaited = (told.get("status") or {}).get("awaited") or ()
        if told["over"] or not awaited:
            client.tally.count("sessions over")
            return False
        seat = self.chance.choice(awaited)
        offered = client.ask(
            "moves on offer", f"/api/v1/sessions/{self.table.session}/moves?seat={seat}", headers=self._bearer(seat)
        )
        if offered.status != 200:
            return True
        moves = [move for move in offered.data["moves"] if move["line"]]
        if not moves:
            client.tally.count("no move on offer")
            return True
        self.file(client, seat, self.chance.choice(moves), offered.data["seq"])
        self.moves += 1
        return True

    def _session(self, client: Client) -> dict[str, Any] | None:
        seat = next(iter(self.table.tokens))
        told = client.ask("session", f"/api/v1/sessions/{self.table.session}", headers=self._bearer(seat))
        if told.status != 200:
            return None
        found: dict[str, Any] = told.data
        client.tally.stands(self.table.session, found["lines"], found["digest"])
        return found

    def file(self, client: Client, seat: str, move: dict[str, Any], seq: int) -> None:
        sent = {"text": move["line"], "seat": seat, "after": seq, "key": new_key(self.chance)}
        answer = client.ask(
            "post by the API", f"/api/v1/sessions/{self.table.session}/posts", json.dumps(sent).encode(),
            {**self._bearer(seat), "Content-Type": "application/json"},
        )  # fmt: skip
        if answer.status == 200:
            told = answer.data
            client.tally.stands(self.table.session, told["seq"], told["digest"])
            if not told["done"]:
                client.tally.trouble(f"{self.table.game}: {move['line']} was on offer and is refused: {told}"[:400])
            client.tally.count("moves filed")

    def _bearer(self, seat: str) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.table.tokens[seat]}"}


class PagePlayer(Player):
    """The same by the pages: it enters its links, and sends the forms for a move and for a post in turn."""

    def __init__(self, table: Table, seed: int) -> None:
        super().__init__(table, seed)
        self.cookies: dict[str, str] = {}

    def step(self, client: Client) -> bool:
        for seat, token in self.table.tokens.items():
            if seat not in self.cookies:
                self.cookies[seat] = entered(client, token)
                return True
        return super().step(client)

    def file(self, client: Client, seat: str, move: dict[str, Any], seq: int) -> None:
        by_form = self.moves % 2 == 0
        base = f"/s/{self.table.session}"
        wire = json.dumps(move["move"])
        where = f"{base}/move?move={quote(wire)}" if by_form else f"{base}/post"
        cookie = {"Cookie": self.cookies[seat]}
        page = client.ask("the form for a move" if by_form else "the form for a post", where, headers=cookie)
        if page.status != 200:
            return
        fields = fields_of(page.text)
        sent = {"csrf": fields["csrf"]}
        if by_form:
            sent |= {"seat": seat, "move": wire, "key": fields["key"], "after": fields["after"]}
        else:
            sent |= {"text": move["line"], "seat": seat, "do": "file", "after": str(seq)}
        answer = client.ask(
            "move by a form" if by_form else "post by a page", f"{base}/{'move' if by_form else 'post'}",
            urlencode(sent).encode(), {**cookie, "Content-Type": _FORM},
        )  # fmt: skip
        if answer.status != 303:
            if answer.status not in (409, 429):
                client.tally.trouble(f"{self.table.game}: {move['line']} was on offer, {answer.status}")
            return
        client.tally.count("moves filed")
        client.ask("the page behind it", leading_to(answer), headers=cookie)
        since = client.ask(
            "lines", f"/api/v1/sessions/{self.table.session}/lines?after={seq}", headers=self._bearer(seat)
        )
        if since.status == 200:
            for line in since.data["lines"]:
                client.tally.stands(self.table.session, line["seq"], line["digest"])
            if since.data["last"] <= seq:
                client.tally.trouble(f"{self.table.session}: what was filed behind line {seq} is not there")


class MailPlayer(Player):
    """The same by mail: somebody copies each post into a file and records it beside the server."""

    def __init__(self, table: Table, seed: int, deliver: Deliver) -> None:
        super().__init__(table, seed)
        self._deliver = deliver

    def file(self, client: Client, seat: str, move: dict[str, Any], seq: int) -> None:  # noqa: ARG002  # a letter names no line
        text = f"--- {seat.title()}, Sunday 14:02 ---\n== {seat.title()} ==\n{move['line']}\n== end ==\n"
        status, out, took = self._deliver(text, "record", "-", "--to", self.table.session)
        client.tally.add("post by mail (record --to)", took, 200 if status == 0 else 500)
        if status:
            client.tally.trouble(f"{self.table.session}: record --to ended with {status}: {out[-300:]}")
            return
        client.tally.count("moves filed")
        _witness(client.tally, self.table.session, out)


class Archivist:
    """Somebody who brings an old thread in, some posts of it at a time."""

    def __init__(
        self, stages: Sequence[str], words: Sequence[str], people: Sequence[str], deliver: Deliver
    ) -> None:  # fmt: skip
        self._stages, self._words, self._people, self._deliver = stages, words, people, deliver
        self._at, self._session = 0, ""

    def step(self, client: Client) -> bool:
        if self._at == len(self._stages):
            self._at, self._session = 0, ""
        words = ["archive", "-", *(["--to", self._session] if self._session else self._words), *self._people]
        status, out, took = self._deliver(self._stages[self._at], *words)
        client.tally.add("an archive (archive --to)", took, 200 if status == 0 else 500)
        if status:
            client.tally.trouble(f"archive ended with {status}: {out[-300:]}")
            return False
        found = re.search(r"^([a-z0-9]{12})(?: \(.*\))?: ", out, re.MULTILINE)
        self._session = found[1] if found else ""
        _witness(client.tally, self._session, out)
        self._at += 1
        return True


class DeskHelper:
    """A host who reads an old thread at the desk and records it, again and again."""

    def __init__(self, host: str, thread: str, fields: Mapping[str, str], name: str, most: int) -> None:
        self._host, self._thread, self._fields, self._name, self._most = host, thread, fields, name, most
        self._cookie, self._turn = "", 0

    def step(self, client: Client) -> bool:
        if not self._cookie:
            self._cookie = entered(client, self._host)
            return True
        headers = {"Cookie": self._cookie, "Content-Type": _FORM}
        csrf = fields_of(client.ask("the form for a desk", "/archive", headers=headers).text).get("csrf", "")
        name = f"{self._name}-{self._turn}"
        begun = {**self._fields, "csrf": csrf, "desk": name, "text": self._thread}
        if client.ask("a desk begun", "/desk", urlencode(begun).encode(), headers).status != 303:
            client.tally.trouble("a desk was not begun")
            return False
        page = client.ask("a desk read", f"/desk/{name}", headers=headers).text
        done = client.ask(
            "a desk recorded", f"/desk/{name}",
            urlencode({"csrf": fields_of(page).get("csrf", ""), "do": "record", "visibility": "public"}).encode(),
            headers,
        )  # fmt: skip
        if done.status != 303:
            client.tally.trouble(f"a desk was not recorded: {done.status}")
            return False
        client.tally.count("desks recorded")
        session = leading_to(done).split("/")[2]
        told = client.ask("session", f"/api/v1/sessions/{session}")
        if told.status == 200:
            client.tally.stands(session, told.data["lines"], told.data["digest"])
        self._turn += 1
        return self._turn < self._most


_SIGHTS: Final = {
    "a position": 62, "a position's page": 10, "steps": 6, "a picture": 4, "the list": 4, "an audit": 2,
    "dice and feed": 2, "lines": 10,
}  # fmt: skip
"""What viewers look at, and how often of a hundred times."""
_ADDRESSES: Final = {
    "a position": ("{base}/{seq}.json",), "a position's page": ("{base}/{seq}",), "a picture": ("{base}/{seq}.svg",),
    "steps": ("{base}/steps/outline.json", "{base}/steps/base.json", "{base}/steps/1.json"),
    "the list": ("/", "/?q=rose", "/?state=running"), "an audit": ("{base}/audit",),
    "dice and feed": ("{base}/dice", "{base}/feed.atom"),
}  # fmt: skip


class Viewer:
    """Somebody who steps through a session, looks at its pages, and goes on to another."""

    def __init__(self, sessions: Callable[[], Sequence[str]], seed: int) -> None:
        self._sessions, self.chance = sessions, random.Random(seed)
        self._session, self._seq, self._last = "", 0, 0

    def step(self, client: Client) -> bool:
        if not self._session or self.chance.random() < 0.03:
            self._session = self.chance.choice(self._sessions())
            page = client.ask("a session's page", f"/s/{self._session}")
            found = re.search(r'"?/s/[a-z0-9]+/([0-9]+)', page.text) if page.status == 200 else None
            self._last = int(found[1]) if found else 1
            self._seq = max(1, self._last - 5)
            return True
        what = self.chance.choices(list(_SIGHTS), list(_SIGHTS.values()))[0]
        if what == "a position":
            self._seq = max(1, min(self._last, self._seq + self.chance.choice((1, 1, 1, -1, -1, 5))))
        if what == "lines":
            self._look_for_new(client)
        else:
            where = self.chance.choice(_ADDRESSES[what]).format(base=f"/s/{self._session}", seq=self._seq)
            client.ask(what, where)
        return True

    def _look_for_new(self, client: Client) -> None:
        told = client.ask("lines", f"/api/v1/sessions/{self._session}/lines?after={max(0, self._last - 2)}")
        if told.status == 200:
            self._last = max(self._last, told.data["last"])
            for line in told.data["lines"]:
                client.tally.stands(self._session, line["seq"], line["digest"])


def percentile(figures: Sequence[float], share: float) -> float:
    return sorted(figures)[min(len(figures) - 1, int(len(figures) * share))]


def new_key(chance: random.Random) -> str:
    return f"{chance.getrandbits(128):032x}"


def fields_of(page: str) -> dict[str, str]:
    return {name: unescape(value) for name, value in _FIELD.findall(page)}


def leading_to(answer: Answered) -> str:
    parts = urlsplit(answer.headers["Location"])
    return f"{parts.path}{'?' if parts.query else ''}{parts.query}"


def entered(client: Client, token: str) -> str:
    page = client.ask("a link", f"/k/{token}")
    cookie = page.headers.get("Set-Cookie", "").partition(";")[0]
    done = client.ask(
        "a link entered", f"/k/{token}", urlencode({"csrf": fields_of(page.text).get("csrf", "")}).encode(),
        {"Cookie": cookie, "Content-Type": _FORM},
    )  # fmt: skip
    if done.status != 303:
        client.tally.trouble(f"a link was not entered: {done.status}")
    return done.headers.get("Set-Cookie", cookie).partition(";")[0]


def _witness(tally: Tally, session: str, out: str) -> None:
    found = re.search(r"^witness .*?([0-9]+)[: ]([0-9a-f]{32})", out, re.MULTILINE)
    if found is None:
        tally.trouble(f"{session}: no witness in {out[-200:]!r}")
        return
    tally.stands(session, int(found[1]), found[2])


def run_crowd(
    crowd: Iterable[Any], address: str, tally: Tally, *, seconds: float, in_flight: int, pause_s: float
) -> float:  # fmt: skip
    """Let everybody do one thing after the other, each after a pause, at most `in_flight` at once; how long it took."""
    chance, order = random.Random(17), count()
    start = time.perf_counter()
    waiting = [(start + chance.random() * pause_s, next(order), one) for one in crowd]
    heapq.heapify(waiting)
    condition = threading.Condition()
    until = start + seconds

    def next_one() -> Any:
        with condition:
            while (now := time.perf_counter()) < until:
                if waiting and waiting[0][0] <= now:
                    return heapq.heappop(waiting)[2]
                condition.wait(min(until, waiting[0][0] if waiting else until) - now)
            condition.notify_all()
            return None

    def work() -> None:
        client = Client(address, tally)
        while (one := next_one()) is not None:
            try:
                goes_on = one.step(client)
            except Exception as error:  # noqa: BLE001  # it is told with all others, and the crowd goes on
                tally.trouble(f"{type(one).__name__}: {type(error).__name__}: {error}")
                goes_on = True
            with condition:
                if goes_on:
                    due = time.perf_counter() + pause_s * (0.5 + chance.random())
                    heapq.heappush(waiting, (due, next(order), one))
                condition.notify()
        client.close()

    threads = [threading.Thread(target=work) for _ in range(in_flight)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return time.perf_counter() - start
