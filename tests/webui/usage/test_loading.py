"""What each command loads: help nothing of the work, a command without a game none, a session its own game alone."""

import json
import os
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest
from front_door import copied

from projections.shelf import shelf
from webui.usage.commands import commands

PROGRAM = """
import sys
from webui.cli import run
for command in sys.argv[2:]:
    status = run(["--db", sys.argv[1], *command.split()])
    assert status in (0, 1), (command, status)
print("\\n", *sys.modules)
"""
READING = """
import json, sys
from collections import Counter
from webui.cli import run

opened, parsed = Counter(), Counter()

def watch(event, arguments):
    if event == "open":
        opened[str(arguments[0])] += 1
    elif event == "compile" and arguments[0] is not None:
        parsed[str(arguments[1])] += 1

run(sys.argv[1:])
opened.clear()
parsed.clear()
sys.addaudithook(watch)
run(sys.argv[1:])
print("\\n", json.dumps([opened, parsed]), sep="")
"""
"""The files that a command opens, and the sources that it parses, once what it takes has been imported."""
GAMES = {meta.slug: meta.package for meta in shelf().metas.values()}
SESSIONS = ("ccg-rulebook-damage", "daleks-observer", "keys-mistakes", "risk-mistakes")
"""A session of each game."""
OUTSIDE = ("PIL", "flask", "jinja2", "limits", "resvg_py", "rich", "sqlite_utils", "urllib3", "waitress", "werkzeug")
"""What is installed beside the house, except click and msgspec."""
SLOW = ("asyncio", "dataclasses", "email", "http", "importlib.metadata", "multiprocessing", "ssl")
"""What is heavy in the standard library and not loaded by click and msgspec."""
KERNEL = ("projections.game", "projections.notation", "projections.drawing", "replay.live", "replay.reading.timeline")
"""What plays and shows a session."""


def loaded(db: Path, *command_lines: str) -> set[str]:
    """The modules that command lines have loaded when they end, one behind the other in a process of their own."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("CLOISTERBELL")}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(db), *command_lines], capture_output=True, text=True, env=environment,
        check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return set(done.stdout.splitlines()[-1].split())


def among(modules: Iterable[str], names: Iterable[str]) -> set[str]:
    """Those of the modules that are one of these names or lie in it."""
    return {module for module in modules for name in names if module == name or module.startswith(f"{name}.")}


def played(modules: Iterable[str]) -> set[str]:
    """The games whose play is among the modules: more than what they are listed by."""
    found = {slug: among(modules, [package]) - {package, f"{package}.options"} for slug, package in GAMES.items()}
    return {slug for slug, inside in found.items() if inside}


@pytest.fixture(scope="module")
def db(few_recorded: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database of sessions, with links and settings beside them."""
    place = copied(few_recorded, tmp_path_factory.mktemp("loading") / "bell.db")
    loaded(place, "invite keys-mistakes --seat seventh")
    return place


def test_help_loads_nothing_of_the_work(tmp_path: Path) -> None:
    """One process answers all: what one help loads would still be there at the end."""
    modules = loaded(tmp_path / "none.db", "--help", "--version", *(f"{name} --help" for name in commands.commands))
    ours = among(modules, ["events", "projections", "replay", "webui"])
    assert ours <= {
        "webui", "webui.cli", "webui.usage", "webui.usage.commands", "webui.usage.options", "webui.commands",
        "webui.commands.output", "events", "events.errors",
    }  # fmt: skip
    assert among(modules, [*OUTSIDE, *SLOW, "sqlite3", "pathlib", "hashlib"]) == set()


WITHOUT_A_GAME = {
    "backup {folder}/copy.db": {"projections", "replay", "webui.desk"},
    "games": {"events.store", "replay", "webui.desk", "sqlite3", "importlib.resources", "pathlib"},
    "games --json": {"events.store", "replay", "webui.desk", "sqlite3", "importlib.resources", "pathlib"},
    "rules {game}": {"events.store", "replay", "webui.desk", "sqlite3", "importlib.resources"},
    "invite": {"projections"},
    "invite --list": {"projections"},
    "invite keys-mistakes": {"projections"},
    "notify keys-mistakes": {"projections", "replay", "webui.desk"},
    "notify keys-mistakes --json": {"projections", "replay", "webui.desk"},
    "tick": {"projections", "replay", "webui.desk"},
    "tick --dry-run --json": {"projections", "replay", "webui.desk"},
}
"""Each command that needs no game, and the folders of the house that it does without besides."""


@pytest.mark.parametrize("command", WITHOUT_A_GAME)
def test_a_command_that_needs_no_game_loads_none(command: str, db: Path, tmp_path: Path) -> None:
    modules = loaded(db, command.format(folder=tmp_path, game=next(iter(GAMES))))
    assert played(modules) == set()
    assert among(modules, [*OUTSIDE, *SLOW, *KERNEL, *WITHOUT_A_GAME[command]]) == set()


@pytest.mark.parametrize("slug", GAMES)
def test_rules_reads_each_source_once_and_parses_none(slug: str) -> None:
    done = subprocess.run([sys.executable, "-c", READING, "rules", slug], capture_output=True, text=True, check=True)
    opened, parsed = json.loads(done.stdout.splitlines()[-1])
    own = f"/projections/games/{slug}/"
    assert {name for name in opened if "/tests/" not in name and own not in name} == set()
    assert {name.rpartition(".")[2] for name in opened} == {"py"}
    assert set(opened.values()) == {1}
    assert parsed == {}


@pytest.mark.parametrize("session", SESSIONS)
def test_commands_on_a_session_load_its_game_alone(session: str, db: Path, tmp_path: Path) -> None:
    slug, export, post = session.partition("-")[0], tmp_path / "session.jsonl", tmp_path / "post.txt"
    post.write_text("Well played, all of you!\n", encoding="utf-8")
    modules = loaded(
        db, f"show {session}", f"log {session}", f"audit {session}", f"kit {session}", f"people {session}",
        f"export {session} -o {export}", f"verify {export}", f"post {session} {post} --check",
        f"record {post} --to {session} --check",
    )  # fmt: skip
    assert played(modules) == {slug}
    assert among(modules, [*OUTSIDE, "multiprocessing", "concurrent"]) == set()
    assert (
        among(loaded(db, f"show {session}", f"log {session}", f"kit {session}", f"people {session}"), ["html"]) == set()
    )


def test_the_list_loads_the_games_of_what_has_changed_alone(tmp_path: Path) -> None:
    """It says of each session where it stands, which takes its game once, and again when something was filed."""
    first, second, *_ = GAMES
    db = tmp_path / "bell.db"
    loaded(db, f"new {first} --seats black,white", f"new {second} --seats black,white --alias later")
    assert played(loaded(db, "list")) == {first, second}
    modules = loaded(db, "list", "list --json", "list --disputes")
    assert played(modules) == set()
    assert among(modules, [*OUTSIDE, *SLOW, *KERNEL, "replay"]) == set()
    loaded(db, "note later #1 Hello.")
    assert played(loaded(db, "list")) == {second}


def test_what_a_look_would_miss_is_seen(db: Path) -> None:
    modules = loaded(db, *(f"show {session}" for session in SESSIONS))
    assert played(modules) == GAMES.keys()
    assert among(modules, KERNEL) != set()
