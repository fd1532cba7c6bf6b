"""The server as a process: clients, signals, figures and log, refused options, and several processes."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from socket import create_connection, create_server
from time import monotonic
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

import pytest
from flask import Flask
from front_door import Door, copied
from long_runs import LONG, some_short
from postgres_server import ON_SERVER, cut_line, new_database
from refusals import failing
from texts import missing, wrong
from werkzeug.test import Client

from events.errors import RefusedError
from events.store.memory import MemoryStore
from projections.registry import Registry
from webui import create_app
from webui.access.metrics import Figures
from webui.app import make_closed_app
from webui.cli import run
from webui.serve import listen

FEW = 12
"""So many connections the server of these tests takes."""
GIVEN_UP_S = 60
"""A test that would wait for ever fails instead."""
ASKED = 8
"""This many answers in a row nearly always come from both processes."""
PROGRAM = [sys.executable, "-c", "from webui.cli import main; main()"]
"""As the entry point in `pyproject.toml` starts it."""
ENVIRONMENT = {name: value for name, value in os.environ.items() if not name.startswith("CLOISTERBELL")}
TOKEN = "a-token-of-the-host-1"  # noqa: S105  # of this test alone
LINK = f"k-{'a' * 26}"
ASKING = b"GET / HTTP/1.1\r\nHost: a\r\n\r\n"
WHOLE = b"x" * 4_000_000


def answering(environ: dict[str, Any], start_response: Callable[..., Any]) -> list[bytes]:
    """A page of a few bytes, or one that no socket holds at once."""
    body = WHOLE if environ["PATH_INFO"] == "/whole" else b"here"
    start_response("200 OK", [("Content-Length", str(len(body)))])
    return [body]


@pytest.fixture
def port() -> Iterator[int]:
    server, bound = listen(answering, "127.0.0.1", 0, FEW)
    server.adj.asyncore_loop_timeout = 0.05  # seconds until a closed server ends
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    yield bound
    server.close()
    thread.join(GIVEN_UP_S)
    assert not thread.is_alive()


@contextmanager
def opened(port: int, *sent: bytes) -> Iterator[list[socket.socket]]:
    with ExitStack() as open_still:
        yield [_opened(open_still, port, each) for each in sent]


def _opened(open_still: ExitStack, port: int, sent: bytes) -> socket.socket:
    made = socket.socket()
    open_still.enter_context(made)
    made.settimeout(GIVEN_UP_S)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)  # so that what is not read is not sent either
    made.connect(("127.0.0.1", port))
    made.sendall(sent)
    return made


def told(connection: socket.socket) -> bytes:
    found = b""
    while not found.endswith(b"here"):
        more = connection.recv(65_536)
        if not more:
            break
        found += more
    return found


def answer(port: int) -> bytes:
    with opened(port, ASKING) as (asking,):
        return told(asking)


@pytest.mark.parametrize("beginning", [
    b"", b"GET / HTTP/1.1\r\nHost: a\r\nX", b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 900000\r\n\r\nb", ASKING,
], ids=["nothing", "half a head", "half a body", "a request, and stays"])  # fmt: skip
def test_open_connections_do_not_block_new_ones(port: int, beginning: bytes) -> None:
    with opened(port, *[beginning] * (3 * FEW)):
        assert answer(port).endswith(b"here")


def test_closes_the_longest_idle_connection_first(port: int) -> None:
    with opened(port, ASKING, b"") as (known, silent):
        assert told(known).endswith(b"here")
        known.sendall(ASKING)
        assert told(known).endswith(b"here")
        with opened(
            port, *[b""] * (FEW - 4)
        ):  # one place is the listening socket's, one the server's own: one too many
            known.sendall(ASKING)
            assert told(known).endswith(b"here")
            assert told(silent) == b""


@pytest.mark.long
def test_pipelining_clients_get_one_answer_and_free_threads(port: int) -> None:
    asked = ASKING.replace(b"/", b"/whole", 1) * 50
    with opened(port, *[asked] * (FEW - 2)):
        for _ in range(FEW):
            assert answer(port).endswith(b"here")
    with opened(port, ASKING * 3) as (asking,):
        found = told(asking)
        assert told(asking) == b""
    assert (found.count(b"HTTP/1.1 200 OK"), b"Connection: close" in found) == (1, True)


@contextmanager
def serving(folder: Path, *arguments: str) -> Iterator[str]:
    """The address of a server that runs; ended as a system ends it, and all it said is in `folder/err`."""
    more = {"CLOISTERBELL_METRICS_TOKEN": TOKEN, "CLOISTERBELL_STATE_DIR": str(folder / "beside")}
    program, how = [*PROGRAM, "serve", "--require-links", "--port", "0", *arguments], {**ENVIRONMENT, **more}
    with (
        (folder / "err").open("w") as errors,
        subprocess.Popen(program, stdout=subprocess.PIPE, stderr=errors, text=True, env=how) as process,
    ):
        try:
            assert process.stdout is not None
            found = re.search(r"http://[0-9.:]+", process.stdout.readline())
            assert found, (folder / "err").read_text()
            yield found[0]
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait()


def get(address: str, **headers: str) -> tuple[int, str]:
    try:
        with urlopen(Request(address, headers=headers)) as answer:  # noqa: S310  # our own server
            return answer.status, answer.read().decode()
    except HTTPError as error:
        return error.code, error.read().decode()


def counted(address: str) -> dict[str, str]:
    status, text = get(f"{address}/metrics", Authorization=f"Bearer {TOKEN}")
    assert status == 200
    return dict(line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#"))


@pytest.mark.parametrize("several", [False, pytest.param(True, marks=ON_SERVER)])
def test_a_running_server_reports_metrics_and_writes_its_log(tmp_path: Path, *, several: bool) -> None:
    place = str(tmp_path / "club.db")
    if several:
        place = new_database()
    with serving(tmp_path, "--db", place, "--log", "json", *(["--workers", "3"] if several else [])) as address:
        assert get(f"{address}/metrics")[0] == 404
        for _ in range(12):
            assert get(f"{address}/k/{LINK}", Cookie="bell=of-nobody", Referer=f"{address}/k/{LINK}")[0] == 404
        with closing(create_connection(("127.0.0.1", int(address.rpartition(":")[2])))) as line:
            line.sendall(b"GET /s/friday HTTP/9.9\r\nCookie of-nobody\r\n\r\n")
            assert line.recv(99).startswith(b"HTTP/1.")
        for asked in range(4):
            found = counted(address)
            assert found['cloisterbell_requests_total{kind="link",status="404"}'] == "12"
            assert found.get('cloisterbell_requests_total{kind="metrics",status="200"}', "0") == str(asked)
            assert ('cloisterbell_pool_most{pool="readers"}' in found) is several
            assert found["cloisterbell_database_up"] == "1"
    errors = (tmp_path / "err").read_text()
    # on a busy machine the web server adds lines of its own about its queue; they have no route
    routes = [json.loads(line).get("route") for line in errors.splitlines() if line.startswith("{")]
    assert (routes.count("/k/<token>"), routes.count("/metrics")) == (12, 5)
    for secret in (LINK, "of-nobody", TOKEN, "ip=", "Invalid"):
        assert secret not in errors


def children(process: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{process}/task/{process}/children").read_text().split()]


def wait_until_said(file: Path, words: str) -> None:
    last_s, pause = monotonic() + GIVEN_UP_S, threading.Event()
    while words not in file.read_text():
        assert monotonic() < last_s, file.read_text()
        pause.wait(0.02)


def wait_for(address: str, status: int) -> str:
    """Ask until it is answered so several times in a row."""
    last_s, several, told = monotonic() + GIVEN_UP_S, 0, ""
    while several < ASKED:
        found, told = get(address)
        several = several + 1 if found == status else 0
        assert monotonic() < last_s, (found, told)
    return told


@ON_SERVER
@pytest.mark.long
def test_a_restarted_worker_waits_until_the_database_is_back(tmp_path: Path) -> None:
    asked = urlsplit(new_database(migrated=True))
    with cut_line(str(asked.hostname), int(asked.port or 0)) as line:
        place = asked._replace(netloc=f"{asked.username}@127.0.0.1:{line.port}").geturl()
        with serving(tmp_path, "--db", place, "--log", "json", "--workers", "2") as address:
            wait_for(address, 200)
            started = {child: Path(f"/proc/{child}/cmdline").read_bytes() for child in children(os.getpid())}
            (master,) = (child for child, command in started.items() if place.encode() in command)
            killed, kept = children(master)
            line.take_away()
            os.kill(killed, signal.SIGKILL)
            while set(children(master)) <= {killed, kept}:
                assert get(address)[0] == 503
            wait_until_said(tmp_path / "err", "the database cannot be opened")
            assert "Everything recorded before is safe" in wait_for(address, 503)
            assert counted(address)["cloisterbell_database_up"] == "0"
            assert kept in children(master)
            line.put_back()
            wait_until_said(tmp_path / "err", "the database is open")
            wait_for(address, 200)
            assert not wrong(children(master), kept, absent=[killed])
    errors = (tmp_path / "err").read_text()
    assert errors.count("the database cannot be opened, trying again every second") == 1
    assert (errors.count("the database is open"), "failed to boot" in errors) == (1, False)


def test_answers_503_until_the_database_can_be_opened(games: Registry) -> None:
    pytest.importorskip("gunicorn")
    from webui.workers import OpenedLater  # noqa: PLC0415  # only after the check that it is installed

    figures, tries, opened = Figures(), list[int](), threading.Event()

    def make() -> Flask:
        tries.append(1)
        if not opened.is_set():
            raise RefusedError("connection refused")
        return create_app(MemoryStore(), games, figures=figures)

    def make_closed() -> Flask:
        return make_closed_app(games, base="https://bell.example.org", metrics_token=TOKEN, figures=figures)

    client = Client(OpenedLater(make, make_closed, again_s=0.01))
    for path in ("/", "/s/friday", "/nowhere", "/new", "/api/v1/sessions/friday", "/s/friday/feed.atom"):
        answer = client.get(path, headers={"Cookie": "bell=whatever"})
        assert answer.status_code == 503, path
        assert "Everything recorded before is safe" in answer.text, path
        assert "Set-Cookie" not in answer.headers
        assert answer.headers["X-Frame-Options"] == "DENY"
    assert client.post("/s/friday/post", data={"text": "take 2"}).status_code == 503
    assert (client.get("/static/bell.css", buffered=True).status_code, client.get("/metrics").status_code) == (200, 404)
    told = client.get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"}).text
    assert not missing(told, "cloisterbell_database_up 0", 'cloisterbell_requests_total{kind="form",status="503"} 1')
    opened.set()
    last_s = monotonic() + GIVEN_UP_S
    while client.get("/").status_code != 200:
        assert monotonic() < last_s
    assert len(tries) > 1


def test_opens_an_available_database_at_once(games: Registry) -> None:
    pytest.importorskip("gunicorn")
    from webui.workers import OpenedLater  # noqa: PLC0415  # as above

    def never() -> Flask:
        raise AssertionError

    assert Client(OpenedLater(lambda: create_app(MemoryStore(), games), never)).get("/").status_code == 200


def test_workers_accept_an_inaccessible_working_directory(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    gunicorn = pytest.importorskip("gunicorn.config")
    from webui.workers import _Club  # noqa: PLC0415  # as above

    monkeypatch.setattr(gunicorn.Chdir, "default", str(tmp_path / "closed to whoever serves"))
    assert _Club(lambda: pytest.fail("nothing is served"), {"workers": 3}).cfg.workers == 3


@ON_SERVER
def test_serve_works_if_the_working_directory_was_deleted(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("CLOISTERBELL_STATE_DIR", str(tmp_path / "beside"))
    monkeypatch.setattr("webui.workers.serve_with_workers", lambda *_, **__: None)
    (tmp_path / "gone").mkdir()
    monkeypatch.chdir(tmp_path / "gone")
    (tmp_path / "gone").rmdir()
    assert run(["serve", "--db", new_database(migrated=True), "--workers", "2", "--port", "0"]) == 0
    assert Path.cwd() == Path("/")


@ON_SERVER
def test_serve_with_workers_reports_a_port_in_use(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CLOISTERBELL_STATE_DIR", str(tmp_path / "beside"))
    place = new_database(migrated=True)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert run(["serve", "--db", place, "--workers", "2", "--port", str(port)]) == 2
    told = capsys.readouterr()
    assert told.err.startswith(f"cloisterbell: port {port} on 127.0.0.1 is already in use. Choose another with --port")
    assert (told.out, told.err.count("\n")) == ("", 1)
    assert not (tmp_path / "beside").exists()


@ON_SERVER
def test_warns_if_the_database_role_can_delete_entries(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CLOISTERBELL_STATE_DIR", str(tmp_path / "beside"))
    monkeypatch.setattr("webui.commands.serve.signal.signal", lambda *_: None)
    monkeypatch.setattr("webui.serve.serve", lambda *given: given[3](8080))
    monkeypatch.setattr("webui.workers.serve_with_workers", lambda *given: given[4](8080))
    place = new_database(migrated=True)
    for words, warned in ((["--require-links"], 1), (["--workers", "2"], 1), ([], 0)):
        assert run(["serve", "--db", place, "--port", "0", *words]) == 0
        told = capsys.readouterr().err
        assert told.count(f'the database role "{urlsplit(place).username}" can change and delete entries') == warned
        assert told.count("docs/howto/postgresql.md#roles") == warned


@ON_SERVER
def test_reports_an_unusable_state_directory_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "beside").write_text("a file")
    words = ["serve", "--require-links", "--db", new_database(migrated=True)]
    with start(*words, CLOISTERBELL_STATE_DIR=tmp_path / "beside") as program:
        err = program.communicate()[1]
    assert (program.returncode, err.startswith("cloisterbell: "), err.count("\n")) == (2, True, 1), err


@ON_SERVER
def test_ignores_proxy_headers_sent_by_clients(tmp_path: Path) -> None:
    """A proxy on this machine that hands on all it was sent hands on what strangers wrote."""
    with serving(tmp_path, "--db", new_database(), "--workers", "2") as address:
        assert get(f"{address}/", **{"X-Forwarded-Proto": "https", "X-Forwarded-Ssl": "off"})[0] == 200
        assert get(f"{address}/", SCRIPT_NAME="/elsewhere")[0] == 200


@pytest.mark.filterwarnings("ignore:.*use of fork:DeprecationWarning")  # the child does nothing but count
def test_metrics_add_up_the_rows_of_all_processes() -> None:
    figures = Figures(2)
    child = os.fork()
    if not child:
        figures.take(1)
        for _ in range(5):
            figures.count("page", 200, 0.1, is_sent=False)
        os._exit(0)
    assert os.waitpid(child, 0)[1] == 0
    figures.count("page", 200, 0.1, is_sent=False)
    assert list(figures.requests()) == [("page", 200, 6)]


def test_metrics_keep_counters_but_not_gauges_of_ended_workers() -> None:
    gauges = {"open": 3.0, "busy": 1.0, "most": 8.0, "waiting": 2.0}
    counters = {"asked": 40.0, "waited": 4.0, "waited_ms": 9.0, "failed": 1.0}
    figures, used = Figures(2), {**gauges, **counters}
    figures.take(1)
    for _ in range(2):
        figures.put_pools({"readers": used, "writers": used})
    figures.leave(1)
    assert not figures.pools()
    figures.take(1)
    figures.put_pools({"readers": {**gauges, **dict.fromkeys(counters, 1.0)}, "writers": used})
    assert figures.pools()["readers"] == {**gauges, "asked": 41, "waited": 5, "waited_ms": 10, "failed": 2}


@ON_SERVER
def test_a_new_worker_takes_the_lowest_free_metrics_row() -> None:
    from webui.workers import free_row  # noqa: PLC0415  # only where gunicorn is

    assert [free_row(taken) for taken in ([], [0], [1], [0, 2], [2, 0, 1])] == [0, 1, 0, 1, 3]


@pytest.mark.parametrize(("variable", "value", "words", "says"), [
    ("METRICS_TOKEN", "x", "", "must have 16 to 200"), ("METRICS_TOKEN", "fifteen-letters", "", "must have 16 to 200"),
    ("METRICS_TOKEN", "with a blank in it, and long", "", "must have 16 to 200"),
    ("METRICS_TOKEN", "x" * 201, "", "must have 16 to 200"),
    ("METRICS_TOKEN", "b\u00e9b\u00e9" * 8, "", "must have 16 to 200"), ("LOG", "yes", "", "'none', 'text', 'json'"),
    ("LOG", "none", "--log xml", "'none', 'text', 'json'"),
    ("LOG", "none", "--workers 2", "--workers needs a PostgreSQL database"),
])  # fmt: skip
def test_serve_refuses_invalid_settings(no_door: Door, variable: str, value: str, words: str, says: str) -> None:
    no_door.monkeypatch.setenv(f"CLOISTERBELL_{variable}", value)
    ran = no_door.refused("serve", *words.split(), says=says)
    assert variable != "METRICS_TOKEN" or f" {value}" not in ran.err
    assert not no_door.db.exists()


@pytest.fixture(autouse=True)
def _heeds_ctrl_c() -> Iterator[None]:
    """Programs begun here heed Ctrl-C, even where these tests were themselves begun in the background, which do not."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def start(*arguments: object, **more: object) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [*PROGRAM, *map(str, arguments)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        text=True, env={**ENVIRONMENT, **{name: str(value) for name, value in more.items()}},
    )  # fmt: skip


def test_the_installed_command_prints_its_version() -> None:
    program = Path(sys.executable).parent / "cloisterbell"
    done = subprocess.run([program, "--version"], capture_output=True, text=True, check=True, env=ENVIRONMENT)
    assert re.fullmatch(r"cloisterbell \d+\.\d+\.\d+\n", done.stdout)


def test_a_closed_output_pipe_is_not_reported_as_an_error(recorded: Path) -> None:
    with start("--db", recorded, "export", "keys-four-player", "-", "--format", "jsonl") as program:
        assert program.stdout is not None
        assert program.stderr is not None
        program.stdout.readline()
        program.stdout.close()
        assert (program.stderr.read(), program.wait()) == ("", 141)


@pytest.mark.parametrize("ending", some_short([signal.SIGINT, signal.SIGTERM], lambda ending: ending == signal.SIGTERM))
def test_serve_names_its_address_and_ends_on_a_signal(recorded: Path, tmp_path: Path, ending: signal.Signals) -> None:
    with start("serve", "--port", 0, CLOISTERBELL_DB=copied(recorded, tmp_path / "bell.db")) as program:
        assert program.stdout is not None
        assert program.stderr is not None
        address = re.search(r"http://127\.0\.0\.1:\d+/", program.stdout.readline())
        assert address is not None
        with urlopen(address[0]) as page:  # noqa: S310  # our own server, on this machine
            assert "The long way round" in page.read().decode()
        program.send_signal(ending)
        assert (program.wait(), program.stderr.read()) == (0, "")


@LONG
def test_demo_serves_the_recorded_samples(tmp_path: Path) -> None:
    with start("demo", "--port", 0, "--db", tmp_path / "bell.db") as program:
        assert program.stdout is not None
        told = ""
        while not (address := re.search(r"http://127\.0\.0\.1:\d+/", told)):
            line = program.stdout.readline()
            assert line, told
            told += line
        with urlopen(f"{address[0]}s/keys-mistakes/audit.json") as report:  # noqa: S310  # as above
            assert b'"KEY-MOV-03"' in report.read()
        program.send_signal(signal.SIGINT)
        assert program.wait() == 0


def test_serve_reports_a_port_in_use_in_one_line(few_recorded: Path, tmp_path: Path) -> None:
    place = copied(few_recorded, tmp_path / "bell.db")
    with create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with start("--db", place, "serve", "--port", port) as program:
            out, err = program.communicate()
    assert (program.returncode, out, err.count("\n")) == (2, "", 1)
    assert err.startswith(f"cloisterbell: port {port} on 127.0.0.1 is already in use")


def test_the_database_comes_from_option_environment_or_default(
    recorded: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    copied(recorded, tmp_path / "bell.db")
    monkeypatch.chdir(tmp_path)
    for arguments, environment in (
        (["--db", tmp_path / "bell.db", "list"], {}),
        (["list", "--db", tmp_path / "bell.db"], {}),
        (["list"], {"CLOISTERBELL_DB": tmp_path / "bell.db"}),
        (["--db", tmp_path / "bell.db", "list"], {"CLOISTERBELL_DB": tmp_path / "none.db"}),
        (["--db", tmp_path / "none.db", "list", "--db", tmp_path / "bell.db"], {}),
    ):
        with monkeypatch.context() as named:
            named.delenv("CLOISTERBELL_DB", raising=False)
            for name, value in environment.items():
                named.setenv(name, str(value))
            assert run([str(argument) for argument in arguments]) == 0
        assert "keys-mistakes" in capsys.readouterr().out
    monkeypatch.delenv("CLOISTERBELL_DB", raising=False)
    assert run(["list"]) == 2
    assert "database cloisterbell.db does not exist" in capsys.readouterr().err
    with start("list", CLOISTERBELL_DB=tmp_path / "bell.db") as program:
        assert "keys-mistakes" in program.communicate()[0]


def test_a_fault_and_an_interrupt_end_without_a_traceback(no_door: Door, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("webui.commands.games.registry", failing(ZeroDivisionError("a fault of ours")))
    ran = no_door("games")
    assert ran.status == 2
    assert ran.err.splitlines() == [
        "cloisterbell: internal error: ZeroDivisionError: a fault of ours",
        "cloisterbell: please report this error, with what you did and the output with CLOISTERBELL_DEBUG=1",
    ]
    monkeypatch.setenv("CLOISTERBELL_DEBUG", "1")
    with pytest.raises(ZeroDivisionError):
        run(["games"])

    monkeypatch.setattr("webui.commands.games.registry", failing(KeyboardInterrupt()))
    ran = no_door("games")
    assert (ran.status, "Traceback" in ran.err) == (130, False)
