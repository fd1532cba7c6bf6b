"""The program as a process of its own: pipes, interrupts, the server, and what a fault of ours looks like."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from socket import create_server
from typing import NoReturn
from urllib.request import urlopen

import pytest
from front_door import Door, copied
from long_runs import LONG, some_short

from webui.cli import run

PROGRAM = [sys.executable, "-c", "from webui.cli import main; main()"]
"""As the entry point in `pyproject.toml` starts it."""
ENVIRONMENT = {name: value for name, value in os.environ.items() if not name.startswith("CLOISTERBELL")}


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


def test_the_entry_point_is_the_one_that_is_declared() -> None:
    program = Path(sys.executable).parent / "cloisterbell"
    done = subprocess.run([program, "--version"], capture_output=True, text=True, check=True, env=ENVIRONMENT)
    assert re.fullmatch(r"cloisterbell \d+\.\d+\.\d+\n", done.stdout)


def test_a_reader_who_goes_is_no_mistake(recorded: Path) -> None:
    with start("--db", recorded, "export", "keys-four-player") as program:
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
def test_demo_serves_what_it_recorded(tmp_path: Path) -> None:
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


def test_an_address_that_is_taken(few_recorded: Path, tmp_path: Path) -> None:
    place = copied(few_recorded, tmp_path / "bell.db")
    with create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with start("--db", place, "serve", "--port", port) as program:
            out, err = program.communicate()
    assert (program.returncode, out, err.count("\n")) == (2, "", 1)
    assert err.startswith(f"cloisterbell: 127.0.0.1:{port} is not to be had: ")


def test_the_database_is_named_by_option_environment_or_habit(
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
    assert "there is no database cloisterbell.db" in capsys.readouterr().err
    with start("list", CLOISTERBELL_DB=tmp_path / "bell.db") as program:
        assert "keys-mistakes" in program.communicate()[0]


def _fail(*_given: object, **_named: object) -> NoReturn:
    raise ZeroDivisionError("a fault of ours")


def test_a_fault_and_an_interrupt_end_without_a_traceback(no_door: Door, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("webui.commands.games.shelf", _fail)
    ran = no_door("games")
    assert ran.status == 2
    assert ran.err.splitlines() == [
        "cloisterbell: something went wrong in here: ZeroDivisionError: a fault of ours",
        "cloisterbell: please report it with what you did, and with what is printed when CLOISTERBELL_DEBUG=1 is set",
    ]
    monkeypatch.setenv("CLOISTERBELL_DEBUG", "1")
    with pytest.raises(ZeroDivisionError):
        run(["games"])

    def stop() -> NoReturn:
        raise KeyboardInterrupt

    monkeypatch.setattr("webui.commands.games.shelf", stop)
    ran = no_door("games")
    assert (ran.status, "Traceback" in ran.err) == (130, False)
