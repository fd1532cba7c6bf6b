"""One run under load: a house is filled, served by a process of its own, crowded, and held to what it said."""

import io
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any, Final, NamedTuple

import crowd
import msgspec
import pytest
from old_threads import ARCHIVES, PEOPLE, header
from places import ROOT

from events.store.accounts import EVERYWHERE, HOST, SEAT
from events.store.opening import BESIDE, is_server, open_house
from projections.shelf import shelf
from replay.chance.clock import now_ms
from replay.live.key_change import make_key
from webui.cli import run
from webui.desk.create_session import SessionPlan, begin_session, started_from_fields

_SEATS: Final = ("rose", "clara", "donna", "amy")
_BY_MAIL: Final = 25
_BY_PAGES: Final = 4
_BY_API: Final = 10
_THREAD: Final = "keys-forum.txt"
_STAGE: Final = 7
_SERVING: Final = re.compile(r"http://\S+?:([0-9]+)/")


class Asked(NamedTuple):
    """How large a run is to be. `workers` is 1 for a file."""

    place: str
    beside: Path
    sessions: int = 200
    viewers: int = 200
    seconds: float = 60
    workers: int = 1
    in_flight: int = 48
    pause_s: float = 5


class Kind(msgspec.Struct, frozen=True):
    """The requests of one kind: how many, their times in ms, how many were refused by design, and how many errors."""

    what: str
    count: int
    p50_ms: float
    p99_ms: float
    most_ms: float
    by_design: int
    errors: int


class Result(msgspec.Struct, frozen=True):
    """What became of a run."""

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
    env = {**os.environ, BESIDE: str(asked.beside), "PYTHONPATH": str(ROOT)}
    os.environ[BESIDE] = str(asked.beside)
    over_http = min(20, asked.sessions // _BY_API)
    tables, host = filled(asked.place, asked.sessions - over_http)
    tally = crowd.Tally()
    box = _commands(asked.place)
    with served(asked.place, env, workers=asked.workers) as address:
        tables += _begun_over_http(address, tally, host, over_http)
        users = [*_players(tables, box), *_archives(host, box)]
        names = [table.session for table in tables]
        users += [crowd.Viewer(lambda: names, 1_000 + at) for at in range(asked.viewers)]
        took = crowd.run_crowd(
            users, address, tally, seconds=asked.seconds, in_flight=asked.in_flight, pause_s=asked.pause_s
        )  # fmt: skip
    lines, lost = lost_lines(asked.place, tally)
    audited, violations = _audited(asked.place, env)
    held = sum(map(len, tally.told.values()))
    kinds = [Kind(*row) for row in tally.rows()]
    return Result(kinds, dict(tally.counts), took, tally.troubles, lines, held, lost, violations, audited)


def filled(place: str, count: int) -> tuple[list[crowd.Table], str]:
    """Sessions of all games in turn, with a link for each seat; and the link of a host."""
    games, tables = shelf(), list[crowd.Table]()
    with closing(open_house(place)) as store, closing(store.open_accounts()) as accounts:
        if not store.signing_keys():
            make_key(store)
        for at in range(count):
            game = games[list(games)[at % len(games)]]
            seats = _SEATS[: min(game.meta.seats[1], 2 + at % 3)]
            plan = SessionPlan(started_from_fields(games, game, seats, {"dice": "tower", "cards": "tower"}))
            session = begin_session(store, games, accounts, plan).row.session
            links = {seat: accounts.issue(session, SEAT, now_ms(), seat=seat)[1] for seat in seats}
            tables.append(crowd.Table(session, game.meta.slug, links))
        return tables, accounts.issue(EVERYWHERE, HOST, now_ms())[1]


def _commands(place: str) -> crowd.Deliver:
    """Run commands beside the server, one at a time."""
    lock = threading.Lock()

    def deliver(stdin: str, *words: str) -> tuple[int, str, float]:
        said, start = io.StringIO(), time.perf_counter()
        with lock, redirect_stdout(said), redirect_stderr(said), pytest.MonkeyPatch.context() as patch:
            patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin.encode()), encoding="utf-8"))
            status = run(["--db", place, *words])
        return status, said.getvalue(), time.perf_counter() - start

    return deliver


@contextmanager
def served(place: str, env: Mapping[str, str], workers: int) -> Iterator[str]:
    words = [sys.executable, "-c", "from webui.cli import main; main()", "--db", place, "serve", "--club"]
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


def _begun_over_http(address: str, tally: crowd.Tally, host: str, count: int) -> list[crowd.Table]:
    client, games, tables = crowd.Client(address, tally), list(shelf()), list[crowd.Table]()
    for at in range(count):
        game = games[at % len(games)]
        sent = {"game": game, "seats": _SEATS[:2], "key": f"load-{at}"}
        told = client.send("a session begun", "/api/v1/sessions", host, sent)
        if told.status == 201:
            links = {link["seat"]: link["token"] for link in told.data["links"] if link["role"] == SEAT}
            tables.append(crowd.Table(told.data["session"], game, links))
    client.close()
    return tables


def _players(tables: Sequence[crowd.Table], box: crowd.Deliver) -> Iterator[crowd.Player]:
    for at, table in enumerate(tables):
        if at % _BY_MAIL == _BY_MAIL - 1:
            yield crowd.MailPlayer(table, at, box)
        elif at % _BY_PAGES == 0:
            yield crowd.PagePlayer(table, at)
        else:
            yield crowd.Player(table, at)


def _archives(host: str, box: crowd.Deliver) -> Iterator[Any]:
    text, told, people = (ARCHIVES / _THREAD).read_text("utf-8"), header(_THREAD), PEOPLE[_THREAD].items()
    common = {name: told[name] for name in ("game", "seats", "title", "dice", "cards")}
    options = {name: value for name, value in told.items() if name not in (*common, "date", "writer")}
    head, *posts = re.split(r"(?m)^(?=Re: )", text)
    stages = [head + "".join(posts[:upto]) for upto in (*range(_STAGE, len(posts), _STAGE), len(posts))]
    words = [word for name, value in common.items() for word in (f"--{name}", value)]
    words += [word for name, value in options.items() for word in ("--option", f"{name}={value}")]
    yield crowd.Archivist(stages, words, [f"--author={name}={seat}" for name, seat in people], box)
    fields = {**common, "options": "\n".join(f"{name} = {value}" for name, value in options.items())}
    for at, (name, seat) in enumerate(people):
        fields |= {f"author-{at}": name, f"seat-{at}": seat}
    yield crowd.DeskHelper(host, text, fields, "old-boards", 10)


def lost_lines(place: str, tally: crowd.Tally) -> tuple[int, list[str]]:
    """How many lines there are, and what somebody was told that does not stand there."""
    count, lost = 0, list[str]()
    with closing(open_house(place)) as store:
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


def _audited(place: str, env: Mapping[str, str]) -> tuple[int, int]:
    """How many sessions were audited, and how many of them hold a violation or cannot be read."""
    words = [sys.executable, "-c", "from webui.cli import main; main()", "--db", place, "audit", "--all", "--json"]
    done = subprocess.run([*words, "--jobs", "2"], stdout=subprocess.PIPE, env=env, check=False)
    told = msgspec.json.decode(done.stdout)
    found = told if isinstance(told, list) else told["sessions"]
    wrong = [one for one in found if one.get("trouble") or (one.get("report") or one)["counts"].get("violation")]
    return len(found), len(wrong)


def place_in(folder: Path, named: str) -> str:
    """The database that a run uses: the one that is named, else a file of its own."""
    return named if named and is_server(named) else str(Path(named) if named else folder / "load.db")
