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
from golden import codecs
from pages import BOARDS, PAGES, pictures
from places import DOCS, ROOT, TESTS
from players import GAMES, eventful, founded
from pocket import faults_of, loaded

from events.events import Rolled, Shuffled, Started
from events.session_events import SESSION_EVENTS
from events.signature import SigningKey
from events.store.memory import MemoryStore
from events.store.sqlite import SqliteStore
from projections.registry import registry
from replay.transfer.bundle import export_lines
from webui import create_app
from webui.cli import COMMAND_NAMES, every_command, run

README = (ROOT / "README.md").read_text("utf-8")
WRITTEN = sorted([*ROOT.glob("*.md"), *DOCS.rglob("*.md")])
every_page = pytest.mark.parametrize("path", WRITTEN, ids=lambda path: path.relative_to(ROOT).as_posix())
LINK = re.compile(r"\]\((?!https?:)([^)#\s]+)(?:#[^)]*)?\)")


def text(path: Path) -> str:
    return path.read_text("utf-8")


@pytest.mark.parametrize("name", PAGES)
def test_pages_that_are_made_from_the_program_are_fresh(name: str) -> None:
    """`python tests/support/pages.py` writes them anew."""
    assert text(DOCS / name) == PAGES[name]()


def test_every_command_has_its_heading_and_its_options() -> None:
    page = text(DOCS / "command-line.md")
    assert re.findall(r"(?m)^## (.+)$", page) == list(COMMAND_NAMES)
    for name, section in zip(COMMAND_NAMES, page.split("\n## ")[1:], strict=True):
        for param in every_command()[name].params:
            assert all(option in section for option in param.opts if option.startswith("-")), (name, param.name)


def test_the_changelog_tells_of_every_command() -> None:
    changes = text(ROOT / "CHANGELOG.md")
    assert [name for name in COMMAND_NAMES if not re.search(rf"`(?:cloisterbell )?{name}\b[^`]*`", changes)] == []


def test_every_kind_of_event_has_its_row() -> None:
    page = text(DOCS / "events.md")
    for codec in codecs().values():
        for tag, twin in codec.by_tag.items():
            rows = [row for row in page.splitlines() if row.startswith(f"| `{tag}` |")]
            assert len(rows) == 1, tag
            for field in twin.fields:
                assert f"{field}*" in rows[0] if field in twin.sealed else f"{field} (" in rows[0], (tag, field)


@every_page
def test_links_lead_somewhere(path: Path) -> None:
    assert [target for target in LINK.findall(text(path)) if not (path.parent / target).exists()] == []


@every_page
def test_files_that_are_named_are_there(path: Path) -> None:
    if not (ROOT / "events").is_dir():
        pytest.skip("there is no checkout here")
    named = re.findall(r"`((?:docs|events|projections|replay|tests|webui|\.ci)/[\w./-]+)`", text(path))
    assert [name for name in named if not (ROOT / name).exists()] == []


@every_page
def test_pages_have_one_title_and_closed_blocks(path: Path) -> None:
    page = text(path)
    assert page.startswith("# ")
    assert page.endswith("\n")
    assert page.count("```") % 2 == 0


def test_decisions_are_numbered() -> None:
    names = sorted(path.name for path in (DOCS / "decisions").iterdir())
    for number, name in zip(count(1), names):
        assert re.fullmatch(rf"{number:04d}-[a-z0-9-]+\.md", name)
        assert text(DOCS / "decisions" / name).startswith(f"# {number}. ")


def test_the_script_of_a_club_reads_and_names_what_is_there() -> None:
    script = DOCS / "club.sh"
    assert subprocess.run(["sh", "-n", script], check=False).returncode == 0
    assert "sh docs/club.sh" in text(DOCS / "hosting.md")
    assert "sh docs/club.sh /srv/old/club.db" in text(DOCS / "hosting.md")
    assert re.search(r"\nexec setpriv .*cloisterbell", text(script)), "who is told to end is the program itself"
    called = re.findall(r'(?:bin/cloisterbell"|home/bell) ((?:db )?[a-z]+)', text(script))
    assert called == ["db upgrade", "db transfer", "serve", "invite"]
    assert set(called) <= set(COMMAND_NAMES)


def test_commands_in_the_pages_are_there() -> None:
    for path in WRITTEN:
        for name in re.findall(r"(?:^|[`/ ])cloisterbell ((?:(?:db|notices) )?[a-z][a-z-]*)", text(path)):
            assert name in COMMAND_NAMES, (path.name, name)


def block(kind: str, holding: str) -> str:
    """The one fenced block of a kind that holds these words."""
    found: list[str] = [text for text in re.findall(rf"```{kind}\n(.*?)```", README, re.DOTALL) if holding in text]
    assert len(found) == 1
    return found[0]


def test_the_example_runs_as_printed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CLOISTERBELL_DB", str(tmp_path / "readme.db"))
    (tmp_path / "afternoon.txt").write_text(block("text", "game: keys"), "utf-8")
    activate, *typed = block("console", "import").splitlines()
    assert activate == "$ . .venv/bin/activate"
    assert "python3 -m venv .venv" in block("sh", "cloisterbell demo")
    assert "Save it as `afternoon.txt`" in README
    assert [run(line.removeprefix("$ cloisterbell ").split()) for line in typed] == [0, 1]
    printed = capsys.readouterr().out
    for line in block("text", "[violation]").splitlines():
        assert line in printed
    assert "1 violation, 2 doubts" in printed


def test_the_four_boards_are_drawn_by_the_product() -> None:
    assert {name.partition("-")[0] for name in BOARDS} == set(registry())
    for path, drawn in pictures():
        assert path.read_text("utf-8") == drawn, "python tests/support/pages.py draws it anew"
        assert f"](docs/boards/{path.name})" in README


def test_it_names_the_marks_of_tests_that_do_not_run_every_time() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["pytest"]["ini_options"]
    marks = [mark.partition(":")[0] for mark in settings["markers"] if not mark.startswith("sampled")]
    assert settings["addopts"][-2:] == ["-m", " and ".join(f"not {mark}" for mark in marks)]
    assert [mark for mark in marks if f"-m {mark}`" not in README] == []


def test_it_says_what_it_is_not() -> None:
    for words in ("unofficial fan project", "no official card", "need the games", "trademarks belong to their owners"):
        assert words in " ".join(README.split())


LOG_FORMAT = (DOCS / "log-format.md").read_text(encoding="utf-8")
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
                line = next(line for line in LOG_FORMAT.splitlines() if f"`{table}` |" in line or f"`{table}(" in line)
                for (column,) in connection.execute("select name from pragma_table_xinfo(?)", (table,)):
                    assert table == "_sqlite_migrations" or re.search(rf"\b{column}\b", line), (table, column)


def test_page_names_every_field_of_the_kinds_that_never_change() -> None:
    fixed = {"pledged", "seated", "begun", "taken-back", "unsealed"}
    kinds = [Started, Rolled, Shuffled, *(kind for kind in SESSION_EVENTS if kind.__struct_config__.tag in fixed)]
    assert len(kinds) == 8
    for kind in kinds:
        line = next(line for line in LOG_FORMAT.splitlines() if line.startswith(f"| `{kind.__struct_config__.tag}` |"))
        for field in msgspec.structs.fields(kind):
            assert f"`{field.name}`" in line, (kind, field.name)


def test_a_log_is_taken_out_of_an_offline_page_as_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = MemoryStore([SigningKey(bytes(32))])
    session = founded(store, "keys", 2, session="formatformat", title="</pre> & <b>")
    eventful(session, 20, seed=1)
    monkeypatch.chdir(tmp_path)
    Path("friday.html").write_bytes(create_app(store, GAMES).test_client().get("/s/formatformat/export.html").data)
    (program,) = re.findall(r"```python\n(.*?)```", LOG_FORMAT, re.DOTALL)
    exec(compile(program, "log-format.md", "exec"), {})  # noqa: S102  # what the page tells its readers to run
    text = Path("friday.jsonl").read_text("utf-8")
    assert text.splitlines() == [*export_lines(store, GAMES, "formatformat")]
    assert '"signatures"' in text.split("\n")[0]
    assert text.endswith("}\n")
    assert faults_of(text) == []
