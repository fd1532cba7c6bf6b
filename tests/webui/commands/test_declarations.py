"""How commands are called agrees with what they do, and each loads only what it needs."""

import inspect
import json
import os
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import click
import pytest
from front_door import copied
from listed_commands import COMMAND_NAMES, every_command
from long_runs import some_short

from events.store.settings import VISIBILITIES
from projections.registry import registry
from replay.session.consent import POLICIES
from replay.turn_summaries.markup import FORMATS
from webui.cli import COMMANDS, Listed, run
from webui.views.png import SIZE, SIZES


@pytest.mark.parametrize("name", COMMAND_NAMES)
def test_declared_options_and_listed_help_match_the_command(name: str) -> None:
    word, _, sub = name.partition(" ")
    found = next(some[word] for some in COMMANDS.values() if word in some)
    command, does = every_command()[name], (found if isinstance(found, Listed) else found[sub]).does
    assert command.name == name.rsplit(maxsplit=1)[-1]
    assert str(command.help).partition("\n")[0] == does
    assert command.callback
    taken = inspect.signature(command.callback).parameters
    given = {str(param.name) for param in command.params if param.expose_value}
    named = {name for name, one in taken.items() if one.kind is not inspect.Parameter.VAR_KEYWORD}
    assert named <= given
    assert named == given or any(one.kind is inspect.Parameter.VAR_KEYWORD for one in taken.values())


@pytest.mark.parametrize(("name", "option", "values"), [
    ("new", "visibility", VISIBILITIES), ("people", "visibility", VISIBILITIES), ("new", "corrections", POLICIES),
    ("summary", "form", FORMATS), ("show", "size", map(str, SIZES)),
])  # fmt: skip
def test_option_choices_match_the_accepted_values(name: str, option: str, values: tuple[str, ...]) -> None:
    (param,) = (param for param in every_command()[name].params if param.name == option)
    assert isinstance(param.type, click.Choice)
    assert tuple(param.type.choices) == tuple(values)
    assert option != "size" or param.default == str(SIZE)


PROGRAM = """
import sys
from webui.cli import run
for command in sys.argv[2:]:
    status = run(["--db", sys.argv[1], *command.split()])
    assert status in (0, 1), (command, status)
    print("\\nMODULES", *sys.modules)
"""
READING = """
import json, sys
from collections import Counter
from webui.cli import run

opened, parsed, is_watched = Counter(), Counter(), False

def watch(event, arguments):
    if event == "open" and is_watched:
        opened[str(arguments[0])] += 1
    elif event == "compile" and arguments[0] is not None and is_watched:
        parsed[str(arguments[1])] += 1

sys.addaudithook(watch)
for slug in sys.argv[1:]:
    for is_watched in (False, True):
        run(["rules", slug])
    is_watched = False
    print("\\nREAD", json.dumps([slug, opened, parsed]))
    opened.clear()
    parsed.clear()
"""
"""The files that `rules` of each game opens, and the sources that it parses, once what it takes has been imported."""
GAMES = {meta.slug: meta.package for meta in registry().metas.values()}
SESSIONS = ("ccg-rulebook-damage", "daleks-observer", "keys-mistakes", "risk-mistakes")
"""A session of each game."""
OUTSIDE = ("PIL", "flask", "jinja2", "limits", "resvg_py", "rich", "sqlite_utils", "urllib3", "waitress", "werkzeug")
"""Installed packages except click and msgspec."""
SLOW = ("asyncio", "dataclasses", "email", "http", "importlib.metadata", "multiprocessing", "ssl")
"""What is heavy in the standard library and not loaded by click and msgspec."""
KERNEL = (
    "projections.game", "projections.notation", "projections.drawing", "replay.session.session",
    "replay.reading.timeline",
)  # fmt: skip
"""What plays and shows a session."""


def loaded(db: Path, *command_lines: str) -> list[set[str]]:
    """The modules that are loaded after each command line, all in a process of their own."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("CLOISTERBELL")}
    program = [sys.executable, "-c", PROGRAM, str(db), *command_lines]
    done = subprocess.run(program, capture_output=True, text=True, env=environment, check=False)
    assert done.returncode == 0, done.stderr
    return [set(line.split()[1:]) for line in done.stdout.splitlines() if line.startswith("MODULES ")]


def among(modules: Iterable[str], names: Iterable[str]) -> set[str]:
    """Those of the modules that are one of these names or lie in it."""
    return {module for module in modules for name in names if module == name or module.startswith(f"{name}.")}


def played(modules: Iterable[str]) -> set[str]:
    """The games whose play is among the modules: more than what they are listed by."""
    found = {slug: among(modules, [package]) - {package, f"{package}.options"} for slug, package in GAMES.items()}
    return {slug for slug, inside in found.items() if inside}


@pytest.fixture(scope="module")
def db(few_recorded: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = copied(few_recorded, tmp_path_factory.mktemp("loading") / "bell.db")
    assert run(["--db", str(place), "invite", "keys-mistakes", "--seat", "seventh"]) == 0
    return place


def test_help_loads_only_the_command_line_modules(tmp_path: Path) -> None:
    modules = loaded(tmp_path / "none.db", "--help", "--version")[-1]
    ours = among(modules, ["events", "projections", "replay", "webui"])
    assert ours <= {
        "webui", "webui.cli", "webui.collector", "webui.commands", "webui.commands.options", "webui.commands.output",
        "events", "events.errors", "events.lazy_patterns",
    }  # fmt: skip
    assert among(modules, [*OUTSIDE, *SLOW, "sqlite3", "pathlib", "hashlib"]) == set()


OFFERED = ("events.store", "replay", "webui.views", "webui.notices", "sqlite3", "importlib.resources")
NO_PLAY = ("projections", "replay", "webui.views", "webui.notices")
WITHOUT_A_GAME = {
    "db backup {folder}/copy.db|notices set keys-mistakes|notices set keys-mistakes --json": NO_PLAY,
    "notices send|notices send --dry-run --json": NO_PLAY,
    "invite|invite --list|invite keys-mistakes": ("projections",), "games|games --json": (*OFFERED, "pathlib"),
    "rules {game}": OFFERED,
}  # fmt: skip
"""Commands that need no game, and the folders of our code that they do not import."""


@pytest.mark.parametrize("lines", WITHOUT_A_GAME)
def test_commands_that_need_no_game_do_not_load_a_game(lines: str, db: Path, tmp_path: Path) -> None:
    for modules in loaded(db, *lines.format(folder=tmp_path, game=next(iter(GAMES))).split("|")):
        assert played(modules) == set()
        assert among(modules, [*OUTSIDE, *SLOW, *KERNEL, *WITHOUT_A_GAME[lines]]) == set()


def test_rules_reads_each_source_file_once_without_parsing() -> None:
    done = subprocess.run([sys.executable, "-c", READING, *GAMES], capture_output=True, text=True, check=True)
    read = [json.loads(line[5:]) for line in done.stdout.splitlines() if line.startswith("READ ")]
    assert [slug for slug, _, _ in read] == list(GAMES)
    for slug, opened, parsed in read:
        own = f"/projections/games/{slug}/"
        assert {name for name in opened if "/tests/" not in name and own not in name} == set()
        assert {name.rpartition(".")[2] for name in opened} == {"py"}
        assert (set(opened.values()), parsed) == ({1}, {})


@pytest.mark.parametrize("session", some_short(SESSIONS, lambda session: session.startswith("keys")))
def test_commands_on_a_session_load_only_its_game(session: str, db: Path, tmp_path: Path) -> None:
    export, post, thread = (tmp_path / name for name in ("session.jsonl", "post.txt", "thread.txt"))
    post.write_text("Well played, all of you!\n", encoding="utf-8")
    thread.write_text("--- Julie, Monday ---\nWell played, all of you!\n", encoding="utf-8")
    after = loaded(
        db, f"show {session}", f"log {session}", f"summary {session}", f"people {session}", f"audit {session}",
        f"export {session} {export}", f"verify {export}", f"post {session} {post} --check",
        f"import {thread} --to {session} --check",
    )  # fmt: skip
    assert played(after[-1]) == {session.partition("-")[0]}
    assert among(after[-1], [*OUTSIDE, "multiprocessing", "concurrent"]) == among(after[3], ["html"]) == set()


def test_list_loads_only_games_of_changed_sessions(tmp_path: Path) -> None:
    first, second, *_ = GAMES
    db = tmp_path / "bell.db"
    for line in (f"new {first} --seats black,white", f"new {second} --seats black,white --alias later"):
        assert run(["--db", str(db), *line.split()]) == 0
    assert played(loaded(db, "list")[0]) == {first, second}
    modules = loaded(db, "list", "list --json", "list --disputes")[-1]
    assert played(modules) == among(modules, [*OUTSIDE, *SLOW, *KERNEL, "replay"]) == set()
    assert run(["--db", str(db), "note", "later", "#1", "Hello."]) == 0
    assert played(loaded(db, "list")[0]) == {second}


def test_the_load_check_detects_games_and_modules(db: Path) -> None:
    modules = loaded(db, *(f"show {session}" for session in SESSIONS))[-1]
    assert played(modules) == GAMES.keys()
    assert among(modules, KERNEL) != set()
