"""The README does what it says."""

import re
import tomllib
from pathlib import Path

import pytest
from board_pictures import BOARDS, pictures
from places import ROOT

from projections.shelf import shelf
from webui.cli import run

README = (ROOT / "README.md").read_text("utf-8")


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


def test_every_page_it_names_is_there() -> None:
    for target in re.findall(r"\]\((?!http)([^)#]+)\)", README):
        assert (ROOT / target).exists(), target


def test_it_names_the_marks_of_tests_that_do_not_run_every_time() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["pytest"]["ini_options"]
    marks = [mark.partition(":")[0] for mark in settings["markers"]]
    assert settings["addopts"][-2:] == ["-m", " and ".join(f"not {mark}" for mark in marks)]
    assert [mark for mark in marks if f"-m {mark}`" not in README] == []


def test_it_says_what_it_is_not() -> None:
    for words in ("unofficial fan project", "no official card", "need the games", "trademarks belong to their owners"):
        assert words in " ".join(README.split())
