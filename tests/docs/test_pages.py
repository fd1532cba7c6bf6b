"""The README and the pages of `docs` say what the program does, and name only what is there."""

import re
import subprocess
import tomllib
from itertools import count
from pathlib import Path

import click
import pytest
from board_pictures import BOARDS, pictures
from golden import codecs
from pages import PAGES
from places import DOCS, ROOT

from projections.shelf import shelf
from webui.cli import run
from webui.usage.commands import commands

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
    assert re.findall(r"(?m)^## (.+)$", page) == list(commands.commands)
    for name, section in zip(commands.commands, page.split("\n## ")[1:], strict=True):
        command = commands.get_command(click.Context(commands), name)
        assert command is not None
        for param in command.params:
            assert all(option in section for option in param.opts if option.startswith("-")), (name, param.name)


def test_the_changelog_tells_of_every_command() -> None:
    changes = text(ROOT / "CHANGELOG.md")
    assert [name for name in commands.commands if not re.search(rf"`(?:cloisterbell )?{name}\b[^`]*`", changes)] == []


def test_every_kind_of_fact_has_its_row() -> None:
    page = text(DOCS / "facts.md")
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
    called = re.findall(r'(?:bin/cloisterbell"|home/bell) ([a-z]+)', text(script))
    assert called == ["migrate", "move", "serve", "invite"]
    assert set(called) <= set(commands.commands)


def test_commands_in_the_pages_are_there() -> None:
    for path in WRITTEN:
        for name in re.findall(r"(?:^|[`/ ])cloisterbell ([a-z][a-z-]*)", text(path)):
            assert name in commands.commands, (path.name, name)


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
    activate, *typed = block("console", "record").splitlines()
    assert activate == "$ . .venv/bin/activate"
    assert "python3 -m venv .venv" in block("sh", "cloisterbell demo")
    assert "Save it as `afternoon.txt`" in README
    assert [run(line.removeprefix("$ cloisterbell ").split()) for line in typed] == [0, 1]
    printed = capsys.readouterr().out
    for line in block("text", "[violation]").splitlines():
        assert line in printed
    assert "1 violation, 2 doubts" in printed


def test_the_four_boards_are_drawn_by_the_product() -> None:
    assert {name.partition("-")[0] for name in BOARDS} == set(shelf())
    for path, drawn in pictures():
        assert path.read_text("utf-8") == drawn, "python tests/support/board_pictures.py draws it anew"
        assert f"](docs/boards/{path.name})" in README


def test_it_names_the_marks_of_tests_that_do_not_run_every_time() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["pytest"]["ini_options"]
    marks = [mark.partition(":")[0] for mark in settings["markers"]]
    assert settings["addopts"][-2:] == ["-m", " and ".join(f"not {mark}" for mark in marks)]
    assert [mark for mark in marks if f"-m {mark}`" not in README] == []


def test_it_says_what_it_is_not() -> None:
    for words in ("unofficial fan project", "no official card", "need the games", "trademarks belong to their owners"):
        assert words in " ".join(README.split())
