"""The server as it runs: its figures and its log from one process and from several, and what it refuses at first."""

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from socket import create_connection
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from postgres_server import SERVER, VARIABLE, new_database

from webui.access.figures import Figures
from webui.cli import run

ON_SERVER = pytest.mark.skipif(not SERVER, reason=f"{VARIABLE} names no PostgreSQL server")
TOKEN = "a-token-of-the-host-1"  # noqa: S105  # of this test alone
LINK = f"k-{'a' * 26}"
ENVIRONMENT = {name: value for name, value in os.environ.items() if not name.startswith("CLOISTERBELL")}


@contextmanager
def serving(folder: Path, *arguments: str) -> Iterator[str]:
    """The address of a server that runs; ended as a system ends it, and all it said is in `folder/err`."""
    more = {"CLOISTERBELL_METRICS_TOKEN": TOKEN, "CLOISTERBELL_BESIDE": str(folder / "beside")}
    program = [sys.executable, "-c", "from webui.cli import main; main()", "serve", "--club", "--port", "0", *arguments]
    with (
        (folder / "err").open("w") as said,
        subprocess.Popen(
            program, stdout=subprocess.PIPE, stderr=said, text=True, env={**ENVIRONMENT, **more}
        ) as process,
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
def test_figures_and_log_of_a_server_that_runs(tmp_path: Path, *, several: bool) -> None:
    """Whichever process answers says what all have counted; each request has its line, and none a link."""
    place = str(tmp_path / "club.db")
    if several:
        words = dict(word.split("=", 1) for word in new_database().split())
        place = f"postgresql://{words['user']}@{words['host']}:{words['port']}/{words['dbname']}"
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
    said = (tmp_path / "err").read_text()
    lines = [json.loads(line) for line in said.splitlines() if line.startswith("{")]
    assert [line["route"] for line in lines].count("/k/<token>") == 12
    assert [line["route"] for line in lines].count("/metrics") == 5
    for secret in (LINK, "of-nobody", TOKEN, "ip=", "Invalid"):
        assert secret not in said


@ON_SERVER
def test_who_asks_does_not_say_where_the_pages_are(tmp_path: Path) -> None:
    """A proxy on this machine that hands on all it was sent hands on what strangers wrote."""
    words = dict(word.split("=", 1) for word in new_database().split())
    place = f"postgresql://{words['user']}@{words['host']}:{words['port']}/{words['dbname']}"
    with serving(tmp_path, "--db", place, "--workers", "2") as address:
        assert get(f"{address}/", **{"X-Forwarded-Proto": "https", "X-Forwarded-Ssl": "off"})[0] == 200
        assert get(f"{address}/", SCRIPT_NAME="/elsewhere")[0] == 200


@pytest.mark.filterwarnings("ignore:.*use of fork:DeprecationWarning")  # the child does nothing but count
def test_processes_count_together_each_in_its_row() -> None:
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


def test_connections_of_a_process_that_is_gone_are_not_counted_and_what_it_asked_for_is() -> None:
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
def test_whoever_takes_the_place_of_another_takes_its_row() -> None:
    from webui.workers import free_row  # noqa: PLC0415  # only where gunicorn is

    assert [free_row(taken) for taken in ([], [0], [1], [0, 2], [2, 0, 1])] == [0, 1, 0, 1, 3]


@pytest.mark.parametrize(
    "token", ["x", "fifteen-letters", "with a blank in it, and long", "b\u00e9b\u00e9" * 8, "x" * 201]
)
def test_a_token_that_could_be_guessed_is_refused(
    token: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CLOISTERBELL_METRICS_TOKEN", token)
    assert run(["serve", "--db", str(tmp_path / "club.db")]) == 2
    told = capsys.readouterr().err
    assert "CLOISTERBELL_METRICS_TOKEN is no token" in told
    assert f" {token}" not in told
    assert not (tmp_path / "club.db").exists()


def test_a_log_of_another_kind_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["serve", "--db", str(tmp_path / "club.db"), "--log", "xml"]) == 2
    monkeypatch.setenv("CLOISTERBELL_LOG", "yes")
    assert run(["serve", "--db", str(tmp_path / "club.db")]) == 2
    assert capsys.readouterr().err.count("'none', 'text', 'json'") == 2
