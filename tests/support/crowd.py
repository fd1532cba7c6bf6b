"""One run under load: simulated users of a real server, whose answers are compared with the log."""

import heapq
import io
import json
import os
import random
import re
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, redirect_stderr, redirect_stdout
from html import unescape
from itertools import count
from pathlib import Path
from typing import Any, Final, NamedTuple
from urllib.parse import quote, urlencode
from uuid import uuid4

import msgspec
import pytest
import urllib3
from at_once import at_once
from old_threads import ARCHIVES, PEOPLE, header
from places import ROOT

from events.store.accounts import EVERYWHERE, HOST, SEAT
from events.store.opening import STATE_DIR, open_store
from projections.registry import registry
from replay.audit.audit import audit_session
from replay.chance.clock import now_ms
from replay.posts.create_session import SessionPlan, begin_session, started_from_fields
from replay.session.key_change import make_key
from webui.cli import run

BY_DESIGN: Final = frozenset({409, 422, 429})
"""Refusals of a working server: another user was first, a move is illegal, or too many requests."""
_GIVEN_UP_S: Final = 60
_HALF: Final = 32
NO_ANSWER: Final = 599
_FIELD: Final = re.compile(r'name="(csrf|key|after|read|crossing|instead|move)" value="([^"]*)"')
Deliver = Callable[..., tuple[int, str, float]]
"""Runs a command with standard input and arguments; returns exit status, output and seconds."""


class Answered(NamedTuple):
    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def data(self) -> Any:
        return json.loads(self.body)

    @property
    def text(self) -> str:
        return self.body.decode()

    @property
    def fields(self) -> dict[str, str]:
        return {name: unescape(value) for name, value in _FIELD.findall(self.text)}


class Kind(msgspec.Struct, frozen=True):
    """Statistics of one kind of request: number, times in ms, refusals by design, and errors."""

    what: str
    count: int
    p50_ms: float
    p99_ms: float
    most_ms: float
    by_design: int
    errors: int


class Tally:
    """The requests with their times, and the entries that users were shown; thread-safe."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self.took: dict[str, list[tuple[int, float]]] = {}
        self.told: dict[str, dict[int, str]] = {}
        self.counts: Counter[str] = Counter()
        self.troubles: list[str] = []

    def add(self, kind: str, seconds: float, status: int) -> None:
        with self._lock:
            self.took.setdefault(kind, []).append((status, seconds))

    def count(self, what: str) -> None:
        with self._lock:
            self.counts[what] += 1

    def trouble(self, words: str) -> None:
        with self._lock:
            self.troubles.append(words)

    def stands(self, session: str, seq: int, digest: str) -> None:
        """Record an entry with the first half of its digest, because checkpoints contain no more."""
        with self._lock:
            before = self.told.setdefault(session, {}).setdefault(seq, digest[:_HALF]) if seq else digest[:_HALF]
        if before != digest[:_HALF]:
            self.trouble(f"{session}: line {seq} was told with two digests")

    def kinds(self) -> Iterator[Kind]:
        for what, took in sorted(self.took.items()):
            times, statuses = sorted(seconds * 1e3 for _, seconds in took), [status for status, _ in took]
            p50, p99 = (times[int(len(times) * share)] for share in (0.5, 0.99))
            by_design = sum(status in BY_DESIGN for status in statuses)
            yield Kind(what, len(took), p50, p99, times[-1], by_design, sum(map(is_error, statuses)))


def is_error(status: int) -> bool:
    return status >= 400 and status not in BY_DESIGN


class Client:
    """A connection to the server for one thread. A request that was cut off is sent again, because posts have a key."""

    def __init__(self, address: str, tally: Tally) -> None:
        retries = urllib3.Retry(1, allowed_methods=None, backoff_factor=0)
        self._pool = urllib3.connection_from_url(address, timeout=_GIVEN_UP_S, retries=retries, maxsize=1)
        self.tally, self.close = tally, self._pool.close

    def ask(
        self, kind: str, path: str, body: bytes | None = None, headers: Mapping[str, str] | None = None
    ) -> Answered:  # fmt: skip
        start = time.perf_counter()
        try:
            how = "GET" if body is None else "POST"
            found = self._pool.request(how, path, body=body, headers=dict(headers or {}), redirect=False)
            answer = Answered(found.status, found.headers, found.data)
        except urllib3.exceptions.HTTPError as error:
            answer = Answered(NO_ANSWER, {}, b"{}")
            self.tally.trouble(f"{kind} {path.partition('?')[0]}: {type(error).__name__}: {error}")
        self.tally.add(kind, time.perf_counter() - start, answer.status)
        if is_error(answer.status):
            self.tally.trouble(f"{kind} {path.partition('?')[0]}: {answer.status} {answer.text[-300:]}")
        return answer

    def send(self, kind: str, path: str, token: str, data: Mapping[str, Any]) -> Answered:
        headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
        return self.ask(kind, path, json.dumps(data).encode(), headers)

    def submit(self, kind: str, path: str, cookie: str, fields: Mapping[str, str]) -> Answered:
        """Send a form. Report an answer that is neither a redirect nor a refusal by design."""
        headers = {"Cookie": cookie, "Content-Type": "application/x-www-form-urlencoded"}
        answer = self.ask(kind, path, urlencode(fields).encode(), headers)
        if answer.status != 303 and answer.status not in BY_DESIGN:
            self.tally.trouble(f"{kind}: {answer.status} at {path}")
        return answer

    def enter(self, token: str) -> str:
        """Press the button of a link and return the cookie."""
        page = self.ask("a link", f"/k/{token}")
        cookie = page.headers.get("Set-Cookie", "").partition(";")[0]
        done = self.submit("a link entered", f"/k/{token}", cookie, {"csrf": page.fields.get("csrf", "")})
        return done.headers.get("Set-Cookie", cookie).partition(";")[0]


class Table(NamedTuple):
    session: str
    game: str
    tokens: Mapping[str, str]


class Player:
    """All seats of one session, each with its own link. They move through the API when it is their turn."""

    def __init__(self, table: Table, seed: int) -> None:
        self.table, self.chance, self.moves = table, random.Random(seed), 0
        self.api = f"/api/v1/sessions/{table.session}"

    def step(self, client: Client) -> bool:
        """Make one move; return False after the end of the session."""
        told = client.ask("session", self.api, headers=self._bearer(next(iter(self.table.tokens))))
        if told.status != 200:
            return True
        client.tally.stands(self.table.session, told.data["lines"], told.data["digest"])
        awaited = (told.data.get("status") or {}).get("awaited") or ()
        if told.data["over"] or not awaited:
            client.tally.count("sessions over")
            return False
        seat = self.chance.choice(awaited)
        offered = client.ask("moves on offer", f"{self.api}/moves?seat={seat}", headers=self._bearer(seat))
        moves = [move for move in offered.data["moves"] if move["line"]] if offered.status == 200 else []
        if moves:
            self.file(client, seat, self.chance.choice(moves), offered.data["seq"])
            self.moves += 1
        return True

    def file(self, client: Client, seat: str, move: dict[str, Any], seq: int) -> None:
        answer = self.post(client, seat, post_of(move, seat, seq))
        if answer.status == 200:
            if not answer.data["done"]:
                client.tally.trouble(
                    f"{self.table.game}: {move['line']} was on offer and is refused: {answer.text}"[:400]
                )
            client.tally.count("moves filed")

    def post(self, client: Client, seat: str, post: Mapping[str, Any]) -> Answered:
        answer = client.send("post by the API", f"{self.api}/posts", self.table.tokens[seat], post)
        if answer.status == 200:
            client.tally.stands(self.table.session, answer.data["seq"], answer.data["digest"])
        return answer

    def _bearer(self, seat: str) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.table.tokens[seat]}"}


def post_of(move: Mapping[str, Any], seat: str, seq: int) -> dict[str, Any]:
    return {"text": move["line"], "seat": seat, "after": seq, "key": os.urandom(12).hex()}


class PagePlayer(Player):
    """Seats that enter their links and alternately send the forms for a move and for a post."""

    def __init__(self, table: Table, seed: int) -> None:
        super().__init__(table, seed)
        self.cookies: dict[str, str] = {}

    def step(self, client: Client) -> bool:
        for seat, token in self.table.tokens.items():
            if seat not in self.cookies:
                self.cookies[seat] = client.enter(token)
                return True
        return super().step(client)

    def file(self, client: Client, seat: str, move: dict[str, Any], seq: int) -> None:
        base, line, cookie = f"/s/{self.table.session}", move["line"], self.cookies[seat]
        if self.moves % 2 == 0:
            page = client.ask("the form for a move", f"{base}/move?move={quote(line)}", headers={"Cookie": cookie})
            fields = {name: page.fields.get(name, "") for name in ("csrf", "key", "after")}
            answer = client.submit("move by a form", f"{base}/move", cookie, {"seat": seat, "move": line, **fields})
        else:
            page = client.ask("the form for a post", f"{base}/post", headers={"Cookie": cookie})
            fields = {"csrf": page.fields.get("csrf", ""), "do": "file", "after": str(seq)}
            fields |= {"text": line, "seat": seat}
            answer = client.submit("post by a page", f"{base}/post", cookie, fields)
        if answer.status != 303:
            return
        client.tally.count("moves filed")
        client.ask("the page behind it", answer.headers["Location"], headers={"Cookie": cookie})
        since = client.ask("lines", f"{self.api}/lines?after={seq}", headers=self._bearer(seat))
        if since.status == 200:
            for line in since.data["lines"]:
                client.tally.stands(self.table.session, line["seq"], line["digest"])
            if since.data["last"] <= seq:
                client.tally.trouble(f"{self.table.session}: what was filed after line {seq} is not there")


class MailPlayer(Player):
    """Seats whose posts the host saves to a file and imports while the server runs."""

    def __init__(self, table: Table, seed: int, deliver: Deliver) -> None:
        super().__init__(table, seed)
        self._deliver = deliver

    def file(self, client: Client, seat: str, move: dict[str, Any], seq: int) -> None:  # noqa: ARG002  # mail names no entry
        text = f"--- {seat.title()}, Sunday 14:02 ---\n== {seat.title()} ==\n{move['line']}\n== end ==\n"
        status, out, took = self._deliver(text, "import", "-", "--to", self.table.session, "--yes")
        client.tally.add("post by mail (import --to)", took, 200 if status == 0 else 500)
        if status:
            client.tally.trouble(f"{self.table.session}: import --to ended with {status}: {out[-300:]}")
            return
        client.tally.count("moves filed")
        _checkpoint(client.tally, self.table.session, out)


class Archivist:
    def __init__(
        self, stages: Sequence[str], words: Sequence[str], people: Sequence[str], deliver: Deliver
    ) -> None:  # fmt: skip
        self._stages, self._words, self._people, self._deliver = stages, words, people, deliver
        self._at, self._session = 0, ""

    def step(self, client: Client) -> bool:
        if self._at == len(self._stages):
            self._at, self._session = 0, ""
        new = [*self._words, "--alias", f"thread-{uuid4().hex[:12]}"]  # the same thread is imported several times
        words = ["import", "-", *(["--to", self._session] if self._session else new), *self._people]
        status, out, took = self._deliver(self._stages[self._at], *words)
        client.tally.add("a thread (import --to)", took, 200 if status == 0 else 500)
        if status:
            client.tally.trouble(f"import ended with {status}: {out[-300:]}")
            return False
        found = re.search(r"^([a-z0-9]{12})(?: \(.*\))?: ", out, re.MULTILINE)
        self._session = found[1] if found else ""
        _checkpoint(client.tally, self._session, out)
        self._at += 1
        return True


class DraftHelper:
    def __init__(self, host: str, thread: str, fields: Mapping[str, str], name: str, most: int) -> None:
        self._host, self._thread, self._fields, self._name, self._most = host, thread, fields, name, most
        self._cookie, self._turn = "", 0

    def step(self, client: Client) -> bool:
        if not self._cookie:
            self._cookie = client.enter(self._host)
            return True
        headers, name = {"Cookie": self._cookie}, f"{self._name}-{self._turn}"
        csrf = client.ask("the form for an import", "/import", headers=headers).fields.get("csrf", "")
        begun = {**self._fields, "csrf": csrf, "draft": name, "text": self._thread}
        if client.submit("a draft begun", "/import", self._cookie, begun).status != 303:
            return False
        csrf = client.ask("a draft read", f"/import/{name}", headers=headers).fields.get("csrf", "")
        asked = {"csrf": csrf, "do": "record", "visibility": "public"}
        done = client.submit("a draft recorded", f"/import/{name}", self._cookie, asked)
        if done.status != 303:
            return False
        client.tally.count("drafts recorded")
        session = done.headers["Location"].split("/")[2]
        told = client.ask("session", f"/api/v1/sessions/{session}")
        if told.status == 200:
            client.tally.stands(session, told.data["lines"], told.data["digest"])
        self._turn += 1
        return self._turn < self._most


_SIGHTS: Final = {
    "a position": (62, ("{base}/{seq}.json",)), "a position's page": (10, ("{base}/{seq}",)),
    "steps": (6, ("{base}/steps/outline.json", "{base}/steps/base.json", "{base}/steps/1.json")),
    "a picture": (4, ("{base}/{seq}.svg",)), "the list": (4, ("/", "/?q=rose", "/?state=running")),
    "an audit": (2, ("{base}/audit",)), "dice and feed": (2, ("{base}/dice", "{base}/feed.atom")), "lines": (10, ()),
}  # fmt: skip
"""The requests of viewers: their weights in percent, and their paths."""


class Viewer:
    """A spectator who steps through a session, looks at its pages, and goes on to another."""

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
        (what,) = self.chance.choices(list(_SIGHTS), [often for often, _ in _SIGHTS.values()])
        if what == "a position":
            self._seq = max(1, min(self._last, self._seq + self.chance.choice((1, 1, 1, -1, -1, 5))))
        if what == "lines":
            self._look_for_new(client)
        else:
            client.ask(what, self.chance.choice(_SIGHTS[what][1]).format(base=f"/s/{self._session}", seq=self._seq))
        return True

    def _look_for_new(self, client: Client) -> None:
        told = client.ask("lines", f"/api/v1/sessions/{self._session}/lines?after={max(0, self._last - 2)}")
        if told.status == 200:
            self._last = max(self._last, told.data["last"])
            for line in told.data["lines"]:
                client.tally.stands(self._session, line["seq"], line["digest"])


def _checkpoint(tally: Tally, session: str, out: str) -> None:
    found = re.search(r"^checkpoint .*?([0-9]+)[: ]([0-9a-f]{32})", out, re.MULTILINE)
    if found is None:
        tally.trouble(f"{session}: no checkpoint in {out[-200:]!r}")
    else:
        tally.stands(session, int(found[1]), found[2])


def run_crowd(
    crowd: Iterable[Any], address: str, tally: Tally, *, seconds: float, in_flight: int, pause_s: float
) -> float:  # fmt: skip
    """Let all users act repeatedly with pauses, at most `in_flight` at once; return the elapsed seconds."""
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
            except Exception as error:  # noqa: BLE001  # reported with all others, and the crowd goes on
                tally.trouble(f"{type(one).__name__}: {type(error).__name__}: {error}")
                goes_on = True
            with condition:
                if goes_on:
                    due = time.perf_counter() + pause_s * (0.5 + chance.random())
                    heapq.heappush(waiting, (due, next(order), one))
                condition.notify()
        client.close()

    at_once(*[work] * in_flight)
    return time.perf_counter() - start


_SEATS: Final = ("rose", "clara", "donna", "amy")
_BY_MAIL: Final = 25
_BY_PAGES: Final = 4
_THREAD: Final = "keys-forum.txt"
_STAGE: Final = 7
_SERVING: Final = re.compile(r"http://\S+?:([0-9]+)/")


class Asked(NamedTuple):
    """The size of a run. `workers` is 1 for a database file."""

    place: str
    state_dir: Path
    sessions: int = 200
    viewers: int = 200
    seconds: float = 60
    workers: int = 1
    in_flight: int = 48
    pause_s: float = 5


class Result(msgspec.Struct, frozen=True):
    kinds: list[Kind]
    counts: dict[str, int]
    seconds: float
    troubles: list[str]
    lines: int
    held: int
    lost: list[str]
    violations: int
    audited: int

    @property
    def is_sound(self) -> bool:
        return not (self.troubles or self.lost or self.violations)


def run_under_load(asked: Asked) -> Result:
    env = {**os.environ, STATE_DIR: str(asked.state_dir), "PYTHONPATH": str(ROOT)}
    os.environ[STATE_DIR] = str(asked.state_dir)
    tables, host = filled(asked.place, asked.sessions)
    tally = Tally()
    box = _commands(asked.place)
    with served(asked.place, env, workers=asked.workers) as address:
        users = list(_archives(host, box))
        for at, table in enumerate(tables):
            if at % _BY_MAIL == _BY_MAIL - 1:
                users.append(MailPlayer(table, at, box))
            else:
                users.append((Player if at % _BY_PAGES else PagePlayer)(table, at))
        names = [table.session for table in tables]
        users += [Viewer(lambda: names, 1_000 + at) for at in range(asked.viewers)]
        took = run_crowd(
            users, address, tally, seconds=asked.seconds, in_flight=asked.in_flight, pause_s=asked.pause_s
        )  # fmt: skip
    lines, lost = lost_lines(asked.place, tally)
    with closing(open_store(asked.place)) as store:
        audited = [audit_session(store, registry(), row.session) for row in store.sessions()]
    violations = sum(report.counts.get("violation", 0) > 0 for report in audited)
    held = sum(map(len, tally.told.values()))
    counts, kinds = dict(tally.counts), list(tally.kinds())
    return Result(kinds, counts, took, tally.troubles, lines, held, lost, violations, len(audited))


def filled(place: str, count: int) -> tuple[list[Table], str]:
    games, tables = registry(), list[Table]()
    with closing(open_store(place)) as store, closing(store.open_accounts()) as accounts:
        if not store.signing_keys():
            make_key(store)
        for at in range(count):
            game = games[list(games)[at % len(games)]]
            seats = _SEATS[: min(game.meta.seats[1], 2 + at % 3)]
            plan = SessionPlan(started_from_fields(games, game, seats, {"dice": "tower", "cards": "tower"}))
            session = begin_session(store, games, accounts, plan).row.session
            links = {seat: accounts.issue(session, SEAT, now_ms(), seat=seat)[1] for seat in seats}
            tables.append(Table(session, game.meta.slug, links))
        return tables, accounts.issue(EVERYWHERE, HOST, now_ms())[1]


def _commands(place: str) -> Deliver:
    lock = threading.Lock()

    def deliver(stdin: str, *words: str) -> tuple[int, str, float]:
        output, start = io.StringIO(), time.perf_counter()
        with lock, redirect_stdout(output), redirect_stderr(output), pytest.MonkeyPatch.context() as patch:
            patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin.encode()), encoding="utf-8"))
            status = run(["--db", place, *words])
        return status, output.getvalue(), time.perf_counter() - start

    return deliver


@contextmanager
def served(place: str, env: Mapping[str, str], workers: int) -> Iterator[str]:
    words = [sys.executable, "-c", "from webui.cli import main; main()", "--db", place, "serve", "--require-links"]
    words += ["--port", "0", *(["--workers", str(workers)] if workers > 1 else [])]
    process = subprocess.Popen(words, stdout=subprocess.PIPE, text=True, env=env)
    try:
        assert process.stdout is not None
        found = _SERVING.search(process.stdout.readline())
        if found is None:
            raise RuntimeError("the server did not begin")
        yield f"http://127.0.0.1:{found[1]}"
    finally:
        process.send_signal(signal.SIGTERM)
        process.communicate()


def _archives(host: str, box: Deliver) -> Iterator[Any]:
    text, told, people = (ARCHIVES / _THREAD).read_text("utf-8"), header(_THREAD), PEOPLE[_THREAD].items()
    common = {name: told[name] for name in ("game", "seats", "title", "dice", "cards")}
    options = {name: value for name, value in told.items() if name not in (*common, "date", "writer")}
    head, *posts = re.split(r"(?m)^(?=Re: )", text)
    stages = [head + "".join(posts[:upto]) for upto in (*range(_STAGE, len(posts), _STAGE), len(posts))]
    words = [word for name, value in common.items() for word in (f"--{name}", value)]
    words += [word for name, value in options.items() for word in ("--option", f"{name}={value}")]
    yield Archivist(stages, words, [f"--author={name}={seat}" for name, seat in people], box)
    fields = {**common, "options": "\n".join(f"{name} = {value}" for name, value in options.items())}
    for at, (name, seat) in enumerate(people):
        fields |= {f"author-{at}": name, f"seat-{at}": seat}
    yield DraftHelper(host, text, fields, "old-boards", 10)


def lost_lines(place: str, tally: Tally) -> tuple[int, list[str]]:
    """Return the number of entries, and the entries that users were shown but the log does not contain."""
    count, lost = 0, list[str]()
    with closing(open_store(place)) as store:
        for row in store.sessions():
            found = {line.seq: line.digest.hex() for line in store.lines(row.session)}
            count += len(found)
            told = tally.told.get(row.session, {})
            lost += [
                f"{row.session}: line {seq}" for seq, digest in told.items()
                if not found.get(seq, "").startswith(digest) or not digest
            ]  # fmt: skip
        gone = tally.told.keys() - {row.session for row in store.sessions()}
    return count, [*lost, *(f"{session}: all of it" for session in sorted(gone))]
