"""How cost grows with the entries of a session, the sessions of a database, and simultaneous readers and writers.

Each figure is compared with the figure of the smallest size of its kind, so a ratio of 1 means no growth. Sizes are
measured one after the other. For readings and audits the best of several rounds counts, because other work only adds
time.

A long session is random play with talk. The last moves are taken back if the next one would end it. The sessions of a
large database are copies of a few real ones under new ids, without secrets, so no moves are made in them. Readers are
threads of this process that query a server in another process. Writers are threads on one store.
"""

import http.client
import json
import random
import sqlite3
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple

import listing
from appending import copied, written_at_once
from flask.testing import FlaskClient
from measure import Row, median_us, next_move, p95, play, started, timed, tower

from events.events import OMNISCIENT, Move
from events.session_events import Posted
from events.store.accounts import Accounts
from events.store.sqlite import SqliteStore
from projections.registry import registry
from replay.audit.audit import audit_session
from replay.chance.random_source import SeededChance
from replay.corrections.takeback import take_back
from replay.reading.reading import groups_of
from replay.reading.timeline import Timeline
from replay.session.session import Session
from replay.session.submission import submit
from webui import create_app
from webui.pages.server.home import PAGE
from webui.views.session_index import SessionIndex, made_by


class Sizes(NamedTuple):
    lines: tuple[int, ...] = (200, 1_000, 5_000, 25_000)
    sessions: tuple[int, ...] = (10, 1_000, 10_000, 100_000)
    readers: tuple[int, ...] = (1, 4, 16, 64)
    writers: tuple[int, ...] = (1, 4, 16, 64)


FULL: Final = Sizes()
QUICK: Final = Sizes((200, 1_000, 3_000), (10, 300, 3_000), (1, 4, 16), (1, 4, 16))
_TALK: Final = 6
_BACK: Final = 40
GAME: Final = "keys"
_WORDS: Final = "I hold the door for you, Doctor, but I shall want it back before the week is over."
_SERVE: Final = """
import sys, time
from events.store.sqlite import SqliteStore
from projections.registry import registry
from webui import create_app
from webui.serve import serve
def made():
    app = create_app(SqliteStore(sys.argv[1]), registry())
    app.add_url_rule("/processor", "processor", lambda: str(time.process_time()))
    return app
serve(made, "127.0.0.1", 0, lambda port: print(port, flush=True))
"""


class Cost(NamedTuple):
    what: str
    value: float
    unit: str
    note: str = ""


def rows(folder: Path, slug: str, *, quick: bool) -> list[Row]:
    sizes, each = (QUICK, 10) if quick else (FULL, 30)
    return [
        *_table(slug, "line", _by_lines(folder, slug, sizes.lines, each)),
        *_table(slug, "session", _by_sessions(folder, slug, sizes.sessions, each)),
        *_table(slug, "reader", _by_readers(folder, slug, sizes.readers, 200 if quick else 1_000)),
        *_table(slug, "writer", _by_writers(folder, slug, sizes.writers, each)),
    ]


def _table(game: str, thing: str, costs: Iterator[tuple[int, list[Cost]]]) -> list[Row]:
    """Return the costs grouped by kind, each compared with the cost at the smallest size."""
    found: dict[str, list[tuple[int, Cost]]] = {}
    for size, told in costs:
        for cost in told:
            found.setdefault(cost.what, []).append((size, cost))
    return [
        Row(
            game, f"{what}, at {size:,} {thing}{'s' * (size != 1)}", cost.value, cost.unit, first.value,
            f"{cost.unit} at {smallest:,}", cost.value / first.value, note=cost.note,
        )
        for what, series in found.items()
        for (smallest, first) in series[:1]
        for size, cost in series
    ]  # fmt: skip


class _Long:
    """A session of random play and talk that continues, because moves that would end it are not made.

    Such moves are found by trying them with other chance. If the game's own chance ends the session, it remains at that
    length.
    """

    def __init__(self, store: SqliteStore, slug: str) -> None:
        self.session = Session.create(store, registry(), started(slug), tower=tower())
        self.chance, self.undone, self.posts, self.moves = random.Random(4), 0, 0, 0

    def move(self) -> float:
        """Make one move, after a takeback if it would end the session; return its processor time in seconds."""
        session, rules = self.session, self.session.game.rules
        seat, request = next_move(session, self.chance)
        _, tried = session.game.play(session.position, request[0].written.move, SeededChance(self.moves))
        if rules.status(tried).outcome is not None:
            self.go_back()
            seat, request = next_move(session, self.chance)
        self.moves += 1
        return _processor_time(lambda: submit(session, seat, request))

    def is_over(self) -> bool:
        return bool(self.session.table.unsealed)

    def grow(self, lines: int) -> None:
        while self.session.table.seq < lines and not self.is_over():
            self.move()
            if self.moves % _TALK == 0 and not self.is_over():
                seat = self.session.started.seats[self.moves % len(self.session.started.seats)]
                self.session.note(Posted(seat, _WORDS), by=seat)
                self.posts += 1

    def go_back(self) -> None:
        table = self.session.table
        moves = [
            group for group in groups_of(table.entries, table.undone)
            if not group.undone and isinstance(group.head.event, Move)
        ]  # fmt: skip
        take_back(self.session, moves[-_BACK:][0].first - 1, by="moderator", reason="we play on")
        self.undone = len(self.session.table.undone)

    @property
    def told(self) -> str:
        return f"{self.moves} moves, {self.posts} posts; {self.undone} lines taken back"


def _by_lines(folder: Path, slug: str, sizes: Sequence[int], each: int) -> Iterator[tuple[int, list[Cost]]]:
    path = folder / "lines.db"
    with closing(SqliteStore(path)) as store:
        long = _Long(store, slug)
        name = long.session.row.session
        for size in sizes:
            long.grow(size)
            if long.is_over():
                return
            seq, told = long.session.table.seq, long.told
            weight = _figure(path, "select page_count * page_size from pragma_page_count, pragma_page_size")
            rounds = 5 if size > 2_000 else 9

            def best(call: Callable[[], object], rounds: int = rounds) -> float:
                return min(timed(call) for _ in range(rounds))

            read = best(lambda: Timeline.read(store, registry(), name, OMNISCIENT))
            audited = best(lambda: audit_session(store, registry(), name))
            opened = best(lambda seq=seq: Timeline.read(store, registry(), name, upto=seq // 2).position(seq // 2))  # type: ignore[misc]  # bound at once
            client = create_app(store, registry()).test_client()
            position, page = (
                _asked(client, [f"/s/{name}/{seq * at // (each + 1)}{kind}" for at in range(1, each + 1)])
                for kind in (".json", "")
            )
            moved = [long.move() for _ in range(each) if not long.is_over()]
            yield size, [
                Cost("read, decode, open seals and fold, a line", read / seq * 1e6, "us", told),
                Cost("audit, a line", audited / seq * 1e6, "us"),
                Cost("the position in the middle, cold, a line before it", opened / (seq // 2) * 1e6, "us"),
                Cost("a move appended, processor time", median_us(moved), "us"),
                Cost("a position over HTTP, warm", position * 1e3, "ms"),
                Cost("a page over HTTP, warm", page * 1e3, "ms"),
                Cost("disk, a line", weight / seq, "B"),
            ]  # fmt: skip


def _figure(path: Path, question: str) -> int:
    with closing(sqlite3.connect(path)) as bare:
        return int(bare.execute(question).fetchone()[0])


def _asked(client: FlaskClient, paths: Sequence[str]) -> float:
    """Return the median seconds of an answer. One request before the measurement loads the log."""
    assert client.get(paths[0]).status_code == 200
    return statistics.median(timed(lambda path=path: client.get(path)) for path in paths)  # type: ignore[misc]  # bound at once


def _by_sessions(folder: Path, slug: str, sizes: Sequence[int], each: int) -> Iterator[tuple[int, list[Cost]]]:
    path = folder / "sessions.db"
    listing.make(path, sizes[0], 2, slug)
    chance, told = random.Random(8), 0
    for size in sizes:
        _copy(path, sizes[0], size)
        with closing(SqliteStore(path)) as store, closing(Accounts(path)) as accounts:
            index = SessionIndex(store, registry(), accounts, made_by(registry()), at_once=2**63)
            made = timed(index.refresh) / (size - told)
            told = size
            client = create_app(store, registry(), accounts).test_client()
            names = [row.session for row in store.sessions()]
            wanted = [chance.choice(names) for _ in range(each)]
            opened = statistics.median(
                timed(lambda name=name: Timeline.read(store, registry(), name).position(1))  # type: ignore[misc]  # bound at once
                for name in wanted
            )
            lines = _figure(path, "select count(*) from lines")
            moved = _moved(store, slug, f"m{size:08}", each)
            yield size, [
                Cost("a session opened, cold", opened * 1e6, "us", f"{lines:,} lines, copied under new ids"),
                Cost("a move appended, processor time", moved * 1e6, "us", "in a session that is no copy"),
                Cost("a session summed up for the list", made * 1e6, "us"),
                Cost("the list, first page", _asked(client, ["/"] * each) * 1e3, "ms", f"a page holds {PAGE}"),
                Cost("a search for two words", _asked(client, ["/?q=nights+gallifrey"] * each) * 1e3, "ms"),
            ]  # fmt: skip


def _copy(path: Path, base: int, count: int) -> None:
    with closing(sqlite3.connect(path)) as bare, bare:
        names = [
            row[0] for row in bare.execute("select session from sessions where session like 's%' order by session")
        ]
        there = bare.execute("select count(*) from sessions where session not like 'm%'").fetchone()[0]
        for at, name in enumerate(names):
            numbers = "with recursive n(n) as (select ? union all select n + ? from n where n + ? < ?)"
            first = there + (at - there) % base
            if first >= count:
                continue
            span = (first, base, base, count)
            bare.execute(
                f"{numbers} insert into sessions select printf('c%08d', n), game, created_ms + n,"  # noqa: S608  # fixed words
                " title || ' ' || n, null, 'imported', package from n, sessions where session = ?",
                (*span, name),
            )
            bare.execute(
                f'{numbers} insert into lines (session, seq, at_ms, "by", body, digest)'  # noqa: S608  # as above
                """ select printf('c%08d', n), seq, at_ms, "by", body, digest from n, lines where session = ?"""
                " order by n, seq",
                (*span, name),
            )
            bare.execute(
                f"{numbers} insert into fingerprints select printf('c%08d', n), seq, shape, value"  # noqa: S608  # as above
                " from n, fingerprints where session = ?",
                (*span, name),
            )


def _processor_time(call: Callable[[], object]) -> float:
    start = time.thread_time()
    call()
    return time.thread_time() - start


def _moved(store: SqliteStore, slug: str, name: str, each: int) -> float:
    """Return the median processor time in seconds of a move in a new session."""
    chance, took = random.Random(9), list[float]()
    session = Session.create(store, registry(), started(slug, 2), tower=tower(), session=name)
    while len(took) < each and session.status.outcome is None:
        took.append(_processor_time(partial(submit, session, *next_move(session, chance))))
    return statistics.median(took)


def _by_readers(folder: Path, slug: str, sizes: Sequence[int], answers: int) -> Iterator[tuple[int, list[Cost]]]:
    path = folder / "readers.db"
    with closing(SqliteStore(path)) as store:
        sample = play(store, slug, 600)
    with subprocess.Popen([sys.executable, "-c", _SERVE, str(path)], stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            port = int(server.stdout.readline())
            paths = [f"/s/{sample.session}/{1 + at * 7 % sample.lines}.json" for at in range(answers)]
            _read(port, paths[:50], [])
            for size in sizes:
                yield size, _read_at_once(port, paths, size)
        finally:
            server.kill()


def _read_at_once(port: int, paths: Sequence[str], readers: int) -> list[Cost]:
    took: list[float] = []
    workers = [
        threading.Thread(target=_read, args=(port, paths[at::readers], took)) for at in range(readers)
    ]  # fmt: skip
    used, start = _processor(port), time.perf_counter()
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    wall, spent = time.perf_counter() - start, _processor(port) - used
    assert len(took) == len(paths), "an answer was none"
    note = f"{len(took) / wall:,.0f} answers/s; a reader waits p95 {p95(took) * 1e3:.1f} ms"
    return [
        Cost("an answer (a position), by the clock on the wall", wall / len(took) * 1e6, "us", note),
        Cost("an answer, the server's processor time", spent / len(took) * 1e6, "us"),
    ]


def _read(port: int, paths: Sequence[str], took: list[float]) -> None:
    with closing(http.client.HTTPConnection("127.0.0.1", port)) as connection:
        for path in paths:
            start = time.perf_counter()
            connection.request("GET", path)
            answer = connection.getresponse()
            told: Mapping[str, object] = json.loads(answer.read())
            if answer.status == 200 and told:
                took.append(time.perf_counter() - start)


def _processor(port: int) -> float:
    with closing(http.client.HTTPConnection("127.0.0.1", port)) as connection:
        connection.request("GET", "/processor")
        return float(connection.getresponse().read())


def _by_writers(folder: Path, slug: str, sizes: Sequence[int], each: int) -> Iterator[tuple[int, list[Cost]]]:
    with closing(SqliteStore(folder / "crowd.db")) as store:
        names = copied(store, play(store, slug, 120, seats=2).session, max(sizes))
        for size in sizes:
            groups = max(each, 4 * each // size)
            runs = [written_at_once(store, names[:size], groups) for _ in range(3)]
            run = min(runs, key=lambda run: run.wall)
            yield size, [
                Cost("a group of three lines on disk, by the clock on the wall", run.wall / run.groups * 1e6, "us",
                     f"{run.pace:,.0f} groups/s"),
                Cost("a group of three lines, processor time", run.processor / run.groups * 1e6, "us"),
            ]  # fmt: skip
