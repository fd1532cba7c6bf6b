"""The README and the pages of `docs` say what the program does, and name only what is there."""

import json
import re
import sqlite3
import subprocess
import tomllib
from contextlib import closing
from hashlib import sha256
from itertools import count, islice
from pathlib import Path

import msgspec
import pytest
from listed_commands import COMMAND_NAMES, every_command
from pages import BOARDS, PAGES, pictures
from places import DOCS, ROOT, TESTS
from players import GAMES, eventful, founded
from pocket import faults_of, loaded

from events.errors import BellError
from events.events import Event, Rolled, Shuffled, Started
from events.session_events import SESSION_EVENTS
from events.signature import SigningKey
from events.store.memory import MemoryStore
from events.store.sqlite import SqliteStore
from projections.registry import registry
from replay.transfer.bundle import export_lines
from webui import create_app

README = (ROOT / "README.md").read_text("utf-8")
WRITTEN = sorted([*ROOT.glob("*.md"), *DOCS.rglob("*.md")])
LINK = re.compile(r"\]\((?!https?:)([^)#\s]+)(?:#[^)]*)?\)")


def text(path: Path) -> str:
    return path.read_text("utf-8")


@pytest.mark.parametrize("name", PAGES)
def test_generated_pages_are_up_to_date(name: str) -> None:
    """`python tests/support/pages.py` writes them anew."""
    assert text(DOCS / name) == PAGES[name]()


def test_the_changelog_mentions_every_command() -> None:
    changes = text(ROOT / "CHANGELOG.md")
    assert [name for name in COMMAND_NAMES if not re.search(rf"`(?:cloisterbell )?{name}\b[^`]*`", changes)] == []


@pytest.mark.parametrize("path", WRITTEN, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_pages_are_well_formed_and_name_existing_files(path: Path) -> None:
    page = text(path)
    assert page.startswith("# ")
    assert page.endswith("\n")
    assert page.count("```") % 2 == 0
    assert [target for target in LINK.findall(page) if not (path.parent / target).exists()] == []
    if (ROOT / "events").is_dir():  # a checkout
        named = re.findall(r"`((?:docs|events|projections|replay|tests|webui|\.ci)/[\w./-]+)`", page)
        assert [name for name in named if not (ROOT / name).exists()] == []


def test_decisions_are_numbered() -> None:
    names = sorted(path.name for path in (DOCS / "decisions").iterdir() if path.name != "index.md")
    index = text(DOCS / "decisions" / "index.md")
    assert re.findall(r"\]\((.+?)\)", index) == names
    for number, name in zip(count(1), names):
        assert re.fullmatch(rf"{number:04d}-[a-z0-9-]+\.md", name)
        assert text(DOCS / "decisions" / name).startswith(f"# {number}. ")


def test_the_group_server_script_parses_and_calls_real_commands() -> None:
    script = DOCS / "howto" / "group-server.sh"
    assert subprocess.run(["sh", "-n", script], check=False).returncode == 0
    assert "sh docs/howto/group-server.sh /srv/old/club.db" in text(DOCS / "howto" / "postgresql.md")
    assert re.search(r"\nexec setpriv .*cloisterbell", text(script)), "who is told to end is the program itself"
    called = re.findall(r'(?:bin/cloisterbell"|home/bell) ((?:db )?[a-z]+)', text(script))
    assert called == ["db upgrade", "db transfer", "serve", "invite"]
    assert set(called) <= set(COMMAND_NAMES)


def test_options_named_in_the_pages_exist() -> None:
    commands = every_command()
    wrong = []
    for path in WRITTEN:
        for name, rest in re.findall(
            r"(?:^|[`/ ])cloisterbell ((?:(?:db|notices) )?[a-z][a-z-]*)([^`\n]*)", text(path).replace("\\\n", "")
        ):
            options = {option for param in commands[name].params for option in param.opts} | {"--help"}
            wrong += [(path.name, name, one) for one in re.findall(r"(?<![\w-])--[a-z-]+", rest) if one not in options]
    assert wrong == []


def test_the_troubleshooting_page_lists_every_error_code() -> None:
    page, classes = text(DOCS / "reference" / "troubleshooting.md"), [BellError]
    for kind in classes:  # it grows
        classes += kind.__subclasses__()
        if kind.__module__.partition(".")[0] in ("events", "projections", "replay", "webui"):
            assert f"`{kind.code}`" in page, kind.__name__


def test_every_environment_variable_is_described() -> None:
    page = text(DOCS / "reference" / "settings.md")
    sources = [path for name in ("events", "projections", "replay", "webui") for path in (ROOT / name).rglob("*.py")]
    used = {name for path in sources for name in re.findall(r"\bCLOISTERBELL_[A-Z_]+\b", text(path))}
    assert [name for name in sorted(used) if f"`{name}`" not in page] == []


def test_every_page_is_short_and_in_the_navigation() -> None:
    navigation = text(ROOT / "mkdocs.yml")
    for path in sorted(DOCS.rglob("*.md")):
        name = path.relative_to(DOCS).as_posix()
        if not re.fullmatch(r"decisions/\d.+", name):
            assert f" {name}\n" in navigation, name
            assert len(text(path).split()) <= most_words(name) or name in PAGES, name


def most_words(page: str) -> int:
    """The page about a new game shows more code than the others."""
    return 900 if page == "howto/add-a-game.md" else 600 if page.startswith("howto/") else 1500


def test_the_four_boards_in_the_readme_are_up_to_date() -> None:
    assert {name.partition("-")[0] for name in BOARDS} == set(registry())
    for path, drawn in pictures():
        assert path.read_text("utf-8") == drawn, "python tests/support/pages.py draws it anew"
        assert f"](docs/boards/{path.name})" in README


def test_the_guide_names_the_marks_of_tests_skipped_by_default() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["pytest"]["ini_options"]
    marks = [mark.partition(":")[0] for mark in settings["markers"] if not mark.startswith("sampled")]
    assert settings["addopts"][-2:] == ["-m", " and ".join(f"not {mark}" for mark in marks)]
    page = text(ROOT / "CONTRIBUTING.md")
    assert [mark for mark in marks if f"-m {mark}`" not in page] == []


def test_the_readme_says_that_the_project_is_unofficial() -> None:
    for words in ("unofficial fan project", "no official card", "need the games", "trademarks belong to their owners"):
        assert words in " ".join(README.split())


LOG_FORMAT, SIGNATURES, DATABASE = (
    (DOCS / "reference" / f"{name}.md").read_text(encoding="utf-8")
    for name in ("log-format", "log-signatures", "database")
)
VECTORS = json.loads((TESTS / "vectors.json").read_text(encoding="utf-8"))


def test_formulas_of_the_page_give_the_vectors() -> None:
    tower, shuffle = VECTORS["tower"], VECTORS["shuffle"]
    words = ";".join(f"{seat}={word}" for seat, word in sorted(tower["words"].items()))
    program, before = loaded(), tower["anchor"]
    for roll in tower["rolls"]:
        key = bytes.fromhex(roll["key"])
        assert sha256(key).hexdigest() == before
        blocks = program.stream(key, f"{tower['session']}\n{roll['k']}\n{words}\n{roll['purpose']}")
        limit = 256 - 256 % roll["sides"]
        fair = [byte % roll["sides"] + 1 for block in islice(blocks, 9) for byte in block if byte < limit]
        assert fair[: roll["count"]] == roll["faces"]
        before = roll["key"]
    message = f"{shuffle['session']}\nshuffle\n{shuffle['j']}\n{words}\n{shuffle['pile']}"
    secret = bytes.fromhex(shuffle["secret"])

    assert program.ordered(secret, message, shuffle["cards"]) == shuffle["order"]
    assert sha256(secret).hexdigest() == shuffle["pledge"]


def test_page_names_every_table_and_column(database: Path) -> None:
    SqliteStore(database).close()
    for path in (database, Path(f"{database}.mark")):
        with closing(sqlite3.connect(path)) as connection:
            tables = [name for (name,) in connection.execute("select name from sqlite_schema where type = 'table'")]
            for table in tables:
                line = next(line for line in DATABASE.splitlines() if f"- `{table}`" in line or f"`{table}(" in line)
                for (column,) in connection.execute("select name from pragma_table_xinfo(?)", (table,)):
                    assert table == "_sqlite_migrations" or re.search(rf"\b{column}\b", line), (table, column)


def test_page_names_every_field_of_the_fixed_event_kinds() -> None:
    fixed = {"resignation-policy", "pledged", "seated", "begun", "taken-back", "unsealed"}
    shared: tuple[type[Event], ...] = (Started, Rolled, Shuffled)
    kinds = [*shared, *(kind for kind in SESSION_EVENTS if kind.__struct_config__.tag in fixed)]
    assert len(kinds) == 9
    for kind in kinds:
        line = next(line for line in LOG_FORMAT.splitlines() if line.startswith(f"- `{kind.__struct_config__.tag}`: "))
        for field in msgspec.structs.fields(kind):
            assert f"`{field.name}`" in line, (kind, field.name)


def test_the_documented_program_extracts_a_log_unchanged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = MemoryStore([SigningKey(bytes(32))])
    session = founded(store, "keys", 2, session="formatformat", title="</pre> & <b>")
    eventful(session, 20, seed=1)
    monkeypatch.chdir(tmp_path)
    Path("friday.html").write_bytes(create_app(store, GAMES).test_client().get("/s/formatformat/export.html").data)
    (program,) = re.findall(r"```python\n(.*?)```", SIGNATURES, re.DOTALL)
    exec(compile(program, "log-signatures.md", "exec"), {})  # noqa: S102  # what the page tells its readers to run
    text = Path("friday.jsonl").read_text("utf-8")
    assert text.splitlines() == [*export_lines(store, GAMES, "formatformat")]
    assert '"signatures"' in text.split("\n")[0]
    assert text.endswith("}\n")
    assert faults_of(text) == []
