"""`games --new`: the files of a working game, which `pip` installs."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from front_door import Door

BUDGET = 250
PLAY = """\
import site, sys
site.addsitedir(sys.argv[1])
from webui.cli import run
sys.exit(run(["--db", "bell.db", *sys.argv[2:]]))
"""


@pytest.fixture
def written(no_door: Door, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    no_door.well("games", "--new", "race")
    return tmp_path / "race"


def test_a_new_game_is_small_and_has_its_own_name(written: Path) -> None:
    files = sorted(written.rglob("*.py"))
    assert sum(len(file.read_text("utf-8").splitlines()) for file in files) <= BUDGET
    left = [file for file in written.rglob("*.*") if "pig" in file.read_text("utf-8").lower()]
    assert left == []


@pytest.mark.long
@pytest.mark.parametrize("check", [["format", "--check"], ["check", "--select=E,F"]], ids=lambda check: check[0])
def test_a_new_game_passes_ruff(check: list[str], written: Path) -> None:
    """The linter comes with `dev`, so the default tests cannot need it."""
    subprocess.run([sys.executable, "-m", "ruff", *check, "--line-length=120", "--isolated", written], check=True)


def test_an_existing_folder_is_not_overwritten(written: Path, no_door: Door) -> None:
    before = (written / "pyproject.toml").read_text("utf-8")
    (written / "pyproject.toml").write_text(f"{before}# mine\n", "utf-8")
    no_door.refused("games", "--new", "race", says="race exists already")
    assert (written / "pyproject.toml").read_text("utf-8").endswith("# mine\n")


@pytest.mark.parametrize("slug", ["", "a", "../up", "Race", "race-2", "1race", "r" * 21, "keys"])
def test_a_bad_name_is_refused(slug: str, no_door: Door, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    no_door.refused("games", "--new", slug, says="is a game already" if slug == "keys" else "is not a slug")
    assert list(tmp_path.iterdir()) == []


def test_a_full_folder_is_refused(no_door: Door, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    assert no_door("games", "--new", "race").status == 2


@pytest.mark.long
def test_an_installed_new_game_records_audits_and_draws(written: Path, tmp_path: Path) -> None:
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-index", "--no-deps", "--no-build-isolation"]
    subprocess.run([*pip, "--prefix", tmp_path / "prefix", "-e", written], check=True, capture_output=True)
    (site,) = (tmp_path / "prefix").rglob("site-packages")

    def bell(*arguments: str, stdin: str = "") -> str:
        done = subprocess.run(
            [sys.executable, "-c", PLAY, site, *arguments], input=stdin, capture_output=True, text=True, check=True
        )
        return done.stdout

    assert "race: Race, 2 to 4 seats, from cloisterbell-race 0.1" in bell("games")
    bell("new", "race", "--seats", "ann,bob", "--alias", "friday")
    bell("post", "friday", "-", stdin="== Ann ==\nROLL\n== end ==\n")
    assert json.loads(bell("audit", "friday", "--json"))["findings"] == []
    assert "Ann" in bell("show", "friday")
    bell("export", "friday", "friday.html")
    assert "<svg" in (tmp_path / "friday.html").read_text("utf-8")
