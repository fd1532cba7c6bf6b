"""The pages say what the program does: none drifts, none is missing, none names what is not there."""

import re
import subprocess
from itertools import count
from pathlib import Path

import click
import pytest
from golden import codecs
from pages import PAGES
from places import DOCS, ROOT

from webui.usage.commands import commands

WRITTEN = sorted([*ROOT.glob("*.md"), *DOCS.rglob("*.md")])
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


@pytest.mark.parametrize("path", WRITTEN, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_links_lead_somewhere(path: Path) -> None:
    assert [target for target in LINK.findall(text(path)) if not (path.parent / target).exists()] == []


@pytest.mark.parametrize("path", WRITTEN, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_files_that_are_named_are_there(path: Path) -> None:
    """Paths in backticks that begin with a folder of this house."""
    if not (ROOT / "events").is_dir():
        pytest.skip("there is no checkout here")
    named = re.findall(r"`((?:docs|events|projections|replay|tests|webui|\.ci)/[\w./-]+)`", text(path))
    assert [name for name in named if not (ROOT / name).exists()] == []


@pytest.mark.parametrize("path", WRITTEN, ids=lambda path: path.relative_to(ROOT).as_posix())
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
