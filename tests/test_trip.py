"""The files of the product that a command enters, and the number of calls from one of them into another."""

import re
import sys
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple

import pytest
from places import ROOT

import webui.cli

HOUSE = Path(webui.cli.__file__).parent.parent
PACKAGES = tuple(f"{HOUSE / package}/" for package in ("events", "projections", "replay", "webui"))
COMMANDS = {
    "import": ("import", "whole.txt", "--check"), "post": ("post", "begun", "second.txt", "--as", "twelfth", "--check"),
    "show": ("show", "whole"), "audit": ("audit", "whole"),
}  # fmt: skip
"""None of them writes."""
MOST = {"import": (100, 4000), "post": (88, 3100), "show": (38, 330), "audit": (57, 1370)}
"""Files and crossings of each command: a little more than were counted."""
ENGINE = {f"replay/posts/{name}.py" for name in ("blocks", "lines", "read", "simulate")}
"""The readers of posts."""


class Trip(NamedTuple):
    """The files that a command entered, and the calls from one into another."""

    files: set[str]
    crossings: list[str]

    def watch(self, frame: FrameType, event: str, _argument: Any) -> None:
        """Note a call; this is a profiler."""
        if event != "call" or not (file := product_file(frame)):
            return
        outer = frame.f_back
        while outer and not product_file(outer):
            outer = outer.f_back
        self.files.add(file)
        if outer is None or product_file(outer) != file:
            self.crossings.append(file)


def product_file(frame: FrameType) -> str:
    """The product's file in which a frame runs, unless it is being imported."""
    file, name = frame.f_code.co_filename, frame.f_code.co_name
    return file[len(str(HOUSE)) + 1 :] if file.startswith(PACKAGES) and name != "<module>" else ""


@pytest.fixture(scope="module")
def trips(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Trip]:
    """A trip of each command in a folder with the session of the README, whole and begun."""
    (text,) = re.findall(r"(?s)```text\n(game: .*?)```", (ROOT / "README.md").read_text("utf-8"))
    begun, separator, second = text.rpartition("\n--- ")
    found = {}
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(tmp_path_factory.mktemp("trip"))
        Path("second.txt").write_text(f"{separator.strip()} {second}", "utf-8")
        for name, part in (("whole", text), ("begun", begun)):
            Path(f"{name}.txt").write_text(part, "utf-8")
            webui.cli.run(("import", f"{name}.txt", "--alias", name))
        for name, command in COMMANDS.items():
            webui.cli.run(command)  # imports are not counted
            found[name] = Trip(set(), [])
            sys.setprofile(found[name].watch)
            webui.cli.run(command)
            sys.setprofile(None)
    return found


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_enters_the_expected_files(trips: dict[str, Trip], name: str) -> None:
    files, crossings = trips[name]
    if name in ("import", "post"):
        assert files > ENGINE
        assert len(crossings) > len(files)
    else:
        assert not any(file.startswith("replay/posts/") for file in files)
        assert "replay/reading/reading.py" in files
    assert len(files) <= MOST[name][0]
    assert len(crossings) <= MOST[name][1]
