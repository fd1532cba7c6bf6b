"""Fixtures: shelves, stores and clocks; sessions, and the pages that show them."""

import os
import re
import shutil
import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import Any

import pytest
import toy
from compiled_once import built_once, compile_share, share_compiled
from flask import Flask
from front_door import Door, copied
from players import tower
from recordings import RECORDED
from spectator import SEATS, opened, played

from events.store.memory import MemoryStore
from events.store.protocol import EventStore
from projections.registry import Registry, registry
from replay.importing.samples import Sample
from replay.session.session import Session
from webui import create_app
from webui.access import moving_pictures
from webui.cli import run
from webui.collector import tune_collector
from webui.views.moving_picture import Form, moving_picture

LONG_SAMPLE = 5
"""How many long cases of a test run in CI: those whose ids have the lowest hashes."""
SAMPLED = 3
"""The default run takes one in this number of cases of a `sampled` test: those whose hash is divisible by it."""
FRIDAY = "keys --seats tenth,twelfth --alias friday --title Fridays --option first=tenth"
IN_MEMORY = Path("/dev/shm")  # noqa: S108  # folders of its own are made in it
"""Where files cost no disk: what tests write is gone with them."""
ROOM_BYTES = 2_000_000_000
ONE_SESSION = re.compile(r"\[([a-z]+-[0-9])\b")
"""The game and the number of seats in the name of a test that has both."""


def pytest_configure(config: pytest.Config) -> None:
    """Write into memory if there is room: to wait for a disk proves no more. Apps and workers share compiled code."""
    compile_share(config)
    share_compiled()
    if os.access(IN_MEMORY, os.W_OK) and shutil.disk_usage(IN_MEMORY).free > ROOM_BYTES:
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(IN_MEMORY))
        tempfile.tempdir = str(IN_MEMORY)


def pytest_collection_finish() -> None:
    """Collect garbage as rarely as the server does: what was imported stays, and whole sessions live long."""
    tune_collector()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Give all tests of a module, or of one game and number of seats, to one worker.

    A worker plays a session only once.
    """
    from xdist.scheduler import LoadScopeScheduling  # type: ignore[import-untyped]  # noqa: PLC0415

    made = LoadScopeScheduling(config, log)
    made._split_scope = played_together
    return made


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark cases that do not run by default or in CI, and put the tests of one session together."""
    cases = defaultdict[str, list[pytest.Item]](list)
    for item in items:
        if item.get_closest_marker("long"):
            cases[item.nodeid.partition("[")[0]].append(item)
        elif item.get_closest_marker("sampled") and int(hash_of(item), 16) % SAMPLED:
            item.add_marker("long")
    for some in cases.values():
        for item in sorted(some, key=hash_of)[LONG_SAMPLE:]:
            item.add_marker("sweep")
    order = {item.path: number for number, item in enumerate(items)}
    items.sort(key=lambda item: (order[item.path], session_of(item)))


def hash_of(item: pytest.Item) -> str:
    """The hash of a test's id, which is the same in each run."""
    return sha256(item.nodeid.encode()).hexdigest()


def session_of(item: pytest.Item) -> tuple[str, ...]:
    """Game, seats and seed of the session that a test is about; of all seeds no seed, so that it comes before each."""
    given = item.callspec.params if isinstance(item, pytest.Function) and hasattr(item, "callspec") else {}
    about = ("slug", "seats", "seed")
    return (
        tuple(str(given[name]).zfill(2) for name in about if name in given) if {"slug", "seats"} <= given.keys() else ()
    )


def played_together(test: str) -> str:
    """Return the key of tests that share a worker. Each browser test has its own key."""
    module, _, name = test.partition("::")
    if module.startswith("tests/browser/"):
        return test
    found = ONE_SESSION.search(name)
    return f"{module} {found[1]}" if found else module


@cache
def made_once(frames: tuple[str, ...], form: Form) -> bytes:
    return moving_picture(frames, form)


@pytest.fixture
def pictures_made_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make moving pictures in the process of the test, equal ones once. A process for each yields to all others."""

    def made(frames: Sequence[str], form: Form) -> bytes:
        return made_once(tuple(frames), form)

    monkeypatch.setattr(moving_pictures, "_made_apart", made)


@pytest.fixture
def games() -> Registry:
    """The shelf with a whole further game on it, by this line alone."""
    return registry().with_game(toy.GAME)


@pytest.fixture
def store() -> Iterator[EventStore]:
    opened = MemoryStore()
    yield opened
    opened.close()


@pytest.fixture
def clock() -> Callable[[], int]:
    """A clock that ticks a second a line, from 21 November 2026."""
    ticks = count(1_795_219_200_000, 1000)
    return lambda: next(ticks)


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "bell.db"


@pytest.fixture
def app(store: EventStore, games: Registry) -> Flask:
    return create_app(store, games)


@pytest.fixture
def over(store: EventStore, games: Registry) -> Session:
    """A finished session that was opened to all."""
    return played(opened(store, games, "toy", SEATS, session="finished", alias="thursday", title="Dares & more"))


@pytest.fixture
def running(store: EventStore, games: Registry) -> Session:
    """A session in its third turn."""
    return played(opened(store, games, "toy", SEATS, session="running", title="Friday", options={"points": 9}), 4)


@pytest.fixture(scope="session")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with short samples of each game. Tests must not write to it."""
    return built_once(tmp_path_factory, "recorded", record_samples) / "bell.db"


def record_samples(folder: Path) -> None:
    def short(slug: str) -> list[Sample]:
        return [sample for sample in RECORDED.values() if sample.game == slug]

    with pytest.MonkeyPatch.context() as changed:
        changed.setattr("webui.commands.serve.samples", short)
        assert run(["--db", str(folder / "bell.db"), "demo", "--no-serve"]) == 0


@pytest.fixture(scope="session")
def few_recorded(recorded: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same with a running session of the built-in dice roller, which is always the same."""

    def build(folder: Path) -> None:
        db = copied(recorded, folder / "bell.db")
        with pytest.MonkeyPatch.context() as known:
            known.setattr("replay.session.session.new_id", lambda: "fridayfriday")
            known.setattr("replay.session.session.build", tower)
            assert run(["--db", str(db), "new", *FRIDAY.split()]) == 0

    return built_once(tmp_path_factory, "few", build) / "bell.db"


@pytest.fixture
def no_door(database: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Door:
    """The command line without a database."""
    return Door(database, capsys, monkeypatch)


@pytest.fixture
def door(recorded: Path, no_door: Door) -> Door:
    """The command line with the recorded samples."""
    copied(recorded, no_door.db)
    return no_door


@pytest.fixture
def few(few_recorded: Path, no_door: Door) -> Door:
    """The command line with the samples and the running session `friday`."""
    copied(few_recorded, no_door.db)
    return no_door
