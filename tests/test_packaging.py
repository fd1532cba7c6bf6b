"""What is shipped: the wheel holds the house, whole, and nothing else; no other distribution has its rooms."""

import subprocess
import sys
import zipfile
from email import message_from_string
from importlib.metadata import packages_distributions
from pathlib import PurePosixPath

import pytest
from places import ROOT

from webui import __version__

PACKAGES = ("events", "projections", "replay", "webui")
SHIPPED = (".css", ".html", ".js", ".json", ".jsonl", ".md", ".py", ".svg", ".toml", ".ttf", ".txt", ".typed", ".woff2")
pytestmark = pytest.mark.skipif(
    not all((ROOT / package).is_dir() for package in PACKAGES), reason="there is no checkout here to build from"
)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    """The wheel as it is built from this checkout, without a network."""
    target = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(target)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    (path,) = target.iterdir()
    return zipfile.ZipFile(path)


def shipped(wheel: zipfile.ZipFile) -> set[str]:
    return {name for name in wheel.namelist() if not PurePosixPath(name).parts[0].endswith(".dist-info")}


def test_the_wheel_is_the_four_packages_and_nothing_else(wheel: zipfile.ZipFile) -> None:
    paths = [path.relative_to(ROOT) for package in PACKAGES for path in (ROOT / package).rglob("*") if path.is_file()]
    made = [path for path in paths if any(part.startswith((".", "__pycache__")) for part in path.parts)]
    assert shipped(wheel) == {path.as_posix() for path in paths if path not in made} - {"projections/ruff.toml"}
    assert {PurePosixPath(name).parts[0] for name in shipped(wheel)} == set(PACKAGES)


def test_the_wheel_contains_every_kind_of_file(wheel: zipfile.ZipFile) -> None:
    names = shipped(wheel)
    for package in PACKAGES:
        assert f"{package}/py.typed" in names
        assert f"{package}/__init__.py" in names
    folders = {PurePosixPath(name).parent.as_posix() for name in names}
    assert {"webui/templates", "webui/static", "webui/commands"} <= folders
    assert {name for name in names if name.startswith("webui/fonts/")} == {
        "webui/fonts/AtkinsonHyperlegibleNext-Bold.ttf", "webui/fonts/AtkinsonHyperlegibleNext-Regular.ttf",
        "webui/fonts/OFL.txt",
    }  # fmt: skip
    games = {name.split("/")[2] for name in names if name.startswith("projections/games/") and name.count("/") > 2}
    assert games
    for slug in games:
        assert f"projections/games/{slug}/RULES.md" in names
        recordings = {name for name in names if name.startswith(f"projections/games/{slug}/recordings/")}
        assert {".txt", ".toml"} <= {PurePosixPath(name).suffix for name in recordings} <= {".txt", ".toml", ".jsonl"}
    assert {PurePosixPath(name).suffix for name in names} <= set(SHIPPED)


def test_the_wheel_has_the_expected_metadata(wheel: zipfile.ZipFile) -> None:
    info = next(name for name in wheel.namelist() if name.endswith(".dist-info/METADATA"))
    metadata = message_from_string(wheel.read(info).decode())
    assert metadata["Name"] == "cloisterbell"
    assert metadata["Version"] == __version__
    assert metadata["Requires-Python"] == ">=3.11"
    assert metadata["License-Expression"] == "MIT AND OFL-1.1"
    needed = {line.split(">")[0] for line in metadata.get_all("Requires-Dist", []) if "extra ==" not in line}
    assert needed == {
        "msgspec", "sqlite-utils", "flask", "click", "rich", "waitress", "limits", "urllib3", "rapidfuzz",
        "cryptography", "feedparser",
    }  # fmt: skip
    entry = wheel.read(info.replace("METADATA", "entry_points.txt")).decode()
    assert "cloisterbell = webui.cli:main" in entry
    for licence in ("LICENSE", "webui/fonts/OFL.txt"):
        assert any(name.endswith(f"/licenses/{licence}") for name in wheel.namelist())


def test_no_other_distribution_has_these_names() -> None:
    """The names of our packages are generic, so no other installed distribution may have them."""
    owners = packages_distributions()
    for package in PACKAGES:
        assert set(owners.get(package, [])) <= {"cloisterbell"}, f"{package} is another's, too"
